// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"secant.example/internal/testkit"
)

// counted is a batch of integers, of which the valid ones are 0, that counts what is
// asked of it.
type counted struct {
	values   []int
	valid    []bool
	prepared []int
	sums     int // how many
	added    int // terms
	verified int
	costs    [2]int            // of a sum, and of each of its terms, where verifying one costs 100
	spent    int               // by these costs
	adapt    func([]int) []int // what is invalid in a group, decided when its limits are known
}

// usualCosts are about those of Ed25519.
var usualCosts = [2]int{110, 36}

func (b *counted) Costs(start, end int) (sum, each int) {
	return b.costs[0] + b.costs[1]*(end-start), 100 * (end - start)
}

func (b *counted) Prepare(start, end int) {
	for i := start; i < end; i++ {
		b.prepared[i]++
	}
	if b.adapt != nil {
		copy(b.values[start:end], b.adapt(b.values[start:end]))
	}
}

func (b *counted) Sum(v *int, start, end int) {
	*v = 0
	for i, x := range b.values[start:end] {
		if b.prepared[start+i] != 1 {
			panic(fmt.Sprintf("entry %d is added up, and was prepared %d times", start+i, b.prepared[start+i]))
		}
		*v += x
	}
	b.sums++
	b.added += end - start
	sum, _ := b.Costs(start, end)
	b.spent += sum
}

func (b *counted) Subtract(v, w *int)  { *v -= *w }
func (b *counted) Right(v *int) bool   { return *v == 0 }
func (b *counted) Accept(from, to int) { b.set(from, to, func(int) bool { return true }) }
func (b *counted) Valid(i int) bool    { return b.valid[i] }
func (b *counted) Each(from, to int) {
	b.verified += to - from
	b.spent += 100 * (to - from)
	b.set(from, to, func(i int) bool { return b.values[i] == 0 })
}

func (b *counted) set(from, to int, f func(i int) bool) {
	for i := from; i < to; i++ {
		b.valid[i] = f(i)
	}
}

// newCounted returns a batch of n where the entries at bad are invalid.
func newCounted(n int, bad ...int) *counted {
	b := &counted{values: make([]int, n), valid: make([]bool, n), prepared: make([]int, n), costs: usualCosts}
	for _, i := range bad {
		b.values[i] = 1 + rand.IntN(1<<30) // positive, so that they do not cancel out
	}
	return b
}

// run runs a search and checks the verdicts.
func (b *counted) run(t *testing.T, s *Search[int], f *Fund) {
	t.Helper()
	s.Run(b, len(b.values), f)
	for i, x := range b.values {
		if b.valid[i] != (x == 0) {
			t.Fatalf("%d entries: verdict %d of %d is %v", len(b.values), i, x, b.valid[i])
		}
	}
	if s.credit < 0 {
		t.Fatalf("the credit is %d", s.credit)
	}
}

func TestSearch(t *testing.T) {
	var s Search[int] // the same for all
	for n := range 40 {
		newCounted(n).run(t, &s, new(Fund))
		for i := range n {
			for j := range i {
				newCounted(n, i, j).run(t, new(Search[int]), new(Fund))
				newCounted(n, i, j).run(t, &s, new(Fund))
			}
			newCounted(n, i).run(t, new(Search[int]), new(Fund))
		}
	}
	rng := testkit.NewRand(t)
	for range 1000 {
		n := 1 + rng.IntN(300)
		newCounted(n, rng.Perm(n)[:rng.IntN(n+1)]...).run(t, &s, new(Fund))
		few := rng.Perm(n)[:min(n, rng.IntN(4))]
		newCounted(n, few...).run(t, &s, new(Fund))
		newCounted(n, few...).run(t, new(Search[int]), new(Fund))
	}
}

// TestOne holds what the search costs a program whose signatures are valid but for one now and
// then: one sum where none is invalid, as many terms again where one is, and nothing one by one but
// a few entries beside that.
func TestOne(t *testing.T) {
	for _, n := range []int{16, 64, 300, 1024} {
		var s Search[int]
		f := new(Fund)
		for range 3 {
			if b := newCounted(n); true {
				if b.run(t, &s, f); b.sums != 1 || b.added != n || b.verified != 0 {
					t.Errorf("%d, none invalid: %d sums of %d terms, %d verified", n, b.sums, b.added, b.verified)
				}
			}
		}
		for _, at := range []int{0, 1, n / 2, n - 1} {
			s := s
			if b := newCounted(n, at); true {
				if b.run(t, &s, f); b.added > 2*n || b.verified > 8 {
					t.Errorf("%d, entry %d is invalid: %d terms, %d verified", n, at, b.added, b.verified)
				}
			}
		}
	}
}

// A sender decides which entries are invalid. One that adapts does so for each group that is to be
// added up, which no sender can know; the others for the whole batch.
type sender struct {
	name  string
	adapt bool
	send  func(rng *testkit.Rand, entries []int)
}

// senders are those of entries of which so many in a thousand are invalid, scattered or adjacent,
// and others who try to do the most harm.
func senders() (all []sender) {
	for _, rate := range []int{0, 1, 3, 10, 30, 100, 500, 1000} {
		all = append(all, sender{fmt.Sprintf("%d in 1000, scattered", rate), false, func(rng *testkit.Rand, entries []int) {
			for i := range entries {
				if rng.IntN(1000) < rate {
					entries[i] = 1
				}
			}
		}})
		all = append(all, sender{fmt.Sprintf("%d in 1000, adjacent", rate), false, func(rng *testkit.Rand, entries []int) {
			count, at := (rate*len(entries)+rng.IntN(1000))/1000, rng.IntN(len(entries))
			for i := range count {
				entries[(at+i)%len(entries)] = 1
			}
		}})
	}
	for name, at := range map[string]func(rng *testkit.Rand, n int) []int{
		"the first of each group":           func(_ *testkit.Rand, n int) []int { return []int{0} },
		"the last of each group":            func(_ *testkit.Rand, n int) []int { return []int{n - 1} },
		"one in each half of a group":       func(rng *testkit.Rand, n int) []int { return []int{rng.IntN(n), n / 2} },
		"all in each group":                 func(rng *testkit.Rand, n int) []int { return rng.Perm(n) },
		"one of each group in two":          func(rng *testkit.Rand, n int) []int { return rng.Perm(n)[:rng.IntN(2)] },
		"one in every large group":          func(rng *testkit.Rand, n int) []int { return rng.Perm(n)[:min(1, n/100)] },
		"one in every small group":          func(rng *testkit.Rand, n int) []int { return rng.Perm(n)[:min(1, 200/n)] },
		"a tenth of every second one":       func(rng *testkit.Rand, n int) []int { return rng.Perm(n)[:rng.IntN(2)*n/10] },
		"the quarters of every group":       func(rng *testkit.Rand, n int) []int { return []int{0, n / 4, n / 2, 3 * n / 4} },
		"sometimes one, and often very few": func(rng *testkit.Rand, n int) []int { return rng.Perm(n)[:min(n, max(0, rng.IntN(6)-3))] },
	} {
		all = append(all, sender{name, true, func(rng *testkit.Rand, entries []int) {
			for _, i := range at(rng, len(entries)) {
				entries[i] = 1
			}
		}})
	}
	return all
}

// TestWorst holds that no sender makes a program spend more than 9/8 of what one by one costs, and
// once what is in the fund, at any time: with one search for all batches, with two in turns, and with
// a new one for each, which returns its credit or does not; for the costs of several schemes.
func TestWorst(t *testing.T) {
	const returned = 1 << 20
	rng := testkit.NewRand(t)
	enough := 3000
	if testing.Short() {
		enough = 500
	}
	for _, costs := range [][2]int{usualCosts, {110, 60}, {20, 20}, {400, 90}, {50, 99}} {
		for _, size := range []int{1, 2, 10, 64, 100, 1024} {
			for _, s := range senders() {
				for _, searches := range []int{1, 2, returned, 1 << 30} {
					var kept [2]Search[int]
					f := new(Fund)
					spent, came := 0, 0
					for i := range max(2, enough/size) {
						b := newCounted(1 + size/2 + rng.IntN(size))
						b.costs = costs
						if s.adapt {
							b.adapt = func(entries []int) []int { s.send(rng, entries); return entries }
						} else {
							s.send(rng, b.values)
						}
						search := new(Search[int])
						if searches <= 2 {
							search = &kept[i%searches]
						}
						b.run(t, search, f)
						if searches == returned {
							search.Return(f)
						}
						spent += b.spent
						if came += len(b.values); spent > came*100*9/8+fund {
							t.Fatalf("costs %d, batches of %d, %s, %d searches: %d entries cost %d", costs, size, s.name, searches, came, spent/100)
						}
					}
				}
			}
		}
	}
}

// TestReturn holds that searches that return their credit do not use the fund up, whatever the costs are,
// if entries are valid: each finds enough for one sum.
func TestReturn(t *testing.T) {
	for _, costs := range [][2]int{usualCosts, {105, 68}, {20, 90}} {
		f := new(Fund)
		for i := range 300 {
			var s Search[int]
			b := newCounted(64)
			b.costs = costs
			b.run(t, &s, f)
			if s.Return(f); b.sums != 1 || s.credit != 0 || f.Left() != fund {
				t.Fatalf("costs %d, search %d: %d sums, %d left, and %d in the fund", costs, i, b.sums, s.credit, f.Left())
			}
		}
	}
	// One that was returned starts again as a new one.
	f := new(Fund)
	var s Search[int]
	invalid := newCounted(300)
	for i := range invalid.values {
		invalid.values[i] = 1
	}
	invalid.run(t, &s, f)
	if s.Return(f); f.Left() == fund {
		t.Error("invalid entries cost nothing")
	}
	b := newCounted(300)
	if b.run(t, &s, f); b.sums != 1 {
		t.Errorf("%d sums", b.sums)
	}
}

// TestFund holds that searches that are new start with the credit of others, and only so much.
func TestFund(t *testing.T) {
	f := new(Fund)
	// Someone sends invalid entries to one verifier after the other.
	lent := 0
	for range 1000 {
		b := newCounted(64)
		for i := range b.values {
			b.values[i] = 1
		}
		b.run(t, new(Search[int]), f)
		if b.sums > 0 {
			lent++
		}
	}
	if f.take(1) != 0 || lent < 20 {
		t.Errorf("%d are in the fund after sums for %d", fund-f.taken.Load(), lent)
	}
	// Others then start with less, until what they saved is there for the next.
	first := newCounted(64)
	first.run(t, new(Search[int]), f)
	for range 10 {
		newCounted(64).run(t, new(Search[int]), f)
	}
	last := newCounted(64)
	last.run(t, new(Search[int]), f)
	if first.sums <= 1 || first.spent >= 6400*6/10 || last.sums != 1 {
		t.Errorf("%d sums for %d at first, and %d at last", first.sums, first.spent, last.sums)
	}
	if got := f.take(1 << 30); got <= 0 || got > fund || f.take(1) != 0 || f.take(-5) != 0 {
		t.Errorf("%d, from a fund of %d", got, fund)
	}
	f.give(7)
	if got := f.take(10); got != 7 {
		t.Errorf("%d, want 7", got)
	}
	f.give(1 << 30)
	if got := f.take(1 << 30); got != fund {
		t.Errorf("%d, want %d", got, fund)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 1000 {
				f.give(i)
				f.take(i)
			}
		}()
	}
	wait.Wait()
	if got := f.take(1 << 30); got > 4*1000*1000 {
		t.Errorf("%d", got)
	}
}

// TestRecovers holds that after invalid entries all are added up again soon.
func TestRecovers(t *testing.T) {
	var s Search[int]
	f := new(Fund)
	for range 50 {
		b := newCounted(1024)
		for i := range b.values {
			b.values[i] = 1
		}
		b.run(t, &s, f)
	}
	spent, batches := 0, 0
	for {
		b := newCounted(1024)
		b.run(t, &s, f)
		spent += b.spent
		batches++
		if b.sums == 1 {
			break
		}
		if batches > 4 {
			t.Fatal("the fifth batch is not added up at once")
		}
	}
}

// TestAllocations holds that a search of a size that there was before allocates nothing,
// wherever the invalid entries are.
func TestAllocations(t *testing.T) {
	for _, n := range []int{1, 2, 3, 63, 64, 65, 100} {
		var s Search[int]
		f := new(Fund)
		b := newCounted(n)
		run := func() {
			clear(b.prepared)
			s.Run(b, n, f)
		}
		run() // all are valid
		room := cap(s.left)
		for i := range b.values {
			b.values[i] = 1
			run()
			if cap(s.left) != room {
				t.Errorf("%d entries, invalid %d: the search needs more memory", n, i)
			}
			testkit.NoAllocs(t, "search", run)
			b.values[i] = 0
			run()
		}
	}
}

func ExampleSearch() {
	b := newCounted(4, 2)
	var s Search[int]
	s.Run(b, 4, new(Fund))
	fmt.Println(b.valid)
	// Output:
	// [true true false true]
}
