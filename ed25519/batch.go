// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto/rand"
	"io"
	"slices"
	"sync"

	"secant.example/edwards25519"
	"secant.example/internal/lattice"
)

// A BatchVerifier verifies many signatures together in less time than one by one.
// Add any number of signatures, under any keys, and call [BatchVerifier.Verify].
//
// Its verdict on each signature is that of [VerifyWithOptions] with the same
// arguments. To get it for all at once, the verifier multiplies the cofactored
// equation of each signature by a random number of 128 bits and adds them up; if
// the sum is not right it finds the signatures to blame by halves. Should one of
// them be invalid it is noticed, except with a probability of 2^-128. Signatures that are
// to satisfy the equation without the cofactor ([Cofactorless], as in [StdLib]) cannot
// soundly be added up, since components of small order may cancel out, whatever the
// random numbers are; the verifier accepts them too, but verifies each on its own.
//
// The zero value is an empty batch, ready for use. A BatchVerifier keeps its memory, around
// 2.5 KiB for each signature: one of a size that it had before
// allocates nothing, with Workers at 0 or 1. It may not be used by several
// goroutines at the same time. It is variable-time: its arguments are public.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify and VerifyBatchOnly use at the
	// same time; at 0 and 1 there is only that of the caller.
	Workers int

	entries []entry
	valid   []bool

	// Those entries whose equations can be added up.
	terms     []term
	encodings [][32]byte // the R of all terms, then the A of those without expanded keys
	points    []edwards25519.Point
	decoded   []bool
	random    []byte
	msm       edwards25519.VarTimeMSM
	budget    int
}

// An entry is a signature that was added.
type entry struct {
	claim
	key *ExpandedPublicKey // or nil
	bad bool               // the form is not valid
}

// A term is z times the equation of an entry: [zS]B + [z](-R) + [zk](-A).
type term struct {
	entry     int
	a         int // the index of A in points, unless the key is expanded
	z, zS, zk edwards25519.Scalar
}

// NewBatchVerifier returns an empty batch with room for capacity signatures.
func NewBatchVerifier(capacity int) *BatchVerifier {
	b := new(BatchVerifier)
	b.Grow(capacity)
	return b
}

// Grow makes room for n more signatures.
func (b *BatchVerifier) Grow(n int) {
	if n = max(n, 0); n == 0 {
		return
	}
	b.entries = slices.Grow(b.entries, n)
	n += len(b.entries)
	b.valid = slices.Grow(b.valid[:0], n)
	b.terms = slices.Grow(b.terms[:0], n)
	b.encodings = slices.Grow(b.encodings[:0], 2*n)
	b.points = slices.Grow(b.points[:0], 2*n)
	b.decoded = slices.Grow(b.decoded[:0], 2*n)
	b.random = slices.Grow(b.random[:0], randomSize*n)
	b.msm.Reset()
	b.msm.Grow(2*n + 1)
}

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() {
	clear(b.entries) // the keys
	b.entries = b.entries[:0]
	b.msm.Reset()
}

// Add adds the Ed25519 signature sig of message under publicKey, to be verified by the
// [Default] rules. Anything may be added: what has a wrong length is an invalid
// signature. The arguments are not kept.
func (b *BatchVerifier) Add(publicKey PublicKey, message, sig []byte) {
	b.AddWithOptions(publicKey, message, sig, nil)
}

// AddWithOptions is [BatchVerifier.Add] for the variant and the rules that opts
// chooses, which may be nil. Options that are not valid make an invalid signature.
func (b *BatchVerifier) AddWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) {
	e := b.next()
	e.bad = e.set(publicKey, message, sig, opts) != nil
}

// AddExpanded is [BatchVerifier.AddWithOptions] for an expanded public key.
func (b *BatchVerifier) AddExpanded(key *ExpandedPublicKey, message, sig []byte, opts *Options) {
	e := b.next()
	if e.bad = e.set(key.encoding[:], message, sig, opts) != nil; !e.bad {
		e.key, e.bad = key, key.check(e.rules) != nil
	}
}

// next returns a new entry.
func (b *BatchVerifier) next() *entry {
	b.entries = append(b.entries, entry{})
	return &b.entries[len(b.entries)-1]
}

// Verify reports whether all signatures are valid, and which are: each[i] is the
// verdict on the signature that was added as number i, from 0. An empty batch is
// valid. The slice may be changed, and is overwritten by the next call of a method
// of b. The signatures stay: more can be added, or b be [BatchVerifier.Reset].
//
// The random numbers are read from random, 16 bytes for each signature, or from
// the system's secure source if random is nil. The verdicts can only be relied on if nobody
// who makes signatures can predict them. If random returns an error all signatures are verified
// one by one.
func (b *BatchVerifier) Verify(random io.Reader) (valid bool, each []bool) {
	b.prepare()
	if len(b.terms) > 1 && b.multipliers(random) {
		var sum edwards25519.Point
		b.budget = bisectionBudget * len(b.terms)
		b.divide(0, len(b.terms), b.sum(&sum, 0, len(b.terms)))
	} else {
		b.parallel(0, len(b.terms), (*BatchVerifier).verifyTerms)
	}
	return !slices.Contains(b.valid, false), b.valid
}

// VerifyBatchOnly is [BatchVerifier.Verify] without the search for the invalid
// signatures: it reports whether all are valid.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	b.prepare()
	if len(b.terms) > 1 && b.multipliers(random) {
		// All others must be valid.
		for i := range b.terms {
			b.valid[b.terms[i].entry] = true
		}
		var sum edwards25519.Point
		return !slices.Contains(b.valid, false) && b.sum(&sum, 0, len(b.terms)).IsSmallOrder() == 1
	}
	b.parallel(0, len(b.terms), (*BatchVerifier).verifyTerms)
	return !slices.Contains(b.valid, false)
}

// prepare sets valid for the entries that are verified on their own, leaves it false for
// the others, and sets terms, without the multipliers, to those of them
// that are valid but for the equation. It sets the points of these to -R and -A.
func (b *BatchVerifier) prepare() {
	n := len(b.entries)
	b.valid = resize(b.valid, n)
	clear(b.valid)
	b.terms, b.encodings = b.terms[:0], b.encodings[:0]
	for i := range b.entries {
		if e := &b.entries[i]; !e.bad && e.rules&Cofactorless == 0 {
			b.terms = append(b.terms, term{entry: i})
			b.encodings = append(b.encodings, e.R)
		}
	}
	for i := range b.terms {
		t := &b.terms[i]
		if e := &b.entries[t.entry]; e.key == nil {
			t.a = len(b.encodings)
			b.encodings = append(b.encodings, e.A)
		}
	}
	b.points = resize(b.points, len(b.encodings))
	b.decoded = resize(b.decoded, len(b.encodings))
	b.parallel(0, len(b.encodings), (*BatchVerifier).decode)
	if len(b.terms) < n {
		b.parallel(0, n, (*BatchVerifier).verifyCofactorless)
	}
	kept := 0
	for i := range b.terms {
		t := b.terms[i]
		if !b.acceptable(&t, i) {
			continue
		}
		b.points[kept].Negate(&b.points[i]) // kept <= i
		if b.entries[t.entry].key == nil {
			b.points[t.a].Negate(&b.points[t.a])
		}
		b.terms[kept] = t
		kept++
	}
	b.terms = b.terms[:kept]
}

// decode decodes the points from start to end.
func (b *BatchVerifier) decode(start, end int) {
	err := edwards25519.SetBytesBatch(b.points[start:end], b.encodings[start:end], b.decoded[start:end])
	if err != nil {
		panic("ed25519: internal error: " + err.Error()) // the lengths are equal
	}
}

// verifyCofactorless verifies the entries from start to end that are to be verified on their own.
func (b *BatchVerifier) verifyCofactorless(start, end int) {
	for i := start; i < end; i++ {
		e := &b.entries[i]
		switch {
		case e.bad || e.rules&Cofactorless == 0:
		case e.key != nil:
			b.valid[i] = e.key.verify(&e.claim) == nil
		default:
			b.valid[i] = e.verify() == nil
		}
	}
}

// acceptable checks A and R of a term by the rules; r is the index of R.
func (b *BatchVerifier) acceptable(t *term, r int) bool {
	e := &b.entries[t.entry]
	if !b.decoded[r] ||
		e.rules&AcceptNonCanonicalR == 0 && !canonical(&e.R) ||
		e.rules&RejectSmallOrderR != 0 && b.points[r].IsSmallOrder() == 1 {
		return false
	}
	return e.key != nil || // which was checked when it was added
		b.decoded[t.a] &&
			(e.rules&AcceptNonCanonicalA != 0 || canonical(&e.A)) &&
			(e.rules&AcceptSmallOrderA != 0 || b.points[t.a].IsSmallOrder() == 0)
}

// randomSize is the size of the multipliers in bytes.
const randomSize = 16

// multipliers chooses the multipliers of the terms. It returns false if random fails.
func (b *BatchVerifier) multipliers(random io.Reader) bool {
	if random == nil {
		random = rand.Reader
	}
	b.random = resize(b.random, randomSize*len(b.terms))
	if _, err := io.ReadFull(random, b.random); err != nil {
		return false
	}
	var z [32]byte
	for i := range b.terms {
		t := &b.terms[i]
		copy(z[:], b.random[randomSize*i:randomSize*(i+1)])
		if z == [32]byte{} {
			z[0] = 1 // a sum of one term is then right if and only if the equation is
		}
		if _, err := t.z.SetCanonicalBytes(z[:]); err != nil {
			panic("ed25519: internal error: " + err.Error()) // z < 2^128 < l
		}
		e := &b.entries[t.entry]
		t.zS.Multiply(&t.z, &e.S)
		t.zk.Multiply(&t.z, &e.k)
	}
	return true
}

// sum sets v to the sum of the terms from start to end, and returns v. Each term is defined but for a
// point of small order, because zk is reduced modulo l.
func (b *BatchVerifier) sum(v *edwards25519.Point, start, end int) *edwards25519.Point {
	b.msm.Reset()
	b.msm.Workers = b.Workers
	var base edwards25519.Scalar
	for i := start; i < end; i++ {
		t := &b.terms[i]
		base.Add(&base, &t.zS)
		b.msm.Add(&t.z, &b.points[i])
		if key := b.entries[t.entry].key; key != nil {
			b.msm.AddExpanded(&t.zk, &key.minusA)
		} else {
			b.msm.Add(&t.zk, &b.points[t.a])
		}
	}
	b.msm.AddBase(&base)
	return b.msm.Sum(v)
}

// bisectionBudget is how many terms may be added up in the search for invalid
// signatures, in all halves, for each term of the batch. Where few are invalid that is
// enough; where many are, verifying one by one is faster.
const bisectionBudget = 2

// divide sets the verdicts on the terms from start to end, whose sum is given.
func (b *BatchVerifier) divide(start, end int, sum *edwards25519.Point) {
	if sum.IsSmallOrder() == 1 {
		for i := start; i < end; i++ {
			b.valid[b.terms[i].entry] = true
		}
		return
	}
	n := end - start
	if n == 1 {
		return
	}
	if b.budget -= n / 2; b.budget < 0 {
		b.parallel(start, end, (*BatchVerifier).verifyTerms)
		return
	}
	// The sum of the second half is what remains.
	var half edwards25519.Point
	middle := start + n/2
	b.sum(&half, start, middle)
	sum.Subtract(sum, &half)
	b.divide(start, middle, &half)
	b.divide(middle, end, sum)
}

// verifyTerms verifies terms one by one.
func (b *BatchVerifier) verifyTerms(start, end int) {
	for i := start; i < end; i++ {
		t := &b.terms[i]
		e := &b.entries[t.entry]
		if e.key != nil {
			var V edwards25519.Point
			V.VarTimeDoubleScalarBaseMultExpanded(&e.k, &e.key.minusA, &e.S)
			b.valid[t.entry] = V.Add(&V, &b.points[i]).IsSmallOrder() == 1
			continue
		}
		var f lattice.Fraction
		e.halve(&f) // there always is one for the cofactored equation
		b.valid[t.entry] = e.holds(&f, &b.points[t.a], &b.points[i])
	}
}

// parallel calls f for ranges that make up the one from start to end, with the
// workers that b allows.
func (b *BatchVerifier) parallel(start, end int, f func(b *BatchVerifier, start, end int)) {
	const atLeast = 32 // for a goroutine to be worth it
	n := end - start
	workers := min(b.Workers, n/atLeast)
	if workers <= 1 {
		f(b, start, end)
		return
	}
	var wait sync.WaitGroup
	for i := range workers {
		wait.Go(func() { f(b, start+n*i/workers, start+n*(i+1)/workers) })
	}
	wait.Wait()
}

// resize returns a slice of length n, in the memory of s if that suffices.
func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
