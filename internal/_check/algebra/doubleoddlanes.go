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
	quarticRoom    = 15 * laneSize / 8 // the words of a routine's memory
)

// allLanes, lanesOfPair and halfOfPair are lanes that a routine works in.
func allLanes() []int { return halfOfPair(0) }

func lanesOfPair() []int { return append(halfOfPair(0), halfOfPair(1)...) }

func halfOfPair(half int) (lanes []int) {
	for lane := range laneCount {
		lanes = append(lanes, half*laneCount+lane)
	}
	return lanes
}

// A laneForm is the limbs of a package, of so many bits but for the last, for points in lanes, and in tables, where they have
// limbs 0 to 3 of each coordinate and then limb 4 of each.
type laneForm int

const (
	limbs52 laneForm = 52
	limbs51 laneForm = 51
)

// put makes limbs at these addresses an argument, each below 2^52.
func (form laneForm) put(r *Run, at func(limb int) uint64) *big.Int {
	limbs := make([]uint64, 5)
	for i := range limbs {
		limbs[i] = r.edgy() >> 12
	}
	v := r.mod(number(limbs, uint(form)))
	if r.concrete {
		for i, x := range limbs {
			r.set(at(i), x)
		}
	} else {
		// The first limb makes up for the others.
		v = r.field.random()
		rest := v
		for i := 1; i < 5; i++ {
			x := r.field.random()
			r.setFree(at(i), 0, x, 1)
			rest = r.sub(rest, r.mul(x, r.power(int(form)*i)))
		}
		r.setFree(at(0), 0, rest, 1)
	}
	for i := range limbs {
		r.atMost(at(i), 1<<52-1)
	}
	return v
}

// value returns the element with limbs at these addresses.
func (form laneForm) value(r *Run, at func(limb int) uint64) *big.Int {
	x := new(big.Int)
	for i := range 5 {
		x.Add(x, r.mul(r.word(at(i)), r.power(int(form)*i)))
	}
	return r.mod(x)
}

// inLane returns the addresses of a coordinate of points in lanes, inEntry those of one of a point in a table.
func inLane(state uint64, coordinate, lane int) func(limb int) uint64 {
	return func(limb int) uint64 { return lanePlace(state+laneSize*uint64(coordinate), lane) + 64*uint64(limb) }
}

func inEntry(at uint64, coordinate int) func(limb int) uint64 {
	return func(limb int) uint64 {
		if limb == 4 {
			return at + 128 + 8*uint64(coordinate)
		}
		return at + 32*uint64(coordinate) + 8*uint64(limb)
	}
}

// putState makes points in these lanes an argument: by lane, their four coordinates.
func (form laneForm) putState(r *Run, state uint64, lanes []int) (all []*big.Int) {
	for _, lane := range lanes {
		for n := range 4 {
			all = append(all, form.put(r, inLane(state, n, lane)))
		}
	}
	return all
}

// stateAt returns the coordinates of the points there, of which there are so many.
func (form laneForm) stateAt(r *Run, state uint64, lanes []int, coordinates int) (all []*big.Int) {
	for _, lane := range lanes {
		for n := range coordinates {
			all = append(all, form.value(r, inLane(state, n, lane)))
		}
	}
	return all
}

// putEntry makes a point in a table an argument.
func (form laneForm) putEntry(r *Run, at uint64) (all []*big.Int) {
	for n := range 4 {
		all = append(all, form.put(r, inEntry(at, n)))
	}
	return all
}

// putEntryOfWords is putEntry for a point with coordinates of four words each.
func putEntryOfWords(r *Run, at uint64) (all []*big.Int) {
	for n := range uint64(4) {
		all = append(all, r.element(at+32*n))
	}
	return all
}

// entryAt returns the coordinates of a point in a table.
func (form laneForm) entryAt(r *Run, at uint64) (all []*big.Int) {
	for n := range 4 {
		all = append(all, form.value(r, inEntry(at, n)))
	}
	return all
}

// laneFormulas are those of a curve. n doublings are enter, n - 1 times again, and leave; between those there are three
// coordinates of a point.
type laneFormulas interface {
	add(f *field, v, q []*big.Int) []*big.Int
	negate(f *field, q []*big.Int, sign uint64) []*big.Int
	enter(f *field, v []*big.Int) []*big.Int
	again(f *field, v []*big.Int) []*big.Int
	leave(f *field, v []*big.Int) []*big.Int
}

// stepLists are doublings of lists of steps.
var stepLists = map[string][]uint64{
	"additions":               {0, 0},
	"doublings and additions": {1, 3, 0},
}

// A tableStep is what a step has to do with tables: it takes their entries i, of which it adds nothing, or makes them, where from or to
// is 2i + 1.
type tableStep struct{ from, to uint64 }

// tableSteps are lists of those, with doublings.
var tableSteps = []struct {
	name      string
	doublings []uint64
	tables    []tableStep
}{
	{"additions", stepLists["additions"], make([]tableStep, 2)},
	{"doublings and additions", stepLists["doublings and additions"], make([]tableStep, 3)},
	{"multiples", []uint64{1, 0, 3, 0, 0}, []tableStep{{1, 3}, {0, 5}, {31, 0}, {0, 31}, {7, 1}}},
}

// lanes are the cases of the sums in lanes, and of roots, with doubles of each half of a pair.
func (c quartic) lanes() (cases []Case) {
	add := func(path Path, routine, name string, run func(r *Run, routine string)) {
		routine += c.name
		cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: c.prime, run: func(r *Run) { run(r, routine) }})
	}
	for _, list := range tableSteps {
		add(withIFMA, "laneSteps", list.name, func(r *Run, routine string) {
			v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
			limbs52.steps(r, c, routine, list.doublings, list.tables, limbs52.putEntry, v, allLanes(), nil, nil, memory)
		})
		add(oneChain, "floatSteps", list.name, func(r *Run, routine string) {
			v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
			factors := func(coordinates int) *factorState {
				return r.factors(unevenFactors, memory, []int{0, 1, 2, 3}[:coordinates]...)
			}
			state := func(coordinates int) []*big.Int { return factors(coordinates).values() }
			renew := func(coordinates int) { factors(coordinates).renew() }
			limbs52.steps(r, c, routine, list.doublings, list.tables, limbs52.putEntry, v, allLanes(), state, renew, memory)
		})
	}
	for _, alias := range aliases {
		add(withIFMA, "laneSqrNMul", alias, func(r *Run, routine string) { r.sqrNMulLanes(routine, alias) })
		for half := range 2 {
			add(oneChain, "floatSqrNMul", strings.TrimPrefix(fmt.Sprintf("%s, half %d", alias, half), ", "), func(r *Run, routine string) {
				memory := r.scratch(quarticRoom)
				power := r.factors(unevenFactors, memory, 8)
				r.sqrNMul(routine, alias, halfOfPair(half), power.values, power.renew, uint64(half), memory)
			})
		}
	}
	return cases
}

// steps follows a routine that takes steps from the points in these lanes at v on, with so many doublings each, and adds points
// of tables with entries that put makes arguments. Between the steps state has so many coordinates of each point, if there is one, and
// renew makes them arbitrary. The routine takes more arguments, and before them tables, if steps have to do with some.
func (form laneForm) steps(r *Run, c laneFormulas, routine string, doublings []uint64, tables []tableStep, put func(r *Run, at uint64) []*big.Int, v uint64, lanes []int, state func(coordinates int) []*big.Int, renew func(coordinates int), more ...uint64) {
	size := uint64(8 * (laneCount + 2))
	entries := uint64(0)
	entry := func(lane int, number uint64) uint64 {
		return entries + quarticEntry*(quarticEntries*uint64(lane)+number/2)
	}
	if tables != nil {
		size += 8 * 2
		entries = r.allocate(quarticEntry / 8 * quarticEntries * laneCount)
		more = append([]uint64{entries}, more...)
	} else {
		tables = make([]tableStep, len(doublings))
	}
	steps := r.allocate(int(size) / 8 * len(doublings))
	first := form.putState(r, v, lanes)
	var points, taken [][][]*big.Int
	for i, n := range doublings {
		at := steps + size*uint64(i)
		q := r.allocate(quarticEntry / 8 * laneCount)
		negative := uint64(0xb2d5) >> i & (1<<laneCount - 1)
		for lane := range uint64(laneCount) {
			r.set(at+8*lane, q+quarticEntry*lane)
		}
		var list, from [][]*big.Int
		for _, lane := range lanes {
			list = append(list, c.negate(r.field, put(r, q+quarticEntry*uint64(lane)), negative>>lane&1))
			if tables[i].from > 0 {
				from = append(from, put(r, entry(lane, tables[i].from)))
			}
		}
		points, taken = append(points, list), append(taken, from)
		r.set(at+8*laneCount, negative)
		r.set(at+8*laneCount+8, n)
		if entries > 0 {
			r.set(at+8*laneCount+16, tables[i].from)
			r.set(at+8*laneCount+24, tables[i].to)
		}
	}
	// There is a head of each step, and one of each of its doublings, where there are Y, W and J.
	i, doubled := 0, uint64(0)
	coordinates := func() int {
		if doubled > 0 {
			return 3
		}
		return 4
	}
	var last []*big.Int
	made := func() { // what the step before has made
		if doubled > 0 || i == 0 || tables[i-1].to == 0 {
			return
		}
		var got []*big.Int
		for _, lane := range lanes {
			got = append(got, form.entryAt(r, entry(lane, tables[i-1].to))...)
		}
		r.equals("entries", got, last)
	}
	l := loop{routine: routine, head: func(int) bool {
		made()
		return true
	}, state: func() []*big.Int { return state(coordinates()) }, step: func(before []*big.Int) (after []*big.Int) {
		each := len(before) / len(lanes)
		done := doubled == doublings[i]
		isTaken := tables[i].from > 0
		for n := range lanes {
			x := before[each*n:][:each]
			if isTaken && doubled == 0 {
				x = taken[i][n]
			}
			switch {
			case doubled > 0 && done:
				x = c.leave(r.field, x)
			case doubled > 0:
				x = c.again(r.field, x)
			case !done:
				x = c.enter(r.field, x)
			}
			if done && !isTaken {
				x = c.add(r.field, x, points[i][n])
			}
			after = append(after, x...)
		}
		if doubled++; done {
			i, doubled = i+1, 0
		}
		last = after
		return after
	}}
	if renew != nil {
		l.renew = func() { renew(coordinates()) }
	}
	if state == nil {
		l.more = func() bool { return i < len(doublings) }
	}
	last = r.run(l, first, routine, append([]uint64{v, steps, uint64(len(doublings))}, more...))
	made()
	r.equals("the point", form.stateAt(r, v, lanes, 4), last)
	if i != len(doublings) {
		r.fail("it took %d steps", i)
	}
}
