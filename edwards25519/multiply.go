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
	var table [1][8]cached
	multiples(&table[0], q)
	limbs := x.s.Limbs()
	var digits [1][64]int8
	recode.Signed16(&digits[0], &limbs)
	return v.straus(digits[:], table[:])
}

// ScalarMultSlow is [Point.ScalarMult]; the name is that of a variant in
// filippo.io/edwards25519 that uses less memory.
func (v *Point) ScalarMultSlow(x *Scalar, q *Point) *Point { return v.ScalarMult(x, q) }

// straus sets v to the sum over i and j of digits[i][j]·16^j times the point
// whose multiples are tables[i], and returns v.
func (v *Point) straus(digits [][64]int8, tables [][8]cached) *Point {
	*v = identity
	var c cached
	for j := 63; j >= 0; j-- {
		doublings := 4
		for i := range digits {
			digit := int(digits[i][j])
			sign := digit >> 31 // 0 or -1
			c.selectFrom(&tables[i], (digit^sign)-sign, -sign)
			// A doubling follows the last addition but for j = 0.
			v.doubleAdd(doublings, &c, false, j == 0 || i != len(digits)-1)
			doublings = 0
		}
	}
	return v
}

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
	for column := recode.CombColumns - 1; column >= 0; column-- {
		// A doubling, which does not need T, follows all but the last.
		v.combColumn(table, &digits[column], column == 0)
	}
	return v
}
