// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import (
	"strings"
	"testing"
)

// What the decoder does not understand is an error at its line.
func TestDecodeErrors(t *testing.T) {
	const text = "TEXT ·f(SB), NOSPLIT, $8-16\n"
	for source, want := range map[string]string{
		text + "\tRET\n\tADDQ AX, 8\n":                              "f:3: not understood: operand",
		text + "\tADDQ AX\n\tRET\n":                                 "f:2: no meaning is known for ADDQ r",
		text + "\tADDQ AX, SP\n\tRET\n":                             "f:2: not understood",
		text + "\tADDQ AX, XX\n\tRET\n":                             "f:2: not understood",
		text + "\tFADDD F0, F1\n\tRET\n":                            "f:2: not understood",
		text + "\tVPADDQ Y1, Y2, Y32\n\tRET\n":                      "f:2: not understood",
		text + "\tMOVQ (AX)(BX*3), CX\n\tRET\n":                     "f:2: not understood",
		text + "\tMOVQ x(SB), CX\n\tRET\n":                          "f:2: not understood",
		text + "\tMOVQ x<>+0(SB), CX\n\tRET\n":                      "f:2: no symbol x<>",
		text + "\tCALL ·g(SB)\n\tRET\n":                             "f:2: no routine g",
		text + "\tJNE nowhere\n\tRET\n":                             "f:2: no instruction at label nowhere",
		text + "here:\nhere:\n\tRET\n":                              "f:3: label here is there twice",
		text + "\tJMP end\nend:\n":                                  "f:2: no instruction at label end",
		text + "\tMOVQ AX, BX\n":                                    "f:1: f runs past its end",
		text + "\tRET\n" + text + "\tRET\n":                         "f:3: f is there twice",
		"#define X 1\n":                                             "f:1: not understood",
		"\tMOVQ AX, BX\n":                                           "f:1: not understood",
		"TEXT ·f(SB), WRAPPER, $0\n":                                "f:1: not understood",
		"DATA x<>+8(SB)/8, $0x0000000000000001\n":                   "f:1: DATA is not the next word",
		"DATA x<>+0(SB)/4, $0x00000001\n":                           "f:1: not understood",
		"DATA x<>+0(SB)/8, $0x1\nGLOBL x<>(SB), RODATA|NOPTR, $4\n": "f:2: GLOBL says 4",
		"DATA x<>+0(SB)/8, $0x1\n":                                  "DATA without GLOBL",
		text + "\tMOVQ AX, BX; RET\n":                               "f:2: not understood",
		text + "\tDIVQ AX\n\tRET\n":                                 "f:2: no meaning is known for DIVQ r",
	} {
		if _, err := Parse("f", source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", source, err, want)
		}
	}
}

func TestDecode(t *testing.T) {
	p, err := Parse("f", "#include \"textflag.h\"\n\n// comment\nTEXT ·f<>(SB), $8-16\nloop:\n\tMOVQ -8(SI)(R9*4), R8 // why\n"+
		"\tVPSUBQ Z1, Z2, K3, Z31\n\tSHRQ CL, x+8(FP)\n\tJNE loop\n\tRET\n")
	if err == nil || !strings.Contains(err.Error(), "f:8: no meaning is known for SHRQ r,m") {
		t.Fatalf("%v", err)
	}
	p, err = Parse("f", "TEXT ·f<>(SB), $8-16\nloop:\n\tMOVQ -8(SI)(R9*4), R8 // why\n\tVPSUBQ Z1, Z2, K3, Z31\n\tJNE loop\n\tRET\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Texts["f<>"]
	if f == nil || f.FrameSize != 8 || f.ArgumentSize != 16 || len(f.Instructions) != 4 || f.Line != 1 {
		t.Fatalf("%+v", f)
	}
	m := f.Instructions[0].Operands[0]
	if m.Base != 6 || m.Index != 9 || m.Scale != 2 || m.Displacement != -8 || m.String() != "-8(SI)(R9*4)" {
		t.Errorf("%+v", m)
	}
	if in := f.Instructions[1]; in.Form() != "VPSUBQ z,z,k,z" || in.Operands[3].Register != 31 || in.Line != 4 || in.Needs() != "avx512f" {
		t.Errorf("%+v", in)
	}
	if in := f.Instructions[2]; in.Control() != "NE" || in.Target != 0 {
		t.Errorf("%+v", in)
	}
}

// The upper half of the vectors is that of CPUs with AVX-512.
func TestUpperVectors(t *testing.T) {
	p, err := Parse("f", "TEXT ·f(SB), $0-0\n\tVPADDQ Y15, Y1, Y2\n\tVPADDQ Y16, Y1, Y2\n\tVMOVD AX, X31\n\tVMOVDQU 16(SI), Y7\n\tRET\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		needs string
		level int
	}{{"avx2", 0}, {"avx512vl", 1}, {"avx512vl", 1}, {"avx", 0}, {"", -1}} {
		if in := &p.Texts["f"].Instructions[i]; in.Needs() != want.needs || in.Level() != want.level {
			t.Errorf("%s needs %q, of level %d; want %+v", in, in.Needs(), in.Level(), want)
		}
	}
	in, ok := p.Texts["f"].Instructions[0].With("VPADDQ", p.Texts["f"].Instructions[1].Operands...)
	if !ok || in.Needs() != "avx512vl" {
		t.Errorf("%s needs %q", in, in.Needs())
	}
}
