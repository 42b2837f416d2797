// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

// A term of a sum is a multiple of a point.
type term struct {
	x    Scalar
	q    Point
	want affine
}

// newTerm returns a term, with other coordinates than those of the decoded point.
func newTerm(t testing.TB, r *testkit.Rand, e testkit.EdwardsTerm) term {
	q := decode(t, e.Q)
	if r.IntN(4) == 0 {
		q = projective(q, r)
	}
	return term{*scalar(e.X), *q, e.Want}
}

func newTerms(t testing.TB, r *testkit.Rand, es []testkit.EdwardsTerm) []term {
	terms := make([]term, len(es))
	for i, e := range es {
		terms[i] = newTerm(t, r, e)
	}
	return terms
}

// sumOf returns the sum of the terms by the model.
func sumOf(terms []term) affine {
	v := testkit.EdwardsIdentity
	for _, t := range terms {
		v = v.Add(t.want)
	}
	return v
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
		for name, terms := range r.EdwardsTerms(n) {
			sets = append(sets, set{name, newTerms(t, r, terms), testkit.EdwardsSum(terms)})
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var vartime edwards25519.VarTimeMSM // used for all, with what the last has left
		var constant edwards25519.MSM
		v := decode(t, testkit.EdwardsG)
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
		terms := newTerms(t, r, r.EdwardsTerms(n)["mixed"])
		expanded := make([]edwards25519.ExpandedPoint, n)
		kind := make([]int, n)
		for i := range terms {
			kind[i] = r.IntN(3)
			expanded[i].Set(&terms[i].q)
			if kind[i] == 2 {
				terms[i].want = testkit.EdwardsBase().Mult(testkit.BigLE(terms[i].x.Bytes()))
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
		check(t, m.Sum(&v), testkit.EdwardsBase().Mult(want.Mod(want, order)), "%d points, %d workers", size.terms, size.workers)
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
