// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secrets follows what depends on secrets through assembly, on all paths at once:
// no jump and no address may. Instructions whose time depends on their operands have no
// meaning in the table, so that a file with one is not even read.
package secrets

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"secant.example/internal/_check/x86"
)

// A Word is what is known of 64 bits: whether they depend on a secret, and that they are
// offset + k·step for some integer k, plus the address of a region if they are an address.
// If it is bounded, k is from 0 to count. With step 0 the offset is exact. That addresses do not
// wrap around is taken for granted here.
type Word struct {
	secret       bool
	base         *Region
	offset, step int64
	bounded      bool
	count        int64
	// Of what is another number in a mutant: that one. It is secret then, and a number.
	other  uint64
	differ bool
	// The lowest bits of a secret that do not depend on it: 0 but for what differs in a mutant.
	clean uint8
}

// cleanBits returns how many of the lowest bits of w depend on no secret.
func (w Word) cleanBits() uint8 {
	switch {
	case !w.secret:
		return 64
	case w.differ:
		return uint8(bits.TrailingZeros64(uint64(w.offset) ^ w.other))
	}
	return w.clean
}

// after returns z, of which no bit depends on higher bits of the words that it was made of.
func (z Word) after(in ...Word) Word {
	if z.secret && !z.differ {
		z.clean = 64
		for _, x := range in {
			z.clean = min(z.clean, x.cleanBits())
		}
		z.secret = z.clean < 64
	}
	if !z.secret {
		z.clean = 0
	}
	return z
}

// two is a number that is another one in a mutant.
func two(c, other uint64) Word {
	return Word{secret: true, offset: int64(c), bounded: true, other: other, differ: true}
}

func exact(c uint64) Word       { return Word{offset: int64(c), bounded: true} }
func unknown(secret bool) Word  { return Word{secret: secret, step: 1} }
func (w Word) isNumber() bool   { return w.step == 0 && w.base == nil }
func (w Word) isExact() bool    { return w.isNumber() && !w.secret }
func (w Word) is(c uint64) bool { return w.isExact() && uint64(w.offset) == c }

// normal returns w in a form that is the only one for what it says.
func (w Word) normal() Word {
	const small = 1 << 40
	if w.bounded && w.step != 0 && (w.step > small || w.count > small/w.step || w.offset > small || w.offset < -small) {
		w.bounded = false
	}
	switch {
	case w.step == 0 || w.bounded && w.count == 0:
		w.step, w.bounded, w.count = 0, true, 0
	case !w.bounded:
		w.count = 0
		if w.offset %= w.step; w.offset < 0 {
			w.offset += w.step
		}
	}
	return w
}

// last returns the highest offset of a bounded word.
func (w Word) last() int64 { return w.offset + w.count*w.step }

func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

// join returns what is known of a word that is x or y.
func join(x, y Word) Word {
	if x == y {
		return x
	}
	z := Word{secret: x.secret || y.secret, base: union(x.base, y.base), offset: min(x.offset, y.offset)}
	z.step = gcd(gcd(x.step, y.step), x.offset-y.offset)
	if z.bounded = x.bounded && y.bounded; z.bounded && z.step != 0 {
		z.count = (max(x.last(), y.last()) - z.offset) / z.step
	}
	return z.normal().after(x, y)
}

// widen is join where paths meet: what grows there is not bounded, so that loops come to an end.
func widen(x, y Word) Word {
	z := join(x, y)
	if z.offset != x.offset || z.step != x.step || z.count != x.count {
		z.bounded = z.step == 0
	}
	return z.normal()
}

// union returns what stands for an address in x or in y.
func union(x, y *Region) *Region {
	if x == y {
		return x
	}
	if x == nil || y == nil {
		return nowhere
	}
	var all []*Region
	for _, r := range []*Region{x, y} {
		if r.oneOf == nil {
			all = append(all, r)
		}
		all = append(all, r.oneOf...)
	}
	slices.SortFunc(all, func(x, y *Region) int { // names may be the same: those of pointers in an array are
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(fmt.Sprintf("%p", x), fmt.Sprintf("%p", y)))
	})
	all = slices.Compact(all)
	key := ""
	for _, r := range all {
		key += fmt.Sprintf("%p ", r)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if unions[key] == nil {
		unions[key] = &Region{Name: "one of several", oneOf: all}
	}
	return unions[key]
}

var (
	nowhere = &Region{Name: "nowhere"} // of what may be an address or not
	unions  = map[string]*Region{}
	mutex   sync.Mutex // of unions
)

// A Region is memory that a routine may touch.
type Region struct {
	Name string
	// Of an argument: what the bytes of one element hold. All elements are taken together.
	Bytes []Byte
	// Of a constant: its value.
	Constant []byte
	// Otherwise it is the routine's own, of this size, and each word is followed.
	Size int64
	// Of what may be one of several: these.
	oneOf []*Region
	// Public says that nothing secret may be stored there.
	Public bool
}

// A Byte of a region.
type Byte struct {
	Secret  bool
	Pointer *Region // an address starts at this byte
	// If Size is not 0, a number of so many bytes starts here, which is at most Most.
	Size uint
	Most int64
}

// memory is what a state knows of the regions: the words of the routine's own, and which
// bytes of arguments have become secret.
type memory struct {
	// By their offsets, and by the offset and one what a constant of four bytes has been stored to.
	words   map[*Region]map[int64]Word
	secrets map[*Region]map[int64]bool
}

func newMemory() memory {
	return memory{map[*Region]map[int64]Word{}, map[*Region]map[int64]bool{}}
}

func (m *memory) clone() memory {
	c := newMemory()
	for r, words := range m.words {
		c.words[r] = maps.Clone(words)
	}
	for r, bytes := range m.secrets {
		c.secrets[r] = maps.Clone(bytes)
	}
	return c
}

// join adds what o knows, and reports whether that changed m.
func (m *memory) join(o *memory) (changed bool) {
	for r, words := range m.words {
		for at, x := range words {
			y, ok := o.words[r][at]
			if !ok {
				delete(words, at)
				changed = true
			} else if z := widen(x, y); z != x {
				words[at] = z
				changed = true
			}
		}
	}
	for r, bytes := range o.secrets {
		for at := range bytes {
			if !m.secrets[r][at] {
				m.taint(r, at)
				changed = true
			}
		}
	}
	return changed
}

func (m *memory) taint(r *Region, at int64) {
	if m.secrets[r] == nil {
		m.secrets[r] = map[int64]bool{}
	}
	m.secrets[r][at] = true
}

// words is the domain.
type words struct {
	memory memory
	here   func(format string, args ...any) *x86.Error
	report func(*x86.Error)
}

var _ x86.Domain[Word] = (*words)(nil)

func (*words) Const(c uint64) Word         { return exact(c) }
func (*words) Value(x Word) (uint64, bool) { return uint64(x.offset), x.isExact() }

// of returns what is known of a result: f of the values if all are exact, otherwise no more
// than whether it depends on a secret.
func of(f func(v ...uint64) uint64, in ...Word) Word {
	values, others, secret, all := make([]uint64, len(in)), make([]uint64, len(in)), false, true
	for i, x := range in {
		values[i], others[i] = uint64(x.offset), uint64(x.offset)
		if x.differ {
			others[i] = x.other
		}
		secret = secret || x.secret
		all = all && (x.isExact() || x.differ)
	}
	if !all {
		return unknown(secret)
	}
	z := f(values...)
	if other := f(others...); other != z {
		return two(z, other)
	}
	return exact(z)
}

func (*words) Add(x, y, carry Word) (Word, Word) {
	carryOut := of(func(v ...uint64) uint64 {
		s := v[0] + v[1]
		t := s + v[2]
		if s < v[0] || t < s {
			return 1
		}
		return 0
	}, x, y, carry)
	secret := x.secret || y.secret || carry.secret
	if x.base != nil && y.base != nil || !carry.isExact() {
		return unknown(secret).after(x, y, carry), carryOut
	}
	z := plus(x, y, secret)
	z.offset += carry.offset
	return z.normal().after(x, y, carry), carryOut
}

// plus returns x + y, of which only one is an address.
func plus(x, y Word, secret bool) Word {
	z := Word{secret: secret, base: x.base, offset: x.offset + y.offset, step: gcd(x.step, y.step), bounded: x.bounded && y.bounded}
	if z.base == nil {
		z.base = y.base
	}
	if z.bounded && z.step != 0 {
		z.count = (x.count*x.step + y.count*y.step) / z.step
	}
	return z.normal()
}

func (*words) Sub(x, y, borrow Word) (Word, Word) {
	borrowOut := of(func(v ...uint64) uint64 {
		d := v[0] - v[1]
		if v[0] < v[1] || d < v[2] {
			return 1
		}
		return 0
	}, x, y, borrow)
	secret := x.secret || y.secret || borrow.secret
	if y.base != nil || !borrow.isExact() {
		return unknown(secret).after(x, y, borrow), borrowOut
	}
	minus := Word{offset: -y.offset, step: y.step, bounded: y.bounded, count: y.count}
	if y.bounded {
		minus.offset = -y.last()
	}
	z := plus(x, minus, secret)
	z.offset -= borrow.offset
	return z.normal().after(x, y, borrow), borrowOut
}

func (*words) Mul(x, y Word, at uint) (high, low Word) {
	low = unknown(x.secret || y.secret)
	if y.isExact() {
		x, y = y, x
	}
	if at == 64 && x.isExact() && y.base == nil {
		low = Word{secret: y.secret, offset: x.offset * y.offset, step: x.offset * y.step, bounded: y.bounded && x.offset > 0, count: y.count}
		low.step = max(low.step, -low.step)
		low = low.normal()
	}
	if at == 64 {
		low = low.after(x, y)
	}
	return unknown(x.secret || y.secret), low
}

func (w *words) MulSigned(x, y Word) (high, low Word) { return w.Mul(x, y, 64) }

func (w *words) Shl(x, n Word) Word {
	if n.isExact() {
		_, low := w.Mul(x, exact(1<<uint64(n.offset)), 64)
		if low.secret && !low.differ {
			low.clean = uint8(min(int64(x.cleanBits())+n.offset, 63))
		}
		return low
	}
	return unknown(x.secret || n.secret)
}

func (*words) Shr(x, n Word) Word {
	z := of(func(v ...uint64) uint64 { return v[0] >> v[1] }, x, n)
	if clean := int64(x.cleanBits()); z.secret && n.isExact() && clean > n.offset && !z.differ {
		z.clean = uint8(clean - n.offset)
	}
	return z
}
func (*words) Sar(x, n Word) Word {
	return of(func(v ...uint64) uint64 { return uint64(int64(v[0]) >> v[1]) }, x, n)
}
func (*words) Truncate(x Word, bits uint) Word {
	if x.secret && !x.differ && uint(x.clean) >= bits {
		return unknown(false)
	}
	return of(func(v ...uint64) uint64 { return v[0] & (1<<bits - 1) }, x).after(x)
}
func (*words) SignExtend(x Word, bits uint) Word {
	return of(func(v ...uint64) uint64 { return uint64(int64(v[0]<<(64-bits)) >> (64 - bits)) }, x)
}

func (*words) And(x, y Word) Word {
	if x.is(0) || y.is(0) {
		return exact(0)
	}
	if x.is(^uint64(0)) {
		return y
	}
	if y.is(^uint64(0)) {
		return x
	}
	for _, mask := range []Word{x, y} {
		if c := uint64(mask.offset); mask.isExact() && !(x.isExact() && y.isExact()) && c < 1<<40 {
			// A multiple of the lowest bit of the mask, and at most the mask.
			low := int64(c & -c)
			z := Word{secret: x.secret || y.secret, step: low, bounded: true, count: int64(c) / low}.normal().after(x, y)
			if bits.Len64(c) <= int(z.clean) {
				z.secret = false
			}
			return z.after(z)
		}
	}
	return of(func(v ...uint64) uint64 { return v[0] & v[1] }, x, y).after(x, y)
}

func (*words) Or(x, y Word) Word {
	if x.is(0) {
		return y
	}
	if y.is(0) {
		return x
	}
	return of(func(v ...uint64) uint64 { return v[0] | v[1] }, x, y).after(x, y)
}

func (*words) Xor(x, y Word) Word {
	if x.is(0) {
		return y
	}
	if y.is(0) {
		return x
	}
	return of(func(v ...uint64) uint64 { return v[0] ^ v[1] }, x, y).after(x, y)
}

func (*words) IsZero(x Word) Word {
	return of(func(v ...uint64) uint64 {
		if v[0] == 0 {
			return 1
		}
		return 0
	}, x)
}

func (*words) Select(bit, x, y Word) Word {
	if bit.is(1) {
		return x
	}
	if bit.is(0) {
		return y
	}
	z := join(x, y)
	if bit.secret {
		z.secret, z.clean = true, 0
	}
	return z
}

// Fused reports secrets: that it takes the same time for all numbers is nowhere promised.
func (w *words) Fused(x, y, z Word) Word {
	secret := x.secret || y.secret || z.secret
	if secret {
		w.report(w.here("computes with a secret in floating point"))
	}
	return unknown(secret)
}

// place returns the regions that an address may be in.
func (w *words) place(address Word, bytes uint, write bool) []*Region {
	verb := "reads"
	if write {
		verb = "writes"
	}
	if address.secret {
		w.report(w.here("%s at an address that depends on a secret", verb))
	}
	r := address.base
	if r == nil || r == nowhere {
		panic(w.here("%s at an address that is not known to be in an argument", verb))
	}
	all := r.oneOf
	if all == nil {
		all = []*Region{r}
	}
	for _, r := range all {
		size := r.Size
		if r.Constant != nil {
			size = int64(len(r.Constant))
		}
		if r.Bytes == nil && address.bounded && (address.offset < 0 || address.last()+int64(bytes) > size) {
			panic(w.here("%s outside of %s", verb, r.Name))
		}
		if write && r.Constant != nil {
			panic(w.here("writes to the constant %s", r.Name))
		}
	}
	return all
}

// each calls f with the offsets below n that the address may have; if there is no end to the
// region, they are modulo n.
func each(address Word, n int64, endless bool, f func(at int64)) {
	if endless || !address.bounded {
		step := address.step
		if endless {
			step = gcd(step, n)
		}
		at := (address.offset%step + step) % step
		if address.step == 0 {
			f(at)
			return
		}
		for ; at < n; at += step {
			f(at)
		}
		return
	}
	for at := address.offset; at <= address.last(); at += max(address.step, 1) {
		f(at)
	}
}

func (w *words) Load(address Word, bytes uint) Word {
	all := w.place(address, bytes, false)
	x := w.load(all[0], address, bytes)
	for _, r := range all[1:] {
		x = join(x, w.load(r, address, bytes))
	}
	return x
}

func (w *words) load(r *Region, address Word, bytes uint) Word {
	var found *Word
	meet := func(x Word) {
		if found != nil {
			x = join(*found, x)
		}
		found = &x
	}
	switch {
	case r.Constant != nil:
		if address.step != 0 {
			return unknown(false)
		}
		value := uint64(0)
		for i := range bytes {
			value |= uint64(r.Constant[address.offset+int64(i)]) << (8 * i)
		}
		return exact(value)
	case r.Bytes != nil:
		n := int64(len(r.Bytes))
		each(address, n, true, func(at int64) {
			x := unknown(false)
			for i := range int64(bytes) {
				b := (at + i) % n
				x.secret = x.secret || r.Bytes[b].Secret || w.memory.secrets[r][b]
			}
			switch b := r.Bytes[at]; {
			case b.Pointer != nil && bytes == 8:
				x = Word{base: b.Pointer, bounded: true}
			case b.Size == bytes:
				x = Word{secret: x.secret, step: 1, bounded: true, count: b.Most}.normal()
			}
			meet(x)
		})
		return *found
	}
	words := w.memory.words[r]
	if address.step != 0 {
		// Any of these that has been written: that there is no other is not shown here.
		each(address, r.Size, false, func(at int64) {
			for _, word := range []int64{at &^ 7, (at + int64(bytes) - 1) &^ 7} {
				if x, ok := words[word]; ok {
					if at&7 != 0 || bytes != 8 {
						x = unknown(x.secret)
					}
					meet(x)
				}
			}
		})
		if found == nil {
			panic(w.here("reads what was not written in %s", r.Name))
		}
		return *found
	}
	at, in := address.offset&^7, address.offset&7
	x, ok := words[at]
	if !ok {
		panic(w.here("reads what was not written in %s", r.Name))
	}
	if bytes == 8 && in == 0 {
		return x
	}
	if half, ok := words[at|1]; ok && bytes == 4 && in == 0 {
		return half
	}
	if in+int64(bytes) > 8 {
		y, ok := words[at+8]
		if !ok {
			panic(w.here("reads what was not written in %s", r.Name))
		}
		return unknown(x.secret || y.secret)
	}
	return w.Truncate(w.Shr(x, exact(uint64(8*in))), 8*bytes)
}

func (w *words) Store(address, x Word, bytes uint) {
	if x.secret && uint(x.cleanBits()) >= 8*bytes {
		x = unknown(false)
	}
	all := w.place(address, bytes, true)
	for _, r := range all {
		w.store(r, address, x, bytes, len(all) == 1 && address.step == 0)
	}
}

// store stores x, for certain or perhaps.
func (w *words) store(r *Region, address, x Word, bytes uint, certain bool) {
	if r.Bytes != nil {
		n := int64(len(r.Bytes))
		each(address, n, true, func(at int64) {
			for i := range int64(bytes) {
				b := (at + i) % n
				if r.Bytes[b].Pointer != nil || r.Bytes[b].Size != 0 {
					panic(w.here("writes over a part of %s that must stay", r.Name))
				}
				if x.secret && !r.Bytes[b].Secret {
					w.memory.taint(r, b)
				}
			}
		})
		if x.secret && r.Public {
			w.report(w.here("writes a secret to %s, which is public", r.Name))
		}
		return
	}
	words := w.memory.words[r]
	if words == nil {
		words = map[int64]Word{}
		w.memory.words[r] = words
	}
	each(address, r.Size, false, func(at int64) {
		for word := at &^ 7; word < at+int64(bytes); word += 8 {
			y, ok := words[word]
			switch {
			case word == at && bytes == 8 && certain:
				words[word] = x
			case word == at && bytes == 8 && ok:
				words[word] = join(x, y)
			case ok || certain:
				words[word] = unknown(x.secret || y.secret)
			default:
				// Perhaps it holds what was there before, which may be a secret. That it is
				// not read then is not shown here.
				words[word] = unknown(true)
			}
			delete(words, word|1)
			if word == at && bytes == 4 && certain && x.isExact() {
				words[word|1] = x
			}
		}
	})
}
