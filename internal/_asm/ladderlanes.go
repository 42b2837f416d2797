// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A laneEngine is arithmetic modulo 2^255 - 19 in the lanes of vectors, each with an element of its own.
// Formulas are written once, with elements in memory, for any of them.
//
// What a product leaves is a rawElement, and what it takes is a factor: how large their limbs may be is
// the engine's. Sums and differences of two rawElements are factors. The second factor of a product is no
// difference.
type laneEngine interface {
	// product sets z = x·y. z may be x, but not y.
	product(z rawElement, x, y factor)
	// sumDifference sets s = x + y and d = x - y.
	sumDifference(s, d factor, x, y rawElement)
}

// A ladderEngine is a laneEngine in constant time.
type ladderEngine interface {
	laneEngine
	// difference sets z = x - y.
	difference(z factor, x, y rawElement)
	// square sets z = x^2, and squareFactor does so for a z that is a factor, too. z may be x.
	square(z rawElement, x factor)
	squareFactor(z, x factor)
	// plusMultiple sets z = x + c·y, for a c below 2^17.
	plusMultiple(z factor, x rawElement, c uint64, y factor)
	// choose sets x = y and v = w in the lanes whose bit is 1, and goes to the next bits.
	choose(x, y, v, w factor)
}

// Both are places of an element.
type (
	rawElement struct{ operand.Mem }
	factor     struct{ operand.Mem }
)

// The first elements of local memory are x2, z2, x3 and z3, and u, and ladderPlaces is how many ladderStep needs with those.
const (
	ladderState  = 5
	ladderPlaces = ladderState + 9
)

// ladderStep writes a step of ladderGeneric in every lane, which exchanges the pairs before it if the
// next bit is 1: as in RFC 7748, section 5. place returns local memory.
//
// The order of its lines leaves independent products next to each other: the places for squares and
// products are ready at least one product before they are needed.
func ladderStep(e ladderEngine, place func(i int) operand.Mem) {
	x2, z2, x3, z3, u := rawElement{place(0)}, rawElement{place(1)}, rawElement{place(2)}, rawElement{place(3)}, factor{place(4)}
	temp := func(i int) operand.Mem { return place(ladderState + i) }
	A, B, C, D := factor{temp(0)}, factor{temp(1)}, factor{temp(2)}, factor{temp(3)}
	DA, CB := rawElement{temp(4)}, rawElement{temp(5)}
	e.sumDifference(A, B, x2, z2)
	e.sumDifference(C, D, x3, z3)
	e.product(CB, B, C)
	e.product(DA, D, A)

	// AA and BB of the pair to double. Which it is does not matter to DA and CB: to exchange the pairs
	// changes the sign of DA - CB.
	e.choose(B, D, A, C)
	AA, BB := factor{temp(6)}, factor{temp(7)}
	e.squareFactor(AA, A)
	e.squareFactor(BB, B)

	// x3 = (DA + CB)^2, z3 = u·(DA - CB)^2.
	S, M, MM := C, D, factor{temp(8)}
	e.sumDifference(S, M, DA, CB)
	e.squareFactor(MM, M)
	e.square(x3, S)

	// x2 = AA·BB, z2 = E·(AA + 121665·E) with E = AA - BB.
	E, F := factor{temp(2)}, factor{temp(3)}
	e.product(x2, AA, BB)
	e.difference(E, AA.raw(), BB.raw())
	e.plusMultiple(F, AA.raw(), 121665, E)
	e.product(z3, MM, u)
	e.product(z2, E, F)
}

// octets25519 is that for 2^255 - 19.
var octets25519 = octetField{c: fold25519, times: 1 << 11}

// An octetEngine has the octets of octets52.go, eight elements in registers of 512 bits; it writes between inWideRegisters, and
// calls octetProduct and octetSquare.
type octetEngine struct {
	*asm
	field octetField
	bits  operand.Mem // at the top of each lane, for ladders
	held  *[3]factor  // what left, right and raw hold, if anything: it need not be loaded
	// negative are the lanes in which addSigned adds and plusMinusSigned exchanges.
	negative reg.Register
}

func newOctetEngine(a *asm, f octetField) octetEngine {
	return octetEngine{asm: a, field: f, held: new([3]factor), negative: negative}
}

// take sets left to x.
func (e octetEngine) take(x factor) {
	if e.held[0] != x {
		e.octetLoad(left, x.Mem)
	}
	e.held[0] = x
}

// takeBoth sets left and right to x and y, or the other way round.
func (e octetEngine) takeBoth(x, y factor) {
	if e.held[0] == y || e.held[1] == x {
		x, y = y, x
	}
	e.take(x)
	if e.held[1] != y {
		e.octetLoad(right, y.Mem)
	}
	e.held[1] = y
}

// takeRaw sets raw to x.
func (e octetEngine) takeRaw(x rawElement) {
	if e.held[2] != factor(x) {
		e.octetLoad(raw, x.Mem)
	}
	e.held[2] = factor(x)
}

// leave stores raw as z.
func (e octetEngine) leave(z rawElement) {
	e.octetStore(z.Mem, raw)
	for i, x := range e.held {
		if rawElement(x) == z {
			e.held[i] = factor{}
		}
	}
	e.held[2] = factor(z)
}

// put stores left as z. What right and raw hold is not known.
func (e octetEngine) put(z factor) {
	e.octetStore(z.Mem, left)
	*e.held = [3]factor{z}
}

// forget is for where paths meet, or registers were used for something else.
func (e octetEngine) forget() { *e.held = [3]factor{} }

// octetBytes is the size of eight elements in memory, limb after limb.
const octetBytes = 5 * 64

func (e octetEngine) sumDifference(s, d factor, x, y rawElement) { e.plusMinus(s, d, x, term{1, y}) }

func (e octetEngine) difference(z factor, x, y rawElement) {
	e.take(factor(x))
	e.octetLoad(temp, y.Mem)
	for i := range left {
		e.field.minus(e.asm, i, temp[i], temp[i])
		e.VPADDQ(temp[i], left[i], left[i])
	}
	e.octetCarry52(left)
	e.put(z)
}

func (e octetEngine) product(z rawElement, x, y factor) {
	e.takeBoth(x, y)
	e.call("octetProduct")
	e.leave(z)
}

func (e octetEngine) square(z rawElement, x factor) {
	e.take(x)
	e.call("octetSquare")
	e.leave(z)
}

func (e octetEngine) reduced(z factor, x rawElement) factor {
	e.octetLoad(left, x.Mem)
	e.octetCarry52(left)
	e.put(z)
	return z
}

func (e octetEngine) plusMultiple(z factor, x rawElement, c uint64, y factor) {
	e.take(y)
	e.octetLoad(raw, x.Mem)
	e.VMOVDQU64(e.everyLaneOfEight("smalls", c), right[0])
	carry := high[1]
	for i := range left {
		e.VPMADD52LUQ(right[0], left[i], raw[i])
	}
	e.VPXORQ(carry, carry, carry)
	e.VPMADD52HUQ(right[0], left[4], carry)
	e.VPMADD52LUQ(fold260, carry, raw[0])
	for i := range 4 {
		e.VPMADD52HUQ(right[0], left[i], raw[i+1])
	}
	e.octetCarry52(raw)
	e.leave(z.raw())
}

func (e octetEngine) choose(x, y, v, w factor) {
	mask, bit := right[0], right[1]
	e.VMOVDQU64(e.bits, bit)
	e.VPSRLQ(operand.Imm(63), bit, temp[0])
	e.VPADDQ(bit, bit, bit)
	e.VMOVDQU64(bit, e.bits)
	e.VPXORQ(mask, mask, mask)
	e.VPSUBQ(temp[0], mask, mask)
	for _, pair := range [][2]factor{{x, y}, {v, w}} {
		e.take(pair[0])
		e.octetLoad(temp, pair[1].Mem)
		for i := range left {
			e.VPTERNLOGQ(operand.U8(0xd8), mask, temp[i], left[i]) // mask ? temp : left
		}
		e.put(pair[0])
	}
}

// fold25519 is 2^256 modulo 2^255 - 19. With limbs of 52 bits, what is folded comes in words of as many bits as are multiplied, and
// both halves of a product have a limb's weight, so that a product takes 69 instructions and a square 57, where limbs of 51
// bits take 84 and 71.
const fold25519 = 38

// ladderOctet writes eight ladders in the lanes of wide registers.
func ladderOctet(a *asm) {
	a.function("ladderOctet", ladderLanes,
		"ladderOctet runs n steps of ladderGeneric, at least one, for the state in each lane j of s. Before\n"+
			"step i the pair is exchanged if bit 63-i of differs[j] is 1. Limbs have 52 bits. It overwrites memory,\n"+
			"which should be aligned to 64 bytes. It needs AVX-512 F, VL and IFMA.", 0)
	memory := a.scratch("memory", rbx)
	place := func(i int) operand.Mem { return memory.Offset(octetBytes * i) }
	e := newOctetEngine(a, octets25519)
	e.bits = place(ladderPlaces)

	a.loadConstants52(fold25519)
	a.load("differs", rsi)
	a.load("n", rcx)
	a.load("s", rdi)
	a.inWideRegisters(func() {
		a.VMOVDQU64(operand.Mem{Base: rsi}, temp[0])
		a.VMOVDQU64(temp[0], e.bits)
		for i := range ladderState {
			a.octetLoad(left, operand.Mem{Base: rdi, Disp: octetBytes * i})
			a.octetStore(place(i), left)
		}
		a.Label("loop")
		ladderStep(e, place)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("loop"))
		for i := range ladderState - 1 {
			a.octetLoad(left, place(i))
			a.octetCarry52(left)
			a.octetStore(operand.Mem{Base: rdi, Disp: octetBytes * i}, left)
		}
	})
	a.VZEROUPPER()
	a.RET()
}

// ladderMemory is how many words of memory they need: as many as ladderSix takes, which needs most.
const ladderMemory = (ladderPlaces*(integerBytes+2*elementSize) + integerScratch + 64) / 8

const ladderLanes = "func(s *lanes, differs *[8]uint64, n uint64, memory *ladderMemory)"
