// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of a few multiples in variable time. They are the algorithm of Straus, as
// in internal/msm, but on the stack, and with the affine table of the generator.

const (
	expandedWidth = 5 // of the digits in non-adjacent form
	expandedStep  = 64
	oddMultiples  = 1 << (expandedWidth - 2)
)

// An ExpandedPoint is a point with precomputed multiples: the odd ones up to 15 of
// A, [2^64]A, [2^128]A and [2^192]A. Products with it, in variable time, take 64
// doublings instead of 253. Its zero value is not valid.
type ExpandedPoint struct {
	table [4 * oddMultiples]cached
}

// Set sets e to A, expanded, and returns e.
func (e *ExpandedPoint) Set(A *Point) *ExpandedPoint {
	q := *A
	const n = oddMultiples
	for i := 0; i < len(e.table); i += n {
		if i > 0 {
			q.double(expandedStep)
		}
		e.table[i].set(&q)
		if i%(2*n) == n {
			setOddMultiples(e.table[i-n:i], e.table[i:i+n])
		}
	}
	return e
}

// Point sets v to the point that was expanded and returns v.
func (e *ExpandedPoint) Point(v *Point) *Point {
	v.setCached(&e.table[0], false)
	return v
}

// IsValid reports whether e is not the zero value.
func (e *ExpandedPoint) IsValid() bool { return e.table[0].z2 != (field.Element{}) }

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]B, where B is the generator,
// and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *scalar.Scalar, A *Point, b *scalar.Scalar) *Point {
	var tables [oddMultiples]cached
	tables[0].set(A)
	setOddMultiples(tables[:], tables[:])
	var digits digitLists
	digits.add(b, baseRow, oddWidth, oddStep)
	digits.add(a, 0, expandedWidth, maxPositions)
	return v.sum(&digits, tables[:])
}

// VarTimeDoubleScalarBaseMultExpanded sets v = [a]A + [b]B, where B is the
// generator, and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMultExpanded(a *scalar.Scalar, A *ExpandedPoint, b *scalar.Scalar) *Point {
	var digits digitLists
	digits.add(b, baseRow, oddWidth, oddStep)
	digits.add(a, 0, expandedWidth, expandedStep)
	return v.sum(&digits, A.table[:])
}

// VarTimeTripleScalarBaseMult sets v = [a]A + [c]C + [b]B, where B is the
// generator, and returns v, in variable time. The longer of a and c, but no less
// than 64 bits, determines the number of doublings; b does not.
func (v *Point) VarTimeTripleScalarBaseMult(a *scalar.Scalar, A *Point, c *scalar.Scalar, C *Point, b *scalar.Scalar) *Point {
	var tables [2 * oddMultiples]cached
	tables[0].set(A)
	tables[oddMultiples].set(C)
	setOddMultiples(tables[:oddMultiples], tables[oddMultiples:])
	var digits digitLists
	digits.add(b, baseRow, oddWidth, oddStep)
	digits.add(a, 0, expandedWidth, maxPositions)
	digits.add(c, 1, expandedWidth, maxPositions)
	return v.sum(&digits, tables[:])
}

const (
	maxPositions = 257 // of digits
	baseRow      = 128 // and more: the rows of oddTable
)

// digitLists holds, for each position, a list of digits with that weight.
type digitLists struct {
	heads  [maxPositions]uint8 // indexes of digits; 0 ends a list
	digits [1 + 32 + 2*52]struct {
		next, row uint8
		value     int8
	}
	n      int // of digits
	sparse [129]recode.SparseDigit
}

// add adds the digits of x. Those of the positions from j·step on belong to row
// row + j of the tables and to the position less j·step.
func (l *digitLists) add(x *scalar.Scalar, row int, width uint, step int) {
	limbs := x.Limbs()
	n := recode.VarTimeSparseWNAF(&l.sparse, &limbs, width)
	for _, d := range l.sparse[:n] {
		part := int(d.Position) / step
		head := &l.heads[int(d.Position)-part*step]
		l.n++
		digit := &l.digits[l.n]
		digit.next, digit.row, digit.value = *head, uint8(row+part), d.Value
		*head = uint8(l.n)
	}
}

// sum sets v to the sum of the digits times powers of 2 times the points with
// the odd multiples tables[row·oddMultiples:], or oddTable[(row-baseRow)·64:], and returns v.
func (v *Point) sum(l *digitLists, tables []cached) *Point {
	i := len(l.heads) - 1
	for i >= 0 && l.heads[i] == 0 {
		i--
	}
	*v = identity
	var steps [len(l.digits)]step
	n := 0
	doublings := uint32(0) // that are due before the next addition
	for ; i >= 0; i-- {
		for e := l.heads[i]; e != 0; {
			digit := &l.digits[e]
			e = digit.next
			odd := int(max(digit.value, -digit.value)) / 2
			var q *cached
			if digit.row >= baseRow {
				q = &oddTable[int(digit.row-baseRow)<<(oddWidth-2)+odd]
			} else {
				q = &tables[int(digit.row)*oddMultiples+odd]
			}
			steps[n] = step{q, uint32(digit.value) >> 31, doublings}
			n++
			doublings = 0
		}
		doublings++
	}
	if n == 0 {
		return v
	}
	steps[0].doublings = 0 // of the identity
	doublings--            // weight 1 has none below
	v.sumSteps(0, steps[:n], doublings == 0)
	if doublings > 0 {
		v.double(int(doublings))
	}
	return v
}
