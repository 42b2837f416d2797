// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package device

import "testing"

func BenchmarkNoise(b *testing.B) {
	sk, err := newPrivateKey()
	if err != nil {
		b.Fatal(err)
	}
	peer, err := newPrivateKey()
	if err != nil {
		b.Fatal(err)
	}
	pk := peer.publicKey()
	b.Run("publicKey", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			sk.publicKey()
		}
	})
	b.Run("sharedSecret", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			if _, err := sk.sharedSecret(pk); err != nil {
				b.Fatal(err)
			}
		}
	})
}
