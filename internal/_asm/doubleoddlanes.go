// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Sums of multiples of points of the double-odd curves in the lanes of vectors, each with points of its own and all
// with the same steps: the twins are in lanes.go of internal/doubleodd. All of it is for public points.

// quarticPoints are places of points (E, Z, U, T), one in each lane, or of those of edwards25519.
type quarticPoints [4]factor

// places returns those of the coordinates.
func (v quarticPoints) places() (all []operand.Mem) {
	for _, x := range v {
		all = append(all, x.Mem)
	}
	return all
}

// pointFormulas are formulas in lanes. n doublings are enter, n - 1 times again, and leave.
type pointFormulas interface {
	add(v, q quarticPoints) // v = v + q
	enter(v quarticPoints)
	again(v quarticPoints)
	leave(v quarticPoints)
}

// quarticTemps is how many elements of local memory the formulas need.
const quarticTemps = 7

// A quarticEngine is a curveEngine with two sums of the same terms.
type quarticEngine interface {
	curveEngine
	// plusMinus sets s = x + t and d = x - t. Either may be x, or what t is a multiple of.
	plusMinus(s, d factor, x rawElement, t term)
}

// A quarticLanes is the formulas of one of the curves. A point has factors.
type quarticLanes struct {
	e    quarticEngine
	isE  bool
	temp [quarticTemps]factor
}

// add sets v = v + q: the formulas are complete.
func (c quarticLanes) add(v, q quarticPoints) {
	e, t := c.e, c.temp
	E, Z, U, T := v[0], v[1], v[2], v[3]
	c2, c4, zt, g, h := t[0], t[1], t[2], t[3], t[0] // h takes the place of c2
	e.linear(t[2], term{1, Z.raw()}, term{1, T.raw()})
	e.linear(t[3], term{1, q[1].raw()}, term{1, q[3].raw()})
	e.product(zt.raw(), t[2], t[3])
	e.product(c2.raw(), Z, q[1])
	e.product(c4.raw(), T, q[3])
	e.linear(zt, term{1, zt.raw()}, term{-1, c2.raw()}, term{-1, c4.raw()})
	if c.isE { // g = c2 + 8·c4, h = c2 - 8·c4
		e.plusMinus(g, h, c2.raw(), term{8, c4.raw()})
	} else { // g = c2 - c4, h = c2 + c4
		e.plusMinus(h, g, c2.raw(), term{1, c4.raw()})
	}
	c1, c3, eu := t[6], t[4], t[5]
	e.linear(T, term{1, E.raw()}, term{1, U.raw()})
	e.linear(eu, term{1, q[0].raw()}, term{1, q[2].raw()})
	e.product(eu.raw(), eu, T)
	if c.isE { // E = g·c1 + 16·c3·zt
		e.productFactor(c1, E, q[0])
		e.productFactor(c3, U, q[2])
		e.linear(eu, term{1, eu.raw()}, term{-1, c1.raw()}, term{-1, c3.raw()})
	} else { // E = g·(c1 + 2·c3) - 2·c3·zt
		e.product(c1.raw(), E, q[0])
		e.product(c3.raw(), U, q[2])
		e.linear(eu, term{1, eu.raw()}, term{-1, c1.raw()}, term{-1, c3.raw()})
		e.linear(c1, term{1, c1.raw()}, term{2, c3.raw()})
		e.linear(c3, term{2, c3.raw()})
	}
	e.product(c1.raw(), c1, g)
	e.product(c3.raw(), c3, zt)
	e.productFactor(U, h, eu)
	e.squareFactor(Z, h)
	if c.isE {
		e.linear(E, term{1, c1.raw()}, term{16, c3.raw()})
	} else {
		e.linear(E, term{1, c1.raw()}, term{-1, c3.raw()})
	}
	e.squareFactor(T, eu)
}

// enter sets (E, Z, U) to (Y, W, J) of [2]v: see doubleGeneric.
func (c quarticLanes) enter(v quarticPoints) {
	e, t := c.e, c.temp
	E, Z, U, T := v[0], v[1], v[2], v[3]
	if c.isE {
		A, EU, ZZ, AA := t[0], t[1], t[2], t[3]
		e.squareFactor(A, E)
		e.product(EU.raw(), E, U)
		e.square(ZZ.raw(), Z)
		e.square(AA.raw(), A)
		e.linear(U, term{2, EU.raw()})
		e.linear(Z, term{2, ZZ.raw()}, term{-1, A.raw()})
		e.linear(E, term{2, AA.raw()})
		return
	}
	A, EU, S, AA := t[0], t[1], t[2], t[3]
	e.linear(S, term{1, T.raw()}, term{1, Z.raw()})
	e.square(S.raw(), S)
	e.square(A.raw(), U)
	e.product(EU.raw(), E, U)
	e.linear(A, term{2, A.raw()})
	e.square(AA.raw(), A)
	e.linear(U, term{2, EU.raw()})
	e.linear(Z, term{1, S.raw()}, term{-1, A.raw()})
	e.linear(E, term{4, AA.raw()})
}

// again doubles (Y, W, J).
func (c quarticLanes) again(v quarticPoints) {
	e, t := c.e, c.temp
	Y, W, J := v[0], v[1], v[2]
	if c.isE {
		A, WJ, B, AA, C, BWJ, CC := t[0], t[1], t[2], t[3], t[4], t[5], t[0]
		e.squareFactor(A, W)
		e.productFactor(WJ, W, J)
		e.linear(B, term{1, A.raw()}, term{-1, Y.raw()})
		e.squareFactor(C, B)
		e.product(BWJ.raw(), WJ, B)
		e.square(AA.raw(), A)
		e.square(CC.raw(), C)
		e.linear(W, term{1, C.raw()}, term{-2, AA.raw()})
		e.linear(J, term{2, BWJ.raw()})
		e.linear(Y, term{2, CC.raw()})
		return
	}
	A, S, C, B, CC, AJ, BB := t[0], t[1], t[2], t[3], t[4], t[5], t[1]
	e.linear(S, term{1, W.raw()}, term{1, J.raw()})
	e.product(A.raw(), W, J)
	e.square(S.raw(), S)
	e.linear(A, term{2, A.raw()})
	e.squareFactor(B, A)
	e.linear(C, term{1, S.raw()}, term{-1, A.raw()})
	e.linear(J, term{1, Y.raw()}, term{-1, C.raw()})
	e.square(CC.raw(), C)
	e.product(AJ.raw(), J, A)
	e.square(BB.raw(), B)
	e.linear(W, term{1, B.raw()}, term{-2, CC.raw()})
	e.linear(J, term{2, AJ.raw()})
	e.linear(Y, term{4, BB.raw()})
}

// leave makes (E, Z, U, T) of (Y, W, J).
func (c quarticLanes) leave(v quarticPoints) {
	e := c.e
	E, Z, U, T := v[0], v[1], v[2], v[3]
	e.squareFactor(T, U)
	e.productFactor(U, U, Z)
	e.squareFactor(Z, Z)
	if c.isE {
		e.linear(E, term{1, E.raw()}, term{-1, Z.raw()})
	} else {
		e.linear(E, term{1, Z.raw()}, term{1, T.raw()}, term{-1, E.raw()})
	}
}

// What these routines get from Go. A point in a table has limbs 0 to 3 of E, those of Z, of U and of T, and then limb 4
// of each.
const (
	quarticEntry   = 5 * 32 // a point in a table
	quarticEntries = 16     // in a table
)

var quarticNames = [4]string{"e", "z", "u", "t"}

var (
	quarticStateLayout = newLayout("e", octetBytes, "z", octetBytes, "u", octetBytes, "t", octetBytes)
	quarticStepLayout  = newLayout("Q", 8*8, "Negative", 8, "Doublings", 8, "From", 8, "To", 8)
)

const (
	quarticStepsSignature = "func(v *laneState, steps *laneStep, count uint64, tables *laneTables"
	quarticStepsDoc       = " takes the steps, at least one, in every lane: as laneStepsGeneric."
)

// quarticRoom is how many elements a routine has in memory: what the formulas need, and one or, with doubles, two points.
const quarticRoom = 8 + quarticTemps

// A quarticRoutine writes the routines for one of the curves: sums, and points to be added.
type quarticRoutine struct {
	a        *asm
	e        octetEngine
	c        pointFormulas
	v, q     quarticPoints
	temp     [quarticTemps]factor
	state    [4]operand.Mem // where the coordinates of the sums are in Go's memory, if R13 leads to it
	step     *layout        // quarticStepLayout, or one without tables
	pointers operand.Mem    // local memory for those of a step
	// swaps says that coordinates 0 and 1 of the negative of q are those of q the other way round, and that the formulas care for
	// the sign of coordinate 2, by negative. Otherwise it is only that sign that changes.
	swaps bool
	// words says that points to be added are elements as Go has them elsewhere, of four words. Their tables may have left the
	// caches: those of the next step are fetched in the meantime.
	words bool
}

// newQuarticRoutine starts a routine, which gets v with these coordinates, and memory.
func newQuarticRoutine(a *asm, f octetField, state *layout, names [4]string, step *layout, name, signature, doc string) *quarticRoutine {
	r := &quarticRoutine{a: a, step: step, e: newOctetEngine(a, f, 1)}
	r.pointers = a.function(name, signature+", memory *laneRoom)", name+doc+"\nIt overwrites memory, which should be aligned to 64 bytes. It needs AVX-512 F, VL and IFMA.", 8*8)
	memory := a.scratch("memory", reg.R15)
	place := func(i int) factor { return factor{memory.Offset(octetBytes * i)} }
	for i, name := range names {
		r.v[i], r.q[i], r.state[i] = place(i), place(4+i), state.at(reg.R13, name)
	}
	for i := range r.temp {
		r.temp[i] = place(8 + i)
	}
	a.loadConstants52(f.c)
	return r
}

// load copies the sums from Go's memory. They are carried there if factors may be short.
func (r *quarticRoutine) load() {
	a := r.a
	a.load("v", reg.R13)
	for i, there := range r.state {
		a.octetLoad(left, there)
		if foldOf(r.e.field.c, true).short {
			a.octetCarry52(left)
		}
		a.octetStore(r.v[i].Mem, left)
	}
}

// store copies them back.
func (r *quarticRoutine) store() {
	a := r.a
	for i, there := range r.state {
		a.octetLoad(left, r.v[i].Mem)
		a.maskLimbs(left)
		a.octetStore(there, left)
	}
}

// doubleOddLanes writes the sums in lanes of the two curves. They need AVX-512 F, VL and IFMA.
func doubleOddLanes(a *asm) {
	for _, f := range doubleOddFields {
		r := newQuarticRoutine(a, octetField{f.fold, 1 << 11, f.name}, &quarticStateLayout, quarticNames, &quarticStepLayout,
			"laneSteps"+f.name, quarticStepsSignature, quarticStepsDoc)
		r.c = quarticLanes{e: r.e, isE: f.name == "E", temp: r.temp}
		r.steps()
		name := "laneSqrNMul" + f.name
		sqrNMulPair52(a, name, sqrNMulSignature+")", name+sqrNMulDoc, f.fold, false)
	}
}

// steps writes the steps of sums. While it adds the entries of one step, it gathers those of the next.
func (r *quarticRoutine) steps() {
	a, e := r.a, r.e
	steps, signs := rbx, reg.R9
	s := stepEntries{asm: a, layout: r.step, pointers: r.pointers, steps: []reg.Register{steps}, signs: []reg.Register{signs}, temp: []reg.Register{rdi, rdx, rsi, reg.R8}}
	if r.words {
		s.fetched = 4 * 32
	}
	tables := r.step == &quarticStepLayout
	// gather gathers the entries.
	gather := func() {
		next := e.forNext()
		next.takeSigns(0, signs)
		if r.words {
			e.gatherWords(0, s.places(0), r.q[:]...)
		} else {
			e.gatherLimbs(0, s.places(0), r.q[:]...)
		}
		if r.swaps {
			next.exchange(r.q[0], r.q[1])
		} else {
			next.negate(r.q[2])
		}
		e.flush()
	}
	a.load("steps", steps)
	a.load("count", rcx)
	a.inWideRegisters(func() {
		r.load()
		s.take(0)
		gather()
		e.takeSigns(0, signs)
		a.Label("step")
		if tables {
			entriesOf(a, "From", steps, rdi, func(places []operand.Mem) {
				e.gatherLimbs(0, placesAt(places), r.v[:]...)
				e.flush()
			})
		}
		a.MOVQ(r.step.at(steps, "Doublings"), rax)
		a.TESTQ(rax, rax)
		a.JEQ(operand.LabelRef("add"))
		r.c.enter(r.v)
		e.flush()
		a.Label("double")
		a.DECQ(rax)
		a.JEQ(operand.LabelRef("doubled"))
		r.c.again(r.v)
		e.flush()
		a.JMP(operand.LabelRef("double"))
		a.Label("doubled")
		r.c.leave(r.v)
		e.flush()

		a.Label("add")
		s.takeNext()
		if tables {
			a.CMPQ(r.step.at(steps, "From"), operand.Imm(0))
			a.JEQ(operand.LabelRef("sum"))
			gather()
			a.JMP(operand.LabelRef("added"))
			a.Label("sum")
		}
		r.c.add(r.v, r.q)
		gather()
		a.Label("added")
		e.takeSigns(0, signs)
		if tables {
			entriesOf(a, "To", steps, rdi, func(places []operand.Mem) { a.octetScatter(places, limbs52Parts(r.v.places()...)) })
		}
		s.next("step")
		r.store()
	})
	a.VZEROUPPER()
	a.RET()
}

// entriesOf writes code for the entries, one of each table, that a field of the step at steps is about, if it is: it is 2i + 1 for the
// entries i, or 0 for none. p gets to point to the first one. It overwrites RAX.
func entriesOf(a *asm, field string, steps, p reg.Register, use func(places []operand.Mem)) {
	none := a.label("none")
	a.MOVQ(quarticStepLayout.at(steps, field), rax)
	a.TESTQ(rax, rax)
	a.JEQ(operand.LabelRef(none))
	a.load("tables", p)
	a.SHRQ(operand.Imm(1), rax)
	a.SHLQ(operand.Imm(5), rax)
	a.ADDQ(rax, p)
	a.SHLQ(operand.Imm(2), rax)
	a.ADDQ(rax, p) // quarticEntry·i
	use(everyEighth(p, 0, quarticEntries*quarticEntry))
	a.Label(none)
}
