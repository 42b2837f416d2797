// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bufio"
	"errors"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"secant.example/internal/measure"
)

func TestMeasureAll(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	progress := 0.0
	r, err := MeasureAll(in, regexp.MustCompile("^x25519/public-key$|^edwards25519/msm-16$"), 20*time.Millisecond, func(part float64) { progress = part })
	if err != nil {
		t.Fatal(err)
	}
	if progress != 1 || len(r.Rows) != 2 || r.Rounds < measure.MinRounds || r.Versions["voi"] == "" || r.Versions[Ours] != "" {
		t.Errorf("%+v", r)
	}
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			if c.Rounds < measure.MinRounds || c.NsMin <= 0 || c.Ns < c.NsMin || r.Cycles() != (c.Cycles > 0) || (c.Bytes != nil) != (FindPeer(c.Peer).Language == "Go") {
				t.Errorf("%s: %+v", row.Operation, c)
			}
		}
	}
	// A sum costs what it takes for one point.
	if ns := r.Row("edwards25519/msm-16").Cell(Ours).Ns; ns > 16*r.Row("x25519/public-key").Cell("Go std").Ns {
		t.Errorf("a point takes %v ns", ns)
	}
	var text strings.Builder
	r.Benchstat(&text)
	line := regexp.MustCompile(`(?m)^Benchmark/x25519/public-key/secant 1 [0-9.e+]+ ns/op( [0-9.e+]+ cycles/op)? [0-9]+ B/op [0-9]+ allocs/op$`)
	if n := len(line.FindAllString(text.String(), -1)); n != 7 {
		t.Errorf("%d lines in\n%s", n, text.String())
	}

	path := filepath.Join(t.TempDir(), "run.json")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			c.groups, c.batch = nil, 0
		}
	}
	if !reflect.DeepEqual(loaded, r) {
		t.Errorf("saved %+v, loaded %+v", r, loaded)
	}
	r.Format = 2
	r.Save(path)
	if _, err := Load(path); err == nil {
		t.Error("an unknown format was loaded")
	}
	if _, err := MeasureAll(in, regexp.MustCompile("^none$"), time.Millisecond, func(float64) {}); err == nil {
		t.Error("nothing was measured, and no error")
	}
}

// A wrong result ends the measurement before it starts.
func TestMeasureAllChecks(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	const name = "do255s/mul" // for the time being, which nobody has but those below
	saved := registry[name]
	delete(registry, name)
	defer func() { registry[name] = saved }()
	timed := 0
	for i, peer := range []string{Ours, "crrl"} {
		register(peer, name, func(*Inputs) (*Instance, error) {
			return once(func() error { timed++; return nil }, func() ([]byte, error) { return []byte{byte(i)}, nil })
		})
	}
	_, err = MeasureAll(in, regexp.MustCompile(name), time.Millisecond, func(float64) {})
	if err == nil || !strings.Contains(err.Error(), "do255s/mul of crrl has the result 01, but that of secant is 00") || timed > 4 {
		t.Errorf("error %v after %d runs", err, timed)
	}
	register("voi", name, func(*Inputs) (*Instance, error) { return nil, errors.New("no key") })
	if _, err := Prepare(FindOperation(name), in); err == nil || !strings.Contains(err.Error(), "of voi cannot be set up: no key") {
		t.Errorf("error %v", err)
	}
}

func TestMachine(t *testing.T) {
	var m Machine
	m.readCPU(bufio.NewScanner(strings.NewReader("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n" +
		"model name\t: AMD EPYC 7R13 Processor\nflags\t\t: fpu avx2 bmi2 adx sha_ni\n\nprocessor\t: 1\nmodel\t\t: 2\n")))
	want := Machine{CPU: "AMD EPYC 7R13 Processor", Vendor: "AuthenticAMD", Family: "25", Model: "1", Flags: []string{"bmi2", "adx", "avx2", "sha_ni"}}
	if !reflect.DeepEqual(m, want) || !m.Zen3() {
		t.Errorf("%+v", m)
	}
	if m.Name() != "amd-25-1" {
		t.Errorf("its name is %s", m.Name())
	}
	m.Model = "17" // Zen 4
	if m.Zen3() {
		t.Error("a Zen 4 is taken for a Zen 3")
	}
	if m = (Machine{Arch: "riscv64"}); m.Name() != "riscv64" {
		t.Errorf("its name is %s", m.Name())
	}
	m = ThisMachine()
	if m.OS == "" || m.CPU == "" || m.CPUs < 1 {
		t.Errorf("%+v", m)
	}
	for name := range Published {
		if FindOperation(name) == nil {
			t.Errorf("%s is published, but not an operation", name)
		}
	}
}
