// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"slices"
	"testing"

	"secant.example/ed25519"
)

// Every vector of filippo.io/mostly-harmless/ed25519vectors, which combine all
// points of small order in all encodings, under all 32 sets of rules, on their own,
// with expanded keys and in a batch. The flags
// of a vector say what each rule makes of it.
func TestEd25519Vectors(t *testing.T) {
	var vectors []struct {
		A, R, S, M string
		Flags      []string
	}
	mostlyHarmless.load(t, "ed25519vectors.json", &vectors)
	if len(vectors) < 256 {
		t.Fatalf("%d vectors, want at least 256", len(vectors))
	}
	presets := map[ed25519.Rules]int{ed25519.Default: 0, ed25519.StdLib: 0, ed25519.FIPS: 0, ed25519.ZIP215: 0}
	expanded := make([]*ed25519.ExpandedPublicKey, len(vectors))
	for i, v := range vectors {
		var err error
		if expanded[i], err = ed25519.NewExpandedPublicKey(unhex(t, v.A)); err != nil {
			t.Fatalf("vector %d: %v", i, err)
		}
	}
	var batch ed25519.BatchVerifier
	for rules := range ed25519.Cofactorless << 1 {
		batch.Reset()
		verdicts := make([]bool, len(vectors))
		has := func(rule ed25519.Rules) bool { return rules&rule != 0 }
		accepted := 0
		for i, v := range vectors {
			flag := func(name string) bool { return slices.Contains(v.Flags, name) }
			want := true
			switch {
			case flag("LowOrderA") && !has(ed25519.AcceptSmallOrderA),
				flag("LowOrderR") && has(ed25519.RejectSmallOrderR),
				flag("NonCanonicalA") && !has(ed25519.AcceptNonCanonicalA),
				flag("NonCanonicalR") && !has(ed25519.AcceptNonCanonicalR),
				flag("LowOrderResidue") && has(ed25519.Cofactorless):
				want = false
			}
			sig := append(unhex(t, v.R), unhex(t, v.S)...)
			err := ed25519.VerifyWithRules(unhex(t, v.A), []byte(v.M), sig, rules, nil)
			if (err == nil) != want {
				t.Errorf("vector %d under rules %05b: %v, want %v for %v", i, rules, err, want, v.Flags)
			}
			if rules == ed25519.Default && ed25519.Verify(unhex(t, v.A), []byte(v.M), sig) != want {
				t.Errorf("vector %d: Verify does not follow the default rules", i)
			}
			if got := expanded[i].VerifyWithRules([]byte(v.M), sig, rules, nil); got != err {
				t.Errorf("vector %d under rules %05b: %v, with the key expanded %v", i, rules, err, got)
			}
			if i%2 == 0 {
				batch.AddWithRules(unhex(t, v.A), []byte(v.M), sig, rules, nil)
			} else {
				batch.AddExpandedWithRules(expanded[i], []byte(v.M), sig, rules, nil)
			}
			if verdicts[i] = want; err == nil {
				accepted++
			}
		}
		if _, each := batch.Verify(nil); !slices.Equal(each, verdicts) {
			t.Errorf("rules %05b: verdicts in a batch %v, want %v", rules, each, verdicts)
		}
		if _, ok := presets[rules]; ok {
			presets[rules] = accepted
		}
	}
	if presets[ed25519.ZIP215] != len(vectors) {
		t.Errorf("ZIP-215 accepts %d of %d vectors, want all", presets[ed25519.ZIP215], len(vectors))
	}
	if d, f, s := presets[ed25519.Default], presets[ed25519.FIPS], presets[ed25519.StdLib]; d == 0 || d >= f || s == 0 || s >= len(vectors) {
		t.Errorf("accepted of %d vectors: %d by default, %d by FIPS, %d by the standard library", len(vectors), d, f, s)
	}
}
