// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Octets modulo p, where 2^256 - c is a multiple of p, for the c of an octetField. Limbs have 52 bits, as many as are
// multiplied: the element is the sum of limb_i·2^(52 i), where 2^260 = 16c.
//
// A factor has limbs below 2^52: that all of them are, its carries go from one limb to the next, and what is
// above 2^256 is folded first. Where a factor is nothing else, limbs 0 to 3 keep what was carried, above those bits: see masks.go.
// A product is raw: a column is at most five low and four high halves, and what
// is folded into it are three more at most; limbs are below 12·2^52. Sums of multiples of raw octets make factors. They may be
// up to 2^62, and what is subtracted below the limbs of the bias, which the octetField says.

// Constants in all lanes: 16c and c, and the ones of the last limb. The other limbs' are in mask51.
var fold260, fold256, mask48 = reg.Y29, reg.Y30, reg.Y31

// loadConstants52 sets the constant registers, to their full width. It uses RAX.
func (a *asm) loadConstants52(c uint64) {
	a.broadcast(1<<52-1, wide(mask51))
	a.broadcast(16*c, wide(fold260))
	a.broadcast(c, wide(fold256))
	a.broadcast(1<<48-1, wide(mask48))
}

// broadcast sets all lanes of r to value. It uses RAX.
func (a *asm) broadcast(value uint64, r reg.VecPhysical) {
	a.MOVQ(operand.U64(value), rax)
	a.VPBROADCASTQ(rax, narrow(r))
	if r == wide(r) {
		a.VPBROADCASTQ(r.AsX(), r)
	}
}

// columns returns those of a product, of which the first five become raw.
func columns() []reg.VecPhysical { return append(raw[:len(raw):len(raw)], temp[:]...) }

// columnOrder has those that are folded first, in the order of their carries.
var columnOrder = []int{5, 6, 7, 8, 9, 4, 3, 2, 1, 0}

// octetProduct52 sets raw = left·right in each lane. The low halves of column k and the high ones of column
// k-1 have the same weight.
func (a *asm) octetProduct52(c []reg.VecPhysical, fold uint64) {
	for _, column := range c {
		a.VPXORQ(column, column, column)
	}
	for _, k := range columnOrder {
		for i := range left {
			if j := k - 1 - i; j >= 0 && j < len(right) {
				a.VPMADD52HUQ(right[j], left[i], c[k])
			}
			if j := k - i; j >= 0 && j < len(right) {
				a.VPMADD52LUQ(right[j], left[i], c[k])
			}
		}
	}
	a.octetFold52(c, fold)
}

// octetSquare52 sets raw = left^2 in each lane.
func (a *asm) octetSquare52(c []reg.VecPhysical, fold uint64) {
	a.squareColumns52(left, c, columnOrder)
	a.octetFold52(c, fold)
}

// squareColumns52 sets the columns c to those of x^2, in this order. Products of different limbs count twice.
func (a *asm) squareColumns52(x quad, c []reg.VecPhysical, order []int) {
	for _, column := range c {
		a.VPXORQ(column, column, column)
	}
	for _, k := range order {
		for i := range x {
			if j := k - 1 - i; j > i && j < len(x) {
				a.VPMADD52HUQ(x[j], x[i], c[k])
			}
			if j := k - i; j > i && j < len(x) {
				a.VPMADD52LUQ(x[j], x[i], c[k])
			}
		}
		if k > 0 && k < 9 {
			a.VPADDQ(c[k], c[k], c[k])
		}
		square := a.VPMADD52LUQ
		if k%2 == 1 {
			square = a.VPMADD52HUQ
		}
		square(x[k/2], x[k/2], c[k])
	}
}

// octetFold52 sets raw to the number with the columns c. It overwrites high from high[1] on. fold is the largest c.
func (a *asm) octetFold52(c []reg.VecPhysical, fold uint64) {
	a.foldColumns52(c, [5]reg.VecPhysical(high[1:]), fold, fold260)
}

// foldColumns52 folds the columns c from c[5] on into those below: column k+5 counts 16·fold times in column k, and times has
// that in all lanes. It overwrites temp.
//
// Multiplications read 52 bits of a column. What is above them is added to the next column before that is folded. Only
// column 9 may have 52 bits already, since limb 4 of a factor may: what is above column 8 is folded by itself. Nothing is above column 9.
func (a *asm) foldColumns52(c []reg.VecPhysical, temp [5]reg.VecPhysical, fold uint64, times reg.VecPhysical) {
	for k := 5; k < 9; k++ {
		a.VPSRLQ(operand.Imm(52), c[k], temp[k-5])
		if k < 8 {
			a.VPADDQ(temp[k-5], c[k+1], c[k+1])
		}
	}
	// What is folded into column 5 is no more than 16·fold, and folded again.
	again := temp[4]
	a.VPXORQ(again, again, again)
	a.VPMADD52HUQ(times, c[9], again)
	a.VPMADD52LUQ(times, c[9], c[4])
	a.VPMADD52LUQ(times, temp[3], c[4])
	for k := 3; k >= 0; k-- {
		a.VPMADD52HUQ(times, c[k+5], c[k+1])
		a.VPMADD52LUQ(times, c[k+5], c[k])
	}
	if bits.Len64(16*fold)*2 > 52 {
		a.VPMADD52HUQ(times, again, c[1])
	}
	a.VPMADD52LUQ(times, again, c[0])
}

// octetCarry52 makes a factor of x, whose limbs are below 2^62.5. It overwrites temp.
func (a *asm) octetCarry52(x quad) { a.octetCarryBy(x, temp) }

// octetCarryBy is octetCarry52 with other registers, which may be the same ones.
func (a *asm) octetCarryBy(x, temp quad) {
	a.VPSRLQ(operand.Imm(48), x[4], temp[4])
	a.VPANDQ(mask48, x[4], x[4])
	a.VPMADD52LUQ(fold256, temp[4], x[0])
	for i := range 4 {
		a.VPSRLQ(operand.Imm(52), x[i], temp[i])
		a.mask52(x[i])
		a.VPADDQ(temp[i], x[i+1], x[i+1])
	}
}

// An octetField is a divisor of 2^256 - c for octetEngine, with a c below 2^33. The limbs of what is subtracted are below
// times·2^48. name tells constants of c from those of others.
type octetField struct {
	c, times uint64
	name     string
}

// minus sets z to limb i of -x + times·(2^256 - c), for limb i of x, where the limbs of that are so distributed that all are larger
// than those of x. Limbs 2 and 3 have the same ones as limb 1, and come next after it. It overwrites a column of products.
func (f octetField) minus(a *asm, i int, x, z reg.VecPhysical) {
	const ones = 1<<52 - 1
	upward := f.times - 1<<7 // what of it goes from each limb to the next
	bias, limb := "bias1", f.times*ones-upward<<52+upward
	switch i {
	case 0:
		bias, limb = "bias0"+f.name, f.times*(ones-(f.c-1))-upward<<52
	case 4:
		bias, limb = "bias4", f.times*(1<<48-1)+upward
	}
	if i != 2 && i != 3 {
		a.VMOVDQU64(a.everyLaneOfEight(bias, limb), high[1])
	}
	a.VPSUBQ(x, high[1], z)
}

// octetRoutines writes what octetEngine calls, for a c up to fold.
func octetRoutines(a *asm, fold uint64) {
	a.inWideRegisters(func() {
		a.routine("octetProduct", "sets raw = left·right in each lane.")
		a.octetProduct52(columns(), fold)
		a.RET()
		a.routine("octetSquare", "sets raw = left^2 in each lane.")
		a.octetSquare52(columns(), fold)
		a.RET()
	})
}

// sqrNMulPair52 writes a step of an addition chain for two octets, modulo a divisor of 2^256 - fold: z = x^(2^n)·y, for n >= 1, or
// n >= 0 if n may be 0.
func sqrNMulPair52(a *asm, name, signature, doc string, fold uint64, mayBeZero bool) {
	frame := a.function(name, signature, doc, octetBytes)
	a.load("x", rsi)
	a.load("n", rcx)
	a.inWideRegisters(func() {
		free := slices.Concat(left[:], right[:], low[:], high[:], []reg.VecPhysical{mask51, fold260})
		a.broadcast(16*fold, fold256)
		a.broadcast(1<<48-1, mask48)
		x := [2]quad{quad(free), quad(free[15:])}
		a.octetLoad(x[0], operand.Mem{Base: rsi})
		a.octetLoad(x[1], operand.Mem{Base: rsi, Disp: octetBytes})
		if mayBeZero {
			a.TESTQ(rcx, rcx)
			a.JEQ(operand.LabelRef("product"))
		}
		// While the products of one square are added up, the other one carries, where each instruction waits for the one before it.
		sums := [2][]reg.VecPhysical{free[5:15], free[20:30]}
		products := func(i int) func() {
			return func() { a.squareColumns52(x[i], sums[i], []int{4, 5, 3, 6, 2, 7, 1, 8, 0, 9}) } // the longest sums first
		}
		carries := func(i int) func() { return func() { a.squareCarry52(x[i], sums[i], fold) } }
		products(0)()
		a.Label("square")
		a.beside(carries(0), products(1))
		a.beside(products(0), carries(1)) // which come to nothing after the last square
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("square"))
		if mayBeZero {
			a.Label("product")
		}
		a.octetStore(frame, x[1])
		a.loadConstants52(fold)
		a.load("y", rsi)
		a.load("z", rdi)
		for i := range 2 {
			if i > 0 {
				a.octetLoad(left, frame)
			}
			a.octetLoad(right, operand.Mem{Base: rsi, Disp: octetBytes * i})
			a.octetProduct52(columns(), fold)
			a.octetCarry52(raw)
			a.octetStore(operand.Mem{Base: rdi, Disp: octetBytes * i}, raw)
		}
	})
	a.VZEROUPPER()
	a.RET()
}

// squareCarry52 sets x to the carried number with the ten columns c, where the register of fold256 has 16·fold. What is above 52 bits
// in limbs 0 to 3 stays there once it has been carried: products do not read it.
func (a *asm) squareCarry52(x quad, c []reg.VecPhysical, fold uint64) {
	a.foldColumns52(c, x, fold, fold256)
	// See octetCarry52.
	a.VPSRLQ(operand.Imm(48), c[4], c[9])
	a.VPMADD52LUQ(a.everyLaneOfEight(fmt.Sprintf("fold%x", fold), fold), c[9], c[0])
	a.VPANDQ(mask48, c[4], c[4])
	a.VMOVDQA64(c[0], x[0])
	for i := range 4 {
		a.VPSRLQ(operand.Imm(52), x[i], c[5+i])
		a.VPADDQ(c[5+i], c[i+1], x[i+1])
	}
}

// octetGather sets the octets at parts to the elements at the eight places: each part has four limbs of each lane that
// are next to each other, or fewer, where the others are not used, or none, and then it is left out.
func (a *asm) octetGather(parts [][]operand.Mem, places [8]operand.Mem) {
	for part, to := range parts {
		if len(to) == 0 {
			continue
		}
		a.octetRows(places[:], 32*part)
		for i, m := range to {
			a.VMOVDQU64(rows[i], m)
		}
	}
}

// octetRows sets the rows to four words of each of the eight places, from there on: word i of all of them is in row i.
func (a *asm) octetRows(places []operand.Mem, from int) {
	a.octetRowsWith(rows, temp[:4], places, from)
}

// octetRowsWith is octetRows for other rows, with registers for temp.
func (a *asm) octetRowsWith(rows [4]reg.VecPhysical, temp []reg.VecPhysical, places []operand.Mem, from int) {
	for j, row := range rows {
		a.VMOVDQU64(places[j].Offset(from), row.AsY())
		a.VINSERTI64X4(operand.Imm(1), places[j+4].Offset(from), row, row)
	}
	a.transposeWith(rows, temp)
}

// octetGatherWords sets the octets at to, with limbs of 52 bits, to elements of four words, which are next to each other at
// the eight places; the first two are exchanged in the lanes of negative.
func (a *asm) octetGatherWords(places [8]operand.Mem, to []operand.Mem, negative reg.Register) {
	for k, m := range to {
		z := left
		if k == 1 {
			z = right
		}
		a.octetRows(places[:], 32*k)
		a.quadLimbs(z, 52)
		switch k {
		case 0:
			continue
		case 1:
			a.exchangeLanes(negative)
			a.octetStore(to[0], left)
		}
		a.octetStore(m, z)
	}
}

// octetScatter is the inverse of octetGather. What is not used becomes 0.
func (a *asm) octetScatter(places [8]operand.Mem, parts [][]operand.Mem) {
	for part, from := range parts {
		for i, row := range rows {
			if i < len(from) {
				a.VMOVDQU64(from[i], row)
			} else {
				a.VPXORQ(row, row, row)
			}
		}
		a.transpose(rows)
		for j, row := range rows {
			a.VMOVDQU64(row.AsY(), places[j].Offset(32*part))
			a.VEXTRACTI64X4(operand.Imm(1), row, places[j+4].Offset(32*part))
		}
	}
}

// limbs52Parts are the parts of coordinates whose limbs Go has next to each other: 0 to 3 of each, then limb 4 of each.
func limbs52Parts(coordinates ...operand.Mem) (parts [][]operand.Mem) {
	var last []operand.Mem
	for _, m := range coordinates {
		parts = append(parts, limbs0to3(m))
		last = append(last, m.Offset(4*64))
	}
	return append(parts, last)
}

// limbs0to3 returns limbs 0 to 3 of the octet at m.
func limbs0to3(m operand.Mem) (limbs []operand.Mem) {
	for i := range 4 {
		limbs = append(limbs, m.Offset(64*i))
	}
	return limbs
}

// everyLaneOfEight returns a constant in eight lanes.
func (a *asm) everyLaneOfEight(name string, c uint64) operand.Mem {
	return a.vectorConstant(name, c, c, c, c, c, c, c, c)
}

// everyEighth returns eight elements next to each other.
func everyEighth(r reg.Register, from, apart int) (places [8]operand.Mem) {
	for j := range places {
		places[j] = operand.Mem{Base: r, Disp: from + apart*j}
	}
	return places
}
