// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package edwards25519

import (
	"math"

	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// These methods are described in dispatch_amd64.go.

func (v *Point) double(n int) { v.doubleGeneric(n) }

func (v *Point) doubleAdd(n int, q *cached, subtract, withT bool) {
	v.doubleAddGeneric(n, q, subtract, withT)
}

func (v *Point) varTimeSumSteps(steps []step, withT bool) { v.sumGeneric(0, steps, withT) }

func fetch([]step) {}

func (v *Point) sumSteps(n int, steps []step, withT bool) { v.sumGeneric(n, steps, withT) }

type sumPoint struct{ p Point }

func (v *sumPoint) point() *Point { return &v.p }

func (v *sumPoint) vectorIdentity() bool { return false }

func (v *sumPoint) store(to *Point) { *to = v.p }

func (v *sumPoint) prepare(q *cached) { q.set(&v.p) }

func (v *sumPoint) double(n int) { v.p.doubleGeneric(n) }

func (v *sumPoint) doubleAdd(n int, q *cached, subtract, withT bool) {
	v.p.doubleAddGeneric(n, q, subtract, withT)
}

func (v *sumPoint) sumSteps(steps []step, withT bool) { v.p.sumGeneric(0, steps, withT) }

func (v *sumPoint) varTimeSumSteps(steps []step, withT bool) { v.p.sumGeneric(0, steps, withT) }

func addEach(pairs []addPair) { addEachGeneric(pairs) }

func sums() SumKind { return SumsOfPoints }

func affineSaves() bool { return false }

func (v *Point) varTimeDouble(n int) { v.double(n) }

func fastTables() bool { return false }

func varTimeOddMultiples(table0, table1 []cached) { oddMultiplesGeneric(table0, table1) }

func (v *sumPoint) addPairs(steps []pairStep) { v.addPairsGeneric(steps) }

func (v *sumPoint) laneIdentity() { v.p = identity }

func (v *sumPoint) fromLanes() {}

func varTimeAddLanes(steps []laneStep) { addLanesGeneric(steps) }

func varTimeAddLanesAnyZ(steps []laneStep) { addLanesGeneric(steps) }

func varTimeOddMultiplesEach(tables *[msm.Lanes][oddMultiples]cached) {
	oddMultiplesEachGeneric(tables)
}

func varTimeAddPositions(sums *[msm.Lanes]sumPoint, rows [][msm.Lanes]sumPoint) {
	addPositionsGeneric(sums, rows)
}

func varTimeAddBuckets(sums, runs *[msm.Lanes]sumPoint, buckets [][msm.Lanes]sumPoint) {
	addBucketsGeneric(sums, runs, buckets)
}

func (v *Point) addComb(table *combTables, digits *recode.CombDigits) { v.combGeneric(table, digits) }

func bestForm() combForm { return inElements }

// A fixedTable is the table of a comb.
type fixedTable struct{ elements combTables }

func (t *fixedTable) set(table *combTables) { t.elements = *table }

func (t *fixedTable) multiply(v *Point, k *[4]uint64) { v.comb(&t.elements, k) }

func sumColumns(v *[recode.CombColumns]Point, table *columnTables, digits *recode.CombDigits) {
	sumColumnsGeneric(v, table, digits)
}

func sumAndJoinOctets(v *Point, table *octetTables, digits *octetDigits) {
	var w octetWork
	sumOctets(&w, table, digits)
	joinOctets(v, &w)
}

func sumOctets(w *octetWork, table *octetTables, digits *octetDigits) {
	sumOctetsGeneric(&w.sums, table, digits)
}

func joinOctets(v *Point, w *octetWork) { joinOctetsGeneric(v, &w.sums) }

func multiples(table *[8]cached, q *Point) { multiplesGeneric(table, q) }

func (v *Point) addWindows(tables [][8]cached, digits []digit, rounds int) {
	v.windowsGeneric(tables, digits, rounds)
}

func (v *Point) doubleQuarter() { v.doubleGeneric(64) }

func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	selectCachedGeneric(c, table, index, negate)
}

func eachGroups() (fewest, cost int) { return math.MaxInt, 0 }

func varTimeEachSteps(s *eachState, steps []eachStep, _ *laneRoom, n int) {
	eachStepsGeneric(s, steps, n, (*eachEntry).get)
}

func expandedGroups() (fewest, cost int) { return math.MaxInt, 0 }

func varTimeEachExpandedSteps(s *eachState, steps []eachExpandedStep, _ *laneRoom) {
	eachStepsGeneric(s, steps, eachCount, func(q *cached) cached { return *q })
}

func varTimeEachMultiples(tables *eachTables, s *eachState, _ *laneRoom, n int) {
	eachMultiplesGeneric(tables, s, n)
}
