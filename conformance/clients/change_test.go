// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is done to a client, on one that we made up.
func TestApply(t *testing.T) {
	dir, overlays := t.TempDir(), t.TempDir()
	write := func(dir, name, content string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := map[string]string{
		"old.go":    "package p\n\nfunc old() {}\n",
		"a/a.go":    "package a\n\nimport \"example.com/curve\"\n\nvar X = curve.X\n",
		"a/b.go":    "package a\n\nimport (\n\t\"fmt\"\n\tc \"example.com/curve\"\n\t\"example.com/other/v2\"\n)\n",
		"p_test.go": "package p\n\nimport (\n\t\"bytes\"\n\t\"testing\"\n)\n\n// TestA is kept.\nfunc TestA(t *testing.T) {}\n\n// TestB is not.\nfunc TestB(t *testing.T) { bytes.Clone(nil) }\n",
	}
	original := t.TempDir()
	for name, content := range before {
		write(dir, name, content)
		write(original, name, content)
	}
	write(overlays, "o/new.go", "package p\n\nfunc ours() {}\n")
	c := client{
		remove:   []string{"old.go"},
		internal: map[string][]string{"p_test.go": {"TestB"}},
		rules: []rule{
			imports("a/*.go", "example.com/curve", "secant.example/curve"),
			imports("a/*.go", "example.com/other/v2", "secant.example/another"),
			dotImport("p_test.go", "secant.example/p"),
		},
		overlay: map[string]string{"o": "."},
	}
	if err := c.apply(dir, overlays); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"new.go": "package p\n\nfunc ours() {}\n",
		"a/a.go": "package a\n\nimport \"secant.example/curve\"\n\nvar X = curve.X\n",
		"a/b.go": "package a\n\nimport (\n\t\"fmt\"\n\tc \"secant.example/curve\"\n\tother \"secant.example/another\"\n)\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "old.go")); !os.IsNotExist(err) {
		t.Error("old.go is there")
	}
	test, err := os.ReadFile(filepath.Join(dir, "p_test.go"))
	if err != nil || !bytes.Contains(test, []byte("TestA is kept")) || !bytes.Contains(test, []byte(`. "secant.example/p"`)) ||
		bytes.Contains(test, []byte("TestB")) || bytes.Contains(test, []byte("bytes")) {
		t.Errorf("p_test.go: %v\n%s", err, test)
	}
	// a.go and b.go: one and two lines; p_test.go: an import and two lines of a function less,
	// and an import more; new.go and its three lines are ours.
	removed, added, ours, err := changes(original, dir)
	if err != nil || removed != 6 || added != 4 || ours != 3 {
		t.Errorf("%d lines removed, %d added, %d ours, %v", removed, added, ours, err)
	}
}

// A change that does not fit is an error: the client has changed, or a name is misspelt.
func TestApplyFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]client{
		"a rule":    {rules: []rule{imports("*.go", "example.com/a", "example.com/b")}},
		"a pattern": {rules: []rule{{"*.go", "(", ""}}},
		"a file":    {remove: []string{"b.go"}},
		"a test":    {internal: map[string][]string{"a.go": {"TestA"}}},
		"a folder":  {overlay: map[string]string{"none": "."}},
	} {
		if err := c.apply(dir, dir); err == nil {
			t.Errorf("%s that is not there is no error", name)
		}
	}
}

func TestDiff(t *testing.T) {
	for _, x := range []struct {
		a, b        string
		minus, plus int
	}{
		{"", "", 0, 0}, {"a", "a", 0, 0}, {"a", "", 1, 0}, {"", "a", 0, 1}, {"a b c", "a x c", 1, 1},
		{"a b c d", "b d", 2, 0}, {"a b", "b a", 1, 1}, {"x a b y", "x c a y b", 1, 2},
	} {
		if minus, plus := diff(strings.Fields(x.a), strings.Fields(x.b)); minus != x.minus || plus != x.plus {
			t.Errorf("%q to %q: -%d +%d", x.a, x.b, minus, plus)
		}
	}
}

func TestClients(t *testing.T) {
	seen := map[string]bool{}
	small := 0
	for _, c := range clients {
		if seen[c.name] {
			t.Errorf("%s is there twice", c.name)
		}
		seen[c.name] = true
		if c.small {
			small++
		}
		for _, folders := range []struct {
			root string
			all  map[string]string
		}{{"_overlay", c.overlay}, {"_bench", c.ours}} {
			for from := range folders.all {
				if _, err := os.Stat(filepath.Join(folders.root, from)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if len(clients) < 16 || small < 7 {
		t.Errorf("%d clients, %d of them small", len(clients), small)
	}
	if all, err := choose("", true); err != nil || len(all) != small {
		t.Errorf("-small: %d clients, %v", len(all), err)
	}
	if two, err := choose("age,mysql", false); err != nil || len(two) != 2 || two[0].name != "age" {
		t.Errorf("-only: %v, %v", two, err)
	}
	if _, err := choose("nobody", false); err == nil {
		t.Error("a client that does not exist is no error")
	}
}

func TestReasons(t *testing.T) {
	c := client{
		differs:  map[string]string{"p:TestA": "why", "TestB/x": "because"},
		internal: map[string][]string{"f_test.go": {"TestC"}},
	}
	for test, want := range map[string]string{"p:TestA": "why", "p:TestA/1": "why", "TestB/x": "because", "TestB": "", "p:TestAB": "", "TestA": ""} {
		if got := c.reason(test); got != want {
			t.Errorf("%s: %q", test, got)
		}
	}
	for test, want := range map[string]bool{"TestC": true, "p:TestC/1": true, "TestCD": false, "TestA": false} {
		if c.isInternal(test) != want {
			t.Errorf("%s is internal: %v", test, !want)
		}
	}
}

// benchmark reads what package testing prints.
func TestBenchmarkLine(t *testing.T) {
	match := benchmark.FindAllStringSubmatch("goos: linux\nBenchmarkX/8-bit  \t 123\t  4567.5 ns/op\t 3 B/op\nBenchmarkNo\nPASS\n", -1)
	if len(match) != 1 || match[0][1] != "X/8-bit" || match[0][2] != "4567.5" {
		t.Errorf("%q", match)
	}
}
