// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"time"

	"secant.example/internal/measure"
)

// Run is what a measurement gave: it is saved as JSON.
type Run struct {
	Format   int               `json:"format"` // 1; another number means another layout
	Date     string            `json:"date"`
	Machine  Machine           `json:"machine"`
	PureGo   bool              `json:"purego"`
	Native   bool              `json:"native"`
	NoCycles string            `json:"no_cycles,omitempty"` // why there are none
	Versions map[string]string `json:"versions"`            // by library
	Missing  []string          `json:"missing,omitempty"`
	Rounds   int               `json:"rounds"`
	Seconds  float64           `json:"seconds"`
	Rows     []*Row            `json:"rows"`
}

// Row is what was measured of one operation.
type Row struct {
	Operation string  `json:"operation"`
	Cells     []*Cell `json:"cells"`
}

// Cell is the cost of one item of an operation of one library.
type Cell struct {
	Peer string `json:"peer"`
	measure.Cost
	Rounds int `json:"rounds,omitempty"`
	// Allocated memory for one item; nil if the library is not in Go.
	Bytes        *float64 `json:"bytes,omitempty"`
	Allocs       *float64 `json:"allocs,omitempty"`
	Instructions float64  `json:"instructions,omitempty"` // of a run that counts them

	groups []measure.Cost
	batch  int
}

// MeasureAll measures every operation that filter matches, for about as long as
// total, and calls progress now and then with the part that is done.
func MeasureAll(in *Inputs, filter *regexp.Regexp, total time.Duration, progress func(part float64)) (*Run, error) {
	r := &Run{
		Format: 1, Date: time.Now().UTC().Format("2006-01-02 15:04 MST"), Machine: ThisMachine(),
		PureGo: PureGo, Native: Native, Versions: map[string]string{}, Missing: Missing(),
	}
	for _, p := range Peers {
		r.Versions[p.Name] = p.Version()
	}
	for _, form := range []string{Ours, AVX2, Scalar} {
		delete(r.Versions, form)
	}
	for _, name := range r.Missing {
		delete(r.Versions, name)
	}

	var sides []*measure.Side
	for _, op := range Operations {
		if filter != nil && !filter.MatchString(op.Name) {
			continue
		}
		all, err := Prepare(op, in)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			continue
		}
		row := &Row{Operation: op.Name}
		r.Rows = append(r.Rows, row)
		for _, i := range all {
			c := &Cell{Peer: i.Peer.Name, batch: op.Items}
			if i.Peer.Language == "Go" {
				c.Bytes, c.Allocs = allocations(i.Run, op.Items)
			}
			row.Cells = append(row.Cells, c)
			sides = append(sides, &measure.Side{Name: op.Name + " of " + i.Peer.Name, Run: i.Run})
		}
	}
	if len(sides) == 0 {
		return nil, errors.New("nothing to measure")
	}

	m := measure.NewMeter()
	defer m.Close()
	r.Rounds = measure.Rounds(len(sides), total)
	start, done := time.Now(), 0
	err := m.Measure(sides, r.Rounds, total, func() {
		done++
		progress(float64(done) / float64(r.Rounds))
	})
	if err != nil {
		return nil, err
	}
	r.Seconds = measure.Round(time.Since(start).Seconds(), 10)
	if m.Cycles == nil {
		r.NoCycles = m.NoCycles.Error()
	}
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			c.Rounds = sides[0].Rounds()
			c.Cost = per(m.Cost(sides[0]), c.batch)
			for _, g := range m.Groups(sides[0], 7) {
				c.groups = append(c.groups, per(g, c.batch))
			}
			sides = sides[1:]
		}
	}
	return r, nil
}

// per returns the cost of one of n items.
func per(c measure.Cost, n int) measure.Cost {
	for _, x := range []*float64{&c.Ns, &c.NsMin, &c.Cycles, &c.CyclesMin} {
		*x = measure.Round(*x/float64(n), 10)
	}
	return c
}

// allocations returns the bytes and the objects that run allocates for an item.
func allocations(run measure.Func, items int) (bytes, objects *float64) {
	const n = 4
	var before, after runtime.MemStats
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.ReadMemStats(&before)
	run(n)
	runtime.ReadMemStats(&after)
	each := func(from, to uint64) *float64 {
		x := measure.Round(float64((to-from)/n)/float64(items), 10)
		return &x
	}
	return each(before.TotalAlloc, after.TotalAlloc), each(before.Mallocs, after.Mallocs)
}

// Cell returns the cell of a peer, or nil.
func (r *Row) Cell(peer string) *Cell {
	for _, c := range r.Cells {
		if c.Peer == peer {
			return c
		}
	}
	return nil
}

// Best returns the peer, not us in any form, with the lowest cost, or nil.
func (r *Row) Best(cycles bool) (best *Cell) {
	for _, c := range r.Cells {
		if !IsOurs(c.Peer) && (best == nil || c.Value(cycles) < best.Value(cycles)) {
			best = c
		}
	}
	return best
}

// Value returns the median in cycles or in ns.
func (c *Cell) Value(cycles bool) float64 {
	if cycles {
		return c.Cycles
	}
	return c.Ns
}

// Row returns the row of an operation, or nil.
func (r *Run) Row(operation string) *Row {
	for _, row := range r.Rows {
		if row.Operation == operation {
			return row
		}
	}
	return nil
}

// Cycles says whether cycles are known.
func (r *Run) Cycles() bool { return r.NoCycles == "" }

// Benchstat writes r in the format of Go's benchmarks: seven lines for each cell,
// each the median of a seventh of the rounds. Only a new run has them.
func (r *Run) Benchstat(w io.Writer) {
	fmt.Fprintf(w, "goos: %s\ngoarch: %s\npkg: secant.example/bench\ncpu: %s\n", r.Machine.OS, r.Machine.Arch, r.Machine.CPU)
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			for _, g := range c.groups {
				fmt.Fprintf(w, "Benchmark/%s/%s 1 %g ns/op", row.Operation, benchName(c.Peer), g.Ns)
				if r.Cycles() {
					fmt.Fprintf(w, " %g cycles/op", g.Cycles)
				}
				if c.Bytes != nil {
					fmt.Fprintf(w, " %g B/op %g allocs/op", *c.Bytes, *c.Allocs)
				}
				fmt.Fprintln(w)
			}
		}
	}
}

var space = regexp.MustCompile(`\s`)

// benchName returns name as the testing package would write it.
func benchName(name string) string { return space.ReplaceAllString(name, "_") }

// Save writes r to a file.
func (r *Run) Save(path string) error {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

// Load reads a saved run.
func Load(path string) (*Run, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(Run)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Format != 1 {
		return nil, fmt.Errorf("%s: format %d is unknown", path, r.Format)
	}
	return r, nil
}
