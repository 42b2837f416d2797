// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secp256k1 implements the group of the elliptic curve
//
//	y^2 = x^3 + 7  over the integers modulo p = 2^256 - 2^32 - 977,
//
// which SEC 2, section 2.4.1, defines, and the integers modulo its prime order
//
//	n = 2^256 - 432420386565659656852420866394968145599.
//
// The methods are like those of package edwards25519: the receiver is set to the
// result and returned, and any argument may be the receiver. The zero values are
// valid: that of Point is the identity, the point at infinity, and that of Scalar
// is 0.
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds and of what form the encoding is, and that the length
// of an encoding shows whether it is that of the identity.
package secp256k1

import (
	"secant.example/internal/field"
)

const p = field.PSecp256k1

var (
	curveB = field.New(7, 0, 0, 0)

	generator = Point{
		x: field.New(0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac),
		y: field.New(0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465),
		z: field.One(),
	}
)

// Point is a point of the curve. Its zero value is the identity.
type Point struct {
	// Representations of a point are not unique: make == an error.
	_ [0]func()

	// Jacobian coordinates: x = X/Z^2, y = Y/Z^3. The identity is every triple with
	// Z = 0.
	x, y, z field.Element
}

// NewIdentityPoint returns a new point set to the identity.
func NewIdentityPoint() *Point { return &Point{} }

// NewGeneratorPoint returns a new point set to the generator G, which has order n.
// See SEC 2, section 2.4.1.
func NewGeneratorPoint() *Point { v := generator; return &v }

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

// normalizeWith sets Z of v to 1, given 1/Z, or leaves v the identity.
func (v *Point) normalizeWith(inverse *field.Element) {
	one, zero := field.One(), field.Element{}
	identity := p.IsZero(&v.z)
	v.scaled(&v.x, &v.y, inverse)
	v.z.Select(&zero, &one, identity)
}

// Normalize sets v = a, represented by its coordinates x and y, and returns v. That
// makes multiplications and encodings of the same point take a little less time, and what
// else the representation could tell about how a was computed is gone.
func (v *Point) Normalize(a *Point) *Point {
	var inverse field.Element
	p.Inv(&inverse, &a.z)
	*v = *a
	v.normalizeWith(&inverse)
	return v
}

// batchSize is the number of elements that share an inversion.
const batchSize = 64

// NormalizeBatch is [Point.Normalize] of each of the points, with one inversion for up to
// 64 of them.
func NormalizeBatch(points []Point) {
	var inverses, scratch [batchSize]field.Element
	for len(points) > 0 {
		n := min(len(points), batchSize)
		for i := range n {
			inverses[i] = points[i].z
		}
		p.InvBatch(inverses[:n], scratch[:n])
		for i := range n {
			points[i].normalizeWith(&inverses[i])
		}
		points = points[n:]
	}
}
