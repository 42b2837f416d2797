// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
	"slices"
)

// The group law of y^2 = x^3 + b, as in SEC 1, section 2.2.1: b does not occur in it. A point here is x, y;
// in memory it is X, Y, Z with x = X/Z^2 and y = Y/Z^3.

// tangent returns twice a point.
func tangent(f *field, v []*big.Int) []*big.Int {
	l := f.div(f.small(3, f.sqr(v[0])), f.small(2, v[1]))
	return third(f, l, v, v)
}

// tangents returns 2^n times a point.
func tangents(f *field, v []*big.Int, n uint64) []*big.Int {
	for range n {
		v = tangent(f, v)
	}
	return v
}

// chord returns the sum of two points.
func chord(f *field, v, q []*big.Int) []*big.Int {
	return third(f, f.div(f.sub(q[1], v[1]), f.sub(q[0], v[0])), v, q)
}

// third returns the sum of v and q, which are on a line with that slope.
func third(f *field, slope *big.Int, v, q []*big.Int) []*big.Int {
	x := f.sub(f.sub(f.sqr(slope), v[0]), q[0])
	return []*big.Int{x, f.sub(f.mul(slope, f.sub(v[0], x)), v[1])}
}

// signed returns -v if the lowest bit of sign is 1.
func signed(f *field, v []*big.Int, sign uint64) []*big.Int {
	if sign&1 == 1 {
		return []*big.Int{v[0], f.neg(v[1])}
	}
	return v
}

// jacobian returns x and y for X, Y, Z.
func jacobian(f *field, v []*big.Int) []*big.Int {
	zz := f.sqr(v[2])
	return []*big.Int{f.div(v[0], zz), f.div(v[1], f.mul(zz, v[2]))}
}

// affines makes the affine points at an address, with -x in the place of x.
func (r *Run) affines(address uint64, n int) (all [][]*big.Int) {
	for i := range uint64(n) {
		v := r.elements(address+64*i, 2)
		all = append(all, []*big.Int{r.neg(v[0]), v[1]})
	}
	return all
}

// beta is the cube root of 1 of the endomorphism (x, y) -> (βx, y).
var beta, _ = new(big.Int).SetString("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee", 16)

// Secp256k1 are the cases of internal/secp256k1.
func Secp256k1() (cases []Case) {
	add := func(routine, name string, paths []Path, run func(r *Run)) {
		for _, path := range paths {
			cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: pSecp256k1.prime, run: run})
		}
	}
	single := chains[:1] // there is one copy only
	point := func(r *Run, v uint64) []*big.Int { return jacobian(r.field, r.read(v, 3)) }

	for n := uint64(1); n <= 4; n++ {
		add("pointDouble", fmt.Sprintf("n = %d", n), chains, func(r *Run) {
			v := r.allocate(12)
			first := jacobian(r.field, r.elements(v, 3))
			// Each doubling changes the sign.
			l := loop{routine: "doublings<>", state: func() []*big.Int { return point(r, v) },
				step: func(x []*big.Int) []*big.Int { return signed(r.field, tangent(r.field, x), 1) }}
			last := r.run(l, first, "pointDouble", []uint64{v, n})
			r.equals("v", point(r, v), signed(r.field, last, n))
		})
	}
	add("pointAdd", "", single, func(r *Run) {
		v, q := r.allocate(12), r.allocate(12)
		want := chord(r.field, jacobian(r.field, r.elements(v, 3)), jacobian(r.field, r.elements(q, 3)))
		r.call("pointAdd", []uint64{v, q}, false)
		r.equals("v", point(r, v), want)
	})
	add("pointAddAffine", "", single, func(r *Run) {
		v, q := r.allocate(12), r.allocate(8)
		want := chord(r.field, jacobian(r.field, r.elements(v, 3)), r.affines(q, 1)[0])
		r.call("pointAddAffine", []uint64{v, q}, false)
		r.equals("v", point(r, v), want)
	})

	// Entries of tables, which are looked up.
	for index := range uint64(16) {
		for negate := range uint64(2) {
			add("selectAffine", fmt.Sprintf("index %d, negate %d", index, negate), single, func(r *Run) {
				v, table := r.allocate(8), r.allocate(16*8)
				q := signed(r.field, r.affines(table, 16)[index], negate)
				r.call("selectAffine", []uint64{v, table, index, negate}, false)
				got := r.read(v, 2)
				r.equals("v", []*big.Int{r.neg(got[0]), got[1]}, q)
			})
		}
		for n := range uint64(3) {
			if n != 1 && index > 1 {
				continue
			}
			add("pointAddSelected", fmt.Sprintf("n = %d, the first index is %d", n, index), chains, func(r *Run) {
				count := 3 - int(index%2)    // so that a sign is left before doublings, and none is
				rounds := 1 + int(index+n)%2 // the sign at the end is each of the two, too
				v, tables := r.allocate(12), r.allocate(count*16*8)
				first := tangents(r.field, jacobian(r.field, r.elements(v, 3)), n)
				entries := r.affines(tables, count*16)
				var digits [][2]uint64
				for i := range uint64(count * rounds) {
					digits = append(digits, [2]uint64{(i*7 + index) % 16, (i + index/2) % 2})
				}
				list := r.setDigits(digits)
				// v has a sign: the doublings and every addition change it.
				k, sign := 0, n
				l := loop{routine: "pointAddSelected", head: odd, state: func() []*big.Int { return signed(r.field, point(r, v), sign) },
					step: func(x []*big.Int) []*big.Int {
						q := signed(r.field, entries[16*(k%count)+int(digits[k][0])], digits[k][1])
						x = chord(r.field, x, q)
						sign++
						if k++; k%count == 0 && k < count*rounds {
							x = tangents(r.field, x, n)
							sign += n
						}
						return x
					}}
				last := r.run(l, first, "pointAddSelected", []uint64{v, n, tables, list, uint64(count), uint64(rounds)})
				r.equals("v", point(r, v), last)
				if k != count*rounds {
					r.fail("it made %d additions", k)
				}
			})
		}
	}

	// Sums of given points.
	list := []publicStep{{1, 0}, {0, 3}, {2, 1}, {0, 0}, {2, 2}, {0, 1}}
	type where struct{ step, choice int }
	stepCase := func(r *Run, exception where) {
		v, scale := r.allocate(12), r.allocate(4)
		first := jacobian(r.field, r.elements(v, 3))
		s := r.element(scale)
		var points []uint64
		var values [][]*big.Int
		for _, step := range list {
			q := r.allocate(8)
			points = append(points, q)
			value := r.affines(q, 1)[0]
			if step.flags&2 != 0 { // on the curve with the scale
				value = []*big.Int{r.mul(value[0], r.sqr(s)), r.mul(value[1], r.sqr(s), s)}
			}
			values = append(values, signed(r.field, value, step.flags))
		}
		// Whether H is zero: its limbs are all 0, or all ones above the lowest and that is -fold.
		choices := 0
		r.decide(func(int) uint64 {
			choices++
			if exception.step < 0 || choices <= 2*exception.step {
				return 0
			}
			switch n := choices - 2*exception.step; exception.choice {
			case 0:
				return 1
			case 1:
				return map[int]uint64{1: 0, 2: 1, 3: 1}[n]
			default: // the limbs above are, but not the lowest
				return map[int]uint64{2: 1}[n]
			}
		})
		i, sign := 0, uint64(0)
		l := loop{routine: "pointSteps", result: true, head: func(number int) bool { return number%3 == 0 },
			state: func() []*big.Int { return signed(r.field, point(r, v), sign) },
			step: func(x []*big.Int) []*big.Int {
				x = tangents(r.field, x, list[i].doublings)
				sign += list[i].doublings
				if i != exception.step || exception.choice > 1 {
					x = chord(r.field, x, values[i])
					sign++
				}
				i++
				return x
			}}
		last := r.run(l, first, "pointSteps", []uint64{v, scale, r.setSteps(list, points), uint64(len(list))})
		r.equals("v", point(r, v), last)
		left := 0
		if exception.step >= 0 && exception.choice < 2 {
			left = len(list) - exception.step
		}
		if r.returned != uint64(left) || i != len(list)-left+min(left, 1) {
			r.fail("it took %d steps and returned %d", i, r.returned)
		}
	}
	add("pointSteps", "", chains, func(r *Run) { stepCase(r, where{-1, 0}) })
	for i := range list {
		for choice := range 3 {
			add("pointSteps", fmt.Sprintf("step %d is exceptional in way %d", i, choice), chains, func(r *Run) {
				if !r.concrete { // with numbers, that would have to be equations
					stepCase(r, where{i, choice})
				}
			})
		}
	}

	// Tables of multiples: d has the Z of the entry before it, and Z of an entry is H times the
	// one before, where H is kept.
	add("pointMultiples", "", single, func(r *Run) {
		const count = 3
		table, ratios, d := r.allocate(8*(count+1)), r.allocate(4*(count+1)), r.allocate(8)
		first := append(r.elements(table, 2), r.elements(d, 2)...)
		made := 0
		l := loop{routine: "pointMultiples", state: func() []*big.Int {
			x := append(r.read(table+64*uint64(made), 2), r.read(d, 2)...)
			x[3] = r.neg(x[3])
			if made > 0 {
				x = append(x, r.read(ratios+32*uint64(made), 1)...)
			}
			return x
		}, step: func(x []*big.Int) []*big.Int {
			made++
			h := r.sub(x[2], x[0])
			hh := r.sqr(h)
			sum := chord(r.field, x[:2], x[2:4])
			return []*big.Int{r.mul(sum[0], hh), r.mul(sum[1], hh, h), r.mul(x[2], hh), r.mul(x[3], hh, h), h}
		}}
		last := r.run(l, first, "pointMultiples", []uint64{table, ratios, d, count})
		r.equals("the last entry", r.read(table+64*count, 2), last)
		r.equals("the last ratio", r.read(ratios+32*count, 1), last[4:])
		if made != count {
			r.fail("it made %d entries", made)
		}
	})
	add("pointRescale", "", single, func(r *Run) {
		const count = 3
		table, images, ratios, scale := r.allocate(8*count), r.allocate(8*count), r.allocate(4*count), r.allocate(4)
		entries, factors := r.elements(table, 2*count), r.elements(ratios, count)
		i := count
		written := func() (x []*big.Int) {
			if i < count {
				x = append(r.read(table+64*uint64(i), 2), r.read(images+64*uint64(i), 2)...)
			}
			return x
		}
		// The scale so far is in local memory.
		l := loop{routine: "pointRescale", state: func() []*big.Int { return append(r.read(r.local(), 1), written()...) },
			step: func(x []*big.Int) []*big.Int {
				i--
				s := x[0]
				minusX, y := r.neg(r.mul(entries[2*i], r.sqr(s))), r.mul(entries[2*i+1], r.sqr(s), s)
				return []*big.Int{r.mul(s, factors[i]), minusX, y, r.mul(beta, minusX), y}
			}}
		last := r.run(l, []*big.Int{r.element(scale)}, "pointRescale", []uint64{table, images, ratios, scale, count})
		r.equals("the scale", r.read(scale, 1), last)
		r.equals("the last entry", written(), last[1:])
		if i != 0 {
			r.fail("%d entries are left", i)
		}
	})
	return slices.Concat(cases, secp256k1Lanes(), secp256k1Floats())
}
