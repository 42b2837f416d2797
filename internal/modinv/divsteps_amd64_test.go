// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package modinv

import (
	"math/big"
	"testing"
	"unsafe"

	"secant.example/internal/testkit"
)

// The assembly reads and writes these by their offsets.
func TestLayout(t *testing.T) {
	var (
		s   symbol
		e   entry
		tab table
	)
	for name, offsets := range map[string][2]uintptr{
		"symbol":           {unsafe.Sizeof(s), 16},
		"symbol.exchanges": {unsafe.Offsetof(s.exchanges), 0},
		"symbol.halvings":  {unsafe.Offsetof(s.halvings), 8},
		"entry":            {unsafe.Sizeof(e), 8},
		"entry.u":          {unsafe.Offsetof(e.u), 0},
		"entry.v":          {unsafe.Offsetof(e.v), 1},
		"entry.q":          {unsafe.Offsetof(e.q), 2},
		"entry.r":          {unsafe.Offsetof(e.r), 3},
		"entry.sign":       {unsafe.Offsetof(e.sign), 4},
		"entry.add":        {unsafe.Offsetof(e.add), 5},
		"table":            {unsafe.Sizeof(tab), 12 * 64 * 8},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s is at, or has, %d bytes, want %d", name, offsets[0], offsets[1])
		}
	}
}

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

// The routines take any numbers that fit in their limbs. From f and g of some 270 bits they do not
// come to an end in so many steps, so that the last batches do something, too, which they
// hardly do for those below 2^256.
func TestLargeNumbers(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		if !hasVectors() {
			return
		}
		r := testkit.NewRand(t)
		number := func() *big.Int {
			x := new(big.Int).Lsh(testkit.Big(r.Limbs()), 13)
			x.Add(x, testkit.Big(r.Limbs()))
			if r.IntN(2) == 1 {
				x.Neg(x)
			}
			return x
		}
		for name, hex := range moduli {
			m := New(testkit.Limbs(fromHex(hex)))
			for range 20 {
				var n [4]*big.Int
				for i := range n {
					n[i] = number()
				}
				n[0].SetBit(n[0], 0, 1)
				var v, w lanes
				for i := range n {
					v.set(i, n[i], laneBits, laneLimbs)
				}
				w = v
				s := [2]state{{v.limbs(0), v.limbs(1), v.limbs(2), v.limbs(3)}}
				later := s
				divsteps(&v, &m.constants)
				tab, zeta, ends := varTimeTable(), int64(-1), int64(-1)
				left := divstepsVarTime(&w, &m.constants, tab)
				for i := range batches {
					var a matrix
					zeta = a.divsteps(zeta, &s[i&1])
					s[i&1^1].updateFG(&s[i&1], &a)
					s[i&1^1].updateDE(&s[i&1], &a, m)
				}
				last := 0
				for ; ; last ^= 1 {
					var a matrix
					ends = a.divstepsVarTime(ends, &later[last], tab)
					later[last^1].updateFG(&later[last], &a)
					later[last^1].updateDE(&later[last], &a, m)
					if g := &later[last^1].g; g[0] == 0 && g[1]&15 == 0 {
						break
					}
				}
				for i, got := range []*lanes{&v, &w} {
					want := []*state{&s[batches&1], &later[last^1]}[i]
					if (state{got.limbs(0), got.limbs(1), got.limbs(2), got.limbs(3)}) != *want {
						t.Fatalf("%s: steps in %s time from %x: %x, want %x", name, []string{"constant", "variable"}[i], n, *got, *want)
					}
				}
				if g := &later[last^1].g; (left == 0) != (*g == limbs{}) {
					t.Fatalf("%s: steps in variable time from %x: returned %x, and g is %x", name, n, left, *g)
				}

				v = lanes{}
				n[0].Abs(n[0]) // as a modulus is
				for i := range 2 {
					v.set(i, n[i], 27, 10)
				}
				s[0] = state{f: v.limbs27(0), g: v.limbs27(1)}
				var got, symbol symbol
				jacobiSteps(&v, &got)
				delta := int64(0)
				for i := range symbolBatches {
					from, to := &s[i&1], &s[i&1^1]
					var a matrix
					var end uint64
					delta, end = a.symbolSteps(delta, &symbol, from)
					to.updateFG(from, &a)
					symbol.turn(from.f[4], to.f[4], end)
				}
				want := &s[symbolBatches&1]
				if v.limbs27(0) != want.f || v.limbs27(1) != want.g || got != symbol {
					t.Fatalf("%s: steps for the Jacobi symbol from %x: %x, %x, want %x, %x", name, n[:2], v, got, *want, symbol)
				}
			}
		}
	})
}

// set sets the i-th integer to x, in n limbs of so many bits, of which the last one is signed.
func (v *lanes) set(i int, x *big.Int, bits, n uint) {
	mask := big.NewInt(1<<bits - 1)
	for k := range n {
		limb := new(big.Int).Rsh(x, bits*k) // rounds down
		if k < n-1 {
			limb.And(limb, mask)
		}
		v[4*int(k)+i] = uint64(limb.Int64())
	}
}

// limbs27 returns the i-th integer of those for the Jacobi symbol.
func (v *lanes) limbs27(i int) (l limbs) {
	x := new(big.Int)
	for k := 9; k >= 0; k-- {
		x.Add(x.Lsh(x, 27), big.NewInt(int64(v[4*k+i])))
	}
	for k := range l {
		y := new(big.Int).Rsh(x, limbBits*uint(k))
		if k < len(l)-1 {
			y.And(y, big.NewInt(limbMask))
		}
		l[k] = uint64(y.Int64())
	}
	return l
}

// limbs returns the i-th integer.
func (v *lanes) limbs(i int) (l limbs) {
	v.get(&l, i)
	return l
}
