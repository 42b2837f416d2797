// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

// The formulas do not depend on b of y^2 = x^3 + b. So with another b they compute in
// another group, and where that has a small subgroup all its points can be tried, with
// every exceptional case: as often as not two multiples meet.

// A tinyGroup is the subgroup of an order that q generates, on the curve with that b.
type tinyGroup struct {
	b      int64
	order  int
	lambda int // (beta·x, y) = [lambda](x, y)
	q      affine
}

var tinyGroups = []tinyGroup{
	{2, 13, 9, affine{
		number("3ad3e1ec92dc070a346a975330b12e1d929c645be56584aa88e489aa3d68746b"),
		number("ab34e4942373ed8cf787bb15bc0b9fc1f15065bc091001aa6c607f91c8520383"),
	}},
	{4, 199, 92, affine{
		number("fa7cc9a70737f2dba749dd392b4fb0693b017a7da808c2f1fb12940c9ea66c18"),
		number("78ac123a5ed8aef38732bc911f3a286848df246c808dae72cfe525727f0501ed"),
	}},
}

// multiples returns [0]q, ..., [order-1]q, and checks that the constants are right.
func (g *tinyGroup) multiples(t *testing.T) []affine {
	if difference(square(g.q.y), cube(g.q.x)).Cmp(small(g.b)) != 0 {
		t.Fatalf("the point of order %d is not on the curve", g.order)
	}
	list := []affine{modelIdentity}
	for i := 1; i < g.order; i++ {
		list = append(list, list[i-1].plus(g.q))
		if list[i].isIdentity() {
			t.Fatalf("the order is %d, not %d", i, g.order)
		}
	}
	if !list[g.order-1].plus(g.q).isIdentity() {
		t.Fatalf("the order is not %d", g.order)
	}
	for i, q := range list {
		if i > 0 && !list[i*g.lambda%g.order].equal(affine{product(beta, q.x), q.y}) {
			t.Fatalf("lambda is not %d", g.lambda)
		}
	}
	return list
}

// representations returns two points for each of the multiples: with Z = 1 and with
// another Z.
func representations(r *testkit.Rand, multiples []affine) (list [2][]Point) {
	for _, q := range multiples {
		v := *new(Point)
		if !q.isIdentity() {
			v = *secp256k1.Jacobian([3]field.Element{element(r, q.x), element(r, q.y), field.One()})
		}
		list[0] = append(list[0], v)
		list[1] = append(list[1], *projective(&v, r))
	}
	return list
}

func TestTinyGroupLaw(t *testing.T) {
	for _, g := range tinyGroups {
		multiples := g.multiples(t)
		run := 0
		testkit.Kernels(t, func(t *testing.T) {
			r := testkit.NewRand(t)
			all := representations(r, multiples)
			step := 1
			if g.order > 100 {
				if step = 3; testing.Short() || run > 0 && cpu.X86 != (cpu.Features{}) {
					step = 23
				}
			}
			run++
			is := func(v *Point, k int, name string, i, j int) {
				t.Helper()
				k = (k%g.order + g.order) % g.order
				if v.Equal(&all[0][k]) != 1 || all[1][k].Equal(v) != 1 || (v.IsIdentity() == 1) != (k == 0) {
					t.Fatalf("order %d: %s of %d and %d is not %d", g.order, name, i, j, k)
				}
			}
			var v Point
			for i := range g.order {
				a := &all[1][i]
				is(v.Double(a), 2*i, "double", i, i)
				is(v.Negate(a), -i, "negative", i, i)
				v = *a
				v.DoubleN(5)
				is(&v, 32*i, "doublings", i, i)
				for j := i % step; j < g.order; j += step {
					for _, b := range []*Point{&all[0][j], &all[1][j]} {
						is(v.Add(a, b), i+j, "sum", i, j)
						is(v.Subtract(a, b), i-j, "difference", i, j)
						for _, negative := range []bool{false, true} {
							sign := 1
							if negative {
								sign = -1
							}
							v = *a
							secp256k1.VarTimeAdd(&v, b, 1, negative)
							is(&v, 2*i+sign*j, "2a ± b in variable time", i, j)
							v = *a
							secp256k1.ConstantAdd(&v, b, 1, negative)
							is(&v, 2*i+sign*j, "2a ± b in constant time", i, j)
						}
						if equal := a.Equal(b); (equal == 1) != (i == j) {
							t.Fatalf("order %d: %d and %d are equal: %d", g.order, i, j, equal)
						}
					}
					if j == 0 {
						continue
					}
					q := secp256k1.Affine{element(r, negative(multiples[j].x)), element(r, multiples[j].y)}
					v = *a
					v.AddComplete(q)
					is(&v, i+j, "sum with an affine point", i, j)
					if i == 0 {
						continue
					}
					// A step stops just before an exception.
					v = *a
					left := v.Steps(field.One(), []secp256k1.Step{{Q: q, Doublings: 2}})
					if exception := (4*i-j)%g.order == 0 || (4*i+j)%g.order == 0; exception {
						is(&v, 4*i, "doublings of a step", i, j)
						if left != 1 {
							t.Fatalf("order %d: %d and %d are not an exception", g.order, i, j)
						}
					} else if is(&v, 4*i+j, "step", i, j); left != 0 {
						t.Fatalf("order %d: %d and %d are an exception", g.order, i, j)
					}
				}
			}
		})
	}
}

// All products with the loop of VarTimeDoubleScalarBaseMult in the group of order 199.
func TestTinyMultiples(t *testing.T) {
	g := tinyGroups[1]
	multiples := g.multiples(t)
	run := 0
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		all := representations(r, multiples)
		step := 3
		if testing.Short() || run > 0 && cpu.X86 != (cpu.Features{}) {
			step = 41
		}
		run++
		for k1 := range g.order {
			for k2 := k1 % step; k2 < g.order; k2 += step {
				i := 1 + r.IntN(g.order-1)
				sign1, sign2 := r.IntN(2), r.IntN(2)
				v := secp256k1.WNAFMult(&all[r.IntN(2)][i], [3]uint64{uint64(k1)}, [3]uint64{uint64(k2)}, sign1, sign2)
				k := i * ((1-2*sign1)*k1 + (1-2*sign2)*k2*g.lambda) % g.order
				if want := &all[0][(k+g.order)%g.order]; v.Equal(want) != 1 {
					t.Fatalf("[%d]q + [%d][lambda]q, signs %d and %d, for q = %d: %x, want %x", k1, k2, sign1, sign2, i, v.Coordinates(), want.Coordinates())
				}
			}
		}
	})
}

// Sums of multiples in all the groups, of any points and few.
func TestTinySums(t *testing.T) {
	for _, g := range tinyGroups {
		multiples := g.multiples(t)
		testkit.Kernels(t, func(t *testing.T) {
			r := testkit.NewRand(t)
			all := representations(r, multiples)
			for n := range 40 {
				var ks [][4]uint64
				var qs []Point
				want := 0
				for range n {
					i, k := r.IntN(g.order), r.IntN(5*g.order)
					ks = append(ks, [4]uint64{uint64(k)})
					qs = append(qs, all[r.IntN(2)][i])
					want += k * i
				}
				constant, pippenger, straus := secp256k1.Sums(ks, qs, g.order)
				for name, v := range map[string]*Point{"constant time": &constant, "Straus": &straus, "Pippenger": &pippenger} {
					if v.Equal(&all[0][want%g.order]) != 1 {
						t.Fatalf("order %d, %d terms, %s: not %d", g.order, n, name, want%g.order)
					}
				}
			}
		})
	}
}

// The equations of the schemes in the group of order 13: for every private key d, every
// nonce k and every digest z or challenge e, what was signed is valid, and of all other s
// only those are that should be.
func TestTinySchemes(t *testing.T) {
	g := tinyGroups[0]
	multiples := g.multiples(t)
	xs := make([]*Scalar, g.order) // of the multiples
	odd := make([]int, g.order)
	mod := make([]int, g.order) // xs modulo the order
	for i, q := range multiples[1:] {
		if q.x.Cmp(order) >= 0 {
			t.Fatalf("x of %d is not below n", i+1)
		}
		xs[i+1], odd[i+1] = scalarFrom(q.x), int(q.y.Bit(0))
		mod[i+1] = int(new(big.Int).Mod(q.x, small(int64(g.order))).Int64())
	}
	inverse := func(i int) int {
		for j := range g.order {
			if i*j%g.order == 1 {
				return j
			}
		}
		return 0
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		all := representations(r, multiples)
		// combine returns [a]G + [b]Q for Q = [d]G.
		combine := func(a, b, d int) *Point {
			_, v, _ := secp256k1.Sums([][4]uint64{{uint64(a)}, {uint64(b)}}, []Point{all[0][1], all[r.IntN(2)][d]}, g.order)
			return &v
		}
		step := 1
		if testing.Short() || cpu.X86 != cpu.Paths()[0] {
			step = 5
		}
		for d := 1; d < g.order; d++ {
			for z := range g.order {
				// ECDSA: R = (z/s)G + (r/s)Q, which is valid if x(R) = r.
				for s := 1; s < g.order; s++ {
					i := inverse(s)
					for k := 1 + (d+z+s)%step; k < g.order; k += step {
						R := (z + mod[k]*d) * i % g.order
						valid := R != 0 && multiples[R].x.Cmp(multiples[k].x) == 0
						if s == inverse(k)*(z+mod[k]*d)%g.order && !valid {
							t.Fatalf("d = %d, k = %d, z = %d: the signature is not valid", d, k, z)
						}
						if V := combine(z*i%g.order, mod[k]*i%g.order, d); V.VarTimeEqualX(xs[k]) != valid {
							t.Fatalf("ECDSA: d = %d, k = %d, z = %d, s = %d: not %t", d, k, z, s, valid)
						}
					}
				}
				// BIP-340: R = s·G - e·P for P with an even y, and so for d or -d.
				even, e := d, z
				if odd[d] == 1 {
					even = g.order - d
				}
				for s := range g.order {
					V := combine(s, (g.order-e)%g.order, even)
					R := (s + (g.order-e)*even) % g.order
					if V.IsIdentity() != 0 || R == 0 {
						if V.IsIdentity() != 1 || R != 0 {
							t.Fatalf("BIP-340: d = %d, e = %d, s = %d: R is not %d", d, e, s, R)
						}
						continue
					}
					var x [32]byte
					parity := V.VarTimeNormalizeX(&x)
					if !bytes.Equal(x[:], bigEndian(multiples[R].x)) || parity != odd[R] {
						t.Fatalf("BIP-340: d = %d, e = %d, s = %d: R is not %d", d, e, s, R)
					}
				}
			}
		}
	})
}
