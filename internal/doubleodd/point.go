// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import "secant.example/internal/field"

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

// eta is η, the even square root of -1 modulo the prime of E.
var eta = field.New(0xd99e0f1baa938aee, 0xa60d864fb30e6336, 0xe414983fe53688e3, 0x10ed2db33c69b85f)

// zeta sets v = ζ(q) = (E : Z : ηU : -T): on E it is multiplication by μ, a square root
// of -1 modulo r.
func (c *Curve) zeta(v, q *Point) {
	v.e, v.z = q.e, q.z
	c.p.Mul(&v.u, &q.u, &eta)
	c.p.Neg(&v.t, &q.t)
}
