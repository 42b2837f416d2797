// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sort"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/top"

	"secant.example/cmd/secant/bulk"
	"secant.example/cmd/secant/bulk/report"
)

// A part is what there is to say about a part of a file, or about records of a bundle.
type part struct {
	File    string                  `json:"file,omitempty"`
	Start   int64                   `json:"start"` // in File, in bytes
	Lines   int64                   `json:"lines"`
	Summary bulk.Summary            `json:"summary"`
	Rate    report.Rate             `json:"rate"`
	Firsts  map[bulk.Reason]Finding `json:"firsts,omitempty"` // with lines from the beginning of the part
	Keyed   int64                   `json:"keyed"`            // invalid records with a key
}

// add counts an invalid record, and keeps it if it is the first of its kind.
func (p *part) add(reason bulk.Reason, f Finding) {
	if f.Key != "" {
		p.Keyed++
	}
	if p.Firsts == nil {
		p.Firsts = make(map[bulk.Reason]Finding)
	}
	if first, ok := p.Firsts[reason]; !ok || compareFindings(f, first) < 0 {
		p.Firsts[reason] = f
	}
}

// compareFindings orders findings: by file and line, and else by all they have, so that which is the
// first does not depend on splits.
func compareFindings(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Detail, b.Detail), cmp.Compare(a.Scheme, b.Scheme), cmp.Compare(a.Key, b.Key))
}

func encodePart(p part) ([]byte, error) { return json.Marshal(p) }

func decodePart(b []byte) (part, error) {
	var p part
	err := json.Unmarshal(b, &p)
	return p, err
}

func init() {
	beam.RegisterType(reflect.TypeFor[part]())
	beam.RegisterCoder(reflect.TypeFor[part](), encodePart, decodePart)
	beam.RegisterType(reflect.TypeFor[report.KeyCount]())
	beam.RegisterDoFn(&summaryFn{})
	register.Function3x1((&summaryFn{}).ProcessElement)
	beam.RegisterDoFn(&pageFn{})
	register.Function4x1((&pageFn{}).ProcessElement)
	register.Function3x0(keyOf)
	register.Function2x1(keyCount)
	register.Function2x1(fewer)
	register.Function1x2(ToJSON)
	register.Iter1[part]()
	register.Iter1[[]report.KeyCount]()
	register.Emitter1[string]()
}

// A total is the sum of parts.
type total struct {
	summary bulk.Summary
	rate    report.Rate
	firsts  map[bulk.Reason]Finding
	keyed   int64
	files   []string
}

// sum adds up parts, whatever their order. A file without records is an error, as in [bulk.Run], and
// so is a part that comes twice.
func sum(next func(*part) bool, byFile bool) (*total, error) {
	var parts []part
	for p := (part{}); next(&p); p = (part{}) {
		parts = append(parts, p)
	}
	t := &total{firsts: make(map[bulk.Reason]Finding)}
	index, err := newLineIndex(parts, byFile)
	if err != nil {
		return nil, err
	}
	records := make(map[string]int64)
	for i := range parts {
		p := &parts[i]
		if _, known := records[p.File]; !known && p.File != "" {
			t.files = append(t.files, p.File)
		}
		records[p.File] += p.Summary.Records()
		t.summary.Merge(&p.Summary)
		t.rate.Merge(&p.Rate)
		t.keyed += p.Keyed
		for reason, f := range p.Firsts {
			if byFile {
				if f.Line, err = index.line(p.File, p.Start, f.Line); err != nil {
					return nil, err
				}
			}
			if first, ok := t.firsts[reason]; !ok || compareFindings(f, first) < 0 {
				t.firsts[reason] = f
			}
		}
	}
	slices.Sort(t.files)
	for file, n := range records {
		if n == 0 {
			return nil, fmt.Errorf("signatures: %w", &bulk.InputError{Name: file, Err: bulk.ErrNoRecords})
		}
	}
	return t, nil
}

// A lineIndex knows how many lines there are before each part of each file.
type lineIndex map[string][]partStart

type partStart struct{ start, lines, before int64 }

var errTwice = errors.New("signatures: a part of a file comes twice")

func newLineIndex(parts []part, byFile bool) (lineIndex, error) {
	x := make(lineIndex)
	if !byFile {
		return x, nil
	}
	for i := range parts {
		x[parts[i].File] = append(x[parts[i].File], partStart{start: parts[i].Start, lines: parts[i].Lines})
	}
	for _, all := range x {
		slices.SortFunc(all, func(a, b partStart) int { return cmp.Compare(a.start, b.start) })
		for i := 1; i < len(all); i++ {
			if all[i].start == all[i-1].start {
				return nil, errTwice
			}
			all[i].before = all[i-1].before + all[i-1].lines
		}
	}
	return x, nil
}

var errNoPart = errors.New("signatures: a record is of a part that there is not")

// line returns the number in its file of a line of a part.
func (x lineIndex) line(file string, start, line int64) (int64, error) {
	all := x[file]
	i := sort.Search(len(all), func(i int) bool { return all[i].start >= start })
	if i == len(all) || all[i].start != start {
		return 0, errNoPart
	}
	return all[i].before + line, nil
}

// Summary returns a collection of one string: the counts of r in JSON, as [bulk.Summary] writes
// them. A file without records fails the pipeline, as it does for the command.
func Summary(s beam.Scope, r Results) beam.PCollection {
	s = s.Scope("signatures.Summary")
	return beam.ParDo(s, &summaryFn{ByFile: r.byFile}, beam.GroupByKey(s, beam.AddFixedKey(s, r.parts)))
}

type summaryFn struct{ ByFile bool }

func (fn *summaryFn) ProcessElement(_ int, parts func(*part) bool, emit func(string)) error {
	t, err := sum(parts, fn.ByFile)
	if err != nil {
		return err
	}
	text, err := json.Marshal(t.summary)
	if err != nil {
		return err
	}
	emit(string(text))
	return nil
}

// Page returns a collection of one string: a page of HTML, as package report writes it, about
// what source names; if that is "", about the files.
func Page(s beam.Scope, r Results, source string) beam.PCollection {
	s = s.Scope("signatures.Page")
	keys := stats.Count(s, beam.ParDo(s, keyOf, r.keyed))
	most := top.Largest(s, beam.ParDo(s, keyCount, keys), report.MostKeys, fewer)
	grouped := beam.GroupByKey(s, beam.AddFixedKey(s, r.parts))
	return beam.ParDo(s, &pageFn{ByFile: r.byFile, Source: source}, grouped, beam.SideInput{Input: most})
}

// keyOf emits the key of a finding, if it is known.
func keyOf(_ int64, f Finding, emit func(string)) {
	if f.Key != "" {
		emit(f.Key)
	}
}

func keyCount(key string, n int) report.KeyCount { return report.KeyCount{Key: key, Count: int64(n)} }

// fewer orders keys as [report.SortKeys] does, the last ones first.
func fewer(a, b report.KeyCount) bool {
	return a.Count < b.Count || a.Count == b.Count && a.Key > b.Key
}

type pageFn struct {
	ByFile bool
	Source string
}

func (fn *pageFn) ProcessElement(_ int, parts func(*part) bool, most func(*[]report.KeyCount) bool, emit func(string)) error {
	t, err := sum(parts, fn.ByFile)
	if err != nil {
		return err
	}
	page := &report.Report{Source: fn.Source, Summary: t.summary, Rate: t.rate, Others: t.keyed}
	if page.Source == "" {
		page.Source = names(t.files)
	}
	for keys := []report.KeyCount(nil); most(&keys); keys = nil {
		page.Keys = append(page.Keys, keys...)
	}
	report.SortKeys(page.Keys)
	for _, k := range page.Keys {
		page.Others -= k.Count
	}
	for _, reason := range bulk.Reasons() {
		if f, ok := t.firsts[reason]; ok {
			first, err := f.Bulk()
			if err != nil {
				return err
			}
			page.Firsts = append(page.Firsts, first)
		}
	}
	var text bytes.Buffer
	if err := page.WriteHTML(&text); err != nil {
		return err
	}
	emit(text.String())
	return nil
}

// names returns the names of a few files, and how many more there are.
func names(files []string) string {
	const few = 10
	text := ""
	for i, f := range files {
		switch {
		case i == few:
			return fmt.Sprintf("%s and %d more", text, len(files)-few)
		case i > 0:
			text += ", "
		}
		text += f
	}
	return text
}

// ToJSON returns f as the line that secant bulk --json prints for it, without its end.
func ToJSON(f Finding) (string, error) {
	b, err := f.Bulk()
	if err != nil {
		return "", err
	}
	line, err := b.AppendJSON(nil)
	return string(bytes.TrimSuffix(line, []byte("\n"))), err
}
