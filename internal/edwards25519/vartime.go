// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of a few multiples in variable time. They are the algorithm of Straus, as
// in internal/msm, but on the stack, and with the affine table of the generator.

const (
	expandedWidth = 5 // of the digits in non-adjacent form
	expandedStep  = 32
	expandedRows  = 256 / expandedStep
	oddMultiples  = 1 << (expandedWidth - 2)
)

// An ExpandedPoint is a point with precomputed multiples: the odd ones up to 15 of
// A, [2^32]A, [2^64]A, ..., [2^224]A. Products with it, in variable time, take 32
// doublings instead of 253. Its zero value is not valid.
type ExpandedPoint struct {
	table [expandedRows * oddMultiples]cached
}

// Set sets e to A, expanded, and returns e, in variable time.
func (e *ExpandedPoint) Set(A *Point) *ExpandedPoint {
	q := *A
	const n = oddMultiples
	for i := 0; i < len(e.table); i += n {
		if i > 0 {
			q.varTimeDouble(expandedStep)
		}
		e.table[i].set(&q)
		if i%(2*n) == n {
			varTimeOddMultiples(e.table[i-n:i], e.table[i:i+n])
		}
	}
	if affineSaves() {
		normalize(e.table[:], oddMultiples) // those are what large sums add to buckets
	}
	return e
}

// normalize divides the coordinates of every so many-th point, from the first one on, by its Z, in variable time: with Z = 1, as
// decoding leaves it, an addition has a product less.
func normalize(points []cached, apart int) {
	// Several share an inversion.
	var some [64]*cached
	n := 0
	for i := 0; i < len(points); i += apart {
		if points[i].z2 != two {
			some[n] = &points[i]
			if n++; n == len(some) {
				normalizeSome(some[:])
				n = 0
			}
		}
	}
	if n > 0 {
		normalizeSome(some[:n])
	}
}

// normalizeSome is normalize for up to 64 points.
func normalizeSome(points []*cached) {
	var before [64]field.Element // the products of 2Z of the points before each
	product := field.One()
	for i, c := range points {
		before[i] = product
		p.Mul(&product, &product, &c.z2)
	}
	inverse := &product // of the product up to each, but for the factor 2
	p.InvVarTime(inverse, &product)
	p.Double(inverse, inverse)
	for i := len(points) - 1; i >= 0; i-- {
		c, k := points[i], &before[i]
		p.Mul(k, k, inverse)
		p.Mul(inverse, inverse, &c.z2)
		p.Mul(&c.yPlusX, &c.yPlusX, k)
		p.Mul(&c.yMinusX, &c.yMinusX, k)
		p.Mul(&c.t2d, &c.t2d, k)
		c.z2 = two
	}
}

// Point sets v to the point that was expanded and returns v.
func (e *ExpandedPoint) Point(v *Point) *Point {
	v.setCached(&e.table[0], false)
	return v
}

// IsValid reports whether e is not the zero value.
func (e *ExpandedPoint) IsValid() bool { return e.table[0].isValid() }

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]B, where B is the generator,
// and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *scalar.Scalar, A *Point, b *scalar.Scalar) *Point {
	var tables [oddMultiples]cached
	tables[0].set(A)
	varTimeOddMultiples(tables[:], tables[:])
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, b)
	digits = add(&schedule, digits, a, 0, wholeStep)
	return v.sum(&schedule, digits, tables[:], false)
}

// VarTimeDoubleScalarBaseMultExpanded sets v = [a]A + [b]B, where B is the
// generator, and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMultExpanded(a *scalar.Scalar, A *ExpandedPoint, b *scalar.Scalar) *Point {
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, b)
	digits = add(&schedule, digits, a, 0, expandedStep)
	return v.sum(&schedule, digits, A.table[:], true)
}

// VarTimeTripleScalarBaseMult sets v = [a]A + [c]C + [b]B, where B is the
// generator, and returns v, in variable time. The longer of a and c, but no less
// than 32 bits, determines the number of doublings; b does not.
func (v *Point) VarTimeTripleScalarBaseMult(a *scalar.Scalar, A *Point, c *scalar.Scalar, C *Point, b *scalar.Scalar) *Point {
	var tables [2 * oddMultiples]cached
	tables[0].set(A)
	tables[oddMultiples].set(C)
	varTimeOddMultiples(tables[:oddMultiples], tables[oddMultiples:])
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, b)
	digits = add(&schedule, digits, a, 0, wholeStep)
	digits = add(&schedule, digits, c, 1, wholeStep)
	return v.sum(&schedule, digits, tables[:], false)
}

const (
	maxDigits = 1 + 256/oddWidth + 2*(1+256/expandedWidth)
	baseRow   = 128 // and more: the rows of oddTable
	wholeStep = 257 // of a point of which there is one table
)

// add adds the digits of x for the point with the tables from row on, one for each
// step positions.
func add(schedule *recode.VarTimeSchedule, digits []recode.Digit, x *scalar.Scalar, row, step int) []recode.Digit {
	limbs := x.Limbs()
	return schedule.Append(digits, &limbs, 0, row, expandedWidth, step)
}

// addBase adds the digits of x for the generator.
func addBase(schedule *recode.VarTimeSchedule, digits []recode.Digit, x *scalar.Scalar) []recode.Digit {
	limbs := x.Limbs()
	return schedule.Append(digits, &limbs, 0, baseRow, oddWidth, oddStep)
}

// sum sets v to the sum of the digits times powers of 2 times the points with
// the odd multiples tables[row·oddMultiples:], or oddTable[(row-baseRow)·64:], and returns v. If cold, the tables
// may have left the caches.
func (v *Point) sum(schedule *recode.VarTimeSchedule, digits []recode.Digit, tables []cached, cold bool) *Point {
	*v = identity
	var memory [maxDigits]recode.Digit
	sorted := schedule.Sort(memory[:], digits)
	if len(sorted) == 0 {
		return v
	}
	var steps [maxDigits]step
	at := sorted[0].Position() // doublings of the identity are none
	for i, d := range sorted {
		s, odd := msm.NextStep[cached](&at, d)
		if d.Row() >= baseRow {
			s.Q = &oddTable[int(d.Row()-baseRow)<<(oddWidth-2)+odd]
		} else {
			s.Q = &tables[int(d.Row())*oddMultiples+odd]
		}
		steps[i] = s
	}
	if cold {
		fetch(steps[:len(sorted)])
	}
	v.varTimeSumSteps(steps[:len(sorted)], at == 0)
	if at > 0 {
		v.double(int(at))
	}
	return v
}
