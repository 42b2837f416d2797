// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"math/big"
	"slices"
	"sync"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

type (
	Point  = secp256k1.Point
	Scalar = scalar.Scalar
)

// powers holds [2^i]P for i < 256.
type powers [256]affine

func newPowers(p affine) *powers {
	t := new(powers)
	for i := range t {
		t[i] = p
		p = p.plus(p)
	}
	return t
}

func (t *powers) times(k *big.Int) affine {
	q := modelIdentity
	for i := range k.BitLen() {
		if k.Bit(i) == 1 {
			q = q.plus(t[i])
		}
	}
	return q
}

// A sample is a point of the model, and its multiples by the interesting scalars.
type sample struct {
	affine
	multiples []affine
}

// interesting are the scalars that every sample is multiplied by: those at which
// recodings and the endomorphism may go wrong.
var interesting = func() (ks []*big.Int) {
	add := func(k *big.Int, distance int64) {
		for d := -distance; d <= distance; d++ {
			ks = append(ks, new(big.Int).Mod(new(big.Int).Add(k, small(d)), order))
		}
	}
	add(new(big.Int), 3)
	add(small(16), 1)
	add(small(32), 1)
	add(new(big.Int).Rsh(order, 1), 1)
	add(lambda, 1)
	add(new(big.Int).Neg(lambda), 1)
	add(new(big.Int).Add(lambda, small(1)), 0) // whose halves are 0 before the windows are made
	add(product(lambda, lambda), 0)
	add(new(big.Int).Mul(lambda, lambda), 1)
	exception := testkit.Big(secp256k1.CombException())
	add(exception, 2)
	add(new(big.Int).Neg(exception), 1)
	// The vectors of the lattice of the endomorphism, and sums with small ones.
	for _, x := range []string{"3086d221a7d46bcde86c90e49284eb15", "e4437ed6010e88286f547fa90abfe4c3", "114ca50f7a8e2f3f657c1108d9d44cfd8"} {
		add(number(x), 1)
		add(new(big.Int).Mul(number(x), lambda), 1)
	}
	for _, n := range []uint{64, 127, 128, 129, 192, 255} {
		add(new(big.Int).Lsh(small(1), n), 1)
	}
	for _, digits := range []struct{ bits, digit int64 }{{5, 15}, {5, 16}, {5, 31}, {4, 8}, {11, 1023}, {11, 1024}, {11, 1025}, {2, 1}} {
		k := new(big.Int)
		for shift := uint(0); shift+uint(digits.bits) <= 255; shift += uint(digits.bits) {
			k.Add(k, new(big.Int).Lsh(small(digits.digit), shift))
		}
		add(k, 0)
	}
	return ks
}()

// samples returns the points of the tests.
var samples = sync.OnceValue(func() []sample {
	var all []sample
	add := func(p affine) {
		s := sample{affine: p}
		table := newPowers(p)
		for _, k := range interesting {
			s.multiples = append(s.multiples, table.times(k))
		}
		all = append(all, s)
	}
	add(modelIdentity)
	add(modelGenerator)
	add(modelGenerator.negative())
	add(modelGenerator.times(small(2)))
	add(modelGenerator.times(lambda))
	// Points whose logarithm nobody knows: with a small x, and with one just below p.
	for _, x := range []int64{1, -1} {
		for d := x; ; d += x {
			if p, ok := modelLift(mod(small(d))); ok {
				add(p)
				break
			}
		}
	}
	return all
})

// baseTable has the powers of the generator.
var baseTable = sync.OnceValue(func() *powers { return newPowers(modelGenerator) })

// decode returns the point p, from its encoding.
func decode(t testing.TB, p affine) *Point {
	t.Helper()
	b := p.bytes()
	v, err := new(Point).SetBytes(b)
	if err != nil {
		t.Fatalf("decoding %x: %v", b, err)
	}
	return v
}

// element returns x as an element, sometimes not reduced.
func element(r *testkit.Rand, x *big.Int) field.Element {
	x = randomNumber(r, x)
	l := testkit.Limbs(x)
	return field.New(l[0], l[1], l[2], l[3])
}

// randomNumber returns an integer below 2^256, and with x one that is x mod p.
func randomNumber(r *testkit.Rand, x *big.Int) *big.Int {
	if x == nil {
		return testkit.Big(r.Limbs())
	}
	x = mod(x)
	if y := new(big.Int).Add(x, prime); r.IntN(2) == 0 && y.BitLen() <= 256 {
		return y
	}
	return x
}

// projective returns the same point with other coordinates.
func projective(v *Point, r *testkit.Rand) *Point {
	c := v.Coordinates()
	factor := randomNumber(r, nil)
	if mod(factor).Sign() == 0 {
		factor = small(2)
	}
	f := [3]*big.Int{square(factor), cube(factor), factor}
	for i := range c {
		c[i] = element(r, product(testkit.Big(c[i].Limbs()), f[i]))
	}
	if v.IsIdentity() == 1 {
		c[0], c[1] = element(r, randomNumber(r, nil)), element(r, randomNumber(r, nil))
	}
	return secp256k1.Jacobian(c)
}

// scalarFrom returns k mod n.
func scalarFrom(k *big.Int) *Scalar {
	l := testkit.Limbs(new(big.Int).Mod(k, order))
	x := scalar.New(l[0], l[1], l[2], l[3])
	return &x
}

// check fails unless v is the point want.
func check(t testing.TB, v *Point, want affine, format string, args ...any) {
	t.Helper()
	if b := want.bytes(); !bytes.Equal(v.Bytes(), b) {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), v.Bytes(), b)...)
	}
	if b := want.bytesXY(false); !bytes.Equal(v.BytesUncompressed(), b) {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), v.BytesUncompressed(), b)...)
	}
}

// randomPoint returns a point of the model that depends on r.
func randomPoint(r *testkit.Rand) affine {
	for {
		if p, ok := modelLift(mod(testkit.Big(r.Limbs()))); ok {
			return p
		}
	}
}
