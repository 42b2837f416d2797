// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"hash/maphash"
	"io"
	"math/bits"
	"slices"
	"sync"

	"secant.example/internal/batch"
	"secant.example/internal/edwards25519"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
)

// A BatchVerifier verifies many signatures together, in about half the time that one
// by one takes. Add any number of signatures, under any keys, and call
// [BatchVerifier.Verify]. A key that comes more than once saves more time.
//
// Its verdict on each signature is that of [VerifyWithRules] on the same
// arguments. It multiplies the cofactored equation of each signature by a number of
// 128 bits, which depends on random bytes and on all signatures, and adds them all up.
// If the sum is not right, it finds the invalid signatures by halves. The sum of valid
// signatures is always right, and that of others, at any step, with a probability of
// about 2^-127.
//
// Signatures that are to satisfy the equation without the cofactor ([Cofactorless],
// as in [StdLib]) cannot be added up: components of small order cancel out far
// too often. The verifier takes them too, and verifies each of them on its own.
//
// The zero value is an empty batch, ready for use. A BatchVerifier has some 160 bytes for each
// signature; what else it needs to verify them, up to 4 KiB for each, it borrows from those that
// verified before. One that was [BatchVerifier.Reset] keeps it: then, with Workers at 0 or 1, a
// batch of a size that it had before allocates nothing but the verdicts that [BatchVerifier.Verify]
// returns. It may not be used by several goroutines at the same time. It is variable-time: its
// arguments are public.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify and VerifyBatchOnly use at the
	// same time; at 0 and 1 there is only that of the caller.
	Workers int

	entries []entry
	keeps   bool // its workspace
	*workspace
}

// A workspace is the memory in which batches are verified.
type workspace struct {
	valid []bool // of the entries

	// The entries whose equations can be added up, and the different keys in them.
	terms     []term
	keys      []key
	index     []int32    // of keys, and 1 more, by a hash of the encoding
	used      []int      // the keys in a sum
	encodings [][32]byte // the R of all terms, then the A of the keys that are not expanded
	points    []edwards25519.Point
	decoded   []bool
	random    batch.Multipliers
	msm       edwards25519.VarTimeMSM
	search    batch.Search[edwards25519.Point]
}

// workspaces are those that no batch has now.
var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// An entry is a signature that was added.
type entry struct {
	claim
	key   *ExpandedPublicKey // or nil
	cache *CachingVerifier   // is told of the key if the signature is valid; or nil
	bad   bool               // the form is not valid
}

// A term is z times the equation of an entry: [zS]B + [z](-R) + [zk](-A).
type term struct {
	entry, key int
	z, zS, zk  scalar.Scalar
}

// A key is a public key A of one or more terms.
type key struct {
	entry    int                // one under this key
	expanded *ExpandedPublicKey // or nil
	point    int                // the index of A in points if it is not expanded
	sum      scalar.Scalar
	used     bool // sum is set
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
func (b *BatchVerifier) Grow(n int) { b.entries = slices.Grow(b.entries, max(n, 0)) }

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() {
	clear(b.entries) // of references
	b.entries, b.keeps = b.entries[:0], true
}

// Add adds the Ed25519 signature sig of message under publicKey, to be verified by the
// [Default] rules. Anything may be added: what has a wrong length is an invalid
// signature. The arguments are not kept.
func (b *BatchVerifier) Add(publicKey PublicKey, message, sig []byte) {
	b.AddWithRules(publicKey, message, sig, Default, nil)
}

// AddWithRules is [BatchVerifier.Add] by rules, for the variant that opts chooses, which
// may be nil. Rules or options that do not exist make an invalid signature.
func (b *BatchVerifier) AddWithRules(publicKey PublicKey, message, sig []byte, rules Rules, opts *Options) {
	e := b.next()
	e.bad = e.set(publicKey, message, sig, rules, opts) != nil
}

// AddExpanded is [BatchVerifier.Add] for an expanded public key.
func (b *BatchVerifier) AddExpanded(key *ExpandedPublicKey, message, sig []byte) {
	b.AddExpandedWithRules(key, message, sig, Default, nil)
}

// AddExpandedWithRules is [BatchVerifier.AddWithRules] for an expanded public key.
func (b *BatchVerifier) AddExpandedWithRules(key *ExpandedPublicKey, message, sig []byte, rules Rules, opts *Options) {
	e := b.next()
	if key == nil || e.set(key.encoding[:], message, sig, rules, opts) != nil || key.check(e.rules) != nil {
		e.bad = true
		return
	}
	e.key = key
}

// next returns a new entry.
func (b *BatchVerifier) next() *entry {
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
	if len(b.terms) > 1 && b.multiply(random) {
		b.search.Run((*search)(b), len(b.terms))
	} else {
		batch.Parallel(b, b.Workers, 0, len(b.terms), (*BatchVerifier).verifyTerms)
	}
	valid, each = b.allValid(), append([]bool(nil), b.valid...)
	b.finish()
	return valid, each
}

// VerifyBatchOnly is [BatchVerifier.Verify] without the search for the invalid
// signatures: it reports whether all are valid, and there are any.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	b.prepare()
	if len(b.terms) > 1 && b.multiply(random) {
		// All others must be valid.
		for i := range b.terms {
			b.valid[b.terms[i].entry] = true
		}
		var sum edwards25519.Point
		if !b.allValid() || b.sum(&sum, 0, len(b.terms)).IsSmallOrder() != 1 {
			clear(b.valid) // it is not known which are
		}
	} else {
		batch.Parallel(b, b.Workers, 0, len(b.terms), (*BatchVerifier).verifyTerms)
	}
	valid := b.allValid()
	b.finish()
	return valid
}

// allValid reports whether there are signatures, and all are valid.
func (b *BatchVerifier) allValid() bool {
	return len(b.valid) > 0 && !slices.Contains(b.valid, false)
}

// search is what [batch.Search] sees of a BatchVerifier: its terms.
type search BatchVerifier

func (b *search) Sum(v *edwards25519.Point, start, end int) { (*BatchVerifier)(b).sum(v, start, end) }

func (b *search) Subtract(v, w *edwards25519.Point) { v.Subtract(v, w) }

func (b *search) Right(v *edwards25519.Point) bool { return v.IsSmallOrder() == 1 }

func (b *search) Accept(start, end int) {
	for i := start; i < end; i++ {
		b.valid[b.terms[i].entry] = true
	}
}

func (b *search) Each(start, end int) {
	batch.Parallel((*BatchVerifier)(b), b.Workers, start, end, (*BatchVerifier).verifyTerms)
}

// prepare sets valid for the entries that are verified on their own, leaves it false for
// the others, and sets terms, without the multipliers, to those of them
// that are valid but for the equation. The points are -R and -A.
func (b *BatchVerifier) prepare() {
	if b.workspace == nil {
		b.workspace = workspaces.Get().(*workspace)
	}
	n := len(b.entries)
	b.valid = batch.Resize(b.valid, n)
	clear(b.valid)
	b.terms = slices.Grow(b.terms[:0], n)
	b.encodings = slices.Grow(b.encodings[:0], 2*n)
	b.group()
	if len(b.terms) < n {
		batch.Parallel(b, b.Workers, 0, n, (*BatchVerifier).verifyCofactorless)
	}
	if b.dearer() {
		batch.Parallel(b, b.Workers, 0, len(b.terms), (*BatchVerifier).verifyAlone)
		b.terms = b.terms[:0]
	}
	for i := range b.terms {
		b.encodings = append(b.encodings, b.entries[b.terms[i].entry].R)
	}
	for i := range b.terms {
		t := &b.terms[i]
		if k := &b.keys[t.key]; k.expanded == nil && k.point == 0 {
			k.point = len(b.encodings) // not 0: there is an R
			b.encodings = append(b.encodings, b.entries[t.entry].A)
		}
	}
	b.points = batch.Resize(b.points, len(b.encodings))
	b.decoded = batch.Resize(b.decoded, len(b.encodings))
	batch.Parallel(b, b.Workers, 0, len(b.encodings), (*BatchVerifier).decode)
	kept := 0
	for i := range b.terms {
		t := b.terms[i]
		if b.acceptable(&t, i) {
			b.points[kept] = b.points[i] // kept <= i
			b.terms[kept] = t
			kept++
		}
	}
	b.terms = b.terms[:kept]
}

// group sets terms, and keys to the different keys in them.
func (b *BatchVerifier) group() {
	n := len(b.entries)
	b.keys = slices.Grow(b.keys[:0], n)
	b.index = batch.Resize(b.index, 2<<bits.Len(uint(n)))
	clear(b.index)
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad || e.rules&Cofactorless != 0 {
			continue
		}
		at := int(maphash.Bytes(seed, e.A[:]))
		for ; ; at++ {
			at &= len(b.index) - 1
			if k := b.index[at]; k == 0 || b.entries[b.keys[k-1].entry].A == e.A {
				break
			}
		}
		if b.index[at] == 0 {
			b.keys = append(b.keys, key{entry: i})
			b.index[at] = int32(len(b.keys))
		}
		k := int(b.index[at] - 1)
		if e.key != nil {
			b.keys[k].expanded = e.key
		}
		b.terms = append(b.terms, term{entry: i, key: k})
	}
}

// seed makes the hashes of keys unpredictable.
var seed = maphash.MakeSeed()

// dearer reports whether adding up the terms takes more time than verifying them one by one. That
// is only so for few of them, because the doublings of a sum are those of one term, or if almost
// all keys are expanded, and not for so many that large sums have a faster algorithm.
func (b *BatchVerifier) dearer() bool {
	if len(b.terms) >= many {
		return false
	}
	c := &usual
	if edwards25519.FastSums() {
		c = &fast
	}
	sum, alone := c.sum+c.term*len(b.terms), 0
	longer := 0
	for i := range b.keys {
		if b.keys[i].expanded != nil {
			sum += c.expandedKey
		} else {
			sum += c.key
			longer = c.longer
		}
	}
	for i := range b.terms {
		if b.keys[b.terms[i].key].expanded != nil {
			alone += 100
		} else {
			alone += c.alone
		}
	}
	return sum+longer >= alone
}

// many signatures are always added up.
const many = 96

// costs are what dearer counts with, in hundredths of what verifying a signature under an expanded
// key takes, measured. They decide what is done, and not with which result.
type costs struct {
	sum         int // one, with scalars of 128 bits
	longer      int // what it takes more because of keys that are not expanded
	term        int
	expandedKey int
	key         int // that is not expanded
	alone       int // a signature under such a key
}

var (
	usual = costs{sum: 110, longer: 74, term: 56, expandedKey: 44, key: 76, alone: 222}
	fast  = costs{sum: 193, longer: 82, term: 39, expandedKey: 25, key: 49, alone: 253} // with fast sums
)

// decode decodes the points from start to end, and negates them.
func (b *BatchVerifier) decode(start, end int) {
	edwards25519.DecodeBatch(b.points[start:end], b.encodings[start:end], b.decoded[start:end], false)
	for i := start; i < end; i++ {
		if b.decoded[i] {
			b.points[i].Negate(&b.points[i])
		}
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

// verifyAlone verifies terms from start to end as if they were not in a batch.
func (b *BatchVerifier) verifyAlone(start, end int) {
	for i := start; i < end; i++ {
		t := &b.terms[i]
		e := &b.entries[t.entry]
		if k := b.keys[t.key].expanded; k != nil {
			b.valid[t.entry] = k.verify(&e.claim) == nil
		} else {
			b.valid[t.entry] = e.verify() == nil
		}
	}
}

// finish tells caching verifiers of the keys of valid signatures, and gives the workspace back.
func (b *BatchVerifier) finish() {
	for i, valid := range b.valid {
		if e := &b.entries[i]; valid && e.cache != nil {
			e.cache.note(&e.A)
		}
	}
	clear(b.keys) // of references
	b.msm.Reset()
	if !b.keeps {
		workspaces.Put(b.workspace)
		b.workspace = nil
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
	k := &b.keys[t.key]
	if k.expanded != nil {
		return k.expanded.check(e.rules) == nil
	}
	return b.decoded[k.point] &&
		(e.rules&AcceptNonCanonicalA != 0 || canonical(&e.A)) &&
		(e.rules&AcceptSmallOrderA != 0 || b.points[k.point].IsSmallOrder() == 0)
}

// multiply multiplies the equations of the terms by numbers that depend on random and on all
// terms, are below 2^128 and not 0. It returns false if random fails.
func (b *BatchVerifier) multiply(random io.Reader) bool {
	if !b.random.Start(random) {
		return false
	}
	for i := range b.terms {
		e := &b.entries[b.terms[i].entry]
		b.random.Add(&e.S, &e.k)
	}
	b.random.Finish()
	for i := range b.terms {
		b.setMultiplier(&b.terms[i], b.random.Next())
	}
	return true
}

// setMultiplier multiplies the equation of t by z.
func (b *BatchVerifier) setMultiplier(t *term, z scalar.Scalar) {
	e := &b.entries[t.entry]
	t.z = z
	modL.Mul(&t.zS, &z, &e.S)
	modL.Mul(&t.zk, &z, &e.k)
}

// sum sets v to the sum of the terms from start to end, and returns v. It is defined
// but for a point of small order, because the multipliers of A are reduced modulo l.
func (b *BatchVerifier) sum(v *edwards25519.Point, start, end int) *edwards25519.Point {
	b.msm.Reset()
	b.msm.Workers = b.Workers
	b.used = b.used[:0]
	var base scalar.Scalar
	for i := start; i < end; i++ {
		t := &b.terms[i]
		modL.Add(&base, &base, &t.zS)
		b.msm.Add(&t.z, &b.points[i])
		if k := &b.keys[t.key]; k.used {
			modL.Add(&k.sum, &k.sum, &t.zk)
		} else {
			k.sum, k.used = t.zk, true
			b.used = append(b.used, t.key)
		}
	}
	for _, i := range b.used {
		k := &b.keys[i]
		if k.used = false; k.expanded != nil {
			b.msm.AddExpanded(&k.sum, &k.expanded.minusA)
		} else {
			b.msm.Add(&k.sum, &b.points[k.point])
		}
	}
	b.msm.AddBase(&base)
	return b.msm.Sum(v)
}

// verifyTerms verifies terms one by one.
func (b *BatchVerifier) verifyTerms(start, end int) {
	for i := start; i < end; i++ {
		t := &b.terms[i]
		e := &b.entries[t.entry]
		k := &b.keys[t.key]
		if k.expanded != nil {
			var V edwards25519.Point
			V.VarTimeDoubleScalarBaseMultExpanded(&e.k, &k.expanded.minusA, &e.S)
			b.valid[t.entry] = V.Add(&V, &b.points[i]).IsSmallOrder() == 1
			continue
		}
		var f lattice.Fraction
		e.halve(&f) // there always is one for the cofactored equation
		b.valid[t.entry] = e.holds(&f, &b.points[k.point], &b.points[i])
	}
}
