// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package scalar computes with integers modulo the orders of the four groups:
//
//	Edwards25519   l = 2^252 + 27742317777372353535851937790883648493
//	Secp256k1      n = 2^256 - 432420386565659656852420866394968145599
//	DoubleOddE     r = 2^254 - 131528281291764213006042413802501683931
//	DoubleOddS     r = 2^254 + 56904135270672826811114353017034461895
//
// A scalar is kept reduced, so that its limbs are the integer in [0, n) that
// recodings and encodings need. Every operation is constant-time in the scalars,
// unless its name has VarTime in it; the modulus is public.
//
// Destinations may be the same variable as any argument. The arguments must be
// in [0, n), and the results are.
package scalar

import "secant.example/internal/modinv"

// A Scalar is an integer in [0, n), where n is the order with which it is used.
// The zero value is 0.
type Scalar struct{ l0, l1, l2, l3 uint64 } // little-endian limbs

// New returns the scalar with the little-endian limbs l0 to l3, an integer that must be
// below the order with which it is used.
func New(l0, l1, l2, l3 uint64) Scalar { return Scalar{l0, l1, l2, l3} }

// Limbs returns the little-endian limbs of x.
func (x *Scalar) Limbs() [4]uint64 { return [4]uint64{x.l0, x.l1, x.l2, x.l3} }

// Select sets z = x if cond is 1, and z = y if cond is 0.
func (z *Scalar) Select(x, y *Scalar, cond int) {
	m := -uint64(cond)
	z.l0 = y.l0 ^ (x.l0^y.l0)&m
	z.l1 = y.l1 ^ (x.l1^y.l1)&m
	z.l2 = y.l2 ^ (x.l2^y.l2)&m
	z.l3 = y.l3 ^ (x.l3^y.l3)&m
}

// A Modulus is the order n of a group, a prime within 2^130 of a power of two
// 2^k with 252 <= k <= 256. Its methods are the arithmetic modulo n.
type Modulus struct {
	n Scalar
	k uint // n is 2^k + c or 2^k - c

	// fold + foldTop 2^128 = ±2^256 mod n, below 2^129, where foldTop is 0 or all ones.
	// neg is all ones if the sign is -, which is if n > 2^k, and 0 otherwise.
	fold0, fold1, foldTop, neg uint64

	// What adding the fold of a complement instead of subtracting a fold costs:
	// c256 = -(2^256 - 1) fold mod n, c129 = -(2^129 - 1) fold mod n; 0 if neg is 0.
	c256, c129 Scalar

	// c0 + c1 2^64 + cTop 2^128 = |2^k - n|, below 2^129, where cTop is 0 or all ones; mask is
	// 2^k - 1 without its three lower limbs.
	c0, c1, cTop, mask uint64

	inverse *modinv.Modulus
}

// The orders. They are never modified.
var (
	Edwards25519 = newModulus(&Modulus{
		n:     Scalar{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000},
		k:     252,
		fold0: 0x812631a5cf5d3ed0, fold1: 0x4def9dea2f79cd65, foldTop: 1<<64 - 1, neg: 1<<64 - 1,
		c256: Scalar{0x252c438913f94dd1, 0x1dfdb99197ff60ad, 0xceec73d217f5be67, 0x0399411b7c309a3d},
		c129: Scalar{0xf42a73f90fb203b2, 0xba849c70ec19888f, 0xfdb39cb461458264, 0x0420c42ba10c6534},
	})
	Secp256k1 = newModulus(&Modulus{
		n:     Scalar{0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff},
		k:     256,
		fold0: 0x402da1732fc9bebf, fold1: 0x4551231950b75fc4, foldTop: 1<<64 - 1,
	})
	DoubleOddE = newModulus(&Modulus{
		n:     Scalar{0x1f52c8ae74d84525, 0x9d0c930f54078c53, 0xffffffffffffffff, 0x3fffffffffffffff},
		k:     254,
		fold0: 0x82b4dd462c9eeb6c, fold1: 0x8bcdb3c2afe1ceb3, foldTop: 1<<64 - 1,
	})
	DoubleOddS = newModulus(&Modulus{
		n:     Scalar{0xdcf2ac65396152c7, 0x2acf567a912b7f03, 0, 0x4000000000000000},
		k:     254,
		fold0: 0x73cab194e5854b1c, fold1: 0xab3d59ea44adfc0f, neg: 1<<64 - 1,
		c256: Scalar{0xc8cb5356e5456365, 0xea978007e9379e25, 0x5dce66bf04303ad8, 0x328b04d2f0f9e3c9},
		c129: Scalar{0xa17abbf43dcd3bc6, 0xac1960c9abb2f626, 0x186a9cd634f569c9, 0x29854c2b76a407e1},
	})
)

func newModulus(n *Modulus) *Modulus {
	n.inverse = modinv.New(n.n.Limbs())
	c := n.n                 // n - 2^k
	c.l3 -= 1 << (n.k - 192) // 2^256 is 0
	if n.neg == 0 {
		c, _ = sub(&Scalar{}, &c)
	}
	n.c0, n.c1, n.cTop = c.l0, c.l1, -c.l2
	n.mask = 1<<(n.k-192) - 1
	return n
}

// N returns n as little-endian limbs.
func (n *Modulus) N() [4]uint64 { return n.n.Limbs() }

// Equal returns 1 if x = y, and 0 otherwise.
func (n *Modulus) Equal(x, y *Scalar) int {
	return isZero((x.l0 ^ y.l0) | (x.l1 ^ y.l1) | (x.l2 ^ y.l2) | (x.l3 ^ y.l3))
}

// IsZero returns 1 if x = 0, and 0 otherwise.
func (n *Modulus) IsZero(x *Scalar) int { return isZero(x.l0 | x.l1 | x.l2 | x.l3) }

func isZero(x uint64) int { return int(^(x | -x) >> 63) }

// Inv sets z = 1/x mod n, or 0 if x = 0.
func (n *Modulus) Inv(z, x *Scalar) {
	t := x.Limbs()
	n.inverse.Inv(&t, &t)
	*z = Scalar{t[0], t[1], t[2], t[3]}
}

// InvVarTime sets z = 1/x mod n, or 0 if x = 0, in time that depends on x.
func (n *Modulus) InvVarTime(z, x *Scalar) {
	t := x.Limbs()
	n.inverse.InvVarTime(&t, &t)
	*z = Scalar{t[0], t[1], t[2], t[3]}
}

// InvBatch sets each of the scalars at(0) to at(count-1), which must be different variables, to
// its inverse, or 0 for 0, and product to the product of these inverses. It takes one inversion
// for up to 64 of them. The scalar product may be one of them, and is what is said last.
func (n *Modulus) InvBatch(product *Scalar, count int, at func(i int) *Scalar) {
	one := Scalar{l0: 1}
	all := one // the product so far, with 1 for 0
	zeros := 0 // 1 if there was a 0
	for start := 0; start < count; start += 64 {
		// before[i] is the product of those of these 64 before at(start+i).
		var before [64]Scalar
		acc := one
		size := min(count-start, len(before))
		for i := range before[:size] {
			before[i] = acc
			x := at(start + i)
			zero := n.IsZero(x)
			zeros |= zero
			var y Scalar
			y.Select(&one, x, zero)
			n.Mul(&acc, &acc, &y)
		}
		n.Inv(&acc, &acc)
		n.Mul(&all, &all, &acc)
		for i := size - 1; i >= 0; i-- {
			// acc is the inverse of the product up to at(start+i).
			x := at(start + i)
			zero := n.IsZero(x)
			var y Scalar
			y.Select(&one, x, zero)
			n.Mul(&before[i], &before[i], &acc)
			n.Mul(&acc, &acc, &y)
			x.Select(&Scalar{}, &before[i], zero)
		}
	}
	product.Select(&Scalar{}, &all, zeros)
}

// InvBatchVarTime sets each of xs to its inverse, or 0 for 0, with one inversion, in variable time.
// scratch must be at least as long as xs; it is overwritten.
func (n *Modulus) InvBatchVarTime(xs, scratch []Scalar) {
	acc := Scalar{l0: 1}
	for i := range xs {
		if scratch[i] = acc; n.IsZero(&xs[i]) == 0 {
			n.Mul(&acc, &acc, &xs[i])
		}
	}
	n.InvVarTime(&acc, &acc)
	for i := len(xs) - 1; i >= 0; i-- {
		if n.IsZero(&xs[i]) == 1 {
			continue
		}
		// acc is the inverse of the product of those up to xs[i], and scratch[i] that of those before.
		x := xs[i]
		n.Mul(&xs[i], &scratch[i], &acc)
		n.Mul(&acc, &acc, &x)
	}
}
