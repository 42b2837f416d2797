// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package curve25519 implements the X25519 function of RFC 7748 on the curve
// v^2 = u^3 + 486662·u^2 + u over the integers modulo 2^255 - 19.
//
// It is one Montgomery ladder. Many at once share the inversions, and run in the lanes of vectors where that
// takes less time: with IFMA eight, from three or five on, and otherwise, with AVX2, four, from three on, or on AMD's CPUs
// five or six, the last ones beside the lanes.
package curve25519

import (
	"secant.example/internal/field"
	"secant.example/internal/limbs"
)

const p = field.P25519

// ScalarMult sets dst to the u-coordinate of [k]P, where k is scalar clamped and
// P is a point of the curve or its twist whose u-coordinate is u, without bit
// 255 and modulo 2^255 - 19; the point at infinity gives 0. All three are
// 32 bytes, little-endian, and may be the same array. It is constant-time. See
// RFC 7748, section 5.
func ScalarMult(dst, scalar, u *[32]byte) {
	var x, z field.Element
	multiply(&x, &z, scalar, u)
	p.Inv(&z, &z)
	p.Mul(&x, &x, &z)
	p.Encode(dst, &x)
}

// BatchSize is how many multiplications [ScalarMultBatch] does with one inversion.
const BatchSize = 32

// ScalarMultBatch does [ScalarMult] with dst[i], scalars[i] and us[i], for all i.
// The slices have the same length; a dst[i] must not be the argument of another
// index. It is constant-time.
func ScalarMultBatch(dst, scalars, us []*[32]byte) {
	var x, z, scratch [BatchSize]field.Element
	groups := laneGroups()
	for len(dst) > 0 {
		n := min(len(dst), BatchSize)
		sizes := groups.sizes(n)
		for i := 0; i < n; {
			if some := sizes[n-i]; some > 1 {
				multiplyLanes(x[i:i+some], z[i:i+some], scalars[i:i+some], us[i:i+some])
				i += some
			} else {
				multiply(&x[i], &z[i], scalars[i], us[i])
				i++
			}
		}
		p.InvBatch(z[:n], scratch[:n])
		for i := range n {
			p.Mul(&x[i], &x[i], &z[i])
			p.Encode(dst[i], &x[i])
		}
		dst, scalars, us = dst[n:], scalars[n:], us[n:]
	}
}

// multiply sets (x:z) to the u-coordinate of [k]P of [ScalarMult]; z = 0 means
// the point at infinity.
func multiply(x, z *field.Element, scalar, u *[32]byte) {
	k := limbs.Clamped(scalar)
	var base field.Element
	p.DecodeMasked(&base, u)
	s := state{x2: field.One(), x3: base, z3: field.One()}
	s.ladder(&base, &k, 254)
	// The last bit of k is 0: (x2:z2) is what the last step doubled.
	*x, *z = s.x2, s.z2
}

// state is a pair of points: for the bits of k that have been read, with value
// m and last bit b, (x2:z2) is [m + b]P and (x3:z3) is [m + 1 - b]P.
type state struct{ x2, z2, x3, z3 field.Element }

// ladderGeneric runs the steps for the bits of k from bit down to 0, starting
// from a pair for which b = 0. u = u(P).
func (s *state) ladderGeneric(u *field.Element, k *[4]uint64, bit int) {
	previous := 0
	for i := bit; i >= 0; i-- {
		next := int(k[i/64]>>(i%64)) & 1
		s.x2.Swap(&s.x3, previous^next)
		s.z2.Swap(&s.z3, previous^next)
		previous = next

		var a, b, c, d, e field.Element
		p.Add(&a, &s.x2, &s.z2)
		p.Sub(&b, &s.x2, &s.z2)
		p.Add(&c, &s.x3, &s.z3)
		p.Sub(&d, &s.x3, &s.z3)
		p.Mul(&d, &d, &a) // DA
		p.Mul(&c, &c, &b) // CB
		p.Sqr(&a, &a)     // AA
		p.Sqr(&b, &b)     // BB
		p.Add(&s.x3, &d, &c)
		p.Sqr(&s.x3, &s.x3)
		p.Sub(&s.z3, &d, &c)
		p.Sqr(&s.z3, &s.z3)
		p.Mul(&s.z3, &s.z3, u)
		p.Mul(&s.x2, &a, &b)
		p.Sub(&e, &a, &b)
		p.MulSmall(&s.z2, &e, 121665)
		p.Add(&s.z2, &s.z2, &a)
		p.Mul(&s.z2, &s.z2, &e)
	}
}
