// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// edwardsVectors writes what edwards.go does with the coordinates of a point in the lanes
// of one vector. It needs AVX-512 F, VL and IFMA.
//
// A point is raw in the registers of raw. The routines that they call work in vectors only,
// but for a count or a sign in general registers; they keep the constants that the caller
// has loaded, and have no memory of their own.
func edwardsVectors(a *asm) {
	vectorRoutines(a, "")
	a.inWideRegisters(func() { vectorRoutines(a, wideSuffix) })

	edwardsVectorDouble(a, "vectorDouble", "Point", quadForm)
	edwardsVectorSum(a, "vectorSum", "Point", quadForm)

	// The next entry is looked up before doublings, which do not need it: what is short waits for nothing then.
	frame := a.function("vectorWindows", windowsSignature, windowsDoc("vectorWindows"), 4*32)
	a.loadConstants(forBoth)
	a.load("v", rdi)
	a.load("digits", rbx)
	a.load("rounds", reg.R8)
	quadForm.load(a, raw, rdi)
	a.Label("round")
	a.load("tables", rsi)
	a.load("count", reg.R9)
	a.Label("table")
	// The table is read by comparing every index with the one wanted: 0 stands for the identity.
	index, counter, one, match := reg.Y5, reg.Y6, reg.Y7, reg.Y8
	entry := []reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]}
	a.MOVBLZX(digitLayout.at(rbx, "Index"), reg.EAX)
	a.VPBROADCASTQ(rax, index)
	a.MOVL(operand.U32(1), reg.EAX)
	a.VPBROADCASTQ(rax, one)
	a.VPXORQ(counter, counter, counter)
	a.VPCMPEQQ(index, counter, match)
	a.VMOVDQU64(a.vectorConstant("one", 1, 0, 0, 0), entry[0])
	a.VPANDQ(match, entry[0], entry[0])
	a.VMOVDQA64(entry[0], entry[1])
	a.VPXORQ(entry[2], entry[2], entry[2])
	a.VPADDQ(entry[0], entry[0], entry[3])
	for i := range 8 {
		a.VPADDQ(one, counter, counter)
		a.VPCMPEQQ(index, counter, match)
		for j, r := range entry {
			m := operand.Mem{Base: rsi, Disp: 32 * (len(entry)*i + j)}
			a.VPTERNLOGQ(operand.U8(0xf8), m, match, r) // r | match & m
		}
	}
	// Doublings come before the first table, but not in the first round.
	a.CMPQ(a.parameter("count"), reg.R9)
	a.JNE(operand.LabelRef("add"))
	a.CMPQ(a.parameter("rounds"), reg.R8)
	a.JEQ(operand.LabelRef("add"))
	for i, r := range rows {
		a.VMOVDQU64(r, frame.Offset(32*i))
	}
	a.MOVL(operand.U32(4), reg.ECX)
	a.callVectors("vectorDoublings")
	for i, r := range rows {
		a.VMOVDQU64(frame.Offset(32*i), r)
	}
	a.Label("add")
	a.MOVBLZX(digitLayout.at(rbx, "Negative"), reg.EAX)
	a.callVectors("vectorAdd")
	a.ADDQ(windowsTable(), rsi)
	a.ADDQ(operand.Imm(digitSize), rbx)
	a.DECQ(reg.R9)
	a.JNE(operand.LabelRef("table"))
	a.DECQ(reg.R8)
	a.JNE(operand.LabelRef("round"))
	quadForm.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// A vectorForm is a form of X, Y, Z and T of a point in memory, which pointLanes are in registers.
type vectorForm struct {
	load  func(a *asm, z quad, p reg.Register)
	store func(a *asm, p reg.Register, x quad)
}

var (
	quadForm = vectorForm{ // four elements
		func(a *asm, z quad, p reg.Register) { a.quadLoadFrom(z, p, pointLanes) },
		func(a *asm, p reg.Register, x quad) { a.quadStore(p, x, pointLanes) },
	}
	limbsForm = vectorForm{ // limb after limb, each of all four
		func(a *asm, z quad, p reg.Register) {
			a.limbsLoad(z, operand.Mem{Base: p})
			for _, limb := range z {
				a.VPERMQ(quarterLanes(pointLanes), limb, limb)
			}
		},
		func(a *asm, p reg.Register, x quad) {
			a.quadCarry(x, x)
			for i := range x {
				a.VPERMQ(quarterLanes(inverseLanes(pointLanes)), x[i], x[i])
				a.VMOVDQU64(x[i], operand.Mem{Base: p, Disp: 32 * i})
			}
		},
	}
)

// inverseLanes returns which lane each lane went to.
func inverseLanes(from [4]int) (to [4]int) {
	for j, lane := range from {
		to[lane] = j
	}
	return to
}

func edwardsVectorDouble(a *asm, name, point string, form vectorForm) {
	a.function(name, "func(v *"+point+", n uint64)", name+" sets v = [2^n]v, for n >= 1.", 0)
	a.loadConstants(forDoubling)
	a.load("v", rdi)
	form.load(a, raw, rdi)
	a.load("n", rcx)
	a.callVectors("vectorDoublings")
	form.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

func edwardsVectorSum(a *asm, name, point string, form vectorForm) {
	a.function(name, sumSignature(point), sumDoc(name), 0)
	a.loadConstants(forBoth)
	a.load("v", rdi)
	a.load("steps", rbx)
	a.load("count", rdx)
	form.load(a, raw, rdi)
	a.MOVL(stepLayout.at(rbx, "doublings"), reg.ECX)
	a.ADDQ(a.parameter("n"), rcx)
	a.Label("step")
	a.TESTQ(rcx, rcx)
	a.JEQ(operand.LabelRef("add"))
	a.callVectors("vectorDoublings")
	a.Label("add")
	a.MOVQ(stepLayout.at(rbx, "q"), rsi)
	a.MOVL(stepLayout.at(rbx, "flags"), reg.EAX)
	a.ANDL(operand.Imm(flagNegative), reg.EAX)
	a.vectorOperand(rsi)
	a.callVectors("vectorAdd")
	a.DECQ(rdx)
	a.JEQ(operand.LabelRef("done"))
	a.ADDQ(operand.Imm(uint64(stepLayout.size)), rbx)
	a.MOVL(stepLayout.at(rbx, "doublings"), reg.ECX)
	a.JMP(operand.LabelRef("step"))
	a.Label("done")
	form.store(a, rdi, raw)
	a.VZEROUPPER()
	a.RET()
}

// vectorRoutines writes the routines that the others call, for one point in the lanes or,
// with wide registers, for two.
func vectorRoutines(a *asm, suffix string) {
	begin := func(name, doc string) { a.routine(name+suffix, doc) }

	begin("vectorDoublings", "sets the point to [2^n] of it, for n >= 1 in RCX, which becomes 0.")
	a.vectorDoublings(rcx)
	a.RET()

	if suffix == "" {
		begin("vectorAdd", "adds the cached point in the rows, with its sign changed if EAX is 1 and not 0.\n"+
			"It overwrites RAX.")
		a.vectorAdd()
		a.RET()
	} else {
		begin("vectorAddSigned", "adds the cached points in the rows, with their signs changed where EAX says so.\n"+
			"It overwrites RAX.")
		a.vectorAddSigned()
		a.RET()
	}

	begin("vectorAddTight", "adds the cached points in the right operand, which is tight.")
	a.vectorAddTight()
	a.RET()

	if suffix == "" {
		return
	}
	begin("vectorPrepare", "sets the result to the cached points for the points, raw.")
	a.vectorCached()
	a.RET()
}

const wideSuffix = "Wide"

// callVectors calls a routine of vectorRoutines, for the registers now in use.
func (a *asm) callVectors(name string) {
	if raw[0] == wide(raw[0]) {
		name += wideSuffix
	}
	a.call(name)
}

// vectorOperand sets rows to the cached point at q, for vectorAdd.
func (a *asm) vectorOperand(q reg.Register) {
	for i, row := range []reg.VecPhysical{rows[0], rows[1], rows[3], rows[2]} {
		a.VMOVDQU64(operand.Mem{Base: q, Disp: 32 * i}, row)
	}
}

// The formulas are those of formulas.go, with a = -1: the products of factors E, F, G and H are the coordinates of the result. The
// factors H, E, G and F are in the lanes: an addition gets each pair of them from a pair of lanes, and a doubling E from H,
// and F from G. The products with the other factors, E, F, H and G, are T, X, Y and Z.
var (
	pointLanes   = [4]int{3, 0, 1, 2} // which of X, Y, Z and T lane j has
	otherFactors = operand.U8(lanes(1, 3, 0, 2))
)

// vectorDoublings sets raw to the double of the point raw as often as n says, at
// least once. Coordinates that are not raw may have limbs up to 2^52.
func (a *asm) vectorDoublings(n reg.GPPhysical) {
	loop := a.label("double")
	a.Label(loop)
	// (Y, X+Y, X, Z)
	for i := 4; i >= 0; i-- {
		a.VPERMQ(operand.U8(lanes(2, 2, 1, 3)), raw[i], left[i])
		a.VPADDQ(raw[i], left[i], laneMask[0b0010], left[i])
	}
	a.quadCarryDown(left, left, nothing, nothing)
	a.quadSquare()
	// Of the squares (B, S, A, C): (H, S, G, 2C) = (A + B, S, B - A, 2C), and (H, E, G, F) = (H, S - H, G, 2C - G).
	// G has the bias, so F needs it twice: its limbs are below 2^61.3 + 2^63, which quadCarryDown takes.
	for i := 4; i >= 0; i-- {
		a.VPERMQ_Z(operand.U8(lanes(2, 0, 0, 0)), raw[i], laneMask[0b0101], left[i])
		a.VPSUBQ(raw[i], bias(i), laneMask[0b0100], raw[i])
		a.VPADDQ(bias(i), raw[i], laneMask[0b1010], raw[i])
		a.VPADDQ(raw[i], raw[i], laneMask[0b1000], raw[i])
		a.VPADDQ(raw[i], left[i], left[i])
		a.VPERMILPD_Z(pairLanes([4]int{0, 0, 2, 2}), left[i], laneMask[0b1010], temp[i])
		a.VPSUBQ(temp[i], left[i], left[i])
	}
	a.vectorFactors()
	a.DECQ(n)
	a.JNE(operand.LabelRef(loop))
}

// vectorFactors sets raw to the point of the factors (H, E, G, F) in left, which are to be carried.
func (a *asm) vectorFactors() {
	a.quadCarryDown(left, left, nothing, func(i int) { a.VPERMQ(otherFactors, left[i], right[i]) })
	a.quadProduct()
}

// vectorAdd adds to the point raw the cached point with y+x, y-x, 2z, 2dt in
// rows, with its sign changed if EAX, 0 or 1, is 1.
func (a *asm) vectorAdd() {
	a.NEGL(reg.EAX)
	a.vectorAddSigned()
}

// negative is for the lanes that change their signs.
var negative = reg.K7

// vectorAddSigned is vectorAdd with its sign changed where EAX has ones in the four bits of all lanes, in
// each half of a wide register.
func (a *asm) vectorAddSigned() {
	a.KMOVW(reg.EAX, negative)
	a.additionOperand()
	a.VMOVDQA64(rows[0], temp[0])
	a.VMOVDQA64(rows[1], negative, rows[0])
	a.VMOVDQA64(temp[0], negative, rows[1])
	a.quadLoad(right)
	a.quadProduct()
	// 2d·T changes its sign, and so does C.
	a.ANDL(operand.U32(0b1000_1000), reg.EAX)
	a.KMOVW(reg.EAX, negative)
	for i, x := range raw {
		a.VPSUBQ(x, bias(i), negative, x)
	}
	a.additionFactors()
}

// vectorAddTight adds to the point raw the cached point with y+x, y-x, 2z, 2dt in
// right, tight.
func (a *asm) vectorAddTight() {
	a.additionOperand()
	a.quadProduct()
	a.additionFactors()
}

// additionOperand sets left to (Y+X, Y-X, Z, T) for the point raw.
func (a *asm) additionOperand() {
	for i := 4; i >= 0; i-- {
		a.VPERMQ(operand.U8(lanes(2, 2, 3, 0)), raw[i], left[i])
		a.VPERMILPD_Z(pairLanes([4]int{1, 1, 2, 2}), raw[i], laneMask[0b0011], temp[i])
		a.VPSUBQ(temp[i], bias(i), laneMask[0b0010], temp[i])
		a.VPADDQ(temp[i], left[i], left[i])
	}
	a.quadCarryDown(left, left, nothing, nothing)
}

// additionFactors completes an addition, with the products (B, A, D, C) in raw: (H, E, G, F) = (B + A, B - A, D + C, D - C).
func (a *asm) additionFactors() {
	a.quadSums(left, raw, false)
	a.vectorFactors()
}
