// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package concrete

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"unsafe"

	"secant.example/internal/_check/x86"
)

// A Call of a routine from Go, with the memory that it may touch, but for constants.
type Call struct {
	Routine   string
	Arguments uint64 // where they are
	Memory    []Memory
	Steps     int // the instructions that it does
}

// Levels returns what the CPU of the call has, as cpu.X86 says it.
func (c *Call) Levels() string {
	for i := range c.Memory {
		if c.Memory[i].Name == x86.Features {
			return string(c.Memory[i].Before)
		}
	}
	return ""
}

// Memory is one region of it.
type Memory struct {
	Name     string
	Address  uint64
	ReadOnly bool
	Before   []byte
	After    []byte // of a replay; empty if it is as before
}

// A recorder keeps those calls in which something happens that did not in earlier ones: an
// instruction leaves a carry or none, or a number of another length in bytes; a condition holds or
// does not; arguments are the same memory in another way.
type recorder struct {
	kernels *Kernels
	texts   map[*x86.Text]*events
	aliases map[string]bool
	calls   []*Call

	text    *x86.Text // the last one that was seen, and its events
	last    *events
	current *Call
	news    int
}

// Events are those of one routine: of each instruction what happened after it.
type events struct {
	kinds []kind
	seen  []uint32
}

// A kind says what to look at after an instruction.
type kind struct {
	general   [2]int // registers, or -1
	vector    int    // or -1
	words     int
	condition string // of a conditional move
	jump      int    // the instruction after a jump, or 0
}

// What may happen. The lowest nine bits are for numbers of 0 to 8 bytes.
const (
	seenOnes = 1 << (9 + iota)
	seenCarry
	seenNoCarry
	seenOverflow
	seenNoOverflow
	seenTrue
	seenFalse
)

func newRecorder(k *Kernels) *recorder {
	r := &recorder{kernels: k, texts: map[*x86.Text]*events{}, aliases: map[string]bool{}}
	for _, t := range k.program.Order {
		e := &events{seen: make([]uint32, len(t.Instructions))}
		for i := range t.Instructions {
			in := &t.Instructions[i]
			k := kind{general: [2]int{-1, -1}, vector: -1}
			n := 0
			for j := max(len(in.Operands)-2, 0); j < len(in.Operands); j++ {
				o := &in.Operands[j]
				if o.Kind == x86.General {
					k.general[n] = o.Register
					n++
				}
				if w := o.Kind.Words(); w > 1 {
					k.vector, k.words = o.Register, w
				}
			}
			if strings.HasPrefix(in.Op, "CMOVQ") {
				k.condition = in.Op[5:]
			}
			switch in.Control() {
			case "", "CALL", "JMP", "RET":
			default:
				k.jump = i + 1
			}
			e.kinds = append(e.kinds, k)
		}
		r.texts[t] = e
	}
	return r
}

// begin notes what a call finds.
func (r *recorder) begin(name string, arguments unsafe.Pointer, regions []Region) {
	if r == nil {
		return
	}
	r.current = &Call{Routine: name, Arguments: uint64(uintptr(arguments))}
	r.news = 0
	for i := range regions {
		region := &regions[i]
		if r.kernels.program.Data[region.Name] != nil {
			continue
		}
		before := bytes.Clone(unsafe.Slice((*byte)(region.Pointer), region.Size))
		r.current.Memory = append(r.current.Memory, Memory{Name: region.Name, Address: uint64(region.start()), ReadOnly: region.ReadOnly, Before: before})
	}
	// Which arguments are the same.
	words := unsafe.Slice((*uint64)(arguments), r.kernels.program.Texts[name].ArgumentSize/8)
	pattern := fmt.Sprint(name, len(regions))
	for i := range words {
		for j := range i {
			if words[i] == words[j] {
				pattern += fmt.Sprintf(" %d=%d", i, j)
			}
		}
	}
	if !r.aliases[pattern] {
		r.aliases[pattern] = true
		r.news++
	}
}

// saw notes what the instruction i of t did; next is the one that follows in t.
func (r *recorder) saw(m *x86.Machine[uint64], t *x86.Text, i, next int) {
	if r == nil {
		return
	}
	r.current.Steps++
	if r.text != t {
		r.text, r.last = t, r.texts[t]
	}
	k := &r.last.kinds[i]
	now := uint32(0)
	number := func(x uint64) {
		if x == ^uint64(0) {
			now |= seenOnes
		}
		now |= 1 << ((bits.Len64(x) + 7) / 8)
	}
	for _, g := range k.general {
		if g >= 0 {
			number(m.R[g])
		}
	}
	if k.vector >= 0 {
		for _, x := range m.V[k.vector][:k.words] {
			number(x)
		}
	}
	truth := func(bit uint64, yes, no uint32) {
		if bit == 1 {
			now |= yes
		} else {
			now |= no
		}
	}
	if bit, ok := m.CarryBit(); ok {
		truth(bit, seenCarry, seenNoCarry)
	}
	if bit, ok := m.OverflowBit(); ok {
		truth(bit, seenOverflow, seenNoOverflow)
	}
	if k.condition != "" {
		truth(m.Condition(k.condition), seenTrue, seenFalse)
	}
	if k.jump > 0 {
		if next == k.jump {
			now |= seenFalse
		} else {
			now |= seenTrue
		}
	}
	if seen := &r.last.seen[i]; now&^*seen != 0 {
		*seen |= now
		r.news++
	}
}

// end keeps the call if there was something new in it.
func (r *recorder) end() {
	if r == nil || r.news == 0 {
		return
	}
	r.calls = append(r.calls, r.current)
}

// Record makes all routines keep calls, for [WriteCalls].
func Record() {
	for _, k := range opened {
		k.recorder = newRecorder(k)
	}
}

// WriteCalls writes what was recorded, by package.
func WriteCalls(name string) error {
	all := map[string][]*Call{}
	for _, k := range opened {
		all[k.name] = k.recorder.calls
	}
	return SaveCalls(name, all)
}

// SaveCalls writes calls to a file, by package.
func SaveCalls(name string, all map[string][]*Call) error {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := gob.NewEncoder(z).Encode(all); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// ReadCalls returns what [SaveCalls] wrote.
func ReadCalls(name string) (all map[string][]*Call, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, gob.NewDecoder(z).Decode(&all)
}
