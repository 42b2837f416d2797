// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secp256k1 implements the group of the elliptic curve
//
//	y^2 = x^3 + 7  over the integers modulo p = 2^256 - 2^32 - 977,
//
// which SEC 2, section 2.4.1, defines, and the integers modulo its prime order
//
//	n = 2^256 - 432420386565659656852420866394968145599.
//
// The methods are like those of package edwards25519: the receiver is set to the
// result and returned, and any argument may be the receiver. The zero values are
// valid: that of Point is the identity, the point at infinity, and that of Scalar
// is 0.
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds and of what form the encoding is, and that the length
// of an encoding shows whether it is that of the identity.
package secp256k1

import curve "secant.example/internal/secp256k1"

type (
	Point      = curve.Point
	Scalar     = curve.Scalar
	MSM        = curve.MSM
	VarTimeMSM = curve.VarTimeMSM
	Suite      = curve.Suite
)

const (
	SuiteRO = curve.SuiteRO
	SuiteNU = curve.SuiteNU
)

func NewIdentityPoint() *Point  { return curve.NewIdentityPoint() }
func NewGeneratorPoint() *Point { return curve.NewGeneratorPoint() }
func NewScalar() *Scalar        { return curve.NewScalar() }

func NormalizeBatch(points []Point) { curve.NormalizeBatch(points) }
