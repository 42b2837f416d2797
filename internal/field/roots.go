// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// MaxRatios is the most that [Modulus.SqrtRatios] takes.
const MaxRatios = 16

// SqrtRatios is [Modulus.SqrtRatio] for up to MaxRatios elements: it sets z[i] to the root
// of u[i]/v[i] or of i·u[i]/v[i], and square[i] to 1 or 0. z may be u or v. Two take much
// less than twice as long as one, and with vectors eight little longer than three, and sixteen
// much less than twice as long as eight.
func (p Modulus) SqrtRatios(z, u, v []Element, square []int) {
	if len(z) == 1 {
		square[0] = p.SqrtRatio(&z[0], &u[0], &v[0])
		return
	}
	// See SqrtRatio.
	var r, w [MaxRatios]Element
	for i := range z {
		p.startRatio(&r[i], &w[i], &u[i], &v[i])
	}
	if p == P25519 && len(z) > 2 && hasVectors() {
		vectorRootPower(&w, len(z))
	} else {
		for i := 0; i < len(z); i += 2 {
			if i+1 == len(z) {
				p.rootPower(&w[i], &w[i])
			} else {
				p.rootPowerPair((*[2]Element)(w[i:]))
			}
		}
	}
	for i := range z {
		var check Element
		p.Mul(&r[i], &r[i], &w[i])
		p.Sqr(&check, &r[i])
		p.Mul(&check, &check, &v[i])
		square[i] = p.finishRoot(&z[i], &r[i], &check, &u[i])
	}
}

// vectorRootPower sets x[i] for i < n to the power of x[i] that rootPower computes, modulo
// 2^255 - 19.
func vectorRootPower(x *[MaxRatios]Element, n int) {
	var t [16][MaxRatios]Element
	t[0] = *x
	chain := p25519.root
	for i, l := range chain {
		z, x, y := &t[i+1], &t[l.from], &t[l.times]
		if n > MaxRatios/2 {
			vectorSqrNMulPair(z, x, uint64(l.squarings), y)
		} else {
			vectorSqrNMul((*[8]Element)(z[:]), (*[8]Element)(x[:]), uint64(l.squarings), (*[8]Element)(y[:]))
		}
	}
	*x = t[len(chain)]
}
