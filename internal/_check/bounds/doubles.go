// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"fmt"
	"math/big"

	"secant.example/internal/_check/doubles"
)

// Fused is followed by package doubles. What is rounded has to be a sum with a constant, in one binade: then it
// is known what it is a multiple of, and what was rounded away is the rest. Everything else has to be exact.
func (w *words) Fused(x, y, z *word) *word {
	a, b, c := w.double(x), w.double(y), w.double(z)
	r, exact, err := w.space.Fused(a, b, c)
	if err != nil {
		panic(w.here("%v", err))
	}
	if !exact {
		_, _, ok := r.Binade()
		switch {
		case !c.IsConstant() && !(a.IsConstant() && b.IsConstant()):
			w.report(w.here("a sum of doubles may not be exact: it may be %s", between(r)))
		case !ok:
			w.report(w.here("a sum with a constant is rounded, and it is not known to what: it may be %s", between(r)))
		}
	}
	return w.ofReal(r)
}

// between returns between what numbers r is, for people.
func between(r *doubles.Real) string {
	lo, _ := r.Lo.Float64()
	hi, _ := r.Hi.Float64()
	return fmt.Sprintf("%g to %g", lo, hi)
}

// double returns what is known of x as a double.
func (w *words) double(x *word) *doubles.Real {
	if x.real != nil {
		return x.real
	}
	if x.base == nil && x.around == nil {
		if r, ok := w.space.OfBits(x.lo.Uint64(), x.hi.Uint64()); ok {
			if !x.form.isConstant() { // which all analyses share
				x.real = r
			}
			return r
		}
	}
	panic(w.here("computes with a double of which nothing is known"))
}

// ofReal returns the word that has the bits of r.
func (w *words) ofReal(r *doubles.Real) *word {
	x := w.any()
	if lo, hi, ok := r.Bits(); ok {
		x = w.fresh(new(big.Int).SetUint64(lo), new(big.Int).SetUint64(hi))
	}
	x.real = r
	return x
}

// integersOf returns the integers of which x is the lowest 64 bits.
func integersOf(x *word) *doubles.Integers {
	if x.around != nil {
		return x.around
	}
	return &doubles.Integers{Lo: x.lo, Hi: x.hi}
}

// goesAround reports whether the sum or difference of x and y, from lo to hi, is one modulo 2^64: of vectors, in a
// routine that computes with doubles, if it need not be a word, or they are not.
func (w *words) goesAround(x, y *word, lo, hi *big.Int) bool {
	return w.doubles && w.now.vector && (x.around != nil || y.around != nil || lo.Sign() < 0 || hi.Cmp(wordEnd) >= 0)
}

// wrapped returns the lowest 64 bits of the integers from lo to hi.
func (w *words) wrapped(what string, lo, hi *big.Int) *word {
	w.now.carriedEither()
	w.now.inLanes(maxWord, 32)
	z, _, ok := doubles.Around(lo, hi)
	if !ok {
		w.report(w.here("%s of lanes may be anything modulo 2^64: from %s to %s", what, text(lo), text(hi)))
		return w.any()
	}
	return w.ofIntegers(z)
}

func (w *words) ofIntegers(z *doubles.Integers) *word {
	if z.AreWords() {
		return w.fresh(z.Lo, z.Hi)
	}
	x := w.any()
	x.around = z
	return x
}

// bits reports that the bits of words are used that may have gone around.
func (w *words) bits(all ...*word) {
	for _, x := range all {
		if x.around != nil {
			w.report(w.here("the bits of a number are used that may be negative, or 2^64 or more: from %s to %s", text(x.around.Lo), text(x.around.Hi)))
		}
	}
}

// number returns what may be x or y where paths meet, or x if it is no more, of words that are followed by their
// bounds alone: in routines with doubles, these and large words of lanes.
func (j *joiner) number(x, y *word) (z *word, ok bool) {
	const (
		large = 52 // bits: more than counters, and masks of limbs, have
		often = 6  // from when on it becomes larger than it has to be
		most  = 12
	)
	reals := x.real != nil && y.real != nil
	if !j.doubles || !reals && x.around == nil && y.around == nil && x.hi.BitLen() <= large && y.hi.BitLen() <= large {
		return nil, false
	}
	if z = j.pairs[[2]*word{x, y}]; z != nil {
		return z, true
	}
	grown, more := 0, uint(0)
	if x.label == j.label {
		holds := !reals && x.real == nil && integersOf(x).Hold(integersOf(y)) || reals && x.real.Holds(y.real)
		if holds && (j.kept[x] == nil || j.kept[x] == y) {
			j.kept[x] = y
			return x, true
		}
		if grown = x.grown; !holds {
			grown++
		}
		if grown > often {
			more = 4
		}
	}
	around, few := integersOf(x).Join(integersOf(y), more)
	switch {
	case j.widen || grown > most || !reals && !few:
		z = j.any()
	case reals:
		z = j.ofReal(j.space.Join(x.real, y.real, more))
	default:
		z = j.ofIntegers(around)
	}
	z.label, z.grown = j.label, grown
	return z, true
}
