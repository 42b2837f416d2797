// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import curve "secant.example/internal/edwards25519"

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

// AddExpanded adds the term [s]x. It does not copy x, which must not change
// before [VarTimeMSM.Reset].
func (m *VarTimeMSM) AddExpanded(s *Scalar, x *ExpandedElement) {
	m.sum.AddExpanded(s.scalar(), x.checked())
}
