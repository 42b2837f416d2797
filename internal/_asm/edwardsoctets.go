// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What Pippenger's algorithm does for eight windows at once: each lane of the wide registers
// has points of its own, and a register has one limb of one coordinate of all eight.

// An octetPoint is eight points in local memory: X, Y, Z and T, raw, or for those to be added
// Y+X, Y-X, 2Z and 2d·T, tight.
type octetPoint [4]operand.Mem

func newOctetPoint(m operand.Mem) (v octetPoint) {
	for i := range v {
		v[i] = m.Offset(octetBytes * i)
	}
	return v
}

// octetProducts writes what the others call.
func octetProducts(a *asm) {
	a.inWideRegisters(func() {
		a.routine("octetProduct", "sets raw = left·right in each lane.")
		a.quadProductDense()
		a.RET()
	})
}

// octetSides sets left = Y - X and right = Y + X, tight, for the points v.
func (a *asm) octetSides(v octetPoint) {
	a.octetLoad(right, v[1])
	a.octetLoad(temp, v[0])
	for i := range left {
		a.VPSUBQ(temp[i], bias(i), left[i])
		a.VPADDQ(right[i], left[i], left[i])
		a.VPADDQ(temp[i], right[i], right[i])
	}
	a.quadCarry(left, left)
	a.quadCarry(right, right)
}

// octetAdd sets sum = v + q, or v - q in the lanes of negative, if signed; then Y+X and Y-X of q have
// been exchanged there. ifAffine, if it is not nil, writes code that goes to a label where Z of q is 1 in
// all lanes. sum may be v. temporary is local memory for an octetPoint.
func (a *asm) octetAdd(sum, v, q, temporary octetPoint, signed bool, ifAffine func(label string)) {
	mB, mF, mG, mH := temporary[0], temporary[1], temporary[2], temporary[3]
	mA, mC := mF, mG
	// A = (Y1 - X1)·(Y2 - X2), B = (Y1 + X1)·(Y2 + X2).
	a.octetSides(v)
	a.octetStore(mB, right)
	a.octetLoad(right, q[1])
	a.call("octetProduct")
	a.octetStore(mA, raw)
	a.octetLoad(left, mB)
	a.octetLoad(right, q[0])
	a.call("octetProduct")
	// E = B - A, which stays, in B's place, and H = B + A.
	a.octetLoad(right, mA)
	for i := range left {
		a.VPSUBQ(right[i], bias(i), left[i])
		a.VPADDQ(raw[i], left[i], left[i])
		a.VPADDQ(raw[i], right[i], right[i])
	}
	a.quadCarry(left, left)
	a.quadCarry(right, right)
	mE := mB
	a.octetStore(mE, left)
	a.octetStore(mH, right)
	// C = T1·2d·T2, D = 2·Z1·Z2.
	a.octetLoad(left, v[3])
	a.quadCarry(left, left)
	a.octetLoad(right, q[3])
	a.call("octetProduct")
	a.octetStore(mC, raw)
	short, ready := "", ""
	if ifAffine != nil {
		short, ready = a.label("affine"), a.label("ready")
		ifAffine(short)
	}
	a.octetLoad(left, v[2])
	a.quadCarry(left, left)
	a.octetLoad(right, q[2])
	a.call("octetProduct")
	if ifAffine != nil {
		a.JMP(operand.LabelRef(ready))
		a.Label(short)
		a.octetLoad(raw, v[2])
		a.quadAdd(raw, raw)
		a.Label(ready)
	}
	// F = D - C, G = D + C, or the other way round for -q.
	a.octetLoad(temp, mC)
	for i := range left {
		a.VPSUBQ(temp[i], bias(i), left[i])
		a.VPADDQ(raw[i], temp[i], right[i])
		if signed {
			a.VPADDQ(raw[i], left[i], negative, right[i])
		}
		a.VPADDQ(raw[i], left[i], left[i])
		if signed {
			a.VPADDQ(raw[i], temp[i], negative, left[i])
		}
	}
	a.quadCarry(left, left)
	a.quadCarry(right, right)
	a.octetStore(mF, left)
	a.octetStore(mG, right)
	// (X, Y, Z, T) = (E·F, G·H, F·G, E·H).
	a.call("octetProduct")
	a.octetStore(sum[2], raw)
	a.octetLoad(left, mH)
	a.call("octetProduct")
	a.octetStore(sum[1], raw)
	a.octetLoad(right, mE)
	a.call("octetProduct")
	a.octetStore(sum[3], raw)
	a.octetLoad(left, mF)
	a.call("octetProduct")
	a.octetStore(sum[0], raw)
}

// octetGather sets v to the points in the eight places.
func (a *asm) octetGather(v octetPoint, places [8]operand.Mem) {
	for i := range 5 {
		for j, row := range rows {
			a.VMOVDQU64(places[j].Offset(32*i), row.AsY())
			a.VINSERTI64X4(operand.Imm(1), places[j+4].Offset(32*i), row, row)
		}
		a.transpose(rows)
		for j, row := range rows {
			a.VMOVDQU64(row, v[j].Offset(64*i))
		}
	}
}

// octetScatter is the inverse of octetGather.
func (a *asm) octetScatter(places [8]operand.Mem, v octetPoint) {
	for i := range 5 {
		for j, row := range rows {
			a.VMOVDQU64(v[j].Offset(64*i), row)
		}
		a.transpose(rows)
		for j, row := range rows {
			a.VMOVDQU64(row.AsY(), places[j].Offset(32*i))
			a.VEXTRACTI64X4(operand.Imm(1), row, places[j+4].Offset(32*i))
		}
	}
}

func octetSums(a *asm) {
	octetProducts(a)
	sumAddLanes(a)
	sumAddBuckets(a)
}

// edwardsLanes is an addition to eight points.
var edwardsLanes = newLayout("V", 8*8, "Q", 8, "Negative", 8)

// sumAddLanes writes additions of one point to eight others.
func sumAddLanes(a *asm) {
	frame := a.function("sumAddLanes", "func(steps *laneStep, count uint64)",
		"sumAddLanes sets *V[j] = *V[j] + q, or - q if bit j of Negative is 1, for the eight V of each of\n"+
			"the steps, one after the other. V of a step are eight different points. count is not 0.", 12*octetBytes+5*32)
	steps, q := rbx, rsi
	v, operands, temporary := newOctetPoint(frame), newOctetPoint(frame.Offset(4*octetBytes)), newOctetPoint(frame.Offset(8*octetBytes))
	limbs := frame.Offset(12 * octetBytes) // of q: Y+X, Y-X, 2Z, 2d·T
	var places [8]operand.Mem
	for j, r := range []reg.Register{rdi, rdx, reg.R8, reg.R9, reg.R10, reg.R11, reg.R12, reg.R13} {
		places[j] = operand.Mem{Base: r}
	}
	a.loadConstants(forDifferences)
	a.load("steps", steps)
	a.load("count", rcx)
	a.inWideRegisters(func() { a.loadWideConstants(forDifferences) })
	a.Label("step")
	a.MOVQ(edwardsLanes.at(steps, "Q"), q)
	a.vectorOperand(q)
	a.quadLoad(right)
	for i := range right {
		a.VMOVDQU64(right[i], limbs.Offset(32*i))
	}
	for j := range places {
		a.MOVQ(edwardsLanes.at(steps, "V").Offset(8*j), places[j].Base)
	}
	a.MOVQ(edwardsLanes.at(steps, "Negative"), rax)
	a.KMOVW(reg.EAX, negative)
	a.inWideRegisters(func() {
		a.octetGather(v, places)
		// Y+X and Y-X change places for -q.
		for j, lane := range []int{0, 1, 2, 3} {
			for i := range right {
				r := right[i]
				a.VPBROADCASTQ(limbs.Offset(32*i+8*lane), r)
				if j < 2 {
					a.VPBROADCASTQ(limbs.Offset(32*i+8*(1-lane)), negative, r)
				}
				a.VMOVDQU64(r, operands[j].Offset(64*i))
			}
		}
		a.octetAdd(v, v, operands, temporary, true, func(label string) {
			// 2Z of q is 2.
			z := element(q, 3)
			a.MOVL(operand.U32(2), reg.EAX)
			a.XORQ(z.limb[0], rax)
			for _, limb := range z.limb[1:] {
				a.ORQ(limb, rax)
			}
			a.JEQ(operand.LabelRef(label))
		})
		a.octetScatter(places, v)
	})
	a.ADDQ(operand.Imm(uint64(edwardsLanes.size)), steps)
	a.DECQ(rcx)
	a.JNE(operand.LabelRef("step"))
	a.VZEROUPPER()
	a.RET()
}

// sumAddBuckets writes the sums of sums of Pippenger's algorithm.
func sumAddBuckets(a *asm) {
	frame := a.function("sumAddBuckets", "func(sums, runs, buckets *[8]sumPoint, count uint64)",
		"sumAddBuckets sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for all j, for\n"+
			"each q of the count buckets, the last one first. count is not 0.", 20*octetBytes)
	point := func(i int) octetPoint { return newOctetPoint(frame.Offset(4 * octetBytes * i)) }
	sum, run, bucket, prepared, temporary := point(0), point(1), point(2), point(3), point(4)
	places := func(r reg.Register) (all [8]operand.Mem) {
		for j := range all {
			all[j] = operand.Mem{Base: r, Disp: sumPointSize * j}
		}
		return all
	}
	const row = 8 * sumPointSize
	d2 := new(big.Int).Lsh(newEdwardsCurve().d, 1)
	d2.Mod(d2, newEdwardsCurve().p)
	a.loadConstants(forDifferences)
	a.load("sums", rdi)
	a.load("runs", rsi)
	a.load("buckets", rbx)
	a.load("count", rcx)
	a.IMUL3Q(operand.U32(row), rcx, rax)
	a.ADDQ(rax, rbx)
	a.inWideRegisters(func() {
		a.loadWideConstants(forDifferences)
		a.octetGather(sum, places(rdi))
		a.octetGather(run, places(rsi))
		a.Label("bucket")
		a.SUBQ(operand.U32(row), rbx)
		a.octetGather(bucket, places(rbx))
		// The runs, to be added to both.
		a.octetSides(run)
		a.octetStore(prepared[0], right)
		a.octetStore(prepared[1], left)
		a.octetLoad(left, run[2])
		a.quadAdd(left, left)
		a.quadCarry(left, left)
		a.octetStore(prepared[2], left)
		a.octetLoad(left, run[3])
		a.quadCarry(left, left)
		for i := range right {
			limb := new(big.Int).Rsh(d2, uint(51*i))
			word := limb.And(limb, big.NewInt(1<<51-1)).Uint64()
			a.VPBROADCASTQ(a.vectorConstant("d2limb"+string(rune('0'+i)), word), right[i])
		}
		a.call("octetProduct")
		a.quadCarry(raw, raw)
		a.octetStore(prepared[3], raw)
		a.octetAdd(sum, sum, prepared, temporary, false, nil)
		a.octetAdd(run, bucket, prepared, temporary, false, nil)
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("bucket"))
		for _, to := range []struct {
			r reg.Register
			v octetPoint
		}{{rdi, sum}, {rsi, run}} {
			for _, coordinate := range to.v {
				a.octetLoad(raw, coordinate)
				a.quadCarry(raw, raw)
				a.octetStore(coordinate, raw)
			}
			a.octetScatter(places(to.r), to.v)
		}
	})
	a.VZEROUPPER()
	a.RET()
}
