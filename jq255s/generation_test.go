// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255s

// What is in this generation only, or nil.
var (
	newKeyFromSeed                                                         = NewKeyFromSeed
	fillSharedSecret func(secret []byte, k *PrivateKey, peer []byte) error = nil
)

// suiteVectors are hashes of [Point.SetHash] with the tag QUUX-V01-CS02-with- and the name of
// the suite.
var suiteVectors = map[string]string{
	"":                 "92339a04aff09065c650e6d24aab097575edcfcc1276065bc7271680fe31af4b",
	"abc":              "e17809020319dc976017881d21212774f0df9d0c1ec494dafa396de3dcf61665",
	"abcdef0123456789": "e026e78b70b6245f6a8e09b60b2cb1386187803cfc3850ec605513f017a9f86a",
}
