// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import "crypto/sha256"

// nonces is the generator of RFC 6979, section 3.2, with SHA-256: HMAC_DRBG of
// NIST SP 800-90A, seeded with the private key and the digest.
type nonces struct {
	k, v [sha256.Size]byte
	next bool // a nonce was generated
}

// newNonces returns the nonces for a private key and a digest reduced modulo n, both of
// 32 bytes, and for additional data, which may be empty (section 3.6).
func newNonces(private, digest, entropy []byte) nonces {
	var n nonces
	for i := range n.v {
		n.v[i] = 1
	}
	n.update(0, private, digest, entropy) // steps d and e
	n.update(1, private, digest, entropy) // steps f and g
	return n
}

// update sets K = HMAC_K(V || b || data) and V = HMAC_K(V).
func (n *nonces) update(b byte, data ...[]byte) {
	var buf [sha256.BlockSize + 3*32]byte
	m := append(buf[:0], b)
	for _, d := range data {
		m = append(m, d...)
	}
	n.hmac(&n.k, m)
	n.hmac(&n.v, nil)
	clear(buf[:])
}

// generate sets k to the next 32 bytes. The caller makes nonces of them, and asks for
// others if they are not in [1, n) or make no signature.
func (n *nonces) generate(k *[32]byte) {
	if n.next {
		n.update(0) // step h.3
	}
	n.hmac(&n.v, nil)
	*k, n.next = n.v, true
}

// hmac sets z = HMAC_K(V || m), for m of up to 97 bytes.
//
// Source: RFC 2104. It is here because crypto/hmac allocates.
func (n *nonces) hmac(z *[sha256.Size]byte, m []byte) {
	var inner [sha256.BlockSize + sha256.Size + 1 + 3*32]byte
	var outer [sha256.BlockSize + sha256.Size]byte
	for i := range sha256.BlockSize {
		inner[i], outer[i] = 0x36, 0x5c
	}
	for i, b := range n.k {
		inner[i] ^= b
		outer[i] ^= b
	}
	copy(inner[sha256.BlockSize:], n.v[:])
	h := sha256.Sum256(inner[:sha256.BlockSize+sha256.Size+copy(inner[sha256.BlockSize+sha256.Size:], m)])
	copy(outer[sha256.BlockSize:], h[:])
	*z = sha256.Sum256(outer[:])
}
