// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package doubles follows real numbers through floating point, for all that they may be.
//
// A double is known to be between two numbers, a multiple of a power of two, and a linear form in
// unknowns: numbers that were integers before, products of two doubles, and what rounding has
// added. A sum of multiples of 2^g is exact if it is at most 2^(53+g), up to its sign; if it
// is rounded, then by at most half of the last place of the largest that it may be. Because of the form,
// a·b - (a·b + c, rounded) is known to be as small as what rounding has added.
//
// Doubles are rounded to the nearest, of two to the even one, and nothing overflows, is
// subnormal or no number: what may be is an error.
package doubles

import (
	"errors"
	"math"
	"math/big"
)

// FMA returns the bits of x·y + z, for bits of doubles. It is not ok if any of them is subnormal,
// infinite or no number.
func FMA(x, y, z uint64) (result uint64, ok bool) {
	result = math.Float64bits(math.FMA(math.Float64frombits(x), math.Float64frombits(y), math.Float64frombits(z)))
	return result, isNormal(x) && isNormal(y) && isNormal(z) && isNormal(result)
}

// isNormal reports whether the double with these bits is a normal number or zero.
func isNormal(bits uint64) bool {
	exponent := bits >> 52 & 0x7ff
	return exponent != 0x7ff && (exponent != 0 || bits<<1 == 0)
}

// The exponents of powers of two: of those that are used here the largest one, and the least one that is a normal number.
const (
	largest  = 1022
	smallest = -1022
)

// A Space has the unknowns of one run.
type Space struct {
	unknowns []unknown
	products map[[2]*Real]*Real
	numbers  int
}

// An unknown is a number between lo and hi.
type unknown struct{ lo, hi *big.Float }

// A Real is what is known of a double: it is between Lo and Hi, a multiple of 2^Grid, and the sum
// of k and the terms. It is never changed.
type Real struct {
	Lo, Hi *big.Float
	Grid   int
	k      *big.Float
	terms  []term // in the order of their unknowns
	number int    // in its space
}

// A term is c times an unknown.
type term struct {
	unknown int
	c       *big.Float
}

// IsConstant reports whether x is one number.
func (x *Real) IsConstant() bool { return len(x.terms) == 0 }

func (s *Space) real(x Real) *Real {
	s.numbers++
	x.number = s.numbers
	return &x
}

// Between returns a new unknown that is a multiple of 2^grid.
func (s *Space) Between(lo, hi *big.Float, grid int) *Real {
	if lo.Cmp(hi) == 0 {
		return s.real(Real{Lo: lo, Hi: hi, Grid: grid, k: lo})
	}
	s.unknowns = append(s.unknowns, unknown{lo, hi})
	return s.real(Real{Lo: lo, Hi: hi, Grid: grid, k: zero, terms: []term{{len(s.unknowns) - 1, one}}})
}

// Numbers are multiples of powers of two, and none that is rounded may come of them: so many bits are enough, of
// products and sums of doubles and of coefficients.
const precision = 1 << 14

// Number returns x.
func Number(x *big.Int) *big.Float { return exact(new(big.Float).SetPrec(precision).SetInt(x)) }

var zero, one, minusOne = Number(big.NewInt(0)), Number(big.NewInt(1)), Number(big.NewInt(-1))

// exact returns x, which must not have been rounded.
func exact(x *big.Float) *big.Float {
	if x.Acc() != big.Exact {
		panic("doubles: a number has too many bits")
	}
	return x
}

func total(x, y *big.Float) *big.Float { return exact(new(big.Float).Add(x, y)) }

func times(x, y *big.Float) *big.Float { return exact(new(big.Float).Mul(x, y)) }

// OfBits returns the double of which the bits are, as an integer, between lo and hi. It is not ok
// if some of these are no normal numbers, or of both signs.
func (s *Space) OfBits(lo, hi uint64) (x *Real, ok bool) {
	if lo > hi || !isNormal(lo) || !isNormal(hi) || lo>>63 != hi>>63 || lo != hi && lo<<1 == 0 {
		return nil, false
	}
	grid := largest // of zero
	if lo<<1 != 0 {
		grid = int(lo>>52&0x7ff) - 1023 - 52
	}
	from, to := ofBits(lo), ofBits(hi)
	if lo>>63 == 1 {
		from, to = to, from
	}
	if lo == hi && from.Sign() != 0 {
		grid = trailing(from)
	}
	return s.Between(from, to, grid), true
}

func ofBits(x uint64) *big.Float {
	return new(big.Float).SetPrec(precision).SetFloat64(math.Float64frombits(x))
}

// trailing returns the largest power of two that divides x, which is not 0.
func trailing(x *big.Float) int {
	return x.MantExp(nil) - int(x.MinPrec())
}

// exponent returns e with 2^e <= x < 2^(e+1), for x > 0, a multiple of a power of two.
func exponent(x *big.Float) int { return x.MantExp(nil) - 1 }

// power returns 2^n.
func power(n int) *big.Float { return shifted(one, n) }

// shifted returns x·2^n.
func shifted(x *big.Float, n int) *big.Float { return new(big.Float).SetMantExp(x, n) }

// Bits returns between what integers the bits of x are. It is not ok if x may have both signs, or be zero.
func (x *Real) Bits() (lo, hi uint64, ok bool) {
	switch {
	case x.Lo.Sign() > 0:
		return up(x.Lo), down(x.Hi), true
	case x.Hi.Sign() < 0:
		return up(negated(x.Hi)) | 1<<63, down(negated(x.Lo)) | 1<<63, true
	}
	return 0, 0, false
}

// up returns the bits of the least double that is at least x, which is not negative.
func up(x *big.Float) uint64 {
	f, _ := x.Float64()
	if ofBits(math.Float64bits(f)).Cmp(x) < 0 {
		f = math.Nextafter(f, math.Inf(1))
	}
	return math.Float64bits(f)
}

// down returns the bits of the largest double that is at most x, which is positive.
func down(x *big.Float) uint64 {
	f, _ := x.Float64()
	if ofBits(math.Float64bits(f)).Cmp(x) > 0 {
		f = math.Nextafter(f, 0)
	}
	return math.Float64bits(f)
}

// Binade returns the exponent e if 2^e <= x <= 2^(e+1), whatever x is, or if that holds of -x. So
// the bits of x are an integer that is linear in x: those of 2^(e+1) come next after the last ones with e.
func (x *Real) Binade() (e int, negative, ok bool) {
	lo, hi := x.Lo, x.Hi
	if negative = hi.Sign() < 0; negative {
		lo, hi = negated(hi), negated(lo)
	}
	if lo.Sign() <= 0 {
		return 0, false, false
	}
	e = exponent(lo)
	return e, negative, hi.Cmp(power(e+1)) <= 0
}

func negated(x *big.Float) *big.Float { return new(big.Float).Neg(x) }

// Negated returns -x.
func (s *Space) Negated(x *Real) *Real { return s.times(minusOne, 0, x) }

// times returns c·x, for a multiple c of 2^grid.
func (s *Space) times(c *big.Float, grid int, x *Real) *Real {
	z := Real{Lo: times(c, x.Lo), Hi: times(c, x.Hi), Grid: grid + x.Grid, k: times(c, x.k)}
	if c.Sign() < 0 {
		z.Lo, z.Hi = z.Hi, z.Lo
	}
	if c.Sign() != 0 {
		for _, t := range x.terms {
			z.terms = append(z.terms, term{t.unknown, times(c, t.c)})
		}
	}
	return s.real(z)
}

// product returns x·y, before it is rounded. That of the same two is always the same unknown.
func (s *Space) product(x, y *Real) *Real {
	switch {
	case x.IsConstant():
		return s.times(x.k, x.Grid, y)
	case y.IsConstant():
		return s.times(y.k, y.Grid, x)
	}
	if x.number > y.number {
		x, y = y, x
	}
	key := [2]*Real{x, y}
	if z := s.products[key]; z != nil {
		return z
	}
	var lo, hi *big.Float
	for _, a := range []*big.Float{x.Lo, x.Hi} {
		for _, b := range []*big.Float{y.Lo, y.Hi} {
			p := times(a, b)
			if lo == nil || p.Cmp(lo) < 0 {
				lo = p
			}
			if hi == nil || p.Cmp(hi) > 0 {
				hi = p
			}
		}
	}
	if x == y && lo.Sign() < 0 {
		lo = zero
	}
	if s.products == nil {
		s.products = map[[2]*Real]*Real{}
	}
	s.products[key] = s.Between(lo, hi, x.Grid+y.Grid)
	return s.products[key]
}

// sum returns x + y, before it is rounded.
func (s *Space) sum(x, y *Real) *Real {
	z := Real{Grid: min(x.Grid, y.Grid), k: total(x.k, y.k)}
	add := func(t term) {
		if t.c.Sign() != 0 {
			z.terms = append(z.terms, t)
		}
	}
	i, j := 0, 0
	for i < len(x.terms) || j < len(y.terms) {
		switch {
		case j == len(y.terms) || i < len(x.terms) && x.terms[i].unknown < y.terms[j].unknown:
			add(x.terms[i])
			i++
		case i == len(x.terms) || y.terms[j].unknown < x.terms[i].unknown:
			add(y.terms[j])
			j++
		default:
			add(term{x.terms[i].unknown, total(x.terms[i].c, y.terms[j].c)})
			i++
			j++
		}
	}
	// What the form says, and what the sum of the bounds says.
	z.Lo, z.Hi = z.k, z.k
	for _, t := range z.terms {
		a, b := times(t.c, s.unknowns[t.unknown].lo), times(t.c, s.unknowns[t.unknown].hi)
		if t.c.Sign() < 0 {
			a, b = b, a
		}
		z.Lo = total(z.Lo, a)
		z.Hi = total(z.Hi, b)
	}
	if b := total(x.Lo, y.Lo); b.Cmp(z.Lo) > 0 {
		z.Lo = b
	}
	if b := total(x.Hi, y.Hi); b.Cmp(z.Hi) < 0 {
		z.Hi = b
	}
	return s.real(z)
}

var (
	errLarge = errors.New("a double may be infinite")
	errSmall = errors.New("a double may be subnormal")
)

// Fused returns x·y + z, rounded to the nearest, and whether that is exact whatever they are.
func (s *Space) Fused(x, y, z *Real) (r *Real, exact bool, err error) {
	r = s.sum(s.product(x, y), z)
	most := new(big.Float).Abs(r.Lo)
	if b := new(big.Float).Abs(r.Hi); b.Cmp(most) > 0 {
		most = b
	}
	switch {
	case most.Sign() == 0:
		return r, true, nil
	case exponent(most) > largest:
		return nil, false, errLarge
	case r.Grid < smallest:
		return nil, false, errSmall
	case most.Cmp(power(53+r.Grid)) <= 0:
		return r, true, nil
	}
	ulp := exponent(most) - 52
	half := power(ulp - 1)
	rounded := *s.sum(r, s.Between(negated(half), half, r.Grid))
	if b := floor(r.Lo, ulp); b.Cmp(rounded.Lo) > 0 {
		rounded.Lo = b
	}
	if b := negated(floor(negated(r.Hi), ulp)); b.Cmp(rounded.Hi) < 0 {
		rounded.Hi = b
	}
	if e, ok := rounded.least(); ok {
		rounded.Grid = max(r.Grid, e-52)
	}
	return s.real(rounded), false, nil
}

// least returns an exponent such that x, up to its sign, is at least that power of two, if it has one sign.
func (x *Real) least() (e int, ok bool) {
	switch {
	case x.Lo.Sign() > 0:
		return exponent(x.Lo), true
	case x.Hi.Sign() < 0:
		return exponent(negated(x.Hi)), true
	}
	return 0, false
}

// floor returns the largest multiple of 2^n that is at most x.
func floor(x *big.Float, n int) *big.Float {
	y, cut := shifted(x, -n).Int(nil)
	if cut == big.Above { // a negative number, cut off towards 0
		y.Sub(y, big.NewInt(1))
	}
	return shifted(Number(y), n)
}

// Join returns a new unknown that may be what x and y may be, larger by a part of 2^-more if more is
// not 0, in the direction in which y is not between the bounds of x.
func (s *Space) Join(x, y *Real, more uint) *Real {
	lo, hi := x.Lo, x.Hi
	slack := zero
	if more > 0 {
		slack = shifted(total(hi, negated(lo)), -int(more))
	}
	if y.Lo.Cmp(lo) < 0 {
		lo = total(y.Lo, negated(slack))
	}
	if y.Hi.Cmp(hi) > 0 {
		hi = total(y.Hi, slack)
	}
	return s.Between(lo, hi, min(x.Grid, y.Grid))
}

// Holds reports whether the bounds of x, and what it is a multiple of, hold of y too.
func (x *Real) Holds(y *Real) bool {
	return x.Lo.Cmp(y.Lo) <= 0 && x.Hi.Cmp(y.Hi) >= 0 && x.Grid <= y.Grid
}
