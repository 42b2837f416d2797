// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import "crypto/sha256"

// A tag is what a tagged hash starts with: SHA-256(name) || SHA-256(name), a block of
// SHA-256. To keep the state after this block would save some 60 of 200 ns; but
// crypto/sha256 restores it through interfaces, for which messages escape to the heap.
type tag [2 * sha256.Size]byte

func newTag(name string) (t tag) {
	h := sha256.Sum256([]byte(name))
	copy(t[:], h[:])
	copy(t[sha256.Size:], h[:])
	return t
}

var (
	auxTag       = newTag("BIP0340/aux")
	nonceTag     = newTag("BIP0340/nonce")
	challengeTag = newTag("BIP0340/challenge")
	tapTweakTag  = newTag("TapTweak")
)

// TaggedHash returns SHA-256(SHA-256(tag) || SHA-256(tag) || data), where the pieces of
// data are joined. The tag is text, such as "TapLeaf".
//
// Source: BIP-340, tagged hashes.
func TaggedHash(tag string, data ...[]byte) [sha256.Size]byte {
	t := newTag(tag)
	d := sha256.New() // stays on the stack, which the tests of allocations hold
	d.Write(t[:])
	for _, b := range data {
		d.Write(b)
	}
	var h [sha256.Size]byte
	d.Sum(h[:0])
	return h
}

// short is the longest message that is copied, so as to be hashed in one call.
const short = 128

// hash sets h = SHA-256(t || a || b || message), for a and b of 32 bytes.
func (t *tag) hash(h, a, b *[32]byte, message []byte) {
	if len(message) <= short {
		var buf [len(tag{}) + 64 + short]byte
		copy(buf[:], t[:])
		copy(buf[64:], a[:])
		copy(buf[96:], b[:])
		n := 128 + copy(buf[128:], message)
		*h = sha256.Sum256(buf[:n])
		return
	}
	d := sha256.New()
	d.Write(t[:])
	d.Write(a[:])
	d.Write(b[:])
	d.Write(message)
	d.Sum(h[:0])
}

// hash1 sets h = SHA-256(t || a).
func (t *tag) hash1(h, a *[32]byte) {
	var buf [len(tag{}) + 32]byte
	copy(buf[:], t[:])
	copy(buf[64:], a[:])
	*h = sha256.Sum256(buf[:])
}
