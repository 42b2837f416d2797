// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import (
	"math/bits"
	"runtime"
)

// The portable kernels: what each assembly routine computes, what runs where
// there is no assembly, and what the tests compare it with.

// narrow says that the machine has no instruction for 64x64-bit products.
const narrow = bits.UintSize == 32 || runtime.GOARCH == "wasm"

func mulGeneric(z, x, y *Element, fold uint64) {
	if narrow {
		mul32(z, x, y, fold)
	} else {
		mul64(z, x, y, fold)
	}
}

func sqrGeneric(z, x *Element, fold uint64) {
	if narrow {
		sqr32(z, x, fold)
	} else {
		sqr64(z, x, fold)
	}
}

func sqrNGeneric(z, x *Element, n, fold uint64) {
	sqrGeneric(z, x, fold)
	for range n - 1 {
		sqrGeneric(z, z, fold)
	}
}

func addGeneric(z, x, y *Element, fold uint64) {
	r0, c := bits.Add64(x.l0, y.l0, 0)
	r1, c := bits.Add64(x.l1, y.l1, c)
	r2, c := bits.Add64(x.l2, y.l2, c)
	r3, c := bits.Add64(x.l3, y.l3, c)
	r0, c = bits.Add64(r0, fold&-c, 0)
	r1, c = bits.Add64(r1, 0, c)
	r2, c = bits.Add64(r2, 0, c)
	r3, c = bits.Add64(r3, 0, c)
	// After a second carry r is below fold.
	z.l0, z.l1, z.l2, z.l3 = r0+fold&-c, r1, r2, r3
}

func subGeneric(z, x, y *Element, fold uint64) {
	r0, b := bits.Sub64(x.l0, y.l0, 0)
	r1, b := bits.Sub64(x.l1, y.l1, b)
	r2, b := bits.Sub64(x.l2, y.l2, b)
	r3, b := bits.Sub64(x.l3, y.l3, b)
	r0, b = bits.Sub64(r0, fold&-b, 0)
	r1, b = bits.Sub64(r1, 0, b)
	r2, b = bits.Sub64(r2, 0, b)
	r3, b = bits.Sub64(r3, 0, b)
	// After a second borrow r is at least 2^256 - fold.
	z.l0, z.l1, z.l2, z.l3 = r0-fold&-b, r1, r2, r3
}

func sqrNMulPairGeneric(z, x *[2]Element, n uint64, y *[2]Element, fold uint64) {
	for i := range z {
		var power Element
		sqrNGeneric(&power, &x[i], n, fold)
		mulGeneric(&z[i], &power, &y[i], fold)
	}
}
