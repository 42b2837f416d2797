// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

func TestTripleProduct(t *testing.T) {
	r := testkit.NewRand(t)
	type triple struct {
		a, c testkit.EdwardsTerm
		b    *scalar.Scalar
		want affine
	}
	var cases []triple
	for range 60 {
		a, c, b := r.EdwardsTerm(), r.EdwardsTerm(), r.EdwardsScalar()
		if r.IntN(4) == 0 {
			b = testkit.EdwardsScalars[r.IntN(len(testkit.EdwardsScalars))]
		}
		cases = append(cases, triple{a, c, integer(b), testkit.EdwardsBase().Mult(b).Add(a.Want).Add(c.Want)})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, p := range cases {
			a, c := integer(p.a.X), integer(p.c.X)
			A, C := decode(t, p.a.Q), decode(t, p.c.Q)
			v := new(Point)
			check(t, v.VarTimeTripleScalarBaseMult(a, A, c, C, p.b), p.want, "triple product")
			// The receiver may be one of the points.
			v.Set(A)
			check(t, v.VarTimeTripleScalarBaseMult(a, v, c, C, p.b), p.want, "triple product, v = A")
			v.Set(C)
			check(t, v.VarTimeTripleScalarBaseMult(a, A, c, v, p.b), p.want, "triple product, v = C")
		}
	})
	a, c := decode(t, cases[0].a.Q), decode(t, cases[0].c.Q)
	testkit.NoAllocs(t, "VarTimeTripleScalarBaseMult", func() {
		var v Point
		v.VarTimeTripleScalarBaseMult(cases[0].b, a, cases[1].b, c, cases[2].b)
	})
}

// Points of small order, and those points added to another one, which has the order of a key or more; also expanded.
func TestIsSmallOrder(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for i, small := range testkit.EdwardsTorsion() {
			for doublings := range 2 {
				for _, want := range []int{1, 0} {
					q := decode(t, small)
					if want == 0 {
						k := r.EdwardsScalar()
						if k.Sign() == 0 { // that adds nothing
							k.SetInt64(1)
						}
						q.Add(q, new(edwards25519.Point).ScalarBaseMult(integer(k)))
					}
					if doublings > 0 {
						q.DoubleN(doublings)
					}
					var expanded Point
					new(edwards25519.ExpandedPoint).Set(q).Point(&expanded)
					if got := expanded.IsSmallOrder(); got != want || q.IsSmallOrder() != want {
						t.Fatalf("point %d, doubled %d times: %d, want %d", i, doublings, got, want)
					}
				}
			}
		}
	})
}

// Every entry of an expanded point, and its Z where that is to be 1, whatever the Z of the point.
func TestExpandedPoint(t *testing.T) {
	r := testkit.NewRand(t)
	one, two := big.NewInt(1), big.NewInt(2)
	testkit.Kernels(t, func(t *testing.T) {
		for i := range 6 {
			term := r.EdwardsTerm()
			want := term.Q
			q := decode(t, want)
			if i%2 == 1 {
				q.DoubleN(1)
				want = want.Add(want)
			}
			entries := new(edwards25519.ExpandedPoint).Set(q).Entries()
			step := new(big.Int).Lsh(one, 32)
			for j, e := range entries {
				if j > 0 && j%8 == 0 {
					want = want.Mult(step)
				}
				w := want.Mult(big.NewInt(int64(2*(j%8) + 1)))
				z2 := testkit.Big(e[3].Limbs())
				if cpu.X86.V3 && !cpu.X86.IFMA && j%8 == 0 && z2.Cmp(two) != 0 {
					t.Fatalf("entry %d: 2Z is %x", j, z2)
				}
				if mod(z2).Sign() == 0 {
					t.Fatalf("entry %d: Z is 0", j)
				}
				for k, c := range []*big.Int{sum(w.Y, w.X), difference(w.Y, w.X), product(two, curveD, w.X, w.Y)} {
					if got := mod(testkit.Big(e[k].Limbs())); got.Cmp(half(product(c, z2))) != 0 {
						t.Fatalf("entry %d: coordinate %d is %x", j, k, got)
					}
				}
			}
		}
	})
}
