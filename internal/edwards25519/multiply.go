// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"math/bits"

	"secant.example/internal/recode"
)

// multiples sets table to the multiples [1]q, [2]q, ..., [8]q.
func multiples(table *[8]cached, q *Point) {
	table[0].set(q)
	m := *q
	for i := 1; i < len(table); i++ {
		m.doubleAdd(0, &table[0], false, true)
		table[i].set(&m)
	}
}

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *Scalar, q *Point) *Point {
	check(q)
	var table [8]cached
	multiples(&table, q)
	limbs := x.s.Limbs()
	var signed [64]int8
	recode.Signed16(&signed, &limbs)
	var digits [64]digit
	for i, d := range signed {
		sign := d >> 7 // 0 or -1
		digits[i] = digit{Index: uint8((d ^ sign) - sign), Negative: uint8(-sign)}
	}
	*v = identity
	v.addWindows(&table, &digits)
	return v
}

// ScalarMultSlow is [Point.ScalarMult]; the name is that of a variant in
// filippo.io/edwards25519 that uses less memory.
func (v *Point) ScalarMultSlow(x *Scalar, q *Point) *Point { return v.ScalarMult(x, q) }

// ScalarBaseMult sets v = [x]B, where B is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *Scalar) *Point {
	// The comb takes an odd multiplier: x, or x + l if x is even.
	k := x.s.Limbs()
	even := k[0]&1 - 1
	var carry uint64
	for i, limb := range n.N() {
		k[i], carry = bits.Add64(k[i], limb&even, carry)
	}
	return v.comb(&combTable, &k)
}

// comb sets v = [k]q, for an odd k and the table of q, and returns v.
func (v *Point) comb(table *combTables, k *[4]uint64) *Point {
	var digits recode.CombDigits
	recode.Comb(&digits, k)

	*v = identity
	v.addComb(table, &digits)
	return v
}
