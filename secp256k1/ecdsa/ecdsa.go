// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ecdsa signs and verifies with ECDSA over secp256k1, as Bitcoin, Ethereum and
// JSON Web Signatures (ES256K) do, and recovers public keys from signatures.
//
// What is signed is a [Digest] of 32 bytes: hash the message with SHA-256, Keccak-256 or
// what the protocol says. Nonces are those of RFC 6979 with SHA-256, so signatures are
// deterministic unless [Options] say otherwise, and s is always at most n/2.
//
// # Two signatures instead of one
//
// If (r, s) is a valid signature then so is (r, n-s): anyone can change one into the
// other. Where a signature must not change, as in Bitcoin since BIP-146 and in Ethereum
// since EIP-2, only the one with s <= n/2 counts. Verifying therefore takes a [Rule]:
// [LowS] or [AnyS].
//
// # Encodings
//
// A [Signature] has a compact form of 64 bytes and one in DER, each with its functions:
// [ParseCompact], [Signature.Compact], [ParseDER], [Signature.DER]. A
// [RecoverableSignature] has those of Bitcoin's signed messages and of Ethereum. Keys
// have the forms of SEC 1 and PKCS #8, in DER and PEM as OpenSSL writes them, and JSON
// Web Keys.
//
// Parsers of signatures are strict: in each form a signature has one encoding, but for the
// v of Ethereum, which is 0 and 1 or 27 and 28. Only [ParseDERLax] is not. Keys have several: points may be
// compressed, private keys come with and without the public key, JSON has members in any
// order and others that are not looked at, and text may stand before PEM. What is in DER
// is in DER, and not in BER.
//
// No length or encoding makes a function panic: what is wrong is an error, or false.
//
// # Timing
//
// Generating keys and signing take the same time and access the same memory for all
// secrets; only errors and the options show. Verification and recovery are variable-time.
//
// Source: SEC 1, version 2, section 4.1; RFC 6979.
package ecdsa

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
	PrivateKeySize            = 32 // an integer in [1, n)
	PublicKeySize             = 33 // a compressed point
	UncompressedPublicKeySize = 65
	DigestSize                = 32
	SignatureSize             = 64 // the integers r and s, each in [1, n)
	RecoverableSize           = 65 // r, s and a byte, in one order or the other
	MaxDERSize                = 72 // a signature in DER has 8 to 72
)

// A Digest is the hash of a message. As an integer it is big-endian, and used modulo n: for
// the nonce, too, as bits2octets of RFC 6979, section 2.3.4, has it. (dcrec, and
// libsecp256k1 before version 0.2.0, take the digest as it is for the nonce. So their signatures
// are others, as valid, of digests that are not below n, which hash functions do not make but
// once in 2^128.)
type Digest [DigestSize]byte

// Errors. Those that a function returns may say more than these: compare with
// [errors.Is].
var (
	// ErrPrivateKey means that a private key is zero or not below the order of the group,
	// or that it is not encoded in the form asked for, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("ecdsa: invalid private key")
	// ErrPublicKey means that a public key is not a point of the curve, or the identity,
	// or that it is not encoded in the form asked for, or that a [PublicKey] was never set.
	ErrPublicKey = errors.New("ecdsa: invalid public key")
	// ErrSignature means that a signature is not encoded in the form asked for, that its
	// integers are not in [1, n), or that there is no public key to recover from it.
	ErrSignature = errors.New("ecdsa: invalid signature")
	// ErrOptions means that [Options] ask for something that does not exist, or that
	// does not fit the digest.
	ErrOptions = errors.New("ecdsa: invalid options")
	// ErrFault means that a signature was made that is not valid: the computer does not
	// compute as it should.
	ErrFault = errors.New("ecdsa: the signature just made is not valid")
)

var (
	errCompactSize     = fmt.Errorf("%w: not of 64 bytes", ErrSignature)
	errRecoverableSize = fmt.Errorf("%w: not of 65 bytes", ErrSignature)
	errRange           = fmt.Errorf("%w: r or s is not in [1, n)", ErrSignature)
	errHighS           = fmt.Errorf("%w: s is above n/2", ErrSignature)
	errDER             = fmt.Errorf("%w: not strict DER", ErrSignature)
	errDERLax          = fmt.Errorf("%w: not DER, nor what Bitcoin took for it", ErrSignature)
	errRecoveryID      = fmt.Errorf("%w: invalid recovery id", ErrSignature)
	errNoRecovery      = fmt.Errorf("%w: there is no public key that it could be from", ErrSignature)
	errDigestSize      = fmt.Errorf("%w: the digest is not of 32 bytes", ErrOptions)
	errHash            = fmt.Errorf("%w: the digests of the hash function are not of 32 bytes", ErrOptions)
	errEntropySize     = fmt.Errorf("%w: the entropy is not of 32 bytes", ErrOptions)
	errHedged          = fmt.Errorf("%w: Hedged, and Entropy, too", ErrOptions)
	errNonceSize       = fmt.Errorf("%w: the additional data are neither empty nor of 32 and 16 bytes", ErrOptions)
)

// A PrivateKey is an integer d in [1, n).
//
// The zero value is no key: it is only good as a receiver of SetBytes, and signing with
// it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct{ key keys.Private }

// A PublicKey is a point Q of the curve that is not the identity.
//
// The zero value is no key: it is only good as a receiver of SetBytes, and under it no
// signature is valid. A PublicKey may be used by several goroutines at once.
type PublicKey struct{ key keys.Public }

// NewPrivateKeyPadded is [NewPrivateKey] for up to 32 bytes, but not none: zeros are put before
// them. Programs that drop the first bytes of a key if they are zero write such keys; in all
// others a short key is a mistake. The length shows.
func NewPrivateKeyPadded(b []byte) (*PrivateKey, error) {
	return parsePrivate((*keys.Private).SetPadded, b)
}
