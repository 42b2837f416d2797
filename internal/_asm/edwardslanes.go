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
	// flush writes what products and sums were asked for: they may be put off. What is written between them is not.
	flush()
	// sumDifferenceSigned sets g = d + c and f = d - c for c = T1·2d·T2, of points that were gathered as entries.
	sumDifferenceSigned(g, f factor, d, c rawElement)
	// gather sets v to the points in places, and scatter is its inverse. total leaves in v what is to be
	// scattered at last.
	gather(places []operand.Mem, v lanePoint)
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

// addInLanes sets sum = v + q. If q has no place for 2Z, its Z is 1. signed says that q is entries, whose signs the formulas care for. sum
// may be v. temp is local memory.
func addInLanes(e sumEngine, sum, v, q lanePoint, signed bool, temp [addPlaces]operand.Mem) {
	startAddition(e, v, temp)
	finishAddition(e, sum, v, q, signed, temp)
}

// startAddition does what addInLanes does with v alone.
func startAddition(e sumEngine, v lanePoint, temp [addPlaces]operand.Mem) {
	// Y1 + X1, Y1 - X1, and T1.
	e.sumDifference(factor{temp[1]}, factor{temp[0]}, rawElement{v[1]}, rawElement{v[0]})
	e.reduced(factor{temp[6]}, rawElement{v[3]})
}

// finishAddition does the rest, and leaves Z of v alone until then.
func finishAddition(e sumEngine, sum, v, q lanePoint, signed bool, temp [addPlaces]operand.Mem) {
	// A = (Y1 - X1)·(Y2 - X2), B = (Y1 + X1)·(Y2 + X2).
	A, B := temp[0], temp[1]
	e.product(rawElement{A}, factor{A}, factor{q[1]})
	e.product(rawElement{B}, factor{B}, factor{q[0]})
	E, H := factor{temp[2]}, factor{temp[3]}
	e.sumDifference(H, E, rawElement{B}, rawElement{A})
	// C = T1·2d·T2, D = 2·Z1·Z2.
	C, D := rawElement{temp[6]}, rawElement{temp[7]}
	e.product(C, factor{temp[6]}, factor{q[3]})
	if q[2].Base == nil {
		e.twice(D, rawElement{v[2]})
	} else {
		e.product(D, e.reduced(factor{temp[7]}, rawElement{v[2]}), factor{q[2]})
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

// edwardsLanes is an addition to that many sums: see [msm.LaneStep].
var edwardsLanes = newLayout("V", 8*sumLanes, "Q", 8*sumLanes, "Negative", 8, "Ends", 8)

// The bits of Ends.
const (
	firstOfSum = 1
	lastOfSum  = 2
)

const (
	addLanesSignature = "func(steps *laneStep, count uint64"
	addLanesDoc       = " takes the steps, at least one: as addLanesGeneric"
)

// laneRegisters are general registers that a sumEngine leaves alone, for addBuckets.
type laneRegisters struct {
	places [3]reg.Register // of sums, runs and buckets
	groups reg.Register    // counts the groups of lanes, if there are several
	count  reg.Register
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
		e.gather(places(sums), sum)
		e.gather(places(runs), run)
		e.flush()
		a.Label("bucket")
		a.SUBQ(operand.U32(row), bucket)
		e.gather(places(bucket), q)
		prepareInLanes(e, prepared, run) // to be added to both
		addInLanes(e, sum, sum, prepared, false, temp)
		addInLanes(e, run, q, prepared, false, others)
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
	start := func(name, signature, doc string, frame int) (octetSumEngine, operand.Mem) {
		local := a.function(name, signature+", memory *octetMemory)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes.", frame)
		memory = a.scratch("memory", reg.R15)
		a.loadConstants52(fold25519)
		return newOctetSumEngine(a), local
	}

	for _, anyZ := range []bool{false, true} {
		name, doc := "sumAddLanes", addLanesDoc+". Z of all Q is 1."
		if anyZ {
			name, doc = "sumAddLanesAnyZ", addLanesDoc+"."
		}
		e, pointers := start(name, addLanesSignature, doc, 8*sumLanes)
		a.load("steps", rbx)
		a.load("count", rcx)
		a.inWideRegisters(func() {
			e.addLanes(anyZ, place, pointers, a.word())
		})
		a.VZEROUPPER()
		a.RET()
	}

	e, _ := start("sumAddBuckets", addBucketsSignature, addBucketsDoc, 0)
	r := laneRegisters{places: [3]reg.Register{rdi, rsi, rdx}, count: rax}
	a.load("sums", r.places[0])
	a.load("runs", r.places[1])
	a.load("buckets", r.places[2])
	a.load("count", r.count)
	a.inWideRegisters(func() {
		addBuckets(e, a, r, place)
	})
	a.VZEROUPPER()
	a.RET()

	octetStraus(a, func(name, signature, doc string) octetSumEngine {
		e, _ := start(name, signature, doc, 0)
		return e
	}, place)
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

// addLanes writes the loop of a routine that adds up eight sums, for the steps at RBX, of which there are RCX. place returns local memory,
// less than addBuckets needs, pointers is some for those of a step, and ends a word of it. anyZ says that Z of what is added need not be 1.
//
// It gathers the entries of the next step while it adds those of this one, and starts with the next addition.
func (e octetSumEngine) addLanes(anyZ bool, place func(i int) operand.Mem, pointers, ends operand.Mem) {
	steps, signs, size := rbx, reg.R9, 3*32
	q, temp, v := lanePoint{0: place(0), 1: place(1), 3: place(2)}, addMemory(place, 3), newLanePoint(place, 3+addPlaces)
	if anyZ {
		q[2], size = place(3+addPlaces+len(v)), 4*32
	}
	s := stepEntries{asm: e.asm, layout: &edwardsLanes, pointers: pointers, steps: []reg.Register{steps},
		signs: []reg.Register{signs}, temp: []reg.Register{rdi, rdx, rsi, reg.R8}, fetched: size}
	// sums returns where they are in Go's memory.
	sums := func() (places []operand.Mem) {
		for j, r := range []reg.Register{rax, rdi, rdx, rsi, reg.R8, reg.R10, reg.R11, reg.R12} {
			e.MOVQ(edwardsLanes.at(steps, "V").Offset(8*j), r)
			places = append(places, operand.Mem{Base: r})
		}
		return places
	}
	// next gathers the entries of the next step, but leaves the sign of 2d·T to sumDifferenceSigned.
	next := func() {
		next := e.forNext()
		next.takeSigns(0, signs)
		plus, minus := factor{q[0]}, factor{q[1]}
		e.gatherWords(0, s.places(0), plus, minus, factor{q[3]}, factor{q[2]})
		next.exchange(plus, minus)
		startAddition(e, v, temp)
		e.flush()
	}
	e.gather(sums(), v)
	e.flush()
	s.take(0)
	next()
	e.takeSigns(0, signs)
	e.Label("step")
	e.MOVQ(edwardsLanes.at(steps, "Ends"), rax)
	e.MOVQ(rax, ends)
	s.takeNext()
	e.TESTL(operand.U32(firstOfSum), ends)
	e.JNE(operand.LabelRef("first"))
	finishAddition(e, v, v, q, true, temp)
	next()
	e.JMP(operand.LabelRef("added"))
	e.Label("first")
	e.setToEntries(v, q, temp)
	next()
	e.Label("added")
	e.takeSigns(0, signs)
	e.TESTL(operand.U32(lastOfSum), ends)
	e.JEQ(operand.LabelRef("next"))
	e.scatter(sums(), v)
	e.Label("next")
	s.next("step")
}

// setToEntries sets Z to 4, where it is 1, and to its square times 4.
func (e octetSumEngine) setToEntries(v, q lanePoint, temp [addPlaces]operand.Mem) {
	E, H := factor{temp[0]}, factor{temp[1]}
	e.sumDifference(H, E, rawElement{q[0]}, rawElement{q[1]})
	if Z := (factor{q[2]}); Z.Base != nil {
		e.product(rawElement{v[0]}, E, Z)
		e.product(rawElement{v[1]}, H, Z)
		e.square(rawElement{v[2]}, Z)
	} else {
		e.twice(rawElement{v[0]}, rawElement(E))
		e.twice(rawElement{v[1]}, rawElement(H))
		e.small(rawElement{v[2]}, "four", 4)
	}
	e.product(rawElement{v[3]}, E, H)
}

func (e octetSumEngine) gather(places []operand.Mem, v lanePoint) {
	for i := range 5 {
		e.gatherRows(0, 25, placesAt(places), 32*i, v[:], func(b *beside, rows [4]reg.VecPhysical) {
			for j, row := range rows {
				e.VMOVDQU64(row, b.writes[j].Offset(64*i))
			}
		})
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
