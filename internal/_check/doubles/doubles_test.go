// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubles

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// A sampled double: what is known of it, and what it is in some executions.
type sampled struct {
	real   *Real
	values []float64
}

const samples = 40

// random returns a double with random bounds.
func random(s *Space, r *rand.Rand) sampled {
	grid := r.IntN(80) - 20
	a, b := r.Int64N(1<<r.IntN(53)+1), r.Int64N(1<<r.IntN(53)+1)
	if r.IntN(4) == 0 {
		b = a
	}
	signs := r.IntN(3)
	if signs == 0 {
		a = -a
	} else if a > b {
		a, b = b, a
	}
	if signs == 1 {
		a, b = -b, -a
	}
	z := sampled{}
	number := func(n int64) *big.Float { return shifted(Number(big.NewInt(n)), grid) }
	z.real = s.Between(number(a), number(b), grid)
	for i := range samples {
		n := a + r.Int64N(b-a+1)
		if i < 2 {
			n = []int64{a, b}[i]
		}
		z.values = append(z.values, math.Ldexp(float64(n), grid))
	}
	return z
}

// holds reports what of x is not true of a number.
func holds(t *testing.T, x *Real, v float64) {
	t.Helper()
	y := ofBits(math.Float64bits(v))
	if y.Cmp(x.Lo) < 0 || y.Cmp(x.Hi) > 0 {
		t.Fatalf("%g is not between %v and %v", v, x.Lo, x.Hi)
	}
	if v != 0 && trailing(y) < x.Grid {
		t.Fatalf("%g is not a multiple of 2^%d", v, x.Grid)
	}
	bits := math.Float64bits(v)
	if lo, hi, ok := x.Bits(); ok && (bits < lo || bits > hi) {
		t.Fatalf("the bits of %g are %#x, and not from %#x to %#x", v, bits, lo, hi)
	}
	if e, negative, ok := x.Binade(); ok {
		n := math.Ldexp(math.Abs(v), 52-e) - 1<<52
		want := uint64(e+1023)<<52 + uint64(n)
		if negative {
			want |= 1 << 63
		}
		if n < 0 || n > 1<<52 || bits != want {
			t.Fatalf("%g is not linear in its bits, with an exponent of %d", v, e)
		}
	}
}

// What is said of doubles is true of what the CPU, or Go, computes; and exact sums are those that are.
func TestFused(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	exacts, roundings, binades := 0, 0, 0
	for range 2000 {
		s := &Space{}
		x, y, z := random(s, r), random(s, r), random(s, r)
		if r.IntN(8) == 0 {
			y = x
		}
		w, exact, err := s.Fused(x.real, y.real, z.real)
		if err != nil {
			t.Fatal(err)
		}
		if exact {
			exacts++
		} else {
			roundings++
		}
		if _, _, ok := w.Binade(); ok {
			binades++
		}
		// z' = x·y + z, and u = x·y - (z' - z) is what rounding has taken away, and small.
		d, exactSum, err := s.Fused(s.Between(one, one, 0), w, s.Negated(z.real))
		if err != nil {
			t.Fatal(err)
		}
		u, _, err := s.Fused(x.real, y.real, s.Negated(d))
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			a, b, c := x.values[i], y.values[i], z.values[i]
			v := math.FMA(a, b, c)
			holds(t, w, v)
			if isExact := fits(a, b, c, v); exact && !isExact {
				t.Fatalf("%g·%g + %g is not exact", a, b, c)
			}
			difference := v - c
			holds(t, d, difference)
			if exactSum && !fits(1, v, -c, difference) {
				t.Fatalf("%g - %g is not exact", v, c)
			}
			holds(t, u, math.FMA(a, b, -difference))
		}
	}
	if exacts < 100 || roundings < 1000 || binades < 80 {
		t.Errorf("%d were exact, %d rounded, %d in one binade", exacts, roundings, binades)
	}
}

// fits reports whether a·b + c is v.
func fits(a, b, c, v float64) bool {
	x := new(big.Rat).Mul(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b))
	return x.Add(x, new(big.Rat).SetFloat64(c)).Cmp(new(big.Rat).SetFloat64(v)) == 0 // another arithmetic than that of the package
}

// A product is split into a multiple of 2^51 and what is at most 2^50, if it is at most 2^102, and with the right constants
// only.
func TestSplit(t *testing.T) {
	for _, test := range []struct {
		most          float64 // of the factors
		c, x          float64
		exact, binade bool // the lower part is exact, and in one binade
	}{
		{1<<51 - 1, 1.5 * (1 << 103), 1.5 * (1 << 52), true, true},
		{1<<51 + 1, 1.5 * (1 << 103), 1.5 * (1 << 52), false, false}, // the higher part may be in two binades
		{1<<51 - 1, 1.5 * (1 << 102), 1.5 * (1 << 52), false, false},
		{1<<51 - 1, 1.5 * (1 << 104), 1.5 * (1 << 52), false, false}, // the sum of the constants is no double
		{1<<51 - 1, 1.5 * (1 << 104), 1 << 52, true, false},          // what is left may be -2^51
		{1<<51 - 1, 1.5 * (1 << 103), 1.5 * (1 << 51), true, false},
		{1<<51 - 1, 1 << 103, 1.5 * (1 << 52), false, false},
	} {
		s := &Space{}
		number := func(x float64) *big.Float { return ofBits(math.Float64bits(x)) }
		exactly := func(x float64) *Real { y, _ := s.OfBits(math.Float64bits(x), math.Float64bits(x)); return y }
		a, b := s.Between(number(-test.most), number(test.most), 0), s.Between(number(-test.most), number(test.most), 0)
		high, exact, err := s.Fused(a, b, exactly(test.c))
		if err != nil || exact {
			t.Fatalf("%v: %v, %v", test, exact, err)
		}
		_, _, one := high.Binade()
		rest, exact1, err := s.Fused(exactly(1), high, exactly(-test.c-test.x))
		if err != nil {
			t.Fatal(err)
		}
		low, exact2, err := s.Fused(a, b, s.Negated(rest))
		if err != nil {
			t.Fatal(err)
		}
		_, _, two := low.Binade()
		if got := one && exact1 && exact2; got != test.exact || (got && two) != test.binade {
			t.Errorf("%v: exact %v, %v, in one binade %v, %v", test, exact1, exact2, one, two)
		}
	}
}

// Nothing is infinite, subnormal, or not of one sign, without being an error.
func TestLimits(t *testing.T) {
	s := &Space{}
	huge, tiny := s.Between(power(600), power(601), 600), s.Between(power(-600), power(-599), -652)
	zero := s.Between(zero, zero, 0)
	if _, _, err := s.Fused(huge, huge, zero); err != errLarge {
		t.Errorf("2^1200: %v", err)
	}
	if _, _, err := s.Fused(tiny, tiny, zero); err != errSmall {
		t.Errorf("2^-1200: %v", err)
	}
	for _, test := range []struct {
		lo, hi uint64
		ok     bool
	}{
		{0, 0, true}, {0, 1, false}, {1, 2, false}, {1 << 52, 0x7fefffffffffffff, true}, {1 << 52, 0x7ff << 52, false},
		{0x7fefffffffffffff, 1<<63 | 1<<52, false}, {1<<63 | 1<<52, 0xffefffffffffffff, true}, {2 << 52, 1 << 52, false}, {1 << 63, 1 << 63, true},
	} {
		if _, ok := s.OfBits(test.lo, test.hi); ok != test.ok {
			t.Errorf("%#x to %#x: %v", test.lo, test.hi, ok)
		}
	}
	if _, ok := FMA(math.Float64bits(1<<100), math.Float64bits(1<<100), 0); !ok {
		t.Error("2^200 is no normal number")
	}
	for _, x := range []float64{math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64} {
		if _, ok := FMA(math.Float64bits(x), math.Float64bits(1), 0); ok {
			t.Errorf("%g is a normal number", x)
		}
	}
}

// Integers modulo 2^64 are what they are with machine words.
func TestIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	edge := func() int64 { return int64(r.Uint64()) >> r.IntN(64) }
	// all returns some of z, as words.
	all := func(z *Integers) (words []uint64) {
		size := new(big.Int).Sub(z.Hi, z.Lo).Uint64() + 1
		for _, d := range []uint64{0, size - 1, r.Uint64N(size), r.Uint64N(size)} {
			words = append(words, z.Lo.Uint64()+d)
		}
		return words
	}
	in := func(z *Integers, x uint64) bool {
		return z.Hold(&Integers{new(big.Int).SetUint64(x), new(big.Int).SetUint64(x)})
	}
	for range 3000 {
		lo := new(big.Int).Mul(big.NewInt(edge()), big.NewInt(edge()))
		size := new(big.Int).SetUint64(r.Uint64() >> r.IntN(64))
		hi := new(big.Int).Add(lo, size)
		z, turns, ok := Around(lo, hi)
		if ok != (size.BitLen() < 64) {
			t.Fatalf("%v to %v: %v", lo, hi, ok)
		}
		if !ok {
			continue
		}
		if back := new(big.Int).Lsh(turns, 64); back.Add(back, z.Lo).Cmp(lo) != 0 || z.Lo.Sign() < 0 || z.Lo.Cmp(end) >= 0 {
			t.Fatalf("%v to %v: from %v, %v turns", lo, hi, z.Lo, turns)
		}
		if z.AreWords() != (z.Hi.BitLen() <= 64) {
			t.Fatalf("%v to %v are words: %v", z.Lo, z.Hi, z.AreWords())
		}
		offset := r.Uint64()
		if r.IntN(2) == 0 {
			offset = z.Lo.Uint64() + uint64(edge()>>8)
		}
		near, turns := z.Near(offset)
		back := new(big.Int).Lsh(turns, 64)
		if back.Add(back, new(big.Int).SetUint64(offset)).Add(back, near.Lo).Cmp(z.Lo) != 0 {
			t.Fatalf("%v near %#x: %v, %v turns", z.Lo, offset, near.Lo, turns)
		}
		if middle := new(big.Int).Add(near.Lo, near.Hi); middle.CmpAbs(end) > 0 {
			t.Fatalf("%v to %v near %#x: from %v to %v", z.Lo, z.Hi, offset, near.Lo, near.Hi)
		}
		w := &Integers{new(big.Int).SetUint64(z.Lo.Uint64() + uint64(edge()>>2)), nil}
		w.Hi = new(big.Int).Add(w.Lo, big.NewInt(edge()>>2&(1<<61-1)))
		if joined, ok := z.Join(w, uint(r.IntN(3))); ok {
			if !joined.Hold(z) || !joined.Hold(w) {
				t.Fatalf("%v to %v and %v to %v: %v to %v", z.Lo, z.Hi, w.Lo, w.Hi, joined.Lo, joined.Hi)
			}
			for _, x := range append(all(z), all(w)...) {
				if !in(joined, x) {
					t.Fatalf("%#x is not in %v to %v", x, joined.Lo, joined.Hi)
				}
			}
		}
		if all := (&Integers{new(big.Int), new(big.Int).Sub(end, big.NewInt(1))}); !all.Hold(w) || w.Hold(all) {
			t.Fatal("all words are not all")
		}
		if z.Hold(w) {
			for _, x := range all(w) {
				if !in(z, x) {
					t.Fatalf("%#x is not in %v to %v", x, z.Lo, z.Hi)
				}
			}
		}
	}
}
