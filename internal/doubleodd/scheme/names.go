// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import "crypto"

// Hash names the hash function that made the data that is signed, verified or
// hashed to the group. The empty name means raw data. Names of hash functions that a
// generation has no identifier for are refused.
//
// Nothing is hashed with it: only the name goes into what is hashed. [Group.Sign] alone
// compares the length of the data with that of the hash function's output.
type Hash string

// The hash functions.
const (
	Raw       Hash = ""
	SHA224    Hash = "sha224"
	SHA256    Hash = "sha256"
	SHA384    Hash = "sha384"
	SHA512    Hash = "sha512"
	SHA512224 Hash = "sha512224"
	SHA512256 Hash = "sha512256"
	SHA3224   Hash = "sha3224"
	SHA3256   Hash = "sha3256"
	SHA3384   Hash = "sha3384"
	SHA3512   Hash = "sha3512"
	BLAKE2s   Hash = "blake2s" // with 256 bits of output
	BLAKE2b   Hash = "blake2b" // with 512 bits of output
	BLAKE3    Hash = "blake3"
)

// A name is a hash function with its identifiers. Without an OID it has none in the
// 2020 generation.
type name struct {
	hash     Hash
	function crypto.Hash
	jq       []byte // 'R', or 'H' || name || 0
	do       []byte // OID || ':'
}

const oid = "2.16.840.1.101.3.4.2."

var names = []name{
	{Raw, 0, []byte("R"), []byte(":")},
	prehashed(SHA224, crypto.SHA224, oid+"4"),
	prehashed(SHA256, crypto.SHA256, oid+"1"),
	prehashed(SHA384, crypto.SHA384, oid+"2"),
	prehashed(SHA512, crypto.SHA512, oid+"3"),
	prehashed(SHA512224, crypto.SHA512_224, oid+"5"),
	prehashed(SHA512256, crypto.SHA512_256, oid+"6"),
	prehashed(SHA3224, crypto.SHA3_224, oid+"7"),
	prehashed(SHA3256, crypto.SHA3_256, oid+"8"),
	prehashed(SHA3384, crypto.SHA3_384, oid+"9"),
	prehashed(SHA3512, crypto.SHA3_512, oid+"10"),
	prehashed(BLAKE2s, crypto.BLAKE2s_256, ""),
	prehashed(BLAKE2b, crypto.BLAKE2b_512, ""),
	prehashed(BLAKE3, 0, ""),
}

func prehashed(hash Hash, function crypto.Hash, oid string) name {
	n := name{hash, function, []byte("H" + string(hash) + "\x00"), nil}
	if oid != "" {
		n.do = []byte(oid + ":")
	}
	return n
}

// find returns the entry of h, or nil.
func (h Hash) find() *name {
	for i := range names {
		if names[i].hash == h {
			return &names[i]
		}
	}
	return nil
}

// Function returns the hash function that h names, or 0 for raw data, for [BLAKE3], which
// package crypto does not know, and for names that are unknown in the generation.
func (g Generation) Function(h Hash) crypto.Hash {
	if _, ok := g.Identifier(h); !ok {
		return 0
	}
	return h.find().function
}

// HashOf returns the name of the hash function that opts means: nil and the function 0 of
// package crypto are raw data. What names no function in another way, or one without a
// name here, is an error.
func (g *Group) HashOf(opts crypto.SignerOpts) (Hash, error) {
	if opts == nil {
		return Raw, nil
	}
	function := opts.HashFunc()
	if function == 0 {
		if _, ok := opts.(crypto.Hash); ok {
			return Raw, nil
		}
		return "", g.ErrHash
	}
	for i := range names {
		if names[i].function == function {
			return names[i].hash, nil
		}
	}
	return "", g.ErrHash
}

// Hashes returns the names that g has an identifier for, [Raw] first.
func (g Generation) Hashes() []Hash {
	var hashes []Hash
	for i := range names {
		if _, ok := g.Identifier(names[i].hash); ok {
			hashes = append(hashes, names[i].hash)
		}
	}
	return hashes
}
