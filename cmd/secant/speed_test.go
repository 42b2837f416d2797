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

	"secant.example/internal/cpu"
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

// Operations are chosen by whole parts of their names.
func TestSpeedOperations(t *testing.T) {
	ops := []operation{{name: "a/sign"}, {name: "a/sign-fast"}, {name: "a/b/sign"}, {name: "a/b/verify"}, {name: "b/verify"}}
	for names, want := range map[string]string{
		"":              "a/sign a/sign-fast a/b/sign a/b/verify b/verify",
		"a":             "a/sign a/sign-fast a/b/sign a/b/verify",
		"b/verify":      "a/b/verify b/verify",
		"sign":          "a/sign a/b/sign",
		"verify a/sign": "a/sign a/b/verify b/verify",
		"a/b/sign":      "a/b/sign",
	} {
		chosen, err := chosenOperations(ops, strings.Fields(names))
		var got []string
		for _, op := range chosen {
			got = append(got, op.name)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v; want %q", names, got, err, want)
		}
	}
	for _, name := range []string{"", "/", "a/", "c", "sig", "sign-", "sign/a"} {
		if chosen, err := chosenOperations(ops, []string{"a", name}); err == nil || chosen != nil {
			t.Errorf("%q: %v, %v", name, chosen, err)
		}
	}
	wantError(t, `there is no operation "verfy": did you mean verify?`, "", "speed", "ed25519", "verfy")
	var r report
	if err := json.Unmarshal([]byte(mustRun(t, "", "speed", "--json", "--time", "1ms", "ed25519/sign", "x25519")), &r); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"x25519/public-key", "x25519/shared-secret", "x25519/shared-secrets-of-16", "ed25519/sign"} {
		if len(r.Operations) != 4 || r.Operations[i].Name != want {
			t.Errorf("%+v", r.Operations)
		}
	}
}

// The kernels that --cpu asks for run, and only then; what the machine lacks is an error.
func TestSpeedCPU(t *testing.T) {
	before := cpu.X86
	for _, l := range kernelLevels {
		args := []string{"speed", "--time", "1ms", "--cpu", l.name, "ed25519/sign"}
		if !slices.Contains(cpu.Paths(), l.level) {
			wantError(t, "this machine cannot run the kernels "+l.name+", only none", "", args...)
		} else if want := kernelsAt(cpu.Assembly, l.level); !strings.HasSuffix(strings.SplitN(mustRun(t, "", args...), "\n", 2)[0], ", "+want) {
			t.Errorf("%s does not run %s", l.name, want)
		}
		restore, err := forceKernels(l.name)
		if err == nil {
			if cpu.X86 != l.level {
				t.Errorf("%s is %+v", l.name, cpu.X86)
			}
			restore()
		}
		if cpu.X86 != before {
			t.Fatalf("%s: %+v is left", l.name, cpu.X86)
		}
	}
	for _, f := range cpu.Paths() {
		if !slices.ContainsFunc(kernelLevels, func(l kernelLevel) bool { return l.level == f }) {
			t.Errorf("%+v has no name", f)
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
