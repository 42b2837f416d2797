// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"secant.example/internal/_check/algebra"
	"secant.example/internal/_check/x86"
)

// specifications are the cases of the algebra, by package.
var specifications = map[string]func() []algebra.Case{
	"internal/field":        algebra.Field,
	"internal/curve25519":   algebra.Curve25519,
	"internal/edwards25519": algebra.Edwards25519,
	"internal/secp256k1":    algebra.Secp256k1,
	"internal/doubleodd":    algebra.DoubleOdd,
}

// notProven are the routines without cases, with the reason.
var notProven = map[string]string{
	"cpuid":        "no arithmetic",
	"fetchEntries": "it leaves nothing",
}

// unseen says why cases leave words of which no identity speaks.
var unseen = map[string]string{
	"vectorSum (IFMA, n = 0, t = 0)": noT,
	"vectorSum (IFMA, n = 2, t = 0)": noT,
	"sumSteps (IFMA, n = 0, t = 0)":  noT,
	"sumSteps (IFMA, n = 2, t = 0)":  noT,
}

const noT = "T is not computed"

// runsWithNumbers is how often each case of the algebra is run with numbers.
const runsWithNumbers = 12

// checkAlgebra proves the cases of all packages, and returns what is wrong. given says what is proven of the
// instructions of a package; that the identities need more is wrong.
func checkAlgebra(w io.Writer, units []*Unit, trials int, given map[string]algebra.Given) (findings []string) {
	proofs := make([]*algebra.Proof, len(units))
	var group sync.WaitGroup
	for i, u := range units {
		if specification := specifications[u.Path]; specification != nil {
			group.Add(1)
			go func() {
				defer group.Done()
				proofs[i] = algebra.Prove(u.Program, specification(), trials, given[u.Path])
			}()
		}
	}
	group.Wait()
	for i, u := range units {
		proof := proofs[i]
		if proof == nil {
			continue
		}
		checks, degree, covered, presumed := 0, 0, map[string]bool{}, map[string]bool{}
		more := map[string]int{} // cases of a routine that fail, but for the first
		for _, r := range proof.Results {
			if _, again := more[r.Routine]; again && len(r.Failed) > 0 {
				more[r.Routine]++
			} else if len(r.Failed) > 0 {
				more[r.Routine] = 0
				for _, message := range r.Messages() {
					findings = append(findings, inRoutine(u, r.Routine, message))
				}
			}
			if r.Checks == 0 {
				findings = append(findings, inRoutine(u, r.Routine, r.Title()+": has no identities"))
			}
			if allowed := unseen[r.Title()] != ""; len(r.Failed) == 0 && allowed != (r.Unseen > 0) {
				findings = append(findings, inRoutine(u, r.Routine, fmt.Sprintf("%s: of %d words that it leaves no identity speaks, which is listed: %v", r.Title(), r.Unseen, allowed)))
			}
			checks += r.Checks
			degree = max(degree, r.Degree)
			covered[r.Routine] = true
			for _, place := range r.Presumed {
				presumed[place] = true
			}
		}
		for _, t := range u.Program.Order {
			if n := more[t.Name]; n > 0 {
				findings = append(findings, inRoutine(u, t.Name, fmt.Sprintf("%s: more cases of this routine: %d", t.Name, n)))
			}
		}
		for _, t := range u.Program.Order {
			static := strings.HasSuffix(t.Name, "<>")
			if !static && covered[t.Name] == (notProven[t.Name] != "") {
				findings = append(findings, fmt.Sprintf("%s: %s has to have either cases of the algebra or a reason for having none", u.Path, t.Name))
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
		for _, place := range slices.Sorted(maps.Keys(presumed)) {
			findings = append(findings, place+": an identity needs that this carries or loses nothing, which bounds do not show")
		}
		fmt.Fprintf(w, "%s: %d cases, %d identities, of polynomials in words of a degree up to %d\n", u.Path, len(proof.Results), checks, degree)
	}
	return findings
}

// inRoutine is a message about a routine, at its line.
func inRoutine(u *Unit, name, message string) string {
	t := u.Program.Texts[name]
	e := x86.Error{File: t.File, Line: t.Line, Message: message}
	return e.Error()
}

// algebraOf says what the algebra shows of a routine, if nothing was found.
func algebraOf(u *Unit, name string) string {
	switch {
	case notProven[name] != "":
		return "no: " + notProven[name]
	case followerOf(u, name) != nil:
		return followerOf(u, name).name
	case specifications[u.Path] == nil:
		return "no"
	case strings.HasSuffix(name, "<>"):
		return "in its callers"
	}
	return "yes"
}
