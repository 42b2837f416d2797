// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// What is internal, for the tests outside the package.

// Jacobian returns the point with the coordinates X, Y, Z, on the curve or not.
func Jacobian(c [3]field.Element) *Point { return &Point{x: c[0], y: c[1], z: c[2]} }

// Coordinates returns X, Y, Z.
func (v *Point) Coordinates() [3]field.Element { return [3]field.Element{v.x, v.y, v.z} }

// Bytes, BytesUncompressed and BytesHybrid return the encodings.
func (v *Point) Bytes() []byte { return v.Encode(new([33]byte)) }

func (v *Point) BytesUncompressed() []byte { return v.EncodeXY(new([65]byte), 0) }

func (v *Point) BytesHybrid() []byte { return v.EncodeXY(new([65]byte), 1) }

// An Affine is -x and y.
type Affine [2]field.Element

func (a *Affine) affine() affine { return affine{a[0], a[1]} }

// DoubleN sets v = [2^n]v.
func (v *Point) DoubleN(n int) { v.double(n) }

// AddIncomplete and AddAffine set v = v + q, but in exceptional cases.
func (v *Point) AddIncomplete(q *Point) { v.add(q) }

func (v *Point) AddAffine(q Affine) {
	a := q.affine()
	v.addAffine(&a)
}

// AddComplete sets v = v + q.
func (v *Point) AddComplete(q Affine) {
	a := q.affine()
	v.addComplete(&a)
}

// SelectAffine returns table[index], with its sign changed if negate is 1.
func SelectAffine(table *[16]Affine, index, negate int) Affine {
	var t [16]affine
	for i := range t {
		t[i] = table[i].affine()
	}
	var q affine
	q.selectFrom(&t, index, negate)
	return Affine{q.minusX, q.y}
}

// AddSelected sets v = [2^n]v + the sum of ±tables[j][index[j]], and that for as many rounds as
// there are indexes for.
func (v *Point) AddSelected(n int, tables [][16]Affine, index, negative []uint8) {
	t := make([][16]affine, len(tables))
	digits := make([]combDigit, len(index))
	for j := range t {
		for i := range t[j] {
			t[j][i] = tables[j][i].affine()
		}
	}
	for i := range digits {
		digits[i] = combDigit{Index: index[i], Negative: negative[i]}
	}
	v.addSelected(n, t, digits)
}

// A Step is v = [2^Doublings]v ± Q.
type Step struct {
	Q                Affine
	Doublings        uint64
	Negative, Scaled bool
}

// Steps takes steps and returns how many it has not completed.
func (v *Point) Steps(scale field.Element, steps []Step) int {
	list := make([]step, len(steps))
	for i, s := range steps {
		q := s.Q.affine()
		list[i] = step{Q: &q, Doublings: uint32(s.Doublings)}
		if s.Negative {
			list[i].Flags |= stepNegative
		}
		if s.Scaled {
			list[i].Flags |= stepScaled
		}
	}
	return v.steps(&scale, list)
}

// Chain returns the entries of a table of this length, of which the first is given, and
// their ratios.
func Chain(first, d Affine, length int) ([]Affine, []field.Element) {
	table, ratios := make([]affine, length), make([]field.Element, length)
	table[0] = first.affine()
	q := d.affine()
	multiples(table, ratios, &q)
	return affines(table), ratios
}

// Rescale returns the entries of the table with the same Z, divided by scale, their images
// under the endomorphism, and the product of scale and the ratios.
func Rescale(table []Affine, ratios []field.Element, scale field.Element) (entries, images []Affine, product field.Element) {
	t, u := make([]affine, len(table)), make([]affine, len(table))
	for i := range t {
		t[i] = table[i].affine()
	}
	rescale(t, u, ratios, &scale)
	return affines(t), affines(u), scale
}

func affines(table []affine) (list []Affine) {
	for i := range table {
		list = append(list, Affine{table[i].minusX, table[i].y})
	}
	return list
}

// OddMultiples returns q, 3q, ..., with -x, their images under the endomorphism, and the
// scale that they have.
func OddMultiples(q *Point, length int) (entries, images []Affine, scale field.Element) {
	t, u, ratios := make([]affine, length), make([]affine, length), make([]field.Element, length)
	setOddMultiples(t, u, ratios, q, &scale)
	return affines(t), affines(u), scale
}

// CombTable and BaseTable return the tables of multiples of the generator.
func CombTable() (table [][]Affine) {
	for j := range combTable {
		table = append(table, affines(combTable[j][:]))
	}
	return table
}

func BaseTable() (table [][]Affine) {
	for _, t := range baseTable() {
		table = append(table, affines(t[:]))
	}
	return table
}

const (
	CombBlocks  = recode.CombBlocks
	CombColumns = recode.CombColumns
)

// CombException is the multiplier for which the comb would be wrong without an extra measure.
func CombException() [4]uint64 { return combException }

// MapToCurve returns map_to_curve of u.
func MapToCurve(u field.Element) *Point {
	v := new(Point)
	v.mapToCurve(&u)
	return v
}

// SumBy is Sum by one of the algorithms, whatever is faster.
func (m *VarTimeMSM) SumBy(v *Point, algorithm msm.Algorithm) *Point {
	m.sumBy(v, algorithm)
	return v
}

// SumInBins is Sum by affineBins, however few terms there are.
func (m *VarTimeMSM) SumInBins(v *Point) *Point {
	m.sumInBins(v)
	return v
}

// ConstantAdd is the addition of sums in constant time.
func ConstantAdd(v, q *Point, n int, negative bool) {
	var o operand
	o.set(q)
	group{}.Add(v, n, &o, negative, false)
}

// VarTimeAdd is the addition of sums in variable time: of a point that is affine if Z = 1, and
// otherwise of any.
func VarTimeAdd(v, q *Point, n int, negative bool) {
	w := *q
	if w.z == field.One() {
		var a affine
		a.set(&w)
		varTimeGroup{}.Add(v, n, &a, negative, false)
		return
	}
	if negative {
		w.Negate(&w)
	}
	varTimeGroup{}.AddPoint(v, n, &w)
}

// WNAFMult returns [k1]q + [k2](beta·x, y), where q = (x, y) is a point of any curve with
// formulas like these, not of an order that divides 3·5·...·17, by the loop of
// VarTimeDoubleScalarBaseMult.
func WNAFMult(q *Point, k1, k2 [3]uint64, negative1, negative2 int) *Point {
	var tables [2][oddSize]affine
	var ratios [oddSize]element
	var scale element
	setOddMultiples(tables[0][:], tables[1][:], ratios[:], q, &scale)
	var schedule recode.VarTimeSchedule
	digits := schedule.Append(nil, &[4]uint64{k1[0], k1[1], k1[2]}, negative1, 0, oddWidth, wholeStep)
	digits = schedule.Append(digits, &[4]uint64{k2[0], k2[1], k2[2]}, negative2, 1, oddWidth, wholeStep)
	v := new(Point)
	v.sum(&schedule, digits, &tables, &scale)
	return v
}

// Sums returns the sum of ks[i]·qs[i], for points of any curve with formulas like these,
// in constant time, by the algorithm of Pippenger and, if it is for points of their order, by
// that of Straus.
func Sums(ks [][4]uint64, qs []Point, order int) (constant, pippenger, straus Point) {
	var c msm.Constant[Point, operand, group]
	var v msm.VarTime[Point, affine, varTimeGroup]
	var o operand
	for i := range ks {
		o.set(&qs[i])
		c.Append(&ks[i], &o)
		if qs[i].IsIdentity() == 0 {
			v.AppendPair(&ks[i], &[4]uint64{}, 0, 0, &qs[i])
		}
	}
	constant = *c.Sum()
	pippenger = *v.Sum(msm.Pippenger)
	straus = pippenger
	if order > 2*oddSize { // tables of odd multiples are for points of larger orders than their entries
		straus = *v.Sum(msm.Straus)
	}
	return
}

// SwiftInverse returns XSwiftECInv(x, u, c) of BIP-324 in [0, p), and whether there is that.
func SwiftInverse(x, u field.Element, c int) ([4]uint64, bool) {
	var t field.Element
	ok := swiftInverse(&t, &x, &u, c)
	return p.Canonical(&t), ok
}
