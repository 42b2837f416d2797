// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var doubleOddTypes = []goType{{"Point", 16}, {"combTables", 13 * 16 * 12}, {"combDigits", 7}, {"step", 2}, {"window", 1},
	{"lanePair", pairBytes / 8}, {"laneState", 4 * octetBytes / 8}, {"laneStep", 8 + 4}, {"laneTables", 8 * quarticEntries * quarticEntry / 8}, {"laneRoom", quarticRoom * octetBytes / 8}}

// doubleOdd writes the point operations of internal/doubleodd, for both curves. The
// formulas are those of formulas.go. All need cpu.Features.V3.
func doubleOdd(a *asm) {
	a.kernel = mulx
	for _, f := range doubleOddFields {
		c := doubleOddCurve{a, f.name, field{constant: f.fold}}
		c.doublings()
		c.double()
		c.windows()
		c.comb()
		c.sum()
	}
	doubleOddSelect(a)
}

// A doubleOddField is the prime (2^256 - fold)/2 of one of the curves.
type doubleOddField struct {
	name string
	fold uint64
}

var doubleOddFields = []doubleOddField{{"E", 37302}, {"S", 7914}}

type doubleOddCurve struct {
	*asm
	name string
	f    field
}

// A point, and one with Z = 1, as those of the comb are.
var (
	doubleOddPoint  = newLayout("E", 32, "Z", 32, "U", 32, "T", 32)
	doubleOddAffine = newLayout("E", 32, "U", 32, "T", 32)
)

// coordinates returns the elements of the point at m: E, Z, U, T.
func coordinates(m operand.Mem) (v [4]number) {
	for i, field := range []string{"E", "Z", "U", "T"} {
		v[i] = at(doubleOddPoint.in(m, field))
	}
	return v
}

// places returns local memory for n numbers.
func (a *asm) places(n int) []number {
	list := make([]number, n)
	for i := range list {
		list[i] = a.place()
	}
	return list
}

// start starts a routine.
func (c doubleOddCurve) start(name, signature, doc string) {
	name += c.name
	c.function(name, signature, name+" "+doc, 0)
}

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
	top := a.foldHigh(f)
	a.scaled(k, top)
	a.foldTop(f, top, wholeBound)
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

// doublings writes the routine of the doublings of a curve, which the others call.
func (c doubleOddCurve) doublings() {
	a := c.asm
	name := "doublings" + c.name
	v := coordinates(operand.Mem{Base: rdi})
	a.routine(name, name+" sets v = [2^n]v, for the v at RDI and the n >= 1 in RSI. It leaves RDI and\n"+
		"the vector registers as they are.", v[1], v[2], v[3])
	t := a.places(6)
	a.bothChains(func() {
		loop, last := a.label("loop"), a.label("last")
		c.enter(v, t)
		a.DECQ(rsi)
		a.JEQ(operand.LabelRef(last))
		a.head(loop, v[0], v[1], v[2])
		c.again(v, t)
		a.DECQ(rsi)
		a.JNE(operand.LabelRef(loop))
		a.Label(last)
		c.leave(v, t)
		a.RET()
	})
}

// enter writes a doubling that leads to Jacobian coordinates, Y, W and J in the
// place of E, Z and U.
func (c doubleOddCurve) enter(v [4]number, t []number) {
	a, f := c.asm, c.f
	e, z, u, w := v[0], v[1], v[2], v[1]
	if c.name == "E" {
		A := a.keep(t[0], func() { a.sqr(f, e) })
		Z := a.keep(t[1], func() { a.sqrScaled(f, z, 1) })
		a.keep(u, func() { a.mulScaled(f, e, u, 1) })
		a.keep(w, func() { a.sub(f, Z, A) })
		a.keep(e, func() { a.sqrScaled(f, A, 1) })
		return
	}
	S := a.keep(t[0], func() { a.add(f, v[3], z) })
	A := a.keep(t[1], func() { a.sqrScaled(f, u, 1) })
	A2 := a.keep(t[2], func() { a.twice(f) })
	a.keep(u, func() { a.mulScaled(f, e, u, 1) })
	a.keep(w, func() { a.sqr(f, S); a.minus(f, A) })
	a.keep(e, func() { a.sqr(f, A2) })
}

// again writes a doubling in Jacobian coordinates.
func (c doubleOddCurve) again(v [4]number, t []number) {
	a, f := c.asm, c.f
	y, w, j := v[0], v[1], v[2]
	if c.name == "E" {
		A := a.keep(t[0], func() { a.sqr(f, w) })
		P := a.keep(t[1], func() { a.mulScaled(f, w, j, 1) })
		B := a.keep(t[2], func() { a.sub(f, A, y) })
		A2 := a.keep(t[3], func() { a.sqrScaled(f, A, 1) })
		C := a.keep(t[4], func() { a.sqr(f, B) })
		a.keep(w, func() { a.minus(f, A2) })
		a.keep(j, func() { a.mul(f, P, B) })
		a.keep(y, func() { a.sqrScaled(f, C, 1) })
		return
	}
	S := a.keep(t[0], func() { a.add(f, w, j) })
	A := a.keep(t[1], func() { a.mulScaled(f, w, j, 1) })
	C := a.keep(t[2], func() { a.sqr(f, S); a.minus(f, A) })
	B := a.keep(t[5], func() { a.sqr(f, A) })
	D := a.keep(t[3], func() { a.sub(f, y, C) })
	C2 := a.keep(t[4], func() { a.sqrScaled(f, C, 1) })
	a.keep(j, func() { a.mulScaled(f, A, D, 1) })
	a.keep(w, func() { a.sub(f, B, C2) })
	a.keep(y, func() { a.sqrScaled(f, B, 2) })
}

// leave writes the way back to E, Z, U and T.
func (c doubleOddCurve) leave(v [4]number, t []number) {
	a, f := c.asm, c.f
	y, w, j := v[0], v[1], v[2]
	Z := a.keep(t[0], func() { a.sqr(f, w) })
	T := a.keep(v[3], func() { a.sqr(f, j) })
	a.keep(v[2], func() { a.mul(f, w, j) })
	if c.name == "E" {
		a.keep(v[0], func() { a.sub(f, y, Z) })
	} else {
		a.keep(v[0], func() { a.add(f, T, Z); a.minus(f, y) })
	}
	a.copyNumber(v[1], Z)
}

// callDoublings writes the call of doublings for the v at RDI and the n in RSI.
func (c doubleOddCurve) callDoublings() { c.call("doublings" + c.name) }

func (c doubleOddCurve) double() {
	a := c.asm
	a.function("double"+c.name, "func(v *Point, n uint64)", "double"+c.name+" sets v = [2^n]v, for n >= 1.", 8)
	a.load("v", rdi)
	a.load("n", rsi)
	c.callDoublings()
	a.RET()
}

// An addend is the second operand of an addition.
type addend struct {
	q [4]number // E, Z, U, T
	// affine says that Z is 1, and is not there. ifAffine, if it is not nil, writes code that
	// finds out and goes to a label if so.
	affine   bool
	ifAffine func(label string)
}

// additionPlaces is how many places an addition needs.
const additionPlaces = 9

// addition writes v = v + q. q may be v. between writes what comes after each product. On E the
// sum has no T if the code that unlessT writes goes to the label that it gets: what follows is a
// doubling then, which does not read T. Both may be nil.
func (c doubleOddCurve) addition(v [4]number, q addend, t []number, between func(), unlessT func(label string)) {
	a, f := c.asm, c.f
	keep := func(z number, code func()) number {
		z = a.keep(z, code)
		if between != nil {
			between()
		}
		return z
	}
	product := func(z, x, y number) number { return keep(z, func() { a.mul(f, x, y) }) }
	square := func(z, x number) number { return keep(z, func() { a.sqr(f, x) }) }
	e2, z2, u2, t2 := q.q[0], q.q[1], q.q[2], q.q[3]

	c4 := product(t[0], v[3], t2)
	c1 := product(t[4], v[0], e2)
	c3 := product(t[5], v[2], u2)
	r1 := a.keep(t[6], func() { a.add(f, v[0], v[2]) })
	r2 := a.keep(t[7], func() { a.add(f, e2, u2) })
	bc4 := c4 // b'·c4, of either sign
	if c.name == "E" {
		bc4 = a.keep(t[1], func() { a.mulSmall(f, c4, 8) })
	}
	// c2 ± b'·c4, and zt.
	var g, h, zt number
	both := func(c2 number) {
		sum, difference := a.keep(t[3], func() { a.add(f, c2, bc4) }), a.keep(t[8], func() { a.sub(f, c2, bc4) })
		g, h = sum, difference
		if c.name == "S" {
			g, h = difference, sum
		}
	}
	complete := func() {
		c2 := product(t[8], v[1], z2)
		s1 := a.keep(t[2], func() { a.add(f, v[1], v[3]) })
		s2 := a.keep(t[3], func() { a.add(f, z2, t2) })
		zt = product(t[2], s1, s2)
		if c.name == "E" {
			zt = a.keep(zt, func() { a.sub(f, zt, c2); a.minus(f, c4) })
			both(c2)
		} else {
			both(c2)
			zt = a.keep(zt, func() { a.sub(f, zt, h) })
		}
	}
	affine := func() {
		zt = product(t[2], v[1], t2)
		both(v[1])
		zt = a.keep(zt, func() { a.add(f, zt, v[3]) })
	}
	switch {
	case q.ifAffine != nil:
		short, ready := a.label("affine"), a.label("ready")
		q.ifAffine(short)
		complete()
		a.JMP(operand.LabelRef(ready))
		a.Label(short)
		affine()
		a.Label(ready)
	case q.affine:
		affine()
	default:
		complete()
	}
	if c.name == "E" {
		eu := product(r1, r1, r2)
		s := a.keep(t[2], func() { a.mulSmall(f, zt, 16) })
		eu = a.keep(eu, func() { a.sub(f, eu, c1); a.minus(f, c3) })
		square(v[1], h)
		s = product(s, s, c3)
		if unlessT == nil {
			square(v[3], eu)
		}
		e := product(t[0], c1, g)
		product(v[2], h, eu)
		a.keep(v[0], func() { a.add(f, e, s) })
		if unlessT != nil {
			done := a.label("done")
			unlessT(done)
			a.keep(v[3], func() { a.sqr(f, eu) })
			a.Label(done)
		}
		return
	}
	d := a.keep(t[1], func() { a.add(f, c1, c3) })
	eu := product(r1, r1, r2)
	k := a.keep(t[4], func() { a.add(f, d, c3) })
	eu = a.keep(eu, func() { a.sub(f, eu, d) })
	square(v[1], h)
	s := a.keep(t[2], func() { a.mulScaled(f, zt, c3, 1) })
	square(v[3], eu)
	e := product(t[0], k, g)
	product(v[2], h, eu)
	a.keep(v[0], func() { a.sub(f, e, s) })
}

// negateIf sets z = x, or -x if ECX is 1 and not 0.
func (c doubleOddCurve) negateIf(z, x number) number {
	// -x = (2^256 - 1 - x) - (fold - 1)
	a := c.asm
	b := min(lowBound, a.bound(x))
	a.NEGQ(rcx)
	for i, limb := range x.limb {
		a.MOVQ(limb, acc[i])
		a.XORQ(rcx, acc[i])
	}
	a.ANDL(operand.U32(c.f.constant-1), reg.ECX)
	a.SUBQ(rcx, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	if b == wholeBound {
		// There is no borrow if x is at most 2^256 - fold, and then -x is too. After one the
		// rest is at least 2^256 - fold.
		a.carryMask(c.f)
		a.SUBQ(rax, acc[0])
	}
	a.setBound(result, b)
	return a.store(z)
}

// oneIf0 sets the least significant limbs of E and Z of the point v to 1 if EAX is 0: of zeros that
// makes the neutral element.
func (a *asm) oneIf0(v [4]number) {
	a.CMPL(reg.EAX, operand.Imm(1))
	a.SBBQ(rcx, rcx)
	a.NEGQ(rcx)
	a.ORQ(rcx, v[0].limb[0])
	a.ORQ(rcx, v[1].limb[0])
}

var windowLayout = newLayout("Index", 1, "Negative", 1, "Doublings", 1, "Zeta", 1)

// eta is η, the square root of -1 of the endomorphism of E.
func (a *asm) eta() number {
	return at(a.vectorConstant("eta", 0xd99e0f1baa938aee, 0xa60d864fb30e6336, 0xe414983fe53688e3, 0x10ed2db33c69b85f))
}

// windows writes the multiplication by a scalar in constant time. While a point is
// added, the next one is looked up.
func (c doubleOddCurve) windows() {
	a := c.asm
	doc := "for each of the count windows sets v = [2^Doublings]v + (-1)^Negative·q, where q is\n" +
		"table[Index-1], or the neutral element if Index is 0"
	if c.name == "E" {
		doc += ", after ζ if Zeta is 1"
	}
	c.start("windows", "func(v *Point, table *[16]Point, list *window, count uint64)",
		doc+".\nIt reads every entry of table for each, and one window more. count is not 0.")
	t, entry := a.places(additionPlaces), a.AllocLocal(doubleOddPoint.size)
	q := coordinates(entry)
	read := func(field string, r reg.Register) { a.MOVBLZX(windowLayout.at(rbx, field), r) }
	s := &scan{table: rsi, entries: 16, elements: 4, first: 1}
	a.bothChains(func() {
		next, plain, add := a.label("next"), a.label("plain"), a.label("add")
		a.load("v", rdi)
		v := coordinates(operand.Mem{Base: rdi})
		a.load("table", rsi)
		a.load("list", rbx)
		read("Index", reg.EAX)
		a.scanStart(s)
		a.scanEntries(s, s.entries)

		a.head(next)
		a.scanStore(s, entry)
		a.load("list", rbx)
		read("Index", reg.EAX)
		a.oneIf0(q)
		if c.name == "E" {
			read("Zeta", reg.ECX)
			a.TESTL(reg.ECX, reg.ECX)
			a.JEQ(operand.LabelRef(plain))
			c.negateIf(q[3], q[3])
			a.keep(q[2], func() { a.mul(c.f, a.eta(), q[2]) })
			a.Label(plain)
			a.load("list", rbx)
		}
		read("Negative", reg.ECX)
		c.negateIf(q[2], q[2])
		read("Doublings", reg.ESI)
		a.TESTL(reg.ESI, reg.ESI)
		a.JEQ(operand.LabelRef(add))
		c.callDoublings()
		a.Label(add)
		a.ADDQ(operand.Imm(uint64(windowLayout.size)), a.parameter("list"))
		a.load("table", rsi)
		a.load("list", rbx)
		read("Index", reg.EAX)
		a.scanStart(s)
		c.addition(v, addend{q: q}, t, func() { a.scanEntries(s, 2) }, func(done string) {
			a.load("list", rbx)
			a.CMPB(windowLayout.at(rbx, "Doublings"), operand.Imm(0))
			a.JNE(operand.LabelRef(done))
		})
		a.scanEntries(s, s.entries)
		a.DECQ(a.parameter("count"))
		a.JNE(operand.LabelRef(next))
		a.VZEROUPPER()
		a.RET()
	})
}

// comb writes the multiplication of the generator. While a point is added, the next
// one is looked up.
func (c doubleOddCurve) comb() {
	a := c.asm
	c.start("comb", "func(v *Point, table *combTables, digits *combDigits)",
		"sets v to the sum of 2^s·table[j][digits[s][j].Index] over the columns s and\n"+
			"blocks j, with the sign changed where digits[s][j].Negative is 1. It reads every\n"+
			"entry of the table.")
	t, entry := a.places(additionPlaces), a.AllocLocal(doubleOddAffine.size)
	digit, columns, blocks, first := a.word(), a.word(), a.word(), a.word()
	field := func(name string) number { return at(doubleOddAffine.in(entry, name)) }
	q := [4]number{field("E"), {}, field("U"), field("T")}
	s := &scan{table: rsi, entries: 16, elements: 3}
	a.bothChains(func() {
		read, next, ready, add, done := a.label("read"), a.label("next"), a.label("ready"), a.label("add"), a.label("done")
		a.load("v", rdi)
		v := coordinates(operand.Mem{Base: rdi})
		a.load("table", rsi)
		a.load("digits", rbx)
		a.MOVQ(operand.U32(1), first)
		a.MOVQ(operand.U32(combColumns), columns)
		a.MOVQ(operand.U32(combBlocks), blocks)
		a.ADDQ(operand.U32((combColumns-1)*combBlocks*digitLayout.size), rbx)
		a.MOVQ(rbx, digit)
		a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX)
		a.scanStart(s)
		a.head(read)
		a.scanEntries(s, s.entries)

		a.head(next)
		a.scanStore(s, entry)
		for _, i := range []int{0, 2, 3} {
			a.assume(q[i], "the tables are canonical")
		}
		a.MOVQ(digit, rbx)
		a.MOVBLZX(digitLayout.at(rbx, "Negative"), reg.ECX)
		c.negateIf(q[2], q[2])
		// The next digit; after the last one any that exists.
		a.ADDQ(operand.Imm(uint64(digitLayout.size)), rbx)
		a.ADDQ(operand.U32(combBlock), rsi)
		a.DECQ(blocks)
		a.JNE(operand.LabelRef(ready))
		a.load("table", rsi)
		a.SUBQ(operand.Imm(combBack), rbx)
		a.CMPQ(columns, operand.Imm(1))
		a.JNE(operand.LabelRef(ready))
		a.MOVQ(digit, rbx)
		a.Label(ready)
		a.MOVQ(rbx, digit)
		a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX)
		a.scanStart(s)
		a.CMPQ(first, operand.Imm(0))
		a.JEQ(operand.LabelRef(add))
		// The first entry is the sum so far.
		a.MOVQ(operand.U32(0), first)
		for i, x := range q {
			if i == 1 {
				a.one()
			} else {
				a.fetch(x)
			}
			a.store(v[i])
		}
		a.JMP(operand.LabelRef(read))

		a.Label(add)
		c.addition(v, addend{q: q, affine: true}, t, func() { a.scanEntries(s, 2) }, nil)
		a.scanEntries(s, s.entries)
		a.CMPQ(blocks, operand.Imm(0))
		a.JNE(operand.LabelRef(next))
		a.MOVQ(operand.U32(combBlocks), blocks)
		a.DECQ(columns)
		a.JEQ(operand.LabelRef(done))
		a.MOVL(operand.U32(1), reg.ESI)
		c.callDoublings()
		a.load("table", rsi)
		a.JMP(operand.LabelRef(next))
		a.Label(done)
		a.VZEROUPPER()
		a.RET()
	})
}

// one sets the result to 1.
func (a *asm) one() {
	a.MOVL(operand.U32(1), acc[0].(reg.GP).As32())
	for _, r := range acc[1:4] {
		a.clear(r)
	}
	a.setBound(result, productBound)
}

// sum writes the sums of few multiples in variable time.
func (c doubleOddCurve) sum() {
	a := c.asm
	c.start("sum", "func(v *Point, steps *step, count uint64)",
		"does count >= 1 steps one after the other, as sumGeneric.")
	t, u := a.places(additionPlaces), a.place()
	a.bothChains(func() {
		step, add := a.label("step"), a.label("add")
		a.load("v", rdi)
		v := coordinates(operand.Mem{Base: rdi})
		a.head(step)
		a.load("steps", rbx)
		a.MOVL(stepLayout.at(rbx, "doublings"), reg.ESI)
		a.TESTL(reg.ESI, reg.ESI)
		a.JEQ(operand.LabelRef(add))
		c.callDoublings()
		a.load("steps", rbx)
		a.Label(add)
		a.MOVQ(stepLayout.at(rbx, "q"), rsi)
		a.MOVL(stepLayout.at(rbx, "flags"), reg.ECX)
		a.ANDL(operand.Imm(flagNegative), reg.ECX)
		q := coordinates(operand.Mem{Base: rsi})
		q[2] = c.negateIf(u, q[2])
		c.addition(v, addend{q: q, ifAffine: func(label string) {
			a.load("steps", rbx)
			a.TESTL(operand.U32(flagOwn), stepLayout.at(rbx, "flags"))
			a.JNE(operand.LabelRef(label))
		}}, t, nil, func(done string) {
			last := a.label("last")
			a.CMPQ(a.parameter("count"), operand.Imm(1))
			a.JEQ(operand.LabelRef(last))
			a.load("steps", rbx)
			a.CMPL(stepLayout.ofNext(rbx, "doublings"), operand.Imm(0))
			a.JNE(operand.LabelRef(done))
			a.Label(last)
		})
		a.ADDQ(operand.Imm(uint64(stepLayout.size)), a.parameter("steps"))
		a.DECQ(a.parameter("count"))
		a.JNE(operand.LabelRef(step))
		a.RET()
	})
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
		a.oneIf0(coordinates(operand.Mem{Base: rdi}))
		a.VZEROUPPER()
		a.RET()
	}
}
