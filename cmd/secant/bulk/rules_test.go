// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"secant.example/ed25519"
)

// A record has the rules that it is given, and no others unless they are allowed.
func TestRulesSet(t *testing.T) {
	some := Rules{Ed25519: "zip215", ECDSA: "any-s", Allowed: []string{"fips", "low-s"}}
	for _, test := range []struct {
		rules  Rules
		scheme Scheme
		named  string
		want   string // or empty: not allowed
	}{
		{Rules{}, Ed25519, "", "default"}, {Rules{}, Ed25519ctx, "default", "default"}, {Rules{}, Ed25519ph, "zip215", ""},
		{Rules{}, Ed25519, "stdlib", ""}, {Rules{}, Ed25519, "fips", ""}, {Rules{}, ECDSA, "", "low-s"}, {Rules{}, ECDSA, "low-s", "low-s"},
		{Rules{}, ECDSA, "any-s", ""}, {some, Ed25519, "", "zip215"}, {some, Ed25519ph, "zip215", "zip215"}, {some, Ed25519ctx, "default", ""},
		{some, Ed25519, "fips", "fips"}, {some, Ed25519, "stdlib", ""}, {some, ECDSA, "", "any-s"}, {some, ECDSA, "low-s", "low-s"},
		// What the scheme does not have is for the Verifier.
		{Rules{}, Ed25519, "any-s", "any-s"}, {Rules{}, ECDSA, "zip215", "zip215"}, {some, Ed25519, "x", "x"},
	} {
		r := Record{Scheme: test.scheme, Rules: test.named}
		d := test.rules.Set(&r)
		switch {
		case test.want == "" && d.Reason != RulesNotAllowed:
			t.Errorf("%+v: %s may choose %q: %s", test.rules, test.scheme, test.named, d)
		case test.want != "" && (d != Verdict{} || r.Rules != test.want):
			t.Errorf("%+v: %s, %q: %s by %q, want %q", test.rules, test.scheme, test.named, d, r.Rules, test.want)
		}
	}
	for _, s := range Schemes() {
		r := Record{Scheme: s}
		if d := some.Set(&r); d != (Verdict{}) || (r.Rules != "") != (s <= ECDSA) {
			t.Errorf("%s: %s, %q", s, d, r.Rules)
		}
	}
	for _, bad := range []Rules{{Ed25519: "any-s"}, {ECDSA: "default"}, {Allowed: []string{"fips", "all"}}, {Ed25519: "x"}} {
		err := Run(t.Context(), nil, &Options{Rules: bad}, func([]Item) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "bulk: no rules") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for _, name := range edRules {
		must(ed25519.ParseRules(name))
	}
}

// A record cannot loosen the rules of those who verify it: here signatures that only some accept.
func TestRulesOfRecords(t *testing.T) {
	small := make([]byte, 32) // encodes a point of small order, which verifies anything by zip215
	small[0] = 1
	lax := func(rules string) []byte {
		return jsonLine(&Record{ID: []byte("lax"), Scheme: Ed25519, Rules: rules, Key: small, Message: []byte("m"), Signature: append(slices.Clone(small), make([]byte, 32)...)})
	}
	var high []byte
	for _, r := range signed(1) {
		if r.Rules == "any-s" {
			high = jsonLine(&r)
		}
	}
	verdicts := func(rules Rules) (got []string, s Summary) {
		text := slices.Concat(lax("zip215"), lax(""), high)
		err := Run(t.Context(), []Input{input("x", bytes.NewReader(text))}, &Options{Rules: rules}, func(items []Item) error {
			for _, item := range items {
				s.Add(item.Scheme, item.Rules, item.Verdict)
				got = append(got, item.Verdict.Reason.String())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return got, s
	}
	for _, test := range []struct {
		rules   Rules
		want    string
		choices string
	}{
		{Rules{}, "[rules not allowed malformed key rules not allowed]", "[]"},
		{Rules{Ed25519: "zip215"}, "[valid valid rules not allowed]", "[]"},
		{Rules{Allowed: []string{"zip215"}}, "[valid malformed key rules not allowed]", "[default zip215]"},
		{Rules{ECDSA: "any-s"}, "[rules not allowed malformed key valid]", "[]"},
		{Rules{Allowed: []string{"any-s"}}, "[rules not allowed malformed key valid]", "[]"},
	} {
		got, s := verdicts(test.rules)
		if fmt.Sprint(got) != test.want || fmt.Sprint(s.Choices()) != test.choices {
			t.Errorf("%+v: %v, %v; want %s, %s", test.rules, got, s.Choices(), test.want, test.choices)
		}
	}
}
