// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import "math/bits"

// The endomorphism of secp256k1 multiplies points by a cube root of unity lambda modulo
// the order n. The integers (x, y) with x + y·lambda = 0 mod n are a lattice with the
// basis (a1, b1), (a2, b2), a1·b2 - a2·b1 = n, and
//
//	a1 =  0x3086d221a7d46bcde86c90e49284eb15 = b2
//	b1 = -0xe4437ed6010e88286f547fa90abfe4c3
//	a2 =  0x114ca50f7a8e2f3f657c1108d9d44cfd8
//
// The vector closest to (k, 0) is about c1·(a1, b1) + c2·(a2, b2) for c1 = k·b2/n and c2
// = -k·b1/n. Here these are rounded products of k with g1 and g2, the integers next to 2^384·b2/n
// and -2^384·b1/n: that adds less than 2^-128 to the rounding error of 1/2. So
// k1 = k - c1·a1 - c2·a2 and k2 = -c1·b1 - c2·b2 are bounded by (a1 + a2)/2 and
// (b2 - b1)/2, times 1 + 2^-127: less than 2^127.4 both.
var (
	glvG1 = [4]uint64{0xe893209a45dbb031, 0x3daa8a1471e8ca7f, 0xe86c90e49284eb15, 0x3086d221a7d46bcd}
	glvG2 = [4]uint64{0x1571b4ae8ac47f71, 0x221208ac9df506c6, 0x6f547fa90abfe4c4, 0xe4437ed6010e8828}
)

// A HalfScalar is an integer in [-2^191, 2^191): three little-endian limbs, as a two's
// complement.
type HalfScalar [3]uint64

// SplitSecp256k1 sets k1 and k2 so that k = k1 + k2·lambda modulo the order n of
// secp256k1, for k < n, with |k1| and |k2| below 2^127.4.
func SplitSecp256k1(k1, k2 *HalfScalar, k *[4]uint64) {
	const (
		a1l, a1h      = 0xe86c90e49284eb15, 0x3086d221a7d46bcd
		mb1l, mb1h    = 0x6f547fa90abfe4c3, 0xe4437ed6010e8828 // -b1
		a2l, a2m, a2h = 0x57c1108d9d44cfd8, 0x14ca50f7a8e2f3f6, 1
	)
	c1, c2 := topProduct(k, &glvG1), topProduct(k, &glvG2)
	// The results are known to be in range, so that three limbs are enough for all.
	p := mul192(&c1, &HalfScalar{a1l, a1h, 0})
	q := mul192(&c2, &HalfScalar{a2l, a2m, a2h})
	*k1 = sub192(&HalfScalar{k[0], k[1], k[2]}, &p)
	*k1 = sub192(k1, &q)
	p = mul192(&c1, &HalfScalar{mb1l, mb1h, 0})
	q = mul192(&c2, &HalfScalar{a1l, a1h, 0})
	*k2 = sub192(&p, &q)
}

// topProduct returns x·y/2^384, rounded.
func topProduct(x, y *[4]uint64) HalfScalar {
	var low [4]uint64
	_, r1, r2, r3 := mulAdd(low[:], x, y[:], 0, 0, 0, 0)
	lo, c := bits.Add64(r2, r1>>63, 0)
	return HalfScalar{lo, r3 + c, 0}
}

// mulAdd returns x·y + r: it sets low to as many low words as y has, and returns the four above them.
func mulAdd(low []uint64, x *[4]uint64, y []uint64, r0, r1, r2, r3 uint64) (_, _, _, _ uint64) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	for i, v := range y {
		h0, l0 := bits.Mul64(x0, v)
		h1, l1 := bits.Mul64(x1, v)
		h2, l2 := bits.Mul64(x2, v)
		h3, l3 := bits.Mul64(x3, v)
		var c uint64
		low[i], c = bits.Add64(r0, l0, 0)
		r1, c = bits.Add64(r1, l1, c)
		r2, c = bits.Add64(r2, l2, c)
		r3, c = bits.Add64(r3, l3, c)
		h3 += c
		r0, c = bits.Add64(r1, h0, 0)
		r1, c = bits.Add64(r2, h1, c)
		r2, c = bits.Add64(r3, h2, c)
		r3 = h3 + c
	}
	return r0, r1, r2, r3
}

// mul192 returns x·y mod 2^192.
func mul192(x, y *HalfScalar) HalfScalar {
	h00, l00 := bits.Mul64(x[0], y[0])
	h01, l01 := bits.Mul64(x[0], y[1])
	h10, l10 := bits.Mul64(x[1], y[0])
	m, c := bits.Add64(h00, l01, 0)
	h01 += c
	m, c = bits.Add64(m, l10, 0)
	h10 += c
	return HalfScalar{l00, m, h01 + h10 + x[0]*y[2] + x[1]*y[1] + x[2]*y[0]}
}

func sub192(x, y *HalfScalar) HalfScalar {
	l0, b := bits.Sub64(x[0], y[0], 0)
	l1, b := bits.Sub64(x[1], y[1], b)
	l2, _ := bits.Sub64(x[2], y[2], b)
	return HalfScalar{l0, l1, l2}
}

// Abs returns |x| and whether x is negative, 1 or 0. x must be above -2^191.
func (x *HalfScalar) Abs() (abs [4]uint64, negative int) {
	m := uint64(int64(x[2]) >> 63)
	d := sub192(&HalfScalar{x[0] ^ m, x[1] ^ m, x[2] ^ m}, &HalfScalar{m, m, m})
	return [4]uint64{d[0], d[1], d[2], 0}, int(m & 1)
}

// OddWindows is the number of digits that [HalfScalar.Windows] makes.
const OddWindows = 26

// Odd returns 2x + 1 for -2^129 <= x < 2^129: its bits, 130 of them, are those of x + 2^129.
func (x *HalfScalar) Odd() Odd { return Odd{x[0], x[1], x[2] + 2} }

// Windows writes 2x + 1, for -2^129 <= x < 2^129, as the sum of the odd numbers
// ±(2·Index + 1)·32^i, where the sign of d[i] is - if Negative is 1.
func (x *HalfScalar) Windows(d *[OddWindows]CombDigit) {
	// Five bits with the value w are the digit 2w - 31.
	b := x.Odd()
	w0, w1, w2 := b[0], b[1], b[2]
	for i := range d {
		w := w0 & 31
		negative := w>>4 ^ 1
		d[i] = CombDigit{uint8(w^-negative) & 15, uint8(negative)}
		w0 = w0>>5 | w1<<59
		w1 = w1>>5 | w2<<59
		w2 >>= 5
	}
}

// The endomorphism of the double-odd curve E multiplies by μ, a square root of -1 modulo
// the order r. With r = g0^2 + g1^2 and μ = g0/g1 modulo r, a multiplier k is k0 + μ·k1 for
//
//	c = round(k·g1/r),  d = round(k·g0/r),  k0 = k - d·g0 - c·g1,  k1 = d·g1 - c·g0,
//
// and |k0|, |k1| <= (g0 + g1)/2 < 2^126.25.
var (
	gaussG0 = [2]uint64{0x2accf9dec93f6111, 0x1a509f7a53c2c6e6}
	gaussG1 = [2]uint64{0x0b7a31305466f77e, 0x7d440c6affbb3a93}
)

// SplitDoubleOddE sets (-1)^n0·k0 + μ·(-1)^n1·k1 = k modulo the order r of E, where k0 and k1 are below
// 2^127 and n0 and n1 are 0 or 1.
func SplitDoubleOddE(k *[4]uint64) (k0, k1 [2]uint64, n0, n1 int) {
	c := divideRound(k, &gaussG1)
	d := divideRound(k, &gaussG0)
	// Both fit in 128 bits with their signs.
	x := mul128(&d, &gaussG0)
	y := mul128(&c, &gaussG1)
	k0 = sub128([2]uint64{k[0], k[1]}, x)
	k0 = sub128(k0, y)
	x = mul128(&d, &gaussG1)
	y = mul128(&c, &gaussG0)
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
	z[2], z[3], z[4], z[5] = mulAdd(z[:2], k, g[:], h0, h1, h2, h3)
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
