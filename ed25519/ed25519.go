// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ed25519 signs and verifies with Ed25519, Ed25519ctx and Ed25519ph of
// RFC 8032, under verification rules that the caller chooses.
//
// Its keys and options are those of [crypto/ed25519], so they work unchanged in crypto/tls,
// crypto/x509 and golang.org/x/crypto/ssh. Every function of crypto/ed25519 is here, with its
// signature, so that a program changes its import. What differs:
//
//   - [Verify] and [VerifyWithOptions] follow the [Default] rules. [VerifyWithRules] with
//     [StdLib] accepts exactly what crypto/ed25519 does.
//   - A public key of a wrong length makes [Verify] return false and [VerifyWithOptions] an
//     error, where crypto/ed25519 panics. [Sign] and [NewKeyFromSeed] panic on a wrong length,
//     as there; [SignWithOptions], [ParseSeed] and [NewSigner] return an error.
//   - Nil options are the zero value.
//   - Errors have kinds, for [errors.Is], and texts of their own. What a reader returns to
//     [GenerateKey] is wrapped.
//   - The method Sign of a [PrivateKey] still is the standard library's. A [Signer] signs
//     with this package.
//
// # Verification rules
//
// RFC 8032 leaves open what to do with public keys and signatures that no
// honest signer produces, and implementations differ. [Rules] names the
// choices, and four sets of them:
//
//	                   Default     StdLib        FIPS        ZIP215
//	equation           cofactored  cofactorless  cofactored  cofactored
//	small-order A      rejected    accepted      accepted    accepted
//	small-order R      accepted    accepted      accepted    accepted
//	non-canonical A    rejected    accepted      rejected    accepted
//	non-canonical R    rejected    rejected      rejected    accepted
//	S < l              required    required      required    required
//
// A is the public key and (R, S) the signature. All four accept every signature
// made by an honest signer, and none accepts a forgery against an honestly made
// public key. They matter where several parties must agree on whether a
// signature is valid ([ZIP215], or any other set that all of them use), and
// where a signer may be malicious: only rejecting keys of small order, as
// [Default] does, makes a signature bind its maker to one message.
//
// # Many signatures
//
// All ways to verify come to the same verdicts, by any rules. [Verify] and
// [VerifyWithRules] verify one signature. An [ExpandedPublicKey] takes less than half
// the time, for keys that come again, and a [CachingVerifier] finds out which do. A
// [BatchVerifier] verifies signatures under any keys together, in about half the time,
// and says which of them are invalid.
//
// # Timing
//
// Generating keys and signing take the same time and access the same memory for
// all secrets; only lengths and the options show. Verification is
// variable-time: keys, messages and signatures that it is given are public.
package ed25519

import (
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// Sizes in bytes.
const (
	PublicKeySize  = ed25519.PublicKeySize  // 32: a point
	PrivateKeySize = ed25519.PrivateKeySize // 64: the seed and the public key
	SignatureSize  = ed25519.SignatureSize  // 64: a point R and a scalar S
	SeedSize       = ed25519.SeedSize       // 32: the private key of RFC 8032
)

// PublicKey is [crypto/ed25519.PublicKey], the 32-byte encoding of
// a point A.
type PublicKey = ed25519.PublicKey

// PrivateKey is [crypto/ed25519.PrivateKey], 64 bytes: the seed
// followed by the public key that belongs to it.
//
// Its methods are those of crypto/ed25519, so its method Sign runs the standard
// library's code, not that of this package: the signatures are the same, but it takes
// longer. What signs through the [crypto.Signer] interface, such as crypto/x509, crypto/tls and
// golang.org/x/crypto/ssh, signs with this package if it is given a [Signer].
type PrivateKey = ed25519.PrivateKey

// Errors. Those that a function returns may say more than these: compare with
// [errors.Is].
var (
	// ErrPrivateKey means that a private key or seed has the wrong length, or
	// that its two halves do not belong together, or that a [Signer] was never made.
	ErrPrivateKey = errors.New("ed25519: invalid private key")
	// ErrPublicKey means that a public key has the wrong length, does not
	// encode a point, or is not accepted by the rules.
	ErrPublicKey = errors.New("ed25519: invalid public key")
	// ErrSignature means that a signature has the wrong length, is not one
	// of this message under this public key, or is not accepted by the rules.
	ErrSignature = errors.New("ed25519: invalid signature")
	// ErrOptions means that [Options], [SignOptions] or [Rules] ask for something
	// that does not exist, or that does not fit the message.
	ErrOptions = errors.New("ed25519: invalid options")
	// ErrFault means that a signature was made that is not valid: the computer does not
	// compute as it should, or the halves of the private key do not belong together.
	ErrFault = errors.New("ed25519: the signature just made is not valid")
)

var (
	errSeedSize       = fmt.Errorf("%w: the seed is not of 32 bytes", ErrPrivateKey)
	errPrivateKeySize = fmt.Errorf("%w: not of 64 bytes", ErrPrivateKey)
	errMismatch       = fmt.Errorf("%w: its public half does not belong to its seed", ErrPrivateKey)
	errNoSigner       = fmt.Errorf("%w: a Signer that NewSigner did not make", ErrPrivateKey)
	errPublicKeySize  = fmt.Errorf("%w: not of 32 bytes", ErrPublicKey)
	errSmallOrderA    = fmt.Errorf("%w: a point of small order", ErrPublicKey)
	errSignatureSize  = fmt.Errorf("%w: not of 64 bytes", ErrSignature)
	errSRange         = fmt.Errorf("%w: S is not below the order of the group", ErrSignature)
	errSmallOrderR    = fmt.Errorf("%w: R is a point of small order", ErrSignature)
	errHash           = fmt.Errorf("%w: the hash function is neither 0 nor SHA-512", ErrOptions)
	errContext        = fmt.Errorf("%w: the context is longer than 255 bytes", ErrOptions)
	errDigest         = fmt.Errorf("%w: the message of Ed25519ph is not a SHA-512 digest of 64 bytes", ErrOptions)
	errRules          = fmt.Errorf("%w: unknown verification rules", ErrOptions)
)

// GenerateKey returns a new key pair: [NewKeyFromSeed] of 32 bytes read from random, or
// from the system's secure source if random is nil. An error of random is returned,
// wrapped. Zeros are a seed like others, as in crypto/ed25519: a reader of them, which is not
// random, is not an error.
func GenerateKey(random io.Reader) (PublicKey, PrivateKey, error) {
	var seed [SeedSize]byte
	if err := entropy.Read(random, seed[:]); err != nil {
		return nil, nil, fmt.Errorf("ed25519: %w", err)
	}
	privateKey := NewKeyFromSeed(seed[:])
	return privateKey.Public().(PublicKey), privateKey, nil
}

// NewKeyFromSeed returns the private key seed || A for a 32-byte seed, where
// A = s*B and s is the clamped first half of SHA-512(seed). It panics if the seed is not
// of 32 bytes, as the function of crypto/ed25519 does. It is constant-time.
//
// Source: RFC 8032, section 5.1.5.
func NewKeyFromSeed(seed []byte) PrivateKey {
	// The work is in another function so that this one is inlined, and a key that
	// does not outlive its caller needs no allocation.
	return mustSetSeed(make([]byte, PrivateKeySize), seed)
}

func mustSetSeed(privateKey, seed []byte) []byte {
	if err := setSeed(privateKey, seed); err != nil {
		panic(err.Error())
	}
	return privateKey
}

// ParseSeed is [NewKeyFromSeed] for a seed that may have a wrong length, which is an
// [ErrPrivateKey]. It is constant-time.
func ParseSeed(seed []byte) (PrivateKey, error) {
	privateKey := make([]byte, PrivateKeySize)
	if err := setSeed(privateKey, seed); err != nil {
		return nil, err
	}
	return privateKey, nil
}

// setSeed sets a private key of 64 bytes.
func setSeed(privateKey, seed []byte) error {
	if len(seed) != SeedSize {
		return errSeedSize
	}
	var s Signer
	s.expand(seed)
	copy(privateKey, seed)
	new(edwards25519.Point).ScalarBaseMult(&s.s).Encode((*[32]byte)(privateKey[SeedSize:]))
	return nil
}

// modL computes modulo l.
var modL = scalar.Edwards25519

// digest sets h = SHA-512(dom || a || b || message).
func digest(h *[sha512.Size]byte, dom, a, b, message []byte) {
	d := sha512.New() // stays on the stack, which the tests of allocations hold
	d.Write(dom)
	d.Write(a)
	d.Write(b)
	d.Write(message)
	d.Sum(h[:0])
}

// challenge sets k = SHA-512(dom || R || A || message) mod l, from R and A as
// they are encoded in the signature and the public key.
func challenge(k *scalar.Scalar, dom, R, A, message []byte) {
	var h [sha512.Size]byte
	digest(&h, dom, R, A, message)
	modL.DecodeWide(k, &h)
}
