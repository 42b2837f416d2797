// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic of float.go modulo 2^256 - c, for c = 2^32 + 977, of the prime of secp256k1, and for those c that are
// twice what primes of double-odd curves are below 2^255: in doubles, for public data only.
//
// 2^255 is no small number modulo the former, and so limbs are at multiples of 2^51.2, rounded up. A limb is the
// double of what it stands for, with its power of two: so no product of limbs has to be doubled for being
// between two columns. The product of two limbs in column k is split at the next one as there,
//
//	high = a·b + C1               the bits of C1 plus an integer, H in units of column k+1
//	low  = a·b - (high - C1 - X)  the bits of X plus an integer, L in units of column k
//
// for the columns 0 to 4, which become raw. As X is no double with C1 where a column has 52 bits, it is
// taken away by itself in column 0. In columns 5 to 9, which are multiplied by c, H and L are added up as doubles: high - C1 and
// a·b - (high - C1), all of which is exact since the sum of a column is at most 2^53 times what all of it is a multiple
// of. For that, what column 5 has of its own products is rounded to a multiple of column 6.
//
// A raw element is an integer for each limb, which exceeds what it stands for by a constant, excessOf,
// modulo 2^64: at most 2^56, up to its sign. A factor is five doubles: limb 0 between ±2^51 and the others between
// ±(2^50 + 2^9), in units of their columns.
var curveColumns = [11]int{0, 52, 103, 154, 205, 256, 308, 359, 410, 461, 512}

// A curveField is the c of a prime, and what the names of its routines and constants end with.
type curveField struct {
	fold   uint64
	suffix string
}

var curveSecp256k1 = curveField{1<<32 + 977, ""}

// curveC1 and curveX return these constants of column k.
func curveC1(k int) float64 { return math.Ldexp(1.5, 52+curveColumns[k+1]) }
func curveX(k int) float64  { return math.Ldexp(1.5, 52+curveColumns[k]) }

// A curveProduct writes a product or a square: of what is at RSI, and RDX.
type curveProduct struct {
	*asm
	curveField
	excess [5]uint64 // of what is in raw by now
	set    map[reg.VecPhysical]bool
	// If they are not nil, registers for the second factor and for C1 + X, because to load both takes longer.
	second, splitter reg.VecPhysical
	held             operand.Mem // what is in second
}

// Registers of curveProduct.
var (
	curveLimbs          = ymm[5:10]
	curveC              = ymm[10]
	curveHigh, curveLow = ymm[11], ymm[12]
	curveSums           = ymm[13:16]
)

func (a *asm) curveConstant(name string, k int, x float64) operand.Mem {
	return a.everyLane(fmt.Sprint(name, k), math.Float64bits(x))
}

func (a *asm) curveC1At(k int) operand.Mem { return a.curveConstant("curveC1_", k, curveC1(k)) }
func (a *asm) curveXAt(k int) operand.Mem  { return a.curveConstant("curveX_", k, curveX(k)) }

// foldAt returns c/2^256.
func (e *curveProduct) foldAt() operand.Mem {
	return e.everyLane("curveFold"+e.suffix, math.Float64bits(math.Ldexp(float64(e.fold), -256)))
}

// column says that products are in column k from now on.
func (e *curveProduct) column(k int) {
	e.VMOVUPD(e.curveC1At(k), curveC)
	if e.splitter != nil && k > 0 {
		e.VMOVUPD(e.splitterAt(k), e.splitter)
	}
}

// splitterAt returns C1 + X of a column but the first.
func (e *curveProduct) splitterAt(k int) operand.Mem {
	return e.curveConstant("curveC1X_", k, curveC1(k)+curveX(k))
}

// loaded returns the second factor of a product, in a register if there is one.
func (e *curveProduct) loaded(y operand.Op) operand.Op {
	m, ok := y.(operand.Mem)
	if !ok || e.second == nil {
		return y
	}
	if m != e.held {
		e.VMOVUPD(m, e.second)
		e.held = m
	}
	return e.second
}

// addBits adds an integer to limb k of raw, of which the bits of a double are the excess.
func (e *curveProduct) addBits(k int, x reg.VecPhysical, excess float64) {
	e.excess[k] += math.Float64bits(excess)
	if z := raw[k]; e.set[z] {
		e.VPADDQ(x, z, z)
	} else {
		e.VMOVDQU(x, z)
		e.set[z] = true
	}
}

func (e *curveProduct) addReal(z, x reg.VecPhysical) {
	if e.set[z] {
		e.VADDPD(x, z, z)
	} else {
		e.VMOVAPD(x, z)
		e.set[z] = true
	}
}

// twice doubles a sum.
func (e *curveProduct) twice(z reg.VecPhysical) {
	for k, x := range raw {
		if x == z {
			e.VPADDQ(z, z, z)
			e.excess[k] *= 2
			return
		}
	}
	e.VADDPD(z, z, z)
}

// real adds x·y, in one of the columns 5 to 8, to sums of doubles.
func (e *curveProduct) real(x reg.VecPhysical, y operand.Op, low, high reg.VecPhysical) {
	y = e.loaded(y)
	e.VMOVAPD(curveC, curveHigh)
	e.VFMADD231PD(y, x, curveHigh)
	e.VSUBPD(curveC, curveHigh, curveLow)
	e.addReal(high, curveLow)
	e.VFMSUB231PD(y, x, curveLow)
	e.addReal(low, curveLow)
}

// integer adds x·y, in column k of 0 to 4, to raw. Where k is 4, it adds H - X to a sum of doubles.
func (e *curveProduct) integer(k int, x reg.VecPhysical, y operand.Op, high reg.VecPhysical) {
	y = e.loaded(y)
	e.VMOVAPD(curveC, curveHigh)
	e.VFMADD231PD(y, x, curveHigh)
	switch {
	case k == 0:
		e.VSUBPD(curveC, curveHigh, curveLow)
		e.VSUBPD(e.curveXAt(0), curveLow, curveLow)
	case e.splitter != nil:
		e.VSUBPD(e.splitter, curveHigh, curveLow)
	default:
		e.VSUBPD(e.splitterAt(k), curveHigh, curveLow)
	}
	if k == 4 {
		e.addReal(high, curveLow)
	} else {
		e.addBits(k+1, curveHigh, curveC1(k))
	}
	e.VFMSUB231PD(y, x, curveLow)
	e.addBits(k, curveLow, curveX(k))
}

// fold adds column 5 + k, times c/2^256.
func (e *curveProduct) foldColumn(k int, x, high reg.VecPhysical) {
	e.integer(k, x, e.foldAt(), high)
	delete(e.set, x)
}

// carryFive carries column 5 to column 6: of its own products, before those of column 4 are added.
func (e *curveProduct) carryFive(own, five, six reg.VecPhysical) {
	e.VADDPD(curveC, own, curveHigh)
	e.VSUBPD(curveC, curveHigh, curveHigh)
	e.VADDPD(curveHigh, six, six)
	e.VSUBPD(curveHigh, own, own)
	e.VADDPD(own, five, five)
	delete(e.set, own)
	// There are six times H - X of column 4.
	e.excess[0] -= 6 * 3 * e.fold
}

func newCurveProduct(a *asm, f curveField) *curveProduct {
	return &curveProduct{asm: a, curveField: f, set: map[reg.VecPhysical]bool{}}
}

func (e *curveProduct) product() {
	a, sum := curveLimbs, curveSums
	b := func(i int) operand.Mem { return operand.Mem{Base: rdx, Disp: 32 * i} }
	for i, limb := range a {
		e.VMOVUPD(operand.Mem{Base: rsi, Disp: 32 * i}, limb)
	}
	five, six, eight := sum[0], sum[1], sum[2]
	nine, own, seven := six, raw[0], five
	e.second = raw[3]
	e.column(8)
	e.real(a[4], b(4), eight, nine)
	e.splitter = raw[2]
	e.column(4)
	for i := range a {
		e.integer(4, a[i], b(4-i), five)
	}
	e.foldColumn(4, nine, five)
	e.splitter = nil
	e.column(5)
	for i := 1; i < 5; i++ {
		e.real(a[i], b(5-i), own, six)
	}
	e.carryFive(own, five, six)
	e.column(0)
	e.foldColumn(0, five, nil)
	e.column(6)
	for i := 2; i < 5; i++ {
		e.real(a[i], b(6-i), six, seven)
	}
	e.column(1)
	e.foldColumn(1, six, nil)
	e.column(7)
	for i := 3; i < 5; i++ {
		e.real(a[i], b(7-i), seven, eight)
	}
	e.second = nil
	e.column(2)
	e.foldColumn(2, seven, nil)
	e.column(3)
	e.foldColumn(3, eight, nil)
	e.second, e.splitter, e.held = sum[0], sum[1], operand.Mem{}
	for k := 3; k >= 0; k-- {
		e.column(k)
		for i := range k + 1 {
			e.integer(k, a[i], b(k-i), nil)
		}
	}
}

func (e *curveProduct) square() {
	a, sum := curveLimbs, curveSums
	for i, limb := range a {
		e.VMOVUPD(operand.Mem{Base: rsi, Disp: 32 * i}, limb)
	}
	five, six, eight := sum[0], sum[1], sum[2]
	nine, own, seven := six, a[0], five
	for k := 1; k < 5; k++ {
		e.column(k)
		for i := 0; i < k-i; i++ {
			e.integer(k, a[i], a[k-i], five)
		}
	}
	for _, z := range append(raw[1:5:5], five) {
		e.twice(z)
	}
	for _, k := range []int{0, 2, 4} {
		e.column(k)
		e.integer(k, a[k/2], a[k/2], five)
	}
	e.VADDPD(a[1], a[1], a[1])
	e.VADDPD(a[2], a[2], a[2])
	e.column(8)
	e.real(a[4], a[4], eight, nine)
	e.column(4)
	e.foldColumn(4, nine, five)
	e.column(5)
	e.real(a[1], a[4], own, six)
	e.real(a[2], a[3], own, six)
	e.carryFive(own, five, six)
	e.column(0)
	e.foldColumn(0, five, nil)
	e.column(6)
	e.real(a[2], a[4], six, seven)
	e.real(a[3], a[3], six, seven)
	e.VADDPD(a[3], a[3], a[3])
	e.column(1)
	e.foldColumn(1, six, nil)
	e.column(7)
	e.real(a[3], a[4], seven, eight)
	e.column(2)
	e.foldColumn(2, seven, nil)
	e.column(3)
	e.foldColumn(3, eight, nil)
}

// excessOf returns how much the limbs of a product or a square exceed what they stand for: what has to
// come out of writing either.
func (f curveField) excessOf() (excess [5]uint64) {
	for k := range excess {
		// As many products, and what was folded.
		excess[k] = uint64(k+2) * math.Float64bits(curveX(k))
		if k > 0 {
			excess[k] += uint64(k+1) * math.Float64bits(curveC1(k-1))
		}
	}
	excess[0] -= 6 * 3 * f.fold
	return excess
}

// Its limbs as those of a factor, of which Go has 52 bits: see floatField.

func (f curveField) named(routine string) string { return routine + f.suffix }

func (f curveField) integer(i int) float64 { return curveX(i) }

func (f curveField) integerAt(a *asm, i int) operand.Mem { return a.curveXAt(i) }

func (f curveField) above(i int) int { return 52*i - curveColumns[i] }

// curveBias is what a limb gets before it is carried, besides half of its own unit.
const curveBias = 1 << 60

// width returns how many bits limb i has.
func curveWidth(i int) int { return curveColumns[i+1] - curveColumns[i] }

// biasOf is the bias of limb i: what is above 2^256 is multiplied by c.
func (f curveField) biasOf(i int) uint64 {
	bias := uint64(curveBias) + 1<<(curveWidth(i)-1)
	if i == 0 {
		bias -= f.fold * (curveBias >> curveWidth(4))
	}
	return bias
}

// carry makes a factor of raw, whose limbs have the bias.
func (e *curveProduct) carry() {
	over, part := ymm[5], ymm[6]
	carries := ymm[7:11]
	masks := map[int]reg.VecPhysical{}
	mask := func(i int) reg.VecPhysical {
		width := curveWidth(i)
		if masks[width] == nil {
			masks[width] = ymm[11+len(masks)]
			e.VMOVDQU(e.everyLane(fmt.Sprint("mask", width), 1<<width-1), masks[width])
		}
		return masks[width]
	}
	e.VPSRLQ(operand.Imm(uint64(curveWidth(4))), raw[4], over)
	e.VPAND(mask(4), raw[4], raw[4])
	for i := 1; i < 4; i++ {
		e.VPSRLQ(operand.Imm(uint64(curveWidth(i))), raw[i], carries[i])
		e.VPAND(mask(i), raw[i], raw[i])
	}
	low := e.fold % (1 << 32)
	if e.fold != low {
		e.VPSLLQ(operand.Imm(32), over, part)
	}
	e.VPMULUDQ(e.everyLane("curveFoldLow"+e.suffix, low), over, over)
	if e.fold != low {
		e.VPADDQ(part, raw[0], raw[0])
	}
	e.VPADDQ(over, raw[0], raw[0])
	e.VPSRLQ(operand.Imm(uint64(curveWidth(0))), raw[0], carries[0])
	e.VPAND(mask(0), raw[0], raw[0])
	for i := range 4 {
		e.VPADDQ(carries[i], raw[i+1], raw[i+1])
	}
	for i, z := range raw {
		less := float64(uint64(1) << (curveWidth(i) - 1))
		if i > 0 {
			less += float64(uint64(curveBias) >> curveWidth(i-1))
		}
		one := math.Ldexp(1, 52+curveColumns[i])
		e.VPOR(e.curveConstant("curveOne", i, one), z, z)
		e.VSUBPD(e.curveConstant("curveLess", i, one+math.Ldexp(less, curveColumns[i])), z, z)
	}
}

// curveRoutines writes what a curveFloats calls.
func curveRoutines(a *asm, f curveField) {
	a.inFloatRegisters(func() {
		for _, r := range []struct {
			name, doc string
			write     func(e *curveProduct)
		}{
			{"curveFloatProduct", "sets Y0 to Y4 to the product of the elements at RSI and RDX, raw.", (*curveProduct).product},
			{"curveFloatSquare", "sets Y0 to Y4 to the square of the element at RSI, raw.", (*curveProduct).square},
		} {
			a.routine(r.name+f.suffix, r.doc)
			e := newCurveProduct(a, f)
			r.write(e)
			a.RET()
			if want := f.excessOf(); e.excess != want {
				panic(fmt.Sprintf("%s leaves %x, and not %x", r.name, e.excess, want))
			}
		}
		a.routine("curveFloatCarry"+f.suffix, "makes of Y0 to Y4, raw and with the bias, a factor at RDI. It leaves the registers from Y13 on.")
		newCurveProduct(a, f).carry()
		a.storeVectors(operand.Mem{Base: rdi})
		a.RET()
	})
}
