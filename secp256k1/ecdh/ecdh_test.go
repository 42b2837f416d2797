// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdh

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

func toInt(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

func toBytes(x *big.Int) []byte { b := testkit.BytesBE(x); return b[:] }

// newKey returns the private key d.
func newKey(t testing.TB, d *big.Int) *PrivateKey {
	t.Helper()
	k, err := NewPrivateKey(toBytes(d))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// compressed returns the 33 bytes of P.
func compressed(P testkit.SecpPoint) []byte {
	return append([]byte{2 + byte(P.Y.Bit(0))}, toBytes(P.X)...)
}

// checkShared compares the secrets of a and the peer P, in all its forms, with the textbook.
func checkShared(t *testing.T, a *big.Int, P testkit.SecpPoint) {
	t.Helper()
	k := newKey(t, a)
	S := P.Mult(a)
	want, wantHash := toBytes(S.X), sha256.Sum256(compressed(S))
	for _, b := range [][]byte{compressed(P), slices.Concat([]byte{4}, toBytes(P.X), toBytes(P.Y))} {
		peer, err := NewPublicKey(b)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := k.SharedSecret(peer); err != nil || !bytes.Equal(got[:], want) {
			t.Errorf("%x times %x: %x, %v, want %x", a, b, got, err, want)
		}
		if got, err := k.SharedSecretSHA256(peer); err != nil || got != wantHash {
			t.Errorf("%x times %x, hashed: %x, %v, want %x", a, b, got, err, wantHash)
		}
		if !bytes.Equal(peer.Bytes(), compressed(P)) || !bytes.Equal(peer.BytesX(), toBytes(P.X)) || len(peer.BytesUncompressed()) != 65 {
			t.Errorf("%x comes back as %x", b, peer.Bytes())
		}
	}
	peer, err := NewPublicKeyX(toBytes(P.X))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := k.SharedSecret(peer); err != nil || !bytes.Equal(got[:], want) {
		t.Errorf("%x times the x-coordinate %x: %x, %v, want %x", a, P.X, got, err, want)
	}
	if even, _ := testkit.SecpLift(P.X, 0); !bytes.Equal(peer.Bytes(), compressed(even)) {
		t.Errorf("the x-coordinate %x comes back as %x", P.X, peer.Bytes())
	}
}

// TestModel compares with the textbook, and has both sides agree.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	n := testkit.SecpN
	edges := []*big.Int{big.NewInt(1), big.NewInt(2), big.NewInt(3), new(big.Int).Sub(n, big.NewInt(1)), new(big.Int).Sub(n, big.NewInt(2)), new(big.Int).Rsh(n, 1)}
	testkit.Kernels(t, func(t *testing.T) {
		for _, a := range edges {
			for _, b := range edges[:4] {
				checkShared(t, a, testkit.SecpG.Mult(b))
			}
		}
		for range 10 {
			a, b := rng.SecpScalar(), rng.SecpScalar()
			checkShared(t, a, testkit.SecpG.Mult(b))
			alice, bob := newKey(t, a), newKey(t, b)
			if !bytes.Equal(alice.PublicKey().Bytes(), compressed(testkit.SecpG.Mult(a))) {
				t.Errorf("%x: public key %x", a, alice.PublicKey().Bytes())
			}
			ofAlice, err := alice.SharedSecretSHA256(bob.PublicKey())
			ofBob, bobErr := bob.SharedSecretSHA256(alice.PublicKey())
			if err != nil || bobErr != nil || ofAlice != ofBob {
				t.Errorf("%x and %x do not agree: %x, %v, %x, %v", a, b, ofAlice, err, ofBob, bobErr)
			}
		}
	})
}

// TestXOnlyPeer has both sides know only the x-coordinate of the other.
func TestXOnlyPeer(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		a, b := rng.SecpScalar(), rng.SecpScalar()
		alice, bob := newKey(t, a), newKey(t, b)
		toBob, err := NewPublicKeyX(bob.PublicKey().BytesX())
		if err != nil {
			t.Fatal(err)
		}
		toAlice, err := NewPublicKeyX(alice.PublicKey().BytesX())
		if err != nil {
			t.Fatal(err)
		}
		x, err := alice.SharedSecret(toBob)
		y, err2 := bob.SharedSecret(toAlice)
		if err != nil || err2 != nil || x != y {
			t.Errorf("%x and %x do not agree: %x, %v, %x, %v", a, b, x, err, y, err2)
		}
	}
}

func TestKeys(t *testing.T) {
	n := testkit.SecpN
	old := newKey(t, big.NewInt(5))
	testkit.CheckSecpPrivateKey[PrivateKey](t, ErrPrivateKey)
	last := newKey(t, new(big.Int).Sub(n, big.NewInt(1)))
	if !bytes.Equal(last.Bytes(), toBytes(new(big.Int).Sub(n, big.NewInt(1)))) || last.Equal(old) || last.PublicKey().Equal(old.Public()) {
		t.Error("the last private key")
	}
	p := old.PublicKey()
	short, long := p.Bytes(), p.BytesUncompressed()
	hybrid, off := slices.Clone(long), slices.Clone(long)
	hybrid[0] = 6 | hybrid[64]&1
	off[64] ^= 1
	for _, b := range [][]byte{
		nil, {0}, make([]byte, 33), make([]byte, 65), short[:32], append(slices.Clone(short), 0), long[:64], hybrid, off,
		append([]byte{2}, toBytes(big.NewInt(5))...), append([]byte{3}, toBytes(testkit.SecpP)...), short[1:],
	} {
		q := *p
		if got, err := q.SetBytes(b); got != nil || !errors.Is(err, ErrPublicKey) || !q.Equal(p) {
			t.Errorf("public key %x: %v, %v", b, got, err)
		}
	}
	for _, b := range [][]byte{nil, make([]byte, 31), make([]byte, 32), short, toBytes(big.NewInt(5)), toBytes(testkit.SecpP), bytes.Repeat([]byte{255}, 32)} {
		q := *p
		if got, err := q.SetXBytes(b); got != nil || !errors.Is(err, ErrPublicKey) || !q.Equal(p) {
			t.Errorf("x-coordinate %x: %v, %v", b, got, err)
		}
	}
	var none PublicKey
	if none.Bytes() != nil || none.BytesUncompressed() != nil || none.BytesX() != nil || none.Equal(p) || p.Equal(&none) || p.Equal(nil) || p.Equal((*PublicKey)(nil)) || none.Equal(&none) || old.Equal(nil) || old.Equal((*PrivateKey)(nil)) {
		t.Error("keys that were never set")
	}
	for _, peer := range []*PublicKey{nil, &none, new(PrivateKey).PublicKey()} {
		if s, err := old.SharedSecret(peer); s != [32]byte{} || !errors.Is(err, ErrPublicKey) {
			t.Errorf("no peer: %x, %v", s, err)
		}
		if s, err := old.SharedSecretSHA256(peer); s != [32]byte{} || !errors.Is(err, ErrPublicKey) {
			t.Errorf("no peer, hashed: %x, %v", s, err)
		}
	}
	old.Zero()
	if s, err := old.SharedSecret(p); s != [32]byte{} || !errors.Is(err, ErrPrivateKey) {
		t.Errorf("a key that was overwritten: %x, %v", s, err)
	}
	if s, err := old.SharedSecretSHA256(p); s != [32]byte{} || !errors.Is(err, ErrPrivateKey) {
		t.Errorf("a key that was overwritten, hashed: %x, %v", s, err)
	}
	if s, err := (*PrivateKey)(nil).SharedSecret(p); s != [32]byte{} || !errors.Is(err, ErrPrivateKey) {
		t.Errorf("no key: %x, %v", s, err)
	}
}

func TestGenerateKey(t *testing.T) { testkit.CheckSecpGenerateKey(t, GenerateKey) }

func TestAllocations(t *testing.T) {
	k := newKey(t, big.NewInt(12345))
	secret := k.Bytes()
	peer := newKey(t, big.NewInt(54321)).PublicKey()
	b, x := peer.Bytes(), peer.BytesX()
	testkit.NoAllocs(t, "SharedSecret", func() { k.SharedSecret(peer) })
	testkit.NoAllocs(t, "SharedSecretSHA256", func() { k.SharedSecretSHA256(peer) })
	testkit.NoAllocs(t, "SetBytes", func() { k.SetBytes(secret) })
	testkit.NoAllocs(t, "PublicKey.SetBytes", func() { peer.SetBytes(b) })
	testkit.NoAllocs(t, "PublicKey.SetXBytes", func() { peer.SetXBytes(x) })
}

// FuzzSharedSecret gives private and public keys that are any bytes.
func FuzzSharedSecret(f *testing.F) {
	P := testkit.SecpG.Mult(big.NewInt(7))
	f.Add(toBytes(big.NewInt(3)), compressed(P))
	f.Add(toBytes(testkit.SecpN), compressed(P))
	f.Add(toBytes(big.NewInt(3)), toBytes(P.X))
	f.Add(toBytes(big.NewInt(3)), slices.Concat([]byte{4}, toBytes(P.X), toBytes(P.Y)))
	f.Add([]byte{}, []byte{0})
	f.Fuzz(func(t *testing.T, private, public []byte) {
		k, err := NewPrivateKey(private)
		if ok := len(private) == 32 && toInt(private).Sign() > 0 && toInt(private).Cmp(testkit.SecpN) < 0; ok != (err == nil) || err != nil && !errors.Is(err, ErrPrivateKey) {
			t.Fatalf("private key %x: %v", private, err)
		}
		var want testkit.SecpPoint
		var ok bool
		switch {
		case len(public) == 32:
			want, ok = testkit.SecpLift(toInt(public), 0)
		case len(public) == 33 && public[0]|1 == 3:
			want, ok = testkit.SecpLift(toInt(public[1:]), uint(public[0]&1))
		case len(public) == 65 && public[0] == 4:
			want, ok = testkit.SecpLift(toInt(public[1:33]), uint(public[64]&1))
			ok = ok && want.Y.Cmp(toInt(public[33:])) == 0
		}
		parse := NewPublicKey
		if len(public) == 32 {
			parse = NewPublicKeyX
		}
		_, err = parse(public)
		if ok != (err == nil) || err != nil && !errors.Is(err, ErrPublicKey) {
			t.Fatalf("public key %x: %v", public, err)
		}
		if ok && k != nil {
			checkShared(t, toInt(private), want)
		}
	})
}

func BenchmarkECDH(b *testing.B) {
	k, peer := newKey(b, big.NewInt(0xabcdef)), newKey(b, big.NewInt(0x123456)).PublicKey()
	x := peer.BytesX()
	b.Run("SharedSecret", func(b *testing.B) {
		for range b.N {
			k.SharedSecret(peer)
		}
	})
	b.Run("SharedSecret from 32 bytes", func(b *testing.B) {
		for range b.N {
			peer.SetXBytes(x)
			k.SharedSecret(peer)
		}
	})
}
