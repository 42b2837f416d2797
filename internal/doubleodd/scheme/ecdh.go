// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"crypto/subtle"
	"encoding/binary"
	"math/bits"
	"unsafe"

	"secant.example/internal/doubleodd"
)

// SharedSecret sets secret, for sh = dP or, if the peer P is invalid, the private key d, to
//
//	H(A || B || 'S' or 'F' || sh)                     in the 2022 generation,
//	H(name || "-ecdh:" || 0x00 or 0xff || sh || A || B)  in that of 2020,
//
// where A and B are both public keys, the lower one first. It returns an error if P is
// invalid, and also, leaving secret unchanged, if k is the zero value.
//
// Whether P is valid is a secret of callers that go on with either: it is neither branched on
// nor an address, up to the error that is returned. What it tells shows only once that is
// compared.
func (g *Group) SharedSecret(secret []byte, k *PrivateKey, peer []byte) error {
	if !k.isSet() {
		return g.ErrPrivateKey
	}
	return errorUnless(g.sharedSecret(secret, k, peer), g.ErrPublicKey)
}

// errorUnless returns err if ok is 0, and nil if it is 1, in constant time: it masks the two
// words of the interface, which are zeros in nil. The words are of the type unsafe.Pointer,
// because the compiler takes it that a number does not overwrite a pointer. err must be the
// value of a variable that stays.
func errorUnless(ok int, err error) error {
	words := (*[2]unsafe.Pointer)(unsafe.Pointer(&err))
	mask := -uintptr(ok)
	words[0] = unsafe.Pointer(uintptr(words[0]) &^ mask)
	words[1] = unsafe.Pointer(uintptr(words[1]) &^ mask)
	return err
}

// An interface has two words, or this does not compile.
var _ = [1]struct{}{}[unsafe.Sizeof(error(nil))-unsafe.Sizeof([2]unsafe.Pointer{})]

// sharedSecret sets secret, and returns 1 if peer is a public key, and 0 otherwise. It is
// constant-time, but for the length of peer.
func (g *Group) sharedSecret(secret []byte, k *PrivateKey, peer []byte) (valid int) {
	// The neutral element stands for a peer that is invalid.
	var q doubleodd.Point
	var b, d, sh [32]byte
	g.Curve.Neutral(&q)
	if len(peer) == 32 {
		b = [32]byte(peer)
		valid = g.decode(&q, &b) &^ g.Curve.IsNeutral(&q)
	}
	g.Curve.Mul(&q, &k.d, &q)
	g.Order.Encode(&d, &k.d)
	var tag [1]byte
	if g.Generation == DO {
		g.Curve.EncodeDOSquared(&sh, &q)
		tag[0] = byte(subtle.ConstantTimeSelect(valid, 0x00, 0xff))
	} else {
		g.Curve.EncodeJQ(&sh, &q)
		tag[0] = byte(subtle.ConstantTimeSelect(valid, 'S', 'F'))
	}
	subtle.ConstantTimeCopy(1^valid, sh[:], d[:])

	first, second := k.public.b, b
	if g.Generation == DO {
		// As little-endian integers; a peer of another length is 32 zero bytes.
		exchange(&first, &second, lessLE(&second, &first))
		g.Generation.Sum(secret, g.ecdh, tag[:], sh[:], first[:], second[:])
	} else if len(peer) == 32 {
		// As strings of bytes.
		exchange(&first, &second, lessBE(&second, &first))
		g.Generation.Sum(secret, first[:], second[:], tag[:], sh[:])
	} else {
		g.Generation.Sum(secret, first[:], peer, tag[:], sh[:])
	}
	return valid
}

// exchange exchanges a and b if cond is 1.
func exchange(a, b *[32]byte, cond int) {
	t := *a
	subtle.ConstantTimeCopy(cond, a[:], b[:])
	subtle.ConstantTimeCopy(cond, b[:], t[:])
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
