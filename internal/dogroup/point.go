// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dogroup

import (
	"secant.example/internal/dohash"
	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
)

// Point is an element of the group. Its zero value is not valid, and may be used only
// as a receiver: using it otherwise panics. Elements are compared by [Point.Equal]: the
// same element has many representations.
type Point[G Group] struct {
	_ [0]func() // make == an error
	q doubleodd.Point
}

// check panics if v is the zero value.
func check[G Group](v *Point[G]) {
	if !v.q.IsValid() {
		panic(Of[G]().Name + ": use of an uninitialized Point")
	}
}

// NewIdentityPoint returns a new point set to the neutral element.
func NewIdentityPoint[G Group]() *Point[G] {
	// Inlined, so that the result need not escape.
	return new(Point[G]).setIdentity()
}

func (v *Point[G]) setIdentity() *Point[G] {
	Of[G]().Curve.Neutral(&v.q)
	return v
}

// NewGeneratorPoint returns a new point set to the generator.
func NewGeneratorPoint[G Group]() *Point[G] {
	return new(Point[G]).setGenerator()
}

func (v *Point[G]) setGenerator() *Point[G] {
	Of[G]().Curve.Generator(&v.q)
	return v
}

// Set sets v = q and returns v.
func (v *Point[G]) Set(q *Point[G]) *Point[G] {
	*v = *q
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v. cond must be
// one of the two.
func (v *Point[G]) Select(a, b *Point[G], cond int) *Point[G] {
	check(a)
	check(b)
	v.q.Select(&a.q, &b.q, cond)
	return v
}

// Add sets v = a + b and returns v.
func (v *Point[G]) Add(a, b *Point[G]) *Point[G] {
	check(a)
	check(b)
	Of[G]().Curve.Add(&v.q, &a.q, &b.q)
	return v
}

// Subtract sets v = a - b and returns v.
func (v *Point[G]) Subtract(a, b *Point[G]) *Point[G] {
	check(a)
	check(b)
	Of[G]().Curve.Sub(&v.q, &a.q, &b.q)
	return v
}

// Negate sets v = -a and returns v.
func (v *Point[G]) Negate(a *Point[G]) *Point[G] {
	check(a)
	Of[G]().Curve.Neg(&v.q, &a.q)
	return v
}

// Double sets v = [2]a and returns v.
func (v *Point[G]) Double(a *Point[G]) *Point[G] {
	check(a)
	Of[G]().Curve.Double(&v.q, &a.q, 1)
	return v
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point[G]) Equal(u *Point[G]) int {
	check(v)
	check(u)
	return Of[G]().Curve.Equal(&v.q, &u.q)
}

// IsIdentity returns 1 if v is the neutral element, and 0 otherwise.
func (v *Point[G]) IsIdentity() int {
	check(v)
	return Of[G]().Curve.IsNeutral(&v.q)
}

// SetBytes sets v to the element that the 32 bytes b encode, and returns v. It accepts
// exactly the encodings that [Point.Bytes] returns: 32 zero bytes are the neutral
// element. For other bytes, or another length, it returns nil and an error, and v is
// unchanged. Its time depends on whether it succeeds.
func (v *Point[G]) SetBytes(b []byte) (*Point[G], error) {
	p := Of[G]()
	if len(b) != 32 || p.Decode(&v.q, (*[32]byte)(b)) == 0 {
		return nil, p.ErrPoint
	}
	return v, nil
}

// Bytes returns the 32-byte encoding of v, of which there is one: u for the 2022
// generation and w for that of 2020, little-endian.
func (v *Point[G]) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.bytes(&b)
}

func (v *Point[G]) bytes(b *[32]byte) []byte {
	check(v)
	Of[G]().Encode(b, &v.q)
	return b[:]
}

// ScalarMult sets v = [x]q and returns v.
func (v *Point[G]) ScalarMult(x *Scalar[G], q *Point[G]) *Point[G] {
	check(q)
	Of[G]().Curve.Mul(&v.q, &x.s, &q.q)
	return v
}

// ScalarBaseMult sets v = [x]G, where G is the generator, and returns v.
func (v *Point[G]) ScalarBaseMult(x *Scalar[G]) *Point[G] {
	Of[G]().Curve.MulGen(&v.q, &x.s)
	return v
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G, where G is the generator, and
// returns v, in variable time. It is faster if a is below 2^128.
func (v *Point[G]) VarTimeDoubleScalarBaseMult(a *Scalar[G], A *Point[G], b *Scalar[G]) *Point[G] {
	check(A)
	Of[G]().Curve.VarTimeMulAddMulGen(&v.q, &a.s, &A.q, &b.s)
	return v
}

// SetMap sets v to the image of b under the map to the group, and returns v. b is a
// little-endian integer of any length, which is reduced modulo p; the time depends on
// the length only. Most elements are the image of a few integers, or of none: for a hash
// that is like a uniform element add two images, as [Point.SetHash] does.
func (v *Point[G]) SetMap(b []byte) *Point[G] {
	p := Of[G]()
	var f field.Element
	reduce(p.Curve.Field(), &f, b)
	p.Curve.MapToPoint(&v.q, &f)
	return v
}

// reduce sets f to the little-endian integer b modulo p.
func reduce(p field.Modulus, f *field.Element, b []byte) {
	// In groups of 32 bytes, from the highest one on.
	shift := field.New(uint64(p), 0, 0, 0) // 2^256
	*f = field.Element{}
	for len(b) > 0 {
		n := (len(b) - 1) &^ 31
		var group [64]byte
		copy(group[:], b[n:])
		var t field.Element
		p.DecodeWide(&t, &group)
		p.Mul(f, f, &shift)
		p.Add(f, f, &t)
		b = b[:n]
	}
}

// SetHash sets v to the hash of data to the group, and returns v: nobody knows its
// logarithm, and it is indistinguishable from a uniform element. hash says what the data
// is. An unknown name is an error, and v is unchanged. Its time depends on the name and
// on the length of data only.
func (v *Point[G]) SetHash(data []byte, hash dohash.Hash) (*Point[G], error) {
	p := Of[G]()
	if err := p.hash(&v.q, data, hash); err != nil {
		return nil, err
	}
	return v, nil
}

func (p *Params) hash(v *doubleodd.Point, data []byte, hash dohash.Hash) error {
	identifier, ok := p.Generation.Identifier(hash)
	if !ok {
		return p.ErrHash
	}
	var h [64]byte
	if p.Generation == dohash.DO {
		p.Generation.Sum(h[:], p.HashToCurve, identifier, data)
	} else {
		p.Generation.Sum(h[:32], []byte{1}, identifier, data)
		p.Generation.Sum(h[32:], []byte{2}, identifier, data)
	}
	var q doubleodd.Point
	for i := range 2 {
		var f field.Element
		reduce(p.Curve.Field(), &f, h[32*i:32*i+32])
		if i == 0 {
			p.Curve.MapToPoint(v, &f)
		} else {
			p.Curve.MapToPoint(&q, &f)
		}
	}
	p.Curve.Add(v, v, &q)
	return nil
}

// MultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v: the scalars
// and the points are secret, their number is not. It panics if the two slices differ in
// length; [MSM] does not, and keeps its memory.
func (v *Point[G]) MultiScalarMult(scalars []*Scalar[G], points []*Point[G]) *Point[G] {
	if len(scalars) != len(points) {
		panic(Of[G]().ErrLengths.Error())
	}
	var m MSM[G]
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	m.Sum(v)
	m.Reset()
	return v
}

// VarTimeMultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v, in variable
// time. It panics if the two slices differ in length; [VarTimeMSM] does not, and keeps
// its memory.
func (v *Point[G]) VarTimeMultiScalarMult(scalars []*Scalar[G], points []*Point[G]) *Point[G] {
	if len(scalars) != len(points) {
		panic(Of[G]().ErrLengths.Error())
	}
	var m VarTimeMSM[G]
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	return m.Sum(v)
}

// PointOf returns what v is made of, for the schemes.
func PointOf[G Group](v *Point[G]) *doubleodd.Point { return &v.q }
