// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"slices"
	"sync"

	"secant.example/internal/field"
)

// chordCount is how many sums of two points there are at the same time.
const chordCount = field.PairCount

// A chordStep adds two points in each lane: *P[j] and *Q[j], of which the latter changes its sign if bit j of
// Negative is 1. If Tangent is 1, *P[j] is doubled instead, and *Q[j] has to be the same point. The sum goes to Sums[j].
type chordStep struct {
	P, Q              [chordCount]*laneAffine
	Sums              *[chordCount]laneAffine
	Negative, Tangent uint64
}

// difference returns what the slope of the chord, or the tangent, in lane j is divided by: xP - xQ, or 2·yP.
func (s *chordStep) difference(j int) (d element) {
	P, Q := s.P[j].get(), s.Q[j].get()
	if s.Tangent == 1 {
		p.Add(&d, &P.y, &P.y)
	} else {
		p.Sub(&d, &Q.minusX, &P.minusX)
	}
	return d
}

// differencesGeneric sets the product of each step to that of the differences of the steps before it, and of what is in
// product at first; and product to that of all. So that is 0 in a lane in which two points have the same x.
func differencesGeneric(product *lanePair, products []lanePair, steps []chordStep) {
	for j := range chordCount {
		running := p.GetOfPair(product, j)
		for i := range steps {
			products[i].Set(j, &running)
			d := steps[i].difference(j)
			p.Mul(&running, &running, &d)
		}
		product.Set(j, &running)
	}
}

// chordsGeneric sets the sums of each step, where inverse is that of the product of all, if that is not 0.
func chordsGeneric(inverse *lanePair, products []lanePair, steps []chordStep) {
	for j := range chordCount {
		running := p.GetOfPair(inverse, j)
		for i := len(steps) - 1; i >= 0; i-- {
			s := &steps[i]
			P, Q := s.P[j].get(), s.Q[j].get()
			// L = (yP - yQ)/(xP - xQ) or 3·xP^2/(2·yP): x3 = L^2 - xP - xQ, y3 = L·(xP - x3) - yP.
			var L, t element
			switch {
			case s.Tangent == 1:
				p.Sqr(&t, &P.minusX)
				p.Add(&L, &t, &t)
				p.Add(&L, &L, &t)
			case s.Negative>>j&1 == 1:
				p.Add(&L, &P.y, &Q.y)
			default:
				p.Sub(&L, &P.y, &Q.y)
			}
			t = p.GetOfPair(&products[i], j)
			p.Mul(&t, &t, &running)
			p.Mul(&L, &L, &t)
			t = s.difference(j)
			p.Mul(&running, &running, &t)
			var sum affine
			p.Sqr(&t, &L)
			p.Add(&t, &t, &P.minusX)
			p.Add(&t, &t, &Q.minusX)
			p.Neg(&sum.minusX, &t)
			p.Sub(&t, &sum.minusX, &P.minusX)
			p.Mul(&t, &t, &L)
			p.Sub(&sum.y, &t, &P.y)
			s.Sums[j].set(&sum)
		}
	}
}

// A signedPoint is a point of those in affineBins, and its sign: twice its number, from 1 on, plus 1 if the
// point is to change its sign. 0 is no point.
type signedPoint uint32

// A binPair are two points for a bin; or a point to be doubled, twice.
type binPair struct {
	bin  int32 // -1 if the points do not matter any more
	P, Q signedPoint
}

// maxSteps is how many steps share an inversion at most: enough for it not to matter much, and 20 to 35 µs in each call.
const maxSteps = 64

// affineBins adds up points in bins. A bin holds one point at most: when there is another for it, it is empty again, and the sum
// of both is due. When many are, they are added up, with one inversion, and put into their bins. All of it is in variable time.
type affineBins struct {
	room     laneRoom // first, where it is aligned
	products [maxSteps]lanePair
	steps    [maxSteps]chordStep

	given []laneAffine // the first points
	made  []laneAffine // and those after them, which are sums
	bins  []signedPoint
	due   [maxSteps * chordCount]binPair
	count int       // of those that are due
	twice []binPair // those whose points turned out to be the same
}

// start makes so many empty bins, for points of those given and sums of them.
func (b *affineBins) start(given []laneAffine, count int) {
	b.given, b.made, b.count = given, b.made[:0], 0
	b.bins = slices.Grow(b.bins[:0], count)[:count]
	clear(b.bins)
}

// at returns the point of this number, in either sign.
func (b *affineBins) at(q signedPoint) *laneAffine {
	i := int(q>>1) - 1
	if i < len(b.given) {
		return &b.given[i]
	}
	return &b.made[i-len(b.given)]
}

// add adds a point to a bin.
func (b *affineBins) add(bin int, q signedPoint) {
	// Whether a bin is empty is as good as random, so nothing branches on it.
	other := b.bins[bin]
	full := (other | -other) >> 31 // 1 or 0: numbers of points are below 2^30
	b.bins[bin] = q & (full - 1)
	b.due[b.count] = binPair{int32(bin), other, q}
	if b.count += int(full); b.count == len(b.due) {
		b.addDue()
	}
}

// take empties a bin and returns what was in it, once finish has been called.
func (b *affineBins) take(bin int) signedPoint {
	q := b.bins[bin]
	b.bins[bin] = 0
	return q
}

// finish adds up what is due, until nothing is.
func (b *affineBins) finish() {
	for b.count > 0 {
		b.addDue()
	}
}

// addDue adds up what is due, and puts the sums into their bins.
func (b *affineBins) addDue() {
	// A sum that comes into its bin makes no more than one pair due. That is written over a pair that was read before, and so
	// there are not as many again before the last one. Those of twice are in the place of pairs that were set aside.
	b.twice = b.twice[:0]
	due := b.due[:b.count]
	b.addPairs(due, 0)
	b.addPairs(b.twice, 1)
	b.count = 0
	for _, list := range [2][]binPair{due, b.twice} {
		for i := range list {
			if pair := list[i]; pair.bin >= 0 {
				b.add(int(pair.bin), pair.P)
			}
		}
	}
}

// idle are points with different x, for lanes in which there is nothing to do.
var idle = sync.OnceValue(func() *[2]laneAffine {
	q := new([2]laneAffine)
	for i := range q {
		q[i].set(&baseTable()[0][i])
	}
	return q
})

// addPairs sets P of each of the pairs to the sum of its points, with one inversion, or to the double of P if tangent is 1. Those
// whose points turn out to be the same go to twice, and nothing is left of opposite ones.
func (b *affineBins) addPairs(pairs []binPair, tangent uint64) {
	if len(pairs) == 0 {
		return
	}
	steps := b.steps[:(len(pairs)-1)/chordCount+1]
	first := len(b.made)
	b.made = slices.Grow(b.made, len(steps)*chordCount)[:first+len(steps)*chordCount] // there are pointers to it from here on
	none := idle()
	for i := range steps {
		s := &steps[i]
		s.Sums = (*[chordCount]laneAffine)(b.made[first+i*chordCount:])
		s.Negative, s.Tangent = 0, tangent
		for j := range chordCount {
			at := i*chordCount + j
			if at >= len(pairs) {
				s.P[j], s.Q[j] = &none[0], &none[1-tangent]
				continue
			}
			pair := &pairs[at]
			s.P[j], s.Q[j] = b.at(pair.P), b.at(pair.Q)
			s.Negative |= uint64((pair.P^pair.Q)&1) << j
		}
	}
	lanes := min(len(pairs), chordCount)
	var product lanePair
	var inverses, scratch [chordCount]element
	for again := true; again; {
		one := field.One()
		product.SetAll(&one)
		b.varTimeDifferences(&product, steps, lanes)
		again = false
		for j := range lanes {
			inverses[j] = p.GetOfPair(&product, j)
			if p.IsZero(&inverses[j]) == 1 {
				b.setAside(pairs, steps, j)
				again = true
			}
		}
	}
	p.InvBatchVarTime(inverses[:lanes], scratch[:])
	for j := range lanes {
		product.Set(j, &inverses[j])
	}
	b.varTimeChords(&product, steps, lanes)
	sum := signedPoint(len(b.given)+first+1) << 1
	for i := range pairs {
		pairs[i].P = sum | pairs[i].P&1
		sum += 2
	}
}

// setAside removes from the steps the pairs of lane j whose points have the same x. Whoever chooses points can make that happen: it
// takes the differences again, and a second inversion for those that are the same.
func (b *affineBins) setAside(pairs []binPair, steps []chordStep, j int) {
	none := idle()
	for i := range steps {
		s := &steps[i]
		P, Q := s.P[j].get(), s.Q[j].get()
		if p.Equal(&P.minusX, &Q.minusX) == 0 {
			continue
		}
		pair := &pairs[i*chordCount+j]
		opposite := p.Equal(&P.y, &Q.y) ^ int(s.Negative>>j&1) ^ 1
		if opposite == 0 {
			b.twice = append(b.twice, binPair{pair.bin, pair.P, pair.P})
		}
		pair.bin = -1
		s.P[j], s.Q[j] = &none[0], &none[1]
	}
}
