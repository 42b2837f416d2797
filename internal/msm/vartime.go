// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"secant.example/internal/limbs"
	"secant.example/internal/recode"
)

// VarTime computes sums of multiples in variable time. Its zero value is ready
// for use. Once it has seen the largest size, it allocates nothing, unless
// Workers is above 1.
type VarTime[P, C any, G Group[P, C]] struct {
	// Workers bounds the goroutines that Sum uses at the same time; 0 is 1.
	Workers int

	g G
	// What g is besides, where that is of use on this machine, or nil, and what it costs. Set by look, and inLanes by cut.
	affine      AffineGroup[P, C]
	inTwos      TableGroup[P, C]
	inPairs     PairGroup[P, C]
	inLanes     LaneGroup[P, C]
	inPositions PositionGroup[P, C]
	costs       *costs

	terms  []term[C]
	points []C // of each term; with an AffineGroup, those that are not fixed are set late
	given  []P // the points of the pairs of terms: the first is a multiple of it, the second of its image
	result P

	// For Straus.
	tables   []C   // of the terms that are not fixed
	rows     [][]C // all tables
	schedule recode.VarTimeSchedule
	added    []recode.Digit // that are not zero
	digits   []recode.Digit // the same, in order
	steps    []Step[C]
	pairs    []PairStep[C] // with a PairGroup
	pending  []C           // a table of odd multiples, of which only the first is set, with a TableGroup

	// For tables in lanes, and Straus in lanes.
	varied    int                     // terms with a point that is not fixed and a scalar that is not 0
	lanesOf   [][Lanes][laneEntries]C // tables of the terms that are not fixed
	zero      C
	cursors   []uint32 // for each position, the step and the lane of the next digit
	laneSteps []LaneStep[P, C]

	// For Pippenger.
	long    int // how many bits the digits of scalars have at most that are no multipliers of fixed points
	longest int // how many those of parts of scalars have at most
	// multipliers is how many scalars there are, and parts of them.
	multipliers int
	lanes       int       // how many windows are added up at the same time: a group of them
	widths      []uint    // the bits of a digit, by group of windows, the lowest first
	bias        [8]uint64 // of a number: a group starts at the bit 256 at most, and has up to 120
	parts       int       // of the points, each with sums of its own
	numbers     []number  // of each point
	sums        []P       // of the windows, for the first part of the points and for the next
	empty       []bool    // which of them are 0
	next        atomic.Int32
	workers     []worker[P, C]
	running     sync.WaitGroup
}

type term[C any] struct {
	scalar   [4]uint64
	negative int // 1 if the term is minus that
	bits     int
	fixed    Fixed[C] // or the zero value
	// Set by cut, for Pippenger.
	part   int // the bits of a part of the scalar; 0 if the point is not fixed
	parts  int // how many there are; all but the last have a sign, with which they have so many bits
	length int // the bits of the last one's digits; they have signs, so it takes one more than the part itself
}

// A number is what a point is multiplied by, or minus that if negative is 1: a scalar or a part of one. biased is it and the bias, without
// the sign: the digits of that, less those of the bias, are digits with signs.
type number struct {
	biased   [8]uint64
	negative uint64
	length   uint // it is below 2^length
}

// A worker adds up windows.
type worker[P, C any] struct {
	buckets  []P
	used     []bool       // the other buckets are empty
	due      []Pair[P, C] // additions to buckets
	run, sum P
	operand  C
	// With a LaneGroup, for as many windows as there are lanes.
	rows       [][Lanes]P      // buckets: those of digit j are rows[j]; nothing is added to rows[0]
	chains     [][Lanes]uint64 // of each bucket: how many entries it has, and in the low half the last one of them, or for strausInLanes a place
	links      []uint32        // of each entry, by half of it, the one before it in its bucket
	order      []uint32        // the buckets that have any, by row and lane, those with most first
	ofCount    []uint32        // for sorting: of each number of entries
	steps      []LaneStep[P, C]
	runs, sums [Lanes]P
}

// Len returns the number of terms.
func (m *VarTime[P, C, G]) Len() int { return len(m.terms) }

// Reset removes all terms. It keeps the memory.
func (m *VarTime[P, C, G]) Reset() {
	clear(m.terms) // of references
	m.terms = m.terms[:0]
	m.points = m.points[:0]
	m.given = m.given[:0]
	clear(m.rows)
	m.rows = m.rows[:0]
}

// Grow makes room for n more terms.
func (m *VarTime[P, C, G]) Grow(n int) {
	m.terms = slices.Grow(m.terms, n)
	m.points = slices.Grow(m.points, n)
}

// Append adds the term k·q, or -k·q if negative is 1 and not 0.
func (m *VarTime[P, C, G]) Append(k *[4]uint64, negative int, q *C) {
	m.terms = append(m.terms, term[C]{scalar: *k, negative: negative, bits: limbs.BitLen(k)})
	m.points = append(m.points, *q)
}

// GrowPairs makes room for n more pairs of terms.
func (m *VarTime[P, C, G]) GrowPairs(n int) {
	m.Grow(2 * n)
	m.given = slices.Grow(m.given, n)
}

// AppendPair adds the terms k·q and l·phi(q), with the sign changed where negativeK or
// negativeL is 1 and not 0, for a point q that is not 0. Only for an [AffineGroup], which has
// terms that come in pairs or are fixed.
func (m *VarTime[P, C, G]) AppendPair(k, l *[4]uint64, negativeK, negativeL int, q *P) {
	var later C
	m.terms = append(m.terms,
		term[C]{scalar: *k, negative: negativeK, bits: limbs.BitLen(k)},
		term[C]{scalar: *l, negative: negativeL, bits: limbs.BitLen(l)})
	m.points = append(m.points, later, later)
	m.given = append(m.given, *q)
}

// AppendFixed adds the term k·q, for the point q, whose table must not change
// while the term is there.
func (m *VarTime[P, C, G]) AppendFixed(k *[4]uint64, q Fixed[C]) {
	m.terms = append(m.terms, term[C]{scalar: *k, bits: limbs.BitLen(k), fixed: q})
	m.points = append(m.points, q.Table[0])
}

// An Algorithm is a way to compute the sum.
type Algorithm int

const (
	Fastest Algorithm = iota // of the following, by an estimate
	Straus
	StrausInLanes // with a [PositionGroup] that is of use, and Straus otherwise
	Pippenger
)

// Sum returns the sum of the terms, which stay. The result is valid until the
// next call.
func (m *VarTime[P, C, G]) Sum(algorithm Algorithm) *P {
	m.look()
	m.cut()
	if algorithm == Fastest {
		algorithm = m.fastest()
	} else if algorithm == Pippenger {
		m.plan()
	}
	switch {
	case algorithm == Pippenger:
		m.pippenger()
	case algorithm == StrausInLanes && m.inPositions != nil:
		m.strausInLanes()
	default:
		m.straus()
	}
	return &m.result
}

// look finds out what the group is besides, and sets the costs.
func (m *VarTime[P, C, G]) look() {
	g := any(m.g)
	m.affine, _ = g.(AffineGroup[P, C])
	m.inTwos = ofUse(g, TableGroup[P, C].TwoTables)
	m.inPairs = ofUse(g, PairGroup[P, C].InPairs)
	m.inLanes = ofUse(g, LaneGroup[P, C].InLanes)
	m.inPositions = ofUse(g, PositionGroup[P, C].InPositions)
	switch {
	case m.affine != nil:
		m.costs = &affine
	case m.inPairs != nil:
		m.costs = &fast
	case m.inPositions != nil:
		m.costs = &octets
	case m.inLanes != nil:
		m.costs = &lanes
	default:
		m.costs = &usual
	}
}

// ofUse returns g as a T if it is one that is of use, or nil.
func ofUse[T any](g any, is func(T) bool) (t T) {
	if x, ok := g.(T); ok && is(x) {
		t = x
	}
	return t
}

// fastest returns the algorithm that takes least, by the costs. If that is Pippenger's, it has the plan.
func (m *VarTime[P, C, G]) fastest() Algorithm {
	algorithm, cost := Straus, m.strausCost()
	if m.inPositions != nil {
		if c := m.positionsCost(); c < cost {
			algorithm, cost = StrausInLanes, c
		}
	}
	if cost > m.leastCost() && cost > m.plan() {
		algorithm = Pippenger
	}
	return algorithm
}

// strausCost returns what Straus's algorithm takes, in sixteenths of an addition. What both do, the
// doublings, does not count.
func (m *VarTime[P, C, G]) strausCost() (n int) {
	c := m.costs
	inLanes := m.tablesAreInLanes()
	for i := range m.terms {
		switch t := &m.terms[i]; {
		case t.fixed.Table != nil:
			n += c.fixed * t.bits / int(t.fixed.Width+1)
		case inLanes:
			n += c.straus*t.bits/int(laneWidth+1) + c.inLanes
		default:
			w := c.width(t.bits)
			n += c.straus*t.bits/int(w+1) + c.table[w]
		}
	}
	return n
}

// positionsCost returns what strausInLanes takes, as strausCost.
func (m *VarTime[P, C, G]) positionsCost() int {
	c := m.costs
	n := c.row * (m.longest/Lanes + 1)
	for i := range m.terms {
		if t := &m.terms[i]; t.fixed.Table != nil {
			n += (c.position + c.fixed - c.straus) * t.bits / int(t.fixed.Width+1)
		} else if t.bits > 0 {
			n += c.position*t.bits/int(laneWidth+1) + c.inLanes
		}
	}
	return n
}

// leastCost returns what Pippenger's algorithm takes at least. For a bit of a digit, an addition and the buckets take the
// less the more points share them, and most do where all have bits.
func (m *VarTime[P, C, G]) leastCost() int {
	n, length := 0, 0
	for i := range m.terms {
		t := &m.terms[i]
		n += t.parts
		length += (t.parts-1)*t.part + t.length
	}
	least, c := 0, m.costs
	for w := minWindow; w <= maxWindow; w++ {
		if cost := length * (c.bucket<<(w-1) + 16*n) / (w * max(n, 1)); w == minWindow || cost < least {
			least = cost
		}
	}
	return least
}

// atOnce returns how many windows are added up at the same time.
func (m *VarTime[P, C, G]) atOnce() int {
	if m.inLanes != nil {
		return Lanes
	}
	return 1
}

// plan sets the widths of windows to the best for Pippenger's algorithm, and returns what that takes. A group of windows
// takes an addition for each scalar and each of the windows that it has bits in or above, and what its buckets take, which
// double with each bit. So what the groups from some bit on take depends on where they start and on their widths alone, and
// the best is found from the top down.
func (m *VarTime[P, C, G]) plan() int {
	longest := m.longest
	var above [maxLength + 1]int // how many scalars, or parts of them, have digits from a bit on
	for i := range m.terms {
		t := &m.terms[i]
		if t.parts > 1 {
			above[t.part] += t.parts - 1
		}
		above[t.length]++
	}
	// Those of a length have none at that bit.
	for at, n := maxLength, 0; at >= 0; at-- {
		above[at], n = n, n+above[at]
	}
	lanes, parts, c := m.atOnce(), m.leastParts(), m.costs
	var least [maxLength + 1]int // what the groups from a bit on take
	var widths [maxLength]uint   // of the first of them
	for at := longest - 1; at >= 0; at-- {
		if at%lanes > 0 {
			continue
		}
		for w := uint(minWindow); w <= maxWindow; w++ {
			n := parts * lanes * (c.window + c.bucket<<(w-1))
			if widths[at] != 0 && n >= least[at] {
				break // wider ones have still more buckets
			}
			n += least[min(at+lanes*int(w), longest)]
			for i := range lanes {
				n += 16 * above[min(at+i*int(w), longest)]
			}
			if widths[at] == 0 || n < least[at] {
				least[at], widths[at] = n, w
			}
		}
	}
	m.widths = m.widths[:0]
	for at := 0; at < longest; at += lanes * int(widths[at]) {
		m.widths = append(m.widths, widths[at])
	}
	return least[0]
}

// cut sets the parts of all terms. A sum of more points than entries have numbers for is not computed in lanes. The multiplier of a fixed point has as many as it takes for each, with another entry
// of the table, to be as long as the scalars of other points, or little longer: it is not for fixed points that there are
// more windows.
func (m *VarTime[P, C, G]) cut() {
	m.long, m.varied = 0, 0
	for i := range m.terms {
		if t := &m.terms[i]; t.fixed.Table == nil {
			t.part, t.parts, t.length = 0, 1, digitBits(t.bits)
			m.long = max(m.long, t.length)
			if t.bits > 0 {
				m.varied++
			}
		}
	}
	m.longest = m.long
	m.multipliers = len(m.terms)
	for i := range m.terms {
		t := &m.terms[i]
		if t.fixed.Table == nil {
			continue
		}
		t.part = t.fixed.Step * max(1, m.long/t.fixed.Step)
		t.parts = 1 + max(0, t.bits-1)/t.part
		m.multipliers += t.parts - 1
		t.length = digitBits(t.bits - (t.parts-1)*t.part)
		m.longest = max(m.longest, t.length)
		if t.parts > 1 {
			m.longest = max(m.longest, t.part)
		}
	}
	if m.multipliers >= maxInLanes {
		m.inLanes = nil
	}
}

// maxInLanes is for how many points, one of which is 0, entries of buckets have indexes.
var maxInLanes = 1 << 28

// digitBits returns how many bits the digits with signs have of a number of so many.
func digitBits(n int) int {
	if n == 0 {
		return 0
	}
	return n + 1
}

// maxLength is what digitBits returns at most.
const maxLength = 257

// costs are what Sum counts with, in sixteenths of an addition to a bucket, measured
// on edwards25519.
type costs struct {
	straus int    // an addition of an entry of a table
	fixed  int    // of the table of a fixed point, which is farther away in memory
	bucket int    // to add a bucket to two sums, less what it saves that it starts empty
	window int    // what else a window takes
	table  [6]int // a table for digits of a width
	widths [3]int // from so many bits of the scalar on, the best width is 3, 4, 5
	// With a PositionGroup:
	inLanes  int // a table for digits of laneWidth
	position int // an addition to a position
	row      int // eight positions, less what doublings take otherwise
}

var (
	usual = costs{straus: 17, fixed: 17, bucket: 28, table: [...]int{3: 48, 4: 95, 5: 190}, widths: [...]int{31, 52, 156}}
	lanes = costs{straus: 20, fixed: 28, bucket: 30, window: 55, table: [...]int{3: 90, 4: 133, 5: 218}, widths: [...]int{53, 53, 135}} // a LaneGroup
	// That is a PositionGroup too.
	octets = costs{straus: 25, fixed: 28, bucket: 30, window: 185, table: [...]int{3: 60, 4: 114, 5: 234}, widths: [...]int{53, 53, 135}, inLanes: 147, position: 19, row: 257}
	// That is a PairGroup too: on a CPU of Intel.
	fast = costs{straus: 25, fixed: 25, bucket: 25, window: 100, table: [...]int{3: 48, 4: 78, 5: 138}, widths: [...]int{28, 32, 88}, inLanes: 115, position: 20, row: 200}
	// An AffineGroup, measured on secp256k1: all tables have the same size.
	affine = costs{straus: 15, fixed: 15, bucket: 28, table: [...]int{5: 56}, widths: [...]int{0, 0, 0}}
)

const minWindow, maxWindow = 4, 15

// width returns the best width of digits for a scalar.
func (c *costs) width(bits int) uint {
	w := uint(2)
	for _, from := range c.widths {
		if bits >= from {
			w++
		}
	}
	return w
}

// straus interleaves the doublings of all terms, with digits in non-adjacent
// form, and adds tables of odd multiples.
func (m *VarTime[P, C, G]) straus() {
	if m.tablesAreInLanes() {
		m.tablesInLanes()
	} else {
		m.tablesOneByOne()
	}
	n := len(m.added)
	m.digits = m.schedule.Sort(slices.Grow(m.digits[:0], n)[:n], m.added)
	v := &m.result
	if n == 0 {
		m.g.Identity(v)
		return
	}
	at := m.digits[0].Position()
	if g := m.inPairs; g != nil && 3*n > 4*m.long {
		m.g.Identity(v)
		at = m.addPairs(g, at)
	} else {
		odd, negative := m.digits[0].Odd()
		m.g.Set(v, &m.rows[m.digits[0].Row()][odd], negative == Negative)
		at = m.addDigits(m.digits[1:], at)
	}
	if at > 0 {
		m.g.Double(v, int(at))
	}
}

// tablesOneByOne is takeDigits with tables that are computed one after the other, or two at a time, but for an AffineGroup.
func (m *VarTime[P, C, G]) tablesOneByOne() {
	size := 0
	c := m.costs
	for i := range m.terms {
		t := &m.terms[i]
		if t.fixed.Table == nil && (t.bits > 0 || m.affine != nil) {
			size += 1 << (c.width(t.bits) - 2)
		}
	}
	m.tables = slices.Grow(m.tables[:0], size)[:size]
	if m.affine != nil {
		m.affine.Tables(m.tables, m.given)
	}
	free := m.tables
	m.takeDigits(func(bits int, q *C) []C {
		size := 1 << (c.width(bits) - 2)
		table := free[:size:size]
		free = free[size:]
		switch {
		case m.affine != nil: // it is there
		case size == 1:
			table[0] = *q
		default:
			m.oddMultiples(table, q)
		}
		return table
	})
	m.finishTables()
}

// takeDigits sets added to the digits of all terms, in non-adjacent form, and rows to the tables of odd multiples that these are of.
// table returns the table of a point that is not fixed, for a scalar of so many bits; it need not have been computed, but with its
// length it says the width of the digits.
func (m *VarTime[P, C, G]) takeDigits(table func(bits int, q *C) []C) {
	m.added = m.added[:0]
	clear(m.rows[:cap(m.rows)]) // of references
	m.rows = m.rows[:0]
	for i := range m.terms {
		t := &m.terms[i]
		if t.bits == 0 && m.affine == nil {
			continue
		}
		w, step := uint(0), 257
		row := len(m.rows)
		if t.fixed.Table != nil {
			// Where there are doublings anyway, the fewer rows are read the better.
			w, step = t.fixed.Width, t.part
			size := 1 << (w - 2)
			for j := 0; j < len(t.fixed.Table); j += step / t.fixed.Step * size {
				m.rows = append(m.rows, t.fixed.Table[j:j+size])
			}
		} else {
			multiples := table(t.bits, &m.points[i])
			w = uint(bits.Len(uint(len(multiples)))) + 1
			m.rows = append(m.rows, multiples)
		}
		m.added = m.schedule.Append(m.added, &t.scalar, t.negative, row, w, step)
	}
}

// addDigits adds the digits to the result, whose weight is that of the position at. It returns the
// position of the weight it has then.
func (m *VarTime[P, C, G]) addDigits(digits []recode.Digit, at uint16) uint16 {
	if m.steps == nil {
		m.steps = make([]Step[C], chunk)
	}
	for len(digits) > 0 {
		some := digits[:min(len(digits), chunk)]
		digits = digits[len(some):]
		steps := m.steps[:len(some)]
		for i, d := range some {
			s, odd := NextStep[C](&at, d)
			s.Q = &m.rows[d.Row()][odd]
			steps[i] = s
		}
		next := uint16(0)
		if len(digits) > 0 {
			next = digits[0].Position()
		}
		m.g.AddSteps(&m.result, steps, at > next)
	}
	clear(m.steps) // of references
	return at
}

// oddMultiples sets table to q, 3q, 5q, .... With a TableGroup that may be done when the
// next table is, or by finishTables.
func (m *VarTime[P, C, G]) oddMultiples(table []C, q *C) {
	if m.inTwos == nil {
		m.g.Set(&m.result, q, false)
		oddMultiples(m.g, table, &m.result)
		return
	}
	table[0] = *q
	if len(m.pending) == len(table) {
		m.inTwos.OddMultiples(m.pending, table)
		m.pending = nil
		return
	}
	m.finishTables()
	m.pending = table
}

func (m *VarTime[P, C, G]) finishTables() {
	if m.pending != nil {
		m.inTwos.OddMultiples(m.pending, m.pending)
		m.pending = nil
	}
}

// addPairs is addDigits for all digits, with a PairGroup. Two additions in a step take less time
// than one after the other, but the doublings take more.
func (m *VarTime[P, C, G]) addPairs(g PairGroup[P, C], at uint16) uint16 {
	if m.pairs == nil {
		m.pairs = make([]PairStep[C], chunk)
	}
	steps := m.pairs // all 0, as they are left
	n, slot := 0, 1
	for _, d := range m.digits {
		down := int(at - d.Position())
		at = d.Position()
		// The second digit of a step has the position of the first: without a branch, which would often be
		// predicted wrongly.
		slot = (down - 1) >> (bits.UintSize - 1) & (1 - slot)
		if n += 1 - slot; n > len(steps) {
			g.AddPairs(&m.result, steps)
			clear(steps)
			n = 1
		}
		s := &steps[n-1]
		odd, negative := d.Odd()
		s.Q[slot&1], s.Negative[slot&1] = &m.rows[d.Row()][odd], uint8(negative)
		s.Doublings += uint32(down)
	}
	g.AddPairs(&m.result, steps[:n])
	clear(steps) // of references, too
	return at
}

// pippenger writes the scalars in digits d with signs, |d| <= 2^(w-1) where a window has w bits, which
// is what widths says. For each window it adds each point to the bucket |d|, and then j
// times the bucket j for all j.
func (m *VarTime[P, C, G]) pippenger() {
	terms := len(m.terms)
	n := m.multipliers
	m.points = slices.Grow(m.points, n-terms+1)
	m.lanes = m.atOnce()
	workers := max(m.Workers, 1)
	groups := len(m.widths)
	m.parts = m.leastParts()
	if m.lanes > 1 {
		m.parts = max(m.parts, min((workers-1)/max(groups, 1)+1, (n-1)/minPart+1))
	}
	size := groups * m.lanes
	m.setBias()
	m.numbers = slices.Grow(m.numbers[:0], n)[:n]
	for i := range m.terms {
		t := &m.terms[i]
		if t.parts == 1 {
			m.setNumber(i, &t.scalar, t.negative, 0)
			continue
		}
		k := t.scalar
		minus := [4]uint64{^k[0], ^k[1], ^k[2], ^k[3]} // less 1, and the same in each part
		carry, at := uint64(0), i
		for j := range t.parts {
			start, end := j*t.part, (j+1)*t.part
			if j > 0 {
				at = len(m.points)
				m.points = append(m.points, t.fixed.Table[start/t.fixed.Step<<(t.fixed.Width-2)])
			}
			if j < t.parts-1 && k[(end-1)/64]>>((end-1)%64)&1 == 1 {
				part := slice(&minus, start, t.part)
				m.setNumber(at, &part, 1-t.negative, 1-carry)
				carry = 1
			} else {
				part := slice(&k, start, t.part)
				m.setNumber(at, &part, t.negative, carry)
				carry = 0
			}
		}
	}
	m.preparePairs()
	if g := m.inLanes; g != nil {
		g.ToLanes(m.points)
		// For addWindows, a point that is 0.
		m.points = slices.Grow(m.points, 1)[:len(m.points)+1]
		m.prepareZero(&m.points[len(m.points)-1])
	}
	m.sums = slices.Grow(m.sums[:0], size*m.parts)[:size*m.parts]
	m.empty = slices.Grow(m.empty[:0], size*m.parts)[:size*m.parts]

	workers = min(workers, groups*m.parts)
	for len(m.workers) < max(workers, 1) {
		m.workers = append(m.workers, worker[P, C]{})
	}
	m.next.Store(0)
	if workers > 1 {
		m.running.Add(workers - 1)
		for i := 1; i < workers; i++ {
			go func() {
				m.work(&m.workers[i])
				m.running.Done()
			}()
		}
	}
	m.work(&m.workers[0])
	m.running.Wait()

	windows := 0
	for at := 0; at < m.longest; windows++ {
		at += int(m.widths[windows/m.lanes])
	}
	v := &m.result
	started := false
	doublings := 0
	for w := windows - 1; w >= 0; w-- {
		if started {
			doublings += int(m.widths[w/m.lanes])
		}
		for i := w; i < len(m.sums); i += size {
			switch {
			case m.empty[i]:
			case !started:
				*v = m.sums[i]
				started = true
			default:
				m.addPoint(v, doublings, &m.sums[i], w > 0 && i+size >= len(m.sums), &m.workers[0].operand)
				doublings = 0
			}
		}
	}
	switch {
	case !started:
		m.g.Identity(v)
	case doublings > 0:
		m.g.Double(v, doublings)
	}
	m.points = m.points[:terms]
}

// slice returns the n bits of x from the bit at on.
func slice(x *[4]uint64, at, n int) (z [4]uint64) {
	var y [5]uint64
	copy(y[:], x[at/64:])
	shift := uint(at) % 64
	for i := range z {
		z[i] = y[i]>>shift | y[i+1]<<1<<(^shift%64)
		// the lowest n - 64i bits of it
		z[i] &= ^(^uint64(0) << max(0, n-64*i))
	}
	return z
}

// prepareZero sets q to 0, and the result.
func (m *VarTime[P, C, G]) prepareZero(q *C) {
	m.g.Identity(&m.result)
	m.g.Prepare(q, &m.result)
}

// preparePairs sets the points of the terms that come in pairs.
func (m *VarTime[P, C, G]) preparePairs() {
	if m.affine == nil || len(m.given) == 0 {
		return
	}
	m.tables = slices.Grow(m.tables[:0], len(m.given))[:len(m.given)] // which only Straus needs
	m.affine.PrepareEach(m.tables, m.given)
	next := 0
	for i := 0; i < len(m.terms); i++ {
		if m.terms[i].fixed.Table == nil {
			m.points[i] = m.tables[next]
			m.affine.Image(&m.points[i+1], &m.points[i])
			next++
			i++
		}
	}
}

// addPoint sets v = [2^n]v + w. partial is as for Add of the group. It may overwrite operand.
func (m *VarTime[P, C, G]) addPoint(v *P, n int, w *P, partial bool, operand *C) {
	if m.affine != nil {
		m.affine.AddPoint(v, n, w)
		return
	}
	m.g.Prepare(operand, w)
	m.g.Add(v, n, operand, false, partial)
}

// minPart is how few points a part has at least, or half of that.
const minPart = 64

// maxPart is how many points a part has at most, in lanes: the links of more leave the caches.
const maxPart = 1 << 15

// leastParts returns how many parts of the points there are for one worker.
func (m *VarTime[P, C, G]) leastParts() int {
	if m.inLanes == nil {
		return 1
	}
	return max(0, m.multipliers-1)/maxPart + 1
}

// setBias sets bias to what is 2^(w-1) - 1 in each window of w bits.
func (m *VarTime[P, C, G]) setBias() {
	m.bias = [len(m.bias)]uint64{}
	at := uint(0)
	for _, width := range m.widths {
		for range m.lanes {
			half := uint64(1)<<(width-1) - 1
			m.bias[at/64] |= half << (at % 64)
			m.bias[at/64+1] |= half >> 1 >> (^at % 64)
			at += width
		}
	}
}

// setNumber sets the number of the point i to k + carry, or to -(k + carry) if negative is 1.
//
// A digit d of a window of w bits has |d| <= 2^(w-1), so that nothing is carried out of a window on the way.
func (m *VarTime[P, C, G]) setNumber(i int, k *[4]uint64, negative int, carry uint64) {
	x := &m.numbers[i]
	x.negative, x.length = uint64(negative), uint(limbs.BitLen(k))+uint(carry)
	for j, limb := range k {
		x.biased[j], carry = bits.Add64(limb, m.bias[j], carry)
	}
	for j := len(k); j < len(x.biased); j++ {
		x.biased[j], carry = bits.Add64(m.bias[j], 0, carry)
	}
}

// isShort reports whether its digits are 0 from the position at on, where a window begins: what is below is less than 2^(at-1), and so is
// the bias there, and nothing is carried.
func (x *number) isShort(at uint) bool { return at > x.length }

// digit returns the digit of w bits at the position at, and 1 for negative if its sign is -.
func (x *number) digit(at, w uint) (magnitude, negative uint64) {
	d := int64(recode.WindowAt(&x.biased, at)&(1<<(w%16)-1)) - (1<<(w%16)/2 - 1)
	minus := uint64(d >> 63)
	return uint64(d) ^ minus - minus, minus&1 ^ x.negative
}

// fourDigits returns four digits of w bits, from the position at on, in the quarters of a word: twice the magnitude, and 1 more if the
// sign is -, where 0 may have one. Nothing carries from one into the next, since w is 15 at most.
func (x *number) fourDigits(at, w uint) uint64 {
	const quarters, top = 0x0001_0001_0001_0001, 15
	w %= 16 // for the compiler
	mask, half := uint64(1)<<w-1, uint64(1)<<w/2-1
	word := recode.WindowAt(&x.biased, at)
	d := word&mask | word>>w&mask<<16 | word>>w>>w&mask<<32 | word>>w>>w>>w&mask<<48
	d += (1<<top - half) * quarters // 2^15 plus the digits with signs
	minus := ^d >> top & quarters
	magnitude := (d ^ quarters<<top ^ (minus<<16 - minus)) + minus
	return 2*magnitude | (minus ^ x.negative*quarters)
}

// work adds up groups of windows, or a part of the points in one, until there are none left.
func (m *VarTime[P, C, G]) work(s *worker[P, C]) {
	g, n, groups := m.inLanes, len(m.numbers), len(m.widths)
	if groups > 0 {
		s.grow(1<<(slices.Max(m.widths)-1), m.lanes > 1)
	}
	for {
		next := int(m.next.Add(1)) - 1
		if next >= groups*m.parts {
			clear(s.due[:cap(s.due)]) // of references
			clear(s.steps)
			return
		}
		group, part := next%groups, next/groups
		at, width := uint(0), m.widths[group]
		for _, w := range m.widths[:group] {
			at += w * uint(m.lanes)
		}
		start, end := n*part/m.parts, n*(part+1)/m.parts
		if g == nil {
			m.empty[next] = !m.addWindow(s, start, end, at, width)
			m.sums[next] = s.sum
			continue
		}
		some := m.addWindows(g, s, start, end, at, width)
		for i := range Lanes {
			m.empty[next*Lanes+i] = !some
			m.sums[next*Lanes+i] = s.sums[i]
		}
	}
}

// grow makes room for so many buckets.
func (s *worker[P, C]) grow(buckets int, lanes bool) {
	switch {
	case !lanes && len(s.buckets) < buckets:
		s.buckets = make([]P, buckets)
		s.used = make([]bool, buckets)
	case lanes && len(s.rows) <= buckets:
		s.rows = make([][Lanes]P, buckets+1)
		s.chains = make([][Lanes]uint64, len(s.rows))
		s.order = make([]uint32, Lanes*len(s.rows))
	}
	if lanes && s.steps == nil {
		s.steps = make([]LaneStep[P, C], laneChunk)
	}
}

// addWindow sets s.sum to the sum of the points from start to end times their digits of w bits at the position at, and returns
// whether any digit is not 0.
func (m *VarTime[P, C, G]) addWindow(s *worker[P, C], start, end int, at, w uint) bool {
	used := s.used[:1<<(w-1)]
	clear(used)
	for i := start; i < end; i++ {
		digit, negative := m.numbers[i].digit(at, w)
		if digit == 0 {
			continue
		}
		j := digit - 1
		if !used[j] {
			used[j] = true
			m.g.Set(&s.buckets[j], &m.points[i], negative == 1)
			continue
		}
		s.due = append(s.due, Pair[P, C]{&s.buckets[j], &m.points[i], negative})
		if len(s.due) == chunk {
			m.addDue(s)
		}
	}
	m.addDue(s)
	// run is the sum of the buckets from j on, and sum that of all runs.
	started, summed := false, false
	for j := len(used) - 1; j >= 0; j-- {
		switch {
		case !used[j]:
		case !started:
			started = true
			s.run = s.buckets[j]
		default:
			m.addPoint(&s.run, 0, &s.buckets[j], false, &s.operand)
		}
		switch {
		case !started:
		case !summed:
			summed = true
			s.sum = s.run
		default:
			m.addPoint(&s.sum, 0, &s.run, false, &s.operand)
		}
	}
	return started
}

// addDue does what is left to do.
func (m *VarTime[P, C, G]) addDue(s *worker[P, C]) {
	if len(s.due) > 0 {
		m.g.AddEach(s.due)
		s.due = s.due[:0]
	}
}

// addWindows is addWindow for a LaneGroup, and for a group of windows, the first one at the position at: it sets s.sums. The point after
// the last one is 0.
//
// The buckets of all windows are added up eight at a time, each in a lane, so that points are gathered and not what they are
// added to. Those with as many points come together: a lane adds 0 only where its bucket has fewer than others of the eight.
func (m *VarTime[P, C, G]) addWindows(g LaneGroup[P, C], s *worker[P, C], start, end int, at, w uint) bool {
	buckets := 1 << (w - 1)
	rows, points := s.rows[:1+buckets], m.points
	used := s.link(len(points)-1, start, m.numbers[start:end], at, w)
	if used == 0 {
		return false
	}
	s.sort(1 + buckets)
	s.setEmpty(g, rows)
	s.runs, s.sums = rows[0], rows[0]
	n, links := 0, s.links
	for order := s.order; len(order) > 0; order = order[min(Lanes, len(order)):] {
		v := inOrder(rows, order)
		e := s.lastEntries(order, len(points)-1)
		ends := uint64(FirstOfSums)
		for i := s.count(order[0]); i > 0; i-- {
			to := &s.steps[n]
			// Each by itself: an array of them would be made elsewhere, and copied.
			q := &to.Q
			q[0], q[1], q[2], q[3] = &points[e[0]/16], &points[e[1]/16], &points[e[2]/16], &points[e[3]/16]
			q[4], q[5], q[6], q[7] = &points[e[4]/16], &points[e[5]/16], &points[e[6]/16], &points[e[7]/16]
			to.Negative = uint64(e[0]&1 | e[1]&1<<1 | e[2]&1<<2 | e[3]&1<<3 | e[4]&1<<4 | e[5]&1<<5 | e[6]&1<<6 | e[7]&1<<7)
			e[0], e[1], e[2], e[3] = links[e[0]/2], links[e[1]/2], links[e[2]/2], links[e[3]/2]
			e[4], e[5], e[6], e[7] = links[e[4]/2], links[e[5]/2], links[e[6]/2], links[e[7]/2]
			last := i == 1 || n == len(s.steps)-1
			if last {
				ends |= LastOfSums
			}
			if to.Ends = ends; last || n == 0 {
				to.V = v
			}
			ends = 0
			if n++; n == len(s.steps) {
				g.AddLanes(s.steps)
				n = 0
			}
		}
	}
	if n > 0 {
		g.AddLanes(s.steps[:n])
	}
	// rows[0] is done last, and makes a last sum of the runs.
	for i := range rows[0] {
		g.LaneIdentity(&rows[0][i])
	}
	most := min(buckets, 1<<bits.Len16(used)-1) // the highest row that may be used
	for n := most + 1; n > 0; n -= min(n, laneChunk) {
		g.AddBuckets(&s.sums, &s.runs, rows[max(0, n-laneChunk):n])
	}
	for i := range s.sums {
		g.FromLanes(&s.sums[i])
	}
	return true
}

// setEmpty sets the buckets of rows[0], and those that nothing is added to, to 0.
func (s *worker[P, C]) setEmpty(g LaneGroup[P, C], rows [][Lanes]P) {
	for i := range rows {
		for j, chain := range s.chains[i] {
			if i == 0 || chain>>32 == 0 {
				g.LaneIdentity(&rows[i][j])
			}
		}
	}
}

// inOrder returns where the first eight buckets in order are. A lane that has no bucket gets one of rows[0].
func inOrder[P any](rows [][Lanes]P, order []uint32) (v [Lanes]*P) {
	for j := range v {
		v[j] = &rows[0][j]
		if j < len(order) {
			v[j] = &rows[order[j]/Lanes][order[j]%Lanes]
		}
	}
	return v
}

// An entry of a bucket is 16 times the index of a point, and twice the window, and 1 more to subtract the point. The entry of the
// last point, which is 0, comes before the first one of each bucket, and before itself.

// link sets the chains and the links for the points from start on, with these numbers, and eight windows of w bits from the position at on.
// It returns the bits of digits that are not always 0.
func (s *worker[P, C]) link(zero, start int, numbers []number, at, w uint) (used uint16) {
	none := uint32(16 * zero)
	s.links = slices.Grow(s.links[:0], Lanes*(zero+1))[:Lanes*(zero+1)]
	s.links[none/2] = none
	chains := s.chains[:1+1<<(w-1)]
	for j := range Lanes {
		chains[0][j] = uint64(none)
	}
	for i := range chains {
		chains[i] = chains[0]
	}
	digits := uint64(0)
	for i := range numbers {
		x := &numbers[i]
		if x.isShort(at) {
			continue
		}
		low, high := x.fourDigits(at, w), x.fourDigits(at+4*w, w)
		digits |= low | high
		links, entry := (*[Lanes]uint32)(s.links[Lanes*(start+i):]), uint64(16*(start+i))
		// Without loops, which took longer.
		add := func(j int, digit uint64) {
			chain := &chains[digit>>1&(1<<15-1)][j]
			c := *chain
			links[j] = uint32(c)
			*chain = (c | (1<<32 - 1)) + 1 + (entry + uint64(2*j) + digit&1)
		}
		add(0, low)
		add(1, low>>16)
		add(2, low>>32)
		add(3, low>>48)
		add(4, high)
		add(5, high>>16)
		add(6, high>>32)
		add(7, high>>48)
	}
	digits |= digits >> 32
	return uint16(digits|digits>>16) >> 1
}

// count returns how many entries a bucket has.
func (s *worker[P, C]) count(bucket uint32) uint32 {
	return uint32(s.chains[bucket/Lanes][bucket%Lanes] >> 32)
}

// lastEntries returns those of the first eight buckets in order.
func (s *worker[P, C]) lastEntries(order []uint32, zero int) (e [Lanes]uint32) {
	for j := range e {
		e[j] = uint32(16 * zero)
		if j < len(order) {
			e[j] = uint32(s.chains[order[j]/Lanes][order[j]%Lanes])
		}
	}
	return e
}

// sort sets order. Nothing is added to row 0.
func (s *worker[P, C]) sort(rows int) {
	chains := s.chains[1:rows]
	most := uint32(0)
	for i := range chains {
		for _, chain := range chains[i] {
			most = max(most, uint32(chain>>32))
		}
	}
	s.ofCount = slices.Grow(s.ofCount[:0], int(most)+1)[:most+1]
	clear(s.ofCount)
	for i := range chains {
		for _, chain := range chains[i] {
			s.ofCount[chain>>32]++
		}
	}
	n := uint32(0) // how many have more entries
	for i := most; i > 0; i-- {
		s.ofCount[i], n = n, n+s.ofCount[i]
	}
	s.order = s.order[:n]
	for i := range chains {
		for j, chain := range chains[i] {
			if count := chain >> 32; count > 0 {
				s.order[s.ofCount[count]] = uint32(Lanes*(1+i) + j)
				s.ofCount[count]++
			}
		}
	}
}
