// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The comb of edwards25519 with IFMA: lanes 0 to 3 have the columns of some blocks, and lanes 4 to 7 those of others.
// The arithmetic is that of edwardslanes.go.

// An octetTables has for each round 16 entries of two blocks, one for each half of the lanes, of three elements
// of five limbs. The entries are affine.
const (
	octetRounds  = 1 + (combBlocks-1)/2
	octetEntries = 16
	octetBlock   = 3 * 5 * octetEntries * 8
	octetRound   = 2 * octetBlock
	octetTables  = octetRounds * octetRound / 8
)

// octetDigitLayout is a recode.CombLanes.
var octetDigitLayout = newLayout("Index", 8, "Negative", 8)

// octetCombMemory is how many words of memory octetJoin needs: for its points, what is added of them, and both as points of the
// routines for one. octetComb needs less.
const octetCombMemory = 4 * 4 * octetBytes / 8

func edwardsOctetComb(a *asm) {
	a.function("octetComb", "func(v *[8]sumPoint, table *octetTables, digits *octetDigits, memory *octetCombMemory)",
		"octetComb sets each v[i] to the sum over j of entry digits[j].Index[i] of the block in round j of the table for\n"+
			"that half of the lanes, with its sign changed if bit i of digits[j].Negative is 1. It reads every\n"+
			"entry. It overwrites memory, which should be aligned to 64 bytes. It needs AVX-512 F, VL and IFMA.", 0)
	memory := a.scratch("memory", reg.R15)
	place := func(i int) operand.Mem { return memory.Offset(octetBytes * i) }
	e := newOctetSumEngine(a)
	v, temp := newLanePoint(place, 0), addMemory(place, 4)
	entry := lanePoint{0: place(4 + addPlaces), 1: place(5 + addPlaces), 3: place(6 + addPlaces)}
	e.wide[entry[0]], e.wide[entry[1]], e.wide[entry[3]] = true, true, true // as limbs of a table
	a.loadConstants52(fold25519)
	a.load("table", rbx)
	a.load("digits", rsi)
	a.inWideRegisters(func() {
		a.MOVL(operand.U32(0xf0), reg.EAX)
		a.KMOVW(reg.EAX, upperHalf)
		e.lookUp(entry)
		e.setToEntries(v, entry, temp)
		a.MOVQ(operand.U32(octetRounds-1), rcx)
		a.Label("round")
		a.ADDQ(operand.U32(octetRound), rbx)
		a.ADDQ(operand.Imm(uint64(octetDigitLayout.size)), rsi)
		e.lookUp(entry)
		addInLanes(e, v, v, entry, true, temp)
		e.flush()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("round"))
		e.total(v)
		e.flush()
		a.load("v", rdi)
		e.scatter(sumPoints(operand.Mem{Base: rdi}, e.lanes()), v)
	})
	a.VZEROUPPER()
	a.RET()
}

// edwardsOctetJoin writes what puts the sums of a comb together. They become points to be added in lanes, all at once, and
// stay in limbs.
func edwardsOctetJoin(a *asm) {
	a.function("octetJoin", "func(v *Point, sums *[8]sumPoint, memory *octetCombMemory)",
		"octetJoin sets v to the sum of 2^i·(sums[i] + sums[4+i]) over i < 4. It overwrites memory, which should be\n"+
			"aligned to 64 bytes. It needs AVX-512 F, VL and IFMA.", 0)
	memory := a.scratch("memory", reg.R15)
	place := func(i int) operand.Mem { return memory.Offset(octetBytes * i) }
	e := newOctetSumEngine(a)
	points, prepared := newLanePoint(place, 0), newLanePoint(place, 4)
	starts, operands := sumPoints(place(8), e.lanes()), sumPoints(place(12), e.lanes())
	a.loadConstants52(fold25519)
	a.load("sums", rsi)
	a.inWideRegisters(func() {
		e.gather(sumPoints(operand.Mem{Base: rsi}, e.lanes()), points)
		prepareInLanes(e, prepared, points)
		e.flush()
		a.loadConstants(forBoth)
		a.loadWideConstants(forBoth)
		for i := range points {
			e.narrowLimbs(points[i])
			e.narrowLimbs(prepared[i])
		}
		e.scatter(starts, points)
		e.scatter(operands, prepared)

		// The sums of each half by themselves, at the same time.
		halves := func(x quad, low operand.Mem) { a.halves(x[:], low, low.Offset(combColumns*sumPointSize)) }
		halves(raw, starts[combColumns-1])
		for i := combColumns - 2; i >= 0; i-- {
			a.MOVL(operand.U32(1), reg.ECX)
			a.callVectors("vectorDoublings")
			halves(right, operands[i])
			a.callVectors("vectorAddTight")
		}
		a.prepareUpperHalf(place(0))
	})
	a.callVectors("vectorAddTight")
	a.load("v", rdi)
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// narrowLimbs makes a factor with limbs of 52 bits one with limbs of 51, with the constants for those.
func (e octetSumEngine) narrowLimbs(x operand.Mem) {
	e.octetLoad(left, x)
	for i := 4; i > 0; i-- {
		// Limb i is the bits from bit 51·i on: the top i bits of limb i - 1, and limb i.
		e.VPSRLQ(operand.Imm(uint64(52-i)), left[i-1], right[i])
		e.VPSLLQ(operand.Imm(uint64(i)), left[i], temp[i])
		if i < 4 {
			e.VPTERNLOGQ(operand.U8(0xa8), mask51, temp[i], right[i]) // (right | temp) & mask
		}
	}
	e.VPORQ(temp[4], right[4], right[4])
	e.VPSRLQ(operand.Imm(51), right[4], temp[4])
	e.VPANDQ(mask51, right[4], right[4])
	e.VPANDQ(mask51, left[0], right[0])
	e.addNineteenTimes(temp[4], right[0])
	e.octetStore(x, right)
}

// upperHalf are the lanes of the second block.
var upperHalf = reg.K1

// lookUp sets q to the entries of the round at RBX for the digits at RSI, in each lane one, like gatherEntries: the sign of
// 2d·T is left to sumDifferenceSigned. The 16 numbers for a limb are two vectors, of which VPERMI2Q takes one into every
// lane, whatever the index.
func (e octetSumEngine) lookUp(q lanePoint) {
	free := slices.Concat(left[:], right[:], low[:], high[:])
	index := free[len(free)-1]
	e.VPMOVZXBQ(octetDigitLayout.at(rsi, "Index"), index)
	e.MOVQ(octetDigitLayout.at(rsi, "Negative"), rax)
	e.takeSigns(0, rax)
	limbOf := func(element, i int, z, t, u, v reg.VecPhysical) {
		for half, chosen := range []reg.VecPhysical{z, v} {
			m := operand.Mem{Base: rbx, Disp: octetBlock*half + octetEntries*8*(5*element+i)}
			e.VMOVDQU64(m, t)
			e.VMOVDQU64(m.Offset(64), u)
			e.VMOVDQA64(index, chosen)
			e.VPERMI2Q(u, t, chosen)
		}
		e.VMOVDQA64(v, upperHalf, z)
	}
	for i := range 5 {
		z := free[12*(i%2):] // other ones than for the limb before
		plus, minus, t := z[0], z[1], z[2]
		limbOf(0, i, plus, z[3], z[4], z[5])
		limbOf(1, i, minus, z[6], z[7], z[8])
		limbOf(2, i, t, z[9], z[10], z[11])
		e.VMOVDQA64(plus, z[3])
		e.VMOVDQA64(minus, negative, plus)
		e.VMOVDQA64(z[3], negative, minus)
		e.VMOVDQU64(plus, q[0].Offset(64*i))
		e.VMOVDQU64(minus, q[1].Offset(64*i))
		e.VMOVDQU64(t, q[3].Offset(64*i))
	}
}
