// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// asm is an avo context with what the generators share: declarations of Go
// functions without loading the package they are in (its declarations may not
// exist yet), and the registers that the arithmetic works in.
type asm struct {
	context
	pkg    *types.Package
	name   string // of the function
	labels int    // how many it has
	kernel kernel // what the code now being written may use
	avx2   bool   // whether vectors are those of AVX2, with 16 registers

	constants map[string]constant
	combined  []string                 // the combinations of lanes of which there are constants
	bounds    bounds                   // which numbers are low
	calls     map[string][]number      // what routines leave low, by the operand of CALL
	locals    map[string]reg.Register  // what leads to the local memory of a function that is a parameter
	masks     map[*ir.Instruction]bool // those of mask52
	functions []*ir.Function           // all that were written
}

// A kernel is a way to multiply.
type kernel int

const (
	base kernel = iota // MUL
	mulx               // MULX and one carry chain: needs cpu.Features.V3
	adx                // MULX and two carry chains: needs cpu.Features.TwoChains
)

// A constant is words in read-only memory.
type constant struct {
	mem   operand.Mem
	words []uint64
}

// A goType is a named type of the package of so many words, which declarations
// mention.
type goType struct {
	name  string
	words int
}

func newAsm(path string, named []goType) *asm {
	a := &asm{
		context:   build.NewContext(),
		constants: map[string]constant{},
		calls:     map[string][]number{},
		locals:    map[string]reg.Register{},
		masks:     map[*ir.Instruction]bool{},
		pkg:       types.NewPackage("secant.example/"+path, path[strings.LastIndex(path, "/")+1:]),
	}
	for _, n := range named {
		words := types.NewArray(types.Typ[types.Uint64], int64(n.words))
		name := types.NewTypeName(token.NoPos, a.pkg, n.name, nil)
		types.NewNamed(name, words, nil)
		a.pkg.Scope().Insert(name)
	}
	a.ConstraintExpr("!purego")
	return a
}

// function starts a routine. signature is "func(...)"; frame is the size of its
// local memory in bytes, and the memory is returned.
func (a *asm) function(name, signature, doc string, frame int) operand.Mem {
	s, err := gotypes.ParseSignatureInPackage(a.pkg, signature)
	if err != nil {
		panic(name + ": " + err.Error())
	}
	a.Function(name)
	a.name = name
	a.Pragma("noescape")
	a.Signature(s)
	a.Doc(append(strings.Split(doc, "\n"), a.contract(name)...)...)
	a.labels = 0
	a.startBounds(nil)
	var local operand.Mem
	if frame > 0 {
		local = a.AllocLocal(frame)
	}
	return local
}

// routine starts a routine that only others here call, with call: no Go function, but
// a part of them. doc says in which registers the arguments are, and the numbers that it
// leaves low are so after a call too. It may overwrite all registers that doc does not
// mention. Local memory comes from place and word. The routine must fit without a stack check,
// which would not keep registers: fewer than 256 bytes, see finish.
func (a *asm) routine(name, doc string, leaves ...number) {
	a.Function(name + routineSuffix)
	a.Comment(strings.Split(doc, "\n")...)
	a.labels = 0
	a.startBounds(leaves)
	a.calls[routineOperand(name).Asm()] = leaves
}

// routineSuffix makes a symbol one of its file.
const routineSuffix = "<>"

func routineOperand(name string) operand.Op {
	return operand.LabelRef("·" + name + routineSuffix + "(SB)")
}

// call calls a routine, which must have been written before.
func (a *asm) call(name string) {
	target := routineOperand(name)
	if _, ok := a.calls[target.Asm()]; !ok {
		panic("the routine " + name + " is called before it is written")
	}
	a.CALL(target)
}

// place returns local memory for a number.
func (a *asm) place() number { return at(a.AllocLocal(32)) }

// word returns local memory for a word.
func (a *asm) word() operand.Mem { return a.AllocLocal(8) }

// maxFrame is the largest frame that needs no check that the stack is large enough.
const maxFrame = 256

// finish returns what has been written, and its part that Go code may call.
func (a *asm) finish() (all, declared *ir.File, err error) {
	all, err = a.Result()
	if err != nil {
		return nil, nil, err
	}
	declared = &ir.File{Constraints: all.Constraints}
	a.functions = all.Functions()
	for _, f := range a.functions {
		internal := strings.HasSuffix(f.Name, routineSuffix)
		if f.LocalSize <= maxFrame {
			f.Attributes |= attr.NOSPLIT
		} else if internal {
			return nil, nil, fmt.Errorf("%s has a frame of %d bytes", f.Name, f.LocalSize)
		}
		if !internal {
			declared.AddSection(f)
		}
	}
	return all, declared, pass.Concat(pass.Compile, pass.FunctionPass(a.dropMasks), pass.FunctionPass(a.dropDeadStores)).Execute(all)
}

// load puts a parameter into a register.
func (a *asm) load(parameter string, r reg.Register) { a.Load(a.Param(parameter), r) }

// beside writes two pieces of code, the instructions of y between those of x: neither waits for the other. x has vectors only, so that
// flags are y's, and neither touches a register that the other one writes, nor memory.
func (a *asm) beside(x, y func()) {
	piece := func(code func()) []ir.Node {
		a.follow()
		start := len(a.bounds.function.Nodes)
		code()
		a.follow()
		return slices.Clone(a.bounds.function.Nodes[start:])
	}
	xs, ys := piece(x), piece(y)
	checkBeside(xs, ys)
	f := a.bounds.function
	f.Nodes = f.Nodes[:len(f.Nodes)-len(xs)-len(ys)]
	done := 0
	for i, node := range xs {
		f.AddNode(node)
		for ; done*len(xs) < (i+1)*len(ys); done++ {
			f.AddNode(ys[done])
		}
	}
}

// checkBeside ends the program if two pieces of code may not stand beside each other, by what registers say.
func checkBeside(x, y []ir.Node) {
	used := func(nodes []ir.Node) (all, written map[reg.ID]bool) {
		all, written = map[reg.ID]bool{}, map[reg.ID]bool{}
		for _, node := range nodes {
			in := node.(*ir.Instruction)
			for _, r := range in.Registers() {
				all[r.ID()] = true
			}
			for _, r := range in.OutputRegisters() {
				all[r.ID()], written[r.ID()] = true, true
			}
		}
		return all, written
	}
	xAll, xWritten := used(x)
	yAll, yWritten := used(y)
	meet := func(r map[reg.ID]bool, others map[reg.ID]bool) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(r)), func(id reg.ID) bool { return others[id] })
	}
	if meet(xWritten, yAll) || meet(yWritten, xAll) {
		panic("code beside other code writes its registers")
	}
	for _, node := range x {
		if !strings.HasPrefix(node.(*ir.Instruction).Opcode, "V") {
			panic("code beside other code has not vectors only")
		}
	}
}

// label returns a name that is new in the function.
func (a *asm) label(s string) string {
	a.labels++
	return fmt.Sprint(s, a.labels)
}

// parameter returns a parameter as an operand in memory.
func (a *asm) parameter(name string) operand.Op {
	c, err := a.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return c.Addr
}

// foldParameter returns the field whose fold is the parameter of that name.
func (a *asm) foldParameter() field { return field{operand: a.parameter("fold")} }

// bothChains writes body for two carry chains and for one, and the choice between them by
// cpu.X86. body must end in a return.
func (a *asm) bothChains(body func()) { a.kernels(body, adx, mulx) }

// kernels writes body for each of the kernels, and the choice of the first one that
// cpu.X86 allows; the last one is for what is left. body must end in a return.
func (a *asm) kernels(body func(), kernels ...kernel) {
	last := len(kernels) - 1
	for _, k := range kernels[:last] {
		next := a.label("kernel")
		a.jumpUnless([]string{mulx: "V3", adx: "TwoChains"}[k], next)
		a.kernel = k
		body()
		a.Label(next)
	}
	a.kernel = kernels[last]
	body()
}

// prefetch brings size bytes at p into the caches.
func (a *asm) prefetch(p reg.Register, size int) {
	for line := 0; line < size; line += 64 {
		a.PREFETCHT0(operand.Mem{Base: p, Disp: line})
	}
}

// fetchLater brings the eight points of the step so many later than the one at steps into the caches, each of size bytes, if RCX, the
// number of steps left, is more than that, of which it must not be less: those of the generator are often far away. It overwrites the
// registers p.
func (a *asm) fetchLater(later int, steps reg.Register, l *layout, size int, p ...reg.Register) {
	a.CMPQ(rcx, operand.Imm(uint64(later)))
	a.JEQ(operand.LabelRef("fetched"))
	for j := range 8 {
		a.MOVQ(l.at(steps, "Q").Offset(later*l.size+8*j), p[j%len(p)])
		a.prefetch(p[j%len(p)], size)
	}
	a.Label("fetched")
}

// vectorConstant returns words in read-only memory. Calls with the same name
// must have the same words.
func (a *asm) vectorConstant(name string, words ...uint64) operand.Mem {
	if c, ok := a.constants[name]; ok {
		if !slices.Equal(c.words, words) {
			panic("two constants are called " + name)
		}
		return c.mem
	}
	m := a.StaticGlobal(name)
	a.constants[name] = constant{m, words}
	a.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, w := range words {
		a.AddDatum(8*i, operand.U64(w))
	}
	return m
}
