// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"math"
	"testing"

	"secant.example/internal/testkit"
)

// BenchmarkSteps measures what sums of multiples are made of, on every path, the cost of one of each. A
// doubling in lanes is one of 100 before an addition.
func BenchmarkSteps(b *testing.B) {
	for _, curve := range []struct {
		name string
		c    *Curve
	}{{"E", E}, {"S", S}} {
		b.Run(curve.name, func(b *testing.B) { curve.c.benchmarkSteps(b) })
	}
}

func (c *Curve) benchmarkSteps(b *testing.B) {
	const n = 100
	var g Point
	c.Generator(&g)
	steps, laneSteps := make([]step, n), make([]laneStep, n)
	for i := range steps {
		steps[i] = step{Q: &g}
		for j := range laneSteps[i].Q {
			laneSteps[i].Q[j] = &c.laneBase()[0][j]
		}
	}
	doublings := []laneStep{laneSteps[0]}
	doublings[0].Doublings = n
	w := new(laneWork)
	testkit.MeasureParts(b, func(part func(name string, count int, run func())) {
		v, x, y := g, g.e, g.u
		part("product", n, func() {
			for range n {
				c.p.Mul(&x, &x, &y)
			}
		})
		part("square", n, func() { c.p.SqrN(&x, &x, n) })
		part("doubling", n, func() { c.double(&v, n) })
		part("addition", n, func() {
			for range n {
				c.Add(&v, &v, &g)
			}
		})
		part("addition in variable time", n, func() { c.sum(&v, steps) })
		part("square root", 1, func() { c.p.Sqrt(&x, &g.u) })
		if size, fewest := laneGroups(1); fewest < math.MaxInt {
			for j := range laneCount {
				w.state.set(j, &g)
				w.roots[0].Set(j, &g.e)
			}
			part("square in lanes", n*size, func() { c.varTimeLaneSqrNMul(&w.roots[0], &w.roots[0], n-1, &w.roots[0], &w.room, size) })
			part("doubling in lanes", n*size, func() { c.varTimeLaneSteps(&w.state, doublings, &w.room, size) })
			part("addition in lanes", n*size, func() { c.varTimeLaneSteps(&w.state, laneSteps, &w.room, size) })
		}
	})
}
