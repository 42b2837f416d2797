// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package report

import (
	"maps"
	"slices"
	"time"
)

// A Rate counts records over time, in at most 256 spans of the same length, which grows with the
// time. What it has does not depend on the order of Add and Merge. The zero value is of
// none, and the fields are there to be sent elsewhere.
type Rate struct {
	Span  int64           `json:"span"`  // in milliseconds, a power of two
	Spans map[int64]int64 `json:"spans"` // records by time since 1970, divided by Span
}

const (
	maxSpans  = 256
	firstSpan = 128 // milliseconds
)

// Add counts n records at a time.
func (r *Rate) Add(at time.Time, n int64) {
	if n > 0 {
		r.Merge(&Rate{firstSpan, map[int64]int64{at.UnixMilli() / firstSpan: n}})
	}
}

// Merge adds what other has.
func (r *Rate) Merge(other *Rate) {
	if len(other.Spans) == 0 {
		return
	}
	if r.Spans == nil {
		r.Span, r.Spans = firstSpan, make(map[int64]int64)
	}
	for r.Span < other.Span {
		r.double()
	}
	for at, n := range other.Spans {
		r.Spans[at*other.Span/r.Span] += n
	}
	for {
		first, last := r.ends()
		if last-first < maxSpans {
			return
		}
		r.double()
	}
}

// double makes spans twice as long.
func (r *Rate) double() {
	all := make(map[int64]int64, len(r.Spans)/2+1)
	for at, n := range r.Spans {
		all[at/2] += n
	}
	r.Span, r.Spans = 2*r.Span, all
}

// ends returns the first and the last span with records, of which there are some.
func (r *Rate) ends() (first, last int64) {
	all := slices.Collect(maps.Keys(r.Spans))
	return slices.Min(all), slices.Max(all)
}

// A sample is how many records a second there were, so many seconds after the beginning.
type sample struct{ seconds, rate float64 }

// samples returns a sample for each span, also those without records, and for two or four of them
// together if there are more than a chart needs.
func (r *Rate) samples() (all []sample) {
	if len(r.Spans) == 0 {
		return nil
	}
	wide := Rate{r.Span, r.Spans}
	first, last := wide.ends()
	for last-first >= maxSpans/4 {
		wide.double()
		first, last = wide.ends()
	}
	span := float64(wide.Span) / 1000
	for at := first; at <= last; at++ {
		all = append(all, sample{(float64(at-first) + 0.5) * span, float64(wide.Spans[at]) / span})
	}
	return all
}

// seconds returns how long the time with records is, at most two spans more than it was.
func (r *Rate) seconds() float64 {
	if len(r.Spans) == 0 {
		return 0
	}
	first, last := r.ends()
	return float64(last-first+1) * float64(r.Span) / 1000
}
