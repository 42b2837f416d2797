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

// Sums of multiples of points of edwards25519 in the lanes of vectors, each with points of its own and all with the same
// steps: the twins are in each.go of internal/edwards25519. All of it is for public points. The loops are those of the
// double-odd curves.

// An eachEngine is a quarticEngine with sums that are not carried.
type eachEngine interface {
	quarticEngine
	// sums sets s = x + y and d = x - y, each of which is only the second factor of a product whose first one is no such sum.
	sums(s, d, x, y factor)
	// signed sets s = x + y and d = x - y, for y that is a multiple of coordinate 2 of q: it exchanges s and d where q is
	// negative, unless that coordinate has its sign.
	signed(s, d factor, x, y rawElement)
}

// edwardsEach is the formulas of formulas.go. A point is (X, Y, Z, T), and one that is added (Y+X, Y-X, 2d·T, 2Z).
type edwardsEach struct {
	e    eachEngine
	temp [quarticTemps]factor
}

// add is complete.
func (c edwardsEach) add(v, q quarticPoints) {
	e, t := c.e, c.temp
	X, Y, Z, T := v[0], v[1], v[2], v[3]
	plus, minus, B, A := t[0], t[1], t[2], t[3]
	e.sums(plus, minus, Y, X)
	e.product(B.raw(), q[0], plus)
	e.product(A.raw(), q[1], minus)
	H, E, C, D, G, F := t[0], t[1], t[4], t[5], t[5], t[6]
	e.plusMinus(H, E, B.raw(), term{1, A.raw()})
	e.product(C.raw(), T, q[2])
	e.product(D.raw(), Z, q[3])
	e.signed(G, F, D.raw(), C.raw())
	e.productFactor(X, E, F)
	e.productFactor(Y, G, H)
	e.productFactor(Z, F, G)
	e.productFactor(T, E, H)
}

// double leaves E and H of T = E·H.
func (c edwardsEach) double(v quarticPoints) (E, H factor) {
	e, t := c.e, c.temp
	X, Y, Z := v[0], v[1], v[2]
	A, B, C, G, F := t[0], t[1], t[2], t[5], t[2]
	E, H = t[3], t[4]
	e.product(E.raw(), X, Y)
	e.square(A.raw(), X)
	e.square(B.raw(), Y)
	e.square(C.raw(), Z)
	e.linear(E, term{2, E.raw()})
	e.plusMinus(H, G, B.raw(), term{1, A.raw()})
	e.linear(F, term{2, C.raw()}, term{-1, B.raw()}, term{1, A.raw()})
	e.productFactor(X, E, F)
	e.productFactor(Y, G, H)
	e.productFactor(Z, F, G)
	return E, H
}

func (c edwardsEach) enter(quarticPoints)   {}
func (c edwardsEach) again(v quarticPoints) { c.double(v) }

func (c edwardsEach) leave(v quarticPoints) {
	E, H := c.double(v)
	c.e.productFactor(v[3], E, H)
}

// prepare sets q to v, to be added. d2 is 2d.
func (c edwardsEach) prepare(q, v quarticPoints, d2 factor) {
	c.e.plusMinus(q[0], q[1], v[1].raw(), term{1, v[0].raw()})
	c.e.productFactor(q[2], v[3], d2)
	c.e.linear(q[3], term{2, v[2].raw()})
}

// eachField is the limbs of float.go as those of a curveFloats: integers in base 2^51, as Go has them.
type eachField struct{}

func (eachField) named(routine string) string { return routine }

func (eachField) excessOf() [5]uint64 { return rawExcess }
func (eachField) biasOf(int) uint64   { return floatBias }
func (eachField) integer(int) float64 { return floatX }
func (eachField) integerAt(a *asm, _ int) operand.Mem {
	return (&floats{asm: a}).double("floatX", floatX)
}
func (eachField) above(int) int { return 0 }
func (eachField) integers(e curveFloats, x operand.Mem) {
	f := &floats{asm: e.asm}
	for i, v := range raw {
		// With the limbs of 2^1·p they are not negative.
		e.VMOVUPD(f.double("floatX", floatX), v)
		e.VADDPD(x.Offset(32*i), v, v)
		e.VPADDQ(e.everyLane(fmt.Sprint("floatLimb", i), limbOfP(i)<<1-math.Float64bits(floatX)), v, v)
	}
	f.carryLimbs(f.limbMask())
}

// eachRoutines writes what a curveFloats with that field calls.
func eachRoutines(a *asm) {
	a.inFloatRegisters(func() {
		e := &floats{asm: a, left: operand.Mem{Base: rsi}, right: operand.Mem{Base: rdx}}
		for i := range 5 {
			e.leftBounds[i], e.rightBounds[i] = floatTight, new(big.Int).Add(floatTight, floatTight)
		}
		a.routine("curveFloatProduct", "sets Y0 to Y4 to the product of the elements at RSI and RDX, raw.")
		e.product()
		a.RET()
		a.routine("curveFloatSquare", "sets Y0 to Y4 to the square of the element at RSI, raw.")
		e.square()
		for i, z := range raw {
			a.VPADDQ(e.everyLane(fmt.Sprint("floatSquared", i), rawExcess[i]-squareExcess[i]), z, z)
		}
		a.RET()
		a.routine("curveFloatCarry", "makes of Y0 to Y4, raw and with the bias, a factor at RDI. It leaves the registers from Y12 on.")
		store := func(i int) { a.VMOVDQU(raw[i], limb(operand.Mem{Base: rdi}, i)) }
		mustBeTight(e.carryWith(power(60), ymm[5:10], ymm[10], ymm[11], store))
		a.RET()
	})
}

// eachOctets is the engine with IFMA, whose sums are carried.
type eachOctets struct {
	octetEngine
	inSteps bool // q may be negative: its coordinates 0 and 1 are exchanged
}

func (e eachOctets) sums(s, d, x, y factor) { e.plusMinus(s, d, x.raw(), term{1, y.raw()}) }

func (e eachOctets) signed(s, d factor, x, y rawElement) {
	if !e.inSteps {
		e.plusMinus(s, d, x, term{1, y})
		return
	}
	e.plusMinusSigned(s, d, x, term{1, y})
}

// eachFloats is that with doubles.
type eachFloats struct{ curveFloats }

func (e eachFloats) sums(s, d, x, y factor) {
	e.want(x)
	e.want(y)
	for k := range 5 * curveQuads {
		a, b, c := ymm[k%5], ymm[5+k%5], ymm[10+k%5]
		e.VMOVUPD(limb(x.Mem, k), a)
		e.VMOVUPD(limb(y.Mem, k), b)
		e.VADDPD(b, a, c)
		e.VSUBPD(b, a, a)
		e.VMOVUPD(c, limb(s.Mem, k))
		e.VMOVUPD(a, limb(d.Mem, k))
	}
	e.put(s.Mem, true)
	e.put(d.Mem, true)
}

// signed finds the sign in coordinate 2.
func (e eachFloats) signed(s, d factor, x, y rawElement) { e.plusMinus(s, d, x, term{1, y}) }

const (
	eachEntry   = 5 * 32 // a point in a table: limbs 0 to 3 of its coordinates, and limb 4 of each
	eachEntries = 16     // in a table
	eachTable   = eachEntries * eachEntry
)

var (
	eachNames       = [4]string{"x", "y", "z", "t"}
	eachStateLayout = newLayout("x", octetBytes, "y", octetBytes, "z", octetBytes, "t", octetBytes)
	eachStepLayout  = newLayout("Q", 8*8, "Negative", 8, "Doublings", 8)
)

const (
	eachStepsSignature     = "func(v *eachState, steps *eachStep, count uint64"
	eachStepsDoc           = " takes the steps, at least one, in every lane: as eachStepsGeneric."
	eachMultiplesSignature = "func(tables *eachTables, v *eachState"
	eachMultiplesDoc       = " sets tables[j][i] to i + 1 times the point in lane j, to be added: as eachMultiplesGeneric."
)

// edwardsEachLanes writes the sums with IFMA.
func edwardsEachLanes(a *asm) {
	start := func(name, signature, doc string, inSteps bool) (*quarticRoutine, edwardsEach) {
		r := newQuarticRoutine(a, octets25519, &eachStateLayout, eachNames, &eachStepLayout, name, signature, doc)
		r.swaps = true
		c := edwardsEach{eachOctets{r.e, inSteps}, r.temp}
		r.c = c
		return r, c
	}
	r, _ := start("eachSteps", eachStepsSignature, eachStepsDoc, true)
	for _, x := range r.q {
		r.e.wide[x.Mem] = true
	}
	r.steps()
	r, _ = start("eachExpandedSteps", "func(v *eachState, steps *eachExpandedStep, count uint64", eachStepsDoc, true)
	r.words = true
	r.steps()

	r, c := start("eachMultiples", eachMultiplesSignature, eachMultiplesDoc, false)
	d2 := factor{a.octetConstant("d2in52", edwardsD2(), 52)}
	a.load("tables", rdi)
	a.MOVQ(operand.U32(eachEntries-1), rcx)
	a.inWideRegisters(func() {
		store := func(q quarticPoints) {
			r.e.flush()
			a.octetScatter(everyEighth(rdi, 0, eachTable), limbs52Parts(q.places()...))
		}
		r.load()
		c.prepare(r.q, r.v, d2)
		store(r.q)
		entry := quarticPoints(c.temp[:4])
		a.Label("entry")
		c.add(r.v, r.q)
		c.prepare(entry, r.v, d2)
		a.ADDQ(operand.U32(eachEntry), rdi)
		store(entry)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("entry"))
	})
	a.VZEROUPPER()
	a.RET()
}

// edwardsEachFloats writes them with doubles.
func edwardsEachFloats(a *asm) {
	eachRoutines(a)
	negateQuad(a, true)
	memoryOf := func(memory reg.Register) (quarticFloats, edwardsEach) {
		m := newQuarticFloats(a, eachField{}, memory, &eachStateLayout, eachNames)
		c := edwardsEach{eachFloats{m.curveFloats}, m.temp}
		m.c = c
		return m, c
	}
	a.curveFunction("floatEachSteps", eachStepsSignature, eachStepsDoc, func(memory reg.Register) {
		m, _ := memoryOf(memory)
		m.steps(&eachStepLayout)
	})
	a.curveFunction("floatEachMultiples", eachMultiplesSignature, eachMultiplesDoc, func(memory reg.Register) {
		m, c := memoryOf(memory)
		d2 := factor{floatSumEngine{asm: a, most: map[operand.Mem]*big.Int{}}.constant("d2", edwardsD2()).Mem}
		m.put(d2.Mem, true)
		v, tables := reg.R8, reg.R9
		m.asm.load("v", v)
		m.asm.load("tables", tables)
		scatter := func(q quarticPoints) {
			inQuads(func(quad int) {
				places := everyEighth(tables, 4*quad*eachTable, eachTable)
				m.scatter(quad, places[:4], q[:]...)
			})
		}
		m.coordinates(v, m.curveFloats.load)
		m.MOVQ(operand.U32(eachEntries-1), rcx)
		c.prepare(m.q, m.v, d2)
		scatter(m.q)
		entry := quarticPoints(c.temp[:4])
		m.Label("entry")
		c.add(m.v, m.q)
		c.prepare(entry, m.v, d2)
		m.ADDQ(operand.U32(eachEntry), tables)
		scatter(entry)
		m.DECQ(rcx)
		m.JNE(operand.LabelRef("entry"))
	})
}
