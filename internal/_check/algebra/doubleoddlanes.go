// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
)

// Sums of multiples of points of double-odd curves in lanes.

const (
	quarticEntry   = 20 * 8            // of a point in a table: limbs 0 to 3 of each coordinate, and limb 4 of each
	quarticEntries = 16                // of a table
	quarticRoom    = 10 * laneSize / 8 // the words of a routine's memory
)

// putState makes points in all lanes an argument: by lane, E, Z, U and T.
func (r *Run) putState(state uint64) (all []*big.Int) {
	for lane := range laneCount {
		for n := range uint64(4) {
			all = append(all, r.putHalf(state+laneSize*n, lane))
		}
	}
	return all
}

// stateAt returns the coordinates of the points there, of which there are so many.
func (r *Run) stateAt(state uint64, coordinates int) (all []*big.Int) {
	for lane := range laneCount {
		for n := range coordinates {
			all = append(all, r.laneValue(state+laneSize*uint64(n), lane))
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
		cases = append(cases, Case{Routine: routine, Name: name, Path: withIFMA, prime: c.prime, run: func(r *Run) { run(r, routine) }})
	}

	for name, doublings := range map[string][]uint64{
		"additions":               {0, 0},
		"doublings and additions": {1, 3, 0},
	} {
		add("laneSteps", name, func(r *Run, routine string) {
			const size = 8 * (laneCount + 2)
			v, steps, memory := r.allocate(4*laneSize/8), r.allocate(size/8*len(doublings)), r.scratch(quarticRoom)
			first := r.putState(v)
			var points [][][]*big.Int
			for i, n := range doublings {
				at := steps + size*uint64(i)
				q := r.allocate(quarticEntry / 8 * laneCount)
				negative := uint64(0xb2d5) >> i
				var list [][]*big.Int
				for lane := range uint64(laneCount) {
					to := q + quarticEntry*lane
					r.set(at+8*lane, to)
					list = append(list, c.negate(r.field, r.putEntry(to), negative>>lane&1))
				}
				points = append(points, list)
				r.set(at+8*laneCount, negative)
				r.set(at+8*laneCount+8, n)
			}
			// There is a head of each step, and one of each of its doublings, where there are Y, W and J.
			i, doubled := 0, uint64(0)
			state := func() []*big.Int {
				if doubled > 0 {
					return r.stateAt(v, 3)
				}
				return r.stateAt(v, 4)
			}
			l := loop{routine: routine, state: state, step: func(before []*big.Int) (after []*big.Int) {
				each := len(before) / laneCount
				last := doubled == doublings[i]
				for lane := range laneCount {
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
			r.equals("the point", r.stateAt(v, 4), last)
			if i != len(doublings) {
				r.fail("it took %d steps", i)
			}
		})
	}

	for _, alias := range aliases {
		add("laneSqrNMul", alias, func(r *Run, routine string) { r.sqrNMulLanes(routine, alias) })
	}
	return cases
}

// quarticStore are the cases of what makes points entries of tables.
func quarticStore() (cases []Case) {
	for i := range uint64(quarticEntries) {
		cases = append(cases, Case{Routine: "laneStore", Name: fmt.Sprintf("entries %d", i), Path: withIFMA, prime: p255E.prime, run: func(r *Run) {
			tables, v := r.allocate(quarticEntry/8*quarticEntries*laneCount), r.allocate(4*laneSize/8)
			want := r.putState(v)
			r.call("laneStore", []uint64{tables, i, v}, false)
			var got []*big.Int
			for lane := range uint64(laneCount) {
				got = append(got, r.entryAt(tables+quarticEntry*(quarticEntries*lane+i))...)
			}
			r.equals("the entries", got, want)
		}})
	}
	return cases
}
