// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"errors"
	"math/big"
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
	if size := unsafe.Sizeof(ExpandedPublicKey{}); size > 8192+64 {
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

// TestCachingVerifierBatches holds that keys of valid signatures in batches are noted, and no
// others, and expanded when they come again.
func TestCachingVerifierBatches(t *testing.T) {
	rng := testkit.NewRand(t)
	for _, n := range []int{1, 2, 3, 30} { // few are verified one by one
		all := signedBy(t, rng, n, n)
		bad := slices.Clone(all)
		at := rng.IntN(n)
		bad[at] = bad[at].shiftS(big.NewInt(1))
		v := NewCachingVerifier(n)
		var b BatchVerifier
		fill := func(all []signed) {
			b.Reset()
			for _, s := range all {
				v.Add(&b, s.public, s.message, s.sig)
			}
		}
		noted := func(want func(i int) bool) {
			t.Helper()
			for i, s := range all {
				if _, ok := v.noted.index[[32]byte(s.public)]; ok != want(i) {
					t.Errorf("%d: key %d is noted: %v", n, i, ok)
				}
			}
		}
		none, every := func(int) bool { return false }, func(int) bool { return true }
		fill(bad)
		noted(none)
		if b.VerifyBatchOnly(nil) {
			t.Errorf("%d: valid", n)
		}
		if n > 3 { // where it is not known which are valid
			noted(none)
		}
		if valid, each := b.Verify(nil); valid || slices.Index(each, false) != at {
			t.Errorf("%d: verdicts %v, and not only %d is wrong", n, each, at)
		}
		noted(func(i int) bool { return i != at })
		b.Verify(nil) // again, which is not to come again
		if v.Len() != 0 {
			t.Errorf("%d: %d keys after one batch", n, v.Len())
		}
		v = NewCachingVerifier(n)
		fill(all)
		if !b.VerifyBatchOnly(nil) {
			t.Errorf("%d: not valid", n)
		}
		noted(every)
		// Without v, nothing is noted, in the same memory.
		count, was := len(v.noted.index), v
		v = NewCachingVerifier(n)
		b.Reset()
		for _, s := range all {
			b.Add(s.public, s.message, s.sig)
		}
		b.Verify(nil)
		if v = was; len(v.noted.index) != count || v.Len() != 0 {
			t.Errorf("%d: a batch without a cache left keys there", n)
		}
		fill(all)
		if v.Len() != n {
			t.Errorf("%d: %d keys after they came again", n, v.Len())
		}
		if valid, _ := b.Verify(nil); !valid || !b.VerifyBatchOnly(nil) {
			t.Errorf("%d: not valid with expanded keys", n)
		}
		fill(bad)
		if valid, each := b.Verify(nil); valid || slices.Index(each, false) != at || b.VerifyBatchOnly(nil) {
			t.Errorf("%d: verdicts with expanded keys %v, and not only %d is wrong", n, each, at)
		}
	}
}

// TestAddPublicKey has keys expanded before they are used.
func TestAddPublicKey(t *testing.T) {
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 3, 3)
	v := NewCachingVerifier(2)
	for _, bad := range []PublicKey{nil, make(PublicKey, 31), make(PublicKey, 33), append(PublicKey{2}, make([]byte, 31)...)} {
		if err := v.AddPublicKey(bad); !errors.Is(err, ErrPublicKey) || v.Len() != 0 {
			t.Errorf("%x: %v, %d keys", bad, err, v.Len())
		}
	}
	holds := func(want ...int) {
		t.Helper()
		if v.Len() != len(want) {
			t.Errorf("%d keys, want %d", v.Len(), len(want))
		}
		for i := range all {
			if _, ok := v.expanded.index[[32]byte(all[i].public)]; ok != slices.Contains(want, i) {
				t.Errorf("key %d is expanded: %v", i, ok)
			}
		}
	}
	v.Verify(all[0].public, all[0].message, all[0].sig) // is noted
	for _, i := range []int{0, 1, 0} {
		if err := v.AddPublicKey(all[i].public); err != nil {
			t.Error(err)
		}
	}
	holds(0, 1)
	if len(v.noted.index) != 0 {
		t.Error("an expanded key is still noted")
	}
	if err := v.AddPublicKey(all[2].public); err != nil {
		t.Error(err)
	}
	holds(0, 2) // 0 was used after 1
	var b BatchVerifier
	for _, s := range all {
		v.Add(&b, s.public, s.message, s.sig)
		if !v.Verify(s.public, s.message, s.sig) {
			t.Error("not valid")
		}
	}
	if valid, _ := b.Verify(nil); !valid || b.entries[0].key == nil || b.entries[1].key != nil || b.entries[2].key == nil {
		t.Error("the batch is not valid, or has other keys")
	}
	var zero CachingVerifier
	if err := zero.AddPublicKey(all[0].public); err != nil || zero.Len() != 0 {
		t.Errorf("the zero value: %v, %d keys", err, zero.Len())
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
				// A batch of each goroutine, in workspaces that they have in common.
				var b BatchVerifier
				for j := range i % 7 {
					s := all[(i+j*(g+2))%len(all)]
					v.Add(&b, s.public, s.message, s.sig)
				}
				_, each := b.Verify(nil)
				for j, ok := range each {
					if s := all[(i+j*(g+2))%len(all)]; ok != s.valid {
						t.Errorf("%x in a batch: valid is %v", s.sig, ok)
					}
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
