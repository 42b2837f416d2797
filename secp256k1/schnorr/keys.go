// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"crypto"
	"crypto/subtle"
	"fmt"
	"io"

	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/scheme"
)

// A PrivateKey is a key pair: an integer d in [1, n) and the public key of the point d·G.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and signing with
// it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct {
	d      secp256k1.Scalar // ±the secret, so that d·G has an even y-coordinate
	odd    int              // 1 if the secret is -d, else 0
	public PublicKey
}

// A PublicKey is a decoded public key: a point P with an even y-coordinate.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and under it no
// signature is valid. A PublicKey may be used by several goroutines at once.
type PublicKey struct {
	point secp256k1.Point
	x     [PublicKeySize]byte
	set   bool
}

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped. In the one
// case in 2^127 that these are no private key, it reads again; if that is so 8 times,
// random is not random, and that is an error.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	var d secp256k1.Scalar
	if err := scheme.GenerateKey(&d, random); err != nil {
		return nil, fmt.Errorf("schnorr: %w", err)
	}
	k := new(PrivateKey)
	k.setScalar(&d)
	return k, nil
}

// NewPrivateKey returns the private key whose 32 bytes, big-endian, are b. Unless they
// are in [1, n), that is an [ErrPrivateKey]. It is constant-time, but for the error.
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	return new(PrivateKey).SetBytes(b)
}

// SetBytes sets k to the private key whose 32 bytes, big-endian, are b, and returns k.
// Unless they are in [1, n) it returns nil and an [ErrPrivateKey], and k is unchanged. It
// is constant-time, but for the error.
//
// Source: BIP-340, public key generation.
func (k *PrivateKey) SetBytes(b []byte) (*PrivateKey, error) {
	if len(b) != PrivateKeySize {
		return nil, errPrivateKeySize
	}
	var d secp256k1.Scalar
	if !scheme.SetNonZero(&d, b) {
		return nil, errPrivateKeyRange
	}
	k.setScalar(&d)
	return k, nil
}

// setScalar sets k to the key pair of d, which is not 0.
func (k *PrivateKey) setScalar(d *secp256k1.Scalar) {
	k.odd = k.public.setPoint(new(secp256k1.Point).ScalarBaseMult(d))
	k.d.CondNegate(d, k.odd)
}

// setPoint sets p to the public key of P, which is not the identity, and returns 1 if
// P has an odd y-coordinate, so that it is not P but -P, and 0 otherwise.
func (p *PublicKey) setPoint(P *secp256k1.Point) int {
	affine := scheme.Normalize(p.point.Set(P))
	odd := int(affine[64] & 1)
	p.point.CondNegate(&p.point, odd)
	copy(p.x[:], affine[1:])
	p.set = true
	return odd
}

// Bytes returns the 32 bytes, big-endian, that k was made from. It is constant-time.
func (k *PrivateKey) Bytes() []byte {
	var d secp256k1.Scalar
	return d.CondNegate(&k.d, k.odd).Bytes()
}

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.d.Equal(&y.d)&subtle.ConstantTimeEq(int32(k.odd), int32(y.odd)) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// PublicKey returns the public key of k.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := k.public
	return &p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// NewPublicKey returns the public key whose 32 bytes, big-endian, are b: the point with
// this x-coordinate and an even y-coordinate. If there is none, or b has another length,
// that is an [ErrPublicKey].
//
// Those who have the 33 bytes of a compressed point drop the first one.
func NewPublicKey(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetBytes(b)
}

// SetBytes sets p to the public key whose 32 bytes, big-endian, are b, and returns p. If
// it is none, it returns nil and an [ErrPublicKey], and p is unchanged.
//
// Source: BIP-340, lift_x.
func (p *PublicKey) SetBytes(b []byte) (*PublicKey, error) {
	if len(b) != PublicKeySize {
		return nil, errPublicKeySize
	}
	if _, err := p.point.SetXBytes(b); err != nil {
		return nil, errPublicKeyPoint
	}
	p.x, p.set = [PublicKeySize]byte(b), true
	return p, nil
}

// Bytes returns the 32 bytes of p. Of a PublicKey that was never set it returns nil.
func (p *PublicKey) Bytes() []byte {
	if !p.set {
		return nil
	}
	b := make([]byte, PublicKeySize)
	copy(b, p.x[:])
	return b
}

// Equal reports whether x is a *PublicKey with the same bytes.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && y != nil && p.set == y.set && p.x == y.x
}
