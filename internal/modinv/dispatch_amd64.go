// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package modinv

import "secant.example/internal/cpu"

// hasVectors says whether the assembly may run.
func hasVectors() bool { return cpu.X86.V3 }

// divsteps sets f and d to what they are after all division steps for 1/x.
func (m *Modulus) divsteps(f, d *limbs, x *[4]uint64) {
	if !hasVectors() {
		m.divstepsGeneric(f, d, x)
		return
	}
	var v lanes
	v.start(m, x)
	divsteps(&v, &m.constants)
	v.get(f, 0)
	v.get(d, 2)
}

// divstepsVarTime is divsteps in variable time.
func (m *Modulus) divstepsVarTime(f, d *limbs, x *[4]uint64) {
	if hasVectors() {
		var v lanes
		v.start(m, x)
		if divstepsVarTime(&v, &m.constants, varTimeTable()) == 0 {
			v.get(f, 0)
			v.get(d, 2)
			return
		}
		// The low bits of g became zero before g did. This is rare.
	}
	m.divstepsVarTimeGeneric(f, d, x)
}

// jacobi sets s to the effect of all division steps on the Jacobi symbol of x, and returns
// all ones if they end with f = 1 or -1, and 0 otherwise.
func (m *Modulus) jacobi(s *symbol, x *[4]uint64) (unit uint64) {
	if !hasVectors() {
		return m.jacobiGeneric(s, x)
	}
	var v lanes
	v.startJacobi(m, x)
	jacobiSteps(&v, s)
	return v.unitJacobi()
}

// lanes are f, g, d, e as the assembly has them: word 4k+i is limb k, of 30 bits,
// of the i-th of them. The last limbs are signed. The assembly takes numbers of absolute
// value up to 2^270.
type lanes [40]uint64

const (
	laneBits  = 30
	laneLimbs = 9
)

// constants are what the assembly needs of a modulus: -1/m mod 2^30 in the words 2
// and 3, and limb k of m in the four words from 4k + 4 on.
type constants [40]uint64

func (c *constants) set(m *Modulus) {
	c[2] = m.ninv & (1<<laneBits - 1)
	c[3] = c[2]
	for k := range laneLimbs {
		for i := range 4 {
			c[4*k+4+i] = m.m.half(k)
		}
	}
}

// half returns limb k of x in base 2^30.
func (x *limbs) half(k int) uint64 {
	l := x[k/2] >> (laneBits * (k & 1))
	if k < laneLimbs-1 {
		l &= 1<<laneBits - 1
	}
	return l
}

// start sets f = m, g = x, d = 0, e = 1 in zero lanes.
func (v *lanes) start(m *Modulus, x *[4]uint64) {
	const mask = 1<<laneBits - 1
	v[1] = x[0] & mask
	v[5] = x[0] >> 30 & mask
	v[9] = (x[0]>>60 | x[1]<<4) & mask
	v[13] = x[1] >> 26 & mask
	v[17] = (x[1]>>56 | x[2]<<8) & mask
	v[21] = x[2] >> 22 & mask
	v[25] = (x[2]>>52 | x[3]<<12) & mask
	v[29] = x[3] >> 18 & mask
	v[33] = x[3] >> 48
	for k := range laneLimbs {
		v[4*k] = m.constants[4*k+4]
	}
	v[3] = 1
}

// get sets l to the i-th integer.
func (v *lanes) get(l *limbs, i int) {
	for k := range 4 {
		l[k] = v[8*k+i] | v[8*k+4+i]<<laneBits
	}
	l[4] = v[32+i]
}

// For the Jacobi symbol there are ten limbs of 27 bits, and f is not negative at first. startJacobi
// sets f = m, g = x in zero lanes.
func (v *lanes) startJacobi(m *Modulus, x *[4]uint64) {
	for i, n := range [2]*[4]uint64{&m.words, x} {
		for k := range 10 {
			word, shift := 27*k/64, 27*k%64
			l := n[word] >> shift
			if shift > 64-27 && word < 3 {
				l |= n[word+1] << (64 - shift)
			}
			v[4*k+i] = l & (1<<27 - 1)
		}
	}
}

// unitJacobi returns all ones if f is 1 or -1, and 0 otherwise.
func (v *lanes) unitJacobi() uint64 {
	neg := uint64(int64(v[36]) >> 63)
	n := neg & (1<<27 - 1)
	other := (v[0] ^ n ^ 1 ^ neg&1) | (v[36] ^ neg)
	for k := 1; k < 9; k++ {
		other |= v[4*k] ^ n
	}
	return ^uint64(int64(other|-other) >> 63)
}
