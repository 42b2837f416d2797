// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"

	"secant.example/internal/edwards25519"
)

var (
	errEd25519PrivateSize = fmt.Errorf("%w: the private key is not of 64 bytes", ErrEd25519Key)
	errEd25519Public      = fmt.Errorf("%w: the public key does not encode a point", ErrEd25519Key)
)

// PrivateKeyFromEd25519 returns the X25519 private key with the same scalar as
// an Ed25519 private key: the first 32 bytes of SHA-512(seed), clamped. Its
// public key is the [PublicKeyFromEd25519] of the Ed25519 public key. A key
// that is not of 64 bytes is an [ErrEd25519Key]; of its two halves only the
// first, the seed, is used. It is constant-time.
//
// The other half of the hash stays out of it, so secrets shared with this key say nothing
// about the Ed25519 signatures. Still, a key with one use is easier to
// reason about: prefer a new X25519 key where there is a choice.
//
// Source: RFC 8032, section 5.1.5, steps 1 and 2.
func PrivateKeyFromEd25519(privateKey ed25519.PrivateKey) (*PrivateKey, error) {
	if len(privateKey) != ed25519.PrivateKeySize {
		return nil, errEd25519PrivateSize
	}
	h := sha512.Sum512(privateKey[:ed25519.SeedSize])
	h[0] &= 248
	h[31] &= 127
	h[31] |= 64
	return NewPrivateKey(h[:KeySize])
}

// PublicKeyFromEd25519 returns the X25519 public key u = (1+y)/(1-y) for the point
// (x, y) of an Ed25519 public key. A key that is not of 32 bytes or not the canonical
// encoding of a point is an [ErrEd25519Key]; a point of small order is an
// [ErrLowOrder]. It is variable-time: public keys are public.
//
// The points (x, y) and (-x, y) have the same u, so the Ed25519 public key cannot
// be recovered from the result. A point with a component of small order is
// accepted: secrets shared with it are those shared with the point without it.
//
// Source: RFC 7748, section 4.1.
func PublicKeyFromEd25519(publicKey ed25519.PublicKey) (*PublicKey, error) {
	var A edwards25519.Point
	if len(publicKey) != ed25519.PublicKeySize || !A.Decode((*[32]byte)(publicKey), true) {
		return nil, errEd25519Public
	}
	if A.IsSmallOrder() == 1 {
		return nil, ErrLowOrder
	}
	p := &PublicKey{set: true}
	A.EncodeMontgomery(&p.u)
	return p, nil
}
