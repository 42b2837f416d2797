// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Table look-ups and changes of sign in constant time, for elements of four 64-bit
// limbs, in tables of any curve.

// A scan is a look-up that reads every entry of a table. It works in the vector
// registers 0 to 4, and from 5 on collects the entry: so its code can stand
// between that of products, which leave vectors alone. With AVX2 an element
// takes one register, Y5, Y6, ...; without, with SSE2, it takes two, X5 and X6, X7
// and X8, ....
type scan struct {
	table    reg.Register // points to the table, which need not be aligned
	entries  int
	elements int  // of an entry: at most 10, or 5 without AVX2
	first    int  // the index of the first entry
	avx2     bool // or SSE2
	done     int  // entries that have been read
}

// bothScans writes body twice, for AVX2 and for SSE2, and the choice between them.
// body must end in a return.
func (a *asm) bothScans(body func(avx2 bool)) {
	fallback := a.label("sse")
	flag := operand.Mem{Symbol: operand.Symbol{Name: "secant·example∕internal∕cpu·X86"}, Disp: 1, Base: reg.StaticBase}
	a.CMPB(flag, operand.Imm(0)) // cpu.X86.AVX2, the second field
	a.JEQ(operand.LabelRef(fallback))
	body(true)
	a.Label(fallback)
	body(false)
}

// vectors returns the registers of an element of the entry.
func (s *scan) vectors(element int) []reg.VecPhysical {
	if s.avx2 {
		return []reg.VecPhysical{ymm[5+element]}
	}
	return []reg.VecPhysical{xmm[5+2*element], xmm[6+2*element]}
}

var (
	ymm = []reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}
	xmm = []reg.VecPhysical{reg.X0, reg.X1, reg.X2, reg.X3, reg.X4, reg.X5, reg.X6, reg.X7, reg.X8, reg.X9, reg.X10, reg.X11, reg.X12, reg.X13, reg.X14, reg.X15}
)

// scanStart starts the look-up of the entry with the index in RAX, which is below
// 2^31. An index below the first one, or above the last one, gives zeros. It
// overwrites RAX.
func (a *asm) scanStart(s *scan) {
	s.done = 0
	if s.avx2 {
		a.VMOVD(reg.EAX, reg.X0)
		a.VPBROADCASTD(reg.X0, reg.Y0)
		a.MOVL(operand.U32(1), reg.EAX)
		a.VMOVD(reg.EAX, reg.X2)
		a.VPBROADCASTD(reg.X2, reg.Y2)
		a.VPXOR(reg.Y1, reg.Y1, reg.Y1)
		if s.first == 1 {
			a.VMOVDQU(reg.Y2, reg.Y1)
		}
	} else {
		a.MOVD(reg.EAX, reg.X0)
		a.PSHUFL(operand.Imm(0), reg.X0, reg.X0)
		a.MOVL(operand.U32(1), reg.EAX)
		a.MOVD(reg.EAX, reg.X2)
		a.PSHUFL(operand.Imm(0), reg.X2, reg.X2)
		a.PXOR(reg.X1, reg.X1)
		if s.first == 1 {
			a.MOVO(reg.X2, reg.X1)
		}
	}
	for i := range s.elements {
		for _, v := range s.vectors(i) {
			if s.avx2 {
				a.VPXOR(v, v, v)
			} else {
				a.PXOR(v, v)
			}
		}
	}
}

// scanEntries reads the next n entries, or those that are left.
func (a *asm) scanEntries(s *scan, n int) {
	for ; n > 0 && s.done < s.entries; n-- {
		m := operand.Mem{Base: s.table, Disp: 32 * s.elements * s.done}
		if s.avx2 {
			a.VPCMPEQD(reg.Y0, reg.Y1, reg.Y3)
			a.VPADDD(reg.Y2, reg.Y1, reg.Y1)
			for i := range s.elements {
				sum := s.vectors(i)[0]
				a.VPAND(m.Offset(32*i), reg.Y3, reg.Y4)
				a.VPOR(reg.Y4, sum, sum)
			}
		} else {
			a.MOVO(reg.X0, reg.X3)
			a.PCMPEQL(reg.X1, reg.X3)
			a.PADDL(reg.X2, reg.X1)
			for i := range s.elements {
				for half, sum := range s.vectors(i) {
					a.MOVOU(m.Offset(32*i+16*half), reg.X4)
					a.PAND(reg.X3, reg.X4)
					a.POR(reg.X4, sum)
				}
			}
		}
		s.done++
	}
}

// scanSwap exchanges elements i and j of the entry if RAX is 1, and not if it is 0.
// It overwrites RAX. It may only come after the last entry.
func (a *asm) scanSwap(s *scan, i, j int) {
	a.NEGL(reg.EAX)
	if s.avx2 {
		a.VMOVD(reg.EAX, reg.X3)
		a.VPBROADCASTD(reg.X3, reg.Y3)
		x, y := s.vectors(i)[0], s.vectors(j)[0]
		a.VPXOR(x, y, reg.Y4)
		a.VPAND(reg.Y3, reg.Y4, reg.Y4)
		a.VPXOR(reg.Y4, x, x)
		a.VPXOR(reg.Y4, y, y)
		return
	}
	a.MOVD(reg.EAX, reg.X3)
	a.PSHUFL(operand.Imm(0), reg.X3, reg.X3)
	for half, x := range s.vectors(i) {
		y := s.vectors(j)[half]
		a.MOVO(x, reg.X4)
		a.PXOR(y, reg.X4)
		a.PAND(reg.X3, reg.X4)
		a.PXOR(reg.X4, x)
		a.PXOR(reg.X4, y)
	}
}

// scanStore writes the entry to m, after reading what is left of the table.
func (a *asm) scanStore(s *scan, m operand.Mem) {
	a.scanEntries(s, s.entries)
	for i := range s.elements {
		for half, v := range s.vectors(i) {
			if s.avx2 {
				a.VMOVDQU(v, m.Offset(32*i))
			} else {
				a.MOVOU(v, m.Offset(32*i+16*half))
			}
		}
	}
}

// scanEnd is to be written before a return.
func (a *asm) scanEnd(s *scan) {
	if s.avx2 {
		a.VZEROUPPER()
	}
}

// conditionalNegate sets z = -z if negative, a word in memory or a register other
// than those of the result and RAX, is 1, and leaves it if it is 0. z is in memory.
func (a *asm) conditionalNegate(f field, z number, negative operand.Op) {
	a.resultLow = true
	for _, r := range acc[:4] {
		a.clear(r)
	}
	a.minus(f, z)
	a.CMPQ(negative, operand.Imm(0))
	for i, limb := range z.limb {
		a.CMOVQEQ(limb, acc[i])
	}
	a.resultLow = a.resultLow && z.low
	a.store(z)
}
