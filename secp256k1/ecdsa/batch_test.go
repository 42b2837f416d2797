// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// A messageBatch is a BatchVerifier of compact signatures of messages, hashed with SHA-256.
type messageBatch struct{ *BatchVerifier }

// parsed returns the arguments of Add for a signature of a message.
func parsed(message, sig []byte) (Digest, Signature, Rule) {
	s, _ := ParseCompact(sig)
	return sha256.Sum256(message), s, LowS
}

func (b messageBatch) Add(publicKey, message, sig []byte) {
	digest, s, rule := parsed(message, sig)
	b.BatchVerifier.Add(publicKey, digest, s, rule)
}

// A signed is a signature, and whether it is valid by the rule LowS.
type signed struct {
	public, message, sig []byte
	valid                bool
}

// signedBy returns n valid signatures by a few keys, which are compressed or not.
func signedBy(t testing.TB, rng *testkit.Rand, keys, n int) []signed {
	t.Helper()
	pairs := make([]*PrivateKey, keys)
	for i := range pairs {
		pairs[i] = newKey(t, rng.SecpScalar())
	}
	all := make([]signed, n)
	for i := range all {
		s, k := &all[i], pairs[i%keys]
		*s = signed{public: k.PublicKey().Bytes(), message: fmt.Appendf(nil, "message %d", i), valid: true}
		if i%4 == 3 {
			s.public = k.PublicKey().BytesUncompressed()
		}
		sig, err := Sign(k, sha256.Sum256(s.message))
		if err != nil {
			t.Fatal(err)
		}
		s.sig = sig.Compact()
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
		s.sig[16+rng.IntN(16)] ^= 1 << rng.IntN(8)
	case 3: // s is high
		S := new(big.Int).Sub(testkit.SecpN, toInt(s.sig[32:]))
		copy(s.sig[32:], toBytes(S))
	case 4: // no signature
		clear(s.sig[32:])
	case 5:
		s.public = s.public[:31]
	case 6: // another key
		G := testkit.SecpG
		s.public = append([]byte{2 + byte(G.Y.Bit(0))}, toBytes(G.X)...)
	case 7: // the key is no point
		s.public = append([]byte{2}, toBytes(big.NewInt(5))...)
	case 8: // the key is not below p
		s.public = append([]byte{3}, bytes.Repeat([]byte{0xff}, 32)...)
	}
}

// batches are what the tests of batches need to know.
var batches = testkit.Batches[signed, PublicKey, []byte, messageBatch]{
	New: func(capacity, workers int) messageBatch {
		b := NewBatchVerifierWithCapacity(capacity)
		b.Workers = workers
		return messageBatch{b}
	},
	Decode: NewPublicKey,
	AddKey: func(b messageBatch, p *PublicKey, message, sig []byte) {
		digest, s, rule := parsed(message, sig)
		b.BatchVerifier.AddKey(p, digest, s, rule)
	},
	SignedBy: signedBy,
	Parts:    func(s signed) ([]byte, []byte, []byte, bool) { return s.public, s.message, s.sig, s.valid },
	Spoil:    (*signed).spoil,
	ShiftS:   signed.shiftS,
	Max:      65, // more than a group
}

func init() { batches.Check = batches.Verdicts }

func TestBatch(t *testing.T)            { batches.Test(t) }
func TestBatchNeighbours(t *testing.T)  { batches.Neighbours(t) }
func TestBatchReuse(t *testing.T)       { batches.Reuse(t) }
func TestBatchWorkers(t *testing.T)     { batches.Workers(t) }
func TestBatchAllocations(t *testing.T) { batches.Allocations(t) }
func BenchmarkBatch(b *testing.B)       { batches.Benchmark(b) }

// shiftS returns s with delta added to the s of the signature, which stays low.
func (s signed) shiftS(delta *big.Int) signed {
	S := toInt(s.sig[32:])
	if S.Add(S, delta).BitLen() == 256 {
		S.Sub(S, new(big.Int).Lsh(delta, 1))
	}
	s.sig, s.valid = append(slices.Clone(s.sig[:32]), toBytes(S)...), false
	return s
}

// TestBatchRules has what is valid by one rule only, or by none, and keys that are none.
func TestBatchRules(t *testing.T) {
	k := newKey(t, big.NewInt(12345))
	p, digest := k.PublicKey(), Digest{1, 2, 3}
	low, err := Sign(k, digest)
	if err != nil {
		t.Fatal(err)
	}
	high := low
	n.Neg(&high.s, &high.s)
	hybrid := p.BytesUncompressed()
	hybrid[0] = 6 | hybrid[64]&1
	var b BatchVerifier
	var want []bool
	for _, sig := range []Signature{low, high, {}, {r: low.r}, {s: low.s}} {
		for _, rule := range []Rule{LowS, AnyS, AnyS + 1, -1} {
			for _, key := range [][]byte{p.Bytes(), p.BytesUncompressed(), hybrid, {0}, nil, p.Bytes()[1:]} {
				b.Add(key, digest, sig, rule)
				want = append(want, Verify(key, digest, sig, rule))
			}
			for _, key := range []*PublicKey{p, new(PublicKey), nil} {
				b.AddKey(key, digest, sig, rule)
				want = append(want, key.Verify(digest, sig, rule))
			}
		}
	}
	valid, each := b.Verify(nil)
	if valid || !slices.Equal(each, want) {
		t.Errorf("verdicts %v, want %v", each, want)
	}
	count := 0
	for _, ok := range want {
		if ok {
			count++
		}
	}
	if count != 3*3 { // low by two rules, high by one, under three forms of a key
		t.Errorf("%d are valid", count)
	}
}

// TestBatchRecover compares recovery of many with that of one: with all ids, of which some have
// no key, and with others.
func TestBatchRecover(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		var b BatchRecoverer // the same for all
		for _, count := range []int{0, 1, 2, 7, 8, 9, 63, 64, 65, 200} {
			for _, workers := range []int{0, 3} {
				b.Reset()
				b.Workers = workers
				b.Grow(rng.IntN(10))
				want := make([]*PublicKey, count)
				all := count > 0
				for i := range want {
					digest := Digest(rng.Bytes32())
					k := newKey(t, rng.SecpScalar())
					sig, err := SignRecoverable(k, digest, nil)
					if err != nil {
						t.Fatal(err)
					}
					rule := LowS
					switch rng.IntN(12) {
					case 0: // perhaps of no point
						sig.r = *toScalar(rng.SecpScalar())
					case 1: // r + n, which is not below p
						sig.id |= 2
					case 2: // r + n, perhaps of no point
						sig.r, sig.id = *toScalar(big.NewInt(1 + int64(rng.IntN(20)))), 2|byte(rng.IntN(2))
					case 3:
						sig.id = 4
					case 4: // high
						n.Neg(&sig.s, &sig.s)
						rule = Rule(rng.IntN(2))
					case 5:
						rule = 2
					case 6:
						sig = RecoverableSignature{}
					}
					b.Add(digest, sig, rule)
					if want[i], err = sig.Recover(digest, rule); err != nil {
						all = false
					}
				}
				if b.Len() != count {
					t.Errorf("%d signatures, want %d", b.Len(), count)
				}
				for range 2 {
					ok, keys := b.Recover()
					if ok != all || len(keys) != count || count == 0 && keys != nil {
						t.Fatalf("%d signatures: %v, with %d keys", count, ok, len(keys))
					}
					for i, p := range keys {
						if (p == nil) != (want[i] == nil) || p != nil && !p.Equal(want[i]) {
							t.Errorf("key %d of %d is %v, want %v", i, count, p, want[i])
						}
						if p != nil {
							// Its bytes are those of its point, however that was computed.
							if !bytes.Equal(p.Bytes(), p.Point().Bytes()) || !bytes.Equal(p.BytesUncompressed(), p.Point().BytesUncompressed()) {
								t.Errorf("key %d of %d is %x, and its point %x", i, count, p.Bytes(), p.Point().Bytes())
							}
							*p = PublicKey{} // it is the caller's
						}
					}
				}
			}
		}
	})
	b := NewBatchRecovererWithCapacity(100)
	digest := Digest{1}
	sig, err := SignRecoverable(newKey(t, big.NewInt(5)), digest, nil)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Allocs(t, "recovery of many", 2, func() {
		b.Reset()
		for range 100 {
			b.Add(digest, sig, LowS)
		}
		if all, _ := b.Recover(); !all {
			t.Error("not recovered")
		}
	})
}

// An exception is a signature of z that is valid or has a key only as formulas for special cases have it.
type exception struct {
	name   string
	public *PublicKey
	z      *big.Int
	sig    RecoverableSignature
	valid  bool // under the key
	has    bool // a key that can be recovered:
	key    *PublicKey
}

// newExceptions returns one of each kind, checked alone.
func newExceptions(t *testing.T, rng *testkit.Rand) (all []exception) {
	t.Helper()
	one := big.NewInt(1)
	minus := func(x *big.Int) *big.Int { return modN(new(big.Int).Neg(x)) }
	product := func(x, y *big.Int) *big.Int { return modN(new(big.Int).Mul(x, y)) }
	lambda, _ := new(big.Int).SetString("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", 16)
	signature := func(r, s *big.Int, id int) RecoverableSignature {
		return RecoverableSignature{Signature{*toScalar(r), *toScalar(s)}, byte(id)}
	}
	signed := func(name string, d, z, k *big.Int) {
		sig := modelSignWith(d, z, k)
		all = append(all, exception{name, newKey(t, d).PublicKey(), z, signature(sig.r, sig.s, sig.id), true, true, nil})
	}
	d, z, k := rng.SecpScalar(), rng.SecpScalar(), rng.SecpScalar()
	signed("no exception", d, z, k)
	signed("z = 0", d, new(big.Int), k)
	for _, x := range []*big.Int{one, minus(one), big.NewInt(2), lambda, minus(lambda), product(lambda, lambda)} {
		signed(fmt.Sprintf("Q = [%d]G", x), x, z, k)
		signed(fmt.Sprintf("Q = [%d]G, z = 0", x), x, new(big.Int), k)
		signed(fmt.Sprintf("R = [%d]G", x), d, z, x)
	}
	r := modelSignWith(d, z, k).r
	signed("[z/s]G = [r/s]Q", d, product(r, d), k)
	s := rng.SecpScalar()
	all = append(all,
		exception{"[z/s]G = -[r/s]Q", newKey(t, d).PublicKey(), minus(product(r, d)), signature(r, s, 0), false, true, nil},
		exception{"[s]R = [z]G", newKey(t, d).PublicKey(), product(s, k), signature(r, s, modelSignWith(d, z, k).id), false, false, nil})
	count := 0
	for r := int64(1); count < 2; r++ {
		e := exception{"r + n", nil, z, signature(big.NewInt(r), s, 2+count), true, true, nil}
		var err error
		if e.public, err = e.sig.Recover(Digest(toBytes(z)), AnyS); err == nil {
			all = append(all, e)
			count++
		}
	}
	for i := range all {
		e := &all[i]
		digest := Digest(toBytes(e.z))
		if e.public.Verify(digest, e.sig.Signature, AnyS) != e.valid {
			t.Errorf("%s is %v alone", e.name, !e.valid)
		}
		var err error
		if e.key, err = e.sig.Recover(digest, AnyS); (err == nil) != e.has || e.valid && !e.public.Equal(e.key) {
			t.Errorf("%s has the key %v alone", e.name, e.key)
		}
	}
	return all
}

// TestBatchExceptions has every exception in every lane.
func TestBatchExceptions(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		all := newExceptions(t, testkit.NewRand(t))
		var v BatchVerifier
		var b BatchRecoverer
		for range len(all) {
			all = append(all[1:], all[0])
			v.Reset()
			b.Reset()
			for _, e := range all {
				digest := Digest(toBytes(e.z))
				v.AddKey(e.public, digest, e.sig.Signature, AnyS)
				b.Add(digest, e.sig, AnyS)
			}
			_, each := v.Verify(nil)
			_, keys := b.Recover()
			for i, e := range all {
				if each[i] != e.valid {
					t.Errorf("%s: number %d is %v", e.name, i, each[i])
				}
				if (keys[i] != nil) != e.has || e.has && !keys[i].Equal(e.key) {
					t.Errorf("%s: key %d is %v, want %v", e.name, i, keys[i], e.key)
				}
			}
		}
	})
}

func BenchmarkBatchRecover(b *testing.B) {
	rng := testkit.NewRand(b)
	for _, count := range []int{1, 8, 64, 1024} {
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%d/workers=%d", count, workers), func(b *testing.B) {
				digest := Digest(rng.Bytes32())
				sig, err := SignRecoverable(newKey(b, rng.SecpScalar()), digest, nil)
				if err != nil {
					b.Fatal(err)
				}
				v := BatchRecoverer{Workers: workers}
				b.ResetTimer()
				for range b.N {
					v.Reset()
					for range count {
						v.Add(digest, sig, LowS)
					}
					v.Recover()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/signature")
			})
		}
	}
}
