// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import "secant.example/internal/field"

// What only tests need, in those outside the package, too.

// Field returns the prime of the coordinates.
func (c *Curve) Field() field.Modulus { return c.p }

// OddOrder sets v to the point of odd order of the element q.
func (c *Curve) OddOrder(v, q *Point) {
	// That is q if x = (Z + E - aT)/2T is a square, or if U = 0 and E = Z.
	p := c.p
	var x, d field.Element
	p.Add(&x, &q.z, &q.e)
	if !c.isE {
		p.Add(&x, &x, &q.t)
	}
	p.Mul(&x, &x, &q.t)
	p.Double(&x, &x)
	p.Sub(&d, &q.e, &q.z)
	keep := (p.Legendre(&x)+1)>>1 | p.IsZero(&d)
	*v = *q
	p.CondNeg(&v.e, &v.e, keep^1)
	p.CondNeg(&v.u, &v.u, keep^1)
}
