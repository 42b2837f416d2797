// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import "math/big"

// A SecpPoint is a point of secp256k1 in affine coordinates, or the identity if X is nil:
// the textbook, to compare with. See SEC 1, section 2.2.1, and SEC 2, section 2.4.1.
type SecpPoint struct{ X, Y *big.Int }

// SecpP, SecpN and SecpG are the prime, the order and the generator of secp256k1.
var (
	SecpP = hexInt("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	SecpN = hexInt("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	SecpG = SecpPoint{
		hexInt("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		hexInt("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
)

func hexInt(s string) *big.Int {
	x, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic("testkit: not hexadecimal: " + s)
	}
	return x
}

// IsIdentity reports whether a is the identity.
func (a SecpPoint) IsIdentity() bool { return a.X == nil }

// Negate returns -a.
func (a SecpPoint) Negate() SecpPoint {
	if a.IsIdentity() {
		return a
	}
	return SecpPoint{a.X, new(big.Int).Sub(SecpP, a.Y)} // y is never 0
}

// Add returns a + b.
func (a SecpPoint) Add(b SecpPoint) SecpPoint {
	if a.IsIdentity() {
		return b
	}
	if b.IsIdentity() {
		return a
	}
	// slope = dy / dx
	var dx, dy *big.Int
	if a.X.Cmp(b.X) != 0 {
		dx, dy = new(big.Int).Sub(b.X, a.X), new(big.Int).Sub(b.Y, a.Y)
	} else if a.Y.Cmp(b.Y) == 0 {
		dx, dy = new(big.Int).Lsh(a.Y, 1), new(big.Int).Mul(a.X, a.X)
		dy.Mul(dy, big.NewInt(3))
	} else {
		return SecpPoint{}
	}
	slope := dx.ModInverse(dx.Mod(dx, SecpP), SecpP)
	slope.Mul(slope, dy).Mod(slope, SecpP)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.X).Sub(x, b.X).Mod(x, SecpP)
	y := new(big.Int).Sub(a.X, x)
	y.Mul(y, slope).Sub(y, a.Y).Mod(y, SecpP)
	return SecpPoint{x, y}
}

// Mult returns k·a, for k >= 0: by digits of four bits, because inversions take long.
func (a SecpPoint) Mult(k *big.Int) (r SecpPoint) {
	if a.IsIdentity() || k.Sign() == 0 {
		return SecpPoint{}
	}
	var multiples [16]SecpPoint
	for i := 1; i < 16; i++ {
		multiples[i] = multiples[i-1].Add(a)
	}
	for i := (k.BitLen() + 3) / 4 * 4; i > 0; i -= 4 {
		digit := k.Bit(i-1)<<3 | k.Bit(i-2)<<2 | k.Bit(i-3)<<1 | k.Bit(i-4)
		r = r.double(4).Add(multiples[digit])
	}
	return r
}

// double returns 2^n·a, with one inversion: the fractions x = X/Z^2 and y = Y/Z^3 are
// doubled as they are.
func (a SecpPoint) double(n int) SecpPoint {
	if a.IsIdentity() {
		return a
	}
	mul := func(x, y *big.Int) *big.Int { z := new(big.Int).Mul(x, y); return z.Mod(z, SecpP) }
	times := func(x *big.Int, c int64) *big.Int { return new(big.Int).Mul(x, big.NewInt(c)) }
	X, Y, Z := a.X, a.Y, big.NewInt(1)
	for range n {
		// The slope 3x^2/2y is 3X^2/(2YZ).
		yy := mul(Y, Y)
		s, m := times(mul(X, yy), 4), times(mul(X, X), 3)
		Z = mul(times(Y, 2), Z)
		X = new(big.Int).Sub(mul(m, m), times(s, 2))
		Y = new(big.Int).Sub(mul(m, s.Sub(s, X)), times(mul(yy, yy), 8))
		X.Mod(X, SecpP)
		Y.Mod(Y, SecpP)
	}
	inverse := new(big.Int).ModInverse(Z, SecpP) // Z is not 0: there is no point of order 2
	ii := mul(inverse, inverse)
	return SecpPoint{mul(X, ii), mul(Y, mul(ii, inverse))}
}

// SecpLift returns the point with the x-coordinate x and a y-coordinate of the given
// parity, and whether there is one.
func SecpLift(x *big.Int, odd uint) (SecpPoint, bool) {
	if x.Sign() < 0 || x.Cmp(SecpP) >= 0 {
		return SecpPoint{}, false
	}
	y := new(big.Int).Exp(x, big.NewInt(3), SecpP)
	if y = y.ModSqrt(y.Add(y, big.NewInt(7)), SecpP); y == nil {
		return SecpPoint{}, false
	}
	if y.Bit(0) != odd {
		y.Sub(SecpP, y)
	}
	return SecpPoint{x, y}, true
}

// BytesBE returns x as 32 big-endian bytes. It panics unless 0 <= x < 2^256.
func BytesBE(x *big.Int) (b [32]byte) {
	x.FillBytes(b[:])
	return b
}

// SecpScalar returns an integer in [1, n), of the kinds that go wrong or random.
func (r *Rand) SecpScalar() *big.Int {
	for {
		x := Big(r.Limbs())
		switch r.IntN(4) {
		case 0:
			x.Rsh(x, uint(r.IntN(256)))
		case 1:
			x.Sub(SecpN, x.Rsh(x, uint(r.IntN(256))))
		}
		if x.Sign() > 0 && x.Cmp(SecpN) < 0 {
			return x
		}
	}
}
