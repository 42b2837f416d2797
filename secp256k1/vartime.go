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
	var terms stepLists
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
			terms.add(&[3]uint64{abs[0], abs[1], abs[2]}, tables[i][:], oddWidth, uint64(negative))
		}
	}
	limbs := b.s.Limbs()
	base := baseTable()
	terms.add(&[3]uint64{limbs[0], limbs[1]}, base[0][:], baseWidth, stepScaled)
	terms.add(&[3]uint64{limbs[2], limbs[3]}, base[1][:], baseWidth, stepScaled)
	terms.sum(v, &scale)
	return v
}

// stepLists holds, for each position, a list of the digits with that weight.
type stepLists struct {
	heads [maxPositions]uint8 // indexes of terms; 0 ends a list
	terms [1 + maxTerms]struct {
		q     *affine
		flags uint8
		next  uint8
	}
	n      int // of terms
	digits [97]recode.WideDigit
}

const (
	maxPositions = 129 // of the digits of integers below 2^128
	maxTerms     = 2*(1+128/oddWidth) + 2*(1+128/baseWidth)
)

// add adds the digits of k, below 2^128, for a point with the odd multiples table. flags
// are those of the steps for positive digits.
func (l *stepLists) add(k *[3]uint64, table []affine, width uint, flags uint64) {
	n := recode.VarTimeWideWNAF(&l.digits, k, width)
	for _, d := range l.digits[:n] {
		head := &l.heads[d.Position]
		l.n++
		term := &l.terms[l.n]
		sign := d.Value >> 15
		term.q = &table[((d.Value^sign)-sign)>>1]
		term.flags = uint8(flags) ^ uint8(sign&stepNegative)
		term.next = *head
		*head = uint8(l.n)
	}
}

// sum sets v to the sum of the terms.
func (l *stepLists) sum(v *Point, scale *element) {
	var steps [maxTerms + 1]step
	n := 0
	doublings := uint64(0)
	for i := maxPositions - 1; i >= 0; i-- {
		for e := l.heads[i]; e != 0; {
			term := &l.terms[e]
			e = term.next
			steps[n] = step{term.q, doublings, uint64(term.flags)}
			doublings = 0
			n++
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
		left = left[len(left)-v.steps(scale, left):]
		if len(left) == 0 {
			break
		}
		// The doublings of left[0] have been done, and the addition is an exception.
		q := left[0].scaled(scale)
		v.addComplete(&q)
		left = left[1:]
		for len(left) > 0 && v.IsIdentity() == 1 {
			q := left[0].scaled(scale)
			v.setAffine(&q)
			left = left[1:]
		}
	}
	if doublings > 1 { // one less than counted, since weight 1 has none below
		v.double(int(doublings - 1))
	}
	p.Mul(&v.z, &v.z, scale)
}
