// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package silentpayments implements BIP-352: payments in Bitcoin to one address that is published, of which
// each makes another output that nobody but the two sides connects with the address.
//
// A receiver has two private keys. The one for scanning finds payments, and is in an online computer; the
// one for spending is needed when they are spent. An [Address] has the public keys of both. With labels,
// small integers, a receiver makes more addresses for the same scanning, and is told which of them was paid
// to.
//
// A sender makes the outputs of a transaction of its recipients' addresses and of the private keys of the
// transaction's inputs: [CreateOutputs].
//
// A receiver makes a [Scanner]. For each transaction it makes [Inputs], of the inputs, by [ReadInputs] or
// [SumInputs], or of what an index server gives, by [ParseTweakData]; and [Scanner.Scan] finds the outputs
// that are its own, or [Scanner.ScanBatch] those of many transactions, in less time. [Found.PrivateKey]
// makes the private key that spends an output.
//
// Which inputs count is in BIP-352, and [Input.PublicKey] knows it of those that are signed; senders decide
// before that, by the scripts: see [CreateOutputs]. They must sign for all inputs, so that these do not
// change afterwards: see the BIP for the rules of signing.
//
// # Timing
//
// What is computed with private keys, and with the secrets that sender and receiver share, is
// constant-time, but for errors, for how many outputs there are, and for which of them are found. Inputs,
// tweak data and outputs are public. With more than 16 labels differences are looked up in a map, by their
// hash under a secret key, so that the places in memory tell nothing. Addresses are public, or their
// owner's to keep.
//
// Source: BIP-352, version 1.1.1; BIP-350, for addresses.
package silentpayments

import (
	"errors"
	"fmt"

	"secant.example/internal/scalar"
	"secant.example/secp256k1/internal/keys"
	"secant.example/secp256k1/schnorr"
)

// Sizes in bytes.
const (
	PrivateKeySize = 32 // an integer in [1, n)
	PublicKeySize  = 33 // a compressed point
	OutputSize     = 32 // an x-coordinate: the key of a taproot output
	OutpointSize   = 36
	TweakDataSize  = 33 // a compressed point
)

// MaxRecipients is how many outputs of one transaction a receiver finds, and a sender makes for one
// scanning key: K_max of BIP-352.
const MaxRecipients = 2323

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key is not of 32 bytes, is zero, is not below the order of the
	// group, or is not that of an output.
	ErrPrivateKey = errors.New("silentpayments: invalid private key")
	// ErrPublicKey means that a public key is not of the right size, not the encoding of a point, or the
	// identity.
	ErrPublicKey = errors.New("silentpayments: invalid public key")
	// ErrAddress means that an address is not one of silent payments, or of a version or network that is
	// not known; or that it was never set.
	ErrAddress = errors.New("silentpayments: invalid address")
	// ErrInputs means that there are no silent payments in a transaction with such inputs: none of them
	// counts, their keys add up to nothing, or they are of a version of SegWit that is not known. It also
	// means that an outpoint is there twice, that there are more keys than outpoints, or that [Inputs] were
	// never made.
	ErrInputs = errors.New("silentpayments: no silent payments with these inputs")
	// ErrUnsigned is an [ErrInputs]: an input is not signed yet, so that it shows no public key, and would be
	// left out of the sum.
	ErrUnsigned = fmt.Errorf("%w: an input is not signed", ErrInputs)
	// ErrOutput means that an output is not of 32 bytes.
	ErrOutput = errors.New("silentpayments: invalid output")
	// ErrRecipients means that there are no recipients, or more than [MaxRecipients] with the same scanning
	// key.
	ErrRecipients = errors.New("silentpayments: no recipients, or too many")
	// ErrLabel means that a [Scanner] does not have a label, or that it is the one for change.
	ErrLabel = errors.New("silentpayments: no such label")
	// ErrScanner means that a [Scanner] is the zero value.
	ErrScanner = errors.New("silentpayments: a Scanner that was never made")
)

var (
	keyErrors      = keys.NewErrors(ErrPrivateKey, ErrPublicKey)
	errKeySize     = fmt.Errorf("%w: neither 33 bytes, compressed, nor 32, of a taproot output", ErrPublicKey)
	errKeyPoint    = fmt.Errorf("%w: not a point", ErrPublicKey)
	errKeyOther    = fmt.Errorf("%w: not that of the output", ErrPrivateKey)
	errOutputSize  = fmt.Errorf("%w: not of 32 bytes", ErrOutput)
	errNoOutpoints = fmt.Errorf("%w: there are none", ErrInputs)
	errTwice       = fmt.Errorf("%w: an outpoint is there twice", ErrInputs)
	errManyKeys    = fmt.Errorf("%w: more keys than outpoints", ErrInputs)
	errNoKeys      = fmt.Errorf("%w: none of them counts", ErrInputs)
	errKeySum      = fmt.Errorf("%w: the sum of the keys is nothing", ErrInputs)
	errSegWit      = fmt.Errorf("%w: an input is of a version of SegWit above 1", ErrInputs)
	errInputsUnset = fmt.Errorf("%w: Inputs that were never made", ErrInputs)
	errHash        = fmt.Errorf("%w: a hash is not in [1, n), once in 2^127 times", ErrInputs)
	errNone        = fmt.Errorf("%w: there are none", ErrRecipients)
	errMany        = fmt.Errorf("%w: more than 2323 with the same scanning key", ErrRecipients)
	errNetworks    = fmt.Errorf("%w: the recipients are in more than one network", ErrAddress)
	errUnset       = fmt.Errorf("%w: it was never set", ErrAddress)
	errChange      = fmt.Errorf("%w: 0 is for change, and not to be given to others", ErrLabel)
	errSum         = fmt.Errorf("%w: a sum is the identity", ErrPublicKey)
)

// n computes modulo the order of the group.
var n = scalar.Secp256k1

// hash sets z to a tagged hash, big-endian, and reports whether it is in [1, n), as all but one in 2^127
// are.
func hash(z *scalar.Scalar, tag string, data ...[]byte) bool {
	h := schnorr.TaggedHash(tag, data...)
	return keys.SetNonZero(z, &h)
}

// outputTweak sets t to t_k of BIP-352, for a shared secret, and reports whether there is one.
func outputTweak(t *scalar.Scalar, shared *[PublicKeySize]byte, k uint32) bool {
	return hash(t, "BIP0352/SharedSecret", shared[:], bigEndian(k))
}

func bigEndian(k uint32) []byte { return []byte{byte(k >> 24), byte(k >> 16), byte(k >> 8), byte(k)} }
