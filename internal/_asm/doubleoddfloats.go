// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The sums of doubleoddlanes.go with doubles, for one half of the lanes.

// A quarticFloats is the memory of a routine: a point, one that is added, and what the formulas need.
type quarticFloats struct {
	curveFloats
	c     pointFormulas
	v, q  quarticPoints
	temp  [quarticTemps]factor
	state *layout
	names [4]string
	swaps bool // see quarticRoutine
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
// bits of RDX. It overwrites RAX.
func (m quarticFloats) gather(quad int, places []operand.Mem) {
	m.curveFloats.gather(quad, places, m.q[:]...)
	m.takeSigns()
	if m.swaps {
		m.exchange(quadOf(m.q[0].Mem, quad), quadOf(m.q[1].Mem, quad))
	}
	for k := range raw {
		limb := quadOf(m.q[2].Mem, quad).Offset(32 * k)
		m.VMOVUPD(limb, raw[k])
		m.signed(raw[k], ymm[5+k])
		m.VMOVUPD(ymm[5+k], limb)
	}
}

// exchange gives two elements of four lanes each other's place in those whose sign is negative.
func (m quarticFloats) exchange(x, y operand.Mem) {
	negative := ymm[15]
	m.VMOVUPD(operand.Mem{Base: rdi, Index: rax, Scale: 1}, negative)
	for k := range raw {
		a, b, c, d := ymm[5], ymm[6], ymm[7], ymm[8]
		m.VMOVUPD(x.Offset(32*k), a)
		m.VMOVUPD(y.Offset(32*k), b)
		m.VBLENDVPD(negative, b, a, c)
		m.VBLENDVPD(negative, a, b, d)
		m.VMOVUPD(c, x.Offset(32*k))
		m.VMOVUPD(d, y.Offset(32*k))
	}
}

// doubleOddFloats writes the sums in lanes of the two curves. They need AVX2 and FMA.
func doubleOddFloats(a *asm) {
	for _, of := range doubleOddFields {
		f := curveField{of.fold, of.name}
		curveRoutines(a, f)
		memoryOf := func(memory reg.Register) quarticFloats {
			m := newQuarticFloats(a, f, memory, &quarticStateLayout, quarticNames)
			m.c = quarticLanes{e: m.curveFloats, isE: f.suffix == "E", temp: m.temp}
			return m
		}
		a.curveFunction("floatSteps"+f.suffix, "func(v *laneState, steps *laneStep, count uint64",
			" takes the steps, at least one, in every lane: as laneStepsGeneric.", func(memory, half reg.Register) {
				memoryOf(memory).steps(half)
			})
		a.curveFunction("floatSqrNMul"+f.suffix, floatSqrNMulSignature, floatSqrNMulDoc, func(memory, half reg.Register) {
			m := memoryOf(memory)
			m.sqrNMul(half, m.temp[0], m.temp[1])
		})
	}
}

// steps writes the steps of sums.
func (m quarticFloats) steps(half reg.Register) {
	v, steps := reg.R8, rbx
	m.asm.load("v", v)
	m.asm.load("steps", steps)
	m.asm.load("count", rcx)
	m.toHalf(half, laneHalfBytes, v)
	m.coordinates(v, m.curveFloats.load)

	m.Label("step")
	m.MOVQ(quarticStepLayout.at(steps, "Doublings"), rax)
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

	m.gatherStep(half, steps, &quarticStepLayout, m.gather)
	m.c.add(m.v, m.q)
	m.ADDQ(operand.Imm(uint64(quarticStepLayout.size)), steps)
	m.DECQ(rcx)
	m.JNE(operand.LabelRef("step"))
	m.coordinates(v, func(own factor, of operand.Mem) { m.store(of, own) })
}
