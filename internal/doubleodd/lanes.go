// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
)

// Sums of multiples in the lanes of vectors, each with points of its own, and all with the same steps. The additions
// are complete, so that no lane meets an exception. All of it is for public points, and takes variable time.

// laneCount is how many sums there are at the same time: two vectors of four, in turns.
const laneCount = 8

// A laneElement is an element in each lane: word j of vector i is limb i of element j, whose value is the sum of
// limb_i·2^(52·i).
type laneElement [5][laneCount]uint64

const mask52 = 1<<52 - 1

// limbs52 returns x with limbs below 2^52.
func limbs52(x *field.Element) [5]uint64 {
	l := x.Limbs()
	return [5]uint64{
		l[0] & mask52, (l[0]>>52 | l[1]<<12) & mask52, (l[1]>>40 | l[2]<<24) & mask52, (l[2]>>28 | l[3]<<36) & mask52, l[3] >> 16,
	}
}

// fromLimbs52 returns the element with these limbs, which are below 2^52.
func (c *Curve) fromLimbs52(l [5]uint64) field.Element {
	// What is above 2^256 is folded. Then, if there is a carry out of the top once more, what it leaves
	// is small.
	for range 2 {
		l[0] += uint64(c.p) * (l[4] >> 48)
		l[4] &= 1<<48 - 1
		for i := range 4 {
			l[i+1], l[i] = l[i+1]+l[i]>>52, l[i]&mask52
		}
	}
	return field.New(l[0]|l[1]<<52, l[1]>>12|l[2]<<40, l[2]>>24|l[3]<<28, l[3]>>36|l[4]<<16)
}

// set sets the element j to x, with limbs below 2^52.
func (e *laneElement) set(j int, x *field.Element) {
	for i, limb := range limbs52(x) {
		e[i][j] = limb
	}
}

// get returns the element j, whose limbs are below 2^52.
func (e *laneElement) get(c *Curve, j int) field.Element {
	return c.fromLimbs52([5]uint64{e[0][j], e[1][j], e[2][j], e[3][j], e[4][j]})
}

// A laneState is a point in each lane, with limbs below 2^52.
type laneState struct{ e, z, u, t laneElement }

func (s *laneState) set(j int, v *Point) {
	s.e.set(j, &v.e)
	s.z.set(j, &v.z)
	s.u.set(j, &v.u)
	s.t.set(j, &v.t)
}

func (s *laneState) get(c *Curve, j int) Point {
	return Point{e: s.e.get(c, j), z: s.z.get(c, j), u: s.u.get(c, j), t: s.t.get(c, j)}
}

// A lanePoint is a point with limbs of 52 bits: 0 to 3 of E, those of Z, of U and of T, and then 4 of each.
type lanePoint [20]uint64

func (q *lanePoint) set(v *Point) {
	for k, x := range []*field.Element{&v.e, &v.z, &v.u, &v.t} {
		l := limbs52(x)
		copy(q[4*k:], l[:4])
		q[16+k] = l[4]
	}
}

func (q *lanePoint) get(c *Curve) (v Point) {
	for k, x := range []*field.Element{&v.e, &v.z, &v.u, &v.t} {
		*x = c.fromLimbs52([5]uint64{q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[16+k]})
	}
	return v
}

var laneNeutral = lanePoint{0: 1, 4: 1}

const (
	laneBits    = 5 // of the digits of points that vary
	laneEntries = 1 << (laneBits - 1)
	laneDigits  = 26 // of integers below 2^128

	laneBaseBits    = 10 // of those of the generator
	laneBaseEntries = 1 << (laneBaseBits - 1)
	laneBaseDigits  = laneDigits * laneBits / laneBaseBits // in each of its two rows
)

// laneTables are the multiples up to 16 of a point in each lane.
type laneTables [laneCount][laneEntries]lanePoint

// A laneRoom is what the routines work in.
type laneRoom [14]laneElement

// A laneStep is a step of a sum in each lane: so many doublings, and then *Q[j] is added, or subtracted if bit j of
// Negative is 1.
type laneStep struct {
	Q                   [laneCount]*lanePoint
	Negative, Doublings uint64
}

// laneStepsGeneric takes the steps in every lane.
func (c *Curve) laneStepsGeneric(s *laneState, steps []laneStep) {
	for j := range laneCount {
		v := s.get(c, j)
		for i := range steps {
			step := &steps[i]
			if step.Doublings > 0 {
				c.doubleGeneric(&v, int(step.Doublings))
			}
			q := step.Q[j].get(c)
			c.addGeneric(&v, &q, int(step.Negative>>j&1))
		}
		s.set(j, &v)
	}
}

// laneMultiplesGeneric makes the tables of multiples of the points in s.
func (c *Curve) laneMultiplesGeneric(s *laneState, tables *laneTables) {
	for j := range laneCount {
		q := s.get(c, j)
		v := q
		for i := range tables[j] {
			if i > 0 {
				c.addGeneric(&v, &q, 0)
			}
			tables[j][i].set(&v)
		}
	}
}

// laneBase returns the multiples of G and of [2^130]G, up to 512 of each: 160 KiB, which are made when they are first
// needed.
func (c *Curve) laneBase() *[2][laneBaseEntries]lanePoint {
	if c.isE {
		return laneBaseE()
	}
	return laneBaseS()
}

var (
	laneBaseE = sync.OnceValue(func() *[2][laneBaseEntries]lanePoint { return E.makeLaneBase() })
	laneBaseS = sync.OnceValue(func() *[2][laneBaseEntries]lanePoint { return S.makeLaneBase() })
)

func (c *Curve) makeLaneBase() *[2][laneBaseEntries]lanePoint {
	tables := new([2][laneBaseEntries]lanePoint)
	var first Point
	c.Generator(&first)
	for i := range tables {
		if i > 0 {
			c.double(&first, laneDigits*laneBits)
		}
		v := first
		for j := range tables[i] {
			if j > 0 {
				c.doubleAdd(&v, 0, &first, 0)
			}
			tables[i][j].set(&v)
		}
	}
	return tables
}

// signedDigits writes k, below 2^(width·len(d) - 2), as the sum of d[i]·2^(width·i), where |d[i]| <= 2^(width-1).
func signedDigits(d []int16, k *[4]uint64, width uint) {
	half := uint64(1)<<(width-1) - 1
	carry := uint64(0)
	for i := range d {
		at := uint(i) * width
		var window uint64
		if at < 256 {
			window = k[at/64] >> (at % 64)
			if at/64 < 3 {
				window |= k[at/64+1] << 1 << (^at % 64)
			}
		}
		window = window&(1<<width-1) + carry
		carry = (half - window) >> 63
		d[i] = int16(window) - int16(carry<<width)
	}
}

// laneSums is how many additions a sum has, at most: of two points, and of the generator.
const laneSums = 2*laneDigits + 2*laneBaseDigits

// A laneWork is what sums of multiples in lanes keep.
type laneWork struct {
	room   laneRoom // first, where it is aligned
	state  laneState
	tables [2]laneTables
	steps  [laneSums]laneStep
}

var laneWorks = sync.Pool{New: func() any { return new(laneWork) }}

// A laneSum is what a lane adds up: the multiples of one or two points by integers below 2^128, where Negative changes
// the sign, and of the generator.
type laneSum struct {
	points   [2]Point
	factors  [2][2]uint64
	negative [2]uint64
	base     scalar.Scalar
}

// multiply sets v[j] to the sum of sums[j], of which there are at most as many as lanes, each with so many points.
func (w *laneWork) multiply(c *Curve, v []Point, sums []laneSum, points int) {
	for row := range points {
		for j := range laneCount {
			// A lane that nobody asked for has any point, as the first one.
			w.state.set(j, &sums[min(j, len(sums)-1)].points[row])
		}
		c.varTimeLaneMultiples(&w.state, &w.tables[row], &w.room)
	}
	base := c.laneBase()
	for j := range laneCount {
		sum := &sums[min(j, len(sums)-1)]
		var own [2][laneDigits]int16
		for row := range points {
			signedDigits(own[row][:], &[4]uint64{sum.factors[row][0], sum.factors[row][1]}, laneBits)
		}
		var baseDigits [2 * laneBaseDigits]int16
		limbs := sum.base.Limbs()
		signedDigits(baseDigits[:], &limbs, laneBaseBits)
		n := 0
		add := func(table []lanePoint, digit int16, negative, doublings uint64) {
			s := &w.steps[n]
			n++
			sign := digit >> 15
			if magnitude := (digit ^ sign) - sign; magnitude > 0 {
				s.Q[j] = &table[magnitude-1]
			} else {
				s.Q[j] = &laneNeutral
			}
			s.Negative = s.Negative&^(1<<j) | (uint64(sign)&1^negative)<<j
			s.Doublings = doublings
		}
		for i := laneDigits - 1; i >= 0; i-- {
			doublings := uint64(laneBits)
			if i == laneDigits-1 {
				doublings = 0
			}
			for row := range points {
				add(w.tables[row][j][:], own[row][i], sum.negative[row], doublings)
				doublings = 0
			}
			if i%2 == 0 {
				for row := range base {
					add(base[row][:], baseDigits[laneBaseDigits*row+i/2], 0, 0)
				}
			}
		}
	}
	for j := range laneCount {
		w.state.set(j, &neutral)
	}
	c.varTimeLaneSteps(&w.state, w.steps[:laneDigits*points+2*laneBaseDigits], &w.room)
	for j := range sums {
		v[j] = w.state.get(c, j)
	}
}

// VarTimeMulAddMulGenBatch sets v[i] = [k[i]]q[i] + [m[i]]G, as [Curve.VarTimeMulAddMulGen] does, for k[i] below 2^128.
// The slices must be of the same length; v may be q. It takes variable time.
func (c *Curve) VarTimeMulAddMulGenBatch(v []Point, k []scalar.Scalar, q []Point, m []scalar.Scalar) {
	if len(v) >= laneFewest() {
		w := laneWorks.Get().(*laneWork)
		for len(v) >= laneFewest() {
			n := min(len(v), laneCount)
			var sums [laneCount]laneSum
			for i := range n {
				limbs := k[i].Limbs()
				sums[i] = laneSum{points: [2]Point{q[i]}, factors: [2][2]uint64{{limbs[0], limbs[1]}}, base: m[i]}
			}
			w.multiply(c, v[:n], sums[:n], 1)
			v, k, q, m = v[n:], k[n:], q[n:], m[n:]
		}
		laneWorks.Put(w)
	}
	for i := range v {
		c.VarTimeMulAddMulGen(&v[i], &k[i], &q[i], &m[i])
	}
}

// VarTimeVerifyDOBatch sets ok[i] to what [Curve.VarTimeVerifyDO] reports for b[i], k[i], q[i] and m[i]. The slices must
// be of the same length. It takes variable time.
func (c *Curve) VarTimeVerifyDOBatch(ok []bool, b [][32]byte, k []scalar.Scalar, q []Point, m []scalar.Scalar) {
	if len(ok) >= laneFewest() {
		w := laneWorks.Get().(*laneWork)
		for len(ok) >= laneFewest() {
			n := min(len(ok), laneCount)
			w.verifyDO(c, ok[:n], b[:n], k[:n], q[:n], m[:n])
			ok, b, k, q, m = ok[n:], b[n:], k[n:], q[n:], m[n:]
		}
		laneWorks.Put(w)
	}
	for i := range ok {
		ok[i] = c.VarTimeVerifyDO(&b[i], &k[i], &q[i], &m[i])
	}
}

// verifyDO is VarTimeVerifyDOBatch for at most as many as there are lanes: see VarTimeVerifyDO.
func (w *laneWork) verifyDO(c *Curve, ok []bool, b [][32]byte, k []scalar.Scalar, q []Point, m []scalar.Scalar) {
	var sums [laneCount]laneSum
	var v [laneCount]Point
	var encoded [laneCount]field.Element
	for i := range ok {
		s := &sums[i]
		s.points[0], s.base = q[i], m[i]
		if c.isE {
			ok[i] = c.p.Decode(&encoded[i], &b[i]) == 1
			k0, k1, n0, n1 := split(&k[i])
			s.factors, s.negative = [2][2]uint64{k0, k1}, [2]uint64{uint64(n0), uint64(n1)}
			c.zeta(&s.points[1], &q[i])
			continue
		}
		s.points[1] = neutral
		ok[i] = c.DecodeDO(&s.points[1], &b[i]) == 1
		limbs, n := k[i].Limbs(), c.order.N()
		var f lattice.Fraction
		lattice.Halve(&f, &limbs, &n)
		tau := scalar.New(f.Tau[0], f.Tau[1], f.Tau[2], f.Tau[3])
		c.order.Mul(&s.base, &tau, &m[i])
		s.negative[1] = 1
		if f.Negative {
			c.order.Neg(&s.base, &s.base)
			s.negative[1] = 0
		}
		s.factors = [2][2]uint64{{f.Rho[0], f.Rho[1]}, {f.Tau[0], f.Tau[1]}} // the order has 255 bits: both are below 2^128
	}
	w.multiply(c, v[:len(ok)], sums[:len(ok)], 2)
	for i := range ok {
		if c.isE {
			ok[i] = ok[i] && c.varTimeIsDO(&encoded[i], &v[i])
		} else {
			ok[i] = ok[i] && c.IsNeutral(&v[i]) == 1
		}
	}
}
