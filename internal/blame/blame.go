// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package blame finds the invalid entries of a batch by halves, for any group.
//
// A batch is verified by one sum of random multiples of the equations of its
// entries. When the sum is wrong, the search computes that of the first half; the
// second half's is the difference. So one invalid entry costs the sums of as many
// terms as the batch has, once more.
package blame

// A Batch is n entries, with sums of type S of the multiples of their equations.
type Batch[S any] interface {
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

// A Search keeps the memory of searches. The zero value is ready for use.
type Search[S any] struct {
	sums   []S // of a range that is to be searched, and of those that wait for it
	ends   []int
	budget int
}

// Run verifies the n entries of b. It is variable-time.
func (s *Search[S]) Run(b Batch[S], n int) {
	if n == 0 {
		return
	}
	s.budget = Budget * n
	var zero S
	s.sums, s.ends = append(s.sums[:0], zero), append(s.ends[:0], n)
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
