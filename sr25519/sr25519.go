// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sr25519 implements the Schnorr signatures and the verifiable random function (VRF) of
// schnorrkel, on ristretto255, which Polkadot, other chains made with Substrate, and CometBFT use.
//
// A private key is 64 bytes: a scalar, little-endian, and 32 bytes that go into nonces. Mostly it is
// kept as a seed of 32 bytes, which schnorrkel calls a mini secret key, and which becomes a key in one
// of two ways: [Uniform] or [Ed25519]. A public key is an element, 32 bytes. A signature is an element R
// and a scalar s, 64 bytes, of which the highest bit is set.
//
// What is signed is a transcript of package merlin: a [SigningContext] makes it of a message. Substrate's
// context is "substrate", that of CometBFT is empty.
//
// [PrivateKey.DeriveSoft] and [PrivateKey.DeriveHard] make keys of keys, and [PrivateKey.VRFSign]
// evaluates the VRF, [PrivateKey.VRFSignMerged] on many inputs with one proof. An [ExpandedPublicKey]
// verifies in half the time, a [BatchVerifier] verifies many signatures together, and a [VRFBatchVerifier] many proofs. Outputs that are malleable, and proofs of equal
// logarithms for other points, which schnorrkel has, too, are not here.
//
// # Verdicts
//
// Those of schnorrkel: encodings must be canonical. So the identity, 32 bytes of zero, is a public key,
// for which everyone can sign. Who registers keys of others refuses it: [PublicKey.IsIdentity].
//
// # Timing
//
// Making and deriving private keys, signing and evaluating the VRF take the same time and access the same
// memory for all secrets; only lengths, errors and the options show. Verification is variable-time: what
// it is given is public.
//
// Source: schnorrkel 0.11, whose source is the specification.
package sr25519

import (
	"errors"
	"fmt"

	"secant.example/internal/scalar"
)

// Sizes in bytes.
const (
	SeedSize              = 32 // schnorrkel's mini secret key
	PrivateKeySize        = 64 // a scalar and a nonce seed
	PublicKeySize         = 32 // an element
	SignatureSize         = 64 // an element and a scalar
	ChainCodeSize         = 32
	PreOutputSize         = 32 // an element
	VRFProofSize          = 64 // two scalars
	VRFBatchableProofSize = 96 // two elements and a scalar
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is]. A
// transcript that is broken, or was never made, is a merlin.ErrTranscript.
var (
	// ErrPrivateKey means that a private key or a seed has a wrong length, that the scalar is zero or
	// not below the order of the group, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("sr25519: invalid private key")
	// ErrPublicKey means that a public key is not of 32 bytes, or not the encoding of an element; or
	// that a [PublicKey] was never set.
	ErrPublicKey = errors.New("sr25519: invalid public key")
	// ErrChainCode means that a chain code is not of 32 bytes.
	ErrChainCode = errors.New("sr25519: the chain code is not of 32 bytes")
	// ErrExpansion means that an [Expansion] does not exist.
	ErrExpansion = errors.New("sr25519: unknown expansion of a seed")
	// ErrProof means that a proof is not one for this public key, transcript and pre-output, or that
	// one of them has a wrong form; or that a [VRFOutput] was never set.
	ErrProof = errors.New("sr25519: invalid VRF proof or pre-output")
)

var (
	errSeedSize   = fmt.Errorf("%w: the seed is not of 32 bytes", ErrPrivateKey)
	errPrivSize   = fmt.Errorf("%w: not of 64 bytes", ErrPrivateKey)
	errScalar     = fmt.Errorf("%w: the scalar is zero, or not below the order of the group", ErrPrivateKey)
	errMultiple   = fmt.Errorf("%w: the scalar is no multiple of 8", ErrPrivateKey)
	errUnset      = fmt.Errorf("%w: it was never set", ErrPrivateKey)
	errPublicSize = fmt.Errorf("%w: not of 32 bytes", ErrPublicKey)
	errElement    = fmt.Errorf("%w: not the encoding of an element", ErrPublicKey)
	errPubUnset   = fmt.Errorf("%w: it was never set", ErrPublicKey)
)

// order computes modulo the order of the group.
var order = scalar.Edwards25519
