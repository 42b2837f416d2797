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

// Add sets z = x + y mod n.
func (n *Modulus) Add(z, x, y *Scalar) {
	t0, c := bits.Add64(x.l0, y.l0, 0)
	t1, c := bits.Add64(x.l1, y.l1, c)
	t2, c := bits.Add64(x.l2, y.l2, c)
	t3, c := bits.Add64(x.l3, y.l3, c)
	n.subtractOnce(z, t0, t1, t2, t3, c)
}

// subtractOnce sets z = t + 2^256 c mod n, for an argument below 2n.
func (n *Modulus) subtractOnce(z *Scalar, t0, t1, t2, t3, c uint64) {
	t0, b := bits.Sub64(t0, n.n.l0, 0)
	t1, b = bits.Sub64(t1, n.n.l1, b)
	t2, b = bits.Sub64(t2, n.n.l2, b)
	t3, b = bits.Sub64(t3, n.n.l3, b)
	_, b = bits.Sub64(c, 0, b)
	n.addMasked(z, t0, t1, t2, t3, -b)
}

// addMasked sets z = t + n mod 2^256 if mask is all ones, and z = t if it is 0.
func (n *Modulus) addMasked(z *Scalar, t0, t1, t2, t3, mask uint64) {
	// All of n is read before z is written, which keeps the chain of carries together.
	n0, n1, n2, n3 := n.n.l0&mask, n.n.l1&mask, n.n.l2&mask, n.n.l3&mask
	t0, c := bits.Add64(t0, n0, 0)
	t1, c = bits.Add64(t1, n1, c)
	t2, c = bits.Add64(t2, n2, c)
	t3, _ = bits.Add64(t3, n3, c)
	*z = Scalar{t0, t1, t2, t3}
}

// Sub sets z = x - y mod n.
func (n *Modulus) Sub(z, x, y *Scalar) {
	t0, b := bits.Sub64(x.l0, y.l0, 0)
	t1, b := bits.Sub64(x.l1, y.l1, b)
	t2, b := bits.Sub64(x.l2, y.l2, b)
	t3, b := bits.Sub64(x.l3, y.l3, b)
	n.addMasked(z, t0, t1, t2, t3, -b)
}

// Neg sets z = -x mod n.
func (n *Modulus) Neg(z, x *Scalar) { n.Sub(z, &Scalar{}, x) }

// Halve sets z = x/2 mod n.
func (n *Modulus) Halve(z, x *Scalar) {
	m := -(x.l0 & 1)
	t, c := add(x, &Scalar{n.n.l0 & m, n.n.l1 & m, n.n.l2 & m, n.n.l3 & m})
	z.l0 = t.l0>>1 | t.l1<<63
	z.l1 = t.l1>>1 | t.l2<<63
	z.l2 = t.l2>>1 | t.l3<<63
	z.l3 = t.l3>>1 | c<<63
}

// Mul sets z = x y mod n.
func (n *Modulus) Mul(z, x, y *Scalar) { n.MulAdd(z, x, y, &Scalar{}) }

// MulAdd sets z = x y + w mod n.
//
// Let c = |2^k - n|, which has 129 bits for secp256k1 and at most 127 for the others; only these
// are done here. Let t = x y + w = low + 2^k u, which is at most n^2.
//
// If n < 2^k, that is low + u c modulo n; let it be low + 2^k v, then it is low + v c.
// If n > 2^k, it is low - u c, or ~(~low + u c), where ~a = 2^k - 1 - a; let ~low + u c be
// low + 2^k v, then its ~ is ~low - 2^k v, or ~low + v c modulo n.
//
// In both cases v <= c + 1, and so the result is below 2^k + c^2 + c < 2n.
func (n *Modulus) MulAdd(z, x, y, w *Scalar) {
	// The product, one row x y_i at a time.
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
	r4, _ := bits.Add64(h3, 0, c)
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r4, _ = bits.Add64(r4, 0, c)

	v = y.l1
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5, _ := bits.Add64(h3, 0, c)
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5, _ = bits.Add64(r5, 0, c)

	v = y.l2
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r2, c = bits.Add64(r2, l0, 0)
	r3, c = bits.Add64(r3, l1, c)
	r4, c = bits.Add64(r4, l2, c)
	r5, c = bits.Add64(r5, l3, c)
	r6, _ := bits.Add64(h3, 0, c)
	r3, c = bits.Add64(r3, h0, 0)
	r4, c = bits.Add64(r4, h1, c)
	r5, c = bits.Add64(r5, h2, c)
	r6, _ = bits.Add64(r6, 0, c)

	v = y.l3
	h0, l0 = bits.Mul64(x0, v)
	h1, l1 = bits.Mul64(x1, v)
	h2, l2 = bits.Mul64(x2, v)
	h3, l3 = bits.Mul64(x3, v)
	r3, c = bits.Add64(r3, l0, 0)
	r4, c = bits.Add64(r4, l1, c)
	r5, c = bits.Add64(r5, l2, c)
	r6, c = bits.Add64(r6, l3, c)
	r7, _ := bits.Add64(h3, 0, c)
	r4, c = bits.Add64(r4, h0, 0)
	r5, c = bits.Add64(r5, h1, c)
	r6, c = bits.Add64(r6, h2, c)
	r7, _ = bits.Add64(r7, 0, c)
	if n.cTop != 0 { // public
		n.reduceWide(z, &[8]uint64{r0, r1, r2, r3, r4, r5, r6, r7})
		return
	}

	left := (256 - n.k) & 63
	right := (64 - left) & 63
	c0, c1, neg, mask := n.c0, n.c1, n.neg, n.mask
	u0 := r4<<left | r3>>right
	u1 := r5<<left | r4>>right
	u2 := r6<<left | r5>>right
	u3 := r7<<left | r6>>right

	// r0, ..., r5 = low + u c, or ~low + u c
	h0, l0 = bits.Mul64(u0, c0)
	h1, l1 = bits.Mul64(u1, c0)
	h2, l2 = bits.Mul64(u2, c0)
	h3, l3 = bits.Mul64(u3, c0)
	r0, c = bits.Add64(r0^neg, l0, 0)
	r1, c = bits.Add64(r1^neg, l1, c)
	r2, c = bits.Add64(r2^neg, l2, c)
	r3, c = bits.Add64((r3^neg)&mask, l3, c)
	r4, _ = bits.Add64(h3, 0, c)
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r4, _ = bits.Add64(r4, 0, c)

	h0, l0 = bits.Mul64(u0, c1)
	h1, l1 = bits.Mul64(u1, c1)
	h2, l2 = bits.Mul64(u2, c1)
	h3, l3 = bits.Mul64(u3, c1)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5, _ = bits.Add64(h3, 0, c)
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5, _ = bits.Add64(r5, 0, c)

	// r0, ..., r3 = low + v c, or ~low + v c
	v0 := r4<<left | r3>>right
	v1 := r5<<left | r4>>right
	h0, l0 = bits.Mul64(v0, c0)
	h1, l1 = bits.Mul64(v1, c0)
	h2, l2 = bits.Mul64(v0, c1)
	h3, l3 = bits.Mul64(v1, c1)
	r0, c = bits.Add64(r0^neg, l0, 0)
	r1, c = bits.Add64(r1^neg, l1, c)
	r2, c = bits.Add64(r2^neg, l3, c)
	r3, _ = bits.Add64((r3^neg)&mask, h3, c)
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, _ = bits.Add64(r3, 0, c)
	r1, c = bits.Add64(r1, l2, 0)
	r2, c = bits.Add64(r2, h2, c)
	r3, _ = bits.Add64(r3, 0, c)

	r0, b := bits.Sub64(r0, n.n.l0, 0)
	r1, b = bits.Sub64(r1, n.n.l1, b)
	r2, b = bits.Sub64(r2, n.n.l2, b)
	r3, b = bits.Sub64(r3, n.n.l3, b)
	n.addMasked(z, r0, r1, r2, r3, -b)
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
	r4, _ = bits.Add64(r4, 0, c)

	h0, l0 = bits.Mul64(x0, f1)
	h1, l1 = bits.Mul64(x1, f1)
	h2, l2 = bits.Mul64(x2, f1)
	h3, l3 = bits.Mul64(x3, f1)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5, _ := bits.Add64(h3, 0, c)
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5, _ = bits.Add64(r5, 0, c)

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
	p2, _ := bits.Add64(h1, 0, c)
	p1, c = bits.Add64(p1, l2, 0)
	p2, c = bits.Add64(p2, h2, c)
	p3, _ := bits.Add64(h3, 0, c)
	p2, c = bits.Add64(p2, l3, 0)
	p3, _ = bits.Add64(p3, 0, c)
	p2, c = bits.Add64(p2, x0&ft, 0)
	p3, c = bits.Add64(p3, x1&ft, c)
	p4 := x2&ft&1 + c
	p2, c = bits.Add64(p2, x2&f0, 0)
	p3, c = bits.Add64(p3, x2&f1, c)
	p4, _ = bits.Add64(p4, 0, c)

	// r0, ..., r4 = r mod 2^256 + c129 + p
	r0, c = bits.Add64(r0, n.c129.l0, 0)
	r1, c = bits.Add64(r1, n.c129.l1, c)
	r2, c = bits.Add64(r2, n.c129.l2, c)
	r3, c = bits.Add64(r3, n.c129.l3, c)
	p4, _ = bits.Add64(p4, 0, c)
	r0, c = bits.Add64(r0, p0, 0)
	r1, c = bits.Add64(r1, p1, c)
	r2, c = bits.Add64(r2, p2, c)
	r3, c = bits.Add64(r3, p3, c)
	r4 = p4 + c

	n.reduce(z, r0, r1, r2, r3, r4)
}

// reduce sets z = x + 2^256 top mod n, for top < 16.
//
// With c as in MulAdd, that is low + 2^k q, q < 2^8, and so low + q c modulo n, in [0, 2n), if
// n < 2^k, and low - q c, in [-n, n), if n > 2^k.
func (n *Modulus) reduce(z *Scalar, x0, x1, x2, x3, top uint64) {
	q := x3>>1>>(n.k-193) | top<<(256-n.k)
	x3 &= n.mask
	h0, p0 := bits.Mul64(q, n.c0)
	p2, p1 := bits.Mul64(q, n.c1)
	p1, c := bits.Add64(p1, h0, 0)
	p2 += q&n.cTop + c
	if n.neg == 0 { // public
		x0, c = bits.Add64(x0, p0, 0)
		x1, c = bits.Add64(x1, p1, c)
		x2, c = bits.Add64(x2, p2, c)
		x3, c = bits.Add64(x3, 0, c)
		n.subtractOnce(z, x0, x1, x2, x3, c)
		return
	}
	x0, b := bits.Sub64(x0, p0, 0)
	x1, b = bits.Sub64(x1, p1, b)
	x2, b = bits.Sub64(x2, p2, b)
	x3, b = bits.Sub64(x3, 0, b)
	n.addMasked(z, x0, x1, x2, x3, -b)
}
