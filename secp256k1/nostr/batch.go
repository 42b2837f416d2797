// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"encoding/hex"
	"io"
	"slices"
	"strconv"

	"secant.example/secp256k1/schnorr"
)

// A BatchVerifier checks many events together, in less time than one by one
// takes: add them, and call [BatchVerifier.Verify]. Its verdict on each is that of
// [Event.Verify], but for chance, as in [schnorr.BatchVerifier], which also says what events whose
// signatures are invalid cost at most.
//
// The fastest way to check very many is one BatchVerifier in each of as many goroutines as
// there are processors, with batches of some hundred events or more.
//
// The zero value is an empty batch, ready for use. A BatchVerifier keeps its memory: with
// Workers at 0 or 1, a batch of a size that it had before allocates nothing but its
// verdicts. It may not be used by several goroutines at the same time, nor be copied
// once something was added. It is variable-time.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify uses at the same time; at 0 and 1
	// there is only that of the caller.
	Workers int

	batch schnorr.BatchVerifier
	errs  []error // of what is added, before its signature is verified
	buf   []byte
}

// NewBatchVerifier returns an empty batch, for verification in variable time.
func NewBatchVerifier() *BatchVerifier { return new(BatchVerifier) }

// NewBatchVerifierWithCapacity returns an empty batch, for verification in variable time,
// with room for n events.
func NewBatchVerifierWithCapacity(n int) *BatchVerifier {
	b := new(BatchVerifier)
	b.Grow(n)
	return b
}

// Grow makes room for n more events.
func (b *BatchVerifier) Grow(n int) {
	n = max(n, 0)
	b.errs = slices.Grow(b.errs, n)
	b.batch.Grow(n)
}

// Len returns how many events were added.
func (b *BatchVerifier) Len() int { return len(b.errs) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() {
	b.errs = b.errs[:0]
	b.batch.Reset()
}

// AddJSON adds an event as [Event.UnmarshalJSON] reads it, and computes its id. It does
// not make an [Event] of it, which saves time and memory. Anything may be added: what is
// no event is an invalid one. The argument is not kept.
func (b *BatchVerifier) AddJSON(data []byte) {
	var f fields
	err := f.parse(data)
	if err == nil {
		b.buf = f.appendCanonical(b.buf[:0])
		err = checkID(&f.id, b.buf)
	}
	b.add(err, &f.pubkey, &f.id, &f.sig)
}

// Add adds an event. Anything may be added: what is no event is an invalid one. The
// argument is not kept.
func (b *BatchVerifier) Add(e *Event) {
	if e == nil {
		b.errs = append(b.errs, errNil)
		return
	}
	err := e.check()
	if err == nil {
		b.buf = e.AppendCanonical(b.buf[:0])
		err = checkID(&e.ID, b.buf)
	}
	b.add(err, &e.PubKey, &e.ID, &e.Sig)
}

// add adds an event, and its signature if that is to be verified.
func (b *BatchVerifier) add(err error, pubkey, id *[32]byte, sig *[64]byte) {
	b.errs = append(b.errs, err)
	if err == nil {
		b.batch.Add(pubkey[:], id[:], sig[:])
	}
}

// appendCanonical is [Event.AppendCanonical] for an event in JSON. Strings are taken as they stand there, but
// for those with escapes that are not NIP-01's.
func (f *fields) appendCanonical(b []byte) []byte {
	b = append(b, `[0,"`...)
	b = hex.AppendEncode(b, f.pubkey[:])
	b = append(b, `",`...)
	b = strconv.AppendInt(b, f.createdAt, 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(f.kind), 10)
	b = append(b, ',')
	b = f.tags.appendCanonical(b)
	b = append(b, ',')
	b = f.content.AppendCanonical(b)
	return append(b, ']')
}

// Verify reports whether all events are valid, and what is wrong with each: errs[i] is nil
// if the event that was added as number i, from 0, is valid, and otherwise an
// [ErrMalformed], an [ErrID] or an [ErrSignature]. An empty batch is not valid, and errs is nil. The
// slice is the caller's. The events stay: more can be added, or b be [BatchVerifier.Reset].
//
// Random numbers are read from random as in [schnorr.BatchVerifier.Verify], or from the
// system's secure source if random is nil.
func (b *BatchVerifier) Verify(random io.Reader) (valid bool, errs []error) {
	b.batch.Workers = b.Workers
	_, each := b.batch.Verify(random)
	errs = append([]error(nil), b.errs...)
	valid = len(errs) > 0
	for i, err := range errs {
		if err == nil {
			if !each[0] {
				errs[i], valid = ErrSignature, false
			}
			each = each[1:]
		} else {
			valid = false
		}
	}
	return valid, errs
}
