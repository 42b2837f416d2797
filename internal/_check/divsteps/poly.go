// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"cmp"
	"encoding/binary"
	"math/big"
	"slices"
)

// A poly is a polynomial in atoms, which are integers, with integer coefficients. It is never changed.
type poly map[mono]*big.Int

// A mono is a product of atoms, in descending order; 0 is none.
type mono [6]int32

// An atom is an unknown integer between two bounds.
type atom struct{ lo, hi *big.Int }

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)

func power(n uint) *big.Int           { return new(big.Int).Lsh(one, n) }
func negative(x *big.Int) *big.Int    { return new(big.Int).Neg(x) }
func least(x, y *big.Int) *big.Int    { return slices.MinFunc([]*big.Int{x, y}, (*big.Int).Cmp) }
func most(x, y *big.Int) *big.Int     { return slices.MaxFunc([]*big.Int{x, y}, (*big.Int).Cmp) }
func minus(x, y *big.Int) *big.Int    { return new(big.Int).Sub(x, y) }
func plus(x, y *big.Int) *big.Int     { return new(big.Int).Add(x, y) }
func below(x *big.Int) *big.Int       { return minus(x, one) }
func number(c int64) poly             { return constant(big.NewInt(c)) }
func variable(a int32) poly           { return poly{mono{a}: one} }
func divides(n uint, c *big.Int) bool { return c.Sign() == 0 || c.TrailingZeroBits() >= n }

func constant(c *big.Int) poly {
	if c.Sign() == 0 {
		return poly{}
	}
	return poly{mono{}: c}
}

// value returns the constant that p is.
func (p poly) value() (c *big.Int, ok bool) {
	switch len(p) {
	case 0:
		return zero, true
	case 1:
		c, ok = p[mono{}]
		return c, ok
	}
	return nil, false
}

// plusTimes returns p + c·q.
func (p poly) plusTimes(c *big.Int, q poly) poly {
	z := make(poly, len(p)+len(q))
	for m, x := range p {
		z[m] = x
	}
	for m, x := range q {
		x = new(big.Int).Mul(c, x)
		if old := z[m]; old != nil {
			x.Add(x, old)
		}
		if x.Sign() == 0 {
			delete(z, m)
		} else {
			z[m] = x
		}
	}
	return z
}

func (p poly) plus(q poly) poly  { return p.plusTimes(one, q) }
func (p poly) minus(q poly) poly { return p.plusTimes(big.NewInt(-1), q) }

// times2 returns 2^n·p.
func (p poly) times2(n uint) poly { return poly{}.plusTimes(power(n), p) }

// without returns p without what is a multiple of 2^n, but for the constant.
func (p poly) without(n uint) poly {
	z := p
	for m, c := range p {
		if m != (mono{}) && divides(n, c) {
			if len(z) == len(p) {
				z = poly{}.plus(p)
			}
			delete(z, m)
		}
	}
	return z
}

// isMultiple reports whether all coefficients are multiples of 2^n.
func (p poly) isMultiple(n uint) bool {
	for _, c := range p {
		if !divides(n, c) {
			return false
		}
	}
	return true
}

// over returns p/2^n, where p.isMultiple(n).
func (p poly) over(n uint) poly {
	z := make(poly, len(p))
	for m, c := range p {
		z[m] = new(big.Int).Rsh(c, n)
	}
	return z
}

// monomials returns those of p in an order.
func (p poly) monomials() []mono {
	list := make([]mono, 0, len(p))
	for m := range p {
		list = append(list, m)
	}
	slices.SortFunc(list, func(x, y mono) int { return slices.Compare(x[:], y[:]) })
	return list
}

// key names p.
func (p poly) key() string {
	var b []byte
	for _, m := range p.monomials() {
		for _, a := range m {
			b = binary.AppendVarint(b, int64(a))
		}
		c := p[m].Bytes()
		b = binary.AppendVarint(b, int64(p[m].Sign()*len(c)))
		b = append(b, c...)
	}
	return string(b)
}

// times returns the product of two monomials, if it is not too long.
func (m mono) times(n mono) (z mono, ok bool) {
	list := make([]int32, 0, 12)
	for _, a := range append(m[:], n[:]...) {
		if a != 0 {
			list = append(list, a)
		}
	}
	if len(list) > len(z) {
		return z, false
	}
	slices.SortFunc(list, func(x, y int32) int { return cmp.Compare(y, x) })
	copy(z[:], list)
	return z, true
}

// A ring has the atoms, and the rules for products of two of them.
type ring struct {
	atoms []atom
	rules map[mono]poly
}

// fresh returns a new atom with these bounds.
func (r *ring) fresh(lo, hi *big.Int) int32 {
	r.atoms = append(r.atoms, atom{lo, hi})
	return int32(len(r.atoms) - 1)
}

// rule says that the product of two atoms is p.
func (r *ring) rule(a, b int32, p poly) {
	m, _ := mono{a}.times(mono{b})
	r.rules[m] = p
}

// times returns p·q by the rules; it is not ok if that has too high a degree.
func (r *ring) times(p, q poly) (z poly, ok bool) {
	z = make(poly, len(p)*len(q))
	var ruled poly
	for m, x := range p {
		for n, y := range q {
			k, ok := m.times(n)
			if !ok {
				return nil, false
			}
			c := new(big.Int).Mul(x, y)
			if by := r.rules[k]; by != nil {
				ruled = ruled.plusTimes(c, by)
				continue
			}
			if old := z[k]; old != nil {
				c.Add(c, old)
			}
			if c.Sign() == 0 {
				delete(z, k)
			} else {
				z[k] = c
			}
		}
	}
	if ruled != nil {
		z = z.plus(ruled)
	}
	return z, true
}

// bounds returns between what p lies, by the bounds of its atoms.
func (r *ring) bounds(p poly) (lo, hi *big.Int) {
	lo, hi = new(big.Int), new(big.Int)
	for m, c := range p {
		l, h := c, c
		for _, a := range m {
			if a != 0 {
				l, h = productBounds(l, h, r.atoms[a].lo, r.atoms[a].hi)
			}
		}
		lo.Add(lo, l)
		hi.Add(hi, h)
	}
	return lo, hi
}

func productBounds(a, b, c, d *big.Int) (lo, hi *big.Int) {
	for _, x := range []*big.Int{a, b} {
		for _, y := range []*big.Int{c, d} {
			z := new(big.Int).Mul(x, y)
			if lo == nil || z.Cmp(lo) < 0 {
				lo = z
			}
			if hi == nil || z.Cmp(hi) > 0 {
				hi = z
			}
		}
	}
	return lo, hi
}
