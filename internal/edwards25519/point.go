// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package edwards25519 implements the group of the twisted Edwards curve
//
//	-x^2 + y^2 = 1 + d·x^2·y^2,  d = -121665/121666,  over the integers modulo 2^255 - 19,
//
// also known as edwards25519, as RFC 8032 defines it, and the integers modulo
// its prime order
//
//	l = 2^252 + 27742317777372353535851937790883648493.
//
// The curve has 8·l points: what users of the group mostly want is the subgroup
// of order l that the generator spans; see [Point.IsTorsionFree] and
// [Point.MultByCofactor], and package ed25519 for signatures.
//
// The types have the methods of filippo.io/edwards25519, except those that
// mention field elements, with the same meaning, and a few more. As there, the
// receiver is set to the result and returned, any argument may be the receiver,
// and the zero value of Scalar is 0, while the zero value of Point is not a
// point: using it in any way but Set panics.
//
// Beyond those there are sums of any number of multiples that keep their memory
// ([MSM], [VarTimeMSM]), points with precomputed multiples ([BaseTable],
// [ExpandedPoint]), batches of encodings ([SetBytesBatch], [BytesBatch]), and
// hashes to the curve ([Point.SetHash]).
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds.
package edwards25519

import (
	"errors"

	"secant.example/internal/field"
)

const p = field.P25519

var (
	d   = field.New(0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73)
	d2  = field.New(0xebd69b9426b2f159, 0x00e0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7) // 2d
	two = field.New(2, 0, 0, 0)

	identity  = Point{y: field.One(), z: field.One()}
	generator = Point{
		x: field.New(0xc9562d608f25d51a, 0x692cc7609525a7b2, 0xc0a4e231fdd6dc5c, 0x216936d3cd6e53fe),
		y: field.New(0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666),
		z: field.One(),
		t: field.New(0x6dde8ab3a5b7dda3, 0x20f09f80775152f5, 0x66ea4e8e64abe37d, 0x67875f0fd78b7665),
	}
)

// Point is a point of the curve. Its zero value is not valid, and may be used
// only as a receiver.
type Point struct {
	// Representations of a point are not unique: make == an error.
	_ [0]func()

	// Extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z, and Z is not 0.
	x, y, z, t field.Element
}

// NewIdentityPoint returns a new point set to the identity (0, 1).
func NewIdentityPoint() *Point { v := identity; return &v }

// NewGeneratorPoint returns a new point set to the generator B, which has order
// l and y = 4/5. See RFC 8032, section 5.1.
func NewGeneratorPoint() *Point { v := generator; return &v }

// check panics if a point is the zero value. All limbs of Z go into one comparison,
// so that nothing else about a secret point shows.
func check(points ...*Point) {
	for _, v := range points {
		if z := v.z.Limbs(); z[0]|z[1]|z[2]|z[3] == 0 {
			panic("edwards25519: use of an uninitialized Point")
		}
	}
}

// Set sets v = q and returns v.
func (v *Point) Set(q *Point) *Point {
	*v = *q
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v. cond must
// be one of the two.
func (v *Point) Select(a, b *Point, cond int) *Point {
	check(a, b)
	v.x.Select(&a.x, &b.x, cond)
	v.y.Select(&a.y, &b.y, cond)
	v.z.Select(&a.z, &b.z, cond)
	v.t.Select(&a.t, &b.t, cond)
	return v
}

// Add sets v = a + b and returns v.
func (v *Point) Add(a, b *Point) *Point {
	check(a, b)
	var c cached
	c.set(b)
	*v = *a
	v.doubleAdd(0, &c, false, true)
	return v
}

// Subtract sets v = a - b and returns v.
func (v *Point) Subtract(a, b *Point) *Point {
	check(a, b)
	var c cached
	c.set(b)
	*v = *a
	v.doubleAdd(0, &c, true, true)
	return v
}

// Negate sets v = -a and returns v.
func (v *Point) Negate(a *Point) *Point {
	check(a)
	p.Neg(&v.x, &a.x)
	p.Neg(&v.t, &a.t)
	v.y, v.z = a.y, a.z
	return v
}

// Double sets v = [2]a and returns v.
func (v *Point) Double(a *Point) *Point {
	check(a)
	*v = *a
	v.double(1)
	return v
}

// MultByCofactor sets v = [8]a and returns v.
func (v *Point) MultByCofactor(a *Point) *Point {
	check(a)
	*v = *a
	v.double(3)
	return v
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point) Equal(u *Point) int {
	check(v, u)
	var a, b field.Element
	p.Mul(&a, &v.x, &u.z)
	p.Mul(&b, &u.x, &v.z)
	x := p.Equal(&a, &b)
	p.Mul(&a, &v.y, &u.z)
	p.Mul(&b, &u.y, &v.z)
	return x & p.Equal(&a, &b)
}

// IsIdentity returns 1 if v is the identity, and 0 otherwise.
func (v *Point) IsIdentity() int {
	check(v)
	return p.IsZero(&v.x) & p.Equal(&v.y, &v.z)
}

// IsSmallOrder returns 1 if [8]v is the identity, and 0 otherwise: the eight
// points of order 1, 2, 4 and 8.
func (v *Point) IsSmallOrder() int {
	var e Point
	return e.MultByCofactor(v).IsIdentity()
}

// IsTorsionFree returns 1 if [l]v is the identity, and 0 otherwise: the points
// of the subgroup that the generator spans. It costs a ScalarMult.
func (v *Point) IsTorsionFree() int {
	// [l-1]v = -v.
	var minusOne Scalar
	minusOne.Subtract(&minusOne, &one)
	var e, minus Point
	return e.ScalarMult(&minusOne, v).Equal(minus.Negate(v))
}

var errEncoding = errors.New("edwards25519: invalid point encoding")

// SetBytes sets v to the point that the 32 bytes b encode, and returns v. The
// low 255 bits of b, little-endian, are y, and the highest bit is the least
// significant bit of x.
//
// Like filippo.io/edwards25519 and the rules of ZIP-215, it accepts what
// RFC 8032 does not: y of 2^255 - 19 and more, which is reduced, and x = 0 with
// the highest bit set. [Point.SetCanonicalBytes] rejects both. If b has another length
// or there is no point with that y, SetBytes returns nil and an error, and v is
// unchanged. Its time depends on whether it succeeds.
func (v *Point) SetBytes(b []byte) (*Point, error) { return v.decode(b, false) }

// SetCanonicalBytes is [Point.SetBytes] with the rules of RFC 8032, section
// 5.1.3: it accepts exactly the encodings that [Point.Bytes] returns, and for
// all others returns nil and an error, and v is unchanged.
func (v *Point) SetCanonicalBytes(b []byte) (*Point, error) { return v.decode(b, true) }

func (v *Point) decode(b []byte, canonical bool) (*Point, error) {
	if len(b) != 32 {
		return nil, errors.New("edwards25519: a point encoding must be 32 bytes")
	}
	buf := (*[32]byte)(b)
	var y, x, u, w field.Element
	ratioOfY(&y, &u, &w, buf)
	if p.SqrtRatio(&x, &u, &w) == 0 || !v.finishDecode(&x, &y, buf, canonical) {
		return nil, errEncoding
	}
	return v, nil
}

// ratioOfY sets y to that of the encoding b, and u and w so that u/w is x^2.
func ratioOfY(y, u, w *field.Element, b *[32]byte) {
	// x^2 = (y^2 - 1) / (d·y^2 + 1); the denominator is not 0.
	p.DecodeMasked(y, b)
	one := field.One()
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

// Bytes returns the 32-byte encoding of v: y, little-endian, with the least
// significant bit of x in the highest bit. See RFC 8032, section 5.1.2.
func (v *Point) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.bytes(&b)
}

func (v *Point) bytes(b *[32]byte) []byte {
	check(v)
	var inverse field.Element
	p.Inv(&inverse, &v.z)
	v.encode(b, &inverse)
	return b[:]
}

// VarTimeBytes is [Point.Bytes] in variable time: it can tell more about how v was
// computed than its encoding does.
func (v *Point) VarTimeBytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.varTimeBytes(&b)
}

func (v *Point) varTimeBytes(b *[32]byte) []byte {
	check(v)
	var inverse field.Element
	p.InvVarTime(&inverse, &v.z)
	v.encode(b, &inverse)
	return b[:]
}

// encode sets b to the encoding of v, given 1/Z.
func (v *Point) encode(b *[32]byte, inverse *field.Element) {
	var x, y field.Element
	p.Mul(&x, &v.x, inverse)
	p.Mul(&y, &v.y, inverse)
	p.Encode(b, &y)
	b[31] |= byte(p.IsNegative(&x)) << 7
}

// BytesMontgomery returns u = (1+y)/(1-y), the u-coordinate of v on the
// birationally equivalent curve of RFC 7748, in 32 bytes, little-endian. The
// identity gives 0.
func (v *Point) BytesMontgomery() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.bytesMontgomery(&b)
}

func (v *Point) bytesMontgomery(b *[32]byte) []byte {
	check(v)
	var inverse field.Element
	p.Sub(&inverse, &v.z, &v.y)
	p.Inv(&inverse, &inverse)
	v.encodeMontgomery(b, &inverse)
	return b[:]
}

// encodeMontgomery sets b to (1+y)/(1-y), given 1/(Z-Y).
func (v *Point) encodeMontgomery(b *[32]byte, inverse *field.Element) {
	var u field.Element
	p.Add(&u, &v.z, &v.y)
	p.Mul(&u, &u, inverse)
	p.Encode(b, &u)
}
