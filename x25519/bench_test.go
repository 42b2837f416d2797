// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"crypto/ecdh"
	"testing"
)

// Each benchmark runs beside the standard library's function.

func BenchmarkPublicKey(b *testing.B) {
	scalar := make([]byte, KeySize)
	b.Run("secant", func(b *testing.B) {
		private := mustPrivate(b, scalar)
		b.ResetTimer()
		for range b.N {
			private.PublicKey()
		}
	})
	b.Run("std", func(b *testing.B) {
		for range b.N {
			private, err := ecdh.X25519().NewPrivateKey(scalar) // computes the public key too
			if err != nil {
				b.Fatal(err)
			}
			private.PublicKey()
		}
	})
}

func BenchmarkSharedSecret(b *testing.B) {
	scalar := make([]byte, KeySize)
	b.Run("secant", func(b *testing.B) {
		private := mustPrivate(b, scalar)
		peer := private.PublicKey()
		b.ResetTimer()
		for range b.N {
			if _, err := private.SharedSecret(peer); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("std", func(b *testing.B) {
		private, err := ecdh.X25519().NewPrivateKey(scalar)
		if err != nil {
			b.Fatal(err)
		}
		peer := private.PublicKey()
		b.ResetTimer()
		for range b.N {
			if _, err := private.ECDH(peer); err != nil {
				b.Fatal(err)
			}
		}
	})
}
