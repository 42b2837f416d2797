// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// printTables prints a line for each client, and one for each benchmark.
func printTables(w io.Writer, results []result, markdown bool) {
	rows := [][]string{{"client", "version", "lines", "files of ours", "tests before", "after", "differ"}}
	times := [][]string{{"client", "benchmark", "before", "after", "times"}}
	for _, r := range results {
		lines := fmt.Sprintf("-%d +%d", r.removed, r.added)
		if r.peer {
			lines = "the import"
		}
		rows = append(rows, []string{
			r.name, r.version, lines, fmt.Sprint(r.ours), fmt.Sprint(len(r.before)), fmt.Sprint(passedBoth(r)), fmt.Sprint(len(r.differ)),
		})
		for _, t := range r.times {
			times = append(times, []string{r.name, t.name, duration(t.before), duration(t.after), fmt.Sprintf("%.2f", t.before/t.after)})
		}
	}
	printTable(w, rows, markdown)
	if len(times) > 1 {
		fmt.Fprintln(w)
		printTable(w, times, markdown)
	}
}

// passedBoth counts the tests that passed before and after.
func passedBoth(r result) (n int) {
	for name := range r.before {
		if r.after[name] {
			n++
		}
	}
	return n
}

func printTable(w io.Writer, rows [][]string, markdown bool) {
	if markdown {
		for i, row := range rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
		return
	}
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(columns, strings.Join(row, "\t"))
	}
	columns.Flush()
}

// duration prints a time in ns with three digits.
func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	}
	return fmt.Sprintf("%.3g ns", ns)
}
