// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
)

// cached is a point Q as the second operand of an addition.
type cached struct {
	yPlusX, yMinusX, t2d, z2 field.Element // Y+X, Y-X, 2d·T, 2·Z
}

// cachedIdentity and affineIdentity are the neutral element.
var (
	cachedIdentity = cached{yPlusX: field.One(), yMinusX: field.One(), z2: two}
	affineIdentity = affineCached{yPlusX: field.One(), yMinusX: field.One()}
)

// isValid reports whether c is not the zero value. A point may be secret: its Z is not
// compared limb by limb.
func (c *cached) isValid() bool {
	z := c.z2.Limbs()
	return z[0]|z[1]|z[2]|z[3] != 0
}

// affineCached is cached for a point with Z = 1.
type affineCached struct {
	yPlusX, yMinusX, t2d field.Element // y+x, y-x, 2d·x·y
}

// set sets c to q.
func (c *cached) set(q *Point) *cached {
	p.Add(&c.yPlusX, &q.y, &q.x)
	p.Sub(&c.yMinusX, &q.y, &q.x)
	p.Mul(&c.t2d, &q.t, &d2)
	p.Double(&c.z2, &q.z)
	return c
}

// The formulas are those of Hisil, Wong, Carter and Dawson, "Twisted Edwards
// Curves Revisited" (2008), for a = -1. They are complete: d is not a square.
// The functions here and the assembly compute the same, up to a common factor
// of the coordinates.

// doubleGeneric sets v = [2^n]v. It does not read v.t, unless n is 0.
func (v *Point) doubleGeneric(n int) {
	if n == 0 {
		return
	}
	var a, b, c, e, f, g, h field.Element
	for range n {
		p.Sqr(&a, &v.x)
		p.Sqr(&b, &v.y)
		p.Sqr(&c, &v.z)
		p.Mul(&e, &v.x, &v.y)
		p.Double(&e, &e)
		p.Sub(&g, &b, &a)
		p.Add(&h, &a, &b)
		p.Sub(&f, &c, &g)
		p.Add(&f, &f, &c)
		p.Mul(&v.x, &e, &f)
		p.Mul(&v.y, &g, &h)
		p.Mul(&v.z, &f, &g)
	}
	p.Mul(&v.t, &e, &h)
}

// doubleAddGeneric sets v = [2^n]v + q, or [2^n]v - q if subtract, but v.t only
// if withT.
func (v *Point) doubleAddGeneric(n int, q *cached, subtract, withT bool) {
	v.doubleGeneric(n)
	var d field.Element
	p.Mul(&d, &v.z, &q.z2)
	v.finishAdd(&q.yPlusX, &q.yMinusX, &q.t2d, &d, subtract, withT)
}

// addAffineGeneric sets v = v + q, but v.t only if withT.
func (v *Point) addAffineGeneric(q *affineCached, withT bool) {
	var d field.Element
	p.Double(&d, &v.z)
	v.finishAdd(&q.yPlusX, &q.yMinusX, &q.t2d, &d, false, withT)
}

// The flags of a [msm.Step] on this curve.
const (
	stepNegative = msm.Negative
	stepAffine   = msm.Other // Z of Q is 1, which saves a product
)

// sumGeneric sets v = [2^n]v and takes the steps. It sets v.t only if withT.
func (v *Point) sumGeneric(n int, steps []step, withT bool) {
	for i, s := range steps {
		v.doubleAddGeneric(n+int(s.Doublings), s.Q, s.Flags&stepNegative != 0, withT || i != len(steps)-1)
		n = 0
	}
}

// addEachGeneric sets V = V ± Q for each of the pairs, in order.
func addEachGeneric(pairs []addPair) {
	for i := range pairs {
		pairs[i].V.doubleAdd(0, pairs[i].Q, pairs[i].Negative == 1, true)
	}
}

// addLanesGeneric takes the steps, in order: see [msm.LaneStep].
func addLanesGeneric(steps []laneStep) {
	var sums [msm.Lanes]sumPoint
	for j, v := range steps[0].V {
		sums[j] = *v
	}
	for _, s := range steps {
		for j := range sums {
			if s.Ends&msm.FirstOfSums != 0 {
				group{}.Identity(&sums[j])
			}
			sums[j].doubleAdd(0, s.Q[j], s.Negative>>j&1 == 1, true)
			if s.Ends&msm.LastOfSums != 0 {
				*s.V[j] = sums[j]
			}
		}
	}
}

// addBucketsGeneric sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for all j, for
// each bucket q, the last one first.
func addBucketsGeneric(sums, runs *[msm.Lanes]sumPoint, buckets [][msm.Lanes]sumPoint) {
	var c cached
	for i := len(buckets) - 1; i >= 0; i-- {
		for j := range sums {
			runs[j].prepare(&c)
			sums[j].doubleAdd(0, &c, false, true)
			buckets[i][j].prepare(&c)
			runs[j].doubleAdd(0, &c, false, true)
		}
	}
}

// oddMultiplesGeneric sets the entries of two tables of the same length, but for the
// first ones, to [3]q, [5]q, ..., where q is the first one. They may be the same.
func oddMultiplesGeneric(table0, table1 []cached) {
	for i, table := range [2][]cached{table0, table1} {
		if i == 1 && &table0[0] == &table1[0] {
			return
		}
		var m Point
		var twice cached
		m.setCached(&table[0], false)
		q := m
		m.double(1)
		twice.set(&m)
		m = q
		for i := 1; i < len(table); i++ {
			m.doubleAdd(0, &twice, false, true)
			table[i].set(&m)
		}
	}
}

// oddMultiplesEachGeneric sets the entries of each of the tables, but for the first ones, to [3]q, [5]q, ..., where q is the first one.
func oddMultiplesEachGeneric(tables *[msm.Lanes][oddMultiples]cached) {
	for i := range tables {
		oddMultiplesGeneric(tables[i][:], tables[i][:])
	}
}

// addPositionsGeneric sets each sums[j] to the sum of 2^i·rows[i][j] over all i.
func addPositionsGeneric(sums *[msm.Lanes]sumPoint, rows [][msm.Lanes]sumPoint) {
	var c cached
	for j := range sums {
		v := rows[len(rows)-1][j]
		for i := len(rows) - 2; i >= 0; i-- {
			rows[i][j].prepare(&c)
			v.doubleAdd(1, &c, false, true)
		}
		sums[j] = v
	}
}

// addPairsGeneric takes the steps: see [msm.PairStep].
func (v *sumPoint) addPairsGeneric(steps []pairStep) {
	for _, s := range steps {
		doublings := int(s.Doublings)
		for i, q := range s.Q {
			if q != nil {
				v.point().doubleAddGeneric(doublings, q, s.Negative[i] == 1, true)
				doublings = 0
			}
		}
	}
}

// finishAdd sets v = v ± q, for q with Y2+X2, Y2-X2 and 2d·T2, and d = 2·Z1·Z2.
func (v *Point) finishAdd(plus, minus, t2d, d *field.Element, subtract, withT bool) {
	if subtract {
		plus, minus = minus, plus
	}
	var a, b, c, e, f, g, h field.Element
	p.Sub(&a, &v.y, &v.x)
	p.Add(&b, &v.y, &v.x)
	p.Mul(&a, &a, minus)
	p.Mul(&b, &b, plus)
	p.Mul(&c, &v.t, t2d)
	p.Sub(&f, d, &c)
	p.Add(&g, d, &c)
	if subtract { // the sign of 2d·T2
		f, g = g, f
	}
	p.Sub(&e, &b, &a)
	p.Add(&h, &b, &a)
	p.Mul(&v.x, &e, &f)
	p.Mul(&v.y, &g, &h)
	p.Mul(&v.z, &f, &g)
	if withT {
		p.Mul(&v.t, &e, &h)
	}
}

// combGeneric sets v = [2^3]v + [2^3]s_3 + [2^2]s_2 + [2]s_1 + s_0, where s_i is the
// sum over j of table[j][digits[i][j].Index] with its sign changed if
// digits[i][j].Negative is 1. It reads every entry of the table for each.
func (v *Point) combGeneric(table *combTables, digits *combDigits) {
	var c affineCached
	for i := recode.CombColumns - 1; i >= 0; i-- {
		for j, digit := range digits[i] {
			c.selectFrom(&table[j], int(digit.Index), int(digit.Negative))
			// A doubling follows the last addition, but for i = 0.
			v.addAffineGeneric(&c, i == 0 || j != recode.CombBlocks-1)
		}
		if i > 0 {
			v.doubleGeneric(1)
		}
	}
}

// A columnTables is a combTables for laneComb. Of each block and element it has the limbs from the lowest one on: even
// ones with 26 bits and odd ones with 25. Next to each other are those of the entries.
type columnTables [recode.CombBlocks][3][10][16]uint32

// bitOfLimb returns where limb i starts.
func bitOfLimb(i int) int { return (51*i + 1) / 2 }

// set sets t to table.
func (t *columnTables) set(table *combTables) {
	for j := range table {
		for index := range table[j] {
			c := &table[j][index]
			for k, x := range [...]*field.Element{&c.yPlusX, &c.yMinusX, &c.t2d} {
				words := p.Canonical(x)
				for i := range t[j][k] {
					t[j][k][i][index] = uint32(limb(&words, bitOfLimb(i), bitOfLimb(i+1)))
				}
			}
		}
	}
}

// get sets table to the entries of block j.
func (t *columnTables) get(table *[16]affineCached, j int) {
	for index := range table {
		c := &table[index]
		for k, x := range [...]*field.Element{&c.yPlusX, &c.yMinusX, &c.t2d} {
			var words [4]uint64
			for i := range t[j][k] {
				setLimb(&words, bitOfLimb(i), uint64(t[j][k][i][index]))
			}
			*x = field.New(words[0], words[1], words[2], words[3])
		}
	}
}

// limb returns the bits of words from one on up to another, at most 63.
func limb(words *[4]uint64, from, to int) uint64 {
	x := words[from/64] >> (from % 64)
	if from/64 < 3 {
		x |= words[from/64+1] << 1 << (63 - from%64)
	}
	return x & (1<<(to-from) - 1)
}

// setLimb sets the bits of words from one on, which are 0, to x.
func setLimb(words *[4]uint64, from int, x uint64) {
	words[from/64] |= x << (from % 64)
	if from/64 < 3 {
		words[from/64+1] |= x >> 1 >> (63 - from%64)
	}
}

// sumColumnsGeneric sets v[i] = s_i for each column, with the sums s_i of combGeneric. In lanes all
// coordinates are twice what they are here.
func sumColumnsGeneric(v *[recode.CombColumns]Point, table *columnTables, digits *combDigits) {
	var entries [16]affineCached
	var c affineCached
	for i := range v {
		v[i] = identity
	}
	for j := range table {
		table.get(&entries, j)
		for i := range v {
			c.selectFrom(&entries, int(digits[i][j].Index), int(digits[i][j].Negative))
			v[i].addAffineGeneric(&c, true)
		}
	}
}

// An octetTables is a combTables for octetComb. For each round and half of the lanes it has a block, or the identity; of each
// element the limbs of field.LaneBits() bits from the lowest one on; and next to each other those of the entries.
type octetTables [recode.CombRounds][2][3][5][16]uint64

// set sets t to table.
func (t *octetTables) set(table *combTables) {
	for round := range t {
		for half := range t[round] {
			j := recode.CombBlock(round, half)
			for index := range 16 {
				c := &affineIdentity
				if j >= 0 {
					c = &table[j][index]
				}
				for k, x := range [...]*field.Element{&c.yPlusX, &c.yMinusX, &c.t2d} {
					to := &t[round][half][k]
					to[0][index], to[1][index], to[2][index], to[3][index], to[4][index] = field.LaneLimbs(x)
				}
			}
		}
	}
}

// get sets table to the entries of a round and half.
func (t *octetTables) get(table *[16]affineCached, round, half int) {
	for index := range table {
		c := &table[index]
		for k, x := range [...]*field.Element{&c.yPlusX, &c.yMinusX, &c.t2d} {
			from := &t[round][half][k]
			*x = field.FromLaneLimbs(from[0][index], from[1][index], from[2][index], from[3][index], from[4][index])
		}
	}
}

// An octetWork is what sumOctets and joinOctets work in. It should be aligned to 64 bytes.
type octetWork struct {
	sums eachState
	room laneRoom
}

// sumOctetsGeneric sets sum i to that of the entries for lane i. Together those of lanes i and 4 + i are the sum s_i of
// combGeneric.
func sumOctetsGeneric(sums *eachState, table *octetTables, digits *octetDigits) {
	var entries [16]affineCached
	var c affineCached
	for i := range 2 * recode.CombColumns {
		v := identity
		for round := range table {
			table.get(&entries, round, i/recode.CombColumns)
			c.selectFrom(&entries, int(digits[round].Index>>(8*i)&0xff), int(digits[round].Negative>>i&1))
			v.addAffineGeneric(&c, true)
		}
		sums.set(i, &v)
	}
}

// joinOctetsGeneric sets v to the sum of 2^i·(s_i + s_(4+i)) over i < 4, where s are the sums.
func joinOctetsGeneric(v *Point, sums *eachState) {
	const last = recode.CombColumns - 1
	var q cached
	for i := last; i >= 0; i-- {
		s, other := sums.get(i), sums.get(recode.CombColumns+i)
		s.doubleAddGeneric(0, q.set(&other), false, true)
		if i == last {
			*v = s
		} else {
			v.doubleAddGeneric(1, q.set(&s), false, true)
		}
	}
}

type (
	octetDigits = recode.CombLanes
	combTables  = [recode.CombBlocks][16]affineCached
	combDigits  = recode.CombDigits
)

// A digit stands for the entry of a table with an index, and for its negative if
// Negative is 1 and not 0.
type digit = recode.CombDigit

// windowsGeneric sets v = v + q_0 + q_1 + ..., where q_i is tables[i][digits[i].Index-1], or the identity
// if that index is 0, with its sign changed if digits[i].Negative is 1. For each of the rounds after the
// first one it sets v = [16]v + q_0 + q_1 + ..., with the next digits and the same tables. It reads
// every entry of the tables. There is at least one round.
func (v *Point) windowsGeneric(tables [][8]cached, digits []digit, rounds int) {
	var c cached
	for round := range rounds {
		if round > 0 {
			v.doubleGeneric(4)
		}
		for i := range tables {
			d := digits[round*len(tables)+i]
			c.selectFrom(&tables[i], int(d.Index), int(d.Negative))
			v.doubleAddGeneric(0, &c, false, true)
		}
	}
}

// selectCachedGeneric sets c to table[index-1], the identity if index is 0, and
// changes its sign if negate is 1.
func selectCachedGeneric(c *cached, table *[8]cached, index, negate int) {
	*c = cachedIdentity
	for i := range table {
		match := equal(index, i+1)
		c.yPlusX.Select(&table[i].yPlusX, &c.yPlusX, match)
		c.yMinusX.Select(&table[i].yMinusX, &c.yMinusX, match)
		c.t2d.Select(&table[i].t2d, &c.t2d, match)
		c.z2.Select(&table[i].z2, &c.z2, match)
	}
	c.yPlusX.Swap(&c.yMinusX, negate)
	p.CondNeg(&c.t2d, &c.t2d, negate)
}

// selectFrom sets c to table[index], and changes its sign if negate is 1.
func (c *affineCached) selectFrom(table *[16]affineCached, index, negate int) {
	*c = affineCached{}
	for i := range table {
		match := equal(index, i)
		c.yPlusX.Select(&table[i].yPlusX, &c.yPlusX, match)
		c.yMinusX.Select(&table[i].yMinusX, &c.yMinusX, match)
		c.t2d.Select(&table[i].t2d, &c.t2d, match)
	}
	c.yPlusX.Swap(&c.yMinusX, negate)
	p.CondNeg(&c.t2d, &c.t2d, negate)
}

// equal returns 1 if x = y, and 0 otherwise, for 0 <= x, y < 2^31.
func equal(x, y int) int { return int((uint32(x^y) - 1) >> 31) }
