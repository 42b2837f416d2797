// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"math/big"
	"testing"
	"unsafe"

	"secant.example/internal/testkit"
)

// steps runs n steps by what the CPU would run, or else in Go.
func (s *octet) steps(differs *[octetSize]uint64, n int) {
	if octetsFrom() <= octetSize {
		s.ladder(differs, n)
	} else {
		s.ladderGeneric(differs, n)
	}
}

// setRaw sets the element j to x, with limbs as a step may leave them.
func (e *octetElement) setRaw(r *testkit.Rand, j int, x *big.Int) {
	// Some multiple of p more, and some of each limb counted in the one below.
	x = new(big.Int).Add(x, new(big.Int).Mul(prime, big.NewInt(r.Int64N(1<<8))))
	for i := range e {
		limb := new(big.Int).Rsh(x, uint(51*i))
		if i < 4 {
			limb.And(limb, big.NewInt(mask51))
		}
		e[i][j] = limb.Uint64()
	}
	for i := range 4 {
		borrow := r.Uint64N(min(e[i+1][j], 600) + 1)
		e[i+1][j] -= borrow
		e[i][j] += borrow << 51
	}
}

func (e *octetElement) integer(j int) *big.Int {
	x := new(big.Int)
	for i := range e {
		x.Add(x, new(big.Int).Lsh(new(big.Int).SetUint64(e[i][j]), uint(51*i)))
	}
	return x.Mod(x, prime)
}

// What assembly knows of the octet.
func TestOctetLayout(t *testing.T) {
	var s octet
	for i, offset := range []uintptr{unsafe.Offsetof(s.x2), unsafe.Offsetof(s.z2), unsafe.Offsetof(s.x3), unsafe.Offsetof(s.z3), unsafe.Offsetof(s.u)} {
		if offset != uintptr(i)*5*64 {
			t.Errorf("field %d is at %d", i, offset)
		}
	}
}

// Every case of TestStep in one lane, with others in the other lanes, and some steps more.
func TestOctetStep(t *testing.T) {
	cases := stepCases(testkit.NewRand(t))
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for start := 0; start < len(cases); start += octetSize {
			var s octet
			var differs [octetSize]uint64
			var want [octetSize][4]*big.Int
			steps := 1
			if start/octetSize%8 == 0 {
				steps += r.IntN(4)
			}
			var lanes [octetSize]*stepCase
			for j := range lanes {
				lanes[j] = &cases[(start+j)%len(cases)]
			}
			r.Shuffle(len(lanes), func(i, j int) { lanes[i], lanes[j] = lanes[j], lanes[i] })
			for j, c := range lanes {
				u := toElement(c.u)
				s.u.set(j, &u)
				for i, e := range []*octetElement{&s.x2, &s.z2, &s.x3, &s.z3} {
					if r.IntN(2) == 0 {
						x := toElement(c.s[i])
						e.set(j, &x)
					} else {
						e.setRaw(r, j, c.s[i])
					}
					if got := e.integer(j); got.Cmp(new(big.Int).Mod(c.s[i], prime)) != 0 {
						t.Fatalf("%x became %x", c.s[i], got)
					}
				}
				differs[j] = r.Uint64()
				want[j] = c.want[differs[j]>>63]
				for i := 1; i < steps; i++ {
					want[j] = step(want[j], c.u, uint(differs[j]<<i>>63))
				}
			}
			before := s.u
			s.steps(&differs, steps)
			for j, c := range lanes {
				for i, e := range []*octetElement{&s.x2, &s.z2, &s.x3, &s.z3} {
					x := e.get(j)
					n := testkit.Big(x.Limbs())
					if got := e.integer(j); got.Cmp(want[j][i]) != 0 || n.Mod(n, prime).Cmp(got) != 0 {
						t.Fatalf("%d steps from %x with u = %x, exchanged by %x: output %d is %x and %x, want %x",
							steps, c.s, c.u, differs[j], i, got, n, want[j][i])
					}
				}
			}
			if s.u != before {
				t.Fatal("u changed")
			}
		}
	})
}

// The bounds of limbs that get is for: as large as steps leave them, and as they may be.
func TestOctetElement(t *testing.T) {
	r := testkit.NewRand(t)
	for range 2000 {
		var e octetElement
		j := r.IntN(octetSize)
		for i := range e {
			switch r.IntN(4) {
			case 0:
				e[i][j] = 1<<61 - 1 - r.Uint64N(2)
			case 1:
				e[i][j] = 1<<51 - r.Uint64N(3)
			case 2:
				e[i][j] = r.Uint64N(3)
			default:
				e[i][j] = r.Uint64N(1 << 61)
			}
		}
		x := e.get(j)
		n := testkit.Big(x.Limbs())
		if want := e.integer(j); n.Mod(n, prime).Cmp(want) != 0 {
			t.Fatalf("%x: %x, want %x", e, n, want)
		}
		y := x
		p.Add(&y, &y, &x) // any representation
		e.set(j, &y)
		if want := testkit.Big(y.Limbs()); e.integer(j).Cmp(want.Mod(want, prime)) != 0 {
			t.Fatalf("%x as limbs is %x", y, e)
		}
	}
}

func TestScalarMultBatch(t *testing.T) {
	type product struct{ scalar, u, want [32]byte }
	var products []product
	r := testkit.NewRand(t)
	edges := testkit.Edges(prime)
	for i := range 48 {
		c := product{scalar: r.Bytes32(), u: r.Bytes32()}
		switch i % 4 {
		case 0:
			c.u = lowOrder[r.IntN(len(lowOrder))]
		case 1:
			c.scalar = testkit.ToBytes(edges[r.IntN(len(edges))])
		}
		c.want = model(c.scalar, c.u)
		products = append(products, c)
	}
	var sizes []int
	for n := range 2*octetSize + 3 {
		sizes = append(sizes, n)
	}
	sizes = append(sizes, BatchSize-1, BatchSize, BatchSize+octetSize+1)
	testkit.Kernels(t, func(t *testing.T) {
		for _, n := range sizes {
			cases := make([]product, n)
			var dst, scalars, us []*[32]byte
			for i := range cases {
				c := &cases[i]
				*c = products[r.IntN(len(products))]
				// The result may go where an argument is.
				dst = append(dst, []*[32]byte{new([32]byte), &c.scalar, &c.u}[r.IntN(3)])
				scalars, us = append(scalars, &c.scalar), append(us, &c.u)
			}
			ScalarMultBatch(dst, scalars, us)
			for i := range cases {
				if *dst[i] != cases[i].want {
					t.Fatalf("%d of %d: %x, want %x", i, n, *dst[i], cases[i].want)
				}
			}
		}
	})
}
