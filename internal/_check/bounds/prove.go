// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"math/big"
	"slices"
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

// An equality is a form that is 0.
type equality struct{ f form }

// atMost reports whether f, an integer, is shown to be at most limit.
func (p *prover) atMost(f form, limit *big.Int) bool {
	return p.upper(f, limit, nil, 5).Cmp(limit) <= 0
}

// atLeast reports whether f is shown to be at least limit.
func (p *prover) atLeast(f form, limit *big.Int) bool {
	return p.atMost(f.negated(), new(big.Int).Neg(limit))
}

// upper returns a bound of f, an integer: one that is at most limit, if it finds one. It adds
// to f what is known not to be negative: multiples of what is known to be 0, and of what a number
// is less than its bound; first those that lead to the smallest bound over what each
// atom may be. If that doesn't do, it takes a bit in f for 0 and for 1, splits times.
func (p *prover) upper(f form, limit *big.Int, given []equality, splits int) *big.Int {
	best := p.most(f)
	if limit != nil && best.Cmp(limit) <= 0 {
		return best
	}
	type state struct {
		f    form
		most *big.Int // the numerator
	}
	todo := []state{{f, p.box(f)}}
	less := func(x, y state) bool {
		shift := max(x.f.shift, y.f.shift)
		return scaled(x.most, shift-x.f.shift).Cmp(scaled(y.most, shift-y.f.shift)) < 0
	}
	bestForm := f
	for expansions := 0; len(todo) > 0 && expansions < 12; expansions++ {
		at := 0
		for i := range todo {
			if less(todo[i], todo[at]) {
				at = i
			}
		}
		s := todo[at]
		todo = append(todo[:at], todo[at+1:]...)
		for _, g := range p.steps(s.f, given) {
			next := state{g, p.box(g)}
			if m := floor(next.most, g.shift); m.Cmp(best) < 0 {
				best, bestForm = m, g
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
	if bit == 0 {
		return best
	}
	var worst *big.Int
	consider := func(g form, value bool, given []equality) bool {
		if def := p.atoms[bit].def; def != nil {
			v := zero
			if value {
				v = one
			}
			given = append(given[:len(given):len(given)], equality{constant(v).minus(*def)})
		}
		m := p.upper(g, limit, given, splits-1)
		if worst == nil || m.Cmp(worst) > 0 {
			worst = m
		}
		return limit == nil || m.Cmp(limit) <= 0
	}
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
		for i := range len(all) + 1 {
			g := f
			for j, a := range all {
				g = g.with(a, i == j)
			}
			m := p.upper(g, limit, given, splits-1)
			if worst == nil || m.Cmp(worst) > 0 {
				worst = m
			}
			if limit != nil && m.Cmp(limit) > 0 {
				break
			}
		}
	} else {
		for _, value := range []bool{true, false} {
			var substituted []equality
			for _, e := range given {
				substituted = append(substituted, equality{e.f.with(bit, value)})
			}
			if !consider(f.with(bit, value), value, substituted) {
				break
			}
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

// steps returns forms that are at least f, for the atoms in f whose part in its bound is largest.
func (p *prover) steps(f form, given []equality) (all []form) {
	type use struct {
		t    term
		most *big.Int
	}
	var uses []use
	for _, t := range f.terms {
		if t.m.a != 0 {
			continue
		}
		a := &p.atoms[t.m.b]
		if t.c.Sign() > 0 || a.def != nil || len(given) > 0 {
			uses = append(uses, use{t, new(big.Int).Mul(new(big.Int).Abs(t.c), a.hi)})
		}
	}
	// The largest first.
	for i := range uses {
		for j := i; j > 0 && uses[j].most.Cmp(uses[j-1].most) > 0; j-- {
			uses[j], uses[j-1] = uses[j-1], uses[j]
		}
	}
	if len(uses) > 6 {
		uses = uses[:6]
	}
	for _, u := range uses {
		id := u.t.m.b
		a := &p.atoms[id]
		if a.fact != nil && u.t.c.Sign() > 0 {
			// f + c/2^(64·index)·(most - sum)
			g := constant(a.fact.most).minus(a.fact.form()).times(u.t.c)
			g.shift += f.shift + uint(64*a.index)
			all = append(all, f.plus(g.reduced()))
		}
		if a.def != nil {
			g := a.def.minus(variable(id)).times(u.t.c)
			g.shift += f.shift
			all = append(all, f.plus(g.reduced()))
		}
		for _, e := range given {
			c := e.f.coefficient(id)
			if c == nil {
				continue
			}
			n := c.TrailingZeroBits()
			if new(big.Int).Rsh(new(big.Int).Abs(c), n).Cmp(one) != 0 {
				continue // not a power of two
			}
			// f - (f's coefficient / e's coefficient)·e
			g := e.f.times(u.t.c)
			if c.Sign() < 0 {
				g = g.negated()
			}
			if f.shift+n >= e.f.shift {
				g.shift += f.shift + n - e.f.shift
			} else {
				g = g.times(power(e.f.shift - f.shift - n))
			}
			all = append(all, f.minus(g.reduced()))
		}
	}
	return all
}
