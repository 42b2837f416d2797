// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math"
	"testing"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// Any numbers, also those that no point has.
func TestChords(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		table := make([]laneAffine, 64)
		for round := range n {
			for i := range table {
				table[i] = newLaneAffine(r, values, round%2 == 0)
			}
			got := new(affineBins)
			count := 1 + r.IntN(3)
			if round == 1 {
				count = 18
			}
			steps := got.steps[:count]
			var sums, wanted [18][chordCount]laneAffine
			want := make([]chordStep, count)
			for i := range steps {
				s := &steps[i]
				s.Negative, s.Tangent = r.Uint64()&(1<<chordCount-1), uint64(r.IntN(2))
				for j := range chordCount {
					s.P[j], s.Q[j] = &table[r.IntN(len(table))], &table[r.IntN(len(table))]
					if s.Tangent == 1 {
						s.Q[j] = s.P[j]
					}
				}
				want[i] = *s
				s.Sums, want[i].Sums = &sums[i], &wanted[i]
			}
			var product lanePair
			for j := range chordCount {
				setRawLane(&product[j/laneCount], r, j%laneCount)
			}
			twin, products := product, make([]lanePair, count)
			got.varTimeDifferences(&product, steps, chordCount)
			differencesGeneric(&twin, products, want)
			samePairs(t, "the product", &product, &twin)
			for i := range products {
				samePairs(t, "a product", &got.products[i], &products[i])
			}
			// The inverse may be any number, too.
			got.varTimeChords(&product, steps, chordCount)
			chordsGeneric(&twin, products, want)
			for i := range sums[:count] {
				for j := range sums[i] {
					g, w := sums[i][j].get(), wanted[i][j].get()
					if p.Equal(&g.minusX, &w.minusX)&p.Equal(&g.y, &w.y) != 1 {
						t.Fatalf("sum %d of lane %d: %v, want %v", i, j, g, w)
					}
				}
			}
		}
	})
}

// Bins with multiples of one point by numbers so small that sums of the same points, and of opposite ones, come in every lane and
// after any number of additions.
func TestBins(t *testing.T) {
	const most = 1 << 12
	multiples := make([]Point, most+1)
	for i := 1; i <= most; i++ {
		multiples[i].Add(&multiples[i-1], &generator)
	}
	NormalizeBatch(most, func(i int) *Point { return &multiples[i+1] })
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		b := new(affineBins)
		for _, size := range []struct{ points, bins, sums, numbers int }{
			{1, 1, 1, 1}, {1, 1, 8, 8}, {2, 1, 16, 3}, {3, 2, 40, 5}, {5, 40, 2000, 4}, {20, 300, 5000, 12}, {40, 3, 1500, 2}, {40, 1500, 4000, 2},
		} {
			given := make([]laneAffine, size.points)
			numbers := make([]int, size.points)
			for i := range given {
				numbers[i] = 1 + r.IntN(size.numbers)
				var q affine
				q.set(&multiples[numbers[i]])
				given[i].set(&q)
			}
			want := make([]int, size.bins)
			b.start(given, size.bins)
			add := func(bin, i, sign int) {
				want[bin] += numbers[i] * (1 - 2*sign)
				b.add(bin, signedPoint(2*(i+1)+sign))
			}
			half := size.sums / 2
			for range half {
				add(r.IntN(size.bins), r.IntN(size.points), r.IntN(2))
			}
			b.finish()
			for range size.sums - half {
				add(r.IntN(size.bins), r.IntN(size.points), r.IntN(2))
			}
			b.finish()
			for i, n := range want {
				q := b.take(i)
				if q == 0 {
					if n != 0 {
						t.Fatalf("%v: bin %d of %d is empty", size, i, n)
					}
					continue
				}
				got := b.at(q).get()
				if n < 0 {
					n, q = -n, q^1
				}
				if n > most {
					t.Fatalf("%v: %d is too large for this test", size, n)
				}
				if q&1 == 1 {
					p.Neg(&got.y, &got.y)
				}
				var sum affine
				if sum.set(&multiples[n]); n == 0 || p.Equal(&got.minusX, &sum.minusX)&p.Equal(&got.y, &sum.y) != 1 {
					t.Fatalf("%v: bin %d is %v, want [%d]G", size, i, got, n)
				}
			}
			for i := range b.bins {
				if b.take(i) != 0 {
					t.Fatalf("%v: bin %d is taken, and not empty", size, i)
				}
			}
		}
	})
}

// A flush where each lane, and each step, has the same point twice, opposite ones, and others.
func TestSameInLanes(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		var multiples [5]Point
		given := make([]laneAffine, 2)
		for i := 1; i < len(multiples); i++ {
			multiples[i].Add(&multiples[i-1], &generator)
			multiples[i].Normalize(&multiples[i])
			if i <= len(given) {
				var q affine
				q.set(&multiples[i])
				given[i-1].set(&q)
			}
		}
		b := new(affineBins)
		for _, n := range []int{1, 3, 4, 8, 9, 15, 16, 17, 33, len(b.due) - 1, len(b.due)} {
			for shift := range 3 {
				b.start(given, n)
				for _, second := range []bool{false, true} {
					for i := range n {
						q := signedPoint(2) // G
						if second {
							q = []signedPoint{2, 3, 4}[(i+i/chordCount+shift)%3] // G, -G, [2]G
						}
						b.add(i, q)
					}
				}
				b.finish()
				for i := range n {
					q := b.take(i)
					want := []int{2, 0, 3}[(i+i/chordCount+shift)%3]
					if want == 0 && q == 0 {
						continue
					}
					if want == 0 || q == 0 || q&1 == 1 {
						t.Fatalf("%d sums: sum %d is %d, want [%d]G", n, i, q, want)
					}
					var sum affine
					sum.set(&multiples[want])
					if got := b.at(q).get(); p.Equal(&got.minusX, &sum.minusX)&p.Equal(&got.y, &sum.y) != 1 {
						t.Fatalf("%d sums: sum %d is %v, want [%d]G", n, i, got, want)
					}
				}
			}
		}
	})
}

// Digits of every size, groups of windows of every size, and numbers at the limits.
func TestBinSum(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var s binSum
		for width := uint(minBinWidth); width <= maxBinWidth; width++ {
			for round := range 4 {
				s.reset()
				var want Point
				terms := []int{1, 2, 7, 30}[round]
				for i := range terms {
					h := halfTerm{abs: [4]uint64{r.Uint64(), r.Uint64()}, negative: r.IntN(2)}
					switch i % 6 {
					case 0:
						h.abs[0], h.abs[1] = math.MaxUint64, math.MaxUint64
					case 1:
						h.abs[1] = 0
					case 2:
						h.abs = [4]uint64{1 << (width - 1)}
					}
					k := scalar.New(r.Uint64(), r.Uint64(), r.Uint64(), 0)
					var q, term Point
					q.ScalarBaseMult(&k)
					q.Normalize(&q)
					var a affine
					a.set(&q)
					s.add(&h, &a)
					x := scalar.New(h.abs[0], h.abs[1], 0, 0)
					if h.negative == 1 {
						n.Neg(&x, &x)
					}
					want.Add(&want, term.ScalarMult(&x, &q))
				}
				s.width, s.windows = width, windowsOf(width)
				s.group = 1 + uint(r.IntN(int(s.windows)))
				var got Point
				if s.sum(&got, uint(1+round)); got.Equal(&want) != 1 {
					t.Fatalf("digits of %d bits, %d terms, %d windows at the same time: got %v, want %v", width, terms, s.group, got, want)
				}
			}
		}
		s.reset()
		s.plan(1)
		got := generator
		if s.sum(&got, 1); got.IsIdentity() != 1 {
			t.Fatal("no terms have a sum")
		}
	})
}

// Who chooses points cannot make a sum take long: of the same point again and again, of opposite ones, and of multiples of one point by
// small numbers, at most twice as many sums are computed as of points that have nothing to do with each other.
func TestBinsOfChosenPoints(t *testing.T) {
	r := testkit.NewRand(t)
	const terms = 400
	var multiples [terms + 1]Point
	for i := 1; i < len(multiples); i++ {
		multiples[i].Add(&multiples[i-1], &generator)
	}
	NormalizeBatch(terms, func(i int) *Point { return &multiples[i+1] })
	computed := func(choose func(i int) (q Point, negative int)) int {
		var s binSum
		for i := range terms {
			q, negative := choose(i)
			var a affine
			a.set(&q)
			s.add(&halfTerm{abs: [4]uint64{r.Uint64(), r.Uint64()}, negative: negative}, &a)
		}
		s.plan(1)
		var v Point
		s.sum(&v, 1)
		b := new(affineBins)
		s.addWindows(b, 0, int(s.windows))
		return len(b.made)
	}
	usual := computed(func(i int) (Point, int) {
		k := scalar.New(r.Uint64(), r.Uint64(), r.Uint64(), 0)
		var q Point
		q.ScalarBaseMult(&k)
		return *q.Normalize(&q), 0
	})
	for name, choose := range map[string]func(i int) (Point, int){
		"the same":        func(int) (Point, int) { return generator, 0 },
		"opposite":        func(i int) (Point, int) { return generator, i % 2 },
		"two":             func(i int) (Point, int) { return multiples[1+i%2], 0 },
		"small multiples": func(i int) (Point, int) { return multiples[1+i], r.IntN(2) },
		"few multiples":   func(i int) (Point, int) { return multiples[1+i%8], r.IntN(2) },
	} {
		n := computed(choose)
		t.Logf("%s: %d sums for %d terms, usually %d", name, n, terms, usual)
		if n > 2*usual {
			t.Errorf("%s: %d sums for %d terms, usually %d", name, n, terms, usual)
		}
	}
}
