// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// Every block is in one round and half.
func TestCombBlock(t *testing.T) {
	var seen [CombBlocks]int
	for round := range CombRounds {
		for half := range 2 {
			if j := CombBlock(round, half); j >= 0 {
				seen[j]++
			}
		}
	}
	for j, n := range seen {
		if n != 1 {
			t.Errorf("block %d comes %d times", j, n)
		}
	}
}

func TestComb(t *testing.T) {
	random := rand.New(rand.NewChaCha8([32]byte{1}))
	ones := ^uint64(0)
	inputs := [][4]uint64{{1}, {3}, {ones, ones, ones, ones}, {1, 0, 0, 1 << 63}, {ones}, {1, ones, 0, ones}}
	for range 1000 {
		inputs = append(inputs, [4]uint64{random.Uint64() | 1, random.Uint64(), random.Uint64(), random.Uint64()})
	}
	for _, k := range inputs {
		var digits CombDigits
		Comb(&digits, &k)
		sum := new(big.Int)
		for s := range CombColumns {
			for j := range CombBlocks {
				d := digits[s][j]
				if d.Index > 15 || d.Negative > 1 {
					t.Fatalf("%x: digit %v out of range", k, d)
				}
				for tooth := range CombTeeth {
					term := new(big.Int).Lsh(big.NewInt(1), uint(20*j+s+4*tooth))
					plus := tooth == CombTeeth-1 || d.Index>>tooth&1 == 1
					if plus == (d.Negative == 0) {
						sum.Add(sum, term)
					} else {
						sum.Sub(sum, term)
					}
				}
			}
		}
		var lanes CombLanes
		CombInLanes(&lanes, &k)
		for round := range lanes {
			for i := range 2 * CombColumns {
				index := uint8(lanes[round].Index >> (8 * i))
				var d CombDigit
				if j := CombBlock(round, i/CombColumns); j >= 0 {
					d = digits[i%CombColumns][j]
				}
				if got := (CombDigit{index, uint8(lanes[round].Negative >> i & 1)}); got != d || lanes[round].Negative > 255 {
					t.Fatalf("%x: lane %d of round %d has %v, want %v", k, i, round, got, d)
				}
			}
		}
		want := new(big.Int)
		for i := 3; i >= 0; i-- {
			want.Lsh(want, 64)
			want.Add(want, new(big.Int).SetUint64(k[i]))
		}
		if sum.Cmp(want) != 0 {
			t.Fatalf("digits of %x add up to %x", want, sum)
		}
	}
}
