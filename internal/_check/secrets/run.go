// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrets

import (
	"slices"
	"sort"

	"secant.example/internal/_check/x86"
)

// An Argument of a routine, as the assembler lays them out.
type Argument struct {
	Secret  bool
	Pointer *Region // nil for a number
}

// An analysis follows one routine and what it calls.
type analysis struct {
	program *x86.Program
	symbols map[string]*Region
	frames  map[*x86.Text]*Region
	found   map[x86.Error]bool
	reached map[*x86.Text][]bool
	change  *Change // nil for none
	depth   int     // of calls
}

// A Change is another instruction in the place of one.
type Change struct {
	Text  *x86.Text
	Index int
	New   *x86.Instruction
}

// A state is what is known at a place.
type state struct {
	m x86.Machine[Word]
	w words
}

func (a *analysis) clone(s *state) *state {
	c := &state{m: s.m, w: s.w}
	c.w.memory = s.w.memory.clone()
	a.bind(c)
	return c
}

// bind makes the machine of s use its own memory.
func (a *analysis) bind(s *state) {
	s.m.Domain = &s.w
	s.w.here = s.m.Here
	s.w.report = a.report
	s.m.SymbolBase = a.symbol
}

func (a *analysis) report(e *x86.Error) { a.found[*e] = true }

func (a *analysis) symbol(name string) Word { return Word{base: a.symbols[name], bounded: true} }

var meanings = x86.Meanings[Word]()

// Check returns what is wrong with a routine whose arguments are these, and which
// instructions of it and of the routines that it calls may be done at all.
func Check(p *x86.Program, name string, arguments []Argument) (found []*x86.Error, reached map[*x86.Text][]bool) {
	a := newAnalysis(p)
	a.check(name, arguments)
	for e := range a.found {
		found = append(found, &e)
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Line < found[j].Line })
	return found, a.reached
}

// Same reports whether a routine with that change, whatever its arguments are, does on all paths the same jumps at the
// same addresses and leaves the same in the memory of its arguments. What differs is followed as secrets are.
func Same(p *x86.Program, name string, arguments []Argument, change *Change) bool {
	a := newAnalysis(p)
	a.change = change
	for i := range arguments {
		arguments[i].Secret = false
		arguments[i].Pointer = arguments[i].Pointer.open(map[*Region]*Region{})
	}
	end, list := a.check(name, arguments)
	if len(a.found) > 0 {
		return false
	}
	for _, x := range end.w.memory.words[list] {
		if x.secret {
			return false
		}
	}
	return !end.m.R[x86.BP].secret
}

// open returns r with nothing secret in it, and where nothing may be stored that is.
func (r *Region) open(done map[*Region]*Region) *Region {
	if r == nil || done[r] != nil {
		return done[r]
	}
	z := &Region{Name: r.Name, Public: true, Bytes: slices.Clone(r.Bytes)}
	done[r] = z
	for i := range z.Bytes {
		z.Bytes[i].Secret = false
		z.Bytes[i].Pointer = z.Bytes[i].Pointer.open(done)
	}
	return z
}

func newAnalysis(p *x86.Program) *analysis {
	a := &analysis{program: p, symbols: map[string]*Region{}, frames: map[*x86.Text]*Region{},
		found: map[x86.Error]bool{}, reached: map[*x86.Text][]bool{}}
	for name, d := range p.Data {
		a.symbols[name] = &Region{Name: name, Constant: d.Bytes}
	}
	a.symbols[x86.Features] = &Region{Name: "cpu.X86", Bytes: make([]Byte, 3)}
	return a
}

// check follows a routine from its start, and returns what holds at its end, and where the arguments are.
func (a *analysis) check(name string, arguments []Argument) (end *state, list *Region) {
	t := a.program.Texts[name]
	s := &state{w: words{memory: newMemory()}}
	list = &Region{Name: "the arguments", Size: t.ArgumentSize}
	held := map[int64]Word{}
	for i, argument := range arguments {
		x := unknown(argument.Secret)
		if argument.Pointer != nil {
			x = Word{base: argument.Pointer, bounded: true}
		}
		held[int64(8*i)] = x
	}
	s.w.memory.words[list] = held
	s.m.ArgumentBase = Word{base: list, bounded: true}
	a.bind(s)
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *x86.Error:
			a.report(e)
		default:
			panic(e)
		}
	}()
	return a.run(t, s), list
}

// step does an instruction, and marks what a change of it changes.
func (a *analysis) step(s *state, t *x86.Text, i int) {
	in := &t.Instructions[i]
	if a.change == nil || a.change.Text != t || a.change.Index != i {
		s.m.Step(in, meanings)
		return
	}
	// The other instruction may have a fault of its own.
	other := a.clone(s)
	other.m.Step(a.change.New, meanings)
	a.bind(s)
	ok := x86.Change(&s.m, in, a.change.New, meanings, func(_ Word, known bool, value, other uint64, same uint) Word {
		if known {
			return two(value, other)
		}
		return Word{secret: true, step: 1, clean: uint8(same)}
	})
	if !ok {
		panic(s.m.Here("leaves other memory"))
	}
}

// run follows t from its start, where s holds, and returns what holds where it returns.
func (a *analysis) run(t *x86.Text, s *state) *state {
	a.depth++
	defer func() { a.depth-- }()
	frame := a.frames[t]
	if frame == nil {
		frame = &Region{Name: "the frame of " + t.Name, Size: t.FrameSize}
		a.frames[t] = frame
		a.reached[t] = make([]bool, len(t.Instructions))
	}
	outerText, outerFrame, outerBP, hadBP := s.m.Text, s.m.FrameBase, s.m.R[x86.BP], s.m.HasR>>x86.BP&1
	s.m.Text, s.m.FrameBase = t, Word{base: frame, bounded: true}

	// What holds before the first instruction, and where jumps go.
	labels, at := map[int]bool{}, map[x86.Head]*state{{}: s}
	counters := t.Counters()
	for i := range t.Instructions {
		if in := &t.Instructions[i]; in.Control() != "" && in.Control() != "CALL" && in.Control() != "RET" {
			labels[in.Target] = true
		}
	}
	var end *state
	todo := []x86.Head{{}}
	meet := func(i int, s *state) {
		h := s.m.Head(i, counters)
		if at[h] == nil {
			at[h] = a.clone(s)
		} else {
			registers := x86.Join(&at[h].m, &s.m, widen)
			if memory := at[h].w.memory.join(&s.w.memory); !registers && !memory {
				return
			}
		}
		todo = append(todo, h)
	}
	for len(todo) > 0 {
		h := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s, i := a.clone(at[h]), h.Index
	block:
		for {
			in := &t.Instructions[i]
			a.reached[t][i] = true
			s.m.At(in)
			i++
			switch c := in.Control(); c {
			case "":
				a.step(s, t, i-1)
			case "RET":
				if a.depth == 1 {
					s.m.CheckReturn()
				}
				if end == nil {
					end = a.clone(s)
				} else {
					x86.Join(&end.m, &s.m, widen)
					end.w.memory.join(&s.w.memory)
				}
				break block
			case "CALL":
				s = a.run(a.program.Texts[in.Operands[0].Name], s)
				s.m.Forget()
			case "JMP":
				meet(in.Target, s)
				break block
			default:
				bit := s.m.Condition(c)
				if bit.secret {
					a.report(s.m.Here("jumps by a condition that depends on a secret"))
				}
				if !bit.is(0) {
					meet(in.Target, s)
				}
				if bit.is(1) {
					break block
				}
			}
			if labels[i] {
				meet(i, s)
				break
			}
		}
	}
	if end == nil {
		panic(&x86.Error{File: t.File, Line: t.Line, Message: t.Name + " never returns"})
	}
	delete(end.w.memory.words, frame)
	if t.KeepsBP() {
		end.m.R[x86.BP] = outerBP
		end.m.HasR = end.m.HasR&^(1<<x86.BP) | hadBP<<x86.BP
	}
	end.m.Text, end.m.FrameBase = outerText, outerFrame
	a.bind(end)
	return end
}
