// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
)

// A quartic is one of the curves e^2 = b·u^4 + a·u^2 + 1 of Pornin, "Double-Odd Jacobi Quartic" (2022),
// with a and b for the a' and b' of the paper. A point is E, Z, U, T with e = E/Z, u = U/Z, u^2 = T/Z.
type quartic struct {
	name string
	modulus
	a, b int64
}

var quartics = []quartic{{"E", p255E, 0, 8}, {"S", p255S, 2, -1}}

// add is the addition in extended coordinates.
func (c quartic) add(f *field, v, q []*big.Int) []*big.Int {
	c1, c2, c3, c4 := f.mul(v[0], q[0]), f.mul(v[1], q[1]), f.mul(v[2], q[2]), f.mul(v[3], q[3])
	zt := f.add(f.mul(v[1], q[3]), f.mul(q[1], v[3]))
	eu := f.add(f.mul(v[0], q[2]), f.mul(q[0], v[2]))
	bc4 := f.small(c.b, c4)
	g, h := f.add(c2, bc4), f.sub(c2, bc4)
	e := f.add(f.mul(g, f.add(c1, f.small(c.a, c3))), f.mul(f.int(2*c.b), c3, zt))
	return []*big.Int{e, f.sqr(h), f.mul(h, eu), f.sqr(eu)}
}

// negate returns -v if sign is 1.
func (c quartic) negate(f *field, v []*big.Int, sign uint64) []*big.Int {
	if sign == 1 {
		return []*big.Int{v[0], v[1], f.neg(v[2]), v[3]}
	}
	return v
}

// The doublings in Jacobian coordinates: Y, W, J, in the places of E, Z, U, for the point (x, w) of
// y^2 = x·(x^2 + a·x + b), where w = y/x = W/J, and x = X/J^2: see doubleGeneric of internal/doubleodd.

func (c quartic) enter(f *field, v []*big.Int) []*big.Int {
	if c.name == "E" {
		a := f.sqr(v[0])
		return []*big.Int{f.small(2, f.sqr(a)), f.sub(f.small(2, f.sqr(v[1])), a), f.mul(f.int(2), v[0], v[2])}
	}
	a := f.small(2, f.sqr(v[2]))
	return []*big.Int{f.small(4, f.sqr(a)), f.sub(f.sqr(f.add(v[3], v[1])), a), f.mul(f.int(2), v[0], v[2])}
}

func (c quartic) again(f *field, v []*big.Int) []*big.Int {
	y, w, j := v[0], v[1], v[2]
	if c.name == "E" {
		a := f.sqr(w)
		b := f.sub(a, y)
		return []*big.Int{f.small(2, f.squarings(b, 2)), f.sub(f.sqr(b), f.small(2, f.sqr(a))), f.mul(f.int(2), w, j, b)}
	}
	a := f.mul(f.int(2), w, j)
	d := f.sub(f.sqr(f.add(w, j)), a)
	b := f.sqr(a)
	return []*big.Int{f.small(4, f.sqr(b)), f.sub(b, f.small(2, f.sqr(d))), f.mul(f.int(2), a, f.sub(y, d))}
}

func (c quartic) leave(f *field, v []*big.Int) []*big.Int {
	z, t := f.sqr(v[1]), f.sqr(v[2])
	if c.name == "E" {
		return []*big.Int{f.sub(v[0], z), z, f.mul(v[1], v[2]), t}
	}
	return []*big.Int{f.sub(f.add(z, t), v[0]), z, f.mul(v[1], v[2]), t}
}

// doubles returns [2^n]v.
func (c quartic) doubles(f *field, v []*big.Int, n uint64) []*big.Int {
	if n == 0 {
		return v
	}
	v = c.enter(f, v)
	for range n - 1 {
		v = c.again(f, v)
	}
	return c.leave(f, v)
}

// eta is the square root of -1 with which the endomorphism of E is (e, u) -> (e, η·u).
var eta, _ = new(big.Int).SetString("10ed2db33c69b85fe414983fe53688e3a60d864fb30e6336d99e0f1baa938aee", 16)

// DoubleOdd are the cases of internal/doubleodd.
func DoubleOdd() (cases []Case) {
	for _, c := range quartics {
		cases = append(cases, c.cases()...)
		cases = append(cases, c.lanes()...)
	}
	// Look-ups, for both curves.
	for _, entries := range []uint64{8, 16} {
		for index := range entries + 1 {
			routine := fmt.Sprintf("select%d", entries)
			cases = append(cases, Case{Routine: routine, Name: fmt.Sprintf("index %d", index), Path: oneChain, prime: p255E.prime, run: func(r *Run) {
				v, table := r.allocate(16), r.allocate(int(entries)*16)
				want := windowEntry(r.field, r.elements(table, int(entries)*4), index)
				r.call(routine, []uint64{v, table, index}, false)
				r.equals("v", r.read(v, 4), want)
			}})
		}
	}
	return cases
}

// windowEntry returns entry index-1, or the neutral element.
func windowEntry(f *field, entries []*big.Int, index uint64) []*big.Int {
	if index == 0 {
		return []*big.Int{f.int(1), f.int(1), f.int(0), f.int(0)}
	}
	return entries[4*(index-1):][:4]
}

func (c quartic) cases() (cases []Case) {
	add := func(routine, name string, run func(r *Run)) {
		routine += c.name
		for _, path := range chains {
			cases = append(cases, Case{Routine: routine, Name: name, Path: path, prime: c.prime, run: run})
		}
	}
	for n := uint64(1); n <= 4; n++ {
		// On E, T is not read.
		coordinates := map[string]int{"E": 3, "S": 4}[c.name]
		add("double", fmt.Sprintf("n = %d", n), func(r *Run) {
			v := r.allocate(16)
			first := c.enter(r.field, r.elements(v, coordinates))
			if n == 1 { // the loop is left out
				r.call("double"+c.name, []uint64{v, n}, false)
				r.equals("v", r.read(v, 4), c.leave(r.field, first))
				return
			}
			l := loop{routine: "doublings" + c.name + "<>", state: func() []*big.Int { return r.read(v, 3) },
				step: func(x []*big.Int) []*big.Int { return c.again(r.field, x) }}
			last := r.run(l, first, "double"+c.name, []uint64{v, n})
			r.equals("v", r.read(v, 4), c.leave(r.field, last))
		})
	}

	// The windows. The first look-up is code of its own.
	for shift := range uint64(17) {
		add("windows", fmt.Sprintf("the first index is %d", shift), func(r *Run) {
			type window struct{ index, negative, doublings, zeta uint64 }
			var list []window
			for i := range uint64(34) {
				w := window{(i + shift) % 17, i / 17 % 2, i % 3 % 2 * (i%2 + 1), (i + i/17) % 2}
				if c.name == "S" {
					w.zeta = 0
				}
				list = append(list, w)
			}
			v, table, memory := r.allocate(16), r.allocate(16*16), r.allocate((len(list)+2)/2)
			first := r.elements(v, 4)
			entries := r.elements(table, 16*4)
			words := make([]uint64, (len(list)+2)/2)
			for i, w := range list {
				words[i/2] |= (w.index | w.negative<<8 | w.doublings<<16 | w.zeta<<24) << (32 * (i % 2))
			}
			for i, x := range words {
				r.set(memory+8*uint64(i), x)
			}
			// On E there is no T before a doubling.
			i := 0
			defined := func() int {
				if c.name == "E" && i < len(list) && list[i].doublings > 0 {
					return 3
				}
				return 4
			}
			l := loop{routine: "windows" + c.name, rounds: rounds(shift), state: func() []*big.Int { return r.read(v, defined()) },
				step: func(x []*big.Int) []*big.Int {
					w := list[i]
					q := windowEntry(r.field, entries, w.index)
					if w.zeta == 1 {
						q = []*big.Int{q[0], q[1], r.mul(eta, q[2]), r.neg(q[3])}
					}
					i++
					if len(x) == 3 {
						x = append(x, nil)
					}
					return c.add(r.field, c.doubles(r.field, x, w.doublings), c.negate(r.field, q, w.negative))
				}}
			last := r.run(l, first, "windows"+c.name, []uint64{v, table, memory, uint64(len(list))})
			r.equals("v", r.read(v, 4), last)
			if i != len(list) {
				r.fail("it took %d windows", i)
			}
		})
	}

	// The comb.
	for shift := range uint64(16) {
		add("comb", fmt.Sprintf("the first index is %d", shift), func(r *Run) {
			const columns, blocks = 4, 13
			v, table := r.allocate(16), r.allocate(blocks*16*12)
			r.limit = r.prime // as the routine requires of tables
			entries := r.elements(table, blocks*16*3)
			digits := combDigits(columns*blocks, shift)
			list := r.setDigits(digits)
			k := 0
			// At the first head there is no sum yet, and its entry becomes it.
			l := loop{routine: "comb" + c.name, head: odd, rounds: rounds(shift), state: func() []*big.Int {
				if k == 0 {
					return nil
				}
				return r.read(v, 4)
			}, step: func(x []*big.Int) []*big.Int {
				column, block := columns-1-k/blocks, k%blocks
				d := digits[column*blocks+block]
				q := entries[3*(16*block+int(d[0])):][:3]
				q = c.negate(r.field, []*big.Int{q[0], r.int(1), q[1], q[2]}, d[1])
				if x != nil {
					q = c.add(r.field, x, q)
				}
				if k++; block == blocks-1 && column > 0 {
					q = c.doubles(r.field, q, 1)
				}
				return q
			}}
			last := r.run(l, nil, "comb"+c.name, []uint64{v, table, list})
			r.equals("v", r.read(v, 4), last)
			if k != columns*blocks {
				r.fail("it made %d additions", k)
			}
		})
	}

	// Sums of given points, of which some have Z = 1 and no Z in memory.
	add("sum", "", func(r *Run) {
		list := []publicStep{{0, 0}, {1, 1}, {0, 2}, {2, 3}, {0, 1}, {0, 0}, {3, 0}, {1, 2}}
		v := r.allocate(16)
		first := r.elements(v, 4)
		var points []uint64
		var values [][]*big.Int
		for _, s := range list {
			q := r.allocate(16)
			value := r.elements(q, 4)
			if s.flags&2 != 0 {
				value[1] = r.int(1)
			}
			points, values = append(points, q), append(values, c.negate(r.field, value, s.flags&1))
		}
		i := 0
		defined := func() int {
			if c.name == "E" && i < len(list) && list[i].doublings > 0 {
				return 3
			}
			return 4
		}
		l := loop{routine: "sum" + c.name, state: func() []*big.Int { return r.read(v, defined()) },
			step: func(x []*big.Int) []*big.Int {
				if len(x) == 3 {
					x = append(x, nil)
				}
				x = c.add(r.field, c.doubles(r.field, x, list[i].doublings), values[i])
				i++
				return x
			}}
		last := r.run(l, first, "sum"+c.name, []uint64{v, r.setSteps(list, points), uint64(len(list))})
		r.equals("v", r.read(v, 4), last)
		if i != len(list) {
			r.fail("it took %d steps", i)
		}
	})
	return cases
}
