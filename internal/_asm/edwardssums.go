// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The routines for sums of many multiples keep points as tight limbs: limb i of X, Y,
// Z and T in the words from 4i on. Where additions do not depend on one another, two
// of them run in the halves of the wide registers, or eight in their lanes: edwardslanes.go.

const sumPointSize = 5 * 32

func edwardsSums(a *asm) {
	edwardsVectorDouble(a, "sumDouble", "sumPoint", limbsForm)
	edwardsVectorSum(a, "sumSteps", "sumPoint", limbsForm)
	octetSums(a)
	sumPairs(a)
	sumOddMultiples(a)
	vectorMultiples(a)

	a.function("sumPrepare", "func(q *cached, v *sumPoint)", "sumPrepare sets q = v.", 0)
	a.loadConstants(forPreparation)
	a.load("q", rdi)
	a.load("v", rsi)
	limbsForm.load(a, raw, rsi)
	a.vectorCached()
	a.cachedStore(raw, rdi)
	a.VZEROUPPER()
	a.RET()

	a.function("sumStore", "func(p *Point, v *sumPoint)", "sumStore sets p = v.", 0)
	a.loadConstants(forLimbs)
	a.load("p", rdi)
	a.load("v", rsi)
	limbsForm.load(a, raw, rsi)
	quadForm.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// vectorCached sets raw to (Y+X, Y-X, 2Z, 2d·T) for the point raw, or both points in wide registers.
func (a *asm) vectorCached() {
	a.additionOperand()
	d := newEdwardsCurve().d
	factor := [4]*big.Int{big.NewInt(1), big.NewInt(1), big.NewInt(2), new(big.Int).Lsh(d, 1)}
	p := newEdwardsCurve().p
	for i := range right {
		var words []uint64
		for j := range 8 {
			limb := new(big.Int).Rsh(new(big.Int).Mod(factor[j%4], p), uint(51*i))
			words = append(words, limb.And(limb, big.NewInt(1<<51-1)).Uint64())
		}
		a.VMOVDQU64(a.vectorConstant("cached"+string(rune('0'+i)), words...), right[i])
	}
	a.quadProduct()
}

// cachedStore writes the cached points (y+x, y-x, 2z, 2dt) in x, raw, to the pointers:
// one, or two for the halves of wide registers. It overwrites x and temp.
func (a *asm) cachedStore(x quad, pointers ...reg.Register) {
	a.quadWords(x)
	for i, word := range []reg.VecPhysical{x[0], x[1], x[3], x[2]} {
		a.VMOVDQU64(word.AsY(), operand.Mem{Base: pointers[0], Disp: 32 * i})
		if len(pointers) > 1 {
			a.VEXTRACTI64X4(operand.Imm(1), word, operand.Mem{Base: pointers[1], Disp: 32 * i})
		}
	}
}

// halves loads the halves of x from two places.
func (a *asm) halves(x []reg.VecPhysical, low, high operand.Mem) {
	for i := range x {
		a.VMOVDQU64(low.Offset(32*i), x[i].AsY())
		a.VINSERTI64X4(operand.Imm(1), high.Offset(32*i), x[i], x[i])
	}
}

// vectorSigns sets EAX for vectorAddSigned to the signs EAX and EDX, 0 or 1, of the two halves.
func (a *asm) vectorSigns() {
	a.NEGL(reg.EAX)
	a.NEGL(reg.EDX)
	a.ANDL(operand.Imm(0x0f), reg.EAX)
	a.ANDL(operand.U32(0xf0), reg.EDX)
	a.ORL(reg.EDX, reg.EAX)
}

// A pairStep is two pointers to points to add, of which the second may be nil, two bytes that
// say whether to change their signs, 0 or 1, and the number of doublings before.
var pairStepLayout = newLayout("Q0", 8, "Q1", 8, "Negative0", 1, "Negative1", 1, "_", 2, "Doublings", 4)

// sumPairs writes a sum of multiples, in variable time, with two sums in the halves.
func sumPairs(a *asm) {
	frame := a.function("sumPairs", "func(v *sumPoint, steps *pairStep, count uint64)",
		"sumPairs sets v = [2^Doublings]v plus the points Q, with the sign changed where\n"+
			"Negative is 1, for each of the steps, of which there is at least one.", 5*32)
	a.loadConstants(forBoth)
	a.load("v", rdi)
	a.load("steps", rbx)
	a.load("count", reg.R8)
	identity := a.vectorConstant("identity", 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0)
	a.LEAQ(identity, reg.R9)
	a.inWideRegisters(func() {
		a.loadWideConstants(forBoth)
		// v, and the identity.
		a.inNarrowRegisters(func() { limbsForm.load(a, raw, rdi) })
		a.VINSERTI64X4(operand.Imm(1), a.identityLimb(), raw[0], raw[0])
		a.Label("step")
		a.MOVL(pairStepLayout.at(rbx, "Doublings"), reg.ECX)
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("add"))
		a.callVectors("vectorDoublings")
		a.Label("add")
		a.MOVQ(pairStepLayout.at(rbx, "Q0"), rsi)
		a.MOVQ(pairStepLayout.at(rbx, "Q1"), reg.R10)
		a.TESTQ(reg.R10, reg.R10)
		a.CMOVQEQ(reg.R9, reg.R10)
		a.MOVBLZX(pairStepLayout.at(rbx, "Negative0"), reg.EAX)
		a.MOVBLZX(pairStepLayout.at(rbx, "Negative1"), reg.EDX)
		a.vectorSigns()
		a.halves([]reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]}, operand.Mem{Base: rsi}, operand.Mem{Base: reg.R10})
		a.callVectors("vectorAddSigned")
		a.ADDQ(operand.Imm(uint64(pairStepLayout.size)), rbx)
		a.DECQ(reg.R8)
		a.JNE(operand.LabelRef("step"))
		a.prepareUpperHalf(frame)
	})
	a.callVectors("vectorAddTight")
	limbsForm.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// identityLimb is limb 0 of the identity, twice; the others are 0.
func (a *asm) identityLimb() operand.Mem {
	var words []uint64
	for j := range 8 {
		words = append(words, [4]uint64{0, 1, 1, 0}[pointLanes[j%4]]) // (X, Y, Z, T)
	}
	return a.vectorConstant("identityLimb", words...)
}

// prepareUpperHalf sets the right operand of narrow registers to the point in the upper half of raw, to be added, and raw to the one
// in the lower half. frame is local memory for a point in limbs.
func (a *asm) prepareUpperHalf(frame operand.Mem) {
	for i := range raw {
		a.VMOVDQU64(raw[i].AsY(), frame.Offset(32*i))
	}
	a.callVectors("vectorPrepare")
	a.quadCarry(right, raw)
	for i := range right {
		a.VEXTRACTI64X4(operand.Imm(1), right[i], right[i].AsY())
		a.VMOVDQU64(frame.Offset(32*i), raw[i].AsY())
	}
}

// sumOddMultiples writes tables of odd multiples of two points, in the halves.
func sumOddMultiples(a *asm) {
	frame := a.function("sumOddMultiples", "func(table0, table1 *cached, count uint64)",
		"sumOddMultiples sets the count entries of two tables, which may be the same one, but\n"+
			"for the first ones, to [3]q, [5]q, ..., where q is the first one. count is at least 2.", 2*octetBytes)
	point, twice := frame, frame.Offset(octetBytes)
	a.loadConstants(forBoth)
	a.load("table0", rdi)
	a.load("table1", rsi)
	a.load("count", reg.R8)
	a.inWideRegisters(func() {
		a.loadWideConstants(forBoth)
		// q, as the identity plus q.
		a.VMOVDQU64(a.identityLimb(), raw[0])
		for _, limb := range raw[1:] {
			a.VPXORQ(limb, limb, limb)
		}
		a.halves([]reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]}, operand.Mem{Base: rdi}, operand.Mem{Base: rsi})
		a.quadLoad(right)
		a.callVectors("vectorAddTight")
		a.octetStore(point, raw)
		a.MOVL(operand.U32(1), reg.ECX)
		a.callVectors("vectorDoublings")
		a.callVectors("vectorPrepare")
		a.quadCarry(right, raw)
		a.octetStore(twice, right)
		a.DECQ(reg.R8)
		a.Label("entry")
		a.octetLoad(raw, point)
		a.octetLoad(right, twice)
		a.callVectors("vectorAddTight")
		a.octetStore(point, raw)
		a.callVectors("vectorPrepare")
		a.ADDQ(operand.U32(uint64(edwardsCached.size)), rdi)
		a.ADDQ(operand.U32(uint64(edwardsCached.size)), rsi)
		a.cachedStore(raw, rdi, rsi)
		a.DECQ(reg.R8)
		a.JNE(operand.LabelRef("entry"))
	})
	a.VZEROUPPER()
	a.RET()
}

// vectorMultiples writes the table of a window. An entry is prepared while the next point is computed.
func vectorMultiples(a *asm) {
	frame := a.function("vectorMultiples", "func(table *[8]cached, v *Point)", "vectorMultiples sets the entries of table to v, [2]v, ..., [8]v.", 2*sumPointSize)
	point, addend := frame, frame.Offset(sumPointSize)
	prepare := func() {
		for i, x := range raw { // which stays raw
			a.VMOVDQU64(x, point.Offset(32*i))
		}
		a.vectorCached()
	}
	a.loadConstants(forBoth)
	a.load("table", rdi)
	a.load("v", rsi)
	quadForm.load(a, raw, rsi)
	prepare()
	a.limbsStore(addend, raw)
	a.cachedStore(raw, rdi)
	a.MOVL(operand.U32(7), reg.ECX)
	a.Label("entry")
	a.limbsLoad(raw, point)
	a.limbsLoad(right, addend)
	a.callVectors("vectorAddTight")
	prepare()
	a.ADDQ(operand.U32(uint64(edwardsCached.size)), rdi)
	a.cachedStore(raw, rdi)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("entry"))
	a.VZEROUPPER()
	a.RET()
}
