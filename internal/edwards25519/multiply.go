// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"math/bits"
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// multiplesGeneric sets table to the multiples [1]q, [2]q, ..., [8]q.
func multiplesGeneric(table *[8]cached, q *Point) {
	table[0].set(q)
	m := *q
	for i := 1; i < len(table); i++ {
		m.doubleAdd(0, &table[0], false, true)
		table[i].set(&m)
	}
}

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *scalar.Scalar, q *Point) *Point {
	var tables [1][8]cached
	multiples(&tables[0], q)
	var digits [64]digit
	windowDigits(&digits, x, len(tables))
	*v = identity
	v.addWindows(tables[:], digits[:], len(digits))
	return v
}

// ScalarMultPair sets v = [x]q and w = [y]q. It takes less time than two multiplications: q is doubled for
// both together until there are the four points [2^64i]q, and then each is a sum of multiples of these by 64 bits.
func ScalarMultPair(v, w *Point, x, y *scalar.Scalar, q *Point) {
	const rounds = 64 / 4 // of digits of four bits
	var tables [4][8]cached
	power := *q
	multiples(&tables[0], q)
	for i := 1; i < len(tables); i++ {
		power.doubleQuarter()
		multiples(&tables[i], &power)
	}
	var digits [64]digit
	windowDigits(&digits, x, len(tables))
	*v = identity
	v.addWindows(tables[:], digits[:], rounds)
	windowDigits(&digits, y, len(tables))
	*w = identity
	w.addWindows(tables[:], digits[:], rounds)
}

// windowDigits sets digits to those of x, from -8 to 7, as addWindows takes them with one table, or with four: of each table
// the highest one first, and those of the first table are the lowest ones of x.
func windowDigits(digits *[64]digit, x *scalar.Scalar, tables int) {
	const ones = 0x1111_1111_1111_1111
	var carry uint64
	for word, w := range x.Limbs() {
		// Those of x + the sum of 8·16^i without signs are 8 more, each. It is below 2^256, as x is below 2^253.
		w, carry = bits.Add64(w, 8*ones, carry)
		negative := ^w >> 3 & ones
		index := (w ^ 8*ones ^ 15*negative) + negative // w - 8 or 7 - w + 1, each
		at, apart := uint(16*(3-word)), uint(1)
		if tables == 4 {
			at, apart = uint(word), 4
		}
		for range 16 {
			digits[at%64] = digit{Index: uint8(index >> 60), Negative: uint8(negative >> 60)}
			index, negative, at = index<<4, negative<<4, at+apart
		}
	}
}

// ScalarBaseMult sets v = [x]B, where B is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *scalar.Scalar) *Point {
	// The comb takes an odd multiplier: x, or x + l if x is even.
	k := x.Limbs()
	even := k[0]&1 - 1
	var carry uint64
	for i, limb := range n.N() {
		k[i], carry = bits.Add64(k[i], limb&even, carry)
	}
	switch bestForm() {
	case inOctets:
		return v.combOctets(generatorOctets(), &k)
	case inColumns:
		return v.combColumns(generatorColumns(), &k)
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

// generatorColumns returns combTable in the form for columns in lanes.
var generatorColumns = sync.OnceValue(func() *columnTables {
	t := new(columnTables)
	t.set(&combTable)
	return t
})

// combColumns is comb, with the columns in lanes.
func (v *Point) combColumns(table *columnTables, k *[4]uint64) *Point {
	var digits recode.CombDigits
	recode.Comb(&digits, k)

	var sums [recode.CombColumns]Point
	sumColumns(&sums, table, &digits)
	var q [3]cached
	for i := range q {
		q[i].set(&sums[i])
	}
	*v = sums[3]
	// [2]([2]([2]s_3 + s_2) + s_1) + s_0
	v.sumSteps(0, []step{{Q: &q[2], Doublings: 1}, {Q: &q[1], Doublings: 1}, {Q: &q[0], Doublings: 1}}, true)
	return v
}

// generatorOctets returns combTable in the form for octets.
var generatorOctets = sync.OnceValue(func() *octetTables {
	t := new(octetTables)
	t.set(&combTable)
	return t
})

// combOctets is comb, with the columns of some blocks in some lanes and those of the others in others.
func (v *Point) combOctets(table *octetTables, k *[4]uint64) *Point {
	var digits recode.CombLanes
	recode.CombInLanes(&digits, k)

	sumAndJoinOctets(v, table, &digits)
	return v
}

// A combForm is the form of the table of a comb.
type combForm int

const (
	inElements combForm = iota // combTables
	inColumns                  // columnTables
	inOctets                   // octetTables
)

// A BaseTable holds multiples of a point, for many products with it. Its zero value is
// not valid.
type BaseTable struct {
	table fixedTable
	q     cached
}

// IsValid reports whether t is not the zero value.
func (t *BaseTable) IsValid() bool { return t.q.isValid() }

// Set sets t to the table of q and returns t.
func (t *BaseTable) Set(q *Point) *BaseTable {
	t.q.set(q)
	var comb combTables // as combTable
	power := *q         // times 2^(20j + 4i) for tooth i of block j
	for j := range comb {
		var twice [recode.CombTeeth - 1]cached
		var sums [len(comb[j])]Point
		var c cached
		// All teeth but the last with the sign -, the last with +.
		sums[0] = identity
		for i := range recode.CombTeeth {
			last := i == recode.CombTeeth-1
			c.set(&power)
			sums[0].doubleAdd(0, &c, !last, true)
			if !last {
				double := power
				double.double(1)
				twice[i].set(&double)
			}
			power.double(recode.CombColumns)
		}
		for i := 1; i < len(sums); i++ {
			// The highest set bit of i, with the sign + instead.
			bit := 0
			for i>>(bit+1) != 0 {
				bit++
			}
			sums[i] = sums[i^1<<bit]
			sums[i].doubleAdd(0, &twice[bit], false, true)
		}
		for i := range sums {
			comb[j][i] = affineCached{sums[i].x, sums[i].y, sums[i].z} // until below
		}
	}
	var inverses, scratch [len(comb) * len(comb[0])]field.Element
	for i := range inverses {
		inverses[i] = comb[i/len(comb[0])][i%len(comb[0])].t2d
	}
	p.InvBatch(inverses[:], scratch[:])
	for i := range inverses {
		c := &comb[i/len(comb[0])][i%len(comb[0])]
		c.set(&c.yPlusX, &c.yMinusX, &inverses[i])
	}
	t.table.set(&comb)
	return t
}

// set sets c to the point with the coordinates X and Y, given 1/Z.
func (c *affineCached) set(X, Y, inverse *field.Element) {
	var x, y field.Element
	p.Mul(&x, X, inverse)
	p.Mul(&y, Y, inverse)
	p.Add(&c.yPlusX, &y, &x)
	p.Sub(&c.yMinusX, &y, &x)
	p.Mul(&c.t2d, &x, &y)
	p.Mul(&c.t2d, &c.t2d, &d2)
}

// ScalarMultTable sets v = [x]q, for the point q of the table, and returns v.
func (v *Point) ScalarMultTable(x *scalar.Scalar, t *BaseTable) *Point {
	// The comb takes an odd multiplier: x, or x + 1 if x is even. (It cannot be
	// x + l, because [l]q need not be the identity.)
	k := x.Limbs()
	even := int(k[0]&1 ^ 1)
	k[0] |= 1
	t.table.multiply(v, &k)
	less := *v
	less.doubleAdd(0, &t.q, true, true)
	return v.Select(&less, v, even)
}
