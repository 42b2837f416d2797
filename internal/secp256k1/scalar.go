// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"secant.example/internal/limbs"
	"secant.example/internal/scalar"
)

// IsHigh returns 1 if x, in [0, n), is above n/2, and 0 otherwise.
func IsHigh(x *scalar.Scalar) int {
	l := x.Limbs()
	_, borrow := limbs.Sub(&halfOrder, &l)
	return int(borrow)
}

// CondNegate sets z = -x mod n if cond is 1, and z = x if cond is 0. cond must be one of
// the two.
func CondNegate(z, x *scalar.Scalar, cond int) {
	var minus scalar.Scalar
	n.Neg(&minus, x)
	z.Select(&minus, x, cond)
}
