// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// gorootSuite is where in GOROOT the tests of crypto/ed25519 are.
const gorootSuite = "src/crypto/ed25519"

// rewritten returns a file of the suite with its imports changed, as an external test, and
// the names of the tests and examples in it. A file that is a part of crypto/ed25519 imports
// ours, under no name.
func rewritten(t *testing.T, path, ours string, imports map[string]string) (source []byte, names []string) {
	t.Helper()
	source = read(t, path)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Example")) {
			names = append(names, f.Name.Name)
		}
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	slices.Reverse(file.Imports) // from the end, so that offsets stay right
	for _, spec := range file.Imports {
		from, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if to := imports[from]; to != "" {
			source = slices.Replace(source, offset(spec.Path.Pos()), offset(spec.Path.End()), []byte(strconv.Quote(to))...)
		} else if strings.Contains(from, "internal/") {
			t.Fatalf("%s imports %s, which this test does not know", path, from)
		}
	}
	clause := "ed25519_test"
	if file.Name.Name == "ed25519" {
		clause += "; import . " + strconv.Quote(ours)
	}
	return slices.Replace(source, offset(file.Name.Pos()), offset(file.Name.End()), []byte(clause)...), names
}

// TestGOROOT runs the tests of crypto/ed25519 that Go itself comes with, and their benchmarks
// once, with the import changed to secant.example/ed25519. TestEd25519Vectors, which is about
// the rules of crypto/ed25519, verifies by these, with testdata/goroot/ed25519.go; and then by
// the Default rules, to see that the differences are the ones that are documented.
func TestGOROOT(t *testing.T) {
	program("go").need(t)
	root, err := program("go").try(nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(strings.TrimSpace(string(root)), filepath.FromSlash(gorootSuite))
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatalf("there are no tests in %s", dir)
		}
		t.Skipf("this Go comes without tests in %s", dir)
	}
	const (
		ours  = "secant.example/ed25519"
		suite = "secant.example/conformance/goroot"
		rules = suite + "/ed25519"
		shim  = suite + "/cryptotest"
	)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, verifier := range []string{rules, ours} {
		t.Run(verifier, func(t *testing.T) {
			// The compiler sees files that are elsewhere as packages of this module.
			temporary := t.TempDir()
			overlay := struct{ Replace map[string]string }{map[string]string{}}
			for _, name := range []string{"ed25519", "cryptotest"} {
				overlay.Replace[filepath.Join(here, "goroot", name, name+".go")] = filepath.Join(here, "testdata", "goroot", name+".go")
			}
			var want []string
			for _, file := range files {
				source, names := rewritten(t, file, ours, map[string]string{"crypto/ed25519": verifier, "crypto/internal/cryptotest": shim})
				want = append(want, names...)
				name := filepath.Base(file)
				overlay.Replace[filepath.Join(here, "goroot", name)] = filepath.Join(temporary, name)
				if err := os.WriteFile(filepath.Join(temporary, name), source, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			replace, err := json.Marshal(overlay)
			if err != nil {
				t.Fatal(err)
			}
			binary := filepath.Join(temporary, "suite.exe")
			program("go").run(t, nil, "test", "-c", "-vet=off", "-overlay", write(t, "overlay.json", replace), "-o", binary, suite)
			if err := os.CopyFS(filepath.Join(temporary, "testdata"), os.DirFS(filepath.Join(dir, "testdata"))); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(binary, "-test.v", "-test.bench", ".", "-test.benchtime", "1x")
			run.Dir = temporary
			run.Env = append(os.Environ(), mostlyHarmless.path+"@"+mostlyHarmless.version+"="+mostlyHarmless.dir(t))
			out, runErr := run.CombinedOutput()
			verdict := func(name string) string {
				if m := regexp.MustCompile(`(?m)^--- (\w+): ` + name + ` `).FindSubmatch(out); m != nil {
					return string(m[1])
				}
				return "missing"
			}
			for _, name := range want {
				switch v := verdict(name); {
				case v == "PASS":
				case v == "FAIL" && verifier == ours && name == "TestEd25519Vectors":
				case v == "missing" && strings.HasPrefix(name, "Example") && !strings.Contains(string(out), "RUN   "+name):
					// It compiles; without an Output it does not run.
				default:
					t.Errorf("%s: %s\n%s", name, v, out)
				}
			}
			if len(want) < 10 || !slices.Contains(want, "TestEd25519Vectors") {
				t.Errorf("the suite has changed: %v", want)
			}
			if verifier == rules {
				if runErr != nil {
					t.Errorf("%v\n%s", runErr, out)
				}
				return
			}
			// The Default rules reject keys of small order, and the cofactor makes components of
			// small order not matter.
			rejected, verified := 0, 0
			for _, m := range regexp.MustCompile(`vector with flags \[(.*)\] unexpectedly (\w+)`).FindAllStringSubmatch(string(out), -1) {
				switch flags := strings.Fields(m[1]); {
				case m[2] == "rejected" && slices.Contains(flags, "LowOrderA"):
					rejected++
				case m[2] == "verified" && slices.Contains(flags, "LowOrderResidue") && !slices.Contains(flags, "LowOrderA"):
					verified++
				default:
					t.Errorf("%s", m[0])
				}
			}
			if rejected == 0 || verified == 0 {
				t.Errorf("%d vectors were rejected and %d verified, by the Default rules", rejected, verified)
			}
		})
	}
}

// Whatever crypto/ed25519 exports is in secant.example/ed25519, and has the same type.
func TestGOROOTAPI(t *testing.T) {
	const theirs, ours = "crypto/ed25519", "secant.example/ed25519"
	packages := packagesOf(t, theirs, ours)
	scope := func(path string) *types.Scope {
		pkg, err := packages.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		return pkg.Scope()
	}
	want, got, names := scope(theirs), scope(ours), 0
	for _, name := range want.Names() {
		if !token.IsExported(name) {
			continue
		}
		names++
		their, our := want.Lookup(name), got.Lookup(name)
		if our == nil || fmt.Sprintf("%T", our) != fmt.Sprintf("%T", their) || !types.Identical(our.Type(), their.Type()) {
			t.Errorf("%v, but in crypto/ed25519 it is %v", our, their)
		}
	}
	if names < 12 {
		t.Errorf("crypto/ed25519 exports %d names only", names)
	}
}
