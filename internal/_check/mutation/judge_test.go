// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/x86"
)

// sum adds two numbers of two words, and stores them with the carry that comes out.
const sum = "MOVQ x+0(FP), SI; MOVQ y+8(FP), DI; MOVQ z+16(FP), BX; MOVQ (SI), AX; MOVQ 8(SI), CX; " +
	"XORL DX, DX; ADDQ (DI), AX; ADCQ 8(DI), CX; ADCQ $0x0, DX; MOVQ AX, (BX); MOVQ CX, 8(BX); MOVQ DX, 16(BX)"

// callSum is a call of it.
func callSum(x, y [2]uint64) *concrete.Call {
	memory := func(name string, address uint64, words ...uint64) concrete.Memory {
		m := concrete.Memory{Name: name, Address: address}
		for _, w := range words {
			m.Before = binary.LittleEndian.AppendUint64(m.Before, w)
		}
		return m
	}
	const at = 1 << 40
	return &concrete.Call{Routine: "f", Arguments: at, Memory: []concrete.Memory{
		memory("its arguments", at, at+100, at+200, at+300, 0), memory("x", at+100, x[:]...), memory("y", at+200, y[:]...),
		memory("z", at+300, ^uint64(5), ^uint64(6), ^uint64(7)), memory(x86.Features, at+400, 0)}}
}

// judge returns the mutants of a routine that calls do not show, and those that they show with what.
func judge(t *testing.T, source string, calls ...*concrete.Call) (alive []*Mutant, seen map[string]string) {
	t.Helper()
	p := parse(t, source)
	c, err := NewCorpus(p, calls)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Texts["f"]
	var all []*Mutant
	for i := range f.Instructions {
		all = append(all, Of(f, i)...)
	}
	seen = map[string]string{}
	for i, v := range c.Judge(f, 0, len(f.Instructions), all) {
		if v.By == "" {
			alive = append(alive, all[i])
		} else {
			seen[all[i].String()] = v.By + ": " + v.Message
		}
	}
	if len(all) != len(alive)+len(seen) {
		t.Errorf("%d mutants, %d that calls show and %d others", len(all), len(seen), len(alive))
	}
	return alive, seen
}

// newReviewer returns one of routines of which neither secrets nor bounds know anything.
func newReviewer() *Reviewer {
	return NewReviewer(func(*Mutant) bool { return false }, func(*x86.Text, int) bool { return false })
}

// With enough calls, all mutants are seen or equivalent, and each one that is seen has a reason.
func TestJudge(t *testing.T) {
	const ones = ^uint64(0)
	calls := []*concrete.Call{
		callSum([2]uint64{0x1111222233334444, 0x5555666677778888}, [2]uint64{0x9999aaaabbbbcccc, 0x1234567812345678}),
		callSum([2]uint64{ones, ones}, [2]uint64{ones, ones}),
		callSum([2]uint64{ones, 1}, [2]uint64{1, 2}),
	}
	alive, seen := judge(t, sum, calls...)
	reviewer := newReviewer()
	for _, m := range alive {
		if reviewer.Equivalent(m) == nil {
			t.Errorf("%s is not seen", m)
		}
	}
	for mutant, want := range map[string]string{
		"f.s:10: f: nothing for ADCQ $0x0, DX":         "run: leaves other memory, 16 bytes after the start of z",
		"f.s:9: f: ADDQ 8(DI), CX for ADCQ 8(DI), CX":  "run: leaves other memory, 8 bytes after the start of z",
		"f.s:8: f: SUBQ (DI), AX for ADDQ (DI), AX":    "run: leaves other memory, 0 bytes after the start of z",
		"f.s:9: f: ADCQ 16(DI), CX for ADCQ 8(DI), CX": "run: f: touches 8 bytes that are not its own, 16 bytes after the start of y, which has 16",
		"f.s:5: f: MOVQ (DI), AX for MOVQ (SI), AX":    "run: leaves other memory, 0 bytes after the start of z",
		"f.s:6: f: MOVQ 8(SI), DX for MOVQ 8(SI), CX":  "run: f: CX is read before it is set",
		"f.s:7: f: nothing for XORL DX, DX":            "run: f: DX is read before it is set",
		"f.s:11: f: MOVQ (BX), AX for MOVQ AX, (BX)":   "run: leaves other memory, 0 bytes after the start of z",
	} {
		if seen[mutant] != want {
			t.Errorf("%s: %q, want %q", mutant, seen[mutant], want)
		}
	}
}

// With one call that has no carry, what is about carries is not seen, and not taken for equivalent.
func TestHole(t *testing.T) {
	alive, _ := judge(t, sum, callSum([2]uint64{1, 2}, [2]uint64{3, 4}))
	reviewer := newReviewer()
	survivors := ""
	for _, m := range alive {
		if reviewer.Equivalent(m) == nil {
			survivors += m.String() + "\n"
		}
	}
	for _, want := range []string{"f.s:10: f: nothing for ADCQ $0x0, DX", "f.s:9: f: ADDQ 8(DI), CX for ADCQ 8(DI), CX"} {
		if !strings.Contains(survivors, want+"\n") {
			t.Errorf("%s is not among the survivors:\n%s", want, survivors)
		}
	}
}

// A loop that does not end, and a call of what is not there, are seen.
func TestEnds(t *testing.T) {
	_, seen := judge(t, "MOVQ x+0(FP), SI; MOVQ z+16(FP), BX; MOVQ $0x3, CX; l:; MOVQ CX, (BX); DECQ CX; JNE l",
		callSum([2]uint64{1, 2}, [2]uint64{3, 4}))
	if m := seen["f.s:7: f: nothing for DECQ CX"]; m != "run: f: ZF is read where it is undefined" {
		t.Errorf("a loop that does not count: %q", m)
	}
	if m := seen["f.s:7: f: INCQ CX for DECQ CX"]; m != "run: f: does not end" {
		t.Errorf("a loop that counts up: %q", m)
	}
}

// Rules hold where they say, and not beside it.
func TestRules(t *testing.T) {
	for source, want := range map[string]string{
		"MOVQ $0x5, AX":                           "dead",
		"MOVQ $0x5, AX; MOVQ AX, x+0(FP)":         "",
		"MOVQ $0x5, AX; MOVQ AX, BX; XORL BX, BX": "dead",
		"VZEROUPPER":                              "dead",
	} {
		p := parse(t, source)
		rule := newReviewer().Equivalent(Of(p.Texts["f"], 0)[0])
		if got := name(rule); got != want {
			t.Errorf("%s: without the first instruction: %q, want %q", source, got, want)
		}
	}
	// The first instruction in the place of which another operation stands.
	for source, want := range map[string]string{
		"XORL DX, DX; ADDQ AX, BX; ADCQ CX, DX; MOVQ DX, x+0(FP)":                  "no carry",
		"ADDQ CX, DX; ADDQ AX, BX; ADCQ CX, DX; MOVQ DX, x+0(FP)":                  "no carry",
		"SHRQ $0x1, DX; ADDQ AX, BX; ADCQ CX, DX; MOVQ DX, x+0(FP)":                "",
		"CMPQ DX, AX; ADDQ AX, BX; ADCQ CX, DX; MOVQ DX, x+0(FP)":                  "",
		"CMPQ DX, $0x0; ADDQ AX, BX; ADCQ CX, DX; MOVQ DX, x+0(FP)":                "no carry",
		"XORL DX, DX; ADCXQ AX, R8; ADOXQ BX, R9; ADCXQ CX, R9; MOVQ R9, x+0(FP)":  "other chain",
		"XORL DX, DX; ADCXQ AX, R8; ADOXQ BX, R10; ADCXQ CX, R9; MOVQ R9, x+0(FP)": "",
		"ADDQ DX, DX; ADCXQ AX, R8; ADOXQ BX, R9; ADCXQ CX, R9; MOVQ R9, x+0(FP)":  "",
	} {
		p := parse(t, source)
		got := "no such mutant"
		for _, m := range Of(p.Texts["f"], 1) {
			if m.Kind == Operation && (m.New.Op == "ADCQ" || m.New.Op == "ADOXQ") {
				got = name(newReviewer().Equivalent(m))
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
	// A sum where paths meet, on which comparisons found numbers equal or less.
	for comparisons, want := range map[string]string{
		"CMPQ AX, $0x1; JEQ l; CMPQ BX, $0x0; JNE m": "no carry",
		"CMPQ AX, $0x1; JNE m; CMPQ BX, $0x1; JNE m": "no carry",
		"CMPQ AX, $0x1; JNE l; CMPQ BX, $0x0; JNE m": "",
		"CMPQ AX, $0x1; JEQ l; CMPQ BX, $0x1; JEQ m": "",
		"CMPQ AX, $0x1; JLT l; CMPQ BX, $0x0; JNE m": "",
	} {
		p := parse(t, comparisons+"; l:; ADDQ CX, DX; MOVQ DX, x+0(FP); m:; XORL AX, AX")
		f := p.Texts["f"]
		for i := range f.Instructions {
			for _, m := range Of(f, i) {
				if m.New.Op == "ADCQ" {
					if got := name(newReviewer().Equivalent(m)); got != want {
						t.Errorf("%s: %q, want %q", comparisons, got, want)
					}
				}
			}
		}
	}
}

// Halves of lanes are short where the bounds say so, and then two operations with them are the same.
func TestShortLanes(t *testing.T) {
	for _, source := range []string{"VPADDQ Y0, Y1, Y2; VMOVDQU Y2, (SI)", "VPMULUDQ Y0, Y1, Y2; VMOVDQU Y2, (SI)", "VPSUBQ Y0, Y1, Y2; VMOVDQU Y2, (SI)"} {
		p := parse(t, source)
		for _, short := range []bool{false, true} {
			reviewer := NewReviewer(func(*Mutant) bool { return false }, func(*x86.Text, int) bool { return short })
			for _, m := range Of(p.Texts["f"], 0) {
				want := ""
				if short && (m.New.Op == "VPADDD" || m.New.Op == "VPMULDQ") {
					want = "short lanes"
				}
				if got := name(reviewer.Equivalent(m)); got != want {
					t.Errorf("%s, short: %v: %q, want %q", m, short, got, want)
				}
			}
		}
	}
}

// What comes from two shifts has a lower half of 0 if they are far enough apart, and is of one operand only.
func TestEmptyHalves(t *testing.T) {
	for source, want := range map[string]string{
		"VPSLLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; VPADDQ Y5, Y1, Y1":     "empty halves",
		"VPSLLQ $0x2c, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; VPADDQ Y1, Y5, Y1":     "empty halves",
		"VPSLLQ $0x2b, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; VPADDQ Y5, Y1, Y1":     "",
		"VPSRLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; VPADDQ Y5, Y1, Y1":     "",
		"VPSLLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y6, Y5; VPADDQ Y5, Y1, Y1":     "",
		"VPSLLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y5, Y6; VPADDQ Y5, Y1, Y1":     "",
		"VPSLLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; VPADDQ Y2, Y1, Y1":     "",
		"VPSLLQ $0x3f, Y2, Y5; VPSRLQ $0x0c, Y5, Y5; l:; VPADDQ Y5, Y1, Y1": "",
	} {
		source += "; VMOVDQU Y1, (SI)"
		if strings.Contains(source, "l:") {
			source += "; JNE l"
		}
		text := parse(t, source).Texts["f"]
		got := "no such mutant"
		for _, m := range Of(text, 2) {
			if m.Kind == Operation && m.New.Op == "VPADDD" {
				got = name(newReviewer().Equivalent(m))
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// Of constants that round, the next ones are the same but for what is halfway, where the sums are of doubles.
func TestHalfway(t *testing.T) {
	for constant, want := range map[string]string{"curveC1_5<>": "halfway", "curveC1_8<>": "halfway", "curveC1_4<>": "", "curveC1X_5<>": "", "curveLess5<>": ""} {
		const old = 0x5678000000000000
		d := &x86.Data{Name: constant, Bytes: binary.LittleEndian.AppendUint64(nil, old)}
		next := 0
		for _, m := range Words(d) {
			w := ""
			if m.Value == old+1 || m.Value == old-1 {
				w = want
				next++
			}
			if got := name(newReviewer().Equivalent(m)); got != w {
				t.Errorf("%s, %#x for %#x: %q, want %q", constant, m.Value, uint64(old), got, w)
			}
		}
		if next != 2 {
			t.Errorf("%s: %d of the next numbers are tried", constant, next)
		}
	}
}

func name(r *Rule) string {
	if r == nil {
		return ""
	}
	return r.Name
}

// What is listed is there: there is a mutant of each kind.
func TestListed(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	folders, err := filepath.Glob("../../*/*.s")
	if err != nil {
		t.Fatal(err)
	}
	byFolder := map[string][]string{}
	for _, file := range folders {
		byFolder[filepath.Dir(file)] = append(byFolder[filepath.Dir(file)], file)
	}
	found := map[string]bool{}
	lists := slices.Concat(listed, small, open)
	for _, files := range byFolder {
		p, err := x86.Load(files...)
		if err != nil {
			t.Fatal(err)
		}
		look := func(name string, mutants func() []*Mutant) {
			of := slices.DeleteFunc(slices.Clone(lists), func(r reason) bool { return !r.routine.MatchString(name) })
			if len(of) == 0 {
				return
			}
			for _, m := range mutants() {
				for _, r := range of {
					if in([]reason{r}, m) {
						found[r.routine.String()+r.change.String()] = true
					}
				}
			}
		}
		for _, text := range p.Order {
			look(text.Name, func() (all []*Mutant) {
				for i := range text.Instructions {
					all = append(all, Of(text, i)...)
				}
				return all
			})
		}
		for _, data := range p.Data {
			look("constants", func() []*Mutant { return Words(data) })
		}
	}
	if len(byFolder) < 7 {
		t.Errorf("%d packages have assembly", len(byFolder))
	}
	for _, r := range lists {
		if !found[r.routine.String()+r.change.String()] {
			t.Errorf("no routine %s has a mutant %s", r.routine, r.change)
		}
	}
}
