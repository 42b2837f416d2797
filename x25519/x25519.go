// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package x25519 computes shared secrets with X25519, the Diffie-Hellman
// function of RFC 7748 on Curve25519.
//
// Each side makes a [PrivateKey], sends its [PublicKey] to the other, and gets
// the same 32 bytes from [PrivateKey.SharedSecret]. These are not uniformly
// random: put them through a key derivation function, together with both public
// keys. [SharedSecrets] and [PrivateKey.SharedSecrets] do that with many peers at once, and
// [PublicKeys] makes many public keys.
//
// Keys are the 32 bytes that RFC 7748 specifies, little-endian, the same that
// crypto/ecdh reads and returns. [PrivateKeyFromEd25519] and
// [PublicKeyFromEd25519] make them from Ed25519 keys. [X25519], [ScalarMult] and
// [ScalarBaseMult] are the functions of golang.org/x/crypto/curve25519.
//
// All computations are constant-time, except that errors show and that
// [PublicKeyFromEd25519] is given public keys only.
package x25519

import (
	"crypto"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/curve25519"
	"secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// KeySize is the size of private keys, public keys and shared secrets in bytes.
const KeySize = 32

// Errors. Compare with [errors.Is].
var (
	// ErrKeySize means that a key is not of 32 bytes, or that a [PrivateKey] or a
	// [PublicKey] was never set.
	ErrKeySize = errors.New("x25519: the key is not of 32 bytes")
	// ErrLowOrder means that the shared secret is zero, because the peer's public
	// key is a point of low order: everyone would know the secret. No honest
	// peer has such a key.
	ErrLowOrder = errors.New("x25519: the public key is a point of low order")
	// ErrEd25519Key means that an Ed25519 key is not one: it has the
	// wrong length, or does not encode a point.
	ErrEd25519Key = errors.New("x25519: invalid Ed25519 key")
)

var errUnset = fmt.Errorf("%w: it was never set", ErrKeySize)

// A PrivateKey is a scalar of 32 bytes. They are kept as given and clamped when
// used: bits 0 to 2 are read as 0, bit 255 as 0 and bit 254 as 1.
//
// The zero value is no key: it is only good as a receiver of SetBytes. A PrivateKey may be
// used by several goroutines at once.
type PrivateKey struct {
	k   [KeySize]byte
	set bool
}

// A PublicKey is the u-coordinate of a point, as 32 bytes. They are kept as
// given. As RFC 7748 demands, all values are accepted: bit 255 is ignored, and
// what remains is reduced modulo p = 2^255-19.
//
// The zero value is no key: it is only good as a receiver of SetBytes. A PublicKey may be
// used by several goroutines at once.
type PublicKey struct {
	u   [KeySize]byte
	set bool
}

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped; a reader of zeros
// is an error too, since it is not random.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := &PrivateKey{set: true}
	if err := entropy.ReadKey(random, k.k[:]); err != nil {
		return nil, fmt.Errorf("x25519: %w", err)
	}
	return k, nil
}

// NewPrivateKey returns the private key whose bytes are b. Unless there are 32
// of them, that is an [ErrKeySize].
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	return new(PrivateKey).SetBytes(b)
}

// SetBytes sets k to the private key whose bytes are b, and returns k. Unless
// there are 32 of them it returns nil and [ErrKeySize], and k is unchanged.
func (k *PrivateKey) SetBytes(b []byte) (*PrivateKey, error) {
	if len(b) != KeySize {
		return nil, ErrKeySize
	}
	copy(k.k[:], b)
	k.set = true
	return k, nil
}

// Bytes returns the 32 bytes of k, and nil if k was never set.
func (k *PrivateKey) Bytes() []byte {
	if !k.set {
		return nil
	}
	b := make([]byte, KeySize)
	copy(b, k.k[:])
	return b
}

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. No key
// is equal to one that was never set.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.set && y.set && subtle.ConstantTimeCompare(k.k[:], y.k[:]) == 1
}

// PublicKey returns the public key of k: the u-coordinate of k*B, with B the
// point of u = 9. It is computed each time. Of a PrivateKey that was never set it is a
// PublicKey that was never set. It is constant-time.
//
// Source: RFC 7748, section 6.1.
func (k *PrivateKey) PublicKey() *PublicKey {
	// Inlined, so that the result need not escape.
	return new(PublicKey).setPublic(k)
}

func (p *PublicKey) setPublic(k *PrivateKey) *PublicKey {
	if k.set {
		scalarBaseMult(&p.u, &k.k)
		p.set = true
	}
	return p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys
// of any kind.
func (k *PrivateKey) Public() crypto.PublicKey {
	return k.PublicKey()
}

// SharedSecret returns the 32 bytes that k and peer share with peer's private
// key and the public key of k: the u-coordinate of k*P, where P is a point with
// peer's u-coordinate. If that is zero it returns zeros and [ErrLowOrder], and if one of
// the keys was never set, zeros and an [ErrKeySize]. It is constant-time.
//
// Source: RFC 7748, section 6.1.
func (k *PrivateKey) SharedSecret(peer *PublicKey) ([KeySize]byte, error) {
	var secret [KeySize]byte
	if k == nil || !k.set || peer == nil || !peer.set {
		return secret, errUnset
	}
	curve25519.ScalarMult(&secret, &k.k, &peer.u)
	return secret, checkZero(&secret)
}

// NewPublicKey returns the public key whose bytes are b. Unless there are 32 of
// them, that is an [ErrKeySize].
func NewPublicKey(b []byte) (*PublicKey, error) {
	return new(PublicKey).SetBytes(b)
}

// SetBytes sets p to the public key whose bytes are b, and returns p. Unless
// there are 32 of them it returns nil and [ErrKeySize], and p is unchanged.
func (p *PublicKey) SetBytes(b []byte) (*PublicKey, error) {
	if len(b) != KeySize {
		return nil, ErrKeySize
	}
	copy(p.u[:], b)
	p.set = true
	return p, nil
}

// Bytes returns the 32 bytes of p, and nil if p was never set.
func (p *PublicKey) Bytes() []byte {
	if !p.set {
		return nil
	}
	b := make([]byte, KeySize)
	copy(b, p.u[:])
	return b
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// Equal reports whether x is a *PublicKey with the same bytes. No key is equal to one that
// was never set.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && y != nil && p.set && y.set && subtle.ConstantTimeCompare(p.u[:], y.u[:]) == 1
}

// scalarBaseMult sets dst to the u-coordinate of k*B.
func scalarBaseMult(dst, k *[KeySize]byte) {
	var v edwards25519.Point
	multiplyBase(&v, k)
	v.EncodeMontgomery(dst)
}

// multiplyBase sets v to k*B, computed on the Edwards form of the curve, where the multiples
// of B are in tables.
//
// The clamped scalar is reduced modulo l, the order of B, which changes nothing, and does
// not make it zero.
func multiplyBase(v *edwards25519.Point, k *[KeySize]byte) {
	var s scalar.Scalar
	edwards25519.ReduceClamped(&s, k)
	v.ScalarBaseMult(&s)
}

// checkZero returns [ErrLowOrder] if secret is zero. It is constant-time, but
// for the result.
func checkZero(secret *[KeySize]byte) error {
	var zero [KeySize]byte
	if subtle.ConstantTimeCompare(secret[:], zero[:]) == 1 {
		return ErrLowOrder
	}
	return nil
}
