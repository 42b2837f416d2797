// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dogroup

import (
	"secant.example/internal/doubleodd"
	"secant.example/internal/msm"
)

// A VarTimeMSM computes [x_0]q_0 + [x_1]q_1 + ... in variable time. Its methods
// collect the terms, and Sum adds them up: small sums by the algorithm of Straus,
// large ones by that of Pippenger. A scalar of half the bits takes half the time.
//
// The zero value is ready for use. A VarTimeMSM keeps its memory: with Workers at 0 or
// 1, once it has computed a small and a large sum of the largest sizes, it allocates
// nothing. It may not be used by several goroutines at the same time.
type VarTimeMSM[G Group] struct {
	// Workers bounds the goroutines that Sum uses at the same time; at 0 and 1
	// there is only that of the caller, as always for small sums.
	Workers int

	sum msm.VarTime[doubleodd.Point, doubleodd.Point, doubleodd.Group[G]]
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM[G]) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *VarTimeMSM[G]) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *VarTimeMSM[G]) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *VarTimeMSM[G]) Add(x *Scalar[G], q *Point[G]) {
	check(q)
	limbs := x.s.Limbs()
	m.sum.Append(&limbs, &q.q)
}

// AddSlices adds the terms [xs[i]]qs[i]. If the slices differ in length it
// returns an error and adds nothing.
func (m *VarTimeMSM[G]) AddSlices(xs []Scalar[G], qs []Point[G]) error {
	if len(xs) != len(qs) {
		return Of[G]().ErrLengths
	}
	m.Grow(len(xs))
	for i := range xs {
		m.Add(&xs[i], &qs[i])
	}
	return nil
}

// AddBase adds the term [x]G, where G is the generator.
func (m *VarTimeMSM[G]) AddBase(x *Scalar[G]) {
	limbs := x.s.Limbs()
	m.sum.AppendFixed(&limbs, Of[G]().Curve.FixedBase())
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM[G]) Sum(v *Point[G]) *Point[G] {
	m.sum.Workers = m.Workers
	v.q = *m.sum.Sum(msm.Fastest)
	return v
}

// An MSM computes [x_0]q_0 + [x_1]q_1 + ... in constant time: only the number of
// terms is not secret. The zero value is ready for use. An MSM keeps its memory:
// once it has computed the largest sum, it allocates nothing. It may not be
// used by several goroutines at the same time.
type MSM[G Group] struct {
	sum msm.Constant[doubleodd.Point, doubleodd.Point, doubleodd.Group[G]]
}

// Reset removes all terms, overwrites the memory that m has, and keeps it. Memory that
// m let go of when it grew is not overwritten: call Grow first where that matters.
func (m *MSM[G]) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM[G]) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM[G]) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *MSM[G]) Add(x *Scalar[G], q *Point[G]) {
	check(q)
	limbs := x.s.Limbs()
	m.sum.Append(&limbs, &q.q)
}

// AddSlices adds the terms [xs[i]]qs[i]. If the slices differ in length it
// returns an error and adds nothing.
func (m *MSM[G]) AddSlices(xs []Scalar[G], qs []Point[G]) error {
	if len(xs) != len(qs) {
		return Of[G]().ErrLengths
	}
	m.Grow(len(xs))
	for i := range xs {
		m.Add(&xs[i], &qs[i])
	}
	return nil
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *MSM[G]) Sum(v *Point[G]) *Point[G] {
	v.q = *m.sum.Sum()
	return v
}
