// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import curve "secant.example/internal/edwards25519"

// Representatives of elements, for the tests outside the package.

// FromPoint returns the element that q represents.
func FromPoint(q *curve.Point) *Element {
	e := new(Element)
	*e.receiver() = *q
	return e
}

// Point returns the representative of e.
func (e *Element) Point() *curve.Point { return e.receiver() }
