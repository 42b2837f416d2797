// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import "secant.example/internal/field"

// Decode sets v to the point that b encodes and returns true: the low 255 bits of b,
// little-endian, are y, and the highest bit is that of the x to take, its least
// significant one. If there is no such point it returns false, and v is unchanged.
//
// If canonical, it accepts what [Point.Encode] gives, as RFC 8032, section 5.1.3, says;
// if not, then also y of p and more, and x = 0 with the highest bit set.
func (v *Point) Decode(b *[32]byte, canonical bool) bool {
	var y, x, u, w field.Element
	ratioOfY(&y, &u, &w, b)
	return p.SqrtRatio(&x, &u, &w) == 1 && v.finishDecode(&x, &y, b, canonical)
}

// DecodeBatch sets points[i] to the point that encodings[i] encodes and ok[i] to true, as
// [Point.Decode] does but with vectors, and ok[i] to false where there is none. The slices
// must be of the same length.
func DecodeBatch(points []Point, encodings [][32]byte, ok []bool, canonical bool) {
	var d decodings
	for len(points) > 0 {
		n := d.start(encodings)
		p.SqrtRatios(d.x[:n], d.u[:n], d.w[:n], d.square[:n])
		d.finish(points[:n], encodings[:n], ok[:n], canonical)
		points, encodings, ok = points[n:], encodings[n:], ok[n:]
	}
}

// VarTimeDecodeBatch is [DecodeBatch] of public points, in variable time.
func VarTimeDecodeBatch(points []Point, encodings [][32]byte, ok []bool, canonical bool) {
	var d decodings
	for len(points) > 0 {
		n := d.start(encodings)
		p.VarTimeSqrtRatios(d.x[:n], d.u[:n], d.w[:n], d.square[:n])
		d.finish(points[:n], encodings[:n], ok[:n], canonical)
		points, encodings, ok = points[n:], encodings[n:], ok[n:]
	}
}

// decodings hold what decoding several points at a time computes before and after the square roots.
type decodings struct {
	x, y, u, w [field.MaxRatios]field.Element
	square     [field.MaxRatios]int
}

// start sets as many of y, u and w as there are encodings and room, and returns how many.
func (d *decodings) start(encodings [][32]byte) (n int) {
	n = min(len(encodings), len(d.x))
	for i := range n {
		ratioOfY(&d.y[i], &d.u[i], &d.w[i], &encodings[i])
	}
	return n
}

// finish sets the points, given x and square.
func (d *decodings) finish(points []Point, encodings [][32]byte, ok []bool, canonical bool) {
	for i := range points {
		ok[i] = d.square[i] == 1 && points[i].finishDecode(&d.x[i], &d.y[i], &encodings[i], canonical)
	}
}

// ratioOfY sets y to that of the encoding b, and u and w so that u/w is x^2.
func ratioOfY(y, u, w *field.Element, b *[32]byte) {
	// x^2 = (y^2 - 1) / (d·y^2 + 1); the denominator is not 0.
	p.DecodeMasked(y, b)
	p.Sqr(u, y)
	p.Mul(w, u, &d)
	p.Sub(u, u, &one)
	p.Add(w, w, &one)
}

// finishDecode sets v to the point with the encoding b and returns true, given
// its y and the root x or -x. If canonical, and b is not the encoding of
// that point, it returns false, and v is unchanged.
func (v *Point) finishDecode(x, y *field.Element, b *[32]byte, canonical bool) bool {
	buf := *b
	negative := int(buf[31] >> 7)
	if canonical {
		buf[31] &= 0x7f
		var strict field.Element
		if p.Decode(&strict, &buf) == 0 || p.IsZero(x)&negative == 1 {
			return false
		}
	}
	p.CondNeg(&v.x, x, negative)
	v.y, v.z = *y, field.One()
	p.Mul(&v.t, &v.x, y)
	return true
}

// Encode sets b to the encoding of v: y, little-endian, with the least significant bit of
// x in the highest bit. See RFC 8032, section 5.1.2.
func (v *Point) Encode(b *[32]byte) {
	var inverse field.Element
	p.Inv(&inverse, &v.z)
	v.encode(b, &inverse)
}

// VarTimeEncode is [Point.Encode] in variable time.
func (v *Point) VarTimeEncode(b *[32]byte) {
	var inverse field.Element
	p.InvVarTime(&inverse, &v.z)
	v.encode(b, &inverse)
}

// encode sets b to the encoding of v, given 1/Z.
func (v *Point) encode(b *[32]byte, inverse *field.Element) {
	var x, y field.Element
	p.Mul(&x, &v.x, inverse)
	p.Mul(&y, &v.y, inverse)
	p.Encode(b, &y)
	b[31] |= byte(p.IsNegative(&x)) << 7
}

// BatchSize is the number of points that share an inversion in [EncodeBatch] and its like: more would use more
// stack, and gain little.
const BatchSize = 64

// EncodeBatch sets encodings[i] to the encoding of points[i]. The slices must be of the
// same length.
func EncodeBatch(encodings [][32]byte, points []Point) {
	var inverses, scratch [BatchSize]field.Element
	for len(points) > 0 {
		n := zs(inverses[:], points)
		p.InvBatch(inverses[:n], scratch[:n])
		encodeEach(encodings[:n], points, inverses[:n])
		encodings, points = encodings[n:], points[n:]
	}
}

// VarTimeEncodeBatch is [EncodeBatch] in variable time.
func VarTimeEncodeBatch(encodings [][32]byte, points []Point) {
	var inverses, scratch [BatchSize]field.Element
	for len(points) > 0 {
		n := zs(inverses[:], points)
		p.InvBatchVarTime(inverses[:n], scratch[:n])
		encodeEach(encodings[:n], points, inverses[:n])
		encodings, points = encodings[n:], points[n:]
	}
}

// zs sets z to the Z of points, as many as there is room for, and returns how many.
func zs(z []field.Element, points []Point) (n int) {
	n = min(len(z), len(points))
	for i := range n {
		z[i] = points[i].z
	}
	return n
}

// encodeEach sets the encodings to those of points, given 1/Z.
func encodeEach(encodings [][32]byte, points []Point, inverses []field.Element) {
	for i := range encodings {
		points[i].encode(&encodings[i], &inverses[i])
	}
}

// EncodeMontgomery sets b to u = (1+y)/(1-y), the u-coordinate of v on the birationally
// equivalent curve of RFC 7748, little-endian, and to 0 for the identity.
func (v *Point) EncodeMontgomery(b *[32]byte) {
	var inverse field.Element
	p.Sub(&inverse, &v.z, &v.y)
	p.Inv(&inverse, &inverse)
	v.encodeMontgomery(b, &inverse)
}

// encodeMontgomery sets b to (1+y)/(1-y), given 1/(Z-Y).
func (v *Point) encodeMontgomery(b *[32]byte, inverse *field.Element) {
	var u field.Element
	p.Add(&u, &v.z, &v.y)
	p.Mul(&u, &u, inverse)
	p.Encode(b, &u)
}

// EncodeMontgomeryBatch sets us[i] to what [Point.EncodeMontgomery] gives for points[i].
// The slices must be of the same length.
func EncodeMontgomeryBatch(us [][32]byte, points []Point) {
	var inverses, scratch [BatchSize]field.Element
	for len(points) > 0 {
		n := min(len(points), len(inverses))
		for i := range n {
			p.Sub(&inverses[i], &points[i].z, &points[i].y)
		}
		p.InvBatch(inverses[:n], scratch[:n])
		for i := range n {
			points[i].encodeMontgomery(&us[i], &inverses[i])
		}
		us, points = us[n:], points[n:]
	}
}

// DecodeMontgomery sets v to the point with the u-coordinate u, of which the highest bit
// is ignored and the others are reduced modulo p, and with an odd x if sign is 1 and an
// even one if it is 0, and returns true. If there is no such point it returns false, and
// v is unchanged. u = 0 is that of (0, -1).
func (v *Point) DecodeMontgomery(u *[32]byte, sign int) bool {
	// y = (u-1)/(u+1); for u = -1 the quotient would be 0, which is another point's.
	var e, plus, minus field.Element
	p.DecodeMasked(&e, u)
	p.Add(&plus, &e, &one)
	p.Sub(&minus, &e, &one)
	if p.IsZero(&plus) == 1 {
		return false
	}
	p.Inv(&plus, &plus)
	p.Mul(&e, &plus, &minus)
	var b [32]byte
	p.Encode(&b, &e)
	b[31] |= byte(sign) << 7
	return v.Decode(&b, true)
}

// MontgomeryCoordinates returns the coordinates (u, v) of the point on the curve
// v^2 = u^3 + 486662·u^2 + u of RFC 7748, u = (1+y)/(1-y) and v = sqrt(-486664)·u/x with
// the even root, little-endian, and zeros for the identity and for (0, -1).
func (v *Point) MontgomeryCoordinates() (uBytes, vBytes [32]byte) {
	// u = (Z+Y)/(Z-Y), v = root·(Z+Y)·Z/((Z-Y)·X).
	var plus, minus, e, u field.Element
	p.Add(&plus, &v.z, &v.y)
	p.Sub(&minus, &v.z, &v.y)
	p.Mul(&e, &minus, &v.x)
	p.Inv(&e, &e)
	p.Mul(&plus, &plus, &e)
	p.Mul(&u, &plus, &v.x)
	p.Encode(&uBytes, &u)
	p.Mul(&plus, &plus, &v.z)
	p.Mul(&plus, &plus, &rootNegA2)
	p.Encode(&vBytes, &plus)
	return uBytes, vBytes
}
