// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"testing"
)

// Benchmark runs the benchmarks, all in constant memory.
func Benchmark(b *testing.B) {
	secrets := secrets(b, 4)
	k, q := keyOf(secrets[2]), keyOf(secrets[3]).PublicKey()
	kBytes, qBytes, s, p := k.Bytes(), q.Bytes(), k.Scalar(), q.Point()
	invalid := bytes.Repeat([]byte{0xff}, 32)
	data := make([]byte, 32)
	sig, err := k.SignWithSeed(data, nil, SHA256)
	if err != nil {
		b.Fatal(err)
	}
	var v Point
	var private PrivateKey
	own := k.PublicKey()
	ownBytes := own.Bytes()
	expanded := expand(b, ownBytes)
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
		{"SetHash", func() { _, _ = v.SetHash(data, data) }},
		{"SetHashedData", func() { _, _ = v.SetHashedData(data, SHA256) }},
		{"PrivateKey.SetBytes", func() { _, _ = private.SetBytes(kBytes) }},
		{"Sign", func() { _, _ = k.SignWithSeed(data, nil, SHA256) }},
		{"PublicKey.Verify", func() { own.Verify(data, sig, SHA256) }},
		{"NewExpandedPublicKey", func() { _, _ = NewExpandedPublicKey(ownBytes) }},
		{"ExpandedPublicKey.Verify", func() { expanded.Verify(data, sig, SHA256) }},
		{"Verify", func() { Verify(ownBytes, data, sig, SHA256) }},
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
