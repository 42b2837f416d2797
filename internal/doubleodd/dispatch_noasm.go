// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import "secant.example/internal/recode"

func (c *Curve) add(v, q, s *Point) { c.addGeneric(v, q, s) }

func (c *Curve) addAffine(v *Point, q *affine) { c.addAffineGeneric(v, q) }

func (c *Curve) double(v *Point, n int) { c.doubleGeneric(v, n) }

func (c *Curve) selectFrom(v *Point, table []Point, index, negate int) {
	c.selectGeneric(v, table, index, negate)
}

func (c *Curve) combSum(v *Point, table *combTables, digits *recode.CombDigits) {
	c.combGeneric(v, table, digits)
}
