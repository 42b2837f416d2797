// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"math/big"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"secant.example/internal/testkit"
)

func expand(t testing.TB, public []byte) *ExpandedPublicKey {
	t.Helper()
	e, err := NewExpandedPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The verdicts on valid and invalid signatures, under keys of all kinds.
func TestExpandedPublicKey(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		secrets := secrets(t, 4)
		if testing.Short() {
			secrets = secrets[:4]
		}
		for _, d := range secrets {
			k := keyOf(d)
			public := k.PublicKey().Bytes()
			given := slices.Clone(public)
			e := expand(t, given)
			clear(given) // is not kept
			if !e.PublicKey().Equal(k.PublicKey()) {
				t.Errorf("%x: PublicKey is another", public)
			}
			*e.PublicKey() = PublicKey{} // is a copy
			for _, hash := range []Hash{Raw, SHA256} {
				data := make([]byte, 32)
				sig, err := k.SignWithSeed(data, nil, hash)
				if err != nil {
					t.Fatal(err)
				}
				before := slices.Clone(sig)
				if !e.Verify(data, sig, hash) {
					t.Errorf("%x: a valid signature is invalid", public)
				}
				for i := range sig {
					sig[i] ^= 1 << rng.IntN(8)
					if e.Verify(data, sig, hash) {
						t.Errorf("%x: valid with byte %d changed", public, i)
					}
					copy(sig, before)
				}
			}
		}
	})
	for _, b := range [][]byte{nil, make([]byte, 31), make([]byte, 32), make([]byte, 33), bytes.Repeat([]byte{0xff}, 32)} {
		if e, err := NewExpandedPublicKey(b); e != nil || err != ErrPublicKey {
			t.Errorf("the key %x: %v, %v", b, e, err)
		}
	}
	if size := unsafe.Sizeof(ExpandedPublicKey{}); size > 8192+256 {
		t.Errorf("an ExpandedPublicKey has %d bytes", size)
	}
}

// Under a key that was never set nothing is valid, not even what everyone can sign for the neutral
// element.
func TestExpandedZeroValue(t *testing.T) {
	g, neutral, data := model, make([]byte, 32), []byte("data")
	s := testkit.Bytes(big.NewInt(2))
	R := g.PublicKey(big.NewInt(2))
	sig := append(R, s[:]...)
	if g.JQ {
		sig = append(g.Challenge(R, neutral, "", data), s[:]...)
	}
	for _, e := range []*ExpandedPublicKey{nil, new(ExpandedPublicKey)} {
		if e.Verify(data, sig, Raw) {
			t.Error("valid under no key")
		}
		if q := e.PublicKey(); q == nil || q.Bytes() != nil || q.Verify(data, sig, Raw) {
			t.Error("no key has bytes")
		}
		var b BatchVerifier
		b.AddExpanded(e, data, sig, Raw)
		if valid, each := b.Verify(nil); valid || !slices.Equal(each, []bool{false}) {
			t.Errorf("a batch of one under no key: %v, %v", valid, each)
		}
	}
}

// Batches in which keys are expanded, or some of them.
func TestBatchExpanded(t *testing.T) {
	x := testkit.Batches[entry, ExpandedPublicKey, []byte, rawBatch]{
		New: batches.New, Decode: func(public []byte) (*ExpandedPublicKey, error) { return NewExpandedPublicKey(public) },
		AddKey: func(b rawBatch, e *ExpandedPublicKey, data, sig []byte) {
			b.BatchVerifier.AddExpanded(e, data, sig, Raw)
		},
		SignedBy: batches.SignedBy, Parts: batches.Parts, Spoil: batches.Spoil, ShiftS: batches.ShiftS, Max: batches.Max,
	}
	x.Check = x.Verdicts
	x.Test(t)

	// The next batch in the same memory does not keep keys.
	rng := testkit.NewRand(t)
	var b BatchVerifier
	all := entriesBy(t, rng, 3, 5)
	for _, expanded := range []bool{true, false, true} {
		b.Reset()
		for i, e := range all {
			if expanded == (i%2 == 0) {
				b.AddExpanded(expand(t, e.public), e.data, e.sig, Raw)
			} else {
				b.Add(all[(i+1)%len(all)].public, e.data, e.sig, Raw) // another's
			}
		}
		_, each := b.Verify(nil)
		for i, valid := range each {
			if valid != (expanded == (i%2 == 0)) {
				t.Errorf("signature %d is valid: %v", i, valid)
			}
		}
	}
}

// A key is used by many goroutines at once.
func TestExpandedConcurrently(t *testing.T) {
	all := entriesBy(t, testkit.NewRand(t), 1, 8)
	e := expand(t, all[0].public)
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range all {
				s := all[(i+g)%len(all)]
				if !e.Verify(s.data, s.sig, Raw) || e.Verify(all[(i+g+1)%len(all)].data, s.sig, Raw) {
					t.Errorf("goroutine %d, signature %d: a wrong verdict", g, i)
				}
			}
		}()
	}
	wait.Wait()
}
