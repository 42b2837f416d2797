// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"reflect"
	"testing"
)

// Aliases runs op(z, in...) for every way in which the destination and the
// inputs can share memory and compares each outcome with the outcome for
// separate arguments of the same values. It checks that inputs other than
// the destination keep their values, and returns the result for all
// arguments apart. Whatever is not an input starts as dirty, which must not
// show in a result.
func Aliases[T any](t testing.TB, name string, dirty T, op func(z *T, in ...*T), in ...T) T {
	t.Helper()
	var result T
	class := make([]int, len(in)+1) // arguments of one class share memory; class[0] = 0 is the destination
	check := func() {
		shared := make([]T, len(class))
		seen := make([]bool, len(class))
		shared[0] = dirty
		values, apart := make([]T, len(in)), make([]T, len(in))
		args, argsApart := make([]*T, len(in)), make([]*T, len(in))
		for i, c := range class[1:] {
			if !seen[c] {
				shared[c], seen[c] = in[i], true
			}
			values[i], apart[i] = shared[c], shared[c]
			args[i], argsApart[i] = &shared[c], &apart[i]
		}
		result = dirty
		op(&result, argsApart...)
		op(&shared[0], args...)
		if !reflect.DeepEqual(shared[0], result) {
			t.Fatalf("%s: arguments sharing memory as %v give %v, apart they give %v", name, class, shared[0], result)
		}
		for i, c := range class[1:] {
			if !reflect.DeepEqual(apart[i], values[i]) || c != 0 && !reflect.DeepEqual(shared[c], values[i]) {
				t.Fatalf("%s: input %d, %v, was overwritten (memory shared as %v)", name, i, values[i], class)
			}
		}
	}
	// Every set partition, as a restricted growth string: the one with all
	// arguments apart comes last.
	var visit func(i, classes int)
	visit = func(i, classes int) {
		if i == len(class) {
			check()
			return
		}
		for class[i] = 0; class[i] <= classes; class[i]++ {
			visit(i+1, max(classes, class[i]+1))
		}
	}
	visit(1, 1)
	return result
}

// NoAllocs checks that f allocates nothing.
func NoAllocs(t testing.TB, name string, f func()) {
	t.Helper()
	Allocs(t, name, 0, f)
}

// Allocs checks that f allocates at most n times. Under the race detector, for which
// the standard library allocates more, it only calls f.
func Allocs(t testing.TB, name string, n float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(10, f); got > n && !raceDetector {
		t.Errorf("%s: %v allocations, want at most %v", name, got, n)
	}
}
