// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/msm"
	"secant.example/internal/testkit"
)

// A term of a sum is a multiple of a point.
type term struct {
	x    Scalar
	q    Point
	want affine
}

// randomScalar returns a scalar of the length that a kind of term has.
func randomScalar(r *testkit.Rand) *big.Int {
	k := testkit.Big(r.Limbs())
	return k.Rsh(k, []uint{3, 3, 128, 128, 100, 200, 240}[r.IntN(7)]).Mod(k, order)
}

// randomTerm returns a multiple of one of the samples or of the generator.
func randomTerm(t testing.TB, r *testkit.Rand) term {
	if r.IntN(2) == 0 {
		all := samples()
		s, i := all[r.IntN(len(all))], r.IntN(len(interesting))
		return term{*scalar(interesting[i]), *decode(t, s.affine), s.multiples[i]}
	}
	x, y := randomScalar(r), randomScalar(r)
	q := new(Point).ScalarBaseMult(scalar(y))
	return term{*scalar(x), *q, baseTable().times(new(big.Int).Mod(new(big.Int).Mul(x, y), order))}
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
	pool := make([]term, min(n, 60))
	for i := range pool {
		pool[i] = randomTerm(t, r)
	}
	mixed := make([]term, n)
	equal, opposite, cancelling := slices.Clone(mixed), slices.Clone(mixed), slices.Clone(mixed)
	var minus Point
	for i := range n {
		mixed[i] = pool[i%len(pool)]
		if r.IntN(4) == 0 {
			mixed[i].q = *projective(&mixed[i].q, r)
		}
		equal[i] = pool[0]
		opposite[i], cancelling[i] = pool[0], pool[i/2%len(pool)]
		if i%2 == 1 {
			o, c := &opposite[i], &cancelling[i]
			o.q, o.want = *minus.Negate(&o.q), o.want.negative()
			c.q, c.want = *minus.Negate(&c.q), c.want.negative()
		}
	}
	small, zero := slices.Clone(mixed), slices.Clone(mixed)
	all := samples()[:8]
	for i := range n {
		s, j := all[r.IntN(len(all))], r.IntN(len(interesting))
		small[i] = term{*scalar(interesting[j]), *decode(t, s.affine), s.multiples[j]}
		zero[i].x, zero[i].want = Scalar{}, modelIdentity
	}
	return map[string][]term{
		"mixed": mixed, "equal": equal, "opposite": opposite, "cancelling": cancelling, "small order": small, "zero": zero,
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

// pointersTo returns pointers to the elements.
func pointersTo[T any](s []T) (p []*T) {
	for i := range s {
		p = append(p, &s[i])
	}
	return p
}

func TestSums(t *testing.T) {
	r := testkit.NewRand(t)
	type set struct {
		name  string
		terms []term
		want  affine
	}
	var sets []set
	for _, n := range []int{0, 1, 2, 3, 17, 100, 180, 240, 260, 280, 300, 700} {
		for name, terms := range termSets(t, r, n) {
			sets = append(sets, set{name, terms, sumOf(terms)})
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var vartime edwards25519.VarTimeMSM // used for all, with what the last has left
		var constant edwards25519.MSM
		v := decode(t, modelGenerator)
		for _, s := range sets {
			n := len(s.terms)
			xs, qs := slicesOf(s.terms)
			vartime.Workers = r.IntN(4)
			vartime.Reset()
			if err := vartime.AddSlices(xs, qs); err != nil {
				t.Fatal(err)
			}
			if vartime.Len() != n {
				t.Errorf("%d terms, want %d", vartime.Len(), n)
			}
			check(t, vartime.Sum(v), s.want, "%s, %d points, variable time", s.name, n)
			check(t, vartime.Sum(v), s.want, "%s, %d points, variable time, again", s.name, n)
			check(t, vartime.SumBy(v, msm.Straus), s.want, "%s, %d points, Straus", s.name, n)
			check(t, vartime.SumBy(v, msm.Pippenger), s.want, "%s, %d points, Pippenger", s.name, n)
			constant.Reset()
			if err := constant.AddSlices(xs, qs); err != nil {
				t.Fatal(err)
			}
			if constant.Len() != n {
				t.Errorf("%d terms, want %d", constant.Len(), n)
			}
			check(t, constant.Sum(v), s.want, "%s, %d points, constant time", s.name, n)
		}
	})
}

// Terms with tables, and some that are added later.
func TestVarTimeMSMExpanded(t *testing.T) {
	r := testkit.NewRand(t)
	for _, n := range []int{1, 2, 10, 70, 250} {
		terms := termSets(t, r, n)["mixed"]
		expanded := make([]edwards25519.ExpandedPoint, n)
		kind := make([]int, n)
		for i := range terms {
			kind[i] = r.IntN(3)
			expanded[i].Set(&terms[i].q)
			if kind[i] == 2 {
				terms[i].want = baseTable().times(testkit.BigLE(terms[i].x.Bytes()))
			}
		}
		want := sumOf(terms)
		testkit.Kernels(t, func(t *testing.T) {
			var m edwards25519.VarTimeMSM
			m.Grow(n)
			v := new(Point)
			for i := range terms {
				if i == n/2 {
					check(t, m.Sum(v), sumOf(terms[:i]), "%d of %d terms", i, n)
				}
				switch x := &terms[i].x; kind[i] {
				case 0:
					m.Add(x, &terms[i].q)
				case 1:
					m.AddExpanded(x, &expanded[i])
				case 2:
					m.AddBase(x)
				}
			}
			check(t, m.Sum(v), want, "%d terms", n)
		})
	}
}

// Sums of up to 100,000 points, whose logarithms are known.
func TestVarTimeMSMLarge(t *testing.T) {
	r := testkit.NewRand(t)
	var m edwards25519.VarTimeMSM
	for _, size := range []struct{ terms, workers int }{{10_000, 1}, {100_000, 2}, {10_000, 64}} {
		if testing.Short() {
			size.terms /= 10
		}
		m.Reset()
		m.Workers = size.workers
		want := new(big.Int)
		k := testkit.Big(r.Limbs())
		k.Mod(k, order)
		var v Point
		q, step := new(Point).ScalarBaseMult(scalar(k)), edwards25519.NewGeneratorPoint()
		for range size.terms {
			b := r.Bytes32()
			b[31] &= 0x0f
			x := testkit.BigLE(b[:])
			m.Add(scalar(x), q)
			want.Add(want, new(big.Int).Mul(x, k))
			q.Add(q, step)
			k.Add(k, big.NewInt(1))
		}
		check(t, m.Sum(&v), baseTable().times(want.Mod(want, order)), "%d points, %d workers", size.terms, size.workers)
	}
}

func TestMSMLengths(t *testing.T) {
	xs, qs := make([]Scalar, 3), []Point{*edwards25519.NewGeneratorPoint(), *edwards25519.NewIdentityPoint()}
	var vartime edwards25519.VarTimeMSM
	var constant edwards25519.MSM
	if vartime.AddSlices(xs, qs) == nil || constant.AddSlices(xs, qs) == nil {
		t.Error("no error for slices that differ in length")
	}
	if vartime.Len() != 0 || constant.Len() != 0 {
		t.Error("terms after an error")
	}
	for name, f := range map[string]func(){
		"MultiScalarMult":        func() { new(Point).MultiScalarMult(pointersTo(xs), pointersTo(qs)) },
		"VarTimeMultiScalarMult": func() { new(Point).VarTimeMultiScalarMult(pointersTo(xs), pointersTo(qs)) },
		"zero point":             func() { vartime.Add(&xs[0], new(Point)) },
		"zero point, constant":   func() { constant.Add(&xs[0], new(Point)) },
		"zero expanded point":    func() { vartime.AddExpanded(&xs[0], new(edwards25519.ExpandedPoint)) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
}

func TestMSMAllocations(t *testing.T) {
	var vartime edwards25519.VarTimeMSM
	var constant edwards25519.MSM
	var e edwards25519.ExpandedPoint
	for _, n := range []int{0, 1, 64, 300} {
		xs, qs := randomTerms(n)
		e.Set(edwards25519.NewGeneratorPoint())
		testkit.NoAllocs(t, "VarTimeMSM", func() {
			var v Point
			vartime.Reset()
			if err := vartime.AddSlices(xs, qs); err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				vartime.AddBase(&xs[0])
				vartime.AddExpanded(&xs[0], &e)
			}
			vartime.Sum(&v)
		})
		testkit.NoAllocs(t, "MSM", func() {
			var v Point
			constant.Reset()
			if err := constant.AddSlices(xs, qs); err != nil {
				t.Fatal(err)
			}
			constant.Sum(&v)
		})
	}
}
