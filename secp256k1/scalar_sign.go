// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import curve "secant.example/internal/secp256k1"

// CondNegate sets s = -x mod n if cond is 1, and s = x if cond is 0, and returns s.
// cond must be one of the two.
func (s *Scalar) CondNegate(x *Scalar, cond int) *Scalar {
	curve.CondNegate(s.scalar(), x.scalar(), cond)
	return s
}

// IsHigh returns 1 if s, in [0, n), is above n/2, and 0 otherwise.
func (s *Scalar) IsHigh() int { return curve.IsHigh(s.scalar()) }
