// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sums of multiples of points of secp256k1 in the lanes of vectors, each with one of its own and all
// with the same steps: the twins are in lanes.go of internal/secp256k1. All of it is for public points.

// A curveEngine is arithmetic modulo p in the lanes of vectors, with elements in memory as laneEngine has them,
// for formulas with other sums.
type curveEngine interface {
	// product and square set z = x·y and z = x^2. z may be x, but not y.
	product(z rawElement, x, y factor)
	square(z rawElement, x factor)
	// productFactor and squareFactor do so for a factor z.
	productFactor(z, x, y factor)
	squareFactor(z, x factor)
	// linear sets z to the sum of the terms. z may be any of them.
	linear(z factor, terms ...term)
	// addSigned sets z = x - y, or x + y in the lanes of negative. z may be x or y.
	addSigned(z factor, x, y rawElement)
}

// A term is 1, 2, 4, 8, 16, -1, -2, -4 or -8 times x.
type term struct {
	times int
	x     rawElement
}

// raw returns x as what a product leaves.
func (x factor) raw() rawElement { return rawElement(x) }

// lanePoints are places of points in Jacobian coordinates, one in each lane.
type lanePoints struct{ x, y, z factor }

// laneTemps is how many elements of local memory the formulas need.
const laneTemps = 7

// laneDouble sets v = [2]v and returns places with X·Y^2 and Y^4, raw: what is in temp[1] and temp[3].
func laneDouble(e curveEngine, v lanePoints, temp [laneTemps]operand.Mem) (D, C rawElement) {
	// A = X^2, B = Y^2, E = 3A, C = B^2, D = X·B: (E^2 - 8D, E·(4D - X3) - 8C, 2·Y·Z).
	E, B, T := factor{temp[0]}, factor{temp[5]}, factor{temp[6]}
	A, YZ, G := rawElement{temp[0]}, rawElement{temp[2]}, rawElement{temp[0]}
	C, D, F := rawElement{temp[1]}, rawElement{temp[3]}, rawElement{temp[4]}
	e.squareFactor(B, v.y)
	e.product(YZ, v.y, v.z)
	e.square(A, v.x)
	e.linear(E, term{1, A}, term{2, A})
	e.linear(v.z, term{2, YZ})
	e.product(D, v.x, B)
	e.square(F, E)
	e.square(C, B)
	e.linear(T, term{8, D}, term{4, D}, term{-1, F})
	e.product(G, E, T)
	e.linear(v.x, term{1, F}, term{-8, D})
	e.linear(v.y, term{1, G}, term{-8, C})
	return D, C
}

// laneAdd sets v = v + (-minusX, y), or v minus that in the lanes of negative, where z is that of v or,
// if q is on an isomorphic curve, with the scale of q as a factor. If v is plus or minus that point, or the
// identity, Z becomes 0.
func laneAdd(e curveEngine, v lanePoints, minusX, y, z factor, temp [laneTemps]operand.Mem) {
	// H = X - x·z^2, R = Y - y·z^3, V = X·H^2:
	// (R^2 + H^3 - 2V, R·(V - X3) - Y·H^3, Z·H).
	ZZ, H, HH, HHH := factor{temp[0]}, factor{temp[1]}, factor{temp[2]}, factor{temp[3]}
	ZZZ, R, T := factor{temp[4]}, factor{temp[4]}, factor{temp[2]}
	U, S, V, RR, G, YH := rawElement{temp[1]}, rawElement{temp[4]}, rawElement{temp[5]}, rawElement{temp[0]}, rawElement{temp[4]}, rawElement{temp[6]}
	e.squareFactor(ZZ, z)
	e.product(U, minusX, ZZ)
	e.productFactor(ZZZ, ZZ, z)
	e.linear(H, term{1, v.x.raw()}, term{1, U})
	e.product(S, ZZZ, y)
	e.squareFactor(HH, H)
	e.productFactor(v.z, v.z, H)
	e.addSigned(R, v.y.raw(), S)
	e.productFactor(HHH, HH, H)
	e.product(V, HH, v.x)
	e.square(RR, R)
	e.product(YH, HHH, v.y)
	e.linear(v.x, term{1, RR}, term{1, HHH.raw()}, term{-2, V})
	e.linear(T, term{1, V}, term{-1, v.x.raw()})
	e.product(G, R, T)
	e.linear(v.y, term{1, G}, term{-1, YH})
}

// laneNext sets (x3, y3) to the sum of (x, y) and d, which have the same Z, ratio to what Z of the sum is
// to that, and d to the same point with the Z of the sum.
func laneNext(e curveEngine, x3, y3, ratio, x, y factor, d lanePoints, temp [laneTemps]operand.Mem) {
	// H = DX - X, R = DY - Y, B = DX·H^2, C = X·H^2:
	// X3 = R^2 - B - C, Y3 = R·(B - X3) - DY·(B - C), Z3 = Z·H, and d = (B, DY·(B - C)).
	HH, R, W, V := factor{temp[0]}, factor{temp[1]}, factor{temp[3]}, factor{temp[4]}
	C, RR, G := rawElement{temp[5]}, rawElement{temp[2]}, rawElement{temp[4]}
	e.linear(ratio, term{1, d.x.raw()}, term{-1, x.raw()})
	e.linear(R, term{1, d.y.raw()}, term{-1, y.raw()})
	e.squareFactor(HH, ratio)
	e.productFactor(d.x, d.x, HH)
	e.square(RR, R)
	e.product(C, HH, x)
	e.linear(x3, term{1, RR}, term{-1, d.x.raw()}, term{-1, C})
	e.linear(W, term{1, d.x.raw()}, term{-1, C})
	e.productFactor(d.y, d.y, W)
	e.linear(V, term{1, d.x.raw()}, term{-1, x3.raw()})
	e.product(G, R, V)
	e.linear(y3, term{1, G}, term{-1, d.y.raw()})
}

// What the routines get from Go.
var (
	laneEntryLayout = newLayout("x", octetBytes, "y", octetBytes, "ratio", octetBytes)
	laneStateLayout = newLayout("x", octetBytes, "y", octetBytes, "z", octetBytes, "scale", octetBytes)
	laneStepLayout  = newLayout("Q", 8*8, "Negative", 8, "Doublings", 8, "Scaled", 8)
)

// pairBytes is the size of two octets.
const pairBytes = 2 * octetBytes

// curveRoom is the size of what routines work in, of which laneStepsPair needs most.
const curveRoom = laneStepPlaces * pairBytes

const laneEntries = 16

// An affine point of Go, with -x and y, is limbs 0 to 3 of each, then limb 4 of each, and two words that are 0.
const limbs52Size = 12 * 8

// A laneMemory is where the elements of a routine are.
type laneMemory struct {
	e     octetEngine
	v     lanePoints
	scale factor
	temp  [laneTemps]operand.Mem
}

// startLanes starts a routine with the state at R13.
func startLanes(a *asm, name, signature, doc string) (m laneMemory) {
	a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", 0)
	memory := a.scratch("memory", reg.R15)
	at := func(field string) factor { return factor{laneStateLayout.at(reg.R13, field)} }
	m = laneMemory{e: secp256k1Octets(a, 1), v: lanePoints{at("x"), at("y"), at("z")}, scale: at("scale")}
	for i := range m.temp {
		m.temp[i] = memory.Offset(octetBytes * i)
	}
	a.loadConstants52(curveSecp256k1.fold)
	a.load("v", reg.R13)
	return m
}

// What the routines have in common with those in doubles.
const (
	laneStepsSignature     = "func(v *laneState, steps *laneStep, count uint64"
	laneStepsDoc           = " takes the steps, at least one, in every lane: as stepsGeneric of laneMemory."
	laneMultiplesSignature = "func(v *laneState, entries *[16]laneEntry"
	laneMultiplesDoc       = " makes the entries of the odd multiples of the points: as multiplesGeneric of laneMemory,\nbut that it may write over the points."
	laneRescaleSignature   = "func(v *laneState, entries *[16]laneEntry, tables, images *laneTables"
	laneRescaleDoc         = " makes the tables of the entries, and multiplies scale by the ratios: as\nrescaleGeneric of laneMemory."
)

func secp256k1Octets(a *asm, halves int) octetEngine {
	return newOctetEngine(a, octetField{c: curveSecp256k1.fold, times: 1 << 11}, halves)
}

// secp256k1Lanes writes the sums in lanes. They need AVX-512 F, VL and IFMA.
func secp256k1Lanes(a *asm) {
	laneSteps(a, 1)
	laneSteps(a, 2)
	laneMultiples(a)
	laneRescale(a)
	sqrNMulPair52(a, "laneSqrNMul", sqrNMulSignature+")", "laneSqrNMul"+sqrNMulDoc, curveSecp256k1.fold, false)
	laneChords(a)
}

// laneSteps writes the steps of sums, of eight or of twice as many. While it adds the entries of one step, it gathers those of the
// next.
func laneSteps(a *asm, halves int) {
	name, signature, doc := "laneSteps", laneStepsSignature, laneStepsDoc
	states, lists := []string{"v"}, []string{"steps"}
	if halves == 2 {
		name, signature = "laneStepsPair", "func(v0, v1 *laneState, steps0, steps1 *laneStep, count uint64"
		doc = " is laneSteps for two states, each with steps of its own whose Doublings and Scaled are the same."
		states, lists = []string{"v0", "v1"}, []string{"steps0", "steps1"}
	}
	pointers := a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", 8*8*halves)
	memory := a.scratch("memory", reg.R15)
	var all [laneStepPlaces]factor
	for i := range all {
		all[i] = factor{memory.Offset(halves * octetBytes * i)}
	}
	var temp [laneTemps]operand.Mem
	for i, x := range all[laneStepPlaces-laneTemps:] {
		temp[i] = x.Mem
	}
	v, scale, minusX, y, z := lanePoints{all[0], all[1], all[2]}, all[3], all[4], all[5], all[6]
	// inGo calls use with the first elements of the states, in Go's memory and here.
	inGo := func(count int, use func(there, here operand.Mem)) {
		for h, state := range states {
			a.load(state, rdi)
			for i, field := range []string{"x", "y", "z", "scale"}[:count] {
				use(laneStateLayout.at(rdi, field), half(all[i].Mem, h))
			}
		}
	}
	e := secp256k1Octets(a, halves)
	s := stepEntries{asm: a, layout: &laneStepLayout, pointers: pointers,
		steps: []reg.Register{rbx, reg.R13}[:halves], signs: []reg.Register{reg.R9, reg.R10}[:halves], temp: []reg.Register{rdi, rdx, rsi, reg.R8}}
	gather := func() {
		for h := range halves {
			e.gatherLimbs(h, s.places(h), minusX, y)
		}
		e.flush()
	}
	takeSigns := func() {
		for h, signs := range s.signs {
			e.takeSigns(h, signs)
		}
	}
	a.loadConstants52(curveSecp256k1.fold)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		inGo(4, func(there, here operand.Mem) {
			a.octetLoad(left, there)
			a.octetStore(here, left)
		})
		for h, list := range lists {
			a.load(list, s.steps[h])
		}
		s.take(0)
		gather()
		takeSigns()
		a.Label("step")
		a.MOVQ(laneStepLayout.at(s.steps[0], "Doublings"), rax)
		a.TESTQ(rax, rax)
		a.JEQ(operand.LabelRef("add"))
		a.Label("double")
		laneDouble(e, v, temp)
		e.flush()
		a.DECQ(rax)
		a.JNE(operand.LabelRef("double"))

		a.Label("add")
		s.takeNext()
		a.CMPQ(laneStepLayout.at(s.steps[0], "Scaled"), operand.Imm(0))
		a.JEQ(operand.LabelRef("same"))
		e.productFactor(z, v.z, scale)
		laneAdd(e, v, minusX, y, z, temp)
		gather()
		a.JMP(operand.LabelRef("added"))
		a.Label("same")
		laneAdd(e, v, minusX, y, v.z, temp)
		gather()
		a.Label("added")
		takeSigns()
		s.next("step")
		inGo(3, func(there, here operand.Mem) {
			a.octetLoad(left, here)
			a.maskLimbs(left)
			a.octetStore(there, left)
		})
	})
	a.VZEROUPPER()
	a.RET()
}

// laneStepPlaces is how many elements of local memory laneSteps needs: points and scales, entries and their Z, and those of formulas.
const laneStepPlaces = 4 + 3 + laneTemps

// entry returns the entry at r.
func laneEntry(r reg.Register) (x, y, ratio factor) {
	at := func(field string) factor { return factor{laneEntryLayout.at(r, field)} }
	return at("x"), at("y"), at("ratio")
}

// laneMultiples writes the odd multiples of points.
func laneMultiples(a *asm) {
	m := startLanes(a, "laneMultiples", laneMultiplesSignature, laneMultiplesDoc)
	e := m.e
	a.load("entries", rdi)
	a.MOVQ(operand.U32(laneEntries-1), rcx)
	x, y, ratio := laneEntry(rdi)
	next := operand.Mem{Base: rdi, Disp: laneEntryLayout.size}
	x3, y3, ratio3 := factor{next}, factor{next.Offset(octetBytes)}, factor{next.Offset(2 * octetBytes)}
	a.inWideRegisters(func() {
		D, C := laneDouble(e, m.v, m.temp)
		e.linear(x, term{4, D})
		e.linear(y, term{8, C})
		e.copy(ratio, m.v.z)
		e.flush()
		a.Label("next")
		laneNext(e, x3, y3, ratio3, x, y, m.v, m.temp)
		e.flush()
		a.ADDQ(operand.U32(uint64(laneEntryLayout.size)), rdi)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("next"))
	})
	a.VZEROUPPER()
	a.RET()
}

// laneRescale writes tables of affine points.
func laneRescale(a *asm) {
	m := startLanes(a, "laneRescale", laneRescaleSignature, laneRescaleDoc)
	e := m.e
	x, y, ratio := laneEntry(rdi)
	tables, images := rdx, rbx
	last := (laneEntries - 1) * limbs52Size
	scatter := func(r reg.Register, minusX, y factor) {
		e.flush()
		a.octetScatter(everyEighth(r, 0, laneEntries*limbs52Size), limbs52Parts(minusX.Mem, y.Mem))
	}
	beta := secp256k1Beta()
	var words []uint64
	for i := range 5 {
		limb := new(big.Int).Rsh(beta, uint(52*i))
		for range 8 {
			words = append(words, limb.Uint64()&(1<<52-1))
		}
	}
	endomorphism := factor{a.vectorConstant("beta", words...)}

	power, cube, minusX := factor{m.temp[0]}, factor{m.temp[1]}, factor{m.temp[2]}
	a.load("tables", tables)
	a.load("images", images)
	a.load("entries", rdi)
	a.ADDQ(operand.U32(uint64((laneEntries-1)*laneEntryLayout.size)), rdi)
	a.ADDQ(operand.U32(uint64(last)), tables)
	a.ADDQ(operand.U32(uint64(last)), images)
	a.MOVQ(operand.U32(laneEntries), rcx)
	a.inWideRegisters(func() {
		a.Label("entry")
		e.squareFactor(power, m.scale)
		e.product(minusX.raw(), x, power)
		e.productFactor(cube, power, m.scale)
		e.productFactor(m.scale, m.scale, ratio)
		e.productFactor(cube, cube, y)
		e.linear(minusX, term{-1, minusX.raw()})
		scatter(tables, minusX, cube)
		e.productFactor(power, minusX, endomorphism)
		scatter(images, power, cube)
		a.SUBQ(operand.U32(uint64(laneEntryLayout.size)), rdi)
		a.SUBQ(operand.U32(uint64(limbs52Size)), tables)
		a.SUBQ(operand.U32(uint64(limbs52Size)), images)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("entry"))
	})
	a.VZEROUPPER()
	a.RET()
}

const (
	sqrNMulSignature = "func(z, x *lanePair, n uint64, y *lanePair"
	sqrNMulDoc       = " sets z = x^(2^n)·y in every lane, for n >= 1: as SqrNMulLanes of field.Modulus."
)

// secp256k1Beta returns the cube root of 1 modulo p by which the endomorphism multiplies x.
func secp256k1Beta() *big.Int {
	beta, _ := new(big.Int).SetString("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee", 16)
	return beta
}
