// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package timing reads in the source of the core module which functions take variable time, by
// what they say of themselves, and which reach them. It is for tests.
//
// A function whose name contains VarTime, or whose comment's first paragraph speaks of
// variable time, takes variable time; so do the methods of a type of which that
// is true, or whose comment says that it is variable-time. An exported function
// that is none of these must not reach one: every mention of a function is followed, in calls or as
// a value. What the packages in variableTime have takes variable time, too.
//
// It looks at names, and so it does not see ==, / and %, nor branches. What the compiler made of those is for
// internal/_check/memcheck.
package timing

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
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

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

// PublicData lists the calls by which a function that is constant-time in its
// secrets hands public values to one that is not, or to any of a package of the standard
// library.
var PublicData = []string{
	// Signing may verify what it made, which is as public as the key.
	"(*secant.example/ed25519.Signer).sign -> secant.example/ed25519.VerifyWithRules",
	"secant.example/secp256k1/schnorr.sign -> (*secant.example/secp256k1/schnorr.PublicKey).Verify",
	"(*secant.example/secp256k1/ecdsa.PrivateKey).check -> (secant.example/secp256k1/ecdsa.RecoverableSignature).recover",
	"(*secant.example/secp256k1/musig2.Session).Sign -> (*secant.example/secp256k1/musig2.Session).verify",
	// The nonces of all signers, which are public.
	"(*secant.example/secp256k1/musig2.KeyAgg).SignDeterministic -> (*secant.example/secp256k1/musig2.KeyAgg).newSession",
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
	// What a server and a client send.
	"(*secant.example/voprf.statement).prove -> (*secant.example/voprf.statement).composites",
	"(*secant.example/voprf.Request).Finalize -> (*secant.example/voprf.statement).verify",
	// The versions of networks.
	"secant.example/secp256k1/bip32.textSize -> secant.example/internal/secrettext.VarTimeBase58Size",
	// A public key, encodings of it, and numbers that were tried for one and are not used again.
	"(*secant.example/secp256k1/ellswift.PrivateKey).create -> secant.example/secp256k1/ellswift.encode",
	"(*secant.example/secp256k1/ellswift.PrivateKey).checkEncoding -> (*secant.example/internal/secp256k1.Point).VarTimeSetSwift",
	"(*secant.example/secp256k1/ellswift.PrivateKey).SharedX -> (*secant.example/internal/secp256k1.Fraction).VarTimeSetSwift",
	// Transactions, and the numbers of labels.
	"secant.example/secp256k1/silentpayments.lowestOutpoint -> bytes.Compare",
	"(*secant.example/secp256k1/silentpayments.search).lift -> secant.example/internal/secp256k1.VarTimeDecompressBatch",
	"secant.example/secp256k1/silentpayments.NewScanner -> slices.Sort",
	// Commitments, messages, public keys, and the numbers of participants.
	"(*secant.example/frost.KeyShare).Sign -> secant.example/frost.newSession",
	"(*secant.example/frost.KeyShare).Sign -> (*secant.example/frost.suite).varTimeInterpolate",
	"(*secant.example/frost.KeyShare).TapTweak -> (*secant.example/frost.suite).add",
	"secant.example/frost.Combine -> (*secant.example/frost.suite).varTimeInterpolate",
	"secant.example/frost.ParseKeyShare -> (*secant.example/frost.reader).done",
	"secant.example/frost.OpenShare -> (*secant.example/frost.reader).done",
	"secant.example/frost.OpenShare -> (secant.example/frost.commitment).group",
	"(secant.example/frost.commitment).opens -> (secant.example/frost.commitment).varTimeAt",
	"(*secant.example/frost.DKG).Round2 -> (*secant.example/frost.DKG).decodeBroadcast",
	"(*secant.example/frost.DKG).Finish -> (*secant.example/frost.reader).done",
	"(*secant.example/frost.DKG).Finish -> (*secant.example/frost.DKG).varTimeGroup",
	"(*secant.example/frost.DKG).Finish -> (*secant.example/frost.Group).TapTweak",
	"secant.example/frost.blame -> slices.Sort",
	"secant.example/frost.blame -> slices.Contains",
	"(*secant.example/frost.CulpritError).Error -> fmt.Sprintf",
	// The number of a signer.
	"(*secant.example/secp256k1/musig2.ContributionError).Error -> fmt.Sprintf",
	// The type and the headers of PEM, and what comes after it.
	"secant.example/internal/secrettext.DecodePEM -> strings.Contains",
	"secant.example/internal/secrettext.DecodePEM -> bytes.TrimSpace",
	"(*secant.example/secp256k1/internal/keys.Private).SetPEM -> bytes.TrimSpace",
	"(*secant.example/secp256k1/internal/keys.Public).SetPEM -> bytes.TrimSpace",
	// All members of a key in JSON but d.
	"secant.example/internal/secrettext.JSONMembers -> encoding/json",
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

// Calls is the graph of which function, or variable of a package, mentions which, by
// their full names.
type Calls struct {
	Files    *token.FileSet
	Edges    map[string][]string
	Exported map[string]bool // functions, and methods of exported types
	VarTime  map[string]bool
	Public   []string        // the calls that are left out, because they hand on what is public
	Skipped  map[string]bool // those of Public that there are
	Packages []*Package
}

// A Package is what Calls was made of.
type Package struct {
	Path  string
	Files []*ast.File
	Info  *types.Info
}

// NewCalls returns an empty graph, from which the calls in public will be left out.
func NewCalls(public []string) *Calls {
	return &Calls{Files: token.NewFileSet(), Edges: map[string][]string{}, Exported: map[string]bool{},
		VarTime: map[string]bool{}, Public: public, Skipped: map[string]bool{}}
}

// Load returns the graph of the packages of the core module that are not for tests. Root is
// where the module is.
func Load(root string, public []string) (*Calls, error) {
	c := NewCalls(public)
	// The compiler's export data gives the types of what a package imports.
	exports := map[string]string{}
	lines, err := list(root, "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./...")
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		path, file, _ := strings.Cut(line, "\t")
		exports[path] = file
	}
	imports := importer.ForCompiler(c.Files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	lines, err = list(root, "-f", "{{.ImportPath}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}", "./...")
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		if strings.Contains(fields[0], "/internal/testkit") {
			continue
		}
		var files []*ast.File
		for _, name := range strings.Fields(fields[2]) {
			file, err := parser.ParseFile(c.Files, filepath.Join(fields[1], name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			files = append(files, file)
		}
		if err := c.Add(fields[0], files, imports); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// list runs go list in the root of the core module, and returns its lines.
func list(root string, args ...string) ([]string, error) {
	command := exec.Command("go", append([]string{"list"}, args...)...)
	command.Dir = root
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %v: %w", args, err)
	}
	return strings.Split(strings.TrimSpace(string(output)), "\n"), nil
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

// Add adds a package.
func (c *Calls) Add(path string, files []*ast.File, imports types.Importer) error {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	pkg, err := (&types.Config{Importer: imports}).Check(path, c.Files, files, info)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	c.Packages = append(c.Packages, &Package{path, files, info})
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
				c.VarTime[name] = varTimeName.MatchString(d.Name.Name) || saysVarTime(d.Doc) || varTimeType[receiver]
				c.Exported[name] = d.Name.IsExported() && (receiver == "" || ast.IsExported(receiver))
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
func (c *Calls) mentions(name string, node ast.Node, info *types.Info) {
	c.Edges[name] = nil
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
				c.VarTime[to] = true
			}
		case *types.Var:
			if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
				return true
			}
			to = object.Pkg().Path() + "." + object.Name()
		default:
			return true
		}
		if call := name + " -> " + to; slices.Contains(c.Public, call) {
			c.Skipped[call] = true
		} else if call := name + " -> " + through; slices.Contains(c.Public, call) {
			c.Skipped[call] = true
		} else if to != name {
			c.Edges[name] = append(c.Edges[name], to)
		}
		return true
	})
}

// Violations returns, for each exported function that says nothing of variable time and
// reaches one that does, the shortest way there, in order.
func (c *Calls) Violations() (all []string) {
	for from, exported := range c.Exported {
		if !exported || c.VarTime[from] {
			continue
		}
		before := map[string]string{from: ""}
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			at := queue[0]
			if c.VarTime[at] {
				path := at
				for p := before[at]; p != ""; p = before[p] {
					path = p + " -> " + path
				}
				all = append(all, path)
				break
			}
			for _, to := range c.Edges[at] {
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
