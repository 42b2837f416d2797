// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// The formulas are those of Pornin, "Double-Odd Jacobi Quartic" (2022). They are
// complete: they hold for all points of the curve, because b' is not a square. The
// functions here and the assembly compute the same, up to a common factor of the
// coordinates.

// addGeneric sets v = v + (-1)^negate·q:
//
//	c1 = E1·E2,  c2 = Z1·Z2,  c3 = U1·U2,  c4 = T1·T2,
//	zt = Z1·T2 + Z2·T1,  eu = E1·U2 + E2·U1,  h = c2 - b'·c4,
//	E3 = (c2 + b'·c4)(c1 + a'·c3) + 2b'·c3·zt,  Z3 = h^2,  U3 = h·eu,  T3 = eu^2.
func (c *Curve) addGeneric(v, q *Point, negate int) {
	p := c.p
	var c2, c4, zt, t field.Element
	p.Mul(&c2, &v.z, &q.z)
	p.Mul(&c4, &v.t, &q.t)
	p.Add(&zt, &v.z, &v.t)
	p.Add(&t, &q.z, &q.t)
	p.Mul(&zt, &zt, &t)
	p.Sub(&zt, &zt, &c2)
	p.Sub(&zt, &zt, &c4)
	c.finishAdd(v, &q.e, &q.u, negate, &c2, &c4, &zt)
}

// addAffineGeneric sets v = v + (-1)^negate·q, for a q whose Z is 1 and given by its E, U and T.
func (c *Curve) addAffineGeneric(v *Point, e, u, t *field.Element, negate int) {
	var c4, zt field.Element
	c.p.Mul(&c4, &v.t, t)
	c.p.Mul(&zt, &v.z, t)
	c.p.Add(&zt, &zt, &v.t)
	c2 := v.z
	c.finishAdd(v, e, u, negate, &c2, &c4, &zt)
}

// finishAdd sets v = v + q, for a q with E2 and (-1)^negate·U2.
func (c *Curve) finishAdd(v *Point, e2, u2 *field.Element, negate int, c2, c4, zt *field.Element) {
	p := c.p
	var c1, c3, eu, u, t, g, h field.Element
	p.CondNeg(&u, u2, negate)
	p.Mul(&c1, &v.e, e2)
	p.Mul(&c3, &v.u, &u)
	p.Add(&eu, &v.e, &v.u)
	p.Add(&t, e2, &u)
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
// done. With Y = 2X, on E they are
//
//	A = E^2,  Y = 2A^2,  W = 2Z^2 - A,  J = 2E·U,  and after that
//	A = W^2,  B = A - Y,  C = B^2,  Y' = 2C^2,  W' = C - 2A^2,  J' = 2W·J·B,
//	Z = W^2,  T = J^2,  U = W·J,  E = Y - Z.
//
// On S a doubling is followed by the addition of N, also the last one of all; but with W
// and E of the other sign the result is [2^n]v. All of Y, W and J are multiplied by
// the powers 4, 2 and 2 of 2 more often than they had to be:
//
//	A = 2U^2,  Y = 4A^2,  W = (T + Z)^2 - A,  J = 2E·U,  and after that
//	A = 2W·J,  C = (W + J)^2 - A,  B = A^2,  Y' = 4B^2,  W' = B - 2C^2,  J' = 2A(Y - C),
//	Z = W^2,  T = J^2,  U = W·J,  E = Z + T - Y.
func (c *Curve) doubleGeneric(v *Point, n int) {
	p := c.p
	var a, b, d field.Element
	y, w, j := &v.e, &v.z, &v.u
	if c.isE {
		p.Sqr(&a, &v.e)
		p.Mul(j, &v.e, &v.u)
		p.Double(j, j)
		p.Sqr(w, &v.z)
		p.Double(w, w)
		p.Sub(w, w, &a)
		p.Sqr(y, &a)
		p.Double(y, y)
		for range n - 1 {
			p.Sqr(&a, w)
			p.Sub(&b, &a, y)
			p.Mul(j, w, j)
			p.Double(j, j)
			p.Mul(j, j, &b)
			p.Sqr(&b, &b)
			p.Sqr(&a, &a)
			p.Double(&a, &a)
			p.Sub(w, &b, &a)
			p.Sqr(y, &b)
			p.Double(y, y)
		}
	} else {
		p.Sqr(&a, &v.u)
		p.Double(&a, &a)
		p.Add(w, &v.t, &v.z)
		p.Sqr(w, w)
		p.Sub(w, w, &a)
		p.Mul(j, &v.e, &v.u)
		p.Double(j, j)
		p.Double(&a, &a)
		p.Sqr(y, &a)
		for range n - 1 {
			p.Add(&d, w, j)
			p.Mul(&a, w, j)
			p.Double(&a, &a)
			p.Sqr(&d, &d)
			p.Sub(&d, &d, &a)
			p.Sub(j, y, &d)
			p.Mul(j, j, &a)
			p.Double(j, j)
			p.Sqr(&d, &d)
			p.Double(&d, &d)
			p.Sqr(&b, &a)
			p.Sub(w, &b, &d)
			p.Double(&b, &b)
			p.Sqr(y, &b)
		}
	}
	p.Sqr(&a, w)
	p.Sqr(&v.t, j)
	p.Mul(&v.u, w, j)
	if c.isE {
		p.Sub(&v.e, y, &a)
	} else {
		p.Add(&d, &a, &v.t)
		p.Sub(&v.e, &d, y)
	}
	v.z = a
}

// A window stands for v = [2^Doublings]v + (-1)^Negative·q, where q is the entry Index-1 of
// a table, or the neutral element if Index is 0, after ζ if Zeta is 1. Doublings and
// Zeta are public.
type window struct{ Index, Negative, Doublings, Zeta uint8 }

// windowsGeneric changes v by each of the windows but the last, one after the other. It
// reads every entry of table for each.
func (c *Curve) windowsGeneric(v *Point, table *[16]Point, list []window) {
	var q Point
	for _, w := range list[:len(list)-1] {
		selectGeneric(&q, table[:], int(w.Index))
		if w.Zeta == 1 {
			c.zeta(&q, &q)
		}
		if w.Doublings > 0 {
			c.doubleGeneric(v, int(w.Doublings))
		}
		c.addGeneric(v, &q, int(w.Negative))
	}
}

// selectGeneric sets v to table[index-1], or the neutral element if index is 0. It
// reads every entry of the table.
func selectGeneric(v *Point, table []Point, index int) {
	*v = neutral
	for i := range table {
		v.Select(&table[i], v, equal(index, i+1))
	}
}

// selectAffineGeneric sets v to table[index]. It reads every entry of the table.
func selectAffineGeneric(v *affine, table *[16]affine, index int) {
	*v = affine{}
	for i := range table {
		match := equal(index, i)
		v.e.Select(&table[i].e, &v.e, match)
		v.u.Select(&table[i].u, &v.u, match)
		v.t.Select(&table[i].t, &v.t, match)
	}
}

// equal returns 1 if x = y, and 0 otherwise, for 0 <= x, y < 2^31.
func equal(x, y int) int { return int((uint32(x^y) - 1) >> 31) }

type (
	combTables = [recode.CombBlocks][16]affine
	combDigits = recode.CombDigits
)

// combGeneric sets v to the sum of 2^s·table[j][digits[s][j].Index] over the columns s and
// blocks j, with the sign changed where digits[s][j].Negative is 1. It reads every
// entry of the table.
func (c *Curve) combGeneric(v *Point, table *combTables, digits *combDigits) {
	var q affine
	for s := recode.CombColumns - 1; s >= 0; s-- {
		for j, digit := range digits[s] {
			selectAffineGeneric(&q, &table[j], int(digit.Index))
			switch {
			case j > 0:
				c.addAffineGeneric(v, &q.e, &q.u, &q.t, int(digit.Negative))
			case s < recode.CombColumns-1:
				c.doubleGeneric(v, 1)
				c.addAffineGeneric(v, &q.e, &q.u, &q.t, int(digit.Negative))
			default:
				*v = q.point()
				c.p.CondNeg(&v.u, &v.u, int(digit.Negative))
			}
		}
	}
}

// A step of a sum is public, all of it.
type step = msm.Step[Point]

const (
	stepNegative = msm.Negative
	stepAffine   = msm.Other // Z of Q is 1
)

// sumGeneric does the steps, of which there is at least one, one after the other. q may be v
// in a step without doublings.
func (c *Curve) sumGeneric(v *Point, steps []step) {
	for i := range steps {
		s := &steps[i]
		if s.Doublings > 0 {
			c.doubleGeneric(v, int(s.Doublings))
		}
		negate := int(s.Flags & stepNegative)
		if s.Flags&stepAffine != 0 {
			c.addAffineGeneric(v, &s.Q.e, &s.Q.u, &s.Q.t, negate)
		} else {
			c.addGeneric(v, s.Q, negate)
		}
	}
}

// doubleAdd sets v = [2^n]v + (-1)^negate·q, for n >= 0. q may be v only if n is 0.
func (c *Curve) doubleAdd(v *Point, n int, q *Point, negate int) {
	c.sum(v, []step{{Q: q, Flags: uint32(negate), Doublings: uint32(n)}})
}
