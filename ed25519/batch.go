// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto/sha512"
	"hash/maphash"
	"io"
	"math/bits"
	"slices"
	"sync"

	"secant.example/internal/batch"
	"secant.example/internal/edwards25519"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
	"secant.example/internal/sha512lanes"
)

// A BatchVerifier verifies many signatures together, in about half the time that one
// by one takes. Add any number of signatures, under any keys, and call
// [BatchVerifier.Verify]. A key that comes more than once saves more time.
//
// Its verdict on each signature is that of [VerifyWithRules] on the same
// arguments. It multiplies the cofactored equation of each signature by a number of
// 128 bits, its sign included, which depends on random bytes and on all signatures, and adds them all up.
// If the sum is not right, it finds the invalid signatures by halves. The sum of valid
// signatures is always right, and that of others, at any step, with a probability of
// about 2^-127.
//
// Signatures that are to satisfy the equation without the cofactor ([Cofactorless],
// as in [StdLib]) cannot be added up as they are: components of small order cancel out far
// too often. So the verifier computes first, with two square roots for each, whether the equation has such a component. If it has, the
// signature is not valid; if not, as with all honest ones, it is added up like others. A few are verified by their own
// equations, in the lanes of vectors, eight at a time: with AVX-512 IFMA
// in two thirds of the time that one by one takes, from five on, and with AVX2 in five sixths of it. Signatures without the cofactor under keys
// that are expanded, for any of them, are never added up. What is not added up under expanded keys is encoded together, and with AVX-512
// IFMA on Intel's CPUs six to eight of those are the lanes of vectors, which takes two thirds of the time that one by one takes.
//
// Who sends invalid signatures does not slow it down much: sums that turn out wrong are paid for by
// what sums save, and if there is nothing, signatures are verified one by one. That takes at
// most 15 % more than one by one, over all batches of the program and whatever they have in them,
// but for what verifying 1000 of them takes, once. How many signatures are added up at a time
// depends on how many were invalid in batches before, which stays with the memory in which they were verified. Verdicts
// do not depend on it.
//
// The zero value is an empty batch, ready for use. A BatchVerifier has some 180 bytes for each
// signature, and copies of short messages that it hashes together, of some 1 MiB at most; what else it needs to verify them, up to
// 4 KiB for each, it borrows from those that verified before. One that was [BatchVerifier.Reset] keeps it: then, with Workers at 0 or 1, a
// batch of a size that it had before allocates nothing but the verdicts that [BatchVerifier.Verify]
// returns. It may not be used by several goroutines at the same time, nor be copied once it has
// signatures. It is variable-time: its
// arguments are public.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify and VerifyBatchOnly use at the
	// same time; at 0 and 1 there is only that of the caller.
	Workers int

	self    *BatchVerifier // see batch.Own
	entries []entry
	first   int    // the entries before this one have their challenges
	hashed  []byte // what is to be hashed for the others, padded
	keeps   bool   // its workspace
	*workspace
}

// A workspace is the memory in which batches are verified.
type workspace struct {
	valid []bool // of the entries

	// The entries that are valid but for their equations, those that can be added up first, and
	// the different keys in them.
	terms     []term
	added     int // how many can be added up
	keys      []key
	index     []int32              // of keys, and 1 more, by a hash of the encoding
	used      []int                // the keys in a sum
	count     int                  // of the different keys in a range
	encodings [][32]byte           // of -A for the keys that are not expanded, and of -R under them, then of the other -R
	points    []edwards25519.Point // the same
	decoded   []bool
	random    batch.Multipliers
	msm       edwards25519.VarTimeMSM
	search    batch.Search[edwards25519.Point]
}

// workspaces are those that no batch has now. There is a pool of them because many programs make a new batch
// for each block.
var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// An entry is a signature that was added.
type entry struct {
	claim
	key   *ExpandedPublicKey // or nil
	cache *CachingVerifier   // is told of the key if the signature is valid; or nil
	bad   bool               // the form is not valid

	start, blocks int // of what is to be hashed for k, in hashed; if there are no blocks, k is set
}

// A term is z times the equation of an entry: [zS]B + [z](-R) + [zk](-A).
type term struct {
	entry, key int
	r          int  // the index of -R in points, decoded by prepare unless the key is expanded
	bad        bool // set by lift: the entry is not valid, and not added up
	tested     bool // the equation has no cofactor, and is added up: see testComponents
	z          batch.Multiplier
	zS, zk     scalar.Scalar
}

// A key is a public key A of one or more terms.
type key struct {
	entry    int                // one under this key
	expanded *ExpandedPublicKey // or nil
	point    int                // the index of -A in points if it is not expanded
	sum      scalar.Scalar
	used     bool // sum is set
	counted  int  // in which count it was last
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
	b.own()
	b.entries = slices.Grow(b.entries, max(n, 0))
	if sha512lanes.Lanes() > 0 {
		const each = 2 * sha512.BlockSize // what most messages need
		room := mostHashed + mostBlocks*sha512.BlockSize - len(b.hashed)
		b.hashed = slices.Grow(b.hashed, min(each*max(min(n, mostHashed), 0), room))
	}
}

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() {
	b.own()
	clear(b.entries) // of references
	b.entries, b.keeps = b.entries[:0], true
	b.hashedAll()
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
	b.set(b.next(), publicKey, message, sig, rules, opts)
}

// AddExpanded is [BatchVerifier.Add] for an expanded public key.
func (b *BatchVerifier) AddExpanded(key *ExpandedPublicKey, message, sig []byte) {
	b.AddExpandedWithRules(key, message, sig, Default, nil)
}

// AddExpandedWithRules is [BatchVerifier.AddWithRules] for an expanded public key.
func (b *BatchVerifier) AddExpandedWithRules(key *ExpandedPublicKey, message, sig []byte, rules Rules, opts *Options) {
	e := b.next()
	if key == nil || key.check(rules) != nil {
		return
	}
	e.key = key
	b.set(e, key.encoding[:], message, sig, rules, opts)
}

// own is batch.Own for all that is added to.
func (b *BatchVerifier) own() {
	if batch.Own(&b.self, b, &b.entries) {
		b.hashed = slices.Clone(b.hashed)
	}
}

// next returns a new entry, which is bad.
func (b *BatchVerifier) next() *entry {
	b.own()
	if len(b.hashed) >= mostHashed {
		b.hash(b.first, len(b.entries))
		b.hashedAll()
	}
	b.entries = append(b.entries, entry{bad: true})
	return &b.entries[len(b.entries)-1]
}

// mostBlocks is how many there are in the longest messages that are hashed in lanes, and mostHashed how many bytes may be
// left to be hashed when another message comes.
const (
	mostBlocks = 16
	mostHashed = 1 << 20
)

// set sets a new entry, which stays bad if the form of the signature is not valid. Short messages are copied, to be hashed together.
func (b *BatchVerifier) set(e *entry, publicKey, message, sig []byte, rules Rules, opts *Options) {
	var buf [dom2Size]byte
	dom, err := e.setForm(&buf, publicKey, message, sig, rules, opts)
	if err != nil {
		return
	}
	blocks := sha512lanes.Blocks(len(dom) + len(e.R) + len(e.A) + len(message))
	if sha512lanes.Lanes() == 0 || blocks > mostBlocks {
		challenge(&e.k, dom, e.R[:], e.A[:], message)
	} else {
		start := len(b.hashed)
		hashed := append(append(append(append(b.hashed, dom...), e.R[:]...), e.A[:]...), message...)
		b.hashed = sha512lanes.Pad(hashed, start)
		e.start, e.blocks = start, blocks
	}
	e.bad = false
}

// hash sets the challenges of the entries from start to end that are not set.
func (b *BatchVerifier) hash(start, end int) {
	lanes := max(sha512lanes.Lanes(), 1)
	var groups [mostBlocks + 1]struct {
		entries [sha512lanes.Most]int
		n       int
	}
	for i := start; i < end; i++ {
		if blocks := b.entries[i].blocks; blocks > 0 {
			g := &groups[blocks]
			g.entries[g.n] = i
			if g.n++; g.n == lanes {
				b.hashTogether(g.entries[:g.n])
				g.n = 0
			}
		}
	}
	for i := range groups {
		if g := &groups[i]; g.n > 0 {
			b.hashTogether(g.entries[:g.n])
		}
	}
}

// hashedAll says that all entries have their challenges.
func (b *BatchVerifier) hashedAll() { b.first, b.hashed = len(b.entries), b.hashed[:0] }

// hashTogether sets the challenges of entries that have the same number of blocks.
func (b *BatchVerifier) hashTogether(entries []int) {
	var messages [sha512lanes.Most][]byte
	var digests [len(messages)][sha512.Size]byte
	for j, i := range entries {
		e := &b.entries[i]
		messages[j] = b.hashed[e.start:][:e.blocks*sha512.BlockSize]
	}
	sha512lanes.Sum(&digests, messages[:len(entries)])
	for j, i := range entries {
		e := &b.entries[i]
		modL.DecodeWide(&e.k, &digests[j])
		e.blocks = 0
	}
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
	from := 0
	if b.add() && b.multiply(random) {
		from = b.added
		b.search.Run((*search)(b), from, &fund)
	}
	b.verifyEach(from, len(b.terms))
	valid, each = batch.Verdicts(b.valid)
	b.finish()
	return valid, each
}

// fund is the credit that new verifiers start with.
var fund batch.Fund

// VerifyBatchOnly is [BatchVerifier.Verify] without the search for the invalid
// signatures: it reports whether all are valid, and there are any.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	b.prepare()
	if len(b.terms) == len(b.entries) {
		b.verifyTogether(random)
	}
	valid := batch.All(b.valid)
	b.finish()
	return valid
}

// verifyTogether sets valid for all terms, or leaves it false for some where others are invalid.
func (b *BatchVerifier) verifyTogether(random io.Reader) {
	from := 0
	if b.add() && b.multiply(random) {
		from = b.added
		b.lift(0, from)
		for i := range from {
			if b.terms[i].bad {
				return
			}
		}
		var sum edwards25519.Point
		if b.sum(&sum, 0, from).IsSmallOrder() == 0 {
			return
		}
		b.accept(0, from)
	}
	b.verifyEach(from, len(b.terms))
}

// add reports whether to add up equations: if the sum of all takes less time than one by one.
func (b *BatchVerifier) add() bool {
	sum, _ := b.costs(0, b.added)
	return b.added > 1 && sum < b.together(0, b.added)
}

// search is what [batch.Search] sees of a BatchVerifier: its terms.
type search BatchVerifier

func (b *search) Costs(start, end int) (sum, each int) { return (*BatchVerifier)(b).costs(start, end) }

func (b *search) Together(start, end int) int { return (*BatchVerifier)(b).together(start, end) }

func (b *search) Prepare(start, end int) { (*BatchVerifier)(b).lift(start, end) }

func (b *search) Sum(v *edwards25519.Point, start, end int) { (*BatchVerifier)(b).sum(v, start, end) }

func (b *search) Subtract(v, w *edwards25519.Point) { v.Subtract(v, w) }

func (b *search) Right(v *edwards25519.Point) bool { return v.IsSmallOrder() == 1 }

func (b *search) Accept(start, end int) { (*BatchVerifier)(b).accept(start, end) }

func (b *search) Each(start, end int) { (*BatchVerifier)(b).verifyEach(start, end) }

func (b *search) Valid(i int) bool { return b.valid[b.terms[i].entry] }

// accept says that the terms from start to end are valid, but for the bad.
func (b *BatchVerifier) accept(start, end int) {
	for i := start; i < end; i++ {
		b.valid[b.terms[i].entry] = !b.terms[i].bad
	}
}

// prepare sets valid to false, and terms, without the multipliers, to the entries that are valid
// but for the equation, and for R under expanded keys, which is not decoded.
func (b *BatchVerifier) prepare() {
	if b.workspace == nil {
		b.workspace = workspaces.Get().(*workspace)
	}
	n := len(b.entries)
	batch.Parallel(b, b.Workers, b.first, n, 1, (*BatchVerifier).hash)
	b.hashedAll()
	b.valid = batch.Resize(b.valid, n)
	clear(b.valid)
	b.keys = slices.Grow(b.keys[:0], n)
	b.index = batch.Resize(b.index, 2<<bits.Len(uint(n)))
	clear(b.index)
	b.terms = slices.Grow(b.terms[:0], n)
	b.group(0)
	added := len(b.terms)
	b.group(Cofactorless)
	// Under expanded keys the test would take what a sum saves.
	for i := added; i < len(b.terms); i++ {
		if t := &b.terms[i]; b.keys[t.key].expanded == nil {
			t.tested = true
			*t, b.terms[added] = b.terms[added], *t
			added++
		}
	}
	b.encodings = slices.Grow(b.encodings[:0], 2*n)
	for i := range b.keys {
		if k := &b.keys[i]; k.expanded == nil {
			k.point = len(b.encodings)
			b.encodings = append(b.encodings, negated(b.entries[k.entry].A))
		}
	}
	b.addEncodings(false)
	decoded := len(b.encodings)
	b.addEncodings(true)
	b.points = batch.Resize(b.points, len(b.encodings))
	b.decoded = batch.Resize(b.decoded, len(b.encodings))
	batch.Parallel(b, b.Workers, 0, decoded, 1, (*BatchVerifier).decode)
	kept := 0
	b.added = 0
	for i := range b.terms {
		if t := b.terms[i]; b.acceptable(&t) {
			b.terms[kept] = t
			if kept++; i < added {
				b.added = kept
			}
		}
	}
	b.terms = b.terms[:kept]
	b.count = 0
}

// addEncodings adds those of the R under keys that are expanded, or are not.
func (b *BatchVerifier) addEncodings(expanded bool) {
	for i := range b.terms {
		if t := &b.terms[i]; (b.keys[t.key].expanded != nil) == expanded {
			t.r = len(b.encodings)
			b.encodings = append(b.encodings, negated(b.entries[t.entry].R))
		}
	}
}

// group adds the entries with that equation to terms, and the different keys in them to keys.
func (b *BatchVerifier) group(equation Rules) {
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad || e.rules&Cofactorless != equation {
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

// costs returns what it takes to add up the terms from start to end, and to verify each of them alone.
// The sum takes longer for few of them, because its doublings are those of one term.
func (b *BatchVerifier) costs(start, end int) (sum, alone int) {
	c := &measured[edwards25519.Sums()]
	sum = c.sum + c.term*(end-start)
	longer, tests := 0, 0
	b.count++
	for i := start; i < end; i++ {
		t := &b.terms[i]
		k := &b.keys[t.key]
		expanded := k.expanded != nil
		if t.tested {
			tests += c.test
		}
		if k.counted != b.count {
			k.counted = b.count
			if expanded {
				sum += c.expandedKey
			} else {
				sum += c.key
				longer = c.longer
			}
		}
		if expanded {
			alone += one
		} else {
			alone += c.alone
		}
	}
	sum += longer
	// The algorithm of large sums takes the less for a term the more there are.
	doubled := max(0, bits.Len(uint((end-start)/c.many))-1)
	return sum - 3*sum/32*min(doubled, 4) + tests, alone
}

// together returns what verifyTerms takes for the terms from start to end.
func (b *BatchVerifier) together(start, end int) int {
	expanded := b.expanded(start, end)
	c := &measured[edwards25519.Sums()]
	return c.encoding*expanded + (c.product*edwards25519.ExpandedSumsCost(expanded)+c.alone*edwards25519.TriplesCost(end-start-expanded))/one
}

// costs are what the decision between a sum and one by one is made with, in hundredths of what
// verifying a signature under an expanded key takes, measured. They decide what is done, and not
// with which result. What is done either way does not count: hashing, and decoding keys and the R under those that
// are not expanded.
type costs struct {
	sum         int // one, with scalars of 128 bits
	longer      int // what it takes more because of keys that are not expanded
	term        int
	expandedKey int
	key         int // that is not expanded
	alone       int // a signature under such a key
	product     int // the sum of a signature under an expanded key
	encoding    int // what else one takes among others
	many        int // terms, from twice as many on a term takes less
	test        int // that of testComponents
}

const one = 100

// measured are the costs by [edwards25519.SumKind]. Those in octets were measured on a CPU that does not choose them.
var measured = [...]costs{
	edwards25519.SumsOfPoints: {sum: 80, longer: 130, term: 50, expandedKey: 42, key: 28, alone: 186, product: 88, encoding: 5, many: 64, test: 46},
	edwards25519.SumsInLanes:  {sum: 200, longer: 0, term: 50, expandedKey: 38, key: 27, alone: 182, product: 86, encoding: 5, many: 64, test: 36},
	edwards25519.SumsInOctets: {sum: 190, longer: 45, term: 42, expandedKey: 30, key: 32, alone: 190, product: 83, encoding: 4, many: 32, test: 27},
	edwards25519.SumsInPairs:  {sum: 240, longer: 30, term: 32, expandedKey: 31, key: 30, alone: 183, product: 80, encoding: 4, many: 32, test: 30},
}

// negated returns the encoding of -P, given that of P.
func negated(encoding [32]byte) [32]byte {
	encoding[31] ^= 0x80 // the sign of x
	return encoding
}

// decode decodes the points from start to end.
func (b *BatchVerifier) decode(start, end int) {
	edwards25519.VarTimeDecodeBatch(b.points[start:end], b.encodings[start:end], b.decoded[start:end], false)
}

// lift decodes the R of the terms from start to end whose keys are expanded, and tests those that are to be tested.
func (b *BatchVerifier) lift(start, end int) {
	first, last := 0, 0
	for i := start; i < end; i++ {
		if t := &b.terms[i]; b.keys[t.key].expanded != nil {
			if last == 0 {
				first = t.r
			}
			last = t.r + 1
		}
	}
	batch.Parallel(b, b.Workers, first, last, 1, (*BatchVerifier).decode)
	for i := start; i < end; i++ {
		if t := &b.terms[i]; b.keys[t.key].expanded != nil {
			t.bad = !b.acceptableR(t)
		}
	}
	for start < end && !b.terms[start].tested {
		start++ // those to be tested come last
	}
	batch.Parallel(b, b.Workers, start, end, 1, (*BatchVerifier).testComponents)
}

// verifyEach verifies the terms from start to end one by one.
func (b *BatchVerifier) verifyEach(start, end int) {
	batch.Parallel(b, b.Workers, start, end, 1, (*BatchVerifier).verifyTerms)
}

// verifyTerms verifies the terms from start to end.
func (b *BatchVerifier) verifyTerms(start, end int) {
	if b.expanded(start, end) > 0 {
		b.verifyExpanded(start, end)
	}
	b.verifyOthers(start, end)
}

// expanded returns how many of the terms from start to end are under expanded keys.
func (b *BatchVerifier) expanded(start, end int) (n int) {
	for i := start; i < end; i++ {
		if b.keys[b.terms[i].key].expanded != nil {
			n++
		}
	}
	return n
}

// verifyExpanded verifies those of the terms from start to end that are under expanded keys: it computes sums together, and
// encodes them together.
func (b *BatchVerifier) verifyExpanded(start, end int) {
	var V [edwards25519.BatchSize]edwards25519.Point
	var encodings [len(V)][32]byte
	var entries [len(V)]int
	var sums [len(V)]edwards25519.ExpandedSum
	n := 0
	finish := func() {
		edwards25519.VarTimeExpandedSums(V[:n], sums[:n])
		edwards25519.VarTimeEncodeBatch(encodings[:n], V[:n])
		for j, i := range entries[:n] {
			b.valid[i] = b.entries[i].compareEncoded(&V[j], &encodings[j]) == nil
		}
		n = 0
	}
	for i := start; i < end; i++ {
		t := &b.terms[i]
		k := &b.keys[t.key]
		if k.expanded == nil {
			continue
		}
		e := &b.entries[t.entry]
		sums[n] = edwards25519.ExpandedSum{A: &k.expanded.minusA, K: e.k, KB: e.S}
		entries[n] = t.entry
		if n++; n == len(V) {
			finish()
		}
	}
	finish()
}

// verifyOthers verifies the other terms from start to end, those that have a sum of three multiples together.
func (b *BatchVerifier) verifyOthers(start, end int) {
	var sums [edwards25519.GroupOfSums]edwards25519.Triple
	var E [len(sums)]edwards25519.Point
	var entries [len(sums)]int
	n := 0
	finish := func() {
		edwards25519.VarTimeTriples(E[:n], sums[:n])
		for j, i := range entries[:n] {
			b.valid[i] = b.entries[i].isRight(&E[j])
		}
		n = 0
	}
	for i := start; i < end; i++ {
		t := &b.terms[i]
		e := &b.entries[t.entry]
		k := &b.keys[t.key]
		var f lattice.Fraction
		switch {
		case k.expanded != nil:
		case e.halve(&f):
			e.setSum(&sums[n], &f, &b.points[k.point], &b.points[t.r])
			entries[n] = t.entry
			if n++; n == len(sums) {
				finish()
			}
		default:
			b.valid[t.entry] = e.verifyPlain() == nil
		}
	}
	finish()
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

// acceptable checks the key of a term by the rules, and R if that was decoded with it.
func (b *BatchVerifier) acceptable(t *term) bool {
	e := &b.entries[t.entry]
	k := &b.keys[t.key]
	if k.expanded != nil {
		return k.expanded.check(e.rules) == nil
	}
	return b.decoded[k.point] &&
		(e.rules&AcceptNonCanonicalA != 0 || canonical(&e.A)) &&
		(e.rules&AcceptSmallOrderA != 0 || b.points[k.point].IsSmallOrder() == 0) &&
		b.acceptableR(t)
}

// acceptableR checks the R of a term by the rules.
func (b *BatchVerifier) acceptableR(t *term) bool {
	e := &b.entries[t.entry]
	return b.decoded[t.r] &&
		(e.rules&AcceptNonCanonicalR != 0 || canonical(&e.R)) &&
		(e.rules&RejectSmallOrderR == 0 || b.points[t.r].IsSmallOrder() == 0)
}

// multiply multiplies the equations of the terms that can be added up by numbers that depend on
// random and on all of them, are below 2^128 and not 0. It returns false if random fails.
func (b *BatchVerifier) multiply(random io.Reader) bool {
	if !b.random.Start(random) {
		return false
	}
	terms := b.terms[:b.added]
	for i := range terms {
		e := &b.entries[terms[i].entry]
		b.random.Add(&e.S, &e.k)
	}
	b.random.Finish()
	for i := range terms {
		b.setMultiplier(&terms[i], b.random.Next())
	}
	return true
}

// setMultiplier multiplies the equation of t by z.
func (b *BatchVerifier) setMultiplier(t *term, z batch.Multiplier) {
	e := &b.entries[t.entry]
	t.z = z
	z.Times(modL, &t.zS, &e.S)
	z.Times(modL, &t.zk, &e.k)
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
		if t.bad {
			continue
		}
		modL.Add(&base, &base, &t.zS)
		b.msm.AddSigned(&t.z.Abs, t.z.Negative, &b.points[t.r])
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
