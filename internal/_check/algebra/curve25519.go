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
	limit := new(big.Int).Lsh(big.NewInt(1), 256) // of numbers: at most 2^256 - 38
	limit.Sub(limit, big.NewInt(37))
	for _, top := range []uint64{0, 69} {
		for _, path := range []Path{oneChain, twoChains, withIFMA} {
			c := Case{Routine: "ladder", Name: fmt.Sprintf("from bit %d", top), Path: path, prime: p25519.prime}
			if path.Name == withIFMA.Name {
				c.Routine = "ladderIFMA"
			} else {
				c.limit = limit
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
	// Ladders in the lanes of vectors: word j of vector i of an element is limb i of ladder j. Some have one or two beside them.
	for _, routine := range []struct {
		name           string
		path           Path
		lanes, singles uint64
		bits           int    // of limbs
		size           uint64 // of an element in memory
	}{{"ladderQuad", oneChain, 4, 0, 51, 10 * 32}, {"ladderFive", twoChains, 4, 1, 51, 10*32 + 32}, {"ladderSix", twoChains, 4, 2, 51, 10*32 + 2*32}, {"ladderOctet", withIFMA, 8, 0, 52, 5 * 64}, {"ladderOctetPair", withIFMA, 16, 0, 52, 5 * 64}} {
		for _, n := range []int{1, 9} {
			c := Case{Routine: routine.name, Name: fmt.Sprintf("n = %d", n), Path: routine.path, prime: p25519.prime, limit: limit}
			c.run = func(r *Run) {
				const elements, all, size = 5, 16, 5 * 64
				s, differs := r.allocate(elements*5*all), r.allocate(all)
				// element returns where element e of a lane is.
				element := func(lane, e uint64) uint64 { return s + size*(elements*(lane/8)+e) + 8*(lane%8) }
				var first []*big.Int // by lane: x_2, z_2, x_3, z_3, u
				for j := range routine.lanes {
					for e := range uint64(elements) {
						limbs := make([]uint64, 5)
						for i := range limbs {
							limbs[i] = r.edgy() >> (64 - 52)
						}
						v := r.mod(number(limbs, uint(routine.bits)))
						if !r.concrete {
							v = r.field.random()
						}
						r.put(element(j, e), limbs, 64, routine.bits, v, 1)
						r.below52([]int{0}, element(j, e))
						first = append(first, v)
					}
				}
				arguments := []uint64{s}
				single := func(j uint64) uint64 { return arguments[1] + 32*elements*j }
				if routine.singles > 0 {
					arguments = append(arguments, r.allocate(4*elements*int(routine.singles)))
					first = append(first, r.elements(single(0), elements*int(routine.singles))...)
				}
				// Every ladder has other bits, which are constants.
				choices := make([]uint64, routine.lanes+routine.singles)
				for j := range choices {
					choices[j] = 0xb2d5a3c96e<<24 ^ uint64(j)*0x9e3779b97f4a7c15
					r.set(differs+8*uint64(j), choices[j])
				}
				memory := r.scratch(1200) // where the state is meanwhile, with AVX2 two limbs of each
				state := func() (all []*big.Int) {
					for j := range routine.lanes {
						for e := range uint64(elements) {
							at := memory + routine.size*e + 8*j
							odd := r.field.small(1<<26, r.at(at+32, 5, 64, 51))
							all = append(all, r.field.add(r.at(at, 5, 64, 51), odd))
						}
					}
					for j := range routine.singles {
						for e := range uint64(elements) {
							all = append(all, r.read(memory+routine.size*e+10*32+32*j, 1)...)
						}
					}
					return all
				}
				i := 0
				l := loop{routine: c.Routine, state: state, step: func(before []*big.Int) (after []*big.Int) {
					for j := range choices {
						s := before[elements*j : elements*(j+1)]
						after = append(append(after, ladderStep(r.field, s[4], s, choices[j]>>(63-i)&1)...), s[4])
					}
					i++
					return after
				}}
				if routine.path.Name == withIFMA.Name {
					l.more = func() bool { return i < n } // a step begins before the head
				}
				last := r.run(l, first, c.Routine, append(arguments, differs, uint64(n), memory))
				for j := range choices { // all but u
					var now []*big.Int
					for e := range uint64(elements - 1) {
						if uint64(j) < routine.lanes {
							now = append(now, r.at(element(uint64(j), e), 5, 64, routine.bits))
						} else {
							now = append(now, r.read(single(uint64(j)-routine.lanes)+32*e, 1)...)
						}
					}
					r.equals("the state", now, last[elements*j:elements*j+4])
				}
				if i != n {
					r.fail("it took %d steps", i)
				}
			}
			cases = append(cases, c)
		}
	}
	return cases
}
