// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"secant.example/internal/field"
)

// Large sums of multiples, k_0·q_0 + k_1·q_1 + ..., in variable time: Pippenger's algorithm with affine points, of which
// many pairs are added up with one inversion. The k are written with signed digits d of w bits, and then
//
//	sum of k_i·q_i  =  sum over windows j of 2^(wj) · (sum over i of d_ij·q_i)
//
// In each window a point goes into the bin |d|. What comes together in bin b counts b times: it goes on into a bin for the upper
// half of the bits of b and into one for the lower half, and from these into one for each bit. So what is left are points times
// powers of 2, one for each bit of k.

// A binTerm is a point times a number of up to 128 bits.
type binTerm struct {
	k     [3]uint64
	point signedPoint
}

// A binSum computes such a sum. It keeps its memory.
type binSum struct {
	terms  []binTerm
	points []laneAffine // of the terms

	width, windows uint // of how many bits digits are, and how many there are
	group          uint // of so many windows bins are filled at the same time

	bits    []affine // for each power of 2
	set     []bool   // where it is not 0
	steps   []step
	next    atomic.Uint32
	running sync.WaitGroup
}

// reset removes all terms.
func (s *binSum) reset() { s.terms, s.points = s.terms[:0], s.points[:0] }

// add adds the term h·q.
func (s *binSum) add(h *halfTerm, q *affine) {
	if h.abs == ([4]uint64{}) {
		return
	}
	var l laneAffine
	l.set(q)
	s.points = append(s.points, l)
	s.terms = append(s.terms, binTerm{[3]uint64(h.abs[:3]), signedPoint(2*len(s.points) + h.negative)})
}

// Digits of fewer bits do not pay, and for those of more bins do not stay in the caches.
const minBinWidth, maxBinWidth = 3, 12

// plan sets the sizes of digits and of groups, for so many goroutines.
func (s *binSum) plan(workers uint) {
	best := uint(0)
	for w := uint(minBinWidth); w <= maxBinWidth; w++ {
		// Each point is added once in each window, and each bin twice, but for the first point in it.
		if cost := windowsOf(w) * (uint(len(s.terms)) + 1<<(w-1)); best == 0 || cost < best {
			best, s.width = cost, w
		}
	}
	s.windows = windowsOf(s.width)
	const points = 1 << 14 // at the same time, so that they stay in the caches
	s.group = max(1, points/uint(max(1, len(s.terms))))
	s.group = min(s.group, (s.windows-1)/workers+1)
}

// windowsOf returns how many digits of w bits numbers have: with what is added to find the digits, two more than 128.
func windowsOf(w uint) uint { return (130 + w - 1) / w }

// allBins are not in use.
var allBins = sync.Pool{New: func() any { return new(affineBins) }}

// sum sets v to the sum of the terms, after plan. There are so many goroutines at most, and the numbers of the terms change.
func (s *binSum) sum(v *Point, workers uint) {
	// With half of 2^w at each digit added to k, digits are those of the sum, less that half.
	var halves [3]uint64
	n := s.windows * s.width
	for at := s.width - 1; at < n; at += s.width {
		halves[at/64] |= 1 << (at % 64)
	}
	for i := range s.terms {
		k := &s.terms[i].k
		var carry uint64
		for j := range k {
			k[j], carry = bits.Add64(k[j], halves[j], carry)
		}
	}
	s.bits = slices.Grow(s.bits[:0], int(n))[:n]
	s.set = slices.Grow(s.set[:0], int(n))[:n]
	s.next.Store(0)
	for range min(workers, (s.windows-1)/s.group+1) - 1 {
		s.running.Add(1)
		go func() {
			s.work()
			s.running.Done()
		}()
	}
	s.work()
	s.running.Wait()

	s.steps = s.steps[:0]
	doublings := uint32(0)
	for i := int(n) - 1; i >= 0; i-- {
		if s.set[i] {
			s.steps = append(s.steps, step{Q: &s.bits[i], Doublings: doublings})
			doublings = 0
		}
		doublings++
	}
	*v = Point{}
	one := field.One()
	v.takeSteps(&one, s.steps)
	if doublings > 1 {
		v.double(int(doublings - 1))
	}
}

// work adds up groups of windows until there are none left.
func (s *binSum) work() {
	b := allBins.Get().(*affineBins)
	for {
		start := uint(s.next.Add(uint32(s.group))) - s.group
		if start >= s.windows {
			break
		}
		s.addWindows(b, int(start), int(min(s.group, s.windows-start)))
	}
	b.given = nil
	clear(b.steps[:]) // of references
	allBins.Put(b)
}

// addWindows sets the bits of n windows from start on.
func (s *binSum) addWindows(b *affineBins, start, n int) {
	// The bins of each window, those of the halves of their numbers, and those of bits.
	w := int(s.width)
	size, low := 1<<(w-1)+1, w/2
	lower, upper := 1<<low, 1<<(w-1-low)+1
	halves := n * size
	single := halves + n*(lower+upper)
	b.start(s.points, single+n*w)

	mask, half := uint64(1)<<w-1, 1<<(w-1)
	for j := range n {
		at := uint(w * (start + j))
		for i := range s.terms {
			t := &s.terms[i]
			digit := int((t.k[at/64]>>(at%64)|t.k[min(at/64+1, 2)]<<1<<(^at%64))&mask) - half
			if digit == 0 {
				continue
			}
			sign := digit >> (bits.UintSize - 1)
			b.add(j*size+(digit^sign)-sign, t.point^signedPoint(sign&1))
		}
	}
	b.finish()
	for j := range n {
		to := halves + j*(lower+upper)
		for i := 1; i < size; i++ {
			q := b.take(j*size + i)
			if q == 0 {
				continue
			}
			if i%lower != 0 {
				b.add(to+i%lower, q)
			}
			if i >= lower {
				b.add(to+lower+i/lower, q)
			}
		}
	}
	b.finish()
	for j := range n {
		from := halves + j*(lower+upper)
		for i := range lower + upper {
			q := b.take(from + i)
			if q == 0 {
				continue
			}
			number := i
			if i >= lower {
				number = (i - lower) << low
			}
			for ; number != 0; number &= number - 1 {
				b.add(single+j*w+bits.TrailingZeros(uint(number)), q)
			}
		}
	}
	b.finish()
	for i := range n * w {
		q := b.take(single + i)
		at := w*start + i
		if s.set[at] = q != 0; q != 0 {
			s.bits[at] = b.at(q).get()
			if q&1 == 1 {
				p.Neg(&s.bits[at].y, &s.bits[at].y)
			}
		}
	}
}
