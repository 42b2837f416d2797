// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"math/big"
	"slices"
	"strconv"
)

// A prover finds out how large forms can be.
type prover struct {
	atoms []atom // 0 is none
}

// box returns the largest numerator of f over what each atom may be.
func (p *prover) box(f form) *big.Int {
	sum := new(big.Int).Set(f.k)
	x := new(big.Int)
	for _, t := range f.terms {
		b := &p.atoms[t.m.b]
		if t.c.Sign() > 0 {
			x.Mul(t.c, b.hi)
			if t.m.a != 0 {
				x.Mul(x, p.atoms[t.m.a].hi)
			}
		} else {
			if b.lo.Sign() == 0 {
				continue
			}
			x.Mul(t.c, b.lo)
			if t.m.a != 0 {
				x.Mul(x, p.atoms[t.m.a].lo)
			}
		}
		sum.Add(sum, x)
	}
	return sum
}

func (f form) negated() form { return constant(zero).minus(f) }

// most and least return bounds of f, which is an integer.
func (p *prover) most(f form) *big.Int { return floor(p.box(f), f.shift) }
func (p *prover) least(f form) *big.Int {
	return new(big.Int).Neg(p.most(f.negated()))
}

// An assumption is what bits are, and the forms that are 0 then.
type assumption struct {
	bits  []assumed
	zeros []form
}

type assumed struct {
	atom  int32
	value bool
}

// in returns f with what is assumed of bits.
func (a *assumption) in(f form) form {
	for _, b := range a.bits {
		if f.has(b.atom) {
			f = f.with(b.atom, bigBit(b.value))
		}
	}
	return f
}

// and returns the assumption with bits in addition, and what defines them.
func (p *prover) and(a *assumption, bits ...assumed) *assumption {
	z := &assumption{bits: append(a.bits[:len(a.bits):len(a.bits)], bits...)}
	for _, f := range a.zeros {
		z.zeros = append(z.zeros, z.in(f))
	}
	for _, b := range bits {
		if def := p.atoms[b.atom].def; def != nil {
			v := zero
			if b.value {
				v = one
			}
			z.zeros = append(z.zeros, z.in(constant(v).minus(*def)))
		}
	}
	return z
}

// atMost reports whether f, an integer, is shown to be at most limit.
func (p *prover) atMost(f form, limit *big.Int) bool {
	return p.upper(f, limit, &assumption{}, 5).Cmp(limit) <= 0
}

// atLeast reports whether f is shown to be at least limit.
func (p *prover) atLeast(f form, limit *big.Int) bool {
	return p.atMost(f.negated(), new(big.Int).Neg(limit))
}

// upper returns a bound of f, an integer: one that is at most limit, if it finds one. It adds
// to f what is known not to be negative: multiples of what is known to be 0, and of what a number
// is less than its bound; first those that lead to the smallest bound over what each
// atom may be. If that doesn't do, it takes a bit in f for 0 and for 1, splits times.
func (p *prover) upper(f form, limit *big.Int, given *assumption, splits int) *big.Int {
	best := p.most(f)
	if limit != nil && best.Cmp(limit) <= 0 {
		return best
	}
	todo := []candidate{{f, p.box(f)}}
	bestForm := f
	for expansions := 0; len(todo) > 0 && expansions < 12; expansions++ {
		at := 0
		for i := range todo {
			if todo[i].less(todo[at]) {
				at = i
			}
		}
		s := todo[at]
		todo = append(todo[:at], todo[at+1:]...)
		for _, next := range p.steps(s.f, given) {
			if m := floor(next.most, next.f.shift); m.Cmp(best) < 0 {
				best, bestForm = m, next.f
				if limit != nil && best.Cmp(limit) <= 0 {
					return best
				}
			}
			todo = append(todo, next)
		}
	}
	if splits == 0 {
		return best
	}
	bit := p.bit(f)
	if bit == 0 {
		bit = p.bit(bestForm)
	}
	for i := 0; bit == 0 && i < len(given.zeros); i++ {
		bit = p.bit(given.zeros[i])
	}
	if bit == 0 {
		return best
	}
	var worst *big.Int
	var cases [][]assumed
	if group := p.atoms[bit].group; group != 0 {
		// One of the bits of the group in f is 1, or none.
		var all []int32
		for _, t := range f.terms {
			for _, a := range []int32{t.m.a, t.m.b} {
				if p.atoms[a].group == group && !slices.Contains(all, a) {
					all = append(all, a)
				}
			}
		}
		if len(all) == 0 {
			all = []int32{bit}
		}
		for i := range len(all) + 1 {
			var bits []assumed
			for j, a := range all {
				bits = append(bits, assumed{a, i == j})
			}
			cases = append(cases, bits)
		}
	} else {
		cases = [][]assumed{{{bit, true}}, {{bit, false}}}
	}
	for _, bits := range cases {
		then := p.and(given, bits...)
		m := p.upper(then.in(f), limit, then, splits-1)
		if worst == nil || m.Cmp(worst) > 0 {
			worst = m
		}
		if limit != nil && m.Cmp(limit) > 0 {
			break
		}
	}
	if worst.Cmp(best) < 0 {
		best = worst
	}
	return best
}

func (f form) has(a int32) bool {
	for _, t := range f.terms {
		if t.m.a == a || t.m.b == a {
			return true
		}
	}
	return false
}

// bit returns an atom in f that is a bit, or 0.
func (p *prover) bit(f form) int32 {
	for _, t := range f.terms {
		for _, a := range []int32{t.m.a, t.m.b} {
			if p.atoms[a].bit {
				return a
			}
		}
	}
	return 0
}

// steps returns forms that are at least f: for everything that is known of the atoms in f, two
// multiples of it that take an atom out of f, those that lead to the smallest bounds.
func (p *prover) steps(f form, given *assumption) (all []candidate) {
	consider := func(e form, exact bool) {
		var best [2]candidate
		var factors []string
		i := 0
		for _, t := range e.terms {
			for i < len(f.terms) && f.terms[i].m.less(t.m) {
				i++
			}
			if i == len(f.terms) || f.terms[i].m != t.m {
				continue
			}
			n := t.c.TrailingZeroBits()
			if new(big.Int).Rsh(new(big.Int).Abs(t.c), n).Cmp(one) != 0 {
				continue // not a power of two
			}
			// f - factor·e, with factor = (f's coefficient)/(e's), times 2^(e.shift - f.shift)
			c := f.terms[i].c
			if t.c.Sign() < 0 {
				c = new(big.Int).Neg(c)
			}
			if !exact && c.Sign() > 0 {
				continue // e is not negative, and may only be added
			}
			odd := c.TrailingZeroBits()
			key := new(big.Int).Rsh(c, odd).String() + "/" + strconv.Itoa(int(n)-int(odd))
			if slices.Contains(factors, key) {
				continue
			}
			factors = append(factors, key)
			g := e.times(c)
			if by := int(f.shift) + int(n) - int(e.shift); by >= 0 {
				g.shift += uint(by)
			} else {
				g = g.times(power(uint(-by)))
			}
			g = f.minus(g.reduced())
			next := candidate{g, p.box(g)}
			if best[0].most == nil || next.less(best[0]) {
				best[0], best[1] = next, best[0]
			} else if best[1].most == nil || next.less(best[1]) {
				best[1] = next
			}
		}
		for _, c := range best {
			if c.most != nil {
				all = append(all, c)
			}
		}
	}
	for _, e := range given.zeros {
		consider(e, true)
	}
	var facts []*fact
	for _, t := range f.terms {
		if t.m.a != 0 {
			continue
		}
		a := &p.atoms[t.m.b]
		if a.fact != nil && !slices.Contains(facts, a.fact) {
			facts = append(facts, a.fact)
			consider(constant(a.fact.most).minus(a.fact.form()), false)
		}
		if a.def != nil {
			consider(given.in(a.def.minus(variable(t.m.b))), true)
		}
	}
	return all
}

// A candidate is a form with the numerator of its bound.
type candidate struct {
	f    form
	most *big.Int
}

func (x candidate) less(y candidate) bool {
	shift := max(x.f.shift, y.f.shift)
	return scaled(x.most, shift-x.f.shift).Cmp(scaled(y.most, shift-y.f.shift)) < 0
}
