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

type quad = [4]field.Element

// quads returns values in fours, so that each of them is in some lane.
func quads(values []value, r *testkit.Rand) (vs [][4]value) {
	for range len(values) {
		var v [4]value
		for i := range v {
			v[i] = values[r.IntN(len(values))]
		}
		vs = append(vs, v)
	}
	return vs
}

func elements(v [4]value) (e quad) {
	for i := range v {
		e[i] = v[i].e
	}
	return e
}

func TestSqrtRatio4(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, pr := range primes {
			us := quads(pr.inputs(r, 20), r)
			vs := quads(pr.inputs(r, 20), r)
			for i, u := range us {
				v := vs[i]
				switch r.IntN(3) {
				case 0: // the ratio is 1
					v[r.IntN(4)] = u[r.IntN(4)]
				case 1:
					u = v
				}
				var square [4]int
				z := testkit.Aliases(t, "SqrtRatio4", quad{dirty, dirty, dirty, dirty}, func(z *quad, in ...*quad) {
					square = pr.SqrtRatio4(z, in[0], in[1])
				}, elements(u), elements(v))
				for j := range z {
					want, wantSquare := pr.rootOf(u[j].n, v[j].n)
					if square[j] != wantSquare {
						t.Fatalf("SqrtRatio4(%x, %x) returns %d", u[j].n, v[j].n, square[j])
					}
					pr.check(t, z[j], want, "SqrtRatio4(%x, %x)", u[j].n, v[j].n)
				}
			}
		}
	})
}

// The vectors' squarings and products, on values and towards results for which carries come late.
func TestSqrNMul4(t *testing.T) {
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
		xs, ys := quads(values, r), quads(values, r)
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
			z := testkit.Aliases(t, "SqrNMul4", quad{dirty, dirty, dirty, dirty}, func(z *quad, in ...*quad) {
				field.SqrNMul4(z, in[0], uint64(n), in[1])
			}, elements(x), elements(y))
			for j := range z {
				want := new(big.Int).Exp(x[j].n, new(big.Int).Lsh(big.NewInt(1), uint(n)), pr.p)
				pr.check(t, z[j], want.Mul(want, y[j].n), "%x^(2^%d)·%x", x[j].n, n, y[j].n)
			}
		}
	})
}

func TestSqrtRatio4Allocations(t *testing.T) {
	var z, u, v quad
	testkit.NoAllocs(t, "SqrtRatio4", func() { field.P25519.SqrtRatio4(&z, &u, &v) })
}
