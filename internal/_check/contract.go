// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Unit is a package that has assembly.
type Unit struct {
	Path      string // of its directory, from the root of the module
	Directory string
	Files     []string // of assembly
	Stubs     []string // the Go files that declare routines
	Package   string
	Program   *x86.Program
	Contracts map[string]*Contract
}

// A Contract is what the Go declaration of a routine says about its arguments. In its
// comment, a line "Public: n, steps, steps.Q." names those that are not secret: numbers, all
// values that a pointer leads to, or one field of them, or what is at a pointer in them. A
// line "Lengths: steps[count]." says of how many values an argument points to the first
// one, where it is not one; "Bounds: steps.Flags <= 1, 1 <= count <= 9." what a field or a number is at most. "Values: fold =
// 38, 7914." says what a number may be; "Numbers: s <= 2^256 - 38." what every number of four
// words that an argument leads to is at most, on entry and on return, and "Limbs: pairs.V <= 2^51." what
// every word is at most that it leads to, or that a pointer in it leads to; "Limbs: s <= 2^61 - 1,
// s[160:] <= 2^52 - 1." says less of the first 160 words. "Scratch: memory." names what overlaps with nothing else,
// and in which the routine may leave anything.
type Contract struct {
	Name       string
	File       string
	Line       int
	Parameters []Parameter
	Result     string // its type, empty if there is none
	VarTime    bool
}

// A Parameter of a routine.
type Parameter struct {
	Name    string
	Type    string // as in the source
	Pointer bool
	Length  string // a Go expression, empty for 1
	Public  bool
	Scratch bool
	// Of what it points to: fields that are public, and pointers to what is public.
	PublicFields []string
	Most         map[string]int64 // bounds of fields
	// Of a number: its bounds, if it has some, and what it is one of, if these are few.
	Bounded         bool
	Lowest, Highest int64
	Values          []uint64
	Ranges          []Range
}

// A Range says that all numbers of so many words that a parameter, or a field of it, leads
// to, from a word on, are at most Most.
type Range struct {
	Field string
	Words int
	From  int
	Most  *big.Int
}

// length returns of how many values p points to the first one, in Go.
func (p *Parameter) length() string {
	if p.Length == "" {
		return "1"
	}
	return p.Length
}

var (
	scratchLine = regexp.MustCompile(`(?m)^Scratch: (\w+)\.$`)
	publicLine  = regexp.MustCompile(`(?m)^Public: (.+)\.$`)
	lengthsLine = regexp.MustCompile(`(?m)^Lengths: (.+)\.$`)
	boundsLine  = regexp.MustCompile(`(?m)^Bounds: (.+)\.$`)
	valuesLine  = regexp.MustCompile(`(?m)^Values: (\w+) = (.+)\.$`)
	rangesLine  = regexp.MustCompile(`(?m)^(Numbers|Limbs): (.+)\.$`)
	rangeOf     = regexp.MustCompile(`^(\w+)(?:\.(\w+)|\[(\d+):\])? <= 2\^(\d+) ([+-]) (?:2\^)?(\d+)$`)
	boundOf     = regexp.MustCompile(`^(?:(\d+) <= )?(\w+)(?:\.(\w+))? <= (\d+)$`)
	lengthOf    = regexp.MustCompile(`^(\w+)\[(.+)\]$`)
)

// load reads the assembly in a directory, with replace in the place of the file of that
// name, and the declarations of its routines.
func load(root, path string, replace map[string]string) (*Unit, error) {
	u := &Unit{Path: path, Directory: filepath.Join(root, path), Contracts: map[string]*Contract{}}
	files, err := filepath.Glob(filepath.Join(u.Directory, "*.s"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if other, ok := replace[filepath.Base(file)]; ok {
			file = other
		}
		u.Files = append(u.Files, file)
	}
	if u.Program, err = x86.Load(u.Files...); err != nil {
		return nil, err
	}
	sources, err := filepath.Glob(filepath.Join(u.Directory, "*_amd64.go"))
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		if err := u.declarations(source); err != nil {
			return nil, err
		}
	}
	for _, t := range u.Program.Order {
		if u.Contracts[t.Name] == nil && !strings.HasSuffix(t.Name, "<>") {
			return nil, &x86.Error{File: t.File, Line: t.Line, Message: t.Name + " has no declaration in Go"}
		}
	}
	return u, nil
}

// declarations reads the functions without a body in a file.
func (u *Unit) declarations(source string) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, source, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	u.Package = file.Name.Name
	stubs := false
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body != nil {
			continue
		}
		stubs = true
		at := set.Position(f.Pos())
		c := &Contract{Name: f.Name.Name, File: source, Line: at.Line, VarTime: strings.Contains(f.Name.Name, "VarTime")}
		fail := func(format string, args ...any) error {
			return &x86.Error{File: source, Line: at.Line, Message: c.Name + ": " + fmt.Sprintf(format, args...)}
		}
		for _, field := range f.Type.Params.List {
			star, pointer := field.Type.(*ast.StarExpr)
			typed := field.Type
			if pointer {
				typed = star.X
			}
			for _, name := range field.Names {
				c.Parameters = append(c.Parameters, Parameter{Name: name.Name, Type: text(typed), Pointer: pointer})
			}
		}
		if results := f.Type.Results; results != nil && len(results.List) == 1 && results.List[0].Names == nil {
			c.Result = text(results.List[0].Type)
		}
		if m := publicLine.FindStringSubmatch(f.Doc.Text()); m != nil {
			for _, name := range strings.Split(m[1], ", ") {
				first, field, _ := strings.Cut(name, ".")
				p := c.parameter(first)
				if p == nil || field != "" && !p.Pointer {
					return fail("no parameter %s to be public", name)
				}
				if field != "" {
					p.PublicFields = append(p.PublicFields, field)
				} else {
					p.Public = true
				}
			}
		}
		if m := scratchLine.FindStringSubmatch(f.Doc.Text()); m != nil {
			p := c.parameter(m[1])
			if p == nil || !p.Pointer || p.Length != "" {
				return fail("no memory %s", m[1])
			}
			p.Scratch = true
		}
		if m := lengthsLine.FindStringSubmatch(f.Doc.Text()); m != nil {
			for _, item := range strings.Split(m[1], ", ") {
				l := lengthOf.FindStringSubmatch(item)
				if l == nil || c.parameter(l[1]) == nil || !c.parameter(l[1]).Pointer {
					return fail("not a length: %s", item)
				}
				c.parameter(l[1]).Length = l[2]
			}
		}
		if m := boundsLine.FindStringSubmatch(f.Doc.Text()); m != nil {
			for _, item := range strings.Split(m[1], ", ") {
				b := boundOf.FindStringSubmatch(item)
				if b == nil || c.parameter(b[2]) == nil || c.parameter(b[2]).Pointer != (b[3] != "") || b[1] != "" && b[3] != "" {
					return fail("not a bound: %s", item)
				}
				p := c.parameter(b[2])
				most, err := strconv.ParseInt(b[4], 10, 64)
				if err != nil {
					return fail("not a bound: %s", item)
				}
				if b[3] != "" {
					if p.Most == nil {
						p.Most = map[string]int64{}
					}
					p.Most[b[3]] = most
					continue
				}
				p.Bounded, p.Highest = true, most
				if p.Lowest, err = strconv.ParseInt("0"+b[1], 10, 64); err != nil {
					return fail("not a bound: %s", item)
				}
			}
		}
		if m := valuesLine.FindStringSubmatch(f.Doc.Text()); m != nil {
			p := c.parameter(m[1])
			if p == nil || p.Pointer || !p.Public {
				return fail("no public number %s to have values", m[1])
			}
			for _, item := range strings.Split(m[2], ", ") {
				v, err := strconv.ParseUint(item, 10, 64)
				if err != nil {
					return fail("not a value: %s", item)
				}
				p.Values = append(p.Values, v)
			}
		}
		for _, m := range rangesLine.FindAllStringSubmatch(f.Doc.Text(), -1) {
			for _, item := range strings.Split(m[2], ", ") {
				r := rangeOf.FindStringSubmatch(item)
				if r == nil || c.parameter(r[1]) == nil || !c.parameter(r[1]).Pointer {
					return fail("not a range: %s", item)
				}
				most := powerOf(r[4])
				rest, _ := new(big.Int).SetString(r[6], 10)
				if strings.HasSuffix(item, " 2^"+r[6]) {
					rest = powerOf(r[6])
				}
				if r[5] == "-" {
					rest.Neg(rest)
				}
				most.Add(most, rest)
				p := c.parameter(r[1])
				from, _ := strconv.Atoi("0" + r[3])
				if from > 0 && (m[1] != "Limbs" || len(p.Ranges) != 1) {
					return fail("not the second range of limbs: %s", item)
				}
				p.Ranges = append(p.Ranges, Range{r[2], map[string]int{"Numbers": 4, "Limbs": 1}[m[1]], from, most})
			}
		}
		if u.Contracts[c.Name] != nil {
			return fail("declared twice")
		}
		if u.Program.Texts[c.Name] == nil {
			return fail("no assembly")
		}
		u.Contracts[c.Name] = c
	}
	if stubs {
		u.Stubs = append(u.Stubs, source)
	}
	return nil
}

// powerOf returns 2^n.
func powerOf(n string) *big.Int {
	e, _ := strconv.Atoi(n) // digits: the expression says so
	return new(big.Int).Lsh(big.NewInt(1), uint(e))
}

func (c *Contract) parameter(name string) *Parameter {
	for i := range c.Parameters {
		if c.Parameters[i].Name == name {
			return &c.Parameters[i]
		}
	}
	return nil
}

// text returns a type as in the source.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	case *ast.ArrayType:
		return "[" + text(e.Len) + "]" + text(e.Elt)
	case *ast.StarExpr:
		return "*" + text(e.X)
	}
	panic(fmt.Sprintf("a type that stubs do not have: %T", e))
}
