// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package field

func hasVectors() bool { return false }

func vectorSqrNMul(z, x *[8]Element, n uint64, y *[8]Element) {
	vectorSqrNMulGeneric(z[:], x[:], n, y[:])
}

func vectorSqrNMulPair(z, x *[16]Element, n uint64, y *[16]Element) {
	vectorSqrNMulGeneric(z[:], x[:], n, y[:])
}
