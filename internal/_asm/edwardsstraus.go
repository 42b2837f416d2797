// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/operand"
)

// What Straus's algorithm does for several sums at once with IFMA, besides edwardslanes.go: tables of eight points, and
// what puts the sums of positions together. A point of it is X, Y, Z and T, all of them factors.

// oddEntries is how many entries a table has.
const oddEntries = 8

// octetStraus writes both. start starts a routine, and place returns its memory.
func octetStraus(a *asm, start func(name, signature, doc string) octetSumEngine, place func(i int) operand.Mem) {
	points := func(first int) (v quarticPoints) {
		for i := range v {
			v[i] = factor{place(first + i)}
		}
		return v
	}
	formulas := func(e octetSumEngine) (c edwardsEach, v, q quarticPoints, d2 factor) {
		c.e = eachOctets{e.octetEngine, false}
		for i := range c.temp {
			c.temp[i] = factor{place(8 + i)}
		}
		return c, points(0), points(4), e.constant("d2", edwardsD2())
	}

	e := start("sumOddMultiplesEach", "func(tables *[8][8]cached", " sets the entries of each of the tables but the first one, q, to [3]q, [5]q, ....")
	c, v, q, d2 := formulas(e)
	tables := rdi
	a.load("tables", tables)
	a.MOVQ(operand.U32(oddEntries-2), rcx)
	a.inWideRegisters(func() {
		size := edwardsCached.size
		table := oddEntries * size
		e.gatherWords(0, placesAt(everyEighth(tables, 0, table)), q[:]...)
		// (2X, 2Y, 2Z, 2T)
		e.plusMinus(v[1], v[0], q[0].raw(), term{1, q[1].raw()})
		e.copy(v[2], q[3])
		e.productFactor(v[3], q[2], e.constant("invD", edwardsInvD()))
		twice := points(8 + quarticTemps)
		for i := range 3 {
			e.copy(twice[i], v[i])
		}
		c.leave(twice)
		c.prepare(q, twice, d2)
		c.add(v, q)
		e.flush()
		// An entry is written while the next one is computed.
		entry := twice
		next := func() {
			a.ADDQ(operand.U32(uint32(size)), tables)
			c.prepare(entry, v, d2)
			for k, x := range entry {
				e.scatterWords(everyEighth(tables, 32*k, table), x)
			}
		}
		a.Label("entry")
		next()
		c.add(v, q)
		e.flush()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("entry"))
		next()
		e.flush()
	})
	a.VZEROUPPER()
	a.RET()

	e = start("sumPositions", "func(v, rows *[8]sumPoint, count uint64", " sets each v[j] to the sum of 2^i·rows[i][j] over i < count, which is not 0.")
	c, v, q, d2 = formulas(e)
	row := rbx
	const rowSize = sumLanes * sumPointSize
	inRow := func() []operand.Mem { return sumPoints(operand.Mem{Base: row}, e.lanes()) }
	places := func(v quarticPoints) lanePoint { return lanePoint(v.places()) }
	a.load("count", rcx)
	a.IMUL3Q(operand.U32(rowSize), rcx, row)
	a.load("rows", rdi)
	a.ADDQ(rdi, row)
	a.SUBQ(operand.U32(rowSize), row)
	a.inWideRegisters(func() {
		e.gather(inRow(), places(v))
		e.total(places(v))
		e.flush()
		a.DECQ(rcx)
		a.JEQ(operand.LabelRef("summed"))
		a.Label("row")
		a.SUBQ(operand.U32(rowSize), row)
		next := points(8 + quarticTemps)
		e.gather(inRow(), places(next))
		c.leave(v)
		c.prepare(q, v, d2)
		for i := range v {
			e.linear(v[i], term{1, next[i].raw()})
		}
		c.add(v, q)
		e.flush()
		a.DECQ(rcx)
		a.JNE(operand.LabelRef("row"))
		a.Label("summed")
		a.load("v", rdi)
		e.scatter(sumPoints(operand.Mem{Base: rdi}, e.lanes()), places(v))
	})
	a.VZEROUPPER()
	a.RET()
}

// edwardsInvD returns 1/d.
func edwardsInvD() *big.Int {
	curve := newEdwardsCurve()
	return new(big.Int).ModInverse(curve.d, curve.p)
}
