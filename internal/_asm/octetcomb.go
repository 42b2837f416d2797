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

// octetCombStart starts a routine, and returns what its memory has place for, and the coordinates of the sums at RDI.
func octetCombStart(a *asm, name, signature, doc string) (e octetSumEngine, place func(i int) operand.Mem, sums lanePoint) {
	a.function(name, signature+", memory *laneRoom)",
		doc+" It overwrites memory, which\nshould be aligned to 64 bytes, like sums. It needs AVX-512 F, VL and IFMA.", 0)
	memory := a.scratch("memory", reg.R15)
	a.load("sums", rdi)
	for i, name := range eachNames {
		sums[i] = eachStateLayout.at(rdi, name)
	}
	a.loadConstants52(fold25519)
	return newOctetSumEngine(a), func(i int) operand.Mem { return memory.Offset(octetBytes * i) }, sums
}

// edwardsOctetComb writes the sums. While it adds the entries of one round, it looks up those of the next.
func edwardsOctetComb(a *asm) {
	e, place, sums := octetCombStart(a, "octetComb", "func(sums *eachState, table *octetTables, digits *octetDigits",
		"octetComb sets sum i to the sum over j of entry digits[j].Index[i] of the block in round j of the table for\n"+
			"that half of the lanes, with its sign changed if bit i of digits[j].Negative is 1. It reads every\nentry.")
	v, entry, temp := newLanePoint(place, 0), lanePoint{0: place(4), 1: place(5), 3: place(6)}, addMemory(place, 4+3)
	e.wide[entry[0]], e.wide[entry[1]], e.wide[entry[3]] = true, true, true // as limbs of a table
	signs := reg.R8
	a.load("table", rbx)
	a.load("digits", rsi)
	a.inWideRegisters(func() {
		a.MOVL(operand.U32(0xf0), reg.EAX)
		a.KMOVW(reg.EAX, upperHalf)
		e.lookUp(entry, signs)
		e.setToEntries(v, entry, temp)
		e.flush()
		next := func() {
			a.ADDQ(operand.U32(octetRound), rbx)
			a.ADDQ(operand.Imm(uint64(octetDigitLayout.size)), rsi)
			e.lookUp(entry, signs)
			startAddition(e, v, temp)
			e.flush()
			e.takeSigns(0, signs)
		}
		next()
		a.MOVQ(operand.U32(octetRounds-2), rcx)
		a.Label("round")
		finishAddition(e, v, v, entry, true, temp)
		next()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("round"))
		finishAddition(e, v, v, entry, true, temp)
		for i, x := range v {
			e.reduced(factor{sums[i]}, rawElement{x})
		}
		e.flush()
	})
	a.VZEROUPPER()
	a.RET()
}

// edwardsOctetJoin writes what puts the sums of a comb together: first those of both halves, in four lanes, and then the four
// points, each of them in the lanes of an in-lane formula.
func edwardsOctetJoin(a *asm) {
	e, place, sums := octetCombStart(a, "octetJoin", "func(v *Point, sums *eachState",
		"octetJoin sets v to the sum of 2^i·(s_i + s_(4+i)) over i < 4, where s are the sums.")
	var v, others, q quarticPoints
	for i, x := range sums {
		q[i], v[i], others[i] = factor{place(i)}, factor{place(4 + i)}, factor{x.Offset(8 * combColumns)}
		e.wide[v[i].Mem], e.wide[others[i].Mem] = true, true // as limbs that Go has
		e.copy(v[i], factor{x})
	}
	c := edwardsEach{e: eachOctets{e.octetEngine, false}}
	for i := range c.temp {
		c.temp[i] = factor{place(8 + i)}
	}
	c.prepare(q, others, e.constant("d2", edwardsD2()))
	c.add(v, q)
	e.flush()

	// Each point by itself, next to each other where q was.
	a.loadConstants(forBoth)
	for _, x := range v {
		a.narrowLimbs(x.Mem)
	}
	columns := sumPoints(place(0), combColumns)
	for i := range 5 {
		for j, row := range rows {
			a.VMOVDQU64(v[pointLanes[j]].Offset(64*i), row)
		}
		a.transpose(rows)
		for j, column := range columns {
			a.VMOVDQU64(rows[j], column.Offset(32*i))
		}
	}
	const last = combColumns - 1
	for _, column := range columns[:last] { // to be added
		a.limbsLoad(raw, column)
		a.vectorCached()
		a.limbsStore(column, raw)
	}
	a.limbsLoad(raw, columns[last])
	for _, column := range slices.Backward(columns[:last]) {
		a.MOVL(operand.U32(1), reg.ECX)
		a.callVectors("vectorDoublings")
		a.limbsLoad(right, column)
		a.callVectors("vectorAddTight")
	}
	a.load("v", rdi)
	quadForm.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// narrowLimbs makes a factor with limbs of 52 bits one with limbs of 51, with the constants for those.
func (a *asm) narrowLimbs(x operand.Mem) {
	a.octetLoad(left, x)
	for i := 4; i > 0; i-- {
		// Limb i is the bits from bit 51·i on: the top i bits of limb i - 1, and limb i.
		a.VPSRLQ(operand.Imm(uint64(52-i)), left[i-1], right[i])
		a.VPSLLQ(operand.Imm(uint64(i)), left[i], temp[i])
		if i < 4 {
			a.VPTERNLOGQ(operand.U8(0xa8), mask51, temp[i], right[i]) // (right | temp) & mask
		}
	}
	a.VPORQ(temp[4], right[4], right[4])
	a.VPSRLQ(operand.Imm(51), right[4], temp[4])
	a.VPANDQ(mask51, right[4], right[4])
	a.VPANDQ(mask51, left[0], right[0])
	a.addNineteenTimes(temp[4], right[0])
	a.octetStore(x, right)
}

// upperHalf are the lanes of the second block.
var upperHalf = reg.K1

// lookUp puts off q = the entries of the round at RBX for the digits at RSI, in each lane one, like gatherEntries: the sign of
// 2d·T is left to sumDifferenceSigned, to which signs are handed on. The 16 numbers for a limb are two vectors, of which VPERMI2Q
// takes one into every lane, whatever the index.
func (e octetSumEngine) lookUp(q lanePoint, signs reg.Register) {
	e.MOVQ(octetDigitLayout.at(rsi, "Negative"), signs)
	next := e.forNext()
	next.takeSigns(0, signs)
	for i := range 5 {
		next.later(28, []operand.Mem{q[0], q[1], q[3]}, nil, func(b *beside) {
			index, t, u := b.t[0], b.Y[0], b.Y[1]
			limb := [3]reg.VecPhysical(b.X[:])
			e.VPMOVZXBQ(octetDigitLayout.at(rsi, "Index"), index)
			for element, z := range limb {
				for half, chosen := range []reg.VecPhysical{z, u} {
					m := operand.Mem{Base: rbx, Disp: octetBlock*half + octetEntries*8*(5*element+i)}
					e.VMOVDQU64(m, t)
					e.VMOVDQA64(index, chosen)
					e.VPERMI2Q(m.Offset(64), t, chosen)
				}
				e.VMOVDQA64(u, upperHalf, z)
			}
			e.VMOVDQA64(limb[0], t)
			e.VMOVDQA64(limb[1], b.negative, limb[0])
			e.VMOVDQA64(t, b.negative, limb[1])
			for element, z := range limb {
				e.VMOVDQU64(z, b.writes[element].Offset(64*i))
			}
		})
	}
}
