// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package do255e

// What is in this generation only, or nil.
var (
	newKeyFromSeed   func(seed []byte) *PrivateKey = nil
	fillSharedSecret                               = FillSharedSecret
)

// suiteVectors are hashes of [Point.SetHash] with the tag QUUX-V01-CS02-with- and the name of
// the suite.
var suiteVectors = map[string]string{
	"":                 "4797558966f3b53f93ce5a45595a371f004eb306b3747335852f36cc8898056d",
	"abc":              "0c3a00335e4695f042031f43a6d3832926b410c231d9a130e9a8361ad758ee1a",
	"abcdef0123456789": "fc18abc204c71cc7584df9f02265128179a235cbec85944db7b36703ccef5649",
}
