// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package report

import (
	"bytes"
	"html/template"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

var (
	good = color.RGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 0xff}
	bad  = color.RGBA{R: 0xc0, G: 0x39, B: 0x2b, A: 0xff}
)

// chartWidth is about that of a phone, so that the text of a chart is not too small there.
const chartWidth = 4.6 * vg.Inch

func newPlot() *plot.Plot {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	p := plot.New()
	p.BackgroundColor = color.White
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font.Size = 11
		a.Tick.Label.Font.Size = 10
		a.Min = 0
	}
	return p
}

// lineChart draws samples.
func lineChart(x, y string, samples []sample) (template.HTML, error) {
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = x, y
	points := make(plotter.XYs, len(samples))
	most := 0.0
	for i, s := range samples {
		points[i] = plotter.XY{X: s.seconds, Y: s.rate}
		most = max(most, s.rate)
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return "", err
	}
	line.Color, line.Width = good, 1.5
	line.FillColor = color.RGBA{R: 0xd6, G: 0xe6, B: 0xf4, A: 0xff}
	p.Add(line)
	p.X.Min, p.Y.Min, p.Y.Max = 0, 0, most*1.05
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{}, ticks{}
	return save(p, 2.6*vg.Inch)
}

// barChart draws a horizontal bar for each count, the first at the top, with its number.
func barChart(unit string, counts []count) (template.HTML, error) {
	p := newPlot()
	p.X.Label.Text = unit
	values, labels := make(plotter.Values, len(counts)), make([]string, len(counts))
	numbers := plotter.XYLabels{}
	most := 0.0
	for i, c := range counts {
		at := len(counts) - 1 - i
		values[at], labels[at] = float64(c.Count), c.Name
		most = max(most, float64(c.Count))
		numbers.XYs = append(numbers.XYs, plotter.XY{X: float64(c.Count), Y: float64(at)})
		numbers.Labels = append(numbers.Labels, "\u00a0"+number(c.Count))
	}
	bars, err := plotter.NewBarChart(values, 12)
	if err != nil {
		return "", err
	}
	bars.Horizontal, bars.Color, bars.LineStyle.Width = true, bad, 0
	p.Add(bars)
	texts, err := plotter.NewLabels(numbers)
	if err != nil {
		return "", err
	}
	for i := range texts.TextStyle {
		texts.TextStyle[i].Font.Size, texts.TextStyle[i].YAlign = 10, draw.YCenter
	}
	p.Add(texts)
	p.NominalY(labels...)
	longest := 0
	for _, l := range labels {
		longest = max(longest, len(l))
	}
	p.Y.Padding = vg.Length(longest) + 4 // where a browser has none of the fonts, its own is wider
	p.X.Min, p.X.Max = 0, most*1.25      // room for the numbers
	p.X.Tick.Marker = ticks{}
	return save(p, vg.Length(len(counts))*18+60)
}

// ticks are at most seven, at round whole numbers: zero, and 1, 2 or 5 times a power of ten.
type ticks struct{}

// Ticks implements [plot.Ticker].
func (ticks) Ticks(_, most float64) (all []plot.Tick) {
	step := math.Pow(10, math.Floor(math.Log10(max(most, 1)))-1)
	for i := 0; step < 1 || most/step > 6; i++ {
		step *= [...]float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10
	}
	for x := 0.0; x <= most; x += step {
		all = append(all, plot.Tick{Value: x, Label: short10(x)})
	}
	return all
}

// short10 returns a whole number with k and M for thousands and millions.
func short10(x float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= u.of {
			return strconv.FormatFloat(x/u.of, 'g', 4, 64) + u.name
		}
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// save returns the chart as an element of HTML.
func save(p *plot.Plot, height vg.Length) (template.HTML, error) {
	canvas := vgsvg.New(chartWidth, height)
	p.Draw(draw.Crop(draw.New(canvas), 4, -8, 4, -4))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", err
	}
	// Without what stands before the element in a file, and with fonts as wide as the one that the text
	// was laid out for.
	text := b.String()
	text = text[strings.Index(text, "<svg"):]
	const family = "font-family:Liberation Sans"
	return template.HTML(strings.ReplaceAll(text, family, family+",Arial,Helvetica,sans-serif")), nil
}
