// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import "secant.example/internal/field"

// affine is a point that is not the identity, by its coordinates x and y.
type affine struct{ x, y field.Element }

// The formulas are the usual ones in Jacobian coordinates, as in Bernstein and Lange's
// Explicit-Formulas Database, for curves y^2 = x^3 + b: b does not occur in them. The
// functions here and the assembly compute the same.

// doubleGeneric sets v = [2^n]v. There is no point of order 2, so that this holds for
// every v.
func (v *Point) doubleGeneric(n int) {
	for range n {
		// S = Y^2, L = 3/2·X^2, T = X·S: (L^2 - 2T, L·(T - X3) - S^2, Y·Z).
		var s, l, t, e field.Element
		p.Mul(&v.z, &v.y, &v.z)
		p.Sqr(&s, &v.y)
		p.Sqr(&e, &v.x)
		p.Halve(&l, &e)
		p.Add(&l, &l, &e)
		p.Mul(&t, &v.x, &s)
		p.Sqr(&e, &l)
		p.Sub(&e, &e, &t)
		p.Sub(&v.x, &e, &t)
		p.Sub(&t, &t, &v.x)
		p.Mul(&l, &l, &t)
		p.Sqr(&s, &s)
		p.Sub(&v.y, &l, &s)
	}
}

// addGeneric sets v = v + q, provided that neither is the identity and v is not q. If
// v = q it sets v to three zeros; and if v = -q it sets Z to 0, but not X.
func (v *Point) addGeneric(q *Point) {
	var zz, u1, u2, s1, s2, z field.Element
	p.Sqr(&zz, &v.z)
	p.Mul(&u2, &q.x, &zz)
	p.Mul(&zz, &zz, &v.z)
	p.Mul(&s2, &q.y, &zz)
	p.Sqr(&zz, &q.z)
	p.Mul(&u1, &v.x, &zz)
	p.Mul(&zz, &zz, &q.z)
	p.Mul(&s1, &v.y, &zz)
	p.Mul(&z, &v.z, &q.z)
	v.finishAdd(&u1, &s1, &u2, &s2, &z)
}

// addAffineGeneric sets v = v + q, provided that v is not the identity and not q. If v
// = q it sets v to three zeros; and if v = -q it sets Z to 0, but not X.
func (v *Point) addAffineGeneric(q *affine) {
	var zz, u2, s2 field.Element
	p.Sqr(&zz, &v.z)
	p.Mul(&u2, &q.x, &zz)
	p.Mul(&zz, &zz, &v.z)
	p.Mul(&s2, &q.y, &zz)
	v.finishAdd(&v.x, &v.y, &u2, &s2, &v.z)
}

// finishAdd sets v to the sum of (u1 : s1 : z) and (u2 : s2 : z).
func (v *Point) finishAdd(u1, s1, u2, s2, z *field.Element) {
	// H = U2 - U1, R = S2 - S1, V = U1·H^2:
	// (R^2 - H^3 - 2V, R·(V - X3) - S1·H^3, Z·H).
	var h, r, hh, hhh, t, e field.Element
	p.Sub(&h, u2, u1)
	p.Sub(&r, s2, s1)
	p.Mul(&v.z, z, &h)
	p.Sqr(&hh, &h)
	p.Mul(&hhh, &hh, &h)
	p.Mul(&t, u1, &hh)
	p.Sqr(&e, &r)
	p.Sub(&e, &e, &hhh)
	p.Sub(&e, &e, &t)
	p.Mul(&hhh, &hhh, s1)
	p.Sub(&v.x, &e, &t)
	p.Sub(&t, &t, &v.x)
	p.Mul(&r, &r, &t)
	p.Sub(&v.y, &r, &hhh)
}
