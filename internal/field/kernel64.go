// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "math/bits"

// The portable kernel for machines that multiply 64-bit words.

func mul64(z, x, y *Element, fold uint64) {
	x0, x1, x2, x3 := x.l0, x.l1, x.l2, x.l3

	// The 512-bit product, one row x·y_i at a time.
	w := y.l0
	h0, r0 := bits.Mul64(x0, w)
	h1, r1 := bits.Mul64(x1, w)
	h2, r2 := bits.Mul64(x2, w)
	r4, r3 := bits.Mul64(x3, w)
	r1, c := bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r4 += c

	w = y.l1
	h0, l0 := bits.Mul64(x0, w)
	h1, l1 := bits.Mul64(x1, w)
	h2, l2 := bits.Mul64(x2, w)
	h3, l3 := bits.Mul64(x3, w)
	r1, c = bits.Add64(r1, l0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, l2, c)
	r4, c = bits.Add64(r4, l3, c)
	r5 := h3 + c
	r2, c = bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, h2, c)
	r5 += c

	w = y.l2
	h0, l0 = bits.Mul64(x0, w)
	h1, l1 = bits.Mul64(x1, w)
	h2, l2 = bits.Mul64(x2, w)
	h3, l3 = bits.Mul64(x3, w)
	r2, c = bits.Add64(r2, l0, 0)
	r3, c = bits.Add64(r3, l1, c)
	r4, c = bits.Add64(r4, l2, c)
	r5, c = bits.Add64(r5, l3, c)
	r6 := h3 + c
	r3, c = bits.Add64(r3, h0, 0)
	r4, c = bits.Add64(r4, h1, c)
	r5, c = bits.Add64(r5, h2, c)
	r6 += c

	w = y.l3
	h0, l0 = bits.Mul64(x0, w)
	h1, l1 = bits.Mul64(x1, w)
	h2, l2 = bits.Mul64(x2, w)
	h3, l3 = bits.Mul64(x3, w)
	r3, c = bits.Add64(r3, l0, 0)
	r4, c = bits.Add64(r4, l1, c)
	r5, c = bits.Add64(r5, l2, c)
	r6, c = bits.Add64(r6, l3, c)
	r7 := h3 + c
	r4, c = bits.Add64(r4, h0, 0)
	r5, c = bits.Add64(r5, h1, c)
	r6, c = bits.Add64(r6, h2, c)
	r7 += c

	// r + r_hi·fold: five limbs.
	h0, l0 = bits.Mul64(r4, fold)
	h1, l1 = bits.Mul64(r5, fold)
	h2, l2 = bits.Mul64(r6, fold)
	h3, l3 = bits.Mul64(r7, fold)
	r0, c = bits.Add64(r0, l0, 0)
	r1, c = bits.Add64(r1, l1, c)
	r2, c = bits.Add64(r2, l2, c)
	r3, c = bits.Add64(r3, l3, c)
	h3 += c
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	foldTop(z, r0, r1, r2, r3, h3+c, fold)
}

func sqr64(z, x *Element, fold uint64) {
	x0, x1, x2, x3 := x.l0, x.l1, x.l2, x.l3

	// The products x_i·x_j with i < j.
	h0, r1 := bits.Mul64(x0, x1)
	h1, r2 := bits.Mul64(x0, x2)
	r4, r3 := bits.Mul64(x0, x3)
	h2, l2 := bits.Mul64(x1, x2)
	h3, l3 := bits.Mul64(x1, x3)
	r6, r5 := bits.Mul64(x2, x3)
	r2, c := bits.Add64(r2, h0, 0)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, l3, c)
	r5, c = bits.Add64(r5, h3, c)
	r6 += c
	r3, c = bits.Add64(r3, l2, 0)
	r4, c = bits.Add64(r4, h2, c)
	r5, c = bits.Add64(r5, 0, c)
	r6 += c

	// Twice that, and the squares x_i^2.
	r7 := r6 >> 63
	r6 = r6<<1 | r5>>63
	r5 = r5<<1 | r4>>63
	r4 = r4<<1 | r3>>63
	r3 = r3<<1 | r2>>63
	r2 = r2<<1 | r1>>63
	r1 = r1 << 1
	h0, r0 := bits.Mul64(x0, x0)
	h1, l1 := bits.Mul64(x1, x1)
	h2, l2 = bits.Mul64(x2, x2)
	h3, l3 = bits.Mul64(x3, x3)
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, l1, c)
	r3, c = bits.Add64(r3, h1, c)
	r4, c = bits.Add64(r4, l2, c)
	r5, c = bits.Add64(r5, h2, c)
	r6, c = bits.Add64(r6, l3, c)
	r7 += h3 + c

	// r + r_hi·fold: five limbs.
	h0, l0 := bits.Mul64(r4, fold)
	h1, l1 = bits.Mul64(r5, fold)
	h2, l2 = bits.Mul64(r6, fold)
	h3, l3 = bits.Mul64(r7, fold)
	r0, c = bits.Add64(r0, l0, 0)
	r1, c = bits.Add64(r1, l1, c)
	r2, c = bits.Add64(r2, l2, c)
	r3, c = bits.Add64(r3, l3, c)
	h3 += c
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	foldTop(z, r0, r1, r2, r3, h3+c, fold)
}

// foldTop sets z = r0 + r1·2^64 + r2·2^128 + r3·2^192 + top·2^256, for top·fold
// below 2^67.
func foldTop(z *Element, r0, r1, r2, r3, top, fold uint64) {
	hi, lo := bits.Mul64(top, fold)
	r0, c := bits.Add64(r0, lo, 0)
	r1, c = bits.Add64(r1, hi, c)
	r2, c = bits.Add64(r2, 0, c)
	r3, c = bits.Add64(r3, 0, c)
	// After a carry r is below top·fold, and another fold fits in two limbs.
	r0, c = bits.Add64(r0, fold&-c, 0)
	z.l0, z.l1, z.l2, z.l3 = r0, r1+c, r2, r3
}
