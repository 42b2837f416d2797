// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package measure

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// spin takes a while.
func spin() error {
	for start := time.Now(); time.Since(start) < 10*time.Microsecond; {
	}
	return nil
}

// Two functions, one of which takes four times as long as the other, measured
// with a counter that counts runs.
func TestMeasure(t *testing.T) {
	var short, long, steps int
	var clock uint64
	sides := []*Side{
		{Name: "short", Run: Repeat(func() error { short++; clock += 100; return spin() })},
		{Name: "long", Run: Repeat(func() error {
			long++
			clock += 400
			for range 4 {
				spin()
			}
			return nil
		})},
	}
	m := Meter{Cycles: func() (uint64, error) { return clock, nil }}
	if err := m.Measure(sides, 21, 30*time.Millisecond, func() { steps++ }); err != nil {
		t.Fatal(err)
	}
	if steps != 21 || short < 21 || long < 21 || sides[0].Rounds() != 21 || sides[1].Rounds() != 21 {
		t.Errorf("%d steps, %d and %d runs, %d and %d rounds", steps, short, long, sides[0].Rounds(), sides[1].Rounds())
	}
	costs := []Cost{m.Cost(sides[0]), m.Cost(sides[1])}
	if costs[0].Cycles != 100 || costs[0].CyclesMin != 100 || costs[1].Cycles != 400 || costs[1].CyclesMin != 400 {
		t.Errorf("%+v", costs)
	}
	if costs[0].NsMin < 10e3 || costs[1].NsMin < 40e3 || costs[0].Ns < costs[0].NsMin {
		t.Errorf("times are too short: %+v", costs)
	}
	groups := m.Groups(sides[0], 7)
	if len(groups) != 7 || len(m.Groups(sides[0], 100)) != 21 {
		t.Fatalf("%d groups", len(groups))
	}
	for _, g := range groups {
		if g.Cycles != 100 || g.NsMin < costs[0].NsMin {
			t.Errorf("group %+v of %+v", g, costs[0])
		}
	}
}

// A function that takes longer than its share runs in fewer rounds.
func TestMeasureLong(t *testing.T) {
	sides := []*Side{
		{Name: "short", Run: Repeat(spin)},
		{Name: "long", Run: Repeat(func() error { time.Sleep(2 * time.Millisecond); return nil })},
	}
	if err := new(Meter).Measure(sides, 210, 42*time.Millisecond, func() {}); err != nil {
		t.Fatal(err)
	}
	if n := sides[1].Rounds(); sides[0].Rounds() != 210 || n < MinRounds || n > 2*MinRounds {
		t.Errorf("%d and %d rounds", sides[0].Rounds(), n)
	}
}

// A counter that fails on the way costs the cycles, not the measurement.
func TestMeasureCounterFails(t *testing.T) {
	reads := 0
	m := Meter{Cycles: func() (uint64, error) {
		if reads++; reads > 25 {
			return 0, errors.New("gone")
		}
		return uint64(reads), nil
	}}
	s := &Side{Name: "spin", Run: Repeat(spin)}
	if err := m.Measure([]*Side{s}, 21, 10*time.Millisecond, func() {}); err != nil {
		t.Fatal(err)
	}
	if c := m.Cost(s); m.Cycles != nil || m.NoCycles == nil || c.Cycles != 0 || c.Ns == 0 {
		t.Errorf("%v, %+v", m.NoCycles, c)
	}
}

// A function that fails is named, whether at once or on the way.
func TestMeasureFails(t *testing.T) {
	for _, works := range []int{0, 1, 5, 20} {
		runs := 0
		bad := func() error {
			if runs++; runs > works {
				return errors.New("no")
			}
			return spin()
		}
		sides := []*Side{{Name: "good", Run: Repeat(spin)}, {Name: "bad", Run: Repeat(bad)}}
		if err := new(Meter).Measure(sides, 21, time.Millisecond, func() {}); err == nil || !strings.Contains(err.Error(), "bad") {
			t.Errorf("after %d runs: error %v", works, err)
		}
	}
}

func TestRounds(t *testing.T) {
	for total, want := range map[time.Duration]int{
		1: MinRounds, MinRounds * 3 * batchTime: MinRounds, 100 * 3 * batchTime: 100, time.Hour: 2_400_000,
	} {
		if got := Rounds(3, total); got != want {
			t.Errorf("%d rounds in %v, want %d", got, total, want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{5, 1, 3}, 3}, {[]float64{4, 1, 3, 2}, 2.5}} {
		first := test.values[0]
		if got := median(test.values); got != test.want || test.values[0] != first {
			t.Errorf("median of %v is %v", test.values, got)
		}
	}
}

func TestCycleCounter(t *testing.T) {
	m := NewMeter()
	defer m.Close()
	if (m.Cycles == nil) != (m.NoCycles != nil) {
		t.Fatalf("no counter, and no reason: %v", m.NoCycles)
	}
	if m.Cycles == nil {
		if strings.ContainsAny(m.NoCycles.Error(), "\n") || m.NoCycles.Error() == "" {
			t.Errorf("the reason is %q", m.NoCycles)
		}
		return
	}
	before, err := m.Cycles()
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		spin()
	}
	if after, err := m.Cycles(); err != nil || after < before+100_000 {
		t.Errorf("10 ms count from %d to %d, %v", before, after, err)
	}
}
