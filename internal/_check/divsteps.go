// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"

	"secant.example/internal/_check/divsteps"
	"secant.example/internal/_check/mutation"
	"secant.example/internal/_check/x86"
)

// isDivsteps reports whether package divsteps follows a routine, in the place of the bounds and the
// algebra of all others.
func isDivsteps(u *Unit, name string) bool {
	return u.Path == "internal/modinv" && divsteps.Covers(name)
}

// byDivsteps is what stands for both in TRUST.md.
const byDivsteps = "division steps"

// checkDivsteps follows the routines that do division steps, and returns what is wrong.
func checkDivsteps(w io.Writer, units []*Unit) (findings []string) {
	for _, u := range units {
		for _, t := range u.Program.Order {
			if !isDivsteps(u, t.Name) {
				continue
			}
			r := divsteps.Check(u.Program, t.Name)
			for _, e := range r.Found {
				findings = append(findings, e.Error())
			}
			for i := range t.Instructions {
				if len(r.Found) == 0 && !r.Done[i] {
					e := x86.Error{File: t.File, Line: t.Instructions[i].Line, Message: t.Name + ": no division step gets here"}
					findings = append(findings, e.Error())
				}
			}
			fmt.Fprintf(w, "%s: %s: %d comparisons\n", u.Path, t.Name, r.Compared)
		}
	}
	return findings
}

// sameDivsteps returns the rule for a mutant of which all judges found nothing: equivalent is one that only those
// routines do which package divsteps has followed.
func sameDivsteps(u *Unit, callers []*x86.Text) *mutation.Rule {
	for _, t := range callers {
		if !isDivsteps(u, t.Name) {
			return nil
		}
	}
	if len(callers) == 0 {
		return nil
	}
	return mutation.SameDivsteps
}

// divstepsOfMutant is what package divsteps says of a mutant.
func divstepsOfMutant(_ *layouts, u *Unit, callers []*x86.Text) string {
	for _, t := range callers {
		if isDivsteps(u, t.Name) {
			if r := divsteps.Check(u.Program, t.Name); len(r.Found) > 0 {
				return r.Found[0].Error()
			}
		}
	}
	return ""
}
