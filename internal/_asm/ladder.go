// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var ladderTypes = []goType{{"state", 16}, {"element", 4}, {"single", 20}, {"octet", 200}, {"lanes", 400}, {"ladderMemory", ladderMemory}}

// ladders writes the ladders of internal/curve25519.
func ladders(a *asm) {
	ladder(a)
	ladderVectors(a)
	ladderOctets(a, 1)
	ladderOctets(a, 2)
	integerRoutines(a)
	ladderQuad(a)
	laddersBeside(a, 1)
	laddersBeside(a, 2)
}

// ladder writes the ladder on 64-bit limbs.
//
// There is another way, which was tried: from the low bits of k on, the doublings depend on no bit of it, and can run
// in general registers beside the additions in vectors. On Zen 3 that takes 0.81 of the time while the core has nothing else to
// do, and 1.14 while its other thread computes, since a step is some 1,020 instructions instead of 861.
func ladder(a *asm) {
	a.function("ladder", "func(s *state, u *element, k *[4]uint64, bit uint64)",
		"ladder runs the steps of ladderGeneric for the bits of k from bit down to 0.\n"+
			"s and u are at most 2^256 - 38 on entry. It needs cpu.Features.V3.", 0)
	u, words := a.place(), a.AllocLocal(elementSize)
	k := at(words)
	x2, z2, x3, z3 := a.place(), a.place(), a.place(), a.place()
	A, B, C, D, E, F := a.place(), a.place(), a.place(), a.place(), a.place(), a.place()
	bit, previous, differs := a.word(), a.word(), a.word()
	f := p25519

	state := []number{x2, z2, x3, z3}
	const atMost = "the callers see to it"
	a.load("u", rsi)
	a.assume(element(rsi, 0), atMost)
	a.copyNumber(u, element(rsi, 0))
	a.load("k", rsi)
	a.copyNumber(k, element(rsi, 0))
	a.load("s", rsi)
	for i, n := range state {
		a.assume(element(rsi, i), atMost)
		a.copyNumber(n, element(rsi, i))
	}
	a.MOVQ(operand.U32(0), previous)
	a.load("bit", rax)
	a.MOVQ(rax, bit)

	a.bothChains(func() {
		loop := a.label("loop")
		// At the top of the loop (x2:z2) = [m + previous]P and (x3:z3) =
		// [m + 1 - previous]P, where m is what has been read of k. The step doubles
		// [m + b]P for the next bit b, which is the first of them if b = previous,
		// and sets (x3:z3) to the sum of the two, which does not depend on which is
		// which: exchanging them only changes the sign of DA - CB.
		a.head(loop, u, x2, z2, x3, z3)
		// z3 = u·(DA - CB)^2, x3 = (DA + CB)^2, z2 = e·(AA + 121665·e) with
		// e = AA - BB, x2 = AA·BB.
		chosen := limbs(acc[0], rcx, rsi, rdi)
		square := func(x, y number) func() { // of the one of the pair to double
			return func() {
				a.CMPQ(differs, operand.Imm(0))
				for i, limb := range chosen.limb {
					a.MOVQ(x.limb[i], limb)
					a.CMOVQNE(y.limb[i], limb)
				}
				a.sqr(f, chosen)
			}
		}
		difference := func() { D = a.keep(D, func() { a.sub(f, x3, z3) }) }
		// RDX = the next bit of k; differs = whether it is not the previous one.
		next := func() {
			a.bitAt(bit, words)
			a.MOVQ(previous, rcx)
			a.MOVQ(rdx, previous)
			a.XORQ(rdx, rcx)
			a.MOVQ(rcx, differs)
		}
		squareA := func() { A = a.keep(A, square(A, C)) }
		squareB := func() { B = a.keep(B, square(B, D)) }
		crossDifference := func() { D = a.keep(D, func() { a.sub(f, E, F) }) }
		inOrder := func(steps ...func()) {
			for _, step := range steps {
				step()
			}
		}
		// The order is the fastest of those tried: it leaves independent products
		// next to each other, also from one step to the next. Others take up to a fifth more. With two
		// chains, on Zen 3, it is another one, which takes 4 % less there.
		A = a.keep(A, func() { a.add(f, x2, z2) })
		B = a.keep(B, func() { a.sub(f, x2, z2) })
		C = a.keep(C, func() { a.add(f, x3, z3) })
		if a.kernel == adx {
			inOrder(next, difference)
		} else {
			inOrder(difference, next)
		}
		F = a.keep(F, func() { a.mul(f, C, B) })
		E = a.keep(E, func() { a.mul(f, D, A) })
		if a.kernel == adx {
			inOrder(squareB, crossDifference, squareA)
		} else {
			inOrder(squareA, squareB, crossDifference)
		}
		e := a.keep(z2, func() { a.sub(f, A, B) })
		D = a.keep(D, func() { a.sqr(f, D) })
		factor := a.keep(x3, func() { a.mulSmall(f, e, 121665); a.plus(f, A) })
		C = a.keep(C, func() { a.add(f, E, F) })
		a.keep(x2, func() { a.mul(f, A, B) })
		a.keep(z3, func() { a.mul(f, u, D) })
		a.keep(z2, func() { a.mul(f, e, factor) })
		a.keep(x3, func() { a.sqr(f, C) })

		a.DECQ(bit)
		a.JGE(operand.LabelRef(loop))

		a.load("s", rsi)
		for i, n := range state {
			a.copyNumber(element(rsi, i), n)
		}
		a.RET()
	})
}

// bitAt sets RDX to the bit of the words at k whose number is in i. It overwrites RAX and RCX.
func (a *asm) bitAt(i, k operand.Mem) {
	a.MOVQ(i, rcx)
	a.MOVQ(rcx, rax)
	a.SHRQ(operand.Imm(6), rax)
	a.MOVQ(k.Idx(rax, 8), rdx)
	a.SHRQ(reg.CL, rdx)
	a.ANDL(operand.Imm(1), reg.EDX)
}

// ladderVectors writes the ladder with the four elements of its state in
// the lanes of one vector. A step is three products.
func ladderVectors(a *asm) {
	frame := a.function("ladderIFMA", "func(s *state, u *element, k *[4]uint64, bit uint64)",
		"ladderIFMA runs the steps of ladderGeneric for the bits of k from bit down to 0.\n"+
			"It needs AVX-512 F, VL and IFMA.", 32*12)
	vector := func(i int) operand.Mem { return frame.Offset(32 * i) }
	saved, last := vector(0), vector(5) // raw limbs of AA and BB; the lanes (·, ·, 1, u)
	bit, previous := lane(vector(10), 0), lane(vector(10), 1)
	k := vector(11)
	leftIndex := a.vectorConstant("leftIndex", 0, 1, 2, 3)
	rightIndex := a.vectorConstant("rightIndex", 0, 1, 1, 0)
	small := a.vectorConstant("small", 0, 121665, 0, 0)
	one := a.vectorConstant("one", 1, 0, 0, 0)

	a.loadConstants(forLadder)
	a.load("u", rsi)
	a.VPXORQ(rows[0], rows[0], rows[0])
	a.VPXORQ(rows[1], rows[1], rows[1])
	a.VMOVDQU64(one, rows[2])
	a.VMOVDQU64(operand.Mem{Base: rsi}, rows[3])
	a.quadLoad(left)
	for i := range left {
		a.VMOVDQU64(left[i], limb(last, i))
	}
	a.load("k", rsi)
	for i := range 4 {
		a.MOVQ(operand.Mem{Base: rsi, Disp: 8 * i}, rax)
		a.MOVQ(rax, lane(k, i))
	}
	a.load("bit", rcx)
	a.MOVQ(rcx, bit)
	a.MOVQ(operand.U32(0), previous)
	a.load("s", rdi)
	a.quadLoadFrom(raw, rdi, lanesInPlace)

	a.Label("loop")
	// Twice whether the next bit of k differs from the previous, in lanes 0 and 1.
	a.bitAt(bit, k)
	a.MOVQ(previous, rax)
	a.MOVQ(rdx, previous)
	a.XORQ(rdx, rax)
	a.ADDQ(rax, rax)
	swap, leftLanes, rightLanes := high[6], high[7], high[8]
	a.VPBROADCASTQ_Z(rax, laneMask[0b0011], swap)
	a.VPXORQ(leftIndex, swap, leftLanes)
	a.VPXORQ(rightIndex, swap, rightLanes)

	// Of (A, B, C, D) = (x2 + z2, x2 - z2, x3 + z3, x3 - z3): (A, B, C, D)·(A, B, B, A) = (AA, BB, CB, DA); if the
	// bits differ, (C, D, C, D)·(C, D, B, A).
	a.quadSums(left, raw, false)
	a.quadCarryDown(left, left, nothing, func(i int) {
		a.VPERMQ(left[i], rightLanes, right[i])
		a.VPERMQ(left[i], leftLanes, left[i])
	})
	a.quadProduct()
	for i := range raw {
		a.VMOVDQU64(raw[i], limb(saved, i))
	}

	// left = (AA, E, S, M) = (AA, AA - BB, CB + DA, CB - DA), right = (0, 121665, S, M).
	a.quadSums(left, raw, true)
	a.quadCarryDown(left, left, nothing, func(i int) { a.VMOVDQA64_Z(left[i], laneMask[0b1100], right[i]) })
	a.VPORQ(small, right[0], right[0])
	a.quadProduct()

	// left = (AA, E, 1, u), right = (BB, AA + 121665·E, S^2, M^2).
	a.quadCarryDown(right, raw, func(i int) {
		a.VMOVDQU64(limb(saved, i), temp[i])
		a.VPERMILPD_Z(otherOfPair, temp[i], laneMask[0b0011], temp[i])
		a.VPADDQ(temp[i], raw[i], raw[i])
	}, nothing)
	for i := range left {
		a.VMOVDQU64(limb(last, i), laneMask[0b1100], left[i])
	}
	// (AA·BB, E·(AA + 121665·E), S^2, u·M^2) = (x2, z2, x3, z3).
	a.quadProduct()

	a.DECQ(bit)
	a.JGE(operand.LabelRef("loop"))

	a.load("s", rdi)
	a.quadStore(rdi, raw, lanesInPlace)
	a.VZEROUPPER()
	a.RET()
}
