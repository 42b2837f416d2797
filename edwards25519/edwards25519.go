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
// [Point.MultByCofactor], and package ed25519 for signatures. Protocols whose proof asks
// for a group of prime order are better built on package ristretto255.
//
// The types have the methods of filippo.io/edwards25519, except those that
// mention field elements, with the same meaning, and a few more. As there, the
// receiver is set to the result and returned, any argument may be the receiver,
// and the zero value of Scalar is 0, while the zero value of Point is not a
// point: using it in any way but as a receiver, or as the argument of Set, panics.
//
// Beyond those there are sums of any number of multiples that keep their memory
// ([MSM], [VarTimeMSM]), points with precomputed multiples ([BaseTable],
// [ExpandedPoint]), batches of encodings ([SetBytesBatch], [VarTimeSetBytesBatch], [BytesBatch]) and of
// inverses ([Scalar.BatchInvert]), hashes to the curve ([Point.SetHash]), random points and
// scalars ([Point.SetRandom], [Scalar.SetRandom]), and the points of small order
// ([EightTorsion]).
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds.
package edwards25519

import (
	"unsafe"

	curve "secant.example/internal/edwards25519"
)

// What computes is in internal/edwards25519. Point is its Point with other methods, so that a
// pointer to one is a pointer to the other.

// point returns v for what computes, and panics if v is the zero value.
func (v *Point) point() *curve.Point {
	q := (*curve.Point)(v)
	if !q.IsValid() {
		panic("edwards25519: use of an uninitialized Point")
	}
	return q
}

// receiver returns v for what computes, whatever it is.
func (v *Point) receiver() *curve.Point { return (*curve.Point)(v) }

// receivers returns vs for what computes, whatever they are.
func receivers(vs []Point) []curve.Point {
	// Go converts pointers to them, but not slices.
	return unsafe.Slice((*curve.Point)(unsafe.SliceData(vs)), len(vs))
}

// valid returns vs for what computes, and panics if one is the zero value.
func valid(vs []Point) []curve.Point {
	for i := range vs {
		vs[i].point()
	}
	return receivers(vs)
}
