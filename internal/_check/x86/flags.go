// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import "strings"

// FlagSet is which of CF, OF, and ZF with SF.
type FlagSet uint8

const (
	Carry FlagSet = 1 << iota
	Overflow
	Result // ZF and SF

	allFlags = Carry | Overflow | Result
)

// Reads returns which flags the meaning of in depends on.
func (in *Instruction) Reads() FlagSet {
	condition := in.Control()
	if strings.HasPrefix(in.Op, "CMOVQ") {
		condition = in.Op[5:]
	}
	switch condition {
	case "EQ", "NE", "MI", "PL":
		return Result
	case "CS", "CC":
		return Carry
	case "LT", "GE", "GT":
		return Result | Overflow
	}
	switch in.Op {
	case "ADCQ", "SBBQ", "ADCXQ":
		return Carry
	case "ADOXQ":
		return Overflow
	}
	return 0
}

// Writes returns which flags are another's after in, or undefined.
func (in *Instruction) Writes() FlagSet {
	switch in.Op {
	case "ADDQ", "ADCQ", "SUBQ", "SBBQ", "NEGQ", "NEGL", "CMPQ", "CMPL", "CMPB", "MULQ", "IMULQ", "IMUL3Q",
		"ANDQ", "ORQ", "XORQ", "ANDL", "ORL", "XORL", "ANDNQ", "BZHIQ", "TESTQ", "TESTL", "SHLQ", "SHRQ", "SARQ", "CALL", "RET":
		return allFlags
	case "INCQ", "DECQ":
		return Overflow | Result
	case "ADCXQ":
		return Carry
	case "ADOXQ":
		return Overflow
	}
	return 0
}

// LiveFlags returns which flags may be read after each instruction of t before they are written.
func (t *Text) LiveFlags() []FlagSet {
	n := len(t.Instructions)
	before, after := make([]FlagSet, n+1), make([]FlagSet, n)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			in := &t.Instructions[i]
			switch in.Control() {
			case "":
				after[i] = before[i+1]
			case "JMP":
				after[i] = before[in.Target]
			case "CALL", "RET":
			default:
				after[i] = before[i+1] | before[in.Target]
			}
			if b := after[i]&^in.Writes() | in.Reads(); b != before[i] {
				before[i], changed = b, true
			}
		}
	}
	return after
}

// Same reports whether two machines hold the same in their registers and in those flags.
func Same[W comparable](m, o *Machine[W], flags FlagSet) bool {
	if m.R != o.R || m.V != o.V || m.K != o.K || m.HasR != o.HasR || m.HasV != o.HasV || m.HasK != o.HasK {
		return false
	}
	same := func(f, g *flag[W]) bool {
		return f.defined == g.defined && (!f.defined || m.read(f, "") == m.read(g, ""))
	}
	if flags&Carry != 0 && !same(&m.carry, &o.carry) || flags&Overflow != 0 && !same(&m.overflow, &o.overflow) {
		return false
	}
	if flags&Result == 0 {
		return true
	}
	return m.hasResult == o.hasResult && (!m.hasResult || m.zeroFlag() == o.zeroFlag() && m.signFlag() == o.signFlag())
}
