// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package modinv

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// moduli are the primes and the group orders of the library.
var moduli = map[string]string{
	"25519 p":     "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
	"25519 l":     "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
	"secp256k1 p": "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
	"secp256k1 n": "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
	"255e p":      "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffb725",
	"255e r":      "3fffffffffffffffffffffffffffffff9d0c930f54078c531f52c8ae74d84525",
	"255s p":      "7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff08b",
	"255s r":      "400000000000000000000000000000002acf567a912b7f03dcf2ac65396152c7",
}

func toBig(x *[4]uint64) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64)
		r.Or(r, new(big.Int).SetUint64(x[i]))
	}
	return r
}

func fromBig(x *big.Int) (r [4]uint64) {
	x = new(big.Int).Set(x)
	for i := range r {
		r[i] = new(big.Int).And(x, new(big.Int).SetUint64(1<<64-1)).Uint64()
		x.Rsh(x, 64)
	}
	return r
}

func fromHex(s string) *big.Int {
	r, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return r
}

func newRand(t testing.TB) *rand.Rand {
	var seed [32]byte
	for i := range 8 {
		seed[i] = byte(rand.Uint32())
	}
	t.Logf("seed %x", seed)
	return rand.New(rand.NewChaCha8(seed))
}

// edgy returns an integer below 2^256 whose limbs are often 0, 1 or all ones.
func edgy(r *rand.Rand) (x [4]uint64) {
	for i := range x {
		switch r.IntN(6) {
		case 0:
		case 1:
			x[i] = ^uint64(0)
		case 2:
			x[i] = 1 << r.IntN(64)
		case 3:
			x[i] = -(1 << r.IntN(64))
		default:
			x[i] = r.Uint64()
		}
	}
	return x
}

var two256 = new(big.Int).Lsh(big.NewInt(1), 256)

// values returns edge values for m, and n random ones.
func values(r *rand.Rand, m *big.Int, n int) (xs [][4]uint64) {
	add := func(x *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			y := new(big.Int).Add(x, big.NewInt(d))
			if y.Sign() >= 0 && y.Cmp(two256) < 0 {
				xs = append(xs, fromBig(y))
			}
		}
	}
	half := new(big.Int).Rsh(m, 1)
	add(new(big.Int))
	add(half)
	for i := int64(1); i <= 20; i++ {
		add(new(big.Int).Mul(m, big.NewInt(i)))
	}
	add(new(big.Int).Sub(two256, new(big.Int).Mod(two256, m))) // the largest multiple
	for i := uint(0); i <= 256; i += 1 {
		if i%60 <= 1 || i%64 <= 1 || i%62 == 0 || i >= 250 {
			add(new(big.Int).Lsh(big.NewInt(1), i))
		}
	}
	for range n {
		xs = append(xs, edgy(r), [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
	}
	return xs
}

func check(t *testing.T, p *Modulus, m *big.Int, x [4]uint64) {
	t.Helper()
	bx := toBig(&x)
	want := new(big.Int).Mod(bx, m)
	if want.Sign() != 0 && want.ModInverse(want, m) == nil {
		return // not invertible: only a composite m
	}
	w := fromBig(want)
	for i, f := range []func(z, x *[4]uint64){p.Inv, p.InvVarTime} {
		z, y := [4]uint64{1, 2, 3, 4}, x
		f(&z, &y)
		if z != w {
			t.Fatalf("func %d: 1/%#x mod %#x = %#x, want %#x", i, bx, m, toBig(&z), want)
		}
		if y != x {
			t.Fatalf("func %d: the argument was changed", i)
		}
		f(&y, &y)
		if y != w {
			t.Fatalf("func %d: z == x: 1/%#x mod %#x = %#x, want %#x", i, bx, m, toBig(&y), want)
		}
	}
}

func TestInv(t *testing.T) {
	for name, s := range moduli {
		t.Run(name, func(t *testing.T) {
			r := newRand(t)
			m := fromHex(s)
			p := New(fromBig(m))
			for _, x := range values(r, m, 1000) {
				check(t, p, m, x)
			}
		})
	}
}

// TestInvAnyModulus runs through moduli of every size, prime or not.
func TestInvAnyModulus(t *testing.T) {
	r := newRand(t)
	var ms []*big.Int
	for i := int64(3); i < 40; i += 2 {
		ms = append(ms, big.NewInt(i), new(big.Int).Sub(two256, big.NewInt(i-2)))
	}
	for i := uint(2); i < 256; i++ {
		b := new(big.Int).Lsh(big.NewInt(1), i)
		ms = append(ms, new(big.Int).Add(b, big.NewInt(1)), new(big.Int).Sub(b, big.NewInt(1)))
		x := edgy(r)
		x[0] |= 1
		b.Sub(b, big.NewInt(1)).And(b, toBig(&x))
		if b.BitLen() >= 2 {
			ms = append(ms, b)
		}
	}
	for _, m := range ms {
		p := New(fromBig(m))
		for _, x := range values(r, m, 5) {
			check(t, p, m, x)
		}
	}
}

// TestInvSmallFields inverts every residue of small moduli.
func TestInvSmallFields(t *testing.T) {
	for m := int64(3); m < 100; m += 2 {
		p := New(fromBig(big.NewInt(m)))
		for x := range 2 * m {
			check(t, p, big.NewInt(m), [4]uint64{uint64(x)})
		}
	}
}

func TestNewPanics(t *testing.T) {
	for _, m := range [][4]uint64{{}, {1}, {2}, {0, 1}, {1 << 63, 1, 1, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("New(%x) did not panic", m)
				}
			}()
			New(m)
		}()
	}
	New([4]uint64{1, 0, 0, 1})
	New([4]uint64{3})
}

// TestDivsteps checks a batch against the definition, with big integers, and
// the bounds that the package comment claims for the matrix.
func TestDivsteps(t *testing.T) {
	r := newRand(t)
	for range 2000 {
		x, y := edgy(r), edgy(r)
		x[0] |= 1
		if r.IntN(4) == 0 {
			x[0], y[0] = 1<<20-1, 1<<20-1
		}
		f, g := toBig(&x), toBig(&y)
		zeta := int64(r.IntN(40) - 20)
		if r.IntN(4) == 0 {
			zeta = -1
		}
		bf, bg, bz := new(big.Int).Set(f), new(big.Int).Set(g), zeta
		for range limbBits {
			if bz < 0 && bg.Bit(0) == 1 {
				// zeta = -(delta + 1/2); delta' = 1 - delta
				bf, bg = bg, new(big.Int).Sub(bg, bf)
				bz = -bz - 2
			} else {
				if bg.Bit(0) == 1 {
					bg = new(big.Int).Add(bg, bf)
				}
				bz--
			}
			bg = new(big.Int).Rsh(bg, 1)
		}
		var a, b matrix
		st := &state{f: split(&x), g: split(&y)}
		za := a.divsteps(zeta, st)
		zb := b.divstepsVarTime(zeta, st, varTimeTable())
		if za != bz || zb != bz {
			t.Fatalf("zeta %d -> %d and %d, want %d", zeta, za, zb, bz)
		}
		if a != b {
			t.Fatalf("matrix %v, variable-time %v", a, b)
		}
		row := func(c, d int64, want *big.Int) {
			t.Helper()
			if c < -1<<60 || d < -1<<60 || max(c, -c)+max(d, -d) > 1<<60 {
				t.Fatalf("row (%d, %d) is too large", c, d)
			}
			s := new(big.Int).Mul(big.NewInt(c), f)
			s.Add(s, new(big.Int).Mul(big.NewInt(d), g))
			if s.Cmp(new(big.Int).Lsh(want, limbBits)) != 0 {
				t.Fatalf("wrong row (%d, %d)", c, d)
			}
		}
		row(a.u, a.v, bf)
		row(a.q, a.r, bg)
	}
}

func TestAllocations(t *testing.T) {
	p := New(fromBig(fromHex(moduli["25519 p"])))
	z := [4]uint64{1, 2, 3, 4}
	if n := testing.AllocsPerRun(10, func() { p.Inv(&z, &z); p.InvVarTime(&z, &z) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzInv(f *testing.F) {
	f.Add(uint64(3), uint64(0), uint64(0), uint64(0), uint64(5), uint64(0), uint64(0), uint64(0))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(1), ^uint64(0), ^uint64(0), ^uint64(0))
	f.Fuzz(func(t *testing.T, m0, m1, m2, m3, x0, x1, x2, x3 uint64) {
		m := [4]uint64{m0 | 1, m1, m2, m3}
		if m != [4]uint64{1} {
			check(t, New(m), toBig(&m), [4]uint64{x0, x1, x2, x3})
		}
	})
}

func BenchmarkInv(b *testing.B) {
	p := New(fromBig(fromHex(moduli["25519 p"])))
	z := [4]uint64{1, 2, 3, 4}
	b.Run("25519", func(b *testing.B) {
		for b.Loop() {
			p.Inv(&z, &z)
			z[0]++
		}
	})
	b.Run("25519/VarTime", func(b *testing.B) {
		for b.Loop() {
			p.InvVarTime(&z, &z)
			z[0]++
		}
	})
	n := New(fromBig(fromHex(moduli["25519 l"])))
	b.Run("l", func(b *testing.B) {
		for b.Loop() {
			n.Inv(&z, &z)
			z[0]++
		}
	})
	b.Run("l/VarTime", func(b *testing.B) {
		for b.Loop() {
			n.InvVarTime(&z, &z)
			z[0]++
		}
	})
}
