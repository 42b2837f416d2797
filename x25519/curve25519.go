// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"crypto/subtle"

	"secant.example/internal/curve25519"
)

// This file has the functions of golang.org/x/crypto/curve25519, so that a program
// can change its import.

const (
	// ScalarSize is the size of the scalar of [X25519] in bytes.
	ScalarSize = 32
	// PointSize is the size of the point of [X25519] in bytes.
	PointSize = 32
)

// Basepoint is the u-coordinate of the base point, 9, to be given to [X25519]. Nothing here
// reads it: a program that changes it changes what it gives to X25519 itself, and no other
// result.
var Basepoint = []byte{0: 9, PointSize - 1: 0}

// basepoint is the u-coordinate of the base point. It is never modified.
var basepoint = [PointSize]byte{9}

// X25519 returns the u-coordinate of scalar*P, where P is a point with the
// u-coordinate point. All three are of 32 bytes, little-endian; the scalar is
// clamped first. Wrong lengths are an [ErrKeySize], and a zero result is an
// [ErrLowOrder]. It is constant-time, but for point being the base point, whose contents
// it knows and which makes it faster.
//
// Source: RFC 7748, section 5.
func X25519(scalar, point []byte) ([]byte, error) {
	// The work is in another function so that this one is inlined, and a
	// result that does not outlive its caller needs no allocation.
	return x25519(make([]byte, PointSize), scalar, point)
}

func x25519(dst, scalar, point []byte) ([]byte, error) {
	if len(scalar) != ScalarSize || len(point) != PointSize {
		return nil, ErrKeySize
	}
	z, k, u := (*[32]byte)(dst), (*[32]byte)(scalar), (*[32]byte)(point)
	if subtle.ConstantTimeCompare(point, basepoint[:]) == 1 {
		scalarBaseMult(z, k)
		return dst, nil
	}
	curve25519.ScalarMult(z, k, u)
	if err := checkZero(z); err != nil {
		return nil, err
	}
	return dst, nil
}

// ScalarMult sets dst to the u-coordinate of scalar*P, where P is a point with
// the u-coordinate point; the scalar is clamped first. If point is of low
// order it sets dst to zeros, whatever the scalar: dst is then no secret. [X25519]
// and [PrivateKey.SharedSecret] report that. The arguments may be the same. It
// is constant-time.
func ScalarMult(dst, scalar, point *[32]byte) {
	curve25519.ScalarMult(dst, scalar, point)
}

// ScalarBaseMult sets dst to the u-coordinate of scalar*B, where B is the base
// point; the scalar is clamped first. It is constant-time.
func ScalarBaseMult(dst, scalar *[32]byte) {
	scalarBaseMult(dst, scalar)
}
