// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package secp256k1

import (
	"math"

	"secant.example/internal/cpu"
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

// fewestInLanes returns how many sums are faster in lanes than one by one.
func fewestInLanes() int {
	if cpu.X86.IFMA {
		return 5
	}
	return math.MaxInt
}

// steps is described at stepsGeneric.
func (m *laneMemory) steps(steps []laneStep) {
	if cpu.X86.IFMA {
		laneSteps(m, &steps[0], uint64(len(steps)))
	} else {
		m.stepsGeneric(steps)
	}
}

// multiples is described at multiplesGeneric.
func (m *laneMemory) multiples() {
	if cpu.X86.IFMA {
		laneMultiples(m, &m.entries)
	} else {
		m.multiplesGeneric()
	}
}

// rescale is described at rescaleGeneric.
func (m *laneMemory) rescale(tables, images *laneTables) {
	if cpu.X86.IFMA {
		laneRescale(m, &m.entries, tables, images)
	} else {
		m.rescaleGeneric(tables, images)
	}
}
