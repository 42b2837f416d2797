// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"math/big"
	"testing"
)

// TestSecpPoint holds the textbook to its own laws, and to double and add, one by one.
func TestSecpPoint(t *testing.T) {
	r := NewRand(t)
	same := func(a, b SecpPoint) bool {
		return a.IsIdentity() == b.IsIdentity() && (a.IsIdentity() || a.X.Cmp(b.X) == 0 && a.Y.Cmp(b.Y) == 0)
	}
	if !SecpG.Mult(SecpN).IsIdentity() || !SecpG.Mult(new(big.Int)).IsIdentity() || !same(SecpG.Mult(big.NewInt(1)), SecpG) {
		t.Error("the order of the generator")
	}
	var sum SecpPoint
	for i := range int64(40) {
		if !same(sum, SecpG.Mult(big.NewInt(i))) || !same(sum.double(1), sum.Add(sum)) || !same(sum.double(3), sum.Mult(big.NewInt(8))) {
			t.Errorf("%d G", i)
		}
		sum = sum.Add(SecpG)
	}
	for range 5 {
		a, b := r.SecpScalar(), r.SecpScalar()
		A, B := SecpG.Mult(a), SecpG.Mult(b)
		c := new(big.Int).Add(a, b)
		if !same(A.Add(B), SecpG.Mult(c.Mod(c, SecpN))) || !same(A.Mult(b), B.Mult(a)) || !A.Add(A.Negate()).IsIdentity() {
			t.Errorf("%x, %x", a, b)
		}
		if lifted, ok := SecpLift(A.X, A.Y.Bit(0)); !ok || !same(lifted, A) {
			t.Errorf("%x: not lifted", A.X)
		}
	}
	if _, ok := SecpLift(big.NewInt(5), 0); ok {
		t.Error("lifted 5")
	}
	if _, ok := SecpLift(SecpP, 0); ok {
		t.Error("lifted p")
	}
}
