// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto"
	"fmt"
	"io"

	"secant.example/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// A PrivateKey is an integer d in [1, n).
//
// The zero value is no key: it is only good as a receiver of SetBytes, and signing with
// it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct{ key keys.Private }

// A PublicKey is a point Q of the curve that is not the identity.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and under it no
// signature is valid. A PublicKey may be used by several goroutines at once.
type PublicKey struct{ key keys.Public }

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped. In the one
// case in 2^127 that these are no private key, it reads again; if that is so 8 times,
// random is not random, and that is an error.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.Generate(random); err != nil {
		return nil, fmt.Errorf("ecdsa: %w", err)
	}
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
	return k, nil
}

// NewPrivateKeyPadded is [NewPrivateKey] for up to 32 bytes, but not none: zeros are put before
// them. Programs that drop the first bytes of a key if they are zero write such keys; in all
// others a short key is a mistake. The length shows.
func NewPrivateKeyPadded(b []byte) (*PrivateKey, error) {
	return parsePrivate((*keys.Private).SetPadded, b)
}

// SetBytes sets k to the private key whose 32 bytes, big-endian, are b, and returns k.
// Unless they are in [1, n) it returns nil and an [ErrPrivateKey], and k is unchanged. It
// is constant-time, but for the error.
func (k *PrivateKey) SetBytes(b []byte) (*PrivateKey, error) {
	if err := k.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	return k, nil
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.key.IsSet() }

// isSet reports whether p is a key.
func (p *PublicKey) isSet() bool { return p != nil && p.key.IsSet() }

// Bytes returns the 32 bytes of k, big-endian. Of a PrivateKey that was never set it
// returns nil. It is constant-time.
func (k *PrivateKey) Bytes() []byte { return k.key.Bytes() }

// Scalar returns the integer d, which is 0 if k was never set. It is constant-time.
func (k *PrivateKey) Scalar() *secp256k1.Scalar { return k.key.GroupScalar() }

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. A key
// that was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.key.Equal(&y.key)
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// PublicKey returns the public key d·G. It is computed each time. Of a PrivateKey that
// was never set it is a PublicKey that was never set. It is constant-time.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := new(PublicKey)
	p.key.SetPublic(&k.key)
	return p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// NewPublicKey returns the public key of which b is the encoding: 33 bytes, 2 or 3 and
// the x-coordinate, or 65 bytes, 4 and both coordinates. Anything else is an
// [ErrPublicKey], and so are the identity and the hybrid form, which [NewPublicKeyHybrid]
// takes. It is a [secp256k1.ErrNotInField] or a [secp256k1.ErrNotOnCurve], too, if the form is
// right but there is no such point.
//
// Source: SEC 1, version 2, section 2.3.4.
func NewPublicKey(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetBytes(b)
}

// NewPublicKeyFromPoint returns the public key Q. If that is the identity, or was never set, it
// is an [ErrPublicKey]. It is constant-time, but for the error.
func NewPublicKeyFromPoint(Q *secp256k1.Point) (*PublicKey, error) {
	p := new(PublicKey)
	if err := p.key.SetGroupPoint(Q, keyErrors); err != nil {
		return nil, err
	}
	return p, nil
}

// NewPublicKeyHybrid is [NewPublicKey] that also takes the hybrid form of 65 bytes: 6, or 7 if
// the y-coordinate is odd, and both coordinates. Bitcoin's consensus and OpenSSL read it.
//
// Source: ANSI X9.62.
func NewPublicKeyHybrid(b []byte) (*PublicKey, error) {
	return parsePublic((*keys.Public).SetBytesHybrid, b)
}

// SetBytes sets p to the public key of which b is the encoding, as [NewPublicKey] has it,
// and returns p. If it is none, it returns nil and an [ErrPublicKey], and p is unchanged.
func (p *PublicKey) SetBytes(b []byte) (*PublicKey, error) {
	if err := p.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	return p, nil
}

// Bytes returns the 33 bytes of p, compressed. Of a PublicKey that was never set it
// returns nil.
func (p *PublicKey) Bytes() []byte { return p.key.Bytes() }

// BytesUncompressed returns the 65 bytes of p, uncompressed. Of a PublicKey that was
// never set it returns nil.
func (p *PublicKey) BytesUncompressed() []byte { return p.key.BytesUncompressed() }

// Point returns the point that p is. If p was never set, it is the identity.
func (p *PublicKey) Point() *secp256k1.Point { return p.key.GroupPoint() }

// Equal reports whether x is a *PublicKey with the same bytes. A key that was never set is
// not equal to any.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && y != nil && p.key.Equal(&y.key)
}
