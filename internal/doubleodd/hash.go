// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// HashToPoint sets v to the hash of msg to the group: hash_to_curve of RFC 9380 with
// expand_message_xmd and SHA-512, for the two elements that hash_to_field makes of 48 bytes
// each, and with [Curve.MapToPoint]. An empty tag dst is an error, and v is unchanged. The
// time depends on the lengths only.
func (c *Curve) HashToPoint(v *Point, msg, dst []byte) error {
	var uniform [2 * fieldSize]byte
	if err := hash2curve.ExpandXMD(uniform[:], msg, dst); err != nil {
		return err
	}
	c.UniformToPoint(v, &uniform)
	return nil
}

const fieldSize = 48 // (255 + 128)/8, rounded up

// UniformToPoint sets v to the sum of the images of both halves of b, of 48 bytes each and
// big-endian.
func (c *Curve) UniformToPoint(v *Point, b *[2 * fieldSize]byte) {
	var f [2]field.Element
	for i := range f {
		var wide [64]byte
		for j := range fieldSize { // from big-endian
			wide[j] = b[(i+1)*fieldSize-1-j]
		}
		c.p.DecodeWide(&f[i], &wide)
	}
	c.mapToSum(v, &f[0], &f[1])
}

// HalvesToPoint sets v to the sum of the images of both halves of b, of 32 bytes each: what
// the hashes of do255e, jq255e, do255s and jq255s do at last.
func (c *Curve) HalvesToPoint(v *Point, b *[64]byte) {
	var f [2]field.Element
	c.reduce(&f[0], b[:32])
	c.reduce(&f[1], b[32:])
	c.mapToSum(v, &f[0], &f[1])
}

// mapToSum sets v to the sum of the images of f and g.
func (c *Curve) mapToSum(v *Point, f, g *field.Element) {
	var q Point
	c.MapToPoint(&q, g)
	c.MapToPoint(v, f)
	c.Add(v, v, &q)
}

// BytesToPoint sets v to the image of b under the map, for b a little-endian integer of any
// length, which is reduced modulo p. The time depends on the length only.
func (c *Curve) BytesToPoint(v *Point, b []byte) {
	var f field.Element
	c.reduce(&f, b)
	c.MapToPoint(v, &f)
}

// reduce sets f to the little-endian integer b modulo p.
func (c *Curve) reduce(f *field.Element, b []byte) {
	// In groups of 32 bytes, from the highest one on.
	shift := field.New(uint64(c.p), 0, 0, 0) // 2^256
	*f = field.Element{}
	for len(b) > 0 {
		n := (len(b) - 1) &^ 31
		var group [64]byte
		copy(group[:], b[n:])
		var t field.Element
		c.p.DecodeWide(&t, &group)
		c.p.Mul(f, f, &shift)
		c.p.Add(f, f, &t)
		b = b[:n]
	}
}

// MapToPoint sets v to the element that the map of do255e, jq255e, do255s and jq255s
// makes of f. The map leads to the curve y^2 = x(x^2 + a'x + b'), and from there by
// an isogeny of degree 2.
func (c *Curve) MapToPoint(v *Point, f *field.Element) {
	if c.isE {
		c.mapE(v, f)
	} else {
		c.mapS(v, f)
	}
}

func (c *Curve) mapE(v *Point, f *field.Element) {
	p := c.p
	var f2, t, x1, x2, xd, yd, a, b, g1, g2 field.Element
	p.Sqr(&f2, f)
	// x1 = (4f^2 - 7)/4f, x2 = η(4f^2 + 7)/4f
	seven := field.New(7, 0, 0, 0)
	p.MulSmall(&t, &f2, 4)
	p.Sub(&x1, &t, &seven)
	p.Add(&x2, &t, &seven)
	p.Mul(&x2, &x2, &eta)
	p.MulSmall(&xd, f, 4)
	p.MulSmall(&yd, &f2, 8)
	// a = (64f^4 - 308)·f^3, b = (176f^4 - 343)·f, g1 = a + b and g2 = η(b' - a') for the
	// same with the signs of 308 and 176 the other way.
	var f4, f3 field.Element
	p.Sqr(&f4, &f2)
	p.Mul(&f3, &f2, f)
	n308, n343 := field.New(308, 0, 0, 0), field.New(343, 0, 0, 0)
	p.MulSmall(&a, &f4, 64)
	p.Sub(&a, &a, &n308)
	p.Mul(&a, &a, &f3)
	p.MulSmall(&b, &f4, 176)
	p.Sub(&b, &b, &n343)
	p.Mul(&b, &b, f)
	p.Add(&g1, &a, &b)
	// g2 = -η(64f^7 - 176f^5 - 308f^3 + 343f) = η(b - a)
	p.Sub(&g2, &b, &a)
	p.Mul(&g2, &g2, &eta)

	s1, s2 := (p.Legendre(&g1)+1)>>1, (p.Legendre(&g2)+1)>>1 // 1 for squares other than 0
	var xn, g, x3, g3, xd2, yd2 field.Element
	p.Mul(&x3, &x1, &x2)
	p.Mul(&g3, &g1, &g2)
	p.Sqr(&xd2, &xd)
	p.Sqr(&yd2, &yd)
	third := (s1 | s2) ^ 1
	xn.Select(&x2, &x3, s2)
	xn.Select(&x1, &xn, s1)
	g.Select(&g2, &g3, s2)
	g.Select(&g1, &g, s1)
	xd.Select(&xd2, &xd, third)
	yd.Select(&yd2, &yd, third)
	var yn field.Element
	p.Sqrt(&yn, &g)

	// Through the isogeny, (x, u) = (-8un^2/ud^2, 2xn·xd·ud / un(xn^2 - 8xd^2)).
	var un, ud, Xn, Xd, Un, Ud field.Element
	p.Mul(&un, &xn, &yd)
	p.Mul(&ud, &xd, &yn)
	p.Sqr(&Xn, &un)
	p.MulSmall(&Xn, &Xn, 8)
	p.Neg(&Xn, &Xn)
	p.Sqr(&Xd, &ud)
	p.Mul(&Un, &xn, &xd)
	p.Mul(&Un, &Un, &ud)
	p.Double(&Un, &Un)
	p.Sqr(&Ud, &xn)
	p.Sqr(&t, &xd)
	p.MulSmall(&t, &t, 8)
	p.Sub(&Ud, &Ud, &t)
	p.Mul(&Ud, &Ud, &un)

	var en, ed field.Element
	p.Sqr(&en, &Xn)
	p.Sqr(&t, &Xd)
	p.Double(&t, &t)
	p.Sub(&ed, &en, &t)
	p.Add(&en, &en, &t)
	c.fromFractions(v, &en, &ed, &Un, &Ud, p.IsZero(f))
}

func (c *Curve) mapS(v *Point, f *field.Element) {
	p := c.p
	var f2, f4, t, g1, g2, xd field.Element
	one := field.One()
	p.Sqr(&f2, f)
	p.Sqr(&f4, &f2)
	// g1 = -2f^6 + 14f^4 - 14f^2 + 2 = 2(1 - f^2)(f^4 - 6f^2 + 1), g2 = -g1·f^2
	p.Sub(&xd, &one, &f2)
	p.MulSmall(&t, &f2, 6)
	p.Sub(&g1, &f4, &t)
	p.Add(&g1, &g1, &one)
	p.Mul(&g1, &g1, &xd)
	p.Double(&g1, &g1)
	p.Mul(&g2, &g1, &f2)
	p.Neg(&g2, &g2)
	second := (1 - p.Legendre(&g1)) >> 1 // 1 if g1 is not a square, and not 0
	var g, xn, yn field.Element
	g.Select(&g2, &g1, second)
	p.Sqrt(&yn, &g)
	p.CondNeg(&yn, &yn, second)
	xn.Select(&f2, &one, second)
	p.Double(&xn, &xn)
	p.CondNeg(&xn, &xn, second^1)

	// Through the isogeny, (x, u) = (2un^2/ud^2, 2ud/(xn^2 + xd^2)).
	var un, Xn, Xd, Un, Ud field.Element
	p.Mul(&un, &xn, &xd)
	p.Sqr(&Xn, &un)
	p.Double(&Xn, &Xn)
	p.Sqr(&Xd, &yn)
	p.Double(&Un, &yn)
	p.Sqr(&Ud, &xn)
	p.Sqr(&t, &xd)
	p.Add(&Ud, &Ud, &t)

	var t1, t2, en, ed field.Element
	p.Double(&t1, &Xn)
	p.Sub(&t1, &t1, &Xd)
	p.Mul(&t1, &t1, &Xn)
	p.Sub(&t2, &Xn, &Xd)
	p.Mul(&t2, &t2, &Xd)
	p.Add(&en, &t1, &t2)
	p.Sub(&ed, &t1, &t2)
	c.fromFractions(v, &en, &ed, &Un, &Ud, p.IsZero(&yn))
}

// fromFractions sets v to the point (en/ed, Un/Ud) + N, or the neutral element if zero is 1.
func (c *Curve) fromFractions(v *Point, en, ed, Un, Ud *field.Element, zero int) {
	p := c.p
	var q Point
	var ud2 field.Element
	p.Sqr(&ud2, Ud)
	p.Mul(&q.e, en, &ud2)
	p.Neg(&q.e, &q.e)
	p.Mul(&q.z, ed, &ud2)
	p.Mul(&q.u, Un, Ud)
	p.Mul(&q.u, &q.u, ed)
	p.Neg(&q.u, &q.u)
	p.Sqr(&q.t, Un)
	p.Mul(&q.t, &q.t, ed)
	v.Select(&neutral, &q, zero)
}
