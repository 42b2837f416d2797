// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/lattice"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of a few multiples in variable time. They are the algorithm of Straus, as in
// internal/msm, but on the stack, and with the affine table of the generator.

type (
	oddTables     = [2]baseMultiples
	baseMultiples = [1 << (oddWidth - 2)]Point // with Z = 1
)

const (
	width        = 5 // of the digits, in non-adjacent form, of points that vary
	oddMultiples = 1 << (width - 2)
	wholeStep    = 257 // of a point of which there is one table
	baseRow      = 128 // and more: the rows of the table of G
)

// setOddMultiples sets table to the multiples [1]q, [3]q, [5]q, ....
func (c *Curve) setOddMultiples(table []Point, q *Point) {
	twice := *q
	c.double(&twice, 1)
	table[0] = *q
	for i := 1; i < len(table); i++ {
		table[i] = table[i-1]
		c.doubleAdd(&table[i], 0, &twice, 0)
	}
}

const maxDigits = 1 + 256/oddWidth + 2*(1+256/width)

// addBase adds the digits of k for the generator, of whose multiples by powers of 2^step there are tables.
func addBase(schedule *recode.VarTimeSchedule, digits []recode.Digit, k *scalar.Scalar, step int) []recode.Digit {
	limbs := k.Limbs()
	return schedule.Append(digits, &limbs, 0, baseRow, oddWidth, step)
}

// sumDigits sets v to the sum of the digits times powers of 2 times the points with the odd multiples
// tables[row·each:], or base[row-baseRow].
func (c *Curve) sumDigits(v *Point, schedule *recode.VarTimeSchedule, digits []recode.Digit, base []baseMultiples, tables []Point, each int) {
	var memory [maxDigits]recode.Digit
	sorted := schedule.Sort(memory[:], digits)
	if len(sorted) == 0 {
		*v = neutral
		return
	}
	var steps [maxDigits]step
	at := sorted[0].Position()
	for i, d := range sorted {
		s, odd := msm.NextStep[Point](&at, d)
		if d.Row() >= baseRow {
			s.Q = &base[d.Row()-baseRow][odd]
			s.Flags |= stepAffine
		} else {
			s.Q = &tables[int(d.Row())*each+odd]
		}
		steps[i] = s
	}
	// The first term needs no addition.
	first := &steps[0]
	c.CondNeg(v, first.Q, int(first.Flags&stepNegative))
	if len(sorted) > 1 {
		c.sum(v, steps[1:len(sorted)])
	}
	if at > 0 {
		c.double(v, int(at))
	}
}

// VarTimeMulAddMulGen sets v = [k]q + [m]G in variable time. The number of doublings is
// the length of k, but no less than 128; on E, no more than 128.
func (c *Curve) VarTimeMulAddMulGen(v *Point, k *scalar.Scalar, q *Point, m *scalar.Scalar) {
	var tables [2 * oddMultiples]Point
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, m, oddStep)
	digits = c.addMultiple(&schedule, digits, &tables, k, q)
	c.sumDigits(v, &schedule, digits, c.odd[:], tables[:], oddMultiples)
}

// addMultiple adds the digits of k, and sets the rows of tables that they need to multiples of q.
func (c *Curve) addMultiple(schedule *recode.VarTimeSchedule, digits []recode.Digit, tables *[2 * oddMultiples]Point, k *scalar.Scalar, q *Point) []recode.Digit {
	own, images := tables[:oddMultiples], tables[oddMultiples:]
	c.setOddMultiples(own, q)
	limbs := k.Limbs()
	if !c.isE || limbs[2]|limbs[3] == 0 {
		return schedule.Append(digits, &limbs, 0, 0, width, wholeStep)
	}
	k0, k1, n0, n1 := split(k)
	for i := range images {
		c.zeta(&images[i], &own[i])
	}
	digits = schedule.Append(digits, &[4]uint64{k0[0], k0[1]}, n0, 0, width, wholeStep)
	return schedule.Append(digits, &[4]uint64{k1[0], k1[1]}, n1, 1, width, wholeStep)
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
		return c.varTimeIsDO(&w, &v)
	}
	var r Point
	if c.DecodeDO(&r, b) == 0 {
		return false
	}
	f, tm, negative := c.varTimeHalve(k, m)
	var tables [2 * oddMultiples]Point
	c.setOddMultiples(tables[:oddMultiples], q)
	c.setOddMultiples(tables[oddMultiples:], &r)
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, &tm, oddStep)
	digits = schedule.Append(digits, &f.Rho, 0, 0, width, wholeStep)
	digits = schedule.Append(digits, &f.Tau, negative, 1, width, wholeStep)
	var v Point
	c.sumDigits(&v, &schedule, digits, c.odd[:], tables[:], oddMultiples)
	return c.IsNeutral(&v) == 1
}

// varTimeHalve writes k as rho/tau, and the equation [k]q + [m]G = r as [rho]q + [tm]G + [-tau]r = 0:
// negative is the sign of -tau. As the order has 255 bits, rho and |tau| are below 2^128.
func (c *Curve) varTimeHalve(k, m *scalar.Scalar) (f lattice.Fraction, tm scalar.Scalar, negative int) {
	limbs, n := k.Limbs(), c.order.N()
	lattice.Halve(&f, &limbs, &n)
	tau := scalar.New(f.Tau[0], f.Tau[1], f.Tau[2], f.Tau[3])
	c.order.Mul(&tm, &tau, m)
	if f.Negative {
		c.order.Neg(&tm, &tm)
		return f, tm, 0
	}
	return f, tm, 1
}

// varTimeIsDO reports whether v, of odd order, is encoded as w, in variable time.
func (c *Curve) varTimeIsDO(w *field.Element, v *Point) bool {
	// w = -Z/U, or 0 if U = 0.
	if c.IsNeutral(v) == 1 {
		return c.p.IsZero(w) == 1
	}
	var x field.Element
	c.p.Mul(&x, w, &v.u)
	c.p.Add(&x, &x, &v.z)
	return c.p.IsZero(&x) == 1
}
