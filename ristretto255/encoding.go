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

// SetCanonicalBytes sets e to the element that the 32 bytes b encode and returns
// e. If b has another length or is not what [Element.Bytes] returns for an
// element, SetCanonicalBytes returns nil and an error, and e is unchanged. Its time depends on
// whether it succeeds, and on nothing else. See RFC 9496, section 4.3.1.
func (e *Element) SetCanonicalBytes(b []byte) (*Element, error) {
	if len(b) != 32 {
		return nil, errLength
	}
	var s, u1, u2, u2Sq, v, root, denominator, x, y, t field.Element
	ok := p.Decode(&s, (*[32]byte)(b)) &^ p.IsNegative(&s)

	// u1 = 1 - s^2, u2 = 1 + s^2, v = -d·u1^2 - u2^2
	p.Sqr(&t, &s)
	p.Sub(&u1, &one, &t)
	p.Add(&u2, &one, &t)
	p.Sqr(&u2Sq, &u2)
	p.Sqr(&v, &u1)
	p.Mul(&v, &v, &d)
	p.Neg(&v, &v)
	p.Sub(&v, &v, &u2Sq)

	// x = |2s / √v|, y = u1 / u2, with root = 1 / (u2·√v)
	p.Mul(&t, &v, &u2Sq)
	ok &= p.SqrtRatio(&root, &one, &t)
	p.Mul(&denominator, &root, &u2)
	p.Double(&x, &s)
	p.Mul(&x, &x, &denominator)
	abs(&x)
	p.Mul(&denominator, &root, &denominator)
	p.Mul(&denominator, &denominator, &v)
	p.Mul(&y, &u1, &denominator)
	p.Mul(&t, &x, &y)

	ok &^= p.IsNegative(&t) | p.IsZero(&y)
	if ok == 0 {
		return nil, errEncoding
	}
	if _, err := e.p.SetExtendedCoordinates(&x, &y, &one, &t); err != nil {
		return nil, errEncoding // never: y^2 - x^2 = 1 + d·x^2·y^2 by the choice of v
	}
	return e, nil
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
	x0, y0, z0, t0 := e.p.ExtendedCoordinates()
	var u1, u2, root, den1, den2, zInverse, w field.Element

	// u1 = (Z + Y)·(Z - Y), u2 = X·Y, root = 1/√(u1·u2^2): always a square.
	p.Add(&u1, &z0, &y0)
	p.Sub(&w, &z0, &y0)
	p.Mul(&u1, &u1, &w)
	p.Mul(&u2, &x0, &y0)
	p.Sqr(&w, &u2)
	p.Mul(&w, &w, &u1)
	p.SqrtRatio(&root, &one, &w)
	p.Mul(&den1, &root, &u1)
	p.Mul(&den2, &root, &u2)
	p.Mul(&zInverse, &den1, &den2)
	p.Mul(&zInverse, &zInverse, &t0)

	// If x·y is negative, take the representative (i·y, i·x).
	var x, y, ix, iy, rotated field.Element
	p.Mul(&ix, &x0, &sqrtM1)
	p.Mul(&iy, &y0, &sqrtM1)
	p.Mul(&rotated, &den1, &invSqrtAMinusD)
	p.Mul(&w, &t0, &zInverse)
	rotate := p.IsNegative(&w)
	x.Select(&iy, &x0, rotate)
	y.Select(&ix, &y0, rotate)
	den2.Select(&rotated, &den2, rotate)

	// If x is negative, take (-x, -y). s = |(Z - y)·den2|.
	p.Mul(&w, &x, &zInverse)
	p.CondNeg(&y, &y, p.IsNegative(&w))
	p.Sub(&w, &z0, &y)
	p.Mul(&w, &w, &den2)
	abs(&w)
	p.Encode(b, &w)
	return b[:]
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
