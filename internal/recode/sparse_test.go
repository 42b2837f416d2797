// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode_test

import (
	"math/big"
	"testing"

	"secant.example/internal/recode"
	"secant.example/internal/testkit"
)

func TestVarTimeSparseWNAF(t *testing.T) {
	r := testkit.NewRand(t)
	scalars := testkit.Edges(new(big.Int).Lsh(big.NewInt(1), 255))
	scalars = append(scalars, [4]uint64{0x5555555555555555, 0x5555555555555555, 0x5555555555555555, 0x5555555555555555})
	for range 500 {
		scalars = append(scalars, r.Limbs())
	}
	for _, k := range scalars {
		for w := uint(2); w <= 8; w++ {
			var dense [257]int8
			recode.VarTimeWNAF(&dense, &k, w)
			var sparse [129]recode.SparseDigit
			sparse[0] = recode.SparseDigit{Position: 7, Value: 7}
			n := recode.VarTimeSparseWNAF(&sparse, &k, w)
			var got [257]int8
			for i, d := range sparse[:n] {
				if d.Value == 0 || i > 0 && d.Position <= sparse[i-1].Position {
					t.Fatalf("%x, width %d: digit %d is %v", k, w, i, d)
				}
				got[d.Position] = d.Value
			}
			if got != dense {
				t.Fatalf("%x, width %d: %v, want %v", k, w, got, dense)
			}
		}
	}
}
