// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package jq255e implements the prime-order group jq255e and its schemes, as its authors
// published them in 2022: signatures of 48 bytes, key exchange, and hashes to the group.
//
// The group is made of the double-odd curve
//
//	y^2 = x(x^2 - 2) modulo p = 2^255 - 18651,
//
// as the points (e, u) with u = x/y of e^2 = 8u^4 + 1, modulo its point of order 2. Its order is the prime
//
//	r = 2^254 - 131528281291764213006042413802501683931.
//
// There is no cofactor: every element other than the neutral one generates the group,
// every element has one encoding of 32 bytes, and all other strings of bytes are refused.
// It has a fast endomorphism, which makes ScalarMult faster than in jq255s.
//
// # The group
//
// [Point] and [Scalar] have the methods of package edwards25519 with the same meaning.
// The receiver is set to the result and returned, and any argument may be the receiver:
//
//	Point   Set Select Add Subtract Negate Double Equal IsIdentity
//	        SetBytes Bytes SetMap SetHash
//	        ScalarMult ScalarBaseMult VarTimeDoubleScalarBaseMult
//	        MultiScalarMult VarTimeMultiScalarMult
//	Scalar  Set Select Add Subtract Negate Multiply MultiplyAdd Invert VarTimeInvert
//	        Equal IsZero SetCanonicalBytes SetReducedBytes Bytes
//
// An encoding is u, little-endian and below p, of the one of two points that has the even
// e; that of the neutral element is 32 zero bytes. A scalar is 32 bytes, little-endian and
// below r. [MSM] and [VarTimeMSM] are sums of many multiples.
//
// # The schemes
//
// A [PrivateKey] is an integer d, and its [PublicKey] is [d]G:
//
//	PrivateKey  Sign SignWithSeed SharedSecret PublicKey Public Scalar
//	            SetBytes Bytes Equal
//	PublicKey   Verify Point SetBytes Bytes Equal
//
// What is signed is raw data, or the output of a hash function that a [Hash] names. The
// hash function of the schemes is BLAKE2s. With c || s as the signature,
// R = [s]G - [c]Q, and c is the first half of BLAKE2s(R || Q || hash || data). SharedSecret
// gives a secret also if the peer's public key is invalid, together with an error.
//
// Where the implementations of the authors differ, this one does what that in Go does:
// a random key of 0 becomes 1 and is not drawn again, unknown names of hash functions are
// refused, and if the peer's public key has not 32 bytes the shared secret is made of the
// bytes that it has. [BLAKE3], which that in Go lacks, is as in C and Rust, and
// [NewKeyFromSeed] as in C.
//
// Private keys are the same as in package do255e. Public keys, signatures, secrets and
// hashes to the group are not.
//
// # Timing
//
// Everything is constant-time unless its name says VarTime, except that errors of
// decoding show. Verification is variable-time: keys, data and signatures that it is
// given are public.
package jq255e

import (
	"io"

	"secant.example/internal/dogroup"
	"secant.example/internal/dohash"
	"secant.example/internal/doscheme"
	"secant.example/internal/doubleodd"
)

// Sizes in bytes.
const (
	PointSize      = 32 // an element of the group
	ScalarSize     = 32 // an integer modulo r
	PrivateKeySize = 32 // a scalar other than 0
	PublicKeySize  = 32 // an element other than the neutral one
	SignatureSize  = 48 // a challenge of 16 bytes and a scalar
)

// Point is an element of the group. Its zero value is not valid, and may be used only
// as a receiver: using it otherwise panics.
type Point = dogroup.Point[group]

// Scalar is an integer modulo r. Its zero value is 0.
type Scalar = dogroup.Scalar[group]

// An MSM computes [x_0]q_0 + [x_1]q_1 + ... in constant time. The zero value is ready for
// use.
type MSM = dogroup.MSM[group]

// A VarTimeMSM computes [x_0]q_0 + [x_1]q_1 + ... in variable time. The zero value is
// ready for use.
type VarTimeMSM = dogroup.VarTimeMSM[group]

// A PrivateKey is an integer d with 0 < d < r. It implements [crypto.Signer].
type PrivateKey = doscheme.PrivateKey[group]

// A PublicKey is an element of the group that is not the neutral one.
type PublicKey = doscheme.PublicKey[group]

// A Hash is the name of the hash function that made the data that is signed, verified
// or hashed to the group; [Raw], the empty name, means that the data is as it is. The
// length of the data is not compared with that of the function's output. A Hash is a
// [crypto.SignerOpts]; those of package crypto that are not here are refused.
type Hash = dohash.Hash

// The hash functions.
const (
	Raw       = dohash.Raw
	SHA224    = dohash.SHA224
	SHA256    = dohash.SHA256
	SHA384    = dohash.SHA384
	SHA512    = dohash.SHA512
	SHA512224 = dohash.SHA512224
	SHA512256 = dohash.SHA512256
	SHA3224   = dohash.SHA3224
	SHA3256   = dohash.SHA3256
	SHA3384   = dohash.SHA3384
	SHA3512   = dohash.SHA3512
	BLAKE2s   = dohash.BLAKE2s
	BLAKE2b   = dohash.BLAKE2b
	BLAKE3    = dohash.BLAKE3
)

// Hashes returns the names of all hash functions, the empty one first.
func Hashes() []Hash { return params.Generation.Hashes() }

// Errors. Compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key is not of 32 bytes, is 0 or not below r,
	// or is a zero value.
	ErrPrivateKey = params.ErrPrivateKey
	// ErrPublicKey means that a public key is not of 32 bytes, encodes no element, or
	// encodes the neutral one.
	ErrPublicKey = params.ErrPublicKey
	// ErrHash means that a hash function is unknown.
	ErrHash = params.ErrHash
)

var params = doscheme.NewParams(dogroup.NewParams("jq255e", doubleodd.E, dohash.JQ))

// group tells the types of this package from those of the other double-odd groups.
type group struct{ doubleodd.OnE }

func (group) Params() *dogroup.Params  { return params.Params }
func (group) Scheme() *doscheme.Params { return params }

// NewIdentityPoint returns a new point set to the neutral element.
func NewIdentityPoint() *Point { return dogroup.NewIdentityPoint[group]() }

// NewGeneratorPoint returns a new point set to the generator G, the element whose u is
// ±1.
func NewGeneratorPoint() *Point { return dogroup.NewGeneratorPoint[group]() }

// NewScalar returns a new scalar set to 0.
func NewScalar() *Scalar { return new(Scalar) }

// GenerateKey returns the private key of 32 bytes read from random, or from the system's
// secure source if random is nil: their little-endian integer modulo r, or 1 if that is
// 0. An error of random is returned, wrapped. Of the same bytes it makes the same key.
func GenerateKey(random io.Reader) (*PrivateKey, error) { return doscheme.GenerateKey[group](random) }

// NewPrivateKey returns the private key whose 32 bytes, little-endian, are b. If it is 0,
// or not below r, or b has another length, that is an [ErrPrivateKey].
func NewPrivateKey(b []byte) (*PrivateKey, error) { return new(PrivateKey).SetBytes(b) }

// NewPublicKey returns the public key whose 32-byte encoding is b. If b encodes no
// element, or the neutral one, or has another length, that is an [ErrPublicKey].
func NewPublicKey(b []byte) (*PublicKey, error) { return new(PublicKey).SetBytes(b) }

// Verify reports whether sig is a valid signature of data under the public key with the
// encoding publicKey; hash says what data is. Wrong lengths, encodings and names make it
// false. It is variable-time: its arguments are public.
func Verify(publicKey, data, sig []byte, hash Hash) bool {
	return doscheme.Verify[group](publicKey, data, sig, hash)
}

// NewKeyFromSeed returns the private key BLAKE2s(seed) mod r, or 1 if that is 0. The seed
// has any length, and must be secret, of at least 128 bits of entropy. It is
// constant-time.
func NewKeyFromSeed(seed []byte) *PrivateKey { return doscheme.NewKeyFromSeed[group](seed) }
