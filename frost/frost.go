// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package frost implements FROST, RFC 9591: any threshold of the participants of a group make one Schnorr
// signature, of the usual form, under the group's public key, and fewer cannot.
//
// A [Suite] says in which group and what signatures are:
//
//   - [Ed25519]: signatures of RFC 8032, 64 bytes, under an [ed25519.PublicKey].
//   - [Taproot]: signatures of BIP-340, 64 bytes, under a [schnorr.PublicKey].
//   - [JQ255e]: signatures of raw data in jq255e, 48 bytes, under a [jq255e.PublicKey].
//   - [Ristretto255] and [Secp256k1]: signatures that only FROST has, 64 and 65 bytes, for [Verify].
//
// # Keys
//
// Participants have numbers, from 1. Each has a [KeyShare], which is secret, and all have the [Group], which
// is public: its public key, the threshold, and what each participant's part of a signature is verified with.
// They are made by one who is trusted with the whole key, [Deal] or [Split], and then each
// participant calls [OpenShare]; or by all together, with a [DKG], and then nobody ever has the whole key. Then
// all participants must compare the bytes of their Group, since who made or relayed it may have given
// different ones to each.
//
// # Signing
//
//  1. Each signer makes a [SecretNonce], by [KeyShare.NewNonce], and sends its commitment.
//  2. Somebody, the coordinator, makes a [SigningPackage] of the message and the commitments, by
//     [Group.NewSigningPackage], and sends it to the signers. Each signer reads it, by
//     [ParseSigningPackage], looks at the message, and sends the signature share that [KeyShare.Sign] makes.
//  3. The coordinator makes the signature, by [Group.Aggregate].
//
// The coordinator need not be trusted: it can only prevent a signature. A nonce that signs twice gives
// the share away. So a [SecretNonce] cannot be written to a file, and is used up by the first call of
// [KeyShare.Sign], whatever that returns, also if its value was copied. Nor may a machine be restored
// to a state, such as a snapshot, in which a nonce was not used yet: it would sign again.
//
// # Who is to blame
//
// What participants sent is given to functions in a map, by the number of the participant from whom
// it came, which the channel must authenticate. Those who sent something invalid are in a [CulpritError].
// It is right about that if the channel is, and if [DKG.Round2] and all that follows was given the same
// by all who blame: messages of the first round of a DKG must be broadcast. The channel must also
// authenticate the run of a DKG: a message does not name it, and one of another run must not be taken
// for one of this.
//
// # Encodings
//
// The bytes of messages, of key shares and of groups are those of the Zcash Foundation's Rust crates, frost-ed25519,
// frost-ristretto255, frost-secp256k1 and frost-secp256k1-tr, version 3.0.0, and participants may use either. Most
// begin with a byte 0 and four bytes that identify the suite. Decoders refuse what is not the one
// encoding of a value.
//
// # Timing
//
// Making keys, shares, nonces and signature shares takes the same time and accesses the same memory for
// all secrets; only lengths, numbers and errors show. What is computed of commitments, signature shares,
// public keys and messages is variable-time, since these are public.
//
// Source: RFC 9591; for the DKG, "FROST: Flexible Round-Optimized Schnorr Threshold Signatures" by Komlo and
// Goldberg, 2020, figure 1, as those crates have it; for Taproot, frost-secp256k1-tr.
package frost

import (
	"errors"
	"fmt"
)

// MaxParticipants is how many participants a group may have. What is computed of all of them takes time
// and memory that grow with the square of their number.
const MaxParticipants = 1024

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrSuite means that a [Suite] does not exist, or is another one than that of a key or package; or
	// that what was asked for is not there in this suite.
	ErrSuite = errors.New("frost: wrong suite")
	// ErrParameters means that a threshold is below 2, or there are fewer participants than the
	// threshold, or more than [MaxParticipants]; or that a number is not that of a participant.
	ErrParameters = errors.New("frost: invalid parameters")
	// ErrEncoding means that bytes are not the encoding of what they should be.
	ErrEncoding = errors.New("frost: invalid encoding")
	// ErrSecret means that a secret key is not of 32 bytes, is zero or not below the order of the group.
	ErrSecret = errors.New("frost: invalid secret key")
	// ErrShare means that a key share is not one of the key that it should be of; that there are fewer
	// than the threshold, or two of the same participant; or that it was never set.
	ErrShare = errors.New("frost: invalid key share")
	// ErrNonce means that a [SecretNonce] was never made, is used up, or is not the one whose commitment
	// is in a signing package.
	ErrNonce = errors.New("frost: invalid nonce")
	// ErrSigners means that the signers of a package, or those who sent shares for it, are not
	// participants, are fewer than the threshold, or are not those that they should be.
	ErrSigners = errors.New("frost: wrong signers")
	// ErrCommitment means that a commitment is not one.
	ErrCommitment = errors.New("frost: invalid commitment")
	// ErrSignatureShare means that a signature share is not valid.
	ErrSignatureShare = errors.New("frost: invalid signature share")
	// ErrProof means that a proof of knowledge in a [DKG] is not valid.
	ErrProof = errors.New("frost: invalid proof of knowledge")
	// ErrTweak means that the root of a Merkle tree is neither empty nor of 32 bytes.
	ErrTweak = errors.New("frost: invalid root of a Merkle tree")
	// ErrOrder means that the steps of a [DKG] are not done in their order, or not once each.
	ErrOrder = errors.New("frost: a step of the key generation out of order")
	// ErrNotMade means that a [Group] or [SigningPackage] was never made, or is nil.
	ErrNotMade = errors.New("frost: a Group or SigningPackage that was never made")
)

// A CulpritError names the participants who sent something invalid. What it was is in Err, such as an
// [ErrCommitment], an [ErrSignatureShare], an [ErrProof] or an [ErrShare].
type CulpritError struct {
	Culprits []uint16 // ascending, and at least one
	Err      error
}

// Error returns a text with the numbers of the participants.
func (e *CulpritError) Error() string {
	return fmt.Sprintf("%v, from participants %d", e.Err, e.Culprits)
}

// Unwrap returns Err.
func (e *CulpritError) Unwrap() error { return e.Err }

// culprits returns nil if nobody is to blame.
func culprits(who []uint16, err error) error {
	if len(who) == 0 {
		return nil
	}
	return &CulpritError{who, err}
}

var (
	errThreshold   = fmt.Errorf("%w: the threshold is below 2", ErrParameters)
	errFew         = fmt.Errorf("%w: fewer participants than the threshold", ErrParameters)
	errMany        = fmt.Errorf("%w: more than %d participants", ErrParameters, MaxParticipants)
	errNumber      = fmt.Errorf("%w: not the number of a participant", ErrParameters)
	errMissing     = fmt.Errorf("%w: not one message of each other participant", ErrParameters)
	errSuiteOther  = fmt.Errorf("%w: not that of the key", ErrSuite)
	errKeyType     = fmt.Errorf("%w: its public keys are not of this type", ErrSuite)
	errNoTweak     = fmt.Errorf("%w: keys are tweaked in Taproot only", ErrSuite)
	errUnset       = fmt.Errorf("%w: it was never set", ErrShare)
	errOtherKeys   = fmt.Errorf("%w: not of one key", ErrShare)
	errFewShares   = fmt.Errorf("%w: fewer than the threshold", ErrShare)
	errSameShares  = fmt.Errorf("%w: two of one participant", ErrShare)
	errWrongShare  = fmt.Errorf("%w: not on the polynomial", ErrShare)
	errNoKey       = fmt.Errorf("%w: it makes the identity", ErrShare)
	errNonceUnset  = fmt.Errorf("%w: it was never made", ErrNonce)
	errNonceUsed   = fmt.Errorf("%w: it is used up", ErrNonce)
	errNonceOther  = fmt.Errorf("%w: its commitment is not in the package", ErrNonce)
	errFewSigners  = fmt.Errorf("%w: fewer than the threshold", ErrSigners)
	errNotSigner   = fmt.Errorf("%w: not a participant", ErrSigners)
	errNotAmong    = fmt.Errorf("%w: this participant is not among them", ErrSigners)
	errShareCount  = fmt.Errorf("%w: not one signature share of each", ErrSigners)
	errNobody      = fmt.Errorf("%w: all are valid, but make no valid signature: the Group is not one", ErrSignatureShare)
	errCommitments = fmt.Errorf("%w: not as many elements as the threshold", ErrCommitment)
)
