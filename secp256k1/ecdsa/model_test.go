// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"math/big"
	"slices"

	"secant.example/internal/testkit"
)

// The textbook, with math/big and crypto/hmac.

func toInt(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

func toBytes(x *big.Int) []byte { b := testkit.BytesBE(x); return b[:] }

// modN returns x modulo n.
func modN(x *big.Int) *big.Int { return new(big.Int).Mod(x, testkit.SecpN) }

// divN returns x/y modulo n.
func divN(x, y *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(y, testkit.SecpN)
	return modN(inverse.Mul(inverse, x))
}

// half is (n-1)/2, the largest s that is low.
var half = new(big.Int).Rsh(testkit.SecpN, 1)

// modelNonces returns the first count nonces of RFC 6979, section 3.2, step by step, for a
// private key x and the hash h1 of 32 bytes, both for the order q, with additional data.
func modelNonces(q, x *big.Int, h1, additional []byte, count int) (all []*big.Int) {
	mac := func(k []byte, data ...[]byte) []byte {
		h := hmac.New(sha256.New, k)
		h.Write(slices.Concat(data...))
		return h.Sum(nil)
	}
	z := new(big.Int).Mod(toInt(h1), q)                          // bits2octets
	v, k := bytes.Repeat([]byte{1}, 32), make([]byte, 32)        // b, c
	k = mac(k, v, []byte{0}, toBytes(x), toBytes(z), additional) // d
	v = mac(k, v)                                                // e
	k = mac(k, v, []byte{1}, toBytes(x), toBytes(z), additional) // f
	v = mac(k, v)                                                // g
	for len(all) < count {
		v = mac(k, v) // h.2
		if t := toInt(v); t.Sign() > 0 && t.Cmp(q) < 0 {
			all = append(all, t)
		}
		k = mac(k, v, []byte{0}) // h.3
		v = mac(k, v)
	}
	return all
}

// A modelSig is a signature, and its recovery id.
type modelSig struct {
	r, s *big.Int
	id   int
}

// modelSignWith signs the integer z with d and the nonce k; s is not made low.
func modelSignWith(d, z, k *big.Int) modelSig {
	R := testkit.SecpG.Mult(k)
	sig := modelSig{r: modN(R.X), id: int(R.Y.Bit(0))}
	if R.X.Cmp(testkit.SecpN) >= 0 {
		sig.id |= 2
	}
	s := new(big.Int).Mul(sig.r, d)
	sig.s = divN(s.Add(s, z), k)
	return sig
}

// low returns the signature with the other s if s is above n/2.
func (sig modelSig) low() modelSig {
	if sig.s.Cmp(half) > 0 {
		sig.s, sig.id = new(big.Int).Sub(testkit.SecpN, sig.s), sig.id^1
	}
	return sig
}

func (sig modelSig) compact() []byte { return append(toBytes(sig.r), toBytes(sig.s)...) }

// modelVerify verifies (r, s) on the integer z, for any s.
func modelVerify(Q testkit.SecpPoint, z, r, s *big.Int) bool {
	for _, x := range []*big.Int{r, s} {
		if x.Sign() <= 0 || x.Cmp(testkit.SecpN) >= 0 {
			return false
		}
	}
	V := testkit.SecpG.Mult(divN(z, s)).Add(Q.Mult(divN(r, s)))
	return !V.IsIdentity() && modN(V.X).Cmp(r) == 0
}

// recovered returns the public key Q = (s·R - z·G)/r.
func (sig modelSig) recovered(z *big.Int) (Q testkit.SecpPoint, ok bool) {
	x := sig.r
	if sig.id&2 != 0 {
		x = new(big.Int).Add(x, testkit.SecpN)
	}
	R, ok := testkit.SecpLift(x, uint(sig.id&1))
	if !ok {
		return Q, false
	}
	Q = R.Mult(divN(sig.s, sig.r)).Add(testkit.SecpG.Mult(divN(z, sig.r)).Negate())
	return Q, !Q.IsIdentity()
}

// modelUncompressed returns the 65 bytes of Q.
func modelUncompressed(Q testkit.SecpPoint) []byte {
	return slices.Concat([]byte{4}, toBytes(Q.X), toBytes(Q.Y))
}

// bip66 is the function that BIP-66 specifies, for a signature without the byte of the hash
// type that Bitcoin puts after it.
func bip66(sig []byte) bool {
	if len(sig) < 8 || len(sig) > 72 || sig[0] != 0x30 || int(sig[1]) != len(sig)-2 || sig[2] != 2 {
		return false
	}
	lenR := int(sig[3])
	if 5+lenR >= len(sig) {
		return false
	}
	lenS := int(sig[5+lenR])
	if lenR+lenS+6 != len(sig) {
		return false
	}
	integer := func(b []byte) bool {
		return len(b) != 0 && b[0]&0x80 == 0 && (len(b) == 1 || b[0] != 0 || b[1]&0x80 != 0)
	}
	return integer(sig[4:4+lenR]) && sig[4+lenR] == 2 && integer(sig[6+lenR:])
}
