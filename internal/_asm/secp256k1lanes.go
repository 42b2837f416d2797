// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"
	"math/bits"

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

// laneDouble sets v = [2]v and returns places with X·Y^2 and Y^4, raw: what is in temp[1] and temp[3].
func laneDouble(e curveEngine, v lanePoints, temp [5]operand.Mem) (D, C rawElement) {
	// A = X^2, B = Y^2, E = 3A, C = B^2, D = X·B: (E^2 - 8D, E·(4D - X3) - 8C, 2·Y·Z).
	E, B, T := factor{temp[0]}, factor{temp[1]}, factor{temp[2]}
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
func laneAdd(e curveEngine, v lanePoints, minusX, y, z factor, temp [5]operand.Mem) {
	// H = X - x·z^2, R = Y - y·z^3, V = X·H^2:
	// (R^2 + H^3 - 2V, R·(V - X3) - Y·H^3, Z·H).
	ZZ, H, HH, HHH := factor{temp[0]}, factor{temp[1]}, factor{temp[2]}, factor{temp[1]}
	ZZZ, R, T := factor{temp[0]}, factor{temp[0]}, factor{temp[3]}
	U, S, V, RR, G, YH := rawElement{temp[1]}, rawElement{temp[0]}, rawElement{temp[2]}, rawElement{temp[3]}, rawElement{temp[0]}, rawElement{temp[4]}
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
func laneNext(e curveEngine, x3, y3, ratio, x, y factor, d lanePoints, temp [3]operand.Mem) {
	// H = DX - X, R = DY - Y, B = DX·H^2, C = X·H^2:
	// X3 = R^2 - B - C, Y3 = R·(B - X3) - DY·(B - C), Z3 = Z·H, and d = (B, DY·(B - C)).
	HH, R, W := factor{temp[0]}, factor{temp[1]}, factor{temp[0]}
	C, RR, G := rawElement{temp[0]}, rawElement{temp[2]}, rawElement{temp[1]}
	e.linear(ratio, term{1, d.x.raw()}, term{-1, x.raw()})
	e.linear(R, term{1, d.y.raw()}, term{-1, y.raw()})
	e.squareFactor(HH, ratio)
	e.productFactor(d.x, d.x, HH)
	e.square(RR, R)
	e.product(C, HH, x)
	e.linear(x3, term{1, RR}, term{-1, d.x.raw()}, term{-1, C})
	e.linear(W, term{1, d.x.raw()}, term{-1, C})
	e.productFactor(d.y, d.y, W)
	e.linear(W, term{1, d.x.raw()}, term{-1, x3.raw()})
	e.product(G, R, W)
	e.linear(y3, term{1, G}, term{-1, d.y.raw()})
}

// A pairEngine has two octets in each place, the second one behind the first, and does everything for
// both: the instructions of one fill the time in which those of the other wait. That takes less time where each product
// needs the one before it, as in runs of squarings, by a sixth, and by a tenth in the sums of secp256k1chords.go; in sums of multiples
// there are others next to each other, and one octet takes half as long as two. A place that is no memory of the routine has one
// octet for both.
type pairEngine struct{ octetEngine }

const pairBytes = 2 * octetBytes

func (x factor) half(i int) factor {
	if x.Symbol.Name == "" {
		x.Mem = x.Offset(i * octetBytes)
	}
	return x
}

func (x rawElement) half(i int) rawElement { return rawElement(factor(x).half(i)) }

func (e pairEngine) product(z rawElement, x, y factor) {
	for i := range 2 {
		e.octetEngine.product(z.half(i), x.half(i), y.half(i))
	}
}

func (e pairEngine) square(z rawElement, x factor) {
	for i := range 2 {
		e.octetEngine.square(z.half(i), x.half(i))
	}
}

func (e pairEngine) productFactor(z, x, y factor) {
	for i := range 2 {
		e.octetEngine.productFactor(z.half(i), x.half(i), y.half(i))
	}
}

func (e pairEngine) squareFactor(z, x factor) {
	for i := range 2 {
		e.octetEngine.squareFactor(z.half(i), x.half(i))
	}
}

func (e pairEngine) linear(z factor, terms ...term) {
	for i := range 2 {
		var halves []term
		for _, t := range terms {
			halves = append(halves, term{t.times, t.x.half(i)})
		}
		e.octetEngine.linear(z.half(i), halves...)
	}
}

func (e pairEngine) copy(z, x factor) {
	for i := range 2 {
		e.octetEngine.copy(z.half(i), x.half(i))
	}
}

// negatives are what negative is for each half.
var negatives = [2]reg.Register{negative, reg.K6}

func (e pairEngine) addSigned(z factor, x, y rawElement) {
	for i := range 2 {
		e.negative = negatives[i]
		e.octetEngine.addSigned(z.half(i), x.half(i), y.half(i))
	}
}

// How octetEngine does it.

// copy sets z = x.
func (e octetEngine) copy(z, x factor) {
	e.take(x)
	e.put(z)
}

func (e octetEngine) productFactor(z, x, y factor) {
	e.takeBoth(x, y)
	e.call("octetProduct")
	e.octetCarry52(raw)
	e.leave(z.raw())
}

func (e octetEngine) squareFactor(z, x factor) {
	e.take(x)
	e.call("octetSquare")
	e.octetCarry52(raw)
	e.leave(z.raw())
}

func (e octetEngine) linear(z factor, terms ...term) {
	for n, t := range terms {
		x, times := left, t.times
		if n > 0 {
			x = temp
			e.octetLoad(x, t.x.Mem)
		} else {
			e.take(factor(t.x))
		}
		if times < 0 {
			times = -times
		}
		e.multiply(x, times)
		if t.times < 0 {
			for i := range x {
				e.field.minus(e.asm, i, x[i], x[i])
			}
		}
		if n > 0 {
			e.quadAdd(left, temp)
		}
	}
	e.octetCarry52(left)
	e.put(z)
}

// multiply sets x to a power of 2 times x.
func (e octetEngine) multiply(x quad, times int) {
	if times > 1 {
		for i := range x {
			e.VPSLLQ(operand.Imm(uint64(bits.Len(uint(times))-1)), x[i], x[i])
		}
	}
}

func (e octetEngine) plusMinus(s, d factor, x rawElement, t term) {
	e.negative = nil
	e.plusMinusSigned(s, d, x, t)
}

// plusMinusSigned is plusMinus with s and d exchanged in the lanes of negative, unless it is nil.
func (e octetEngine) plusMinusSigned(s, d factor, x rawElement, t term) {
	e.takeRaw(x)
	e.octetLoad(right, t.x.Mem)
	e.multiply(right, t.times)
	for i := range left {
		e.field.minus(e.asm, i, right[i], temp[i])
		e.VPADDQ(temp[i], raw[i], left[i])
		if e.negative != nil {
			e.VPADDQ(right[i], raw[i], e.negative, left[i])
		}
		e.VPADDQ(right[i], raw[i], right[i])
		if e.negative != nil {
			e.VPADDQ(temp[i], raw[i], e.negative, right[i])
		}
	}
	e.octetCarry52(right)
	e.octetCarry52(left)
	e.octetStore(s.Mem, right)
	e.put(d)
	e.held[1] = s
}

func (e octetEngine) addSigned(z factor, x, y rawElement) {
	e.takeRaw(x)
	e.octetLoad(right, y.Mem)
	for i := range left {
		e.field.minus(e.asm, i, right[i], left[i])
		e.VPADDQ(left[i], raw[i], left[i])
		e.VPADDQ(right[i], raw[i], e.negative, left[i])
	}
	e.octetCarry52(left)
	e.put(z)
}

// What the routines get from Go.
var (
	laneEntryLayout = newLayout("x", octetBytes, "y", octetBytes, "ratio", octetBytes)
	laneStateLayout = newLayout("x", octetBytes, "y", octetBytes, "z", octetBytes, "scale", octetBytes)
	laneStepLayout  = newLayout("Q", 8*8, "Negative", 8, "Doublings", 8, "Scaled", 8)
)

// curveRoom is the size of what routines work in, of which those of secp256k1chords.go need most.
const curveRoom = 8 * pairBytes

const laneEntries = 16

// An affine point of Go, with -x and y, is limbs 0 to 3 of each, then limb 4 of each, and two words that are 0.
const limbs52Size = 12 * 8

// A laneMemory is where the elements of a routine are.
type laneMemory struct {
	e     octetEngine
	v     lanePoints
	scale factor
	temp  [8]operand.Mem
}

// startLanes starts a routine with the state at R13.
func startLanes(a *asm, name, signature, doc string) (m laneMemory) {
	a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", 0)
	memory := a.scratch("memory", reg.R15)
	at := func(field string) factor { return factor{laneStateLayout.at(reg.R13, field)} }
	m = laneMemory{e: secp256k1Octets(a), v: lanePoints{at("x"), at("y"), at("z")}, scale: at("scale")}
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

func secp256k1Octets(a *asm) octetEngine {
	return newOctetEngine(a, octetField{c: curveSecp256k1.fold, times: 1 << 11})
}

// secp256k1Lanes writes the sums in lanes. They need AVX-512 F, VL and IFMA.
func secp256k1Lanes(a *asm) {
	octetRoutines(a, curveSecp256k1.fold)
	laneSteps(a)
	laneMultiples(a)
	laneRescale(a)
	sqrNMulPair52(a, "laneSqrNMul", sqrNMulSignature+")", "laneSqrNMul"+sqrNMulDoc, curveSecp256k1.fold, false)
	laneChords(a)
}

// laneSteps writes the steps of sums.
func laneSteps(a *asm) {
	m := startLanes(a, "laneSteps", laneStepsSignature, laneStepsDoc)
	e := m.e
	steps := rbx
	var places [8]operand.Mem
	pointers := []reg.Register{rdi, rdx, rsi, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12}
	for j, r := range pointers {
		places[j] = operand.Mem{Base: r}
	}
	minusX, y, z := factor{m.temp[5]}, factor{m.temp[6]}, factor{m.temp[7]}
	a.load("steps", steps)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		a.Label("step")
		e.forget()
		a.MOVQ(laneStepLayout.at(steps, "Doublings"), rax)
		a.TESTQ(rax, rax)
		a.JEQ(operand.LabelRef("gather"))
		a.Label("double")
		e.forget()
		laneDouble(e, m.v, [5]operand.Mem(m.temp[:5]))
		a.DECQ(rax)
		a.JNE(operand.LabelRef("double"))

		a.Label("gather")
		e.forget()
		a.MOVQ(laneStepLayout.at(steps, "Negative"), rax)
		for j, r := range pointers {
			a.MOVQ(laneStepLayout.at(steps, "Q").Offset(8*j), r)
		}
		a.octetGather(limbs52Parts(minusX.Mem, y.Mem), places)
		a.KMOVW(reg.EAX, negative)
		a.MOVQ(laneStepLayout.at(steps, "Scaled"), rax)
		a.TESTQ(rax, rax)
		a.JEQ(operand.LabelRef("same"))
		e.productFactor(z, m.v.z, m.scale)
		a.JMP(operand.LabelRef("add"))
		a.Label("same")
		e.forget()
		e.copy(z, m.v.z)
		a.Label("add")
		e.forget()
		laneAdd(e, m.v, minusX, y, z, [5]operand.Mem(m.temp[:5]))
		a.ADDQ(operand.Imm(uint64(laneStepLayout.size)), steps)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("step"))
	})
	a.VZEROUPPER()
	a.RET()
}

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
		D, C := laneDouble(e, m.v, [5]operand.Mem(m.temp[:5]))
		e.linear(x, term{4, D})
		e.linear(y, term{8, C})
		e.copy(ratio, m.v.z)
		a.Label("next")
		e.forget()
		laneNext(e, x3, y3, ratio3, x, y, m.v, [3]operand.Mem(m.temp[:3]))
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
		e.forget()
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
