// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// TestSharedSecrets compares batches of all sizes around the chunks with single
// calls, with points of low order anywhere.
func TestSharedSecrets(t *testing.T) {
	low := lowOrder(t)
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, size := range []int{0, 1, 2, 3, 5, 31, 32, 33, 64, 70} {
			for _, lows := range []int{0, 1, 3, size} {
				if lows > size {
					continue
				}
				keys, peers := make([]*PrivateKey, size), make([]*PublicKey, size)
				bad := make([]bool, size)
				for i := range size {
					keys[i], peers[i] = &PrivateKey{r.Bytes32(), true}, &PublicKey{r.Bytes32(), true}
				}
				for i := range lows {
					at := i
					if lows < size {
						at = r.IntN(size)
					}
					peers[at] = &PublicKey{low[r.IntN(len(low))], true}
					bad[at] = true
				}
				if size > 3 { // the same key and peer twice
					keys[2], peers[2], bad[2] = keys[1], peers[1], bad[1]
				}
				name := fmt.Sprintf("%d pairs, %d of low order", size, lows)
				check := func(name string, call func(secrets [][32]byte, ok []bool) error, key func(i int) *PrivateKey) {
					t.Helper()
					secrets, ok := make([][32]byte, size), make([]bool, size)
					for i := range secrets { // dirty
						secrets[i], ok[i] = r.Bytes32(), r.IntN(2) == 0
					}
					err := call(secrets, ok)
					for i := range secrets {
						want, wantErr := key(i).SharedSecret(peers[i])
						if secrets[i] != want || ok[i] != (wantErr == nil) {
							t.Fatalf("%s: secret %d is %x, %v, want %x, %v", name, i, secrets[i], ok[i], want, wantErr)
						}
						if bad[i] && ok[i] {
							t.Errorf("%s: secret %d with a point of low order", name, i)
						}
					}
					if anyBad := slices.Contains(ok, false); errors.Is(err, ErrLowOrder) != anyBad || !anyBad && err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
				check(name, func(secrets [][32]byte, ok []bool) error {
					return SharedSecrets(secrets, ok, keys, peers)
				}, func(i int) *PrivateKey { return keys[i] })
				one := &PrivateKey{r.Bytes32(), true}
				check(name+", one key", func(secrets [][32]byte, ok []bool) error {
					return one.SharedSecrets(secrets, ok, peers)
				}, func(int) *PrivateKey { return one })
			}
		}
	})
}

func TestSharedSecretsLengths(t *testing.T) {
	k, u := &PrivateKey{[32]byte{1}, true}, &PublicKey{[32]byte{9}, true}
	for n := range 16 {
		secrets, ok := make([][32]byte, 1+n&1), make([]bool, 1+n>>1&1)
		keys, peers := []*PrivateKey{k, k}[:1+n>>2&1], []*PublicKey{u, u}[:1+n>>3]
		same := n == 0 || n == 15
		if err := SharedSecrets(secrets, ok, keys, peers); same && err != nil || !same && err != ErrBatchSize {
			t.Errorf("lengths %d, %d, %d, %d: %v", len(secrets), len(ok), len(keys), len(peers), err)
		}
		if !same && (secrets[0] != [32]byte{} || ok[0]) {
			t.Error("something was set in spite of the error")
		}
		same = len(secrets) == len(peers) && len(ok) == len(peers)
		if err := k.SharedSecrets(secrets, ok, peers); same && err != nil || !same && err != ErrBatchSize {
			t.Errorf("lengths %d, %d, %d: %v", len(secrets), len(ok), len(peers), err)
		}
	}
}

func TestSharedSecretsAllocations(t *testing.T) {
	const n = 40
	var secrets [n][32]byte
	var ok [n]bool
	var keys [n]*PrivateKey
	var peers [n]*PublicKey
	for i := range keys {
		keys[i], peers[i] = &PrivateKey{[32]byte{byte(i)}, true}, &PublicKey{[32]byte{9, byte(i)}, true}
	}
	testkit.NoAllocs(t, "SharedSecrets", func() {
		if err := SharedSecrets(secrets[:], ok[:], keys[:], peers[:]); err != nil {
			t.Fatal(err)
		}
		if err := keys[0].SharedSecrets(secrets[:], ok[:], peers[:]); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkSharedSecrets(b *testing.B) {
	for _, n := range []int{1, 4, 16, 32} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			secrets, ok := make([][32]byte, n), make([]bool, n)
			keys, peers := make([]*PrivateKey, n), make([]*PublicKey, n)
			for i := range keys {
				keys[i], peers[i] = &PrivateKey{[32]byte{byte(i)}, true}, &PublicKey{[32]byte{9, byte(i)}, true}
			}
			b.ResetTimer()
			for range b.N {
				if err := SharedSecrets(secrets, ok, keys, peers); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/secret")
		})
	}
}

// TestPublicKeys compares batches of all sizes around the chunks with single calls, with keys
// that were never set anywhere.
func TestPublicKeys(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, size := range []int{0, 1, 2, 3, 31, 32, 33, 64, 70} {
			for _, unset := range []int{0, 1, 3, size} {
				if unset > size {
					continue
				}
				keys, public := make([]*PrivateKey, size), make([]PublicKey, size)
				for i := range size {
					keys[i], public[i] = &PrivateKey{r.Bytes32(), true}, PublicKey{r.Bytes32(), r.IntN(2) == 0} // dirty
				}
				if size > 1 {
					keys[1] = &PrivateKey{[32]byte{}, true} // one of zeros is a key
				}
				for i := range unset {
					at := i
					if unset < size {
						at = r.IntN(size)
					}
					if keys[at] = nil; i&1 == 1 {
						keys[at] = new(PrivateKey)
					}
				}
				err := PublicKeys(public, keys)
				for i, k := range keys {
					var want PublicKey
					if k != nil {
						want = *k.PublicKey()
					}
					if public[i] != want {
						t.Fatalf("%d keys, %d not set: %d is %v, want %v", size, unset, i, public[i], want)
					}
				}
				if bad := unset > 0; bad != errors.Is(err, ErrKeySize) || !bad && err != nil {
					t.Errorf("%d keys, %d not set: %v", size, unset, err)
				}
			}
		}
	})
}

func TestPublicKeysLengths(t *testing.T) {
	keys := []*PrivateKey{{[32]byte{1}, true}, {[32]byte{2}, true}}
	for _, n := range []int{0, 1, 3} {
		public := make([]PublicKey, n)
		if err := PublicKeys(public, keys); err != ErrBatchSize {
			t.Errorf("%d of 2: %v", n, err)
		}
		for _, p := range public {
			if p != (PublicKey{}) {
				t.Error("something was set in spite of the error")
			}
		}
	}
}

func TestPublicKeysAllocations(t *testing.T) {
	var public [40]PublicKey
	var keys [40]*PrivateKey
	for i := range keys {
		keys[i] = &PrivateKey{[32]byte{byte(i)}, true}
	}
	testkit.NoAllocs(t, "PublicKeys", func() {
		if err := PublicKeys(public[:], keys[:]); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkPublicKeys(b *testing.B) {
	for _, n := range []int{1, 4, 16, 32} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			public, keys := make([]PublicKey, n), make([]*PrivateKey, n)
			for i := range keys {
				keys[i] = &PrivateKey{[32]byte{byte(i)}, true}
			}
			b.ResetTimer()
			for range b.N {
				if err := PublicKeys(public, keys); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/key")
		})
	}
}
