// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	curve "secant.example/internal/edwards25519"
)

var errClamping = errors.New("edwards25519: SetBytesWithClamping takes 32 bytes")

// SetBytesWithClamping clamps the 32-byte little-endian integer x as in RFC
// 8032, section 5.1.5 (bits 0 to 2 and 255 are cleared, bit 254 is set), sets s to
// the result mod l and returns s. If x has another length, it returns nil and an
// error, and s is unchanged.
//
// Since s is reduced, a product with a point that has a small-order component
// differs from the one with the clamped integer, which is a multiple of 8; with
// points of the prime-order subgroup it does not.
func (s *Scalar) SetBytesWithClamping(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errClamping
	}
	curve.ReduceClamped(s.scalar(), (*[32]byte)(x))
	return s, nil
}
