// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package modinv

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// The assembly of the inversion in variable time answers itself. When it does not, because
// the low 64 bits of g became zero before g did, which is rare and takes special numbers, the
// twin in Go computes the same again, and would hide an error.
func TestVarTimeAnswers(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		if !hasVectors() {
			return
		}
		r := testkit.NewRand(t)
		for name, hex := range moduli {
			p := fromHex(hex)
			m := New(testkit.Limbs(p))
			for range 1000 {
				x := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
				var v lanes
				v.start(m, &x)
				if left := divstepsVarTime(&v, &m.constants, varTimeTable()); left != 0 {
					t.Fatalf("%s: the steps for %x leave %#x of g", name, x, left)
				}
				f, d := v.limbs(0), v.limbs(2)
				var z [4]uint64
				m.finish(&z, &f, &d)
				want := new(big.Int).ModInverse(new(big.Int).Mod(testkit.Big(x), p), p)
				if got := testkit.Big(z); want == nil || got.Cmp(want) != 0 {
					t.Fatalf("%s: 1/%x = %x, want %x", name, x, got, want)
				}
			}
		}
	})
}
