// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/scalar"
)

// group is the [msm.Group] of the curve. Its points are sumPoints, which are Points or
// vectors: as the CPU wants them, and all those of one sum in the same form.
type group struct{}

type (
	step     = msm.Step[cached] // with the flag Negative or none: assembly makes an address of it
	pairStep = msm.PairStep[cached]
	addPair  = msm.Pair[sumPoint, cached]
	laneStep = msm.LaneStep[sumPoint, cached]
)

func (group) Identity(v *sumPoint) {
	if !v.vectorIdentity() {
		*v.point() = identity
	}
}

func (group) Set(v *sumPoint, q *cached, negative bool) {
	if v.vectorIdentity() {
		v.doubleAdd(0, q, negative, true)
	} else {
		v.point().setCached(q, negative)
	}
}

// setCached sets v = q, or v = -q if negative.
func (v *Point) setCached(q *cached, negative bool) {
	// (2X, 2Y, 2Z, 2T)
	p.Sub(&v.x, &q.yPlusX, &q.yMinusX)
	p.Add(&v.y, &q.yPlusX, &q.yMinusX)
	v.z = q.z2
	p.Mul(&v.t, &q.t2d, &invD)
	if negative {
		p.Neg(&v.x, &v.x)
		p.Neg(&v.t, &v.t)
	}
}

// invD is 1/d.
var invD = func() (z field.Element) { p.Inv(&z, &d); return }()

func (group) Prepare(q *cached, v *sumPoint) { v.prepare(q) }

func (group) Double(v *sumPoint, n int) { v.double(n) }

func (group) Add(v *sumPoint, n int, q *cached, negative, partial bool) {
	v.doubleAdd(n, q, negative, !partial)
}

func (group) AddSteps(v *sumPoint, steps []step, partial bool) { v.sumSteps(steps, !partial) }

func (group) AddEach(pairs []addPair) { addEach(pairs) }

func (group) Select(q *cached, table *[8]cached, index, negate int) {
	q.selectFrom(table, index, negate)
}

// varTimeGroup is group for public points, in variable time. Its methods make it an [msm.TableGroup], an
// [msm.PairGroup] and an [msm.LaneGroup].
type varTimeGroup struct{ group }

// Add doubles as varTimeDouble does.
func (g varTimeGroup) Add(v *sumPoint, n int, q *cached, negative, partial bool) {
	if n == 0 {
		g.group.Add(v, n, q, negative, partial)
		return
	}
	flags := uint32(0)
	if negative {
		flags = stepNegative
	}
	v.varTimeSumSteps([]step{{Q: q, Flags: flags, Doublings: uint32(n)}}, !partial)
}

func (varTimeGroup) AddSteps(v *sumPoint, steps []step, partial bool) {
	fetch(steps)
	v.varTimeSumSteps(steps, !partial)
}

func (varTimeGroup) TwoTables() bool { return fastTables() }

func (varTimeGroup) OddMultiples(table0, table1 []cached) { varTimeOddMultiples(table0, table1) }

func (varTimeGroup) InPairs() bool { return sums() == SumsInPairs }

func (varTimeGroup) AddPairs(v *sumPoint, steps []pairStep) { v.addPairs(steps) }

func (varTimeGroup) InLanes() bool { return sums() >= SumsInLanes }

func (varTimeGroup) LaneIdentity(v *sumPoint) { v.laneIdentity() }

// ToLanes divides the coordinates of the points by their Z.
func (varTimeGroup) ToLanes(points []cached) { normalize(points, 1) }

func (varTimeGroup) AddLanes(steps []laneStep) { varTimeAddLanes(steps) }

func (varTimeGroup) AddBuckets(sums, runs *[msm.Lanes]sumPoint, buckets [][msm.Lanes]sumPoint) {
	varTimeAddBuckets(sums, runs, buckets)
}

func (varTimeGroup) InPositions() bool { return sums() >= SumsInOctets }

func (varTimeGroup) OddMultiplesEach(tables *[msm.Lanes][oddMultiples]cached) {
	varTimeOddMultiplesEach(tables)
}

func (varTimeGroup) AddLanesAnyZ(steps []laneStep) { varTimeAddLanesAnyZ(steps) }

func (varTimeGroup) AddPositions(sums *[msm.Lanes]sumPoint, rows [][msm.Lanes]sumPoint) {
	varTimeAddPositions(sums, rows)
}

func (varTimeGroup) FromLanes(v *sumPoint) { v.fromLanes() }

// A SumKind says how sums of several multiples are computed on this machine. Their users have measured what
// each kind costs.
type SumKind int

const (
	SumsOfPoints SumKind = iota // one addition after the other
	SumsInLanes                 // large ones in the lanes of vectors
	SumsInOctets                // and those have 512 bits
	SumsInPairs                 // and in small ones two additions at a time are faster than one
)

// Sums returns the kind on this machine.
func Sums() SumKind { return sums() }

// A VarTimeMSM is a sum of multiples in variable time.
type VarTimeMSM struct {
	Workers int // bounds the goroutines of Sum

	sum msm.VarTime[sumPoint, cached, varTimeGroup]
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *VarTimeMSM) Add(x *scalar.Scalar, q *Point) { m.AddSigned(x, 0, q) }

// AddSigned adds the term [x]q, or -[x]q if negative is 1 and not 0.
func (m *VarTimeMSM) AddSigned(x *scalar.Scalar, negative int, q *Point) {
	var c cached
	c.set(q)
	limbs := x.Limbs()
	m.sum.Append(&limbs, negative, &c)
}

// AddBase adds the term [x]B, where B is the generator.
func (m *VarTimeMSM) AddBase(x *scalar.Scalar) {
	limbs := x.Limbs()
	m.sum.AppendFixed(&limbs, msm.Fixed[cached]{Table: oddTable[:], Step: oddStep, Width: oddWidth})
}

// AddExpanded adds the term [x]q. It does not copy q, which must not change
// before [VarTimeMSM.Reset].
func (m *VarTimeMSM) AddExpanded(x *scalar.Scalar, q *ExpandedPoint) {
	limbs := x.Limbs()
	m.sum.AppendFixed(&limbs, msm.Fixed[cached]{Table: q.table[:], Step: expandedStep, Width: expandedWidth})
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM) Sum(v *Point) *Point {
	m.sum.Workers = m.Workers
	m.sum.Sum(msm.Fastest).store(v)
	return v
}

// An MSM is a sum of multiples in constant time: only the number of terms is not secret.
type MSM struct {
	sum msm.Constant[sumPoint, cached, group]
}

// Reset removes all terms, overwrites the memory that m has, and keeps it.
func (m *MSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *MSM) Add(x *scalar.Scalar, q *Point) {
	var c cached
	c.set(q)
	limbs := x.Limbs()
	m.sum.Append(&limbs, &c)
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *MSM) Sum(v *Point) *Point {
	m.sum.Sum().store(v)
	return v
}
