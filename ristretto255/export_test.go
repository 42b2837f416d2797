// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
)

// Representatives of elements, for the tests outside the package.

// FromPoint returns the element that q represents.
func FromPoint(q *edwards25519.Point) *Element { return &Element{p: *q} }

// Point returns the representative of e.
func (e *Element) Point() *edwards25519.Point { return &e.p }

// Map returns the image of the 255-bit little-endian integer t under MAP.
func Map(t *[32]byte) *Element {
	var m mapper
	var u, v, root field.Element
	m.start(&u, &v, t)
	square := p.SqrtRatio(&root, &u, &v)
	e := new(Element)
	m.finish(&e.p, &v, &root, square)
	return e
}

const BatchSize = batchSize
