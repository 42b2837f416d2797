// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

type (
	Point  = edwards25519.Point
	Scalar = edwards25519.Scalar
)

type affine = testkit.EdwardsPoint

// prime and order are p and l.
var prime, order = testkit.EdwardsP, testkit.EdwardsL

func subtract(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

// product returns the product of its arguments mod p.
func product(xs ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, x := range xs {
		z = mod(z.Mul(z, x))
	}
	return z
}

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

// decode returns the point p, from its encoding.
func decode(t testing.TB, p affine) *Point {
	t.Helper()
	b := p.Bytes()
	v, err := new(Point).SetBytes(b[:])
	if err != nil {
		t.Fatalf("decoding %x: %v", b, err)
	}
	return v
}

// projective returns the same point with other coordinates.
func projective(v *Point, r *testkit.Rand) *Point {
	shift := new(Point).ScalarBaseMult(scalar(new(big.Int).Rsh(testkit.Big(r.Limbs()), 4)))
	w := new(Point).Add(v, shift)
	return w.Subtract(w, shift)
}

// scalar returns k mod l.
func scalar(k *big.Int) *Scalar {
	b := testkit.Bytes(new(big.Int).Mod(k, order))
	s, err := edwards25519.NewScalar().SetCanonicalBytes(b[:])
	if err != nil {
		panic(err)
	}
	return s
}

// check fails unless v is the point want, with all its coordinates consistent.
func check(t testing.TB, v *Point, want affine, format string, args ...any) {
	t.Helper()
	if b := want.Bytes(); !bytes.Equal(v.Bytes(), b[:]) || !bytes.Equal(v.VarTimeBytes(), b[:]) {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), v.Bytes(), b)...)
	}
	// Using it in an addition involves every coordinate.
	want = want.Add(testkit.EdwardsG)
	sum := new(Point).Add(v, edwards25519.NewGeneratorPoint())
	if b := want.Bytes(); !bytes.Equal(sum.Bytes(), b[:]) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}
