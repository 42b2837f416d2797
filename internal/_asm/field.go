// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var fieldTypes = []goType{{"Element", 4}}

// fieldKernel writes the operations of internal/field. fold is a parameter, so
// that one routine serves all fields.
func fieldKernel(a *asm) {
	const (
		binary   = "func(z, x, y *Element, fold uint64)"
		unary    = "func(z, x *Element, fold uint64)"
		repeated = "func(z, x *Element, n, fold uint64)"
	)
	x, y := element(rsi, 0), element(rdi, 0)
	finish := func() {
		a.load("z", rdi)
		a.store(element(rdi, 0))
		a.RET()
	}

	a.function("mul", binary, "mul sets z = x·y.", 0)
	a.load("x", rsi)
	a.load("y", rdi)
	a.kernels(func() {
		if a.kernel == mulx {
			// Without RBP, which would have to be saved: the last row is the last that
			// needs x.
			a.productRows(x, y, [3]reg.Register{acc[7], acc[7], rsi})
			a.reduce(a.foldParameter())
		} else {
			a.mul(a.foldParameter(), x, y)
		}
		finish()
	}, adx, mulx, base)

	a.function("sqr", unary, "sqr sets z = x^2.", 0)
	a.load("x", rsi)
	a.kernels(func() {
		a.sqr(a.foldParameter(), x)
		finish()
	}, adx, mulx, base)

	a.function("sqrN", repeated, "sqrN sets z = x^(2^n), for n >= 1.", 0)
	a.load("x", rbx)
	body := func() {
		// The limbs stay in registers; limb 0 where the product leaves it in
		// place until it has been used.
		x := limbs(acc[0], rcx, rsi, rdi)
		if a.kernel == base {
			x.limb[0] = acc[7]
		}
		for i, source := range element(rbx, 0).limb {
			a.MOVQ(source, x.limb[i])
		}
		loop := a.label("loop")
		a.Label(loop)
		a.sqr(a.foldParameter(), x)
		for i, limb := range x.limb {
			if limb != acc[i] {
				a.MOVQ(acc[i], limb)
			}
		}
		a.DECQ(a.parameter("n"))
		a.JNE(operand.LabelRef(loop))
		finish()
	}
	a.kernels(body, mulx, base) // two chains were measured to be no faster

	sqrNMulPair(a)

	a.function("add", binary, "add sets z = x + y.", 0)
	a.load("x", rsi)
	a.load("y", rdi)
	a.add(a.foldParameter(), x, y)
	finish()

	a.function("sub", binary, "sub sets z = x - y.", 0)
	a.load("x", rsi)
	a.load("y", rdi)
	a.sub(a.foldParameter(), x, y)
	finish()
}

// sqrNMulPair writes a step of two addition chains at once: the instructions of one
// squaring run beside those of the other, which does not need their result.
func sqrNMulPair(a *asm) {
	frame := a.function("sqrNMulPair", "func(z, x *[2]Element, n uint64, y *[2]Element, fold uint64)",
		"sqrNMulPair sets z[i] = x[i]^(2^n)·y[i], for n >= 1.", 2*32)
	body := func() {
		temp := [2]number{at(frame), at(frame.Offset(32))}
		a.load("x", rsi)
		for i := range temp {
			a.fetch(element(rsi, i))
			a.store(temp[i])
		}
		loop := a.label("loop")
		a.head(loop)
		for i := range temp {
			a.sqr(a.foldParameter(), temp[i])
			a.store(temp[i])
		}
		a.DECQ(a.parameter("n"))
		a.JNE(operand.LabelRef(loop))
		a.load("y", rsi)
		a.load("z", rdi)
		for i := range temp {
			a.mul(a.foldParameter(), temp[i], element(rsi, i))
			a.store(element(rdi, i))
		}
		a.RET()
	}
	a.kernels(body, adx, mulx, base)
}

// fieldVectors writes operations modulo 2^255 - 19 on eight elements at once, and on two times
// eight, where the squarings of the ones run beside those of the others.
func fieldVectors(a *asm) {
	a.function("vectorSqrNMul", "func(z, x *[8]Element, n uint64, y *[8]Element)",
		"vectorSqrNMul sets z[i] = x[i]^(2^n)·y[i] modulo 2^255 - 19, for n >= 1. It needs\n"+
			"AVX-512 F, VL and IFMA.", 0)
	a.loadConstants(forLimbs)
	a.load("x", rsi)
	a.octetLoadFrom(left, rsi, right)
	a.load("n", rcx)
	a.inWideRegisters(func() {
		a.loadWideConstants(forLimbs)
		a.Label("square")
		a.quadSquare()
		a.quadCarry(left, raw)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
	})
	a.load("y", rsi)
	a.octetLoadFrom(right, rsi, raw)
	a.inWideRegisters(a.quadProduct)
	a.load("z", rdi)
	a.octetStoreTo(rdi, raw, right)
	a.VZEROUPPER()
	a.RET()

	frame := a.function("vectorSqrNMulPair", "func(z, x *[16]Element, n uint64, y *[16]Element)",
		"vectorSqrNMulPair is vectorSqrNMul for twice as many.", 5*64)
	const half = 8 * 32
	a.loadConstants(forLimbs)
	a.load("x", rsi)
	a.octetLoadFrom(left, rsi, right)
	a.ADDQ(operand.U32(half), rsi)
	a.octetLoadFrom(right, rsi, raw)
	a.load("n", rcx)
	a.inWideRegisters(func() {
		a.loadWideConstants(forLimbs)
		a.Label("square")
		columns := [2][]reg.VecPhysical{append(low[:], high[0]), append(high[1:], bias0, bias1)}
		columns[0], columns[1] = columns[0][:10], columns[1][:10]
		first, second := a.squareSteps(left, columns[0]), a.squareSteps(right, columns[1])
		for i := range first {
			first[i]()
			second[i]()
		}
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
		a.octetStore(frame, right)
	})
	a.load("y", rsi)
	a.load("z", rdi)
	for i := range 2 {
		if i > 0 {
			a.inWideRegisters(func() { a.octetLoad(left, frame) })
			a.ADDQ(operand.U32(half), rsi)
			a.ADDQ(operand.U32(half), rdi)
		}
		a.octetLoadFrom(right, rsi, raw)
		a.inWideRegisters(a.quadProduct)
		a.octetStoreTo(rdi, raw, right)
	}
	a.VZEROUPPER()
	a.RET()
}

// squareSteps returns what writes the instructions of x = x^2, tight, with ten registers for the
// columns: each of them belongs between those of another square.
func (a *asm) squareSteps(x quad, c []reg.VecPhysical) (steps []func()) {
	step := func(instruction func(...operand.Op), operands ...operand.Op) {
		steps = append(steps, func() { instruction(operands...) })
	}
	three := func(f func(_, _, _ operand.Op)) func(...operand.Op) {
		return func(o ...operand.Op) { f(o[0], o[1], o[2]) }
	}
	zero := three(func(x, y, z operand.Op) { a.VPXORQ(x, y, z) })
	add := three(func(x, y, z operand.Op) { a.VPADDQ(x, y, z) })
	lo := three(func(x, y, z operand.Op) { a.VPMADD52LUQ(x, y, z) })
	hi := three(func(x, y, z operand.Op) { a.VPMADD52HUQ(x, y, z) })
	right := three(func(x, y, z operand.Op) { a.VPSRLQ(x, y, z) })
	up := three(func(x, y, z operand.Op) { a.VPSLLQ(x, y, z) })
	and := three(func(x, y, z operand.Op) { a.VPANDQ(x, y, z) })
	for _, r := range c {
		step(zero, r, r, r)
	}
	// Column k+1 gets the high halves of column k, which count twice, since 2^52 = 2·2^51; and
	// products of different limbs count twice, too.
	cross := func(instruction func(...operand.Op), at int) {
		for i := range x {
			for j := i + 1; j < len(x); j++ {
				step(instruction, x[j], x[i], c[i+j+at])
			}
		}
	}
	squares := func(instruction func(...operand.Op), at int) {
		for i := range x {
			step(instruction, x[i], x[i], c[2*i+at])
		}
	}
	twice := func(columns []reg.VecPhysical) {
		for _, r := range columns {
			step(add, r, r, r)
		}
	}
	cross(hi, 1)
	twice(c[2:9])
	squares(hi, 1)
	cross(lo, 0)
	twice(c[1:])
	squares(lo, 0)
	// See quadFold and quadCarry.
	for k := range x {
		step(add, c[k+5], c[k+5], x[k])
	}
	for k := range x {
		step(add, c[k+5], c[k], c[k])
	}
	for k := range x {
		step(up, operand.Imm(4), c[k+5], c[k+5])
	}
	for k := range x {
		step(add, x[k], c[k], c[k])
	}
	for k := range x {
		step(add, c[k+5], c[k], c[k])
	}
	for k := range x {
		step(right, operand.Imm(51), c[k], c[k+5])
	}
	for k := range x {
		step(and, mask51, c[k], x[k])
	}
	step(lo, nineteen, c[9], x[0])
	for k := 1; k < len(x); k++ {
		step(add, c[k+4], x[k], x[k])
	}
	return steps
}
