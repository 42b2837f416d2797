// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ecvrf implements the verifiable random functions (VRFs) of RFC 9381 on edwards25519:
// ECVRF-EDWARDS25519-SHA512-TAI and ECVRF-EDWARDS25519-SHA512-ELL2.
//
// With a private key a VRF makes of an input alpha, of any length, 64 bytes beta, which look random to all
// others, and a proof of 80 bytes, with which anyone who has the public key verifies beta. There is
// one beta for each suite, public key and alpha, whoever made the key.
//
// The keys are those of Ed25519. A key that is used here must not sign what others choose: the nonce of a
// proof is that of the signature of the 32 bytes that encode the point H, which alpha becomes (by
// [ELL2Draft10] with a name after them), and both together give the key away.
//
// Public keys are validated: those of small order are refused, as the RFC does with validate_key = TRUE. So
// are encodings of points that are not canonical.
//
// # Many proofs
//
// A proof is Gamma, a challenge c of 128 bits, and s. As the points that c is a hash of are not in it,
// they must be computed for each proof, and equations of many proofs cannot be added up: there is no
// batch verification. A [PublicKey] is decoded once, for many proofs.
//
// # Timing
//
// Making keys, outputs and proofs takes the same time and accesses the same memory for all keys; only
// lengths, the suite and errors show, and by [TAI] something about alpha. Verification is variable-time:
// what it is given is public.
//
// Source: RFC 9381.
package ecvrf

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// Sizes in bytes.
const (
	ProofSize  = 80 // Gamma, c of 16 bytes, s
	OutputSize = 64 // beta
)

// A Suite says how to hash. The zero value is none.
type Suite int

const (
	// ELL2 is ECVRF-EDWARDS25519-SHA512-ELL2: alpha becomes a point by Elligator 2, in constant time.
	ELL2 Suite = 1 + iota
	// TAI is ECVRF-EDWARDS25519-SHA512-TAI: try and increment. Its time depends on alpha.
	TAI
	// ELL2Draft10 is ELL2 as in draft-irtf-cfrg-vrf-10 and some drafts before: the public key does not
	// go into the challenge. It is for keys and proofs that are in use; the outputs are those of ELL2.
	//
	// The draft has the nonce of ELL2, too: with it, one proof of each for the same alpha give the private
	// key away. So another one is taken here, and the proofs are not the bytes that other programs make,
	// but as valid. A key with which another program made proofs of the draft must not be used for ELL2.
	ELL2Draft10
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key has a wrong length, that its two halves do not belong
	// together, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("ecvrf: invalid private key")
	// ErrPublicKey means that a public key is not of 32 bytes, is not the canonical encoding of a
	// point, or is a point of small order; or that a [PublicKey] was never set.
	ErrPublicKey = errors.New("ecvrf: invalid public key")
	// ErrProof means that a proof is not one of this input under this public key, or has a wrong form.
	ErrProof = errors.New("ecvrf: invalid proof")
	// ErrSuite means that a [Suite] does not exist.
	ErrSuite = errors.New("ecvrf: unknown suite")
)

var (
	errPrivateSize = fmt.Errorf("%w: not of 64 bytes", ErrPrivateKey)
	errMismatch    = fmt.Errorf("%w: its public half does not belong to its seed", ErrPrivateKey)
	errUnset       = fmt.Errorf("%w: it was never set", ErrPrivateKey)
	errPublicSize  = fmt.Errorf("%w: not of 32 bytes", ErrPublicKey)
	errPoint       = fmt.Errorf("%w: not the canonical encoding of a point", ErrPublicKey)
	errSmallOrder  = fmt.Errorf("%w: a point of small order", ErrPublicKey)
	errPublicUnset = fmt.Errorf("%w: it was never set", ErrPublicKey)
	errProofSize   = fmt.Errorf("%w: not of 80 bytes", ErrProof)
	errGamma       = fmt.Errorf("%w: Gamma is not the canonical encoding of a point", ErrProof)
	errS           = fmt.Errorf("%w: s is not below the order of the group", ErrProof)
)

// order computes modulo the order of the group.
var order = scalar.Edwards25519

// A PrivateKey is an Ed25519 private key, expanded.
//
// The zero value is no key: using it is an [ErrPrivateKey]. A PrivateKey may be used by several goroutines at
// once.
type PrivateKey struct {
	x      scalar.Scalar // the secret scalar
	prefix [32]byte      // the secret from which nonces are derived
	public [32]byte      // [x]B
}

// A PublicKey is a decoded and validated public key.
//
// The zero value is no key: under it no proof is valid. A PublicKey may be used by several goroutines at
// once.
type PublicKey struct {
	minusY   curve.Point
	encoding [32]byte
}

// NewPrivateKey returns the key of an Ed25519 private key of 64 bytes: the seed of 32, which the RFC
// calls SK, and the public key. It is an [ErrPrivateKey] if key has another length, or if the halves do
// not belong together. It is constant-time.
//
// Source: RFC 9381, section 5.5; RFC 8032, section 5.1.5.
func NewPrivateKey(key ed25519.PrivateKey) (*PrivateKey, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, errPrivateSize
	}
	h := sha512.Sum512(key[:ed25519.SeedSize])
	k := new(PrivateKey)
	curve.ReduceClamped(&k.x, (*[32]byte)(h[:]))
	copy(k.prefix[:], h[32:])
	new(curve.Point).ScalarBaseMult(&k.x).Encode(&k.public)
	if subtle.ConstantTimeCompare(k.public[:], key[ed25519.SeedSize:]) != 1 {
		return nil, errMismatch
	}
	return k, nil
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.public != [32]byte{} } // that is of small order

// isSet reports whether p is a key.
func (p *PublicKey) isSet() bool { return p != nil && p.minusY.IsValid() }

// PublicKey returns the public key of k. Of a PrivateKey that was never set it is a PublicKey that was
// never set.
func (k *PrivateKey) PublicKey() *PublicKey {
	p := new(PublicKey)
	if k.isSet() {
		p.encoding = k.public
		p.minusY.Negate(new(curve.Point).ScalarBaseMult(&k.x))
	}
	return p
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// NewPublicKey returns the public key that 32 bytes encode. It is an [ErrPublicKey] if b has another
// length, is not the canonical encoding of a point, or that of a point of small order.
//
// Source: RFC 9381, section 5.4.5.
func NewPublicKey(b []byte) (*PublicKey, error) {
	if len(b) != ed25519.PublicKeySize {
		return nil, errPublicSize
	}
	p := &PublicKey{encoding: [32]byte(b)}
	var Y curve.Point
	if !Y.Decode(&p.encoding, true) {
		return nil, errPoint
	}
	if Y.IsSmallOrder() == 1 {
		return nil, errSmallOrder
	}
	p.minusY.Negate(&Y)
	return p, nil
}

// Bytes returns the 32 bytes of p. Of a PublicKey that was never set it returns nil.
func (p *PublicKey) Bytes() []byte {
	if !p.isSet() {
		return nil
	}
	return append([]byte(nil), p.encoding[:]...)
}

// Equal reports whether x is a *PublicKey with the same bytes. A key that was never set is not equal to any.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey)
	return ok && p.isSet() && y.isSet() && p.encoding == y.encoding
}

// Prove returns the proof, 80 bytes, for an input; [ProofToHash] gives the output. It is always the
// same. A private key that was never set is an [ErrPrivateKey], and a suite that does not exist an
// [ErrSuite]. It is constant-time, but by [TAI] for alpha.
//
// Source: RFC 9381, section 5.1.
func (k *PrivateKey) Prove(suite Suite, alpha []byte) ([]byte, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	return k.prove(suite, alpha, &k.prefix)
}

// ProveHedged is [PrivateKey.Prove] with 32 bytes in the nonce that are read from random, or from the
// system's secure source if random is nil, so that it is unknown to who can look at, or disturb, the
// computation. The proof is another one each time, and the output the same. An error of random is
// returned, wrapped. It is constant-time, but by [TAI] for alpha.
//
// Source: RFC 9381; draft-irtf-cfrg-det-sigs-with-noise-05, section 3, for the first half of
// SHA-512(prefix || Z) in place of prefix.
func (k *PrivateKey) ProveHedged(suite Suite, alpha []byte, random io.Reader) ([]byte, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	var both [64]byte
	copy(both[:], k.prefix[:])
	if err := entropy.Read(random, both[32:]); err != nil {
		return nil, fmt.Errorf("ecvrf: %w", err)
	}
	h := sha512.Sum512(both[:])
	return k.prove(suite, alpha, (*[32]byte)(h[:]))
}

// draft10Nonce goes into the nonces of ELL2Draft10. Its H is that of ELL2, and its challenge is not: with
// one nonce for both, the difference of two equations s = n + c·x gives x.
const draft10Nonce = "draft-irtf-cfrg-vrf-10"

// prove returns Gamma = [x]H, c, a hash of H, Gamma, [n]B and [n]H, and s = n + c·x, where the nonce n
// is a hash of prefix and H, and of what tells suites with the same H apart.
func (k *PrivateKey) prove(suite Suite, alpha []byte, prefix *[32]byte) ([]byte, error) {
	var H curve.Point
	if err := suite.encodeToCurve(&H, &k.public, alpha); err != nil {
		return nil, err
	}
	var h [32]byte
	H.Encode(&h)
	var buf [64 + len(draft10Nonce)]byte
	input := append(append(buf[:0], prefix[:]...), h[:]...)
	if suite == ELL2Draft10 {
		input = append(input, draft10Nonce...)
	}
	wide := sha512.Sum512(input)
	var n, c, s scalar.Scalar
	order.DecodeWide(&n, &wide)
	var points [3]curve.Point
	var encodings [3][32]byte
	curve.ScalarMultPair(&points[0], &points[2], &k.x, &n, &H)
	points[1].ScalarBaseMult(&n)
	curve.EncodeBatch(encodings[:], points[:])
	proof := make([]byte, ProofSize)
	copy(proof, encodings[0][:])
	challenge := suite.challenge(&k.public, &h, &encodings[0], &encodings[1], &encodings[2])
	copy(proof[32:], challenge[:])
	decodeChallenge(&c, &challenge)
	order.MulAdd(&s, &c, &k.x, &n)
	order.Encode((*[32]byte)(proof[48:]), &s)
	return proof, nil
}

// Output returns beta, 64 bytes, for an input, without a proof. A private key that was never set is an
// [ErrPrivateKey], and a suite that does not exist an [ErrSuite]. It is constant-time, but by [TAI] for
// alpha.
func (k *PrivateKey) Output(suite Suite, alpha []byte) ([]byte, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	var H, Gamma curve.Point
	if err := suite.encodeToCurve(&H, &k.public, alpha); err != nil {
		return nil, err
	}
	var encoding [32]byte
	Gamma.MultByCofactor(Gamma.ScalarMult(&k.x, &H))
	Gamma.Encode(&encoding)
	return suite.output(&encoding), nil
}

// Verify returns beta, 64 bytes, if the proof is one of alpha under the public key of 32 bytes.
// Otherwise it returns an [ErrPublicKey], an [ErrProof] or an [ErrSuite]. It is variable-time: its
// arguments are public.
//
// Source: RFC 9381, section 5.3, with validate_key = TRUE.
func Verify(suite Suite, publicKey ed25519.PublicKey, alpha, proof []byte) (beta []byte, err error) {
	p, err := NewPublicKey(publicKey)
	if err != nil {
		return nil, err
	}
	return p.Verify(suite, alpha, proof)
}

// Verify is the function [Verify] for a decoded public key. It is variable-time: its arguments are public.
func (p *PublicKey) Verify(suite Suite, alpha, proof []byte) (beta []byte, err error) {
	if !p.isSet() {
		return nil, errPublicUnset
	}
	var Gamma curve.Point
	var c, s, zero scalar.Scalar
	if err := decodeProof(&Gamma, &c, &s, proof); err != nil {
		return nil, err
	}
	// H, U = [s]B - [c]Y, V = [s]H - [c]Gamma and [8]Gamma.
	var points [4]curve.Point
	var encodings [4][32]byte
	H := &points[0]
	if err := suite.encodeToCurve(H, &p.encoding, alpha); err != nil {
		return nil, err
	}
	points[1].VarTimeDoubleScalarBaseMult(&c, &p.minusY, &s)
	points[3].Negate(&Gamma)
	points[2].VarTimeTripleScalarBaseMult(&c, &points[3], &s, H, &zero)
	points[3].MultByCofactor(&Gamma)
	curve.EncodeBatch(encodings[:], points[:])
	want := suite.challenge(&p.encoding, &encodings[0], (*[32]byte)(proof), &encodings[1], &encodings[2])
	if !bytes.Equal(proof[32:48], want[:]) {
		return nil, ErrProof
	}
	return suite.output(&encodings[3]), nil
}

// ProofToHash returns the output beta, 64 bytes, of a proof that is known to be valid, because
// [PrivateKey.Prove] made it: it verifies nothing but the form, of which it returns an [ErrProof]. A
// suite that does not exist is an [ErrSuite].
//
// Source: RFC 9381, section 5.2.
func ProofToHash(suite Suite, proof []byte) ([]byte, error) {
	if suite.octet() == 0 {
		return nil, ErrSuite
	}
	var Gamma curve.Point
	var c, s scalar.Scalar
	if err := decodeProof(&Gamma, &c, &s, proof); err != nil {
		return nil, err
	}
	var encoding [32]byte
	Gamma.MultByCofactor(&Gamma)
	Gamma.Encode(&encoding)
	return suite.output(&encoding), nil
}

// decodeProof sets the parts of a proof.
func decodeProof(Gamma *curve.Point, c, s *scalar.Scalar, proof []byte) error {
	if len(proof) != ProofSize {
		return errProofSize
	}
	if !Gamma.Decode((*[32]byte)(proof), true) {
		return errGamma
	}
	if order.Decode(s, (*[32]byte)(proof[48:])) == 0 {
		return errS
	}
	decodeChallenge(c, (*[16]byte)(proof[32:]))
	return nil
}

// decodeChallenge sets c to a challenge, 128 bits, little-endian.
func decodeChallenge(c *scalar.Scalar, b *[16]byte) {
	var long [32]byte
	copy(long[:], b[:])
	order.Decode(c, &long)
}

// octet returns the suite_string, or 0 if there is no such suite.
func (s Suite) octet() byte {
	switch s {
	case TAI:
		return 3
	case ELL2, ELL2Draft10:
		return 4
	}
	return 0
}

// ell2DST is the tag for hashing to the curve: RFC 9381, section 5.4.1.2.
var ell2DST = []byte("ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04")

// encodeToCurve sets H to the point that is made of a public key, the salt, and alpha.
func (s Suite) encodeToCurve(H *curve.Point, public *[32]byte, alpha []byte) error {
	var buf [256]byte // enough for most
	switch s {
	case TAI:
		return tryAndIncrement(H, append(append(append(buf[:0], 3, 1), public[:]...), alpha...))
	case ELL2, ELL2Draft10:
		return H.SetHash(append(append(buf[:0], public[:]...), alpha...), ell2DST, 1)
	}
	return ErrSuite
}

// tryAndIncrement sets H to 8 times the first point that the hash of a prefix and a counter encodes, if
// that is not the identity. There is no counter of one byte for one prefix in 2^256, which is an
// [ErrSuite].
func tryAndIncrement(H *curve.Point, prefix []byte) error {
	prefix = append(prefix, 0, 0)
	var q curve.Point
	for counter := range 256 {
		prefix[len(prefix)-2] = byte(counter)
		h := sha512.Sum512(prefix)
		if q.Decode((*[32]byte)(h[:]), true) && q.MultByCofactor(&q).IsIdentity() == 0 {
			H.Set(&q)
			return nil
		}
	}
	return ErrSuite
}

// challenge returns the first half of a hash of five points, or four.
func (s Suite) challenge(Y, H, Gamma, U, V *[32]byte) [16]byte {
	var buf [2 + 5*32 + 1]byte
	b := append(buf[:0], s.octet(), 2)
	if s != ELL2Draft10 {
		b = append(b, Y[:]...)
	}
	for _, encoding := range []*[32]byte{H, Gamma, U, V} {
		b = append(b, encoding[:]...)
	}
	h := sha512.Sum512(append(b, 0))
	return [16]byte(h[:])
}

// output returns the hash of the encoding of [8]Gamma.
func (s Suite) output(encoding *[32]byte) []byte {
	var buf [2 + 32 + 1]byte
	h := sha512.Sum512(append(append(append(buf[:0], s.octet(), 3), encoding[:]...), 0))
	return h[:]
}
