// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic modulo 2^256 = fold, on four 64-bit limbs.
//
// Every routine keeps to the same registers: the product grows in
// acc = R8..R15, the result of an operation is left in acc[0..3], and RAX, RBX
// and RDX are scratch, for the kernel mulx RCX and RBP too. RSI and RDI are left
// alone: they hold pointers, or with RCX limbs to be squared.
//
// Any integer below 2^256 represents its class. Additions and subtractions
// need a second fold only if an operand may lie above 2^256 - fold; whether it
// may is known for each place (see bounds), and the code that cannot run is not written.

// A number is a place for four limbs in memory or registers, least significant first.
type number struct {
	limb [4]operand.Op
}

// result is where the operations leave their results.
var result = limbs(acc[:4]...)

// at returns the number in memory at m, any integer below 2^256.
func at(m operand.Mem) number {
	return number{limb: [4]operand.Op{m, m.Offset(8), m.Offset(16), m.Offset(24)}}
}

// limbs returns the number in four registers.
func limbs(r ...reg.Register) number {
	return number{limb: [4]operand.Op{r[0], r[1], r[2], r[3]}}
}

// element returns element i of the array of elements at the pointer p.
func element(p reg.Register, i int) number {
	return at(operand.Mem{Base: p, Disp: 32 * i})
}

var (
	acc = [8]reg.Register{reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13, reg.R14, reg.R15}

	rax, rbx, rcx, rdx = reg.RAX, reg.RBX, reg.RCX, reg.RDX
	rsi, rdi, rbp      = reg.RSI, reg.RDI, reg.RBP

	p25519     = field{constant: 38}
	pSecp256k1 = field{constant: 1<<32 + 977}
)

// A field is a prime: its fold is a constant, or, if symbolic, an operand that the
// routine gets at run time. It has up to 33 bits.
type field struct {
	constant uint64
	operand  operand.Op
}

// short says that fold is a constant of the size of immediate operands; then the prime
// has 255 bits. long says that it is a constant of 33 bits.
func (f field) short() bool { return f.operand == nil && f.constant < 1<<16 }
func (f field) long() bool  { return f.operand == nil && !f.short() }

// foldOp returns fold as the source of a MOVQ.
func (f field) foldOp() operand.Op {
	switch {
	case f.operand != nil:
		return f.operand
	case f.long():
		return operand.U64(f.constant)
	}
	return operand.U32(f.constant)
}

// loadFold puts a long fold into RDX, where carryMask needs it, unless it is there.
func (a *asm) loadFold(f field) {
	if f.long() && !a.holds(rdx, f.foldOp()) {
		a.MOVQ(f.foldOp(), rdx)
	}
}

func zero() operand.Op { return operand.Imm(0) }

// store writes the result to z, and returns z.
func (a *asm) store(z number) number {
	b := a.bound(result)
	for i, limb := range z.limb {
		a.MOVQ(acc[i], limb)
	}
	a.setBound(z, b)
	return z
}

// keep writes code that leaves a number in the result registers, stores that in
// z, and returns z.
func (a *asm) keep(z number, code func()) number {
	code()
	return a.store(z)
}

// fetch copies x to the result registers.
func (a *asm) fetch(x number) {
	b := a.bound(x)
	for i, limb := range x.limb {
		a.MOVQ(limb, acc[i])
	}
	a.setBound(result, b)
}

// copyNumber copies x to z. It overwrites the result.
func (a *asm) copyNumber(z, x number) number {
	a.fetch(x)
	return a.store(z)
}

// clear sets r to 0, and CF and OF too.
func (a *asm) clear(r reg.Register) {
	r32 := r.(reg.GP).As32()
	a.XORL(r32, r32)
}

// clearResult sets the result to 0.
func (a *asm) clearResult() {
	for _, r := range acc[:4] {
		a.clear(r)
	}
	a.setBound(result, productBound)
}

// product sets acc[0..7] = x·y. x and y may not lie in acc.
func (a *asm) product(x, y number) {
	a.checkPointers(x, y)
	switch a.kernel {
	case base:
		a.productBase(x, y)
	case mulx:
		a.productMULX(x, y)
	case adx:
		a.productADX(x, y)
	}
}

// checkPointers ends the program if a pointer to a number is in a register that a product
// overwrites.
func (a *asm) checkPointers(numbers ...number) {
	for _, x := range numbers {
		for _, limb := range x.limb {
			m, ok := limb.(operand.Mem)
			if !ok {
				continue
			}
			for _, r := range operand.Registers(m) {
				scratch := r == rax || r == rbx || r == rdx || a.kernel == mulx && (r == rcx || r == rbp)
				if scratch || slices.Contains(acc[:], r) {
					panic("a product overwrites the pointer " + r.Asm())
				}
			}
		}
	}
}

// productADX is the product with two carry chains: the low halves go in by CF,
// the high halves by OF.
func (a *asm) productADX(x, y number) {
	a.firstRow(x, y)
	for i := 1; i < 4; i++ {
		a.MOVQ(x.limb[i], rdx)
		a.clear(acc[i+4])
		for j := range 4 {
			a.MULXQ(y.limb[j], rax, rbx)
			a.ADCXQ(rax, acc[i+j])
			a.ADOXQ(rbx, acc[i+j+1])
		}
		a.ADCQ(zero(), acc[i+4])
	}
}

// productMULX is the product with one carry chain after the other.
func (a *asm) productMULX(x, y number) { a.productRows(x, y, [3]reg.Register{rbp, rbp, rbp}) }

// productRows is productMULX with other registers than RBP in the three rows.
func (a *asm) productRows(x, y number, spare [3]reg.Register) {
	a.firstRow(x, y)
	for i := 1; i < 4; i++ {
		a.MOVQ(x.limb[i], rdx)
		a.addRow(acc[i:], y, []reg.Register{rbx, rcx, spare[i-1], acc[i+4]})
	}
}

// firstRow sets acc[0..4] = x_0·y.
func (a *asm) firstRow(x, y number) {
	a.MOVQ(x.limb[0], rdx)
	a.MULXQ(y.limb[0], acc[0], acc[1])
	a.MULXQ(y.limb[1], rax, acc[2])
	a.ADDQ(rax, acc[1])
	a.MULXQ(y.limb[2], rbx, acc[3])
	a.ADCQ(rbx, acc[2])
	a.MULXQ(y.limb[3], rax, acc[4])
	a.ADCQ(rax, acc[3])
	a.ADCQ(zero(), acc[4])
}

// addRow adds rdx·y to r[0..3] and leaves the limb above in high[3], first the
// low halves and then the high ones. y_i may lie in high[i].
func (a *asm) addRow(r []reg.Register, y number, high []reg.Register) {
	top := high[3]
	for j := range 4 {
		a.MULXQ(y.limb[j], rax, high[j])
		if j == 0 {
			a.ADDQ(rax, r[0])
		} else {
			a.ADCQ(rax, r[j])
		}
	}
	a.ADCQ(zero(), top)
	a.ADDQ(high[0], r[1])
	a.ADCQ(high[1], r[2])
	a.ADCQ(high[2], r[3])
	a.ADCQ(zero(), top)
}

// productBase is product without MULX. It uses the multiplier of row i from
// memory or a register other than RAX, RBX and RDX.
func (a *asm) productBase(x, y number) {
	for i := range 4 {
		for j := range 4 {
			a.MOVQ(x.limb[i], rax)
			a.MULQ(y.limb[j])
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

// square sets acc[0..7] = x^2. Only x_0 may lie in acc, in acc[0].
func (a *asm) square(x number) {
	a.checkPointers(x)
	switch a.kernel {
	case base:
		a.productBase(x, x)
	case mulx:
		a.squareMULX(x)
	case adx:
		a.squareADX(x)
	}
}

func (a *asm) squareADX(x number) {
	// The products x_i·x_j with i < j.
	a.MOVQ(x.limb[0], rdx)
	a.MULXQ(x.limb[1], acc[1], acc[2])
	a.MULXQ(x.limb[2], rax, acc[3])
	a.ADDQ(rax, acc[2])
	a.MULXQ(x.limb[3], rax, acc[4])
	a.ADCQ(rax, acc[3])
	a.ADCQ(zero(), acc[4])
	a.MOVQ(x.limb[1], rdx)
	a.clear(acc[5])
	a.MULXQ(x.limb[2], rax, rbx)
	a.ADCXQ(rax, acc[3])
	a.ADOXQ(rbx, acc[4])
	a.MULXQ(x.limb[3], rax, rbx)
	a.ADCXQ(rax, acc[4])
	a.ADOXQ(rbx, acc[5])
	a.MOVQ(x.limb[2], rdx)
	a.MULXQ(x.limb[3], rax, acc[6])
	a.ADCXQ(rax, acc[5])
	a.ADCQ(zero(), acc[6])
	// Twice that by CF, and the squares x_i^2 by OF.
	a.MOVQ(x.limb[0], rdx)
	a.clear(acc[7])
	a.MULXQ(rdx, acc[0], rbx)
	a.ADCXQ(acc[1], acc[1])
	a.ADOXQ(rbx, acc[1])
	for i := 1; i < 4; i++ {
		a.MOVQ(x.limb[i], rdx)
		a.MULXQ(rdx, rax, rbx)
		a.ADCXQ(acc[2*i], acc[2*i])
		a.ADOXQ(rax, acc[2*i])
		a.ADCXQ(acc[2*i+1], acc[2*i+1])
		a.ADOXQ(rbx, acc[2*i+1])
	}
}

func (a *asm) squareMULX(x number) {
	// The products x_i·x_j with i < j.
	a.MOVQ(x.limb[0], rdx)
	a.MULXQ(x.limb[1], acc[1], acc[2])
	a.MULXQ(x.limb[2], rax, acc[3])
	a.ADDQ(rax, acc[2])
	a.MULXQ(x.limb[3], rax, acc[4])
	a.ADCQ(rax, acc[3])
	a.MOVQ(x.limb[1], rdx)
	a.MULXQ(x.limb[3], rax, acc[5])
	a.ADCQ(rax, acc[4])
	a.ADCQ(zero(), acc[5])
	a.MULXQ(x.limb[2], rax, rbx)
	a.MOVQ(x.limb[2], rdx)
	a.MULXQ(x.limb[3], rdx, acc[6])
	a.ADDQ(rax, acc[3])
	a.ADCQ(rbx, acc[4])
	a.ADCQ(rdx, acc[5])
	a.ADCQ(zero(), acc[6])
	// Twice that.
	a.clear(acc[7])
	a.ADDQ(acc[1], acc[1])
	for i := 2; i < 8; i++ {
		a.ADCQ(acc[i], acc[i])
	}
	// The squares x_i^2.
	a.MOVQ(x.limb[0], rdx)
	a.MULXQ(rdx, acc[0], rbx)
	a.ADDQ(rbx, acc[1])
	for i := 1; i < 4; i++ {
		a.MOVQ(x.limb[i], rdx)
		a.MULXQ(rdx, rax, rbx)
		a.ADCQ(rax, acc[2*i])
		a.ADCQ(rbx, acc[2*i+1])
	}
}

// reduce sets the result to acc[0..7] mod 2^256 - fold.
func (a *asm) reduce(f field) { a.reduceAdd(f, nil, wholeBound) }

// reduceAdd sets the result to acc[0..7] + c mod 2^256 - fold, or acc[0..7] if c is nil,
// which it must be for a short fold. acc[0..7] is a product, of which one factor has the bound.
func (a *asm) reduceAdd(f field, c *number, factor bound) {
	top := a.foldHigh(f)
	if c != nil {
		a.ADDQ(c.limb[0], acc[0])
		for i := 1; i < 4; i++ {
			a.ADCQ(c.limb[i], acc[i])
		}
		a.ADCQ(zero(), top)
	}
	a.foldTop(f, top, factor)
}

// foldHigh sets acc[0..3] and the register that it returns to acc[0..3] + acc[4..7]·fold. The
// register is at most fold.
func (a *asm) foldHigh(f field) (top reg.Register) {
	top = rbx
	switch a.kernel {
	case base:
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
	case mulx:
		a.MOVQ(f.foldOp(), rdx)
		a.addRow(acc[:], limbs(acc[4:]...), acc[4:])
		top = acc[7]
	case adx:
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
	}
	return top
}

// foldTop sets the result to acc[0..3] + top·2^256 mod 2^256 - fold, for top at
// most fold + 1, or below 2^32 if fold is short. If fold is long and the kernel is not base,
// it is in RDX. top is overwritten. A product one of whose factors has productBound has a top of
// fold/2 + 2 at most.
func (a *asm) foldTop(f field, top reg.Register, factor bound) {
	if !f.short() {
		high := top
		if f.long() && a.kernel != base {
			a.MULXQ(top, rax, high)
		} else {
			high = rdx
			a.MOVQ(f.foldOp(), rax)
			a.MULQ(top)
		}
		a.ADDQ(rax, acc[0])
		a.ADCQ(high, acc[1])
		if high == rdx {
			a.loadFold(f)
		}
		a.ADCQ(zero(), acc[2])
		a.ADCQ(zero(), acc[3])
		// After a carry the rest is below top·fold, which is at most fold^2 + fold < 2^67:
		// another fold touches two limbs, or one if the rest is not much above fold^2/2 < 2^63.1.
		a.carryMask(f)
		a.ADDQ(rax, acc[0])
		if !f.long() || factor != productBound {
			a.ADCQ(zero(), acc[1])
		}
		return
	}
	// The prime has 255 bits: fold at bit 255, by fold/2 < 2^15. What is left is
	// below 2^255 + 2^15·2^33, and nothing carries out of it.
	a.ADDQ(acc[3], acc[3])
	a.ADCQ(top, top)
	a.SHRQ(operand.Imm(1), acc[3])
	a.IMUL3Q(operand.U32(f.constant/2), top, rax)
	a.ADDQ(rax, acc[0])
	a.ADCQ(zero(), acc[1])
	a.ADCQ(zero(), acc[2])
	a.ADCQ(zero(), acc[3])
	a.setBound(result, productBound)
}

// carryMask sets RAX to fold if CF is set, and to 0 otherwise. A long fold must be in
// RDX.
func (a *asm) carryMask(f field) {
	a.SBBQ(rax, rax)
	switch {
	case f.operand != nil:
		a.ANDQ(f.operand, rax)
	case f.long():
		a.ANDQ(rdx, rax)
	default:
		a.ANDL(operand.U32(f.constant), reg.EAX)
	}
}

// mul sets the result to x·y.
func (a *asm) mul(f field, x, y number) {
	factor := max(a.bound(x), a.bound(y))
	a.product(x, y)
	a.reduceAdd(f, nil, factor)
}

// sqr sets the result to x^2.
func (a *asm) sqr(f field, x number) {
	a.square(x)
	a.reduce(f)
}

// mulAdd sets the result to x·y + c, for a long fold.
func (a *asm) mulAdd(f field, x, y, c number) {
	factor := max(a.bound(x), a.bound(y))
	a.product(x, y)
	a.reduceAdd(f, &c, factor)
}

// sqrAdd sets the result to x^2 + c, for a long fold.
func (a *asm) sqrAdd(f field, x, c number) {
	a.square(x)
	a.reduceAdd(f, &c, wholeBound)
}

// mulSmall sets the result to c·x, for the fold constant of f and c below 2^32.
// It needs MULX.
func (a *asm) mulSmall(f field, x number, c uint32) {
	a.MOVL(operand.U32(c), reg.EDX)
	a.MULXQ(x.limb[0], acc[0], acc[1])
	a.MULXQ(x.limb[1], rax, acc[2])
	a.ADDQ(rax, acc[1])
	a.MULXQ(x.limb[2], rax, acc[3])
	a.ADCQ(rax, acc[2])
	a.MULXQ(x.limb[3], rax, rbx)
	a.ADCQ(rax, acc[3])
	a.ADCQ(zero(), rbx)
	a.loadFold(f)
	a.foldTop(f, rbx, wholeBound)
}

// twice doubles the result.
func (a *asm) twice(f field) {
	a.plus(f, result)
}

// add sets the result to x + y.
func (a *asm) add(f field, x, y number) {
	a.fetch(x)
	a.plus(f, y)
}

// plus adds y to the result.
func (a *asm) plus(f field, y number) {
	x, z := a.bound(result), a.bound(y)
	a.loadFold(f)
	a.ADDQ(y.limb[0], acc[0])
	for i := 1; i < 4; i++ {
		a.ADCQ(y.limb[i], acc[i])
	}
	a.carryMask(f)
	a.ADDQ(rax, acc[0])
	if x == productBound && z == productBound {
		return // after a carry the rest is below 2^49, and another fold touches one limb
	}
	for i := 1; i < 4; i++ {
		a.ADCQ(zero(), acc[i])
	}
	if x == wholeBound && z == wholeBound {
		// After a second carry the rest is below fold. There is none if one of
		// the two is at most 2^256 - fold: their sum is below 2^257 - fold.
		a.carryMask(f)
		a.ADDQ(rax, acc[0])
	}
}

// minusTwice subtracts 2y from the result, for a long fold.
func (a *asm) minusTwice(f field, y number) { a.minusBoth(f, y, y) }

// minusBoth subtracts y and w from the result, for a long fold.
func (a *asm) minusBoth(f field, y, w number) {
	a.clear(rbx) // the number of borrows, negated
	for _, y := range []number{y, w} {
		a.SUBQ(y.limb[0], acc[0])
		for i := 1; i < 4; i++ {
			a.SBBQ(y.limb[i], acc[i])
		}
		a.SBBQ(zero(), rbx)
	}
	a.loadFold(f)
	a.NEGQ(rbx)
	a.IMULQ(rdx, rbx)
	a.SUBQ(rbx, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	// After a borrow the rest is at least 2^256 - 2·fold.
	a.carryMask(f)
	a.SUBQ(rax, acc[0])
}

// negate sets the result to -x.
func (a *asm) negate(f field, x number) {
	a.clearResult()
	a.minus(f, x)
}

// plusHalf sets the result to 3/2 of it, for a long fold. It overwrites acc[4..7].
func (a *asm) plusHalf(f field) {
	// x/2 is x >> 1, plus 2^255 - (fold-1)/2 if x is odd. That is, RAX being all ones
	// then and 0 otherwise, RAX:x >> 1, less (fold-1)/2 & RAX. The sum with x is below
	// 2^257.
	for i := range 4 {
		a.MOVQ(acc[i], acc[4+i])
	}
	a.MOVQ(acc[0], rax)
	a.ANDL(operand.Imm(1), reg.EAX)
	a.NEGQ(rax)
	for i := range 4 {
		var next reg.Register = rax
		if i < 3 {
			next = acc[i+1]
		}
		a.SHRQ(operand.Imm(1), next, acc[4+i])
	}
	a.ANDL(operand.U32((f.constant-1)/2), reg.EAX)
	a.ADDQ(acc[4], acc[0])
	for i := 1; i < 4; i++ {
		a.ADCQ(acc[4+i], acc[i])
	}
	// Add fold for the carry, and subtract RAX: a number of one limb with its sign in
	// RBX.
	a.loadFold(f)
	a.SBBQ(rbx, rbx)
	a.ANDQ(rdx, rbx)
	a.SUBQ(rax, rbx)
	a.MOVQ(rbx, rax)
	a.SARQ(operand.Imm(63), rbx)
	a.ADDQ(rax, acc[0])
	for i := 1; i < 4; i++ {
		a.ADCQ(rbx, acc[i])
	}
	// Fold what came out of the top, 1, 0 or -1: the rest is below fold, anything, or at
	// least 2^256 - fold.
	a.ADCQ(zero(), rbx)
	a.IMULQ(rdx, rbx)
	a.ADDQ(rbx, acc[0])
}

// sub sets the result to x - y.
func (a *asm) sub(f field, x, y number) {
	a.fetch(x)
	a.minus(f, y)
}

// minus subtracts y from the result.
func (a *asm) minus(f field, y number) {
	yBound := a.bound(y)
	both := min(lowBound, yBound, a.bound(result))
	a.loadFold(f)
	a.SUBQ(y.limb[0], acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(y.limb[i], acc[i])
	}
	a.carryMask(f)
	a.SUBQ(rax, acc[0])
	for i := 1; i < 4; i++ {
		a.SBBQ(zero(), acc[i])
	}
	if yBound == wholeBound {
		// After a second borrow the rest is at least 2^256 - fold. There is
		// none if y is at most 2^256 - fold: x - y + 2^256 - fold >= x.
		a.carryMask(f)
		a.SUBQ(rax, acc[0])
	}
	// After the first borrow the rest is below 2^256 - fold.
	a.setBound(result, both)
}
