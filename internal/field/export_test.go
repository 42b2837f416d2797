// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// Kernel is one implementation of the operations that assembly replaces.
type Kernel struct {
	Name     string
	Add, Sub func(z, x, y *Element, fold uint64)
	Mul      func(z, x, y *Element, fold uint64)
	Sqr      func(z, x *Element, fold uint64)
	SqrN     func(z, x *Element, n, fold uint64)
}

// Portable lists the kernels written in Go, whichever of them this machine uses.
var Portable = []Kernel{
	{"64-bit Go", addGeneric, subGeneric, mul64, sqr64, sqrNGeneric},
	{"32-bit Go", addGeneric, subGeneric, mul32, sqr32, sqrNGeneric},
}

// Selected is what the methods of Modulus call.
var Selected = Kernel{"selected", add, sub, mul, sqr, sqrN}

// VectorSqrNMul is what SqrtRatios is made of, for eight or sixteen elements, as selected and as Go,
// modulo 2^255 - 19.
func VectorSqrNMul(z, x []Element, n uint64, y []Element) {
	switch {
	case !hasVectors():
		vectorSqrNMulGeneric(z, x, n, y)
	case len(z) == 8:
		vectorSqrNMul((*[8]Element)(z), (*[8]Element)(x), n, (*[8]Element)(y))
	default:
		vectorSqrNMulPair((*[16]Element)(z), (*[16]Element)(x), n, (*[16]Element)(y))
	}
}

// SqrNMulPair is a step of two chains, as selected and as Go.
var SqrNMulPair = []func(z, x *[2]Element, n uint64, y *[2]Element, fold uint64){sqrNMulPair, sqrNMulPairGeneric}
