// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

func TestExtendedCoordinates(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, s := range samples() {
			v := projective(decode(t, s.affine), r)
			X, Y, Z, T := v.ExtendedCoordinates()
			w := edwards25519.NewGeneratorPoint()
			if got, err := w.SetExtendedCoordinates(&X, &Y, &Z, &T); err != nil || got != w {
				t.Fatalf("SetExtendedCoordinates returns %v, %v", got, err)
			}
			check(t, w, s.affine, "the point with the same coordinates")
		}
	})
}

// What is not a point is refused: one coordinate changed, Z = 0, a point of
// another curve, and all coordinates 0.
func TestSetExtendedCoordinatesRejects(t *testing.T) {
	const p = field.P25519
	one := field.One()
	r := testkit.NewRand(t)
	refuse := func(what string, c [4]field.Element) {
		t.Helper()
		v := edwards25519.NewGeneratorPoint()
		if got, err := v.SetExtendedCoordinates(&c[0], &c[1], &c[2], &c[3]); err == nil || got != nil {
			t.Errorf("%s: %v, %v", what, got, err)
		}
		check(t, v, modelGenerator, "receiver after an error")
	}
	refuse("all 0", [4]field.Element{})
	refuse("Z = T = X = 0", [4]field.Element{{}, one, {}, {}})
	for _, s := range samples() {
		X, Y, Z, T := projective(decode(t, s.affine), r).ExtendedCoordinates()
		for i, name := range []string{"X", "Y", "Z", "T"} {
			c := [4]field.Element{X, Y, Z, T}
			zero := p.IsZero(&c[i]) == 1
			p.Add(&c[i], &c[i], &one)
			refuse(name+" + 1", c)
			if !zero {
				c[i] = field.Element{}
				refuse(name+" = 0", c)
			}
		}
		if p.IsZero(&T) == 0 {
			minus := T
			p.Neg(&minus, &T)
			refuse("-T", [4]field.Element{X, Y, Z, minus})
		}
		refuse("not on the curve, though X·Y = Z·T", func() [4]field.Element {
			x, y := field.New(r.Uint64(), 0, 0, 0), field.New(r.Uint64(), 0, 0, 0)
			c := [4]field.Element{x, y, one, {}}
			p.Mul(&c[3], &x, &y)
			return c
		}())
	}
	// On the curve with T = 0 where it must not be.
	X, Y, Z, _ := edwards25519.NewGeneratorPoint().ExtendedCoordinates()
	refuse("T = 0", [4]field.Element{X, Y, Z, {}})
}
