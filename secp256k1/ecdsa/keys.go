// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto"
	"fmt"
	"io"

	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/scheme"
)

// A PrivateKey is an integer d in [1, n).
//
// The zero value is no key: it is only good as a receiver of SetBytes, and signing with
// it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct {
	d   secp256k1.Scalar
	set bool
}

// A PublicKey is a point Q of the curve that is not the identity.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and under it no
// signature is valid. A PublicKey may be used by several goroutines at once.
type PublicKey struct {
	point secp256k1.Point
	set   bool
}

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped. In the one
// case in 2^127 that these are no private key, it reads again; if that is so 8 times,
// random is not random, and that is an error.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := &PrivateKey{set: true}
	if err := scheme.GenerateKey(&k.d, random); err != nil {
		return nil, fmt.Errorf("ecdsa: %w", err)
	}
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
func (k *PrivateKey) SetBytes(b []byte) (*PrivateKey, error) {
	if len(b) != PrivateKeySize {
		return nil, errPrivateKeySize
	}
	var d secp256k1.Scalar
	if !scheme.SetNonZero(&d, b) {
		return nil, errPrivateKeyRange
	}
	k.d, k.set = d, true
	return k, nil
}

// Bytes returns the 32 bytes of k, big-endian.
func (k *PrivateKey) Bytes() []byte { return k.d.Bytes() }

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.d.Equal(&y.d) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// PublicKey returns the public key d·G. It is computed each time. Of a PrivateKey that
// was never set it is a PublicKey that was never set. It is constant-time.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := new(PublicKey)
	if k.set {
		scheme.Normalize(p.point.ScalarBaseMult(&k.d))
		p.set = true
	}
	return p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// NewPublicKey returns the public key of which b is the encoding: 33 bytes, 2 or 3 and
// the x-coordinate, or 65 bytes, 4 and both coordinates. Anything else is an
// [ErrPublicKey], and so are the identity and the hybrid form.
//
// Source: SEC 1, version 2, section 2.3.4.
func NewPublicKey(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetBytes(b)
}

// SetBytes sets p to the public key of which b is the encoding, as [NewPublicKey] has it,
// and returns p. If it is none, it returns nil and an [ErrPublicKey], and p is unchanged.
func (p *PublicKey) SetBytes(b []byte) (*PublicKey, error) {
	if len(b) != PublicKeySize && len(b) != UncompressedPublicKeySize {
		return nil, errPublicKeyPoint
	}
	if _, err := p.point.SetBytes(b); err != nil {
		return nil, errPublicKeyPoint
	}
	p.set = true
	return p, nil
}

// Bytes returns the 33 bytes of p, compressed. Of a PublicKey that was never set it
// returns nil.
func (p *PublicKey) Bytes() []byte {
	if !p.set {
		return nil
	}
	return p.point.Bytes()
}

// BytesUncompressed returns the 65 bytes of p, uncompressed. Of a PublicKey that was
// never set it returns nil.
func (p *PublicKey) BytesUncompressed() []byte {
	if !p.set {
		return nil
	}
	return p.point.BytesUncompressed()
}

// Equal reports whether x is a *PublicKey with the same bytes.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && y != nil && p.set == y.set && (!p.set || p.point.Equal(&y.point) == 1)
}
