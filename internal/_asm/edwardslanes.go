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
	// gatherEntries sets Y+X, Y-X and 2d·T of q to those of the cached points in places, whose Z is 1, or of their
	// negatives in the lanes whose bit in signs is 1. It may use RAX.
	gatherEntries(q lanePoint, places []operand.Mem, signs reg.Register)
	// setToEntries sets v to points that were gathered.
	setToEntries(v, q lanePoint, temp [addPlaces]operand.Mem)
	// meet says that paths meet here, on each of which v was set to points, or to a sum, and entries with these signs come next.
	meet(v lanePoint, signs reg.Register)
	// flush writes what products and sums were asked for: they may be put off. What is written between them is not.
	flush()
	// sumDifferenceSigned sets g = d + c and f = d - c for c = T1·2d·T2, of points that were gathered as entries.
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
const addPlaces = 8

// addInLanes sets sum = v + q. If q has no place for 2Z, it is entries, whose Z is 1. sum may be v. temp is local
// memory.
func addInLanes(e sumEngine, sum, v, q lanePoint, temp [addPlaces]operand.Mem) {
	startAddition(e, v, temp)
	finishAddition(e, sum, v, q, temp)
}

// startAddition does what addInLanes does with v alone.
func startAddition(e sumEngine, v lanePoint, temp [addPlaces]operand.Mem) {
	// Y1 + X1, Y1 - X1, and T1.
	e.sumDifference(factor{temp[1]}, factor{temp[0]}, rawElement{v[1]}, rawElement{v[0]})
	e.reduced(factor{temp[6]}, rawElement{v[3]})
}

// finishAddition does the rest, and leaves Z of v alone until then.
func finishAddition(e sumEngine, sum, v, q lanePoint, temp [addPlaces]operand.Mem) {
	// A = (Y1 - X1)·(Y2 - X2), B = (Y1 + X1)·(Y2 + X2).
	A, B := temp[0], temp[1]
	e.product(rawElement{A}, factor{A}, factor{q[1]})
	e.product(rawElement{B}, factor{B}, factor{q[0]})
	E, H := factor{temp[2]}, factor{temp[3]}
	e.sumDifference(H, E, rawElement{B}, rawElement{A})
	// C = T1·2d·T2, D = 2·Z1·Z2.
	C, D := rawElement{temp[6]}, rawElement{temp[7]}
	e.product(C, factor{temp[6]}, factor{q[3]})
	entries := q[2].Base == nil
	if entries {
		e.twice(D, rawElement{v[2]})
	} else {
		e.product(D, e.reduced(factor{temp[7]}, rawElement{v[2]}), factor{q[2]})
	}
	F, G := factor{temp[4]}, factor{temp[5]}
	if entries {
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

// edwardsLanes is an addition to that many sums: see [msm.LaneStep].
var edwardsLanes = newLayout("V", 8*sumLanes, "Q", 8*sumLanes, "Negative", 8, "Ends", 8)

// The bits of Ends.
const (
	firstOfSum = 1
	lastOfSum  = 2
)

// laneRegisters are general registers that a sumEngine leaves alone.
type laneRegisters struct {
	places []reg.Register // as many as lanes
	groups reg.Register   // counts them, if there are several
	// For addLanes: where the sums of a group are, if there are several, and the signs.
	v, signs reg.Register
	count    reg.Register // for addBuckets
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
	addLanesDoc       = " takes the steps, at least one: as addLanesGeneric. Z of all Q is 1."
)

// addLanes writes the loop of a routine that adds up eight sums, for the steps at RBX, of which there are RCX. place
// returns local memory, less than addBuckets needs, and ends is a word of it.
//
// An engine that puts off what it can gathers the entries of the next step while it adds those of this one, and starts with
// the next addition.
func addLanes(e sumEngine, a *asm, r laneRegisters, place func(i int) operand.Mem, ends operand.Mem) {
	steps := rbx
	var places []operand.Mem
	for _, r := range r.places {
		places = append(places, operand.Mem{Base: r})
	}
	operands, temp, sums := lanePoint{0: place(0), 1: place(1), 3: place(2)}, addMemory(place, 3), newLanePoint(place, 3+addPlaces)
	v := sums // of a group of lanes: where r.v says, if there are several
	groups := sumLanes / e.lanes()
	ahead := groups == 1
	element := sums[1].Disp - sums[0].Disp
	if groups > 1 {
		for i := range v {
			v[i] = operand.Mem{Base: r.v, Disp: element * i}
		}
	}
	pointers := func(field string) {
		for j, r := range r.places {
			a.MOVQ(edwardsLanes.at(steps, field).Offset(8*j), r)
		}
	}
	inEach := func(body func()) {
		if groups > 1 {
			a.LEAQ(sums[0], r.v)
		}
		inGroups(e, a, r.groups, body, func() {
			a.ADDQ(operand.U32(uint32(element*len(v))), r.v)
			a.ADDQ(operand.Imm(uint64(8*e.lanes())), steps)
		})
		if groups > 1 {
			a.SUBQ(operand.Imm(8*sumLanes), steps)
		}
	}
	inEach(func() {
		pointers("V")
		e.gather(v, places)
		if ahead {
			a.entriesOfStep(steps, &edwardsLanes, 0, r.places, r.signs)
			e.gatherEntries(operands, places, r.signs)
			startAddition(e, v, temp)
			e.flush()
			e.meet(v, r.signs)
		}
	})
	a.Label("step")
	a.MOVQ(edwardsLanes.at(steps, "Ends"), rax)
	a.MOVQ(rax, ends)
	next := func() {}
	if ahead {
		a.entriesOfNext(steps, &edwardsLanes, r.places, r.signs, 3*32)
		next = func() {
			e.gatherEntries(operands, places, r.signs)
			startAddition(e, v, temp)
			e.flush()
		}
	} else {
		a.fetchLater(1, steps, &edwardsLanes, 3*32, rdi)
		a.MOVQ(edwardsLanes.at(steps, "Negative"), r.signs)
	}
	inEach(func() {
		if !ahead {
			pointers("Q")
			e.gatherEntries(operands, places, r.signs)
			a.SHRQ(operand.Imm(uint64(e.lanes())), r.signs)
		}
		a.TESTL(operand.U32(firstOfSum), ends)
		a.JNE(operand.LabelRef("first"))
		if !ahead {
			startAddition(e, v, temp)
		}
		finishAddition(e, v, v, operands, temp)
		next()
		a.JMP(operand.LabelRef("added"))
		a.Label("first")
		e.meet(v, r.signs)
		e.setToEntries(v, operands, temp)
		next()
		a.Label("added")
		e.meet(v, r.signs)
		a.TESTL(operand.U32(lastOfSum), ends)
		a.JEQ(operand.LabelRef("next"))
		pointers("V")
		e.scatter(places, v)
		a.Label("next")
	})
	a.ADDQ(operand.U32(uint32(edwardsLanes.size)), steps)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
}

const (
	addBucketsSignature = "func(sums, runs, buckets *[8]sumPoint, count uint64"
	addBucketsDoc       = " sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for all j, for\n" +
		"each q of the count buckets, the last one first. count is not 0."
	addBucketsPlaces = 4*4 + 2*addPlaces
)

// addBuckets writes the loop of a routine for the sums of sums of Pippenger's algorithm, with pointers to
// them, to the runs and to the buckets in r.places, and count in r.count. place returns local memory.
func addBuckets(e sumEngine, a *asm, r laneRegisters, place func(i int) operand.Mem) {
	sums, runs, buckets, bucket := r.places[0], r.places[1], r.places[2], rbx
	sum, run, q, prepared := newLanePoint(place, 0), newLanePoint(place, 4), newLanePoint(place, 8), newLanePoint(place, 12)
	temp, others := addMemory(place, 16), addMemory(place, 16+addPlaces)
	places := func(r reg.Register) []operand.Mem { return sumPoints(operand.Mem{Base: r}, e.lanes()) }
	const row = sumLanes * sumPointSize
	inGroups(e, a, r.groups, func() {
		a.MOVQ(r.count, rcx)
		a.IMUL3Q(operand.U32(row), rcx, bucket)
		a.ADDQ(buckets, bucket)
		e.gather(sum, places(sums))
		e.gather(run, places(runs))
		a.Label("bucket")
		a.SUBQ(operand.U32(row), bucket)
		e.gather(q, places(bucket))
		prepareInLanes(e, prepared, run) // to be added to both
		addInLanes(e, sum, sum, prepared, temp)
		addInLanes(e, run, q, prepared, others)
		e.flush()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("bucket"))
		e.total(sum)
		e.total(run)
		e.flush()
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
const octetMemory = addBucketsPlaces * octetBytes / 8

// octetSums writes both with IFMA.
func octetSums(a *asm) {
	var memory operand.Mem
	place := func(i int) operand.Mem { return memory.Offset(octetBytes * i) }
	start := func(name, signature, doc string) octetSumEngine {
		a.function(name, signature+", memory *octetMemory)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", 0)
		memory = a.scratch("memory", reg.R15)
		a.loadConstants52(fold25519)
		return newOctetSumEngine(a)
	}

	e := start("sumAddLanes", addLanesSignature, addLanesDoc)
	a.load("steps", rbx)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		addLanes(e, a, laneRegisters{
			places: []reg.Register{rsi, rdx, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13}, signs: rax,
		}, place, a.word())
	})
	a.VZEROUPPER()
	a.RET()

	e = start("sumAddBuckets", addBucketsSignature, addBucketsDoc)
	r := laneRegisters{places: []reg.Register{rdi, rsi, rdx}, count: rax}
	a.load("sums", r.places[0])
	a.load("runs", r.places[1])
	a.load("buckets", r.places[2])
	a.load("count", r.count)
	a.inWideRegisters(func() {
		addBuckets(e, a, r, place)
	})
	a.VZEROUPPER()
	a.RET()
}

// An octetSumEngine is the octetEngine as a sumEngine.
type octetSumEngine struct{ octetEngine }

func newOctetSumEngine(a *asm) octetSumEngine {
	return octetSumEngine{newOctetEngine(a, octets25519, 1)}
}

func (e octetSumEngine) lanes() int { return 8 }

func (e octetSumEngine) sumDifferenceSigned(g, f factor, d, c rawElement) {
	e.plusMinusSigned(g, f, d, term{1, c})
}

func (e octetSumEngine) meet(_ lanePoint, signs reg.Register) { e.takeSigns(0, signs) }

// gatherEntries leaves the sign of 2d·T to sumDifferenceSigned.
func (e octetSumEngine) gatherEntries(q lanePoint, places []operand.Mem, signs reg.Register) {
	next := e.forNext()
	next.takeSigns(0, signs)
	plus, minus := factor{q[0]}, factor{q[1]}
	e.gatherWords(0, placesAt(places), plus, minus, factor{q[3]})
	next.exchange(plus, minus)
}

// setToEntries sets Z to 4.
func (e octetSumEngine) setToEntries(v, q lanePoint, temp [addPlaces]operand.Mem) {
	E, H := factor{temp[0]}, factor{temp[1]}
	e.sumDifference(H, E, rawElement{q[0]}, rawElement{q[1]})
	e.twice(rawElement{v[0]}, rawElement(E))
	e.twice(rawElement{v[1]}, rawElement(H))
	e.product(rawElement{v[3]}, E, H)
	e.flush()
	z := raw
	e.VMOVDQU64(e.everyLaneOfEight("four", 4), z[0])
	for _, limb := range z[1:] {
		e.VPXORQ(limb, limb, limb)
	}
	e.octetStore(v[2], z)
}

func (e octetSumEngine) gather(v lanePoint, places []operand.Mem) {
	for i := range 5 {
		e.octetRows(places, 32*i)
		for j, row := range rows {
			e.VMOVDQU64(row, v[j].Offset(64*i))
		}
	}
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
