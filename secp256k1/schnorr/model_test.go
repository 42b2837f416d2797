// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"crypto/sha256"
	"math/big"
	"slices"

	"secant.example/internal/testkit"
)

// What the BIP says, word for word, with math/big.

// toInt is int(x).
func toInt(x []byte) *big.Int { return new(big.Int).SetBytes(x) }

// toBytes is bytes(x).
func toBytes(x *big.Int) []byte { b := testkit.BytesBE(x); return b[:] }

// taggedHash is hash_name(x).
func taggedHash(name string, x ...[]byte) []byte {
	tag := sha256.Sum256([]byte(name))
	h := sha256.Sum256(slices.Concat(tag[:], tag[:], slices.Concat(x...)))
	return h[:]
}

// modelPublic is PubKey(sk).
func modelPublic(sk []byte) []byte { return toBytes(testkit.SecpG.Mult(toInt(sk)).X) }

// modelSign is Sign(sk, m) with the auxiliary random data a.
func modelSign(sk, m, a []byte) []byte {
	n := testkit.SecpN
	d := toInt(sk)
	P := testkit.SecpG.Mult(d)
	if P.Y.Bit(0) == 1 {
		d.Sub(n, d)
	}
	t := toBytes(d)
	for i, b := range taggedHash("BIP0340/aux", a) {
		t[i] ^= b
	}
	k := toInt(taggedHash("BIP0340/nonce", t, toBytes(P.X), m))
	k.Mod(k, n)
	R := testkit.SecpG.Mult(k)
	if R.Y.Bit(0) == 1 {
		k.Sub(n, k)
	}
	e := toInt(taggedHash("BIP0340/challenge", toBytes(R.X), toBytes(P.X), m))
	s := e.Mul(e, d).Add(e, k)
	return append(toBytes(R.X), toBytes(s.Mod(s, n))...)
}

// modelVerify is Verify(pk, m, sig).
func modelVerify(pk, m, sig []byte) bool {
	if len(pk) != 32 || len(sig) != 64 {
		return false
	}
	P, ok := testkit.SecpLift(toInt(pk), 0)
	if !ok {
		return false
	}
	r, s := toInt(sig[:32]), toInt(sig[32:])
	if r.Cmp(testkit.SecpP) >= 0 || s.Cmp(testkit.SecpN) >= 0 {
		return false
	}
	e := toInt(taggedHash("BIP0340/challenge", sig[:32], pk, m))
	e.Mod(e, testkit.SecpN)
	R := testkit.SecpG.Mult(s).Add(P.Mult(e).Negate())
	return !R.IsIdentity() && R.Y.Bit(0) == 0 && R.X.Cmp(r) == 0
}

// forge returns a signature of m under pk whose equation holds, for the nonce k, if the
// point P of pk is d·G.
func forge(d, k *big.Int, pk, m []byte) []byte {
	n := testkit.SecpN
	R := testkit.SecpG.Mult(k)
	if R.Y.Bit(0) == 1 {
		k = new(big.Int).Sub(n, k)
	}
	e := toInt(taggedHash("BIP0340/challenge", toBytes(R.X), pk, m))
	s := e.Mul(e, d).Add(e, k)
	return append(toBytes(R.X), toBytes(s.Mod(s, n))...)
}
