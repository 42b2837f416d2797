// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"secant.example/internal/_check/algebra"
	"secant.example/internal/_check/x86"
)

// specifications are the cases of the algebra, by package.
var specifications = map[string]func() []algebra.Case{
	"internal/field":        algebra.Field,
	"internal/curve25519":   algebra.Curve25519,
	"internal/edwards25519": algebra.Edwards25519,
}

// notProven are the routines without cases, with the reason.
var notProven = map[string]string{
	"cpuid": "no arithmetic",
}

// runsWithNumbers is how often each case of the algebra is run with numbers.
const runsWithNumbers = 30

// checkAlgebra proves the cases of all packages, and returns what is wrong.
func checkAlgebra(w io.Writer, units []*Unit, trials int) (findings []string) {
	for _, u := range units {
		specification := specifications[u.Path]
		if specification == nil {
			continue
		}
		proof := algebra.Prove(u.Program, specification(), trials)
		checks, degree, covered := 0, 0, map[string]bool{}
		for _, r := range proof.Results {
			findings = append(findings, r.Failed...)
			checks += r.Checks
			degree = max(degree, r.Degree)
			covered[r.Routine] = true
		}
		for _, t := range u.Program.Order {
			static := strings.HasSuffix(t.Name, "<>")
			if !static && covered[t.Name] == (notProven[t.Name] != "") {
				findings = append(findings, fmt.Sprintf("%s: %s is to be proven, or is not, for a reason", u.Path, t.Name))
			}
			if notProven[t.Name] != "" {
				continue
			}
			done := proof.Done[t]
			for i := range t.Instructions {
				if done == nil || !done[i] {
					e := x86.Error{File: t.File, Line: t.Instructions[i].Line, Message: t.Name + ": no identity depends on it, because no case gets there"}
					findings = append(findings, e.Error())
				}
			}
		}
		fmt.Fprintf(w, "%s: %d cases, %d identities of a degree up to %d: each holds, or a random test has passed that has a chance below 2^-%d\n",
			u.Path, len(proof.Results), checks, degree, 254-bits.Len(uint(degree)))
	}
	return findings
}

// algebraOf says what the algebra shows of a routine, if nothing was found.
func algebraOf(u *Unit, name string) string {
	switch {
	case notProven[name] != "":
		return "no: " + notProven[name]
	case specifications[u.Path] == nil:
		return "no"
	case strings.HasSuffix(name, "<>"):
		return "in its callers"
	}
	return "yes"
}
