// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"slices"

	"secant.example/internal/testkit"
)

// An independent model of the group: affine points with math/big coordinates.

var (
	// p = 2^256 - 2^32 - 977
	prime = number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	order = number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	// A cube root of unity modulo the order, and that modulo p which belongs to it.
	lambda = number("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72")
	beta   = number("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee")

	// The generator of SEC 2, section 2.4.1.
	modelGenerator = affine{
		number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
	modelIdentity = affine{}
)

func number(hex string) *big.Int {
	x, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic("not a number: " + hex)
	}
	return x
}

func small(x int64) *big.Int { return big.NewInt(x) }

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

// invert returns 1/x mod p, and 0 for x = 0.
func invert(x *big.Int) *big.Int {
	if inv := new(big.Int).ModInverse(x, prime); inv != nil {
		return inv
	}
	return new(big.Int)
}

// product, sum, difference, quotient, half, negative and power are modulo p.
func product(xs ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, x := range xs {
		z = mod(z.Mul(z, x))
	}
	return z
}

func sum(x, y *big.Int) *big.Int        { return mod(new(big.Int).Add(x, y)) }
func difference(x, y *big.Int) *big.Int { return mod(new(big.Int).Sub(x, y)) }
func quotient(x, y *big.Int) *big.Int   { return product(x, invert(y)) }
func half(x *big.Int) *big.Int          { return quotient(x, small(2)) }
func negative(x *big.Int) *big.Int      { return mod(new(big.Int).Neg(x)) }
func square(x *big.Int) *big.Int        { return product(x, x) }
func cube(x *big.Int) *big.Int          { return product(x, x, x) }

// root and cubeRoot return a square or cube root of x, or nil if there is none.
func root(x *big.Int) *big.Int { return new(big.Int).ModSqrt(mod(x), prime) }

func cubeRoot(x *big.Int) *big.Int {
	// p = 7 mod 9.
	e := new(big.Int).Add(prime, small(2))
	r := new(big.Int).Exp(x, e.Div(e, small(9)), prime)
	if cube(r).Cmp(mod(x)) != 0 {
		return nil
	}
	return r
}

// affine is a point (x, y) of a curve y^2 = x^3 + b, or the identity if x is nil.
type affine struct{ x, y *big.Int }

func (p affine) isIdentity() bool { return p.x == nil }

func (p affine) equal(q affine) bool {
	if p.isIdentity() || q.isIdentity() {
		return p.isIdentity() && q.isIdentity()
	}
	return p.x.Cmp(q.x) == 0 && p.y.Cmp(q.y) == 0
}

func (p affine) negative() affine {
	if p.isIdentity() {
		return p
	}
	return affine{p.x, negative(p.y)}
}

// plus is the chord and tangent law.
func (p affine) plus(q affine) affine {
	switch {
	case p.isIdentity():
		return q
	case q.isIdentity():
		return p
	}
	var slope *big.Int
	switch {
	case p.x.Cmp(q.x) != 0:
		slope = quotient(difference(q.y, p.y), difference(q.x, p.x))
	case sum(p.y, q.y).Sign() == 0:
		return modelIdentity
	default:
		slope = quotient(product(small(3), p.x, p.x), sum(p.y, p.y))
	}
	x := difference(difference(square(slope), p.x), q.x)
	return affine{x, difference(product(slope, difference(p.x, x)), p.y)}
}

// times returns k·p, for k >= 0, by doubling and adding.
func (p affine) times(k *big.Int) affine {
	q := modelIdentity
	for i := k.BitLen() - 1; i >= 0; i-- {
		if q = q.plus(q); k.Bit(i) == 1 {
			q = q.plus(p)
		}
	}
	return q
}

// modelLift returns the point of the curve with this x and an even y.
func modelLift(x *big.Int) (affine, bool) {
	if x.Cmp(prime) >= 0 {
		return affine{}, false
	}
	y := root(sum(cube(x), small(7)))
	if y == nil {
		return affine{}, false
	}
	if y.Bit(0) == 1 {
		y = negative(y)
	}
	return affine{x, y}, true
}

// bigEndian returns x as 32 bytes.
func bigEndian(x *big.Int) []byte {
	b := testkit.Bytes(x)
	slices.Reverse(b[:])
	return b[:]
}

// bytes is the compressed encoding.
func (p affine) bytes() []byte {
	if p.isIdentity() {
		return []byte{0}
	}
	return append([]byte{byte(2 + p.y.Bit(0))}, bigEndian(p.x)...)
}

// bytesXY is the uncompressed encoding, or the hybrid one.
func (p affine) bytesXY(hybrid bool) []byte {
	if p.isIdentity() {
		return []byte{0}
	}
	tag := byte(4)
	if hybrid {
		tag = byte(6 + p.y.Bit(0))
	}
	return slices.Concat([]byte{tag}, bigEndian(p.x), bigEndian(p.y))
}
