// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What Pippenger's algorithm does for several windows at once: each lane of a vector has points of
// its own, and a vector has one limb of one coordinate of all of them.

// A sumEngine is a laneEngine for sums of public points. Points in Go's memory are sumPoints, whose
// limbs are those of rawElements; their numbers have bounds in the contracts of routines.
type sumEngine interface {
	laneEngine
	// reduced returns x as a factor: x itself, or z, where it is then.
	reduced(z factor, x rawElement) factor
	lanes() int
	// twice sets z = 2x, of which there is no sum but with a product.
	twice(z, x rawElement)
	// join says that a jump leads here, after which registers may hold anything. On both ways z was computed last.
	join(z rawElement)
	// load keeps the cached point at q, to be spread: q gets Y+X, Y-X, 2Z and 2d·T of it, or of its
	// negative in the lanes whose bit in signs is 1. It uses RAX.
	load(q reg.Register)
	spread(q lanePoint, signs reg.Register)
	// sumDifferenceSigned sets g = d + c and f = d - c for c = T1·2d·T2, of a point that was spread.
	sumDifferenceSigned(g, f factor, d, c rawElement)
	// gather sets v to the points in places, and scatter is its inverse. total leaves in v what is to be
	// scattered at last.
	gather(v lanePoint, places []operand.Mem)
	scatter(places []operand.Mem, v lanePoint)
	total(v lanePoint)
	// constant returns x, in all lanes.
	constant(name string, x *big.Int) factor
}

// A lanePoint is a point in each lane: X, Y, Z and T, or for those to be added Y+X, Y-X, 2Z and
// 2d·T.
type lanePoint [4]operand.Mem

// addPlaces is how many elements of local memory addInLanes needs.
const addPlaces = 6

// addInLanes sets sum = v + q. Where add is signed, q was spread. ifAffine, if it is not nil, writes code
// that goes to a label where Z of q is 1 in all lanes; without a place for 2Z it always is. sum may be v.
// temp is local memory.
func addInLanes(e sumEngine, a *asm, sum, v, q lanePoint, temp [addPlaces]operand.Mem, signed bool, ifAffine func(label string)) {
	// A = (Y1 - X1)·(Y2 - X2), B = (Y1 + X1)·(Y2 + X2).
	A, B := temp[0], temp[1]
	e.sumDifference(factor{B}, factor{A}, rawElement{v[1]}, rawElement{v[0]})
	e.product(rawElement{A}, factor{A}, factor{q[1]})
	e.product(rawElement{B}, factor{B}, factor{q[0]})
	E, H := factor{temp[2]}, factor{temp[3]}
	e.sumDifference(H, E, rawElement{B}, rawElement{A})
	// C = T1·2d·T2, D = 2·Z1·Z2.
	C, D := rawElement{temp[0]}, rawElement{temp[1]}
	e.product(C, e.reduced(factor{temp[0]}, rawElement{v[3]}), factor{q[3]})
	short, ready := "", ""
	if ifAffine != nil {
		short, ready = a.label("affine"), a.label("ready")
		ifAffine(short)
	}
	if q[2].Base == nil {
		e.twice(D, rawElement{v[2]})
	} else {
		e.product(D, e.reduced(factor{temp[1]}, rawElement{v[2]}), factor{q[2]})
	}
	if ifAffine != nil {
		a.JMP(operand.LabelRef(ready))
		a.Label(short)
		e.twice(D, rawElement{v[2]})
		a.Label(ready)
		e.join(D)
	}
	F, G := factor{temp[4]}, factor{temp[5]}
	if signed {
		e.sumDifferenceSigned(G, F, D, C)
	} else {
		e.sumDifference(G, F, D, C)
	}
	e.product(rawElement{sum[2]}, F, G)
	e.product(rawElement{sum[1]}, H, G)
	e.product(rawElement{sum[3]}, H, E)
	e.product(rawElement{sum[0]}, F, E)
}

// prepareInLanes sets q to v, to be added. Its coordinates are factors.
func prepareInLanes(e sumEngine, q, v lanePoint) {
	e.sumDifference(factor{q[0]}, factor{q[1]}, rawElement{v[1]}, rawElement{v[0]})
	e.twice(rawElement{q[2]}, rawElement{v[2]})
	e.reduced(factor{q[2]}, rawElement{q[2]})
	e.product(rawElement{q[3]}, e.reduced(factor{q[3]}, rawElement{v[3]}), e.constant("d2", edwardsD2()))
	e.reduced(factor{q[3]}, rawElement{q[3]})
}

// sumLanes is how many points the routines below add up at the same time, in one or more groups of lanes.
const sumLanes = 8

// edwardsLanes is an addition to that many points.
var edwardsLanes = newLayout("V", 8*sumLanes, "Q", 8, "Negative", 8)

// laneRegisters are general registers that a sumEngine leaves alone.
type laneRegisters struct {
	places           []reg.Register // as many as lanes
	q, signs, groups reg.Register
}

// inGroups writes body for each group of lanes, with a count in the register groups if there are several.
func inGroups(e sumEngine, a *asm, groups reg.Register, body, next func()) {
	n := sumLanes / e.lanes()
	if n == 1 {
		body()
		return
	}
	loop := a.label("group")
	a.MOVL(operand.U32(n), groups.(reg.GP).As32())
	a.Label(loop)
	body()
	next()
	a.DECQ(groups)
	a.JNE(operand.LabelRef(loop))
}

const (
	addLanesSignature = "func(steps *laneStep, count uint64"
	addLanesDoc       = " sets *V[j] = *V[j] + q, or - q if bit j of Negative is 1, for the eight V of each of\n" +
		"the steps, one after the other. V of a step are eight different points. count is not 0."
	addLanesPlaces = 2*4 + addPlaces
)

// addLanes writes the loop of a routine that adds one point to eight others, for the steps at RBX, of which
// there are RCX. place returns local memory.
func addLanes(e sumEngine, a *asm, r laneRegisters, place func(i int) operand.Mem) {
	steps := rbx
	v, operands, temp := newLanePoint(place, 0), newLanePoint(place, 4), addMemory(place, 8)
	places := make([]operand.Mem, e.lanes())
	for j := range places {
		places[j] = operand.Mem{Base: r.places[j]}
	}
	a.Label("step")
	a.MOVQ(edwardsLanes.at(steps, "Q"), r.q)
	e.load(r.q)
	a.MOVQ(edwardsLanes.at(steps, "Negative"), r.signs)
	inGroups(e, a, r.groups, func() {
		for j := range places {
			a.MOVQ(edwardsLanes.at(steps, "V").Offset(8*j), r.places[j])
		}
		e.gather(v, places)
		e.spread(operands, r.signs)
		addInLanes(e, a, v, v, operands, temp, true, func(label string) {
			// 2Z of q is 2.
			z := at(edwardsCached.at(r.q, "z2"))
			a.MOVL(operand.U32(2), reg.EAX)
			a.XORQ(z.limb[0], rax)
			for _, limb := range z.limb[1:] {
				a.ORQ(limb, rax)
			}
			a.JEQ(operand.LabelRef(label))
		})
		e.scatter(places, v)
	}, func() {
		a.ADDQ(operand.Imm(uint64(8*e.lanes())), steps)
		a.SHRQ(operand.Imm(uint64(e.lanes())), r.signs)
	})
	rest := edwardsLanes.size
	if sumLanes != e.lanes() {
		rest -= 8 * sumLanes
	}
	a.ADDQ(operand.Imm(uint64(rest)), steps)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
}

const (
	addBucketsSignature = "func(sums, runs, buckets *[8]sumPoint, count uint64"
	addBucketsDoc       = " sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for all j, for\n" +
		"each q of the count buckets, the last one first. count is not 0."
	addBucketsPlaces = 4*4 + addPlaces
)

// addBuckets writes the loop of a routine for the sums of sums of Pippenger's algorithm, with pointers to
// them, to the runs and to the buckets in r.places, and count in r.q. place returns local memory.
func addBuckets(e sumEngine, a *asm, r laneRegisters, place func(i int) operand.Mem) {
	sums, runs, buckets, bucket := r.places[0], r.places[1], r.places[2], rbx
	sum, run, q, prepared := newLanePoint(place, 0), newLanePoint(place, 4), newLanePoint(place, 8), newLanePoint(place, 12)
	temp := addMemory(place, 16)
	places := func(r reg.Register) []operand.Mem { return sumPoints(operand.Mem{Base: r}, e.lanes()) }
	const row = sumLanes * sumPointSize
	inGroups(e, a, r.groups, func() {
		a.MOVQ(r.q, rcx)
		a.IMUL3Q(operand.U32(row), rcx, bucket)
		a.ADDQ(buckets, bucket)
		e.gather(sum, places(sums))
		e.gather(run, places(runs))
		a.Label("bucket")
		a.SUBQ(operand.U32(row), bucket)
		e.gather(q, places(bucket))
		prepareInLanes(e, prepared, run) // to be added to both
		addInLanes(e, a, sum, sum, prepared, temp, false, nil)
		addInLanes(e, a, run, q, prepared, temp, false, nil)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("bucket"))
		e.total(sum)
		e.total(run)
		e.scatter(places(sums), sum)
		e.scatter(places(runs), run)
	}, func() {
		for _, r := range []reg.Register{sums, runs, buckets} {
			a.ADDQ(operand.U32(uint32(e.lanes()*sumPointSize)), r)
		}
	})
}

// sumPoints returns n points next to each other.
func sumPoints(m operand.Mem, n int) (places []operand.Mem) {
	for j := range n {
		places = append(places, m.Offset(sumPointSize*j))
	}
	return places
}

func newLanePoint(place func(i int) operand.Mem, first int) (v lanePoint) {
	for i := range v {
		v[i] = place(first + i)
	}
	return v
}

func addMemory(place func(i int) operand.Mem, first int) (temp [addPlaces]operand.Mem) {
	for i := range temp {
		temp[i] = place(first + i)
	}
	return temp
}

// octetMemory is how many words of memory they need with IFMA.
const octetMemory = (addBucketsPlaces*octetBytes + 5*32) / 8

// octetSums writes both with IFMA.
func octetSums(a *asm) {
	octetRoutines(a, fold25519)
	var memory operand.Mem
	place := func(i int) operand.Mem { return memory.Offset(octetBytes * i) }
	start := func(name, signature, doc string) octetSumEngine {
		a.function(name, signature+", memory *octetMemory)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", 0)
		memory = a.scratch("memory", reg.R15)
		a.loadConstants52(fold25519)
		return octetSumEngine{newOctetEngine(a, octets25519), place(addBucketsPlaces)}
	}

	e := start("sumAddLanes", addLanesSignature, addLanesDoc)
	a.load("steps", rbx)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		addLanes(e, a, laneRegisters{
			places: []reg.Register{rdi, rdx, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13},
			q:      rsi, signs: rax,
		}, place)
	})
	a.VZEROUPPER()
	a.RET()

	e = start("sumAddBuckets", addBucketsSignature, addBucketsDoc)
	r := laneRegisters{places: []reg.Register{rdi, rsi, rdx}, q: rax}
	a.load("sums", r.places[0])
	a.load("runs", r.places[1])
	a.load("buckets", r.places[2])
	a.load("count", r.q)
	a.inWideRegisters(func() {
		addBuckets(e, a, r, place)
	})
	a.VZEROUPPER()
	a.RET()
}

// An octetSumEngine is the octetEngine as a sumEngine.
type octetSumEngine struct {
	octetEngine
	limbs operand.Mem // of the point that was loaded: Y+X, Y-X, 2Z, 2d·T
}

func (e octetSumEngine) lanes() int { return 8 }

func (e octetSumEngine) sumDifferenceSigned(g, f factor, d, c rawElement) {
	e.plusMinusSigned(g, f, d, term{1, c})
}

func (e octetSumEngine) twice(z, x rawElement) {
	e.takeRaw(x)
	e.quadAdd(raw, raw)
	e.leave(z)
}

func (e octetSumEngine) join(z rawElement) { *e.held = [3]factor{2: factor(z)} }

func (e octetSumEngine) load(q reg.Register) {
	e.inNarrowRegisters(func() {
		e.vectorOperand(q)
		e.transpose(rows)
		e.quadLimbs(right, 52)
		for i := range right {
			e.VMOVDQU64(right[i], limb(e.limbs, i))
		}
	})
	e.forget()
}

// spread leaves the sign of 2d·T to sumDifferenceSigned.
func (e octetSumEngine) spread(q lanePoint, signs reg.Register) {
	e.KMOVW(signs.(reg.GP).As32(), negative)
	for j := range q {
		for i, r := range right {
			e.VPBROADCASTQ(lane(limb(e.limbs, i), j), r)
			if j < 2 {
				e.VPBROADCASTQ(lane(limb(e.limbs, i), 1-j), negative, r)
			}
			e.VMOVDQU64(r, q[j].Offset(64*i))
		}
	}
	e.forget()
}

func (e octetSumEngine) gather(v lanePoint, places []operand.Mem) {
	for i := range 5 {
		e.octetRows(places, 32*i)
		for j, row := range rows {
			e.VMOVDQU64(row, v[j].Offset(64*i))
		}
	}
	e.forget()
}

func (e octetSumEngine) scatter(places []operand.Mem, v lanePoint) {
	for i := range 5 {
		for j, row := range rows {
			e.VMOVDQU64(v[j].Offset(64*i), row)
		}
		e.transpose(rows)
		for j, row := range rows {
			e.VMOVDQU64(row.AsY(), places[j].Offset(32*i))
			e.VEXTRACTI64X4(operand.Imm(1), row, places[j+4].Offset(32*i))
		}
	}
}

// total makes factors of the coordinates.
func (e octetSumEngine) total(v lanePoint) {
	for _, coordinate := range v {
		e.reduced(factor{coordinate}, rawElement{coordinate})
	}
}

func (e octetSumEngine) constant(name string, x *big.Int) factor {
	return factor{e.octetConstant(name+"in52", x, 52)}
}

// octetConstant returns x, in all lanes, in limbs of so many bits.
func (a *asm) octetConstant(name string, x *big.Int, bits uint) operand.Mem {
	return a.elements(name, slices.Repeat([]*big.Int{x}, 8), bits, func(limb uint64) uint64 { return limb })
}

// elements returns the limbs of constants, of so many bits, as words, one in each lane.
func (a *asm) elements(name string, x []*big.Int, bits uint, word func(limb uint64) uint64) operand.Mem {
	var words []uint64
	for i := range uint(5) {
		for _, lane := range x {
			limb := new(big.Int).Rsh(lane, bits*i)
			words = append(words, word(limb.And(limb, new(big.Int).SetUint64(1<<bits-1)).Uint64()))
		}
	}
	return a.vectorConstant(name, words...)
}
