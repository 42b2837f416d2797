// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
	"strings"
)

// Sums of multiples of points of double-odd curves in lanes.

const (
	quarticEntry   = 20 * 8            // of a point in a table: limbs 0 to 3 of each coordinate, and limb 4 of each
	quarticEntries = 16                // of a table
	quarticRoom    = 10 * laneSize / 8 // the words of a routine's memory
)

// allLanes and halfOfLanes are lanes that a routine works in.
func allLanes() (lanes []int) { return append(halfOfLanes(0), halfOfLanes(1)...) }

func halfOfLanes(half int) (lanes []int) {
	for lane := range laneCount / 2 {
		lanes = append(lanes, half*laneCount/2+lane)
	}
	return lanes
}

// putState makes points in these lanes an argument: by lane, E, Z, U and T.
func (r *Run) putState(state uint64, lanes []int) (all []*big.Int) {
	for _, lane := range lanes {
		for n := range uint64(4) {
			all = append(all, r.putHalf(state+laneSize*n, lane))
		}
	}
	return all
}

// stateAt returns the coordinates of the points there, of which there are so many.
func (r *Run) stateAt(state uint64, lanes []int, coordinates int) (all []*big.Int) {
	for _, lane := range lanes {
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

// lanes are the cases of the sums in lanes: of all with IFMA, and of each half with doubles.
func (c quartic) lanes() (cases []Case) {
	add := func(path Path, routine, name string, run func(r *Run, routine string)) {
		routine += c.name
		cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: c.prime, run: func(r *Run) { run(r, routine) }})
	}
	for name, doublings := range map[string][]uint64{
		"additions":               {0, 0},
		"doublings and additions": {1, 3, 0},
	} {
		add(withIFMA, "laneSteps", name, func(r *Run, routine string) {
			v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
			state := func(coordinates int) []*big.Int { return r.stateAt(v, allLanes(), coordinates) }
			c.steps(r, routine, doublings, v, allLanes(), state, nil, memory)
		})
		for half := range 2 {
			add(oneChain, "floatSteps", fmt.Sprintf("%s, half %d", name, half), func(r *Run, routine string) {
				v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
				factors := func(coordinates int) *factorState {
					return r.factors(unevenFactors, memory, []int{0, 1, 2, 3}[:coordinates]...)
				}
				state := func(coordinates int) []*big.Int { return factors(coordinates).values() }
				renew := func(coordinates int) { factors(coordinates).renew() }
				c.steps(r, routine, doublings, v, halfOfLanes(half), state, renew, uint64(half), memory)
			})
		}
	}
	for _, alias := range aliases {
		add(withIFMA, "laneSqrNMul", alias, func(r *Run, routine string) { r.sqrNMulLanes(routine, alias) })
		for half := range 2 {
			add(oneChain, "floatSqrNMul", strings.TrimPrefix(fmt.Sprintf("%s, half %d", alias, half), ", "), func(r *Run, routine string) {
				memory := r.scratch(quarticRoom)
				power := r.factors(unevenFactors, memory, 8)
				r.sqrNMul(routine, alias, halfOfLanes(half), power.values, power.renew, uint64(half), memory)
			})
		}
	}
	return cases
}

// steps follows a routine that takes steps from the points in these lanes at v on, with so many doublings each. Between
// them state has so many coordinates of each point, and renew makes them arbitrary. The routine takes more arguments.
func (c quartic) steps(r *Run, routine string, doublings []uint64, v uint64, lanes []int, state func(coordinates int) []*big.Int, renew func(coordinates int), more ...uint64) {
	const size = 8 * (laneCount + 2)
	steps := r.allocate(size / 8 * len(doublings))
	first := r.putState(v, lanes)
	var points [][][]*big.Int
	for i, n := range doublings {
		at := steps + size*uint64(i)
		q := r.allocate(quarticEntry / 8 * laneCount)
		negative := uint64(0xb2d5) >> i
		for lane := range uint64(laneCount) {
			r.set(at+8*lane, q+quarticEntry*lane)
		}
		var list [][]*big.Int
		for _, lane := range lanes {
			list = append(list, c.negate(r.field, r.putEntry(q+quarticEntry*uint64(lane)), negative>>lane&1))
		}
		points = append(points, list)
		r.set(at+8*laneCount, negative)
		r.set(at+8*laneCount+8, n)
	}
	// There is a head of each step, and one of each of its doublings, where there are Y, W and J.
	i, doubled := 0, uint64(0)
	coordinates := func() int {
		if doubled > 0 {
			return 3
		}
		return 4
	}
	l := loop{routine: routine, state: func() []*big.Int { return state(coordinates()) }, step: func(before []*big.Int) (after []*big.Int) {
		each := len(before) / len(lanes)
		last := doubled == doublings[i]
		for n := range lanes {
			x := before[each*n:][:each]
			switch {
			case doubled > 0 && last:
				x = c.leave(r.field, x)
			case doubled > 0:
				x = c.again(r.field, x)
			case !last:
				x = c.enter(r.field, x)
			}
			if last {
				x = c.add(r.field, x, points[i][n])
			}
			after = append(after, x...)
		}
		if doubled++; last {
			i, doubled = i+1, 0
		}
		return after
	}}
	if renew != nil {
		l.renew = func() { renew(coordinates()) }
	}
	last := r.run(l, first, routine, append([]uint64{v, steps, uint64(len(doublings))}, more...))
	r.equals("the point", r.stateAt(v, lanes, 4), last)
	if i != len(doublings) {
		r.fail("it took %d steps", i)
	}
}

// quarticStore are the cases of what makes points entries of tables.
func quarticStore() (cases []Case) {
	for i := range uint64(quarticEntries) {
		cases = append(cases, Case{Routine: "laneStore", Name: fmt.Sprintf("entries %d", i), Path: withIFMA, prime: p255E.prime, run: func(r *Run) {
			tables, v := r.allocate(quarticEntry/8*quarticEntries*laneCount), r.allocate(4*laneSize/8)
			want := r.putState(v, allLanes())
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
