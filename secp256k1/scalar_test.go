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

// integer returns the integer in [0, n) that s is.
func integer(s *Scalar) *big.Int { return new(big.Int).SetBytes(s.Bytes()) }

func TestScalarArithmetic(t *testing.T) {
	r := testkit.NewRand(t)
	var ks []*big.Int
	for _, l := range testkit.Edges(order) {
		if k := testkit.Big(l); k.Cmp(order) < 0 {
			ks = append(ks, k)
		}
	}
	pick := func() *big.Int {
		if r.IntN(3) == 0 {
			return new(big.Int).Mod(testkit.Big(r.Limbs()), order)
		}
		return ks[r.IntN(len(ks))]
	}
	halfOrder := new(big.Int).Rsh(order, 1)
	for range 2000 {
		a, b, c := pick(), pick(), pick()
		test := func(name string, op func(z *Scalar, in ...*Scalar) *Scalar, want *big.Int, in ...*big.Int) {
			t.Helper()
			var values []Scalar
			for _, k := range in {
				values = append(values, *scalarFrom(k))
			}
			got := testkit.Aliases(t, name, *scalarFrom(small(7)), func(z *Scalar, in ...*Scalar) {
				if op(z, in...) != z {
					t.Errorf("%s does not return its receiver", name)
				}
			}, values...)
			if want = new(big.Int).Mod(want, order); integer(&got).Cmp(want) != 0 {
				t.Fatalf("%s of %x: %x, want %x", name, in, integer(&got), want)
			}
		}
		inverse := new(big.Int)
		if a.Sign() != 0 {
			inverse.ModInverse(a, order)
		}
		test("Set", func(z *Scalar, in ...*Scalar) *Scalar { return z.Set(in[0]) }, a, a)
		test("Add", func(z *Scalar, in ...*Scalar) *Scalar { return z.Add(in[0], in[1]) }, new(big.Int).Add(a, b), a, b)
		test("Subtract", func(z *Scalar, in ...*Scalar) *Scalar { return z.Subtract(in[0], in[1]) }, new(big.Int).Sub(a, b), a, b)
		test("Negate", func(z *Scalar, in ...*Scalar) *Scalar { return z.Negate(in[0]) }, new(big.Int).Neg(a), a)
		test("Multiply", func(z *Scalar, in ...*Scalar) *Scalar { return z.Multiply(in[0], in[1]) }, new(big.Int).Mul(a, b), a, b)
		test("MultiplyAdd", func(z *Scalar, in ...*Scalar) *Scalar { return z.MultiplyAdd(in[0], in[1], in[2]) },
			new(big.Int).Add(new(big.Int).Mul(a, b), c), a, b, c)
		test("Invert", func(z *Scalar, in ...*Scalar) *Scalar { return z.Invert(in[0]) }, inverse, a)
		test("VarTimeInvert", func(z *Scalar, in ...*Scalar) *Scalar { return z.VarTimeInvert(in[0]) }, inverse, a)
		for cond := range 2 {
			negated, selected := new(big.Int).Set(a), b
			if cond == 1 {
				negated.Neg(a)
				selected = a
			}
			test("CondNegate", func(z *Scalar, in ...*Scalar) *Scalar { return z.CondNegate(in[0], cond) }, negated, a)
			test("Select", func(z *Scalar, in ...*Scalar) *Scalar { return z.Select(in[0], in[1], cond) }, selected, a, b)
		}
		s := scalarFrom(a)
		if (s.IsZero() == 1) != (a.Sign() == 0) || (s.IsHigh() == 1) != (a.Cmp(halfOrder) > 0) || (s.Equal(scalarFrom(b)) == 1) != (a.Cmp(b) == 0) {
			t.Fatalf("%x: zero %d, high %d, equal to %x %d", a, s.IsZero(), s.IsHigh(), b, s.Equal(scalarFrom(b)))
		}
	}
	if s := secp256k1.NewScalar(); s.IsZero() != 1 || *s != (Scalar{}) {
		t.Error("NewScalar is not 0")
	}
}

// checkScalar compares the decoders of scalars with math/big.
func checkScalar(t testing.TB, b []byte) {
	t.Helper()
	k := new(big.Int).SetBytes(b)
	reduced := new(big.Int).Mod(k, order)
	for _, decoder := range []struct {
		name  string
		f     func(*Scalar, []byte) (*Scalar, error)
		valid bool
	}{
		{"SetBytes", (*Scalar).SetBytes, len(b) == 32 && k.Cmp(order) < 0},
		{"SetCanonicalBytes", (*Scalar).SetCanonicalBytes, len(b) == 32 && k.Cmp(order) < 0},
		{"SetReducedBytes", func(s *Scalar, b []byte) (*Scalar, error) { return s.SetReducedBytes(b), nil }, true},
		{"SetUniformBytes", (*Scalar).SetUniformBytes, len(b) == 48 || len(b) == 64},
	} {
		s := *scalarFrom(small(7))
		got, err := decoder.f(&s, b)
		switch {
		case (err == nil) != decoder.valid:
			t.Fatalf("%s(%x): %v", decoder.name, b, err)
		case err != nil && (got != nil || s != *scalarFrom(small(7))):
			t.Fatalf("%s(%x): an error, but a result", decoder.name, b)
		case err == nil && (got != &s || integer(&s).Cmp(reduced) != 0 || !bytes.Equal(s.Bytes(), bigEndian(reduced))):
			t.Fatalf("%s(%x): %x, want %x", decoder.name, b, s.Bytes(), reduced)
		}
	}
}

func TestScalarDecode(t *testing.T) {
	r := testkit.NewRand(t)
	for _, l := range testkit.Edges(order) {
		checkScalar(t, bigEndian(testkit.Big(l)))
	}
	for n := range 70 {
		b := make([]byte, n)
		checkScalar(t, b)
		for i := range b {
			b[i] = 0xff
		}
		checkScalar(t, b)
		for range 10 {
			r.Fill(b)
			checkScalar(t, b)
		}
	}
}

func FuzzScalarDecode(f *testing.F) {
	f.Add(bigEndian(order))
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, b []byte) { checkScalar(t, b) })
}
