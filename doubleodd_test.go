// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exportedAPI returns the exported constants, variables, types, functions and methods of
// the package in the folder, with their declarations.
func exportedAPI(t *testing.T, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	api := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		text := func(node any) string {
			var b bytes.Buffer
			if err := printer.Fprint(&b, fset, node); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		var internal []string // packages that are imported
		for _, i := range file.Imports {
			if path := strings.Trim(i.Path.Value, `"`); strings.Contains(path, "/internal/") {
				name := path[strings.LastIndex(path, "/")+1:]
				if i.Name != nil {
					name = i.Name.Name
				}
				internal = append(internal, name)
			}
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					receiver := strings.TrimPrefix(text(d.Recv.List[0].Type), "*")
					if !ast.IsExported(receiver) {
						continue
					}
					name = receiver + "." + name
				}
				if !d.Name.IsExported() {
					continue
				}
				if d.Doc.Text() == "" {
					t.Errorf("%s: %s has no documentation", folder, name)
				}
				signature := text(d.Type)
				for _, name := range internal {
					if regexp.MustCompile(`\b` + name + `\.`).MatchString(signature) {
						t.Errorf("%s: %s has a type of an internal package in %s", folder, d.Name.Name, signature)
					}
				}
				api[name] = signature
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						if d.Doc.Text() == "" && s.Doc.Text() == "" {
							t.Errorf("%s: %s has no documentation", folder, s.Name.Name)
						}
						if s.Name.IsExported() {
							api[s.Name.Name] = exportedFields(text, s.Type)
						}
					case *ast.ValueSpec:
						for _, name := range s.Names {
							if name.IsExported() {
								api[name.Name] = d.Tok.String()
							}
						}
					}
				}
			}
		}
	}
	return api
}

// exportedFields returns the exported fields of a structure, and "type" for other types.
func exportedFields(text func(any) string, expression ast.Expr) string {
	fields := "type"
	if s, ok := expression.(*ast.StructType); ok {
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				if name.IsExported() {
					fields += " " + name.Name + " " + text(f.Type)
				}
			}
		}
	}
	return fields
}

// Whatever the public packages export is documented, and has no types of internal packages.
func TestPublicAPI(t *testing.T) {
	for _, path := range goList(t, "./...") {
		folder := strings.TrimPrefix(strings.TrimPrefix(path, "secant.example"), "/")
		if folder != "" && !strings.Contains(path, "/internal/") && len(exportedAPI(t, folder)) < 5 {
			t.Errorf("%s exports nearly nothing", path)
		}
	}
}

// The packages of the double-odd groups have the same constants, types, functions and
// methods, all of them documented, but for what one generation has alone.
func TestDoubleOddAPI(t *testing.T) {
	of := map[string]map[string]string{}
	for _, name := range []string{"jq255e", "jq255s", "do255e", "do255s"} {
		of[name] = exportedAPI(t, name)
	}
	if n := len(of["jq255e"]); n < 80 {
		t.Errorf("jq255e exports %d names only", n)
	}
	if !maps.Equal(of["jq255e"], of["jq255s"]) || !maps.Equal(of["do255e"], of["do255s"]) {
		t.Error("the packages of one generation differ")
	}
	// without returns what only a has, and checks what both have.
	without := func(a, b map[string]string) []string {
		var names []string
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if b[name] == "" {
				names = append(names, name)
			} else if a[name] != b[name] {
				t.Errorf("%s is %q and %q", name, a[name], b[name])
			}
		}
		return names
	}
	if only := without(of["jq255e"], of["do255e"]); !slices.Equal(only, []string{"BLAKE2b", "BLAKE2s", "BLAKE3", "NewKeyFromSeed"}) {
		t.Errorf("only jq255e has %v", only)
	}
	if only := without(of["do255e"], of["jq255e"]); !slices.Equal(only, []string{"FillSharedSecret"}) {
		t.Errorf("only do255e has %v", only)
	}
}
