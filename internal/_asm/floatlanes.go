// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math"
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A floatSumEngine is the arithmetic in doubles as a sumEngine, with four elements. It writes between
// inFloatRegisters, and uses RAX, RDI, RSI and RDX.
//
// An element is five vectors in memory: a rawElement has the limbs of a raw result, with their
// excess, and a factor has doubles. A sumPoint has limbs of raw results without the excess, and with those
// of storedP, so that they are not negative.
type floatSumEngine struct {
	*asm
	most map[operand.Mem]*big.Int // what the limbs of elements are at most, up to their signs
}

const floatBytes = 5 * 32 // of an element

// storedP is limb i of 2^7·p.
func storedP(i int) uint64 { return limbOfP(i) << 7 }

// What the limbs of the factors of a product may be at most: what carryToFloats leaves for combinations that
// are at most the bias, and what the limbs of any integer below 2^255 are, less those of p.
var (
	floatTight = new(big.Int).Add(power(floatBits-1), big.NewInt(19*(floatBias>>floatBits+1)))
	floatLoose = power(floatBits)
)

// floatRoutines writes what a floatSumEngine calls.
func floatRoutines(a *asm) {
	a.inFloatRegisters(func() {
		a.routine("floatProduct", "sets the element at RDI to the product of those at RSI and RDX.")
		e := &floats{asm: a, left: operand.Mem{Base: rsi}, right: operand.Mem{Base: rdx}}
		for i := range 5 {
			e.leftBounds[i], e.rightBounds[i] = floatTight, floatLoose
		}
		e.product()
		a.storeVectors(operand.Mem{Base: rdi})
		a.RET()
		a.routine("floatCarry", "sets the element at RDI to doubles, from the sums of limbs and bias in Y0 to Y4.")
		mustBeTight(e.carryToFloats(power(60)))
		a.storeVectors(operand.Mem{Base: rdi})
		a.RET()
	})
}

// mustBeTight panics if a limb may be above floatTight.
func mustBeTight(bounds limbBounds) {
	for _, most := range bounds {
		if most.Cmp(floatTight) > 0 {
			panic("a carried limb can be too large")
		}
	}
}

// storeVectors writes raw to m.
func (a *asm) storeVectors(m operand.Mem) {
	for i, z := range raw {
		a.VMOVDQU(z, m.Offset(32*i))
	}
}

func (e floatSumEngine) lanes() int { return 4 }

// combined sets z to the sum of x and y, if there is one, or the difference.
func (e floatSumEngine) combined(z factor, x, y *rawElement, negative bool) {
	sum := new(big.Int).Set(e.most[x.Mem])
	name := "floatReduced"
	for i, v := range raw {
		e.VMOVDQU(x.Offset(32*i), v)
		constant := floatBias - rawExcess[i]
		switch {
		case y == nil:
		case negative:
			name = "floatDifference"
			e.VPSUBQ(y.Offset(32*i), v, v)
			constant += rawExcess[i]
		default:
			name = "floatSum"
			e.VPADDQ(y.Offset(32*i), v, v)
			constant -= rawExcess[i]
		}
		e.VPADDQ(e.everyLane(fmt.Sprint(name, i), constant), v, v)
	}
	if y != nil {
		sum.Add(sum, e.most[y.Mem])
	}
	if sum.Cmp(power(60)) > 0 {
		panic("a combination can be more than the bias")
	}
	e.LEAQ(z.Mem, rdi)
	e.call("floatCarry")
	e.most[z.Mem] = floatTight
}

func (e floatSumEngine) reduced(z factor, x rawElement) factor {
	e.combined(z, &x, nil, false)
	return z
}

func (e floatSumEngine) sumDifference(s, d factor, x, y rawElement) {
	e.combined(s, &x, &y, false)
	e.combined(d, &x, &y, true)
}

func (e floatSumEngine) sumDifferenceSigned(g, f factor, d, c rawElement) {
	e.sumDifference(g, f, d, c)
}

func (e floatSumEngine) product(z rawElement, x, y factor) {
	if e.most[x.Mem].Cmp(floatTight) > 0 || e.most[y.Mem].Cmp(floatLoose) > 0 {
		panic("a factor can be too large")
	}
	e.LEAQ(x.Mem, rsi)
	e.LEAQ(y.Mem, rdx)
	e.LEAQ(z.Mem, rdi)
	e.call("floatProduct")
	e.most[z.Mem] = rawBound
}

// twice has the excess of one raw result.
func (e floatSumEngine) twice(z, x rawElement) {
	for i, v := range raw {
		e.VMOVDQU(x.Offset(32*i), v)
		e.VPADDQ(v, v, v)
		e.VPADDQ(e.everyLane(fmt.Sprint("floatTwice", i), -rawExcess[i]), v, v)
	}
	e.storeVectors(z.Mem)
	e.most[z.Mem] = new(big.Int).Add(e.most[x.Mem], e.most[x.Mem])
}

func (e floatSumEngine) flush() {}

// loadLimbs sets raw to the limbs of the cached point at q, as it stands there: with Y+X, Y-X, 2d·T and 2Z
// in its lanes.
func (e floatSumEngine) loadLimbs(q reg.Register) {
	e.VMOVDQU(e.everyLane("mask51", 1<<floatBits-1), mask51)
	e.quadLoadFrom(raw, q, lanesInPlace)
}

// limbsToFloats sets z to the limbs in raw as doubles.
func (e floatSumEngine) limbsToFloats(z factor) {
	f, one := &floats{asm: e.asm}, mask51
	e.VMOVDQU(f.double("float2to52", 1<<52), one)
	for i, limb := range raw {
		f.toFloats(limb, one, float64(limbOfP(i)))
		e.VMOVUPD(limb, z.Offset(32*i))
	}
	e.most[z.Mem] = floatLoose
}

// addLanes writes the loop of a routine that adds up eight sums, in two groups of lanes, for the steps at RBX, of which there are RCX.
// place returns local memory, less than addBuckets needs, and ends is a word of it.
func (e floatSumEngine) addLanes(place func(i int) operand.Mem, ends operand.Mem) {
	steps, v, signs, groups := rbx, reg.R13, reg.R14, reg.R15
	pointers := []reg.Register{reg.R8, reg.R9, reg.R11, reg.R12}
	var places []operand.Mem
	for _, r := range pointers {
		places = append(places, operand.Mem{Base: r})
	}
	take := func(field string) {
		for j, r := range pointers {
			e.MOVQ(edwardsLanes.at(steps, field).Offset(8*j), r)
		}
	}
	q, temp, first := lanePoint{0: place(0), 1: place(1), 3: place(2)}, addMemory(place, 3), place(3+addPlaces)
	element := place(1).Disp - place(0).Disp
	var sum lanePoint // of a group
	for i := range sum {
		sum[i] = operand.Mem{Base: v, Disp: element * i}
	}
	inEach := func(body func()) {
		e.LEAQ(first, v)
		inGroups(e, e.asm, groups, body, func() {
			e.ADDQ(operand.U32(uint32(element*len(sum))), v)
			e.ADDQ(operand.Imm(uint64(8*e.lanes())), steps)
		})
		e.SUBQ(operand.Imm(8*sumLanes), steps)
	}
	// Paths meet, on each of which the sum was gathered, or computed.
	meet := func() {
		for _, coordinate := range sum {
			e.most[coordinate] = gatheredBound
		}
	}
	inEach(func() {
		take("V")
		e.gather(places, sum)
	})
	e.Label("step")
	e.MOVQ(edwardsLanes.at(steps, "Ends"), rax)
	e.MOVQ(rax, ends)
	e.fetchLater(1, steps, &edwardsLanes, 3*32, rdi)
	e.MOVQ(edwardsLanes.at(steps, "Negative"), signs)
	inEach(func() {
		take("Q")
		e.gatherEntries(q, places, signs)
		e.SHRQ(operand.Imm(uint64(e.lanes())), signs)
		e.TESTL(operand.U32(firstOfSum), ends)
		e.JNE(operand.LabelRef("first"))
		addInLanes(e, sum, sum, q, true, temp)
		e.JMP(operand.LabelRef("added"))
		e.Label("first")
		meet()
		e.setToEntries(sum, q, temp)
		e.Label("added")
		meet()
		e.TESTL(operand.U32(lastOfSum), ends)
		e.JEQ(operand.LabelRef("next"))
		take("V")
		e.scatter(places, sum)
		e.Label("next")
	})
	e.ADDQ(operand.U32(uint32(edwardsLanes.size)), steps)
	e.DECQ(rcx)
	e.JNE(operand.LabelRef("step"))
}

// gatherEntries sets Y+X, Y-X and 2d·T of q to those of the cached points in places, whose Z is 1. It exchanges Y+X and Y-X, and changes the
// sign of 2d·T, in the lanes whose bit in signs is 1.
func (e floatSumEngine) gatherEntries(q lanePoint, places []operand.Mem, signs reg.Register) {
	for part, z := range []operand.Mem{q[0], q[1], q[3]} {
		for j, row := range rows {
			e.VMOVDQU(places[j].Offset(32*part), row)
		}
		e.VMOVDQU(e.everyLane("mask51", 1<<floatBits-1), mask51)
		e.quadLoad(raw)
		e.limbsToFloats(factor{z})
	}
	var words []uint64
	for set := range uint64(16) {
		for lane := range 4 {
			words = append(words, set>>lane<<63)
		}
	}
	e.LEAQ(e.vectorConstant("floatSigns", words...), rdi)
	e.MOVQ(signs, rax)
	e.ANDL(operand.Imm(15), reg.EAX)
	e.SHLQ(operand.Imm(5), rax)
	negative := mask51
	e.VMOVUPD(operand.Mem{Base: rdi, Index: rax, Scale: 1}, negative)
	for i := range 5 {
		plus, minus, t := q[0].Offset(32*i), q[1].Offset(32*i), q[3].Offset(32*i)
		e.VMOVUPD(plus, ymm[0])
		e.VMOVUPD(minus, ymm[1])
		e.VBLENDVPD(negative, ymm[1], ymm[0], ymm[2])
		e.VBLENDVPD(negative, ymm[0], ymm[1], ymm[3])
		e.VMOVUPD(ymm[2], plus)
		e.VMOVUPD(ymm[3], minus)
		e.VPXOR(t, negative, ymm[4])
		e.VMOVUPD(ymm[4], t)
	}
}

// setToEntries sets Z to 4.
func (e floatSumEngine) setToEntries(v, q lanePoint, temp [addPlaces]operand.Mem) {
	E, H, plus, minus := factor{temp[0]}, factor{temp[1]}, rawElement{temp[2]}, rawElement{temp[3]}
	e.integers(plus, factor{q[0]})
	e.integers(minus, factor{q[1]})
	e.sumDifference(H, E, plus, minus)
	for i, x := range []factor{E, H} {
		e.integers(rawElement{v[i]}, x)
		e.twice(rawElement{v[i]}, rawElement{v[i]})
	}
	e.product(rawElement{v[3]}, E, H)
	for i, z := range raw {
		limb := uint64(0)
		if i == 0 {
			limb = 4
		}
		e.VMOVDQU(e.everyLane(fmt.Sprint("floatFour", i), rawExcess[i]+limb), z)
	}
	e.storeVectors(v[2])
	e.most[v[2]] = big.NewInt(4)
}

// integers sets z to x, as a product would leave it.
func (e floatSumEngine) integers(z rawElement, x factor) {
	for i, limb := range raw {
		e.VMOVUPD(x.Offset(32*i), limb)
		e.VADDPD((&floats{asm: e.asm}).double("floatX", floatX), limb, limb)
		e.VPADDQ(e.everyLane(fmt.Sprint("floatInteger", i), rawExcess[i]-math.Float64bits(floatX)), limb, limb)
	}
	e.storeVectors(z.Mem)
	e.most[z.Mem] = e.most[x.Mem]
}

// gatheredBound is what limbs that were gathered are at most.
var gatheredBound = power(58)

func (e floatSumEngine) gather(places []operand.Mem, v lanePoint) {
	for i := range 5 {
		for j, row := range rows {
			e.VMOVDQU(places[j].Offset(32*i), row)
		}
		e.transpose(rows)
		for j, row := range rows {
			e.VPADDQ(e.everyLane(fmt.Sprint("floatGather", i), rawExcess[i]-storedP(i)), row, row)
			e.VMOVDQU(row, v[j].Offset(32*i))
		}
	}
	for _, coordinate := range v {
		e.most[coordinate] = gatheredBound
	}
}

func (e floatSumEngine) scatter(places []operand.Mem, v lanePoint) {
	for i := range 5 {
		if rawBound.Cmp(new(big.Int).SetUint64(storedP(i))) > 0 {
			panic("a result can be too negative")
		}
		for j, row := range rows {
			e.VMOVDQU(v[j].Offset(32*i), row)
			e.VPADDQ(e.everyLane(fmt.Sprint("floatScatter", i), storedP(i)-rawExcess[i]), row, row)
		}
		e.transpose(rows)
		for j, row := range rows {
			e.VMOVDQU(row, places[j].Offset(32*i))
		}
	}
}

func (e floatSumEngine) total(lanePoint) {}

// constant has doubles.
func (e floatSumEngine) constant(name string, x *big.Int) factor {
	return e.lanesConstant(name+"Floats", x, x, x, x)
}

// lanesConstant returns an element with x in the lanes.
func (e floatSumEngine) lanesConstant(name string, x ...*big.Int) factor {
	m := e.elements(name, x, 51, func(limb uint64) uint64 { return math.Float64bits(float64(limb)) })
	e.most[m] = floatLoose
	return factor{m}
}

// A floatLanesMemory is what the routines below keep their elements in.
const floatLanesMemory = addBucketsPlaces * floatBytes / 8

// A floatBody writes a routine, whose elements are in local memory, the places.
type floatBody func(e floatSumEngine, place func(i int) operand.Mem)

// floatSums writes both with doubles.
func floatSums(a *asm) {
	floatRoutines(a)
	write := func(name, signature, doc string, body floatBody) {
		a.function(name, signature+", memory *floatLanesMemory)", name+doc+"\n"+
			"It overwrites memory, which should be aligned to 32 bytes. It needs FMA.", 0)
		mxcsr := a.word()
		a.STMXCSR(mxcsr)
		a.LDMXCSR(a.vectorConstant("nearest", nearest))
		memory := operand.Mem{Base: reg.R10}
		a.load("memory", memory.Base)
		a.inFloatRegisters(func() {
			e := floatSumEngine{a, map[operand.Mem]*big.Int{}}
			body(e, func(i int) operand.Mem { return memory.Offset(floatBytes * i) })
		})
		a.LDMXCSR(mxcsr)
		a.VZEROUPPER()
		a.RET()
	}
	write("floatAddLanes", addLanesSignature, addLanesDoc+". Z of all Q is 1.", func(e floatSumEngine, place func(i int) operand.Mem) {
		a.load("steps", rbx)
		a.load("count", rcx)
		e.addLanes(place, a.word())
	})
	write("floatAddBuckets", addBucketsSignature, addBucketsDoc, func(e floatSumEngine, place func(i int) operand.Mem) {
		r := laneRegisters{places: [3]reg.Register{reg.R8, reg.R9, reg.R11}, count: reg.R12, groups: reg.R13}
		a.load("sums", r.places[0])
		a.load("runs", r.places[1])
		a.load("buckets", r.places[2])
		a.load("count", r.count)
		addBuckets(e, a, r, place)
	})

	floatOddMultiples(a, write)

	a.function("floatStore", "func(p *Point, v *sumPoint)", "floatStore sets p = v.", 0)
	a.load("p", rdi)
	a.load("v", rsi)
	a.inFloatRegisters(func() {
		a.VMOVDQU(a.everyLane("mask51", 1<<floatBits-1), mask51)
		a.VMOVDQU(a.everyLane("nineteen", 19), nineteen)
		for i, z := range raw {
			a.VMOVDQU(operand.Mem{Base: rsi, Disp: 32 * i}, z)
		}
		a.quadStore(rdi, raw, lanesInPlace)
	})
	a.VZEROUPPER()
	a.RET()
}
