// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"io"
	"slices"

	"secant.example/internal/batch"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// A BatchVerifier verifies many signatures together, in less time than one by one takes.
// Add any number of signatures, under any keys, and call [BatchVerifier.Verify]. Keys that
// come more than once save most.
//
// Its verdict on each signature is that of [Verify] on the same arguments. It multiplies
// the equation s·G = R + e·P of each signature by a number of 128 bits, its sign included, which depends on
// random bytes and on all signatures, and adds them all up. If the sum is not right, it finds the
// invalid signatures by halves. The sum of valid signatures is always right, and that of others, at
// any step, with a probability of about 2^-128. Where that is faster, by the
// number of signatures and of keys, they are verified one by one in the lanes of vectors instead: eight or sixteen at a time.
//
// Who sends invalid signatures does not slow it down much: sums that turn out wrong are paid for by
// what sums save, and if there is nothing, signatures are verified one by one. That takes at
// most 15 % more than one by one, over all batches of the program and whatever they have in them,
// but for what verifying 1000 of them takes, once. How many signatures are added up at a time
// depends on how many were invalid in the batches before, which a BatchVerifier remembers when it is [BatchVerifier.Reset].
// Verdicts do not depend on it.
//
// The zero value is an empty batch, ready for use. A BatchVerifier keeps its memory: with
// Workers at 0 or 1, a batch of a size that it had before allocates nothing but the
// verdicts that [BatchVerifier.Verify] returns. It may not be used by several goroutines
// at the same time, nor be copied once it has
// signatures. It is variable-time: its arguments are public.
//
// Source: BIP-340, batch verification, with random bytes from a reader besides.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify and VerifyBatchOnly use at the
	// same time; at 0 and 1 there is only that of the caller.
	Workers int

	self    *BatchVerifier // see batch.Own
	entries []entry
	valid   []bool

	// The entries whose form is valid, and the different keys in them.
	terms   []term
	keys    []key
	index   map[[32]byte]int // of keys
	used    []int            // the keys in a sum
	count   int              // of the different keys in a range
	xs      [][32]byte       // the keys that are not given, then the r of all terms
	first   int              // the index of the first r
	points  []secp256k1.Point
	decoded []bool
	random  batch.Multipliers
	msm     secp256k1.VarTimeMSM
	search  batch.Search[secp256k1.Point]
	keeps   bool // the credit of search, for the next batch
}

// An entry is a signature that was added.
type entry struct {
	claim
	x   [32]byte   // the public key
	key *PublicKey // or nil
	bad bool       // the form is not valid
}

// A term is a times the equation of an entry: a·R + ae·P - as·G. The index of the point R is
// that of the first, and of the term.
type term struct {
	entry, key int
	bad        bool // R was decoded, and there is none
	a          batch.Multiplier
	as, ae     scalar.Scalar
}

// A key is a public key P of one or more terms.
type key struct {
	entry   int        // one under this key
	given   *PublicKey // or nil
	point   int        // the index of P in points if it is not given
	sum     scalar.Scalar
	used    bool // sum is set
	counted int  // in which count it was last
}

// NewBatchVerifier returns an empty batch, for verification in variable time.
func NewBatchVerifier() *BatchVerifier { return new(BatchVerifier) }

// NewBatchVerifierWithCapacity returns an empty batch, for verification in variable time,
// with room for n signatures.
func NewBatchVerifierWithCapacity(n int) *BatchVerifier {
	b := new(BatchVerifier)
	b.Grow(n)
	return b
}

// Grow makes room for n more signatures.
func (b *BatchVerifier) Grow(n int) {
	if n = max(n, 0); n == 0 {
		return
	}
	batch.Own(&b.self, b, &b.entries)
	b.entries = slices.Grow(b.entries, n)
	n += len(b.entries)
	b.valid = slices.Grow(b.valid[:0], n)
	b.terms = slices.Grow(b.terms[:0], n)
	b.keys = slices.Grow(b.keys[:0], n)
	b.used = slices.Grow(b.used[:0], n)
	if b.index == nil {
		b.index = make(map[[32]byte]int, n)
	}
	b.xs = slices.Grow(b.xs[:0], 2*n)
	b.points = slices.Grow(b.points[:0], 2*n)
	b.decoded = slices.Grow(b.decoded[:0], 2*n)
	b.msm.Reset()
	b.msm.Grow(2*n + 1)
}

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() {
	batch.Own(&b.self, b, &b.entries)
	clear(b.entries[:cap(b.entries)]) // the pointers to keys
	clear(b.keys[:cap(b.keys)])
	b.entries, b.keys = b.entries[:0], b.keys[:0]
	b.msm.Reset()
	b.keeps = true
}

// Add adds the signature sig of message under the public key of 32 bytes, to be verified.
// Anything may be added: what has a wrong length is an invalid signature. The arguments
// are not kept.
func (b *BatchVerifier) Add(publicKey, message, sig []byte) {
	e := b.next()
	if len(publicKey) != PublicKeySize {
		e.bad = true
		return
	}
	e.x = [32]byte(publicKey)
	e.bad = !e.set(&e.x, message, sig)
}

// AddKey is [BatchVerifier.Add] for a decoded public key, which must not change before
// [BatchVerifier.Reset].
func (b *BatchVerifier) AddKey(p *PublicKey, message, sig []byte) {
	e := b.next()
	if !p.isSet() {
		e.bad = true
		return
	}
	e.x, e.key = p.x, p
	e.bad = !e.set(&e.x, message, sig)
}

// next returns a new entry.
func (b *BatchVerifier) next() *entry {
	batch.Own(&b.self, b, &b.entries)
	b.entries = append(b.entries, entry{})
	return &b.entries[len(b.entries)-1]
}

// Verify reports whether all signatures are valid, and which are: each[i] is the
// verdict on the signature that was added as number i, from 0. An empty batch is not
// valid, and each is nil. The slice is the caller's; it is the one thing that a batch in used
// memory allocates. The signatures stay: more can be added, or b be [BatchVerifier.Reset].
//
// If there are equations to add up, 32 bytes are read from random, or from the system's
// secure source if random is nil. The numbers by which the equations are multiplied come
// from a hash of these bytes and of everything in the batch, so that bytes that are known
// or always the same do not make a forgery easy. If random returns an error, all signatures are
// verified one by one.
func (b *BatchVerifier) Verify(random io.Reader) (valid bool, each []bool) {
	b.prepare()
	if b.add() && b.multiply(random) {
		b.search.Run((*search)(b), len(b.terms), &fund)
		if !b.keeps {
			b.search.Return(&fund)
		}
	} else {
		b.verifyEach(0, len(b.terms))
	}
	return batch.Verdicts(b.valid)
}

// fund is the credit that new verifiers start with.
var fund batch.Fund

// VerifyBatchOnly is [BatchVerifier.Verify] without the search for the invalid
// signatures: it reports whether all are valid, and there are any.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	b.prepare()
	n := len(b.terms)
	if n < len(b.entries) {
		return false
	}
	if b.add() && b.multiply(random) {
		b.lift(0, n)
		if slices.ContainsFunc(b.terms, func(t term) bool { return t.bad }) {
			return false
		}
		var sum secp256k1.Point
		b.sum(&sum, 0, n)
		return sum.IsIdentity() == 1
	}
	b.verifyEach(0, n)
	return batch.All(b.valid)
}

// add reports whether to add up equations: if the sum of all takes less time than one by one does, in
// lanes where there are some.
func (b *BatchVerifier) add() bool {
	n := len(b.terms)
	sum, _ := b.costs(0, n)
	return sum < secp256k1.BatchCost(n) || addAlways && n > 1
}

// addAlways is for tests.
var addAlways bool

// costs returns what it takes to add up the terms from start to end, and to verify them one by one,
// in hundredths of a verification, measured. They decide what is done, and not with which result. One by one is what
// it takes without lanes, where a few alone take longer than among others: a search would count what it saves by
// that.
func (b *BatchVerifier) costs(start, end int) (sum, each int) {
	b.count++
	keys := 0
	for i := start; i < end; i++ {
		if k := &b.keys[b.terms[i].key]; k.counted != b.count {
			k.counted = b.count
			keys++
		}
	}
	n := end - start
	// And a hundredth for the multiplier of each and its products.
	return secp256k1.SumCost(n, n+2*keys) + n, n * secp256k1.BatchCost(1)
}

// search is what [batch.Search] sees of a BatchVerifier: its terms.
type search BatchVerifier

func (b *search) Costs(start, end int) (sum, each int) { return (*BatchVerifier)(b).costs(start, end) }

func (b *search) Together(start, end int) int { return secp256k1.BatchCost(end - start) }

func (b *search) Prepare(start, end int) { (*BatchVerifier)(b).lift(start, end) }

func (b *search) Sum(v *secp256k1.Point, start, end int) { (*BatchVerifier)(b).sum(v, start, end) }

func (b *search) Subtract(v, w *secp256k1.Point) { v.Subtract(v, w) }

func (b *search) Right(v *secp256k1.Point) bool { return v.IsIdentity() == 1 }

func (b *search) Accept(start, end int) {
	for i := start; i < end; i++ {
		b.valid[b.terms[i].entry] = !b.terms[i].bad
	}
}

func (b *search) Each(start, end int) { (*BatchVerifier)(b).verifyEach(start, end) }

func (b *search) Valid(i int) bool { return b.valid[b.terms[i].entry] }

// prepare sets valid to false, and terms, without the multipliers, to the entries that
// are valid but for the equation and R, which is not decoded.
func (b *BatchVerifier) prepare() {
	b.valid = batch.Resize(b.valid, len(b.entries))
	clear(b.valid)
	b.terms, b.keys, b.xs = b.terms[:0], b.keys[:0], b.xs[:0]
	if b.index == nil {
		b.index = make(map[[32]byte]int)
	}
	clear(b.index)
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad {
			continue
		}
		k, ok := b.index[e.x]
		if !ok {
			k = len(b.keys)
			b.keys = append(b.keys, key{entry: i})
			b.index[e.x] = k
		}
		if e.key != nil {
			b.keys[k].given = e.key
		}
		b.terms = append(b.terms, term{entry: i, key: k})
	}
	for i := range b.keys {
		if k := &b.keys[i]; k.given == nil {
			k.point = len(b.xs)
			b.xs = append(b.xs, b.entries[k.entry].x)
		}
	}
	decoded := len(b.xs)
	b.resize(decoded)
	batch.Parallel(b, b.Workers, 0, decoded, 1, (*BatchVerifier).decode)
	b.terms = slices.DeleteFunc(b.terms, func(t term) bool {
		k := &b.keys[t.key]
		return k.given == nil && !b.decoded[k.point]
	})
	// The R come after the keys.
	b.first = decoded
	for i := range b.terms {
		b.xs = append(b.xs, b.entries[b.terms[i].entry].r)
	}
	b.resize(len(b.xs))
	b.count = 0
}

// resize makes points and decoded of length n, and keeps what is in them.
func (b *BatchVerifier) resize(n int) {
	b.points = slices.Grow(b.points, max(0, n-len(b.points)))[:n]
	b.decoded = slices.Grow(b.decoded, max(0, n-len(b.decoded)))[:n]
}

// decode decodes the points from start to end.
func (b *BatchVerifier) decode(start, end int) {
	var even [batch.GroupSize]byte
	for ; start < end; start += batch.GroupSize {
		to := min(start+batch.GroupSize, end)
		secp256k1.VarTimeDecompressBatch(b.points[start:to], b.xs[start:to], even[:to-start], b.decoded[start:to])
	}
}

// lift decodes the R of the terms from start to end.
func (b *BatchVerifier) lift(start, end int) {
	batch.Parallel(b, b.Workers, b.first+start, b.first+end, 1, (*BatchVerifier).decode)
	for i := start; i < end; i++ {
		b.terms[i].bad = !b.decoded[b.first+i]
	}
}

// multiply multiplies the equations of the terms by numbers that depend on random and on all
// terms, are below 2^128 and not 0. It returns false if random fails.
func (b *BatchVerifier) multiply(random io.Reader) bool {
	if !b.random.Start(random) {
		return false
	}
	for i := range b.terms {
		e := &b.entries[b.terms[i].entry]
		b.random.Add(&e.s, &e.e)
	}
	b.random.Finish()
	for i := range b.terms {
		b.setMultiplier(&b.terms[i], b.random.Next())
	}
	return true
}

// setMultiplier multiplies the equation of t by a.
func (b *BatchVerifier) setMultiplier(t *term, a batch.Multiplier) {
	e := &b.entries[t.entry]
	t.a = a
	a.Times(n, &t.as, &e.s)
	a.Times(n, &t.ae, &e.e)
}

// sum sets v to the sum of the terms from start to end.
func (b *BatchVerifier) sum(v *secp256k1.Point, start, end int) {
	b.msm.Reset()
	b.msm.Workers = b.Workers
	b.used = b.used[:0]
	var base scalar.Scalar
	for i := start; i < end; i++ {
		t := &b.terms[i]
		if t.bad {
			continue
		}
		n.Sub(&base, &base, &t.as)
		b.msm.AddSigned(&t.a.Abs, t.a.Negative, &b.points[b.first+i])
		if k := &b.keys[t.key]; k.used {
			n.Add(&k.sum, &k.sum, &t.ae)
		} else {
			k.sum, k.used = t.ae, true
			b.used = append(b.used, t.key)
		}
	}
	for _, i := range b.used {
		k := &b.keys[i]
		k.used = false
		b.msm.Add(&k.sum, b.point(k))
	}
	b.msm.AddBase(&base)
	b.msm.Sum(v)
}

// point returns the point of a key.
func (b *BatchVerifier) point(k *key) *secp256k1.Point {
	if k.given != nil {
		return k.given.key.Point()
	}
	return &b.points[k.point]
}

// verifyEach verifies the terms from start to end one by one.
func (b *BatchVerifier) verifyEach(start, end int) {
	batch.Parallel(b, b.Workers, start, end, 1, (*BatchVerifier).verifyTerms)
}

// verifyTerms verifies the terms from start to end, in groups.
func (b *BatchVerifier) verifyTerms(start, end int) {
	for ; start < end; start += batch.GroupSize {
		b.verifyGroup(start, min(start+batch.GroupSize, end))
	}
}

// verifyGroup verifies the terms from start to end, up to [batch.GroupSize]: R is s·G - e·P.
func (b *BatchVerifier) verifyGroup(start, end int) {
	var points [batch.GroupSize]secp256k1.Point
	var minusE, s [batch.GroupSize]scalar.Scalar
	var x [batch.GroupSize][32]byte
	var odd [batch.GroupSize]byte
	size := end - start
	for i := range size {
		t := &b.terms[start+i]
		e := &b.entries[t.entry]
		n.Neg(&minusE[i], &e.e)
		s[i] = e.s
		points[i] = *b.point(&b.keys[t.key])
	}
	R := points[:size]
	secp256k1.VarTimeDoubleScalarBaseMultBatch(R, minusE[:size], R, s[:size])
	secp256k1.VarTimeNormalizeXBatch(R, x[:size], odd[:size])
	for i := range R {
		e := b.terms[start+i].entry
		b.valid[e] = x[i] == b.entries[e].r && odd[i] == 0 && R[i].IsIdentity() == 0
	}
}
