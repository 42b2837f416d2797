// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package batch

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/big"
	chacha "math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// multipliers returns the multipliers of signatures with the integers S and challenges c.
func multipliers(t *testing.T, m *Multipliers, random io.Reader, signatures [][2][4]uint64) (all [][4]uint64) {
	t.Helper()
	if !m.Start(random) {
		t.Fatal("no randomness")
	}
	for _, s := range signatures {
		S, c := toScalar(s[0]), toScalar(s[1])
		m.Add(&S, &c)
	}
	m.Finish()
	for range signatures {
		z := m.Next()
		all = append(all, twosComplement(z))
	}
	return all
}

// twosComplement returns z modulo 2^128.
func twosComplement(z Multiplier) [4]uint64 {
	x := testkit.SignedBig(z.Abs.Limbs(), z.Negative)
	return testkit.Limbs(x.And(x, new(big.Int).SetBytes(bytes.Repeat([]byte{0xff}, 16))))
}

func toScalar(x [4]uint64) scalar.Scalar { return scalar.New(x[0], x[1], x[2], x[3]) }

// TestMultipliers compares with what the documentation says.
func TestMultipliers(t *testing.T) {
	rng := testkit.NewRand(t)
	var m Multipliers   // the same for all
	for n := range 50 { // more than are hashed at once
		random := rng.Bytes32()
		signatures := make([][2][4]uint64, n)
		var hashed []byte
		for i := range signatures {
			signatures[i] = [2][4]uint64{rng.Limbs(), rng.Limbs()}
			for _, x := range signatures[i] {
				b := testkit.ToBytes(x)
				hashed = append(hashed, b[:]...)
			}
		}
		generator := chacha.NewChaCha8(sha256.Sum256(append(hashed, random[:]...)))
		reader := bytes.NewReader(append(random[:], 1, 2, 3))
		for i, z := range multipliers(t, &m, reader, signatures) {
			if want := [4]uint64{generator.Uint64(), generator.Uint64()}; z != want {
				t.Errorf("multiplier %d of %d is %x, want %x", i, n, z, want)
			}
		}
		if reader.Len() != 3 {
			t.Errorf("%d bytes are left of 35", reader.Len())
		}
	}
	for _, n := range []int{0, 1, 31} {
		if m.Start(bytes.NewReader(make([]byte, n))) {
			t.Errorf("%d random bytes suffice", n)
		}
	}
	if m.Start(iotest.ErrReader(errors.New("no randomness"))) {
		t.Error("multipliers without randomness")
	}
	if z := newMultiplier(0, 0); z != (Multiplier{Abs: scalar.New(1, 0, 0, 0)}) {
		t.Errorf("a multiplier is %v", z)
	}
	limits := new(big.Int).Lsh(big.NewInt(1), 127)
	for _, low := range []uint64{0, 1, 2, 1 << 63, 1<<63 - 1, 1<<64 - 1} {
		for _, high := range []uint64{1, 0, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1} {
			got := newMultiplier(low, high)
			z := testkit.SignedBig(got.Abs.Limbs(), got.Negative)
			if twosComplement(got) != [4]uint64{max(low, 1-min(high, 1)), high} || z.Cmp(limits) >= 0 || z.Cmp(new(big.Int).Neg(limits)) < 0 {
				t.Errorf("%x and %x become %v", low, high, got)
			}
		}
	}
	modulus := scalar.Edwards25519
	for range 100 {
		z := newMultiplier(rng.Uint64(), rng.Uint64())
		x := toScalar(testkit.Limbs(rng.EdwardsScalar()))
		want := new(big.Int).Mul(testkit.SignedBig(z.Abs.Limbs(), z.Negative), testkit.Big(x.Limbs()))
		if z.Times(modulus, &x, &x); testkit.Big(x.Limbs()).Cmp(want.Mod(want, testkit.EdwardsL)) != 0 {
			t.Errorf("%v times a scalar is %v, want %x", z, x, want)
		}
	}
	S, c := toScalar(rng.Limbs()), toScalar(rng.Limbs())
	testkit.NoAllocs(t, "multipliers", func() {
		m.Start(nil)
		for range 50 {
			m.Add(&S, &c)
		}
		m.Finish()
		for range 50 {
			m.Next()
		}
	})
}

// TestMultipliersDepend changes a bit of everything that goes into the multipliers, the order
// and the number of signatures: all of the multipliers change.
func TestMultipliersDepend(t *testing.T) {
	rng := testkit.NewRand(t)
	random := rng.Bytes32()
	signatures := [][2][4]uint64{{rng.Limbs(), rng.Limbs()}, {rng.Limbs(), rng.Limbs()}, {rng.Limbs(), rng.Limbs()}}
	var m Multipliers
	before := multipliers(t, &m, bytes.NewReader(random[:]), signatures)
	differ := func(name string) {
		t.Helper()
		now := multipliers(t, &m, bytes.NewReader(random[:]), signatures)
		for i := range min(len(now), len(before)) {
			if now[i] == before[i] {
				t.Errorf("%s: multiplier %d is the same", name, i)
			}
		}
	}
	if now := multipliers(t, &m, bytes.NewReader(random[:]), signatures); !slices.Equal(now, before) {
		t.Errorf("%x and %x from the same", before, now)
	}
	for i := range 256 {
		random[i/8] ^= 1 << (i % 8)
		differ("another random bit")
		random[i/8] ^= 1 << (i % 8)
		for j := range signatures {
			for k := range signatures[j] {
				signatures[j][k][i/64] ^= 1 << (i % 64)
				differ("another bit of a signature")
				signatures[j][k][i/64] ^= 1 << (i % 64)
			}
		}
	}
	signatures[0], signatures[1] = signatures[1], signatures[0]
	differ("another order")
	signatures[0], signatures[1] = signatures[1], signatures[0]
	signatures = signatures[:2]
	differ("one less")
	if now := multipliers(t, &m, nil, signatures); slices.Equal(now, multipliers(t, &m, nil, signatures)) {
		t.Error("the system's randomness is not used")
	}
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
			Parallel(&b, workers, 5, 5+size, 1, func(b *counts, start, end int) {
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
	testkit.NoAllocs(t, "Parallel", func() { Parallel(&b, 1, 0, 1000, 1, add) })
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
