// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ecdh computes shared secrets with the elliptic-curve Diffie-Hellman function
// over secp256k1.
//
// Each side makes a [PrivateKey], sends its [PublicKey] to the other, and gets the same
// 32 bytes from [PrivateKey.SharedSecret], the x-coordinate of the shared point, or from
// [PrivateKey.SharedSecretSHA256], its hash, which is what libsecp256k1 computes unless
// told otherwise. The x-coordinate is not uniformly random: put it through a key
// derivation function, together with both public keys.
//
// The x-coordinates of d·P and of d·(-P) are the same. So a peer can also be given by 32
// bytes, its x-coordinate, as in Nostr ([NewPublicKeyX]); with such keys only
// [PrivateKey.SharedSecret] is of use.
//
// Keys have the forms of SEC 1 and PKCS #8, in DER and PEM as OpenSSL writes them, which are
// those of package ecdsa.
//
// All computations with private keys are constant-time, except that errors show.
//
// Source: SEC 1, version 2, section 3.3.1; RFC 5903, section 9.
package ecdh

import (
	"crypto/sha256"
	"errors"

	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// Sizes in bytes.
const (
	PrivateKeySize            = 32 // an integer in [1, n)
	PublicKeySize             = 33 // a compressed point
	UncompressedPublicKeySize = 65
	XOnlyPublicKeySize        = 32 // an x-coordinate
	SharedSecretSize          = 32
)

// Errors. Those that a function returns may say more than these: compare with
// [errors.Is].
var (
	// ErrPrivateKey means that a private key is zero or not below the order of the group,
	// or that it is not encoded in the form asked for, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("ecdh: invalid private key")
	// ErrPublicKey means that a public key is not a point of the curve, or the identity,
	// or that it is not encoded in the form asked for, or that a [PublicKey] was never set.
	ErrPublicKey = errors.New("ecdh: invalid public key")
)

// A PrivateKey is an integer d in [1, n).
//
// The zero value is no key: it is only good as a receiver of SetBytes.
type PrivateKey struct{ key keys.Private }

// A PublicKey is a point of the curve that is not the identity.
//
// The zero value is no key: it is only good as a receiver of SetBytes and SetXBytes.
type PublicKey struct{ key keys.Public }

// SharedSecret returns the 32 bytes that k and peer share with peer's private key and the
// public key of k: the x-coordinate of d·P, big-endian. A key that was never set is an
// [ErrPrivateKey] or an [ErrPublicKey]. It is constant-time.
//
// Source: RFC 5903, section 9; NIP-04 and NIP-44.
func (k *PrivateKey) SharedSecret(peer *PublicKey) ([SharedSecretSize]byte, error) {
	var P curve.Point
	if err := k.multiply(&P, peer); err != nil {
		return [SharedSecretSize]byte{}, err
	}
	var x [SharedSecretSize]byte
	P.NormalizeX(&x)
	return x, nil
}

// SharedSecretSHA256 returns the SHA-256 hash of d·P, compressed: of the 33 bytes that
// are 2 or 3, by the parity of its y-coordinate, and its x-coordinate. A key that was never
// set is an [ErrPrivateKey] or an [ErrPublicKey]. It is constant-time.
//
// Source: libsecp256k1, the hash function that is its default.
func (k *PrivateKey) SharedSecretSHA256(peer *PublicKey) ([SharedSecretSize]byte, error) {
	var P curve.Point
	if err := k.multiply(&P, peer); err != nil {
		return [SharedSecretSize]byte{}, err
	}
	return sha256.Sum256(P.Encode(new([PublicKeySize]byte))), nil
}

// multiply sets P to d times peer. It is not the identity: the order of the group is
// prime, d is not zero and peer not the identity.
func (k *PrivateKey) multiply(P *curve.Point, peer *PublicKey) error {
	if !k.isSet() {
		return keyErrors.PrivateUnset
	}
	if !peer.isSet() {
		return keyErrors.PublicUnset
	}
	P.ScalarMult(k.key.Scalar(), peer.key.Point())
	return nil
}

// NewPublicKeyX returns the public key whose x-coordinate is b, 32 bytes big-endian, and
// whose y-coordinate is even. If there is none, that is an [ErrPublicKey], with the reasons of
// [NewPublicKey].
//
// Source: BIP-340, lift_x.
func NewPublicKeyX(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetXBytes(b)
}

// SetXBytes sets p to the public key whose x-coordinate is b, as [NewPublicKeyX] has it,
// and returns p. If it is none, it returns nil and an [ErrPublicKey], and p is unchanged.
func (p *PublicKey) SetXBytes(b []byte) (*PublicKey, error) {
	if err := p.key.SetX(b, keyErrors); err != nil {
		return nil, err
	}
	return p, nil
}

// BytesX returns the 32 bytes of the x-coordinate of p. Of a PublicKey that was never set
// it returns nil.
func (p *PublicKey) BytesX() []byte { return p.key.BytesX() }
