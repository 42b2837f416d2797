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
				var square [field.MaxRatios]int
				clean := batch{}
				for j := range clean {
					clean[j] = dirty
				}
				z := testkit.Aliases(t, "SqrtRatios", clean, func(z *batch, in ...*batch) {
					pr.SqrtRatios(z[:n], in[0][:n], in[1][:n], square[:n])
					for j := n; j < len(z); j++ {
						z[j] = field.Element{} // is not what the comparison is about
					}
				}, elements(u), elements(v))
				for j := range n {
					want, wantSquare := pr.rootOf(u[j].n, v[j].n)
					if square[j] != wantSquare {
						t.Fatalf("SqrtRatios(%x, %x) returns %d", u[j].n, v[j].n, square[j])
					}
					pr.check(t, z[j], want, "SqrtRatios(%x, %x)", u[j].n, v[j].n)
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

// The vectors' squarings and products, on values and towards results for which
// carries come late.
func TestVectorSqrNMul(t *testing.T) {
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
			n := 1 + r.IntN(3)
			if r.IntN(2) == 0 { // make products that are some of the values
				for j := range y {
					power := new(big.Int).Exp(x[j].n, new(big.Int).Lsh(big.NewInt(1), uint(n)), pr.p)
					product := new(big.Int).Mul(y[j].n, pr.inverse(power))
					y[j] = fromBig(product.Mod(product, pr.p))
				}
			}
			for _, size := range []int{len(x) / 2, len(x)} {
				clean := batch{}
				for j := range size {
					clean[j] = dirty
				}
				z := testkit.Aliases(t, "VectorSqrNMul", clean, func(z *batch, in ...*batch) {
					field.VectorSqrNMul(z[:size], in[0][:size], uint64(n), in[1][:size])
					clear(z[size:]) // is not what the comparison is about
				}, elements(x), elements(y))
				for j := range size {
					want := new(big.Int).Exp(x[j].n, new(big.Int).Lsh(big.NewInt(1), uint(n)), pr.p)
					pr.check(t, z[j], want.Mul(want, y[j].n), "%x^(2^%d)·%x, of %d", x[j].n, n, y[j].n, size)
				}
			}
		}
	})
}

func TestSqrtRatiosAllocations(t *testing.T) {
	var z, u, v batch
	var square [field.MaxRatios]int
	testkit.NoAllocs(t, "SqrtRatios", func() { field.P25519.SqrtRatios(z[:], u[:], v[:], square[:]) })
}
