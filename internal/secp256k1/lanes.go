// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"sync"
	"sync/atomic"

	"secant.example/internal/field"
	"secant.example/internal/limbs"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// laneCount is how many sums the lanes of vectors do at most: with IFMA of one vector of eight, and with doubles of two of four.
const laneCount = field.OctetCount

type (
	laneElement = field.Octet52
	lanePair    = field.LanePair
)

// A laneMemory is what the routines for lanes work in: room, their state, and multiples of its points. Limbs are below
// 2^52, and in the room below 2^61, or doubles.
type laneMemory struct {
	room laneRoom
	laneState
	entries [laneEntries]laneEntry
}

type laneRoom [14]lanePair

// A laneState is a point in Jacobian coordinates in each lane, and the scale of the isomorphic curve that its
// multiples are on.
type laneState struct{ x, y, z, scale laneElement }

// laneEntries is the size of the tables of odd multiples: of digits of 5 bits.
const laneEntries = 16

// A laneEntry is an odd multiple in each lane, on the way to a table: x and y, and ratio, what its Z is
// to that of the entry before.
type laneEntry struct{ x, y, ratio laneElement }

// A laneAffine is an affine point with its limbs of 52 bits: 0 to 3 of -x, 0 to 3 of y, 4 of -x, 4 of y, and
// two words that are 0.
type laneAffine [12]uint64

func (q *laneAffine) set(a *affine) {
	for k, x := range []*element{&a.minusX, &a.y} {
		q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[8+k] = field.Limbs52(x)
	}
}

func (q *laneAffine) get() (a affine) {
	for k, x := range []*element{&a.minusX, &a.y} {
		*x = p.FromLimbs52(q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[8+k])
	}
	return a
}

// laneTables are tables of odd multiples of a point in each lane, or of their images under the endomorphism.
type laneTables [laneCount][laneEntries]laneAffine

// laneBaseTable is baseTable with such limbs.
var laneBaseTable = sync.OnceValue(func() *[2][baseSize]laneAffine {
	tables, base := new([2][baseSize]laneAffine), baseTable()
	for i := range base {
		for j := range base[i] {
			tables[i][j].set(&base[i][j])
		}
	}
	return tables
})

// A laneStep is a step of a sum in each lane: so many doublings, and then *Q[j] is added, or
// subtracted if bit j of Negative is 1. If Scaled is 1, (x·s^2, y·s^3) is, for *Q[j] = (x, y) and the
// scale s.
type laneStep struct {
	Q                           [laneCount]*laneAffine
	Negative, Doublings, Scaled uint64
}

// stepsGeneric takes the steps in every lane. If a lane adds a point to itself, to its negative or to the
// identity, Z is 0 in it from then on: sums, and doublings, have multiples of Z.
func (m *laneMemory) stepsGeneric(steps []laneStep) {
	for j := range laneCount {
		v := Point{x: p.Get(&m.x, j), y: p.Get(&m.y, j), z: p.Get(&m.z, j)}
		scale := p.Get(&m.scale, j)
		for i := range steps {
			s := &steps[i]
			for range s.Doublings {
				v.laneDouble()
			}
			q, z := s.Q[j].get(), v.z
			if s.Negative>>j&1 == 1 {
				p.Neg(&q.y, &q.y)
			}
			if s.Scaled == 1 {
				p.Mul(&z, &z, &scale)
			}
			v.laneAdd(&q, &z)
		}
		m.x.Set(j, &v.x)
		m.y.Set(j, &v.y)
		m.z.Set(j, &v.z)
	}
}

// laneDouble sets v = [2]v, and returns 4·X·Y^2 and 8·Y^4.
func (v *Point) laneDouble() (d, c element) {
	// A = X^2, B = Y^2, E = 3A, C = 8B^2, D = 4·X·B: (E^2 - 2D, E·(D - X3) - C, 2·Y·Z).
	var a, b, e, t element
	p.Sqr(&a, &v.x)
	p.Sqr(&b, &v.y)
	p.Add(&b, &b, &b)
	p.Mul(&d, &v.x, &b)
	p.Add(&d, &d, &d)
	p.Sqr(&c, &b)
	p.Add(&c, &c, &c)
	p.Add(&e, &a, &a)
	p.Add(&e, &e, &a)
	p.Mul(&v.z, &v.y, &v.z)
	p.Add(&v.z, &v.z, &v.z)
	p.Sqr(&v.x, &e)
	p.Sub(&v.x, &v.x, &d)
	p.Sub(&v.x, &v.x, &d)
	p.Sub(&t, &d, &v.x)
	p.Mul(&t, &t, &e)
	p.Sub(&v.y, &t, &c)
	return d, c
}

// laneAdd sets v = v + q, where z is that of v times the scale of q.
func (v *Point) laneAdd(q *affine, z *element) {
	// H = X - x·z^2, R = Y - y·z^3, V = X·H^2: (R^2 + H^3 - 2V, R·(V - X3) - Y·H^3, Z·H).
	var h, r, hh, hhh, t, zz element
	p.Sqr(&zz, z)
	p.Mul(&h, &q.minusX, &zz)
	p.Add(&h, &h, &v.x)
	p.Mul(&zz, &zz, z)
	p.Mul(&r, &q.y, &zz)
	p.Sub(&r, &v.y, &r)
	p.Mul(&v.z, &v.z, &h)
	p.Sqr(&hh, &h)
	p.Mul(&hhh, &hh, &h)
	p.Mul(&t, &v.x, &hh)
	p.Sqr(&v.x, &r)
	p.Add(&v.x, &v.x, &hhh)
	p.Sub(&v.x, &v.x, &t)
	p.Sub(&v.x, &v.x, &t)
	p.Sub(&t, &t, &v.x)
	p.Mul(&t, &t, &r)
	p.Mul(&hhh, &hhh, &v.y)
	p.Sub(&v.y, &t, &hhh)
}

// multiplesGeneric makes the entries of the points in m, whose Z is 1: as [startOddMultiples].
func (m *laneMemory) multiplesGeneric() {
	for j := range laneCount {
		var table [laneEntries]affine
		var ratios [laneEntries]element
		v := Point{x: p.Get(&m.x, j), y: p.Get(&m.y, j), z: p.Get(&m.z, j)}
		table[0].minusX, table[0].y = v.laneDouble()
		ratios[0] = v.z
		d := affine{v.x, v.y}
		multiplesGeneric(table[:], ratios[:], &d)
		for i := range table {
			e := &m.entries[i]
			e.x.Set(j, &table[i].minusX)
			e.y.Set(j, &table[i].y)
			e.ratio.Set(j, &ratios[i])
		}
	}
}

// rescaleGeneric makes the tables of the entries, and multiplies the scale by the ratios: as [rescale].
func (m *laneMemory) rescaleGeneric(tables, images *laneTables) {
	for j := range laneCount {
		var ratios [laneEntries]element
		var table, image [laneEntries]affine
		for i := range m.entries {
			e := &m.entries[i]
			table[i] = affine{p.Get(&e.x, j), p.Get(&e.y, j)}
			ratios[i] = p.Get(&e.ratio, j)
		}
		scale := p.Get(&m.scale, j)
		rescaleGeneric(table[:], image[:], ratios[:], &scale)
		m.scale.Set(j, &scale)
		for i := range table {
			tables[j][i].set(&table[i])
			images[j][i].set(&image[i])
		}
	}
}

const (
	baseBits    = baseWidth - 1                   // of the digits of multiples of the generator
	baseWindows = (256 + baseBits - 1) / baseBits // how many there are
	laneSums    = 2*recode.OddWindows + baseWindows
)

// A laneRoots is what square roots in lanes keep.
type laneRoots struct {
	room laneRoom // first, where it is aligned
	t    [field.RootPlaces]lanePair
}

var laneRootsPool = sync.Pool{New: func() any { return new(laneRoots) }}

// varTimeRoots sets each of the first y to its non-negative (even) square root, and square to 1, or that to 0
// if it is no square, in groups of as many as is faster in lanes, and returns for how many it did. y is public.
func varTimeRoots(y []element, square []int) (done int) {
	size, fewest, _ := rootGroups()
	if len(y) < fewest {
		return 0
	}
	w := laneRootsPool.Get().(*laneRoots)
	for len(y)-done >= fewest {
		end := min(len(y), done+size)
		w.roots(y[done:end], square[done:end])
		done = end
	}
	laneRootsPool.Put(w)
	return done
}

// roots does so for a group.
func (w *laneRoots) roots(y []element, square []int) {
	for j := range y {
		w.t[0].Set(j, &y[j])
	}
	p.RootSteps(func(to, from, squarings, times int) {
		w.varTimeSqrNMul(to, from, uint64(squarings), times, len(y))
	})
	for j := range y {
		power := p.GetOfPair(&w.t[1], j)
		square[j] = p.FinishSqrt(&y[j], &power, &y[j])
	}
}

// A laneWork is what sums of multiples in lanes keep.
type laneWork struct {
	memory laneMemory // first, where it is aligned
	tables [2]laneTables
	steps  [laneSums]laneStep
}

var laneWorks = sync.Pool{New: func() any { return newLaneWork() }}

// newLaneWork returns one with what is the same in the steps of all sums.
func newLaneWork() *laneWork {
	w := new(laneWork)
	for i, o := range laneOrder() {
		w.steps[i].Doublings = uint64(o.doublings)
		if o.row >= 2 {
			w.steps[i].Scaled = 1
		}
	}
	return w
}

// A laneFund bounds what exceptions cost: a sum that meets one in its lane is computed once more, by itself, and who
// chooses scalars and knows the discrete logarithm of a point can make all sums do so. One by one each of them costs 100.
// They may waste an eighth of that, and what was there at first: so there is a credit,
//
//	credit = fund + 100·(sums computed) + 100/8·(sums that came) - spent,
//
// of which a sum that is computed by itself takes nothing, and brings 100/8. A group in lanes takes its cost, and brings as
// much for each of its sums, and 100 for each that meets no exception. It is only computed if that leaves some credit even if
// all of them do. What was spent, then, is at most 1.125 times what one by one takes, and the fund. The credit is never more
// than the fund, so that nobody collects some for later.
type laneFund struct{ taken atomic.Int64 } // what is missing

const (
	fundOfLanes = 1000 * 100
	laneAllowed = 8 // one in so many sums may be wasted
)

// allows reports whether the credit is enough for a group of n sums.
func (f *laneFund) allows(n, cost int) bool {
	return int(f.taken.Load())+cost-100*n/laneAllowed <= fundOfLanes
}

// note takes from the credit what n sums have spent, without what computing a sum by itself takes, of which so many
// were computed in lanes.
func (f *laneFund) note(n, computed, spent int) {
	change := int64(spent - 100*computed - 100*n/laneAllowed)
	if taken := f.taken.Add(change); taken < 0 {
		f.taken.CompareAndSwap(taken, 0) // or another one notes that
	}
}

var laneCredit laneFund

// multiplyLanes sets v[i] = [a[i]]A[i] + [b[i]]G for the first i, in groups of as many as there are lanes, in pairs of such groups, or in
// groups of enough that it is faster, and returns for how many. It takes variable time.
func multiplyLanes(v []Point, a []scalar.Scalar, A []Point, b []scalar.Scalar) (done int) {
	groups := laneGroups()
	if len(v) < groups.fewest {
		return 0
	}
	var works [2]*laneWork
	for len(v)-done >= groups.fewest {
		octets, cost := groups.next(len(v) - done)
		end := min(len(v), done+octets*laneCount)
		if !laneCredit.allows(end-done, cost) {
			break
		}
		for h := range works[:octets] {
			if works[h] == nil {
				works[h] = laneWorks.Get().(*laneWork)
			}
			from, to := done+h*laneCount, min(end, done+(h+1)*laneCount)
			works[h].start(a[from:to], A[from:to], b[from:to])
		}
		if octets == 1 {
			works[0].memory.varTimeSteps(works[0].steps[1:])
		} else {
			varTimeStepsPair(&works[0].memory, &works[1].memory, works[0].steps[1:], works[1].steps[1:])
		}
		exceptions := 0
		for h := range works[:octets] {
			from, to := done+h*laneCount, min(end, done+(h+1)*laneCount)
			exceptions += works[h].finish(v[from:to], a[from:to], A[from:to], b[from:to])
		}
		laneCredit.note(end-done, end-done-exceptions, cost)
		done = end
	}
	for _, w := range works {
		if w != nil {
			laneWorks.Put(w)
		}
	}
	if done < len(v) {
		laneCredit.note(len(v)-done, 0, 0)
	}
	return done
}

// laneGroupCosts say from how many sums on a group in lanes is faster than one by one, and how long it takes, and how long two groups
// take at once, in hundredths of one sum; 0 if they are not.
type laneGroupCosts struct{ fewest, one, pair int }

// next returns how many groups to compute at once where n sums are left, and how long they take: two if the second one pays.
func (g *laneGroupCosts) next(n int) (groups, cost int) {
	if g.pair > 0 && n >= laneCount+g.fewest {
		return 2, g.pair
	}
	return 1, g.one
}

// start makes w what the sums [a[i]]A[i] + [b[i]]G start with, for as many as there are lanes, or fewer, where G is the generator. All
// that is left are the steps from the second one on. It takes variable time.
func (w *laneWork) start(a []scalar.Scalar, A []Point, b []scalar.Scalar) {
	m := &w.memory
	one := field.One()
	for j := range laneCount {
		q := &generator // in a lane that nobody asked for
		if j < len(A) && A[j].IsIdentity() == 0 {
			q = &A[j]
		}
		if q.z != one {
			var affine Point
			q = affine.VarTimeNormalize(q)
		}
		m.x.Set(j, &q.x)
		m.y.Set(j, &q.y)
	}
	m.z.SetAll(&one)
	m.varTimeMultiples()
	m.scale.SetAll(&one)
	m.varTimeRescale(&w.tables[0], &w.tables[1])

	w.prepare(a, b)
	// The first step is where the sums start.
	first := &w.steps[0]
	for j := range laneCount {
		q := first.Q[j].get()
		p.Neg(&q.minusX, &q.minusX)
		p.CondNeg(&q.y, &q.y, int(first.Negative>>j&1))
		m.x.Set(j, &q.minusX)
		m.y.Set(j, &q.y)
	}
	m.z.SetAll(&one)
}

// finish sets v to the sums, after all steps, and returns how many of them met an exception. v may be A. It takes variable time.
func (w *laneWork) finish(v []Point, a []scalar.Scalar, A []Point, b []scalar.Scalar) (exceptions int) {
	m := &w.memory
	for j := range v {
		z, scale := p.Get(&m.z, j), p.Get(&m.scale, j)
		if A[j].IsIdentity() == 1 || p.IsZero(&z) == 1 {
			// The sum is the identity, or has met an exception.
			v[j].VarTimeDoubleScalarBaseMult(&a[j], &A[j], &b[j])
			exceptions++
			continue
		}
		v[j].x, v[j].y = p.Get(&m.x, j), p.Get(&m.y, j)
		p.Mul(&v[j].z, &z, &scale)
	}
	return exceptions
}

// A laneRow says where the digits of one of the four rows are: from position start on, so many bits apart.
type laneRow struct{ start, bits, count int }

// The rows are those of the two tables of the key and of the two of the generator, the second of which has
// the multiples of [2^128]G.
var laneRows = [4]laneRow{
	{0, 5, recode.OddWindows},
	{0, 5, recode.OddWindows},
	{0, baseBits, baseWindows / 2},
	{baseBits*baseWindows/2 - baseStep, baseBits, baseWindows / 2},
}

// laneOrder says what the steps add: digit by digit of the rows, the highest position first.
var laneOrder = sync.OnceValue(func() (order [laneSums]struct{ row, digit, doublings uint8 }) {
	n, at := 0, 0
	var left [len(laneRows)]int // digits of each row
	for row, r := range laneRows {
		left[row] = r.count
	}
	for position := baseStep + 1; position >= 0; position-- {
		for row, r := range laneRows {
			digit := left[row] - 1
			if digit < 0 || digit*r.bits+r.start != position {
				continue
			}
			left[row] = digit
			if n > 0 {
				order[n].doublings = uint8(at - position)
			}
			order[n].row, order[n].digit = uint8(row), uint8(digit)
			at = position
			n++
		}
	}
	return order
})

// laneDigits are the digits of the two halves of a, and those of b with its sign.
type laneDigits struct {
	own  [2]recode.Odd
	base recode.Odd
	sign uint64
}

// set sets the digits to those of the scalars.
func (d *laneDigits) set(a, b *scalar.Scalar) {
	// See ScalarMult: a = c1 + c2·lambda with odd numbers.
	var s scalar.Scalar
	n.Sub(&s, a, &onePlusLambda)
	n.Halve(&s, &s)
	k := s.Limbs()
	var halves [2]recode.HalfScalar
	recode.SplitSecp256k1(&halves[0], &halves[1], &k)
	for i := range halves {
		d.own[i] = halves[i].Odd()
	}
	// b is odd, or n - b is: the bits are those of (b + 2^264 - 1)/2.
	odd := b.Limbs()
	d.sign = odd[0]&1 ^ 1
	if d.sign == 1 {
		odd, _ = limbs.Sub(&order, &odd)
	}
	d.base = recode.Odd{odd[0]>>1 | odd[1]<<63, odd[1]>>1 | odd[2]<<63, odd[2]>>1 | odd[3]<<63, odd[3] >> 1, 1 << (baseBits*baseWindows - 257)}
}

// prepare makes the steps for the scalars, and any steps in lanes that have none. It does so step by step: pointers are
// written to w together, as the garbage collector wants to know of them, and without a loop, which would take a quarter longer.
func (w *laneWork) prepare(a, b []scalar.Scalar) {
	var digits [laneCount]laneDigits
	for j := range digits {
		d := &digits[j]
		if j < len(a) {
			d.set(&a[j], &b[j])
		} else {
			d.set(&onePlusLambda, &onePlusLambda)
		}
	}
	base, order := laneBaseTable(), laneOrder()
	for i := range w.steps {
		row, digit := order[i].row, uint(order[i].digit)
		s := &w.steps[i]
		var minus [laneCount]uint64
		if row < 2 {
			tables := &w.tables[row]
			of := func(j int) *laneAffine {
				index, m := digits[j].own[row].Digit(5*digit, 5)
				minus[j] = m
				return &tables[j][index]
			}
			s.Q = [laneCount]*laneAffine{of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)}
		} else {
			row -= 2
			table := &base[row]
			digit += uint(row) * baseWindows / 2
			of := func(j int) *laneAffine {
				index, m := digits[j].base.Digit(baseBits*digit, baseBits)
				minus[j] = m ^ digits[j].sign
				return &table[index]
			}
			s.Q = [laneCount]*laneAffine{of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)}
		}
		s.Negative = recode.Bits8(&minus)
	}
}
