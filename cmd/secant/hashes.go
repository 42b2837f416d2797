// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"
	"hash"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	oldsha3 "golang.org/x/crypto/sha3"
)

// A hashFunction is one that messages are hashed with before they are signed.
type hashFunction struct {
	name  string // as --hash takes it
	title string // as verdicts name it
	size  int    // of a value in bytes
	new   func() hash.Hash
}

// hashFunctions are all of them.
var hashFunctions = []*hashFunction{
	{"sha224", "SHA-224", 28, sha256.New224},
	{"sha256", "SHA-256", 32, sha256.New},
	{"sha384", "SHA-384", 48, sha512.New384},
	{"sha512", "SHA-512", 64, sha512.New},
	{"sha512224", "SHA-512/224", 28, sha512.New512_224},
	{"sha512256", "SHA-512/256", 32, sha512.New512_256},
	{"sha3224", "SHA3-224", 28, func() hash.Hash { return sha3.New224() }},
	{"sha3256", "SHA3-256", 32, func() hash.Hash { return sha3.New256() }},
	{"sha3384", "SHA3-384", 48, func() hash.Hash { return sha3.New384() }},
	{"sha3512", "SHA3-512", 64, func() hash.Hash { return sha3.New512() }},
	{"keccak256", "Keccak-256", 32, oldsha3.NewLegacyKeccak256},
	{"blake2s", "BLAKE2s", 32, func() hash.Hash { return withoutKey(blake2s.New256(nil)) }},
	{"blake2b", "BLAKE2b", 64, func() hash.Hash { return withoutKey(blake2b.New512(nil)) }},
	{"blake3", "BLAKE3", 32, nil}, // with --digest only
}

// withoutKey returns h, whose error can only be about a key.
func withoutKey(h hash.Hash, err error) hash.Hash {
	if err != nil {
		panic(err)
	}
	return h
}

// hashNamed returns the hash function with that name, which must be one.
func hashNamed(name string) (*hashFunction, error) {
	for _, h := range hashFunctions {
		if h.name == name {
			return h, nil
		}
	}
	return nil, fmt.Errorf("there is no hash function %q here", name)
}

// hashTitle returns the title of the hash function with that name.
func hashTitle(name string) string {
	h, err := hashNamed(name)
	if err != nil {
		return name
	}
	return h.title
}

// everyHash returns the names of all hash functions.
func everyHash() (names []string) {
	for _, h := range hashFunctions {
		names = append(names, h.name)
	}
	return names
}
