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
	free  []*process
	calls map[string]int
	done  map[*x86.Text][]uint64 // how often each instruction was done

	recorder *recorder // nil if calls are not recorded
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

// A process is a machine with memory that runs a routine.
type process struct {
	program *x86.Program
	m       x86.Machine[uint64]
	words   words
	levels  [3]byte // what the CPU has: cpu.X86
	stack   []activation
	frames  [][]byte // one for each depth of calls
	memory  []byte   // of a replay, with what calls touch
	// Where the routine sees the first frame, in a replay; the next one is apart from it.
	framesAt uintptr
	budget   int
}

// An activation is a routine that has not returned.
type activation struct {
	text  *x86.Text
	next  int // the instruction that it does next
	frame Region
	// BP before the call.
	bp    uint64
	hadBP uint16
}

var meanings = x86.Meanings[uint64]()

func newProcess(program *x86.Program) *process {
	p := &process{program: program}
	p.words.fail = p.m.Fail
	p.m.Domain = &p.words
	return p
}

const (
	framePointer = 0xf0f1f2f3f4f5f6f7 // what is in BP before the first call
	frameSize    = 1 << 13            // at most, with
	frameMargin  = 64                 // beside it on both sides, that nobody may touch
)

// start calls t, where memory is what words has.
func (p *process) start(t *x86.Text, arguments uintptr, budget int) {
	p.words.last = 0
	p.m.HasR, p.m.HasK, p.m.HasV = 0, 0, 0
	p.m.Forget()
	p.m.SetMXCSR(x86.EntryMXCSR)
	p.m.ArgumentBase = uint64(arguments)
	p.m.R[x86.BP] = framePointer
	p.budget = budget
	p.stack = p.stack[:0]
	p.call(t)
}

// call enters t.
func (p *process) call(t *x86.Text) {
	depth := len(p.stack)
	if depth == len(p.frames) {
		p.frames = append(p.frames, make([]byte, frameSize))
	}
	frame := p.frames[depth][frameMargin : frameMargin+max(t.FrameSize, 1)]
	for i := range frame {
		frame[i] = byte(0xa5 + 7*i) // what was there before is not zero
	}
	a := activation{text: t, bp: p.m.R[x86.BP], hadBP: p.m.HasR >> x86.BP & 1}
	a.frame = Region{Name: "the frame of " + t.Name, Pointer: unsafe.Pointer(&frame[0]), Size: uintptr(t.FrameSize)}
	if p.framesAt != 0 {
		a.frame.address = p.framesAt + uintptr(apart*depth)
	}
	p.words.add(a.frame)
	p.m.FrameBase, p.m.Text = uint64(a.frame.start()), t
	p.stack = append(p.stack, a)
}

// leave returns from the innermost routine.
func (p *process) leave() {
	a := &p.stack[len(p.stack)-1]
	if a.text.KeepsBP() {
		p.m.R[x86.BP] = a.bp
		p.m.HasR = p.m.HasR&^(1<<x86.BP) | a.hadBP<<x86.BP
	}
	p.words.remove(a.frame.start())
	p.stack = p.stack[:len(p.stack)-1]
	if n := len(p.stack); n > 0 {
		outer := &p.stack[n-1]
		p.m.FrameBase, p.m.Text = uint64(outer.frame.start()), outer.text
		p.m.Forget()
	} else if p.m.R[x86.BP] != framePointer {
		panic(&x86.Error{File: a.text.File, Line: a.text.Line, Message: a.text.Name + " returns with another BP"})
	}
}

// step does the next instruction of the innermost routine.
func (p *process) step() {
	a := &p.stack[len(p.stack)-1]
	in := &a.text.Instructions[a.next]
	a.next++
	if p.budget--; p.budget < 0 {
		p.m.At(in)
		p.m.Fail("does not end")
	}
	if level := in.Level(); level >= 0 && p.levels[level] == 0 {
		p.m.At(in)
		p.m.Fail("a CPU of this path need not have %s", in.Op)
	}
	switch c := in.Control(); c {
	case "":
		p.m.Step(in, meanings)
	case "RET":
		if len(p.stack) == 1 {
			p.m.At(in)
			p.m.CheckReturn()
		}
		p.leave()
	case "CALL":
		p.call(p.program.Texts[in.Operands[0].Name])
	case "JMP":
		a.next = in.Target
	default:
		p.m.At(in)
		if p.m.Condition(c) == 1 {
			a.next = in.Target
		}
	}
}

// Call runs a routine with arguments in memory, as Go's assembler lays them out, and with
// the regions that it may touch beside them. It panics with an [x86.Error] if the routine
// touches others, or reads what nobody set, or changes what it must keep, or needs what cpu.X86 does
// not say.
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
	var p *process
	if n := len(k.free); n > 0 {
		p, k.free = k.free[n-1], k.free[:n-1]
	} else {
		p = newProcess(k.program)
		p.m.SymbolBase = k.symbol
	}
	defer func() { k.free = append(k.free, p) }()

	p.words.regions = p.words.regions[:0]
	p.words.add(Region{Name: "its arguments", Pointer: arguments, Size: size})
	p.words.add(Region{Name: x86.Features, Pointer: unsafe.Pointer(k.features), Size: 3, ReadOnly: true})
	for name, d := range k.program.Data {
		p.words.add(Region{Name: name, Pointer: unsafe.Pointer(k.symbols[name]), Size: uintptr(len(d.Bytes)), ReadOnly: d.ReadOnly})
	}
	for _, list := range regions {
		for _, region := range list {
			p.words.add(region)
		}
	}
	p.levels = *k.features
	k.recorder.begin(name, arguments, p.words.regions)
	p.start(t, uintptr(arguments), 1<<32)
	var text *x86.Text
	var done []uint64
	for len(p.stack) > 0 {
		a := &p.stack[len(p.stack)-1]
		if a.text != text {
			text, done = a.text, k.done[a.text]
		}
		i := a.next
		done[i]++
		p.step()
		k.recorder.saw(&p.m, text, i, a.next)
	}
	k.recorder.end()
}

func (k *Kernels) symbol(name string) uint64 {
	if name == x86.Features {
		return uint64(uintptr(unsafe.Pointer(k.features)))
	}
	return uint64(uintptr(unsafe.Pointer(k.symbols[name])))
}

// One returns the memory at p, and all that pointers in it lead to.
func One[T any](name string, p *T) []Region { return Many(name, p, 1) }

// Scratch returns the memory at p, which must not overlap with any other.
func Scratch[T any](name string, p *T) []Region {
	regions := One(name, p)
	regions[0].scratch = true
	return regions
}

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
	check := func(v reflect.Value) {
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
	for _, x := range unsafe.Slice(p, n) {
		v := reflect.ValueOf(&x).Elem()
		if field == "" {
			check(v)
			continue
		}
		pointers := []reflect.Value{v.FieldByName(field)}
		if all := pointers[0]; all.Kind() == reflect.Array {
			pointers = nil
			for i := range all.Len() {
				pointers = append(pointers, all.Index(i))
			}
		}
		for _, pointer := range pointers {
			if !pointer.IsNil() {
				check(pointer.Elem())
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
