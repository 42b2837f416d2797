// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import "math/bits"

// A SparseDigit stands for Value·2^Position.
type SparseDigit struct {
	Position uint16
	Value    int8
}

// VarTimeSparseWNAF is [VarTimeWNAF] without the zeros: it writes the digits that
// are not 0 to d, in ascending order of position, and returns their number.
func VarTimeSparseWNAF(d *[129]SparseDigit, k *[4]uint64, w uint) int {
	x := [6]uint64{k[0], k[1], k[2], k[3]}
	mask := uint64(1)<<w - 1
	carry := uint64(0) // what remains is k >> pos, plus carry
	n := 0
	for pos := uint(0); pos <= 256; {
		window := x[pos/64]>>(pos%64) | x[pos/64+1]<<1<<(^pos%64)
		// Where the bits equal the carry the digits are 0 and the carry stays.
		zeros := uint(bits.TrailingZeros64(window ^ -carry))
		pos += zeros
		if zeros > 64-8 {
			continue // fewer than w bits are left in the window
		}
		v := window>>(zeros%64)&mask + carry
		carry = v >> (w - 1)
		d[n] = SparseDigit{uint16(pos), int8(v) - int8(carry)<<w}
		n++
		pos += w
	}
	return n
}
