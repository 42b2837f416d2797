// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bounds follows the bounds of numbers through assembly, for all arguments, on all paths
// at once: where paths meet, at the head of a loop too, what holds on all of them is kept, until
// nothing changes.
//
// A word is a form: an integer polynomial of degree 2 in atoms, divided by a power of two (form.go). An atom is
// an unknown word, a low half of a product, a sum of which the carry is not known, a bit. If
// x + y may be 2^64 or more, the sum is a new atom s, and its carry is the form (x + y - s)/2^64; the high half
// of a product is (x·y - low)/2^64. So the carry out of a number of many limbs is a form in which
// all but the numbers themselves cancel, and its bound is that of the whole number. Where a mask is made of a carry, that
// becomes an atom of its own, a bit; a bound is then shown for 0 and for 1, with what the
// definition of the bit says of the other atoms (prove.go). Four words stored one after the other are a
// number, of which a bound is kept as a fact (memory.go). Signed numbers are words that are a small
// integer modulo 2^64 as well (words.go).
package bounds

import (
	"cmp"
	"math/big"
	"slices"

	"secant.example/internal/_check/x86"
)

// A Fact is what was found of an instruction, over all that it may be done with.
type Fact struct {
	Done bool
	// Of a sum or difference: whether its carry, or borrow, may be 0, and whether it may
	// be 1. If neither is set, there was none to find.
	Zero, One bool
	// Of a shift, of an unsigned product of which only the low word is kept, of the sums of half words, and of the factors of a vector
	// product, which have few bits: whether it may keep all of the number, and whether it may lose some. Those with the
	// index 1 are of the second factor.
	// Of a sum whose carry nobody reads, of a number with a sign and one without: whether it may be right,
	// so that there is a carry if the former is negative, and whether that may be not shown.
	Exact, Loses [2]bool
	// Of an instruction that adds the carry to something: whether that may be 1.
	CarryIn bool
	// Of lanes of vectors: whether a sum may have more than 32 bits, or a factor more than 31.
	Long bool
}

// Or returns what may be if either is what was found.
func (f Fact) Or(g Fact) Fact {
	for i := range f.Exact {
		f.Exact[i], f.Loses[i] = f.Exact[i] || g.Exact[i], f.Loses[i] || g.Loses[i]
	}
	return Fact{f.Done || g.Done, f.Zero || g.Zero, f.One || g.One, f.Exact, f.Loses, f.CarryIn || g.CarryIn, f.Long || g.Long}
}

// An Argument of a routine, as the assembler lays them out.
type Argument struct {
	Pointer     *Region  // nil for a number
	Value       *uint64  // of a number that is one of a few: this one
	Least, Most *big.Int // of a number with bounds
}

// A Result is what was found of a routine and of those that it calls.
type Result struct {
	Found []*x86.Error
	Facts map[*x86.Text][]Fact
}

// Options of an analysis.
type Options struct {
	// Deep says to try hard to show that a carry is 0 where it is only added to a word, too: that
	// finds instructions that nobody needs, and takes longer.
	Deep bool
	// First says to stop at the first finding, of a routine of which there should be none.
	First bool

	changes map[*x86.Text]map[int][]*Change // to compare with, where they are
}

// enough is what stops an analysis.
type enough struct{}

// An analysis follows one routine and what it calls.
type analysis struct {
	program *x86.Program
	words   *words
	symbols map[string]*Region
	frames  map[*x86.Text]*Region
	found   map[x86.Error]bool
	static  map[*x86.Text][]instruction
	facts   map[*x86.Text][]Fact
	options Options
	calls   int
}

var meanings = x86.Meanings[*word]()

// Check follows a routine whose arguments are these, on all paths.
func Check(p *x86.Program, name string, arguments []Argument, options Options) *Result {
	a := &analysis{program: p, symbols: map[string]*Region{}, frames: map[*x86.Text]*Region{}, found: map[x86.Error]bool{},
		static: map[*x86.Text][]instruction{}, facts: map[*x86.Text][]Fact{}, options: options}
	w := &words{doubles: p.Doubles(name), losses: map[*word]bool{}, spots: map[spot]*Region{}, parts: map[*Region]bool{}}
	w.atoms = make([]atom, 1)
	following := false
	w.report = func(e *x86.Error) {
		a.found[*e] = true
		if options.First && following {
			panic(enough{})
		}
	}
	w.here = func(format string, args ...any) *x86.Error { return w.m.Here(format, args...) }
	a.words = w
	for name, d := range p.Data {
		a.symbols[name] = &Region{Name: name, Constant: d.Bytes}
	}
	a.symbols[x86.Features] = &Region{Name: "cpu.X86", Bytes: make([]Byte, 1)}

	t := p.Texts[name]
	s := &state{memory: map[place]*word{}}
	list := &Region{Name: "the arguments", own: true}
	for i, argument := range arguments {
		x := w.any()
		switch {
		case argument.Pointer != nil:
			x = &word{base: argument.Pointer, form: constant(zero), lo: zero, hi: maxWord}
		case argument.Value != nil:
			x = w.Const(*argument.Value)
		case argument.Most != nil:
			x = w.fresh(argument.Least, argument.Most)
		}
		s.memory[place{list, int64(8 * i), 8}] = x
	}
	s.m.ArgumentBase = &word{base: list, form: constant(zero), lo: zero, hi: maxWord}
	a.bind(s)
	func() {
		defer func() {
			following = false
			switch e := recover().(type) {
			case nil, enough:
			case *x86.Error:
				w.report(e)
			default:
				panic(e)
			}
		}()
		following = true
		a.run(t, s)
	}()
	for r, partly := range w.parts {
		if partly {
			w.report(&x86.Error{File: t.File, Line: t.Line, Message: t.Name + ": writes a part of a number to " + r.Name})
		}
	}
	for x := range w.losses {
		for _, l := range x.losses {
			if x.isLost(l.from, map[*word]bool{}) {
				w.report(l.at)
			}
		}
	}
	r := &Result{Facts: a.facts}
	for e := range a.found {
		r.Found = append(r.Found, &e)
	}
	slices.SortFunc(r.Found, func(x, y *x86.Error) int {
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Message, y.Message))
	})
	return r
}

// bind makes s the state whose memory is meant.
func (a *analysis) bind(s *state) {
	a.words.state = s
	s.m.Domain = a.words
	s.m.SymbolBase = a.symbol
}

func (a *analysis) symbol(name string) *word {
	return &word{base: a.symbols[name], form: constant(zero), lo: zero, hi: maxWord}
}

// A meeting is a label in one run of a routine, in some rounds.
type meeting struct {
	s      *state
	visits int
}

// run follows t from its start, where s holds, and returns what holds where it returns.
func (a *analysis) run(t *x86.Text, s *state) *state {
	if a.static[t] == nil {
		a.static[t] = a.prepare(t)
		a.facts[t] = make([]Fact, len(t.Instructions))
		a.frames[t] = &Region{Name: "the frame of " + t.Name, own: true}
	}
	frame := a.frames[t]
	outerText, outerFrame, outerBP, hadBP := s.m.Text, s.m.FrameBase, s.m.R[x86.BP], s.m.HasR>>x86.BP&1
	s.m.Text, s.m.FrameBase = t, &word{base: frame, form: constant(zero), lo: zero, hi: maxWord}

	labels, at := map[int]bool{}, map[x86.Head]*meeting{}
	var counters []int
	if a.words.doubles { // which do one half of something after the other
		counters = t.Counters()
	}
	for i := range t.Instructions {
		in := &t.Instructions[i]
		if c := in.Control(); c != "" && c != "CALL" && c != "RET" {
			labels[in.Target] = true
		}
	}
	end := &meeting{}
	var todo []x86.Head
	meet := func(m *meeting, s *state) bool {
		m.visits++
		if m.s == nil {
			m.s = s.clone()
			return true
		}
		a.bind(m.s)
		if m.visits > a.words.patience()+140 {
			panic(&x86.Error{File: t.File, Line: t.Line, Message: t.Name + ": what is known at a label does not settle"})
		}
		return a.words.meet(m.s, s, m, m.visits)
	}
	arrive := func(i int, s *state) {
		h := s.m.Head(i, counters)
		if at[h] == nil {
			at[h] = &meeting{}
		}
		if meet(at[h], s) && !slices.Contains(todo, h) {
			todo = append(todo, h)
		}
	}
	var follow func(i int, s *state)
	follow = func(i int, s *state) {
		for {
			in := &t.Instructions[i]
			a.facts[t][i].Done = true
			a.bind(s)
			a.words.now = a.static[t][i]
			a.words.now.fact = &a.facts[t][i]
			s.m.At(in)
			switch c := in.Control(); c {
			case "":
				for _, c := range a.options.changes[t][i] {
					if !c.differs {
						a.compare(s, c)
					}
				}
				if number := a.step(s, in); number != 0 {
					least, most := a.words.atoms[number].lo, a.words.atoms[number].hi
					for c := most; c.Cmp(least) >= 0; c = bigMinus(c, one) {
						follow(i, a.words.with(s, number, c))
					}
					return
				}
			case "RET":
				meet(end, s)
				return
			case "CALL":
				s = a.run(a.program.Texts[in.Operands[0].Name], s)
				s.m.Forget()
			case "JMP":
				arrive(in.Target, s)
				return
			default:
				bit := s.m.Condition(c)
				value, known := a.words.Value(bit)
				if !known || value == 1 {
					arrive(in.Target, s)
				}
				if known && value == 1 {
					return
				}
			}
			i++
			if labels[i] {
				arrive(i, s)
				return
			}
		}
	}
	if labels[0] {
		arrive(0, s)
	} else {
		follow(0, s)
	}
	for len(todo) > 0 {
		// The first in the text, so that what comes before a label is done before it.
		slices.SortFunc(todo, func(x, y x86.Head) int { return cmp.Or(cmp.Compare(x.Index, y.Index), cmp.Compare(y.Rounds, x.Rounds)) })
		h := todo[0]
		todo = todo[1:]
		follow(h.Index, at[h].s.clone())
	}
	if end.s == nil {
		panic(&x86.Error{File: t.File, Line: t.Line, Message: t.Name + " never returns"})
	}
	s = end.s
	s.forget(frame)
	if t.KeepsBP() {
		s.m.R[x86.BP] = outerBP
		s.m.HasR = s.m.HasR&^(1<<x86.BP) | hadBP<<x86.BP
	}
	s.m.Text, s.m.FrameBase = outerText, outerFrame
	a.bind(s)
	return s
}

// step does an instruction, or returns the bit or small number that must be known first.
func (a *analysis) step(s *state, in *x86.Instruction) (number int32) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case choice:
			number = int32(e)
		default:
			panic(e)
		}
	}()
	s.m.Step(in, meanings)
	return 0
}

// prepare finds out what can be said of the instructions of t before they are followed.
func (a *analysis) prepare(t *x86.Text) []instruction {
	n := len(t.Instructions)
	all := make([]instruction, n)
	carry, overflow := dropped(t, x86.Carry), dropped(t, x86.Overflow)
	alone := slices.ContainsFunc(t.Instructions, func(in x86.Instruction) bool { return in.Op == "VPMULUDQ" })
	for i := range all {
		in := &t.Instructions[i]
		all[i] = instruction{Instruction: in, vector: in.Op[0] == 'V', alone: alone}
		switch in.Op {
		case "ADDQ", "ADCQ", "SUBQ", "SBBQ", "ADCXQ":
			all[i].drops = carry[i]
		case "ADOXQ":
			all[i].drops = overflow[i]
		case "VPADDQ", "VPSUBQ", "VPMADD52LUQ", "VPMADD52HUQ", "VPMULUDQ", "VPMULDQ":
			all[i].lanes = !alone || a.words.doubles
		case "NEGQ", "NEGL", "INCQ", "DECQ", "LEAQ":
			all[i].free = true
		}
		if a.options.Deep && !all[i].drops && in.Writes()&x86.Carry != 0 {
			// Is the carry only added to a word, or made a mask?
			for j := i + 1; j < n && t.Instructions[j].Control() == ""; j++ {
				next := &t.Instructions[j]
				if reads := next.Reads()&x86.Carry != 0; reads || next.Writes()&x86.Carry != 0 {
					from := &next.Operands[0]
					mask := next.Op == "SBBQ" && from.Kind == x86.General && *from == next.Operands[1]
					all[i].ends = reads && (mask || from.Kind == x86.Immediate && from.Value == 0)
					break
				}
			}
		}
	}
	return all
}

// dropped returns after which instructions a path leads to where the flag is overwritten, or to
// a return, on which nobody reads it.
func dropped(t *x86.Text, flag x86.FlagSet) []bool {
	n := len(t.Instructions)
	all := make([]bool, n)
	lost := func(i int) bool {
		in := &t.Instructions[i]
		switch {
		case in.Reads()&flag != 0:
			return false
		case in.Writes()&flag != 0:
			return true
		}
		return all[i]
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			in := &t.Instructions[i]
			yes := false
			switch c := in.Control(); c {
			case "RET", "CALL":
				yes = true
			case "JMP":
				yes = lost(in.Target)
			case "":
				yes = lost(i + 1)
			default:
				yes = lost(i+1) || lost(in.Target)
			}
			if yes != all[i] {
				all[i], changed = yes, true
			}
		}
	}
	return all
}
