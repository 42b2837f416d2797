// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"math/big"

	"secant.example/internal/testkit"
)

// An independent model of the group: affine points with math/big coordinates,
// from the definitions in RFC 8032, sections 5.1 and 5.1.3.

var (
	// p = 2^255 - 19
	prime = subtract(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	// l = 2^252 + 27742317777372353535851937790883648493
	order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	// d = -121665/121666
	curveD = mod(new(big.Int).Mul(big.NewInt(-121665), invert(big.NewInt(121666))))

	modelIdentity  = affine{big.NewInt(0), big.NewInt(1)}
	modelGenerator = func() affine {
		// y = 4/5, and x is the even ("positive") root.
		y := testkit.Bytes(mod(new(big.Int).Mul(big.NewInt(4), invert(big.NewInt(5)))))
		g, ok := modelDecode(y, true)
		if !ok {
			panic("the generator is not on the curve")
		}
		return g
	}()
	// modelTorsion[i] is i times a point of order 8.
	modelTorsion = func() (points [8]affine) {
		for y := int64(2); ; y++ {
			q, ok := modelDecode(testkit.Bytes(big.NewInt(y)), true)
			if !ok {
				continue
			}
			if q = q.times(order); q.times(big.NewInt(4)).equal(modelIdentity) {
				continue
			}
			points[0] = modelIdentity
			for i := 1; i < 8; i++ {
				points[i] = points[i-1].plus(q)
			}
			return points
		}
	}()
)

func subtract(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

// invert returns 1/x mod p, and 0 for x = 0.
func invert(x *big.Int) *big.Int {
	if inv := new(big.Int).ModInverse(x, prime); inv != nil {
		return inv
	}
	return new(big.Int)
}

// product returns the product of its arguments mod p.
func product(xs ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, x := range xs {
		z = mod(z.Mul(z, x))
	}
	return z
}

// affine is a point (x, y) with -x^2 + y^2 = 1 + d·x^2·y^2.
type affine struct{ x, y *big.Int }

func (p affine) equal(q affine) bool { return p.x.Cmp(q.x) == 0 && p.y.Cmp(q.y) == 0 }

func (p affine) negative() affine { return affine{mod(new(big.Int).Neg(p.x)), p.y} }

// plus is the complete addition law:
//
//	x3 = (x1·y2 + x2·y1) / (1 + d·x1·x2·y1·y2)
//	y3 = (y1·y2 + x1·x2) / (1 - d·x1·x2·y1·y2)
func (p affine) plus(q affine) affine {
	one := big.NewInt(1)
	e := product(curveD, p.x, q.x, p.y, q.y)
	plus, minus := mod(new(big.Int).Add(one, e)), mod(subtract(one, e))
	both := invert(product(plus, minus))
	x := new(big.Int).Add(product(p.x, q.y), product(q.x, p.y))
	y := new(big.Int).Add(product(p.y, q.y), product(p.x, q.x))
	return affine{product(x, minus, both), product(y, plus, both)}
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

// bytes is the encoding of p: y with the low bit of x as bit 255.
func (p affine) bytes() [32]byte {
	b := testkit.Bytes(p.y)
	b[31] |= byte(p.x.Bit(0)) << 7
	return b
}

// modelDecode decodes b. If strict, it follows RFC 8032; otherwise y is reduced mod p
// and a zero x may have either sign, as in ZIP-215.
func modelDecode(b [32]byte, strict bool) (affine, bool) {
	sign := uint(b[31] >> 7)
	b[31] &= 0x7f
	y := testkit.BigLE(b[:])
	if strict && y.Cmp(prime) >= 0 {
		return affine{}, false
	}
	y = mod(y)
	// x^2 = (y^2 - 1) / (d·y^2 + 1), whose denominator is never zero.
	one, yy := big.NewInt(1), product(y, y)
	x := product(subtract(yy, one), invert(mod(new(big.Int).Add(product(curveD, yy), one))))
	if x.ModSqrt(x, prime) == nil {
		return affine{}, false
	}
	if x.Sign() == 0 && sign == 1 && strict {
		return affine{}, false
	}
	if x.Bit(0) != sign {
		x = mod(x.Neg(x))
	}
	return affine{x, y}, true
}

// montgomery is the u-coordinate (1 + y)/(1 - y), 0 for the identity.
func (p affine) montgomery() [32]byte {
	one := big.NewInt(1)
	return testkit.Bytes(product(new(big.Int).Add(one, p.y), invert(mod(subtract(one, p.y)))))
}
