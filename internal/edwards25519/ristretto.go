// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// The group ristretto255 of RFC 9496: what differs from the curve, which is decoding,
// encoding, equality and the map.

// The constants of RFC 9496, section 4.1, for a = -1; d is that of the curve.
var (
	sqrtM1         = field.New(0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b)
	sqrtADMinusOne = field.New(0x7e97f6a0497b2e1b, 0xaf9d8e0c1b7854bd, 0x0f3cfcc931f5d1fd, 0x376931bf2b8348ac)
	invSqrtAMinusD = field.New(0x99c8fdaa805d40ea, 0x9d2f16175a4172be, 0x16c27b91fe01d840, 0x786c8905cfaffca2)
	oneMinusDSq    = field.New(0xe27c09c1945fc176, 0x2c81a138cd5e350f, 0x9994abddbe70dfe4, 0x029072a8b2b3e0d7) // 1 - d^2
	dMinusOneSq    = field.New(0x31ad5aaa44ed4d20, 0xd29e4a2cb01e1999, 0x4cdcd32f529b4eeb, 0x5968b37af66c2241) // (d-1)^2
)

// Element is an element of ristretto255. Its zero value is not valid, and may be used only
// as a receiver. What is the same for elements as for points is done to its Point.
type Element struct {
	// Any of the four points that differ by a point of order 1, 2 or 4. It is twice a
	// point of the curve, as are decoded points, those that the map makes, and
	// the generator: so it has no component of order 8, and multiplying it by a
	// multiple of l gives one of the points that represent the identity.
	q Point
}

// Point returns the point that represents e, for reading and for setting it to another
// one that is twice a point of the curve.
func (e *Element) Point() *Point { return &e.q }

// Equal returns 1 if e = x, and 0 otherwise. See RFC 9496, section 4.3.3.
func (e *Element) Equal(x *Element) int {
	// x1·y2 = y1·x2 or y1·y2 = x1·x2: Z is on both sides.
	var a, b field.Element
	p.Mul(&a, &e.q.x, &x.q.y)
	p.Mul(&b, &e.q.y, &x.q.x)
	equal := p.Equal(&a, &b)
	p.Mul(&a, &e.q.y, &x.q.y)
	p.Mul(&b, &e.q.x, &x.q.x)
	return equal | p.Equal(&a, &b)
}

// IsIdentity returns 1 if e is the identity, and 0 otherwise.
func (e *Element) IsIdentity() int {
	// The points of order 1, 2 and 4 are those with x = 0 or y = 0.
	return p.IsZero(&e.q.x) | p.IsZero(&e.q.y)
}

// abs sets x to x or -x, whichever is not negative, which means even.
func abs(x *field.Element) { p.CondNeg(x, x, p.IsNegative(x)) }

// rootBatch is how many square roots are computed at once.
const rootBatch = field.MaxRatios

// ones are the numerators of a batch of inverse roots.
var ones = func() (all [rootBatch]field.Element) {
	for i := range all {
		all[i] = one
	}
	return all
}()

// Decode sets e to the element that b encodes and returns true. If b is not the encoding of
// an element it returns false, and e is unchanged. See RFC 9496, section 4.3.1.
func (e *Element) Decode(b *[32]byte) bool {
	var d decoder
	var v, root field.Element
	d.start(&v, b)
	square := p.SqrtRatio(&root, &one, &v)
	return d.finish(e, &root, square)
}

// DecodeElements sets elements[i] to the element that encodings[i] encodes and ok[i] to
// true, several at a time, and ok[i] to false where there is none. The slices must be of
// the same length.
func DecodeElements(elements []Element, encodings [][32]byte, ok []bool) {
	var d decoders
	for len(elements) > 0 {
		n := d.start(encodings)
		p.SqrtRatios(d.roots[:n], ones[:n], d.v[:n], d.square[:n])
		d.finish(elements[:n], ok[:n])
		elements, encodings, ok = elements[n:], encodings[n:], ok[n:]
	}
}

// VarTimeDecodeElements is [DecodeElements] of public elements, in variable time.
func VarTimeDecodeElements(elements []Element, encodings [][32]byte, ok []bool) {
	var d decoders
	for len(elements) > 0 {
		n := d.start(encodings)
		p.VarTimeSqrtRatios(d.roots[:n], ones[:n], d.v[:n], d.square[:n])
		d.finish(elements[:n], ok[:n])
		elements, encodings, ok = elements[n:], encodings[n:], ok[n:]
	}
}

// decoders are for several elements at a time, with their square roots.
type decoders struct {
	all      [rootBatch]decoder
	v, roots [rootBatch]field.Element
	square   [rootBatch]int
}

// start starts as many as there are encodings and room, and returns how many.
func (d *decoders) start(encodings [][32]byte) (n int) {
	n = min(len(encodings), len(d.all))
	for i := range n {
		d.all[i].start(&d.v[i], &encodings[i])
	}
	return n
}

// finish sets the elements, given the roots.
func (d *decoders) finish(elements []Element, ok []bool) {
	for i := range elements {
		ok[i] = d.all[i].finish(&elements[i], &d.roots[i], d.square[i])
	}
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
	// y^2 - x^2 = 1 + d·x^2·y^2 by the choice of v.
	e.q = Point{x: x, y: y, z: one, t: t}
	return true
}

// Encode sets b to the encoding of e. See RFC 9496, section 4.3.2.
func (e *Element) Encode(b *[32]byte) {
	var c encoder
	var square, root field.Element
	c.start(&square, e)
	p.SqrtRatio(&root, &one, &square)
	c.finish(b, e, &root)
}

// EncodeElements sets encodings[i] to the encoding of elements[i], several at a time. The
// slices must be of the same length.
func EncodeElements(encodings [][32]byte, elements []Element) {
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
			c[i].finish(&encodings[i], &elements[i], &roots[i])
		}
		encodings, elements = encodings[n:], elements[n:]
	}
}

// encoder holds what encoding computes before the square root.
type encoder struct{ u1, u2 field.Element }

// start sets square to u1·u2^2, whose inverse root finish needs: it is always a
// square.
func (c *encoder) start(square *field.Element, e *Element) {
	q := &e.q
	// u1 = (Z + Y)·(Z - Y), u2 = X·Y
	var w field.Element
	p.Add(&c.u1, &q.z, &q.y)
	p.Sub(&w, &q.z, &q.y)
	p.Mul(&c.u1, &c.u1, &w)
	p.Mul(&c.u2, &q.x, &q.y)
	p.Sqr(&w, &c.u2)
	p.Mul(square, &w, &c.u1)
}

// finish sets b to the encoding of e, for which start was called. root is 1/√(u1·u2^2).
func (c *encoder) finish(b *[32]byte, e *Element, root *field.Element) {
	q := &e.q
	var den1, den2, zInverse, w field.Element
	p.Mul(&den1, root, &c.u1)
	p.Mul(&den2, root, &c.u2)
	p.Mul(&zInverse, &den1, &den2)
	p.Mul(&zInverse, &zInverse, &q.t)

	// If x·y is negative, take the representative (i·y, i·x).
	var x, y, ix, iy, rotated field.Element
	p.Mul(&ix, &q.x, &sqrtM1)
	p.Mul(&iy, &q.y, &sqrtM1)
	p.Mul(&rotated, &den1, &invSqrtAMinusD)
	p.Mul(&w, &q.t, &zInverse)
	rotate := p.IsNegative(&w)
	x.Select(&iy, &q.x, rotate)
	y.Select(&ix, &q.y, rotate)
	den2.Select(&rotated, &den2, rotate)

	// If x is negative, take (-x, -y). s = |(Z - y)·den2|.
	p.Mul(&w, &x, &zInverse)
	p.CondNeg(&y, &y, p.IsNegative(&w))
	p.Sub(&w, &q.z, &y)
	p.Mul(&w, &w, &den2)
	abs(&w)
	p.Encode(b, &w)
}

// EncodeDoubles sets encodings[i] to the encoding of [2]elements[i], with one inversion for
// up to 64 elements and no square roots. The slices must be of the same length.
func EncodeDoubles(encodings [][32]byte, elements []Element) {
	const few = 4 // in signatures and proofs: setting the memory for 64 to 0 would take a twentieth of their time
	if len(elements) <= few {
		var states [few]doubled
		var inverses, scratch [few]field.Element
		encodeDoubles(encodings, elements, states[:], inverses[:], scratch[:])
		return
	}
	var states [BatchSize]doubled
	var inverses, scratch [BatchSize]field.Element
	encodeDoubles(encodings, elements, states[:], inverses[:], scratch[:])
}

// encodeDoubles is EncodeDoubles with memory for as many as share an inversion.
func encodeDoubles(encodings [][32]byte, elements []Element, states []doubled, inverses, scratch []field.Element) {
	for len(elements) > 0 {
		n := min(len(states), len(elements))
		for i := range elements[:n] {
			states[i].set(&elements[i].q)
			p.Mul(&inverses[i], &states[i].eg, &states[i].fh)
		}
		p.InvBatch(inverses[:n], scratch[:n])
		for i := range elements[:n] {
			states[i].encode(&encodings[i], &inverses[i])
		}
		encodings, elements = encodings[n:], elements[n:]
	}
}

// doubled is [2](x, y) = (e/f, g/h). The encoding of a double needs no square
// root, because in RFC 9496, section 4.3.2, with the coordinates
//
//	X = e·h, Y = f·g, Z = f·h, T = e·g
//
// and with the law of addition and the equation of the curve,
//
//	e = 2·X·Y, f = Z^2 + d·T^2 = Y^2 - X^2, g = Y^2 + X^2, h = Z^2 - d·T^2,
//
// there is h^2 = f^2 - 4·d·X^2·Y^2 and g^2 = f^2 + 4·X^2·Y^2, and so
//
//	u1 = Z^2 - Y^2 = f^2·(h^2 - g^2) = f^2·(a-d)·e^2,
//	u1·u2^2 = (a-d)·e^4·f^4·g^2·h^2,
//
// whose inverse has the root M / (e^2·f^2·g·h) with M = 1/√(a-d); its sign does
// not matter. This makes den1 = 1/(M·g·h) and den2 = M/(e·f), so that
//
//	s = |(h ∓ g)·M/e|    if x·y = e·g/(f·h) is not negative, with ∓ the sign of e/f,
//	s = |(f ∓ i·e)/g|    if it is,                           with ∓ the sign of i·g/h.
//
// If e·g = 0 then (x, y) is half of the identity, the inverse of e·f·g·h is
// computed as 0, and s = 0 is right.
type doubled struct{ e, f, g, h, eg, fh field.Element }

func (v *doubled) set(q *Point) {
	var xx, yy, zz, dtt field.Element
	p.Sqr(&xx, &q.x)
	p.Sqr(&yy, &q.y)
	p.Sqr(&zz, &q.z)
	p.Sqr(&dtt, &q.t)
	p.Mul(&dtt, &dtt, &d)
	p.Mul(&v.e, &q.x, &q.y)
	p.Double(&v.e, &v.e)
	p.Add(&v.f, &zz, &dtt)
	p.Add(&v.g, &yy, &xx)
	p.Sub(&v.h, &zz, &dtt)
	p.Mul(&v.eg, &v.e, &v.g)
	p.Mul(&v.fh, &v.f, &v.h)
}

// encode sets b to the encoding, given inverse = 1/(e·f·g·h).
func (v *doubled) encode(b *[32]byte, inverse *field.Element) {
	var egInverse, fhInverse, w field.Element
	p.Mul(&egInverse, &v.fh, inverse)
	p.Mul(&fhInverse, &v.eg, inverse)
	p.Mul(&w, &v.eg, &fhInverse)
	rotate := p.IsNegative(&w)

	// One formula for both cases, s = |(m ∓ n)·k·c/r| with the sign of n'·m/(f·h):
	//
	//	            m   n     n'    k   c/r
	//	as it is    h   g     e     M   g/(e·g)
	//	rotated     f   i·e   i·g   1   e/(e·g)
	//
	// for e/f = e·h/(f·h) and i·g/h = i·g·f/(f·h).
	var m, n, sign, k, c, ie, ig field.Element
	p.Mul(&ie, &v.e, &sqrtM1)
	p.Mul(&ig, &v.g, &sqrtM1)
	m.Select(&v.f, &v.h, rotate)
	n.Select(&ie, &v.g, rotate)
	sign.Select(&ig, &v.e, rotate)
	k.Select(&one, &invSqrtAMinusD, rotate)
	c.Select(&v.e, &v.g, rotate)

	p.Mul(&sign, &sign, &m)
	p.Mul(&sign, &sign, &fhInverse)
	p.CondNeg(&n, &n, p.IsNegative(&sign))
	p.Sub(&m, &m, &n)
	p.Mul(&k, &k, &c)
	p.Mul(&k, &k, &egInverse)
	p.Mul(&m, &m, &k)
	abs(&m)
	p.Encode(b, &m)
}

// SetHash sets e to the hash of msg with the tag dst and returns nil: hash_to_ristretto255 of
// RFC 9380, appendix B, with expand_message_xmd and SHA-512. An empty tag is an error, and e
// is unchanged.
func (e *Element) SetHash(msg, dst []byte) error {
	var uniform [64]byte
	if err := hash2curve.ExpandXMD(uniform[:], msg, dst); err != nil {
		return err
	}
	e.SetUniform(&uniform)
	return nil
}

// SetUniform sets e to the sum of the images of the two halves of b under MAP: the one-way
// map of RFC 9496, section 4.3.4.
func (e *Element) SetUniform(b *[64]byte) {
	var m [2]mapper
	var u, v, roots [len(m)]field.Element
	var square [len(m)]int
	for i := range m {
		m[i].start(&u[i], &v[i], (*[32]byte)(b[32*i:]))
	}
	p.SqrtRatios(roots[:], u[:], v[:], square[:])
	var q0, q1 Point
	m[0].finish(&q0, &v[0], &roots[0], square[0])
	m[1].finish(&q1, &v[1], &roots[1], square[1])
	e.q.Add(&q0, &q1)
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
func (c *mapper) finish(q *Point, v, root *field.Element, square int) {
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

	p.Mul(&q.x, &w0, &w3)
	p.Mul(&q.y, &w2, &w1)
	p.Mul(&q.z, &w1, &w3)
	p.Mul(&q.t, &w0, &w2)
}
