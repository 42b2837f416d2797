// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var (
	fieldTypes = []goType{{"Element", 4}}
	octetTypes = []goType{{"Octet", 5 * 8}, {"integers", integersSize / 8}, {"floats", floatRootsSize / 8}}
)

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
		"sqrNMulPair sets z[i] = x[i]^(2^n)·y[i], for n >= 1.", 2*elementSize)
	body := func() {
		temp := [2]number{at(frame), at(frame.Offset(elementSize))}
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

// Routines for the lanes of octets: eight elements, or two times eight, or four and eight of one octet
// with AVX2. The squarings of the one half run beside those of the other.
const (
	octetPower = "func(z, x *Octet, n uint64, y *Octet)"
	octetPair  = "func(z, x *[2]Octet, n uint64, y *[2]Octet)"
)

// fieldVectors writes steps of addition chains modulo 2^255 - 19 in the lanes of vectors.
func fieldVectors(a *asm) {
	octetSqrNMul(a, "octetSqrNMul", "octetSqrNMul sets z = x^(2^n)·y modulo 2^255 - 19 in every lane, with tight limbs. It needs\n"+
		"AVX-512 F, VL and IFMA.", func(body func()) {
		a.inWideRegisters(func() {
			a.loadWideConstants(forLimbs)
			body()
		})
	})
	octetSqrNMul(a, "octetSqrNMulHalf", "octetSqrNMulHalf is octetSqrNMul for the lanes 0 to 3, and leaves the others alone.",
		func(body func()) { body() })

	frame := a.function("octetSqrNMulPair", octetPair,
		"octetSqrNMulPair is octetSqrNMul for two octets.", octetBytes)
	a.loadConstants(forLimbs)
	a.load("x", rsi)
	a.load("n", rcx)
	a.inWideRegisters(func() {
		a.loadWideConstants(forLimbs)
		a.octetLoad(left, operand.Mem{Base: rsi})
		a.octetLoad(right, operand.Mem{Base: rsi, Disp: octetBytes})
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("product"))
		a.Label("square")
		columns := [2][]reg.VecPhysical{append(low[:], high[0]), append(high[1:], bias0, bias1)}
		columns[0], columns[1] = columns[0][:10], columns[1][:10]
		first, second := a.tightSquareSteps(left, columns[0]), a.tightSquareSteps(right, columns[1])
		for i := range first {
			first[i]()
			second[i]()
		}
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
		a.Label("product")
		a.octetStore(frame, right)
		a.load("y", rsi)
		a.load("z", rdi)
		for i := range 2 {
			if i > 0 {
				a.octetLoad(left, frame)
			}
			a.octetLoad(right, operand.Mem{Base: rsi, Disp: octetBytes * i})
			a.quadProduct()
			a.quadCarry(raw, raw)
			a.octetStore(operand.Mem{Base: rdi, Disp: octetBytes * i}, raw)
		}
	})
	a.VZEROUPPER()
	a.RET()

	integerRoutines(a)
	quadSqrNMul(a, "quadSqrNMul", "quadSqrNMul is octetSqrNMul for the lanes 0 to 3, and leaves the others alone. It overwrites\n"+
		"memory, which should be aligned to 32 bytes. It needs cpu.Features.V3.", 1)
	quadSqrNMul(a, "quadSqrNMulPair", "quadSqrNMulPair is quadSqrNMul for all lanes.", 2)
}

// octetSqrNMul writes a routine with one chain, in registers of the width that in is for.
func octetSqrNMul(a *asm, name, doc string, in func(body func())) {
	a.function(name, octetPower, doc, 0)
	a.loadConstants(forLimbs)
	a.load("x", rsi)
	a.load("n", rcx)
	in(func() {
		a.octetLoad(left, operand.Mem{Base: rsi})
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("product"))
		a.Label("square")
		a.quadSquare()
		a.quadCarry(left, raw)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
		a.Label("product")
		a.load("y", rsi)
		a.octetLoad(right, operand.Mem{Base: rsi})
		a.quadProduct()
		a.quadCarry(raw, raw)
		a.load("z", rdi)
		a.octetStore(operand.Mem{Base: rdi}, raw)
	})
	a.VZEROUPPER()
	a.RET()
}

// integersSize is the size of what quadSqrNMul keeps in memory: two groups of x, two of y, and scratch memory.
const integersSize = 4*integerBytes + integerScratch

// quadSqrNMul writes a routine for groups of four lanes.
func quadSqrNMul(a *asm, name, doc string, groups int) {
	a.function(name, "func(z, x *Octet, n uint64, y *Octet, memory *integers)", doc, 0)
	memory := operand.Mem{Base: rbx}
	place := func(i int) operand.Mem { return memory.Offset(integerBytes * i) }
	e := integerEngine{asm: a}
	word := func(group, i int) operand.Mem { return operand.Mem{Base: rdi, Disp: 64*i + 32*group} }
	// Limbs of 51 bits, of which limb i has up to 52, are two each. So they are at most those of a sum.
	load := func(z operand.Mem, group int) {
		even, odd := reg.Y0, reg.Y1
		for i := range 5 {
			a.VMOVDQU(word(group, i), odd)
			a.VPAND(a.limbMask(0), odd, even)
			a.VMOVDQU(even, limb(z, 2*i))
			a.VPSRLQ(operand.Imm(26), odd, odd)
			a.VMOVDQU(odd, limb(z, 2*i+1))
		}
	}
	a.load("memory", rbx)
	a.LEAQ(place(2*groups), reg.R8) // scratch memory
	a.load("x", rdi)
	for g := range groups {
		load(place(g), g)
	}
	a.load("n", rcx)
	a.TESTQ(rcx, rcx)
	a.JEQ(operand.LabelRef("product"))
	a.Label("square")
	for g := range groups {
		e.square(rawElement{place(g)}, factor{place(g)})
	}
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("square"))
	a.Label("product")
	a.load("y", rdi)
	for g := range groups {
		load(place(groups+g), g)
	}
	for g := range groups {
		e.product(rawElement{place(g)}, factor{place(g)}, factor{place(groups + g)})
	}
	a.load("z", rdi)
	// All of them are there before the first one is written, since memory might be where z is, for all
	// that the checker knows.
	results := ymm[:5*groups]
	for n, v := range results {
		z, i := place(n/5), n%5
		a.VMOVDQU(limb(z, 2*i+1), v)
		a.VPSLLQ(operand.Imm(26), v, v)
		a.VPADDQ(limb(z, 2*i), v, v)
	}
	for n, v := range results {
		a.VMOVDQU(v, word(n/5, n%5))
	}
	a.VZEROUPPER()
	a.RET()
}

// tightSquareSteps returns what writes the instructions of x = x^2, tight, with ten registers for the
// columns: each of them belongs between those of another square.
func (a *asm) tightSquareSteps(x quad, c []reg.VecPhysical) (steps []func()) {
	steps = a.squareSteps(x, c, x)
	// See quadCarry.
	for k := range x {
		steps = append(steps, func() { a.VPSRLQ(operand.Imm(51), c[k], c[k+5]) })
	}
	for k := range x {
		steps = append(steps, func() { a.VPANDQ(mask51, c[k], x[k]) })
	}
	steps = append(steps, func() { a.VPMADD52LUQ(nineteen, c[9], x[0]) })
	for k := 1; k < len(x); k++ {
		steps = append(steps, func() { a.VPADDQ(c[k+4], x[k], x[k]) })
	}
	return steps
}

// squareSteps returns what writes the instructions that make of the first five of the ten registers c the square of x, raw. They
// overwrite the others, and the five spare registers, which may be x.
func (a *asm) squareSteps(x quad, c []reg.VecPhysical, spare quad) (steps []func()) {
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
	up := three(func(x, y, z operand.Op) { a.VPSLLQ(x, y, z) })
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
	// See quadFold.
	for k := range x {
		step(add, c[k+5], c[k+5], spare[k])
	}
	for k := range x {
		step(add, c[k+5], c[k], c[k])
	}
	for k := range x {
		step(up, operand.Imm(4), c[k+5], c[k+5])
	}
	for k := range x {
		step(add, spare[k], c[k], c[k])
	}
	for k := range x {
		step(add, c[k+5], c[k], c[k])
	}
	return steps
}
