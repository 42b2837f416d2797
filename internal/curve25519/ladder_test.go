// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"math/big"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// The steps of the ladder, from states built so that the carries of each of
// its products and sums happen: no u and k would lead to them.

var prime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

func add(x, y *big.Int) *big.Int { z := new(big.Int).Add(x, y); return z.Mod(z, prime) }
func sub(x, y *big.Int) *big.Int { z := new(big.Int).Sub(x, y); return z.Mod(z, prime) }
func mul(x, y *big.Int) *big.Int { z := new(big.Int).Mul(x, y); return z.Mod(z, prime) }

// div returns x/y, and 0 if y = 0.
func div(x, y *big.Int) *big.Int {
	if y = new(big.Int).ModInverse(y, prime); y == nil {
		return new(big.Int)
	}
	return mul(x, y)
}

// root returns a square root of x, or nil if there is none.
func root(x *big.Int) *big.Int { return new(big.Int).ModSqrt(new(big.Int).Mod(x, prime), prime) }

// step is one step of the ladder, by the names of RFC 7748, section 5, on
// x2, z2, x3, z3; the pair is exchanged first if bit is 1.
func step(s [4]*big.Int, u *big.Int, bit uint) [4]*big.Int {
	x2, z2, x3, z3 := s[0], s[1], s[2], s[3]
	if bit == 1 {
		x2, z2, x3, z3 = x3, z3, x2, z2
	}
	aa, bb := mul(add(x2, z2), add(x2, z2)), mul(sub(x2, z2), sub(x2, z2))
	e := sub(aa, bb)
	da, cb := mul(sub(x3, z3), add(x2, z2)), mul(add(x3, z3), sub(x2, z2))
	return [4]*big.Int{
		mul(aa, bb), mul(e, add(aa, mul(big.NewInt(121665), e))),
		mul(add(da, cb), add(da, cb)), mul(u, mul(sub(da, cb), sub(da, cb))),
	}
}

func toElement(x *big.Int) field.Element {
	l := testkit.Limbs(x)
	return field.New(l[0], l[1], l[2], l[3])
}

// A stepCase is a state, and what a step makes of it for either value of the bit.
type stepCase struct {
	s    [4]*big.Int
	u    *big.Int
	want [2][4]*big.Int
}

func (c *stepCase) check(t *testing.T) {
	t.Helper()
	for bit, want := range c.want {
		u := toElement(c.u)
		s := state{toElement(c.s[0]), toElement(c.s[1]), toElement(c.s[2]), toElement(c.s[3])}
		s.ladder(&u, &[4]uint64{uint64(bit)}, 0)
		for i, e := range []field.Element{s.x2, s.z2, s.x3, s.z3} {
			if n := testkit.Big(e.Limbs()); n.Mod(n, prime).Cmp(want[i]) != 0 {
				t.Fatalf("step from %x with u = %x, bit %d: output %d is %x, want %x", c.s, c.u, bit, i, n, want[i])
			}
		}
	}
}

func TestStep(t *testing.T) {
	cases := stepCases(testkit.NewRand(t))
	testkit.Kernels(t, func(t *testing.T) {
		for i := range cases {
			cases[i].check(t)
		}
	})
}

func stepCases(r *testkit.Rand) (cases []stepCase) {
	try := func(s [4]*big.Int, u *big.Int) {
		cases = append(cases, stepCase{s, u, [2][4]*big.Int{step(s, u, 0), step(s, u, 1)}})
	}
	limit := new(big.Int).Lsh(big.NewInt(1), 256)
	limit.Sub(limit, big.NewInt(38)) // the largest value that the state may have
	random := func() *big.Int {
		for {
			if x := testkit.Big(r.Limbs()); x.Cmp(limit) <= 0 {
				return x
			}
		}
	}
	// represent returns a value of the state that is x mod p.
	represent := func(x *big.Int) *big.Int {
		x = new(big.Int).Mod(x, prime)
		if y := new(big.Int).Add(x, prime); r.IntN(2) == 0 && y.Cmp(limit) <= 0 {
			return y
		}
		return x
	}
	small := func() *big.Int { return big.NewInt(r.Int64N(38 * 38)) }
	half := div(big.NewInt(1), big.NewInt(2))

	var edges []*big.Int
	for _, e := range testkit.Edges(prime) {
		if x := testkit.Big(e); x.Cmp(limit) <= 0 {
			edges = append(edges, x)
		}
	}
	for _, x := range edges {
		for _, y := range edges {
			if testing.Short() && r.IntN(4) > 0 {
				continue
			}
			try([4]*big.Int{x, y, y, x}, edges[r.IntN(len(edges))])
		}
	}

	for _, v := range r.Targets(prime) {
		if testing.Short() && r.IntN(4) > 0 {
			continue // a part of them, as each kernel does all
		}
		// The step uses A = x2 + z2, B = x2 - z2, C = x3 + z3, D = x3 - z3, and
		// any four values of those are possible. Each entry changes some of
		// them, or u, to make something the step computes equal to v. The doubling is
		// of A, B here; exchanging the pairs makes it one of C, D.
		var a, b, c, d, u *big.Int
		w := root(v)
		for _, aim := range []func(){
			func() { a = v },
			func() { b = v },
			func() { c = v },
			func() { d = v },
			func() { d = div(v, a) },                 // DA
			func() { c = div(v, b) },                 // CB
			func() { d = div(sub(v, mul(c, b)), a) }, // DA + CB
			func() { d = div(add(v, mul(c, b)), a) }, // DA - CB
			// DA and CB both just above 0, which as products are often just above
			// p: the only way for their sum to reach 2^256.
			func() { d, c = div(small(), a), div(small(), b) },
			func() { // AA
				if w != nil {
					a = w
				}
			},
			func() { // BB
				if w != nil {
					b = w
				}
			},
			func() { // (DA + CB)^2
				if w != nil {
					d = div(sub(w, mul(c, b)), a)
				}
			},
			func() { // (DA - CB)^2
				if w != nil {
					d = div(add(w, mul(c, b)), a)
				}
			},
			func() { // u·(DA - CB)^2
				m := sub(mul(d, a), mul(c, b))
				u = div(v, mul(m, m))
			},
			func() { // AA·BB
				if w != nil {
					b = div(w, a)
				}
			},
			func() { // E = AA - BB
				if aa := root(add(v, mul(b, b))); aa != nil {
					a = aa
				}
			},
			func() { // 121665·E
				if aa := root(add(div(v, big.NewInt(121665)), mul(b, b))); aa != nil {
					a = aa
				}
			},
			func() { // AA + 121665·E = 121666·AA - 121665·BB
				if aa := root(div(add(v, mul(big.NewInt(121665), mul(b, b))), big.NewInt(121666))); aa != nil {
					a = aa
				}
			},
			func() { // E·(AA + 121665·E), with B = tA: A^4·(1 - t^2)·(1 + 121665·(1 - t^2))
				t := new(big.Int).Mod(random(), prime)
				m := sub(big.NewInt(1), mul(t, t))
				m = mul(m, add(big.NewInt(1), mul(big.NewInt(121665), m)))
				aa := root(div(v, m))
				if aa == nil {
					return
				}
				if root(aa) == nil {
					aa = sub(prime, aa)
				}
				if aa = root(aa); aa != nil {
					a, b = aa, mul(t, aa)
				}
			},
		} {
			for range 2 {
				a, b, c, d, u = random(), random(), random(), random(), random()
				aim()
				s := [4]*big.Int{
					represent(mul(add(a, b), half)), represent(mul(sub(a, b), half)),
					represent(mul(add(c, d), half)), represent(mul(sub(c, d), half)),
				}
				try(s, represent(u))
				try([4]*big.Int{s[2], s[3], s[0], s[1]}, represent(u))
			}
		}
	}
	return cases
}
