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
type Point struct{ e, z, u, t field.Element }

// An affine is a point with Z = 1.
type affine struct{ e, u, t field.Element }

// point returns q.
func (q *affine) point() Point { return Point{q.e, field.One(), q.u, q.t} }

// neutral is the neutral element.
var neutral = Point{e: field.One(), z: field.One()}

// Field returns the prime of the coordinates.
func (c *Curve) Field() field.Modulus { return c.p }

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

// IsNeutral returns 1 if q is the neutral element, and 0 otherwise.
func (c *Curve) IsNeutral(q *Point) int { return c.p.IsZero(&q.u) }

// Equal returns 1 if q and s are the same element, and 0 otherwise.
func (c *Curve) Equal(q, s *Point) int {
	var x, y field.Element
	c.p.Mul(&x, &q.u, &s.e)
	c.p.Mul(&y, &s.u, &q.e)
	return c.p.Equal(&x, &y)
}

// Select sets v = q if cond is 1, and v = s if cond is 0.
func (v *Point) Select(q, s *Point, cond int) {
	v.e.Select(&q.e, &s.e, cond)
	v.z.Select(&q.z, &s.z, cond)
	v.u.Select(&q.u, &s.u, cond)
	v.t.Select(&q.t, &s.t, cond)
}

// Neg sets v = -q.
func (c *Curve) Neg(v, q *Point) {
	*v = *q
	c.p.Neg(&v.u, &v.u)
}

// CondNeg sets v = -q if cond is 1, and v = q if cond is 0.
func (c *Curve) CondNeg(v, q *Point, cond int) {
	*v = *q
	c.p.CondNeg(&v.u, &v.u, cond)
}

// Add sets v = q + s.
func (c *Curve) Add(v, q, s *Point) {
	sum := *q
	c.doubleAdd(&sum, 0, s, 0)
	*v = sum
}

// Sub sets v = q - s.
func (c *Curve) Sub(v, q, s *Point) {
	difference := *q
	c.doubleAdd(&difference, 0, s, 1)
	*v = difference
}

// Double sets v = [2^n]q, for n >= 0. Its time depends on n.
func (c *Curve) Double(v, q *Point, n int) {
	*v = *q
	if n > 0 {
		c.double(v, n)
	}
}
