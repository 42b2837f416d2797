// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mysql

import "testing"

func BenchmarkAuthEd25519(b *testing.B) {
	for i := 0; i < b.N; i++ {
		if _, err := authEd25519(make([]byte, 32), "password"); err != nil {
			b.Fatal(err)
		}
	}
}
