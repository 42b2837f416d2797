// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"testing"
)

func BenchmarkElement(b *testing.B) {
	wide := make([]byte, 64)
	wide[0] = 7
	x := NewScalar().FromUniformBytes(wide)
	e := NewElement().FromUniformBytes(wide)
	encoding := e.Encode(nil)
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"Encode", func() { e.Encode(nil) }},
		{"Decode", func() {
			if err := NewElement().Decode(encoding); err != nil {
				b.Fatal(err)
			}
		}},
		{"FromUniformBytes", func() { NewElement().FromUniformBytes(wide) }},
		{"ScalarBaseMult", func() { NewElement().ScalarBaseMult(x) }},
		{"ScalarMult", func() { NewElement().ScalarMult(x, e) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			for i := 0; i < b.N; i++ {
				op.f()
			}
		})
	}
}
