// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"math/bits"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// On E, ζ(e, u) = (e, ηu) is multiplication by μ, a square root of -1 modulo r.
// With r = g0^2 + g1^2 and μ = g0/g1 modulo r, a multiplier k is k0 + μ·k1 for
//
//	c = round(k·g1/r),  d = round(k·g0/r),  k0 = k - d·g0 - c·g1,  k1 = d·g1 - c·g0,
//
// and |k0|, |k1| <= (g0 + g1)/2 < 2^126.25.

// eta is η, the even square root of -1.
var eta = field.New(0xd99e0f1baa938aee, 0xa60d864fb30e6336, 0xe414983fe53688e3, 0x10ed2db33c69b85f)

var (
	g0 = [2]uint64{0x2accf9dec93f6111, 0x1a509f7a53c2c6e6}
	g1 = [2]uint64{0x0b7a31305466f77e, 0x7d440c6affbb3a93}
)

// zeta sets v = ζ(q) = (E : Z : ηU : -T).
func (c *Curve) zeta(v, q *Point) {
	v.e, v.z = q.e, q.z
	c.p.Mul(&v.u, &q.u, &eta)
	c.p.Neg(&v.t, &q.t)
}

// split sets (-1)^n0·k0 + μ·(-1)^n1·k1 = k modulo r_e, where k0 and k1 are below
// 2^127 and n0 and n1 are 0 or 1.
func split(k *scalar.Scalar) (k0, k1 [2]uint64, n0, n1 int) {
	l := k.Limbs()
	c := divideRound(&l, &g1)
	d := divideRound(&l, &g0)
	// Both fit in 128 bits with their signs.
	x := mul128(&d, &g0)
	y := mul128(&c, &g1)
	k0 = sub128([2]uint64{l[0], l[1]}, x)
	k0 = sub128(k0, y)
	x = mul128(&d, &g1)
	y = mul128(&c, &g0)
	k1 = sub128(x, y)
	n0, n1 = int(k0[1]>>63), int(k1[1]>>63)
	return abs128(k0), abs128(k1), n0, n1
}

// mul128 returns x·y mod 2^128.
func mul128(x, y *[2]uint64) [2]uint64 {
	hi, lo := bits.Mul64(x[0], y[0])
	return [2]uint64{lo, hi + x[0]*y[1] + x[1]*y[0]}
}

func sub128(x, y [2]uint64) (z [2]uint64) {
	var b uint64
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], _ = bits.Sub64(x[1], y[1], b)
	return z
}

// abs128 returns |x| for an x in two's complement.
func abs128(x [2]uint64) [2]uint64 {
	m := -(x[1] >> 63)
	return sub128([2]uint64{x[0] ^ m, x[1] ^ m}, [2]uint64{m, m})
}

// divideRound returns k·g/r_e, rounded to the nearest integer, for k < r and g < 2^127.
//
// It is the quotient of z = k·g + (r-1)/2 by r = 2^254 - m, for m below 2^127, which
// is y = ⌊z/2^254⌋ or y + 1: as z < 2^381 its error y·m/r is below 1. It is y + 1 if
// z mod 2^254 + (y+1)·m >= 2^254.
func divideRound(k *[4]uint64, g *[2]uint64) [2]uint64 {
	const (
		h0, h1, h2, h3 = 0x8fa964573a6c2292, 0xce864987aa03c629, 0xffffffffffffffff, 0x1fffffffffffffff // (r-1)/2
		m0, m1         = 0xe0ad37518b27badb, 0x62f36cf0abf873ac
	)
	var z [6]uint64
	z[0], z[1], z[2], z[3] = h0, h1, h2, h3
	for i, w := range g {
		var carry uint64
		for j, x := range k {
			hi, lo := bits.Mul64(x, w)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			z[i+j], c = bits.Add64(z[i+j], lo, 0)
			carry = hi + c
		}
		z[i+4] += carry
	}
	y0 := z[3]>>62 | z[4]<<2
	y1 := z[4]>>62 | z[5]<<2
	u0, c := bits.Add64(y0, 1, 0)
	u1 := y1 + c
	// (y+1)·m < 2^254
	p1, p0 := bits.Mul64(u0, m0)
	q1, q0 := bits.Mul64(u1, m0)
	s1, s0 := bits.Mul64(u0, m1)
	p3, p2 := bits.Mul64(u1, m1)
	p1, c = bits.Add64(p1, q0, 0)
	p2, c = bits.Add64(p2, q1, c)
	p3 += c
	p1, c = bits.Add64(p1, s0, 0)
	p2, c = bits.Add64(p2, s1, c)
	p3 += c
	_, c = bits.Add64(p0, z[0], 0)
	_, c = bits.Add64(p1, z[1], c)
	_, c = bits.Add64(p2, z[2], c)
	p3, _ = bits.Add64(p3, z[3]&(1<<62-1), c)
	up := p3 >> 62 // 0 or 1
	y0, c = bits.Add64(y0, up, 0)
	return [2]uint64{y0, y1 + c}
}
