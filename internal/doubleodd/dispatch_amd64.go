// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package doubleodd

import (
	"math"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
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

// laneGroups returns how many sums of multiples of so many points a group in lanes has, and from how many on it is faster
// than one by one, as it was measured; of no points for roots. On AMD's CPUs with IFMA, where vectors of 512 bits took 1.27 times as
// long in the ladders of internal/curve25519, it is by that.
func laneGroups(points int) (size, fewest int) {
	switch {
	case cpu.X86.IFMA && points == 0:
		return field.PairCount, 6
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return laneCount, [...]int{1: 4, 2: 5}[points]
	case cpu.X86.IFMA:
		return laneCount, [...]int{1: 3, 2: 4}[points]
	case cpu.X86.V3:
		return laneCount, [...]int{4, 6, 7}[points]
	}
	return laneCount, math.MaxInt
}

// varTimeLaneSteps is described at laneStepsGeneric, but takes them in all lanes, where there are vectors.
func (c *Curve) varTimeLaneSteps(s *laneState, steps []laneStep, tables *laneTables, room *laneRoom, n int) {
	if !cpu.X86.V3 || !c.isKnown() {
		c.laneStepsGeneric(s, steps, tables, n)
		return
	}
	for len(steps) > 0 {
		some, count := &steps[0], min(len(steps), laneStepsAtOnce)
		switch {
		case cpu.X86.IFMA && c.isE:
			laneStepsE(s, some, uint64(count), tables, room)
		case cpu.X86.IFMA:
			laneStepsS(s, some, uint64(count), tables, room)
		case c.isE:
			floatStepsE(s, some, uint64(count), tables, room)
		default:
			floatStepsS(s, some, uint64(count), tables, room)
		}
		steps = steps[count:]
	}
}

// laneStepsAtOnce is how many steps take some 50 µs with doubles, and half of that with IFMA, since a call cannot be interrupted.
const laneStepsAtOnce = 40

// varTimeLaneSqrNMul sets z = x^(2^e)·y in the first n lanes at least, for e >= 1.
func (c *Curve) varTimeLaneSqrNMul(z, x *lanePair, e uint64, y *lanePair, room *laneRoom, n int) {
	switch {
	case !cpu.X86.V3 || !c.isKnown():
		c.p.SqrNMulLanes(z, x, e, y)
	case cpu.X86.IFMA && c.isE:
		laneSqrNMulE(z, x, e, y)
	case cpu.X86.IFMA:
		laneSqrNMulS(z, x, e, y)
	default:
		for half := range uint64(field.HalvesFor(n)) {
			if c.isE {
				floatSqrNMulE(z, x, e, y, half, room)
			} else {
				floatSqrNMulS(z, x, e, y, half, room)
			}
		}
	}
}
