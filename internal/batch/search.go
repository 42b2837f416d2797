// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// Terms are the random multiples of the equations of n entries, with sums of type S.
type Terms[S any] interface {
	// Costs returns what it takes to prepare and add up the entries from start to end, and what to
	// verify them one by one, in a unit of about a hundredth of what one alone takes. What that takes
	// for a range is the sum of what it takes for each entry.
	Costs(start, end int) (sum, each int)
	// Prepare makes the entries from start to end ready for Sum. It is called once for each.
	Prepare(start, end int)
	// Sum sets v to the sum of the entries from start to end.
	Sum(v *S, start, end int)
	// Subtract sets v = v - w.
	Subtract(v, w *S)
	// Right reports whether v is what the sum of valid entries is.
	Right(v *S) bool
	// Accept says that all entries from start to end are valid, but for those that Prepare found
	// not to be. Those that the search says nothing of are not.
	Accept(start, end int)
	// Each verifies the entries from start to end one by one, prepared or not.
	Each(start, end int)
	// Valid reports whether entry i is valid, after Each or Accept.
	Valid(i int) bool
}

// Lanes are [Terms] whose entries take less time one by one where there are some, in the lanes of vectors.
type Lanes interface {
	// Together returns what Each takes for the entries from start to end, where Costs returns what it takes for
	// each alone. What is saved by that is no credit, but a reason to be content with it.
	Together(start, end int) int
}

// A Search finds the invalid entries of batches, one batch after the other. It adds up groups of
// entries; when a sum is wrong, it computes that of the first half; the second half's is the
// difference. Where that does not pay, it verifies one by one.
//
// It keeps its memory, and what it learned from batches before. The zero value is ready for use.
//
// # Whoever sends invalid entries
//
// A sum that is wrong tells next to nothing, and costs a third or a half of what verifying its
// entries one by one does. It takes one invalid entry to make it wrong, and half of the sums of a
// search are wrong. So a search without limits takes nearly twice as long as one by one, whatever
// the size of the groups is: someone who knows that size sends one invalid entry for each.
//
// Therefore sums are paid for in advance. Let one by one cost 1 for each entry. There is a credit:
//
//	credit = decided + (entries that came)/8 - spent,
//
// of which decided counts the entries whose verdict is known, and spent is all that was spent, for
// sums and one by one. Each entry brings 1/8. Verifying it alone costs 1, and decides it: the
// credit stays as it was. A sum has its cost taken from the credit; if it is right, its n entries
// are decided, and the credit grows by n. A sum is computed only if the credit suffices for it,
// so that the credit is never negative:
//
//	spent <= decided + (entries that came)/8,
//
// at any time, after whatever entries: at most 9/8 of one by one. No assumption about who sends
// what enters this, nor any of the rules below, which only decide when to make use of the credit.
// It does assume that Costs is right, to which the distance from 1/8 to 15 % is the margin; and that what
// one by one costs adds up: of entries that take less among others, parts would be worth more than the whole.
//
// Honest senders pay by what sums save. The search keeps as much credit as a search in its largest
// batch takes at first. What is more goes to the [Fund] of its scheme, from which searches that are
// new get their first credit, and to which [Search.Return] gives all: the sum above is over all
// searches with a fund, and has the constant with which that starts, once.
//
// How large groups are follows what was found: as much larger as there were entries without an invalid one
// since then; after a group with x among n, n/(3x), at which about one in three groups has one if they come at
// random, and so sums have to save a third of what one by one takes. Groups for which the credit does not suffice
// for the sum and that of the first half, after which half of the entries is decided if one is invalid, are smaller. If
// they are to be less than 16, the next 256 entries are verified one by one, which finds out when there are fewer invalid
// ones.
type Search[S any] struct {
	left   []ranged[S] // of a group: what is searched next is on top
	credit int
	most   int // of the credit
	size   int // of the next group; 0 at first
}

// A ranged sum is that of the entries from start to end.
type ranged[S any] struct {
	sum        S
	start, end int
}

const (
	allowance  = 8       // one in so many entries may be wasted
	leastGroup = 16      // for a group to be worth it where there are invalid entries
	oneByOne   = 256     // entries, before groups are tried again
	all        = 1 << 28 // more than there are
)

// A Fund has the credit of searches that have none yet. The zero value has what it takes to verify
// some 1000 entries one by one. It may be used by several goroutines at the same time.
type Fund struct{ taken atomic.Int64 }

const fund = 1000 * 100 // at first, and at most

// take returns up to n.
func (f *Fund) take(n int) int {
	for {
		taken := f.taken.Load()
		n := min(int64(max(n, 0)), fund-taken)
		if f.taken.CompareAndSwap(taken, taken+n) {
			return int(n)
		}
	}
}

// give gives n to others.
func (f *Fund) give(n int) {
	for {
		taken := f.taken.Load()
		if f.taken.CompareAndSwap(taken, max(0, taken-int64(n))) {
			return
		}
	}
}

// Left returns how much is in the fund.
func (f *Fund) Left() int { return int(fund - f.taken.Load()) }

// Return gives the credit of s to the fund, which a search that is not run again would take with it.
// Then s is as new, but for its memory.
func (s *Search[S]) Return(f *Fund) {
	f.give(s.credit)
	s.credit, s.most, s.size = 0, 0, 0
}

// Run verifies the n entries of b. It is variable-time.
func (s *Search[S]) Run(b Terms[S], n int, f *Fund) {
	if n == 0 {
		return
	}
	sum, each := b.Costs(0, n)
	half, _ := b.Costs(0, n/2)
	s.most = max(s.most, sum+half)
	s.credit += each / allowance
	if s.size == 0 {
		s.size = all
		s.credit += f.take(s.most - s.credit)
	}
	for start := 0; start < n; {
		var invalid int
		end := start + s.group(b, start, n)
		if end > start {
			invalid = s.search(b, start, end)
		} else {
			end = min(start+oneByOne, n)
			invalid = s.each(b, start, end)
		}
		s.learn(end-start, invalid)
		start = end
	}
	if more := s.credit - s.most; more > 0 {
		f.give(more)
		s.credit = s.most
	}
}

// group returns how many of the entries from start to end are to be added up next, or 0 for none.
func (s *Search[S]) group(b Terms[S], start, end int) int {
	left := end - start
	if s.size < min(leastGroup, left) {
		return 0
	}
	size := left
	if s.size < left-s.size/2 { // otherwise a group that is too small would be left
		size = s.size
	}
	for ; size > 1; size -= 1 + size/8 {
		sum, each := b.Costs(start, start+size)
		most := together(b, start, start+size, each)
		// Some groups have to be searched, which takes about as much again: one in three of those of s.size.
		if sum >= most-int(int64(most)*int64(size)/int64(3*s.size)) {
			break
		}
		half, _ := b.Costs(start, start+size/2)
		if sum+half <= s.credit {
			return size
		}
	}
	return 0
}

// learn takes note of how many of size entries were invalid.
func (s *Search[S]) learn(size, invalid int) {
	if invalid == 0 {
		s.size = min(s.size+size, all)
		return
	}
	if next := max(size/(3*invalid), 1); next < s.size {
		s.size = next
	} else {
		s.size = (s.size + next) / 2
	}
}

// each verifies the entries from start to end one by one, and returns how many are invalid.
func (s *Search[S]) each(b Terms[S], start, end int) (invalid int) {
	b.Each(start, end)
	for i := start; i < end; i++ {
		if !b.Valid(i) {
			invalid++
		}
	}
	return invalid
}

// search verifies the entries from start to end, for whose sum the credit suffices, and returns how
// many it found to be invalid.
func (s *Search[S]) search(b Terms[S], start, end int) (invalid int) {
	s.left = slices.Grow(s.left[:0], bits.Len(uint(end-start))+1) // how many there can be
	b.Prepare(start, end)
	s.push(b, start, end)
	for len(s.left) > 0 {
		top := len(s.left) - 1
		r := &s.left[top]
		start, end := r.start, r.end
		_, each := b.Costs(start, end)
		switch {
		case b.Right(&r.sum):
			b.Accept(start, end)
			s.credit += each
		case end-start == 1:
			invalid++
			s.credit += each
		case s.halves(b, start, end, each):
			half := start + (end-start)/2
			s.push(b, start, half)
			r.start = half
			first := &s.left[top+1]
			b.Subtract(&r.sum, &first.sum)
			if b.Right(&r.sum) { // which brings credit for the search in the first half
				s.left[top], s.left[top+1] = *first, *r
			}
			continue
		default:
			invalid += s.each(b, start, end)
		}
		s.left = s.left[:top]
	}
	return invalid
}

// push puts the range from start to end, and its sum, on the stack.
func (s *Search[S]) push(b Terms[S], start, end int) {
	s.left = append(s.left, ranged[S]{start: start, end: end})
	b.Sum(&s.left[len(s.left)-1].sum, start, end)
	sum, _ := b.Costs(start, end)
	s.credit -= sum
}

// halves reports whether to compute the sum of the first half of the range from start to end, in
// which something is invalid. The search in that, and in a half of it, and so on, takes about twice
// as much.
func (s *Search[S]) halves(b Terms[S], start, end, each int) bool {
	half, _ := b.Costs(start, start+(end-start)/2)
	return half <= s.credit && 2*half <= together(b, start, end, each)
}

// together returns what it takes to verify the entries from start to end one by one, where each is the sum of what each of
// them takes alone.
func together[S any](b Terms[S], start, end, each int) int {
	if lanes, ok := b.(Lanes); ok {
		return lanes.Together(start, end)
	}
	return each
}
