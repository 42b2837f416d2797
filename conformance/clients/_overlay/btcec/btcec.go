// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package btcec has, of the module btcec, what btcd's txscript and btcutil call, on Secant. In a
// program's go.mod it takes the place of btcec for all modules at once:
//
//	replace github.com/btcsuite/btcd/btcec/v2 => ./secant-btcec
package btcec

import (
	"errors"
	"math/big"

	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/elliptic"
)

const (
	PrivKeyBytesLen            = 32
	PubKeyBytesLenCompressed   = 33
	PubKeyFormatCompressedOdd  = 3
	pubKeyBytesLenUncompressed = 65
)

// What is wrong with a public key.
var (
	ErrPubKeyInvalidLen    = errors.New("a public key of the wrong length")
	ErrPubKeyInvalidFormat = errors.New("a public key that is wrongly encoded")
	ErrPubKeyNotOnCurve    = errors.New("a public key that is no point of the curve")
)

// A PublicKey is a point of the curve that is not the identity.
type PublicKey struct{ key *ecdsa.PublicKey }

// IsCompressedPubKey says whether b has the form of a compressed key.
func IsCompressedPubKey(b []byte) bool {
	return len(b) == PubKeyBytesLenCompressed && b[0]&^1 == 2
}

// ParsePubKey decodes a compressed, uncompressed or hybrid key.
func ParsePubKey(b []byte) (*PublicKey, error) {
	key, err := ecdsa.NewPublicKeyHybrid(b)
	switch {
	case err == nil:
		return &PublicKey{key}, nil
	case len(b) != PubKeyBytesLenCompressed && len(b) != pubKeyBytesLenUncompressed:
		return nil, ErrPubKeyInvalidLen
	case errors.Is(err, secp256k1.ErrNotOnCurve):
		return nil, ErrPubKeyNotOnCurve
	}
	return nil, ErrPubKeyInvalidFormat
}

// NewPublicKey returns the key with affine coordinates. It must be on the curve.
func NewPublicKey(x, y *FieldVal) *PublicKey {
	p := JacobianPoint{X: *x, Y: *y, Z: FieldVal{31: 1}}
	return fromPoint(p.point())
}

// fromPoint returns the key p. There is none for the identity, which is that of the private
// key 0: then it is a key that was never set, under which nothing is valid.
func fromPoint(p *secp256k1.Point) *PublicKey {
	key, err := ecdsa.NewPublicKeyFromPoint(p)
	if err != nil {
		return &PublicKey{new(ecdsa.PublicKey)}
	}
	return &PublicKey{key}
}

// Secant returns the key as what packages of Secant take.
func (p *PublicKey) Secant() *ecdsa.PublicKey { return p.key }

func (p *PublicKey) SerializeCompressed() []byte   { return p.key.Bytes() }
func (p *PublicKey) SerializeUncompressed() []byte { return p.key.BytesUncompressed() }
func (p *PublicKey) SerializeHybrid() []byte       { return p.key.Point().BytesHybrid() }
func (p *PublicKey) IsEqual(q *PublicKey) bool     { return p.key.Equal(q.key) }
func (p *PublicKey) AsJacobian(result *JacobianPoint) {
	result.set(p.key.Point())
}

// A PrivateKey is an integer modulo the order.
type PrivateKey struct{ Key ModNScalar }

// NewPrivateKey returns a new key.
func NewPrivateKey() (*PrivateKey, error) {
	key, err := ecdsa.GenerateKey(nil)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{ModNScalar{*key.Scalar()}}, nil
}

// PrivKeyFromBytes returns the key of up to 32 bytes, modulo the order, and its public key.
func PrivKeyFromBytes(b []byte) (*PrivateKey, *PublicKey) {
	key := new(PrivateKey)
	key.Key.SetByteSlice(b)
	return key, key.PubKey()
}

func PrivKeyFromScalar(s *ModNScalar) *PrivateKey { return &PrivateKey{*s} }

func (k *PrivateKey) PubKey() *PublicKey {
	return fromPoint(new(secp256k1.Point).ScalarBaseMult(&k.Key.s))
}

func (k *PrivateKey) Serialize() []byte { return k.Key.s.Bytes() }
func (k *PrivateKey) Zero()             { k.Key = ModNScalar{} }

// A ModNScalar is an integer modulo the order.
type ModNScalar struct{ s secp256k1.Scalar }

// SetBytes sets s to an integer modulo the order, and returns 1 if it was not below that.
func (s *ModNScalar) SetBytes(b *[32]byte) uint32 {
	if _, err := s.s.SetCanonicalBytes(b[:]); err == nil {
		return 0
	}
	s.s.SetReducedBytes(b[:])
	return 1
}

// SetByteSlice is SetBytes of b, of which only the first 32 bytes count, after zeros.
func (s *ModNScalar) SetByteSlice(b []byte) (overflow bool) {
	var padded [32]byte
	if len(b) > 32 {
		b = b[:32]
	}
	copy(padded[32-len(b):], b)
	return s.SetBytes(&padded) != 0
}

func (s *ModNScalar) Add(t *ModNScalar) *ModNScalar { s.s.Add(&s.s, &t.s); return s }
func (s *ModNScalar) Negate() *ModNScalar           { s.s.Negate(&s.s); return s }
func (s *ModNScalar) Bytes() [32]byte               { return [32]byte(s.s.Bytes()) }
func (s *ModNScalar) IsZero() bool                  { return s.s.IsZero() == 1 }

// A FieldVal is an integer modulo p, big-endian.
type FieldVal [32]byte

func (f *FieldVal) IsZero() bool { return *f == FieldVal{} }

// A JacobianPoint is a point. Its coordinates are always affine ones, and Z is 1, or 0 for the
// identity.
type JacobianPoint struct{ X, Y, Z FieldVal }

func (p *JacobianPoint) set(q *secp256k1.Point) {
	*p = JacobianPoint{}
	if b := q.BytesUncompressed(); len(b) == pubKeyBytesLenUncompressed {
		copy(p.X[:], b[1:33])
		copy(p.Y[:], b[33:])
		p.Z[31] = 1
	}
}

func (p *JacobianPoint) point() *secp256k1.Point {
	if p.Z.IsZero() {
		return secp256k1.NewIdentityPoint()
	}
	q, err := new(secp256k1.Point).SetBytes(append(append([]byte{4}, p.X[:]...), p.Y[:]...))
	if err != nil {
		panic("btcec: " + err.Error())
	}
	return q
}

func (p *JacobianPoint) ToAffine() {}

func AddNonConst(p, q, result *JacobianPoint) {
	result.set(new(secp256k1.Point).Add(p.point(), q.point()))
}

func ScalarBaseMultNonConst(k *ModNScalar, result *JacobianPoint) {
	result.set(new(secp256k1.Point).ScalarBaseMult(&k.s))
}

// GenerateSharedSecret returns the x-coordinate of a Diffie-Hellman exchange.
func GenerateSharedSecret(k *PrivateKey, p *PublicKey) []byte {
	x, err := new(secp256k1.Point).ScalarMult(&k.Key.s, p.key.Point()).BytesX()
	if err != nil {
		panic("btcec: " + err.Error())
	}
	return x
}

// A KoblitzCurve is the curve, with its parameters.
type KoblitzCurve struct {
	elliptic.Curve
	P, N *big.Int
}

var koblitz = KoblitzCurve{P: secp256k1.P(), N: secp256k1.N()}

// S256 returns the curve.
func S256() *KoblitzCurve { return &koblitz }
