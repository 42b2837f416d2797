// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package field

import "math"

// lanesFewest returns for how many elements the lanes of vectors are faster than chains beside each other.
func lanesFewest() int { return math.MaxInt }

// octetBits returns how many bits the limbs of so many elements have.
func octetBits(int) uint { return 51 }

// sqrNMul sets z = x^(2^n)·y for the first count elements.
func (z *octets) sqrNMul(count int, x *octets, n uint64, y *octets) {
	z.sqrNMulGeneric(count, x, n, y)
}

// floatsFewest returns for how many elements the lanes of doubles are faster than others.
func floatsFewest() int { return math.MaxInt }

// varTimeSqrNMul is sqrNMul.
func (z *octets) varTimeSqrNMul(count int, x *octets, n uint64, y *octets) {
	z.sqrNMulGeneric(count, x, n, y)
}
