// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package recode

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// sum returns the sum of d[i] 2^(w i).
func sum(d []int8, w uint) *big.Int {
	s := new(big.Int)
	for i := len(d) - 1; i >= 0; i-- {
		s.Lsh(s, w)
		s.Add(s, big.NewInt(int64(d[i])))
	}
	return s
}

// inputs returns edge values, which include 0 and 2^256 - 1, integers whose
// digits are all the same, and random ones.
func inputs(t testing.TB) [][4]uint64 {
	r := testkit.NewRand(t)
	l, _ := new(big.Int).SetString("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16)
	ks := testkit.Edges(l)
	for i := range uint(256) {
		b := new(big.Int).Lsh(big.NewInt(1), i)
		ks = append(ks, testkit.Limbs(b), testkit.Limbs(new(big.Int).Sub(b, big.NewInt(1))))
	}
	for w := uint(2); w <= 8; w++ {
		for digit := range uint64(1 << w) {
			k := new(big.Int)
			for range 256 / w {
				k.Lsh(k, w).Add(k, new(big.Int).SetUint64(digit))
			}
			ks = append(ks, testkit.Limbs(k), testkit.Limbs(k.Lsh(k, 256%w)))
		}
	}
	for range 2000 {
		ks = append(ks, r.Limbs())
	}
	return ks
}

// fixed checks digits against k, and that they were all written.
func fixed(t *testing.T, k [4]uint64, d []int8, w uint, low, high, top int8) {
	t.Helper()
	for i, v := range d[:len(d)-1] {
		if v < low || v > high {
			t.Fatalf("%#x: digit %d is %d, want %d to %d", k, i, v, low, high)
		}
	}
	if v := d[len(d)-1]; v < 0 || v > top {
		t.Fatalf("%#x: top digit %d, want 0 to %d", k, v, top)
	}
	if got := sum(d, w); got.Cmp(testkit.Big(k)) != 0 {
		t.Fatalf("%#x: the digits %d are those of %#x", k, d, got)
	}
}

func signed16(t *testing.T, k [4]uint64) {
	t.Helper()
	k[3] &= 1<<63 - 1
	var d [64]int8
	for i := range d {
		d[i] = 99
	}
	in := k
	Signed16(&d, &in)
	fixed(t, k, d[:], 4, -8, 7, 8)
	if in != k {
		t.Fatal("k was changed")
	}
}

func signed32(t *testing.T, k [4]uint64) {
	t.Helper()
	var d [52]int8
	for i := range d {
		d[i] = 99
	}
	in := k
	Signed32(&d, &in)
	fixed(t, k, d[:], 5, -15, 16, 2)
	if in != k {
		t.Fatal("k was changed")
	}
}

// value returns the odd number of the digit.
func value(d Digit) int {
	odd, negative := d.Odd()
	return (2*odd + 1) * (1 - 2*int(negative))
}

func wnaf(t *testing.T, k [4]uint64, w uint) {
	t.Helper()
	var s VarTimeSchedule
	in := k
	d := s.Append(nil, &in, 0, 0, w, positions)
	if in != k {
		t.Fatal("k was changed")
	}
	n := len(d)
	if n > MaxDigits(testkit.Big(k).BitLen(), w) {
		t.Fatalf("%#x, width %d: %d digits", k, w, n)
	}
	got, last := new(big.Int), -int(w)
	for i, digit := range d {
		v := value(digit)
		if max(v, -v) >= 1<<(w-1) || digit.Row() != 0 {
			t.Fatalf("%#x, width %d: digit %d is %#x", k, w, i, digit)
		}
		if int(digit.Position())-last < int(w) {
			t.Fatalf("%#x, width %d: digits at %d and %d", k, w, last, digit.Position())
		}
		last = int(digit.Position())
		got.Add(got, new(big.Int).Lsh(big.NewInt(int64(v)), uint(last)))
	}
	if n > 0 && value(d[n-1]) < 0 || got.Cmp(testkit.Big(k)) != 0 {
		t.Fatalf("%#x, width %d: the digits %#x are those of %#x", k, w, d, got)
	}
	minus := s.Append(nil, &in, 1, 0, w, positions)
	for i := range minus {
		minus[i] ^= 1
	}
	if !slices.Equal(minus, d) {
		t.Fatalf("%#x, width %d: the digits of the opposite are the opposites of %#x", k, w, minus)
	}
}

func TestSigned16(t *testing.T) {
	for _, k := range inputs(t) {
		signed16(t, k)
	}
}

func TestSigned32(t *testing.T) {
	for _, k := range inputs(t) {
		signed32(t, k)
	}
}

func TestWNAF(t *testing.T) {
	for _, k := range inputs(t) {
		for w := uint(2); w <= 15; w++ {
			wnaf(t, k, w)
		}
	}
}

// TestTopDigits reaches the ends of the ranges of the top digits.
func TestTopDigits(t *testing.T) {
	const ones = ^uint64(0)
	var d16 [64]int8
	Signed16(&d16, &[4]uint64{ones, ones, ones, ones >> 1})
	if d16[63] != 8 {
		t.Errorf("Signed16(2^255 - 1) has top digit %d, want 8", d16[63])
	}
	var d32 [52]int8
	Signed32(&d32, &[4]uint64{ones, ones, ones, ones})
	if d32[51] != 2 {
		t.Errorf("Signed32(2^256 - 1) has top digit %d, want 2", d32[51])
	}
	var s VarTimeSchedule
	want := []Digit{1, 256 << 16} // -1, 2^256
	if d := s.Append(nil, &[4]uint64{ones, ones, ones, ones}, 0, 0, 5, positions); !slices.Equal(d, want) {
		t.Errorf("the digits of 2^256 - 1 are %#x, want %#x", d, want)
	}
}

func TestAllocations(t *testing.T) {
	k := [4]uint64{1, 2, 3, 4}
	var d16 [64]int8
	var d32 [52]int8
	var d [52]Digit
	testkit.NoAllocs(t, "recodings", func() {
		var s VarTimeSchedule
		Signed16(&d16, &k)
		Signed32(&d32, &k)
		s.Append(d[:0], &k, 0, 0, 5, positions)
	})
}

func FuzzRecode(f *testing.F) {
	f.Add(uint64(0), uint64(0), uint64(0), uint64(0), uint8(5))
	f.Add(^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), uint8(8))
	f.Fuzz(func(t *testing.T, k0, k1, k2, k3 uint64, w uint8) {
		k := [4]uint64{k0, k1, k2, k3}
		signed16(t, k)
		signed32(t, k)
		wnaf(t, k, uint(w)%14+2)
	})
}

func BenchmarkRecode(b *testing.B) {
	k := [4]uint64{0x123456789abcdef0, 0x0fedcba987654321, 0x5a5a1234deadbeef, 0x0f1e2d3c4b5a6978}
	var d16 [64]int8
	var d32 [52]int8
	var d [129]Digit
	b.Run("Signed16", func(b *testing.B) {
		for range b.N {
			Signed16(&d16, &k)
		}
	})
	b.Run("Signed32", func(b *testing.B) {
		for range b.N {
			Signed32(&d32, &k)
		}
	})
	for _, w := range []uint{5, 8} {
		b.Run(fmt.Sprintf("VarTimeSchedule/%d", w), func(b *testing.B) {
			var s VarTimeSchedule
			var sorted [129]Digit
			for range b.N {
				s.Sort(sorted[:], s.Append(d[:0], &k, 0, 0, w, positions))
			}
		})
	}
}

// A schedule has the digits of its multipliers, with their signs, rows and weights, and the
// highest positions first.
func TestVarTimeSchedule(t *testing.T) {
	r := testkit.NewRand(t)
	var s VarTimeSchedule
	for _, size := range []int{0, 1, 2, 5, 60} {
		// Each multiplier has rows of its own: the first, and how many, with the step.
		type multiplier struct {
			k            [4]uint64
			negate, step int
		}
		var all []multiplier
		var digits []Digit
		for i := range size {
			m := multiplier{k: r.Limbs(), negate: i % 2, step: []int{64, 128, 257}[i%3]}
			if i%5 == 4 {
				m.k = [4]uint64{uint64(i)}
			}
			all = append(all, m)
			digits = s.Append(digits, &m.k, m.negate, 10*i, uint(2+i%9), m.step)
		}
		sorted := s.Sort(make([]Digit, len(digits)), digits)
		got := make([]*big.Int, size)
		for i := range got {
			got[i] = new(big.Int)
		}
		last := 256
		for _, d := range sorted {
			if int(d.Position()) > last {
				t.Fatalf("position %d after %d", d.Position(), last)
			}
			last = int(d.Position())
			m := all[d.Row()/10]
			if last >= m.step {
				t.Fatalf("position %d with step %d", last, m.step)
			}
			v := big.NewInt(int64(value(d)))
			got[d.Row()/10].Add(got[d.Row()/10], v.Lsh(v, uint(last+(d.Row()%10)*m.step)))
		}
		for i, m := range all {
			want := testkit.Big(m.k)
			if m.negate == 1 {
				want.Neg(want)
			}
			if got[i].Cmp(want) != 0 {
				t.Errorf("%d multipliers: the digits of number %d are those of %#x, want %#x", size, i, got[i], want)
			}
		}
	}
	if s != (VarTimeSchedule{}) {
		t.Error("Sort left something")
	}
}

func TestBooth(t *testing.T) {
	r := testkit.NewRand(t)
	for _, c := range []struct {
		width uint
		n     int
		bits  uint
	}{{5, 26, 128}, {10, 26, 255}} {
		most := new(big.Int).Lsh(big.NewInt(1), c.bits)
		values := []*big.Int{new(big.Int), big.NewInt(1), new(big.Int).Sub(most, big.NewInt(1))}
		for _, e := range testkit.Edges(most) {
			values = append(values, new(big.Int).Mod(testkit.Big(e), most))
		}
		for range 500 {
			values = append(values, new(big.Int).Mod(testkit.Big(r.Limbs()), most))
		}
		for _, k := range values {
			limbs := testkit.Limbs(k)
			b := NewBooth(&limbs)
			sum := new(big.Int)
			for i := c.n - 1; i >= 0; i-- {
				magnitude, negative := b.Digit(uint(i), c.width)
				if magnitude > 1<<(c.width-1) || negative > 1 {
					t.Fatalf("%x: digit %d is %d, %d", k, i, magnitude, negative)
				}
				sum.Add(sum.Lsh(sum, c.width), big.NewInt(int64(magnitude)*(1-2*int64(negative))))
			}
			if sum.Cmp(k) != 0 {
				t.Fatalf("the digits of %x are those of %x", k, sum)
			}
		}
	}
}

func TestBits8(t *testing.T) {
	for want := range uint64(256) {
		var b [8]uint64
		for j := range b {
			b[j] = want >> j & 1
		}
		if got := Bits8(&b); got != want {
			t.Errorf("%v is %d, want %d", b, got, want)
		}
	}
}
