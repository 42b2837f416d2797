// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doscheme

import (
	"crypto/subtle"
	"encoding/binary"
	"math/bits"

	"secant.example/internal/dohash"
	"secant.example/internal/doubleodd"
)

// SharedSecret returns the 32 bytes that k and the owner of the public key peer share.
//
// If peer is not a public key, because it has not 32 bytes, encodes no element, or
// encodes the neutral one, SharedSecret returns an error and yet a secret, made of the
// private key and the bytes of peer: nobody else can predict it or tell it from that of a
// valid peer. That takes the same time, if peer has 32 bytes, and a protocol that hides
// whether a key was valid goes on with it; all others stop at the error. It is
// constant-time.
func (k *PrivateKey[S]) SharedSecret(peer []byte) ([32]byte, error) {
	var secret [32]byte
	err := of[S]().sharedSecret(secret[:], &k.k, peer)
	return secret, err
}

// FillSharedSecret is SharedSecret for a secret of another length, in the 2020
// generation.
func FillSharedSecret[S Scheme](secret []byte, k *PrivateKey[S], peer []byte) error {
	return of[S]().sharedSecret(secret, &k.k, peer)
}

// sharedSecret computes, with sh = dP or, if the peer P is invalid, the private key d,
//
//	H(A || B || 'S' or 'F' || sh)                     in the 2022 generation,
//	H(name || "-ecdh:" || 0x00 or 0xff || sh || A || B)  in that of 2020,
//
// where A and B are both public keys, the lower one first.
func (p *Params) sharedSecret(secret []byte, k *private, peer []byte) error {
	if !k.valid() {
		return p.ErrPrivateKey
	}
	// The neutral element stands for a peer that is invalid.
	var q doubleodd.Point
	var b, d, sh [32]byte
	p.Curve.Neutral(&q)
	valid := 0
	if len(peer) == 32 {
		b = [32]byte(peer)
		valid = p.Decode(&q, &b) &^ p.Curve.IsNeutral(&q)
	}
	p.Curve.Mul(&q, &k.d, &q)
	p.Order.Encode(&d, &k.d)
	var tag [1]byte
	if p.Generation == dohash.DO {
		p.Curve.EncodeDOSquared(&sh, &q)
		tag[0] = byte(subtle.ConstantTimeSelect(valid, 0x00, 0xff))
	} else {
		p.Curve.EncodeJQ(&sh, &q)
		tag[0] = byte(subtle.ConstantTimeSelect(valid, 'S', 'F'))
	}
	subtle.ConstantTimeCopy(1^valid, sh[:], d[:])

	first, second := k.b, b
	if p.Generation == dohash.DO {
		// As little-endian integers; a peer of another length is 32 zero bytes.
		sort(&first, &second, lessLE(&second, &first))
		p.Generation.Sum(secret, p.ECDH, tag[:], sh[:], first[:], second[:])
	} else if len(peer) == 32 {
		// As strings of bytes.
		sort(&first, &second, lessBE(&second, &first))
		p.Generation.Sum(secret, first[:], second[:], tag[:], sh[:])
	} else {
		p.Generation.Sum(secret, first[:], peer, tag[:], sh[:])
	}
	return p.errPeer[valid]
}

// sort exchanges a and b if swap is 1.
func sort(a, b *[32]byte, swap int) {
	t := *a
	subtle.ConstantTimeCopy(swap, a[:], b[:])
	subtle.ConstantTimeCopy(swap, b[:], t[:])
}

// lessBE returns 1 if a < b as big-endian integers, and 0 otherwise.
func lessBE(a, b *[32]byte) int {
	var borrow uint64
	for i := 24; i >= 0; i -= 8 {
		_, borrow = bits.Sub64(binary.BigEndian.Uint64(a[i:]), binary.BigEndian.Uint64(b[i:]), borrow)
	}
	return int(borrow)
}

// lessLE returns 1 if a < b as little-endian integers, and 0 otherwise.
func lessLE(a, b *[32]byte) int {
	var borrow uint64
	for i := 0; i < 32; i += 8 {
		_, borrow = bits.Sub64(binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:]), borrow)
	}
	return int(borrow)
}
