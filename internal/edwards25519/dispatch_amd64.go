// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package edwards25519

import (
	"math"
	"unsafe"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// double sets v = [2^n]v, for n >= 1. It does not read v.t.
func (v *Point) double(n int) {
	switch {
	case cpu.X86.IFMA:
		vectorDouble(v, uint64(n))
	case cpu.X86.V3:
		pointDouble(v, uint64(n))
	default:
		v.doubleGeneric(n)
	}
}

// doubleAdd sets v = [2^n]v + q, or [2^n]v - q if subtract, but v.t only if
// withT. n and subtract are public.
func (v *Point) doubleAdd(n int, q *cached, subtract, withT bool) {
	if !cpu.X86.IFMA && !cpu.X86.V3 {
		v.doubleAddGeneric(n, q, subtract, withT)
		return
	}
	s := step{Q: q, Flags: uint32(bit(subtract))}
	if cpu.X86.IFMA {
		vectorSum(v, uint64(n), &s, 1, bit(withT))
	} else {
		pointSum(v, uint64(n), &s, 1, bit(withT))
	}
}

// sumSteps sets v = [2^n]v and takes the steps, of which there is at least one, but
// sets v.t only if withT. n, and of the steps the doublings and the signs, are public.
func (v *Point) sumSteps(n int, steps []step, withT bool) {
	switch {
	case cpu.X86.IFMA:
		vectorSum(v, uint64(n), &steps[0], uint64(len(steps)), bit(withT))
	case cpu.X86.V3:
		pointSum(v, uint64(n), &steps[0], uint64(len(steps)), bit(withT))
	default:
		v.sumGeneric(n, steps, withT)
	}
}

// sumsInDoubles reports whether sums of public points are in floating point.
func sumsInDoubles() bool { return cpu.X86.V3 && !cpu.X86.IFMA }

// varTimeSumSteps is sumSteps(0, steps, withT) for public points: floating point is never given
// secrets, because nobody promises that its time is constant.
func (v *Point) varTimeSumSteps(steps []step, withT bool) {
	if !sumsInDoubles() {
		v.sumSteps(0, steps, withT)
		return
	}
	var words [len(floatMemory{}) + align - 1]uint64
	floatSum(v, &steps[0], uint64(len(steps)), (*floatMemory)(cpu.Aligned(words[:], align)))
}

// fetch brings what the steps of varTimeSumSteps will add, of which there is at least one, into the caches, all at the same time: tables
// that were not read for a while are not there, and a sum would wait for one entry after the other. The routine in doubles does
// that itself, a few steps ahead.
func fetch(steps []step) {
	if !sumsInDoubles() {
		fetchEntries(&steps[0], uint64(len(steps)))
	}
}

// varTimeDouble is double for public points. An addition of the identity, which the routine in doubles makes
// after the doublings, takes less time than it saves.
func (v *Point) varTimeDouble(n int) {
	if !sumsInDoubles() {
		v.double(n)
		return
	}
	v.varTimeSumSteps([]step{{Q: &cachedIdentity, Doublings: uint32(n)}}, true)
}

// floatMemory is local memory of floatSum, floatLanesMemory that of floatAddLanes and floatAddBuckets,
// packedMemory that of laneWindows, and columnMemory that of laneComb. A routine's own cannot be aligned to
// 32 bytes, which makes a doubling up to a tenth faster; its caller's can.
type (
	floatMemory      [20]uint64
	floatLanesMemory [640]uint64
	packedMemory     [100]uint64
	columnMemory     [408]uint64
)

// octetMemory is local memory of sumAddLanes and sumAddBuckets.
// Aligned to the lines of the caches, no vector of 512 bits is in two of them.
type (
	octetMemory [1280]uint64
)

const align, lineAlign = 32 / 8, 64 / 8 // words

// A sumPoint is a point of internal/msm: with IFMA the limbs of X, Y, Z and T in base
// 2^51, the lowest ones first, below 2^51 + 2^17, and otherwise a Point.
type sumPoint [20]uint64

// point returns v where it is a Point.
func (v *sumPoint) point() *Point { return (*Point)(unsafe.Pointer(v)) }

// vectorIdentity sets v to the identity if it is a vector, and returns whether it is.
func (v *sumPoint) vectorIdentity() bool {
	if cpu.X86.IFMA {
		*v = sumPoint{1: 1, 2: 1}
	}
	return cpu.X86.IFMA
}

// store sets to = v.
func (v *sumPoint) store(to *Point) {
	if cpu.X86.IFMA {
		sumStore(to, v)
	} else {
		*to = *v.point()
	}
}

// prepare sets q = v.
func (v *sumPoint) prepare(q *cached) {
	if cpu.X86.IFMA {
		sumPrepare(q, v)
	} else {
		q.set(v.point())
	}
}

// double, doubleAdd, sumSteps and varTimeSumSteps are the methods of Point.

func (v *sumPoint) double(n int) {
	if cpu.X86.IFMA {
		sumDouble(v, uint64(n))
	} else {
		v.point().double(n)
	}
}

func (v *sumPoint) doubleAdd(n int, q *cached, subtract, withT bool) {
	if cpu.X86.IFMA {
		s := step{Q: q, Flags: uint32(bit(subtract))}
		sumSteps(v, uint64(n), &s, 1, bit(withT))
	} else {
		v.point().doubleAdd(n, q, subtract, withT)
	}
}

func (v *sumPoint) sumSteps(steps []step, withT bool) {
	if cpu.X86.IFMA {
		sumSteps(v, 0, &steps[0], uint64(len(steps)), bit(withT))
	} else {
		v.point().sumSteps(0, steps, withT)
	}
}

func (v *sumPoint) varTimeSumSteps(steps []step, withT bool) {
	if cpu.X86.IFMA {
		v.sumSteps(steps, withT)
	} else {
		v.point().varTimeSumSteps(steps, withT)
	}
}

// addEach sets V = V ± Q for each of the pairs, of which there is at least one, in
// order. The signs are public.
func addEach(pairs []addPair) {
	if cpu.X86.V3 && !cpu.X86.IFMA {
		pointAddEach(&pairs[0], uint64(len(pairs)))
	} else {
		addEachGeneric(pairs)
	}
}

// sums returns how varTimeAddLanes and varTimeAddBuckets work, and whether addPairs is faster than single additions. With V3, but no
// IFMA, they work in floating point: on public points. AMD's Zen 4 takes two passes for vectors of 512 bits, so that the doublings of
// addPairs take 1.8 times as long as others, and two additions 0.9 times as long as one after the other.
func sums() SumKind {
	switch {
	case cpu.X86.IFMA && !cpu.X86.TwoChains:
		return SumsInPairs
	case cpu.X86.IFMA:
		return SumsInOctets
	case cpu.X86.V3:
		return SumsInLanes
	}
	return SumsOfPoints
}

// fastTables reports whether two tables of varTimeOddMultiples take less time than one after the other.
func fastTables() bool { return cpu.X86.V3 }

// affineSaves reports whether large sums want points with Z = 1.
func affineSaves() bool { return cpu.X86.V3 }

// varTimeOddMultiples is described at oddMultiplesGeneric. The tables have at least two
// entries. Those of public points are in floating point: see varTimeSumSteps.
func varTimeOddMultiples(table0, table1 []cached) {
	switch {
	case cpu.X86.IFMA:
		sumOddMultiples(&table0[0], &table1[0], uint64(len(table0)))
	case cpu.X86.V3 && &table0[0] != &table1[0]: // one alone takes as long
		var words [len(floatLanesMemory{}) + align - 1]uint64
		floatOddMultiples(&table0[0], &table1[0], uint64(len(table0)), (*floatLanesMemory)(cpu.Aligned(words[:], align)))
	default:
		oddMultiplesGeneric(table0, table1)
	}
}

// addPairs takes the steps, of which there is at least one: see [msm.PairStep].
func (v *sumPoint) addPairs(steps []pairStep) {
	if cpu.X86.IFMA {
		sumPairs(v, &steps[0], uint64(len(steps)))
	} else {
		v.addPairsGeneric(steps)
	}
}

// laneIdentity sets v to the identity, for varTimeAddLanes and varTimeAddBuckets: with V3 the limbs of X, Y, Z and T in base
// 2^field.LaneBits(), the lowest ones first; below 2^56 with IFMA, and otherwise below 2^59.
func (v *sumPoint) laneIdentity() {
	if cpu.X86.V3 {
		*v = sumPoint{1: 1, 2: 1}
	} else {
		*v.point() = identity
	}
}

// fromLanes makes v a point as others are.
func (v *sumPoint) fromLanes() {
	switch {
	case cpu.X86.IFMA:
		for i := range 4 {
			x := p.FromLimbs52(v[i], v[4+i], v[8+i], v[12+i], v[16+i])
			v[i], v[4+i], v[8+i], v[12+i], v[16+i] = field.Limbs51(&x)
		}
	case cpu.X86.V3:
		floatStore(v.point(), v)
	}
}

// varTimeAddLanes takes the steps, of which there is at least one: see [msm.LaneStep].
func varTimeAddLanes(steps []laneStep) {
	switch {
	case cpu.X86.IFMA:
		var words [len(octetMemory{}) + lineAlign - 1]uint64
		sumAddLanes(&steps[0], uint64(len(steps)), (*octetMemory)(cpu.Aligned(words[:], lineAlign)))
	case cpu.X86.V3:
		var words [len(floatLanesMemory{}) + align - 1]uint64
		floatAddLanes(&steps[0], uint64(len(steps)), (*floatLanesMemory)(cpu.Aligned(words[:], align)))
	default:
		addLanesGeneric(steps)
	}
}

// varTimeAddLanesAnyZ is varTimeAddLanes for points that normalize did not see. It, the tables of varTimeOddMultiplesEach and
// varTimeAddPositions are for octets: with doubles, where sums have another form, there are none.
func varTimeAddLanesAnyZ(steps []laneStep) {
	if !cpu.X86.IFMA {
		addLanesGeneric(steps)
		return
	}
	var words [len(octetMemory{}) + lineAlign - 1]uint64
	sumAddLanesAnyZ(&steps[0], uint64(len(steps)), (*octetMemory)(cpu.Aligned(words[:], lineAlign)))
}

// varTimeOddMultiplesEach is described at oddMultiplesEachGeneric.
func varTimeOddMultiplesEach(tables *[msm.Lanes][oddMultiples]cached) {
	if !cpu.X86.IFMA {
		oddMultiplesEachGeneric(tables)
		return
	}
	var words [len(octetMemory{}) + lineAlign - 1]uint64
	sumOddMultiplesEach(tables, (*octetMemory)(cpu.Aligned(words[:], lineAlign)))
}

// varTimeAddPositions is described at addPositionsGeneric. There is at least one row.
func varTimeAddPositions(sums *[msm.Lanes]sumPoint, rows [][msm.Lanes]sumPoint) {
	if !cpu.X86.IFMA {
		addPositionsGeneric(sums, rows)
		return
	}
	var words [len(octetMemory{}) + lineAlign - 1]uint64
	sumPositions(sums, &rows[0], uint64(len(rows)), (*octetMemory)(cpu.Aligned(words[:], lineAlign)))
}

// varTimeAddBuckets is described at addBucketsGeneric. There is at least one bucket.
func varTimeAddBuckets(sums, runs *[msm.Lanes]sumPoint, buckets [][msm.Lanes]sumPoint) {
	switch {
	case cpu.X86.IFMA:
		var words [len(octetMemory{}) + lineAlign - 1]uint64
		sumAddBuckets(sums, runs, &buckets[0], uint64(len(buckets)), (*octetMemory)(cpu.Aligned(words[:], lineAlign)))
	case cpu.X86.V3:
		var words [len(floatLanesMemory{}) + align - 1]uint64
		floatAddBuckets(sums, runs, &buckets[0], uint64(len(buckets)), (*floatLanesMemory)(cpu.Aligned(words[:], align)))
	default:
		addBucketsGeneric(sums, runs, buckets)
	}
}

// addComb is described at combGeneric.
func (v *Point) addComb(table *combTables, digits *recode.CombDigits) {
	if cpu.X86.V3 {
		pointComb(v, table, digits)
	} else {
		v.combGeneric(table, digits)
	}
}

// bestForm returns the form of the table for the comb that takes this machine the least time: columns in lanes are that on AMD's CPUs
// where a point in lanes takes less time than one by itself, and on Intel's, which have one chain.
func bestForm() combForm {
	switch {
	case cpu.X86.IFMA:
		return inOctets
	case cpu.X86.Lanes || cpu.X86.V3 && !cpu.X86.TwoChains:
		return inColumns
	}
	return inElements
}

// A fixedTable is the table of a comb in the best form.
type fixedTable struct {
	words octetTables // the largest form, and memory for the others
	form  combForm
}

func (t *fixedTable) columns() *columnTables { return (*columnTables)(unsafe.Pointer(&t.words)) }
func (t *fixedTable) elements() *combTables  { return (*combTables)(unsafe.Pointer(&t.words)) }

// set sets t to table.
func (t *fixedTable) set(table *combTables) {
	t.form = bestForm()
	switch t.form {
	case inOctets:
		t.words.set(table)
	case inColumns:
		t.columns().set(table)
	default:
		*t.elements() = *table
	}
}

// multiply sets v = [k]q, for an odd k and the table of q.
func (t *fixedTable) multiply(v *Point, k *[4]uint64) {
	switch t.form {
	case inOctets:
		v.combOctets(&t.words, k)
	case inColumns:
		v.combColumns(t.columns(), k)
	default:
		v.comb(t.elements(), k)
	}
}

// sumColumns is described at sumColumnsGeneric.
func sumColumns(v *[recode.CombColumns]Point, table *columnTables, digits *recode.CombDigits) {
	if !cpu.X86.V3 {
		sumColumnsGeneric(v, table, digits)
		return
	}
	var words [len(columnMemory{}) + align - 1]uint64
	laneComb(v, table, digits, (*columnMemory)(cpu.Aligned(words[:], align)))
}

// sumAndJoinOctets sets v to what joinOctets makes of the sums of sumOctets.
func sumAndJoinOctets(v *Point, table *octetTables, digits *octetDigits) {
	var words [unsafe.Sizeof(octetWork{})/8 + lineAlign - 1]uint64
	w := (*octetWork)(unsafe.Pointer(unsafe.SliceData(cpu.Aligned(words[:], lineAlign))))
	sumOctets(w, table, digits)
	joinOctets(v, w)
}

// sumOctets is described at sumOctetsGeneric.
func sumOctets(w *octetWork, table *octetTables, digits *octetDigits) {
	if cpu.X86.IFMA {
		octetComb(&w.sums, table, digits, &w.room)
	} else {
		sumOctetsGeneric(&w.sums, table, digits)
	}
}

// joinOctets is described at joinOctetsGeneric.
func joinOctets(v *Point, w *octetWork) {
	if cpu.X86.IFMA {
		octetJoin(v, &w.sums, &w.room)
	} else {
		joinOctetsGeneric(v, &w.sums)
	}
}

// multiples is described at multiplesGeneric.
func multiples(table *[8]cached, q *Point) {
	if cpu.X86.IFMA {
		vectorMultiples(table, q)
	} else {
		multiplesGeneric(table, q)
	}
}

// addWindows is described at windowsGeneric. There is at least one table, but for laneWindows.
func (v *Point) addWindows(tables [][8]cached, digits []digit, rounds int) {
	switch {
	case cpu.X86.IFMA:
		vectorWindows(v, &tables[0], uint64(len(tables)), &digits[0], uint64(rounds))
	case cpu.X86.Lanes:
		var words [len(packedMemory{}) + align - 1]uint64
		laneWindows(v, unsafe.SliceData(tables), uint64(len(tables)), unsafe.SliceData(digits), uint64(rounds), (*packedMemory)(cpu.Aligned(words[:], align)))
	case cpu.X86.V3:
		pointWindows(v, &tables[0], uint64(len(tables)), &digits[0], uint64(rounds))
	default:
		v.windowsGeneric(tables, digits, rounds)
	}
}

// doubleQuarter sets v = [2^64]v.
func (v *Point) doubleQuarter() {
	if cpu.X86.Lanes && !cpu.X86.IFMA {
		v.addWindows(nil, nil, 1+64/4)
	} else {
		v.double(64)
	}
}

// selectFrom sets c to table[index-1], the identity if index is 0, and changes
// its sign if negate is 1.
func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	if cpu.X86.V3 {
		selectCached(c, table, uint64(index), uint64(negate))
	} else {
		selectCachedGeneric(c, table, index, negate)
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// eachGroups returns from how many sums on a group in lanes is faster than one by one, and what it takes in hundredths of
// one, as it was measured; but on AMD's CPUs, where vectors of 512 bits took 1.27 times as long in the ladders of
// internal/curve25519, by that.
func eachGroups() (fewest, cost int) {
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return 6, 515
	case cpu.X86.IFMA:
		return 5, 405
	case cpu.X86.V3:
		return 8, 715
	}
	return math.MaxInt, 0
}

// varTimeEachSteps is described at eachStepsGeneric, but takes them in all lanes, where there are vectors.
func varTimeEachSteps(s *eachState, steps []eachStep, room *laneRoom, n int) {
	if !cpu.X86.V3 {
		eachStepsGeneric(s, steps, n, (*eachEntry).get)
		return
	}
	for len(steps) > 0 {
		count := min(len(steps), eachAtOnce)
		if cpu.X86.IFMA {
			eachSteps(s, &steps[0], uint64(count), room)
		} else {
			floatEachSteps(s, &steps[0], uint64(count), room)
		}
		steps = steps[count:]
	}
}

// expandedGroups is eachGroups for sums of [VarTimeExpandedSums], which are in lanes on Intel's CPUs with IFMA alone:
// where vectors of 512 bits take two passes, lanes would save nothing of sums with so few doublings, by count.
func expandedGroups() (fewest, cost int) {
	if cpu.X86.IFMA && !cpu.X86.TwoChains {
		return 6, 525
	}
	return math.MaxInt, 0
}

// varTimeEachExpandedSteps is described at eachStepsGeneric.
func varTimeEachExpandedSteps(s *eachState, steps []eachExpandedStep, room *laneRoom) {
	if !cpu.X86.IFMA {
		eachStepsGeneric(s, steps, eachCount, func(q *cached) cached { return *q })
		return
	}
	for len(steps) > 0 {
		count := min(len(steps), eachAtOnce)
		eachExpandedSteps(s, &steps[0], uint64(count), room)
		steps = steps[count:]
	}
}

// varTimeEachMultiples is described at eachMultiplesGeneric, but does so in all lanes, where there are vectors.
func varTimeEachMultiples(tables *eachTables, s *eachState, room *laneRoom, n int) {
	switch {
	case cpu.X86.IFMA:
		eachMultiples(tables, s, room)
	case cpu.X86.V3:
		floatEachMultiples(tables, s, room)
	default:
		eachMultiplesGeneric(tables, s, n)
	}
}
