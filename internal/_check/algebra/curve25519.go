// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
)

// ladderStep is the loop of RFC 7748, section 5, for one bit, of which swap says whether it
// differs from the one before: from x_2, z_2, x_3, z_3.
func ladderStep(f *field, u *big.Int, s []*big.Int, swap uint64) []*big.Int {
	x2, z2, x3, z3 := s[0], s[1], s[2], s[3]
	if swap == 1 {
		x2, x3, z2, z3 = x3, x2, z3, z2
	}
	a, b := f.add(x2, z2), f.sub(x2, z2)
	aa, bb := f.sqr(a), f.sqr(b)
	e := f.sub(aa, bb)
	c, d := f.add(x3, z3), f.sub(x3, z3)
	da, cb := f.mul(d, a), f.mul(c, b)
	return []*big.Int{
		f.mul(aa, bb),
		f.mul(e, f.add(aa, f.small(121665, e))),
		f.sqr(f.add(da, cb)),
		f.mul(u, f.sqr(f.sub(da, cb))),
	}
}

// Curve25519 are the cases of internal/curve25519.
func Curve25519() (cases []Case) {
	// Bits that come in all four orders, also where a word ends.
	scalar := [4]uint64{0b11 << 62, 0b0110_0101}
	for _, top := range []uint64{0, 69} {
		for _, path := range []Path{oneChain, twoChains, withIFMA} {
			c := Case{Routine: "ladder", Name: fmt.Sprintf("from bit %d", top), Path: path, prime: p25519.prime}
			if path.Name == withIFMA.Name {
				c.Routine = "ladderIFMA"
			} else {
				c.limit = new(big.Int).Lsh(big.NewInt(1), 256)
				c.limit.Sub(c.limit, big.NewInt(37))
			}
			c.run = func(r *Run) {
				s, u, k := r.allocate(16), r.allocate(4), r.allocate(4)
				state := func() []*big.Int { return r.read(r.local()+64, 4) }
				if path.Name == withIFMA.Name {
					// The last number is u, as limbs in local memory.
					state = func() []*big.Int { return append(r.quads(10, 4), r.at(r.local()+184, 5, 32, 51)) }
				}
				first, x1 := r.elements(s, 4), r.element(u)
				for i, word := range scalar {
					r.set(k+8*uint64(i), word)
				}
				bit, previous := top+1, uint64(0)
				l := loop{routine: c.Routine, state: state, step: func(before []*big.Int) []*big.Int {
					bit--
					u := x1
					if len(before) > 4 {
						u = before[4]
					}
					next := scalar[bit/64] >> (bit % 64) & 1
					swap := previous ^ next
					previous = next
					return append(ladderStep(r.field, u, before, swap), u)
				}}
				last := r.run(l, append(first, x1), c.Routine, []uint64{s, u, k, top})
				r.equals("the state", r.read(s, 4), last)
			}
			cases = append(cases, c)
		}
	}
	return cases
}
