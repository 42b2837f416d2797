// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"math/big"

	"secant.example/internal/testkit"
)

// An independent model of the group: affine points with math/big coordinates,
// and the algorithms of RFC 9496 as it writes them, for Z = 1.

var (
	prime    = subtract(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

	// The constants of RFC 9496, section 4.1, in decimal as there, but d, which
	// RFC 8032 defines.
	curveD         = product(big.NewInt(-121665), invert(big.NewInt(121666)))
	sqrtM1         = decimal("19681161376707505956807079304988542015446066515923890162744021073123829784752")
	sqrtADMinusOne = decimal("25063068953384623474111414158702152701244531502492656460079210482610430750235")
	invSqrtAMinusD = decimal("54469307008909316920995813868745141605393597292927456921205312896311721017578")
	oneMinusDSq    = decimal("1159843021668779879193775521855586647937357759715417654439879720876111806838")
	dMinusOneSq    = decimal("40440834346308536858101042469323190826248399146238708352240133220865137265952")

	zero, one, two = big.NewInt(0), big.NewInt(1), big.NewInt(2)

	modelIdentity = affine{zero, one}
	// y = 4/5, and x is even.
	modelGenerator = func() affine {
		y := product(big.NewInt(4), invert(big.NewInt(5)))
		yy := product(y, y)
		_, x := sqrtRatio(subtract(yy, one), sum(product(curveD, yy), one))
		return affine{x, y}
	}()
	// The points of order 1, 2 and 4.
	modelTorsion = [4]affine{{zero, one}, {zero, subtract(prime, one)}, {sqrtM1, zero}, {negative(sqrtM1), zero}}
)

func decimal(s string) *big.Int {
	x, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic(s)
	}
	return x
}

func subtract(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

func sum(x, y *big.Int) *big.Int { return mod(new(big.Int).Add(x, y)) }

func difference(x, y *big.Int) *big.Int { return mod(subtract(x, y)) }

func negative(x *big.Int) *big.Int { return difference(zero, x) }

func isNegative(x *big.Int) bool { return x.Bit(0) == 1 }

func abs(x *big.Int) *big.Int {
	if isNegative(x) {
		return negative(x)
	}
	return x
}

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

// sqrtRatio is SQRT_RATIO_M1, as RFC 9496, section 4.2, says what it returns.
func sqrtRatio(u, v *big.Int) (bool, *big.Int) {
	u, v = mod(u), mod(v)
	if v.Sign() == 0 {
		return u.Sign() == 0, new(big.Int)
	}
	ratio := product(u, invert(v))
	if r := new(big.Int).ModSqrt(ratio, prime); r != nil {
		return true, abs(r)
	}
	return false, abs(new(big.Int).ModSqrt(product(sqrtM1, ratio), prime))
}

// affine is a point (x, y) with -x^2 + y^2 = 1 + d·x^2·y^2.
type affine struct{ x, y *big.Int }

func (p affine) isOnCurve() bool {
	xx, yy := product(p.x, p.x), product(p.y, p.y)
	return difference(yy, xx).Cmp(sum(one, product(curveD, xx, yy))) == 0
}

// plus is the complete addition law:
//
//	x3 = (x1·y2 + x2·y1) / (1 + d·x1·x2·y1·y2)
//	y3 = (y1·y2 + x1·x2) / (1 - d·x1·x2·y1·y2)
func (p affine) plus(q affine) affine {
	e := product(curveD, p.x, q.x, p.y, q.y)
	return affine{
		product(sum(product(p.x, q.y), product(q.x, p.y)), invert(sum(one, e))),
		product(sum(product(p.y, q.y), product(p.x, q.x)), invert(difference(one, e))),
	}
}

func (p affine) negative() affine { return affine{negative(p.x), p.y} }

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

// same tells whether p and q represent the same element: whether p - q has order
// 1, 2 or 4.
func (p affine) same(q affine) bool {
	d := p.plus(q.negative())
	return d.x.Sign() == 0 || d.y.Sign() == 0
}

// encode is the section 4.3.2.
func (p affine) encode() [32]byte {
	t0 := product(p.x, p.y)
	u1 := product(sum(one, p.y), difference(one, p.y))
	u2 := product(p.x, p.y)
	_, invSqrt := sqrtRatio(one, product(u1, u2, u2))
	den1, den2 := product(invSqrt, u1), product(invSqrt, u2)
	zInv := product(den1, den2, t0)
	x, y, denInv := p.x, p.y, den2
	if isNegative(product(t0, zInv)) {
		x, y = product(p.y, sqrtM1), product(p.x, sqrtM1)
		denInv = product(den1, invSqrtAMinusD)
	}
	if isNegative(product(x, zInv)) {
		y = negative(y)
	}
	return testkit.Bytes(abs(product(denInv, difference(one, y))))
}

// modelDecode is the section 4.3.1.
func modelDecode(b []byte) (affine, bool) {
	if len(b) != 32 {
		return affine{}, false
	}
	s := testkit.BigLE(b)
	if s.Cmp(prime) >= 0 || isNegative(s) {
		return affine{}, false
	}
	ss := product(s, s)
	u1, u2 := difference(one, ss), sum(one, ss)
	u2Sq := product(u2, u2)
	v := difference(negative(product(curveD, u1, u1)), u2Sq)
	wasSquare, invSqrt := sqrtRatio(one, product(v, u2Sq))
	denX := product(invSqrt, u2)
	denY := product(invSqrt, denX, v)
	x, y := abs(product(two, s, denX)), product(u1, denY)
	if !wasSquare || isNegative(product(x, y)) || y.Sign() == 0 {
		return affine{}, false
	}
	return affine{x, y}, true
}

// modelMap is MAP of the section 4.3.4 for the integer b without its bit 255.
func modelMap(b [32]byte) affine {
	b[31] &= 0x7f
	t := mod(testkit.BigLE(b[:]))
	r := product(sqrtM1, t, t)
	u := product(sum(r, one), oneMinusDSq)
	v := product(difference(negative(one), product(r, curveD)), sum(r, curveD))
	wasSquare, s := sqrtRatio(u, v)
	c := negative(one)
	if !wasSquare {
		s, c = negative(abs(product(s, t))), r
	}
	n := difference(product(c, difference(r, one), dMinusOneSq), v)
	w0, w1 := product(two, s, v), product(n, sqrtADMinusOne)
	w2, w3 := difference(one, product(s, s)), sum(one, product(s, s))
	if w1.Sign() == 0 || w3.Sign() == 0 {
		panic("MAP gives a point with Z = 0")
	}
	return affine{product(w0, invert(w1)), product(w2, invert(w3))}
}

// modelUniform is the element derivation function of the section 4.3.4.
func modelUniform(b [64]byte) affine {
	return modelMap([32]byte(b[:32])).plus(modelMap([32]byte(b[32:])))
}
