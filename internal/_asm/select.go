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

// A scan is a look-up that reads every entry of a table, with AVX2. It works in the vector
// registers 0 to 4, and collects the entry in Y5, Y6, ..., one for each element: so its code
// can stand between that of products, which leave vectors alone.
type scan struct {
	table    reg.Register // points to the table, which need not be aligned
	entries  int
	elements int // of an entry: at most 10
	first    int // the index of the first entry
	done     int // entries that have been read
}

// vector returns the register of an element of the entry.
func (s *scan) vector(element int) reg.VecPhysical { return ymm[5+element] }

var ymm = []reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}

// scanStart starts the look-up of the entry with the index in RAX, which is below
// 2^31. An index below the first one, or above the last one, gives zeros. It
// overwrites RAX.
func (a *asm) scanStart(s *scan) {
	s.done = 0
	a.VMOVD(reg.EAX, reg.X0)
	a.VPBROADCASTD(reg.X0, reg.Y0)
	a.MOVL(operand.U32(1), reg.EAX)
	a.VMOVD(reg.EAX, reg.X2)
	a.VPBROADCASTD(reg.X2, reg.Y2)
	if s.first == 1 {
		a.VMOVDQU(reg.Y2, reg.Y1)
	} else {
		a.VPXOR(reg.Y1, reg.Y1, reg.Y1)
	}
	for i := range s.elements {
		v := s.vector(i)
		a.VPXOR(v, v, v)
	}
}

// scanEntries reads the next n entries, or those that are left.
func (a *asm) scanEntries(s *scan, n int) {
	for ; n > 0 && s.done < s.entries; n-- {
		m := operand.Mem{Base: s.table, Disp: 32 * s.elements * s.done}
		a.VPCMPEQD(reg.Y0, reg.Y1, reg.Y3)
		if s.done++; s.done < s.entries {
			a.VPADDD(reg.Y2, reg.Y1, reg.Y1)
		}
		for i := range s.elements {
			v := s.vector(i)
			a.VPAND(m.Offset(32*i), reg.Y3, reg.Y4)
			a.VPOR(reg.Y4, v, v)
		}
	}
}

// scanSwap exchanges elements i and j of the entry if RAX is 1, and not if it is 0.
// It overwrites RAX. It may only come after the last entry.
func (a *asm) scanSwap(s *scan, i, j int) {
	x, y := s.vector(i), s.vector(j)
	a.NEGL(reg.EAX)
	a.VMOVD(reg.EAX, reg.X3)
	a.VPBROADCASTD(reg.X3, reg.Y3)
	a.VPXOR(x, y, reg.Y4)
	a.VPAND(reg.Y3, reg.Y4, reg.Y4)
	a.VPXOR(reg.Y4, x, x)
	a.VPXOR(reg.Y4, y, y)
}

// scanStore writes the entry to m, after reading what is left of the table.
func (a *asm) scanStore(s *scan, m operand.Mem) {
	a.scanEntries(s, s.entries)
	for i := range s.elements {
		a.VMOVDQU(s.vector(i), m.Offset(32*i))
	}
}

// conditionalNegate sets z = -z if negative, a word in memory or a register other
// than those of the result and RAX, is 1, and leaves it if it is 0. z is in memory.
func (a *asm) conditionalNegate(f field, z number, negative operand.Op) {
	b := min(lowBound, a.bound(z))
	a.negate(f, z)
	a.CMPQ(negative, operand.Imm(0))
	for i, limb := range z.limb {
		a.CMOVQEQ(limb, acc[i])
	}
	a.setBound(result, b) // and so is -z then
	a.store(z)
}

// nextDigit moves on to the next table, which RSI points to, and its digit, of the parameters tables and
// digits: after the last table of a round, when left becomes 0, to the first one; after the last digit, when the
// parameter rounds becomes 0, only to the first table. It has the labels next and ready.
func (a *asm) nextDigit(table operand.U32, left operand.Mem, next, ready string) {
	a.ADDQ(table, rsi)
	a.DECQ(left)
	a.JNE(operand.LabelRef(next))
	a.load("tables", rsi)
	a.DECQ(a.parameter("rounds"))
	a.JEQ(operand.LabelRef(ready))
	a.Label(next)
	a.ADDQ(operand.Imm(digitSize), a.parameter("digits"))
	a.Label(ready)
}
