// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"secant.example/internal/cpu"
)

func (c *console) versionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print versions, platform and the kernels in use",
		Example: "  secant version",
		Args:    cobra.NoArgs,
	}
	cmd.RunE = func(*cobra.Command, []string) error { return c.print(versionText()) }
	return cmd
}

func versionText() []byte {
	return fmt.Appendf(nil, "secant   %s\ngo       %s\nplatform %s/%s\nkernels  %s\n",
		moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, kernels())
}

// moduleVersion returns the version of this program's module and, if the build
// knows it, the commit.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(version, s.Value[:min(12, len(s.Value))]) {
			version += " " + s.Value
		}
	}
	return version
}

// A kernelLevel is a setting of cpu.X86, with the name that 'speed --cpu' has for it.
type kernelLevel struct {
	name  string
	level cpu.Features
}

var kernelLevels = []kernelLevel{
	{"none", cpu.Features{}},
	{"v3", cpu.Features{V3: true}},
	{"v3-twochains", cpu.Features{V3: true, TwoChains: true}},
	{"v3-lanes", cpu.Features{V3: true, TwoChains: true, Lanes: true}},
	{"ifma", cpu.Features{V3: true, IFMA: true}},
	{"ifma-twochains", cpu.Features{V3: true, IFMA: true, TwoChains: true}},
}

// kernelNames returns the names of the levels that can says yes to.
func kernelNames(can func(cpu.Features) bool) (names []string) {
	for _, l := range kernelLevels {
		if can(l.level) {
			names = append(names, l.name)
		}
	}
	return names
}

// forceKernels makes the level of that name the one that runs until restore is called.
func forceKernels(name string) (restore func(), err error) {
	here := func(f cpu.Features) bool { return slices.Contains(cpu.Paths(), f) }
	for _, l := range kernelLevels {
		if l.name == name && here(l.level) {
			return cpu.Force(l.level), nil
		}
	}
	return nil, fmt.Errorf("this machine cannot run the kernels %s, only %s", name, strings.Join(kernelNames(here), ", "))
}

// kernels says which implementation of the arithmetic runs.
func kernels() string { return kernelsAt(cpu.Assembly, cpu.X86) }

// kernelsAt says what runs at the levels of f, if there is assembly at all: what every amd64
// has multiplies, squares, adds and subtracts in the fields.
func kernelsAt(assembly bool, f cpu.Features) string {
	if !assembly {
		return "portable Go"
	}
	var used []string
	levels := reflect.ValueOf(f)
	for i := range levels.NumField() {
		if levels.Field(i).Bool() {
			used = append(used, levels.Type().Field(i).Name)
		}
	}
	if used == nil {
		return "assembly (fields only), portable Go"
	}
	return "assembly (" + strings.Join(used, ", ") + ")"
}
