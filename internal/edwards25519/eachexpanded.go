// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of a multiple of an expanded point and one of the generator in the lanes of vectors, as in each.go: public, and in
// variable time.
//
// All lanes have the same steps, so their digits have the same places. An ExpandedPoint has odd multiples only. The digits
// 2x - 15 for x from 0 to 15 are odd, and
//
//	sum over i < 64 of (2 x_i - 15)·16^i = 2X - (2^256 - 1),  where X = sum of x_i·16^i,
//
// is K | 1 for X = 2^255 + floor(K/2). If K is even, that is one A too many, which the last step subtracts.

const (
	expandedDigitBits = 4
	expandedBaseBits  = 8 // of the signed digits of the generator's multiplier
	expandedBaseCount = 256 / expandedBaseBits
	expandedSteps     = 256/expandedDigitBits + expandedBaseCount + 1
)

// expandedBase returns the multiples of [2^32i]B for each i, up to 128: 128 KiB, which are made when they are first needed.
var expandedBase = sync.OnceValue(func() *[expandedRows][1 << (expandedBaseBits - 1)]cached {
	tables := new([expandedRows][1 << (expandedBaseBits - 1)]cached)
	for i := range tables {
		baseMultiples(i*expandedStep, len(tables[i]), func(j int, q *cached) { tables[i][j] = *q })
	}
	return tables
})

// An ExpandedSum is [K]A + [KB]B, where B is the generator.
type ExpandedSum struct {
	A     *ExpandedPoint
	K, KB scalar.Scalar
}

// An expandedWork is what sums of them in lanes keep.
type expandedWork struct {
	room  laneRoom // first, where it is aligned
	state eachState
	steps [expandedSteps]eachExpandedStep
}

var expandedWorks = sync.Pool{New: func() any { return new(expandedWork) }}

// VarTimeExpandedSums sets each v[i] to sums[i], as [Point.VarTimeDoubleScalarBaseMultExpanded] does, in variable time: up to
// eight of them at once, of which each takes the less time, the more there are.
func VarTimeExpandedSums(v []Point, sums []ExpandedSum) {
	fewest, _ := expandedGroups()
	if len(sums) >= fewest {
		w := expandedWorks.Get().(*expandedWork)
		for len(sums) >= fewest {
			n := min(len(sums), eachCount)
			w.multiply(v[:n], sums[:n])
			v, sums = v[n:], sums[n:]
		}
		clear(w.steps[:]) // of references
		expandedWorks.Put(w)
	}
	for i := range sums {
		v[i].VarTimeDoubleScalarBaseMultExpanded(&sums[i].K, sums[i].A, &sums[i].KB)
	}
}

// ExpandedSumsCost returns how long [VarTimeExpandedSums] takes for k sums, in hundredths of
// [Point.VarTimeDoubleScalarBaseMultExpanded], as it was measured.
func ExpandedSumsCost(k int) int {
	fewest, group := expandedGroups()
	return field.CostInGroups(k, eachCount, fewest, group)
}

// multiply sets each v[j] to sums[j].
func (w *expandedWork) multiply(v []Point, sums []ExpandedSum) {
	var own [eachCount]recode.Odd // X of each lane
	var ofBase [eachCount]recode.Booth
	var ofBases [expandedRows][eachCount][]cached
	var tables [eachCount]*ExpandedPoint
	last := &w.steps[expandedSteps-1]
	last.Negative, last.Doublings = 0, 0
	for j := range eachCount {
		// A lane that nobody asked for has the sum of the last one.
		s := &sums[min(j, len(sums)-1)]
		k, kb := s.K.Limbs(), s.KB.Limbs()
		own[j] = recode.Odd{k[0]>>1 | k[1]<<63, k[1]>>1 | k[2]<<63, k[2]>>1 | k[3]<<63, k[3]>>1 | 1<<63}
		ofBase[j] = recode.NewBooth(&kb)
		tables[j] = s.A
		last.Q[j] = &cachedIdentity
		if k[0]&1 == 0 {
			last.Q[j] = &s.A.table[0]
			last.Negative |= 1 << j
		}
		w.state.set(j, &identity)
	}
	base := expandedBase()
	for row := range base {
		for j := range eachCount {
			ofBases[row][j] = base[row][:]
		}
	}
	steps := w.steps[:0]
	next := func() *eachExpandedStep {
		steps = steps[:len(steps)+1]
		s := &steps[len(steps)-1]
		s.Negative, s.Doublings = 0, 0
		return s
	}
	for at := expandedStep - expandedDigitBits; at >= 0; at -= expandedDigitBits {
		first := len(steps)
		for row := range expandedRows {
			s := next()
			bit := row*expandedStep + at
			for j := range eachCount {
				index, negative := own[j].Digit(uint(bit), expandedDigitBits)
				s.Q[j] = &tables[j].table[row*oddMultiples+int(index)]
				s.Negative |= negative << j
			}
		}
		if at%expandedBaseBits == 0 {
			for row := range ofBases {
				next().add(&ofBases[row], &ofBase, uint(row*expandedStep+at)/expandedBaseBits, expandedBaseBits, &cachedIdentity)
			}
		}
		if first > 0 {
			steps[first].Doublings = expandedDigitBits
		}
	}
	varTimeEachExpandedSteps(&w.state, w.steps[:], &w.room)
	for j := range sums {
		v[j] = w.state.get(j)
	}
}
