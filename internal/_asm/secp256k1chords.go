// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sums of two affine points of secp256k1 in the lanes of vectors, by chords and tangents: the twins are in chords.go
// of internal/secp256k1. Slopes are quotients, and all steps share one inversion in each lane: a first routine multiplies
// what they are divided by, and a second one goes back from the inverse of the product. All of it is for public points.

// What the routines get from Go.
var chordStepLayout = newLayout("P", 16*8, "Q", 16*8, "Sums", 8, "Negative", 8, "Tangent", 8)

// A chordMemory is where the elements of a routine are: the points P and Q, with -x and y; the product or the inverse that goes
// from step to step; and three more.
type chordMemory struct {
	minusXP, yP, minusXQ, yQ, running factor
	inverse, rise, other              factor
}

func newChordMemory(temp [8]operand.Mem) chordMemory {
	at := func(i int) factor { return factor{temp[i]} }
	return chordMemory{at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)}
}

// chord sets other to what the slope of the chord is divided by, and tangent to what that of the tangent at P is.
func (m *chordMemory) chord(e curveEngine) {
	e.linear(m.other, term{1, m.minusXQ.raw()}, term{-1, m.minusXP.raw()})
}

func (m *chordMemory) tangent(e curveEngine) { e.linear(m.other, term{2, m.yP.raw()}) }

// chordRise sets rise to what is divided by that, and tangentRise to 3·xP^2. They overwrite other.
func (m *chordMemory) chordRise(e curveEngine) { e.addSigned(m.rise, m.yP.raw(), m.yQ.raw()) }

func (m *chordMemory) tangentRise(e curveEngine) {
	square := m.other.raw()
	e.square(square, m.minusXP)
	e.linear(m.rise, term{1, square}, term{2, square})
}

// sum sets Q to the sum of P and Q, for the inverse of what the slope is divided by, and the rise.
func (m *chordMemory) sum(e curveEngine) {
	// L = rise·inverse: x3 = L^2 - xP - xQ, y3 = L·(xP - x3) - yP.
	L, LL, T, G := m.rise, m.other.raw(), m.inverse, m.other.raw()
	e.productFactor(L, m.rise, m.inverse)
	e.square(LL, L)
	e.linear(m.minusXQ, term{-1, LL}, term{-1, m.minusXP.raw()}, term{-1, m.minusXQ.raw()})
	e.linear(T, term{1, m.minusXQ.raw()}, term{-1, m.minusXP.raw()})
	e.product(G, L, T)
	e.linear(m.yQ, term{1, G}, term{-1, m.yP.raw()})
}

const (
	differencesDoc = " sets the product of each step to that of what the slopes of its chord or tangent is divided by in the\n" +
		"steps before it, and of what is in product at first; and product to that of all: as differencesGeneric."
	chordsDoc            = " sets the sums of each step to those of its points, where inverse is that of the product of all: as chordsGeneric."
	differencesSignature = "func(product, products *lanePair, steps *chordStep, count uint64"
	chordsSignature      = "func(inverse, products *lanePair, steps *chordStep, count uint64"
)

// chordsBackwards makes products and steps those of the last step.
func (a *asm) chordsBackwards(products, steps reg.Register) {
	a.MOVQ(rcx, rax)
	a.DECQ(rax)
	a.IMUL3Q(operand.U32(uint32(chordStepLayout.size)), rax, rdx)
	a.ADDQ(rdx, steps)
	a.IMUL3Q(operand.U32(pairBytes), rax, rdx)
	a.ADDQ(rdx, products)
}

// nextChord goes to the next step, or to the one before.
func (a *asm) nextChord(move func(x, y operand.Op), products, steps reg.Register) {
	move(operand.U32(uint32(chordStepLayout.size)), steps)
	move(operand.U32(pairBytes), products)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
}

// ifTangent writes what to do for a tangent, and otherwise. flush comes at the end of each.
func (a *asm) ifTangent(steps reg.Register, flush, tangent, otherwise func()) {
	a.MOVQ(chordStepLayout.at(steps, "Tangent"), rax)
	a.TESTQ(rax, rax)
	a.JEQ(operand.LabelRef("chord"))
	tangent()
	flush()
	a.JMP(operand.LabelRef("both"))
	a.Label("chord")
	otherwise()
	flush()
	a.Label("both")
}

// laneChords writes the routines. They need AVX-512 F, VL and IFMA.
func laneChords(a *asm) {
	steps, products := rbx, reg.R15
	pointers := []reg.Register{rdi, rdx, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13}
	var places []operand.Mem
	for _, r := range pointers {
		places = append(places, operand.Mem{Base: r})
	}
	at := func(points string, half int) {
		for j, r := range pointers {
			a.MOVQ(chordStepLayout.at(steps, points).Offset(8*(8*half+j)), r)
		}
	}
	// gather gathers points, of which y may have no place.
	gather := func(e octetEngine, points string, minusX, y factor) {
		for h := range 2 {
			at(points, h)
			e.gatherLimbs(h, placesAt(places), minusX, y)
			e.flush()
		}
	}
	start := func(parameter string) (e octetEngine, m chordMemory) {
		a.loadConstants52(curveSecp256k1.fold)
		memory := a.scratch("memory", rsi)
		a.load("steps", steps)
		a.load("products", products)
		a.load("count", rcx)
		a.load(parameter, rdi)
		var temp [8]operand.Mem
		for i := range temp {
			temp[i] = memory.Offset(pairBytes * i)
		}
		return secp256k1Octets(a, 2), newChordMemory(temp)
	}
	product := factor{operand.Mem{Base: products}}

	a.function("laneDifferences", differencesSignature+", memory *laneRoom)", "laneDifferences"+differencesDoc, 0)
	e, m := start("product")
	a.inWideRegisters(func() {
		e.copy(m.running, factor{operand.Mem{Base: rdi}})
		e.flush()
		a.Label("step")
		a.ifTangent(steps, e.flush, func() {
			gather(e, "P", m.minusXP, m.yP)
			m.tangent(e)
		}, func() {
			gather(e, "P", m.minusXP, factor{})
			gather(e, "Q", m.minusXQ, factor{})
			m.chord(e)
		})
		e.copy(product, m.running)
		e.productFactor(m.running, m.running, m.other)
		e.flush()
		a.nextChord(a.ADDQ, products, steps)
		a.load("product", rdi)
		e.copy(factor{operand.Mem{Base: rdi}}, m.running)
		e.flush()
	})
	a.VZEROUPPER()
	a.RET()

	a.function("laneChords", chordsSignature+", memory *laneRoom)", "laneChords"+chordsDoc, 0)
	e, m = start("inverse")
	a.inWideRegisters(func() {
		e.copy(m.running, factor{operand.Mem{Base: rdi}})
		e.flush()
		a.chordsBackwards(products, steps)
		a.Label("step")
		gather(e, "P", m.minusXP, m.yP)
		gather(e, "Q", m.minusXQ, m.yQ)
		a.ifTangent(steps, e.flush, func() {
			m.tangentRise(e)
			m.tangent(e)
		}, func() {
			a.MOVQ(chordStepLayout.at(steps, "Negative"), rax)
			e.takeSigns(0, rax)
			a.SHRQ(operand.Imm(8), rax)
			e.takeSigns(1, rax)
			m.chordRise(e)
			m.chord(e)
		})
		e.productFactor(m.inverse, m.running, product)
		e.productFactor(m.running, m.running, m.other)
		m.sum(e)
		e.flush()
		a.MOVQ(chordStepLayout.at(steps, "Sums"), rdi)
		for i := range 2 {
			a.octetScatter(everyEighth(rdi, 8*i*limbs52Size, limbs52Size), limbs52Parts(half(m.minusXQ.Mem, i), half(m.yQ.Mem, i)))
		}
		a.nextChord(a.SUBQ, products, steps)
	})
	a.VZEROUPPER()
	a.RET()
}

// floatChords writes them with doubles.
func floatChords(a *asm) {
	steps, products := rbx, reg.R8
	pointers := []reg.Register{reg.R9, reg.R10, reg.R11, reg.R12}
	var places []operand.Mem
	for _, r := range pointers {
		places = append(places, operand.Mem{Base: r})
	}
	// inHalf writes body for the lanes of either half, from lane on.
	inHalf := func(half reg.Register, body func(lane int)) {
		second, done := a.label("second"), a.label("done")
		a.TESTQ(half, half)
		a.JNE(operand.LabelRef(second))
		body(0)
		a.JMP(operand.LabelRef(done))
		a.Label(second)
		body(8)
		a.Label(done)
	}
	at := func(points string, lane int) {
		for j, r := range pointers {
			a.MOVQ(chordStepLayout.at(steps, points).Offset(8*(lane+j)), r)
		}
	}
	start := func(own curveFloatMemory, half reg.Register, parameter string) chordMemory {
		m := newChordMemory([8]operand.Mem(own.temp[:]))
		a.load("steps", steps)
		a.load("products", products)
		a.load("count", rcx)
		a.load(parameter, reg.R9)
		a.toHalf(half, octetBytes, products, reg.R9)
		own.e.load(m.running, operand.Mem{Base: reg.R9})
		return m
	}
	nothing := func() {}
	product := operand.Mem{Base: products}
	a.halfFunction("floatDifferences", differencesSignature, differencesDoc, func(memory, half reg.Register) {
		own := newCurveFloatMemory(a, memory)
		e := own.e
		m := start(own, half, "product")
		a.Label("step")
		e.store(product, m.running)
		a.ifTangent(steps, nothing, func() {
			inHalf(half, func(lane int) {
				inQuads(func(q int) {
					at("P", lane+4*q)
					e.gather(q, places, m.minusXP, m.yP)
				})
			})
			m.tangent(e)
		}, func() {
			inHalf(half, func(lane int) {
				inQuads(func(q int) {
					at("P", lane+4*q)
					e.gatherOf(2, q, places, m.minusXP)
					at("Q", lane+4*q)
					e.gatherOf(2, q, places, m.minusXQ)
				})
			})
			m.chord(e)
		})
		e.productFactor(m.running, m.running, m.other)
		a.nextChord(a.ADDQ, products, steps)
		a.load("product", reg.R9)
		a.toHalf(half, octetBytes, reg.R9)
		e.store(operand.Mem{Base: reg.R9}, m.running)
	})
	a.halfFunction("floatChords", chordsSignature, chordsDoc, func(memory, half reg.Register) {
		own := newCurveFloatMemory(a, memory)
		e := own.e
		m := start(own, half, "inverse")
		a.chordsBackwards(products, steps)
		a.Label("step")
		inHalf(half, func(lane int) {
			inQuads(func(q int) {
				at("P", lane+4*q)
				e.gather(q, places, m.minusXP, m.yP)
				at("Q", lane+4*q)
				e.gather(q, places, m.minusXQ, m.yQ)
			})
		})
		// One after the other, for the checker follows all signs of four lanes one by one.
		inQuads(func(q int) {
			inHalf(half, func(lane int) {
				a.MOVQ(chordStepLayout.at(steps, "Negative"), rdx)
				if shift := lane + 4*q; shift > 0 {
					a.SHRQ(operand.Imm(uint64(shift)), rdx)
				}
				e.takeSigns()
				for i, v := range raw {
					limb := quadOf(m.yQ.Mem, q).Offset(32 * i)
					e.VMOVUPD(limb, v)
					e.signed(v, ymm[5+i])
					e.VMOVUPD(ymm[5+i], limb)
				}
			})
		})
		e.load(m.inverse, product)
		e.productFactor(m.inverse, m.inverse, m.running)
		a.ifTangent(steps, nothing, func() {
			m.tangentRise(e)
			m.tangent(e)
		}, func() {
			m.chordRise(e)
			m.chord(e)
		})
		e.productFactor(m.running, m.running, m.other)
		m.sum(e)
		a.MOVQ(chordStepLayout.at(steps, "Sums"), reg.R9)
		a.toHalf(half, 8*limbs52Size, reg.R9)
		inQuads(func(q int) {
			to := everyEighth(reg.R9, 4*q*limbs52Size, limbs52Size)
			e.scatter(q, to[:4], m.minusXQ, m.yQ)
		})
		a.nextChord(a.SUBQ, products, steps)
	})
}
