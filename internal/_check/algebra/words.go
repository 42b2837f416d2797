// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"secant.example/internal/_check/doubles"
	"secant.example/internal/_check/x86"
)

// A Word stands for the words that all executions have at a place: a polynomial in free
// variables, by its value where these are random elements of a prime field. It is the value of an
// integer from lo to hi, which is the 64 bits as an unsigned number if lo is 0, and
// otherwise as a signed one.
type Word struct {
	v      *big.Int
	lo     int64
	hi     uint64
	degree int
	known  bool // it is the same number hi in all executions
	input  bool // it is an argument that nothing has been done with
	zeros  uint // at least so many of the lowest bits are 0
	parts  []part
	xor    *[2]Word // what it is the exclusive or of
	key    *factKey // of a carry that an instruction leaves

	// In routines that compute with doubles: what is known of the word as one, or nil; and if it is a sum
	// of lanes or the bits of a double, of which integers it is the lowest 64 bits: v is the value
	// of these.
	double *double
	around *doubles.Integers
}

// A part is bits from..to-1 of a base, which stand from bit at on.
type part struct {
	base     *base
	from, to uint
	at       uint
}

// A base is a word that has been taken apart. low has the values of its lowest bits, by
// their number, which are free variables.
type base struct {
	word Word
	bits uint
	zero uint // how many of the lowest bits are 0
	mask bool // all 64 bits are one bit
	low  map[uint]*big.Int
}

// words is the domain of words.
type words struct {
	*memory[Word]
	*field
	facts  *Facts
	where  *place
	bases  map[value]*base
	signs  map[value]*big.Int // whether a number is negative, by its value
	zeros  map[value]Word     // whether a word is zero
	halves [2]map[value]Word  // the high halves of products, split at 52 bits and at 64
	most   int                // the highest degree so far

	doubles bool          // the routine computes with doubles
	space   doubles.Space // of these
}

// A value is an element of the prime field, as a key.
type value [32]byte

func valueOf(v *big.Int) (x value) {
	v.FillBytes(x[:])
	return x
}

var _ x86.Domain[Word] = (*words)(nil)

const maxWord = math.MaxUint64

var two64 = new(big.Int).Lsh(big.NewInt(1), 64)

func constant(c uint64) Word {
	return Word{v: new(big.Int).SetUint64(c), hi: c, known: true}
}

func (w *words) fresh(hi uint64) Word { return Word{v: w.random(), hi: hi, degree: 1} }

func (*words) Const(c uint64) Word         { return constant(c) }
func (*words) Value(x Word) (uint64, bool) { return x.hi, x.known }

// is reports whether x is c in all executions.
func (x Word) is(c uint64) bool { return x.known && x.hi == c }

// isMask reports whether x is 0 or -1.
func (x Word) isMask() bool { return x.lo == -1 && x.hi == 0 }

// read notes that an instruction depends on words.
func (w *words) read(list ...Word) {
	for _, x := range list {
		if x.key != nil {
			w.facts.read[*x.key] = true
		}
	}
}

// linear returns x + c·y as a word with these bounds.
func (w *words) linear(x Word, c int64, y Word, lo int64, hi uint64) Word {
	v := new(big.Int).Mul(big.NewInt(c), y.v)
	return Word{v: w.mod(v.Add(v, x.v)), lo: lo, hi: hi, degree: max(x.degree, y.degree)}
}

// times returns x·y.
func (w *words) times(x, y Word) Word {
	d := x.degree + y.degree
	w.most = max(w.most, d)
	return Word{v: w.mod(new(big.Int).Mul(x.v, y.v)), degree: d}
}

// withoutTop returns x - 2^64·c.
func (w *words) withoutTop(x, c Word) Word {
	v := new(big.Int).Mul(two64, c.v)
	x.v = w.mod(v.Sub(x.v, v))
	x.degree = max(x.degree, c.degree)
	return x
}

// negative returns the bit that says whether x is negative.
func (w *words) negative(x Word) Word {
	if x.lo == 0 {
		return constant(0)
	}
	if x.hi == 0 && x.lo == -1 {
		return w.linear(constant(0), -1, x, 0, 1)
	}
	key := valueOf(x.v)
	if w.signs[key] == nil {
		w.signs[key] = w.random()
	}
	return Word{v: w.signs[key], hi: 1, degree: 1}
}

// actual returns x as an unsigned number.
func (w *words) actual(x Word) Word {
	if x.around != nil {
		return w.word(x)
	}
	if x.lo == 0 {
		return x
	}
	if x.isMask() {
		bit := w.negative(x)
		y := w.times(bit, constant(maxWord))
		y.hi = maxWord
		y.parts = []part{{base: &base{word: bit, bits: 64, mask: true}, to: 64}}
		return y
	}
	sign := w.negative(x)
	minus := w.linear(constant(0), -1, sign, 0, 0)
	y := w.withoutTop(x, minus)
	y.lo, y.hi, y.parts = 0, maxWord, nil
	b := w.base(y)
	if b.low[63] == nil {
		v := new(big.Int).Lsh(sign.v, 63)
		b.low[63] = w.mod(v.Sub(y.v, v))
	}
	return y
}

// signed returns x as a signed number.
func (w *words) signed(x Word) Word {
	if x.lo < 0 || x.hi <= math.MaxInt64 {
		return x
	}
	if x.known {
		return Word{v: w.mod(big.NewInt(int64(x.hi))), lo: int64(x.hi)}
	}
	y := w.withoutTop(x, w.cut(x, 63, 64))
	y.lo, y.hi, y.parts, y.known, y.input = math.MinInt64, math.MaxInt64, nil, false, false
	return y
}

// base returns what x, which is unsigned, is a base of.
func (w *words) base(x Word) *base {
	if x.known {
		return &base{word: x, bits: uint(bits.Len64(x.hi))}
	}
	key := valueOf(x.v)
	b := w.bases[key]
	if b == nil {
		b = &base{word: x, bits: 64, low: map[uint]*big.Int{}}
		w.bases[key] = b
	}
	b.bits = min(b.bits, uint(bits.Len64(x.hi)))
	b.zero = max(b.zero, x.zeros)
	return b
}

// lowestZeros returns how many of the lowest bits of x are known to be 0.
func (x Word) lowestZeros() uint {
	if x.known {
		return uint(bits.TrailingZeros64(x.hi))
	}
	return x.zeros
}

// lowest returns the lowest n bits of b.
func (w *words) lowest(b *base, n uint) *big.Int {
	switch {
	case n <= b.zero:
		return new(big.Int)
	case b.word.known:
		return new(big.Int).SetUint64(b.word.hi & (1<<n - 1))
	case b.mask:
		v := new(big.Int).SetUint64(1<<n - 1)
		return w.mod(v.Mul(v, b.word.v))
	case n >= b.bits:
		return b.word.v
	}
	if b.low[n] == nil {
		b.low[n] = w.random()
	}
	return b.low[n]
}

// partsOf returns the parts of x, the lowest one first.
func (w *words) partsOf(x Word) []part {
	x = w.actual(x)
	if x.parts != nil {
		return x.parts
	}
	b := w.base(x)
	if b.bits <= b.zero {
		return nil
	}
	return []part{{base: b, from: b.zero, to: b.bits, at: b.zero}}
}

// assemble returns the word of parts.
func (w *words) assemble(parts []part) Word {
	z := Word{v: new(big.Int), known: true, parts: parts, zeros: 64}
	var most, value uint64
	for _, p := range parts {
		v := new(big.Int).Sub(w.lowest(p.base, p.to), w.lowest(p.base, p.from))
		v.Mul(v, w.power(int(p.at)-int(p.from)))
		z.v.Add(z.v, v)
		z.degree = max(z.degree, p.base.word.degree, 1)
		ones := uint64(1)<<(p.to-p.from) - 1
		most |= ones << p.at
		value |= p.base.word.hi >> p.from & ones << p.at
		z.zeros = min(z.zeros, p.at)
		z.known = z.known && p.base.word.known
	}
	if z.known {
		return constant(value)
	}
	z.v, z.hi = w.mod(z.v), most
	return z
}

// cut returns bits from..to-1 of x.
func (w *words) cut(x Word, from, to uint) Word { return w.assemble(w.cutParts(x, from, to, 0)) }

// cutParts returns bits from..to-1 of x, moved to bit at.
func (w *words) cutParts(x Word, from, to, at uint) (parts []part) {
	for _, p := range w.partsOf(x) {
		if p.at < from {
			p.from += from - p.at
			p.at = from
		}
		if end := p.at + p.to - p.from; p.from < p.to && end > to {
			if p.at >= to {
				continue
			}
			p.to -= end - to
		}
		if p.from < p.to && p.at < to {
			p.at = p.at - from + at
			parts = append(parts, p)
		}
	}
	return parts
}

func (w *words) Add(x, y, carry Word) (sum, out Word) {
	sum, out = w.add(x, y, carry)
	if carry.is(0) {
		sum.zeros = max(sum.zeros, min(x.lowestZeros(), y.lowestZeros()))
	}
	return sum, out
}

func (w *words) add(x, y, carry Word) (Word, Word) {
	key := w.where.next()
	w.read(x, y, carry)
	if x.known && y.known && carry.known {
		s, c := bits.Add64(x.hi, y.hi, carry.hi)
		return constant(s), constant(c)
	}
	if y.is(0) && carry.is(0) {
		return x, constant(0)
	}
	if x.is(0) && carry.is(0) {
		return y, constant(0)
	}
	if w.goesAround() {
		i, j := w.integersOf(x), w.integersOf(y)
		return w.lowest64(w.linear(x, 1, y, 0, 0), new(big.Int).Add(i.Lo, j.Lo), new(big.Int).Add(i.Hi, j.Hi)), constant(0)
	}
	if x.lo == 0 && y.lo == 0 && !x.known && x.v.Cmp(y.v) == 0 {
		// 2x + carry: what comes out is the top bit, if any.
		if x.hi > math.MaxInt64 && carry.is(0) && w.facts.useSum(key, noCarry) {
			return w.linear(x, 1, y, 0, maxWord), constant(0)
		}
		s := w.shiftLeft(x, 1)
		s2 := w.linear(s, 1, carry, 0, s.hi|1)
		if carry.is(0) {
			s2 = s
		}
		return s2, w.cut(x, 63, 64)
	}
	sum := w.linear(x, 1, y, 0, 0)
	sum = w.linear(sum, 1, carry, 0, 0)
	lo, hi, fits := sumBounds(x, y, carry)
	if fits && lo == 0 {
		sum.hi = hi
		return sum, constant(0)
	}
	if x.lo < 0 || y.lo < 0 {
		signX, signY := w.negative(x), w.negative(y)
		if fits && lo > math.MinInt64/2 && hi <= math.MaxInt64/2 {
			sum.lo, sum.hi = lo, hi
			out := w.linear(signX, 1, signY, 0, 0)
			return sum, w.linear(out, -1, w.negative(sum), 0, 1)
		}
		if x.lo == 0 && w.facts.useSum(key, carrySignY) {
			sum.hi = maxWord
			return sum, signY
		}
		if y.lo == 0 && w.facts.useSum(key, carrySignX) {
			sum.hi = maxWord
			return sum, signX
		}
		if (x.lo < 0 || x.hi <= math.MaxInt64) && (y.lo < 0 || y.hi <= math.MaxInt64) && w.facts.useSum(key, noSignedCarry) {
			sum.lo, sum.hi = math.MinInt64, math.MaxInt64
			out := w.linear(signX, 1, signY, 0, 0)
			return sum, w.linear(out, -1, w.negative(sum), 0, 1)
		}
		x, y = w.actual(x), w.actual(y)
		sum = w.linear(w.linear(x, 1, y, 0, 0), 1, carry, 0, 0)
	}
	sum.hi = maxWord
	if w.facts.useSum(key, noCarry) {
		return sum, constant(0)
	}
	out := w.fresh(1)
	out.key = &key
	return w.withoutTop(sum, out), out
}

// sumBounds returns between what integers x + y + carry lies, if these are not too large.
func sumBounds(x, y, carry Word) (lo int64, hi uint64, fits bool) {
	hi, c := bits.Add64(x.hi, y.hi, carry.hi)
	if x.lo < math.MinInt64/2 || y.lo < math.MinInt64/2 {
		return 0, 0, false
	}
	return x.lo + y.lo, hi, c == 0
}

func (w *words) Sub(x, y, borrow Word) (Word, Word) {
	key := w.where.next()
	w.read(x, y, borrow)
	if x.known && y.known && borrow.known {
		d, b := bits.Sub64(x.hi, y.hi, borrow.hi)
		return constant(d), constant(b)
	}
	if y.is(0) && borrow.is(0) {
		return x, constant(0)
	}
	if w.goesAround() {
		i, j := w.integersOf(x), w.integersOf(y)
		return w.lowest64(w.linear(x, -1, y, 0, 0), new(big.Int).Sub(i.Lo, j.Hi), new(big.Int).Sub(i.Hi, j.Lo)), constant(0)
	}
	if x.lo == 0 && y.lo == 0 && x.v.Cmp(y.v) == 0 {
		if borrow.is(0) {
			return constant(0), constant(0)
		}
		borrow.key = nil
		return w.linear(constant(0), -1, borrow, -1, 0), borrow
	}
	difference := w.linear(x, -1, y, 0, 0)
	difference = w.linear(difference, -1, borrow, 0, 0)
	if x.lo == 0 && y.lo == 0 && w.facts.useSum(key, noCarry) {
		difference.hi = x.hi
		return difference, constant(0)
	}
	const small = 1 << 62
	if x.lo > -small && y.lo > -small && y.hi < small && x.hi < 2*small-uint64(-y.lo) {
		difference.lo = x.lo - int64(y.hi) - int64(borrow.hi)
		difference.hi = x.hi + uint64(-y.lo)
		if difference.lo >= 0 {
			difference.lo = 0
		}
		if difference.lo == 0 && x.lo == 0 && y.lo == 0 {
			return difference, constant(0)
		}
		out := w.linear(w.negative(difference), 1, w.negative(y), 0, 0)
		return difference, w.linear(out, -1, w.negative(x), 0, 1)
	}
	x, y = w.actual(x), w.actual(y)
	difference = w.linear(w.linear(x, -1, y, 0, 0), -1, borrow, 0, x.hi)
	if w.facts.useSum(key, noCarry) {
		return difference, constant(0)
	}
	difference.hi = maxWord
	out := w.fresh(1)
	out.key = &key
	minus := w.linear(constant(0), -1, out, 0, 0)
	return w.withoutTop(difference, minus), out
}

func (w *words) Mul(x, y Word, at uint) (high, low Word) {
	w.where.next()
	w.read(x, y)
	if x.is(0) || y.is(0) {
		return constant(0), constant(0)
	}
	x, y = w.actual(x), w.actual(y)
	low = w.times(x, y)
	high = Word{}
	h, l := bits.Mul64(x.hi, y.hi)
	most := uint64(maxWord)
	if at < 64 {
		h, l = h<<(64-at)|l>>at, l&(1<<at-1)
		most = 1<<at - 1
	}
	if x.known && y.known {
		return constant(h), constant(l)
	}
	if h == 0 {
		low.hi = l
		return constant(0), low
	}
	// Two instructions may compute the two halves.
	product, all := valueOf(low.v), w.halves[at/64]
	if _, ok := all[product]; !ok {
		all[product] = w.fresh(h)
	}
	high = all[product]
	low.hi = most
	v := new(big.Int).Lsh(high.v, at)
	low.v = w.mod(v.Sub(low.v, v))
	low.zeros = min(x.lowestZeros()+y.lowestZeros(), at)
	return high, low
}

func (w *words) MulSigned(x, y Word) (high, low Word) {
	high, low = w.mulSigned(x, y)
	low.zeros = max(low.zeros, min(x.lowestZeros()+y.lowestZeros(), 64))
	return high, low
}

func (w *words) mulSigned(x, y Word) (high, low Word) {
	key := w.where.next()
	w.read(x, y)
	if x.is(0) || y.is(0) {
		return constant(0), constant(0)
	}
	if h, l := bits.Mul64(x.hi, y.hi); x.lo == 0 && y.lo == 0 && h == 0 && x.hi <= math.MaxInt64 && y.hi <= math.MaxInt64 {
		low = w.times(x, y)
		low.hi = l
		if x.known && y.known {
			low = constant(l)
		}
		return constant(0), low
	}
	if x.lo == 0 && y.lo == 0 && w.facts.use(key, noCarry) {
		low = w.times(x, y)
		low.hi = maxWord
		return constant(0), low
	}
	a, b := w.signed(x), w.signed(y)
	low = w.times(a, b)
	if lo, hi, fits := productBounds(a, b); fits {
		low.lo, low.hi = lo, hi
	} else if w.facts.use(key, noSignedCarry) {
		low.lo, low.hi = math.MinInt64, math.MaxInt64
	} else {
		// Some multiple of 2^64 less.
		low.hi = maxWord
		return w.fresh(maxWord), w.withoutTop(low, w.fresh(0))
	}
	return w.Sar(low, constant(63)), low
}

// productBounds returns between what integers x·y lies, if these are not too large.
func productBounds(x, y Word) (lo int64, hi uint64, fits bool) {
	const small = 1 << 31
	if x.lo < -small || y.lo < -small || x.hi > small || y.hi > small {
		const one = 1 << 33
		// Or one of them is very small.
		if !(x.lo >= -1 && x.hi <= 1 && y.lo >= -one && y.hi <= one || y.lo >= -1 && y.hi <= 1 && x.lo >= -one && x.hi <= one) {
			return 0, 0, false
		}
	}
	for _, a := range []int64{x.lo, int64(x.hi)} {
		for _, b := range []int64{y.lo, int64(y.hi)} {
			if p := a * b; p > 0 {
				hi = max(hi, uint64(p))
			} else {
				lo = min(lo, p)
			}
		}
	}
	return lo, hi, true
}

func (w *words) count(n Word) uint {
	if !n.known {
		w.where.fail("shifts by a number that is not constant")
	}
	return uint(n.hi)
}

func (w *words) Shl(x, n Word) Word {
	key := w.where.next()
	w.read(x)
	k := w.count(n)
	if x.around != nil {
		if z, ok := w.multiple(x, k); ok {
			return z
		}
		x = w.word(x)
	}
	if !x.known && w.where.text.Instructions[w.where.index].Op == "VPSLLQ" && w.actual(x).hi > maxWord>>k && w.facts.use(key, noCarry) {
		x = w.actual(x)
		return Word{v: w.mod(new(big.Int).Mul(x.v, w.power(int(k)))), hi: maxWord, degree: x.degree}
	}
	return w.shiftLeft(x, k)
}

func (w *words) shiftLeft(x Word, k uint) Word {
	if x.known {
		return constant(x.hi << k)
	}
	return w.assemble(w.cutParts(x, 0, 64-k, k))
}

func (w *words) Shr(x, n Word) Word {
	w.read(x)
	k := w.count(n)
	if x.known {
		return constant(x.hi >> k)
	}
	if k == 0 {
		return x
	}
	return w.cut(x, k, 64)
}

func (w *words) Sar(x, n Word) Word {
	w.read(x)
	k := w.count(n)
	if x.known {
		return constant(uint64(int64(x.hi) >> k))
	}
	if k == 63 {
		if x.lo < 0 {
			return w.linear(constant(0), -1, w.negative(x), -1, 0)
		}
		return w.linear(constant(0), -1, w.cut(x, 63, 64), -1, 0)
	}
	// All of the number, less its lowest bits.
	s := w.signed(x)
	v := new(big.Int).Sub(s.v, w.cut(w.actual(x), 0, k).v)
	return Word{v: w.mod(v.Mul(v, w.power(-int(k)))), lo: s.lo >> k, hi: s.hi >> k, degree: max(s.degree, 1)}
}

func (w *words) Truncate(x Word, n uint) Word {
	key := w.where.nextCut()
	w.read(x)
	if x.known {
		return constant(x.hi & (1<<n - 1))
	}
	if x.lo == 0 && (bits.Len64(x.hi) <= int(n)) {
		return x
	}
	// Of a column it is known that it may have more than 52 bits, though runs with numbers need not have shown it.
	column := n == 52 && x.lo == 0 && x.hi < maxWord
	if n >= 32 && !column && !x.isMask() && w.facts.use(key, noCarry) {
		x = w.actual(x)
		x.hi = min(x.hi, 1<<n-1)
		if slices.ContainsFunc(x.parts, func(p part) bool { return p.at+p.to-p.from > n }) {
			x.parts = nil // bits of it that are 0 could not be told from others
		}
		return x
	}
	return w.cut(x, 0, n)
}

func (w *words) SignExtend(x Word, n uint) Word {
	key := w.where.next()
	w.read(x)
	if x.known {
		return constant(uint64(int64(x.hi<<(64-n)) >> (64 - n)))
	}
	if x.lo >= -1<<(n-1) && x.hi < 1<<(n-1) {
		return x
	}
	if w.facts.use(key, noCarry) {
		s := w.signed(x)
		s.lo, s.hi, s.parts = max(s.lo, -1<<(n-1)), min(s.hi, 1<<(n-1)-1), nil
		return s
	}
	return w.lowBits(x, n)
}

// lowBits returns the lowest n bits of x as a number with a sign.
func (w *words) lowBits(x Word, n uint) Word {
	x = w.actual(x)
	v := new(big.Int).Lsh(w.cut(x, n-1, n).v, n)
	v.Sub(w.cut(x, 0, n).v, v)
	return Word{v: w.mod(v), lo: -1 << (n - 1), hi: 1<<(n-1) - 1, degree: max(x.degree, 1)}
}

func (w *words) And(x, y Word) Word {
	w.read(x, y)
	if y.known || x.isMask() {
		x, y = y, x
	}
	switch {
	case x.known && y.known:
		return constant(x.hi & y.hi)
	case x.is(0):
		return x
	case x.is(maxWord):
		return y
	case x.isMask() && y.isMask():
		z := w.times(x, y)
		return w.linear(constant(0), -1, z, -1, 0)
	case y.isMask():
		x = w.actual(x)
		z := w.times(w.negative(y), x)
		z.hi = x.hi
		return z
	case x.lo == 0 && y.lo == 0 && x.v.Cmp(y.v) == 0:
		return x
	case x.known:
		var parts []part
		for at := uint(0); at < 64; {
			if x.hi>>at&1 == 0 {
				at++
				continue
			}
			to := at
			for to < 64 && x.hi>>to&1 == 1 {
				to++
			}
			parts = append(parts, w.cutParts(y, at, to, at)...)
			at = to
		}
		return w.assemble(parts)
	}
	return w.fresh(min(w.actual(x).hi, w.actual(y).hi))
}

// disjoint returns the parts of x and y together, if no bit is in both.
func (w *words) disjoint(x, y Word) ([]part, bool) {
	a, b := w.partsOf(x), w.partsOf(y)
	var taken uint64
	for _, p := range append(append([]part{}, a...), b...) {
		ones := (uint64(1)<<(p.to-p.from) - 1) << p.at
		if p.base.word.known {
			ones &= p.base.word.hi >> p.from << p.at
		}
		if taken&ones != 0 {
			return nil, false
		}
		taken |= ones
	}
	return append(append([]part{}, a...), b...), true
}

func (w *words) Or(x, y Word) Word {
	w.read(x, y)
	switch {
	case x.known && y.known:
		return constant(x.hi | y.hi)
	case x.is(0):
		return y
	case y.is(0):
		return x
	case x.is(maxWord) || y.is(maxWord):
		return constant(maxWord)
	}
	if parts, ok := w.disjoint(x, y); ok {
		return w.assemble(parts)
	}
	return w.fresh(maxWord)
}

func (w *words) Xor(x, y Word) Word {
	w.read(x, y)
	if y.known || x.isMask() {
		x, y = y, x
	}
	switch {
	case x.is(1<<63) && y.double != nil:
		z := w.fresh(maxWord)
		z.double = &double{w.space.Negated(y.double.real), w.mod(new(big.Int).Neg(y.double.v)), y.double.degree}
		return z
	case x.is(maxWord) && y.around != nil:
		ones := new(big.Int).SetUint64(maxWord)
		return w.lowest64(w.linear(x, -1, y, 0, 0), new(big.Int).Sub(ones, y.around.Hi), new(big.Int).Sub(ones, y.around.Lo))
	case x.known && y.known:
		return constant(x.hi ^ y.hi)
	case x.is(0):
		return y
	case x.is(1) && y.lo == 0 && y.hi == 1:
		return w.linear(x, -1, y, 0, 1)
	case x.is(maxWord) && y.isMask():
		return w.linear(w.linear(constant(0), -1, constant(1), 0, 0), -1, y, -1, 0)
	case x.is(maxWord):
		return w.linear(x, -1, w.actual(y), 0, maxWord)
	case x.lo == 0 && y.lo == 0 && x.v.Cmp(y.v) == 0:
		return constant(0)
	case y.isMask():
		x = w.actual(x)
		z := w.times(w.negative(y), w.linear(constant(maxWord), -2, x, 0, 0))
		return w.linear(x, 1, z, 0, maxWord)
	}
	for _, p := range [][2]Word{{x, y}, {y, x}} {
		if pair := p[0].xor; pair != nil {
			for i := range pair {
				if pair[i].v.Cmp(p[1].v) == 0 {
					return pair[1-i]
				}
			}
		}
	}
	z := w.fresh(maxWord)
	z.xor = &[2]Word{x, y}
	return z
}

func (w *words) IsZero(x Word) Word {
	w.read(x)
	switch {
	case x.known && x.hi == 0:
		return constant(1)
	case x.known:
		return constant(0)
	case x.lo == 0 && x.hi == 1:
		return w.linear(constant(1), -1, x, 0, 1)
	case x.isMask():
		return w.linear(constant(1), 1, x, 0, 1)
	}
	key := valueOf(x.v)
	if _, ok := w.zeros[key]; !ok {
		w.zeros[key] = w.fresh(1)
	}
	return w.zeros[key]
}

func (w *words) Select(bit, x, y Word) Word {
	w.read(bit)
	switch {
	case bit.is(1):
		return x
	case bit.is(0):
		return y
	case x.lo == y.lo && x.v.Cmp(y.v) == 0:
		return x
	}
	w.read(x, y)
	if (x.lo < 0) != (y.lo < 0) {
		x, y = w.actual(x), w.actual(y)
	}
	z := w.times(bit, w.linear(x, -1, y, 0, 0))
	return w.linear(y, 1, z, min(x.lo, y.lo), max(x.hi, y.hi))
}
