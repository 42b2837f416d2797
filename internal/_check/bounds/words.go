// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"math/big"
	"slices"

	"secant.example/internal/_check/doubles"
	"secant.example/internal/_check/x86"
)

// A word is what is known of 64 bits: it is an integer in [0, 2^64) between lo and hi, and
// equal to a form; or it is an address.
type word struct {
	form   form
	lo, hi *big.Int

	base  *Region // of an address: where, and the form is the offset, a constant
	label any     // where paths met, of a word that stands for what may be on them
	grown int     // how often it has become larger there

	// If signed is not nil, the word is also this small integer modulo 2^64, between slo
	// and shi; and if the carry that made the difference was forgotten, lost says so.
	signed   *form
	slo, shi *big.Int
	lost     *loss

	mask *word // the word is 2^64 - 1 times this bit
	pick *word // the word is this bit times both
	both *word
	xor  [2]*word // the word is the exclusive or of these

	packed [2]*word       // its lower half and its upper one, if it was made of them
	rests  map[uint]*word // what it is modulo 2^n
	zero   *word          // whether it is zero
	xors   map[string]*word
	group  int32 // of the bits that say which number it is
	cases  int32 // if not 0, it is the sum of multiples of bits of that group

	// Bits that were shifted out to the left, or are above those of a factor; from which bit on a shift to the right has
	// taken them; and of which words this is one, where paths meet.
	losses    []ignored
	taken     bool
	takenFrom uint
	oneOf     []*word

	// In routines that compute with doubles: what is known of the word as one, or nil; and if the word
	// is the lowest 64 bits of integers that are not all words, these.
	real   *doubles.Real
	around *doubles.Integers
}

// An ignored is a loss of the bits from one on.
type ignored struct {
	from uint
	at   *x86.Error
}

// take says that the bits from n on are used.
func (x *word) take(n uint) {
	if !x.taken || n < x.takenFrom {
		x.taken, x.takenFrom = true, n
	}
}

// lose says that an instruction ignores the bits of x from one on, as the error says unless they are used elsewhere.
func (w *words) lose(x *word, from uint, format string, args ...any) {
	if !x.taken || x.takenFrom > from {
		x.losses = append(x.losses, ignored{from, w.here(format, args...)})
		w.losses[x] = true
	}
}

// isLost reports whether the bits of x from one on are not all 0, and nobody has taken them from it, or from one of the words
// that it may be.
func (x *word) isLost(from uint, seen map[*word]bool) bool {
	if seen[x] || x.hi.Cmp(power(from)) < 0 || x.taken && x.takenFrom <= from {
		return false
	}
	seen[x] = true
	return len(x.oneOf) == 0 || slices.ContainsFunc(x.oneOf, func(y *word) bool { return y.isLost(from, seen) })
}

// A loss is a carry that nobody reads.
type loss struct {
	at       *x86.Error
	reported bool
}

// words is the domain. One is used for all states.
type words struct {
	prover
	*state // whose memory it is

	now    instruction // what is being done
	report func(e *x86.Error)
	here   func(format string, args ...any) *x86.Error
	groups int32
	spots  map[spot]*Region
	losses map[*word]bool
	parts  map[*Region]bool // whose last number is not completely written

	doubles bool          // the routine computes with doubles
	space   doubles.Space // of these
}

// An instruction and what the domain must know of its place.
type instruction struct {
	*x86.Instruction
	drops  bool // nobody reads the carry
	ends   bool // the carry is only added to a word, or subtracted
	vector bool
	lanes  bool // of sums and products of lanes only bounds are kept
	alone  bool // the routine has 32-bit factors in lanes: four words are no number there
	free   bool // it makes no carry, or one that is not part of a sum
	cuts   int  // how many numbers were cut off to few bits
	fact   *Fact
}

// carried says what the carry is.
func (n *instruction) carried(one bool) {
	if n.fact != nil {
		n.fact.Zero, n.fact.One = n.fact.Zero || !one, n.fact.One || one
	}
}

// carriedEither says that the carry may be 0 or 1.
func (n *instruction) carriedEither() { n.carried(false); n.carried(true) }

// carriedIn says whether the carry that is added is 0.
func (n *instruction) carriedIn(zero bool) {
	if n.fact != nil && !zero {
		n.fact.CarryIn = true
	}
}

// shifted says whether a shift kept all bits.
func (n *instruction) shifted(exact bool) { n.kept(0, exact) }

// kept says whether all bits of a number were kept: 1 is the second factor of a vector product.
func (n *instruction) kept(which int, exact bool) {
	if n.fact != nil {
		n.fact.Exact[which], n.fact.Loses[which] = n.fact.Exact[which] || exact, n.fact.Loses[which] || !exact
	}
}

// inLanes says what the sum, or a factor, is at most.
func (n *instruction) inLanes(most *big.Int, bits int) {
	if n.fact != nil && n.vector && most.BitLen() > bits {
		n.fact.Long = true
	}
}

// A choice is asked for: which number an atom is, because an address depends on that.
type choice int32

func (w *words) atom(a atom) int32 {
	w.atoms = append(w.atoms, a)
	return int32(len(w.atoms) - 1)
}

// fresh returns a word of which only bounds are known.
func (w *words) fresh(lo, hi *big.Int) *word {
	if lo.Cmp(hi) == 0 {
		return &word{form: constant(lo), lo: lo, hi: hi}
	}
	x := &word{form: variable(w.atom(atom{lo: lo, hi: hi})), lo: lo, hi: hi}
	w.atoms[len(w.atoms)-1].low = x
	return x
}

func (w *words) any() *word { return w.fresh(zero, maxWord) }

// anyMultiple returns a word of which only the lowest n bits are known: they are 0.
func (w *words) anyMultiple(n uint) *word {
	if n == 0 {
		return w.any()
	}
	x := w.fresh(zero, floor(maxWord, n))
	return w.of(x.form.shifted(n), zero, scaled(x.hi, n))
}

// lowestZeros returns how many of the lowest bits of x are known to be 0.
func (w *words) lowestZeros(x *word) uint {
	f := x.form
	if a := f.atom(); a != 0 && w.atoms[a].def != nil {
		f = *w.atoms[a].def
	}
	if f.shift != 0 {
		return 0
	}
	n := uint(64)
	if f.k.Sign() != 0 {
		n = min(n, f.k.TrailingZeroBits())
	}
	for _, t := range f.terms {
		n = min(n, t.c.TrailingZeroBits())
	}
	return n
}

// of returns the word that is f, which is between lo and hi.
func (w *words) of(f form, lo, hi *big.Int) *word {
	if f.isConstant() {
		lo = f.value()
		hi = lo
	} else if a := f.atom(); a != 0 && w.atoms[a].low != nil && w.atoms[a].low.form.atom() == a {
		return w.atoms[a].low
	} else {
		if b := w.most(f); b.Cmp(hi) < 0 {
			hi = b
		}
		if b := w.least(f); b.Cmp(lo) > 0 {
			lo = b
		}
		if lo.Cmp(hi) == 0 {
			f = constant(lo)
		} else if w.now.lanes && f.atom() == 0 {
			return w.fresh(lo, hi)
		}
	}
	return &word{form: f, lo: lo, hi: hi}
}

// name makes x an atom, and returns that.
func (w *words) name(x *word) int32 {
	if a := x.form.atom(); a != 0 {
		return a
	}
	var def *form
	if x.cases == 0 { // of one of several numbers its bound is enough
		f := x.form
		def = &f
	}
	a := w.atom(atom{lo: x.lo, hi: x.hi, def: def, low: x, bit: x.hi.Cmp(one) <= 0})
	if !x.form.isConstant() { // which all analyses share
		x.form = variable(a)
	}
	return a
}

// bitOf returns the atom of a bit.
func (w *words) bitOf(x *word) int32 {
	a := w.name(x)
	w.atoms[a].bit = true
	return a
}

// use reports a loss that matters now, because x is used as a number that is not negative.
func (w *words) use(x *word) *word {
	if x.lost != nil && !x.lost.reported {
		x.lost.reported = true
		w.report(x.lost.at)
	}
	return x
}

func (w *words) Const(c uint64) *word {
	b := new(big.Int).SetUint64(c)
	return &word{form: constant(b), lo: b, hi: b}
}

var bitZero, bitOne = &word{form: constant(zero), lo: zero, hi: zero}, &word{form: constant(one), lo: one, hi: one}

func (w *words) Value(x *word) (uint64, bool) {
	if x.base != nil || !x.form.isConstant() {
		return 0, false
	}
	return x.lo.Uint64(), true
}

func (w *words) is(x *word, c uint64) bool {
	v, ok := w.Value(x)
	return ok && v == c
}

func atLeast(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

func atMost(x, y *big.Int) *big.Int {
	if x.Cmp(y) > 0 {
		return y
	}
	return x
}

func total(x ...*big.Int) *big.Int {
	z := new(big.Int)
	for _, y := range x {
		z.Add(z, y)
	}
	return z
}

func bigMinus(x *big.Int, y ...*big.Int) *big.Int {
	z := new(big.Int).Set(x)
	for _, y := range y {
		z.Sub(z, y)
	}
	return z
}

var small = power(62)

// asSigned returns x as a small signed integer.
func (w *words) asSigned(x *word) (f form, lo, hi *big.Int, ok bool) {
	if x.signed != nil {
		return *x.signed, x.slo, x.shi, true
	}
	if x.hi.Cmp(small) < 0 {
		return x.form, x.lo, x.hi, true
	}
	if c, ok := w.Value(x); ok {
		c := big.NewInt(int64(c))
		return constant(c), c, c, new(big.Int).Abs(c).Cmp(small) < 0
	}
	return form{}, nil, nil, false
}

// setSigned says that x is also the signed integer f, if that is small.
func (w *words) setSigned(x *word, f form, lo, hi *big.Int) bool {
	lo, hi = atLeast(lo, w.least(f)), atMost(hi, w.most(f))
	if new(big.Int).Neg(small).Cmp(lo) >= 0 || hi.Cmp(small) >= 0 {
		return false
	}
	if lo.Sign() >= 0 {
		return false
	}
	x.signed, x.slo, x.shi = &f, lo, hi
	return true
}

func (w *words) Add(x, y, carry *word) (sum, carryOut *word) {
	if x.base != nil || y.base != nil {
		return w.moved(x, y, false), bitZero
	}
	w.now.carriedIn(w.is(carry, 0))
	if w.is(carry, 0) && w.is(y, 0) {
		w.now.carried(false)
		return x, bitZero
	}
	if w.is(carry, 0) && w.is(x, 0) {
		w.now.carried(false)
		return y, bitZero
	}
	signed := false // it is shown that a number with a sign and one without are added right
	if w.now.drops {
		defer func() { w.now.shifted(signed) }()
	}
	if w.now.drops && (x.signed != nil || y.signed != nil) && !carry.form.isConstant() {
		w.bitOf(carry)
	}
	if i, j := integersOf(x), integersOf(y); w.goesAround(x, y, total(i.Lo, j.Lo), total(i.Hi, j.Hi)) {
		return w.wrapped("a sum", total(i.Lo, j.Lo), total(i.Hi, j.Hi)), bitZero
	}
	f := x.form.plus(y.form).plus(carry.form)
	lo, hi := total(x.lo, y.lo, carry.lo), total(x.hi, y.hi, carry.hi)
	lo, hi = atLeast(lo, w.least(f)), atMost(hi, w.most(f))
	w.now.inLanes(hi, 32)
	if hi.Cmp(wordEnd) < 0 {
		w.now.carried(false)
		w.use(x)
		w.use(y)
		return w.of(f, lo, hi), bitZero
	}
	if lo.Cmp(wordEnd) >= 0 {
		w.now.carried(true)
		w.use(x)
		w.use(y)
		return w.of(f.minus(constant(wordEnd)), bigMinus(lo, wordEnd), bigMinus(hi, wordEnd)), bitOne
	}
	if x.signed == nil && y.signed == nil {
		if w.now.vector {
			w.now.carriedEither()
			if x == y && x.taken && x.takenFrom <= 63 {
				return w.shiftLeft(x, 1), bitZero // the bit has been taken
			}
			w.report(w.here("a sum of lanes may be 2^64 or more: up to %s", text(hi)))
			return w.any(), bitZero
		}
		if (w.now.drops || w.now.ends) && w.atMost(f, maxWord) {
			w.now.carried(false)
			return w.shown(w.of(f, lo, maxWord)), bitZero
		}
		if x == y && w.is(carry, 0) {
			w.now.carriedEither()
			sum := w.shiftLeft(x, 1)
			c := w.shiftRight(x, 63)
			if !w.now.drops {
				x.take(63)
			}
			if w.now.drops {
				w.report(w.here("the carry out of a sum may be 1, and nobody reads it"))
			}
			return sum, c
		}
	}
	// A signed number in the place of one of them.
	sx, sxlo, sxhi, okx := w.asSigned(x)
	sy, sylo, syhi, oky := w.asSigned(y)
	if x.signed != nil || y.signed != nil {
		g, glo, ghi := carry.form, carry.lo, carry.hi
		if x.signed != nil {
			g, glo, ghi = g.plus(sx), total(glo, sxlo), total(ghi, sxhi)
		} else {
			g, glo, ghi = g.plus(x.form), total(glo, x.lo), total(ghi, x.hi)
		}
		if y.signed != nil {
			g, glo, ghi = g.plus(sy), total(glo, sylo), total(ghi, syhi)
		} else {
			g, glo, ghi = g.plus(y.form), total(glo, y.lo), total(ghi, y.hi)
		}
		glo, ghi = atLeast(glo, w.least(g)), atMost(ghi, w.most(g))
		if w.now.drops || w.now.free || w.now.vector {
			if (glo.Sign() >= 0 || w.atLeast(g, zero)) && (ghi.Cmp(wordEnd) < 0 || w.atMost(g, maxWord)) {
				w.now.carriedEither()
				signed = (x.signed == nil) != (y.signed == nil)
				return w.of(g, atLeast(glo, zero), atMost(ghi, maxWord)), w.fresh(zero, one)
			}
		}
	}
	if w.is(carry, 0) {
		sum = w.anyMultiple(min(w.lowestZeros(x), w.lowestZeros(y), 63))
	} else {
		sum = w.any()
	}
	carryOut = &word{form: f.minus(sum.form).over(64), lo: zero, hi: one}
	w.now.carriedEither()
	if okx && oky && (x.signed != nil || y.signed != nil) && w.setSigned(sum, sx.plus(sy).plus(carry.form), total(sxlo, sylo, carry.lo), total(sxhi, syhi, carry.hi)) {
		if w.now.drops {
			sum.lost = &loss{at: w.here("the carry out of a signed sum is lost: it is used as one that is not negative")}
		}
		return sum, carryOut
	}
	if !w.now.drops {
		return sum, carryOut
	}
	w.report(w.here("the carry out of a sum may be 1, and nobody reads it"))
	return sum, carryOut
}

// shown returns x, a sum of which the carry was shown to be 0. In the middle of a chain it
// becomes an atom, as it is if that is not tried.
func (w *words) shown(x *word) *word {
	if w.now.ends && !x.form.isConstant() {
		w.name(x)
	}
	return x
}

func (w *words) Sub(x, y, borrow *word) (difference, borrowOut *word) {
	if y.base != nil {
		return w.any(), w.fresh(zero, one) // a comparison of addresses
	}
	if x.base != nil {
		return w.moved(x, y, true), bitZero
	}
	w.now.carriedIn(w.is(borrow, 0))
	if w.is(borrow, 0) && w.is(y, 0) {
		w.now.carried(false)
		return x, bitZero
	}
	if w.is(x, 0) && w.is(y, 0) {
		// All ones for a borrow.
		w.now.carriedEither()
		if b, ok := w.Value(borrow); ok {
			return w.Const(-b), borrow
		}
		return w.maskOf(borrow), borrow
	}
	if w.is(x, 0) && w.is(borrow, 0) && y.hi.Cmp(one) == 0 {
		w.now.carriedEither()
		return w.maskOf(y), y
	}
	if w.is(y, 1) && w.is(borrow, 0) && w.now.Instruction != nil && w.now.Op[0] == 'C' {
		// A comparison with 1 finds zero.
		return w.any(), w.IsZero(x)
	}
	if x == y && w.is(borrow, 0) {
		return bitZero, bitZero
	}
	if w.now.drops && (x.signed != nil || y.signed != nil) && !borrow.form.isConstant() {
		w.bitOf(borrow)
	}
	if i, j := integersOf(x), integersOf(y); w.goesAround(x, y, bigMinus(i.Lo, j.Hi), bigMinus(i.Hi, j.Lo)) {
		return w.wrapped("a difference", bigMinus(i.Lo, j.Hi), bigMinus(i.Hi, j.Lo)), bitZero
	}
	f := x.form.minus(y.form).minus(borrow.form)
	lo, hi := bigMinus(x.lo, y.hi, borrow.hi), bigMinus(x.hi, y.lo, borrow.lo)
	lo, hi = atLeast(lo, w.least(f)), atMost(hi, w.most(f))
	if lo.Sign() >= 0 && x.signed == nil && y.signed == nil {
		w.now.carried(false)
		return w.of(f, lo, hi), bitZero
	}
	if hi.Sign() < 0 && x.signed == nil && y.signed == nil {
		w.now.carried(true)
		return w.of(f.plus(constant(wordEnd)), total(lo, wordEnd), total(hi, wordEnd)), bitOne
	}
	if x.signed == nil && y.signed == nil {
		if w.now.vector {
			w.now.carriedEither()
			w.report(w.here("a difference of lanes may be negative: from %s on", text(lo)))
			return w.any(), bitZero
		}
		if (w.now.drops || w.now.ends) && w.atLeast(f, zero) {
			w.now.carried(false)
			return w.shown(w.of(f, atLeast(lo, zero), hi)), bitZero
		}
	} else {
		g, glo, ghi := x.form, x.lo, x.hi
		if x.signed != nil {
			g, glo, ghi = *x.signed, x.slo, x.shi
		}
		h, hlo, hhi := y.form, y.lo, y.hi
		if y.signed != nil {
			h, hlo, hhi = *y.signed, y.slo, y.shi
		}
		g = g.minus(h).minus(borrow.form)
		glo, ghi = bigMinus(glo, hhi, borrow.hi), bigMinus(ghi, hlo, borrow.lo)
		glo, ghi = atLeast(glo, w.least(g)), atMost(ghi, w.most(g))
		if (w.now.drops || w.now.free || w.now.vector) && (glo.Sign() >= 0 || w.atLeast(g, zero)) && (ghi.Cmp(wordEnd) < 0 || w.atMost(g, maxWord)) {
			w.now.carriedEither()
			return w.of(g, atLeast(glo, zero), atMost(ghi, maxWord)), w.fresh(zero, one)
		}
	}
	w.now.carriedEither()
	difference = w.any()
	borrowOut = &word{form: difference.form.minus(f).over(64), lo: zero, hi: one}
	sx, sxlo, sxhi, okx := w.asSigned(x)
	sy, sylo, syhi, oky := w.asSigned(y)
	if okx && oky && w.setSigned(difference, sx.minus(sy).minus(borrow.form), bigMinus(sxlo, syhi, borrow.hi), bigMinus(sxhi, sylo, borrow.lo)) {
		if w.now.drops {
			difference.lost = &loss{at: w.here("the borrow of a difference is lost: it is used as one that is not negative")}
		}
		return difference, borrowOut
	}
	if w.now.drops {
		w.report(w.here("the borrow out of a difference may be 1, and nobody reads it"))
	}
	return difference, borrowOut
}

// maskOf returns all ones if the bit is 1, and zero otherwise.
func (w *words) maskOf(bit *word) *word {
	if c, ok := w.Value(bit); ok {
		return w.Const(-c)
	}
	f := variable(w.bitOf(bit))
	x := &word{form: f.times(maxWord), lo: zero, hi: maxWord, mask: bit}
	s := f.negated()
	x.signed, x.slo, x.shi = &s, big.NewInt(-1), zero
	return x
}

// moved returns the address x ± y.
func (w *words) moved(x, y *word, back bool) *word {
	if x.base == nil {
		x, y = y, x
	}
	if y.base != nil {
		panic(w.here("the sum of two addresses"))
	}
	if c, ok := w.Value(y); ok {
		return &word{base: x.base, form: x.form.combine(constant(big.NewInt(int64(c))), back), lo: zero, hi: maxWord}
	}
	if x.base == nowhere {
		return x
	}
	f := y.form
	if y.signed != nil {
		f = *y.signed
	}
	if x.base.own || x.base.Constant != nil {
		return &word{base: x.base, form: x.form.combine(f, back), lo: zero, hi: maxWord}
	}
	n := x.base.size()
	unknown := n == 0 || f.shift != 0 || new(big.Int).Mod(f.k, big.NewInt(max(n, 1))).Sign() != 0
	for _, t := range f.terms {
		unknown = unknown || new(big.Int).Mod(t.c, big.NewInt(max(n, 1))).Sign() != 0
	}
	to := w.somewhere(x.base, w.now.Instruction, unknown)
	w.forget(to)
	return &word{base: to, form: x.form, lo: zero, hi: maxWord}
}

func (w *words) Mul(x, y *word, at uint) (high, low *word) {
	w.bits(x, y)
	w.use(x)
	w.use(y)
	lo, hi := new(big.Int).Mul(x.lo, y.lo), new(big.Int).Mul(x.hi, y.hi)
	w.now.inLanes(atLeast(x.hi, y.hi), 31)
	var f form
	switch {
	case w.now.Op == "VPMULUDQ":
		if hi.Cmp(wordEnd) < 0 {
			return bitZero, w.of(w.factorOf(x).timesForm(w.factorOf(y)), lo, hi)
		}
		fallthrough
	case at == 52 || w.now.vector:
		end := new(big.Int).Sub(power(at), one)
		high, low = w.fresh(floor(lo, at), floor(hi, at)), w.fresh(zero, atMost(hi, end))
		return high, low
	case x.form.isConstant():
		f = y.form.times(x.lo)
	case y.form.isConstant():
		f = x.form.times(y.lo)
	default:
		f = form{k: zero, terms: []term{{product(w.name(x), w.name(y)), one}}}
	}
	if hi.Cmp(wordEnd) < 0 {
		return bitZero, w.of(f, lo, hi)
	}
	low = w.anyMultiple(min(w.lowestZeros(x)+w.lowestZeros(y), 63))
	return w.of(f.minus(low.form).over(64), floor(lo, 64), floor(hi, 64)), low
}

func (w *words) MulSigned(x, y *word) (high, low *word) {
	w.bits(x, y)
	op := w.now.Op
	single := op == "IMUL3Q" || op == "IMULQ" && len(w.now.Operands) == 2
	sx, sxlo, sxhi, okx := w.asSigned(x)
	sy, sylo, syhi, oky := w.asSigned(y)
	if x.signed == nil && y.signed == nil && x.hi.Cmp(small) < 0 && y.hi.Cmp(small) < 0 {
		high, low = w.Mul(x, y, 64)
		w.now.shifted(w.is(high, 0))
		if single && !w.is(high, 0) {
			w.report(w.here("the product does not fit in a word"))
		}
		return high, low
	}
	w.now.shifted(false)
	if okx && oky && (x.form.isConstant() || y.form.isConstant()) {
		c, f, lo, hi := sx.value(), sy, sylo, syhi
		if !x.form.isConstant() {
			c, f, lo, hi = sy.value(), sx, sxlo, sxhi
		}
		lo, hi = new(big.Int).Mul(lo, c), new(big.Int).Mul(hi, c)
		if c.Sign() < 0 {
			lo, hi = hi, lo
		}
		low = w.any()
		if w.setSigned(low, f.times(c), lo, hi) {
			return w.any(), low
		}
	}
	if !w.now.vector {
		w.report(w.here("a signed product of numbers that are not bounded"))
	}
	return w.any(), w.any()
}

// factorOf returns the form of a factor of which a product in lanes is kept: a sum of few atoms, or one atom,
// of which the bounds are enough. Terms that are subtracted would spoil those of a difference of products.
func (w *words) factorOf(x *word) form {
	f := x.form
	keep := f.linear() && f.shift == 0 && f.k.Sign() >= 0 && len(f.terms) <= 8
	for _, t := range f.terms {
		keep = keep && t.c.Sign() > 0
	}
	if !keep {
		w.brief(x)
	}
	return x.form
}

// brief makes x an atom that is not defined.
func (w *words) brief(x *word) {
	if x.form.atom() == 0 && !x.form.isConstant() {
		x.form = variable(w.atom(atom{lo: x.lo, hi: x.hi, low: x}))
	}
}

// rest returns x modulo 2^n.
func (w *words) rest(x *word, n uint) *word {
	if x.hi.Cmp(power(n)) < 0 {
		return x
	}
	if c, ok := w.Value(x); ok {
		if n < 64 {
			c &= 1<<n - 1
		}
		return w.Const(c)
	}
	if low := x.packed[0]; low != nil && n <= 32 {
		return w.rest(low, n)
	}
	if r := x.rests[n]; r != nil {
		return r
	}
	r := w.restOf(x, n)
	if x.rests == nil {
		x.rests = map[uint]*word{}
	}
	x.rests[n] = r
	return r
}

func (w *words) restOf(x *word, n uint) *word {
	most := new(big.Int).Sub(power(n), one)
	if x.mask != nil {
		return w.of(variable(w.bitOf(x.mask)).times(most), zero, most)
	}
	if f := x.form; f.shift == 0 && x.signed == nil {
		// What is not a multiple of 2^n.
		part := form{k: new(big.Int).Mod(f.k, power(n))}
		for _, t := range f.terms {
			if t.c.TrailingZeroBits() < n {
				if t.c.Sign() > 0 {
					t.c = new(big.Int).Mod(t.c, power(n))
				}
				part.terms = append(part.terms, t)
			}
		}
		lo, hi := w.least(part), w.most(part)
		if lo.Sign() >= 0 && hi.Cmp(most) <= 0 {
			return w.of(part, lo, hi)
		}
		// One term is too large, and a multiple of a power of two that the others are below.
		for i, t := range part.terms {
			k := t.c.TrailingZeroBits()
			if k == 0 || t.m.a != 0 || new(big.Int).Rsh(t.c, k).Cmp(one) != 0 || w.atoms[t.m.b].low == nil {
				continue
			}
			others := form{k: part.k}
			others.terms = append(append(others.terms, part.terms[:i]...), part.terms[i+1:]...)
			if w.least(others).Sign() < 0 || w.most(others).Cmp(power(k)) >= 0 {
				continue
			}
			r := w.rest(w.atoms[t.m.b].low, n-k)
			z := others.plus(r.form.shifted(k))
			return w.of(z, zero, most)
		}
	}
	return w.fresh(zero, most)
}

func (w *words) shiftRight(x *word, n uint) *word {
	if n == 0 {
		return x
	}
	if x.packed[1] != nil && n >= 32 {
		return w.shiftRight(x.packed[1], n-32)
	}
	r := w.rest(x, n)
	if r == x {
		return bitZero
	}
	return w.of(x.form.minus(r.form).over(n), floor(x.lo, n), floor(x.hi, n))
}

// shiftLeft returns x·2^n modulo 2^64.
func (w *words) shiftLeft(x *word, n uint) *word {
	if low := x.packed[0]; low != nil && scaled(low.hi, n).Cmp(halfEnd) < 0 && scaled(x.packed[1].hi, n).Cmp(halfEnd) < 0 {
		return w.pack(w.shiftLeft(low, n), w.shiftLeft(x.packed[1], n))
	}
	if w.now.alone && n == 32 && x.hi.Cmp(halfEnd) < 0 {
		return w.pack(bitZero, x)
	}
	r := w.rest(x, 64-n)
	return w.of(r.form.shifted(n), scaled(r.lo, n), scaled(r.hi, n))
}

var halfEnd = power(32)

// pack returns the word of two halves, and keeps them.
func (w *words) pack(low, high *word) *word {
	w.factorOf(low) // of products of sums of halves, products of halves are subtracted
	w.factorOf(high)
	z := &word{form: low.form.plus(high.form.shifted(32)), lo: total(low.lo, scaled(high.lo, 32)), hi: total(low.hi, scaled(high.hi, 32))}
	if z.form.isConstant() {
		return z
	}
	z.packed = [2]*word{low, high}
	return z
}

func (w *words) Shl(x, n *word) *word {
	by, ok := w.Value(n)
	if !ok {
		return w.any()
	}
	if x.base != nil {
		panic(w.here("shifts an address"))
	}
	if by == 0 {
		return x
	}
	shifts := w.now.Instruction != nil && (w.now.Op == "SHLQ" || w.now.Op == "VPSLLQ")
	if i := integersOf(x); w.doubles && w.now.vector && scaled(bigMinus(i.Hi, i.Lo), uint(by)).Cmp(power(63)) < 0 {
		return w.wrapped("a multiple", scaled(i.Lo, uint(by)), scaled(i.Hi, uint(by)))
	}
	w.bits(x)
	if w.doubles && !w.now.vector && x.hi.BitLen() <= 4 {
		w.name(x) // an address may depend on it
	}
	if !shifts && x.signed != nil && x.hi.Cmp(floor(maxWord, uint(by))) > 0 {
		// A part of an address.
		z := w.any()
		w.setSigned(z, x.signed.shifted(uint(by)), scaled(x.slo, uint(by)), scaled(x.shi, uint(by)))
		return z
	}
	if shifts {
		fits := x.hi.Cmp(floor(maxWord, uint(by))) <= 0
		w.now.shifted(fits)
		if !fits {
			w.lose(x, uint(64-by), "bits that are shifted out to the left are lost: the word may be %s", text(x.hi))
		}
	}
	w.use(x)
	return w.shiftLeft(x, uint(by))
}

func (w *words) Shr(x, n *word) *word {
	w.bits(x)
	by, ok := w.Value(n)
	if !ok || x.base != nil {
		return w.fresh(zero, x.hi)
	}
	if by == 0 {
		return x
	}
	if w.now.Instruction != nil && (w.now.Op == "SHRQ" || w.now.Op == "VPSRLQ") && w.now.Operands[0].Kind == x86.Immediate && w.now.Operands[0].Value == by {
		r := w.rest(x, uint(by))
		w.now.shifted(w.is(r, 0))
		x.take(uint(by))
	}
	if w.now.Instruction != nil && w.now.Op == "VBLENDVPD" {
		x.take(uint(by))
	}
	return w.shiftRight(x, uint(by))
}

func (w *words) Sar(x, n *word) *word {
	w.bits(x)
	by, ok := w.Value(n)
	if x.hi.Cmp(power(63)) < 0 {
		return w.Shr(x, n)
	}
	if ok && x.signed != nil {
		if x.mask != nil {
			return x
		}
		if by == 63 {
			// x = signed + 2^64·sign
			sign := &word{form: x.form.minus(*x.signed).over(64), lo: zero, hi: one}
			return w.maskOf(sign)
		}
		z := w.any()
		lo, hi := floor(x.slo, uint(by)), floor(x.shi, uint(by))
		y := w.fresh(zero, bigMinus(hi, lo))
		w.setSigned(z, y.form.plus(constant(lo)), lo, hi)
		return z
	}
	return w.any()
}

func (w *words) Truncate(x *word, bits uint) *word {
	w.bits(x)
	if w.now.Instruction != nil && x.base == nil {
		fits := x.hi.Cmp(power(bits)) < 0
		switch op := w.now.Op; {
		case bits == 52 && (op == "VPMADD52LUQ" || op == "VPMADD52HUQ"),
			bits == 32 && op == "VPMULUDQ":
			w.now.kept(w.now.cuts%2, fits)
			switch {
			case fits || x.packed[0] != nil:
			case bits == 52:
				w.lose(x, bits, "bits above the 52 of a factor are lost: it may be %s", text(x.hi))
			default:
				w.report(w.here("a factor may be %s: not below 2^%d", text(x.hi), bits))
			}
		case w.now.cuts%4 >= 2 && (op == "VPADDD" || op == "VPSUBD"): // after the lower halves of both
			w.now.shifted(fits)
			if !fits && w.now.alone { // and is no counter
				w.report(w.here("a sum of half words may be %s: not below 2^%d", text(x.hi), bits))
			}
		}
		w.now.cuts++
	}
	if x.base != nil {
		return w.fresh(zero, new(big.Int).Sub(power(bits), one))
	}
	return w.rest(x, bits)
}

func (w *words) SignExtend(x *word, bits uint) *word {
	w.bits(x)
	x = w.rest(x, bits)
	if x.hi.Cmp(power(bits-1)) < 0 {
		return x
	}
	return w.any()
}

func (w *words) And(x, y *word) *word {
	if x.base != nil || y.base != nil {
		return w.any()
	}
	if x == y {
		return x
	}
	if x.form.isConstant() {
		x, y = y, x
	}
	if !w.is(y, ^uint64(0)) && !w.is(y, 0) {
		w.bits(x, y)
	}
	if c, ok := w.Value(y); ok {
		d, known := w.Value(x)
		switch {
		case known:
			return w.Const(c & d)
		case c == ^uint64(0):
			return x
		case w.timesBit(x):
			t := x.form.terms[0]
			z := new(big.Int).And(t.c, y.lo)
			return w.of(variable(t.m.b).times(z), zero, z)
		case x.packed[0] != nil && c>>32 != 0:
			return w.pack(w.And(x.packed[0], w.Const(c&(1<<32-1))), w.And(x.packed[1], w.Const(c>>32)))
		case c&(c+1) == 0:
			n := uint(0)
			for c>>n != 0 {
				n++
			}
			return w.rest(x, n)
		}
		return w.fresh(zero, atMost(x.hi, y.hi))
	}
	for range 2 {
		if bit := w.maskBit(x); bit != nil {
			return w.picked(bit, y)
		}
		x, y = y, x
	}
	return w.fresh(zero, atMost(x.hi, y.hi))
}

// maskBit returns the bit of which x is a mask, or nil.
func (w *words) maskBit(x *word) *word {
	if x.mask == nil && w.timesBit(x) && x.form.terms[0].c.Cmp(maxWord) == 0 {
		return w.atoms[x.form.terms[0].m.b].low
	}
	return x.mask
}

// timesBit reports whether x is a constant times a bit.
func (w *words) timesBit(x *word) bool {
	f := x.form
	return len(f.terms) == 1 && f.k.Sign() == 0 && f.shift == 0 && f.terms[0].m.a == 0 && f.terms[0].c.Sign() > 0 && w.atoms[f.terms[0].m.b].bit
}

// picked returns y if the bit is 1, and 0 otherwise.
func (w *words) picked(bit, y *word) *word {
	b := w.bitOf(bit)
	var f form
	switch {
	case y.form.isConstant():
		f = variable(b).times(y.lo)
	case y.form.linear() && len(y.form.terms) <= 8:
		f = y.form.by(b)
	default:
		f = variable(w.name(y)).by(b)
	}
	return &word{form: f, lo: zero, hi: y.hi, pick: bit, both: y}
}

func (w *words) Or(x, y *word) *word {
	if w.is(x, 0) || x == y {
		return y
	}
	if w.is(y, 0) {
		return x
	}
	if x.base != nil || y.base != nil {
		return w.any()
	}
	w.bits(x, y)
	c, okx := w.Value(x)
	d, oky := w.Value(y)
	if okx && oky {
		return w.Const(c | d)
	}
	for range 2 {
		// The bits of x are below those of y.
		n := uint(x.hi.BitLen())
		if r := w.rest(y, n); w.is(r, 0) {
			if w.now.alone && n <= 32 && !w.is(x, 0) && w.is(w.rest(y, 32), 0) {
				return w.pack(x, w.shiftRight(y, 32))
			}
			return w.of(x.form.plus(y.form), total(x.lo, y.lo), total(x.hi, y.hi))
		}
		x, y = y, x
	}
	// One of several numbers.
	for range 2 {
		if y.pick != nil {
			group := w.atoms[w.bitOf(y.pick)].group
			if group != 0 && (x.pick != nil && w.atoms[w.bitOf(x.pick)].group == group || x.cases == group) && !x.form.has(w.bitOf(y.pick)) {
				z := &word{form: x.form.plus(y.form), lo: zero, hi: atLeast(x.hi, y.hi), cases: group}
				return z
			}
		}
		x, y = y, x
	}
	n := max(x.hi.BitLen(), y.hi.BitLen())
	return w.fresh(atLeast(x.lo, y.lo), new(big.Int).Sub(power(uint(n)), one))
}

func (w *words) Xor(x, y *word) *word {
	if x.base != nil || y.base != nil {
		return w.any()
	}
	if x == y {
		return bitZero
	}
	if x.form.isConstant() {
		x, y = y, x
	}
	c, oky := w.Value(y)
	if d, ok := w.Value(x); ok && oky {
		return w.Const(c ^ d)
	}
	switch {
	case oky && c == 1<<63 && x.real != nil:
		return w.ofReal(w.space.Negated(x.real))
	case oky && c == ^uint64(0) && x.around != nil:
		return w.wrapped("a complement", bigMinus(maxWord, x.around.Hi), bigMinus(maxWord, x.around.Lo))
	case !oky || c != 0:
		w.bits(x, y)
	}
	if oky {
		switch {
		case c == 0:
			return x
		case c == 1 && x.hi.Cmp(one) <= 0:
			key := "1"
			if z := x.xors[key]; z != nil {
				return z
			}
			z := &word{form: constant(one).minus(x.form), lo: bigMinus(one, x.hi), hi: bigMinus(one, x.lo)}
			if x.xors == nil {
				x.xors = map[string]*word{}
			}
			x.xors[key] = z
			return z
		case c == ^uint64(0):
			return &word{form: constant(maxWord).minus(x.form), lo: bigMinus(maxWord, x.hi), hi: bigMinus(maxWord, x.lo)}
		}
		key := y.lo.String()
		if z := x.xors[key]; z != nil {
			return z
		}
		z := w.fresh(zero, new(big.Int).Sub(power(uint(max(x.hi.BitLen(), y.hi.BitLen()))), one))
		z.xor = [2]*word{x, y}
		if x.xors == nil {
			x.xors = map[string]*word{}
		}
		x.xors[key] = z
		return z
	}
	for range 2 {
		if bit := w.maskBit(y); bit != nil && x.mask == nil {
			// x, or its complement.
			return w.Select(bit, w.Xor(x, w.Const(^uint64(0))), x)
		}
		if y.pick != nil && y.both != nil && (y.both.xor[0] == x || y.both.xor[1] == x) {
			other := y.both.xor[0]
			if other == x {
				other = y.both.xor[1]
			}
			return w.Select(y.pick, other, x)
		}
		x, y = y, x
	}
	z := w.fresh(zero, new(big.Int).Sub(power(uint(max(x.hi.BitLen(), y.hi.BitLen()))), one))
	z.xor = [2]*word{x, y}
	return z
}

func (w *words) IsZero(x *word) *word {
	w.bits(x)
	if c, ok := w.Value(x); ok {
		if c == 0 {
			return bitOne
		}
		return bitZero
	}
	if x.base != nil {
		return w.fresh(zero, one)
	}
	if x.lo.Sign() > 0 {
		return bitZero
	}
	if x.zero == nil {
		x.zero = w.fresh(zero, one)
		a := w.bitOf(x.zero)
		of := x
		if x.xor[0] != nil && x.xor[1].form.isConstant() {
			of = x.xor[0] // the bit says which number that is
		}
		if of.group == 0 {
			w.groups++
			of.group = w.groups
		}
		w.atoms[a].group = of.group
	}
	return x.zero
}

func (w *words) Select(bit, x, y *word) *word {
	if c, ok := w.Value(bit); ok {
		if c == 1 {
			return x
		}
		return y
	}
	if x == y {
		return x
	}
	if x.base != nil || y.base != nil {
		if x.base == y.base && x.form.isConstant() && y.form.isConstant() && x.form.value().Cmp(y.form.value()) == 0 {
			return x
		}
		return &word{form: constant(zero), lo: zero, hi: maxWord, base: nowhere}
	}
	w.bits(x, y)
	if x.packed[0] != nil && y.packed[0] != nil && w.now.vector {
		return w.pack(w.Select(bit, x.packed[0], y.packed[0]), w.Select(bit, x.packed[1], y.packed[1]))
	}
	if w.now.lanes || w.now.vector && !(w.now.Op == "VPXOR") {
		z := w.fresh(atMost(x.lo, y.lo), atLeast(x.hi, y.hi))
		z.oneOf = []*word{x, y}
		return z
	}
	b := w.bitOf(bit)
	for _, z := range []*word{x, y} {
		if !z.form.linear() || len(z.form.terms) > 8 {
			w.name(z)
		}
	}
	f := y.form.plus(x.form.minus(y.form).by(b))
	return &word{form: f, lo: atMost(x.lo, y.lo), hi: atLeast(x.hi, y.hi)}
}

// text returns a number for people.
func text(x *big.Int) string {
	if x.Sign() < 0 {
		return "-" + text(new(big.Int).Neg(x))
	}
	if x.BitLen() < 17 {
		return x.String()
	}
	n := x.BitLen()
	s := "2^" + big.NewInt(int64(n-1)).String()
	rest := new(big.Int).Sub(x, power(uint(n-1)))
	switch {
	case rest.Sign() == 0:
		return s
	case new(big.Int).Add(x, one).Cmp(power(uint(n))) == 0:
		return "2^" + big.NewInt(int64(n)).String() + " - 1"
	}
	return "more than " + s
}
