// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command compare names the operations of Secant that got slower from one saved
// run to another, and fails if there are any:
//
//	go run ./compare -ratio 1.05 results/run.json /tmp/run.json
//
// It compares minima, in cycles or else in ns, divided by how much faster or
// slower the other libraries, which have not changed, are in the new run; or
// counts of instructions as they are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"secant.example/bench"
)

func main() {
	slower, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
	if slower {
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) (slower bool, err error) {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	ratio := flags.Float64("ratio", 1.05, "what is slower by more than this is named")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if flags.NArg() != 2 || *ratio < 1 {
		return false, errors.New("two saved runs are needed, the old one first, and a ratio of at least 1")
	}
	before, err := bench.Load(flags.Arg(0))
	if err != nil {
		return false, err
	}
	after, err := bench.Load(flags.Arg(1))
	if err != nil {
		return false, err
	}
	changes, drift, err := compare(before, after)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(w, "%d operations; the other libraries take %.3f times as long in the new run\n", len(changes), drift)
	for _, c := range changes {
		if c.ratio > *ratio {
			slower = true
			fmt.Fprintf(w, "slower  %-32s %.3f times (%.0f to %.0f %s)\n", c.operation, c.ratio, c.before, c.after, c.unit)
		}
	}
	for _, c := range changes {
		if c.ratio < 1 / *ratio {
			fmt.Fprintf(w, "faster  %-32s %.3f times (%.0f to %.0f %s)\n", c.operation, c.ratio, c.before, c.after, c.unit)
		}
	}
	if !slower {
		fmt.Fprintf(w, "nothing is slower by more than %.3f\n", *ratio)
	}
	return slower, nil
}

// change is what became of one of our operations.
type change struct {
	operation     string
	before, after float64
	unit          string
	ratio         float64 // after to before, without the drift
}

// compare returns the changes of our operations and the drift of the others.
func compare(before, after *bench.Run) (changes []change, drift float64, err error) {
	if before.PureGo != after.PureGo {
		return nil, 0, errors.New("one of the runs is purego, the other is not")
	}
	var drifts []float64
	for _, row := range after.Rows {
		old := before.Row(row.Operation)
		if old == nil {
			continue
		}
		for _, c := range row.Cells {
			b := old.Cell(c.Peer)
			if b == nil {
				continue
			}
			x := change{operation: row.Operation}
			if c.Peer == bench.Scalar {
				x.operation += " (scalar)"
			}
			switch {
			case b.Instructions > 0 && c.Instructions > 0:
				x.before, x.after, x.unit = b.Instructions, c.Instructions, "instructions"
			case b.CyclesMin > 0 && c.CyclesMin > 0:
				x.before, x.after, x.unit = b.CyclesMin, c.CyclesMin, "cycles"
			case b.NsMin > 0 && c.NsMin > 0:
				x.before, x.after, x.unit = b.NsMin, c.NsMin, "ns"
			default:
				return nil, 0, fmt.Errorf("%s of %s cannot be compared: the runs have no unit in common", row.Operation, c.Peer)
			}
			x.ratio = x.after / x.before
			if bench.IsOurs(c.Peer) {
				changes = append(changes, x)
			} else {
				drifts = append(drifts, x.ratio)
			}
		}
	}
	if len(changes) == 0 {
		return nil, 0, errors.New("the runs have nothing of ours in common")
	}
	drift = 1
	if len(drifts) > 0 {
		slices.Sort(drifts)
		drift = drifts[len(drifts)/2]
	}
	for i := range changes {
		changes[i].ratio /= drift
	}
	return changes, drift, nil
}
