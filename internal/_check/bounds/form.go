// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"math/big"
)

// A form is a polynomial of degree 2 in atoms, with coefficients that are integers over a
// power of two: (k + the sum of c·m over its terms) / 2^shift. Forms are never changed.
type form struct {
	terms []term // in the order of their monomials
	k     *big.Int
	shift uint
}

type term struct {
	m mono
	c *big.Int
}

// A mono is the product of two atoms, or with a = 0 the atom b alone.
type mono struct{ a, b int32 }

func (m mono) less(n mono) bool { return m.a < n.a || m.a == n.a && m.b < n.b }

func product(a, b int32) mono {
	if a > b {
		a, b = b, a
	}
	return mono{a, b}
}

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
	// 2^64, and the largest word.
	wordEnd = power(64)
	maxWord = new(big.Int).Sub(wordEnd, one)
)

func power(n uint) *big.Int { return new(big.Int).Lsh(one, n) }

func constant(c *big.Int) form { return form{k: c} }
func variable(a int32) form    { return form{k: zero, terms: []term{{mono{0, a}, one}}} }

func (f form) isConstant() bool { return len(f.terms) == 0 }

// value returns what a constant form is, rounded down.
func (f form) value() *big.Int { return floor(f.k, f.shift) }

// floor returns x/2^shift, rounded down.
func floor(x *big.Int, shift uint) *big.Int {
	if shift == 0 {
		return x
	}
	return new(big.Int).Rsh(x, shift)
}

// scaled returns x·2^n.
func scaled(x *big.Int, n uint) *big.Int {
	if n == 0 || x.Sign() == 0 {
		return x
	}
	return new(big.Int).Lsh(x, n)
}

// combine returns f + g, or f - g.
func (f form) combine(g form, negative bool) form {
	z := form{shift: max(f.shift, g.shift)}
	fs, gs := z.shift-f.shift, z.shift-g.shift
	sum := func(x, y *big.Int) *big.Int {
		x, y = scaled(x, fs), scaled(y, gs)
		switch {
		case y.Sign() == 0:
			return x
		case negative:
			return new(big.Int).Sub(x, y)
		case x.Sign() == 0:
			return y
		}
		return new(big.Int).Add(x, y)
	}
	z.k = sum(f.k, g.k)
	z.terms = make([]term, 0, len(f.terms)+len(g.terms))
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		switch {
		case j == len(g.terms) || i < len(f.terms) && f.terms[i].m.less(g.terms[j].m):
			z.terms = append(z.terms, term{f.terms[i].m, scaled(f.terms[i].c, fs)})
			i++
		case i == len(f.terms) || g.terms[j].m.less(f.terms[i].m):
			z.terms = append(z.terms, term{g.terms[j].m, sum(zero, g.terms[j].c)})
			j++
		default:
			if c := sum(f.terms[i].c, g.terms[j].c); c.Sign() != 0 {
				z.terms = append(z.terms, term{f.terms[i].m, c})
			}
			i++
			j++
		}
	}
	return z.reduced()
}

func (f form) plus(g form) form  { return f.combine(g, false) }
func (f form) minus(g form) form { return f.combine(g, true) }

// reduced returns f with the smallest shift.
func (f form) reduced() form {
	n := f.shift
	if f.k.Sign() != 0 {
		n = min(n, f.k.TrailingZeroBits())
	}
	for _, t := range f.terms {
		if n == 0 {
			return f
		}
		n = min(n, t.c.TrailingZeroBits())
	}
	if n == 0 {
		return f
	}
	z := form{shift: f.shift - n, k: new(big.Int).Rsh(f.k, n), terms: make([]term, len(f.terms))}
	for i, t := range f.terms {
		z.terms[i] = term{t.m, new(big.Int).Rsh(t.c, n)}
	}
	return z
}

// times returns c·f.
func (f form) times(c *big.Int) form {
	if c.Sign() == 0 {
		return constant(zero)
	}
	if c.Cmp(one) == 0 {
		return f
	}
	z := form{shift: f.shift, k: new(big.Int).Mul(f.k, c), terms: make([]term, len(f.terms))}
	for i, t := range f.terms {
		z.terms[i] = term{t.m, new(big.Int).Mul(t.c, c)}
	}
	return z.reduced()
}

// timesForm returns f·g, for linear ones.
func (f form) timesForm(g form) form {
	z := g.times(f.k).over(f.shift)
	for _, t := range f.terms {
		z = z.plus(g.by(t.m.b).times(t.c).over(f.shift))
	}
	return z
}

// over returns f/2^n.
func (f form) over(n uint) form {
	f.shift += n
	return f.reduced()
}

// shifted returns 2^n·f.
func (f form) shifted(n uint) form { return f.times(power(n)) }

// atom returns the atom that f is, or 0.
func (f form) atom() int32 {
	if len(f.terms) == 1 && f.shift == 0 && f.k.Sign() == 0 && f.terms[0].m.a == 0 && f.terms[0].c.Cmp(one) == 0 {
		return f.terms[0].m.b
	}
	return 0
}

// linear reports whether f has no products.
func (f form) linear() bool {
	for _, t := range f.terms {
		if t.m.a != 0 {
			return false
		}
	}
	return true
}

// coefficient returns that of the atom alone, times 2^shift, or nil.
func (f form) coefficient(a int32) *big.Int {
	for _, t := range f.terms {
		if t.m.a == 0 && t.m.b == a {
			return t.c
		}
	}
	return nil
}

// by returns f·a, for a linear f.
func (f form) by(a int32) form {
	z := form{shift: f.shift, k: zero}
	if f.k.Sign() != 0 {
		z.terms = append(z.terms, term{mono{0, a}, f.k})
	}
	for _, t := range f.terms {
		z = z.plus(form{shift: f.shift, k: zero, terms: []term{{product(t.m.b, a), t.c}}})
	}
	return z
}

// bigBit returns 1 for true.
func bigBit(bit bool) *big.Int {
	if bit {
		return one
	}
	return zero
}

// with returns f with a value in the place of the atom.
func (f form) with(a int32, value *big.Int) form {
	rest := form{shift: f.shift, k: f.k}
	var touched []term
	for _, t := range f.terms {
		if t.m.a != a && t.m.b != a {
			rest.terms = append(rest.terms, t)
		} else if value.Sign() != 0 {
			touched = append(touched, t)
		}
	}
	if len(touched) == 0 {
		return rest.reduced()
	}
	z := rest
	for _, t := range touched {
		other := form{shift: f.shift, k: zero}
		c := t.c
		if value.Cmp(one) != 0 {
			c = new(big.Int).Mul(c, value)
		}
		switch {
		case t.m.a == 0:
			other.k = c
		case t.m.a == t.m.b:
			other.k = new(big.Int).Mul(c, value)
		case t.m.a == a:
			other.terms = []term{{mono{0, t.m.b}, c}}
		default:
			other.terms = []term{{mono{0, t.m.a}, c}}
		}
		z = z.plus(other)
	}
	return z
}

// An atom is an unknown integer that is not negative.
type atom struct {
	lo, hi *big.Int
	def    *form // what it is equal to, or nil
	fact   *fact // of a number, of which it is a part
	index  int   // which part
	bit    bool
	group  int32 // of bits of which at most one is 1; 0 for none
	low    *word // the word that the atom is, for its remainders
}

// A fact is that the sum of atoms[i]·2^(64·i) is at most most.
type fact struct {
	atoms [4]int32
	most  *big.Int
}

func (f *fact) form() form {
	return number(variable(f.atoms[0]), variable(f.atoms[1]), variable(f.atoms[2]), variable(f.atoms[3]))
}

// number returns the number with these limbs.
func number(limbs ...form) form {
	z := limbs[0]
	for i, l := range limbs[1:] {
		z = z.plus(l.shifted(uint(64 * (i + 1))))
	}
	return z
}
