// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package report makes a page of what bulk verification found: totals, how fast it was, which
// records are invalid, by reason and by key, and the first of each kind. The page is one file of
// HTML that asks for no other, with charts in SVG, for screens of any width and for paper.
//
// A [Collector] takes the items of package bulk as they come, in bounded memory. Programs that
// count in other ways fill in a [Report] themselves.
package report

import (
	"cmp"
	"encoding/hex"
	"slices"
	"time"

	"secant.example/cmd/secant/bulk"
)

// A Report is what there is to see. The zero value is of nothing.
type Report struct {
	Source  string // what was verified, such as the names of files
	Summary bulk.Summary
	Stopped string         // why not all was read, or ""
	Rate    Rate           // or none
	Keys    []KeyCount     // those with most invalid records, most first
	Others  int64          // invalid records with a key that are not counted in Keys
	Firsts  []bulk.Finding // the first invalid record of each reason, in the order of [bulk.Reasons]
}

// A KeyCount is how many records with a key are invalid.
type KeyCount struct {
	Key   string // in hex
	Count int64
}

// MostKeys is how many keys a page shows.
const MostKeys = 20

// SortKeys sorts by count, most first, and by key where that is equal.
func SortKeys(keys []KeyCount) {
	slices.SortFunc(keys, func(a, b KeyCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key))
	})
}

// maxKeys bounds the keys that a Collector counts. With the keys themselves that is some 20 MiB.
const maxKeys = 1 << 16

// A Collector makes a Report of items. It counts the first 65536 keys of invalid records; those of
// further keys are counted together. The zero value is ready for use, by one goroutine.
type Collector struct {
	report Report
	keys   map[string]int64
	firsts map[bulk.Reason]bulk.Finding
}

// Add takes items of files with these names, in the order of their lines.
func (c *Collector) Add(items []bulk.Item, names []string) {
	records := int64(0)
	for i := range items {
		item := &items[i]
		c.report.Summary.Add(item.Scheme, item.Rules, item.Verdict)
		if item.Verdict.Reason != bulk.Skipped {
			records++
		}
		if item.Verdict.Reason.Invalid() {
			c.invalid(item, names[item.Input])
		}
	}
	c.report.Rate.Add(time.Now(), records)
}

func (c *Collector) invalid(item *bulk.Item, file string) {
	if c.keys == nil {
		c.keys, c.firsts = make(map[string]int64), make(map[bulk.Reason]bulk.Finding)
	}
	if _, known := c.firsts[item.Verdict.Reason]; !known {
		c.firsts[item.Verdict.Reason] = bulk.NewFinding(file, item)
	}
	if len(item.Key) == 0 {
		return
	}
	_, known := c.keys[string(item.Key)]
	if !known && len(c.keys) == maxKeys {
		c.report.Others++
		return
	}
	c.keys[string(item.Key)]++
}

// Report returns what was collected so far.
func (c *Collector) Report() *Report {
	r := c.report
	r.Keys = nil
	for key, n := range c.keys {
		r.Keys = append(r.Keys, KeyCount{hex.EncodeToString([]byte(key)), n})
	}
	SortKeys(r.Keys)
	for _, k := range r.Keys[min(len(r.Keys), MostKeys):] {
		r.Others += k.Count
	}
	r.Keys = r.Keys[:min(len(r.Keys), MostKeys)]
	r.Firsts = nil
	for _, reason := range bulk.Reasons() {
		if f, ok := c.firsts[reason]; ok {
			r.Firsts = append(r.Firsts, f)
		}
	}
	return &r
}
