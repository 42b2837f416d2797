// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package crypto

import "testing"

func BenchmarkSecp256k1(b *testing.B) {
	key, public, err := GenerateSecp256k1Key(nil)
	if err != nil {
		b.Fatal(err)
	}
	message := make([]byte, 100)
	sig, err := key.Sign(message)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Sign", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			if _, err := key.Sign(message); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Verify", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			if ok, err := public.Verify(message, sig); !ok || err != nil {
				b.Fatal(err)
			}
		}
	})
}
