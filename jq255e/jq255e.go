// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package jq255e implements the prime-order group jq255e and its schemes, as its authors
// published them in 2022: signatures of 48 bytes, key exchange, and hashes to the group.
//
// The elements are the points of the double-odd curve
//
//	y^2 = x(x^2 - 2), or e^2 = 8u^4 + 1 with u = x/y, modulo p = 2^255 - 18651,
//
// where points that differ by that of order 2 are the same element. The order of the
// group is the prime
//
//	r = 2^254 - 131528281291764213006042413802501683931.
//
// There is no cofactor: every element other than the neutral one generates the group,
// every element has one encoding of 32 bytes, and all other strings of bytes are refused.
// It has a fast endomorphism, which makes ScalarMult faster than in jq255s.
//
// # The group
//
// [Point] and [Scalar] have the methods of package edwards25519, with the same meaning:
// the receiver is set to the result and returned, and any argument may be the receiver.
// [MSM] and [VarTimeMSM] are sums of many multiples.
//
// An encoding is u, little-endian and below p, of the one of two points that has the even
// e; that of the neutral element is 32 zero bytes. A scalar is 32 bytes, little-endian and
// below r.
//
// # The schemes
//
// A [PrivateKey] is an integer d, and its [PublicKey] is Q = [d]G. What is signed is raw
// data, or the output of a hash function that a [Hash] names. With H for BLAKE2s with 32
// bytes of output,
//
//	hash      = 0x52 for raw data, or 0x48 || name || 0x00
//	k         = H(d || Q || length of seed || seed || hash || data) mod r
//	R         = [k]G
//	c         = the first 16 bytes of H(R || Q || hash || data)
//	signature = c || k + c·d mod r
//	secret    = H(A || B || 'S' || [d]P) for the peer P, where A and B are Q and P,
//	            the one that is lower as a string first
//	            H(A || B || 'F' || d) if P is invalid
//	hash to the group = map(H(0x01 || hash || data)) + map(H(0x02 || hash || data))
//
// where the length is in 8 bytes, little-endian.
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
// Source: Pornin, "Double-Odd Jacobi Quartic", 2022, and its reference implementations.
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
// as a receiver: using it otherwise panics. The methods are
//
//	Set(q *Point) *Point
//	Select(a, b *Point, cond int) *Point              // a if cond is 1, b if it is 0
//	Add(a, b *Point) *Point
//	Subtract(a, b *Point) *Point
//	Negate(a *Point) *Point
//	Double(a *Point) *Point
//	Equal(u *Point) int                               // 1 or 0
//	IsIdentity() int                                  // 1 or 0
//	SetBytes(b []byte) (*Point, error)                // 32 bytes
//	Bytes() []byte
//	SetMap(b []byte) *Point                           // of an integer of any length
//	SetHash(data []byte, hash Hash) (*Point, error)   // uniform
//	ScalarMult(x *Scalar, q *Point) *Point
//	ScalarBaseMult(x *Scalar) *Point
//	VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point
//	MultiScalarMult(scalars []*Scalar, points []*Point) *Point
//	VarTimeMultiScalarMult(scalars []*Scalar, points []*Point) *Point
type Point = dogroup.Point[group]

// Scalar is an integer modulo r. Its zero value is 0. The methods are
//
//	Set(x *Scalar) *Scalar
//	Select(x, y *Scalar, cond int) *Scalar            // x if cond is 1, y if it is 0
//	Add(x, y *Scalar) *Scalar
//	Subtract(x, y *Scalar) *Scalar
//	Negate(x *Scalar) *Scalar
//	Multiply(x, y *Scalar) *Scalar
//	MultiplyAdd(x, y, z *Scalar) *Scalar              // x·y + z
//	Invert(x *Scalar) *Scalar                         // 0 for 0
//	VarTimeInvert(x *Scalar) *Scalar
//	Equal(t *Scalar) int                              // 1 or 0
//	IsZero() int                                      // 1 or 0
//	SetCanonicalBytes(b []byte) (*Scalar, error)      // 32 bytes, below r
//	SetReducedBytes(b []byte) *Scalar                 // any length, modulo r
//	Bytes() []byte
type Scalar = dogroup.Scalar[group]

// An MSM computes [x_0]q_0 + [x_1]q_1 + ... in constant time. The zero value is ready for
// use, and keeps its memory. The methods are
//
//	Add(x *Scalar, q *Point)
//	AddSlices(xs []Scalar, qs []Point) error
//	Sum(v *Point) *Point
//	Grow(n int)
//	Len() int
//	Reset()
type MSM = dogroup.MSM[group]

// A VarTimeMSM is an [MSM] in variable time, and much faster. It has the same methods and
//
//	AddBase(x *Scalar)                                // [x]G
//
// and a field Workers, which bounds the goroutines that it uses; 0 is 1.
type VarTimeMSM = dogroup.VarTimeMSM[group]

// A PrivateKey is an integer d with 0 < d < r. It implements [crypto.Signer]. The zero
// value is not a private key: it neither signs nor shares a secret, which is an
// [ErrPrivateKey]. The methods are
//
//	Sign(random io.Reader, data []byte, opts crypto.SignerOpts) ([]byte, error)
//	SignWithSeed(data, seed []byte, hash Hash) ([]byte, error)
//	SharedSecret(peer []byte) ([32]byte, error)
//	PublicKey() *PublicKey
//	Public() crypto.PublicKey                         // a *PublicKey
//	Scalar() *Scalar
//	SetBytes(b []byte) (*PrivateKey, error)           // 32 bytes
//	Bytes() []byte
//	Equal(x crypto.PrivateKey) bool
//
// SignWithSeed returns the signature of data that the seed determines: any bytes, or nil.
// Whatever they are, and also if they are public, signatures are secure; seeds that
// differ make them differ, and may help against faults and side channels. hash says what
// data is; an unknown name is an [ErrHash].
//
// Sign does that with a seed of 32 bytes read from random, or none if random is nil. opts
// is nil or 0 for raw data, a hash function of package crypto, or a [Hash].
//
// SharedSecret returns what d and the owner of the public key peer share. If peer is not a
// public key it returns [ErrPublicKey], and yet a secret that nobody else can predict or
// tell from that of a valid peer, and takes the same time for it if peer has 32 bytes. A
// protocol that hides whether a key was valid goes on with that secret; all others stop
// at the error.
type PrivateKey = doscheme.PrivateKey[group]

// A PublicKey is an element of the group that is not the neutral one. The zero value is
// not a public key: no signature is valid under it. The methods are
//
//	Verify(data, sig []byte, hash Hash) bool          // variable-time
//	Point() *Point
//	SetBytes(b []byte) (*PublicKey, error)            // 32 bytes
//	Bytes() []byte
//	Equal(x crypto.PublicKey) bool
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
