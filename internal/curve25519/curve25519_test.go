// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// model is the function X25519 as RFC 7748, section 5, writes it down, with
// math/big in the place of field elements.
func model(scalar, u [32]byte) [32]byte {
	scalar[0] &= 248
	scalar[31] &= 127
	scalar[31] |= 64
	k := testkit.BigLE(scalar[:])
	u[31] &= 127
	x1 := testkit.BigLE(u[:])
	x1.Mod(x1, prime)

	s := [4]*big.Int{big.NewInt(1), big.NewInt(0), x1, big.NewInt(1)}
	previous := uint(0)
	for t := 254; t >= 0; t-- {
		s = step(s, x1, k.Bit(t)^previous)
		previous = k.Bit(t)
	}
	if previous == 1 {
		s[0], s[1] = s[2], s[3]
	}
	return testkit.Bytes(div(s[0], s[1]))
}

func x25519(scalar, u [32]byte) (dst [32]byte) {
	ScalarMult(&dst, &scalar, &u)
	return dst
}

func unhex(t testing.TB, s string) [32]byte { return [32]byte(testkit.Unhex(t, s)) }

// RFC 7748, section 5.2.
func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range []struct{ scalar, u, want string }{
			{
				"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
				"e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
				"c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
			}, {
				"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
				"e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
				"95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
			},
		} {
			if got := x25519(unhex(t, v.scalar), unhex(t, v.u)); got != unhex(t, v.want) {
				t.Errorf("X25519(%s, %s) = %x, want %s", v.scalar, v.u, got, v.want)
			}
		}
		k, u := [32]byte{9}, [32]byte{9}
		want := map[int]string{
			1:    "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
			1000: "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
		}
		for i := 1; i <= 1000; i++ {
			k, u = x25519(k, u), k
			if w, ok := want[i]; ok && k != unhex(t, w) {
				t.Errorf("after %d iterations %x, want %s", i, k, w)
			}
		}
	})
}

// lowOrder are all encodings of the points of order 1, 2, 4 and 8 on the curve
// and its twist.
var lowOrder = func() (points [][32]byte) {
	for _, s := range []string{
		"0", "1", "57896044618658097711785492504343953926634992332820282019728792003956564819948",
		"325606250916557431795983626356110631294008115727848805560023387167927233504",
		"39382357235489614581723060781553021112529911719440698176882885853963445705823",
	} {
		u, _ := new(big.Int).SetString(s, 10)
		for ; u.BitLen() <= 255; u = new(big.Int).Add(u, prime) {
			b := testkit.Bytes(u)
			points = append(points, b)
			b[31] |= 0x80 // ignored
			points = append(points, b)
		}
	}
	return points
}()

func TestModel(t *testing.T) {
	type pair struct{ scalar, u, want [32]byte }
	var cases []pair
	r := testkit.NewRand(t)
	add := func(scalar, u [32]byte) { cases = append(cases, pair{scalar, u, model(scalar, u)}) }
	edges := testkit.Edges(prime)
	for _, e := range edges {
		add(r.Bytes32(), testkit.ToBytes(e)) // bit 255 set in half of them
		add(testkit.ToBytes(e), r.Bytes32())
		add(testkit.ToBytes(e), [32]byte{9})
		add(testkit.ToBytes(e), testkit.ToBytes(edges[r.IntN(len(edges))]))
	}
	for _, u := range lowOrder {
		add(r.Bytes32(), u)
		if last := cases[len(cases)-1]; last.want != [32]byte{} {
			t.Errorf("%x is not of low order: %x", u, last.want)
		}
	}
	for range 100 {
		add(r.Bytes32(), r.Bytes32())
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, c := range cases {
			if got := x25519(c.scalar, c.u); got != c.want {
				t.Fatalf("X25519(%x, %x) = %x, want %x", c.scalar, c.u, got, c.want)
			}
		}
	})
}

func TestAliasing(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for range 10 {
			testkit.Aliases(t, "ScalarMult", [32]byte{1, 2, 3}, func(z *[32]byte, in ...*[32]byte) {
				ScalarMult(z, in[0], in[1])
			}, r.Bytes32(), r.Bytes32())
		}
	})
}

func TestNoAllocs(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		var dst [32]byte
		scalar, u := [32]byte{1}, [32]byte{9}
		testkit.NoAllocs(t, "ScalarMult", func() { ScalarMult(&dst, &scalar, &u) })
	})
}

func FuzzScalarMult(f *testing.F) {
	for _, u := range lowOrder {
		f.Add(make([]byte, 32), u[:])
	}
	f.Fuzz(func(t *testing.T, k, point []byte) {
		var scalar, u [32]byte
		copy(scalar[:], k)
		copy(u[:], point)
		if got, want := x25519(scalar, u), model(scalar, u); got != want {
			t.Fatalf("X25519(%x, %x) = %x, want %x", scalar, u, got, want)
		}
	})
}
