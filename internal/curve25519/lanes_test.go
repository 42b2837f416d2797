// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"fmt"
	"math"
	"math/big"
	"testing"
	"unsafe"

	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// forEachGroup runs a test for each group of ladders that the CPU would run at once, or else for the twin in Go.
func forEachGroup(t *testing.T, test func(t *testing.T, size int, steps func(s *lanes, differs *[laneCount]uint64, n int))) {
	testkit.Kernels(t, func(t *testing.T) {
		some := false
		for _, g := range laneGroups() {
			if g.size <= 1 {
				continue
			}
			some = true
			t.Run(fmt.Sprint(g.size), func(t *testing.T) {
				test(t, g.size, func(s *lanes, differs *[laneCount]uint64, n int) { s.ladder(g.size, [][laneCount]uint64{*differs}, n) })
			})
		}
		if !some {
			test(t, laneCount, func(s *lanes, differs *[laneCount]uint64, n int) {
				s.ladderGeneric(laneCount, [][laneCount]uint64{*differs}, n)
			})
		}
	})
}

// setRaw sets the element j of e to x, with limbs as a step may get them: below 2^52.
func setRaw(e *field.LaneOctet, r *testkit.Rand, j int, x *big.Int) {
	// Some multiple of p more, or some of a limb of 51 bits counted in the one below.
	n := field.LaneBits()
	if n == 52 {
		x = new(big.Int).Add(x, new(big.Int).Mul(prime, big.NewInt(r.Int64N(16))))
	}
	for i := range e {
		limb := new(big.Int).Rsh(x, n*uint(i))
		if i < 4 {
			limb.And(limb, new(big.Int).SetUint64(1<<n-1))
		}
		e[i][j] = limb.Uint64()
	}
	for i := range 4 {
		if borrow := r.Uint64N(2); n == 51 && e[i+1][j] >= borrow {
			e[i+1][j] -= borrow
			e[i][j] += borrow << n
		}
	}
}

func octetInteger(e *field.LaneOctet, j int) *big.Int {
	x := new(big.Int)
	for i := range e {
		x.Add(x, new(big.Int).Lsh(new(big.Int).SetUint64(e[i][j]), field.LaneBits()*uint(i)))
	}
	return x.Mod(x, prime)
}

// state returns where the states are.
func (s *octet) state() []*field.LaneOctet { return []*field.LaneOctet{&s.x2, &s.z2, &s.x3, &s.z3} }

// What assembly knows of the lanes.
func TestLaneLayout(t *testing.T) {
	var s octet
	for i, offset := range []uintptr{unsafe.Offsetof(s.x2), unsafe.Offsetof(s.z2), unsafe.Offsetof(s.x3), unsafe.Offsetof(s.z3), unsafe.Offsetof(s.u)} {
		if offset != uintptr(i)*5*64 {
			t.Errorf("field %d is at %d", i, offset)
		}
	}
}

// Every case of TestStep in one lane, with others in the other lanes, and some steps more.
func TestLaneStep(t *testing.T) {
	cases := stepCases(testkit.NewRand(t))
	forEachGroup(t, func(t *testing.T, size int, run func(s *lanes, differs *[laneCount]uint64, n int)) {
		r := testkit.NewRand(t)
		for start := 0; start < len(cases); start += size {
			var s lanes
			var differs [laneCount]uint64
			var want [laneCount][4]*big.Int
			steps := 1
			if start == 0 {
				steps = 64 // all bits of differs
			} else if start/size%8 == 0 {
				steps += r.IntN(4)
			}
			var lanes [laneCount]*stepCase
			for j := range lanes {
				lanes[j] = &cases[(start+j)%len(cases)]
			}
			r.Shuffle(size, func(i, j int) { lanes[i], lanes[j] = lanes[j], lanes[i] })
			for j, c := range lanes {
				u := toElement(c.u)
				o, lane := s.of(j)
				o.u.Set(lane, &u)
				for i, e := range o.state() {
					if r.IntN(2) == 0 {
						x := toElement(c.s[i])
						e.Set(lane, &x)
					} else {
						setRaw(e, r, lane, c.s[i])
					}
					if got := octetInteger(e, lane); got.Cmp(new(big.Int).Mod(c.s[i], prime)) != 0 {
						t.Fatalf("%x became %x", c.s[i], got)
					}
				}
				differs[j] = r.Uint64()
				want[j] = c.want[differs[j]>>63]
				for i := 1; i < steps; i++ {
					want[j] = step(want[j], c.u, uint(differs[j]<<i>>63))
				}
			}
			before := s
			run(&s, &differs, steps)
			for j, c := range lanes[:size] {
				o, lane := s.of(j)
				for i, e := range o.state() {
					x := e.Get(lane)
					n := testkit.Big(x.Limbs())
					if got := octetInteger(e, lane); got.Cmp(want[j][i]) != 0 || n.Mod(n, prime).Cmp(got) != 0 {
						t.Fatalf("%d steps from %x with u = %x, exchanged by %x: output %d is %x and %x, want %x",
							steps, c.s, c.u, differs[j], i, got, n, want[j][i])
					}
				}
			}
			if s[0].u != before[0].u || s[1].u != before[1].u {
				t.Fatal("u changed")
			}
			for j := size; j < laneCount; j++ {
				o, lane := s.of(j)
				was, _ := before.of(j)
				for i, e := range o.state() {
					for k := range e {
						if e[k][lane] != was.state()[i][k][lane] {
							t.Fatalf("lanes from %d on changed", size)
						}
					}
				}
			}
		}
	})
}

// Limbs at their bounds, and halves of them, in all lanes.
func TestLaneLimbs(t *testing.T) {
	forEachGroup(t, func(t *testing.T, size int, run func(s *lanes, differs *[laneCount]uint64, n int)) {
		r := testkit.NewRand(t)
		for range 300 {
			var s lanes
			for h := range s {
				for _, e := range append(s[h].state(), &s[h].u) {
					const most = uint64(1<<52 - 1)
					all := r.IntN(8)
					for k := range e {
						for j := range e[k][:min(size, 8)] {
							values := []uint64{most, 0, most - 1, 1<<51 - 1, 1 << 51, 1<<26 - 1, 1<<51 - 1<<26, r.Uint64() & most}
							if e[k][j] = values[r.IntN(len(values))]; r.IntN(3) > 0 {
								e[k][j] = values[all]
							}
						}
					}
				}
			}
			var differs [laneCount]uint64
			var want [laneCount][4]*big.Int
			n := 1 + r.IntN(2)
			for j := range size {
				differs[j] = r.Uint64()
				o, lane := s.of(j)
				for i, e := range o.state() {
					want[j][i] = octetInteger(e, lane)
				}
				for i := range n {
					want[j] = step(want[j], octetInteger(&o.u, lane), uint(differs[j]<<i>>63))
				}
			}
			before := s
			run(&s, &differs, n)
			for j := range size {
				o, lane := s.of(j)
				for i, e := range o.state() {
					if got := octetInteger(e, lane); got.Cmp(want[j][i]) != 0 {
						t.Fatalf("%d steps from %x, exchanged by %x: output %d of lane %d is %x, want %x", n, before, differs, i, j, got, want[j][i])
					}
				}
			}
		}
	})
}

// No other groups for up to so many ladders cost less.
func TestGroupSizes(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		groups := laneGroups()
		var least func(n, from int) int
		least = func(n, from int) int { // by groups from that one on
			if n <= 0 {
				return 0
			}
			best := math.MaxInt
			for i := from; i < len(groups) && groups[i].size > 0; i++ {
				best = min(best, groups[i].cost+least(n-groups[i].size, i))
			}
			return best
		}
		first := groups.sizes(BatchSize)
		for n := 1; n <= BatchSize; n++ {
			cost := 0
			for left := n; left > 0; left -= first[left] {
				if first[left] < 1 || first[left] > left {
					t.Fatalf("%d of %d", first[left], left)
				}
				of := math.MaxInt
				for _, g := range groups {
					if g.size >= first[left] {
						of = min(of, g.cost)
					}
				}
				cost += of
			}
			if want := least(n, 0); cost != want {
				t.Errorf("%d ladders cost %d, want %d", n, cost, want)
			}
		}
	})
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
	for n := range 2*laneCount + 3 {
		sizes = append(sizes, n)
	}
	sizes = append(sizes, BatchSize-1, BatchSize, BatchSize+laneCount+1)
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
