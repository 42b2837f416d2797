// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
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
	// In cycles: how long it keeps the next one from starting, and what needs it, where there is nothing else to do.
	starts, takes int
	// Set by flush: from its start to the end of all that needs it; when it can start, and when it is done, once it is written.
	height, ready, end int
	written            bool
}

// add puts off an operation.
func (q *octetQueue) add(o octetOperation) { q.pending = append(q.pending, o) }

// dependsOn reports whether o has to come after p, which was to be written before it.
func (o *octetOperation) dependsOn(p *octetOperation) bool {
	return meet(o.reads, p.writes) || meet(o.writes, p.reads) || meet(o.writes, p.writes)
}

// meet reports whether one of the elements at x and one at y overlap.
func meet(x, y []operand.Mem) bool {
	for _, m := range x {
		for _, n := range y {
			apart := n.Disp - m.Disp
			if n == m.Offset(apart) && max(apart, -apart) < octetBytes {
				return true
			}
		}
	}
	return false
}

// flush writes what was put off.
func (q *octetQueue) flush(a *asm) {
	all := q.pending
	q.pending = nil
	for i := range slices.Backward(all) {
		o := &all[i]
		o.height = o.takes
		for j := i + 1; j < len(all); j++ {
			if all[j].dependsOn(o) {
				o.height = max(o.height, o.takes+all[j].height)
			}
		}
	}
	now := 0
	// canStart reports whether an operation needs nothing that is not written, and sets when it can start.
	canStart := func(i int) bool {
		o := &all[i]
		if o.written {
			return false
		}
		o.ready = now
		for j := range i {
			if p := &all[j]; o.dependsOn(p) {
				if !p.written {
					return false
				}
				o.ready = max(o.ready, p.end)
			}
		}
		return true
	}
	// next returns the operation that can start first, and of those that can at the same time the one that most depends on, or nil.
	next := func(product bool) (best *octetOperation) {
		for i := range all {
			if o := &all[i]; o.product == product && canStart(i) && (best == nil || o.ready < best.ready || o.ready == best.ready && o.height > best.height) {
				best = o
			}
		}
		return best
	}
	// beside returns the sum that most depends on, of those of up to so many instructions that can start in time, or nil.
	beside := func(size, time int) (best *octetOperation) {
		for i := range all {
			if o := &all[i]; !o.product && canStart(i) && o.ready <= time && o.size <= size && (best == nil || o.height > best.height) {
				best = o
			}
		}
		return best
	}
	finish := func(o *octetOperation) {
		o.written, o.end = true, o.ready+o.takes
	}
	for {
		product := next(true)
		if product == nil {
			sum := next(false)
			if sum == nil {
				return
			}
			sum.write()
			finish(sum)
			now += sum.starts
			continue
		}
		var sums []func()
		for size := 0; ; {
			sum := beside(product.size-size, product.ready+product.starts*2/3)
			if sum == nil {
				break
			}
			size += sum.size
			finish(sum)
			sums = append(sums, sum.write)
		}
		now = product.ready + product.starts
		finish(product)
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
