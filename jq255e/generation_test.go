// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

// What is in this generation only, or nil.
var (
	newKeyFromSeed                                                         = NewKeyFromSeed
	fillSharedSecret func(secret []byte, k *PrivateKey, peer []byte) error = nil
)

// suiteVectors are hashes of [Point.SetHash] with the tag QUUX-V01-CS02-with- and the name of
// the suite.
var suiteVectors = map[string]string{
	"":                 "db3b8600b100566f93bd2073ddce2ffbb28c86fc349af9b9573281353f4af045",
	"abc":              "95398c78d3bf9e6d8be73440b260aa2b31b313b6ff34b20219abf4bcd4a8ef6a",
	"abcdef0123456789": "ffe45c5e74ca322edd8d256fc89e99083aa929d6cd6c47156f581867362a8a60",
}
