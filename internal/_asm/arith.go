// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic modulo 2^256 = fold, on four 64-bit limbs.
//
// Every routine keeps to the same registers: the product grows in
// acc = R8..R15, the result of an operation is left in acc[0..3], and RAX, RBX
// and RDX are scratch. RCX, RSI and RDI hold pointers and are left alone.

// A number is four limbs in memory or registers, least significant first.
type number [4]operand.Op

// at returns the number in memory at m.
func at(m operand.Mem) number {
	return number{m, m.Offset(8), m.Offset(16), m.Offset(24)}
}

// element returns element i of the array of elements at the pointer p.
func element(p reg.Register, i int) number {
	return at(operand.Mem{Base: p, Disp: 32 * i})
}

var (
	acc    = [8]reg.Register{reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13, reg.R14, reg.R15}
	result = number{acc[0], acc[1], acc[2], acc[3]}

	rax, rbx, rcx, rdx, rsi, rdi = reg.RAX, reg.RBX, reg.RCX, reg.RDX, reg.RSI, reg.RDI
)

// A field is a prime: its fold is a 32-bit constant, or, if symbolic, an operand
// of up to 33 bits that the routine gets at run time.
type field struct {
	constant uint32
	operand  operand.Op
}

// foldOp returns fold as the source of a MOVQ.
func (f field) foldOp() operand.Op {
	if f.operand != nil {
		return f.operand
	}
	return operand.U32(f.constant)
}

func zero() operand.Op { return operand.Imm(0) }

// store writes the result to z.
func (a *asm) store(z number) {
	for i := range z {
		a.MOVQ(result[i], z[i])
	}
}

// loadTo copies x to the result registers.
func (a *asm) loadTo(x number) {
	for i := range x {
		a.MOVQ(x[i], result[i])
	}
}

// clear sets r to 0, and CF and OF too.
func (a *asm) clear(r reg.Register) {
	r32 := r.(reg.GP).As32()
	a.XORL(r32, r32)
}

// product sets acc[0..7] = x·y. x and y may not lie in acc.
func (a *asm) product(x, y number) {
	if !a.adx {
		a.productBase(x, y)
		return
	}
	// Row 0.
	a.MOVQ(x[0], rdx)
	a.MULXQ(y[0], acc[0], acc[1])
	a.MULXQ(y[1], rax, acc[2])
	a.ADDQ(rax, acc[1])
	a.MULXQ(y[2], rbx, acc[3])
	a.ADCQ(rbx, acc[2])
	a.MULXQ(y[3], rax, acc[4])
	a.ADCQ(rax, acc[3])
	a.ADCQ(zero(), acc[4])
	// Rows 1 to 3: the low halves go in by CF, the high halves by OF.
	for i := 1; i < 4; i++ {
		a.MOVQ(x[i], rdx)
		a.clear(acc[i+4])
		for j := range 4 {
			a.MULXQ(y[j], rax, rbx)
			a.ADCXQ(rax, acc[i+j])
			a.ADOXQ(rbx, acc[i+j+1])
		}
		a.ADCQ(zero(), acc[i+4])
	}
}

// productBase is product without MULX. It uses the multiplier of row i from
// memory or a register other than RAX, RBX and RDX.
func (a *asm) productBase(x, y number) {
	for i := range 4 {
		for j := range 4 {
			a.MOVQ(x[i], rax)
			a.MULQ(y[j])
			if i == 0 && j == 0 {
				a.MOVQ(rax, acc[0])
				a.MOVQ(rdx, rbx)
				continue
			}
			// rdx:rax + rbx + acc[i+j], which fits in 128 bits.
			if j > 0 {
				a.ADDQ(rbx, rax)
				a.ADCQ(zero(), rdx)
			}
			if i == 0 {
				a.MOVQ(rax, acc[j])
			} else {
				a.ADDQ(rax, acc[i+j])
				a.ADCQ(zero(), rdx)
			}
			a.MOVQ(rdx, rbx)
		}
		a.MOVQ(rbx, acc[i+4])
	}
}

// square sets acc[0..7] = x^2. Only x[0] may lie in acc, in acc[0].
func (a *asm) square(x number) {
	if !a.adx {
		a.productBase(x, x)
		return
	}
	// The products x_i·x_j with i < j.
	a.MOVQ(x[0], rdx)
	a.MULXQ(x[1], acc[1], acc[2])
	a.MULXQ(x[2], rax, acc[3])
	a.ADDQ(rax, acc[2])
	a.MULXQ(x[3], rax, acc[4])
	a.ADCQ(rax, acc[3])
	a.ADCQ(zero(), acc[4])
	a.MOVQ(x[1], rdx)
	a.clear(acc[5])
	a.MULXQ(x[2], rax, rbx)
	a.ADCXQ(rax, acc[3])
	a.ADOXQ(rbx, acc[4])
	a.MULXQ(x[3], rax, rbx)
	a.ADCXQ(rax, acc[4])
	a.ADOXQ(rbx, acc[5])
	a.MOVQ(x[2], rdx)
	a.MULXQ(x[3], rax, acc[6])
	a.ADCXQ(rax, acc[5])
	a.ADCQ(zero(), acc[6])
	// Twice that by CF, and the squares x_i^2 by OF.
	a.MOVQ(x[0], rdx)
	a.clear(acc[7])
	a.MULXQ(rdx, acc[0], rbx)
	a.ADCXQ(acc[1], acc[1])
	a.ADOXQ(rbx, acc[1])
	for i := 1; i < 4; i++ {
		a.MOVQ(x[i], rdx)
		a.MULXQ(rdx, rax, rbx)
		a.ADCXQ(acc[2*i], acc[2*i])
		a.ADOXQ(rax, acc[2*i])
		a.ADCXQ(acc[2*i+1], acc[2*i+1])
		a.ADOXQ(rbx, acc[2*i+1])
	}
}

// reduce sets the result to acc[0..7] mod 2^256 - fold.
func (a *asm) reduce(f field) {
	top := rbx
	if a.adx {
		// acc[0..3] + acc[4..7]·fold, in acc[0..3] and top.
		a.MOVQ(f.foldOp(), rdx)
		a.MULXQ(acc[4], rax, rbx)
		a.clear(acc[4])
		a.ADCXQ(rax, acc[0])
		a.ADOXQ(rbx, acc[1])
		for i := 1; i < 4; i++ {
			a.MULXQ(acc[4+i], rax, rbx)
			a.ADCXQ(rax, acc[i])
			if i < 3 {
				a.ADOXQ(rbx, acc[i+1])
			}
		}
		a.ADOXQ(acc[4], top)
		a.ADCQ(zero(), top)
	} else {
		for i := range 4 {
			a.MOVQ(f.foldOp(), rax)
			a.MULQ(acc[4+i])
			if i > 0 {
				a.ADDQ(rbx, rax)
				a.ADCQ(zero(), rdx)
			}
			a.ADDQ(rax, acc[i])
			a.ADCQ(zero(), rdx)
			a.MOVQ(rdx, rbx)
		}
	}
	a.foldTop(f, top)
}

// foldTop sets the result to acc[0..3] + top·2^256, mod 2^256 - fold, for
// top·fold below 2^67, and below 2^63 if fold is a constant. top may be RBX.
func (a *asm) foldTop(f field, top reg.Register) {
	if f.operand == nil {
		a.IMUL3Q(operand.U32(f.constant), top, rax)
		a.ADDQ(rax, acc[0])
		a.ADCQ(zero(), acc[1])
	} else {
		a.MOVQ(f.operand, rax)
		a.MULQ(top)
		a.ADDQ(rax, acc[0])
		a.ADCQ(rdx, acc[1])
	}
	a.ADCQ(zero(), acc[2])
	a.ADCQ(zero(), acc[3])
	// After a carry the rest is below top·fold: adding fold once more touches
	// one limb, or two if fold is not a small constant.
	a.carryMask(f)
	a.ADDQ(rax, acc[0])
	if f.operand != nil {
		a.ADCQ(zero(), acc[1])
	}
}

// carryMask sets RAX to fold if CF is set, and to 0 otherwise.
func (a *asm) carryMask(f field) {
	a.SBBQ(rax, rax)
	if f.operand != nil {
		a.ANDQ(f.operand, rax)
	} else {
		a.ANDL(operand.U32(f.constant), reg.EAX)
	}
}

// mul sets the result to x·y.
func (a *asm) mul(f field, x, y number) {
	a.product(x, y)
	a.reduce(f)
}

// sqr sets the result to x^2.
func (a *asm) sqr(f field, x number) {
	a.square(x)
	a.reduce(f)
}

// add sets the result to x + y.
func (a *asm) add(f field, x, y number) {
	a.loadTo(x)
	a.addTo(f, y)
}

// addTo adds y to the result.
func (a *asm) addTo(f field, y number) {
	a.ADDQ(y[0], acc[0])
	for i := 1; i < 4; i++ {
		a.ADCQ(y[i], acc[i])
	}
	a.carryMask(f)
	a.ADDQ(rax, acc[0])
	for i := 1; i < 4; i++ {
		a.ADCQ(zero(), acc[i])
	}
	// After a second carry the rest is below fold.
	a.carryMask(f)
	a.ADDQ(rax, acc[0])
}

// sub sets the result to x - y.
func (a *asm) sub(f field, x, y number) {
	a.loadTo(x)
	a.SUBQ(y[0], acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(y[i], acc[i])
	}
	a.carryMask(f)
	a.SUBQ(rax, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	// After a second borrow the rest is at least 2^256 - fold.
	a.carryMask(f)
	a.SUBQ(rax, acc[0])
}
