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
// A product is raw: a column is at most five low and four high halves, and what is folded into it are three more at most; limbs are
// below 12·2^52, but limb 4 of short products below 20·2^52. Sums of multiples of raw octets make factors. They may be
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

// octetProduct52 sets raw to the product of left and the octet at y, in each lane. The low halves of column k and the high ones of
// column k-1 have the same weight. It overwrites left and right[0].
func (a *asm) octetProduct52(y operand.Mem, f columnFold) {
	c, t := columns(), right[0]
	for _, column := range c {
		a.VPXORQ(column, column, column)
	}
	for j := len(right) - 1; j >= 0; j-- {
		a.VMOVDQU64(y.Offset(64*j), t)
		for i := len(left) - 1; i >= 0; i-- {
			a.VPMADD52HUQ(t, left[i], c[i+j+1])
		}
		for i := len(left) - 1; i >= 0; i-- {
			a.VPMADD52LUQ(t, left[i], c[i+j])
		}
	}
	a.octetFold52(f)
}

// octetSquare52 sets raw = left^2 in each lane. It overwrites left and right[0].
func (a *asm) octetSquare52(f columnFold) {
	c := columns()
	for _, column := range c {
		a.VPXORQ(column, column, column)
	}
	for j := len(left) - 1; j > 0; j-- {
		for i := j - 1; i >= 0; i-- {
			a.VPMADD52HUQ(left[j], left[i], c[i+j+1])
		}
		for i := j - 1; i >= 0; i-- {
			a.VPMADD52LUQ(left[j], left[i], c[i+j])
		}
	}
	for k := 8; k > 0; k-- {
		a.VPADDQ(c[k], c[k], c[k])
	}
	for i := len(left) - 1; i >= 0; i-- {
		a.VPMADD52HUQ(left[i], left[i], c[2*i+1])
		a.VPMADD52LUQ(left[i], left[i], c[2*i])
	}
	a.octetFold52(f)
}

// squareColumns52 sets the columns c to those of x^2, the longest sums first. Products of different limbs count twice.
func (a *asm) squareColumns52(x quad, c []reg.VecPhysical) {
	for _, column := range c {
		a.VPXORQ(column, column, column)
	}
	for _, k := range []int{4, 5, 3, 6, 2, 7, 1, 8, 0, 9} {
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

// octetFold52 sets raw to the number in columns(). It overwrites left and right[0].
func (a *asm) octetFold52(f columnFold) {
	t := right[0]
	a.foldColumns52(columns(), [5]reg.VecPhysical{t, t, t, left[0], left[1]}, f, fold260, fold256)
}

// A columnFold says how the columns of a product modulo a divisor of 2^256 - c are folded.
type columnFold struct {
	c uint64
	// short says that c has 6 bits, and limb 4 of both factors is below 2^49.
	short bool
}

// foldOf returns how products are folded of factors that were carried, where limb 4 is that, or of any.
func foldOf(c uint64, carried bool) columnFold { return columnFold{c, carried && bits.Len64(c) <= 6} }

// foldColumns52 folds the columns c from c[5] on into those below: column k+5 counts 16·f.c times in column k. times has that in all
// lanes, and once f.c. It overwrites temp.
//
// Multiplications read 52 bits of a column. What is above them is added to the next column before that is folded, and nothing is above
// column 9. That may have 52 bits already, since limb 4 of a factor may: then what is above column 8 is folded by itself. If the factors
// are short, it has little more than 46, and times a c of 6 bits that is a low half.
func (a *asm) foldColumns52(c []reg.VecPhysical, temp [5]reg.VecPhysical, f columnFold, times reg.VecPhysical, once operand.Op) {
	for k := 5; k < 9; k++ {
		a.VPSRLQ(operand.Imm(52), c[k], temp[k-5])
		if k < 8 || f.short {
			a.VPADDQ(temp[k-5], c[k+1], c[k+1])
		}
	}
	// What is folded into column 5 is no more than 16·f.c, and folded again.
	again := temp[4]
	a.VPXORQ(again, again, again)
	if f.short {
		a.VPMADD52LUQ(once, c[9], again)
		a.VPSLLQ(operand.Imm(4), again, again)
		a.VPADDQ(again, c[4], c[4])
	} else {
		a.VPMADD52HUQ(times, c[9], again)
		a.VPMADD52LUQ(times, c[9], c[4])
		a.VPMADD52LUQ(times, temp[3], c[4])
	}
	for k := 3; k >= 0; k-- {
		a.VPMADD52HUQ(times, c[k+5], c[k+1])
		a.VPMADD52LUQ(times, c[k+5], c[k])
	}
	if f.short {
		return
	}
	if bits.Len64(16*f.c)*2 > 52 {
		a.VPMADD52HUQ(times, again, c[1])
	}
	a.VPMADD52LUQ(times, again, c[0])
}

// maskLimbs makes words of the limbs of a factor, of which what is above 52 bits does not count.
func (a *asm) maskLimbs(x quad) {
	for _, limb := range x[:4] {
		a.mask52(limb)
	}
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

// bias returns limb i of times·(2^256 - c), in all lanes, whose limbs are so distributed that all are larger than those of what is
// subtracted.
func (f octetField) bias(a *asm, i int) operand.Mem {
	const ones = 1<<52 - 1
	upward := f.times - 1<<7 // what of it goes from each limb to the next
	bias, limb := "bias1", f.times*ones-upward<<52+upward
	switch i {
	case 0:
		bias, limb = "bias0"+f.name, f.times*(ones-(f.c-1))-upward<<52
	case 4:
		bias, limb = "bias4", f.times*(1<<48-1)+upward
	}
	return a.everyLaneOfEight(bias, limb)
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
		x, sums := [2]quad{quad(free), quad(free[15:])}, [2][]reg.VecPhysical{free[5:15], free[20:30]}
		for i := range x {
			from := operand.Mem{Base: rsi, Disp: octetBytes * i}
			if !foldOf(fold, true).short {
				a.octetLoad(x[i], from)
				continue
			}
			a.octetLoad(quad(sums[i]), from)
			a.carryColumns52(x[i], sums[i], fold)
		}
		if mayBeZero {
			a.TESTQ(rcx, rcx)
			a.JEQ(operand.LabelRef("product"))
		}
		// While the products of one square are added up, the other one carries, where each instruction waits for the one before it.
		products := func(i int) func() {
			return func() { a.squareColumns52(x[i], sums[i]) }
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
			a.octetProduct52(operand.Mem{Base: rsi, Disp: octetBytes * i}, foldOf(fold, false))
			a.octetCarry52(raw)
			a.octetStore(operand.Mem{Base: rdi, Disp: octetBytes * i}, raw)
		}
	})
	a.VZEROUPPER()
	a.RET()
}

// squareCarry52 sets x to the carried number with the ten columns c, where the register of fold256 has 16·fold.
func (a *asm) squareCarry52(x quad, c []reg.VecPhysical, fold uint64) {
	a.foldColumns52(c, x, foldOf(fold, true), fold256, a.foldOnce(fold))
	a.carryColumns52(x, c, fold)
}

// carryColumns52 sets x to the carried number with the first five columns c, as octetCarry52 does. What is above 52 bits in limbs 0 to 3 stays there once it has been
// carried: products do not read it.
func (a *asm) carryColumns52(x quad, c []reg.VecPhysical, fold uint64) {
	a.VPSRLQ(operand.Imm(48), c[4], c[9])
	a.VPMADD52LUQ(a.foldOnce(fold), c[9], c[0])
	a.VPANDQ(mask48, c[4], c[4])
	a.VMOVDQA64(c[0], x[0])
	for i := range 4 {
		a.VPSRLQ(operand.Imm(52), x[i], c[5+i])
		a.VPADDQ(c[5+i], c[i+1], x[i+1])
	}
}

// foldOnce returns fold in all lanes.
func (a *asm) foldOnce(fold uint64) operand.Mem {
	return a.everyLaneOfEight(fmt.Sprintf("fold%x", fold), fold)
}

// lanePlaces returns where something is for a lane, and may write an instruction that makes it so until it is called again.
type lanePlaces func(lane int) operand.Mem

func placesAt(places []operand.Mem) lanePlaces {
	return func(lane int) operand.Mem { return places[lane] }
}

// octetScatter writes factors at limbs52Parts to the eight places: limbs of each lane are next to each other, four of each part. Those
// that a part does not have become 0.
func (a *asm) octetScatter(places []operand.Mem, parts [][]operand.Mem) {
	for part, from := range parts {
		for i, row := range rows {
			if i < len(from) {
				a.VMOVDQU64(from[i], row)
				if part < len(parts)-1 { // not the last limbs
					a.mask52(row)
				}
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
func everyEighth(r reg.Register, from, apart int) (places []operand.Mem) {
	for j := range 8 {
		places = append(places, operand.Mem{Base: r, Disp: from + apart*j})
	}
	return places
}
