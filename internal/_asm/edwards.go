// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var edwardsTypes = []goType{{"Point", 16}, {"cached", 16}, {"affineCached", 12}, {"digit", 1}, {"combDigits", 13}, {"step", 2}, {"addPair", 3}, {"sumPoint", 20}, {"pairStep", 3}, {"laneStep", 18}, {"floatMemory", floatMemory}, {"floatLanesMemory", floatLanesMemory}, {"octetMemory", octetMemory}, {"octetTables", octetTables}, {"octetDigits", 2 * octetRounds}, {"packedMemory", packedMemory}, {"columnMemory", columnMemory}, {"columnTables", columnTables}, {"eachState", 4 * octetBytes / 8}, {"eachStep", 10}, {"eachExpandedStep", 10}, {"eachTables", 8 * eachTable / 8}, {"laneRoom", quarticRoom * octetBytes / 8}}

// edwards writes the point operations of edwards25519.
func edwards(a *asm) {
	edwardsFormulas(a)
	edwardsVectors(a)
	edwardsPacked(a)
	edwardsLaneComb(a)
	edwardsSums(a)
	edwardsOctetComb(a)
	edwardsOctetJoin(a)
	edwardsFloatSum(a)
	floatSums(a)
	edwardsEachLanes(a)
	edwardsEachFloats(a)
}

// edwardsFormulas writes the operations on 64-bit limbs. The formulas are those of
// formulas.go. All need cpu.Features.V3.
func edwardsFormulas(a *asm) {
	edwardsDoublings(a)
	edwardsAddition(a)
	edwardsDouble(a)
	edwardsSum(a)
	edwardsAddEach(a)
	edwardsComb(a)
	edwardsWindows(a)
	edwardsSelect(a)
	edwardsFetch(a)
}

// A cached point; the entries of the comb are the same without z2, which is 2.
var edwardsCached = newLayout("yPlusX", 32, "yMinusX", 32, "t2d", 32, "z2", 32)

// What the formulas have in common: the point v at RDI, and local memory for the
// intermediate results A to H, of which some share a place.
type edwardsFrame struct {
	*asm
	x, y, z, t number
	temp       [6]number
}

// newEdwardsFrame makes local memory for the formulas in the routine that has been
// started.
func newEdwardsFrame(a *asm) *edwardsFrame {
	e := &edwardsFrame{asm: a}
	e.x, e.y, e.z, e.t = edwardsPoint()
	for i := range e.temp {
		e.temp[i] = a.place()
	}
	return e
}

// edwardsPoint returns the coordinates of v.
func edwardsPoint() (x, y, z, t number) {
	return element(rdi, 0), element(rdi, 1), element(rdi, 2), element(rdi, 3)
}

// edwardsFetch writes what brings the entries of a sum into the caches, all at the same time.
func edwardsFetch(a *asm) {
	a.function("fetchEntries", "func(steps *step, count uint64)",
		"fetchEntries brings what each of the steps adds, of which there is at least one, into the caches.", 0)
	a.load("steps", rdi)
	a.load("count", rcx)
	a.Label("step")
	a.fetchEntry(stepLayout.at(rdi, "q"))
	a.ADDQ(operand.Imm(uint64(stepLayout.size)), rdi)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
	a.RET()
}

// fetchEntry brings the cached point into the caches that the pointer at q points to. It overwrites RSI.
func (a *asm) fetchEntry(q operand.Mem) {
	a.MOVQ(q, rsi)
	a.prefetch(rsi, edwardsCached.size)
}

// edwardsDoublings writes what the routines call to double v.
func edwardsDoublings(a *asm) {
	x, y, z, t := edwardsPoint()
	a.routine("doublings", "sets v = [2^n]v, for v at RDI and n >= 1 in RAX. It does not read v.t, and keeps\n"+
		"RDI, RSI and all vectors.", x, y, z, t)
	e, n := newEdwardsFrame(a), a.word()
	a.MOVQ(rax, n)
	a.bothChains(func() {
		e.doublings(n)
		a.RET()
	})
}

// doublings sets v = [2^n]v, for n >= 1 in memory, which becomes 0.
func (e *edwardsFrame) doublings(n operand.Op) {
	a, f := e.asm, p25519
	x, y, z := e.x, e.y, e.z
	loop := a.label("double")
	a.head(loop)
	// The order is the fastest of those tried: it leaves independent products
	// next to each other, also from one doubling to the next.
	A := a.keep(e.temp[0], func() { a.sqr(f, x) })
	B := a.keep(e.temp[1], func() { a.sqr(f, y) })
	Z := a.keep(e.temp[2], func() { a.sqr(f, z) })
	G := a.keep(e.temp[3], func() { a.sub(f, B, A) })
	H := a.keep(e.temp[4], func() { a.add(f, A, B) })
	F := a.keep(e.temp[0], func() { a.sub(f, Z, G); a.plus(f, Z) })
	E := a.keep(e.temp[5], func() { a.mul(f, x, y); a.twice(f) })
	a.keep(y, func() { a.mul(f, G, H) })
	a.keep(z, func() { a.mul(f, F, G) })
	a.keep(x, func() { a.mul(f, E, F) })
	a.DECQ(n)
	a.JNE(operand.LabelRef(loop))
	a.keep(e.t, func() { a.mul(f, E, H) })
}

// edwardsAddition writes what the routines call to add to v in variable time.
func edwardsAddition(a *asm) {
	a.routine("addition", "sets v = v + q, or v - q if RAX has the flag 1, for v at RDI and q at RSI, but v.t\n"+
		"only if RBX is not 0. The flag 2 says that Z of q is 1. It keeps RDI and all vectors.")
	e, withT := newEdwardsFrame(a), a.word()
	a.MOVQ(rbx, withT)
	q := e.pointedTo()
	a.bothChains(func() {
		E, H := e.addition(q)
		partial := a.label("partial")
		a.CMPQ(withT, operand.Imm(0))
		a.JEQ(operand.LabelRef(partial))
		a.keep(e.t, func() { a.mul(p25519, E, H) })
		a.Label(partial)
		a.RET()
	})
}

// An edwardsOperand is the second point of an addition.
type edwardsOperand struct {
	// affine says that its Z is 1. ifAffine, if it is not nil, writes code that finds out and
	// goes to a label if so.
	affine            bool
	ifAffine          func(label string)
	plus, minus, t, z number
	// toPlus, toMinus and toRest write what makes these numbers accessible, and toF
	// and toG what makes F and G so; each may change RSI only.
	toPlus, toMinus, toRest, toF, toG func()
	f, g                              number
	between                           func() // writes code to be done on the side, six times
}

// addition sets v = v + q, but for v.t, for which it leaves E and H in places that it
// returns.
func (e *edwardsFrame) addition(q *edwardsOperand) (E, H number) {
	a, f := e.asm, p25519
	x, y, z, t := e.x, e.y, e.z, e.t
	A := a.keep(e.temp[0], func() { a.sub(f, y, x) })
	B := a.keep(e.temp[1], func() { a.add(f, y, x) })
	q.toRest()
	C := a.keep(e.temp[2], func() { a.mul(f, q.t, t) })
	q.between()
	affine := func() number { return a.keep(e.temp[3], func() { a.fetch(z); a.twice(f) }) }
	complete := func() number { return a.keep(e.temp[3], func() { a.mul(f, q.z, z) }) }
	var D number
	switch {
	case q.ifAffine != nil:
		short, ready := a.label("affine"), a.label("ready")
		q.ifAffine(short)
		complete()
		a.JMP(operand.LabelRef(ready))
		a.Label(short)
		D = affine()
		a.Label(ready)
	case q.affine:
		D = affine()
	default:
		D = complete()
	}
	q.toMinus()
	A = a.keep(e.temp[0], func() { a.mul(f, A, q.minus) })
	q.between()
	q.toPlus()
	B = a.keep(e.temp[1], func() { a.mul(f, B, q.plus) })
	q.between()
	q.toF()
	a.keep(q.f, func() { a.sub(f, D, C) })
	q.toG()
	a.keep(q.g, func() { a.add(f, D, C) })
	F, G := e.temp[4], e.temp[5]
	E = a.keep(e.temp[2], func() { a.sub(f, B, A) })
	H = a.keep(e.temp[3], func() { a.add(f, B, A) })
	a.keep(x, func() { a.mul(f, E, F) })
	q.between()
	a.keep(y, func() { a.mul(f, G, H) })
	q.between()
	a.keep(z, func() { a.mul(f, F, G) })
	q.between()
	return E, H
}

// pointedTo returns the operand *RSI, with the flags in RAX: with its sign changed if
// flagNegative is set, without a branch, and Z = 1 if flagOwn is. -q is q with y+x and y-x
// exchanged and the sign of 2dt changed, which F and G make up for when they are exchanged. So
// the flags choose addresses and jumps, and must be public. It overwrites RAX.
func (e *edwardsFrame) pointedTo() *edwardsOperand {
	a := e.asm
	q, plus, minus, toF, toG, flags := a.word(), a.word(), a.word(), a.word(), a.word(), a.word()
	a.MOVQ(rax, flags)
	a.ANDL(operand.Imm(flagNegative), reg.EAX)
	a.SHLQ(operand.Imm(5), rax)
	a.MOVQ(rsi, q)
	a.LEAQ(operand.Mem{Base: rsi, Index: rax, Scale: 1}, rbx)
	a.MOVQ(rbx, plus)
	a.MOVQ(rax, toF)
	a.NEGQ(rax)
	a.MOVQ(rax, toG)
	a.LEAQ(edwardsCached.at(rsi, "yMinusX").Idx(rax, 1), rbx)
	a.MOVQ(rbx, minus)
	to := func(m operand.Mem) func() { return func() { a.MOVQ(m, rsi) } }
	F, G := e.temp[4], e.temp[5]
	return &edwardsOperand{
		plus: element(rsi, 0), minus: element(rsi, 0),
		t: at(edwardsCached.at(rsi, "t2d")), z: at(edwardsCached.at(rsi, "z2")),
		toPlus: to(plus), toMinus: to(minus), toRest: to(q), toF: to(toF), toG: to(toG),
		f: a.indexed(F, G, rsi), g: a.indexed(G, F, rsi),
		between: func() {},
		ifAffine: func(label string) {
			a.TESTL(operand.U32(flagOwn), flags)
			a.JNE(operand.LabelRef(label))
		},
	}
}

// local returns the operand in local memory.
func (e *edwardsFrame) local(m operand.Mem, affine bool, between func()) *edwardsOperand {
	nothing := func() {}
	return &edwardsOperand{
		affine: affine,
		plus:   at(edwardsCached.in(m, "yPlusX")), minus: at(edwardsCached.in(m, "yMinusX")),
		t: at(edwardsCached.in(m, "t2d")), z: at(edwardsCached.in(m, "z2")),
		toPlus: nothing, toMinus: nothing, toRest: nothing, toF: nothing, toG: nothing,
		f: e.temp[4], g: e.temp[5],
		between: between,
	}
}

// edwardsDouble writes n doublings.
func edwardsDouble(a *asm) {
	a.function("pointDouble", "func(v *Point, n uint64)",
		"pointDouble sets v = [2^n]v, for n >= 1. It does not read v.t.", 0)
	a.load("v", rdi)
	a.load("n", rax)
	a.call("doublings")
	a.RET()
}

func sumSignature(point string) string {
	return "func(v *" + point + ", n uint64, steps *step, count, t uint64)"
}

func sumDoc(name string) string {
	return name + " sets v = [2^n]v, and then v = [2^doublings]v + q, or - q if its flag is set, for\n" +
		"each of the steps, of which there is at least one. It sets v.t only if t is 1. The flag Other\n" +
		"says that 2Z of q is 2."
}

// edwardsSum writes a sum of multiples in variable time.
func edwardsSum(a *asm) {
	a.function("pointSum", sumSignature("Point"), sumDoc("pointSum"), 0)
	steps, count, n := a.parameter("steps"), a.parameter("count"), a.parameter("n")
	a.load("v", rdi)
	a.Label("step")
	a.MOVQ(steps, rcx)
	a.MOVL(stepLayout.at(rcx, "doublings"), reg.EAX)
	a.ADDQ(n, rax)
	a.JEQ(operand.LabelRef("add"))
	a.call("doublings")
	a.MOVQ(operand.U32(0), n)
	a.MOVQ(steps, rcx)
	a.Label("add")
	a.MOVQ(stepLayout.at(rcx, "q"), rsi)
	a.MOVL(stepLayout.at(rcx, "flags"), reg.EAX)
	// T, but before a doubling, which does not need it.
	a.load("t", rbx)
	a.DECQ(count)
	a.JEQ(operand.LabelRef("last"))
	a.CMPL(stepLayout.ofNext(rcx, "doublings"), operand.Imm(1))
	a.SBBQ(rbx, rbx)
	a.ADDQ(operand.Imm(uint64(stepLayout.size)), rcx)
	a.MOVQ(rcx, steps)
	a.call("addition")
	a.JMP(operand.LabelRef("step"))
	a.Label("last")
	a.call("addition")
	a.RET()
}

const addEachDoc = " sets *pairs[i].V = *pairs[i].V + q for i = 0, ..., count-1, one after\n" +
	"the other, where q is *pairs[i].Q, with its sign changed if pairs[i].Negative is 1.\n" +
	"count is not 0."

// edwardsPair is an addition to a point of its own.
var edwardsPair = newLayout("V", 8, "Q", 8, "Negative", 8)

// edwardsAddEach writes additions to different points, in variable time.
func edwardsAddEach(a *asm) {
	a.function("pointAddEach", "func(pairs *addPair, count uint64)", "pointAddEach"+addEachDoc, 0)
	pairs := a.parameter("pairs")
	a.Label("pair")
	a.MOVQ(pairs, rcx)
	a.MOVQ(edwardsPair.at(rcx, "V"), rdi)
	a.MOVQ(edwardsPair.at(rcx, "Q"), rsi)
	a.MOVQ(edwardsPair.at(rcx, "Negative"), rax)
	// flagOwn if 2Z of q is 2.
	z := at(edwardsCached.at(rsi, "z2"))
	a.MOVQ(z.limb[0], rcx)
	a.XORQ(operand.Imm(2), rcx)
	for _, limb := range z.limb[1:] {
		a.ORQ(limb, rcx)
	}
	a.CMPQ(rcx, operand.Imm(1))
	a.SBBQ(rcx, rcx)
	a.ANDL(operand.Imm(flagOwn), reg.ECX)
	a.ORQ(rcx, rax)
	a.MOVL(operand.U32(1), reg.EBX)
	a.ADDQ(operand.Imm(uint64(edwardsPair.size)), pairs)
	a.call("addition")
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef("pair"))
	a.RET()
}

const digitSize = 2

// The table of a comb: 13 blocks of 16 entries of three elements; and its digits, by
// column and block.
const (
	combColumns = 4
	combBlocks  = 13
	combBlock   = 16 * 3 * 32
	// From behind a column to the one before.
	combBack = 2 * combBlocks * digitSize
)

const combSignature = "func(v *Point, table *[13][16]affineCached, digits *combDigits)"

func combDoc(name string) string {
	return name + " sets v = [2^3]v + 2^3·s_3 + 2^2·s_2 + 2·s_1 + s_0, where s_i is the sum of\n" +
		"table[j][digits[i][j].Index] over j, with the signs changed where digits[i][j].Negative is 1.\n" +
		"It reads every entry of table for each."
}

// edwardsComb writes the comb. While a point is added, the next one is looked up.
func edwardsComb(a *asm) {
	a.function("pointComb", combSignature, combDoc("pointComb"), 0)
	e := newEdwardsFrame(a)
	entry := a.AllocLocal(3 * 32)
	columns, blocks, digit := a.word(), a.word(), a.word()
	a.bothChains(func() {
		s := &scan{table: rsi, entries: 16, elements: 3}
		next, ready, add, last := a.label("next"), a.label("ready"), a.label("add"), a.label("last")
		a.load("v", rdi)
		a.load("table", rsi)
		a.load("digits", rbx)
		a.MOVQ(operand.U32(combColumns), columns)
		a.MOVQ(operand.U32(combBlocks), blocks)
		a.ADDQ(operand.U32((combColumns-1)*combBlocks*digitSize), rbx)
		a.MOVQ(rbx, digit)
		a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX)
		a.scanStart(s)
		a.scanEntries(s, s.entries)

		a.head(next)
		// The entry that has been read, with its sign.
		a.MOVQ(digit, rbx)
		a.MOVBLZX(digitLayout.at(rbx, "Negative"), reg.EAX)
		a.MOVL(reg.EAX, reg.ECX)
		a.scanSwap(s, 0, 1)
		a.scanStore(s, entry)
		a.conditionalNegate(p25519, at(edwardsCached.in(entry, "t2d")), rcx)

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
		a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX)
		a.scanStart(s)
		E, H := e.addition(e.local(entry, true, func() { a.scanEntries(s, 3) }))
		a.CMPQ(blocks, operand.Imm(0))
		a.JEQ(operand.LabelRef(last))
		a.Label(add)
		a.keep(e.t, func() { a.mul(p25519, E, H) })
		a.CMPQ(columns, operand.Imm(0))
		a.JNE(operand.LabelRef(next))
		a.VZEROUPPER()
		a.RET()
		a.Label(last)
		a.MOVQ(operand.U32(combBlocks), blocks)
		a.DECQ(columns)
		a.JEQ(operand.LabelRef(add))
		a.MOVL(operand.U32(1), reg.EAX)
		a.call("doublings")
		a.JMP(operand.LabelRef(next))
	})
}

const windowsSignature = "func(v *Point, tables *[8]cached, count uint64, digits *digit, rounds uint64)"

func windowsDoc(name string) string {
	return name + " sets v = v + q_0 + ... + q_(count-1), where q_i is tables[i][digits[i].Index-1],\n" +
		"or the identity if that index is 0, with its sign changed if digits[i].Negative is 1; and for each\n" +
		"of the rounds after the first one v = [16]v + q_0 + ... + q_(count-1), with the next digits and the\n" +
		"same tables. It reads every entry of the tables. There is at least one round."
}

// windowsTable is the size of a table.
func windowsTable() operand.U32 { return operand.U32(uint32(8 * edwardsCached.size)) }

// edwardsWindows writes sums of multiples in constant time. While a point
// is added, the next one is looked up.
func edwardsWindows(a *asm) {
	a.function("pointWindows", windowsSignature, windowsDoc("pointWindows")+" count is at least 1.", 0)
	e := newEdwardsFrame(a)
	entry := a.AllocLocal(4 * 32)
	left := a.word()
	a.bothChains(func() {
		s := &scan{table: rsi, entries: 8, elements: 4, first: 1}
		next, digits, ready, add, last := a.label("next"), a.label("digits"), a.label("ready"), a.label("add"), a.label("last")
		digit := func(field string) { // sets RAX
			a.load("digits", rbx)
			a.MOVBLZX(digitLayout.at(rbx, field), reg.EAX)
		}
		a.load("v", rdi)
		a.load("tables", rsi)
		a.load("count", rax)
		a.MOVQ(rax, left)
		digit("Index")
		a.scanStart(s)
		a.scanEntries(s, s.entries)

		// The entry of a digit has been read.
		a.head(next)
		digit("Negative")
		a.MOVL(reg.EAX, reg.ECX)
		a.scanSwap(s, 0, 1)
		a.scanStore(s, entry)
		a.conditionalNegate(p25519, at(edwardsCached.in(entry, "t2d")), rcx)
		digit("Index")
		a.identityIfZero(entry)
		a.nextDigit(windowsTable(), left, digits, ready)
		digit("Index")
		a.scanStart(s)
		E, H := e.addition(e.local(entry, false, func() { a.scanEntries(s, 2) }))
		a.CMPQ(left, operand.Imm(0))
		a.JEQ(operand.LabelRef(last))
		a.Label(add)
		a.keep(e.t, func() { a.mul(p25519, E, H) })
		a.CMPQ(a.parameter("rounds"), operand.Imm(0))
		a.JNE(operand.LabelRef(next))
		a.VZEROUPPER()
		a.RET()
		a.Label(last)
		a.load("count", rax)
		a.MOVQ(rax, left)
		a.CMPQ(a.parameter("rounds"), operand.Imm(0))
		a.JEQ(operand.LabelRef(add))
		a.MOVL(operand.U32(4), reg.EAX)
		a.call("doublings")
		a.JMP(operand.LabelRef(next))
	})
}

// identityIfZero adds the identity to the cached point at m, which is all zeros, if
// RAX is 0. It overwrites RAX.
func (a *asm) identityIfZero(m operand.Mem) {
	a.CMPQ(rax, operand.Imm(1)) // CF: RAX is 0
	a.SBBQ(rax, rax)
	a.NEGQ(rax)
	a.ORQ(rax, edwardsCached.in(m, "yPlusX"))  // 1
	a.ORQ(rax, edwardsCached.in(m, "yMinusX")) // 1
	a.ADDQ(rax, rax)
	a.ORQ(rax, edwardsCached.in(m, "z2")) // 2
}

// edwardsSelect writes a look-up in constant time.
func edwardsSelect(a *asm) {
	a.function("selectCached", "func(v *cached, table *[8]cached, index, negate uint64)",
		"selectCached sets v = (-1)^negate·table[index-1], or the identity if index is 0.", 0)
	s := &scan{table: rsi, entries: 8, elements: 4, first: 1}
	v := operand.Mem{Base: rdi}
	a.load("v", rdi)
	a.load("table", rsi)
	a.load("index", rax)
	a.scanStart(s)
	a.scanEntries(s, s.entries)
	a.load("negate", rax)
	a.scanSwap(s, 0, 1)
	a.scanStore(s, v)
	a.VZEROUPPER()
	a.conditionalNegate(p25519, at(edwardsCached.in(v, "t2d")), a.parameter("negate"))
	a.load("index", rax)
	a.identityIfZero(v)
	a.RET()
}
