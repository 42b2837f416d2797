// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A function whose name contains VarTime, or whose comment's first paragraph speaks of
// variable time, takes variable time; so do the methods of a type of which that
// is true, or whose comment says that it is variable-time. An exported function
// that is none of these must not reach one: TestConstantTime follows every mention of
// a function, in calls or as a value. What the packages in variableTime have takes variable
// time, too.

// variableTime lists what of the standard library looks up what it is given in tables,
// computes with numbers of as many words as need be, formats, searches, or compares until there is
// a difference: packages, and functions of others.
var variableTime = []string{
	"encoding/asn1", "encoding/base32", "encoding/base64", "encoding/hex", "encoding/json", "encoding/pem", "encoding/xml",
	"math/big", "reflect", "strconv", "unicode/utf8",
	"bytes.Compare", "bytes.Contains", "bytes.ContainsAny", "bytes.ContainsFunc", "bytes.Count", "bytes.Equal", "bytes.EqualFold", "bytes.Fields", "bytes.FieldsFunc",
	"bytes.Index", "bytes.IndexAny", "bytes.IndexFunc", "bytes.LastIndex", "bytes.Map", "bytes.Replace", "bytes.ReplaceAll", "bytes.Split", "bytes.ToLower", "bytes.ToUpper",
	"bytes.Trim", "bytes.TrimFunc", "bytes.TrimLeft", "bytes.TrimRight", "bytes.TrimSpace",
	"fmt.Append", "fmt.Appendf", "fmt.Appendln", "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "fmt.Sprint", "fmt.Sprintf", "fmt.Sprintln", "fmt.Sscan", "fmt.Sscanf", "fmt.Sscanln",
	"math/bits.Div", "math/bits.Div32", "math/bits.Div64", "math/bits.Rem", "math/bits.Rem32", "math/bits.Rem64",
	"slices.BinarySearch", "slices.Compare", "slices.Contains", "slices.Equal", "slices.Index", "slices.Sort",
	"strings.Compare", "strings.Contains", "strings.ContainsAny", "strings.Count", "strings.EqualFold", "strings.Fields", "strings.Index", "strings.IndexAny", "strings.Map",
	"strings.Replace", "strings.ReplaceAll", "strings.Split", "strings.ToLower", "strings.ToUpper", "strings.Trim", "strings.TrimLeft", "strings.TrimRight", "strings.TrimSpace",
}

// publicData lists the calls by which a function that is constant-time in its
// secrets hands public values to one that is not, or to any of a package of the standard
// library.
var publicData = []string{
	// Signing may verify what it made, which is as public as the key.
	"(*secant.example/ed25519.Signer).sign -> secant.example/ed25519.VerifyWithRules",
	"secant.example/secp256k1/schnorr.sign -> (*secant.example/secp256k1/schnorr.PublicKey).Verify",
	"(*secant.example/secp256k1/ecdsa.PrivateKey).check -> (secant.example/secp256k1/ecdsa.RecoverableSignature).recover",
	"(*secant.example/internal/doubleodd/scheme.Group).Sign -> (*secant.example/internal/doubleodd/scheme.Group).Verify",
	// What the environment asks for.
	"secant.example/internal/cpu.choose -> strings.Split",
	// Times.
	"secant.example/internal/measure.median -> slices.Sort",
	// The parameters of the curve.
	"secant.example/secp256k1.B -> math/big",
	"secant.example/secp256k1.G -> math/big",
	"secant.example/secp256k1.N -> math/big",
	"secant.example/secp256k1.P -> math/big",
	// The names of an algorithm and a curve, before a key.
	"secant.example/secp256k1/internal/keys.isSecp256k1 -> encoding/asn1",
	"secant.example/secp256k1/internal/keys.readAlgorithm -> encoding/asn1",
	// Rules of verification that do not exist.
	"(secant.example/ed25519.Rules).String -> fmt.Sprintf",
	// The type and the headers of PEM, and what comes after it.
	"secant.example/internal/secrettext.DecodePEM -> strings.Contains",
	"secant.example/internal/secrettext.DecodePEM -> bytes.TrimSpace",
	"(*secant.example/secp256k1/internal/keys.Private).SetPEM -> bytes.TrimSpace",
	"(*secant.example/secp256k1/internal/keys.Public).SetPEM -> bytes.TrimSpace",
	// All members of a key in JSON but d.
	"secant.example/secp256k1/ecdsa.jsonMembers -> encoding/json",
	// Events, which anyone may read.
	"(*secant.example/secp256k1/nostr.Event).AppendCanonical -> encoding/hex",
	"(*secant.example/secp256k1/nostr.Event).AppendCanonical -> strconv",
	"(*secant.example/secp256k1/nostr.Event).AppendJSON -> encoding/hex",
	"(*secant.example/secp256k1/nostr.Event).AppendJSON -> strconv",
	"(*secant.example/secp256k1/nostr.Event).check -> unicode/utf8",
	"(*secant.example/secp256k1/nostr.fields).parse -> unicode/utf8",
	"secant.example/secp256k1/nostr.unescapeControls -> encoding/hex",
	"secant.example/internal/jsonscan.unescape -> encoding/hex",
	"(*secant.example/internal/jsonscan.String).appendDecoded -> unicode/utf8",
}

func TestConstantTime(t *testing.T) {
	calls := loadCalls(t, "./...", publicData)
	for _, call := range publicData {
		if !calls.skipped[call] {
			t.Errorf("publicData lists %s, which is no call", call)
		}
	}
	for _, path := range calls.violations() {
		t.Errorf("constant-time by its name and comment, yet it reaches variable time:\n\t%s", path)
	}
	if n := len(calls.edges); n < 500 {
		t.Errorf("found %d functions only", n)
	}
}

// The test above finds what it should in a package made up for the purpose.
func TestConstantTimeFinds(t *testing.T) {
	const source = `package p

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
)

type T struct{}

// Good is constant-time.
func Good() { helper() }

// Bad sets nothing.
func Bad() { helper(); between() }

func helper() {}

func between() { _ = table }

var table = func() int { InvVarTime(); return 1 }()

// InvVarTime inverts.
func InvVarTime() { helper() }

// Verify tells, in variable
// time, whether.
func (T) Verify() { InvVarTime() }

// Sign calls a method.
func Sign() { f := T.Verify; _ = f }

type Sum interface{ M() }

type VarTimeSum struct{}

func (*VarTimeSum) Add() {}

// Generic has a method of a type with the name.
func Generic[S Sum](s S) { new(VarTimeSum).Add() }

// Text looks up digits.
func Text() string { return hex.EncodeToString(nil) }

// Public does, too, but of what is public.
func Public() string { return hex.EncodeToString(nil) }

// Same compares, and Cut does not.
func Same() bool { Cut(); return bytes.Equal(nil, nil) }

// Print formats.
func Print(key [32]byte) string { return fmt.Sprint(key) }

// Fail formats an error.
func Fail() error { return fmt.Errorf("p: %w", errors.New("failure")) }

// Cut finds a line.
func Cut() { bytes.Cut(nil, nil) }
`
	c := newCalls([]string{"p.Public -> encoding/hex"})
	file, err := parser.ParseFile(c.fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.add("p", []*ast.File{file}, importer.ForCompiler(c.fset, "source", nil)); err != nil {
		t.Fatal(err)
	}
	got := c.violations()
	want := []string{
		"p.Bad -> p.between -> p.table -> p.InvVarTime",
		"p.Generic -> (*p.VarTimeSum).Add",
		"p.Print -> fmt.Sprint",
		"p.Same -> bytes.Equal",
		"p.Sign -> (p.T).Verify",
		"p.Text -> encoding/hex.EncodeToString",
	}
	if !c.skipped["p.Public -> encoding/hex"] {
		t.Error("a call that hands on public data is not found")
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// calls is the graph of which function, or variable of a package, mentions which.
type calls struct {
	fset     *token.FileSet
	edges    map[string][]string
	exported map[string]bool
	varTime  map[string]bool
	public   []string
	skipped  map[string]bool
}

func newCalls(public []string) *calls {
	return &calls{token.NewFileSet(), map[string][]string{}, map[string]bool{}, map[string]bool{}, public, map[string]bool{}}
}

// loadCalls returns the graph of the packages of the core module that are not for tests.
func loadCalls(t *testing.T, pattern string, public []string) *calls {
	c := newCalls(public)
	// The compiler's export data gives the types of what a package imports.
	exports := map[string]string{}
	for _, line := range goList(t, "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", pattern) {
		path, file, _ := strings.Cut(line, "\t")
		exports[path] = file
	}
	imports := importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, line := range goList(t, "-f", "{{.ImportPath}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}", pattern) {
		fields := strings.Split(line, "\t")
		if strings.HasSuffix(fields[0], "/internal/testkit") {
			continue
		}
		var files []*ast.File
		for _, name := range strings.Fields(fields[2]) {
			file, err := parser.ParseFile(c.fset, filepath.Join(fields[1], name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		if err := c.add(fields[0], files, imports); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

var (
	varTimeName     = regexp.MustCompile(`(?i)var_?time`)
	varTimeSentence = regexp.MustCompile(`(?i)it\s+is\s+variable-time`)
	varTimeComment  = regexp.MustCompile(`(?i)variable[\s-]+time`)
)

// saysVarTime reports whether the first paragraph of a comment speaks of variable time.
func saysVarTime(doc *ast.CommentGroup) bool {
	paragraph, _, _ := strings.Cut(doc.Text(), "\n\n")
	return varTimeComment.MatchString(paragraph)
}

// add adds a package.
func (c *calls) add(path string, files []*ast.File, imports types.Importer) error {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imports}).Check(path, c.fset, files, info)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	varTimeType := map[string]bool{}
	for _, file := range files {
		for _, declaration := range file.Decls {
			if d, ok := declaration.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, spec := range d.Specs {
					s := spec.(*ast.TypeSpec)
					doc := s.Doc
					if doc == nil {
						doc = d.Doc
					}
					varTimeType[s.Name.Name] = varTimeName.MatchString(s.Name.Name) || saysVarTime(doc) ||
						varTimeSentence.MatchString(doc.Text())
				}
			}
		}
	}
	for _, file := range files {
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				f := info.Defs[d.Name].(*types.Func)
				name := f.FullName()
				receiver := receiverName(f)
				c.varTime[name] = varTimeName.MatchString(d.Name.Name) || saysVarTime(d.Doc) || varTimeType[receiver]
				c.exported[name] = d.Name.IsExported() && (receiver == "" || ast.IsExported(receiver))
				c.mentions(name, d, info)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.ValueSpec); ok {
						for _, variable := range s.Names {
							c.mentions(pkg.Path()+"."+variable.Name, s, info)
						}
					}
				}
			}
		}
	}
	return nil
}

// receiverName returns the name of the type that f is a method of, or "".
func receiverName(f *types.Func) string {
	receiver := f.Type().(*types.Signature).Recv()
	if receiver == nil {
		return ""
	}
	named := receiver.Type()
	if pointer, ok := named.(*types.Pointer); ok {
		named = pointer.Elem()
	}
	if named, ok := named.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// mentions adds edges to what the code under node names.
func (c *calls) mentions(name string, node ast.Node, info *types.Info) {
	c.edges[name] = nil
	ast.Inspect(node, func(n ast.Node) bool {
		identifier, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		var to, through string // through is the package, if all of it is in variableTime
		switch object := info.Uses[identifier].(type) {
		case *types.Func:
			to = object.Origin().FullName()
			if p := object.Pkg(); p != nil && slices.Contains(variableTime, p.Path()) {
				through = p.Path()
			}
			if through != "" || slices.Contains(variableTime, to) {
				c.varTime[to] = true
			}
		case *types.Var:
			if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
				return true
			}
			to = object.Pkg().Path() + "." + object.Name()
		default:
			return true
		}
		if call := name + " -> " + to; slices.Contains(c.public, call) {
			c.skipped[call] = true
		} else if call := name + " -> " + through; slices.Contains(c.public, call) {
			c.skipped[call] = true
		} else if to != name {
			c.edges[name] = append(c.edges[name], to)
		}
		return true
	})
}

// violations returns, for each exported function that says nothing of variable time and
// reaches one that does, the shortest way there, in order.
func (c *calls) violations() (all []string) {
	for from, exported := range c.exported {
		if !exported || c.varTime[from] {
			continue
		}
		before := map[string]string{from: ""}
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if c.varTime[at] {
				path := at
				for p := before[at]; p != ""; p = before[p] {
					path = p + " -> " + path
				}
				all = append(all, path)
				break
			}
			for _, to := range c.edges[at] {
				if _, seen := before[to]; !seen {
					before[to] = at
					queue = append(queue, to)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}
