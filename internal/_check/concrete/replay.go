// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package concrete

import (
	"bytes"
	"fmt"
	"slices"
	"unsafe"

	"secant.example/internal/_check/x86"
)

// A Replay does recorded calls again, and from any place on with another instruction.
type Replay struct {
	program  *x86.Program
	symbols  map[string]uint64
	call     *Call
	places   []int // of its memory in that of now and try
	size     int   // of all of it
	now, try *process

	old, new probe // what the next instruction does, and what another would
}

// A probe does one instruction apart from a process, and writes nothing.
type probe struct {
	words
	m      x86.Machine[uint64]
	stores []stored
}

type stored struct {
	address, x uint64
	size       uint
}

func (p *probe) Store(address, x uint64, size uint) {
	p.at(address, size, true)
	p.stores = append(p.stores, stored{address, x, size})
}

// do does in after p, and reports whether it may.
func (p *probe) do(from *process, in *x86.Instruction) (ok bool) {
	p.m = from.m
	p.m.Domain = p
	p.words.regions, p.words.last, p.words.fail = from.words.regions, 0, p.m.Fail
	p.stores = p.stores[:0]
	defer func() {
		if e := recover(); e != nil {
			if _, isError := e.(*x86.Error); !isError {
				panic(e)
			}
		}
	}()
	p.m.Step(in, meanings)
	return true
}

// NewReplay returns a replay of routines of p, which it changes while it tries something.
func NewReplay(p *x86.Program) *Replay {
	r := &Replay{program: p, symbols: map[string]uint64{x86.Features: featuresAt}, now: newProcess(p), try: newProcess(p)}
	for name := range p.Data {
		r.symbols[name] = symbolsAt + apart*uint64(len(r.symbols))
	}
	for _, p := range []*process{r.now, r.try} {
		p.framesAt = framesAt
		p.m.SymbolBase = func(name string) uint64 { return r.symbols[name] }
	}
	return r
}

// Where constants and frames are in a replay: far from what calls touch.
const (
	framesAt   = 1 << 50
	apart      = 1 << 20 // frames and constants from each other
	symbolsAt  = 1 << 51
	featuresAt = 1 << 52
)

// Start begins a call.
func (r *Replay) Start(c *Call) {
	const margin = 64
	r.call, r.places = c, r.places[:0]
	size := 0
	for i := range c.Memory {
		r.places = append(r.places, size)
		size += len(c.Memory[i].Before) + margin
	}
	for _, p := range []*process{r.now, r.try} {
		if len(p.memory) < size {
			p.memory = make([]byte, 2*size)
		}
	}
	p := r.now
	p.words.regions = p.words.regions[:0]
	for i := range c.Memory {
		m := &c.Memory[i]
		copy(p.memory[r.places[i]:], m.Before)
		region := Region{Name: m.Name, Pointer: unsafe.Pointer(&p.memory[r.places[i]]), Size: uintptr(len(m.Before)), ReadOnly: m.ReadOnly, address: uintptr(m.Address)}
		if m.Name == x86.Features {
			region.address = featuresAt
			copy(p.levels[:], m.Before)
		}
		p.words.add(region)
	}
	for name, d := range r.program.Data {
		p.words.add(Region{Name: name, Pointer: unsafe.Pointer(&d.Bytes[0]), Size: uintptr(len(d.Bytes)), ReadOnly: d.ReadOnly, address: uintptr(r.symbols[name])})
	}
	r.size = size
	p.start(r.program.Texts[c.Routine], uintptr(c.Arguments), c.Steps)
}

// Learn does a call that was recorded, however many instructions it takes, keeps what it leaves, and
// tells which instructions it does.
func (r *Replay) Learn(c *Call, done func(t *x86.Text, i int)) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *x86.Error:
			err = e
		default:
			panic(e)
		}
	}()
	if r.program.Texts[c.Routine] == nil {
		return fmt.Errorf("there is no %s", c.Routine)
	}
	c.Steps = 1 << 32
	r.Start(c)
	c.Steps = 0
	for t, i := r.Next(); t != nil; t, i = r.Next() {
		done(t, i)
		r.Step()
		c.Steps++
	}
	for i := range c.Memory {
		m := &c.Memory[i]
		m.After = nil
		if after := r.now.memory[r.places[i]:][:len(m.Before)]; !bytes.Equal(after, m.Before) {
			m.After = bytes.Clone(after)
		}
	}
	return nil
}

// fork makes r.try what r.now is, with memory of its own.
func (r *Replay) fork() *process {
	p, o := r.try, r.now
	domain := p.m.Domain
	p.levels = o.levels
	p.m = o.m
	p.m.Domain = domain
	p.stack = append(p.stack[:0], o.stack...)
	copy(p.memory[:r.size], o.memory)
	for len(p.frames) < len(o.stack) {
		p.frames = append(p.frames, make([]byte, frameSize))
	}
	for i := range o.stack {
		copy(p.frames[i], o.frames[i])
	}
	p.words.last, p.words.regions = 0, append(p.words.regions[:0], o.words.regions...)
	for i := range p.words.regions {
		region := &p.words.regions[i]
		if a := region.address; a >= framesAt && a < symbolsAt {
			region.Pointer = unsafe.Pointer(&p.frames[(a-framesAt)/apart][frameMargin])
		} else if a < symbolsAt || a == featuresAt {
			region.Pointer = unsafe.Pointer(&p.memory[uintptr(region.Pointer)-uintptr(unsafe.Pointer(&o.memory[0]))])
		}
	}
	p.budget = 4*r.call.Steps + 1000
	return p
}

// Next returns the instruction that the call does next, of which routine; nil at the end.
func (r *Replay) Next() (*x86.Text, int) {
	if len(r.now.stack) == 0 {
		return nil, 0
	}
	a := &r.now.stack[len(r.now.stack)-1]
	return a.text, a.next
}

// Step does it.
func (r *Replay) Step() { r.now.step() }

// Look prepares for [Replay.Changes].
func (r *Replay) Look() {
	t, i := r.Next()
	if !r.old.do(r.now, &t.Instructions[i]) {
		panic("concrete: a recorded call has a fault")
	}
}

// Changes reports whether in, in the place of the next instruction, leaves other registers, memory or flags
// of those that are live. Where it doesn't, it makes no difference this time. Neither is a jump or a call.
func (r *Replay) Changes(in *x86.Instruction, live x86.FlagSet) bool {
	return !r.new.do(r.now, in) || !slices.Equal(r.old.stores, r.new.stores) || !x86.Same(&r.old.m, &r.new.m, live)
}

// Try does the rest of the call with in for the instruction that is next, each time, and
// returns what is wrong then: a fault, or the first memory that comes out otherwise. If
// nothing is, it is empty.
func (r *Replay) Try(in *x86.Instruction) string {
	t, i := r.Next()
	old := t.Instructions[i]
	t.Instructions[i] = *in
	defer func() { t.Instructions[i] = old }()
	return r.rest()
}

// TryWord does the same with another word of the constants d.
func (r *Replay) TryWord(d *x86.Data, word int, value uint64) string {
	old := bytes.Clone(d.Bytes[8*word : 8*word+8])
	defer copy(d.Bytes[8*word:], old)
	for i := range 8 {
		d.Bytes[8*word+i] = byte(value >> (8 * i))
	}
	return r.rest()
}

// rest does what is left of the call, apart from it.
func (r *Replay) rest() (found string) {
	p := r.fork()
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *x86.Error:
			found = e.Message
		default:
			panic(e)
		}
	}()
	for len(p.stack) > 0 {
		p.step()
	}
	return r.difference(p)
}

// difference returns what p leaves otherwise than the call did.
func (r *Replay) difference(p *process) string {
	for i := range r.call.Memory {
		m := &r.call.Memory[i]
		want := m.After
		if len(want) == 0 {
			want = m.Before
		}
		if got := p.memory[r.places[i]:][:len(want)]; !bytes.Equal(got, want) {
			j := 0
			for got[j] == want[j] {
				j++
			}
			return fmt.Sprintf("leaves other memory, %d bytes after the start of %s", j&^7, m.Name)
		}
	}
	return ""
}
