// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

// encodings returns encodings of points, in the ways there are, and of none.
func encodings(r *testkit.Rand) (bs [][32]byte) {
	for _, s := range testkit.EdwardsSamples() {
		b := s.Bytes()
		bs = append(bs, b)
		b[31] ^= 0x80
		bs = append(bs, b)
	}
	for _, e := range testkit.Edges(prime) {
		bs = append(bs, testkit.ToBytes(e))
	}
	for range 100 {
		bs = append(bs, r.Bytes32())
	}
	return bs
}

func TestDecodeBatch(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		all := encodings(r)
		for n := range 40 {
			if n > 20 {
				n = 20 * (n - 20)
			}
			bs := make([][32]byte, n)
			for i := range bs {
				bs[i] = all[r.IntN(len(all))]
			}
			for name, f := range map[string]struct {
				batch  func([]Point, [][32]byte, []bool) error
				single func(*Point, []byte) (*Point, error)
			}{
				"SetBytesBatch":                 {edwards25519.SetBytesBatch, (*Point).SetBytes},
				"SetCanonicalBytesBatch":        {edwards25519.SetCanonicalBytesBatch, (*Point).SetCanonicalBytes},
				"VarTimeSetBytesBatch":          {edwards25519.VarTimeSetBytesBatch, (*Point).SetBytes},
				"VarTimeSetCanonicalBytesBatch": {edwards25519.VarTimeSetCanonicalBytesBatch, (*Point).SetCanonicalBytes},
			} {
				points, ok := make([]Point, n), make([]bool, n)
				for i := range points {
					points[i].Set(edwards25519.NewGeneratorPoint())
					ok[i] = r.IntN(2) == 0
				}
				if err := f.batch(points, bs, ok); err != nil {
					t.Fatal(err)
				}
				for i := range points {
					want := edwards25519.NewGeneratorPoint()
					_, err := f.single(want, bs[i][:])
					if ok[i] != (err == nil) {
						t.Fatalf("%s: %x is valid: %v, want %v", name, bs[i], ok[i], err == nil)
					}
					if want.Equal(&points[i]) != 1 {
						t.Fatalf("%s: %x is %x, want %x", name, bs[i], points[i].Bytes(), want.Bytes())
					}
				}
			}
		}
	})
}

func FuzzDecodeBatch(f *testing.F) {
	f.Add([]byte{})
	for _, s := range testkit.EdwardsSamples() {
		b := s.Bytes()
		f.Add(bytes.Repeat(b[:], 9))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		bs := make([][32]byte, len(b)/32)
		for i := range bs {
			copy(bs[i][:], b[32*i:])
		}
		points, ok, encoded := make([]Point, len(bs)), make([]bool, len(bs)), make([][32]byte, len(bs))
		if err := edwards25519.SetCanonicalBytesBatch(points, bs, ok); err != nil {
			t.Fatal(err)
		}
		for i := range points {
			if _, err := new(Point).SetCanonicalBytes(bs[i][:]); ok[i] != (err == nil) {
				t.Fatalf("%x is valid: %v", bs[i], ok[i])
			}
			if !ok[i] {
				points[i].Set(edwards25519.NewIdentityPoint())
			}
		}
		if err := edwards25519.BytesBatch(encoded, points); err != nil {
			t.Fatal(err)
		}
		for i := range points {
			if ok[i] && encoded[i] != bs[i] {
				t.Fatalf("%x becomes %x", bs[i], encoded[i])
			}
		}
	})
}

func TestEncodeBatch(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, n := range []int{0, 1, 2, 63, 64, 65, 200} {
			points, want := make([]Point, n), make([]affine, n)
			for i := range points {
				s := testkit.EdwardsSamples()[r.IntN(len(testkit.EdwardsSamples()))]
				points[i].Set(projective(decode(t, s.EdwardsPoint), r))
				want[i] = s.EdwardsPoint
			}
			bs, us := make([][32]byte, n), make([][32]byte, n)
			if err := edwards25519.BytesBatch(bs, points); err != nil {
				t.Fatal(err)
			}
			if err := edwards25519.BytesMontgomeryBatch(us, points); err != nil {
				t.Fatal(err)
			}
			for i := range points {
				if bs[i] != want[i].Bytes() {
					t.Fatalf("BytesBatch: %x, want %x", bs[i], want[i].Bytes())
				}
				if us[i] != want[i].Montgomery() {
					t.Fatalf("BytesMontgomeryBatch: %x, want %x", us[i], want[i].Montgomery())
				}
			}
		}
	})
}

func TestBatchLengths(t *testing.T) {
	g := *edwards25519.NewGeneratorPoint()
	points, bs, ok := []Point{g, g}, make([][32]byte, 3), make([]bool, 3)
	for name, err := range map[string]error{
		"SetBytesBatch, points":         edwards25519.SetBytesBatch(points, bs, ok),
		"SetBytesBatch, ok":             edwards25519.SetBytesBatch(points, bs[:2], ok),
		"SetCanonicalBytesBatch":        edwards25519.SetCanonicalBytesBatch(points, bs, ok),
		"VarTimeSetBytesBatch, points":  edwards25519.VarTimeSetBytesBatch(points, bs, ok),
		"VarTimeSetBytesBatch, ok":      edwards25519.VarTimeSetBytesBatch(points, bs[:2], ok),
		"VarTimeSetCanonicalBytesBatch": edwards25519.VarTimeSetCanonicalBytesBatch(points, bs, ok),
		"BytesBatch":                    edwards25519.BytesBatch(bs, points),
		"BytesMontgomeryBatch":          edwards25519.BytesMontgomeryBatch(bs, points),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if points[0].Equal(&g) != 1 || bs[0] != [32]byte{} || ok[0] {
		t.Error("something was set after an error")
	}
	points[1] = Point{}
	if !panics(func() { edwards25519.BytesBatch(bs[:2], points) }) || !panics(func() { edwards25519.BytesMontgomeryBatch(bs[:2], points) }) {
		t.Error("no panic for a zero point")
	}
}

func TestBatchAllocations(t *testing.T) {
	_, points := randomTerms(200)
	bs, ok := make([][32]byte, 200), make([]bool, 200)
	testkit.NoAllocs(t, "batches", func() {
		if edwards25519.BytesMontgomeryBatch(bs, points) != nil || edwards25519.BytesBatch(bs, points) != nil ||
			edwards25519.SetBytesBatch(points, bs, ok) != nil || edwards25519.VarTimeSetBytesBatch(points, bs, ok) != nil {
			t.Error("an error")
		}
	})
}

func TestSetMontgomeryBytes(t *testing.T) {
	r := testkit.NewRand(t)
	for _, s := range testkit.EdwardsSamples() {
		u := s.Montgomery()
		sign := int(s.X.Bit(0))
		v, err := edwards25519.NewGeneratorPoint().SetMontgomeryBytes(u[:], sign)
		switch {
		case s.Equal(testkit.EdwardsIdentity): // its u is that of (0, -1)
			if err != nil || v.Equal(decode(t, affine{X: big.NewInt(0), Y: subtract(prime, big.NewInt(1))})) != 1 {
				t.Errorf("u = 0: %v", err)
			}
			if _, err := v.SetMontgomeryBytes(u[:], 1); err == nil {
				t.Error("u = 0, sign 1: no error")
			}
		case err != nil:
			t.Errorf("%x: %v", u, err)
		default:
			check(t, v, s.EdwardsPoint, "SetMontgomeryBytes(%x, %d)", u, sign)
			u[31] |= 0x80 // is ignored
			if s.X.Sign() != 0 {
				v, err = v.SetMontgomeryBytes(u[:], 1-sign)
				if err != nil {
					t.Fatalf("%x: %v", u, err)
				}
				check(t, v, s.EdwardsPoint.Negate(), "SetMontgomeryBytes(%x, %d)", u, 1-sign)
			}
		}
	}
	// All others have a point if u^3 + 486662·u^2 + u is a square.
	for range 200 {
		b := r.Bytes32()
		masked := b
		masked[31] &= 0x7f
		u := mod(testkit.BigLE(masked[:]))
		e := product(u, mod(new(big.Int).Add(product(u, new(big.Int).Add(u, big.NewInt(486662))), big.NewInt(1))))
		plus := new(big.Int).Add(u, big.NewInt(1))
		exists := big.Jacobi(e, prime) != -1 && mod(plus).Sign() != 0
		v := edwards25519.NewGeneratorPoint()
		w, err := v.SetMontgomeryBytes(b[:], 0)
		if (err == nil) != exists {
			t.Fatalf("u = %x: %v, want a point: %v", b, err, exists)
		}
		if err != nil {
			if w != nil || v.Equal(edwards25519.NewGeneratorPoint()) != 1 {
				t.Fatalf("u = %x: the receiver is set in spite of an error", b)
			}
			continue
		}
		if want := testkit.Bytes(u); !bytes.Equal(v.BytesMontgomery(), want[:]) {
			t.Fatalf("u = %x: got %x, want %x", b, v.BytesMontgomery(), want)
		}
	}
	minusOne := testkit.Bytes(subtract(prime, big.NewInt(1)))
	for name, f := range map[string]func() (*Point, error){
		"31 bytes": func() (*Point, error) { return new(Point).SetMontgomeryBytes(make([]byte, 31), 0) },
		"33 bytes": func() (*Point, error) { return new(Point).SetMontgomeryBytes(make([]byte, 33), 0) },
		"sign 2":   func() (*Point, error) { return new(Point).SetMontgomeryBytes(make([]byte, 32), 2) },
		"u = -1":   func() (*Point, error) { return new(Point).SetMontgomeryBytes(minusOne[:], 0) },
	} {
		if v, err := f(); v != nil || err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
