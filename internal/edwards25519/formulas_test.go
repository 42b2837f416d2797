// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/testkit"
)

// The point formulas, from coordinates built so that the carries of each of
// their products and sums happen: the coordinates of points on the curve would
// not lead to them.

// numbers are coordinates, as integers below 2^256.
type numbers [4]*big.Int

func (n numbers) elements() (e [4]field.Element) {
	for i, x := range n {
		l := testkit.Limbs(x)
		e[i] = field.New(l[0], l[1], l[2], l[3])
	}
	return e
}

func sum(x, y *big.Int) *big.Int        { return mod(new(big.Int).Add(x, y)) }
func difference(x, y *big.Int) *big.Int { return mod(subtract(x, y)) }
func square(x *big.Int) *big.Int        { return product(x, x) }
func quotient(x, y *big.Int) *big.Int   { return product(x, invert(y)) }
func half(x *big.Int) *big.Int          { return quotient(x, big.NewInt(2)) }

// root returns a square root of x, or nil if there is none.
func root(x *big.Int) *big.Int { return new(big.Int).ModSqrt(mod(x), prime) }

// fourthRoot returns a root of x^4, or nil if there is none.
func fourthRoot(x *big.Int) *big.Int {
	r := root(x)
	if r != nil && root(r) == nil {
		r = mod(new(big.Int).Neg(r))
	}
	if r == nil {
		return nil
	}
	return root(r)
}

// combine returns EF, GH, FG, EH.
func combine(e, f, g, h *big.Int) numbers {
	return numbers{product(e, f), product(g, h), product(f, g), product(e, h)}
}

// sameNumbers fails unless the coordinates of v are want mod p, but for those that are nil.
func sameNumbers(t testing.TB, v *Point, want numbers, format string, args ...any) {
	t.Helper()
	for i, e := range v.Coordinates() {
		if n := mod(testkit.Big(e.Limbs())); want[i] != nil && n.Cmp(want[i]) != 0 {
			t.Fatalf(format+": coordinate %d is %x, want %x", append(args, i, n, want[i])...)
		}
	}
}

// randomNumber returns an integer below 2^256, and with x one that is x mod p.
func randomNumber(r *testkit.Rand, x *big.Int) *big.Int {
	if x == nil {
		return testkit.Big(r.Limbs())
	}
	x = mod(x)
	if y := new(big.Int).Add(x, prime); r.IntN(2) == 0 && y.BitLen() <= 256 {
		return y
	}
	return x
}

func smallNumber(r *testkit.Rand) *big.Int { return big.NewInt(r.Int64N(38 * 38)) }

// double is the model of a doubling: E = 2XY, G = Y^2 - X^2, H = X^2 + Y^2, F = 2Z^2 - G.
func (n numbers) double() numbers {
	x, y, z := n[0], n[1], n[2]
	g, h := difference(square(y), square(x)), sum(square(x), square(y))
	return combine(product(big.NewInt(2), x, y), difference(product(big.NewInt(2), z, z), g), g, h)
}

// add is the model of an addition of q = (Y2+X2, Y2-X2, 2d·T2, 2·Z2): from A =
// (Y-X)(Y2-X2), B = (Y+X)(Y2+X2), C = T·2d·T2 and D = Z·2·Z2 come E = B - A, H = B + A,
// F = D - C, G = D + C.
func (n numbers) add(q numbers, subtract bool) numbers {
	plus, minus, t2d := q[0], q[1], q[2]
	if subtract {
		plus, minus, t2d = minus, plus, new(big.Int).Neg(t2d)
	}
	a, b := product(difference(n[1], n[0]), minus), product(sum(n[1], n[0]), plus)
	c, d := product(n[3], t2d), product(n[2], q[3])
	return combine(difference(b, a), difference(d, c), sum(d, c), sum(b, a))
}

type doubling struct{ in, want numbers }

var doublingCases []doubling

// doublings returns doublings of all sorts.
func doublings(r *testkit.Rand) []doubling {
	if doublingCases == nil {
		doublingCases = makeDoublings(r)
	}
	return doublingCases
}

func makeDoublings(r *testkit.Rand) (cases []doubling) {
	try := func(x, y, z *big.Int) {
		in := numbers{x, y, z, randomNumber(r, nil)}
		cases = append(cases, doubling{in, in.double()})
	}
	edges := testkit.Edges(prime)
	for _, x := range edges {
		for _, y := range edges {
			try(testkit.Big(x), testkit.Big(y), testkit.Big(edges[r.IntN(len(edges))]))
		}
	}
	for _, v := range r.Targets(prime) {
		// E = 2XY, G = Y^2 - X^2, H = X^2 + Y^2, F = 2Z^2 - G: each entry changes
		// some of X, Y, Z so that something the formula computes is v, or makes one nil
		// if there is no root.
		var x, y, z *big.Int
		g := func() *big.Int { return difference(square(y), square(x)) }
		e := func() *big.Int { return product(big.NewInt(2), x, y) }
		for _, aim := range []func(){
			func() { x = root(v) },
			func() { y = root(v) },
			func() { z = root(v) },
			// Two squares just above 0, which as products are often just above p: the
			// only way for their sum to reach 2^256.
			func() { x, y = root(smallNumber(r)), root(smallNumber(r)) },
			func() { y = quotient(v, x) },                         // XY
			func() { y = quotient(half(v), x) },                   // E
			func() { y = root(sum(v, square(x))) },                // G
			func() { y = root(difference(v, square(x))) },         // H
			func() { z = root(sum(v, g())) },                      // Z^2 - G
			func() { z = root(half(sum(v, g()))) },                // F
			func() { z = root(half(sum(quotient(v, e()), g()))) }, // EF
			func() { y = fourthRoot(sum(v, square(square(x)))) },  // GH
			func() { z = root(half(sum(quotient(v, g()), g()))) }, // FG
			func() { // EH = 2m(1 + m^2)·X^4, for Y = mX
				m := randomNumber(r, nil)
				x = fourthRoot(quotient(v, product(big.NewInt(2), m, sum(big.NewInt(1), square(m)))))
				if x != nil {
					y = product(m, x)
				}
			},
		} {
			for range 1 {
				x, y, z = randomNumber(r, nil), randomNumber(r, nil), randomNumber(r, nil)
				if aim(); x != nil && y != nil && z != nil {
					try(randomNumber(r, x), randomNumber(r, y), randomNumber(r, z))
				}
			}
		}
	}
	return cases
}

func TestDoubleFormula(t *testing.T) {
	r := testkit.NewRand(t)
	cases := doublings(r)
	quarters := slices.Clone(cases[:min(60, len(cases))])
	for i := range quarters {
		for range 63 {
			quarters[i].want = quarters[i].want.double()
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, c := range cases {
			v := edwards25519.Extended(c.in.elements())
			v.DoubleN(1)
			sameNumbers(t, v, c.want, "doubling %x", c.in)
			if i%5 != 0 {
				continue
			}

			// A sum doubles by another routine.
			v = edwards25519.Extended(c.in.elements())
			q := randomNumbers(r)
			v.SumSteps(0, []edwards25519.Operand{q.elements()}, []uint32{0}, []uint32{1}, true)
			sameNumbers(t, v, c.want.add(q, false), "doubling %x and adding %x", c.in, q)
			v = edwards25519.Extended(c.in.elements())
			v.VarTimeSumSteps([]edwards25519.Operand{q.elements()}, []uint32{0}, []uint32{1}, true)
			sameNumbers(t, v, c.want.add(q, false), "doubling %x and adding %x, which are public", c.in, q)

			// So do sums of many multiples.
			v = edwards25519.Extended(c.in.elements())
			v.SumDouble(1)
			sameNumbers(t, v, c.want, "doubling %x in a sum", c.in)
		}
		for n := 2; n < 6; n++ {
			for range 20 {
				in := cases[r.IntN(len(cases))].in
				v, want := edwards25519.Extended(in.elements()), in
				v.DoubleN(n)
				for range n {
					want = want.double()
				}
				sameNumbers(t, v, want, "%d doublings of %x", n, in)
			}
		}
		// 64 of them have a routine of their own.
		for _, c := range quarters {
			v := edwards25519.Extended(c.in.elements())
			v.DoubleQuarter()
			sameNumbers(t, v, c.want, "64 doublings of %x", c.in)
		}
	})
}

// randomNumbers returns coordinates of no point.
func randomNumbers(r *testkit.Rand) (n numbers) {
	for i := range n {
		n[i] = randomNumber(r, nil)
	}
	return n
}

type addition struct {
	v, q     numbers
	subtract bool
	want     numbers
}

var additionCases [2][]addition

// additions returns additions of points, or of points with Z = 1.
func additions(r *testkit.Rand, affine bool) []addition {
	i := 0
	if affine {
		i = 1
	}
	if additionCases[i] == nil {
		additionCases[i] = makeAdditions(r, affine)
	}
	return additionCases[i]
}

func makeAdditions(r *testkit.Rand, affine bool) (cases []addition) {
	{
		try := func(v, q numbers) {
			for _, subtract := range []bool{false, true} {
				if affine {
					q[3] = big.NewInt(2)
				}
				cases = append(cases, addition{v, q, subtract, v.add(q, subtract)})
				q[0], q[1] = q[1], q[0] // what the aims below are for, when subtracting
			}
		}
		edges := testkit.Edges(prime)
		edge := func() *big.Int { return testkit.Big(edges[r.IntN(len(edges))]) }
		for _, x := range edges {
			for range 8 {
				try(numbers{testkit.Big(x), edge(), edge(), edge()}, numbers{edge(), edge(), edge(), edge()})
				try(numbers{edge(), testkit.Big(x), edge(), edge()}, numbers{edge(), edge(), edge(), edge()})
			}
		}
		for _, v := range r.Targets(prime) {
			// A, B, C and D can be anything.
			var x, y, a, b, c, d *big.Int
			anything := func() *big.Int { return randomNumber(r, nil) }
			pair := func(first, second **big.Int) { // (first + second)·(second - first) = v
				m := anything()
				w := quotient(v, m)
				*second, *first = half(sum(w, m)), half(difference(w, m))
			}
			for _, aim := range []func(){
				func() { x = difference(y, v) },
				func() { x = difference(v, y) },
				func() { a = v }, func() { b = v }, func() { c = v }, func() { d = v },
				// Two products just above 0.
				func() { a, b = smallNumber(r), smallNumber(r) },
				func() { c, d = smallNumber(r), smallNumber(r) },
				func() { b = sum(a, v) }, func() { b = difference(v, a) },
				func() { d = sum(c, v) }, func() { d = difference(v, c) },
				func() { b = sum(a, quotient(v, difference(d, c))) },        // EF
				func() { b = sum(a, quotient(v, sum(d, c))) },               // the same, subtracting
				func() { b = difference(quotient(v, sum(d, c)), a) },        // GH
				func() { b = difference(quotient(v, difference(d, c)), a) }, // the same, subtracting
				func() { pair(&c, &d) },                                     // FG
				func() { pair(&a, &b) },                                     // EH
			} {
				x, y, a, b, c, d = anything(), anything(), anything(), anything(), anything(), anything()
				aim()
				z, t := anything(), anything()
				if affine {
					z = half(d)
				}
				in, q := numbers{x, y, z, t}, numbers{quotient(b, sum(y, x)), quotient(a, difference(y, x)), quotient(c, t), quotient(d, z)}
				for i := range in {
					in[i], q[i] = randomNumber(r, in[i]), randomNumber(r, q[i])
				}
				try(in, q)
			}
		}
	}
	return cases
}

func TestAdditionFormulas(t *testing.T) {
	r := testkit.NewRand(t)
	all, affine := additions(r, false), additions(r, true)
	type operation func(v *Point, n int, q *edwards25519.Operand, subtract, withT bool)
	for name, op := range map[string]struct {
		operation
		cases  []addition
		stride int
	}{
		"one":                 {(*Point).DoubleAdd, all, 1},
		"list":                {doubleAddList, all, 5},
		"pairs":               {doubleAddPairs, all, 5},
		"second of two pairs": {doubleAddSecond, all, 7},
		"public":              {doubleAddPublic, all, 1},
		"affine step":         {doubleAddAffine, affine, 1},
		"affine pairs":        {doubleAddPairs, affine, 5},
		"not quite affine":    {doubleAddPairs, notQuiteAffine(r), 1},
		"lane":                {doubleAddLane, affine, 2},
	} {
		testkit.Kernels(t, func(t *testing.T) {
			cases := op.cases
			check := func(c *addition, n int, withT bool, want numbers) {
				t.Helper()
				q := edwards25519.Operand(c.q.elements())
				v := edwards25519.Extended(c.v.elements())
				op.operation(v, n, &q, c.subtract, withT)
				if !withT { // then T is left to chance
					want[3] = nil
				}
				sameNumbers(t, v, want, "%s: %d doublings of %x, and %x, subtract %t, T %t", name, n, c.v, c.q, c.subtract, withT)
			}
			for i := 0; i < len(cases); i += op.stride {
				check(&cases[i], 0, i%8 != 0, cases[i].want)
			}
			for n := 1; n < 6; n++ {
				for range 20 {
					c := &cases[r.IntN(len(cases))]
					v := c.v
					for range n {
						v = v.double()
					}
					check(c, n, r.IntN(2) == 0, v.add(c.q, c.subtract))
				}
			}
		})
	}
}

// notQuiteAffine returns additions of points of which 2Z has some limbs of 2.
func notQuiteAffine(r *testkit.Rand) (cases []addition) {
	for i := range 4 {
		for _, limb := range []int64{0, 1, 2, 3} {
			z := new(big.Int).Lsh(big.NewInt(limb), uint(64*i))
			if i > 0 {
				z.Add(z, big.NewInt(2))
			}
			v, q := randomNumbers(r), randomNumbers(r)
			q[3] = z
			for _, subtract := range []bool{false, true} {
				cases = append(cases, addition{v, q, subtract, v.add(q, subtract)})
			}
		}
	}
	return cases
}

// doubleAddAffine is DoubleAdd for a point with Z = 1, said by the flag of a step.
func doubleAddAffine(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	flags := uint32(2)
	if subtract {
		flags |= 1
	}
	v.SumSteps(0, []edwards25519.Operand{*q}, []uint32{flags}, []uint32{uint32(n)}, withT)
}

// doubleAddPublic is DoubleAdd for public points.
func doubleAddPublic(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	flags := uint32(0)
	if subtract {
		flags = 1
	}
	v.VarTimeSumSteps([]edwards25519.Operand{*q}, []uint32{flags}, []uint32{uint32(n)}, withT)
}

// doubleAddList is DoubleAdd by a list of one term.
func doubleAddList(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	negative := uint64(0)
	if subtract {
		negative = 1
	}
	v.DoubleAddAll(n, []edwards25519.Operand{*q}, []uint64{negative}, withT)
}

// doubleAddPairs is DoubleAdd by a list of one pair.
func doubleAddPairs(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	negative := uint64(0)
	if subtract {
		negative = 1
	}
	if n > 0 {
		v.DoubleN(n)
	}
	edwards25519.AddEach([]*Point{v}, []edwards25519.Operand{*q}, []uint64{negative})
}

// doubleAddSecond is DoubleAdd by a list of two pairs, as the second one.
func doubleAddSecond(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	negative := uint64(0)
	if subtract {
		negative = 1
	}
	if n > 0 {
		v.DoubleN(n)
	}
	other := *v
	edwards25519.AddEach([]*Point{&other, v}, []edwards25519.Operand{*q, *q}, []uint64{1 - negative, negative})
}

// doubleAddLane is DoubleAdd, for a point with Z = 1, in one of eight lanes. The signs in the others are not the same.
func doubleAddLane(v *Point, n int, q *edwards25519.Operand, subtract, withT bool) {
	if n > 0 {
		v.DoubleN(n)
	}
	sums := make([][msm.Lanes]Point, 1)
	var step edwards25519.LaneAddition
	for j := range step.Q {
		sums[0][j], step.Q[j] = *v, *q
	}
	first := q[0].Limbs()
	lane := first[0] % msm.Lanes
	step.Negative = first[1] & 0xff &^ (1 << lane)
	if subtract {
		step.Negative |= 1 << lane
	}
	step.Ends = msm.LastOfSums
	edwards25519.AddLanes(sums, []edwards25519.LaneAddition{step}, false)
	*v = sums[0][lane]
}

// cached returns (Y+X, Y-X, 2d·T, 2·Z).
func (n numbers) cached() numbers {
	two := big.NewInt(2)
	return numbers{sum(n[1], n[0]), difference(n[1], n[0]), product(two, curveD, n[3]), product(two, n[2])}
}

// ofCached is its inverse.
func ofCached(q numbers) numbers {
	return numbers{half(difference(q[0], q[1])), half(sum(q[0], q[1])), half(q[3]), quotient(q[2], product(big.NewInt(2), curveD))}
}

// Sums of many multiples have steps of two additions, and with vectors two sums.
func TestPairSteps(t *testing.T) {
	r := testkit.NewRand(t)
	all := additions(r, false)
	identity := numbers{big.NewInt(1), big.NewInt(1), big.NewInt(0), big.NewInt(2)}
	testkit.Kernels(t, func(t *testing.T) {
		for i := range 600 {
			v := randomNumbers(r)
			lo, hi := v, numbers{big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)}
			in := v
			var steps []edwards25519.PairStep
			for j := range 1 + r.IntN(4) {
				var q [2]numbers
				var s edwards25519.PairStep
				for k := range q {
					q[k] = randomNumbers(r)
					s.Negative[k] = uint8(r.IntN(2))
				}
				if s.Doublings = uint32(max(0, r.IntN(6)-3)); i%2 == 0 && j == 0 {
					c := &all[r.IntN(len(all))]
					in, lo, q[0], s.Doublings, s.Negative[0] = c.v, c.v, c.q, 0, 0
					if c.subtract {
						s.Negative[0] = 1
					}
				}
				for range s.Doublings {
					lo, hi = lo.double(), hi.double()
				}
				lo = lo.add(q[0], s.Negative[0] == 1)
				e := q[0].elements()
				s.Q[0] = (*edwards25519.Operand)(&e)
				if r.IntN(4) == 0 {
					hi = hi.add(identity, s.Negative[1] == 1)
				} else {
					e := q[1].elements()
					s.Q[1] = (*edwards25519.Operand)(&e)
					if cpu.X86.IFMA {
						hi = hi.add(q[1], s.Negative[1] == 1)
					} else {
						lo = lo.add(q[1], s.Negative[1] == 1)
					}
				}
				steps = append(steps, s)
			}
			if cpu.X86.IFMA {
				lo = lo.add(hi.cached(), false)
			}
			got := edwards25519.Extended(in.elements())
			got.AddSteps(steps)
			sameNumbers(t, got, lo, "%d steps from %x", len(steps), in)
		}
	})
}

// The buckets of the algorithm of Pippenger, of eight windows.
func TestBuckets(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for range 60 {
			var sum, run [msm.Lanes]numbers
			var s, u [msm.Lanes]Point
			buckets := make([][msm.Lanes]Point, 1+r.IntN(6))
			for j := range sum {
				sum[j], run[j] = randomNumbers(r), randomNumbers(r)
				s[j], u[j] = *edwards25519.Extended(sum[j].elements()), *edwards25519.Extended(run[j].elements())
				for i := len(buckets) - 1; i >= 0; i-- {
					q := randomNumbers(r)
					buckets[i][j] = *edwards25519.Extended(q.elements())
					sum[j] = sum[j].add(run[j].cached(), false)
					run[j] = run[j].add(q.cached(), false)
				}
			}
			edwards25519.AddBuckets(&s, &u, buckets)
			for j := range sum {
				sameNumbers(t, &s[j], sum[j], "lane %d: sum of %d buckets", j, len(buckets))
				sameNumbers(t, &u[j], run[j], "lane %d: sum of sums of %d buckets", j, len(buckets))
			}
		}
	})
}

// Sums in lanes, several after each other: the first ones may go on from where they were.
func TestLanes(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for round := range 120 {
			anyZ := round%2 == 1
			want := make([][msm.Lanes]numbers, 1+r.IntN(3))
			sums := make([][msm.Lanes]Point, len(want))
			var steps []edwards25519.LaneAddition
			for i := range want {
				for j := range want[i] {
					want[i][j] = randomNumbers(r)
					sums[i][j] = *edwards25519.Extended(want[i][j].elements())
				}
				for n := 1 + r.IntN(4); n > 0; n-- {
					step := edwards25519.LaneAddition{Sums: i, Negative: r.Uint64N(1 << msm.Lanes)}
					if len(steps) == 0 && r.IntN(2) == 0 || len(steps) > 0 && steps[len(steps)-1].Sums != i {
						step.Ends |= msm.FirstOfSums
						for j := range want[i] {
							want[i][j] = numbers{big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)}
						}
					}
					if n == 1 {
						step.Ends |= msm.LastOfSums
					}
					for j := range step.Q {
						q := randomNumbers(r)
						if !anyZ {
							q[3] = big.NewInt(2)
						}
						if step.Ends&msm.FirstOfSums != 0 { // such that T is X·Y/Z
							q[2] = product(curveD, product(sum(q[0], q[1]), quotient(difference(q[0], q[1]), q[3])))
						}
						step.Q[j] = q.elements()
						want[i][j] = want[i][j].add(q, step.Negative>>j&1 == 1)
					}
					steps = append(steps, step)
				}
			}
			if !edwards25519.AddLanes(sums, steps, anyZ) {
				continue
			}
			for i := range want {
				for j := range want[i] {
					sameNumbers(t, &sums[i][j], want[i][j], "lane %d of sum %d of %d steps, any Z: %v", j, i, len(steps), anyZ)
				}
			}
		}
	})
}

// laneLimbs returns points with limbs at the bounds of sums in lanes, and what they are.
func laneLimbs(r *testkit.Rand) (limbs [msm.Lanes][20]uint64, values [msm.Lanes]numbers) {
	bits, below := edwards25519.LaneLimbs()
	edges := []uint64{0, 1, 1<<bits - 1, 1 << bits, below/2 - 2433, below/2 - 2432, below/2 - 1, below / 2, below - 1<<bits, below - 1}
	for j := range limbs {
		same := edges[r.IntN(len(edges))]
		uniform := r.IntN(3) == 0
		for c := range values[j] {
			values[j][c] = new(big.Int)
			for i := range 5 {
				limb := same
				if !uniform {
					limb = edges[r.IntN(len(edges))]
				}
				limbs[j][4*i+c] = limb
				values[j][c].Add(values[j][c], new(big.Int).Lsh(new(big.Int).SetUint64(limb), bits*uint(i)))
			}
			values[j][c] = mod(values[j][c])
		}
	}
	return limbs, values
}

// The points that sums in lanes have between calls, with limbs at the bounds of the routines.
func TestLaneLimbs(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for round := range 60 {
			anyZ := round%2 == 1
			limbs, want := laneLimbs(r)
			var operands [msm.Lanes]edwards25519.Operand
			signs := r.Uint64N(1 << msm.Lanes)
			for j := range operands {
				q := randomNumbers(r)
				if !anyZ {
					q[3] = big.NewInt(2)
				}
				operands[j] = q.elements()
				want[j] = want[j].add(q, signs>>j&1 == 1)
			}
			if got, ok := edwards25519.AddLanesLimbs(&limbs, operands, signs, anyZ); ok {
				for j := range got {
					sameNumbers(t, &got[j], want[j], "lane %d of %x, any Z: %v", j, limbs, anyZ)
				}
			}
			sums, sum := laneLimbs(r)
			runs, run := laneLimbs(r)
			buckets, bucket := laneLimbs(r)
			if s, u, ok := edwards25519.AddBucketsLimbs(&sums, &runs, &buckets); ok {
				for j := range s {
					sameNumbers(t, &s[j], sum[j].add(run[j].cached(), false), "sum in lane %d of %x", j, sums)
					sameNumbers(t, &u[j], bucket[j].add(run[j].cached(), false), "run in lane %d of %x", j, runs)
				}
			}
		}
	})
}

// positions returns the sum of 2^i·rows[i] for points in one lane.
func positions(rows []numbers) numbers {
	v := rows[len(rows)-1]
	for i := len(rows) - 2; i >= 0; i-- {
		v = v.double().add(rows[i].cached(), false)
	}
	for i := range v {
		v[i] = mod(v[i])
	}
	return v
}

// The sums of positions, and those with limbs at the bounds of the routine.
func TestPositions(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for round := range 60 {
			n := 1 + round%5
			rows, limbs := make([][msm.Lanes]Point, n), make([][msm.Lanes][20]uint64, n)
			var want, wantOfLimbs [msm.Lanes][]numbers
			for i := range rows {
				edges, values := laneLimbs(r)
				for j := range rows[i] {
					v := randomNumbers(r)
					rows[i][j] = *edwards25519.Extended(v.elements())
					limbs[i][j] = edges[j]
					want[j], wantOfLimbs[j] = append(want[j], v), append(wantOfLimbs[j], values[j])
				}
			}
			if got, ok := edwards25519.AddPositions(rows); ok {
				for j := range got {
					sameNumbers(t, &got[j], positions(want[j]), "lane %d of %d rows", j, n)
				}
			}
			if got, ok := edwards25519.AddPositionsLimbs(limbs); ok {
				for j := range got {
					sameNumbers(t, &got[j], positions(wantOfLimbs[j]), "lane %d of %x", j, limbs)
				}
			}
		}
	})
}

// Tables of eight points, each in a lane: those of random ones, up to a factor.
func TestOddMultiplesEach(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for range 100 {
			var q [msm.Lanes]edwards25519.Operand
			var first [msm.Lanes]numbers
			for j := range q {
				first[j] = randomNumbers(r)
				q[j] = first[j].elements()
			}
			for j, table := range edwards25519.OddMultiplesEach(q) {
				sameOddMultiples(t, table[:], first[j], false)
			}
		}
	})
}

// The table of a window has the multiples of any point, and those of points with coordinates such that late carries of the first entry happen.
func TestMultiples(t *testing.T) {
	r := testkit.NewRand(t)
	targets := r.Targets(prime)
	testkit.Kernels(t, func(t *testing.T) {
		for round := range 500 {
			v := randomNumbers(r)
			if round%2 == 0 {
				var q numbers
				for i := range q {
					q[i] = targets[r.IntN(len(targets))]
				}
				v = ofCached(q)
				for i := range v {
					v[i] = randomNumber(r, v[i])
				}
			}
			sum := v
			for j, got := range edwards25519.Multiples(edwards25519.Extended(v.elements())) {
				if j > 0 {
					sum = sum.add(v.cached(), false)
				}
				for k, want := range sum.cached() {
					if x := mod(testkit.Big(got[k].Limbs())); x.Cmp(want) != 0 {
						t.Fatalf("entry %d of %x: coordinate %d is %x, want %x", j, v, k, x, want)
					}
				}
			}
		}
	})
}

// Points as second operands, which sums prepare by vectors, with coordinates such that the
// late carries of each result happen.
func TestPrepare(t *testing.T) {
	r := testkit.NewRand(t)
	targets := r.Targets(prime)
	target := func() *big.Int { return targets[r.IntN(len(targets))] }
	testkit.Kernels(t, func(t *testing.T) {
		for range 2000 {
			// Y+X, Y-X, 2d·T and 2·Z are to be these.
			q := numbers{target(), target(), target(), target()}
			v := ofCached(q)
			for i := range v {
				v[i] = randomNumber(r, v[i])
			}
			got := edwards25519.Extended(v.elements()).Prepare()
			for i := range got {
				if n := mod(testkit.Big(got[i].Limbs())); n.Cmp(mod(q[i])) != 0 {
					t.Fatalf("preparing %x: coordinate %d is %x, want %x", v, i, n, q[i])
				}
			}
		}
	})
}

// The sums of a comb in octets become one: those of both halves first, and then the four points.
func TestJoin(t *testing.T) {
	r := testkit.NewRand(t)
	targets := r.Targets(prime)
	target := func() *big.Int { return targets[r.IntN(len(targets))] }
	doublings := doublings(r)
	const columns = edwards25519.CombColumns
	testkit.Kernels(t, func(t *testing.T) {
		for range 1000 {
			var sums [2 * columns]numbers
			points := make([]edwards25519.Point, len(sums))
			for i := range columns {
				// Y+X, Y-X, 2d·T and 2·Z are to be targets.
				prepared := func() numbers { return ofCached(numbers{target(), target(), target(), target()}) }
				sums[i], sums[columns+i] = prepared(), prepared()
				// Or X, Y and Z of their sum are: what is doubled, or prepared.
				if r.IntN(2) == 0 {
					v := prepared()
					if i == columns-1 {
						v = doublings[r.IntN(len(doublings))].in
					}
					if z := root(v[2]); z != nil && z.Sign() > 0 {
						sums[i] = numbers{quotient(v[0], z), quotient(v[1], z), z, target()}
						one := big.NewInt(1)
						sums[columns+i] = numbers{new(big.Int), half(one), half(one), new(big.Int)}
						got := sums[i].add(sums[columns+i].cached(), false)
						for k := range 3 {
							if got[k].Cmp(mod(v[k])) != 0 {
								t.Fatalf("coordinate %d is to be %x, but is %x", k, v[k], got[k])
							}
						}
					}
				}
				for _, j := range []int{i, columns + i} {
					for k := range sums[j] {
						sums[j][k] = randomNumber(r, sums[j][k])
					}
					points[j] = *edwards25519.Extended(sums[j].elements())
				}
			}
			var want numbers
			for i := columns - 1; i >= 0; i-- {
				s := sums[i].add(sums[columns+i].cached(), false)
				if i == columns-1 {
					want = s
				} else {
					want = want.double().add(s.cached(), false)
				}
			}
			got := edwards25519.JoinOctets(points)
			for i, x := range got.Coordinates() {
				if n := mod(testkit.Big(x.Limbs())); n.Cmp(want[i]) != 0 {
					t.Fatalf("of %x: coordinate %d is %x, want %x", sums, i, n, want[i])
				}
			}
		}
	})
}

// Tables of odd multiples are points: those of random ones, up to a factor.
func TestOddMultiples(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for round := range 300 {
			q := [2]numbers{randomNumbers(r), randomNumbers(r)}
			e := [2]edwards25519.Operand{q[0].elements(), q[1].elements()}
			n := []int{2, 4, 8}[r.IntN(3)]
			tables := edwards25519.OddMultiples(&e[0], &e[1], n)
			same := round%4 == 0
			if same {
				tables, q[1] = edwards25519.OddMultiples(&e[0], nil, n), q[0]
			}
			for i := range tables {
				sameOddMultiples(t, tables[i], q[i], cpu.X86.IFMA || cpu.X86.V3 && !same)
			}
		}
	})
}

// sameOddMultiples fails t if the table is not q, 3q, 5q, ..., where q is (2X, 2Y, 2Z, 2T), or four times that, as an addition to the
// identity gives.
func sameOddMultiples(t *testing.T, table []edwards25519.Operand, q numbers, added bool) {
	t.Helper()
	v := numbers{difference(q[0], q[1]), sum(q[0], q[1]), q[3], quotient(q[2], curveD)}
	if added {
		v = numbers{big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)}.add(q, false)
	}
	twice := v.double().cached()
	for j, got := range table {
		want := q
		if j > 0 {
			v = v.add(twice, false)
			want = v.cached()
		}
		for k := range got {
			if x := mod(testkit.Big(got[k].Limbs())); x.Cmp(mod(want[k])) != 0 {
				t.Fatalf("entry %d of %d of %x: coordinate %d is %x, want %x", j, len(table), q, k, x, want[k])
			}
		}
	}
}

func TestAdditionLists(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		anything := func() (n numbers) {
			for i := range n {
				n[i] = randomNumber(r, nil)
			}
			return n
		}
		for range 200 {
			in := anything()
			want := in
			n := r.IntN(4)
			for range n {
				want = want.double()
			}
			var operands []edwards25519.Operand
			var negative []uint64
			for range 1 + r.IntN(10) {
				q, sign := anything(), r.Uint64N(2)
				if r.IntN(4) == 0 { // 2Z, 2 but for some higher bits: not what there is a shorter way for
					q[3] = new(big.Int).Lsh(big.NewInt(1+r.Int64N(1<<32-1)), 32*uint(1+r.IntN(7)))
					q[3].Add(q[3], big.NewInt(2))
				}
				operands, negative = append(operands, q.elements()), append(negative, sign)
				want = want.add(q, sign == 1)
			}
			v := edwards25519.Extended(in.elements())
			withT := r.IntN(2) == 0
			v.DoubleAddAll(n, operands, negative, withT)
			if !withT {
				want[3] = nil
			}
			sameNumbers(t, v, want, "%d doublings of %x, and %d terms", n, in, len(operands))

			// To some points, and to the same one twice.
			var points []*Point
			var sums []numbers
			for i, q := range operands {
				if i == 1 {
					points, sums = append(points, points[0]), append(sums, sums[0])
				} else {
					p := anything()
					points, sums = append(points, edwards25519.Extended(p.elements())), append(sums, p)
				}
				var plus numbers
				for j, e := range q {
					plus[j] = testkit.Big(e.Limbs())
				}
				sums[i] = sums[i].add(plus, negative[i] == 1)
				if i == 1 {
					sums[0] = sums[1]
				}
			}
			edwards25519.AddEach(points, operands, negative)
			for i := range points {
				sameNumbers(t, points[i], sums[i], "%d of %d pairs", i, len(points))
			}
		}
	})
}

// TestFetch is for the interpreter of internal/_check, which sees what is fetched: it has to be there.
func TestFetch(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for n := 1; n < 10; n++ {
			var operands []edwards25519.Operand
			for range n {
				operands = append(operands, randomNumbers(r).elements())
			}
			before := slices.Clone(operands)
			edwards25519.Fetch(operands)
			if !slices.Equal(operands, before) {
				t.Fatalf("%d operands are not what they were", n)
			}
		}
	})
}

// Several steps, so that what a step leaves out matters to the next one.
func TestSteps(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for range 200 {
			in := randomNumbers(r)
			want := in
			first := r.IntN(3)
			for range first {
				want = want.double()
			}
			var operands []edwards25519.Operand
			var flags, doublings []uint32
			for range 1 + r.IntN(10) {
				q, sign, n := randomNumbers(r), r.Uint32N(2), uint32(max(0, r.IntN(8)-3))
				affine := r.Uint32N(2)
				if affine == 1 {
					q[3] = big.NewInt(2)
				}
				operands, flags, doublings = append(operands, q.elements()), append(flags, sign|2*affine), append(doublings, n)
				for range n {
					want = want.double()
				}
				want = want.add(q, sign == 1)
			}
			withT := r.IntN(2) == 0
			if !withT {
				want[3] = nil
			}
			v := edwards25519.Extended(in.elements())
			v.SumSteps(first, operands, flags, doublings, withT)
			sameNumbers(t, v, want, "%d doublings of %x, and steps with %d and the flags %d", first, in, doublings, flags)
			doublings[0] += uint32(first)
			v = edwards25519.Extended(in.elements())
			v.VarTimeSumSteps(operands, flags, doublings, withT)
			sameNumbers(t, v, want, "public steps with %d doublings of %x and the flags %d", doublings, in, flags)
		}
	})
}

// Limbs in base 2^51, as vectors have them, that are as large as can be, or that are near to where
// they change their signs once they are carried.
func TestEdgeLimbs(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		edges := []int64{0, 1, 2, 18, 19, 20, 1<<50 - 20, 1<<50 - 2, 1<<50 - 1, 1 << 50, 1<<50 + 1, 1<<50 + 1<<13, 1<<51 - 20, 1<<51 - 19, 1<<51 - 2, 1<<51 - 1}
		number := func() *big.Int {
			n, same := new(big.Int), edges[r.IntN(len(edges))]
			uniform := r.IntN(3) == 0
			for i := range 5 {
				limb := same
				if !uniform {
					limb = edges[r.IntN(len(edges))]
				}
				if i == 4 && r.IntN(3) == 0 {
					limb |= 1 << 51 // of a number that is not reduced
				}
				n.Add(n, new(big.Int).Lsh(big.NewInt(limb), uint(51*i)))
			}
			return n
		}
		for range 1000 {
			var v, q numbers
			for i := range v {
				v[i], q[i] = number(), number()
			}
			sign, n := r.Uint32N(2), r.Uint32N(2)
			want := v
			for range n {
				want = want.double()
			}
			want = want.add(q, sign == 1)
			for name, f := range map[string]func(v *Point, operands []edwards25519.Operand, flags, doublings []uint32, withT bool){
				"public": (*Point).VarTimeSumSteps,
				"secret": func(v *Point, operands []edwards25519.Operand, flags, doublings []uint32, withT bool) {
					v.SumSteps(0, operands, flags, doublings, withT)
				},
			} {
				sum := edwards25519.Extended(v.elements())
				f(sum, []edwards25519.Operand{q.elements()}, []uint32{sign}, []uint32{n}, true)
				sameNumbers(t, sum, want, "%s: %d doublings of %x, and %x, subtract %d", name, n, v, q, sign)
			}
		}
	})
}

// operandFor returns q, with a given 2·Z2 or any if
// that is nil, such that the coordinates X, Y and Z of v + q are those of want, or
// false if there is none.
func operandFor(r *testkit.Rand, v, want numbers, z2 *big.Int) (q numbers, ok bool) {
	// EF = X, GH = Y and FG = Z.
	var f *big.Int
	if z2 == nil {
		f = randomNumber(r, nil)
	} else {
		// With D = Z·z2, F + G = 2D: F is a root of F^2 - 2DF + Z.
		d := product(v[2], z2)
		root := root(difference(square(d), want[2]))
		if root == nil {
			return q, false
		}
		f = difference(d, root)
	}
	if mod(f).Sign() == 0 || mod(want[2]).Sign() == 0 || mod(v[3]).Sign() == 0 {
		return q, false
	}
	e, g := quotient(want[0], f), quotient(want[2], f)
	h := quotient(want[1], g)
	a, b, c, d := half(difference(h, e)), half(sum(h, e)), half(difference(g, f)), half(sum(g, f))
	plus, minus := sum(v[1], v[0]), difference(v[1], v[0])
	if plus.Sign() == 0 || minus.Sign() == 0 || mod(v[2]).Sign() == 0 {
		return q, false
	}
	q = numbers{quotient(b, plus), quotient(a, minus), quotient(c, v[3]), quotient(d, v[2])}
	return q, true
}

// The comb and the windows are sums of entries of a table, with all additions by the
// same code, and all doublings. So it is the first addition and the first doubling
// that get the numbers that lead to late carries.
func TestComb(t *testing.T) {
	const columns, blocks = edwards25519.CombColumns, edwards25519.CombBlocks
	type comb struct {
		v, want numbers
		digits  recode.CombDigits
		block   int // which has an entry of its own, at the index of the first digit
		entry   numbers
	}
	r := testkit.NewRand(t)
	var table [blocks][16]numbers // but for one entry
	var operands [blocks][16]edwards25519.Operand
	for j := range table {
		for i := range table[j] {
			table[j][i] = randomNumbers(r)
			table[j][i][3] = big.NewInt(2)
			operands[j][i] = table[j][i].elements()
		}
	}
	random := func() *comb {
		c := &comb{v: randomNumbers(r)}
		for i := range c.digits {
			for j := range c.digits[i] {
				c.digits[i][j] = recode.CombDigit{Index: uint8(r.IntN(16)), Negative: uint8(r.IntN(2))}
			}
		}
		return c
	}
	first := columns - 1
	var cases []*comb
	all := additions(r, true)
	for range 300 {
		c, a := random(), &all[r.IntN(len(all))]
		d := &c.digits[first][0]
		c.v, c.entry, d.Negative = a.v, a.q, 0
		if a.subtract {
			d.Negative = 1
		}
		cases = append(cases, c)
	}
	doubled := doublings(r)
	for len(cases) < 600 {
		c := random()
		v := c.v
		for j, d := range c.digits[first][:blocks-1] {
			v = v.add(table[j][d.Index], d.Negative == 1)
		}
		d := &c.digits[first][blocks-1]
		d.Negative = 0
		if q, ok := operandFor(r, v, doubled[r.IntN(len(doubled))].in, big.NewInt(2)); ok {
			c.block, c.entry = blocks-1, q
			cases = append(cases, c)
		}
	}
	for _, c := range cases {
		c.want = c.v
		for i := first; i >= 0; i-- {
			for j, d := range c.digits[i] {
				q := &table[j][d.Index]
				if j == c.block && d.Index == c.digits[first][j].Index {
					q = &c.entry
				}
				c.want = c.want.add(*q, d.Negative == 1)
			}
			if i > 0 {
				c.want = c.want.double()
			}
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, c := range cases {
			index := c.digits[first][c.block].Index
			old := operands[c.block][index]
			operands[c.block][index] = c.entry.elements()
			v := edwards25519.Extended(c.v.elements())
			v.AddComb(&operands, &c.digits)
			operands[c.block][index] = old
			sameNumbers(t, v, c.want, "digits %d, from %x", c.digits, c.v)
		}
	})
}

// Each column of the comb by itself, or the part of it that a lane of an octet has, with aimed additions at the first
// block, at the second one and at the last.
func TestColumns(t *testing.T) {
	const columns, blocks = edwards25519.CombColumns, edwards25519.CombBlocks
	identity := numbers{big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)}
	var all []int
	for j := range blocks {
		all = append(all, j)
	}
	var halves [2][]int
	for half := range halves {
		for round := range recode.CombRounds {
			halves[half] = append(halves[half], recode.CombBlock(round, half))
		}
	}
	for _, form := range []struct {
		name    string
		blocks  [][]int // for each set of columns what it takes, -1 for the identity
		sum     func(table *[blocks][16]edwards25519.Operand, digits *recode.CombDigits) []edwards25519.Point
		doubled bool // all coordinates may be
	}{
		{"columns", [][]int{all}, edwards25519.SumColumns, true},
		{"octets", halves[:], edwards25519.SumOctets, false},
	} {
		r := testkit.NewRand(t)
		var table [blocks][16]numbers
		var operands [blocks][16]edwards25519.Operand
		set := func(j, i int, q numbers) {
			q[3] = big.NewInt(2)
			table[j][i], operands[j][i] = q, q.elements()
		}
		for j := range table {
			for i := range table[j] {
				set(j, i, randomNumbers(r))
			}
		}
		add := func(v numbers, block int, d recode.CombDigit) numbers {
			if block < 0 {
				return v.add(numbers{big.NewInt(1), big.NewInt(1), big.NewInt(0), big.NewInt(2)}, false)
			}
			return v.add(table[block][d.Index], d.Negative == 1)
		}
		const aimed = 4 // the entries at the indices 4, 5, 6 and 7 are aimed ones
		type entry struct {
			block, index int
			numbers
		}
		type comb struct {
			entries []entry
			digits  recode.CombDigits
		}
		var cases []*comb
		additions, doubled := additions(r, true), doublings(r)
		for n := range 500 {
			c := new(comb)
			for i := range columns {
				for j := range c.digits[i] {
					c.digits[i][j] = recode.CombDigit{Index: uint8((2*aimed + r.IntN(12)) % 16), Negative: uint8(r.IntN(2))}
				}
				for _, blocks := range form.blocks {
					if blocks[0] < 0 {
						blocks = blocks[1:]
					}
					position := []int{0, 1, len(blocks) - 1}[n%3]
					e := entry{block: blocks[position], index: aimed + i}
					d := &c.digits[i][e.block]
					*d = recode.CombDigit{Index: uint8(e.index)}
					if position == 0 {
						a := &additions[r.IntN(len(additions))]
						e.numbers = a.q
						if a.subtract {
							d.Negative = 1
						}
					} else {
						v := identity
						for _, block := range blocks[:position] {
							v = add(v, block, c.digits[i][block])
						}
						for ok := false; !ok; {
							e.numbers, ok = operandFor(r, v, doubled[r.IntN(len(doubled))].in, big.NewInt(2))
						}
					}
					c.entries = append(c.entries, e)
				}
			}
			cases = append(cases, c)
		}
		t.Run(form.name, func(t *testing.T) {
			testkit.Kernels(t, func(t *testing.T) {
				for _, c := range cases {
					for _, e := range c.entries {
						set(e.block, e.index, e.numbers)
					}
					for lane, v := range form.sum(&operands, &c.digits) {
						want := identity
						for _, block := range form.blocks[lane/columns] {
							var d recode.CombDigit
							if block >= 0 {
								d = c.digits[lane%columns][block]
							}
							want = add(want, block, d)
						}
						z := v.Coordinates()[2]
						if form.doubled && mod(testkit.Big(z.Limbs())).Cmp(want[2]) != 0 {
							for k := range want {
								want[k] = sum(want[k], want[k])
							}
						}
						sameNumbers(t, &v, want, "lane %d, digits %d", lane, c.digits)
					}
				}
			})
		})
	}
}

// A windows is arguments of AddWindows.
type windows struct {
	v      numbers
	tables [][8]numbers
	digits [64]recode.CombDigit
}

// newWindows returns some with so many tables of entries that number returns.
func newWindows(tables int, number func() numbers) *windows {
	c := &windows{v: number(), tables: make([][8]numbers, tables)}
	for i := range c.tables {
		for j := range c.tables[i] {
			c.tables[i][j] = number()
		}
	}
	return c
}

// sum returns what AddWindows leaves.
func (c *windows) sum() numbers {
	want := c.v
	for j, d := range c.digits {
		table := j % len(c.tables)
		for n := 0; n < 4 && table == 0 && j > 0; n++ {
			want = want.double()
		}
		q := numbers{big.NewInt(1), big.NewInt(1), big.NewInt(0), big.NewInt(2)}
		if d.Index > 0 {
			q = c.tables[table][d.Index-1]
		}
		want = want.add(q, d.Negative == 1)
	}
	return want
}

// testWindows compares all kernels with that.
func testWindows(t *testing.T, cases []*windows) {
	var sums []numbers
	for _, c := range cases {
		sums = append(sums, c.sum())
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, c := range cases {
			tables := make([][8]edwards25519.Operand, len(c.tables))
			for i := range tables {
				for j := range tables[i] {
					tables[i][j] = c.tables[i][j].elements()
				}
			}
			v := edwards25519.Extended(c.v.elements())
			v.AddWindows(tables, c.digits[:])
			sameNumbers(t, v, sums[i], "case %d: %d tables, digits %d, from %x", i, len(c.tables), c.digits, c.v)
		}
	})
}

func TestWindows(t *testing.T) {
	r := testkit.NewRand(t)
	random := func() *windows {
		c := newWindows(1<<r.IntN(3), func() numbers { return randomNumbers(r) })
		for i := range c.digits {
			c.digits[i] = recode.CombDigit{Index: uint8(r.IntN(9)), Negative: uint8(r.IntN(2))}
		}
		return c
	}
	var cases []*windows
	all := additions(r, false)
	for range 150 {
		c, a := random(), &all[r.IntN(len(all))]
		index, negative := 1+r.IntN(8), uint8(0)
		if a.subtract {
			negative = 1
		}
		c.v, c.tables[0][index-1] = a.v, a.q
		c.digits[0] = recode.CombDigit{Index: uint8(index), Negative: negative}
		cases = append(cases, c)
	}
	doubled := doublings(r)
	for len(cases) < 300 {
		c := random()
		if q, ok := operandFor(r, c.v, doubled[r.IntN(len(doubled))].in, nil); ok {
			index := 1 + r.IntN(8)
			c.tables[0][index-1] = q
			c.digits[0] = recode.CombDigit{Index: uint8(index)}
			cases = append(cases, c)
		}
	}
	testWindows(t, cases)
}

// Windows of all digits, alike and mixed; of points of small order, and of coordinates that are zero; and such that
// the limbs of arguments, or of the first sum, are extreme ones: those of 26 and 25 bits of the lanes of integers.
func TestWindowLimbs(t *testing.T) {
	r := testkit.NewRand(t)
	edges := []int64{0, 0, 1, 18, 19, 20, 1<<24 - 1, 1 << 24, 1<<25 - 20, 1<<25 - 19, 1<<25 - 1, 1 << 25, 1<<25 + 1, 1<<26 - 20, 1<<26 - 19, 1<<26 - 2, 1<<26 - 1}
	number := func() *big.Int {
		n, same, uniform := new(big.Int), edges[r.IntN(len(edges))], r.IntN(3) == 0
		for i := range 10 {
			limb := same
			if !uniform {
				limb = edges[r.IntN(len(edges))]
			}
			n.Add(n, new(big.Int).Lsh(big.NewInt(limb&(1<<(26-i%2)-1)), uint(51*(i/2)+26*(i%2))))
		}
		if r.IntN(4) == 0 {
			n.SetBit(n, 255, 1) // a number that is not reduced
		}
		return n
	}
	limbs := func() (n numbers) {
		for i := range n {
			n[i] = number()
		}
		return n
	}
	digit := func(index, negative int) recode.CombDigit {
		return recode.CombDigit{Index: uint8(index), Negative: uint8(negative)}
	}
	var cases []*windows
	try := func(c *windows, digit func(j int) recode.CombDigit) {
		some := *c
		for j := range some.digits {
			some.digits[j] = digit(j)
		}
		cases = append(cases, &some)
	}
	any := func(int) recode.CombDigit { return digit(r.IntN(9), r.IntN(2)) }

	// Each digit in all places, with both signs; and each in the first one, before any doubling.
	for index := range 9 {
		for negative := range 2 {
			c := newWindows(1+3*(index%2), limbs)
			try(c, func(int) recode.CombDigit { return digit(index, negative) })
			try(c, func(j int) recode.CombDigit {
				if j == 0 {
					return digit(index, negative)
				}
				return any(j)
			})
		}
	}
	// The points of order 1, 2, 4 and 8, as they are and with another Z, in all combinations with one of them.
	var small []numbers
	for _, p := range testkit.EdwardsTorsion() {
		for _, z := range []*big.Int{big.NewInt(1), number()} {
			small = append(small, numbers{product(p.X, z), product(p.Y, z), mod(z), product(p.X, p.Y, z)})
		}
	}
	for i, v := range small {
		c := newWindows(1, limbs)
		c.v = v
		for k := range c.tables[0] {
			c.tables[0][k] = small[(i+k)%len(small)].cached()
		}
		try(c, any)
	}
	// Coordinates that are 0, p, or 2^256 - 1, one and all.
	for _, x := range []*big.Int{new(big.Int), prime, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))} {
		for i := range 5 {
			c := newWindows(2, limbs)
			for k := range c.tables[0] {
				for j := range c.v {
					if i == 4 || i == j {
						c.v[j] = x
						c.tables[i%2][k][(j+k)%4] = x
					}
				}
			}
			try(c, any)
		}
	}
	// The first sum has such limbs.
	for n := len(cases); len(cases) < n+24; {
		c := newWindows(1, limbs)
		if q, ok := operandFor(r, c.v, limbs(), nil); ok {
			c.tables[0][7] = q
			try(c, func(j int) recode.CombDigit {
				if j == 0 {
					return digit(8, 0)
				}
				return any(j)
			})
		}
	}
	testWindows(t, cases)
}

// A selection is the right entry of the table, or its negative.
func TestSelect(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		identity := numbers{big.NewInt(1), big.NewInt(1), big.NewInt(0), big.NewInt(2)}
		edges := testkit.Edges(prime)
		check := func(got edwards25519.Operand, entry numbers, coordinates, negate int, format string, args ...any) {
			t.Helper()
			want := entry
			if negate == 1 {
				want = numbers{entry[1], entry[0], mod(new(big.Int).Neg(entry[2])), entry[3]}
			}
			for i := range coordinates {
				n := testkit.Big(got[i].Limbs())
				if i == 2 {
					n, want[i] = mod(n), mod(want[i])
				}
				if n.Cmp(want[i]) != 0 {
					t.Fatalf(format+": coordinate %d is %x, want %x", append(args, i, n, want[i])...)
				}
			}
		}
		for range 100 {
			var entries [16]numbers
			var table [16]edwards25519.Operand
			for i := range entries {
				for j := range entries[i] {
					entries[i][j] = testkit.Big(edges[r.IntN(len(edges))])
				}
				entries[i][r.IntN(4)] = testkit.Big(r.Limbs())
				table[i] = entries[i].elements()
			}
			for negate := range 2 {
				for index := range 9 {
					entry := identity
					if index > 0 {
						entry = entries[index-1]
					}
					check(edwards25519.SelectCached((*[8]edwards25519.Operand)(table[:8]), index, negate), entry, 4, negate,
						"multiple %d, negated %d", index, negate)
				}
				for index := range 16 {
					check(edwards25519.SelectAffine(&table, index, negate), entries[index], 3, negate,
						"entry %d, negated %d", index, negate)
				}
			}
		}
	})
}

// The tables are what their comments say, in canonical coordinates.
func TestTables(t *testing.T) {
	check := func(got edwards25519.Operand, want affine, format string, args ...any) {
		t.Helper()
		cached := numbers{sum(want.Y, want.X), difference(want.Y, want.X), product(big.NewInt(2), curveD, want.X, want.Y)}
		for i := range 3 {
			if n := testkit.Big(got[i].Limbs()); n.Cmp(cached[i]) != 0 {
				t.Fatalf(format+": coordinate %d is %x, want %x", append(args, i, n, cached[i])...)
			}
		}
	}
	base := testkit.EdwardsBase()
	for j, block := range edwards25519.CombTable() {
		for i, entry := range block {
			want := base[20*j+16]
			for tooth := range 4 {
				term := base[20*j+4*tooth]
				if i>>tooth&1 == 0 {
					term = term.Negate()
				}
				want = want.Add(term)
			}
			check(entry, want, "combTable[%d][%d]", j, i)
		}
	}
	var want affine
	for i, entry := range edwards25519.OddTable() {
		row := 32 * (i / 64)
		if i%64 == 0 {
			want = base[row]
		}
		check(entry, want, "oddTable[%d]", i)
		if z2 := testkit.Big(entry[3].Limbs()); z2.Cmp(big.NewInt(2)) != 0 {
			t.Fatalf("oddTable[%d]: 2z is %d", i, z2)
		}
		want = want.Add(base[row+1])
	}
}
