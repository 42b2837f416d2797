// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math/bits"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// Many independent operations at once, in variable time: what the verification of signatures that
// have nothing to do with each other is made of.

// VarTimeDecompressBatch sets v[i] to the point with x-coordinate x[i], in 32 bytes, big-endian, and
// y of the parity odd[i], 0 or 1, and ok[i] to true, or ok[i] to false and v[i] to the identity if
// x[i] is p or more or there is no such point. The slices must be of the same length. It takes
// variable time.
func VarTimeDecompressBatch(v []Point, x [][32]byte, odd []byte, ok []bool) {
	var xs, ys, ones [field.MaxRatios]field.Element
	var below, square [field.MaxRatios]int
	for i := range ones {
		ones[i] = field.One()
	}
	for len(v) > 0 {
		n := min(len(v), len(xs))
		for i := range n {
			below[i] = p.DecodeBE(&xs[i], &x[i])
			cubic(&ys[i], &xs[i])
		}
		// The even roots; 0 does not occur.
		done := varTimeRoots(ys[:n], square[:n])
		if done < n {
			p.SqrtRatios(ys[done:n], ys[done:n], ones[done:n], square[done:n])
		}
		for i := range n {
			v[i] = Point{}
			if ok[i] = below[i]&square[i] == 1; ok[i] {
				v[i] = Point{x: xs[i], y: ys[i], z: field.One()}
				p.CondNeg(&v[i].y, &ys[i], int(odd[i]))
			}
		}
		v, x, odd, ok = v[n:], x[n:], odd[n:], ok[n:]
	}
}

// VarTimeDoubleScalarBaseMultBatch sets v[i] = [a[i]]A[i] + [b[i]]G, as
// [Point.VarTimeDoubleScalarBaseMult] does, for any scalars and points. The slices must be of the
// same length; v may be A. It takes variable time: eight in little more than two take one by one with IFMA,
// sixteen in less than twice as much, and eight in less than five with AVX2.
func VarTimeDoubleScalarBaseMultBatch(v []Point, a []scalar.Scalar, A []Point, b []scalar.Scalar) {
	for i := multiplyLanes(v, a, A, b); i < len(v); i++ {
		v[i].VarTimeDoubleScalarBaseMult(&a[i], &A[i], &b[i])
	}
}

// BatchCost returns how long [VarTimeDoubleScalarBaseMultBatch] takes for k sums, in hundredths of
// [Point.VarTimeDoubleScalarBaseMult], as it was measured.
func BatchCost(k int) int {
	groups, cost := laneGroups(), 0
	for k >= groups.fewest {
		octets, c := groups.next(k)
		cost += c
		k -= min(k, octets*laneCount)
	}
	return cost + 100*k
}

// SumCost returns how long it takes to decode so many points with [VarTimeDecompressBatch], and to add up in a
// [VarTimeMSM] so many multiples below 2^128, as which others count twice, in hundredths of
// [Point.VarTimeDoubleScalarBaseMult], as it was measured.
func SumCost(decoded, short int) int {
	fewest, start, each, less := binGroups()
	decode := 10
	if _, lanes, inLanes := rootGroups(); decoded >= lanes {
		decode = inLanes
	}
	if short < fewest {
		// From some 200 on they take less, the more there are.
		sixths := 6*20 - 9*max(0, bits.Len(uint(short))-8)
		return 95 + decode*decoded + sixths*short/6
	}
	twentieths := each - less*(max(6, bits.Len(uint(short)))-6)
	return start + decode*decoded + twentieths*short/20
}

// VarTimeNormalizeBatch sets each of v to [Point.Normalize] of it, with one inversion for up to 64 of
// them, in variable time.
func VarTimeNormalizeBatch(v []Point) {
	var inverses, scratch [batchSize]field.Element
	for len(v) > 0 {
		size := min(batchSize, len(v))
		for i := range size {
			inverses[i] = v[i].z
		}
		p.InvBatchVarTime(inverses[:size], scratch[:size])
		for i := range size {
			v[i].normalizeWith(&inverses[i])
		}
		v = v[size:]
	}
}

// VarTimeNormalizeXBatch is [VarTimeNormalizeBatch], and sets x[i] and odd[i] as [Point.NormalizeX]
// does for v[i]. The slices must be of the same length.
func VarTimeNormalizeXBatch(v []Point, x [][32]byte, odd []byte) {
	VarTimeNormalizeBatch(v)
	for i := range v {
		p.EncodeBE(&x[i], &v[i].x)
		odd[i] = byte(p.IsNegative(&v[i].y))
	}
}
