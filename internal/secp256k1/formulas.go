// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

type (
	element   = field.Element
	combDigit = recode.CombDigit
)

// affine is a point (x, y) that is not the identity, with -x instead of x.
type affine struct{ minusX, y field.Element }

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
	p.Mul(&u2, &q.minusX, &zz)
	p.Neg(&u2, &u2)
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

// addSelectedGeneric sets v = [2^n]v + q_0 + q_1 + ..., where q_j is
// tables[j][digits[j].Index], with its sign changed if digits[j].Negative is 1; and that
// for as many rounds as there are digits for, with the next ones for the same tables. The
// conditions of addAffine hold for each of the additions. It reads every entry of the
// tables.
func (v *Point) addSelectedGeneric(n int, tables [][16]affine, digits []combDigit) {
	var q affine
	for len(digits) > 0 {
		if n > 0 {
			v.double(n)
		}
		for j := range tables {
			q.selectFrom(&tables[j], int(digits[j].Index), int(digits[j].Negative))
			v.addAffine(&q)
		}
		digits = digits[len(tables):]
	}
}

// selectAffineGeneric sets q to table[index], and changes its sign if negate is 1.
func selectAffineGeneric(q *affine, table *[16]affine, index, negate int) {
	*q = affine{}
	for i := range table {
		match := equal(index, i)
		q.minusX.Select(&table[i].minusX, &q.minusX, match)
		q.y.Select(&table[i].y, &q.y, match)
	}
	p.CondNeg(&q.y, &q.y, negate)
}

// equal returns 1 if x = y, and 0 otherwise, for 0 <= x, y < 2^31.
func equal(x, y int) int { return int((uint32(x^y) - 1) >> 31) }

// A step of a sum of multiples. With the flag scaled, what is added is (x·s^2, y·s^3) instead of
// q = (x, y), for the scale s of the sum.
type step = msm.Step[affine]

const (
	stepNegative = msm.Negative
	stepScaled   = msm.Other
)

// stepsGeneric takes steps until there are none left, or one would add a point to itself or to its
// negative: of that it does the doublings only. It returns how many it has not completed. v
// must not be the identity. It takes variable time.
func (v *Point) stepsGeneric(scale *element, steps []step) int {
	for i := range steps {
		s := &steps[i]
		if s.Doublings > 0 {
			v.double(int(s.Doublings))
		}
		q := scaled(s, scale)
		sum := *v
		sum.addAffine(&q)
		if p.IsZero(&sum.z) == 1 {
			return len(steps) - i
		}
		*v = sum
	}
	return 0
}

// scaled returns what s adds.
func scaled(s *step, scale *element) affine {
	q := *s.Q
	if s.Flags&stepNegative != 0 {
		p.Neg(&q.y, &q.y)
	}
	if s.Flags&stepScaled != 0 {
		var power element
		p.Sqr(&power, scale)
		p.Mul(&q.minusX, &q.minusX, &power)
		p.Mul(&power, &power, scale)
		p.Mul(&q.y, &q.y, &power)
	}
	return q
}

// The next two functions make a table of odd multiples by additions of points with the
// same Z, which they do not need: Meloni, "New Point Addition Formulae for ECC Applications"
// (2007).

// multiplesGeneric sets table[i] = table[i-1] + d for i from 1 on, where table[i] has x (not
// -x), and Z of table[i] is that of table[i-1] times ratios[i]. At first d has the Z of
// table[0]; it is overwritten. d may not be ± any of these.
func multiplesGeneric(table []affine, ratios []element, d *affine) {
	for i := range len(table) - 1 {
		// H = DX - X, R = DY - Y, B = DX·H^2, C = X·H^2:
		// X3 = R^2 - B - C, Y3 = R·(B - X3) - DY·(B - C), Z3 = Z·H, and d = (B, DY·(B - C)).
		this, next := &table[i], &table[i+1]
		var h, r, hh, c, e field.Element
		p.Sub(&h, &d.minusX, &this.minusX)
		p.Sub(&r, &d.y, &this.y)
		p.Sqr(&hh, &h)
		ratios[i+1] = h
		p.Mul(&c, &this.minusX, &hh)
		p.Mul(&d.minusX, &d.minusX, &hh)
		p.Sub(&e, &d.minusX, &c)
		p.Mul(&d.y, &d.y, &e)
		p.Sqr(&e, &r)
		p.Sub(&e, &e, &d.minusX)
		p.Sub(&next.minusX, &e, &c)
		p.Sub(&e, &d.minusX, &next.minusX)
		p.Mul(&e, &r, &e)
		p.Sub(&next.y, &e, &d.y)
	}
}

// rescaleGeneric turns the entries of a table, as multiplesGeneric leaves them, into ones with
// -x and the Z of the last, divided by scale. It sets images to their images under the
// endomorphism, and multiplies scale by the ratios.
func rescaleGeneric(table, images []affine, ratios []element, scale *element) {
	s := *scale
	for i := len(table) - 1; i >= 0; i-- {
		q := &table[i]
		var power field.Element
		p.Sqr(&power, &s)
		p.Neg(&q.minusX, &q.minusX)
		p.Mul(&q.minusX, &q.minusX, &power)
		p.Mul(&power, &power, &s)
		p.Mul(&q.y, &q.y, &power)
		images[i].y = q.y
		p.Mul(&images[i].minusX, &q.minusX, &beta)
		p.Mul(&s, &s, &ratios[i])
	}
	*scale = s
}
