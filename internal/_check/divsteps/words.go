// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// A word is 64 bits: an integer modulo 2^64, that is p, from lo to hi.
type word struct {
	p      poly
	lo, hi *big.Int
	later  func() *word // what it is, if nobody has asked yet
	name   string
	parts  []string // the names of the words that it is the exclusive or of
}

// words is the domain of integers.
type words struct {
	ring
	memory
	memo  map[string]*word
	fail  func(format string, args ...any)
	digit uint  // bits of a limb
	minus int32 // the atom that is -1/m modulo 2^digit, and the one that is the lowest limb of m
	m0    int32
}

var _ x86.Domain[*word] = (*words)(nil)

func (x *word) now() *word {
	for x.later != nil {
		*x = *x.later()
	}
	return x
}

// key names x.
func (x *word) key() string {
	if x.name == "" {
		if x.p.key() == "" {
			x.name = "0"
		} else {
			x.name = x.p.key()
		}
	}
	return x.name
}

// word returns the word that is p modulo 2^64. lo and hi are other bounds, or nil.
func (w *words) word(p poly, lo, hi *big.Int) *word {
	if c, ok := p.value(); ok {
		c = new(big.Int).Mod(c, power(64))
		return &word{p: constant(c), lo: c, hi: c}
	}
	if short := p.without(64); len(short) < len(p) {
		return w.word(short, nil, nil)
	}
	l, h := w.bounds(p)
	if lo != nil {
		l, h = most(l, lo), least(h, hi)
	}
	return &word{p: p, lo: l, hi: h}
}

// any returns an unknown word between bounds.
func (w *words) any(lo, hi *big.Int) *word { return w.word(variable(w.fresh(lo, hi)), nil, nil) }

// floor returns the floor of p/2^n, where p is from lo to hi.
func (w *words) floor(p poly, lo, hi *big.Int, n uint) poly {
	whole, rest := poly{}, poly{}
	for m, c := range p {
		switch {
		case divides(n, c):
			whole[m] = new(big.Int).Rsh(c, n)
		case m == mono{}:
			q := new(big.Int).Rsh(c, n)
			whole = whole.plus(constant(q))
			rest[m] = minus(c, new(big.Int).Lsh(q, n))
		default:
			rest[m] = c
		}
	}
	l, h := w.bounds(rest)
	if lo != nil {
		// What is known of p says something of rest.
		a, b := w.bounds(whole)
		l = most(l, minus(lo, new(big.Int).Lsh(b, n)))
		h = least(h, minus(hi, new(big.Int).Lsh(a, n)))
	}
	first, last := new(big.Int).Rsh(l, n), new(big.Int).Rsh(h, n)
	if first.Cmp(last) == 0 {
		return whole.plus(constant(first))
	}
	name := "floor" + string(rune(n)) + rest.key()
	if w.memo[name] == nil {
		w.memo[name] = &word{p: variable(w.fresh(first, last))}
	}
	return whole.plus(w.memo[name].p)
}

// unsigned returns x as an integer in [0, 2^64), and signed in [-2^63, 2^63).
func (w *words) unsigned(x *word) poly {
	x.now()
	return x.p.plusTimes(negative(power(64)), w.floor(x.p, x.lo, x.hi, 64))
}

func (w *words) signed(x *word) poly {
	x.now()
	half := power(63)
	return x.p.plusTimes(negative(power(64)), w.floor(x.p.plus(constant(half)), plus(x.lo, half), plus(x.hi, half), 64))
}

// sign returns 1 or -1 if x, as a signed number, is known not to be negative, or to be.
func (w *words) sign(x *word) int {
	lo, hi := w.bounds(w.signed(x))
	x.now()
	if x.lo.Cmp(negative(power(63))) >= 0 && x.hi.Cmp(power(63)) < 0 {
		lo, hi = most(lo, x.lo), least(hi, x.hi)
	}
	switch {
	case lo.Sign() >= 0:
		return 1
	case hi.Sign() < 0:
		return -1
	}
	return 0
}

// same reports whether x and y are equal modulo 2^n.
func same(x, y *word, n uint) bool {
	if x.now().p.minus(y.now().p).isMultiple(n) {
		return true
	}
	return x.key() == y.key()
}

func (*words) Const(c uint64) *word {
	v := new(big.Int).SetUint64(c)
	return &word{p: constant(v), lo: v, hi: v}
}

func (*words) Value(x *word) (uint64, bool) {
	c, ok := x.now().p.value()
	if !ok {
		return 0, false
	}
	return c.Uint64(), true
}

// both returns constants that x and y are.
func (w *words) both(x, y *word) (a, b uint64, ok bool) {
	a, ok1 := w.Value(x)
	b, ok2 := w.Value(y)
	return a, b, ok1 && ok2
}

func (w *words) Add(x, y, carry *word) (*word, *word) {
	x, y, carry = x.now(), y.now(), carry.now()
	p := x.p.plus(y.p).plus(carry.p)
	lo, hi := plus(plus(x.lo, y.lo), carry.lo), plus(plus(x.hi, y.hi), carry.hi)
	return w.word(p, lo, hi), &word{later: func() *word {
		out := w.floor(p, lo, hi, 64).minus(w.floor(x.p, x.lo, x.hi, 64)).minus(w.floor(y.p, y.lo, y.hi, 64))
		return w.word(out, zero, one)
	}}
}

func (w *words) Sub(x, y, borrow *word) (*word, *word) {
	x, y, borrow = x.now(), y.now(), borrow.now()
	p := x.p.minus(y.p).minus(borrow.p)
	lo, hi := minus(minus(x.lo, y.hi), borrow.hi), minus(minus(x.hi, y.lo), borrow.lo)
	return w.word(p, lo, hi), &word{later: func() *word {
		out := w.floor(x.p, x.lo, x.hi, 64).minus(w.floor(y.p, y.lo, y.hi, 64)).minus(w.floor(p, lo, hi, 64))
		return w.word(out, zero, one)
	}}
}

func (w *words) product(x, y *word, as func(x *word) poly) (high, low *word) {
	x, y = x.now(), y.now()
	p, ok := w.times(x.p, y.p)
	if !ok {
		return w.unknown("high", x, y), w.unknown("low", x, y)
	}
	lo, hi := productBounds(x.lo, x.hi, y.lo, y.hi)
	return &word{later: func() *word {
		p, ok := w.times(as(x), as(y))
		if !ok {
			return w.unknown("high", x, y)
		}
		return w.word(w.floor(p, nil, nil, 64), nil, nil)
	}}, w.word(p, lo, hi)
}

func (w *words) Mul(x, y *word, at uint) (high, low *word) {
	if at != 64 {
		w.fail("has a product that division steps have not")
	}
	return w.product(x, y, w.unsigned)
}

func (w *words) MulSigned(x, y *word) (high, low *word) { return w.product(x, y, w.signed) }

func (w *words) count(n *word) uint {
	c, ok := w.Value(n)
	if !ok {
		w.fail("shifts by a number that is not constant")
	}
	return uint(c)
}

func (w *words) Shl(x, n *word) *word {
	k := w.count(n)
	x = x.now()
	return w.word(x.p.times2(k), new(big.Int).Lsh(x.lo, k), new(big.Int).Lsh(x.hi, k))
}

func (w *words) Shr(x, n *word) *word {
	k := w.count(n)
	x = x.now()
	if k == 0 {
		return x
	}
	p := w.floor(x.p, x.lo, x.hi, k).plusTimes(negative(power(64-k)), w.floor(x.p, x.lo, x.hi, 64))
	return w.word(p, zero, below(power(64-k)))
}

func (w *words) Sar(x, n *word) *word {
	k := w.count(n)
	x = x.now()
	if k == 0 {
		return x
	}
	if k == 63 {
		switch w.sign(x) {
		case 1:
			return w.Const(0)
		case -1:
			return w.Const(math.MaxUint64)
		}
	}
	half := power(63)
	top := w.floor(x.p.plus(constant(half)), plus(x.lo, half), plus(x.hi, half), 64)
	p := w.floor(x.p, x.lo, x.hi, k).plusTimes(negative(power(64-k)), top)
	return w.word(p, negative(power(63-k)), below(power(63-k)))
}

func (w *words) Truncate(x *word, n uint) *word {
	x = x.now()
	if k := w.montgomery(x, n); k != nil {
		return k
	}
	p, lo, hi := x.p, x.lo, x.hi
	if short := p.without(n); len(short) < len(p) {
		p, lo, hi = short, nil, nil
	}
	return w.word(p.plusTimes(negative(power(n)), w.floor(p, lo, hi, n)), zero, below(power(n)))
}

// montgomery returns what makes a multiple of 2^digit of q, for x = -q/m, if x is such a product: the k below 2^digit
// for which k·m0 = 2^digit·c - q, with another c.
func (w *words) montgomery(x *word, n uint) *word {
	if w.minus == 0 || n != w.digit || len(x.p) == 0 {
		return nil
	}
	q := poly{}
	for m, c := range x.p {
		i := slices.Index(m[:], w.minus)
		if i < 0 {
			return nil
		}
		var rest mono
		copy(rest[:], append(slices.Clone(m[:i]), m[i+1:]...))
		q[rest] = c
	}
	q = q.without(n)
	name := "k" + q.key()
	if w.memo[name] == nil {
		k := w.fresh(zero, below(power(n)))
		lo, hi := w.bounds(q)
		c := w.fresh(new(big.Int).Rsh(lo, n), plus(new(big.Int).Rsh(hi, n), power(n)))
		w.rule(k, w.m0, variable(c).times2(n).minus(q))
		w.memo[name] = w.word(variable(k), nil, nil)
	}
	return w.memo[name]
}

func (w *words) SignExtend(x *word, n uint) *word {
	x = x.now()
	p, lo, hi := x.p, x.lo, x.hi
	if short := p.without(n); len(short) < len(p) {
		p = short
		lo, hi = w.bounds(p)
	}
	half := power(n - 1)
	top := w.floor(p.plus(constant(half)), plus(lo, half), plus(hi, half), n)
	return w.word(p.plusTimes(negative(power(n)), top), negative(half), below(half))
}

// unknown returns the result of an operation that nothing is known of but that it is the same for the same words.
func (w *words) unknown(op string, list ...*word) *word {
	return w.unknownIn(zero, below(power(64)), op, list...)
}

func (w *words) unknownIn(lo, hi *big.Int, op string, list ...*word) *word {
	var names []string
	for _, x := range list {
		names = append(names, x.now().key())
	}
	if op == "and" || op == "or" {
		slices.Sort(names)
	}
	name := op + "(" + strings.Join(names, "\x00,") + ")"
	if w.memo[name] == nil {
		w.memo[name] = w.any(lo, hi)
	}
	return w.memo[name]
}

// isMask reports whether x is 0 or -1.
func (x *word) isMask() bool { return x.lo.Cmp(big.NewInt(-1)) >= 0 && x.hi.Sign() <= 0 }

func (w *words) And(x, y *word) *word {
	x, y = x.now(), y.now()
	if a, b, ok := w.both(x, y); ok {
		return w.Const(a & b)
	}
	if _, ok := w.Value(x); ok {
		x, y = y, x
	}
	if c, ok := w.Value(y); ok {
		switch {
		case c == 0:
			return y
		case c == math.MaxUint64:
			return x
		case c&(c+1) == 0:
			return w.Truncate(x, uint(bits.Len64(c)))
		}
	}
	lo, hi := zero, below(power(64))
	if a, b := w.sign(x), w.sign(y); a > 0 || b > 0 {
		hi = below(power(63))
	} else if a < 0 && b < 0 {
		lo, hi = negative(power(63)), big.NewInt(-1)
	}
	return w.unknownIn(lo, hi, "and", x, y)
}

func (w *words) Or(x, y *word) *word {
	x, y = x.now(), y.now()
	if a, b, ok := w.both(x, y); ok {
		return w.Const(a | b)
	}
	for _, pair := range [][2]*word{{x, y}, {y, x}} {
		low, high := pair[0], pair[1]
		if low.lo.Sign() >= 0 && high.p.isMultiple(uint(low.hi.BitLen())) {
			return w.word(low.p.plus(high.p), plus(low.lo, high.lo), plus(low.hi, high.hi))
		}
	}
	return w.unknown("or", x, y)
}

func (w *words) Xor(x, y *word) *word {
	if x.later != nil || y.later != nil { // flags of products, which hardly anyone asks for
		return &word{later: func() *word { return w.Xor(x.now(), y.now()) }}
	}
	if a, b, ok := w.both(x, y); ok {
		return w.Const(a ^ b)
	}
	if _, ok := w.Value(x); ok || !y.isMask() && x.isMask() {
		x, y = y, x
	}
	if c, ok := w.Value(y); ok && c == 0 {
		return x
	} else if ok && c == math.MaxUint64 {
		return w.word(number(-1).minus(x.p), minus(big.NewInt(-1), x.hi), minus(big.NewInt(-1), x.lo))
	}
	if y.isMask() && len(x.parts) == 0 { // x + y·(2x + 1)
		if p, ok := w.times(y.p, x.p.times2(1).plus(number(1))); ok {
			return w.word(x.p.plus(p), least(x.lo, minus(big.NewInt(-1), x.hi)), most(x.hi, minus(big.NewInt(-1), x.lo)))
		}
	}
	// Those parts that are in one of the two.
	var parts []string
	all := append(slices.Clone(w.partsOf(x)), w.partsOf(y)...)
	slices.Sort(all)
	for _, name := range all {
		if n := len(parts); n > 0 && parts[n-1] == name {
			parts = parts[:n-1]
		} else {
			parts = append(parts, name)
		}
	}
	switch len(parts) {
	case 0:
		return w.Const(0)
	case 1:
		return w.memo["part "+parts[0]]
	}
	lo, hi := zero, below(power(64))
	if s := w.sign(x) * w.sign(y); s > 0 {
		hi = below(power(63))
	} else if s < 0 {
		lo, hi = negative(power(63)), big.NewInt(-1)
	}
	name := "xor " + strings.Join(parts, "\x00^")
	if w.memo[name] == nil {
		z := w.any(lo, hi)
		z.parts = parts
		w.memo[name] = z
	}
	return w.memo[name]
}

func (w *words) partsOf(x *word) []string {
	if x.parts != nil {
		return x.parts
	}
	w.memo["part "+x.key()] = x
	return []string{x.key()}
}

func (w *words) Fused(x, y, z *word) *word {
	w.fail("computes in floating point")
	return nil
}

func (w *words) IsZero(x *word) *word {
	if x.later != nil {
		return &word{later: func() *word { return w.IsZero(x.now()) }}
	}
	if c, ok := w.Value(x); ok {
		return w.Const(map[bool]uint64{true: 1}[c == 0])
	}
	if x.lo.Sign() > 0 && x.hi.Cmp(power(64)) < 0 || x.hi.Sign() < 0 && x.lo.Cmp(negative(power(64))) > 0 {
		return w.Const(0)
	}
	return &word{later: func() *word { return w.unknownIn(zero, one, "zero", x) }}
}

func (w *words) Select(bit, x, y *word) *word {
	c, ok := w.Value(bit)
	switch {
	case ok && c == 1 || same(x, y, 64):
		return x
	case ok:
		return y
	}
	return w.unknown("select", bit, x, y)
}

// memory is what routines work with.
type memory struct {
	regions []*region
	cells   map[uint64]*word
	entry   func(address *word) *word           // a byte of a table, where the address is not constant
	stored  func(address uint64, x *word) *word // told of each word that is stored, returns what it is called from now on
}

type region struct {
	start, size uint64
	readOnly    bool
}

// cell returns the address of the word that an operand of so many bytes is in.
func (w *words) cell(address *word, bytes uint, write bool) uint64 {
	a, ok := w.Value(address)
	if !ok {
		w.fail("uses an address that is not constant")
	}
	for _, r := range w.regions {
		if a >= r.start && a+uint64(bytes) <= r.start+r.size {
			if write && r.readOnly {
				w.fail("writes to what is only read")
			}
			if a&7+uint64(bytes) > 8 {
				w.fail("uses an address that is not aligned")
			}
			return a
		}
	}
	w.fail("touches memory that is not its own")
	panic("unreachable")
}

func (w *words) Load(address *word, bytes uint) *word {
	if _, ok := w.Value(address); !ok && bytes == 1 && w.entry != nil {
		return w.entry(address)
	}
	a := w.cell(address, bytes, false)
	x := w.cells[a&^7]
	if x == nil {
		w.fail("reads memory that was not written")
	}
	if bytes == 8 {
		return x
	}
	return w.Truncate(w.Shr(x, w.Const(a&7*8)), 8*bytes)
}

func (w *words) Store(address, x *word, bytes uint) {
	a := w.cell(address, bytes, true)
	if bytes < 8 {
		old := w.cells[a&^7]
		if old == nil || a&7 != 0 {
			w.fail("writes a part of a word")
		}
		x = w.word(old.now().p.minus(w.Truncate(old, 8*bytes).p).plus(w.Truncate(x, 8*bytes).p), nil, nil)
	}
	if w.stored != nil {
		x = w.stored(a&^7, x)
	}
	w.cells[a&^7] = x
}
