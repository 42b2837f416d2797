// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	"slices"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// parse reads a routine of these instructions, separated by semicolons.
func parse(t *testing.T, source string) *x86.Program {
	t.Helper()
	p, err := x86.Parse("f.s", "TEXT ·f(SB), NOSPLIT, $64-32\n\t"+strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(source, "; ", "\n\t"), "\tl:", "l:"), "\tm:", "m:")+"\n\tRET\n"+
		"TEXT ·g<>(SB), NOSPLIT, $8\n\tRET\nDATA c<>+0(SB)/8, $0x0000000000000005\nGLOBL c<>(SB), RODATA|NOPTR, $8\n")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every instruction has the mutants that it must, and no other.
func TestOf(t *testing.T) {
	for source, want := range map[string]string{
		"ADDQ AX, BX":                  "dropped: nothing; operation: ADCQ AX, BX; operation: SUBQ AX, BX; swapped: ADDQ BX, AX; register: ADDQ CX, BX; register: ADDQ AX, BP",
		"ADCQ $0x0, R15":               "dropped: nothing; operation: ADDQ $0x0, R15; operation: SBBQ $0x0, R15; constant: ADCQ $0x1, R15; constant: ADCQ $0xffffffffffffffff, R15; register: ADCQ $0x0, AX",
		"SBBQ 8(SI), DX":               "dropped: nothing; operation: SUBQ 8(SI), DX; operation: ADCQ 8(SI), DX; place: SBBQ 16(SI), DX; place: SBBQ (SI), DX; place: SBBQ 8(DI), DX; register: SBBQ 8(SI), BX",
		"ADOXQ R8, R9":                 "dropped: nothing; operation: ADCXQ R8, R9; swapped: ADOXQ R9, R8; register: ADOXQ R9, R9; register: ADOXQ R8, R10",
		"MULXQ (DI), AX, R15":          "dropped: nothing; swapped: MULXQ (DI), R15, AX; place: MULXQ 8(DI), AX, R15; place: MULXQ -8(DI), AX, R15; place: MULXQ (R8), AX, R15; register: MULXQ (DI), CX, R15; register: MULXQ (DI), AX, AX",
		"CMOVQNE BX, CX":               "dropped: nothing; condition: CMOVQEQ BX, CX; swapped: CMOVQNE CX, BX; register: CMOVQNE BP, CX; register: CMOVQNE BX, DX",
		"CMOVQGT BX, CX":               "dropped: nothing; condition: CMOVQEQ BX, CX; condition: CMOVQNE BX, CX; swapped: CMOVQGT CX, BX; register: CMOVQGT BP, CX; register: CMOVQGT BX, DX",
		"CMOVQCS BX, CX":               "dropped: nothing; condition: CMOVQCC BX, CX; condition: CMOVQPL BX, CX; swapped: CMOVQCS CX, BX; register: CMOVQCS BP, CX; register: CMOVQCS BX, DX",
		"NOTQ AX":                      "dropped: nothing; operation: NEGQ AX; register: NOTQ CX",
		"MOVQ x+0(FP), AX":             "dropped: nothing; swapped: MOVQ AX, x+0(FP); operation: MOVL x+0(FP), AX; place: MOVQ x+8(FP), AX; register: MOVQ x+0(FP), CX",
		"MOVQ 8(SI)(BX*2), AX":         "dropped: nothing; operation: MOVL 8(SI)(BX*2), AX; swapped: MOVQ AX, 8(SI)(BX*2); place: MOVQ 16(SI)(BX*2), AX; place: MOVQ (SI)(BX*2), AX; place: MOVQ 8(DI)(BX*2), AX; place: MOVQ 8(SI)(BP*2), AX; place: MOVQ 8(SI)(BX*1), AX; register: MOVQ 8(SI)(BX*2), CX",
		"MOVBLZX (SI), AX":             "dropped: nothing; operation: MOVBQSX (SI), AX; place: MOVBLZX 1(SI), AX; place: MOVBLZX -1(SI), AX; place: MOVBLZX (DI), AX; register: MOVBLZX (SI), CX",
		"MOVQ c<>+0(SB), AX":           "dropped: nothing; operation: MOVL c<>+0(SB), AX; swapped: MOVQ AX, c<>+0(SB); place: MOVQ c<>+8(SB), AX; register: MOVQ c<>+0(SB), CX",
		"SHRQ $0x3f, AX":               "dropped: nothing; operation: SARQ $0x3f, AX; operation: SHLQ $0x3f, AX; constant: SHRQ $0x3e, AX; register: SHRQ $0x3f, CX",
		"SHRQ CL, AX":                  "dropped: nothing; swapped: none; register: SHRQ CL, CX",
		"ANDL $0x7f, AX":               "dropped: nothing; constant: ANDL $0x80, AX; constant: ANDL $0x7e, AX; constant: ANDL $0x3f, AX; register: ANDL $0x7f, CX; operation: ANDQ $0x7f, AX",
		"VPADDQ Y1, Y2, K3, Y15":       "dropped: nothing; operation: VPSUBQ Y1, Y2, K3, Y15; register: VPADDQ Y2, Y2, K3, Y15; register: VPADDQ Y1, Y3, K3, Y15; register: VPADDQ Y1, Y2, K4, Y15; register: VPADDQ Y1, Y2, K3, Y0",
		"VPSUBQ Y1, Y2, Y16":           "dropped: nothing; operation: VPADDQ Y1, Y2, Y16; swapped: VPSUBQ Y2, Y1, Y16; register: VPSUBQ Y2, Y2, Y16; register: VPSUBQ Y1, Y3, Y16; register: VPSUBQ Y1, Y2, Y17",
		"VPERMILPD $0x5, Y1, Y2":       "dropped: nothing; swapped: VPERMILPD $0x5, Y2, Y1; constant: VPERMILPD $0x4, Y1, Y2; constant: VPERMILPD $0x7, Y1, Y2; constant: VPERMILPD $0x1, Y1, Y2; constant: VPERMILPD $0xd, Y1, Y2; register: VPERMILPD $0x5, Y2, Y2; register: VPERMILPD $0x5, Y1, Y3",
		"VPTERNLOGQ $0xf8, Z1, Z2, Z3": "dropped: nothing; swapped: VPTERNLOGQ $0xf8, Z2, Z1, Z3; constant: VPTERNLOGQ $0xa8, Z1, Z2, Z3; constant: VPTERNLOGQ $0xd8, Z1, Z2, Z3; register: VPTERNLOGQ $0xf8, Z2, Z2, Z3; register: VPTERNLOGQ $0xf8, Z1, Z3, Z3; register: VPTERNLOGQ $0xf8, Z1, Z2, Z4",
		"JEQ l; NEGQ AX; l:":           "dropped: nothing; condition: JNE l",
		"CALL ·g<>(SB)":                "dropped: nothing",
		"RET":                          "",
	} {
		p := parse(t, source)
		var got []string
		for _, m := range Of(p.Texts["f"], 0) {
			got = append(got, string(m.Kind)+": "+m.New.String())
		}
		expected := slices.DeleteFunc(strings.Split(want, "; "), func(s string) bool { return s == "" || strings.HasSuffix(s, ": none") })
		slices.Sort(got)
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%s:\ngot  %s\nwant %s", source, strings.Join(got, "; "), strings.Join(expected, "; "))
		}
	}
}

func TestWords(t *testing.T) {
	p := parse(t, "RET")
	got := ""
	for _, m := range Words(p.Data["c<>"]) {
		got += m.String() + "; "
	}
	if want := "c<>+0: 0x6 for 0x5; c<>+0: 0x4 for 0x5; c<>+0: 0x1 for 0x5; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
