// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import curve "secant.example/internal/edwards25519"

// A BaseTable holds multiples of a point, for many products with it in constant
// time, which take less than a quarter of the time of [Point.ScalarMult]. It has
// 20 KiB; setting one up takes as long as four products without it. Its zero
// value is not valid, and may be used only as a receiver of Set.
type BaseTable curve.BaseTable

// Set sets t to the table of q and returns t.
func (t *BaseTable) Set(q *Point) *BaseTable {
	(*curve.BaseTable)(t).Set(q.point())
	return t
}

// ScalarMultTable sets v = [x]q, for the point q of the table, and returns v.
func (v *Point) ScalarMultTable(x *Scalar, t *BaseTable) *Point {
	table := (*curve.BaseTable)(t)
	if !table.IsValid() {
		panic("edwards25519: use of an uninitialized BaseTable")
	}
	v.receiver().ScalarMultTable(x.scalar(), table)
	return v
}

// An ExpandedPoint is a point with precomputed multiples: the odd ones up to 15 of
// A, [2^32]A, [2^64]A, ..., [2^224]A, in 8,192 bytes. Products with it, in variable
// time, take 32 doublings instead of 253. Setting one up takes about as long as
// one product without it. Its zero value is not valid, and may be used only as a receiver of
// Set.
type ExpandedPoint curve.ExpandedPoint

// checked returns e, and panics if it is the zero value.
func (e *ExpandedPoint) checked() *curve.ExpandedPoint {
	table := (*curve.ExpandedPoint)(e)
	if !table.IsValid() {
		panic("edwards25519: use of an uninitialized ExpandedPoint")
	}
	return table
}

// Set sets e to A, expanded, and returns e.
func (e *ExpandedPoint) Set(A *Point) *ExpandedPoint {
	(*curve.ExpandedPoint)(e).Set(A.point())
	return e
}

// Point sets v to the point that was expanded and returns v.
func (e *ExpandedPoint) Point(v *Point) *Point {
	e.checked().Point(v.receiver())
	return v
}

// VarTimeDoubleScalarBaseMultExpanded sets v = [a]A + [b]B, where B is the
// generator, and returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMultExpanded(a *Scalar, A *ExpandedPoint, b *Scalar) *Point {
	v.receiver().VarTimeDoubleScalarBaseMultExpanded(a.scalar(), A.checked(), b.scalar())
	return v
}
