// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import "math/big"

// Sums of multiples of points of edwards25519 in lanes, each with points of its own.

// edwardsEach is the formulas, for points (X, Y, Z, T), and (Y+X, Y-X, 2d·T, 2Z) to be added.
type edwardsEach struct{}

func (edwardsEach) add(f *field, v, q []*big.Int) []*big.Int { return edwardsAdd(f, v, q, 0) }

func (edwardsEach) negate(f *field, q []*big.Int, sign uint64) []*big.Int {
	if sign == 1 {
		return []*big.Int{q[1], q[0], f.neg(q[2]), q[3]}
	}
	return q
}

func (edwardsEach) enter(_ *field, v []*big.Int) []*big.Int { return v[:3] }
func (edwardsEach) again(f *field, v []*big.Int) []*big.Int { return edwardsDouble(f, v)[:3] }
func (edwardsEach) leave(f *field, v []*big.Int) []*big.Int { return edwardsDouble(f, v) }

// edwardsEachCases are the cases of the sums in lanes.
func edwardsEachCases() (cases []Case) {
	add := func(path Path, routine, name string, run func(r *Run, routine string)) {
		cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: p25519.prime, run: func(r *Run) { run(r, routine) }})
	}
	// With doubles the places in memory are the sums, and the points to be added.
	own := []int{0, 1, 2, 3}
	both := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for name, doublings := range stepLists {
		for routine, put := range map[string]func(r *Run, at uint64) []*big.Int{"eachSteps": limbs52.putEntry, "eachExpandedSteps": putEntryOfWords} {
			add(withIFMA, routine, name, func(r *Run, routine string) {
				v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
				limbs52.steps(r, edwardsEach{}, routine, doublings, nil, put, v, allLanes(), nil, nil, memory)
			})
		}
		add(oneChain, "floatEachSteps", name, func(r *Run, routine string) {
			v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
			state := func(coordinates int) []*big.Int { return r.factors(evenFactors, memory, own[:coordinates]...).values() }
			renew := func(coordinates int) { r.factors(evenFactors, memory, own[:coordinates]...).renew() }
			limbs51.steps(r, edwardsEach{}, routine, doublings, nil, limbs51.putEntry, v, allLanes(), state, renew, memory)
		})
	}
	add(withIFMA, "eachMultiples", "", func(r *Run, routine string) {
		v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
		eachMultiples(r, limbs52, routine, v, allLanes(), nil, nil, memory)
	})
	add(oneChain, "floatEachMultiples", "", func(r *Run, routine string) {
		v, memory := r.allocate(4*laneSize/8), r.scratch(quarticRoom)
		factors := r.factors(evenFactors, memory, both...)
		eachMultiples(r, limbs51, routine, v, allLanes(), factors.values, factors.renew, memory)
	})
	return cases
}

// eachMultiples follows a routine that makes tables of the points in these lanes at v. In state there are, if there is one, of each lane
// the multiple that was stored last, and the point itself, to be added. The routine takes more arguments. Limbs have that form.
func eachMultiples(r *Run, form laneForm, routine string, v uint64, lanes []int, state func() []*big.Int, renew func(), more ...uint64) {
	tables := r.allocate(quarticEntry / 8 * quarticEntries * laneCount)
	points := form.putState(r, v, lanes)
	var first []*big.Int
	for n := range lanes {
		p := points[4*n:][:4]
		first = append(append(first, p...), edwardsPrepare(r.field, p)...)
	}
	made := 0
	check := func(now []*big.Int) {
		var got, want []*big.Int
		for n, lane := range lanes {
			got = append(got, form.entryAt(r, tables+quarticEntry*uint64(quarticEntries*lane+made))...)
			want = append(want, edwardsPrepare(r.field, now[8*n:][:4])...)
		}
		r.equals("an entry", got, want)
	}
	last := first
	l := loop{routine: routine, state: state, renew: renew, head: func(int) bool {
		check(last)
		return true
	}, step: func(before []*big.Int) (after []*big.Int) {
		made++
		for n := range lanes {
			x := before[8*n:][:8]
			after = append(append(after, edwardsAdd(r.field, x[:4], x[4:], 0)...), x[4:]...)
		}
		last = after
		return after
	}}
	if state == nil {
		l.more = func() bool { return made < quarticEntries-1 }
	}
	r.run(l, first, routine, append([]uint64{tables, v}, more...))
	check(last)
	if made != quarticEntries-1 {
		r.fail("it made %d entries", made)
	}
}
