// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"

	"secant.example/cmd/secant/bulk"
)

//go:embed page.html
var pageText string

// page escapes all text for where it stands, since names, ids and details are of whoever wrote the
// records.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"number": number, "printable": bulk.OneLine, "percent": percent,
}).Parse(pageText))

// A view is what the page shows.
type view struct {
	*Report
	Total, Bad  int64
	Reasons     []count
	Schemes     []tally
	Rules       []tally
	ReasonChart template.HTML
	KeyChart    template.HTML
	RateChart   template.HTML
	Mean        int64 // records a second, or 0 if it is not known
	Seconds     string
}

type count struct {
	Name  string
	Count int64
}

type tally struct {
	Name string
	bulk.Tally
}

// WriteHTML writes the page. The same report makes the same bytes.
func (r *Report) WriteHTML(w io.Writer) error {
	v := view{Report: r, Total: r.Summary.Records(), Bad: r.Summary.Invalid}
	for _, reason := range bulk.Reasons() {
		if n := r.Summary.Reasons[reason]; n > 0 {
			v.Reasons = append(v.Reasons, count{reason.String(), n})
		}
	}
	for _, s := range bulk.Schemes() {
		if t, ok := r.Summary.Schemes[s]; ok {
			v.Schemes = append(v.Schemes, tally{s.String(), t})
		}
	}
	for _, name := range bulk.RuleNames() {
		if t, ok := r.Summary.Rules[name]; ok {
			v.Rules = append(v.Rules, tally{name, t})
		}
	}
	samples := r.Rate.samples()
	if seconds := r.Rate.seconds(); seconds > 0 {
		v.Seconds = strconv.FormatFloat(seconds, 'f', 1, 64)
		v.Mean = int64(float64(v.Total) / seconds)
	}
	var err error
	if len(samples) > 2 { // fewer are no line
		if v.RateChart, err = lineChart("seconds", "records a second", samples); err != nil {
			return err
		}
	}
	if len(v.Reasons) > 0 {
		if v.ReasonChart, err = barChart("invalid records", v.Reasons); err != nil {
			return err
		}
	}
	if len(r.Keys) > 0 {
		var keys []count
		for _, k := range r.Keys[:min(len(r.Keys), MostKeys)] {
			keys = append(keys, count{short(k.Key), k.Count})
		}
		if v.KeyChart, err = barChart("invalid records", keys); err != nil {
			return err
		}
	}
	return page.Execute(w, &v)
}

// short returns the beginning and the end of a long key.
func short(key string) string {
	if len(key) <= 20 {
		return key
	}
	return key[:10] + "…" + key[len(key)-6:]
}

// number returns n with thin spaces between groups of digits.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// percent returns the share of n in all. All and none of them are only what is exactly that.
func percent(n, all int64) string {
	if all == 0 {
		return ""
	}
	p := 100 * float64(n) / float64(all)
	switch {
	case n == 0 || n == all:
		return fmt.Sprintf("%.0f %%", p)
	case p < 0.01:
		return "< 0.01 %"
	case p > 99.99:
		return "> 99.99 %"
	}
	return fmt.Sprintf("%.2f %%", p)
}
