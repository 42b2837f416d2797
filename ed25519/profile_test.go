// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"fmt"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/edwards25519"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// BenchmarkVerifyParts measures the parts of a verification, on every path.
func BenchmarkVerifyParts(b *testing.B) {
	s := signedBy(b, testkit.NewRand(b), 1, 1)[0]
	expanded, err := NewExpandedPublicKey(s.public)
	if err != nil {
		b.Fatal(err)
	}
	for _, path := range cpu.Paths() {
		restore := cpu.Force(path)
		var c claim
		if err := c.set(s.public, s.message, s.sig, Default, nil); err != nil {
			b.Fatal(err)
		}
		var f lattice.Fraction
		c.halve(&f)
		encodings := [2][32]byte{c.A, c.R}
		var points [2]edwards25519.Point
		var ok [2]bool
		rho, tau := fromLimbs(&f.Rho), fromLimbs(&f.Tau)
		var tauS scalar.Scalar
		modL.Mul(&tauS, &tau, &c.S)
		var v edwards25519.Point
		v.ScalarBaseMult(&tauS)
		for _, part := range []struct {
			name string
			f    func()
		}{
			{"whole", func() { VerifyWithOptions(s.public, s.message, s.sig, nil) }},
			{"form and hash", func() { c.set(s.public, s.message, s.sig, Default, nil) }},
			{"lattice reduction", func() { c.halve(&f) }},
			{"decoding A and R", func() { edwards25519.DecodeBatch(points[:], encodings[:], ok[:], false) }},
			{"scalars", func() { rho, tau = fromLimbs(&f.Rho), fromLimbs(&f.Tau); modL.Mul(&tauS, &tau, &c.S) }},
			{"sum of three multiples", func() {
				v.VarTimeTripleScalarBaseMult(&rho, &points[0], &tau, &points[1], &tauS)
			}},
			{"two checks of the order", func() { points[0].IsSmallOrder(); v.IsSmallOrder() }},
			{"expanded, whole", func() { expanded.Verify(s.message, s.sig) }},
			{"expanded, sum of two multiples", func() {
				v.VarTimeDoubleScalarBaseMultExpanded(&c.k, &expanded.minusA, &c.S)
			}},
			{"expanded, encoding", func() { v.VarTimeEncode(new([32]byte)) }},
		} {
			b.Run(fmt.Sprintf("%+v/%s", path, part.name), func(b *testing.B) {
				for range b.N {
					part.f()
				}
			})
		}
		restore()
	}
}
