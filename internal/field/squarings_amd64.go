// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package field

import "secant.example/internal/cpu"

// fewestInLimbs is how many squarings modulo 2^255 - 19 are worth splitting an element into limbs.
const fewestInLimbs = 3

// squarings sets z = x^(2^n), for n >= 1.
func squarings(z, x *Element, n, fold uint64) {
	switch {
	case !cpu.X86.V3 || fold >= 1<<16:
		sqrN(z, x, n, fold)
	case Modulus(fold) == P25519 && n >= fewestInLimbs:
		sqrN25519(z, x, n)
	default:
		sqrN255(z, x, n, fold)
	}
}
