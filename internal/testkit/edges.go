// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"math/big"
	"slices"
)

// Big returns the integer whose little-endian limbs are x.
func Big(x [4]uint64) *big.Int { b := ToBytes(x); return BigLE(b[:]) }

// BigLE returns the integer whose little-endian bytes are b.
func BigLE(b []byte) *big.Int {
	b = slices.Clone(b)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

// Big52 returns the sum of l[i]·2^(52·i).
func Big52(l [5]uint64) *big.Int {
	x := new(big.Int)
	for i, limb := range l {
		x.Add(x, new(big.Int).Lsh(new(big.Int).SetUint64(limb), uint(52*i)))
	}
	return x
}

// Limbs returns x as little-endian limbs. It panics unless 0 <= x < 2^256.
func Limbs(x *big.Int) [4]uint64 { return ToLimbs(Bytes(x)) }

// SignedBig returns abs, or -abs if negative is 1.
func SignedBig(abs [4]uint64, negative int) *big.Int {
	x := Big(abs)
	if negative == 1 {
		x.Neg(x)
	}
	return x
}

// SignedLimbs returns what SignedBig makes x of.
func SignedLimbs(x *big.Int) (abs [4]uint64, negative int) {
	if x.Sign() < 0 {
		negative = 1
	}
	return Limbs(new(big.Int).Abs(x)), negative
}

// Bytes returns x as little-endian bytes. It panics unless 0 <= x < 2^256.
func Bytes(x *big.Int) (b [32]byte) {
	if x.Sign() < 0 {
		panic("testkit: negative integer")
	}
	x.FillBytes(b[:])
	slices.Reverse(b[:])
	return b
}

// Edges returns the integers below 2^256 at which code computing modulo m
// with four 64-bit or eight 32-bit limbs may go wrong: around multiples of m,
// of 2^256 mod m and of powers of two, and limbs of all ones, of a single bit and
// with a carry about to run through them. They are distinct and in ascending order.
func Edges(m *big.Int) [][4]uint64 {
	var edges [][4]uint64
	two256 := new(big.Int).Lsh(big.NewInt(1), 256)
	around := func(x *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			if y := new(big.Int).Add(x, big.NewInt(d)); y.Sign() >= 0 && y.Cmp(two256) < 0 {
				edges = append(edges, Limbs(y))
			}
		}
	}
	fold := new(big.Int).Mod(two256, m)
	around(new(big.Int))
	around(fold)
	around(new(big.Int).Sub(two256, fold))
	around(new(big.Int).Sub(two256, new(big.Int).Lsh(fold, 1)))
	around(new(big.Int).Rsh(m, 1))
	for x := m; x.Cmp(two256) <= 0; x = new(big.Int).Lsh(x, 1) {
		around(x) // m, 2m, 4m, ...
	}
	for _, n := range []uint{32, 63, 64, 128, 192, 224, 252, 255, 256} {
		around(new(big.Int).Lsh(big.NewInt(1), n))
	}
	const ones = ^uint64(0)
	for i := range 4 {
		for _, l := range []uint64{ones, 1<<63 | 1, 1<<32 - 1, ones - ones>>32} {
			var one, rest [4]uint64
			for j := range 4 {
				rest[j] = ones
			}
			one[i], rest[i] = l, ^l
			edges = append(edges, one, rest)
		}
	}
	edges = append(edges,
		[4]uint64{1, ones, ones, ones},
		[4]uint64{ones, 0, ones, 0},
		[4]uint64{0, ones, 0, ones},
		[4]uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63},
		[4]uint64{1<<32 + 1, 1<<32 + 1, 1<<32 + 1, 1<<32 + 1})
	slices.SortFunc(edges, compare)
	return slices.Compact(edges)
}

// compare orders integers by their values.
func compare(x, y [4]uint64) int {
	return Big(x).Cmp(Big(y))
}

// Targets returns integers v that make the late carries of a computation modulo m
// happen when its result is v modulo m: the edge values; integers with small or
// nearly full digits in base 2^51 or 2^64, where a carry or borrow comes late or
// runs through, also from the top in at the bottom and up again; and integers
// below fold^2, for fold = 2^256 mod m. What a product congruent to such a v modulo
// 2^256 - fold is when its high half has been folded is k·2^256 + 2^256 -
// (k+1)·fold + v, for some k; so if v >= fold, folding k wraps around 2^256 if
// k·fold >= v, as it is for half of all products and more.
func (r *Rand) Targets(m *big.Int) []*big.Int {
	var targets []*big.Int
	for _, e := range Edges(m) {
		targets = append(targets, Big(e))
	}
	fold := new(big.Int).Lsh(big.NewInt(1), 256)
	fold.Mod(fold, m)
	square := new(big.Int).Mul(fold, fold)
	for range 200 {
		v := Big([4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
		targets = append(targets, v.Mod(v, square))
	}
	for range 100 {
		bottom, top := big.NewInt(r.Int64N(20)), big.NewInt(r.Int64N(256))
		targets = append(targets, bottom.Add(bottom, top.Lsh(top, 204)))
		targets = append(targets, new(big.Int).Mod(r.digits(51), m), new(big.Int).Mod(r.digits(64), m))
	}
	return targets
}

// digits returns an integer whose digits in base 2^n are zero, small, nearly full,
// full or random.
func (r *Rand) digits(n uint) *big.Int {
	x := new(big.Int)
	mask := ^uint64(0) >> (64 - n)
	for range (255 + n) / n {
		small := r.Uint64() >> (44 + r.IntN(20))
		digit := []uint64{0, small, mask - small, mask, r.Uint64() & mask}[r.IntN(5)]
		x.Lsh(x, n).Or(x, new(big.Int).SetUint64(digit))
	}
	return x
}
