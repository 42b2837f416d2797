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

// oddMultiples sets table to the multiples [1]q, [3]q, ..., [15]q.
func oddMultiples(table *[8]cached, q *Point) {
	var twice cached
	m := *q
	m.double(1)
	twice.set(&m)
	table[0].set(q)
	m = *q
	for i := 1; i < len(table); i++ {
		m.doubleAdd(0, &twice, false, true)
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

// MultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v: the scalars
// are secret, their number is not. Like its namesake in filippo.io/edwards25519
// it panics if the two slices differ in length.
func (v *Point) MultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("edwards25519: MultiScalarMult of slices that differ in length")
	}
	check(points...)
	tables := make([][8]cached, len(points))
	digits := make([][64]int8, len(points))
	for i, q := range points {
		multiples(&tables[i], q)
		limbs := scalars[i].s.Limbs()
		recode.Signed16(&digits[i], &limbs)
	}
	return v.straus(digits, tables)
}

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
	var digits recode.CombDigits
	recode.Comb(&digits, &k)

	*v = identity
	for column := recode.CombColumns - 1; column >= 0; column-- {
		// A doubling, which does not need T, follows all but the last.
		v.combColumn(&digits[column], column == 0)
	}
	return v
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]B, where B is the generator,
// and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point {
	check(A)
	var tables [1][8]cached
	oddMultiples(&tables[0], A)
	var digits [1]wNAF
	digits[0].set(a, 5)
	return v.varTimeStraus(digits[:], tables[:], b)
}

// VarTimeMultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v, in
// variable time. Like its namesake in filippo.io/edwards25519 it panics if the
// two slices differ in length.
func (v *Point) VarTimeMultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("edwards25519: VarTimeMultiScalarMult of slices that differ in length")
	}
	check(points...)
	tables := make([][8]cached, len(points))
	digits := make([]wNAF, len(points))
	for i, q := range points {
		oddMultiples(&tables[i], q)
		digits[i].set(scalars[i], 5)
	}
	return v.varTimeStraus(digits, tables, &Scalar{})
}

// A wNAF is a scalar in digits that are zero or odd.
type wNAF struct {
	digit [257]int8
	n     int // the number of digits up to the highest that is not zero
}

// set recodes x with digits below 2^(width-1) in absolute value.
func (d *wNAF) set(x *Scalar, width uint) {
	limbs := x.s.Limbs()
	d.n = recode.VarTimeWNAF(&d.digit, &limbs, width)
}

// varTimeStraus sets v to [b]B plus the sum of the scalars digits[i] times the
// points whose odd multiples are tables[i], and returns v.
func (v *Point) varTimeStraus(digits []wNAF, tables [][8]cached, b *Scalar) *Point {
	var base wNAF
	base.set(b, 8)
	top := base.n
	for i := range digits {
		top = max(top, digits[i].n)
	}
	*v = identity
	doublings := 0 // that are due before the next addition
	for i := top - 1; i >= 0; i-- {
		doublings++
		// How many additions there are at this position: T is needed after
		// each but the last, because a doubling, which sets it, follows.
		additions := 0
		if base.digit[i] != 0 {
			additions++
		}
		for j := range digits {
			if digits[j].digit[i] != 0 {
				additions++
			}
		}
		if additions == 0 {
			continue
		}
		for j := range digits {
			if digit := digits[j].digit[i]; digit != 0 {
				additions--
				v.doubleAdd(doublings, &tables[j][abs(digit)/2], digit < 0, i == 0 || additions != 0)
				doublings = 0
			}
		}
		if digit := base.digit[i]; digit != 0 {
			v.doubleAddAffine(doublings, &oddTable[abs(digit)/2], digit < 0, i == 0)
			doublings = 0
		}
	}
	if doublings > 0 {
		v.double(doublings)
	}
	return v
}

func abs(digit int8) int8 { return max(digit, -digit) }
