// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Everything that the public packages export is documented, and none of it has an internal
// type in its signature, in an exported field, or as what an alias stands for: nobody else
// could name it. A type may be defined by an internal one, which hides it.
func TestAPI(t *testing.T) {
	folders, packages := publicFolders(t), publicPackages(t)
	names := 0
	for path, folder := range folders {
		exportedAPI(t, folder)
		pkg := packages[path]
		for _, name := range pkg.Scope().Names() {
			object := pkg.Scope().Lookup(name)
			if !object.Exported() {
				continue
			}
			names++
			for _, leak := range leaks(object) {
				t.Errorf("%s: %s", path, leak)
			}
		}
	}
	if len(folders) < 10 || names < 200 {
		t.Errorf("found %d names in %d packages only", names, len(folders))
	}
}

// publicPackages returns the public packages by their paths.
func publicPackages(t *testing.T) map[string]*types.Package {
	t.Helper()
	exports, public := map[string]string{}, map[string]*types.Package{}
	for _, line := range goList(t, "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./...") {
		path, file, _ := strings.Cut(line, "\t")
		exports[path] = file
	}
	packages := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for path := range publicFolders(t) {
		pkg, err := packages.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		public[path] = pkg
	}
	return public
}

// publicFolders returns the folders of the public packages by their paths.
func publicFolders(t *testing.T) map[string]string {
	t.Helper()
	folders := map[string]string{}
	for _, line := range goList(t, "-f", "{{.ImportPath}}\t{{.Dir}}\t{{len .GoFiles}}", "./...") {
		fields := strings.Split(line, "\t")
		if !strings.Contains(fields[0], "/internal/") && fields[0] != "secant.example" {
			folders[fields[0]] = fields[1]
		}
	}
	return folders
}

// leaks returns what is exported with an object and mentions an internal type.
func leaks(object types.Object) (all []string) {
	check := func(what types.Object) {
		if internal := internalType(what.Type()); internal != "" {
			all = append(all, what.String()+" has the type "+internal)
		}
	}
	check(object)
	if _, ok := object.(*types.TypeName); !ok {
		return all
	}
	// The methods of the type and of pointers to it, and those that it gets by embedding.
	methods := types.NewMethodSet(types.NewPointer(object.Type()))
	for i := range methods.Len() {
		if m := methods.At(i).Obj(); m.Exported() {
			check(m)
		}
	}
	if s, ok := object.Type().Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			if f := s.Field(i); f.Exported() {
				check(f)
			}
		}
	}
	return all
}

// internalType returns an internal type that t mentions, or "".
func internalType(t types.Type) string {
	var parts []types.Type
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil && strings.Contains(pkg.Path(), "secant.example/") && strings.Contains(pkg.Path(), "/internal/") {
			return t.String()
		}
		for i := range t.TypeArgs().Len() {
			parts = append(parts, t.TypeArgs().At(i))
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		parts = append(parts, t.Elem())
		if m, ok := t.(*types.Map); ok {
			parts = append(parts, m.Key())
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range tuple.Len() {
				parts = append(parts, tuple.At(i).Type())
			}
		}
	case *types.Struct:
		for i := range t.NumFields() {
			parts = append(parts, t.Field(i).Type())
		}
	}
	for _, part := range parts {
		if internal := internalType(part); internal != "" {
			return internal
		}
	}
	return ""
}

// The test above finds what it should.
func TestAPIFinds(t *testing.T) {
	other := types.NewPackage("secant.example/internal/field", "field")
	pkg := types.NewPackage("secant.example/p", "p")
	element := types.NewNamed(types.NewTypeName(token.NoPos, other, "Element", nil), types.NewStruct(nil, nil), nil)
	variable := func(t types.Type) *types.Var { return types.NewVar(token.NoPos, pkg, "X", t) }
	signature := func(t types.Type) *types.Signature {
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(variable(t)), nil, false)
	}
	for name, typ := range map[string]types.Type{
		"itself":                   element,
		"a pointer":                types.NewPointer(element),
		"a slice":                  types.NewSlice(element),
		"a map":                    types.NewMap(element, types.Typ[types.Int]),
		"a function of a function": signature(signature(types.NewArray(element, 2))),
		"a structure":              types.NewStruct([]*types.Var{variable(element)}, nil),
	} {
		if len(leaks(variable(typ))) != 1 {
			t.Errorf("%s is not found", name)
		}
	}
	defined := types.NewTypeName(token.NoPos, pkg, "T", nil)
	named := types.NewNamed(defined, element.Underlying(), nil)
	if len(leaks(defined)) != 0 {
		t.Error("a type defined by an internal one is one")
	}
	named.AddMethod(types.NewFunc(token.NoPos, pkg, "M", types.NewSignatureType(
		types.NewVar(token.NoPos, pkg, "t", types.NewPointer(named)), nil, nil, types.NewTuple(variable(element)), nil, false)))
	if len(leaks(defined)) != 1 {
		t.Error("a method is not found")
	}
}

// exportedAPI returns the exported constants, variables, types, functions and methods of
// the package in the folder, with their declarations. It is an error if one has no documentation.
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
				api[name] = text(d.Type)
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
		for name := range a {
			if b[name] == "" {
				names = append(names, name)
			} else if a[name] != b[name] {
				t.Errorf("%s is %q and %q", name, a[name], b[name])
			}
		}
		slices.Sort(names)
		return names
	}
	if only := without(of["jq255e"], of["do255e"]); !slices.Equal(only, []string{"BLAKE2b", "BLAKE2s", "BLAKE3", "NewKeyFromSeed"}) {
		t.Errorf("only jq255e has %v", only)
	}
	if only := without(of["do255e"], of["jq255e"]); !slices.Equal(only, []string{"FillSharedSecret"}) {
		t.Errorf("only do255e has %v", only)
	}
}
