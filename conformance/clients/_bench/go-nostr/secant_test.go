// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import "testing"

func BenchmarkSign(b *testing.B) {
	sk := GeneratePrivateKey()
	evt := Event{Kind: 1, Content: "hello"}
	for i := 0; i < b.N; i++ {
		if err := evt.Sign(sk); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckSignature(b *testing.B) {
	evt := Event{Kind: 1, Content: "hello"}
	if err := evt.Sign(GeneratePrivateKey()); err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		if ok, err := evt.CheckSignature(); !ok || err != nil {
			b.Fatal(err)
		}
	}
}
