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

// fieldVectors writes operations modulo 2^255 - 19 on eight elements at once.
func fieldVectors(a *asm) {
	a.function("vectorSqrNMul", "func(z, x *[8]Element, n uint64, y *[8]Element)",
		"vectorSqrNMul sets z[i] = x[i]^(2^n)·y[i] modulo 2^255 - 19, for n >= 1. It needs\n"+
			"AVX-512 F, VL and IFMA.", 0)
	load := func(parameter string, z, spare quad) {
		a.load(parameter, rsi)
		a.quadLoadFrom(z, rsi)
		a.ADDQ(operand.Imm(128), rsi)
		a.quadLoadFrom(spare, rsi)
		for i := range z {
			a.VINSERTI64X4(operand.Imm(1), spare[i], wide(z[i]), wide(z[i]))
		}
	}
	a.loadConstants(forLimbs)
	load("x", left, right)
	a.load("n", rcx)
	a.inWideRegisters(func() {
		a.loadWideConstants(forLimbs)
		a.Label("square")
		a.quadSquare()
		a.quadCarry(left, raw)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
	})
	load("y", right, raw)
	a.inWideRegisters(a.quadProduct)
	for i := range raw {
		a.VEXTRACTI64X4(operand.Imm(1), wide(raw[i]), right[i])
	}
	a.load("z", rdi)
	a.quadStore(rdi, raw)
	a.ADDQ(operand.Imm(128), rdi)
	a.quadStore(rdi, right)
	a.VZEROUPPER()
	a.RET()
}
