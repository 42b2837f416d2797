// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package msm computes sums of multiples of points, x_0·q_0 + x_1·q_1 + ..., in
// any group: [VarTime] by the algorithms of Straus and Pippenger, [Constant] for
// secret scalars. Both collect the terms first, and keep their memory.
//
// In variable time, small sums are Straus's algorithm, with digits of a width that depends on the
// scalar's bits. Large ones are Pippenger's, with signed buckets. With a [PositionGroup] there is one between them, from about 25 points
// of edwards25519 on: Straus's, where what has the same position is added up first, in lanes. What they cost was measured, in additions;
// from that come the windows and the switches: Pippenger's algorithm has the sums from about 110 points of edwards25519 on with IFMA, 130
// with AVX2 and 170 with neither. With a [LaneGroup] eight buckets are added up at the same time, of the same windows or of others,
// of which eight share their digits' width. Windows need not have the same width: theirs are those with which groups of windows end where
// scalars do. Pippenger's algorithm cuts the scalar of a [Fixed] point into parts no longer than the
// other scalars, each for another row of its table, so that such points do not double the windows.
// Workers share the windows, and the points where there are more workers than eights of windows.
// In lanes many points are added up in parts, each of which stays in the caches.
//
// In constant time it is Straus's algorithm with signed windows of 4 bits, 256 points at a time.
package msm

import "secant.example/internal/recode"

// Group is the arithmetic of a group whose points are of type P, and of type C
// when they are the second operand of an addition. An implementation is a type
// without state. The methods may be given only memory that is on the heap
// already, because the compiler cannot see that they do not keep it.
type Group[P, C any] interface {
	// Identity sets v = 0.
	Identity(v *P)
	// Set sets v = q, or v = -q if negative.
	Set(v *P, q *C, negative bool)
	// Prepare sets q = v.
	Prepare(q *C, v *P)
	// Double sets v = [2^n]v, for n >= 1.
	Double(v *P, n int)
	// Add sets v = [2^n]v + q, or [2^n]v - q if negative. If partial, what is done
	// to v next is a doubling, and v may lack what a doubling does not read.
	Add(v *P, n int, q *C, negative, partial bool)
	// AddSteps takes the steps, of which there is at least one. partial is as for Add.
	AddSteps(v *P, steps []Step[C], partial bool)
	// AddEach sets V = V + Q, or V - Q if Negative is 1, for each of the pairs, of which
	// there is at least one, in order. Where a [LaneGroup] is of use only sums of 2^28 points or more need it.
	AddEach(pairs []Pair[P, C])
}

// A ConstantGroup is a [Group] whose arithmetic is constant-time.
type ConstantGroup[P, C any] interface {
	Group[P, C]
	// Select sets q = table[index-1], or 0 if index is 0, with its sign changed if
	// negate is 1, in constant time.
	Select(q *C, table *[8]C, index, negate int)
}

// A LaneGroup is a [Group] with routines that add up several sums at the same time. Their points may be
// in a form of their own, which LaneIdentity and FromLanes know.
type LaneGroup[P, C any] interface {
	// InLanes reports whether they are of use on this machine.
	InLanes() bool
	// LaneIdentity sets v = 0, for AddLanes and AddBuckets.
	LaneIdentity(v *P)
	// ToLanes makes the points, which stay the same, such as AddLanes adds.
	ToLanes(points []C)
	// AddLanes takes the steps, of which there is at least one, in order. Where the first of them is not the first of its
	// sums, these go on from the points V, and the last one is the last of its sums.
	AddLanes(steps []LaneStep[P, C])
	// AddBuckets sets sums[j] = sums[j] + runs[j] and then runs[j] = runs[j] + q[j] for all j,
	// for each q of the buckets, of which there is at least one, the last one first.
	AddBuckets(sums, runs *[Lanes]P, buckets [][Lanes]P)
	// FromLanes makes of a sum of AddBuckets a point for the other methods.
	FromLanes(v *P)
}

// A PositionGroup is a [LaneGroup] with what [StrausInLanes] takes besides.
type PositionGroup[P, C any] interface {
	LaneGroup[P, C]
	// InPositions reports whether it is of use on this machine.
	InPositions() bool
	// OddMultiplesEach sets the entries of each table, but for the first ones, to 3q, 5q, ..., where q is the first one.
	OddMultiplesEach(tables *[Lanes][laneEntries]C)
	// AddLanesAnyZ is AddLanes for points that ToLanes did not see.
	AddLanesAnyZ(steps []LaneStep[P, C])
	// AddPositions sets each sums[j] to the sum of 2^i·rows[i][j] for all i. There is at least one row.
	AddPositions(sums *[Lanes]P, rows [][Lanes]P)
}

// laneEntries is how many entries tables of a [PositionGroup] have.
const laneEntries = 8

// A TableGroup is a [Group] with a routine for two tables.
type TableGroup[P, C any] interface {
	// TwoTables reports whether it takes less time than one table after the other, on this machine.
	TwoTables() bool
	// OddMultiples sets the entries of the two tables, but for the first ones, to 3q, 5q,
	// ..., where q is the first one. They have the same length, at least 2, and may be
	// the same table.
	OddMultiples(table0, table1 []C)
}

// A PairGroup is a [Group] with a routine for two additions in a step.
type PairGroup[P, C any] interface {
	// InPairs reports whether it takes less time than one addition after the other, on this machine.
	InPairs() bool
	// AddPairs takes the steps, of which there is at least one.
	AddPairs(v *P, steps []PairStep[C])
}

// An AffineGroup is a [Group] whose points of type C, none of which is 0, are affine: their
// coordinates are quotients. So making one of a point takes an inversion, which many of them
// share, and the points that are made on the way are added as they are. And it has an
// endomorphism phi that costs next to nothing, for which a scalar is split into two of half
// the length: [VarTime.AppendPair].
type AffineGroup[P, C any] interface {
	// PrepareEach sets qs[i] = vs[i], for points that are not 0.
	PrepareEach(qs []C, vs []P)
	// Image sets w = phi(q).
	Image(w, q *C)
	// Tables sets the entries of two tables of the same length for each of the points, which
	// are not 0: those of the first to q, 3q, 5q, ..., and those of the second, which comes
	// after it, to phi(q), phi(3q), ....
	Tables(tables []C, points []P)
	// AddPoint sets v = [2^n]v + w.
	AddPoint(v *P, n int, w *P)
}

// A Step sets v = [2^Doublings]v + Q, or [2^Doublings]v - Q if the flag Negative is set.
// Assembly reads it.
type Step[C any] struct {
	Q         *C
	Flags     uint32
	Doublings uint32
}

// The flags of a [Step]. The meaning of Other depends on the group.
const (
	Negative = 1
	Other    = 2
)

// NextStep returns the step that the digit d stands for, but for Q, which is the entry odd of the odd
// multiples of its point. at is the position of the digit before d in descending order, or of the sum
// so far, and becomes that of d. It leaves Q, and where the step goes, to its callers, since what is
// stored by way of a pointer escapes: their tables may be on the stack.
func NextStep[C any](at *uint16, d recode.Digit) (s Step[C], odd int) {
	odd, s.Flags = d.Odd()
	s.Doublings = uint32(*at - d.Position())
	*at = d.Position()
	return s, odd
}

// A PairStep sets v = [2^Doublings]v + Q[0] + Q[1], where Q[1] may be nil, for 0, with the
// signs changed where Negative is 1 and not 0.
type PairStep[C any] struct {
	Q         [2]*C
	Negative  [2]uint8
	Doublings uint32
}

// Lanes is how many sums a [LaneGroup] computes at the same time.
const Lanes = 8

// A LaneStep adds to eight sums at the same time: Q[j] to sum j, or -Q[j] if bit j of Negative is 1. Sums start with the
// step that is their first, from 0, and go to the points V, all of them different, after their last: other steps need no V,
// but for the first one of AddLanes.
type LaneStep[P, C any] struct {
	V        [Lanes]*P
	Q        [Lanes]*C
	Negative uint64
	Ends     uint64 // FirstOfSums and LastOfSums, or either, or 0
}

// The bits of Ends.
const (
	FirstOfSums = 1
	LastOfSums  = 2
)

// A Pair is a point and what to add to it.
type Pair[P, C any] struct {
	V        *P
	Q        *C
	Negative uint64 // 1 to subtract, else 0
}

// chunk is the most that AddSteps and AddEach are given: enough for what happens once for all of
// them not to matter, and few enough for a routine that cannot be interrupted.
const chunk = 256

// laneChunk is the most that AddLanes and AddBuckets are given, whose steps take longer.
const laneChunk = 64

// Fixed is a point q with a table for sums in variable time. With w = Width, the
// entry j·2^(w-2) + i of Table, for i < 2^(w-2), is (2i+1)·2^(Step·j)·q, and there are so many
// j that every scalar has fewer bits than their number times Step: its highest digit may be that
// of the bit above.
type Fixed[C any] struct {
	Table []C
	Step  int
	Width uint
}

// oddMultiples sets table to q, 3q, 5q, .... It overwrites q.
func oddMultiples[P, C any, G Group[P, C]](g G, table []C, q *P) {
	g.Prepare(&table[0], q)
	if len(table) == 1 {
		return
	}
	// The last entry holds 2q until it is set.
	last := &table[len(table)-1]
	g.Double(q, 1)
	if len(table) == 2 {
		g.Add(q, 0, &table[0], false, false)
		g.Prepare(last, q)
		return
	}
	g.Prepare(last, q)
	g.Add(q, 0, &table[0], false, false)
	for i := 1; ; i++ {
		if i == len(table)-1 {
			g.Prepare(last, q)
			return
		}
		g.Prepare(&table[i], q)
		g.Add(q, 0, last, false, false)
	}
}
