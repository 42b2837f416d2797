// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/mmcloughlin/avo/operand"

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

// lanesInPlace moves no lane.
var lanesInPlace = [4]int{0, 1, 2, 3}

// otherHalf returns the lanes that from sets to one of the other half.
func otherHalf(from [4]int) (s laneSet) {
	for j, lane := range from {
		if lane != none && lane&2 != j&2 {
			s |= 1 << j
		}
	}
	return s
}

// withinHalves returns from as it is once the halves are where they are needed. Lanes that it does not set keep their places.
func withinHalves(from [4]int) [4]int {
	within := lanesInPlace
	for j, lane := range from {
		if lane != none {
			within[j] = j&2 | lane&1
		}
	}
	return within
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

// The formulas of edwards25519, with a = -1, those of formulas.go, in doubles: with Y, T, Z and X of a point in the lanes, since it costs
// less to exchange the halves of a vector than to move its lanes in any other way: what a term takes from the other half
// is all that it takes, or keeps its place. E, F, G and H are the factors of the coordinates of the result. They are the first ones
// as they are, and the second ones are halves exchanged or neighbours.
var (
	crossedLanes = [4]int{1, 3, 2, 0} // which of X, Y, Z and T lane j has
	// (Y, Y+X, Z, X)
	doublingOperand = combination{{from: [4]int{none, 3, none, none}}, {from: [4]int{0, 0, 2, 3}}}
	// (G, H, F, E) = (B - A, B + A, 2C + A - B, S - A - B) of the squares (B, S, C, A)
	doublingFactors = combination{
		{from: [4]int{none, none, 2, 1}, twice: 0b0100},
		{from: [4]int{3, 3, 0, 0}, negative: 0b1101},
		{from: [4]int{0, 0, 3, 3}, negative: 0b1000},
	}
	// (Z, Y+X, T, Y-X)
	additionOperand = combination{{from: [4]int{2, 3, 1, 0}}, {from: [4]int{none, 0, none, 3}, negative: 0b1000}}
	// (G, H, F, E) = (D + C, B + A, D - C, B - A) of (D, B, C, A)
	additionFactors = combination{{from: [4]int{2, 3, 0, 1}}, {from: [4]int{0, 1, 2, 3}, negative: 0b1100}}
)

// secondFactors makes (H, E, G, F) of (G, H, F, E), for VPERMQ.
var secondFactors = operand.U8(lanes(1, 3, 0, 2))

// doublePoint sets raw to the double of the point raw.
func (e *floats) doublePoint() {
	e.combineLeft(doublingOperand)
	e.square()
	e.combineBoth(doublingFactors)
	e.product()
}

// addPoint adds to the point raw the cached point in right, with Y+X, Y-X, 2Z and 2d·T where additionOperand has Y+X,
// Y-X, Z and T. To subtract a point, Y+X and Y-X are exchanged, and 2d·T changes its sign.
func (e *floats) addPoint() {
	e.combineLeft(additionOperand)
	e.product()
	e.combineBoth(additionFactors)
	e.product()
}
