// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"crypto"
	"crypto/sha512"
	"crypto/subtle"
	"fmt"
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	"secant.example/merlin"
	"secant.example/ristretto255"
)

// An Expansion is how a seed becomes a private key. The zero value is none.
type Expansion int

const (
	// Uniform takes the scalar and the nonce seed from a transcript: schnorrkel's
	// ExpansionMode::Uniform.
	Uniform Expansion = 1 + iota
	// Ed25519 takes them from SHA-512 as Ed25519 does, with the clamped scalar divided by 8:
	// schnorrkel's ExpansionMode::Ed25519, which Substrate uses.
	Ed25519
)

// A PrivateKey is a scalar x, 32 secret bytes that go into nonces, and the public key [x]B.
//
// The zero value is no key: signing with it is an [ErrPrivateKey]. A PrivateKey may be used by several
// goroutines at once.
type PrivateKey struct {
	x      scalar.Scalar
	nonce  [32]byte
	public PublicKey
}

// A PublicKey is a decoded public key.
//
// The zero value is no key: under it no signature is valid. A PublicKey may be used by several
// goroutines at once.
type PublicKey struct {
	element  curve.Element
	encoding [PublicKeySize]byte
}

// GenerateKey returns a new private key, of 96 bytes read from random, or from the system's secure source
// if random is nil: 64 for the scalar, modulo the order of the group, and 32 for the nonce seed. An error
// of random is returned, wrapped; so is one if the bytes are zero.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	var wide [64]byte
	var x scalar.Scalar
	k := new(PrivateKey)
	if err := entropy.ReadKey(random, wide[:]); err != nil {
		return nil, fmt.Errorf("sr25519: %w", err)
	}
	if err := entropy.ReadKey(random, k.nonce[:]); err != nil {
		return nil, fmt.Errorf("sr25519: %w", err)
	}
	order.DecodeWide(&x, &wide)
	if err := k.setScalar(&x); err != nil {
		return nil, err
	}
	return k, nil
}

// NewKeyFromSeed returns the private key that a seed of 32 bytes becomes. A seed of another length is
// an [ErrPrivateKey], and an expansion that does not exist an [ErrExpansion]. It is constant-time.
//
// Source: schnorrkel, MiniSecretKey::expand.
func NewKeyFromSeed(seed []byte, expansion Expansion) (*PrivateKey, error) {
	if len(seed) != SeedSize {
		return nil, errSeedSize
	}
	k := new(PrivateKey)
	var wide [64]byte
	var x scalar.Scalar
	switch expansion {
	case Uniform:
		t := merlin.NewTranscript("ExpandSecretKeys")
		t.AppendMessage("mini", seed)
		if err := t.ExtractBytes(wide[:], "sk"); err != nil {
			return nil, err
		}
		if err := t.ExtractBytes(k.nonce[:], "no"); err != nil {
			return nil, err
		}
		order.DecodeWide(&x, &wide)
	case Ed25519:
		wide = sha512.Sum512(seed)
		copy(k.nonce[:], wide[32:])
		clear(wide[32:])
		wide[0] &= 248
		wide[31] = wide[31]&63 | 64
		divide8((*[32]byte)(wide[:]))
		order.DecodeWide(&x, &wide) // below 2^252, which is below the order
	default:
		return nil, ErrExpansion
	}
	if err := k.setScalar(&x); err != nil {
		return nil, err
	}
	return k, nil
}

// divide8 divides a little-endian integer by 8.
func divide8(b *[32]byte) {
	for i := range 31 {
		b[i] = b[i]>>3 | b[i+1]<<5
	}
	b[31] >>= 3
}

// NewPrivateKey returns the private key of 64 bytes: the scalar, little-endian, and the nonce seed. It
// is an [ErrPrivateKey] if b has another length, or if the scalar is 0, or not below the order of the
// group. It is constant-time, but for the error.
//
// Source: schnorrkel, SecretKey::from_bytes, which accepts 0.
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	if len(b) != PrivateKeySize {
		return nil, errPrivSize
	}
	return newPrivateKey((*[32]byte)(b), b[32:])
}

// NewPrivateKeyFromEd25519 returns the private key of 64 bytes of which the first half is 8 times the
// scalar: the form in which Substrate's wallets keep keys, and that of an expanded Ed25519 key. It is an
// [ErrPrivateKey] if b has another length, or the first half is no multiple of 8, or the scalar is 0, or
// not below the order of the group. It is constant-time, but for the error.
//
// Source: schnorrkel, SecretKey::from_ed25519_bytes, which ignores the lowest three bits.
func NewPrivateKeyFromEd25519(b []byte) (*PrivateKey, error) {
	if len(b) != PrivateKeySize {
		return nil, errPrivSize
	}
	if b[0]&7 != 0 {
		return nil, errMultiple
	}
	x := [32]byte(b)
	divide8(&x)
	return newPrivateKey(&x, b[32:])
}

func newPrivateKey(b *[32]byte, nonce []byte) (*PrivateKey, error) {
	var x scalar.Scalar
	if order.Decode(&x, b) == 0 {
		return nil, errScalar
	}
	k := new(PrivateKey)
	copy(k.nonce[:], nonce)
	if err := k.setScalar(&x); err != nil {
		return nil, err
	}
	return k, nil
}

// setScalar sets the scalar of k, and its public key.
func (k *PrivateKey) setScalar(x *scalar.Scalar) error {
	if order.IsZero(x) == 1 {
		return errScalar
	}
	k.x = *x
	// Half the element is computed, because its double is encoded in less time.
	var half scalar.Scalar
	var halves [1]curve.Element
	var encoding [1][32]byte
	order.Halve(&half, x)
	q := halves[0].Point().ScalarBaseMult(&half)
	curve.EncodeDoubles(encoding[:], halves[:])
	k.public.encoding = encoding[0]
	k.public.element.Point().Double(q)
	return nil
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.public.isSet() }

// isSet reports whether p is a key.
func (p *PublicKey) isSet() bool { return p != nil && p.element.Point().IsValid() }

// Bytes returns the 64 bytes of k, of which [NewPrivateKey] makes it again. Of a PrivateKey that was
// never set it returns nil. It is constant-time.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	b := make([]byte, PrivateKeySize)
	order.Encode((*[32]byte)(b), &k.x)
	copy(b[32:], k.nonce[:])
	return b
}

// Ed25519Bytes returns the 64 bytes of which [NewPrivateKeyFromEd25519] makes k again. Of a PrivateKey
// that was never set it returns nil. It is constant-time.
func (k *PrivateKey) Ed25519Bytes() []byte {
	b := k.Bytes()
	if b == nil {
		return nil
	}
	for i := 31; i > 0; i-- {
		b[i] = b[i]<<3 | b[i-1]>>5
	}
	b[0] <<= 3
	return b
}

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. A key that was never
// set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	if !ok || !k.isSet() || !y.isSet() {
		return false
	}
	return order.Equal(&k.x, &y.x)&subtle.ConstantTimeCompare(k.nonce[:], y.nonce[:]) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// PublicKey returns the public key of k. Of a PrivateKey that was never set it is a PublicKey that was
// never set.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := k.public
	return &p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// NewPublicKey returns the public key that 32 bytes encode. If b has another length, or is not the
// encoding of an element, it is an [ErrPublicKey].
func NewPublicKey(b []byte) (*PublicKey, error) {
	if len(b) != PublicKeySize {
		return nil, errPublicSize
	}
	p := &PublicKey{encoding: [PublicKeySize]byte(b)}
	if !p.element.Decode(&p.encoding) {
		return nil, errElement
	}
	return p, nil
}

// Bytes returns the 32 bytes of p. Of a PublicKey that was never set it returns nil.
func (p *PublicKey) Bytes() []byte {
	if !p.isSet() {
		return nil
	}
	return append([]byte(nil), p.encoding[:]...)
}

// Element returns the element that p is, which is the identity if p was never set.
func (p *PublicKey) Element() *ristretto255.Element {
	e := ristretto255.NewElement()
	if p.isSet() {
		if _, err := e.SetCanonicalBytes(p.encoding[:]); err != nil {
			return ristretto255.NewElement()
		}
	}
	return e
}

// IsIdentity reports whether p is the identity, for which everyone can sign.
func (p *PublicKey) IsIdentity() bool { return p.isSet() && p.encoding == [PublicKeySize]byte{} }

// Equal reports whether x is a *PublicKey with the same bytes. A key that was never set is not equal to
// any.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && p.isSet() && y.isSet() && p.encoding == y.encoding
}
