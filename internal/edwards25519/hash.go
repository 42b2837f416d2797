// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// SetHash sets v to the hash of msg to a point of the subgroup of order l with the tag dst,
// and returns nil: hash_to_curve of RFC 9380 for edwards25519, XMD, SHA-512 and Elligator 2,
// which adds two images of the map, or encode_to_curve if maps is 1 and not 2. An
// empty tag is an error, and v is unchanged. Its time depends on maps and on the lengths of
// msg and dst only.
func (v *Point) SetHash(msg, dst []byte, maps int) error {
	var uniform [2 * fieldSize]byte
	if err := hash2curve.ExpandXMD(uniform[:maps*fieldSize], msg, dst); err != nil {
		return err
	}
	v.SetUniform(uniform[:maps*fieldSize])
	return nil
}

// fieldSize is what hash_to_field takes for an element: L of RFC 9380.
const fieldSize = 48

// SetUniform sets v to the sum, times 8, of the images under the map of the parts of b, which
// are 48 bytes each and big-endian, modulo p.
func (v *Point) SetUniform(b []byte) {
	sum := identity
	for i := 0; i < len(b); i += fieldSize {
		var wide [64]byte
		for j := range fieldSize { // from big-endian
			wide[j] = b[i+fieldSize-1-j]
		}
		var u field.Element
		p.DecodeWide(&u, &wide)
		if i == 0 {
			sum.elligator(&u)
		} else {
			var q Point
			q.elligator(&u)
			sum.Add(&sum, &q)
		}
	}
	v.MultByCofactor(&sum)
}

var (
	// 486662 and its negative, from the curve y^2 = x^3 + 486662·x^2 + x of RFC 7748.
	montgomeryA    = field.New(486662, 0, 0, 0)
	montgomeryNegA = field.New(0xfffffffffff892e7, 0xffffffffffffffff, 0xffffffffffffffff, 0x7fffffffffffffff)
	// The even square root of -486664: the map from there to here is x = root·u/v.
	rootNegA2 = field.New(0xcc6e04aaff457e06, 0xc5a1d3d14b7d1a82, 0xd27b08dc03fc4f7e, 0x0f26edf460a006bb)
	// A square root of 2/i, for the even root i of -1.
	root2I = field.New(0x3b11e4d8b5f15f3e, 0xd0bce7f952d01b87, 0xd4b2ff66c2042858, 0x547cdb7fb03e20f4)
)

// elligator sets v to map_to_curve of u, of RFC 9380, sections 6.7.1 and 6.8.2,
// with Z = 2.
func (v *Point) elligator(u *field.Element) {
	// On the Montgomery curve, x = m/n for m = -A and n = 1 + 2u^2 or, if that has
	// no y, for m = -A·2u^2. n is not 0, because -1/2 is not a square.
	var u2, m, n, e, g, n3, y field.Element
	p.Sqr(&u2, u)
	p.Double(&u2, &u2)
	p.Add(&n, &u2, &one)
	// y^2 = g/n^3, for g = m^3 + A·m^2·n + m·n^2 = m·(m·(m + A·n) + n^2), m = -A.
	p.Mul(&g, &montgomeryA, &n)
	p.Add(&g, &g, &montgomeryNegA)
	p.Mul(&g, &g, &montgomeryNegA)
	p.Sqr(&e, &n)
	p.Mul(&n3, &e, &n)
	p.Add(&g, &g, &e)
	p.Mul(&g, &g, &montgomeryNegA)
	square := p.SqrtRatio(&y, &g, &n3)
	// The first x has the odd y, or 0. For the second one g is 2u^2 times as much;
	// y = root(i·g/n^3) becomes u·root(2/i)·y, and its even opposite if it is odd.
	p.Mul(&e, &y, u)
	p.Mul(&e, &e, &root2I)
	y.Select(&y, &e, square)
	p.CondNeg(&y, &y, p.IsNegative(&y)^square)
	p.Mul(&m, &montgomeryNegA, &u2)
	m.Select(&montgomeryNegA, &m, square)

	// Here, x = root·m/(n·y) and y = (m - n)/(m + n), or the identity where a
	// denominator is 0.
	var plus, minus, ny field.Element
	p.Add(&plus, &m, &n)
	p.Sub(&minus, &m, &n)
	p.Mul(&ny, &n, &y)
	p.Mul(&e, &m, &rootNegA2)
	p.Mul(&v.x, &e, &plus)
	p.Mul(&v.y, &minus, &ny)
	p.Mul(&v.z, &plus, &ny)
	p.Mul(&v.t, &e, &minus)
	exception := p.IsZero(&v.z)
	v.x.Select(&identity.x, &v.x, exception)
	v.y.Select(&identity.y, &v.y, exception)
	v.z.Select(&identity.z, &v.z, exception)
	v.t.Select(&identity.t, &v.t, exception)
}
