// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import "secant.example/internal/scalar"

// ReduceClamped sets x to the little-endian integer b mod l, after clamping it as in RFC
// 8032, section 5.1.5: bits 0 to 2 and 255 are cleared, and bit 254 is set.
//
// For points of order l that changes nothing. A result is never 0: a clamped integer lies
// between 2^254 and 2^255 and is a multiple of 8, so were it one of l it would be one
// of 8l > 2^255.
func ReduceClamped(x *scalar.Scalar, b *[32]byte) { n.ReduceClamped(x, b) }
