// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/blame"
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

// addTo adds s to b, with a decoded key if that is not nil.
func (s *signed) addTo(b *BatchVerifier, key *PublicKey) {
	if key != nil {
		b.AddKey(key, s.message, s.sig)
	} else {
		b.Add(s.public, s.message, s.sig)
	}
}

// check verifies b, which must contain all, as it does it and by adding up in any case.
func check(t *testing.T, name string, b *BatchVerifier, all []signed) {
	t.Helper()
	check1(t, name, b, all)
	if !b.add {
		defer addAlways()()
		check1(t, name+", added up", b, all)
	}
}

func check1(t *testing.T, name string, b *BatchVerifier, all []signed) {
	t.Helper()
	if b.Len() != len(all) {
		t.Fatalf("%s: %d entries, want %d", name, b.Len(), len(all))
	}
	want := !slices.ContainsFunc(all, func(s signed) bool { return !s.valid })
	if got := b.VerifyBatchOnly(nil); got != want {
		t.Errorf("%s: VerifyBatchOnly is %v", name, got)
	}
	valid, each := b.Verify(nil)
	if valid != want || len(each) != len(all) {
		t.Errorf("%s: Verify is %v, with %d verdicts", name, valid, len(each))
	}
	for i, ok := range each {
		if ok != all[i].valid {
			t.Errorf("%s: verdict %d is %v", name, i, ok)
		}
	}
}

// TestBatch verifies batches with no, one, several and only invalid signatures.
func TestBatch(t *testing.T) {
	rng := testkit.NewRand(t)
	pool := signedBy(t, rng, 30, 300)
	var keys [30]*PublicKey
	for i := range keys {
		var err error
		if keys[i], err = NewPublicKey(pool[i].public); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var b BatchVerifier // the same for all
		for _, n := range []int{0, 1, 2, 3, 4, 5, 17, 64, 300} {
			for _, bad := range []int{0, 1, 2, n / 3, n} {
				if bad > n || bad > 1 && n >= 64 && (n > 64 || testing.Short()) {
					continue
				}
				b.Reset()
				all := slices.Clone(pool[:n])
				for _, i := range rng.Perm(n)[:bad] {
					all[i].spoil(rng)
				}
				for i := range all {
					key := keys[i%len(keys)]
					if !bytes.Equal(all[i].public, pool[i].public) || rng.IntN(3) != 0 {
						key = nil
					}
					all[i].addTo(&b, key)
				}
				check(t, fmt.Sprintf("%d, %d bad", n, bad), &b, all)
			}
		}
	})
}

// TestBatchNeighbours has the one or two invalid signatures at every place.
func TestBatchNeighbours(t *testing.T) {
	rng := testkit.NewRand(t)
	pool := signedBy(t, rng, 3, 9)
	for i := range pool {
		for j := range i + 1 {
			all := slices.Clone(pool)
			all[i].spoil(rng)
			if i != j {
				all[j].spoil(rng)
			}
			b := NewBatchVerifier(len(all))
			for k := range all {
				all[k].addTo(b, nil)
			}
			check(t, fmt.Sprintf("%d and %d bad", i, j), b, all)
		}
	}
}

// shiftS returns s with delta added to the s of the signature.
func (s signed) shiftS(delta int64) signed {
	S := toInt(s.sig[32:])
	S.Add(S, big.NewInt(delta)).Mod(S, testkit.SecpN)
	s.sig, s.valid = append(slices.Clone(s.sig[:32]), toBytes(S)...), false
	return s
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// TestBatchCancellation has signatures whose errors cancel out when they are added up
// without random numbers.
func TestBatchCancellation(t *testing.T) {
	defer addAlways()()
	rng := testkit.NewRand(t)
	all := signedBy(t, rng, 2, 6)
	all[1], all[4] = all[1].shiftS(1), all[4].shiftS(-1)
	var b BatchVerifier
	for i := range all {
		all[i].addTo(&b, nil)
	}
	if !b.VerifyBatchOnly(zeros{}) {
		t.Error("the errors do not cancel out: this test shows nothing")
	}
	for range 20 {
		check(t, "cancelling", &b, all)
	}
}

// TestBatchRandom gives readers of random numbers.
func TestBatchRandom(t *testing.T) {
	defer addAlways()()
	rng := testkit.NewRand(t)
	const n = 20
	all := signedBy(t, rng, 2, n)
	all[13] = all[13].shiftS(1)
	var b BatchVerifier
	for i := range all {
		all[i].addTo(&b, nil)
	}
	for _, size := range []int{0, 1, 16, n*16 - 1, n * 16, 1000} {
		random := make([]byte, size)
		rng.Fill(random)
		reader := bytes.NewReader(random)
		for name, verify := range map[string]func() bool{
			"Verify": func() bool {
				_, each := b.Verify(reader)
				for i, ok := range each {
					if ok != all[i].valid {
						t.Errorf("%d random bytes: verdict %d is %v", size, i, ok)
					}
				}
				return slices.Contains(each, false)
			},
			"VerifyBatchOnly": func() bool { return !b.VerifyBatchOnly(reader) },
		} {
			reader.Reset(random)
			if !verify() {
				t.Errorf("%s with %d random bytes: valid", name, size)
			}
			if got, want := reader.Len(), max(0, size-n*16); got != want {
				t.Errorf("%s with %d random bytes: %d are left, want %d", name, size, got, want)
			}
		}
	}
	if valid, _ := b.Verify(iotest.ErrReader(errors.New("no randomness"))); valid {
		t.Error("valid without randomness")
	}
}

// TestBatchReuse adds to a batch that was verified, and uses one again.
func TestBatchReuse(t *testing.T) {
	rng := testkit.NewRand(t)
	pool := signedBy(t, rng, 3, 50)
	b := NewBatchVerifier(-1)
	if valid, each := b.Verify(nil); !valid || len(each) != 0 {
		t.Errorf("an empty batch: %v, %v", valid, each)
	}
	for range 10 {
		b.Reset()
		var all []signed
		for range 1 + rng.IntN(3) {
			if rng.IntN(2) == 0 {
				b.Grow(rng.IntN(20))
			}
			for range rng.IntN(10) {
				s := pool[rng.IntN(len(pool))]
				if rng.IntN(8) == 0 {
					s.spoil(rng)
				}
				all = append(all, s)
				s.addTo(b, nil)
			}
			check(t, "again", b, all)
		}
	}
	// What was added is copied.
	b.Reset()
	s := pool[0]
	public, message, sig := slices.Clone(s.public), slices.Clone(s.message), slices.Clone(s.sig)
	for range 3 {
		b.Add(public, message, sig)
	}
	clear(public)
	clear(message)
	clear(sig)
	check(t, "overwritten", b, []signed{s, s, s})
	b.Reset()
	b.AddKey(nil, s.message, s.sig)
	b.AddKey(new(PublicKey), s.message, s.sig)
	s.valid = false
	check(t, "keys that are none", b, []signed{s, s})
}

func TestBatchWorkers(t *testing.T) {
	rng := testkit.NewRand(t)
	pool := signedBy(t, rng, 7, 200)
	for _, workers := range []int{-1, 1, 3, 1000} {
		for _, bad := range []int{0, 2, 100} {
			all := slices.Clone(pool)
			for _, i := range rng.Perm(len(all))[:bad] {
				all[i].spoil(rng)
			}
			b := BatchVerifier{Workers: workers}
			for i := range all {
				all[i].addTo(&b, nil)
			}
			check(t, fmt.Sprintf("%d workers, %d bad", workers, bad), &b, all)
		}
	}
}

func TestBatchAllocations(t *testing.T) {
	rng := testkit.NewRand(t)
	for _, n := range []int{1, 2, 20, 100} {
		all := signedBy(t, rng, 3, n)
		key, err := NewPublicKey(all[0].public)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []bool{false, true} {
			if bad {
				all[n/2] = all[n/2].shiftS(1)
			}
			b := NewBatchVerifier(n)
			batch := func() {
				b.Reset()
				for i := range all {
					if i%3 == 0 {
						all[i].addTo(b, key)
					} else {
						all[i].addTo(b, nil)
					}
				}
				if valid, _ := b.Verify(nil); valid == bad || b.VerifyBatchOnly(nil) == bad {
					t.Fatal("wrong verdict")
				}
			}
			for range 10 { // how much memory sums need depends a bit on the random numbers
				batch()
			}
			testkit.NoAllocs(t, fmt.Sprintf("batch of %d", n), batch)
		}
	}
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
		bad[at] = bad[at].shiftS(1)
		var c counting
		b := (*BatchVerifier)(&c.search)
		for i := range bad {
			bad[i].addTo(b, nil)
		}
		b.prepare()
		if !b.multipliers(nil) || len(b.terms) != n {
			t.Fatalf("%d terms", len(b.terms))
		}
		var s blame.Search[point]
		s.Run(&c, n)
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
