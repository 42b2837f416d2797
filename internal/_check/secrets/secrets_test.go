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
