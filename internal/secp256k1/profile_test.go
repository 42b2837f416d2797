// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// BenchmarkSteps measures what sums of multiples are made of, on every path, the cost of one of each. A
// doubling in lanes is one of 100 before an addition.
func BenchmarkSteps(b *testing.B) {
	const n = 100
	q := affine{minusX: generator.x, y: generator.y}
	p.Neg(&q.minusX, &q.minusX)
	var x, y, scale element
	one := field.New(1, 0, 0, 0)
	steps, laneSteps := make([]step, n), make([]laneStep, n)
	for i := range steps {
		steps[i].Q = &q
		for j := range laneSteps[i].Q {
			laneSteps[i].Q[j] = &laneBaseTable()[0][j%2]
		}
	}
	doublings := []laneStep{laneSteps[0]}
	doublings[0].Doublings = n
	m, o, w, sums := new(laneMemory), new(laneMemory), new(laneRoots), newLaneWork()
	var ks [laneCount]scalar.Scalar
	for j := range ks {
		ks[j] = randomScalar(testkit.NewRand(b))
	}
	testkit.MeasureParts(b, func(part func(name string, count int, run func())) {
		x, y, scale = generator.x, generator.y, one
		v, other := generator, generator
		v.double(1)
		other.double(2)
		start := v
		part("product", n, func() {
			for range n {
				p.Mul(&x, &x, &y)
			}
		})
		part("square", n, func() { p.SqrN(&x, &x, n) })
		part("doubling", n, func() { v.double(n) })
		part("addition", n, func() {
			for range n {
				v.add(&other)
			}
		})
		part("addition of an affine point", n, func() {
			for range n {
				v.addAffine(&q)
			}
		})
		part("addition in variable time", n, func() {
			v = start
			v.steps(&scale, steps)
		})
		part("square root", 1, func() { p.Sqrt(&x, &generator.x) })
		part("inversion", 1, func() { p.Inv(&x, &generator.x) })
		if size, fewest, _ := rootGroups(); fewest < math.MaxInt {
			for j := range laneCount {
				m.x.Set(j, &start.x)
				m.y.Set(j, &start.y)
				m.z.Set(j, &start.z)
				m.scale.Set(j, &one)
				w.t[0].Set(j, &start.x)
			}
			*o = *m
			part("square in lanes", n*size, func() { w.varTimeSqrNMul(0, 0, n-1, 0, size) })
			part("tables of a sum in lanes", laneCount, func() {
				m.varTimeMultiples()
				m.varTimeRescale(&sums.tables[0], &sums.tables[1])
			})
			part("digits of a sum in lanes", laneCount, func() {
				sums.prepare(ks[:], ks[:])
			})
			part("doubling in lanes", n*laneCount, func() { m.varTimeSteps(doublings) })
			part("addition in lanes", n*laneCount, func() { m.varTimeSteps(laneSteps) })
			if laneGroups().pair > 0 {
				part("doubling in lanes, of a pair", 2*n*laneCount, func() { varTimeStepsPair(m, o, doublings, doublings) })
				part("addition in lanes, of a pair", 2*n*laneCount, func() { varTimeStepsPair(m, o, laneSteps, laneSteps) })
			}
		}
	})
}
