// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// MaxRatios is the most that [Modulus.SqrtRatios] takes.
const MaxRatios = 16

// SqrtRatios is [Modulus.SqrtRatio] for up to MaxRatios elements: it sets z[i] to the root
// of u[i]/v[i] or of i·u[i]/v[i], and square[i] to 1 or 0. z may be u or v. Two take much
// less than twice as long as one. Modulo 2^255 - 19 three or more are computed in the lanes of vectors,
// if the CPU has them: with AVX2 eight take less than twice as long as three. With IFMA two are as well, four take
// little longer, and eight and then sixteen less than twice as long as half as many.
func (p Modulus) SqrtRatios(z, u, v []Element, square []int) {
	if len(z) == 1 {
		square[0] = p.SqrtRatio(&z[0], &u[0], &v[0])
		return
	}
	if p == P25519 && len(z) > 2 && len(z) >= lanesFewest() {
		ratiosInLanes(z, u, v, square)
		return
	}
	// See SqrtRatio.
	var r, w [MaxRatios]Element
	for i := range z {
		p.startRatio(&r[i], &w[i], &u[i], &v[i])
	}
	p.rootPowers(w[:len(z)])
	for i := range z {
		var check Element
		p.Mul(&r[i], &r[i], &w[i])
		p.Sqr(&check, &r[i])
		p.Mul(&check, &check, &v[i])
		square[i] = p.finishRoot(&z[i], &r[i], &check, &u[i])
	}
}

// ratiosInLanes is SqrtRatios modulo 2^255 - 19 in the lanes of vectors. See SqrtRatio.
func ratiosInLanes(z, u, v []Element, square []int) {
	const p = P25519
	n := len(z)
	var numerators, denominators, r, i octets
	var t [3]octets
	for j := range z {
		numerators.set(j, &u[j])
		denominators.set(j, &v[j])
		i.set(j, &p25519.i)
	}
	r.sqrNMul(n, &denominators, 1, &denominators)
	t[0].sqrNMul(n, &r, 1, &denominators)
	r.sqrNMul(n, &r, 0, &numerators)
	t[0].sqrNMul(n, &t[0], 0, &numerators)
	rootPowerLanes(&t, n)
	r.sqrNMul(n, &r, 0, &t[1])
	t[0].sqrNMul(n, &r, 1, &denominators)
	t[1].sqrNMul(n, &r, 0, &i)
	t[2].sqrNMul(n, &numerators, 0, &i)
	for j := range z {
		root, check, other, iu := r.get(j), t[0].get(j), t[1].get(j), t[2].get(j)
		square[j] = p.chooseRoot(&z[j], &root, &other, &check, &u[j], &iu)
	}
}

// rootPowerLanes is rootPowers modulo 2^255 - 19, from t[0] to t[1], of the first count elements.
func rootPowerLanes(t *[3]octets, count int) {
	for _, l := range p25519.root {
		t[l.to].sqrNMul(count, &t[l.from], uint64(l.squarings), &t[l.times])
	}
}
