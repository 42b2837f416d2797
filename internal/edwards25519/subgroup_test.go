// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"crypto/rand"
	"fmt"
	"testing"

	"secant.example/internal/testkit"
)

// Points with every part of small order are told apart as a multiplication by l does it, and so are decoded ones.
func TestTorsionFreeBatch(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		var points []Point
		add := func(p *Point) {
			var b [32]byte
			var decoded Point
			p.Encode(&b)
			if !decoded.Decode(&b, true) {
				t.Fatalf("%x does not decode", b)
			}
			points = append(points, decoded)
		}
		var sum, small Point
		for i := range 8 {
			add(small.SetTorsion(i))
		}
		for len(points) < 100 {
			var b [32]byte
			var q Point
			if _, err := rand.Read(b[:]); err != nil {
				t.Fatal(err)
			}
			if !q.Decode(&b, true) {
				continue
			}
			add(&q)
			q.MultByCofactor(&q)
			for i := range 8 {
				add(sum.Add(&q, small.SetTorsion(i)))
			}
		}
		// The same points with other coordinates.
		for i := range points {
			if i%3 == 0 {
				points[i].Add(&points[i], small.SetIdentity())
			}
		}
		free := 0
		for _, n := range []int{0, 1, 2, 3, 15, 16, 17, len(points)} {
			ok := make([]bool, n)
			VarTimeTorsionFreeBatch(points[len(points)-n:], ok)
			for i := range ok {
				if want := points[len(points)-n+i].IsTorsionFree() == 1; ok[i] != want {
					t.Errorf("%d points, point %d: %v, want %v", n, i, ok[i], want)
				} else if want {
					free++
				}
			}
		}
		if free < 10 {
			t.Errorf("%d points are in the subgroup", free)
		}
	})
}

// A point with the component of [k]a + b, for all components of a and b, and k that have all residues.
func TestComponent(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		var a, b, small, v, want, minus Point
		for k := range uint64(24) {
			k |= rng.Uint64() &^ 31
			m := int64(k<<61) >> 61 // k mod 8, signed
			for i := range 64 {
				a.Add(a.SetGenerator(), small.SetTorsion(i/8))
				b.Add(&a, small.SetGenerator())
				b.Add(b.Double(&b), small.SetTorsion(i%8-i/8*2+16))
				want.SetIdentity()
				for range max(m, -m) {
					want.Add(&want, &a)
				}
				if m < 0 {
					want.Negate(&want)
				}
				want.Add(&want, &b)
				aliased := a
				if v.VarTimeComponent(k, &a, &b); v.Equal(&want)|v.Equal(minus.Negate(&want)) == 0 {
					t.Fatalf("k = %d, components %d", k, i)
				}
				if aliased.VarTimeComponent(k, &aliased, &b); aliased.Equal(&v) == 0 {
					t.Fatalf("k = %d, components %d: another point in place", k, i)
				}
				aliased = b
				if aliased.VarTimeComponent(k, &a, &aliased); aliased.Equal(&v) == 0 {
					t.Fatalf("k = %d, components %d: another point in place", k, i)
				}
			}
		}
	})
}

func BenchmarkTorsionFree(b *testing.B) {
	var q [16]Point
	for i := range q {
		q[i].SetGenerator()
	}
	var ok [16]bool
	b.Run("one", func(b *testing.B) {
		for range b.N {
			q[0].IsTorsionFree()
		}
	})
	for _, n := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("batch of %d", n), func(b *testing.B) {
			for range b.N {
				VarTimeTorsionFreeBatch(q[:n], ok[:n])
			}
		})
	}
}
