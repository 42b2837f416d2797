// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// panicking returns the functions and methods that panic by the arguments that they are given,
// and the types of which the zero value panics. SECURITY.md has the same list.
func panicking() (functions, zeros []string) {
	functions = []string{
		"ed25519.NewKeyFromSeed", "ed25519.Sign",
		"ristretto255.Element.FromUniformBytes", "ristretto255.Scalar.FromUniformBytes",
	}
	for _, method := range []string{"Add", "Double", "Marshal", "MarshalCompressed", "ScalarMult"} {
		functions = append(functions, "secp256k1/elliptic.Curve."+method)
	}
	for _, group := range []string{"edwards25519", "ristretto255", "secp256k1", "jq255e", "jq255s", "do255e", "do255s"} {
		point := ".Point"
		if group == "ristretto255" {
			point = ".Element"
		}
		functions = append(functions, group+point+".MultiScalarMult", group+point+".VarTimeMultiScalarMult")
		zeros = append(zeros, group+point)
	}
	zeros = append(zeros, "edwards25519.BaseTable", "edwards25519.ExpandedPoint", "ristretto255.BaseTable", "ristretto255.ExpandedElement")
	slices.Sort(functions)
	slices.Sort(zeros)
	return functions, zeros
}

// The documentation and SECURITY.md say of these that they panic, and of nothing else.
func TestPanicsDocumented(t *testing.T) {
	functions, zeros := panicking()
	panics := regexp.MustCompile(`\bpanics?\b`)
	var saying, sayingTypes []string
	for path, folder := range publicFolders(t) {
		for name, doc := range exportedDocs(t, folder) {
			if !panics.MatchString(doc) {
				continue
			}
			name = strings.TrimPrefix(path, "secant.example/") + "." + name
			if strings.HasPrefix(doc, "type ") {
				sayingTypes = append(sayingTypes, name)
			} else {
				saying = append(saying, name)
			}
		}
	}
	slices.Sort(saying)
	slices.Sort(sayingTypes)
	const curve = "secp256k1/elliptic.Curve" // says it for its methods
	want := slices.DeleteFunc(slices.Clone(functions), func(name string) bool { return strings.HasPrefix(name, curve+".") })
	if !slices.Equal(saying, want) {
		t.Errorf("the documentation says that these panic: %v, want %v", saying, want)
	}
	want = append(slices.Clone(zeros), curve)
	if slices.Sort(want); !slices.Equal(sayingTypes, want) {
		t.Errorf("the documentation says that these types panic: %v, want %v", sayingTypes, want)
	}

	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "What panics is")
	list, _, ok := strings.Cut(list, "\n\n")
	if !ok {
		t.Fatal("SECURITY.md has no list of what panics")
	}
	names := map[string]bool{}
	for _, name := range append(slices.Clone(functions), zeros...) {
		pkg, rest, _ := strings.Cut(name, ".")
		for _, part := range append(strings.Split(rest, "."), pkg, strings.Split(name, ".")[0]+"."+rest) {
			names[part] = true
		}
	}
	code := regexp.MustCompile("`([^`]*)`")
	in := map[string]bool{}
	for _, match := range code.FindAllStringSubmatch(list, -1) {
		in[match[1]] = true
		if !names[match[1]] {
			t.Errorf("SECURITY.md lists %s", match[1])
		}
	}
	for _, name := range append(slices.Clone(functions), zeros...) {
		if last := name[strings.LastIndex(name, ".")+1:]; !in[name] && !in[last] {
			t.Errorf("SECURITY.md does not list %s", name)
		}
	}
}

// exportedDocs returns the documentation of the exported types, after "type ", functions and
// methods of the package in folder.
func exportedDocs(t *testing.T, folder string) map[string]string {
	t.Helper()
	docs := map[string]string{}
	packages, err := parser.ParseDir(token.NewFileSet(), folder, func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range packages {
		all := doc.New(pkg, "", 0)
		for _, f := range all.Funcs {
			docs[f.Name] = f.Doc
		}
		for _, typ := range all.Types {
			docs[typ.Name] = "type " + typ.Doc
			for _, f := range typ.Funcs {
				docs[f.Name] = f.Doc
			}
			for _, m := range typ.Methods {
				docs[typ.Name+"."+m.Name] = m.Doc
			}
		}
	}
	return docs
}

// Nothing panics but what is said to: everything that the public packages export is called,
// with bytes of all lengths, zero values and values that other calls made.
func TestPanics(t *testing.T) {
	var table strings.Builder
	var imports, functions, named []string
	for path, pkg := range publicPackages(t) {
		alias := strings.ReplaceAll(strings.TrimPrefix(path, "secant.example/"), "/", "_")
		imports = append(imports, fmt.Sprintf("%s %q", alias, path))
		for _, name := range pkg.Scope().Names() {
			object := pkg.Scope().Lookup(name)
			if !object.Exported() {
				continue
			}
			switch object := object.(type) {
			case *types.Func:
				functions = append(functions, fmt.Sprintf("%q: %s.%s,", strings.TrimPrefix(path, "secant.example/")+"."+name, alias, name))
			case *types.TypeName:
				if _, ok := object.Type().Underlying().(*types.Interface); !ok && !object.IsAlias() {
					named = append(named, fmt.Sprintf("new(%s.%s),", alias, name))
				}
			}
		}
	}
	for _, list := range [][]string{imports, functions, named} {
		slices.Sort(list)
	}
	fmt.Fprintf(&table, "package main\n\nimport (\n%s\n)\n\nvar functions = map[string]any{\n%s\n}\n\nvar types = []any{\n%s\n}\n",
		strings.Join(imports, "\n"), strings.Join(functions, "\n"), strings.Join(named, "\n"))
	file := filepath.Join(t.TempDir(), "table.go")
	program := filepath.Join(filepath.Dir(file), "main.go")
	source, err := os.ReadFile("testdata/panics/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{file: table.String(), program: string(source)} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	output, err := exec.Command("go", "run", program, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	wantFunctions, wantZeros := panicking()
	var panicked, zeros []string
	uninitialized := regexp.MustCompile(`^(\w+): use of an uninitialized (\w+)$`)
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	for _, line := range lines[:len(lines)-1] {
		name, text, _ := strings.Cut(line, "\t")
		if match := uninitialized.FindStringSubmatch(text); match != nil {
			zeros = append(zeros, match[1]+"."+match[2])
		} else if panicked = append(panicked, name); !slices.Contains(wantFunctions, name) {
			t.Errorf("%s panics: %s", name, text)
		}
	}
	slices.Sort(panicked)
	slices.Sort(zeros)
	if panicked = slices.Compact(panicked); !slices.Equal(panicked, wantFunctions) {
		t.Errorf("these panic: %v, want %v", panicked, wantFunctions)
	}
	if zeros = slices.Compact(zeros); !slices.Equal(zeros, wantZeros) {
		t.Errorf("the zero values of these panic: %v, want %v", zeros, wantZeros)
	}
	var count [2]int
	if _, err := fmt.Sscanf(lines[len(lines)-1], "called\t%d functions and the methods of %d types", &count[0], &count[1]); err != nil || count[0] < 140 || count[1] < 60 {
		t.Errorf("called %d functions and the methods of %d types only, %v", count[0], count[1], err)
	}
}
