// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"maps"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A number is low if it is at most 2^256 - fold. Whether it is belongs to its place, and to
// a moment: so it is not said by the code that uses the number, but followed through the
// instructions that have been written.
//
//   - The arithmetic says that its result is low, in the result registers; a copy is if what
//     is copied is; and the author of a routine may say so of what it gets (assume).
//   - Any other instruction that writes to the place, or to the pointer to it, ends that.
//   - Where paths meet, at a label, a number is low if it is on all of them. Of a jump
//     backwards nothing is known when its label is written: what is low there must be so at
//     the jump, or the author names what is (head).
//   - A call ends all, but what the called routine leaves low (routine).
//
// What is not low may be any integer below 2^256: to know less is always right.
type bounds struct {
	function *ir.Function
	seen     int // nodes that have been followed
	low      set
	reached  bool           // whether control gets here
	labels   map[string]set // what is low at labels
	jumps    map[string][]set
	heads    map[string][]number
	calls    map[string][]number // what is low after a call
	leaves   []number            // what must be low at a return
	exposed  bool                // there is a pointer to local memory
	separate []reg.Register      // pointers to memory that does not overlap
}

type set = map[number]bool

func (a *asm) startBounds(leaves []number) {
	a.bounds = bounds{
		low: set{}, reached: true, labels: map[string]set{}, jumps: map[string][]set{},
		heads: map[string][]number{}, calls: a.calls, leaves: leaves,
	}
}

// isLow reports whether x is low.
func (a *asm) isLow(x number) bool {
	a.follow()
	return a.bounds.low[x]
}

// setLow says that x is low if low.
func (a *asm) setLow(x number, low bool) {
	a.follow()
	delete(a.bounds.low, x)
	if m, ok := x.limb[0].(operand.Mem); low && (!ok || m.Index == nil) {
		a.bounds.low[x] = true
	}
}

// assume says that x is low, for a reason that the arithmetic does not see.
func (a *asm) assume(x number, reason string) {
	if reason == "" {
		panic("an assumption needs a reason")
	}
	a.setLow(x, true)
}

// head is Label where a jump backwards goes to that does not come with all that is low
// before the loop: only the numbers named are low there.
func (a *asm) head(label string, low ...number) {
	a.follow()
	a.bounds.heads[label] = append(make([]number, 0, 1), low...)
	a.Label(label)
}

// distinct says that the memory that the registers point to, as far as it is used, does
// not overlap.
func (a *asm) distinct(pointers ...reg.Register) { a.bounds.separate = pointers }

// follow follows the instructions that have been written since the last time.
func (a *asm) follow() {
	b := &a.bounds
	if b.function == nil {
		file, _ := a.Result()
		for _, s := range file.Sections {
			if f, ok := s.(*ir.Function); ok {
				b.function = f
			}
		}
	}
	for ; b.seen < len(b.function.Nodes); b.seen++ {
		switch n := b.function.Nodes[b.seen].(type) {
		case ir.Label:
			b.label(string(n))
		case *ir.Instruction:
			b.instruction(n)
		}
	}
}

// fail ends the program.
func (b *bounds) fail(format string, args ...any) {
	panic(b.function.Name + ": " + fmt.Sprintf(format, args...))
}

// label meets the paths to a label.
func (b *bounds) label(name string) {
	if _, ok := b.labels[name]; ok {
		b.fail("the label %s is there twice", name)
	}
	paths := b.jumps[name]
	if b.reached {
		paths = append(paths, b.low)
	}
	meet := set{}
	if head, ok := b.heads[name]; ok {
		for _, x := range head {
			meet[x] = true
		}
		for _, p := range paths {
			b.check(name, meet, p)
		}
	} else if len(paths) > 0 {
		meet = maps.Clone(paths[0])
		for x := range paths[0] {
			for _, p := range paths[1:] {
				if !p[x] {
					delete(meet, x)
				}
			}
		}
	}
	b.labels[name] = meet
	b.low = maps.Clone(meet)
	b.reached = true
}

// check ends the program unless all that is promised is low.
func (b *bounds) check(where string, promised, low set) {
	for x := range promised {
		if !low[x] {
			b.fail("the number at %s is not low on every path to %s: write head and not Label", x.limb[0].Asm(), where)
		}
	}
}

func (b *bounds) instruction(i *ir.Instruction) {
	switch {
	case i.IsBranch:
		target := i.TargetLabel()
		if target == nil {
			b.fail("a jump without a label")
		}
		if promised, ok := b.labels[string(*target)]; ok {
			b.check(string(*target), promised, b.low)
		} else {
			b.jumps[string(*target)] = append(b.jumps[string(*target)], maps.Clone(b.low))
		}
		b.reached = b.reached && i.IsConditional
	case i.IsTerminal:
		for _, x := range b.leaves {
			b.check("a return", set{x: true}, b.low)
		}
		b.reached = false
	case i.Opcode == "CALL":
		b.low = set{}
		for _, x := range b.calls[i.Operands[0].Asm()] {
			b.low[x] = true
		}
	case i.Opcode == "LEAQ" && isLocal(i.Operands[0].(operand.Mem)):
		b.exposed = true
		fallthrough
	default:
		size := 8
		for _, op := range i.Operands {
			if r, ok := op.(reg.Register); ok {
				size = max(size, int(r.Size()))
			}
		}
		for _, op := range i.Outputs {
			switch op := op.(type) {
			case operand.Mem:
				b.wrote(op, size)
			case reg.Register:
				b.wroteRegister(op)
			}
		}
	}
}

func isLocal(m operand.Mem) bool { return m.Base == reg.StackPointer }

// wroteRegister forgets the numbers in r, and at r.
func (b *bounds) wroteRegister(r reg.Register) {
	for x := range b.low {
		for _, limb := range x.limb {
			for _, used := range operand.Registers(limb) {
				if used.ID() == r.ID() {
					delete(b.low, x)
				}
			}
		}
	}
}

// wrote forgets the numbers that overlap with bytes in memory.
func (b *bounds) wrote(m operand.Mem, size int) {
	for x := range b.low {
		for _, limb := range x.limb {
			if l, ok := limb.(operand.Mem); ok && b.overlap(l, m, size) {
				delete(b.low, x)
			}
		}
	}
}

// overlap reports whether a word and some bytes may overlap.
func (b *bounds) overlap(word, m operand.Mem, size int) bool {
	if word.Base != m.Base {
		local := isLocal(word) || isLocal(m)
		return !(local && !b.exposed) && !(b.isSeparate(word.Base) && b.isSeparate(m.Base))
	}
	return m.Index != nil || word.Disp < m.Disp+size && m.Disp < word.Disp+8
}

func (b *bounds) isSeparate(r reg.Register) bool {
	for _, s := range b.separate {
		if s == r {
			return true
		}
	}
	return false
}
