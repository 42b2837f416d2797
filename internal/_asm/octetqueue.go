// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A CPU that does one multiplication of eight lanes in a cycle looks a product or two ahead, for what else it could do: as
// many instructions as its scheduler has places. Most of those wait for multiplications, and so sums and carries come by
// themselves, between products, where they take a fifth of the time. An octetQueue puts off what it is to write, and writes it in an
// order in which they stand between the multiplications of products that they have nothing to do with.
//
// Products are written where they are, since what is called cannot have others between its instructions.
type octetQueue struct{ pending []octetOperation }

// An octetOperation computes elements in memory from others.
type octetOperation struct {
	product       bool
	reads, writes []operand.Mem
	write         func()
	size          int // instructions
	// Set by flush.
	height int // cycles from its start to the end of what needs it
	done   bool
}

// besideProduct returns registers for what stands beside a product: those that neither productLater nor octetField.minus uses.
func besideProduct() (x, y quad, t reg.VecPhysical) {
	return quad{right[1], right[2], right[3], right[4], high[3]}, quad{high[4], high[5], high[6], high[7], high[8]}, high[2]
}

// What a product and other operations take, in cycles, where something waits for it.
const (
	productCycles = 85
	sumCycles     = 35
)

// add puts off an operation.
func (q *octetQueue) add(o octetOperation) { q.pending = append(q.pending, o) }

// dependsOn reports whether o has to come after p, which was to be written before it.
func (o *octetOperation) dependsOn(p *octetOperation) bool {
	common := func(x, y []operand.Mem) bool {
		return slices.ContainsFunc(x, func(m operand.Mem) bool { return slices.Contains(y, m) })
	}
	return common(o.reads, p.writes) || common(o.writes, p.reads) || common(o.writes, p.writes)
}

// flush writes what was put off.
func (q *octetQueue) flush(a *asm) {
	all := q.pending
	q.pending = nil
	for i := range slices.Backward(all) {
		o := &all[i]
		o.height = sumCycles
		if o.product {
			o.height = productCycles
		}
		own := o.height
		for j := i + 1; j < len(all); j++ {
			if all[j].dependsOn(o) {
				o.height = max(o.height, own+all[j].height)
			}
		}
	}
	// next returns the operation most depends on, of those that need nothing that is not done, or nil.
	next := func(product bool) (best *octetOperation) {
		for i := range all {
			o := &all[i]
			ready := !o.done && o.product == product && !slices.ContainsFunc(all[:i], func(p octetOperation) bool { return !p.done && o.dependsOn(&p) })
			if ready && (best == nil || o.height > best.height) {
				best = o
			}
		}
		return best
	}
	for {
		product := next(true)
		if product == nil {
			sum := next(false)
			if sum == nil {
				return
			}
			sum.write()
			sum.done = true
			continue
		}
		var sums []func()
		for size := 0; ; {
			sum := next(false)
			if sum == nil || size+sum.size > product.size {
				break
			}
			size += sum.size
			sum.done = true
			sums = append(sums, sum.write)
		}
		product.done = true
		if len(sums) == 0 {
			product.write()
			continue
		}
		a.beside(product.write, func() {
			for _, write := range sums {
				write()
			}
		})
	}
}

// productLater puts off z = x·y.
func (e octetEngine) productLater(q *octetQueue, z rawElement, x, y factor) {
	q.add(octetOperation{product: true, size: 85, reads: []operand.Mem{x.Mem, y.Mem}, writes: []operand.Mem{z.Mem}, write: func() {
		a, c, t := e.asm, columns(), right[0]
		a.octetLoad(left, x.Mem)
		for _, column := range c {
			a.VPXORQ(column, column, column)
		}
		for j := len(right) - 1; j >= 0; j-- {
			a.VMOVDQU64(y.Offset(64*j), t)
			for i := len(left) - 1; i >= 0; i-- {
				a.VPMADD52HUQ(t, left[i], c[i+j+1])
			}
			for i := len(left) - 1; i >= 0; i-- {
				a.VPMADD52LUQ(t, left[i], c[i+j])
			}
		}
		a.foldColumns52(c, [5]reg.VecPhysical{t, t, t, left[0], left[1]}, e.field.c, fold260)
		a.octetStore(z.Mem, raw)
	}})
}

// besideCarried makes a factor of x and writes it to z.
func (e octetEngine) besideCarried(z factor, x quad) {
	_, _, t := besideProduct()
	e.octetCarryBy(x, quad{t, t, t, t, t})
	e.octetStore(z.Mem, x)
}

// plusMinusLater puts off s = x + y and d = x - y, exchanged in the lanes of negative if that is not nil.
func (e octetEngine) plusMinusLater(q *octetQueue, s, d factor, x, y rawElement, negative reg.Register) {
	q.add(octetOperation{size: 60, reads: []operand.Mem{x.Mem, y.Mem}, writes: []operand.Mem{s.Mem, d.Mem}, write: func() {
		X, Y, t := besideProduct()
		for i := range X {
			e.VMOVDQU64(x.Offset(64*i), X[i])
			e.VMOVDQU64(y.Offset(64*i), Y[i])
			e.field.minus(e.asm, i, Y[i], t)
			if negative == nil {
				e.VPADDQ(X[i], Y[i], Y[i])
			} else {
				// What is added and what is subtracted change places.
				e.VMOVDQA64(Y[i], negative, t)
				e.VPSUBQ(Y[i], high[1], negative, Y[i]) // from what minus takes it from
				e.VPADDQ(X[i], Y[i], Y[i])
			}
			e.VPADDQ(X[i], t, X[i])
		}
		e.besideCarried(s, Y)
		e.besideCarried(d, X)
	}})
}

// reducedLater puts off z = x.
func (e octetEngine) reducedLater(q *octetQueue, z factor, x rawElement) {
	q.add(octetOperation{size: 25, reads: []operand.Mem{x.Mem}, writes: []operand.Mem{z.Mem}, write: func() {
		X, _, _ := besideProduct()
		e.octetLoad(X, x.Mem)
		e.besideCarried(z, X)
	}})
}

// twiceLater puts off z = 2x, which is not carried.
func (e octetEngine) twiceLater(q *octetQueue, z, x rawElement) {
	q.add(octetOperation{size: 15, reads: []operand.Mem{x.Mem}, writes: []operand.Mem{z.Mem}, write: func() {
		X, _, _ := besideProduct()
		e.octetLoad(X, x.Mem)
		e.quadAdd(X, X)
		e.octetStore(z.Mem, X)
	}})
}

// gatherWordsLater puts off octetGatherWords of one element, from so many bytes on at the eight places.
func (e octetEngine) gatherWordsLater(q *octetQueue, z factor, places []operand.Mem, from int) {
	q.add(octetOperation{size: 40, writes: []operand.Mem{z.Mem}, write: func() {
		X, Y, t := besideProduct()
		rows := [4]reg.VecPhysical(X[:4])
		e.octetRowsWith(rows, Y[:4], places, from)
		e.quadLimbsOf(rows, Y, t, 52)
		e.octetStore(z.Mem, Y)
	}})
}

// exchangeLater puts off to give x and y each other's place in the lanes of negative.
func (e octetEngine) exchangeLater(q *octetQueue, x, y factor, negative reg.Register) {
	both := []operand.Mem{x.Mem, y.Mem}
	q.add(octetOperation{size: 35, reads: both, writes: both, write: func() {
		X, Y, t := besideProduct()
		e.octetLoad(X, x.Mem)
		e.octetLoad(Y, y.Mem)
		e.exchangeLanesOf(X, Y, quad{t, t, t, t, t}, negative)
		e.octetStore(x.Mem, X)
		e.octetStore(y.Mem, Y)
	}})
}
