// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"
	"slices"

	"secant.example/internal/batch"
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// A BatchVerifier verifies many signatures together, in less time than one by one takes. Add any number of
// signatures, under any keys, and call [BatchVerifier.Verify]. Keys that come more than once save most.
//
// Its verdict on each signature is that of [Verify] on the same arguments. It multiplies the equation
// [s]B = R + [k]A of each signature by a number of 128 bits, its sign included, which depends on random bytes and on all
// signatures, and adds them all up. If the sum is not right, it finds the invalid signatures by halves.
// The sum of valid signatures is always right, and that of others, at any step, with a probability of
// about 2^-127.
//
// The zero value is an empty batch, ready for use, for signatures in the empty context. A BatchVerifier
// keeps its memory: with Workers at 0 or 1, a batch of a size that it had before allocates nothing but
// the verdicts that [BatchVerifier.Verify] returns. It may not be used by several goroutines at the same
// time, nor be copied once it has
// signatures. It is variable-time: its arguments are public.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify and VerifyBatchOnly use at the same time; at 0 and 1 there is
	// only that of the caller.
	Workers int

	context    SigningContext // of Add and AddKey
	hasContext bool

	self      *BatchVerifier // see batch.Own
	entries   []entry
	valid     []bool
	terms     []term
	keys      []key
	index     map[[32]byte]int // of keys
	used      []int            // the keys in a sum
	count     int              // of the different keys in a range
	encodings [][32]byte       // the R of all terms, then the keys that are not decoded
	elements  []curve.Element
	decoded   []bool
	random    batch.Multipliers
	msm       curve.VarTimeMSM
	search    batch.Search[curve.Element]
	keeps     bool // the credit of search, for the next batch
}

// An entry is a signature that was added.
type entry struct {
	claim
	key      *PublicKey         // or nil
	expanded *ExpandedPublicKey // or nil
	bad      bool               // the form is not valid
}

// A term is z times the equation of an entry: [z]R + [zk]A - [zs]B. The element R has the same index as the
// term.
type term struct {
	entry, key int
	z          batch.Multiplier
	zs, zk     scalar.Scalar
}

// A key is a public key A of one or more terms.
type key struct {
	given    *PublicKey         // or nil
	expanded *ExpandedPublicKey // or nil
	element  int                // the index of A in elements if it is not given
	sum      scalar.Scalar
	used     bool // sum is set
	counted  int  // in which count it was last
}

// NewBatchVerifier returns an empty batch, for verification in variable time of signatures in the context.
func NewBatchVerifier(context []byte) *BatchVerifier { return NewBatchVerifierWithCapacity(context, 0) }

// NewBatchVerifierWithCapacity returns an empty batch, for verification in variable time of signatures in the
// context, with room for n signatures.
func NewBatchVerifierWithCapacity(context []byte, n int) *BatchVerifier {
	b := new(BatchVerifier)
	b.context.set(context)
	b.hasContext = true
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
	b.encodings = slices.Grow(b.encodings[:0], 2*n)
	b.elements = slices.Grow(b.elements[:0], 2*n)
	b.decoded = slices.Grow(b.decoded[:0], 2*n)
	b.msm.Reset()
	b.msm.Grow(2*n + 1)
}

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, for the same context, and keeps the memory.
func (b *BatchVerifier) Reset() {
	batch.Own(&b.self, b, &b.entries)
	clear(b.entries[:cap(b.entries)]) // the pointers to keys
	clear(b.keys[:cap(b.keys)])
	b.entries, b.keys = b.entries[:0], b.keys[:0]
	b.msm.Reset()
	b.keeps = true
}

// Add adds the signature sig of message, in the context that b was made for, under the public key of 32
// bytes. Anything may be added: what has a wrong length is an invalid signature. The arguments are not
// kept.
func (b *BatchVerifier) Add(publicKey, message, sig []byte) {
	t := b.transcript(message)
	b.add(publicKey, nil, &t, sig)
}

// AddKey is [BatchVerifier.Add] for a decoded public key, which must not change before [BatchVerifier.Reset].
func (b *BatchVerifier) AddKey(p *PublicKey, message, sig []byte) {
	t := b.transcript(message)
	b.AddTranscript(p, &t, sig)
}

// AddTranscript adds the signature sig of a transcript, which stays as it is and is not kept, under a
// decoded public key, which must not change before [BatchVerifier.Reset].
func (b *BatchVerifier) AddTranscript(p *PublicKey, t *merlin.Transcript, sig []byte) {
	if !p.isSet() {
		p = new(PublicKey)
		sig = nil // which makes it bad
	}
	b.add(p.encoding[:], p, t, sig)
}

// AddExpanded is [BatchVerifier.Add] for an expanded public key.
func (b *BatchVerifier) AddExpanded(key *ExpandedPublicKey, message, sig []byte) {
	t := b.transcript(message)
	b.AddExpandedTranscript(key, &t, sig)
}

// AddExpandedTranscript is [BatchVerifier.AddTranscript] for an expanded public key.
func (b *BatchVerifier) AddExpandedTranscript(key *ExpandedPublicKey, t *merlin.Transcript, sig []byte) {
	if key == nil {
		key = new(ExpandedPublicKey)
	}
	b.AddTranscript(&key.public, t, sig)
	b.entries[len(b.entries)-1].expanded = key
}

// transcript returns that of a message.
func (b *BatchVerifier) transcript(message []byte) merlin.Transcript {
	if !b.hasContext {
		b.context.set(nil)
		b.hasContext = true
	}
	t := b.context.t
	t.AppendMessage("sign-bytes", message)
	return t
}

func (b *BatchVerifier) add(publicKey []byte, p *PublicKey, t *merlin.Transcript, sig []byte) {
	batch.Own(&b.self, b, &b.entries)
	b.entries = append(b.entries, entry{key: p})
	e := &b.entries[len(b.entries)-1]
	e.bad = !e.set(publicKey, t, sig)
}

// Verify reports whether all signatures are valid, and which are: each[i] is the verdict on the
// signature that was added as number i, from 0. An empty batch is not valid, and each is nil. The slice
// is the caller's; it is the one thing that a batch in used memory allocates. The signatures stay: more
// can be added, or b be [BatchVerifier.Reset].
//
// If there are equations to add up, 32 bytes are read from random, or from the system's secure source if
// random is nil. The numbers by which the equations are multiplied come from a hash of these bytes and
// of everything in the batch, so that bytes that are known or always the same do not make a forgery
// easy. If random returns an error, all signatures are verified one by one.
func (b *BatchVerifier) Verify(random io.Reader) (valid bool, each []bool) {
	b.prepare()
	if b.multiply(random) {
		b.search.Run((*search)(b), len(b.terms), &fund)
		if !b.keeps {
			b.search.Return(&fund)
		}
	} else {
		(*search)(b).Each(0, len(b.terms))
	}
	return batch.Verdicts(b.valid)
}

// fund is the credit that new verifiers start with.
var fund batch.Fund

// VerifyBatchOnly is [BatchVerifier.Verify] without the search for the invalid signatures: it reports
// whether all are valid, and there are any.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	b.prepare()
	if len(b.terms) < len(b.entries) {
		return false
	}
	if b.multiply(random) {
		var sum curve.Element
		b.sum(&sum, 0, len(b.terms))
		return sum.IsIdentity() == 1
	}
	(*search)(b).Each(0, len(b.terms))
	return batch.All(b.valid)
}

// search is what [batch.Search] sees of a BatchVerifier: its terms.
type search BatchVerifier

func (b *search) Costs(start, end int) (sum, each int) { return (*BatchVerifier)(b).costs(start, end) }

func (b *search) Prepare(_, _ int) {}

func (b *search) Sum(v *curve.Element, start, end int) { (*BatchVerifier)(b).sum(v, start, end) }

func (b *search) Subtract(v, w *curve.Element) { v.Point().Subtract(v.Point(), w.Point()) }

func (b *search) Right(v *curve.Element) bool { return v.IsIdentity() == 1 }

func (b *search) Accept(start, end int) {
	for i := start; i < end; i++ {
		b.valid[b.terms[i].entry] = true
	}
}

func (b *search) Each(start, end int) {
	batch.Parallel((*BatchVerifier)(b), b.Workers, start, end, 1, (*BatchVerifier).verifyTerms)
}

func (b *search) Valid(i int) bool { return b.valid[b.terms[i].entry] }

// costs returns what it takes to add up the terms from start to end, and to verify them one by one, in
// hundredths of what one alone takes whose key is not expanded, measured.
func (b *BatchVerifier) costs(start, end int) (sum, each int) {
	c := &measured[curve.Sums()]
	b.count++
	longer := 0
	for i := start; i < end; i++ {
		k := &b.keys[b.terms[i].key]
		ofKey, alone := c.expandedKey, c.expanded
		if k.expanded == nil {
			ofKey, alone, longer = c.key, 100, c.longer
		}
		if k.counted != b.count {
			k.counted = b.count
			sum += ofKey
		}
		each += alone
	}
	return c.sum + longer + sum + c.term*(end-start), each
}

// costs are what the decision between a sum and one by one is made with. They decide what is done, and not
// with which result.
type costs struct {
	sum         int // one, with scalars of 128 bits
	longer      int // what it takes more because of keys that are not expanded
	term        int
	key         int // that is not expanded
	expandedKey int
	expanded    int // a signature under such a key alone
}

// measured are the costs by the kind of sums.
var measured = [...]costs{
	curve.SumsOfPoints: {sum: 63, longer: 51, term: 17, key: 27, expandedKey: 22, expanded: 46},
	curve.SumsInLanes:  {sum: 63, longer: 51, term: 17, key: 27, expandedKey: 22, expanded: 46},
	curve.SumsInOctets: {sum: 100, longer: 23, term: 24, key: 24, expandedKey: 18, expanded: 51},
	curve.SumsInPairs:  {sum: 100, longer: 65, term: 20, key: 19, expandedKey: 16, expanded: 49},
}

// prepare sets valid to false, and terms, without the multipliers, to the entries that are valid but for the
// equation.
func (b *BatchVerifier) prepare() {
	b.valid = batch.Resize(b.valid, len(b.entries))
	clear(b.valid)
	b.terms, b.keys, b.encodings = b.terms[:0], b.keys[:0], b.encodings[:0]
	if b.index == nil {
		b.index = make(map[[32]byte]int)
	}
	clear(b.index)
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad {
			continue
		}
		k, ok := b.index[e.A]
		if !ok {
			k = len(b.keys)
			b.keys = append(b.keys, key{element: -1})
			b.index[e.A] = k
		}
		if e.key != nil {
			b.keys[k].given = e.key
		}
		if e.expanded != nil {
			b.keys[k].expanded = e.expanded
		}
		b.terms = append(b.terms, term{entry: i, key: k})
		b.encodings = append(b.encodings, e.R)
	}
	for i := range b.terms {
		t := &b.terms[i]
		if k := &b.keys[t.key]; k.given == nil && k.element < 0 {
			k.element = len(b.encodings)
			b.encodings = append(b.encodings, b.entries[t.entry].A)
		}
	}
	b.elements = batch.Resize(b.elements, len(b.encodings))
	b.decoded = batch.Resize(b.decoded, len(b.encodings))
	batch.Parallel(b, b.Workers, 0, len(b.encodings), 1, (*BatchVerifier).decode)
	kept := 0
	for i := range b.terms {
		t := b.terms[i]
		k := &b.keys[t.key]
		if !b.decoded[i] || k.given == nil && !b.decoded[k.element] {
			continue
		}
		b.elements[kept] = b.elements[i] // kept <= i
		b.terms[kept] = t
		kept++
	}
	b.terms = b.terms[:kept]
}

// decode decodes the elements from start to end.
func (b *BatchVerifier) decode(start, end int) {
	curve.VarTimeDecodeElements(b.elements[start:end], b.encodings[start:end], b.decoded[start:end])
}

// multiply multiplies the equations of the terms by numbers that depend on random and on all terms, are below
// 2^128 and not 0. It returns false if there are too few, or random fails.
func (b *BatchVerifier) multiply(random io.Reader) bool {
	if sum, each := b.costs(0, len(b.terms)); sum >= each || !b.random.Start(random) {
		return false
	}
	for i := range b.terms {
		e := &b.entries[b.terms[i].entry]
		b.random.Add(&e.s, &e.k)
	}
	b.random.Finish()
	for i := range b.terms {
		b.setMultiplier(&b.terms[i], b.random.Next())
	}
	return true
}

// setMultiplier multiplies the equation of t by z.
func (b *BatchVerifier) setMultiplier(t *term, z batch.Multiplier) {
	e := &b.entries[t.entry]
	t.z = z
	z.Times(order, &t.zs, &e.s)
	z.Times(order, &t.zk, &e.k)
}

// sum sets v to the sum of the terms from start to end.
func (b *BatchVerifier) sum(v *curve.Element, start, end int) {
	b.msm.Reset()
	b.msm.Workers = b.Workers
	b.used = b.used[:0]
	var base scalar.Scalar
	for i := start; i < end; i++ {
		t := &b.terms[i]
		order.Sub(&base, &base, &t.zs)
		b.msm.AddSigned(&t.z.Abs, t.z.Negative, b.elements[i].Point())
		if k := &b.keys[t.key]; k.used {
			order.Add(&k.sum, &k.sum, &t.zk)
		} else {
			k.sum, k.used = t.zk, true
			b.used = append(b.used, t.key)
		}
	}
	for _, i := range b.used {
		k := &b.keys[i]
		k.used = false
		if k.expanded != nil {
			b.msm.AddExpanded(&k.sum, &k.expanded.multiples)
		} else {
			b.msm.Add(&k.sum, b.element(k).Point())
		}
	}
	b.msm.AddBase(&base)
	b.msm.Sum(v.Point())
}

// element returns that of a key.
func (b *BatchVerifier) element(k *key) *curve.Element {
	if k.given != nil {
		return &k.given.element
	}
	return &b.elements[k.element]
}

// verifyTerms verifies terms one by one.
func (b *BatchVerifier) verifyTerms(start, end int) {
	for i := start; i < end; i++ {
		t := &b.terms[i]
		e := &b.entries[t.entry]
		k, R := &b.keys[t.key], &b.elements[i]
		if k.expanded != nil {
			var v curve.Element
			k.expanded.difference(&v, &e.claim)
			b.valid[t.entry] = v.Equal(R) == 1
		} else {
			b.valid[t.entry] = e.holds(b.element(k), R)
		}
	}
}
