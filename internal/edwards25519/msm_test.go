// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/msm"
	"secant.example/internal/testkit"
)

// Both algorithms for sums of any size, whichever is faster.
func TestAlgorithms(t *testing.T) {
	r := testkit.NewRand(t)
	type set struct {
		name   string
		terms  []testkit.EdwardsTerm
		points []Point
		want   affine
	}
	var sets []set
	for _, n := range []int{0, 1, 2, 3, 17, 100, 180, 240, 260, 280, 300, 700} {
		for name, terms := range r.EdwardsTerms(n) {
			s := set{name, terms, make([]Point, n), testkit.EdwardsSum(terms)}
			var shift Point
			shift.ScalarBaseMult(integer(r.EdwardsScalar()))
			for i := range terms {
				s.points[i] = *decode(t, terms[i].Q)
				if r.IntN(4) == 0 { // other coordinates
					s.points[i].Add(&s.points[i], &shift).Subtract(&s.points[i], &shift)
				}
			}
			sets = append(sets, s)
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var m edwards25519.VarTimeMSM // used for all, with what the last has left
		v := new(Point)
		for _, s := range sets {
			m.Workers = r.IntN(4)
			m.Reset()
			for i := range s.terms {
				switch x := integer(s.terms[i].X); {
				case r.IntN(32) == 0:
					m.AddExpanded(x, new(edwards25519.ExpandedPoint).Set(&s.points[i]))
				case r.IntN(2) == 0:
					m.Add(x, &s.points[i])
				default:
					m.AddSigned(x, 1, new(Point).Negate(&s.points[i]))
				}
			}
			check(t, m.SumBy(v, msm.Straus), s.want, "%s, %d points, Straus", s.name, len(s.terms))
			check(t, m.SumBy(v, msm.StrausInLanes), s.want, "%s, %d points, Straus in lanes", s.name, len(s.terms))
			check(t, m.SumBy(v, msm.Pippenger), s.want, "%s, %d points, Pippenger", s.name, len(s.terms))
		}
	})
}

// A pair of multiples of one point.
func TestScalarMultPair(t *testing.T) {
	r := testkit.NewRand(t)
	samples := testkit.EdwardsSamples()
	testkit.Kernels(t, func(t *testing.T) {
		for i := range 100 {
			s := samples[r.IntN(len(samples))]
			j, k := r.IntN(len(testkit.EdwardsScalars)), r.IntN(len(testkit.EdwardsScalars))
			x, y := integer(testkit.EdwardsScalars[j]), integer(testkit.EdwardsScalars[k])
			q := decode(t, s.EdwardsPoint)
			var v, w Point
			where := [][2]*Point{{&v, &w}, {q, &w}, {&v, q}}[i%3]
			edwards25519.ScalarMultPair(where[0], where[1], x, y, q)
			check(t, where[0], s.Multiples[j], "scalar %d in form %d", j, i%3)
			check(t, where[1], s.Multiples[k], "scalar %d in form %d, the second", k, i%3)
		}
		for range 10 { // random scalars
			x, y, z := r.EdwardsScalar(), r.EdwardsScalar(), r.EdwardsScalar()
			base := testkit.EdwardsBase()
			times := func(x *big.Int) testkit.EdwardsPoint {
				return base.Mult(new(big.Int).Mod(new(big.Int).Mul(x, z), testkit.EdwardsL))
			}
			var v, w Point
			edwards25519.ScalarMultPair(&v, &w, integer(x), integer(y), decode(t, base.Mult(z)))
			check(t, &v, times(x), "[%x·%x]", x, z)
			check(t, &w, times(y), "[%x·%x], the second", y, z)
		}
	})
}
