// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var edwardsTypes = []goType{{"Point", 16}, {"cached", 16}, {"affineCached", 12}, {"combDigit", 1}, {"addTerm", 2}, {"addPair", 3}}

// edwards writes the point operations of edwards25519.
func edwards(a *asm) {
	edwardsFormulas(a)
	edwardsVectors(a)
}

// edwardsFormulas writes the operations on 64-bit limbs. The formulas are those of
// formulas_generic.go. All routines but the selections need BMI2, and the
// selections need AVX2.
func edwardsFormulas(a *asm) {
	a.kernel = mulx
	edwardsDouble(a)
	edwardsAdd(a, "pointAdd", "func(v *Point, q *cached, t uint64)", "pointAdd sets v = v + q.", false, false)
	edwardsAdd(a, "pointSub", "func(v *Point, q *cached, t uint64)", "pointSub sets v = v - q.", false, true)
	edwardsAdd(a, "pointAddAffine", "func(v *Point, q *affineCached, t uint64)", "pointAddAffine sets v = v + q.", true, false)
	edwardsAdd(a, "pointSubAffine", "func(v *Point, q *affineCached, t uint64)", "pointSubAffine sets v = v - q.", true, true)
	edwardsSelect(a, "selectCached", "func(v *cached, table *[8]cached, index, negate uint64)",
		"selectCached sets v = (-1)^negate·table[index-1], or the identity if index is 0.", 8, 4)
	edwardsSelect(a, "selectAffine", "func(v *affineCached, table *[16]affineCached, index, negate uint64)",
		"selectAffine sets v = (-1)^negate·table[index].", 16, 3)
}

// edwardsDouble writes n doublings.
func edwardsDouble(a *asm) {
	frame := a.function("pointDouble", "func(v *Point, n uint64)",
		"pointDouble sets v = [2^n]v, for n >= 1. It does not read v.t.", 6*32)
	temp := func(i int) number { return at(frame.Offset(32 * i)) }
	a.load("v", rdi)
	x, y, z, t := element(rdi, 0), element(rdi, 1), element(rdi, 2), element(rdi, 3)
	f := p25519

	a.Label("loop")
	// The order is the fastest of those tried: it leaves independent products
	// next to each other, also from one doubling to the next.
	A := a.keep(temp(0), func() { a.sqr(f, x) })
	B := a.keep(temp(1), func() { a.sqr(f, y) })
	Z := a.keep(temp(2), func() { a.sqr(f, z) })
	G := a.keep(temp(3), func() { a.sub(f, B, A) })
	H := a.keep(temp(4), func() { a.add(f, A, B) })
	F := a.keep(temp(0), func() { a.sub(f, Z, G); a.plus(f, Z) })
	E := a.keep(temp(5), func() { a.mul(f, x, y); a.twice(f) })
	a.keep(y, func() { a.mul(f, G, H) })
	a.keep(z, func() { a.mul(f, F, G) })
	a.keep(x, func() { a.mul(f, E, F) })
	a.DECQ(a.parameter("n"))
	a.JNE(operand.LabelRef("loop"))
	a.keep(t, func() { a.mul(f, E, H) })
	a.RET()
}

// edwardsAdd writes an addition or subtraction of a cached point.
func edwardsAdd(a *asm, name, signature, doc string, affine, subtract bool) {
	frame := a.function(name, signature, doc+" It sets v.t only if t is 1.", 6*32)
	temp := func(i int) number { return at(frame.Offset(32 * i)) }
	a.load("v", rdi)
	a.load("q", rsi)
	x, y, z, t := element(rdi, 0), element(rdi, 1), element(rdi, 2), element(rdi, 3)
	qPlus, qMinus, qT := element(rsi, 0), element(rsi, 1), element(rsi, 2)
	qZ2 := element(rsi, 3)
	if subtract {
		qPlus, qMinus = qMinus, qPlus
	}
	f := p25519

	A := a.keep(temp(0), func() { a.sub(f, y, x) })
	B := a.keep(temp(1), func() { a.add(f, y, x) })
	C := a.keep(temp(2), func() { a.mul(f, qT, t) })
	D := temp(3)
	if affine {
		D = a.keep(D, func() { a.fetch(z); a.twice(f) })
	} else {
		D = a.keep(D, func() { a.mul(f, qZ2, z) })
	}
	A = a.keep(temp(0), func() { a.mul(f, A, qMinus) })
	B = a.keep(temp(1), func() { a.mul(f, B, qPlus) })
	F := a.keep(temp(4), func() { a.sub(f, D, C) })
	G := a.keep(temp(5), func() { a.add(f, D, C) })
	if subtract {
		F, G = G, F
	}
	E := a.keep(temp(2), func() { a.sub(f, B, A) })
	H := a.keep(temp(3), func() { a.add(f, B, A) })
	a.keep(x, func() { a.mul(f, E, F) })
	a.keep(y, func() { a.mul(f, G, H) })
	a.keep(z, func() { a.mul(f, F, G) })
	a.CMPQ(a.parameter("t"), operand.Imm(0))
	a.JEQ(operand.LabelRef("done"))
	a.keep(t, func() { a.mul(f, E, H) })
	a.Label("done")
	a.RET()
}

// edwardsSelect writes a constant-time look-up: every entry is read. An entry
// is coordinates elements, in the order y+x, y-x, 2dt, 2z. A table of 8 is one of the
// multiples 1 to 8, and index 0 is the identity.
func edwardsSelect(a *asm, name, signature, doc string, entries, coordinates int) {
	a.function(name, signature, doc+" It needs AVX2.", 0)
	a.load("v", rdi)
	a.load("table", rsi)
	index, counter, one, mask, tmp := reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4
	sum := []reg.VecPhysical{reg.Y5, reg.Y6, reg.Y7, reg.Y8}[:coordinates]
	a.VPBROADCASTQ(a.parameter("index"), index)
	a.MOVL(operand.U32(1), reg.EAX)
	a.VMOVQ(rax, reg.X2)
	a.VPBROADCASTQ(reg.X2, one)
	a.VPXOR(counter, counter, counter)
	if entries == 8 {
		a.VPCMPEQQ(index, counter, mask)
		a.VMOVQ(rax, reg.X4) // 1, as a number
		a.VPAND(tmp, mask, sum[0])
		a.VMOVDQU(sum[0], sum[1])
		a.VPXOR(sum[2], sum[2], sum[2])
		a.VPADDQ(sum[0], sum[0], sum[3])
		a.VPADDQ(one, counter, counter)
	} else {
		for _, s := range sum {
			a.VPXOR(s, s, s)
		}
	}
	for i := range entries {
		a.VPCMPEQQ(index, counter, mask)
		a.VPADDQ(one, counter, counter)
		for j, s := range sum {
			a.VPAND(operand.Mem{Base: rsi, Disp: 32 * (i*coordinates + j)}, mask, tmp)
			a.VPOR(tmp, s, s)
		}
	}
	// -q is q with y+x and y-x exchanged and the sign of 2dt changed.
	a.VPBROADCASTQ(a.parameter("negate"), mask)
	a.VPCMPEQQ(one, mask, mask)
	a.VPXOR(sum[0], sum[1], tmp)
	a.VPAND(mask, tmp, tmp)
	a.VPXOR(tmp, sum[0], sum[0])
	a.VPXOR(tmp, sum[1], sum[1])
	for j, s := range sum {
		a.VMOVDQU(s, operand.Mem{Base: rdi, Disp: 32 * j})
	}
	a.VZEROUPPER()
	t := element(rdi, 2)
	a.resultLow = true
	for _, r := range acc[:4] {
		a.clear(r)
	}
	a.minus(p25519, t)
	a.CMPQ(a.parameter("negate"), operand.Imm(0))
	for i, limb := range t.limb {
		a.CMOVQEQ(limb, acc[i])
	}
	a.store(t)
	a.RET()
}

// The routines below do the same with the coordinates of the point in the lanes
// of one vector: X, Y, Z, T. They need AVX-512 F, VL and IFMA.
func edwardsVectors(a *asm) {
	v := "(-1)^negate·q"
	a.function("vectorDouble", "func(v *Point, n uint64)",
		"vectorDouble sets v = [2^n]v, for n >= 1.", 0)
	a.loadConstants()
	a.load("v", rdi)
	a.quadLoadFrom(raw, rdi)
	a.load("n", rcx)
	a.vectorDoublings(rcx)
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()

	for _, affine := range []bool{false, true} {
		name, operandType := "vectorDoubleAdd", "*cached"
		if affine {
			name, operandType = "vectorDoubleAddAffine", "*affineCached"
		}
		a.function(name, "func(v *Point, n uint64, q "+operandType+", negate uint64)",
			name+" sets v = [2^n]v + "+v+".", 0)
		a.loadConstants()
		a.load("v", rdi)
		a.load("q", rsi)
		a.quadLoadFrom(raw, rdi)
		a.load("n", rcx)
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("add"))
		a.vectorDoublings(rcx)
		a.Label("add")
		a.VMOVDQU64(operand.Mem{Base: rsi}, rows[0])
		a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 32}, rows[1])
		a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 64}, rows[3])
		if affine {
			a.VMOVDQU64(a.vectorConstant("two", 2, 0, 0, 0), rows[2])
		} else {
			a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 96}, rows[2])
		}
		a.load("negate", rax)
		a.vectorAdd(reg.EAX)
		a.quadStore(rdi, raw)
		a.VZEROUPPER()
		a.RET()
	}

	a.function("vectorDoubleAddAll", "func(v *Point, n uint64, terms *addTerm, count uint64)",
		"vectorDoubleAddAll sets v = [2^n]v + q_0 + ... + q_(count-1), for count >= 1, where\n"+
			"q_i is *terms[i].Q, with its sign changed if terms[i].Negative is 1.", 0)
	a.loadConstants()
	a.load("v", rdi)
	a.load("terms", rbx)
	a.quadLoadFrom(raw, rdi)
	a.load("n", rcx)
	a.TESTQ(rcx, rcx)
	a.JEQ(operand.LabelRef("start"))
	a.vectorDoublings(rcx)
	a.Label("start")
	a.load("count", rcx)
	a.Label("term")
	a.MOVQ(operand.Mem{Base: rbx}, rsi)
	a.MOVQ(operand.Mem{Base: rbx, Disp: 8}, rax)
	for i, row := range []reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]} {
		a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 32 * i}, row)
	}
	a.vectorAdd(reg.EAX)
	a.ADDQ(operand.Imm(16), rbx)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("term"))
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()

	a.function("vectorAddEach", "func(pairs *addPair, count uint64)",
		"vectorAddEach sets *pairs[i].V = *pairs[i].V + q for i = 0, ..., count-1, one after\n"+
			"the other, where q is *pairs[i].Q, with its sign changed if pairs[i].Negative is 1.\n"+
			"count is not 0.", 0)
	a.loadConstants()
	a.load("pairs", rbx)
	a.load("count", rcx)
	a.Label("pair")
	a.MOVQ(operand.Mem{Base: rbx}, rdi)
	a.MOVQ(operand.Mem{Base: rbx, Disp: 8}, rsi)
	a.MOVQ(operand.Mem{Base: rbx, Disp: 16}, rax)
	a.quadLoadFrom(raw, rdi)
	for i, row := range []reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]} {
		a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 32 * i}, row)
	}
	a.vectorAdd(reg.EAX)
	a.quadStore(rdi, raw)
	a.ADDQ(operand.Imm(24), rbx)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("pair"))
	a.VZEROUPPER()
	a.RET()

	a.function("vectorComb", "func(v *Point, table *[13][16]affineCached, digits *[13]combDigit)",
		"vectorComb sets v = [2]v + q_0 + ... + q_12, where q_j is table[j][digits[j].Index],\n"+
			"with its sign changed if digits[j].Negative is 1. It reads every entry of table.", 0)
	a.loadConstants()
	a.load("v", rdi)
	a.load("table", rsi)
	a.load("digits", rbx)
	a.quadLoadFrom(raw, rdi)
	a.MOVQ(operand.U32(1), rcx)
	a.vectorDoublings(rcx)
	a.MOVQ(operand.U32(13), rcx)
	a.Label("block")
	// The three rows of the entry, by comparing every index with the one wanted.
	index, counter, one, match := reg.Y5, reg.Y6, reg.Y7, reg.Y8
	a.MOVBLZX(operand.Mem{Base: rbx}, reg.EAX)
	a.VPBROADCASTQ(rax, index)
	a.MOVL(operand.U32(1), reg.EAX)
	a.VPBROADCASTQ(rax, one)
	a.VPXORQ(counter, counter, counter)
	entry := []reg.VecPhysical{rows[0], rows[1], rows[3]}
	for _, r := range entry {
		a.VPXORQ(r, r, r)
	}
	for i := range 16 {
		a.VPCMPEQQ(index, counter, match)
		a.VPADDQ(one, counter, counter)
		for j, r := range entry {
			m := operand.Mem{Base: rsi, Disp: 32 * (3*i + j)}
			a.VPTERNLOGQ(operand.U8(0xf8), m, match, r) // r | match & m
		}
	}
	a.VMOVDQU64(a.vectorConstant("two", 2, 0, 0, 0), rows[2])
	a.MOVBLZX(operand.Mem{Base: rbx, Disp: 1}, reg.EAX)
	a.vectorAdd(reg.EAX)
	a.ADDQ(operand.U32(16*96), rsi)
	a.ADDQ(operand.U32(2), rbx)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("block"))
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// vectorDoublings sets raw to the double of the point raw as often as n says, at
// least once. Coordinates that are not raw may have limbs up to 2^52.
func (a *asm) vectorDoublings(n reg.GPPhysical) {
	a.Label("double")
	// left = (X, Y, Z, X+Y).
	for i := range raw {
		a.VPERMQ_Z(operand.U8(lanes(0, 0, 0, 1)), raw[i], lane3, temp[i])
	}
	for i := range raw {
		a.VPERMQ(operand.U8(lanes(0, 1, 2, 0)), raw[i], left[i])
	}
	for i := range raw {
		a.VPADDQ(temp[i], left[i], left[i])
	}
	a.quadCarry(left, left)
	// (A, B, C, S) = (X^2, Y^2, Z^2, (X+Y)^2).
	a.quadSquare()
	// right = (H, E, G, F) = (A + B, S - A - B, B - A, 2C + A - B), which is
	// (A, S, B, C) + (B, -A, -A, -B) + (0, -B, 0, A + C).
	p, q, r := right, temp, left
	for i := range raw {
		a.VPERMQ(operand.U8(lanes(0, 3, 1, 2)), raw[i], p[i])
		a.VPERMQ(operand.U8(lanes(1, 0, 0, 1)), raw[i], q[i])
		a.VPERMQ_Z(operand.U8(lanes(0, 1, 0, 0)), raw[i], lanes13, r[i])
	}
	for i := range raw {
		a.VPSUBQ(q[i], bias(i), lanes123, q[i])
		a.VPSUBQ(r[i], bias(i), lane1, r[i])
		a.VPADDQ(p[i], r[i], r[i])
		a.VPADDQ(p[i], r[i], lane3, r[i])
	}
	for i := range raw {
		a.VPADDQ(q[i], r[i], right[i])
	}
	a.vectorFinish(operand.U8(lanes(1, 2, 3, 1)), operand.U8(lanes(3, 0, 2, 0)))
	a.DECQ(n)
	a.JNE(operand.LabelRef("double"))
}

// lanes returns the immediate operand of VPERMQ for the lanes that go to lanes 0 to 3.
func lanes(l0, l1, l2, l3 uint8) uint8 { return l0 | l1<<2 | l2<<4 | l3<<6 }

// vectorAdd adds to the point raw the cached point with y+x, y-x, 2z, 2dt in
// rows, with its sign changed if negate, 0 or 1, is 1.
func (a *asm) vectorAdd(negate reg.GPPhysical) {
	negative := reg.K7 // all lanes or none
	a.NEGL(negate)
	a.KMOVW(negate, negative)
	// -q is q with y+x and y-x exchanged and the sign of 2dt changed: the second is
	// made up for below, where F and G change places.
	a.VMOVDQA64(rows[0], temp[0])
	a.VMOVDQA64(rows[1], negative, rows[0])
	a.VMOVDQA64(temp[0], negative, rows[1])
	a.quadLoad(right)
	// left = (Y+X, Y-X, Z, T).
	for i := range raw {
		a.VPERMILPD(operand.U8(0b1011), raw[i], left[i])
		a.VPUNPCKLQDQ_Z(raw[i], raw[i], lanes01, temp[i])
	}
	for i := range raw {
		a.VPSUBQ(temp[i], bias(i), lane1, temp[i])
		a.VPADDQ(temp[i], left[i], left[i])
	}
	a.quadCarry(left, left)
	// (B, A, D, C), and right = (H, E, G, F) = (B + A, B - A, D + C, D - C).
	a.quadProduct()
	a.quadSumDifference(right, raw, false)
	l, r := rows[0], rows[1]
	a.VMOVDQU64(a.vectorConstant("left", 1, 2, 3, 1), l)
	a.VPXORQ(a.vectorConstant("leftChange", 0, 1, 1, 0), l, negative, l)
	a.VMOVDQU64(a.vectorConstant("right", 3, 0, 2, 0), r)
	a.VPXORQ(a.vectorConstant("rightChange", 1, 0, 1, 0), r, negative, r)
	a.vectorFinish(l, r)
}

// vectorFinish sets raw to (E·F, G·H, F·G, E·H) for right = (H, E, G, F), below
// 2^64. The operands of VPERMQ say which lanes the first and the second factors
// are in.
func (a *asm) vectorFinish(first, second operand.Op) {
	permute := func(lanes operand.Op, source, target reg.VecPhysical) {
		if _, ok := lanes.(operand.U8); ok {
			a.VPERMQ(lanes, source, target)
		} else {
			a.VPERMQ(source, lanes, target)
		}
	}
	a.quadCarry(right, right)
	for i := range right {
		permute(first, right[i], left[i])
		permute(second, right[i], right[i])
	}
	a.quadProduct()
}
