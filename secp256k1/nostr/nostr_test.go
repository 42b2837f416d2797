// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/schnorr"
)

// signer is what Nostr software asks of one.
type signer interface {
	Generate() error
	InitSec(sec []byte) error
	InitPub(pub []byte) error
	Sec() []byte
	Pub() []byte
	Sign(msg []byte) ([]byte, error)
	Verify(msg, sig []byte) (bool, error)
	ECDH(pub []byte) ([]byte, error)
	Zero()
}

var _ signer = new(Signer)

func TestSigner(t *testing.T) {
	rng := testkit.NewRand(t)
	id := make([]byte, 32)
	rng.Fill(id)
	for range 10 {
		d, e := rng.SecpScalar(), rng.SecpScalar()
		sec, other := testkit.BytesBE(d), testkit.BytesBE(e)
		P, Q := testkit.SecpG.Mult(d), testkit.SecpG.Mult(e)
		pub, otherPub, shared := testkit.BytesBE(P.X), testkit.BytesBE(Q.X), testkit.BytesBE(Q.Mult(d).X)

		var s, verifier, o Signer
		if err := s.InitSec(sec[:]); err != nil {
			t.Fatal(err)
		}
		if err := o.InitSec(other[:]); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.Sec(), sec[:]) || !bytes.Equal(s.Pub(), pub[:]) {
			t.Errorf("%x: secret %x, public %x, want %x", sec, s.Sec(), s.Pub(), pub)
		}
		sig, err := s.Sign(id)
		if err != nil || !schnorr.Verify(pub[:], id, sig) {
			t.Errorf("%x: signature %x, %v", sec, sig, err)
		}
		if err := verifier.InitPub(pub[:]); err != nil {
			t.Fatal(err)
		}
		if verifier.Sec() != nil || !bytes.Equal(verifier.Pub(), pub[:]) {
			t.Errorf("with a public key only: %x, %x", verifier.Sec(), verifier.Pub())
		}
		for _, v := range []*Signer{&s, &verifier} {
			if ok, err := v.Verify(id, sig); !ok || err != nil {
				t.Errorf("%x: %v, %v", sig, ok, err)
			}
			bad := bytes.Clone(sig)
			bad[rng.IntN(64)] ^= 1
			if ok, err := v.Verify(id, bad); ok || err != nil {
				t.Errorf("%x: %v, %v", bad, ok, err)
			}
		}
		if ok, err := o.Verify(id, sig); ok || err != nil {
			t.Errorf("by another key: %v, %v", ok, err)
		}
		if x, err := s.ECDH(otherPub[:]); err != nil || !bytes.Equal(x, shared[:]) {
			t.Errorf("shared secret %x, %v, want %x", x, err, shared)
		}
		if x, err := o.ECDH(pub[:]); err != nil || !bytes.Equal(x, shared[:]) {
			t.Errorf("shared secret %x, %v, want %x", x, err, shared)
		}
	}
}

func TestSignerErrors(t *testing.T) {
	good, five, n := testkit.BytesBE(big.NewInt(6)), testkit.BytesBE(big.NewInt(5)), testkit.BytesBE(testkit.SecpN)
	id := make([]byte, 32)
	var s Signer
	if err := s.InitSec(good[:]); err != nil {
		t.Fatal(err)
	}
	sig, err := s.Sign(id)
	if err != nil {
		t.Fatal(err)
	}
	pub := s.Pub()
	for _, b := range [][]byte{nil, good[:31], append(good[:], 0), make([]byte, 32), n[:]} {
		if err := s.InitSec(b); !errors.Is(err, ErrSecretKey) || !errors.Is(err, schnorr.ErrPrivateKey) || !bytes.Equal(s.Sec(), good[:]) || !bytes.Equal(s.Pub(), pub) {
			t.Errorf("secret key %x: %v", b, err)
		}
	}
	for _, b := range [][]byte{nil, pub[:31], append(bytes.Clone(pub), 0), five[:], bytes.Repeat([]byte{255}, 32)} {
		if err := s.InitPub(b); !errors.Is(err, ErrPublicKey) || !bytes.Equal(s.Sec(), good[:]) || !bytes.Equal(s.Pub(), pub) {
			t.Errorf("public key %x: %v", b, err)
		}
		if x, err := s.ECDH(b); x != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("ECDH with %x: %x, %v", b, x, err)
		}
	}
	for _, size := range []int{0, 31, 33} {
		if sig, err := s.Sign(make([]byte, size)); sig != nil || !errors.Is(err, ErrMessage) {
			t.Errorf("a message of %d bytes: %x, %v", size, sig, err)
		}
		if ok, err := s.Verify(make([]byte, size), sig); ok || !errors.Is(err, ErrMessage) {
			t.Errorf("a message of %d bytes: %v, %v", size, ok, err)
		}
	}
	for _, size := range []int{0, 63, 65} {
		if ok, err := s.Verify(id, make([]byte, size)); ok || !errors.Is(err, ErrSignature) {
			t.Errorf("a signature of %d bytes: %v, %v", size, ok, err)
		}
	}
	check := func(name string, s *Signer) {
		t.Helper()
		if s.Sec() != nil {
			t.Errorf("%s: secret key %x", name, s.Sec())
		}
		if sig, err := s.Sign(id); sig != nil || !errors.Is(err, ErrSecretKey) {
			t.Errorf("%s: signature %x, %v", name, sig, err)
		}
		if x, err := s.ECDH(pub); x != nil || !errors.Is(err, ErrSecretKey) {
			t.Errorf("%s: ECDH %x, %v", name, x, err)
		}
	}
	// A public key replaces the secret one.
	if err := s.InitPub(pub); err != nil {
		t.Fatal(err)
	}
	check("public key only", &s)
	if !reflect.DeepEqual(&s.key, new(schnorr.PrivateKey)) || !reflect.DeepEqual(&s.ecdh, new(ecdh.PrivateKey)) {
		t.Error("the secret key is still there")
	}
	s.Zero()
	check("overwritten", &s)
	if s.Pub() != nil {
		t.Errorf("overwritten: public key %x", s.Pub())
	}
	if ok, err := s.Verify(id, sig); ok || !errors.Is(err, ErrPublicKey) {
		t.Errorf("without a key: %v, %v", ok, err)
	}
	if s.has != none || !reflect.DeepEqual(&s.key, new(schnorr.PrivateKey)) || !reflect.DeepEqual(&s.ecdh, new(ecdh.PrivateKey)) {
		t.Error("Zero leaves something")
	}
}

func TestGenerate(t *testing.T) {
	var a, b Signer
	if err := errors.Join(a.Generate(), b.Generate()); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(a.Sec(), b.Sec()) || bytes.Equal(a.Pub(), b.Pub()) {
		t.Error("two random keys are the same")
	}
	x, err := a.ECDH(b.Pub())
	y, err2 := b.ECDH(a.Pub())
	if err != nil || err2 != nil || !bytes.Equal(x, y) {
		t.Errorf("shared secrets %x, %v, %x, %v", x, err, y, err2)
	}
}

func TestSignerAllocations(t *testing.T) {
	s := newSigner(t, 77)
	sec, pub, id := s.Sec(), s.Pub(), make([]byte, 32)
	sig, err := s.Sign(id)
	if err != nil {
		t.Fatal(err)
	}
	testkit.NoAllocs(t, "InitSec", func() { s.InitSec(sec) })
	testkit.NoAllocs(t, "Verify", func() { s.Verify(id, sig) })
	testkit.NoAllocs(t, "ECDH", func() { s.ECDH(pub) })
	var kept []byte
	testkit.Allocs(t, "Sign, with its result", 1, func() { kept, _ = s.Sign(id) })
	if len(kept) != 64 {
		t.Errorf("a signature of %d bytes", len(kept))
	}
}
