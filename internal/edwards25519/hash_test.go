// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// modelElligator is map_to_curve as RFC 9380, sections 6.7.1 and 6.8.2, say it.
func modelElligator(u *big.Int) affine {
	one, two, a := big.NewInt(1), big.NewInt(2), big.NewInt(486662)
	curve := func(x *big.Int) *big.Int {
		return product(x, sum(product(x, sum(x, a)), one))
	}
	x := product(big.NewInt(-486662), invert(sum(one, product(two, u, u))))
	if big.Jacobi(curve(x), prime) == -1 {
		x = mod(subtract(new(big.Int).Neg(x), a))
		y := root(curve(x))
		if y.Bit(0) == 1 {
			y = mod(new(big.Int).Neg(y))
		}
		return testkit.EdwardsFromMontgomery(x, y)
	}
	y := root(curve(x))
	if y.Bit(0) == 0 {
		y = mod(new(big.Int).Neg(y))
	}
	return testkit.EdwardsFromMontgomery(x, y)
}

func TestElligator(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		us := testkit.Edges(prime)
		for range 200 {
			us = append(us, r.Limbs())
		}
		// Those u for which x is 0 in the second case, or y is.
		for _, u := range []*big.Int{big.NewInt(0), prime} {
			us = append(us, testkit.Limbs(u))
		}
		for _, l := range us {
			v := edwards25519.Elligator(field.New(l[0], l[1], l[2], l[3]))
			check(t, v, modelElligator(mod(testkit.Big(l))), "elligator(%x)", l)
		}
	})
}
