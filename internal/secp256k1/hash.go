// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"errors"

	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
	"secant.example/internal/scalar"
)

// The suites of RFC 9380, section 8.7, that hash to this curve.
const (
	SuiteRO = "secp256k1_XMD:SHA-256_SSWU_RO_"
	SuiteNU = "secp256k1_XMD:SHA-256_SSWU_NU_"
)

// SetHash sets v to the hash of msg to a point, and returns v: hash_to_curve of RFC
// 9380 for the suite _RO_, and encode_to_curve for the suite _NU_. For an unknown suite or
// an empty tag SetHash returns nil and an error, and v is unchanged. Its time depends on the
// suite and on the lengths of msg and dst only.
func (v *Point) SetHash(suite string, msg, dst []byte) (*Point, error) {
	var uniform [2 * fieldSize]byte
	n := 2
	switch suite {
	case SuiteRO:
	case SuiteNU:
		n = 1
	default:
		return nil, errors.New("secp256k1: unknown suite")
	}
	if len(dst) == 0 {
		return nil, errors.New("secp256k1: the domain separation tag must not be empty")
	}
	if err := hash2curve.ExpandXMD256(uniform[:n*fieldSize], msg, dst); err != nil {
		return nil, err
	}
	return v.SetUniform(uniform[:n*fieldSize]), nil
}

// fieldSize is what hash_to_field takes for an element: L of RFC 9380.
const fieldSize = 48

// SetUniform sets v to the sum of the images under the map of the parts of b, which are 48
// bytes each and big-endian, modulo p, and returns v.
func (v *Point) SetUniform(b []byte) *Point {
	var sum, q Point
	for ; len(b) > 0; b = b[fieldSize:] {
		var wide [64]byte
		for j := range fieldSize { // from big-endian
			wide[j] = b[fieldSize-1-j]
		}
		var u field.Element
		p.DecodeWide(&u, &wide)
		q.mapToCurve(&u)
		sum.Add(&sum, &q)
	}
	return v.Set(&sum)
}

// The curve y^2 = x^3 + A'·x + B', which has an isogeny of degree 3 to this one, and Z
// of the map to it. See RFC 9380, section 8.7.
var (
	isoA   = field.New(0x405447c01a444533, 0xe953d363cb6f0e5d, 0xa08a5558f0f5d272, 0x3f8731abdd661adc)
	isoB   = field.New(1771, 0, 0, 0)
	eleven = field.New(11, 0, 0, 0) // -Z
	// rootEleven is a square root of 11.
	rootEleven = func() (z field.Element) { p.Sqrt(&z, &eleven); return }()
)

// The coefficients, from that of 1 up, of the polynomials in x whose quotients are x and y/y' of
// the isogeny. Those of the denominators have 1 for their highest. See RFC 9380,
// appendix E.1.
var (
	isoXNumerator = [4]field.Element{
		field.New(0x8e38e38daaaaa8c7, 0x38e38e38e38e38e3, 0xe38e38e38e38e38e, 0x8e38e38e38e38e38),
		field.New(0xdfff1044f17c6581, 0xd595d2fc0bf63b92, 0xb9f315cea7fd44c5, 0x07d3d4c80bc321d5),
		field.New(0x4ecbd0b53d9dd262, 0xe4506144037c4031, 0xe2a413deca25caec, 0x534c328d23f234e6),
		field.New(0x8e38e38daaaaa88c, 0x38e38e38e38e38e3, 0xe38e38e38e38e38e, 0x8e38e38e38e38e38),
	}
	isoXDenominator = [3]field.Element{
		field.New(0x9fe6b745781eb49b, 0x86cd409542f8487d, 0x9ca34ccbb7b640dd, 0xd35771193d94918a),
		field.New(0xc52a56612a8c6d14, 0x06d36b641f5e41bb, 0xf7c4b2d51b542254, 0xedadc6f64383dc1d),
		field.One(),
	}
	isoYNumerator = [4]field.Element{
		field.New(0xa12f684b8e38e23c, 0x2f684bda12f684bd, 0x684bda12f684bda1, 0x4bda12f684bda12f),
		field.New(0xdffc90fc201d71a3, 0x647ab046d686da6f, 0xa9d0a54b12a0a6d5, 0xc75e0c32d5cb7c0f),
		field.New(0xa765e85a9ecee931, 0x722830a201be2018, 0x715209ef6512e576, 0x29a6194691f91a73),
		field.New(0x84bda12f38e38d84, 0xbda12f684bda12f6, 0xa12f684bda12f684, 0x2f684bda12f684bd),
	}
	isoYDenominator = [4]field.Element{
		field.New(0xfffffffefffff93b, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff),
		field.New(0xdfb425d2685c2573, 0x9467c1bfc8e8d978, 0xd5e9e6632722c298, 0x7a06534bb8bdb49f),
		field.New(0xa7bf8192bfd2a76f, 0x0a3d21162f0d6299, 0xf3a70c3fa8fe337e, 0x6484aa716545ca2c),
		field.One(),
	}
)

// mapToCurve sets v to map_to_curve of u: the simplified SWU method, of RFC 9380,
// section 6.6.2, and the isogeny.
func (v *Point) mapToCurve(u *field.Element) {
	// With t = -Z·u^2 = 11u^2, x = m/d for m = B'·(1 - t + t^2) and d = A'·(t - t^2), or
	// d = Z·A' if that is 0; and if there is no such point, x = -t·m/d.
	var t, tt, m, d, dd, g, w, y, e field.Element
	one := field.One()
	p.Sqr(&t, u)
	p.Mul(&t, &t, &eleven)
	p.Sqr(&tt, &t)
	p.Sub(&d, &t, &tt)
	p.Sub(&m, &one, &d)
	p.Mul(&m, &m, &isoB)
	p.Neg(&e, &eleven)
	d.Select(&e, &d, p.IsZero(&d))
	p.Mul(&d, &d, &isoA)
	// y^2 = g/d^3, for g = m^3 + A'·m·d^2 + B'·d^3.
	p.Sqr(&dd, &d)
	p.Sqr(&g, &m)
	p.Mul(&w, &dd, &isoA)
	p.Add(&g, &g, &w)
	p.Mul(&g, &g, &m)
	p.Mul(&w, &dd, &d) // d^3
	p.Mul(&e, &w, &isoB)
	p.Add(&g, &g, &e)
	square := p.SqrtRatio(&y, &g, &w)
	// If g/d^3 is no square, y is a root of -g/d^3. For the other x there is
	// (-t)^3·g/d^3 = 11u^2·t^2·(-g/d^3) instead.
	p.Mul(&e, &t, &m)
	p.Neg(&e, &e)
	m.Select(&m, &e, square)
	p.Mul(&e, &t, u)
	p.Mul(&e, &e, &y)
	p.Mul(&e, &e, &rootEleven)
	y.Select(&y, &e, square)
	p.CondNeg(&y, &y, p.IsNegative(&y)^p.IsNegative(u))

	// The isogeny: x becomes a/b, after a factor d for the one degree less of b, and y
	// is multiplied by c/f.
	var a, b, c, f field.Element
	evaluate(&a, isoXNumerator[:], &m, &d)
	evaluate(&b, isoXDenominator[:], &m, &d)
	p.Mul(&b, &b, &d)
	evaluate(&c, isoYNumerator[:], &m, &d)
	evaluate(&f, isoYDenominator[:], &m, &d)
	// Z = b·f, X = a/b·Z^2 = a·b·f^2, Y = y·c/f·Z^3 = y·c·f^2·b^3. Where a denominator
	// is 0 that is the identity.
	p.Mul(&v.z, &b, &f)
	p.Mul(&e, &v.z, &f) // b·f^2
	p.Mul(&v.x, &a, &e)
	p.Sqr(&w, &b)
	p.Mul(&e, &e, &w)
	p.Mul(&e, &e, &c)
	p.Mul(&v.y, &e, &y)
}

// evaluate sets z to d^k times the polynomial with these coefficients at m/d, where k
// is its degree.
func evaluate(z *field.Element, coefficients []field.Element, m, d *field.Element) {
	k := len(coefficients) - 1
	sum, power := coefficients[k], *d
	for i := k - 1; i >= 0; i-- {
		var e field.Element
		p.Mul(&sum, &sum, m)
		p.Mul(&e, &power, &coefficients[i])
		p.Add(&sum, &sum, &e)
		p.Mul(&power, &power, d)
	}
	*z = sum
}

// ElligatorSwift, of BIP-324, maps pairs (u, t) of integers modulo p to x-coordinates of points. To each
// x-coordinate it maps about as many pairs.

// A Fraction is the x-coordinate of a point, as a quotient n/d, where d is not 0.
type Fraction struct{ n, d field.Element }

var (
	// rootMinus3 is the root of -3 that is a square, and these are (1 - it)/2 and (1 + it)/2.
	rootMinus3  = field.New(0x7d8d27ae1cd5f852, 0xc61f6d15da14ecd4, 0x233770c2a797962c, 0x0a2d2ba93507f1df)
	onePlusBeta = func() (z field.Element) { one := field.One(); p.Add(&z, &one, &beta); return }()
	minusBeta   = func() (z field.Element) { p.Neg(&z, &beta); return }()
)

// VarTimeSetSwift sets f to what BIP-324's XSwiftEC maps (u, t) to, where b is u and t, in 32 bytes each,
// big-endian, modulo p, and returns f. There is such an x for all b. It takes variable time.
func (f *Fraction) VarTimeSetSwift(b *[64]byte) *Fraction {
	u, t := modulo((*[32]byte)(b[:32])), modulo((*[32]byte)(b[32:]))
	// These exceptions are for u, t and u^3 + t^2 + 7 = 0.
	if p.IsZero(&u) == 1 {
		u = field.One()
	}
	if p.IsZero(&t) == 1 {
		t = field.One()
	}
	var s, g, sum, difference, w field.Element
	p.Sqr(&s, &t)
	cubic(&g, &u)
	p.Add(&sum, &g, &s)
	if p.IsZero(&sum) == 1 {
		p.MulSmall(&s, &s, 4) // 2t instead of t
		p.Add(&sum, &g, &s)
	}
	p.Sub(&difference, &g, &s)
	// In BIP-324, X = (g - s)/2t and Y = (X + t)/cu = (g + s)/2tcu, for s = t^2, g = u^3 + 7 and c, the
	// root of -3. Of these three x, one or all are those of points; the first of them is it:
	//
	//	 u + 4Y^2    = (3su^3 - (g + s)^2)/3su^2
	//	(-X/Y - u)/2 = u(-c(g - s) - (g + s))/2(g + s)
	//	 (X/Y - u)/2 = u( c(g - s) - (g + s))/2(g + s)
	p.Sqr(&f.d, &u)
	p.Mul(&f.d, &f.d, &s)
	p.MulSmall(&f.d, &f.d, 3)
	p.Mul(&f.n, &f.d, &u)
	p.Sqr(&w, &sum)
	p.Sub(&f.n, &f.n, &w)
	if f.isOfPoint() {
		return f
	}
	p.Add(&f.d, &sum, &sum)
	p.Mul(&w, &rootMinus3, &difference)
	p.Add(&f.n, &w, &sum)
	p.Mul(&f.n, &f.n, &u)
	p.Neg(&f.n, &f.n)
	if f.isOfPoint() {
		return f
	}
	p.Sub(&f.n, &w, &sum)
	p.Mul(&f.n, &f.n, &u)
	return f
}

// modulo returns the big-endian integer b modulo p.
func modulo(b *[32]byte) field.Element {
	var wide [64]byte
	for i := range b {
		wide[i] = b[31-i]
	}
	var x field.Element
	p.DecodeWide(&x, &wide)
	return x
}

// cubic sets z = n^3 + 7d^3, which is not 0: see [cubic].
func (f *Fraction) cubic(z *field.Element) {
	var t field.Element
	p.Sqr(&t, &f.d)
	p.Mul(&t, &t, &f.d)
	p.MulSmall(&t, &t, 7)
	p.Sqr(z, &f.n)
	p.Mul(z, z, &f.n)
	p.Add(z, z, &t)
}

// isOfPoint reports whether there is a point with the x-coordinate f: whether (n^3 + 7d^3)/d^3 is a square.
func (f *Fraction) isOfPoint() bool {
	var g field.Element
	f.cubic(&g)
	p.Mul(&g, &g, &f.d)
	return p.Legendre(&g) == 1
}

// ScalarMult sets x to the x-coordinate of [k]P, in 32 bytes, big-endian, where P is one of the two points
// with the x-coordinate f. If k is 0, they are zeros. It needs no root, and one inversion.
func (f *Fraction) ScalarMult(x *[32]byte, k *scalar.Scalar) {
	// For g = n^3 + 7d^3, (g·n, g^2) is a point of y^2 = x^3 + 7(g·d)^3. Since g·d is the square of some
	// e, (x, y) -> (x·e^2, y·e^3) is an isomorphism of our curve to that one, which maps points with the
	// x-coordinate n/d to it. The formulas for multiples are right there, because they do not contain 7.
	var g, d field.Element
	var q Point
	f.cubic(&g)
	p.Mul(&d, &g, &f.d)
	p.Mul(&q.x, &g, &f.n)
	p.Sqr(&q.y, &g)
	q.z = field.One()
	q.ScalarMult(k, &q)
	p.Sqr(&q.z, &q.z)
	p.Mul(&d, &d, &q.z)
	p.Inv(&d, &d)
	p.Mul(&d, &d, &q.x)
	p.EncodeBE(x, &d)
}

// VarTimeSetSwift sets v to the point that [Fraction.VarTimeSetSwift] gives the x-coordinate of, with Z = 1
// and with the parity of t for that of y, and returns v. It takes variable time.
func (v *Point) VarTimeSetSwift(b *[64]byte) *Point {
	var f Fraction
	f.VarTimeSetSwift(b)
	p.InvVarTime(&f.d, &f.d)
	p.Mul(&f.n, &f.n, &f.d)
	f.n = reduced(&f.n)
	t := modulo((*[32]byte)(b[32:]))
	if !v.lift(&f.n, p.IsNegative(&t)) {
		panic("secp256k1: internal error: XSwiftEC is not the x-coordinate of a point")
	}
	return v
}

// VarTimeSwift looks for the second half of a pair b whose first half is set, such that
// [Point.VarTimeSetSwift] of it is v, which must have Z = 1 and not be the identity. It sets it and reports
// whether there is one. There are up to four for a u, which c names, 0 to 3. If u is 0 or not below p, there is none.
// To take u and c at random until there is one makes b random among the pairs for v. That is four tries on
// average, most of which end after one or two Legendre symbols. It takes variable time.
func (v *Point) VarTimeSwift(b *[64]byte, c int) bool {
	var u, t field.Element
	if p.DecodeBE(&u, (*[32]byte)(b[:32])) == 0 || p.IsZero(&u) == 1 || !swiftInverse(&t, &v.x, &u, c) {
		return false
	}
	p.CondNeg(&t, &t, p.IsNegative(&t)^p.IsNegative(&v.y))
	p.EncodeBE((*[32]byte)(b[32:]), &t)
	return true
}

// swiftInverse sets t to XSwiftECInv(x, u, c) of BIP-324 and reports whether there is that, for an x-coordinate x of
// a point, u other than 0, and c from 0 to 7. It takes variable time.
func swiftInverse(t, x, u *field.Element, c int) bool {
	var g, s, d, w, e field.Element
	cubic(&g, u)
	one := field.One()
	if c&2 == 0 {
		// t^2 makes one of the last two x, if -x - u is none: that comes first then. With v = x,
		// s = -(u^3 + 7)/(u^2 + ux + x^2) and w, the root of s, t = ±w(u(1 ± c)/2 + v).
		//
		// The denominator is not 0: otherwise (x + u)^3 + x^3 = 0, as that is its product with 2x + u, and
		// (-x - u)^3 + 7 = x^3 + 7 is a square.
		p.Add(&e, x, u)
		p.Neg(&e, &e)
		cubic(&w, &e)
		if p.Legendre(&w) == 1 {
			return false
		}
		p.Mul(&d, u, x)
		p.Sqr(&e, &e)
		p.Sub(&d, &d, &e) // -(u^2 + ux + x^2)
		p.Mul(&e, &g, &d)
		if p.Legendre(&e) != 1 { // g is not 0
			return false
		}
		p.SqrtRatioSquare(&w, &g, &d)
		p.Mul(&e, &w, x)
	} else {
		// s = x - u, r is the root of -s(4(u^3 + 7) + 3u^2·s) and v = (r/s - u)/2. The roots are those that are squares,
		// so r = w·h for the root h of -(4(u^3 + 7) + 3u^2·s), and w·v = (h - u·w)/2.
		p.Sub(&s, x, u)
		if p.Legendre(&s) != 1 {
			return false
		}
		p.Sqr(&d, u)
		p.Mul(&d, &d, &s)
		p.MulSmall(&d, &d, 3)
		p.MulSmall(&e, &g, 4)
		p.Add(&d, &d, &e)
		p.Neg(&d, &d)
		if symbol := p.Legendre(&d); symbol == -1 || symbol == 0 && c&1 == 1 {
			return false
		}
		p.SqrtRatioSquare(&w, &s, &one)
		p.SqrtRatioSquare(&d, &d, &one)
		p.Mul(&e, u, &w)
		p.Sub(&e, &d, &e)
		p.Halve(&e, &e)
	}
	// t is ±(w·u·(1 ± c)/2 + w·v).
	var factor field.Element
	factor.Select(&minusBeta, &onePlusBeta, c&1)
	p.Mul(&w, &w, u)
	p.Mul(&w, &w, &factor)
	p.Add(&w, &w, &e)
	p.CondNeg(t, &w, (c>>2^c^1)&1)
	return true
}
