// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An integerEngine is the arithmetic modulo 2^255 - 19 on four elements at once with the 32-bit
// multiplications of AVX2.
//
// An element is ten vectors in memory: lane j of vector i is limb i of element j, and the element is
// the sum of limb_i·2^ceil(25.5 i). Limbs are even ones, with 26 bits, and odd ones, with 25. Products are
// carried: their limbs, those of a rawElement, are below 2^26 + 2^12 and 2^25 + 2^12. Sums and differences
// are not: those of a sum are at most twice, and those of a difference at most three times as large. So 19
// times the sum of an even and an odd limb of a sum is below 2^32, as factors must be, and
// that of a difference is not, which is why it can only be the first factor of a product.
//
// With w = 2^26 and y = 2^51, so that w^2 = 2y and y^5 = 19, an element is e + w·o for the five even limbs
// e and the five odd ones o, which are polynomials in y. The product is e·e' + 2y·o·o' and w times
// (e + o)(e' + o') - e·e' - o·o' (Karatsuba): three products of five limbs each instead of four.
type integerEngine struct {
	*asm
	bits operand.Mem // at the top of each lane
}

const (
	integerBytes   = 10 * 32
	integerScratch = 12 * 32
)

// limb returns vector i of the element at m.
func limb(m operand.Mem, i int) operand.Mem { return m.Offset(32 * i) }

// lane returns lane j of the vector of words at m.
func lane(m operand.Mem, j int) operand.Mem { return m.Offset(8 * j) }

// everyLane returns a constant in all lanes.
func (a *asm) everyLane(name string, c uint64) operand.Mem {
	return a.vectorConstant(name, c, c, c, c)
}

// limbBits is how many bits limb i has, and limbMask the mask of these.
func limbBits(i int) operand.Op { return operand.Imm(uint64(26 - i%2)) }
func (a *asm) limbMask(i int) operand.Mem {
	if i%2 == 0 {
		return a.everyLane("mask26", 1<<26-1)
	}
	return a.everyLane("mask25", 1<<25-1)
}

// limbBias is limb i of 2p: more than limb i of a product.
func (a *asm) limbBias(i int) operand.Mem {
	switch {
	case i == 0:
		return a.everyLane("twiceP0", 2*(1<<26-19))
	case i%2 == 0:
		return a.everyLane("twicePEven", 2*(1<<26-1))
	}
	return a.everyLane("twicePOdd", 2*(1<<25-1))
}

func (a *asm) integerNineteen() operand.Mem { return a.everyLane("nineteens", 19) }

func (e integerEngine) sum(z factor, x, y rawElement) {
	for i, v := range ymm[:10] {
		e.VMOVDQU(limb(x.Mem, i), v)
		e.VPADDQ(limb(y.Mem, i), v, v)
		e.VMOVDQU(v, limb(z.Mem, i))
	}
}

func (e integerEngine) sumDifference(s, d factor, x, y rawElement) {
	for i := range 10 {
		a, b, c := ymm[3*(i%5)], ymm[3*(i%5)+1], ymm[3*(i%5)+2]
		e.VMOVDQU(limb(x.Mem, i), a)
		e.VMOVDQU(limb(y.Mem, i), b)
		e.VPADDQ(b, a, c)
		e.VPADDQ(e.limbBias(i), a, a)
		e.VPSUBQ(b, a, a)
		e.VMOVDQU(c, limb(s.Mem, i))
		e.VMOVDQU(a, limb(d.Mem, i))
	}
}

func (e integerEngine) difference(z factor, x, y rawElement) {
	for i, v := range ymm[:10] {
		e.VMOVDQU(limb(x.Mem, i), v)
		e.VPADDQ(e.limbBias(i), v, v)
		e.VPSUBQ(limb(y.Mem, i), v, v)
		e.VMOVDQU(v, limb(z.Mem, i))
	}
}

func (e integerEngine) product(z rawElement, x, y factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.LEAQ(y.Mem, rdx)
	e.call("integerProduct")
}

func (e integerEngine) square(z rawElement, x factor) {
	e.LEAQ(z.Mem, rdi)
	e.LEAQ(x.Mem, rsi)
	e.call("integerSquare")
}

func (e integerEngine) squareFactor(z, x factor) { e.square(z.raw(), x) }

// Limbs of c·y have up to 46 bits, so that all may carry at once.
func (e integerEngine) plusMultiple(z factor, x rawElement, c uint64, y factor) {
	multiplier, last := reg.Y15, reg.Y14
	v, carries := ymm[:10], ymm[10:14]
	e.VMOVDQU(e.everyLane("multiplier", c), multiplier)
	for i := range v {
		e.VPMULUDQ(limb(y.Mem, i), multiplier, v[i])
		e.VPADDQ(limb(x.Mem, i), v[i], v[i])
	}
	e.VPSRLQ(limbBits(9), v[9], last)
	e.VPMULUDQ(e.integerNineteen(), last, last)
	e.VPAND(e.limbMask(9), v[9], v[9])
	for i := 8; i >= 0; i-- {
		carry := carries[i%4]
		e.VPSRLQ(limbBits(i), v[i], carry)
		e.VPAND(e.limbMask(i), v[i], v[i])
		e.VPADDQ(carry, v[i+1], v[i+1])
		e.VMOVDQU(v[i+1], limb(z.Mem, i+1))
	}
	e.VPADDQ(last, v[0], v[0])
	e.VMOVDQU(v[0], z.Mem)
}

// VBLENDVPD moves words by the highest bit of another, as integers too.
func (e integerEngine) choose(x, y, v, w factor) {
	bits, next := reg.Y15, reg.Y14
	e.VMOVDQU(e.bits, bits)
	for _, pair := range [][2]factor{{x, y}, {v, w}} {
		for i, limbs := range ymm[:10] {
			e.VMOVDQU(limb(pair[0].Mem, i), limbs)
			e.VBLENDVPD(bits, limb(pair[1].Mem, i), limbs, limbs)
			e.VMOVDQU(limbs, limb(pair[0].Mem, i))
		}
	}
	e.VPADDQ(bits, bits, next)
	e.VMOVDQU(next, e.bits)
}

// The registers of products.
var (
	columns5 = [5]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4}
	factors5 = [5]reg.VecPhysical{reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9}
	other    = reg.Y10
	other19  = reg.Y11
	terms    = [3]reg.VecPhysical{reg.Y12, reg.Y13, reg.Y14}
	inAll19  = reg.Y15
)

// addTerm adds x·y to a column, which is the first term of it if first is set. It uses one of terms.
func (a *asm) addTerm(column reg.VecPhysical, first bool, x, y operand.Op, turn *int) {
	if first {
		a.VPMULUDQ(x, y, column)
		return
	}
	t := terms[*turn%len(terms)]
	*turn++
	a.VPMULUDQ(x, y, t)
	a.VPADDQ(t, column, column)
}

// cyclicProduct sets columns5 to the product, modulo y^5 = 19, of factors5 and the limbs that second returns,
// one after the other: it may use other for them. keep, if there is one, may store them, and 19 times the limb in
// other19, for j >= 1.
func (a *asm) cyclicProduct(second func(j int) operand.Op, keep func(j int)) {
	turn := 0
	for j := range 5 {
		limb := second(j)
		if j > 0 {
			a.VPMULUDQ(limb, inAll19, other19)
		}
		if keep != nil {
			keep(j)
		}
		for i := range factors5 {
			y := limb
			if i+j >= 5 {
				y = other19
			}
			a.addTerm(columns5[(i+j)%5], j == 0, y, factors5[i], &turn)
		}
	}
}

// mem returns what r points to.
func mem(r reg.Register) operand.Mem { return operand.Mem{Base: r} }

// squareMemory is 12 vectors in which squareProducts keeps numbers.
type squareMemory struct{ operand.Mem }

func (m squareMemory) twice(i int) operand.Mem   { return limb(m.Mem, i) }   // 2·o_i, for i up to 3
func (m squareMemory) wrapped(i int) operand.Mem { return limb(m.Mem, 2+i) } // 38·o_i, for i from 2 on
func (m squareMemory) odd(k int) operand.Mem     { return limb(m.Mem, 7+k) } // the odd columns

// squareProducts begins the square of the element with the even limbs factors5, e^2 + 2y·o^2 and w times
// e·2o: it sets columns5 to e^2, the odd columns in memory to e·2o, and factors5 to 2·o_i, for i up to 3.
// twice sets other to 2·o_j and returns it, and add is VPADDQ or VPADDD. inAll19 must be set, and is overwritten.
func (a *asm) squareProducts(m squareMemory, twice func(j int) operand.Op, add func(ops ...operand.Op), turn *int) {
	a.cyclicProduct(twice, func(j int) {
		if j < 4 {
			a.VMOVDQU(other, m.twice(j))
		}
		if j > 1 {
			a.VMOVDQU(other19, m.wrapped(j))
		}
	})
	for k, v := range columns5 {
		a.VMOVDQU(v, m.odd(k))
	}
	wrappedEven := map[int]reg.VecPhysical{3: other19, 4: inAll19}
	for _, j := range []int{3, 4} {
		a.VPMULUDQ(inAll19, factors5[j], wrappedEven[j])
	}
	for i, v := range factors5 {
		if i < 4 {
			add(v, v, other)
		}
		for j := i; j < 5; j++ {
			left, right := other, factors5[j]
			if i == j {
				left = v
			}
			if i+j >= 5 {
				right = wrappedEven[j]
			}
			a.addTerm(columns5[(i+j)%5], i == 0, left, right, turn)
		}
	}
	for i, v := range factors5[:4] {
		a.VMOVDQU(m.twice(i), v)
	}
}

// integerRoutines writes what integerEngine calls.
func integerRoutines(a *asm) {
	integerProduct(a)
	integerSquare(a)
}

func integerProduct(a *asm) {
	a.routine("integerProduct", "sets the element at RDI to the product of those at RSI and RDX, with 12 vectors of scratch memory at R8.")
	a.integerProduct(mem(rdi), mem(rsi), mem(rdx), mem(reg.R8))
	a.RET()
}

// integerProduct sets z = x·y, with 12 vectors of scratch memory.
func (a *asm) integerProduct(z, x, y, scratch operand.Mem) {
	even, odd := func(k int) operand.Mem { return limb(scratch, k) }, func(k int) operand.Mem { return limb(scratch, 5+k) }
	a.VMOVDQU(a.integerNineteen(), inAll19)
	for i, v := range factors5 {
		a.VMOVDQU(limb(x, 2*i), v)
	}
	a.cyclicProduct(func(j int) operand.Op { return limb(y, 2*j) }, nil)
	for k, v := range columns5 {
		a.VMOVDQU(v, even(k)) // e·e'
	}
	for i, v := range factors5 {
		a.VMOVDQU(limb(x, 2*i+1), v)
	}
	a.cyclicProduct(func(j int) operand.Op { return limb(y, 2*j+1) }, nil)
	for k, v := range columns5 {
		a.VMOVDQU(v, odd(k)) // o·o'
	}
	for i, v := range factors5 {
		a.VPADDQ(limb(x, 2*i), v, v)
	}
	a.cyclicProduct(func(j int) operand.Op {
		a.VMOVDQU(limb(y, 2*j), other)
		a.VPADDQ(limb(y, 2*j+1), other, other)
		return other
	}, nil)
	// The odd columns are this, less e·e' and o·o', and the even ones e·e' + 2y·o·o'. 38 times the last is 2 + 4 + 32 times.
	var columns [10]operand.Op
	for k, v := range columns5 {
		a.VPSUBQ(even(k), v, v)
		a.VPSUBQ(odd(k), v, v)
		sum := factors5[k]
		if k > 0 {
			a.VMOVDQU(odd(k-1), sum)
			a.VPADDQ(sum, sum, sum)
		} else {
			a.VMOVDQU(odd(4), other)
			a.VPADDQ(other, other, sum)
			a.VPSLLQ(operand.Imm(2), other, other19)
			a.VPADDQ(other19, sum, sum)
			a.VPSLLQ(operand.Imm(5), other, other)
			a.VPADDQ(other, sum, sum)
		}
		a.VPADDQ(even(k), sum, sum)
		columns[2*k], columns[2*k+1] = sum, v
	}
	a.integerCarry(z, columns, false)
}

func integerSquare(a *asm) {
	a.routine("integerSquare", "sets the element at RDI to the square of that at RSI, with 12 vectors of scratch memory at R8.")
	a.integerSquare(mem(rdi), mem(rsi), mem(reg.R8))
	a.RET()
}

// integerSquare sets z = x^2, with 12 vectors of scratch memory.
func (a *asm) integerSquare(z, x, scratch operand.Mem) {
	memory := squareMemory{scratch}
	a.VMOVDQU(a.integerNineteen(), inAll19)
	for i, v := range factors5 {
		a.VMOVDQU(limb(x, 2*i), v)
	}
	turn := 0
	a.squareProducts(memory, func(j int) operand.Op {
		a.VMOVDQU(limb(x, 2*j+1), other)
		a.VPADDQ(other, other, other)
		return other
	}, a.VPADDQ, &turn)
	for i := range 5 {
		for j := i; j < 5; j++ {
			k, wraps := (i+j+1)%5, i+j+1 >= 5
			switch {
			case i < j && wraps:
				a.addTerm(columns5[k], false, memory.wrapped(j), factors5[i], &turn)
			case i < j:
				a.addTerm(columns5[k], false, factors5[j], factors5[i], &turn)
			case wraps:
				a.VMOVDQU(limb(x, 2*i+1), other)
				a.addTerm(columns5[k], false, memory.wrapped(i), other, &turn)
			default:
				a.addTerm(columns5[k], false, limb(x, 2*i+1), factors5[i], &turn)
			}
		}
	}
	var columns [10]operand.Op
	for k, v := range columns5 {
		columns[2*k], columns[2*k+1] = v, memory.odd(k)
	}
	a.integerCarry(z, columns, true)
}

// integerCarry writes carried columns to z. They are below 2^63; half of them are in
// columns5, and those in memory are loaded into factors5. If the last one, with its carry, may be
// 2^57 or more, large is set.
//
// Limbs carry in two chains, from 0 to 5 and from 5 to 0, and then 5 and 0 once more.
func (a *asm) integerCarry(z operand.Mem, columns [10]operand.Op, large bool) {
	var v [10]reg.VecPhysical
	for i := range v {
		v[i] = factors5[i/2]
		if r, ok := columns[i].(reg.VecPhysical); ok {
			v[i] = r
		} else if i%5 == 0 {
			a.VMOVDQU(columns[i], v[i])
		}
	}
	shift := func(i int, to reg.VecPhysical) {
		a.VPSRLQ(limbBits(i), v[i], to)
		a.VPAND(a.limbMask(i), v[i], v[i])
	}
	carry := terms[:2]
	for step := range 5 {
		for chain, c := range carry {
			i := 5*chain + step
			shift(i, c)
			if step > 1 {
				a.VMOVDQU(v[i], limb(z, i))
			}
			switch {
			case step == 4:
			case v[i+1] == columns[i+1]:
				a.VPADDQ(c, v[i+1], v[i+1])
			default:
				a.VPADDQ(columns[i+1], c, v[i+1])
			}
		}
	}
	a.VPADDQ(carry[0], v[5], v[5])
	if large {
		t := terms[2]
		a.VPADDQ(carry[1], carry[1], t)
		a.VPADDQ(carry[1], t, t)
		a.VPSLLQ(operand.Imm(4), carry[1], carry[1])
		a.VPADDQ(t, carry[1], carry[1])
	} else {
		a.VPMULUDQ(a.integerNineteen(), carry[1], carry[1])
	}
	a.VPADDQ(carry[1], v[0], v[0])
	for j, i := range []int{5, 0} {
		shift(i, carry[j])
		a.VMOVDQU(v[i], limb(z, i))
		a.VPADDQ(carry[j], v[i+1], v[i+1])
		a.VMOVDQU(v[i+1], limb(z, i+1))
	}
}

// ladderQuad writes four ladders in the lanes of vectors.
func ladderQuad(a *asm) {
	a.function("ladderQuad", ladderLanes,
		"ladderQuad is ladderOctet for the lanes 0 to 3, and leaves the others alone. It needs cpu.Features.V3.", 0)
	memory := operand.Mem{Base: rbx}
	place := func(i int) operand.Mem { return memory.Offset(integerBytes * i) }
	scratch := place(ladderPlaces)
	e := integerEngine{a, scratch.Offset(integerScratch)}
	a.load("memory", rbx)
	a.load("differs", rsi)
	a.VMOVDQU(operand.Mem{Base: rsi}, reg.Y0)
	a.VMOVDQU(reg.Y0, e.bits)
	a.load("s", rdi)
	a.integerLoad(rdi, ladderState, place)
	a.load("n", rcx)
	a.LEAQ(scratch, reg.R8)
	a.Label("loop")
	ladderStep(e, place)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("loop"))
	a.load("s", rdi)
	a.integerStore(rdi, ladderState-1, place)
	a.VZEROUPPER()
	a.RET()
}

// integerLoad sets the elements at place to the lanes 0 to 3 of n octets at the pointer. Limbs of 51 bits, of which limb i has up to
// 52, are two each, and a carry.
func (a *asm) integerLoad(octets reg.Register, n int, place func(i int) operand.Mem) {
	even, odd, carry := reg.Y10, reg.Y12, reg.Y14
	for i := range n {
		word := func(j int) operand.Mem { return mem(octets).Offset(octetBytes*i + 64*j) }
		a.VMOVDQU(word(4), carry)
		a.VPSRLQ(operand.Imm(26), carry, carry)
		a.VPSRLQ(operand.Imm(25), carry, carry)
		a.VPMULUDQ(a.integerNineteen(), carry, carry)
		for j := range 5 {
			a.VMOVDQU(word(j), odd)
			a.VPAND(a.limbMask(0), odd, even)
			a.VPADDQ(carry, even, even)
			a.VMOVDQU(even, limb(place(i), 2*j))
			a.VPSRLQ(operand.Imm(26), odd, odd)
			if j < 4 {
				a.VPSRLQ(operand.Imm(25), odd, carry)
			}
			a.VPAND(a.limbMask(1), odd, odd)
			a.VMOVDQU(odd, limb(place(i), 2*j+1))
		}
	}
}

// integerStore sets the lanes 0 to 3 of n octets at the pointer to the elements at place.
func (a *asm) integerStore(octets reg.Register, n int, place func(i int) operand.Mem) {
	odd := reg.Y12
	for i := range n {
		for j := range 5 {
			a.VMOVDQU(limb(place(i), 2*j+1), odd)
			a.VPSLLQ(operand.Imm(26), odd, odd)
			a.VPADDQ(limb(place(i), 2*j), odd, odd)
			a.VMOVDQU(odd, mem(octets).Offset(octetBytes*i+64*j))
		}
	}
}
