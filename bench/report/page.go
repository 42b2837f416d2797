// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"secant.example/bench"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A view is what the page shows, all of it: its script hides what was not chosen.
type view struct {
	Runs       []runView
	Families   []bench.Family
	Operations []bench.Operation
	Peers      []*bench.Peer
}

type runView struct {
	Title, Date, Version, Unit string
	Families                   []familyView
}

type familyView struct {
	bench.Family
	Rows  []rowView
	Chart template.HTML // of what depends on a size
}

type rowView struct {
	Operation, Title string
	Bars             []bar
}

type bar struct {
	Peer   string
	Value  float64
	Width  float64 // in percent of the longest
	Color  template.CSS
	Number string
	Ours   bool
}

// writePage writes a page with all figures of runs, for a browser, that needs no other file.
func writePage(path string, runs []*bench.Run) error {
	var v view
	seenFamilies, seenOperations, seenPeers := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range runs {
		rv, err := newRunView(r)
		if err != nil {
			return err
		}
		for _, f := range rv.Families {
			seenFamilies[f.Name] = true
			for _, row := range f.Rows {
				seenOperations[row.Operation] = true
				for _, b := range row.Bars {
					seenPeers[b.Peer] = true
				}
			}
		}
		v.Runs = append(v.Runs, rv)
	}
	for _, f := range bench.Families {
		if seenFamilies[f.Name] {
			v.Families = append(v.Families, f)
		}
		for _, op := range bench.Operations {
			if op.Family == f.Name && seenOperations[op.Name] {
				named := *op
				named.Title = f.Title + ": " + op.Title
				v.Operations = append(v.Operations, named)
			}
		}
	}
	for _, p := range bench.Peers {
		if seenPeers[p.Name] {
			v.Peers = append(v.Peers, p)
		}
	}
	var text bytes.Buffer
	if err := pageTemplate.Execute(&text, &v); err != nil {
		return err
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

func newRunView(r *bench.Run) (runView, error) {
	v := runView{Title: r.Machine.CPU, Date: r.Date, Version: r.Versions[bench.Ours], Unit: "nanoseconds"}
	if m := r.Machine; m.Vendor != "" {
		v.Title += fmt.Sprintf(" (%s, family %s, model %s)", m.Vendor, m.Family, m.Model)
	}
	if r.PureGo {
		v.Title += ", purego: without assembly in Go"
	}
	if r.Cycles() {
		v.Unit = "CPU cycles"
	}
	for _, f := range bench.Families {
		rows := rowsOf(r, f.Name)
		if len(rows) == 0 {
			continue
		}
		fv := familyView{Family: f}
		for _, row := range rows {
			fv.Rows = append(fv.Rows, newRowView(r, row))
		}
		if sizeOf(rows[0]) > 0 {
			chart, err := inlineLines(f.Title, r, rows)
			if err != nil {
				return v, err
			}
			fv.Chart = chart
		}
		v.Families = append(v.Families, fv)
	}
	return v, nil
}

func newRowView(r *bench.Run, row *bench.Row) rowView {
	v := rowView{Operation: row.Operation, Title: titleOf(row)}
	most := 0.0
	for _, c := range row.Cells {
		most = max(most, c.Value(r.Cycles()))
	}
	for _, p := range bench.Peers {
		c := row.Cell(p.Name)
		if c == nil {
			continue
		}
		value := c.Value(r.Cycles())
		v.Bars = append(v.Bars, bar{
			Peer: p.Name, Value: value, Width: 100 * value / most, Number: number(value), Ours: p.Name == bench.Ours,
			Color: template.CSS(fmt.Sprintf("#%02x%02x%02x", p.Color.R, p.Color.G, p.Color.B)),
		})
	}
	return v
}

// inlineLines draws lines as [drawLines] does, as an element of HTML.
func inlineLines(title string, r *bench.Run, rows []*bench.Row) (template.HTML, error) {
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "lines.svg")
	if err := drawLines(path, title, r, rows); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if i := bytes.Index(text, []byte("<svg")); i > 0 {
		text = text[i:] // without what stands before the element in a file
	}
	return template.HTML(text), nil
}
