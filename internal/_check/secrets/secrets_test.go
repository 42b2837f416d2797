// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrets

import (
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// Routines of a few lines, with a secret number in secret, a public one in public, the address of two
// secret words in place, and of one public word and an address of secrets in mixed.
func TestSmall(t *testing.T) {
	const load = "MOVQ secret+0(FP), AX; MOVQ public+8(FP), BX; MOVQ place+16(FP), SI; MOVQ mixed+24(FP), DI; "
	const start = "STMXCSR (SP); LDMXCSR c<>+8(SB); "
	for source, want := range map[string]string{
		"RET": "",
		// Jumps.
		"TESTQ BX, BX; JEQ l; l: RET":                                       "",
		"TESTQ AX, AX; JEQ l; l: RET":                                       ":8: f: jumps by a condition",
		"CMPQ (SI), $0x00; JEQ l; l: RET":                                   ":8: f: jumps by a condition",
		"CMPQ (DI), $0x00; JEQ l; l: RET":                                   "",
		"ADDQ AX, BX; SBBQ CX, CX; TESTQ CX, CX; JNE l; l: RET":             ":10: f: jumps by a condition",
		"XORL AX, AX; TESTQ AX, AX; JEQ l; l: RET":                          "",
		"CMPQ BX, $0x01; CMOVQEQ AX, CX; RET":                               ":8: f: CX is read before it is set",
		"MOVQ BX, CX; TESTQ AX, AX; CMOVQEQ BX, CX; DECQ CX; JNE l; l: RET": ":11: f: jumps by a condition",
		// Addresses.
		"MOVQ (SI)(BX*8), CX; RET":                                "",
		"MOVQ (SI)(AX*8), CX; RET":                                ":7: f: reads at an address that depends",
		"MOVQ BX, (SI)(AX*8); RET":                                ":7: f: writes at an address that depends",
		"MOVQ 8(DI), DX; MOVQ (DX), CX; MOVQ (SI)(CX*8), CX; RET": ":9: f: reads at an address that depends",
		"MOVQ 8(DI), DX; MOVQ (DX), CX; RET":                      "",
		"MOVQ (BX), CX; RET":                                      ":7: f: reads at an address that is not known",
		"MOVQ AX, (DI); RET":                                      ":7: f: writes a secret to mixed",
		"MOVQ BX, 8(DI); RET":                                     ":7: f: writes over a part of mixed",
		"MOVQ BX, c<>+0(SB); RET":                                 ":7: f: writes to the constant",
		// The frame.
		"MOVQ AX, (SP); MOVQ (SP), CX; TESTQ CX, CX; JEQ l; l: RET":                ":10: f: jumps by a condition",
		"MOVQ AX, (SP); MOVQ BX, (SP); MOVQ (SP), CX; TESTQ CX, CX; JEQ l; l: RET": "",
		"MOVQ (SP), CX; RET":   ":7: f: reads what was not written",
		"MOVQ BX, 16(SP); RET": ":7: f: writes outside of the frame",
		"MOVQ BX, (SP); MOVQ AX, 8(SP); MOVQ (SP)(BX*8), CX; TESTQ CX, CX; JEQ l; l: RET": ":11: f: jumps by a condition",
		// What holds on one path only.
		"MOVQ BX, CX; TESTQ BX, BX; JEQ l; MOVQ AX, CX; l: TESTQ CX, CX; JNE l2; l2: RET":                       ":13: f: jumps by a condition",
		"MOVQ BX, CX; l: TESTQ CX, CX; JEQ l2; MOVQ (SI), CX; JMP l; l2: RET":                                   ":10: f: jumps by a condition",
		"TESTQ BX, BX; JEQ l; MOVQ BX, (SP); l: MOVQ (SP), CX; RET":                                             ":11: f: reads what was not written",
		"MOVQ SI, CX; l: MOVQ (CX), DX; ADDQ $0x10, CX; DECQ BX; JNE l; RET":                                    "",
		"MOVQ SI, CX; TESTQ BX, BX; JEQ l; LEAQ c<>+0(SB), CX; l: MOVQ (CX), DX; TESTQ DX, DX; JNE l2; l2: RET": ":14: f: jumps by a condition",
		// Calls.
		"MOVQ AX, CX; CALL ·g<>(SB); TESTQ CX, CX; JEQ l; l: RET": ":22: g<>: jumps by a condition",
		"MOVQ BX, CX; CALL ·g<>(SB); TESTQ DX, DX; JEQ l; l: RET": "",
		"MOVQ BX, CX; CALL ·g<>(SB); JEQ l; l: RET":               "ZF is read where it is undefined",
		// Masks.
		"KMOVW AX, K1; VPXOR Y0, Y0, Y0; VPADDQ Y0, Y0, K1, Y0; VMOVDQU64 Y0, (SI); RET": "",
		// Doubles.
		start + "VPXOR Y0, Y0, Y0; VSUBPD (DI), Y0, Y0; LDMXCSR (SP); RET":      "",
		start + "VPXOR Y0, Y0, Y0; VSUBPD (SI), Y0, Y0; LDMXCSR (SP); RET":      ":10: f: computes with a secret in floating point",
		start + "VPXOR Y0, Y0, Y0; VFMADD231PD (SI), Y0, Y0; LDMXCSR (SP); RET": ":10: f: computes with a secret",
		start + "RET": ":9: f: returns with another MXCSR",
		start + "TESTQ BX, BX; JEQ l; LDMXCSR (SP); l: RET":                                          "MXCSR is not the same on all paths",
		start + "MOVQ BX, (SP); LDMXCSR (SP); RET":                                                   ":10: f: MXCSR is set to what is not constant",
		start + "MOVQ BX, CX; l: LDMXCSR (SP); LDMXCSR c<>+8(SB); DECQ CX; JNE l; LDMXCSR (SP); RET": "",
		"VPXOR Y0, Y0, Y0; VSUBPD (DI), Y0, Y0; RET":                                                 ":8: f: rounds as MXCSR says",
	} {
		source = load + source
		lines := ""
		for _, line := range strings.Split(source, "; ") {
			label, rest, ok := strings.Cut(line, ": ")
			if ok {
				lines += label + ":\n\t" + rest + "\n"
			} else {
				lines += "\t" + line + "\n"
			}
		}
		text := "\nTEXT ·f(SB), NOSPLIT, $16-32\n" + lines
		text += strings.Repeat("\n", max(0, 19-strings.Count(text, "\n"))) +
			"TEXT ·g<>(SB), NOSPLIT, $0\n\tTESTQ CX, CX\n\tJEQ end\nend:\n\tMOVQ CX, DX\n\tRET\n" +
			"DATA c<>+0(SB)/8, $0x0000000000000001\nDATA c<>+8(SB)/8, $0x0000000000001f80\nGLOBL c<>(SB), RODATA|NOPTR, $16\n"
		p, err := x86.Parse("", text)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		place := &Region{Name: "place", Bytes: []Byte{{Secret: true}}}
		mixed := &Region{Name: "mixed", Public: true, Bytes: make([]Byte, 16)}
		mixed.Bytes[8].Pointer = &Region{Name: "mixed.To", Bytes: []Byte{{Secret: true}}}
		found, _ := Check(p, "f", []Argument{{Secret: true}, {}, {Pointer: place}, {Pointer: mixed}})
		seen := want == "" && len(found) == 0
		for _, e := range found {
			seen = seen || want != "" && strings.Contains(e.Error(), want)
		}
		if !seen {
			t.Errorf("%s: found %v, want %q", source, found, want)
		}
	}
}

// Of a routine with the address of two words in place, and a public number, another instruction at the line with a star
// makes no difference, or one.
func TestSame(t *testing.T) {
	const load = "MOVQ place+0(FP), SI; MOVQ public+8(FP), BX; "
	const constants = "DATA five<>+0(SB)/8, $0x0000000000000005\nDATA five<>+8(SB)/8, $0x0000000000000006\nGLOBL five<>(SB), RODATA|NOPTR, $16\n"
	for _, test := range []struct {
		source, other string
		same          bool
	}{
		// Nobody uses it, or it is used.
		{"*MOVQ (SI), AX; RET", "", true},
		{"*MOVQ (SI), AX; MOVQ AX, 8(SI); RET", "MOVQ 8(SI), AX", false},
		{"*MOVQ (SI), AX; MOVQ AX, (SP); RET", "MOVQ 8(SI), AX", true},
		{"*MOVQ (SI), AX; MOVQ AX, (SP); MOVQ (SP), CX; MOVQ CX, (SI); RET", "MOVQ 8(SI), AX", false},
		{"*MOVQ (SI), AX; MOVQ AX, (SP); MOVQ BX, (SP); MOVQ (SP), CX; MOVQ CX, (SI); RET", "MOVQ 8(SI), AX", true},
		{"*MOVQ BX, (SI); RET", "", false},
		{"*MOVQ BX, (SI); RET", "MOVQ BX, 8(SI)", false},
		{"MOVQ BX, ret+16(FP); *MOVQ (SI), AX; RET", "MOVQ AX, ret+16(FP)", false},
		{"*MOVQ BX, CX; TESTQ CX, CX; JEQ l; l: RET", "MOVQ (SI), CX", false},
		{"*MOVQ BX, CX; MOVQ (SI)(CX*8), DX; RET", "MOVQ (SI), CX", false},
		{"*TESTQ BX, BX; JEQ l; l: RET", "TESTQ SI, SI", false},
		{"*MOVQ BX, CX; RET", "MOVQ BX, BP", false},
		{"*MOVQ BX, CX; RET", "MOVQ 64(BX), CX", false}, // it may have a fault
		// It is there already.
		{"MOVQ $0x5, CX; MOVQ CX, (SI); *MOVQ $0x5, CX; MOVQ CX, 8(SI); RET", "", true},
		{"MOVQ $0x6, CX; MOVQ CX, (SI); *MOVQ $0x5, CX; MOVQ CX, 8(SI); RET", "", false},
		{"MOVQ $0x5, CX; l: *MOVQ $0x5, CX; MOVQ CX, 8(SI); INCQ CX; DECQ BX; JNE l; RET", "", false},
		{"MOVQ five<>+0(SB), CX; MOVQ CX, (SI); *MOVQ five<>+0(SB), CX; MOVQ CX, 8(SI); RET", "", true},
		{"MOVQ $0x5, CX; MOVQ CX, (SI); *MOVQ five<>+0(SB), CX; MOVQ CX, 8(SI); RET", "MOVQ five<>+0(SB), DX", true},
		{"MOVQ five<>+8(SB), CX; MOVQ CX, (SI); *MOVQ five<>+0(SB), CX; MOVQ CX, 8(SI); RET", "", false},
		{"MOVQ BX, CX; *MOVQ five<>+0(SB), CX; MOVQ CX, 8(SI); RET", "", false},
		// Bits of masks, and lanes.
		{"*MOVL $0x33, AX; KMOVW AX, K1; VPXOR Y0, Y0, Y0; VPADDQ Y0, Y0, K1, Y0; VMOVDQU64 Y0, (SI); RET", "MOVL $0x13, AX", true},
		{"*MOVL $0x33, AX; KMOVW AX, K1; VPXOR Y0, Y0, Y0; VMOVDQU64 (SI), Y1; VPADDQ Y1, Y1, K1, Y0; VMOVDQU64 Y0, (SI); RET", "MOVL $0x32, AX", false},
		{"VMOVDQU (SI), Y0; *VPERMQ $0x00, Y0, Y0; VPERMQ $0x00, Y0, Y0; VMOVDQU Y0, (SI); RET", "VPERMQ $0x04, Y0, Y0", true},
		{"VMOVDQU (SI), Y0; *VPERMQ $0x00, Y0, Y0; VPERMQ $0x00, Y0, Y0; VMOVDQU Y0, (SI); RET", "VPERMQ $0x01, Y0, Y0", false},
		// The lowest bits of words.
		{"*MOVL (SI), CX; ANDL $0xff, CX; MOVQ CX, (SI); RET", "MOVQ (SI), CX", true},
		{"*MOVL (SI), CX; ANDQ $0xff, CX; MOVQ CX, (SI); RET", "MOVQ (SI), CX", true},
		{"*MOVL (SI), CX; ADDQ $0x1, CX; MOVL CX, (SI); RET", "MOVQ (SI), CX", true},
		{"*MOVL (SI), CX; MOVQ CX, (SI); RET", "MOVQ (SI), CX", false},
		{"*MOVL (SI), CX; SHRQ $0x8, CX; MOVL CX, (SI); RET", "MOVQ (SI), CX", false},
		{"MOVQ (SI), AX; MOVQ 8(SI), CX; *ORL CX, AX; MOVL AX, (SI); RET", "ORQ CX, AX", true},
		{"*MOVBLZX (SI), CX; NEGL CX; ANDL $0xff, CX; MOVQ CX, (SI); RET", "MOVBQSX (SI), CX", true},
		{"*MOVBLZX (SI), CX; NEGL CX; ANDL $0x1ff, CX; MOVQ CX, (SI); RET", "MOVBQSX (SI), CX", false},
		{"MOVQ (SI), CX; *NEGL CX; MOVL CX, (SI); RET", "NEGQ CX", true},
		{"MOVQ (SI), CX; *NEGL CX; MOVQ CX, (SI); RET", "NEGQ CX", false},
		{"*MOVBLZX (SI), CX; KMOVW CX, K1; VPXOR Y0, Y0, Y0; VMOVDQU64 (SI), Y1; VPADDQ Y1, Y1, K1, Y0; VMOVDQU64 Y0, (SI); RET", "MOVBQSX (SI), CX", true},
		{"*MOVBLZX (SI), CX; MOVL CX, (SI); RET", "MOVBQSX (SI), CX", false},
		// On one path only.
		{"MOVQ BX, CX; TESTQ BX, BX; JEQ l; *MOVQ (SI), CX; l: MOVQ CX, 8(SI); RET", "", false},
		{"MOVQ BX, CX; TESTQ BX, BX; JEQ l; *MOVQ (SI), CX; l: RET", "", true},
	} {
		text, line := constants+"TEXT ·f(SB), NOSPLIT, $16-24\n", 0
		for _, s := range strings.Split(load+test.source, "; ") {
			if label, rest, ok := strings.Cut(s, ": "); ok {
				text += label + ":\n"
				s = rest
			}
			if s[0] == '*' {
				line = strings.Count(text, "\n") + 1
			}
			text += "\t" + strings.TrimPrefix(s, "*") + "\n"
		}
		p, err := x86.Parse("", text)
		if err != nil {
			t.Fatalf("%s: %v", test.source, err)
		}
		f := p.Texts["f"]
		change := &Change{Text: f}
		for f.Instructions[change.Index].Line != line {
			change.Index++
		}
		if test.other == "" {
			change.New = f.Instructions[change.Index].Without()
		} else {
			q, err := x86.Parse("", constants+"TEXT ·f(SB), NOSPLIT, $16-24\n\t"+test.other+"\n\tRET\n")
			if err != nil {
				t.Fatalf("%s: %v", test.other, err)
			}
			change.New = &q.Texts["f"].Instructions[0]
		}
		place := &Region{Name: "place", Bytes: []Byte{{Secret: true}}}
		if got := Same(p, "f", []Argument{{Pointer: place}, {}}, change); got != test.same {
			t.Errorf("%s, and %q instead: same is %v", test.source, test.other, got)
		}
	}
}
