// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fieldSqrN255 writes the squarings that make up the square roots modulo the primes of
// 255 bits. They are one long chain, in which only latency counts: the limbs stay in
// registers, and what is above bit 255 is folded at once.
func fieldSqrN255(a *asm) {
	a.function("sqrN255", "func(z, x *Element, n, fold uint64)",
		"sqrN255 sets z = x^(2^n), for n >= 1 and an even fold below 2^16. It needs cpu.Features.V3.", 8)
	a.load("x", rbx)
	// Limb 0 stays where the product leaves it, until it has been used.
	x := limbs(acc[0], rcx, rsi, rdi)
	for i, source := range element(rbx, 0).limb {
		a.MOVQ(source, x.limb[i])
	}
	a.load("fold", rbp)
	a.SHRQ(operand.Imm(1), rbp)
	a.Label("loop")
	a.squareMULX(x)
	// acc[0..3] + acc[4..7]·fold, in acc[0..3] and top.
	top := acc[7]
	a.load("fold", rdx)
	a.addRow(acc[:], limbs(acc[4:]...), acc[4:])
	// See foldTop: nothing carries out of what is left.
	a.MOVQ(acc[3], rdi)
	a.ADDQ(acc[3], acc[3])
	a.ADCQ(top, top)
	a.SHLQ(operand.Imm(1), rdi)
	a.SHRQ(operand.Imm(1), rdi)
	a.IMULQ(rbp, top)
	a.ADDQ(top, acc[0])
	a.MOVQ(acc[1], rcx)
	a.ADCQ(zero(), rcx)
	a.MOVQ(acc[2], rsi)
	a.ADCQ(zero(), rsi)
	a.ADCQ(zero(), rdi)
	a.DECQ(a.parameter("n"))
	a.JNE(operand.LabelRef("loop"))
	a.load("z", rbx)
	for i, target := range element(rbx, 0).limb {
		a.MOVQ(x.limb[i], target)
	}
	a.RET()
}

// squareTerms are the products of limbs that make up a square modulo 2^255 - 19, in the order in which they are
// computed, and i is in RDX. The order was found by measuring some thousands on an Intel Xeon (family 6, model 167): the
// columns i+j mod 5 from 4 down to 0, but not strictly. So were squareCarries, the order of the limbs in the two
// halves of the last round. There is no time in which that CPU waits: two elements beside each other take twice as long.
var (
	squareTerms = [15]struct{ i, j int }{
		{3, 1}, {0, 4}, {0, 3}, {1, 2}, {1, 1}, {4, 4}, {2, 2}, {2, 0}, {3, 4}, {3, 3}, {2, 4}, {2, 3}, {0, 0}, {1, 0}, {1, 4},
	}
	squareCarries = [2][5]int{{1, 3, 0, 4, 2}, {2, 4, 3, 0, 1}}
)

// fieldSqrN25519 writes fieldSqrN255 modulo 2^255 - 19 in five limbs of 51 bits, where no carry has far to go and none
// is added to a product.
func fieldSqrN25519(a *asm) {
	a.function("sqrN25519", "func(z, x *Element, n uint64)",
		"sqrN25519 sets z = x^(2^n) modulo 2^255 - 19, for n >= 1. It needs cpu.Features.V3.", 0)
	x := [5]reg.Register{rsi, rdi, rbp, acc[0], acc[1]}
	a.load("x", rax)
	a.splitLimbs(x, element(rax, 0))
	a.Label("loop")
	a.squareLimbs(x)
	a.DECQ(a.parameter("n"))
	a.JNE(operand.LabelRef("loop"))
	a.load("z", rax)
	a.joinLimbs(element(rax, 0), x)
	a.RET()
}

// splitLimbs sets x to the limbs of an element in memory. It uses RBX and RDX.
func (a *asm) splitLimbs(x [5]reg.Register, element number) {
	a.MOVL(operand.U32(bitsOfLimb), rdx.(reg.GP).As32())
	for i, limb := range x {
		word, bit := bitsOfLimb*i/64, uint64(bitsOfLimb*i%64)
		a.MOVQ(element.limb[word], limb)
		switch {
		case bit+bitsOfLimb > 64:
			a.MOVQ(element.limb[word+1], rbx)
			a.SHRQ(operand.Imm(bit), rbx, limb)
		case bit > 0:
			a.SHRQ(operand.Imm(bit), limb)
		}
		if i < 4 { // the last one has 52 bits
			a.BZHIQ(rdx, limb, limb)
		}
	}
}

// joinLimbs sets an element in memory to that of limbs below 2^51 + 2^11. It uses acc[2..5].
func (a *asm) joinLimbs(element number, x [5]reg.Register) {
	// Word i gets the bits of limb i from its own lowest one on, and those of limb i+1 above.
	above := acc[2:6]
	for i := range above {
		a.MOVQ(x[i+1], above[i])
		a.SHLQ(operand.Imm(uint64(bitsOfLimb*(i+1)-64*i)), above[i])
	}
	for i := 1; i < 4; i++ {
		a.SHRQ(operand.Imm(uint64(64*i-bitsOfLimb*i)), x[i])
	}
	for i, word := range element.limb {
		if i == 0 {
			a.ADDQ(above[i], x[i])
		} else {
			a.ADCQ(above[i], x[i])
		}
		a.MOVQ(x[i], word)
	}
}

// bitsOfLimb is the size of a limb of an element modulo 2^255 - 19 in five registers.
const bitsOfLimb = 51

// squareLimbs replaces the number sum x_i·2^(51i) by its square modulo 2^255 - 19. It uses all registers. The square
// is sum S_k·2^(51k), for the columns
//
//	S_k = sum x_i·x_j, over i+j = k, + 19·sum x_i·x_j, over i+j = k+5,
//
// where products with i != j count twice. Added up are multiples of 2^11, so that high halves are nearly the carries, and
// low halves nearly the limbs:
//
//	2^11·S_k = 2^64·high_k + low_k,  S_k = 2^51·(4·high_k) + low_k/2^11.
//
// The last quotient is an integer: in RDX is 2^11·x_i, or twice that if i != j, or half of it where the other factor is
// 38·x_j because i+j >= 5. So RDX is x_i rotated, as its upper bits are 0, and low_k/2^11 is low_k rotated. Two rounds of carries
// follow, in which each limb gives to the next one, and the last one 19 times as much to the first:
//
//	y_k = low_k/2^11 + 4·high_(k-1),  x_k = y_k mod 2^51 + floor(y_(k-1)/2^51).
//
// If all x_k are below 2^52, then S_k <= 77·2^104, high_k < 2^58 and y_k < 2^60; and the new limbs are below 2^51 + 2^11.
func (a *asm) squareLimbs(x [5]reg.Register) {
	// Registers are used anew as soon as they are free. What is needed to the end is not in those of x, as far as that goes:
	// the new limbs belong there.
	var home, other []reg.Register
	for _, r := range append([]reg.Register{rax, rbx, rcx, rsi, rdi, rbp}, acc[:]...) {
		if !slices.Contains(x[:], r) {
			other = append(other, r)
		}
	}
	take := func(from, instead *[]reg.Register) reg.Register {
		if len(*from) == 0 {
			from = instead
		}
		r := (*from)[0]
		*from = (*from)[1:]
		return r
	}
	short := func() reg.Register { return take(&home, &other) }
	long := func() reg.Register { return take(&other, &home) }
	free := func(r reg.Register) {
		if slices.Contains(x[:], r) {
			home = append(home, r)
		} else {
			other = append(other, r)
		}
	}
	var uses [2][5]int // of a limb, and of 38 times it
	for _, t := range squareTerms {
		uses[0][t.i]++
		if t.i+t.j < 5 {
			uses[0][t.j]++
		} else {
			uses[1][t.j]++
		}
	}
	for i := 3; i < 5; i++ {
		uses[0][i]++ // to multiply it
	}
	factors := [2][5]reg.Register{x, {}}
	used := func(which, i int) {
		if uses[which][i]--; uses[which][i] == 0 {
			free(factors[which][i])
		}
	}

	var high, low, y [5]reg.Register
	var terms [5]int
	carry := func(k int) { // y_k
		from := (k + 4) % 5
		if terms[k] < 3 || terms[from] < 3 {
			return
		}
		if k == 0 {
			a.IMUL3Q(operand.U8(4*19), high[from], high[from])
			a.ADDQ(high[from], low[k])
			y[k] = low[k]
			free(high[from])
			return
		}
		free(low[k])
		free(high[from])
		y[k] = long()
		a.LEAQ(operand.Mem{Base: low[k], Index: high[from], Scale: 4}, y[k])
	}
	inRDX := [2]int{}
	for _, t := range squareTerms {
		which, shift := 0, 12
		if t.i+t.j >= 5 {
			which, shift = 1, shift-1
			if factors[1][t.j] == nil {
				factors[1][t.j] = short()
				a.IMUL3Q(operand.U8(2*19), x[t.j], factors[1][t.j])
				used(0, t.j)
			}
		}
		if t.i == t.j {
			shift--
		}
		if now := [2]int{t.i, shift}; inRDX != now {
			a.RORXQ(operand.U8(64-shift), x[t.i], rdx)
			inRDX = now
		}
		factor := factors[which][t.j]
		used(0, t.i)
		used(which, t.j)
		k := (t.i + t.j) % 5
		if terms[k]++; terms[k] == 1 {
			low[k], high[k] = short(), short()
			a.MULXQ(factor, low[k], high[k])
			continue
		}
		l, h := short(), short()
		a.MULXQ(factor, l, h)
		a.ADDQ(l, low[k])
		a.ADCQ(h, high[k])
		free(l)
		free(h)
		if terms[k] == 3 {
			l := low[k]
			free(l)
			low[k] = long()
			a.RORXQ(operand.U8(11), l, low[k])
			carry(k)
			carry((k + 1) % 5)
		}
	}
	a.MOVL(operand.U32(bitsOfLimb), rdx.(reg.GP).As32())
	var rest [5]reg.Register
	for _, k := range squareCarries[0] {
		rest[k] = long()
		a.BZHIQ(rdx, y[k], rest[k])
		a.SHRQ(operand.Imm(bitsOfLimb), y[k])
		if k == 4 {
			a.IMUL3Q(operand.U8(19), y[k], y[k])
		}
	}
	for _, k := range squareCarries[1] {
		from := (k + 4) % 5
		free(rest[k])
		free(y[from])
		if !slices.Contains(home, x[k]) {
			panic("the register of a limb holds something else")
		}
		home = slices.DeleteFunc(home, func(r reg.Register) bool { return r == x[k] })
		a.LEAQ(operand.Mem{Base: y[from], Index: rest[k], Scale: 1}, x[k])
	}
}
