// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// The formulas on coordinates, for the tests outside the package.

// Extended returns the point with the coordinates X, Y, Z, T, on the curve or not.
func Extended(c [4]field.Element) *Point { return &Point{x: c[0], y: c[1], z: c[2], t: c[3]} }

// Coordinates returns X, Y, Z, T.
func (v *Point) Coordinates() [4]field.Element { return [4]field.Element{v.x, v.y, v.z, v.t} }

// An Operand is Y+X, Y-X, 2d·T, 2·Z of the second point of an addition, or of one
// with Z = 1.
type Operand [4]field.Element

func (o *Operand) cached() *cached { return &cached{o[0], o[1], o[2], o[3]} }

func (o *Operand) affine() *affineCached { return &affineCached{o[0], o[1], o[2]} }

// DoubleN sets v = [2^n]v.
func (v *Point) DoubleN(n int) { v.double(n) }

// DoubleAdd sets v = [2^n]v ± q.
func (v *Point) DoubleAdd(n int, q *Operand, subtract, withT bool) {
	v.doubleAdd(n, q.cached(), subtract, withT)
}

// SumSteps sets v = [2^n]v and then, for each of the operands, v = [2^doublings]v plus
// it, with the sign changed where negative is 1.
func (v *Point) SumSteps(n int, operands []Operand, negative, doublings []uint32, withT bool) {
	steps := make([]step, len(operands))
	for i := range steps {
		steps[i] = step{q: operands[i].cached(), negative: negative[i], doublings: doublings[i]}
	}
	v.sumSteps(n, steps, withT)
}

// DoubleAddAll sets v = [2^n]v plus the sum of the operands, with the sign changed
// where negative is 1.
func (v *Point) DoubleAddAll(n int, operands []Operand, negative []uint64, withT bool) {
	terms := make([]addTerm, len(operands))
	for i := range terms {
		terms[i] = addTerm{Q: operands[i].cached(), Negative: negative[i]}
	}
	v.doubleAddAll(n, terms, withT)
}

// AddEach sets *points[i] to itself plus operands[i], with the sign changed where
// negative is 1, in order.
func AddEach(points []*Point, operands []Operand, negative []uint64) {
	pairs := make([]addPair, len(points))
	for i := range pairs {
		pairs[i] = addPair{V: points[i], Q: operands[i].cached(), Negative: negative[i]}
	}
	addEach(pairs)
}

const CombBlocks, CombColumns = recode.CombBlocks, recode.CombColumns

// AddComb sets v = [8]v plus the comb's sum for the tables and digits.
func (v *Point) AddComb(table *[CombBlocks][16]Operand, digits *recode.CombDigits) {
	var t combTables
	for j := range t {
		for i := range t[j] {
			t[j][i] = *table[j][i].affine()
		}
	}
	v.addComb(&t, digits)
}

// AddWindows sets v = [16^63]v plus the sum for the table and digits.
func (v *Point) AddWindows(table *[8]Operand, digits *[64]recode.CombDigit) {
	var t [8]cached
	for i := range t {
		t[i] = *table[i].cached()
	}
	v.addWindows(&t, digits)
}

// SelectCached is selectFrom of a table of cached points.
func SelectCached(table *[8]Operand, index, negate int) Operand {
	var t [8]cached
	for i := range t {
		t[i] = *table[i].cached()
	}
	var c cached
	c.selectFrom(&t, index, negate)
	return Operand{c.yPlusX, c.yMinusX, c.t2d, c.z2}
}

// SelectAffine is selectFrom of a table of affine points.
func SelectAffine(table *[16]Operand, index, negate int) Operand {
	var t [16]affineCached
	for i := range t {
		t[i] = *table[i].affine()
	}
	var c affineCached
	c.selectFrom(&t, index, negate)
	return operand(&c)
}

func operand(c *affineCached) Operand { return Operand{c.yPlusX, c.yMinusX, c.t2d} }

// CombTable and OddTable return the tables of multiples of the generator.
func CombTable() (table [len(combTable)][len(combTable[0])]Operand) {
	for j := range combTable {
		for i := range combTable[j] {
			table[j][i] = operand(&combTable[j][i])
		}
	}
	return table
}

func OddTable() (table [len(oddTable)]Operand) {
	for i, q := range oddTable {
		table[i] = Operand{q.yPlusX, q.yMinusX, q.t2d, q.z2}
	}
	return table
}

// Elligator returns map_to_curve of u.
func Elligator(u field.Element) *Point {
	v := new(Point)
	v.elligator(&u)
	return v
}

// SumBy is Sum by one of the algorithms, whatever is faster.
func (m *VarTimeMSM) SumBy(v *Point, algorithm msm.Algorithm) *Point {
	m.sum.Workers = m.Workers
	*v = *m.sum.Sum(algorithm)
	return v
}
