// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

func TestProducts(t *testing.T) {
	r := testkit.NewRand(t)
	type product struct {
		a    term
		b    *Scalar
		want affine
	}
	var cases []product
	for range 60 {
		a, b := newTerm(t, r, r.EdwardsTerm()), r.EdwardsScalar()
		if r.IntN(4) == 0 {
			b = testkit.EdwardsScalars[r.IntN(len(testkit.EdwardsScalars))]
		}
		cases = append(cases, product{a, scalar(b), a.want.Add(testkit.EdwardsBase().Mult(b))})
	}
	testkit.Kernels(t, func(t *testing.T) {
		v := decode(t, testkit.EdwardsG)
		var e edwards25519.ExpandedPoint
		for _, p := range cases {
			check(t, v.VarTimeDoubleScalarBaseMult(&p.a.x, &p.a.q, p.b), p.want, "double product")
			e.Set(&p.a.q)
			check(t, v.VarTimeDoubleScalarBaseMultExpanded(&p.a.x, &e, p.b), p.want, "product with an expanded point")
			if e.Point(v).Equal(&p.a.q) != 1 {
				t.Errorf("an expanded point is %x, want %x", v.Bytes(), p.a.q.Bytes())
			}
		}
	})
}

func TestProductAllocations(t *testing.T) {
	xs, qs := randomTerms(3)
	testkit.NoAllocs(t, "products", func() {
		var v Point
		var e edwards25519.ExpandedPoint
		e.Set(&qs[0])
		v.VarTimeDoubleScalarBaseMultExpanded(&xs[0], &e, &xs[1])
		e.Point(&v)
	})
}

func TestZeroExpandedPoint(t *testing.T) {
	var e edwards25519.ExpandedPoint
	for name, f := range map[string]func(){
		"product": func() { new(Point).VarTimeDoubleScalarBaseMultExpanded(&Scalar{}, &e, &Scalar{}) },
		"Point":   func() { e.Point(new(Point)) },
		"Set":     func() { e.Set(new(Point)) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
}
