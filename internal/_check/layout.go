// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"secant.example/internal/_check/secrets"
	"secant.example/internal/_check/x86"
)

// layouts finds out where the fields of types are on amd64.
type layouts struct {
	root     string
	set      *token.FileSet
	packages map[string]*types.Package
}

const module = "secant.example"

var sizes = types.SizesFor("gc", "amd64")

func newLayouts(root string) *layouts {
	return &layouts{root, token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe}}
}

// Import type-checks a package of the module, without what is in its functions. Other
// packages come out empty: no routine has a type of theirs.
func (l *layouts) Import(path string) (*types.Package, error) {
	if p := l.packages[path]; p != nil {
		return p, nil
	}
	if path != module && !strings.HasPrefix(path, module+"/") {
		p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
		p.MarkComplete()
		l.packages[path] = p
		return p, nil
	}
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled, context.BuildTags = "linux", "amd64", false, nil
	directory := filepath.Join(l.root, strings.TrimPrefix(path, module))
	listed, err := context.ImportDir(directory, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range listed.GoFiles {
		file, err := parser.ParseFile(l.set, filepath.Join(directory, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: l, IgnoreFuncBodies: true, Sizes: sizes, Error: func(error) {}}
	p, _ := config.Check(path, l.set, files, nil) // errors are about other packages, which are empty
	l.packages[path] = p
	return p, nil
}

// arguments returns what the checker of secrets must know of the arguments of a routine.
func (l *layouts) arguments(u *Unit, c *Contract) ([]secrets.Argument, error) {
	p, err := l.Import(module + "/" + u.Path)
	if err != nil {
		return nil, err
	}
	f, ok := p.Scope().Lookup(c.Name).(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: no function %s", u.Path, c.Name)
	}
	var all []secrets.Argument
	for i, parameter := range c.Parameters {
		t := f.Type().(*types.Signature).Params().At(i).Type()
		if !parameter.Pointer {
			if sizes.Sizeof(t) != 8 {
				return nil, fmt.Errorf("%s: %s: %s is not a word", u.Path, c.Name, parameter.Name)
			}
			all = append(all, secrets.Argument{Secret: !parameter.Public})
			continue
		}
		element := t.Underlying().(*types.Pointer).Elem()
		r := &secrets.Region{Name: parameter.Name, Public: parameter.Public, Bytes: make([]secrets.Byte, sizes.Sizeof(element))}
		used := map[string]bool{}
		if err := fill(r, 0, element, &parameter, "", used); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", u.Path, c.Name, err)
		}
		for _, field := range parameter.PublicFields {
			if !used[field] {
				return nil, fmt.Errorf("%s: %s: %s has no field %s", u.Path, c.Name, parameter.Name, field)
			}
		}
		for field := range parameter.Most {
			if !used[field] {
				return nil, fmt.Errorf("%s: %s: %s has no field %s", u.Path, c.Name, parameter.Name, field)
			}
		}
		shorten(r)
		all = append(all, secrets.Argument{Pointer: r})
	}
	return all, nil
}

// fill says what the bytes of r from at on hold, a value of type t that is in the field of
// that name.
func fill(r *secrets.Region, at int64, t types.Type, p *Parameter, field string, used map[string]bool) error {
	public := p.Public || slices.Contains(p.PublicFields, field)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsBoolean) == 0 {
			return fmt.Errorf("%s has a %s", p.Name, u)
		}
		used[field] = true
		for i := range sizes.Sizeof(u) {
			r.Bytes[at+i].Secret = !public
		}
		if most, ok := p.Most[field]; ok {
			r.Bytes[at].Size, r.Bytes[at].Most = uint(sizes.Sizeof(u)), most
		}
	case *types.Array:
		for i := range u.Len() {
			if err := fill(r, at+i*sizes.Sizeof(u.Elem()), u.Elem(), p, field, used); err != nil {
				return err
			}
		}
	case *types.Struct:
		var fields []*types.Var
		for i := range u.NumFields() {
			fields = append(fields, u.Field(i))
		}
		for i, offset := range sizes.Offsetsof(fields) {
			name := field
			if name == "" {
				name = fields[i].Name()
			}
			if err := fill(r, at+offset, fields[i].Type(), p, name, used); err != nil {
				return err
			}
		}
	case *types.Pointer:
		used[field] = true
		name := p.Name + "." + field
		public := slices.Contains(p.PublicFields, field)
		to := &secrets.Region{Name: name, Public: public, Bytes: make([]secrets.Byte, sizes.Sizeof(u.Elem()))}
		if err := fill(to, 0, u.Elem(), &Parameter{Name: name, Public: public}, "", map[string]bool{}); err != nil {
			return err
		}
		shorten(to)
		r.Bytes[at].Pointer = to
	default:
		return fmt.Errorf("%s has a %s", p.Name, t)
	}
	return nil
}

// shorten makes one byte stand for all if they are alike.
func shorten(r *secrets.Region) {
	for _, b := range r.Bytes {
		if b != r.Bytes[0] || b.Pointer != nil {
			return
		}
	}
	r.Bytes = r.Bytes[:1]
}

// checkSecrets returns what is wrong with the routines of u that claim to keep secrets.
func (l *layouts) checkSecrets(u *Unit) (findings []string, err error) {
	return l.checkSecretsOf(u, u.Program.Order)
}

// checkSecretsOf does that for some routines, and those that they call.
func (l *layouts) checkSecretsOf(u *Unit, routines []*x86.Text) (findings []string, err error) {
	reached := map[*x86.Text][]bool{}
	for _, t := range routines {
		c := u.Contracts[t.Name]
		if c == nil || c.VarTime || exempt[t.Name] != "" {
			continue
		}
		arguments, err := l.arguments(u, c)
		if err != nil {
			return nil, err
		}
		found, all := secrets.Check(u.Program, t.Name, arguments)
		for _, e := range found {
			findings = append(findings, e.Error())
		}
		for t, yes := range all {
			if reached[t] == nil {
				reached[t] = yes
			}
			for i := range yes {
				reached[t][i] = reached[t][i] || yes[i]
			}
		}
	}
	if len(findings) > 0 {
		return findings, nil
	}
	for _, t := range routines {
		if c := u.Contracts[t.Name]; exempt[t.Name] != "" || c != nil && c.VarTime {
			continue
		}
		for i := range t.Instructions {
			if r := reached[t]; r == nil || !r[i] {
				e := x86.Error{File: t.File, Line: t.Instructions[i].Line, Message: t.Name + ": is never done"}
				findings = append(findings, e.Error())
			}
		}
	}
	return findings, nil
}

// exempt are routines that are not interpreted, with the reason.
var exempt = map[string]string{"cpuid": "CPUID has no meaning but the machine's answer"}
