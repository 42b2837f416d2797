// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/msm"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

// A term of a sum is a multiple of a point.
type term struct {
	x    Scalar
	q    Point
	want affine
}

// randomTerm returns a multiple of one of the samples or of the generator, with scalars
// of several lengths.
func randomTerm(t testing.TB, r *testkit.Rand) term {
	if r.IntN(2) == 0 {
		all := samples()
		s, i := all[r.IntN(len(all))], r.IntN(len(interesting))
		return term{*scalarFrom(interesting[i]), *decode(t, s.affine), s.multiples[i]}
	}
	x, y := randomMultiplier(r), randomMultiplier(r)
	x.Rsh(x, []uint{0, 0, 128, 128, 129, 100, 192, 255}[r.IntN(8)])
	q := new(Point).ScalarBaseMult(scalarFrom(y))
	return term{*scalarFrom(x), *q, baseTable().times(new(big.Int).Mod(new(big.Int).Mul(x, y), order))}
}

// sumOf returns the sum of the terms by the model.
func sumOf(terms []term) affine {
	v := modelIdentity
	for _, t := range terms {
		v = v.plus(t.want)
	}
	return v
}

// termSets returns sets of n terms: mixed ones, and those that make the same points
// meet in the same sums.
func termSets(t testing.TB, r *testkit.Rand, n int) map[string][]term {
	pool := make([]term, min(n, 40))
	for i := range pool {
		pool[i] = randomTerm(t, r)
	}
	mixed := make([]term, n)
	equal, opposite, cancelling := slices.Clone(mixed), slices.Clone(mixed), slices.Clone(mixed)
	var minus Point
	for i := range n {
		mixed[i] = pool[i%len(pool)]
		switch r.IntN(4) {
		case 0:
			mixed[i].q = *projective(&mixed[i].q, r)
		case 1, 2:
			mixed[i].q.Normalize(&mixed[i].q)
		}
		equal[i] = pool[0]
		opposite[i], cancelling[i] = pool[0], pool[i/2%len(pool)]
		if i%2 == 1 {
			o, c := &opposite[i], &cancelling[i]
			o.q, o.want = *minus.Negate(&o.q), o.want.negative()
			c.q, c.want = *minus.Negate(&c.q), c.want.negative()
		}
	}
	zero, identities := slices.Clone(mixed), slices.Clone(mixed)
	for i := range n {
		zero[i].x, zero[i].want = Scalar{}, modelIdentity
		if i%2 == 0 {
			identities[i].q, identities[i].want = Point{}, modelIdentity
		}
	}
	return map[string][]term{
		"mixed": mixed, "equal": equal, "opposite": opposite, "cancelling": cancelling, "zero": zero, "identities": identities,
	}
}

// slicesOf returns the scalars and points of the terms.
func slicesOf(terms []term) (xs []Scalar, qs []Point) {
	for i := range terms {
		xs = append(xs, terms[i].x)
		qs = append(qs, terms[i].q)
	}
	return xs, qs
}

// addSlices adds the terms [xs[i]]qs[i].
func addSlices(m interface{ Add(*Scalar, *Point) }, xs []Scalar, qs []Point) {
	for i := range xs {
		m.Add(&xs[i], &qs[i])
	}
}

func TestSums(t *testing.T) {
	r := testkit.NewRand(t)
	type set struct {
		name  string
		terms []term
		want  affine
	}
	var sets []set
	for _, n := range []int{0, 1, 2, 3, 10, 60, 150} {
		for name, terms := range termSets(t, r, n) {
			sets = append(sets, set{name, terms, sumOf(terms)})
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var vartime secp256k1.VarTimeMSM // used for all, with what the last has left
		var constant secp256k1.MSM
		v := decode(t, modelGenerator)
		for _, s := range sets {
			n := len(s.terms)
			xs, qs := slicesOf(s.terms)
			vartime.Workers = r.IntN(4)
			vartime.Reset()
			for i := range xs { // some as minus the multiple of minus the point
				if r.IntN(2) == 0 {
					vartime.Add(&xs[i], &qs[i])
				} else {
					vartime.AddSigned(&xs[i], 1, new(Point).Negate(&qs[i]))
				}
			}
			if vartime.Len() != n {
				t.Errorf("%d terms, want %d", vartime.Len(), n)
			}
			check(t, vartime.Sum(v), s.want, "%s, %d points, variable time", s.name, n)
			check(t, vartime.Sum(v), s.want, "%s, %d points, variable time, again", s.name, n)
			check(t, vartime.SumBy(v, msm.Straus), s.want, "%s, %d points, Straus", s.name, n)
			check(t, vartime.SumBy(v, msm.Pippenger), s.want, "%s, %d points, Pippenger", s.name, n)
			check(t, vartime.SumInBins(v), s.want, "%s, %d points, in bins", s.name, n)
			// And one more term.
			k := interesting[r.IntN(len(interesting))]
			vartime.AddBase(scalarFrom(k))
			if vartime.Len() != n+1 {
				t.Errorf("%d terms, want %d", vartime.Len(), n+1)
			}
			check(t, vartime.Sum(v), s.want.plus(baseTable().times(k)), "%s, %d points and the generator", s.name, n)
			check(t, vartime.SumInBins(v), s.want.plus(baseTable().times(k)), "%s, %d points and the generator, in bins", s.name, n)
			if n > 60 && testing.Short() {
				continue
			}
			constant.Reset()
			addSlices(&constant, xs, qs)
			if constant.Len() != n {
				t.Errorf("%d terms, want %d", constant.Len(), n)
			}
			check(t, constant.Sum(v), s.want, "%s, %d points, constant time", s.name, n)
		}
	})
}

// Sums of many points, whose logarithms are known.
func TestVarTimeMSMLarge(t *testing.T) {
	r := testkit.NewRand(t)
	var m secp256k1.VarTimeMSM
	for _, size := range []struct{ terms, workers int }{{1000, 1}, {5_000, 2}, {300, 64}} {
		if testing.Short() {
			size.terms /= 10
		}
		m.Reset()
		m.Workers = size.workers
		want := new(big.Int)
		k := randomMultiplier(r)
		var v Point
		q, step := new(Point).ScalarBaseMult(scalarFrom(k)), new(Point).SetGenerator()
		qs := make([]Point, size.terms)
		for i := range qs {
			qs[i] = *q
			q.Add(q, step)
		}
		secp256k1.NormalizeBatch(len(qs), func(i int) *Point { return &qs[i] })
		for i := range qs {
			x := randomMultiplier(r)
			if i%2 == 0 {
				x.Rsh(x, 128)
			}
			m.Add(scalarFrom(x), &qs[i])
			want.Add(want, new(big.Int).Mul(x, k))
			k.Add(k, small(1))
		}
		check(t, m.Sum(&v), baseTable().times(want.Mod(want, order)), "%d points, %d workers", size.terms, size.workers)
	}
}

func TestMSMAllocations(t *testing.T) {
	r := testkit.NewRand(t)
	var vartime secp256k1.VarTimeMSM
	var constant secp256k1.MSM
	for _, n := range []int{0, 1, 10, 200} {
		xs, qs := slicesOf(termSets(t, r, n)["mixed"])
		testkit.NoAllocs(t, "VarTimeMSM", func() {
			var v Point
			vartime.Reset()
			vartime.Grow(n + 1)
			addSlices(&vartime, xs, qs)
			if n > 0 {
				vartime.AddBase(&xs[0])
			}
			vartime.Sum(&v)
		})
		if n > 100 {
			continue
		}
		testkit.NoAllocs(t, "MSM", func() {
			var v Point
			constant.Reset()
			addSlices(&constant, xs, qs)
			constant.Sum(&v)
		})
	}
}
