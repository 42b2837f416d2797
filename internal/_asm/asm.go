// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// asm is an avo context with what the generators share: declarations of Go
// functions without loading the package they are in (its declarations may not
// exist yet), and the registers that the arithmetic works in.
type asm struct {
	*build.Context
	pkg    *types.Package
	labels int
	kernel kernel // what the code now being written may use

	constants map[string]constant
	resultLow bool // the bound of the result, see number
}

// A kernel is a way to multiply.
type kernel int

const (
	base kernel = iota // MUL
	mulx               // MULX and one carry chain: the best throughput, needs BMI2
	adx                // MULX and two carry chains: the best latency, needs BMI2 and ADX
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
		Context:   build.NewContext(),
		constants: map[string]constant{},
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
	if frame <= 256 {
		a.Attributes(attr.NOSPLIT)
	}
	a.Pragma("noescape")
	a.Signature(s)
	a.Doc(strings.Split(doc, "\n")...)
	var local operand.Mem
	if frame > 0 {
		local = a.AllocLocal(frame)
	}
	return local
}

// load puts a parameter into a register.
func (a *asm) load(parameter string, r reg.Register) { a.Load(a.Param(parameter), r) }

// label returns a name that is new in the function.
func (a *asm) label(s string) string {
	a.labels++
	return s + string(rune('A'+a.labels%26)) + string(rune('a'+a.labels/26))
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

// bothKernels writes body twice, for adx and for base, and the choice between
// them. body must end in a return.
func (a *asm) bothKernels(body func()) {
	fallback := a.label("base")
	flag := operand.Mem{Symbol: operand.Symbol{Name: "secant·example∕internal∕cpu·X86"}, Base: reg.StaticBase}
	a.CMPB(flag, operand.Imm(0)) // cpu.X86.ADX, the first field
	a.JEQ(operand.LabelRef(fallback))
	a.kernel = adx
	body()
	a.Label(fallback)
	a.kernel = base
	body()
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
