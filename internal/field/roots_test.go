// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field_test

import (
	"math/big"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// A batch is what is in the lanes of vectors, twice.
type batch = [field.MaxRatios]field.Element

// batches returns values in sixteens, so that each of them is in some lane.
func batches(values []value, r *testkit.Rand) (vs [][field.MaxRatios]value) {
	for range len(values) {
		var v [field.MaxRatios]value
		for i := range v {
			v[i] = values[r.IntN(len(values))]
		}
		vs = append(vs, v)
	}
	return vs
}

func elements(v [field.MaxRatios]value) (e batch) {
	for i := range v {
		e[i] = v[i].e
	}
	return e
}

func TestSqrtRatios(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, pr := range primes {
			us := batches(pr.inputs(r, 20), r)
			vs := batches(pr.inputs(r, 20), r)
			for i, u := range us {
				v := vs[i]
				switch r.IntN(3) {
				case 0: // the ratio is 1
					v[r.IntN(len(v))] = u[r.IntN(len(v))]
				case 1:
					u = v
				}
				n := r.IntN(len(v) + 1)
				for name, ratios := range map[string]func(z, u, v []field.Element, square []int){
					"SqrtRatios": pr.SqrtRatios, "VarTimeSqrtRatios": pr.VarTimeSqrtRatios,
				} {
					var square [field.MaxRatios]int
					clean := batch{}
					for j := range clean {
						clean[j] = dirty
					}
					z := testkit.Aliases(t, name, clean, func(z *batch, in ...*batch) {
						ratios(z[:n], in[0][:n], in[1][:n], square[:n])
						for j := n; j < len(z); j++ {
							z[j] = field.Element{} // is not what the comparison is about
						}
					}, elements(u), elements(v))
					for j := range n {
						want, wantSquare := pr.rootOf(u[j].n, v[j].n)
						if square[j] != wantSquare {
							t.Fatalf("%s(%x, %x) returns %d", name, u[j].n, v[j].n, square[j])
						}
						pr.check(t, z[j], want, "%s(%x, %x)", name, u[j].n, v[j].n)
					}
				}
				us, vs := elements(u), elements(v)
				four, fourU, fourV := [4]field.Element{}, [4]field.Element(us[2:6]), [4]field.Element(vs[2:6])
				var square4 [4]int
				pr.SqrtRatios(four[:], fourU[:], fourV[:], square4[:])
				for j := range four {
					want, wantSquare := pr.rootOf(u[j+2].n, v[j+2].n)
					if square4[j] != wantSquare {
						t.Fatalf("SqrtRatios of four(%x, %x) returns %d", u[j+2].n, v[j+2].n, square4[j])
					}
					pr.check(t, four[j], want, "SqrtRatios of four(%x, %x)", u[j+2].n, v[j+2].n)
				}
			}
		}
	})
}

// Powers are those of math/big, for all numbers of elements.
func TestRootPowers(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		pr := primes[0]
		exponent := new(big.Int).Rsh(new(big.Int).Sub(pr.p, big.NewInt(5)), 3)
		for i, x := range batches(pr.inputs(r, 40), r) {
			n := i % (field.MaxRatios + 1)
			got := elements(x)
			for j := n; j < len(got); j++ {
				got[j] = dirty
			}
			pr.VarTimeRootPowers(got[:n])
			for j := range got {
				if j < n {
					pr.check(t, got[j], new(big.Int).Exp(x[j].n, exponent, pr.p), "%x to (p-5)/8", x[j].n)
				} else if got[j] != dirty {
					t.Fatalf("of %d elements, number %d changed", n, j)
				}
			}
		}
	})
}

// Squarings and products in lanes, of values and towards results for which carries come late, and
// of limbs as large as they may be.
func TestSqrNMulLanes(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		pr := primes[0]
		values := pr.inputs(r, 300)
		for _, target := range r.Targets(pr.p) {
			values = append(values, fromBig(target))
			// Roots of the target, and quotients by squares.
			if root := new(big.Int).ModSqrt(new(big.Int).Mod(target, pr.p), pr.p); root != nil {
				values = append(values, fromBig(root))
			}
		}
		xs, ys := batches(values, r), batches(values, r)
		for i, x := range xs {
			y := ys[i]
			n := uint(r.IntN(4))
			if r.IntN(2) == 0 { // make products that are some of the values
				for j := range y {
					power := new(big.Int).Exp(x[j].n, new(big.Int).Lsh(big.NewInt(1), n), pr.p)
					product := new(big.Int).Mul(y[j].n, pr.inverse(power))
					y[j] = fromBig(product.Mod(product, pr.p))
				}
			}
			var a, b field.Octets
			// Numbers of elements at which other lanes begin to be used.
			size := []int{1, 4, 5, 8, 9, 12, 13, 16}[r.IntN(8)]
			bits := field.OctetBits(size)
			large := r.IntN(4) == 0
			for j := range x {
				a.Set(j, &x[j].e, size)
				b.Set(j, &y[j].e, size)
				if large {
					randomLimbs(r, &a[j/8], j%8)
					randomLimbs(r, &b[j/8], j%8)
				}
			}
			for k, run := range field.SqrNMulLanes {
				var clean field.Octets
				z := testkit.Aliases(t, "SqrNMulLanes", clean, func(z *field.Octets, in ...*field.Octets) {
					run(z, size, in[0], uint64(n), in[1])
					for j := size; j < len(x); j++ {
						z.Set(j, &field.Element{}, size) // is not what the comparison is about
					}
				}, a, b)
				for j := range size {
					want := new(big.Int).Exp(octetInteger(&a[j/8], j%8, bits), new(big.Int).Lsh(big.NewInt(1), n), pr.p)
					want.Mul(want, octetInteger(&b[j/8], j%8, bits))
					what := "%d: %x^(2^%d)·%x, of %d"
					pr.check(t, z.Get(j, size), want, what, k, a[j/8], n, b[j/8], size)
					for _, limb := range z[j/8] {
						if limb[j%8] >= 1<<52 {
							t.Fatalf(what+" has the limb %x", k, a[j/8], n, b[j/8], size, limb[j%8])
						}
					}
				}
			}
		}
	})
}

// randomLimbs sets the element j to limbs of which many are as large as factors may have them.
func randomLimbs(r *testkit.Rand, e *field.LaneOctet, j int) {
	for i := range e {
		limbs := []uint64{1<<52 - 1, 1<<52 - 1, 0, 1<<51 - 1, 1 << 51, 1<<26 - 1, 1<<52 - 1<<26, r.Uint64N(1 << 52)}
		e[i][j] = limbs[r.IntN(len(limbs))]
	}
}

func octetInteger(e *field.LaneOctet, j int, bits uint) *big.Int {
	return integerOf([5]uint64{e[0][j], e[1][j], e[2][j], e[3][j], e[4][j]}, bits)
}

// integerOf returns the number with these limbs, of so many bits.
func integerOf(limbs [5]uint64, bits uint) *big.Int {
	x := new(big.Int)
	for i, limb := range limbs {
		x.Add(x, new(big.Int).Lsh(new(big.Int).SetUint64(limb), bits*uint(i)))
	}
	return x
}

// Elements of limbs below 2^61.
func TestLimbs51(t *testing.T) {
	r := testkit.NewRand(t)
	pr := primes[0]
	for range 2000 {
		var l [5]uint64
		for i := range l {
			switch r.IntN(4) {
			case 0:
				l[i] = 1<<61 - 1 - r.Uint64N(2)
			case 1:
				l[i] = 1<<51 - r.Uint64N(3)
			case 2:
				l[i] = r.Uint64N(3)
			default:
				l[i] = r.Uint64N(1 << 61)
			}
		}
		pr.check(t, field.FromLimbs51(l[0], l[1], l[2], l[3], l[4]), integerOf(l, 51), "%x", l)
		y := fromLimbs(r.Limbs())
		if l[0], l[1], l[2], l[3], l[4] = field.Limbs51(&y.e); integerOf(l, 51).Cmp(y.n) != 0 {
			t.Fatalf("%x as limbs is %x", y.n, l)
		}
	}
}

func TestSqrtRatiosAllocations(t *testing.T) {
	var z, u, v batch
	var square [field.MaxRatios]int
	testkit.NoAllocs(t, "SqrtRatios", func() { field.P25519.SqrtRatios(z[:], u[:], v[:], square[:]) })
	testkit.NoAllocs(t, "VarTimeSqrtRatios", func() { field.P25519.VarTimeSqrtRatios(z[:], u[:], v[:], square[:]) })
}
