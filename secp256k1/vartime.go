// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/recode"
)

const (
	oddWidth  = 5 // of the digits in non-adjacent form
	oddSize   = 1 << (oddWidth - 2)
	baseWidth = 11 // of those of multiples of the generator
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
		NormalizeBatch(points)
		for j := range points {
			p.Neg(&tables[i][j].minusX, &points[j].x)
			tables[i][j].y = points[j].y
		}
	}
	return tables
})

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G, where G is the generator, and
// returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point {
	var digits digitLists
	var tables [2][oddSize]affine
	scale := field.One()
	if A.IsIdentity() == 0 && a.IsZero() == 0 {
		var ratios [oddSize]element
		setOddMultiples(tables[0][:], tables[1][:], ratios[:], A, &scale)
		var halves [2]recode.Half
		limbs := a.s.Limbs()
		recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
		for i := range halves {
			abs, negative := halves[i].Abs()
			digits.add(&[3]uint64{abs[0], abs[1], abs[2]}, i, oddWidth, negative)
		}
	}
	limbs := b.s.Limbs()
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

// digitLists holds, for each position, a list of the digits with that weight that are not
// zero.
type digitLists struct {
	heads  [maxPositions]uint8 // indexes of digits; 0 ends a list
	digits [1 + maxDigits]struct {
		value     int16
		row, next uint8
	}
	n    int // of digits
	wnaf [97]recode.WideDigit
}

// add adds the digits of k, below 2^128, or of -k if negative is 1, for a row of the
// tables.
func (l *digitLists) add(k *[3]uint64, row int, width uint, negative int) {
	n := recode.VarTimeWideWNAF(&l.wnaf, k, width)
	for _, d := range l.wnaf[:n] {
		head := &l.heads[d.Position]
		l.n++
		digit := &l.digits[l.n]
		sign := -int16(negative)
		digit.value, digit.row, digit.next = (d.Value^sign)-sign, uint8(row), *head
		*head = uint8(l.n)
	}
}

// sum sets v to the sum of the digits times powers of 2 times the points with the odd
// multiples tables, which have that scale, or baseTable.
func (v *Point) sum(l *digitLists, tables *[2][oddSize]affine, scale *element) {
	base := baseTable()
	var steps [maxDigits]step
	n := 0
	doublings := uint64(0)
	for i := maxPositions - 1; i >= 0; i-- {
		for e := l.heads[i]; e != 0; {
			digit := &l.digits[e]
			e = digit.next
			sign := digit.value >> 15
			odd := uint(digit.value^sign) / 2 // |value|/2, because the value is odd
			s := step{doublings: doublings, flags: uint64(sign & stepNegative)}
			if digit.row >= baseRow {
				s.q = &base[digit.row-baseRow][odd]
				s.flags |= stepScaled
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
		*v = Point{}
		return
	}
	q := steps[0].scaled(scale)
	v.setAffine(&q)
	for left := steps[1:n]; len(left) > 0; {
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
	if doublings > 1 { // one less than counted, since weight 1 has none below
		v.double(int(doublings - 1))
	}
	p.Mul(&v.z, &v.z, scale)
}
