// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import "secant.example/internal/secp256k1"

type point = secp256k1.Point

// adding has batches add up equations where that does not pay, until restore is called.
func adding() (restore func()) {
	addAlways = true
	return func() { addAlways = false }
}
