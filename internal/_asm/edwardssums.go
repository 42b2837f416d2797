// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The routines for sums of many multiples keep points as tight limbs: limb i of X, Y,
// Z and T in the words from 4i on. Where additions do not depend on one another two
// of them run in the halves of the wide registers.

const sumPointSize = 5 * 32

func edwardsSums(a *asm) {
	vectorDouble(a, "sumDouble", "sumPoint", limbsForm)
	vectorSum(a, "sumSteps", "sumPoint", limbsForm)
	sumAddEach(a)
	sumAddBuckets(a)

	a.function("sumPrepare", "func(q *cached, v *sumPoint)", "sumPrepare sets q = v.", 0)
	a.loadConstants()
	a.load("q", rdi)
	a.load("v", rsi)
	a.limbsLoad(raw, rsi)
	a.vectorCached()
	for i := range raw {
		a.VPERMQ(operand.U8(lanes(0, 1, 3, 2)), raw[i], raw[i])
	}
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()

	a.function("sumStore", "func(p *Point, v *sumPoint)", "sumStore sets p = v.", 0)
	a.loadConstants()
	a.load("p", rdi)
	a.load("v", rsi)
	a.limbsLoad(raw, rsi)
	a.quadStore(rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// vectorCached sets raw to (Y+X, Y-X, 2Z, 2dT) for the point raw.
func (a *asm) vectorCached() {
	d := newEdwardsCurve().d
	factor := [4]*big.Int{big.NewInt(1), big.NewInt(1), big.NewInt(2), new(big.Int).Lsh(d, 1)}
	p := newEdwardsCurve().p
	a.vectorSums()
	for i := range right {
		var words []uint64
		for j := range 8 {
			limb := new(big.Int).Rsh(new(big.Int).Mod(factor[j%4], p), uint(51*i))
			words = append(words, limb.And(limb, big.NewInt(1<<51-1)).Uint64())
		}
		a.VMOVDQU64(a.vectorConstant("cached"+string(rune('0'+i)), words...), right[i])
	}
	a.quadProduct()
}

// halves loads x from two pointers.
func (a *asm) halves(x []reg.VecPhysical, low, high reg.Register) {
	for i := range x {
		a.VMOVDQU64(operand.Mem{Base: low, Disp: 32 * i}, x[i].AsY())
		a.VINSERTI64X4(operand.Imm(1), operand.Mem{Base: high, Disp: 32 * i}, x[i], x[i])
	}
}

// storeHalves is the inverse of halves, for a raw x.
func (a *asm) storeHalves(low, high reg.Register, x quad) {
	a.quadCarry(x, x)
	for i := range x {
		a.VMOVDQU64(x[i].AsY(), operand.Mem{Base: low, Disp: 32 * i})
		a.VEXTRACTI64X4(operand.Imm(1), x[i], operand.Mem{Base: high, Disp: 32 * i})
	}
}

// sumAddEach writes additions to different points, two at a time.
func sumAddEach(a *asm) {
	a.function("sumAddEach", "func(pairs *addPair, count uint64)", "sumAddEach"+addEachDoc, 0)
	first, second, v0, v1, q0, q1 := rbx, reg.R8, rdi, reg.R9, rsi, reg.R10
	const size = 24
	a.loadConstants()
	a.load("pairs", first)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		a.loadWideConstants()
		a.Label("pair")
		a.MOVQ(operand.Mem{Base: first}, v0)
		// The second addition is the next one, or, if there is none, or it is to the
		// same point, the first one again.
		a.MOVQ(first, second)
		a.CMPQ(rcx, operand.Imm(1))
		a.JEQ(operand.LabelRef("chosen"))
		a.CMPQ(operand.Mem{Base: first, Disp: size}, v0)
		a.JEQ(operand.LabelRef("chosen"))
		a.ADDQ(operand.Imm(size), second)
		a.DECQ(rcx)
		a.Label("chosen")
		a.MOVQ(operand.Mem{Base: second}, v1)
		a.MOVQ(operand.Mem{Base: first, Disp: 8}, q0)
		a.MOVQ(operand.Mem{Base: second, Disp: 8}, q1)
		a.MOVL(operand.Mem{Base: first, Disp: 16}, reg.EAX)
		a.MOVL(operand.Mem{Base: second, Disp: 16}, reg.EDX)
		a.vectorSigns()
		a.halves(raw[:], v0, v1)
		a.halves([]reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]}, q0, q1)
		a.vectorAddSigned()
		a.storeHalves(v0, v1, raw)
		a.LEAQ(operand.Mem{Base: second, Disp: size}, first)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("pair"))
	})
	a.VZEROUPPER()
	a.RET()
}

// vectorSigns sets negative for the signs EAX and EDX, 0 or 1, of the two halves.
func (a *asm) vectorSigns() {
	a.NEGL(reg.EAX)
	a.NEGL(reg.EDX)
	a.ANDL(operand.Imm(0x0f), reg.EAX)
	a.ANDL(operand.U32(0xf0), reg.EDX)
	a.ORL(reg.EDX, reg.EAX)
	a.KMOVW(reg.EAX, negative)
}

// sumAddBuckets writes the sums of sums of Pippenger's algorithm: the two additions
// for a bucket run in the halves.
func sumAddBuckets(a *asm) {
	frame := a.function("sumAddBuckets", "func(sum, run, buckets *sumPoint, count uint64)",
		"sumAddBuckets sets sum = sum + run and then run = run + q, for each q of the count\n"+
			"buckets, the last one first. count is not 0.", 5*64)
	sum, run, bucket := rdi, rsi, rbx
	a.loadConstants()
	a.load("sum", sum)
	a.load("run", run)
	a.load("buckets", bucket)
	a.load("count", rcx)
	a.IMUL3Q(operand.U32(sumPointSize), rcx, rax)
	a.ADDQ(rax, bucket)
	a.inWideRegisters(func() {
		a.loadWideConstants()
		a.halves(raw[:], run, sum)
		a.Label("bucket")
		a.SUBQ(operand.U32(sumPointSize), bucket)
		// The points to add, to run and to sum, are the bucket and run.
		for i := range raw {
			a.VMOVDQU64(raw[i], frame.Offset(64*i))
		}
		for i := range raw {
			a.VMOVDQU64(operand.Mem{Base: bucket, Disp: 32 * i}, temp[i].AsY())
			a.VINSERTI64X4(operand.Imm(1), raw[i].AsY(), temp[i], raw[i])
		}
		a.vectorCached()
		a.quadCarry(right, raw)
		for i := range raw {
			a.VMOVDQU64(frame.Offset(64*i), raw[i])
		}
		a.vectorAddTight()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("bucket"))
		a.storeHalves(run, sum, raw)
	})
	a.VZEROUPPER()
	a.RET()
}
