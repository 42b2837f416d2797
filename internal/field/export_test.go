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

// Octets are what SqrtRatios computes with in the lanes of vectors, and SqrNMulLanes sets the first
// count of z to x^(2^n)·y, as selected, as selected for public elements and as Go.
type Octets = octets

func (e *octets) Set(j int, x *Element, count int) { e.set(j, x, octetBits(count)) }
func (e *octets) Get(j int, count int) Element     { return e.get(j, octetBits(count)) }

// OctetBits returns how many bits the limbs of so many elements have.
func OctetBits(count int) uint { return octetBits(count) }

var SqrNMulLanes = []func(z *Octets, count int, x *Octets, n uint64, y *Octets){(*octets).sqrNMul, (*octets).varTimeSqrNMul, (*octets).sqrNMulGeneric}

// SqrNMulPair is a step of two chains, as selected and as Go.
var SqrNMulPair = []func(z, x *[2]Element, n uint64, y *[2]Element, fold uint64){sqrNMulPair, sqrNMulPairGeneric}
