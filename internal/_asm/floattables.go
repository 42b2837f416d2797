// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Tables of odd multiples in doubles, with X, Y, Z and T of a point in the lanes, and its cached form
// as it stands in Go's memory: Y+X, Y-X, 2d·T, 2Z. The formulas are those of lanes.go.
var (
	// (Y+X, Y-X, T, Z)
	cachedOperand = combination{{from: [4]int{0, 0, none, none}, negative: 0b0010}, {from: [4]int{1, 1, 3, 2}}}
	// (H, E, G, F) of (B, A, C, D)
	cachedFactors             = combination{{from: [4]int{1, 1, 2, 2}, negative: 0b1010}, {from: [4]int{0, 0, 3, 3}}}
	cachedFirst, cachedSecond = operand.U8(lanes(1, 2, 3, 1)), operand.U8(lanes(3, 0, 2, 0))
	// (X, Y, X+Y, Z), and (H, G, F, E) = (B + A, B - A, 2C - B + A, S - B - A) of the squares (A, B, S, C)
	doubledOperand = combination{{from: [4]int{none, none, 1, none}}, {from: [4]int{0, 1, 0, 2}}}
	doubledFactors = combination{
		{from: [4]int{0, 0, 0, 0}, negative: 0b1010},
		{from: [4]int{1, 1, 1, 1}, negative: 0b1100},
		{from: [4]int{none, none, 3, 2}, twice: 0b0100},
	}
	doubledFirst, doubledSecond = operand.U8(lanes(3, 1, 2, 3)), operand.U8(lanes(2, 0, 1, 0))
)

// A floatTable is the work on one table.
type floatTable struct {
	entry                 reg.Register // the last one that is there
	operand, other, twice factor       // twice is 2q, cached
	point                 rawElement
}

// combine sets z to a combination of the lanes in raw. The doubles stay there.
func (e floatSumEngine) combine(c combination, z factor) {
	f := &floats{asm: e.asm}
	if f.addLanes(c).Cmp(power(60)) > 0 {
		panic("a combination can be more than the bias")
	}
	e.LEAQ(z.Mem, rdi)
	e.call("floatCarry")
	e.most[z.Mem] = floatTight
}

// factors sets x and y to lanes of a combination of those in raw.
func (e floatSumEngine) factors(c combination, x, y factor, first, second operand.Op) {
	e.combine(c, x)
	for i, z := range raw {
		e.VPERMQ(first, z, rows[0])
		e.VMOVUPD(rows[0], x.Offset(32*i))
		e.VPERMQ(second, z, rows[1])
		e.VMOVUPD(rows[1], y.Offset(32*i))
	}
	e.most[y.Mem] = floatTight
}

// floatOddMultiples writes two tables at the same time: while a product of one waits for its factors, the other
// has its own.
func floatOddMultiples(a *asm, write func(name, signature, doc string, body floatBody)) {
	write("floatOddMultiples", "func(table0, table1 *cached, count uint64",
		" sets the count entries of two tables, but for the first ones, to [3]q, [5]q, ...,\n"+
			"where q is the first one. count is at least 2, and the tables are different ones.",
		func(e floatSumEngine, place func(i int) operand.Mem) {
			tables := make([]floatTable, 2)
			for k := range tables {
				at := func(i int) operand.Mem { return place(4*k + i) }
				tables[k] = floatTable{[]reg.Register{reg.R8, reg.R9}[k], factor{at(0)}, factor{at(1)}, factor{at(2)}, rawElement{at(3)}}
			}
			both := func(body func(t *floatTable)) {
				for k := range tables {
					body(&tables[k])
				}
			}
			// add sets operand to that of the point of which it was plus q.
			add := func(operand func(t *floatTable) factor, q func(t *floatTable) factor) {
				both(func(t *floatTable) {
					e.product(t.point, operand(t), q(t))
					e.factors(cachedFactors, t.operand, t.other, cachedFirst, cachedSecond)
				})
				both(func(t *floatTable) {
					e.product(t.point, t.operand, t.other)
					e.combine(cachedOperand, t.operand)
				})
			}
			zero, one, two := big.NewInt(0), big.NewInt(1), big.NewInt(2)
			cached := e.lanesConstant("cachedLanes", one, one, edwardsD2(), two)
			identity := e.lanesConstant("identityLanes", one, one, zero, one)
			e.most[identity.Mem] = one

			a.load("table0", tables[0].entry)
			a.load("table1", tables[1].entry)
			a.load("count", rcx)
			both(func(t *floatTable) {
				e.loadLimbs(t.entry)
				e.limbsToFloats(t.other)
			})
			// q, as the identity plus q.
			add(func(*floatTable) factor { return identity }, func(t *floatTable) factor { return t.other })
			// 2q, cached
			both(func(t *floatTable) {
				a.loadVectors(t.point.Mem)
				e.combine(doubledOperand, t.other)
				e.product(t.point, t.other, t.other)
				e.factors(doubledFactors, t.twice, t.other, doubledFirst, doubledSecond)
			})
			both(func(t *floatTable) {
				e.product(t.point, t.twice, t.other)
				e.combine(cachedOperand, t.other)
			})
			both(func(t *floatTable) {
				e.product(t.point, t.other, cached)
				e.reduced(t.twice, t.point)
			})
			a.DECQ(rcx)
			a.Label("entry")
			add(func(t *floatTable) factor { return t.operand }, func(t *floatTable) factor { return t.twice })
			both(func(t *floatTable) {
				e.product(t.point, t.operand, cached)
				a.ADDQ(operand.U32(4*32), t.entry)
				(&floats{asm: a}).store(t.entry, lanesInPlace)
			})
			a.DECQ(rcx)
			a.JNE(operand.LabelRef("entry"))
		})
}

// loadVectors is the inverse of storeVectors.
func (a *asm) loadVectors(m operand.Mem) {
	for i, z := range raw {
		a.VMOVDQU(m.Offset(32*i), z)
	}
}
