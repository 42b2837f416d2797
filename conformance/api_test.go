// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A replacement is a package of ours for one of theirs: a program compiles after changing the
// import, but for what is missing.
type replacement struct {
	theirs, ours string
	program      string            // a file that uses everything
	missing      map[string]string // what we don't have on purpose, and why
	unused       map[string]string // what the program doesn't mention, and why
}

var replacements = []replacement{
	{
		theirs: "filippo.io/edwards25519", ours: "secant.example/edwards25519", program: "testdata/program.go",
		missing: map[string]string{
			"Point.ExtendedCoordinates":    "returns field elements, which have no package here; BytesMontgomery, MontgomeryCoordinates and Bytes have coordinates",
			"Point.SetExtendedCoordinates": "takes field elements, which have no package here; SetBytes and SetMontgomeryBytes take coordinates",
		},
	},
	{
		theirs: "github.com/gtank/ristretto255", ours: "secant.example/ristretto255", program: "testdata/ristretto255.go",
		unused: map[string]string{
			"Element.String": "package fmt calls it",
			"Scalar.String":  "package fmt calls it",
		},
	},
}

// Whatever their packages export is in ours, with the same type, and in the program.
func TestAPI(t *testing.T) {
	var paths []string
	for _, r := range replacements {
		paths = append(paths, r.theirs, r.ours)
	}
	packages := packagesOf(t, paths...)
	for _, r := range replacements {
		theirs, err := packages.Import(r.theirs)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := packages.Import(r.ours)
		if err != nil {
			t.Fatal(err)
		}
		want, got := api(theirs), api(ours)
		if len(want) < 30 {
			t.Errorf("%s exports %d names only", r.theirs, len(want))
		}
		for name, differs := range difference(want, got) {
			if r.missing[name] == "" {
				t.Errorf("%s: %s %s", r.ours, name, differs)
			}
		}
		for name := range r.missing {
			if want[name] == "" || want[name] == got[name] {
				t.Errorf("%s: %s is listed as missing", r.ours, name)
			}
		}
		used := identifiers(t, r.program)
		for name := range want {
			if last := name[strings.LastIndex(name, ".")+1:]; !used[last] && r.missing[name] == "" && r.unused[name] == "" {
				t.Errorf("%s does not use %s", r.program, name)
			}
		}
	}
}

// The test above finds what it should.
func TestAPIFinds(t *testing.T) {
	check := func(path, source string) *types.Package {
		t.Helper()
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := new(types.Config).Check(path, fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return pkg
	}
	theirs := api(check("theirs.example/p", `package p
		type T struct{ Field int; hidden int }
		func (*T) Same(x, y *T) ([]*T, error) { return nil, nil }
		func (T) Missing() {}
		func (*T) Other(n int, f func(int) *T) *T { return nil }
		func (*T) hidden2() {}
		type Moved int
		func New(b []byte) *T { return nil }
		func NewMissing() {}
		func Variadic(b ...byte) {}
		const Constant = 1
		var Variable *T
		func hidden() {}
		type embedded struct{}
		func (embedded) Promoted() {}
		type E struct{ embedded }`))
	ours := api(check("ours.example/p", `package p
		type T struct{ Field string }
		func (v *T) Same(a, b *T) (all []*T, err error) { return nil, nil }
		func (*T) Other(n int, f func(uint) *T) *T { return nil }
		func (*T) More() {}
		type Moved = string
		func New(x []byte) *T { return nil }
		func Variadic(b []byte) {}
		var Constant = 1
		var Variable T
		type E struct{}`))
	var got []string
	for name := range difference(theirs, ours) {
		got = append(got, name)
	}
	slices.Sort(got)
	want := []string{"Constant", "E.Promoted", "Moved", "NewMissing", "T.Field", "T.Missing", "T.Other", "Variable", "Variadic"}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

// difference says how the names in want differ in got.
func difference(want, got map[string]string) map[string]string {
	differs := map[string]string{}
	for name, typ := range want {
		switch {
		case got[name] == "":
			differs[name] = "is missing: " + typ
		case got[name] != typ:
			differs[name] = fmt.Sprintf("is %s, want %s", got[name], typ)
		}
	}
	return differs
}

// api returns what a package exports, and the exported methods and fields of its types, with
// what kind and type each of them has. The package's own name isn't in that, nor are the names
// of parameters.
func api(pkg *types.Package) map[string]string {
	all := map[string]string{}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		kind := strings.TrimPrefix(fmt.Sprintf("%T ", object), "*types.")
		defined, ok := object.(*types.TypeName)
		if !ok {
			all[name] = kind + typeString(pkg, object.Type())
			continue
		}
		all[name] = kind
		if _, isStruct := object.Type().Underlying().(*types.Struct); !isStruct {
			all[name] += typeString(pkg, object.Type().Underlying())
		}
		if defined.IsAlias() {
			all[name] += " (alias)"
		}
		for selection := range types.NewMethodSet(types.NewPointer(object.Type())).Methods() {
			if m := selection.Obj(); m.Exported() {
				all[name+"."+m.Name()] = "method " + typeString(pkg, m.Type())
			}
		}
		if s, ok := object.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Exported() {
					all[name+"."+f.Name()] = "field " + typeString(pkg, f.Type())
				}
			}
		}
	}
	return all
}

// typeString writes a type without the names of parameters and of the package.
func typeString(pkg *types.Package, t types.Type) string {
	return types.TypeString(withoutNames(t), types.RelativeTo(pkg))
}

// withoutNames returns t without the names of the parameters of functions, in all types
// that are made of others.
func withoutNames(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Signature:
		tuple := func(tuple *types.Tuple) *types.Tuple {
			var variables []*types.Var
			for v := range tuple.Variables() {
				variables = append(variables, types.NewParam(token.NoPos, nil, "", withoutNames(v.Type())))
			}
			return types.NewTuple(variables...)
		}
		return types.NewSignatureType(nil, nil, nil, tuple(t.Params()), tuple(t.Results()), t.Variadic())
	case *types.Pointer:
		return types.NewPointer(withoutNames(t.Elem()))
	case *types.Slice:
		return types.NewSlice(withoutNames(t.Elem()))
	case *types.Array:
		return types.NewArray(withoutNames(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(withoutNames(t.Key()), withoutNames(t.Elem()))
	}
	return t
}

// identifiers returns the names in a file.
func identifiers(t *testing.T, path string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if identifier, ok := n.(*ast.Ident); ok {
			names[identifier.Name] = true
		}
		return true
	})
	return names
}

// packagesOf imports the packages with these paths, which this module requires, from what the
// compiler exports.
func packagesOf(t *testing.T, paths ...string) types.Importer {
	t.Helper()
	arguments := append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, paths...)
	out, err := exec.Command("go", arguments...).Output()
	if err != nil {
		t.Fatalf("go %q: %v", arguments, err)
	}
	files := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		path, file, _ := strings.Cut(line, "\t")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}
