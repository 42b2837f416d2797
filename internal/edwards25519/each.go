// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/limbs"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of multiples in the lanes of vectors, each with points of its own, and all with the same steps. The additions
// are complete, so that no lane meets an exception. All of it is for public points, and takes variable time.

// eachCount is how many sums there are at the same time at most: with IFMA one vector of eight, and with doubles two of four.
const eachCount = field.OctetCount

// An eachState is a point in each lane.
type eachState struct{ x, y, z, t field.LaneOctet }

func (s *eachState) set(j int, v *Point) {
	s.x.Set(j, &v.x)
	s.y.Set(j, &v.y)
	s.z.Set(j, &v.z)
	s.t.Set(j, &v.t)
}

func (s *eachState) get(j int) Point {
	return Point{x: s.x.Get(j), y: s.y.Get(j), z: s.z.Get(j), t: s.t.Get(j)}
}

// An eachEntry is a cached point in the limbs of field.LaneOctet: 0 to 3 of Y+X, those of Y-X, of 2d·T and of 2Z, and then 4 of each.
type eachEntry [20]uint64

func (e *eachEntry) set(q *cached) {
	for k, x := range [...]*field.Element{&q.yPlusX, &q.yMinusX, &q.t2d, &q.z2} {
		e[4*k], e[4*k+1], e[4*k+2], e[4*k+3], e[16+k] = field.LaneLimbs(x)
	}
}

func (e *eachEntry) get() (q cached) {
	for k, x := range [...]*field.Element{&q.yPlusX, &q.yMinusX, &q.t2d, &q.z2} {
		*x = field.FromLaneLimbs(e[4*k], e[4*k+1], e[4*k+2], e[4*k+3], e[16+k])
	}
	return q
}

var eachIdentity = eachEntry{0: 1, 4: 1, 12: 2}

const (
	eachBits    = 5 // of the digits of points that vary
	eachEntries = 1 << (eachBits - 1)
	eachDigits  = 28 // of integers below 2^eachMost
	eachMost    = eachBits*eachDigits - 2

	eachBaseBits    = 10 // of those of the generator
	eachBaseEntries = 1 << (eachBaseBits - 1)
	eachBaseDigits  = eachDigits * eachBits / eachBaseBits // in each of its two rows
)

// eachTables are the multiples up to 16 of a point in each lane.
type eachTables [eachCount][eachEntries]eachEntry

// A laneRoom is what the routines work in.
type laneRoom [15]field.LaneOctet

// An eachStepOf is a step of a sum in each lane: so many doublings, and then *Q[j] is added, or subtracted if bit j of
// Negative is 1.
type eachStepOf[Q any] struct {
	Q                   [eachCount]*Q
	Negative, Doublings uint64
}

type (
	eachStep         = eachStepOf[eachEntry]
	eachExpandedStep = eachStepOf[cached]
)

// eachAtOnce is how many steps take some 50 µs with doubles, and half of that with IFMA, since a call of a routine cannot be
// interrupted.
const eachAtOnce = 40

// eachStepsGeneric takes the steps in the first n lanes. get returns what is added.
func eachStepsGeneric[Q any](s *eachState, steps []eachStepOf[Q], n int, get func(*Q) cached) {
	for j := range n {
		v := s.get(j)
		for i := range steps {
			q := get(steps[i].Q[j])
			v.doubleAddGeneric(int(steps[i].Doublings), &q, steps[i].Negative>>j&1 == 1, true)
		}
		s.set(j, &v)
	}
}

// eachMultiplesGeneric sets tables[j][i] to i + 1 times the point in lane j, to be added, for the first n lanes.
func eachMultiplesGeneric(tables *eachTables, s *eachState, n int) {
	for j := range n {
		v := s.get(j)
		var first, q cached
		first.set(&v)
		for i := range tables[j] {
			tables[j][i].set(q.set(&v))
			v.doubleAddGeneric(0, &first, false, true)
		}
	}
}

// eachBase returns the multiples of B and of [2^140]B, up to 512 of each: 160 KiB, which are made when they are first
// needed.
func eachBase() *[2][eachBaseEntries]eachEntry {
	if field.LaneBits() == 52 {
		return eachBase52()
	}
	return eachBase51()
}

var eachBase51, eachBase52 = sync.OnceValue(newEachBase), sync.OnceValue(newEachBase)

func newEachBase() *[2][eachBaseEntries]eachEntry {
	tables := new([2][eachBaseEntries]eachEntry)
	for i := range tables {
		baseMultiples(i*eachDigits*eachBits, eachBaseEntries, func(j int, q *cached) { tables[i][j].set(q) })
	}
	return tables
}

// baseMultiples calls set with j and j + 1 times [2^n]B, to be added, for each j below count.
func baseMultiples(n, count int, set func(j int, q *cached)) {
	v := generator
	if n > 0 {
		v.double(n)
	}
	var one, q cached
	one.set(&v)
	for j := range count {
		set(j, q.set(&v))
		v.doubleAdd(0, &one, false, true)
	}
}

// An eachWork is what sums in lanes keep.
type eachWork struct {
	room   laneRoom // first, where it is aligned
	state  eachState
	tables [2]eachTables
	steps  [2*eachDigits + 2*eachBaseDigits]eachStep
}

var eachWorks = sync.Pool{New: func() any { return new(eachWork) }}

// A Triple is [KA]A + [KC]C + [KB]B, where B is the generator, for any KA and KC, though those from 2^138 on take longer.
type Triple struct {
	A, C       Point
	KA, KC, KB scalar.Scalar
}

// GroupOfSums is how many sums [VarTimeTriples] does at once.
const GroupOfSums = eachCount

// VarTimeTriples sets each v[i] to sums[i], as [Point.VarTimeTripleScalarBaseMult] does, in variable time: up to eight of them
// at once, of which each takes the less time, the more there are.
func VarTimeTriples(v []Point, sums []Triple) {
	fewest, _ := eachGroups()
	if len(sums) >= fewest {
		w := eachWorks.Get().(*eachWork)
		for len(sums) >= fewest {
			n := min(len(sums), eachCount)
			bits := longest(sums[:n])
			if bits > eachMost {
				break
			}
			w.multiply(v[:n], sums[:n], bits)
			v, sums = v[n:], sums[n:]
		}
		eachWorks.Put(w)
	}
	for i := range sums {
		s := &sums[i]
		v[i].VarTimeTripleScalarBaseMult(&s.KA, &s.A, &s.KC, &s.C, &s.KB)
	}
}

// TriplesCost returns how long [VarTimeTriples] takes for k sums, in hundredths of
// [Point.VarTimeTripleScalarBaseMult], as it was measured.
func TriplesCost(k int) int {
	fewest, group := eachGroups()
	return field.CostInGroups(k, eachCount, fewest, group)
}

// longest returns how many bits KA and KC have at most.
func longest(sums []Triple) (bits int) {
	for i := range sums {
		a, c := sums[i].KA.Limbs(), sums[i].KC.Limbs()
		bits = max(bits, limbs.BitLen(&a), limbs.BitLen(&c))
	}
	return bits
}

// multiply sets each v[j] to sums[j], of which the scalars have so many bits at most.
func (w *eachWork) multiply(v []Point, sums []Triple, bits int) {
	lanes := field.LanesFor(len(sums))
	for row := range w.tables {
		for j := range lanes {
			// A lane that nobody asked for has the points of the last one.
			s := &sums[min(j, len(sums)-1)]
			w.state.set(j, [...]*Point{&s.A, &s.C}[row])
		}
		varTimeEachMultiples(&w.tables[row], &w.state, &w.room, lanes)
	}
	w.prepare(sums)
	for j := range lanes {
		w.state.set(j, &identity)
	}
	steps := w.steps[:]
	if bits <= eachMost-eachBits {
		steps = steps[len(w.tables):] // the highest digits are 0
	}
	steps[0].Doublings = 0
	varTimeEachSteps(&w.state, steps, &w.room, lanes)
	for j := range sums {
		v[j] = w.state.get(j)
	}
}

// prepare makes the steps: digit by digit, the highest ones first. A lane that nobody asked for has the last sum.
func (w *eachWork) prepare(sums []Triple) {
	var own [2][eachCount]recode.Booth
	var ofBase [eachCount]recode.Booth
	var tables, ofBases [2][eachCount][]eachEntry
	base := eachBase()
	for j := range eachCount {
		s := &sums[min(j, len(sums)-1)]
		ka, kc, kb := s.KA.Limbs(), s.KC.Limbs(), s.KB.Limbs()
		own[0][j], own[1][j], ofBase[j] = recode.NewBooth(&ka), recode.NewBooth(&kc), recode.NewBooth(&kb)
		for row := range base {
			tables[row][j], ofBases[row][j] = w.tables[row][j][:], base[row][:]
		}
	}
	next := 0
	for i := eachDigits - 1; i >= 0; i-- {
		for row := range w.tables {
			s := &w.steps[next]
			s.add(&tables[row], &own[row], uint(i), eachBits, &eachIdentity)
			s.Doublings = 0
			if row == 0 {
				s.Doublings = eachBits
			}
			next++
		}
		if i%2 == 0 {
			for row := range base {
				s := &w.steps[next]
				s.add(&ofBases[row], &ofBase, uint(eachBaseDigits*row+i/2), eachBaseBits, &eachIdentity)
				s.Doublings = 0
				next++
			}
		}
	}
}

// add adds digit i, in each lane, of the point that a table of multiples is of: one of those, or the identity. It writes
// pointers to s together, as the garbage collector wants to know of them.
func (s *eachStepOf[Q]) add(tables *[eachCount][]Q, digits *[eachCount]recode.Booth, i, width uint, identity *Q) {
	var minus [eachCount]uint64
	of := func(j int) *Q {
		magnitude, m := digits[j].Digit(i, width)
		if magnitude == 0 {
			return identity
		}
		minus[j] = m
		return &tables[j][magnitude-1]
	}
	s.Q = [eachCount]*Q{of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)}
	s.Negative = recode.Bits8(&minus)
}
