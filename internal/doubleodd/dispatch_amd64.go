// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package doubleodd

import (
	"math"

	"secant.example/internal/cpu"
)

// isKnown reports whether there is assembly for the prime of c, in which tests may have
// put another.
func (c *Curve) isKnown() bool { return c == E || c == S }

// double sets v = [2^n]v, for n >= 1.
func (c *Curve) double(v *Point, n int) {
	switch {
	case !cpu.X86.V3 || !c.isKnown():
		c.doubleGeneric(v, n)
	case c.isE:
		doubleE(v, uint64(n))
	default:
		doubleS(v, uint64(n))
	}
}

// windows is described at windowsGeneric.
func (c *Curve) windows(v *Point, table *[16]Point, list []window) {
	switch {
	case !cpu.X86.V3:
		c.windowsGeneric(v, table, list)
	case c.isE:
		windowsE(v, table, &list[0], uint64(len(list)-1))
	default:
		windowsS(v, table, &list[0], uint64(len(list)-1))
	}
}

// combSum is described at combGeneric.
func (c *Curve) combSum(v *Point, table *combTables, digits *combDigits) {
	switch {
	case !cpu.X86.V3:
		c.combGeneric(v, table, digits)
	case c.isE:
		combE(v, table, digits)
	default:
		combS(v, table, digits)
	}
}

// sum is described at sumGeneric.
func (c *Curve) sum(v *Point, steps []step) {
	switch {
	case !cpu.X86.V3 || !c.isKnown():
		c.sumGeneric(v, steps)
	case c.isE:
		sumE(v, &steps[0], uint64(len(steps)))
	default:
		sumS(v, &steps[0], uint64(len(steps)))
	}
}

// selectPoint8 and selectPoint16 set v to table[index-1], or the neutral element if index
// is 0.
func selectPoint8(v *Point, table *[8]Point, index int) {
	if cpu.X86.V3 {
		select8(v, &table[0], uint64(index))
	} else {
		selectGeneric(v, table[:], index)
	}
}

func selectPoint16(v *Point, table *[16]Point, index int) {
	if cpu.X86.V3 {
		select16(v, &table[0], uint64(index))
	} else {
		selectGeneric(v, table[:], index)
	}
}

// laneFewest returns from how many sums of multiples of so many points on lanes are faster than one by one, as it was
// measured; of none for roots.
func laneFewest(points int) int {
	if cpu.X86.IFMA {
		return [...]int{6, 6, 8}[points]
	}
	return math.MaxInt
}

// varTimeLaneSteps is described at laneStepsGeneric.
func (c *Curve) varTimeLaneSteps(s *laneState, steps []laneStep, room *laneRoom) {
	if !cpu.X86.IFMA || !c.isKnown() {
		c.laneStepsGeneric(s, steps)
		return
	}
	for len(steps) > 0 {
		n := min(len(steps), laneStepsAtOnce)
		if c.isE {
			laneStepsE(s, &steps[0], uint64(n), room)
		} else {
			laneStepsS(s, &steps[0], uint64(n), room)
		}
		steps = steps[n:]
	}
}

// laneStepsAtOnce is how many steps take some 50 µs, since a call cannot be interrupted.
const laneStepsAtOnce = 40

// varTimeLaneStore is described at laneStoreGeneric.
func (c *Curve) varTimeLaneStore(tables *laneTables, i int, s *laneState) {
	if cpu.X86.IFMA {
		laneStore(tables, uint64(i), s)
	} else {
		c.laneStoreGeneric(tables, i, s)
	}
}

// varTimeLaneSqrNMul sets z = x^(2^n)·y in every lane, for n >= 1.
func (c *Curve) varTimeLaneSqrNMul(z, x *laneElement, n uint64, y *laneElement) {
	switch {
	case !cpu.X86.IFMA || !c.isKnown():
		c.p.SqrNMulLanes(z, x, n, y)
	case c.isE:
		laneSqrNMulE(z, x, n, y)
	default:
		laneSqrNMulS(z, x, n, y)
	}
}
