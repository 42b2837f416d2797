// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package hdkey

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"testing"

	"secant.example/internal/testkit"
)

// The hash is the standard library's HMAC, for all lengths.
func TestHash(t *testing.T) {
	rng := testkit.NewRand(t)
	for keySize := range block + 1 {
		for _, size := range []int{0, 1, 37, 63, 64} {
			key, data := rng.Bytes(keySize), rng.Bytes(size)
			var left, right [32]byte
			Hash(&left, &right, key, data)
			h := hmac.New(sha512.New, key)
			h.Write(data)
			if want := h.Sum(nil); !bytes.Equal(append(left[:], right[:]...), want) {
				t.Fatalf("key %x, data %x: %x %x, want %x", key, data, left, right, want)
			}
		}
	}
}

// The chain code of the child may be that of the parent.
func TestChildAlias(t *testing.T) {
	chain, data := [32]byte{1}, [33]byte{2}
	var left, right, again [32]byte
	Child(&left, &right, &chain, &data, 7)
	Child(&again, &chain, &chain, &data, 7)
	if left != again || right != chain || left == right {
		t.Errorf("%x %x, and %x %x", left, right, again, chain)
	}
	if Child(&again, &right, &right, &data, 8); again == left {
		t.Error("the index does not count")
	}
}

// The hash of the public key of the first vector of BIP-32, whose children have its first four bytes.
func TestIdentifier(t *testing.T) {
	id := Identifier(testkit.Unhex(t, "0339a36013301597daef41fbe593a02cc513d0b55527ec2df1050e2e8ff49c85c2"))
	if got := hex.EncodeToString(id[:4]); got != "3442193e" {
		t.Errorf("the fingerprint is %s", got)
	}
}
