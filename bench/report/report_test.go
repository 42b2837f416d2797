// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"secant.example/bench"
	"secant.example/internal/measure"
)

// example is a run with cycles on a Zen 3.
func example() *bench.Run {
	cell := func(peer string, cycles float64) *bench.Cell {
		zero := 0.0
		return &bench.Cell{Peer: peer, Cost: measure.Cost{Ns: cycles / 2, NsMin: cycles / 4, Cycles: cycles, CyclesMin: cycles / 3},
			Rounds: 21, Bytes: &zero, Allocs: &zero}
	}
	return &bench.Run{
		Format: 1, Machine: bench.Machine{CPU: "Example CPU", Vendor: "AuthenticAMD", Family: "25", Model: "1"},
		Versions: map[string]string{bench.Ours: "abc123", "voi": "v1.2.3", "Go std": "go1.26"}, Missing: []string{"OpenSSL", "crrl"}, Rounds: 99,
		Rows: []*bench.Row{
			{Operation: "x25519/public-key", Cells: []*bench.Cell{cell(bench.Ours, 20000), cell("Go std", 60000), cell("voi", 40000)}},
			{Operation: "x25519/shared-secret", Cells: []*bench.Cell{cell(bench.Ours, 90000), cell("Go std", 60000)}},
			{Operation: "ed25519-batch/plain-8", Cells: []*bench.Cell{cell("voi", 50)}},
			{Operation: "edwards25519/msm-2", Cells: []*bench.Cell{cell(bench.Ours, 30000), cell(bench.AVX2, 46500), cell(bench.Scalar, 62000), cell("voi", 31000)}},
			{Operation: "edwards25519/msm-16", Cells: []*bench.Cell{cell(bench.Ours, 20000), cell("voi", 21000)}},
		},
	}
}

func page(r *bench.Run, p *bench.Run) string {
	var b strings.Builder
	document(&b, measured{run: r, pure: p}, map[string]bool{"x25519": true})
	return b.String()
}

// The cheapest of all lines counts, and the fastest clock.
func TestSteps(t *testing.T) {
	s, err := readSteps(strings.NewReader(`goos: linux
pkg: secant.example/internal/edwards25519
BenchmarkSteps/IFMA/product-2         	 1	100 ns/op	 12 GHz	 0.5 ns/one
BenchmarkSteps/IFMA/product-2         	 1	100 ns/op	 2 GHz	 20 ns/one
BenchmarkSteps/IFMA/square_in_lanes-2 	 1	100 ns/op	 2 GHz	 3 ns/one
BenchmarkSteps/AVX2,_two_chains/product-2	 1	100 ns/op	 2 GHz	 30 ns/one
PASS
pkg: secant.example/internal/doubleodd
BenchmarkSteps/E/MUL/doubling         	 1	100 ns/op	 2 GHz	 100 ns/one
`))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	stepTables(&b, "Parts", s)
	for _, want := range []string{
		"## Parts\n", "clock of 12.00 GHz",
		"| edwards25519 | IFMA | AVX2, two chains |\n|---|--:|--:|\n| product | 6.0 | 360 |\n| square in lanes | 36.0 |  |\n",
		"| doubleodd, E | MUL |\n|---|--:|\n| doubling | 1 200 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	for _, bad := range []string{"", "PASS", "BenchmarkSteps/product 1 2 ns/op", "BenchmarkSteps/IFMA/product 1 x ns/one"} {
		if _, err := readSteps(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// An operation is counted if all of its parts were measured.
func TestCounts(t *testing.T) {
	for _, c := range counts {
		if bench.FindOperation(c.operation) == nil {
			t.Errorf("%s is no operation", c.operation)
		}
	}
	s, err := readSteps(strings.NewReader(`pkg: secant.example/internal/curve25519
BenchmarkSteps/IFMA/step_of_a_ladder-2	 1	100 ns/op	 2 GHz	 10 ns/one
BenchmarkSteps/AVX2/step_of_a_ladder-2	 1	100 ns/op	 2 GHz	 20 ns/one
pkg: secant.example/internal/edwards25519
BenchmarkSteps/IFMA/inversion-2 	 1	100 ns/op	 2 GHz	 450 ns/one
`))
	if err != nil {
		t.Fatal(err)
	}
	r := &bench.Run{}
	for _, operation := range []string{"x25519/shared-secret", "x25519/public-key"} {
		row := &bench.Row{Operation: operation}
		for _, peer := range []string{bench.Ours, bench.AVX2} {
			row.Cells = append(row.Cells, &bench.Cell{Peer: peer, Cost: measure.Cost{NsMin: 6000}})
		}
		r.Rows = append(r.Rows, row)
	}
	var b strings.Builder
	countTable(&b, "Counts", s, r)
	if want := "--:|\n| X25519, shared secret | 6 000 | 12 000 | 0.50 |  |  |  |\n\n"; !strings.HasPrefix(b.String(), "## Counts\n") || !strings.HasSuffix(b.String(), want) {
		t.Errorf("no %q in\n%s", want, &b)
	}
	// A machine without IFMA has AVX2 as our figure.
	b.Reset()
	if s, err = readSteps(strings.NewReader(`pkg: secant.example/internal/curve25519
BenchmarkSteps/AVX2,_two_chains/step_of_a_ladder-2	 1	100 ns/op	 2 GHz	 20 ns/one
BenchmarkSteps/AVX2/step_of_a_ladder-2	 1	100 ns/op	 2 GHz	 30 ns/one
pkg: secant.example/internal/edwards25519
BenchmarkSteps/AVX2,_two_chains/inversion-2 	 1	100 ns/op	 2 GHz	 450 ns/one
`)); err != nil {
		t.Fatal(err)
	}
	countTable(&b, "Counts", s, r)
	if want := "--:|\n| X25519, shared secret |  |  |  | 11 100 | 12 000 | 0.93 |\n\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("no %q in\n%s", want, &b)
	}
	b.Reset()
	if countTable(&b, "Counts", s, &bench.Run{}); b.Len() > 0 {
		t.Errorf("without any operation: %s", &b)
	}
}

func TestDocument(t *testing.T) {
	r := example()
	doc := page(r, nil)
	for _, want := range []string{
		"| cycles | secant | Go std | voi | lib25519, *published, not measured here* | best peer | ours / best peer |",
		"| public key | **20 000** | 60 000 | 40 000 | *25 741* | voi | 0.50 |",
		"| shared secret | 90 000 | **60 000** |  | *72 993* | Go std | 1.50 |",
		"| batch of 8 | **50.0** | voi |  |", // a row without us
		"| cycles | secant | secant AVX2 | secant scalar | voi |", "best peer | ours / best peer | AVX2 / best peer | scalar / best peer |",
		"| 2 points | **30 000** | 46 500 | 62 000 | 31 000 |", " voi | 0.97 | 1.50 | 2.00 |", " voi | 0.95 |  |  |",
		"Missing in this run: OpenSSL, crrl: they need cgo",
		"![X25519](x25519.svg)",
		"| voi (github.com/oasisprotocol/curve25519-voi) | Go | v1.2.3 |",
		"| Secant | abc123 |", "Example CPU",
		"| x25519/public-key | voi | 40 000 | 13 333 | 20 000 | 10 000 | 0 | 0 | 21 |",
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %q in\n%s", want, doc)
		}
	}
	if strings.Contains(doc, "not available") || strings.Contains(doc, "Without assembly") || strings.Contains(doc, "secp256k1\n") {
		t.Errorf("too much in\n%s", doc)
	}

	r.NoCycles = "the machine has no hardware counter"
	doc = page(r, r)
	for _, want := range []string{"CPU cycles are not available on this machine: the machine has no hardware counter.", "| ns | secant |", "**10 000**", "## Without assembly"} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %q in\n%s", want, doc)
		}
	}
	if strings.Contains(doc, "published") {
		t.Error("published cycles beside nanoseconds")
	}

	r = example()
	r.Native, r.Missing = true, []string{"c-do255"}
	if doc := page(r, nil); !strings.Contains(doc, "Missing in this run: c-do255: see native/do255.sh") || !strings.Contains(doc, "    native/build.sh && go run -tags native ./report\n") {
		t.Errorf("%s", doc)
	}
	r.Versions["c-do255"], r.Missing = "c-do255 1234567", nil
	if doc := page(r, nil); !strings.Contains(doc, "do255.sh && go run -tags native,do255 ./report\n") {
		t.Errorf("%s", doc)
	}

	r = example()
	r.Machine.Vendor = "GenuineIntel"
	if strings.Contains(page(r, nil), "published") {
		t.Error("figures of a Zen 3 on another CPU")
	}
}

// There is a chart for each family of which we have an operation, it is valid
// XML, and its bars have the fixed colours and the values.
func TestCharts(t *testing.T) {
	out := t.TempDir()
	for _, vendor := range []string{"AuthenticAMD", "GenuineIntel"} {
		r := example()
		r.Machine.Vendor = vendor
		if vendor == "GenuineIntel" {
			r.Rows[0].Cells[0].Cycles = 44000
		}
		dir := filepath.Join(out, "bench", "results", r.Machine.Name())
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := r.Save(filepath.Join(dir, runFile)); err != nil {
			t.Fatal(err)
		}
	}
	if err := run([]string{"-saved", "-out", out}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(out, "BENCHMARKS.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| [amd-25-1](bench/results/amd-25-1/README.md): Example CPU |", "| [intel-25-1](bench/results/intel-25-1/README.md): Example CPU |",
		"| ours / best peer | amd-25-1 | best peer | intel-25-1 | best peer |\n|---|--:|---|--:|---|\n| public key | 0.50 | voi | 1.10 | voi |\n",
		"| 2 points | 0.97 | voi | 0.97 | voi |\n",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %q in\n%s", want, b)
		}
	}
	if strings.Contains(string(b), "batch of 8") {
		t.Error("a ratio of nothing")
	}
	for _, name := range []string{"bench/benchmarks.html", "bench/results/amd-25-1/README.md", "bench/results/intel-25-1/README.md"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(out, "bench/results/*/*.svg"))
	if len(files) != 4 {
		t.Errorf("charts %v", files)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(string(b))); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
		for _, want := range []string{"#D62728", "#9467BD", ">voi<", "thousand CPU cycles", "Example CPU"} {
			if !strings.Contains(string(b), want) {
				t.Errorf("no %q in %s", want, file)
			}
		}
	}
}

// The page has each figure of each run once, and nothing of other places.
func TestPage(t *testing.T) {
	pure := example()
	pure.PureGo, pure.Machine.CPU, pure.Rows = true, "<Other CPU>", pure.Rows[:1]
	path := filepath.Join(t.TempDir(), "page.html")
	if err := writePage(path, []*bench.Run{example(), pure}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for want, n := range map[string]int{
		`data-peer="voi" data-value="40000"`: 2, `data-peer="secant" data-value="90000"`: 1, `width:100%;background:#`: 6,
		`<option value="0">Example CPU (AuthenticAMD, family 25, model 1)</option>`:                                       1,
		`<option value="1">&lt;Other CPU&gt; (AuthenticAMD, family 25, model 1), purego: without assembly in Go</option>`: 1,
		`<option value="x25519/public-key" data-family="x25519">X25519: public key</option>`:                              1,
		`name="peer" value="Go std" checked`:                                                                              1, "CPU cycles</p>": 2, "<svg": 2, "<?xml": 0, " src=": 0, " href=": 0, "ZgotmplZ": 0,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q stands there %d times, want %d", want, got, n)
		}
	}
}

// A library that takes a hundred times as long has a bar that is cut, with its cost.
func TestLongBars(t *testing.T) {
	r := example()
	r.Rows = r.Rows[:1] // 20 000, 60 000, 40 000
	r.Rows[0].Cells[1].Cycles = 2000000
	if limit := limitOf(r, r.Rows, 1000); limit != 120 {
		t.Errorf("bars are cut at %v", limit)
	}
	dir := t.TempDir()
	if _, err := drawAll(dir, r); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "x25519.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">... 2000.0<", ">20.0<", ">40.0<"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %q in\n%s", want, b)
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{7.26: "7.3", 99.9: "99.9", 100: "100", 1234.5: "1 234", 1234567: "1 234 567"} {
		if got := number(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{{"extra"}, {"-run", "("}, {"-saved", "-out", t.TempDir()}} {
		if run(args) == nil {
			t.Errorf("%v works", args)
		}
	}
}
