// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"secant.example/internal/edwards25519"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
)

// The order of the subgroup that the base point B spans, l, and that of the group of
// all points, 8l.
var (
	orderB   = modL.N()
	orderAll = [4]uint64{0xc09318d2e7ae9f68, 0xa6f7cef517bce6b2, 0, 1 << 63}
)

// This file verifies with scalars of half the length, which takes half the
// doublings. Where k = rho/tau modulo N, it looks at
//
//	E = [tau·S]B - [tau]R - [rho]A  instead of  D = [S]B - R - [k]A.
//
// B has order l, so tau·S can be reduced modulo l. E differs from [tau]D by
// [tau·k - rho]A, and N divides tau·k - rho.
//
// The cofactored equation asks whether D is of small order, that is [8]D = 0. There
// N = l. Then [8l]A = 0 makes [8]E = [8·tau]D. As 0 < |tau| < l, and l is prime, tau is
// invertible modulo l, which is the order of the group that contains [8]D: so [8]E = 0
// if and only if [8]D = 0.
//
// The cofactorless equation asks whether D = 0. There N = 8l and tau is odd. Then
// [8l]A = 0 makes E = [tau]D, whatever components of small order A has. As tau
// is odd, and no multiple of l, it is invertible modulo 8l, the order of the group of all
// points: so E = 0 if and only if D = 0. Such a tau of half the length need not exist.

// halve sets f to a fraction for k, or returns false if there is none.
func (c *claim) halve(f *lattice.Fraction) bool {
	k := c.k.Limbs()
	if c.rules&Cofactorless != 0 {
		return lattice.HalveOdd(f, &k, &orderAll)
	}
	lattice.Halve(f, &k, &orderB)
	return true
}

// setSum sets E to the sum, given -A, -R and the fraction for k.
func (c *claim) setSum(E *edwards25519.Triple, f *lattice.Fraction, minusA, minusR *edwards25519.Point) {
	E.KA, E.A = fromLimbs(&f.Rho), *minusA
	E.KC, E.C = fromLimbs(&f.Tau), *minusR
	modL.Mul(&E.KB, &E.KC, &c.S)
	if f.Negative {
		modL.Neg(&E.KB, &E.KB)
		E.C.Negate(&E.C)
	}
}

// isRight reports whether the equation holds, given E.
func (c *claim) isRight(E *edwards25519.Point) bool {
	if c.rules&Cofactorless != 0 {
		return E.IsIdentity() == 1
	}
	return E.IsSmallOrder() == 1
}

// holds reports whether the equation holds, given -A, -R and the fraction for k.
func (c *claim) holds(f *lattice.Fraction, minusA, minusR *edwards25519.Point) bool {
	var sum edwards25519.Triple
	var E edwards25519.Point
	c.setSum(&sum, f, minusA, minusR)
	E.VarTimeTripleScalarBaseMult(&sum.KA, &sum.A, &sum.KC, &sum.C, &sum.KB)
	return c.isRight(&E)
}

// verifyHalved does what verify does, or returns false if there is no fraction.
func (c *claim) verifyHalved() (done bool, err error) {
	var f lattice.Fraction
	if !c.halve(&f) {
		return false, nil
	}
	encodings := [2][32]byte{c.A, c.R}
	var points [2]edwards25519.Point
	var decoded [2]bool
	edwards25519.DecodeBatch(points[:], encodings[:], decoded[:], false)
	A, R := &points[0], &points[1]
	switch {
	case !decoded[0], c.rules&AcceptNonCanonicalA == 0 && !canonical(&c.A):
		return true, ErrPublicKey
	case c.rules&AcceptSmallOrderA == 0 && A.IsSmallOrder() == 1:
		return true, errSmallOrderA
	case !decoded[1], c.rules&AcceptNonCanonicalR == 0 && !canonical(&c.R),
		!c.holds(&f, A.Negate(A), R.Negate(R)):
		return true, ErrSignature
	case c.rules&RejectSmallOrderR != 0 && R.IsSmallOrder() == 1: // -R, which is as good
		return true, errSmallOrderR
	}
	return true, nil
}

// fromLimbs returns the scalar x, of about half the length of l.
func fromLimbs(x *[4]uint64) scalar.Scalar { return scalar.New(x[0], x[1], x[2], x[3]) }
