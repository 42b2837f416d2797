// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

func TestProducts(t *testing.T) {
	r := testkit.NewRand(t)
	type products struct {
		a, c           term
		b              *Scalar
		double, triple affine
	}
	var cases []products
	for range 60 {
		a, c, b := randomTerm(t, r), randomTerm(t, r), randomScalar(r)
		if r.IntN(4) == 0 {
			b = interesting[r.IntN(len(interesting))]
		}
		double := a.want.plus(baseTable().times(b))
		cases = append(cases, products{a, c, scalar(b), double, double.plus(c.want)})
	}
	testkit.Kernels(t, func(t *testing.T) {
		v := decode(t, modelGenerator)
		var e edwards25519.ExpandedPoint
		for _, p := range cases {
			a, b, c := &p.a, p.b, &p.c
			check(t, v.VarTimeDoubleScalarBaseMult(&a.x, &a.q, b), p.double, "double product")
			check(t, v.VarTimeTripleScalarBaseMult(&a.x, &a.q, &c.x, &c.q, b), p.triple, "triple product")
			e.Set(&a.q)
			check(t, v.VarTimeDoubleScalarBaseMultExpanded(&a.x, &e, b), p.double, "product with an expanded point")
			if e.Point(v).Equal(&a.q) != 1 {
				t.Errorf("an expanded point is %x, want %x", v.Bytes(), a.q.Bytes())
			}
			// The receiver may be one of the points.
			v.Set(&a.q)
			check(t, v.VarTimeTripleScalarBaseMult(&a.x, v, &c.x, &c.q, b), p.triple, "triple product, v = A")
			v.Set(&c.q)
			check(t, v.VarTimeTripleScalarBaseMult(&a.x, &a.q, &c.x, v, b), p.triple, "triple product, v = C")
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
		v.VarTimeTripleScalarBaseMult(&xs[0], &qs[0], &xs[1], &qs[1], &xs[2])
		e.Point(&v)
	})
}

func TestZeroExpandedPoint(t *testing.T) {
	var e edwards25519.ExpandedPoint
	for name, f := range map[string]func(){
		"product": func() { new(Point).VarTimeDoubleScalarBaseMultExpanded(&Scalar{}, &e, &Scalar{}) },
		"Point":   func() { e.Point(new(Point)) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
}
