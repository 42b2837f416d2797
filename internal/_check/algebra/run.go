// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"

	"secant.example/internal/_check/x86"
)

// memory is what routines work with. Addresses are numbers of its own.
type memory[W any] struct {
	here    func(format string, args ...any) *x86.Error
	domain  x86.Domain[W]
	words   map[uint64]W    // by address
	stored  map[uint64]bool // those that a routine has written
	looked  map[uint64]bool // those that a specification has looked at, or that nobody sees: arguments and frames
	regions []region
	next    uint64
}

type region struct {
	start, size uint64
	readOnly    bool
}

// allocate returns the address of new memory, of so many words.
func (m *memory[W]) allocate(words int, readOnly bool) uint64 {
	const gap = 256
	start := m.next
	m.regions = append(m.regions, region{start, 8 * uint64(words), readOnly})
	m.next = start + 8*uint64(words) + gap
	return start
}

// place returns the address of the word at an address, and how many bits are before it there.
func (m *memory[W]) place(address W, bytes uint, write bool) (word uint64, shift uint) {
	a, known := m.domain.Value(address)
	if !known {
		panic(m.here("uses an address that is not constant"))
	}
	for i := len(m.regions) - 1; i >= 0; i-- {
		r := &m.regions[i]
		if a >= r.start && a+uint64(bytes) <= r.start+r.size {
			if write && r.readOnly {
				panic(m.here("writes to what is only read"))
			}
			if a&7+uint64(bytes) > 8 {
				panic(m.here("uses an address that is not aligned"))
			}
			return a &^ 7, uint(a & 7 * 8)
		}
	}
	panic(m.here("touches memory that is not its own"))
}

func (m *memory[W]) Load(address W, bytes uint) W {
	word, shift := m.place(address, bytes, false)
	x, ok := m.words[word]
	if !ok {
		panic(m.here("reads memory that was not written"))
	}
	if bytes == 8 {
		return x
	}
	return m.domain.Truncate(m.domain.Shr(x, m.domain.Const(uint64(shift))), 8*bytes)
}

func (m *memory[W]) Store(address, x W, bytes uint) {
	word, shift := m.place(address, bytes, true)
	if bytes < 8 {
		old, set := m.words[word]
		if !set {
			old = m.domain.Const(0)
		}
		ones := uint64(1)<<(8*bytes) - 1
		rest := m.domain.And(old, m.domain.Const(^(ones << shift)))
		x = m.domain.Or(rest, m.domain.Shl(x, m.domain.Const(uint64(shift))))
	}
	m.words[word] = x
	m.stored[word] = true
}

// A place is where a run is.
type place struct {
	text    *x86.Text
	index   int
	op, cut int
}

// next returns the key for the next operation of the instruction.
func (p *place) next() factKey {
	p.op++
	return factKey{text: p.text, index: p.index, op: p.op}
}

// nextCut is next for an operation that cuts off bits.
func (p *place) nextCut() factKey {
	p.cut++
	key := p.next()
	key.cut = p.cut
	return key
}

func (p *place) fail(format string, args ...any) {
	panic(&x86.Error{File: p.text.File, Line: p.text.Instructions[p.index].Line, Message: p.text.Name + ": " + fmt.Sprintf(format, args...)})
}

// An engine runs a routine in one of the two domains.
type engine[W any] struct {
	program  *x86.Program
	m        x86.Machine[W]
	memory   *memory[W]
	where    *place
	meanings []x86.Meaning[W]
	symbols  map[string]uint64
	budget   int
	done     map[*x86.Text][]bool // the instructions that have been done

	free  func(c uint64, v *big.Int, degree int) W // an argument: a number, or a value modulo the prime
	value func(x W) *big.Int                       // modulo the prime
	again func(x W) (W, bool)                      // a new free variable for what is not constant and no argument

	bounded func(x W, most uint64) W                     // an argument that is at most most
	most    func(x W) uint64                             // what x is at most
	nearTo  func(x W, offset uint64, most uint) *big.Int // the value of x - offset, as a number with a sign
	anyNear func(offset uint64, most uint) (W, bool)     // a new free variable of that kind, if there are free ones

	doubleOf  func(x W, most *big.Float, grid int) *big.Int // the value of a double that is at most most, up to its sign, and a multiple of 2^grid
	anyDouble func(most *big.Float, grid int) (W, bool)     // a new free variable of that kind, if there are free ones

	head    string // the routine of which heads are told
	atHead  func(number int)
	frame   uint64                  // of that routine
	choose  func(number int) uint64 // whether what is not known is zero
	choices int
}

// machine is what specifications see of an engine.
type machine interface {
	allocate(words int) uint64
	scratch(words int) uint64
	constant(name string) uint64
	set(address, c uint64)
	setFree(address, c uint64, v *big.Int, degree int)
	word(address uint64) *big.Int
	lane(register, lane int) *big.Int
	near(at spot, offset uint64, most uint) *big.Int
	packed(address uint64, bits uint) *big.Int
	bits(address uint64, from, to uint) *big.Int
	setNear(at spot, offset uint64, most uint)
	double(address uint64, most *big.Float, grid int) *big.Int
	setDouble(address uint64, most *big.Float, grid int)
	atMost(address, most uint64)
	limb(register int) *big.Int
	limbAtMost(register int, most uint64) *big.Int
	setLimbAtMost(register int, most uint64)
	number(address uint64) uint64
	setFeatures(features [3]bool)
	call(name string, arguments []uint64, result bool) (returned uint64)
	forget()
	heads(routine string, f func(number int))
	decide(f func(number int) (zero uint64))
	local() uint64
	general(register int) uint64
	unseen() int
}

func newEngine[W any](p *x86.Program, meanings []x86.Meaning[W], d x86.Domain[W], mem *memory[W], where *place) *engine[W] {
	e := &engine[W]{program: p, memory: mem, where: where, meanings: meanings, symbols: map[string]uint64{}, budget: 1 << 18, done: map[*x86.Text][]bool{}}
	e.m.Domain = d
	e.m.SymbolBase = func(name string) W { return d.Const(e.symbols[name]) }
	*mem = memory[W]{domain: d, words: map[uint64]W{}, stored: map[uint64]bool{}, looked: map[uint64]bool{}, next: 1 << 16, here: func(format string, args ...any) *x86.Error {
		return &x86.Error{File: where.text.File, Line: where.text.Instructions[where.index].Line, Message: where.text.Name + ": " + fmt.Sprintf(format, args...)}
	}}
	for _, t := range p.Order { // in an order, so that addresses are the same every time
		for i := range t.Instructions {
			for _, o := range t.Instructions[i].Operands {
				if data := p.Data[o.Name]; o.Kind == x86.Memory && o.Base == x86.Symbol && data != nil && e.symbols[o.Name] == 0 {
					a := mem.allocate(len(data.Bytes)/8, true)
					e.symbols[o.Name] = a
					for j := 0; j < len(data.Bytes); j += 8 {
						c := uint64(0)
						for k := range 8 {
							c |= uint64(data.Bytes[j+k]) << (8 * k)
						}
						mem.words[a+uint64(j)] = d.Const(c)
					}
				}
			}
		}
	}
	e.symbols[x86.Features] = mem.allocate(1, true)
	return e
}

func (e *engine[W]) allocate(words int) uint64 { return e.memory.allocate(words, false) }

// scratch allocates words in which a routine may leave anything.
func (e *engine[W]) scratch(words int) uint64 {
	address := e.allocate(words)
	for i := range uint64(words) {
		e.memory.looked[address+8*i] = true
	}
	return address
}

// constant returns the first word of a constant.
func (e *engine[W]) constant(name string) uint64 {
	d := e.program.Data[name]
	if d == nil {
		panic(&x86.Error{Message: "there is no constant " + name})
	}
	return binary.LittleEndian.Uint64(d.Bytes)
}

func (e *engine[W]) set(address, c uint64) { e.memory.words[address] = e.m.Const(c) }
func (e *engine[W]) setFree(address, c uint64, v *big.Int, degree int) {
	e.memory.words[address] = e.free(c, v, degree)
}
func (e *engine[W]) word(address uint64) *big.Int { return e.value(e.written(address)) }
func (e *engine[W]) lane(register, lane int) *big.Int {
	mentioned(e.m.HasV>>register&1 == 1)
	return e.value(e.m.V[register][lane])
}

// packed returns the value of the lower half of a word, plus 2^bits times that of the upper one.
func (e *engine[W]) packed(address uint64, bits uint) *big.Int {
	x := e.written(address)
	high := e.value(e.m.Shr(x, e.m.Const(32)))
	less := new(big.Int).Sub(new(big.Int).Lsh(high, 32), new(big.Int).Lsh(high, bits))
	return less.Sub(e.value(x), less)
}

// bits returns the value of some bits of a word.
func (e *engine[W]) bits(address uint64, from, to uint) *big.Int {
	x := e.m.Shr(e.written(address), e.m.Const(uint64(from)))
	return e.value(e.m.And(x, e.m.Const(1<<(to-from)-1)))
}

// A spot is a lane of a vector register or, if the address is not 0, a word in memory.
type spot struct {
	register, lane int
	address        uint64
}

// near returns the value of what is at a spot, less offset, as a number with a sign, that is at most 2^most.
func (e *engine[W]) near(at spot, offset uint64, most uint) *big.Int {
	if at.address != 0 {
		return e.nearTo(e.written(at.address), offset, most)
	}
	mentioned(e.m.HasV>>at.register&1 == 1)
	return e.nearTo(e.m.V[at.register][at.lane], offset, most)
}

// setNear makes what is at a spot free, but for that.
func (e *engine[W]) setNear(at spot, offset uint64, most uint) {
	x, ok := e.anyNear(offset, most)
	switch {
	case !ok:
	case at.address != 0:
		e.memory.words[at.address] = x
	default:
		e.m.V[at.register][at.lane] = x
	}
}

// double returns the value of the double at an address, that is a multiple of 2^grid and at most most, up to its sign.
func (e *engine[W]) double(address uint64, most *big.Float, grid int) *big.Int {
	return e.doubleOf(e.written(address), most, grid)
}

// setDouble makes the double at an address free, but for that.
func (e *engine[W]) setDouble(address uint64, most *big.Float, grid int) {
	if x, ok := e.anyDouble(most, grid); ok {
		e.memory.words[address] = x
	}
}

// atMost says that an argument is at most most, which the numbers are.
func (e *engine[W]) atMost(address, most uint64) {
	e.memory.words[address] = e.bounded(e.memory.words[address], most)
}

func (e *engine[W]) limb(register int) *big.Int {
	mentioned(e.m.HasR>>register&1 == 1)
	return e.value(e.m.R[register])
}

// limbAtMost is limb, of a register that is shown to be at most most.
func (e *engine[W]) limbAtMost(register int, most uint64) *big.Int {
	x := e.limb(register)
	if e.most(e.m.R[register]) > most {
		panic(&x86.Error{Message: fmt.Sprintf("%s may be more than %#x at the head of a loop", x86.Registers[register], most)})
	}
	return x
}

// setLimbAtMost says that a register that was made free is at most most, after limbAtMost has shown it wherever the loop comes from.
func (e *engine[W]) setLimbAtMost(register int, most uint64) {
	e.m.R[register] = e.bounded(e.m.R[register], most)
}
func (e *engine[W]) local() uint64 { return e.frame }

// number returns the constant at an address.
func (e *engine[W]) number(address uint64) uint64 { return e.known(e.written(address)) }
func (e *engine[W]) general(register int) uint64 {
	mentioned(e.m.HasR>>register&1 == 1)
	return e.known(e.m.R[register])
}

// written returns the word at an address.
func (e *engine[W]) written(address uint64) W {
	e.memory.looked[address] = true
	x, ok := e.memory.words[address]
	mentioned(ok)
	return x
}

// mentioned ends the run if what a formula mentions is not there.
func mentioned(there bool) {
	if !there {
		panic(&x86.Error{Message: "a place that a formula mentions was not written"})
	}
}

// unseen returns how many words a routine has left of which no identity speaks.
func (e *engine[W]) unseen() (n int) {
	for a := range e.memory.stored {
		if !e.memory.looked[a] {
			n++
		}
	}
	return n
}

func (e *engine[W]) known(x W) uint64 {
	c, ok := e.m.Value(x)
	if !ok {
		e.where.fail("a number should be constant")
	}
	return c
}

// setFeatures sets the fields of cpu.X86.
func (e *engine[W]) setFeatures(features [3]bool) {
	c := uint64(0)
	for i, f := range features {
		if f {
			c |= 1 << (8 * i)
		}
	}
	e.set(e.symbols[x86.Features], c)
}

// heads makes f be told when a loop of a routine is at its head: the number of the head in the text.
func (e *engine[W]) heads(routine string, f func(number int)) { e.head, e.atHead = routine, f }

// decide makes f choose where a jump depends on whether a number that is not known is zero.
func (e *engine[W]) decide(f func(number int) uint64) { e.choose = f }

// forget makes all words free that are not constant and no arguments.
func (e *engine[W]) forget() {
	if e.again == nil {
		return
	}
	one := func(x *W) {
		if y, free := e.again(*x); free {
			*x = y
		}
	}
	for i := range e.m.R {
		if e.m.HasR>>i&1 == 1 {
			one(&e.m.R[i])
		}
	}
	for i := range e.m.V {
		if e.m.HasV>>i&1 == 1 {
			for j := range e.m.V[i] {
				one(&e.m.V[i][j])
			}
		}
	}
	for _, a := range slices.Sorted(maps.Keys(e.memory.stored)) { // in order: so that all is the same every time
		x := e.memory.words[a]
		one(&x)
		e.memory.words[a] = x
	}
	e.m.Forget()
}

// call runs a routine, and returns its result, if it has one.
func (e *engine[W]) call(name string, arguments []uint64, result bool) (returned uint64) {
	t := e.program.Texts[name]
	if t == nil {
		panic(&x86.Error{Message: "there is no routine " + name})
	}
	size := len(arguments)
	if result {
		size++
	}
	if t.ArgumentSize != int64(8*size) {
		panic(&x86.Error{File: t.File, Line: t.Line, Message: name + " has other arguments"})
	}
	a := e.allocate(size)
	for i, c := range arguments {
		e.set(a+8*uint64(i), c)
		e.memory.looked[a+8*uint64(i)] = true
	}
	e.m.ArgumentBase = e.m.Const(a)
	e.m.HasR, e.m.HasK, e.m.HasV = 0, 0, 0
	e.m.Forget()
	e.m.R[x86.BP] = e.m.Const(0xf0f1f2f3f4f5f6f7)
	e.run(t)
	if result {
		returned = e.number(a + 8*uint64(len(arguments)))
	}
	return returned
}

// run runs t.
func (e *engine[W]) run(t *x86.Text) {
	m := &e.m
	outerFrame, outerText, outerBP, hadBP := m.FrameBase, m.Text, m.R[x86.BP], m.HasR>>x86.BP&1
	frame := e.memory.allocate(int(t.FrameSize/8), false)
	regions := len(e.memory.regions)
	next := e.memory.next
	m.FrameBase, m.Text = m.Const(frame), t
	if e.head == t.Name {
		e.frame = frame
	}
	for a := frame; a < frame+uint64(t.FrameSize); a += 8 {
		e.memory.looked[a] = true
	}
	heads := headsOf(t)
	if e.done[t] == nil {
		e.done[t] = make([]bool, len(t.Instructions))
	}
loop:
	for i := 0; ; {
		in := &t.Instructions[i]
		*e.where = place{text: t, index: i}
		m.At(in)
		if e.head == t.Name {
			if number := slices.Index(heads, i); number >= 0 {
				e.atHead(number)
			}
		}
		e.done[t][i] = true
		i++
		if e.budget--; e.budget < 0 {
			m.Fail("does not end")
		}
		switch c := in.Control(); c {
		case "":
			m.Step(in, e.meanings)
		case "RET":
			break loop
		case "CALL":
			e.run(e.program.Texts[in.Operands[0].Name])
			m.Text = t
			m.Forget()
		case "JMP":
			i = in.Target
		default:
			bit, known := m.Value(m.Condition(c))
			if !known {
				if e.choose == nil || c != "EQ" && c != "NE" {
					m.Fail("jumps by a condition that is not known")
				}
				bit = e.choose(e.choices)
				if c == "NE" {
					bit ^= 1
				}
				e.choices++
			}
			if bit == 1 {
				i = in.Target
			}
		}
	}
	if t.KeepsBP() {
		m.R[x86.BP] = outerBP
		m.HasR = m.HasR&^(1<<x86.BP) | hadBP<<x86.BP
	}
	for a := frame; a < next; a += 8 {
		delete(e.memory.words, a)
		delete(e.memory.stored, a)
	}
	e.memory.regions = append(e.memory.regions[:regions-1], e.memory.regions[regions:]...)
	m.FrameBase, m.Text = outerFrame, outerText
}

// headsOf returns where jumps backwards go to, in order.
func headsOf(t *x86.Text) (heads []int) {
	for i := range t.Instructions {
		if in := &t.Instructions[i]; len(in.Operands) == 1 && in.Operands[0].Kind == x86.Label && in.Target <= i {
			heads = append(heads, in.Target)
		}
	}
	slices.Sort(heads)
	return slices.Compact(heads)
}

// A Run is a run of routines with arguments of a specification, in one of the domains.
type Run struct {
	*field
	machine
	concrete bool
	random   *rand.Rand
	fold     *big.Int // 2^256 modulo the prime, where elements have four words
	limit    *big.Int // elements are below it

	returned uint64 // by the last routine with a loop

	failed []string
	first  bool // the first one is enough
	checks int
}

// note notes a finding.
func (r *Run) note(format string, args ...any) {
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

// fail notes a finding, and ends the run if one is enough.
func (r *Run) fail(format string, args ...any) {
	r.note(format, args...)
	if r.first {
		panic(stop{})
	}
}

// equal compares values that must be the same in all executions.
func (r *Run) equal(name string, got, want *big.Int) {
	r.checks++
	if got.Cmp(want) != 0 {
		if r.add(got, want).Sign() == 0 {
			r.fail("%s has the other sign", name)
			return
		}
		r.fail("%s is not what its formula says", name)
	}
}

// equals compares several: as many as there are in got.
func (r *Run) equals(name string, got, want []*big.Int) {
	for i := range got {
		r.equal(fmt.Sprintf("%s %d", name, i), got[i], want[i])
	}
}

// ones are numbers of 64 bits that make carries happen, beside random ones.
func (r *Run) edgy() uint64 {
	x := r.random.Uint64()
	switch r.random.IntN(8) {
	case 0:
		return 0
	case 1, 2:
		return ^uint64(0)
	case 3:
		return x | ^uint64(0)<<r.random.IntN(64)
	case 4:
		return x & (1<<r.random.IntN(64) - 1)
	case 5:
		return 1<<r.random.IntN(64) - 1
	}
	return x
}

// put makes the words at an address, each 2^bits times the one before, an argument of the value v,
// of that degree. c are the words in the domain of numbers.
func (r *Run) put(address uint64, c []uint64, stride uint64, bits int, v *big.Int, degree int) {
	if r.concrete {
		for i, x := range c {
			r.set(address+stride*uint64(i), x)
		}
		return
	}
	rest := v
	for i := len(c) - 1; i > 0; i-- {
		x := r.field.random()
		rest = r.sub(rest, r.mul(x, r.power(bits*i)))
		r.setFree(address+stride*uint64(i), 0, x, 1)
	}
	r.setFree(address, 0, rest, max(degree, 1))
}

// element makes the four words at an address an argument: any element. It returns its value.
func (r *Run) element(address uint64) *big.Int {
	if r.concrete {
		c := make([]uint64, 4)
		for {
			x := new(big.Int)
			switch r.random.IntN(6) {
			case 0: // just below or above a multiple of p, or just below the limit
				x.Mul(r.prime, big.NewInt(r.random.Int64N(3)))
				if r.random.IntN(2) == 0 {
					x.Set(r.limit)
				}
				d := r.random.Int64N(1 << (1 + r.random.IntN(40)))
				x.Add(x, big.NewInt(d-r.random.Int64N(2*d+1)))
			default:
				for i := range c {
					c[i] = r.edgy()
				}
				x = number(c, 64)
			}
			if x.Sign() >= 0 && x.Cmp(r.limit) < 0 {
				digits(c, x, 64)
				r.put(address, c, 8, 64, nil, 0)
				return r.mod(x)
			}
		}
	}
	v := r.field.random()
	r.put(address, make([]uint64, 4), 8, 64, v, 1)
	return v
}

// elementOf makes the four words at an address an argument with the value v modulo the
// prime, a polynomial of that degree.
func (r *Run) elementOf(address uint64, v *big.Int, degree int) {
	c := make([]uint64, 4)
	if r.concrete {
		x := new(big.Int).Set(v)
		if y := new(big.Int).Add(x, r.prime); y.Cmp(r.limit) < 0 && r.random.IntN(2) == 0 {
			x = y
		}
		digits(c, x, 64)
	}
	r.put(address, c, 8, 64, v, degree)
}

// elements makes n elements.
func (r *Run) elements(address uint64, n int) (all []*big.Int) {
	for i := range n {
		all = append(all, r.element(address+32*uint64(i)))
	}
	return all
}

// number returns the number with these words in base 2^bits.
func number(words []uint64, bits uint) *big.Int {
	x := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		x.Lsh(x, bits)
		x.Add(x, new(big.Int).SetUint64(words[i]))
	}
	return x
}

// digits sets words to x in base 2^bits; the last one holds the rest.
func digits(words []uint64, x *big.Int, bits uint) {
	mask := new(big.Int).Lsh(big.NewInt(1), bits)
	mask.Sub(mask, big.NewInt(1))
	for i := range words {
		y := new(big.Int).Rsh(x, bits*uint(i))
		if i < len(words)-1 {
			y.And(y, mask)
		}
		words[i] = y.Uint64()
	}
}

// at returns the value of the n words at an address, so many bytes apart, each 2^bits times the
// one before.
func (r *Run) at(address uint64, n int, stride uint64, bits int) *big.Int {
	x := new(big.Int)
	for i := range n {
		x.Add(x, new(big.Int).Mul(r.word(address+stride*uint64(i)), r.power(bits*i)))
	}
	return r.mod(x)
}

// read returns the values of n elements at an address.
func (r *Run) read(address uint64, n int) (all []*big.Int) {
	for i := range n {
		all = append(all, r.at(address+32*uint64(i), 4, 8, 64))
	}
	return all
}

// A loop is what a specification says of one: at its head, the numbers of the state are
// arbitrary ones, and what step makes of them is the state at its head the next time, or what the routine
// leaves.
type loop struct {
	routine string
	head    func(number int) bool // which of the routine's heads; nil for all
	result  bool                  // the routine returns a number
	rounds  int                   // where it ends, at its head; 0 for all
	// more says whether there are more steps, of a loop that is followed all at once, from its first numbers on: there is no state at
	// its head, or more than that is needed there. head is called before each step.
	more  func() bool
	state func() []*big.Int
	renew func() // what is known of the state's numbers, after they have become arbitrary; may be nil
	step  func(before []*big.Int) []*big.Int
}

// stop ends a run: what comes then is proven by another case, or there is a division by zero.
type stop struct{ zero bool }

// run calls a routine, and compares at each head of the loop what the state is with what step has made of
// it at the last head, or with first, if it is not nil. It begins anew there with arbitrary numbers in all
// places but those that hold arguments or constants.
func (r *Run) run(l loop, first []*big.Int, routine string, arguments []uint64) (last []*big.Int) {
	n := 0
	last = first
	if l.more != nil {
		for r.returned = r.call(routine, arguments, l.result); l.more(); n++ {
			if l.head != nil {
				l.head(n)
			}
			last = l.step(last)
		}
		return last
	}
	r.heads(l.routine, func(number int) {
		if l.head != nil && !l.head(number) {
			return
		}
		if last != nil {
			now := l.state()
			for i := range now {
				r.equal(fmt.Sprintf("number %d of the state at the head of the loop, in round %d,", i, n+1), now[i], last[i])
			}
		}
		n++
		if n == l.rounds {
			panic(stop{})
		}
		r.forget()
		if l.renew != nil {
			l.renew()
		}
		last = l.step(l.state())
	})
	r.returned = r.call(routine, arguments, l.result)
	if n == 0 {
		r.fail("the loop was not run")
	}
	return last
}

// below returns a random number below n.
func (r *Run) below(n *big.Int) *big.Int {
	x := new(big.Int)
	for range n.BitLen()/64 + 2 {
		x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(r.random.Uint64()))
	}
	return x.Mod(x, n)
}
