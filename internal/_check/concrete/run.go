// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package concrete

import (
	"fmt"
	"math/big"
	"reflect"
	"sync"
	"unsafe"

	"secant.example/internal/_check/x86"
)

// Kernels are the routines of a package, to be run here instead of on the CPU.
type Kernels struct {
	name     string
	program  *x86.Program
	features *[3]byte
	symbols  map[string]*byte

	mutex sync.Mutex
	free  []*runner
	calls map[string]int
	done  map[*x86.Text][]uint64 // how often each instruction was done
}

// Open reads the assembly of the package of that name. features is cpu.X86.
func Open(name string, features unsafe.Pointer, files ...string) *Kernels {
	p, err := x86.Load(files...)
	if err != nil {
		panic(err)
	}
	k := &Kernels{name: name, program: p, features: (*[3]byte)(features), symbols: map[string]*byte{},
		calls: map[string]int{}, done: map[*x86.Text][]uint64{}}
	for name, d := range p.Data {
		k.symbols[name] = &d.Bytes[0]
	}
	for _, t := range p.Order {
		k.done[t] = make([]uint64, len(t.Instructions))
	}
	opened = append(opened, k)
	return k
}

// A runner is a machine with memory.
type runner struct {
	kernels *Kernels
	m       x86.Machine[uint64]
	words   words
	frames  [][]byte // one for each depth of calls
	budget  int
}

var meanings = x86.Meanings[uint64]()

// Call runs a routine with arguments in memory, as Go's assembler lays them out, and with
// the regions that it may touch beside them. It panics with an [x86.Error] if the routine
// touches others, or reads what nobody set, or changes what it must keep.
func (k *Kernels) Call(name string, arguments unsafe.Pointer, size uintptr, regions ...[]Region) {
	t := k.program.Texts[name]
	if t == nil {
		panic("concrete: no routine " + name)
	}
	if t.ArgumentSize != int64(size) {
		panic(fmt.Sprintf("concrete: %s: %d bytes of arguments, Go has %d", name, t.ArgumentSize, size))
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.calls[name]++
	var r *runner
	if n := len(k.free); n > 0 {
		r, k.free = k.free[n-1], k.free[:n-1]
	} else {
		r = &runner{kernels: k}
		r.words.fail = r.m.Fail
		r.m.Domain = &r.words
		r.m.SymbolBase = r.symbol
	}
	defer func() { k.free = append(k.free, r) }()

	r.words.regions, r.words.last = r.words.regions[:0], 0
	r.words.add(Region{Name: "its arguments", Pointer: arguments, Size: size})
	r.words.add(Region{Name: "cpu.X86", Pointer: unsafe.Pointer(k.features), Size: 3, ReadOnly: true})
	for name, d := range k.program.Data {
		r.words.add(Region{Name: name, Pointer: unsafe.Pointer(k.symbols[name]), Size: uintptr(len(d.Bytes)), ReadOnly: d.ReadOnly})
	}
	for _, list := range regions {
		for _, region := range list {
			r.words.add(region)
		}
	}
	r.m.HasR, r.m.HasK, r.m.HasV = 0, 0, 0
	r.m.Forget()
	r.m.ArgumentBase = uint64(uintptr(arguments))
	r.budget = 1 << 32
	const framePointer = 0xf0f1f2f3f4f5f6f7
	r.m.R[x86.BP] = framePointer
	r.run(t, 0)
	if r.m.R[x86.BP] != framePointer {
		panic(&x86.Error{File: t.File, Line: t.Line, Message: name + " returns with another BP"})
	}
}

func (r *runner) symbol(name string) uint64 {
	if name == x86.Features {
		return uint64(uintptr(unsafe.Pointer(r.kernels.features)))
	}
	return uint64(uintptr(unsafe.Pointer(r.kernels.symbols[name])))
}

// run runs t, at a depth of calls.
func (r *runner) run(t *x86.Text, depth int) {
	const margin = 64 // beside every frame, that nobody may touch
	m := &r.m
	if depth == len(r.frames) {
		r.frames = append(r.frames, make([]byte, 1<<12))
	}
	frame := r.frames[depth][margin : margin+max(t.FrameSize, 1)]
	for i := range frame {
		frame[i] = byte(0xa5 + 7*i) // what was there before is not zero
	}
	outerFrame, outerText, outerBP, hadBP := m.FrameBase, m.Text, m.R[x86.BP], m.HasR>>x86.BP&1
	m.FrameBase, m.Text = uint64(uintptr(unsafe.Pointer(&frame[0]))), t
	r.words.add(Region{Name: "the frame of " + t.Name, Pointer: unsafe.Pointer(&frame[0]), Size: uintptr(t.FrameSize)})
	done := r.kernels.done[t]
loop:
	for i := 0; ; {
		in := &t.Instructions[i]
		done[i]++
		i++
		if r.budget--; r.budget < 0 {
			m.At(in)
			m.Fail("does not end")
		}
		switch c := in.Control(); c {
		case "":
			m.Step(in, meanings)
		case "RET":
			break loop
		case "CALL":
			r.run(r.kernels.program.Texts[in.Operands[0].Name], depth+1)
			m.Text = t
			m.Forget()
		case "JMP":
			i = in.Target
		default:
			m.At(in)
			if m.Condition(c) == 1 {
				i = in.Target
			}
		}
	}
	if t.KeepsBP() {
		m.R[x86.BP] = outerBP
		m.HasR = m.HasR&^(1<<x86.BP) | hadBP<<x86.BP
	}
	r.words.remove(unsafe.Pointer(&frame[0]))
	m.FrameBase, m.Text = outerFrame, outerText
}

// One returns the memory at p, and all that pointers in it lead to.
func One[T any](name string, p *T) []Region { return Many(name, p, 1) }

// Many returns the memory of n values at p, and all that pointers in it lead to.
func Many[T any](name string, p *T, n uint64) (regions []Region) {
	if p == nil {
		return nil
	}
	regions = append(regions, Region{Name: name, Pointer: unsafe.Pointer(p), Size: uintptr(n) * unsafe.Sizeof(*p)})
	t := reflect.TypeFor[T]()
	pointers, known := withPointers.Load(t)
	if !known {
		pointers = hasPointers(t)
		withPointers.Store(t, pointers)
	}
	if pointers.(bool) {
		for _, x := range unsafe.Slice(p, n) {
			regions = reach(regions, name, reflect.ValueOf(&x).Elem())
		}
	}
	return regions
}

var withPointers sync.Map // by type

// hasPointers reports whether a value of type t has pointers.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return true
	case reflect.Array:
		return hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// reach appends what pointers in v lead to.
func reach(regions []Region, name string, v reflect.Value) []Region {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			regions = append(regions, Region{Name: "what " + name + " points to", Pointer: v.UnsafePointer(), Size: v.Type().Elem().Size()})
			if hasPointers(v.Type().Elem()) {
				regions = reach(regions, name, v.Elem())
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			regions = reach(regions, name, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			regions = reach(regions, name, v.Field(i))
		}
	}
	return regions
}

// Bound panics unless the field of that name is at most most in all of the n values at p.
func Bound[T any](name, field string, p *T, n uint64, most uint64) {
	for _, x := range unsafe.Slice(p, n) {
		each(reflect.ValueOf(&x).Elem(), "", func(at string, v reflect.Value) {
			if at == field && v.Uint() > most {
				panic(fmt.Sprintf("%s.%s is %d, more than %d", name, field, v.Uint(), most))
			}
		})
	}
}

// each calls f with all numbers in v, and the name of the field that they are in.
func each(v reflect.Value, field string, f func(field string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			each(v.Index(i), field, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := field
			if name == "" {
				name = v.Type().Field(i).Name
			}
			each(v.Field(i), name, f)
		}
	default:
		if v.CanUint() {
			f(field, v)
		}
	}
}

// Range panics unless all numbers of so many words, from a word on, are at most most, in the n values at p or, if
// field is not empty, in what the pointers of that name in them lead to.
func Range[T any](name, field string, p *T, n uint64, size, from int, most string) {
	limit, _ := new(big.Int).SetString(most, 10)
	for _, x := range unsafe.Slice(p, n) {
		v := reflect.ValueOf(&x).Elem()
		if field != "" {
			v = v.FieldByName(field)
			if v.IsNil() {
				continue
			}
			v = v.Elem()
		}
		var words []uint64
		each(v, "", func(_ string, v reflect.Value) { words = append(words, v.Uint()) })
		for i := from; i < len(words); i += size {
			number := new(big.Int)
			for j := size - 1; j >= 0; j-- {
				number.Lsh(number, 64)
				number.Or(number, new(big.Int).SetUint64(words[i+j]))
			}
			if number.Cmp(limit) > 0 {
				panic(fmt.Sprintf("%s.%s has %x, more than %x", name, field, number, limit))
			}
		}
	}
}

// A Count is what was run of a routine.
type Count struct {
	Package string
	Routine string
	Calls   int      // from Go
	Done    uint64   // instructions
	Never   []string // the lines of instructions that were never done
}

var opened []*Kernels

// Counts returns what was run of all routines.
func Counts() (all []Count) {
	for _, k := range opened {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		for _, t := range k.program.Order {
			c := Count{Package: k.name, Routine: t.Name, Calls: k.calls[t.Name]}
			for i, n := range k.done[t] {
				c.Done += n
				if n == 0 {
					c.Never = append(c.Never, fmt.Sprintf("%s:%d", t.File, t.Instructions[i].Line))
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// Machine returns a machine that may touch one region.
func Machine(p unsafe.Pointer, size uintptr) *x86.Machine[uint64] {
	w := &words{}
	m := &x86.Machine[uint64]{Domain: w}
	w.fail = m.Fail
	w.add(Region{Name: "memory", Pointer: p, Size: size})
	return m
}

// Step does one instruction.
func Step(m *x86.Machine[uint64], in *x86.Instruction) { m.Step(in, meanings) }
