// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package lattice

import "math/bits"

// bitLen returns the length of x in bits.
func bitLen(x *[4]uint64) int {
	for i := 3; i >= 0; i-- {
		if x[i] != 0 {
			return 64*i + bits.Len64(x[i])
		}
	}
	return 0
}

// window returns ⌊x/2^s⌋ mod 2^64, for -64 < s <= 192.
func window(x *[4]uint64, s int) uint64 {
	if s <= 0 {
		return x[0] << -s
	}
	i, r := s/64, s%64
	w := x[i] >> r
	if r != 0 {
		w |= x[i+1] << (64 - r)
	}
	return w
}

func add(x, y *[4]uint64) (z [4]uint64) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], c = bits.Add64(x[2], y[2], c)
	z[3], _ = bits.Add64(x[3], y[3], c)
	return z
}

func sub(x, y *[4]uint64) (z [4]uint64, b uint64) {
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], b = bits.Sub64(x[1], y[1], b)
	z[2], b = bits.Sub64(x[2], y[2], b)
	z[3], b = bits.Sub64(x[3], y[3], b)
	return z, b
}

// shiftLeft returns 2^d·x mod 2^256, for d < 256.
func shiftLeft(x *[4]uint64, d uint) (z [4]uint64) {
	words, r := int(d/64), d%64
	for i := 3; i >= words; i-- {
		z[i] = x[i-words] << r
		if i > words {
			z[i] |= x[i-words-1] >> 1 >> (63 - r)
		}
	}
	return z
}

// scale returns a·x mod 2^256.
func scale(x *[4]uint64, a uint64) (z [4]uint64) {
	h0, l0 := bits.Mul64(x[0], a)
	h1, l1 := bits.Mul64(x[1], a)
	h2, l2 := bits.Mul64(x[2], a)
	l1, c := bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, _ := bits.Add64(x[3]*a, h2, c)
	return [4]uint64{l0, l1, l2, l3}
}

// difference sets z = a·x - b·y mod 2^256.
func difference(z, x, y *[4]uint64, a, b uint64) {
	s, t := scale(x, a), scale(y, b)
	*z, _ = sub(&s, &t)
}

// sum sets z = a·x + b·y mod 2^256.
func sum(z, x, y *[4]uint64, a, b uint64) {
	s, t := scale(x, a), scale(y, b)
	*z = add(&s, &t)
}
