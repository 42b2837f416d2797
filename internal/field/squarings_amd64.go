// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package field

import "secant.example/internal/cpu"

// squarings sets z = x^(2^n), for n >= 1.
const fewestInLimbs = 3

func squarings(z, x *Element, n, fold uint64) {
	switch {
	case fold < 1<<16 && cpu.X86.V3 && (Modulus(fold) != P25519 || n < fewestInLimbs):
		sqrN255(z, x, n, fold)
	case Modulus(fold) == P25519 && cpu.X86.V3:
		sqrN25519(z, x, n)
	default:
		sqrN(z, x, n, fold)
	}
}
