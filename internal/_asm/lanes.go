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
	// the operands of VPERMQ or, for lanes known when it runs only, the engine's own say. first is nil for lanes as they are.
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

// sumsDifferences is (x0 + x1, x0 - x1, x2 + x3, x2 - x3), and firstAndDifferences the same
// but for the first lane, x0.
var (
	sumsDifferences     = combination{{from: [4]int{1, 1, 3, 3}, negative: 0b1010}, {from: [4]int{0, 0, 2, 2}}}
	firstAndDifferences = combination{{from: [4]int{none, 1, 3, 3}, negative: 0b1010}, {from: [4]int{0, 0, 2, 2}}}
)

// pointLanes are the formulas of edwards25519, with a = -1, those of formulas.go, for one order of the coordinates
// of a point in the lanes. E, F, G and H are the factors of the coordinates of the result.
type pointLanes struct {
	order                            [4]int // which of X, Y, Z and T lane j has
	doublingOperand, doublingFactors combination
	additionOperand, additionFactors combination
	doublingSecond                   operand.Op // for VPERMQ: the lanes that make the second factors of a doubling, of the first ones
	additionFirst, additionSecond    operand.Op // and both of an addition, in the order of the results
}

// adjacentLanes are (X, Y, Z, T).
var adjacentLanes = pointLanes{
	order: [4]int{0, 1, 2, 3},
	// (X, X+Y, Y, Z)
	doublingOperand: combination{{from: [4]int{none, 1, none, none}}, {from: [4]int{0, 0, 1, 2}}},
	// (E, G, F, H) = (S - A - B, B - A, 2C - B + A, A + B) of the squares (A, S, B, C)
	doublingFactors: combination{
		{from: [4]int{0, 0, 0, 0}, negative: 0b0011},
		{from: [4]int{2, 2, 2, 2}, negative: 0b0101},
		{from: [4]int{1, none, 3, none}, twice: 0b0100},
	},
	doublingSecond: operand.U8(lanes(2, 3, 1, 0)),
	// (Y+X, Y-X, Z, T)
	additionOperand: combination{{from: [4]int{0, 0, none, none}, negative: 0b0010}, {from: [4]int{1, 1, 2, 3}}},
	// (H, E, G, F) of (B, A, D, C)
	additionFactors: sumsDifferences,
	additionFirst:   operand.U8(lanes(1, 2, 3, 1)), additionSecond: operand.U8(lanes(3, 0, 2, 0)),
}

// crossedLanes are (Y, T, Z, X), for an engine to which it costs less to exchange the halves of a vector than to
// move its lanes in any other way: what a term takes from the other half is all that it takes, or keeps its place.
// The factors are the first ones as they are, and the second ones are halves exchanged or neighbours.
var crossedLanes = pointLanes{
	order: [4]int{1, 3, 2, 0},
	// (Y, Y+X, Z, X)
	doublingOperand: combination{{from: [4]int{none, 3, none, none}}, {from: [4]int{0, 0, 2, 3}}},
	// (G, H, F, E) = (B - A, B + A, 2C + A - B, S - A - B) of the squares (B, S, C, A)
	doublingFactors: combination{
		{from: [4]int{none, none, 2, 1}, twice: 0b0100},
		{from: [4]int{3, 3, 0, 0}, negative: 0b1101},
		{from: [4]int{0, 0, 3, 3}, negative: 0b1000},
	},
	doublingSecond: secondFactors,
	// (Z, Y+X, T, Y-X)
	additionOperand: combination{{from: [4]int{2, 3, 1, 0}}, {from: [4]int{none, 0, none, 3}, negative: 0b1000}},
	// (G, H, F, E) = (D + C, B + A, D - C, B - A) of (D, B, C, A)
	additionFactors: combination{{from: [4]int{2, 3, 0, 1}}, {from: [4]int{0, 1, 2, 3}, negative: 0b1100}},
	additionSecond:  secondFactors,
}

// secondFactors makes (H, E, G, F) of (G, H, F, E).
var secondFactors = operand.U8(lanes(1, 3, 0, 2))

// doublePoint sets raw to the double of the point raw.
func doublePoint(e engine, p *pointLanes) {
	e.combineLeft(p.doublingOperand)
	e.square()
	e.combineBoth(p.doublingFactors, nil, p.doublingSecond)
	e.product()
}

// addPoint adds to the point raw the cached point in right, with Y+X, Y-X, 2Z and 2d·T where additionOperand has Y+X,
// Y-X, Z and T. factors returns the operands of combineBoth. To subtract a point, Y+X and Y-X are exchanged, and 2d·T changes
// its sign, or F and G are exchanged in what factors returns.
func addPoint(e engine, p *pointLanes, factors func() (first, second operand.Op)) {
	e.combineLeft(p.additionOperand)
	e.product()
	first, second := factors()
	e.combineBoth(p.additionFactors, first, second)
	e.product()
}

func (p *pointLanes) ownFactors() (first, second operand.Op) {
	return p.additionFirst, p.additionSecond
}
