// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/secp256k1"
)

// Keys are made of scalars and points, and give them back.
func TestGroup(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 20 {
		d := rng.SecpScalar()
		switch i {
		case 0:
			d = big.NewInt(1)
		case 1:
			d = new(big.Int).Sub(testkit.SecpN, big.NewInt(1))
		}
		scalar, err := secp256k1.NewScalar().SetCanonicalBytes(toBytes(d))
		if err != nil {
			t.Fatal(err)
		}
		k, err := NewPrivateKeyFromScalar(scalar)
		if err != nil || !bytes.Equal(k.Bytes(), toBytes(d)) || k.Scalar().Equal(scalar) != 1 {
			t.Fatalf("%x: %v, %v", d, k, err)
		}
		k.Scalar().Add(scalar, scalar) // changes no key
		if !bytes.Equal(k.Bytes(), toBytes(d)) {
			t.Error("the scalar of a key can be changed")
		}
		Q := new(secp256k1.Point).ScalarBaseMult(scalar)
		p, err := NewPublicKeyFromPoint(Q)
		if err != nil || !p.Equal(k.PublicKey()) || p.Point().Equal(Q) != 1 || k.PublicKey().Point().Equal(Q) != 1 || !bytes.Equal(p.Bytes(), Q.Bytes()) {
			t.Errorf("%x: %v, %v", d, p, err)
		}
		p.Point().SetIdentity()
		if p.Point().Equal(Q) != 1 {
			t.Error("the point of a key can be changed")
		}
		for _, b := range [][]byte{Q.Bytes(), Q.BytesUncompressed(), Q.BytesHybrid()} {
			if got, err := NewPublicKeyHybrid(b); err != nil || !got.Equal(p) || !bytes.Equal(got.Bytes(), Q.Bytes()) || !bytes.Equal(got.BytesUncompressed(), Q.BytesUncompressed()) {
				t.Errorf("%x: %v, %v", b, got, err)
			}
		}
		hybrid := Q.BytesHybrid()
		hybrid[0] ^= 1
		for _, b := range [][]byte{nil, {0}, hybrid, hybrid[:64], Q.Bytes()[1:], append(Q.BytesHybrid(), 0)} {
			if got, err := NewPublicKeyHybrid(b); got != nil || !errors.Is(err, ErrPublicKey) {
				t.Errorf("%x: %v, %v", b, got, err)
			}
		}
	}
	var unset PrivateKey
	if k, err := NewPrivateKeyFromScalar(secp256k1.NewScalar()); k != nil || !errors.Is(err, ErrPrivateKey) || unset.Scalar().IsZero() != 1 {
		t.Errorf("0: %v, %v", k, err)
	}
	for name, q := range map[string]*secp256k1.Point{"the identity": secp256k1.NewIdentityPoint(), "the zero value": new(secp256k1.Point)} {
		if p, err := NewPublicKeyFromPoint(q); p != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	if new(PublicKey).Point().IsIdentity() != 1 || unset.PublicKey().Point().IsIdentity() != 1 {
		t.Error("a public key that was never set has a point")
	}
}

// An error about a coordinate says which kind it is.
func TestReasons(t *testing.T) {
	x5, p := toBytes(big.NewInt(5)), toBytes(testkit.SecpP)
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"x is p": {append([]byte{2}, p...), secp256k1.ErrNotInField}, "x = 5": {append([]byte{3}, x5...), secp256k1.ErrNotOnCurve},
		"x is p, uncompressed": {append(append([]byte{4}, p...), x5...), secp256k1.ErrNotInField}, "y is p": {append(append([]byte{4}, x5...), p...), secp256k1.ErrNotInField},
		"not on the curve": {append(append([]byte{4}, x5...), x5...), secp256k1.ErrNotOnCurve}, "a length": {x5, nil}, "a form": {append([]byte{5}, x5...), nil},
	} {
		_, err := NewPublicKey(c.b)
		if !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %v", name, err)
		}
		for _, reason := range []error{secp256k1.ErrNotInField, secp256k1.ErrNotOnCurve} {
			if errors.Is(err, reason) != (reason == c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		if _, hybrid := NewPublicKeyHybrid(c.b); hybrid != err {
			t.Errorf("%s: %v, want %v", name, hybrid, err)
		}
	}
}

func TestPadded(t *testing.T) {
	full := bytes.Repeat([]byte{7}, 32)
	for size := 1; size <= 32; size++ {
		want := append(make([]byte, 32-size), full[:size]...)
		for _, b := range [][]byte{full[:size], want} {
			if k, err := NewPrivateKeyPadded(b); err != nil || !bytes.Equal(k.Bytes(), want) {
				t.Errorf("%x: %v, %v, want %x", b, k, err, want)
			}
		}
		if k, err := NewPrivateKeyPadded(make([]byte, size)); k != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%d zeros: %v, %v", size, k, err)
		}
	}
	for _, b := range [][]byte{nil, {}, append([]byte{0}, full...), toBytes(testkit.SecpN), bytes.Repeat([]byte{255}, 32)} {
		if k, err := NewPrivateKeyPadded(b); k != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%x: %v, %v", b, k, err)
		}
	}
}
