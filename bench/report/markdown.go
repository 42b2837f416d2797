// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"secant.example/bench"
)

// write writes a page with its charts for each CPU, and BENCHMARKS.md and the page for browsers below a directory.
func write(out string, machines []measured) error {
	var runs []*bench.Run
	for _, m := range machines {
		drawn, err := drawAll(m.dir, m.run)
		if err != nil {
			return err
		}
		var text strings.Builder
		document(&text, m, drawn)
		if err := os.WriteFile(filepath.Join(m.dir, "README.md"), []byte(text.String()), 0o644); err != nil {
			return err
		}
		runs = append(runs, m.run)
		if m.pure != nil {
			runs = append(runs, m.pure)
		}
	}
	if err := writePage(filepath.Join(out, "bench", "benchmarks.html"), runs); err != nil {
		return err
	}
	var text strings.Builder
	overview(&text, machines)
	return os.WriteFile(filepath.Join(out, "BENCHMARKS.md"), []byte(text.String()), 0o644)
}

// overview writes BENCHMARKS.md.
func overview(w io.Writer, machines []measured) {
	fmt.Fprint(w, `# Benchmarks

Secant and the libraries that people use instead of it, on the same inputs, in one process, in turns. One
command, to be run in bench/, writes the page of the CPU that it runs on, and this one:

    go run ./report

With tags, `+"`native` and `do255`"+`, it measures libraries in C and Rust too: `+"`go doc secant.example/bench`"+`
says how they are built. Each page has all libraries with their versions, all figures, and charts;
[benchmarks.html](bench/benchmarks.html) has them all in one page for a browser, where libraries, CPUs and
operations can be chosen.

| CPU | its features | measured | Secant |
|---|---|---|---|
`)
	header, line := []string{"ours / best peer"}, []string{"---"}
	for _, m := range machines {
		c, name := m.run.Machine, filepath.Base(m.dir)
		fmt.Fprintf(w, "| [%s](bench/results/%s/README.md): %s | %s | %s | %s |\n", name, name, c.CPU, strings.Join(c.Flags, " "), m.run.Date, m.run.Versions[bench.Ours])
		header, line = append(header, name, "best peer"), append(line, "--:", "---")
	}
	fmt.Fprint(w, "\nHere is, of each operation, our time divided by that of the best peer that was measured: below 1, Secant is faster.\n\n")
	for _, f := range bench.Families {
		var rows []string
		for _, op := range bench.Operations {
			cells, any := []string{op.Title}, false
			for _, m := range machines {
				ratio, peer := "", ""
				if row := m.run.Row(op.Name); op.Family == f.Name && row != nil {
					ours, best := row.Cell(bench.Ours), row.Best(m.run.Cycles())
					if ours != nil && best != nil {
						ratio, peer, any = ratioOf(m.run, ours, best), best.Peer, true
					}
				}
				cells = append(cells, ratio, peer)
			}
			if any {
				rows = append(rows, "| "+strings.Join(cells, " | ")+" |\n")
			}
		}
		if len(rows) > 0 {
			fmt.Fprintf(w, "## %s\n\n| %s |\n|%s|\n%s\n", f.Title, strings.Join(header, " | "), strings.Join(line, "|"), strings.Join(rows, ""))
		}
	}
	for _, m := range machines {
		if m.steps != nil {
			name := filepath.Base(m.dir)
			stepTables(w, "What operations are made of, "+name, m.steps)
			countTable(w, "Counted and measured, "+name, m.steps, m.run)
		}
	}
}

func ratioOf(r *bench.Run, c, best *bench.Cell) string {
	return fmt.Sprintf("%.2f", c.Value(r.Cycles())/best.Value(r.Cycles()))
}

// document writes the page of a CPU. drawn are the families that have a chart.
func document(w io.Writer, x measured, drawn map[string]bool) {
	r, p, m := x.run, x.pure, x.run.Machine
	fmt.Fprintf(w, `# Benchmarks on this CPU

Secant and the libraries that people use instead of it, on the same inputs, in one
process, in turns. This page is written by one command, to be run in bench/:

    %s

| | |
|---|---|
| date | %s |
| CPU | %s, %d of them; vendor %s, family %s, model %s |
| CPU features | %s |
| system | %s/%s, kernel %s |
| Secant | %s |
| compiler | %s |
| rounds | %d, in %.0f s; fewer, but at least 21, of what takes long |

`, command(r), r.Date, m.CPU, m.CPUs, m.Vendor, m.Family, m.Model, strings.Join(m.Flags, " "),
		m.OS, m.Arch, m.Kernel, r.Versions[bench.Ours], r.Versions["Go std"], r.Rounds, r.Seconds)

	unit := "CPU cycles in user mode (perf_event)"
	if !r.Cycles() {
		unit = "nanoseconds"
		fmt.Fprintf(w, "**CPU cycles are not available on this machine: %s. All figures are nanoseconds.** "+
			"They depend on the clock of this CPU and on what else ran; compare them within a row.\n\n", r.NoCycles)
	}
	fmt.Fprintf(w, `How to read it. A number is the median over the rounds, in %s, on one thread, which is locked to
its OS thread. In each round every library does every operation for about half a millisecond,
the libraries of one row one after the other. The last columns name the best peer and give ours / best peer:
below 1, Secant is faster. **Bold** is the best of the row. Every library's result was checked
before it was measured: the same bytes as ours, or a signature that others accept, or a valid signature
accepted and a forgery rejected. What is written in C and Rust is called once for many operations, so it does not pay for cgo.
A row without a figure of Secant is an operation that it does not have yet. In the operations in which vectors have a
part, Secant is measured with less of this CPU, too: "%s" is without AVX-512 IFMA, and "%s" what every amd64 runs,
without vectors and BMI2.

`, unit, bench.AVX2, bench.Scalar)
	if len(r.Missing) > 0 {
		fmt.Fprintf(w, "Missing in this run: %s%s\n\n", strings.Join(r.Missing, ", "), missingWhy(r))
	}
	fmt.Fprint(w, "| library | language | version |\n|---|---|---|\n")
	for _, peer := range bench.Peers {
		if v := r.Versions[peer.Name]; v != "" && !bench.IsOurs(peer.Name) {
			fmt.Fprintf(w, "| %s | %s | %s |\n", library(peer), peer.Language, v)
		}
	}
	fmt.Fprintln(w)
	for _, f := range bench.Families {
		if rows := rowsOf(r, f.Name); len(rows) > 0 {
			fmt.Fprintf(w, "## %s\n\n", f.Title)
			if f.Notes != "" {
				fmt.Fprintf(w, "%s\n\n", f.Notes)
			}
			if drawn[f.Name] {
				fmt.Fprintf(w, "![%s](%s.svg)\n\n", f.Title, f.Name)
			}
			table(w, r, rows)
		}
	}
	if p != nil {
		fmt.Fprintf(w, "## Without assembly\n\nThe same, all of it built with the tag `purego`, libraries in Go only: %d rounds in %.0f s.\n\n", p.Rounds, p.Seconds)
		for _, f := range bench.Families {
			if rows := rowsOf(p, f.Name); len(rows) > 0 {
				fmt.Fprintf(w, "### %s, purego\n\n", f.Title)
				table(w, p, rows)
			}
		}
	}
	if x.steps != nil {
		stepTables(w, "What operations are made of", x.steps)
		countTable(w, "Counted and measured", x.steps, r)
	}
	details(w, r)
}

func command(r *bench.Run) string {
	switch {
	case r.Versions["c-do255"] != "":
		return "native/build.sh && native/do255.sh && go run -tags native,do255 ./report"
	case r.Native:
		return "native/build.sh && go run -tags native ./report"
	}
	return "go run ./report"
}

func missingWhy(r *bench.Run) string {
	if r.Native {
		return ": see native/do255.sh and the tag do255."
	}
	return ": they need cgo; see native/build.sh and the tag native."
}

// library returns the name of a peer with its module.
func library(p *bench.Peer) string {
	if p.Language == "Go" && p.Module != "" {
		return fmt.Sprintf("%s (%s)", p.Name, p.Module)
	}
	return p.Name
}

// rowsOf returns the rows of a family.
func rowsOf(r *bench.Run, family string) (rows []*bench.Row) {
	for _, op := range bench.Operations {
		if row := r.Row(op.Name); op.Family == family && row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// peersOf returns the peers that have a cell in rows, in their order.
func peersOf(rows []*bench.Row) (peers []*bench.Peer) {
	for _, p := range bench.Peers {
		for _, row := range rows {
			if row.Cell(p.Name) != nil {
				peers = append(peers, p)
				break
			}
		}
	}
	return peers
}

func titleOf(row *bench.Row) string {
	for _, op := range bench.Operations {
		if op.Name == row.Operation {
			return op.Title
		}
	}
	return row.Operation
}

// number returns x with thin groups, and with a decimal if it is small.
func number(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.1f", x)
	}
	s := fmt.Sprintf("%.0f", x)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// table writes one row for an operation and one column for a library.
func table(w io.Writer, r *bench.Run, rows []*bench.Row) {
	peers := peersOf(rows)
	published := false
	for _, row := range rows {
		published = published || r.Cycles() && r.Machine.Zen3() && bench.Published[row.Operation] != 0
	}
	unit := "ns"
	if r.Cycles() {
		unit = "cycles"
	}
	header := []string{unit}
	for _, p := range peers {
		header = append(header, p.Name)
	}
	if published {
		header = append(header, "lib25519, *published, not measured here*")
	}
	header = append(header, "best peer", "ours / best peer")
	var engines []string
	for _, engine := range []string{bench.AVX2, bench.Scalar} {
		if slices.ContainsFunc(rows, func(row *bench.Row) bool { return row.Cell(engine) != nil }) {
			engines = append(engines, engine)
			header = append(header, strings.TrimPrefix(engine, bench.Ours+" ")+" / best peer")
		}
	}
	fmt.Fprintf(w, "| %s |\n|---|%s\n", strings.Join(header, " | "), strings.Repeat("--:|", len(header)-1))
	for _, row := range rows {
		cells := []string{titleOf(row)}
		ours, best := row.Cell(bench.Ours), row.Best(r.Cycles())
		for _, p := range peers {
			c := row.Cell(p.Name)
			switch {
			case c == nil:
				cells = append(cells, "")
			case p.Name != bench.Ours && bench.IsOurs(p.Name):
				cells = append(cells, number(c.Value(r.Cycles())))
			case c == best && (ours == nil || best.Value(r.Cycles()) <= ours.Value(r.Cycles())),
				c == ours && (best == nil || ours.Value(r.Cycles()) < best.Value(r.Cycles())):
				cells = append(cells, "**"+number(c.Value(r.Cycles()))+"**")
			default:
				cells = append(cells, number(c.Value(r.Cycles())))
			}
		}
		if published {
			cell := ""
			if x := bench.Published[row.Operation]; x != 0 {
				cell = "*" + number(x) + "*"
			}
			cells = append(cells, cell)
		}
		ratio := func(c *bench.Cell) string {
			if c == nil || best == nil {
				return ""
			}
			return ratioOf(r, c, best)
		}
		if best == nil {
			cells = append(cells, "none", "")
		} else {
			cells = append(cells, best.Peer, ratio(ours))
		}
		for _, engine := range engines {
			cells = append(cells, ratio(row.Cell(engine)))
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
	fmt.Fprintln(w)
}

// details writes everything that was measured.
func details(w io.Writer, r *bench.Run) {
	fmt.Fprint(w, "## Everything\n\nMedian and minimum, and what one operation, or one item of a batch, allocates (libraries in Go).\n\n"+
		"<details><summary>All figures</summary>\n\n")
	if r.Cycles() {
		fmt.Fprint(w, "| operation | library | cycles | minimum | ns | minimum | B/op | allocs/op | rounds |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	} else {
		fmt.Fprint(w, "| operation | library | ns | minimum | B/op | allocs/op | rounds |\n|---|---|--:|--:|--:|--:|--:|\n")
	}
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			fmt.Fprintf(w, "| %s | %s |", row.Operation, c.Peer)
			if r.Cycles() {
				fmt.Fprintf(w, " %s | %s |", number(c.Cycles), number(c.CyclesMin))
			}
			fmt.Fprintf(w, " %s | %s |", number(c.Ns), number(c.NsMin))
			if c.Bytes != nil {
				fmt.Fprintf(w, " %g | %g |", *c.Bytes, *c.Allocs)
			} else {
				fmt.Fprint(w, " | |")
			}
			fmt.Fprintf(w, " %d |\n", c.Rounds)
		}
	}
	fmt.Fprint(w, "\n</details>\n")
}
