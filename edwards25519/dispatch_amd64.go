// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package edwards25519

import (
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
	switch {
	case cpu.X86.IFMA:
		vectorDoubleAdd(v, uint64(n), q, bit(subtract))
	case cpu.X86.ADX:
		if n > 0 {
			pointDouble(v, uint64(n))
		}
		if subtract {
			pointSub(v, q, bit(withT))
		} else {
			pointAdd(v, q, bit(withT))
		}
	default:
		v.doubleAddGeneric(n, q, subtract, withT)
	}
}

// doubleAddAffine is doubleAdd for a point with Z = 1.
func (v *Point) doubleAddAffine(n int, q *affineCached, subtract, withT bool) {
	switch {
	case cpu.X86.IFMA:
		vectorDoubleAddAffine(v, uint64(n), q, bit(subtract))
	case cpu.X86.ADX:
		if n > 0 {
			pointDouble(v, uint64(n))
		}
		if subtract {
			pointSubAffine(v, q, bit(withT))
		} else {
			pointAddAffine(v, q, bit(withT))
		}
	default:
		v.doubleAddAffineGeneric(n, q, subtract, withT)
	}
}

// doubleAddAll sets v = [2^n]v plus the sum of the terms, of which there is at
// least one, but v.t only if withT. n and the signs are public.
func (v *Point) doubleAddAll(n int, terms []addTerm, withT bool) {
	if cpu.X86.IFMA {
		vectorDoubleAddAll(v, uint64(n), &terms[0], uint64(len(terms)))
	} else {
		v.doubleAddAllGeneric(n, terms, withT)
	}
}

// addEach sets V = V ± Q for each of the pairs, of which there is at least one, in
// order. The signs are public.
func addEach(pairs []addPair) {
	if cpu.X86.IFMA {
		vectorAddEach(&pairs[0], uint64(len(pairs)))
	} else {
		addEachGeneric(pairs)
	}
}

// combColumn is described at combColumnGeneric.
func (v *Point) combColumn(table *combTables, digits *[recode.CombBlocks]combDigit, withT bool) {
	if cpu.X86.IFMA {
		vectorComb(v, table, digits)
	} else {
		v.combColumnGeneric(table, digits, withT)
	}
}

// selectFrom sets c to table[index-1], the identity if index is 0, and changes
// its sign if negate is 1.
func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	if cpu.X86.AVX2 {
		selectCached(c, table, uint64(index), uint64(negate))
	} else {
		selectCachedGeneric(c, table, index, negate)
	}
}

// selectFrom sets c to table[index], and changes its sign if negate is 1.
func (c *affineCached) selectFrom(table *[16]affineCached, index, negate int) {
	if cpu.X86.AVX2 {
		selectAffine(c, table, uint64(index), uint64(negate))
	} else {
		selectAffineGeneric(c, table, index, negate)
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
