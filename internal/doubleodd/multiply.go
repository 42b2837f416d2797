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
		c.Double(&table[i], &table[i/2], 1)
		if i+1 < len(table) {
			c.add(&table[i+1], &table[i], q)
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
	var sum, entry Point
	// The last digit is 0, because k < 2^255.
	c.lookUp(&sum, &table, digits[windows-2], 0)
	for i := windows - 3; i >= 0; i-- {
		c.double(&sum, 5)
		c.lookUp(&entry, &table, digits[i], 0)
		c.add(&sum, &sum, &entry)
	}
	*v = sum
}

// mulGLV is Mul on E.
func (c *Curve) mulGLV(v *Point, k *scalar.Scalar, q *Point) {
	k0, k1, n0, n1 := split(k)
	var table, other [16]Point
	c.multiples(&table, q)
	for i := range other {
		c.zeta(&other[i], &table[i])
	}
	var digits0, digits1 [windows]int8
	recode.Signed32(&digits0, &[4]uint64{k0[0], k0[1]})
	recode.Signed32(&digits1, &[4]uint64{k1[0], k1[1]})
	var sum, entry Point
	c.lookUp(&sum, &table, digits0[halfWindows-1], n0)
	c.lookUp(&entry, &other, digits1[halfWindows-1], n1)
	c.add(&sum, &sum, &entry)
	for i := halfWindows - 2; i >= 0; i-- {
		c.double(&sum, 5)
		c.lookUp(&entry, &table, digits0[i], n0)
		c.add(&sum, &sum, &entry)
		c.lookUp(&entry, &other, digits1[i], n1)
		c.add(&sum, &sum, &entry)
	}
	*v = sum
}

// lookUp sets v to digit times the point whose multiples table holds, with its sign
// changed if negate is 1.
func (c *Curve) lookUp(v *Point, table *[16]Point, digit int8, negate int) {
	d := int(digit)
	sign := d >> 31 // 0 or -1
	c.selectFrom(v, table[:], (d^sign)-sign, negate^-sign)
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
