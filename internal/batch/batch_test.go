// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"bytes"
	"errors"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
)

func TestMultipliers(t *testing.T) {
	var m Multipliers
	random := make([]byte, 100)
	testkit.NewRand(t).Fill(random)
	clear(random[32:48])
	reader := bytes.NewReader(random)
	if !m.Read(reader, 6) || reader.Len() != 4 {
		t.Fatalf("6 multipliers: %d bytes are left", reader.Len())
	}
	for i := range 6 {
		want := [16]byte(random[16*i:])
		if i == 2 {
			want[0] = 1
		}
		if got := m.At(i); got != want {
			t.Errorf("multiplier %d is %x, want %x", i, got, want)
		}
	}
	reader.Reset(random)
	if m.Read(reader, 7) || m.Read(iotest.ErrReader(errors.New("no randomness")), 1) {
		t.Error("multipliers without randomness")
	}
	if !m.Read(reader, 0) || !m.Read(nil, 2) || m.At(0) == m.At(1) {
		t.Error("multipliers of the system")
	}
	m.Grow(50)
	testkit.NoAllocs(t, "Read", func() { m.Read(nil, 50) })
}

func TestParallel(t *testing.T) {
	type counts [1000]int32
	add := func(b *counts, start, end int) {
		for i := start; i < end; i++ {
			b[i]++
		}
	}
	for _, workers := range []int{-1, 0, 1, 2, 3, 7, 2000} {
		for _, size := range []int{0, 1, 31, 32, 63, 64, 65, 100, 990} {
			var b counts
			var calls atomic.Int32
			Parallel(&b, workers, 5, 5+size, func(b *counts, start, end int) {
				calls.Add(1)
				add(b, start, end)
			})
			for i, n := range b {
				if want := i >= 5 && i < 5+size; n > 1 || want != (n == 1) {
					t.Errorf("%d workers, %d to do: number %d was done %d times", workers, size, i, n)
				}
			}
			if got := int(calls.Load()); got > max(1, workers) || got != max(1, min(workers, size/32)) {
				t.Errorf("%d workers, %d to do: %d calls", workers, size, got)
			}
		}
	}
	var b counts
	testkit.NoAllocs(t, "Parallel", func() { Parallel(&b, 1, 0, 1000, add) })
}

func TestResize(t *testing.T) {
	s := []int{1, 2, 3}
	if got := Resize(s, 2); len(got) != 2 || &got[0] != &s[0] {
		t.Errorf("%v", got)
	}
	if got := Resize(s, 300); len(got) != 300 {
		t.Errorf("%d", len(got))
	}
}
