// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import "secant.example/internal/field"

// Set sets v = q and returns v.
func (v *Point) Set(q *Point) *Point {
	*v = *q
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v. cond must
// be one of the two.
func (v *Point) Select(a, b *Point, cond int) *Point {
	v.x.Select(&a.x, &b.x, cond)
	v.y.Select(&a.y, &b.y, cond)
	v.z.Select(&a.z, &b.z, cond)
	return v
}

// Add sets v = a + b and returns v.
func (v *Point) Add(a, b *Point) *Point {
	// The formula for a sum is right unless a or b is the identity, or a = b: for points
	// that are not the identity, it gives X = Z = 0 then, and only then.
	var sum, double Point
	sum = *a
	sum.add(b)
	double = *a
	double.double(1)
	identityA, identityB := p.IsZero(&a.z), p.IsZero(&b.z)
	equal := p.IsZero(&sum.x) & p.IsZero(&sum.z)
	double.Select(&double, &sum, equal)
	double.Select(b, &double, identityA)
	return v.Select(a, &double, identityB)
}

// Subtract sets v = a - b and returns v.
func (v *Point) Subtract(a, b *Point) *Point {
	var minus Point
	return v.Add(a, minus.Negate(b))
}

// Negate sets v = -a and returns v.
func (v *Point) Negate(a *Point) *Point {
	p.Neg(&v.y, &a.y)
	v.x, v.z = a.x, a.z
	return v
}

// CondNegate sets v = -a if cond is 1, and v = a if cond is 0, and returns v. cond
// must be one of the two.
func (v *Point) CondNegate(a *Point, cond int) *Point {
	p.CondNeg(&v.y, &a.y, cond)
	v.x, v.z = a.x, a.z
	return v
}

// Double sets v = [2]a and returns v.
func (v *Point) Double(a *Point) *Point {
	*v = *a
	v.double(1)
	return v
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point) Equal(u *Point) int {
	var vv, uu, a, b field.Element
	p.Sqr(&vv, &v.z)
	p.Sqr(&uu, &u.z)
	p.Mul(&a, &v.x, &uu)
	p.Mul(&b, &u.x, &vv)
	equal := p.Equal(&a, &b)
	p.Mul(&vv, &vv, &v.z)
	p.Mul(&uu, &uu, &u.z)
	p.Mul(&a, &v.y, &uu)
	p.Mul(&b, &u.y, &vv)
	equal &= p.Equal(&a, &b)
	identityV, identityU := p.IsZero(&v.z), p.IsZero(&u.z)
	return identityV&identityU | equal&(identityV^1)&(identityU^1)
}

// IsIdentity returns 1 if v is the identity, and 0 otherwise.
func (v *Point) IsIdentity() int { return p.IsZero(&v.z) }

// IsYOdd returns the least significant bit of y in [0, p), or 0 if v is the
// identity. It costs an inversion.
func (v *Point) IsYOdd() int {
	var x, y field.Element
	v.affine(&x, &y)
	return p.IsNegative(&y)
}

// affine sets x and y to the coordinates of v, or to 0 if v is the identity.
func (v *Point) affine(x, y *field.Element) {
	var inverse field.Element
	p.Inv(&inverse, &v.z)
	v.scaled(x, y, &inverse)
}

// scaled sets x and y to X·i^2 and Y·i^3.
func (v *Point) scaled(x, y, i *field.Element) {
	var ii field.Element
	p.Sqr(&ii, i)
	p.Mul(x, &v.x, &ii)
	p.Mul(&ii, &ii, i)
	p.Mul(y, &v.y, &ii)
}

// normalizeWith sets Z of v to 1, given 1/Z, and reduces the other coordinates, or leaves v
// the identity.
func (v *Point) normalizeWith(inverse *field.Element) {
	one, zero := field.One(), field.Element{}
	identity := p.IsZero(&v.z)
	v.scaled(&v.x, &v.y, inverse)
	v.x, v.y = reduced(&v.x), reduced(&v.y)
	v.z.Select(&zero, &one, identity)
}

// reduced returns x with limbs in [0, p).
func reduced(x *field.Element) field.Element {
	l := p.Canonical(x)
	return field.New(l[0], l[1], l[2], l[3])
}

// Normalize sets v = a, represented by its coordinates x and y, and returns v. What
// the representation could tell about how a was computed is gone.
func (v *Point) Normalize(a *Point) *Point {
	var inverse field.Element
	p.Inv(&inverse, &a.z)
	*v = *a
	v.normalizeWith(&inverse)
	return v
}

// VarTimeNormalize is [Point.Normalize] in variable time: it can tell more about how a was
// computed than its coordinates do.
func (v *Point) VarTimeNormalize(a *Point) *Point {
	var inverse field.Element
	p.InvVarTime(&inverse, &a.z)
	*v = *a
	v.normalizeWith(&inverse)
	return v
}

// batchSize is the number of points that share an inversion.
const batchSize = 64

// NormalizeBatch is [Point.Normalize] of the points at(0), at(1), ..., at(n-1), with one
// inversion for up to 64 of them.
func NormalizeBatch(n int, at func(i int) *Point) {
	var inverses, scratch [batchSize]field.Element
	for start := 0; start < n; start += batchSize {
		size := min(batchSize, n-start)
		for i := range size {
			inverses[i] = at(start + i).z
		}
		p.InvBatch(inverses[:size], scratch[:size])
		for i := range size {
			at(start + i).normalizeWith(&inverses[i])
		}
	}
}
