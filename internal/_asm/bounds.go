// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A bound of a number belongs to its place, and to a moment: so it is not said by the code that
// uses the number, but followed through the instructions that have been written.
//
//   - The arithmetic says what bound its result has, in the result registers; a copy has that of
//     what is copied; and the author of a routine may say that what it gets is low (assume).
//   - Any other instruction that writes to the place, or to the pointer to it, ends that. An index
//     may lead anywhere, but for numbers of which it is said where (indexed).
//   - Where paths meet, at a label, a number has the bound that it has on all of them. Of a jump
//     backwards nothing is known when its label is written: the bounds there must hold at
//     the jump, or the author names what is low there (head).
//   - A call ends all, but what the called routine leaves low (routine).
//
// To know less is always right.
type bounds struct {
	function *ir.Function
	seen     int // nodes that have been followed
	known    set
	reached  bool           // whether control gets here
	labels   map[string]set // what is known at labels
	jumps    map[string][]set
	heads    map[string][]number
	calls    map[string][]number // what is low after a call
	leaves   []number            // what must be low at a return
	exposed  bool                // there is a pointer to local memory
	pairs    []operand.Mem       // numbers in local memory of which one, or the next, is chosen by an index
}

// A bound says how large a number may be. Each implies those before it.
type bound int

const (
	wholeBound   bound = iota // below 2^256
	lowBound                  // at most 2^256 - fold: the number is low
	productBound              // below 2^255 + 2^48, as products with a short fold leave it
)

// A set is the bounds that are known of numbers.
type set = map[number]bound

func (a *asm) startBounds(leaves []number) {
	a.bounds = bounds{
		known: set{}, reached: true, labels: map[string]set{}, jumps: map[string][]set{},
		heads: map[string][]number{}, calls: a.calls, leaves: leaves,
	}
}

// bound returns what is known of x.
func (a *asm) bound(x number) bound {
	a.follow()
	return a.bounds.known[x]
}

// setBound says that x has the bound b.
func (a *asm) setBound(x number, b bound) {
	a.follow()
	delete(a.bounds.known, x)
	if m, ok := x.limb[0].(operand.Mem); b > wholeBound && (!ok || m.Index == nil) {
		a.bounds.known[x] = b
	}
}

// assume says that x is low, for a reason that the arithmetic does not see.
func (a *asm) assume(x number, reason string) {
	if reason == "" {
		panic("an assumption needs a reason")
	}
	a.setBound(x, lowBound)
}

// head is Label where a jump backwards goes to that does not come with all bounds that are known
// before the loop: only the numbers named have theirs, and are low at least.
func (a *asm) head(label string, low ...number) {
	a.follow()
	a.bounds.heads[label] = append(make([]number, 0, 1), low...)
	a.Label(label)
}

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

// indexed returns the number at first plus an index, which leads to first or to second, its neighbour in
// local memory, and nowhere else.
func (a *asm) indexed(first, second number, index reg.Register) number {
	from, to := first.limb[0].(operand.Mem), second.limb[0].(operand.Mem)
	if !isLocal(from) || from.Disp+32 != to.Disp && to.Disp+32 != from.Disp {
		panic("these numbers are not next to each other in local memory")
	}
	if to.Disp < from.Disp {
		from = to
	}
	a.bounds.pairs = append(a.bounds.pairs, from)
	for i := range first.limb {
		first.limb[i] = first.limb[i].(operand.Mem).Idx(index, 1)
	}
	return first
}

// holds reports whether r is known to hold a constant, from a MOVQ that every path here comes through.
func (a *asm) holds(r reg.Register, constant operand.Op) bool {
	a.follow()
	for _, node := range slices.Backward(a.bounds.function.Nodes) {
		i, ok := node.(*ir.Instruction)
		if !ok || i.IsBranch && !i.IsConditional || i.IsTerminal || i.Opcode == "CALL" {
			return false
		}
		if slices.ContainsFunc(i.OutputRegisters(), func(o reg.Register) bool { return o.ID() == r.ID() }) {
			return i.Opcode == "MOVQ" && i.Operands[0] == constant
		}
	}
	return false
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
		paths = append(paths, b.known)
	}
	meet := set{}
	if head, ok := b.heads[name]; ok {
		for _, x := range head {
			meet[x] = productBound
			for _, p := range paths {
				meet[x] = min(meet[x], p[x])
			}
			if meet[x] == wholeBound {
				b.fail("the number at %s is not low on every path to the head %s", x.limb[0].Asm(), name)
			}
		}
	} else if len(paths) > 0 {
		meet = maps.Clone(paths[0])
		for x := range paths[0] {
			for _, p := range paths[1:] {
				meet[x] = min(meet[x], p[x])
			}
			if meet[x] == wholeBound {
				delete(meet, x)
			}
		}
	}
	b.labels[name] = meet
	b.known = maps.Clone(meet)
	b.reached = true
}

// check ends the program unless all that is promised is known.
func (b *bounds) check(where string, promised, known set) {
	for x, bound := range promised {
		if known[x] < bound {
			b.fail("the number at %s has not the bound %d on every path to %s: write head and not Label", x.limb[0].Asm(), bound, where)
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
			b.check(string(*target), promised, b.known)
		} else {
			b.jumps[string(*target)] = append(b.jumps[string(*target)], maps.Clone(b.known))
		}
		b.reached = b.reached && i.IsConditional
	case i.IsTerminal:
		for _, x := range b.leaves {
			b.check("a return", set{x: lowBound}, b.known)
		}
		b.reached = false
	case i.Opcode == "CALL":
		b.known = set{}
		for _, x := range b.calls[i.Operands[0].Asm()] {
			b.known[x] = lowBound
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
	for x := range b.known {
		for _, limb := range x.limb {
			for _, used := range operand.Registers(limb) {
				if used.ID() == r.ID() {
					delete(b.known, x)
				}
			}
		}
	}
}

// wrote forgets the numbers that overlap with bytes in memory.
func (b *bounds) wrote(m operand.Mem, size int) {
	for x := range b.known {
		for _, limb := range x.limb {
			if l, ok := limb.(operand.Mem); ok && b.overlap(l, m, size) {
				delete(b.known, x)
			}
		}
	}
}

// overlap reports whether a word and some bytes may overlap.
func (b *bounds) overlap(word, m operand.Mem, size int) bool {
	if word.Base != m.Base {
		local := isLocal(word) || isLocal(m)
		return !(local && !b.exposed)
	}
	from, to := m.Disp, m.Disp+size
	if m.Index != nil {
		i := slices.IndexFunc(b.pairs, func(pair operand.Mem) bool {
			return pair.Base == m.Base && pair.Disp <= from && to <= pair.Disp+2*32
		})
		if i < 0 {
			return true
		}
		from, to = b.pairs[i].Disp, b.pairs[i].Disp+2*32
	}
	return word.Disp < to && from < word.Disp+8
}
