// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import (
	"math/bits"
	"slices"

	"secant.example/internal/limbs"
)

// A Digit stands for an odd number times 2^Position times a point, of which a table has the odd
// multiples: Row says which table, and Odd which multiple. It is one word, which is fast to sort.
type Digit uint64 // from bit 0 on: if the sign is to be changed; the multiple (15); Position (16); Row (32)

// Odd returns the index of the digit's multiple in the table q, 3q, 5q, ..., and whether its
// sign is to be changed, 1 or 0.
func (d Digit) Odd() (index int, negative uint32) { return int(uint16(d) / 2), uint32(d & 1) }

// Position returns the logarithm of the weight.
func (d Digit) Position() uint16 { return uint16(d >> 16) }

// Row returns the number of the table.
func (d Digit) Row() int { return int(d >> 32) }

// positions is the number of positions that digits of integers below 2^256 have.
const positions = 257

// MaxDigits is the most digits of width w that an integer of so many bits has: their positions are
// from 0 to bits, and differ by at least w.
func MaxDigits(bits int, w uint) int { return 1 + bits/int(w) }

// A VarTimeSchedule puts the digits of several multipliers into the order in which they are
// added: the multipliers share their doublings, so those of the highest weight come first. It
// keeps the counts, and its callers keep the digits, which may be on their stacks. The zero
// value is ready for use. All of it is variable-time.
type VarTimeSchedule struct {
	counts [positions]int32 // of the digits at each position
	top    int              // no digit has this position or a higher one
}

// Append appends the digits of k, or of -k if negate is 1, for any k < 2^256, in non-adjacent form of
// width w, for w from 2 to 15, to digits and returns the result: each is an odd v·2^position with
// |v| < 2^(w-1), and any two positions differ by at least w. Those of the positions from j·step on belong
// to the table row + j and to the position less j·step: it has the multiples of 2^(j·step) times the point.
func (s *VarTimeSchedule) Append(digits []Digit, k *[4]uint64, negate, row int, w uint, step int) []Digit {
	n := len(digits)
	digits = slices.Grow(digits, MaxDigits(limbs.BitLen(k), w))
	digits = digits[:cap(digits)]
	x := [6]uint64{k[0], k[1], k[2], k[3]}
	mask := uint64(1)<<(w%64) - 2
	// What remains to be written is k >> pos, or 1 more than that, which is minus its complement: then
	// the digits of the complement are written, with the other sign. All bits of sign are 1 if it is
	// changed, and flip is what it is where nothing is complemented.
	flip := -uint64(negate)
	sign := flip
	low, next := uint(0), uint(step)
	table := uint64(row) << 32
	for pos := uint(0); pos < positions; {
		window := x[pos/64]>>(pos%64) | x[pos/64+1]<<1<<(^pos%64)
		window ^= sign ^ flip
		for end := pos + 64 - w; ; { // of the positions of digits that are in the window
			zeros := uint(bits.TrailingZeros64(window))
			pos += zeros
			if pos > end { // fewer than w bits are left after these
				pos = min(pos, end+w)
				break
			}
			window >>= zeros % 64
			// The digit is what w bits are in two's complement. If it is negative, 1 more remains.
			complement := uint64(int64(window<<((64-w)%64)) >> 63)
			sign ^= complement
			for pos >= next {
				low, next = next, next+uint(step)
				table += 1 << 32
			}
			digits[n] = Digit((window^complement)&mask | sign&1 | uint64(pos-low)<<16 | table)
			s.counts[pos-low]++
			n++
			window = window>>(w%64) ^ complement
			pos += w
		}
	}
	switch {
	case low > 0:
		s.top = max(s.top, step)
	case n > 0:
		s.top = max(s.top, 1+int(digits[n-1].Position()))
	}
	return digits[:n]
}

// Counts returns how many of the digits have each position, for all positions up to the highest one. It is valid until the next call.
func (s *VarTimeSchedule) Counts() []int32 { return s.counts[:s.top] }

// Reset makes s as new.
func (s *VarTimeSchedule) Reset() {
	clear(s.counts[:s.top])
	s.top = 0
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
		at := &counts[d.Position()]
		sorted[*at] = d
		*at++
	}
	s.Reset()
	return sorted[:len(digits)]
}
