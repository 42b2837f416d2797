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
// The operands are in memory, five vectors each. Between products all registers are free but
// those of raw.
type floats struct {
	*asm
	left, right operand.Mem
	order       [5]int // in which limbs are multiplied
	// What the limbs of the operands are at most, up to their signs.
	leftBounds, rightBounds limbBounds
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

// rawExcess is how much the limbs of a raw result exceed those of what they stand for.
var rawExcess = func() (excess [5]uint64) {
	var columns [10]uint64
	for i := range 5 {
		for j := range 5 {
			columns[i+j] += math.Float64bits(floatX)
			columns[i+j+1] += math.Float64bits(floatC1)
		}
	}
	for k := range excess {
		excess[k] = columns[k] + 19*columns[k+5]
	}
	return excess
}()

// rawBound is what limbs of a raw result are at most, without the excess and up to their signs: less
// than those of 2^7·p.
var rawBound = new(big.Int).Sub(power(58), power(12))

// floatColumns are the columns of a product; the first five become raw.
var floatColumns = ymm[:10]

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

// newFloats returns the engine with its operands where p points to. Each product waits for the one before: so it
// begins with the limbs that are ready first. The last one to be ready is limb 0, to which the carry of limb 4 goes.
func newFloats(a *asm, p reg.Register) *floats {
	return &floats{asm: a, left: operand.Mem{Base: p}, right: operand.Mem{Base: p, Disp: floatBytes}, order: [5]int{1, 2, 3, 4, 0}}
}

func (e *floats) limbMask() operand.Mem { return e.everyLane("mask51", 1<<floatBits-1) }

func (e *floats) double(name string, x float64) operand.Mem {
	return e.everyLane(name, math.Float64bits(x))
}

func (e *floats) product() {
	e.splitProducts()
	e.foldColumns()
}

func (e *floats) square() {
	e.rightBounds = e.leftBounds
	e.splitSquares()
	e.foldColumns()
}

// A limbProduct is a product of limb i of left, in Y10, with the operand other, and its column.
type limbProduct struct {
	other operand.Mem
	k     int
}

// addProducts adds products with the limb in Y10 to the columns, of which written says which
// have been set. Registers come in turns.
func (e *floats) addProducts(list []limbProduct, written *[10]bool, turn *int) {
	limb, c1 := ymm[10], ymm[15]
	for len(list) > 0 {
		pair := list[:min(2, len(list))]
		list = list[len(pair):]
		var high, low [2]reg.VecPhysical
		var newHigh, newLow [2]bool
		for n, p := range pair {
			high[n], low[n] = ymm[11+2*(*turn&1)], ymm[12+2*(*turn&1)]
			*turn++
			if newLow[n] = !written[p.k]; newLow[n] {
				low[n] = floatColumns[p.k]
			}
			if newHigh[n] = !written[p.k+1]; newHigh[n] {
				high[n] = floatColumns[p.k+1]
			}
			written[p.k], written[p.k+1] = true, true
		}
		for n, p := range pair {
			e.VMOVAPD(c1, high[n])
			e.VFMADD231PD(p.other, limb, high[n])
		}
		for n := range pair {
			e.VSUBPD(e.double("floatC1X", floatC1+floatX), high[n], low[n])
		}
		for n, p := range pair {
			e.VFMSUB231PD(p.other, limb, low[n])
		}
		for n, p := range pair {
			if !newHigh[n] {
				e.VPADDQ(high[n], floatColumns[p.k+1], floatColumns[p.k+1])
			}
			if !newLow[n] {
				e.VPADDQ(low[n], floatColumns[p.k], floatColumns[p.k])
			}
		}
	}
}

func (e *floats) splitProducts() {
	var written [10]bool
	turn := 0
	e.VMOVUPD(e.double("floatC1", floatC1), ymm[15])
	for _, i := range e.order {
		var list []limbProduct
		for _, j := range e.order {
			list = append(list, limbProduct{e.right.Offset(32 * j), i + j})
		}
		e.VMOVUPD(e.left.Offset(32*i), ymm[10])
		e.addProducts(list, &written, &turn)
	}
}

// splitSquares doubles the columns of the products of different limbs once, with what C1 and X
// come to.
func (e *floats) splitSquares() {
	var written [10]bool
	turn := 0
	e.VMOVUPD(e.double("floatC1", floatC1), ymm[15])
	for n, i := range e.order[:4] {
		var list []limbProduct
		for _, j := range e.order[n+1:] {
			list = append(list, limbProduct{e.left.Offset(32 * j), i + j})
		}
		e.VMOVUPD(e.left.Offset(32*i), ymm[10])
		e.addProducts(list, &written, &turn)
	}
	for k, column := range floatColumns {
		if written[k] {
			e.VPADDQ(column, column, column)
		}
	}
	for _, i := range e.order {
		e.VMOVUPD(e.left.Offset(32*i), ymm[10])
		e.addProducts([]limbProduct{{e.left.Offset(32 * i), 2 * i}}, &written, &turn)
	}
}

// foldColumns sets raw to the product in the columns: column k+5 counts 19 times in column k.
func (e *floats) foldColumns() {
	e.checkProduct()
	for k, z := range raw {
		x, s, t := floatColumns[k+5], ymm[10], ymm[11]
		e.VPADDQ(x, x, s)
		e.VPSLLQ(operand.Imm(4), x, t)
		e.VPADDQ(x, z, z)
		e.VPADDQ(s, t, t)
		e.VPADDQ(t, z, z)
	}
}

// checkProduct panics if a product of limbs of the operands cannot be split, or if a limb of the
// result can be above rawBound.
func (e *floats) checkProduct() {
	var columns [10]big.Int
	low := power(floatBits - 1)
	for i, x := range e.leftBounds {
		for j, y := range e.rightBounds {
			xy := new(big.Int).Mul(x, y)
			if xy.Cmp(power(102)) > 0 {
				panic(fmt.Sprintf("a product of limbs %d and %d can be above 2^102", i, j))
			}
			high := xy.Rsh(xy.Add(xy, low), floatBits) // |H| <= (|x·y| + |L|)/2^51
			columns[i+j].Add(&columns[i+j], low)
			columns[i+j+1].Add(&columns[i+j+1], high)
		}
	}
	for k := range 5 {
		limb := new(big.Int).Mul(&columns[k+5], big.NewInt(19))
		if limb.Add(limb, &columns[k]).Cmp(rawBound) > 0 {
			panic(fmt.Sprintf("limb %d of a result can be too large", k))
		}
	}
}

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// combine sets raw to a combination of its lanes, carried and as doubles, and returns what the
// limbs are at most. It hides ifma's method of asm.
func (e *floats) combine(c combination) limbBounds { return e.carryToFloats(e.addLanes(c)) }

// addLanes sets raw to a combination of its lanes, with the bias, and returns what limbs are at most
// without it, up to their signs.
func (e *floats) addLanes(c combination) *big.Int {
	number := slices.Index(e.combined, fmt.Sprint(c)) + 1
	if number == 0 {
		e.combined = append(e.combined, fmt.Sprint(c))
		number = len(e.combined)
	}
	most := int64(0) // terms of a lane
	for i, z := range raw {
		spare := rows[2*(i&1):] // limbs in turns
		at := append([]reg.VecPhysical{spare[0], spare[1]}[:len(c)-1:len(c)-1], z)
		e.permuteTerms(at, c)
		words := [4]uint64{floatBias, floatBias, floatBias, floatBias}
		var terms [4]int64
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
				times := int64(1 + t.twice>>j&1)
				excess := uint64(times) * rawExcess[i]
				if lane == none {
					times, excess = 0, 0
				}
				if t.negative>>j&1 == 1 {
					excess = -excess - 1
				}
				words[j] -= excess
				terms[j] += times
			}
		}
		e.VPADDQ(e.vectorConstant(fmt.Sprintf("combination%d_%d", number, i), words[:]...), z, z)
		for _, x := range at[:len(at)-1] {
			e.VPADDQ(x, z, z)
		}
		most = max(most, slices.Max(terms[:]))
	}
	return new(big.Int).Mul(rawBound, big.NewInt(most))
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

// carryToFloats carries raw, whose limbs are the bias and at most bound, up to its sign, and
// makes doubles of them, without the bias.
func (e *floats) carryToFloats(bound *big.Int) (tight limbBounds) {
	if bound.Cmp(power(60)) > 0 {
		panic("a combination can be more than the bias")
	}
	one := ymm[14]
	e.VMOVDQU(e.limbMask(), mask51)
	e.VMOVDQU(e.double("float2to52", 1<<52), one)
	return e.carryWith(bound, mask51, one)
}

// carryWith is that with the mask of a limb, and what has the bits of 2^52 in all lanes.
func (e *floats) carryWith(bound *big.Int, mask, one operand.Op) (tight limbBounds) {
	e.carryLimbs(mask)
	for i, z := range raw {
		fold := int64(1)
		if i == 0 {
			fold = 19
		}
		e.toFloats(z, one, float64(1<<(floatBits-1)+fold*(floatBias>>floatBits)))
		carry := new(big.Int).Add(bound, power(floatBits-1))
		carry.Mul(carry.Rsh(carry, floatBits), big.NewInt(fold))
		tight[i] = carry.Add(carry, power(floatBits-1))
	}
	return tight
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
	e.leftBounds = e.combine(c)
	for i, z := range raw {
		e.VMOVUPD(z, e.left.Offset(32*i))
	}
}

// combineBoth knows crossedLanes alone.
func (e *floats) combineBoth(c combination, first, second operand.Op) {
	if first != nil || second != secondFactors {
		panic("these factors are not halves exchanged or neighbours")
	}
	e.leftBounds = e.combine(c)
	e.rightBounds = e.leftBounds
	for i, z := range raw {
		exchanged, neighbours := rows[2*(i&1)], rows[2*(i&1)+1]
		e.VPERM2I128(exchangeHalves, z, z, exchanged)
		e.VPERMILPD(pairLanes([4]int{1, 0, 3, 2}), z, neighbours)
		e.VMOVUPD(z, e.right.Offset(32*i))
		e.VPBLENDD(laneHalves(0b0110), exchanged, neighbours, exchanged)
		e.VMOVUPD(exchanged, e.left.Offset(32*i))
	}
}

// load sets raw to the four elements at p, whose numbers are those of order in the lanes.
func (e *floats) load(p reg.Register, order [4]int) {
	e.VMOVDQU(e.limbMask(), mask51)
	for i, row := range rows {
		e.VMOVDQU(operand.Mem{Base: p, Disp: 32 * order[i]}, row)
	}
	e.quadLoad(raw)
	for i, z := range raw {
		e.VPADDQ(e.everyLane(fmt.Sprintf("rawExcess%d", i), rawExcess[i]), z, z)
	}
}

// store writes the elements of raw to the four elements at p, in this order.
func (e *floats) store(p reg.Register, order [4]int) {
	e.VMOVDQU(e.limbMask(), mask51)
	e.VMOVDQU(e.everyLane("nineteen", 19), nineteen)
	e.positive()
	e.quadWords(raw)
	for i, word := range raw[:4] {
		e.VMOVDQU(word, operand.Mem{Base: p, Disp: 32 * order[i]})
	}
}

// positive takes the excess of raw away, and adds the limbs of 2^8·p, with which they are not negative.
func (e *floats) positive() {
	for i, z := range raw {
		limb := limbOfP(i) << 8
		if rawBound.Cmp(new(big.Int).SetUint64(limb)) > 0 {
			panic("a result can be too negative")
		}
		e.VPADDQ(e.everyLane(fmt.Sprintf("positive%d", i), limb-rawExcess[i]), z, z)
	}
}

// limbOfP returns limb i of p in base 2^51.
func limbOfP(i int) uint64 {
	if i == 0 {
		return 1<<floatBits - 19
	}
	return 1<<floatBits - 1
}

// A floatMemory is what floatSum keeps its operands in: ten vectors.
const floatMemory = 10 * 4

// edwardsFloatSum writes a sum of multiples in variable time.
func edwardsFloatSum(a *asm) {
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
	a.inFloatRegisters(func() {
		e := newFloats(a, reg.R10)
		e.load(rdi, crossedLanes.order)
		a.Label("step")
		a.MOVL(stepLayout.at(rbx, "doublings"), reg.ECX)
		a.TESTQ(rcx, rcx)
		a.JEQ(operand.LabelRef("add"))
		a.Label("double")
		doublePoint(e, &crossedLanes)
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
		e.store(rdi, crossedLanes.order)
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
	addPoint(e, &crossedLanes, crossedLanes.ownFactors)
}
