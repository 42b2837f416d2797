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

type octet = [8]field.Element

// octets returns values in eights, so that each of them is in some lane.
func octets(values []value, r *testkit.Rand) (vs [][8]value) {
	for range len(values) {
		var v [8]value
		for i := range v {
			v[i] = values[r.IntN(len(values))]
		}
		vs = append(vs, v)
	}
	return vs
}

func elements(v [8]value) (e octet) {
	for i := range v {
		e[i] = v[i].e
	}
	return e
}

func TestSqrtRatios(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, pr := range primes {
			us := octets(pr.inputs(r, 20), r)
			vs := octets(pr.inputs(r, 20), r)
			for i, u := range us {
				v := vs[i]
				switch r.IntN(3) {
				case 0: // the ratio is 1
					v[r.IntN(8)] = u[r.IntN(8)]
				case 1:
					u = v
				}
				n := r.IntN(9)
				var square [8]int
				clean := octet{}
				for j := range clean {
					clean[j] = dirty
				}
				z := testkit.Aliases(t, "SqrtRatios", clean, func(z *octet, in ...*octet) {
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
				u8, v8 := elements(u), elements(v)
				four, fourU, fourV := [4]field.Element{}, [4]field.Element(u8[2:6]), [4]field.Element(v8[2:6])
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
func TestSqrNMul8(t *testing.T) {
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
		xs, ys := octets(values, r), octets(values, r)
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
			z := testkit.Aliases(t, "SqrNMul8", octet{dirty, dirty, dirty, dirty, dirty, dirty, dirty, dirty}, func(z *octet, in ...*octet) {
				field.SqrNMul8(z, in[0], uint64(n), in[1])
			}, elements(x), elements(y))
			for j := range z {
				want := new(big.Int).Exp(x[j].n, new(big.Int).Lsh(big.NewInt(1), uint(n)), pr.p)
				pr.check(t, z[j], want.Mul(want, y[j].n), "%x^(2^%d)·%x", x[j].n, n, y[j].n)
			}
		}
	})
}

func TestSqrtRatiosAllocations(t *testing.T) {
	var z, u, v octet
	var square [8]int
	testkit.NoAllocs(t, "SqrtRatios", func() { field.P25519.SqrtRatios(z[:], u[:], v[:], square[:]) })
}
