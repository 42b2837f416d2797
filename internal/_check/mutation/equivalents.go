// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	"regexp"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Rule says of mutants that no call shows why they are equivalent.
type Rule struct {
	Name   string
	Reason string
	holds  func(a *analysis, m *Mutant) bool
}

// Rules are what was reviewed.
var Rules = []Rule{
	{"dead", "what the instruction sets, in its own form and in the other, is not read before it is set again",
		func(a *analysis, m *Mutant) bool { return a.dead(m.Index, m.Old()) && a.dead(m.Index, m.New) }},

	{"already there", "the register holds that constant already",
		func(a *analysis, m *Mutant) bool {
			old := m.Old()
			if old.Op != "MOVQ" && old.Op != "MOVL" || old.Operands[0].Kind != x86.Immediate || old.Operands[1].Kind != x86.General {
				return false
			}
			return a.holds(m.Index, old) && a.dead(m.Index, m.New)
		}},

	{"no carry", "the carry that it would add is always 0: on all paths the flags are those of a bitwise operation, or of " +
		"the end of a chain, whose carry the routine itself drops, and has to be 0 for that. That the latter ones are is for the bounds to show",
		func(a *analysis, m *Mutant) bool {
			switch m.Old().Op + " " + m.New.Op {
			case "ADDQ ADCQ", "SUBQ SBBQ", "ADCQ ADDQ", "SBBQ SUBQ":
			default:
				return false
			}
			for def := range a.carries[m.Index] {
				if def < 0 || !a.noCarry(def) {
					return false
				}
			}
			return true
		}},

	{"other chain", "both carries are 0 before it, and the next word takes both, so that it gets the same sum",
		func(a *analysis, m *Mutant) bool {
			if o, n := m.Old().Op, m.New.Op; o != "ADCXQ" && o != "ADOXQ" || n != "ADCXQ" && n != "ADOXQ" || o == n {
				return false
			}
			for def := range a.carries[m.Index] {
				if def < 0 || a.text.Instructions[def].Op != "XORL" {
					return false
				}
			}
			for i := m.Index - 1; a.text.Instructions[i].Op != "XORL"; i-- {
				if a.text.Instructions[i].Writes() != 0 {
					return false
				}
			}
			carry, overflow := a.next(m.Index, x86.Carry), a.next(m.Index, x86.Overflow)
			return carry != nil && overflow != nil && carry.Operands[1] == overflow.Operands[1]
		}},

	{"short number", "the number is below 2^31, so that 32 bits and 64 with zeros or its sign are the same: it is a constant, a count, or listed with its reason",
		func(a *analysis, m *Mutant) bool {
			if isSmall(m) {
				return true
			}
			old, in := m.Old(), m.New
			switch old.Op + " " + in.Op {
			case "MOVL MOVQ", "MOVQ MOVL", "ANDL ANDQ":
			default:
				return false
			}
			o := &old.Operands[0]
			return o.Kind == x86.Immediate && o.Value < 1<<31 && old.Operands[1].Kind == x86.General ||
				o.Kind == x86.Memory && o.Base == x86.Arguments && counts[o.Name]
		}},

	{"equal halves", "in a look-up, both halves of each word are the index, or the number of an entry, so that words are " +
		"equal if halves are, and a small number added to both carries nothing from one into the other",
		func(a *analysis, m *Mutant) bool {
			switch m.Old().Op + " " + m.New.Op {
			case "VPCMPEQD VPCMPEQQ", "VPADDD VPADDQ":
			default:
				return false
			}
			for i := range a.text.Instructions {
				if a.text.Instructions[i].Op == "VPBROADCASTD" {
					return true
				}
			}
			return false
		}},

	{"nothing beside the mask", "a | b&mask is (a | b)&mask, because a is a word shifted right until nothing is left beside the mask of 51 bits",
		func(a *analysis, m *Mutant) bool {
			old := m.Old()
			if m.Kind != Constant || old.Op != "VPTERNLOGQ" || old.Operands[0].Value != 0xa8 || m.New.Operands[0].Value != 0xf8 {
				return false
			}
			for i := m.Index - 1; i >= 0; i-- {
				in := &a.text.Instructions[i]
				if in.Control() != "" {
					return false
				}
				if n := len(in.Operands); n > 0 && in.Operands[n-1] == old.Operands[3] {
					return in.Op == "VPSRLQ" && in.Operands[0].Value >= 13
				}
			}
			return false
		}},

	{"which body", "a routine's bodies for several kinds of CPU compute the same, and this one's instructions every CPU has on the paths where it is done",
		func(a *analysis, m *Mutant) bool {
			features := func(i int) bool {
				in := &a.text.Instructions[i]
				return len(in.Operands) == 2 && in.Operands[0].Kind == x86.Memory && in.Operands[0].Name == x86.Features
			}
			return features(m.Index) || m.Index > 0 && features(m.Index-1) && (m.Old().Op == "JEQ" || m.Old().Op == "JNE")
		}},

	{"speed", "it keeps later instructions from being slow, and has no other effect that anyone sees",
		func(a *analysis, m *Mutant) bool { return m.Old().Op == "VZEROUPPER" }},

	{"same division steps", "package divsteps shows of it what it shows of the routine, and that is all that the routine leaves, for all arguments",
		func(a *analysis, m *Mutant) bool { return false }},
}

// SameDivsteps is the rule for mutants that package divsteps has followed: the judges' to find.
var SameDivsteps = &Rules[len(Rules)-1]

// small are numbers that are small for a reason of their own: in which routine, what stands for what, and why.
var small = []struct {
	routine, change *regexp.Regexp
	reason          string
}{
	{regexp.MustCompile(`^sqrN255$`), regexp.MustCompile(`^(MOVL fold\+24\(FP\), (BP|DX) for MOVQ|SARQ \$0x1, BP for SHRQ) `), "fold is at most 37302"},
	{regexp.MustCompile(`^ladder(IFMA)?$`), regexp.MustCompile(`^(MOVL (320|328|384|392)\(SP\), (AX|CX) for MOVQ|MOVL CX, AX for MOVQ|MOVL DX, (328|392)\(SP\) for MOVQ|MOVL bit\+24\(FP\), (AX|CX) for MOVQ|SARQ \$0x6, AX for SHRQ) `), "the place of a bit is below 256, and a bit is 0 or 1"},
	{regexp.MustCompile(`^select(Affine|Cached)$`), regexp.MustCompile(`^MOVL (index|negate)\+\d+\(FP\), \w+ for MOVQ `), "an index is at most 16, and what negates is 0 or 1"},
}

// isSmall reports whether m is in that list.
func isSmall(m *Mutant) bool {
	change := m.New.String() + " for " + m.Old().String()
	for i := range small {
		if small[i].routine.MatchString(m.Text.Name) && small[i].change.MatchString(change) {
			return true
		}
	}
	return false
}

// counts are the arguments that are numbers of steps and the like: the callers keep them small.
var counts = map[string]bool{"n": true, "count": true, "rounds": true, "t": true}

// An analysis is what rules need to know of a routine.
type analysis struct {
	text      *x86.Text
	flags     []x86.FlagSet
	registers []x86.RegisterSet
	targets   map[int]bool   // where jumps go
	carries   []map[int]bool // the instructions whose CF it may find, -1 for the caller's
}

// An Reviewer knows which mutants are equivalent.
type Reviewer struct{ analyses map[*x86.Text]*analysis }

// NewReviewer returns one that has seen nothing.
func NewReviewer() *Reviewer { return &Reviewer{map[*x86.Text]*analysis{}} }

// Equivalent returns the rule that m falls under, nil if there is none.
func (r *Reviewer) Equivalent(m *Mutant) *Rule {
	if m.Text == nil {
		return nil
	}
	a := r.analyses[m.Text]
	if a == nil {
		a = analyze(m.Text)
		r.analyses[m.Text] = a
	}
	for i := range Rules {
		if Rules[i].holds(a, m) {
			return &Rules[i]
		}
	}
	return nil
}

func analyze(t *x86.Text) *analysis {
	a := &analysis{text: t, flags: t.LiveFlags(), registers: t.LiveRegisters(), carries: make([]map[int]bool, len(t.Instructions))}
	a.targets = map[int]bool{}
	for i := range a.carries {
		a.carries[i] = map[int]bool{}
		if in := &t.Instructions[i]; len(in.Operands) == 1 && in.Operands[0].Kind == x86.Label {
			a.targets[in.Target] = true
		}
	}
	a.carries[0][-1] = true
	for changed := true; changed; {
		changed = false
		flow := func(from, to int) {
			add := func(def int) {
				if !a.carries[to][def] {
					a.carries[to][def], changed = true, true
				}
			}
			if t.Instructions[from].Writes()&x86.Carry != 0 {
				add(from)
				return
			}
			for def := range a.carries[from] {
				add(def)
			}
		}
		for i := range t.Instructions {
			switch in := &t.Instructions[i]; in.Control() {
			case "", "CALL":
				flow(i, i+1)
			case "JMP":
				flow(i, in.Target)
			case "RET":
			default:
				flow(i, i+1)
				flow(i, in.Target)
			}
		}
	}
	return a
}

// dead reports whether nothing that in, in the place of instruction i, does is used.
func (a *analysis) dead(i int, in *x86.Instruction) bool {
	if in.Dropped() {
		return true
	}
	u := in.Uses()
	return in.Control() == "" && !u.Stores && !u.Changes.Meets(a.registers[i]) && in.Writes()&a.flags[i] == 0
}

// holds reports whether what in, instruction i, sets its register to is there already, from the same
// instruction before it.
func (a *analysis) holds(i int, in *x86.Instruction) bool {
	register := in.Uses().Changes
	for i--; i >= 0 && !a.targets[i+1]; i-- {
		before := &a.text.Instructions[i]
		if before.Control() != "" {
			return false
		}
		if before.Uses().Changes.Meets(register) {
			return before.String() == in.String()
		}
	}
	return false
}

// noCarry reports whether the carry that instruction i leaves is 0: by what it does, or because it is
// dropped.
func (a *analysis) noCarry(i int) bool {
	in := &a.text.Instructions[i]
	switch in.Op {
	case "ANDQ", "ORQ", "XORQ", "ANDL", "ORL", "XORL", "ANDNQ", "TESTQ", "TESTL":
		return true
	case "CMPB", "CMPL", "CMPQ":
		o := &in.Operands[1]
		return o.Kind == x86.Immediate && o.Value == 0 // nothing is below 0
	case "ADDQ", "ADCQ", "SUBQ", "SBBQ", "ADCXQ", "IMUL3Q":
		return a.flags[i]&x86.Carry == 0
	}
	return false
}

// next returns the next instruction after i that reads one of flags, nil if something else writes it before.
func (a *analysis) next(i int, flags x86.FlagSet) *x86.Instruction {
	for i++; ; i++ {
		in := &a.text.Instructions[i]
		if in.Reads()&flags != 0 && strings.HasPrefix(in.Op, "AD") {
			return in
		}
		if in.Writes()&flags != 0 || in.Control() != "" {
			return nil
		}
	}
}
