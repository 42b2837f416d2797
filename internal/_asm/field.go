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
	octetTypes = []goType{{"LaneOctet", 5 * 8}, {"integers", integersSize / 8}, {"floats", floatRootsSize / 8}}
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
	octetPower = "func(z, x *LaneOctet, n uint64, y *LaneOctet)"
	octetPair  = "func(z, x *[2]LaneOctet, n uint64, y *[2]LaneOctet)"
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

	sqrNMulPair52(a, "octetSqrNMulPair", octetPair, "octetSqrNMulPair is octetSqrNMul for two octets, in limbs of 52 bits, which take fewer\n"+
		"instructions; but each waits longer for the one before, which is all that counts where there is one octet.", fold25519, true)

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
	a.function(name, "func(z, x *LaneOctet, n uint64, y *LaneOctet, memory *integers)", doc, 0)
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
