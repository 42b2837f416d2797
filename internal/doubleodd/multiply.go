// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"math/bits"

	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

const (
	windows     = 52 // of a scalar
	halfWindows = 26 // of half of one
)

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
	var digits [windows]int8
	recode.Signed32(&digits, &limbs)
	// The last digit is 0, because k < 2^255.
	i := windows - 2
	index, negate := magnitude(digits[i])
	selectPoint16(v, &table, index)
	c.CondNeg(v, v, negate)
	for i--; i >= 0; i-- {
		index, negate := magnitude(digits[i])
		c.window(v, 5, &table, index, negate)
	}
}

// mulGLV is Mul on E.
func (c *Curve) mulGLV(v *Point, k *scalar.Scalar, q *Point) {
	k0, k1, n0, n1 := split(k)
	var tables [2][16]Point
	c.multiples(&tables[0], q)
	for i := range tables[1] {
		c.zeta(&tables[1][i], &tables[0][i])
	}
	var digits0, digits1 [windows]int8
	recode.Signed32(&digits0, &[4]uint64{k0[0], k0[1]})
	recode.Signed32(&digits1, &[4]uint64{k1[0], k1[1]})
	i := halfWindows - 1
	index, negate := magnitude(digits0[i])
	selectPoint16(v, &tables[0], index)
	c.CondNeg(v, v, negate^n0)
	index, negate = magnitude(digits1[i])
	c.window(v, 0, &tables[1], index, negate^n1)
	for i--; i >= 0; i-- {
		index, negate := magnitude(digits0[i])
		c.window(v, 5, &tables[0], index, negate^n0)
		index, negate = magnitude(digits1[i])
		c.window(v, 0, &tables[1], index, negate^n1)
	}
}

// magnitude returns |digit|, and 1 if digit is negative, or else 0.
func magnitude(digit int8) (index, negative int) {
	d := int(digit)
	sign := d >> 31 // 0 or -1
	return (d ^ sign) - sign, -sign
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
