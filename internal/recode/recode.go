// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package recode writes scalars as digits for multiplication algorithms.
package recode

// Signed16 sets d to the digits of k < 2^255 in base 16: k is the sum of
// d_i·16^i, with -8 <= d_i < 8 for i < 63, and 0 <= d_63 <= 8. It is
// constant-time.
func Signed16(d *[64]int8, k *[4]uint64) {
	var carry int8
	for i := range 63 {
		v := int8(k[i/16]>>(4*(i%16))&15) + carry
		carry = (v + 8) >> 4
		d[i] = v - carry<<4
	}
	d[63] = int8(k[3]>>60) + carry
}

// VarTimeWNAF sets d to the digits of k in the non-adjacent form of width w, for
// 2 <= w <= 8: k is the sum of d_i·2^i, each d_i is zero or odd with
// |d_i| < 2^(w-1), and of any w consecutive digits at most one is not zero. It
// returns the number of digits up to the highest that is not zero, in variable
// time.
func VarTimeWNAF(d *[257]int8, k *[4]uint64, w uint) int {
	*d = [257]int8{}
	n, carry := 0, 0
	for i := 0; i < len(d); {
		// The bits from i on, plus the carry that the digits so far owe.
		var bits uint64
		if i < 256 {
			bits = k[i/64] >> (i % 64)
			if i/64 < 3 {
				bits |= k[i/64+1] << (64 - i%64)
			}
		}
		v := int(bits&(1<<w-1)) + carry
		if v&1 == 0 {
			i++ // the carry, if any, goes on
			continue
		}
		carry = v >> (w - 1)
		if carry == 1 {
			v -= 1 << w
		}
		d[i] = int8(v)
		n = i + 1
		i += int(w)
	}
	return n
}
