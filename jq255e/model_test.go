// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"math/big"
	"slices"
	"sync"
	"testing"

	"secant.example/internal/testkit"
)

// The tests of the packages jq255e, jq255s, do255e and do255s are the same: they are written
// here, and internal/_asm copies them. Only what is in the files generation_*_test.go
// differs.

// model is the group by math/big.
var model = testkit.JQ255E

var zero, one, two = big.NewInt(0), big.NewInt(1), big.NewInt(2)

func power2(n uint) *big.Int { return new(big.Int).Lsh(one, n) }

// infinity is the neutral element of the model.
var infinity = testkit.DoubleOddPoint{}

// leBytes returns the bytes of x, little-endian.
func leBytes(x *big.Int) []byte {
	b := x.Bytes()
	slices.Reverse(b)
	return b
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// scalarOf returns k mod r.
func scalarOf(k *big.Int) *Scalar {
	b := testkit.Bytes(new(big.Int).Mod(k, model.R))
	s, err := NewScalar().SetCanonicalBytes(b[:])
	if err != nil {
		panic(err)
	}
	return s
}

// pointOf returns the element that p belongs to.
func pointOf(p testkit.DoubleOddPoint) *Point {
	q, err := new(Point).SetBytes(model.Encode(p))
	if err != nil {
		panic(err)
	}
	return q
}

// keyOf returns the private key d.
func keyOf(d *big.Int) *PrivateKey {
	b := testkit.Bytes(d)
	k, err := NewPrivateKey(b[:])
	if err != nil {
		panic(err)
	}
	return k
}

// check fails unless q is the element that p belongs to, with coordinates that are
// consistent.
func check(t testing.TB, q *Point, p testkit.DoubleOddPoint, format string, args ...any) {
	t.Helper()
	if got, want := q.Bytes(), model.Encode(p); !bytes.Equal(got, want) {
		t.Fatalf(format+": got %x, want %x", append(args, got, want)...)
	}
	// Using it in an addition involves every coordinate.
	next := model.Encode(model.Plus(p, model.Generator()))
	if sum := new(Point).Add(q, NewGeneratorPoint()); !bytes.Equal(sum.Bytes(), next) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}

// samples are elements: the neutral one, the generator and its opposite, small and large
// multiples, and images of the map, whose logarithms nobody knows.
var samples = sync.OnceValue(func() []testkit.DoubleOddPoint {
	G := model.Generator()
	all := []testkit.DoubleOddPoint{infinity, G, model.Negative(G)}
	for _, k := range []int64{2, 3, 17, 1000003} {
		all = append(all, model.Times(big.NewInt(k), G))
	}
	all = append(all, model.Times(new(big.Int).Rsh(model.R, 1), G))
	for i := range 4 {
		all = append(all, model.Map(big.NewInt(int64(i+2))))
	}
	return all
})

// multipliers are integers modulo r at which a multiplication may go wrong.
func multipliers() []*big.Int {
	r := model.R
	return []*big.Int{
		zero, one, two, big.NewInt(16), big.NewInt(31), big.NewInt(32),
		new(big.Int).Sub(r, one), new(big.Int).Sub(r, two), new(big.Int).Rsh(r, 1),
		power2(127), new(big.Int).Sub(power2(128), one), power2(128), power2(130), power2(253),
		new(big.Int).Mod(new(big.Int).Sub(power2(254), one), r),
	}
}

// secrets are n private keys: edges and random ones.
func secrets(t testing.TB, n int) []*big.Int {
	all := []*big.Int{one, new(big.Int).Sub(model.R, one)}
	r := testkit.NewRand(t)
	for len(all) < n {
		d := model.Scalar(leBytes(testkit.Big(r.Limbs())))
		if d.Sign() != 0 {
			all = append(all, d)
		}
	}
	return all
}

// fewer returns n, or short where the tests are to be short: emulated, for example.
func fewer(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}
