// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import curve "secant.example/internal/edwards25519"

// Element is an element of the group. Its zero value is not valid, and may be
// used only as a receiver, and by Set: using it otherwise panics. Elements are compared by
// [Element.Equal]: the same element has many representations.
type Element curve.Element

// NewIdentityElement returns a new element set to the identity.
func NewIdentityElement() *Element { return new(Element).SetIdentity() }

// NewGeneratorElement returns a new element set to the generator B of RFC 9496,
// section 4. It is the class of the generator of package edwards25519.
func NewGeneratorElement() *Element { return new(Element).SetGenerator() }

// NewElement is [NewIdentityElement].
func NewElement() *Element { return NewIdentityElement() }

// SetIdentity sets e to the identity and returns e.
func (e *Element) SetIdentity() *Element {
	e.receiver().SetIdentity()
	return e
}

// SetGenerator sets e to the generator B of [NewGeneratorElement] and returns e.
func (e *Element) SetGenerator() *Element {
	e.receiver().SetGenerator()
	return e
}

// Zero is [Element.SetIdentity].
func (e *Element) Zero() *Element { return e.SetIdentity() }

// Base is [Element.SetGenerator].
func (e *Element) Base() *Element { return e.SetGenerator() }

// Set sets e = x and returns e.
func (e *Element) Set(x *Element) *Element {
	*e = *x
	return e
}

// Select sets e = a if cond is 1, and e = b if cond is 0, and returns e. cond must be one
// of the two.
func (e *Element) Select(a, b *Element, cond int) *Element {
	e.receiver().Select(a.point(), b.point(), cond)
	return e
}

// Add sets e = x + y and returns e.
func (e *Element) Add(x, y *Element) *Element {
	e.receiver().Add(x.point(), y.point())
	return e
}

// Subtract sets e = x - y and returns e.
func (e *Element) Subtract(x, y *Element) *Element {
	e.receiver().Subtract(x.point(), y.point())
	return e
}

// Negate sets e = -x and returns e.
func (e *Element) Negate(x *Element) *Element {
	e.receiver().Negate(x.point())
	return e
}

// Double sets e = [2]x and returns e.
func (e *Element) Double(x *Element) *Element {
	e.receiver().Double(x.point())
	return e
}

// Equal returns 1 if e = x, and 0 otherwise. It costs four multiplications of
// field elements, where comparing encodings would cost more than a hundred
// times that. See RFC 9496, section 4.3.3.
func (e *Element) Equal(x *Element) int {
	return e.element().Equal(x.element())
}

// IsIdentity returns 1 if e is the identity, and 0 otherwise. Protocols that
// exclude the identity check what they decode with it.
func (e *Element) IsIdentity() int {
	return e.element().IsIdentity()
}

// ScalarMult sets e = [s]x and returns e.
func (e *Element) ScalarMult(s *Scalar, x *Element) *Element {
	e.receiver().ScalarMult(s.scalar(), x.point())
	return e
}

// ScalarBaseMult sets e = [s]B, where B is the generator, and returns e.
func (e *Element) ScalarBaseMult(s *Scalar) *Element {
	e.receiver().ScalarBaseMult(s.scalar())
	return e
}

// VarTimeDoubleScalarBaseMult sets e = [a]A + [b]B, where B is the generator,
// and returns e, in variable time.
func (e *Element) VarTimeDoubleScalarBaseMult(a *Scalar, A *Element, b *Scalar) *Element {
	e.receiver().VarTimeDoubleScalarBaseMult(a.scalar(), A.point(), b.scalar())
	return e
}
