// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"image/color"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"secant.example/bench"
)

// drawAll draws a chart for every family of which Secant has an operation, and
// returns which these are. Lines for what depends on a size, bars for the others.
func drawAll(dir string, r *bench.Run) (map[string]bool, error) {
	drawn := map[string]bool{}
	for _, f := range bench.Families {
		var rows []*bench.Row
		for _, row := range rowsOf(r, f.Name) {
			if row.Cell(bench.Ours) != nil {
				rows = append(rows, row)
			}
		}
		if len(rows) == 0 {
			continue
		}
		draw := drawBars
		if sizeOf(rows[0]) > 0 {
			draw = drawLines
		}
		path := filepath.Join(dir, f.Name+".svg")
		if err := draw(path, f.Title, r, rows); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		drawn[f.Name] = true
	}
	return drawn, nil
}

// unitOf returns the unit of the charts, and what it is in that of the tables.
func unitOf(r *bench.Run) (unit string, scale float64) {
	if r.Cycles() {
		return "thousand CPU cycles", 1000
	}
	return "microseconds", 1000
}

// sizeOf returns the size that ends the name of a batch or a sum, or 0.
func sizeOf(row *bench.Row) int {
	if f, _, _ := strings.Cut(row.Operation, "/"); f != "edwards25519" && f != "ed25519-batch" {
		return 0
	}
	n, _ := strconv.Atoi(row.Operation[strings.LastIndexByte(row.Operation, '-')+1:])
	return n
}

const (
	width     = 9 * vg.Inch
	barHeight = 13 // points
	rowGap    = 12
)

// bars is a plotter: rows from top to bottom, in each a bar for each peer that has
// the operation. Y counts points from the bottom. A bar that is longer than limit
// is cut, so that one slow library does not make all others look the same.
type bars struct {
	limit  float64
	rows   []*bench.Row
	cycles bool
	scale  float64
	label  text.Style
}

func (b *bars) height(row *bench.Row) float64 { return float64(len(row.Cells)*barHeight + rowGap) }

func (b *bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, row := range b.rows {
		ymax += b.height(row)
		for _, c := range row.Cells {
			xmax = max(xmax, min(c.Value(b.cycles)/b.scale, b.limit))
		}
	}
	return 0, xmax * 1.1, 0, ymax // room for the numbers
}

func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	_, _, _, top := b.DataRange()
	for _, row := range b.rows {
		at := top - rowGap/2
		top -= b.height(row)
		for _, peer := range bench.Peers {
			cell := row.Cell(peer.Name)
			if cell == nil {
				continue
			}
			value := cell.Value(b.cycles) / b.scale
			label := fmt.Sprintf("%.1f", value)
			if value > b.limit {
				value, label = b.limit, "... "+label
			}
			low, high := y(at-barHeight+1), y(at-1)
			c.FillPolygon(peer.Color, []vg.Point{{X: x(0), Y: low}, {X: x(value), Y: low}, {X: x(value), Y: high}, {X: x(0), Y: high}})
			c.FillText(b.label, vg.Point{X: x(value) + 3, Y: (low + high) / 2}, label)
			at -= barHeight
		}
	}
}

// ticks labels each row of bars in its middle.
func (b *bars) ticks() (all []plot.Tick) {
	_, _, _, top := b.DataRange()
	for _, row := range b.rows {
		all = append(all, plot.Tick{Value: top - b.height(row)/2, Label: titleOf(row)})
		top -= b.height(row)
	}
	return all
}

// limitOf returns the length at which bars are cut: six times the longest of the
// shortest bars of the rows.
func limitOf(r *bench.Run, rows []*bench.Row, scale float64) (limit float64) {
	for _, row := range rows {
		best := math.Inf(1)
		for _, c := range row.Cells {
			best = min(best, c.Value(r.Cycles())/scale)
		}
		limit = max(limit, 6*best)
	}
	return limit
}

func drawBars(path, title string, r *bench.Run, rows []*bench.Row) error {
	unit, scale := unitOf(r)
	p := newPlot(title, r)
	p.X.Label.Text = unit + ", less is better"
	small := p.X.Tick.Label
	small.Font.Size, small.XAlign, small.YAlign = 8, draw.XLeft, draw.YCenter
	b := &bars{limitOf(r, rows, scale), rows, r.Cycles(), scale, small}
	p.Add(b)
	p.Y.Tick.Marker = plot.ConstantTicks(b.ticks())
	p.Y.Tick.Length, p.Y.Tick.LineStyle.Width, p.Y.Padding = 10, 0, 0
	_, most, _, _ := b.DataRange()
	p.X.Tick.Marker = evenTicks(most)
	_, _, _, points := b.DataRange()
	return save(path, p, vg.Length(points)+100, rows)
}

func drawLines(path, title string, r *bench.Run, rows []*bench.Row) error {
	unit, scale := unitOf(r)
	p := newPlot(title, r)
	p.X.Label.Text = "size"
	p.Y.Label.Text = unit + " each, less is better"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, sizeTicks(rows)
	p.Add(plotter.NewGrid())
	for _, peer := range peersOf(rows) {
		lines := pointsOf(r, rows, peer, scale)
		for _, kind := range slices.Sorted(maps.Keys(lines)) {
			line, marks, err := plotter.NewLinePoints(lines[kind])
			if err != nil {
				return err
			}
			line.Color, marks.Color, marks.Shape = peer.Color, peer.Color, draw.CircleGlyph{}
			line.Width = 1.5
			if peer.Name == bench.Ours {
				line.Width = 2.5
			}
			if kind == "expanded" {
				line.Dashes = []vg.Length{4, 3}
			}
			p.Add(line, marks)
		}
	}
	p.Y.Min, p.Y.Tick.Marker = 0, evenTicks(p.Y.Max)
	return save(path, p, 4.5*vg.Inch, rows)
}

// pointsOf returns the costs of a peer over the size, by what is before the size
// in the name.
func pointsOf(r *bench.Run, rows []*bench.Row, peer *bench.Peer, scale float64) map[string]plotter.XYs {
	lines := map[string]plotter.XYs{}
	for _, row := range rows {
		if c := row.Cell(peer.Name); c != nil {
			_, name, _ := strings.Cut(row.Operation, "/")
			kind, _, _ := strings.Cut(name, "-")
			lines[kind] = append(lines[kind], plotter.XY{X: float64(sizeOf(row)), Y: c.Value(r.Cycles()) / scale})
		}
	}
	return lines
}

func sizeTicks(rows []*bench.Row) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	seen := map[int]bool{}
	for _, row := range rows {
		if n := sizeOf(row); !seen[n] {
			seen[n] = true
			ticks = append(ticks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
		}
	}
	return ticks
}

// evenTicks returns up to ten ticks from zero up to most.
func evenTicks(most float64) plot.ConstantTicks {
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, divisor := range []float64{5, 2} {
		if most/step*divisor <= 10 {
			step /= divisor
			break
		}
	}
	var ticks plot.ConstantTicks
	for x := 0.0; x <= most; x += step {
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', 6, 64)})
	}
	return ticks
}

func newPlot(title string, r *bench.Run) *plot.Plot {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s (%s)", title, r.Machine.CPU)
	p.Title.Padding = 8
	p.Title.TextStyle.Font.Size = 13
	p.BackgroundColor = color.White
	return p
}

// save writes the plot, with the peers of rows in their order on its right.
func save(path string, p *plot.Plot, height vg.Length, rows []*bench.Row) error {
	peers := peersOf(rows)
	height = vg.Length(math.Max(float64(height), float64(len(peers)*16+60)))
	canvas := vgsvg.New(width, height)
	all := draw.New(canvas)
	all.FillPolygon(color.White, []vg.Point{all.Min, {X: all.Max.X, Y: all.Min.Y}, all.Max, {X: all.Min.X, Y: all.Max.Y}})
	legendWidth := vg.Length(135)
	plotArea := draw.Crop(all, 8, -legendWidth, 8, -6)
	p.Draw(plotArea)

	style := p.X.Tick.Label
	style.Font.Size, style.XAlign, style.YAlign = 10, draw.XLeft, draw.YCenter
	x, y := all.Max.X-legendWidth+10, all.Max.Y-40
	for _, peer := range peers {
		all.FillPolygon(peer.Color, []vg.Point{{X: x, Y: y - 5}, {X: x + 12, Y: y - 5}, {X: x + 12, Y: y + 5}, {X: x, Y: y + 5}})
		all.FillText(style, vg.Point{X: x + 18, Y: y}, peer.Name)
		y -= 16
	}
	if strings.HasPrefix(rows[0].Operation, "ed25519-batch/") {
		all.FillText(style, vg.Point{X: x, Y: y}, "dashed: expanded keys")
	}
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	// Fonts as wide as the one that the text was laid out for.
	family := []byte("font-family:Liberation Sans")
	b := bytes.ReplaceAll(svg.Bytes(), family, append(family, ",Arial,Helvetica,sans-serif"...))
	return os.WriteFile(path, b, 0o644)
}

func init() { plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"} }
