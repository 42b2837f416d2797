// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package modinv computes inverses modulo any odd integer below 2^256 with the
// division steps ("divsteps") of Bernstein and Yang, Fast constant-time gcd
// computation and modular inversion, https://eprint.iacr.org/2019/266.
//
// # The algorithm
//
// A divstep maps (delta, f, g), f odd, to
//
//	(1 - delta, g, (g - f)/2)              if delta > 0 and g is odd,
//	(1 + delta, f, (g + (g mod 2) f)/2)    otherwise.
//
// Both lines keep f odd and gcd(f, g), and enough of them bring g to 0 and f to
// ±gcd. How many are enough for all inputs can be computed: one follows, for each
// delta, the convex hull of all reachable (f, g) step by step, in exact arithmetic,
// until they all have |g| < 1. Starting from delta = 1/2, which needs fewer
// steps than the paper's 1, that gives 590 steps for 0 <= g <= f < 2^256, and 591 for
// all f and g in [0, 2^256). This package takes 600, in batches of 60, from f = m
// and g = x.
//
// # Batches
//
// The choices made by n divsteps depend only on delta and on the low n bits of
// f and g, so they are made on single words, and collected in an integer matrix
//
//	t = (u v; q r),    2^n (f', g') = t (f, g),    |u|+|v| <= 2^n, |q|+|r| <= 2^n,
//
// which is then applied once to the long f and g, and modulo m to the pair d, e
// with d x = f and e x = g (mod m), which start at 0 and 1. In the end f = ±1 and
// ±d is the inverse; or |f| > 1 and there is none.
//
// The row sums start at 1 and a step replaces a row by another one or by
// half the sum or difference of the two, so that 2^-n t keeps row sums <= 1.
//
// # Representation and bounds
//
// The long integers have five limbs of 60 bits: the value is the sum of
// l[i] 2^(60i) where l[0..3] are in [0, 2^60) and l[4] is signed.
//
//   - |f|, |g| < 2^256, as |u f + v g|/2^60 <= max(|f|, |g|). So |l[4]| <= 2^16.
//   - Dividing d, e by 2^60 modulo m adds k m, 0 <= k < 2^60, before the shift, so
//     a batch lets |d|, |e| grow by at most m: after ten batches |d| <= 11 m < 2^260,
//     and |l[4]| < 2^20.
//   - A product of a row with two limbs is computed without signed multiplications
//     as (u + 2^60) f[i] + (v + 2^60) g[i], two unsigned products with
//     factors at most 2^61, less f[i-1] + g[i-1], as 2^60 is exactly one limb.
//     The sum with k m[i] and a carry is below 2^123 in absolute value, and the
//     carry, its quotient by 2^60, below 2^63.
//
// # Assembly
//
// One routine serves all moduli in constant time, one in variable time, and one is for Jacobi symbols. The
// steps see only the lowest words and use general registers. The long integers are lanes of vectors, and
// take the matrix of the batch before meanwhile.
package modinv

import (
	"math/bits"

	words "secant.example/internal/limbs" // limbs have 60 bits here
)

const (
	limbBits = 60
	limbMask = 1<<limbBits - 1
	batches  = 10
)

// A Modulus is an odd integer m with 2 < m < 2^256, and what Inv precomputes
// about it. It is immutable and may be used by several goroutines at once.
type Modulus struct {
	m          limbs     // m
	ninv       uint64    // -1/m mod 2^60
	words      [4]uint64 // m in 64-bit words
	shift      uint      // how many low bits of m reciprocal knows nothing of
	reciprocal uint64    // see reduce
	constants
}

// New returns the modulus with the little-endian limbs m, which must be odd and
// greater than 2: New panics if it is not. Moduli are program constants.
func New(m [4]uint64) *Modulus {
	if m[0]&1 == 0 || m[0]|1 == 1 && m[1]|m[2]|m[3] == 0 {
		panic("modinv: modulus is even or 1")
	}
	p := &Modulus{m: split(&m), words: m}
	p.setReciprocal()
	// Each Newton step doubles the number of right bits; m is its own inverse mod 8.
	inv := m[0]
	for range 5 {
		inv *= 2 - m[0]*inv
	}
	p.ninv = -inv & limbMask
	p.constants.set(p)
	return p
}

// Inv sets z = 1/x mod m, in [0, m), for any x below 2^256, or z = 0 if x has no
// inverse, as multiples of m have none. It is constant-time in x.
func (m *Modulus) Inv(z, x *[4]uint64) {
	var f, d limbs
	m.divsteps(&f, &d, x)
	m.finish(z, &f, &d)
}

func (m *Modulus) divstepsGeneric(f, d *limbs, x *[4]uint64) {
	var s [2]state
	s[0].start(m, x)
	zeta := int64(-1)
	var t matrix
	for i := range batches {
		zeta = t.divsteps(zeta, &s[i&1])
		s[i&1^1].updateFG(&s[i&1], &t)
		s[i&1^1].updateDE(&s[i&1], &t, m)
	}
	*f, *d = s[batches&1].f, s[batches&1].d
}

// limbs are an integer as described in the package comment.
type limbs [5]uint64

// A state holds f, g, d, e of the package comment.
type state struct{ f, g, d, e limbs }

// start sets f = m, g = x, d = 0, e = 1 in a zero state.
func (s *state) start(m *Modulus, x *[4]uint64) {
	s.f = m.m
	s.g = split(x)
	s.e[0] = 1
}

// finish sets z to the canonical residue of d/f if f is 1 or -1, and to 0
// otherwise.
func (m *Modulus) finish(z *[4]uint64, f, d *limbs) {
	unit, neg := f.unit()

	// |d| <= 11 m: make it (±d) + 16 m, which is in [5 m, 27 m]. -d is the complement of d, plus 1.
	w := &m.words
	var r [5]uint64
	var c uint64
	r[0], c = bits.Add64((d[0]|d[1]<<60)^neg, w[0]<<4, neg&1)
	r[1], c = bits.Add64((d[1]>>4|d[2]<<56)^neg, w[1]<<4|w[0]>>60, c)
	r[2], c = bits.Add64((d[2]>>8|d[3]<<52)^neg, w[2]<<4|w[1]>>60, c)
	r[3], c = bits.Add64((d[3]>>12|d[4]<<48)^neg, w[3]<<4|w[2]>>60, c)
	r[4] = uint64(int64(d[4])>>16) ^ neg + w[3]>>60 + c
	m.reduce(&r)
	*z = [4]uint64{r[0] & unit, r[1] & unit, r[2] & unit, r[3] & unit}
}

// unit returns all ones if x is 1 or -1, and all ones if x is negative.
func (x *limbs) unit() (unit, neg uint64) {
	neg = uint64(int64(x[4]) >> 63)
	n := neg & limbMask
	// 0 if x or its complement -1 - x, whichever is not negative, is 1 or 0.
	other := (x[0] ^ n ^ 1 ^ neg&1) | (x[1] ^ n) | (x[2] ^ n) | (x[3] ^ n) | (x[4] ^ neg)
	return ^uint64(int64(other|-other) >> 63), neg
}

// updateFG sets f, g of s to t applied to those of x.
func (s *state) updateFG(x *state, t *matrix) {
	s.f.row(t.u, t.v, &x.f, &x.g)
	s.g.row(t.q, t.r, &x.f, &x.g)
}

// updateDE sets d, e of s to t applied to those of x, modulo m.
func (s *state) updateDE(x *state, t *matrix, m *Modulus) {
	s.d.rowMod(t.u, t.v, &x.d, &x.e, m)
	s.e.rowMod(t.q, t.r, &x.d, &x.e, m)
}

// split returns the 60-bit limbs of x.
func split(x *[4]uint64) limbs {
	return limbs{
		x[0] & limbMask,
		(x[0]>>60 | x[1]<<4) & limbMask,
		(x[1]>>56 | x[2]<<8) & limbMask,
		(x[2]>>52 | x[3]<<12) & limbMask,
		x[3] >> 48,
	}
}

// reduce divides by the highest topBits bits of m, by a product with a reciprocal of reciprocalBits bits.
const (
	topBits        = 26
	reciprocalBits = 58
)

// setReciprocal sets shift, and reciprocal to floor(2^reciprocalBits/h): if m has at most topBits bits, shift = 0 and h = m, and
// otherwise m >> shift has topBits bits, and h is that and 1.
func (m *Modulus) setReciprocal() {
	m.shift = uint(max(words.BitLen(&m.words)-topBits, 0))
	h := top(&[5]uint64{m.words[0], m.words[1], m.words[2], m.words[3]}, m.shift)
	if m.shift > 0 {
		h++
	}
	// Long division, of a one and zeros.
	rest := uint64(1)
	for range reciprocalBits {
		rest <<= 1
		m.reciprocal <<= 1
		if rest >= h {
			rest -= h
			m.reciprocal++
		}
	}
}

// top returns the lowest 64 bits of t >> shift, for a shift below 256.
func top(t *[5]uint64, shift uint) uint64 {
	i, n := shift/64&3, shift%64
	return t[i]>>n | t[i+1]<<(64-n)
}

// reduce sets t = t mod m, for t < 32 m, in 64-bit words.
//
// Let T = floor(t/2^shift). Then T < 32 h, so T·reciprocal < 2^(5+reciprocalBits), and x = T·reciprocal/2^reciprocalBits is at most
// T/h, which is at most t/m. And x > t/m - 1: t/m - T/h is 0 if shift = 0, and otherwise less than
//
//	(T + 1)/(h - 1) - T/h = (T + h)/(h (h - 1)) < 33/(h - 1) <= 33/2^(topBits-1),
//
// and T/h - x < T/2^reciprocalBits < 2^(5+topBits-reciprocalBits). So q = floor(x) is floor(t/m), or one less.
func (m *Modulus) reduce(t *[5]uint64) {
	q := top(t, m.shift) * m.reciprocal >> reciprocalBits
	h0, s0 := bits.Mul64(q, m.words[0])
	h1, s1 := bits.Mul64(q, m.words[1])
	h2, s2 := bits.Mul64(q, m.words[2])
	s4, s3 := bits.Mul64(q, m.words[3])
	s1, c := bits.Add64(s1, h0, 0)
	s2, c = bits.Add64(s2, h1, c)
	s3, c = bits.Add64(s3, h2, c)
	t0, b := bits.Sub64(t[0], s0, 0)
	t1, b := bits.Sub64(t[1], s1, b)
	t2, b := bits.Sub64(t[2], s2, b)
	t3, b := bits.Sub64(t[3], s3, b)
	t4 := t[4] - s4 - c - b

	r0, b := bits.Sub64(t0, m.words[0], 0)
	r1, b := bits.Sub64(t1, m.words[1], b)
	r2, b := bits.Sub64(t2, m.words[2], b)
	r3, b := bits.Sub64(t3, m.words[3], b)
	less := t4 - b // all ones if t is less than m, and otherwise 0
	*t = [5]uint64{r0 ^ (r0^t0)&less, r1 ^ (r1^t1)&less, r2 ^ (r2^t2)&less, r3 ^ (r3^t3)&less}
}

// A matrix is the effect of a batch of 60 divsteps on (f, g), times 2^60.
type matrix struct{ u, v, q, r int64 }

// divsteps sets t to the matrix of 60 divsteps from the state s,
// and returns the new zeta, where zeta = -(delta + 1/2) is negative if and
// only if delta > 0. It is constant-time.
func (t *matrix) divsteps(zeta int64, s *state) int64 {
	f, g := s.f[0]|s.f[1]<<limbBits, s.g[0]|s.g[1]<<limbBits
	var u, v, q, r int64
	zeta, u, v, q, r = divsteps20(zeta, f, g)
	f, g = (uint64(u)*f+uint64(v)*g)>>20, (uint64(q)*f+uint64(r)*g)>>20
	zeta, u1, v1, q1, r1 := divsteps20(zeta, f, g)
	f, g = (uint64(u1)*f+uint64(v1)*g)>>20, (uint64(q1)*f+uint64(r1)*g)>>20
	u, v, q, r = u1*u+v1*q, u1*v+v1*r, q1*u+r1*q, q1*v+r1*r
	zeta, u1, v1, q1, r1 = divsteps20(zeta, f, g)
	t.u, t.v, t.q, t.r = u1*u+v1*q, u1*v+v1*r, q1*u+r1*q, q1*v+r1*r
	return zeta
}

// divsteps20 returns zeta and 2^20 times the matrix after 20 divsteps from the
// low 20 bits of f and g.
//
// A row of the matrix and the number that it belongs to go through the same
// additions and halvings, so one word holds all three and one instruction acts on all:
//
//	F = f - 2^21 u - 2^42 v,    G = g - 2^21 q - 2^42 r,
//
// where f, g start as the low 20 bits, and u, v, q, r are scaled by 2^20
// so that they stay integers when halved 20 times. Always |f|, |g| < 2^20,
// |u| + |v| <= 2^20, |q| + |r| <= 2^20, and G ± F is in range of an int64. A
// coefficient of absolute value 2^20 can only be one of the two initial ones,
// which are positive: stored with its sign changed, each is in [-2^20, 2^20) and
// can be recovered from 21 bits.
func divsteps20(zeta int64, f, g uint64) (z, u, v, q, r int64) {
	F := int64(f&(1<<20-1)) - 1<<41
	G := int64(g&(1<<20-1)) - 1<<62
	for range 20 {
		positive := zeta >> 63 // all ones if delta > 0
		odd := -(G & 1)        // all ones if g is odd
		swap := positive & odd // the first case of the definition
		sum := G - swap + (F^positive)&odd
		F ^= (F ^ G) & swap
		G = sum >> 1
		zeta = (zeta ^ swap) - 1
	}
	F = (F + 1<<20) >> 21
	G = (G + 1<<20) >> 21
	v = -((F + 1<<20) >> 21)
	r = -((G + 1<<20) >> 21)
	return zeta, -v<<21 - F, v, -r<<21 - G, r
}

// mulAdd2 returns a x + b y + c, where c is signed.
func mulAdd2(a, x, b, y uint64, c int64) (hi, lo uint64) {
	h1, l1 := bits.Mul64(a, x)
	h2, l2 := bits.Mul64(b, y)
	l1, k := bits.Add64(l1, l2, 0)
	h1, _ = bits.Add64(h1, h2, k)
	l1, k = bits.Add64(l1, uint64(c), 0)
	h1, _ = bits.Add64(h1, uint64(c>>63), k)
	return h1, l1
}

// mulAdd1 returns a x + (hi, lo).
func mulAdd1(a, x, hi, lo uint64) (uint64, uint64) {
	h, l := bits.Mul64(a, x)
	l, k := bits.Add64(lo, l, 0)
	h, _ = bits.Add64(hi, h, k)
	return h, l
}

// shr returns (hi, lo) >> 60, which must fit in an int64.
func shr(hi, lo uint64) int64 { return int64(lo>>limbBits | hi<<(64-limbBits)) }

// row sets z = (u x + v y) / 2^60, an exact division. z must not be x or y.
func (z *limbs) row(u, v int64, x, y *limbs) {
	a, b := uint64(u+1<<limbBits), uint64(v+1<<limbBits)
	h, l := mulAdd2(a, x[0], b, y[0], 0)
	h, l = mulAdd2(a, x[1], b, y[1], shr(h, l)-int64(x[0]+y[0]))
	z[0] = l & limbMask
	h, l = mulAdd2(a, x[2], b, y[2], shr(h, l)-int64(x[1]+y[1]))
	z[1] = l & limbMask
	h, l = mulAdd2(a, x[3], b, y[3], shr(h, l)-int64(x[2]+y[2]))
	z[2] = l & limbMask
	h, l = mulAdd2(a, x[4], b, y[4], shr(h, l)-int64(x[3]+y[3]))
	h -= a&uint64(int64(x[4])>>63) + b&uint64(int64(y[4])>>63)
	z[3] = l & limbMask
	z[4] = uint64(shr(h, l) - int64(x[4]+y[4]))
}

// rowMod sets z = (u x + v y) / 2^60 mod m. z must not be x or y.
func (z *limbs) rowMod(u, v int64, x, y *limbs, m *Modulus) {
	a, b := uint64(u+1<<limbBits), uint64(v+1<<limbBits)
	h, l := mulAdd2(a, x[0], b, y[0], 0)
	k := l * m.ninv & limbMask // makes the lowest limb of u x + v y + k m zero
	h, l = mulAdd1(k, m.m[0], h, l)
	h, l = mulAdd2(a, x[1], b, y[1], shr(h, l)-int64(x[0]+y[0]))
	h, l = mulAdd1(k, m.m[1], h, l)
	z[0] = l & limbMask
	h, l = mulAdd2(a, x[2], b, y[2], shr(h, l)-int64(x[1]+y[1]))
	h, l = mulAdd1(k, m.m[2], h, l)
	z[1] = l & limbMask
	h, l = mulAdd2(a, x[3], b, y[3], shr(h, l)-int64(x[2]+y[2]))
	h, l = mulAdd1(k, m.m[3], h, l)
	z[2] = l & limbMask
	h, l = mulAdd2(a, x[4], b, y[4], shr(h, l)-int64(x[3]+y[3]))
	h, l = mulAdd1(k, m.m[4], h, l)
	h -= a&uint64(int64(x[4])>>63) + b&uint64(int64(y[4])>>63)
	z[3] = l & limbMask
	z[4] = uint64(shr(h, l) - int64(x[4]+y[4]))
}
