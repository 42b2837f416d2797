// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// SqrtRatios is [Modulus.SqrtRatio] for up to eight elements, which with vectors
// take little longer than one or two: it sets z[i] to the root of u[i]/v[i] or of
// i·u[i]/v[i], and square[i] to 1 or 0. z may be u or v.
func (p Modulus) SqrtRatios(z, u, v []Element, square []int) {
	if p != P25519 || len(z) == 1 || !hasVectors() {
		for i := range z {
			square[i] = p.SqrtRatio(&z[i], &u[i], &v[i])
		}
		return
	}
	// See SqrtRatio.
	var r, w [8]Element
	for i := range z {
		var v2 Element
		p.Sqr(&v2, &v[i])
		p.Mul(&w[i], &v2, &v[i])
		p.Mul(&r[i], &u[i], &w[i])
		p.Sqr(&v2, &v2)
		p.Mul(&w[i], &r[i], &v2)
	}
	vectorRootPower(&w)
	for i := range z {
		var check Element
		p.Mul(&r[i], &r[i], &w[i])
		p.Sqr(&check, &r[i])
		p.Mul(&check, &check, &v[i])
		square[i] = p.finishRoot(&z[i], &r[i], &check, &u[i])
	}
}

// vectorRootPower sets x[i] to the power of x[i] that rootPower computes, modulo
// 2^255 - 19.
func vectorRootPower(x *[8]Element) {
	var t [16][8]Element
	t[0] = *x
	chain := p25519.root
	for n, l := range chain {
		vectorSqrNMul(&t[n+1], &t[l.from], uint64(l.squarings), &t[l.times])
	}
	*x = t[len(chain)]
}
