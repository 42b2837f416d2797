// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

// Points and elements that are decoded together, in variable time too, are those that are decoded one by one.
func TestDecodeTogether(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var encodings [][32]byte
		for _, s := range testkit.EdwardsSamples() {
			b := s.Bytes()
			encodings = append(encodings, b)
			b[31] ^= 0x80
			encodings = append(encodings, b)
		}
		for _, e := range testkit.Edges(prime) {
			encodings = append(encodings, testkit.ToBytes(e))
		}
		for range 60 {
			encodings = append(encodings, r.Bytes32())
			var e edwards25519.Element
			var b [32]byte
			uniform := [64]byte(append(b[:], b[:]...))
			copy(uniform[:], encodings[len(encodings)-1][:])
			e.SetUniform(&uniform)
			e.Encode(&b)
			encodings = append(encodings, b)
		}
		valid := 0
		for n := range 40 {
			chosen := make([][32]byte, n)
			for i := range chosen {
				chosen[i] = encodings[r.IntN(len(encodings))]
			}
			for _, canonical := range []bool{false, true} {
				for name, decode := range map[string]func([]Point, [][32]byte, []bool, bool){
					"DecodeBatch": edwards25519.DecodeBatch, "VarTimeDecodeBatch": edwards25519.VarTimeDecodeBatch,
				} {
					points, ok := make([]Point, n), make([]bool, n)
					for i := range points {
						points[i].SetGenerator()
						ok[i] = r.IntN(2) == 0
					}
					decode(points, chosen, ok, canonical)
					for i := range points {
						var want Point
						want.SetGenerator()
						if good := want.Decode(&chosen[i], canonical); ok[i] != good || points[i].Equal(&want) != 1 {
							t.Fatalf("%s of %d: %x is %v, of which it says %v", name, n, chosen[i], good, ok[i])
						}
					}
				}
			}
			for name, decode := range map[string]func([]edwards25519.Element, [][32]byte, []bool){
				"DecodeElements": edwards25519.DecodeElements, "VarTimeDecodeElements": edwards25519.VarTimeDecodeElements,
			} {
				elements, ok := make([]edwards25519.Element, n), make([]bool, n)
				for i := range elements {
					elements[i].SetUniform(&[64]byte{1})
					ok[i] = r.IntN(2) == 0
				}
				decode(elements, chosen, ok)
				for i := range elements {
					var want edwards25519.Element
					want.SetUniform(&[64]byte{1})
					good := want.Decode(&chosen[i])
					if ok[i] != good || elements[i].Equal(&want) != 1 {
						t.Fatalf("%s of %d: %x is %v, of which it says %v", name, n, chosen[i], good, ok[i])
					}
					if good {
						valid++
					}
				}
			}
		}
		if valid < 100 {
			t.Errorf("%d are valid", valid)
		}
	})
}
