// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// MaxRatios is the most that [Modulus.SqrtRatios] and [Modulus.VarTimeSqrtRatios] take.
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

// VarTimeSqrtRatios is [Modulus.SqrtRatios] of public elements, in variable time: modulo 2^255 - 19, on a CPU with AVX2
// and no IFMA, five and more are computed in lanes of doubles.
func (p Modulus) VarTimeSqrtRatios(z, u, v []Element, square []int) {
	if p != P25519 || len(z) < floatsFewest() {
		p.SqrtRatios(z, u, v, square)
		return
	}
	var l ratioLanes
	l.start(u, v)
	varTimeRootPowerLanes(&l.t, len(z))
	l.finish(z, u, square)
}

// ratiosInLanes is SqrtRatios modulo 2^255 - 19 in the lanes of vectors.
func ratiosInLanes(z, u, v []Element, square []int) {
	var l ratioLanes
	l.start(u, v)
	rootPowerLanes(&l.t, len(z))
	l.finish(z, u, square)
}

// ratioLanes are what SqrtRatios computes in the lanes of vectors: see SqrtRatio.
type ratioLanes struct {
	numerators, denominators, r, i octets
	t                              [3]octets // the places of the chain
}

// start sets r, and place 0 to what the power is of.
func (l *ratioLanes) start(u, v []Element) {
	n := len(u)
	bits := octetBits(n)
	for j := range u {
		l.numerators.set(j, &u[j], bits)
		l.denominators.set(j, &v[j], bits)
		l.i.set(j, &p25519.i, bits)
	}
	l.r.sqrNMul(n, &l.denominators, 1, &l.denominators)
	l.t[0].sqrNMul(n, &l.r, 1, &l.denominators)
	l.r.sqrNMul(n, &l.r, 0, &l.numerators)
	l.t[0].sqrNMul(n, &l.t[0], 0, &l.numerators)
}

// finish chooses roots, given the power in place 1.
func (l *ratioLanes) finish(z, u []Element, square []int) {
	const p = P25519
	n := len(z)
	l.r.sqrNMul(n, &l.r, 0, &l.t[1])
	l.t[0].sqrNMul(n, &l.r, 1, &l.denominators)
	l.t[1].sqrNMul(n, &l.r, 0, &l.i)
	l.t[2].sqrNMul(n, &l.numerators, 0, &l.i)
	bits := octetBits(n)
	for j := range z {
		root, check, other, iu := l.r.get(j, bits), l.t[0].get(j, bits), l.t[1].get(j, bits), l.t[2].get(j, bits)
		square[j] = p.chooseRoot(&z[j], &root, &other, &check, &u[j], &iu)
	}
}

// rootPowerLanes is rootPowers modulo 2^255 - 19, from t[0] to t[1], of the first count elements.
func rootPowerLanes(t *[3]octets, count int) {
	for _, l := range p25519.root {
		t[l.to].sqrNMul(count, &t[l.from], uint64(l.squarings), &t[l.times])
	}
}

// varTimeRootPowerLanes is rootPowerLanes with doubles.
func varTimeRootPowerLanes(t *[3]octets, count int) {
	for _, l := range p25519.root {
		t[l.to].varTimeSqrNMul(count, &t[l.from], uint64(l.squarings), &t[l.times])
	}
}
