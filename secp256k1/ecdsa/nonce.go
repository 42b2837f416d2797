// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto/sha256"

	"secant.example/internal/scalar"
	"secant.example/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// NonceRFC6979 returns the nonce of RFC 6979 with SHA-256, in [1, n), for a private key and a
// digest of 32 bytes, which is reduced modulo n. Additional data (section 3.6) may be of 32
// bytes, extra, and of 16, version, or nil; a version without extra has 32 zero bytes before
// it, as in dcrec; libsecp256k1 puts none there. The first extraIterations nonces are left out:
// those that made no signature. An invalid private key is an [ErrPrivateKey], and another length
// an [ErrOptions]. It is constant-time, but for extraIterations.
//
// It is what [Sign] uses. It is here for other schemes that derive a nonce so, and must not be
// given the same arguments by two of them: two signatures with one nonce give the key away.
func NonceRFC6979(privateKey, digest, extra, version []byte, extraIterations uint32) (*secp256k1.Scalar, error) {
	var k keys.Private
	if err := k.SetBytes(privateKey, keyErrors); err != nil {
		return nil, err
	}
	switch {
	case len(digest) != DigestSize:
		return nil, errDigestSize
	case len(extra) != 0 && len(extra) != 32, len(version) != 0 && len(version) != 16:
		return nil, errNonceSize
	}
	var z scalar.Scalar
	var private, reduced, b [32]byte
	n.EncodeBE(&private, k.Scalar())
	n.ReduceBE(&z, (*[32]byte)(digest))
	n.EncodeBE(&reduced, &z)
	if len(extra) == 0 && len(version) != 0 {
		extra = make([]byte, 32)
	}
	drbg := newNonces(private[:], reduced[:], append(extra[:len(extra):len(extra)], version...))
	for {
		drbg.generate(&b)
		if !keys.SetNonZero(&z, &b) {
			continue
		}
		if extraIterations == 0 {
			return secp256k1.NewScalar().SetCanonicalBytes(b[:])
		}
		extraIterations--
	}
}

// nonces is the generator of RFC 6979, section 3.2, with SHA-256: HMAC_DRBG of
// NIST SP 800-90A, seeded with the private key and the digest.
type nonces struct {
	k, v [sha256.Size]byte
	next bool // a nonce was generated
}

// newNonces returns the nonces for a private key and a digest reduced modulo n, both of
// 32 bytes, and for additional data of up to 48 bytes (section 3.6).
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
	var buf [maxSeed]byte
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

// maxSeed is the most bytes that come after V: a byte, the private key, the digest, and the
// additional data.
const maxSeed = 1 + 32 + 32 + 48

// hmac sets z = HMAC_K(V || m), for m of up to maxSeed bytes.
//
// Source: RFC 2104. It is here because crypto/hmac allocates.
func (n *nonces) hmac(z *[sha256.Size]byte, m []byte) {
	var inner [sha256.BlockSize + sha256.Size + maxSeed]byte
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
