// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A rule replaces what matches a regular expression (of lines, as (?m) has it) in files, by a
// template as in [regexp.Regexp.Expand]. A rule that matches nowhere is an error.
type rule struct {
	files    string // patterns of [path.Match] with spaces between them, from the root of the module
	old, new string
}

// imports is the rule that changes an import, and keeps the name by which the file knows it.
func imports(files, old, new string) rule {
	name := path.Base(old)
	if ok, _ := path.Match("v[0-9]", name); ok {
		name = path.Base(path.Dir(old))
	}
	if path.Base(new) == name {
		return rule{files, `(?m)^((?:import)?\s+(?:\w+ )?)"` + regexp.QuoteMeta(old) + `"`, `${1}"` + new + `"`}
	}
	return rule{files, `(?m)^((?:import)?\s+)"` + regexp.QuoteMeta(old) + `"`, `${1}` + name + ` "` + new + `"`}
}

// dotImport is the rule for a peer's tests: they are in the package, and so name what it
// exports without a qualifier.
func dotImport(files, path string) rule {
	return rule{files, `(?m)^import \(`, "import (\n\t. \"" + path + "\""}
}

// apply makes the changes of c in the folder dir, a copy of the module.
func (c *client) apply(dir, overlays string) error {
	for _, pattern := range c.remove {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("%s is no file to remove", pattern)
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	for file, names := range c.internal {
		if err := dropFunctions(filepath.Join(dir, filepath.FromSlash(file)), names); err != nil {
			return err
		}
	}
	for _, r := range c.rules {
		if err := r.apply(dir); err != nil {
			return err
		}
	}
	for from, to := range c.overlay {
		if err := copyTree(filepath.Join(overlays, filepath.FromSlash(from)), filepath.Join(dir, filepath.FromSlash(to))); err != nil {
			return err
		}
	}
	return nil
}

func (r *rule) apply(dir string) error {
	old, err := regexp.Compile(r.old)
	if err != nil {
		return err
	}
	matched := false
	for _, pattern := range strings.Fields(r.files) {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			return err
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if !old.Match(source) {
				continue
			}
			matched = true
			if err := os.WriteFile(file, old.ReplaceAll(source, []byte(r.new)), 0o666); err != nil {
				return err
			}
		}
	}
	if !matched {
		return fmt.Errorf("%q matches nothing in %s", r.old, r.files)
	}
	return nil
}

// dropFunctions takes functions and methods out of a file, and the imports that were only for them.
func dropFunctions(file string, names []string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	type span struct{ from, to int }
	var cut []span
	add := func(first, end token.Pos) { // with what else is on their lines: white space
		from, to := files.Position(first).Offset, files.Position(end).Offset
		from = len(bytes.TrimRight(source[:from], " \t"))
		if to < len(source) && source[to] == '\n' {
			to++
		}
		cut = append(cut, span{from, to})
	}
	var kept []ast.Decl
	found := map[string]bool{}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && slices.Contains(names, f.Name.Name) {
			found[f.Name.Name] = true
			if f.Doc != nil {
				add(f.Doc.Pos(), f.End())
			} else {
				add(f.Pos(), f.End())
			}
			continue
		}
		kept = append(kept, d)
	}
	for _, name := range names {
		if !found[name] {
			return fmt.Errorf("%s has no function %s", file, name)
		}
	}
	used := map[string]bool{}
	for _, d := range kept {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name != "." && name != "_" && !used[name] {
			add(spec.Pos(), spec.End())
		}
	}
	slices.SortFunc(cut, func(a, b span) int { return b.from - a.from })
	for _, s := range cut {
		source = slices.Delete(source, s.from, s.to)
	}
	return os.WriteFile(file, source, 0o666)
}

// copyTree copies files and folders, and makes them writable, which the module cache is not.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
}

// changes counts, in the Go files that are in both folders, the lines of before that are not
// in after, and those of after that are not in before; and the lines of files in after alone.
func changes(before, after string) (removed, added, ours int, err error) {
	err = filepath.WalkDir(after, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		relative, err := filepath.Rel(after, name)
		if err != nil {
			return err
		}
		new, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		old, err := os.ReadFile(filepath.Join(before, relative))
		if os.IsNotExist(err) {
			ours += bytes.Count(new, []byte("\n"))
			return nil
		}
		if err != nil {
			return err
		}
		if !bytes.Equal(old, new) {
			minus, plus := diff(strings.Split(string(old), "\n"), strings.Split(string(new), "\n"))
			removed, added = removed+minus, added+plus
		}
		return nil
	})
	return removed, added, ours, err
}

// diff counts the lines of a, and those of b, that are in no longest common subsequence.
func diff(a, b []string) (minus, plus int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	common := make([]int, len(b)+1) // of the lines of a so far and the first j of b
	for i := range a {
		diagonal := 0
		for j := range b {
			above := common[j+1]
			if a[i] == b[j] {
				common[j+1] = diagonal + 1
			} else {
				common[j+1] = max(above, common[j])
			}
			diagonal = above
		}
	}
	return len(a) - common[len(b)], len(b) - common[len(b)]
}
