// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"sync"

	"secant.example/internal/field"
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
	var digits digitLists
	var tables [2][oddSize]affine
	scale := field.One()
	if A.IsIdentity() == 0 && n.IsZero(a) == 0 {
		var ratios [oddSize]element
		setOddMultiples(tables[0][:], tables[1][:], ratios[:], A, &scale)
		var halves [2]recode.Half
		limbs := a.Limbs()
		recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
		for i := range halves {
			abs, negative := halves[i].Abs()
			digits.add(&[3]uint64{abs[0], abs[1], abs[2]}, i, oddWidth, negative)
		}
	}
	limbs := b.Limbs()
	digits.add(&[3]uint64{limbs[0], limbs[1]}, baseRow, baseWidth, 0)
	digits.add(&[3]uint64{limbs[2], limbs[3]}, baseRow+1, baseWidth, 0)
	v.sum(&digits, &tables, &scale)
	return v
}

const (
	maxPositions = 129 // of the digits of integers below 2^128
	maxDigits    = 2*(1+128/oddWidth) + 2*(1+128/baseWidth)
	baseRow      = 2 // and 3: the tables of baseTable
)

// digitLists holds digits that are not zero, and how many there are at each position.
type digitLists struct {
	counts [maxPositions]uint8
	digits [maxDigits]struct {
		value         int16
		position, row uint8
	}
	n    int // of digits
	wnaf [97]recode.WideDigit
}

// add adds the digits of k, below 2^128, or of -k if negative is 1, for a row of the
// tables.
func (l *digitLists) add(k *[3]uint64, row int, width uint, negative int) {
	n := recode.VarTimeWideWNAF(&l.wnaf, k, width)
	sign := -int16(negative)
	for _, d := range l.wnaf[:n] {
		digit := &l.digits[l.n]
		l.n++
		digit.value, digit.position, digit.row = (d.Value^sign)-sign, uint8(d.Position), uint8(row)
		l.counts[d.Position]++
	}
}

// sum sets v to the sum of the digits times powers of 2 times the points with the odd
// multiples tables, which have that scale, or baseTable.
func (v *Point) sum(l *digitLists, tables *[2][oddSize]affine, scale *element) {
	if l.n == 0 {
		*v = Point{}
		return
	}
	// The steps, from the highest position to the lowest: the counts become the indexes
	// of the first ones.
	index := uint8(0)
	for i := maxPositions - 1; i >= 0; i-- {
		l.counts[i], index = index, index+l.counts[i]
	}
	base := baseTable()
	var steps [maxDigits]step
	var positions [maxDigits]uint8
	for i := range l.digits[:l.n] {
		digit := &l.digits[i]
		j := l.counts[digit.position]
		l.counts[digit.position]++
		positions[j] = digit.position
		sign := digit.value >> 15
		odd := uint(digit.value^sign) / 2 // |value|/2, because the value is odd
		steps[j].flags = uint64(sign & stepNegative)
		if digit.row >= baseRow {
			steps[j].q = &base[digit.row-baseRow][odd]
			steps[j].flags |= stepScaled
		} else {
			steps[j].q = &tables[digit.row][odd]
		}
	}
	for i := 1; i < l.n; i++ {
		steps[i].doublings = uint64(positions[i-1] - positions[i])
	}
	q := steps[0].scaled(scale)
	v.setAffine(&q)
	v.takeSteps(scale, steps[1:l.n])
	if last := positions[l.n-1]; last > 0 {
		v.double(int(last))
	}
	p.Mul(&v.z, &v.z, scale)
}

// takeSteps takes all the steps, exceptions or not.
func (v *Point) takeSteps(scale *element, left []step) {
	for len(left) > 0 {
		if v.IsIdentity() == 1 { // until there is something to add to
			q := left[0].scaled(scale)
			v.setAffine(&q)
			left = left[1:]
			continue
		}
		left = left[len(left)-v.steps(scale, left):]
		if len(left) > 0 {
			// The doublings of left[0] have been done, and the addition is an exception.
			q := left[0].scaled(scale)
			v.addComplete(&q)
			left = left[1:]
		}
	}
}
