// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/mmcloughlin/avo/operand"

// fieldSqrN255 writes the squarings that make up the square roots modulo the primes of
// 255 bits. They are one long chain, in which only latency counts: the limbs stay in
// registers, and what is above bit 255 is folded at once.
func fieldSqrN255(a *asm) {
	a.function("sqrN255", "func(z, x *Element, n, fold uint64)",
		"sqrN255 sets z = x^(2^n), for n >= 1 and an even fold below 2^16. It needs cpu.Features.V3.", 8)
	a.load("x", rbx)
	// Limb 0 stays where the product leaves it, until it has been used.
	x := limbs(acc[0], rcx, rsi, rdi)
	for i, source := range element(rbx, 0).limb {
		a.MOVQ(source, x.limb[i])
	}
	a.load("fold", rbp)
	a.SHRQ(operand.Imm(1), rbp)
	a.Label("loop")
	a.squareMULX(x)
	// acc[0..3] + acc[4..7]·fold, in acc[0..3] and top.
	top := acc[7]
	a.load("fold", rdx)
	a.addRow(acc[:], limbs(acc[4:]...), acc[4:])
	// See foldTop: nothing carries out of what is left.
	a.MOVQ(acc[3], rdi)
	a.ADDQ(acc[3], acc[3])
	a.ADCQ(top, top)
	a.SHLQ(operand.Imm(1), rdi)
	a.SHRQ(operand.Imm(1), rdi)
	a.IMULQ(rbp, top)
	a.ADDQ(top, acc[0])
	a.MOVQ(acc[1], rcx)
	a.ADCQ(zero(), rcx)
	a.MOVQ(acc[2], rsi)
	a.ADCQ(zero(), rsi)
	a.ADCQ(zero(), rdi)
	a.DECQ(a.parameter("n"))
	a.JNE(operand.LabelRef("loop"))
	a.load("z", rbx)
	for i, target := range element(rbx, 0).limb {
		a.MOVQ(x.limb[i], target)
	}
	a.RET()
}
