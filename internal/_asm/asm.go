// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"go/token"
	"go/types"
	"strings"

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
	adx    bool // the code now being written may use MULX, ADCX and ADOX
}

// A goType is a named struct type of the package, which declarations mention.
type goType struct {
	name  string
	words int
}

func newAsm(path string, named []goType) *asm {
	a := &asm{
		Context: build.NewContext(),
		pkg:     types.NewPackage("secant.example/"+path, path[strings.LastIndex(path, "/")+1:]),
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
	a.Attributes(4 /* NOSPLIT */)
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

// bothKernels writes body twice, with a.adx set and not, and the choice between
// them. body must end in a return.
func (a *asm) bothKernels(body func()) {
	base := a.label("base")
	flag := operand.Mem{Symbol: operand.Symbol{Name: "secant·example∕internal∕cpu·X86"}, Base: reg.StaticBase}
	a.CMPB(flag, operand.Imm(0)) // cpu.X86.ADX, the first field
	a.JEQ(operand.LabelRef(base))
	a.adx = true
	body()
	a.Label(base)
	a.adx = false
	body()
}
