// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// Set sets v = q and returns v.
func (v *Point) Set(q *Point) *Point {
	*v = *q
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v.
func (v *Point) Select(a, b *Point, cond int) *Point {
	v.x.Select(&a.x, &b.x, cond)
	v.y.Select(&a.y, &b.y, cond)
	v.z.Select(&a.z, &b.z, cond)
	v.t.Select(&a.t, &b.t, cond)
	return v
}

// Add sets v = a + b and returns v.
func (v *Point) Add(a, b *Point) *Point {
	var c cached
	c.set(b)
	*v = *a
	v.doubleAdd(0, &c, false, true)
	return v
}

// Subtract sets v = a - b and returns v.
func (v *Point) Subtract(a, b *Point) *Point {
	var c cached
	c.set(b)
	*v = *a
	v.doubleAdd(0, &c, true, true)
	return v
}

// Negate sets v = -a and returns v.
func (v *Point) Negate(a *Point) *Point {
	p.Neg(&v.x, &a.x)
	p.Neg(&v.t, &a.t)
	v.y, v.z = a.y, a.z
	return v
}

// Double sets v = [2]a and returns v.
func (v *Point) Double(a *Point) *Point {
	*v = *a
	v.double(1)
	return v
}

// MultByCofactor sets v = [8]a and returns v.
func (v *Point) MultByCofactor(a *Point) *Point {
	*v = *a
	v.double(3)
	return v
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point) Equal(u *Point) int {
	var a, b field.Element
	p.Mul(&a, &v.x, &u.z)
	p.Mul(&b, &u.x, &v.z)
	x := p.Equal(&a, &b)
	p.Mul(&a, &v.y, &u.z)
	p.Mul(&b, &u.y, &v.z)
	return x & p.Equal(&a, &b)
}

// IsIdentity returns 1 if v is the identity, and 0 otherwise.
func (v *Point) IsIdentity() int { return p.IsZero(&v.x) & p.Equal(&v.y, &v.z) }

// IsSmallOrder returns 1 if [8]v is the identity, and 0 otherwise: if x·y·(x^2 + y^2) = 0.
//
// [2]Q is the identity if and only if Q = -Q, which is x = 0. [2]v has the coordinates 2xy and x^2 + y^2, but for
// denominators that are not 0. So x = 0 for [2]v, and [4]v is the identity, if and only if x·y = 0 for v. The same for [2]v
// instead of v: [8]v is the identity if and only if xy·(x^2 + y^2) = 0.
func (v *Point) IsSmallOrder() int {
	var xy, squares, e field.Element
	p.Sqr(&squares, &v.x)
	p.Sqr(&e, &v.y)
	p.Add(&squares, &squares, &e)
	p.Mul(&xy, &v.x, &v.y)
	p.Mul(&e, &squares, &xy)
	return p.IsZero(&e)
}

// IsTorsionFree returns 1 if [l]v is the identity, and 0 otherwise.
func (v *Point) IsTorsionFree() int {
	// [l-1]v = -v.
	minusOne := scalar.New(1, 0, 0, 0)
	n.Neg(&minusOne, &minusOne)
	var e, minus Point
	return e.ScalarMult(&minusOne, v).Equal(minus.Negate(v))
}
