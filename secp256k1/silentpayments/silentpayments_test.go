// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

func toBytes(x *big.Int) []byte { b := testkit.BytesBE(x); return b[:] }

// compressed returns the 33 bytes of P.
func compressed(P testkit.SecpPoint) []byte {
	return append([]byte{2 + byte(P.Y.Bit(0))}, toBytes(P.X)...)
}

// spendPublic returns the public key of a private key.
func spendPublic(t testing.TB, d []byte) []byte {
	t.Helper()
	return compressed(testkit.SecpG.Mult(new(big.Int).SetBytes(d)))
}
