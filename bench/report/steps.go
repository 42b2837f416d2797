// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// stepsFile has what BenchmarkSteps of stepPackages prints, in the directory of a CPU.
const stepsFile = "steps.txt"

var stepPackages = []string{"secant.example/internal/sha512lanes", "secant.example/internal/curve25519", "secant.example/internal/edwards25519", "secant.example/internal/secp256k1", "secant.example/internal/doubleodd"}

// measureSteps measures what operations are made of, for about as long as total, and saves it to a file.
func measureSteps(path string, total time.Duration) error {
	fmt.Fprintln(os.Stderr, "what operations are made of")
	const rounds, parts = 10, 200
	each := total / rounds / parts
	var output bytes.Buffer
	cmd := exec.Command("go", append([]string{"test", "-run", "^$", "-bench", "^BenchmarkSteps$", "-benchtime", each.String(), "-count", strconv.Itoa(rounds)}, stepPackages...)...)
	cmd.Stdout, cmd.Stderr = &output, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd.Args, err, output.Bytes())
	}
	return os.WriteFile(path, output.Bytes(), 0o644)
}

// steps is what one of each part costs, by group, engine and part, which are in the order of the file.
type steps struct {
	groups []*stepGroup
	GHz    float64
}

// A stepGroup is of one curve.
type stepGroup struct {
	name           string
	engines, parts []string
	ns             map[[2]string]float64 // by engine and part
}

// readSteps reads a file that measureSteps has made: minima, and the fastest clock.
func readSteps(r io.Reader) (*steps, error) {
	s := &steps{}
	var pkg string
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "pkg: "); ok {
			pkg = strings.TrimPrefix(name, "secant.example/internal/")
			continue
		}
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := fields[0]
		if i := strings.LastIndexByte(name, '-'); i >= 0 {
			name = name[:i] // without the number of CPUs
		}
		path := strings.Split(strings.ReplaceAll(name, "_", " "), "/")
		if len(path) < 3 {
			return nil, fmt.Errorf("%s: no engine and part", fields[0])
		}
		engine, part := path[len(path)-2], path[len(path)-1]
		g := s.group(strings.Join(append([]string{pkg}, path[1:len(path)-2]...), ", "))
		if !slices.Contains(g.engines, engine) {
			g.engines = append(g.engines, engine)
		}
		if !slices.Contains(g.parts, part) {
			g.parts = append(g.parts, part)
		}
		for i := 2; i+1 < len(fields); i += 2 {
			x, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", fields[0], err)
			}
			key := [2]string{engine, part}
			switch fields[i+1] {
			case "ns/one":
				if old, ok := g.ns[key]; !ok || x < old {
					g.ns[key] = x
				}
			case "GHz":
				s.GHz = max(s.GHz, x)
			}
		}
	}
	if len(s.groups) == 0 {
		return nil, fmt.Errorf("no figures of BenchmarkSteps")
	}
	return s, nil
}

func (s *steps) group(name string) *stepGroup {
	for _, g := range s.groups {
		if g.name == name {
			return g
		}
	}
	g := &stepGroup{name: name, ns: map[[2]string]float64{}}
	s.groups = append(s.groups, g)
	return g
}

// stepTables writes a table for each curve, with a column for each engine.
func stepTables(w io.Writer, title string, s *steps) {
	fmt.Fprintf(w, `## %s

CPU cycles of one of each, by engine, each forced: MUL is what every amd64 runs, AVX2 has MULX and vectors of 256 bits, and IFMA
those of 512 bits; two chains are carry chains with ADX. Minima of ten rounds in ns, times the clock of %.2f GHz that a chain of
multiplications shows at the same time, of 3 cycles each. One is one of many in a row, each of which needs the one before it; in lanes it is
one of as many as there are lanes.

`, title, s.GHz)
	for _, g := range s.groups {
		fmt.Fprintf(w, "| %s | %s |\n|---|%s\n", g.name, strings.Join(g.engines, " | "), strings.Repeat("--:|", len(g.engines)))
		for _, part := range g.parts {
			cells := []string{part}
			for _, engine := range g.engines {
				cell := ""
				if ns, ok := g.ns[[2]string{engine, part}]; ok {
					cell = number(ns * s.GHz)
				}
				cells = append(cells, cell)
			}
			fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		}
		fmt.Fprintln(w)
	}
}
