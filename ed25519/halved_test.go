// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"math/big"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

// TestHalved verifies with challenges chosen for their fractions, which no
// message has, and every component of small order in A and R: those of
// R + [k]A are to cancel out for the cofactorless equation.
func TestHalved(t *testing.T) {
	rng := testkit.NewRand(t)
	var ks []*big.Int
	for i, e := range testkit.Edges(order) {
		if k := testkit.Big(e); k.Cmp(order) < 0 && (i < 5 || i%5 == 0) {
			ks = append(ks, k)
		}
	}
	for range 5 {
		k := testkit.Big(rng.Limbs())
		ks = append(ks, k.Mod(k, order))
	}
	for _, tau := range []int64{5, 7, 9, 11, 13, 101, 999999} {
		// (4l + rho)/tau, for which there is no short odd fraction modulo 8l.
		k := new(big.Int).Lsh(order, 2)
		ks = append(ks, k.Quo(k, big.NewInt(tau)))
	}
	a, r := testkit.Big(rng.Limbs()), testkit.Big(rng.Limbs())
	var As, Rs [8][32]byte
	for i := range 8 {
		As[i], Rs[i] = base.mult(a).add(torsion(i)).bytes(), base.mult(r).add(torsion(i)).bytes()
	}
	testkit.Kernels(t, func(t *testing.T) {
		plain := 0
		for _, k := range ks {
			S := new(big.Int).Mul(k, a)
			S.Add(S, r).Mod(S, order)
			kBytes, SBytes := testkit.Bytes(k), testkit.Bytes(S)
			for n := range 64 {
				i, j := n/8, n%8
				for _, rules := range []Rules{Default, Cofactorless} {
					c := claim{A: As[i], R: Rs[j], rules: rules}
					if modL.Decode(&c.k, &kBytes)&modL.Decode(&c.S, &SBytes) == 0 {
						t.Fatal("a scalar of l or more")
					}
					cancels := (int(new(big.Int).And(k, big.NewInt(7)).Int64())*i+j)%8 == 0
					want := rules == Default || cancels
					done, err := c.verifyHalved()
					if done && (err == nil) != want {
						t.Errorf("k = %d, T%d and T%d, rules %v: halved %v, want valid = %v", k, i, j, rules, err, want)
					}
					if !done {
						plain++
						if rules == Default {
							t.Errorf("k = %d: not halved", k)
						}
					}
					if n%9 != 0 && done {
						continue
					}
					if err := c.verifyPlain(); (err == nil) != want {
						t.Errorf("k = %d, T%d and T%d, rules %v: plain %v, want valid = %v", k, i, j, rules, err, want)
					}
					if modL.Add(&c.S, &c.S, &c.k); k.Sign() != 0 && c.verify() == nil {
						t.Errorf("k = %d, T%d and T%d, rules %v: valid with a wrong S", k, i, j, rules)
					}
				}
			}
		}
		if plain < 7*64 || plain > len(ks)/2*64 {
			t.Errorf("%d of %d have no fraction", plain, len(ks)*64)
		}
	})
}

// What is done where there is no fraction checks the key too.
func TestPlainKeys(t *testing.T) {
	small := torsion(1).bytes()
	var none [32]byte
	for none[0] = 2; new(edwards25519.Point).Decode(&none, true); none[0]++ {
	}
	for _, test := range []struct {
		A     [32]byte
		rules Rules
		want  error
	}{
		{none, StdLib, ErrPublicKey},
		{small, Cofactorless, errSmallOrderA},
		{small, StdLib, ErrSignature},
	} {
		c := claim{A: test.A, R: base.bytes(), rules: test.rules}
		if err := c.verifyPlain(); err != test.want {
			t.Errorf("A = %x, rules %v: %v, want %v", test.A, test.rules, err, test.want)
		}
	}
}
