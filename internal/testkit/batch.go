// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"slices"
	"testing"
	"testing/iotest"
)

// A BatchVerifier is a batch of signatures under public keys of type P.
type BatchVerifier[P ~[]byte] interface {
	Add(publicKey P, message, sig []byte)
	Grow(n int)
	Len() int
	Reset()
	Verify(random io.Reader) (valid bool, each []bool)
	VerifyBatchOnly(random io.Reader) bool
}

// Batches tests the batches B of a signature scheme, with signatures S, of which it is
// known whether they are valid, and decoded public keys K.
type Batches[S, K any, P ~[]byte, B BatchVerifier[P]] struct {
	New      func(capacity, workers int) B
	Decode   func(public P) (*K, error)
	AddKey   func(b B, key *K, message, sig []byte)
	Terms    func(b B) int                                  // the signatures whose equations are added up
	SignedBy func(t testing.TB, rng *Rand, keys, n int) []S // n valid ones, by the keys in turn
	Parts    func(s S) (public P, message, sig []byte, valid bool)
	Spoil    func(s *S, rng *Rand)                         // makes s invalid, in a copy of its parts
	ShiftS   func(s S, delta *big.Int) S                   // adds delta to the integer s
	Check    func(t *testing.T, name string, b B, all []S) // calls Verdicts, in all ways that there are
	Max      int                                           // the size of the largest batch

	// Multipliers are the numbers by which b multiplies the equations of its signatures,
	// and SumIsRight reports whether the sum of the equations is right for others.
	Multipliers func(b B, random io.Reader) []*big.Int
	SumIsRight  func(b B, multipliers []*big.Int) bool
}

// Add adds s to b, by a decoded key if that is not nil.
func (x *Batches[S, K, P, B]) Add(b B, s S, key *K) {
	public, message, sig, _ := x.Parts(s)
	if key != nil {
		x.AddKey(b, key, message, sig)
	} else {
		b.Add(public, message, sig)
	}
}

func (x *Batches[S, K, P, B]) addAll(b B, all []S) {
	for _, s := range all {
		x.Add(b, s, nil)
	}
}

func (x *Batches[S, K, P, B]) valid(s S) bool {
	_, _, _, valid := x.Parts(s)
	return valid
}

// keys returns the decoded keys of the signatures.
func (x *Batches[S, K, P, B]) keys(t *testing.T, all []S) []*K {
	t.Helper()
	keys := make([]*K, len(all))
	for i, s := range all {
		public, _, _, _ := x.Parts(s)
		var err error
		if keys[i], err = x.Decode(public); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

// Verdicts verifies b, which must contain all.
func (x *Batches[S, K, P, B]) Verdicts(t *testing.T, name string, b B, all []S) {
	t.Helper()
	if b.Len() != len(all) {
		t.Fatalf("%s: %d entries, want %d", name, b.Len(), len(all))
	}
	want := len(all) > 0 && !slices.ContainsFunc(all, func(s S) bool { return !x.valid(s) })
	only := func() {
		t.Helper()
		if got := b.VerifyBatchOnly(nil); got != want {
			t.Errorf("%s: VerifyBatchOnly is %v", name, got)
		}
	}
	only()
	valid, each := b.Verify(nil)
	if valid != want || len(each) != len(all) {
		t.Errorf("%s: Verify is %v, with %d verdicts", name, valid, len(each))
	}
	x.each(t, name, each, all)
	// The verdicts are the caller's: nothing changes them, nor do they change anything.
	only()
	x.each(t, name+", before", each, all)
	for i := range each {
		each[i] = !each[i]
	}
	only()
	for i := range each {
		each[i] = !each[i]
	}
	x.each(t, name+", before", each, all)
}

func (x *Batches[S, K, P, B]) each(t *testing.T, name string, each []bool, all []S) {
	t.Helper()
	for i, ok := range each {
		if ok != x.valid(all[i]) {
			t.Errorf("%s: verdict %d is %v", name, i, ok)
		}
	}
}

// Test verifies batches with no, one, several and only invalid signatures.
func (x *Batches[S, K, P, B]) Test(t *testing.T) {
	rng := NewRand(t)
	pool := x.SignedBy(t, rng, 30, x.Max)
	keys := x.keys(t, pool[:30])
	Kernels(t, func(t *testing.T) {
		b := x.New(0, 0) // the same for all
		for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 17, 65, 100, 300, 1000} {
			for _, bad := range []int{0, 1, 2, 5, n / 3, n} {
				if n > x.Max || bad > n || bad > 2 && n >= 64 && testing.Short() {
					continue
				}
				b.Reset()
				all := slices.Clone(pool[:n])
				for _, i := range rng.Perm(n)[:bad] {
					x.Spoil(&all[i], rng)
				}
				for i, s := range all {
					key := keys[i%len(keys)]
					public, _, _, _ := x.Parts(s)
					original, _, _, _ := x.Parts(pool[i])
					if !bytes.Equal(public, original) || rng.IntN(3) != 0 {
						key = nil
					}
					x.Add(b, s, key)
				}
				x.Check(t, fmt.Sprintf("%d, %d bad", n, bad), b, all)
			}
		}
	})
}

// Neighbours has the one or two invalid signatures at every place.
func (x *Batches[S, K, P, B]) Neighbours(t *testing.T) {
	rng := NewRand(t)
	pool := x.SignedBy(t, rng, 3, 13)
	for i := range pool {
		for j := range i + 1 {
			all := slices.Clone(pool)
			x.Spoil(&all[i], rng)
			if i != j {
				x.Spoil(&all[j], rng)
			}
			b := x.New(len(all), 0)
			x.addAll(b, all)
			x.Check(t, fmt.Sprintf("%d and %d bad", i, j), b, all)
		}
	}
}

// A constant is a reader that always returns the same byte.
type constant byte

func (c constant) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(c)
	}
	return len(b), nil
}

// Cancellation has pairs of signatures that are not valid, whose errors cancel out when they
// are added up: with equal multipliers, and with those of the valid signatures from which
// they are made, when the random bytes are always the same.
func (x *Batches[S, K, P, B]) Cancellation(t *testing.T) {
	good := x.SignedBy(t, NewRand(t), 2, 6)
	batch := func(all []S) B {
		b := x.New(0, 0)
		x.addAll(b, all)
		return b
	}
	equal := make([]*big.Int, len(good))
	for i := range equal {
		equal[i] = one
	}
	for _, random := range []constant{0, 1, 255} {
		known := x.Multipliers(batch(good), random)
		for i, z := range known {
			if z.Sign() == 0 || z.BitLen() > 127 || i > 0 && z.Cmp(known[i-1]) == 0 {
				t.Errorf("multiplier %d is %d", i, z)
			}
		}
		if again := x.Multipliers(batch(good), random); !slices.EqualFunc(again, known, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
			t.Error("the same batch and random bytes have other multipliers")
		}
		for name, z := range map[string][]*big.Int{"equal": equal, "known": known} {
			// The sum has z1 (S1 + z4) + z4 (S4 - z1) = z1 S1 + z4 S4.
			all := slices.Clone(good)
			all[1], all[4] = x.ShiftS(all[1], z[4]), x.ShiftS(all[4], new(big.Int).Neg(z[1]))
			b := batch(all)
			if !x.SumIsRight(b, z) {
				t.Errorf("%s multipliers: the errors do not cancel out", name)
			}
			if x.SumIsRight(b, []*big.Int{z[0], new(big.Int).Add(z[1], one), z[2], z[3], z[4], z[5]}) {
				t.Errorf("%s multipliers: the errors cancel out whatever the multipliers are", name)
			}
			for i, next := range x.Multipliers(b, random) {
				if next.Cmp(known[i]) == 0 {
					t.Errorf("%s multipliers: number %d does not depend on the batch", name, i)
				}
			}
			if b.VerifyBatchOnly(random) {
				t.Errorf("%s multipliers: valid", name)
			}
			valid, each := b.Verify(random)
			if valid {
				t.Errorf("%s multipliers: valid", name)
			}
			x.each(t, name+" multipliers", each, all)
			x.Check(t, name+" multipliers, with the system's randomness", b, all)
		}
	}
}

// Random gives readers of random numbers.
func (x *Batches[S, K, P, B]) Random(t *testing.T) {
	rng := NewRand(t)
	const n = 40
	all := x.SignedBy(t, rng, 2, n)
	all[33] = x.ShiftS(all[33], one)
	for range 2 {
		b := x.New(0, 0)
		x.addAll(b, all)
		terms := x.Terms(b)
		for _, size := range []int{0, 1, 31, 32, 33, 1000} {
			random := make([]byte, size)
			rng.Fill(random)
			reader := bytes.NewReader(random)
			name := fmt.Sprintf("%d random bytes", size)
			left := func() {
				t.Helper()
				if got, want := reader.Len(), max(0, size-32); got != want {
					t.Errorf("%s: %d are left, want %d", name, got, want)
				}
			}
			valid, each := b.Verify(reader)
			if valid || len(each) != n {
				t.Errorf("%s: Verify is %v, with %d verdicts", name, valid, len(each))
			}
			x.each(t, name, each, all)
			left()
			reader.Reset(random)
			if b.VerifyBatchOnly(reader) {
				t.Errorf("%s: VerifyBatchOnly is true", name)
			}
			if terms == n { // otherwise that needs no sum
				left()
			}
		}
		if valid, _ := b.Verify(iotest.ErrReader(errors.New("no randomness"))); valid {
			t.Error("valid without randomness")
		}
		x.Spoil(&all[7], rng)
	}
}

// Reuse adds to a batch that was verified, and uses one again.
func (x *Batches[S, K, P, B]) Reuse(t *testing.T) {
	rng := NewRand(t)
	pool := x.SignedBy(t, rng, 3, 50)
	b := x.New(-1, 0)
	empty := func() {
		t.Helper()
		if valid, each := b.Verify(nil); valid || each != nil || b.VerifyBatchOnly(nil) {
			t.Errorf("an empty batch: %v, %v, %v", valid, each, b.VerifyBatchOnly(nil))
		}
	}
	empty()
	for range 20 {
		b.Reset()
		var all []S
		for range 1 + rng.IntN(3) {
			if rng.IntN(2) == 0 {
				b.Grow(rng.IntN(20))
			}
			for range rng.IntN(20) {
				s := pool[rng.IntN(len(pool))]
				if rng.IntN(8) == 0 {
					x.Spoil(&s, rng)
				}
				all = append(all, s)
				x.Add(b, s, nil)
			}
			x.Check(t, "again", b, all)
		}
	}
	// Verdicts stay what they were, whatever is done with the batch: also where there is
	// an entry that is not valid by its form, which only VerifyBatchOnly need not look at.
	b.Reset()
	x.Spoil(&pool[1], rng)
	x.addAll(b, pool[:10])
	_, each := b.Verify(nil)
	b.Reset()
	x.addAll(b, pool[2:12])
	if !b.VerifyBatchOnly(nil) {
		t.Error("ten valid signatures are not valid")
	}
	if valid, _ := b.Verify(nil); !valid {
		t.Error("ten valid signatures are not valid")
	}
	x.each(t, "before the batch was used again", each, pool[:10])
	if !slices.Contains(each, false) {
		t.Error("all were valid")
	}
	b.Reset()
	empty()
	// What was added is copied.
	s := pool[0]
	public, message, sig, _ := x.Parts(s)
	public, message, sig = slices.Clone(public), slices.Clone(message), slices.Clone(sig)
	for range 3 {
		b.Add(public, message, sig)
	}
	clear(public)
	clear(message)
	clear(sig)
	x.Check(t, "overwritten", b, []S{s, s, s})
	Kernels(t, func(t *testing.T) { x.copies(t, rng) })
}

// copies adds to two copies of a batch, which do not see what is added to the other one.
func (x *Batches[S, K, P, B]) copies(t *testing.T, rng *Rand) {
	all := x.SignedBy(t, rng, 3, 40)
	forged := all[0]
	x.Spoil(&forged, rng)
	for _, n := range []int{0, 1, 7, 8, 30} {
		for how := range 8 {
			first, name := x.New(0, 0), fmt.Sprintf("%d before, %b", n, how)
			if how&1 == 1 {
				first.Grow(100)
			}
			x.addAll(first, all[:n])
			second := CopyOf(first)
			if how&2 == 2 {
				x.Check(t, name+": first", second, all[:n])
			}
			m := n
			if how&4 == 4 {
				second.Reset()
				m = 0
			}
			ones, others := slices.Clone(all[:n]), slices.Clone(all[:m])
			for _, s := range all[:9] {
				x.Add(first, forged, nil)
				x.Add(second, s, nil)
				ones, others = append(ones, forged), append(others, s)
			}
			x.Check(t, name, first, ones)
			x.Check(t, name+": the other one", second, others)
		}
	}
}

// CopyOf returns a pointer to a copy of what b points to, or what embeds one if b embeds the pointer.
func CopyOf[B any](b B) B {
	pointer := reflect.ValueOf(&b).Elem()
	if pointer.Kind() == reflect.Struct {
		pointer = pointer.Field(0)
	}
	copied := reflect.New(pointer.Type().Elem())
	copied.Elem().Set(pointer.Elem())
	pointer.Set(copied)
	return b
}

// Workers verifies with several goroutines.
func (x *Batches[S, K, P, B]) Workers(t *testing.T) {
	rng := NewRand(t)
	n := 300
	if testing.Short() {
		n = 100
	}
	pool := x.SignedBy(t, rng, 7, n)
	for _, workers := range []int{-1, 1, 2, 3, 8, 1000} {
		for _, bad := range []int{0, 2, n / 2} {
			all := slices.Clone(pool)
			for _, i := range rng.Perm(len(all))[:bad] {
				x.Spoil(&all[i], rng)
			}
			b := x.New(0, workers)
			x.addAll(b, all)
			x.Check(t, fmt.Sprintf("%d workers, %d bad", workers, bad), b, all)
		}
	}
}

// Allocations holds that batches of a size that there was before allocate nothing but the
// verdicts that Verify returns.
func (x *Batches[S, K, P, B]) Allocations(t *testing.T) {
	rng := NewRand(t)
	for _, n := range []int{1, 2, 20, x.Max / 3} {
		all := x.SignedBy(t, rng, 3, n)
		key := x.keys(t, all[:1])[0]
		for _, bad := range []bool{false, true} {
			if bad {
				all[n/2] = x.ShiftS(all[n/2], one)
			}
			b := x.New(n, 0)
			add := func() {
				b.Reset()
				for i, s := range all {
					if i%3 == 0 {
						x.Add(b, s, key)
					} else {
						x.Add(b, s, nil)
					}
				}
			}
			only := func() {
				add()
				if b.VerifyBatchOnly(nil) == bad {
					t.Fatal("wrong verdict")
				}
			}
			each := func() {
				add()
				if valid, _ := b.Verify(nil); valid == bad {
					t.Fatal("wrong verdict")
				}
			}
			for range 10 { // how much memory sums need depends a bit on the random numbers
				only()
				each()
			}
			NoAllocs(t, fmt.Sprintf("batch of %d", n), only)
			Allocs(t, fmt.Sprintf("batch of %d, with verdicts", n), 1, each)
		}
	}
}

// Benchmark verifies batches of signatures under different keys, and with several Workers.
func (x *Batches[S, K, P, B]) Benchmark(b *testing.B) {
	run := func(b *testing.B, name string, workers int, all []S) {
		b.Run(name, func(b *testing.B) {
			v := x.New(len(all), workers)
			for range b.N {
				v.Reset()
				x.addAll(v, all)
				v.Verify(nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/signature")
		})
	}
	for _, n := range []int{1, 2, 4, 8, 16, 64, 256, 1024} {
		all := x.SignedBy(b, NewRand(b), n, n)
		run(b, fmt.Sprintf("%d/valid", n), 1, all)
		if n == 1024 {
			run(b, "1024/valid, 2 workers", 2, all)
			run(b, "1024/valid, 4 workers", 4, all)
		}
		one := slices.Clone(all)
		one[n/3] = x.ShiftS(one[n/3], two)
		run(b, fmt.Sprintf("%d/one invalid", n), 1, one)
		for i := range all {
			all[i] = x.ShiftS(all[i], two)
		}
		run(b, fmt.Sprintf("%d/none valid", n), 1, all)
	}
}
