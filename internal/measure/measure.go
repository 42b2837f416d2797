// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package measure times functions beside one another in one process: many short
// batches, interleaved, of which the median and the minimum count, in
// nanoseconds and, where the system lets a program read them, in CPU cycles.
package measure

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// A measurement has as many rounds as fit into its time, but at least MinRounds,
// if each function runs for batchTime in a round. That is so short that on a
// busy machine most batches are not interrupted, so the median is of those.
const (
	MinRounds = 21
	batchTime = 500 * time.Microsecond
)

// Func does something n times.
type Func func(n int) error

// Repeat returns the Func that calls f.
func Repeat(f func() error) Func {
	return func(n int) error {
		for range n {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}
}

// Cost is what one operation costs: the median and the minimum over all rounds.
// Cycles are zero if they are not known.
type Cost struct {
	Ns        float64 `json:"ns"`
	NsMin     float64 `json:"ns_min"`
	Cycles    float64 `json:"cycles,omitempty"`
	CyclesMin float64 `json:"cycles_min,omitempty"`
}

// Side is a function to measure, and what was measured of it, by round.
type Side struct {
	Name       string
	Run        Func
	n, every   int // runs in a batch; a batch every so many rounds
	ns, cycles []float64
}

// Rounds returns the number of rounds for measuring so many sides in about total.
func Rounds(sides int, total time.Duration) int {
	return max(MinRounds, int(total/batchTime)/max(sides, 1))
}

// Meter measures functions. The zero value measures time only.
type Meter struct {
	// Cycles reads a counter of CPU cycles; it is nil if there is none, and
	// NoCycles says why.
	Cycles   func() (uint64, error)
	NoCycles error
	counter  *Counter
}

// NewMeter returns a meter with a counter of the CPU cycles that the calling
// goroutine spends in user mode, if there is one, and locks the goroutine to its
// thread, which is what the counter counts. Close undoes both.
func NewMeter() *Meter {
	runtime.LockOSThread()
	m := &Meter{}
	counter, err := OpenCycles()
	if err != nil {
		m.NoCycles = err
		return m
	}
	m.counter, m.Cycles = counter, counter.Read
	return m
}

// Close closes the counter and unlocks the goroutine from its thread.
func (m *Meter) Close() {
	if m.counter != nil {
		m.counter.Close()
	}
	runtime.UnlockOSThread()
}

// Measure measures all sides for about as long as total. In each round every side
// runs, so that a change of the CPU's clock meets its neighbours too; every other
// round goes backwards. A side that takes too long to run in every round is
// left out of some, but runs in at least [MinRounds] if there are so many.
// Measure calls step after each round. If the counter fails on the way, the
// results are without cycles. A side that fails ends the measurement.
func (m *Meter) Measure(sides []*Side, rounds int, total time.Duration, step func()) error {
	budget := total / time.Duration(max(rounds*len(sides), 1))
	for _, s := range sides {
		if err := s.Run(1); err != nil { // the first time is not measured
			return fmt.Errorf("%s does not work: %w", s.Name, err)
		}
		if err := m.calibrate(s, rounds, budget); err != nil {
			return err
		}
	}
	order := slices.Clone(sides)
	for round := range rounds {
		for _, s := range order {
			if round%s.every != 0 {
				continue
			}
			ns, cycles, err := m.batch(s)
			if err != nil {
				return err
			}
			s.ns = append(s.ns, ns)
			s.cycles = append(s.cycles, cycles)
		}
		slices.Reverse(order)
		step()
	}
	return nil
}

// calibrate sets s.n to what takes about as long as budget, and at least 1, and
// s.every so that all rounds together take about as long as they should.
func (m *Meter) calibrate(s *Side, rounds int, budget time.Duration) error {
	s.n, s.every = 1, 1
	for {
		ns, _, err := m.batch(s)
		if err != nil {
			return err
		}
		fits := float64(budget) / max(ns, 1)
		if fits < float64(4*s.n) {
			s.n = max(int(fits), 1)
			if batches := max(int(fits*float64(rounds)), MinRounds); batches < rounds {
				s.every = rounds / batches
			}
			return nil
		}
		s.n *= 2
	}
}

// batch runs s.Run(s.n) and returns the time and the CPU cycles of one operation.
func (m *Meter) batch(s *Side) (ns, cycles float64, err error) {
	before := m.readCycles()
	start := time.Now()
	err = s.Run(s.n)
	elapsed := time.Since(start)
	after := m.readCycles()
	if err != nil {
		return 0, 0, fmt.Errorf("%s does not work: %w", s.Name, err)
	}
	return float64(elapsed) / float64(s.n), float64(after-before) / float64(s.n), nil
}

// readCycles returns the counter, or 0 if there is none.
func (m *Meter) readCycles() uint64 {
	if m.Cycles == nil {
		return 0
	}
	count, err := m.Cycles()
	if err != nil {
		m.Cycles, m.NoCycles = nil, err
		return 0
	}
	return count
}

// Cost returns the median and the minimum of what m measured of s, to a tenth.
func (m *Meter) Cost(s *Side) Cost { return m.cost(s.ns, s.cycles) }

// Groups returns what m measured of s as at most n costs, each of consecutive
// rounds.
func (m *Meter) Groups(s *Side, n int) []Cost {
	n = min(n, len(s.ns))
	groups := make([]Cost, n)
	for i := range groups {
		from, to := i*len(s.ns)/n, (i+1)*len(s.ns)/n
		groups[i] = m.cost(s.ns[from:to], s.cycles[from:to])
	}
	return groups
}

// Rounds returns how often a batch of s was measured.
func (s *Side) Rounds() int { return len(s.ns) }

func (m *Meter) cost(ns, cycles []float64) Cost {
	c := Cost{Ns: Round(median(ns), 10), NsMin: Round(slices.Min(ns), 10)}
	if m.Cycles != nil {
		c.Cycles, c.CyclesMin = Round(median(cycles), 10), Round(slices.Min(cycles), 10)
	}
	return c
}

// Round returns x to the nearest 1/parts.
func Round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// median returns the median of values.
func median(values []float64) float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}
