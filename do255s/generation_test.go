// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package do255s

// What is in this generation only, or nil.
var (
	newKeyFromSeed   func(seed []byte) *PrivateKey = nil
	fillSharedSecret                               = FillSharedSecret
)

// suiteVectors are hashes of [Point.SetHash] with the tag QUUX-V01-CS02-with- and the name of
// the suite.
var suiteVectors = map[string]string{
	"":                 "c123e30e4ebb30234de768f1813d7808ad84d840dbf9ed3e8517021dcdfa6d0b",
	"abc":              "61ed012b9c9b567a1cfc89a53deef324fe07ad430f1958b9001352d7d00ef02a",
	"abcdef0123456789": "f03dfcea05933bb40c732892b7f083d1a670a9925c52c2d38043af8ecf1d7f16",
}
