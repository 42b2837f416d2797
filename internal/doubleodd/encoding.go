// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import "secant.example/internal/field"

// DecodeJQ sets v to the element that jq255e or jq255s writes as b and returns 1: b is u
// of the point whose e is even, little-endian and below p. If there is none it
// returns 0 and leaves v unchanged. The neutral element is 32 zero bytes.
func (c *Curve) DecodeJQ(v *Point, b *[32]byte) int {
	p := c.p
	q := Point{z: field.One()}
	ok := p.Decode(&q.u, b)
	p.Sqr(&q.t, &q.u)
	// e^2 = b'·u^4 + a'·u^2 + 1
	var square, s field.Element
	p.Sqr(&square, &q.t)
	if c.isE {
		p.MulSmall(&square, &square, 8)
	} else {
		p.Double(&s, &q.t)
		p.Sub(&square, &s, &square)
	}
	p.Add(&square, &square, &q.z)
	ok &= p.Sqrt(&q.e, &square)
	v.Select(&q, v, ok)
	return ok
}

// EncodeJQ sets b to the element q as jq255e or jq255s writes it.
func (c *Curve) EncodeJQ(b *[32]byte, q *Point) {
	var inverse field.Element
	c.p.Inv(&inverse, &q.z)
	c.encodeJQ(b, q, &inverse)
}

// VarTimeEncodeJQ is EncodeJQ in variable time.
func (c *Curve) VarTimeEncodeJQ(b *[32]byte, q *Point) {
	var inverse field.Element
	c.p.InvVarTime(&inverse, &q.z)
	c.encodeJQ(b, q, &inverse)
}

// VarTimeEncodeJQBatch is VarTimeEncodeJQ of each of the points, with one inversion for up to 64 of
// them. The slices must be of the same length.
func (c *Curve) VarTimeEncodeJQBatch(encodings [][32]byte, points []Point) {
	var inverses, scratch [64]field.Element
	for len(points) > 0 {
		n := min(len(points), len(inverses))
		for i := range n {
			inverses[i] = points[i].z
		}
		c.p.InvBatch(inverses[:n], scratch[:n])
		for i := range n {
			c.encodeJQ(&encodings[i], &points[i], &inverses[i])
		}
		encodings, points = encodings[n:], points[n:]
	}
}

func (c *Curve) encodeJQ(b *[32]byte, q *Point, inverse *field.Element) {
	p := c.p
	var e, u field.Element
	p.Mul(&e, &q.e, inverse)
	p.Mul(&u, &q.u, inverse)
	p.CondNeg(&u, &u, p.IsNegative(&e))
	p.Encode(b, &u)
}

// DecodeDO sets v to the element that do255e or do255s writes as b and returns 1: b is
// y/x of the point of even order, little-endian and below p. If there is none it
// returns 0 and leaves v unchanged. The neutral element is 32 zero bytes.
func (c *Curve) DecodeDO(v *Point, b *[32]byte) int {
	p := c.p
	var w, w2, B, D, d, x field.Element
	ok := p.Decode(&w, b)
	zero := p.IsZero(&w)
	// x = (B ± d)/2 for B = w^2 - a and d^2 = B^2 - 4b: the one that is not a square.
	p.Sqr(&w2, &w)
	one := field.One()
	B = w2
	if !c.isE {
		p.Add(&B, &B, &one)
	}
	p.Sqr(&D, &B)
	if c.isE {
		p.Add(&D, &D, &eight)
	} else {
		p.Sub(&D, &D, &two)
	}
	square := p.Sqrt(&d, &D)
	// If x = (B + d)/2 is a square, it is the other one.
	p.Add(&x, &B, &d)
	p.Halve(&x, &x)
	p.CondNeg(&d, &d, (p.Legendre(&x)+1)>>1)
	// Of the point (x, w), E = 2x - B = d, Z = w^2, U = w and T = 1; plus N:
	q := Point{z: w2, t: one}
	p.Neg(&q.e, &d)
	p.Neg(&q.u, &w)
	q.Select(&neutral, &q, zero)
	ok &= square | zero
	v.Select(&q, v, ok)
	return ok
}

var two, eight = field.New(2, 0, 0, 0), field.New(8, 0, 0, 0)

// EncodeDO sets b to the element q as do255e or do255s writes it. q must be the point
// of odd order: see the package comment.
func (c *Curve) EncodeDO(b *[32]byte, q *Point) {
	// y/x of q + N is -1/u, and 1/0 is 0.
	var w field.Element
	c.p.Inv(&w, &q.u)
	c.p.Mul(&w, &w, &q.z)
	c.p.Neg(&w, &w)
	c.p.Encode(b, &w)
}

// EncodeDOSquared sets b to the square of what EncodeDO encodes, for any q.
func (c *Curve) EncodeDOSquared(b *[32]byte, q *Point) {
	var w field.Element
	c.p.Inv(&w, &q.t)
	c.p.Mul(&w, &w, &q.z)
	c.p.Encode(b, &w)
}
