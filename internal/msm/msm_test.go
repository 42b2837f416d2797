// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"secant.example/internal/msm"
	"secant.example/internal/testkit"
)

// An integer modulo m stands for a point, in a form that notices two mistakes: the
// use of what is left out of a partial sum, and a reference to the second operand.
type (
	point   struct{ value, t uint64 }
	operand struct {
		value   uint64
		inLanes bool // ToLanes saw it
	}
	group struct{}

	// A group with routines that add up several sums at the same time, whose points have a form of their
	// own, and one that also has routines for more than one addition.
	laneGroup struct{ group }
	fastGroup struct{ laneGroup }

	// A laneGroup that has what Straus's algorithm in lanes needs.
	octetGroup struct{ laneGroup }

	// A group whose points are prepared many at once, with an endomorphism.
	affineGroup struct{ group }
)

const m = 1<<61 - 1

func mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	_, r := bits.Div64(hi%m, lo, m)
	return r
}

func (v *point) set(x uint64) { v.value, v.t = x%m, x%m }

func (group) Identity(v *point) { v.set(0) }

func (group) Set(v *point, q *operand, negative bool) {
	v.set(0)
	group{}.Add(v, 0, q, negative, false)
}

func (group) Prepare(q *operand, v *point) {
	if v.t != v.value {
		panic("the point is not complete")
	}
	q.value = v.value
}

func (group) Double(v *point, n int) {
	if n < 1 {
		panic("no doublings")
	}
	for range n {
		v.set(2 * v.value)
	}
}

func (group) Add(v *point, n int, q *operand, negative, partial bool) {
	if n > 0 {
		group{}.Double(v, n)
	}
	if v.t != v.value {
		panic("the point is not complete")
	}
	x := q.value
	if negative {
		x = m - x
	}
	v.set(v.value + x)
	if partial {
		v.t = ^v.value
	}
}

func (group) AddSteps(v *point, steps []msm.Step[operand], partial bool) {
	if len(steps) == 0 {
		panic("no steps")
	}
	for i, s := range steps {
		last := i == len(steps)-1
		group{}.Add(v, int(s.Doublings), s.Q, s.Flags == msm.Negative, last && partial || !last && steps[i+1].Doublings > 0)
	}
}

func (group) AddEach(pairs []msm.Pair[point, operand]) {
	if len(pairs) == 0 {
		panic("no pairs")
	}
	for _, p := range pairs {
		group{}.Add(p.V, 0, p.Q, p.Negative == 1, false)
	}
}

func (group) Select(q *operand, table *[8]operand, index, negate int) {
	q.value = 0
	if index > 0 {
		q.value = table[index-1].value
	}
	if negate == 1 {
		q.value = (m - q.value) % m
	}
}

func (fastGroup) InPairs() bool { return true }

func (fastGroup) TwoTables() bool { return true }

// What the tests of a fastGroup are to reach.
var (
	_ msm.LaneGroup[point, operand]  = fastGroup{}
	_ msm.PairGroup[point, operand]  = fastGroup{}
	_ msm.TableGroup[point, operand] = fastGroup{}
)

func (laneGroup) AddEach([]msm.Pair[point, operand]) { panic("additions one by one") }

func (laneGroup) InLanes() bool { return true }

// laneForm is what t and value differ in, in lanes.
const laneForm = 1 << 62

func (laneGroup) LaneIdentity(v *point) { v.set(0); v.t ^= laneForm }

func (laneGroup) FromLanes(v *point) { v.t ^= laneForm }

func (laneGroup) add(v *point, q *operand, negative bool) {
	v.t ^= laneForm
	group{}.Add(v, 0, q, negative, false)
	v.t ^= laneForm
}

func (laneGroup) ToLanes(points []operand) {
	for i := range points {
		points[i].inLanes = true
	}
}

func (g laneGroup) AddLanes(steps []msm.LaneStep[point, operand]) { g.addLanes(steps, false) }

func (octetGroup) InPositions() bool { return true }

func (g octetGroup) AddLanesAnyZ(steps []msm.LaneStep[point, operand]) { g.addLanes(steps, true) }

func (octetGroup) OddMultiplesEach(tables *[msm.Lanes][8]operand) {
	for j := range tables {
		fastGroup{}.OddMultiples(tables[j][:], tables[j][:])
	}
}

func (g octetGroup) AddPositions(sums *[msm.Lanes]point, rows [][msm.Lanes]point) {
	if len(rows) == 0 {
		panic("no rows")
	}
	for j := range sums {
		v := rows[len(rows)-1][j]
		for i := len(rows) - 2; i >= 0; i-- {
			if v.t != v.value^laneForm || rows[i][j].t != rows[i][j].value^laneForm {
				panic("a point of another form")
			}
			g.FromLanes(&v)
			group{}.Double(&v, 1)
			g.FromLanes(&v)
			g.add(&v, &operand{value: rows[i][j].value}, false)
		}
		sums[j] = v
	}
}

func (g laneGroup) addLanes(steps []msm.LaneStep[point, operand], anyZ bool) {
	if len(steps) == 0 {
		panic("no steps")
	}
	if steps[len(steps)-1].Ends&msm.LastOfSums == 0 {
		panic("sums that come to nothing")
	}
	var sums [msm.Lanes]point
	for i, s := range steps {
		if s.Negative >= 1<<msm.Lanes {
			panic("a sign too many")
		}
		for j, v := range s.V {
			if s.Ends&msm.LastOfSums != 0 && slices.Contains(s.V[:j], v) {
				panic("one point for two sums")
			}
			switch {
			case s.Ends&msm.FirstOfSums != 0:
				g.LaneIdentity(&sums[j])
			case i == 0:
				sums[j] = *v
			}
			if q := s.Q[j]; !anyZ && !q.inLanes && q.value != 0 {
				panic("a point that is not for lanes")
			}
			g.add(&sums[j], s.Q[j], s.Negative>>j&1 == 1)
			if s.Ends&msm.LastOfSums != 0 {
				*v = sums[j]
			}
		}
	}
}

func (g laneGroup) AddBuckets(sums, runs *[msm.Lanes]point, buckets [][msm.Lanes]point) {
	if len(buckets) == 0 {
		panic("no buckets")
	}
	for i := len(buckets) - 1; i >= 0; i-- {
		for j := range sums {
			if run, q := runs[j], buckets[i][j]; run.t != run.value^laneForm || q.t != q.value^laneForm {
				panic("a point of another form")
			}
			g.add(&sums[j], &operand{value: runs[j].value}, false)
			g.add(&runs[j], &operand{value: buckets[i][j].value}, false)
		}
	}
}

func (fastGroup) OddMultiples(table0, table1 []operand) {
	if len(table0) < 2 || len(table0) != len(table1) {
		panic("wrong tables")
	}
	for _, table := range [][]operand{table0, table1} {
		for i := range table {
			table[i].value = mul(table[0].value, uint64(2*i+1))
		}
	}
}

func (fastGroup) AddPairs(v *point, steps []msm.PairStep[operand]) {
	if len(steps) == 0 {
		panic("no steps")
	}
	for _, s := range steps {
		group{}.Add(v, int(s.Doublings), s.Q[0], s.Negative[0] == 1, false)
		if s.Q[1] != nil {
			group{}.Add(v, 0, s.Q[1], s.Negative[1] == 1, false)
		}
	}
}

// phi is the factor of the endomorphism.
const phi = 1234567890123

func (affineGroup) Prepare(q *operand, v *point) { panic("one point is prepared") }

func (affineGroup) PrepareEach(qs []operand, vs []point) {
	if len(qs) != len(vs) || len(vs) == 0 {
		panic("wrong slices")
	}
	for i := range vs {
		group{}.Prepare(&qs[i], &vs[i])
	}
}

func (affineGroup) Image(w, q *operand) { w.value = mul(q.value, phi) }

func (affineGroup) Tables(tables []operand, points []point) {
	if len(points) == 0 && len(tables) != 0 {
		panic("tables without points")
	}
	for i := range points {
		size := len(tables) / len(points)
		table := tables[i*size : (i+1)*size]
		for j := range size / 2 {
			table[j].value = mul(points[i].value, uint64(2*j+1))
			affineGroup{}.Image(&table[size/2+j], &table[j])
		}
	}
}

func (affineGroup) AddPoint(v *point, n int, w *point) {
	group{}.Add(v, n, &operand{value: w.value}, false, false)
}

// times returns k·x.
func times(k [4]uint64, x uint64) uint64 {
	sum := uint64(0)
	for i := 3; i >= 0; i-- {
		sum = (mul(sum, 8) + mul(k[i]%m, x)) % m // 2^64 = 8
	}
	return sum
}

type term struct {
	k     [4]uint64
	x     uint64
	fixed bool
}

// Sums of few, some and many terms have the algorithms that are for them.
func TestChoice(t *testing.T) {
	t.Run("group", testChoice[group])
	t.Run("group in lanes", testChoice[laneGroup])
	t.Run("group in octets", testChoice[octetGroup])
}

func testChoice[G msm.Group[point, operand]](t *testing.T) {
	r := testkit.NewRand(t)
	some := msm.Straus
	if _, ok := any(*new(G)).(msm.PositionGroup[point, operand]); ok {
		some = msm.StrausInLanes
	}
	for n, want := range map[int]msm.Algorithm{1: msm.Straus, 16: msm.Straus, 48: some, 80: some, 1000: msm.Pippenger} {
		var sum msm.VarTime[point, operand, G]
		for range n {
			k := r.Limbs()
			k[3] = k[3]>>12 | 1<<51
			sum.Append(&k, 0, &operand{value: 1})
		}
		if got := sum.Choice(); got != want {
			t.Errorf("%d terms: algorithm %d, want %d", n, got, want)
		}
	}
}

// terms returns n terms of many shapes.
func terms(r *testkit.Rand, n int) []term {
	ts := make([]term, n)
	for i := range ts {
		t := &ts[i]
		t.k, t.x = r.Limbs(), r.Uint64N(m)
		t.k[3] >>= 1
		switch r.IntN(8) {
		case 0:
			t.k = [4]uint64{}
		case 1:
			t.k = [4]uint64{t.k[0], t.k[1]}
		case 2:
			t.k = [4]uint64{t.k[0] >> r.IntN(64)}
		case 3:
			t.x = []uint64{0, 1, m - 1}[r.IntN(3)]
		case 4:
			if i > 0 {
				*t = ts[r.IntN(i)]
				t.x = (m - t.x) % m
			}
		case 5:
			if i > 0 {
				*t = ts[r.IntN(i)]
			}
		case 6:
			t.fixed = true
		}
	}
	return ts
}

func TestVarTime(t *testing.T) {
	t.Run("group", testVarTime[group])
	t.Run("group in lanes", testVarTime[laneGroup])
	t.Run("fast group", testVarTime[fastGroup])
	t.Run("group in octets", testVarTime[octetGroup])
}

func testVarTime[G msm.Group[point, operand]](t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.VarTime[point, operand, G]
	for round, n := range []int{0, 1, 2, 3, 5, 40, 7, 100, 150, 0, 180, 190, 200, 220, 300, 1000, 1, 5000} {
		sum.Workers = round % 4 * (1 + round%5*20) // more than there are groups of windows, too
		sum.Reset()
		sum.Grow(n / 2)
		want := uint64(0)
		for _, term := range terms(r, n) {
			if !term.fixed && round%3 > 0 { // so that fixed ones are longer
				term.k = [4]uint64{term.k[0], term.k[1] >> (29 * (round % 3))}
			}
			want = (want + times(term.k, term.x)) % m
			if !term.fixed {
				negative := r.IntN(2)
				sum.Append(&term.k, negative, &operand{value: [2]uint64{term.x, (m - term.x) % m}[negative]})
				continue
			}
			f := msm.Fixed[operand]{Width: uint(2 + r.IntN(7)), Step: []int{257, 128, 100, 64, 50}[r.IntN(5)]}
			f.Table = make([]operand, (255/f.Step+1)<<(f.Width-2))
			q, scratch := point{term.x, term.x}, point{}
			msm.Expand(group{}, f, &q, &scratch)
			sum.AppendFixed(&term.k, f)
		}
		if sum.Len() != n {
			t.Fatalf("%d terms, want %d", sum.Len(), n)
		}
		for _, algorithm := range []msm.Algorithm{msm.Straus, msm.StrausInLanes, msm.Pippenger, msm.Fastest} {
			if got := sum.Sum(algorithm); got.value != want || got.t != want {
				t.Fatalf("%d terms, algorithm %d, %d workers: %v, want %d", n, algorithm, sum.Workers, *got, want)
			}
		}
		windows(t, r, sum.Windows, want, n)
	}
}

// Large sums in lanes have parts, with one worker too.
func TestParts(t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.VarTime[point, operand, octetGroup]
	want := uint64(0)
	for _, parts := range []int{1, 2, 3} {
		n := msm.MaxPart * parts
		for _, term := range terms(r, n-sum.Len()) {
			want = (want + times(term.k, term.x)) % m
			sum.Append(&term.k, 0, &operand{value: term.x})
		}
		for sum.Workers = 0; sum.Workers <= 80; sum.Workers += 80 {
			if got := sum.Sum(msm.Fastest); got.value != want || sum.Workers == 0 && sum.Parts() != parts || sum.Parts() < parts {
				t.Errorf("%d points, %d workers: %v in %d parts, want %d in %d", n, sum.Workers, *got, sum.Parts(), want, parts)
			}
		}
	}
}

type manyGroup struct{ octetGroup }

func (manyGroup) AddEach(pairs []msm.Pair[point, operand]) { group{}.AddEach(pairs) }

// More points than entries have indexes for are added up one by one, and no fewer.
func TestMaxInLanes(t *testing.T) {
	r := testkit.NewRand(t)
	const limit = 200
	defer msm.LimitLanes(limit)()
	for n := limit - 3; n <= limit; n++ {
		var sum msm.VarTime[point, operand, manyGroup]
		want := uint64(0)
		for _, term := range terms(r, n) {
			want = (want + times(term.k, term.x)) % m
			sum.Append(&term.k, 0, &operand{value: term.x})
		}
		wantLanes := msm.Lanes
		if n >= limit {
			wantLanes = 1
		}
		if got := sum.Sum(msm.Pippenger); got.value != want || sum.Lanes() != wantLanes {
			t.Errorf("%d points: %v in %d lanes, want %d in %d", n, *got, sum.Lanes(), want, wantLanes)
		}
	}
	// A multiplier of a fixed point is several numbers: here six.
	f := msm.Fixed[operand]{Width: 4, Step: 50, Table: make([]operand, 6<<2)}
	q, scratch := point{5, 5}, point{}
	msm.Expand(group{}, f, &q, &scratch)
	k := [4]uint64{3: 1 << 60}
	const fixed = limit / 6
	for n := limit - 1; n <= limit; n++ {
		var sum msm.VarTime[point, operand, manyGroup]
		want := fixed * times(k, 5)
		for range fixed {
			sum.AppendFixed(&k, f)
		}
		for i := range n - 6*fixed {
			sum.Append(&[4]uint64{uint64(i)}, 0, &operand{value: 7})
			want += uint64(i) * 7
		}
		wantLanes := msm.Lanes
		if n >= limit {
			wantLanes = 1
		}
		if got := sum.Sum(msm.Pippenger); got.value != want%m || sum.Lanes() != wantLanes {
			t.Errorf("%d numbers: %v in %d lanes, want %d in %d", n, *got, sum.Lanes(), want%m, wantLanes)
		}
	}
}

// windows wants the sum by windows of all widths, and of different ones.
func windows(t *testing.T, r *testkit.Rand, sum func(width func() uint) *point, want uint64, terms int) {
	t.Helper()
	for window := uint(1); window <= msm.MaxWindow; window++ {
		if got := sum(func() uint { return window }); got.value != want || got.t != want {
			t.Fatalf("%d terms in windows of %d bits: %v, want %d", terms, window, *got, want)
		}
	}
	for range 5 {
		var widths []uint
		got := sum(func() uint {
			widths = append(widths, 1+uint(r.IntN(msm.MaxWindow)))
			return widths[len(widths)-1]
		})
		if got.value != want || got.t != want {
			t.Fatalf("%d terms in windows of %d bits: %v, want %d", terms, widths, *got, want)
		}
	}
}

// The windows that are chosen hold all digits, and no others are cheaper: neither those of one width, nor those with another
// width in one place.
func TestPlan(t *testing.T) {
	t.Run("group", testPlan[group])
	t.Run("group in lanes", testPlan[laneGroup])
	t.Run("fast group", testPlan[fastGroup])
}

func testPlan[G msm.Group[point, operand]](t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.VarTime[point, operand, G]
	_, inLanes := any(*new(G)).(interface{ InLanes() bool })
	lanes := uint(1)
	if inLanes {
		lanes = msm.Lanes
	}
	for _, n := range []int{1, 3, 20, 64, 100, 300, 2000} {
		for _, long := range []uint{1, 20, 127, 128, 253, 256} {
			sum.Reset()
			for i := range n {
				bits := long
				if i%2 == 1 {
					bits = min(bits, 127)
				}
				k := [4]uint64{}
				k[(bits-1)/64] = 1 << ((bits - 1) % 64)
				sum.Append(&k, 0, &operand{value: 1})
			}
			widths, least, cost, with := sum.Plan()
			widths = slices.Clone(widths)
			holds := func(widths []uint) bool {
				total := uint(0)
				for _, w := range widths {
					total += lanes * w
				}
				return total > long // a digit has a sign
			}
			if !holds(widths) || holds(widths[:len(widths)-1]) {
				t.Fatalf("%d terms of %d bits: windows of %d bits", n, long, widths)
			}
			if got := with(widths); got != cost {
				t.Fatalf("%d terms of %d bits in windows of %d bits cost %d, not %d", n, long, widths, got, cost)
			}
			if least > cost {
				t.Errorf("%d terms of %d bits cost %d, but at least %d", n, long, cost, least)
			}
			cheaper := func(widths []uint) {
				t.Helper()
				if holds(widths) && with(widths) < cost {
					t.Errorf("%d terms of %d bits: windows of %d bits cost %d, those that were chosen %d", n, long, widths, with(widths), cost)
				}
			}
			for w := uint(msm.MinWindow); w <= msm.MaxWindow; w++ {
				var same []uint
				for !holds(same) {
					same = append(same, w)
				}
				cheaper(same)
				for i := range widths {
					others := slices.Clone(widths)
					others[i] = w
					cheaper(others)
					others[r.IntN(len(others))] = w
					cheaper(others)
					cheaper(slices.Delete(others, i, i+1))
				}
			}
		}
	}
}

// Buckets with more points than a group adds in one call, some as many in each lane and some not.
func TestLongSums(t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.VarTime[point, operand, fastGroup]
	for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 400} {
		for _, others := range []int{0, 1, 30} {
			sum.Reset()
			want, same := uint64(0), [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64() >> 3}
			for i := range n + others {
				k := same
				if i >= n {
					k = [4]uint64{r.Uint64(), r.Uint64(), 0, 0}
				}
				x := r.Uint64() % m
				sum.Append(&k, 0, &operand{value: x})
				want = (want + times(k, x)) % m
			}
			if got := sum.Sum(msm.Pippenger); got.value != want {
				t.Errorf("%d terms with the same scalar and %d others: got %d, want %d", n, others, got.value, want)
			}
		}
	}
}

// Pairs of terms, with signs, among fixed ones.
func TestPairs(t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.VarTime[point, operand, affineGroup]
	signed := func(x uint64, negative int) uint64 { return [2]uint64{x, m - x}[negative] }
	for round, n := range []int{0, 1, 2, 3, 10, 100, 50, 0, 260, 300, 350, 1, 2000} {
		sum.Workers = round % 4
		sum.Reset()
		sum.GrowPairs(n)
		want, count := uint64(0), 0
		for i, term := range terms(r, n) {
			if term.fixed || n == 2 && i == 0 {
				f := msm.Fixed[operand]{Width: 12, Step: []int{257, 128}[r.IntN(2)]}
				f.Table = make([]operand, (255/f.Step+1)<<(f.Width-2))
				q, scratch := point{term.x, term.x}, point{}
				msm.Expand(group{}, f, &q, &scratch)
				sum.AppendFixed(&term.k, f)
				want, count = (want+times(term.k, term.x))%m, count+1
				continue
			}
			k, l := [4]uint64{term.k[0], term.k[1]}, [4]uint64{term.k[2], term.k[3]}
			negativeK, negativeL := r.IntN(2), r.IntN(2)
			sum.AppendPair(&k, &l, negativeK, negativeL, &point{term.x, term.x})
			want = (want + signed(times(k, term.x), negativeK)) % m
			want = (want + signed(times(l, mul(term.x, phi)), negativeL)) % m
			count += 2
		}
		if sum.Len() != count {
			t.Fatalf("%d terms, want %d", sum.Len(), count)
		}
		for range 2 {
			for _, algorithm := range []msm.Algorithm{msm.Straus, msm.StrausInLanes, msm.Pippenger, msm.Fastest} {
				if got := sum.Sum(algorithm); got.value != want || got.t != want {
					t.Fatalf("%d terms, algorithm %d, %d workers: %v, want %d", count, algorithm, sum.Workers, *got, want)
				}
			}
		}
		windows(t, r, sum.Windows, want, count)
	}
}

func TestFixed(t *testing.T) {
	for width := uint(2); width <= 8; width++ {
		for _, step := range []int{1, 64, 127} {
			f := msm.Fixed[operand]{Table: make([]operand, 3<<(width-2)), Step: step, Width: width}
			q, scratch := point{5, 5}, point{7, 8}
			msm.Expand(group{}, f, &q, &scratch)
			for i, got := range f.Table {
				j, i := i>>(width-2), i&(1<<(width-2)-1)
				want := uint64(2*i+1) * 5
				for range j * step {
					want = 2 * want % m
				}
				if got.value != want%m {
					t.Fatalf("width %d, step %d: entry %d of table %d is %d, want %d", width, step, i, j, got.value, want)
				}
			}
		}
	}
}

func TestConstant(t *testing.T) {
	r := testkit.NewRand(t)
	var sum msm.Constant[point, operand, group]
	for _, n := range []int{0, 1, 2, 30, 3, 255, 256, 257, 513, 2000, 4} {
		sum.Reset()
		sum.Grow(n / 2)
		want := uint64(0)
		for _, term := range terms(r, n) {
			want = (want + times(term.k, term.x)) % m
			sum.Append(&term.k, &operand{value: term.x})
		}
		if sum.Len() != n {
			t.Fatalf("%d terms, want %d", sum.Len(), n)
		}
		for range 2 {
			if got := sum.Sum(); got.value != want || got.t != want {
				t.Fatalf("%d terms: %v, want %d", n, *got, want)
			}
		}
	}
}

// Nothing secret stays where a sum in constant time was computed: neither in the memory that it
// lets go of when there are more terms, nor, after Reset, in that which it has.
func TestConstantForgets(t *testing.T) {
	var sum msm.Constant[point, operand, group]
	forgotten := func(name string, tables [][8]operand, operands []operand) {
		t.Helper()
		if slices.ContainsFunc(tables, func(table [8]operand) bool { return table != [8]operand{} }) {
			t.Errorf("%s: tables stay", name)
		}
		if slices.ContainsFunc(operands, func(q operand) bool { return q != operand{} }) {
			t.Errorf("%s: entries of tables stay", name)
		}
	}
	for range 3 {
		for _, n := range []int{1, 10, 100, 300} {
			tables, operands := sum.Memory()
			for sum.Len() < n {
				sum.Append(&[4]uint64{1, 2, 3, 4}, &operand{value: 5})
			}
			sum.Sum()
			if now, entries := sum.Memory(); len(tables) > 0 && &now[0] != &tables[0] && &entries[0] != &operands[0] {
				forgotten(fmt.Sprintf("before there were %d terms", n), tables, operands)
			}
		}
		sum.Reset()
		tables, operands := sum.Memory()
		if len(tables) < 256 || len(operands) != 256 {
			t.Errorf("%d tables and %d entries of tables are left", len(tables), len(operands))
		}
		forgotten("Reset", tables, operands)
	}
}

func TestAllocations(t *testing.T) {
	ts := terms(testkit.NewRand(t), 300)
	var vartime msm.VarTime[point, operand, group]
	var fast msm.VarTime[point, operand, fastGroup]
	var affine msm.VarTime[point, operand, affineGroup]
	var constant msm.Constant[point, operand, group]
	for _, algorithm := range []msm.Algorithm{msm.Straus, msm.Pippenger} {
		testkit.NoAllocs(t, "VarTime", func() {
			vartime.Reset()
			for i := range ts {
				vartime.Append(&ts[i].k, 0, &operand{value: ts[i].x})
			}
			vartime.Sum(algorithm)
		})
		testkit.NoAllocs(t, "VarTime with a fast group", func() {
			fast.Reset()
			for i := range ts {
				fast.Append(&ts[i].k, 1, &operand{value: ts[i].x})
			}
			fast.Sum(algorithm)
		})
		testkit.NoAllocs(t, "VarTime with an affine group", func() {
			affine.Reset()
			for i := range ts {
				affine.AppendPair(&ts[i].k, &ts[i].k, 0, 1, &point{ts[i].x, ts[i].x})
			}
			affine.Sum(algorithm)
		})
	}
	testkit.NoAllocs(t, "Constant", func() {
		constant.Reset()
		for i := range ts {
			constant.Append(&ts[i].k, &operand{value: ts[i].x})
		}
		constant.Sum()
	})
}
