// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scalar

import "math/bits"

// add returns x + y mod 2^256 and the carry.
func add(x, y *Scalar) (z Scalar, c uint64) {
	z.l0, c = bits.Add64(x.l0, y.l0, 0)
	z.l1, c = bits.Add64(x.l1, y.l1, c)
	z.l2, c = bits.Add64(x.l2, y.l2, c)
	z.l3, c = bits.Add64(x.l3, y.l3, c)
	return z, c
}

// sub returns x - y mod 2^256 and the borrow.
func sub(x, y *Scalar) (z Scalar, b uint64) {
	z.l0, b = bits.Sub64(x.l0, y.l0, 0)
	z.l1, b = bits.Sub64(x.l1, y.l1, b)
	z.l2, b = bits.Sub64(x.l2, y.l2, b)
	z.l3, b = bits.Sub64(x.l3, y.l3, b)
	return z, b
}

// and returns x if mask is all ones and 0 if it is 0.
func (x *Scalar) and(mask uint64) Scalar {
	return Scalar{x.l0 & mask, x.l1 & mask, x.l2 & mask, x.l3 & mask}
}

// Add sets z = x + y mod n.
func (n *Modulus) Add(z, x, y *Scalar) {
	t, c := add(x, y)
	n.subtractOnce(z, &t, c)
}

// subtractOnce sets z = x + 2^256 c mod n, for an argument below 2 n.
func (n *Modulus) subtractOnce(z, x *Scalar, c uint64) {
	d, b := sub(x, &n.n)
	_, b = bits.Sub64(c, 0, b)
	z.Select(x, &d, int(b))
}

// Sub sets z = x - y mod n.
func (n *Modulus) Sub(z, x, y *Scalar) {
	t, b := sub(x, y)
	m := n.n.and(-b)
	*z, _ = add(&t, &m)
}

// Neg sets z = -x mod n.
func (n *Modulus) Neg(z, x *Scalar) { n.Sub(z, &Scalar{}, x) }

// Halve sets z = x/2 mod n.
func (n *Modulus) Halve(z, x *Scalar) {
	m := n.n.and(-(x.l0 & 1))
	t, c := add(x, &m)
	z.l0 = t.l0>>1 | t.l1<<63
	z.l1 = t.l1>>1 | t.l2<<63
	z.l2 = t.l2>>1 | t.l3<<63
	z.l3 = t.l3>>1 | c<<63
}

// Mul sets z = x y mod n.
func (n *Modulus) Mul(z, x, y *Scalar) {
	var t [8]uint64
	mulAdd(&t, x, y, &Scalar{})
	n.reduceWide(z, &t)
}

// MulAdd sets z = x y + w mod n.
func (n *Modulus) MulAdd(z, x, y, w *Scalar) {
	var t [8]uint64
	mulAdd(&t, x, y, w)
	n.reduceWide(z, &t)
}

// mulAdd sets t = x y + w, one row x y_i at a time.
func mulAdd(t *[8]uint64, x, y, w *Scalar) {
	x0, x1, x2, x3 := x.l0, x.l1, x.l2, x.l3

	v := y.l0
	h0, l0 := bits.Mul64(x0, v)
	h1, l1 := bits.Mul64(x1, v)
	h2, l2 := bits.Mul64(x2, v)
	h3, l3 := bits.Mul64(x3, v)
	r0, c := bits.Add64(w.l0, l0, 0)
	r1, c := bits.Add64(w.l1, l1, c)
	r2, c := bits.Add64(w.l2, l2, c)
	r3, c := bits.Add64(w.l3, l3, c)
	r4 := h3 + c
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r4 += c

	v = y.l1
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5 := h3 + c
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5 += c

	v = y.l2
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r2, c = bits.Add64(r2, l0, 0)
	r3, c = bits.Add64(r3, l1, c)
	r4, c = bits.Add64(r4, l2, c)
	r5, c = bits.Add64(r5, l3, c)
	r6 := h3 + c
	r3, c = bits.Add64(r3, h0, 0)
	r4, c = bits.Add64(r4, h1, c)
	r5, c = bits.Add64(r5, h2, c)
	r6 += c

	v = y.l3
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r3, c = bits.Add64(r3, l0, 0)
	r4, c = bits.Add64(r4, l1, c)
	r5, c = bits.Add64(r5, l2, c)
	r6, c = bits.Add64(r6, l3, c)
	r7 := h3 + c
	r4, c = bits.Add64(r4, h0, 0)
	r5, c = bits.Add64(r5, h1, c)
	r6, c = bits.Add64(r6, h2, c)
	r7 += c

	*t = [8]uint64{r0, r1, r2, r3, r4, r5, r6, r7}
}

// reduceWide sets z = t mod n, for any 512-bit t.
//
// With fold = |2^256 mod ±n| < 1.55 2^128 and t = lo + 2^256 hi, t is lo + hi fold or
// lo - hi fold modulo n. So that both are the same computation, the
// second is done as lo + (2^256 - 1 - hi) fold + c256, where the complement is an
// exclusive or with neg. The high part of the sum is below 1.56 2^128 and folded in the
// same way, with its complement in 129 bits; what remains is below
// 2 2^256 + 2^129 1.55 2^128 = 5.1 2^256.
func (n *Modulus) reduceWide(z *Scalar, t *[8]uint64) {
	f0, f1, ft, neg := n.fold0, n.fold1, n.foldTop, n.neg
	x0, x1, x2, x3 := t[4]^neg, t[5]^neg, t[6]^neg, t[7]^neg

	// r0, ..., r6 = lo + c256 + x fold. The sum up to the first row is
	// below 2^320, because fold0 is below 2^64 - 2.
	r0, c := bits.Add64(t[0], n.c256.l0, 0)
	r1, c := bits.Add64(t[1], n.c256.l1, c)
	r2, c := bits.Add64(t[2], n.c256.l2, c)
	r3, c := bits.Add64(t[3], n.c256.l3, c)
	r4 := c

	h0, l0 := bits.Mul64(x0, f0)
	h1, l1 := bits.Mul64(x1, f0)
	h2, l2 := bits.Mul64(x2, f0)
	h3, l3 := bits.Mul64(x3, f0)
	r0, c = bits.Add64(r0, l0, 0)
	r1, c = bits.Add64(r1, l1, c)
	r2, c = bits.Add64(r2, l2, c)
	r3, c = bits.Add64(r3, l3, c)
	r4 += h3 + c
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r4 += c

	h0, l0 = bits.Mul64(x0, f1)
	h1, l1 = bits.Mul64(x1, f1)
	h2, l2 = bits.Mul64(x2, f1)
	h3, l3 = bits.Mul64(x3, f1)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5 := h3 + c
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5 += c

	r2, c = bits.Add64(r2, x0&ft, 0)
	r3, c = bits.Add64(r3, x1&ft, c)
	r4, c = bits.Add64(r4, x2&ft, c)
	r5, r6 := bits.Add64(r5, x3&ft, c)

	// p0, ..., p4 = x fold, where x is the high part in 129 bits and the top
	// bit of x, as well as that of fold, is a mask.
	x0, x1, x2 = r4^neg, r5^neg, -((r6 ^ neg) & 1)
	h0, p0 := bits.Mul64(x0, f0)
	h1, l1 = bits.Mul64(x1, f0)
	h2, l2 = bits.Mul64(x0, f1)
	h3, l3 = bits.Mul64(x1, f1)
	p1, c := bits.Add64(h0, l1, 0)
	p2 := h1 + c
	p1, c = bits.Add64(p1, l2, 0)
	p2, c = bits.Add64(p2, h2, c)
	p3 := h3 + c
	p2, c = bits.Add64(p2, l3, 0)
	p3 += c
	p2, c = bits.Add64(p2, x0&ft, 0)
	p3, c = bits.Add64(p3, x1&ft, c)
	p4 := x2&ft&1 + c
	p2, c = bits.Add64(p2, x2&f0, 0)
	p3, c = bits.Add64(p3, x2&f1, c)
	p4 += c

	// r0, ..., r4 = r mod 2^256 + c129 + p
	r0, c = bits.Add64(r0, n.c129.l0, 0)
	r1, c = bits.Add64(r1, n.c129.l1, c)
	r2, c = bits.Add64(r2, n.c129.l2, c)
	r3, c = bits.Add64(r3, n.c129.l3, c)
	p4 += c
	r0, c = bits.Add64(r0, p0, 0)
	r1, c = bits.Add64(r1, p1, c)
	r2, c = bits.Add64(r2, p2, c)
	r3, c = bits.Add64(r3, p3, c)
	r4 = p4 + c

	n.reduce(z, &Scalar{r0, r1, r2, r3}, r4)
}

// reduce sets z = x + 2^256 top mod n, for top < 16.
//
// The quotient is estimated as q = (x + 2^256 top) >> k < 2^8, by 2^k instead of n.
// As |n/2^k - 1| < 2^-123 it is at most 1 too small if n < 2^k, or too large if n > 2^k.
func (n *Modulus) reduce(z, x *Scalar, top uint64) {
	q := x.l3>>1>>(n.k-193) | top<<(256-n.k)
	h0, l0 := bits.Mul64(q, n.n.l0)
	h1, l1 := bits.Mul64(q, n.n.l1)
	h2, l2 := bits.Mul64(q, n.n.l2)
	h3, l3 := bits.Mul64(q, n.n.l3)
	l1, c := bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3 += c
	r, b := sub(x, &Scalar{l0, l1, l2, l3})
	top -= h3 + b
	if n.neg == 0 { // public
		n.subtractOnce(z, &r, top) // r is in [0, 2n)
		return
	}
	m := n.n.and(top) // r is in [-n, n)
	*z, _ = add(&r, &m)
}
