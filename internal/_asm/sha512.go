// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// SHA-512 of a block in each lane of vectors: the twin is compressGeneric of internal/sha512lanes.

const (
	sha512Words  = 16 // of a block
	sha512Rounds = 5 * sha512Words
	sha512Memory = 4 * sha512Words // what compressQuad has the words in
)

var sha512Types = []goType{{"state", 8 * 8}, {"blocks", 8}, {"constants", sha512Rounds}, {"memory", sha512Memory}}

func sha512Lanes(a *asm) {
	const signature = "func(s *state, p *blocks, k *constants"
	a.function("compressQuad", signature+", memory *memory)",
		"compressQuad is compressGeneric for the lanes 0 to 3, and leaves the others alone. It overwrites memory.\nIt needs cpu.Features.V3.", 0)
	a.inFloatRegisters(func() { compress(a, quadWords{a, a.scratch("memory", rbx)}) })
	a.function("compressOctet", signature+")", "compressOctet is compressGeneric. It needs AVX-512 F, VL and IFMA.", 0)
	a.inWideRegisters(func() { compress(a, octetWords{a}) })
}

// A wordEngine computes with a word of 64 bits in each lane.
type wordEngine interface {
	registers() []reg.VecPhysical // of which 15 are needed
	// load loads the words of the blocks that the pointers at p lead to, and returns where they are: in other registers, or in
	// memory.
	load(p reg.Register) []operand.Op
	// rotations sets z to the exclusive or of x rotated to the right by each of by, and shifted to the right by shift, if
	// that is not 0: of three words. It overwrites t.
	rotations(z, x reg.Register, by []uint8, shift uint8, t [2]reg.Register)
	// choose sets z to the bits of f where those of e are 1, and of g elsewhere.
	choose(z, e, f, g reg.Register)
	// majority sets z to the bits that two of a, b and c have at least. differ sets a register to the bits in which two words
	// differ: z has those of b and c, and t gets those of a and b.
	majority(z, a, b, c, t reg.Register)
	differ(z, b, c reg.Register)
}

// compress writes what the routines do.
//
// Source: FIPS 180-4, sections 4.1.3 and 6.4.2.
func compress(a *asm, e wordEngine) {
	s, p, k := rdi, rsi, rdx
	a.load("s", s)
	a.load("p", p)
	a.load("k", k)
	words := e.load(p)
	all := e.registers()
	v, x, y, z, t := all[:8], all[8], all[9], all[10], [2]reg.Register{all[11], all[12]}
	differ, next := all[13], all[14]
	row := func(i int) operand.Mem { return operand.Mem{Base: s, Disp: 8 * 8 * i} }
	for i, r := range v {
		a.vectorMove(row(i), r)
	}
	add := func(x operand.Op, z reg.Register) { a.VPADDQ(x, z, z) }
	sigma := func(x reg.Register, by []uint8, shift uint8) reg.Register {
		e.rotations(z, x, by, shift, t)
		return z
	}
	// sixteen writes the rounds for the words of a block, and if there are more, makes of each word the one for sixteen rounds later.
	sixteen := func(more bool) {
		for i := range words {
			r := func(j int) reg.Register { return v[(8+j-i%8)%8] }
			A, B, C, D, E, F, G, H := r(0), r(1), r(2), r(3), r(4), r(5), r(6), r(7)
			a.VPBROADCASTQ(operand.Mem{Base: k, Disp: 8 * i}, x)
			add(words[i], x)
			add(x, H)
			add(sigma(E, []uint8{14, 18, 41}, 0), H)
			e.choose(x, E, F, G)
			add(x, H)
			add(H, D)
			add(sigma(A, []uint8{28, 34, 39}, 0), H)
			e.majority(differ, A, B, C, next)
			add(differ, H)
			differ, next = next, differ
			if !more {
				continue
			}
			word := func(j int) operand.Op { return words[(i+j)%sha512Words] }
			a.vectorMove(word(0), x)
			add(word(9), x)
			a.vectorMove(word(1), y)
			add(sigma(y, []uint8{1, 8}, 7), x)
			a.vectorMove(word(14), y)
			add(sigma(y, []uint8{19, 61}, 6), x)
			a.vectorMove(x, word(0))
		}
	}
	e.differ(differ, v[1], v[2])
	a.MOVQ(operand.U32(sha512Rounds/sha512Words-1), rcx)
	a.Label("rounds")
	sixteen(true)
	a.ADDQ(operand.U32(8*sha512Words), k)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("rounds"))
	sixteen(false)
	for i, r := range v {
		add(row(i), r)
		a.vectorMove(r, row(i))
	}
	a.VZEROUPPER()
	a.RET()
}

// blockPointers are where the pointers to blocks are while they are read.
var blockPointers = []reg.Register{reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13, rax, rcx}

func (a *asm) loadBlockPointers(p reg.Register, lanes int) []reg.Register {
	for j, q := range blockPointers[:lanes] {
		a.MOVQ(operand.Mem{Base: p, Disp: 8 * j}, q)
	}
	return blockPointers[:lanes]
}

// loadBigEndian sets z to the four words at m, whose bytes come in the other order.
func (a *asm) loadBigEndian(m operand.Mem, z reg.Register) {
	const low, high = 0x0001020304050607, 0x08090a0b0c0d0e0f
	a.VMOVDQU(m, z)
	a.VPSHUFB(a.vectorConstant("bigEndian", low, high, low, high), z, z)
}

// quadWords is four lanes with AVX2. The words of a block are in memory.
type quadWords struct {
	*asm
	memory operand.Mem
}

func (e quadWords) registers() []reg.VecPhysical { return ymm }

func (e quadWords) load(p reg.Register) (words []operand.Op) {
	pointers := e.loadBlockPointers(p, 4)
	for i := 0; i < sha512Words; i += len(rows) {
		for j, q := range pointers {
			e.loadBigEndian(operand.Mem{Base: q, Disp: 8 * i}, rows[j])
		}
		e.transpose(rows)
		for j, r := range rows {
			word := e.memory.Offset(32 * (i + j))
			e.VMOVDQU(r, word)
			words = append(words, word)
		}
	}
	return words
}

func (e quadWords) rotations(z, x reg.Register, by []uint8, shift uint8, t [2]reg.Register) {
	begun := false
	// part takes what write makes of x to z, by t.
	part := func(write func(ops ...operand.Op), by operand.Op, t reg.Register) {
		if !begun {
			write(by, x, z)
			begun = true
			return
		}
		write(by, x, t)
		e.VPXOR(t, z, z)
	}
	for _, n := range by {
		if n == 8 { // whole bytes
			const low, high = 0x0007060504030201, 0x080f0e0d0c0b0a09
			part(e.VPSHUFB, e.vectorConstant("rotatedBy8", low, high, low, high), t[0])
			continue
		}
		part(e.VPSRLQ, operand.U8(n), t[1])
		part(e.VPSLLQ, operand.U8(64-n), t[0])
	}
	if shift > 0 {
		part(e.VPSRLQ, operand.U8(shift), t[1])
	}
}

func (e quadWords) choose(z, x, f, g reg.Register) {
	e.VPXOR(f, g, z)
	e.VPAND(x, z, z)
	e.VPXOR(g, z, z)
}

func (e quadWords) majority(z, a, b, c, t reg.Register) {
	e.differ(t, a, b)
	e.VPAND(t, z, z)
	e.VPXOR(b, z, z)
}

func (e quadWords) differ(z, b, c reg.Register) { e.VPXOR(b, c, z) }

// octetWords is eight lanes with AVX-512.
type octetWords struct{ *asm }

// registers leaves out where load has the words.
func (e octetWords) registers() (all []reg.VecPhysical) {
	for _, r := range append(ymm[3:], reg.Y16, reg.Y17) {
		all = append(all, wide(r))
	}
	return all
}

func (e octetWords) load(p reg.Register) (words []operand.Op) {
	pointers := e.loadBlockPointers(p, 8)
	first, second := ymm[3], ymm[4]
	var registers []reg.VecPhysical // none that transpose overwrites
	for _, r := range []reg.VecPhysical{reg.Y20, reg.Y21, reg.Y22, reg.Y23, reg.Y24, reg.Y25, reg.Y26, reg.Y27, reg.Y28, reg.Y29, reg.Y30, reg.Y31, reg.Y19, reg.Y0, reg.Y1, reg.Y2} {
		registers = append(registers, wide(r))
	}
	for i := 0; i < sha512Words; i += 4 {
		rows := [4]reg.VecPhysical(registers[i:])
		for j, row := range rows {
			e.loadBigEndian(operand.Mem{Base: pointers[j], Disp: 8 * i}, first)
			e.loadBigEndian(operand.Mem{Base: pointers[j+4], Disp: 8 * i}, second)
			e.VINSERTI64X4(operand.Imm(1), second, wide(first), row)
		}
		e.transpose(rows)
		for _, row := range rows {
			words = append(words, row)
		}
	}
	return words
}

func (e octetWords) rotations(z, x reg.Register, by []uint8, shift uint8, t [2]reg.Register) {
	e.VPRORQ(operand.U8(by[0]), x, z)
	e.VPRORQ(operand.U8(by[1]), x, t[0])
	if shift > 0 {
		e.VPSRLQ(operand.U8(shift), x, t[1])
	} else {
		e.VPRORQ(operand.U8(by[2]), x, t[1])
	}
	e.VPTERNLOGQ(operand.U8(0x96), t[0], t[1], z)
}

func (e octetWords) choose(z, x, f, g reg.Register) {
	e.vectorMove(x, z)
	e.VPTERNLOGQ(operand.U8(0xca), g, f, z)
}

func (e octetWords) majority(z, a, b, c, _ reg.Register) {
	e.vectorMove(a, z)
	e.VPTERNLOGQ(operand.U8(0xe8), c, b, z)
}

func (e octetWords) differ(reg.Register, reg.Register, reg.Register) {}
