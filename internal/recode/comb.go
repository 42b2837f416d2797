// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

// The comb of the fixed-base multiplications: 13 blocks of 5 teeth, 4 positions
// apart, so that block j and column s hold the bits 20j + s + 4t of a number of
// 260 bits, for t = 0..4.
const (
	CombBlocks  = 13
	CombTeeth   = 5
	CombColumns = 4
)

// A CombDigit stands for the sum of ±2^(20j + s + 4t) over the teeth t = 0..4:
// the sign of tooth t < 4 is + if bit t of Index is 1, that of tooth 4 is +, and
// Negative, 0 or 1, changes all five.
type CombDigit struct{ Index, Negative uint8 }

// CombDigits holds the digits by column and block.
type CombDigits [CombColumns][CombBlocks]CombDigit

// Comb writes the odd integer k < 2^256 as a sum of 260 terms ±2^i, grouped into
// digits.
func Comb(d *CombDigits, k *[4]uint64) {
	// k is the sum of (2b_i - 1)·2^i over i < 260, where the b_i are the bits of
	// (k + 2^260 - 1)/2 = (k-1)/2 + 2^259.
	var b [5]uint64
	for i := range 3 {
		b[i] = k[i]>>1 | k[i+1]<<63
	}
	b[3] = k[3] >> 1
	b[4] = 1 << (259 - 256)

	const width = CombTeeth * CombColumns
	for j := range CombBlocks {
		at := width * j
		w := b[at/64] >> (at % 64)
		if at%64 > 64-width {
			w |= b[at/64+1] << (64 - at%64)
		}
		for s := range CombColumns {
			v := w >> s
			index := v&1 | v>>3&2 | v>>6&4 | v>>9&8
			negative := v>>16&1 ^ 1
			d[s][j] = CombDigit{uint8(index^-negative) & 15, uint8(negative)}
		}
	}
}
