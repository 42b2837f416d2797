// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A besideEngine is the arithmetic modulo 2^255 - 19 on five elements at once, or six: four in the lanes of vectors, as
// integerEngine has them, and beside their instructions those for one or two in general registers, with two carry
// chains. In memory the limbs of these follow those of the four.
//
// Where vectors have units of their own, as on AMD's CPUs, a fifth one takes a seventh of the time that it takes alone.
type besideEngine struct {
	integerEngine
	singles int
}

// bytes is the size of an element.
func (e besideEngine) bytes() int { return integerBytes + elementSize*e.singles }

// name returns that of a routine.
func (e besideEngine) name(of string) string { return []string{"", "five", "six"}[e.singles] + of }

// single returns one of the elements at m that are in general registers.
func single(m operand.Mem, i int) number { return at(m.Offset(integerBytes + elementSize*i)) }

// rawSingle returns that of x.
func (e besideEngine) rawSingle(x rawElement, i int) number {
	n := single(x.Mem, i)
	e.assume(n, "a product, or what the callers see to")
	return n
}

// withSingles writes code for the lanes, and beside it code for each of the others.
func (e besideEngine) withSingles(lanes func(), each func(i int)) {
	e.beside(lanes, func() {
		for i := range e.singles {
			each(i)
		}
	})
}

func (e besideEngine) sumDifference(s, d factor, x, y rawElement) {
	e.withSingles(func() { e.integerEngine.sumDifference(s, d, x, y) }, func(i int) {
		e.keep(single(s.Mem, i), func() { e.add(p25519, e.rawSingle(x, i), e.rawSingle(y, i)) })
		e.keep(single(d.Mem, i), func() { e.sub(p25519, e.rawSingle(x, i), e.rawSingle(y, i)) })
	})
}

func (e besideEngine) difference(z factor, x, y rawElement) {
	e.withSingles(func() { e.integerEngine.difference(z, x, y) }, func(i int) {
		e.keep(single(z.Mem, i), func() { e.sub(p25519, e.rawSingle(x, i), e.rawSingle(y, i)) })
	})
}

func (e besideEngine) product(z rawElement, x, y factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.LEAQ(y.Mem, rcx)
	e.call(e.name("Product"))
}

func (e besideEngine) square(z rawElement, x factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.call(e.name("Square"))
}

func (e besideEngine) squareFactor(z, x factor) { e.square(z.raw(), x) }

func (e besideEngine) plusMultiple(z factor, x rawElement, c uint64, y factor) {
	e.withSingles(func() { e.integerEngine.plusMultiple(z, x, c, y) }, func(i int) {
		e.keep(single(z.Mem, i), func() {
			e.mulSmall(p25519, single(y.Mem, i), uint32(c))
			e.plus(p25519, e.rawSingle(x, i))
		})
	})
}

func (e besideEngine) choose(x, y, v, w factor) {
	e.withSingles(func() { e.integerEngine.choose(x, y, v, w) }, func(i int) {
		bits := lane(e.bits, 4+i)
		e.MOVQ(bits, rax)
		e.ADDQ(rax, rax)
		e.MOVQ(rax, bits)
		for _, pair := range [][2]factor{{x, y}, {v, w}} {
			for k, limb := range single(pair[0].Mem, i).limb {
				e.MOVQ(limb, acc[k])
				e.CMOVQCS(single(pair[1].Mem, i).limb[k], acc[k])
				e.MOVQ(acc[k], limb)
			}
		}
	})
}

// laddersBeside writes five ladders, or six, and the products that the engine calls.
func laddersBeside(a *asm, singles int) {
	e := besideEngine{integerEngine{asm: a}, singles}
	memory := mem(rbp)
	place := func(i int) operand.Mem { return memory.Offset(e.bytes() * i) }
	scratch := place(ladderPlaces)
	e.bits = scratch.Offset(integerScratch)
	a.kernel = adx
	name := e.name("")
	ladder := "ladder" + strings.ToUpper(name[:1]) + name[1:]
	a.routine(e.name("Product"), "sets the elements at RDI to the products of those at RSI and RCX, with the memory of "+ladder+" at RBP.")
	e.withSingles(func() { a.integerProduct(mem(rdi), mem(rsi), mem(rcx), scratch) }, func(i int) {
		a.keep(single(mem(rdi), i), func() { a.mul(p25519, single(mem(rsi), i), single(mem(rcx), i)) })
	})
	a.RET()
	a.routine(e.name("Square"), "sets the elements at RDI to the squares of those at RSI, with the memory of "+ladder+" at RBP.")
	e.withSingles(func() { a.integerSquare(mem(rdi), mem(rsi), scratch) }, func(i int) {
		a.keep(single(mem(rdi), i), func() { a.sqr(p25519, single(mem(rsi), i)) })
	})
	a.RET()

	frame := a.function(ladder, fmt.Sprintf("func(s *octet, singles *[%d]single, differs *[8]uint64, n uint64, memory *ladderMemory)", singles),
		ladder+" is ladderOctet for the lanes 0 to 3, and beside them for singles[0] with word 4 of differs, and so on.\n"+
			"Their numbers are at most 2^256 - 38 on entry. It needs cpu.Features.TwoChains.", 8)
	a.load("memory", rbp)
	a.load("differs", rsi)
	a.VMOVDQU(mem(rsi), reg.Y0)
	a.VMOVDQU(reg.Y0, e.bits)
	for i := range singles {
		a.MOVQ(lane(mem(rsi), 4+i), rax)
		a.MOVQ(rax, lane(e.bits, 4+i))
	}
	a.load("s", rdi)
	a.integerLoad(rdi, ladderState, place)
	a.load("singles", rdi)
	for i := range singles {
		for k := range ladderState {
			a.copyNumber(single(place(k), i), element(rdi, ladderState*i+k))
		}
	}
	a.load("n", rcx)
	a.MOVQ(rcx, frame)
	a.Label("loop")
	ladderStep(e, place)
	a.DECQ(frame)
	a.JNE(operand.LabelRef("loop"))
	a.load("s", rdi)
	a.integerStore(rdi, ladderState-1, place)
	a.load("singles", rdi)
	for i := range singles {
		for k := range ladderState - 1 {
			a.copyNumber(element(rdi, ladderState*i+k), single(place(k), i))
		}
	}
	a.VZEROUPPER()
	a.RET()
}
