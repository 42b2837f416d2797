// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// For the tests outside the package.

// Small returns a curve with the equation of c modulo whatever divides
// (2^256 - fold)/2, for the formulas only.
func (c *Curve) Small(fold uint64) *Curve { return &Curve{p: field.Modulus(fold), isE: c.isE} }

func (c *Curve) IsE() bool { return c.isE }

// Extended returns the point with the coordinates E, Z, U, T, on the curve or not.
func Extended(c [4]field.Element) *Point { return &Point{e: c[0], z: c[1], u: c[2], t: c[3]} }

// Coordinates returns E, Z, U, T.
func (v *Point) Coordinates() [4]field.Element { return [4]field.Element{v.e, v.z, v.u, v.t} }

// DoubleAdd sets v = [2^n]v + (-1)^negate·q.
func (c *Curve) DoubleAdd(v *Point, n int, q *Point, negate int) { c.doubleAdd(v, n, q, negate) }

// A Step is a step of a sum.
type Step struct {
	Q                 [4]field.Element
	Affine            bool
	Doublings, Negate int
}

// Sum does the steps.
func (c *Curve) Sum(v *Point, steps []Step) {
	list := make([]step, len(steps))
	for i, s := range steps {
		list[i] = step{Q: Extended(s.Q), Flags: uint32(s.Negate), Doublings: uint32(s.Doublings)}
		if s.Affine {
			list[i].Flags |= stepAffine
		}
	}
	c.sum(v, list)
}

// SumPoint and SumAffine are sums of one step.
func (c *Curve) SumPoint(v *Point, n int, q *Point, negate int) {
	c.Sum(v, []Step{{Q: q.Coordinates(), Doublings: n, Negate: negate}})
}

func (c *Curve) SumAffine(v *Point, q [3]field.Element, negate int) {
	c.Sum(v, []Step{{Q: [4]field.Element{q[0], {}, q[1], q[2]}, Affine: true, Negate: negate}})
}

// Windows is windows, of Index, Negative, Doublings and Zeta.
func (c *Curve) Windows(v *Point, table *[16]Point, list [][4]uint8) {
	windows := make([]window, len(list)+1)
	for i, w := range list {
		windows[i] = window{w[0], w[1], w[2], w[3]}
	}
	c.windows(v, table, windows)
}

// Comb is combSum, of digits with Index and Negative.
func (c *Curve) Comb(v *Point, table *[13][16][3]field.Element, digits *[4][13][2]uint8) {
	var t combTables
	var d combDigits
	for j := range t {
		for i, q := range table[j] {
			t[j][i] = affine{q[0], q[1], q[2]}
		}
		for s := range d {
			d[s][j] = recode.CombDigit{Index: digits[s][j][0], Negative: digits[s][j][1]}
		}
	}
	c.combSum(v, &t, &d)
}

// Select8 and Select16 set v to table[index-1], or the neutral element if index is 0.
func Select8(v *Point, table *[8]Point, index int)   { selectPoint8(v, table, index) }
func Select16(v *Point, table *[16]Point, index int) { selectPoint16(v, table, index) }

// Zeta sets v = ζ(q).
func (c *Curve) Zeta(v, q *Point) { c.zeta(v, q) }

// CombTable and OddTable return the tables of multiples of the generator.
func (c *Curve) CombTable() (table [13][16][3]field.Element) {
	for j := range table {
		for i := range table[j] {
			q := &c.comb[j][i]
			table[j][i] = [3]field.Element{q.e, q.u, q.t}
		}
	}
	return table
}

func (c *Curve) OddTable() (table [2][1 << (oddWidth - 2)][3]field.Element) {
	for j := range table {
		for i := range table[j] {
			q := &c.odd[j][i]
			table[j][i] = [3]field.Element{q.e, q.u, q.t}
		}
	}
	return table
}

const OddStep = oddStep

// Side is what the type parameters of sums are.
type Side = side

// SumBy returns the sum of the terms by the given algorithm.
func (m *VarTimeMSM[K]) SumBy(algorithm msm.Algorithm) *Point { return m.sum.Sum(algorithm) }

// Entries returns the points of the table of e.
func (e *ExpandedPoint) Entries() (points []*Point) {
	for i := range e.tables {
		points = append(points, &e.tables[i])
	}
	return points
}

// ExpandedBase returns the table of the generator.
func (c *Curve) ExpandedBase() *[8][64]Point { return c.expandedBase() }

// What lanes are tested with.
type (
	LaneState  = laneState
	LaneStep   = laneStep
	LaneTables = laneTables
	LanePoint  = lanePoint
	LaneRoom   = laneRoom
)

const LaneCount = laneCount

// Elements returns the coordinates.
func (s *laneState) Elements() [4]*field.Octet52 { return [4]*field.Octet52{&s.e, &s.z, &s.u, &s.t} }

func (s *laneState) SetPoint(j int, v *Point)    { s.set(j, v) }
func (s *laneState) Point(c *Curve, j int) Point { return s.get(c, j) }
func (q *lanePoint) SetPoint(v *Point)           { q.set(v) }
func (q *lanePoint) Point(c *Curve) Point        { return q.get(c) }
func (c *Curve) LaneSteps(s *LaneState, l []LaneStep, t *LaneTables, room *LaneRoom, n int) {
	c.varTimeLaneSteps(s, l, t, room, n)
}
func (c *Curve) LaneStepsGeneric(s *LaneState, l []LaneStep, t *LaneTables, n int) {
	c.laneStepsGeneric(s, l, t, n)
}

// MakeTables makes the first n tables of multiples of the points in their first entries.
func (c *Curve) MakeTables(t *LaneTables, n int)          { new(laneWork).makeTables(c, t, n) }
func (c *Curve) LaneBase() *[2][laneBaseEntries]LanePoint { return c.laneBase() }
func (c *Curve) LaneSqrNMul(z, x *field.LanePair, e uint64, y *field.LanePair, room *LaneRoom, n int) {
	c.varTimeLaneSqrNMul(z, x, e, y, room, n)
}
