// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import curve "secant.example/internal/edwards25519"

// Point is a point of the curve. Its zero value is not valid, and may be used
// only as a receiver, and by Set: using it otherwise panics. Points are compared by
// [Point.Equal]: the same point has many representations.
type Point curve.Point

// NewIdentityPoint returns a new point set to the identity (0, 1).
func NewIdentityPoint() *Point { return new(Point).SetIdentity() }

// NewGeneratorPoint returns a new point set to the generator B, which has order
// l, y = 4/5, and an even x. See RFC 8032, section 5.1.
func NewGeneratorPoint() *Point { return new(Point).SetGenerator() }

// Set sets v = q and returns v.
func (v *Point) Set(q *Point) *Point {
	*v = *q
	return v
}

// SetIdentity sets v to the identity (0, 1) and returns v.
func (v *Point) SetIdentity() *Point {
	v.receiver().SetIdentity()
	return v
}

// SetGenerator sets v to the generator B of [NewGeneratorPoint] and returns v.
func (v *Point) SetGenerator() *Point {
	v.receiver().SetGenerator()
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v. cond must
// be one of the two.
func (v *Point) Select(a, b *Point, cond int) *Point {
	v.receiver().Select(a.point(), b.point(), cond)
	return v
}

// Add sets v = a + b and returns v.
func (v *Point) Add(a, b *Point) *Point {
	v.receiver().Add(a.point(), b.point())
	return v
}

// Subtract sets v = a - b and returns v.
func (v *Point) Subtract(a, b *Point) *Point {
	v.receiver().Subtract(a.point(), b.point())
	return v
}

// Negate sets v = -a and returns v.
func (v *Point) Negate(a *Point) *Point {
	v.receiver().Negate(a.point())
	return v
}

// Double sets v = [2]a and returns v.
func (v *Point) Double(a *Point) *Point {
	v.receiver().Double(a.point())
	return v
}

// MultByCofactor sets v = [8]a and returns v.
func (v *Point) MultByCofactor(a *Point) *Point {
	v.receiver().MultByCofactor(a.point())
	return v
}

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *Scalar, q *Point) *Point {
	v.receiver().ScalarMult(x.scalar(), q.point())
	return v
}

// ScalarMultSlow is [Point.ScalarMult]; the name is that of a variant in
// filippo.io/edwards25519 that uses less memory.
func (v *Point) ScalarMultSlow(x *Scalar, q *Point) *Point { return v.ScalarMult(x, q) }

// ScalarBaseMult sets v = [x]B, where B is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *Scalar) *Point {
	v.receiver().ScalarBaseMult(x.scalar())
	return v
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]B, where B is the generator,
// and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point {
	v.receiver().VarTimeDoubleScalarBaseMult(a.scalar(), A.point(), b.scalar())
	return v
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point) Equal(u *Point) int {
	return v.point().Equal(u.point())
}

// IsIdentity returns 1 if v is the identity, and 0 otherwise.
func (v *Point) IsIdentity() int {
	return v.point().IsIdentity()
}

// IsSmallOrder returns 1 if [8]v is the identity, and 0 otherwise: the eight
// points of order 1, 2, 4 and 8.
func (v *Point) IsSmallOrder() int {
	return v.point().IsSmallOrder()
}

// IsTorsionFree returns 1 if [l]v is the identity, and 0 otherwise: the points
// of the subgroup that the generator spans. It costs a ScalarMult.
func (v *Point) IsTorsionFree() int {
	return v.point().IsTorsionFree()
}

// EightTorsion returns the eight points whose order divides 8, in new memory: number i is [i]T
// for the point T of order 8 with an even x and an odd y. Every point of the curve is the sum
// of one of them and a point of the subgroup that the generator spans.
func EightTorsion() [8]*Point {
	var points [8]*Point
	for i := range points {
		points[i] = new(Point)
		points[i].receiver().SetTorsion(i)
	}
	return points
}
