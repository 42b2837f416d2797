// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
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
	cmd.RunE = func(*cobra.Command, []string) error {
		return c.print(fmt.Appendf(nil, "secant   %s\ngo       %s\nplatform %s/%s\nkernels  %s\n",
			moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, kernels()))
	}
	return cmd
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
