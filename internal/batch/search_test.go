// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// counted is a batch of integers, of which the valid ones are 0, that counts what is
// asked of it.
type counted struct {
	values   []int
	valid    []bool
	added    int // terms
	verified int
}

func (b *counted) Sum(v *int, start, end int) {
	*v = 0
	for _, x := range b.values[start:end] {
		*v += x
	}
	b.added += end - start
}

func (b *counted) Subtract(v, w *int)  { *v -= *w }
func (b *counted) Right(v *int) bool   { return *v == 0 }
func (b *counted) Accept(from, to int) { b.set(from, to, func(int) bool { return true }) }
func (b *counted) Each(from, to int) {
	b.verified += to - from
	b.set(from, to, func(i int) bool { return b.values[i] == 0 })
}

func (b *counted) set(from, to int, f func(i int) bool) {
	for i := from; i < to; i++ {
		b.valid[i] = f(i)
	}
}

// search runs a search where the entries at bad are invalid.
func search(t *testing.T, s *Search[int], n int, bad ...int) *counted {
	t.Helper()
	b := &counted{values: make([]int, n), valid: make([]bool, n)}
	want := make([]bool, n)
	for i := range want {
		want[i] = true
	}
	for _, i := range bad {
		b.values[i] = 1 + rand.IntN(1<<30) // positive, so that they do not cancel out
		want[i] = false
	}
	s.Run(b, n)
	if !slices.Equal(b.valid, want) {
		t.Fatalf("%d entries, invalid %v: verdicts %v", n, bad, b.valid)
	}
	if limit := (1 + Budget) * n; b.added > limit {
		t.Fatalf("%d entries, invalid %v: %d terms were added up", n, bad, b.added)
	}
	return b
}

func TestSearch(t *testing.T) {
	var s Search[int] // the same for all
	for n := range 40 {
		search(t, &s, n)
		for i := range n {
			for j := range i {
				search(t, &s, n, i, j)
			}
			search(t, &s, n, i)
		}
	}
	rng := testkit.NewRand(t)
	for range 300 {
		n := 1 + rng.IntN(300)
		search(t, &s, n, rng.Perm(n)[:rng.IntN(n+1)]...)
	}
}

// TestCost holds what the search costs: nothing where all are valid, the sums of at most
// as many terms again where one is not, and no more than the budget before all are
// verified one by one.
func TestCost(t *testing.T) {
	var s Search[int]
	const n = 1024
	if b := search(t, &s, n); b.added != n || b.verified != 0 {
		t.Errorf("none invalid: %d terms, %d verified", b.added, b.verified)
	}
	for _, at := range []int{0, 1, n / 2, n - 1} {
		if b := search(t, &s, n, at); b.added > 2*n || b.verified != 0 {
			t.Errorf("entry %d is invalid: %d terms, %d verified", at, b.added, b.verified)
		}
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if b := search(t, &s, n, all...); b.verified < n/2 {
		t.Errorf("all invalid: only %d verified one by one", b.verified)
	}
}

// TestAllocations holds that a search of a size that there was before allocates nothing,
// wherever the invalid entries are.
func TestAllocations(t *testing.T) {
	for _, n := range []int{1, 2, 3, 63, 64, 65, 100} {
		var s Search[int]
		b := &counted{values: make([]int, n), valid: make([]bool, n)}
		s.Run(b, n) // all are valid
		room := cap(s.sums) + cap(s.ends)
		for i := range b.values {
			b.values[i] = 1
			s.Run(b, n)
			if cap(s.sums)+cap(s.ends) != room {
				t.Errorf("%d entries, invalid %d: the search needs more memory", n, i)
			}
			testkit.NoAllocs(t, "search", func() { s.Run(b, n) })
			b.values[i] = 0
		}
	}
}

func ExampleSearch() {
	b := &counted{values: []int{0, 0, 5, 0}, valid: make([]bool, 4)}
	var s Search[int]
	s.Run(b, 4)
	fmt.Println(b.valid)
	// Output:
	// [true true false true]
}
