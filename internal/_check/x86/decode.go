// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package x86 reads Go assembly for amd64 and says what its instructions mean.
//
// Decoding knows the syntax: every line of a file is understood, or is an error. Meanings
// stand once, in table.go, over the words of a [Domain]: a domain decides what a word is
// (a number; whether it is secret), so that one table serves all.
package x86

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An Error is what was found at a line.
type Error struct {
	File    string
	Line    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message) }

// A Kind of operand. The letters make the name of an instruction's form.
type Kind byte

const (
	Immediate Kind = 'i'
	General   Kind = 'r' // a general register
	X         Kind = 'x' // the low 128 bits of a vector
	Y         Kind = 'y' // the low 256 bits
	Z         Kind = 'z'
	Mask      Kind = 'k' // an opmask
	Memory    Kind = 'm'
	Label     Kind = 'l' // where a jump goes
	Routine   Kind = 'f' // what is called
)

// Words is how many words of 64 bits an operand of kind k has.
func (k Kind) Words() int {
	switch k {
	case X:
		return 2
	case Y:
		return 4
	case Z:
		return 8
	}
	return 1
}

// Bases of addresses that are no general registers.
const (
	Frame     = 16 // the routine's local memory: SP
	Arguments = 17 // FP
	Symbol    = 18 // SB: the symbol is Name
	none      = -1
)

// The general registers that have a part of their own in some instruction.
const (
	AX = 0
	CX = 1
	DX = 2
	BX = 3
	BP = 5
	SI = 6
	DI = 7

	R8  = 8
	R15 = 15
)

// Registers are the names of the general registers, in their order. SP stands for the frame.
var Registers = [16]string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI",
	"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// An Operand of an instruction.
type Operand struct {
	Kind         Kind
	Register     int    // of General, X, Y, Z, Mask
	Value        uint64 // of Immediate
	Base, Index  int    // of Memory; Index may be none
	Scale        uint   // the index is shifted so far
	Displacement int64
	Name         string // of a symbol, an argument, a label, a routine
}

// HasIndex reports whether the address of o has an index.
func (o *Operand) HasIndex() bool { return o.Index != none }

func (o *Operand) String() string {
	switch o.Kind {
	case Immediate:
		return fmt.Sprintf("$%#x", o.Value)
	case General:
		return Registers[o.Register]
	case X, Y, Z, Mask:
		return fmt.Sprintf("%c%d", rune(o.Kind)-'a'+'A', o.Register)
	case Label, Routine:
		return o.Name
	}
	s := ""
	switch o.Base {
	case Frame:
		s = "(SP)"
	case Arguments:
		return fmt.Sprintf("%s+%d(FP)", o.Name, o.Displacement)
	case Symbol:
		return fmt.Sprintf("%s+%d(SB)", o.Name, o.Displacement)
	default:
		s = "(" + Registers[o.Base] + ")"
	}
	if o.Displacement != 0 {
		s = strconv.FormatInt(o.Displacement, 10) + s
	}
	if o.HasIndex() {
		s += fmt.Sprintf("(%s*%d)", Registers[o.Index], 1<<o.Scale)
	}
	return s
}

// An Instruction is one line.
type Instruction struct {
	Line     int
	Op       string // with the suffix .Z, if there is one
	Operands []Operand
	Target   int // of a jump: the index of the instruction
	form     *form
}

// Form returns the mnemonic and the kinds of the operands, in the order of Go's assembler.
func (in *Instruction) Form() string {
	var kinds []string
	for i := range in.Operands {
		kinds = append(kinds, string(rune(in.Operands[i].Kind)))
	}
	return strings.TrimSpace(in.Op + " " + strings.Join(kinds, ","))
}

// String returns the instruction as it is written.
func (in *Instruction) String() string {
	if in.form == nothing {
		return "nothing"
	}
	var operands []string
	for i := range in.Operands {
		text := in.Operands[i].String()
		if in.Operands[i].Kind == Routine {
			text = "·" + text + "(SB)"
		}
		if i == 0 && in.Form() == "SHRQ r,r" {
			text = "CL"
		}
		operands = append(operands, text)
	}
	return strings.TrimSpace(in.Op + " " + strings.Join(operands, ", "))
}

// With returns in with another mnemonic and other operands, if that has a meaning.
func (in *Instruction) With(op string, operands ...Operand) (*Instruction, bool) {
	other := &Instruction{Line: in.Line, Op: op, Operands: operands, Target: in.Target}
	other.form = formOf(other)
	return other, other.form != nil
}

// Without returns an instruction in the place of in that does nothing.
func (in *Instruction) Without() *Instruction {
	return &Instruction{Line: in.Line, Op: in.Op, form: nothing}
}

// Dropped reports whether in is what [Instruction.Without] returns.
func (in *Instruction) Dropped() bool { return in.form == nothing }

// formOf returns the form of an instruction, or nil.
func formOf(in *Instruction) *form {
	f := forms[in.Form()]
	for i := range in.Operands {
		if o := &in.Operands[i]; f != nil && f.upper != nil && o.Kind.Words() > 1 && o.Register >= 16 {
			return f.upper
		}
	}
	return f
}

// nothing is the form of an instruction that was dropped: its meaning is the empty one that what
// domains do themselves has, and it asks for nothing to be done.
var nothing = &form{number: forms["RET"].number, level: -1}

// A Text is a routine.
type Text struct {
	File         string
	Line         int
	Name         string // without the dot in the middle; a static one ends in <>
	FrameSize    int64
	ArgumentSize int64
	Instructions []Instruction
	calls        bool
}

// Counters returns the registers that loops of t count down.
func (t *Text) Counters() (registers []int) {
	for i := range t.Instructions {
		in := &t.Instructions[i]
		if i == 0 || in.Op != "JNE" || in.Target > i {
			continue
		}
		if down := &t.Instructions[i-1]; down.Op == "DECQ" && down.Operands[0].Kind == General {
			registers = append(registers, down.Operands[0].Register)
		}
	}
	slices.Sort(registers)
	return slices.Compact(registers)
}

// KeepsBP reports whether the assembler saves and restores BP around t: it does if t has a
// frame, or calls.
func (t *Text) KeepsBP() bool { return t.FrameSize > 0 || t.calls }

// Doubles reports whether a routine, or one that it calls, computes with doubles.
func (p *Program) Doubles(name string) bool {
	return p.does(name, func(in *Instruction) bool { return in.form.doubles })
}

// ReadsCarries reports whether an instruction of a routine, or of one that it calls, depends on CF or OF.
func (p *Program) ReadsCarries(name string) bool {
	return p.does(name, func(in *Instruction) bool { return in.Reads()&(Carry|Overflow) != 0 })
}

func (p *Program) does(name string, what func(in *Instruction) bool) bool {
	t := p.Texts[name]
	for i := range t.Instructions {
		in := &t.Instructions[i]
		if what(in) || in.form.control == "CALL" && p.does(in.Operands[0].Name, what) {
			return true
		}
	}
	return false
}

// A Data is a symbol with constants.
type Data struct {
	Name     string
	Bytes    []byte
	ReadOnly bool
	declared bool
}

// Words returns the constants as words.
func (d *Data) Words() (words []uint64) {
	for i := 0; i < len(d.Bytes); i += 8 {
		words = append(words, binary.LittleEndian.Uint64(d.Bytes[i:]))
	}
	return words
}

// A Program is the assembly of one package.
type Program struct {
	Texts map[string]*Text
	Order []*Text
	Data  map[string]*Data
}

// Load reads the files of one package.
func Load(files ...string) (*Program, error) {
	p := newProgram()
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := p.add(file, string(source)); err != nil {
			return nil, err
		}
	}
	return p, p.link()
}

// Parse reads one file, whose name is for errors.
func Parse(file, source string) (*Program, error) {
	p := newProgram()
	if err := p.add(file, source); err != nil {
		return nil, err
	}
	return p, p.link()
}

func newProgram() *Program { return &Program{Texts: map[string]*Text{}, Data: map[string]*Data{}} }

// link checks that what is mentioned is there.
func (p *Program) link() error {
	for _, t := range p.Order {
		for i := range t.Instructions {
			in := &t.Instructions[i]
			for j := range in.Operands {
				o := &in.Operands[j]
				if o.Kind == Routine && p.Texts[o.Name] == nil {
					return &Error{t.File, in.Line, "no routine " + o.Name}
				}
				if o.Kind == Memory && o.Base == Symbol && p.Data[o.Name] == nil && o.Name != Features {
					return &Error{t.File, in.Line, "no symbol " + o.Name}
				}
			}
		}
	}
	for _, d := range p.Data {
		if !d.declared {
			return fmt.Errorf("DATA without GLOBL: %s", d.Name)
		}
	}
	return nil
}

// LoadDirectory reads all assembly in a directory.
func LoadDirectory(directory string) (*Program, error) {
	files, err := filepath.Glob(filepath.Join(directory, "*.s"))
	if err != nil {
		return nil, err
	}
	return Load(files...)
}

// Features is the one symbol outside a package's own that assembly reads: cpu.X86.
const Features = "secant·example∕internal∕cpu·X86"

var (
	textLine  = regexp.MustCompile(`^TEXT ·(\w+(?:<>)?)\(SB\), (?:NOSPLIT, )?\$(\d+)(?:-(\d+))?$`)
	globlLine = regexp.MustCompile(`^GLOBL (\w+<>)\(SB\), RODATA\|NOPTR, \$(\d+)$`)
	dataLine  = regexp.MustCompile(`^DATA (\w+<>)\+(\d+)\(SB\)/8, \$(0x[0-9a-f]+)$`)
	labelLine = regexp.MustCompile(`^(\w+):$`)
	codeLine  = regexp.MustCompile(`^\t([A-Z][A-Z0-9]*(?:\.Z)?)(?:\s+(\S.*))?$`)

	memory   = regexp.MustCompile(`^(-?\d+)?\((\w+)\)(?:\((\w+)\*([1248])\))?$`)
	argument = regexp.MustCompile(`^(\w+)\+(\d+)\(FP\)$`)
	symbol   = regexp.MustCompile(`^([\w·∕]+(?:<>)?)\+(\d+)\(SB\)$`)
	callee   = regexp.MustCompile(`^·(\w+(?:<>)?)\(SB\)$`)
	vector   = regexp.MustCompile(`^([XYZ])(\d+)$`)
	mask     = regexp.MustCompile(`^K([0-7])$`)
)

func (p *Program) add(file, source string) error {
	var t *Text
	labels := map[string]int{}
	finish := func() error {
		if t == nil {
			return nil
		}
		n := len(t.Instructions)
		if n == 0 || t.Instructions[n-1].Op != "RET" && t.Instructions[n-1].Op != "JMP" {
			return &Error{file, t.Line, t.Name + " runs past its end"}
		}
		for i := range t.Instructions {
			in := &t.Instructions[i]
			if len(in.Operands) == 1 && in.Operands[0].Kind == Label {
				target, ok := labels[in.Operands[0].Name]
				if !ok || target == n {
					return &Error{file, in.Line, "no instruction at label " + in.Operands[0].Name}
				}
				in.Target = target
			}
			t.calls = t.calls || in.Op == "CALL"
		}
		return nil
	}
	for i, line := range strings.Split(source, "\n") {
		fail := func(format string, args ...any) error {
			return &Error{file, i + 1, fmt.Sprintf(format, args...)}
		}
		if comment := strings.Index(line, "//"); comment >= 0 {
			line = line[:comment]
		}
		line = strings.TrimRight(line, " \t")
		if line == "" || line == `#include "textflag.h"` {
			continue
		}
		if m := textLine.FindStringSubmatch(line); m != nil {
			if err := finish(); err != nil {
				return err
			}
			t = &Text{File: file, Line: i + 1, Name: m[1]}
			t.FrameSize, _ = strconv.ParseInt(m[2], 10, 32)
			t.ArgumentSize, _ = strconv.ParseInt("0"+m[3], 10, 32)
			if p.Texts[t.Name] != nil {
				return fail("%s is there twice", t.Name)
			}
			p.Texts[t.Name] = t
			p.Order = append(p.Order, t)
			clear(labels)
		} else if m := dataLine.FindStringSubmatch(line); m != nil {
			d := p.data(m[1])
			offset, _ := strconv.Atoi(m[2])
			value, err := strconv.ParseUint(m[3], 0, 64)
			if err != nil || offset != len(d.Bytes) {
				return fail("DATA is not the next word of %s", m[1])
			}
			for j := range 8 {
				d.Bytes = append(d.Bytes, byte(value>>(8*j)))
			}
		} else if m := globlLine.FindStringSubmatch(line); m != nil {
			d := p.data(m[1])
			if size, _ := strconv.Atoi(m[2]); size != len(d.Bytes) || d.declared {
				return fail("GLOBL says %s, and DATA %d bytes", m[2], len(d.Bytes))
			}
			d.ReadOnly, d.declared = true, true
		} else if m := labelLine.FindStringSubmatch(line); m != nil && t != nil {
			if _, twice := labels[m[1]]; twice {
				return fail("label %s is there twice", m[1])
			}
			labels[m[1]] = len(t.Instructions)
		} else if m := codeLine.FindStringSubmatch(line); m != nil && t != nil {
			in := Instruction{Line: i + 1, Op: m[1]}
			if m[2] != "" {
				for _, text := range strings.Split(m[2], ", ") {
					o, ok := operand(in.Op, strings.TrimSpace(text))
					if !ok {
						return fail("not understood: operand %q of %s", text, in.Op)
					}
					in.Operands = append(in.Operands, o)
				}
			}
			if in.form = formOf(&in); in.form == nil {
				return fail("no meaning is known for %s", in.Form())
			}
			t.Instructions = append(t.Instructions, in)
		} else {
			return fail("not understood: %q", line)
		}
	}
	return finish()
}

func (p *Program) data(name string) *Data {
	d := p.Data[name]
	if d == nil {
		d = &Data{Name: name}
		p.Data[name] = d
	}
	return d
}

// general returns the number of a general register other than SP.
func general(name string) (int, bool) {
	for i, r := range Registers {
		if r == name && r != "SP" {
			return i, true
		}
	}
	return 0, false
}

func operand(op, text string) (o Operand, ok bool) {
	o.Index = none
	if value, found := strings.CutPrefix(text, "$"); found {
		o.Kind = Immediate
		signed, err := strconv.ParseInt(value, 0, 64)
		o.Value = uint64(signed)
		if err != nil {
			o.Value, err = strconv.ParseUint(value, 0, 64)
		}
		return o, err == nil
	}
	if text == "CL" { // a shift count
		o.Kind, o.Register = General, CX
		return o, strings.HasPrefix(op, "SH")
	}
	if r, found := general(text); found {
		o.Kind, o.Register = General, r
		return o, true
	}
	if m := vector.FindStringSubmatch(text); m != nil {
		o.Kind = map[string]Kind{"X": X, "Y": Y, "Z": Z}[m[1]]
		o.Register, _ = strconv.Atoi(m[2])
		return o, o.Register < 32
	}
	if m := mask.FindStringSubmatch(text); m != nil {
		o.Kind = Mask
		o.Register, _ = strconv.Atoi(m[1])
		return o, true
	}
	if op == "CALL" {
		m := callee.FindStringSubmatch(text)
		if m == nil {
			return o, false
		}
		o.Kind, o.Name = Routine, m[1]
		return o, true
	}
	o.Kind = Memory
	if m := argument.FindStringSubmatch(text); m != nil {
		o.Base, o.Name = Arguments, m[1]
		o.Displacement, _ = strconv.ParseInt(m[2], 10, 32)
		return o, true
	}
	if m := symbol.FindStringSubmatch(text); m != nil {
		o.Base, o.Name = Symbol, m[1]
		o.Displacement, _ = strconv.ParseInt(m[2], 10, 32)
		return o, true
	}
	if m := memory.FindStringSubmatch(text); m != nil {
		if m[1] != "" {
			var err error
			if o.Displacement, err = strconv.ParseInt(m[1], 10, 32); err != nil {
				return o, false
			}
		}
		ok = true
		if o.Base = Frame; m[2] != "SP" {
			o.Base, ok = general(m[2])
		}
		if m[3] != "" {
			var found bool
			o.Index, found = general(m[3])
			o.Scale = map[string]uint{"1": 0, "2": 1, "4": 2, "8": 3}[m[4]]
			ok = ok && found
		}
		return o, ok
	}
	if strings.HasPrefix(op, "J") && labelLine.MatchString(text+":") {
		o.Kind, o.Name = Label, text
		return o, true
	}
	return o, false
}
