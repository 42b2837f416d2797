// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package edwards25519

import (
	"unsafe"

	"secant.example/internal/cpu"
	"secant.example/internal/recode"
)

// double sets v = [2^n]v, for n >= 1. It does not read v.t.
func (v *Point) double(n int) {
	switch {
	case cpu.X86.IFMA:
		vectorDouble(v, uint64(n))
	case cpu.X86.ADX:
		pointDouble(v, uint64(n))
	default:
		v.doubleGeneric(n)
	}
}

// doubleAdd sets v = [2^n]v + q, or [2^n]v - q if subtract, but v.t only if
// withT. n and subtract are public.
func (v *Point) doubleAdd(n int, q *cached, subtract, withT bool) {
	if !cpu.X86.IFMA && !cpu.X86.ADX {
		v.doubleAddGeneric(n, q, subtract, withT)
		return
	}
	s := step{q: q, negative: uint32(bit(subtract))}
	if cpu.X86.IFMA {
		vectorSum(v, uint64(n), &s, 1, bit(withT))
	} else {
		pointSum(v, uint64(n), &s, 1, bit(withT))
	}
}

// sumSteps sets v = [2^n]v and takes the steps, of which there is at least one, but
// sets v.t only if withT. It is variable-time.
func (v *Point) sumSteps(n int, steps []step, withT bool) {
	switch {
	case cpu.X86.IFMA:
		vectorSum(v, uint64(n), &steps[0], uint64(len(steps)), bit(withT))
	case cpu.X86.ADX:
		pointSum(v, uint64(n), &steps[0], uint64(len(steps)), bit(withT))
	default:
		v.sumGeneric(n, steps, withT)
	}
}

// doubleAddAll sets v = [2^n]v plus the sum of the terms, of which there is at
// least one, but v.t only if withT. n and the signs are public.
func (v *Point) doubleAddAll(n int, terms []addTerm, withT bool) {
	// A term is in memory what a step without doublings is.
	v.sumSteps(n, unsafe.Slice((*step)(unsafe.Pointer(&terms[0])), len(terms)), withT)
}

// addEach sets V = V ± Q for each of the pairs, of which there is at least one, in
// order. The signs are public.
func addEach(pairs []addPair) {
	switch {
	case cpu.X86.IFMA:
		vectorAddEach(&pairs[0], uint64(len(pairs)))
	case cpu.X86.ADX:
		pointAddEach(&pairs[0], uint64(len(pairs)))
	default:
		addEachGeneric(pairs)
	}
}

// addComb is described at combGeneric.
func (v *Point) addComb(table *combTables, digits *recode.CombDigits) {
	switch {
	case cpu.X86.IFMA:
		vectorComb(v, table, digits)
	case cpu.X86.ADX:
		pointComb(v, table, digits)
	default:
		v.combGeneric(table, digits)
	}
}

// addWindows is described at windowsGeneric.
func (v *Point) addWindows(table *[8]cached, digits *[64]digit) {
	switch {
	case cpu.X86.IFMA:
		vectorWindows(v, table, digits)
	case cpu.X86.ADX:
		pointWindows(v, table, digits)
	default:
		v.windowsGeneric(table, digits)
	}
}

// selectFrom sets c to table[index-1], the identity if index is 0, and changes
// its sign if negate is 1.
func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	selectCached(c, table, uint64(index), uint64(negate))
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
