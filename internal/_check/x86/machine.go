// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import "fmt"

// A Domain computes with words of 64 bits and knows the memory; what a word W is, is its
// choice. These are the operations that all instructions are made of. A word that is a bit
// is 0 or 1.
type Domain[W any] interface {
	Const(c uint64) W
	Value(x W) (c uint64, known bool) // c, if x is known to be c

	Add(x, y, carry W) (sum, carryOut W)          // x + y + carry = sum + 2^64·carryOut
	Sub(x, y, borrow W) (difference, borrowOut W) // x - y - borrow = difference - 2^64·borrowOut
	Mul(x, y W, at uint) (high, low W)            // x·y = 2^at·high + low, for at = 64, or 52 and x, y < 2^52
	MulSigned(x, y W) (high, low W)               // the same for at = 64 and signed x, y, high
	Shl(x, n W) W                                 // x·2^n modulo 2^64, for n < 64, as in the next two
	Shr(x, n W) W                                 // the floor of x/2^n
	Sar(x, n W) W                                 // the same for signed x
	Truncate(x W, bits uint) W                    // x modulo 2^bits
	SignExtend(x W, bits uint) W                  // what is x modulo 2^bits and has the sign of bit bits-1
	And(x, y W) W
	Or(x, y W) W
	Xor(x, y W) W
	IsZero(x W) W // a bit
	// x·y + z for doubles, rounded to the nearest, of two to the even one. Neither they nor the
	// result may be subnormal, infinite or no numbers.
	Fused(x, y, z W) W
	Select(bit, x, y W) W // x if bit is 1, y if it is 0

	Load(address W, bytes uint) W // zero-extended
	Store(address, x W, bytes uint)
}

// A flag is what an instruction leaves in the carry or overflow flag.
type flag[W any] struct {
	defined bool
	sums    bool // it is the top bit of (a^s)&(b^s), otherwise bit
	bit     W
	a, b, s W
}

// Flags are CF, OF, and the result that ZF and SF tell about. No instruction with a
// meaning here reads AF or PF.
type Flags[W any] struct {
	carry, overflow flag[W]
	result          W
	hasResult       bool
}

// A Machine is the state of a CPU.
type Machine[W any] struct {
	Domain[W]
	R [16]W
	V [32][8]W
	K [8]W
	Flags[W]

	// Which registers have been set. Reading another one is an error.
	HasR, HasK uint16
	HasV       uint32

	control uint64 // MXCSR minus EntryMXCSR

	// Where the routine's memory is.
	FrameBase, ArgumentBase W
	SymbolBase              func(name string) W

	Text *Text
	in   *Instruction
}

// A Head is a label where paths meet, in some rounds of the loops that it is in.
type Head struct {
	Index  int
	Rounds string
}

// Head returns that of instruction i. It tells the rounds of loops apart that are few: it has those of the
// registers in counters, which are [Text.Counters], that are known to be at most that many.
func (m *Machine[W]) Head(i int, counters []int) Head {
	const few = 4
	h := Head{Index: i}
	for _, r := range counters {
		if m.HasR>>r&1 == 0 {
			continue
		}
		if c, known := m.Value(m.R[r]); known && c <= few {
			h.Rounds += fmt.Sprintf("%s = %d, ", Registers[r], c)
		}
	}
	return h
}

// Fail panics with an [Error] at the instruction.
func (m *Machine[W]) Fail(format string, args ...any) {
	panic(&Error{m.Text.File, m.in.Line, m.Text.Name + ": " + fmt.Sprintf(format, args...)})
}

// At makes in the instruction that errors are at.
func (m *Machine[W]) At(in *Instruction) { m.in = in }

func (m *Machine[W]) register(r int) W {
	if m.HasR>>r&1 == 0 {
		m.Fail("%s is read before it is set", Registers[r])
	}
	return m.R[r]
}

func (m *Machine[W]) setRegister(r int, x W) {
	m.R[r] = x
	m.HasR |= 1 << r
}

func (m *Machine[W]) maskRegister(r int) W {
	if m.HasK>>r&1 == 0 {
		m.Fail("K%d is read before it is set", r)
	}
	return m.K[r]
}

// What is in MXCSR when Go calls a routine, which has to leave the same, and what makes doubles be
// rounded to the nearest, without exceptions. The first stands for anything: foreign code may have
// changed it.
const (
	EntryMXCSR   = 0x7fa0
	NearestMXCSR = 0x1f80
)

func (m *Machine[W]) mxcsr() uint64 { return m.control + EntryMXCSR }

// SetMXCSR sets MXCSR.
func (m *Machine[W]) SetMXCSR(c uint64) { m.control = c - EntryMXCSR }

// CheckReturn fails if a routine that Go calls must not return now.
func (m *Machine[W]) CheckReturn() {
	if m.control != 0 {
		m.Fail("returns with another MXCSR")
	}
}

func (m *Machine[W]) fused(x, y, z W) W {
	if m.mxcsr() != NearestMXCSR {
		m.Fail("rounds as MXCSR says, which it has not set")
	}
	return m.Fused(x, y, z)
}

// negative returns -x for a double.
func (m *Machine[W]) negative(x W) W { return m.Xor(x, m.Const(1<<63)) }

// Address returns where o is.
func (m *Machine[W]) Address(o *Operand) W {
	var a W
	switch o.Base {
	case Frame:
		a = m.FrameBase
	case Arguments:
		a = m.ArgumentBase
	case Symbol:
		a = m.SymbolBase(o.Name)
	default:
		a = m.register(o.Base)
	}
	if o.Displacement != 0 {
		a = m.plus(a, m.Const(uint64(o.Displacement)))
	}
	if o.Index != none {
		a = m.plus(a, m.Shl(m.register(o.Index), m.Const(uint64(o.Scale))))
	}
	return a
}

// get returns the operand o, of so many bytes, zero-extended.
func (m *Machine[W]) get(o *Operand, bytes uint) W {
	switch o.Kind {
	case Immediate:
		c := o.Value
		if bytes < 8 {
			c &= 1<<(8*bytes) - 1
		}
		return m.Const(c)
	case General:
		if bytes < 8 {
			return m.Truncate(m.register(o.Register), 8*bytes)
		}
		return m.register(o.Register)
	case Memory:
		return m.Load(m.Address(o), bytes)
	}
	panic("x86: not a word: " + string(rune(o.Kind)))
}

// set sets o to x. A general register of 4 bytes is zero-extended: so is x.
func (m *Machine[W]) set(o *Operand, x W, bytes uint) {
	if o.Kind == General {
		m.setRegister(o.Register, x)
	} else {
		m.Store(m.Address(o), x, bytes)
	}
}

// words returns the words of a vector in a register or memory, the rest zero.
func (m *Machine[W]) words(o *Operand, n int) (v [8]W) {
	if o.Kind != Memory {
		if m.HasV>>o.Register&1 == 0 {
			m.Fail("%c%d is read before it is set", rune(o.Kind)-'a'+'A', o.Register)
		}
		copy(v[:n], m.V[o.Register][:n])
		return v
	}
	a := m.Address(o)
	for i := range n {
		v[i] = m.Load(m.plus(a, m.Const(uint64(8*i))), 8)
	}
	return v
}

// setWords sets n words of o to v, and the rest of a register to zero.
func (m *Machine[W]) setWords(o *Operand, n int, v *[8]W) {
	if o.Kind != Memory {
		z := &m.V[o.Register]
		copy(z[:n], v[:n])
		for i := n; i < 8; i++ {
			z[i] = m.Const(0)
		}
		m.HasV |= 1 << o.Register
		return
	}
	a := m.Address(o)
	for i := range n {
		m.Store(m.plus(a, m.Const(uint64(8*i))), v[i], 8)
	}
}

// Short forms of operations.

func (m *Machine[W]) plus(x, y W) W  { s, _ := m.Add(x, y, m.Const(0)); return s }
func (m *Machine[W]) minus(x, y W) W { d, _ := m.Sub(x, y, m.Const(0)); return d }
func (m *Machine[W]) not(x W) W      { return m.Xor(x, m.Const(^uint64(0))) }
func (m *Machine[W]) shl(x W, n uint) W {
	return m.Shl(x, m.Const(uint64(n)))
}
func (m *Machine[W]) shr(x W, n uint) W {
	return m.Shr(x, m.Const(uint64(n)))
}

// bit returns bit n of x.
func (m *Machine[W]) bit(x W, n uint) W { return m.Truncate(m.shr(x, n), 1) }

// read returns the flag f as a bit.
func (m *Machine[W]) read(f *flag[W], name string) W {
	if !f.defined {
		m.Fail("%s is read where it is undefined", name)
	}
	if f.sums {
		return m.shr(m.And(m.Xor(f.a, f.s), m.Xor(f.b, f.s)), 63)
	}
	return f.bit
}

func (m *Machine[W]) carryFlag() W    { return m.read(&m.carry, "CF") }
func (m *Machine[W]) overflowFlag() W { return m.read(&m.overflow, "OF") }

func (m *Machine[W]) zeroFlag() W {
	if !m.hasResult {
		m.Fail("ZF is read where it is undefined")
	}
	return m.IsZero(m.result)
}

func (m *Machine[W]) signFlag() W {
	if !m.hasResult {
		m.Fail("SF is read where it is undefined")
	}
	return m.shr(m.result, 63)
}

func (m *Machine[W]) setBit(f *flag[W], bit W) {
	f.defined, f.sums, f.bit = true, false, bit
}

// setResult says that ZF and SF are those of x, whose sign is its bit 63.
func (m *Machine[W]) setResult(x W) { m.result, m.hasResult = x, true }

// setOverflow says that OF is set if s = a + b overflowed as a signed sum.
func (m *Machine[W]) setOverflow(a, b, s W) {
	f := &m.overflow
	f.defined, f.sums, f.a, f.b, f.s = true, true, a, b, s
}

func (m *Machine[W]) noResult() { m.hasResult = false }

// Condition returns the bit that says whether the condition of a jump or a conditional move
// holds.
func (m *Machine[W]) Condition(name string) W {
	one := m.Const(1)
	switch name {
	case "EQ":
		return m.zeroFlag()
	case "NE":
		return m.Xor(m.zeroFlag(), one)
	case "MI":
		return m.signFlag()
	case "PL":
		return m.Xor(m.signFlag(), one)
	case "CS":
		return m.carryFlag()
	case "CC":
		return m.Xor(m.carryFlag(), one)
	case "LT":
		return m.Xor(m.signFlag(), m.overflowFlag())
	case "GE":
		return m.Xor(m.Condition("LT"), one)
	case "GT":
		return m.And(m.Condition("GE"), m.Condition("NE"))
	}
	panic("x86: no condition " + name)
}

// CarryBit returns CF, if it is defined.
func (m *Machine[W]) CarryBit() (bit W, ok bool) {
	return m.carry.bit, m.carry.defined && !m.carry.sums
}

// OverflowBit returns OF, if an instruction has left it there as a second carry.
func (m *Machine[W]) OverflowBit() (bit W, ok bool) {
	return m.overflow.bit, m.overflow.defined && !m.overflow.sums
}

// FlagBits returns those of CF, ZF, SF and OF that are defined, as in the register FLAGS,
// and which ones are.
func (m *Machine[W]) FlagBits() (bits W, defined uint64) {
	bits = m.Const(0)
	add := func(at uint, x W) {
		bits = m.Or(bits, m.shl(x, at))
		defined |= 1 << at
	}
	if m.carry.defined {
		add(CF, m.carryFlag())
	}
	if m.overflow.defined {
		add(OF, m.overflowFlag())
	}
	if m.hasResult {
		add(ZF, m.zeroFlag())
		add(SF, m.signFlag())
	}
	return bits, defined
}

// The places of flags in FLAGS.
const (
	CF = 0
	ZF = 6
	SF = 7
	OF = 11
)

// SetFlags sets CF, ZF, SF and OF to bits in FLAGS. A result that is zero and negative does
// not exist.
func (m *Machine[W]) SetFlags(bits uint64) {
	m.setBit(&m.carry, m.Const(bits>>CF&1))
	m.setBit(&m.overflow, m.Const(bits>>OF&1))
	m.setResult(m.Const(bits>>SF&1<<63 | bits>>ZF&1 ^ 1))
}

// Forget makes all flags undefined.
func (f *Flags[W]) Forget() { *f = Flags[W]{} }

// Step does the instruction in. A jump, a call and a return have no effect here: they are
// the domain's.
func (m *Machine[W]) Step(in *Instruction, meanings []Meaning[W]) {
	m.in = in
	meanings[in.form.number](m, in)
}

// Run-of-the-mill questions of those who run routines.

// Control returns what a domain must do itself after the instruction: "JMP", "CALL",
// "RET", or the condition of a jump; otherwise it is empty.
func (in *Instruction) Control() string { return in.form.control }

// Needs returns the feature of a CPU that the instruction needs, empty if all have it.
func (in *Instruction) Needs() string { return in.form.needs }

// Level returns which byte of cpu.X86 says that a CPU has the instruction, -1 if all have it.
func (in *Instruction) Level() int { return in.form.level }

// Here returns an error at the instruction.
func (m *Machine[W]) Here(format string, args ...any) *Error {
	return &Error{m.Text.File, m.in.Line, m.Text.Name + ": " + fmt.Sprintf(format, args...)}
}

// settle makes f a bit.
func (m *Machine[W]) settle(f *flag[W]) {
	if f.defined {
		*f = flag[W]{defined: true, bit: m.read(f, "")}
	} else {
		*f = flag[W]{}
	}
}

// Hold reports whether m and o hold the same in some registers, none of them or both.
func Hold[W any](m, o *Machine[W], registers RegisterSet, same func(x, y W) bool) bool {
	has := func(m *Machine[W]) RegisterSet {
		return RegisterSet{m.HasR & registers.R, m.HasK & registers.K, m.HasV & registers.V}
	}
	of := has(m)
	if of != has(o) {
		return false
	}
	for i := range m.R {
		if of.R>>i&1 == 1 && !same(m.R[i], o.R[i]) {
			return false
		}
	}
	for i := range m.K {
		if of.K>>i&1 == 1 && !same(m.K[i], o.K[i]) {
			return false
		}
	}
	for i := range m.V {
		for j := range m.V[i] {
			if of.V>>i&1 == 1 && !same(m.V[i][j], o.V[i][j]) {
				return false
			}
		}
	}
	return m.control == o.control
}

// Join makes m hold what may be in m or in o, by join for words, and reports whether that
// changed m. A register or flag that is not set in one is not set in both.
func Join[W comparable](m, o *Machine[W], join func(x, y W) W) (changed bool) {
	if m.control != o.control {
		m.Fail("MXCSR is not the same on all paths to here")
	}
	word := func(x *W, y W) {
		if z := join(*x, y); z != *x {
			*x, changed = z, true
		}
	}
	for _, n := range []*Machine[W]{m, o} {
		n.settle(&n.carry)
		n.settle(&n.overflow)
	}
	for _, f := range [][2]*flag[W]{{&m.carry, &o.carry}, {&m.overflow, &o.overflow}} {
		if f[0].defined && f[1].defined {
			word(&f[0].bit, f[1].bit)
		} else if f[0].defined {
			*f[0], changed = flag[W]{}, true
		}
	}
	if m.hasResult && o.hasResult {
		word(&m.result, o.result)
	} else if m.hasResult {
		m.hasResult, changed = false, true
	}
	if r, k, v := m.HasR&o.HasR, m.HasK&o.HasK, m.HasV&o.HasV; r != m.HasR || k != m.HasK || v != m.HasV {
		m.HasR, m.HasK, m.HasV, changed = r, k, v, true
	}
	for i := range m.R {
		if m.HasR>>i&1 == 1 {
			word(&m.R[i], o.R[i])
		}
	}
	for i := range m.K {
		if m.HasK>>i&1 == 1 {
			word(&m.K[i], o.K[i])
		}
	}
	for i := range m.V {
		if m.HasV>>i&1 == 1 {
			for j := range m.V[i] {
				word(&m.V[i][j], o.V[i][j])
			}
		}
	}
	return changed
}
