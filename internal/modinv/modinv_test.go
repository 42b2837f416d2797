// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package modinv

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
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

func fromHex(s string) *big.Int {
	r, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return r
}

var two256 = new(big.Int).Lsh(big.NewInt(1), 256)

// values returns edge values for m, and n random ones.
func values(r *testkit.Rand, m *big.Int, n int) [][4]uint64 {
	xs := testkit.Edges(m)
	add := func(x *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			y := new(big.Int).Add(x, big.NewInt(d))
			if y.Sign() >= 0 && y.Cmp(two256) < 0 {
				xs = append(xs, testkit.Limbs(y))
			}
		}
	}
	for i := int64(3); i <= 20; i++ {
		add(new(big.Int).Mul(m, big.NewInt(i)))
	}
	for i := uint(0); i <= 240; i += limbBits {
		add(new(big.Int).Lsh(big.NewInt(1), i))
	}
	for range n {
		xs = append(xs, r.Limbs())
	}
	return xs
}

// check checks the inverse and the Jacobi symbol of x, and that the assembly and its
// twins come to the same end in the same representation.
func check(t *testing.T, p *Modulus, m *big.Int, x [4]uint64) {
	t.Helper()
	checkTwins(t, p, &x)
	bx := testkit.Big(x)
	want := new(big.Int).ModInverse(bx, m)
	if want == nil {
		want = new(big.Int) // no inverse
	}
	w := testkit.Limbs(want)
	for name, f := range map[string]func(z, x *[4]uint64){"Inv": p.Inv, "InvVarTime": p.InvVarTime} {
		op := func(z *[4]uint64, in ...*[4]uint64) { f(z, in[0]) }
		if z := testkit.Aliases(t, name, [4]uint64{1, 2, 3, 4}, op, x); z != w {
			t.Fatalf("%s: 1/%#x mod %#x = %#x, want %#x", name, bx, m, testkit.Big(z), want)
		}
	}
	y := x
	if got, want := p.Jacobi(&y), big.Jacobi(bx, m); got != want || y != x {
		t.Fatalf("Jacobi symbol of %#x modulo %#x: %d, want %d", bx, m, got, want)
	}
}

func checkTwins(t *testing.T, p *Modulus, x *[4]uint64) {
	t.Helper()
	type result struct{ f, d limbs }
	var a, b, c, e result
	p.divsteps(&a.f, &a.d, x)
	p.divstepsGeneric(&b.f, &b.d, x)
	p.divstepsVarTime(&c.f, &c.d, x)
	p.divstepsVarTimeGeneric(&e.f, &e.d, x)
	if a != b || c != e {
		t.Fatalf("steps from (%#x, %#x): %x, want %x; in variable time %x, want %x", p.m, x, a, b, c, e)
	}
	var s, w symbol
	if u, v := p.jacobi(&s, x), p.jacobiGeneric(&w, x); u != v || s != w {
		t.Fatalf("steps for the Jacobi symbol from (%#x, %#x): %x, %x, want %x, %x", p.m, x, s, u, w, v)
	}
}

func TestInv(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for name, s := range moduli {
			t.Run(name, func(t *testing.T) {
				r := testkit.NewRand(t)
				m := fromHex(s)
				p := New(testkit.Limbs(m))
				for _, x := range values(r, m, 200) {
					check(t, p, m, x)
				}
			})
		}
	})
}

// TestInvAnyModulus runs through moduli of every size, prime or not.
func TestInvAnyModulus(t *testing.T) {
	r := testkit.NewRand(t)
	var ms []*big.Int
	for i := int64(3); i < 40; i += 2 {
		ms = append(ms, big.NewInt(i), new(big.Int).Sub(two256, big.NewInt(i-2)))
	}
	for i := uint(2); i < 256; i++ {
		b := new(big.Int).Lsh(big.NewInt(1), i)
		ms = append(ms, new(big.Int).Add(b, big.NewInt(1)), new(big.Int).Sub(b, big.NewInt(1)))
		x := r.Limbs()
		x[0] |= 1
		b.Sub(b, big.NewInt(1)).And(b, testkit.Big(x))
		if b.BitLen() >= 2 {
			ms = append(ms, b)
		}
	}
	for _, m := range ms {
		p := New(testkit.Limbs(m))
		for range 10 {
			x := testkit.Big(r.Limbs())
			check(t, p, m, testkit.Limbs(x))
			q := x.Div(x, m)
			check(t, p, m, testkit.Limbs(q.Mul(q, m))) // 0 modulo m
			check(t, p, m, testkit.Limbs(q.Add(q, big.NewInt(-r.Int64N(2))).Abs(q)))
		}
	}
}

// TestInvSmallFields inverts every residue of small moduli.
func TestInvSmallFields(t *testing.T) {
	for m := int64(3); m < 100; m += 2 {
		p := New(testkit.Limbs(big.NewInt(m)))
		for x := range 2 * m {
			check(t, p, big.NewInt(m), [4]uint64{uint64(x)})
		}
	}
}

// TestReduce reduces numbers next to multiples of moduli of every size, for which the quotient by the highest bits
// is the quotient, or one less, and those for which a product of the quotient with a word of the modulus carries, which random
// ones do once in 2^59.
func TestReduce(t *testing.T) {
	r := testkit.NewRand(t)
	right, less := 0, 0
	reduce := func(p *Modulus, m, x *big.Int) {
		t.Helper()
		if x.Sign() < 0 || x.Cmp(new(big.Int).Lsh(m, 5)) >= 0 {
			return
		}
		low := testkit.Limbs(new(big.Int).Mod(x, two256))
		words := [5]uint64{low[0], low[1], low[2], low[3], new(big.Int).Rsh(x, 256).Uint64()}
		switch floor := new(big.Int).Div(x, m).Uint64(); floor - top(&words, p.shift)*p.reciprocal>>reciprocalBits {
		case 0:
			right++
		case 1:
			less++
		default:
			t.Fatalf("%#x/%#x: no quotient", x, m)
		}
		p.reduce(&words)
		if got, want := words, testkit.Limbs(new(big.Int).Mod(x, m)); [4]uint64(got[:4]) != want || got[4] != 0 {
			t.Fatalf("%#x mod %#x = %#x, want %#x", x, m, got, want)
		}
	}
	for n := 2; n <= 256; n++ {
		highest := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
		random := new(big.Int).Rsh(testkit.Big(r.Limbs()), uint(256-n))
		for i, low := range []*big.Int{big.NewInt(1), new(big.Int).Sub(highest, big.NewInt(1)), random} {
			m := new(big.Int).Or(highest, low) // 100...1, 111...1 or any
			m.SetBit(m, 0, 1)
			p := New(testkit.Limbs(m))
			for q := range int64(32) {
				for d := int64(-2); d <= 2; d++ {
					x := new(big.Int).Add(new(big.Int).Mul(m, big.NewInt(q)), big.NewInt(d))
					if i == 2 && d == 2 {
						x.Add(x, new(big.Int).Mod(testkit.Big(r.Limbs()), m))
					}
					reduce(p, m, x)
				}
			}
		}
	}
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	for q := int64(3); q < 32; q += 2 {
		for i := 1; i < 4; i++ {
			// q times word i ends in 64 ones, to which q - 1 is added from the word before.
			w := r.Limbs()
			w[0] |= 1
			w[i-1] = ^uint64(0)
			w[i] = -new(big.Int).ModInverse(big.NewInt(q), two64).Uint64()
			m := testkit.Big(w)
			x := new(big.Int).Rsh(m, 1)
			reduce(New(w), m, x.Add(x, new(big.Int).Mul(m, big.NewInt(q))))
		}
	}
	if right < 1000 || less < 1000 {
		t.Errorf("%d quotients are right, and %d are one less", right, less)
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
	r := testkit.NewRand(t)
	for range 2000 {
		x, y := r.Limbs(), r.Limbs()
		x[0] |= 1
		if r.IntN(4) == 0 {
			x[0], y[0] = 1<<20-1, 1<<20-1
		}
		f, g := testkit.Big(x), testkit.Big(y)
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

// TestInvManySteps inverts a number that needs 566 divsteps, found by searching
// backwards from the end: no random one needs as many, and nine batches are 540.
func TestInvManySteps(t *testing.T) {
	m := fromHex("d6c379ca64f9240127757482502a307f27a1fa31769a7482a297efd0bcb4fbdd")
	x := fromHex("ba7fd349a6df29abcb338e04b701b8a3b9d41aebd987a672226e210f43b3ddf7")
	check(t, New(testkit.Limbs(m)), m, testkit.Limbs(x))
	if batches*limbBits < 590 {
		t.Error("too few divsteps")
	}
}

// TestZeroBits takes steps backwards from a g with many zero bits at its end, through a
// batch, so that the low words of g become zero long before g does.
func TestZeroBits(t *testing.T) {
	r := testkit.NewRand(t)
	one := big.NewInt(1)
	for found := 0; found < 100; {
		zeros := uint(r.IntN(120))
		f := new(big.Int).Rsh(testkit.Big(r.Limbs()), uint(70+r.IntN(180)))
		f.Or(f, one)
		g := new(big.Int).Rsh(testkit.Big(r.Limbs()), uint(200+r.IntN(56)))
		g.Lsh(g.Or(g, one), zeros)
		w := r.IntN(30) - 15 // delta - 1/2
		for range []int{limbBits, 3 * symbolSteps}[r.IntN(2)] {
			twice := new(big.Int).Lsh(g, 1)
			switch k := r.IntN(4); {
			case k == 0 && w <= 0: // from (-w, f - 2g, f)
				w, f, g = -w, new(big.Int).Sub(f, twice), f
			case k <= 1 && w <= 0: // from (w - 1, f, 2g - f)
				w, g = w-1, twice.Sub(twice, f)
			default:
				w, g = w-1, twice
			}
		}
		if f.Sign() < 0 {
			f.Neg(f)
			g.Neg(g)
		}
		if w == 0 && g.Sign() >= 0 && f.BitLen() <= 256 && g.BitLen() <= 256 && f.Cmp(one) > 0 {
			check(t, New(testkit.Limbs(f)), f, testkit.Limbs(g))
			found++
		}
	}
}

func TestAllocations(t *testing.T) {
	p := New(testkit.Limbs(fromHex(moduli["25519 p"])))
	z := [4]uint64{1, 2, 3, 4}
	testkit.NoAllocs(t, "Inv", func() { p.Inv(&z, &z) })
	testkit.NoAllocs(t, "InvVarTime", func() { p.InvVarTime(&z, &z) })
	testkit.NoAllocs(t, "Jacobi", func() { p.Jacobi(&z) })
}

func FuzzInv(f *testing.F) {
	f.Add(uint64(3), uint64(0), uint64(0), uint64(0), uint64(5), uint64(0), uint64(0), uint64(0))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(1), ^uint64(0), ^uint64(0), ^uint64(0))
	f.Fuzz(func(t *testing.T, m0, m1, m2, m3, x0, x1, x2, x3 uint64) {
		m := [4]uint64{m0 | 1, m1, m2, m3}
		if m != [4]uint64{1} {
			check(t, New(m), testkit.Big(m), [4]uint64{x0, x1, x2, x3})
		}
	})
}

func BenchmarkInv(b *testing.B) {
	p := New(testkit.Limbs(fromHex(moduli["25519 p"])))
	z := [4]uint64{1, 2, 3, 4}
	b.Run("25519", func(b *testing.B) {
		for range b.N {
			p.Inv(&z, &z)
			z[0]++
		}
	})
	b.Run("25519/VarTime", func(b *testing.B) {
		for range b.N {
			p.InvVarTime(&z, &z)
			z[0]++
		}
	})
	n := New(testkit.Limbs(fromHex(moduli["25519 l"])))
	b.Run("l", func(b *testing.B) {
		for range b.N {
			n.Inv(&z, &z)
			z[0]++
		}
	})
	b.Run("l/VarTime", func(b *testing.B) {
		for range b.N {
			n.InvVarTime(&z, &z)
			z[0]++
		}
	})
}
