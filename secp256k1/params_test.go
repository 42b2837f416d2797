// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/secp256k1"
)

func TestParams(t *testing.T) {
	x, y := secp256k1.G()
	g, p, n, b := secp256k1.GBytes(), secp256k1.PBytes(), secp256k1.NBytes(), secp256k1.BBytes()
	for name, c := range map[string]struct {
		got, want *big.Int
		bytes     []byte
	}{
		"p": {secp256k1.P(), testkit.SecpP, p[:]}, "n": {secp256k1.N(), testkit.SecpN, n[:]}, "b": {secp256k1.B(), big.NewInt(7), b[:]},
		"x": {x, testkit.SecpG.X, g[1:33]}, "y": {y, testkit.SecpG.Y, g[33:]},
	} {
		if c.got.Cmp(c.want) != 0 || !bytes.Equal(bigEndian(c.want), c.bytes) {
			t.Errorf("%s is %x and %x, want %x", name, c.got, c.bytes, c.want)
		}
		c.got.SetInt64(1) // of which nobody knows
		c.bytes[0]++
	}
	if g[0] != 4 {
		t.Errorf("G begins with %d", g[0])
	}
	x, y = secp256k1.G()
	g, p, n, b = secp256k1.GBytes(), secp256k1.PBytes(), secp256k1.NBytes(), secp256k1.BBytes()
	if secp256k1.P().Cmp(testkit.SecpP) != 0 || secp256k1.N().Cmp(testkit.SecpN) != 0 || secp256k1.B().Cmp(big.NewInt(7)) != 0 || x.Cmp(testkit.SecpG.X) != 0 || y.Cmp(testkit.SecpG.Y) != 0 ||
		g[33] != 0x48 || p[0] != 0xff || n[0] != 0xff || b[0] != 0 {
		t.Error("the parameters can be changed")
	}
	// G has the order n, and p - n is what the field's order leaves.
	minusOne, err := secp256k1.NewScalar().SetCanonicalBytes(bigEndian(new(big.Int).Sub(secp256k1.N(), big.NewInt(1))))
	if err != nil {
		t.Fatal(err)
	}
	if q := secp256k1.NewIdentityPoint().ScalarBaseMult(minusOne); q.Add(q, secp256k1.NewGeneratorPoint()).IsIdentity() != 1 {
		t.Error("n·G is not the identity")
	}
	if _, err := secp256k1.NewScalar().SetCanonicalBytes(n[:]); err == nil {
		t.Error("n is a scalar")
	}
}
