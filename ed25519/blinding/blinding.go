// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package blinding blinds Ed25519 keys as onion services of Tor, version 3, do.
//
// With 32 bytes, the blinding factor, anyone makes another public key of a public key, and who has the private
// key makes the private key that belongs to it. What that signs is an Ed25519 signature under the blinded
// public key, which is verified by package ed25519 like others. Who knows blinded keys and their signatures,
// and none of the keys that they were made of, cannot tell which of them belong together.
//
// [Factor] is the factor of an onion service for a period of time.
//
// A public key must be the canonical encoding of a point of the subgroup of prime order, other than the
// identity: one with a component of small order would have several encodings that stand for the same service.
//
// # Timing
//
// Everything takes the same time and accesses the same memory for all keys, public ones too, and factors; only
// lengths and errors show.
//
// Source: Tor Rendezvous Specification, version 3, appendix A.2, and section 2.2.7.
package blinding

import (
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/crypto/sha3"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
)

// Sizes in bytes.
const (
	FactorSize      = 32
	PublicKeySize   = ed25519.PublicKeySize // 32: a point
	ExpandedKeySize = 64                    // a scalar and the secret from which nonces are derived
	SignatureSize   = ed25519.SignatureSize // 64: a point R and a scalar S
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key has a wrong length, that its two halves do not belong together, that
	// its scalar is neither clamped nor in [1, l), or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("blinding: invalid private key")
	// ErrPublicKey means that a public key is not of 32 bytes, is not the canonical encoding of a point, or of
	// one that is the identity, or not in the subgroup of prime order.
	ErrPublicKey = errors.New("blinding: invalid public key")
)

var (
	errPrivateSize  = fmt.Errorf("%w: not of 64 bytes", ErrPrivateKey)
	errMismatch     = fmt.Errorf("%w: its public half does not belong to its seed", ErrPrivateKey)
	errScalar       = fmt.Errorf("%w: its scalar is neither clamped nor in [1, l)", ErrPrivateKey)
	errPrivateUnset = fmt.Errorf("%w: it was never set", ErrPrivateKey)
	errPublicSize   = fmt.Errorf("%w: not of 32 bytes", ErrPublicKey)
	errEncoding     = fmt.Errorf("%w: not the canonical encoding of a point", ErrPublicKey)
	errSubgroup     = fmt.Errorf("%w: the identity, or not in the subgroup of prime order", ErrPublicKey)
)

// modL computes modulo l, the order of the subgroup.
var modL = scalar.Edwards25519

// Factor returns the blinding factor of an onion service with a public key of 32 bytes for a period, given by
// its number and its length in minutes; that of Tor is 1440. The secret is what the service shares with its
// clients, and is nil in Tor. A public key of another length is an [ErrPublicKey]; otherwise it is not looked
// at. It is constant-time.
func Factor(publicKey ed25519.PublicKey, secret []byte, period, length uint64) ([FactorSize]byte, error) {
	const base = "(15112221349535400772501151409588531511454012693041857206046113283949847762202, " +
		"46316835694926478169428394003475163141307993866256225615783033603165251855960)"
	if len(publicKey) != PublicKeySize {
		return [FactorSize]byte{}, errPublicSize
	}
	nonce := binary.BigEndian.AppendUint64([]byte("key-blind"), period)
	nonce = binary.BigEndian.AppendUint64(nonce, length)
	h := sha3.New256()
	for _, part := range [][]byte{[]byte("Derive temporary signing key\x00"), publicKey, secret, []byte(base), nonce} {
		h.Write(part)
	}
	return [FactorSize]byte(h.Sum(nil)), nil
}

// BlindPublicKey returns the public key [h]A for a public key A and a blinding factor, which is clamped to h
// as the private keys of RFC 8032 are. A public key that is not as the package asks for is an [ErrPublicKey].
// It is constant-time, but for the error.
//
// h is a multiple of 8 between 2^254 and 2^255, and so none of l, of which the multiples by 8 and more are
// above 2^255: as A has order l, [h]A is never the identity.
func BlindPublicKey(publicKey ed25519.PublicKey, factor [FactorSize]byte) (ed25519.PublicKey, error) {
	if len(publicKey) != PublicKeySize {
		return nil, errPublicSize
	}
	var A curve.Point
	if !A.Decode((*[PublicKeySize]byte)(publicKey), true) {
		return nil, errEncoding
	}
	if A.IsTorsionFree()&(A.IsIdentity()^1) == 0 {
		return nil, errSubgroup
	}
	var h scalar.Scalar
	curve.ReduceClamped(&h, &factor)
	blinded := new([PublicKeySize]byte)
	A.ScalarMult(&h, &A).Encode(blinded)
	return blinded[:], nil
}

// A PrivateKey is an expanded Ed25519 private key: a scalar a, and the 32 secret bytes from which nonces are
// derived.
//
// The zero value is no key: using it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at
// once.
type PrivateKey struct {
	a        scalar.Scalar
	expanded [ExpandedKeySize]byte // the bytes of a, which may be clamped, and the secret
	public   [PublicKeySize]byte   // [a]B
	blinded  bool                  // a is not clamped
}

// NewPrivateKey returns the expanded key of an Ed25519 private key of 64 bytes, the seed and the public key.
// It is an [ErrPrivateKey] if key has another length, or if the halves do not belong together. It is
// constant-time.
//
// Source: RFC 8032, section 5.1.5.
func NewPrivateKey(key ed25519.PrivateKey) (*PrivateKey, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, errPrivateSize
	}
	k := &PrivateKey{expanded: sha512.Sum512(key[:ed25519.SeedSize])}
	k.expanded[0] &= 248
	k.expanded[31] &= 63
	k.expanded[31] |= 64
	k.setPublic()
	if subtle.ConstantTimeCompare(k.public[:], key[ed25519.SeedSize:]) != 1 {
		return nil, errMismatch
	}
	return k, nil
}

// NewExpandedPrivateKey returns the key of 64 bytes that [PrivateKey.Bytes] returns, and that Tor keeps in a
// file, after a header: the scalar, little-endian, which is clamped, or in [1, l) if the key was blinded, and
// the secret from which nonces are derived. Anything else is an [ErrPrivateKey]. It is constant-time, but for
// the error.
func NewExpandedPrivateKey(b []byte) (*PrivateKey, error) {
	if len(b) != ExpandedKeySize {
		return nil, errPrivateSize
	}
	var a scalar.Scalar
	canonical := modL.Decode(&a, (*[32]byte)(b[:32])) & (modL.IsZero(&a) ^ 1)
	clamped := subtle.ConstantTimeByteEq(b[0]&7, 0) & subtle.ConstantTimeByteEq(b[31]&0xc0, 0x40)
	if canonical|clamped == 0 {
		return nil, errScalar
	}
	k := &PrivateKey{expanded: [ExpandedKeySize]byte(b), blinded: clamped == 0}
	k.setPublic()
	return k, nil
}

// setPublic sets a and the public key.
func (k *PrivateKey) setPublic() {
	modL.Reduce(&k.a, (*[32]byte)(k.expanded[:32]))
	new(curve.Point).ScalarBaseMult(&k.a).Encode(&k.public)
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.public != [PublicKeySize]byte{} } // that is of small order

// Blind returns the private key of [BlindPublicKey] of the public key of k, for the same factor: the scalar
// h·a mod l, and another secret from which nonces are derived, the same for all factors: see [PrivateKey.Sign].
// A key that was never set is an [ErrPrivateKey]. It is constant-time.
//
// Of the blinded key, and its factor, anyone computes a. So it has to be kept as secret as k.
func (k *PrivateKey) Blind(factor [FactorSize]byte) (*PrivateKey, error) {
	if !k.isSet() {
		return nil, errPrivateUnset
	}
	var h scalar.Scalar
	curve.ReduceClamped(&h, &factor)
	modL.Mul(&h, &h, &k.a)
	blinded := &PrivateKey{blinded: true}
	modL.Encode((*[32]byte)(blinded.expanded[:32]), &h)
	secret := sha512.Sum512(append([]byte("Derive temporary signing key hash input"), k.expanded[32:]...))
	copy(blinded.expanded[32:], secret[:32])
	blinded.setPublic()
	return blinded, nil
}

// Sign returns the 64-byte Ed25519 signature of message, which is valid under the public key of k. A key that
// was never set is an [ErrPrivateKey]. It is constant-time.
//
// The nonce of a key that is not blinded is SHA-512(secret || message), as in RFC 8032. Those of one that is may
// not be: all keys that were blinded from one key have the same secret. Then one message under two of them would
// have one R, which shows that they belong together, and with the factors the private key. So the secret is
// replaced by SHA-512("secant blinded Ed25519 nonce" || secret || public key), of 64 bytes. Tor signs messages
// that have a fresh key in them; who exports blinded keys to other programs has to do the same.
//
// Source: RFC 8032, section 5.1.6, but for that.
func (k *PrivateKey) Sign(message []byte) ([]byte, error) {
	if !k.isSet() {
		return nil, errPrivateUnset
	}
	var r, c scalar.Scalar
	sig := make([]byte, SignatureSize)
	secret := k.expanded[32:]
	if k.blinded {
		own := sha512.Sum512(slices.Concat([]byte("secant blinded Ed25519 nonce"), secret, k.public[:]))
		secret = own[:]
	}
	hash(&r, secret, nil, message)
	new(curve.Point).ScalarBaseMult(&r).Encode((*[32]byte)(sig[:32]))
	hash(&c, sig[:32], k.public[:], message)
	modL.MulAdd(&c, &c, &k.a, &r)
	modL.Encode((*[32]byte)(sig[32:]), &c)
	return sig, nil
}

// hash sets x = SHA-512(a || b || message) mod l.
func hash(x *scalar.Scalar, a, b, message []byte) {
	var h [sha512.Size]byte
	d := sha512.New()
	d.Write(a)
	d.Write(b)
	d.Write(message)
	d.Sum(h[:0])
	modL.DecodeWide(x, &h)
}

// PublicKey returns the public key of k, which is nil if k was never set.
func (k *PrivateKey) PublicKey() ed25519.PublicKey {
	if !k.isSet() {
		return nil
	}
	return append([]byte(nil), k.public[:]...)
}

// Bytes returns the 64 bytes of k, as [NewExpandedPrivateKey] takes them. Of a PrivateKey that was never set
// it returns nil. It is constant-time.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	return append([]byte(nil), k.expanded[:]...)
}

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. One that was never set is
// not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && k.isSet() && y.isSet() && subtle.ConstantTimeCompare(k.expanded[:], y.expanded[:]) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }
