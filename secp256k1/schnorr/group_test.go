// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

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
		even := new(secp256k1.Point).CondNegate(Q, Q.IsYOdd())
		for _, q := range []*secp256k1.Point{Q, new(secp256k1.Point).Negate(Q)} {
			p, err := NewPublicKeyFromPoint(q)
			if err != nil || !p.Equal(k.PublicKey()) || p.Point().Equal(even) != 1 || k.PublicKey().Point().Equal(even) != 1 {
				t.Errorf("%x: %v, %v", d, p, err)
			}
			x, err := Q.BytesX()
			if err != nil || !bytes.Equal(p.Bytes(), x) {
				t.Errorf("%x: %x, %v", d, p.Bytes(), err)
			}
			p.Point().SetIdentity()
			if p.Point().Equal(even) != 1 {
				t.Error("the point of a key can be changed")
			}
			message := []byte("message")
			if sig, err := Sign(k, message); err != nil || !p.Verify(message, sig) {
				t.Errorf("%x: %x, %v", d, sig, err)
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
		"x is p": {p, secp256k1.ErrNotInField}, "x = 5": {x5, secp256k1.ErrNotOnCurve}, "a length": {x5[1:], nil},
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
	}
}
