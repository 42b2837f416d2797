// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secp256k1 implements the group of the elliptic curve
//
//	y^2 = x^3 + 7  over the integers modulo p = 2^256 - 2^32 - 977,
//
// which SEC 2, section 2.4.1, defines, and the integers modulo its prime order
//
//	n = 2^256 - 432420386565659656852420866394968145599.
//
// The methods are like those of package edwards25519: the receiver is set to the
// result and returned, and any argument may be the receiver. The zero value of Scalar
// is 0. The zero value of Point is not valid, and may be used only as a receiver, and by
// [Point.Set]: using it otherwise panics.
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds and of what form the encoding is, and that the length
// of an encoding shows whether it is that of the identity.
package secp256k1

import (
	"errors"

	curve "secant.example/internal/secp256k1"
)

// Point is a point of the curve, or the identity, the point at infinity. Its zero value is not
// valid, and may be used only as a receiver, and by Set: using it otherwise panics. Points
// are compared by [Point.Equal]: the same point has many representations.
type Point curve.Point

// The zero value represents the identity to what computes. So that no result looks like it,
// results are marked: the identity gets a Y other than 0, which all other points have.

// point returns v for what computes, and panics if v is the zero value.
func (v *Point) point() *curve.Point {
	q := (*curve.Point)(v)
	if q.IsMarked() == 0 {
		panic("secp256k1: use of an uninitialized Point")
	}
	return q
}

// receiver returns v for what computes, whatever it is.
func (v *Point) receiver() *curve.Point { return (*curve.Point)(v) }

// marked returns v, a result.
func marked(v *curve.Point) *Point { return (*Point)(v.Mark()) }

// Errors that say why an encoding of the right form is of no point. Compare with [errors.Is].
var (
	// ErrNotInField means that a coordinate is not below p.
	ErrNotInField = curve.ErrNotInField
	// ErrNotOnCurve means that no point of the curve has the coordinate, or both of them.
	ErrNotOnCurve = curve.ErrNotOnCurve
)

// decoded returns v, a result, unless there is an error.
func decoded(v *curve.Point, err error) (*Point, error) {
	if err != nil {
		return nil, err
	}
	return marked(v), nil
}

// NewIdentityPoint returns a new point set to the identity.
func NewIdentityPoint() *Point { return new(Point).SetIdentity() }

// NewGeneratorPoint returns a new point set to the generator G, which has order n.
// See SEC 2, section 2.4.1.
func NewGeneratorPoint() *Point { return new(Point).SetGenerator() }

// SetIdentity sets v to the identity and returns v.
func (v *Point) SetIdentity() *Point { return marked(v.receiver().SetIdentity()) }

// SetGenerator sets v to the generator G, which has order n, and returns v. See SEC 2,
// section 2.4.1.
func (v *Point) SetGenerator() *Point { return marked(v.receiver().SetGenerator()) }

// Set sets v = q and returns v.
func (v *Point) Set(q *Point) *Point {
	*v = *q
	return v
}

// Select sets v = a if cond is 1, and v = b if cond is 0, and returns v. cond must
// be one of the two.
func (v *Point) Select(a, b *Point, cond int) *Point {
	return (*Point)(v.receiver().Select(a.point(), b.point(), cond))
}

// Add sets v = a + b and returns v.
func (v *Point) Add(a, b *Point) *Point { return marked(v.receiver().Add(a.point(), b.point())) }

// Subtract sets v = a - b and returns v.
func (v *Point) Subtract(a, b *Point) *Point {
	return marked(v.receiver().Subtract(a.point(), b.point()))
}

// Negate sets v = -a and returns v.
func (v *Point) Negate(a *Point) *Point { return marked(v.receiver().Negate(a.point())) }

// CondNegate sets v = -a if cond is 1, and v = a if cond is 0, and returns v. cond
// must be one of the two.
func (v *Point) CondNegate(a *Point, cond int) *Point {
	return marked(v.receiver().CondNegate(a.point(), cond))
}

// Double sets v = [2]a and returns v.
func (v *Point) Double(a *Point) *Point { return marked(v.receiver().Double(a.point())) }

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *Scalar, q *Point) *Point {
	return marked(v.receiver().ScalarMult(x.scalar(), q.point()))
}

// ScalarBaseMult sets v = [x]G, where G is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *Scalar) *Point {
	return marked(v.receiver().ScalarBaseMult(x.scalar()))
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G, where G is the generator, and
// returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point {
	return marked(v.receiver().VarTimeDoubleScalarBaseMult(a.scalar(), A.point(), b.scalar()))
}

// Equal returns 1 if v = u, and 0 otherwise.
func (v *Point) Equal(u *Point) int { return v.point().Equal(u.point()) }

// IsIdentity returns 1 if v is the identity, and 0 otherwise.
func (v *Point) IsIdentity() int { return v.point().IsIdentity() }

// IsYOdd returns the least significant bit of y in [0, p), or 0 if v is the
// identity. It costs an inversion.
func (v *Point) IsYOdd() int { return v.point().IsYOdd() }

// Normalize sets v = a, represented by its coordinates x and y, and returns v. That
// makes multiplications and encodings of the same point take a little less time, and what
// else the representation could tell about how a was computed is gone.
func (v *Point) Normalize(a *Point) *Point { return marked(v.receiver().Normalize(a.point())) }

// NormalizeBatch is [Point.Normalize] of each of the points, with one inversion for up to
// 64 of them.
func NormalizeBatch(points []Point) {
	for i := range points {
		points[i].point() // a panic changes none
	}
	curve.NormalizeBatch(len(points), func(i int) *curve.Point { return points[i].receiver() })
	for i := range points {
		points[i].receiver().Mark()
	}
}

// SetBytes sets v to the point that b encodes, and returns v: in 33 bytes, 2 or 3 for
// the parity of y, and x; in 65 bytes, 4, x and y; the identity in one byte 0. The
// coordinates are big-endian and must be below p: otherwise it is an [ErrNotInField], and
// without such a point an [ErrNotOnCurve]. For anything else, too, SetBytes returns nil and an
// error, and v is unchanged. Its time depends on the form, and on whether it succeeds. See
// SEC 1, section 2.3.4.
func (v *Point) SetBytes(b []byte) (*Point, error) { return decoded(v.receiver().SetBytes(b)) }

// SetBytesHybrid is [Point.SetBytes] that also accepts the hybrid form of 65 bytes: 6 or
// 7 for the parity of y, x and y. Few programs write it; OpenSSL reads it.
func (v *Point) SetBytesHybrid(b []byte) (*Point, error) {
	return decoded(v.receiver().SetBytesHybrid(b))
}

// SetXBytes sets v to the point with an even y whose x is the 32 bytes b, big-endian,
// and returns v: lift_x of BIP-340. If b has another length, or is p or more, which is an
// [ErrNotInField], or there is no such point, which is an [ErrNotOnCurve], SetXBytes returns
// nil and an error, and v is unchanged. Its time depends on whether it succeeds.
func (v *Point) SetXBytes(b []byte) (*Point, error) { return decoded(v.receiver().SetXBytes(b)) }

// Bytes returns the compressed encoding of v, 33 bytes: 2, or 3 if y is odd, and x,
// big-endian. That of the identity is one byte 0. See SEC 1, section 2.3.3.
func (v *Point) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [33]byte
	return v.bytes(&b)
}

func (v *Point) bytes(b *[33]byte) []byte { return v.point().Encode(b) }

// BytesUncompressed returns the uncompressed encoding of v, 65 bytes: 4, x and y,
// big-endian. That of the identity is one byte 0. See SEC 1, section 2.3.3.
func (v *Point) BytesUncompressed() []byte {
	// Inlined, so that the result need not escape.
	var b [65]byte
	return v.bytesXY(&b, 0)
}

// BytesHybrid returns the hybrid encoding of v, 65 bytes: 6, or 7 if y is odd, x and
// y, big-endian. That of the identity is one byte 0.
func (v *Point) BytesHybrid() []byte {
	// Inlined, so that the result need not escape.
	var b [65]byte
	return v.bytesXY(&b, 1)
}

func (v *Point) bytesXY(b *[65]byte, hybrid int) []byte { return v.point().EncodeXY(b, hybrid) }

// BytesX returns x in [0, p) as 32 bytes, big-endian, which are the public key of
// BIP-340 and the shared secret of ECDH. For the identity it returns nil and an error.
func (v *Point) BytesX() ([]byte, error) {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.bytesX(&b)
}

var errIdentity = errors.New("secp256k1: the identity has no coordinates")

func (v *Point) bytesX(b *[32]byte) ([]byte, error) {
	q := *v.point()
	if q.IsIdentity() == 1 {
		return nil, errIdentity
	}
	q.NormalizeX(b)
	return b[:], nil
}

// A Suite is the identifier of one of the suites of RFC 9380, section 8.7, that hash to
// this curve.
//
// The suite _RO_ is like a random oracle: nobody knows the logarithm of a hash, and
// hashes are indistinguishable from uniform points. The suite _NU_ takes half the time,
// but its hashes can be told from uniform points.
type Suite string

// The suites. [Point.SetHash] uses the first one.
const (
	SuiteRO Suite = "secp256k1_XMD:SHA-256_SSWU_RO_"
	SuiteNU Suite = "secp256k1_XMD:SHA-256_SSWU_NU_"
)

// SetHash sets v to the hash of msg to a point, and returns v: hash_to_curve of RFC 9380,
// of the suite [SuiteRO]. dst, the domain separation tag, must not be empty; it should be
// unlike that of any other use of the suite, and have 16 bytes or more. For an empty tag
// SetHash returns nil and an error, and v is unchanged. Its time depends on the lengths of
// msg and dst only.
func (v *Point) SetHash(msg, dst []byte) (*Point, error) { return v.SetHashSuite(SuiteRO, msg, dst) }

// SetHashSuite is [Point.SetHash] for any suite: hash_to_curve of RFC 9380 for the suite
// _RO_, and encode_to_curve for the suite _NU_. An unknown suite is an error. Its time depends
// on the suite, too.
func (v *Point) SetHashSuite(suite Suite, msg, dst []byte) (*Point, error) {
	return decoded(v.receiver().SetHash(string(suite), msg, dst))
}

var errPointUniform = errors.New("secp256k1: a point is made of 96 uniform bytes")

// SetUniformBytes sets v to the image of the 96 bytes b, and returns v: hash_to_curve of RFC
// 9380 for the suite [SuiteRO], with b in place of what expand_message returns. If b is
// uniform, v is indistinguishable from a uniform point, and nobody knows its
// logarithm. If b has another length, SetUniformBytes returns nil and an error, and v is
// unchanged.
func (v *Point) SetUniformBytes(b []byte) (*Point, error) {
	if len(b) != 96 {
		return nil, errPointUniform
	}
	v.setUniform((*[96]byte)(b))
	return v, nil
}

func (v *Point) setUniform(b *[96]byte) { v.receiver().SetUniform(b[:]).Mark() }
