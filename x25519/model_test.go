// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"math/big"

	"secant.example/internal/testkit"
)

// This file is the textbook: X25519 and the map from the Edwards curve in
// math/big. It shares no code with the package or what it builds on.

var (
	prime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	one   = big.NewInt(1)
)

func mod(x *big.Int) *big.Int    { return x.Mod(x, prime) }
func mul(x, y *big.Int) *big.Int { return mod(new(big.Int).Mul(x, y)) }
func add(x, y *big.Int) *big.Int { return mod(new(big.Int).Add(x, y)) }
func sub(x, y *big.Int) *big.Int { return mod(new(big.Int).Sub(x, y)) }

// inverse returns 1/x mod p, or 0 for 0.
func inverse(x *big.Int) *big.Int {
	return new(big.Int).Exp(x, new(big.Int).Sub(prime, big.NewInt(2)), prime)
}

// model returns X25519(scalar, u), by the differential addition and doubling
// formulas
//
//	X(P+Q) = Z(P-Q) (XP XQ - ZP ZQ)^2    Z(P+Q) = X(P-Q) (XP ZQ - ZP XQ)^2
//	X(2P) = (X^2 - Z^2)^2                Z(2P) = 4 X Z (X^2 + 486662 X Z + Z^2)
func model(scalar, u [32]byte) [32]byte {
	scalar[0] &= 248
	scalar[31] = scalar[31]&127 | 64
	u[31] &= 127
	k := testkit.BigLE(scalar[:])
	x1 := mod(testkit.BigLE(u[:]))
	square := func(x *big.Int) *big.Int { return mul(x, x) }
	double := func(X, Z *big.Int) (*big.Int, *big.Int) {
		xx, xz, zz := mul(X, X), mul(X, Z), mul(Z, Z)
		sum := add(add(xx, zz), mul(big.NewInt(486662), xz))
		return square(sub(xx, zz)), mul(mul(big.NewInt(4), xz), sum)
	}
	X0, Z0, X1, Z1 := one, new(big.Int), x1, one // m*P and (m+1)*P
	for i := k.BitLen() - 1; i >= 0; i-- {
		Xs := square(sub(mul(X0, X1), mul(Z0, Z1)))
		Zs := mul(x1, square(sub(mul(X0, Z1), mul(Z0, X1))))
		if k.Bit(i) == 0 {
			X0, Z0 = double(X0, Z0)
			X1, Z1 = Xs, Zs
		} else {
			X1, Z1 = double(X1, Z1)
			X0, Z0 = Xs, Zs
		}
	}
	return testkit.Bytes(mul(X0, inverse(Z0)))
}

// modelFromEd25519 returns the u-coordinate for the encoding b of a point of
// the Edwards curve, and whether it is canonical and of a point, not of small order.
func modelFromEd25519(b [32]byte) ([32]byte, bool) {
	sign := uint(b[31] >> 7)
	b[31] &= 127
	y := testkit.BigLE(b[:])
	if y.Cmp(prime) >= 0 {
		return [32]byte{}, false
	}
	yy := mul(y, y)
	d := mul(big.NewInt(-121665), inverse(big.NewInt(121666)))
	x := new(big.Int).ModSqrt(mul(sub(yy, one), inverse(add(mul(d, yy), one))), prime)
	if x == nil || x.Sign() == 0 && sign == 1 {
		return [32]byte{}, false
	}
	u := testkit.Bytes(mul(add(one, y), inverse(sub(one, y))))
	// A clamped scalar is a multiple of 8, and 2^254 not one of l.
	return u, model([32]byte{}, u) != [32]byte{}
}
