// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"

	"secant.example/internal/_check/divsteps"
	"secant.example/internal/_check/hashes"
	"secant.example/internal/_check/mutation"
	"secant.example/internal/_check/x86"
)

// A follower is a package that follows whole routines of one package, in the place of the bounds and the algebra of all others.
type follower struct {
	name   string // stands for both in TRUST.md
	path   string // of the package
	covers func(name string) bool
	check  func(p *x86.Program, name string) *x86.Followed
	same   *mutation.Rule // for mutants of which it shows the same
}

var followers = []*follower{
	{"division steps", "internal/modinv", divsteps.Covers, divsteps.Check, mutation.SameDivsteps},
	{"SHA-512", "internal/sha512lanes", hashes.Covers, hashes.Check, mutation.SameHash},
}

// followerOf returns the one of a routine, or nil.
func followerOf(u *Unit, name string) *follower {
	for _, f := range followers {
		if f.path == u.Path && f.covers(name) {
			return f
		}
	}
	return nil
}

// checkFollowed follows the routines that are followed as a whole, and returns what is wrong.
func checkFollowed(w io.Writer, units []*Unit) (findings []string) {
	for _, u := range units {
		for _, t := range u.Program.Order {
			f := followerOf(u, t.Name)
			if f == nil {
				continue
			}
			r := f.check(u.Program, t.Name)
			for _, e := range r.Found {
				findings = append(findings, e.Error())
			}
			for i := range t.Instructions {
				if len(r.Found) == 0 && !r.Done[i] {
					e := x86.Error{File: t.File, Line: t.Instructions[i].Line, Message: t.Name + ": nothing of " + f.name + " gets here"}
					findings = append(findings, e.Error())
				}
			}
			fmt.Fprintf(w, "%s: %s: %s: %d comparisons\n", u.Path, t.Name, f.name, r.Compared)
		}
	}
	return findings
}

// sameFollowed returns the rule for a mutant of which all judges found nothing: equivalent is one that only those
// routines do which one package has followed.
func sameFollowed(u *Unit, callers []*x86.Text) *mutation.Rule {
	var f *follower
	for _, t := range callers {
		if f = followerOf(u, t.Name); f == nil {
			return nil
		}
	}
	if f == nil {
		return nil
	}
	return f.same // a package has one
}

// judge is what a follower says of a mutant.
func (f *follower) judge(w *worker, m *mutation.Mutant, callers []*x86.Text) (string, error) {
	defer m.Apply()()
	for _, t := range callers {
		if followerOf(w.unit, t.Name) == f {
			if r := f.check(w.unit.Program, t.Name); len(r.Found) > 0 {
				return r.Found[0].Error(), nil
			}
		}
	}
	return "", nil
}
