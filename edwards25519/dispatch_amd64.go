// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package edwards25519

import "secant.example/internal/cpu"

// double sets v = [2^n]v, for n >= 1. It does not read v.t.
func (v *Point) double(n int) {
	if cpu.X86.ADX {
		pointDouble(v, uint64(n))
	} else {
		v.doubleGeneric(n)
	}
}

// add sets v = v + q, but v.t only if withT.
func (v *Point) add(q *cached, withT bool) {
	if cpu.X86.ADX {
		pointAdd(v, q, bit(withT))
	} else {
		v.addGeneric(q, withT)
	}
}

// subtract sets v = v - q, but v.t only if withT.
func (v *Point) subtract(q *cached, withT bool) {
	if cpu.X86.ADX {
		pointSub(v, q, bit(withT))
	} else {
		v.subtractGeneric(q, withT)
	}
}

// addAffine sets v = v + q, but v.t only if withT.
func (v *Point) addAffine(q *affineCached, withT bool) {
	if cpu.X86.ADX {
		pointAddAffine(v, q, bit(withT))
	} else {
		v.addAffineGeneric(q, withT)
	}
}

// subtractAffine sets v = v - q, but v.t only if withT.
func (v *Point) subtractAffine(q *affineCached, withT bool) {
	if cpu.X86.ADX {
		pointSubAffine(v, q, bit(withT))
	} else {
		v.subtractAffineGeneric(q, withT)
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
