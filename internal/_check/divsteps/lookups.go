// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"math/big"

	"secant.example/internal/_check/x86"
)

// isLookup returns the end of the look-up that begins at instruction i, or 0: up to where BX is the index.
func (r *run) isLookup(i int) (end int) {
	if r.chunk != 0 || r.t.Instructions[i].String() != "MOVQ R8, AX" || r.t.Instructions[i+1].String() != "IMULQ R8, AX" {
		return 0
	}
	for j := i + 1; j < min(i+24, len(r.t.Instructions)); j++ {
		in := &r.t.Instructions[j]
		if in.Op[0] == 'V' || in.Control() != "" {
			break
		}
		if in.String() == "ADDQ CX, BX" {
			return j + 1
		}
	}
	return 0
}

var matrixRegisters = [4]int{10, 11, 13, 14}

// checkLookup compares what a look-up leaves.
func (r *run) checkLookup() {
	if r.chunks == 0 {
		return
	}
	want := r.steps[0]
	if r.chunks > 1 {
		want = r.rows(want, r.steps[1])
	}
	for i, n := range matrixRegisters {
		r.equal("the matrix after a look-up", r.register(n), r.word(want[i], nil, nil), 64)
	}
	r.checkZeta()
}

// lookup does the instructions from..to-1, which make an index of f, g and zeta.
func (r *run) lookup(from, to int) {
	if r.chunks == lookups {
		r.fault("has more than ten look-ups in a batch")
	}
	r.checkLookup()
	for i := range 2 {
		if r.chunks == 0 {
			r.equal("X before a batch", r.register(8+i), r.start[i], r.low)
		} else {
			r.equal("X after a look-up", r.register(8+i), r.word(r.next[i], nil, nil), uint(64-tableBits))
		}
		r.now[i] = r.any(zero, below(power(64)))
		r.set(8+i, r.now[i])
	}
	clamped := r.any(big.NewInt(-tableBits), big.NewInt(tableBits-1))
	f, g := r.now[0].p, r.now[1].p
	square := r.combine(f, f, poly{}, poly{})
	h := r.combine(f, g, poly{}, poly{})
	h = r.combine(h, number(2).minus(square), poly{}, poly{})
	low := r.Truncate(r.word(h, nil, nil), tableBits)
	r.zeta = r.any(negative(manySteps), manySteps)
	before := r.m.R
	// zeta below, each number in the table, and above.
	for z := int64(-tableBits - 1); z <= tableBits; z++ {
		m := r.m
		c, zeta := z, r.word(number(z), nil, nil)
		switch z {
		case -tableBits - 1:
			c, zeta = z+1, r.any(negative(manySteps), big.NewInt(z))
		case tableBits:
			c, zeta = z-1, r.any(big.NewInt(z), manySteps)
		}
		m.R[12] = zeta
		before[12] = zeta
		m.Forget()
		for j := from; j < to; j++ {
			r.index = j
			r.done[j] = true
			m.Step(&r.t.Instructions[j], meanings)
		}
		r.equal("the index of a look-up", m.R[x86.BX], r.word(low.p.plus(number(c).times2(tableBits)), nil, nil), 64)
		for n := range 16 {
			if n != x86.AX && n != x86.BX && n != x86.CX && n != x86.DX && m.HasR>>n&1 == 1 && m.R[n] != before[n] {
				r.fault("a look-up changes %s", x86.Registers[n])
			}
		}
	}
	r.index = to
	r.m.Forget()
	r.unset(x86.AX, x86.CX, x86.DX)
	r.place = r.word(low.p.plus(clamped.p.times2(tableBits)), nil, nil)
	r.set(x86.BX, r.place)
	r.set(12, r.zeta)
	// The entry, and the product of the matrices before it.
	n := power(tableBits)
	var e [4]poly
	for i := range r.entries {
		lo, hi := negative(n), n
		if i == 4 {
			lo, hi = big.NewInt(-1), zero
		}
		r.entries[i] = r.any(lo, hi)
		if i < 4 {
			e[i] = r.entries[i].p
		}
	}
	r.steps = [][4]poly{e}
	if r.chunks > 0 {
		var a [4]poly
		most := power(uint(tableBits * r.chunks))
		for i, n := range matrixRegisters {
			x := r.any(negative(most), most)
			a[i] = x.p
			r.set(n, x)
		}
		r.steps = append(r.steps, a)
	}
	for i := range 2 {
		// u·X = 2^6·f - v·Y
		p := r.any(negative(power(66)), power(66)).p
		r.rule(e[2*i].monomials()[0][0], r.now[0].p.monomials()[0][0], p.times2(tableBits).minus(r.combine(e[2*i+1], r.now[1].p, poly{}, poly{})))
		r.next[i] = p
	}
	r.chunks++
}

// entryAt returns the byte at an address in the entry that the last look-up has found.
func (r *run) entryAt(address *word) *word {
	if r.place != nil {
		for i, x := range r.entries {
			p := r.place.p.times2(3).plus(number(int64(tableAt + 8*64*tableBits + i)))
			if same(address, r.word(p, nil, nil), 64) {
				return r.Truncate(x, 8)
			}
		}
	}
	r.fault("reads another place in the table")
	panic("unreachable")
}

// checkZeta compares what the last look-up has made of zeta.
func (r *run) checkZeta() {
	zeta, _ := r.Add(r.Xor(r.zeta, r.entries[4]), r.entries[5], r.Const(0))
	r.equal("zeta after a look-up", r.register(12), zeta, 64)
}
