// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"errors"
	"runtime"
	"testing"
	"unsafe"

	"secant.example/internal/scalar"
)

// A signature that is computed wrongly does not leave, if it is to be verified: here the key
// and its public key do not belong together.
func TestFault(t *testing.T) {
	for _, g := range []*Group{JQ255E, JQ255S, DO255E, DO255S} {
		var good, bad PrivateKey
		two, three := scalar.New(2, 0, 0, 0), scalar.New(3, 0, 0, 0)
		g.setPrivateKey(&good, &two)
		g.setPrivateKey(&bad, &two)
		bad.d = three
		for _, o := range []Options{{Verify: true}, {Verify: true, Deterministic: true}} {
			if sig, err := g.Sign(&bad, nil, nil, &o); sig != nil || err != g.ErrFault {
				t.Errorf("%s: a fault: %x, %v", g.name, sig, err)
			}
			if sig, err := g.Sign(&good, nil, nil, &o); err != nil || !g.Verify(&good.public, nil, sig, Raw) {
				t.Errorf("%s: no fault: %x, %v", g.name, sig, err)
			}
		}
		if sig, err := g.Sign(&bad, nil, nil, &Options{}); err != nil || g.Verify(&bad.public, nil, sig, Raw) {
			t.Errorf("%s: a fault that is not looked for: %x, %v", g.name, sig, err)
		}
	}
}

// pointed is an error whose value is a pointer.
type pointed struct{ text string }

func (e *pointed) Error() string { return e.text }

// valued is an error whose value is not.
type valued struct{ a, b int }

func (valued) Error() string { return "valued" }

// An error that is masked away is nil, and otherwise what it was, through collections of
// garbage.
func TestErrorUnless(t *testing.T) {
	for _, want := range []error{JQ255E.ErrPublicKey, errors.New("text"), &pointed{"pointed"}, valued{1, 2}, nil} {
		for range 10 {
			err := errorUnless(1, want)
			if words := *(*[2]uintptr)(unsafe.Pointer(&err)); err != nil || words != [2]uintptr{} {
				t.Fatalf("%v is not masked: %#x", want, words)
			}
			err = errorUnless(0, want)
			runtime.GC()
			if err != want || err != nil && err.Error() != want.Error() {
				t.Fatalf("%v became %v", want, err)
			}
		}
	}
}
