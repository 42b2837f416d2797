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
	var b signs
	b.set(k)
	for j := range CombBlocks {
		index, negative := combDigits(b.from(j*blockBits) & blockMask)
		for s := range d {
			d[s][j] = CombDigit{uint8(index), uint8(negative & 1)}
			index, negative = index>>8, negative>>1
		}
	}
}

// CombRounds is the number of rounds in which eight lanes take the digits of a comb.
const CombRounds = 1 + (CombBlocks-1)/2

// CombLanes holds the digits by round and lane: the columns of block [CombBlock](round, 0) in lanes 0 to 3 and those of
// block CombBlock(round, 1) in lanes 4 to 7, where byte i of Index and bit i of Negative are for lane i.
type CombLanes [CombRounds]struct{ Index, Negative uint64 }

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
	var b signs
	b.set(k)
	const half = (CombRounds - 1) * blockBits // how many bits the blocks of a half have, without the one that comes first
	index, negative := combDigits(b.from(2*half) & blockMask)
	d.set(0, index&(1<<32-1), negative)
	d.setThree(1, b.from(0), b.from(half))
	d.setThree(4, b.from(3*blockBits), b.from(half+3*blockBits))
}

// setThree sets the digits of three rounds, the blocks of which are the bits of low and high.
func (d *CombLanes) setThree(first int, low, high uint64) {
	for i := range 3 {
		index, negative := combDigits(low&blockMask | high&blockMask<<32)
		d.set(first+i, index, negative|negative>>(32-CombColumns))
		low >>= blockBits
		high >>= blockBits
	}
}

// set sets the digits of a round.
func (d *CombLanes) set(round int, index, negative uint64) {
	d[round].Index, d[round].Negative = index, negative&(1<<(2*CombColumns)-1)
}

const (
	blockBits = CombTeeth * CombColumns
	blockMask = 1<<blockBits - 1
)

// signs are the bits b_i of an odd integer k < 2^256 that is the sum of (2b_i - 1)·2^i over i < 260.
type signs [5]uint64

// set sets b to those of k: they are the bits of (k + 2^260 - 1)/2 = (k-1)/2 + 2^259.
func (b *signs) set(k *[4]uint64) {
	b[0] = k[0]>>1 | k[1]<<63
	b[1] = k[1]>>1 | k[2]<<63
	b[2] = k[2]>>1 | k[3]<<63
	b[3] = k[3] >> 1
	b[4] = 1 << (259 - 256)
}

// from returns 64 bits, or those that there are, from bit i on.
func (b *signs) from(i int) uint64 { return b[i/64]>>(i%64) | b[i/64+1]<<(64-i%64) }

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
