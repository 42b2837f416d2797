// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"fmt"
	"testing"

	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

func BenchmarkProducts(b *testing.B) {
	r := testkit.NewRand(b)
	x, y := scalarFrom(randomMultiplier(r)), scalarFrom(randomMultiplier(r))
	q := decode(b, randomPoint(r))
	encoding := q.Bytes()
	var v Point
	for name, f := range map[string]func(){
		"ScalarMult":     func() { v.ScalarMult(x, q) },
		"ScalarBaseMult": func() { v.ScalarBaseMult(x) },
		"VarTimeDouble":  func() { v.VarTimeDoubleScalarBaseMult(x, q, y) },
		"NormalizeX":     func() { v.NormalizeX(new([32]byte)) },
		"SetBytes":       func() { _, _ = v.SetBytes(encoding) },
		"Add":            func() { v.Add(&v, q) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				f()
			}
		})
	}
}

func BenchmarkVarTimeMSM(b *testing.B) {
	r := testkit.NewRand(b)
	for _, n := range []int{2, 16, 64, 256, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			xs, qs := make([]Scalar, n), make([]Point, n)
			for i := range xs {
				xs[i] = *scalarFrom(randomMultiplier(r))
				qs[i].ScalarBaseMult(&xs[i])
			}
			secp256k1.NormalizeBatch(len(qs), func(i int) *Point { return &qs[i] })
			var m secp256k1.VarTimeMSM
			var v Point
			b.ResetTimer()
			for range b.N {
				m.Reset()
				addSlices(&m, xs, qs)
				m.Sum(&v)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/point")
		})
	}
}
