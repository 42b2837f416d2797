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

var (
	secp256k1Order, _  = new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	secp256k1Lambda, _ = new(big.Int).SetString("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", 16)
)

// halfValue returns x as an integer, from its two's complement.
func halfValue(x *recode.HalfScalar) *big.Int {
	v := testkit.Big([4]uint64{x[0], x[1], x[2]})
	if x[2]>>63 == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), 192))
	}
	return v
}

func checkSplit(t testing.TB, k *big.Int) {
	t.Helper()
	limbs := testkit.Limbs(k)
	var halves [2]recode.HalfScalar
	recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
	k1, k2 := halfValue(&halves[0]), halfValue(&halves[1])
	sum := new(big.Int).Mul(k2, secp256k1Lambda)
	if sum.Mod(sum.Add(sum, k1), secp256k1Order).Cmp(k) != 0 {
		t.Fatalf("%x: %x + %x·lambda is %x", k, k1, k2, sum)
	}
	// 2^127.4 < 0xab·2^120.
	limit := new(big.Int).Lsh(big.NewInt(0xab), 120)
	for i, x := range []*big.Int{k1, k2} {
		if x.CmpAbs(limit) >= 0 {
			t.Fatalf("%x: half %d is %x", k, i, x)
		}
		abs, negative := halves[i].Abs()
		if testkit.Big(abs).CmpAbs(x) != 0 || (negative == 1) != (x.Sign() < 0) {
			t.Fatalf("%x: |%x| is %x, %d", k, x, abs, negative)
		}
		checkWindows(t, &halves[i])
	}
}

func checkWindows(t testing.TB, x *recode.HalfScalar) {
	t.Helper()
	var digits [recode.OddWindows]recode.CombDigit
	x.Windows(&digits)
	sum := new(big.Int)
	for i := len(digits) - 1; i >= 0; i-- {
		d := digits[i]
		if d.Index > 15 || d.Negative > 1 {
			t.Fatalf("%x: digit %d is %v", x, i, d)
		}
		value := 2*int64(d.Index) + 1
		if d.Negative == 1 {
			value = -value
		}
		sum.Add(sum.Lsh(sum, 5), big.NewInt(value))
	}
	want := new(big.Int).Lsh(halfValue(x), 1)
	if want.Add(want, big.NewInt(1)); sum.Cmp(want) != 0 {
		t.Fatalf("the windows of %x are those of %x", want, sum)
	}
}

func TestSplitSecp256k1(t *testing.T) {
	r := testkit.NewRand(t)
	around := func(x *big.Int) {
		for d := int64(-3); d <= 3; d++ {
			k := new(big.Int).Add(x, big.NewInt(d))
			checkSplit(t, k.Mod(k, secp256k1Order))
		}
	}
	for _, l := range testkit.Edges(secp256k1Order) {
		around(testkit.Big(l))
	}
	for range 5000 {
		k := testkit.Big(r.Limbs())
		checkSplit(t, k.Mod(k, secp256k1Order))
	}
	// Where the quotients are rounded up or down: near (i + 1/2)·n/b2 and (i + 1/2)·n/b1.
	for _, b := range []string{"3086d221a7d46bcde86c90e49284eb15", "e4437ed6010e88286f547fa90abfe4c3"} {
		divisor, _ := new(big.Int).SetString(b, 16)
		for range 500 {
			i := testkit.Big(r.Limbs())
			i.Mod(i, divisor)
			i.Add(i.Lsh(i, 1), big.NewInt(1)).Mul(i, secp256k1Order)
			around(i.Div(i, new(big.Int).Lsh(divisor, 1)))
		}
	}
	around(secp256k1Lambda)
	around(new(big.Int).Sub(secp256k1Order, secp256k1Lambda))
	for _, x := range []recode.HalfScalar{{}, {1}, {^uint64(0), ^uint64(0), 1}, {0, 0, ^uint64(1)}, {1, 0, ^uint64(1)}, {^uint64(0), ^uint64(0), ^uint64(0)}} {
		checkWindows(t, &x)
	}
}

var (
	doubleOddEOrder, _ = new(big.Int).SetString("3fffffffffffffffffffffffffffffff9d0c930f54078c531f52c8ae74d84525", 16)
	doubleOddEMu, _    = new(big.Int).SetString("3304a73398caeadb37382c8933c3f6d9b153382d88e2cf399c46ef0c23df370d", 16)
)

func checkSplitDoubleOddE(t testing.TB, k *big.Int) {
	t.Helper()
	limbs := testkit.Limbs(k)
	a0, a1, n0, n1 := recode.SplitDoubleOddE(&limbs)
	k0, k1 := testkit.Big([4]uint64{a0[0], a0[1]}), testkit.Big([4]uint64{a1[0], a1[1]})
	if n0 == 1 {
		k0.Neg(k0)
	}
	if n1 == 1 {
		k1.Neg(k1)
	}
	v := new(big.Int).Mul(doubleOddEMu, k1)
	v.Add(v, k0).Sub(v, k).Mod(v, doubleOddEOrder)
	if v.Sign() != 0 || k0.BitLen() > 127 || k1.BitLen() > 127 || n0>>1 != 0 || n1>>1 != 0 {
		t.Fatalf("%x is not %d + μ·%d", k, k0, k1)
	}
}

func TestSplitDoubleOddE(t *testing.T) {
	r := testkit.NewRand(t)
	around := func(x *big.Int) {
		for d := int64(-3); d <= 3; d++ {
			k := new(big.Int).Add(x, big.NewInt(d))
			checkSplitDoubleOddE(t, k.Mod(k, doubleOddEOrder))
		}
	}
	for _, l := range testkit.Edges(doubleOddEOrder) {
		around(testkit.Big(l))
	}
	for range 5000 {
		k := testkit.Big(r.Limbs())
		checkSplitDoubleOddE(t, k.Mod(k, doubleOddEOrder))
	}
	// Where the quotients k·g/r are closest to changing: k·g is about (c + 1/2)·r.
	for _, s := range []string{"1a509f7a53c2c6e62accf9dec93f6111", "7d440c6affbb3a930b7a31305466f77e"} {
		g, _ := new(big.Int).SetString(s, 16)
		for range 500 {
			c := new(big.Int).Mod(testkit.Big(r.Limbs()), g)
			k := new(big.Int).Mul(c, doubleOddEOrder)
			around(k.Add(k, new(big.Int).Rsh(doubleOddEOrder, 1)).Quo(k, g))
		}
	}
	around(doubleOddEMu)
	around(new(big.Int).Sub(doubleOddEOrder, doubleOddEMu))
}
