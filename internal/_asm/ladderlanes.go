// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
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
	// choose sets x = y and v = w in the lanes whose bit is 1, and goes to the next bits. Squares alone read x and v then.
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
	startStep(e, place)
	finishStep(e, place)
}

// startStep does what the pairs alone are needed for, and finishStep the rest.
func startStep(e ladderEngine, place func(i int) operand.Mem) {
	x2, z2, x3, z3 := rawElement{place(0)}, rawElement{place(1)}, rawElement{place(2)}, rawElement{place(3)}
	A, B, C, D := factor{place(ladderState)}, factor{place(ladderState + 1)}, factor{place(ladderState + 2)}, factor{place(ladderState + 3)}
	e.sumDifference(A, B, x2, z2)
	e.sumDifference(C, D, x3, z3)
}

func finishStep(e ladderEngine, place func(i int) operand.Mem) {
	x2, z2, x3, z3, u := rawElement{place(0)}, rawElement{place(1)}, rawElement{place(2)}, rawElement{place(3)}, factor{place(4)}
	temp := func(i int) operand.Mem { return place(ladderState + i) }
	A, B, C, D := factor{temp(0)}, factor{temp(1)}, factor{temp(2)}, factor{temp(3)}
	DA, CB := rawElement{temp(4)}, rawElement{temp(5)}
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
	E, F := A, B
	e.product(x2, AA, BB)
	e.difference(E, AA.raw(), BB.raw())
	e.plusMultiple(F, AA.raw(), 121665, E)
	e.product(z3, MM, u)
	e.product(z2, E, F)
}

// octets25519 is that for 2^255 - 19.
var octets25519 = octetField{c: fold25519, times: 1 << 11}

// fold25519 is 2^256 modulo 2^255 - 19. With limbs of 52 bits, what is folded comes in words of as many bits as are multiplied, and
// both halves of a product have a limb's weight, so that a product takes 69 instructions and a square 57, of which 59 and 39 are
// multiplications, where limbs of 51 bits take 84 and 71.
const fold25519 = 38

// ladderOctets writes eight ladders in the lanes of wide registers, or sixteen in those of two.
func ladderOctets(a *asm, halves int) {
	name, signature := "ladderOctet", ladderLanes
	of := "the state in each lane j of s. Before\nstep i the pair is exchanged if bit 63-i of differs[j] is 1."
	if halves == 2 {
		name, signature = "ladderOctetPair", "func(s *lanes, differs *[16]uint64, n uint64, memory *ladderMemory)"
		of = "the state in each lane j of s[0], and of s[1] where 8 is\nadded to j. Before step i the pair is exchanged if bit 63-i of differs[j] is 1."
	}
	a.function(name, signature,
		name+" runs n steps of ladderGeneric, at least one, for "+of+" Limbs have 52 bits. It overwrites memory,\n"+
			"which should be aligned to 64 bytes. It needs AVX-512 F, VL and IFMA.", 0)
	memory := a.scratch("memory", rbx)
	place := func(i int) operand.Mem { return memory.Offset(halves * octetBytes * i) }
	outside := func(h, i int) operand.Mem {
		return operand.Mem{Base: rdi, Disp: octetBytes * (ladderState*h + i)}
	}
	e := newOctetEngine(a, octets25519, halves)
	e.bits = place(ladderPlaces)

	a.loadConstants52(fold25519)
	a.load("differs", rsi)
	a.load("n", rcx)
	a.load("s", rdi)
	a.inWideRegisters(func() {
		for h := range halves {
			a.VMOVDQU64(operand.Mem{Base: rsi, Disp: 64 * h}, temp[0])
			a.VMOVDQU64(temp[0], half(e.bits, h))
			for i := range ladderState {
				a.octetLoad(left, outside(h, i))
				a.octetCarry52(left)
				a.octetStore(half(place(i), h), left)
			}
		}
		startStep(e, place)
		e.flush()
		a.Label("loop")
		finishStep(e, place)
		startStep(e, place) // of the next one, or of none
		e.flush()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("loop"))
		for h := range halves {
			for i := range ladderState - 1 {
				a.octetLoad(left, half(place(i), h))
				a.octetCarry52(left)
				a.octetStore(outside(h, i), left)
			}
		}
	})
	a.VZEROUPPER()
	a.RET()
}

// ladderMemory is how many words of memory they need: as many as ladderOctetPair takes, which needs most.
const ladderMemory = (ladderPlaces + 1) * pairBytes / 8

const ladderLanes = "func(s *octet, differs *[8]uint64, n uint64, memory *ladderMemory)"
