// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package modinv

import "sync"

// InvVarTime is Inv in variable time: it depends on x, which must not be secret.
func (m *Modulus) InvVarTime(z, x *[4]uint64) {
	var f, d limbs
	m.divstepsVarTime(&f, &d, x)
	m.finish(z, &f, &d)
}

func (m *Modulus) divstepsVarTimeGeneric(f, d *limbs, x *[4]uint64) {
	var s [2]state
	s[0].start(m, x)
	zeta := int64(-1)
	tab := varTimeTable()
	var t matrix
	for i := 0; ; i ^= 1 {
		zeta = t.divstepsVarTime(zeta, &s[i], tab)
		s[i^1].updateFG(&s[i], &t)
		s[i^1].updateDE(&s[i], &t, m)
		if s[i^1].g == (limbs{}) {
			*f, *d = s[i^1].f, s[i^1].d
			return
		}
	}
}

// divstepsVarTime is divsteps in variable time, six steps at once with a table.
func (t *matrix) divstepsVarTime(zeta int64, s *state, tab *table) int64 {
	f, g := s.f[0]|s.f[1]<<limbBits, s.g[0]|s.g[1]<<limbBits
	u, v, q, r := uint64(1), uint64(0), uint64(0), uint64(1)
	for range limbBits / tableSteps {
		// f (2 - f^2) = 1/f mod 2^6.
		h := g * f * (2 - f*f)
		e := &tab[min(max(zeta, -tableSteps), tableSteps-1)+tableSteps][h%(1<<tableSteps)]
		eu, ev, eq, er := uint64(e.u), uint64(e.v), uint64(e.q), uint64(e.r)
		zeta = (zeta ^ int64(e.sign)) + int64(e.add)
		f, g = (eu*f+ev*g)>>tableSteps, (eq*f+er*g)>>tableSteps
		u, q = eu*u+ev*q, eq*u+er*q
		v, r = eu*v+ev*r, eq*v+er*r
	}
	t.u, t.v, t.q, t.r = int64(u), int64(v), int64(q), int64(r)
	return zeta
}

const tableSteps = 6

// A table has the effect of six divsteps for each pair of zeta, clamped to
// [-6, 5], and h = g/f mod 2^6.
//
// These two determine it: a step takes h to (h + (h mod 2))/2 or, if it exchanges
// f and g, to (1 - 1/h)/2, so the parity of g in each step follows from the first
// h. With zeta >= 5 there is no exchange in six steps, and with zeta <= -6 there
// is one at the first odd g and no other, whatever zeta is.
type table [2 * tableSteps][1 << tableSteps]entry

// An entry has the matrix of six steps times 2^6, and the new zeta as (zeta ^ sign) + add.
type entry struct {
	u, v, q, r, sign, add int8
	_                     [2]int8
}

var varTimeTable = sync.OnceValue(func() *table {
	t := new(table)
	for i := range t {
		for h := range t[i] {
			zeta0 := i - tableSteps
			zeta, f, g := zeta0, 1, h
			e := entry{u: 1, r: 1}
			for range tableSteps {
				if g&1 == 1 && zeta < 0 {
					f, g = g, g-f
					e.u, e.v, e.q, e.r = e.q, e.r, e.q-e.u, e.r-e.v
					zeta, e.sign = ^zeta, ^e.sign
				} else if g&1 == 1 {
					g += f
					e.q, e.r = e.q+e.u, e.r+e.v
				}
				g >>= 1
				e.u, e.v = 2*e.u, 2*e.v
				zeta--
			}
			e.add = int8(zeta - (zeta0 ^ int(e.sign)))
			t[i][h] = e
		}
	}
	return t
})
