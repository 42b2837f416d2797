// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import "math/big"

// Sums of multiples of points of double-odd curves in eight lanes, with doubles.

const (
	quarticLanes   = 8
	quarticSize    = 5 * quarticLanes * 8 // of an element in each lane
	quarticEntry   = 20 * 8               // of a point in a table: limbs 0 to 3 of each coordinate, and limb 4 of each
	quarticEntries = 16                   // of a table
	quarticRoom    = 14 * quarticSize / 8 // the words of a routine's memory
)

// putState makes points in all lanes an argument: by lane, E, Z, U and T.
func (r *Run) putState(state uint64) (all []*big.Int) {
	for lane := range quarticLanes {
		for n := range uint64(4) {
			all = append(all, r.putHalf(state+quarticSize*n, lane))
		}
	}
	return all
}

// entryAt returns the coordinates of a point in a table.
func (r *Run) entryAt(at uint64) (all []*big.Int) {
	for k := range uint64(4) {
		all = append(all, r.limbsOf(at+32*k, at+128+8*k))
	}
	return all
}

// putEntry makes a point in a table an argument.
func (r *Run) putEntry(at uint64) (all []*big.Int) {
	for k := range uint64(4) {
		all = append(all, r.putLimbs(at+32*k, at+128+8*k))
	}
	for word := range uint64(quarticEntry / 8) {
		r.atMost(at+8*word, 1<<52-1)
	}
	return all
}

// lanes are the cases of the sums in lanes.
func (c quartic) lanes() (cases []Case) {
	add := func(routine, name string, run func(r *Run, routine string)) {
		routine += c.name
		cases = append(cases, Case{Routine: routine, Name: name, Path: oneChain, prime: c.prime, run: func(r *Run) { run(r, routine) }})
	}

	for name, doublings := range map[string][]uint64{
		"additions":               {0, 0},
		"doublings and additions": {1, 3, 0},
	} {
		add("floatSteps", name, func(r *Run, routine string) {
			const size = 8 * (quarticLanes + 2)
			v, steps, memory := r.allocate(4*quarticSize/8), r.allocate(size/8*len(doublings)), r.scratch(quarticRoom)
			first := r.putState(v)
			var points [][][]*big.Int
			for i, n := range doublings {
				at := steps + size*uint64(i)
				q := r.allocate(quarticEntry / 8 * quarticLanes)
				negative := uint64(0x2d5) >> i & (1<<quarticLanes - 1)
				var list [][]*big.Int
				for lane := range uint64(quarticLanes) {
					to := q + quarticEntry*lane
					r.set(at+8*lane, to)
					list = append(list, c.negate(r.field, r.putEntry(to), negative>>lane&1))
				}
				points = append(points, list)
				r.set(at+8*quarticLanes, negative)
				r.set(at+8*quarticLanes+8, n)
			}
			// There is a head of each step, and one of each of its doublings, where there are Y, W and J.
			i, doubled := 0, uint64(0)
			at := func() *factorState {
				if doubled > 0 {
					return r.factors(memory, 0, 1, 2)
				}
				return r.factors(memory, 0, 1, 2, 3)
			}
			l := loop{routine: routine, state: func() []*big.Int { return at().values() }, renew: func() { at().renew() },
				step: func(before []*big.Int) (after []*big.Int) {
					each := len(before) / quarticLanes
					last := doubled == doublings[i]
					for lane := range quarticLanes {
						x := before[each*lane:][:each]
						switch {
						case doubled > 0 && last:
							x = c.leave(r.field, x)
						case doubled > 0:
							x = c.again(r.field, x)
						case !last:
							x = c.enter(r.field, x)
						}
						if last {
							x = c.add(r.field, x, points[i][lane])
						}
						after = append(after, x...)
					}
					if doubled++; last {
						i, doubled = i+1, 0
					}
					return after
				}}
			last := r.run(l, first, routine, []uint64{v, steps, uint64(len(doublings)), memory})
			var now []*big.Int
			for lane := range quarticLanes {
				for n := range uint64(4) {
					now = append(now, r.laneValue(v+quarticSize*n, lane))
				}
			}
			r.equals("the point", now, last)
			if i != len(doublings) {
				r.fail("it took %d steps", i)
			}
		})
	}

	add("floatMultiples", "", func(r *Run, routine string) {
		v, tables, memory := r.allocate(4*quarticSize/8), r.allocate(quarticEntry/8*quarticEntries*quarticLanes), r.scratch(quarticRoom)
		var first []*big.Int // by lane: the multiple, and the point
		points := r.putState(v)
		for lane := range quarticLanes {
			first = append(append(first, points[4*lane:][:4]...), points[4*lane:][:4]...)
		}
		entries := func(i int) (all []*big.Int) {
			for lane := range quarticLanes {
				all = append(all, r.entryAt(tables+quarticEntry*uint64(quarticEntries*lane+i))...)
			}
			return all
		}
		// What is written in a round is the multiple that there was at its head.
		made := 0
		var written []*big.Int
		factors := r.factors(memory, 0, 1, 2, 3, 4, 5, 6, 7)
		l := loop{routine: routine, state: factors.values, renew: factors.renew, head: func(int) bool {
			if made > 0 {
				r.equals("an entry", entries(made-1), written)
			}
			return true
		}, step: func(before []*big.Int) (after []*big.Int) {
			made++
			written = nil
			for lane := range quarticLanes {
				x, q := before[8*lane:][:4], before[8*lane+4:][:4]
				written = append(written, x...)
				after = append(append(after, c.add(r.field, x, q)...), q...)
			}
			return after
		}}
		last := r.run(l, first, routine, []uint64{v, tables, memory})
		r.equals("the last but one", entries(made-1), written)
		var want []*big.Int
		for lane := range quarticLanes {
			want = append(want, last[8*lane:][:4]...)
		}
		r.equals("the last entry", entries(made), want)
		if made != quarticEntries-1 {
			r.fail("it made %d entries", made)
		}
	})
	return cases
}
