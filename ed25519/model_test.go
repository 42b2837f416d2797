// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto"
	"crypto/sha512"
	"math/big"
	"slices"

	"secant.example/internal/testkit"
)

// This file is the textbook: the curve -x^2 + y^2 = 1 + d x^2 y^2 in math/big,
// and a verifier that decodes everything, looks at everything and then applies
// the rules. It shares no code with the package or the group below it.

var (
	two    = big.NewInt(2)
	prime  = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	order  = bigInt("7237005577332262213973186563042994240857116359379907606001950938285454250989")
	curveD = mod(new(big.Int).Mul(big.NewInt(-121665), inverse(big.NewInt(121666))))
	base   = decodePoint(unhexArray("5866666666666666666666666666666666666666666666666666666666666666")).point
)

func bigInt(s string) *big.Int {
	x, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic(s)
	}
	return x
}

func unhexArray(s string) [32]byte {
	var h testkit.Hex
	if err := h.UnmarshalText([]byte(s)); err != nil {
		panic(err)
	}
	return [32]byte(h)
}

func mod(x *big.Int) *big.Int     { return x.Mod(x, prime) }
func inverse(x *big.Int) *big.Int { return new(big.Int).ModInverse(x, prime) }
func mul(x, y *big.Int) *big.Int  { return mod(new(big.Int).Mul(x, y)) }
func add(x, y *big.Int) *big.Int  { return mod(new(big.Int).Add(x, y)) }
func sub(x, y *big.Int) *big.Int  { return mod(new(big.Int).Sub(x, y)) }

// bigPoint is (X/Z, Y/Z).
type bigPoint struct{ X, Y, Z *big.Int }

func bigIdentity() bigPoint {
	return bigPoint{new(big.Int), big.NewInt(1), big.NewInt(1)}
}

// add returns p + q by the addition law with its denominators cleared. The
// law is complete: -1 is a square and d is not.
func (p bigPoint) add(q bigPoint) bigPoint {
	z := mul(p.Z, q.Z)
	z2 := mul(z, z)
	xx, yy := mul(p.X, q.X), mul(p.Y, q.Y)
	dxy := mul(curveD, mul(xx, yy))
	minus, plus := sub(z2, dxy), add(z2, dxy)
	cross := add(mul(p.X, q.Y), mul(p.Y, q.X))
	return bigPoint{mul(mul(z, cross), minus), mul(mul(z, add(xx, yy)), plus), mul(minus, plus)}
}

func (p bigPoint) negate() bigPoint { return bigPoint{sub(new(big.Int), p.X), p.Y, p.Z} }

func (p bigPoint) mult(k *big.Int) bigPoint {
	r := bigIdentity()
	for i := k.BitLen() - 1; i >= 0; i-- {
		if r = r.add(r); k.Bit(i) == 1 {
			r = r.add(p)
		}
	}
	return r
}

func (p bigPoint) isIdentity() bool { return p.X.Sign() == 0 && p.Y.Cmp(p.Z) == 0 }

func (p bigPoint) isSmallOrder() bool { return p.mult(big.NewInt(8)).isIdentity() }

func (p bigPoint) bytes() [32]byte {
	zInv := inverse(p.Z)
	x, y := mul(p.X, zInv), mul(p.Y, zInv)
	b := testkit.Bytes(y)
	b[31] |= byte(x.Bit(0) << 7)
	return b
}

// decoded is what the 32 bytes of a point can be.
type decoded struct {
	ok, canonical, smallOrder bool
	point                     bigPoint
}

// decodePoint decodes b in the permissive way, and says whether it is canonical.
func decodePoint(b [32]byte) decoded {
	sign := uint(b[31] >> 7)
	b[31] &= 0x7f
	y := testkit.BigLE(b[:])
	canonical := y.Cmp(prime) < 0
	mod(y)
	yy := mul(y, y)
	x2 := mul(sub(yy, big.NewInt(1)), inverse(add(mul(curveD, yy), big.NewInt(1))))
	x := new(big.Int).ModSqrt(x2, prime)
	if x == nil {
		return decoded{}
	}
	if x.Bit(0) != sign {
		if x.Sign() == 0 {
			canonical = false
		}
		x = sub(new(big.Int), x)
	}
	p := bigPoint{x, y, big.NewInt(1)}
	return decoded{ok: true, canonical: canonical, smallOrder: p.isSmallOrder(), point: p}
}

// facts are what decides whether a signature is valid under some rules.
type facts struct {
	A, R                     decoded
	belowOrder               bool // S < l
	cofactorless, cofactored bool // which equations hold, if A and R decode
}

// factsOf returns the facts for a key of 32 bytes and a signature of 64.
func factsOf(publicKey, message, sig []byte, opts *Options) facts {
	f := facts{A: decodePoint([32]byte(publicKey)), R: decodePoint([32]byte(sig[:32]))}
	S := testkit.BigLE(sig[32:])
	f.belowOrder = S.Cmp(order) < 0
	if f.A.ok && f.R.ok {
		sB := base.mult(S)
		kA := f.A.point.mult(challengeOf(publicKey, message, sig[:32], opts))
		diff := sB.add(f.R.point.add(kA).negate())
		f.cofactorless = diff.isIdentity()
		f.cofactored = diff.isSmallOrder()
	}
	return f
}

// challengeOf returns k.
func challengeOf(publicKey, message, R []byte, opts *Options) *big.Int {
	var hashed []byte
	if opts.Hash == crypto.SHA512 {
		hashed = append(hashed, "SigEd25519 no Ed25519 collisions\x01"...)
	} else if opts.Context != "" {
		hashed = append(hashed, "SigEd25519 no Ed25519 collisions\x00"...)
	}
	if hashed != nil {
		hashed = append(hashed, byte(len(opts.Context)))
		hashed = append(hashed, opts.Context...)
	}
	h := sha512.Sum512(slices.Concat(hashed, R, publicKey, message))
	k := testkit.BigLE(h[:])
	return k.Mod(k, order)
}

// accepts applies the rules: one line for each row of the table.
func (f facts) accepts(rules Rules) bool {
	has := func(s Rules) bool { return rules&s != 0 }
	equation := f.cofactored
	if has(Cofactorless) {
		equation = f.cofactorless
	}
	return f.acceptsKey(rules) && f.R.ok && equation &&
		(!f.R.smallOrder || !has(RejectSmallOrderR)) &&
		(f.R.canonical || has(AcceptNonCanonicalR)) &&
		f.belowOrder
}

// acceptsKey applies the rules for A.
func (f facts) acceptsKey(rules Rules) bool {
	return f.A.ok &&
		(!f.A.smallOrder || rules&AcceptSmallOrderA != 0) &&
		(f.A.canonical || rules&AcceptNonCanonicalA != 0)
}
