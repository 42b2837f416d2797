// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secp256k1 computes on the elliptic curve
//
//	y^2 = x^3 + 7  over the integers modulo p = 2^256 - 2^32 - 977,
//
// whose order is the prime n = 2^256 - 432420386565659656852420866394968145599. It is what
// the public package of the same name and the schemes stand on. Scalars are integers in
// [0, n) of the package scalar. The receiver is set to the result, and any argument may be
// the receiver.
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds and of what form the encoding is, and that the length
// of an encoding shows whether it is that of the identity.
//
// # Multiples
//
// ScalarMult splits the scalar by the endomorphism into two of 128 bits with odd digits. Its table of 16 odd
// multiples is affine on an isomorphic curve, which costs no inversion; then there are 125 doublings and 52
// additions. ScalarBaseMult is the comb of package recode: 51 mixed additions and 3 doublings. Additions
// are incomplete: the lemmas in multiply.go say why they never meet an exception but where that is
// provided for.
//
// In variable time the digits of A and of its image under the endomorphism have width 5, and those of G and
// [2^128]G width 12, from a table of 128 KiB that is made when it is first needed. A verification takes 127
// doublings, 42 additions for the key and 20 for the base, and a table of 8 odd multiples and their images.
//
// Many such sums are the lanes of vectors (lanes.go), eight at a time: with IFMA in less than the time of three,
// and with AVX2 and FMA, as two vectors of four doubles, in that of five. All
// lanes take the same steps, with odd digits, none of which is 0: of 5 bits for A and its image, and of
// 11 for G and [2^128]G, whose multiples with the limbs of lanes are another table, of 192 KiB. An
// addition of a point to itself, to its negative or to the identity makes Z = 0, which stays so whatever comes
// after it: in the end such lanes are computed anew, one by one. batch.go has what schemes make of lanes.
package secp256k1

import (
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

const p = field.PSecp256k1

// n computes modulo n.
var n = scalar.Secp256k1

var (
	order = n.N()
	// halfOrder is (n-1)/2.
	halfOrder = [4]uint64{0xdfe92f46681b20a0, 0x5d576e7357a4501d, 0xffffffffffffffff, 0x7fffffffffffffff}
	// pMinusN is p - n, and orderElement is n modulo p.
	pMinusN      = [4]uint64{0x402da1722fc9baee, 0x4551231950b75fc4, 1, 0}
	orderElement = field.New(0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff)
)

var (
	curveB = field.New(7, 0, 0, 0)

	generator = Point{
		x: field.New(0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac),
		y: field.New(0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465),
		z: field.One(),
	}
)

// Point is a point of the curve. Its zero value is the identity.
type Point struct {
	// Representations of a point are not unique: make == an error.
	_ [0]func()

	// Jacobian coordinates: x = X/Z^2, y = Y/Z^3. The identity is every triple with
	// Z = 0.
	x, y, z field.Element
}

// SetIdentity sets v to the identity, the point at infinity, and returns v.
func (v *Point) SetIdentity() *Point {
	*v = Point{}
	return v
}

// SetGenerator sets v to the generator G, which has order n, and returns v. See SEC 2,
// section 2.4.1.
func (v *Point) SetGenerator() *Point {
	*v = generator
	return v
}

// The zero value is the identity here, but in the public package it is no point. The two are told
// apart by Y: of a point other than the identity it is not 0, because there is no point of order
// 2, and to the identity, whose Y may be anything, Mark gives another one than 0.

// Mark sets the lowest limb of Y to 1 if all limbs of Y are 0, which changes no point, and
// returns v. It is constant-time.
func (v *Point) Mark() *Point {
	one := field.One()
	v.y.Select(&one, &v.y, isZero(&v.y))
	return v
}

// IsMarked returns 1 if a limb of Y is not 0, and 0 otherwise: it is 0 for the zero value, and 1
// for points other than the identity and for all that [Point.Mark] was called for.
func (v *Point) IsMarked() int { return isZero(&v.y) ^ 1 }

// isZero returns 1 if all limbs of x are 0, and 0 otherwise.
func isZero(x *field.Element) int {
	l := x.Limbs()
	any := l[0] | l[1] | l[2] | l[3]
	return int(^(any | -any) >> 63)
}
