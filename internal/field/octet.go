// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "math/bits"

const mask51 = 1<<51 - 1

// Limbs51 returns x in limbs of 51 bits, but for the last, which has 52.
func Limbs51(x *Element) (l0, l1, l2, l3, l4 uint64) {
	return x.l0 & mask51, (x.l0>>51 | x.l1<<13) & mask51, (x.l1>>38 | x.l2<<26) & mask51, (x.l2>>25 | x.l3<<39) & mask51, x.l3 >> 12
}

// FromLimbs51 returns the element modulo 2^255 - 19 with these limbs, which are below 2^61.
func FromLimbs51(l0, l1, l2, l3, l4 uint64) Element {
	l1 += l0 >> 51
	l2 += l1 >> 51
	l3 += l2 >> 51
	l4 += l3 >> 51
	// l0 is below 2^51 + 2^15 then: the sum is below 2^256.
	l0 = l0&mask51 + 19*(l4>>51)
	l1, l2, l3, l4 = l1&mask51, l2&mask51, l3&mask51, l4&mask51
	w0, c := bits.Add64(l0, l1<<51, 0)
	w1, c := bits.Add64(l1>>13, l2<<38, c)
	w2, c := bits.Add64(l2>>26, l3<<25, c)
	w3, _ := bits.Add64(l3>>39, l4<<12, c)
	return Element{w0, w1, w2, w3}
}

// octets are as many elements as SqrtRatios takes. If there are count of them, limbs have octetBits(count) bits.
type octets [MaxRatios / OctetCount]LaneOctet

func (e *octets) set(j int, x *Element, bits uint) { e[j/OctetCount].set(j%OctetCount, x, bits) }
func (e *octets) get(j int, bits uint) Element     { return e[j/OctetCount].get(j%OctetCount, bits) }

// setAll sets the first elements to x, and getAll is its inverse.
func (e *octets) setAll(x []Element) {
	bits := octetBits(len(x))
	for j := range x {
		e.set(j, &x[j], bits)
	}
}

func (e *octets) getAll(x []Element) {
	bits := octetBits(len(x))
	for j := range x {
		x[j] = e.get(j, bits)
	}
}

// sqrNMulGeneric sets z = x^(2^n)·y for the first count elements: the twin of sqrNMul.
func (z *octets) sqrNMulGeneric(count int, x *octets, n uint64, y *octets) {
	bits := octetBits(count)
	for j := range count {
		power, factor := x.get(j, bits), y.get(j, bits)
		P25519.SqrN(&power, &power, int(n))
		P25519.Mul(&power, &power, &factor)
		z.set(j, &power, bits)
	}
}
