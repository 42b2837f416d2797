// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// A rawBatch is a BatchVerifier of raw data.
type rawBatch struct{ *BatchVerifier }

func (b rawBatch) Add(publicKey, data, sig []byte) { b.BatchVerifier.Add(publicKey, data, sig, Raw) }

// An entry is a signature of raw data, and whether it is valid.
type entry struct {
	public, data, sig []byte
	valid             bool
}

// entriesBy returns n valid signatures by a few keys.
func entriesBy(t testing.TB, rng *testkit.Rand, keys, n int) []entry {
	t.Helper()
	pairs := make([]*PrivateKey, keys)
	for i := range pairs {
		seed := rng.Bytes32()
		var err error
		if pairs[i], err = GenerateKey(bytes.NewReader(seed[:])); err != nil {
			t.Fatal(err)
		}
	}
	all := make([]entry, n)
	for i := range all {
		k := pairs[i%keys]
		data := fmt.Appendf(nil, "data %d, %*d", i, i%300, 0)
		sig, err := k.SignWithSeed(data, nil, Raw)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = entry{k.PublicKey().Bytes(), data, sig, true}
	}
	return all
}

// spoil makes e invalid, in one of the ways in which that can happen.
func (e *entry) spoil(rng *testkit.Rand) {
	e.valid = false
	e.sig, e.public, e.data = slices.Clone(e.sig), slices.Clone(e.public), slices.Clone(e.data)
	switch rng.IntN(8) {
	case 0:
		e.data = append(e.data, 0)
	case 1: // another s
		e.sig[len(e.sig)-32+rng.IntN(16)] ^= 1 << rng.IntN(8)
	case 2: // another challenge, or another R, perhaps of no element
		e.sig[rng.IntN(len(e.sig)-33)] ^= 1 << rng.IntN(8)
	case 3: // s is not below the order
		e.sig[len(e.sig)-1] = 0xff
	case 4:
		e.sig = e.sig[:len(e.sig)-1]
	case 5:
		e.public = e.public[:31]
	case 6: // the neutral element
		clear(e.public)
	case 7: // no element
		e.public = bytes.Repeat([]byte{0xff}, 32)
	}
}

// batches are what the tests of batches need to know.
var batches = testkit.Batches[entry, PublicKey, []byte, rawBatch]{
	New: func(capacity, workers int) rawBatch {
		b := NewBatchVerifierWithCapacity(capacity)
		b.Workers = workers
		return rawBatch{b}
	},
	Decode:   NewPublicKey,
	AddKey:   func(b rawBatch, q *PublicKey, data, sig []byte) { b.BatchVerifier.AddKey(q, data, sig, Raw) },
	SignedBy: entriesBy,
	Parts:    func(e entry) ([]byte, []byte, []byte, bool) { return e.public, e.data, e.sig, e.valid },
	Spoil:    (*entry).spoil,
	ShiftS: func(e entry, delta *big.Int) entry {
		s := testkit.BigLE(e.sig[len(e.sig)-32:])
		b := testkit.Bytes(s.Add(s, delta).Mod(s, model.R))
		e.sig, e.valid = append(slices.Clone(e.sig[:len(e.sig)-32]), b[:]...), false
		return e
	},
	Max: 65, // more than a group
}

func init() { batches.Check = batches.Verdicts }

func TestBatch(t *testing.T)            { batches.Test(t) }
func TestBatchNeighbours(t *testing.T)  { batches.Neighbours(t) }
func TestBatchReuse(t *testing.T)       { batches.Reuse(t) }
func TestBatchWorkers(t *testing.T)     { batches.Workers(t) }
func TestBatchAllocations(t *testing.T) { batches.Allocations(t) }
func BenchmarkBatch(b *testing.B)       { batches.Benchmark(b) }

// TestBatchHashes compares with [Verify] for all names of hash functions, and for keys that are
// none.
func TestBatchHashes(t *testing.T) {
	k := keyOf(secrets(t, 3)[2])
	q := k.PublicKey()
	data := make([]byte, 32)
	var b BatchVerifier
	var want []bool
	for _, name := range model.HashNames() {
		signing := Hash(name)
		sig, err := k.SignWithSeed(data, nil, signing)
		if err != nil {
			t.Fatal(err)
		}
		for _, hash := range append(unknownHashes(), Raw, SHA256, signing) {
			b.Add(q.Bytes(), data, sig, hash)
			want = append(want, Verify(q.Bytes(), data, sig, hash))
			b.AddKey(q, data, sig, hash)
			want = append(want, hash == signing)
			b.AddExpanded(expand(t, q.Bytes()), data, sig, hash)
			want = append(want, hash == signing)
			for _, none := range []*ExpandedPublicKey{nil, new(ExpandedPublicKey)} {
				b.AddExpanded(none, data, sig, hash)
				want = append(want, false)
			}
			for _, none := range []*PublicKey{nil, new(PublicKey)} {
				b.AddKey(none, data, sig, hash)
				want = append(want, false)
			}
		}
	}
	if valid, each := b.Verify(nil); valid || !slices.Equal(each, want) || !slices.Contains(want, true) {
		t.Errorf("verdicts %v, want %v", each, want)
	}
}
