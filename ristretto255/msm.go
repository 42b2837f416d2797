// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import "secant.example/edwards25519"

// MultiScalarMult sets e = [s_0]x_0 + [s_1]x_1 + ... and returns e: the scalars
// and the elements are secret, their number is not. Like its namesake in
// github.com/gtank/ristretto255 it panics if the two slices differ in length.
func (e *Element) MultiScalarMult(s []*Scalar, x []*Element) *Element {
	if len(s) != len(x) {
		panic("ristretto255: MultiScalarMult of slices that differ in length")
	}
	scalars, points := unwrap(s, x)
	e.p.MultiScalarMult(scalars, points)
	return e
}

// VarTimeMultiScalarMult sets e = [s_0]x_0 + [s_1]x_1 + ... and returns e, in
// variable time. Like its namesake in github.com/gtank/ristretto255 it panics if
// the two slices differ in length.
func (e *Element) VarTimeMultiScalarMult(s []*Scalar, x []*Element) *Element {
	if len(s) != len(x) {
		panic("ristretto255: VarTimeMultiScalarMult of slices that differ in length")
	}
	scalars, points := unwrap(s, x)
	e.p.VarTimeMultiScalarMult(scalars, points)
	return e
}

func unwrap(s []*Scalar, x []*Element) ([]*edwards25519.Scalar, []*edwards25519.Point) {
	scalars := make([]*edwards25519.Scalar, len(s))
	points := make([]*edwards25519.Point, len(x))
	for i := range s {
		scalars[i], points[i] = &s[i].s, &x[i].p
	}
	return scalars, points
}
