// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "testing"

func BenchmarkField(b *testing.B) {
	x, y := New(1, 2, 3, 4), New(^uint64(0), 6, 7, 8)
	u, v, square := [8]Element{x, y, x, y, x, y, x, y}, [8]Element{x, x, y, y, y, y, x, x}, [8]int{}
	p := P25519
	for _, bench := range []struct {
		name string
		run  func()
	}{
		{"Mul", func() { p.Mul(&x, &x, &y) }},
		{"Sqr", func() { p.Sqr(&x, &x) }},
		{"SqrN100", func() { p.SqrN(&x, &x, 100) }},
		{"Add", func() { p.Add(&x, &x, &y) }},
		{"Sub", func() { p.Sub(&x, &x, &y) }},
		{"MulGeneric", func() { mulGeneric(&x, &x, &y, uint64(p)) }},
		{"SqrGeneric", func() { sqrGeneric(&x, &x, uint64(p)) }},
		{"AddGeneric", func() { addGeneric(&x, &x, &y, uint64(p)) }},
		{"SubGeneric", func() { subGeneric(&x, &x, &y, uint64(p)) }},
		{"Inv", func() { p.Inv(&x, &x) }},
		{"InvVarTime", func() { p.InvVarTime(&x, &x) }},
		{"Sqrt", func() { p.Sqrt(&x, &x) }},
		{"SqrtRatios", func() { p.SqrtRatios(u[:], u[:], v[:], square[:]) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for range b.N {
				bench.run()
			}
		})
	}
}
