// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var doubleOddTypes = []goType{{"Point", 16}, {"affine", 12}, {"combTables", 13 * 16 * 12}, {"combDigits", 7}, {"step", 5}, {"window", 1}}

// doubleOdd writes the point operations of internal/doubleodd, for both curves. The
// formulas are those of formulas_generic.go. All need cpu.Features.V3.
func doubleOdd(a *asm) {
	a.kernel = mulx
	for _, c := range []doubleOddCurve{{"E", field{constant: 37302}}, {"S", field{constant: 7914}}} {
		c.double(a)
		c.doubleAdd(a)
		c.addAffine(a)
		c.windows(a)
		c.comb(a)
		c.sum(a)
	}
	doubleOddSelect(a)
}

type doubleOddCurve struct {
	name string
	f    field
}

// coordinates returns the elements of the point at r: E, Z, U, T.
func coordinates(r reg.Register) [4]number {
	return [4]number{element(r, 0), element(r, 1), element(r, 2), element(r, 3)}
}

// The frames of the routines: temporary elements, then what each routine adds.
const (
	doubleOddTemps = 9
	doubleOddFrame = 32 * doubleOddTemps
)

type temps struct{ frame operand.Mem }

func (t temps) at(i int) number { return at(t.frame.Offset(32 * i)) }

// word returns a word after the temporary elements.
func (t temps) word(i int) operand.Mem { return t.frame.Offset(doubleOddFrame + 8*i) }

// scaled multiplies by 2^k what is in acc[0..3] and top, which stays below 2^32.
func (a *asm) scaled(k int, top reg.Register) {
	for range k {
		a.ADDQ(acc[0], acc[0])
		for i := 1; i < 4; i++ {
			a.ADCQ(acc[i], acc[i])
		}
		a.ADCQ(top, top)
	}
}

// reduceScaled sets the result to 2^k·acc[0..7] mod 2^256 - fold.
func (a *asm) reduceScaled(f field, k int) {
	a.MOVQ(f.foldOp(), rdx)
	a.addRow(acc[:], limbs(acc[4:]...), acc[4:])
	a.scaled(k, acc[7])
	a.foldTop(f, acc[7])
}

// mulScaled sets the result to 2^k·x·y.
func (a *asm) mulScaled(f field, x, y number, k int) {
	a.product(x, y)
	a.reduceScaled(f, k)
}

// sqrScaled sets the result to 2^k·x^2.
func (a *asm) sqrScaled(f field, x number, k int) {
	a.square(x)
	a.reduceScaled(f, k)
}

// doublings writes n doublings of the point v, for the n >= 1 in the word counter,
// which is overwritten; without a counter, one doubling.
func (c doubleOddCurve) doublings(a *asm, v [4]number, t temps, counter operand.Op) {
	c.enter(a, v, t)
	if counter != nil {
		loop, last := a.label("double"), a.label("last")
		a.DECQ(counter)
		a.JEQ(operand.LabelRef(last))
		a.head(loop)
		c.again(a, v, t)
		a.DECQ(counter)
		a.JNE(operand.LabelRef(loop))
		a.Label(last)
	}
	c.leave(a, v, t)
}

// enter writes a doubling that leads to Jacobian coordinates, Y, W and J in the
// place of E, Z and U.
func (c doubleOddCurve) enter(a *asm, v [4]number, t temps) {
	f := c.f
	e, z, u, w := v[0], v[1], v[2], v[1]
	if c.name == "E" {
		A := a.keep(t.at(0), func() { a.sqr(f, e) })
		Z := a.keep(t.at(1), func() { a.sqrScaled(f, z, 1) })
		a.keep(u, func() { a.mulScaled(f, e, u, 1) })
		a.keep(w, func() { a.sub(f, Z, A) })
		a.keep(e, func() { a.sqrScaled(f, A, 1) })
		return
	}
	S := a.keep(t.at(0), func() { a.add(f, v[3], z) })
	A := a.keep(t.at(1), func() { a.sqrScaled(f, u, 1) })
	A2 := a.keep(t.at(2), func() { a.twice(f) })
	a.keep(u, func() { a.mulScaled(f, e, u, 1) })
	a.keep(w, func() { a.sqr(f, S); a.minus(f, A) })
	a.keep(e, func() { a.sqr(f, A2) })
}

// again writes a doubling in Jacobian coordinates.
func (c doubleOddCurve) again(a *asm, v [4]number, t temps) {
	f := c.f
	y, w, j := v[0], v[1], v[2]
	if c.name == "E" {
		A := a.keep(t.at(0), func() { a.sqr(f, w) })
		P := a.keep(t.at(1), func() { a.mulScaled(f, w, j, 1) })
		B := a.keep(t.at(2), func() { a.sub(f, A, y) })
		A2 := a.keep(t.at(3), func() { a.sqrScaled(f, A, 1) })
		C := a.keep(t.at(4), func() { a.sqr(f, B) })
		a.keep(w, func() { a.minus(f, A2) })
		a.keep(j, func() { a.mul(f, P, B) })
		a.keep(y, func() { a.sqrScaled(f, C, 1) })
		return
	}
	S := a.keep(t.at(0), func() { a.add(f, w, j) })
	A := a.keep(t.at(1), func() { a.mulScaled(f, w, j, 1) })
	C := a.keep(t.at(2), func() { a.sqr(f, S); a.minus(f, A) })
	B := a.keep(t.at(5), func() { a.sqr(f, A) })
	D := a.keep(t.at(3), func() { a.sub(f, y, C) })
	C2 := a.keep(t.at(4), func() { a.sqrScaled(f, C, 1) })
	a.keep(j, func() { a.mulScaled(f, A, D, 1) })
	a.keep(w, func() { a.sub(f, B, C2) })
	a.keep(y, func() { a.sqrScaled(f, B, 2) })
}

// leave writes the way back to E, Z, U and T.
func (c doubleOddCurve) leave(a *asm, v [4]number, t temps) {
	f := c.f
	y, w, j := v[0], v[1], v[2]
	Z := a.keep(t.at(0), func() { a.sqr(f, w) })
	T := a.keep(v[3], func() { a.sqr(f, j) })
	a.keep(v[2], func() { a.mul(f, w, j) })
	if c.name == "E" {
		a.keep(v[0], func() { a.sub(f, y, Z) })
	} else {
		a.keep(v[0], func() { a.add(f, T, Z); a.minus(f, y) })
	}
	a.fetch(Z)
	a.store(v[1])
}

// addition writes v = v + q, where an affine q has no coordinate Z: it is 1. q may be v.
// between writes what comes after each product, and on E the code leaves out T if the
// word partial is not 0: what follows is a doubling then, which does not read it. Both may
// be nil.
func (c doubleOddCurve) addition(a *asm, v, q [4]number, affine bool, t temps, between func(), partial operand.Op) {
	f := c.f
	product := func(z, x, y number) number {
		z = a.keep(z, func() { a.mul(f, x, y) })
		if between != nil {
			between()
		}
		return z
	}
	square := func(z, x number) number {
		z = a.keep(z, func() { a.sqr(f, x) })
		if between != nil {
			between()
		}
		return z
	}
	c4 := product(t.at(0), v[3], q[3])
	c2, s1, s2 := v[1], number{}, number{}
	if affine {
		s1 = product(t.at(2), v[1], q[3])
	} else {
		c2 = product(t.at(1), v[1], q[1])
		s1 = a.keep(t.at(2), func() { a.add(f, v[1], v[3]) })
		s2 = a.keep(t.at(3), func() { a.add(f, q[1], q[3]) })
	}
	c1 := product(t.at(4), v[0], q[0])
	c3 := product(t.at(5), v[2], q[2])
	r1 := a.keep(t.at(6), func() { a.add(f, v[0], v[2]) })
	r2 := a.keep(t.at(7), func() { a.add(f, q[0], q[2]) })
	zt := t.at(2)
	if c.name == "E" {
		if affine {
			zt = a.keep(zt, func() { a.add(f, s1, v[3]) })
		} else {
			zt = product(zt, s1, s2)
		}
		b := a.keep(t.at(3), func() { a.mulSmall(f, c4, 8) })
		eu := product(t.at(6), r1, r2)
		if !affine {
			zt = a.keep(zt, func() { a.sub(f, zt, c2); a.minus(f, c4) })
		}
		g := a.keep(t.at(7), func() { a.add(f, c2, b) })
		h := a.keep(t.at(8), func() { a.sub(f, c2, b) })
		s := a.keep(t.at(2), func() { a.mulSmall(f, zt, 16) })
		eu = a.keep(eu, func() { a.sub(f, eu, c1); a.minus(f, c3) })
		square(v[1], h)
		s = product(s, s, c3)
		if partial == nil {
			square(v[3], eu)
		}
		e := product(t.at(3), c1, g)
		product(v[2], h, eu)
		a.keep(v[0], func() { a.add(f, e, s) })
		if partial != nil {
			skip := a.label("partial")
			a.CMPQ(partial, operand.Imm(0))
			a.JNE(operand.LabelRef(skip))
			a.keep(v[3], func() { a.sqr(f, eu) })
			a.Label(skip)
		}
		return
	}
	h := a.keep(t.at(8), func() { a.add(f, c2, c4) })
	g := a.keep(t.at(0), func() { a.sub(f, c2, c4) })
	d := a.keep(t.at(1), func() { a.add(f, c1, c3) })
	if affine {
		zt = a.keep(zt, func() { a.add(f, s1, v[3]) })
	} else {
		zt = product(zt, s1, s2)
	}
	eu := product(t.at(6), r1, r2)
	k := a.keep(t.at(4), func() { a.add(f, d, c3) })
	if !affine {
		zt = a.keep(zt, func() { a.sub(f, zt, h) })
	}
	eu = a.keep(eu, func() { a.sub(f, eu, d) })
	square(v[1], h)
	s := a.keep(t.at(2), func() { a.mulScaled(f, zt, c3, 1) })
	square(v[3], eu)
	e := product(t.at(3), k, g)
	product(v[2], h, eu)
	a.keep(v[0], func() { a.sub(f, e, s) })
}

// negateIf sets z = x, or -x if mask is all ones and not 0. mask is not RBX.
func (c doubleOddCurve) negateIf(a *asm, z, x number, mask reg.Register) number {
	// -x = (2^256 - 1 - x) - (fold - 1)
	low := a.isLow(x)
	for i, limb := range x.limb {
		a.MOVQ(limb, acc[i])
		a.XORQ(mask, acc[i])
	}
	a.MOVQ(mask, rbx)
	a.ANDL(operand.U32(c.f.constant-1), reg.EBX)
	a.SUBQ(rbx, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	if !low {
		// After a borrow the rest is at least 2^256 - fold.
		a.carryMask(c.f)
		a.SUBQ(rax, acc[0])
	}
	a.setLow(result, low)
	return a.store(z)
}

// function starts a routine whose frame has words after the temporary elements.
func (c doubleOddCurve) function(a *asm, name, signature, doc string, words int) temps {
	name += c.name
	return temps{a.function(name, signature, name+" "+doc, doubleOddFrame+8*words)}
}

// operand returns the point q with U in the frame at the word i, negated if negate, 0 or 1,
// is 1.
func (c doubleOddCurve) operand(a *asm, q [4]number, t temps, i int, negate operand.Op) [4]number {
	a.MOVQ(negate, rcx)
	a.NEGQ(rcx)
	q[2] = c.negateIf(a, at(t.word(i)), q[2], rcx)
	return q
}

// affinePoint returns E, nothing, U and T of the affine at r.
func affinePoint(r reg.Register) [4]number {
	return [4]number{element(r, 0), {}, element(r, 1), element(r, 2)}
}

func (c doubleOddCurve) double(a *asm) {
	t := c.function(a, "double", "func(v *Point, n uint64)", "sets v = [2^n]v, for n >= 1.", 0)
	a.load("v", rdi)
	c.doublings(a, coordinates(rdi), t, a.parameter("n"))
	a.RET()
}

// unlessZero writes code that is skipped if the word is 0.
func (a *asm) unlessZero(word operand.Op, code func()) {
	skip := a.label("skip")
	a.CMPQ(word, operand.Imm(0))
	a.JEQ(operand.LabelRef(skip))
	code()
	a.Label(skip)
}

func (c doubleOddCurve) doubleAdd(a *asm) {
	t := c.function(a, "doubleAdd", "func(v *Point, n uint64, q *Point, negate uint64)",
		"sets v = [2^n]v + (-1)^negate·q. q may be v only if n is 0.", 4)
	a.load("v", rdi)
	v := coordinates(rdi)
	n := a.parameter("n")
	a.unlessZero(n, func() { c.doublings(a, v, t, n) })
	a.load("q", rsi)
	c.addition(a, v, c.operand(a, coordinates(rsi), t, 0, a.parameter("negate")), false, t, nil, nil)
	a.RET()
}

func (c doubleOddCurve) addAffine(a *asm) {
	t := c.function(a, "addAffine", "func(v *Point, q *affine, negate uint64)",
		"sets v = v + (-1)^negate·q.", 4)
	a.load("v", rdi)
	a.load("q", rsi)
	c.addition(a, coordinates(rdi), c.operand(a, affinePoint(rsi), t, 0, a.parameter("negate")), true, t, nil, nil)
	a.RET()
}

// oneIf0 sets the least significant limbs of E and Z to 1 if EAX is 0: of zeros that makes the
// neutral element.
func (a *asm) oneIf0(e, z operand.Mem) {
	a.CMPL(reg.EAX, operand.Imm(1))
	a.SBBQ(rcx, rcx)
	a.NEGQ(rcx)
	a.ORQ(rcx, e)
	a.ORQ(rcx, z)
}

// A window is four bytes: the index of an entry, whether to change its sign, the doublings
// before it is added, and whether to apply ζ to it.
const windowSize = 4

// eta is η, the square root of -1 of the endomorphism of E.
func (a *asm) eta() number {
	return at(a.vectorConstant("eta", 0xd99e0f1baa938aee, 0xa60d864fb30e6336, 0xe414983fe53688e3, 0x10ed2db33c69b85f))
}

// windows writes the multiplication by a scalar in constant time. While a point is
// added, the next one is looked up.
func (c doubleOddCurve) windows(a *asm) {
	doc := "for each of the count windows sets v = [2^Doublings]v + (-1)^Negative·q, where q is\n" +
		"table[Index-1], or the neutral element if Index is 0"
	if c.name == "E" {
		doc += ", after ζ if Zeta is 1"
	}
	t := c.function(a, "windows", "func(v *Point, table *[16]Point, list *window, count uint64)",
		doc+".\nIt reads every entry of table for each, and one window more. count is not 0.", 19)
	window, n, partial := t.word(16), t.word(17), t.word(18)
	entry := [4]number{at(t.word(0)), at(t.word(4)), at(t.word(8)), at(t.word(12))}
	field := func(offset int) { // sets RAX
		a.MOVQ(window, rbx)
		a.MOVBLZX(operand.Mem{Base: rbx, Disp: offset}, reg.EAX)
	}
	s := &scan{table: rsi, entries: 16, elements: 4, first: 1}
	next := a.label("next")
	a.load("v", rdi)
	v := coordinates(rdi)
	a.load("table", rsi)
	a.load("list", rbx)
	a.MOVQ(rbx, window)
	field(0)
	a.scanStart(s)
	a.scanEntries(s, s.entries)

	a.head(next)
	a.scanStore(s, t.word(0))
	field(0)
	a.oneIf0(t.word(0), t.word(4))
	if c.name == "E" {
		plain := a.label("plain")
		field(3)
		a.TESTL(reg.EAX, reg.EAX)
		a.JEQ(operand.LabelRef(plain))
		a.keep(entry[2], func() { a.mul(c.f, a.eta(), entry[2]) })
		a.MOVQ(operand.I32(-1), rcx)
		c.negateIf(a, entry[3], entry[3], rcx)
		a.Label(plain)
	}
	field(1)
	a.NEGQ(rax)
	a.MOVQ(rax, rcx)
	c.negateIf(a, entry[2], entry[2], rcx)
	field(2)
	a.MOVQ(rax, n)
	a.unlessZero(n, func() { c.doublings(a, v, t, n) })
	a.ADDQ(operand.Imm(windowSize), window)
	field(2)
	a.MOVQ(rax, partial)
	field(0)
	a.scanStart(s)
	c.addition(a, v, entry, false, t, func() { a.scanEntries(s, 2) }, partial)
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef(next))
	a.VZEROUPPER()
	a.RET()
}

// comb writes the multiplication of the generator. While a point is added, the next
// one is looked up.
func (c doubleOddCurve) comb(a *asm) {
	t := c.function(a, "comb", "func(v *Point, table *combTables, digits *combDigits)",
		"sets v to the sum of 2^s·table[j][digits[s][j].Index] over the columns s and\n"+
			"blocks j, with the sign changed where digits[s][j].Negative is 1. It reads every\n"+
			"entry of the table.", 16)
	digit, columns, blocks := t.word(12), t.word(13), t.word(14)
	entry := [4]number{at(t.word(0)), {}, at(t.word(4)), at(t.word(8))}
	s := &scan{table: rsi, entries: 16, elements: 3}
	next, ready, last, look, done := a.label("next"), a.label("ready"), a.label("last"), a.label("look"), a.label("done")
	a.load("v", rdi)
	v := coordinates(rdi)
	a.load("table", rsi)
	a.load("digits", rbx)
	a.MOVQ(operand.U32(combColumns), columns)
	a.MOVQ(operand.U32(combBlocks), blocks)
	a.ADDQ(operand.U32((combColumns-1)*combBlocks*digitSize), rbx)
	a.MOVQ(rbx, digit)
	a.MOVBLZX(operand.Mem{Base: rbx}, reg.EAX)
	a.scanStart(s)
	a.scanStore(s, t.word(0))
	a.assume(entry[2], "the entries are canonical")
	// The first entry is the sum so far.
	a.MOVQ(digit, rbx)
	a.MOVBLZX(operand.Mem{Base: rbx, Disp: 1}, reg.EAX)
	a.NEGQ(rax)
	a.MOVQ(rax, rcx)
	c.negateIf(a, v[2], entry[2], rcx)
	a.fetch(entry[0])
	a.store(v[0])
	a.fetch(entry[3])
	a.store(v[3])
	a.MOVQ(operand.U32(1), acc[0])
	for _, r := range acc[1:4] {
		a.clear(r)
	}
	a.store(v[1])
	a.MOVQ(operand.U32(1), t.word(15)) // there is nothing to add yet
	a.JMP(operand.LabelRef(look))

	a.head(next)
	a.scanStore(s, t.word(0))
	a.assume(entry[2], "the entries are canonical")
	a.MOVQ(digit, rbx)
	a.MOVBLZX(operand.Mem{Base: rbx, Disp: 1}, reg.EAX)
	a.NEGQ(rax)
	a.MOVQ(rax, rcx)
	c.negateIf(a, entry[2], entry[2], rcx)
	a.Label(look)
	// The next digit; after the last one any that exists.
	a.MOVQ(digit, rbx)
	a.ADDQ(operand.Imm(digitSize), rbx)
	a.ADDQ(operand.U32(combBlock), rsi)
	a.DECQ(blocks)
	a.JNE(operand.LabelRef(ready))
	a.load("table", rsi)
	a.SUBQ(operand.Imm(combBack), rbx)
	a.CMPQ(columns, operand.Imm(1))
	a.JNE(operand.LabelRef(ready))
	a.ADDQ(operand.Imm(combBack), rbx)
	a.SUBQ(operand.Imm(digitSize), rbx)
	a.Label(ready)
	a.MOVQ(rbx, digit)
	a.MOVBLZX(operand.Mem{Base: rbx}, reg.EAX)
	a.scanStart(s)
	a.CMPQ(t.word(15), operand.Imm(0))
	a.MOVQ(operand.U32(0), t.word(15))
	a.JEQ(operand.LabelRef(last))
	a.scanEntries(s, s.entries)
	a.JMP(operand.LabelRef(next))
	a.Label(last)
	s.done = 0
	c.addition(a, v, entry, true, t, func() { a.scanEntries(s, 2) }, nil)
	a.scanEntries(s, s.entries)
	a.CMPQ(blocks, operand.Imm(0))
	a.JNE(operand.LabelRef(next))
	a.MOVQ(operand.U32(combBlocks), blocks)
	a.DECQ(columns)
	a.JEQ(operand.LabelRef(done))
	c.doublings(a, v, t, nil)
	a.JMP(operand.LabelRef(next))
	a.Label(done)
	a.VZEROUPPER()
	a.RET()
}

// A sum's steps: *point or *affine, the doublings, whether to change the sign, and whether a
// doubling follows.
const sumStepSize = 40

func (c doubleOddCurve) sum(a *asm) {
	t := c.function(a, "sum", "func(v *Point, steps *step, count uint64)",
		"does count >= 1 steps one after the other: it sets v = [2^doublings]v, and then\n"+
			"v = v + (-1)^negate·q, where q is *point, or *affine if point is nil. If partial is 1, there\n"+
			"must be doublings in the next step.", 7)
	steps, n, partial := t.word(0), t.word(1), t.word(2)
	a.load("v", rdi)
	v := coordinates(rdi)
	a.load("steps", rsi)
	a.head("step")
	a.MOVQ(rsi, steps)
	a.MOVQ(operand.Mem{Base: rsi, Disp: 16}, rax)
	a.MOVQ(rax, n)
	a.unlessZero(n, func() { c.doublings(a, v, t, n) })
	a.MOVQ(steps, rbx)
	a.MOVQ(operand.Mem{Base: rbx, Disp: 32}, rax)
	a.MOVQ(rax, partial)
	a.MOVQ(operand.Mem{Base: rbx}, rsi)
	a.TESTQ(rsi, rsi)
	a.JEQ(operand.LabelRef("affine"))
	negate := operand.Mem{Base: rbx, Disp: 24}
	c.addition(a, v, c.operand(a, coordinates(rsi), t, 3, negate), false, t, nil, partial)
	a.JMP(operand.LabelRef("next"))
	a.Label("affine")
	a.MOVQ(operand.Mem{Base: rbx, Disp: 8}, rsi)
	c.addition(a, v, c.operand(a, affinePoint(rsi), t, 3, negate), true, t, nil, partial)
	a.Label("next")
	a.MOVQ(steps, rsi)
	a.ADDQ(operand.U32(sumStepSize), rsi)
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef("step"))
	a.RET()
}

// doubleOddSelect writes a look-up outside of the routines above, for both curves.
func doubleOddSelect(a *asm) {
	for _, entries := range []int{8, 16} {
		name := fmt.Sprint("select", entries)
		a.function(name, "func(v *Point, table *Point, index uint64)",
			fmt.Sprintf("%s sets v to entry index-1 of the %d at table, or the neutral element if\n", name, entries)+
				"index is 0. It reads every entry.", 0)
		s := &scan{table: rsi, entries: entries, elements: 4, first: 1}
		a.load("table", rsi)
		a.load("v", rdi)
		a.load("index", rax)
		a.scanStart(s)
		a.scanStore(s, operand.Mem{Base: rdi})
		a.load("index", rax)
		a.oneIf0(operand.Mem{Base: rdi}, operand.Mem{Base: rdi, Disp: 32})
		a.VZEROUPPER()
		a.RET()
	}
}
