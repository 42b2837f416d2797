// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"slices"

	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
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

func (g group) AddSteps(v *Point, steps []msm.Step[operand], _ bool) {
	for _, s := range steps {
		g.Add(v, int(s.Doublings), s.Q, s.Flags == msm.Negative, false)
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

func (g varTimeGroup) AddSteps(v *Point, steps []msm.Step[operand], _ bool) {
	for _, s := range steps {
		g.Add(v, int(s.Doublings), s.Q, s.Flags == msm.Negative, false)
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

// A VarTimeMSM computes [x_0]q_0 + [x_1]q_1 + ... in variable time. Its methods
// collect the terms, and Sum adds them up: small sums by the algorithm of Straus,
// large ones by that of Pippenger. A scalar of half the bits takes half the time. In
// large sums, points whose Z is 1, which all have after decoding and after
// [NormalizeBatch], take less than others.
//
// The zero value is ready for use. A VarTimeMSM keeps its memory: with Workers at
// 0 or 1, once it has computed the largest of the small sums and the largest of the
// large ones, it allocates nothing. It may not be used by several goroutines at the same
// time.
type VarTimeMSM struct {
	// Workers bounds the goroutines that Sum uses at the same time; at 0 and 1
	// there is only that of the caller. Sums by the algorithm of Straus, which are those of
	// less than about 280 points, always use one.
	Workers int

	n     int // of terms
	parts int // of the terms of half the bits that they are
	terms []term
	base  scalar.Scalar // times the generator

	large msm.VarTime[Point, operand, varTimeGroup]

	// For the algorithm of Straus. Each term has two rows of the tables.
	tables   []affine
	ratios   []element
	scales   []element
	scratch  []element
	schedule recode.VarTimeSchedule
	added    []recode.Digit
	digits   []recode.Digit // in order
	steps    []step
	scale    element
	v        Point
}

// A term is k[0] times q and k[1] times its image under the endomorphism, with signs.
type term struct {
	q        Point
	k        [2][4]uint64
	negative [2]int
	parts    int // 1 if k[1] is 0
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() {
	m.n, m.parts = 0, 0
	m.terms = m.terms[:0]
	m.base = scalar.Scalar{}
}

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) { m.terms = slices.Grow(m.terms, n) }

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.n }

// Add adds the term [x]q.
func (m *VarTimeMSM) Add(x *scalar.Scalar, q *Point) {
	m.n++
	if n.IsZero(x) == 1 || q.IsIdentity() == 1 {
		return
	}
	m.terms = append(m.terms, term{})
	t := &m.terms[len(m.terms)-1]
	t.set(x, q)
	m.parts += t.parts
}

// set sets t to [x]q.
func (t *term) set(x *scalar.Scalar, q *Point) {
	*t = term{q: *q, parts: 1}
	limbs := x.Limbs()
	if limbs[2]|limbs[3] == 0 {
		t.k[0] = limbs
		return
	}
	var halves [2]recode.Half
	recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
	for i := range halves {
		t.k[i], t.negative[i] = halves[i].Abs()
	}
	t.parts = 2
}

// AddBase adds the term [x]G, where G is the generator.
func (m *VarTimeMSM) AddBase(x *scalar.Scalar) {
	m.n++
	n.Add(&m.base, &m.base, x)
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM) Sum(v *Point) *Point {
	if m.parts <= maxStraus {
		return m.straus(v)
	}
	return m.pippenger(v)
}

// maxStraus is the number of parts up to which the algorithm of Straus is the faster one.
const maxStraus = 560

// pippenger sets v to the sum of the terms.
func (m *VarTimeMSM) pippenger(v *Point) *Point {
	m.large.Reset()
	m.large.Grow(m.parts + 2)
	for i := range m.terms {
		m.appendLarge(&m.terms[i])
	}
	var base term
	base.set(&m.base, &generator)
	m.appendLarge(&base)
	m.large.Workers = m.Workers
	*v = *m.large.Sum(msm.Pippenger)
	return v
}

// groupSize is the number of terms whose tables are used together: enough to share the
// doublings, and few enough for the tables to stay in the cache.
const groupSize = 96

// appendLarge adds t to the terms of m.large.
func (m *VarTimeMSM) appendLarge(t *term) {
	var q operand
	for j := range t.parts {
		q.set(&t.q)
		if j == 1 {
			p.Mul(&q.affine.minusX, &q.affine.minusX, &beta)
		}
		p.CondNeg(&q.affine.y, &q.affine.y, t.negative[j])
		m.large.Append(&t.k[j], &q)
	}
}

// straus sets v to the sum of the terms.
func (m *VarTimeMSM) straus(v *Point) *Point {
	m.strausGroup(m.terms[:min(len(m.terms), groupSize)], &m.base)
	sum := m.v
	for i := groupSize; i < len(m.terms); i += groupSize {
		m.strausGroup(m.terms[i:min(len(m.terms), i+groupSize)], &scalar.Scalar{})
		sum.Add(&sum, &m.v)
	}
	return v.Set(&sum)
}

// strausGroup sets m.v to the sum of the terms and base times the generator, with tables of
// odd multiples that one inversion makes affine.
func (m *VarTimeMSM) strausGroup(terms []term, base *scalar.Scalar) {
	n := len(terms)
	m.tables = slices.Grow(m.tables[:0], 2*n*oddSize)[:2*n*oddSize]
	m.ratios = slices.Grow(m.ratios[:0], n*oddSize)[:n*oddSize]
	m.scales = slices.Grow(m.scales[:0], n)[:n]
	m.scratch = slices.Grow(m.scratch[:0], n)[:n]
	row := func(i int) []affine { return m.tables[i*oddSize : (i+1)*oddSize] }
	for i := range terms {
		ratios := m.ratios[i*oddSize : (i+1)*oddSize]
		startOddMultiples(row(2*i), ratios, &terms[i].q)
		z := ratios[0]
		for j := 1; j < oddSize; j++ {
			p.Mul(&z, &z, &ratios[j])
		}
		m.scales[i] = z
	}
	p.InvBatch(m.scales, m.scratch)
	m.added = m.added[:0]
	for i := range terms {
		rescale(row(2*i), row(2*i+1), m.ratios[i*oddSize:(i+1)*oddSize], &m.scales[i])
		t := &terms[i]
		for j := range t.parts {
			m.added = m.schedule.Append(m.added, &t.k[j], t.negative[j], 2*i+j, oddWidth, wholeStep)
		}
	}
	limbs := base.Limbs()
	m.added = appendBase(&m.schedule, m.added, &limbs, 2*n)

	size := len(m.added)
	if size == 0 {
		m.v = Point{}
		return
	}
	m.digits = m.schedule.Sort(slices.Grow(m.digits[:0], size)[:size], m.added)
	m.steps = slices.Grow(m.steps[:0], size)[:size]
	baseRows := baseTable()
	at := m.digits[0].Position
	for i, d := range m.digits {
		odd, negative := d.Odd()
		s := &m.steps[i]
		s.flags, s.doublings = negative, uint32(at-d.Position)
		at = d.Position
		if row := int(d.Row); row >= 2*n {
			s.q = &baseRows[row-2*n][odd]
		} else {
			s.q = &m.tables[row*oddSize+odd]
		}
	}
	m.scale = field.One()
	q := m.steps[0].scaled(&m.scale)
	m.v.setAffine(&q)
	for left := m.steps[1:]; len(left) > 0; {
		some := min(len(left), 128) // not to be uninterruptible for long
		m.v.takeSteps(&m.scale, left[:some])
		left = left[some:]
	}
	if at > 0 {
		m.v.double(int(at))
	}
	clear(m.steps) // of references
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
func (m *MSM) Add(x *scalar.Scalar, q *Point) {
	// [x]q = [n-x](-q), and one of x and n-x is below 2^255.
	high := IsHigh(x)
	var k scalar.Scalar
	var c operand
	c.set(q)
	p.CondNeg(&c.affine.y, &c.affine.y, high)
	CondNegate(&k, x, high)
	limbs := k.Limbs()
	m.sum.Append(&limbs, &c)
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *MSM) Sum(v *Point) *Point {
	*v = *m.sum.Sum()
	return v
}
