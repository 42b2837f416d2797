// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"errors"

	"secant.example/internal/field"
	"secant.example/internal/limbs"
	"secant.example/internal/scalar"
)

// The first byte of an encoding: SEC 1, section 2.3.3, and ANSI X9.62 for the hybrid form.
const (
	tagIdentity     = 0
	tagCompressed   = 2 // and 3 if y is odd
	tagUncompressed = 4
	tagHybrid       = 6 // and 7 if y is odd
)

var errEncoding = errors.New("secp256k1: invalid point encoding")

// Errors of encodings of the right form that are of no point.
var (
	ErrNotInField = errors.New("secp256k1: a coordinate is not below p")
	ErrNotOnCurve = errors.New("secp256k1: there is no such point on the curve")
)

// SetBytes sets v to the point that b encodes, and returns v: in 33 bytes, 2 or 3 for
// the parity of y, and x; in 65 bytes, 4, x and y; the identity in one byte 0. The
// coordinates are big-endian and must be below p. For anything else, or if there is
// no such point, SetBytes returns nil and an error, and v is unchanged. Its time
// depends on the form, and on whether it succeeds. See SEC 1, section 2.3.4.
func (v *Point) SetBytes(b []byte) (*Point, error) {
	switch {
	case len(b) == 33 && b[0]|1 == tagCompressed|1:
		return v.decompress((*[32]byte)(b[1:]), int(b[0]&1))
	case len(b) == 65 && b[0] == tagUncompressed:
		return v.decodeXY((*[64]byte)(b[1:]), -1)
	case len(b) == 1 && b[0] == tagIdentity:
		*v = Point{}
		return v, nil
	}
	return nil, errEncoding
}

// SetBytesHybrid is [Point.SetBytes] that also accepts the hybrid form of 65 bytes: 6 or
// 7 for the parity of y, x and y. Few programs write it; OpenSSL reads it.
func (v *Point) SetBytesHybrid(b []byte) (*Point, error) {
	if len(b) == 65 && b[0]|1 == tagHybrid|1 {
		return v.decodeXY((*[64]byte)(b[1:]), int(b[0]&1))
	}
	return v.SetBytes(b)
}

// SetXBytes sets v to the point with an even y whose x is the 32 bytes b, big-endian,
// and returns v: lift_x of BIP-340. If b has another length, or is p or more, or there
// is no such point, SetXBytes returns nil and an error, and v is unchanged. Its time
// depends on whether it succeeds.
func (v *Point) SetXBytes(b []byte) (*Point, error) {
	if len(b) != 32 {
		return nil, errEncoding
	}
	return v.decompress((*[32]byte)(b), 0)
}

// decompress sets v to the point with the given x, and y of the given parity.
func (v *Point) decompress(b *[32]byte, odd int) (*Point, error) {
	var x field.Element
	if p.DecodeBE(&x, b) == 0 {
		return nil, ErrNotInField
	}
	if !v.lift(&x, odd) {
		return nil, ErrNotOnCurve
	}
	return v, nil
}

// lift sets v to the point with the given x, and y of the given parity, and reports whether
// there is one.
func (v *Point) lift(x *field.Element, odd int) bool {
	var y field.Element
	cubic(&y, x)
	if p.Sqrt(&y, &y) == 0 { // the even root; 0 does not occur
		return false
	}
	p.CondNeg(&v.y, &y, odd)
	v.x, v.z = *x, field.One()
	return true
}

// cubic sets z = x^3 + 7. It is never 0, because there is no point of order 2.
func cubic(z, x *field.Element) {
	var xx field.Element
	p.Sqr(&xx, x)
	p.Mul(&xx, &xx, x)
	p.Add(z, &xx, &curveB)
}

// decodeXY sets v to the point (x, y), the parity of whose y must be odd unless that
// is -1.
func (v *Point) decodeXY(b *[64]byte, odd int) (*Point, error) {
	var x, y, yy, g field.Element
	if p.DecodeBE(&x, (*[32]byte)(b[:32]))&p.DecodeBE(&y, (*[32]byte)(b[32:])) == 0 {
		return nil, ErrNotInField
	}
	p.Sqr(&yy, &y)
	cubic(&g, &x)
	if p.Equal(&yy, &g) == 0 {
		return nil, ErrNotOnCurve
	}
	if odd >= 0 && p.IsNegative(&y) != odd {
		return nil, errEncoding
	}
	v.x, v.y, v.z = x, y, field.One()
	return v, nil
}

// Encode sets b to the compressed encoding of v, 33 bytes: 2, or 3 if y is odd, and x,
// big-endian. It returns that, or of the identity one byte 0. See SEC 1, section 2.3.3.
func (v *Point) Encode(b *[33]byte) []byte {
	if v.IsIdentity() == 1 {
		b[0] = tagIdentity
		return b[:1]
	}
	var q Point
	v.affine(&q.x, &q.y)
	q.EncodeNormal(b)
	return b[:]
}

// EncodeNormal sets b to the compressed encoding of v, which must have Z = 1, and costs no inversion.
func (v *Point) EncodeNormal(b *[33]byte) {
	b[0] = byte(tagCompressed | p.IsNegative(&v.y))
	p.EncodeBE((*[32]byte)(b[1:]), &v.x)
}

// EncodeXY sets b to the uncompressed encoding of v, 65 bytes: 4, x and y, big-endian.
// If hybrid is 1, the first byte is 6, or 7 if y is odd. It returns that, or of the identity
// one byte 0. See SEC 1, section 2.3.3.
func (v *Point) EncodeXY(b *[65]byte, hybrid int) []byte {
	if v.IsIdentity() == 1 {
		b[0] = tagIdentity
		return b[:1]
	}
	var q Point
	v.affine(&q.x, &q.y)
	q.EncodeXYNormal(b, hybrid)
	return b[:]
}

// EncodeXYNormal is [Point.EncodeXY] of v, which must have Z = 1, and costs no inversion.
func (v *Point) EncodeXYNormal(b *[65]byte, hybrid int) {
	b[0] = byte(tagUncompressed | 2*hybrid | p.IsNegative(&v.y)&hybrid)
	p.EncodeBE((*[32]byte)(b[1:]), &v.x)
	p.EncodeBE((*[32]byte)(b[33:]), &v.y)
}

// NormalizeX is [Point.Normalize] of v itself. It sets b to x in [0, p), big-endian, and
// returns the least significant bit of y in [0, p). For the identity they are zeros.
func (v *Point) NormalizeX(b *[32]byte) (odd int) {
	v.Normalize(v)
	p.EncodeBE(b, &v.x)
	return p.IsNegative(&v.y)
}

// NormalizeEncodeBatch is [Point.Normalize] of each of v, with one inversion for up to 64 of them, and sets
// b[i] to the compressed encoding of v[i], which is not the identity. The slices must be of the same length.
func NormalizeEncodeBatch(v []Point, b [][33]byte) {
	NormalizeBatch(len(v), func(i int) *Point { return &v[i] })
	for i := range v {
		v[i].EncodeNormal(&b[i])
	}
}

// VarTimeNormalizeX is [Point.NormalizeX] in variable time: it can tell more about how v
// was computed than its encoding does.
func (v *Point) VarTimeNormalizeX(b *[32]byte) (odd int) {
	v.VarTimeNormalize(v)
	p.EncodeBE(b, &v.x)
	return p.IsNegative(&v.y)
}

// ReduceX sets r to x modulo n, as ECDSA does, and returns whether x is at least n, and
// the least significant bit of y: each is 1 or 0. For the identity they are zeros.
func (v *Point) ReduceX(r *scalar.Scalar) (overflow, odd int) {
	var x, y field.Element
	v.affine(&x, &y)
	l := p.Canonical(&x)
	minus, borrow := limbs.Sub(&l, &order) // below p - n, if there is no borrow
	for i := range l {
		l[i] = minus[i] ^ (l[i]^minus[i])&-borrow
	}
	*r = scalar.New(l[0], l[1], l[2], l[3])
	return int(borrow ^ 1), p.IsNegative(&y)
}

// VarTimeEqualX reports whether v is not the identity and its x is r modulo n, as
// ECDSA asks of a signature's r, without an inversion. It takes variable time. See
// SEC 1, section 4.1.4.
func (v *Point) VarTimeEqualX(r *scalar.Scalar) bool {
	if v.IsIdentity() == 1 {
		return false
	}
	// x is r or, as n < p < 2n, r + n if that is below p. x = X/Z^2.
	var zz, x, t field.Element
	p.Sqr(&zz, &v.z)
	l := r.Limbs()
	x = field.New(l[0], l[1], l[2], l[3])
	p.Mul(&t, &x, &zz)
	if p.Equal(&t, &v.x) == 1 {
		return true
	}
	if _, borrow := limbs.Sub(&l, &pMinusN); borrow == 0 {
		return false
	}
	p.Add(&x, &x, &orderElement)
	p.Mul(&t, &x, &zz)
	return p.Equal(&t, &v.x) == 1
}

// SetReducedX sets v to the point of which [Point.ReduceX] returns r, overflow and odd,
// and reports whether there is one. If not, v is unchanged. Its time depends on that, and
// on overflow.
func (v *Point) SetReducedX(r *scalar.Scalar, overflow, odd int) bool {
	l := r.Limbs()
	if overflow == 1 {
		if _, borrow := limbs.Sub(&l, &pMinusN); borrow == 0 { // r + n is not below p
			return false
		}
		l = limbs.Add(&l, &order)
	}
	x := field.New(l[0], l[1], l[2], l[3])
	return v.lift(&x, odd)
}
