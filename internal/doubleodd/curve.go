// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package doubleodd is the arithmetic of the two standard double-odd curves, which
// the groups jq255e, do255e, jq255s and do255s are made of:
//
//	E   y^2 = x(x^2 - 2)          modulo 2^255 - 18651
//	S   y^2 = x(x^2 - x + 1/2)    modulo 2^255 - 3957
//
// A curve y^2 = x(x^2 + ax + b) here has the order 2r for a prime r, and one point
// N = (0, 0) of order 2. An element of the group, of order r, is a pair {P, P+N},
// and a [Point] is one of the two. With a' = -2a, b' = a^2 - 4b and
//
//	u = x/y,  e = u^2·(x - b/x)
//
// the curve is e^2 = b'·u^4 + a'·u^2 + 1, where (e, u) + N = (-e, -u). The neutral
// element is (±1, 0). The extended coordinates (E:Z:U:T) stand for e = E/Z, u = U/Z
// and u^2 = T/Z. See Pornin, "Double-Odd Jacobi Quartic" (2022).
//
// The encoding of 2020 distinguishes the two points of an element. It costs less
// if all points are the one of odd order, which is what all functions here
// return if they are given such points only; just [Curve.DecodeJQ] returns the other
// one half of the time.
//
// Everything is constant-time but what has VarTime in its name. The results may be
// the same variable as any argument.
//
// # Multiples
//
// Additions are complete, and runs of doublings are done in Jacobian coordinates. [Curve.Mul] has signed
// windows of 5 bits; on E those of both halves of the scalar, by the endomorphism. [Curve.MulGen] is
// the comb of package recode.
//
// In variable time, signatures of 2022 have challenges of 128 bits, so that R = s·G - c·Q takes half the
// doublings. For those of 2020 the endomorphism halves them on E, and lattice reduction on S. Sums with an
// [ExpandedPoint] take 32. Many such sums are the lanes of vectors, with digits of 5 bits of their points and of 10 of the
// generator at the same places in all, and so are square roots (lanes.go): eight, with IFMA or in doubles with AVX2; of roots with
// IFMA sixteen, since each square needs the one before it, and those of others come in between.
package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// A Curve is [E] or [S].
type Curve struct {
	p     field.Modulus
	order *scalar.Modulus
	isE   bool
	comb  *combTables
	odd   *oddTables
}

var (
	// E is y^2 = x(x^2 - 2) modulo 2^255 - 18651, e^2 = 8u^4 + 1. It has the
	// endomorphism (e, u) to (e, ηu), where η^2 = -1.
	E = &Curve{field.P255E, scalar.DoubleOddE, true, &combTableE, &oddTableE}

	// S is y^2 = x(x^2 - x + 1/2) modulo 2^255 - 3957, e^2 = -u^4 + 2u^2 + 1.
	S = &Curve{field.P255S, scalar.DoubleOddS, false, &combTableS, &oddTableS}
)

// A Point is (E:Z:U:T), with E and Z not 0. The zero value is not valid.
type Point struct {
	// Representations of an element are not unique: make == an error.
	_ [0]func()

	e, z, u, t field.Element
}

// An affine is a point with Z = 1.
type affine struct{ e, u, t field.Element }

// point returns q.
func (q *affine) point() Point { return Point{e: q.e, z: field.One(), u: q.u, t: q.t} }

// neutral is the neutral element.
var neutral = Point{e: field.One(), z: field.One()}

// Order returns r.
func (c *Curve) Order() *scalar.Modulus { return c.order }

// Neutral sets v to the neutral element.
func (c *Curve) Neutral(v *Point) { *v = neutral }

// Generator sets v to the conventional generator G.
func (c *Curve) Generator(v *Point) { *v = c.odd[0][0] }

// IsValid reports whether v has been set: to find uses of a zero value.
func (v *Point) IsValid() bool {
	l := v.z.Limbs()
	return l[0]|l[1]|l[2]|l[3] != 0
}
