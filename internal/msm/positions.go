// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm

import "slices"

// Straus's algorithm in lanes: the digits are those of [Straus], and all that have the same position are added up first, whatever
// terms they are of. These are sums like those of buckets, eight at a time, for which positions with as many digits come together.
// What is left is one sum for each position. They are put together as digits are, from the highest one down, with doublings between
// them: eight ranges of positions at the same time, each in a lane, and then these.

// fewestInLanes is from how many points on tables in lanes take less time than others.
const fewestInLanes = 6

// laneWidth is the width of digits of tables with laneEntries.
const laneWidth = 5

// tablesAreInLanes reports whether Straus's algorithm has tables that are computed in lanes.
func (m *VarTime[P, C, G]) tablesAreInLanes() bool {
	return m.inPositions != nil && m.varied >= fewestInLanes
}

// tablesInLanes is takeDigits with tables that are computed in lanes. It sets zero, and the result to 0.
func (m *VarTime[P, C, G]) tablesInLanes() {
	groups := (m.varied + Lanes - 1) / Lanes
	m.lanesOf = slices.Grow(m.lanesOf[:0], groups)[:groups]
	m.prepareZero(&m.zero)
	n := 0
	m.takeDigits(func(_ int, q *C) []C {
		table := &m.lanesOf[n/Lanes][n%Lanes]
		n++
		table[0] = *q
		return table[:]
	})
	for ; n < Lanes*groups; n++ {
		m.lanesOf[n/Lanes][n%Lanes][0] = m.zero
	}
	for i := range m.lanesOf {
		m.inPositions.OddMultiplesEach(&m.lanesOf[i])
	}
}

// strausInLanes sets the result.
func (m *VarTime[P, C, G]) strausInLanes() {
	m.tablesInLanes() // which leaves 0 in the result
	if len(m.added) == 0 {
		return
	}

	counts := m.schedule.Counts()
	rows := (len(counts)-1)/Lanes + 1
	if len(m.workers) == 0 {
		m.workers = append(m.workers, worker[P, C]{})
	}
	s := &m.workers[0]
	s.grow(rows, true)
	sums := s.rows[:1+rows]
	// A position is a bucket of the rows from 1 on: the first positions are those of lane 0.
	clear(s.chains[:1+rows])
	m.cursors = m.cursors[:0]
	bucket := Lanes
	for _, count := range counts {
		m.cursors = append(m.cursors, uint32(bucket))
		s.chains[bucket/Lanes][bucket%Lanes] = uint64(count) << 32
		if bucket += Lanes; bucket >= Lanes*(1+rows) {
			bucket -= Lanes*rows - 1 // the next lane
		}
	}
	last := int(m.cursors[len(counts)-1] % Lanes) // lane
	s.sort(1 + rows)
	s.setEmpty(m.inPositions, sums)
	m.prepareSteps(s, sums)
	for i, bucket := range m.cursors {
		m.cursors[i] = uint32(s.chains[bucket/Lanes][bucket%Lanes])
	}
	m.schedule.Reset()
	steps, cursors := m.laneSteps, m.cursors
	for _, d := range m.added {
		odd, negative := d.Odd()
		next := &cursors[d.Position()]
		to, lane := &steps[*next/Lanes], *next%Lanes
		*next += Lanes
		to.Q[lane] = &m.rows[d.Row()][odd]
		to.Negative |= uint64(negative) << lane
	}
	for ; len(steps) > 0; steps = steps[min(laneChunk, len(steps)):] {
		m.inPositions.AddLanesAnyZ(steps[:min(laneChunk, len(steps))])
	}
	clear(m.laneSteps) // of references
	m.inPositions.AddPositions(&s.sums, sums[1:])
	v := &m.result
	for j := last; j >= 0; j-- {
		m.inPositions.FromLanes(&s.sums[j])
		if j == last {
			*v = s.sums[j]
		} else {
			m.addPoint(v, rows, &s.sums[j], j > 0, &s.operand)
		}
	}
}

// prepareSteps sets laneSteps to those of the buckets in order, but for the points that they add, and the low halves of chains to where those
// of each bucket begin: eight times the step, and the lane.
func (m *VarTime[P, C, G]) prepareSteps(s *worker[P, C], rows [][Lanes]P) {
	n := 0
	for i := 0; i < len(s.order); i += Lanes {
		n += int(s.count(s.order[i]))
	}
	m.laneSteps = slices.Grow(m.laneSteps[:0], n)[:n]
	at := 0
	for order := s.order; len(order) > 0; order = order[min(Lanes, len(order)):] {
		v := inOrder(rows, order)
		some := m.laneSteps[at:][:s.count(order[0])]
		for i := range some {
			to, ends := &some[i], uint64(0)
			if i == 0 {
				ends = FirstOfSums
			}
			place := (at + i) % laneChunk
			if i == len(some)-1 || place == laneChunk-1 {
				ends |= LastOfSums
			}
			if to.Ends = ends; place == 0 || ends&LastOfSums != 0 {
				to.V = v
			}
			to.Negative = 0
		}
		for j := range Lanes {
			count := 0
			if j < len(order) {
				count = int(s.count(order[j]))
				s.chains[order[j]/Lanes][order[j]%Lanes] |= uint64(Lanes*at + j)
			}
			for i := count; i < len(some); i++ {
				some[i].Q[j] = &m.zero
			}
		}
		at += len(some)
	}
}
