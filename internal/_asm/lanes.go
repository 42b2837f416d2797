// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/mmcloughlin/avo/operand"

// An engine computes modulo 2^255 - 19 with four elements in the lanes of vectors. A product
// has two operands, left and right, which are tight; its result is raw, and combinations of
// the lanes of one raw result make the next operands.
type engine interface {
	// combineLeft sets left to a combination of the lanes of raw.
	combineLeft(c combination)
	// combineBoth sets left and right to the lanes of a combination of the lanes of raw that
	// the operands of VPERMQ or, for lanes known when it runs only, the engine's own say.
	combineBoth(c combination, first, second operand.Op)
	product() // raw = left·right
	square()  // raw = left^2
}

// A combination is a sum of terms in each lane.
type combination []laneTerm

// A laneTerm is one lane of a vector in each lane, or none, counted twice in some and
// subtracted in some.
type laneTerm struct {
	from            [4]int
	twice, negative laneSet
}

// none is the number of no lane.
const none = -1

// A laneSet has bit j for lane j.
type laneSet uint8

const allLanes = laneSet(0b1111)

// used returns the lanes that from sets.
func used(from [4]int) (s laneSet) {
	for j, lane := range from {
		if lane != none {
			s |= 1 << j
		}
	}
	return s
}

// inPairs reports whether from takes the lanes even and odd of each pair, or none.
func inPairs(from [4]int, even, odd int) bool {
	for j, lane := range from {
		if lane != none && lane != j&2+[2]int{even, odd}[j&1] {
			return false
		}
	}
	return true
}

// keepsHalves reports whether every lane comes from its own pair.
func keepsHalves(from [4]int) bool {
	for j, lane := range from {
		if lane != none && lane&2 != j&2 {
			return false
		}
	}
	return true
}

// pairLanes returns the immediate operand of VPERMILPD for from, which keeps halves.
func pairLanes(from [4]int) operand.Op {
	imm := uint8(0)
	for half := range 2 {
		for j, lane := range from {
			imm |= uint8(max(lane, 0)&1) << (4*half + j)
		}
	}
	return operand.U8(imm)
}

// quarterLanes returns the immediate operand of VPERMQ for from.
func quarterLanes(from [4]int) operand.Op {
	return operand.U8(lanes(uint8(max(from[0], 0)), uint8(max(from[1], 0)), uint8(max(from[2], 0)), uint8(max(from[3], 0))))
}

// lanes returns the immediate operand of VPERMQ for the lanes that go to lanes 0 to 3.
func lanes(l0, l1, l2, l3 uint8) uint8 { return l0 | l1<<2 | l2<<4 | l3<<6 }

// sumsDifferences is (x0 + x1, x0 - x1, x2 + x3, x2 - x3), and firstAndDifferences the same
// but for the first lane, x0.
var (
	sumsDifferences     = combination{{from: [4]int{1, 1, 3, 3}, negative: 0b1010}, {from: [4]int{0, 0, 2, 2}}}
	firstAndDifferences = combination{{from: [4]int{none, 1, 3, 3}, negative: 0b1010}, {from: [4]int{0, 0, 2, 2}}}
)

// The formulas of edwards25519 on the lanes (X, Y, Z, T), with a = -1: those of formulas.go.
var (
	// (X, Y, X+Y, Z)
	doublingOperand = combination{{from: [4]int{none, none, 1, none}}, {from: [4]int{0, 1, 0, 2}}}
	// (H, G, F, E) = (B + A, B - A, 2C - B + A, S - B - A) of the squares (A, B, S, C)
	doublingFactors = combination{
		{from: [4]int{0, 0, 0, 0}, negative: 0b1010},
		{from: [4]int{1, 1, 1, 1}, negative: 0b1100},
		{from: [4]int{none, none, 3, 2}, twice: 0b0100},
	}
	// (Y+X, Y-X, Z, T)
	additionOperand = combination{{from: [4]int{0, 0, none, none}, negative: 0b0010}, {from: [4]int{1, 1, 2, 3}}}
	// (H, E, G, F) of (B, A, D, C)
	additionFactors = sumsDifferences
)

// What doublePoint and addPoint take from their factors: (E, G, F, E) and (F, H, G, H).
var (
	doublingFirst, doublingSecond = operand.U8(lanes(3, 1, 2, 3)), operand.U8(lanes(2, 0, 1, 0))
	additionFirst, additionSecond = operand.U8(lanes(1, 2, 3, 1)), operand.U8(lanes(3, 0, 2, 0))
)

// doublePoint sets raw to the double of the point raw.
func doublePoint(e engine) {
	e.combineLeft(doublingOperand)
	e.square()
	e.combineBoth(doublingFactors, doublingFirst, doublingSecond)
	e.product()
}

// addPoint adds to the point raw the cached point with y+x, y-x, 2z, 2dt in right. To subtract
// one, y+x and y-x are exchanged there, and F and G in what factors returns, the operands of
// combineBoth, since the sign of 2dt is the wrong one.
func addPoint(e engine, factors func() (first, second operand.Op)) {
	e.combineLeft(additionOperand)
	e.product()
	first, second := factors()
	e.combineBoth(additionFactors, first, second)
	e.product()
}

func ownFactors() (first, second operand.Op) { return additionFirst, additionSecond }
