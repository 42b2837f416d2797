// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package edwards25519 implements the group of the twisted Edwards curve
//
//	-x^2 + y^2 = 1 + d·x^2·y^2,  d = -121665/121666,  over the integers modulo 2^255 - 19,
//
// also known as edwards25519, as RFC 8032 defines it, and the integers modulo
// its prime order
//
//	l = 2^252 + 27742317777372353535851937790883648493.
//
// The curve has 8·l points: what users of the group mostly want is the subgroup
// of order l that the generator spans; see [Point.IsTorsionFree] and
// [Point.MultByCofactor], and package ed25519 for signatures.
//
// The types have the methods of filippo.io/edwards25519, except those that
// mention field elements, with the same meaning, and a few more. As there, the
// receiver is set to the result and returned, any argument may be the receiver,
// and the zero value of Scalar is 0, while the zero value of Point is not a
// point: using it in any way but Set panics.
//
// Beyond those there are sums of any number of multiples that keep their memory
// ([MSM], [VarTimeMSM]), points with precomputed multiples ([BaseTable],
// [ExpandedPoint]), batches of encodings ([SetBytesBatch], [BytesBatch]), and
// hashes to the curve ([Point.SetHash]).
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds.
package edwards25519

import curve "secant.example/internal/edwards25519"

type (
	Point         = curve.Point
	Scalar        = curve.Scalar
	MSM           = curve.MSM
	VarTimeMSM    = curve.VarTimeMSM
	BaseTable     = curve.BaseTable
	ExpandedPoint = curve.ExpandedPoint
	Suite         = curve.Suite
)

const (
	SuiteRO           = curve.SuiteRO
	SuiteNU           = curve.SuiteNU
	SuiteMontgomeryRO = curve.SuiteMontgomeryRO
	SuiteMontgomeryNU = curve.SuiteMontgomeryNU
)

func NewIdentityPoint() *Point  { return curve.NewIdentityPoint() }
func NewGeneratorPoint() *Point { return curve.NewGeneratorPoint() }
func NewScalar() *Scalar        { return curve.NewScalar() }

func BytesBatch(encodings [][32]byte, points []Point) error {
	return curve.BytesBatch(encodings, points)
}

func BytesMontgomeryBatch(us [][32]byte, points []Point) error {
	return curve.BytesMontgomeryBatch(us, points)
}

func SetBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return curve.SetBytesBatch(points, encodings, ok)
}

func SetCanonicalBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return curve.SetCanonicalBytesBatch(points, encodings, ok)
}
