// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/msm"
)

// Sums of any number of multiples on each of the curves.
type (
	ConstantSumE = msm.Constant[Point, Point, group[onE]]
	ConstantSumS = msm.Constant[Point, Point, group[onS]]
	VarTimeSumE  = msm.VarTime[Point, Point, group[onE]]
	VarTimeSumS  = msm.VarTime[Point, Point, group[onS]]
)

// onE and onS say which curve a group is: internal/msm wants types without state.
type (
	onE struct{}
	onS struct{}
)

func (onE) curve() *Curve { return E }
func (onS) curve() *Curve { return S }

// group is the [msm.Group] of a curve, of points as they are: additions need no
// preparation.
type group[K interface{ curve() *Curve }] struct{ on K }

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

// FixedBase returns the table of the generator for [msm.VarTime]. It must not be changed.
func (c *Curve) FixedBase() msm.Fixed[Point] {
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
