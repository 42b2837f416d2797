// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A fiveEngine is the arithmetic modulo 2^255 - 19 on five elements at once: four in the lanes of vectors, as
// integerEngine has them, and beside their instructions those for a fifth one in general registers, with two carry
// chains. In memory its limbs follow those of the four.
//
// Where vectors have units of their own, as on AMD's CPUs, the fifth one takes a seventh of the time that it takes alone.
type fiveEngine struct {
	integerEngine
}

const fiveBytes = integerBytes + elementSize

// fifth returns the fifth of the elements at m.
func fifth(m operand.Mem) number { return at(m.Offset(integerBytes)) }

// fifthRaw returns that of x.
func (e fiveEngine) fifthRaw(x rawElement) number {
	n := fifth(x.Mem)
	e.assume(n, "a product, or what the callers see to")
	return n
}

func (e fiveEngine) sumDifference(s, d factor, x, y rawElement) {
	e.beside(func() { e.integerEngine.sumDifference(s, d, x, y) }, func() {
		e.keep(fifth(s.Mem), func() { e.add(p25519, e.fifthRaw(x), e.fifthRaw(y)) })
		e.keep(fifth(d.Mem), func() { e.sub(p25519, e.fifthRaw(x), e.fifthRaw(y)) })
	})
}

func (e fiveEngine) difference(z factor, x, y rawElement) {
	e.beside(func() { e.integerEngine.difference(z, x, y) }, func() {
		e.keep(fifth(z.Mem), func() { e.sub(p25519, e.fifthRaw(x), e.fifthRaw(y)) })
	})
}

func (e fiveEngine) product(z rawElement, x, y factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.LEAQ(y.Mem, rcx)
	e.call("fiveProduct")
}

func (e fiveEngine) square(z rawElement, x factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.call("fiveSquare")
}

func (e fiveEngine) squareFactor(z, x factor) { e.square(z.raw(), x) }

func (e fiveEngine) plusMultiple(z factor, x rawElement, c uint64, y factor) {
	e.beside(func() { e.integerEngine.plusMultiple(z, x, c, y) }, func() {
		e.keep(fifth(z.Mem), func() {
			e.mulSmall(p25519, fifth(y.Mem), uint32(c))
			e.plus(p25519, e.fifthRaw(x))
		})
	})
}

func (e fiveEngine) choose(x, y, v, w factor) {
	e.beside(func() { e.integerEngine.choose(x, y, v, w) }, func() {
		bits := e.bits.Offset(32)
		e.MOVQ(bits, rax)
		e.ADDQ(rax, rax)
		e.MOVQ(rax, bits)
		for _, pair := range [][2]factor{{x, y}, {v, w}} {
			for i, limb := range fifth(pair[0].Mem).limb {
				e.MOVQ(limb, acc[i])
				e.CMOVQCS(fifth(pair[1].Mem).limb[i], acc[i])
				e.MOVQ(acc[i], limb)
			}
		}
	})
}

// ladderFive writes five ladders, and the products that fiveEngine calls.
func ladderFive(a *asm) {
	const state = 5 // elements
	memory := mem(rbp)
	place := func(i int) operand.Mem { return memory.Offset(fiveBytes * i) }
	scratch := place(state + ladderPlaces)
	a.kernel = adx
	a.routine("fiveProduct", "sets the elements at RDI to the products of those at RSI and RCX, with the memory of ladderFive at RBP.")
	a.beside(func() { a.integerProduct(mem(rdi), mem(rsi), mem(rcx), scratch) }, func() {
		a.keep(fifth(mem(rdi)), func() { a.mul(p25519, fifth(mem(rsi)), fifth(mem(rcx))) })
	})
	a.RET()
	a.routine("fiveSquare", "sets the elements at RDI to the squares of those at RSI, with the memory of ladderFive at RBP.")
	a.beside(func() { a.integerSquare(mem(rdi), mem(rsi), scratch) }, func() {
		a.keep(fifth(mem(rdi)), func() { a.sqr(p25519, fifth(mem(rsi))) })
	})
	a.RET()

	frame := a.function("ladderFive", "func(s *lanes, fifth *state, u *element, differs *[8]uint64, n uint64, memory *ladderMemory)",
		"ladderFive is ladderOctet for the lanes 0 to 3, and for the state fifth with its own u and the fifth word of differs.\n"+
			"Numbers of these are at most 2^256 - 38 on entry. It needs cpu.Features.TwoChains.", 8)
	var local [ladderPlaces]operand.Mem
	for i := range local {
		local[i] = place(state + i)
	}
	e := fiveEngine{integerEngine{a, scratch.Offset(integerScratch)}}
	a.load("memory", rbp)
	a.load("differs", rsi)
	a.VMOVDQU(mem(rsi), reg.Y0)
	a.VMOVDQU(reg.Y0, e.bits)
	a.MOVQ(mem(rsi).Offset(32), rax)
	a.MOVQ(rax, e.bits.Offset(32))
	a.load("s", rdi)
	a.integerLoad(rdi, state, place)
	a.load("fifth", rdi)
	for i := range state - 1 {
		a.copyNumber(fifth(place(i)), element(rdi, i))
	}
	a.load("u", rdi)
	a.copyNumber(fifth(place(state-1)), element(rdi, 0))
	a.load("n", rcx)
	a.MOVQ(rcx, frame)
	a.Label("loop")
	ladderStep(e, rawElement{place(0)}, rawElement{place(1)}, rawElement{place(2)}, rawElement{place(3)}, factor{place(4)}, local)
	a.DECQ(frame)
	a.JNE(operand.LabelRef("loop"))
	a.load("s", rdi)
	a.integerStore(rdi, state-1, place)
	a.load("fifth", rdi)
	for i := range state - 1 {
		a.copyNumber(element(rdi, i), fifth(place(i)))
	}
	a.VZEROUPPER()
	a.RET()
}
