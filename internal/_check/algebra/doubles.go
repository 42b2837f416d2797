// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
	"math/bits"

	"secant.example/internal/_check/doubles"
)

// A double is what is known of a word as a double: between what numbers it is, and its value, as v is that
// of the word's 64 bits. If those numbers are in one binade, then the two values are linear in each other.
// What package doubles does not show to be exact has any value: it is a free variable.
type double struct {
	real   *doubles.Real
	v      *big.Int
	degree int
}

func (w *words) Fused(x, y, z Word) Word {
	w.read(x, y, z)
	a, b, c := w.asDouble(x), w.asDouble(y), w.asDouble(z)
	real, exact, err := w.space.Fused(a.real, b.real, c.real)
	if err != nil {
		panic(w.here("%v", err))
	}
	d := &double{real: real, v: w.random(), degree: 1}
	if exact {
		v := new(big.Int).Mul(a.v, b.v)
		d.v, d.degree = w.mod(v.Add(v, c.v)), max(a.degree+b.degree, c.degree)
	}
	w.most = max(w.most, d.degree)
	result := w.fresh(maxWord)
	if e, negative, ok := real.Binade(); ok {
		// 2^e + n·2^(e-52) has the bits of 2^e, plus n, and those of a negative one the sign.
		v := new(big.Int).Set(d.v)
		if negative {
			v.Neg(v)
		}
		v.Sub(v, w.power(e))
		v.Mul(v, w.power(52-e))
		v.Add(v, new(big.Int).SetUint64(bitsOfPower(e, negative)))
		lo, hi, _ := real.Bits()
		result = w.lowest64(Word{v: w.mod(v), degree: d.degree}, new(big.Int).SetUint64(lo), new(big.Int).SetUint64(hi))
	}
	result.double = d
	return result
}

// bitsOfPower returns the bits of 2^e, or of -2^e.
func bitsOfPower(e int, negative bool) uint64 {
	z := uint64(e+1023) << 52
	if negative {
		z |= 1 << 63
	}
	return z
}

// asDouble returns what is known of x as a double.
func (w *words) asDouble(x Word) *double {
	if x.double != nil {
		return x.double
	}
	i := w.integersOf(x)
	if i.AreWords() {
		real, ok := w.space.OfBits(i.Lo.Uint64(), i.Hi.Uint64())
		if ok && real.IsConstant() {
			return &double{real: real, v: w.ratio(real.Lo)}
		}
		if ok {
			if e, negative, ok := real.Binade(); ok {
				v := new(big.Int).Sub(x.v, new(big.Int).SetUint64(bitsOfPower(e, negative)))
				v.Mul(v, w.power(e-52))
				if v.Add(v, w.power(e)); negative {
					v.Neg(v)
				}
				return &double{real: real, v: w.mod(v), degree: x.degree}
			}
		}
	}
	w.where.fail("computes with a double of which nothing is known")
	panic("not reached")
}

// ratio returns x modulo the prime.
func (f *field) ratio(x *big.Float) *big.Int {
	n := max(int(x.MinPrec())-x.MantExp(nil), 0) // x·2^n is an integer
	numerator, _ := new(big.Float).SetMantExp(x, n).Int(nil)
	v := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return f.mod(numerator.Mul(numerator, v.ModInverse(v, f.prime)))
}

// doubleOf returns the value of x as a double, which has to be a multiple of 2^grid, and at most most up to its sign.
func (w *words) doubleOf(x Word, most *big.Float, grid int) *big.Int {
	d := w.asDouble(x)
	w.most = max(w.most, d.degree)
	if d.real.Grid < grid || d.real.Hi.Cmp(most) > 0 || d.real.Lo.Cmp(new(big.Float).Neg(most)) < 0 {
		w.where.fail("a limb of a factor may be too large, or no integer")
	}
	return d.v
}

// anyDouble returns a free word that is a double of that kind.
func (w *words) anyDouble(most *big.Float, grid int) Word {
	x := w.fresh(maxWord)
	x.double = &double{real: w.space.Between(new(big.Float).Neg(most), most, grid), v: w.random(), degree: 1}
	return x
}

// integersOf returns of which integers, whose value is v, x is the lowest 64 bits.
func (w *words) integersOf(x Word) *doubles.Integers {
	if x.around != nil {
		return x.around
	}
	z := &doubles.Integers{Lo: big.NewInt(x.lo), Hi: new(big.Int).SetUint64(x.hi)}
	switch {
	case x.known:
		z.Lo = z.Hi
	case x.parts != nil:
		z.Lo, z.Hi = new(big.Int), new(big.Int)
		for _, p := range x.parts {
			ones := uint64(1)<<(p.to-p.from) - 1
			least, most := uint64(0), ones
			switch all := p.from == 0 && p.to >= uint(bits.Len64(p.base.word.hi)); {
			case p.base.word.known:
				least = p.base.word.hi >> p.from & ones
				most = least
			case all && !p.base.mask:
				most = p.base.word.hi
			}
			z.Lo.Add(z.Lo, new(big.Int).Lsh(new(big.Int).SetUint64(least), p.at))
			z.Hi.Add(z.Hi, new(big.Int).Lsh(new(big.Int).SetUint64(most), p.at))
		}
	}
	return z
}

// goesAround reports whether a sum or difference is one of lanes in a routine that computes with doubles: it is one
// modulo 2^64, of which no carry is a variable.
func (w *words) goesAround() bool {
	op := w.where.text.Instructions[w.where.index].Op
	return w.doubles && (op == "VPADDQ" || op == "VPSUBQ")
}

// lowest64 returns the lowest 64 bits of the integers from lo to hi, of the value and the degree of x.
func (w *words) lowest64(x Word, lo, hi *big.Int) Word {
	z, turns, ok := doubles.Around(lo, hi)
	if !ok {
		w.where.fail("a sum of lanes may be anything modulo 2^64")
	}
	v := turns.Lsh(turns, 64)
	return Word{v: w.mod(v.Sub(x.v, v)), hi: maxWord, degree: x.degree, around: z}
}

// multiple returns the lowest 64 bits of 2^k times the integers of x, if these are not too many.
func (w *words) multiple(x Word, k uint) (z Word, ok bool) {
	lo, hi := new(big.Int).Lsh(x.around.Lo, k), new(big.Int).Lsh(x.around.Hi, k)
	if _, _, ok := doubles.Around(lo, hi); !ok {
		return Word{}, false
	}
	x.v = w.mod(new(big.Int).Mul(x.v, w.power(int(k))))
	return w.lowest64(x, lo, hi), true
}

// word returns x, of which the bits are used, as an unsigned number: the integers have to be words.
func (w *words) word(x Word) Word {
	if !x.around.AreWords() {
		w.where.fail("the bits of a number are used that may be negative, or 2^64 or more")
	}
	return Word{v: x.v, hi: x.around.Hi.Uint64(), degree: x.degree, double: x.double}
}

// near returns the value of x - offset as a number with a sign, which has to be at most 2^most.
func (w *words) near(x Word, offset uint64, most uint) *big.Int {
	w.most = max(w.most, x.degree)
	near, turns := w.integersOf(x).Near(offset)
	limit := new(big.Int).Lsh(big.NewInt(1), most)
	if near.Hi.Cmp(limit) > 0 || near.Lo.CmpAbs(limit) > 0 {
		w.where.fail("a limb of a raw result may be too large")
	}
	v := turns.Lsh(turns, 64)
	v.Sub(x.v, v)
	return w.mod(v.Sub(v, new(big.Int).SetUint64(offset)))
}

// anyNear returns a free word x, of which x - offset is at most 2^most as a number with a sign.
func (w *words) anyNear(offset uint64, most uint) Word {
	limit := new(big.Int).Lsh(big.NewInt(1), most)
	c := new(big.Int).SetUint64(offset)
	return w.lowest64(Word{v: w.random(), degree: 1}, new(big.Int).Sub(c, limit), new(big.Int).Add(c, limit))
}

// A rawState is where an engine in doubles has a raw result between its products: limb i of lane j is at spot(i, j), an
// integer that exceeds what it stands for by that of a constant, modulo 2^64.
type rawState struct {
	*Run
	spot    func(limb, lane int) spot
	offsets [5]uint64
}

// rawBits says what limbs of a raw result are at most, up to their signs: that power of two.
const rawBits = 58

// rawAt returns those in five vectors in memory.
func (r *Run) rawAt(address uint64, excess string) *rawState {
	return r.rawState(excess, func(limb, lane int) spot { return spot{address: address + 32*uint64(limb) + 8*uint64(lane)} })
}

// rawState returns those at these spots. Constants of a routine, of the name excess and a number, have how much the limbs exceed.
func (r *Run) rawState(excess string, at func(limb, lane int) spot) *rawState {
	s := &rawState{Run: r, spot: at}
	for i := range s.offsets {
		s.offsets[i] = r.constant(fmt.Sprintf("%s%d<>", excess, i))
	}
	return s
}

// values returns what the four lanes stand for.
func (s *rawState) values() (all []*big.Int) {
	for lane := range 4 {
		x := new(big.Int)
		for i, offset := range s.offsets {
			x.Add(x, new(big.Int).Mul(s.near(s.spot(i, lane), offset, rawBits), s.power(51*i)))
		}
		all = append(all, s.mod(x))
	}
	return all
}

// renew makes the four lanes arbitrary.
func (s *rawState) renew() {
	for lane := range 4 {
		for i, offset := range s.offsets {
			s.setNear(s.spot(i, lane), offset, rawBits)
		}
	}
}

// A factorForm says what the five limbs of a factor stand for: 2^weight times a double that is a multiple of 2^grid, and at most
// so much up to its sign, in units of that.
type factorForm struct {
	weights, grids [5]int
	most           [5]int64
}

var (
	// unevenFactors have limbs at multiples of 2^51.2, rounded up, which are in the doubles.
	unevenFactors = &factorForm{grids: [5]int{0, 52, 103, 154, 205}, most: [5]int64{1 << 51, 1<<50 + 1<<9, 1<<50 + 1<<9, 1<<50 + 1<<9, 1<<50 + 1<<9}}
	// evenFactors have integers in base 2^51.
	evenFactors = &factorForm{weights: [5]int{0, 51, 102, 153, 204}, most: [5]int64{1<<50 + 19*(1<<9+1), 1<<50 + 1<<9 + 1, 1<<50 + 1<<9 + 1, 1<<50 + 1<<9 + 1, 1<<50 + 1<<9 + 1}}
)

// A factorState is where an engine in doubles has factors: five doubles each, of four lanes, and
// the same for four more lanes behind them.
type factorState struct {
	*Run
	*factorForm
	addresses []uint64
}

// factors returns that of these places in memory.
func (r *Run) factors(form *factorForm, memory uint64, places ...int) *factorState {
	s := &factorState{Run: r, factorForm: form}
	for _, n := range places {
		s.addresses = append(s.addresses, memory+uint64(2*160*n))
	}
	return s
}

// limbs calls f for each limb of a lane of the factor at an address.
func (s *factorState) limbs(address uint64, lane int, f func(at uint64, most *big.Float, i int)) {
	for i, grid := range s.grids {
		most := new(big.Int).Lsh(big.NewInt(s.most[i]), uint(grid))
		f(address+uint64(160*(lane/4)+32*i+8*(lane%4)), doubles.Number(most), i)
	}
}

// value returns the value of a lane of the factor at an address.
func (s *factorState) value(address uint64, lane int) *big.Int {
	x := new(big.Int)
	s.limbs(address, lane, func(at uint64, most *big.Float, i int) {
		x.Add(x, new(big.Int).Mul(s.double(at, most, s.grids[i]), s.power(s.weights[i])))
	})
	return s.mod(x)
}

// values returns what the lanes stand for: all factors of one lane, and then of the next.
func (s *factorState) values() (all []*big.Int) {
	for lane := range 8 {
		for _, address := range s.addresses {
			all = append(all, s.value(address, lane))
		}
	}
	return all
}

// renew makes all lanes arbitrary.
func (s *factorState) renew() {
	for lane := range 8 {
		for _, address := range s.addresses {
			s.limbs(address, lane, func(at uint64, most *big.Float, i int) { s.setDouble(at, most, s.grids[i]) })
		}
	}
}
