// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package mutation makes mutants of routines, each with one instruction or one constant that is
// another, and judges them: which of the other domains sees it, or why none can.
package mutation

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Mutant is a program with one change.
type Mutant struct {
	Kind Kind

	// An instruction of Text is another one.
	Text  *x86.Text
	Index int
	New   *x86.Instruction

	// Or, if Text is nil, a word of Data.
	Data  *x86.Data
	Word  int
	Value uint64
}

// A Kind of change.
type Kind string

const (
	Dropped   Kind = "dropped"
	Operation Kind = "operation" // the carry is added or not, another chain, the other half, ...
	Condition Kind = "condition"
	Swapped   Kind = "swapped"  // two operands
	Register  Kind = "register" // the next one in the place of one
	Place     Kind = "place"    // an offset, a base, an index, a scale
	Constant  Kind = "constant" // an immediate: a number, a count, lanes
	Word      Kind = "word"     // of constants in memory
)

// Old returns the instruction that m changes.
func (m *Mutant) Old() *x86.Instruction { return &m.Text.Instructions[m.Index] }

// String says where and what m is.
func (m *Mutant) String() string {
	name, change := m.change()
	if m.Text == nil {
		return change
	}
	return fmt.Sprintf("%s:%d: %s: %s", m.Text.File, m.Old().Line, name, change)
}

// change returns the name of the routine, or "constants", and what stands there for what.
func (m *Mutant) change() (name, change string) {
	if m.Text == nil {
		at := 8 * m.Word
		return "constants", fmt.Sprintf("%s+%d: %#x for %#x", m.Data.Name, at, m.Value, binary.LittleEndian.Uint64(m.Data.Bytes[at:]))
	}
	return m.Text.Name, fmt.Sprintf("%s for %s", m.New, m.Old())
}

// Touches reports whether instruction i of t is another one in m, or means the constants that m changes.
func (m *Mutant) Touches(t *x86.Text, i int) bool {
	if m.Text != nil {
		return t == m.Text && i == m.Index
	}
	for _, o := range t.Instructions[i].Operands {
		if o.Kind == x86.Memory && o.Name == m.Data.Name {
			return true
		}
	}
	return false
}

// Apply makes the program m, until undo is called.
func (m *Mutant) Apply() (undo func()) {
	if m.Text == nil {
		word := m.Data.Bytes[8*m.Word:]
		old := binary.LittleEndian.Uint64(word)
		binary.LittleEndian.PutUint64(word, m.Value)
		return func() { binary.LittleEndian.PutUint64(word, old) }
	}
	old := *m.Old()
	*m.Old() = *m.New
	return func() { *m.Old() = old }
}

// others are the mnemonics that take the place of one.
var others = map[string][]string{
	"ADDQ": {"ADCQ", "SUBQ"}, "ADCQ": {"ADDQ", "SBBQ"}, "SUBQ": {"SBBQ", "ADDQ"}, "SBBQ": {"SUBQ", "ADCQ"},
	"ADCXQ": {"ADOXQ"}, "ADOXQ": {"ADCXQ"}, "INCQ": {"DECQ"}, "DECQ": {"INCQ"}, "NEGQ": {"NEGL"}, "NEGL": {"NEGQ"}, "NOTQ": {"NEGQ"},
	"MULQ": {"IMULQ"}, "IMULQ": {"MULQ"},
	"ANDQ": {"ORQ"}, "ORQ": {"ANDQ"}, "XORQ": {"ORQ"}, "ANDL": {"ANDQ"}, "ORL": {"ORQ"}, "XORL": {"ORL"},
	"SHLQ": {"SHRQ"}, "SHRQ": {"SARQ", "SHLQ"}, "SARQ": {"SHRQ"},
	"MOVQ": {"MOVL"}, "MOVL": {"MOVQ"}, "MOVBLZX": {"MOVBQSX"}, "MOVBQSX": {"MOVBLZX"}, "LEAQ": {"MOVQ"},
	"CMPQ": {"TESTQ"}, "TESTQ": {"CMPQ"}, "CMPL": {"TESTL"}, "TESTL": {"CMPL"},

	"VPADDQ": {"VPSUBQ", "VPADDD"}, "VPSUBQ": {"VPADDQ"}, "VPADDD": {"VPADDQ"},
	"VPMULUDQ": {"VPMULDQ"}, "VPMULDQ": {"VPMULUDQ"},
	"VPMADD52LUQ": {"VPMADD52HUQ"}, "VPMADD52HUQ": {"VPMADD52LUQ"},
	"VFMADD231PD": {"VFMSUB231PD"}, "VFMSUB231PD": {"VFMADD231PD"}, "STMXCSR": {"LDMXCSR"}, "LDMXCSR": {"STMXCSR"},
	"VPCMPEQQ": {"VPCMPEQD"}, "VPCMPEQD": {"VPCMPEQQ"},
	"VPAND": {"VPOR"}, "VPANDQ": {"VPORQ"}, "VPOR": {"VPAND"}, "VPORQ": {"VPANDQ"}, "VPXOR": {"VPOR"}, "VPXORQ": {"VPORQ"},
	"VPSRLQ": {"VPSLLQ"}, "VPSLLQ": {"VPSRLQ"},
	"VPUNPCKLQDQ": {"VPUNPCKHQDQ"}, "VPUNPCKHQDQ": {"VPUNPCKLQDQ"},
	"VPUNPCKLQDQ.Z": {"VPUNPCKHQDQ.Z"}, "VPUNPCKHQDQ.Z": {"VPUNPCKLQDQ.Z"},
	"VMOVDQA64": {"VMOVDQA64.Z"}, "VMOVDQA64.Z": {"VMOVDQA64"}, "VMOVDDUP": {"VMOVDQU"},
	"VPBROADCASTD": {"VPBROADCASTQ"}, "VPBROADCASTQ": {"VPBROADCASTD"},
}

// conditions are the mnemonics with other conditions.
var conditions = map[string][]string{
	"CMOVQEQ": {"CMOVQNE"}, "CMOVQNE": {"CMOVQEQ"}, "CMOVQGT": {"CMOVQEQ", "CMOVQNE"},
	"CMOVQPL": {"CMOVQMI"}, "CMOVQCS": {"CMOVQCC", "CMOVQPL"},
	"JEQ": {"JNE"}, "JNE": {"JEQ"}, "JLT": {"JGE"}, "JGE": {"JLT"},
}

// commutes says of which instructions the first two operands may change places: nothing changes then.
var commutes = map[string]bool{
	"VPADDQ": true, "VPADDD": true, "VPMULUDQ": true, "VPMULDQ": true, "VPMADD52LUQ": true, "VPMADD52HUQ": true,
	"VPCMPEQQ": true, "VPCMPEQD": true, "VPAND": true, "VPANDQ": true, "VPOR": true, "VPORQ": true,
	"VPXOR": true, "VPXORQ": true, "TESTQ": true, "TESTL": true, "VADDPD": true,
}

// lanes says how many bits of an immediate choose lanes.
var lanes = map[string]int{
	"VPERMQ": 8, "VPERMQ.Z": 8, "VPERMILPD": 4, "VPERMILPD.Z": 4, "VSHUFI64X2": 2, "VPERM2I128": 8,
	"VINSERTI64X4": 1, "VEXTRACTI64X4": 1, "VPBLENDD": 8,
}

// Of returns the mutants of the instruction i of t. All have a meaning: an instruction that
// has none is refused by the decoder. There are none of a return, and of a jump at the end.
func Of(t *x86.Text, i int) (all []*Mutant) {
	in := &t.Instructions[i]
	if in.Op == "RET" || in.Op == "CPUID" {
		return nil
	}
	seen := map[string]bool{in.String(): true}
	add := func(kind Kind, other *x86.Instruction, ok bool) {
		if ok && !seen[other.String()] {
			seen[other.String()] = true
			all = append(all, &Mutant{Kind: kind, Text: t, Index: i, New: other})
		}
	}
	if i < len(t.Instructions)-1 {
		add(Dropped, in.Without(), true)
	}
	change := func(kind Kind, f func(operands []x86.Operand)) {
		operands := slices.Clone(in.Operands)
		f(operands)
		other, ok := in.With(in.Op, operands...)
		add(kind, other, ok && encodable(other))
	}
	for _, op := range others[in.Op] {
		other, ok := in.With(op, in.Operands...)
		add(Operation, other, ok && encodable(other))
	}
	for _, op := range conditions[in.Op] {
		other, ok := in.With(op, in.Operands...)
		add(Condition, other, ok)
	}
	n := len(in.Operands)
	swap := func(i, j int) {
		change(Swapped, func(o []x86.Operand) { o[i], o[j] = o[j], o[i] })
	}
	switch {
	case in.Op == "MULXQ":
		swap(1, 2)
	case n >= 2 && !commutes[in.Op]:
		first := 0
		if in.Operands[0].Kind == x86.Immediate {
			first = 1
		}
		if n-first >= 2 {
			swap(first, first+1)
		}
	}
	for j := range in.Operands {
		switch o := &in.Operands[j]; o.Kind {
		case x86.General:
			change(Register, func(o []x86.Operand) { o[j].Register = nextGeneral(o[j].Register) })
		case x86.X, x86.Y, x86.Z:
			change(Register, func(o []x86.Operand) { o[j].Register = nextVector(t, o[j].Register) })
		case x86.Mask:
			change(Register, func(o []x86.Operand) { o[j].Register = o[j].Register%7 + 1 })
		case x86.Immediate:
			for _, value := range immediates(in, o.Value) {
				change(Constant, func(o []x86.Operand) { o[j].Value = value })
			}
		case x86.Memory:
			unit := unit(in)
			change(Place, func(o []x86.Operand) { o[j].Displacement += unit })
			if o.Base != x86.Arguments && o.Base != x86.Symbol || o.Displacement >= unit {
				change(Place, func(o []x86.Operand) { o[j].Displacement -= unit })
			}
			if o.Base < 16 {
				change(Place, func(o []x86.Operand) { o[j].Base = nextGeneral(o[j].Base) })
			}
			if o.HasIndex() {
				change(Place, func(o []x86.Operand) { o[j].Index = nextGeneral(o[j].Index) })
				change(Place, func(o []x86.Operand) { o[j].Scale ^= 1 })
			}
		}
	}
	return all
}

// encodable reports whether a CPU has the instruction: of those that have a meaning, it lacks shifts by another register, and
// constants of more than 32 bits and a sign but in moves.
func encodable(in *x86.Instruction) bool {
	for i := range in.Operands {
		o := &in.Operands[i]
		if o.Kind == x86.Immediate && in.Op != "MOVQ" && strings.HasSuffix(in.Op, "Q") && o.Value != uint64(int64(int32(o.Value))) {
			return false
		}
	}
	return in.Form() != "SHRQ r,r" || in.Operands[0].Register == x86.CX
}

// unit is by how much offsets in the instruction change.
func unit(in *x86.Instruction) int64 {
	switch in.Op {
	case "MOVBLZX", "MOVBQSX", "CMPB":
		return 1
	case "MOVL", "CMPL", "TESTL":
		return 4
	}
	return 8
}

// nextGeneral returns the general register after r, which is not SP.
func nextGeneral(r int) int {
	r = (r + 1) % 16
	if x86.Registers[r] == "SP" {
		r++
	}
	return r
}

// nextVector returns the vector register after r, of 32 if t has AVX-512, otherwise of 16.
func nextVector(t *x86.Text, r int) int {
	n := 16
	for i := range t.Instructions {
		for j := range t.Instructions[i].Operands {
			if o := &t.Instructions[i].Operands[j]; o.Kind.Words() > 1 && o.Register >= 16 {
				n = 32
			}
		}
	}
	return (r + 1) % n
}

// immediates returns other values for the immediate x of in.
func immediates(in *x86.Instruction, x uint64) (all []uint64) {
	if in.Op == "VPTERNLOGQ" {
		// Tables that have a formula.
		return slices.DeleteFunc([]uint64{0xa8, 0xd8, 0xf8}, func(table uint64) bool { return table == x })
	}
	if n := lanes[in.Op]; n > 0 {
		if in.Op == "VPERMILPD" && in.Operands[len(in.Operands)-1].Kind == x86.Z {
			n = 8
		}
		for i := range n {
			if in.Op != "VPERM2I128" || i&3 != 2 { // a bit that it does not read
				all = append(all, x^1<<i)
			}
		}
		return all
	}
	all = []uint64{x + 1, x - 1}
	switch in.Op {
	case "SHLQ", "SHRQ", "SARQ", "VPSRLQ", "VPSLLQ":
		return slices.DeleteFunc(all, func(x uint64) bool { return x == 0 || x > 63 })
	}
	if top := topBit(x); top > 1 {
		all = append(all, x^top)
	}
	return all
}

// topBit returns the highest bit of x, or of its complement if x is negative.
func topBit(x uint64) uint64 {
	if int64(x) < 0 {
		x = ^x
	}
	top := uint64(1)
	for x > 1 {
		x, top = x>>1, top<<1
	}
	return top
}

// Words returns the mutants of the constants d.
func Words(d *x86.Data) (all []*Mutant) {
	for word := range len(d.Bytes) / 8 {
		x := binary.LittleEndian.Uint64(d.Bytes[8*word:])
		values := []uint64{x + 1, x - 1}
		if top := topBit(x); top > 1 {
			values = append(values, x^top)
		}
		for _, value := range values {
			all = append(all, &Mutant{Kind: Word, Data: d, Word: word, Value: value})
		}
	}
	return all
}
