// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package lattice writes an integer h modulo N as a fraction rho/tau whose parts
// have half the length of N, so that an equation between points with the
// multiplier h can be checked with multipliers of half the length.
//
// All functions are variable-time: they are for verification.
//
// The fractions come from Euclid's algorithm for N and h. Its remainders r_0 = N,
// r_1 = h, r_2, ... and the cofactors t_0 = 0, t_1 = 1, t_2 = t_0 - q_1·t_1, ...
// satisfy r_i = t_i·h mod N; the signs of the t_i alternate, and
//
//	r_(i-1)·|t_i| + r_i·|t_(i-1)| = N,
//
// so the first r_i below about sqrt(N) comes with a t_i of that size. As Lehmer
// found, the quotients q_i mostly depend on the leading bits only, and many steps
// can be applied to the long numbers at once, as a 2x2 matrix.
package lattice

import (
	"math/bits"

	"secant.example/internal/limbs"
)

// A Fraction is a pair of integers: rho, which is not negative, and tau = Tau, or
// -Tau if Negative. Little-endian limbs.
type Fraction struct {
	Rho, Tau [4]uint64
	Negative bool
}

// Bits returns the length of the longer of rho and tau.
func (f *Fraction) Bits() int { return max(limbs.BitLen(&f.Rho), limbs.BitLen(&f.Tau)) }

// Halve sets f to a pair with
//
//	rho = tau·h mod n,  0 <= rho < 2^m,  0 < |tau| < 2^m,  m = ⌈bits(n)/2⌉
//
// for 0 <= h < n < 2^256 and n > 1.
func Halve(f *Fraction, h, n *[4]uint64) {
	var e euclid
	e.run(h, n)
	*f = Fraction{e.v, e.tv, e.negative}
}

// slack is by how many bits the results of HalveOdd may exceed those of Halve.
const slack = 8

// HalveOdd is [Halve] with an odd tau, and with 8 more bits allowed for rho and tau.
// It returns false if it found no such pair, which happens to less than one h in a
// thousand, but can be brought about by who chooses h; f is then not a result.
func HalveOdd(f *Fraction, h, n *[4]uint64) bool {
	var e euclid
	m := e.run(h, n)
	if e.tv[0]&1 == 1 {
		*f = Fraction{e.v, e.tv, e.negative}
		return true
	}
	// Two consecutive cofactors have no common divisor, so tu is odd, and it
	// remains so when multiples of tv are added. Shorten u at the cost of tu as
	// long as that helps.
	*f = Fraction{e.u, e.tu, !e.negative}
	for limbs.BitLen(&e.u) > limbs.BitLen(&e.tu) && limbs.BitLen(&e.v) > 0 && e.subtract() {
		next := Fraction{e.u, e.tu, !e.negative}
		if next.Bits() > f.Bits() {
			break
		}
		*f = next
	}
	return f.Bits() <= m+slack
}

// euclid is a state of Euclid's algorithm: two remainders u > v and the
// absolute values of their cofactors. The cofactor of v is negative if negative,
// and that of u has the other sign (or is 0).
type euclid struct {
	u, v, tu, tv [4]uint64
	negative     bool
}

// run does the steps up to the first v < 2^m, with m = ⌈bits(n)/2⌉, and returns
// m. With the u >= 2^m before it, tv <= n/u < 2^m.
func (e *euclid) run(h, n *[4]uint64) (m int) {
	m = (limbs.BitLen(n) + 1) / 2
	*e = euclid{u: *n, v: *h, tv: [4]uint64{1}}
	for limbs.BitLen(&e.v) > m {
		if !e.leap(m) {
			// The quotient is large, or the bound is near: one step.
			for e.subtract() {
			}
			e.u, e.v = e.v, e.u
			e.tu, e.tv = e.tv, e.tu
			e.negative = !e.negative
		}
	}
	return m
}

// subtract sets u = u - 2^d·v and tu = tu + 2^d·tv for the largest d for which that
// leaves u >= 0, or returns false if there is none. It needs v > 0. What it makes of
// tu is at most the next cofactor, which is at most n.
func (e *euclid) subtract() bool {
	d := limbs.BitLen(&e.u) - limbs.BitLen(&e.v)
	for ; d >= 0; d-- {
		s := limbs.ShiftLeft(&e.v, uint(d))
		if z, b := limbs.Sub(&e.u, &s); b == 0 {
			e.u = z
			s = limbs.ShiftLeft(&e.tv, uint(d))
			e.tu = limbs.Add(&e.tu, &s)
			return true
		}
		// Now 2^d·v > u >= 2^(d-1)·v, if d > 0.
	}
	return false
}

// leap does the steps that the leading 64 bits of u and v determine, but none
// that makes v < 2^m. It returns false if there is none.
//
// Let x and y be the leading bits, U = 2^s·(x + ε) and V = 2^s·(y + η) the
// numbers, with 0 <= ε, η < 1. After some steps of Euclid's algorithm for x and y,
// with quotients of at least 1, the remainders are
//
//	a = ±(A·x - B·y),  b = ∓(C·x - D·y),
//
// with A <= B and C <= D, so what the same steps make of U and V, a' and b', differs
// from 2^s·a and 2^s·b by less than 2^s·B and 2^s·D. They are steps of Euclid's
// algorithm for U and V, too, if 0 <= b' < a': then so are the pairs before, as
// each has the sum of one and a multiple, at least 1, of the other. That holds if
//
//	b >= D  and  a - b >= B + D.
//
// The steps stop at b >= 2^32. As D·a + B·b = x < 2^64, and a > b, all coefficients are
// less than 2^32 then, and b >= D. If a - b is too small, the last step is taken back.
// The pair before it is (q·a + b, a) with a q >= 1, and with the sum of coefficients
// B + (D - q·B) <= D < 2^32, and (q·a + b) - a >= b >= 2^32.
func (e *euclid) leap(m int) bool {
	s := limbs.BitLen(&e.u) - 64
	a, b := limbs.Window(&e.u, s), limbs.Window(&e.v, s)
	least := uint64(1 << 32)
	if m > s {
		// b' > 2^s·(b - D), which has to be 2^m or more.
		least += 1 << (m - s) // m - s < 64, as v, and so u, has more than m bits
	}
	if b < least {
		return false
	}
	A, B, C, D := uint64(1), uint64(0), uint64(0), uint64(1)
	odd := false
	var q uint64
	for a%b >= least {
		q = a / b
		a, b = b, a%b
		A, B, C, D = C, D, A+q*C, B+q*D
		odd = !odd
	}
	if C != 0 && a-b < B+D {
		A, B, C, D = C-q*A, D-q*B, A, B
		odd = !odd
	}
	if C == 0 {
		return false
	}
	u, v := e.u, e.v
	if odd {
		// a = B·y - A·x and b = C·x - D·y
		difference(&e.u, &v, &u, B, A)
		difference(&e.v, &u, &v, C, D)
	} else { // a = A·x - B·y and b = D·y - C·x
		difference(&e.u, &u, &v, A, B)
		difference(&e.v, &v, &u, D, C)
	}
	tu, tv := e.tu, e.tv
	sum(&e.tu, &tu, &tv, A, B)
	sum(&e.tv, &tu, &tv, C, D)
	e.negative = e.negative != odd
	return true
}

// difference sets z = a·x - b·y mod 2^256.
func difference(z, x, y *[4]uint64, a, b uint64) {
	xh0, x0 := bits.Mul64(x[0], a)
	xh1, x1 := bits.Mul64(x[1], a)
	xh2, x2 := bits.Mul64(x[2], a)
	x3 := x[3] * a
	x1, c := bits.Add64(x1, xh0, 0)
	x2, c = bits.Add64(x2, xh1, c)
	x3, _ = bits.Add64(x3, xh2, c)
	yh0, y0 := bits.Mul64(y[0], b)
	yh1, y1 := bits.Mul64(y[1], b)
	yh2, y2 := bits.Mul64(y[2], b)
	y3 := y[3] * b
	y1, c = bits.Add64(y1, yh0, 0)
	y2, c = bits.Add64(y2, yh1, c)
	y3, _ = bits.Add64(y3, yh2, c)
	x0, c = bits.Sub64(x0, y0, 0)
	x1, c = bits.Sub64(x1, y1, c)
	x2, c = bits.Sub64(x2, y2, c)
	x3, _ = bits.Sub64(x3, y3, c)
	z[0], z[1], z[2], z[3] = x0, x1, x2, x3
}

// sum sets z = a·x + b·y, where all three are below 2^128: cofactors are, of a v >= 2^m.
func sum(z, x, y *[4]uint64, a, b uint64) {
	h, x0 := bits.Mul64(x[0], a)
	x1 := x[1]*a + h
	h, y0 := bits.Mul64(y[0], b)
	y1 := y[1]*b + h
	x0, c := bits.Add64(x0, y0, 0)
	x1, _ = bits.Add64(x1, y1, c)
	z[0], z[1] = x0, x1
}
