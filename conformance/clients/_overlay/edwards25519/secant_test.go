// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"math/big"
	mathrand "math/rand"
	"reflect"
	"slices"
	"testing"

	. "secant.example/edwards25519"

	"filippo.io/edwards25519/internal/quick"
)

// checkOnCurve reports points that are not, by decoding what they are encoded as.
func checkOnCurve(t *testing.T, points ...*Point) {
	t.Helper()
	for i, p := range points {
		q, err := new(Point).SetCanonicalBytes(p.Bytes())
		if err != nil || q.Equal(p) != 1 {
			t.Errorf("point %d is not on the curve: %v", i, err)
		}
	}
}

var order, _ = new(big.Int).SetString("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16)

// isReduced says whether the bytes of a scalar are those of an integer below the order.
func isReduced(b []byte) bool {
	b = slices.Clone(b)
	slices.Reverse(b)
	return len(b) == 32 && new(big.Int).SetBytes(b).Cmp(order) < 0
}

func (notZeroScalar) Generate(rand *mathrand.Rand, _ int) reflect.Value {
	for {
		if s := quick.Scalar(rand); s.IsZero() == 0 {
			return reflect.ValueOf(notZeroScalar(*s))
		}
	}
}
