// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"secant.example/internal/measure"
)

func TestSpeed(t *testing.T) {
	status, stdout, stderr := secant(t, "", "speed", "--time", "50ms")
	if status != exitDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if !strings.HasSuffix(stderr, "secant: 100% measured\n") {
		t.Errorf("no progress on standard error: %q", stderr)
	}
	for _, op := range must(operations()) {
		if strings.Count(stdout, op.name+" ") != 1 {
			t.Errorf("%s is missing from the table", op.name)
		}
	}
	// The lines of the table are aligned.
	lines := strings.Split(stdout, "\n")
	first := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "operation ") })
	for _, line := range lines[first : first+len(must(operations()))] {
		if len(line) != len(lines[first]) {
			t.Errorf("the line %q is not as long as %q", line, lines[first])
		}
	}
}

func TestSpeedJSON(t *testing.T) {
	status, stdout, stderr := secant(t, "", "speed", "--json", "--time", "50ms")
	if status != exitDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var r report
	d := json.NewDecoder(strings.NewReader(stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatal(err)
	}
	if r.Format != 1 || r.Rounds < 21 || r.Cycles != (r.NoCycles == "") || r.Go == "" || r.Kernels == "" {
		t.Errorf("%+v", r)
	}
	ops := must(operations())
	if len(r.Operations) != len(ops) {
		t.Fatalf("%d operations, want %d", len(r.Operations), len(ops))
	}
	for i, op := range r.Operations {
		if op.Name != ops[i].name || (op.Std != nil) != (ops[i].std != nil) || (op.Ratio != nil) != (op.Std != nil) {
			t.Errorf("%+v", op)
		}
		for _, c := range []*measure.Cost{op.Secant, op.Std} {
			if c == nil {
				continue
			}
			if c.NsMin <= 0 || c.Ns < c.NsMin || c.Cycles < c.CyclesMin || r.Cycles != (c.CyclesMin > 0) {
				t.Errorf("%s: %+v", op.Name, c)
			}
		}
	}
	// The names that the documentation promises.
	for _, name := range []string{`"format": 1`, `"secant": {`, `"std": null`, `"ratio": null`, `"ns": `, `"ns_min": `, `"cycles": `} {
		if !strings.Contains(stdout, name) {
			t.Errorf("%s is missing from the JSON", name)
		}
	}
}

func TestOperationNames(t *testing.T) {
	seen := map[string]bool{}
	for _, op := range must(operations()) {
		if seen[op.name] || !strings.Contains(op.name, "/") {
			t.Errorf("bad name %q", op.name)
		}
		seen[op.name] = true
	}
}

// spin takes a while.
func spin() error {
	for start := time.Now(); time.Since(start) < 10*time.Microsecond; {
	}
	return nil
}

// Two functions, one of which takes four times as long as the other, measured
// with a counter that counts runs.
func TestMeasure(t *testing.T) {
	var ours, theirs, steps int
	var clock uint64
	ops := []operation{
		{"test/both", func() error { ours++; clock += 100; return spin() }, func() error {
			theirs++
			clock += 400
			for range 4 {
				spin()
			}
			return nil
		}},
		{"test/ours", func() error { clock += 70; return spin() }, nil},
	}
	m := &measure.Meter{Cycles: func() (uint64, error) { return clock, nil }}
	results, err := measureOperations(m, ops, 21, 30*time.Millisecond, func() { steps++ })
	if err != nil {
		t.Fatal(err)
	}
	if steps != 21 || ours < 21 || theirs < 21 {
		t.Errorf("%d steps, %d and %d runs", steps, ours, theirs)
	}
	both := results[0]
	if both.Secant.Cycles != 100 || both.Secant.CyclesMin != 100 || both.Std.Cycles != 400 || *both.Ratio != 4 {
		t.Errorf("%+v %+v, ratio %v", both.Secant, both.Std, *both.Ratio)
	}
	if both.Secant.NsMin < 10e3 || both.Std.NsMin < 40e3 {
		t.Errorf("times are too short: %+v %+v", both.Secant, both.Std)
	}
	if results[1].Secant.Cycles != 70 || results[1].Std != nil || results[1].Ratio != nil {
		t.Errorf("%+v", results[1])
	}
	table := new(strings.Builder)
	(&report{Cycles: true, Rounds: 21, Operations: results}).table(table)
	for _, want := range []string{"cycles", " 100 ", " 400 ", " 4.00\n", " -\n"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is missing from\n%s", want, table)
		}
	}
}

// Without a counter the ratio is of time.
func TestMeasureTime(t *testing.T) {
	results, err := measureOperations(&measure.Meter{}, []operation{{"test/equal", spin, spin}}, 21, 10*time.Millisecond, func() {})
	if err != nil {
		t.Fatal(err)
	}
	r := results[0]
	if r.Secant.Cycles != 0 || math.Abs(*r.Ratio-r.Std.Ns/r.Secant.Ns) > 0.001 {
		t.Errorf("%+v %+v, ratio %v", r.Secant, r.Std, *r.Ratio)
	}
}

func TestMeasureFails(t *testing.T) {
	bad := func() error { return errors.New("no") }
	for _, op := range []operation{{"test/bad", bad, spin}, {"test/bad", spin, bad}} {
		if _, err := measureOperations(&measure.Meter{}, []operation{op}, 21, time.Millisecond, func() {}); err == nil || !strings.Contains(err.Error(), "test/bad") {
			t.Errorf("error %v", err)
		}
	}
}

func TestProgress(t *testing.T) {
	var lines bytes.Buffer
	p := newProgress(&lines, false, 51, "measuring")
	for range 51 {
		p.step()
	}
	p.finish()
	if want := "secant: 25% measured\nsecant: 50% measured\nsecant: 75% measured\nsecant: 100% measured\n"; lines.String() != want {
		t.Errorf("%q", lines.String())
	}
	var bar bytes.Buffer
	p = newProgress(&bar, true, 51, "measuring")
	for range 51 {
		p.step()
	}
	p.finish()
	if !strings.Contains(bar.String(), "measuring") || !strings.Contains(bar.String(), "%") || strings.Contains(bar.String(), "\n") {
		t.Errorf("%q", bar.String())
	}
}
