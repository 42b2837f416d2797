// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"math/big"
	"testing"

	"secant.example/ristretto255"
)

func BenchmarkElement(b *testing.B) {
	s := scalar(new(big.Int).Rsh(order, 1))
	x := new(Element).ScalarBaseMult(s)
	y := new(Element).ScalarBaseMult(scalar(big.NewInt(1000003)))
	var e Element
	encoding, uniform, buffer := x.Bytes(), make([]byte, 64), make([]byte, 0, 32)
	copy(uniform, encoding)
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"SetCanonicalBytes", func() { _, _ = e.SetCanonicalBytes(encoding) }},
		{"Encode", func() { x.Encode(buffer) }},
		{"SetUniformBytes", func() { _, _ = e.SetUniformBytes(uniform) }},
		{"Equal", func() { x.Equal(y) }},
		{"Add", func() { e.Add(x, y) }},
		{"ScalarMult", func() { e.ScalarMult(s, x) }},
		{"ScalarBaseMult", func() { e.ScalarBaseMult(s) }},
		{"VarTimeDoubleScalarBaseMult", func() { e.VarTimeDoubleScalarBaseMult(s, x, s) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			for range b.N {
				op.f()
			}
		})
	}
}

func BenchmarkBatch(b *testing.B) {
	elements, encodings, ok := make([]Element, 64), make([][32]byte, 64), make([]bool, 64)
	for i := range elements {
		elements[i] = *new(Element).ScalarBaseMult(scalar(big.NewInt(int64(i))))
	}
	for _, op := range []struct {
		name string
		f    func() error
	}{
		{"BytesBatch", func() error { return ristretto255.BytesBatch(encodings, elements) }},
		{"SetCanonicalBytesBatch", func() error { return ristretto255.SetCanonicalBytesBatch(elements, encodings, ok) }},
		{"DoubleAndEncodeBatch", func() error { return ristretto255.DoubleAndEncodeBatch(encodings, elements) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			for range b.N {
				if err := op.f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(elements)), "ns/element")
		})
	}
}
