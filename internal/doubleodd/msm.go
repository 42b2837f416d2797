// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/msm"
)

// OnE and OnS say which curve a [Group] is.
type (
	OnE struct{}
	OnS struct{}
)

func (OnE) Curve() *Curve { return E }
func (OnS) Curve() *Curve { return S }

// Group is the [msm.Group] of a curve, of points as they are: additions need no
// preparation.
type Group[K interface{ Curve() *Curve }] struct{ on K }

func (Group[K]) Identity(v *Point) { *v = neutral }

func (g Group[K]) Set(v *Point, q *Point, negative bool) {
	*v = *q
	if negative {
		g.on.Curve().Neg(v, v)
	}
}

func (Group[K]) Prepare(q *Point, v *Point) { *q = *v }

func (g Group[K]) Double(v *Point, n int) { g.on.Curve().double(v, n) }

func (g Group[K]) Add(v *Point, n int, q *Point, negative, partial bool) {
	g.on.Curve().doubleAdd(v, n, q, bit(negative))
}

func (g Group[K]) AddSteps(v *Point, steps []msm.Step[Point], partial bool) {
	c := g.on.Curve()
	for _, s := range steps {
		c.doubleAdd(v, int(s.Doublings), s.Q, int(s.Flags&msm.Negative))
	}
}

func (g Group[K]) AddEach(pairs []msm.Pair[Point, Point]) {
	c := g.on.Curve()
	for i := range pairs {
		c.doubleAdd(pairs[i].V, 0, pairs[i].Q, int(pairs[i].Negative))
	}
}

func (g Group[K]) Select(q *Point, table *[8]Point, index, negate int) {
	selectPoint8(q, table, index)
	g.on.Curve().CondNeg(q, q, negate)
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
