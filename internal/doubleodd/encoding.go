// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import "secant.example/internal/field"

// A decoding is what is computed on the way from an encoding to a point: before the root of a square,
// and after it.
type decoding struct {
	coordinate, squared, other field.Element // u or w, its square, and B of startDO
	square, root               field.Element
	ok                         int
}

// DecodeJQ sets v to the element that jq255e or jq255s writes as b and returns 1: b is u
// of the point whose e is even, little-endian and below p. If there is none it
// returns 0 and leaves v unchanged. The neutral element is 32 zero bytes.
func (c *Curve) DecodeJQ(v *Point, b *[32]byte) int {
	var d decoding
	c.startJQ(&d, b)
	return c.finishJQ(v, &d, c.p.Sqrt(&d.root, &d.square))
}

func (c *Curve) startJQ(d *decoding, b *[32]byte) {
	p := c.p
	d.ok = p.Decode(&d.coordinate, b)
	p.Sqr(&d.squared, &d.coordinate)
	// e^2 = b'·u^4 + a'·u^2 + 1
	var s field.Element
	p.Sqr(&d.square, &d.squared)
	if c.isE {
		p.MulSmall(&d.square, &d.square, 8)
	} else {
		p.Double(&s, &d.squared)
		p.Sub(&d.square, &s, &d.square)
	}
	one := field.One()
	p.Add(&d.square, &d.square, &one)
}

func (c *Curve) finishJQ(v *Point, d *decoding, square int) int {
	q := Point{e: d.root, z: field.One(), u: d.coordinate, t: d.squared}
	d.ok &= square
	v.Select(&q, v, d.ok)
	return d.ok
}

// VarTimeDecodeJQBatch sets v[i] as [Curve.DecodeJQ] does for b[i], and ok[i] to whether it is a point. Two take much less
// than twice the time of one, with AVX2 eight some four times that, and with IFMA sixteen. The slices must be of the same
// length. It takes variable time.
func (c *Curve) VarTimeDecodeJQBatch(v []Point, b [][32]byte, ok []bool) {
	c.varTimeDecodeBatch(v, b, ok, true)
}

// VarTimeDecodeDOBatch is VarTimeDecodeJQBatch for [Curve.DecodeDO], but for a Legendre symbol of each, which takes half as
// long as a root.
func (c *Curve) VarTimeDecodeDOBatch(v []Point, b [][32]byte, ok []bool) {
	c.varTimeDecodeBatch(v, b, ok, false)
}

func (c *Curve) varTimeDecodeBatch(v []Point, b [][32]byte, ok []bool, jq bool) {
	var all [field.PairCount]decoding
	var squares, roots [field.PairCount]field.Element
	var square [field.PairCount]int
	for len(v) > 0 {
		n := min(len(v), len(all))
		for i := range n {
			if jq {
				c.startJQ(&all[i], &b[i])
			} else {
				c.startDO(&all[i], &b[i])
			}
			squares[i] = all[i].square
		}
		c.varTimeRoots(roots[:n], squares[:n], square[:n])
		for i := range n {
			all[i].root = roots[i]
			if jq {
				ok[i] = c.finishJQ(&v[i], &all[i], square[i]) == 1
			} else {
				ok[i] = c.finishDO(&v[i], &all[i], square[i]) == 1
			}
		}
		v, b, ok = v[n:], b[n:], ok[n:]
	}
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
	var d decoding
	c.startDO(&d, b)
	return c.finishDO(v, &d, c.p.Sqrt(&d.root, &d.square))
}

func (c *Curve) startDO(d *decoding, b *[32]byte) {
	p := c.p
	d.ok = p.Decode(&d.coordinate, b)
	// x = (B ± d)/2 for B = w^2 - a and d^2 = B^2 - 4b: the one that is not a square.
	p.Sqr(&d.squared, &d.coordinate)
	one := field.One()
	d.other = d.squared
	if !c.isE {
		p.Add(&d.other, &d.other, &one)
	}
	p.Sqr(&d.square, &d.other)
	if c.isE {
		p.Add(&d.square, &d.square, &eight)
	} else {
		p.Sub(&d.square, &d.square, &two)
	}
}

func (c *Curve) finishDO(v *Point, d *decoding, square int) int {
	p := c.p
	var x field.Element
	// If x = (B + d)/2 is a square, it is the other one.
	p.Add(&x, &d.other, &d.root)
	p.Halve(&x, &x)
	p.CondNeg(&d.root, &d.root, (p.Legendre(&x)+1)>>1)
	// Of the point (x, w), E = 2x - B = d, Z = w^2, U = w and T = 1; plus N:
	zero := p.IsZero(&d.coordinate)
	q := Point{z: d.squared, t: field.One()}
	p.Neg(&q.e, &d.root)
	p.Neg(&q.u, &d.coordinate)
	q.Select(&neutral, &q, zero)
	d.ok &= square | zero
	v.Select(&q, v, d.ok)
	return d.ok
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
