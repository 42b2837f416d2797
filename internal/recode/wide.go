// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import "math/bits"

// A WideDigit stands for Value·2^Position.
type WideDigit struct{ Position, Value int16 }

// VarTimeWideWNAF is [VarTimeSparseWNAF] for w from 2 to 15 and k < 2^192: it writes the
// digits that are not 0, odd and below 2^(w-1) in absolute value, to d, in ascending order of
// position, and returns their number.
func VarTimeWideWNAF(d *[97]WideDigit, k *[3]uint64, w uint) int {
	x := [5]uint64{k[0], k[1], k[2]}
	mask := uint64(1)<<w - 1
	carry := uint64(0) // what remains is k >> pos, plus carry
	n := 0
	for pos := uint(0); pos <= 192; {
		window := x[pos/64]>>(pos%64) | x[pos/64+1]<<1<<(^pos%64)
		// Where the bits equal the carry the digits are 0 and the carry stays.
		zeros := uint(bits.TrailingZeros64(window ^ -carry))
		pos += zeros
		if zeros > 64-15 {
			continue // fewer than w bits are left in the window
		}
		v := window>>(zeros%64)&mask + carry
		carry = v >> (w - 1)
		d[n] = WideDigit{int16(pos), int16(v) - int16(carry)<<w}
		n++
		pos += w
	}
	return n
}
