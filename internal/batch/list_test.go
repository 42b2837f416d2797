// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"slices"
	"sync"
	"testing"

	"secant.example/internal/testkit"
)

// TestList holds that groups are of all entries, each once, and as large and whole as they can be.
func TestList(t *testing.T) {
	var l List[int] // the same for all
	if all, each := Verdicts(l.Run(1, nil)); all || each != nil {
		t.Error("an empty list is valid")
	}
	for _, workers := range []int{-1, 0, 1, 2, 3, 50} {
		for _, n := range []int{0, 1, 7, 8, 9, 31, 32, 63, 64, 65, 128, 200, 1000} {
			l.Reset()
			l.Grow(n - 1)
			for i := range n {
				if e := l.Next(); *e != 0 {
					t.Fatal("a new entry is not the zero value")
				} else {
					*e = i + 1
				}
			}
			if l.Len() != n || len(l.Entries()) != n {
				t.Errorf("%d entries, want %d", l.Len(), n)
			}
			for _, bad := range []int{0, 1, n / 2, n} { // 0 is none
				var mu sync.Mutex
				starts := map[int]int{}
				valid := l.Run(workers, func(entries []int, valid []bool) {
					mu.Lock()
					starts[entries[0]-1] = len(entries)
					mu.Unlock()
					for i, e := range entries {
						if valid[i] {
							t.Error("a verdict is true before it is known")
						}
						valid[i] = e != bad
					}
				})
				next, short := 0, 0
				for next < n {
					size := starts[next]
					if size == 0 || size > GroupSize {
						t.Fatalf("%d of %d entries, %d workers: a group of %d", next, n, workers, size)
					}
					if size < GroupSize {
						short++
					}
					if next += size; next < n && size%lanes != 0 {
						t.Errorf("%d entries, %d workers: a group of %d", n, workers, size)
					}
				}
				if next != n || short > max(1, workers) {
					t.Errorf("%d entries, %d workers: groups %v", n, workers, starts)
				}
				all, each := Verdicts(valid)
				if all != (n > 0 && bad == 0) || len(each) != n {
					t.Errorf("%d entries, invalid %d: %v", n, bad, all)
				}
				for i, ok := range each {
					if ok != (i+1 != bad) {
						t.Errorf("%d entries, invalid %d: verdict %d is %v", n, bad, i, ok)
					}
				}
			}
		}
	}
	group := func(_ []int, valid []bool) { valid[0] = true }
	testkit.NoAllocs(t, "a list", func() {
		l.Reset()
		l.Grow(100)
		for range 100 {
			l.Next()
		}
		l.Run(1, group)
	})
}

// TestListReset holds that an empty list refers to nothing.
func TestListReset(t *testing.T) {
	var l List[*int]
	for range 10 {
		*l.Next() = new(int)
	}
	l.Reset()
	if l.Len() != 0 || slices.ContainsFunc(l.entries[:cap(l.entries)], func(p *int) bool { return p != nil }) {
		t.Error("references stay")
	}
}
