// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sums of multiples of points of the double-odd curves in the lanes of vectors, each with points of its own and all
// with the same steps, in doubles: the twins are in lanes.go of internal/doubleodd. All of it is for public points.

// quarticPoints are places of points (E, Z, U, T), one in each lane.
type quarticPoints [4]factor

// A quarticFloats is the arithmetic of one of the curves, for eight lanes.
type quarticFloats struct {
	curveFloats
	isE  bool
	temp [6]factor
}

// add sets v = v + q: the formulas are complete.
func (c quarticFloats) add(v, q quarticPoints) {
	// With s = 4 on E, so that 16·c3·zt is 4·c3·(s·zt), and s = 1 on S:
	t := c.temp
	E, Z, U, T := v[0], v[1], v[2], v[3]
	c2, c4, zt, g, h := t[0], t[1], t[2], t[3], t[0]
	c.product(c2.raw(), Z, q[1])
	c.product(c4.raw(), T, q[3])
	c.linear(t[2], term{1, Z.raw()}, term{1, T.raw()})
	c.linear(t[3], term{1, q[1].raw()}, term{1, q[3].raw()})
	c.product(zt.raw(), t[2], t[3])
	if c.isE { // g = c2 + 8·c4, h = c2 - 8·c4
		c.linear(zt, term{4, zt.raw()}, term{-4, c2.raw()}, term{-4, c4.raw()})
		c.linear(g, term{1, c2.raw()}, term{8, c4.raw()})
		c.linear(h, term{1, c2.raw()}, term{-8, c4.raw()})
	} else { // g = c2 - c4, h = c2 + c4
		c.linear(zt, term{1, zt.raw()}, term{-1, c2.raw()}, term{-1, c4.raw()})
		c.linear(g, term{1, c2.raw()}, term{-1, c4.raw()})
		c.linear(h, term{1, c2.raw()}, term{1, c4.raw()})
	}
	c1, c3, eu := t[1], t[4], T
	c.linear(t[5], term{1, q[0].raw()}, term{1, q[2].raw()})
	c.linear(T, term{1, E.raw()}, term{1, U.raw()})
	c.product(c1.raw(), E, q[0])
	c.product(c3.raw(), U, q[2])
	c.product(eu.raw(), T, t[5])
	c.linear(eu, term{1, eu.raw()}, term{-1, c1.raw()}, term{-1, c3.raw()})
	if c.isE { // E = g·c1 + 16·c3·zt
		c.linear(c1, term{1, c1.raw()})
		c.linear(c3, term{1, c3.raw()})
	} else { // E = g·(c1 + 2·c3) - 2·c3·zt
		c.linear(c1, term{1, c1.raw()}, term{2, c3.raw()})
		c.linear(c3, term{2, c3.raw()})
	}
	c.product(c1.raw(), c1, g)
	c.product(c3.raw(), c3, zt)
	c.productFactor(U, h, eu)
	c.squareFactor(Z, h)
	if c.isE {
		c.linear(E, term{1, c1.raw()}, term{4, c3.raw()})
	} else {
		c.linear(E, term{1, c1.raw()}, term{-1, c3.raw()})
	}
	c.squareFactor(T, eu)
}

// enter sets (E, Z, U) to (Y, W, J) of [2]v: see doubleGeneric.
func (c quarticFloats) enter(v quarticPoints) {
	t := c.temp
	E, Z, U, T := v[0], v[1], v[2], v[3]
	if c.isE {
		A, EU, ZZ, AA := t[0], t[1], t[2], t[3]
		c.squareFactor(A, E)
		c.product(EU.raw(), E, U)
		c.square(ZZ.raw(), Z)
		c.linear(U, term{2, EU.raw()})
		c.square(AA.raw(), A)
		c.linear(Z, term{2, ZZ.raw()}, term{-1, A.raw()})
		c.linear(E, term{2, AA.raw()})
		return
	}
	A, EU, S, AA := t[0], t[1], t[2], t[3]
	c.square(A.raw(), U)
	c.product(EU.raw(), E, U)
	c.linear(S, term{1, T.raw()}, term{1, Z.raw()})
	c.linear(A, term{2, A.raw()})
	c.square(S.raw(), S)
	c.linear(U, term{2, EU.raw()})
	c.square(AA.raw(), A)
	c.linear(Z, term{1, S.raw()}, term{-1, A.raw()})
	c.linear(E, term{4, AA.raw()})
}

// again doubles (Y, W, J).
func (c quarticFloats) again(v quarticPoints) {
	t := c.temp
	Y, W, J := v[0], v[1], v[2]
	if c.isE {
		A, WJ, B, AA, C := t[0], t[1], t[2], t[3], t[4]
		c.squareFactor(A, W)
		c.productFactor(WJ, W, J)
		c.linear(B, term{1, A.raw()}, term{-1, Y.raw()})
		c.square(AA.raw(), A)
		c.squareFactor(C, B)
		c.product(J.raw(), WJ, B)
		c.linear(W, term{1, C.raw()}, term{-2, AA.raw()})
		c.square(Y.raw(), C)
		c.linear(J, term{2, J.raw()})
		c.linear(Y, term{2, Y.raw()})
		return
	}
	A, S, C, B, CC := t[0], t[1], t[2], t[3], t[4]
	c.product(A.raw(), W, J)
	c.linear(S, term{1, W.raw()}, term{1, J.raw()})
	c.linear(A, term{2, A.raw()})
	c.square(S.raw(), S)
	c.squareFactor(B, A)
	c.linear(C, term{1, S.raw()}, term{-1, A.raw()})
	c.linear(J, term{1, Y.raw()}, term{-1, C.raw()})
	c.square(CC.raw(), C)
	c.product(J.raw(), J, A)
	c.square(Y.raw(), B)
	c.linear(W, term{1, B.raw()}, term{-2, CC.raw()})
	c.linear(J, term{2, J.raw()})
	c.linear(Y, term{4, Y.raw()})
}

// leave makes (E, Z, U, T) of (Y, W, J).
func (c quarticFloats) leave(v quarticPoints) {
	E, Z, U, T := v[0], v[1], v[2], v[3]
	c.squareFactor(T, U)
	c.productFactor(U, U, Z)
	c.squareFactor(Z, Z)
	if c.isE {
		c.linear(E, term{1, E.raw()}, term{-1, Z.raw()})
	} else {
		c.linear(E, term{1, Z.raw()}, term{1, T.raw()}, term{-1, E.raw()})
	}
}

// What these routines get from Go. A point in a table has limbs 0 to 3 of E, those of Z, of U and of T, and then limb 4
// of each.
const (
	quarticElement = 5 * 8 * 8 // of eight lanes
	quarticEntry   = 5 * 32    // a point in a table
	quarticEntries = 16        // in a table
)

var (
	quarticStateLayout = newLayout("e", quarticElement, "z", quarticElement, "u", quarticElement, "t", quarticElement)
	quarticStepLayout  = newLayout("Q", 8*8, "Negative", 8, "Doublings", 8)
)

// A quarticMemory is the memory of a routine.
type quarticMemory struct {
	c    quarticFloats
	v, q quarticPoints
}

func newQuarticMemory(a *asm, f curveField, r reg.Register) (m quarticMemory) {
	n := 0
	place := func() factor {
		n++
		return factor{operand.Mem{Base: r, Disp: (n - 1) * curveFloatBytes}}
	}
	m.c = quarticFloats{curveFloats: curveFloats{a, f, map[operand.Mem]bool{}}, isE: f.name == "E"}
	for _, list := range [][]factor{m.v[:], m.q[:], m.c.temp[:]} {
		for i := range list {
			list[i] = place()
		}
	}
	return m
}

// quarticPlaces is how many elements a quarticMemory has.
const quarticPlaces = 4 + 4 + 6

// coordinates calls use for each coordinate of v, and where it is in Go's memory at r.
func (m quarticMemory) coordinates(r reg.Register, use func(own factor, of operand.Mem)) {
	for i, name := range []string{"e", "z", "u", "t"} {
		use(m.v[i], quarticStateLayout.at(r, name))
	}
}

// gather makes q of the points at the four places, in the lanes of a quad, and changes the sign of U in the lanes of
// the four lowest bits of negative. It overwrites RAX.
func (m quarticMemory) gather(quad int, places []operand.Mem, negative reg.Register) {
	c, last := m.c, [4]reg.VecPhysical{raw[4], ymm[13], ymm[14], ymm[15]} // raw[4] is for the first one
	load := func(part int) {
		for j, row := range rows {
			c.VMOVDQU(places[j].Offset(32*part), row)
		}
		c.transpose(rows)
	}
	load(4)
	for i, row := range rows {
		c.VMOVDQU(row, last[i])
	}
	for i, z := range m.q {
		load(i)
		for k, row := range rows {
			c.VMOVDQU(row, raw[k])
		}
		if i > 0 {
			c.VMOVDQU(last[i], raw[4])
		}
		c.mixed()
		c.carried(quadOf(z.Mem, quad), [5]uint64{})
		c.put(z.Mem, true)
		if i != 2 {
			continue
		}
		c.takeSigns(negative)
		for k, v := range raw {
			c.signed(v, ymm[5+k])
			c.VMOVUPD(ymm[5+k], quadOf(z.Mem, quad).Offset(32*k))
		}
	}
}

// scatter writes the lanes of v as points next to each other in tables, so many bytes apart.
func (m quarticMemory) scatter(r reg.Register, apart int) {
	inQuads(func(quad int) {
		places := everyEighth(r, 4*quad*apart, apart)
		part := func(n int, z [4]reg.VecPhysical) {
			m.c.transpose(z)
			for j, row := range z {
				m.c.VMOVDQU(row, places[j].Offset(32*n))
			}
		}
		last := rows
		for n, x := range m.v {
			m.c.want(x)
			m.c.integers(quadOf(x.Mem, quad))
			m.c.VMOVDQU(raw[4], last[n])
			part(n, [4]reg.VecPhysical(raw[:4]))
		}
		part(4, last)
	})
}

// doubleOddFloats writes the sums in lanes of the two curves. They need AVX2 and FMA.
func doubleOddFloats(a *asm) {
	for _, f := range []curveField{{37302, "E"}, {7914, "S"}} {
		curveRoutines(a, f)
		write := func(name, signature, doc string, body func(m quarticMemory)) {
			name += f.name
			a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory, and needs FMA.", 0)
			mxcsr := a.word()
			a.STMXCSR(mxcsr)
			a.LDMXCSR(a.vectorConstant("nearest", nearest))
			memory := reg.R15
			a.load("memory", memory)
			a.inFloatRegisters(func() { body(newQuarticMemory(a, f, memory)) })
			a.LDMXCSR(mxcsr)
			a.VZEROUPPER()
			a.RET()
		}
		write("floatSteps", "func(v *laneState, steps *laneStep, count uint64", " takes the steps, at least one, in every lane: as laneStepsGeneric.", a.quarticSteps)
		write("floatMultiples", "func(v *laneState, tables *laneTables", " makes tables of multiples of the points in v: as laneMultiplesGeneric.", a.quarticMultiples)
	}
}

func (a *asm) quarticSteps(m quarticMemory) {
	v, steps := reg.R8, rbx
	pointers := []reg.Register{reg.R9, reg.R10, reg.R11, reg.R12}
	var places []operand.Mem
	for _, r := range pointers {
		places = append(places, operand.Mem{Base: r})
	}
	a.load("v", v)
	a.load("steps", steps)
	a.load("count", rcx)
	m.coordinates(v, m.c.load)

	a.Label("step")
	a.MOVQ(quarticStepLayout.at(steps, "Doublings"), rax)
	a.TESTQ(rax, rax)
	a.JEQ(operand.LabelRef("gather"))
	m.c.enter(m.v)
	a.Label("double")
	a.DECQ(rax)
	a.JEQ(operand.LabelRef("doubled"))
	m.c.again(m.v)
	a.JMP(operand.LabelRef("double"))
	a.Label("doubled")
	m.c.leave(m.v)

	a.Label("gather")
	inQuads(func(quad int) {
		for j, r := range pointers {
			a.MOVQ(quarticStepLayout.at(steps, "Q").Offset(8*(4*quad+j)), r)
		}
		a.MOVQ(quarticStepLayout.at(steps, "Negative"), rdx)
		if quad > 0 {
			a.SHRQ(operand.Imm(uint64(4*quad)), rdx)
		}
		m.gather(quad, places, rdx)
	})
	m.c.add(m.v, m.q)
	a.ADDQ(operand.Imm(uint64(quarticStepLayout.size)), steps)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
	m.coordinates(v, func(own factor, of operand.Mem) { m.c.store(of, own) })
}

func (a *asm) quarticMultiples(m quarticMemory) {
	v, tables := reg.R8, rbx
	a.load("v", v)
	a.load("tables", tables)
	m.coordinates(v, m.c.load)
	for i, x := range m.v {
		m.c.copy(m.q[i], x)
	}
	a.MOVQ(operand.U32(quarticEntries-1), rcx)
	a.Label("next")
	m.scatter(tables, quarticEntries*quarticEntry)
	a.ADDQ(operand.U32(quarticEntry), tables)
	m.c.add(m.v, m.q)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("next"))
	m.scatter(tables, quarticEntries*quarticEntry)
}
