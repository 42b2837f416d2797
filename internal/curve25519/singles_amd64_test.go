// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package curve25519

import (
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// Every case of TestStep beside the lanes: with numbers that the contract allows, and what comes out of lanes does not have.
func TestSingles(t *testing.T) {
	cases := stepCases(testkit.NewRand(t))
	testkit.Kernels(t, func(t *testing.T) {
		if !cpu.X86.TwoChains {
			return // it has none
		}
		r := testkit.NewRand(t)
		var words [len(ladderMemory{}) + align - 1]uint64
		memory := (*ladderMemory)(cpu.Aligned(words[:], align))
		for i, c := range cases {
			var singles [2]single
			both := [2]*stepCase{&c, &cases[r.IntN(len(cases))]}
			for k, c := range both {
				singles[k] = single{state{toElement(c.s[0]), toElement(c.s[1]), toElement(c.s[2]), toElement(c.s[3])}, toElement(c.u)}
			}
			differs := [8]uint64{4: r.Uint64(), 5: r.Uint64()}
			n := 1 + i/4%2
			count := 1 + i%2
			if count == 1 {
				ladderFive(new(octet), (*[1]single)(singles[:]), &differs, uint64(n), memory)
			} else {
				ladderSix(new(octet), &singles, &differs, uint64(n), memory)
			}
			for k, c := range both[:count] {
				bits := differs[4+k]
				want := c.want[bits>>63]
				for range n - 1 {
					bits <<= 1
					want = step(want, c.u, uint(bits>>63))
				}
				for j, e := range []*field.Element{&singles[k].x2, &singles[k].z2, &singles[k].x3, &singles[k].z3} {
					if x := testkit.Big(e.Limbs()); x.Mod(x, prime).Cmp(want[j]) != 0 {
						t.Fatalf("%d steps from %x with u = %x, exchanged by %x: output %d of %d is %x, want %x", n, c.s, c.u, differs[4+k], j, k, x, want[j])
					}
				}
				if x := testkit.Big(singles[k].u.Limbs()); x.Cmp(c.u) != 0 {
					t.Fatalf("u became %x", x)
				}
			}
		}
	})
}
