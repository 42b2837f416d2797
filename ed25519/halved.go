// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"encoding/binary"

	"secant.example/edwards25519"
	"secant.example/internal/lattice"
)

// The order of the subgroup that the base point B spans, l, and that of the group of
// all points, 8l.
var (
	orderB   = [4]uint64{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 1 << 60}
	orderAll = [4]uint64{0xc09318d2e7ae9f68, 0xa6f7cef517bce6b2, 0, 1 << 63}
)

// verifyHalved does what verify does with scalars of half the length, which takes half the
// doublings, or returns false if there are none. Where k = rho/tau modulo N, it looks at
//
//	[tau·S]B - [tau]R - [rho]A
//
// instead of D = [S]B - R - [k]A. It differs from [tau]D by [rho - tau·k]A, of which
// N is a factor. B has order l, so tau·S can be reduced modulo l.
//
// The cofactored equation asks whether D is of small order. With N = l the
// difference is of small order, since [8l]A = 0, and 0 < |tau| < l, so tau
// is not a multiple of the prime l: the small orders are those of D for which [tau]D,
// and the sum, is of small order.
//
// The cofactorless equation asks whether D = 0. With N = 8l the difference is 0, whatever
// components of small order A has. If tau is odd, and not a multiple of
// l, it has no common factor with the order 8l of the group, so multiplication by tau
// permutes the group: [tau]D = 0 if and only if D = 0. There may be no such tau of
// half the length.
func (c *claim) verifyHalved() (bool, error) {
	var f lattice.Fraction
	var k [4]uint64
	for i, b := 0, c.k.Bytes(); i < 4; i++ {
		k[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	if c.rules&Cofactorless == 0 {
		lattice.Halve(&f, &k, &orderB)
	} else if !lattice.HalveOdd(&f, &k, &orderAll) {
		return false, nil
	}

	encodings := [2][32]byte{c.A, c.R}
	var points [2]edwards25519.Point
	var decoded [2]bool
	if err := edwards25519.SetBytesBatch(points[:], encodings[:], decoded[:]); err != nil {
		panic("ed25519: internal error: " + err.Error()) // the lengths are equal
	}
	A, R := &points[0], &points[1]
	switch {
	case !decoded[0], c.rules&AcceptNonCanonicalA == 0 && !canonical(&c.A):
		return true, ErrPublicKey
	case c.rules&AcceptSmallOrderA == 0 && A.IsSmallOrder() == 1:
		return true, errSmallOrderA
	case !decoded[1], c.rules&AcceptNonCanonicalR == 0 && !canonical(&c.R):
		return true, ErrSignature
	}
	smallR := c.rules&RejectSmallOrderR != 0 && R.IsSmallOrder() == 1

	var rho, tau, tauS edwards25519.Scalar
	setLimbs(&rho, &f.Rho)
	setLimbs(&tau, &f.Tau)
	tauS.Multiply(&tau, &c.S)
	if f.Negative {
		tauS.Negate(&tauS)
	} else {
		R.Negate(R)
	}
	var D edwards25519.Point
	D.VarTimeTripleScalarBaseMult(&rho, A.Negate(A), &tau, R, &tauS)
	if c.rules&Cofactorless == 0 && D.IsSmallOrder() == 0 || c.rules&Cofactorless != 0 && D.IsIdentity() == 0 {
		return true, ErrSignature
	}
	if smallR {
		return true, errSmallOrderR
	}
	return true, nil
}

// setLimbs sets z to x < l, given as little-endian limbs.
func setLimbs(z *edwards25519.Scalar, x *[4]uint64) {
	var b [32]byte
	for i, limb := range x {
		binary.LittleEndian.PutUint64(b[8*i:], limb)
	}
	if _, err := z.SetCanonicalBytes(b[:]); err != nil {
		panic("ed25519: internal error: " + err.Error())
	}
}
