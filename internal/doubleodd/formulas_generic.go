// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/recode"
)

// The formulas are those of Pornin, "Double-Odd Jacobi Quartic" (2022). They are
// complete: they hold for all points of the curve, because b' is not a square. The
// functions here and the assembly compute the same, up to a common factor of the
// coordinates.

// addGeneric sets v = q + s:
//
//	c1 = E1·E2,  c2 = Z1·Z2,  c3 = U1·U2,  c4 = T1·T2,
//	zt = Z1·T2 + Z2·T1,  eu = E1·U2 + E2·U1,  h = c2 - b'·c4,
//	E3 = (c2 + b'·c4)(c1 + a'·c3) + 2b'·c3·zt,  Z3 = h^2,  U3 = h·eu,  T3 = eu^2.
func (c *Curve) addGeneric(v, q, s *Point) {
	p := c.p
	var c2, c4, zt, t field.Element
	p.Mul(&c2, &q.z, &s.z)
	p.Mul(&c4, &q.t, &s.t)
	p.Add(&zt, &q.z, &q.t)
	p.Add(&t, &s.z, &s.t)
	p.Mul(&zt, &zt, &t)
	p.Sub(&zt, &zt, &c2)
	p.Sub(&zt, &zt, &c4)
	c.finishAdd(v, q, &s.e, &s.u, &c2, &c4, &zt)
}

// addAffineGeneric sets v = v + q.
func (c *Curve) addAffineGeneric(v *Point, q *affine) {
	var c4, zt field.Element
	c.p.Mul(&c4, &v.t, &q.t)
	c.p.Mul(&zt, &v.z, &q.t)
	c.p.Add(&zt, &zt, &v.t)
	c2 := v.z
	c.finishAdd(v, v, &q.e, &q.u, &c2, &c4, &zt)
}

// finishAdd sets v to the sum of q and a point with E2 and U2.
func (c *Curve) finishAdd(v, q *Point, e2, u2, c2, c4, zt *field.Element) {
	p := c.p
	var c1, c3, eu, t, g, h field.Element
	p.Mul(&c1, &q.e, e2)
	p.Mul(&c3, &q.u, u2)
	p.Add(&eu, &q.e, &q.u)
	p.Add(&t, e2, u2)
	p.Mul(&eu, &eu, &t)
	p.Sub(&eu, &eu, &c1)
	p.Sub(&eu, &eu, &c3)
	if c.isE { // a' = 0, b' = 8
		p.MulSmall(&t, c4, 8)
		p.Add(&g, c2, &t)
		p.Sub(&h, c2, &t)
		p.Mul(&t, &c3, zt)
		p.MulSmall(&t, &t, 16)
		p.Mul(&v.e, &g, &c1)
		p.Add(&v.e, &v.e, &t)
	} else { // a' = 2, b' = -1
		p.Sub(&g, c2, c4)
		p.Add(&h, c2, c4)
		p.Double(&c3, &c3)
		p.Mul(&t, &c3, zt)
		p.Add(&c1, &c1, &c3)
		p.Mul(&v.e, &g, &c1)
		p.Sub(&v.e, &v.e, &t)
	}
	p.Sqr(&v.z, &h)
	p.Mul(&v.u, &h, &eu)
	p.Sqr(&v.t, &eu)
}

// doubleGeneric sets v = [2^n]v, for n >= 1. The first doubling leads to Jacobian
// coordinates (X:W:J), with x = X/J^2 and y/x = W/J, in which the others are
// done. On E they are
//
//	X = E^4,  W = 2Z^2 - E^2,  J = 2E·U,  and after that
//	A = W^2,  B = A - 2X,  D = B^2/2,  X' = D^2,  W' = D - A^2,  J' = W·B·J,
//	Z = W^2,  T = J^2,  U = W·J,  E = 2X - Z.
//
// On S a doubling is followed by the addition of N, also the last one of all; but with W
// and E of the other sign the result is [2^n]v. With Y = 2X:
//
//	Y = 16U^4,  W = (T + Z)^2 - 2U^2,  J = 2E·U,  and after that
//	A = 2W·J,  C = W^2 + J^2,  Y' = A^4,  W' = A^2/2 - C^2,  J' = A(Y - C),
//	Z = W^2,  T = J^2,  U = W·J,  E = Z + T - Y.
func (c *Curve) doubleGeneric(v *Point, n int) {
	p := c.p
	var x, w, j, a, b, d field.Element
	p.Mul(&j, &v.e, &v.u)
	p.Double(&j, &j)
	if c.isE {
		p.Sqr(&a, &v.e)
		p.Sqr(&x, &a)
		p.Sqr(&w, &v.z)
		p.Double(&w, &w)
		p.Sub(&w, &w, &a)
		for range n - 1 {
			p.Sqr(&a, &w)
			p.Sub(&b, &a, &x)
			p.Sub(&b, &b, &x)
			p.Sqr(&d, &b)
			p.Halve(&d, &d)
			p.Mul(&b, &b, &w)
			p.Mul(&j, &b, &j)
			p.Sqr(&a, &a)
			p.Sub(&w, &d, &a)
			p.Sqr(&x, &d)
		}
		p.Double(&x, &x)
	} else {
		p.Sqr(&a, &v.u)
		p.Double(&a, &a)
		p.Add(&w, &v.t, &v.z)
		p.Sqr(&w, &w)
		p.Sub(&w, &w, &a)
		p.Double(&a, &a)
		p.Sqr(&x, &a)
		for range n - 1 {
			p.Mul(&a, &w, &j)
			p.Double(&a, &a)
			p.Add(&d, &w, &j)
			p.Sqr(&d, &d)
			p.Sub(&d, &d, &a)
			p.Sub(&x, &x, &d)
			p.Mul(&j, &a, &x)
			p.Sqr(&a, &a)
			p.Halve(&w, &a)
			p.Sqr(&d, &d)
			p.Sub(&w, &w, &d)
			p.Sqr(&x, &a)
		}
	}
	p.Sqr(&v.z, &w)
	p.Sqr(&v.t, &j)
	p.Mul(&v.u, &w, &j)
	if c.isE {
		p.Sub(&v.e, &x, &v.z)
	} else {
		p.Add(&v.e, &v.z, &v.t)
		p.Sub(&v.e, &v.e, &x)
	}
}

// selectGeneric sets v to table[index-1], to the neutral element if index is 0, and
// changes its sign if negate is 1.
func (c *Curve) selectGeneric(v *Point, table []Point, index, negate int) {
	*v = neutral
	for i := range table {
		v.Select(&table[i], v, equal(index, i+1))
	}
	c.p.CondNeg(&v.u, &v.u, negate)
}

// selectAffineGeneric sets v to table[index], and changes its sign if negate is 1.
func (c *Curve) selectAffineGeneric(v *affine, table *[16]affine, index, negate int) {
	*v = affine{}
	for i := range table {
		match := equal(index, i)
		v.e.Select(&table[i].e, &v.e, match)
		v.u.Select(&table[i].u, &v.u, match)
		v.t.Select(&table[i].t, &v.t, match)
	}
	c.p.CondNeg(&v.u, &v.u, negate)
}

// equal returns 1 if x = y, and 0 otherwise, for 0 <= x, y < 2^31.
func equal(x, y int) int { return int((uint32(x^y) - 1) >> 31) }

type combTables = [recode.CombBlocks][16]affine

// combGeneric sets v to the sum of 2^s·table[j][digits[s][j].Index] over the columns s and the
// blocks j, with the sign changed where digits[s][j].Negative is 1. It reads every
// entry of the table.
func (c *Curve) combGeneric(v *Point, table *combTables, digits *recode.CombDigits) {
	*v = neutral
	var q affine
	for s := recode.CombColumns - 1; s >= 0; s-- {
		if s < recode.CombColumns-1 {
			c.doubleGeneric(v, 1)
		}
		for j, digit := range digits[s] {
			c.selectAffineGeneric(&q, &table[j], int(digit.Index), int(digit.Negative))
			c.addAffineGeneric(v, &q)
		}
	}
}
