// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build go1.24

package scheme

import "crypto/sha3"

// sumSHAKE256 sets out to the beginning of SHAKE256 of the parts.
func sumSHAKE256(out []byte, parts [][]byte) {
	h := sha3.NewSHAKE256() // stays on the stack, which the tests of allocations hold
	for _, part := range parts {
		h.Write(part)
	}
	h.Read(out)
}
