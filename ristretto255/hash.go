// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"errors"

	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// Suite is the identifier of the suite that [Element.SetHash] computes, in the
// terms of RFC 9380.
const Suite = "ristretto255_XMD:SHA-512_R255MAP_RO_"

// SetHash sets e to the hash of msg to the group under the domain separation tag
// dst, and returns e: hash_to_ristretto255 of RFC 9380, appendix B, with
// expand_message_xmd and SHA-512, the suite [Suite]. Nobody knows the logarithm
// of the result to any base.
//
// dst names the protocol and the purpose, so that no two of them share a hash
// function: RFC 9380, section 3.1, says how to choose it. If it is empty, SetHash
// returns nil and an error, and e is unchanged. The time depends on the lengths
// only.
func (e *Element) SetHash(msg, dst []byte) (*Element, error) {
	if len(dst) == 0 {
		return nil, errors.New("ristretto255: the domain separation tag must not be empty")
	}
	var uniform [64]byte
	if err := hash2curve.ExpandXMD(uniform[:], msg, dst); err != nil {
		return nil, err
	}
	return e.SetUniformBytes(uniform[:])
}

// SetUniformBytes sets e to the image of the 64 bytes b under the one-way map of
// RFC 9496, section 4.3.4, and returns e. If b is uniform, so is e, and nobody
// knows its logarithm. If b has another length, SetUniformBytes returns nil and
// an error, and e is unchanged.
func (e *Element) SetUniformBytes(b []byte) (*Element, error) {
	if len(b) != 64 {
		return nil, errors.New("ristretto255: SetUniformBytes takes 64 bytes")
	}
	// Two images of MAP.
	var m [2]mapper
	var u, v, roots [len(m)]field.Element
	var square [len(m)]int
	for i := range m {
		m[i].start(&u[i], &v[i], (*[32]byte)(b[32*i:]))
	}
	p.SqrtRatios(roots[:], u[:], v[:], square[:])
	var q0, q1 edwards25519.Point
	m[0].finish(&q0, &v[0], &roots[0], square[0])
	m[1].finish(&q1, &v[1], &roots[1], square[1])
	e.p.Add(&q0, &q1)
	return e, nil
}

// FromUniformBytes is [Element.SetUniformBytes], and panics if b is not 64 bytes
// long.
func (e *Element) FromUniformBytes(b []byte) *Element {
	if _, err := e.SetUniformBytes(b); err != nil {
		panic(err.Error())
	}
	return e
}

// mapper computes MAP of RFC 9496, section 4.3.4, and holds what it computes
// before the square root.
//
// MAP takes t to a point (s, N/v) of the Jacobi quartic
//
//	w^2 = s^4 + 2·(1-d)/(1+d)·s^2 + 1
//
// and that to x = 2s / (w·√(ad-1)), y = (1-s^2)/(1+s^2). Neither denominator is
// ever 0, and so Z is not. On the quartic, w = 0 asks for a root of -d, up to
// squares, and s^2 = -1 makes w^2 = 4d/(1+d); but 1+d = -(a-d) is a square, and d
// and -d are not. The case v = 0 stands apart: r is -d or -1/d, s is 0, and
// N = r·(r-1)·(d-1)^2 is not 0: the point is the identity.
type mapper struct{ t, r field.Element }

// start sets u and v, whose ratio's root finish needs, for the 255-bit
// little-endian integer b; bit 255 is ignored.
func (c *mapper) start(u, v *field.Element, b *[32]byte) {
	p.DecodeMasked(&c.t, b)
	// r = i·t^2, u = (r+1)·(1-d^2), v = (-1-r·d)·(r+d)
	var w field.Element
	p.Sqr(&c.r, &c.t)
	p.Mul(&c.r, &c.r, &sqrtM1)
	p.Add(u, &c.r, &one)
	p.Mul(u, u, &oneMinusDSq)
	p.Mul(v, &c.r, &d)
	p.Add(v, v, &one)
	p.Neg(v, v)
	p.Add(&w, &c.r, &d)
	p.Mul(v, v, &w)
}

// finish sets q to the image, given the result of SqrtRatio for u and v.
func (c *mapper) finish(q *edwards25519.Point, v, root *field.Element, square int) {
	// s = √(u/v), k = -1 if that is a square, else s = -|t·√(i·u/v)|, k = r.
	var s, k, n, w field.Element
	p.Mul(&s, root, &c.t)
	abs(&s)
	p.Neg(&s, &s)
	s.Select(root, &s, square)
	p.Neg(&k, &one)
	k.Select(&k, &c.r, square)

	// n = k·(r-1)·(d-1)^2 - v
	p.Sub(&n, &c.r, &one)
	p.Mul(&n, &n, &k)
	p.Mul(&n, &n, &dMinusOneSq)
	p.Sub(&n, &n, v)

	// w0 = 2·s·v, w1 = n·√(ad-1), w2 = 1-s^2, w3 = 1+s^2
	var w0, w1, w2, w3 field.Element
	p.Mul(&w0, &s, v)
	p.Double(&w0, &w0)
	p.Mul(&w1, &n, &sqrtADMinusOne)
	p.Sqr(&w, &s)
	p.Sub(&w2, &one, &w)
	p.Add(&w3, &one, &w)

	var X, Y, Z, T field.Element
	p.Mul(&X, &w0, &w3)
	p.Mul(&Y, &w2, &w1)
	p.Mul(&Z, &w1, &w3)
	p.Mul(&T, &w0, &w2)
	if _, err := q.SetExtendedCoordinates(&X, &Y, &Z, &T); err != nil {
		panic("ristretto255: internal error: the map left the curve")
	}
}
