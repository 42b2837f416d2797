// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import (
	"math/bits"
	"slices"

	"secant.example/internal/limbs"
)

// A Digit stands for Value·2^Position times a point, of which a table has the odd
// multiples: Row says which table.
type Digit struct {
	Value    int16 // odd
	Position uint16
	Row      int32
}

// positions is the number of positions that digits of integers below 2^256 have.
const positions = 257

// MaxDigits is the most digits that [VarTimeWNAF] makes with the width w of an integer of so many
// bits: their positions are from 0 to bits, and differ by at least w.
func MaxDigits(bits int, w uint) int { return 1 + bits/int(w) }

// VarTimeWNAF writes any k < 2^256 as a sum of digits in non-adjacent form of width w, for w
// from 2 to 15: each Value is odd with |Value| < 2^(w-1), and any two positions differ by at
// least w. It writes the digits to d, in ascending order of their positions, and returns their
// number. d must have room for [MaxDigits] of them. It takes time that depends on k.
func VarTimeWNAF(d []Digit, k *[4]uint64, w uint) int {
	x := [6]uint64{k[0], k[1], k[2], k[3]}
	mask := uint64(1)<<(w%64) - 1
	carry := uint64(0) // what remains is k >> pos, plus carry
	n := 0
	for pos := uint(0); pos < positions; {
		window := x[pos/64]>>(pos%64) | x[pos/64+1]<<1<<(^pos%64)
		for left := uint(64); ; { // bits in the window
			// Where the bits equal the carry the digits are 0 and the carry stays.
			zeros := uint(bits.TrailingZeros64(window ^ -carry))
			if zeros+w > left { // fewer than w bits are left after these
				pos += min(zeros, left)
				break
			}
			window >>= zeros % 64
			v := window&mask + carry
			carry = v >> ((w - 1) % 64)
			d[n] = Digit{Value: int16(v - carry<<(w%64)), Position: uint16(pos + zeros)}
			n++
			window >>= w % 64
			left -= zeros + w
			pos += zeros + w
		}
	}
	return n
}

// A VarTimeSchedule puts the digits of several multipliers into the order in which they are
// added: the multipliers share their doublings, so those of the highest weight come first. It
// keeps the counts, and its callers keep the digits, which may be on their stacks. The zero
// value is ready for use. All of it is variable-time.
type VarTimeSchedule struct {
	counts [positions]int32 // of the digits at each position
	top    int              // no digit has this position or a higher one
}

// Append appends the digits of k, or of -k if negate is 1, in non-adjacent form of width w, to
// digits and returns the result. Those of the positions from j·step on belong to the table row + j
// and to the position less j·step: it has the multiples of 2^(j·step) times the point.
func (s *VarTimeSchedule) Append(digits []Digit, k *[4]uint64, negate, row int, w uint, step int) []Digit {
	n := len(digits)
	digits = slices.Grow(digits, MaxDigits(limbs.BitLen(k), w))
	digits = digits[:n+VarTimeWNAF(digits[n:cap(digits)], k, w)]
	added := digits[n:]
	if len(added) == 0 {
		return digits
	}
	s.top = max(s.top, min(step, int(added[len(added)-1].Position)+1))
	sign, low := -int16(negate), 0
	for i := range added {
		d := &added[i]
		for int(d.Position)-low >= step {
			low += step
			row++
		}
		d.Value, d.Position, d.Row = (d.Value^sign)-sign, d.Position-uint16(low), int32(row)
		s.counts[d.Position]++
	}
	return digits
}

// Sort writes the digits, which must be all that were appended, to sorted, the highest
// positions first, and returns that part of sorted. Then s is as new.
func (s *VarTimeSchedule) Sort(sorted, digits []Digit) []Digit {
	// The counts become the indexes of the first digits of the positions.
	index, counts := int32(0), s.counts[:s.top]
	for i := len(counts) - 1; i >= 0; i-- {
		count := counts[i]
		counts[i] = index
		index += count
	}
	for _, d := range digits {
		at := &counts[d.Position]
		sorted[*at] = d
		*at++
	}
	clear(counts)
	s.top = 0
	return sorted[:len(digits)]
}

// Odd returns the index of the digit's multiple in the table q, 3q, 5q, ..., and whether its
// sign is to be changed, 1 or 0.
func (d Digit) Odd() (index int, negative uint32) {
	sign := d.Value >> 15
	return int(uint16(d.Value^sign) / 2), uint32(sign & 1) // |Value|/2, because Value is odd
}
