// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build amd64

package secant

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/testkit/timing"
)

// reviewedPublic lists expressions that TestPublicArguments does not follow, by the functions
// that they are in, and why they are public.
var reviewedPublic = map[string]string{
	"(secant.example/internal/field.Modulus).rootPower: l.squarings":     "chains are constants",
	"(secant.example/internal/field.Modulus).rootPowerPair: l.squarings": "chains are constants",
	"secant.example/internal/field.rootPowerLanes: l.squarings":          "chains are constants",
	"(*secant.example/internal/modinv.Modulus).divsteps: m.constants":    "of a modulus, which is public",
	"(*secant.example/internal/edwards25519.Point).doubleAdd: s":         "a pointer, and subtract, a constant or which tooth of a comb it is",
	"(*secant.example/internal/doubleodd.Curve).windows: &list[0]":       "Doublings and Zeta, constants where windows are made",
}

// publicTypes are the types of which no value is secret.
var publicTypes = []string{
	"secant.example/internal/field.Modulus",  // a prime
	"secant.example/internal/scalar.Modulus", // an order
	"secant.example/internal/modinv.Modulus",
	"secant.example/internal/doubleodd.Curve",
}

// What is called in constant time gives routines in assembly only what is public for the
// arguments that their declarations name as public, because only the others are followed as
// secrets by internal/_check. Routines named VarTime have none that are: no function that is
// constant-time reaches them, which is TestConstantTime.
//
// An argument is public if it is a constant, a length, a package's variable, of a type in
// publicTypes, computed from what is public, a parameter for which all calls have something
// public, or listed.
func TestPublicArguments(t *testing.T) {
	graph, err := timing.Load(".", timing.PublicData)
	if err != nil {
		t.Fatal(err)
	}
	p := newPublicness(graph)
	for _, problem := range p.check() {
		t.Error(problem)
	}
	for place := range reviewedPublic {
		if !p.reviewed[place] {
			t.Errorf("reviewedPublic has %s, which nothing needs", place)
		}
	}
	if p.arguments < 30 {
		t.Errorf("found %d public arguments only", p.arguments)
	}
}

// A test of the test above, with a package made up for the purpose.
func TestPublicArgumentsFinds(t *testing.T) {
	const source = `package p

// routine is in assembly.
//
// Public: n, list.
func routine(secret *[4]uint64, n uint64, list *step)

// otherVarTime takes variable time.
func otherVarTime(x *uint64)

type step struct {
	q *uint64
	n uint64
}

var chain = []step{{nil, 1}, {nil, 2}}

const many = 7

func steps(s *[4]uint64, n int, list []step) {
	routine(s, uint64(n), &list[0])
}

// Good gives what is public.
func Good(s *[4]uint64) {
	steps(s, 5+len(chain), chain)
	steps(s, many<<1, chain)
}

// Number gives a secret number.
func Number(s *[4]uint64) {
	steps(s, int(s[2]), chain)
}

// List gives a secret in a list.
func List(s *[4]uint64) {
	list := step{n: s[1]}
	routine(s, 1, &list)
}

// Changed changes a number.
func Changed(s *[4]uint64) { change(s, 5) }

func change(s *[4]uint64, n int) {
	n += int(s[0])
	steps(s, n, chain)
}

// Value is not followed.
func Value(s *[4]uint64) { f := routine; f(s, s[0], nil) }

// Inverse takes variable time.
func Inverse(x uint64) { otherVarTime(&x); steps(nil, int(x), nil) }
`
	graph := timing.NewCalls(nil)
	file, err := parser.ParseFile(graph.Files, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if err := graph.Add("p", []*ast.File{file}, importer.ForCompiler(graph.Files, "source", nil)); err != nil {
		t.Fatal(err)
	}
	got := newPublicness(graph).check()
	want := []string{
		"p.go:32:15: p.Number has the argument s, which may be secret, for n of p.routine",
		"p.go:38:17: p.List has list, which is not followed, for list of p.routine",
		"p.go:45:2: p.change changes n, which is not followed, for n of p.routine",
		"p.go:50:33: p.Value mentions p.routine and does not call it",
	}
	for i := range want {
		if i >= len(got) || !strings.HasPrefix(got[i], want[i]) {
			t.Fatalf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if len(got) != len(want) {
		t.Errorf("found %q besides", got[len(want):])
	}
}

// A function is one that constant-time functions reach.
type function struct {
	name    string
	info    *types.Info
	body    *ast.BlockStmt // nil for a routine in assembly
	declare *ast.FuncDecl
	calls   []call // of it
}

// A call is one of a function.
type call struct {
	from *function
	expr *ast.CallExpr
}

// publicness follows what is public.
type publicness struct {
	graph     *timing.Calls
	functions map[string]*function
	reviewed  map[string]bool
	demanded  map[types.Object]bool
	problems  []string
	arguments int
}

func newPublicness(graph *timing.Calls) *publicness {
	p := &publicness{graph: graph, functions: map[string]*function{}, reviewed: map[string]bool{}, demanded: map[types.Object]bool{}}
	reached := map[string]bool{}
	var queue []string
	reach := func(name string) {
		if !reached[name] && !graph.VarTime[name] {
			reached[name] = true
			queue = append(queue, name)
		}
	}
	for name, exported := range graph.Exported {
		if exported {
			reach(name)
		}
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, to := range graph.Edges[name] {
			reach(to)
		}
	}
	for _, pkg := range graph.Packages {
		for _, file := range pkg.Files {
			for _, declaration := range file.Decls {
				if d, ok := declaration.(*ast.FuncDecl); ok {
					name := pkg.Info.Defs[d.Name].(*types.Func).FullName()
					if reached[name] {
						p.functions[name] = &function{name: name, info: pkg.Info, body: d.Body, declare: d}
					}
				}
			}
		}
	}
	for _, f := range p.functions {
		p.findCalls(f)
	}
	return p
}

// findCalls adds the calls in f to what they call. A method that is called through an interface
// or a constraint may be any of that name.
func (p *publicness) findCalls(f *function) {
	if f.body == nil {
		return
	}
	called := map[*ast.Ident]*ast.CallExpr{}
	ast.Inspect(f.body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if identifier := calledName(c); identifier != nil {
				called[identifier] = c
			}
		}
		identifier, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		object, ok := f.info.Uses[identifier].(*types.Func)
		if !ok {
			return true
		}
		var to []*function
		if receiver := object.Type().(*types.Signature).Recv(); receiver != nil && types.IsInterface(receiver.Type()) {
			for name, g := range p.functions {
				if strings.HasSuffix(name, ")."+object.Name()) {
					to = append(to, g)
				}
			}
		} else if g := p.functions[object.Origin().FullName()]; g != nil {
			to = append(to, g)
		}
		for _, g := range to {
			g.calls = append(g.calls, call{f, called[identifier]})
			if called[identifier] == nil && g.body == nil {
				p.problem(f, identifier, "mentions %s and does not call it", g.name)
			}
		}
		return true
	})
}

// calledName returns the name of what c calls, or nil.
func calledName(c *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}

func (p *publicness) problem(f *function, at ast.Node, format string, args ...any) {
	problem := fmt.Sprintf("%s: %s %s", p.graph.Files.Position(at.Pos()), f.name, fmt.Sprintf(format, args...))
	if !slices.Contains(p.problems, problem) {
		p.problems = append(p.problems, problem)
	}
}

var publicLine = regexp.MustCompile(`(?m)^Public: (.+)\.$`)

// check follows all arguments of routines that are public, and returns what may be secret.
func (p *publicness) check() []string {
	for _, f := range p.functions {
		if f.body != nil {
			continue
		}
		for _, name := range f.public() {
			name, _, inside := strings.Cut(name, ".")
			for _, c := range f.calls {
				for i := 0; c.expr != nil && i < len(c.expr.Args); i++ {
					if f.parameter(i).Name != name {
						continue
					}
					p.arguments++
					if inside && !p.isReviewed(c.from, c.expr.Args[i]) {
						p.problem(c.from, c.expr, "gives a public part in %s, which is not followed, to %s", name, f.name)
					} else if !inside {
						p.follow(c.from, c.expr.Args[i], name+" of "+f.name)
					}
				}
			}
		}
	}
	slices.Sort(p.problems)
	return p.problems
}

// isReviewed reports whether x, in f, is in the list.
func (p *publicness) isReviewed(f *function, x ast.Expr) bool {
	place := f.name + ": " + types.ExprString(x)
	if reviewedPublic[place] == "" {
		return false
	}
	p.reviewed[place] = true
	return true
}

// follow finds what makes x, in f, secret. It is for a public argument.
func (p *publicness) follow(f *function, x ast.Expr, why string) {
	if x == nil || p.isReviewed(f, x) {
		return
	}
	x = ast.Unparen(x)
	tv := f.info.Types[x]
	if tv.Value != nil || tv.IsNil() || tv.IsType() || isPublicType(tv.Type) {
		return
	}
	switch x := x.(type) {
	case *ast.UnaryExpr:
		p.follow(f, x.X, why)
		return
	case *ast.BinaryExpr:
		p.follow(f, x.X, why)
		p.follow(f, x.Y, why)
		return
	case *ast.IndexExpr:
		p.follow(f, x.X, why)
		p.follow(f, x.Index, why)
		return
	case *ast.CompositeLit: // what its pointers lead to has a name of its own, such as "steps.Q"
		for _, element := range x.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			if _, pointer := f.info.TypeOf(element).Underlying().(*types.Pointer); !pointer {
				p.follow(f, element, why)
			}
		}
		return
	case *ast.CallExpr: // a length, a conversion, or a function of its arguments alone
		if identifier, ok := x.Fun.(*ast.Ident); ok {
			if b, ok := f.info.Uses[identifier].(*types.Builtin); ok && b.Name() == "len" {
				return
			}
			for _, argument := range x.Args {
				p.follow(f, argument, why)
			}
			return
		}
	case *ast.Ident:
		p.followName(f, x, why)
		return
	}
	p.problem(f, x, "has %s, which is not followed, for %s", types.ExprString(x), why)
}

func isPublicType(t types.Type) bool {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	return t != nil && slices.Contains(publicTypes, t.String())
}

// followName follows a parameter to all calls of f; a package's variable is public.
func (p *publicness) followName(f *function, name *ast.Ident, why string) {
	object, ok := f.info.Uses[name].(*types.Var)
	if !ok {
		p.problem(f, name, "has %s, which is not followed, for %s", name.Name, why)
		return
	}
	if object.Parent() == object.Pkg().Scope() || p.demanded[object] {
		return
	}
	p.demanded[object] = true
	ast.Inspect(f.body, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok {
			for _, left := range s.Lhs {
				if x, ok := left.(*ast.Ident); ok && f.info.Uses[x] == object {
					p.problem(f, s, "changes %s, which is not followed, for %s", name.Name, why)
				}
			}
		}
		return true
	})
	for i := range f.declare.Type.Params.NumFields() {
		if f.info.Defs[f.parameter(i)] != object {
			continue
		}
		if f.declare.Name.IsExported() && !strings.Contains(f.name, "/internal/") {
			p.problem(f, name, "has the argument %s, which may be secret, for %s", name.Name, why)
		}
		for _, c := range f.calls {
			if c.expr == nil {
				p.problem(c.from, c.from.declare, "mentions %s and does not call it, for %s", f.name, why)
			} else {
				p.follow(c.from, c.expr.Args[i], why)
			}
		}
		return
	}
	p.problem(f, name, "has %s, which is not followed, for %s", name.Name, why)
}

// public returns what the declaration of a routine names as public.
func (f *function) public() []string {
	if m := publicLine.FindStringSubmatch(f.declare.Doc.Text()); m != nil {
		return strings.Split(m[1], ", ")
	}
	return nil
}

// parameter returns the name of a parameter; of those that a variadic one stands for, its.
func (f *function) parameter(index int) (name *ast.Ident) {
	for _, list := range f.declare.Type.Params.List {
		for _, name = range list.Names {
			if index == 0 {
				return name
			}
			index--
		}
	}
	return name
}
