// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"errors"

	"secant.example/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// Suite is the identifier of the suite that [Element.SetHash] computes, in the
// terms of RFC 9380.
const Suite = "ristretto255_XMD:SHA-512_R255MAP_RO_"

// SetHash sets e to the hash of msg to the group under the domain separation tag
// dst, and returns e: hash_to_ristretto255 of RFC 9380, appendix B, with
// expand_message_xmd and SHA-512, the suite [Suite]. Nobody knows the logarithm of the result
// to any base.
//
// dst names the protocol and the purpose, so that no two of them share a hash
// function: RFC 9380, section 3.1, says how to choose it. If it is empty, SetHash
// returns nil and an error, and e is unchanged. The time depends on the lengths
// only.
func (e *Element) SetHash(msg, dst []byte) (*Element, error) {
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
	var t field.Element
	var q0, q1 edwards25519.Point
	p.DecodeMasked(&t, (*[32]byte)(b[:32]))
	setMap(&q0, &t)
	p.DecodeMasked(&t, (*[32]byte)(b[32:]))
	setMap(&q1, &t)
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

// setMap sets q to the image of t under MAP of RFC 9496, section 4.3.4.
//
// MAP takes t to a point (s, N/v) of the Jacobi quartic
//
//	w^2 = s^4 + 2·(1-d)/(1+d)·s^2 + 1
//
// and that to x = 2s / (w·√(ad-1)), y = (1-s^2)/(1+s^2). Both denominators are never
// 0, and so Z is not. On the quartic, w = 0 asks for a root of -d, up to squares, and
// s^2 = -1 makes w^2 = 4d/(1+d), where 1+d = -(a-d) is a square and d and -d are
// not. The case v = 0 stands apart: r is -d or -1/d, s is 0 and N = c·(r-1)·(d-1)^2,
// with c = r, is not 0: the point is the identity.
func setMap(q *edwards25519.Point, t *field.Element) {
	var r, u, v, w, s, sPrime, c, n field.Element
	// r = i·t^2, u = (r+1)·(1-d^2), v = (-1-r·d)·(r+d)
	p.Sqr(&r, t)
	p.Mul(&r, &r, &sqrtM1)
	p.Add(&u, &r, &one)
	p.Mul(&u, &u, &oneMinusDSq)
	p.Mul(&v, &r, &d)
	p.Add(&v, &v, &one)
	p.Neg(&v, &v)
	p.Add(&w, &r, &d)
	p.Mul(&v, &v, &w)

	// s = √(u/v), c = -1 if that is a square, else s = -|t·√(i·u/v)|, c = r.
	square := p.SqrtRatio(&s, &u, &v)
	p.Mul(&sPrime, &s, t)
	abs(&sPrime)
	p.Neg(&sPrime, &sPrime)
	s.Select(&s, &sPrime, square)
	p.Neg(&c, &one)
	c.Select(&c, &r, square)

	// n = c·(r-1)·(d-1)^2 - v
	p.Sub(&n, &r, &one)
	p.Mul(&n, &n, &c)
	p.Mul(&n, &n, &dMinusOneSq)
	p.Sub(&n, &n, &v)

	// w0 = 2·s·v, w1 = n·√(ad-1), w2 = 1-s^2, w3 = 1+s^2
	var w0, w1, w2, w3 field.Element
	p.Mul(&w0, &s, &v)
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
