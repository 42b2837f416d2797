// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"fmt"
	"slices"
	"strings"
)

// Rules say how strictly signatures are verified. A record may name its own, but who verifies
// decides: names of other rules than these are invalid, with [RulesNotAllowed]. The zero value has
// "default" and "low-s".
type Rules struct {
	Ed25519 string   // of records of Ed25519, Ed25519ctx and Ed25519ph; "" is "default"
	ECDSA   string   // of records of ECDSA; "" is "low-s"
	Allowed []string // names that records may choose instead
}

// The names of rules.
const (
	lowS = "low-s"
	anyS = "any-s"
)

var (
	edRules    = []string{"default", "stdlib", "fips", "zip215"}
	ecdsaRules = []string{lowS, anyS}
)

// RuleNames returns the names of all rules: those of Ed25519, as package ed25519 parses them, and
// low-s and any-s of ECDSA.
func RuleNames() []string { return slices.Concat(edRules, ecdsaRules) }

// rulesOf returns the names of the rules that records of a scheme have.
func rulesOf(s Scheme) []string {
	switch s {
	case Ed25519, Ed25519ctx, Ed25519ph:
		return edRules
	case ECDSA:
		return ecdsaRules
	}
	return nil
}

// of returns the name of the rules of a scheme that has some.
func (p *Rules) of(s Scheme) string {
	own := p.Ed25519
	if s == ECDSA {
		own = p.ECDSA
	}
	if own == "" {
		return rulesOf(s)[0]
	}
	return own
}

// Set sets the rules of r if it names none, and returns the zero Verdict; or, if it names some that
// it may not choose, why it is invalid. Names that its scheme does not have are for the [Verifier] to
// find.
func (p *Rules) Set(r *Record) Verdict {
	known := rulesOf(r.Scheme)
	if known == nil {
		return Verdict{}
	}
	own := p.of(r.Scheme)
	switch {
	case r.Rules == "":
		r.Rules = own
	case r.Rules != own && !slices.Contains(p.Allowed, r.Rules) && slices.Contains(known, r.Rules):
		return Verdict{RulesNotAllowed, r.Rules + ", where " + own + " is asked for"}
	}
	return Verdict{}
}

// check returns an error if there is a name that is not one of rules.
func (p *Rules) check() error {
	for _, list := range []struct {
		of           string
		names, known []string
	}{{" of Ed25519", []string{p.Ed25519}, edRules}, {" of ECDSA", []string{p.ECDSA}, ecdsaRules}, {"", p.Allowed, RuleNames()}} {
		for _, name := range list.names {
			if name != "" && !slices.Contains(list.known, name) {
				return fmt.Errorf("bulk: no rules %.20q%s: %s", name, list.of, strings.Join(list.known, ", "))
			}
		}
	}
	return nil
}
