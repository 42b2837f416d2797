// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package schnorr signs and verifies with BIP-340, the Schnorr signatures of Bitcoin
// and Nostr over secp256k1.
//
// Private keys are 32 bytes, public keys 32, and signatures 64, all big-endian. A
// public key is the x-coordinate of the point P = d·G whose y-coordinate is even; so d
// and n-d have the same public key. Messages are of any length, and are hashed with
// SHA-256 as part of the scheme. No length or encoding makes a function panic: what is
// wrong is an error, or false from [Verify].
//
// A [PrivateKey] is the key pair: signing with it multiplies the generator once. A
// [PublicKey] is one that was decoded, which saves a square root each time it
// verifies. A [BatchVerifier] verifies many signatures together, in a fraction of the
// time, and says which of them are invalid.
//
// # Auxiliary randomness
//
// [Sign] mixes 32 random bytes of the system into the nonce, as the BIP recommends.
// [Options] can give others, or ask for none: deterministic signatures, of 32 zero bytes, which
// the BIP allows; they are secure but for some attacks by faults and side channels.
//
// # Timing
//
// Generating keys, signing and tweaking private keys take the same time and access the
// same memory for all secrets; only lengths, errors and the options show. Verification is
// variable-time: keys, messages and signatures that it is given are public.
//
// Source: BIP-340, and BIP-341 for the tweaks.
package schnorr

import (
	"errors"
	"fmt"

	"secant.example/internal/scalar"
	"secant.example/secp256k1/internal/keys"
)

// n computes modulo the order of the group.
var n = scalar.Secp256k1

// Sizes in bytes.
const (
	PublicKeySize  = 32 // an x-coordinate
	PrivateKeySize = 32 // an integer in [1, n)
	SignatureSize  = 64 // an x-coordinate r and an integer s
	AuxSize        = 32 // auxiliary random data
)

// Errors. Those that a function returns may say more than these: compare with
// [errors.Is].
var (
	// ErrPrivateKey means that a private key is not of 32 bytes, is zero, or is not below
	// the order of the group; or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("schnorr: invalid private key")
	// ErrPublicKey means that a public key is not of 32 bytes, or is not the
	// x-coordinate of a point; or that a [PublicKey] was never set.
	ErrPublicKey = errors.New("schnorr: invalid public key")
	// ErrTweak means that a tweak is not of 32 bytes, is not below the order of the
	// group, or makes the sum zero.
	ErrTweak = errors.New("schnorr: invalid tweak")
	// ErrOptions means that [Options] ask for something that does not exist, or that
	// does not fit the message.
	ErrOptions = errors.New("schnorr: invalid options")
	// ErrFault means that a signature was made that is not valid: the computer does not
	// compute as it should.
	ErrFault = errors.New("schnorr: the signature just made is not valid")
)

// keyErrors are those about keys.
var keyErrors = keys.NewErrors(ErrPrivateKey, ErrPublicKey)

var (
	errTweakSize     = fmt.Errorf("%w: not of 32 bytes", ErrTweak)
	errTweakRange    = fmt.Errorf("%w: not below n", ErrTweak)
	errTweakSum      = fmt.Errorf("%w: the sum is zero", ErrTweak)
	errMerkleRoot    = fmt.Errorf("%w: the Merkle root is neither empty nor of 32 bytes", ErrTweak)
	errAuxSize       = fmt.Errorf("%w: the auxiliary random data are not of 32 bytes", ErrOptions)
	errDeterministic = fmt.Errorf("%w: Deterministic, and Aux, too", ErrOptions)
	errDigestSize    = fmt.Errorf("%w: the message is not a digest by the hash function", ErrOptions)
)
