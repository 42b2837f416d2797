// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"math/big"
	"testing"

	"secant.example/internal/doubleodd"
	"secant.example/internal/testkit"
)

// Sums with expanded points, against the model.
func TestExpandedPoint(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 2)
		scalars := m.scalars(r, 30)
		// All digits at the last position, or none.
		ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
		scalars = append(scalars, new(big.Int), ones, new(big.Int).Sub(m.r, big.NewInt(1)))
		for i := range 40 {
			q := points[i%len(points)]
			half := i%4 < 2
			var e doubleodd.ExpandedPoint
			m.c.VarTimeExpand(&e, m.point(r, q), half)
			for range 2 {
				k, w := scalars[r.IntN(len(scalars))], scalars[r.IntN(len(scalars))]
				if i < 4 {
					k, w = ones, scalars[len(scalars)-1-i%3]
				}
				if half {
					k = new(big.Int).And(k, ones)
				}
				var v Point
				m.c.VarTimeMulAddMulGenExpanded(&v, toScalar(k), &e, toScalar(w))
				m.checkElement(t, &v, m.add(m.times(k, q), m.times(w, m.g)), "%x·%x + %x·G", k, q, w)
			}
		}
	})
}

// The table of an expanded point, and that of the generator, whose points are affine.
func TestExpandedTables(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		odd := func(q point, i int) point { return m.times(big.NewInt(int64(2*i+1)), q) }
		power := func(bits int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(bits)) }
		q := m.points(r, 1)[5]
		for _, half := range []bool{false, true} {
			var e doubleodd.ExpandedPoint
			m.c.VarTimeExpand(&e, m.point(r, q), half)
			size := 8
			if half {
				size = 16
			}
			for i, entry := range e.Entries() {
				want := odd(m.times(power(33*(i/size)), q), i%size)
				m.checkElement(t, entry, want, "half %t, entry %d", half, i)
			}
		}
		tables := m.c.ExpandedBase()
		if m.c.ExpandedBase() != tables {
			t.Error("the table of the generator is made twice")
		}
		for j := range tables {
			q := m.times(power(32*j), m.g)
			for _, i := range []int{0, 1, 2, r.IntN(64), 63} {
				entry := &tables[j][i]
				m.checkElement(t, entry, odd(q, i), "generator, %d, %d", j, i)
				if n := m.integers(entry); n[1].Cmp(big.NewInt(1)) != 0 {
					t.Errorf("generator, %d, %d: Z is %x", j, i, n[1])
				}
			}
			for i := range tables[j] {
				if n := m.integers(&tables[j][i]); n[1].Cmp(big.NewInt(1)) != 0 || m.product(n[2], n[2]).Cmp(n[3]) != 0 {
					t.Errorf("generator, %d, %d: Z or T is wrong", j, i)
				}
			}
		}
	})
}

func TestVarTimeVerifyDOExpanded(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 1)
		scalars := m.scalars(r, 20)
		for i := range 25 {
			k, w := scalars[r.IntN(len(scalars))], scalars[r.IntN(len(scalars))]
			q := points[i%len(points)]
			if !m.hasOddOrder(q) {
				q = m.add(q, m.n())
			}
			if i == 0 {
				k, w = new(big.Int), new(big.Int)
			}
			m.checkVerifyDO(t, r, k, q, w, points)
		}
	})
}
