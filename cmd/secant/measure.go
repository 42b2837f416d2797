// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// operation is a line of the table: something the library does, and the same
// done by Go's standard library, or nil if it has no equivalent.
type operation struct {
	name        string
	secant, std func() error
}

// cost is what one operation costs: the median and the minimum over all rounds.
type cost struct {
	Ns        float64 `json:"ns"`
	NsMin     float64 `json:"ns_min"`
	Cycles    float64 `json:"cycles,omitempty"`
	CyclesMin float64 `json:"cycles_min,omitempty"`
}

// result is the cost of an operation. Std and Ratio are nil if the standard
// library has no equivalent.
type result struct {
	Name   string   `json:"name"`
	Secant *cost    `json:"secant"`
	Std    *cost    `json:"std"`
	Ratio  *float64 `json:"ratio"`
}

// meter measures operations.
type meter struct {
	rounds int
	// cycles reads a counter of CPU cycles; it is nil if there is none, and
	// noCycles says why.
	cycles   func() (uint64, error)
	noCycles error
}

// side is one of the functions of an operation, and what was measured of it.
type side struct {
	run        func() error
	n          int // runs per round
	ns, cycles []float64
}

// A measurement has as many rounds as fit into its time, but at least minRounds,
// if each function runs for batchTime in a round. That is so short that on a
// busy machine most batches are not interrupted, so the median is of those.
const (
	minRounds = 21
	batchTime = 500 * time.Microsecond
)

// rounds returns the number of rounds for measuring ops in about total.
func rounds(ops []operation, total time.Duration) int {
	sides := 0
	for _, op := range ops {
		sides++
		if op.std != nil {
			sides++
		}
	}
	return max(minRounds, int(total/batchTime)/sides)
}

// measure returns the cost of each of ops, measured for about as long as total.
// In each round every operation runs, the standard library's next to ours, so
// that a change of the CPU's clock meets both; every other round goes backwards.
// It calls step after each round. If the counter fails on the way, the results
// are without cycles.
func (m *meter) measure(ops []operation, total time.Duration, step func()) ([]result, error) {
	var sides []*side
	for _, op := range ops {
		for _, run := range []func() error{op.secant, op.std} {
			if run == nil {
				continue
			}
			if err := run(); err != nil { // the first time is not measured
				return nil, fmt.Errorf("%s does not work: %w", op.name, err)
			}
			sides = append(sides, &side{run: run})
		}
	}
	budget := total / time.Duration(m.rounds*len(sides))
	for _, s := range sides {
		m.calibrate(s, budget)
	}
	for range m.rounds {
		for _, s := range sides {
			ns, cycles := m.batch(s.run, s.n)
			s.ns = append(s.ns, ns)
			s.cycles = append(s.cycles, cycles)
		}
		slices.Reverse(sides)
		step()
	}
	if m.rounds%2 == 1 {
		slices.Reverse(sides)
	}

	results := make([]result, len(ops))
	for i, op := range ops {
		r := result{Name: op.name, Secant: m.cost(sides[0])}
		sides = sides[1:]
		if op.std != nil {
			r.Std = m.cost(sides[0])
			sides = sides[1:]
			ratio := r.Std.Ns / r.Secant.Ns
			if m.cycles != nil {
				ratio = r.Std.Cycles / r.Secant.Cycles
			}
			ratio = round(ratio, 1000)
			r.Ratio = &ratio
		}
		results[i] = r
	}
	return results, nil
}

// calibrate sets s.n to what takes about as long as budget, and at least 1.
func (m *meter) calibrate(s *side, budget time.Duration) {
	s.n = 1
	for {
		ns, _ := m.batch(s.run, s.n)
		if fits := float64(budget) / max(ns, 1); fits < float64(4*s.n) {
			s.n = max(int(fits), 1)
			return
		}
		s.n *= 2
	}
}

// batch runs f n times and returns the time and the CPU cycles of one run.
func (m *meter) batch(f func() error, n int) (ns, cycles float64) {
	before := m.readCycles()
	start := time.Now()
	for range n {
		f() // works: measure has tried it
	}
	elapsed := time.Since(start)
	after := m.readCycles()
	return float64(elapsed) / float64(n), float64(after-before) / float64(n)
}

// readCycles returns the counter, or 0 if there is none.
func (m *meter) readCycles() uint64 {
	if m.cycles == nil {
		return 0
	}
	count, err := m.cycles()
	if err != nil {
		m.cycles, m.noCycles = nil, err
		return 0
	}
	return count
}

// cost returns the median and the minimum of what was measured, to a tenth.
func (m *meter) cost(s *side) *cost {
	c := &cost{Ns: round(median(s.ns), 10), NsMin: round(slices.Min(s.ns), 10)}
	if m.cycles != nil {
		c.Cycles, c.CyclesMin = round(median(s.cycles), 10), round(slices.Min(s.cycles), 10)
	}
	return c
}

// round returns x to the nearest 1/parts.
func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// median returns the median of values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}
