// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import "encoding/binary"

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
	b := combBits(k)
	for j := range CombBlocks {
		index, negative := combDigits(b.block(j))
		for s := range d {
			d[s][j] = CombDigit{uint8(index), uint8(negative & 1)}
			index, negative = index>>8, negative>>1
		}
	}
}

// CombRounds is the number of rounds in which eight lanes take the digits of a comb.
const CombRounds = 1 + (CombBlocks-1)/2

// CombLanes holds the digits by round and lane: the columns of block [CombBlock](round, 0) in lanes 0 to 3 and those of
// block CombBlock(round, 1) in lanes 4 to 7, where bit i of Negative is for lane i.
type CombLanes [CombRounds]struct {
	Index    [2 * CombColumns]uint8
	Negative uint64
}

// CombBlock returns the block that the lanes of a half, 0 or 1, take in a round, or -1 for none, where digits are 0.
func CombBlock(round, half int) int {
	switch {
	case round > 0:
		return round - 1 + half*(CombRounds-1)
	case half == 0:
		return CombBlocks - 1
	}
	return -1
}

// CombInLanes is [Comb] for lanes.
func CombInLanes(d *CombLanes, k *[4]uint64) {
	b := combBits(k)
	for round := range d {
		low, high := CombBlock(round, 0), CombBlock(round, 1)
		w := b.block(low)
		if high >= 0 {
			w |= b.block(high) << 32
		}
		index, negative := combDigits(w)
		if high < 0 {
			index, negative = index&(1<<32-1), negative&(1<<32-1)
		}
		binary.LittleEndian.PutUint64(d[round].Index[:], index)
		d[round].Negative = (negative | negative>>(32-CombColumns)) & 0xff
	}
}

// signs are the bits b_i of an odd integer k < 2^256 that is the sum of (2b_i - 1)·2^i over i < 260.
type signs [5]uint64

// combBits returns those of k: they are the bits of (k + 2^260 - 1)/2 = (k-1)/2 + 2^259.
func combBits(k *[4]uint64) (b signs) {
	for i := range 3 {
		b[i] = k[i]>>1 | k[i+1]<<63
	}
	b[3] = k[3] >> 1
	b[4] = 1 << (259 - 256)
	return b
}

// block returns the bits of block j.
func (b *signs) block(j int) uint64 {
	const width = CombTeeth * CombColumns
	at := width * j
	w := b[at/64] >> (at % 64)
	if at%64 > 64-width {
		w |= b[at/64+1] << (64 - at%64)
	}
	return w & (1<<width - 1)
}

// combDigits returns the digits of a block, and of another one whose bits are those of w from 32 on: byte s of index is the
// Index of column s, and bit s of negative its Negative, and those of the other block come from bit 32 on.
func combDigits(w uint64) (index, negative uint64) {
	const each = 15 * (1 | 1<<32) // the four bits of a tooth, which are those of the columns
	negative = ^w >> 16 & each
	w ^= negative * 0x1111
	return spread(w&each) | spread(w>>4&each)<<1 | spread(w>>8&each)<<2 | spread(w>>12&each)<<3, negative
}

// spread returns x with bit s < 4 at bit 8s, and bit 32 + s at 32 + 8s.
func spread(x uint64) uint64 { return x * (1 | 1<<7 | 1<<14 | 1<<21) & 0x0101010101010101 }
