// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"encoding/base64"
	"errors"
	"slices"

	"secant.example/internal/field"
)

var (
	errLength   = errors.New("ristretto255: an element encoding must be 32 bytes")
	errEncoding = errors.New("ristretto255: invalid element encoding")
	errText     = errors.New("ristretto255: the text must be 32 bytes in padded base64")
)

// abs sets x to x or -x, whichever is not negative, which means even.
func abs(x *field.Element) { p.CondNeg(x, x, p.IsNegative(x)) }

// rootBatch is how many square roots are computed at once.
const rootBatch = 8

// ones are the numerators of a batch of inverse roots.
var ones = [rootBatch]field.Element{one, one, one, one, one, one, one, one}

// SetCanonicalBytes sets e to the element that the 32 bytes b encode and returns
// e. If b has another length or is not what [Element.Bytes] returns for an
// element, SetCanonicalBytes returns nil and an error, and e is unchanged. Its
// time depends on whether it succeeds, and on nothing else. See RFC 9496,
// section 4.3.1.
func (e *Element) SetCanonicalBytes(b []byte) (*Element, error) {
	if len(b) != 32 {
		return nil, errLength
	}
	var d decoder
	var v, root field.Element
	d.start(&v, (*[32]byte)(b))
	square := p.SqrtRatio(&root, &one, &v)
	if !d.finish(e, &root, square) {
		return nil, errEncoding
	}
	return e, nil
}

// SetCanonicalBytesBatch decodes many elements, like [Element.SetCanonicalBytes]
// but several at a time where the CPU can: where encodings[i] is that of an element
// it sets elements[i] to it and ok[i] to true, and elsewhere it leaves
// elements[i] unchanged and sets ok[i] to false. If the slices differ in length
// it returns an error and does nothing.
func SetCanonicalBytesBatch(elements []Element, encodings [][32]byte, ok []bool) error {
	if len(elements) != len(encodings) || len(elements) != len(ok) {
		return errLengths
	}
	var d [rootBatch]decoder
	var v, roots [rootBatch]field.Element
	var square [rootBatch]int
	for len(elements) > 0 {
		n := min(len(d), len(elements))
		for i := range n {
			d[i].start(&v[i], &encodings[i])
		}
		p.SqrtRatios(roots[:n], ones[:n], v[:n], square[:n])
		for i := range n {
			ok[i] = d[i].finish(&elements[i], &roots[i], square[i])
		}
		elements, encodings, ok = elements[n:], encodings[n:], ok[n:]
	}
	return nil
}

// decoder holds what decoding computes before the square root.
type decoder struct {
	s, u1, u2, v field.Element
	ok           int
}

// start sets square to v·u2^2, whose inverse root finish needs.
func (c *decoder) start(square *field.Element, b *[32]byte) {
	var t field.Element
	c.s = field.Element{}
	c.ok = p.Decode(&c.s, b) &^ p.IsNegative(&c.s)

	// u1 = 1 - s^2, u2 = 1 + s^2, v = -d·u1^2 - u2^2
	p.Sqr(&t, &c.s)
	p.Sub(&c.u1, &one, &t)
	p.Add(&c.u2, &one, &t)
	p.Sqr(&t, &c.u2)
	p.Sqr(&c.v, &c.u1)
	p.Mul(&c.v, &c.v, &d)
	p.Neg(&c.v, &c.v)
	p.Sub(&c.v, &c.v, &t)
	p.Mul(square, &c.v, &t)
}

// finish sets e to the element and returns true, or returns false if there is
// none. root is 1/(u2·√v), and ok is 1, if v is a square.
func (c *decoder) finish(e *Element, root *field.Element, ok int) bool {
	var denominator, x, y, t field.Element
	// x = |2s / √v|, y = u1 / u2
	p.Mul(&denominator, root, &c.u2)
	p.Double(&x, &c.s)
	p.Mul(&x, &x, &denominator)
	abs(&x)
	p.Mul(&denominator, root, &denominator)
	p.Mul(&denominator, &denominator, &c.v)
	p.Mul(&y, &c.u1, &denominator)
	p.Mul(&t, &x, &y)

	ok &= c.ok &^ (p.IsNegative(&t) | p.IsZero(&y))
	if ok == 0 {
		return false
	}
	// Never an error: y^2 - x^2 = 1 + d·x^2·y^2 by the choice of v.
	_, err := e.p.SetExtendedCoordinates(&x, &y, &one, &t)
	return err == nil
}

// Decode is [Element.SetCanonicalBytes] without the result.
func (e *Element) Decode(b []byte) error {
	_, err := e.SetCanonicalBytes(b)
	return err
}

// Bytes returns the encoding of e, 32 bytes: the little-endian integer s in
// [0, 2^255 - 19), even, of RFC 9496, section 4.3.2. The identity gives zeros.
func (e *Element) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return e.bytes(&b)
}

// Encode appends the 32 bytes that [Element.Bytes] returns to b and returns the
// result.
func (e *Element) Encode(b []byte) []byte {
	var encoding [32]byte
	return append(b, e.bytes(&encoding)...)
}

func (e *Element) bytes(b *[32]byte) []byte {
	var c encoder
	var square, root field.Element
	c.start(&square, e)
	p.SqrtRatio(&root, &one, &square)
	c.finish(b, &root)
	return b[:]
}

// BytesBatch sets encodings[i] to the encoding of elements[i], as [Element.Bytes]
// does, but several at a time where the CPU can. If the slices differ in length it
// returns an error and does nothing. See also [DoubleAndEncodeBatch].
func BytesBatch(encodings [][32]byte, elements []Element) error {
	if len(encodings) != len(elements) {
		return errLengths
	}
	var c [rootBatch]encoder
	var squares, roots [rootBatch]field.Element
	var square [rootBatch]int // always 1
	for len(elements) > 0 {
		n := min(len(c), len(elements))
		for i := range n {
			c[i].start(&squares[i], &elements[i])
		}
		p.SqrtRatios(roots[:n], ones[:n], squares[:n], square[:n])
		for i := range n {
			c[i].finish(&encodings[i], &roots[i])
		}
		encodings, elements = encodings[n:], elements[n:]
	}
	return nil
}

// encoder holds what encoding computes before the square root.
type encoder struct{ x, y, z, t, u1, u2 field.Element }

// start sets square to u1·u2^2, whose inverse root finish needs: it is always a
// square.
func (c *encoder) start(square *field.Element, e *Element) {
	c.x, c.y, c.z, c.t = e.p.ExtendedCoordinates()
	// u1 = (Z + Y)·(Z - Y), u2 = X·Y
	var w field.Element
	p.Add(&c.u1, &c.z, &c.y)
	p.Sub(&w, &c.z, &c.y)
	p.Mul(&c.u1, &c.u1, &w)
	p.Mul(&c.u2, &c.x, &c.y)
	p.Sqr(&w, &c.u2)
	p.Mul(square, &w, &c.u1)
}

// finish sets b to the encoding. root is 1/√(u1·u2^2).
func (c *encoder) finish(b *[32]byte, root *field.Element) {
	var den1, den2, zInverse, w field.Element
	p.Mul(&den1, root, &c.u1)
	p.Mul(&den2, root, &c.u2)
	p.Mul(&zInverse, &den1, &den2)
	p.Mul(&zInverse, &zInverse, &c.t)

	// If x·y is negative, take the representative (i·y, i·x).
	var x, y, ix, iy, rotated field.Element
	p.Mul(&ix, &c.x, &sqrtM1)
	p.Mul(&iy, &c.y, &sqrtM1)
	p.Mul(&rotated, &den1, &invSqrtAMinusD)
	p.Mul(&w, &c.t, &zInverse)
	rotate := p.IsNegative(&w)
	x.Select(&iy, &c.x, rotate)
	y.Select(&ix, &c.y, rotate)
	den2.Select(&rotated, &den2, rotate)

	// If x is negative, take (-x, -y). s = |(Z - y)·den2|.
	p.Mul(&w, &x, &zInverse)
	p.CondNeg(&y, &y, p.IsNegative(&w))
	p.Sub(&w, &c.z, &y)
	p.Mul(&w, &w, &den2)
	abs(&w)
	p.Encode(b, &w)
}

// MarshalText returns the encoding of e in base64, 44 characters with padding.
func (e *Element) MarshalText() ([]byte, error) { return marshalText(e.Bytes()), nil }

// UnmarshalText sets e to the element of which text is the MarshalText. If there
// is none, it returns an error, and e is unchanged.
func (e *Element) UnmarshalText(text []byte) error {
	b, err := unmarshalText(text)
	if err != nil {
		return err
	}
	return e.Decode(b)
}

// String returns the text of [Element.MarshalText].
func (e *Element) String() string { return string(marshalText(e.Bytes())) }

func marshalText(b []byte) []byte { return base64.StdEncoding.AppendEncode(nil, b) }

// unmarshalText is the inverse of marshalText: it accepts neither line breaks nor
// stray bits, so that a value has one text.
func unmarshalText(text []byte) ([]byte, error) {
	b, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(b) != 32 || !slices.Equal(marshalText(b), text) {
		return nil, errText
	}
	return b, nil
}
