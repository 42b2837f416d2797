// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// An overlay is files in the place of others, for go build -overlay: the packages with
// assembly become ones whose routines are interpreted.
//
// That is how kernels are compared with their twins on any machine: the tests of the
// packages run as they are, on all paths, and know nothing of it.
type overlay struct {
	directory string // where the new files are
	replace   map[string]string
}

func newOverlay(directory string) *overlay {
	return &overlay{directory, map[string]string{}}
}

// put makes content what the file at path holds.
func (o *overlay) put(path string, content []byte) error {
	if filepath.Ext(path) == ".go" {
		formatted, err := format.Source(content)
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", path, err, content)
		}
		content = formatted
	}
	to := filepath.Join(o.directory, fmt.Sprintf("%d_%s", len(o.replace), filepath.Base(path)))
	o.replace[path] = to
	return os.WriteFile(to, content, 0o666)
}

// write returns the name of the file for -overlay.
func (o *overlay) write() (string, error) {
	content, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(o.directory, "overlay.json")
	return name, os.WriteFile(name, content, 0o666)
}

// forget removes files.
func (o *overlay) forget(paths ...string) {
	for _, path := range paths {
		o.replace[path] = ""
	}
}

// Interpreted gives routines a body that runs them here, and the machine all features.
func interpreted(root string, units []*Unit, directory string) (*overlay, error) {
	o := newOverlay(directory)
	if err := o.put(filepath.Join(root, "internal/cpu/detect_amd64.go"), []byte(allFeatures)); err != nil {
		return nil, err
	}
	// What counts allocations does so without the race detector only; here it may not either.
	if err := o.put(filepath.Join(root, "internal/testkit/norace.go"), []byte("package testkit\n\nconst raceDetector = true\n")); err != nil {
		return nil, err
	}
	cpuAssembly, err := filepath.Glob(filepath.Join(root, "internal/cpu/*.s"))
	if err != nil {
		return nil, err
	}
	o.forget(cpuAssembly...)
	o.forget(filepath.Join(root, "internal/cpu/cpuid_amd64.go"))
	for _, u := range units {
		if u.Path == "internal/cpu" {
			continue
		}
		committed, err := filepath.Glob(filepath.Join(u.Directory, "*.s"))
		if err != nil {
			return nil, err
		}
		o.forget(committed...)
		for i, stubs := range u.Stubs {
			var contracts []*Contract
			for _, t := range u.Program.Order {
				if c := u.Contracts[t.Name]; c != nil && c.File == stubs {
					contracts = append(contracts, c)
				}
			}
			if err := o.put(stubs, bodies(u, contracts, i == 0)); err != nil {
				return nil, err
			}
		}
		if err := o.put(filepath.Join(u.Directory, "interpreted_test.go"), fmt.Appendf(nil, testMain, u.Package)); err != nil {
			return nil, err
		}
	}
	return o, nil
}

const allFeatures = `//go:build !purego

package cpu

func available() Features { return Features{V3: true, IFMA: true, TwoChains: true} }

func detect() Features { return Features{V3: true, IFMA: true} }

func identify() processor { return processor{} }
`

const testMain = `package %s

import (
	"encoding/json"
	"os"
	"testing"

	"secant.example/internal/_check/concrete"
)

func TestMain(m *testing.M) {
	calls := os.Getenv("SECANT_CHECK_CALLS")
	if calls != "" {
		concrete.Record()
	}
	code := m.Run()
	counts, err := json.Marshal(concrete.Counts())
	if err == nil {
		err = os.WriteFile(os.Getenv("SECANT_CHECK_COUNTS"), counts, 0o666)
	}
	if err == nil && calls != "" {
		err = concrete.WriteCalls(calls)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(code)
}
`

// bodies writes a Go file with the routines of contracts.
func bodies(u *Unit, contracts []*Contract, first bool) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "//go:build !purego\n\npackage %s\n\nimport (\n\"unsafe\"\n\n\"secant.example/internal/_check/concrete\"\n", u.Package)
	if first {
		fmt.Fprintf(&b, "\"secant.example/internal/cpu\"\n)\n\nvar interpretedKernels = concrete.Open(%q, unsafe.Pointer(&cpu.X86)", u.Package)
		for _, file := range u.Files {
			fmt.Fprintf(&b, ", %q", file)
		}
		b.WriteString(")\n")
	} else {
		b.WriteString(")\n")
	}
	for _, c := range contracts {
		var parameters, fields, values, regions []string
		for _, p := range c.Parameters {
			if !p.Pointer {
				parameters = append(parameters, p.Name+" "+p.Type)
				fields = append(fields, p.Name+" "+p.Type)
				values = append(values, p.Name)
				continue
			}
			parameters = append(parameters, p.Name+" *"+p.Type)
			fields = append(fields, p.Name+" uint64")
			values = append(values, "uint64(uintptr(unsafe.Pointer("+p.Name+")))")
			if p.Scratch {
				regions = append(regions, fmt.Sprintf("concrete.Scratch(%q, %s)", p.Name, p.Name))
				continue
			}
			regions = append(regions, fmt.Sprintf("concrete.Many(%q, %s, %s)", p.Name, p.Name, p.length()))
		}
		result := ""
		if c.Result != "" {
			fields = append(fields, "result "+c.Result)
			values = append(values, "0")
			result = "return arguments.result\n"
		}
		fmt.Fprintf(&b, "\nfunc %s(%s) %s {\narguments := &struct{\n%s\n}{%s}\n", c.Name, strings.Join(parameters, ", "), c.Result,
			strings.Join(fields, "\n"), strings.Join(values, ", "))
		for _, p := range c.Parameters {
			for _, field := range slices.Sorted(maps.Keys(p.Most)) {
				fmt.Fprintf(&b, "concrete.Bound(%q, %q, %s, %s, %d)\n", c.Name+": "+p.Name, field, p.Name, p.length(), p.Most[field])
			}
			if p.Bounded {
				fmt.Fprintf(&b, "if uint64(%s) < %d || uint64(%[1]s) > %[3]d {\npanic(\"%[4]s: %[1]s is out of bounds\")\n}\n", p.Name, p.Lowest, p.Highest, c.Name)
			}
			if p.Values != nil {
				values := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(p.Values)), ", "), "[]")
				fmt.Fprintf(&b, "switch %s {\ncase %s:\ndefault:\npanic(\"%[3]s: another value of %[1]s\")\n}\n", p.Name, values, c.Name)
			}
			for _, r := range p.Ranges {
				fmt.Fprintf(&b, "concrete.Range(%q, %q, %s, %s, %d, %d, %q)\n", c.Name+": "+p.Name, r.Field, p.Name, p.length(), r.Words, r.From, r.Most.String())
			}
		}
		fmt.Fprintf(&b, "interpretedKernels.Call(%q, unsafe.Pointer(arguments), unsafe.Sizeof(*arguments), %s)\n%s}\n", c.Name, strings.Join(regions, ", "), result)
	}
	return b.Bytes()
}

// silicon is the overlay with which package silicon knows every instruction that occurs.
func silicon(root string, units []*Unit, directory string) (*overlay, error) {
	var programs []*x86.Program
	for _, u := range units {
		programs = append(programs, u.Program)
	}
	o := newOverlay(directory)
	assembly, table := stubs(programs)
	if err := o.put(filepath.Join(root, "internal/_check/silicon/stubs_amd64.s"), assembly); err != nil {
		return nil, err
	}
	return o, o.put(filepath.Join(root, "internal/_check/silicon/stubs_amd64.go"), table)
}
