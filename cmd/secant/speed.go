// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"secant.example/internal/cpu"
	"secant.example/internal/measure"
)

func (c *console) speedCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "speed [--cpu KERNELS] [--time DURATION] [--json] [OPERATION]...",
		Short: "Measure operations beside Go's standard library",
		Long: fmt.Sprintf(`Measure the operations of the library, and that of Go's standard library where
it has the same one, in turns in one process: at least %d rounds, of which the
median and the minimum are printed, in nanoseconds and, where the system lets a
program count them (Linux perf_event), in CPU cycles spent in user mode by the
measuring thread. The ratio is the median of Go's standard library divided by
ours, of cycles if they are known, or else of time: above 1, secant is faster.
A name that ends in of-N stands for one call for N at once.

Names have parts, as in secp256k1/ecdsa/verify. With an OPERATION, which is one part or
some that follow each other, only the operations with these in their names are
measured: ed25519 is all of that package, sign is signing by all, ecdsa/verify is one.

With --cpu it is as if the CPU could do less, for the library only:

  none              Go, with assembly for multiplications in the fields on amd64
  v3                whole formulas in assembly, for CPUs with BMI1, BMI2, AVX2, FMA
  v3-twochains      the same with two carry chains, for those with ADX too
  v3-lanes          that, with secret points in the lanes of vectors
  ifma              vectors too, for those with AVX-512 IFMA
  ifma-twochains    vectors and two carry chains

What the CPU lacks is an error. Without --cpu it is what was found to be the fastest.
The first line says which ran.

With --json the result is one object:

  format      1; another number means another layout
  secant, go, os, arch, kernels
              what was measured, as 'secant version' says
  rounds      how often each operation was measured
  cycles      true if CPU cycles are known
  no_cycles   why not, if they are not
  operations  a list of objects:
    name      package/operation; a name keeps its meaning
    secant    {"ns", "ns_min", "cycles", "cycles_min"} for one operation, the
              last two only if cycles are known
    std       the same of Go's standard library, or null if it has no equivalent
    ratio     std/secant, or null`, measure.MinRounds),
		Example: `  secant speed
  secant speed --time 1s --json
  secant speed --cpu v3 ed25519 x25519/shared-secret`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			ops, err := operations()
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			return operationParts(ops), cobra.ShellCompDirectiveNoFileComp
		},
	}
	var level string
	choiceFlag(cmd, &level, "cpu", "`KERNELS` to run", kernelNames(func(cpu.Features) bool { return true })...)
	asJSON := cmd.Flags().Bool("json", false, "print the result as JSON")
	total := cmd.Flags().Duration("time", 6*time.Second, "about how long to measure, a `DURATION`")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if *total <= 0 || *total > time.Hour {
			return errors.New("--time must be above 0 and at most 1h")
		}
		if level != "" {
			restore, err := forceKernels(level)
			if err != nil {
				return err
			}
			defer restore()
		}
		ops, err := operations() // with keys expanded by the kernels that run
		if err != nil {
			return err
		}
		if ops, err = chosenOperations(ops, args); err != nil {
			return err
		}
		r, err := c.measureReport(ops, *total)
		if err != nil {
			return err
		}
		if *asJSON {
			text, err := json.MarshalIndent(r, "", "  ")
			if err != nil {
				return err
			}
			return c.print(append(text, '\n'))
		}
		var text strings.Builder
		r.table(&text)
		return c.print([]byte(text.String()))
	}
	return cmd
}

// report is the result of a measurement. The help of the speed command
// documents its JSON form.
type report struct {
	Format     int      `json:"format"`
	Secant     string   `json:"secant"`
	Go         string   `json:"go"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Kernels    string   `json:"kernels"`
	Rounds     int      `json:"rounds"`
	Cycles     bool     `json:"cycles"`
	NoCycles   string   `json:"no_cycles,omitempty"`
	Operations []result `json:"operations"`
}

// hasParts reports whether these parts follow each other in the name of an operation.
func hasParts(name, parts string) bool {
	return parts != "" && strings.Contains("/"+name+"/", "/"+parts+"/")
}

// chosenOperations returns those of ops that have one of names, or parts of it, or all if
// there are no names.
func chosenOperations(ops []operation, names []string) (chosen []operation, err error) {
	for _, name := range names {
		if !slices.ContainsFunc(ops, func(op operation) bool { return hasParts(op.name, name) }) {
			return nil, fmt.Errorf("there is no operation %q%s", name, suggestion(name, operationParts(ops)))
		}
	}
	for _, op := range ops {
		if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return hasParts(op.name, name) }) {
			chosen = append(chosen, op)
		}
	}
	return chosen, nil
}

// operationParts returns the names of ops and their parts, each once.
func operationParts(ops []operation) (names []string) {
	for _, op := range ops {
		for _, name := range append(strings.Split(op.name, "/"), op.name) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// measureReport measures ops for about as long as total.
func (c *console) measureReport(ops []operation, total time.Duration) (r *report, err error) {
	r = &report{
		Format: 1, Secant: moduleVersion(), Go: runtime.Version(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Kernels: kernels(), Rounds: measure.Rounds(len(sides(ops)), total),
	}
	m := measure.NewMeter()
	defer m.Close()
	p := newProgress(c.stderr, showsBars(c.stderr), r.Rounds, "measuring")
	r.Operations, err = measureOperations(m, ops, r.Rounds, total, p.step)
	p.finish()
	if r.Cycles = m.Cycles != nil; !r.Cycles {
		r.NoCycles = m.NoCycles.Error()
	}
	return r, err
}

// table writes r for people.
func (r *report) table(w io.Writer) {
	fmt.Fprintf(w, "secant %s, %s, %s/%s, %s\n\n", r.Secant, r.Go, r.OS, r.Arch, r.Kernels)
	width := 0
	for _, op := range r.Operations {
		width = max(width, len(op.Name))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	header := []string{"secant ns", "min", "Go ns", "min", "ratio"}
	if r.Cycles {
		header = []string{"secant ns", "min", "cycles", "min", "Go ns", "min", "cycles", "min", "ratio"}
	}
	fmt.Fprintf(t, "%-*s\t%s\t\n", width, "operation", strings.Join(header, "\t"))
	for _, op := range r.Operations {
		cells := append(costCells(op.Secant, r.Cycles), costCells(op.Std, r.Cycles)...)
		if op.Ratio != nil {
			cells = append(cells, fmt.Sprintf("%.2f", *op.Ratio))
		} else {
			cells = append(cells, "-")
		}
		fmt.Fprintf(t, "%-*s\t%s\t\n", width, op.Name, strings.Join(cells, "\t"))
	}
	t.Flush()
	fmt.Fprintf(w, "\nMedian and minimum of %d rounds, for one operation; ratio = Go's standard library / secant.\n", r.Rounds)
	if !r.Cycles {
		fmt.Fprintf(w, "CPU cycles are not available: %s.\n", r.NoCycles)
	}
}

// costCells returns the columns of x, dashes if it is nil.
func costCells(x *measure.Cost, cycles bool) []string {
	values := []string{"-", "-", "-", "-"}
	if x != nil {
		for i, v := range []float64{x.Ns, x.NsMin, x.Cycles, x.CyclesMin} {
			values[i] = fmt.Sprintf("%.0f", v)
		}
	}
	if !cycles {
		return values[:2]
	}
	return values
}
