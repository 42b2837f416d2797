// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

const (
	oddWidth  = 5 // of the digits in non-adjacent form
	oddSize   = 1 << (oddWidth - 2)
	baseWidth = 12 // of those of multiples of the generator
	baseSize  = 1 << (baseWidth - 2)
	baseStep  = 128
)

// baseTable returns the tables of [2i+1]G and [2^128·(2i+1)]G.
var baseTable = sync.OnceValue(func() *[2][baseSize]affine {
	tables := new([2][baseSize]affine)
	points := make([]Point, baseSize)
	q := generator
	for i := range tables {
		if i > 0 {
			q.double(baseStep)
		}
		points[0] = q
		var twice Point
		twice.Double(&q)
		for j := 1; j < baseSize; j++ {
			points[j].Add(&points[j-1], &twice)
		}
		NormalizeBatch(len(points), func(i int) *Point { return &points[i] })
		for j := range points {
			p.Neg(&tables[i][j].minusX, &points[j].x)
			tables[i][j].y = points[j].y
		}
	}
	return tables
})

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G, where G is the generator, and
// returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *scalar.Scalar, A *Point, b *scalar.Scalar) *Point {
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	var tables [2][oddSize]affine
	scale := field.One()
	if A.IsIdentity() == 0 && n.IsZero(a) == 0 {
		var ratios [oddSize]element
		setOddMultiples(tables[0][:], tables[1][:], ratios[:], A, &scale)
		var halves [2]recode.HalfScalar
		limbs := a.Limbs()
		recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
		for i := range halves {
			abs, negative := halves[i].Abs()
			digits = schedule.Append(digits, &abs, negative, i, oddWidth, wholeStep)
		}
	}
	limbs := b.Limbs()
	digits = appendBase(&schedule, digits, &limbs, baseRow)
	v.sum(&schedule, digits, &tables, &scale)
	return v
}

const (
	maxDigits = 2*(1+128/oddWidth) + 2*(1+128/baseWidth) // of four multipliers below 2^128
	baseRow   = 2                                        // and 3: the tables of baseTable
	wholeStep = 257                                      // of a point of which there is one table
)

// appendBase appends the digits of k for the rows of baseTable, which are row and row + 1. It
// splits k before it is written with digits: those of the whole would reach 2^256.
func appendBase(schedule *recode.VarTimeSchedule, digits []recode.Digit, k *[4]uint64, row int) []recode.Digit {
	digits = schedule.Append(digits, &[4]uint64{k[0], k[1]}, 0, row, baseWidth, wholeStep)
	return schedule.Append(digits, &[4]uint64{k[2], k[3]}, 0, row+1, baseWidth, wholeStep)
}

// sum sets v to the sum of the digits times powers of 2 times the points with the odd
// multiples tables, which have that scale, or baseTable.
func (v *Point) sum(schedule *recode.VarTimeSchedule, digits []recode.Digit, tables *[2][oddSize]affine, scale *element) {
	var memory [maxDigits]recode.Digit
	sorted := schedule.Sort(memory[:], digits)
	if len(sorted) == 0 {
		*v = Point{}
		return
	}
	base := baseTable()
	var steps [maxDigits]step
	at := sorted[0].Position()
	for i, d := range sorted {
		s, odd := msm.NextStep[affine](&at, d)
		if d.Row() >= baseRow {
			s.Q = &base[d.Row()-baseRow][odd]
			s.Flags |= stepScaled
		} else {
			s.Q = &tables[d.Row()][odd]
		}
		steps[i] = s
	}
	q := scaled(&steps[0], scale)
	v.setAffine(&q)
	v.takeSteps(scale, steps[1:len(sorted)])
	if at > 0 {
		v.double(int(at))
	}
	p.Mul(&v.z, &v.z, scale)
}

// takeSteps takes all the steps, exceptions or not.
func (v *Point) takeSteps(scale *element, left []step) {
	for len(left) > 0 {
		if v.IsIdentity() == 1 { // until there is something to add to
			q := scaled(&left[0], scale)
			v.setAffine(&q)
			left = left[1:]
			continue
		}
		left = left[len(left)-v.steps(scale, left):]
		if len(left) > 0 {
			// The doublings of left[0] have been done, and the addition is an exception.
			q := scaled(&left[0], scale)
			v.addComplete(&q)
			left = left[1:]
		}
	}
}
