// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"math/big"
	"math/bits"
	"testing"

	"secant.example/internal/msm"
	"secant.example/internal/testkit"
)

// The tests in this file count point operations, in the group of the integers modulo a prime, by the
// real sums of internal/msm: what a search costs without any assumption about the costs of sums.

// q is the prime, and order as a number.
const q = 1<<61 - 1

var order = big.NewInt(q)

// operations counts additions and doublings.
var operations int

type integers struct{}

func add(x, y uint64, negative bool) uint64 {
	if negative {
		y = q - y
	}
	return (x + y) % q
}

func (integers) Identity(v *uint64)              { *v = 0 }
func (integers) Set(v, x *uint64, negative bool) { *v = add(0, *x, negative) }
func (integers) Prepare(x, v *uint64)            { *x = *v }
func (g integers) Double(v *uint64, n int)       { g.double(v, n) }
func (integers) double(v *uint64, n int) {
	operations += n
	for range n {
		*v = 2 * *v % q
	}
}

func (g integers) Add(v *uint64, n int, x *uint64, negative, _ bool) {
	g.double(v, n)
	operations++
	*v = add(*v, *x, negative)
}

func (g integers) AddSteps(v *uint64, steps []msm.Step[uint64], partial bool) {
	for _, s := range steps {
		g.Add(v, int(s.Doublings), s.Q, s.Flags&msm.Negative != 0, false)
	}
}

func (g integers) AddEach(pairs []msm.Pair[uint64, uint64]) {
	for _, p := range pairs {
		g.Add(p.V, 0, p.Q, p.Negative == 1, false)
	}
}

// An equation is S·B = R + k·A, of integers, with B = 1.
type equation struct{ R, A, k, S uint64 }

// equations are a batch of them.
type equations struct {
	all   []equation
	rng   *testkit.Rand
	z, zk [][4]uint64
	zS    []uint64
	valid []bool
	sum   msm.VarTime[uint64, uint64, integers]
}

// multiple returns x·y modulo q, for small factors.
func multiple(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	_, rest := bits.Div64(high%q, low, q)
	return rest
}

// long returns a number with so many random bits that is x modulo q.
func long(rng *testkit.Rand, x uint64, size uint) [4]uint64 {
	y := testkit.Big(rng.Limbs())
	y.Rsh(y, 256-size).Sub(y, new(big.Int).Mod(y, order)).Add(y, new(big.Int).SetUint64(x))
	return testkit.Limbs(y)
}

// newEquations returns n that hold, but for those at bad.
func newEquations(rng *testkit.Rand, n int, bad []int) *equations {
	e := &equations{rng: rng, all: make([]equation, n), z: make([][4]uint64, n), zk: make([][4]uint64, n), zS: make([]uint64, n), valid: make([]bool, n)}
	for i := range e.all {
		x := equation{R: rng.Uint64N(q), A: rng.Uint64N(q), k: rng.Uint64N(q)}
		x.S = add(x.R, multiple(x.k, x.A), false)
		e.all[i] = x
	}
	for _, i := range bad {
		e.all[i].S = add(e.all[i].S, 1+rng.Uint64N(q-1), false)
	}
	for i, x := range e.all {
		z := 1 + rng.Uint64N(q-1)
		e.z[i], e.zk[i], e.zS[i] = long(rng, z, 128), long(rng, multiple(z, x.k), 253), multiple(z, x.S)
	}
	return e
}

// one is what verifying one takes, as Ed25519 does: 127 doublings, 28 additions for the base point,
// 21 for each of A and R, and two tables of 7 additions and a doubling.
const one = 127 + 28 + 2*(21+8)

// sumCosts returns what adding up n equations takes, and what each term more does, in operations: as
// counted for 16 and 64 valid ones.
func sumCosts(t *testing.T) (sum, term int) {
	count := func(n int) int {
		e := newEquations(testkit.NewRand(t), n, nil)
		operations = 0
		var v uint64
		if e.Sum(&v, 0, n); v != 0 {
			t.Fatal("the sum of valid equations is not right")
		}
		return operations
	}
	few, many := count(16), count(64)
	term = (many - few) / 48
	return few - 16*term, term
}

var costsOfSums [2]int

func (e *equations) Costs(start, end int) (sum, each int) {
	n := end - start
	return 100 * (costsOfSums[0] + costsOfSums[1]*n) / one, 100 * n
}

func (e *equations) Prepare(start, end int) {}

func (e *equations) Sum(v *uint64, start, end int) {
	e.sum.Reset()
	base := uint64(0)
	for i := start; i < end; i++ {
		x := &e.all[i]
		e.sum.Append(&e.z[i], 0, &x.R)
		e.sum.Append(&e.zk[i], 0, &x.A)
		base = add(base, e.zS[i], false)
	}
	operations += 28 // the base point has its tables
	*v = add(*e.sum.Sum(msm.Fastest), base, true)
}

func (e *equations) Subtract(v, w *uint64) { *v = add(*v, *w, true) }
func (e *equations) Right(v *uint64) bool  { return *v == 0 }
func (e *equations) Valid(i int) bool      { return e.valid[i] }
func (e *equations) Accept(start, end int) {
	for i := start; i < end; i++ {
		e.valid[i] = true
	}
}

func (e *equations) Each(start, end int) {
	operations += one * (end - start)
	for i := start; i < end; i++ {
		x := &e.all[i]
		e.valid[i] = x.S == add(x.R, multiple(x.k, x.A), false)
	}
}

// TestOperations counts what searches take where so many in a thousand entries are invalid,
// scattered or adjacent: with the search of a program that verified valid ones before, with one that
// had nothing at first, and with a new one for each batch, which had nothing in its fund at first.
// No program takes more than 1.15 times the operations of one by one, but for its credit at first.
func TestOperations(t *testing.T) {
	rng := testkit.NewRand(t)
	costsOfSums[0], costsOfSums[1] = sumCosts(t)
	const size = 512
	batches := 5
	if testing.Short() {
		batches = 2
	}
	for _, rate := range []int{0, 1, 10, 100, 500, 1000} {
		for _, adjacent := range []bool{false, true} {
			var ratios [3]float64
			var funds [3]Fund // nothing is in them
			for i := range funds {
				funds[i].take(fund)
			}
			after, kept := new(Search[uint64]), new(Search[uint64])
			for range 3 {
				after.Run(newEquations(rng, size, nil), size, new(Fund))
			}
			credit := after.credit
			total := [3]int{}
			for range batches {
				var bad []int
				if count := (rate*size + rng.IntN(1000)) / 1000; adjacent {
					at := rng.IntN(size - count + 1)
					for i := range count {
						bad = append(bad, at+i)
					}
				} else {
					bad = rng.Perm(size)[:count]
				}
				for i, s := range []*Search[uint64]{after, kept, new(Search[uint64])} {
					e := newEquations(rng, size, bad)
					operations = 0
					s.Run(e, size, &funds[i])
					total[i] += operations
					valid := make([]bool, size)
					for j := range valid {
						valid[j] = true
					}
					for _, j := range bad {
						valid[j] = false
					}
					for j, ok := range e.valid {
						if ok != valid[j] {
							t.Fatalf("%d in 1000: verdict %d is %v", rate, j, ok)
						}
					}
				}
			}
			for i := range ratios {
				ratios[i] = float64(total[i]) / float64(one*size*batches)
			}
			t.Logf("%4d in 1000, adjacent %5v: %.2f after valid ones, %.2f, %.2f with a new search for each batch", rate, adjacent, ratios[0], ratios[1], ratios[2])
			constant := float64(credit) / float64(100*size*batches)
			if ratios[0] > 1.15+constant || ratios[1] > 1.15 || ratios[2] > 1.15 {
				t.Errorf("%d in 1000, adjacent %v: %.3f times one by one, a new search for each batch %.3f, and %.3f after valid ones, with a credit of %.3f", rate, adjacent, ratios[1], ratios[2], ratios[0], constant)
			}
			if rate == 0 && (ratios[0] > 0.45 || ratios[1] > 0.5 || ratios[2] > 0.5) {
				t.Errorf("none invalid: %.3f", ratios)
			}
			if rate == 1 && (ratios[0] > 0.7 || ratios[1] > 0.8) {
				t.Errorf("1 in 1000 invalid: %.3f", ratios)
			}
			if rate == 1000 && ratios[0] > 1.05+constant {
				t.Errorf("all invalid: %.3f", ratios)
			}
		}
	}
}
