// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import (
	"path/filepath"
	"testing"
)

// What is said of flags is what the table does, for every form that occurs.
func TestFlags(t *testing.T) {
	files, err := filepath.Glob("../../*/*_amd64.s")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		p, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range p.Order {
			for i := range text.Instructions {
				in := &text.Instructions[i]
				if c := in.Control(); seen[in.Form()] || in.Op == "CPUID" || c == "CALL" || c == "RET" {
					continue
				}
				seen[in.Form()] = true
				checkFlags(t, in)
			}
		}
	}
	if len(seen) < 150 {
		t.Errorf("only %d forms", len(seen))
	}
}

func checkFlags(t *testing.T, in *Instruction) {
	do := func(defined FlagSet) (before, after Flags[int], ok bool) {
		domain := &trace{}
		m := &Machine[int]{Domain: domain, Text: &Text{}, in: in, HasR: ^uint16(0), HasK: ^uint16(0), HasV: ^uint32(0)}
		m.SymbolBase = func(string) int { return domain.name() }
		m.SetFlags(0)
		if in.Op != "STMXCSR" {
			m.SetMXCSR(NearestMXCSR)
		}
		if defined&Carry == 0 {
			m.carry = flag[int]{}
		}
		if defined&Overflow == 0 {
			m.overflow = flag[int]{}
		}
		if defined&Result == 0 {
			m.noResult()
		}
		before = m.Flags
		defer func() {
			if e := recover(); e != nil {
				if _, isError := e.(*Error); !isError {
					panic(e)
				}
			}
		}()
		if c := in.Control(); c != "" && c != "JMP" {
			m.Condition(c)
		}
		m.Step(in, traced)
		return before, m.Flags, true
	}
	for set := FlagSet(0); set <= allFlags; set++ {
		if _, _, ok := do(set); ok != (in.Reads()&^set == 0) {
			t.Errorf("%s reads %b, and with %b defined: %v", in, in.Reads(), set, ok)
		}
	}
	before, after, _ := do(allFlags)
	written := FlagSet(0)
	if before.carry != after.carry {
		written |= Carry
	}
	if before.overflow != after.overflow {
		written |= Overflow
	}
	if before.result != after.result || before.hasResult != after.hasResult {
		written |= Result
	}
	if written != in.Writes() {
		t.Errorf("%s writes %b, want %b", in, written, in.Writes())
	}
}

func TestLive(t *testing.T) {
	p, err := Parse("f", "TEXT ·f(SB), NOSPLIT, $0-16\n\tMOVQ x+0(FP), AX\n\tMOVQ $5, CX\n\tMOVQ CX, SI\n\tADDQ AX, AX\n\tMOVQ $1, BX\n"+
		"loop:\n\tADCQ AX, BX\n\tMULXQ AX, AX, R8\n\tJNE loop\n\tMOVQ BX, y+8(FP)\n\tRET\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Texts["f"]
	// MULXQ reads DX. CX matters to an instruction that does not matter.
	const a, b, d = 1 << AX, 1 << BX, 1 << DX
	registers, flags := f.LiveRegisters(), f.LiveFlags()
	for i, want := range []struct {
		registers uint16
		flags     FlagSet
	}{
		{a | d, 0}, {a | d, 0}, {a | d, 0}, {a | d, Carry}, {a | b | d, Carry},
		{a | b | d, Carry | Result}, {a | b | d, Carry | Result}, {a | b | d, Carry}, {0, 0}, {0, 0},
	} {
		if registers[i].R != want.registers || flags[i] != want.flags {
			t.Errorf("after %s: %b and %b, want %b and %b", &f.Instructions[i], registers[i].R, flags[i], want.registers, want.flags)
		}
	}
	u := f.Instructions[6].Uses()
	if u.Reads.R != a|d || u.Sets.R != 1<<R8 || u.Changes.R != a|1<<R8 || u.Stores || !f.Instructions[8].Uses().Stores {
		t.Errorf("%s: %+v", &f.Instructions[6], u)
	}
}

// A copy of a register changes the other one, also if nothing else is known of it.
func TestUsesOfCopies(t *testing.T) {
	p, err := Parse("f", "TEXT ·f(SB), NOSPLIT, $0-16\n\tMOVQ x+0(FP), DX\n\tMOVQ DX, BX\n\tVMOVDQA64 Y1, Y2\n\tMOVQ BX, y+8(FP)\n\tRET\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Texts["f"]
	if u := f.Instructions[1].Uses(); u.Reads.R != 1<<DX || u.Changes.R != 1<<BX || u.Sets.R != 1<<BX {
		t.Errorf("%s: %+v", &f.Instructions[1], u)
	}
	if u := f.Instructions[2].Uses(); u.Reads.V != 1<<1 || u.Changes.V != 1<<2 {
		t.Errorf("%s: %+v", &f.Instructions[2], u)
	}
	if live := f.LiveRegisters(); live[0].R != 1<<DX || live[1].R != 1<<BX {
		t.Errorf("after the copies: %b, %b", live[0].R, live[1].R)
	}
}
