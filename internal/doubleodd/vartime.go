// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/lattice"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of a few multiples in variable time. They are the algorithm of Straus, as in
// internal/msm, but on the stack, and with the affine table of the generator.

type oddTables = [2][1 << (oddWidth - 2)]Point // with Z = 1

const (
	width        = 5 // of the digits, in non-adjacent form, of points that vary
	oddMultiples = 1 << (width - 2)
	maxPositions = 257 // of digits
	baseRow      = 128 // and more: the rows of the table of G
)

// setOddMultiples sets table to the multiples [1]q, [3]q, ..., [15]q.
func (c *Curve) setOddMultiples(table *[oddMultiples]Point, q *Point) {
	twice := *q
	c.double(&twice, 1)
	table[0] = *q
	for i := 1; i < len(table); i++ {
		table[i] = table[i-1]
		c.doubleAdd(&table[i], 0, &twice, 0)
	}
}

// digitLists holds, for each position, a list of digits with that weight.
type digitLists struct {
	heads  [maxPositions]uint8 // indexes of digits; 0 ends a list
	digits [1 + 33 + 2*52]struct {
		next, row uint8
		value     int8
	}
	n      int // of digits
	sparse [129]recode.SparseDigit
}

// add adds the digits of k, with their signs changed if negate is 1. Those of the positions from j·step
// on belong to row row + j of the tables and to the position less j·step.
func (l *digitLists) add(k *[4]uint64, negate, row int, width uint, step int) {
	n := recode.VarTimeSparseWNAF(&l.sparse, k, width)
	for _, d := range l.sparse[:n] {
		part := int(d.Position) / step
		head := &l.heads[int(d.Position)-part*step]
		l.n++
		digit := &l.digits[l.n]
		digit.next, digit.row, digit.value = *head, uint8(row+part), d.Value
		if negate == 1 {
			digit.value = -d.Value
		}
		*head = uint8(l.n)
	}
}

// addBase adds the digits of k for the generator.
func (l *digitLists) addBase(k *scalar.Scalar) {
	limbs := k.Limbs()
	l.add(&limbs, 0, baseRow, oddWidth, oddStep)
}

// sumDigits sets v to the sum of the digits times powers of 2 times the points with the
// odd multiples tables[row] or c.odd[row-baseRow].
func (c *Curve) sumDigits(v *Point, l *digitLists, tables [][oddMultiples]Point) {
	var steps [len(l.digits)]step
	n := 0
	doublings := 0 // that are due before the next addition
	for i := len(l.heads) - 1; i >= 0; i-- {
		for e := l.heads[i]; e != 0; {
			digit := &l.digits[e]
			e = digit.next
			odd := max(digit.value, -digit.value) / 2
			// What is stored by way of a pointer would escape.
			s := step{flags: uint32(digit.value>>7) & stepNegative, doublings: uint32(doublings)}
			if digit.row >= baseRow {
				s.q = &c.odd[digit.row-baseRow][odd]
				s.flags |= stepAffine
			} else {
				s.q = &tables[digit.row][odd]
			}
			steps[n] = s
			n++
			doublings = 0
		}
		if n > 0 {
			doublings++
		}
	}
	if n == 0 {
		*v = neutral
		return
	}
	// The first term needs no addition.
	first := &steps[0]
	c.CondNeg(v, first.q, int(first.flags&stepNegative))
	if n > 1 {
		c.sum(v, steps[1:n])
	}
	if doublings > 1 { // one less than counted, since weight 1 has none below
		c.double(v, doublings-1)
	}
}

// VarTimeMulAddMulGen sets v = [k]q + [m]G in variable time. The number of doublings is
// the length of k, but no less than 128; on E, no more than 128.
func (c *Curve) VarTimeMulAddMulGen(v *Point, k *scalar.Scalar, q *Point, m *scalar.Scalar) {
	var tables [2][oddMultiples]Point
	var digits digitLists
	digits.addBase(m)
	rows := c.addMultiple(&digits, tables[:], 0, k, q)
	c.sumDigits(v, &digits, tables[:rows])
}

// addMultiple adds the digits of k, and the multiples of q as row row of tables, and the
// next one. It returns the number of the next free row.
func (c *Curve) addMultiple(digits *digitLists, tables [][oddMultiples]Point, row int, k *scalar.Scalar, q *Point) int {
	c.setOddMultiples(&tables[row], q)
	limbs := k.Limbs()
	if !c.isE || limbs[2]|limbs[3] == 0 {
		digits.add(&limbs, 0, row, width, maxPositions)
		return row + 1
	}
	k0, k1, n0, n1 := split(k)
	for i := range tables[row+1] {
		c.zeta(&tables[row+1][i], &tables[row][i])
	}
	digits.add(&[4]uint64{k0[0], k0[1]}, n0, row, width, maxPositions)
	digits.add(&[4]uint64{k1[0], k1[1]}, n1, row+1, width, maxPositions)
	return row + 2
}

// VarTimeVerifyDO reports whether b is what EncodeDO makes of [k]q + [m]G, in variable
// time. q must be the point of odd order.
func (c *Curve) VarTimeVerifyDO(b *[32]byte, k *scalar.Scalar, q *Point, m *scalar.Scalar) bool {
	if c.isE {
		var w field.Element
		if c.p.Decode(&w, b) == 0 {
			return false
		}
		var v Point
		c.VarTimeMulAddMulGen(&v, k, q, m)
		// w = -Z/U, or 0 if U = 0.
		if c.IsNeutral(&v) == 1 {
			return c.p.IsZero(&w) == 1
		}
		c.p.Mul(&w, &w, &v.u)
		c.p.Add(&w, &w, &v.z)
		return c.p.IsZero(&w) == 1
	}
	var r Point
	if c.DecodeDO(&r, b) == 0 {
		return false
	}
	// With k = rho/tau the equation is [rho]q + [tau·m]G - [tau]r = 0.
	limbs, n := k.Limbs(), c.order.N()
	var f lattice.Fraction
	lattice.Halve(&f, &limbs, &n)
	tau := scalar.New(f.Tau[0], f.Tau[1], f.Tau[2], f.Tau[3])
	var tm scalar.Scalar
	c.order.Mul(&tm, &tau, m)
	negative := 0
	if f.Negative {
		c.order.Neg(&tm, &tm)
		negative = 1
	}
	var tables [2][oddMultiples]Point
	c.setOddMultiples(&tables[0], q)
	c.setOddMultiples(&tables[1], &r)
	var digits digitLists
	digits.addBase(&tm)
	digits.add(&f.Rho, 0, 0, width, maxPositions)
	digits.add(&f.Tau, 1^negative, 1, width, maxPositions)
	var v Point
	c.sumDigits(&v, &digits, tables[:])
	return c.IsNeutral(&v) == 1
}
