// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"math/bits"
	"slices"
)

// Terms are the random multiples of the equations of n entries, with sums of type S.
type Terms[S any] interface {
	// Sum sets v to the sum of the entries from start to end.
	Sum(v *S, start, end int)
	// Subtract sets v = v - w.
	Subtract(v, w *S)
	// Right reports whether v is what the sum of valid entries is.
	Right(v *S) bool
	// Accept says that all entries from start to end are valid. Those that the search
	// says nothing of are not.
	Accept(start, end int)
	// Each verifies the entries from start to end one by one.
	Each(start, end int)
}

// Budget is how many terms may be added up in the search, for each entry of the batch.
// Where few are invalid that is enough; where many are, verifying one by one is faster.
const Budget = 2

// A Search finds the invalid entries of a batch by halves: when a sum is wrong, it computes
// that of the first half; the second half's is the difference. So one invalid entry costs
// the sums of as many terms as the batch has, once more.
//
// It keeps its memory. The zero value is ready for use.
type Search[S any] struct {
	sums   []S // of a range that is to be searched, and of those that wait for it
	ends   []int
	budget int
}

// Run verifies the n entries of b. It is variable-time.
func (s *Search[S]) Run(b Terms[S], n int) {
	if n == 0 {
		return
	}
	s.budget = Budget * n
	depth := bits.Len(uint(n)) + 1 // how many ranges there can be
	s.sums, s.ends = slices.Grow(s.sums[:0], depth), slices.Grow(s.ends[:0], depth)
	var zero S
	s.sums, s.ends = append(s.sums, zero), append(s.ends, n)
	b.Sum(&s.sums[0], 0, n)
	for start := 0; start < n; {
		// The range that comes next, up to end, is on top of the stack.
		top := len(s.ends) - 1
		end := s.ends[top]
		size := end - start
		right := b.Right(&s.sums[top])
		if !right && size > 1 {
			if s.budget -= size / 2; s.budget >= 0 {
				s.sums, s.ends = append(s.sums, zero), append(s.ends, start+size/2)
				b.Sum(&s.sums[top+1], start, start+size/2)
				b.Subtract(&s.sums[top], &s.sums[top+1])
				continue
			}
			b.Each(start, end)
		} else if right {
			b.Accept(start, end)
		}
		s.sums, s.ends = s.sums[:top], s.ends[:top]
		start = end
	}
}
