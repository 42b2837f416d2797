// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package batch has what the verification of many signatures at once is made of, for any
// group.
//
// A batch is verified by one sum of random multiples of the equations of its entries. The
// [Multipliers] are those random numbers, and a [Search] finds the invalid entries if the
// sum is wrong. [Parallel] does by several goroutines what is to be done for each entry.
//
// Everything here is variable-time: the entries are public.
package batch

import (
	"crypto/rand"
	"io"
	"slices"
	"sync"
)

// MultiplierSize is the size of a multiplier in bytes.
const MultiplierSize = 16

// Multipliers are random numbers of 128 bits. They keep their memory. The zero value has
// none.
type Multipliers struct{ bytes []byte }

// Grow makes room for n multipliers.
func (m *Multipliers) Grow(n int) { m.bytes = slices.Grow(m.bytes[:0], MultiplierSize*n) }

// Read reads n multipliers from random, or from the system's secure source if random is
// nil. It returns false if random fails.
func (m *Multipliers) Read(random io.Reader, n int) bool {
	if random == nil {
		random = rand.Reader
	}
	m.bytes = Resize(m.bytes, MultiplierSize*n)
	_, err := io.ReadFull(random, m.bytes)
	return err == nil
}

// At returns the multiplier number i. It is not 0, so that a sum of one term is right if
// and only if its equation is.
func (m *Multipliers) At(i int) (z [MultiplierSize]byte) {
	copy(z[:], m.bytes[MultiplierSize*i:])
	if z == [MultiplierSize]byte{} {
		z[0] = 1
	}
	return z
}

// Parallel calls f, a method of b, for ranges that make up the one from start to end, by at
// most as many goroutines as workers says, and returns when all have returned. With one, or
// little to do, it calls f once, and allocates nothing.
func Parallel[B any](b *B, workers, start, end int, f func(b *B, start, end int)) {
	const atLeast = 32 // for a goroutine to be worth it
	n := end - start
	parts := min(workers, n/atLeast)
	if parts <= 1 {
		f(b, start, end)
		return
	}
	var wait sync.WaitGroup
	for i := range parts {
		wait.Add(1)
		go func() {
			defer wait.Done()
			f(b, start+n*i/parts, start+n*(i+1)/parts)
		}()
	}
	wait.Wait()
}

// Resize returns a slice of length n, in the memory of s if that suffices.
func Resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
