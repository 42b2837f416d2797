// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

func scalarInteger(s *Scalar) *big.Int { return testkit.BigLE(s.Bytes()) }

// scalarInputs returns edge values and n random ones, below l.
func scalarInputs(r *testkit.Rand, n int) []*big.Int {
	ks := slices.Clone(testkit.EdwardsScalars)
	for _, e := range testkit.Edges(order) {
		if k := testkit.Big(e); k.Cmp(order) < 0 {
			ks = append(ks, k)
		}
	}
	for range n {
		ks = append(ks, new(big.Int).Mod(testkit.Big(r.Limbs()), order))
	}
	return ks
}

// checkScalar runs op in every sharing of memory and fails unless it returns its
// receiver, holding want mod l.
func checkScalar(t testing.TB, name string, op func(s *Scalar, in ...*Scalar) *Scalar, want *big.Int, in ...*big.Int) {
	t.Helper()
	var values []Scalar
	for _, k := range in {
		values = append(values, *scalar(k))
	}
	s := testkit.Aliases(t, name, *scalar(big.NewInt(12345)), func(s *Scalar, in ...*Scalar) {
		if op(s, in...) != s {
			t.Fatalf("%s does not return its receiver", name)
		}
	}, values...)
	if got := scalarInteger(&s); got.Cmp(new(big.Int).Mod(want, order)) != 0 {
		t.Fatalf("%s%d = %d, want %d mod l", name, in, got, want)
	}
}

func TestScalarArithmetic(t *testing.T) {
	r := testkit.NewRand(t)
	ks := scalarInputs(r, 30)
	for _, x := range ks {
		checkScalar(t, "Negate", func(s *Scalar, in ...*Scalar) *Scalar { return s.Negate(in[0]) }, new(big.Int).Neg(x), x)
		checkScalar(t, "Set", func(s *Scalar, in ...*Scalar) *Scalar { return s.Set(in[0]) }, x, x)
		inverse := new(big.Int).ModInverse(x, order)
		if inverse == nil {
			inverse = new(big.Int)
		}
		checkScalar(t, "Invert", func(s *Scalar, in ...*Scalar) *Scalar { return s.Invert(in[0]) }, inverse, x)
		checkScalar(t, "VarTimeInvert", func(s *Scalar, in ...*Scalar) *Scalar { return s.VarTimeInvert(in[0]) }, inverse, x)
		if got, want := scalar(x).IsZero(), 1-min(x.Sign(), 1); got != want {
			t.Fatalf("IsZero of %d is %d", x, got)
		}
		for range 10 {
			y := ks[r.IntN(len(ks))]
			checkScalar(t, "Add", func(s *Scalar, in ...*Scalar) *Scalar { return s.Add(in[0], in[1]) }, new(big.Int).Add(x, y), x, y)
			checkScalar(t, "Subtract", func(s *Scalar, in ...*Scalar) *Scalar { return s.Subtract(in[0], in[1]) }, subtract(x, y), x, y)
			for cond, want := range []*big.Int{y, x} {
				checkScalar(t, "Select", func(s *Scalar, in ...*Scalar) *Scalar { return s.Select(in[0], in[1], cond) }, want, x, y)
			}
			xy := new(big.Int).Mul(x, y)
			checkScalar(t, "Multiply", func(s *Scalar, in ...*Scalar) *Scalar { return s.Multiply(in[0], in[1]) }, xy, x, y)
			z := ks[r.IntN(len(ks))]
			checkScalar(t, "MultiplyAdd", func(s *Scalar, in ...*Scalar) *Scalar { return s.MultiplyAdd(in[0], in[1], in[2]) },
				xy.Add(xy, z), x, y, z)
			want := 0
			if x.Cmp(y) == 0 {
				want = 1
			}
			if got := scalar(x).Equal(scalar(y)); got != want {
				t.Fatalf("Equal(%d, %d) = %d", x, y, got)
			}
		}
		for i := range 252 { // scalars one bit apart
			if y := new(big.Int).SetBit(x, i, x.Bit(i)^1); scalar(x).Equal(scalar(y)) != 0 {
				t.Fatalf("Equal(%d, %d) = 1", x, y)
			}
		}
	}
	if s := edwards25519.NewScalar(); scalarInteger(s).Sign() != 0 || s.Equal(new(Scalar)) != 1 {
		t.Error("a new scalar is not zero")
	}
}

// checkScalarDecode checks the decoders on b.
func checkScalarDecode(t testing.TB, b []byte) {
	t.Helper()
	kept := slices.Clone(b)
	n := testkit.BigLE(b)
	clamped := new(big.Int)
	if len(b) == 32 {
		c := [32]byte(b)
		c[0] &= 248
		c[31] = c[31]&127 | 64
		clamped = testkit.BigLE(c[:])
	}
	for _, d := range []struct {
		name   string
		decode func(s *Scalar, b []byte) (*Scalar, error)
		want   *big.Int
		ok     bool
	}{
		{"SetBytes", (*Scalar).SetBytes, n, len(b) == 32 && n.Cmp(order) < 0},
		{"SetCanonicalBytes", (*Scalar).SetCanonicalBytes, n, len(b) == 32 && n.Cmp(order) < 0},
		{"SetUniformBytes", (*Scalar).SetUniformBytes, n, len(b) == 64},
		{"SetReducedBytes", func(s *Scalar, b []byte) (*Scalar, error) { return s.SetReducedBytes(b), nil }, n, true},
		{"SetBytesWithClamping", (*Scalar).SetBytesWithClamping, clamped, len(b) == 32},
	} {
		s := scalar(big.NewInt(12345))
		u, err := d.decode(s, b)
		switch {
		case (err == nil) != d.ok:
			t.Fatalf("%s(%x): error %v, want one: %t", d.name, b, err, !d.ok)
		case err != nil && u != nil:
			t.Fatalf("%s(%x) returns a scalar and an error", d.name, b)
		case err != nil:
			if scalarInteger(s).Int64() != 12345 {
				t.Fatalf("%s(%x) failed and changed its receiver", d.name, b)
			}
		case u != s:
			t.Fatalf("%s(%x) does not return its receiver", d.name, b)
		default:
			if got := scalarInteger(s); got.Cmp(new(big.Int).Mod(d.want, order)) != 0 {
				t.Fatalf("%s(%x) = %d, want %d mod l", d.name, b, got, d.want)
			}
		}
	}
	if !bytes.Equal(b, kept) {
		t.Fatalf("decoding overwrote %x", kept)
	}
}

func TestScalarDecode(t *testing.T) {
	r := testkit.NewRand(t)
	edges := testkit.Edges(order)
	for _, lo := range edges {
		l := testkit.ToBytes(lo)
		checkScalarDecode(t, l[:])
		for _, hi := range edges {
			h := testkit.ToBytes(hi)
			checkScalarDecode(t, slices.Concat(l[:], h[:]))
		}
	}
	for n := range 70 { // every length, and values below l for it
		b := make([]byte, n)
		checkScalarDecode(t, b)
		r.Fill(b)
		checkScalarDecode(t, b)
	}
	for range 1000 {
		b := r.Bytes32()
		checkScalarDecode(t, b[:])
		b[31] &= 0x1f
		checkScalarDecode(t, b[:])
	}
}

func FuzzScalarDecode(f *testing.F) {
	b := testkit.Bytes(order)
	f.Add(b[:])
	f.Add(bytes.Repeat([]byte{0xff}, 64))
	f.Fuzz(func(t *testing.T, b []byte) { checkScalarDecode(t, b) })
}
