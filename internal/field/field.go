// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package field implements constant-time arithmetic modulo the primes that
// satisfy 2^256 = fold (mod p) for a small fold:
//
//	P25519      p = 2^255 - 19              fold 38
//	P255E       p = 2^255 - 18651           fold 37302
//	P255S       p = 2^255 - 3957            fold 7914
//	PSecp256k1  p = 2^256 - 2^32 - 977      fold 2^32 + 977
//
// One element type and one set of kernels serves all of them: a [Modulus] is
// the value of fold, and the arithmetic is its methods, with the destination
// first. Any argument may alias any other.
//
// Inverses and Legendre symbols are division steps, of package modinv. Square roots are addition chains
// (power.go), whose runs of squarings stay in registers. Two roots at once are two chains in turns, and modulo
// 2^255 - 19 three or more, with IFMA two, are the lanes of vectors: see [Modulus.SqrtRatios], and for public elements
// [Modulus.VarTimeSqrtRatios].
//
// Nothing here branches on, or indexes by, the value of an element.
package field

import "math/bits"

// Element is a residue modulo one of the primes, held as any integer below
// 2^256 in its class: l0 + l1·2^64 + l2·2^128 + l3·2^192. It is reduced to
// [0, p) only to be encoded, compared, or asked for its sign. The zero value
// is zero. An element does not know its prime: the [Modulus] whose methods are
// called does.
type Element struct{ l0, l1, l2, l3 uint64 }

// Modulus is a prime, represented by fold = 2^256 mod p. Only the constants of
// this package are valid. The fold of a 255-bit prime is even and below 2^16;
// that of a 256-bit prime is odd, below 2^33, and its low 32 bits are below 2^16.
type Modulus uint64

const (
	P25519     Modulus = 38          // 2^255 - 19
	P255E      Modulus = 37302       // 2^255 - 18651
	P255S      Modulus = 7914        // 2^255 - 3957
	PSecp256k1 Modulus = 1<<32 + 977 // 2^256 - 2^32 - 977
)

// New returns l0 + l1·2^64 + l2·2^128 + l3·2^192.
func New(l0, l1, l2, l3 uint64) Element { return Element{l0, l1, l2, l3} }

// One returns 1.
func One() Element { return Element{l0: 1} }

// Limbs returns the integer that represents x, least significant limb first;
// it is not reduced.
func (x *Element) Limbs() [4]uint64 { return [4]uint64{x.l0, x.l1, x.l2, x.l3} }

// Select sets z = x if cond is 1, and z = y if cond is 0.
func (z *Element) Select(x, y *Element, cond int) {
	m := -uint64(cond)
	z.l0 = y.l0 ^ m&(x.l0^y.l0)
	z.l1 = y.l1 ^ m&(x.l1^y.l1)
	z.l2 = y.l2 ^ m&(x.l2^y.l2)
	z.l3 = y.l3 ^ m&(x.l3^y.l3)
}

// Swap exchanges x and y if cond is 1, and leaves them if cond is 0.
func (x *Element) Swap(y *Element, cond int) {
	m := -uint64(cond)
	t0, t1, t2, t3 := m&(x.l0^y.l0), m&(x.l1^y.l1), m&(x.l2^y.l2), m&(x.l3^y.l3)
	x.l0, x.l1, x.l2, x.l3 = x.l0^t0, x.l1^t1, x.l2^t2, x.l3^t3
	y.l0, y.l1, y.l2, y.l3 = y.l0^t0, y.l1^t1, y.l2^t2, y.l3^t3
}

// P returns the prime, least significant limb first.
func (p Modulus) P() [4]uint64 {
	l0, l1, l3 := p.limbs()
	return [4]uint64{l0, l1, l1, l3}
}

// limbs returns the limbs 0, 1 and 3 of the prime; limb 2 equals limb 1.
func (p Modulus) limbs() (l0, l1, l3 uint64) {
	odd := uint64(p) & 1 // 1 for a 256-bit prime
	return -(uint64(p) >> (1 - odd)), ^uint64(0), ^uint64(0) >> (1 - odd)
}

// Add sets z = x + y.
func (p Modulus) Add(z, x, y *Element) { add(z, x, y, uint64(p)) }

// Sub sets z = x - y.
func (p Modulus) Sub(z, x, y *Element) { sub(z, x, y, uint64(p)) }

// Neg sets z = -x.
func (p Modulus) Neg(z, x *Element) { sub(z, &Element{}, x, uint64(p)) }

// Double sets z = 2x.
func (p Modulus) Double(z, x *Element) { add(z, x, x, uint64(p)) }

// Halve sets z = x/2.
func (p Modulus) Halve(z, x *Element) {
	// x, or x + p if x is odd: an even integer below 2^257.
	l0, l1, l3 := p.limbs()
	m := -(x.l0 & 1)
	r0, c := bits.Add64(x.l0, l0&m, 0)
	r1, c := bits.Add64(x.l1, l1&m, c)
	r2, c := bits.Add64(x.l2, l1&m, c)
	r3, c := bits.Add64(x.l3, l3&m, c)
	z.l0 = r0>>1 | r1<<63
	z.l1 = r1>>1 | r2<<63
	z.l2 = r2>>1 | r3<<63
	z.l3 = r3>>1 | c<<63
}

// Mul sets z = x·y.
func (p Modulus) Mul(z, x, y *Element) { mul(z, x, y, uint64(p)) }

// Sqr sets z = x^2.
func (p Modulus) Sqr(z, x *Element) { sqr(z, x, uint64(p)) }

// SqrN sets z = x^(2^n), for n >= 0. Its time depends on n.
func (p Modulus) SqrN(z, x *Element, n int) {
	if n <= 0 {
		*z = *x
		return
	}
	squarings(z, x, uint64(n), uint64(p))
}

// MulSmall sets z = c·x.
func (p Modulus) MulSmall(z, x *Element, c uint32) {
	h0, r0 := bits.Mul64(x.l0, uint64(c))
	h1, r1 := bits.Mul64(x.l1, uint64(c))
	h2, r2 := bits.Mul64(x.l2, uint64(c))
	h3, r3 := bits.Mul64(x.l3, uint64(c))
	r1, k := bits.Add64(r1, h0, 0)
	r2, k = bits.Add64(r2, h1, k)
	r3, k = bits.Add64(r3, h2, k)
	foldTop(z, r0, r1, r2, r3, h3+k, uint64(p))
}

// reduce returns the limbs of x in [0, p).
func (p Modulus) reduce(x *Element) Element {
	// p = 2^k - c, and x is q·p + r with a q of at most 2 if k = 255, and at most 1 if k = 256.
	// Bit 255 of x says whether x >= 2^255; then x + 2c >= 2^256 says whether q is 2, and x + 2c
	// has bit 255 if q is 1. Otherwise, or if k = 256, x + c >= 2^k says whether q is 1. The rest
	// is r = x + q·c mod 2^k.
	odd := uint64(p) & 1 // 1 if k = 256
	c := uint64(p) >> (1 - odd)
	top := x.l3 >> 63 &^ odd
	_, carry := bits.Add64(x.l0, c<<top, 0)
	_, carry = bits.Add64(x.l1, 0, carry)
	_, carry = bits.Add64(x.l2, 0, carry)
	s3, carry := bits.Add64(x.l3, 0, carry)
	q := carry<<(1-odd) | s3>>63&^odd
	r0, carry := bits.Add64(x.l0, c*q, 0)
	r1, carry := bits.Add64(x.l1, 0, carry)
	r2, carry := bits.Add64(x.l2, 0, carry)
	r3, _ := bits.Add64(x.l3, 0, carry)
	return Element{r0, r1, r2, r3 & (^uint64(0) >> (1 - odd))}
}

// subtractP sets z = x - p mod 2^256 and returns 1 if x < p, as integers.
func (p Modulus) subtractP(z, x *Element) (borrow uint64) {
	l0, l1, l3 := p.limbs()
	r0, b := bits.Sub64(x.l0, l0, 0)
	r1, b := bits.Sub64(x.l1, l1, b)
	r2, b := bits.Sub64(x.l2, l1, b)
	r3, b := bits.Sub64(x.l3, l3, b)
	*z = Element{r0, r1, r2, r3}
	return b
}

// IsZero returns 1 if x = 0, and 0 otherwise.
func (p Modulus) IsZero(x *Element) int {
	// x is 0, p, or 2^256 - fold, which is p, or 2p if p has 255 bits.
	l0, _, l3 := p.limbs()
	v := x.l0 | x.l1 | x.l2 | x.l3
	w := (x.l0 ^ l0) | ^(x.l1 & x.l2) | (x.l3 ^ l3)
	u := (x.l0 ^ -uint64(p)) | ^(x.l1 & x.l2 & x.l3)
	return int(1 ^ ((v|-v)&(w|-w)&(u|-u))>>63)
}

// Equal returns 1 if x = y, and 0 otherwise.
func (p Modulus) Equal(x, y *Element) int {
	var d Element
	p.Sub(&d, x, y)
	return p.IsZero(&d)
}

// IsNegative returns the least significant bit of x in [0, p).
func (p Modulus) IsNegative(x *Element) int {
	r := p.reduce(x)
	return int(r.l0 & 1)
}

// CondNeg sets z = -x if cond is 1, and z = x if cond is 0.
func (p Modulus) CondNeg(z, x *Element, cond int) {
	var n Element
	p.Neg(&n, x)
	z.Select(&n, x, cond)
}

// InvBatch inverts each element of xs in place; zeros stay zero. It costs one
// inversion and 3 multiplications per element. scratch must be at least as
// long as xs; it is overwritten.
func (p Modulus) InvBatch(xs, scratch []Element) {
	one, acc := One(), One()
	scratch = scratch[:len(xs)]
	for i := range xs {
		scratch[i] = acc // the product of the nonzero elements before xs[i]
		var x Element
		x.Select(&one, &xs[i], p.IsZero(&xs[i]))
		p.Mul(&acc, &acc, &x)
	}
	p.Inv(&acc, &acc)
	for i := len(xs) - 1; i >= 0; i-- {
		zero := p.IsZero(&xs[i])
		var x Element
		x.Select(&one, &xs[i], zero)
		p.Mul(&scratch[i], &scratch[i], &acc)
		p.Mul(&acc, &acc, &x)
		xs[i].Select(&Element{}, &scratch[i], zero)
	}
}

// InvBatchVarTime is InvBatch in variable time.
func (p Modulus) InvBatchVarTime(xs, scratch []Element) {
	acc := One()
	for i := range xs {
		if scratch[i] = acc; p.IsZero(&xs[i]) == 0 {
			p.Mul(&acc, &acc, &xs[i])
		}
	}
	p.InvVarTime(&acc, &acc)
	for i := len(xs) - 1; i >= 0; i-- {
		if p.IsZero(&xs[i]) == 1 {
			xs[i] = Element{}
			continue
		}
		// acc is the inverse of the product of those up to xs[i], and scratch[i] that of those before.
		x := xs[i]
		p.Mul(&xs[i], &scratch[i], &acc)
		p.Mul(&acc, &acc, &x)
	}
}
