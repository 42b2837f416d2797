// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/batch"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// A signed is a signature, and whether it is valid.
type signed struct {
	public, message, sig []byte
	valid                bool
}

// signedBy returns n valid signatures by a few keys.
func signedBy(t testing.TB, rng *testkit.Rand, keys, n int) []signed {
	t.Helper()
	pairs := make([]*PrivateKey, keys)
	for i := range pairs {
		pairs[i] = newKey(t, rng)
	}
	all := make([]signed, n)
	for i := range all {
		s, k := &all[i], pairs[i%keys]
		*s = signed{public: k.PublicKey().Bytes(), message: fmt.Appendf(nil, "message %d", i), valid: true}
		var err error
		if s.sig, err = SignWithOptions(k, s.message, &Options{Aux: make([]byte, 32)}); err != nil {
			t.Fatal(err)
		}
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
	case 1: // another s
		s.sig[48+rng.IntN(16)] ^= 1 << rng.IntN(8)
	case 2: // another r, perhaps of no point
		s.sig[1+rng.IntN(31)] ^= 1 << rng.IntN(8)
	case 3: // s out of range
		copy(s.sig[32:], bytes.Repeat([]byte{255}, 16))
	case 4:
		s.sig = s.sig[:63]
	case 5:
		s.public = s.public[:31]
	case 6: // another key
		s.public = toBytes(testkit.SecpG.X)
	case 7: // the key is no point
		s.public = toBytes(big.NewInt(5))
	case 8: // r is not below p
		copy(s.sig, bytes.Repeat([]byte{0xff}, 32))
	}
}

// batches are what the tests of batches need to know.
var batches = testkit.Batches[signed, PublicKey, []byte, *BatchVerifier]{
	New: func(capacity, workers int) *BatchVerifier {
		b := NewBatchVerifierWithCapacity(capacity)
		b.Workers = workers
		return b
	},
	Decode:   NewPublicKey,
	AddKey:   (*BatchVerifier).AddKey,
	Terms:    func(b *BatchVerifier) int { b.prepare(); return len(b.terms) },
	SignedBy: signedBy,
	Parts:    func(s signed) ([]byte, []byte, []byte, bool) { return s.public, s.message, s.sig, s.valid },
	Spoil:    (*signed).spoil,
	ShiftS:   signed.shiftS,
	Multipliers: func(b *BatchVerifier, random io.Reader) (all []*big.Int) {
		b.prepare()
		b.multiply(random)
		for i := range b.terms {
			a := &b.terms[i].a
			all = append(all, testkit.SignedBig(a.Abs.Limbs(), a.Negative))
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
		var sum point
		b.sum(&sum, 0, len(b.terms))
		return sum.IsIdentity() == 1
	},
	Max: 300,
}

func init() { batches.Check = check }

// check verifies b, which must contain all, as it does it and by adding up in any case.
func check(t *testing.T, name string, b *BatchVerifier, all []signed) {
	t.Helper()
	batches.Verdicts(t, name, b, all)
	if b.prepare(); !b.add() {
		defer adding()()
		batches.Verdicts(t, name+", added up", b, all)
	}
}

func TestBatch(t *testing.T)             { batches.Test(t) }
func TestBatchNeighbours(t *testing.T)   { batches.Neighbours(t) }
func TestBatchCancellation(t *testing.T) { defer adding()(); batches.Cancellation(t) }
func TestBatchRandom(t *testing.T)       { defer adding()(); batches.Random(t) }
func TestBatchReuse(t *testing.T)        { batches.Reuse(t) }
func TestBatchWorkers(t *testing.T)      { batches.Workers(t) }
func TestBatchAllocations(t *testing.T)  { batches.Allocations(t) }
func BenchmarkBatch(b *testing.B)        { batches.Benchmark(b) }

// shiftS returns s with delta added to the s of the signature.
func (s signed) shiftS(delta *big.Int) signed {
	S := toInt(s.sig[32:])
	S.Add(S, delta).Mod(S, testkit.SecpN)
	s.sig, s.valid = append(slices.Clone(s.sig[:32]), toBytes(S)...), false
	return s
}

// TestBatchNoKey adds keys that are none.
func TestBatchNoKey(t *testing.T) {
	s := signedBy(t, testkit.NewRand(t), 1, 1)[0]
	var b BatchVerifier
	b.AddKey(nil, s.message, s.sig)
	b.AddKey(new(PublicKey), s.message, s.sig)
	s.valid = false
	check(t, "keys that are none", &b, []signed{s, s})
}

// TestBatchCosts holds what the search counts on, of batches that are added up, under one key or many:
// that verifying ranges one by one takes what their entries take, whatever the ranges are.
func TestBatchCosts(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		added := 0
		for n := range 70 {
			for _, keys := range []int{1, 2, 70} {
				var b BatchVerifier
				for i := range n {
					b.terms = append(b.terms, term{key: i % keys})
				}
				b.keys = make([]key, keys)
				if !b.add() {
					continue
				}
				added++
				_, all := b.costs(0, n)
				for i := range n {
					_, first := b.costs(0, i)
					if _, rest := b.costs(i, n); first+rest != all {
						t.Fatalf("%d terms cost %d, the first %d of them %d, and the others %d", n, all, i, first, rest)
					}
				}
			}
		}
		if added == 0 {
			t.Error("nothing is added up")
		}
	})
}

// TestBatchNew holds that programs that make a new verifier for each batch do not use up the credit of
// those, if signatures are valid.
func TestBatchNew(t *testing.T) {
	all := signedBy(t, testkit.NewRand(t), 64, 64)
	testkit.Kernels(t, func(t *testing.T) {
		added := false
		verify := func(count int) {
			t.Helper()
			for range count {
				var b BatchVerifier
				for _, s := range all {
					batches.Add(&b, s, nil)
				}
				if valid, _ := b.Verify(nil); !valid {
					t.Fatal("not valid")
				}
				added = b.add()
			}
		}
		verify(10)
		before := fund.Left()
		verify(10)
		if left := fund.Left(); left < before || added && left == 0 {
			t.Errorf("%d are in the fund, and %d after 10 more batches", before, left)
		}
	})
}

// TestBatchVectors has every vector in every lane, with those where R is the identity or has an odd y.
func TestBatchVectors(t *testing.T) {
	decode := func(s string) []byte {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	testkit.Kernels(t, func(t *testing.T) {
		all := slices.Clone(vectors)
		var b BatchVerifier
		for range vectors {
			all = append(all[1:], all[0])
			b.Reset()
			for _, v := range all {
				b.Add(decode(v.public), decode(v.message), decode(v.sig))
			}
			_, each := b.Verify(nil)
			b.prepare()
			b.verifyEach(0, len(b.terms))
			for i, v := range all {
				if each[i] != v.valid || b.valid[i] != v.valid {
					t.Errorf("%s (%s) is %v, and %v one by one, as number %d", v.sig, v.comment, each[i], b.valid[i], i)
				}
			}
		}
	})
}

// counting counts the terms that are added up.
type counting struct {
	search
	added int
}

func (c *counting) Sum(v *point, start, end int) {
	c.added += end - start
	c.search.Sum(v, start, end)
}

// TestBatchBlame holds that one invalid signature costs at most the sums of as many terms
// again, wherever it is.
func TestBatchBlame(t *testing.T) {
	const n = 100
	rng := testkit.NewRand(t)
	good := signedBy(t, rng, n, n)
	for _, at := range []int{0, 1, n / 2, n - 1} {
		bad := slices.Clone(good)
		bad[at] = bad[at].shiftS(big.NewInt(1))
		var c counting
		b := (*BatchVerifier)(&c.search)
		for i := range bad {
			batches.Add(b, bad[i], nil)
		}
		b.prepare()
		if !b.multiply(nil) || len(b.terms) != n {
			t.Fatalf("%d terms", len(b.terms))
		}
		var s batch.Search[point]
		s.Run(&c, n, new(batch.Fund))
		for i, ok := range b.valid {
			if ok != bad[i].valid {
				t.Errorf("signature %d is invalid: verdict %d is %v", at, i, ok)
			}
		}
		if c.added > 2*n {
			t.Errorf("finding signature %d took sums of %d terms", at, c.added)
		}
	}
}
