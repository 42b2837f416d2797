// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"secant.example/internal/testkit"
)

func TestExpandedPublicKey(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, s := range signedBy(t, rng, 3, 6) {
			key, err := NewExpandedPublicKey(s.public)
			if err != nil {
				t.Fatal(err)
			}
			public := key.PublicKey()
			if !bytes.Equal(public, s.public) {
				t.Errorf("%x: PublicKey is %x", s.public, public)
			}
			clear(public) // is a copy
			if !key.Verify(s.message, s.sig) {
				t.Error("a valid signature is invalid")
			}
			for i := range s.sig {
				s.sig[i] ^= 0x10
				if key.Verify(s.message, s.sig) {
					t.Errorf("valid with byte %d changed", i)
				}
				s.sig[i] ^= 0x10
			}
			if err := key.VerifyWithRules(s.message, s.sig[:63], Default, nil); !errors.Is(err, ErrSignature) {
				t.Errorf("a short signature: %v", err)
			}
		}
	})
	for _, n := range []int{0, 31, 33} {
		if key, err := NewExpandedPublicKey(make([]byte, n)); key != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("a key of %d bytes: %v, %v", n, key, err)
		}
	}
	if key, err := NewExpandedPublicKey(append(PublicKey{2}, make([]byte, 31)...)); key != nil || !errors.Is(err, ErrPublicKey) {
		t.Errorf("a key that is no point: %v, %v", key, err)
	}
	sig := make([]byte, 64)
	sig[0] = 1
	if new(ExpandedPublicKey).PublicKey() != nil || (*ExpandedPublicKey)(nil).PublicKey() != nil {
		t.Error("no key has bytes")
	}
	if err := new(ExpandedPublicKey).VerifyWithRules(nil, sig, ZIP215, nil); !errors.Is(err, ErrPublicKey) {
		t.Errorf("the zero value: %v", err)
	}
	if (*ExpandedPublicKey)(nil).Verify(nil, sig) {
		t.Error("valid under a nil pointer")
	}
	if size := unsafe.Sizeof(ExpandedPublicKey{}); size > 4096+64 {
		t.Errorf("an ExpandedPublicKey has %d bytes", size)
	}
}

func TestVerifyAllocations(t *testing.T) {
	s := signedBy(t, testkit.NewRand(t), 1, 1)[0]
	key, err := NewExpandedPublicKey(s.public)
	if err != nil {
		t.Fatal(err)
	}
	cache := NewCachingVerifier(2)
	testkit.NoAllocs(t, "Verify", func() {
		if !Verify(s.public, s.message, s.sig) {
			t.Fatal("invalid")
		}
	})
	testkit.NoAllocs(t, "ExpandedPublicKey.Verify", func() {
		if !key.Verify(s.message, s.sig) {
			t.Fatal("invalid")
		}
	})
	for range 2 {
		cache.Verify(s.public, s.message, s.sig)
	}
	testkit.NoAllocs(t, "CachingVerifier.Verify", func() {
		if !cache.Verify(s.public, s.message, s.sig) {
			t.Fatal("invalid")
		}
	})
}

// TestCachingVerifier holds which keys are expanded, in which order they go, and
// that the verdicts stay the same.
func TestCachingVerifier(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 8, 8)
	v := NewCachingVerifier(3)
	use := func(i int) {
		t.Helper()
		s := all[i]
		if !v.Verify(s.public, s.message, s.sig) {
			t.Errorf("signature %d is invalid", i)
		}
	}
	holds := func(want ...int) {
		t.Helper()
		var got []int
		for i := v.expanded.nodes[0].next; i != 0; i = v.expanded.nodes[i].next {
			n := &v.expanded.nodes[i]
			at := slices.IndexFunc(all, func(s signed) bool { return bytes.Equal(s.public, n.key[:]) })
			if !bytes.Equal(n.value.PublicKey(), n.key[:]) {
				t.Error("a wrong key")
			}
			got = append(got, at)
		}
		if !slices.Equal(got, want) || v.Len() != len(want) {
			t.Fatalf("expanded are %v (%d), want %v", got, v.Len(), want)
		}
	}
	use(0)
	if v.Len() != 0 {
		t.Error("a key was expanded at once")
	}
	use(0)
	holds(0)
	use(1)
	use(2)
	use(2)
	use(1)
	holds(1, 2, 0)
	use(0)
	holds(0, 1, 2)
	for i := 3; i < 8; i++ { // once only
		use(i)
	}
	holds(0, 1, 2)
	use(3) // no longer noted
	use(4)
	use(5)
	holds(0, 1, 2)
	use(3)
	holds(3, 0, 1)
	use(5)
	use(4)
	holds(4, 5, 3)
	use(3)
	holds(3, 4, 5)

	// What is invalid leaves no trace, but is a use of a key that is there.
	for range 3 {
		s := all[0]
		s.spoil(rng)
		if v.Verify(s.public, s.message, s.sig) {
			t.Error("valid")
		}
	}
	holds(3, 4, 5)
	if v.Verify(all[5].public, nil, all[5].sig) {
		t.Error("valid for another message")
	}
	holds(5, 3, 4)

	// Batches take the expanded keys and the noted.
	use(6)
	var b BatchVerifier
	for i := range all {
		v.Add(&b, all[i].public, all[i].message, all[i].sig)
		if expanded := b.entries[i].key != nil; expanded != (i >= 3 && i <= 6) {
			t.Errorf("key %d is expanded: %v", i, expanded)
		}
	}
	v.Add(&b, all[0].public[:31], nil, all[0].sig)
	if valid, each := b.Verify(nil); valid || slices.Index(each, false) != 8 || len(each) != 9 {
		t.Errorf("verdicts %v, %v", valid, each)
	}

	v = new(CachingVerifier)
	for range 3 {
		use(0)
	}
	if v.Len() != 0 {
		t.Error("the zero value keeps keys")
	}
	for _, capacity := range []int{-1, 0, 1} {
		v = NewCachingVerifier(capacity)
		for i := range all {
			use(i)
			use(i)
			use(i)
			if v.Len() != 1 {
				t.Errorf("capacity %d: %d keys", capacity, v.Len())
			}
		}
	}
}

// TestCachingVerifierRules verifies by all rules with keys and signatures that
// only some accept.
func TestCachingVerifierRules(t *testing.T) {
	rng := testkit.NewRand(t)
	log := testkit.Big(rng.Limbs())
	v := NewCachingVerifier(4)
	for _, A := range halves(log.Mod(log, order)) {
		for _, R := range halves(log)[18:] {
			message := []byte{1}
			sig := forge(A, R, message, &Options{})
			f := factsOf(A.b[:], message, sig, &Options{})
			for range 2 {
				for r := range Rules(32) {
					if err := v.VerifyWithRules(A.b[:], message, sig, r, nil); (err == nil) != f.accepts(r) {
						t.Errorf("A = %s, R = %s, rules %v: %v", A.name, R.name, r, err)
					}
				}
			}
		}
	}
}

func TestCachingVerifierConcurrently(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 12, 60)
	for i := range all {
		if i%7 == 0 {
			all[i].spoil(rng)
		}
	}
	v := NewCachingVerifier(5)
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 200 {
				s := all[(i*(g+1)+g)%len(all)]
				if v.Verify(s.public, s.message, s.sig) != s.valid {
					t.Errorf("%x: valid is %v", s.sig, !s.valid)
				}
				if n := v.Len(); n > 5 {
					t.Errorf("%d keys", n)
				}
			}
		}()
	}
	wait.Wait()
}

// TestLRU compares with a slice.
func TestLRU(t *testing.T) {
	rng := testkit.NewRand(t)
	for capacity := 1; capacity < 6; capacity++ {
		l := lru[int]{capacity: capacity}
		type pair struct {
			key   [32]byte
			value int
		}
		var model []pair // the most recently used first
		for step := range 3000 {
			key := [32]byte{byte(rng.IntN(8))}
			at := slices.IndexFunc(model, func(p pair) bool { return p.key == key })
			switch rng.IntN(3) {
			case 0:
				value, ok := l.get(&key)
				if ok != (at >= 0) || ok && value != model[at].value {
					t.Fatalf("capacity %d, step %d: got %v, %v", capacity, step, value, ok)
				}
				if ok {
					p := model[at]
					model = slices.Insert(slices.Delete(model, at, at+1), 0, p)
				}
			case 1:
				l.put(&key, step)
				if at >= 0 {
					model = slices.Delete(model, at, at+1)
				}
				model = slices.Insert(model, 0, pair{key, step})
				model = model[:min(len(model), capacity)]
			case 2:
				if ok := l.remove(&key); ok != (at >= 0) {
					t.Fatalf("capacity %d, step %d: removed %v", capacity, step, ok)
				} else if ok {
					model = slices.Delete(model, at, at+1)
				}
			}
			if len(l.index) != len(model) || len(l.nodes) > capacity+1 {
				t.Fatalf("capacity %d, step %d: %d keys in %d nodes, want %d", capacity, step, len(l.index), len(l.nodes), len(model))
			}
		}
	}
}
