// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"os"
	"slices"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

var rootMinus3 = number("0a2d2ba93507f1df233770c2a797962cc61f6d15da14ecd47d8d27ae1cd5f852")

// modelSwift is XSwiftEC, as BIP-324 has it, and says which of the three x it is.
func modelSwift(u, t *big.Int) (x *big.Int, branch int) {
	if u = mod(u); u.Sign() == 0 {
		u = small(1)
	}
	if t = mod(t); t.Sign() == 0 {
		t = small(1)
	}
	g := sum(cube(u), small(7))
	if sum(g, square(t)).Sign() == 0 {
		t = sum(t, t)
	}
	X := quotient(difference(g, square(t)), sum(t, t))
	Y := quotient(sum(X, t), product(rootMinus3, u))
	for i, x := range []*big.Int{
		sum(u, product(small(4), square(Y))),
		half(difference(negative(quotient(X, Y)), u)),
		half(difference(quotient(X, Y), u)),
	} {
		if _, ok := modelLift(x); ok {
			return x, i
		}
	}
	panic("no x")
}

func swiftBytes(u, t *big.Int) (b [64]byte) {
	u.FillBytes(b[:32])
	t.FillBytes(b[32:])
	return b
}

// checkSwift compares with the model, and returns which x it was.
func checkSwift(t *testing.T, u, v *big.Int, k *big.Int) int {
	t.Helper()
	b := swiftBytes(u, v)
	x, branch := modelSwift(u, v)
	even, _ := modelLift(x)
	want := even
	if mod(v).Bit(0) != want.y.Bit(0) {
		want = want.negative()
	}
	q := new(Point).VarTimeSetSwift(&b)
	check(t, q, want, "the point of %x", b)
	if c := q.Coordinates(); c[2] != field.One() || testkit.Big(c[0].Limbs()).Cmp(x) != 0 {
		t.Errorf("the point of %x is not normalized: %v", b, c)
	}
	var got [32]byte
	var f secp256k1.Fraction
	f.VarTimeSetSwift(&b).ScalarMult(&got, scalarFrom(k))
	if multiple := even.times(k); multiple.isIdentity() && got != [32]byte{} || !multiple.isIdentity() && new(big.Int).SetBytes(got[:]).Cmp(multiple.x) != 0 {
		t.Errorf("%x times the point of %x: %x, want %x", k, b, got, multiple.x)
	}
	return branch
}

// Every pair has an x, also if u or t or u^3 + t^2 + 7 is 0.
func TestSwift(t *testing.T) {
	rng := testkit.NewRand(t)
	edges := []*big.Int{small(0), small(1), small(2), difference(prime, small(1)), prime, new(big.Int).Add(prime, small(1)),
		new(big.Int).Sub(new(big.Int).Lsh(small(1), 256), small(1))}
	testkit.Kernels(t, func(t *testing.T) {
		k := rng.SecpScalar()
		for _, u := range edges {
			for _, v := range edges {
				checkSwift(t, u, v, k)
			}
		}
		for _, k := range []*big.Int{small(0), small(1), small(2), new(big.Int).Sub(testkit.SecpN, small(1))} {
			checkSwift(t, testkit.Big(rng.Limbs()), testkit.Big(rng.Limbs()), k)
		}
		var branches [3]int
		exceptions := 0
		for range 40 {
			u, v := testkit.Big(rng.Limbs()), testkit.Big(rng.Limbs())
			branches[checkSwift(t, u, v, rng.SecpScalar())]++
			if v = root(negative(sum(cube(u), small(7)))); v != nil {
				exceptions++
				checkSwift(t, u, v, k)
				checkSwift(t, u, negative(v), k)
			}
		}
		if slices.Min(branches[:]) == 0 || exceptions == 0 {
			t.Errorf("the three x occur %v times, %d exceptions", branches, exceptions)
		}
	})
}

// The vectors of BIP-324, as the tests of github.com/btcsuite/btcd/btcec/v2, version 2.3.6, have them.
func TestSwiftInverseVectors(t *testing.T) {
	file, err := os.Open("testdata/xswiftec_inv_test_vectors.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		cases := map[string]int{}
		for _, row := range rows[1:] {
			u, x := element(rng, number(row[0])), element(rng, number(row[1]))
			for c, want := range row[2:] {
				got := ""
				if v, ok := secp256k1.SwiftInverse(x, u, c); ok {
					got = fmt.Sprintf("%064x", testkit.Big(v))
				}
				if got != want {
					t.Errorf("u = %s, x = %s, case %d: %q, want %q", row[0], row[1], c, got, want)
				}
				if want != "" {
					cases[fmt.Sprint(c)]++
				}
			}
		}
		if len(rows) != 33 || len(cases) != 8 {
			t.Errorf("%d rows, cases %v", len(rows)-1, cases)
		}
	})
}

// What is found maps back, in all cases, and of a pair at random one of the cases finds the second half.
func TestSwiftInverse(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		var found [8]int
		for range 60 {
			u, v := mod(testkit.Big(rng.Limbs())), mod(testkit.Big(rng.Limbs()))
			if u.Sign() == 0 || v.Sign() == 0 {
				continue
			}
			x, _ := modelSwift(u, v)
			all := map[string]bool{}
			for c := range 8 {
				back, ok := secp256k1.SwiftInverse(element(rng, x), element(rng, u), c)
				if !ok {
					continue
				}
				all[testkit.Big(back).String()] = true
				if y, _ := modelSwift(u, testkit.Big(back)); y.Cmp(x) != 0 {
					t.Errorf("case %d of x = %x and u = %x is %x, which is mapped to %x", c, x, u, back, y)
				}
				if testkit.Big(back).Cmp(v) == 0 {
					found[c]++
				}
			}
			if !all[v.String()] {
				t.Errorf("no case of x = %x and u = %x is %x", x, u, v)
			}
			q := decode(t, func() affine { p, _ := modelLift(x); return p }())
			if rng.IntN(2) == 1 {
				q.Negate(q)
			}
			encodings := map[[64]byte]bool{}
			for c := range 8 {
				b := swiftBytes(u, v)
				if !q.VarTimeSwift(&b, c) {
					if b != swiftBytes(u, v) {
						t.Errorf("%x is changed in spite of a failure", b)
					}
					continue
				}
				encodings[b] = true
				if new(Point).VarTimeSetSwift(&b).Equal(q) != 1 {
					t.Errorf("%x is not of the point that it was made of", b)
				}
			}
			if 2*len(encodings) != len(all) {
				t.Errorf("%d encodings, %d numbers", len(encodings), len(all))
			}
			for _, none := range []*big.Int{small(0), prime, sum(prime, small(3)).Add(prime, small(3))} {
				for c := range 8 {
					if b := swiftBytes(none, v); q.VarTimeSwift(&b, c) {
						t.Errorf("u = %x is taken", none)
					}
				}
			}
		}
		if slices.Min(found[:]) == 0 {
			t.Errorf("the cases find a number at random %v times", found)
		}
	})
}

// EncodeNormal is Encode for points with Z = 1.
func TestEncodeNormal(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 20 {
		v := decode(t, randomPoint(rng))
		for _, v := range []*Point{v, new(Point).Negate(v), new(Point).Normalize(projective(v, rng))} {
			var b [33]byte
			if v.EncodeNormal(&b); !bytes.Equal(b[:], v.Bytes()) {
				t.Errorf("%x, want %x", b, v.Bytes())
			}
		}
	}
}

func FuzzSwift(f *testing.F) {
	f.Add(make([]byte, 96))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) != 96 {
			return
		}
		checkSwift(t, new(big.Int).SetBytes(data[:32]), new(big.Int).SetBytes(data[32:64]), new(big.Int).Mod(new(big.Int).SetBytes(data[64:]), testkit.SecpN))
	})
}
