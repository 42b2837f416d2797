// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"math/big"
	"unsafe"

	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/testkit"
)

// The formulas on coordinates, for the tests outside the package.

// Extended returns the point with the coordinates X, Y, Z, T, on the curve or not.
func Extended(c [4]field.Element) *Point { return &Point{x: c[0], y: c[1], z: c[2], t: c[3]} }

// Coordinates returns X, Y, Z, T.
func (v *Point) Coordinates() [4]field.Element { return [4]field.Element{v.x, v.y, v.z, v.t} }

// An Operand is Y+X, Y-X, 2d·T, 2·Z of the second point of an addition, or of one
// with Z = 1.
type Operand [4]field.Element

func (o *Operand) cached() *cached { return &cached{o[0], o[1], o[2], o[3]} }

func (o *Operand) affine() *affineCached { return &affineCached{o[0], o[1], o[2]} }

// DoubleN sets v = [2^n]v.
func (v *Point) DoubleN(n int) { v.double(n) }

// DoubleAdd sets v = [2^n]v ± q.
func (v *Point) DoubleAdd(n int, q *Operand, subtract, withT bool) {
	v.doubleAdd(n, q.cached(), subtract, withT)
}

// SumSteps sets v = [2^n]v and then, for each of the operands, v = [2^doublings]v plus
// it, with the flags of the step.
func (v *Point) SumSteps(n int, operands []Operand, flags, doublings []uint32, withT bool) {
	v.sumSteps(n, steps(operands, flags, doublings), withT)
}

// VarTimeSumSteps is SumSteps for public points.
func (v *Point) VarTimeSumSteps(operands []Operand, flags, doublings []uint32, withT bool) {
	v.varTimeSumSteps(steps(operands, flags, doublings), withT)
}

// Fetch brings the operands into the caches.
func Fetch(operands []Operand) {
	fetch(steps(operands, make([]uint32, len(operands)), make([]uint32, len(operands))))
}

func steps(operands []Operand, flags, doublings []uint32) []step {
	steps := make([]step, len(operands))
	for i := range steps {
		steps[i] = step{Q: operands[i].cached(), Flags: flags[i], Doublings: doublings[i]}
	}
	return steps
}

// DoubleAddAll sets v = [2^n]v plus the sum of the operands, with the sign changed
// where negative is 1, in the form of points that sums have.
func (v *Point) DoubleAddAll(n int, operands []Operand, negative []uint64, withT bool) {
	steps := make([]step, len(operands))
	for i := range steps {
		steps[i] = step{Q: operands[i].cached(), Flags: uint32(negative[i])}
	}
	steps[0].Doublings = uint32(n)
	s := v.toSum()
	s.sumSteps(steps, withT)
	s.store(v)
}

// AddEach sets *points[i] to itself plus operands[i], with the sign changed where
// negative is 1, in order.
func AddEach(points []*Point, operands []Operand, negative []uint64) {
	pairs := make([]addPair, len(points))
	sums := map[*Point]*sumPoint{}
	for i, v := range points {
		if sums[v] == nil {
			sums[v] = v.toSum()
		}
		pairs[i] = addPair{V: sums[v], Q: operands[i].cached(), Negative: negative[i]}
	}
	addEach(pairs)
	for v, sum := range sums {
		sum.store(v)
	}
}

// Entries returns the table of e.
func (e *ExpandedPoint) Entries() (operands []Operand) {
	for _, c := range e.table {
		operands = append(operands, Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2})
	}
	return operands
}

// toSum returns the coordinates of v in the form that sums have now.
func (v *Point) toSum() *sumPoint {
	s := new(sumPoint)
	if !s.vectorIdentity() {
		*s.point() = *v
		return s
	}
	s.setLimbs(v, 51)
	return s
}

// setLimbs sets s to the coordinates of v, as limbs of so many bits.
func (s *sumPoint) setLimbs(v *Point, bits uint) {
	words := (*[20]uint64)(unsafe.Pointer(s))
	for lane, e := range v.Coordinates() {
		x := testkit.Big(e.Limbs())
		for i := range 5 {
			words[4*i+lane] = new(big.Int).Rsh(x, bits*uint(i)).Uint64()
			if i < 4 {
				words[4*i+lane] &= 1<<bits - 1
			}
		}
	}
}

// Prepare returns v as an operand, by way of the form that sums have.
func (v *Point) Prepare() Operand {
	var c cached
	v.toSum().prepare(&c)
	return Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2}
}

// A LaneAddition is a step of the sums with the number Sums: see [msm.LaneStep].
type LaneAddition struct {
	Sums           int
	Q              [msm.Lanes]Operand
	Negative, Ends uint64
}

// onlyInOctets reports whether routines that are for octets alone have points of another form than sums in lanes.
func onlyInOctets() bool { return sums() == SumsInLanes }

// AddLanes takes the steps for sums in the form that sums in lanes have, which go on from there; anyZ says that Z of Q need not be 1,
// which there is no routine for with doubles.
func AddLanes(sums [][msm.Lanes]Point, steps []LaneAddition, anyZ bool) (ok bool) {
	if anyZ && onlyInOctets() {
		return false
	}
	var all [][]sumPoint
	for i := range sums {
		all = append(all, toSums(sums[i][:]))
	}
	addLaneSteps(all, steps, anyZ)
	for i := range sums {
		fromSums(sums[i][:], all[i])
	}
	return true
}

func addLaneSteps(sums [][]sumPoint, steps []LaneAddition, anyZ bool) {
	if anyZ {
		varTimeAddLanesAnyZ(laneSteps(sums, steps))
	} else {
		varTimeAddLanes(laneSteps(sums, steps))
	}
}

// AddLanesLimbs is AddLanes for one step and coordinates with the limbs given, where sums in lanes have such.
func AddLanesLimbs(limbs *[msm.Lanes][20]uint64, q [msm.Lanes]Operand, negative uint64, anyZ bool) (points [msm.Lanes]Point, ok bool) {
	if Sums() < SumsInLanes || anyZ && onlyInOctets() {
		return points, false
	}
	sums := make([]sumPoint, len(limbs))
	copy(sums, (*[msm.Lanes]sumPoint)(unsafe.Pointer(limbs))[:])
	addLaneSteps([][]sumPoint{sums}, []LaneAddition{{0, q, negative, msm.LastOfSums}}, anyZ)
	fromSums(points[:], sums)
	return points, true
}

// Multiples is multiples.
func Multiples(q *Point) (table [8]Operand) {
	var all [8]cached
	multiples(&all, q)
	for i, c := range all {
		table[i] = Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2}
	}
	return table
}

// OddMultiplesEach returns q, [3]q, [5]q, ... for each of the operands.
func OddMultiplesEach(q [msm.Lanes]Operand) (tables [msm.Lanes][oddMultiples]Operand) {
	all := new([msm.Lanes][oddMultiples]cached)
	for j := range all {
		all[j][0] = *q[j].cached()
	}
	varTimeOddMultiplesEach(all)
	for j := range all {
		for i, c := range all[j] {
			tables[j][i] = Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2}
		}
	}
	return tables
}

// AddPositions returns the sums of 2^i·rows[i][j], in the form that sums in lanes have, but not with doubles.
func AddPositions(rows [][msm.Lanes]Point) (points [msm.Lanes]Point, ok bool) {
	if onlyInOctets() {
		return points, false
	}
	all := make([][msm.Lanes]sumPoint, len(rows))
	for i := range rows {
		copy(all[i][:], toSums(rows[i][:]))
	}
	return addPositions(all), true
}

// AddPositionsLimbs is AddPositions for coordinates with the limbs given, where sums in lanes have such.
func AddPositionsLimbs(rows [][msm.Lanes][20]uint64) (points [msm.Lanes]Point, ok bool) {
	if !(varTimeGroup{}).InPositions() {
		return points, false
	}
	all := make([][msm.Lanes]sumPoint, len(rows))
	for i := range rows {
		all[i] = *(*[msm.Lanes]sumPoint)(unsafe.Pointer(&rows[i]))
	}
	return addPositions(all), true
}

func addPositions(rows [][msm.Lanes]sumPoint) (points [msm.Lanes]Point) {
	sums := new([msm.Lanes]sumPoint)
	varTimeAddPositions(sums, rows)
	fromSums(points[:], sums[:])
	return points
}

// AddBucketsLimbs is AddBuckets for one bucket, in the same way.
func AddBucketsLimbs(sums, runs, buckets *[msm.Lanes][20]uint64) (s, r [msm.Lanes]Point, ok bool) {
	if Sums() < SumsInLanes {
		return s, r, false
	}
	var all [3][msm.Lanes]sumPoint
	for i, limbs := range []*[msm.Lanes][20]uint64{sums, runs, buckets} {
		*(*[msm.Lanes][20]uint64)(unsafe.Pointer(&all[i])) = *limbs
	}
	varTimeAddBuckets(&all[0], &all[1], all[2:])
	fromSums(s[:], all[0][:])
	fromSums(r[:], all[1][:])
	return s, r, true
}

// LaneLimbs returns how many bits the limbs of sums in lanes have, and below what they are.
func LaneLimbs() (bits uint, below uint64) {
	if field.LaneBits() == 52 {
		return 52, 1 << 56
	}
	return 51, 1 << 59
}

func laneSteps(sums [][]sumPoint, additions []LaneAddition) []laneStep {
	steps := make([]laneStep, len(additions))
	for i := range steps {
		s, from := &steps[i], &additions[i]
		s.Negative, s.Ends = from.Negative, from.Ends
		for j := range s.V {
			s.Q[j] = from.Q[j].cached()
			if i == 0 || s.Ends&msm.LastOfSums != 0 {
				s.V[j] = &sums[from.Sums][j]
			}
		}
	}
	return steps
}

func toSums(points []Point) []sumPoint {
	inLanes := sums() >= SumsInLanes
	all := make([]sumPoint, len(points))
	for j := range all {
		if inLanes {
			all[j].setLimbs(&points[j], field.LaneBits())
		} else {
			*all[j].point() = points[j]
		}
	}
	return all
}

// AddBuckets sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for each bucket q,
// the last one first, in the form that sums in lanes have.
func AddBuckets(sums, runs *[msm.Lanes]Point, buckets [][msm.Lanes]Point) {
	s, r, b := toSums(sums[:]), toSums(runs[:]), make([][msm.Lanes]sumPoint, len(buckets))
	for i := range b {
		copy(b[i][:], toSums(buckets[i][:]))
	}
	varTimeAddBuckets((*[msm.Lanes]sumPoint)(s), (*[msm.Lanes]sumPoint)(r), b)
	fromSums(sums[:], s)
	fromSums(runs[:], r)
}

func fromSums(points []Point, sums []sumPoint) {
	for j := range points {
		sums[j].fromLanes()
		sums[j].store(&points[j])
	}
}

// OddMultiples returns two tables of n odd multiples of two operands, which are the same
// table if the second is nil.
func OddMultiples(q0, q1 *Operand, n int) (tables [2][]Operand) {
	var t [2][]cached
	t[0] = make([]cached, n)
	t[0][0] = *q0.cached()
	if t[1] = t[0]; q1 != nil {
		t[1] = make([]cached, n)
		t[1][0] = *q1.cached()
	}
	varTimeOddMultiples(t[0], t[1])
	for i := range t {
		for _, c := range t[i] {
			tables[i] = append(tables[i], Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2})
		}
	}
	return tables
}

// A PairStep is a step of AddSteps: Q[1] may be nil.
type PairStep struct {
	Q         [2]*Operand
	Negative  [2]uint8
	Doublings uint32
}

// AddSteps takes the steps in the form that sums have.
func (v *Point) AddSteps(steps []PairStep) {
	s := v.toSum()
	pairs := make([]pairStep, len(steps))
	for i, step := range steps {
		pairs[i] = pairStep{Negative: step.Negative, Doublings: step.Doublings}
		for j, q := range step.Q {
			if q != nil {
				pairs[i].Q[j] = q.cached()
			}
		}
	}
	s.addPairs(pairs)
	s.store(v)
}

// SumDouble sets v = [2^n]v in the form that sums have.
func (v *Point) SumDouble(n int) {
	s := v.toSum()
	s.double(n)
	s.store(v)
}

const CombBlocks, CombColumns = recode.CombBlocks, recode.CombColumns

// AddComb sets v = [8]v plus the comb's sum for the tables and digits.
func (v *Point) AddComb(table *[CombBlocks][16]Operand, digits *recode.CombDigits) {
	v.addComb(combTablesOf(table), digits)
}

// SumColumns is sumColumns.
func SumColumns(table *[CombBlocks][16]Operand, digits *recode.CombDigits) []Point {
	var t columnTables
	t.set(combTablesOf(table))
	var v [CombColumns]Point
	sumColumns(&v, &t, digits)
	return v[:]
}

// SumOctets is sumOctets.
func SumOctets(table *[CombBlocks][16]Operand, digits *recode.CombDigits) []Point {
	var t octetTables
	t.set(combTablesOf(table))
	var d octetDigits
	for round := range d {
		for i := range 2 * recode.CombColumns {
			if block := recode.CombBlock(round, i/CombColumns); block >= 0 {
				digit := digits[i%CombColumns][block]
				d[round].Index |= uint64(digit.Index) << (8 * i)
				d[round].Negative |= uint64(digit.Negative) << i
			}
		}
	}
	w := new(octetWork)
	sumOctets(w, &t, &d)
	var v [2 * CombColumns]Point
	for i := range v {
		v[i] = w.sums.get(i)
	}
	return v[:]
}

// JoinOctets is joinOctets.
func JoinOctets(points []Point) (v Point) {
	w := new(octetWork)
	for i := range points {
		w.sums.set(i, &points[i])
	}
	joinOctets(&v, w)
	return v
}

func combTablesOf(table *[CombBlocks][16]Operand) *combTables {
	var t combTables
	for j := range t {
		for i := range t[j] {
			t[j][i] = *table[j][i].affine()
		}
	}
	return &t
}

// AddWindows is addWindows.
func (v *Point) AddWindows(tables [][8]Operand, digits []recode.CombDigit) {
	t := make([][8]cached, len(tables))
	for i := range t {
		for j := range t[i] {
			t[i][j] = *tables[i][j].cached()
		}
	}
	v.addWindows(t, digits, len(digits)/len(tables))
}

// DoubleQuarter is doubleQuarter.
func (v *Point) DoubleQuarter() { v.doubleQuarter() }

// SelectCached is selectFrom of a table of cached points.
func SelectCached(table *[8]Operand, index, negate int) Operand {
	var t [8]cached
	for i := range t {
		t[i] = *table[i].cached()
	}
	var c cached
	c.selectFrom(&t, index, negate)
	return Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2}
}

// SelectAffine is selectFrom of a table of affine points.
func SelectAffine(table *[16]Operand, index, negate int) Operand {
	var t [16]affineCached
	for i := range t {
		t[i] = *table[i].affine()
	}
	var c affineCached
	c.selectFrom(&t, index, negate)
	return operand(&c)
}

func operand(c *affineCached) Operand { return Operand{c.yPlusX, c.yMinusX, c.t2d} }

// CombTable and OddTable return the tables of multiples of the generator.
func CombTable() (table [len(combTable)][len(combTable[0])]Operand) {
	for j := range combTable {
		for i := range combTable[j] {
			table[j][i] = operand(&combTable[j][i])
		}
	}
	return table
}

func OddTable() (table [len(oddTable)]Operand) {
	for i, q := range oddTable {
		table[i] = Operand{q.yPlusX, q.yMinusX, q.t2d, q.z2}
	}
	return table
}

// Elligator returns map_to_curve of u.
func Elligator(u field.Element) *Point {
	v := new(Point)
	v.elligator(&u)
	return v
}

// MapToElement returns MAP of b.
func MapToElement(b *[32]byte) *Element {
	var m mapper
	var u, v, root field.Element
	m.start(&u, &v, b)
	square := p.SqrtRatio(&root, &u, &v)
	e := new(Element)
	m.finish(&e.q, &v, &root, square)
	return e
}

// SumBy is Sum by one of the algorithms, whatever is faster.
func (m *VarTimeMSM) SumBy(v *Point, algorithm msm.Algorithm) *Point {
	m.sum.Workers = m.Workers
	m.sum.Sum(algorithm).store(v)
	return v
}
