// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Steps of addition chains modulo 2^255 - 19 in doubles, with eight public elements: two groups of four, which do not
// wait for each other.

const floatGroups = 2

// floatRootsSize is the size of what fieldFloats keeps in memory: the groups of x, and those of y.
const floatRootsSize = 2 * floatGroups * floatBytes

// fieldFloats writes them. They need AVX2 and FMA.
func fieldFloats(a *asm) {
	floatRoutines(a)
	floatSquare(a)
	a.function("floatSqrNMul", "func(z, x *LaneOctet, n uint64, y *LaneOctet, memory *floats)",
		"floatSqrNMul is octetSqrNMul with doubles. It overwrites memory, which should be aligned to 32 bytes. It\n"+
			"needs cpu.Features.V3.", 0)
	mxcsr := a.word()
	a.STMXCSR(mxcsr)
	a.LDMXCSR(a.vectorConstant("nearest", nearest))
	memory := rbx
	place := func(i int) operand.Mem { return operand.Mem{Base: memory, Disp: floatBytes * i} }
	word := func(r reg.Register, group, i int) operand.Mem {
		return operand.Mem{Base: r, Disp: 64*i + 32*group}
	}
	a.load("memory", memory)
	a.load("n", rcx)
	a.inFloatRegisters(func() {
		e := &floats{asm: a}
		load := func(name string, first int) {
			a.load(name, reg.R8)
			for g := range floatGroups {
				for i, v := range raw {
					a.VMOVDQU(word(reg.R8, g, i), v)
					a.VPADDQ(e.everyLane("floatBias", floatBias), v, v)
				}
				a.LEAQ(place(first+g), rdi)
				a.call("floatCarry")
			}
		}
		load("x", 0)
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("product"))
		a.Label("square")
		for g := range floatGroups {
			a.LEAQ(place(g), rsi)
			a.call("floatSquare")
		}
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
		a.Label("product")
		load("y", floatGroups)
		a.load("z", reg.R8)
		for g := range floatGroups {
			a.LEAQ(place(g), rsi)
			a.LEAQ(place(floatGroups+g), rdx)
			a.LEAQ(place(g), rdi)
			a.call("floatProduct")
			e.positive()
			e.carryLimbs(e.limbMask())
			for i, v := range raw {
				a.VMOVDQU(v, word(reg.R8, g, i))
			}
		}
	})
	a.LDMXCSR(mxcsr)
	a.VZEROUPPER()
	a.RET()
}

// floatSquare writes what makes a factor its square.
func floatSquare(a *asm) {
	a.routine("floatSquare", "sets the element at RSI to its square, both doubles.")
	a.inFloatRegisters(func() {
		e := &floats{asm: a, left: operand.Mem{Base: rsi}}
		for i := range 5 {
			e.leftBounds[i] = floatTight
		}
		e.factorAt(e.left)
		e.square()
	})
	a.RET()
}
