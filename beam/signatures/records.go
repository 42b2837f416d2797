// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"secant.example/cmd/secant/bulk"
)

// A Record is a signature to be verified, as [bulk.Record] has it. The names in its tags are those of
// fields in Avro: see [RecordSchema].
type Record struct {
	ID        string `json:"id"` // or ""
	Scheme    string `json:"scheme"`
	Rules     string `json:"rules"`    // or ""
	Hash      string `json:"hash"`     // or ""
	Encoding  string `json:"encoding"` // or ""
	Context   []byte `json:"context"`
	Key       []byte `json:"key"`     // none of a Nostr event
	Message   []byte `json:"message"` // for Nostr the event, in JSON
	IsDigest  bool   `json:"is_digest"`
	Signature []byte `json:"signature"` // none of a Nostr event
}

// A Verdict is what is known of a record. The names in its tags are those of fields in Avro: see
// [VerdictSchema].
type Verdict struct {
	ID     string `json:"id"`     // or ""
	Scheme string `json:"scheme"` // or "", if it is not known
	Rules  string `json:"rules"`  // by which it was verified, if its scheme has some
	Key    string `json:"key"`    // in hex, or "" if it is not known
	Reason string `json:"reason"` // "valid", or in the words of [bulk.Reason]
	Detail string `json:"detail"` // or ""
}

// Verify verifies a collection of [Record].
//
// The records of a bundle are verified up to 8192 at a time, in batches in the order of their keys, so
// that those of one key come together, which takes less time where the scheme has batches. Verdicts
// come in the order of the records of a bundle.
func Verify(s beam.Scope, o Options, records beam.PCollection) Results {
	s = s.Scope("signatures.Verify")
	return results(s)(beam.ParDo3(s, &recordFn{Options: o}, records))
}

// Lines verifies a collection of strings, each a line of a file of o.Format, which must be
// [bulk.JSONLines] or [bulk.NostrLines]: another one fails the pipeline. It is for lines that
// do not come from files, and does as Verify does.
func Lines(s beam.Scope, o Options, lines beam.PCollection) Results {
	s = s.Scope("signatures.Lines")
	return results(s)(beam.ParDo3(s, &lineBatchFn{Options: o}, lines))
}

func results(s beam.Scope) func(verdicts, found, parts beam.PCollection) Results {
	return func(verdicts, found, parts beam.PCollection) Results {
		invalid, malformed := beam.ParDo2(s, route, found)
		return Results{Invalid: invalid, Malformed: malformed, Verdicts: verdicts, parts: parts, keyed: found}
	}
}

// route sends a finding where it belongs.
func route(_ int64, f Finding, invalid, malformed func(Finding)) error {
	var reason bulk.Reason
	if err := reason.UnmarshalText([]byte(f.Reason)); err != nil {
		return err
	}
	if isForm(reason) {
		malformed(f)
	} else {
		invalid(f)
	}
	return nil
}

func init() {
	beam.RegisterType(reflect.TypeFor[Record]())
	beam.RegisterType(reflect.TypeFor[Verdict]())
	register.Function4x1(route)
	// With its type registered, the method that is called for each element is called without reflection.
	// register.DoFn5x1 would do that for every method that a DoFn may have, and take the compiler minutes.
	beam.RegisterDoFn(&recordFn{})
	register.Function5x1((&recordFn{}).ProcessElement)
	beam.RegisterDoFn(&lineBatchFn{})
	register.Function5x1((&lineBatchFn{}).ProcessElement)
	register.Emitter1[Verdict]()
}

// Limits on what is verified at once.
const (
	maxRecords = 8192
	maxBytes   = 8 << 20
	batchSize  = 1024 // records of a batch
)

// A batch is records of a bundle.
type batch struct {
	rules   *bulk.Rules
	records []bulk.Record // of which some are kept for their memory
	known   []bulk.Verdict
	bytes   int
	order   []int
	v       bulk.Verifier
	part    part // of the bundle
}

// next returns a record to be set, which add then adds.
func (b *batch) next() *bulk.Record {
	n := len(b.known)
	if n == len(b.records) {
		b.records = append(b.records, bulk.Record{})
	}
	return &b.records[n]
}

// add adds the record that next returned, with what is known of it, and reports whether the batch is
// full.
func (b *batch) add(known bulk.Verdict, size int) bool {
	r := &b.records[len(b.known)]
	if known.Reason == bulk.Unchecked {
		known = b.rules.Set(r)
	}
	b.known = append(b.known, known)
	b.bytes += size
	return len(b.known) == maxRecords || b.bytes >= maxBytes
}

// verify sets the verdicts that are not known yet.
func (b *batch) verify() {
	b.order = b.order[:0]
	for i, known := range b.known {
		if known.Reason == bulk.Unchecked {
			b.order = append(b.order, i)
		}
	}
	slices.SortStableFunc(b.order, func(i, j int) int {
		x, y := &b.records[i], &b.records[j]
		return cmp.Or(cmp.Compare(x.Scheme, y.Scheme), slices.Compare(x.Key, y.Key))
	})
	for some := range slices.Chunk(b.order, batchSize) {
		b.v.Reset()
		for _, i := range some {
			b.v.Add(&b.records[i])
		}
		for at, d := range b.v.Verify() {
			b.known[some[at]] = d
		}
	}
	b.v.Reset()
}

// flush verifies what is in the batch, and empties it.
func (b *batch) flush(ctx context.Context, verdict func(Verdict), found func(int64, Finding)) {
	checked := make([]bool, len(b.known))
	for i, known := range b.known {
		checked[i] = known.Reason == bulk.Unchecked
	}
	b.verify()
	var s bulk.Summary
	for i, d := range b.known {
		r := &b.records[i]
		key := r.Key
		if r.Scheme == bulk.Nostr {
			key = bulk.EventAuthor(r.Message)
		}
		v := Verdict{ID: string(r.ID), Key: hex.EncodeToString(key), Reason: d.Reason.String(), Detail: d.Detail}
		if r.Scheme != 0 {
			v.Scheme = r.Scheme.String()
		}
		if checked[i] {
			v.Rules = r.Rules
		}
		s.Add(r.Scheme, v.Rules, d)
		switch {
		case d.Reason == bulk.Skipped:
			continue
		case d.Reason.Invalid():
			f := Finding{ID: v.ID, Scheme: v.Scheme, Reason: v.Reason, Detail: v.Detail, Key: v.Key}
			b.part.add(d.Reason, f)
			found(0, f)
		}
		verdict(v)
	}
	count(ctx, &s)
	b.part.Lines += int64(len(b.known))
	b.part.Summary.Merge(&s)
	b.part.Rate.Add(time.Now(), s.Records())
	b.known, b.bytes = b.known[:0], 0
}

// start makes the batch ready for a bundle, also after one that failed.
func (b *batch) start(rules *bulk.Rules) {
	b.rules = rules
	b.known, b.bytes, b.part = b.known[:0], 0, part{}
}

// finish ends a bundle.
func (b *batch) finish(ctx context.Context, verdict func(Verdict), found func(int64, Finding), emit func(part)) {
	b.flush(ctx, verdict, found)
	if b.part.Lines > 0 {
		emit(b.part)
	}
}

// A recordFn verifies records.
type recordFn struct {
	Options Options
	batch   batch
}

// StartBundle begins a bundle.
func (fn *recordFn) StartBundle(context.Context, func(Verdict), func(int64, Finding), func(part)) {
	fn.batch.start(&fn.Options.Rules)
}

// ProcessElement takes a record.
func (fn *recordFn) ProcessElement(ctx context.Context, r Record, verdict func(Verdict), found func(int64, Finding), _ func(part)) error {
	var known bulk.Verdict
	to := fn.batch.next()
	*to = bulk.Record{
		ID: []byte(r.ID), Rules: r.Rules, Hash: r.Hash, Encoding: r.Encoding, Context: r.Context, Key: r.Key,
		Message: r.Message, IsDigest: r.IsDigest, Signature: r.Signature,
	}
	switch {
	case to.Scheme.UnmarshalText([]byte(r.Scheme)) != nil:
		known.Reason = bulk.UnknownScheme
	case len(r.ID) > bulk.MaxID:
		to.ID = nil
		known = bulk.Verdict{Reason: bulk.MalformedRecord, Detail: "the id is longer than 256 bytes"}
	}
	if fn.batch.add(known, len(r.ID)+len(r.Key)+len(r.Message)+len(r.Signature)) {
		fn.batch.flush(ctx, verdict, found)
	}
	return nil
}

// FinishBundle verifies what is left.
func (fn *recordFn) FinishBundle(ctx context.Context, verdict func(Verdict), found func(int64, Finding), emit func(part)) {
	fn.batch.finish(ctx, verdict, found, emit)
}

// A lineBatchFn verifies lines.
type lineBatchFn struct {
	Options Options
	parser  *bulk.Parser
	batch   batch
}

// StartBundle begins a bundle.
func (fn *lineBatchFn) StartBundle(context.Context, func(Verdict), func(int64, Finding), func(part)) error {
	fn.batch.start(&fn.Options.Rules)
	var err error
	switch fn.Options.Format {
	case bulk.JSONLines, bulk.NostrLines:
		fn.parser, err = bulk.NewParser(fn.Options.Format, nil, nil)
	default:
		err = fmt.Errorf("signatures: lines cannot have the format %q", string(fn.Options.Format))
	}
	return err
}

// ProcessElement takes a line.
func (fn *lineBatchFn) ProcessElement(ctx context.Context, line string, verdict func(Verdict), found func(int64, Finding), _ func(part)) error {
	r := fn.batch.next()
	var known bulk.Verdict
	if len(line) > bulk.MaxLine {
		*r = bulk.Record{}
		known.Reason = bulk.TooLong
		line = ""
	} else {
		known = fn.parser.Parse([]byte(line), r)
	}
	if fn.batch.add(known, len(line)) {
		fn.batch.flush(ctx, verdict, found)
	}
	return nil
}

// FinishBundle verifies what is left.
func (fn *lineBatchFn) FinishBundle(ctx context.Context, verdict func(Verdict), found func(int64, Finding), emit func(part)) {
	fn.batch.finish(ctx, verdict, found, emit)
}
