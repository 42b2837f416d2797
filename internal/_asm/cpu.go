// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cpuFeatures is cpu.Features.
var cpuFeatures = newLayout("V3", 1, "IFMA", 1, "TwoChains", 1, "Lanes", 1)

// jumpUnless jumps to a label if a field of cpu.X86 is not set.
func (a *asm) jumpUnless(feature, label string) {
	flag := operand.Mem{Symbol: operand.Symbol{Name: "secant·example∕internal∕cpu·X86"}, Base: reg.StaticBase}
	a.CMPB(cpuFeatures.in(flag, feature), operand.Imm(0))
	a.JEQ(operand.LabelRef(label))
}

// cpuid writes what identifies the CPU.
func cpuid(a *asm) {
	a.function("cpuid", "func(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)",
		"cpuid executes the instruction CPUID.", 0)
	a.load("leaf", reg.EAX)
	a.load("subleaf", reg.ECX)
	a.CPUID()
	for i, r := range []reg.Register{reg.EAX, reg.EBX, reg.ECX, reg.EDX} {
		a.Store(r, a.ReturnIndex(i))
	}
	a.RET()
}
