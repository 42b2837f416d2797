// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"secant.example/edwards25519"
)

// randomTerms returns n scalars and points.
func randomTerms(n int) ([]Scalar, []Point) {
	r := rand.NewChaCha8([32]byte{1})
	xs, qs := make([]Scalar, n), make([]Point, n)
	var b [64]byte
	var step Point
	for i := range xs {
		for j := range b {
			b[j] = byte(r.Uint64())
		}
		xs[i].SetUniformBytes(b[:])
		if i == 0 {
			qs[i].ScalarBaseMult(&xs[i])
			step.Double(&qs[i])
		} else {
			qs[i].Add(&qs[i-1], &step)
		}
	}
	return xs, qs
}

func BenchmarkVarTimeMSM(b *testing.B) {
	for _, n := range []int{2, 16, 64, 256, 1024, 16384} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			xs, qs := randomTerms(n)
			var m edwards25519.VarTimeMSM
			var v Point
			b.ResetTimer()
			for range b.N {
				m.Reset()
				if err := m.AddSlices(xs, qs); err != nil {
					b.Fatal(err)
				}
				m.Sum(&v)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/point")
		})
	}
}

func BenchmarkMSM(b *testing.B) {
	for _, n := range []int{1, 16, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			xs, qs := randomTerms(n)
			var m edwards25519.MSM
			var v Point
			b.ResetTimer()
			for range b.N {
				m.Reset()
				if err := m.AddSlices(xs, qs); err != nil {
					b.Fatal(err)
				}
				m.Sum(&v)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/point")
		})
	}
}

func BenchmarkProducts(b *testing.B) {
	xs, qs := randomTerms(3)
	var v Point
	var e edwards25519.ExpandedPoint
	e.Set(&qs[0])
	b.Run("ScalarMult", func(b *testing.B) {
		for range b.N {
			v.ScalarMult(&xs[0], &qs[0])
		}
	})
	b.Run("ScalarBaseMult", func(b *testing.B) {
		for range b.N {
			v.ScalarBaseMult(&xs[0])
		}
	})
	b.Run("VarTimeDouble", func(b *testing.B) {
		for range b.N {
			v.VarTimeDoubleScalarBaseMult(&xs[0], &qs[0], &xs[1])
		}
	})
	b.Run("VarTimeDoubleExpanded", func(b *testing.B) {
		for range b.N {
			v.VarTimeDoubleScalarBaseMultExpanded(&xs[0], &e, &xs[1])
		}
	})
	var table edwards25519.BaseTable
	table.Set(&qs[0])
	b.Run("ScalarMultTable", func(b *testing.B) {
		for range b.N {
			v.ScalarMultTable(&xs[0], &table)
		}
	})
	b.Run("BaseTable", func(b *testing.B) {
		for range b.N {
			table.Set(&qs[0])
		}
	})
	b.Run("Expand", func(b *testing.B) {
		for range b.N {
			e.Set(&qs[0])
		}
	})
}

func BenchmarkBatches(b *testing.B) {
	const n = 1024
	_, qs := randomTerms(n)
	bs, ok := make([][32]byte, n), make([]bool, n)
	for name, f := range map[string]func() error{
		"Encode": func() error { return edwards25519.BytesBatch(bs, qs) },
		"Decode": func() error { return edwards25519.SetBytesBatch(qs, bs, ok) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/point")
		})
	}
}
