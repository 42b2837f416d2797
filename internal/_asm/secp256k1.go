// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var secp256k1Types = []goType{{"Point", 12}, {"affine", 8}, {"combDigit", 1}, {"step", 2}, {"element", 4}, {"laneRoom", curveRoom / 8}, {"laneState", 160}, {"laneStep", 11}, {"laneTables", 1536}, {"lanePair", 80}, {"laneEntry", 120}, {"chordStep", 35}}

// secp256k1 writes the point operations of secp256k1. The formulas are those of
// formulas.go, with signs such that fewer differences occur: a doubling
// computes the negative of the double, and an addition q - v. Callers and the loops
// here keep account of the sign, which depends on public numbers only. All need cpu.Features.V3.
func secp256k1(a *asm) {
	a.kernel = mulx
	secpDoublings(a)
	secpDouble(a)
	secpAdd(a)
	secpAddAffine(a)
	secpAddSelected(a)
	secpSelect(a)
	secpSteps(a)
	secpMultiples(a)
	secpRescale(a)
}

const elementSize = 32

// What the routines get from Go.
var (
	// An affine point of secp256k1.
	secpAffine = newLayout("minusX", 32, "y", 32)
)

// affineAt returns -x and y of the affine point at m.
func affineAt(m operand.Mem) (minusX, y number) {
	return at(secpAffine.in(m, "minusX")), at(secpAffine.in(m, "y"))
}

// A secpCurve is what the formulas work with: the point v, at RDI, and temporaries.
type secpCurve struct {
	*asm
	f       field
	x, y, z number
	temp    [4]number
	between func() // writes code between the products of an addition
}

// newSecpCurve returns the curve for a routine that has been started, which gets the temporaries.
func newSecpCurve(a *asm) *secpCurve {
	c := &secpCurve{asm: a, f: pSecp256k1, x: element(rdi, 0), y: element(rdi, 1), z: element(rdi, 2), between: func() {}}
	for i := range c.temp {
		c.temp[i] = a.place()
	}
	return c
}

// doubling sets v = -[2]v.
func (c *secpCurve) doubling() {
	f, x, y, z := c.f, c.x, c.y, c.z
	L := c.keep(c.temp[1], func() { c.sqr(f, x); c.plusHalf(f) })
	// The order is the fastest of those tried.
	S := c.keep(c.temp[0], func() { c.sqr(f, y) })
	Q := c.keep(c.temp[3], func() { c.sqr(f, L) })
	T := c.keep(c.temp[2], func() { c.mul(f, x, S) })
	c.keep(z, func() { c.mul(f, y, z) })
	c.fetch(Q)
	c.minusTwice(f, T)
	c.store(x)
	c.minus(f, T)
	D := c.store(T)
	S = c.keep(S, func() { c.sqr(f, S) })
	c.keep(y, func() { c.mulAdd(f, L, D, S) })
}

// negateIf changes the sign of y if the lowest bit of RAX is 1. y may be any number
// below 2^256.
func (c *secpCurve) negateIf(y number) {
	// -y = p - y is the complement of y, less fold - 1.
	a := c.asm
	a.NEGQ(rax)
	a.MOVQ(operand.U64(c.f.constant-1), rdx)
	a.ANDQ(rax, rdx)
	for i, limb := range y.limb {
		a.MOVQ(limb, acc[i])
		a.XORQ(rax, acc[i])
	}
	a.SUBQ(rdx, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	// A borrow, if y > p, leaves at least 2^256 - fold.
	a.loadFold(c.f)
	a.carryMask(c.f)
	a.SUBQ(rax, acc[0])
}

// secpDoublings writes the routine of the doublings, which the others call.
func secpDoublings(a *asm) {
	a.routine("doublings", "doublings sets v = ±[2^n]v, with - for an odd n, for the v at RDI and the n >= 1 in RSI. It\n"+
		"leaves RDI and the vector registers as they are.")
	c := newSecpCurve(a)
	a.bothChains(func() {
		loop := a.label("loop")
		a.head(loop)
		c.doubling()
		a.DECQ(rsi)
		a.JNE(operand.LabelRef(loop))
		a.RET()
	})
}

// secpDouble writes n doublings.
func secpDouble(a *asm) {
	a.function("pointDouble", "func(v *Point, n uint64)", "pointDouble sets v = [2^n]v, for n >= 1.", 8)
	a.load("v", rdi)
	a.load("n", rsi)
	a.call("doublings")
	a.load("n", rax)
	c := secpCurve{asm: a, f: pSecp256k1, y: element(rdi, 1)}
	c.finishSign()
	a.RET()
}

// finishSign negates v if the lowest bit of RAX, which is public, is 1.
func (c *secpCurve) finishSign() {
	positive := c.label("positive")
	c.TESTQ(operand.U32(1), rax)
	c.JEQ(operand.LabelRef(positive))
	c.keep(c.y, func() { c.negate(c.f, c.y) })
	c.Label(positive)
}

// addition sets v = q - v, where q is (-qx, qy).
func (c *secpCurve) addition(qx, qy number) { c.additionOf(qx, qy, c.z, "") }

// additionOf is addition, with z instead of Z in products with qx and qy. If H is 0,
// that is if the sum is a double or the identity, it jumps to exception unless that is
// empty; v is unchanged then.
func (c *secpCurve) additionOf(qx, qy, z number, exception string) {
	// The order is the fastest of those tried.
	f, x, y := c.f, c.x, c.y
	zz := c.keep(c.temp[0], func() { c.sqr(f, z) })
	c.between()
	H := c.keep(c.temp[1], func() { c.mulAdd(f, qx, zz, x) })
	if exception != "" {
		// 0 or p.
		other := c.label("other")
		c.MOVQ(acc[0], rax)
		c.MOVQ(acc[1], rbx)
		for _, limb := range acc[1:4] {
			c.ORQ(limb, rax)
		}
		c.JEQ(operand.LabelRef(exception))
		for _, limb := range acc[2:4] {
			c.ANDQ(limb, rbx)
		}
		c.CMPQ(rbx, operand.I8(-1))
		c.JNE(operand.LabelRef(other))
		c.MOVQ(operand.U64(-c.f.constant), rax)
		c.CMPQ(acc[0], rax)
		c.JEQ(operand.LabelRef(exception))
		c.Label(other)
	}
	c.between()
	zzz := c.keep(c.temp[0], func() { c.mul(f, zz, z) })
	c.between()
	HH := c.keep(c.temp[2], func() { c.sqr(f, H) })
	c.between()
	c.keep(c.z, func() { c.mul(f, c.z, H) })
	c.between()
	R := c.keep(c.temp[0], func() { c.mulAdd(f, qy, zzz, y) })
	c.between()
	c.finish(x, y, H, HH, R)
}

// finish sets X and Y to those of the sum of points of which one is (x, y).
func (c *secpCurve) finish(x, y, H, HH, R number) {
	f := c.f
	HHH := c.keep(c.temp[3], func() { c.mul(f, HH, H) })
	c.between()
	V := c.keep(c.temp[2], func() { c.mul(f, x, HH) })
	c.between()
	c.sqrAdd(f, R, HHH)
	c.minusTwice(f, V)
	c.store(c.x)
	c.minus(f, V)
	D := c.store(c.temp[2])
	Y := c.keep(c.temp[3], func() { c.mul(f, y, HHH) })
	c.keep(c.y, func() { c.mulAdd(f, R, D, Y) })
}

// secpAddAffine writes an addition of an affine point.
func secpAddAffine(a *asm) {
	a.function("pointAddAffine", "func(v *Point, q *affine)", "pointAddAffine sets v = v + q, as addAffineGeneric.", 0)
	c := newSecpCurve(a)
	a.load("v", rdi)
	a.load("q", rsi)
	c.keep(c.y, func() { c.negate(c.f, c.y) })
	c.addition(affineAt(operand.Mem{Base: rsi}))
	a.RET()
}

// secpAdd writes an addition.
func secpAdd(a *asm) {
	a.function("pointAdd", "func(v, q *Point)", "pointAdd sets v = v + q, as addGeneric.", 0)
	c := newSecpCurve(a)
	a.load("v", rdi)
	a.load("q", rsi)
	f := c.f
	qx, qy, qz := element(rsi, 0), element(rsi, 1), element(rsi, 2)
	c.keep(c.y, func() { c.negate(f, c.y) })
	z1 := c.keep(c.temp[0], func() { c.sqr(f, c.z) })
	z2 := c.keep(c.temp[1], func() { c.sqr(f, qz) })
	x := c.keep(a.place(), func() { c.mul(f, c.x, z2) })
	z2 = c.keep(z2, func() { c.mul(f, z2, qz) })
	u := c.keep(a.place(), func() { c.mul(f, qx, z1) })
	H := c.keep(u, func() { c.sub(f, x, u) })
	z1 = c.keep(z1, func() { c.mul(f, z1, c.z) })
	y := c.keep(a.place(), func() { c.mul(f, c.y, z2) })
	R := c.keep(c.temp[0], func() { c.mulAdd(f, qy, z1, y) })
	HH := c.keep(c.temp[2], func() { c.sqr(f, H) })
	z := c.keep(c.z, func() { c.mul(f, c.z, qz) })
	c.keep(z, func() { c.mul(f, z, H) })
	c.finish(x, y, H, HH, R)
	a.RET()
}

// selectEntry sets e, two elements, to entry number RAX of the 16 of the table at RSI.
// It reads all of them.
func (c *secpCurve) selectEntry(e operand.Mem) {
	entry := &scan{table: rsi, entries: 16, elements: 2}
	c.scanStart(entry)
	c.scanStore(entry, e)
	c.VZEROUPPER()
}

// secpAddSelected writes additions of entries of tables. While one is added, the next one is
// looked up: after the last one of all, any that exists.
func secpAddSelected(a *asm) {
	a.function("pointAddSelected", "func(v *Point, n uint64, tables *[16]affine, digits *combDigit, count, rounds uint64)",
		"pointAddSelected sets v = [2^n]v + q_0 + ... + q_(count-1), for count >= 1, where q_j is\n"+
			"tables[j][digits[j].Index], with its sign changed if digits[j].Negative is 1; and that\n"+
			"for so many rounds, at least one, with the next digits and the same tables. It reads every\n"+
			"entry of the tables.", 0)
	c := newSecpCurve(a)
	q := a.AllocLocal(secpAffine.size)
	minusX, y := affineAt(q)
	sign, left := a.word(), a.word() // sign is that of v, as 0 or 1
	entry := &scan{table: rsi, entries: 16, elements: 2}
	digit := func(field string) { // sets RAX
		a.load("digits", rbx)
		a.MOVBLZX(digitLayout.at(rbx, field), reg.EAX)
	}
	a.bothChains(func() {
		round, add, ready, next, end := a.label("round"), a.label("add"), a.label("ready"), a.label("next"), a.label("end")
		a.load("v", rdi)
		a.MOVQ(operand.U32(0), sign)
		a.load("tables", rsi)
		digit("Index")
		a.scanStart(entry)
		a.scanEntries(entry, entry.entries)
		// RSI is the first table, and its entry has been read.
		a.head(round)
		a.load("count", rax)
		a.MOVQ(rax, left)
		a.scanStore(entry, q)
		a.load("n", rax)
		a.TESTQ(rax, rax)
		a.JEQ(operand.LabelRef(add))
		a.MOVQ(rax, rsi)
		a.ANDQ(operand.Imm(1), rax)
		a.XORQ(rax, sign)
		a.call("doublings")
		a.load("tables", rsi)
		// The entry gets the sign that its digit and that of v require: v, with its sign,
		// becomes q - v.
		a.head(add)
		digit("Negative")
		a.XORQ(operand.Imm(1), sign)
		a.XORQ(sign, rax)
		c.negateIf(y)
		c.store(y)
		a.nextDigit(operand.U32(uint32(entry.entries*secpAffine.size)), left, next, ready)
		digit("Index")
		a.scanStart(entry)
		c.between = func() { a.scanEntries(entry, 2) }
		c.addition(minusX, y)
		a.scanEntries(entry, entry.entries)
		a.CMPQ(a.parameter("rounds"), operand.Imm(0))
		a.JEQ(operand.LabelRef(end))
		a.CMPQ(left, operand.Imm(0))
		a.JEQ(operand.LabelRef(round))
		a.scanStore(entry, q)
		a.JMP(operand.LabelRef(add))
		a.Label(end)
		a.MOVQ(sign, rax)
		c.finishSign()
		a.VZEROUPPER()
		a.RET()
	})
}

// secpSelect writes a look-up.
func secpSelect(a *asm) {
	a.function("selectAffine", "func(v *affine, table *[16]affine, index, negate uint64)",
		"selectAffine sets v = (-1)^negate·table[index]. It reads every entry.", 0)
	c := secpCurve{asm: a, f: pSecp256k1, y: element(rdi, 1)}
	a.load("v", rdi)
	a.load("table", rsi)
	a.load("index", rax)
	c.selectEntry(operand.Mem{Base: rdi})
	a.load("negate", rax)
	c.negateIf(c.y)
	c.store(c.y)
	a.RET()
}

// secpSteps writes doublings and additions of given points.
func secpSteps(a *asm) {
	a.function("pointSteps", "func(v *Point, scale *element, steps *step, count uint64) uint64",
		"pointSteps takes the steps, of which there is at least one, until one whose sum is an exceptional\n"+
			"case: as stepsGeneric.", 0)
	c := newSecpCurve(a)
	qy, zs, sign := a.place(), a.place(), a.word() // the lowest bit of sign is that of v
	a.bothChains(func() {
		step, add, scaled, ready, exception, end := a.label("step"), a.label("add"), a.label("scaled"), a.label("ready"), a.label("exception"), a.label("end")
		a.load("v", rdi)
		a.MOVQ(operand.U32(0), sign)
		a.head(step)
		a.load("steps", rbx)
		a.MOVL(stepLayout.at(rbx, "doublings"), reg.ESI)
		a.TESTQ(rsi, rsi)
		a.JEQ(operand.LabelRef(add))
		a.XORQ(rsi, sign)
		a.call("doublings")
		a.Label(add)
		a.load("steps", rbx)
		a.XORQ(operand.Imm(1), sign)
		a.MOVL(stepLayout.at(rbx, "flags"), reg.EAX)
		a.MOVQ(stepLayout.at(rbx, "q"), rsi)
		a.TESTL(operand.U32(flagOwn), reg.EAX)
		a.JNE(operand.LabelRef(scaled))
		c.copyNumber(zs, c.z)
		a.head(ready)
		a.load("steps", rbx)
		a.MOVL(stepLayout.at(rbx, "flags"), reg.EAX)
		a.XORQ(sign, rax)
		a.ANDL(operand.Imm(flagNegative), reg.EAX)
		minusX, y := affineAt(operand.Mem{Base: rsi})
		c.negateIf(y)
		c.store(qy)
		c.additionOf(minusX, qy, zs, exception)
		a.ADDQ(operand.Imm(uint64(stepLayout.size)), a.parameter("steps"))
		a.DECQ(a.parameter("count"))
		a.JNE(operand.LabelRef(step))
		a.head(end)
		a.MOVQ(sign, rax)
		c.finishSign()
		a.load("count", rax)
		a.Store(rax, a.ReturnIndex(0))
		a.RET()

		// (x·s^2, y·s^3) is added with Z·s in the place of Z, but for the Z of the sum.
		a.Label(scaled)
		a.load("scale", rbx)
		c.copyNumber(zs, element(rbx, 0)) // RBX is needed for the product
		c.keep(zs, func() { c.mul(c.f, zs, c.z) })
		a.JMP(operand.LabelRef(ready))

		a.Label(exception)
		a.XORQ(operand.Imm(1), sign)
		a.JMP(operand.LabelRef(end))
	})
}

// secpMultiples writes the odd multiples of a point.
func secpMultiples(a *asm) {
	a.function("pointMultiples", "func(table *affine, ratios *element, d *affine, count uint64)",
		"pointMultiples sets table[1], ..., table[count], as multiplesGeneric.", 0)
	c, loop := newSecpCurve(a), a.label("loop")
	f := c.f
	a.load("table", rdi)
	a.load("d", rsi)
	x, y := affineAt(operand.Mem{Base: rdi})
	nextX, nextY := at(secpAffine.ofNext(rdi, "minusX")), at(secpAffine.ofNext(rdi, "y"))
	dx, dy := affineAt(operand.Mem{Base: rsi})
	// dy has the sign changed, so that Y3 = R·(X3 - B) + DY·(B - C), for R = Y - DY.
	c.keep(dy, func() { c.negate(f, dy) })
	a.head(loop)
	H := c.keep(c.temp[0], func() { c.sub(f, dx, x) })
	a.load("ratios", rbx)
	c.store(element(rbx, 1))
	R := c.keep(c.temp[1], func() { c.add(f, dy, y) })
	HH := c.keep(c.temp[2], func() { c.sqr(f, H) })
	C := c.keep(c.temp[3], func() { c.mul(f, x, HH) })
	B := c.keep(dx, func() { c.mul(f, dx, HH) })
	E := c.keep(c.temp[2], func() { c.sub(f, B, C) })
	c.sqr(f, R)
	c.minusBoth(f, B, C)
	c.store(nextX)
	c.minus(f, B)
	D := c.store(c.temp[3])
	Y := c.keep(dy, func() { c.mul(f, dy, E) })
	c.keep(nextY, func() { c.mulAdd(f, R, D, Y) })
	a.ADDQ(operand.Imm(uint64(secpAffine.size)), rdi)
	a.ADDQ(operand.Imm(elementSize), a.parameter("ratios"))
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef(loop))
	a.RET()
}

// secpRescale writes the multiplications that give the entries of a table the same Z.
func secpRescale(a *asm) {
	a.function("pointRescale", "func(table, images *affine, ratios, scale *element, count uint64)",
		"pointRescale gives the entries of the table the same Z, as rescaleGeneric.", 0)
	c, loop := newSecpCurve(a), a.label("loop")
	f := c.f
	beta := a.place()
	for i, w := range []uint64{0xc1396c28719501ee, 0x9cf0497512f58995, 0x6e64479eac3434e9, 0x7ae96a2b657c0710} {
		a.MOVQ(operand.U64(w), rax)
		a.MOVQ(rax, beta.limb[i])
	}
	a.setBound(beta, productBound)
	// From the last entry to the first.
	a.load("count", rax)
	a.DECQ(rax)
	a.IMUL3Q(operand.Imm(elementSize), rax, rbx)
	a.ADDQ(rbx, a.parameter("ratios"))
	a.IMUL3Q(operand.Imm(uint64(secpAffine.size)), rax, rax)
	a.ADDQ(rax, a.parameter("table"))
	a.ADDQ(rax, a.parameter("images"))
	a.load("scale", rdi)
	s := c.copyNumber(c.temp[0], element(rdi, 0))
	a.head(loop, beta)
	a.load("table", rdi)
	a.load("images", rsi)
	x, y := affineAt(operand.Mem{Base: rdi})
	imageX, imageY := affineAt(operand.Mem{Base: rsi})
	ss := c.keep(c.temp[1], func() { c.sqr(f, s) })
	c.keep(c.temp[3], func() { c.negate(f, x) })
	sss := c.keep(c.temp[2], func() { c.mul(f, ss, s) })
	minusX := c.keep(x, func() { c.mul(f, c.temp[3], ss) })
	c.keep(y, func() { c.mul(f, y, sss) })
	c.store(imageY)
	c.keep(imageX, func() { c.mul(f, minusX, beta) })
	a.load("ratios", rsi)
	c.keep(s, func() { c.mul(f, element(rsi, 0), s) })
	a.SUBQ(operand.Imm(elementSize), a.parameter("ratios"))
	a.SUBQ(operand.Imm(uint64(secpAffine.size)), a.parameter("table"))
	a.SUBQ(operand.Imm(uint64(secpAffine.size)), a.parameter("images"))
	a.DECQ(a.parameter("count"))
	a.JNE(operand.LabelRef(loop))
	a.load("scale", rdi)
	c.copyNumber(element(rdi, 0), s)
	a.RET()
}
