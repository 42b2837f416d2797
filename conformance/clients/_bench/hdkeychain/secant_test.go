// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package hdkeychain

import (
	"testing"

	"github.com/btcsuite/btcd/chaincfg"
)

func BenchmarkDerivePublic(b *testing.B) {
	master, err := NewMaster(make([]byte, 32), &chaincfg.MainNetParams)
	if err != nil {
		b.Fatal(err)
	}
	public, err := master.Neuter()
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		if _, err := public.Derive(uint32(i)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeriveAndNeuter(b *testing.B) {
	master, err := NewMaster(make([]byte, 32), &chaincfg.MainNetParams)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		child, err := master.Derive(uint32(i))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := child.Neuter(); err != nil {
			b.Fatal(err)
		}
	}
}
