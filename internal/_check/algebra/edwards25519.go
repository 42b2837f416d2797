// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
	"slices"
)

// packedPoint returns X, Y, Z and T of the point in five vectors, with Y, T, Z and X in the lanes, and limbs of 26
// and 25 bits in the halves of words.
func (r *Run) packedPoint(address uint64) (all []*big.Int) {
	for _, lane := range []uint64{3, 0, 2, 1} {
		x := new(big.Int)
		for i := range uint64(5) {
			x.Add(x, new(big.Int).Mul(r.packed(address+32*i+8*lane, 26), r.power(51*int(i))))
		}
		all = append(all, r.mod(x))
	}
	return all
}

// limbs makes the words at an address, limb i of number j in word 4i+j, the limbs of n arguments.
func (r *Run) limbs(address uint64, n int, bits uint) (all []*big.Int) {
	for j := range n {
		var v *big.Int
		c := make([]uint64, 5)
		if r.concrete {
			for i := range c {
				c[i] = r.edgy() >> 13
				if r.random.IntN(4) == 0 {
					c[i] = 1<<51 + 1<<17 - 1 - r.edgy()>>50
				}
			}
			v = r.mod(number(c, bits))
		} else {
			v = r.field.random()
		}
		r.put(address+8*uint64(j), c, 32, int(bits), v, 1)
		all = append(all, v)
	}
	return all
}

// readLimbs returns the values of n numbers of which the limbs are at an address.
func (r *Run) readLimbs(address uint64, n int, bits uint) (all []*big.Int) {
	for j := range n {
		all = append(all, r.at(address+8*uint64(j), 5, 32, int(bits)))
	}
	return all
}

// A point of edwards25519 is X, Y, Z, T; one to add has Y+X, Y-X, 2d·T, 2Z, as in memory.
// The formulas are those of Hisil, Wong, Carter and Dawson, "Twisted Edwards Curves Revisited"
// (2008), for a = -1; a test compares them with the group law.

// edwardsDouble is the doubling in extended coordinates.
func edwardsDouble(f *field, v []*big.Int) []*big.Int {
	a, b, c := f.sqr(v[0]), f.sqr(v[1]), f.small(2, f.sqr(v[2]))
	d := f.neg(a)
	e := f.sub(f.sub(f.sqr(f.add(v[0], v[1])), a), b)
	g := f.add(d, b)
	h := f.sub(d, b)
	// The paper's F = G - C and H have the other sign here, and so have X and T, and Y and Z: all of
	// them are multiplied by -1.
	ff := f.sub(g, c)
	return []*big.Int{f.neg(f.mul(e, ff)), f.neg(f.mul(g, h)), f.neg(f.mul(ff, g)), f.neg(f.mul(e, h))}
}

// edwardsDoubles is n doublings.
func edwardsDoubles(f *field, v []*big.Int, n int) []*big.Int {
	for range n {
		v = edwardsDouble(f, v)
	}
	return v
}

// edwardsAdd is the addition in extended coordinates, of q or, if negative is 1, of -q.
func edwardsAdd(f *field, v, q []*big.Int, negative uint64) []*big.Int {
	plus, minus, t := q[0], q[1], q[2]
	if negative == 1 {
		plus, minus, t = minus, plus, f.neg(t)
	}
	a := f.mul(f.sub(v[1], v[0]), minus)
	b := f.mul(f.add(v[1], v[0]), plus)
	c := f.mul(v[3], t)
	d := f.mul(v[2], q[3])
	e, ff, g, h := f.sub(b, a), f.sub(d, c), f.add(d, c), f.add(b, a)
	return []*big.Int{f.mul(e, ff), f.mul(g, h), f.mul(ff, g), f.mul(e, h)}
}

// edwardsPrepare returns the point as one to add.
func edwardsPrepare(f *field, v []*big.Int) []*big.Int {
	d := f.div(f.int(-121665), f.int(121666))
	return []*big.Int{f.add(v[1], v[0]), f.sub(v[1], v[0]), f.mul(f.int(2), d, v[3]), f.small(2, v[2])}
}

// edwardsOddMultiples says that the table has q, which is the point, and 3, 5, ... times that, count entries.
func edwardsOddMultiples(r *Run, table uint64, q, point []*big.Int, count int) {
	twice := edwardsPrepare(r.field, edwardsDouble(r.field, point))
	for i := range count {
		if i > 0 {
			point = edwardsAdd(r.field, point, twice, 0)
			q = edwardsPrepare(r.field, point)
		}
		r.equals(fmt.Sprintf("entry %d of the table at %#x", i, table), r.read(table+128*uint64(i), 4), q)
	}
}

// neutral is the neutral element as a point to add.
func edwardsNeutral(f *field) []*big.Int {
	return []*big.Int{f.int(1), f.int(1), f.int(0), f.int(2)}
}

// A publicStep is what a routine for public sums does: doublings, and an addition with flags.
type publicStep struct{ doublings, flags uint64 }

// A flag of 2 says that Z = 1, for which there may be a shorter way.
var publicSteps = []publicStep{{1, 0}, {0, 1}, {2, 1}, {0, 2}, {0, 3}, {1, 0}}

// setSteps makes a list of steps with points at these addresses.
func (r *Run) setSteps(steps []publicStep, points []uint64) (address uint64) {
	address = r.allocate(2 * len(steps))
	for i, s := range steps {
		r.set(address+16*uint64(i), points[i])
		r.set(address+16*uint64(i)+8, s.doublings<<32|s.flags)
	}
	return address
}

// combDigits returns so many digits of a comb, in which every index comes with both signs.
func combDigits(n, shift uint64) (digits [][2]uint64) {
	for i := range n {
		digits = append(digits, [2]uint64{((i+25)*7 + shift) % 16, (i/16 + shift) % 2})
	}
	return digits
}

// setDigits makes a list of digits: index and sign in a byte each.
func (r *Run) setDigits(list [][2]uint64) (address uint64) {
	address = r.allocate((len(list) + 3) / 4)
	for i := 0; i < len(list); i += 4 {
		c := uint64(0)
		for j := i; j < min(i+4, len(list)); j++ {
			c |= (list[j][0] | list[j][1]<<8) << (16 * (j - i))
		}
		r.set(address+2*uint64(i), c)
	}
	return address
}

// even says that a head has an even number, odd that it has an odd one.
func even(number int) bool { return number%2 == 0 }
func odd(number int) bool  { return number%2 == 1 }

// rounds says that a loop ends soon, but in the first case.
func rounds(shift uint64) int {
	if shift == 0 {
		return 0
	}
	return 3
}

// A sumEngine is what routines for sums of many multiples are written for. Those in lanes have scratch memory of so many
// words as their last argument. In doubles, limbs in memory are below 2^59.
type sumEngine struct {
	name   string
	paths  []Path
	memory int
	bits   uint   // of limbs in lanes
	most   uint64 // what they are at most, if the algebra has to know
}

const floatLanesWords = 640

// limbs makes an argument of the limbs of a point.
func (e *sumEngine) limbs(r *Run, address uint64) []*big.Int {
	x := r.limbs(address, 4, e.bits)
	if e.most > 0 {
		for i := range uint64(20) {
			r.atMost(address+8*i, e.most)
		}
	}
	return x
}

func (e *sumEngine) arguments(r *Run, list ...uint64) []uint64 {
	return append(list, r.scratch(e.memory))
}

// vectorPoints returns X, Y, Z and T of the points in the vectors from register 10 on.
func (r *Run) vectorPoints(n int) []*big.Int { return ofPointLanes(r.quads(10, 4*n)) }

// ofPointLanes returns X, Y, Z and T of points of which T, X, Y and Z are in the lanes.
func ofPointLanes(lanes []*big.Int) (all []*big.Int) {
	for x := range slices.Chunk(lanes, 4) {
		all = append(all, x[1], x[2], x[3], x[0])
	}
	return all
}

// Edwards25519 are the cases of internal/edwards25519.
func Edwards25519() (cases []Case) {
	add := func(routine, name string, paths []Path, run func(r *Run)) {
		for _, path := range paths {
			cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: p25519.prime, run: run})
		}
	}
	ifma := []Path{withIFMA}

	// Doublings. What is there of T is not read by those on 64-bit limbs.
	for _, n := range []uint64{1, 3} {
		name := fmt.Sprintf("n = %d", n)
		add("pointDouble", name, chains, func(r *Run) {
			v := r.allocate(16)
			first := r.elements(v, 3)
			l := loop{routine: "doublings<>", state: func() []*big.Int { return r.read(v, 3) },
				step: func(x []*big.Int) []*big.Int { return edwardsDouble(r.field, x) }}
			last := r.run(l, first, "pointDouble", []uint64{v, n})
			r.equals("v", r.read(v, 4), last)
		})
		for _, form := range []struct {
			routine string
			words   int
			set     func(r *Run, v uint64) []*big.Int
			get     func(r *Run, v uint64) []*big.Int
		}{
			{"vectorDouble", 16, func(r *Run, v uint64) []*big.Int { return r.elements(v, 4) }, func(r *Run, v uint64) []*big.Int { return r.read(v, 4) }},
			{"sumDouble", 20, func(r *Run, v uint64) []*big.Int { return r.limbs(v, 4, 51) }, func(r *Run, v uint64) []*big.Int { return r.readLimbs(v, 4, 51) }},
		} {
			add(form.routine, name, ifma, func(r *Run) {
				v := r.allocate(form.words)
				first := form.set(r, v)
				l := loop{routine: "vectorDoublings<>", state: func() []*big.Int { return r.vectorPoints(1) }, step: func(x []*big.Int) []*big.Int { return edwardsDouble(r.field, x) }}
				last := r.run(l, first, form.routine, []uint64{v, n})
				r.equals("v", form.get(r, v), last)
			})
		}
	}

	// Sums of given points.
	for _, n := range []uint64{0, 2} {
		for _, t := range []uint64{0, 1} {
			for _, form := range []struct {
				routine string
				paths   []Path
				words   int
				set     func(r *Run, v uint64) []*big.Int
				get     func(r *Run, v uint64, n int) []*big.Int
				state   func(r *Run, v uint64, n int) []*big.Int
			}{
				{"pointSum", chains, 16, func(r *Run, v uint64) []*big.Int { return r.elements(v, 4) },
					func(r *Run, v uint64, n int) []*big.Int { return r.read(v, n) },
					func(r *Run, v uint64, n int) []*big.Int { return r.read(v, n) }},
				{"vectorSum", ifma, 16, func(r *Run, v uint64) []*big.Int { return r.elements(v, 4) },
					func(r *Run, v uint64, n int) []*big.Int { return r.read(v, n) },
					func(r *Run, v uint64, n int) []*big.Int { return r.vectorPoints(1)[:n] }},
				{"sumSteps", ifma, 20, func(r *Run, v uint64) []*big.Int { return r.limbs(v, 4, 51) },
					func(r *Run, v uint64, n int) []*big.Int { return r.readLimbs(v, n, 51) },
					func(r *Run, v uint64, n int) []*big.Int { return r.vectorPoints(1)[:n] }},
			} {
				add(form.routine, fmt.Sprintf("n = %d, t = %d", n, t), form.paths, func(r *Run) {
					v := r.allocate(form.words)
					first := form.set(r, v)
					var points []uint64
					var values [][]*big.Int
					for _, s := range publicSteps {
						q := r.allocate(16)
						points = append(points, q)
						if s.flags&2 == 0 {
							values = append(values, r.elements(q, 4))
							continue
						}
						values = append(values, append(r.elements(q, 3), r.int(2)))
						for j, c := range []uint64{2, 0, 0, 0} {
							r.set(q+96+8*uint64(j), c)
						}
					}
					steps := r.setSteps(publicSteps, points)
					i := 0
					// T is there if no doubling follows.
					defined := func() int {
						if i < len(publicSteps) && publicSteps[i].doublings == 0 || i == len(publicSteps) && t == 1 {
							return 4
						}
						return 3
					}
					l := loop{routine: form.routine, state: func() []*big.Int { return form.state(r, v, defined()) }, step: func(x []*big.Int) []*big.Int {
						doublings := publicSteps[i].doublings
						if i == 0 {
							doublings += n
						}
						if len(x) == 3 {
							x = append(x, nil) // which doublings do not read
						}
						x = edwardsAdd(r.field, edwardsDoubles(r.field, x, int(doublings)), values[i], publicSteps[i].flags&1)
						i++
						return x
					}}
					last := r.run(l, first, form.routine, []uint64{v, n, steps, uint64(len(publicSteps)), t})
					r.equals("v", form.get(r, v, defined()), last)
					if i != len(publicSteps) {
						r.fail("it took %d steps", i)
					}
				})
			}
		}
	}

	// Sums in doubles, of fewer steps than are fetched ahead, and of more. What the loop has at its heads, before an addition and before
	// a doubling, is in the first five vector registers, with Y, T, Z and X in their lanes. Another loop, which fetches, is before it.
	for _, first := range []uint64{0, 2} {
		steps := slices.Repeat(publicSteps, 1+int(first/2))
		steps[0].doublings = first
		add("floatSum", fmt.Sprintf("n = %d", first), chains[:1], func(r *Run) {
			v := r.allocate(16)
			start := r.elements(v, 4)
			var points []uint64
			var values [][]*big.Int
			for range steps {
				q := r.allocate(16)
				points, values = append(points, q), append(values, r.elements(q, 4))
			}
			list, memory := r.setSteps(steps, points), r.scratch(40)
			raw := r.rawState("rawExcess", func(limb, coordinate int) spot {
				return spot{register: limb, lane: [4]int{3, 0, 2, 1}[coordinate]}
			})
			i, left, doubles := 0, 0, false
			l := loop{routine: "floatSum", state: raw.values, renew: raw.renew, head: func(number int) bool {
				if number == 0 {
					return false
				}
				if doubles = number == 2; !doubles {
					left = int(steps[i].doublings)
				}
				return true
			}, step: func(x []*big.Int) []*big.Int {
				if doubles {
					x = edwardsDouble(r.field, x)
					left--
				}
				if left == 0 {
					x = edwardsAdd(r.field, x, values[i], steps[i].flags&1)
					i++
				}
				return x
			}}
			last := r.run(l, start, "floatSum", []uint64{v, list, uint64(len(steps)), memory})
			r.equals("v", r.read(v, 4), last)
			if i != len(steps) {
				r.fail("it took %d steps", i)
			}
		})
	}

	// Additions to different points, or to the same one.
	for _, form := range []struct {
		routine string
		paths   []Path
		words   int
		set     func(r *Run, v uint64, n int) []*big.Int
		get     func(r *Run, v uint64, n int) []*big.Int
	}{
		{"pointAddEach", chains, 16, (*Run).elements, (*Run).read},
	} {
		for count := 1; count <= 5; count++ {
			for _, to := range [][]int{{0, 1, 2, 3, 4}, {0, 0, 1, 1, 0}, {0, 1, 1, 0, 0}} {
				add(form.routine, fmt.Sprintf("to %v", to[:count]), form.paths, func(r *Run) {
					var points [5]uint64
					var values [5][]*big.Int
					for i := range points {
						points[i] = r.allocate(form.words)
						values[i] = form.set(r, points[i], 4)
					}
					pairs := r.allocate(3 * count)
					for i, target := range to[:count] {
						q := r.allocate(16)
						// Z is 1, for which there may be a shorter way, or another constant.
						value, z := r.elements(q, 3), []uint64{2, 0, 0, 0}
						switch {
						case i == 4:
							z = []uint64{3, 0, 0, 0}
						case i%2 == 0:
							z = []uint64{2, uint64(i), 5 << uint(i), ^uint64(i)}
						}
						for j, c := range z {
							r.set(q+96+8*uint64(j), c)
						}
						value = append(value, r.mod(number(z, 64)))
						for j, c := range []uint64{points[target], q, uint64(i) & 1} {
							r.set(pairs+24*uint64(i)+8*uint64(j), c)
						}
						values[target] = edwardsAdd(r.field, values[target], value, uint64(i)&1)
					}
					r.call(form.routine, []uint64{pairs, uint64(count)}, false)
					for i := range points {
						r.equals(fmt.Sprintf("point %d", i), form.get(r, points[i], 4), values[i])
					}
				})
			}
		}
	}

	// The comb. Every index comes with both signs. The first look-up is code of its own.
	for shift := range uint64(16) {
		add("pointComb", fmt.Sprintf("the first index is %d", shift), chains, func(r *Run) {
			const columns, blocks = 4, 13
			v, table := r.allocate(16), r.allocate(blocks*16*12)
			first := r.elements(v, 4)
			entries := r.elements(table, blocks*16*3)
			digits := combDigits(columns*blocks, shift)
			list := r.setDigits(digits)
			k := 0
			l := loop{routine: "pointComb", head: even, rounds: rounds(shift), state: func() []*big.Int { return r.read(v, 4) }, step: func(x []*big.Int) []*big.Int {
				column, block := columns-1-k/blocks, k%blocks
				d := digits[column*blocks+block]
				entry := entries[3*(16*block+int(d[0])):][:3:3]
				x = edwardsAdd(r.field, x, append(entry, r.int(2)), d[1])
				if k++; block == blocks-1 && column > 0 {
					x = edwardsDouble(r.field, x)
				}
				return x
			}}
			last := r.run(l, first, "pointComb", []uint64{v, table, list})
			r.equals("v", r.read(v, 4), last)
			if k != columns*blocks {
				r.fail("it made %d additions", k)
			}
		})
	}

	// The same with a column in each lane. The points are in memory, with 2Z, as limbs of 26 and 25 bits, and the entries of a
	// block as such limbs too, two in a word.
	for shift := range uint64(16) {
		add("laneComb", fmt.Sprintf("the first index is %d", shift), chains[:1], func(r *Run) {
			const columns, blocks, elements, limbs, entries = 4, 13, 3, 10, 16
			v, table := r.allocate(columns*16), r.allocate(blocks*elements*limbs*entries/2)
			for i := range uint64(blocks * elements * limbs * entries / 2) {
				word := r.field.random()
				if r.concrete {
					word = nil
				}
				r.put(table+8*i, []uint64{r.edgy()}, 8, 64, word, 1)
			}
			entry := func(block, index uint64) (all []*big.Int) {
				for k := range uint64(elements) {
					x := new(big.Int)
					for i := range uint64(limbs) {
						at := table + 4*(entries*(limbs*(elements*block+k)+i)+index)
						half := uint(32 * (index % 2))
						x.Add(x, new(big.Int).Mul(r.bits(at&^7, half, half+26-uint(i%2)), r.power(int(51*i+1)/2)))
					}
					all = append(all, r.mod(x))
				}
				return append(all, r.int(1))
			}
			var digits [][2]uint64
			for i := range uint64(columns * blocks) {
				digits = append(digits, [2]uint64{(i*7 + shift) % 16, (i/16 + shift + i) % 2})
			}
			list, memory := r.setDigits(digits), r.scratch(408)
			state := func() (all []*big.Int) {
				for lane := range uint64(columns) {
					for _, place := range []uint64{0, 1, 3, 2} {
						even := memory + 320*place + 8*lane
						all = append(all, r.field.add(r.at(even, 5, 64, 51), r.field.small(1<<26, r.at(even+32, 5, 64, 51))))
					}
				}
				return all
			}
			j := uint64(0)
			add := func(before []*big.Int) (after []*big.Int) {
				for i := range uint64(columns) {
					d := digits[blocks*i+j]
					x := edwardsAdd(r.field, before[4*i:4*i+4], entry(j, d[0]), d[1])
					after = append(after, x[0], x[1], r.field.small(2, x[2]), x[3])
				}
				j++
				return after
			}
			var identities []*big.Int
			for range columns {
				identities = append(identities, r.int(0), r.int(1), r.int(2), r.int(0))
			}
			l := loop{routine: "laneComb", rounds: rounds(shift), state: state, step: add}
			last := r.run(l, add(identities), "laneComb", []uint64{v, table, list, memory})
			for i := range columns {
				x := last[4*i:]
				want := []*big.Int{r.field.small(2, x[0]), r.field.small(2, x[1]), x[2], r.field.small(2, x[3])}
				r.equals(fmt.Sprintf("point %d", i), r.read(v+128*uint64(i), 4), want)
			}
			if j != blocks {
				r.fail("it took %d blocks", j)
			}
		})
	}

	// The same with two blocks at a time, each in a half of the lanes, in limbs of 52 bits.
	for shift := range uint64(16) {
		add("octetComb", fmt.Sprintf("the first index is %d", shift), ifma, func(r *Run) {
			const lanes, steps, elements, limbs, entries = 8, 7, 3, 5, 16
			sums, table, list, memory := r.allocate(4*laneSize/8), r.allocate(2*steps*elements*limbs*entries), r.allocate(2*steps), r.scratch(quarticRoom)
			address := func(round, half, k, index uint64) uint64 {
				return table + 8*(entries*limbs*(elements*(2*round+half)+k)+index)
			}
			for i := range uint64(2 * steps * elements * entries) {
				c := make([]uint64, limbs)
				for j := range c {
					c[j] = r.edgy() >> 12
				}
				k := i / entries
				at := address(k/elements/2, k/elements%2, k%elements, i%entries)
				r.put(at, c, 8*entries, 52, r.field.random(), 1)
				for limb := range uint64(limbs) {
					r.atMost(at+8*entries*limb, 1<<52-1)
				}
			}
			digit := func(round, lane uint64) (index, negative uint64) {
				i := steps*lane + round
				return (i*7 + shift) % 16, (i/16 + shift + i) % 2
			}
			for round := range uint64(steps) {
				var all, signs uint64
				for lane := range uint64(lanes) {
					index, negative := digit(round, lane)
					all |= index << (8 * lane)
					signs |= negative << lane
				}
				r.set(list+16*round, all)
				r.set(list+16*round+8, signs)
			}
			r.call("octetComb", []uint64{sums, table, list, memory}, false)
			for lane := range uint64(lanes) {
				v := []*big.Int{r.int(0), r.int(1), r.int(1), r.int(0)}
				for round := range uint64(steps) {
					index, negative := digit(round, lane)
					var entry []*big.Int
					for k := range uint64(elements) {
						entry = append(entry, r.at(address(round, lane/4, k, index), limbs, 8*entries, 52))
					}
					v = edwardsAdd(r.field, v, append(entry, r.int(2)), negative)
				}
				r.equals(fmt.Sprintf("point %d", lane), limbs52.stateAt(r, sums, []int{int(lane)}, 4), v)
			}
		})
	}

	// The windows, and a look-up by itself.
	entryOf := func(r *Run, entries []*big.Int, index uint64) []*big.Int {
		if index == 0 {
			return edwardsNeutral(r.field)
		}
		return entries[4*(index-1):][:4]
	}
	for _, form := range []struct {
		routine string
		paths   []Path
		state   func(r *Run, v, memory uint64) []*big.Int
		head    func(number int) bool // of the loop over the tables
		later   bool                  // the doublings of a round are in that loop, and not before it
	}{
		{"pointWindows", chains, func(r *Run, v, _ uint64) []*big.Int { return r.read(v, 4) }, even, false},
		{"vectorWindows", ifma, func(r *Run, _, _ uint64) []*big.Int { return r.vectorPoints(1) }, odd, true},
		{"laneWindows", chains[:1], func(r *Run, _, memory uint64) []*big.Int { return r.packedPoint(memory + 480) }, func(number int) bool { return number == 1 }, false},
	} {
		// laneWindows has scratch memory as its last argument.
		arguments := func(r *Run, all ...uint64) (_ []uint64, memory uint64) {
			if form.routine == "laneWindows" {
				memory = r.scratch(100)
				all = append(all, memory)
			}
			return all, memory
		}
		// pointWindows has code of its own for the first look-up.
		for shift := range uint64(9) {
			tables, windows := 1+shift%3, uint64(64)
			if shift > 0 {
				windows = 3
			}
			add(form.routine, fmt.Sprintf("the first index is %d", shift), form.paths, func(r *Run) {
				v, table := r.allocate(16), r.allocate(int(tables)*8*16)
				first := r.elements(v, 4)
				entries := r.elements(table, int(tables)*8*4)
				var digits [][2]uint64
				for i := range tables * windows {
					digits = append(digits, [2]uint64{(i*5 + shift) % 9, i / 9 % 2})
				}
				list := r.setDigits(digits)
				j := uint64(0)
				arguments, memory := arguments(r, v, table, tables, list, windows)
				l := loop{routine: form.routine, head: form.head, rounds: rounds(shift), state: func() []*big.Int { return form.state(r, v, memory) }, step: func(x []*big.Int) []*big.Int {
					if form.later && j%tables == 0 && j > 0 {
						x = edwardsDoubles(r.field, x, 4)
					}
					x = edwardsAdd(r.field, x, entryOf(r, entries[j%tables*8*4:], digits[j][0]), digits[j][1])
					if j++; !form.later && j%tables == 0 && j < tables*windows {
						x = edwardsDoubles(r.field, x, 4)
					}
					return x
				}}
				last := r.run(l, first, form.routine, arguments)
				r.equals("v", r.read(v, 4), last)
				if j != tables*windows {
					r.fail("it made %d additions", j)
				}
			})
		}
		if form.routine != "laneWindows" { // there is at least one
			continue
		}
		add(form.routine, "no tables", form.paths, func(r *Run) {
			v := r.allocate(16)
			first := r.elements(v, 4)
			arguments, memory := arguments(r, v, 0, 0, 0, 17)
			l := loop{routine: form.routine, head: func(number int) bool { return number == 0 }, rounds: 3, state: func() []*big.Int { return form.state(r, v, memory) }, step: func(x []*big.Int) []*big.Int {
				return edwardsDoubles(r.field, x, 4)
			}}
			r.run(l, first, form.routine, arguments)
		})
	}
	for index := range uint64(9) {
		for negate := range uint64(2) {
			add("selectCached", fmt.Sprintf("index %d, negate %d", index, negate), chains[:1], func(r *Run) {
				v, table := r.allocate(16), r.allocate(8*16)
				q := entryOf(r, r.elements(table, 8*4), index)
				if negate == 1 {
					q = []*big.Int{q[1], q[0], r.neg(q[2]), q[3]}
				}
				r.call("selectCached", []uint64{v, table, index, negate}, false)
				r.equals("v", r.read(v, 4), q)
			})
		}
	}

	// What is for sums of many multiples.
	engines := []sumEngine{{"sum", ifma, 1280, 52, 1<<56 - 1}, {"float", chains[:1], floatLanesWords, 51, 1<<59 - 1}}
	for _, e := range engines {
		add(e.name+"Store", "", e.paths, func(r *Run) {
			p, v := r.allocate(16), r.allocate(20)
			e.bits = 51
			x := e.limbs(r, v)
			r.call(e.name+"Store", []uint64{p, v}, false)
			r.equals("p", r.read(p, 4), x)
		})
	}
	add("sumPrepare", "", ifma, func(r *Run) {
		q, v := r.allocate(16), r.allocate(20)
		x := r.limbs(v, 4, 51)
		r.call("sumPrepare", []uint64{q, v}, false)
		r.equals("q", r.read(q, 4), edwardsPrepare(r.field, x))
	})
	// Sums of one step or several, of which the first ones may go on from their points.
	const first, last = 1, 2
	addLanes := func(routine string, e sumEngine, anyZ bool) {
		for i, ends := range [][]uint64{{last}, {first | last}, {0, last, first | last}, {first, 0, last, first, last}} {
			add(routine, fmt.Sprintf("%d: %d steps", i, len(ends)), e.paths, func(r *Run) {
				const lanes = 8
				type sums struct {
					points [lanes]uint64
					values [lanes][]*big.Int
				}
				var all []*sums
				steps := r.allocate(18 * len(ends))
				for i, end := range ends {
					if i == 0 || ends[i-1]&last != 0 {
						s := new(sums)
						for j := range s.points {
							s.points[j] = r.allocate(20)
							s.values[j] = e.limbs(r, s.points[j])
						}
						all = append(all, s)
					}
					s := all[len(all)-1]
					step, signs := steps+144*uint64(i), []uint64{0b10110010, 0b01001101, 0, 0b11111111}[i%4]
					for j := range uint64(lanes) {
						q := r.allocate(16)
						var value []*big.Int
						if anyZ {
							value = r.elements(q, 4)
						} else {
							value = append(r.elements(q, 3), r.int(2))
							for word, z := range []uint64{2, 0, 0, 0} {
								r.set(q+96+8*uint64(word), z)
							}
						}
						if end&first != 0 {
							s.values[j] = []*big.Int{r.int(0), r.int(1), r.int(1), r.int(0)}
						}
						s.values[j] = edwardsAdd(r.field, s.values[j], value, signs>>j&1)
						if i == 0 || end&last != 0 { // the others need no points
							r.set(step+8*j, s.points[j])
						}
						r.set(step+64+8*j, q)
					}
					r.set(step+128, signs)
					r.set(step+136, end)
				}
				r.call(routine, e.arguments(r, steps, uint64(len(ends))), false)
				for i, s := range all {
					for j := range s.points {
						r.equals(fmt.Sprintf("point %d of sums %d", j, i), r.readLimbs(s.points[j], 4, e.bits), s.values[j])
					}
				}
			})
		}
	}
	for _, e := range engines {
		addLanes(e.name+"AddLanes", e, false)
	}
	octets := engines[0]
	addLanes("sumAddLanesAnyZ", octets, true)
	for _, count := range []uint64{1, 2, 4} {
		add("sumPositions", fmt.Sprintf("%d rows", count), octets.paths, func(r *Run) {
			const lanes = 8
			sums, rows := r.allocate(lanes*20), r.allocate(int(count)*lanes*20)
			var values [][]*big.Int
			for i := range count * lanes {
				values = append(values, octets.limbs(r, rows+160*i))
			}
			r.call("sumPositions", octets.arguments(r, sums, rows, count), false)
			for j := range uint64(lanes) {
				sum := values[lanes*(count-1)+j]
				for i := int(count) - 2; i >= 0; i-- {
					q := edwardsPrepare(r.field, edwardsDouble(r.field, sum))
					sum = edwardsAdd(r.field, values[lanes*i+int(j)], q, 0)
				}
				r.equals("sum", r.readLimbs(sums+160*j, 4, octets.bits), sum)
			}
		})
	}
	add("sumOddMultiplesEach", "", octets.paths, func(r *Run) {
		const lanes, count = 8, 8
		tables := r.allocate(lanes * count * 16)
		var q [lanes][]*big.Int
		for j := range uint64(lanes) {
			q[j] = r.elements(tables+128*count*j, 4)
		}
		r.call("sumOddMultiplesEach", octets.arguments(r, tables), false)
		invD := r.div(r.int(-121666), r.int(121665))
		for j := range uint64(lanes) {
			point := []*big.Int{r.sub(q[j][0], q[j][1]), r.add(q[j][0], q[j][1]), q[j][3], r.mul(q[j][2], invD)}
			edwardsOddMultiples(r, tables+128*count*j, q[j], point, count)
		}
	})
	for _, e := range engines {
		add(e.name+"AddBuckets", "", e.paths, func(r *Run) {
			const count, lanes = 2, 8
			octet := func() (address uint64, values [][]*big.Int) {
				address = r.allocate(lanes * 20)
				for j := range uint64(lanes) {
					values = append(values, e.limbs(r, address+160*j))
				}
				return address, values
			}
			sums, sum := octet()
			runs, run := octet()
			buckets := r.allocate(count * lanes * 20)
			var values [count][][]*big.Int
			for i := range values {
				for j := range uint64(lanes) {
					values[i] = append(values[i], e.limbs(r, buckets+160*(lanes*uint64(i)+j)))
				}
			}
			for i := count - 1; i >= 0; i-- {
				for j := range lanes {
					q := edwardsPrepare(r.field, run[j])
					sum[j] = edwardsAdd(r.field, sum[j], q, 0)
					run[j] = edwardsAdd(r.field, values[i][j], q, 0)
				}
			}
			r.call(e.name+"AddBuckets", e.arguments(r, sums, runs, buckets, count), false)
			for j := range lanes {
				r.equals("sum", r.readLimbs(sums+160*uint64(j), 4, e.bits), sum[j])
				r.equals("run", r.readLimbs(runs+160*uint64(j), 4, e.bits), run[j])
			}
		})
	}
	add("sumPairs", "", ifma, func(r *Run) {
		list := []struct{ doublings, first, second, absent uint64 }{{0, 0, 1, 0}, {1, 1, 0, 0}, {2, 0, 0, 1}, {0, 1, 1, 1}, {3, 1, 1, 0}}
		v, steps := r.allocate(20), r.allocate(3*len(list))
		x := r.limbs(v, 4, 51)
		// The two sums, and their sum at the end.
		first := append(append([]*big.Int{}, x...), r.int(0), r.int(1), r.int(1), r.int(0))
		var values [][2][]*big.Int
		for i, s := range list {
			var pair [2][]*big.Int
			for j := range pair {
				q := r.allocate(16)
				pair[j] = r.elements(q, 4)
				if j == 1 && s.absent == 1 {
					q, pair[j] = 0, edwardsNeutral(r.field)
				}
				r.set(steps+24*uint64(i)+8*uint64(j), q)
			}
			r.set(steps+24*uint64(i)+16, s.first|s.second<<8|s.doublings<<32)
			values = append(values, pair)
		}
		i := 0
		l := loop{routine: "sumPairs", state: func() []*big.Int { return r.vectorPoints(2) }, step: func(x []*big.Int) []*big.Int {
			n := int(list[i].doublings)
			a := edwardsAdd(r.field, edwardsDoubles(r.field, x[:4], n), values[i][0], list[i].first)
			b := edwardsAdd(r.field, edwardsDoubles(r.field, x[4:], n), values[i][1], list[i].second)
			i++
			return append(a, b...)
		}}
		last := r.run(l, first, "sumPairs", []uint64{v, steps, uint64(len(list))})
		r.equals("v", r.readLimbs(v, 4, 51), edwardsAdd(r.field, last[:4], edwardsPrepare(r.field, last[4:]), 0))
	})
	add("octetJoin", "", ifma, func(r *Run) {
		const columns = 4
		v, sums, memory := r.allocate(16), r.allocate(4*laneSize/8), r.scratch(quarticRoom)
		all := limbs52.putState(r, sums, allLanes())
		var points [columns][]*big.Int // the sums of both halves
		for i := range points {
			points[i] = edwardsAdd(r.field, all[4*i:][:4], edwardsPrepare(r.field, all[4*(columns+i):][:4]), 0)
		}
		x := points[columns-1]
		for i := columns - 2; i >= 0; i-- {
			x = edwardsAdd(r.field, edwardsDouble(r.field, x), edwardsPrepare(r.field, points[i]), 0)
		}
		r.call("octetJoin", []uint64{v, sums, memory}, false)
		r.equals("v", r.read(v, 4), x)
	})
	add("vectorMultiples", "", ifma, func(r *Run) {
		const count = 8
		table, v := r.allocate(count*16), r.allocate(16)
		first := r.elements(v, 4)
		r.call("vectorMultiples", []uint64{table, v}, false)
		point := first
		for i := range uint64(count) {
			if i > 0 {
				point = edwardsAdd(r.field, point, edwardsPrepare(r.field, first), 0)
			}
			r.equals(fmt.Sprintf("entry %d", i), r.read(table+128*i, 4), edwardsPrepare(r.field, point))
		}
	})
	for _, same := range []bool{false, true} {
		add("sumOddMultiples", fmt.Sprintf("one table: %v", same), ifma, func(r *Run) {
			const count = 4
			var tables [2]uint64
			var q [2][]*big.Int
			for i := range tables {
				tables[i] = r.allocate(count * 16)
				q[i] = r.elements(tables[i], 4)
			}
			if same {
				tables[1], q[1] = tables[0], q[0]
			}
			// In local memory are the points, and twice the first ones, prepared, with 2Z before 2d·T;
			// the entries that the last round made are in the tables. If these are one, it is the
			// second half that wrote them last.
			written, halves := 0, []int{0, 1}
			if same {
				halves = halves[1:]
			}
			state := func() (x []*big.Int) {
				for i := range uint64(16) {
					x = append(x, r.at(r.local()+320*(i/8)+8*(i%8), 5, 64, 51))
				}
				x = append(ofPointLanes(x[:8]), x[8:]...)
				for _, i := range halves {
					if written > 0 {
						x = append(x, r.read(tables[i]+128*uint64(written), 4)...)
					}
				}
				return x
			}
			var first [2][]*big.Int
			for i := range first {
				point := edwardsAdd(r.field, []*big.Int{r.int(0), r.int(1), r.int(1), r.int(0)}, q[i], 0)
				twice := edwardsPrepare(r.field, edwardsDouble(r.field, point))
				first[0] = append(first[0], point...)
				first[1] = append(first[1], twice[0], twice[1], twice[3], twice[2])
			}
			l := loop{routine: "sumOddMultiples", state: state, step: func(x []*big.Int) []*big.Int {
				written++
				var next, entries []*big.Int
				for i := range tables {
					twice := x[8+4*i:]
					point := edwardsAdd(r.field, x[4*i:4*i+4], []*big.Int{twice[0], twice[1], twice[3], twice[2]}, 0)
					next = append(next, point...)
					if slices.Contains(halves, i) {
						entries = append(entries, edwardsPrepare(r.field, point)...)
					}
				}
				return append(append(next, x[8:16]...), entries...)
			}}
			last := r.run(l, append(first[0], first[1]...), "sumOddMultiples", []uint64{tables[0], tables[1], count})
			for n, i := range halves {
				r.equals("the last entry", r.read(tables[i]+128*(count-1), 4), last[16+4*n:])
			}
			if written != count-1 {
				r.fail("it made %d entries", written)
			}
		})
	}
	// All the sizes that tables have.
	for _, count := range []int{2, 4, 8} {
		add("floatOddMultiples", fmt.Sprintf("%d entries", count), chains[:1], func(r *Run) {
			var tables [2]uint64
			var q [2][]*big.Int
			for i := range tables {
				tables[i] = r.allocate(count * 16)
				q[i] = r.elements(tables[i], 4)
			}
			r.call("floatOddMultiples", []uint64{tables[0], tables[1], uint64(count), r.scratch(floatLanesWords)}, false)
			for i := range tables {
				point := edwardsAdd(r.field, []*big.Int{r.int(0), r.int(1), r.int(1), r.int(0)}, q[i], 0)
				edwardsOddMultiples(r, tables[i], q[i], point, count)
			}
		})
	}
	return append(cases, edwardsEachCases()...)
}
