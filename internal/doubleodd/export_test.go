// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// For the tests outside the package.

// Small returns a curve with the equation of c modulo whatever divides
// (2^256 - fold)/2, for the formulas only.
func (c *Curve) Small(fold uint64) *Curve { return &Curve{p: field.Modulus(fold), isE: c.isE} }

func (c *Curve) IsE() bool { return c.isE }

// Extended returns the point with the coordinates E, Z, U, T, on the curve or not.
func Extended(c [4]field.Element) *Point { return &Point{c[0], c[1], c[2], c[3]} }

// Coordinates returns E, Z, U, T.
func (v *Point) Coordinates() [4]field.Element { return [4]field.Element{v.e, v.z, v.u, v.t} }

// AddAffine sets v = v + (e, u, t).
func (c *Curve) AddAffine(v *Point, q [3]field.Element) {
	c.addAffine(v, &affine{q[0], q[1], q[2]}, 0)
}

// Zeta sets v = ζ(q).
func (c *Curve) Zeta(v, q *Point) { c.zeta(v, q) }

// Split is split.
func Split(k *scalar.Scalar) (k0, k1 [2]uint64, n0, n1 int) { return split(k) }

// CombTable and OddTable return the tables of multiples of the generator.
func (c *Curve) CombTable() (table [13][16][3]field.Element) {
	for j := range table {
		for i := range table[j] {
			q := &c.comb[j][i]
			table[j][i] = [3]field.Element{q.e, q.u, q.t}
		}
	}
	return table
}

func (c *Curve) OddTable() (table [2][1 << (oddWidth - 2)][3]field.Element) {
	for j := range table {
		for i := range table[j] {
			q := &c.odd[j][i]
			table[j][i] = [3]field.Element{q.e, q.u, q.t}
		}
	}
	return table
}

const OddStep = oddStep
