// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"slices"
	"sort"

	"secant.example/internal/_check/x86"
)

// stubs returns assembly with one routine for every instruction that occurs, which loads the
// state, does the instruction and stores the state; and a Go file with a table of them, and
// with the instructions as text that [x86.Parse] reads. Addresses are written anew, with the registers that they had; a
// symbol, an argument or local memory becomes what another register points to.
func stubs(programs []*x86.Program) (assembly, table []byte) {
	seen := map[string]bool{}
	for _, p := range programs {
		for _, t := range p.Order {
			for i := range t.Instructions {
				if line := alone(&t.Instructions[i]); line != "" {
					seen[line] = true
				}
			}
		}
	}
	var lines []string
	for line := range seen {
		lines = append(lines, line)
	}
	sort.Strings(lines)

	var d, s, g bytes.Buffer
	s.WriteString("#include \"textflag.h\"\n")
	g.WriteString("package main\n\nfunc init() {\n")
	var declarations bytes.Buffer
	for i, line := range lines {
		fmt.Fprintf(&s, "\nTEXT ·stub%d(SB), NOSPLIT, $8-0\n\tCALL load<>(SB)\n", i)
		if line[0] == 'J' {
			fmt.Fprintf(&d, "\nTEXT ·stub%d(SB), NOSPLIT, $8\n\t%s end\nend:\n\tRET\n", i, line)
			fmt.Fprintf(&s, "\t%s jumped\n\tCALL store<>(SB)\n\tRET\njumped:\n\tCALL store<>(SB)\n\tMOVQ $1, ·jumped(SB)\n\tRET\n", line)
		} else {
			fmt.Fprintf(&d, "\nTEXT ·stub%d(SB), NOSPLIT, $8\n\t%s\n\tRET\n", i, line)
			fmt.Fprintf(&s, "\t%s\n\tCALL store<>(SB)\n\tRET\n", line)
		}
		fmt.Fprintf(&declarations, "func stub%d()\n", i)
		fmt.Fprintf(&g, "\tstubs = append(stubs, stub%d)\n", i)
	}
	s.WriteString(loadAndStore())
	fmt.Fprintf(&g, "\tdecoded = `%s`\n}\n\n%s", d.String(), declarations.String())
	return s.Bytes(), g.Bytes()
}

// alone returns the instruction as it stands in a stub, without a jump's label; it is empty
// for what has no effect on the state but through other instructions.
func alone(in *x86.Instruction) string {
	switch in.Control() {
	case "":
		if in.Op == "CPUID" || in.Op == "LDMXCSR" || in.Op == "STMXCSR" {
			return ""
		}
	case "JMP", "CALL", "RET":
		return ""
	default:
		return in.Op
	}
	used := map[int]bool{x86.AX: true, x86.CX: true, x86.DX: true, x86.BX: true}
	for i := range in.Operands {
		o := &in.Operands[i]
		if o.Kind == x86.General {
			used[o.Register] = true
		} else if o.Kind == x86.Memory && o.HasIndex() {
			used[o.Index] = true
		}
	}
	c := *in
	c.Operands = slices.Clone(in.Operands)
	for i := range c.Operands {
		o := &c.Operands[i]
		if o.Kind == x86.Memory {
			for r := 6; o.Base >= 16; r++ {
				if !used[r] {
					o.Base = r
				}
			}
			if o.Displacement = 16; in.Op == "LEAQ" {
				o.Displacement = 1234
			}
		}
	}
	return c.String()
}

// loadAndStore returns the routines that load all registers from the variable state and
// store them there. Vectors have 512 bits if the variable wide is set, otherwise 256.
func loadAndStore() string {
	const vectors, masks, flags = 16 * 8, 16*8 + 32*64, 16*8 + 32*64 + 8*8
	var s bytes.Buffer
	general := func(format string) {
		for i, r := range x86.Registers {
			if r != "SP" {
				fmt.Fprintf(&s, format, 8*i, r)
			}
		}
	}
	s.WriteString("\nTEXT load<>(SB), NOSPLIT|NOFRAME, $0\n\tCMPB ·wide(SB), $0\n\tJEQ narrow\n")
	for i := range 32 {
		fmt.Fprintf(&s, "\tVMOVDQU64 ·state+%d(SB), Z%d\n", vectors+64*i, i)
	}
	for i := range 8 {
		fmt.Fprintf(&s, "\tKMOVW ·state+%d(SB), K%d\n", masks+8*i, i)
	}
	s.WriteString("\tJMP flags\nnarrow:\n")
	for i := range 16 {
		fmt.Fprintf(&s, "\tVMOVDQU ·state+%d(SB), Y%d\n", vectors+64*i, i)
	}
	fmt.Fprintf(&s, "flags:\n\tMOVQ ·state+%d(SB), AX\n\tPUSHQ AX\n\tPOPFQ\n", flags)
	general("\tMOVQ ·state+%d(SB), %s\n")
	s.WriteString("\tRET\n\nTEXT store<>(SB), NOSPLIT|NOFRAME, $0\n")
	for i, r := range x86.Registers {
		if r != "SP" {
			fmt.Fprintf(&s, "\tMOVQ %s, ·state+%d(SB)\n", r, 8*i)
		}
	}
	fmt.Fprintf(&s, "\tPUSHFQ\n\tPOPQ AX\n\tMOVQ AX, ·state+%d(SB)\n\tCMPB ·wide(SB), $0\n\tJEQ narrow\n", flags)
	for i := range 32 {
		fmt.Fprintf(&s, "\tVMOVDQU64 Z%d, ·state+%d(SB)\n", i, vectors+64*i)
	}
	for i := range 8 {
		fmt.Fprintf(&s, "\tKMOVW K%d, ·state+%d(SB)\n", i, masks+8*i)
	}
	s.WriteString("\tVZEROUPPER\n\tRET\nnarrow:\n")
	for i := range 16 {
		fmt.Fprintf(&s, "\tVMOVDQU Y%d, ·state+%d(SB)\n", i, vectors+64*i)
	}
	s.WriteString("\tVZEROUPPER\n\tRET\n")
	return s.String()
}
