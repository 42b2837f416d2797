// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package age

import (
	"bytes"
	"io"
	"testing"
)

func BenchmarkX25519(b *testing.B) {
	identity, err := GenerateX25519Identity()
	if err != nil {
		b.Fatal(err)
	}
	encrypt := func() *bytes.Buffer {
		out := new(bytes.Buffer)
		w, err := Encrypt(out, identity.Recipient())
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		return out
	}
	file := encrypt().Bytes()
	b.Run("Encrypt", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			encrypt()
		}
	})
	b.Run("Decrypt", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			r, err := Decrypt(bytes.NewReader(file), identity)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.ReadAll(r); err != nil {
				b.Fatal(err)
			}
		}
	})
}
