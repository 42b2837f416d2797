// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

// TestVarTimeDoubleScalarBaseMultBatch has every kind of sum at every place of a group: ordinary
// ones, zeros, the identity, and equal and opposite points that meet, at the end too.
func TestVarTimeDoubleScalarBaseMultBatch(t *testing.T) {
	r := testkit.NewRand(t)
	g := new(Point).ScalarBaseMult(scalarFrom(small(1)))
	kinds := []func() (a *big.Int, A *Point, b *big.Int){
		func() (*big.Int, *Point, *big.Int) { // 0
			return randomMultiplier(r), projective(decode(t, randomPoint(r)), r), randomMultiplier(r)
		},
		func() (*big.Int, *Point, *big.Int) {
			return new(big.Int), projective(decode(t, randomPoint(r)), r), randomMultiplier(r)
		},
		func() (*big.Int, *Point, *big.Int) {
			return randomMultiplier(r), projective(decode(t, randomPoint(r)), r), new(big.Int)
		},
		func() (*big.Int, *Point, *big.Int) { return new(big.Int), g, new(big.Int) },
		func() (*big.Int, *Point, *big.Int) { return randomMultiplier(r), new(Point), randomMultiplier(r) },
		func() (*big.Int, *Point, *big.Int) { return randomMultiplier(r), new(Point), new(big.Int) },
		func() (*big.Int, *Point, *big.Int) { // small multiples of each other
			c := int64(r.IntN(5) - 2)
			return small(int64(r.IntN(7) - 3)), projective(new(Point).ScalarBaseMult(scalarFrom(small(c))), r), small(int64(r.IntN(21) - 10))
		},
		func() (*big.Int, *Point, *big.Int) { // a sum of the identity, a double, or G
			a, c := randomMultiplier(r), randomMultiplier(r)
			ac := new(big.Int).Mul(a, c)
			b := []*big.Int{new(big.Int).Neg(ac), ac, new(big.Int).Sub(small(1), ac)}[r.IntN(3)]
			return a, new(Point).ScalarBaseMult(scalarFrom(c)), b
		},
		func() (*big.Int, *Point, *big.Int) {
			return interesting[r.IntN(len(interesting))], projective(decode(t, randomPoint(r)), r), interesting[r.IntN(len(interesting))]
		},
	}
	testkit.Kernels(t, func(t *testing.T) {
		run := func(n int, kind func(i int) int) {
			t.Helper()
			a, b := make([]scalar.Scalar, n), make([]scalar.Scalar, n)
			A, v, want := make([]Point, n), make([]Point, n), make([]Point, n)
			for i := range n {
				x, q, y := kinds[kind(i)]()
				a[i], A[i], b[i] = *scalarFrom(x), *q, *scalarFrom(y)
				want[i].ScalarMult(&a[i], &A[i])
				want[i].Add(&want[i], new(Point).ScalarBaseMult(&b[i]))
			}
			secp256k1.VarTimeDoubleScalarBaseMultBatch(v, a, A, b)
			secp256k1.VarTimeDoubleScalarBaseMultBatch(A, a, A, b)
			for i := range n {
				if v[i].Equal(&want[i]) != 1 || A[i].Equal(&want[i]) != 1 {
					t.Errorf("number %d of %d, kind %d: %x and %x, want %x", i, n, kind(i), v[i].Bytes(), A[i].Bytes(), want[i].Bytes())
				}
			}
		}
		for k := range kinds {
			for at := range 8 {
				run(8, func(i int) int {
					if i == at {
						return k
					}
					return 0
				})
			}
			run(9, func(int) int { return k })
		}
		for _, n := range []int{0, 1, 2, 3, 7, 16, 17, 64} {
			start := r.IntN(len(kinds))
			run(n, func(i int) int { return (start + i*i) % len(kinds) })
		}
	})
}

// TestVarTimeDecompressBatch has x-coordinates of points and of none, and such as are not below p.
func TestVarTimeDecompressBatch(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for n := range 20 {
			x, odd, ok, v := make([][32]byte, n), make([]byte, n), make([]bool, n), make([]Point, n)
			for i := range n {
				v[i] = *decode(t, randomPoint(r)) // which must not stay
				ok[i] = r.IntN(2) == 0
				odd[i] = byte(r.IntN(2))
				if x[i] = r.Bytes32(); r.IntN(4) == 0 {
					x[i] = [32]byte(bigEndian(new(big.Int).Add(prime, small(int64(r.IntN(10)-5)))))
				}
			}
			secp256k1.VarTimeDecompressBatch(v, x, odd, ok)
			for i := range n {
				want, err := new(Point).SetBytes(append([]byte{2 + odd[i]}, x[i][:]...))
				if err != nil {
					want = new(Point)
				}
				if ok[i] != (err == nil) || v[i].Equal(want) != 1 || ok[i] && v[i].Coordinates()[2] != field.One() {
					t.Errorf("%d of %d, %x: %v, %x, want %x, %v", i, n, x[i], ok[i], v[i].Bytes(), want.Bytes(), err)
				}
			}
		}
	})
}
