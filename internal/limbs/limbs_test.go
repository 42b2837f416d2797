// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package limbs_test

import (
	"math/big"
	"testing"

	"secant.example/internal/limbs"
	"secant.example/internal/testkit"
)

func TestLimbs(t *testing.T) {
	r := testkit.NewRand(t)
	two256 := new(big.Int).Lsh(big.NewInt(1), 256)
	inputs := testkit.Edges(new(big.Int).Sub(two256, big.NewInt(189)))
	for i := range uint(256) {
		inputs = append(inputs, testkit.Limbs(new(big.Int).Lsh(big.NewInt(1), i)))
	}
	for range 200 {
		inputs = append(inputs, r.Limbs())
	}
	same := func(name string, got [4]uint64, want *big.Int) {
		t.Helper()
		if want.Mod(want, two256); testkit.Big(got).Cmp(want) != 0 {
			t.Fatalf("%s is %#x, want %#x", name, got, want)
		}
	}
	for _, x := range inputs {
		y := inputs[r.IntN(len(inputs))]
		X, Y := testkit.Big(x), testkit.Big(y)
		same("x + y", limbs.Add(&x, &y), new(big.Int).Add(X, Y))
		difference, borrow := limbs.Sub(&x, &y)
		same("x - y", difference, new(big.Int).Sub(X, Y))
		if less := X.Cmp(Y) < 0; (borrow == 1) != less || borrow > 1 {
			t.Fatalf("the borrow of %#x - %#x is %d", x, y, borrow)
		}
		b := testkit.Bytes(X)
		clamped := new(big.Int).Rsh(X, 3)
		same("x clamped", limbs.Clamped(&b), clamped.Lsh(clamped, 3).SetBit(clamped, 254, 1).SetBit(clamped, 255, 0))
		if got := limbs.BitLen(&x); got != X.BitLen() {
			t.Fatalf("%#x has %d bits, want %d", x, got, X.BitLen())
		}
		for _, d := range []uint{0, 1, 63, 64, 65, 127, 128, 200, 255, uint(r.IntN(256))} {
			same("x shifted", limbs.ShiftLeft(&x, d), new(big.Int).Lsh(X, d))
		}
		for _, s := range []int{-63, -1, 0, 1, 63, 64, 65, 128, 191, 192, r.IntN(193)} {
			want := new(big.Int).Rsh(X, uint(max(s, 0)))
			want.Lsh(want, uint(max(-s, 0))).And(want, new(big.Int).SetUint64(^uint64(0)))
			if got := limbs.Window(&x, s); got != want.Uint64() {
				t.Fatalf("the window of %#x at %d is %#x, want %#x", x, s, got, want)
			}
		}
	}
}
