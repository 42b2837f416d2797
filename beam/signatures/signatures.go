// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"secant.example/cmd/secant/bulk"
)

// Options say how records are read and verified. The zero value is good.
type Options struct {
	Format   bulk.Format // of files and lines; "" is [bulk.Auto], which is for files only
	Rules    bulk.Rules  // by which records are verified
	Jobs     int         // each part of a file is verified in so many goroutines; 0 means 1
	PartSize int64       // of files, in bytes; 0 means 64 MiB
}

// Results are what a transform that verifies gives.
type Results struct {
	// Invalid has a [Finding] for each record of the right form that is not valid.
	Invalid beam.PCollection
	// Malformed has a [Finding] for each record that is not of the right form, or that could not be
	// read.
	Malformed beam.PCollection
	// Verdicts has a [Verdict] for each record of Lines and Verify. Files leaves it invalid, because
	// nearly all of them would say the same.
	Verdicts beam.PCollection

	parts  beam.PCollection // of part
	keyed  beam.PCollection // of finding: all, before lines are counted
	byFile bool             // parts are parts of files
}

// A Finding is a record that is not valid.
type Finding struct {
	File   string // or "", if it is of no file
	Line   int64  // from 1, or 0 if it is of no file
	ID     string // or ""
	Scheme string // or "", if it is not known
	Reason string // in the words of [bulk.Reason]
	Detail string // or ""
	Key    string // in hex, or "" if it is not known
}

// newFinding returns f with its names as strings.
func newFinding(f bulk.Finding) Finding {
	scheme := ""
	if f.Scheme != nil {
		scheme = f.Scheme.String()
	}
	return Finding{f.File, f.Line, f.ID, scheme, f.Reason.String(), f.Detail, f.Key}
}

// Bulk returns f as package bulk has it.
func (f *Finding) Bulk() (bulk.Finding, error) {
	b := bulk.Finding{File: f.File, Line: f.Line, ID: f.ID, Detail: f.Detail, Key: f.Key}
	if f.Scheme != "" {
		b.Scheme = new(bulk.Scheme)
		if err := b.Scheme.UnmarshalText([]byte(f.Scheme)); err != nil {
			return b, err
		}
	}
	return b, b.Reason.UnmarshalText([]byte(f.Reason))
}

// isForm reports whether r is about the form of a record, or about reading it.
func isForm(r bulk.Reason) bool {
	switch r {
	case bulk.IDMismatch, bulk.HighS, bulk.NotValid, bulk.RulesNotAllowed:
		return false
	}
	return true
}

// counters are those that runners show: one for valid records, for each reason, and for all records
// that are malformed.
var counters = func() map[bulk.Reason]beam.Counter {
	all := make(map[bulk.Reason]beam.Counter)
	for _, r := range append(bulk.Reasons(), bulk.Valid, bulk.Skipped) {
		all[r] = beam.NewCounter("secant", r.String())
	}
	return all
}()

var malformedCounter = beam.NewCounter("secant", "malformed")

// count adds a summary to the counters.
func count(ctx context.Context, s *bulk.Summary) {
	counters[bulk.Valid].Inc(ctx, s.Valid)
	counters[bulk.Skipped].Inc(ctx, s.Skipped)
	for r, n := range s.Reasons {
		if c, ok := counters[r]; ok {
			c.Inc(ctx, n)
		}
		if isForm(r) {
			malformedCounter.Inc(ctx, n)
		}
	}
}

func init() {
	beam.RegisterType(reflect.TypeFor[Finding]())
}
