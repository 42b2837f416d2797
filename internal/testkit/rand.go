// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package testkit holds what the tests of several packages share: seeded
// randomness, edge values of 256-bit integers, conversions to and from
// math/big, checks of aliasing and of allocations, a loop over the kernels
// and readers of vectors. Only tests import it.
package testkit

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"testing"
)

// SeedVariable is the environment variable that chooses the randomness of
// the tests: any text is a seed, and without it every run is the same.
const SeedVariable = "SECANT_SEED"

// Rand is a reproducible source of test inputs: ChaCha8, seeded by the name
// of the test and by [SeedVariable].
type Rand struct{ *rand.Rand }

// NewRand returns the source for t, whose seed is printed if t fails.
func NewRand(t testing.TB) *Rand {
	seed := os.Getenv(SeedVariable)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("randomness of this test: %s=%q", SeedVariable, seed)
		}
	})
	return &Rand{rand.New(rand.NewChaCha8(sha256.Sum256([]byte(t.Name() + "\n" + seed))))}
}

// Fill fills b with random bytes.
func (r *Rand) Fill(b []byte) {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
}

// Bytes returns n random bytes.
func (r *Rand) Bytes(n int) []byte {
	b := make([]byte, n)
	r.Fill(b)
	return b
}

// Limbs returns a 256-bit integer: uniform one time in two, otherwise with
// each limb drawn from the values at which carries start and stop.
func (r *Rand) Limbs() [4]uint64 {
	var x [4]uint64
	uniform := r.IntN(2) == 0
	for i := range x {
		if x[i] = r.Uint64(); !uniform {
			x[i] = r.limb()
		}
	}
	return x
}

// limb returns a random value of a random shape.
func (r *Rand) limb() uint64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return 1 << r.IntN(64)
	case 3:
		return -(uint64(1) << r.IntN(64))
	case 4:
		return r.Uint64N(1 << 17)
	case 5:
		return -r.Uint64N(1 << 17)
	case 6: // halves of all zeros, all ones or random bits
		hi, lo := r.half(), r.half()
		return uint64(hi)<<32 | uint64(lo)
	}
	return r.Uint64()
}

func (r *Rand) half() uint32 {
	switch r.IntN(3) {
	case 0:
		return 0
	case 1:
		return ^uint32(0)
	}
	return r.Uint32()
}

// Bytes32 returns Limbs as 32 little-endian bytes.
func (r *Rand) Bytes32() [32]byte { return ToBytes(r.Limbs()) }

// ToBytes returns x as 32 little-endian bytes.
func ToBytes(x [4]uint64) (b [32]byte) {
	for i, l := range x {
		binary.LittleEndian.PutUint64(b[8*i:], l)
	}
	return b
}

// ToLimbs is the inverse of [ToBytes].
func ToLimbs(b [32]byte) (x [4]uint64) {
	for i := range x {
		x[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return x
}

// Limbs52 returns limbs below 2^52, of which many are at bounds.
func (r *Rand) Limbs52() (l [5]uint64) {
	const most = 1<<52 - 1
	values := []uint64{most, 0, most - 1, 1 << 48, 1<<48 - 1, 1<<26 - 1}
	all := values[r.IntN(len(values))]
	for i := range l {
		switch r.IntN(3) {
		case 0:
			l[i] = values[r.IntN(len(values))]
		case 1:
			l[i] = r.Uint64() & most
		default:
			l[i] = all
		}
	}
	return l
}
