// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sums of doubleoddlanes.go with doubles.

// A quarticFloats is the memory of a routine: a point, one that is added, and what the formulas need.
type quarticFloats struct {
	curveFloats
	c     pointFormulas
	v, q  quarticPoints
	temp  [quarticTemps]factor
	state *layout
	names [4]string
}

func newQuarticFloats(a *asm, f floatField, memory reg.Register, state *layout, names [4]string) (m quarticFloats) {
	n := 0
	place := func() factor {
		n++
		return factor{operand.Mem{Base: memory, Disp: (n - 1) * curveFloatBytes}}
	}
	m.curveFloats = curveFloats{a, f, map[operand.Mem]bool{}}
	m.state, m.names = state, names
	for _, list := range [][]factor{m.v[:], m.q[:], m.temp[:]} {
		for i := range list {
			list[i] = place()
		}
	}
	return m
}

// coordinates calls use for each coordinate of v, and where it is in Go's memory at r.
func (m quarticFloats) coordinates(r reg.Register, use func(own factor, of operand.Mem)) {
	for i, name := range m.names {
		use(m.v[i], m.state.at(r, name))
	}
}

// gather makes q of the points at the four places, in the lanes of a quad, and negates them in the lanes of the four lowest
// bits of RDX.
func (m quarticFloats) gather(quad int, places []operand.Mem) {
	m.curveFloats.gather(quad, places, m.q[:]...)
	m.LEAQ(quadOf(m.q[0].Mem, quad), rsi)
	m.call("negateQuad")
}

// negateQuad writes what gather calls. See quarticRoutine for swaps.
func negateQuad(a *asm, swaps bool) {
	a.inFloatRegisters(func() {
		a.routine("negateQuad", "negates the points in a quad whose first coordinate is at RSI, in the lanes of the four lowest bits of RDX.\n"+
			"It overwrites RAX and RDI.")
		e := curveFloats{asm: a}
		coordinate := func(i int) operand.Mem { return operand.Mem{Base: rsi, Disp: i * curveFloatBytes} }
		e.takeSigns()
		if swaps {
			e.exchange(coordinate(0), coordinate(1))
		}
		for k := range raw {
			limb := coordinate(2).Offset(32 * k)
			e.VMOVUPD(limb, raw[k])
			e.signed(raw[k], ymm[5+k])
			e.VMOVUPD(ymm[5+k], limb)
		}
		a.RET()
	})
}

// exchange gives two elements of four lanes each other's place in those whose sign is negative.
func (e curveFloats) exchange(x, y operand.Mem) {
	negative := ymm[15]
	e.VMOVUPD(operand.Mem{Base: rdi, Index: rax, Scale: 1}, negative)
	for k := range raw {
		a, b, c, d := ymm[5], ymm[6], ymm[7], ymm[8]
		e.VMOVUPD(x.Offset(32*k), a)
		e.VMOVUPD(y.Offset(32*k), b)
		e.VBLENDVPD(negative, b, a, c)
		e.VBLENDVPD(negative, a, b, d)
		e.VMOVUPD(c, x.Offset(32*k))
		e.VMOVUPD(d, y.Offset(32*k))
	}
}

// doubleOddFloats writes the sums in lanes of the two curves. They need AVX2 and FMA.
func doubleOddFloats(a *asm) {
	negateQuad(a, false)
	for _, of := range doubleOddFields {
		f := curveField{of.fold, of.name}
		curveRoutines(a, f)
		memoryOf := func(memory reg.Register) quarticFloats {
			m := newQuarticFloats(a, f, memory, &quarticStateLayout, quarticNames)
			m.c = quarticLanes{e: m.curveFloats, isE: f.suffix == "E", temp: m.temp}
			return m
		}
		a.curveFunction("floatSteps"+f.suffix, quarticStepsSignature, quarticStepsDoc, func(memory reg.Register) {
			memoryOf(memory).steps(&quarticStepLayout)
		})
		a.halfFunction("floatSqrNMul"+f.suffix, sqrNMulSignature, floatSqrNMulDoc, func(memory, half reg.Register) {
			m := memoryOf(memory)
			m.sqrNMul(half, m.temp[0], m.temp[1])
		})
	}
}

// steps writes the steps of sums, with that layout: quarticStepLayout, or one without tables.
func (m quarticFloats) steps(step *layout) {
	v, steps := reg.R8, rbx
	m.asm.load("v", v)
	m.asm.load("steps", steps)
	m.asm.load("count", rcx)
	m.coordinates(v, m.curveFloats.load)

	tables := step == &quarticStepLayout
	places := func(quad int, all []operand.Mem) []operand.Mem { return all[4*quad:][:4] }
	m.Label("step")
	if tables {
		entriesOf(m.asm, "From", steps, reg.R9, func(all []operand.Mem) {
			inQuads(func(quad int) { m.curveFloats.gather(quad, places(quad, all), m.v[:]...) })
		})
	}
	m.MOVQ(step.at(steps, "Doublings"), rax)
	m.TESTQ(rax, rax)
	m.JEQ(operand.LabelRef("gather"))
	m.c.enter(m.v)
	m.Label("double")
	m.DECQ(rax)
	m.JEQ(operand.LabelRef("doubled"))
	m.c.again(m.v)
	m.JMP(operand.LabelRef("double"))
	m.Label("doubled")
	m.c.leave(m.v)

	m.Label("gather")
	if tables {
		m.MOVQ(step.at(steps, "From"), rax)
		m.TESTQ(rax, rax)
		m.JNE(operand.LabelRef("added"))
	}
	m.gatherStep(steps, step, quarticEntry, m.gather)
	m.c.add(m.v, m.q)
	if tables {
		m.Label("added")
		entriesOf(m.asm, "To", steps, reg.R9, func(all []operand.Mem) {
			inQuads(func(quad int) { m.scatter(quad, places(quad, all), m.v[:]...) })
		})
	}
	m.ADDQ(operand.Imm(uint64(step.size)), steps)
	m.DECQ(rcx)
	m.JNE(operand.LabelRef("step"))
	m.coordinates(v, func(own factor, of operand.Mem) { m.store(of, own) })
}
