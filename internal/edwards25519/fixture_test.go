// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"math/big"
	"slices"
	"sync"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

type (
	Point  = edwards25519.Point
	Scalar = edwards25519.Scalar
)

// powers holds [2^i]P for i <= 256.
type powers [257]affine

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

// A sample is a point of the model, its multiples by the interesting scalars, and its
// encoding.
type sample struct {
	affine
	multiples []affine
}

// interesting are the scalars that every sample is multiplied by.
var interesting = func() []*big.Int {
	ks := []*big.Int{}
	for _, k := range []int64{0, 1, 2, 7, 8, 15, 16, 17} {
		ks = append(ks, big.NewInt(k))
	}
	for _, k := range []int64{1, 2, 8} {
		ks = append(ks, subtract(order, big.NewInt(k)))
	}
	half := new(big.Int).Rsh(order, 1)
	ks = append(ks, half, new(big.Int).Add(half, big.NewInt(1)), new(big.Int).Lsh(big.NewInt(1), 252))
	for _, digits := range []struct{ bits, digit int64 }{
		{4, 7}, {4, 8}, {4, 9}, {4, 15}, {5, 15}, {5, 16}, {5, 17}, {8, 127}, {8, 128}, {1, 1},
	} {
		ks = append(ks, repeated(uint(digits.bits), digits.digit))
	}
	return ks
}()

// repeated returns the scalar of 252 bits with all digits, in base 2^bits, equal to digit.
func repeated(bits uint, digit int64) *big.Int {
	k := new(big.Int)
	for shift := uint(0); shift+bits <= 252; shift += bits {
		k.Add(k, new(big.Int).Lsh(big.NewInt(digit), shift))
	}
	return k
}

// samples returns the points of the tests: the eight of small order, the generator,
// points of order l, and points with every component of small order.
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
	for _, p := range modelTorsion {
		add(p)
	}
	add(modelGenerator)
	add(modelGenerator.negative())
	for i, p := range modelTorsion {
		add(modelGenerator.times(big.NewInt(int64(1000003 * (i + 1)))).plus(p))
	}
	// A point whose logarithm nobody knows.
	for y := int64(1000); ; y++ {
		if p, ok := modelDecode(testkit.Bytes(big.NewInt(y)), true); ok {
			add(p)
			return all
		}
	}
})

// baseTable has the powers of the generator.
var baseTable = sync.OnceValue(func() *powers { return newPowers(modelGenerator) })

// decode returns the point p, from its encoding.
func decode(t testing.TB, p affine) *Point {
	t.Helper()
	b := p.bytes()
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
	if b := want.bytes(); !bytes.Equal(v.Bytes(), b[:]) || !bytes.Equal(v.VarTimeBytes(), b[:]) {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), v.Bytes(), b)...)
	}
	// Using it in an addition involves every coordinate.
	want = want.plus(modelGenerator)
	sum := new(Point).Add(v, edwards25519.NewGeneratorPoint())
	if b := want.bytes(); !bytes.Equal(sum.Bytes(), b[:]) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}
