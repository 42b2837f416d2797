// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A packedEngine has the coordinates of one point of edwards25519 in the lanes, with the arithmetic of
// avx2.go. It is in constant time.
//
// An element is five words: limb 2i in the lower half of word i and limb 2i+1 in the upper one. So sums and
// differences are those of half words, and a factor of VPMULUDQ is an even limb as it is and an odd one after a
// shift. What a product leaves is tight: even limbs are below 2^26 + 2^12 and odd ones below 2^25 + 2^12. The first
// factor of a product, and that of a square, is at most three, and two, times as large, and the second factor tight.
//
// The lanes are Y, T, Z and X. So E, F, G and H of the formulas can stand in the lanes such that they are
// the first factors as they are, and the second ones after one permutation.
type packedEngine struct {
	*asm
	second  operand.Mem // second factors that products make: an element
	scratch operand.Mem // behind it, two elements
}

const (
	packedBytes   = 5 * 32          // of an element
	packedScratch = 3 * packedBytes // of the second factors and the scratch
)

// packed are the registers of the results of products, and of the first factors.
var packed = factors5

// Where the lanes are among the elements X, Y, Z, T of a Point, and Y+X, Y-X, 2d·T, 2Z of a cached one.
var (
	packedPoint  = crossedLanes
	packedCached = [4]int{2, 0, 3, 1}
)

// laneHalves says which half words VPBLENDD takes from its first source: those of the lanes of set.
func laneHalves(set laneSet) operand.Op {
	imm := uint8(0)
	for j := range 4 {
		imm |= 3 * uint8(set>>j&1) << (2 * j)
	}
	return operand.U8(imm)
}

// packedBias is 2p, which exceeds what is tight, in all lanes of word i.
func (a *asm) packedBias(i int) operand.Mem {
	even, odd := uint64(2*(1<<26-1)), uint64(2*(1<<25-1))
	if i == 0 {
		return a.everyLane("packedBias0", even-36|odd<<32)
	}
	return a.everyLane("packedBias", even|odd<<32)
}

// onlyLanes returns a constant with ones in the lanes of set.
func (a *asm) onlyLanes(set laneSet) operand.Mem {
	var words [4]uint64
	for j := range words {
		words[j] = -uint64(set >> j & 1)
	}
	return a.vectorConstant(fmt.Sprintf("only%04b", set), words[:]...)
}

// exchangeHalves, for VPERM2I128, exchanges the halves of a vector.
var exchangeHalves = operand.U8(1)

// product sets packed to the product of packed and second. If second is nil, it is packed with the lanes of
// secondFactors.
func (e *packedEngine) product(second *operand.Mem) {
	e.VMOVDQU(e.integerNineteen(), inAll19)
	memory := e.second
	if second != nil {
		memory = *second
	}
	e.cyclicProduct(func(j int) operand.Op {
		if second != nil {
			return limb(memory, j)
		}
		e.VPERMQ(secondFactors, packed[j], other)
		e.VMOVDQU(other, limb(memory, j))
		return other
	}, nil)
	even, odd := func(k int) operand.Mem { return limb(e.scratch, k) }, func(k int) operand.Mem { return limb(e.scratch, 5+k) }
	for k, v := range columns5 {
		e.VMOVDQU(v, even(k)) // e·e'
	}
	for i, v := range packed {
		t := terms[i%3]
		e.VPSRLQ(operand.Imm(32), v, t)
		e.VPADDD(t, v, v) // the lower half is e + o, and the upper one o
	}
	e.cyclicProduct(func(j int) operand.Op {
		e.VMOVDQU(limb(memory, j), other)
		e.VPSRLQ(operand.Imm(32), other, other19)
		e.VPADDD(other19, other, other)
		return other
	}, nil)
	for k, v := range columns5 {
		e.VPSUBQ(even(k), v, v)
		e.VMOVDQU(v, odd(k)) // (e + o)(e' + o') - e·e'
	}
	for _, v := range packed {
		e.VPSRLQ(operand.Imm(32), v, v)
	}
	e.cyclicProduct(func(j int) operand.Op {
		e.VMOVDQU(limb(memory, j), other)
		e.VPSRLQ(operand.Imm(32), other, other)
		return other
	}, nil)
	// The even columns e·e' + 2y·o·o', where 38 times the last is 2 + 4 + 32 times.
	var limbs [10]reg.VecPhysical
	last := columns5[4]
	e.VPADDQ(last, last, terms[0])
	e.VPSLLQ(operand.Imm(2), last, terms[1])
	e.VPSLLQ(operand.Imm(5), last, terms[2])
	e.VPADDQ(terms[1], terms[0], terms[0])
	e.VPADDQ(even(0), terms[2], terms[2])
	e.VPADDQ(terms[0], terms[2], packed[0])
	for k := 1; k < 5; k++ {
		e.VPADDQ(columns5[k-1], columns5[k-1], packed[k])
		e.VPADDQ(even(k), packed[k], packed[k])
	}
	for k, v := range columns5 {
		e.VMOVDQU(odd(k), other)
		e.VPSUBQ(v, other, v)
		limbs[2*k], limbs[2*k+1] = packed[k], v
	}
	e.carry(limbs)
}

// square sets packed to the square of packed, as integerSquare.
func (e *packedEngine) square() {
	memory := squareMemory{e.second}
	e.VMOVDQU(e.integerNineteen(), inAll19)
	turn := 0
	e.squareProducts(memory, func(j int) operand.Op {
		e.VPSRLQ(operand.Imm(32), packed[j], other)
		e.VPADDQ(other, other, other)
		return other
	}, e.VPADDD, &turn)
	e.VPSRLQ(operand.Imm(32), packed[4], packed[4])
	for i := range 5 {
		for j := i; j < 5; j++ {
			k, wraps := (i+j+1)%5, i+j+1 >= 5
			right := packed[i]
			if i == j && i < 4 {
				e.VPSRLQ(operand.Imm(1), packed[i], other)
				right = other
			}
			var left operand.Op = packed[j]
			if wraps {
				left = memory.wrapped(j)
			}
			e.addTerm(columns5[k], false, left, right, &turn)
		}
	}
	var limbs [10]reg.VecPhysical
	for k, v := range columns5 {
		e.VMOVDQU(memory.odd(k), packed[k])
		limbs[2*k], limbs[2*k+1] = v, packed[k]
	}
	e.carry(limbs)
}

// carry sets packed to columns, of which the last one, with its carry, is below 2^57 and the others below
// 2^63. The limbs carry in four chains, whose first ones are 0, 3, 5 and 8, and then these once more.
func (e *packedEngine) carry(limbs [10]reg.VecPhysical) {
	carries := terms
	spare := other
	all := [4]reg.VecPhysical{carries[0], carries[1], carries[2], spare}
	chains := [4][]int{{8, 9}, {0, 1, 2}, {5, 6, 7}, {3, 4}}
	shift := func(i int, to reg.VecPhysical) {
		e.VPSRLQ(limbBits(i), limbs[i], to)
		e.VPAND(e.limbMask(i), limbs[i], limbs[i])
	}
	for step := range 3 {
		for n, chain := range chains {
			if step >= len(chain) {
				continue
			}
			i := chain[step]
			shift(i, all[n])
			if step < len(chain)-1 {
				e.VPADDQ(all[n], limbs[i+1], limbs[i+1])
			}
			if i == 9 {
				e.VPMULUDQ(e.integerNineteen(), all[n], all[n])
			}
		}
	}
	for n, chain := range chains {
		i := (chain[len(chain)-1] + 1) % 10
		e.VPADDQ(all[n], limbs[i], limbs[i])
		shift(i, all[n])
		e.VPADDQ(all[n], limbs[i+1], limbs[i+1])
	}
	for _, k := range []int{1, 3, 0, 2, 4} {
		e.VPSLLQ(operand.Imm(32), limbs[2*k+1], limbs[2*k+1])
		e.VPOR(limbs[2*k+1], limbs[2*k], packed[k])
	}
}

// tighten carries packed, whose limbs are at most five times as large as tight ones: all at once, by half words.
func (e *packedEngine) tighten() {
	for i, v := range packed {
		c := columns5[i]
		e.VPSRLVD(e.everyLane("packedBits", 26|25<<32), v, c)
		e.VPAND(e.everyLane("packedMask", 1<<26-1|(1<<25-1)<<32), v, v)
		e.VPSHUFD(operand.U8(0xb1), c, c) // the carry of an odd limb is in the lower half
	}
	e.VPMULUDQ(e.integerNineteen(), columns5[4], other)
	for i, v := range packed {
		below := other
		if i > 0 {
			below = columns5[i-1]
		}
		e.VPBLENDD(operand.U8(0b01010101), below, columns5[i], other19)
		e.VPADDD(other19, v, v)
	}
}

// doublePoint doubles the point packed.
func (e *packedEngine) doublePoint() {
	exchanged, t, u := columns5[0], columns5[1], columns5[2]
	for _, v := range packed {
		// (Y, Y + X, Z, X)
		e.VPERM2I128(exchangeHalves, v, v, exchanged)
		e.VPAND(e.onlyLanes(0b0010), exchanged, exchanged)
		e.VPERMILPD(pairLanes([4]int{0, 0, 2, 3}), v, v)
		e.VPADDD(exchanged, v, v)
	}
	e.square()
	bias := other
	for i, v := range packed {
		// (G, H, F, E) = (B - A, B + A, 2C + A - B, S - A - B) of the squares (B, S, C, A)
		e.VMOVDQU(e.packedBias(i), bias)
		e.VPERM2I128(exchangeHalves, v, v, exchanged)
		e.VPBLENDD(laneHalves(0b1000), exchanged, v, u)
		e.VPSLLVQ(e.vectorConstant("shiftsCS", 64, 64, 1, 0), u, u) // (0, 0, 2C, S)
		e.VPERMILPD(pairLanes([4]int{1, 1, 2, 2}), exchanged, exchanged)
		e.VPSUBD(exchanged, bias, t)
		e.VPBLENDD(laneHalves(0b1101), t, exchanged, t) // (-A, A, -B, -B)
		e.VPADDD(u, t, t)
		e.VPERMILPD(pairLanes([4]int{0, 0, 3, 3}), v, v)
		e.VPSUBD(v, bias, u)
		e.VPBLENDD(laneHalves(0b1000), u, v, v) // (B, B, A, -A)
		e.VPADDD(t, v, v)
	}
	e.tighten()
	e.product(nil)
}

// addPoint adds to the point packed the cached point at q, with 2d·T, Y+X, 2Z and Y-X in the lanes.
func (e *packedEngine) addPoint(q operand.Mem) {
	exchanged, t, bias := columns5[0], columns5[1], other
	for i, v := range packed {
		// (T, Y + X, Z, Y - X)
		e.VMOVDQU(e.packedBias(i), bias)
		e.VPERMILPD(pairLanes([4]int{1, 0, 2, 3}), v, v)
		e.VPERM2I128(exchangeHalves, v, v, exchanged)
		e.VPAND(e.onlyLanes(0b1010), exchanged, exchanged)
		e.VPSUBD(v, bias, t)
		e.VPBLENDD(laneHalves(0b1000), t, v, v)
		e.VPADDD(exchanged, v, v)
	}
	e.product(&q)
	for i, v := range packed {
		// (G, H, F, E) = (D + C, B + A, D - C, B - A) of the products (C, B, D, A)
		e.VMOVDQU(e.packedBias(i), bias)
		e.VPERM2I128(exchangeHalves, v, v, exchanged)
		e.VPSUBD(exchanged, bias, t)
		e.VPBLENDD(laneHalves(0b0100), t, exchanged, exchanged)
		e.VPSUBD(v, bias, t)
		e.VPBLENDD(laneHalves(0b1000), t, v, v)
		e.VPADDD(exchanged, v, v)
	}
	e.tighten()
	e.product(nil)
}

// load sets packed to the elements at m, whose numbers are those of order in the lanes.
func (e *packedEngine) load(m operand.Mem, order [4]int) {
	e.inFloatRegisters(func() {
		for i, row := range rows {
			e.VMOVDQU(m.Offset(32*order[i]), row)
		}
		e.pack()
	})
}

// pack sets packed to the elements in rows.
func (e *packedEngine) pack() {
	e.VMOVDQU(e.everyLane("mask51", 1<<51-1), mask51)
	e.transpose(rows)
	e.wordsToLimbs()
	upper := temp[4]
	for i, v := range raw {
		e.VPSLLQ(operand.Imm(6), v, upper)
		e.VPAND(e.limbMask(0), v, v)
		e.VPBLENDD(operand.U8(0b10101010), upper, v, packed[i])
	}
}

// wordsToLimbs sets raw to the limbs of the elements whose words are in rows: below 2^51, but for the lowest ones, which may be 19 more.
func (a *asm) wordsToLimbs() {
	a.quadLimbs(raw, 51)
	upper := temp[4] // bit 51 of the last limb
	a.VPSRLQ(operand.Imm(floatBits), raw[4], upper)
	a.VPAND(mask51, raw[4], raw[4])
	a.VPMULUDQ(a.integerNineteen(), upper, upper)
	a.VPADDQ(upper, raw[0], raw[0])
}

// entry sets packed to the entry that s has collected, or the identity if the 32 bits that index leaves in RAX are 0: then s has
// collected zeros. If those that negative leaves there are 1, 2d·T changes its sign: its limbs are at most those of
// 2p then, and it may be a second factor if the first one is tight. Y+X and Y-X have been exchanged.
func (e *packedEngine) entry(s *scan, index, negative func()) {
	e.inFloatRegisters(func() {
		for i, element := range packedCached {
			rows[i] = s.vector(element)
		}
		e.pack()
	})
	isZero, zero, sign := reg.Y10, reg.Y11, reg.Y12
	index()
	e.VMOVD(reg.EAX, isZero.AsX())
	e.VPBROADCASTD(isZero.AsX(), isZero)
	e.VPXOR(zero, zero, zero)
	e.VPCMPEQD(zero, isZero, isZero)
	e.VPAND(e.vectorConstant("packedIdentity", 0, 1, 2, 1), isZero, isZero)
	e.VPADDD(isZero, packed[0], packed[0])
	negative()
	e.VMOVD(reg.EAX, sign.AsX()) // in the lane of 2d·T; VBLENDVPD looks at the highest bit of each
	e.VPSLLQ(operand.Imm(63), sign, sign)
	for i, v := range packed {
		e.VMOVDQU(e.packedBias(i), other)
		e.VPSUBD(v, other, other)
		e.VBLENDVPD(sign, other, v, v)
	}
}

// store writes packed to the elements at m in this order.
func (e *packedEngine) store(m operand.Mem, order [4]int) {
	e.inFloatRegisters(func() {
		upper := temp[4]
		for i, v := range packed {
			e.VPSRLQ(operand.Imm(32), v, upper)
			e.VPSLLQ(operand.Imm(26), upper, upper)
			e.VPAND(e.everyLane("lowerHalf", 1<<32-1), v, raw[i])
			e.VPADDQ(upper, raw[i], raw[i])
		}
		e.VMOVDQU(e.everyLane("mask51", 1<<51-1), mask51)
		e.VMOVDQU(e.everyLane("nineteen", 19), nineteen)
		e.quadWords(raw)
		for i, word := range raw[:4] {
			e.VMOVDQU(word, m.Offset(32*order[i]))
		}
	})
}

// keep and fetch copy packed to and from memory.
func (e *packedEngine) keep(m operand.Mem) {
	for i, v := range packed {
		e.VMOVDQU(v, limb(m, i))
	}
}

func (e *packedEngine) fetch(m operand.Mem) {
	for i, v := range packed {
		e.VMOVDQU(limb(m, i), v)
	}
}

// packedMemory is what laneWindows keeps its vectors in, in words: the scratch of products, the point, and the
// second point of an addition.
const packedMemory = (packedScratch + 2*packedBytes) / 8

func edwardsPacked(a *asm) {
	signature := windowsSignature[:len(windowsSignature)-1] + ", memory *packedMemory)"
	a.function("laneWindows", signature, windowsDoc("laneWindows")+"\n"+
		"It overwrites memory, which should be aligned to 32 bytes. It needs cpu.Features.V3.", 0)
	memory := operand.Mem{Base: reg.R10}
	point, second := memory.Offset(packedScratch), memory.Offset(packedScratch+packedBytes)
	e := &packedEngine{a, memory, memory.Offset(packedBytes)}
	index := func() { a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX) }
	negative := func() { a.MOVBLZX(digitLayout.at(rbx, "Negative"), reg.EAX) }
	s := &scan{table: rsi, entries: 8, elements: 4, first: 1}
	a.load("v", rdi)
	a.load("digits", rbx)
	a.load("rounds", reg.R8)
	a.load("memory", reg.R10)
	e.load(operand.Mem{Base: rdi}, packedPoint)
	e.keep(point)
	a.Label("round")
	a.load("tables", rsi)
	a.load("count", reg.R9)
	a.TESTQ(reg.R9, reg.R9)
	a.JEQ(operand.LabelRef("empty"))
	a.Label("table")
	index()
	a.scanStart(s)
	a.scanEntries(s, s.entries)
	negative()
	a.scanSwap(s, 0, 1)
	e.entry(s, index, negative)
	e.keep(second)
	e.fetch(point)
	e.addPoint(second)
	a.ADDQ(windowsTable(), rsi)
	a.ADDQ(operand.Imm(digitSize), rbx)
	a.DECQ(reg.R9)
	a.JEQ(operand.LabelRef("added"))
	e.keep(point)
	a.JMP(operand.LabelRef("table"))
	a.Label("added")
	a.DECQ(reg.R8)
	a.JEQ(operand.LabelRef("done"))
	a.MOVL(operand.U32(4), reg.ECX)
	a.Label("double")
	e.doublePoint()
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("double"))
	e.keep(point)
	a.JMP(operand.LabelRef("round"))
	a.Label("done")
	e.store(operand.Mem{Base: rdi}, packedPoint)
	a.VZEROUPPER()
	a.RET()
	a.Label("empty")
	e.fetch(point)
	a.JMP(operand.LabelRef("added"))
}
