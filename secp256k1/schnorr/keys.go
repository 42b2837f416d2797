// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"crypto"
	"fmt"
	"io"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// A PrivateKey is a key pair: an integer d in [1, n) and the public key of the point d·G.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and signing with
// it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct {
	key    keys.Private
	odd    int // 1 if d·G has an odd y-coordinate, so that the public key is that of -d, else 0
	public PublicKey
}

// A PublicKey is a decoded public key: a point P with an even y-coordinate.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and under it no
// signature is valid. A PublicKey may be used by several goroutines at once.
type PublicKey struct {
	key keys.Public
	x   [PublicKeySize]byte
}

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped. In the one
// case in 2^127 that these are no private key, it reads again; if that is so 8 times,
// random is not random, and that is an error.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.Generate(random); err != nil {
		return nil, fmt.Errorf("schnorr: %w", err)
	}
	k.setPublic()
	return k, nil
}

// NewPrivateKey returns the private key whose 32 bytes, big-endian, are b. Unless they
// are in [1, n), that is an [ErrPrivateKey]. It is constant-time, but for the error.
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	return new(PrivateKey).SetBytes(b)
}

// NewPrivateKeyFromScalar returns the private key d. If that is 0, it is an [ErrPrivateKey].
// It is constant-time, but for the error.
func NewPrivateKeyFromScalar(d *secp256k1.Scalar) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.SetGroupScalar(d, keyErrors); err != nil {
		return nil, err
	}
	k.setPublic()
	return k, nil
}

// SetBytes sets k to the private key whose 32 bytes, big-endian, are b, and returns k.
// Unless they are in [1, n) it returns nil and an [ErrPrivateKey], and k is unchanged. It
// is constant-time, but for the error.
//
// Source: BIP-340, public key generation.
func (k *PrivateKey) SetBytes(b []byte) (*PrivateKey, error) {
	if err := k.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	k.setPublic()
	return k, nil
}

// setPublic sets the public key of k.
func (k *PrivateKey) setPublic() {
	k.odd = k.public.setPoint(new(curve.Point).ScalarBaseMult(k.key.Scalar()))
}

// setPoint sets p to the public key of P, which is not the identity, and returns 1 if
// P has an odd y-coordinate, so that it is not P but -P, and 0 otherwise. It overwrites P.
func (p *PublicKey) setPoint(P *curve.Point) int {
	odd := P.NormalizeX(&p.x)
	p.key.SetPoint(P.CondNegate(P, odd))
	return odd
}

// evenScalar sets d to d or -d, so that the public key is d·G.
func (k *PrivateKey) evenScalar(d *scalar.Scalar) {
	curve.CondNegate(d, k.key.Scalar(), k.odd)
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.key.IsSet() }

// isSet reports whether p is a key.
func (p *PublicKey) isSet() bool { return p != nil && p.key.IsSet() }

// Bytes returns the 32 bytes, big-endian, that k was made from. Of a PrivateKey that was
// never set it returns nil. It is constant-time.
func (k *PrivateKey) Bytes() []byte { return k.key.Bytes() }

// Scalar returns the integer d, which is 0 if k was never set. The
// point d·G may have an odd y-coordinate: the public key is then that of -d. It is
// constant-time.
func (k *PrivateKey) Scalar() *secp256k1.Scalar { return k.key.GroupScalar() }

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. A key
// that was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.key.Equal(&y.key)
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// PublicKey returns the public key of k. Of a PrivateKey that was never set it is a
// PublicKey that was never set.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := k.public
	return &p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// NewPublicKey returns the public key whose 32 bytes, big-endian, are b: the point with
// this x-coordinate and an even y-coordinate. If there is none, or b has another length,
// that is an [ErrPublicKey]; in the first case it is a [secp256k1.ErrNotInField] or a
// [secp256k1.ErrNotOnCurve], too.
//
// Those who have the 33 bytes of a compressed point drop the first one.
func NewPublicKey(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetBytes(b)
}

// NewPublicKeyFromPoint returns the public key with the x-coordinate of P, which is that of -P
// too. If P is the identity, or was never set, that is an [ErrPublicKey]. It is constant-time,
// but for the error.
func NewPublicKeyFromPoint(P *secp256k1.Point) (*PublicKey, error) {
	Q, err := keyErrors.PublicOf(P)
	if err != nil {
		return nil, err
	}
	p := new(PublicKey)
	p.setPoint(new(curve.Point).Set(Q))
	return p, nil
}

// SetBytes sets p to the public key whose 32 bytes, big-endian, are b, and returns p. If
// it is none, it returns nil and an [ErrPublicKey], and p is unchanged.
//
// Source: BIP-340, lift_x.
func (p *PublicKey) SetBytes(b []byte) (*PublicKey, error) {
	if err := p.key.SetX(b, keyErrors); err != nil {
		return nil, err
	}
	p.x = [PublicKeySize]byte(b)
	return p, nil
}

// Bytes returns the 32 bytes of p. Of a PublicKey that was never set it returns nil.
func (p *PublicKey) Bytes() []byte {
	if !p.isSet() {
		return nil
	}
	b := make([]byte, PublicKeySize)
	copy(b, p.x[:])
	return b
}

// Point returns the point that p is, which has an even y-coordinate. If p was never set, it
// is the identity.
func (p *PublicKey) Point() *secp256k1.Point { return p.key.GroupPoint() }

// Equal reports whether x is a *PublicKey with the same bytes. A key that was never set is
// not equal to any.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && y != nil && p.isSet() && p.x == y.x
}
