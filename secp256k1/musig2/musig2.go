// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package musig2 implements BIP-327, MuSig2: several signers make one BIP-340 signature, of 64 bytes,
// under one x-only public key, of 32 bytes, that is the aggregate of all of theirs.
//
// Each signer has a [PrivateKey], whose public key is of 33 bytes. All agree on the order of the public
// keys, for which there is [SortKeys], and [AggregateKeys] makes a [KeyAgg] of them, which can be
// tweaked. To sign a message takes two rounds:
//
//  1. Each signer makes a [SecretNonce], and sends its public nonce of 66 bytes. Somebody makes the aggregate
//     nonce of them, by [AggregateNonces].
//  2. Each signer makes the [Session] of the aggregate nonce and the message, and [Session.Sign] makes a partial signature
//     of 32 bytes. Somebody makes the signature of them, by [Session.Aggregate].
//
// A nonce that signs twice gives the private key away. So a [SecretNonce] cannot be written to a file,
// is bound to its private key, and is used up by the first signature, also if its value was copied.
//
// The BIP has another way to make a nonce, CounterNonceGen, with a counter in place of random bytes. It is not here: a
// counter that comes back, from a backup or in a copy of a virtual machine, gives the private key away, and nothing in this
// package could tell. A number of the session, in [NonceOptions], is hashed with the random bytes. A signer
// without any, whose nonce is the last one, has [KeyAgg.SignDeterministic].
//
// Who sent something invalid is named: a [ContributionError] has the number of the signer. If the
// partial signatures make no valid signature, [Session.VerifyPartial] tells which of them is not valid.
//
// # Timing
//
// Making keys, nonces and partial signatures takes the same time and accesses the same memory for all
// secrets; only lengths and errors show. What is of public keys, public nonces and signatures is
// variable-time, since these are public; so is the message.
//
// Source: BIP-327, version 1.0.4.
package musig2

import (
	"errors"
	"fmt"

	"secant.example/internal/scalar"
	"secant.example/secp256k1/internal/keys"
)

// Sizes in bytes.
const (
	PrivateKeySize       = 32 // an integer in [1, n)
	PublicKeySize        = 33 // a compressed point
	PublicNonceSize      = 66 // two compressed points
	AggregateNonceSize   = 66 // the same; zeros are the identity
	PartialSignatureSize = 32 // an integer
	SignatureSize        = 64 // of BIP-340
	AuxSize              = 32 // auxiliary random data for KeyAgg.SignDeterministic
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key is not of 32 bytes, is zero, or is not below the order of
	// the group; that its public key is not among those that were aggregated; or that a [PrivateKey] was
	// never set.
	ErrPrivateKey = errors.New("musig2: invalid private key")
	// ErrPublicKey means that a public key is not of 33 bytes, or not the encoding of a point; that there
	// are none; or that their aggregate is the identity.
	ErrPublicKey = errors.New("musig2: invalid public key")
	// ErrTweak means that a tweak is not of 32 bytes, is not below the order of the group, or makes the
	// sum the identity.
	ErrTweak = errors.New("musig2: invalid tweak")
	// ErrSecretNonce means that a [SecretNonce] was never made, has signed, or is that of another
	// private key.
	ErrSecretNonce = errors.New("musig2: invalid secret nonce")
	// ErrPublicNonce means that a public nonce is not of 66 bytes, or not of two points; or that there
	// are none.
	ErrPublicNonce = errors.New("musig2: invalid public nonce")
	// ErrAggregateNonce means that an aggregate nonce is not of 66 bytes, or not of two points or identities.
	ErrAggregateNonce = errors.New("musig2: invalid aggregate nonce")
	// ErrPartialSignature means that a partial signature is not of 32 bytes, or not below the order of the
	// group; that there are more or fewer of them than signers; or that their sum is not a valid signature.
	ErrPartialSignature = errors.New("musig2: invalid partial signature")
	// ErrAux means that auxiliary random data are neither empty nor of 32 bytes.
	ErrAux = errors.New("musig2: the auxiliary random data are not of 32 bytes")
	// ErrNotMade means that a [KeyAgg] or a [Session] is the zero value.
	ErrNotMade = errors.New("musig2: a KeyAgg or Session that was never made")
	// ErrFault means that a partial signature was made that is not valid: the computer does not compute
	// as it should.
	ErrFault = errors.New("musig2: the partial signature just made is not valid")
)

// keyErrors are those about keys.
var keyErrors = keys.NewErrors(ErrPrivateKey, ErrPublicKey)

var (
	errNoKeys       = fmt.Errorf("%w: there are none", ErrPublicKey)
	errKeyEncoding  = fmt.Errorf("%w: not the encoding of a point in 33 bytes", ErrPublicKey)
	errKeySum       = fmt.Errorf("%w: the aggregate is the identity", ErrPublicKey)
	errNotAmong     = fmt.Errorf("%w: its public key is not among those that were aggregated", ErrPrivateKey)
	errTweakSize    = fmt.Errorf("%w: not of 32 bytes", ErrTweak)
	errTweakRange   = fmt.Errorf("%w: not below n", ErrTweak)
	errTweakSum     = fmt.Errorf("%w: the sum is the identity", ErrTweak)
	errNonceUsed    = fmt.Errorf("%w: it has signed", ErrSecretNonce)
	errNonceOther   = fmt.Errorf("%w: it is that of another private key", ErrSecretNonce)
	errNonceUnset   = fmt.Errorf("%w: it was never made", ErrSecretNonce)
	errNoNonces     = fmt.Errorf("%w: there are none", ErrPublicNonce)
	errPartialSize  = fmt.Errorf("%w: not of 32 bytes", ErrPartialSignature)
	errPartialRange = fmt.Errorf("%w: not below n", ErrPartialSignature)
	errPartialCount = fmt.Errorf("%w: there are not as many as signers", ErrPartialSignature)
	errPartialSum   = fmt.Errorf("%w: they make no valid signature", ErrPartialSignature)
)

// A ContributionError names the signer who sent something invalid. What it was is in Err, an
// [ErrPublicKey], an [ErrPublicNonce] or an [ErrPartialSignature].
type ContributionError struct {
	Signer int // the index in the list that a function was given, from 0
	Err    error
}

// Error returns a text with the number of the signer, from 0.
func (e *ContributionError) Error() string { return fmt.Sprintf("%v, from signer %d", e.Err, e.Signer) }

// Unwrap returns Err.
func (e *ContributionError) Unwrap() error { return e.Err }

// n computes modulo the order of the group.
var n = scalar.Secp256k1
