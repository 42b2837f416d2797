// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import "secant.example/internal/recode"

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *Scalar, q *Point) *Point {
	var table [8]Point
	table[0] = *q
	for i := 1; i < len(table); i++ {
		table[i].Add(&table[i-1], q)
	}
	// [x]q = -[n-x]q, and one of x and n-x is below 2^255.
	high := x.IsHigh()
	var k Scalar
	k.CondNegate(x, high)
	limbs := k.s.Limbs()
	var digits [64]int8
	recode.Signed16(&digits, &limbs)
	var sum, t Point
	for j := 63; j >= 0; j-- {
		sum.double(4)
		digit := int(digits[j])
		sign := digit >> 31 // 0 or -1
		t.selectFrom(&table, (digit^sign)-sign, -sign)
		sum.Add(&sum, &t)
	}
	return v.CondNegate(&sum, high)
}

// ScalarBaseMult sets v = [x]G, where G is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *Scalar) *Point { return v.ScalarMult(x, &generator) }

// selectFrom sets v to table[index-1], the identity if index is 0, and changes its
// sign if negate is 1.
func (v *Point) selectFrom(table *[8]Point, index, negate int) {
	var t Point
	for i := range table {
		t.Select(&table[i], &t, equal(index, i+1))
	}
	v.CondNegate(&t, negate)
}

// equal returns 1 if x = y, and 0 otherwise, for 0 <= x, y < 2^31.
func equal(x, y int) int { return int((uint32(x^y) - 1) >> 31) }
