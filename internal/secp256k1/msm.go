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

// operand is the second operand of an addition in sums in constant time: a point, with -X
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

// group is the [msm.ConstantGroup] of the curve.
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

// An MSM is what the public package says of its MSM.
type MSM struct {
	sum msm.Constant[Point, operand, group]
}

// Reset removes all terms, and overwrites them in the memory that m keeps.
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

// varTimeGroup is the [msm.Group] of the curve in variable time, and an [msm.AffineGroup]:
// tables of odd multiples and the points of large sums are affine.
type varTimeGroup struct{}

func (varTimeGroup) Identity(v *Point) { *v = Point{} }

func (varTimeGroup) Set(v *Point, q *affine, negative bool) {
	v.setAffine(q)
	if negative {
		v.Negate(v)
	}
}

func (varTimeGroup) Prepare(q *affine, v *Point) {
	var w Point
	w.VarTimeNormalize(v)
	q.set(&w)
}

// set sets q = v, whose Z is 1.
func (q *affine) set(v *Point) {
	p.Neg(&q.minusX, &v.x)
	q.y = v.y
}

func (varTimeGroup) Double(v *Point, n int) { v.double(n) }

func (g varTimeGroup) Add(v *Point, n int, q *affine, negative, _ bool) {
	v.varTimeStep(q, n, negative)
}

// varTimeStep sets v = [2^n]v + q, or [2^n]v - q if negative, for any v, in variable time.
func (v *Point) varTimeStep(q *affine, n int, negative bool) {
	s := [1]step{{Q: q, Doublings: uint32(n)}}
	if negative {
		s[0].Flags = stepNegative
	}
	one := field.One()
	v.takeSteps(&one, s[:])
}

func (varTimeGroup) AddSteps(v *Point, steps []step, _ bool) {
	one := field.One()
	v.takeSteps(&one, steps)
}

func (varTimeGroup) AddEach(pairs []msm.Pair[Point, affine]) {
	for i := range pairs {
		pairs[i].V.varTimeStep(pairs[i].Q, 0, pairs[i].Negative == 1)
	}
}

func (varTimeGroup) AddPoint(v *Point, n int, w *Point) {
	if n > 0 {
		v.double(n)
	}
	switch {
	case w.IsIdentity() == 1:
		return
	case v.IsIdentity() == 1:
		*v = *w
		return
	}
	sum := *v
	if sum.add(w); sum.IsIdentity()&p.IsZero(&sum.x) == 1 { // v = w
		v.double(1)
		return
	}
	*v = sum
}

// sharing is the number of points that share an inversion.
const sharing = 32

func (varTimeGroup) PrepareEach(qs []affine, vs []Point) {
	var inverses, scratch [sharing]element
	var at [sharing]int // which points have these inverses
	n := 0
	prepare := func() {
		p.InvBatchVarTime(inverses[:n], scratch[:n])
		for j, i := range at[:n] {
			w := vs[i]
			w.scaled(&w.x, &w.y, &inverses[j])
			qs[i].set(&w)
		}
		n = 0
	}
	for i := range vs {
		if vs[i].z == field.One() {
			qs[i].set(&vs[i])
			continue
		}
		if inverses[n], at[n] = vs[i].z, i; n == sharing-1 {
			n++
			prepare()
			continue
		}
		n++
	}
	prepare()
}

func (varTimeGroup) Image(w, q *affine) {
	p.Mul(&w.minusX, &q.minusX, &beta)
	w.y = q.y
}

func (varTimeGroup) Tables(tables []affine, points []Point) {
	var ratios [sharing * oddSize]element
	var scales, scratch [sharing]element
	row := func(i int) []affine { return tables[i*oddSize : (i+1)*oddSize] }
	for start := 0; start < len(points); start += sharing {
		n := min(sharing, len(points)-start)
		for i := range n {
			r := ratios[i*oddSize : (i+1)*oddSize]
			startOddMultiples(row(2*(start+i)), r, &points[start+i])
			scales[i] = r[0]
			for j := 1; j < oddSize; j++ {
				p.Mul(&scales[i], &scales[i], &r[j])
			}
		}
		p.InvBatchVarTime(scales[:n], scratch[:n])
		for i := range n {
			rescale(row(2*(start+i)), row(2*(start+i)+1), ratios[i*oddSize:(i+1)*oddSize], &scales[i])
		}
	}
}

// A VarTimeMSM is what the public package says of its VarTimeMSM.
type VarTimeMSM struct {
	// Workers bounds the goroutines that Sum uses at the same time; 0 is 1.
	Workers int

	n      int // of terms
	points []Point
	halves [][2]halfTerm // of the multipliers of the points
	base   scalar.Scalar // the multiplier of the generator
	affine []affine
	sum    msm.VarTime[Point, affine, varTimeGroup]
	inBins binSum
}

// A halfTerm is a multiplier of half the length, of a point or of its image under the endomorphism.
type halfTerm struct {
	abs      [4]uint64
	negative int // 1 if the multiplier is minus that
}

// Reset removes all terms, and keeps the memory.
func (m *VarTimeMSM) Reset() {
	m.n = 0
	m.points, m.halves = m.points[:0], m.halves[:0]
	m.base = scalar.Scalar{}
}

// Grow makes room for n more terms.
func (m *VarTimeMSM) Grow(n int) {
	m.points = slices.Grow(m.points, n)
	m.halves = slices.Grow(m.halves, n)
}

// Len returns the number of terms.
func (m *VarTimeMSM) Len() int { return m.n }

// Add adds the term [x]q.
func (m *VarTimeMSM) Add(x *scalar.Scalar, q *Point) { m.AddSigned(x, 0, q) }

// AddSigned adds the term [x]q, or -[x]q if negative is 1 and not 0.
func (m *VarTimeMSM) AddSigned(x *scalar.Scalar, negative int, q *Point) {
	m.n++
	if n.IsZero(x) == 1 || q.IsIdentity() == 1 {
		return
	}
	halves := halvesOf(x)
	halves[0].negative ^= negative
	halves[1].negative ^= negative
	m.points = append(m.points, *q)
	m.halves = append(m.halves, halves)
}

// halvesOf splits a multiplier, if it is not short.
func halvesOf(x *scalar.Scalar) (h [2]halfTerm) {
	limbs := x.Limbs()
	if limbs[2]|limbs[3] == 0 {
		h[0].abs = limbs
		return h
	}
	var k [2]recode.HalfScalar
	recode.SplitSecp256k1(&k[0], &k[1], &limbs)
	for i := range k {
		h[i].abs, h[i].negative = k[i].Abs()
	}
	return h
}

// AddBase adds the term [x]G, where G is the generator.
func (m *VarTimeMSM) AddBase(x *scalar.Scalar) {
	m.n++
	n.Add(&m.base, &m.base, x)
}

// Sum sets v to the sum of the terms and returns v. The terms stay.
func (m *VarTimeMSM) Sum(v *Point) *Point {
	short := len(m.halves)
	for i := range m.halves {
		if m.halves[i][1].abs != ([4]uint64{}) {
			short++
		}
	}
	if fewest, _, _, _ := binGroups(); short >= fewest {
		m.sumInBins(v)
	} else {
		m.sumBy(v, msm.Fastest)
	}
	return v
}

// manyInBins is from how many multiples of half the length on there is more than one goroutine.
const manyInBins = 512

// sumInBins is Sum by affineBins.
func (m *VarTimeMSM) sumInBins(v *Point) {
	var g varTimeGroup
	m.affine = slices.Grow(m.affine[:0], len(m.points))[:len(m.points)]
	g.PrepareEach(m.affine, m.points)
	m.inBins.reset()
	add := func(h *[2]halfTerm, q *affine) {
		var image affine
		g.Image(&image, q)
		m.inBins.add(&h[0], q)
		m.inBins.add(&h[1], &image)
	}
	for i := range m.points {
		add(&m.halves[i], &m.affine[i])
	}
	base := halvesOf(&m.base)
	add(&base, &baseTable()[0][0])
	workers := uint(1)
	if len(m.inBins.terms) >= manyInBins {
		workers = uint(max(m.Workers, 1))
	}
	m.inBins.plan(workers)
	m.inBins.sum(v, workers)
}

// sumBy is Sum by an algorithm that does not need them.
func (m *VarTimeMSM) sumBy(v *Point, algorithm msm.Algorithm) {
	m.sum.Reset()
	m.sum.GrowPairs(len(m.points) + 1)
	for i := range m.points {
		h := &m.halves[i]
		m.sum.AppendPair(&h[0].abs, &h[1].abs, h[0].negative, h[1].negative, &m.points[i])
	}
	if limbs := m.base.Limbs(); limbs != ([4]uint64{}) {
		tables := baseTable()
		for j := range tables {
			m.sum.AppendFixed(&[4]uint64{limbs[2*j], limbs[2*j+1]}, msm.Fixed[affine]{Table: tables[j][:], Step: wholeStep, Width: baseWidth})
		}
	}
	m.sum.Workers = m.Workers
	*v = *m.sum.Sum(algorithm)
}
