// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

func TestBaseTable(t *testing.T) {
	r := testkit.NewRand(t)
	var scalars []*big.Int
	var want []affine
	for range 50 {
		k := r.EdwardsScalar()
		scalars, want = append(scalars, k), append(want, testkit.EdwardsBase().Mult(k))
	}
	testkit.Kernels(t, func(t *testing.T) {
		var table edwards25519.BaseTable // used for all, with what the last has left
		v := edwards25519.NewGeneratorPoint()
		for _, s := range testkit.EdwardsSamples() {
			table.Set(projective(decode(t, s.EdwardsPoint), r))
			for i, k := range testkit.EdwardsScalars {
				if v.ScalarMultTable(scalar(k), &table) != v {
					t.Fatal("ScalarMultTable does not return its receiver")
				}
				check(t, v, s.Multiples[i], "%d times %x", k, s.Bytes())
			}
		}
		table.Set(edwards25519.NewGeneratorPoint())
		for i, k := range scalars {
			check(t, v.ScalarMultTable(scalar(k), &table), want[i], "%d·B", k)
		}
		q := *edwards25519.NewGeneratorPoint()
		if got := table.Set(&q); got != &table {
			t.Error("Set does not return its receiver")
		}
	})
}

func TestBaseTableAllocations(t *testing.T) {
	xs, qs := randomTerms(1)
	testkit.NoAllocs(t, "BaseTable", func() {
		var table edwards25519.BaseTable
		var v Point
		v.ScalarMultTable(&xs[0], table.Set(&qs[0]))
	})
}

func TestZeroBaseTable(t *testing.T) {
	if !panics(func() { new(Point).ScalarMultTable(&Scalar{}, new(edwards25519.BaseTable)) }) {
		t.Error("no panic")
	}
	if !panics(func() { new(edwards25519.BaseTable).Set(new(Point)) }) {
		t.Error("no panic for a zero point")
	}
}
