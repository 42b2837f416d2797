// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dotest

import (
	"bytes"
	"testing"

	"secant.example/internal/dogroup"
	"secant.example/internal/dohash"
	"secant.example/internal/doscheme"
)

// Benchmark runs the benchmarks, all in constant memory.
func (pkg *Package[S]) Benchmark(b *testing.B) {
	secrets := pkg.secrets(b, 4)
	k, q := pkg.key(b, secrets[2]), pkg.key(b, secrets[3]).PublicKey()
	kBytes, qBytes, s, p := k.Bytes(), q.Bytes(), k.Scalar(), q.Point()
	invalid := bytes.Repeat([]byte{0xff}, 32)
	data := make([]byte, 32)
	sig, err := k.SignWithSeed(data, nil, dohash.SHA256)
	if err != nil {
		b.Fatal(err)
	}
	var v dogroup.Point[S]
	var private doscheme.PrivateKey[S]
	own := k.PublicKey()
	ownBytes := own.Bytes()
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"Point.SetBytes", func() { _, _ = v.SetBytes(qBytes) }},
		{"Point.Bytes", func() { p.Bytes() }},
		{"Add", func() { v.Add(p, p) }},
		{"ScalarMult", func() { v.ScalarMult(s, p) }},
		{"ScalarBaseMult", func() { v.ScalarBaseMult(s) }},
		{"VarTimeDoubleScalarBaseMult", func() { v.VarTimeDoubleScalarBaseMult(s, p, s) }},
		{"SetHash", func() { _, _ = v.SetHash(data, dohash.SHA256) }},
		{"PrivateKey.SetBytes", func() { _, _ = private.SetBytes(kBytes) }},
		{"Sign", func() { _, _ = k.SignWithSeed(data, nil, dohash.SHA256) }},
		{"PublicKey.Verify", func() { own.Verify(data, sig, dohash.SHA256) }},
		{"Verify", func() { pkg.Verify(ownBytes, data, sig, dohash.SHA256) }},
		{"SharedSecret", func() { _, _ = k.SharedSecret(qBytes) }},
		{"SharedSecret/invalid", func() { _, _ = k.SharedSecret(invalid) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				op.f()
			}
		})
	}
}
