// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package concrete

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"secant.example/internal/_check/x86"
)

type arguments struct {
	x    uint64
	p    uint64 // of two words
	list uint64
	ret  uint64
}

// call runs instructions as a routine with these arguments, and returns what it panics with.
func call(t *testing.T, frame, source string, a *arguments, regions ...[]Region) (message string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.s")
	text := "TEXT ·f(SB), NOSPLIT, $" + frame + "-32\n\t" + strings.ReplaceAll(source, "; ", "\n\t") + "\n\tRET\n" +
		"TEXT ·g<>(SB), NOSPLIT, $8\n\tMOVQ $7, BP\n\tMOVQ AX, (SP)\n\tADDQ (SP), AX\n\tRET\n" +
		"DATA c<>+0(SB)/8, $0x0000000000000005\nGLOBL c<>(SB), RODATA|NOPTR, $8\n" +
		"DATA nearest<>+0(SB)/8, $0x0000000000001f80\nGLOBL nearest<>(SB), RODATA|NOPTR, $8\n"
	// 1 + 2^-52, 2^-53, the smallest normal number and the next one, an infinity
	for i, bits := range []string{"3ff0000000000001", "3ca0000000000000", "0010000000000000", "0010000000000001", "7ff0000000000000"} {
		name := []string{"one", "half", "least", "next", "infinity"}[i]
		for j := range 4 {
			text += fmt.Sprintf("DATA %s<>+%d(SB)/8, $0x%s\n", name, 8*j, bits)
		}
		text += "GLOBL " + name + "<>(SB), RODATA|NOPTR, $32\n"
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if e, ok := recover().(*x86.Error); ok {
			message = e.Error()
		}
	}()
	features := [3]byte{1, 1, 0}
	Open("test", unsafe.Pointer(&features), file).Call("f", unsafe.Pointer(a), unsafe.Sizeof(*a), regions...)
	return ""
}

func TestCall(t *testing.T) {
	type item struct {
		to   *[2]uint64
		flag uint64
	}
	// Nothing that may be touched is next to something else that may.
	buffer := new([12]uint64)
	words, other := (*[2]uint64)(buffer[2:]), (*[2]uint64)(buffer[8:])
	*words, *other = [2]uint64{3, 4}, [2]uint64{10, 11}
	const start = "STMXCSR (SP); LDMXCSR nearest<>+0(SB); "
	list := &[3]item{{words, 1}, {nil, 2}, {other, 3}}
	for _, test := range []struct {
		frame, source string
		ret           uint64
		message       string
	}{
		{"0", "MOVQ x+0(FP), AX; ADDQ AX, AX; MOVQ AX, ret+24(FP)", 4, ""},
		{"0", "MOVQ p+8(FP), SI; MOVQ 8(SI), AX; MOVQ AX, ret+24(FP)", 4, ""},
		{"0", "MOVQ list+16(FP), SI; MOVQ 32(SI), DI; MOVQ 8(DI), AX; MOVQ AX, ret+24(FP)", 11, ""},
		{"0", "MOVQ c<>+0(SB), AX; MOVQ AX, ret+24(FP)", 5, ""},
		{"8", "MOVQ $3, AX; CALL ·g<>(SB); MOVQ AX, ret+24(FP)", 6, ""},
		{"0", "MOVQ p+8(FP), SI; MOVQ 16(SI), AX", 0, "f.s:3: f: touches 8 bytes that are not its own"},
		{"0", "MOVQ p+8(FP), SI; MOVQ -1(SI), AX", 0, "f.s:3: f: touches"},
		{"0", "MOVQ list+16(FP), SI; MOVQ 48(SI), DI", 0, "f.s:3: f: touches"},
		{"0", "MOVQ x+0(FP), SI; MOVQ (SI), AX", 0, "f.s:3: f: touches"},
		{"16", "MOVQ x+0(FP), AX; MOVQ AX, 9(SP)", 0, "f.s:3: f: touches"},
		{"0", "MOVQ x+0(FP), AX; MOVQ AX, c<>+0(SB)", 0, "f.s:3: f: writes to c<>"},
		{"0", "MOVQ AX, BX", 0, "AX is read before it is set"},
		{"0", "VPADDQ Y1, Y2, Y3", 0, "Y1 is read before it is set"},
		{"0", "XORL AX, AX; ADCXQ AX, AX", 0, "f.s:3: f: a CPU of this path need not have ADCXQ"},
		{"0", "MOVQ x+0(FP), AX; SHRQ CL, AX", 0, "CX is read before it is set"},
		{"0", "MOVQ x+0(FP), AX; ADCQ AX, AX", 0, "f.s:3: f: CF is read where it is undefined"},
		{"0", "MOVQ x+0(FP), AX; MULQ AX; CMOVQEQ AX, AX", 0, "f.s:4: f: ZF is read where it is undefined"},
		{"0", "MOVQ x+0(FP), BP", 0, "returns with another BP"},
		{"8", "MOVQ x+0(FP), BP", 0, ""},
		// MXCSR, and doubles: 1 + 2^-52 - 2^-53 is rounded to the even neighbour.
		{"40", start + "VMOVUPD one<>+0(SB), Y1; VMOVUPD half<>+0(SB), Y2; VPXOR Y3, Y3, Y3; VSUBPD half<>+0(SB), Y3, Y2; VSUBPD half<>+0(SB), Y1, Y1; VMOVUPD Y1, 8(SP); MOVQ 8(SP), AX; MOVQ AX, ret+24(FP); LDMXCSR (SP)", 0x3ff0000000000000, ""},
		{"40", start + "VMOVUPD half<>+0(SB), Y1; VPXOR Y3, Y3, Y3; VFMADD231PD one<>+0(SB), Y1, Y3; VSUBPD half<>+0(SB), Y3, Y3; VMOVUPD Y3, 8(SP); MOVQ 8(SP), AX; MOVQ AX, ret+24(FP); LDMXCSR (SP)", 0x3960000000000000, ""},
		{"40", "VMOVUPD one<>+0(SB), Y1; VSUBPD half<>+0(SB), Y1, Y1", 0, "f.s:3: f: rounds as MXCSR says"},
		{"40", start, 0, "returns with another MXCSR"},
		{"40", start + "STMXCSR (SP)", 0, "f.s:4: f: MXCSR has flags"},
		{"40", start + "LDMXCSR c<>+0(SB)", 0, "returns with another MXCSR"},
		{"40", start + "VMOVUPD next<>+0(SB), Y1; VSUBPD least<>+0(SB), Y1, Y1", 0, "not a normal number"},
		{"40", start + "VMOVUPD infinity<>+0(SB), Y1; VSUBPD half<>+0(SB), Y1, Y1", 0, "not a normal number"},
	} {
		a := &arguments{x: 2, p: uint64(uintptr(unsafe.Pointer(words))), list: uint64(uintptr(unsafe.Pointer(list)))}
		message := call(t, test.frame, test.source, a, One("p", words), Many("list", &list[0], 3))
		if a.ret != test.ret || (message == "") != (test.message == "") || !strings.Contains(message, test.message) {
			t.Errorf("%s: returned %d, want %d; %q, want %q", test.source, a.ret, test.ret, message, test.message)
		}
	}
}

// Regions that overlap are one, and others stay apart.
func TestRegions(t *testing.T) {
	buffer := make([]byte, 100)
	region := func(from, to int) Region {
		return Region{Name: "r", Pointer: unsafe.Pointer(&buffer[from]), Size: uintptr(to - from)}
	}
	for _, order := range [][]Region{
		{region(10, 20), region(40, 50), region(15, 30), region(50, 60)},
		{region(50, 60), region(15, 30), region(40, 50), region(10, 20)},
		{region(12, 13), region(10, 30), region(15, 20), region(40, 50), region(50, 60)},
	} {
		w := &words{}
		failed := false
		w.fail = func(string, ...any) { failed = true; panic(w) }
		for _, r := range order {
			w.add(r)
		}
		for at := range 92 {
			failed = false
			func() {
				defer func() { recover() }()
				w.at(uint64(uintptr(unsafe.Pointer(&buffer[at]))), 8, true)
			}()
			want := at >= 10 && at+8 <= 30 || at >= 40 && at+8 <= 50 || at >= 50 && at+8 <= 60
			if failed == want {
				t.Errorf("%d bytes from the start: %v, want %v", at, !failed, want)
			}
		}
	}
}

// Scratch memory overlaps with nothing.
func TestScratch(t *testing.T) {
	var memory [8]uint64
	overlap := func(regions ...[]Region) (message any) {
		defer func() { message = recover() }()
		w := &words{}
		for _, list := range regions {
			w.add(list[0])
		}
		return nil
	}
	first, last, all := (*[4]uint64)(memory[:4]), (*[4]uint64)(memory[4:]), &memory
	if message := overlap(Scratch("first", first), One("last", last)); message != nil {
		t.Error(message)
	}
	if message := overlap(One("first", first), One("all", all)); message != nil {
		t.Error(message)
	}
	for _, regions := range [][][]Region{
		{Scratch("first", first), One("all", all)}, {One("all", all), Scratch("first", first)},
		{Scratch("last", last), One("all", all)}, {One("all", all), Scratch("last", last)},
	} {
		if message := overlap(regions...); message == nil {
			t.Error("scratch memory overlaps")
		}
	}
}
