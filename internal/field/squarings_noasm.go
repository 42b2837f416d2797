// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package field

// squarings sets z = x^(2^n), for n >= 1.
func squarings(z, x *Element, n, fold uint64) { sqrN(z, x, n, fold) }
