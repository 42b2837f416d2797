// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"sync"

	curve "secant.example/internal/edwards25519"
)

// The memory of the functions below, each with no terms and, for secret ones, nothing of
// those that it had.
var (
	sums        = sync.Pool{New: func() any { return new(MSM) }}
	varTimeSums = sync.Pool{New: func() any { return new(VarTimeMSM) }}
)

// MultiScalarMult sets e = [s_0]x_0 + [s_1]x_1 + ... and returns e: the scalars
// and the elements are secret, their number is not. Like its namesake in
// github.com/gtank/ristretto255 it panics if the two slices differ in length;
// [MSM] does not, and keeps its memory.
func (e *Element) MultiScalarMult(s []*Scalar, x []*Element) *Element {
	if len(s) != len(x) {
		panic("ristretto255: MultiScalarMult of slices that differ in length")
	}
	m := sums.Get().(*MSM)
	m.Grow(len(x))
	for i := range x {
		m.Add(s[i], x[i])
	}
	m.Sum(e)
	m.Reset()
	sums.Put(m)
	return e
}

// VarTimeMultiScalarMult sets e = [s_0]x_0 + [s_1]x_1 + ... and returns e, in
// variable time. Like its namesake in github.com/gtank/ristretto255 it panics if
// the two slices differ in length; [VarTimeMSM] does not, and keeps its memory.
func (e *Element) VarTimeMultiScalarMult(s []*Scalar, x []*Element) *Element {
	if len(s) != len(x) {
		panic("ristretto255: VarTimeMultiScalarMult of slices that differ in length")
	}
	m := varTimeSums.Get().(*VarTimeMSM)
	m.Grow(len(x))
	for i := range x {
		m.Add(s[i], x[i])
	}
	m.Sum(e)
	m.Reset()
	varTimeSums.Put(m)
	return e
}

// An MSM computes [s_0]x_0 + [s_1]x_1 + ... in constant time: only the number of
// terms is not secret. The zero value is ready for use. An MSM keeps its memory:
// once it has computed the largest sum, it allocates nothing. It may not be
// used by several goroutines at the same time.
type MSM struct{ sum curve.MSM }

// Reset removes all terms, overwrites the memory that m has, and keeps it. Memory that
// m let go of when it grew is not overwritten: call Grow first where that matters.
func (m *MSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *MSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *MSM) Len() int { return m.sum.Len() }

// Add adds the term [s]x.
func (m *MSM) Add(s *Scalar, x *Element) {
	m.sum.Add(s.scalar(), x.point())
}

// AddSlices adds the terms [s[i]]x[i]. If the slices differ in length it returns
// an error and adds nothing.
func (m *MSM) AddSlices(s []Scalar, x []Element) error {
	if len(s) != len(x) {
		return errLengths
	}
	m.Grow(len(x))
	for i := range x {
		m.Add(&s[i], &x[i])
	}
	return nil
}

// Sum sets e to the sum of the terms and returns e. The terms stay.
func (m *MSM) Sum(e *Element) *Element {
	m.sum.Sum(e.receiver())
	return e
}

// A VarTimeMSM computes [s_0]x_0 + [s_1]x_1 + ... in variable time. Its methods
// collect the terms, and Sum adds them up: small sums by the algorithm of Straus,
// large ones by that of Pippenger. A scalar of half the bits takes half the time.
//
// The zero value is ready for use. A VarTimeMSM keeps its memory: with Workers at 0 or
// 1, once it has computed a small and a large sum of the largest sizes, it allocates
// nothing. It may not be used by several goroutines at the same time.
type VarTimeMSM struct {
	// Workers bounds the goroutines that Sum uses at the same time; at 0 and 1
	// there is only that of the caller, as always for small sums.
	Workers int

	sum curve.VarTimeMSM
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() { m.sum.Reset() }

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) { m.sum.Grow(n) }

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.sum.Len() }

// Add adds the term [s]x.
func (m *VarTimeMSM) Add(s *Scalar, x *Element) {
	m.sum.Add(s.scalar(), x.point())
}

// AddBase adds the term [s]B, where B is the generator.
func (m *VarTimeMSM) AddBase(s *Scalar) { m.sum.AddBase(s.scalar()) }

// AddExpanded adds the term [s]x. It does not copy x, which must not change
// before [VarTimeMSM.Reset].
func (m *VarTimeMSM) AddExpanded(s *Scalar, x *ExpandedElement) {
	m.sum.AddExpanded(s.scalar(), x.checked())
}

// AddSlices adds the terms [s[i]]x[i]. If the slices differ in length it returns
// an error and adds nothing.
func (m *VarTimeMSM) AddSlices(s []Scalar, x []Element) error {
	if len(s) != len(x) {
		return errLengths
	}
	m.Grow(len(x))
	for i := range x {
		m.Add(&s[i], &x[i])
	}
	return nil
}

// Sum sets e to the sum of the terms and returns e. The terms stay.
func (m *VarTimeMSM) Sum(e *Element) *Element {
	m.sum.Workers = m.Workers
	m.sum.Sum(e.receiver())
	return e
}

// An ExpandedElement is an element with a table of its multiples, in 4,096 bytes: for
// elements that appear in many sums in variable time, such as the bases of commitments. Its
// zero value is not valid, and may be used only as a receiver of Set.
type ExpandedElement struct{ table curve.ExpandedPoint }

// checked returns the table of v, and panics if v is the zero value.
func (v *ExpandedElement) checked() *curve.ExpandedPoint {
	if !v.table.IsValid() {
		panic("ristretto255: use of an uninitialized ExpandedElement")
	}
	return &v.table
}

// Set sets v to e and returns v.
func (v *ExpandedElement) Set(e *Element) *ExpandedElement {
	v.table.Set(e.point())
	return v
}

// Element sets e to the element that v is, and returns e.
func (v *ExpandedElement) Element(e *Element) *Element {
	v.checked().Point(e.receiver())
	return e
}
