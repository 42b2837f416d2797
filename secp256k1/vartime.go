// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import "secant.example/internal/field"

// varTimeAdd sets v = v + q, or v - q if negative, for any v and q, in variable time.
func (v *Point) varTimeAdd(q *Point, negative bool) {
	if p.IsZero(&q.z) == 1 {
		return
	}
	var minus Point
	if negative {
		q = minus.Negate(q)
	}
	if p.IsZero(&v.z) == 1 {
		*v = *q
		return
	}
	sum := *v
	if q.z == field.One() {
		sum.addAffine(&affine{q.x, q.y})
	} else {
		sum.add(q)
	}
	if p.IsZero(&sum.z)&p.IsZero(&sum.x) == 1 { // v = q
		v.double(1)
		return
	}
	*v = sum
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G, where G is the generator, and
// returns v, in variable time.
func (v *Point) VarTimeDoubleScalarBaseMult(a *Scalar, A *Point, b *Scalar) *Point {
	var q Point
	q.ScalarMult(a, A)
	v.ScalarBaseMult(b)
	v.varTimeAdd(&q, false)
	return v
}
