// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// everyLane writes a constant in four lanes.
func everyLane(name string, words ...uint64) (lines string) {
	for i := range 4 {
		lines += fmt.Sprintf("DATA %s<>+%d(SB)/8, $%#016x\n", name, 8*i, words[i%len(words)])
	}
	return lines + fmt.Sprintf("GLOBL %s<>(SB), RODATA|NOPTR, $32\n", name)
}

// Routines of a few lines, with the address of limbs below 2^50 in DI, of any words in SI, and a number below 4 in AX. Y1 and Y2
// are limbs of those in DI, Y4 and Y5 the same as doubles, less 2^49; Y15 is C.
func TestDoubles(t *testing.T) {
	const c = 1.5 * (1 << 103)
	constants := everyLane("nearest", x86.NearestMXCSR) + everyLane("c", math.Float64bits(c)) + everyLane("cx", math.Float64bits(c+1.5*(1<<52))) +
		everyLane("one", math.Float64bits(1)) + everyLane("two52", math.Float64bits(1<<52)) + everyLane("less", math.Float64bits(1<<52+1<<49)) +
		everyLane("bias", 1<<60) + everyLane("sign", 1<<63) + everyLane("excess", -math.Float64bits(c)) +
		everyLane("huge", math.Float64bits(math.Ldexp(1, 1000))) + everyLane("tiny", math.Float64bits(math.Ldexp(1, -1000)))
	table := "" // of indices for VPERMD
	for i := range 16 {
		lane := uint64(i/4+i) & 3
		table += fmt.Sprintf("DATA table<>+%d(SB)/8, $%#016x\n", 8*i, 2*lane|(2*lane+1)<<32)
	}
	table += "GLOBL table<>(SB), RODATA|NOPTR, $128\n"

	const load = "LDMXCSR nearest<>(SB); MOVQ limbs+0(FP), DI; MOVQ words+8(FP), SI; MOVQ small+16(FP), AX; MOVQ scratch+24(FP), R8; " +
		"VMOVDQU (DI), Y1; VMOVDQU 32(DI), Y2; VMOVDQU two52<>(SB), Y3; VPOR Y3, Y1, Y4; VSUBPD less<>(SB), Y4, Y4; VPOR Y3, Y2, Y5; VSUBPD less<>(SB), Y5, Y5; " +
		"VMOVUPD c<>(SB), Y15; VMOVUPD Y5, (R8); "
	const split = "VMOVAPD Y15, Y6; VFMADD231PD (R8), Y4, Y6; VSUBPD cx<>(SB), Y6, Y7; VFMSUB231PD (R8), Y4, Y7; "
	const around = "VPADDQ excess<>(SB), Y6, Y6; "
	const (
		notExact  = "a sum of doubles may not be exact"
		notKnown  = "it is not known to what"
		anything  = "may be anything modulo 2^64"
		bits      = "the bits of a number are used that may be negative"
		noDouble  = "computes with a double of which nothing is known"
		infinite  = "a double may be infinite"
		subnormal = "a double may be subnormal"
	)
	for source, want := range map[string]string{
		split + "RET": "",
		// The high half, as an integer that may be negative.
		split + around + "RET":                                                           "",
		split + around + "VPSRLQ $51, Y6, Y8; RET":                                       bits,
		split + around + "VPAND Y1, Y6, Y8; RET":                                         bits,
		split + around + "VPOR Y1, Y6, Y8; RET":                                          bits,
		split + around + "VPMULUDQ Y1, Y6, Y8; RET":                                      bits,
		split + around + "VPADDQ bias<>(SB), Y6, Y6; VPSRLQ $51, Y6, Y8; RET":            "",
		split + around + "VPSLLQ $4, Y6, Y6; RET":                                        "",
		split + around + "VPSLLQ $4, Y6, Y6; VPADDQ Y6, Y6, Y6; VPSRLQ $51, Y6, Y8; RET": bits,
		split + around + "VPSLLQ $16, Y6, Y6; RET":                                       bits, // too many to go around
		split + "VPADDQ Y6, Y6, Y6; VPADDQ Y7, Y6, Y6; RET":                              "",
		"VPADDQ (SI), Y1, Y6; RET":                                                       anything,
		"VPSUBQ Y2, Y1, Y6; RET":                                                         "",
		"VPSUBQ Y2, Y1, Y6; VPSRLQ $51, Y6, Y6; RET":                                     bits,
		"VPSUBQ Y2, Y1, Y6; VPADDQ bias<>(SB), Y6, Y6; VPSRLQ $51, Y6, Y6; RET":          "",
		// What is not exact.
		"VFMSUB231PD (R8), Y4, Y15; VFMSUB231PD (R8), Y5, Y15; RET":                       notExact,
		strings.Replace(split, "VFMSUB231PD (R8), Y4", "VFMSUB231PD (R8), Y5", 1) + "RET": notExact,
		strings.Replace(split, "VFMSUB231PD", "VFMADD231PD", 1) + "RET":                   notExact,
		"VMOVAPD Y3, Y6; VFMADD231PD (R8), Y4, Y6; RET":                                   notKnown,
		"VPXOR Y6, Y6, Y6; VFMADD231PD (R8), Y4, Y6; RET":                                 notKnown,
		"VSUBPD c<>(SB), Y4, Y6; RET":                                                     "",
		"VSUBPD (R8), Y4, Y6; RET":                                                        "",
		"VPXOR Y6, Y6, Y6; VSUBPD (R8), Y6, Y6; RET":                                      "",
		// A sign, and a constant factor.
		"VMOVDQU Y4, 32(R8); VPXOR sign<>(SB), Y4, Y6; VSUBPD 32(R8), Y6, Y6; RET": "",
		"VPXOR Y6, Y6, Y6; VFMADD231PD one<>(SB), Y4, Y6; RET":                     "",
		"VPXOR Y6, Y6, Y6; VFMADD231PD less<>(SB), Y4, Y6; RET":                    "",
		// What has no bits as a double has.
		"VFMADD231PD (SI), Y4, Y15; RET":                                              noDouble,
		"VFMADD231PD (DI), Y4, Y15; RET":                                              noDouble,
		"VPSUBQ Y2, Y1, Y6; VFMADD231PD (R8), Y6, Y15; RET":                           noDouble,
		"VMOVDQU huge<>(SB), Y6; VFMADD231PD huge<>(SB), Y6, Y15; RET":                infinite,
		"VMOVDQU tiny<>(SB), Y6; VMOVDQU Y6, Y7; VFMADD231PD tiny<>(SB), Y6, Y7; RET": subnormal,
		// How doubles are rounded.
		"LDMXCSR one<>(SB); VSUBPD (R8), Y4, Y6; RET": "rounds as MXCSR says",
		// Words change their places, the two halves of each by a table.
		"VPBLENDD $12, Y5, Y4, Y6; VSUBPD (R8), Y6, Y6; RET":                                                                  "",
		"VPBLENDD $4, Y5, Y4, Y6; VSUBPD (R8), Y6, Y6; RET":                                                                   noDouble,
		"SHLQ $5, AX; LEAQ table<>(SB), BX; VMOVDQU (BX)(AX*1), Y6; VPERMD Y4, Y6, Y6; VSUBPD (R8), Y6, Y6; RET":              "",
		"SHLQ $6, AX; LEAQ table<>(SB), BX; VMOVDQU (BX)(AX*1), Y6; RET":                                                      "reads outside of table<>",
		"SHRQ $1, AX; SHLQ $5, AX; LEAQ table<>(SB), BX; VMOVDQU (BX)(AX*1), Y6; VPERMD Y4, Y6, Y6; VSUBPD (R8), Y6, Y6; RET": "",
		// Scratch memory overlaps with nothing else.
		"VMOVDQU Y4, 32(R8); MOVQ AX, (SI); VSUBPD 32(R8), Y4, Y6; RET": "",
		"VMOVDQU Y4, 32(SI); MOVQ AX, (R8); VSUBPD 32(SI), Y4, Y6; RET": "",
		"VMOVDQU Y4, 32(SI); MOVQ AX, (DI); VSUBPD 32(SI), Y4, Y6; RET": noDouble,
		// Few rounds are followed one by one.
		"VMOVDQU Y4, 32(R8); MOVQ R8, BX; MOVQ $2, CX; l: VSUBPD (BX), Y4, Y6; ADDQ $32, BX; DECQ CX; JNE l; RET":                    "",
		"VMOVDQU Y4, 32(R8); MOVQ R8, BX; MOVQ $3, CX; l: VSUBPD (BX), Y4, Y6; ADDQ $32, BX; DECQ CX; JNE l; RET":                    noDouble,
		"VMOVDQU Y4, 32(R8); MOVQ R8, BX; MOVQ $2, CX; l: VSUBPD (BX), Y4, Y6; m: DECQ AX; JNE m; ADDQ $32, BX; DECQ CX; JNE l; RET": "",
		// Loops: a limb stays what it is, or grows.
		"l: VMOVUPD (R8), Y6; VSUBPD less<>(SB), Y6, Y7; DECQ AX; JNE l; RET":                                                                       "",
		"VMOVAPD Y4, Y6; l: VMOVAPD Y6, Y7; VMOVAPD Y5, Y6; VSUBPD (R8), Y7, Y7; DECQ AX; JNE l; RET":                                               "",
		"l: VSUBPD one<>(SB), Y4, Y4; DECQ AX; JNE l; RET":                                                                                          noDouble,
		split + around + "l: VPADDQ Y1, Y6, Y6; DECQ AX; JNE l; VPSRLQ $51, Y6, Y6; RET":                                                            anything,
		split + around + "VMOVDQU Y6, Y8; l: VMOVDQU Y8, Y9; VPSUBQ Y1, Y2, Y8; DECQ AX; JNE l; VPADDQ bias<>(SB), Y9, Y9; VPSRLQ $51, Y9, Y9; RET": "",
		split + around + "VMOVDQU Y6, Y8; l: VMOVDQU Y8, Y9; VPSUBQ Y1, Y2, Y8; DECQ AX; JNE l; VPSRLQ $51, Y9, Y9; RET":                            bits,
	} {
		lines := ""
		for _, line := range strings.Split(strings.ReplaceAll(load+source, "<>(SB)", "<>+0(SB)"), "; ") {
			if label, rest, ok := strings.Cut(line, ": "); ok {
				lines += label + ":\n\t" + rest + "\n"
			} else {
				lines += "\t" + line + "\n"
			}
		}
		p, err := x86.Parse("", constants+table+"TEXT ·f(SB), NOSPLIT, $16-32\n"+lines)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		place := func(name string, words int, most *big.Int) Argument {
			return Argument{Pointer: &Region{Name: name, Bytes: make([]Byte, 1), Words: words, Most: most}}
		}
		scratch := place("scratch", 0, nil)
		scratch.Pointer.Scratch = true
		arguments := []Argument{place("limbs", 1, new(big.Int).Sub(power(50), one)), place("words", 0, nil),
			{Least: big.NewInt(0), Most: big.NewInt(3)}, scratch}
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

// A sum in lanes that goes around is not short.
func TestLongSums(t *testing.T) {
	for source, want := range map[string]bool{
		"VPSRLQ $33, Y0, Y1; VPSRLQ $33, Y0, Y2; VPADDQ Y1, Y2, Y3": false,
		"VPSRLQ $33, Y0, Y1; VPSRLQ $32, Y0, Y2; VPADDQ Y1, Y2, Y3": true,
		"VPSRLQ $1, Y0, Y1; VPSRLQ $1, Y0, Y2; VPSUBQ Y1, Y2, Y3":   true,
		"VPSRLQ $2, Y0, Y1; VPCMPEQQ Y2, Y2, Y2; VPADDQ Y1, Y2, Y3": true,
	} {
		lines := strings.ReplaceAll("MOVQ words+0(FP), SI; VMOVDQU (SI), Y0; "+source+"; LDMXCSR nearest<>+0(SB); VPXOR Y9, Y9, Y9; VMOVDQU Y9, (SI); VSUBPD (SI), Y9, Y9; RET", "; ", "\n\t")
		p, err := x86.Parse("f.s", everyLane("nearest", x86.NearestMXCSR)+"TEXT ·f(SB), NOSPLIT, $0-8\n\t"+lines+"\n")
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

// A change that leaves the same words everywhere is found to be no change, with what is not read later; others are not.
func TestSame(t *testing.T) {
	const around = "VMOVDQU (SI), Y0; VMOVDQU Y0, (BX); VMOVDQU 32(SI), Y1; VPUNPCKLQDQ Y1, Y1, Y2; VMOVDQU Y2, 32(BX); LEAQ 64(BX), DI; VMOVDQU Y0, 64(BX); "
	for _, test := range []struct {
		old, change, rest string
		same              bool
	}{
		{"VMOVDQU (BX), Y0", "", "VMOVDQU Y0, 96(BX)", true},
		{"VMOVDQU (BX), Y0", "VMOVDQU Y0, (BX)", "VMOVDQU Y0, 96(BX)", true},
		{"VMOVDQU (BX), Y0", "VMOVDQU (BX), Y1", "VMOVDQU Y0, 96(BX)", true},
		{"VMOVDQU (BX), Y0", "VMOVDQU (BX), Y1", "VMOVDQU Y1, 96(BX)", false},
		{"VMOVDQU (BX), Y0", "VMOVDQU 64(BX), Y0", "VMOVDQU Y0, 96(BX)", true},
		{"VMOVDQU (BX), Y0", "VMOVDQU 32(BX), Y0", "VMOVDQU Y0, 96(BX)", false},
		{"VMOVDQU (BX), Y0", "VMOVDQU 56(BX), Y0", "VMOVDQU Y0, 96(BX)", false},
		{"VMOVDQU (BX), Y0", "VMOVDQU (R8), Y0", "VMOVDQU Y0, 96(BX)", false},
		{"VMOVDQU (BX), Y0", "VMOVDQU Y0, 8(BX)", "VMOVDQU Y0, 96(BX)", false},
		{"VPBROADCASTQ 32(BX), Y3", "VPBROADCASTQ 40(BX), Y3", "VMOVDQU Y3, 96(BX)", true},
		{"VPBROADCASTQ 32(BX), Y3", "VPBROADCASTQ 48(BX), Y3", "VMOVDQU Y3, 96(BX)", false},
		{"LEAQ 64(BX), DI", "", "VMOVDQU Y0, (DI)", true},
		{"LEAQ 64(BX), DI", "LEAQ 72(BX), DI", "VMOVDQU Y0, (DI)", false},
		{"LEAQ 96(BX), DI", "", "VMOVDQU Y0, (DI)", false},
		{"ADDQ AX, CX", "", "MOVQ CX, 96(BX)", false},
	} {
		source := strings.ReplaceAll("MOVQ words+0(FP), SI; MOVQ scratch+8(FP), BX; XORL AX, AX; MOVL $1, CX; "+around+test.old+"; "+test.rest+"; VPXOR Y6, Y6, Y6; VPMULUDQ Y6, Y6, Y6; VZEROUPPER; RET", "; ", "\n\t")
		other := test.change
		if other == "" {
			other = test.old
		}
		p, err := x86.Parse("f.s", "TEXT ·f(SB), NOSPLIT, $0-16\n\t"+source+"\nTEXT ·g<>(SB), NOSPLIT, $0\n\t"+other+"\n\tRET\n")
		if err != nil {
			t.Fatal(err)
		}
		f, index := p.Texts["f"], 11
		c := Change{Text: f, Index: index, New: &p.Texts["g<>"].Instructions[0]}
		if test.change == "" {
			c.New = f.Instructions[index].Without()
		}
		scratch := &Region{Name: "scratch", Bytes: make([]Byte, 8), Scratch: true}
		arguments := []Argument{{Pointer: &Region{Name: "words", Bytes: make([]Byte, 8)}}, {Pointer: scratch}}
		if r := Check(p, "f", arguments, Options{}); len(r.Found) > 0 {
			t.Fatalf("%s: found %v", test.old, r.Found)
		}
		if same := Same(p, "f", arguments, []Change{c}); same[0] != test.same {
			t.Errorf("%s for %s, then %s: %v", test.change, test.old, test.rest, same[0])
		}
	}
}
