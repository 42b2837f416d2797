// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// What is public is tested in the packages edwards25519 and ristretto255. Here are the
// tests of the formulas and of what only this module can call. The model is that of
// testkit.

type (
	Point  = edwards25519.Point
	affine = testkit.EdwardsPoint
)

var prime, curveD = testkit.EdwardsP, testkit.EdwardsD

func subtract(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

// invert returns 1/x mod p, and 0 for x = 0.
func invert(x *big.Int) *big.Int {
	if inv := new(big.Int).ModInverse(x, prime); inv != nil {
		return inv
	}
	return new(big.Int)
}

// product returns the product of its arguments mod p.
func product(xs ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, x := range xs {
		z = mod(z.Mul(z, x))
	}
	return z
}

// decode returns the point p, from its encoding.
func decode(t testing.TB, p affine) *Point {
	t.Helper()
	b := p.Bytes()
	v := new(Point)
	if !v.Decode(&b, true) {
		t.Fatalf("%x is no point", b)
	}
	return v
}

// integer returns k < l.
func integer(k *big.Int) *scalar.Scalar {
	l := testkit.Limbs(k)
	s := scalar.New(l[0], l[1], l[2], l[3])
	return &s
}

// check fails unless v is the point want, with all its coordinates consistent.
func check(t testing.TB, v *Point, want affine, format string, args ...any) {
	t.Helper()
	var b, again [32]byte
	v.Encode(&b)
	v.VarTimeEncode(&again)
	if b != want.Bytes() || again != b {
		t.Fatalf(format+": got %x, want %x", append(args, b, want.Bytes())...)
	}
	if !onCurve(v) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}

// onCurve reports whether the coordinates of v are those of a point:
// Y^2 - X^2 = Z^2 + d·T^2, X·Y = Z·T, and Z is not 0.
func onCurve(v *Point) bool {
	var c [4]*big.Int
	for i, e := range v.Coordinates() {
		c[i] = mod(testkit.Big(e.Limbs()))
	}
	x, y, z, t := c[0], c[1], c[2], c[3]
	left, right := subtract(square(y), square(x)), sum(square(z), product(curveD, t, t))
	return mod(left).Cmp(right) == 0 && product(x, y).Cmp(product(z, t)) == 0 && z.Sign() != 0
}
