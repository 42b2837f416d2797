// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	"secant.example/internal/field"
)

// SetBytesBatch decodes many points, like [Point.SetBytes] but with vectors: where
// encodings[i] is that of a point it sets points[i] to it and ok[i] to true, and
// elsewhere it leaves points[i] unchanged and sets ok[i] to false. If the slices
// differ in length it returns an error and does nothing.
func SetBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return decodeBatch(points, encodings, ok, false)
}

// SetCanonicalBytesBatch is [SetBytesBatch] with the rules of
// [Point.SetCanonicalBytes].
func SetCanonicalBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return decodeBatch(points, encodings, ok, true)
}

func decodeBatch(points []Point, encodings [][32]byte, ok []bool, canonical bool) error {
	if len(points) != len(encodings) || len(points) != len(ok) {
		return errLengths
	}
	var x, y, u, w [8]field.Element
	var square [8]int
	for len(points) > 0 {
		n := min(len(points), len(x))
		for i := range n {
			ratioOfY(&y[i], &u[i], &w[i], &encodings[i])
		}
		p.SqrtRatios(x[:n], u[:n], w[:n], square[:n])
		for i := range n {
			ok[i] = square[i] == 1 && points[i].finishDecode(&x[i], &y[i], &encodings[i], canonical)
		}
		points, encodings, ok = points[n:], encodings[n:], ok[n:]
	}
	return nil
}

// BytesBatch sets encodings[i] to the encoding of points[i], as [Point.Bytes]
// does, with one inversion for up to 64 points. If the slices differ in length
// it returns an error and does nothing.
func BytesBatch(encodings [][32]byte, points []Point) error {
	if len(encodings) != len(points) {
		return errLengths
	}
	var inverses, scratch [batchSize]field.Element
	for len(points) > 0 {
		n := min(len(points), len(inverses))
		for i := range n {
			check(&points[i])
			inverses[i] = points[i].z
		}
		p.InvBatch(inverses[:n], scratch[:n])
		for i := range n {
			points[i].encode(&encodings[i], &inverses[i])
		}
		encodings, points = encodings[n:], points[n:]
	}
	return nil
}

// BytesMontgomeryBatch sets us[i] to the u-coordinate of points[i], as
// [Point.BytesMontgomery] does, with one inversion for up to 64 points. If the
// slices differ in length it returns an error and does nothing.
func BytesMontgomeryBatch(us [][32]byte, points []Point) error {
	if len(us) != len(points) {
		return errLengths
	}
	var inverses, scratch [batchSize]field.Element
	for len(points) > 0 {
		n := min(len(points), len(inverses))
		for i := range n {
			check(&points[i])
			p.Sub(&inverses[i], &points[i].z, &points[i].y)
		}
		p.InvBatch(inverses[:n], scratch[:n])
		for i := range n {
			points[i].encodeMontgomery(&us[i], &inverses[i])
		}
		us, points = us[n:], points[n:]
	}
	return nil
}

// batchSize is the number of elements that share an inversion.
const batchSize = 64

// SetMontgomeryBytes sets v to the point with the u-coordinate that the 32 bytes u
// encode, little-endian, on the birationally equivalent curve of RFC 7748, and
// whose x is odd if sign is 1 and even if it is 0, and returns v. As in RFC 7748,
// the highest bit of u is ignored, and u is reduced modulo 2^255 - 19; u = 0 gives
// (0, -1). If u has another length or is that of no point (but of one of the
// twist), or sign is 1 where x is 0, SetMontgomeryBytes returns nil and an error,
// and v is unchanged. Its time depends on whether it succeeds.
func (v *Point) SetMontgomeryBytes(u []byte, sign int) (*Point, error) {
	if len(u) != 32 {
		return nil, errors.New("edwards25519: a u-coordinate must be 32 bytes")
	}
	if sign != 0 && sign != 1 {
		return nil, errors.New("edwards25519: sign must be 0 or 1")
	}
	// y = (u-1)/(u+1); for u = -1 the quotient would be 0, which is another point's.
	var e, plus, minus field.Element
	one := field.One()
	p.DecodeMasked(&e, (*[32]byte)(u))
	p.Add(&plus, &e, &one)
	p.Sub(&minus, &e, &one)
	if p.IsZero(&plus) == 1 {
		return nil, errEncoding
	}
	p.Inv(&plus, &plus)
	p.Mul(&e, &plus, &minus)
	var b [32]byte
	p.Encode(&b, &e)
	b[31] |= byte(sign) << 7
	return v.decode(b[:], true)
}
