// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/big"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// mask52 sets the lanes of x to their lowest 52 bits, or leaves them alone where nothing depends on those above: see dropMasks.
func (a *asm) mask52(x reg.VecPhysical) {
	in, err := x86.VPANDQ(mask51, x, x)
	if err != nil {
		panic(err)
	}
	a.masks[in] = true
	a.Instruction(in)
}

// dropMasks is a pass after those of avo and before dropDeadStores. Carries leave limbs of 52 bits, but VPMADD52LUQ and
// VPMADD52HUQ do not read what is above those bits of a factor. This pass leaves out the masks of limbs that are factors of
// products, on all paths, and nothing else before they are written again.
func (a *asm) dropMasks(f *ir.Function) error {
	masked := func(in *ir.Instruction) bool { return a.masks[in] }
	if !slices.ContainsFunc(f.Instructions(), masked) {
		return nil
	}
	local, ok := a.localMemory(f)
	if !ok {
		return nil
	}
	m := upperBits{a, local}
	after, err := backwards(f, m.before)
	if err != nil {
		return err
	}
	f.Nodes = slices.DeleteFunc(f.Nodes, func(n ir.Node) bool {
		in, ok := n.(*ir.Instruction)
		return ok && masked(in) && !m.any(after[in], in.Operands[2])
	})
	return nil
}

// upperBits says whether anything depends on the bits from bit 52 on of the lanes of vectors: there is a bit for each register,
// and behind them one for each word of local memory.
type upperBits struct {
	*asm
	local localMemory
}

const vectorRegisters = 32

// bitsOf returns the bits of an operand, if it is a vector register or in local memory. in says how large that is.
func (m upperBits) bitsOf(in *ir.Instruction, o operand.Op) *big.Int {
	if r, ok := o.(reg.VecPhysical); ok {
		return new(big.Int).Lsh(big.NewInt(1), uint(r.PhysicalIndex()))
	}
	if !m.local.contains(o) {
		return new(big.Int)
	}
	size := 8
	for _, r := range in.Registers() {
		size = max(size, int(r.Size()))
	}
	words := span{o.(operand.Mem).Disp, size}.words()
	return words.Lsh(words, vectorRegisters)
}

// any reports whether one of the bits of a register is set.
func (m upperBits) any(needed *big.Int, r operand.Op) bool {
	return new(big.Int).And(needed, m.bitsOf(nil, r)).Sign() != 0
}

// before is for backwards.
func (m upperBits) before(in *ir.Instruction, after *big.Int) *big.Int {
	all := new(big.Int).Lsh(big.NewInt(1), vectorRegisters)
	all.Sub(all, big.NewInt(1))
	switch {
	case in.Opcode == "CALL":
		// A routine without jumps keeps what it does not write.
		name := strings.TrimSuffix(strings.TrimPrefix(in.Operands[0].Asm(), "·"), "(SB)")
		i := slices.IndexFunc(m.functions, func(f *ir.Function) bool { return f.Name == name })
		routine := m.functions[i].Instructions()
		if slices.ContainsFunc(routine, func(in *ir.Instruction) bool { return in.IsBranch || in.Opcode == "CALL" }) {
			return all.Or(all, after)
		}
		for _, in := range slices.Backward(routine) {
			if in.Opcode != "RET" {
				after = m.before(in, after)
			}
		}
		return after
	case len(in.Operands) == 0 || in.IsBranch:
		return after
	}
	last := in.Operands[len(in.Operands)-1]
	to := m.bitsOf(in, last)
	_, isVector := last.(reg.VecPhysical)
	needed := isVector && m.any(after, last)
	if !isVector && in.Opcode == "VMOVDQU64" {
		needed = !m.local.contains(last) || new(big.Int).And(after, to).Sign() != 0
	}
	before := new(big.Int).Set(after)
	isZero := in.Opcode == "VPXORQ" && in.Operands[0] == in.Operands[1]
	if isZero || len(in.Operands) < 4 && !slices.Contains(in.Inputs, last) {
		before.AndNot(before, to) // nothing of it is kept
	}
	if isZero {
		return before
	}
	switch in.Opcode {
	case "VPMADD52LUQ", "VPMADD52HUQ":
		return before // of its factors it reads the lower bits
	case "VMOVDQU64", "VMOVDQA64", "VPANDQ", "VPORQ", "VPXORQ", "VPADDQ", "VPSUBQ", "VPSLLQ":
		// Lower bits of the result depend on lower bits.
		if m.masks[in] {
			return before.AndNot(before, to) // whatever is needed of the result, those bits of x are not
		}
		if !needed {
			return before
		}
	}
	for _, o := range in.Inputs {
		before.Or(before, m.bitsOf(in, o))
	}
	return before
}
