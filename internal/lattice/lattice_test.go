// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package lattice

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

var (
	one    = big.NewInt(1)
	order  = number("7237005577332262213973186563042994240857116359379907606001950938285454250989") // l
	order8 = new(big.Int).Lsh(order, 3)
	moduli = []*big.Int{
		order, order8, number("115792089237316195423570985008687907852837564279074904382605163141518161494337"),
		power(256, -1), power(255, -19), power(128, 0), power(64, 13), power(63, 0), power(33, 1),
		big.NewInt(2), big.NewInt(3), big.NewInt(4), big.NewInt(1000),
	}
)

func number(s string) *big.Int {
	x, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic(s)
	}
	return x
}

// power returns 2^n + d.
func power(n uint, d int64) *big.Int {
	x := new(big.Int).Lsh(one, n)
	return x.Add(x, big.NewInt(d))
}

// check holds what Halve and HalveOdd promise, and returns the result of HalveOdd.
func check(t *testing.T, h, n *big.Int) (Fraction, bool) {
	t.Helper()
	m := (n.BitLen() + 1) / 2
	hl, nl := testkit.Limbs(h), testkit.Limbs(n)
	f := Fraction{Rho: [4]uint64{1, 2, 3, 4}, Negative: true}
	Halve(&f, &hl, &nl)
	equation(t, &f, h, n)
	if f.Bits() > m {
		t.Fatalf("h = %d, n = %d: rho = %#x, tau = %#x are longer than %d bits", h, n, f.Rho, f.Tau, m)
	}
	o := Fraction{Rho: [4]uint64{1, 2, 3, 4}, Negative: true}
	ok := HalveOdd(&o, &hl, &nl)
	if ok {
		equation(t, &o, h, n)
		if o.Bits() > m+slack || o.Tau[0]&1 == 0 {
			t.Fatalf("h = %d, n = %d: odd rho = %#x, tau = %#x", h, n, o.Rho, o.Tau)
		}
	}
	if f.Tau[0]&1 == 1 && (!ok || o != f) {
		t.Fatalf("h = %d, n = %d: HalveOdd gives %v, %v, Halve gives %v", h, n, o, ok, f)
	}
	if hl != testkit.Limbs(h) || nl != testkit.Limbs(n) {
		t.Fatal("an argument was changed")
	}
	return o, ok
}

// equation checks rho = tau·h mod n.
func equation(t *testing.T, f *Fraction, h, n *big.Int) {
	t.Helper()
	rho, tau := testkit.Big(f.Rho), testkit.Big(f.Tau)
	if tau.Sign() == 0 {
		t.Fatalf("h = %d, n = %d: tau = 0", h, n)
	}
	if f.Negative {
		tau.Neg(tau)
	}
	if d := new(big.Int).Mul(tau, h); d.Sub(d, rho).Mod(d, n).Sign() != 0 {
		t.Fatalf("h = %d, n = %d: rho = %d, tau = %d", h, n, rho, tau)
	}
}

func TestRandom(t *testing.T) {
	r := testkit.NewRand(t)
	for range 20000 {
		n := moduli[r.IntN(len(moduli))]
		h := testkit.Big(r.Limbs())
		check(t, h.Mod(h, n), n)
	}
	for range 3000 {
		n := testkit.Big(r.Limbs())
		n.Rsh(n, uint(r.IntN(256)))
		if n.Cmp(one) <= 0 {
			continue
		}
		h := testkit.Big(r.Limbs())
		check(t, h.Mod(h, n), n)
	}
}

func TestEdges(t *testing.T) {
	for _, n := range moduli {
		for _, e := range testkit.Edges(n) {
			h := testkit.Big(e)
			check(t, h.Mod(h, n), n)
		}
		// All h around 2^i, n/i and n - 2^i.
		for i := range uint(n.BitLen()) {
			for d := int64(-2); d <= 2; d++ {
				check(t, new(big.Int).Mod(power(i, d), n), n)
				check(t, new(big.Int).Mod(new(big.Int).Neg(power(i, d)), n), n)
				h := new(big.Int).Div(n, big.NewInt(int64(i)+1))
				check(t, h.Mod(h.Add(h, big.NewInt(d)), n), n)
			}
		}
	}
}

// TestQuotients takes continued fractions that are hard: only ones, as in the
// golden ratio, and all mixtures of ones with quotients of any length.
func TestQuotients(t *testing.T) {
	r := testkit.NewRand(t)
	tried := 0
	for range 5000 {
		large, limit := uint(1+r.IntN(200)), 1+r.IntN(8)
		// n/h has these quotients, the last first.
		h, n := new(big.Int), big.NewInt(1)
		for range 1 + r.IntN(380) {
			q := big.NewInt(1)
			if r.IntN(limit*8) == 0 {
				q = testkit.Big(r.Limbs())
				q.Rsh(q, 256-large).Add(q, one)
			} else if limit > 4 {
				q = big.NewInt(1 + r.Int64N(4))
			}
			next := q.Mul(q, n).Add(q, h)
			if next.BitLen() > 256 {
				continue
			}
			h, n = n, next
		}
		if n.Cmp(one) > 0 && h.Cmp(n) < 0 {
			check(t, h, n)
			tried++
		}
	}
	if tried < 4000 {
		t.Errorf("only %d fractions", tried)
	}
}

// TestNoOddPair takes the h < l with a very short fraction of even parts modulo
// 8l, which leave no short one with an odd tau: those who choose h can find them.
func TestNoOddPair(t *testing.T) {
	four := new(big.Int).Lsh(order, 2)
	failed := 0
	for tau := int64(5); tau < 1000; tau += 2 {
		// tau·h = 4l + rho, so 2tau·h = 2rho mod 8l.
		h, rest := new(big.Int).QuoRem(four, big.NewInt(tau), new(big.Int))
		if rest.Sign() == 0 || h.Cmp(order) >= 0 {
			t.Fatal("no such h")
		}
		if _, ok := check(t, h, order8); ok {
			t.Errorf("tau = %d: an odd fraction", tau)
		} else {
			failed++
		}
		if f, ok := check(t, h, order); !ok || f.Bits() > 127 {
			t.Errorf("tau = %d: no fraction modulo l", tau)
		}
	}
	if failed != 498 {
		t.Errorf("%d cases, want 498", failed)
	}
}

// TestLengths holds how long odd fractions modulo 8l are for random h < l.
func TestLengths(t *testing.T) {
	r := testkit.NewRand(t)
	const samples = 20000
	var lengths [257]int
	failed := 0
	for range samples {
		h := testkit.Big([4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
		f, ok := check(t, h.Mod(h, order), order8)
		if !ok {
			failed++
		} else {
			lengths[f.Bits()]++
		}
	}
	within := 0
	for _, c := range lengths[:129] {
		within += c
	}
	if within < samples*4/5 || failed > samples/1000 {
		t.Errorf("of %d, %d have at most 128 bits and %d none", samples, within, failed)
	}
}

func TestAllocations(t *testing.T) {
	h, n := testkit.Limbs(new(big.Int).Rsh(order, 1)), testkit.Limbs(order8)
	var f Fraction
	testkit.NoAllocs(t, "Halve", func() { Halve(&f, &h, &n) })
	testkit.NoAllocs(t, "HalveOdd", func() { HalveOdd(&f, &h, &n) })
}

func FuzzHalve(f *testing.F) {
	f.Add(uint64(0), uint64(0), uint64(0), uint64(0), uint64(2), uint64(0), uint64(0), uint64(0))
	f.Add(^uint64(1), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0))
	f.Fuzz(func(t *testing.T, h0, h1, h2, h3, n0, n1, n2, n3 uint64) {
		h, n := testkit.Big([4]uint64{h0, h1, h2, h3}), testkit.Big([4]uint64{n0, n1, n2, n3})
		for _, n := range []*big.Int{n, order, order8} {
			if n.Cmp(one) > 0 {
				check(t, new(big.Int).Mod(h, n), n)
			}
		}
	})
}

func BenchmarkHalve(b *testing.B) {
	r := testkit.NewRand(b)
	var hs [64][4]uint64
	for i := range hs {
		h := testkit.Big([4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
		hs[i] = testkit.Limbs(h.Mod(h, order))
	}
	n, n8 := testkit.Limbs(order), testkit.Limbs(order8)
	var f Fraction
	b.Run("l", func(b *testing.B) {
		for i := range b.N {
			Halve(&f, &hs[i%len(hs)], &n)
		}
	})
	b.Run("odd/8l", func(b *testing.B) {
		for i := range b.N {
			HalveOdd(&f, &hs[i%len(hs)], &n8)
		}
	})
}
