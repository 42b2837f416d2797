// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic modulo 2^255 - 19 on four elements at once, with the fused multiply-add of
// AVX2 on doubles: for public data only, since no vendor promises that its time is constant.
//
// An operand of a product has limbs in base 2^51, one register for each, which are integers in
// doubles, of either sign. The product a·b of two limbs, at most 2^102, is split exactly with
// C1 = 1.5·2^103 and X = 1.5·2^52, rounding to the nearest:
//
//	high = a·b + C1               the bits of C1 plus an integer H
//	low  = a·b - (high - C1 - X)  the bits of X plus an integer L
//
// with a·b = 2^51·H + L and |L| <= 2^50. So the bits of high and low are added as integers,
// in the columns of the product, with no shift. What the bits of C1 and X come to in each limb of
// a raw result is a constant, rawExcess, modulo 2^64, which the next combination takes away. It
// adds 2^60 + 2^50 instead, which makes a limb positive and is taken away when it, carried,
// becomes a double again: so a tight limb is between ±(2^50 + a few bits).
//
// The operands are in memory, five vectors each, or the left one in floatLimbs, if left has no address. Between products all
// registers are free but those of raw.
type floats struct {
	*asm
	left, right operand.Mem
	// What the limbs of the operands are at most, up to their signs.
	leftBounds, rightBounds limbBounds
	squared                 bool        // raw is a square, whose excess is another one
	columns                 [10]big.Int // of a product, what they are at most, up to their signs
	complete                func(k int) // if it is not nil, writes what is done with limb k of raw: 4, 3, 2, 1, and then 0
}

type limbBounds [5]*big.Int

const (
	floatBits = 51
	floatC1   = 1.5 * (1 << 103)
	floatX    = 1.5 * (1 << 52)
	floatBias = 1<<60 + 1<<50
)

// nearest is MXCSR as it is when a program starts: rounding to the nearest, and exceptions masked.
const nearest = 0x1f80

// rawExcess is how much the limbs of a raw product exceed those of what they stand for, and squareExcess those of a
// square, which has fewer products of limbs.
var rawExcess, squareExcess = floatExcess(false), floatExcess(true)

func floatExcess(square bool) (excess [5]uint64) {
	var columns [10]uint64
	for i := range 5 {
		for j := range 5 {
			if i <= j || !square {
				columns[i+j] += math.Float64bits(floatX)
				columns[i+j+1] += math.Float64bits(floatC1)
			}
		}
	}
	for k := range excess {
		excess[k] = columns[k] + 19*columns[k+5]
	}
	return excess
}

// excess is that of raw.
func (e *floats) excess() *[5]uint64 {
	if e.squared {
		return &squareExcess
	}
	return &rawExcess
}

// rawBound is what limbs of a raw result are at most, without the excess and up to their signs: less
// than those of 2^7·p.
var rawBound = new(big.Int).Sub(power(58), power(12))

// Registers of a product: the limbs of an operand, what is free, C1 + X and C1. With constants in memory each product of
// limbs would load three vectors, which takes a sixth longer.
var (
	floatLimbs   = ymm[5:10]
	floatSpare   = ymm[10:14]
	floatC1XHere = ymm[14]
	floatC1Here  = ymm[15]
)

// inFloatRegisters writes what body writes with the registers and instructions of AVX2.
func (a *asm) inFloatRegisters(body func()) {
	r, t, w, m, n := raw, temp, rows, mask51, nineteen
	raw, temp, rows = quad(ymm[:5]), quad(ymm[9:14]), [4]reg.VecPhysical(ymm[5:9])
	mask51, nineteen = ymm[15], ymm[14]
	a.avx2 = true
	body()
	a.avx2 = false
	raw, temp, rows, mask51, nineteen = r, t, w, m, n
}

// newFloats returns the engine with its right operand where p points to, and the left one in registers.
func newFloats(a *asm, p reg.Register) *floats {
	return &floats{asm: a, right: operand.Mem{Base: p}}
}

func (e *floats) limbMask() operand.Mem { return e.everyLane("mask51", 1<<floatBits-1) }

func (e *floats) double(name string, x float64) operand.Mem {
	return e.everyLane(name, math.Float64bits(x))
}

// product and square go from the highest column to the lowest one. Column k+5 counts 19 times in column k: it is in the
// register of that, and multiplied when it is complete. What needs limb 0, to which the carry of limb 4 goes, comes late.

func (e *floats) product() {
	e.startProduct(false)
	for k := 8; k >= 0; k-- {
		var list []limbProduct
		for i := max(0, k-4); i <= min(k, 4); i++ {
			list = append(list, e.limbProduct(i, k-i, e.right.Offset(32*(k-i)), 1))
		}
		if k <= 4 {
			list = append(list[1:len(list):len(list)], list[0])
		}
		e.addProducts(k, list...)
	}
}

// square doubles a limb as soon as it is multiplied by limbs below it only.
func (e *floats) square() {
	e.rightBounds = e.leftBounds
	e.startProduct(true)
	for k := 8; k >= 0; k-- {
		var list []limbProduct
		for j := (k + 1) / 2; j <= min(k, 4); j++ {
			times := int64(2)
			if 2*j == k {
				times = 1
			}
			list = append(list, e.limbProduct(k-j, j, floatLimbs[j], times))
		}
		e.addProducts(k, list...)
		if k%2 == 0 && k > 0 {
			limb := floatLimbs[k/2]
			e.VADDPD(limb, limb, limb)
		}
	}
}

func (e *floats) startProduct(square bool) {
	e.squared = square
	e.columns = [10]big.Int{}
	e.VMOVUPD(e.double("floatC1", floatC1), floatC1Here)
	e.VMOVUPD(e.double("floatC1X", floatC1+floatX), floatC1XHere)
	if e.left.Base != nil {
		for i := 4; i >= 0; i-- {
			e.VMOVUPD(e.left.Offset(32*i), floatLimbs[i])
		}
	}
}

// A limbProduct is a product of two limbs, and what it is at most, up to its sign.
type limbProduct struct {
	x    reg.VecPhysical
	y    operand.Op
	most *big.Int
}

// limbProduct returns that of limbs i of left and j of right, the latter in y, of which so many times is taken.
func (e *floats) limbProduct(i, j int, y operand.Op, times int64) limbProduct {
	most := new(big.Int).Mul(e.leftBounds[i], e.rightBounds[j])
	if most.Mul(most, big.NewInt(times)).Cmp(power(102)) > 0 {
		panic(fmt.Sprintf("a product of limbs %d and %d can be above 2^102", i, j))
	}
	return limbProduct{floatLimbs[i], y, most}
}

// column returns the register of a column.
func (e *floats) column(k int) reg.VecPhysical { return raw[k%5] }

// addProducts adds products to column k and the one above it, which is complete then. Two of them stand next to each other,
// so that one can begin while the other waits.
func (e *floats) addProducts(k int, list ...limbProduct) {
	add := func(k int, x reg.VecPhysical) {
		if z := e.column(k); x != z {
			e.VPADDQ(x, z, z)
		}
	}
	half := power(floatBits - 1)
	for _, p := range list {
		high := new(big.Int).Add(p.most, half) // |H| <= (|x·y| + |L|)/2^51
		e.columns[k+1].Add(&e.columns[k+1], high.Rsh(high, floatBits))
		e.columns[k].Add(&e.columns[k], half)
	}
	for i := 0; i < len(list); i += 2 {
		pair := list[i:min(i+2, len(list))]
		high, low := [2]reg.VecPhysical{floatSpare[0], floatSpare[2]}, [2]reg.VecPhysical{floatSpare[1], floatSpare[3]}
		// Nothing is in column 9 before the first product of all, nor in columns 8 to 5 before the first one of each.
		if i == 0 && k == 8 {
			high[0] = e.column(9)
		}
		if i == 0 && k > 4 {
			low[0] = e.column(k)
		}
		for n, p := range pair {
			e.VMOVAPD(floatC1Here, high[n])
			e.VFMADD231PD(p.y, p.x, high[n])
		}
		for n := range pair {
			e.VSUBPD(floatC1XHere, high[n], low[n])
		}
		for n, p := range pair {
			e.VFMSUB231PD(p.y, p.x, low[n])
		}
		for n := range pair {
			add(k+1, high[n])
			add(k, low[n])
		}
	}
	if k < 4 {
		if e.columns[k+1].Cmp(rawBound) > 0 || e.columns[k].Cmp(rawBound) > 0 {
			panic(fmt.Sprintf("limb %d or %d of a result can be too large", k, k+1))
		}
		if e.complete != nil {
			e.complete(k + 1)
			if k == 0 {
				e.complete(0)
			}
		}
		return
	}
	x, s, t := e.column(k+1), floatSpare[0], floatSpare[1]
	e.VPADDQ(x, x, s)
	e.VPSLLQ(operand.Imm(4), x, t)
	e.VPADDQ(s, x, x)
	e.VPADDQ(t, x, x)
	low := &e.columns[k-4]
	low.Add(low, new(big.Int).Mul(&e.columns[k+1], big.NewInt(19)))
}

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// combine sets raw to a combination of its lanes, carried and as doubles, limb after limb from the highest one on, as a
// product needs them. done writes what is done with limb i. It hides ifma's method of asm.
func (e *floats) combine(c combination, done func(i int)) limbBounds {
	mask, one, last, other := ymm[15], ymm[14], ymm[13], ymm[12]
	e.loadCarry(mask, one)
	carries := []reg.VecPhysical{other, other, other, other, last}
	step, tight := e.carrySteps(e.boundOf(c), carries, mask, one, done)
	number := e.numberOf(c)
	for i := 4; i >= 0; i-- {
		e.addLanesOf(c, number, i)
		step(i)
	}
	return tight
}

// addLanes sets raw to a combination of its lanes, with the bias, and returns what limbs are at most
// without it, up to their signs.
func (e *floats) addLanes(c combination) *big.Int {
	number := e.numberOf(c)
	for i := range raw {
		e.addLanesOf(c, number, i)
	}
	return e.boundOf(c)
}

// numberOf returns the number of c among the combinations of a file, which names its constants.
func (e *floats) numberOf(c combination) int {
	name := fmt.Sprint(c, e.squared)
	if !slices.Contains(e.combined, name) {
		e.combined = append(e.combined, name)
	}
	return slices.Index(e.combined, name) + 1
}

// boundOf returns what the limbs of a combination of lanes of a result are at most, up to their signs.
func (e *floats) boundOf(c combination) *big.Int {
	most := int64(0) // terms of a lane
	for j := range 4 {
		terms := int64(0)
		for _, t := range c {
			if t.from[j] != none {
				terms += int64(1 + t.twice>>j&1)
			}
		}
		most = max(most, terms)
	}
	return new(big.Int).Mul(rawBound, big.NewInt(most))
}

// addLanesOf sets limb i of raw to that of the combination, with the bias.
func (e *floats) addLanesOf(c combination, number, i int) {
	z := raw[i]
	at := append(slices.Clone(floatSpare[:len(c)-1]), z)
	e.permuteTerms(at, c)
	words := [4]uint64{floatBias, floatBias, floatBias, floatBias}
	for n, t := range c {
		if set := used(t.from); t.twice != 0 {
			e.VPSLLVQ(e.shifts(set, t.twice), at[n], at[n])
		} else if set != allLanes {
			e.VPAND(e.lanesOf(set), at[n], at[n])
		}
		if t.negative != 0 {
			e.VPXOR(e.lanesOf(t.negative), at[n], at[n]) // -x - 1
		}
		for j, lane := range t.from {
			excess := uint64(1+t.twice>>j&1) * e.excess()[i]
			if lane == none {
				excess = 0
			}
			if t.negative>>j&1 == 1 {
				excess = -excess - 1
			}
			words[j] -= excess
		}
	}
	e.VPADDQ(e.vectorConstant(fmt.Sprintf("combination%d_%d", number, i), words[:]...), z, z)
	for _, x := range at[:len(at)-1] {
		e.VPADDQ(x, z, z)
	}
}

// lanesOf returns a constant with ones in the lanes of set.
func (e *floats) lanesOf(set laneSet) operand.Mem {
	var words [4]uint64
	for j := range words {
		words[j] = -uint64(set >> j & 1)
	}
	return e.vectorConstant(fmt.Sprintf("lanes%04b", set), words[:]...)
}

// shifts returns a constant with counts of shifts that keep the lanes of set, and double those of
// twice.
func (e *floats) shifts(set, twice laneSet) operand.Mem {
	var words [4]uint64
	for j := range words {
		words[j] = uint64(twice >> j & 1)
		if set>>j&1 == 0 {
			words[j] = 64
		}
	}
	return e.vectorConstant(fmt.Sprintf("shifts%04b%04b", set, twice), words[:]...)
}

// permuteTerms sets at to the lanes that the terms of c take from the last one of at. If a term takes all its lanes
// from the other half, the halves are exchanged for it; then a term before it may take some from there that keep their places.
func (e *floats) permuteTerms(at []reg.VecPhysical, c combination) {
	z := at[len(at)-1]
	exchanged := slices.IndexFunc(c, func(t laneTerm) bool { return otherHalf(t.from) == used(t.from) })
	if exchanged >= 0 {
		e.VPERM2I128(exchangeHalves, z, z, at[exchanged])
	}
	for n, t := range c {
		crossing, within := otherHalf(t.from), withinHalves(t.from)
		switch {
		case n == exchanged:
			e.permuteLanes(at[n], at[n], within)
		case n < exchanged && crossing != 0 && within == lanesInPlace:
			e.VPBLENDD(laneHalves(crossing), at[exchanged], z, at[n])
		default:
			e.permuteLanes(at[n], z, t.from)
		}
	}
}

func (e *floats) permuteLanes(z, x reg.VecPhysical, from [4]int) {
	switch {
	case withinHalves(from) == lanesInPlace && otherHalf(from) == 0 && z == x:
	case inPairs(from, 0, 0):
		e.VPUNPCKLQDQ(x, x, z)
	case inPairs(from, 1, 1):
		e.VPUNPCKHQDQ(x, x, z)
	case otherHalf(from) == 0:
		e.VPERMILPD(pairLanes(from), x, z)
	default:
		e.VPERMQ(quarterLanes(from), x, z)
	}
}

// loadCarry sets registers to what carrySteps needs: the mask of a limb, and what has the bits of 2^52 in all lanes.
func (e *floats) loadCarry(mask, one reg.VecPhysical) {
	e.VMOVDQU(e.limbMask(), mask)
	e.VMOVDQU(e.double("float2to52", 1<<52), one)
}

// carrySteps returns what carries raw, whose limbs are the bias and at most bound, up to its sign, and makes doubles of them,
// without the bias: it is called for limb 4, as soon as that is there, then 3, 2, 1 and 0. And it returns what the doubles
// are at most, up to their signs. done, if it is not nil, writes what is done with limb i then. Only the last carry is kept.
func (e *floats) carrySteps(bound *big.Int, carries []reg.VecPhysical, mask, one operand.Op, done func(i int)) (step func(i int), tight limbBounds) {
	if bound.Cmp(power(60)) > 0 {
		panic("a combination can be more than the bias")
	}
	fold := [5]int64{19, 1, 1, 1, 1} // how many times the carry into a limb counts
	for i := range tight {
		carry := new(big.Int).Add(bound, power(floatBits-1))
		carry.Mul(carry.Rsh(carry, floatBits), big.NewInt(fold[i]))
		tight[i] = carry.Add(carry, power(floatBits-1))
	}
	finish := func(i int, carry reg.VecPhysical) {
		e.VPADDQ(carry, raw[i], raw[i])
		e.toFloats(raw[i], one, float64(1<<(floatBits-1)+fold[i]*(floatBias>>floatBits)))
		if done != nil {
			done(i)
		}
	}
	return func(i int) {
		z, carry := raw[i], carries[i]
		e.VPSRLQ(operand.Imm(floatBits), z, carry)
		e.VPAND(mask, z, z)
		if i == 4 {
			e.VPMULUDQ(e.everyLane("nineteen", 19), carry, carry)
			return
		}
		finish(i+1, carry)
		if i == 0 {
			finish(0, carries[4])
		}
	}, tight
}

// carryToFloats takes all these steps.
func (e *floats) carryToFloats(bound *big.Int) limbBounds {
	return e.carryWith(bound, temp[:], mask51, ymm[14], nil)
}

// carryWith is that with the registers that it overwrites, and what is done with limb i then.
func (e *floats) carryWith(bound *big.Int, carries []reg.VecPhysical, mask, one reg.VecPhysical, done func(i int)) limbBounds {
	e.loadCarry(mask, one)
	step, tight := e.carrySteps(bound, carries, mask, one, done)
	for i := 4; i >= 0; i-- {
		step(i)
	}
	return tight
}

// factorAt makes a factor at z of a product while it is written. The carry out of a limb is where that limb of the left
// operand was.
func (e *floats) factorAt(z operand.Mem) {
	step, tight := e.carrySteps(rawBound, floatLimbs, e.limbMask(), e.double("float2to52", 1<<52), func(i int) {
		e.VMOVUPD(raw[i], z.Offset(32*i))
	})
	mustBeTight(tight)
	e.complete = func(i int) {
		constant := floatBias - e.excess()[i]
		e.VPADDQ(e.everyLane(fmt.Sprintf("float%x", constant), constant), raw[i], raw[i])
		step(i)
	}
}

// carryLimbs carries raw, whose limbs are not negative. It overwrites temp.
func (e *floats) carryLimbs(mask operand.Op) {
	for i, z := range raw {
		e.VPSRLQ(operand.Imm(floatBits), z, temp[i])
	}
	for _, z := range raw {
		e.VPAND(mask, z, z)
	}
	e.VPMULUDQ(e.everyLane("nineteen", 19), temp[4], temp[4])
	for i, z := range raw {
		e.VPADDQ(temp[(i+4)%5], z, z)
	}
}

// toFloats makes doubles of the integers in z, which are below 2^52, less a constant. one has the
// bits of 2^52.
func (e *floats) toFloats(z reg.VecPhysical, one operand.Op, less float64) {
	e.VPOR(one, z, z) // 2^52 + z
	e.VSUBPD(e.double(fmt.Sprintf("float2to52And%d", int64(less)), 1<<52+less), z, z)
}

func (e *floats) combineLeft(c combination) {
	e.leftBounds = e.combine(c, func(i int) { e.VMOVAPD(raw[i], floatLimbs[i]) })
}

// combineBoth sets the left operand to a combination, and the right one to secondFactors of it.
func (e *floats) combineBoth(c combination) {
	e.leftBounds = e.combine(c, func(i int) {
		z, exchanged, neighbours := raw[i], floatSpare[0], floatSpare[1]
		e.VMOVUPD(z, e.right.Offset(32*i))
		e.VPERM2I128(exchangeHalves, z, z, exchanged)
		e.VPERMILPD(pairLanes([4]int{1, 0, 3, 2}), z, neighbours)
		e.VPBLENDD(laneHalves(0b0110), exchanged, neighbours, floatLimbs[i])
	})
	e.rightBounds = e.leftBounds
}

// load sets raw to the four elements at p, whose numbers are those of order in the lanes.
func (e *floats) load(p reg.Register, order [4]int) {
	e.squared = false
	e.VMOVDQU(e.limbMask(), mask51)
	e.quadLoadFrom(raw, p, order)
	for i, z := range raw {
		e.VPADDQ(e.everyLane(fmt.Sprintf("rawExcess%d", i), rawExcess[i]), z, z)
	}
}

// store writes the elements of raw to the four elements at p, in this order.
func (e *floats) store(p reg.Register, order [4]int) {
	e.VMOVDQU(e.limbMask(), mask51)
	e.VMOVDQU(e.everyLane("nineteen", 19), nineteen)
	e.positive()
	e.quadStore(p, raw, order)
}

// positive takes the excess of raw away, and adds the limbs of 2^8·p, with which they are not negative.
func (e *floats) positive() {
	for i, z := range raw {
		limb := limbOfP(i) << 8
		if rawBound.Cmp(new(big.Int).SetUint64(limb)) > 0 {
			panic("a result can be too negative")
		}
		e.VPADDQ(e.everyLane(fmt.Sprintf("positive%d", i), limb-e.excess()[i]), z, z)
	}
}

// limbOfP returns limb i of p in base 2^51.
func limbOfP(i int) uint64 {
	if i == 0 {
		return 1<<floatBits - 19
	}
	return 1<<floatBits - 1
}

// A floatMemory is what floatSum keeps an operand in.
const floatMemory = floatBytes / 8

// edwardsFloatSum writes a sum of multiples in variable time.
//
// Tables that were not read for a while are not in the caches. So what a step adds is fetched some 1,800 cycles before it: one
// entry for each step, since the CPU waits if there are more than it can fetch at the same time.
func edwardsFloatSum(a *asm) {
	const ahead = 8 // steps
	a.function("floatSum", "func(v *Point, steps *step, count uint64, memory *floatMemory)",
		"floatSum sets v = [2^doublings]v + q, or - q if its flag is set, for each of the steps, of which\n"+
			"there is at least one. It overwrites memory, which should be aligned to 32 bytes. It needs FMA.", 0)
	mxcsr := a.word()
	a.STMXCSR(mxcsr)
	a.LDMXCSR(a.vectorConstant("nearest", nearest))
	a.load("v", rdi)
	a.load("steps", rbx)
	a.load("count", rdx)
	a.load("memory", reg.R10)
	first := reg.R9
	a.MOVQ(rbx, first)
	a.MOVQ(operand.U32(ahead), rcx)
	a.CMPQ(rdx, operand.Imm(ahead))
	a.JGE(operand.LabelRef("first"))
	a.MOVQ(rdx, rcx)
	a.Label("first")
	a.fetchEntry(stepLayout.at(first, "q"))
	a.ADDQ(operand.Imm(uint64(stepLayout.size)), first)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("first"))
	a.inFloatRegisters(func() {
		e := newFloats(a, reg.R10)
		e.load(rdi, crossedLanes)
		a.Label("step")
		a.CMPQ(rdx, operand.Imm(ahead+1))
		a.JGE(operand.LabelRef("ahead"))
		a.JMP(operand.LabelRef("fetched"))
		a.Label("ahead")
		a.fetchEntry(stepLayout.at(rbx, "q").Offset(ahead * stepLayout.size))
		a.Label("fetched")
		a.MOVL(stepLayout.at(rbx, "doublings"), reg.ECX)
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("add"))
		a.Label("double")
		e.doublePoint()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("double"))
		a.Label("add")
		a.MOVQ(stepLayout.at(rbx, "q"), rsi)
		a.MOVL(stepLayout.at(rbx, "flags"), reg.EAX)
		a.ANDL(operand.Imm(flagNegative), reg.EAX)
		e.addCached(rsi)
		a.DECQ(rdx)
		a.JEQ(operand.LabelRef("done"))
		a.ADDQ(operand.Imm(uint64(stepLayout.size)), rbx)
		a.JMP(operand.LabelRef("step"))
		a.Label("done")
		e.store(rdi, crossedLanes)
	})
	a.LDMXCSR(mxcsr)
	a.VZEROUPPER()
	a.RET()
}

// addCached adds to the point raw the cached point at q, or subtracts it if RAX is 1 and not 0.
// The sign chooses addresses. It overwrites RAX and R8.
func (e *floats) addCached(q reg.Register) {
	e.SHLQ(operand.Imm(5), rax)
	e.MOVQ(q, reg.R8)
	e.SUBQ(rax, reg.R8)
	for i, m := range []operand.Mem{edwardsCached.at(q, "z2"), edwardsCached.at(q, "yPlusX").Idx(rax, 1), edwardsCached.at(q, "t2d"), edwardsCached.at(reg.R8, "yMinusX")} {
		e.VMOVDQU(m, rows[i])
	}
	z, one := quad{temp[0], temp[1], temp[2], temp[3], ymm[14]}, mask51
	e.VMOVDQU(e.limbMask(), mask51)
	e.quadLoad(z)
	e.VMOVDQU(e.double("float2to52", 1<<52), one)
	sign := rows[0] // of 2d·T, to change it
	e.LEAQ(e.vectorConstant("floatSign", 0, 0, 0, 0, 0, 0, 1<<63, 0), reg.R8)
	e.VMOVDQU(operand.Mem{Base: reg.R8, Index: rax, Scale: 1}, sign)
	for i := range z {
		// Less the limbs of p, because the last one is below 2^52.
		e.toFloats(z[i], one, float64(limbOfP(i)))
		e.VPXOR(sign, z[i], z[i])
		e.VMOVUPD(z[i], e.right.Offset(32*i))
		e.rightBounds[i] = power(floatBits)
	}
	e.addPoint()
}
