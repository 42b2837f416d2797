// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// Routines of a few lines: with any words x and y in AX and BX, one at most 9 in CX, the address of any
// words in SI, of words that are at most 2^52 - 1 in DI, and of numbers that are at most 2^256 - 38 in R8.
func TestSmall(t *testing.T) {
	const load = "MOVQ x+0(FP), AX; MOVQ y+8(FP), BX; MOVQ small+16(FP), CX; MOVQ words+24(FP), SI; MOVQ limbs+32(FP), DI; MOVQ numbers+40(FP), R8; "
	const add = "MOVQ (R8), R9; MOVQ 8(R8), R10; MOVQ 16(R8), R11; MOVQ 24(R8), R12; ADDQ (SI), R9; ADCQ 8(SI), R10; ADCQ 16(SI), R11; ADCQ 24(SI), R12; " +
		"SBBQ DX, DX; ANDL $38, DX; ADDQ DX, R9; ADCQ $0, R10; ADCQ $0, R11; ADCQ $0, R12; "
	// Words whose bits from bit 52 on are used, and a product of Y1.
	const taken, product = "VMOVDQU64 (SI), Y1; VPSRLQ $52, Y1, Y3; ", "VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; RET"
	const carry = "the carry out of a sum may be 1"
	const borrow = "the borrow out of a difference may be 1"
	for source, want := range map[string]string{
		"RET": "",
		// Carries that nobody reads.
		"ADDQ BX, AX; RET":                                             carry,
		"ADDQ CX, CX; RET":                                             "",
		"ADDQ BX, AX; XORL DX, DX; ADCQ $0, DX; RET":                   carry,
		"XORL DX, DX; ADDQ BX, AX; ADCQ $0, DX; RET":                   "",
		"ADDQ BX, AX; ADCQ $0, AX; RET":                                "",
		"ADDQ BX, AX; ADCQ AX, AX; RET":                                carry,
		"ADDQ BX, AX; MOVQ CX, DX; INCQ DX; ADCQ $0, DX; RET":          "",
		"ADDQ BX, AX; TESTQ CX, CX; JEQ l; l: ADCQ $0, CX; RET":        carry,
		"XORL DX, DX; ADDQ BX, AX; JEQ l; ADCQ $0, DX; l: RET":         carry,
		"MOVL $9, CX; ADDQ BX, AX; BZHIQ CX, AX, AX; ADCQ $0, AX; RET": carry,
		"XORL DX, DX; ADDQ BX, AX; RORXQ $9, BX, CX; ADCQ $0, DX; RET": "",
		"XORL DX, DX; ADCXQ BX, AX; ADOXQ AX, BX; RET":                 carry,
		"XORL DX, DX; ADOXQ CX, DX; ADCXQ CX, DX; RET":                 "",
		"SUBQ BX, AX; RET":                                             borrow,
		"SUBQ $1, CX; MOVQ CX, (SI); RET":                              "the borrow of a difference is lost",
		"ADDQ $1, CX; SUBQ $1, CX; MOVQ CX, (SI); RET":                 "",
		"XORL DX, DX; SUBQ BX, AX; SBBQ $0, DX; RET":                   "",
		"XORL DX, DX; SUBQ BX, AX; SBBQ $0, DX; NEGQ DX; RET":          "",
		"XORL DX, DX; SUBQ BX, AX; SBBQ DX, DX; ADDQ DX, CX; RET":      "",
		"CMPQ AX, BX; RET":                                             "",
		"NEGQ AX; RET":                                                 "",
		// Products.
		"MULQ BX; RET":                           "",
		"MULQ BX; ADDQ CX, AX; ADCQ $0, DX; RET": "",
		"MULQ BX; ADDQ BX, AX; ADCQ $0, DX; ADDQ BX, AX; ADCQ $0, DX; RET": "",
		"MULQ BX; ADDQ BX, AX; ADCQ $1, DX; RET":                           carry,
		"IMULQ CX, CX; RET":                                                "",
		"IMULQ BX, AX; RET":                                                "a signed product of numbers that are not bounded",
		// Shifts.
		"SHLQ $3, CX; RET": "",
		"SHLQ $3, AX; RET": "bits that are shifted out to the left are lost",
		"MOVQ AX, DX; SHLQ $3, AX; SHRQ $61, DX; RET": "",
		"MOVQ AX, DX; SHLQ $3, AX; SHRQ $62, DX; RET": "bits that are shifted out to the left are lost",
		// The lowest bits of multiples, of the low halves of their products, and of sums of these are 0.
		"SHLQ $3, CX; RORXQ $3, CX, DX; ADDQ DX, DX; RET": "",
		"SHLQ $3, CX; RORXQ $4, CX, DX; ADDQ DX, DX; RET": carry,
		"SHLQ $3, CX; MOVQ CX, DX; MULXQ AX, R9, R10; MULXQ BX, R11, R12; ADDQ R11, R9; ADCQ R12, R10; RORXQ $3, R9, DX; ADDQ DX, DX; RET": "",
		"SHLQ $3, CX; MOVQ CX, DX; MULXQ AX, R9, R10; MULXQ BX, R11, R12; ADDQ R11, R9; ADCQ R12, R10; RORXQ $4, R9, DX; ADDQ DX, DX; RET": carry,
		"SHLQ $3, CX; MOVQ CX, DX; MULXQ AX, R9, R10; ADDQ BX, R9; ADCQ $0, R10; RORXQ $3, R9, DX; ADDQ DX, DX; RET":                       carry,
		// Numbers of four words.
		add + "MOVQ R9, (SI); RET": "",
		strings.Replace(add, "ANDL $38", "ANDL $39", 1) + "MOVQ R9, (SI); RET": carry,
		strings.Replace(add, "MOVQ (R8), R9", "MOVQ 32(SI), R9", 1) + "RET":    carry,
		strings.Replace(add, "ADCQ $0, R11; ", "", 1) + "RET":                  carry,
		strings.Replace(add, "; ADCQ $0, R12", "", 1) + "RET":                  carry,
		"MOVQ AX, (R8); MOVQ AX, 8(R8); MOVQ AX, 16(R8); MOVQ AX, 24(R8); RET": "writes a number that may be",
		"MOVQ AX, (R8); MOVQ AX, 8(R8); MOVQ AX, 16(R8); MOVQ CX, 24(R8); RET": "",
		"MOVQ AX, (R8); MOVQ AX, 8(R8); MOVQ AX, 16(R8); RET":                  "writes a part of a number",
		"MOVQ AX, 24(R8); RET": "writes a part of a number",
		// What was read of one argument may be overwritten through another one.
		"MOVQ AX, (DI); RET": "writes a word that may be",
		"MOVQ CX, (DI); RET": "",
		// Vectors.
		"VMOVDQU64 (DI), Y1; VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; RET":                                    "",
		"VMOVDQU64 (SI), Y1; VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; RET":                                    "bits above the 52 of a factor are lost",
		"VMOVDQU64 (SI), Y1; VPSRLQ $52, Y1, Y3; VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; RET":                "",
		"VMOVDQU64 (SI), Y1; VPSRLQ $53, Y1, Y3; VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; RET":                "bits above the 52 of a factor are lost",
		"KMOVW AX, K7; " + taken + "VMOVDQU64 32(SI), Y4; VPSRLQ $52, Y4, Y3; VMOVDQA64 Y4, K7, Y1; " + product: "",
		"KMOVW AX, K7; " + taken + "VMOVDQU64 32(SI), Y4; VPSRLQ $53, Y4, Y3; VMOVDQA64 Y4, K7, Y1; " + product: "bits above the 52 of a factor are lost",
		"KMOVW AX, K7; " + taken + "VMOVDQU64 32(SI), K7, Y1; " + product:                                       "bits above the 52 of a factor are lost",
		"VMOVDQU64 (DI), Y1; VPADDQ Y1, Y1, Y1; RET":                                                            "",
		"VMOVDQU64 (SI), Y1; VPADDQ Y1, Y1, Y1; RET":                                                            "a sum of lanes may be 2^64",
		"VMOVDQU64 (DI), Y1; VPXORQ Y2, Y2, Y2; VPSUBQ Y1, Y2, Y2; RET":                                         "a difference of lanes may be negative",
		// Loops.
		"l: ADDQ $1, CX; DECQ AX; JNE l; RET": carry,
		"VMOVDQU64 (DI), Y1; l: VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; VMOVDQU64 (SI), Y1; VPSRLQ $52, Y1, Y3; DECQ AX; JNE l; RET": "",
		"VMOVDQU64 (DI), Y1; l: VPXORQ Y2, Y2, Y2; VPMADD52LUQ Y1, Y1, Y2; VMOVDQU64 (SI), Y1; VPSRLQ $53, Y1, Y3; DECQ AX; JNE l; RET": "bits above the 52 of a factor are lost",
		"l: ADDQ $1, CX; ANDQ $15, CX; DECQ AX; JNE l; RET":                                                                             "",
		"MOVQ CX, DX; l: MOVQ DX, R9; MOVQ CX, DX; ADDQ R9, CX; ANDQ $15, CX; DECQ AX; JNE l; RET":                                      "",
	} {
		lines := ""
		for _, line := range strings.Split(load+source, "; ") {
			if label, rest, ok := strings.Cut(line, ": "); ok {
				lines += label + ":\n\t" + rest + "\n"
			} else {
				lines += "\t" + line + "\n"
			}
		}
		p, err := x86.Parse("", "TEXT ·f(SB), NOSPLIT, $16-48\n"+lines)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		place := func(name string, words int, most *big.Int) Argument {
			return Argument{Pointer: &Region{Name: name, Bytes: make([]Byte, 1), Words: words, Most: most}}
		}
		arguments := []Argument{{}, {}, {Least: big.NewInt(0), Most: big.NewInt(9)}, place("words", 0, nil),
			place("limbs", 1, new(big.Int).Sub(power(52), one)), place("numbers", 4, new(big.Int).Sub(power(256), big.NewInt(38)))}
		r := Check(p, "f", arguments, Options{})
		seen := want == "" && len(r.Found) == 0
		for _, e := range r.Found {
			seen = seen || want != "" && strings.Contains(e.Message, want)
		}
		if !seen {
			t.Errorf("%s: found %v, want %q", source, r.Found, want)
		}
		if first := Check(p, "f", arguments, Options{First: true}).Found; min(len(r.Found), 1) != min(len(first), 1) || len(first) > len(r.Found) {
			t.Errorf("%s: the first of %v is %v", source, r.Found, first)
		}
	}
}

// What is known of sums and factors in lanes: whether they are short.
func TestLanes(t *testing.T) {
	for source, want := range map[string]bool{
		"VPSRLQ $33, Y0, Y1; VPSRLQ $33, Y0, Y2; VPADDQ Y1, Y2, Y3":   false,
		"VPSRLQ $33, Y0, Y1; VPSRLQ $32, Y0, Y2; VPADDQ Y1, Y2, Y3":   true,
		"VPSRLQ $1, Y0, Y1; VPSRLQ $1, Y0, Y2; VPADDQ Y1, Y2, Y3":     true,
		"VPSRLQ $33, Y0, Y1; VPSRLQ $33, Y0, Y2; VPMULUDQ Y1, Y2, Y3": false,
		"VPSRLQ $32, Y0, Y1; VPSRLQ $33, Y0, Y2; VPMULUDQ Y1, Y2, Y3": true,
		"VPSRLQ $33, Y0, Y1; VPSRLQ $32, Y0, Y2; VPMULUDQ Y1, Y2, Y3": true,
	} {
		lines := strings.ReplaceAll("MOVQ words+0(FP), SI; VMOVDQU (SI), Y0; "+source+"; VZEROUPPER; RET", "; ", "\n\t")
		p, err := x86.Parse("f.s", "TEXT ·f(SB), NOSPLIT, $0-8\n\t"+lines+"\n")
		if err != nil {
			t.Fatal(err)
		}
		f := p.Texts["f"]
		r := Check(p, "f", []Argument{{Pointer: &Region{Name: "words", Bytes: make([]Byte, 8)}}}, Options{})
		if fact := r.Facts[f][4]; !fact.Done || fact.Long != want {
			t.Errorf("%s: %+v, want %v, found %v", source, fact, want, r.Found)
		}
	}
}
