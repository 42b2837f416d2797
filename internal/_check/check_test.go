// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/mutation"
	"secant.example/internal/_check/x86"
)

// long skips what takes minutes, with -short. What is committed is checked by the program itself, with -quick too.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes minutes")
	}
}

func root(t *testing.T) string {
	t.Helper()
	r, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is committed has no finding, and TRUST.md says what it must.
func TestCommitted(t *testing.T) {
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	findings, err := secretsOf(root, units)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		t.Error(finding)
	}
	committed, err := os.ReadFile(filepath.Join(root, "TRUST.md"))
	if err != nil {
		t.Fatal(err)
	}
	known, err := readTallies(root)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, trust(units, known)) {
		t.Error("TRUST.md is not what the checker writes")
	}
	for _, finding := range stale(units, known) {
		t.Error(finding)
	}
	for _, u := range units {
		if suites[u.Path] == "" && u.Path != "internal/cpu" {
			t.Errorf("no tests run with the kernels of %s", u.Path)
		}
	}
}

// plant writes a copy of a committed file in which the first line of a routine that is old, but
// for the space in it, is replaced, and returns the value for -file and the number of the line.
func plant(t *testing.T, root, file, routine, old, new string) (string, int) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	changed, line := x86.Plant(string(source), routine, 1, old, new)
	if line == 0 {
		t.Fatalf("%s: %s has no line %q", file, routine, old)
	}
	other := filepath.Join(t.TempDir(), filepath.Base(file))
	if err := os.WriteFile(other, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	return file + "=" + other, line
}

// A leak in a copy of a committed file is found, with its line.
func TestPlantedLeaks(t *testing.T) {
	root := root(t)
	for _, test := range []struct{ file, routine, old, new, message string }{
		{"internal/curve25519/ladder_amd64.s", "ladder", "CMOVQNE 256(SP), R8", "JNE loop2", "jumps by a condition that depends on a secret"},
		{"internal/edwards25519/formulas_amd64.s", "selectCached", "VMOVD AX, X0", "MOVQ (SI)(AX*8), AX", "reads at an address that depends on a secret"},
		{"internal/edwards25519/formulas_amd64.s", "vectorDouble", "VMOVDQU64 (DI), Y21", "MOVQ (DI), AX\n\tMOVBLZX (DI)(AX*1), AX\n\tVMOVDQU64 (DI), Y21", "reads at an address that depends on a secret"},
		{"internal/modinv/divsteps_amd64.s", "divsteps", "MOVQ (SI), AX", "CMPQ (SI), $0x00\n\tJEQ end\nend:\n\tMOVQ (SI), AX", "jumps by a condition that depends on a secret"},
		{"internal/secp256k1/formulas_amd64.s", "doublings<>", "RET", "MOVQ R8, AX\n\tMOVQ R8, (DI)(AX*8)\n\tRET", "writes at an address that depends on a secret"},
		{"internal/field/kernel_amd64.s", "sub", "MOVQ y+16(FP), DI", "MOVQ 128(DI), DI", "is read before it is set"},
		{"internal/field/kernel_amd64.s", "mul", "MOVQ y+16(FP), DI", "DIVQ DI", "no meaning is known for DIVQ r"},
		{"internal/field/kernel_amd64.s", "mul", "MOVQ y+16(FP), DI", "MOVQ y+16(FP) DI", "not understood"},
		{"internal/doubleodd/formulas_amd64.s", "combE", "MOVQ BX, 384(SP)", "MOVQ BX, 4096(SP)", "writes outside of the frame of combE"},
	} {
		file, line := plant(t, root, test.file, test.routine, test.old, test.new)
		if testing.Short() {
			continue // each takes seconds
		}
		var findings []string
		units, err := loadAll(root, file)
		if err != nil {
			findings = []string{err.Error()}
		} else if findings, err = secretsOf(root, units); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, finding := range findings {
			for added := range 1 + strings.Count(test.new, "\n") {
				place := fmt.Sprintf("%s:%d: ", strings.SplitN(file, "=", 2)[1], line+added)
				found = found || strings.HasPrefix(finding, place) && strings.Contains(finding, test.message)
			}
		}
		if !found {
			t.Errorf("%s: %q for %q at line %d: found %q", test.routine, test.new, test.old, line, findings)
		}
	}
}

// What division steps should not do in a copy of the committed file is found, too.
func TestPlantedDivsteps(t *testing.T) {
	root := root(t)
	file, line := plant(t, root, "internal/modinv/divsteps_amd64.s", "jacobiSteps", "CMOVQPL R11, R10", "CMOVQMI R11, R10")
	units, err := loadAll(root, file)
	if err != nil {
		t.Fatal(err)
	}
	findings := strings.Join(checkFollowed(io.Discard, units), "\n")
	if place := fmt.Sprintf("%s:%d: ", strings.SplitN(file, "=", 2)[1], line+10); !strings.HasPrefix(findings, place) || !strings.Contains(findings, "g after a step") {
		t.Errorf("line %d: found %s", line, findings)
	}
	if units, err = loadAll(root, ""); err != nil {
		t.Fatal(err)
	}
	if findings := checkFollowed(io.Discard, units); len(findings) > 0 {
		t.Error(findings)
	}
}

// What was changed by hand is named, line by line.
func TestChangedLines(t *testing.T) {
	root := root(t)
	if lines := changedLines(root, "internal/field/kernel_amd64.s="+filepath.Join(root, "internal/field/kernel_amd64.s")); len(lines) > 0 {
		t.Errorf("a file differs from itself: %q", lines)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	file, line := plant(t, root, "internal/field/kernel_amd64.s", "add", "ADDQ AX, R8", "SUBQ AX, R8\n\tNOP")
	want := []string{
		fmt.Sprintf("%s:%d: SUBQ AX, R8", strings.SplitN(file, "=", 2)[1], line),
		fmt.Sprintf("%s:%d: NOP", strings.SplitN(file, "=", 2)[1], line+1),
	}
	if lines := changedLines(root, file); !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}

// The table agrees with the CPU, and a wrong table would not.
func TestSilicon(t *testing.T) {
	long(t)
	if !isLinuxAMD64 {
		t.Skip("not Linux on amd64")
	}
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	output, err := compareWithCPU(root, units, t.TempDir(), 100)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Log(output)

	// What the machine lacks is not checked, and named.
	o, err := silicon(root, units, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := o.write()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "silicon")
	if output, err := exec.Command("go", "build", "-overlay", overlay, "-o", binary, "./silicon").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	less := exec.Command(binary, "1")
	less.Env = append(os.Environ(), "GODEBUG=cpu.avx512f=off,cpu.avx512vl=off,cpu.avx512ifma=off,cpu.adx=off")
	printed, err := less.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, printed)
	}
	for _, want := range []string{"not checked, because this machine lacks them: ", "\n\tADCXQ r,r (adx)\n", "\n\tVPMADD52HUQ y,y,y (avx512ifma)\n"} {
		if !bytes.Contains(printed, []byte(want)) {
			t.Errorf("%q is not in\n%s", want, printed)
		}
	}

	// What the CPU does is compared with another instruction's meaning.
	source := "TEXT ·f(SB), NOSPLIT, $0\n"
	swaps := [][2]string{{"ADCQ AX, BX", "ADDQ AX, BX"}, {"SBBQ CX, DX", "SUBQ CX, DX"}, {"CMOVQNE R9, R8", "CMOVQEQ R9, R8"}, {"CMOVQCS R9, R8", "CMOVQPL R9, R8"},
		{"SHRQ $0x5, R10", "SARQ $0x5, R10"}, {"CMPQ R12, CX", "CMPQ CX, R12"}, {"MULXQ AX, R8, R9", "MULXQ AX, R9, R8"},
		{"ANDNQ R8, R9, R10", "ANDNQ R9, R8, R10"}, {"ADOXQ R8, R9", "ADCXQ R8, R9"},
		{"VFMADD231PD 16(SI), Y1, Y2", "VFMSUB231PD 16(SI), Y1, Y2"}, {"VSUBPD 16(SI), Y3, Y4", "VPADDQ 16(SI), Y3, Y4"},
		{"VPERM2I128 $0x31, Y1, Y2, Y3", "VPERM2I128 $0x13, Y1, Y2, Y3"}, {"VPERMD Y1, Y2, Y3", "VPERMD Y2, Y1, Y3"}}
	for _, swap := range swaps {
		source += "\t" + swap[0] + "\n"
	}
	p, err := x86.Parse("planted", source+"\tRET\n")
	if err != nil {
		t.Fatal(err)
	}
	o = newOverlay(t.TempDir())
	assembly, table := stubs([]*x86.Program{p})
	for _, swap := range swaps {
		if !bytes.Contains(table, []byte("\t"+swap[0]+"\n")) {
			t.Fatalf("no stub has %s", swap[0])
		}
		table = bytes.Replace(table, []byte("\t"+swap[0]+"\n"), []byte("\t"+swap[1]+"\n"), 1)
	}
	directory := filepath.Join(root, "internal/_check/silicon")
	if err := o.put(filepath.Join(directory, "stubs_amd64.s"), assembly); err != nil {
		t.Fatal(err)
	}
	if err := o.put(filepath.Join(directory, "stubs_amd64.go"), table); err != nil {
		t.Fatal(err)
	}
	file, err := o.write()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("go", "run", "-overlay", file, "./silicon", "1000")
	wrong, err := c.CombinedOutput()
	if err == nil {
		t.Errorf("wrong meanings passed:\n%s", wrong)
	}
	for _, swap := range swaps {
		if !strings.Contains(string(wrong), "WRONG: "+swap[1]+":") {
			t.Errorf("%s in the place of %s was not seen:\n%s", swap[1], swap[0], wrong)
		}
	}
}

// The tests of a package run with interpreted kernels, on the path for AVX-512 too, and
// see what is wrong in them.
func TestInterpreted(t *testing.T) {
	if !isLinuxAMD64 {
		t.Skip("not Linux on amd64")
	}
	long(t)
	root := root(t)
	tests := map[string]string{"internal/edwards25519": "TestPrepare"}
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := runSuites(root, units, t.TempDir(), tests)
	if err != nil {
		t.Fatal(err)
	}
	seen := false
	for _, c := range counts["internal/edwards25519"] {
		if c.Routine == "sumPrepare" {
			seen = true
			if c.Calls == 0 || len(c.Never) > 0 {
				t.Errorf("sumPrepare was called %d times, and %d of its instructions were not done", c.Calls, len(c.Never))
			}
		}
	}
	if !seen {
		t.Error("sumPrepare was not counted")
	}
	for _, test := range []struct{ old, new, message string }{
		{"VPSRLQ $0x33, Y10, Y15", "VPSRLQ $0x32, Y10, Y15", "FAIL"},
		{"VMOVDQU64 (SI), Y10", "VMOVDQU64 -8(SI), Y10", "touches 8 bytes that are not its own"},
		{"VMOVDQU64 (SI), Y10", "VMOVDQU64 Y10, (SI)", "is read before it is set"},
	} {
		file, _ := plant(t, root, "internal/edwards25519/formulas_amd64.s", "sumPrepare", test.old, test.new)
		units, err := loadAll(root, file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := runSuites(root, units, t.TempDir(), tests); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%q for %q: %v", test.new, test.old, err)
		}
	}
}

// With the calls that are kept, nothing is found in a package; with one call of each routine the mutants that only others show
// are, with their lines.
func TestMutants(t *testing.T) {
	long(t)
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	units = slices.DeleteFunc(units, func(u *Unit) bool { return u.Package != "field" })
	calls, err := concrete.ReadCalls(filepath.Join(root, callsFile))
	if err != nil {
		t.Fatal(err)
	}
	everything := func(*Unit, string) bool { return true }
	judge := func(calls map[string][]*concrete.Call) []string {
		j, err := judgeMutants(io.Discard, root, units, calls, everything, true)
		if err != nil {
			t.Fatal(err)
		}
		list, findings := tallies(units, j.all, nil, everything)
		all := 0
		for _, tally := range list {
			all += tally.all()
		}
		if all+len(findings) != len(j.all) || len(j.all) < 10000 {
			t.Errorf("%d mutants, %d counted and %d found", len(j.all), all, len(findings))
		}
		return findings
	}
	for _, finding := range judge(calls) {
		t.Error(finding)
	}
	seen := map[string]bool{}
	one := slices.DeleteFunc(slices.Clone(calls["field"]), func(c *concrete.Call) bool {
		again := seen[c.Routine]
		seen[c.Routine] = true
		return again
	})
	findings := strings.Join(judge(map[string][]*concrete.Call{"field": one}), "\n")
	for _, want := range []string{": sqrN: JEQ loop2 for JNE loop2", ": sqrNMulPair: JEQ loop2 for JNE loop2"} {
		if !strings.Contains(findings, want) {
			t.Errorf("%q is not in %s", want, findings)
		}
	}
}

// Of many calls, those on each path are kept, the shorter ones.
func TestFewer(t *testing.T) {
	call := func(levels byte, steps int) *concrete.Call {
		return &concrete.Call{Routine: "f", Steps: steps, Memory: []concrete.Memory{{Name: x86.Features, Before: []byte{levels}}}}
	}
	var list []*concrete.Call
	for i := range 100 {
		list = append(list, call(0, 1e5+i), call(1, 2e5+i))
	}
	calls := map[string][]*concrete.Call{"p": append(list, call(2, 4e6))}
	fewer(calls)
	kept, steps := map[string]int{}, map[string]int{}
	for _, c := range calls["p"] {
		kept[c.Levels()]++
		steps[c.Levels()] = max(steps[c.Levels()], c.Steps)
	}
	if kept["\x00"] != 29 || kept["\x01"] != 14 || len(kept) != 2 {
		t.Errorf("kept %v", kept)
	}
	if steps["\x00"] != 1e5+28 || steps["\x01"] != 2e5+13 {
		t.Errorf("the longest of those that are kept: %v", steps)
	}
}

// Each judge sees what no other does, and all together judge a mutant as the first of them that sees it.
func TestJudges(t *testing.T) {
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{layouts: newLayouts(root)}
	i := slices.IndexFunc(units, func(u *Unit) bool { return u.Package == "doubleodd" })
	if err := w.open(units[i], nil); err != nil {
		t.Fatal(err)
	}
	text := w.unit.Program.Texts["select8"]
	for _, test := range []struct{ old, new, name, message string }{
		{"MOVL $0x1, AX", "MOVL $0x2, AX", "algebra", "is not what its formula says"},
		{"VPAND 64(SI), Y3, Y4", "VPAND 96(SI), Y3, Y4", "algebra", "is not what its formula says"},
		{"VZEROUPPER", "ADDQ (DI), CX", "bounds", "the carry out of a sum may be 1"},
		{"VZEROUPPER", "MOVQ (SI)(CX*8), CX", "secrets", "reads at an address that depends on a secret"},
		{"VZEROUPPER", "MOVQ (SI), CX", "", ""},
	} {
		p, err := x86.Parse("new", "TEXT ·f(SB), NOSPLIT, $0\n\t"+test.new+"\n\tRET\n")
		if err != nil {
			t.Fatal(err)
		}
		index := slices.IndexFunc(text.Instructions, func(in x86.Instruction) bool { return in.String() == test.old })
		if index < 0 {
			t.Fatalf("select8 has no %s", test.old)
		}
		m := &mutation.Mutant{Text: text, Index: index, New: &p.Texts["f"].Instructions[0]}
		before := digest(text)
		for _, j := range judges {
			message, err := j.sees(w, m, callers(w.unit.Program, text))
			if err != nil {
				t.Fatal(err)
			}
			if (message != "") != (j.name == test.name) || !strings.Contains(message, test.message) && message != "" {
				t.Errorf("%s: %s says %q, and %s should say %q", m, j.name, message, test.name, test.message)
			}
		}
		all := []*judged{{mutant: m}}
		if err := w.ask(all); err != nil || all[0].verdict.By != test.name {
			t.Errorf("%s: judged by %q, %v", m, all[0].verdict.By, err)
		}
		if digest(text) != before {
			t.Fatalf("%s: the routine is still the mutant", m)
		}
	}
}
