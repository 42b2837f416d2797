// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import "slices"

// GroupSize is how many entries of a [List] are verified at the same time, at most. They share
// inversions, and are the lanes of vectors, of which it is a multiple.
const GroupSize = 64

// lanes is what a range of entries is a multiple of, so that no vectors are half empty but for the
// last ones.
const lanes = 8

// Own gives b, which has entries, its own ones if it is a copy of the batch that self says has them, and returns true then: so
// neither sees what is added to the other one. It is called before entries are added or removed.
func Own[B, E any](self **B, b *B, entries *[]E) (copied bool) {
	if *self == b {
		return false
	}
	*self, *entries = b, slices.Clone(*entries)
	return true
}

// A List has the entries E of signatures that are verified each by its own equation, in groups.
//
// It keeps its memory. The zero value is an empty list, ready for use.
type List[E any] struct {
	self    *List[E] // see [Own]
	entries []E
	valid   []bool
	group   func(entries []E, valid []bool)
}

// Own is [Own] for l, before entries are added to it or removed, which calls it too.
func (l *List[E]) Own() (copied bool) { return Own(&l.self, l, &l.entries) }

// Grow makes room for n more entries.
func (l *List[E]) Grow(n int) {
	l.Own()
	n = max(n, 0)
	l.entries = slices.Grow(l.entries, n)
	l.valid = slices.Grow(l.valid[:0], len(l.entries)+n)
}

// Len returns how many entries there are.
func (l *List[E]) Len() int { return len(l.entries) }

// Reset removes all entries, with their references, and keeps the memory.
func (l *List[E]) Reset() {
	l.Own()
	clear(l.entries)
	l.entries = l.entries[:0]
}

// Next returns a new entry, which is the zero value, to be set before the next one is.
func (l *List[E]) Next() *E {
	l.Own()
	var zero E
	l.entries = append(l.entries, zero)
	return &l.entries[len(l.entries)-1]
}

// Entries returns the entries, which are good until there are more.
func (l *List[E]) Entries() []E { return l.entries }

// Run calls group for groups of up to [GroupSize] entries, by at most as many goroutines as workers
// says. It returns the verdicts, of which group sets those that are true; they are good until the
// next call. It is variable-time.
func (l *List[E]) Run(workers int, group func(entries []E, valid []bool)) []bool {
	n := len(l.entries)
	l.valid, l.group = Resize(l.valid, n), group
	clear(l.valid)
	if units := (n + lanes - 1) / lanes; workers > 1 {
		Parallel(l, workers, 0, units, lanes, (*List[E]).run) // a method of a generic type is an allocation
	} else {
		l.run(0, units)
	}
	return l.valid
}

// run verifies the entries from lanes·start to lanes·end.
func (l *List[E]) run(start, end int) {
	end = min(lanes*end, len(l.entries))
	for start *= lanes; start < end; start += GroupSize {
		to := min(start+GroupSize, end)
		l.group(l.entries[start:to], l.valid[start:to])
	}
}

// All reports, in variable time, whether there are verdicts, and all are true.
func All(valid []bool) bool { return len(valid) > 0 && !slices.Contains(valid, false) }

// Verdicts returns what the method Verify of batch verifiers does: [All], and a copy of the verdicts,
// which is nil if there are none. It is variable-time.
func Verdicts(valid []bool) (all bool, each []bool) { return All(valid), append([]bool(nil), valid...) }
