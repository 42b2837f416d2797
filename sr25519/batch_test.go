// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/batch"
	curve "secant.example/internal/edwards25519"
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
		if s.sig, err = Sign(k, substrate, s.message); err != nil {
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
		s.sig[32+rng.IntN(31)] ^= 1 << rng.IntN(8)
	case 2: // another R, perhaps of no element
		s.sig[rng.IntN(31)] ^= 1 << rng.IntN(8)
	case 3: // s out of range
		copy(s.sig[32:], scalarN)
		s.sig[63] |= 0x80
	case 4:
		s.sig = s.sig[:63]
	case 5:
		s.public = s.public[:31]
	case 6: // another key
		s.public = make([]byte, 32)
	case 7: // the key is no element
		s.public = append([]byte{1}, make([]byte, 31)...)
	case 8: // not marked
		s.sig[63] &= 0x7f
	}
}

// batches are what the tests of batches need to know, and expandedBatches the same with expanded keys.
var (
	batches         = batchesOf(NewPublicKey, (*BatchVerifier).AddKey)
	expandedBatches = batchesOf(NewExpandedPublicKey, (*BatchVerifier).AddExpanded)
)

func batchesOf[K any](decode func([]byte) (*K, error), addKey func(b *BatchVerifier, key *K, message, sig []byte)) testkit.Batches[signed, K, []byte, *BatchVerifier] {
	return testkit.Batches[signed, K, []byte, *BatchVerifier]{
		New: func(capacity, workers int) *BatchVerifier {
			b := NewBatchVerifierWithCapacity(substrate, capacity)
			b.Workers = workers
			return b
		},
		Decode:   decode,
		AddKey:   addKey,
		Terms:    func(b *BatchVerifier) int { b.prepare(); return len(b.terms) },
		SignedBy: signedBy,
		Parts:    func(s signed) ([]byte, []byte, []byte, bool) { return s.public, s.message, s.sig, s.valid },
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
			for i := range b.terms {
				z, negative := testkit.SignedLimbs(multipliers[i])
				b.setMultiplier(&b.terms[i], batch.Multiplier{Abs: scalar.New(z[0], z[1], z[2], z[3]), Negative: negative})
			}
			var sum curve.Element
			b.sum(&sum, 0, len(b.terms))
			return sum.IsIdentity() == 1
		},
		Max: 300,
	}
}

func init() { batches.Check, expandedBatches.Check = check, check }

// check verifies b, which must contain all, as it does it and one by one.
func check(t *testing.T, name string, b *BatchVerifier, all []signed) {
	t.Helper()
	batches.Verdicts(t, name, b, all)
	before := measured
	defer func() { measured = before }()
	clear(measured[:])
	batches.Verdicts(t, name+", added up", b, all)
}

func TestBatch(t *testing.T) { batches.Test(t) }
func TestBatchExpanded(t *testing.T) {
	expandedBatches.Test(t)
	expandedBatches.Workers(t)
	expandedBatches.Allocations(t)
}
func TestBatchNeighbours(t *testing.T)   { batches.Neighbours(t) }
func TestBatchCancellation(t *testing.T) { batches.Cancellation(t) }
func TestBatchRandom(t *testing.T)       { batches.Random(t) }
func TestBatchReuse(t *testing.T)        { batches.Reuse(t) }
func TestBatchWorkers(t *testing.T)      { batches.Workers(t) }
func TestBatchAllocations(t *testing.T)  { batches.Allocations(t) }
func BenchmarkBatch(b *testing.B)        { batches.Benchmark(b) }

// TestBatchNew holds that programs that make a new verifier for each batch do not use up the credit of
// those, if signatures are valid.
func TestBatchNew(t *testing.T) {
	all := signedBy(t, testkit.NewRand(t), 64, 64)
	testkit.Kernels(t, func(t *testing.T) {
		verify := func(count int) {
			t.Helper()
			for range count {
				b := NewBatchVerifier(substrate)
				for _, s := range all {
					batches.Add(b, s, nil)
				}
				if valid, _ := b.Verify(nil); !valid {
					t.Fatal("not valid")
				}
			}
		}
		verify(10)
		before := fund.Left()
		verify(10)
		if left := fund.Left(); left < before || left == 0 {
			t.Errorf("%d are in the fund, and %d after 10 more batches", before, left)
		}
	})
}

// shiftS returns s with delta added to the s of the signature.
func (s signed) shiftS(delta *big.Int) signed {
	b := slices.Clone(s.sig[32:])
	b[31] &= 0x7f
	n := testkit.BigLE(scalarN)
	S := testkit.BigLE(b)
	S.Add(S, delta).Mod(S, n)
	shifted := testkit.Bytes(S)
	shifted[31] |= 0x80
	s.sig, s.valid = append(slices.Clone(s.sig[:32]), shifted[:]...), false
	return s
}

// Keys that are none, transcripts of any kind, and the zero value, whose context is empty.
func TestBatchTranscripts(t *testing.T) {
	k := newKey(t, testkit.NewRand(t))
	message := []byte("message")
	var b BatchVerifier
	sig, err := Sign(k, nil, message)
	if err != nil {
		t.Fatal(err)
	}
	b.AddKey(nil, message, sig)
	b.AddKey(new(PublicKey), message, sig)
	b.Add(k.PublicKey().Bytes(), message, sig)
	b.AddKey(k.PublicKey(), message, sig)
	transcript := NewSigningContext(substrate).Hash256([32]byte{1})
	before := *transcript
	if sig, err = k.SignTranscript(transcript, nil); err != nil {
		t.Fatal(err)
	}
	b.AddTranscript(k.PublicKey(), transcript, sig)
	b.AddTranscript(k.PublicKey(), NewSigningContext(substrate).Hash256([32]byte{2}), sig)
	b.AddTranscript(k.PublicKey(), new(SigningContext).Message(nil), sig)
	b.AddTranscript(nil, transcript, sig)
	e, err := NewExpandedPublicKey(k.PublicKey().Bytes())
	if err != nil {
		t.Fatal(err)
	}
	b.AddExpandedTranscript(e, transcript, sig)
	b.AddExpandedTranscript(e, NewSigningContext(substrate).Hash256([32]byte{2}), sig)
	b.AddExpandedTranscript(nil, transcript, sig)
	b.AddExpanded(new(ExpandedPublicKey), message, sig)
	want := []bool{false, false, true, true, true, false, false, false, true, false, false, false}
	if valid, each := b.Verify(nil); valid || !slices.Equal(each, want) {
		t.Errorf("%v, want %v", each, want)
	}
	if *transcript != before {
		t.Error("the transcript changed")
	}
	b.Reset()
	b.Add(k.PublicKey().Bytes(), message, bytes.Clone(sig))
	if valid, each := b.Verify(nil); valid || !slices.Equal(each, []bool{false}) {
		t.Errorf("%v", each)
	}
}
