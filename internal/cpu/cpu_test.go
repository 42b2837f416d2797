// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package cpu

import (
	"runtime"
	"testing"
	"unsafe"
)

// The assembly reads these by their offsets, which the generator has under the same
// names.
func TestLayout(t *testing.T) {
	for name, offsets := range map[string][2]uintptr{
		"V3":        {unsafe.Offsetof(X86.V3), 0},
		"IFMA":      {unsafe.Offsetof(X86.IFMA), 1},
		"TwoChains": {unsafe.Offsetof(X86.TwoChains), 2},
		"Lanes":     {unsafe.Offsetof(X86.Lanes), 3},
		"the end":   {unsafe.Sizeof(X86), 4},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s is at offset %d, want %d", name, offsets[0], offsets[1])
		}
	}
}

func TestPaths(t *testing.T) {
	paths := Paths()
	if paths[0] != X86 {
		t.Errorf("the first path is %+v, in use is %+v", paths[0], X86)
	}
	t.Logf("on %s this machine runs %+v", runtime.GOARCH, paths)
	if last := paths[len(paths)-1]; last != (Features{}) {
		t.Errorf("the last path is %+v, want none", last)
	}
	seen := map[Features]bool{}
	before := X86
	for _, f := range paths {
		if seen[f] {
			t.Errorf("%+v is there twice", f)
		}
		seen[f] = true
		restore := Force(f)
		if X86 != f {
			t.Errorf("Force(%+v) left %+v", f, X86)
		}
		restore()
	}
	if X86 != before {
		t.Errorf("restore left %+v, want %+v", X86, before)
	}
	// Whatever is available is tested with everything below it, and both chains are.
	can := available()
	for _, f := range []Features{
		{V3: can.V3}, {V3: can.V3, TwoChains: can.TwoChains}, {V3: can.V3, IFMA: can.IFMA}, can,
	} {
		if !seen[f] {
			t.Errorf("%+v is not a path", f)
		}
	}
}

// Levels stand on V3, and a setting that the machine lacks is refused.
func TestForce(t *testing.T) {
	all := Features{V3: true, IFMA: true, TwoChains: true}
	for _, f := range []Features{{IFMA: true}, {TwoChains: true}, {IFMA: true, TwoChains: true}, {Lanes: true}, {V3: true, IFMA: true, Lanes: true}} {
		if f.in(all) {
			t.Errorf("%+v is a setting", f)
		}
	}
	for _, f := range []Features{{}, {V3: true}, {V3: true, Lanes: true}, {V3: true, TwoChains: true, Lanes: true}, {V3: true, IFMA: true}, {V3: true, TwoChains: true}, all} {
		if !f.in(all) || f.in(Features{}) != (f == Features{}) {
			t.Errorf("%+v is in all: %v, in none: %v", f, f.in(all), f.in(Features{}))
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Force took a level without the one below it")
		}
	}()
	Force(Features{IFMA: true})
}

func TestChoose(t *testing.T) {
	zen3 := processor{"AuthenticAMD", 0x00a00f11}
	for _, test := range []struct {
		p        processor
		adx      bool
		settings string
		want     bool
	}{
		{zen3, true, "", true},
		{zen3, false, "", false},
		{zen3, false, "secant.chains=2", false},
		{zen3, true, "secant.chains=1", false},
		{zen3, true, "http2client=0,secant.chains=1", false},
		{zen3, true, "secant.chains=0", true},
		{zen3, true, "secant.chains=", true},
		{zen3, true, "secant.chains", true},
		{zen3, true, "xsecant.chains=1,,", true},
		{zen3, true, "secant.chains=1,secant.chains=2", true},
		{processor{"AuthenticAMD", 0x00800f82}, true, "", true},  // Zen
		{processor{"AuthenticAMD", 0x00b40f40}, true, "", true},  // Zen 5
		{processor{"AuthenticAMD", 0x00660f01}, true, "", false}, // Excavator
		{processor{"GenuineIntel", 0x000806f8}, true, "", false},
		{processor{"GenuineIntel", 0x000806f8}, true, "secant.chains=2", true},
	} {
		can := Features{V3: true, TwoChains: test.adx}
		want := Features{V3: true, TwoChains: test.want}
		if got := choose(can, test.p.prefersTwoChains(), false, test.settings); got != want {
			t.Errorf("%+v with ADX %v and %q uses %+v, want %+v", test.p, test.adx, test.settings, got, want)
		}
	}
	v3, ifma := Features{V3: true}, Features{V3: true, IFMA: true}
	zen2, zen5, intel := processor{"AuthenticAMD", 0x00830f10}, processor{"AuthenticAMD", 0x00b40f40}, processor{"GenuineIntel", 0x000806f8}
	for _, test := range []struct {
		p        processor
		can      Features
		settings string
		want     bool
	}{
		{zen3, v3, "", true},
		{zen5, v3, "", true},
		{zen2, v3, "", false},
		{intel, v3, "", false},
		{zen3, Features{}, "", false},
		{zen5, ifma, "", false},
		{zen3, v3, "secant.lanes=0", false},
		{zen3, v3, "secant.chains=1,secant.lanes=0", false},
		{zen3, v3, "secant.lanes=2", true},
		{zen3, v3, "secant.lanes=0,secant.lanes=1", true},
		{zen2, v3, "secant.lanes=1", true},
		{intel, v3, "secant.lanes=1", true},
		{zen5, ifma, "secant.lanes=1", false},
		{zen3, Features{}, "secant.lanes=1", false},
	} {
		want := test.can
		want.Lanes = test.want
		if got := choose(test.can, false, test.p.prefersLanes(), test.settings); got != want {
			t.Errorf("%+v that can %+v uses %+v with %q, want %+v", test.p, test.can, got, test.settings, want)
		}
	}
	for signature, want := range map[uint32]int{0x00a00f11: 0x19, 0x00800f82: 0x17, 0x000806f8: 6, 0x00b40f40: 0x1a} {
		if got := (processor{"", signature}).family(); got != want {
			t.Errorf("the family of %#x is %#x, want %#x", signature, got, want)
		}
	}
}

// Without IFMA the machine takes what it takes now, or if that is IFMA, what else it has.
func TestWithoutIFMA(t *testing.T) {
	got := WithoutIFMA()
	if got.IFMA || got.V3 != X86.V3 || !X86.IFMA && got != X86 {
		t.Errorf("of %+v it leaves %+v", X86, got)
	}
	Force(got)() // which panics if the machine lacks something
}
