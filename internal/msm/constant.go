// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm

import (
	"slices"

	"secant.example/internal/recode"
)

// Constant computes sums of multiples in constant time: the time depends on the
// number of terms only. Its zero value is ready for use. Once it has seen the
// largest size, it allocates nothing.
type Constant[P, C any, G ConstantGroup[P, C]] struct {
	g        G
	digits   [][64]int8
	points   []C
	tables   [][8]C    // of a chunk; the entry i of a table is (i+1) times the point
	operands []C       // the entries of the tables for a digit
	due      []Step[C] // the same
	sum      P
	multiple P
}

// Len returns the number of terms.
func (m *Constant[P, C, G]) Len() int { return len(m.points) }

// Reset removes all terms, and overwrites them and what came of them in the memory
// that m has. It keeps that memory; what m let go of when terms were added for which there
// was no room is not overwritten.
func (m *Constant[P, C, G]) Reset() {
	clear(m.digits)
	clear(m.points)
	m.digits = m.digits[:0]
	m.points = m.points[:0]
	clear(m.tables[:cap(m.tables)])
	clear(m.operands[:cap(m.operands)])
	var p P
	m.sum, m.multiple = p, p
}

// Grow makes room for n more terms.
func (m *Constant[P, C, G]) Grow(n int) {
	m.digits = slices.Grow(m.digits, n)
	m.points = slices.Grow(m.points, n)
}

// Append adds the term k·q, for k < 2^255.
func (m *Constant[P, C, G]) Append(k *[4]uint64, q *C) {
	m.digits = append(m.digits, [64]int8{})
	recode.Signed16(&m.digits[len(m.digits)-1], k)
	m.points = append(m.points, *q)
}

// Sum returns the sum of the terms, which stay. The result is valid until the
// next call.
func (m *Constant[P, C, G]) Sum() *P {
	m.g.Identity(&m.sum)
	if n := min(chunk, len(m.points)); len(m.operands) < n {
		clear(m.operands)
		m.operands = make([]C, n)
		m.due = make([]Step[C], n)
		for i := range m.due {
			m.due[i].Q = &m.operands[i]
		}
		m.due[0].Doublings = 4
	}
	for i := 0; i < len(m.points); i += chunk {
		n := min(chunk, len(m.points)-i)
		m.multiply(m.digits[i:i+n], m.points[i:i+n])
		m.g.Prepare(&m.operands[0], &m.multiple)
		m.g.Add(&m.sum, 0, &m.operands[0], false, false)
	}
	return &m.sum
}

// multiply sets m.multiple to the sum of digits[i][j]·16^j·points[i], by the
// algorithm of Straus with windows of fixed size.
func (m *Constant[P, C, G]) multiply(digits [][64]int8, points []C) {
	if cap(m.tables) < len(points) {
		clear(m.tables[:cap(m.tables)])
	}
	m.tables = slices.Grow(m.tables[:0], len(points))[:len(points)]
	v := &m.multiple
	for i := range m.tables {
		table := &m.tables[i]
		table[0] = points[i]
		m.g.Set(v, &table[0], false)
		for j := 1; j < len(table); j++ {
			m.g.Add(v, 0, &table[0], false, false)
			m.g.Prepare(&table[j], v)
		}
	}
	m.g.Identity(v)
	for j := 63; j >= 0; j-- {
		for i := range digits {
			digit := int(digits[i][j])
			sign := digit >> 31 // 0 or -1
			m.g.Select(&m.operands[i], &m.tables[i], (digit^sign)-sign, -sign)
		}
		m.g.AddSteps(v, m.due[:len(digits)], j > 0)
	}
}
