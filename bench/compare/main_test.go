// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"secant.example/bench"
	"secant.example/internal/measure"
)

func cell(peer string, ns float64) *bench.Cell {
	return &bench.Cell{Peer: peer, Cost: measure.Cost{Ns: ns * 1.1, NsMin: ns}}
}

func row(operation string, cells ...*bench.Cell) *bench.Row {
	return &bench.Row{Operation: operation, Cells: cells}
}

// The machine is a fifth slower in the second run, and one of our operations is
// slower and another faster than that.
func TestCompare(t *testing.T) {
	before := &bench.Run{Format: 1, Rows: []*bench.Row{
		row("x25519/public-key", cell(bench.Ours, 100), cell("voi", 200)),
		row("ed25519/sign", cell(bench.Ours, 100), cell("voi", 300)),
		row("ed25519/verify-fips", cell(bench.Ours, 1000), cell(bench.Scalar, 1000), cell("voi", 1000)),
		row("only/old", cell(bench.Ours, 1)),
	}}
	after := &bench.Run{Format: 1, Rows: []*bench.Row{
		row("x25519/public-key", cell(bench.Ours, 120), cell("voi", 240)),
		row("ed25519/sign", cell(bench.Ours, 132), cell("voi", 360)),
		row("ed25519/verify-fips", cell(bench.Ours, 600), cell(bench.Scalar, 1800), cell("voi", 1200)),
		row("only/new", cell(bench.Ours, 1)),
	}}
	dir := t.TempDir()
	paths := []string{filepath.Join(dir, "before.json"), filepath.Join(dir, "after.json")}
	for i, r := range []*bench.Run{before, after} {
		if err := r.Save(paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		ratio  string
		slower bool
		want   []string
	}{
		{"1.05", true, []string{"4 operations", "slower  ed25519/verify-fips (scalar)", "1.200 times as long", "slower  ed25519/sign ", "1.100 times (100 to 132 ns)", "faster  ed25519/verify-fips "}},
		{"1.6", false, []string{"nothing is slower", "faster  ed25519/verify-fips "}},
	} {
		var out strings.Builder
		slower, err := run(append([]string{"-ratio", test.ratio}, paths...), &out)
		if err != nil || slower != test.slower {
			t.Errorf("ratio %s: %v, %v", test.ratio, slower, err)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("ratio %s: no %q in\n%s", test.ratio, want, out.String())
			}
		}
		if strings.Contains(out.String(), "x25519/public-key") {
			t.Errorf("what only drifted is named in\n%s", out.String())
		}
	}
	if slower, err := run([]string{paths[0], paths[0]}, new(strings.Builder)); slower || err != nil {
		t.Errorf("a run is slower than itself: %v", err)
	}
	for _, bad := range [][]string{{}, {paths[0]}, {"-ratio", "0.5", paths[0], paths[1]}, {paths[0], filepath.Join(dir, "none")}} {
		if _, err := run(bad, new(strings.Builder)); err == nil {
			t.Errorf("%v works", bad)
		}
	}
}

func TestCompareUnits(t *testing.T) {
	counted := &bench.Run{Rows: []*bench.Row{row("ed25519/sign", &bench.Cell{Peer: bench.Ours, Instructions: 1000})}}
	more := &bench.Run{Rows: []*bench.Row{row("ed25519/sign", &bench.Cell{Peer: bench.Ours, Instructions: 1010})}}
	timed := &bench.Run{Rows: []*bench.Row{row("ed25519/sign", cell(bench.Ours, 100))}}
	if changes, drift, err := compare(counted, more); err != nil || drift != 1 || changes[0].ratio != 1.01 || changes[0].unit != "instructions" {
		t.Errorf("%v, drift %v, %v", changes, drift, err)
	}
	if _, _, err := compare(counted, timed); err == nil {
		t.Error("instructions were compared with time")
	}
	if _, _, err := compare(timed, &bench.Run{PureGo: true, Rows: timed.Rows}); err == nil {
		t.Error("assembly was compared with purego")
	}
	if _, _, err := compare(timed, &bench.Run{}); err == nil {
		t.Error("nothing was compared")
	}
}
