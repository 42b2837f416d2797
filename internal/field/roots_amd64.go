// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package field

import (
	"math"

	"secant.example/internal/cpu"
)

// lanesFewest returns for how many elements the lanes of vectors are faster than chains beside each other, as it was
// measured.
func lanesFewest() int {
	switch {
	case cpu.X86.IFMA:
		return 2
	case cpu.X86.V3:
		return 3
	}
	return math.MaxInt
}

// octetBits returns how many bits the limbs of so many elements have.
func octetBits(count int) uint {
	if cpu.X86.IFMA && count > OctetCount {
		return 52 // octetSqrNMulPair
	}
	return 51
}

// sqrNMul sets z = x^(2^n)·y for the first count elements.
func (z *octets) sqrNMul(count int, x *octets, n uint64, y *octets) {
	switch {
	case cpu.X86.IFMA && count > 8:
		octetSqrNMulPair((*[2]LaneOctet)(z), (*[2]LaneOctet)(x), n, (*[2]LaneOctet)(y))
		return
	case cpu.X86.IFMA && count > 4:
		octetSqrNMul(&z[0], &x[0], n, &y[0])
		return
	case cpu.X86.IFMA:
		octetSqrNMulHalf(&z[0], &x[0], n, &y[0])
		return
	case !cpu.X86.V3:
		z.sqrNMulGeneric(count, x, n, y)
		return
	}
	var words [len(integers{}) + alignment - 1]uint64
	memory := (*integers)(cpu.Aligned(words[:], alignment))
	for i := 0; 8*i < count; i++ {
		if count <= 8*i+4 {
			quadSqrNMul(&z[i], &x[i], n, &y[i], memory)
		} else {
			quadSqrNMulPair(&z[i], &x[i], n, &y[i], memory)
		}
	}
}

// floatsFewest returns for how many elements the lanes of doubles are faster than others, as it was measured.
func floatsFewest() int {
	if cpu.X86.V3 && !cpu.X86.IFMA {
		return 5
	}
	return math.MaxInt
}

// varTimeSqrNMul is sqrNMul with doubles, where more than four elements are in an octet.
func (z *octets) varTimeSqrNMul(count int, x *octets, n uint64, y *octets) {
	if count < floatsFewest() {
		z.sqrNMul(count, x, n, y)
		return
	}
	var words [len(integers{}) + alignment - 1]uint64
	memory := cpu.Aligned(words[:], alignment)
	for i := 0; 8*i < count; i++ {
		if count <= 8*i+4 {
			quadSqrNMul(&z[i], &x[i], n, &y[i], (*integers)(memory))
		} else {
			floatSqrNMul(&z[i], &x[i], n, &y[i], (*floats)(memory))
		}
	}
}

// Local memory of quadSqrNMul, and of floatSqrNMul. A routine's own cannot be aligned to 32 bytes, which
// makes a root take a quarter less time.
type (
	integers [(4*10*32 + 12*32) / 8]uint64
	floats   [4 * 5 * 32 / 8]uint64
)

// alignment is that of vectors, in words.
const alignment = 32 / 8
