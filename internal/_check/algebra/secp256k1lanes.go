// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
)

// Sums of multiples in lanes compute coordinates of points (X, Y, Z) of which not only the point
// matters: that Z becomes 0 tells of exceptions.

const (
	laneCount   = 8
	laneEntries = 16
	laneSize    = 5 * 64 // of an element in each lane

	// A pair of octets.
	pairCount = 2 * laneCount
	pairSize  = 2 * laneSize

	laneRoom = 14 * pairSize / 8 // the words of a routine's memory
)

// laneDouble is dbl-2009-l of Bernstein and Lange's Explicit-Formulas Database, but for the way to
// 4·X·Y^2. It returns that and 8·Y^4, too.
func laneDouble(f *field, v []*big.Int) (twice []*big.Int, d, c *big.Int) {
	a, b := f.sqr(v[0]), f.sqr(v[1])
	d, c = f.small(4, f.mul(v[0], b)), f.small(8, f.sqr(b))
	e := f.small(3, a)
	x := f.sub(f.sqr(e), f.small(2, d))
	y := f.sub(f.mul(e, f.sub(d, x)), c)
	return []*big.Int{x, y, f.small(2, f.mul(v[1], v[2]))}, d, c
}

// laneAdd adds q, that is (x, y) on a curve to which z is Z of v times a scale: with the negative of its
// U2 - U1, as in addition of Jacobian and affine points there, and -Y3, -Z3.
func laneAdd(f *field, v, q []*big.Int, z *big.Int) []*big.Int {
	u, s := f.mul(q[0], f.sqr(z)), f.mul(q[1], f.sqr(z), z)
	h, r := f.sub(v[0], u), f.sub(v[1], s)
	w := f.mul(v[0], f.sqr(h))
	x := f.sub(f.add(f.sqr(r), f.mul(h, f.sqr(h))), f.small(2, w))
	y := f.sub(f.mul(r, f.sub(w, x)), f.mul(v[1], f.sqr(h), h))
	return []*big.Int{x, y, f.mul(v[2], h)}
}

// lanePlace returns where the element of a lane is, in a place of elements of all lanes, or of those of a pair.
func lanePlace(place uint64, lane int) uint64 {
	return place + uint64(lane/8)*5*64 + uint64(lane%8)*8
}

// lane returns the element of a lane.
func (r *Run) laneValue(place uint64, lane int) *big.Int {
	return r.at(lanePlace(place, lane), 5, 64, 52)
}

// below52 says that limbs in these lanes of octets are below 2^52: a contract says so of memory, at any time.
func (r *Run) below52(lanes []int, places ...uint64) {
	for _, place := range places {
		for _, lane := range lanes {
			for limb := range uint64(5) {
				r.atMost(lanePlace(place, lane)+64*limb, 1<<52-1)
			}
		}
	}
}

// limbsSize is the size of an affine point: limbs 0 to 3 of -x, those of y, limb 4 of each, and zeros.
const limbsSize = 12 * 8

// putLimbs makes an element an argument, whose limb 4 is elsewhere.
func (r *Run) putLimbs(at, last uint64) *big.Int {
	limbs := make([]uint64, 5)
	for i := range limbs {
		limbs[i] = r.edgy() >> 12
	}
	v := r.mod(number(limbs, 52))
	if r.concrete {
		for i, x := range limbs[:4] {
			r.set(at+8*uint64(i), x)
		}
		r.set(last, limbs[4])
	} else {
		v = r.field.random()
		top := r.field.random()
		r.setFree(last, 0, top, 1)
		r.put(at, limbs[:4], 8, 52, r.sub(v, r.mul(top, r.power(4*52))), 1)
	}
	return v
}

// limbsOf returns the element whose limb 4 is elsewhere.
func (r *Run) limbsOf(at, last uint64) *big.Int {
	return r.add(r.at(at, 4, 8, 52), r.mul(r.word(last), r.power(4*52)))
}

// putAffine makes an affine point an argument.
func (r *Run) putAffine(at uint64) []*big.Int {
	minusX, y := r.putLimbs(at, at+64), r.putLimbs(at+32, at+72)
	r.set(at+80, 0)
	r.set(at+88, 0)
	return []*big.Int{r.neg(minusX), y}
}

// limbsAt returns the coordinates of an affine point.
func (r *Run) limbsAt(at uint64) []*big.Int {
	return []*big.Int{r.limbsOf(at, at+64), r.limbsOf(at+32, at+72), r.word(at + 80), r.word(at + 88)}
}

// lanesAt returns place n of the elements in lanes at v. Those of Go's memory are X, Y, Z and the scale.
func lanesAt(v uint64, n int) uint64 { return v + uint64(n)*laneSize }

// laneEntryAt returns where entry i is.
func laneEntryAt(entries uint64, i int) uint64 { return lanesAt(entries, 3*i) }

// allLaneValues returns the elements at these places, lane by lane.
func (r *Run) allLaneValues(at ...uint64) (all []*big.Int) {
	for lane := range laneCount {
		for _, p := range at {
			all = append(all, r.laneValue(p, lane))
		}
	}
	return all
}

// laneSteps are the cases of a routine that takes steps of sums, of one octet or of two at the same time. Between them, it has the state
// where own says; all steps are followed at once if that is nil.
func laneSteps(routine string, octets int, path Path, own func(r *Run, memory uint64) *factorState) (cases []Case) {
	type step struct{ doublings, scaled uint64 }
	for name, list := range map[string][]step{
		"additions":                 {{0, 0}, {0, 1}},
		"doublings and additions":   {{1, 1}, {2, 0}},
		"one addition of multiples": {{0, 1}},
	} {
		cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: pSecp256k1.prime, run: func(r *Run) {
			const size = 8 * (laneCount + 3)
			var states, steps []uint64
			memory := r.scratch(laneRoom)
			var first []*big.Int                      // by octet and lane: X, Y, Z, the scale
			points := make([][][]*big.Int, len(list)) // by step, octet and lane
			put := func(to uint64, point []*big.Int) []*big.Int {
				for word := range uint64(10) {
					r.atMost(to+8*word, 1<<52-1)
				}
				return point
			}
			for octet := range octets {
				v, own := r.allocate(4*laneSize/8), r.allocate(size/8*len(list))
				states, steps = append(states, v), append(steps, own)
				for lane := range laneCount {
					for p := range 4 {
						first = append(first, r.putHalf(lanesAt(v, p), lane))
					}
				}
				for i, s := range list {
					at := own + size*uint64(i)
					q := r.allocate(limbsSize / 8 * laneCount)
					// In some lanes, other ones in each step.
					negative := uint64(0xb2d5) >> (i + 5*octet)
					for lane := range laneCount {
						to := q + limbsSize*uint64(lane)
						r.set(at+8*uint64(lane), to)
						points[i] = append(points[i], put(to, signed(r.field, r.putAffine(to), negative>>lane)))
					}
					r.set(at+8*laneCount, negative&(1<<laneCount-1))
					if octet == 0 { // of the others it takes for granted that they have the same
						r.set(at+8*laneCount+8, s.doublings)
						r.set(at+8*laneCount+16, s.scaled)
					}
				}
			}
			state := func() (all []*big.Int) {
				for _, v := range states {
					all = append(all, r.allLaneValues(lanesAt(v, 0), lanesAt(v, 1), lanesAt(v, 2), lanesAt(v, 3))...)
				}
				return all
			}
			// There is a head of each step, and one of each of its doublings.
			i, doubled := 0, -1
			l := loop{routine: routine, step: func(before []*big.Int) (after []*big.Int) {
				double, last := doubled >= 0, uint64(doubled+1) == list[i].doublings
				for lane := range octets * laneCount {
					v, scale := before[4*lane:4*lane+3], before[4*lane+3]
					if double {
						v, _, _ = laneDouble(r.field, v)
					}
					if last {
						z := v[2]
						if list[i].scaled == 1 {
							z = r.mul(z, scale)
						}
						v = laneAdd(r.field, v, points[i][lane], z)
					}
					after = append(append(after, v...), scale)
				}
				if doubled++; last {
					i, doubled = i+1, -1
				}
				return after
			}}
			arguments := append(append(states[:octets:octets], steps...), uint64(len(list)), memory)
			kept := 4 // of the state, in Go's memory
			if own != nil {
				places := own(r, memory)
				l.state, l.renew = places.values, places.renew
				kept = 3 // the scale there stays as it is
			} else {
				l.more = func() bool { return i < len(list) }
			}
			last := r.run(l, first, routine, arguments)
			got := state()
			for lane := range octets * laneCount {
				r.equals("the state", got[4*lane:][:kept], last[4*lane:][:kept])
			}
			if i != len(list) {
				r.fail("it took %d steps", i)
			}
		}})
	}
	return cases
}

// secp256k1Lanes are the cases of the sums in lanes.
func secp256k1Lanes() (cases []Case) {
	add := func(routine, name string, run func(r *Run)) {
		cases = append(cases, Case{Routine: routine, Name: name, Path: withIFMA, prime: pSecp256k1.prime, run: run})
	}
	cases = append(cases, laneSteps("laneSteps", 1, withIFMA, nil)...)
	cases = append(cases, laneSteps("laneStepsPair", 2, withIFMA, nil)...)

	add("laneMultiples", "", func(r *Run) {
		v, entries, memory := r.allocate(4*laneSize/8), r.allocate(laneEntries*3*laneSize/8), r.scratch(laneRoom)
		made := 0
		var first []*big.Int // by lane: d, the Z of the double, and the last entry
		for lane := range laneCount {
			var p []*big.Int
			for n := range 3 {
				p = append(p, r.putHalf(lanesAt(v, n), lane))
			}
			twice, d, c := laneDouble(r.field, p)
			first = append(first, twice[0], twice[1], twice[2], d, c, twice[2])
		}
		state := func() []*big.Int {
			e := laneEntryAt(entries, made)
			return r.allLaneValues(lanesAt(v, 0), lanesAt(v, 1), lanesAt(v, 2), e, e+laneSize, e+2*laneSize)
		}
		renew := func() {
			e := laneEntryAt(entries, made)
			r.below52(allLanes(), lanesAt(v, 0), lanesAt(v, 1), lanesAt(v, 2), e, e+laneSize, e+2*laneSize)
		}
		l := loop{routine: "laneMultiples", state: state, renew: renew, step: func(before []*big.Int) (after []*big.Int) {
			made++
			for lane := range laneCount {
				b := before[6*lane:]
				h := r.sub(b[0], b[3])
				hh := r.sqr(h)
				// With Z = 1, and then with H. The Z of the double stays.
				sum := chord(r.field, b[:2], b[3:5])
				after = append(after, r.mul(b[0], hh), r.mul(b[1], hh, h), b[2], r.mul(sum[0], hh), r.mul(sum[1], hh, h), h)
			}
			return after
		}}
		last := r.run(l, first, "laneMultiples", []uint64{v, entries, memory})
		r.equals("the last entry", state(), last)
		if made != laneEntries-1 {
			r.fail("it made %d entries", made)
		}
	})

	add("laneRescale", "", func(r *Run) {
		v, all := r.allocate(4*laneSize/8), r.allocate(laneEntries*3*laneSize/8)
		tables, images := r.allocate(limbsSize/8*laneEntries*laneCount), r.allocate(limbsSize/8*laneEntries*laneCount)
		memory := r.scratch(laneRoom)
		var first, entries []*big.Int
		for lane := range laneCount {
			first = append(first, r.putHalf(lanesAt(v, 3), lane))
			for i := range laneEntries {
				for p := range 3 {
					entries = append(entries, r.putHalf(laneEntryAt(all, i)+laneSize*uint64(p), lane))
				}
			}
		}
		i, zero := laneEntries, new(big.Int)
		state := func() (all []*big.Int) {
			for lane := range laneCount {
				all = append(all, r.laneValue(lanesAt(v, 3), lane))
				if i < laneEntries {
					at := limbsSize * uint64(laneEntries*lane+i)
					all = append(append(all, r.limbsAt(tables+at)...), r.limbsAt(images+at)...)
				}
			}
			return all
		}
		renew := func() { r.below52(allLanes(), lanesAt(v, 3)) }
		l := loop{routine: "laneRescale", state: state, renew: renew, step: func(before []*big.Int) (after []*big.Int) {
			i--
			for lane := range laneCount {
				s, e := before[len(before)/laneCount*lane], entries[3*(laneEntries*lane+i):]
				minusX, y := r.neg(r.mul(e[0], r.sqr(s))), r.mul(e[1], r.sqr(s), s)
				after = append(after, r.mul(s, e[2]), minusX, y, zero, zero, r.mul(beta, minusX), y, zero, zero)
			}
			return after
		}}
		last := r.run(l, first, "laneRescale", []uint64{v, all, tables, images, memory})
		r.equals("the scales and the first entries", state(), last)
		if i != 0 {
			r.fail("%d entries are left", i)
		}
	})

	for name, tangents := range chordLists {
		add("laneDifferences", name, func(r *Run) {
			c := r.chords(tangents, 0, pairCount)
			c.differences("laneDifferences", &loop{})
		})
		add("laneChords", name, func(r *Run) {
			c := r.chords(tangents, 0, pairCount)
			c.sums("laneChords", &loop{})
		})
	}

	for _, alias := range aliases {
		add("laneSqrNMul", alias, func(r *Run) { r.sqrNMulLanes("laneSqrNMul", alias) })
	}
	return cases
}

// sqrNMulLanes follows a step of a chain in all lanes, whose powers are local.
func (r *Run) sqrNMulLanes(routine, alias string) {
	r.sqrNMul(routine, alias, lanesOfPair(), nil, nil)
}

// putHalf makes the element of a lane an argument with limbs below 2^52.
func (r *Run) putHalf(place uint64, lane int) *big.Int { return limbs52.put(r, inLane(place, 0, lane)) }

// aliases say which places of a step of a chain are the same.
var aliases = []string{"", "z = x", "z = y"}

// sqrNMul follows a routine that sets z = x^(2^n)·y in these lanes. Between the squares, state has the powers, if there is
// one.
func (r *Run) sqrNMul(routine, alias string, lanes []int, state func() []*big.Int, renew func(), more ...uint64) {
	const n = 2
	z, x, y := r.allocate(pairSize/8), r.allocate(pairSize/8), r.allocate(pairSize/8)
	switch alias {
	case "z = x":
		z = x
	case "z = y":
		z = y
	}
	var first, factors []*big.Int
	for _, lane := range lanes {
		first = append(first, r.putHalf(x, lane))
		factors = append(factors, r.putHalf(y, lane))
	}
	arguments := append([]uint64{z, x, n, y}, more...)
	last := r.powers(loop{routine: routine, state: state, renew: renew}, first, n, arguments)
	for i, lane := range lanes {
		r.equal("z", r.laneValue(z, lane), r.mul(last[i], factors[i]))
	}
}

// powers follows n squares of each number of the state, one after the other, or without one all at once.
func (r *Run) powers(l loop, first []*big.Int, n int, arguments []uint64) (last []*big.Int) {
	squares := 0
	if l.state == nil {
		l.more = func() bool { return squares < n }
	}
	l.step = func(before []*big.Int) (after []*big.Int) {
		squares++
		for _, v := range before {
			after = append(after, r.sqr(v))
		}
		return after
	}
	last = r.run(l, first, l.routine, arguments)
	if squares != n {
		r.fail("%d squares", squares)
	}
	return last
}

// secp256k1Floats are the cases of the sums in lanes with doubles. Some take one half of a pair.
func secp256k1Floats() (cases []Case) {
	add := func(routine, name string, run func(r *Run)) {
		cases = append(cases, Case{Routine: routine, Name: name, Path: oneChain, prime: pSecp256k1.prime, run: run})
	}
	addHalves := func(routine, name string, run func(r *Run, h int)) {
		for h := range 2 {
			title := fmt.Sprintf("half %d", h)
			if name != "" {
				title = name + ", " + title
			}
			add(routine, title, func(r *Run) { run(r, h) })
		}
	}
	// The places of a routine are X, Y, Z, the scale, and eight temporary ones.
	own := func(r *Run, memory uint64, places ...int) *factorState {
		return r.factors(unevenFactors, memory, places...)
	}

	cases = append(cases, laneSteps("floatSteps", 1, oneChain, func(r *Run, memory uint64) *factorState { return own(r, memory, 0, 1, 2, 3) })...)

	add("floatMultiples", "", func(r *Run) {
		v, entries, memory := r.allocate(4*laneSize/8), r.allocate(laneEntries*3*laneSize/8), r.scratch(laneRoom)
		made := 0
		var first []*big.Int // by lane: d, the Z of the double, and the last entry
		for lane := range laneCount {
			var p []*big.Int
			for n := range 3 {
				p = append(p, r.putHalf(lanesAt(v, n), lane))
			}
			twice, d, c := laneDouble(r.field, p)
			first = append(first, twice[0], twice[1], twice[2], d, c, twice[2])
		}
		factors := own(r, memory, 0, 1, 2, 11, 12, 13)
		// What is written in a round is the entry that there was at its head.
		var written []*big.Int
		check := func() {
			if made > 0 {
				e := laneEntryAt(entries, made-1)
				r.equals("an entry", r.allLaneValues(e, e+laneSize, e+2*laneSize), written)
			}
		}
		l := loop{routine: "floatMultiples", state: factors.values, renew: factors.renew, head: func(int) bool {
			check()
			return true
		}, step: func(before []*big.Int) (after []*big.Int) {
			written = nil
			made++
			for lane := range laneCount {
				b := before[6*lane:]
				written = append(written, b[3:6]...)
				hh := r.sub(b[0], b[3])
				sq := r.sqr(hh)
				sum := chord(r.field, b[:2], b[3:5])
				after = append(after, r.mul(b[0], sq), r.mul(b[1], sq, hh), b[2], r.mul(sum[0], sq), r.mul(sum[1], sq, hh), hh)
			}
			return after
		}}
		last := r.run(l, first, "floatMultiples", []uint64{v, entries, memory})
		check()
		e := laneEntryAt(entries, made)
		var want []*big.Int
		for lane := range laneCount {
			want = append(want, last[6*lane+3:6*lane+6]...)
		}
		r.equals("the last entry", r.allLaneValues(e, e+laneSize, e+2*laneSize), want)
		if made != laneEntries-1 {
			r.fail("it made %d entries", made)
		}
	})

	add("floatRescale", "", func(r *Run) {
		v, all := r.allocate(4*laneSize/8), r.allocate(laneEntries*3*laneSize/8)
		tables, images := r.allocate(limbsSize/8*laneEntries*laneCount), r.allocate(limbsSize/8*laneEntries*laneCount)
		memory := r.scratch(laneRoom)
		var first, entries []*big.Int
		for lane := range laneCount {
			first = append(first, r.putHalf(lanesAt(v, 3), lane))
			for i := range laneEntries {
				for p := range 3 {
					entries = append(entries, r.putHalf(laneEntryAt(all, i)+laneSize*uint64(p), lane))
				}
			}
		}
		i, zero := laneEntries, new(big.Int)
		scale := own(r, memory, 3)
		ended := false
		state := func() (all []*big.Int) {
			for lane := range laneCount {
				if ended {
					all = append(all, r.laneValue(lanesAt(v, 3), lane))
				} else {
					all = append(all, scale.value(scale.addresses[0], lane))
				}
				if i < laneEntries {
					at := limbsSize * uint64(laneEntries*lane+i)
					all = append(append(all, r.limbsAt(tables+at)...), r.limbsAt(images+at)...)
				}
			}
			return all
		}
		l := loop{routine: "floatRescale", state: state, renew: scale.renew, step: func(before []*big.Int) (after []*big.Int) {
			i--
			for lane := range laneCount {
				s, e := before[len(before)/laneCount*lane], entries[3*(laneEntries*lane+i):]
				minusX, y := r.neg(r.mul(e[0], r.sqr(s))), r.mul(e[1], r.sqr(s), s)
				after = append(after, r.mul(s, e[2]), minusX, y, zero, zero, r.mul(beta, minusX), y, zero, zero)
			}
			return after
		}}
		last := r.run(l, first, "floatRescale", []uint64{v, all, tables, images, memory})
		ended = true
		r.equals("the scales and the first entries", state(), last)
		if i != 0 {
			r.fail("%d entries are left", i)
		}
	})

	for name, tangents := range chordLists {
		addHalves("floatDifferences", name, func(r *Run, h int) {
			c := r.chords(tangents, laneCount*h, laneCount)
			running := own(r, c.memory, 8)
			c.differences("floatDifferences", &loop{state: running.values, renew: running.renew}, uint64(h))
		})
		addHalves("floatChords", name, func(r *Run, h int) {
			c := r.chords(tangents, laneCount*h, laneCount)
			running := own(r, c.memory, 8)
			c.sums("floatChords", &loop{state: running.values, renew: running.renew}, uint64(h))
		})
	}

	for _, alias := range aliases {
		addHalves("floatSqrNMul", alias, func(r *Run, h int) {
			memory := r.scratch(laneRoom)
			power := own(r, memory, 4)
			r.sqrNMul("floatSqrNMul", alias, halfOfPair(h), power.values, power.renew, uint64(h), memory)
		})
	}
	return cases
}

// chordLists say which steps of a list are tangents.
var chordLists = map[string][]bool{"chords": {false, false}, "tangents and chords": {true, false, true}, "a tangent": {true}}

// chords are the steps of sums of pairs of affine points, in some of the lanes.
type chords struct {
	*Run
	tangents                 []bool
	first, lanes             int
	product, products, steps uint64
	memory                   uint64
	points                   [][][2][]*big.Int // by step and lane: P, and Q with its sign
	to                       []uint64          // where they go
}

func (r *Run) chords(tangents []bool, first, lanes int) *chords {
	const size = 8 * (2*pairCount + 3)
	n := len(tangents)
	c := &chords{
		Run: r, tangents: tangents, first: first, lanes: lanes,
		product: r.allocate(pairSize / 8), products: r.allocate(pairSize / 8 * n), steps: r.allocate(size / 8 * n), memory: r.scratch(laneRoom),
	}
	for i, tangent := range tangents {
		at := c.steps + size*uint64(i)
		negative := uint64(0xb2d5) >> i
		var points [][2][]*big.Int
		places := [2]uint64{r.allocate(limbsSize / 8 * pairCount), r.allocate(limbsSize / 8 * pairCount)}
		for lane := range pairCount {
			var pair [2][]*big.Int
			for j, from := range places {
				to := from + limbsSize*uint64(lane)
				if j == 1 && tangent {
					to = places[0] + limbsSize*uint64(lane)
				}
				r.set(at+8*uint64(pairCount*j+lane), to)
				if lane < first || lane >= first+lanes {
					continue
				}
				if j == 1 && tangent {
					pair[1] = pair[0]
					continue
				}
				pair[j] = r.putAffine(to)
				for word := range uint64(10) {
					r.atMost(to+8*word, 1<<52-1)
				}
				if j == 1 {
					pair[1] = signed(r.field, pair[1], negative>>lane)
				}
			}
			if pair[0] != nil {
				points = append(points, pair)
			}
		}
		c.points = append(c.points, points)
		c.to = append(c.to, r.allocate(limbsSize/8*pairCount))
		r.set(at+8*2*pairCount, c.to[i])
		r.set(at+8*2*pairCount+8, negative&(1<<pairCount-1))
		kind := uint64(0)
		if tangent {
			kind = 1
		}
		r.set(at+8*2*pairCount+16, kind)
	}
	return c
}

// difference returns what the slope of a step is divided by, and rise what is divided by that.
func (c *chords) difference(i, lane int) *big.Int {
	P, Q := c.points[i][lane][0], c.points[i][lane][1]
	if c.tangents[i] {
		return c.small(2, P[1])
	}
	return c.sub(P[0], Q[0])
}

func (c *chords) rise(i, lane int) *big.Int {
	P, Q := c.points[i][lane][0], c.points[i][lane][1]
	if c.tangents[i] {
		return c.small(3, c.sqr(P[0]))
	}
	return c.sub(P[1], Q[1])
}

// laneValues returns the elements of the lanes at a place.
func (c *chords) laneValues(at uint64) (all []*big.Int) {
	for lane := range c.lanes {
		all = append(all, c.laneValue(at, c.first+lane))
	}
	return all
}

// put makes them arguments.
func (c *chords) put(at uint64) (all []*big.Int) {
	for lane := range c.lanes {
		all = append(all, c.putHalf(at, c.first+lane))
	}
	return all
}

// follow runs a routine that multiplies a running number in each lane by the difference of each step, in some order, and checks
// what each step has written, given that number before it.
func (c *chords) follow(routine string, l *loop, check func(i int, before []*big.Int), order func(n int) int, more []uint64) (last []*big.Int) {
	n := 0
	var before []*big.Int
	done := func() {
		if n > 0 {
			check(order(n-1), before)
		}
	}
	l.routine = routine
	l.head = func(int) bool {
		done()
		return true
	}
	l.step = func(now []*big.Int) (after []*big.Int) {
		before = now
		for lane, x := range now {
			after = append(after, c.mul(x, c.difference(order(n), lane)))
		}
		n++
		return after
	}
	first, arguments := c.put(c.product), append([]uint64{c.product, c.products, c.steps, uint64(len(c.tangents))}, append(more, c.memory)...)
	if l.state == nil {
		l.more = func() bool { return n < len(c.tangents) }
	}
	last = c.run(*l, first, routine, arguments)
	done()
	if n != len(c.tangents) {
		c.fail("it took %d steps", n)
	}
	return last
}

// differences follows the routine that multiplies the differences.
func (c *chords) differences(routine string, l *loop, more ...uint64) {
	last := c.follow(routine, l, func(i int, before []*big.Int) {
		c.equals("the product of a step", c.laneValues(c.products+pairSize*uint64(i)), before)
	}, func(n int) int { return n }, more)
	c.equals("the product", c.laneValues(c.product), last)
}

// sums follows the one that adds up, from the last step to the first.
func (c *chords) sums(routine string, l *loop, more ...uint64) {
	var products [][]*big.Int
	for i := range c.tangents {
		products = append(products, c.put(c.products+pairSize*uint64(i)))
	}
	zero := new(big.Int)
	c.follow(routine, l, func(i int, before []*big.Int) {
		for lane, x := range before {
			P, Q := c.points[i][lane][0], c.points[i][lane][1]
			slope := c.mul(c.rise(i, lane), x, products[i][lane])
			x3 := c.sub(c.sub(c.sqr(slope), P[0]), Q[0])
			y3 := c.sub(c.mul(slope, c.sub(P[0], x3)), P[1])
			c.equals("a sum", c.limbsAt(c.to[i]+limbsSize*uint64(c.first+lane)), []*big.Int{c.neg(x3), y3, zero, zero})
		}
	}, func(n int) int { return len(c.tangents) - 1 - n }, more)
}
