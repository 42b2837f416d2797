// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd

import (
	"sync"

	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// Sums of multiples in the lanes of vectors, each with points of its own, and all with the same steps. The additions
// are complete, so that no lane meets an exception. All of it is for public points, and takes variable time.

// laneCount is how many sums there are at the same time at most: with IFMA one vector of eight, and with doubles two of four.
const laneCount = field.OctetCount

// A laneState is a point in each lane, with limbs below 2^52.
type laneState struct{ e, z, u, t field.Octet52 }

type lanePair = field.LanePair

func (s *laneState) set(j int, v *Point) {
	s.e.Set(j, &v.e)
	s.z.Set(j, &v.z)
	s.u.Set(j, &v.u)
	s.t.Set(j, &v.t)
}

func (s *laneState) get(c *Curve, j int) Point {
	return Point{e: c.p.Get(&s.e, j), z: c.p.Get(&s.z, j), u: c.p.Get(&s.u, j), t: c.p.Get(&s.t, j)}
}

// setLimbs sets the point of lane j to q, whose limbs it copies.
func (s *laneState) setLimbs(j int, q *lanePoint) {
	for k, e := range [...]*field.Octet52{&s.e, &s.z, &s.u, &s.t} {
		for i := range 4 {
			e[i][j] = q[4*k+i]
		}
		e[4][j] = q[16+k]
	}
}

// A lanePoint is a point with limbs of 52 bits: 0 to 3 of E, those of Z, of U and of T, and then 4 of each.
type lanePoint [20]uint64

func (q *lanePoint) set(v *Point) {
	for k, x := range []*field.Element{&v.e, &v.z, &v.u, &v.t} {
		q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[16+k] = field.Limbs52(x)
	}
}

func (q *lanePoint) get(c *Curve) (v Point) {
	for k, x := range []*field.Element{&v.e, &v.z, &v.u, &v.t} {
		*x = c.p.FromLimbs52(q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[16+k])
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
type laneRoom [15]field.Octet52

// A laneStep is a step of a sum in each lane: so many doublings, and then *Q[j] is added, or subtracted if bit j of
// Negative is 1. If From is 2i + 1, it begins with entry i of the lane's table, and nothing is added after the doublings, though Q
// points to something. If To is 2i + 1, what the step makes becomes entry i. Q may be read while the step before is taken:
// it is nothing that that one makes.
type laneStep struct {
	Q                             [laneCount]*lanePoint
	Negative, Doublings, From, To uint64
}

// laneStepsGeneric takes the steps in the first n lanes.
func (c *Curve) laneStepsGeneric(s *laneState, steps []laneStep, tables *laneTables, n int) {
	for j := range n {
		v := s.get(c, j)
		for i := range steps {
			step := &steps[i]
			if step.From > 0 {
				v = tables[j][step.From/2].get(c)
			}
			if step.Doublings > 0 {
				c.doubleGeneric(&v, int(step.Doublings))
			}
			if step.From == 0 {
				q := step.Q[j].get(c)
				c.addGeneric(&v, &q, int(step.Negative>>j&1))
			}
			if step.To > 0 {
				tables[j][step.To/2].set(&v)
			}
		}
		s.set(j, &v)
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

// laneSums is how many additions a sum has, at most: of two points, and of the generator.
const laneSums = 2*laneDigits + 2*laneBaseDigits

// A laneWork is what sums of multiples in lanes keep.
type laneWork struct {
	room   laneRoom // first, where it is aligned
	state  laneState
	roots  [field.RootPlaces + 1]lanePair
	tables [2]laneTables
	steps  [laneSums]laneStep
}

var laneWorks = sync.Pool{New: func() any { return new(laneWork) }}

// inLanes calls do for groups of the n sums that there are, from start on and as many as laneGroups says, or enough that
// it is faster, and returns how many are done. points is as for laneGroups.
func inLanes(n, points int, do func(w *laneWork, start, end int)) (done int) {
	size, fewest := laneGroups(points)
	if n < fewest {
		return 0
	}
	w := laneWorks.Get().(*laneWork)
	for n-done >= fewest {
		end := min(n, done+size)
		do(w, done, end)
		done = end
	}
	laneWorks.Put(w)
	return done
}

// makeTables makes the first n tables of multiples of the points that are in the first entries: those of even numbers are doubles, and
// those of odd ones come after them.
func (w *laneWork) makeTables(c *Curve, tables *laneTables, n int) {
	steps := w.steps[:laneEntries-1]
	for i := range steps {
		s := &steps[i]
		*s = laneStep{To: uint64(2*(i+1) + 1)}
		if i%2 == 0 {
			s.From, s.Doublings = uint64(2*(i/2)+1), 1
		}
		for j := range s.Q {
			s.Q[j] = &tables[j][0]
		}
	}
	c.varTimeLaneSteps(&w.state, steps, tables, &w.room, n)
	clear(steps) // those of a sum are about no tables
}

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
	lanes := field.LanesFor(len(sums))
	for row := range points {
		for j := range lanes {
			// A lane that nobody asked for has any point, as the first one.
			w.tables[row][j][0].set(&sums[min(j, len(sums)-1)].points[row])
		}
		w.makeTables(c, &w.tables[row], lanes)
	}
	steps := w.steps[:laneDigits*points+2*laneBaseDigits]
	w.prepare(c, sums, points)
	// The first step is where the sums start.
	for j := range lanes {
		if w.state.setLimbs(j, steps[0].Q[j]); steps[0].Negative>>j&1 == 1 {
			v := w.state.get(c, j)
			c.Neg(&v, &v)
			w.state.set(j, &v)
		}
	}
	c.varTimeLaneSteps(&w.state, steps[1:], &w.tables[0], &w.room, lanes)
	for j := range sums {
		v[j] = w.state.get(c, j)
	}
}

// prepare makes the steps: digit by digit, the highest ones first. A lane that nobody asked for has the last sum.
func (w *laneWork) prepare(c *Curve, sums []laneSum, points int) {
	var own [2][laneCount]recode.Booth
	var ofBase [laneCount]recode.Booth
	var tables, ofBases [2][laneCount][]lanePoint
	var signs [2]uint64
	base := c.laneBase()
	for j := range laneCount {
		s := &sums[min(j, len(sums)-1)]
		for row := range base {
			own[row][j] = recode.NewBooth(&[4]uint64{s.factors[row][0], s.factors[row][1]})
			signs[row] |= s.negative[row] << j
			tables[row][j], ofBases[row][j] = w.tables[row][j][:], base[row][:]
		}
		limbs := s.base.Limbs()
		ofBase[j] = recode.NewBooth(&limbs)
	}
	next := 0
	for i := laneDigits - 1; i >= 0; i-- {
		for row := range points {
			s := &w.steps[next]
			s.add(&tables[row], &own[row], uint(i), laneBits, signs[row])
			s.Doublings = 0
			if row == 0 && next > 0 {
				s.Doublings = laneBits
			}
			next++
		}
		if i%2 == 0 {
			for row := range base {
				s := &w.steps[next]
				s.add(&ofBases[row], &ofBase, uint(laneBaseDigits*row+i/2), laneBaseBits, 0)
				s.Doublings = 0
				next++
			}
		}
	}
}

// add adds digit i, in each lane, of the point that a table of multiples is of, where its bit of signs changes the sign: one of
// those, or the neutral element. It writes pointers to s together, as the garbage collector wants to know of them.
func (s *laneStep) add(tables *[laneCount][]lanePoint, digits *[laneCount]recode.Booth, i, width uint, signs uint64) {
	var minus [laneCount]uint64
	of := func(j int) *lanePoint {
		magnitude, m := digits[j].Digit(i, width)
		if magnitude == 0 {
			return &laneNeutral
		}
		minus[j] = m
		return &tables[j][magnitude-1]
	}
	s.Q = [laneCount]*lanePoint{of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)}
	s.Negative = signs ^ recode.Bits8(&minus)
}

// VarTimeMulAddMulGenBatch sets v[i] = [k[i]]q[i] + [m[i]]G, as [Curve.VarTimeMulAddMulGen] does, for k[i] below 2^128.
// The slices must be of the same length; v may be q. It takes variable time.
func (c *Curve) VarTimeMulAddMulGenBatch(v []Point, k []scalar.Scalar, q []Point, m []scalar.Scalar) {
	done := inLanes(len(v), 1, func(w *laneWork, start, end int) {
		var sums [laneCount]laneSum
		for i := start; i < end; i++ {
			limbs := k[i].Limbs()
			sums[i-start] = laneSum{points: [2]Point{q[i]}, factors: [2][2]uint64{{limbs[0], limbs[1]}}, base: m[i]}
		}
		w.multiply(c, v[start:end], sums[:end-start], 1)
	})
	for i := done; i < len(v); i++ {
		c.VarTimeMulAddMulGen(&v[i], &k[i], &q[i], &m[i])
	}
}

// VarTimeVerifyDOBatch sets ok[i] to what [Curve.VarTimeVerifyDO] reports for b[i], k[i], q[i] and m[i]. The slices must
// be of the same length. It takes variable time.
func (c *Curve) VarTimeVerifyDOBatch(ok []bool, b [][32]byte, k []scalar.Scalar, q []Point, m []scalar.Scalar) {
	_, fewest := laneGroups(2)
	for len(ok) > 0 {
		// Roots come in pairs of octets, and sums in octets.
		var decoded [field.PairCount]Point
		n := min(len(ok), len(decoded))
		if !c.isE && n >= fewest {
			c.VarTimeDecodeDOBatch(decoded[:n], b[:n], ok[:n])
		}
		done := inLanes(n, 2, func(w *laneWork, start, end int) {
			w.verifyDO(c, ok[start:end], b[start:end], k[start:end], q[start:end], m[start:end], decoded[start:end])
		})
		for i := done; i < n; i++ {
			ok[i] = c.VarTimeVerifyDO(&b[i], &k[i], &q[i], &m[i])
		}
		ok, b, k, q, m = ok[n:], b[n:], k[n:], q[n:], m[n:]
	}
}

// verifyDO is VarTimeVerifyDOBatch for at most as many as there are lanes: see VarTimeVerifyDO. On the curve S decoded are what b
// encodes, where ok is true.
func (w *laneWork) verifyDO(c *Curve, ok []bool, b [][32]byte, k []scalar.Scalar, q []Point, m []scalar.Scalar, decoded []Point) {
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
		if ok[i] {
			s.points[1] = decoded[i]
		}
		f, tm, negative := c.varTimeHalve(&k[i], &m[i])
		s.factors = [2][2]uint64{{f.Rho[0], f.Rho[1]}, {f.Tau[0], f.Tau[1]}}
		s.base, s.negative[1] = tm, uint64(negative)
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

// varTimeRoots sets z[i] and square[i] as Sqrt does for x[i], for at most as many as are in a pair.
func (c *Curve) varTimeRoots(z, x []field.Element, square []int) {
	done := inLanes(len(x), 0, func(w *laneWork, start, end int) {
		for j := start; j < end; j++ {
			w.roots[0].Set(j-start, &x[j])
		}
		w.rootPowers(c, end-start)
		for j := start; j < end; j++ {
			power := c.p.GetOfPair(&w.roots[1], j-start)
			square[j] = c.p.FinishSqrt(&z[j], &power, &x[j])
		}
	})
	if done < len(x) {
		var ones [field.MaxRatios]field.Element
		for i := range ones {
			ones[i] = field.One()
		}
		c.p.SqrtRatios(z[done:], x[done:], ones[done:len(x)], square[done:])
	}
}

// rootPowers sets place 1 of the roots to the power of place 0 that roots are made of, in the first n lanes at least.
func (w *laneWork) rootPowers(c *Curve, n int) {
	one := &w.roots[field.RootPlaces]
	one.SetAll(&neutral.e)
	c.p.RootSteps(func(to, from, squarings, times int) {
		factor := one
		if times >= 0 {
			factor = &w.roots[times]
		}
		c.varTimeLaneSqrNMul(&w.roots[to], &w.roots[from], uint64(squarings), factor, &w.room, n)
	})
}
