// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package limbs is arithmetic with non-negative integers of four 64-bit limbs, least significant
// first, as scalars have them when they are taken apart. All of it is constant-time but BitLen,
// Window and ShiftLeft, whose time depends on the number of bits.
package limbs

import (
	"encoding/binary"
	"math/bits"
)

// BitLen returns the length of x in bits.
func BitLen(x *[4]uint64) int {
	for i := 3; i >= 0; i-- {
		if x[i] != 0 {
			return 64*i + bits.Len64(x[i])
		}
	}
	return 0
}

// Clamped returns the little-endian integer b, clamped as in RFC 7748, section 5, and RFC 8032, section 5.1.5: bits 0 to 2 and 255
// are cleared, and bit 254 is set.
func Clamped(b *[32]byte) [4]uint64 {
	return [4]uint64{
		binary.LittleEndian.Uint64(b[0:]) &^ 7,
		binary.LittleEndian.Uint64(b[8:]),
		binary.LittleEndian.Uint64(b[16:]),
		binary.LittleEndian.Uint64(b[24:])&(1<<63-1) | 1<<62,
	}
}

// Window returns ⌊x/2^s⌋ mod 2^64, for -64 < s <= 192.
func Window(x *[4]uint64, s int) uint64 {
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

// Add returns x + y mod 2^256.
func Add(x, y *[4]uint64) (z [4]uint64) {
	var c uint64
	z[0], c = bits.Add64(x[0], y[0], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[2], c = bits.Add64(x[2], y[2], c)
	z[3], _ = bits.Add64(x[3], y[3], c)
	return z
}

// Sub returns x - y mod 2^256 and the borrow, 1 if x < y.
func Sub(x, y *[4]uint64) (z [4]uint64, b uint64) {
	z[0], b = bits.Sub64(x[0], y[0], 0)
	z[1], b = bits.Sub64(x[1], y[1], b)
	z[2], b = bits.Sub64(x[2], y[2], b)
	z[3], b = bits.Sub64(x[3], y[3], b)
	return z, b
}

// ShiftLeft returns 2^d·x mod 2^256, for d < 256.
func ShiftLeft(x *[4]uint64, d uint) (z [4]uint64) {
	words, r := int(d/64), d%64
	for i := 3; i >= words; i-- {
		z[i] = x[i-words] << r
		if i > words {
			z[i] |= x[i-words-1] >> 1 >> (63 - r)
		}
	}
	return z
}
