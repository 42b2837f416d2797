// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package secp256k1

import (
	"math"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
)

// double is described at doubleGeneric.
func (v *Point) double(n int) {
	if cpu.X86.V3 {
		pointDouble(v, uint64(n))
	} else {
		v.doubleGeneric(n)
	}
}

// add is described at addGeneric.
func (v *Point) add(q *Point) {
	if cpu.X86.V3 {
		pointAdd(v, q)
	} else {
		v.addGeneric(q)
	}
}

// addAffine is described at addAffineGeneric.
func (v *Point) addAffine(q *affine) {
	if cpu.X86.V3 {
		pointAddAffine(v, q)
	} else {
		v.addAffineGeneric(q)
	}
}

// addSelected is described at addSelectedGeneric.
func (v *Point) addSelected(n int, tables [][16]affine, digits []combDigit) {
	if cpu.X86.V3 {
		pointAddSelected(v, uint64(n), &tables[0], &digits[0], uint64(len(tables)), uint64(len(digits)/len(tables)))
	} else {
		v.addSelectedGeneric(n, tables, digits)
	}
}

// selectFrom sets q to table[index], and changes its sign if negate is 1.
func (q *affine) selectFrom(table *[16]affine, index, negate int) {
	if cpu.X86.V3 {
		selectAffine(q, table, uint64(index), uint64(negate))
	} else {
		selectAffineGeneric(q, table, index, negate)
	}
}

// steps is described at stepsGeneric.
func (v *Point) steps(scale *element, steps []step) int {
	if cpu.X86.V3 && len(steps) > 0 {
		return int(pointSteps(v, scale, &steps[0], uint64(len(steps))))
	}
	return v.stepsGeneric(scale, steps)
}

// multiples is described at multiplesGeneric.
func multiples(table []affine, ratios []element, d *affine) {
	if cpu.X86.V3 && len(table) > 1 {
		pointMultiples(&table[0], &ratios[0], d, uint64(len(table)-1))
	} else {
		multiplesGeneric(table, ratios, d)
	}
}

// rescale is described at rescaleGeneric.
func rescale(table, images []affine, ratios []element, scale *element) {
	if cpu.X86.V3 {
		pointRescale(&table[0], &images[0], &ratios[0], scale, uint64(len(table)))
	} else {
		rescaleGeneric(table, images, ratios, scale)
	}
}

// laneGroups returns from how many sums on a group in lanes is faster than one by one, and how long it takes, as it was measured on
// CPUs of AMD and of Intel; but two groups with IFMA on Intel's take what they do on AMD's, by the time of one.
func laneGroups() laneGroupCosts {
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return laneGroupCosts{3, 210, 385}
	case cpu.X86.IFMA:
		return laneGroupCosts{3, 226, 420}
	case cpu.X86.V3:
		return laneGroupCosts{6, 525, 0}
	}
	return laneGroupCosts{fewest: math.MaxInt}
}

// varTimeSteps is described at stepsGeneric.
func (m *laneMemory) varTimeSteps(steps []laneStep) {
	switch {
	case cpu.X86.IFMA:
		laneSteps(&m.laneState, &steps[0], uint64(len(steps)), &m.room)
	case cpu.X86.V3:
		for len(steps) > 0 {
			count := min(len(steps), 50) // some 50 µs
			floatSteps(&m.laneState, &steps[0], uint64(count), &m.room)
			steps = steps[count:]
		}
	default:
		m.stepsGeneric(steps)
	}
}

// varTimeStepsPair takes steps in the lanes of both, where Doublings and Scaled of each step of one are those of the other one's: at the
// same time with IFMA.
func varTimeStepsPair(m, o *laneMemory, steps, others []laneStep) {
	if !cpu.X86.IFMA {
		m.varTimeSteps(steps)
		o.varTimeSteps(others)
		return
	}
	for i := 0; i < len(steps); i += lanePairSteps {
		laneStepsPair(&m.laneState, &o.laneState, &steps[i], &others[i], uint64(min(lanePairSteps, len(steps)-i)), &m.room)
	}
}

// lanePairSteps is how many steps of a pair take some 30 µs, since a call cannot be interrupted.
const lanePairSteps = 42

// varTimeMultiples is described at multiplesGeneric.
func (m *laneMemory) varTimeMultiples() {
	switch {
	case cpu.X86.IFMA:
		laneMultiples(&m.laneState, &m.entries, &m.room)
	case cpu.X86.V3:
		floatMultiples(&m.laneState, &m.entries, &m.room)
	default:
		m.multiplesGeneric()
	}
}

// varTimeRescale is described at rescaleGeneric.
func (m *laneMemory) varTimeRescale(tables, images *laneTables) {
	switch {
	case cpu.X86.IFMA:
		laneRescale(&m.laneState, &m.entries, tables, images, &m.room)
	case cpu.X86.V3:
		floatRescale(&m.laneState, &m.entries, tables, images, &m.room)
	default:
		m.rescaleGeneric(tables, images)
	}
}

// rootGroups returns how many square roots a group in lanes has, from how many on that is faster than one by one, and how long
// it takes to decode a point that way, in hundredths of [Point.VarTimeDoubleScalarBaseMult]: see laneGroups.
func rootGroups() (size, fewest, each int) {
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return field.PairCount, 6, 4
	case cpu.X86.IFMA:
		return field.PairCount, 4, 3
	case cpu.X86.V3:
		return field.OctetCount, 5, 7
	}
	return 0, math.MaxInt, 0
}

// varTimeSqrNMul sets the place t[to] = t[from]^(2^n)·t[times], for n >= 1, as SqrNMulLanes of [field.Modulus], for the first count
// lanes at least.
func (w *laneRoots) varTimeSqrNMul(to, from int, n uint64, times, count int) {
	z, x, y := &w.t[to], &w.t[from], &w.t[times]
	switch {
	case cpu.X86.IFMA:
		laneSqrNMul(z, x, n, y)
	case cpu.X86.V3:
		for half := range uint64(field.HalvesFor(count)) {
			floatSqrNMul(z, x, n, y, half, &w.room)
		}
	default:
		p.SqrNMulLanes(z, x, n, y)
	}
}

// binGroups returns from how many multiples of half the length on a sum takes less time in affineBins; and how long that
// takes, in hundredths of [Point.VarTimeDoubleScalarBaseMult]: at first; in twentieths of these, for each of up to 63 multiples;
// and how much less with every doubling of their number.
func binGroups() (fewest, start, each, less int) {
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return 16, 260, 106, 6
	case cpu.X86.IFMA:
		return 16, 360, 143, 8
	case cpu.X86.V3:
		return 40, 300, 262, 17
	}
	return math.MaxInt, 0, 0, 0
}

// varTimeDifferences is described at differencesGeneric, for the first n lanes at least.
func (b *affineBins) varTimeDifferences(product *lanePair, steps []chordStep, n int) {
	count := uint64(len(steps))
	switch {
	case cpu.X86.IFMA:
		laneDifferences(product, &b.products[0], &steps[0], count, &b.room)
	case cpu.X86.V3:
		for half := range uint64(field.HalvesFor(n)) {
			floatDifferences(product, &b.products[0], &steps[0], count, half, &b.room)
		}
	default:
		differencesGeneric(product, b.products[:count], steps)
	}
}

// varTimeChords is described at chordsGeneric, for the first n lanes at least.
func (b *affineBins) varTimeChords(inverse *lanePair, steps []chordStep, n int) {
	count := uint64(len(steps))
	switch {
	case cpu.X86.IFMA:
		laneChords(inverse, &b.products[0], &steps[0], count, &b.room)
	case cpu.X86.V3:
		for half := range uint64(field.HalvesFor(n)) {
			floatChords(inverse, &b.products[0], &steps[0], count, half, &b.room)
		}
	default:
		chordsGeneric(inverse, b.products[:count], steps)
	}
}
