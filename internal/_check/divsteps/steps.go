// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// isStep returns the end of the step that begins at instruction i, or 0.
func (r *run) isStep(i int) (end int) {
	if r.chunk == 0 {
		return 0
	}
	g, next := r.placesOfG()
	if r.t.Instructions[i].String() != fmt.Sprintf("MOVQ R%d, R%d", g, next) {
		return 0
	}
	last := registerF // the last one that is written
	if r.jacobi {
		last = x86.DI
	}
	for j := i + 1; j < min(i+20, len(r.t.Instructions)); j++ {
		in := &r.t.Instructions[j]
		if in.Op[0] == 'V' || in.Control() != "" {
			break
		}
		if to := in.Operands[len(in.Operands)-1]; to.Kind == x86.General && to.Register == last {
			return j + 1
		}
	}
	return 0
}

// The registers of f and w.
const (
	registerF = 8
	registerW = 12
)

// placesOfG returns the registers of g before and after the next step: they change places after each one.
func (r *run) placesOfG() (now, next int) {
	if r.step%2 == 0 || r.step == r.chunk {
		return 9, 10
	}
	return 10, 9
}

// doStep does the step in the instructions from..to-1.
func (r *run) doStep(from, to int) {
	g, next := r.placesOfG()
	if r.step == 0 || r.step == r.chunk {
		r.beginChunk()
	} else {
		r.unchanged(registerF)
		r.unchanged(g)
	}
	r.unchanged(registerW)
	r.checkStep(from, to, g, next)
	for i := from; i < to; i++ {
		r.done[i] = true
	}
	r.index = to
	r.unset(g, 11, 13, 15)
	r.m.Forget()
	for i, n := range []int{registerF, next, registerW} {
		most := []*big.Int{wordMost, wordMost, manySteps}[i]
		r.state[n] = r.any(negative(most), most)
		r.set(n, r.state[n])
	}
	if r.jacobi {
		r.unset(x86.AX)
		// What the step counts is of no interest any more, but that nothing else does.
		e, h := r.any(zero, below(power(64))), r.any(zero, below(power(64)))
		r.set(14, r.Xor(r.register(14), e))
		r.set(x86.DI, r.Xor(r.register(x86.DI), h))
		r.exchanges, r.halvings = r.Xor(r.exchanges, e), r.Xor(r.halvings, h)
	}
	if r.step++; r.step == r.chunk {
		r.endChunk()
	}
}

// unchanged compares a register with what the last step left there.
func (r *run) unchanged(n int) {
	r.equal(x86.Registers[n]+" before a step", r.register(n), r.state[n], 64)
}

// checkStep does a step in all cases, unless the same instructions have been done. It finds g in one register and
// leaves it in another.
func (r *run) checkStep(from, to, g, newG int) {
	var text strings.Builder
	c, ok := r.Value(r.register(x86.BP)) // 1
	if !ok {
		r.fault("BP is not constant")
	}
	fmt.Fprintln(&text, c)
	for i := from; i < to; i++ {
		fmt.Fprintln(&text, &r.t.Instructions[i])
	}
	if r.checked[text.String()] {
		return
	}
	r.checked[text.String()] = true
	half := power(61)
	for _, c := range []struct{ odd, positive bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		m := r.m // with its own registers
		before := m.R
		for i := range 16 {
			if m.HasR>>i&1 == 1 && i != x86.BP {
				m.R[i] = r.any(zero, below(power(64)))
				before[i] = m.R[i]
			}
		}
		k := r.any(negative(half), below(half))
		h := r.any(negative(half), half)
		F, G := r.word(k.p.times2(1).plus(number(1)), nil, nil), r.word(h.p.times2(1), nil, nil)
		w := r.any(negative(manySteps), zero)
		if c.odd {
			h = r.any(negative(half), below(half))
			G = r.word(h.p.times2(1).plus(number(1)), nil, nil)
		}
		if c.positive {
			w = r.any(one, manySteps)
		}
		m.R[registerF], m.R[g], m.R[registerW] = F, G, w
		m.Forget()
		for i := from; i < to; i++ {
			in := &r.t.Instructions[i]
			r.index = i
			for j := range in.Operands {
				if in.Operands[j].Kind == x86.Memory && in.Op != "LEAQ" {
					r.fault("uses memory in a step")
				}
			}
			m.Step(in, meanings)
		}
		wantF, wantG, wantW := F, h, r.word(w.p.minus(number(1)), nil, nil)
		exchange := c.odd && !c.positive
		switch {
		case exchange: // G, (G - F)/2
			wantF, wantG, wantW = G, r.word(h.p.minus(k.p), nil, nil), r.word(poly{}.minus(w.p), nil, nil)
		case c.odd: // F, (G + F)/2
			wantG = r.word(h.p.plus(k.p).plus(number(1)), nil, nil)
		}
		name := fmt.Sprintf("a step for odd g: %v, positive w: %v", c.odd, c.positive)
		r.equal("f after "+name, m.R[registerF], wantF, 64)
		r.equal("g after "+name, m.R[newG], wantG, 64)
		r.equal("w after "+name, m.R[registerW], wantW, 64)
		changes := []int{8, 9, 10, 11, 12, 13, 15}
		if r.jacobi {
			e := r.Const(0)
			if exchange {
				e = r.And(r.Xor(F, r.Const(^uint64(0))), G)
			}
			r.equal("what exchanges count after "+name, m.R[14], r.Xor(before[14], e), 64)
			r.equal("what halvings count after "+name, m.R[x86.DI], r.Xor(before[x86.DI], wantF), 64)
			changes = append(changes, 14, x86.DI, x86.AX)
		}
		for i := range 16 {
			if m.HasR>>i&1 == 1 && !slices.Contains(changes, i) && (r.m.HasR>>i&1 == 0 || m.R[i] != before[i]) {
				r.fault("a step changes %s", x86.Registers[i])
			}
		}
	}
}

// beginChunk looks at what a chunk begins with, and makes X and Y unknown numbers.
func (r *run) beginChunk() {
	if r.chunks == 3 {
		r.fault("has more than three chunks in a batch")
	}
	x := [2]*word{r.register(x86.AX), r.register(x86.CX)}
	for i := range x {
		packed := r.Truncate(x[i], chunkBits)
		one := new(big.Int).Lsh(big.NewInt(r.unit), uint(r.chunk+field*(i+1)))
		packed = r.word(packed.p.plus(constant(one)), nil, nil)
		r.equal([]string{"the word of f before a chunk", "the word of g before a chunk"}[i], r.register(8+i), packed, 64)
		if r.chunks == 0 {
			r.equal("X before a batch", x[i], r.start[i], r.low)
		} else {
			r.equal("X after a chunk", x[i], r.word(r.next[i], nil, nil), 64-uint(r.chunk))
		}
		r.now[i] = r.any(zero, below(power(64)))
		if old := r.cells[slot(slotX+i)]; old != nil && old.now().key() == x[i].key() {
			r.cells[slot(slotX+i)] = r.now[i]
		}
		r.set([]int{x86.AX, x86.CX}[i], r.now[i])
	}
	r.chunks++
	r.step = 0
}

// endChunk makes the words of f and g those of a matrix.
func (r *run) endChunk() {
	n := uint(r.chunk)
	most := power(n)
	if r.unit < 0 {
		most = below(most)
	}
	var a [4]poly
	for i := range a {
		a[i] = r.any(negative(power(n)), most).p
	}
	rest := below(power(chunkBits))
	for i := range 2 {
		f := r.any(negative(rest), rest).p
		p := f.plus(a[2*i].times2(field)).plus(a[2*i+1].times2(2 * field))
		r.set(8+i, r.word(p, negative(wordMost), wordMost))
		// u·X = ±2^n·f + 2^20·(u·X' + v·Y') - v·Y, where X', Y' are the rest of X, Y.
		X, Y := r.now[0], r.now[1]
		by := r.combine(a[2*i], r.floor(X.p, X.lo, X.hi, chunkBits), a[2*i+1], r.floor(Y.p, Y.lo, Y.hi, chunkBits)).times2(chunkBits)
		by = by.plusTimes(big.NewInt(r.unit), f.times2(n))
		by = by.minus(r.combine(a[2*i+1], Y.p, poly{}, poly{}))
		r.rule(a[2*i].monomials()[0][0], X.p.monomials()[0][0], by)
		sum := r.combine(a[2*i], X.p, a[2*i+1], Y.p)
		if !sum.isMultiple(n) {
			r.fault("a chunk does not divide")
		}
		r.next[i] = sum.over(n)
	}
	r.known[r.chunks-1] = r.register(8)
	r.steps = append(r.steps, a)
}
