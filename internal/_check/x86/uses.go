// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import "strings"

// A RegisterSet is registers of all kinds.
type RegisterSet struct {
	R, K uint16
	V    uint32
}

func (s RegisterSet) union(o RegisterSet) RegisterSet {
	return RegisterSet{s.R | o.R, s.K | o.K, s.V | o.V}
}

func (s RegisterSet) without(o RegisterSet) RegisterSet {
	return RegisterSet{s.R &^ o.R, s.K &^ o.K, s.V &^ o.V}
}

// Meets reports whether s and o have a register in common.
func (s RegisterSet) Meets(o RegisterSet) bool { return s.R&o.R|s.K&o.K != 0 || s.V&o.V != 0 }

var everyRegister = RegisterSet{^uint16(0), ^uint16(0), ^uint32(0)}

// A trace is a domain whose words are names: that of a result is new.
type trace struct {
	last   int
	stored bool
}

func (t *trace) name() int                        { t.last++; return t.last }
func (t *trace) Const(uint64) int                 { return t.name() }
func (*trace) Value(int) (uint64, bool)           { return 0, true }
func (t *trace) Add(x, y, c int) (int, int)       { return t.name(), t.name() }
func (t *trace) Sub(x, y, b int) (int, int)       { return t.name(), t.name() }
func (t *trace) Mul(x, y int, at uint) (int, int) { return t.name(), t.name() }
func (t *trace) MulSigned(x, y int) (int, int)    { return t.name(), t.name() }
func (t *trace) Shl(x, n int) int                 { return t.name() }
func (t *trace) Shr(x, n int) int                 { return t.name() }
func (t *trace) Sar(x, n int) int                 { return t.name() }
func (t *trace) Truncate(x int, bits uint) int    { return t.name() }
func (t *trace) SignExtend(x int, bits uint) int  { return t.name() }
func (t *trace) And(x, y int) int                 { return t.name() }
func (t *trace) Or(x, y int) int                  { return t.name() }
func (t *trace) Xor(x, y int) int                 { return t.name() }
func (t *trace) IsZero(x int) int                 { return t.name() }
func (t *trace) Select(bit, x, y int) int         { return t.name() }
func (t *trace) Fused(x, y, z int) int            { return t.name() }
func (t *trace) Load(address int, bytes uint) int { return t.name() }
func (t *trace) Store(address, x int, bytes uint) { t.stored = true }

var traced = Meanings[int]()

// Uses are the registers that an instruction has to do with.
type Uses struct {
	Reads   RegisterSet
	Sets    RegisterSet // whatever they held
	Changes RegisterSet // all that it sets, wholly or not
	Stores  bool        // whether it writes to memory
}

// Uses returns what its meaning says of in, without what a called routine does.
func (in *Instruction) Uses() (u Uses) {
	text := &Text{}
	// m has been through in, and before through nothing.
	try := func(has RegisterSet) (before, m *Machine[int], ok bool) {
		t := &trace{}
		m = &Machine[int]{Domain: t, Text: text, HasR: has.R, HasK: has.K, HasV: has.V}
		for i := range m.R {
			m.R[i] = t.name()
		}
		for i := range m.K {
			m.K[i] = t.name()
		}
		for i := range m.V {
			for j := range m.V[i] {
				m.V[i][j] = t.name()
			}
		}
		before = &Machine[int]{R: m.R, K: m.K, V: m.V}
		m.SymbolBase = func(string) int { return t.name() }
		m.SetFlags(0)
		if in.Op != "STMXCSR" {
			m.SetMXCSR(NearestMXCSR)
		}
		defer func() {
			if e := recover(); e != nil {
				if _, isError := e.(*Error); !isError {
					panic(e)
				}
			}
		}()
		m.Step(in, traced)
		u.Stores = u.Stores || t.stored
		return before, m, true
	}
	before, m, ok := try(everyRegister)
	if !ok {
		return Uses{Reads: everyRegister} // CPUID
	}
	for i := range m.R {
		if m.R[i] != before.R[i] {
			u.Changes.R |= 1 << i
		}
	}
	for i := range m.K {
		if m.K[i] != before.K[i] {
			u.Changes.K |= 1 << i
		}
	}
	for i := range m.V {
		if m.V[i] != before.V[i] {
			u.Changes.V |= 1 << i
		}
	}
	for _, r := range eachRegister {
		if _, m, ok := try(everyRegister.without(r)); !ok {
			u.Reads = u.Reads.union(r)
		} else if (RegisterSet{m.HasR, m.HasK, m.HasV}).Meets(r) {
			u.Sets = u.Sets.union(r)
		}
	}
	return u
}

var eachRegister = func() (all []RegisterSet) {
	for i := range 16 {
		all = append(all, RegisterSet{R: 1 << i})
	}
	for i := range 8 {
		all = append(all, RegisterSet{K: 1 << i})
	}
	for i := range 32 {
		all = append(all, RegisterSet{V: 1 << i})
	}
	return all
}()

// LiveRegisters returns which registers matter after each instruction of t: some instruction reads them before they
// are set, and what it does matters itself. To what calls t, and to what it calls, all do; to Go none.
func (t *Text) LiveRegisters() []RegisterSet {
	n := len(t.Instructions)
	uses, flags := make([]Uses, n), t.LiveFlags()
	for i := range t.Instructions {
		uses[i] = t.Instructions[i].Uses()
	}
	before, after := make([]RegisterSet, n+1), make([]RegisterSet, n)
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			in, u := &t.Instructions[i], &uses[i]
			matters := true
			switch in.Control() {
			case "":
				after[i] = before[i+1]
				matters = u.Stores || in.Op == "LDMXCSR" || u.Changes.Meets(after[i]) || in.Writes()&flags[i] != 0
			case "JMP":
				after[i] = before[in.Target]
			case "CALL":
				after[i] = everyRegister
			case "RET":
				if strings.HasSuffix(t.Name, "<>") {
					after[i] = everyRegister
				}
			default:
				after[i] = before[i+1].union(before[in.Target])
			}
			b := after[i].without(u.Sets)
			if matters {
				b = b.union(u.Reads)
			}
			if in.Control() == "CALL" {
				b = everyRegister
			}
			if b != before[i] {
				before[i], changed = b, true
			}
		}
	}
	return after
}
