// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

var prime = testkit.Big(p.P())

// laneInteger returns the element j modulo p.
func laneInteger(e *laneElement, j int) *big.Int {
	x := testkit.Big52(laneLimbs(e, j))
	return x.Mod(x, prime)
}

func laneLimbs(e *laneElement, j int) (l [5]uint64) {
	for i := range l {
		l[i] = e[i][j]
	}
	return l
}

// setRawLane sets the element j to limbs of which many are at bounds.
func setRawLane(e *laneElement, r *testkit.Rand, j int) {
	for i, limb := range r.Limbs52() {
		e[i][j] = limb
	}
}

// laneInputs returns elements for which carries come late, and others.
func laneInputs(r *testkit.Rand) (all []element) {
	for _, l := range testkit.Edges(prime) {
		all = append(all, newElement(l))
	}
	for _, x := range r.Targets(prime) {
		all = append(all, newElement(testkit.Limbs(x)))
		// Products of some are others.
		y := newElement(testkit.Limbs(x))
		p.Inv(&y, &y)
		all = append(all, y)
	}
	for range len(all) {
		all = append(all, newElement(r.Limbs()))
	}
	return all
}

func newElement(l [4]uint64) (x element) {
	b := testkit.ToBytes(l)
	p.DecodeMasked(&x, &b)
	return x
}

// fill sets all of m that routines read.
func (m *laneMemory) fill(r *testkit.Rand, values []element) {
	elements := []*laneElement{&m.x, &m.y, &m.z, &m.scale}
	for i := range m.entries {
		elements = append(elements, &m.entries[i].x, &m.entries[i].y, &m.entries[i].ratio)
	}
	raw := r.IntN(2) == 0
	for _, e := range elements {
		for j := range laneCount {
			if raw {
				setRawLane(e, r, j)
			} else {
				e.Set(j, &values[r.IntN(len(values))])
			}
		}
	}
}

// newLaneAffine returns a point with coordinates of the values, or with limbs of which many are at bounds.
func newLaneAffine(r *testkit.Rand, values []element, raw bool) laneAffine {
	var e laneElement
	for j := range 2 {
		if e.Set(j, &values[r.IntN(len(values))]); raw {
			setRawLane(&e, r, j)
		}
	}
	return laneAffine{e[0][0], e[1][0], e[2][0], e[3][0], e[0][1], e[1][1], e[2][1], e[3][1], e[4][0], e[4][1]}
}

// sameLanes compares elements modulo p, and their limbs with what the next routine takes.
func sameLanes(t *testing.T, name string, got, want *laneElement) {
	t.Helper()
	for j := range laneCount {
		if g, w := laneInteger(got, j), laneInteger(want, j); g.Cmp(w) != 0 {
			t.Fatalf("%s in lane %d is %x, want %x", name, j, g, w)
		}
		for i, limb := range laneLimbs(got, j) {
			if limb >= 1<<52 {
				t.Fatalf("%s in lane %d has a limb %d of %x", name, j, i, limb)
			}
		}
	}
}

func samePairs(t *testing.T, name string, got, want *lanePair) {
	t.Helper()
	for i := range got {
		sameLanes(t, name, &got[i], &want[i])
	}
}

func TestLaneSteps(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 40
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		table := make([]laneAffine, 64)
		for round := range n {
			for i := range table {
				table[i] = newLaneAffine(r, values, round%2 == 0)
			}
			got := new(laneMemory)
			got.fill(r, values)
			count := 1 + r.IntN(3)
			if round == 1 {
				count += 16 // a number of more than four bits
			}
			steps := make([]laneStep, count)
			for i := range steps {
				s := &steps[i]
				for j := range s.Q {
					s.Q[j] = &table[r.IntN(len(table))]
				}
				s.Negative = r.Uint64() & (1<<laneCount - 1)
				s.Doublings = uint64((round + i) % 4)
				s.Scaled = uint64(r.IntN(2))
			}
			want := new(laneMemory)
			*want = *got
			got.varTimeSteps(steps)
			want.stepsGeneric(steps)
			same := func(got, want *laneMemory) {
				sameLanes(t, "X", &got.x, &want.x)
				sameLanes(t, "Y", &got.y, &want.y)
				sameLanes(t, "Z", &got.z, &want.z)
				if got.scale != want.scale || got.entries != want.entries {
					t.Fatal("the scale or the entries changed")
				}
			}
			same(got, want)

			// At the same time as others, of which it may be the first ones.
			both, wants := [2]*laneMemory{got, new(laneMemory)}, [2]*laneMemory{want, new(laneMemory)}
			both[1].fill(r, values)
			others := slices.Clone(steps)
			for i := range others {
				s := &others[i]
				for j := range s.Q {
					s.Q[j] = &table[r.IntN(len(table))]
				}
				s.Negative = r.Uint64() & (1<<laneCount - 1)
			}
			lists := [2][]laneStep{steps, others}
			first, second := round%2, 1-round%2
			*wants[1] = *both[1]
			varTimeStepsPair(both[first], both[second], lists[first], lists[second])
			for k := range both {
				wants[k].stepsGeneric(lists[k])
				same(both[k], wants[k])
			}
		}
	})
}

func TestLaneMultiples(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 6
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		for range n {
			got := new(laneMemory)
			got.fill(r, values)
			want := new(laneMemory)
			*want = *got
			got.varTimeMultiples()
			want.multiplesGeneric()
			for i := range got.entries {
				g, w := &got.entries[i], &want.entries[i]
				sameLanes(t, "x", &g.x, &w.x)
				sameLanes(t, "y", &g.y, &w.y)
				sameLanes(t, "ratio", &g.ratio, &w.ratio)
			}
		}
	})
}

// It is not a part of the test above, since two copies of one value of 37.5 KiB in a function make Go 1.26
// keep a pointer past its end on s390x, and the garbage collector then stops the program.
func TestLaneRescale(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 6
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		for range n {
			got := new(laneMemory)
			got.fill(r, values)
			want := new(laneMemory)
			*want = *got
			tables, wanted := new([2]laneTables), new([2]laneTables)
			got.varTimeRescale(&tables[0], &tables[1])
			want.rescaleGeneric(&wanted[0], &wanted[1])
			sameLanes(t, "scale", &got.scale, &want.scale)
			for k := range tables {
				for j := range tables[k] {
					for i, g := range tables[k][j] {
						g, w := g.get(), wanted[k][j][i].get()
						if p.Equal(&g.minusX, &w.minusX)&p.Equal(&g.y, &w.y) != 1 {
							t.Fatalf("table %d of lane %d has entry %d: %v, want %v", k, j, i, g, w)
						}
					}
				}
			}
		}
	})
}

// All places different, and each two of them the same.
func TestLaneSqrNMul(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 20
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		for round := range n {
			got := new(laneRoots)
			for i := range got.t {
				for j := range field.PairCount {
					if round%2 == 0 {
						setRawLane(&got.t[i][j/laneCount], r, j%laneCount)
					} else {
						got.t[i].Set(j, &values[r.IntN(len(values))])
					}
				}
			}
			before := got.t
			places := [][3]int{{0, 1, 2}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 0, 0}}[round%5]
			squarings := 1 + r.IntN(4)
			got.varTimeSqrNMul(places[0], places[1], uint64(squarings), places[2], field.PairCount)
			var twin lanePair
			p.SqrNMulLanes(&twin, &before[places[1]], uint64(squarings), &before[places[2]])
			samePairs(t, "z", &got.t[0], &twin)
			integer := func(e *lanePair, j int) *big.Int { return laneInteger(&e[j/laneCount], j%laneCount) }
			for j := range field.PairCount {
				want := integer(&before[places[1]], j)
				for range squarings {
					want.Mod(want.Mul(want, want), prime)
				}
				want.Mod(want.Mul(want, integer(&before[places[2]], j)), prime)
				if x := integer(&got.t[0], j); x.Cmp(want) != 0 {
					t.Fatalf("lane %d is %x, want %x", j, x, want)
				}
			}
			for i := range got.t[1:] {
				if got.t[1+i] != before[1+i] {
					t.Fatalf("place %d changed", 1+i)
				}
			}
		}
	})
}

// All numbers of roots: which are done in lanes, and that those are the roots.
func TestLaneRoots(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := laneInputs(r)
		size, fewest, _ := rootGroups()
		for n := range 3*field.PairCount + 1 {
			y, square := make([]element, n), make([]int, n)
			for i := range y {
				y[i] = values[r.IntN(len(values))]
				if r.IntN(3) == 0 {
					p.Sqr(&y[i], &y[i])
				}
			}
			got := append([]element(nil), y...)
			done := varTimeRoots(got, square)
			want := 0
			if n >= fewest {
				if want = n - n%size; n-want >= fewest {
					want = n
				}
			}
			if done != want {
				t.Fatalf("%d of %d are done, in groups of %d, or of at least %d", done, n, size, fewest)
			}
			for i := range y {
				if i >= done {
					if got[i] != y[i] || square[i] != 0 {
						t.Fatalf("root %d changed, after %d", i, done)
					}
					continue
				}
				var want element
				if isSquare := p.Sqrt(&want, &y[i]); square[i] != isSquare || p.Equal(&got[i], &want) != 1 {
					t.Fatalf("root of %x is %x, %d, want %x, %d", y[i].Limbs(), got[i].Limbs(), square[i], want.Limbs(), isSquare)
				}
			}
		}
	})
}

// The order of the steps adds up every digit at its position.
func TestLaneOrder(t *testing.T) {
	at := 0
	order := laneOrder()
	seen := map[[2]uint8]bool{}
	for i := len(order) - 1; i >= 0; i-- {
		o := order[i]
		r := laneRows[o.row]
		if want := r.start + r.bits*int(o.digit); at != want || int(o.digit) >= r.count || seen[[2]uint8{o.row, o.digit}] {
			t.Errorf("digit %d of row %d is added at position %d, want %d", o.digit, o.row, at, want)
		}
		seen[[2]uint8{o.row, o.digit}] = true
		at += int(o.doublings)
	}
	if order[0].doublings != 0 || order[0].row > 1 {
		t.Errorf("it begins with %v", order[0])
	}
}

func randomScalar(r *testkit.Rand) (x scalar.Scalar) {
	b := r.Bytes32()
	n.ReduceBE(&x, &b)
	return x
}

// A laneProduct is [a]A + [b]G.
type laneProduct struct {
	a, b scalar.Scalar
	A    Point
}

func newLaneProduct(r *testkit.Rand) (c laneProduct) {
	c.a, c.b = randomScalar(r), randomScalar(r)
	k := randomScalar(r)
	c.A.ScalarBaseMult(&k)
	if r.IntN(2) == 0 {
		c.A.Normalize(&c.A)
	}
	return c
}

// exceptional returns a product whose last addition, of a multiple [d]G, is one of a point to itself, to its
// negative, or to the identity.
func exceptional(r *testkit.Rand, kind int) (c laneProduct) {
	c.b = randomScalar(r)
	l := c.b.Limbs()
	window, even := l[0]>>1&(1<<baseBits-1), l[0]&1 == 0
	if even {
		var minus scalar.Scalar
		n.Neg(&minus, &c.b)
		l = minus.Limbs()
		window = l[0] >> 1 & (1<<baseBits - 1)
	}
	var d, zero, total scalar.Scalar
	d = scalar.New(2*window, 0, 0, 0)
	most := scalar.New(1<<baseBits-1, 0, 0, 0)
	n.Sub(&d, &d, &most)
	if even {
		n.Neg(&d, &d)
	}
	switch kind {
	case 0: // d + d
		n.Add(&total, &d, &d)
	case 1: // -d + d
		total = zero
	case 2: // 0 + d
		total = d
	}
	// a·k + b = total.
	k := randomScalar(r)
	c.A.ScalarBaseMult(&k)
	n.Inv(&k, &k)
	n.Sub(&c.a, &total, &c.b)
	n.Mul(&c.a, &c.a, &k)
	return c
}

func (c *laneProduct) check(t *testing.T, got *Point) {
	t.Helper()
	var want, other Point
	want.Add(want.ScalarMult(&c.a, &c.A), other.ScalarBaseMult(&c.b))
	if got.Equal(&want) != 1 {
		t.Fatalf("[%x]%v + [%x]G is wrong", c.a.Limbs(), c.A, c.b.Limbs())
	}
}

// Every exception in every lane, and no other lane has one.
func TestLaneExceptions(t *testing.T) {
	lanes := laneCount
	if testing.Short() {
		lanes = 1
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		w := newLaneWork()
		for kind := range 3 {
			for lane := range lanes {
				var cases [laneCount]laneProduct
				for j := range cases {
					cases[j] = newLaneProduct(r)
				}
				cases[lane] = exceptional(r, kind)
				got := multiplyCases([]*laneWork{w}, cases[:])
				for j := range cases {
					cases[j].check(t, &got[j])
					if z := laneInteger(&w.memory.z, j); (z.Sign() == 0) != (j == lane) {
						t.Fatalf("lane %d has Z = %x, where the exception is in lane %d", j, z, lane)
					}
				}
			}
		}
	})
}

// multiple returns the multiple of the key, or of the generator, that step i adds in lane j.
func (w *laneWork) multiple(i, j int) (x scalar.Scalar, ofKey bool) {
	o, s := laneOrder()[i], &w.steps[i]
	ofKey = o.row < 2
	table := w.tables[o.row&1][j][:]
	if !ofKey {
		table = laneBaseTable()[o.row-2][:]
	}
	for k := range table {
		if s.Q[j] == &table[k] {
			x = scalar.New(uint64(2*k+1), 0, 0, 0)
		}
	}
	one, second := scalar.New(1, 0, 0, 0), scalar.New(0, 0, 1, 0) // 2^128
	if o.row == 1 {
		n.Sub(&second, &onePlusLambda, &one)
	}
	if o.row&1 == 1 {
		n.Mul(&x, &x, &second)
	}
	if s.Negative>>j&1 == 1 {
		n.Neg(&x, &x)
	}
	return x, ofKey
}

// lanesOf returns k for each lane.
func lanesOf(k *scalar.Scalar) []scalar.Scalar {
	all := make([]scalar.Scalar, laneCount)
	for j := range all {
		all[j] = *k
	}
	return all
}

// exceptionalAt returns a product where step i in lane j adds to a point itself, or its negative. If
// there is no such key, ok is false.
func (w *laneWork) exceptionalAt(r *testkit.Rand, i, j int, opposite bool) (c laneProduct, ok bool) {
	c.a, c.b = randomScalar(r), randomScalar(r)
	w.prepare(lanesOf(&c.a), lanesOf(&c.b))
	// The sum is [x]A + [y]G before, and step i adds [z]A or [z]G.
	var x, y, k scalar.Scalar
	for s := range i + 1 {
		for range w.steps[s].Doublings {
			n.Add(&x, &x, &x)
			n.Add(&y, &y, &y)
		}
		z, ofKey := w.multiple(s, j)
		sum := &y
		if ofKey {
			sum = &x
		}
		if s < i {
			n.Add(sum, sum, &z)
		} else if opposite {
			n.Add(sum, sum, &z)
		} else {
			n.Sub(sum, sum, &z)
		}
	}
	// That is an exception if now [x]A + [y]G = 0.
	n.Inv(&k, &x)
	n.Mul(&k, &k, &y)
	n.Neg(&k, &k)
	c.A.ScalarBaseMult(&k)
	return c, c.A.IsIdentity() == 0
}

// An exception at any step, from the first one that adds a multiple of the generator on, is one of the
// whole sum.
func TestLaneExceptionalSteps(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		w, other := newLaneWork(), newLaneWork()
		seen := 0
		for first := 1; first < laneSums; first += laneCount / 2 {
			var cases [laneCount]laneProduct
			var exceptional [laneCount]bool
			for j := range cases {
				cases[j], exceptional[j] = w.exceptionalAt(r, min(first+j/2, laneSums-1), j, j%2 == 0)
				if exceptional[j] {
					seen++
				}
			}
			got := multiplyCases([]*laneWork{w}, cases[:])
			switch first % 3 { // in pairs, the cases come first or last
			case 1:
				got = multiplyCases([]*laneWork{w, other}, cases[:])
			case 2:
				got = multiplyCases([]*laneWork{other, w}, cases[:])
			}
			for j := range cases {
				cases[j].check(t, &got[j])
				if z := laneInteger(&w.memory.z, j); (z.Sign() == 0) != exceptional[j] {
					t.Fatalf("lane %d has Z = %x, where step %d is an exception: %v", j, z, first+j/2, exceptional[j])
				}
			}
		}
		if seen < 2*(laneSums-4) {
			t.Errorf("only %d exceptions", seen)
		}
	})
}

// multiplyCases computes them with all that there is, or in the lanes of one of the works: of a pair, the one that does not start with
// them computes them too.
func multiplyCases(works []*laneWork, cases []laneProduct) []Point {
	v := make([]Point, len(cases))
	var a, b []scalar.Scalar
	var A []Point
	for i := range cases {
		a, b, A = append(a, cases[i].a), append(b, cases[i].b), append(A, cases[i].A)
	}
	if works == nil {
		VarTimeDoubleScalarBaseMultBatch(v, a, A, b)
		return v
	}
	for _, w := range works {
		w.start(a, A, b)
	}
	if len(works) == 1 {
		works[0].memory.varTimeSteps(works[0].steps[1:])
	} else {
		varTimeStepsPair(&works[0].memory, &works[1].memory, works[0].steps[1:], works[1].steps[1:])
	}
	for _, w := range works {
		w.finish(v, a, A, b)
	}
	return v
}

// All numbers of products, and scalars at edges.
func TestLaneNumbers(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var edges []scalar.Scalar
		for _, l := range testkit.Edges(testkit.Big(n.N())) {
			x := scalar.New(l[0], l[1], l[2], l[3])
			b := testkit.ToBytes(x.Limbs())
			slices.Reverse(b[:])
			n.ReduceBE(&x, &b)
			edges = append(edges, x)
		}
		edges = append(edges, onePlusLambda)
		for size := range 2*laneCount + 2 {
			cases := make([]laneProduct, size)
			for i := range cases {
				cases[i] = newLaneProduct(r)
				switch r.IntN(4) {
				case 0:
					cases[i].a = edges[r.IntN(len(edges))]
				case 1:
					cases[i].b = edges[r.IntN(len(edges))]
				case 2:
					cases[i].a, cases[i].b = edges[r.IntN(len(edges))], edges[r.IntN(len(edges))]
				}
				switch r.IntN(8) {
				case 0:
					cases[i].A.SetIdentity()
				case 1:
					cases[i].A.SetGenerator()
				case 2:
					cases[i].A.Negate(&generator)
				}
			}
			for i, v := range multiplyCases(nil, cases) {
				cases[i].check(t, &v)
			}
		}
	})
}

// Who makes every sum meet an exception does not slow sums down by more than an eighth and what is there at first; and then
// sums that meet none are in lanes again.
func TestLaneCredit(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		costs := laneGroups()
		cost := costs.one
		if costs.fewest == math.MaxInt {
			return
		}
		defer func(taken int64) { laneCredit.taken.Store(taken) }(laneCredit.taken.Load())
		laneCredit.taken.Store(0)
		r := testkit.NewRand(t)
		var good, bad [laneCount]laneProduct
		for i := range bad {
			good[i] = newLaneProduct(r)
			bad[i] = newLaneProduct(r)
			bad[i].A.SetGenerator()
			n.Neg(&bad[i].b, &bad[i].a) // the sum is the identity
		}
		add := func(cases []laneProduct) (done int) {
			var a, b [laneCount]scalar.Scalar
			var A, v [laneCount]Point
			for i, c := range cases {
				a[i], b[i], A[i] = c.a, c.b, c.A
			}
			return multiplyLanes(v[:len(cases)], a[:len(cases)], A[:len(cases)], b[:len(cases)])
		}
		sums, spent, groups := 0, 0, 0
		rounds := 2 * fundOfLanes / (cost - 100*laneCount/laneAllowed) // twice as many as use it up
		for range rounds {
			done := add(bad[:])
			sums += laneCount
			spent += 100 * laneCount // each is computed by itself, in the end
			if done > 0 {
				spent += cost
				groups++
			}
			if done != 0 && done != laneCount {
				t.Fatalf("%d of %d sums were in lanes", done, laneCount)
			}
		}
		if most := 100*sums + 100*sums/laneAllowed + fundOfLanes; spent > most {
			t.Errorf("%d sums cost %d, more than %d", sums, spent, most)
		}
		if groups == rounds {
			t.Errorf("all of %d groups were in lanes", groups)
		}
		// A group is allowed again after as many sums by themselves as pay for it.
		for range cost * laneAllowed / 100 {
			add(good[:])
		}
		if done := add(good[:]); done != laneCount {
			t.Errorf("%d of %d sums are in lanes after the attack", done, laneCount)
		}
		if taken := laneCredit.taken.Load(); taken > fundOfLanes || taken < 0 {
			t.Errorf("the credit lacks %d", taken)
		}
	})
}

func TestLaneAllocations(t *testing.T) {
	r := testkit.NewRand(t)
	var v [laneCount + 1]Point
	var a, b [laneCount + 1]scalar.Scalar
	var A [laneCount + 1]Point
	for i := range v {
		c := newLaneProduct(r)
		a[i], b[i], A[i] = c.a, c.b, c.A
	}
	testkit.NoAllocs(t, "VarTimeDoubleScalarBaseMultBatch", func() { VarTimeDoubleScalarBaseMultBatch(v[:], a[:], A[:], b[:]) })
}

func BenchmarkLanes(b *testing.B) {
	r := testkit.NewRand(b)
	var v, A [2 * laneCount]Point
	var x, y [2 * laneCount]scalar.Scalar
	for i := range v {
		c := newLaneProduct(r)
		c.A.Normalize(&c.A)
		x[i], y[i], A[i] = c.a, c.b, c.A
	}
	for _, n := range []int{1, laneCount, 2 * laneCount} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				VarTimeDoubleScalarBaseMultBatch(v[:n], x[:n], A[:n], y[:n])
			}
		})
	}
}
