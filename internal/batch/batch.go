// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package batch has what the verification of many signatures at once is made of, for any
// group.
//
// A batch is verified by one sum of random multiples of the equations of its entries. The
// [Multipliers] are those random numbers, and a [Search] finds the invalid entries if the
// sum is wrong. Where no equation can be added up, a [List] verifies entries in groups, which share
// inversions. [Parallel] does by several goroutines what is to be done for each entry.
//
// Everything here is variable-time: the entries are public.
package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	chacha "math/rand/v2"
	"slices"
	"sync"

	"secant.example/internal/entropy"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Multipliers makes the numbers by which the equations of signatures (R, S) are
// multiplied: those of a generator whose seed is
//
//	SHA-256(S1 || c1 || ... || Sn || cn || 32 random bytes),
//
// where c is the challenge, with the integers as 32 bytes, little-endian. As c is a hash of R,
// the public key and the message, the seed depends on everything in the batch, and the errors
// in the equations are fixed before the seed is: whoever makes the signatures has to try
// batches until the errors cancel out, also where the random bytes are known or always
// the same. Each has a chance of about 2^-127.
//
// The generator is ChaCha8. BIP-340 advises to do the same, without random bytes and with
// ChaCha20.
//
// It keeps its memory. The zero value is ready for [Multipliers.Start].
//
// Source: BIP-340, batch verification; C2SP, chacha8rand.
type Multipliers struct {
	hash   hash.Hash
	buf    [16 * 64]byte // what is hashed next: whole blocks, since each call costs
	n      int           // how much of it
	seed   [32]byte      // the random bytes, then the seed
	chacha chacha.ChaCha8
}

// Start reads 32 random bytes from random, or from the system's secure source if random is
// nil. It returns false if random fails.
func (m *Multipliers) Start(random io.Reader) bool {
	if m.hash == nil {
		m.hash = sha256.New()
	}
	m.hash.Reset()
	m.n = 0
	return entropy.Read(random, m.seed[:]) == nil
}

// Add adds a signature, of which S and c are an integer and the challenge.
func (m *Multipliers) Add(S, c *scalar.Scalar) {
	if m.n == len(m.buf) {
		m.hash.Write(m.buf[:])
		m.n = 0
	}
	block := m.buf[m.n : m.n+64]
	for i, limb := range S.Limbs() {
		binary.LittleEndian.PutUint64(block[8*i:], limb)
	}
	for i, limb := range c.Limbs() {
		binary.LittleEndian.PutUint64(block[32+8*i:], limb)
	}
	m.n += 64
}

// Finish is called when all signatures are added.
func (m *Multipliers) Finish() {
	m.hash.Write(m.buf[:m.n])
	m.hash.Write(m.seed[:])
	m.hash.Sum(m.seed[:0])
	m.chacha.Seed(m.seed)
}

// A Multiplier is an integer from -2^127 to 2^127 - 1, and not 0: Abs, or -Abs if Negative is 1 and not 0. So Abs
// leaves a bit for the carry of digits with signs.
type Multiplier struct {
	Abs      scalar.Scalar
	Negative int
}

// Next returns the next multiplier. It is not 0, so that a sum of one term is right if and
// only if its equation is.
func (m *Multipliers) Next() Multiplier { return newMultiplier(m.chacha.Uint64(), m.chacha.Uint64()) }

// newMultiplier returns low + 2^64 high, or 1 if that is 0, where the bit 127 of the sum counts for -2^127.
func newMultiplier(low, high uint64) Multiplier {
	if low|high == 0 {
		low = 1
	}
	z := recode.HalfScalar{low, high, uint64(int64(high) >> 63)}
	abs, negative := z.Abs()
	return Multiplier{scalar.New(abs[0], abs[1], 0, 0), negative}
}

// Times sets z to the product of m and x modulo n.
func (m *Multiplier) Times(n *scalar.Modulus, z, x *scalar.Scalar) {
	n.Mul(z, &m.Abs, x)
	if m.Negative == 1 {
		n.Neg(z, z)
	}
}

// Parallel calls f, a method of b, for ranges that make up the one from start to end, by at
// most as many goroutines as workers says, and returns when all have returned. Each number of
// the range stands for so many entries as unit says. With one goroutine, or little to do, it calls
// f once, and allocates nothing.
func Parallel[B any](b *B, workers, start, end, unit int, f func(b *B, start, end int)) {
	const atLeast = 32 // entries, for a goroutine to be worth it
	n := end - start
	parts := min(workers, n*unit/atLeast)
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
