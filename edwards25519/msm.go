// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"sync"

	curve "secant.example/internal/edwards25519"
)

// A VarTimeMSM computes [x_0]q_0 + [x_1]q_1 + ... in variable time. Its methods
// collect the terms, and Sum adds them up: small sums by the algorithm of Straus,
// large ones by that of Pippenger. A scalar of half the bits takes half the time.
//
// The zero value is ready for use. A VarTimeMSM keeps its memory: with Workers at 0 or
// 1, once it has computed a small and a large sum of the largest sizes, it allocates
// nothing. That is 2 KiB for each of up to 200 terms, and 300 bytes for each of many.
// It may not be used by several goroutines at the same time.
type VarTimeMSM struct {
	// Workers bounds the goroutines that Sum uses at the same time; at 0 and 1
	// there is only that of the caller. Sums of less than about 200 points always
	// use one.
	Workers int

	sum curve.VarTimeMSM
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.sum.Len() }

// Add adds the term [x]q. Scalars are integers in [0, l): for a point q that is
// not in the subgroup of order l, [-x]q is not the negative of [x]q.
func (m *VarTimeMSM) Add(x *Scalar, q *Point) {
	m.sum.Add(x.scalar(), q.point())
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

// AddBase adds the term [x]B, where B is the generator.
func (m *VarTimeMSM) AddBase(x *Scalar) { m.sum.AddBase(x.scalar()) }

// AddExpanded adds the term [x]q. It does not copy q, which must not change
// before [VarTimeMSM.Reset].
func (m *VarTimeMSM) AddExpanded(x *Scalar, q *ExpandedPoint) {
	m.sum.AddExpanded(x.scalar(), q.checked())
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM) Sum(v *Point) *Point {
	m.sum.Workers = m.Workers
	m.sum.Sum(v.receiver())
	return v
}

// An MSM computes [x_0]q_0 + [x_1]q_1 + ... in constant time: only the number of
// terms is not secret. The zero value is ready for use. An MSM keeps its memory:
// once it has computed the largest sum, it allocates nothing. It may not be
// used by several goroutines at the same time.
type MSM struct {
	sum curve.MSM
}

// Reset removes all terms, overwrites the memory that m has, and keeps it. Memory that
// m let go of when it grew is not overwritten: call Grow first where that matters.
func (m *MSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM) Len() int { return m.sum.Len() }

// Add adds the term [x]q.
func (m *MSM) Add(x *Scalar, q *Point) {
	m.sum.Add(x.scalar(), q.point())
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
	m.sum.Sum(v.receiver())
	return v
}

// The memory of the functions below, each with no terms and, for secret ones, nothing of
// those that it had.
var (
	sums        = sync.Pool{New: func() any { return new(MSM) }}
	varTimeSums = sync.Pool{New: func() any { return new(VarTimeMSM) }}
)

// MultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v: the scalars
// are secret, their number is not. Like its namesake in filippo.io/edwards25519
// it panics if the two slices differ in length; [MSM] does not, and keeps its memory.
func (v *Point) MultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("edwards25519: MultiScalarMult of slices that differ in length")
	}
	m := sums.Get().(*MSM)
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	m.Sum(v)
	m.Reset()
	sums.Put(m)
	return v
}

// VarTimeMultiScalarMult sets v = [x_0]q_0 + [x_1]q_1 + ... and returns v, in
// variable time. Like its namesake in filippo.io/edwards25519 it panics if the
// two slices differ in length; [VarTimeMSM] does not, and keeps its memory.
func (v *Point) VarTimeMultiScalarMult(scalars []*Scalar, points []*Point) *Point {
	if len(scalars) != len(points) {
		panic("edwards25519: VarTimeMultiScalarMult of slices that differ in length")
	}
	m := varTimeSums.Get().(*VarTimeMSM)
	m.Grow(len(points))
	for i, q := range points {
		m.Add(scalars[i], q)
	}
	m.Sum(v)
	m.Reset()
	varTimeSums.Put(m)
	return v
}
