// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The comb of edwards25519 with a column in each lane: additions of different columns do not depend on one
// another, and those of one block look up their entries in the same table. The arithmetic is that of avx2.go.

// Where laneComb keeps its vectors in memory: first the elements.
const (
	columnX = iota
	columnY
	columnT
	columnD // 2Z
	entryPlus
	entryMinus
	entryT
	columnA
	columnB
	columnElements
)

// columnMemory is what these take, and the scratch memory of products, in words.
const (
	columnScratch = columnElements * integerBytes
	columnMemory  = (columnScratch + integerScratch) / 8
)

// A columnTables has 16 entries for each block, of three elements of ten limbs.
const (
	columnEntries = 16
	columnBlock   = 3 * 10 * columnEntries * 4
	columnTables  = combBlocks * columnBlock / 8
)

// A columnEngine adds points in the lanes to points in the lanes.
type columnEngine struct {
	integerEngine
	memory operand.Mem
}

func (e *columnEngine) place(i int) operand.Mem { return e.memory.Offset(integerBytes * i) }

// The points of laneComb, and the words of one.
const (
	pointBytes   = 4 * 32
	elementBytes = 32
)

// Where the coordinates stand in a Point, and in memory.
var columnPlaces = [4]int{columnX, columnY, columnD, columnT}

func edwardsLaneComb(a *asm) {
	integerProduct(a)
	e := &columnEngine{integerEngine{asm: a}, operand.Mem{Base: reg.R10}}
	e.lookUp()
	a.function("laneComb", "func(v *[4]Point, table *columnTables, digits *combDigits, memory *columnMemory)",
		"laneComb sets each v[i] to the sum over j of entry digits[i][j].Index of block j of the table, with its\n"+
			"sign changed if digits[i][j].Negative is 1. It reads every entry. It overwrites\n"+
			"memory, which should be aligned to 32 bytes. It needs cpu.Features.V3.", 0)
	a.load("table", rbx)
	a.load("digits", reg.R9)
	a.load("memory", reg.R10)
	a.LEAQ(e.memory.Offset(columnScratch), reg.R8)
	a.call("columnEntries")
	e.setEntries()
	a.MOVQ(operand.U32(combBlocks-1), rcx)
	a.Label("block")
	a.ADDQ(operand.U32(columnBlock), rbx)
	a.ADDQ(operand.Imm(digitSize), reg.R9)
	a.call("columnEntries")
	e.addEntries()
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("block"))
	a.load("v", rdi)
	for i, place := range columnPlaces {
		e.store(operand.Mem{Base: rdi, Disp: elementBytes * i}, e.place(place), place != columnD)
	}
	a.VZEROUPPER()
	a.RET()
}

// lookUp writes the routine that sets the places of the entry in each lane. The 16 numbers for a limb are
// two vectors of 32-bit words: of each, VPERMD takes one into every lane, whatever the index.
func (e *columnEngine) lookUp() {
	e.routine("columnEntries", "looks up the entries of the block at RBX for the digits at R9, in each lane one, and sets\n"+
		"their places in the memory at R10. It keeps the other general registers but RAX.")
	digits := func(field string, z, t, u, v reg.VecPhysical) {
		all := [combColumns]reg.VecPhysical{z, t, u, v}
		for lane, v := range all {
			e.MOVBLZX(digitLayout.at(reg.R9, field).Offset(combBlocks*digitSize*lane), reg.EAX)
			e.VMOVD(reg.EAX, v.AsX())
		}
		e.VPUNPCKLQDQ(t, z, z)
		e.VPUNPCKLQDQ(v, u, u)
		e.VPERM2I128(operand.U8(0x20), u, z, z)
	}
	// VBLENDVPD looks at the highest bit of each word: that of the sign, and bit 3 of an index.
	index, upper, sign := ymm[0], ymm[1], ymm[2]
	digits("Index", index, ymm[3], ymm[4], ymm[5])
	digits("Negative", sign, ymm[3], ymm[4], ymm[5])
	e.VPSLLQ(operand.Imm(60), index, upper)
	e.VPSLLQ(operand.Imm(63), sign, sign)
	limbOf := func(element, i int, z, t reg.VecPhysical) {
		m := operand.Mem{Base: rbx, Disp: columnEntries * 4 * (10*element + i)}
		e.VMOVDQU(m, z)
		e.VMOVDQU(m.Offset(32), t)
		e.VPERMD(z, index, z)
		e.VPERMD(t, index, t)
		e.VBLENDVPD(upper, t, z, z)
		e.VPAND(e.limbMask(i), z, z)
	}
	for i := range 10 {
		plus, minus, t, u, v := ymm[3+5*(i%2)], ymm[4+5*(i%2)], ymm[5+5*(i%2)], ymm[6+5*(i%2)], ymm[7+5*(i%2)]
		limbOf(0, i, plus, u)
		limbOf(1, i, minus, u)
		e.VBLENDVPD(sign, minus, plus, u)
		e.VBLENDVPD(sign, plus, minus, v)
		e.VMOVDQU(u, limb(e.place(entryPlus), i))
		e.VMOVDQU(v, limb(e.place(entryMinus), i))
		// -2d·t, so that D - C is a sum, which may carry.
		limbOf(2, i, t, u)
		e.VMOVDQU(e.limbBias(i), v)
		e.VPSUBQ(t, v, v)
		e.VBLENDVPD(sign, t, v, v)
		e.VMOVDQU(v, limb(e.place(entryT), i))
	}
	e.RET()
}

// addEntries adds the entries to the points.
func (e *columnEngine) addEntries() {
	element := func(i int) rawElement { return rawElement{e.place(i)} }
	other := func(i int) factor { return factor{e.place(i)} }
	X, Y, T, D := element(columnX), element(columnY), element(columnT), element(columnD)
	A, B, C := element(columnA), element(columnB), element(entryT)
	e.sumDifference(other(columnB), other(columnA), Y, X)
	e.product(A, other(columnA), other(entryMinus))
	e.product(B, other(columnB), other(entryPlus))
	e.product(C, other(entryT), factor(T)) // -C of the formula
	E, F, G, H := other(entryMinus), other(columnA), other(columnB), other(entryPlus)
	e.sumDifference(H, E, B, A)
	e.plusMultiple(F, D, 1, factor(C))
	e.difference(G, D, C)
	e.product(X, E, F)
	e.product(Y, G, H)
	e.product(T, E, H)
	twice := other(entryT)
	e.sum(twice, rawElement(F), rawElement(F))
	e.product(D, G, twice)
}

// setEntries sets the points to the entries: to what addEntries makes of the identity.
func (e *columnEngine) setEntries() {
	element := func(i int) rawElement { return rawElement{e.place(i)} }
	other := func(i int) factor { return factor{e.place(i)} }
	E, H := other(columnA), other(columnB)
	e.sumDifference(H, E, element(entryPlus), element(entryMinus))
	e.product(element(columnT), E, H)
	e.plusMultiple(other(columnX), rawElement(E), 1, E)
	e.plusMultiple(other(columnY), rawElement(H), 1, H)
	eight, zero := ymm[0], ymm[1]
	e.VMOVDQU(e.everyLane("eight", 8), eight)
	e.VPXOR(zero, zero, zero)
	e.VMOVDQU(eight, limb(e.place(columnD), 0))
	for i := 1; i < 10; i++ {
		e.VMOVDQU(zero, limb(e.place(columnD), i))
	}
}

// store writes the elements at m, or their doubles, to the points at v.
func (e *columnEngine) store(v, m operand.Mem, twice bool) {
	e.inFloatRegisters(func() {
		odd := temp[4]
		for i, z := range raw {
			e.VMOVDQU(limb(m, 2*i+1), odd)
			e.VPSLLQ(limbBits(0), odd, odd)
			e.VPADDQ(limb(m, 2*i), odd, z)
			if twice {
				e.VPADDQ(z, z, z)
			}
		}
		e.VMOVDQU(e.everyLane("mask51", 1<<floatBits-1), mask51)
		e.VMOVDQU(e.everyLane("nineteen", 19), nineteen)
		e.quadWords(raw)
		for lane, words := range raw[:4] {
			e.VMOVDQU(words, v.Offset(pointBytes*lane))
		}
	})
}
