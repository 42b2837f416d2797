// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"secant.example/internal/_check/x86"
)

// A Region is memory that a routine may touch.
type Region struct {
	Name string
	// Of an argument: what the bytes of one element hold.
	Bytes []Byte
	// Of an argument: every number of so many words, of 64 bits, that it consists of is at most
	// Most, before and after. With 0 words nothing is known.
	Words int
	Most  *big.Int
	// With 1 word: from byte From on they are at most Rest, if that is not nil.
	From int64
	Rest *big.Int
	// Of an argument: it overlaps with no other one.
	Scratch bool
	// Of a constant: its value.
	Constant []byte

	own     bool    // the routine's own memory
	source  *Region // of a region somewhere in another one: that
	unknown bool    // even where in an element it starts
	made    any     // where that was found
	number  int     // of these regions
}

// A Byte of an element of a region.
type Byte struct {
	Pointer *Region // an address starts at this byte
	// If Size is not 0, a number of so many bytes starts here, which is at most Most.
	Size uint
	Most int64
}

var nowhere = &Region{Name: "one of several", unknown: true}

// size returns how many bytes an element has, or a part of it that stands for all.
func (r *Region) size() int64 { return max(int64(len(r.Bytes)), int64(8*r.Words)) }

// most returns what a word at an offset is at most.
func (r *Region) most(offset int64) *big.Int {
	if r.Rest != nil && offset >= r.From {
		return r.Rest
	}
	return r.Most
}

// origin returns the region that r is somewhere in.
func (r *Region) origin() *Region {
	for r.source != nil {
		r = r.source
	}
	return r
}

// A spot is in a region, at a place that is found out by an instruction or where paths meet.
type spot struct {
	region  *Region
	made    any
	unknown bool
}

// somewhere returns the region that is an element of r, at a place that is found out at made.
func (w *words) somewhere(r *Region, made any, unknown bool) *Region {
	at := spot{r.origin(), made, unknown || r.unknown}
	if w.spots[at] == nil {
		z := *at.region
		z.source, z.made, z.unknown, z.number = at.region, made, at.unknown, len(w.spots)+1
		w.spots[at] = &z
	}
	return w.spots[at]
}

// A place is where a word is in memory.
type place struct {
	region *Region
	offset int64
	bytes  uint
}

// A state is what is known at a place in a routine.
type state struct {
	m      x86.Machine[*word]
	memory map[place]*word
	last   place // of the last word that was stored
	row    int   // how many words have been stored one behind the other
}

func (s *state) clone() *state {
	c := *s
	c.memory = maps.Clone(s.memory)
	return &c
}

// places returns the places that s knows, in an order.
func (s *state) places() []place {
	return slices.SortedFunc(maps.Keys(s.memory), func(x, y place) int {
		return cmp.Or(cmp.Compare(x.region.Name, y.region.Name), cmp.Compare(x.region.number, y.region.number), cmp.Compare(x.offset, y.offset), cmp.Compare(x.bytes, y.bytes))
	})
}

// forget forgets what a region holds.
func (s *state) forget(r *Region) {
	for p := range s.memory {
		if p.region == r {
			delete(s.memory, p)
		}
	}
}

// at returns where an address leads, if that is known.
func (w *words) at(address *word, verb string) (r *Region, offset int64, known bool) {
	if address.base == nil {
		panic(w.here("%s at an address that is not known to be in an argument", verb))
	}
	if f := address.form; !f.isConstant() {
		if t := f.terms[0]; len(f.terms) == 1 && t.m.a == 0 {
			if hi := w.atoms[t.m.b].hi; hi.Cmp(one) == 0 || w.doubles && hi.BitLen() <= 4 {
				panic(choice(t.m.b))
			}
		}
		return address.base, 0, false
	}
	return address.base, address.form.value().Int64(), true
}

func (w *words) Load(address *word, bytes uint) *word {
	r, offset, known := w.at(address, "reads")
	whole := new(big.Int).Sub(power(8*bytes), one)
	if r.Constant != nil {
		if !known {
			return w.fresh(zero, whole)
		}
		if offset < 0 || offset+int64(bytes) > int64(len(r.Constant)) {
			panic(w.here("reads outside of %s", r.Name))
		}
		value := uint64(0)
		for i := range bytes {
			value |= uint64(r.Constant[offset+int64(i)]) << (8 * i)
		}
		return w.Const(value)
	}
	if !known {
		return w.fresh(zero, whole)
	}
	if x := w.memory[place{r, offset, bytes}]; x != nil {
		return x
	}
	if r.own {
		if x := w.memory[place{r, offset &^ 7, 8}]; x != nil && offset&7+int64(bytes) <= 8 {
			return w.rest(w.shiftRight(x, uint(8*(offset&7))), 8*bytes)
		}
		panic(w.here("reads what was not written in %s", r.Name))
	}
	var x *word
	n := int64(len(r.Bytes))
	switch {
	case n == 0:
		x = w.fresh(zero, whole)
	case r.unknown:
		for _, b := range r.Bytes {
			if b.Pointer != nil || b.Size != 0 {
				panic(w.here("reads at an unknown place of an element of %s", r.Name))
			}
		}
		x = w.fresh(zero, whole)
	default:
		b := r.Bytes[(offset%n+n)%n]
		switch {
		case b.Pointer != nil && bytes == 8:
			to := w.somewhere(b.Pointer, w.now.Instruction, false)
			w.forget(to)
			x = &word{base: to, form: constant(zero), lo: zero, hi: maxWord}
		case b.Size == bytes:
			x = w.fresh(zero, big.NewInt(b.Most))
		default:
			x = w.fresh(zero, whole)
		}
	}
	if bytes == 8 && r.Words == 1 && x.base == nil {
		x = w.fresh(zero, r.most(offset))
	}
	if bytes == 8 && r.Words == 4 && !r.unknown && offset&7 == 0 {
		// All of the number.
		var all [4]*word
		start := offset &^ 31
		for i := range all {
			if all[i] = w.memory[place{r, start + int64(8*i), 8}]; all[i] != nil {
				// Another word of it has been written: nothing is known of the rest.
				w.memory[place{r, offset, bytes}] = x
				return x
			}
		}
		for i := range all {
			all[i] = w.any()
			w.memory[place{r, start + int64(8*i), 8}] = all[i]
		}
		w.join4(all, r.Most)
		return w.memory[place{r, offset, 8}]
	}
	w.memory[place{r, offset, bytes}] = x
	return x
}

// join4 makes it a fact that a number of four words, all of them atoms or constants, is at
// most most.
func (w *words) join4(x [4]*word, most *big.Int) {
	f := &fact{most: most}
	for i := range x {
		high := floor(most, uint(64*i))
		if c, ok := w.Value(x[i]); ok {
			b := new(big.Int).SetUint64(c)
			f.atoms[i] = w.atom(atom{lo: b, hi: b})
			continue
		}
		a := w.name(x[i])
		if w.atoms[a].fact != nil {
			def := x[i].form
			a = w.atom(atom{lo: x[i].lo, hi: x[i].hi, def: &def, low: x[i], bit: x[i].hi.Cmp(one) <= 0})
			x[i].form = variable(a)
		}
		x[i].hi = atMost(x[i].hi, high)
		w.atoms[a].hi = atMost(w.atoms[a].hi, x[i].hi)
		w.atoms[a].fact, w.atoms[a].index = f, i
		f.atoms[i] = a
	}
}

var numberEnd = power(256)

// known returns the fact of which x are the words, or nil.
func (w *words) known(x [4]*word) *fact {
	var f *fact
	for i := range x {
		if x[i] == nil || x[i].base != nil {
			return nil
		}
		if c, ok := w.Value(x[i]); ok {
			if f != nil && w.atoms[f.atoms[i]].lo.Cmp(new(big.Int).SetUint64(c)) != 0 {
				return nil
			}
			continue
		}
		a := x[i].form.atom()
		if a == 0 || w.atoms[a].fact == nil || w.atoms[a].index != i || f != nil && w.atoms[a].fact != f {
			return nil
		}
		f = w.atoms[a].fact
	}
	return f
}

// largest returns a bound of the number of four words.
func (w *words) largest(x [4]*word) *big.Int {
	if f := w.known(x); f != nil {
		return f.most
	}
	n := number(x[0].form, x[1].form, x[2].form, x[3].form)
	box := number(constant(x[0].hi), constant(x[1].hi), constant(x[2].hi), constant(x[3].hi)).k
	if x[0].cases != 0 && !w.hasFact(n) {
		return box
	}
	return atMost(box, w.upper(n, nil, &assumption{}, 5))
}

// hasFact reports whether there is a fact of an atom in f.
func (w *words) hasFact(f form) bool {
	for _, t := range f.terms {
		if w.atoms[t.m.b].fact != nil || w.atoms[t.m.a].fact != nil {
			return true
		}
	}
	return false
}

func (w *words) Store(address, x *word, bytes uint) {
	r, offset, known := w.at(address, "writes")
	if r.Constant != nil || r == nowhere {
		panic(w.here("writes to %s", r.Name))
	}
	if !known {
		panic(w.here("writes at an unknown place of %s", r.Name))
	}
	if x.base == nil {
		w.use(x)
	}
	if !r.own {
		// Arguments may overlap: what has been read of others may not be there any more.
		for p := range w.memory {
			if !p.region.own && p.region != r && (!r.Scratch && !p.region.Scratch || r.origin() == p.region.origin()) {
				delete(w.memory, p)
			}
		}
		if r.Words == 1 && (bytes != 8 || x.hi.Cmp(r.most(offset)) > 0 || r.Rest != nil && r.unknown) {
			w.report(w.here("writes a word that may be %s to %s, whose words there are at most %s", text(x.hi), r.Name, text(r.most(offset))))
		}
		if r.Words == 4 && r.unknown {
			w.report(w.here("writes to an unknown place of %s, whose numbers are at most %s", r.Name, text(r.Most)))
		}
		if r.unknown {
			w.forget(r)
			return
		}
		if b := r.Bytes; len(b) > 0 && b[(offset%int64(len(b))+int64(len(b)))%int64(len(b))].Pointer != nil {
			panic(w.here("writes over an address in %s", r.Name))
		}
	}
	for o := offset - 7; o < offset+int64(bytes); o++ {
		for _, size := range []uint{1, 4, 8} {
			if o+int64(size) > offset {
				delete(w.memory, place{r, o, size})
			}
		}
	}
	w.memory[place{r, offset, bytes}] = x
	if bytes != 8 || w.now.alone {
		w.row = 0
		return
	}
	if w.row > 0 && w.last.region == r && w.last.offset == offset-8 {
		w.row++
	} else {
		w.row = 1
	}
	w.last = place{r, offset, 8}
	if r.Words == 4 && !r.own {
		// All words of a number are written, one after the other.
		if (w.row-1)%4 != int(offset>>3&3) {
			w.report(w.here("writes a part of a number to %s, whose numbers are at most %s", r.Name, text(r.Most)))
		}
		w.parts[r] = w.row%4 != 0
	}
	if w.row%4 == 0 {
		w.stored(r, offset-24)
	}
}

// stored names the four words from an offset on: a number, of which the bound is kept.
func (w *words) stored(r *Region, offset int64) {
	var x [4]*word
	constants := 0
	for i := range x {
		x[i] = w.memory[place{r, offset + int64(8*i), 8}]
		if x[i].base != nil {
			return
		}
		if x[i].form.isConstant() {
			constants++
		}
	}
	var b *big.Int
	if constants < 4 && w.known(x) == nil {
		b = w.largest(x)
		if b.Cmp(numberEnd) < 0 && bigMinus(numberEnd, b).Cmp(one) > 0 {
			w.join4(x, b)
		} else {
			for i := range x {
				if !x[i].form.isConstant() {
					w.name(x[i])
				}
			}
		}
	}
	if r.Words == 4 && !r.own && offset&31 == 0 {
		if b = w.largest(x); b.Cmp(r.Most) > 0 {
			w.report(w.here("writes a number that may be %s to %s, whose numbers are at most %s", text(b), r.Name, text(r.Most)))
		}
	}
}

// with returns s where a bit, or another small number, is known.
func (w *words) with(s *state, a int32, value *big.Int) *state {
	known := map[*word]*word{}
	with := func(x *word) *word {
		if x == nil || !x.form.has(a) && (x.signed == nil || !x.signed.has(a)) {
			return x
		}
		if known[x] == nil {
			z := &word{base: x.base, form: x.form.with(a, value), lo: x.lo, hi: x.hi, lost: x.lost}
			if z.form.isConstant() && z.base == nil {
				z.lo, z.hi = z.form.value(), z.form.value()
			}
			if x.signed != nil {
				f := x.signed.with(a, value)
				z.signed, z.slo, z.shi = &f, x.slo, x.shi
				if f.isConstant() {
					z = w.Const(uint64(f.value().Int64()))
				}
			}
			known[x] = z
		}
		return known[x]
	}
	c := s.clone()
	for p, x := range c.memory {
		c.memory[p] = with(x)
	}
	for i := range c.m.R {
		c.m.R[i] = with(c.m.R[i])
	}
	return c
}

// A slot is a general register, a word of a vector register, or a place in memory.
type slot struct {
	register int // from 16 on, words of vectors; -1 for memory
	place    place
}

func (s *state) get(at slot) *word {
	if at.register < 0 {
		return s.memory[at.place]
	}
	if at.register >= 16 {
		r := (at.register - 16) / 8
		if s.m.HasV>>r&1 == 0 {
			return nil
		}
		return s.m.V[r][at.register&7]
	}
	if s.m.HasR>>at.register&1 == 0 {
		return nil
	}
	return s.m.R[at.register]
}

func (s *state) put(at slot, x *word) {
	switch {
	case at.register < 0:
		s.memory[at.place] = x
	case at.register >= 16:
		s.m.V[(at.register-16)/8][at.register&7] = x
	default:
		s.m.R[at.register] = x
	}
}

// numbers returns where numbers are of which there are facts.
func (w *words) numbers(s *state, found [][4]slot) [][4]slot {
	add := func(slots [4]slot) {
		if !slices.Contains(found, slots) {
			found = append(found, slots)
		}
	}
	for r := range s.m.V {
		if s.m.HasV>>r&1 == 0 {
			continue
		}
		for half := 0; half < 8; half += 4 {
			x := [4]*word(s.m.V[r][half:])
			if x[0].cases != 0 && x[1].cases != 0 && x[2].cases != 0 && x[3].cases != 0 || w.known(x) != nil {
				first := 16 + 8*r + half
				add([4]slot{{register: first}, {register: first + 1}, {register: first + 2}, {register: first + 3}})
			}
		}
	}
	parts := map[*fact][4][]slot{}
	var facts []*fact
	see := func(at slot, x *word) {
		if x.base != nil {
			return
		}
		if a := x.form.atom(); a != 0 && w.atoms[a].fact != nil {
			f := w.atoms[a].fact
			list, old := parts[f]
			if !old {
				facts = append(facts, f)
			}
			list[w.atoms[a].index] = append(list[w.atoms[a].index], at)
			parts[f] = list
		}
	}
	for _, p := range s.places() {
		if p.bytes == 8 {
			see(slot{-1, p}, s.memory[p])
		}
	}
	for i, x := range s.m.R {
		if s.m.HasR>>i&1 == 1 {
			see(slot{register: i}, x)
		}
	}
	for _, f := range facts {
		list := parts[f]
		for i := range list {
			for _, at := range list[i] {
				if at.register >= 0 {
					continue
				}
				all := [4]slot{}
				ok := true
				for j := range all {
					all[j] = slot{-1, place{at.place.region, at.place.offset + int64(8*(j-i)), 8}}
					ok = ok && s.memory[all[j].place] != nil
				}
				if ok && w.known([4]*word{s.get(all[0]), s.get(all[1]), s.get(all[2]), s.get(all[3])}) != nil {
					add(all)
				}
			}
		}
		if len(list[0]) > 0 && len(list[1]) > 0 && len(list[2]) > 0 && len(list[3]) > 0 {
			all := [4]slot{list[0][0], list[1][0], list[2][0], list[3][0]}
			registers := true
			for i := range all {
				for _, at := range list[i] {
					if at.register >= 0 && (all[i].register < 0 || at.register < all[i].register) {
						all[i] = at
					}
				}
				registers = registers && all[i].register >= 0
			}
			if registers {
				add(all)
			}
		}
	}
	return found
}

// patience returns how often paths meet at a label before what is known there becomes anything.
func (w *words) patience() int {
	if w.doubles { // where small numbers are followed one by one
		return 16 * 60
	}
	return 60
}

// meet makes s hold what may be in s or in t, at a label, for the visits-th time, and reports
// whether that changed s.
func (w *words) meet(s, t *state, label any, visits int) (changed bool) {
	w.now = instruction{}
	found := w.numbers(t, w.numbers(s, nil))
	type wanted struct {
		slots [4]slot
		most  *big.Int
	}
	var all []wanted
	for _, slots := range found {
		var x, y [4]*word
		ok, same := true, true
		for i, at := range slots {
			x[i], y[i] = s.get(at), t.get(at)
			ok = ok && x[i] != nil && y[i] != nil && x[i].base == nil && y[i].base == nil
			same = same && x[i] == y[i]
		}
		if ok && !same {
			all = append(all, wanted{slots, atLeast(w.largest(x), w.largest(y))})
		}
	}
	facts := map[*fact]bool{}
	for _, slots := range found {
		var x [4]*word
		ok := true
		for i, at := range slots {
			x[i] = s.get(at)
			ok = ok && x[i] != nil && t.get(at) != nil && t.get(at).base == nil
		}
		if ok {
			facts[w.known(x)] = true
		}
	}
	j := &joiner{words: w, facts: facts, label: label, widen: visits > w.patience(), pairs: map[[2]*word]*word{}, kept: map[*word]*word{}}
	if x86.Join(&s.m, &t.m, j.join) {
		changed = true
	}
	for _, p := range s.places() {
		x := s.memory[p]
		y, ok := t.memory[p]
		if !ok {
			delete(s.memory, p)
			changed = true
		} else if z := j.join(x, y); z != x {
			s.memory[p] = z
			changed = true
		}
	}
	for _, r := range j.forget {
		s.forget(r)
	}
	s.row = 0
	for _, a := range all {
		var x [4]*word
		ok := true
		for i, at := range a.slots {
			x[i] = s.get(at)
			ok = ok && x[i] != nil
		}
		if !ok {
			continue
		}
		limit := bigMinus(numberEnd, one)
		if j.widen || a.most.Cmp(limit) > 0 {
			a.most = limit
		}
		if f := w.known(x); f == nil && a.most.Cmp(limit) == 0 || f != nil && f.most.Cmp(a.most) >= 0 {
			continue
		}
		// Numbers of their own.
		for i, at := range a.slots {
			if !x[i].form.isConstant() {
				old := x[i]
				x[i] = j.fresh(old.lo, old.hi)
				x[i].grown, x[i].oneOf = old.grown, []*word{old}
				s.put(at, x[i])
			}
		}
		if a.most.Cmp(limit) < 0 {
			w.join4(x, a.most)
		}
		changed = true
	}
	return changed
}

// A joiner joins words at a label.
type joiner struct {
	*words
	label  any
	widen  bool
	forget []*Region
	// Words that are the same in several places stay the same if they are in the other state.
	pairs map[[2]*word]*word
	kept  map[*word]*word
	facts map[*fact]bool // that are looked at
}

func (j *joiner) fresh(lo, hi *big.Int) *word {
	x := j.words.fresh(lo, hi)
	x.label = j.label
	return x
}

// join returns what may be x or y: x if y is no more.
func (j *joiner) join(x, y *word) *word {
	if x == y && x.label != j.label {
		return x
	}
	if x.base != nil || y.base != nil {
		if x == y {
			return x
		}
		return j.addresses(x, y)
	}
	c, okx := j.Value(x)
	d, oky := j.Value(y)
	if okx && oky && c == d {
		return x
	}
	if z, ok := j.number(x, y); ok {
		if z != x {
			j.pairs[[2]*word{x, y}] = z
		}
		return z
	}
	if x.packed[0] != nil && y.packed[0] != nil {
		low, high := j.join(x.packed[0], y.packed[0]), j.join(x.packed[1], y.packed[1])
		if low == x.packed[0] && high == x.packed[1] {
			return x
		}
		return j.pack(low, high)
	}
	// What comes from this label stands for itself alone, where it is.
	factor := j.factor(x, y)
	if x.label == j.label && x.lo.Cmp(y.lo) <= 0 && x.hi.Cmp(y.hi) >= 0 && (x == y || x.form.atom() != 0 || factor.Cmp(one) > 0) && j.looksAt(x) {
		if old := j.kept[x]; old == nil || old == y {
			j.kept[x] = y
			if y != x && !slices.Contains(x.oneOf, y) {
				x.oneOf = append(x.oneOf, y)
			}
			return x
		}
	}
	if z := j.pairs[[2]*word{x, y}]; z != nil {
		return z
	}
	grown := 0
	if x.label == j.label {
		if grown = x.grown; y.lo.Cmp(x.lo) < 0 || y.hi.Cmp(x.hi) > 0 {
			grown++
		}
	}
	var z *word
	switch {
	case j.widen || grown > 4:
		z = j.fresh(zero, maxWord)
	case factor.Cmp(one) > 0:
		lo, hi := atMost(x.lo, y.lo), atLeast(x.hi, y.hi)
		part := j.fresh(new(big.Int).Div(lo, factor), new(big.Int).Div(hi, factor))
		z = &word{form: part.form.times(factor), lo: lo, hi: hi, label: j.label}
	case grown > 3:
		// More than it has to be, so that it need not grow again.
		n := (uint(atLeast(x.hi, y.hi).BitLen()) + 7) &^ 7
		z = j.fresh(zero, new(big.Int).Sub(power(n), one))
	default:
		z = j.fresh(atMost(x.lo, y.lo), atLeast(x.hi, y.hi))
	}
	z.grown, z.oneOf = grown, []*word{x, y}
	j.pairs[[2]*word{x, y}] = z
	return z
}

// looksAt reports whether there is no fact about x but one that is compared.
func (j *joiner) looksAt(x *word) bool {
	f := j.atoms[x.form.atom()].fact
	return f == nil || j.facts[f]
}

// factor returns a constant of which x and y are known to be multiples, because each is that times
// an atom, or 1.
func (j *joiner) factor(x, y *word) *big.Int {
	f, g := x.form, y.form
	if len(f.terms) != 1 || len(g.terms) != 1 || f.shift != 0 || g.shift != 0 || f.k.Sign() != 0 || g.k.Sign() != 0 ||
		f.terms[0].c.Sign() < 0 || f.terms[0].c.Cmp(g.terms[0].c) != 0 {
		return one
	}
	return f.terms[0].c
}

func (j *joiner) addresses(x, y *word) *word {
	if x.base == nowhere {
		return x
	}
	if x.base == nil || y.base == nil || x.base.origin() != y.base.origin() || x.base.own {
		if x.base == y.base && x.form.isConstant() && y.form.isConstant() && x.form.value().Cmp(y.form.value()) == 0 {
			return x
		}
		return &word{form: constant(zero), lo: zero, hi: maxWord, base: nowhere}
	}
	offset, other := x.form.value(), y.form.value()
	if x.base == y.base && offset.Cmp(other) == 0 {
		return x
	}
	unknown := x.base.unknown || y.base.unknown
	if n := x.base.size(); n > 0 && new(big.Int).Mod(bigMinus(offset, other), big.NewInt(n)).Sign() == 0 {
		offset = new(big.Int).Mod(offset, big.NewInt(n))
	} else {
		unknown = true
	}
	if x.base.made == j.label && (x.base.unknown || !unknown) {
		j.forget = append(j.forget, x.base)
		return x
	}
	return &word{form: constant(offset), lo: zero, hi: maxWord, base: j.somewhere(x.base, j.label, unknown)}
}
