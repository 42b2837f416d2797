// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	curve "secant.example/internal/edwards25519"
)

var (
	errPointSize = errors.New("edwards25519: a point encoding must be 32 bytes")
	errPoint     = errors.New("edwards25519: invalid point encoding")
	errUSize     = errors.New("edwards25519: a u-coordinate must be 32 bytes")
	errSign      = errors.New("edwards25519: sign must be 0 or 1")
)

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
		return nil, errPointSize
	}
	if !v.receiver().Decode((*[32]byte)(b), canonical) {
		return nil, errPoint
	}
	return v, nil
}

// Bytes returns the 32-byte encoding of v: y, little-endian, with the least
// significant bit of x in the highest bit. See RFC 8032, section 5.1.2.
func (v *Point) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return v.bytes(&b)
}

func (v *Point) bytes(b *[32]byte) []byte {
	v.point().Encode(b)
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
	v.point().VarTimeEncode(b)
	return b[:]
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
	v.point().EncodeMontgomery(b)
	return b[:]
}

// SetMontgomeryBytes sets v to the point with the u-coordinate that the 32 bytes u
// encode, little-endian, on the birationally equivalent curve of RFC 7748, and
// whose x is odd if sign is 1 and even if it is 0, and returns v. As in RFC 7748,
// the highest bit of u is ignored, and u is reduced modulo 2^255 - 19; u = 0 gives
// (0, -1). If u has another length or is that of no point (but of one of the
// twist), or sign is 1 where x is 0, SetMontgomeryBytes returns nil and an error,
// and v is unchanged. Its time depends on whether it succeeds.
func (v *Point) SetMontgomeryBytes(u []byte, sign int) (*Point, error) {
	if len(u) != 32 {
		return nil, errUSize
	}
	if sign != 0 && sign != 1 {
		return nil, errSign
	}
	if !v.receiver().DecodeMontgomery((*[32]byte)(u), sign) {
		return nil, errPoint
	}
	return v, nil
}

// MontgomeryCoordinates returns the coordinates (u, v) of the point on the birationally
// equivalent curve v^2 = u^3 + 486662·u^2 + u of RFC 7748, u = (1+y)/(1-y) and
// v = sqrt(-486664)·u/x with the even root, in 32 bytes each, little-endian. The
// identity and (0, -1) both give (0, 0), though the first is not a point there.
func (v *Point) MontgomeryCoordinates() (uBytes, vBytes [32]byte) {
	return v.point().MontgomeryCoordinates()
}

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
	curve.DecodeBatch(receivers(points), encodings, ok, canonical)
	return nil
}

// VarTimeSetBytesBatch is [SetBytesBatch] in variable time, for public encodings: on CPUs with AVX2 and without AVX-512 IFMA
// it takes less time.
func VarTimeSetBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return varTimeDecodeBatch(points, encodings, ok, false)
}

// VarTimeSetCanonicalBytesBatch is [SetCanonicalBytesBatch] in variable time, for public encodings, as
// [VarTimeSetBytesBatch].
func VarTimeSetCanonicalBytesBatch(points []Point, encodings [][32]byte, ok []bool) error {
	return varTimeDecodeBatch(points, encodings, ok, true)
}

func varTimeDecodeBatch(points []Point, encodings [][32]byte, ok []bool, canonical bool) error {
	if len(points) != len(encodings) || len(points) != len(ok) {
		return errLengths
	}
	curve.VarTimeDecodeBatch(receivers(points), encodings, ok, canonical)
	return nil
}

// BytesBatch sets encodings[i] to the encoding of points[i], as [Point.Bytes]
// does, with one inversion for up to 64 points. If the slices differ in length
// it returns an error and does nothing.
func BytesBatch(encodings [][32]byte, points []Point) error {
	if len(encodings) != len(points) {
		return errLengths
	}
	curve.EncodeBatch(encodings, valid(points))
	return nil
}

// BytesMontgomeryBatch sets us[i] to the u-coordinate of points[i], as
// [Point.BytesMontgomery] does, with one inversion for up to 64 points. If the
// slices differ in length it returns an error and does nothing.
func BytesMontgomeryBatch(us [][32]byte, points []Point) error {
	if len(us) != len(points) {
		return errLengths
	}
	curve.EncodeMontgomeryBatch(us, valid(points))
	return nil
}
