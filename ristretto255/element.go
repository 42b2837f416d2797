// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ristretto255 implements the group ristretto255 of RFC 9496, which has
// the prime order
//
//	l = 2^252 + 27742317777372353535851937790883648493,
//
// and the integers modulo l. It is made from the curve of package edwards25519,
// and as fast, but has no cofactor: every element other than the identity
// generates the group, every element has one encoding, and every encoding that
// is accepted is that of one element. It is the group to build a protocol on
// whose proof asks for a group of prime order.
//
// The types have the methods of github.com/gtank/ristretto255 with the same
// meaning, those of its release 0.1.2 and those that replace them in its source:
// [Element.SetCanonicalBytes], [Element.SetUniformBytes] and [Element.Bytes] report
// errors and return values where Decode, FromUniformBytes and Encode panic or
// append. The receiver is set to the result and returned, and any argument may
// be the receiver.
//
// The zero value of Scalar is 0. The zero value of Element is not an element, and
// may be used only as a receiver: using it otherwise panics.
//
// Everything is constant-time unless its name says VarTime.
package ristretto255

import (
	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
)

const p = field.P25519

// The constants of RFC 9496, section 4.1, for a = -1.
var (
	d              = field.New(0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73)
	sqrtM1         = field.New(0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b)
	sqrtADMinusOne = field.New(0x7e97f6a0497b2e1b, 0xaf9d8e0c1b7854bd, 0x0f3cfcc931f5d1fd, 0x376931bf2b8348ac)
	invSqrtAMinusD = field.New(0x99c8fdaa805d40ea, 0x9d2f16175a4172be, 0x16c27b91fe01d840, 0x786c8905cfaffca2)
	oneMinusDSq    = field.New(0xe27c09c1945fc176, 0x2c81a138cd5e350f, 0x9994abddbe70dfe4, 0x029072a8b2b3e0d7) // 1 - d^2
	dMinusOneSq    = field.New(0x31ad5aaa44ed4d20, 0xd29e4a2cb01e1999, 0x4cdcd32f529b4eeb, 0x5968b37af66c2241) // (d-1)^2
	one            = field.One()
)

// Element is an element of the group. Its zero value is not valid, and may be
// used only as a receiver. Elements are compared by [Element.Equal]: the same
// element has many representations.
type Element struct {
	// Any of the four points that differ by a point of order 1, 2 or 4. It is twice a
	// point of the curve, as are decoded points, those that the map makes, and
	// the generator: so it has no component of order 8, and multiplying it by a
	// multiple of l gives one of the points that represent the identity.
	p edwards25519.Point
}

// NewIdentityElement returns a new element set to the identity.
func NewIdentityElement() *Element { return new(Element).Zero() }

// NewGeneratorElement returns a new element set to the generator B of RFC 9496,
// section 4. It is the class of the generator of package edwards25519.
func NewGeneratorElement() *Element { return new(Element).Base() }

// NewElement is [NewIdentityElement].
func NewElement() *Element { return NewIdentityElement() }

// Zero sets e to the identity and returns e.
func (e *Element) Zero() *Element {
	e.p = *edwards25519.NewIdentityPoint()
	return e
}

// Base sets e to the generator B and returns e.
func (e *Element) Base() *Element {
	e.p = *edwards25519.NewGeneratorPoint()
	return e
}

// Set sets e = x and returns e.
func (e *Element) Set(x *Element) *Element {
	*e = *x
	return e
}

// Select sets e = a if cond is 1, and e = b if cond is 0, and returns e.
func (e *Element) Select(a, b *Element, cond int) *Element {
	e.p.Select(&a.p, &b.p, cond)
	return e
}

// Add sets e = x + y and returns e.
func (e *Element) Add(x, y *Element) *Element {
	e.p.Add(&x.p, &y.p)
	return e
}

// Subtract sets e = x - y and returns e.
func (e *Element) Subtract(x, y *Element) *Element {
	e.p.Subtract(&x.p, &y.p)
	return e
}

// Negate sets e = -x and returns e.
func (e *Element) Negate(x *Element) *Element {
	e.p.Negate(&x.p)
	return e
}

// Double sets e = [2]x and returns e.
func (e *Element) Double(x *Element) *Element {
	e.p.Double(&x.p)
	return e
}

// Equal returns 1 if e = x, and 0 otherwise. It costs four multiplications of
// field elements, where comparing encodings would cost more than a hundred
// times that. See RFC 9496, section 4.3.3.
func (e *Element) Equal(x *Element) int {
	// x1·y2 = y1·x2 or y1·y2 = x1·x2: Z is on both sides.
	x1, y1, _, _ := e.p.ExtendedCoordinates()
	x2, y2, _, _ := x.p.ExtendedCoordinates()
	var a, b field.Element
	p.Mul(&a, &x1, &y2)
	p.Mul(&b, &y1, &x2)
	equal := p.Equal(&a, &b)
	p.Mul(&a, &y1, &y2)
	p.Mul(&b, &x1, &x2)
	return equal | p.Equal(&a, &b)
}

// IsIdentity returns 1 if e is the identity, and 0 otherwise. Protocols that
// exclude the identity check what they decode with it.
func (e *Element) IsIdentity() int {
	// The points of order 1, 2 and 4 are those with x = 0 or y = 0.
	x, y, _, _ := e.p.ExtendedCoordinates()
	return p.IsZero(&x) | p.IsZero(&y)
}

// ScalarMult sets e = [s]x and returns e.
func (e *Element) ScalarMult(s *Scalar, x *Element) *Element {
	e.p.ScalarMult(&s.s, &x.p)
	return e
}

// ScalarBaseMult sets e = [s]B, where B is the generator, and returns e.
func (e *Element) ScalarBaseMult(s *Scalar) *Element {
	e.p.ScalarBaseMult(&s.s)
	return e
}

// VarTimeDoubleScalarBaseMult sets e = [a]A + [b]B, where B is the generator,
// and returns e, in variable time.
func (e *Element) VarTimeDoubleScalarBaseMult(a *Scalar, A *Element, b *Scalar) *Element {
	e.p.VarTimeDoubleScalarBaseMult(&a.s, &A.p, &b.s)
	return e
}
