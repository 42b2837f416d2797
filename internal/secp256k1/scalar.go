// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math/bits"

	"secant.example/internal/scalar"
)

// sub256 returns x - y mod 2^256 and the borrow.
func sub256(x, y *[4]uint64) (z [4]uint64, borrow uint64) {
	for i := range z {
		z[i], borrow = bits.Sub64(x[i], y[i], borrow)
	}
	return z, borrow
}

// IsHigh returns 1 if x, in [0, n), is above n/2, and 0 otherwise.
func IsHigh(x *scalar.Scalar) int {
	l := x.Limbs()
	_, borrow := sub256(&halfOrder, &l)
	return int(borrow)
}

// CondNegate sets z = -x mod n if cond is 1, and z = x if cond is 0. cond must be one of
// the two.
func CondNegate(z, x *scalar.Scalar, cond int) {
	var minus scalar.Scalar
	n.Neg(&minus, x)
	z.Select(&minus, x, cond)
}
