// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"crypto/ecdh"
	"testing"
)

func BenchmarkScalarMult(b *testing.B) {
	k, u := [32]byte{1, 2, 3, 31: 77}, [32]byte{9}
	b.Run("secant", func(b *testing.B) {
		for range b.N {
			ScalarMult(&u, &k, &u)
		}
	})
	b.Run("standard", func(b *testing.B) {
		private, _ := ecdh.X25519().NewPrivateKey(k[:])
		public := private.PublicKey()
		b.ResetTimer()
		for range b.N {
			private.ECDH(public)
		}
	})
}
