// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

const (
	expandedTables   = 8  // or half as many, twice as large
	expandedBaseStep = 32 // of the generator: eight tables
	// Of other points: so that four tables have all digits of an integer of 128 bits, whose
	// positions are 0 to 128.
	expandedStep = 33
)

// An ExpandedPoint is a point q with precomputed multiples, with which sums in variable time take 32
// doublings: the odd ones up to 31 of q, [2^33]q, [2^66]q and [2^99]q, or those up to 15 of these and
// the next four. Its zero value is not valid.
type ExpandedPoint struct {
	tables [expandedTables * oddMultiples]Point
	each   int // how many of them are one table: twice oddMultiples or once
}

// VarTimeExpand sets e to q, expanded, in variable time: for multipliers below 2^128 if half is true.
func (c *Curve) VarTimeExpand(e *ExpandedPoint, q *Point, half bool) {
	e.each = oddMultiples
	if half {
		e.each = 2 * oddMultiples
	}
	power := *q
	for i := 0; i < len(e.tables); i += e.each {
		if i > 0 {
			c.double(&power, expandedStep)
		}
		c.setOddMultiples(e.tables[i:i+e.each], &power)
	}
}

// VarTimeMulAddMulGenExpanded sets v = [k]q + [m]G, where q was expanded for multipliers like k, in
// variable time.
func (c *Curve) VarTimeMulAddMulGenExpanded(v *Point, k *scalar.Scalar, q *ExpandedPoint, m *scalar.Scalar) {
	var memory [maxDigits]recode.Digit
	digits, schedule := memory[:0], recode.VarTimeSchedule{}
	digits = addBase(&schedule, digits, m, expandedBaseStep)
	limbs := k.Limbs()
	digits = schedule.Append(digits, &limbs, 0, 0, uint(width+q.each/oddMultiples-1), expandedStep)
	c.sumDigits(v, &schedule, digits, c.expandedBase()[:], q.tables[:], q.each)
}

// VarTimeVerifyDOExpanded is [Curve.VarTimeVerifyDO] for an expanded point.
func (c *Curve) VarTimeVerifyDOExpanded(b *[32]byte, k *scalar.Scalar, q *ExpandedPoint, m *scalar.Scalar) bool {
	var w field.Element
	if c.p.Decode(&w, b) == 0 {
		return false
	}
	var v Point
	c.VarTimeMulAddMulGenExpanded(&v, k, q, m)
	return c.varTimeIsDO(&w, &v)
}

// expandedBase returns the odd multiples of G, [2^32]G, ..., [2^224]G, 64 of each: 64 KiB, which are
// made when they are first needed.
func (c *Curve) expandedBase() *[expandedTables]baseMultiples {
	if c.isE {
		return expandedBaseE()
	}
	return expandedBaseS()
}

var (
	expandedBaseE = sync.OnceValue(func() *[expandedTables]baseMultiples { return E.makeExpandedBase() })
	expandedBaseS = sync.OnceValue(func() *[expandedTables]baseMultiples { return S.makeExpandedBase() })
)

func (c *Curve) makeExpandedBase() *[expandedTables]baseMultiples {
	tables := new([expandedTables]baseMultiples)
	var power Point
	c.Generator(&power)
	for i := range tables {
		if i > 0 {
			c.double(&power, expandedBaseStep)
		}
		c.setOddMultiples(tables[i][:], &power)
		c.normalize(&tables[i])
	}
	return tables
}

// normalize divides the coordinates of the points by Z: U and E by it, and T, since u^2 = T/Z.
func (c *Curve) normalize(points *baseMultiples) {
	var inverses, scratch [len(points)]field.Element
	for i := range points {
		inverses[i] = points[i].z
	}
	c.p.InvBatch(inverses[:], scratch[:])
	for i := range points {
		q, inverse := &points[i], &inverses[i]
		c.p.Mul(&q.e, &q.e, inverse)
		c.p.Mul(&q.u, &q.u, inverse)
		c.p.Mul(&q.t, &q.t, inverse)
		q.z = field.One()
	}
}
