// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"math/bits"

	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

const digits32 = 52 // of recode.Signed32

// multiples sets table to [1]q, [2]q, ..., [16]q.
func (c *Curve) multiples(table *[16]Point, q *Point) {
	table[0] = *q
	for i := 1; i < len(table); i += 2 {
		table[i] = table[i/2]
		c.double(&table[i], 1)
		if i+1 < len(table) {
			table[i+1] = table[i]
			c.doubleAdd(&table[i+1], 0, q, 0)
		}
	}
}

// Mul sets v = [k]q.
func (c *Curve) Mul(v *Point, k *scalar.Scalar, q *Point) {
	if c.isE {
		c.mulGLV(v, k, q)
		return
	}
	var table [16]Point
	c.multiples(&table, q)
	limbs := k.Limbs()
	var digits [digits32]int8
	recode.Signed32(&digits, &limbs)
	// The last digit is 0, because k < 2^255.
	const last = digits32 - 2
	var list [last + 1]window // and one that is not used
	for i, digit := range digits[:last] {
		index, negative := magnitude(digit)
		list[last-1-i] = window{Index: index, Negative: negative, Doublings: 5}
	}
	c.multiply(v, &table, digits[last], 0, list[:])
}

// split sets (-1)^n0·k0 + μ·(-1)^n1·k1 = k modulo the order of E, where k0 and k1 are below
// 2^127 and n0 and n1 are 0 or 1.
func split(k *scalar.Scalar) (k0, k1 [2]uint64, n0, n1 int) {
	limbs := k.Limbs()
	return recode.SplitDoubleOddE(&limbs)
}

// mulGLV is Mul on E.
func (c *Curve) mulGLV(v *Point, k *scalar.Scalar, q *Point) {
	k0, k1, n0, n1 := split(k)
	var table [16]Point
	c.multiples(&table, q)
	var digits0, digits1 [digits32]int8
	recode.Signed32(&digits0, &[4]uint64{k0[0], k0[1]})
	recode.Signed32(&digits1, &[4]uint64{k1[0], k1[1]})
	const last = digits32/2 - 1
	var list [2 + 2*last]window // and one that is not used
	for i := range last + 1 {
		index, negative := magnitude(digits1[i])
		list[2*(last-i)] = window{Index: index, Negative: negative ^ uint8(n1), Zeta: 1}
		if i < last {
			index, negative = magnitude(digits0[i])
			list[2*(last-i)-1] = window{Index: index, Negative: negative ^ uint8(n0), Doublings: 5}
		}
	}
	c.multiply(v, &table, digits0[last], n0, list[:])
}

// multiply sets v to first times the point whose multiples table holds, with the sign
// changed if negate is 1, and then changes it by all windows but the last.
func (c *Curve) multiply(v *Point, table *[16]Point, first int8, negate int, list []window) {
	index, negative := magnitude(first)
	selectPoint16(v, table, int(index))
	c.CondNeg(v, v, int(negative)^negate)
	c.windows(v, table, list)
}

// magnitude returns |digit|, and 1 if digit is negative, or else 0.
func magnitude(digit int8) (index, negative uint8) {
	sign := digit >> 7 // 0 or -1
	return uint8((digit ^ sign) - sign), uint8(-sign)
}

// MulGen sets v = [k]G.
func (c *Curve) MulGen(v *Point, k *scalar.Scalar) {
	// The comb takes an odd multiplier: k, or k + r if k is even.
	limbs := k.Limbs()
	even := limbs[0]&1 - 1
	var carry uint64
	for i, limb := range c.order.N() {
		limbs[i], carry = bits.Add64(limbs[i], limb&even, carry)
	}
	var digits recode.CombDigits
	recode.Comb(&digits, &limbs)
	c.combSum(v, c.comb, &digits)
}
