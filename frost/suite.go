// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"crypto/sha256"
	"crypto/sha512"
	"hash/crc32"

	"secant.example/internal/doubleodd/scheme"
	"secant.example/internal/hash2curve"
	"secant.example/internal/scalar"
	"secant.example/secp256k1/schnorr"
)

// A Suite is a group and hash functions. The zero value is none.
type Suite int

// The suites. Their names, in what is hashed, are FROST-ED25519-SHA512-v1, FROST-RISTRETTO255-SHA512-v1,
// FROST-secp256k1-SHA256-v1, FROST-secp256k1-SHA256-TR-v1 and FROST-JQ255E-SHA512-v1.
const (
	// Ed25519 is FROST(Ed25519, SHA-512). Elements must be in the subgroup of prime order.
	Ed25519 Suite = 1 + iota
	// Ristretto255 is FROST(ristretto255, SHA-512), which RFC 9591 recommends where nothing is given.
	Ristretto255
	// Secp256k1 is FROST(secp256k1, SHA-256). Its signatures are not those of BIP-340.
	Secp256k1
	// Taproot makes signatures of BIP-340, as frost-secp256k1-tr does; RFC 9591 does not have it. If the y-coordinate
	// of the group's public key, or of the point R in a signature, is odd, the secret shares and the
	// nonces count negated. Keys may be tweaked, and those that a DKG makes are.
	Taproot
	// JQ255e makes signatures of jq255e, of raw data. It is our own: the group is jq255e, with its encoding
	// of elements in 32 bytes and of scalars in 32 bytes, little-endian. H1 and H3, and the hash of the DKG,
	// are SHA-512(name || "rho", "nonce" or "dkg" || m), little-endian, modulo the order r; H4 and H5 are
	// SHA-512(name || "msg" or "com" || m). H2 is the challenge of jq255e, the first 16 bytes, little-endian, of
	// BLAKE2s(R || public key || "R" || message), so that it is not uniform modulo r; a signature is
	// those 16 bytes and z.
	JQ255e
)

// A suite is what a Suite stands for.
type suite struct {
	Suite
	name          string
	header        [headerSize]byte // of encodings
	curve         curve
	order         *scalar.Modulus
	bigEndian     bool // scalars are
	elementSize   int
	signatureSize int
	hash          func(parts ...[]byte) []byte                    // to bytes: H4 and H5
	toScalar      func(x *scalar.Scalar, dst string, m ...[]byte) // H1, H3 and that of the DKG
	challenge     func(c *scalar.Scalar, R, key, message []byte)  // H2
}

// headerSize is that of a version, 0, and the CRC-32 of the name, big-endian.
const headerSize = 5

// scalarSize is the size of a scalar, in all suites.
const scalarSize = 32

var suites = [...]*suite{
	newSuite(&suite{Suite: Ed25519, name: "FROST-ED25519-SHA512-v1", curve: edwards25519{}, order: scalar.Edwards25519,
		hash: sum512, toScalar: wide(scalar.Edwards25519), challenge: func(c *scalar.Scalar, R, key, message []byte) {
			scalar.Edwards25519.DecodeWide(c, (*[64]byte)(sum512(R, key, message)))
		}}),
	newSuite(&suite{Suite: Ristretto255, name: "FROST-RISTRETTO255-SHA512-v1", curve: ristretto255{}, order: scalar.Edwards25519,
		hash: sum512, toScalar: wide(scalar.Edwards25519), challenge: func(c *scalar.Scalar, R, key, message []byte) {
			wide(scalar.Edwards25519)(c, "FROST-RISTRETTO255-SHA512-v1chal", R, key, message)
		}}),
	newSuite(&suite{Suite: Secp256k1, name: "FROST-secp256k1-SHA256-v1", curve: secp256k1{}, order: scalar.Secp256k1, bigEndian: true,
		elementSize: 33, signatureSize: 65,
		hash: sum256, toScalar: expand, challenge: func(c *scalar.Scalar, R, key, message []byte) {
			expand(c, "FROST-secp256k1-SHA256-v1chal", R, key, message)
		}}),
	newSuite(&suite{Suite: Taproot, name: "FROST-secp256k1-SHA256-TR-v1", curve: secp256k1{}, order: scalar.Secp256k1, bigEndian: true,
		elementSize: 33,
		hash:        sum256, toScalar: expand, challenge: func(c *scalar.Scalar, R, key, message []byte) {
			h := schnorr.TaggedHash("BIP0340/challenge", R[1:], key[1:], message)
			scalar.Secp256k1.ReduceBE(c, &h)
		}}),
	newSuite(&suite{Suite: JQ255e, name: "FROST-JQ255E-SHA512-v1", curve: jq255e{}, order: scalar.DoubleOddE, signatureSize: 48,
		hash: sum512, toScalar: wide(scalar.DoubleOddE), challenge: func(c *scalar.Scalar, R, key, message []byte) {
			var h [32]byte
			identifier, _ := scheme.JQ.Identifier(scheme.Raw)
			scheme.JQ.Sum(h[:16], R, key, identifier, message)
			scalar.DoubleOddE.Reduce(c, &h)
		}}),
}

// newSuite returns s with what follows from its name, and the sizes that most suites have.
func newSuite(s *suite) *suite {
	crc := crc32.ChecksumIEEE([]byte(s.name))
	s.header = [headerSize]byte{0, byte(crc >> 24), byte(crc >> 16), byte(crc >> 8), byte(crc)}
	if s.elementSize == 0 {
		s.elementSize = 32
	}
	if s.signatureSize == 0 {
		s.signatureSize = 64
	}
	return s
}

// suite returns what s stands for, or an [ErrSuite].
func (s Suite) suite() (*suite, error) {
	if s < Ed25519 || s > JQ255e {
		return nil, ErrSuite
	}
	return suites[s-Ed25519], nil
}

// String returns the name of s in what is hashed, or "unknown suite".
func (s Suite) String() string {
	x, err := s.suite()
	if err != nil {
		return "unknown suite"
	}
	return x.name
}

// SignatureSize returns the length of signatures in bytes, or 0 if there is no such suite.
func (s Suite) SignatureSize() int {
	x, err := s.suite()
	if err != nil {
		return 0
	}
	return x.signatureSize
}

func sum512(parts ...[]byte) []byte {
	h := sha512.New()
	for _, b := range parts {
		h.Write(b)
	}
	return h.Sum(nil)
}

func sum256(parts ...[]byte) []byte {
	h := sha256.New()
	for _, b := range parts {
		h.Write(b)
	}
	return h.Sum(nil)
}

// wide returns the function that sets x to SHA-512(dst || m), little-endian, modulo n.
func wide(n *scalar.Modulus) func(x *scalar.Scalar, dst string, m ...[]byte) {
	return func(x *scalar.Scalar, dst string, m ...[]byte) {
		h := sha512.New()
		h.Write([]byte(dst))
		for _, b := range m {
			h.Write(b)
		}
		var sum [64]byte
		n.DecodeWide(x, (*[64]byte)(h.Sum(sum[:0])))
	}
}

// expand sets x to hash_to_field(m, 1) of RFC 9380 with the order of secp256k1 and SHA-256.
func expand(x *scalar.Scalar, dst string, m ...[]byte) {
	var message []byte
	for _, b := range m {
		message = append(message, b...)
	}
	var b [64]byte
	if err := hash2curve.ExpandXMD256(b[16:], message, []byte(dst)); err != nil {
		panic(err) // the tag is not empty, and 48 bytes are not too many
	}
	scalar.Secp256k1.DecodeWideBE(x, &b)
}

// encodeScalar appends the encoding of x to b.
func (s *suite) encodeScalar(b []byte, x *scalar.Scalar) []byte {
	var e [scalarSize]byte
	if s.bigEndian {
		s.order.EncodeBE(&e, x)
	} else {
		s.order.Encode(&e, x)
	}
	return append(b, e[:]...)
}

// decodeScalar sets x to the scalar that b encodes, and reports whether it does.
func (s *suite) decodeScalar(x *scalar.Scalar, b []byte) bool {
	if len(b) != scalarSize {
		return false
	}
	if s.bigEndian {
		return s.order.DecodeBE(x, (*[scalarSize]byte)(b)) == 1
	}
	return s.order.Decode(x, (*[scalarSize]byte)(b)) == 1
}

// An element is one of the group, but not the identity, with its encoding.
type element struct {
	b     []byte
	point point
}

// isSet reports whether e was made.
func (e *element) isSet() bool { return e.point != nil }

// encode returns the element of a point, unless that is the identity.
func (s *suite) encode(p point) (element, bool) {
	if s.curve.isIdentity(p) {
		return element{}, false
	}
	return element{s.curve.encode(p), p}, true
}

// multiple returns [x]G in constant time. If x is 0 it is not set.
func (s *suite) multiple(x *scalar.Scalar) element {
	if s.order.IsZero(x) == 1 {
		return element{}
	}
	p := s.curve.multiple(x)
	return element{s.curve.encode(p), p}
}

// varTimeSum returns [base]G, the sum of [x]p for all x and p, of which there is one at least, and the sum of others.
func (s *suite) varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point, others ...point) point {
	return s.curve.varTimePolynomial(1, append(others, s.curve.varTimeSum(base, xs, ps)))
}

// isOdd reports whether signatures are those of BIP-340 and the y-coordinate of e is odd, so that secrets count negated.
func (s *suite) isOdd(e *element) bool { return s.Suite == Taproot && e.b[0] == 3 }

// even returns e, or -e if it is odd.
func (s *suite) even(e element) element {
	if !s.isOdd(&e) {
		return e
	}
	b := append([]byte{2}, e.b[1:]...)
	return element{b, s.curve.negate(e.point)}
}

// signature returns the encoding of a signature; c is the challenge for R.
func (s *suite) signature(R *element, c, z *scalar.Scalar) []byte {
	b := make([]byte, 0, s.signatureSize)
	switch s.Suite {
	case Taproot:
		b = append(b, R.b[1:]...)
	case JQ255e:
		b = s.encodeScalar(b, c)[:16]
	default:
		b = append(b, R.b...)
	}
	return s.encodeScalar(b, z)
}
