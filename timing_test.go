// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/testkit/timing"
)

// An exported function that does not say that it takes variable time reaches none that does: package
// timing has what that means.
func TestConstantTime(t *testing.T) {
	calls, err := timing.Load(".", timing.PublicData)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range timing.PublicData {
		if !calls.Skipped[call] {
			t.Errorf("timing.PublicData lists %s, which is no call", call)
		}
	}
	for _, path := range calls.Violations() {
		t.Errorf("constant-time by its name and comment, yet it reaches variable time:\n\t%s", path)
	}
	if n := len(calls.Edges); n < 500 {
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
	c := timing.NewCalls([]string{"p.Public -> encoding/hex"})
	file, err := parser.ParseFile(c.Files, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Add("p", []*ast.File{file}, importer.ForCompiler(c.Files, "source", nil)); err != nil {
		t.Fatal(err)
	}
	got := c.Violations()
	want := []string{
		"p.Bad -> p.between -> p.table -> p.InvVarTime",
		"p.Generic -> (*p.VarTimeSum).Add",
		"p.Print -> fmt.Sprint",
		"p.Same -> bytes.Equal",
		"p.Sign -> (p.T).Verify",
		"p.Text -> encoding/hex.EncodeToString",
	}
	if !c.Skipped["p.Public -> encoding/hex"] {
		t.Error("a call that hands on public data is not found")
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
