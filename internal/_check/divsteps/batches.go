// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"fmt"
	"math/big"
	"slices"

	"secant.example/internal/_check/x86"
)

// head is where a batch begins.
func (r *run) head() {
	n := 2 * r.limb
	if r.heads > 0 {
		r.endBatch()
		if r.chunk > 0 {
			r.unchanged(12)
		}
	} else {
		if r.jacobi {
			for _, x := range []*word{r.register(14), r.register(x86.DI), r.slot(slotEnd), r.slot(slotSign)} {
				r.equal("what counts signs at first", x, r.Const(0), 64)
			}
		}
		for i := range 4 {
			r.matrix[i] = poly{}
			if i%3 == 0 {
				r.matrix[i] = constant(power(n))
			}
			r.equal("the first matrix", r.slot(slotMatrix+i), r.word(r.matrix[i], nil, nil), 64)
		}
		r.equal("w at first", r.register(12), r.Const(map[bool]uint64{true: 0, false: ^uint64(0)}[r.chunk > 0]), 64)
	}
	if r.chunk > 0 {
		if c, ok := r.Value(r.slot(slotCounter)); !ok || c != uint64(r.batches-r.heads) {
			r.fault("does not count %d batches", r.batches)
		}
		if r.heads == 2 {
			// The batches that come now are like the last one, but for the counter, up to the last of all: what
			// is constant when they begin is the same, and all else may be anything.
			r.heads = r.batches - 1
			r.cells[slot(slotCounter)] = r.Const(1)
		}
	}
	// X and Y are the low bits of what the matrix makes of f and g.
	expected := func() (z [2]*word) {
		for i := range z {
			z[i] = r.lowAfter(i)
		}
		return z
	}
	for i, z := range expected() {
		x := r.slot(slotX + i)
		r.equal("X at the end of a batch", x, z, r.low)
		if r.chunk > 0 {
			r.equal("X in its register", r.register([]int{x86.AX, x86.CX}[i]), x, 64)
		}
	}
	// All that is known from here on.
	clear(r.defined)
	r.heads++
	r.chunks, r.step, r.steps, r.updated = 0, 0, nil, false
	limit := power(n)
	for i := range r.matrix {
		low, high := r.any(zero, below(power(r.limb))), r.any(negative(power(r.limb)), power(r.limb))
		r.matrix[i] = low.p.plus(high.p.times2(r.limb))
		r.cells[slot(slotMatrix+i)] = r.word(r.matrix[i], negative(limit), limit)
	}
	for j := range r.count() {
		r.cells[lane(r.limbs-1, j)] = r.newLast(j)
		r.numbers[j] = r.number(j)
	}
	r.divides()
	keep := map[uint64]bool{slot(slotX): true, slot(slotX + 1): true}
	for i := range 4 {
		keep[slot(slotMatrix+i)] = true
	}
	for i, z := range expected() {
		if r.low < 64 {
			z = r.word(z.p.plus(r.any(zero, power(64-r.low)).p.times2(r.low)), nil, nil)
		}
		r.start[i] = z
		r.cells[slot(slotX+i)] = z
		if r.chunk > 0 {
			r.set([]int{x86.AX, x86.CX}[i], z)
		}
	}
	registers := []int{12}
	r.state[12] = r.any(negative(manySteps), manySteps)
	r.set(12, r.state[12])
	if r.chunk > 0 {
		registers = append(registers, x86.AX, x86.CX)
	}
	if r.jacobi {
		registers = append(registers, 14, x86.DI)
		if r.heads > 1 {
			r.cells[slot(slotEnd)] = r.cells[slot(slotMatrix+1)]
			r.cells[slot(slotSign)] = r.cells[lane(r.limbs-1, 0)]
		}
		keep[slot(slotEnd)], keep[slot(slotSign)] = true, true
		r.startEnd, r.startSign = r.slot(slotEnd), r.slot(slotSign)
		r.exchanges, r.halvings = r.any(zero, below(power(64))), r.any(zero, below(power(64)))
		if r.heads == 1 {
			r.exchanges, r.halvings = r.Const(0), r.Const(0)
		}
		r.set(14, r.exchanges)
		r.set(x86.DI, r.halvings)
	}
	r.forget(registers, keep)
}

// forget makes all that is not constant such that must not be read, but for some registers and places of the routine's
// memory.
func (r *run) forget(registers []int, keep map[uint64]bool) {
	r.m.Forget()
	constants := ""
	constant := func(name string, i uint64, x *word) bool {
		c, ok := r.Value(x)
		if ok {
			constants += fmt.Sprintf("%s %d: %d\n", name, i, c)
		}
		return ok
	}
	for i := range uint64(16) {
		if r.m.HasR>>i&1 == 1 && !slices.Contains(registers, int(i)) && !constant("register", i, r.m.R[i]) {
			r.unset(int(i))
		}
		if r.m.HasV>>i&1 == 1 {
			for _, x := range r.m.V[i][:4] {
				if !constant("vector", i, x) {
					r.m.HasV &^= 1 << i
				}
			}
		}
	}
	for a := uint64(frameAt); a < frameAt+uint64(r.t.FrameSize); a += 8 {
		if x := r.cells[a]; x != nil && !keep[a] && a != slot(slotCounter) && !constant("memory", a, x) {
			delete(r.cells, a)
		}
	}
	if r.constants != "" && constants != r.constants {
		r.fault("batches differ by a constant")
	}
	if r.heads > 1 {
		r.constants = constants
	}
}

// newLast returns an unknown last limb of number j: at first f may be no modulus.
func (r *run) newLast(j int) *word {
	if r.jacobi && j == 0 && r.heads == 1 {
		return r.cells[lane(r.limbs-1, 0)]
	}
	return r.last(j)
}

// halves returns the lowest two limbs of number j, and the rest.
func (r *run) halves(j int) (low, high poly) {
	low = r.cells[lane(0, j)].now().p.plus(r.cells[lane(1, j)].now().p.times2(r.limb))
	return low, r.number(j).minus(low).over(2 * r.limb)
}

// lowAfter returns the number i that the matrix makes of f and g.
func (r *run) lowAfter(i int) *word {
	u, v := r.matrix[2*i], r.matrix[2*i+1]
	f, F := r.halves(0)
	g, G := r.halves(1)
	return r.word(r.floor(r.combine(u, f, v, g), nil, nil, 2*r.limb).plus(r.combine(u, F, v, G)), nil, nil)
}

// divides says that the matrix times the lowest two limbs of f and g is a multiple of 2^(2·limb): first
// u0·f0 + v0·g0 = 2^limb·c, and then u0·f1 + u1·f0 + v0·g1 + v1·g0 + c as well.
func (r *run) divides() {
	limb := func(k uint, j int) poly { return r.cells[lane(k, j)].now().p }
	for i := range 2 {
		u0, u1 := r.digits(2 * i)
		v0, v1 := r.digits(2*i + 1)
		a, f0 := single(u0), single(limb(0, 0))
		most := power(r.limb + 4)
		c0 := r.any(negative(most), most).p
		c1 := r.any(negative(most), most).p
		if a == 0 || f0 == 0 {
			r.fault("the lowest limbs are constants")
		}
		r.rule(a, f0, c0.times2(r.limb).minus(r.combine(v0, limb(0, 1), poly{}, poly{})))
		rest := r.combine(u1, limb(0, 0), v0, limb(1, 1)).plus(r.combine(v1, limb(0, 1), poly{}, poly{})).plus(c0)
		r.rule(a, single(limb(1, 0)), c1.times2(r.limb).minus(rest))
	}
}

// digits returns the two digits of an entry of the matrix.
func (r *run) digits(i int) (low, high poly) {
	low, high = poly{}, poly{}
	for m, c := range r.matrix[i] {
		if divides(r.limb, c) {
			high[m] = new(big.Int).Rsh(c, r.limb)
		} else {
			low[m] = c
		}
	}
	return low, high
}

// single returns the atom that p is, or 0.
func single(p poly) int32 {
	if len(p) == 1 {
		m := p.monomials()[0]
		if m[1] == 0 && p[m].Cmp(one) == 0 {
			return m[0]
		}
	}
	return 0
}

// endBatch compares what a batch has left.
func (r *run) endBatch() {
	if r.chunk > 0 && (r.chunks != 3 || r.step != r.chunk) || r.chunk == 0 && r.chunks != lookups {
		r.fault("a batch has only %d chunks, or look-ups, and %d steps", r.chunks, r.step)
	}
	var first, both, all [4]poly
	if r.chunk == 0 {
		r.checkZeta()
		all = r.rows(r.steps[0], r.steps[1])
	} else {
		first = r.steps[0]
		both = r.rows(r.steps[1], first)
		all = r.rows(r.steps[2], both)
		for i := range all {
			if r.unit < 0 {
				all[i] = poly{}.minus(all[i])
			}
		}
	}
	for i := range all {
		r.equal("the matrix of a batch", r.slot(slotMatrix+i), r.word(all[i], nil, nil), 64)
	}
	last := r.cells[lane(r.limbs-1, 0)]
	r.update()
	r.matrix = all
	if r.jacobi {
		end, v := r.word(both[1], nil, nil), r.slot(slotMatrix+1)
		r.turn(r.startSign, last, r.startEnd)
		r.turn(r.known[0], end, r.known[1])
		r.turn(end, v, r.known[2])
		r.equal("what exchanges count", r.register(14), r.exchanges, 64)
		r.equal("what halvings count", r.register(x86.DI), r.halvings, 64)
		r.equal("the sign of f by the matrix", r.slot(slotEnd), v, 64)
		r.equal("the sign of f", r.slot(slotSign), last, 64)
	}
}

// turn counts the turn of jacobi.go.
func (r *run) turn(start, end, known *word) {
	n := r.Const(63)
	x := r.And(r.Xor(start, end), r.Xor(known, end))
	r.exchanges = r.Xor(r.exchanges, r.Shl(r.Shr(x, n), n))
}

// update compares what a batch has made of the long integers.
func (r *run) update() {
	if r.updated {
		return
	}
	r.updated = true
	last := 4 * uint64(r.limbs)
	for i := range last {
		if r.defined[lanesAt+8*i] == nil {
			r.fault("a batch does not write word %d of the numbers", i)
		}
	}
	for j := range 4 {
		if j >= r.count() {
			for k := range r.limbs {
				r.equal("a lane that is not used", r.cells[lane(k, j)], r.Const(0), 64)
			}
			continue
		}
		got := poly{}
		for k := range r.limbs {
			x := r.cells[lane(k, j)].now()
			if k < r.limbs-1 && (x.lo.Sign() < 0 || x.hi.BitLen() > int(r.limb)) {
				r.fault("limb %d of number %d is not in its bounds", k, j)
			}
			got = got.plus(r.defined[lane(k, j)].times2(r.limb * k))
		}
		i := j & 1 * 2
		want := r.combine(r.matrix[i], r.numbers[j&2], r.matrix[i+1], r.numbers[j&2+1])
		if j >= 2 {
			var k [2]*word
			for n := range k {
				if r.m.HasV>>(4+n)&1 == 0 {
					r.fault("Y%d is not set", 4+n)
				}
				k[n] = r.m.V[4+n][j].now()
				if k[n].lo.Sign() < 0 || k[n].hi.BitLen() > int(r.limb) {
					r.fault("a digit of k is not in its bounds")
				}
			}
			want = want.plus(r.combine(k[0].p.plus(k[1].p.times2(r.limb)), r.modulus, poly{}, poly{}))
		}
		r.compared++
		if len(got.times2(2*r.limb).minus(want)) != 0 {
			r.fault("number %d after a batch is not what the matrix makes of it", j)
		}
		if j < 2 {
			// The lowest bits are those that the batch began with.
			low := r.defined[lane(0, j)].plus(r.defined[lane(1, j)].times2(r.limb))
			r.equal("X of a batch", r.word(low, nil, nil), r.start[j], 2*r.limb)
		}
	}
}

// end compares what the routine leaves.
func (r *run) end() {
	if !r.updated {
		r.update()
	}
	if r.chunk > 0 && r.heads != r.batches+1 {
		r.fault("does %d batches", r.heads-1)
	}
	switch {
	case r.jacobi:
		r.turn(r.startSign, r.cells[lane(r.limbs-1, 0)], r.startEnd)
		r.equal("what exchanges count at the end", r.cells[modulusAt], r.exchanges, 64)
		r.equal("what halvings count at the end", r.cells[modulusAt+8], r.halvings, 64)
	case r.chunk == 0:
		// The lowest two limbs of g are those of Y, which is zero.
		x := r.cells[lane(2, 1)]
		for k := uint(3); k < r.limbs; k++ {
			x = r.Or(x, r.cells[lane(k, 1)])
		}
		r.equal("the result", r.cells[argumentsAt+24], x, 64)
	}
}
