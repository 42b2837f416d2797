// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"errors"

	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// operand is the second operand of an addition in sums of multiples: a point, with -X
// instead of X. Its zero value is the identity.
type operand struct {
	affine affine // if z = 1
	z      field.Element
}

// set sets q = v.
func (q *operand) set(v *Point) {
	p.Neg(&q.affine.minusX, &v.x)
	q.affine.y, q.z = v.y, v.z
}

// point sets v = q.
func (q *operand) point(v *Point) {
	p.Neg(&v.x, &q.affine.minusX)
	v.y, v.z = q.affine.y, q.z
}

// group is the [msm.Group] of the curve, in constant time.
type group struct{}

func (group) Identity(v *Point) { *v = Point{} }

func (group) Set(v *Point, q *operand, negative bool) {
	q.point(v)
	if negative {
		v.Negate(v)
	}
}

func (group) Prepare(q *operand, v *Point) { q.set(v) }

func (group) Double(v *Point, n int) { v.double(n) }

func (g group) Add(v *Point, n int, q *operand, negative, _ bool) {
	if n > 0 {
		v.double(n)
	}
	var t Point
	g.Set(&t, q, negative)
	v.Add(v, &t)
}

func (g group) AddAll(v *Point, n int, terms []msm.Term[operand], _ bool) {
	for i := range terms {
		g.Add(v, n, terms[i].Q, terms[i].Negative == 1, false)
		n = 0
	}
}

func (g group) AddEach(pairs []msm.Pair[Point, operand]) {
	for i := range pairs {
		g.Add(pairs[i].V, 0, pairs[i].Q, pairs[i].Negative == 1, false)
	}
}

func (group) Select(q *operand, table *[8]operand, index, negate int) {
	var t operand
	for i := range table {
		match := equal(index, i+1)
		t.affine.minusX.Select(&table[i].affine.minusX, &t.affine.minusX, match)
		t.affine.y.Select(&table[i].affine.y, &t.affine.y, match)
		t.z.Select(&table[i].z, &t.z, match)
	}
	p.CondNeg(&t.affine.y, &t.affine.y, negate)
	*q = t
}

// varTimeGroup is the [msm.Group] of the curve, in variable time.
type varTimeGroup struct{ group }

func (varTimeGroup) Add(v *Point, n int, q *operand, negative, _ bool) {
	if n > 0 {
		v.double(n)
	}
	v.varTimeAdd(q, negative)
}

func (varTimeGroup) AddAll(v *Point, n int, terms []msm.Term[operand], _ bool) {
	if n > 0 {
		v.double(n)
	}
	for i := range terms {
		v.varTimeAdd(terms[i].Q, terms[i].Negative == 1)
	}
}

func (varTimeGroup) AddEach(pairs []msm.Pair[Point, operand]) {
	for i := range pairs {
		pairs[i].V.varTimeAdd(pairs[i].Q, pairs[i].Negative == 1)
	}
}

// varTimeAdd sets v = v + q, or v - q if negative, for any v and q, in variable time.
func (v *Point) varTimeAdd(q *operand, negative bool) {
	if q.z == field.One() && v.IsIdentity() == 0 {
		s := [1]step{{q: &q.affine}}
		if negative {
			s[0].flags = stepNegative
		}
		if v.steps(&q.z, s[:]) == 0 {
			return
		}
	}
	var w Point
	q.point(&w)
	if negative {
		w.Negate(&w)
	}
	switch {
	case w.IsIdentity() == 1:
		return
	case v.IsIdentity() == 1:
		*v = w
		return
	}
	sum := *v
	if sum.add(&w); sum.IsIdentity()&p.IsZero(&sum.x) == 1 { // v = w
		v.double(1)
		return
	}
	*v = sum
}

var errLengths = errors.New("secp256k1: slices differ in length")

// A VarTimeMSM computes [x_0]q_0 + [x_1]q_1 + ... in variable time. Its methods
// collect the terms, and Sum adds them up: small sums by the algorithm of Straus,
// large ones by that of Pippenger. A scalar of half the bits takes half the time;
// points whose Z is 1, which all have after decoding and after [NormalizeBatch], take
// less than others.
//
// The zero value is ready for use. A VarTimeMSM keeps its memory: with Workers at
// 0 or 1, once it has computed the largest sum, it allocates nothing. It may not be
// used by several goroutines at the same time.
type VarTimeMSM struct {
	// Workers bounds the goroutines that Sum uses at the same time; at 0 and 1
	// there is only that of the caller. Sums of less than about 250 points always
	// use one.
	Workers int

	sum msm.VarTime[Point, operand, varTimeGroup]
	n   int // of terms, each of which is one or two of sum
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() {
	m.sum.Reset()
	m.n = 0
}

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) { m.sum.Grow(2 * n) }

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.n }

// Add adds the term [x]q.
func (m *VarTimeMSM) Add(x *Scalar, q *Point) {
	var t operand
	t.set(q)
	limbs := x.s.Limbs()
	if limbs[2]|limbs[3] == 0 {
		m.sum.Append(&limbs, &t)
		m.n++
		return
	}
	// [x]q = [k1]q + [k2]([lambda]q), of half the bits.
	var halves [2]recode.Half
	recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
	for i := range halves {
		if i == 1 {
			p.Mul(&t.affine.minusX, &t.affine.minusX, &beta)
		}
		abs, negative := halves[i].Abs()
		term := t
		p.CondNeg(&term.affine.y, &t.affine.y, negative)
		m.sum.Append(&abs, &term)
	}
	m.n++
}

// AddSlices adds the terms [xs[i]]qs[i]. If the slices differ in length it
// returns an error and adds nothing.
func (m *VarTimeMSM) AddSlices(xs []Scalar, qs []Point) error {
	if len(xs) != len(qs) {
		return errLengths
	}
	m.Grow(len(xs))
	for i := range xs {
		m.Add(&xs[i], &qs[i])
	}
	return nil
}

// AddBase adds the term [x]G, where G is the generator.
func (m *VarTimeMSM) AddBase(x *Scalar) { m.Add(x, &generator) }

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM) Sum(v *Point) *Point {
	m.sum.Workers = m.Workers
	*v = *m.sum.Sum(msm.Fastest)
	return v
}

// An MSM computes [x_0]q_0 + [x_1]q_1 + ... in constant time: only the number of
// terms is not secret. The zero value is ready for use. An MSM keeps its memory:
// once it has computed the largest sum, it allocates nothing. It may not be
// used by several goroutines at the same time.
type MSM struct {
	sum msm.Constant[Point, operand, group]
}

// Reset removes all terms, and overwrites them in the memory that m keeps. What m
// let go of when it grew is not overwritten: [MSM.Grow] first avoids that.
func (m *MSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *MSM) Add(x *Scalar, q *Point) {
	// [x]q = [n-x](-q), and one of x and n-x is below 2^255.
	high := x.IsHigh()
	var k Scalar
	var c operand
	c.set(q)
	p.CondNeg(&c.affine.y, &c.affine.y, high)
	limbs := k.CondNegate(x, high).s.Limbs()
	m.sum.Append(&limbs, &c)
}

// AddSlices adds the terms [xs[i]]qs[i]. If the slices differ in length it
// returns an error and adds nothing.
func (m *MSM) AddSlices(xs []Scalar, qs []Point) error {
	if len(xs) != len(qs) {
		return errLengths
	}
	m.Grow(len(xs))
	for i := range xs {
		m.Add(&xs[i], &qs[i])
	}
	return nil
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *MSM) Sum(v *Point) *Point {
	*v = *m.sum.Sum()
	return v
}

// MultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v: the scalars
// are secret, their number is not. It panics if the two slices differ in length;
// [MSM] does not, and keeps its memory.
func (v *Point) MultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("secp256k1: MultiScalarMult of slices that differ in length")
	}
	var m MSM
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	m.Sum(v)
	m.Reset()
	return v
}

// VarTimeMultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v, in
// variable time. It panics if the two slices differ in length; [VarTimeMSM] does
// not, and keeps its memory.
func (v *Point) VarTimeMultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("secp256k1: VarTimeMultiScalarMult of slices that differ in length")
	}
	var m VarTimeMSM
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	return m.Sum(v)
}
