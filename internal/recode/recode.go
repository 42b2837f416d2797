// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package recode writes scalars, given as four little-endian 64-bit limbs, with
// signed digits. It is constant-time, except for the functions whose names
// have VarTime in them.
package recode

import "math/bits"

// Signed16 writes k < 2^255 as the sum of d[i] 16^i, with -8 <= d[i] <= 7 for
// i < 63 and 0 <= d[63] <= 8.
//
// Adding 8 16^i for each i < 63 to k makes a number, below 2^255 + 2^252, whose
// base-16 digits are d[i] + 8, and the last one d[63].
func Signed16(d *[64]int8, k *[4]uint64) {
	const eights = 0x8888888888888888
	x0, c := bits.Add64(k[0], eights, 0)
	x1, c := bits.Add64(k[1], eights, c)
	x2, c := bits.Add64(k[2], eights, c)
	x3, _ := bits.Add64(k[3], eights>>4, c)
	for i := range 16 {
		d[i] = int8(x0&15) - 8
		d[16+i] = int8(x1&15) - 8
		d[32+i] = int8(x2&15) - 8
		d[48+i] = int8(x3&15) - 8
		x0, x1, x2, x3 = x0>>4, x1>>4, x2>>4, x3>>4
	}
	d[63] += 8
}

// Signed32 writes any k < 2^256 as the sum of d[i] 32^i, with -15 <= d[i] <= 16
// for i < 51 and 0 <= d[51] <= 2.
//
// Adding 15 32^i for each i < 51 to k makes a number, below 2^256 + 2^254, whose
// base-32 digits are d[i] + 15, and the last one d[51].
func Signed32(d *[52]int8, k *[4]uint64) {
	x0, c := bits.Add64(k[0], 0xf7bdef7bdef7bdef, 0) // the sum of 15 32^i for i < 51
	x1, c := bits.Add64(k[1], 0xef7bdef7bdef7bde, c)
	x2, c := bits.Add64(k[2], 0xdef7bdef7bdef7bd, c)
	x3, c := bits.Add64(k[3], 0x3def7bdef7bdef7b, c)
	// Twelve digits each in y0, ..., y3, and four in y4.
	y0 := x0
	y1 := x0>>60 | x1<<4
	y2 := x1>>56 | x2<<8
	y3 := x2>>52 | x3<<12
	y4 := x3>>48 | c<<16
	for i := range 12 {
		d[i] = int8(y0&31) - 15
		d[12+i] = int8(y1&31) - 15
		d[24+i] = int8(y2&31) - 15
		d[36+i] = int8(y3&31) - 15
		y0, y1, y2, y3 = y0>>5, y1>>5, y2>>5, y3>>5
	}
	d[48] = int8(y4&31) - 15
	d[49] = int8(y4>>5&31) - 15
	d[50] = int8(y4>>10&31) - 15
	d[51] = int8(y4 >> 15)
}

// A Booth has the digits of an integer k, below 2^(width·n - 1) for n of them: k is the sum of ±magnitude·2^(width·i), where
// magnitude <= 2^(width-1).
//
// As Booth found, each window of bits may count its highest bit negatively, and the highest one of the window below once
// more: that makes 2^(width·i) - 2^(width·i - 1) of it, there.
type Booth [8]uint64 // 2k, so that a window has the bit below it

// NewBooth returns the digits of k.
func NewBooth(k *[4]uint64) Booth {
	return Booth{k[0] << 1, k[1]<<1 | k[0]>>63, k[2]<<1 | k[1]>>63, k[3]<<1 | k[2]>>63, k[3] >> 63}
}

// Digit returns the magnitude of digit i, and 1 for negative if its sign is -, for width·(i + 1) <= 384.
func (b *Booth) Digit(i, width uint) (magnitude, negative uint64) {
	window := WindowAt((*[8]uint64)(b), i*width)
	negative = window >> width & 1
	// With the window w below 2^(width+1), (w + 1)/2 is the digit, or 2^width more.
	return ((window^-negative)&(1<<width-1) + 1) >> 1, negative
}

// Odd has the bits b_i of an odd number, the sum of (2·b_i - 1)·2^i.
type Odd [8]uint64

// Digit returns the magnitude 2·index + 1, and 1 for negative if its sign is -, of what the bits from position at on
// stand for, for at + width <= 384.
func (b *Odd) Digit(at, width uint) (index, negative uint64) {
	window := WindowAt((*[8]uint64)(b), at)
	negative = window>>(width-1)&1 ^ 1
	return (window ^ -negative) & (1<<(width-1) - 1), negative
}

// WindowAt returns the 64 bits of b from position at on.
func WindowAt(b *[8]uint64, at uint) uint64 {
	return b[at/64%8]>>(at%64) | b[(at/64+1)%8]<<1<<(^at%64)
}

// Bits8 returns the number whose bit j is b[j], which are 0 or 1.
func Bits8(b *[8]uint64) uint64 {
	return b[0] | b[1]<<1 | b[2]<<2 | b[3]<<3 | b[4]<<4 | b[5]<<5 | b[6]<<6 | b[7]<<7
}
