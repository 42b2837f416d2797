// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package hashes

import (
	"encoding/binary"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// A word is 64 bits, each of which is a polynomial over the field of two elements, in the bits of atoms: words of which nothing
// is known, and sums modulo 2^64. Bit i of a product is that of the atoms, each shifted by its own number, and of a mask. A word is
// the exclusive or of products, which are different ones: so words are the same for all values of the atoms
// if and only if they have the same products and masks.
type word struct {
	masks map[product]uint64 // none of them 0
}

// A product is factors, each once and in order: five bytes of an atom and of how far it is shifted to the left, plus 64.
type product string

const factorSize = 5

func factor(atom uint32, shift int) product {
	return product(append(binary.BigEndian.AppendUint32(nil, atom), byte(shift+64)))
}

func (p product) factors() (all []product) {
	for i := 0; i < len(p); i += factorSize {
		all = append(all, p[i:i+factorSize])
	}
	return all
}

func (p product) times(q product) product {
	all := append(p.factors(), q.factors()...)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 255 {
		panic("a product has too many factors") // for its key
	}
	var b strings.Builder
	for _, f := range all {
		b.WriteString(string(f))
	}
	return product(b.String())
}

// shifted returns p shifted to the left by n, or to the right by -n. The mask has to leave out what is shifted out.
func (p product) shifted(n int) product {
	b := []byte(p)
	for i := factorSize - 1; i < len(b); i += factorSize {
		b[i] += byte(n)
	}
	return product(b)
}

// A part is a word that is added to others so many times. The word 0 is the number 1.
type part struct {
	word  uint32
	times uint64
}

// words is the domain.
type words struct {
	here   func(format string, args ...any) *x86.Error
	memory map[uint64]*word
	region func(address uint64, write bool) bool // whether that may be done

	atoms    [][]part // the sums, and nil of words of which nothing is known
	sums     map[string]uint32
	numbers  map[string]uint32 // of words in sums, by what they are
	numbered []*word
}

func newWords() *words {
	return &words{memory: map[uint64]*word{}, sums: map[string]uint32{}, numbers: map[string]uint32{}, numbered: []*word{nil}}
}

var _ x86.Domain[*word] = (*words)(nil)

const ones = ^uint64(0)

func (w *words) atom(parts []part) *word {
	w.atoms = append(w.atoms, parts)
	return &word{map[product]uint64{factor(uint32(len(w.atoms)-1), 0): ones}}
}

// any returns a word of which nothing is known.
func (w *words) any() *word { return w.atom(nil) }

// key is the same for words that are, and for no others: each product says how long it is.
func (x *word) key() string {
	var all []string
	for p, mask := range x.masks {
		all = append(all, string(binary.BigEndian.AppendUint64(append([]byte{byte(len(p) / factorSize)}, p...), mask)))
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

func (w *words) Const(c uint64) *word {
	if c == 0 {
		return &word{}
	}
	return &word{map[product]uint64{"": c}}
}

func (w *words) Value(x *word) (uint64, bool) {
	c := x.masks[""]
	return c, len(x.masks) == 0 || len(x.masks) == 1 && c != 0
}

func (w *words) Xor(x, y *word) *word {
	z := &word{map[product]uint64{}}
	for _, from := range []*word{x, y} {
		for p, mask := range from.masks {
			z.flip(p, mask)
		}
	}
	return z
}

func (x *word) flip(p product, mask uint64) {
	if x.masks[p] ^= mask; x.masks[p] == 0 {
		delete(x.masks, p)
	}
}

func (w *words) And(x, y *word) *word {
	z := &word{map[product]uint64{}}
	for p, m := range x.masks {
		for q, n := range y.masks {
			if m&n != 0 {
				z.flip(p.times(q), m&n)
			}
		}
	}
	return z
}

func (w *words) Or(x, y *word) *word { return w.Xor(w.Xor(x, y), w.And(x, y)) }

func (w *words) Truncate(x *word, bits uint) *word { return w.And(x, w.Const(1<<bits-1)) }

// shift shifts x to the left by n, or to the right by -n.
func (w *words) shift(x *word, n int) *word {
	z := &word{map[product]uint64{}}
	for p, mask := range x.masks {
		if n >= 0 {
			mask <<= n
		} else {
			mask >>= -n
		}
		if mask != 0 {
			z.flip(p.shifted(n), mask)
		}
	}
	return z
}

func (w *words) Shl(x, n *word) *word { return w.shift(x, int(w.number(n))) }
func (w *words) Shr(x, n *word) *word { return w.shift(x, -int(w.number(n))) }

// parts returns what x is the sum of.
func (w *words) parts(x *word) []part {
	if c, ok := w.Value(x); ok {
		return []part{{0, c}}
	}
	if len(x.masks) == 1 {
		for p, mask := range x.masks {
			if len(p) == factorSize && mask == ones && p[factorSize-1] == 64 {
				if parts := w.atoms[binary.BigEndian.Uint32([]byte(p))]; parts != nil {
					return parts
				}
			}
		}
	}
	key := x.key()
	n, ok := w.numbers[key]
	if !ok {
		n = uint32(len(w.numbered))
		w.numbers[key], w.numbered = n, append(w.numbered, x)
	}
	return []part{{n, 1}}
}

// Add says nothing of the carry of what is not known.
func (w *words) Add(x, y, carry *word) (sum, carryOut *word) {
	if a, b, c, ok := w.three(x, y, carry); ok {
		s := a + b + c
		return w.Const(s), w.Const(map[bool]uint64{true: 1}[s < a || s == a && c == 1])
	}
	times := map[uint32]uint64{}
	for _, from := range []*word{x, y, carry} {
		for _, p := range w.parts(from) {
			times[p.word] += p.times
		}
	}
	var parts []part
	for n, t := range times {
		if t != 0 {
			parts = append(parts, part{n, t})
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return int(a.word) - int(b.word) })
	if len(parts) == 1 && parts[0].times == 1 && parts[0].word != 0 {
		return w.numbered[parts[0].word], w.any()
	}
	var key []byte
	for _, p := range parts {
		key = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(key, p.word), p.times)
	}
	n, ok := w.sums[string(key)]
	if !ok {
		n = uint32(len(w.atoms))
		w.sums[string(key)], w.atoms = n, append(w.atoms, parts)
	}
	return &word{map[product]uint64{factor(n, 0): ones}}, w.any()
}

func (w *words) three(x, y, z *word) (a, b, c uint64, ok bool) {
	a, ok1 := w.Value(x)
	b, ok2 := w.Value(y)
	c, ok3 := w.Value(z)
	return a, b, c, ok1 && ok2 && ok3
}

// number returns the number that x is known to be.
func (w *words) number(x *word) uint64 {
	c, ok := w.Value(x)
	if !ok {
		panic(w.here("needs a number that is not constant"))
	}
	return c
}

func (w *words) IsZero(x *word) *word {
	if w.number(x) == 0 {
		return w.Const(1)
	}
	return w.Const(0)
}

func (w *words) Select(bit, x, y *word) *word {
	if w.number(bit) == 1 {
		return x
	}
	return y
}

func (w *words) Sub(x, y, borrow *word) (difference, borrowOut *word) {
	a, b, c := w.number(x), w.number(y), w.number(borrow)
	d := a - b - c
	return w.Const(d), w.Const(map[bool]uint64{true: 1}[a < b || a == b && c == 1])
}

func (w *words) none(what string) *word { panic(w.here("hashes have no %s", what)) }

func (w *words) Mul(x, y *word, at uint) (high, low *word) { return w.none("products"), nil }
func (w *words) MulSigned(x, y *word) (high, low *word)    { return w.none("products"), nil }
func (w *words) Sar(x, n *word) *word                      { return w.none("signs") }
func (w *words) SignExtend(x *word, bits uint) *word       { return w.none("signs") }
func (w *words) Fused(x, y, z *word) *word                 { return w.none("doubles") }

func (w *words) at(address *word, bytes uint, write bool) uint64 {
	a := w.number(address)
	if bytes != 8 || a%8 != 0 || !w.region(a, write) {
		panic(w.here("touches memory that is not its own, or no whole word"))
	}
	return a
}

func (w *words) Load(address *word, bytes uint) *word {
	x := w.memory[w.at(address, bytes, false)]
	if x == nil {
		panic(w.here("reads memory that was not written"))
	}
	return x
}

func (w *words) Store(address, x *word, bytes uint) { w.memory[w.at(address, bytes, true)] = x }

// same reports whether x and y are the same for all values of what is not known.
func same(x, y *word) bool { return x.key() == y.key() }
