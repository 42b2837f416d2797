// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package elliptic is secp256k1 as an [elliptic.Curve] of the standard library, for programs
// that still need one: the keys of crypto/ecdsa, and what was written for them.
//
// New code uses packages secp256k1, ecdsa and ecdh, which take and return bytes, and errors
// instead of panics. Here coordinates are of type [big.Int], whose time and memory depend on
// the numbers. To sign with crypto/ecdsa over any curve but those of the standard library is
// variable-time in the private key and the nonce, and so it is over this one: sign with package
// ecdsa.
package elliptic

import (
	"crypto/elliptic"
	"math/big"

	"secant.example/secp256k1"
)

// A Curve is secp256k1. It implements [elliptic.Curve]. It is variable-time, because its
// arguments and results are.
//
// The multiplications in [Curve.ScalarMult] and [Curve.ScalarBaseMult] are those of package
// secp256k1, in constant time; what is around them is not.
//
// The point at infinity has the coordinates (0, 0). As those of the standard library do, the
// methods panic if they are given coordinates that are of no point.
type Curve struct{}

// S256 returns secp256k1. All values are equal, so that curves can be compared with ==.
func S256() Curve { return Curve{} }

var _ elliptic.Curve = Curve{}

// Params returns the parameters of the curve: new ones each time, which the caller may change.
// Their own methods must not be used: they are for curves with another equation.
func (Curve) Params() *elliptic.CurveParams {
	x, y := secp256k1.G()
	return &elliptic.CurveParams{
		P: secp256k1.P(), N: secp256k1.N(), B: secp256k1.B(), Gx: x, Gy: y,
		BitSize: 256, Name: "secp256k1",
	}
}

// IsOnCurve reports whether (x, y) is a point of the curve, with coordinates in [0, p). The
// point at infinity, (0, 0), is none.
func (Curve) IsOnCurve(x, y *big.Int) bool {
	p := decode(x, y)
	return p != nil && p.IsIdentity() == 0
}

// Add returns the sum of (x1, y1) and (x2, y2), which may be the same or each other's
// negatives.
func (Curve) Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int) {
	p := mustDecode(x1, y1)
	return encode(p.Add(p, mustDecode(x2, y2)))
}

// Double returns 2·(x1, y1).
func (Curve) Double(x1, y1 *big.Int) (x, y *big.Int) {
	p := mustDecode(x1, y1)
	return encode(p.Double(p))
}

// ScalarMult returns k·(x1, y1), where k is a big-endian integer of any length, used modulo n.
func (Curve) ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int) {
	p := mustDecode(x1, y1)
	return encode(p.ScalarMult(secp256k1.NewScalar().SetReducedBytes(k), p))
}

// ScalarBaseMult returns k·G, where G is the generator, and k is a big-endian integer of any
// length, used modulo n.
func (Curve) ScalarBaseMult(k []byte) (x, y *big.Int) {
	return encode(new(secp256k1.Point).ScalarBaseMult(secp256k1.NewScalar().SetReducedBytes(k)))
}

// Marshal returns the 65 bytes of (x, y), uncompressed. It is [elliptic.Marshal].
func (c Curve) Marshal(x, y *big.Int) []byte { return elliptic.Marshal(c, x, y) }

// MarshalCompressed returns the 33 bytes of (x, y), compressed. It is
// [elliptic.MarshalCompressed].
func (c Curve) MarshalCompressed(x, y *big.Int) []byte { return elliptic.MarshalCompressed(c, x, y) }

// Unmarshal returns the point of which data are the 65 bytes, uncompressed. If there is none,
// x and y are nil. [elliptic.Unmarshal] calls it.
func (Curve) Unmarshal(data []byte) (x, y *big.Int) { return unmarshal(data, 65) }

// UnmarshalCompressed returns the point of which data are the 33 bytes, compressed. If there
// is none, x and y are nil. [elliptic.UnmarshalCompressed] calls it.
func (Curve) UnmarshalCompressed(data []byte) (x, y *big.Int) { return unmarshal(data, 33) }

func unmarshal(data []byte, size int) (x, y *big.Int) {
	if len(data) != size {
		return nil, nil
	}
	p, err := new(secp256k1.Point).SetBytes(data)
	if err != nil {
		return nil, nil
	}
	return encode(p)
}

// decode returns the point (x, y), or nil.
func decode(x, y *big.Int) *secp256k1.Point {
	if x.Sign() == 0 && y.Sign() == 0 {
		return secp256k1.NewIdentityPoint()
	}
	if x.Sign() < 0 || y.Sign() < 0 || x.BitLen() > 256 || y.BitLen() > 256 {
		return nil
	}
	b := make([]byte, 65)
	b[0] = 4
	x.FillBytes(b[1:33])
	y.FillBytes(b[33:])
	p, err := new(secp256k1.Point).SetBytes(b)
	if err != nil {
		return nil
	}
	return p
}

func mustDecode(x, y *big.Int) *secp256k1.Point {
	p := decode(x, y)
	if p == nil {
		panic("secp256k1/elliptic: attempted operation on invalid point")
	}
	return p
}

// encode returns the coordinates of p.
func encode(p *secp256k1.Point) (x, y *big.Int) {
	if p.IsIdentity() == 1 {
		return new(big.Int), new(big.Int)
	}
	b := p.BytesUncompressed()
	return new(big.Int).SetBytes(b[1:33]), new(big.Int).SetBytes(b[33:])
}
