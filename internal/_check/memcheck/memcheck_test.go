// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/_check/memcheck/public"
	"secant.example/internal/testkit/timing"
)

// setRoot sets root.
func setRoot(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("not Linux on amd64")
	}
	var err error
	if root, err = findRoot(); err != nil {
		t.Fatal(err)
	}
}

// Every exported function that TestConstantTime holds to be constant-time is run by an operation,
// between the marking of its secrets and its end, or is listed with the reason why not.
func TestAllFunctions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	setRoot(t)
	graph, err := timing.Load(root, timing.PublicData)
	if err != nil {
		t.Fatal(err)
	}
	packages := []string{harness} // without which there would be no counters
	for _, p := range graph.Packages {
		packages = append(packages, p.Path)
	}
	directory := t.TempDir()
	binary, counters, profile := filepath.Join(directory, "operations"), filepath.Join(directory, "counters"), filepath.Join(directory, "profile")
	if err := os.Mkdir(counters, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []func() *exec.Cmd{
		func() *exec.Cmd {
			return exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+strings.Join(packages, ","), "-o", binary, harness)
		},
		func() *exec.Cmd {
			names, err := operations(binary)
			if err != nil {
				t.Fatal(err)
			}
			return exec.Command(binary, append([]string{"-coverage", counters}, names...)...)
		},
		func() *exec.Cmd {
			return exec.Command("go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+profile)
		},
	} {
		if output, err := c().CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	ran := readProfile(t, profile)

	listed := map[string]bool{}
	count := 0
	for _, p := range graph.Packages {
		if strings.Contains(p.Path, "/internal/") {
			continue
		}
		for _, file := range p.Files {
			for _, declaration := range file.Decls {
				d, ok := declaration.(*ast.FuncDecl)
				if !ok {
					continue
				}
				f := p.Info.Defs[d.Name].(*types.Func)
				name, signature := f.FullName(), f.Type().(*types.Signature)
				if !graph.Exported[name] || graph.VarTime[name] || signature.Recv() == nil && signature.Params().Len() == 0 {
					continue
				}
				count++
				begin, end := graph.Files.Position(d.Body.Lbrace), graph.Files.Position(d.Body.Rbrace)
				done := false
				for _, b := range ran[p.Path+"/"+filepath.Base(begin.Filename)] {
					done = done || begin.Line <= b.begin && b.end <= end.Line
				}
				reason := notRun(name)
				if reason != "" {
					listed[name] = true
				}
				if done && reason != "" {
					t.Errorf("%s is listed as not run, and runs", name)
				} else if !done && reason == "" {
					t.Errorf("%s is constant-time by its name and comment, and no operation runs it", name)
				}
			}
		}
	}
	for _, group := range public.WithoutSecrets {
		for _, name := range group.Functions {
			if !listed[name] {
				t.Errorf("%s is listed as not run, and is no function that should be", name)
			}
		}
	}
	if count < 500 {
		t.Errorf("found %d functions only", count)
	}
}

// notRun returns why no operation runs a function, or "".
func notRun(name string) string {
	for _, group := range public.WithoutSecrets {
		if slices.Contains(group.Functions, name) {
			return group.Reason
		}
	}
	return ""
}

// A block is lines that ran.
type block struct{ begin, end int }

// readProfile returns what ran, by files.
func readProfile(t *testing.T, name string) map[string][]block {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ran := map[string][]block{}
	lines := bufio.NewScanner(file)
	lines.Scan() // mode
	for lines.Scan() {
		path, rest, _ := strings.Cut(lines.Text(), ":")
		var b block
		var column, statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.begin, &column, &b.end, &column, &statements, &count); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if count > 0 {
			ran[path] = append(ran[path], b)
		}
	}
	return ran
}

// needValgrind skips a test without valgrind, but for CI, which must have it.
func needValgrind(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("valgrind"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// Operations with a leak, and one without.
const planted = `package main

import (
	"secant.example/internal/limbs"
	"secant.example/secp256k1"
)

var table [256]byte

func init() {
	plant := func(name string, f func(b []byte) byte) {
		add("plant/"+name, func(e *env) {
			b := e.secretBytes(64)
			var r byte
			e.run(func() { r = f(b) })
			outMemory(e, &r)
		})
	}
	plant("branch", func(b []byte) byte {
		if b[7] > 127 {
			return b[0]
		}
		return b[1]
	})
	plant("index", func(b []byte) byte { return table[b[3]] })
	plant("switch", func(b []byte) byte {
		for i, f := range []func() byte{func() byte { return b[2] }, func() byte { return b[1] }} {
			if int(b[0]&1) == i {
				return f()
			}
		}
		return 0
	})
	plant("comparison", func(b []byte) byte {
		if [32]byte(b[:32]) == [32]byte(b[32:]) {
			return b[0]
		}
		return b[1]
	})
	plant("variable time", func(b []byte) byte {
		x := new(secp256k1.Scalar).SetReducedBytes(b)
		return x.VarTimeInvert(x).Bytes()[0]
	})
	plant("division", func(b []byte) byte { return byte(limbs.Planted(uint64(b[0]), uint64(len(b)))) })
	plant("nothing", func(b []byte) byte {
		r := b[0] ^ b[1]&b[2]
		publicBytes(b)
		if b[7] > 127 {
			return r
		}
		return r + 1
	})
	plant("no secret", func(b []byte) byte { return 1 })
}
`

// Leaks are seen: in Go, in the assembly of a file that was changed, and in what is variable-time.
func TestPlantedLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	setRoot(t)
	needValgrind(t)
	directory := t.TempDir()
	const divsteps = "internal/modinv/divsteps_amd64.s"
	source, err := os.ReadFile(filepath.Join(root, divsteps))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Index(string(source), "TEXT ·divsteps(")
	const load = "8(SI), AX\n" // the second number, which is secret
	at := strings.Index(string(source[text:]), load) + len(load) + text
	if text < 0 || at < text+len(load) {
		t.Fatalf("%s has no place for a leak", divsteps)
	}
	leaking := string(source[:at]) + "\tTESTQ AX, AX\n\tJEQ planted\nplanted:\n" + string(source[at:])
	line := strings.Count(leaking[:at], "\n") + 2 // of the jump
	replace := map[string]string{}
	for to, content := range map[string]string{
		"internal/_check/memcheck/operations/planted.go": planted,
		"internal/limbs/planted.go":                      "package limbs\n\n//go:noinline\nfunc Planted(x, y uint64) uint64 { return x / y }\n",
		divsteps:                                         leaking,
	} {
		from := filepath.Join(directory, fmt.Sprintf("%d%s", len(replace), filepath.Base(to)))
		if err := os.WriteFile(from, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, to)] = from
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name, binary := filepath.Join(directory, "overlay.json"), filepath.Join(directory, "operations")
	if err := os.WriteFile(name, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := build(binary, "-overlay", name); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ operation, want string }{
		{"plant/branch", "planted.go:20: main.init.* jumps by a secret"},
		{"plant/index", "planted.go:25: main.init.* has an address that depends on a secret"},
		{"plant/switch", "planted.go:28: main.init.* jumps by a secret"},
		{"plant/comparison", "main.init.* jumps by a secret"},
		{"plant/variable time", "secant.example/internal/modinv.* jumps by a secret"},
		{"plant/nothing", ""},
		{"plant/no secret", "nothing that came out depends on the secrets"},
		{"secp256k1/Scalar: inversion", fmt.Sprintf("divsteps_amd64.s:%d: secant.example/internal/modinv.divsteps.* jumps by a secret", line)},
	}
	var names []string
	for _, test := range tests {
		names = append(names, test.operation)
	}
	for i, r := range runAll(binary, public.Paths[0], names) {
		found := judge(r, map[string]bool{})
		want := tests[i].want
		seen := false
		for _, f := range found {
			place, kind, _ := strings.Cut(want, ".*")
			seen = seen || strings.Contains(f.what+f.detail, place) && strings.Contains(f.what, kind)
		}
		if want == "" && len(found) > 0 || want != "" && !seen {
			t.Errorf("%s: found %q, want %q", names[i], found, want)
		}
	}

	wrong, err := divisions(binary, map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) != 1 || !strings.Contains(wrong[0].what, "planted.go:4: secant.example/internal/limbs.Planted divides") {
		t.Errorf("found the divisions %q", wrong)
	}
}

// The names of functions are those of TestConstantTime.
func TestSourceName(t *testing.T) {
	for linker, want := range map[string]string{
		"secant.example/ed25519.(*Signer).sign":                  "(*secant.example/ed25519.Signer).sign",
		"secant.example/ed25519.VerifyWithRules":                 "secant.example/ed25519.VerifyWithRules",
		"secant.example/secp256k1/ecdsa.Signature.recover":       "(secant.example/secp256k1/ecdsa.Signature).recover",
		"secant.example/internal/msm.(*Sum[...]).Add":            "(*secant.example/internal/msm.Sum).Add",
		"secant.example/internal/doubleodd/scheme.(*Group).Sign": "(*secant.example/internal/doubleodd/scheme.Group).Sign",
	} {
		if got := sourceName(linker); got != want {
			t.Errorf("%s is %s, want %s", linker, got, want)
		}
	}
}
