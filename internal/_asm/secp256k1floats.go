// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A curveFloats is the arithmetic in doubles as a curveEngine, for eight lanes: each place has two elements of
// four lanes, one behind the other, which it takes in turns. It writes between inFloatRegisters, and uses RSI,
// RDI and RDX.
//
// A place of a routine's memory has integers of a raw element, or doubles of a factor: which one is followed.
// Elements of Go are those of octets: eight lanes are half of one there.
type curveFloats struct {
	*asm
	floatField
	factors map[operand.Mem]bool // the places that have factors, and those that have raw elements
}

// A floatField is what limbs in doubles are. Elements of Go have other limbs: see load.
type floatField interface {
	named(routine string) string // one of its routines
	excessOf() [5]uint64         // of what a product or a square leaves
	biasOf(i int) uint64         // what limb i has to have, instead of that, before it is carried
	// integer is what a limb of a factor is added to, so that the bits of the sum are the limb as an integer, and
	// those of that double.
	integer(i int) float64
	integerAt(a *asm, i int) operand.Mem
	above(i int) int                       // by how many bits limb i of Go is above that
	integers(e curveFloats, x operand.Mem) // sets raw to the limbs that Go has of a factor
}

const (
	curveQuads      = 2                       // of lanes, in eight
	curveFloatBytes = curveQuads * floatBytes // of a place
)

// quadOf returns the element of four lanes in a place, or in a constant, which has one.
func quadOf(m operand.Mem, q int) operand.Mem {
	if m.Symbol.Name == "" {
		m = m.Offset(q * floatBytes)
	}
	return m
}

// inQuads writes body for the lanes of each quad.
func inQuads(body func(q int)) {
	for q := range curveQuads {
		body(q)
	}
}

// put says whether there is a factor in a place from now on.
func (e curveFloats) put(m operand.Mem, factor bool) { e.factors[m] = factor }

// want panics if a place has no factor.
func (e curveFloats) want(x factor) {
	if !e.factors[x.Mem] {
		panic("no factor is there")
	}
}

// multiply leaves in raw the product of the quads of two factors, or the square of one.
func (e curveFloats) multiply(q int, x factor, y *factor) {
	e.want(x)
	e.LEAQ(quadOf(x.Mem, q), rsi)
	if y == nil {
		e.call(e.named("curveFloatSquare"))
		return
	}
	e.want(*y)
	e.LEAQ(quadOf(y.Mem, q), rdx)
	e.call(e.named("curveFloatProduct"))
}

func (e curveFloats) toRaw(z rawElement, x factor, y *factor) {
	inQuads(func(q int) {
		e.multiply(q, x, y)
		e.storeVectors(quadOf(z.Mem, q))
	})
	e.put(z.Mem, false)
}

func (e curveFloats) toFactor(z, x factor, y *factor) {
	inQuads(func(q int) {
		e.multiply(q, x, y)
		e.carried(quadOf(z.Mem, q), e.excessOf())
	})
	e.put(z.Mem, true)
}

// carried makes a factor at z of raw, which has that excess.
func (e curveFloats) carried(z operand.Mem, excess [5]uint64) {
	for i, v := range raw {
		constant := e.biasOf(i) - excess[i]
		e.VPADDQ(e.everyLane(fmt.Sprintf("curve%x", constant), constant), v, v)
	}
	e.LEAQ(z, rdi)
	e.call(e.named("curveFloatCarry"))
}

func (e curveFloats) product(z rawElement, x, y factor) { e.toRaw(z, x, &y) }
func (e curveFloats) square(z rawElement, x factor)     { e.toRaw(z, x, nil) }
func (e curveFloats) productFactor(z, x, y factor)      { e.toFactor(z, x, &y) }
func (e curveFloats) squareFactor(z, x factor)          { e.toFactor(z, x, nil) }

// linear makes integers of the doubles of factors.
func (e curveFloats) linear(z factor, terms ...term) {
	inQuads(func(q int) {
		var excess [5]uint64
		for n, t := range terms {
			at, times := quadOf(t.x.Mem, q), t.times
			isFactor, known := e.factors[t.x.Mem]
			if !known {
				panic("nothing is there")
			}
			for i, v := range raw {
				own := e.excessOf()[i]
				x := v
				if n > 0 || times < 0 {
					x = ymm[5+i]
				}
				if isFactor {
					own = math.Float64bits(e.integer(i))
					e.VMOVUPD(e.integerAt(e.asm, i), x)
					e.VADDPD(at.Offset(32*i), x, x)
				} else {
					e.VMOVDQU(at.Offset(32*i), x)
				}
				if most := max(times, -times); most > 1 {
					e.VPSLLQ(operand.Imm(uint64(bits.TrailingZeros(uint(most)))), x, x)
				}
				excess[i] += uint64(int64(times)) * own
				switch {
				case n == 0 && times < 0:
					e.VPXOR(v, v, v)
					e.VPSUBQ(x, v, v)
				case times < 0:
					e.VPSUBQ(x, v, v)
				case n > 0:
					e.VPADDQ(x, v, v)
				}
			}
		}
		e.carried(quadOf(z.Mem, q), excess)
	})
	e.put(z.Mem, true)
}

// plusMinus sets s = x + t and d = x - t. Either may be x, or what t is a multiple of, but not both.
func (e curveFloats) plusMinus(s, d factor, x rawElement, t term) {
	sum := func() { e.linear(s, term{1, x}, t) }
	if s.Mem != x.Mem && s.Mem != t.x.Mem {
		sum()
		sum = func() {}
	}
	e.linear(d, term{1, x}, term{-t.times, t.x})
	sum()
}

// addSigned sets z = x - y: the sign has been given to what y is a multiple of.
func (e curveFloats) addSigned(z factor, x, y rawElement) {
	e.linear(z, term{1, x}, term{-1, y})
}

// copy sets z = x.
func (e curveFloats) copy(z, x factor) {
	e.want(x)
	for i := range 5 * curveQuads {
		e.VMOVUPD(x.Offset(32*i), raw[i%5])
		e.VMOVUPD(raw[i%5], z.Offset(32*i))
	}
	e.put(z.Mem, true)
}

// mixed makes raw of limbs that Go has.
func (e curveFloats) mixed() {
	for i, v := range raw {
		if bits := e.above(i); bits > 0 {
			e.VPSLLQ(operand.Imm(uint64(bits)), v, v)
		}
	}
}

// load makes a factor at z of the eight lanes at x, half of an element of Go.
func (e curveFloats) load(z factor, x operand.Mem) {
	inQuads(func(q int) {
		for i, v := range raw {
			e.VMOVDQU(x.Offset(64*i+32*q), v)
		}
		e.mixed()
		e.carried(quadOf(z.Mem, q), [5]uint64{})
	})
	e.put(z.Mem, true)
}

func (f curveField) integers(e curveFloats, x operand.Mem) {
	mask, bits := ymm[14], ymm[15]
	e.VMOVDQU(e.everyLane("mask52", 1<<52-1), mask)
	for i, v := range raw {
		// With those of p limbs are positive.
		limb := uint64(1)<<curveWidth(i) - 1
		if i == 0 {
			limb = 1<<curveWidth(0) - f.fold
		}
		constant := limb - math.Float64bits(curveX(i))
		e.VMOVUPD(e.curveXAt(i), v)
		e.VADDPD(x.Offset(32*i), v, v)
		e.VPADDQ(e.everyLane(fmt.Sprintf("curve%x", constant), constant), v, v)
	}
	for i := 2; i < 5; i++ {
		below := uint64(52*i - curveColumns[i]) // bits that are of the limb before
		e.VPSLLQ(operand.Imm(64-below), raw[i], bits)
		e.VPSRLQ(operand.Imm(12), bits, bits)
		e.VPADDQ(bits, raw[i-1], raw[i-1])
		e.VPSRLQ(operand.Imm(below), raw[i], raw[i])
	}
	for i := range 4 {
		e.VPSRLQ(operand.Imm(52), raw[i], bits)
		e.VPAND(mask, raw[i], raw[i])
		e.VPADDQ(bits, raw[i+1], raw[i+1])
	}
}

// store writes the lanes of a factor to the eight lanes at z.
func (e curveFloats) store(z operand.Mem, x factor) {
	e.want(x)
	inQuads(func(q int) {
		e.integers(e, quadOf(x.Mem, q))
		for i, v := range raw {
			e.VMOVDQU(v, z.Offset(64*i+32*q))
		}
	})
}

// gather makes factors of the points at the four places, in the lanes of a quad: with limbs 0 to 3 of each coordinate, and
// then limb 4 of each.
func (e curveFloats) gather(q int, places []operand.Mem, coordinates ...factor) {
	e.gatherOf(len(coordinates), q, places, coordinates...)
}

// gatherOf is gather for the first ones of so many coordinates.
func (e curveFloats) gatherOf(count, q int, places []operand.Mem, coordinates ...factor) {
	load := func(part int) {
		for j, row := range rows {
			e.VMOVDQU(places[j].Offset(32*part), row)
		}
		e.transpose(rows)
	}
	// Limb 4 of the first one, and those of the others, which carries leave alone.
	last := append([]reg.VecPhysical{raw[4]}, ymm[len(ymm)-len(coordinates)+1:]...)
	load(count)
	for i := range coordinates {
		e.VMOVDQU(rows[i], last[i])
	}
	for i, z := range coordinates {
		if i > 0 {
			e.VMOVDQU(last[i], raw[4])
		}
		load(i)
		for k, row := range rows {
			e.VMOVDQU(row, raw[k])
		}
		e.mixed()
		e.carried(quadOf(z.Mem, q), [5]uint64{})
		e.put(z.Mem, true)
	}
}

// gatherStep has gather for both quads: of the points that the step at steps has pointers to, with its signs in the lowest bits
// of RDX. Then it fetches those of the next step, each of so many bytes, as fetchLater. It overwrites R9 to R12.
func (e curveFloats) gatherStep(steps reg.Register, l *layout, size int, gather func(quad int, places []operand.Mem)) {
	pointers := []reg.Register{reg.R9, reg.R10, reg.R11, reg.R12}
	var places []operand.Mem
	for _, r := range pointers {
		places = append(places, operand.Mem{Base: r})
	}
	inQuads(func(quad int) {
		for j, r := range pointers {
			e.MOVQ(l.at(steps, "Q").Offset(8*(4*quad+j)), r)
		}
		if quad > 0 {
			e.SHRQ(operand.Imm(4), rdx)
		} else {
			e.MOVQ(l.at(steps, "Negative"), rdx)
		}
		gather(quad, places)
	})
	e.fetchLater(1, steps, l, size, pointers...)
}

// takeSigns makes RDI and RAX those of the signs of four lanes: of the four lowest bits of RDX.
func (e curveFloats) takeSigns() {
	var signs []uint64
	for set := range 16 {
		for lane := range 4 {
			signs = append(signs, math.Float64bits(float64(1-2*(set>>lane&1))))
		}
	}
	e.LEAQ(e.vectorConstant("curveSigns", signs...), rdi)
	e.MOVQ(rdx, rax)
	e.ANDL(operand.Imm(15), reg.EAX)
	e.SHLQ(operand.Imm(5), rax)
}

// signed sets z to v with those signs.
func (e curveFloats) signed(v, z reg.VecPhysical) {
	e.VPXOR(z, z, z)
	e.VFMADD231PD(operand.Mem{Base: rdi, Index: rax, Scale: 1}, v, z)
}

// scatter is the inverse of gather. What is not used becomes 0.
func (e curveFloats) scatter(q int, places []operand.Mem, coordinates ...factor) {
	part := func(n int, z [4]reg.VecPhysical) {
		e.transpose(z)
		for j, row := range z {
			e.VMOVDQU(row, places[j].Offset(32*n))
		}
	}
	last := rows
	for n, x := range coordinates {
		e.want(x)
		e.integers(e, quadOf(x.Mem, q))
		e.VMOVDQU(raw[4], last[n])
		part(n, [4]reg.VecPhysical(raw[:4]))
	}
	for _, unused := range last[len(coordinates):] {
		e.VPXOR(unused, unused, unused)
	}
	part(len(coordinates), last)
}

// constant returns x, in all lanes.
func (e curveFloats) constant(name string, x *big.Int) factor {
	// Limbs are nearest to 0, as those of a factor are.
	var words []uint64
	carry := new(big.Int)
	for i := range 5 {
		limb := new(big.Int).Rsh(x, uint(curveColumns[i]))
		limb.And(limb, new(big.Int).Sub(power(uint(curveWidth(i))), big.NewInt(1)))
		limb.Add(limb, carry)
		carry.SetInt64(0)
		if limb.Cmp(power(uint(curveWidth(i)-1))) >= 0 && i < 4 {
			limb.Sub(limb, power(uint(curveWidth(i))))
			carry.SetInt64(1)
		}
		for range 4 {
			words = append(words, math.Float64bits(math.Ldexp(float64(limb.Int64()), curveColumns[i])))
		}
	}
	if limb := math.Float64frombits(words[4*4]); math.Abs(limb) > math.Ldexp(1, curveColumns[5]-1) {
		panic("the last limb of a constant is too large")
	}
	m := e.vectorConstant(name, words...)
	e.put(m, true)
	return factor{m}
}

// curveFloatMemory is the memory of a routine.
type curveFloatMemory struct {
	e     curveFloats
	v     lanePoints
	scale factor
	temp  [laneTemps + 3]operand.Mem
}

func newCurveFloatMemory(a *asm, r reg.Register) (m curveFloatMemory) {
	n := 0
	place := func() operand.Mem {
		n++
		return operand.Mem{Base: r, Disp: (n - 1) * curveFloatBytes}
	}
	m.e = curveFloats{a, curveSecp256k1, map[operand.Mem]bool{}}
	m.v = lanePoints{factor{place()}, factor{place()}, factor{place()}}
	m.scale = factor{place()}
	for i := range m.temp {
		m.temp[i] = place()
	}
	return m
}

// state calls use for each part of the state that a routine has in its memory, and where it is in Go's.
func (m curveFloatMemory) state(r reg.Register, scale bool, use func(own factor, of operand.Mem)) {
	use(m.v.x, laneStateLayout.at(r, "x"))
	use(m.v.y, laneStateLayout.at(r, "y"))
	use(m.v.z, laneStateLayout.at(r, "z"))
	if scale {
		use(m.scale, laneStateLayout.at(r, "scale"))
	}
}

// secp256k1Floats writes the routines of secp256k1Lanes with doubles.
func secp256k1Floats(a *asm) {
	curveRoutines(a, curveSecp256k1)
	write := func(name, signature, doc string, body func(m curveFloatMemory)) {
		a.curveFunction(name, signature, doc, func(memory reg.Register) { body(newCurveFloatMemory(a, memory)) })
	}
	write("floatSteps", laneStepsSignature, laneStepsDoc, a.floatSteps)
	write("floatMultiples", laneMultiplesSignature, laneMultiplesDoc, a.floatMultiples)
	write("floatRescale", laneRescaleSignature, laneRescaleDoc, a.floatRescale)
	a.halfFunction("floatSqrNMul", sqrNMulSignature, floatSqrNMulDoc, func(memory, half reg.Register) {
		m := newCurveFloatMemory(a, memory)
		m.e.sqrNMul(half, factor{m.temp[0]}, factor{m.temp[1]})
	})
	floatChords(a)
}

// curveFunction writes a routine, which has memory of its own.
func (a *asm) curveFunction(name, signature, doc string, body func(memory reg.Register)) {
	a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory. It needs FMA.", 0)
	a.floatBody(body)
}

// halfFunction writes one for half of the lanes of a pair, 0 or 1.
func (a *asm) halfFunction(name, signature, doc string, body func(memory, half reg.Register)) {
	a.function(name, signature+", half uint64, memory *laneRoom)", name+doc+"\n"+
		"It does so for one half of the lanes, the first eight or the others, and overwrites memory. It needs FMA.", 0)
	a.floatBody(func(memory reg.Register) {
		half := reg.R13
		a.load("half", half)
		body(memory, half)
	})
}

// floatBody writes what body writes, with numbers rounded to the nearest.
func (a *asm) floatBody(body func(memory reg.Register)) {
	mxcsr := a.word()
	a.STMXCSR(mxcsr)
	a.LDMXCSR(a.vectorConstant("nearest", nearest))
	memory := reg.R15
	a.load("memory", memory)
	a.inFloatRegisters(func() { body(memory) })
	a.LDMXCSR(mxcsr)
	a.VZEROUPPER()
	a.RET()
}

// toHalf adds to the pointers what the first ones of the second half are behind those of the first.
func (a *asm) toHalf(half reg.Register, bytes int, pointers ...reg.Register) {
	a.IMUL3Q(operand.U32(uint32(bytes)), half, rax)
	for _, r := range pointers {
		a.ADDQ(rax, r)
	}
}

func (a *asm) floatSteps(m curveFloatMemory) {
	e := m.e
	v, steps := reg.R8, rbx
	minusX, y, z := factor{m.temp[laneTemps]}, factor{m.temp[laneTemps+1]}, factor{m.temp[laneTemps+2]}
	a.load("v", v)
	a.load("steps", steps)
	a.load("count", rcx)
	m.state(v, true, e.load)

	a.Label("step")
	a.MOVQ(laneStepLayout.at(steps, "Doublings"), rax)
	a.TESTQ(rax, rax)
	a.JEQ(operand.LabelRef("gather"))
	a.Label("double")
	laneDouble(e, m.v, [laneTemps]operand.Mem(m.temp[:]))
	a.DECQ(rax)
	a.JNE(operand.LabelRef("double"))

	a.Label("gather")
	e.gatherStep(steps, &laneStepLayout, 3*32, func(q int, places []operand.Mem) {
		e.gather(q, places, minusX, y)
		// y is in raw, too.
		e.takeSigns()
		for i, v := range raw {
			z := ymm[5+i]
			e.signed(v, z)
			e.VMOVUPD(z, quadOf(y.Mem, q).Offset(32*i))
		}
	})
	a.MOVQ(laneStepLayout.at(steps, "Scaled"), rax)
	a.TESTQ(rax, rax)
	a.JEQ(operand.LabelRef("same"))
	e.productFactor(z, m.v.z, m.scale)
	a.JMP(operand.LabelRef("add"))
	a.Label("same")
	e.copy(z, m.v.z)
	a.Label("add")
	laneAdd(e, m.v, minusX, y, z, [laneTemps]operand.Mem(m.temp[:]))
	a.ADDQ(operand.Imm(uint64(laneStepLayout.size)), steps)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
	m.state(v, false, func(own factor, of operand.Mem) { e.store(of, own) })
}

func (a *asm) floatMultiples(m curveFloatMemory) {
	e := m.e
	v, entries := reg.R8, rbx
	x, y, ratio := factor{m.temp[laneTemps]}, factor{m.temp[laneTemps+1]}, factor{m.temp[laneTemps+2]}
	toX, toY, toRatio := laneEntry(entries)
	a.load("v", v)
	a.load("entries", entries)
	m.state(v, false, e.load)
	D, C := laneDouble(e, m.v, [laneTemps]operand.Mem(m.temp[:]))
	e.linear(x, term{4, D})
	e.linear(y, term{8, C})
	e.copy(ratio, m.v.z)
	a.MOVQ(operand.U32(laneEntries-1), rcx)
	a.Label("next")
	store := func() {
		e.store(toX.Mem, x)
		e.store(toY.Mem, y)
		e.store(toRatio.Mem, ratio)
	}
	store()
	a.ADDQ(operand.U32(uint64(laneEntryLayout.size)), entries)
	laneNext(e, x, y, ratio, x, y, m.v, [laneTemps]operand.Mem(m.temp[:]))
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("next"))
	store()
}

func (a *asm) floatRescale(m curveFloatMemory) {
	e := m.e
	v, entries, tables, images := reg.R8, rbx, reg.R9, reg.R10
	x, y, ratio := factor{m.temp[3]}, factor{m.temp[4]}, factor{m.temp[5]}
	fromX, fromY, fromRatio := laneEntry(entries)
	power, cube, minusX := factor{m.temp[0]}, factor{m.temp[1]}, factor{m.temp[2]}
	last := (laneEntries - 1) * limbs52Size
	scatter := func(r reg.Register, minusX, y factor) {
		inQuads(func(q int) {
			places := everyEighth(r, 4*q*laneEntries*limbs52Size, laneEntries*limbs52Size)
			e.scatter(q, places[:4], minusX, y)
		})
	}
	a.load("v", v)
	a.load("entries", entries)
	a.load("tables", tables)
	a.load("images", images)
	a.ADDQ(operand.U32(uint64((laneEntries-1)*laneEntryLayout.size)), entries)
	a.ADDQ(operand.U32(uint64(last)), tables)
	a.ADDQ(operand.U32(uint64(last)), images)
	scale := laneStateLayout.at(v, "scale")
	e.load(m.scale, scale)
	a.MOVQ(operand.U32(laneEntries), rcx)
	a.Label("entry")
	e.load(x, fromX.Mem)
	e.load(y, fromY.Mem)
	e.load(ratio, fromRatio.Mem)
	e.squareFactor(power, m.scale)
	e.product(minusX.raw(), x, power)
	e.productFactor(cube, power, m.scale)
	e.productFactor(m.scale, m.scale, ratio)
	e.productFactor(cube, cube, y)
	e.linear(minusX, term{-1, minusX.raw()})
	scatter(tables, minusX, cube)
	e.productFactor(power, minusX, e.constant("curveBeta", secp256k1Beta()))
	scatter(images, power, cube)
	a.SUBQ(operand.U32(uint64(laneEntryLayout.size)), entries)
	a.SUBQ(operand.U32(uint64(limbs52Size)), tables)
	a.SUBQ(operand.U32(uint64(limbs52Size)), images)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("entry"))
	e.store(scale, m.scale)
}

const floatSqrNMulDoc = " sets z = x^(2^n)·y, for n >= 1: as SqrNMulLanes of field.Modulus."

func (e curveFloats) sqrNMul(half reg.Register, power, last factor) {
	a := e.asm
	z, x, y := reg.R8, reg.R9, reg.R10
	a.load("z", z)
	a.load("x", x)
	a.load("y", y)
	a.toHalf(half, octetBytes, z, x, y)
	e.load(power, operand.Mem{Base: x})
	a.load("n", rcx)
	a.Label("square")
	e.squareFactor(power, power)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("square"))
	e.load(last, operand.Mem{Base: y})
	e.productFactor(power, power, last)
	e.store(operand.Mem{Base: z}, power)
}
