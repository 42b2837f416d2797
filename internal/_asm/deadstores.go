// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// scratch puts a parameter into a register, which keeps it: the address of memory that no other pointer leads to, that
// the routine's callees leave alone, and of which its caller wants nothing. It is as good as local memory, and the routine has no other.
func (a *asm) scratch(parameter string, r reg.Register) operand.Mem {
	a.load(parameter, r)
	a.locals[a.name] = r
	return operand.Mem{Base: r}
}

// dropDeadStores is a pass after those of avo. Formulas put each number into its place, also where
// it stays in registers until it is used for the last time. This pass leaves out moves to local memory that
// is not read, on any path, before it is written again or the routine returns. Routines that take the address
// of local memory stay as they are.
func (a *asm) dropDeadStores(f *ir.Function) error {
	local, ok := a.localMemory(f)
	if !ok {
		return nil
	}
	// The words of local memory, as bits, that are read after each instruction or later.
	after, err := backwards(f, func(in *ir.Instruction, after *big.Int) *big.Int {
		live := new(big.Int).AndNot(after, local.stored(in).words())
		return live.Or(live, local.loaded(in).words())
	})
	if err != nil {
		return err
	}
	f.Nodes = slices.DeleteFunc(f.Nodes, func(n ir.Node) bool {
		in, ok := n.(*ir.Instruction)
		if !ok || local.stored(in).size == 0 {
			return false
		}
		read := new(big.Int).And(local.stored(in).words(), after[in])
		return read.Sign() == 0
	})
	return nil
}

// backwards returns what is needed after each instruction of f, as bits: that is what is needed before those that may come next,
// and before says what that is for an instruction, by what is needed after it.
func backwards(f *ir.Function, before func(in *ir.Instruction, after *big.Int) *big.Int) (after map[*ir.Instruction]*big.Int, err error) {
	code := f.Instructions()
	for _, in := range code {
		in.Pred, in.Succ = nil, nil // of an earlier pass
	}
	if err := pass.Concat(pass.FunctionPass(pass.LabelTarget), pass.FunctionPass(pass.CFG)).Execute(&ir.File{Sections: []ir.Section{f}}); err != nil {
		return nil, err
	}
	needed := map[*ir.Instruction]*big.Int{}
	after = map[*ir.Instruction]*big.Int{}
	for _, in := range code {
		needed[in], after[in] = new(big.Int), new(big.Int)
	}
	for changed := true; changed; {
		changed = false
		for _, in := range slices.Backward(code) {
			for _, next := range in.Succ {
				if next != nil {
					after[in].Or(after[in], needed[next])
				}
			}
			if now := before(in, after[in]); now.Cmp(needed[in]) != 0 {
				needed[in], changed = now, true
			}
		}
	}
	return after, nil
}

// span is a part of local memory, from an offset on.
type span struct{ at, size int }

// words returns the words that are in s, or of which a part is.
func (s span) words() *big.Int {
	from, to := uint(s.at)/8, uint(s.at+s.size+7)/8
	ones := new(big.Int).Lsh(big.NewInt(1), to-from)
	ones.Sub(ones, big.NewInt(1))
	return ones.Lsh(ones, from)
}

// localMemory is what a register leads to.
type localMemory struct{ base reg.Register }

// localMemory returns that of f, if f does not take its address.
func (a *asm) localMemory(f *ir.Function) (local localMemory, ok bool) {
	local = localMemory{reg.StackPointer}
	if r, ok := a.locals[f.Name]; ok {
		local.base = r
	}
	return local, !slices.ContainsFunc(f.Instructions(), local.isAddressed)
}

// stored returns what in writes, if it does nothing but move a register to words of local memory.
func (l localMemory) stored(in *ir.Instruction) span {
	switch in.Opcode {
	case "MOVQ", "VMOVDQU", "VMOVDQU64":
	default:
		return span{}
	}
	r, ok := in.Operands[0].(reg.Register)
	m := in.Operands[len(in.Operands)-1]
	if !ok || len(in.Operands) != 2 || !l.contains(m) || m.(operand.Mem).Disp%8 != 0 {
		return span{}
	}
	return span{m.(operand.Mem).Disp, int(r.Size())}
}

// loaded returns what in reads of local memory, or more.
func (l localMemory) loaded(in *ir.Instruction) span {
	for _, o := range in.Inputs {
		if l.contains(o) {
			size := 8
			for _, r := range in.Registers() {
				size = max(size, int(r.Size()))
			}
			return span{o.(operand.Mem).Disp, size}
		}
	}
	return span{}
}

// contains reports whether o is in local memory.
func (l localMemory) contains(o operand.Op) bool {
	m, ok := o.(operand.Mem)
	return ok && m.Base == l.base
}

// isAddressed reports whether in makes an address in local memory a number, or reads it at one that is not constant. It may
// load a parameter into the base.
func (l localMemory) isAddressed(in *ir.Instruction) bool {
	return slices.ContainsFunc(in.Operands, func(o operand.Op) bool {
		m, ok := in.Operands[0].(operand.Mem)
		parameter := ok && m.Base == reg.FramePointer
		return o == l.base && !parameter || l.contains(o) && (in.Opcode == "LEAQ" || o.(operand.Mem).Index != nil)
	})
}
