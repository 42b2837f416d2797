// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package modinv

import "math/bits"

// InvVarTime is Inv in variable time: it depends on x, which must not be secret.
func (m *Modulus) InvVarTime(z, x *[4]uint64) {
	var s state
	m.start(&s, x)
	zeta := int64(-1)
	var t matrix
	for {
		zeta = t.divstepsVarTime(zeta, s.f[0]|s.f[1]<<limbBits, s.g[0]|s.g[1]<<limbBits)
		if s.lastVarTime(&t) {
			break
		}
		s.updateFG(&t)
		s.updateDE(&t, m)
	}
	m.finish(z, &s, &t)
}

// lastVarTime reports whether q f + r g = 0, so that the batch with the matrix t
// is the last one.
func (s *state) lastVarTime(t *matrix) bool {
	// Modulo 2^64 first, where almost all other values differ.
	if uint64(t.q)*(s.f[0]|s.f[1]<<limbBits)+uint64(t.r)*(s.g[0]|s.g[1]<<limbBits) != 0 {
		return false
	}
	n := *s
	n.updateFG(t)
	return n.g == [5]uint64{}
}

// divstepsVarTime is divsteps in variable time.
//
// With delta <= 0 the next -delta + 1 steps add a multiple of f to g
// without exchanging them, and the sum of these multiples is the w that makes
// g + w f divisible by the corresponding power of two. With delta > 0 and g odd, the step
// is the one for (-delta, g, -f).
func (t *matrix) divstepsVarTime(zeta int64, f, g uint64) int64 {
	u, v, q, r := uint64(1), uint64(0), uint64(0), uint64(1)
	left := uint(limbBits)
	for {
		// Steps with g even. The bit at left stops the count.
		n := uint(bits.TrailingZeros64(g | 1<<left))
		g >>= n & 63
		u <<= n & 63
		v <<= n & 63
		zeta -= int64(n)
		left -= n
		if left == 0 {
			break
		}
		if zeta < 0 {
			zeta = ^zeta
			f, g = g, -f
			u, q = q, -u
			v, r = r, -v
		}
		// Now zeta = -delta - 1/2 >= 0 and zeta + 1 steps keep f.
		k := min(uint(zeta)+1, left, 6)
		// f (f^2 - 2) = -1/f mod 2^6
		w := f * g * (f*f - 2) & (1<<k - 1)
		g += f * w
		q += u * w
		r += v * w
	}
	t.u, t.v, t.q, t.r = int64(u), int64(v), int64(q), int64(r)
	return zeta
}
