// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
)

// A Suite is the identifier of one of the suites of RFC 9380, section 8.5, that
// hash to this curve.
//
// The suites _RO_ are like a random oracle: nobody knows the logarithm of a hash,
// and hashes are indistinguishable from uniform points of the prime-order
// subgroup. The suites _NU_ take half the time, but their hashes can be told from
// uniform points.
//
// The suites of curve25519 compute the same as those of edwards25519, on the
// birationally equivalent curve of RFC 7748; [Point.MontgomeryCoordinates] has the
// result in its coordinates.
type Suite string

const (
	SuiteRO           Suite = "edwards25519_XMD:SHA-512_ELL2_RO_"
	SuiteNU           Suite = "edwards25519_XMD:SHA-512_ELL2_NU_"
	SuiteMontgomeryRO Suite = "curve25519_XMD:SHA-512_ELL2_RO_"
	SuiteMontgomeryNU Suite = "curve25519_XMD:SHA-512_ELL2_NU_"
)

// SetHash sets v to the hash of msg to a point of the prime-order subgroup, and
// returns v: hash_to_curve of RFC 9380 for a suite _RO_, and encode_to_curve for
// a suite _NU_. dst, the domain separation tag, must not be empty; it should be
// unlike that of any other use of the suite, and have 16 bytes or more. For an
// unknown suite or an empty tag SetHash returns nil and an error, and v is
// unchanged. Its time depends on the suite and on the lengths of msg and dst only.
func (v *Point) SetHash(suite Suite, msg, dst []byte) (*Point, error) {
	// hash_to_field, with L = 48.
	const size = 48
	var uniform [2 * size]byte
	n := 2
	switch suite {
	case SuiteRO, SuiteMontgomeryRO:
	case SuiteNU, SuiteMontgomeryNU:
		n = 1
	default:
		return nil, errors.New("edwards25519: unknown suite")
	}
	if len(dst) == 0 {
		return nil, errors.New("edwards25519: the domain separation tag must not be empty")
	}
	if err := hash2curve.ExpandXMD(uniform[:n*size], msg, dst); err != nil {
		return nil, err
	}
	var sum Point
	for i := range n {
		var b [64]byte
		for j := range size { // from big-endian
			b[j] = uniform[(i+1)*size-1-j]
		}
		var u field.Element
		p.DecodeWide(&u, &b)
		if i == 0 {
			sum.elligator(&u)
		} else {
			var q Point
			q.elligator(&u)
			sum.Add(&sum, &q)
		}
	}
	return v.MultByCofactor(&sum), nil
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
	one := field.One()
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

// MontgomeryCoordinates returns the coordinates (u, v) of the point on the birationally
// equivalent curve v^2 = u^3 + 486662·u^2 + u of RFC 7748, u = (1+y)/(1-y) and
// v = sqrt(-486664)·u/x with the even root, in 32 bytes each, little-endian. The
// identity and (0, -1) both give (0, 0), though the first is not a point there.
func (v *Point) MontgomeryCoordinates() (uBytes, vBytes [32]byte) {
	check(v)
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
