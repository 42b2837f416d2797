// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/msm"
	"secant.example/internal/scalar"
)

// OnE and OnS say on which curve sums are: internal/msm wants types without state.
type (
	OnE struct{}
	OnS struct{}
)

func (OnE) curve() *Curve { return E }
func (OnS) curve() *Curve { return S }

// A side is [OnE] or [OnS].
type side interface{ curve() *Curve }

// A VarTimeMSM is a sum of multiples in variable time.
type VarTimeMSM[K side] struct {
	Workers int // bounds the goroutines of Sum

	sum msm.VarTime[Point, Point, group[K]]
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM[K]) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *VarTimeMSM[K]) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *VarTimeMSM[K]) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *VarTimeMSM[K]) Add(x *scalar.Scalar, q *Point) {
	limbs := x.Limbs()
	m.sum.Append(&limbs, 0, q)
}

// AddBase adds the term [x]G, where G is the generator.
func (m *VarTimeMSM[K]) AddBase(x *scalar.Scalar) {
	var on K
	limbs := x.Limbs()
	m.sum.AppendFixed(&limbs, on.curve().fixedBase())
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM[K]) Sum(v *Point) *Point {
	m.sum.Workers = m.Workers
	*v = *m.sum.Sum(msm.Fastest)
	return v
}

// An MSM is a sum of multiples in constant time: only the number of terms is not secret.
type MSM[K side] struct {
	sum msm.Constant[Point, Point, group[K]]
}

// Reset removes all terms, overwrites the memory that m has, and keeps it.
func (m *MSM[K]) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM[K]) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM[K]) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *MSM[K]) Add(x *scalar.Scalar, q *Point) {
	limbs := x.Limbs()
	m.sum.Append(&limbs, q)
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *MSM[K]) Sum(v *Point) *Point {
	*v = *m.sum.Sum()
	return v
}

// group is the [msm.Group] of a curve, of points as they are: additions need no
// preparation.
type group[K side] struct{ on K }

func (group[K]) Identity(v *Point) { *v = neutral }

func (g group[K]) Set(v *Point, q *Point, negative bool) {
	*v = *q
	if negative {
		g.on.curve().Neg(v, v)
	}
}

func (group[K]) Prepare(q *Point, v *Point) { *q = *v }

func (g group[K]) Double(v *Point, n int) { g.on.curve().double(v, n) }

func (g group[K]) Add(v *Point, n int, q *Point, negative, partial bool) {
	g.on.curve().doubleAdd(v, n, q, bit(negative))
}

func (g group[K]) AddSteps(v *Point, steps []step, _ bool) { g.on.curve().sum(v, steps) }

func (g group[K]) AddEach(pairs []msm.Pair[Point, Point]) {
	c := g.on.curve()
	for i := range pairs {
		c.doubleAdd(pairs[i].V, 0, pairs[i].Q, int(pairs[i].Negative))
	}
}

func (g group[K]) Select(q *Point, table *[8]Point, index, negate int) {
	selectPoint8(q, table, index)
	g.on.curve().CondNeg(q, q, negate)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fixedBase returns the table of the generator for [msm.VarTime]. It must not be changed.
func (c *Curve) fixedBase() msm.Fixed[Point] {
	if c.isE {
		return fixedE()
	}
	return fixedS()
}

var (
	fixedE = sync.OnceValue(func() msm.Fixed[Point] { return fixed(&oddTableE) })
	fixedS = sync.OnceValue(func() msm.Fixed[Point] { return fixed(&oddTableS) })
)

func fixed(table *oddTables) msm.Fixed[Point] {
	f := msm.Fixed[Point]{Step: oddStep, Width: oddWidth}
	for i := range table {
		f.Table = append(f.Table, table[i][:]...)
	}
	return f
}
