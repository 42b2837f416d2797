// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var edwardsTypes = []goType{{"Point", 16}, {"cached", 16}, {"affineCached", 12}}

// edwardsFormulas writes the point operations of edwards25519. The formulas are
// those of formulas_generic.go; all routines but the selections need BMI2 and
// ADX, and the selections need AVX2.
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
