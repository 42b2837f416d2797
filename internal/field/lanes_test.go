// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field_test

import (
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

func TestLanes(t *testing.T) {
	r := testkit.NewRand(t)
	for _, pr := range primes {
		for range 3000 {
			l := r.Limbs52()
			x := pr.FromLimbs52(l[0], l[1], l[2], l[3], l[4])
			want := testkit.Big52(l)
			pr.check(t, x, want.Mod(want, pr.p), "FromLimbs52(%x)", l)
			var again [5]uint64
			again[0], again[1], again[2], again[3], again[4] = field.Limbs52(&x)
			if got := testkit.Big52(again); got.Cmp(testkit.Big(x.Limbs())) != 0 || pr.FromLimbs52(again[0], again[1], again[2], again[3], again[4]) != x {
				t.Fatalf("%x in limbs of 52 bits is %x", x.Limbs(), again)
			}
			var e field.LanePair
			j := r.IntN(field.PairCount)
			e.Set(j, &x)
			for i := range again {
				if e[j/8][i][j%8] != again[i] {
					t.Fatalf("Set: limb %d of lane %d is %x, want %x", i, j, e[j/8][i][j%8], again[i])
				}
			}
			for i := range field.PairCount {
				want := field.Element{}
				if i == j {
					want = x
				}
				if got := pr.GetOfPair(&e, i); got != want {
					t.Fatalf("lane %d is %x after lane %d was set", i, got.Limbs(), j)
				}
			}
			e.SetAll(&x)
			if i := r.IntN(field.PairCount); pr.GetOfPair(&e, i) != x {
				t.Fatalf("SetAll: lane %d", i)
			}
		}
	}
}

// The chain of roots, step by step, and what is made of its result.
func TestRootSteps(t *testing.T) {
	r := testkit.NewRand(t)
	for _, pr := range primes {
		for _, v := range pr.inputs(r, 50) {
			places := [field.RootPlaces]field.Element{v.e}
			pr.RootSteps(func(to, from, squarings, times int) {
				var power field.Element
				pr.SqrN(&power, &places[from], squarings)
				if times >= 0 {
					pr.Mul(&power, &power, &places[times])
				}
				places[to] = power
			})
			var got, want field.Element
			if pr.FinishSqrt(&got, &places[1], &v.e) != pr.Sqrt(&want, &v.e) || pr.Equal(&got, &want) != 1 {
				t.Fatalf("%x: another root", v.n)
			}
		}
	}
}
