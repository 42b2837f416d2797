// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var doubleOddTypes = []goType{{"Point", 16}, {"affine", 12}, {"combTables", 13 * 16 * 12}, {"combDigits", 7}, {"step", 4}}

// doubleOdd writes the point operations of internal/doubleodd, for both curves. The
// formulas are those of formulas_generic.go. All routines need BMI2, and those that
// select points AVX2.
func doubleOdd(a *asm) {
	a.kernel = mulx
	for _, c := range []doubleOddCurve{{"E", field{constant: 37302}}, {"S", field{constant: 7914}}} {
		c.double(a)
		c.doubleAdd(a)
		c.addAffine(a)
		c.window(a)
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
		a.Label(loop)
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
	D := a.keep(t.at(3), func() { a.sub(f, y, C) })
	C2 := a.keep(t.at(4), func() { a.sqrScaled(f, C, 1) })
	B := a.keep(t.at(5), func() { a.sqr(f, A) })
	a.keep(w, func() { a.minus(f, C2) })
	a.keep(j, func() { a.mulScaled(f, A, D, 1) })
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
func (c doubleOddCurve) addition(a *asm, v, q [4]number, affine bool, t temps) {
	f := c.f
	c4 := a.keep(t.at(0), func() { a.mul(f, v[3], q[3]) })
	var zt, c2 number
	if affine {
		c2 = v[1]
		zt = a.keep(t.at(2), func() { a.mul(f, v[1], q[3]); a.plus(f, v[3]) })
	} else {
		c2 = a.keep(t.at(1), func() { a.mul(f, v[1], q[1]) })
		s1 := a.keep(t.at(2), func() { a.add(f, v[1], v[3]) })
		s2 := a.keep(t.at(3), func() { a.add(f, q[1], q[3]) })
		zt = a.keep(t.at(2), func() { a.mul(f, s1, s2); a.minus(f, c2); a.minus(f, c4) })
	}
	c1 := a.keep(t.at(3), func() { a.mul(f, v[0], q[0]) })
	c3 := a.keep(t.at(4), func() { a.mul(f, v[2], q[2]) })
	s1 := a.keep(t.at(5), func() { a.add(f, v[0], v[2]) })
	s2 := a.keep(t.at(6), func() { a.add(f, q[0], q[2]) })
	eu := a.keep(t.at(5), func() { a.mul(f, s1, s2); a.minus(f, c1); a.minus(f, c3) })
	var g, h, s number
	if c.name == "E" {
		b := a.keep(t.at(0), func() { a.mulSmall(f, c4, 8) })
		g = a.keep(t.at(6), func() { a.add(f, c2, b) })
		h = a.keep(t.at(7), func() { a.sub(f, c2, b) })
		s = a.keep(t.at(8), func() { a.mulSmall(f, zt, 16) })
		s = a.keep(t.at(8), func() { a.mul(f, s, c3) })
		a.keep(v[0], func() { a.mul(f, c1, g); a.plus(f, s) })
	} else {
		g = a.keep(t.at(6), func() { a.sub(f, c2, c4) })
		h = a.keep(t.at(7), func() { a.add(f, c2, c4) })
		s = a.keep(t.at(8), func() { a.mulScaled(f, zt, c3, 1) })
		c1 = a.keep(t.at(3), func() { a.add(f, c1, c3); a.plus(f, c3) })
		a.keep(v[0], func() { a.mul(f, c1, g); a.minus(f, s) })
	}
	a.keep(v[1], func() { a.sqr(f, h) })
	a.keep(v[2], func() { a.mul(f, h, eu) })
	a.keep(v[3], func() { a.sqr(f, eu) })
}

// negateIf sets z = x, or -x if mask is all ones and not 0. mask is not RBX.
func (c doubleOddCurve) negateIf(a *asm, z, x number, mask reg.Register) number {
	// -x = (2^256 - 1 - x) - (fold - 1)
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
	if !x.low {
		// After a borrow the rest is at least 2^256 - fold.
		a.carryMask(c.f)
		a.SUBQ(rax, acc[0])
	}
	a.resultLow = x.low
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
	c.addition(a, v, c.operand(a, coordinates(rsi), t, 0, a.parameter("negate")), false, t)
	a.RET()
}

func (c doubleOddCurve) addAffine(a *asm) {
	t := c.function(a, "addAffine", "func(v *Point, q *affine, negate uint64)",
		"sets v = v + (-1)^negate·q.", 4)
	a.load("v", rdi)
	a.load("q", rsi)
	c.addition(a, coordinates(rdi), c.operand(a, affinePoint(rsi), t, 0, a.parameter("negate")), true, t)
	a.RET()
}

// scan writes a look-up in constant time: into sum goes the entry of the table at
// RSI whose number is in EAX, counted from first, and the rest of sum stays. RAX is
// overwritten. An entry has as many coordinates as sum.
func (a *asm) scan(sum []reg.VecPhysical, entries, first int) {
	index, counter, one, mask, tmp := reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4
	a.VMOVQ(rax, reg.X0)
	a.VPBROADCASTQ(reg.X0, index)
	a.MOVL(operand.U32(1), reg.EAX)
	a.VMOVQ(rax, reg.X2)
	a.VPBROADCASTQ(reg.X2, one)
	if first == 1 {
		a.VMOVDQA(one, counter)
	} else {
		a.VPXOR(counter, counter, counter)
	}
	for i := range entries {
		a.VPCMPEQQ(index, counter, mask)
		a.VPADDQ(one, counter, counter)
		for j, s := range sum {
			a.VPAND(operand.Mem{Base: rsi, Disp: 32 * (i*len(sum) + j)}, mask, tmp)
			a.VPOR(tmp, s, s)
		}
	}
}

// scanMultiples writes a scan of multiples 1, 2, ..., entries of a point, in which 0
// gives the neutral element, and stores the result at z.
func (a *asm) scanMultiples(z operand.Mem, entries int) {
	sum := []reg.VecPhysical{reg.Y5, reg.Y6, reg.Y7, reg.Y8}
	// E = Z = 1 for the index 0.
	a.CMPQ(rax, operand.Imm(1))
	a.SBBQ(rbx, rbx)
	a.NEGQ(rbx)
	a.VMOVQ(rbx, reg.X5)
	a.VMOVQ(rbx, reg.X6)
	a.VPXOR(sum[2], sum[2], sum[2])
	a.VPXOR(sum[3], sum[3], sum[3])
	a.scan(sum, entries, 1)
	for j, s := range sum {
		a.VMOVDQU(s, z.Offset(32*j))
	}
	a.VZEROUPPER()
}

func (c doubleOddCurve) window(a *asm) {
	t := c.function(a, "window", "func(v *Point, n uint64, table *[16]Point, index, negate uint64)",
		"sets v = [2^n]v + (-1)^negate·q, where q is table[index-1], or the neutral\n"+
			"element if index is 0. It reads every entry of the table.", 20)
	a.load("table", rsi)
	a.load("index", rax)
	a.scanMultiples(t.word(4), 16)
	a.load("v", rdi)
	v := coordinates(rdi)
	n := a.parameter("n")
	a.unlessZero(n, func() { c.doublings(a, v, t, n) })
	var q [4]number
	for i := range q {
		q[i] = at(t.word(4 + 4*i))
	}
	c.addition(a, v, c.operand(a, q, t, 0, a.parameter("negate")), false, t)
	a.RET()
}

func (c doubleOddCurve) comb(a *asm) {
	t := c.function(a, "comb", "func(v *Point, table *combTables, digits *combDigits)",
		"sets v to the sum of 2^s·table[j][digits[s][j].Index] over the columns s and\n"+
			"blocks j, with the sign changed where digits[s][j].Negative is 1. It reads every\n"+
			"entry of the table.", 20)
	const blocks, columns = 13, 4
	digit, column, block, table := t.word(0), t.word(1), t.word(2), t.word(3)
	entry := [4]number{at(t.word(4)), {}, at(t.word(8)), at(t.word(12))}
	a.load("v", rdi)
	v := coordinates(rdi)
	a.load("digits", rbx)
	a.ADDQ(operand.U32((columns-1)*blocks*2), rbx)
	a.MOVQ(rbx, digit)
	a.MOVQ(operand.U32(columns), column)
	a.Label("column")
	a.MOVQ(operand.U32(blocks), block)
	a.load("table", rsi)
	a.MOVQ(rsi, table)
	a.Label("block")
	a.MOVQ(table, rsi)
	a.MOVQ(digit, rbx)
	a.MOVBLZX(operand.Mem{Base: rbx}, reg.EAX)
	sum := []reg.VecPhysical{reg.Y5, reg.Y6, reg.Y7}
	for _, s := range sum {
		a.VPXOR(s, s, s)
	}
	a.scan(sum, 16, 0)
	for j, s := range sum {
		a.VMOVDQU(s, t.word(4+4*j))
	}
	a.VZEROUPPER()
	a.MOVQ(digit, rbx)
	a.MOVBLZX(operand.Mem{Base: rbx, Disp: 1}, reg.EAX)
	a.NEGQ(rax)
	a.MOVQ(rax, rcx)
	// The entries are canonical.
	entry[2].low = true
	entry[2] = c.negateIf(a, entry[2], entry[2], rcx)
	// The first entry of all is the sum so far.
	a.CMPQ(column, operand.Imm(columns))
	a.JNE(operand.LabelRef("add"))
	a.CMPQ(block, operand.Imm(blocks))
	a.JNE(operand.LabelRef("add"))
	for i, q := range entry {
		if i == 1 {
			a.MOVQ(operand.U32(1), acc[0])
			for _, r := range acc[1:4] {
				a.clear(r)
			}
		} else {
			a.fetch(q)
		}
		a.store(v[i])
	}
	a.JMP(operand.LabelRef("next"))
	a.Label("add")
	c.addition(a, v, entry, true, t)
	a.Label("next")
	a.ADDQ(operand.U32(16*96), table)
	a.ADDQ(operand.U32(2), digit)
	a.DECQ(block)
	a.JNE(operand.LabelRef("block"))
	a.DECQ(column)
	a.JEQ(operand.LabelRef("done"))
	c.doublings(a, v, t, nil)
	a.SUBQ(operand.U32(2*blocks*2), digit)
	a.JMP(operand.LabelRef("column"))
	a.Label("done")
	a.RET()
}

func (c doubleOddCurve) sum(a *asm) {
	t := c.function(a, "sum", "func(v *Point, steps *step, count uint64)",
		"does count >= 1 steps one after the other: it sets v = [2^doublings]v, and then\n"+
			"v = v + (-1)^negate·q, where q is *point, or *affine if point is nil.", 6)
	steps := t.word(0)
	a.load("v", rdi)
	v := coordinates(rdi)
	a.load("steps", rsi)
	a.Label("step")
	a.MOVQ(rsi, steps)
	a.MOVQ(operand.Mem{Base: rsi, Disp: 16}, rax)
	a.MOVQ(rax, t.word(1))
	a.unlessZero(t.word(1), func() { c.doublings(a, v, t, t.word(1)) })
	a.MOVQ(steps, rbx)
	a.MOVQ(operand.Mem{Base: rbx}, rsi)
	a.TESTQ(rsi, rsi)
	a.JEQ(operand.LabelRef("affine"))
	c.addition(a, v, c.operand(a, coordinates(rsi), t, 2, operand.Mem{Base: rbx, Disp: 24}), false, t)
	a.JMP(operand.LabelRef("next"))
	a.Label("affine")
	a.MOVQ(operand.Mem{Base: rbx, Disp: 8}, rsi)
	c.addition(a, v, c.operand(a, affinePoint(rsi), t, 2, operand.Mem{Base: rbx, Disp: 24}), true, t)
	a.Label("next")
	a.MOVQ(steps, rsi)
	a.ADDQ(operand.U32(32), rsi)
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef("step"))
	a.RET()
}

// doubleOddSelect writes look-ups outside of the routines above, for both curves.
func doubleOddSelect(a *asm) {
	for _, entries := range []int{8, 16} {
		n := map[int]string{8: "8", 16: "16"}[entries]
		a.function("select"+n, "func(v *Point, table *Point, index uint64)",
			"select"+n+" sets v to entry index-1 of the "+n+" at table, or the neutral element if\n"+
				"index is 0. It reads every entry.", 0)
		a.load("table", rsi)
		a.load("index", rax)
		a.load("v", rdi)
		a.scanMultiples(operand.Mem{Base: rdi}, entries)
		a.RET()
	}
}
