// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package secp256k1

import "math"

// These methods are described in dispatch_amd64.go.

func (v *Point) double(n int) { v.doubleGeneric(n) }

func (v *Point) add(q *Point) { v.addGeneric(q) }

func (v *Point) addAffine(q *affine) { v.addAffineGeneric(q) }

func (v *Point) addSelected(n int, tables [][16]affine, digits []combDigit) {
	v.addSelectedGeneric(n, tables, digits)
}

func (q *affine) selectFrom(table *[16]affine, index, negate int) {
	selectAffineGeneric(q, table, index, negate)
}

func (v *Point) steps(scale *element, steps []step) int { return v.stepsGeneric(scale, steps) }

func multiples(table []affine, ratios []element, d *affine) { multiplesGeneric(table, ratios, d) }

func rescale(table, images []affine, ratios []element, scale *element) {
	rescaleGeneric(table, images, ratios, scale)
}

func laneGroups() laneGroupCosts { return laneGroupCosts{fewest: math.MaxInt} }

func varTimeStepsPair(m, o *laneMemory, steps, others []laneStep) {
	m.stepsGeneric(steps)
	o.stepsGeneric(others)
}

func (m *laneMemory) varTimeSteps(steps []laneStep) { m.stepsGeneric(steps) }

func (m *laneMemory) varTimeMultiples() { m.multiplesGeneric() }

func (m *laneMemory) varTimeRescale(tables, images *laneTables) {
	m.rescaleGeneric(tables, images)
}

func rootGroups() (size, fewest, each int) { return 0, math.MaxInt, 0 }

func (w *laneRoots) varTimeSqrNMul(to, from int, n uint64, times, _ int) {
	p.SqrNMulLanes(&w.t[to], &w.t[from], n, &w.t[times])
}

func binGroups() (fewest, start, each, less int) { return math.MaxInt, 0, 0, 0 }

func (b *affineBins) varTimeDifferences(product *lanePair, steps []chordStep, _ int) {
	differencesGeneric(product, b.products[:len(steps)], steps)
}

func (b *affineBins) varTimeChords(inverse *lanePair, steps []chordStep, _ int) {
	chordsGeneric(inverse, b.products[:len(steps)], steps)
}
