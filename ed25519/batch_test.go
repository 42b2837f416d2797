// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	stded25519 "crypto/ed25519"
	"fmt"
	"io"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/batch"
	"secant.example/internal/cpu"
	"secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/internal/sha512lanes"
	"secant.example/internal/testkit"
)

// A signed is a signature, and whether it is valid by the Default rules.
type signed struct {
	public       PublicKey
	message, sig []byte
	valid        bool
}

// signedBy returns n valid signatures by a few keys.
func signedBy(t testing.TB, rng *testkit.Rand, keys, n int) []signed {
	t.Helper()
	publics, privates := make([]PublicKey, keys), make([]PrivateKey, keys)
	for i := range keys {
		publics[i], privates[i] = newKey(t, rng)
	}
	all := make([]signed, n)
	for i := range all {
		s := &all[i]
		*s = signed{public: publics[i%keys], message: fmt.Appendf(nil, "message %d", i), valid: true}
		s.sig = Sign(privates[i%keys], s.message)
	}
	return all
}

// spoil makes s invalid, in one of the ways in which that can happen.
func (s *signed) spoil(rng *testkit.Rand) {
	s.valid = false
	s.sig, s.public, s.message = slices.Clone(s.sig), slices.Clone(s.public), slices.Clone(s.message)
	switch rng.IntN(9) {
	case 0:
		s.message = append(s.message, 0)
	case 1: // another S
		s.sig[32+rng.IntN(16)] ^= 1 << rng.IntN(8)
	case 2: // another R, perhaps no point
		s.sig[rng.IntN(31)] ^= 1 << rng.IntN(8)
	case 3: // S out of range
		s.sig[63] |= 0x20
	case 4:
		s.sig = s.sig[:63]
	case 5:
		s.public = s.public[:31]
	case 6: // A of small order: the identity
		s.public = append(PublicKey{1}, make([]byte, 31)...)
	case 7: // A is no point
		s.public = append(PublicKey{2}, make([]byte, 31)...)
	case 8: // R is not canonical
		copy(s.sig, bytes.Repeat([]byte{0xff}, 32))
	}
}

// batches are what the tests of batches need to know.
var batches = testkit.Batches[signed, ExpandedPublicKey, PublicKey, *BatchVerifier]{
	New: func(capacity, workers int) *BatchVerifier {
		b := NewBatchVerifierWithCapacity(capacity)
		b.Workers = workers
		return b
	},
	Decode:   NewExpandedPublicKey,
	AddKey:   (*BatchVerifier).AddExpanded,
	Terms:    func(b *BatchVerifier) int { b.prepare(); return len(b.terms) },
	SignedBy: signedBy,
	Parts:    func(s signed) (PublicKey, []byte, []byte, bool) { return s.public, s.message, s.sig, s.valid },
	Spoil:    (*signed).spoil,
	ShiftS:   signed.shiftS,
	Multipliers: func(b *BatchVerifier, random io.Reader) (all []*big.Int) {
		b.prepare()
		b.multiply(random)
		for i := range b.terms {
			z := &b.terms[i].z
			all = append(all, testkit.SignedBig(z.Abs.Limbs(), z.Negative))
		}
		return all
	},
	SumIsRight: func(b *BatchVerifier, multipliers []*big.Int) bool {
		b.prepare()
		b.lift(0, len(b.terms))
		for i := range b.terms {
			z, negative := testkit.SignedLimbs(multipliers[i])
			b.setMultiplier(&b.terms[i], batch.Multiplier{Abs: scalar.New(z[0], z[1], z[2], z[3]), Negative: negative})
		}
		return b.sum(new(edwards25519.Point), 0, len(b.terms)).IsSmallOrder() == 1
	},
	Max: 1000,
}

func init() { batches.Check = batches.Verdicts }

func TestBatch(t *testing.T)             { batches.Test(t) }
func TestBatchNeighbours(t *testing.T)   { batches.Neighbours(t) }
func TestBatchCancellation(t *testing.T) { batches.Cancellation(t) }
func TestBatchRandom(t *testing.T)       { batches.Random(t) }
func TestBatchReuse(t *testing.T)        { batches.Reuse(t) }
func TestBatchWorkers(t *testing.T)      { batches.Workers(t) }
func TestBatchAllocations(t *testing.T)  { batches.Allocations(t) }
func BenchmarkBatch(b *testing.B)        { batches.Benchmark(b) }

// shiftS returns s with delta added to S.
func (s signed) shiftS(delta *big.Int) signed {
	S := testkit.BigLE(s.sig[32:])
	S.Add(S, delta).Mod(S, order)
	b := testkit.Bytes(S)
	s.sig, s.valid = append(slices.Clone(s.sig[:32]), b[:]...), false
	return s
}

// TestBatchSmallOrder has components of small order, which cancel out for some random
// numbers, so that the cofactorless equation cannot be added up.
func TestBatchSmallOrder(t *testing.T) {
	var b BatchVerifier
	log := big.NewInt(12345)
	A := half{"", base.mult(log).bytes(), log}
	for i := range 8 {
		R := half{"", base.mult(big.NewInt(int64(i + 7))).add(torsion(4)).bytes(), big.NewInt(int64(i + 7))}
		message := []byte{byte(i)}
		b.AddWithRules(A.b[:], message, forge(A, R, message, &Options{}), StdLib, nil)
		b.AddWithRules(A.b[:], message, forge(A, R, message, &Options{}), ZIP215, nil)
	}
	for range 20 {
		_, each := b.Verify(nil)
		for i, ok := range each {
			if ok != (i%2 == 1) {
				t.Fatalf("verdict %d is %v", i, ok)
			}
		}
	}
}

// Signatures without the cofactor under keys with all components of small order, with all of them in R, among honest ones. What
// is added up is what has none in the equation, whether it is valid or not, and the verdicts are those of one by one.
func TestBatchComponents(t *testing.T) {
	rng := testkit.NewRand(t)
	honest := signedBy(t, rng, 10, 40)
	type item struct {
		signed
		rules Rules
		bad   bool // has a component
	}
	var items []item
	for _, s := range honest {
		items = append(items, item{signed: s, rules: StdLib})
	}
	for a := range 8 {
		log := big.NewInt(int64(1000 + a))
		A := half{"", base.mult(log).add(torsion(a)).bytes(), log}
		for r := range 8 {
			rLog := big.NewInt(int64(1 + rng.IntN(1000)))
			R := half{"", base.mult(rLog).add(torsion(r)).bytes(), rLog}
			message := rng.Bytes(5)
			k := challengeOf(A.b[:], message, R.b[:], &Options{})
			component := new(big.Int).Mul(k, big.NewInt(int64(a)))
			component.Add(component, big.NewInt(int64(r))).And(component, big.NewInt(7))
			s := signed{public: A.b[:], message: message, sig: forge(A, R, message, &Options{}), valid: component.Sign() == 0}
			items = append(items, item{signed: s, rules: StdLib, bad: !s.valid}, item{signed: s, rules: Default | Cofactorless, bad: !s.valid})
			items = append(items, item{signed: s.shiftS(big.NewInt(1)), rules: StdLib, bad: !s.valid})
			s.valid = true
			items = append(items, item{signed: s, rules: ZIP215})
		}
	}
	bad, valid := 0, 0
	for _, i := range items {
		if i.bad {
			bad++
		}
		if i.valid {
			valid++
		}
	}
	if bad == 0 || valid < 64+40+2 {
		t.Fatalf("%d have components, %d are valid", bad, valid)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, workers := range []int{1, 3} {
			b := BatchVerifier{Workers: workers}
			order := rng.Perm(len(items))
			for _, i := range order {
				b.AddWithRules(items[i].public, items[i].message, items[i].sig, items[i].rules, nil)
			}
			for range 2 {
				_, each := b.Verify(nil)
				for j, i := range order {
					if single := VerifyWithRules(items[i].public, items[i].message, items[i].sig, items[i].rules, nil) == nil; each[j] != items[i].valid || single != each[j] {
						t.Fatalf("%d workers, item %d: verdict %v, alone %v, want %v", workers, i, each[j], single, items[i].valid)
					}
				}
			}
			if b.VerifyBatchOnly(nil) {
				t.Error("all are valid")
			}
			b.prepare()
			if len(b.terms) != len(items) || b.added != len(items) || !b.add() {
				t.Fatalf("%d terms, of which %d are added up", len(b.terms), b.added)
			}
			b.lift(0, b.added)
			with, _ := b.costs(0, b.added)
			tests := 0
			for _, term := range b.terms {
				if term.tested {
					tests++
				}
				if i := order[term.entry]; items[i].bad != term.bad || term.tested != (items[i].rules&Cofactorless != 0) {
					t.Fatalf("item %d: a component %v, and tested %v", i, term.bad, term.tested)
				}
			}
			// All tests are paid for, in full.
			for i := range b.terms {
				b.terms[i].tested = false
			}
			if without, _ := b.costs(0, b.added); with-without != tests*measured[edwards25519.Sums()].test {
				t.Errorf("a sum with %d tests costs %d, and %d without them", tests, with, without)
			}
		}
	})
}

// TestBatchMixedKeys has keys that are expanded for some signatures and not for others, with and without the cofactor.
func TestBatchMixedKeys(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 8, 120)
	keys := make(map[string]*ExpandedPublicKey)
	for _, s := range all {
		key, err := NewExpandedPublicKey(s.public)
		if err != nil {
			t.Fatal(err)
		}
		keys[string(s.public)] = key
	}
	for _, i := range []int{3, 50, 99} {
		all[i] = all[i].shiftS(big.NewInt(1))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, workers := range []int{1, 3} {
			b := BatchVerifier{Workers: workers}
			for i, s := range all {
				rules := []Rules{Default, StdLib, ZIP215}[i%3]
				if i%8 < 4 && i%5 == 0 {
					b.AddExpandedWithRules(keys[string(s.public)], s.message, s.sig, rules, nil)
				} else {
					b.AddWithRules(s.public, s.message, s.sig, rules, nil)
				}
			}
			batches.Check(t, fmt.Sprintf("%d workers", workers), &b, all)
			if valid, _ := b.Verify(nil); valid || b.VerifyBatchOnly(nil) {
				t.Error("all are valid")
			}
			b.prepare()
			for i, term := range b.terms {
				cofactorless := b.entries[term.entry].rules&Cofactorless != 0
				expanded := b.keys[term.key].expanded != nil
				if (i < b.added) != !(cofactorless && expanded) || term.tested != (cofactorless && !expanded) {
					t.Fatalf("term %d of %d: tested %v, expanded %v", i, b.added, term.tested, expanded)
				}
			}
		}
	})
}

func TestBatchOptions(t *testing.T) {
	rng := testkit.NewRand(t)
	_, private := newKey(t, rng)
	public := private.Public().(PublicKey)
	message := make([]byte, 64)
	var b BatchVerifier
	var want []bool
	expanded, err := NewExpandedPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	options := []struct {
		rules Rules
		opts  *Options
	}{
		{Default, nil},
		{Default, &Options{}},
		{Default, &Options{Context: "a"}},
		{Default, &Options{Context: "b"}},
		{Default, &Options{Hash: crypto.SHA512}},
		{Default, &Options{Hash: crypto.SHA512, Context: "a"}},
		{Default, &Options{Hash: crypto.SHA256}},
		{Default, &Options{Context: string(make([]byte, 256))}},
		{32, nil},
		{StdLib, nil},
		{ZIP215, &Options{Context: "a"}},
	}
	for _, signing := range options {
		sig, err := SignWithOptions(private, message, signOptions(signing.opts))
		if err != nil {
			continue
		}
		for _, o := range options {
			b.AddWithRules(public, message, sig, o.rules, o.opts)
			b.AddExpandedWithRules(expanded, message, sig, o.rules, o.opts)
			b.AddExpandedWithRules(new(ExpandedPublicKey), message, sig, o.rules, o.opts)
			b.AddExpandedWithRules(nil, message, sig, o.rules, o.opts)
			ok := VerifyWithRules(public, message, sig, o.rules, o.opts) == nil
			want = append(want, ok, ok, false, false)
		}
	}
	if _, each := b.Verify(nil); !slices.Equal(each, want) {
		t.Errorf("verdicts %v, want %v", each, want)
	}
	if !slices.Contains(want, true) || !slices.Contains(want[:8], false) {
		t.Error("verdicts do not differ")
	}
}

// TestBatchWorkersMixed has signatures among the others that are verified on their own.
func TestBatchWorkersMixed(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 7, 400)
	for _, bad := range []int{0, 2, 200} {
		for _, i := range rng.Perm(len(all))[:bad] {
			all[i].spoil(rng)
		}
		for _, workers := range []int{1, 3} {
			b := BatchVerifier{Workers: workers}
			for i, s := range all {
				if i%10 == 0 {
					b.AddWithRules(s.public, s.message, s.sig, StdLib&^AcceptSmallOrderA, nil)
				} else {
					batches.Add(&b, s, nil)
				}
			}
			batches.Check(t, fmt.Sprintf("%d workers, %d bad", workers, bad), &b, all)
		}
	}
}

// TestBatchExpanded has more signatures under expanded keys than are encoded together, none of which is added up, with
// wrong ones at the bounds.
func TestBatchExpanded(t *testing.T) {
	rng := testkit.NewRand(t)
	const n = 2*edwards25519.BatchSize + 3
	all := signedBy(t, rng, 5, n)
	var keys [n]*ExpandedPublicKey
	for i, s := range all {
		var err error
		if keys[i], err = NewExpandedPublicKey(s.public); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range []int{0, edwards25519.BatchSize - 1, edwards25519.BatchSize, n - 2, rng.IntN(n)} {
		all[i].valid = false
		all[i].message = []byte("another one")
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, workers := range []int{1, 3} {
			b := BatchVerifier{Workers: workers}
			for i, s := range all {
				b.AddExpandedWithRules(keys[i], s.message, s.sig, StdLib, nil)
			}
			batches.Check(t, fmt.Sprintf("%d workers", workers), &b, all)
		}
	})
}

// TestBatchDearer holds which batches are verified one by one: few signatures, and the more so if
// their keys are expanded.
func TestBatchDearer(t *testing.T) {
	rng := testkit.NewRand(t)
	// Sums of so many are always worth it, by their kind.
	enough := [...]int{edwards25519.SumsOfPoints: 128, edwards25519.SumsInLanes: 128, edwards25519.SumsInOctets: 96, edwards25519.SumsInPairs: 128}
	all := signedBy(t, rng, slices.Max(enough[:]), slices.Max(enough[:]))
	keys := make([]*ExpandedPublicKey, len(all))
	for i := range keys {
		var err error
		if keys[i], err = NewExpandedPublicKey(all[i].public); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		many := enough[edwards25519.Sums()]
		// least returns from how many signatures on they are added up.
		least := func(expanded bool) int {
			added := many + 1
			for _, n := range []int{many, many - 1, many / 2, 20, 10, 8, 6, 5, 4, 3, 2, 1} {
				var b BatchVerifier
				for i, s := range all[:n] {
					if expanded {
						b.AddExpanded(keys[i], s.message, s.sig)
					} else {
						b.Add(s.public, s.message, s.sig)
					}
				}
				if b.prepare(); len(b.terms) != n || b.added != n {
					t.Fatalf("%d of %d signatures are left", len(b.terms), n)
				}
				if b.add() && added > n {
					added = n
				}
			}
			return added
		}
		plain, expanded := least(false), least(true)
		if plain < 2 || plain > 4 || plain > expanded || expanded > many {
			t.Errorf("batches are added up from %d signatures on, or %d under expanded keys", plain, expanded)
		}
	})
}

// TestBatchWorkspace holds who has the workspace: the batch if it is used again, and otherwise
// all, without any reference to keys.
func TestBatchWorkspace(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 20, 20)
	key, err := NewExpandedPublicKey(all[0].public)
	if err != nil {
		t.Fatal(err)
	}
	var b BatchVerifier
	fill := func(n int) {
		for i, s := range all[:n] {
			if i == 0 {
				b.AddExpanded(key, s.message, s.sig)
			} else {
				b.Add(s.public, s.message, s.sig)
			}
		}
	}
	fill(20)
	b.prepare()
	w := b.workspace
	for range 2 {
		if valid, _ := b.Verify(nil); !valid || b.workspace != nil {
			t.Errorf("valid is %v, and the workspace %p", valid, b.workspace)
		}
		if !b.VerifyBatchOnly(nil) || b.workspace != nil {
			t.Error("not valid, or with a workspace")
		}
	}
	for i := range w.keys[:cap(w.keys)] {
		if w.keys[:cap(w.keys)][i].expanded != nil {
			t.Error("a workspace refers to a key")
		}
	}
	if w.msm.Len() != 0 {
		t.Error("a workspace refers to terms")
	}
	b.Reset()
	for _, n := range []int{20, 3, 17} {
		fill(n)
		valid, _ := b.Verify(nil)
		if w = b.workspace; !valid || w == nil || !b.VerifyBatchOnly(nil) || b.workspace != w {
			t.Error("not valid, or without its workspace")
		}
		b.Reset()
	}
	if b.entries = b.entries[:cap(b.entries)]; slices.ContainsFunc(b.entries, func(e entry) bool { return e.key != nil }) {
		t.Error("an empty batch refers to a key")
	}
	// A new verifier for each batch allocates itself and its entries, not the workspace. That is
	// at most 10, and not 3, because the garbage collector may take what nobody has.
	testkit.Allocs(t, "a new verifier", 10, func() {
		b := NewBatchVerifierWithCapacity(len(all))
		for _, s := range all {
			b.Add(s.public, s.message, s.sig)
		}
		b.Verify(nil)
	})
}

// Messages of all numbers of blocks that are hashed in lanes, and longer ones, each variant, valid or not, in one batch: the
// verdicts are those of one by one. The memory that they were in when they were added is cleared before they are verified.
func TestBatchMessages(t *testing.T) {
	const block = 128
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	expanded, err := NewExpandedPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	type item struct {
		message, sig []byte
		opts         *Options
		rules        Rules
		blocks       int
		valid        bool
	}
	var items []item
	add := func(size int, opts *Options) {
		i := item{message: rng.Bytes(size), opts: opts, rules: []Rules{Default, StdLib}[rng.IntN(2)]}
		sig, err := private.Sign(nil, i.message, opts)
		if err != nil {
			t.Fatal(err)
		}
		if i.sig = sig; rng.IntN(5) == 0 {
			i.message[rng.IntN(size)] ^= 1
		}
		i.valid = VerifyWithRules(public, i.message, sig, i.rules, opts) == nil
		dom := 0
		if opts.Hash != 0 || opts.Context != "" {
			dom = 34 + len(opts.Context)
		}
		i.blocks = (dom + 64 + size + 17 + block - 1) / block
		items = append(items, i)
	}
	for blocks := range mostBlocks + 2 {
		for range 3 {
			for _, size := range []int{block*blocks - 17 - 64, block*blocks - 16 - 64} {
				if size > 0 {
					add(size, new(Options))
				}
				if size -= 34 + 7; size > 0 {
					add(size, &Options{Context: "context"})
				}
			}
			add(64, &Options{Hash: crypto.SHA512, Context: string(rng.Bytes(10 * blocks))})
		}
	}
	valid := 0
	for _, i := range items {
		if i.valid {
			valid++
		}
	}
	if valid < len(items)/2 || valid == len(items) {
		t.Fatalf("%d of %d are valid", valid, len(items))
	}
	buf := make([]byte, block*(mostBlocks+2))
	var order []int // of what is in the batch
	addAll := func(t *testing.T, b *BatchVerifier) {
		for n, k := range rng.Perm(len(items)) {
			i := items[k]
			m := buf[:copy(buf, i.message)]
			if n%3 == 0 {
				b.AddExpandedWithRules(expanded, m, i.sig, i.rules, i.opts)
			} else {
				b.AddWithRules(public, m, i.sig, i.rules, i.opts)
			}
			e, blocks := b.entries[len(b.entries)-1], i.blocks
			if sha512lanes.Lanes() == 0 || blocks > mostBlocks {
				blocks = 0
			}
			if e.blocks != blocks {
				t.Fatalf("a message of %d blocks: %d of them are left to be hashed", i.blocks, e.blocks)
			}
			order = append(order, k)
		}
		clear(buf)
	}
	verify := func(t *testing.T, b *BatchVerifier) {
		_, each := b.Verify(nil)
		for n, k := range order {
			if each[n] != items[k].valid {
				t.Errorf("a message of %d bytes: verdict %v", len(items[k].message), each[n])
			}
		}
		if len(b.hashed) != 0 {
			t.Errorf("%d bytes are left to be hashed", len(b.hashed))
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, workers := range []int{1, 3} {
			order = nil
			b := NewBatchVerifier()
			b.Workers = workers
			addAll(t, b)
			verify(t, b)
			verify(t, b)
			addAll(t, b)
			verify(t, b)
			b.Reset()
			order = nil
			addAll(t, b)
			restore := cpu.Force(cpu.Features{}) // no lanes any more
			verify(t, b)
			restore()
		}
		// More than is kept.
		order = nil
		b, total := NewBatchVerifier(), 0
		for total < 2*mostHashed {
			addAll(t, b)
			for _, i := range items {
				total += block * i.blocks
			}
		}
		if len(b.hashed) > mostHashed+block*mostBlocks || sha512lanes.Lanes() > 0 && b.first == 0 {
			t.Errorf("%d bytes of %d are left to be hashed, from entry %d on", len(b.hashed), total, b.first)
		}
		verify(t, b)
	})
}

// What is added and not verified is gone after Reset, and what fails to be added is not valid, whatever comes after it.
func TestBatchPending(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		all := signedBy(t, testkit.NewRand(t), 3, 10)
		b := NewBatchVerifierWithCapacity(1 << 15)
		if cap(b.hashed) > 2*mostHashed {
			t.Errorf("room for %d bytes", cap(b.hashed))
		}
		b = NewBatchVerifier()
		for _, s := range all[:5] {
			b.Add(s.public, s.message, s.sig)
		}
		b.Reset()
		if len(b.hashed) != 0 || b.first != 0 {
			t.Errorf("%d bytes are left after Reset", len(b.hashed))
		}
		b.Add(all[5].public, all[6].message, all[5].sig)
		b.next() // as if Add had ended there
		b.AddExpanded(new(ExpandedPublicKey), all[7].message, all[7].sig)
		b.Add(all[8].public, all[8].message, all[8].sig)
		if _, each := b.Verify(nil); !slices.Equal(each, []bool{false, false, false, true}) {
			t.Errorf("verdicts %v", each)
		}
	})
}

// counting counts the terms that are added up.
type counting struct {
	search
	added int
}

func (c *counting) Sum(v *edwards25519.Point, start, end int) {
	c.added += end - start
	c.search.Sum(v, start, end)
}

// TestBatchBlame holds that one invalid signature in a thousand costs less than
// four times what there is to do without it, wherever it is: the sum of all terms,
// and of at most as many in the search. BenchmarkBatch has the times.
func TestBatchBlame(t *testing.T) {
	const n = 1000
	rng := testkit.NewRand(t)
	good := signedBy(t, rng, n, n) // all keys are different
	var c counting
	var s batch.Search[edwards25519.Point]
	b := (*BatchVerifier)(&c.search)
	for _, at := range []int{0, 1, n / 2, n - 1, rng.IntN(n)} {
		bad := slices.Clone(good)
		bad[at] = bad[at].shiftS(big.NewInt(1))
		b.Reset()
		for i := range bad {
			batches.Add(b, bad[i], nil)
		}
		batches.Check(t, "one invalid", b, bad)
		b.prepare()
		if !b.multiply(nil) || len(b.terms) != n {
			t.Fatalf("%d terms", len(b.terms))
		}
		c.added = 0
		s.Run(&c, n, new(batch.Fund))
		if c.added < n+n/4 || c.added > 2*n {
			t.Errorf("finding signature %d took sums of %d terms", at, c.added)
		}
	}
}

// FuzzBatch compares a batch with single verification. Each entry is three bytes
// of data: which signature, what is changed in it, and the rules.
func FuzzBatch(f *testing.F) {
	rng := testkit.NewRand(f)
	pool := signedBy(f, rng, 3, 10)
	for i := range 3 {
		log := big.NewInt(int64(i + 100))
		A := half{"", base.mult(log).add(torsion(i)).bytes(), log}
		for j := range 3 {
			R := half{"", base.mult(big.NewInt(int64(j))).add(torsion(2 * j)).bytes(), big.NewInt(int64(j))}
			message := []byte{byte(i)}
			pool = append(pool, signed{public: A.b[:], message: message, sig: forge(A, R, message, &Options{})})
		}
	}
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0})
	f.Add([]byte{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 9, 0, 4, 0, 5, 15, 0, 6, 16, 0, 31})
	f.Fuzz(func(t *testing.T, data []byte) {
		var b BatchVerifier
		var want []bool
		for ; len(data) >= 3 && len(want) < 50; data = data[3:] {
			s := pool[int(data[0])%len(pool)]
			public, sig := slices.Clone(s.public), slices.Clone(s.sig)
			switch at := int(data[1]); {
			case at >= 128 && at < 160:
				public[at-128] ^= data[0]
			case at > 0 && at < 64:
				sig[at] ^= data[0]
			case at >= 160 && at < 168:
				public = slices.Clone(torsionEncodings[at%len(torsionEncodings)][:])
			case at >= 168 && at < 184:
				copy(sig, torsionEncodings[at%len(torsionEncodings)][:])
			}
			rules := Rules(data[2]) & allRules
			single := VerifyWithRules(public, s.message, sig, rules, nil) == nil
			if rules == StdLib && single != stded25519.Verify(public, s.message, sig) {
				t.Errorf("%x, %x, %x: %v, and not so in crypto/ed25519", public, s.message, sig, single)
			}
			want = append(want, single)
			if key, err := NewExpandedPublicKey(public); err == nil && data[2] >= 128 {
				b.AddExpandedWithRules(key, s.message, sig, rules, nil)
			} else {
				b.AddWithRules(public, s.message, sig, rules, nil)
			}
		}
		valid, each := b.Verify(nil)
		if _, again := b.Verify(bytes.NewReader(make([]byte, 32))); !slices.Equal(again, want) {
			t.Errorf("batch: %v, with random bytes that are known: %v", each, again)
		}
		wantValid := len(want) > 0 && !slices.Contains(want, false)
		if only := b.VerifyBatchOnly(nil); !slices.Equal(each, want) || valid != wantValid || only != wantValid {
			t.Errorf("batch: %v, %v, %v, single: %v", valid, only, each, want)
		}
	})
}

// torsionEncodings are all encodings of all points of small order.
var torsionEncodings = func() (all [][32]byte) {
	for i := range 8 {
		all = append(all, torsion(i).encodings()...)
	}
	return all
}()

func TestCanonical(t *testing.T) {
	for _, b := range torsionEncodings {
		if got, want := canonical(&b), decodePoint(b).canonical; got != want {
			t.Errorf("%x: %v", b, got)
		}
	}
	for i := range int64(40) {
		for _, sign := range []byte{0, 0x80} {
			y := new(big.Int).Add(prime, big.NewInt(i-20))
			if y.BitLen() > 255 {
				continue
			}
			b := testkit.Bytes(y)
			b[31] |= sign
			if d := decodePoint(b); d.ok && canonical(&b) != d.canonical {
				t.Errorf("%x: %v", b, d.canonical)
			}
			for j := range b { // a single byte that is not all ones
				c := b
				c[j] ^= 1
				if d := decodePoint(c); d.ok && canonical(&c) != d.canonical {
					t.Errorf("%x: %v", c, d.canonical)
				}
			}
		}
	}
}
