// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package field

func mul(z, x, y *Element, fold uint64) { mulGeneric(z, x, y, fold) }

func sqr(z, x *Element, fold uint64) { sqrGeneric(z, x, fold) }

func sqrN(z, x *Element, n, fold uint64) { sqrNGeneric(z, x, n, fold) }

func add(z, x, y *Element, fold uint64) { addGeneric(z, x, y, fold) }

func sub(z, x, y *Element, fold uint64) { subGeneric(z, x, y, fold) }

func sqrNMulPair(z, x *[2]Element, n uint64, y *[2]Element, fold uint64) {
	sqrNMulPairGeneric(z, x, n, y, fold)
}
