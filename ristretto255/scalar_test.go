// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/ristretto255"
)

// checkScalar fails unless s = k mod l.
func checkScalar(t testing.TB, s *Scalar, k *big.Int, what string) {
	t.Helper()
	if want := testkit.Bytes(new(big.Int).Mod(k, order)); !bytes.Equal(s.Bytes(), want[:]) {
		t.Errorf("%s is %x, want %x", what, s.Bytes(), want)
	}
}

func TestScalarArithmetic(t *testing.T) {
	r := testkit.NewRand(t)
	for i := range 100 {
		x, y, z := testkit.Big(r.Limbs()), testkit.Big(r.Limbs()), testkit.Big(r.Limbs())
		if i == 0 {
			x.SetInt64(0)
		}
		a, b, c := *scalar(x), *scalar(y), *scalar(z)
		inverse := new(big.Int).ModInverse(new(big.Int).Mod(x, order), order)
		if inverse == nil {
			inverse = new(big.Int)
		}
		xy := new(big.Int).Mul(x, y)
		for _, op := range []struct {
			name string
			f    func(s *Scalar, in ...*Scalar) *Scalar
			want *big.Int
		}{
			{"x + y", func(s *Scalar, in ...*Scalar) *Scalar { return s.Add(in[0], in[1]) }, new(big.Int).Add(x, y)},
			{"x - y", func(s *Scalar, in ...*Scalar) *Scalar { return s.Subtract(in[0], in[1]) }, new(big.Int).Sub(x, y)},
			{"-x", func(s *Scalar, in ...*Scalar) *Scalar { return s.Negate(in[0]) }, new(big.Int).Neg(x)},
			{"xy", func(s *Scalar, in ...*Scalar) *Scalar { return s.Multiply(in[0], in[1]) }, xy},
			{"xy + z", func(s *Scalar, in ...*Scalar) *Scalar { return s.MultiplyAdd(in[0], in[1], in[2]) }, new(big.Int).Add(xy, z)},
			{"1/x", func(s *Scalar, in ...*Scalar) *Scalar { return s.Invert(in[0]) }, inverse},
			{"1/x, variable time", func(s *Scalar, in ...*Scalar) *Scalar { return s.VarTimeInvert(in[0]) }, inverse},
			{"x or y, x", func(s *Scalar, in ...*Scalar) *Scalar { return s.Select(in[0], in[1], 1) }, x},
			{"x or y, y", func(s *Scalar, in ...*Scalar) *Scalar { return s.Select(in[0], in[1], 0) }, y},
			{"x", func(s *Scalar, in ...*Scalar) *Scalar { return s.Set(in[0]) }, x},
			{"0", func(s *Scalar, in ...*Scalar) *Scalar { return s.Zero() }, new(big.Int)},
		} {
			got := testkit.Aliases(t, op.name, c, func(s *Scalar, in ...*Scalar) {
				if op.f(s, in...) != s {
					t.Fatalf("%s does not return its receiver", op.name)
				}
			}, a, b, c)
			checkScalar(t, &got, op.want, op.name)
		}
		if got, want := a.IsZero(), 1-min(new(big.Int).Mod(x, order).Sign(), 1); got != want {
			t.Errorf("IsZero(%x) is %d", a.Bytes(), got)
		}
		want := 0
		if a.Bytes()[0] == b.Bytes()[0] && bytes.Equal(a.Bytes(), b.Bytes()) {
			want = 1
		}
		if same := *scalar(x); a.Equal(&b) != want || a.Equal(&same) != 1 {
			t.Errorf("Equal(%x, %x) is %d", a.Bytes(), b.Bytes(), a.Equal(&b))
		}
	}
	checkScalar(t, ristretto255.NewScalar(), new(big.Int), "NewScalar")
}

func TestScalarDecode(t *testing.T) {
	seven := big.NewInt(7)
	for _, limbs := range testkit.Edges(order) {
		b := testkit.ToBytes(limbs)
		k := testkit.BigLE(b[:])
		s := scalar(seven)
		got, err := s.SetCanonicalBytes(b[:])
		switch {
		case (err == nil) != (k.Cmp(order) < 0):
			t.Errorf("SetCanonicalBytes(%x): %v", b, err)
		case err != nil:
			if got != nil {
				t.Errorf("SetCanonicalBytes(%x) returns a scalar and an error", b)
			}
			checkScalar(t, s, seven, "the receiver after an error")
		default:
			if got != s {
				t.Error("SetCanonicalBytes does not return its receiver")
			}
			checkScalar(t, s, k, "SetCanonicalBytes")
		}
		if same, again := scalar(seven).SetBytes(b[:]); (again == nil) != (err == nil) || again == nil && same.Equal(s) != 1 {
			t.Errorf("SetBytes(%x): %v", b, again)
		}
		if again := scalar(seven).Decode(b[:]); (again == nil) != (err == nil) {
			t.Errorf("Decode(%x): %v", b, again)
		}

		wide := append(b[:], b[:]...)
		if got, err := s.SetUniformBytes(wide); err != nil || got != s {
			t.Errorf("SetUniformBytes returns %v, %v", got, err)
		}
		checkScalar(t, s, testkit.BigLE(wide), "SetUniformBytes")
		checkScalar(t, scalar(seven).FromUniformBytes(wide), testkit.BigLE(wide), "FromUniformBytes")
	}
	for _, length := range []int{0, 31, 33, 63, 65} {
		b := make([]byte, length)
		s := scalar(seven)
		if got, err := s.SetCanonicalBytes(b); err == nil || got != nil {
			t.Errorf("SetCanonicalBytes of %d bytes: %v, %v", length, got, err)
		}
		if got, err := s.SetUniformBytes(b); err == nil || got != nil {
			t.Errorf("SetUniformBytes of %d bytes: %v, %v", length, got, err)
		}
		if s.Decode(b) == nil {
			t.Errorf("%d bytes are a scalar", length)
		}
		panics(t, "FromUniformBytes", func() { s.FromUniformBytes(b) })
		checkScalar(t, s, seven, "the receiver after an error")
	}
}
