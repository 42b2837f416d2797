// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

// What ristretto255 makes of bytes are points of the curve, in all their coordinates.
func TestElementsOnCurve(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var inputs [][32]byte
		for _, e := range testkit.Edges(prime) {
			inputs = append(inputs, testkit.ToBytes(e))
		}
		for range 100 {
			inputs = append(inputs, r.Bytes32())
		}
		decoded := 0
		for _, b := range inputs {
			if v := edwards25519.MapToElement(&b).Point(); !onCurve(v) {
				t.Fatalf("MAP(%x) is not on the curve", b)
			}
			var wide [64]byte
			copy(wide[:], b[:])
			var e, f edwards25519.Element
			e.SetUniform(&wide)
			e.Encode(&b)
			if !f.Decode(&b) || !onCurve(e.Point()) || !onCurve(f.Point()) || e.Equal(&f) != 1 {
				t.Fatalf("%x does not come back as a point of the curve", b)
			}
			if b = r.Bytes32(); f.Decode(&b) {
				decoded++
				if !onCurve(f.Point()) {
					t.Fatalf("%x is decoded off the curve", b)
				}
			}
		}
		if decoded == 0 {
			t.Error("nothing was decoded")
		}
	})
}
