// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"math"
	"testing"

	"secant.example/internal/scalar"
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
				w.tables[0][j][0].set(&g)
			}
			part("square in lanes", n*size, func() { c.varTimeLaneSqrNMul(&w.roots[0], &w.roots[0], n-1, &w.roots[0], &w.room, size) })
			sum := laneSum{factors: [2][2]uint64{{0x9e3779b97f4a7c15, 0xf39cc0605cedc834}}, base: scalar.New(0x9e3779b97f4a7c15, 0xf39cc0605cedc834, 0x1082276bf3a27251, 0x86c6a11d0c18e95)}
			part("table in lanes", size, func() { w.makeTables(c, &w.tables[0], size) })
			part("digits of a sum in lanes", size, func() {
				w.prepare(c, []laneSum{sum}, 1)
			})
			part("doubling in lanes", n*size, func() { c.varTimeLaneSteps(&w.state, doublings, &w.tables[0], &w.room, size) })
			part("addition in lanes", n*size, func() { c.varTimeLaneSteps(&w.state, laneSteps, &w.tables[0], &w.room, size) })
		}
	})
}
