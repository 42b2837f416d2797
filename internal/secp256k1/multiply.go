// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"math/bits"

	"secant.example/internal/field"
	"secant.example/internal/limbs"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
)

// The endomorphism (x, y) -> (beta·x, y) multiplies points by lambda.
var (
	beta = field.New(0xc1396c28719501ee, 0x9cf0497512f58995, 0x6e64479eac3434e9, 0x7ae96a2b657c0710)
	// 1 + lambda
	onePlusLambda = scalar.New(0xdf02967c1b23bd73, 0x122e22ea20816678, 0xa5261c028812645a, 0x5363ad4cc05c30e0)
)

// setOddMultiples sets table to q, 3q, 5q, ..., and images to their multiples by lambda,
// where q is not the identity. They are points of another curve, y^2 = x^3 + b, to which
// (x, y) -> (x·s^2, y·s^3) is an isomorphism for s = scale: so the sums of the
// formulas, in which b does not occur, are right once their Z has been multiplied by s.
// ratios is overwritten. If q is the identity scale is 0, so that such sums are the
// identity too.
func setOddMultiples(table, images []affine, ratios []element, q *Point, scale *element) {
	startOddMultiples(table, ratios, q)
	*scale = field.One()
	rescale(table, images, ratios, scale)
}

// startOddMultiples does what setOddMultiples does before rescale. Z of the last entry is the
// product of the ratios.
func startOddMultiples(table []affine, ratios []element, q *Point) {
	// The doubling: 2q has the Z of (X·Y^2 : Y^4 : Y·Z), which is q.
	twice := *q
	twice.double(1)
	d := affine{twice.x, twice.y}
	ratios[0] = twice.z
	this := &table[0]
	p.Sqr(&this.y, &q.y)
	p.Mul(&this.minusX, &q.x, &this.y)
	p.Sqr(&this.y, &this.y)
	// The additions are of 2q to (2i-1)q: exceptions only if 2i-3 or 2i+1 is a multiple of
	// the order of q, which is above 2^255.
	chain(table, ratios, &d)
}

// ScalarMult sets v = [x]q and returns v.
func (v *Point) ScalarMult(x *scalar.Scalar, q *Point) *Point {
	// x = 2s + 1 + lambda = c1 + c2·lambda for s = s1 + s2·lambda, c = 2s + 1.
	var s scalar.Scalar
	n.Sub(&s, x, &onePlusLambda)
	n.Halve(&s, &s)
	k := s.Limbs()
	var s1, s2 recode.Half
	recode.SplitSecp256k1(&s1, &s2, &k)
	var digits1, digits2 [recode.OddWindows]combDigit
	s1.Windows(&digits1)
	s2.Windows(&digits2)

	var tables [2][16]affine
	var ratios [16]element
	var scale element
	setOddMultiples(tables[0][:], tables[1][:], ratios[:], q, &scale)

	// The sums are of the form [a1 + a2·lambda]q, and the additions are to [d]q or
	// [d·lambda]q for |d| < 32. One is an exception if (a1 ± d, a2) or (a1, a2 ± d) is in
	// the lattice of the (x, y) with x + y·lambda = 0 mod n. Of that all vectors but 0
	// have a coordinate above 2^127 (see the package recode). But |c1|, |c2| < 2^128.5, and
	// so |a1|, |a2| < 2^124 before the last window; and it is not 0, because of a1 and a2
	// one is not changed, and is odd, or 32 times an odd number.
	var digits [2 * recode.OddWindows]combDigit // from the last window to the first
	last := recode.OddWindows - 1
	for i := range digits1 {
		digits[2*i], digits[2*i+1] = digits1[last-i], digits2[last-i]
	}
	var sum Point
	var e affine
	e.selectFrom(&tables[0], int(digits[0].Index), int(digits[0].Negative))
	sum.setAffine(&e)
	sum.addSelected(0, tables[1:], digits[1:2])
	sum.addSelected(5, tables[:], digits[2:2*last])
	sum.double(5)
	for i := range tables {
		d := digits[2*last+i]
		e.selectFrom(&tables[i], int(d.Index), int(d.Negative))
		sum.addComplete(&e)
	}
	p.Mul(&sum.z, &sum.z, &scale)
	return v.Set(&sum)
}

// setAffine sets v = q.
func (v *Point) setAffine(q *affine) {
	p.Neg(&v.x, &q.minusX)
	v.y, v.z = q.y, field.One()
}

// addComplete sets v = v + q, for any v.
func (v *Point) addComplete(q *affine) {
	var double, sum Point
	sum = *v
	sum.addAffine(q)
	double = *v
	double.double(1)
	identity := p.IsZero(&v.z)
	equal := p.IsZero(&sum.x) & p.IsZero(&sum.z)
	v.setAffine(q)
	double.Select(&double, &sum, equal)
	v.Select(v, &double, identity)
}

// ScalarBaseMult sets v = [x]G, where G is the generator, and returns v.
func (v *Point) ScalarBaseMult(x *scalar.Scalar) *Point {
	// The comb takes an odd multiplier: x, or n - x if x is even.
	k := x.Limbs()
	even := int(k[0]&1 ^ 1)
	minus, _ := limbs.Sub(&order, &k)
	for i := range k {
		k[i] ^= -uint64(even) & (k[i] ^ minus[i])
	}
	var sum Point
	sum.comb(&k)
	return v.CondNegate(&sum, even)
}

// comb sets v = [k]G, for an odd k <= n.
//
// Block j of column c adds D·2^20j·G, for an odd D with 61167 <= |D| <= 69905: see the
// package recode. Columns are added up from 3 to 0, with a doubling in between, and in each
// the blocks from 0 to 12. With u = 2^256, and C_c for the sum of the D·2^20j of column c,
// k = C_0 + 2·C_1 + 4·C_2 + 8·C_3. The highest digit of column 3 has the signs + and - for
// its teeth 4 and 3, and those of the other columns have - for tooth 4, since k < u. Hence
// C_3 is 0.9375u ± 0.0042u, and the other three are -u ± 0.0668u. What the blocks below 12 of a
// column add up to is below 2^-19·u, and nearly all of it comes from the highest of them.
//
// An addition is an exception if what is there is 0 or ±D·2^20j modulo n. What is
// there before the first block, as an integer, is
//
//	in column 3, 0, so that it begins with the second block;
//	in column 2, 2·C_3 = 1.875u ± 0.009u;
//	in column 1, 2·(2·C_3 + C_2) = 1.75u ± 0.151u;
//	in column 0, 2·(4·C_3 + 2·C_2 + C_1) = 1.5u ± 0.434u.
//
// With the blocks below 12, and plus or minus one of them, none of these is a multiple
// of n, which is nearly u. Plus or minus block 12, u ± 0.067u, those of columns 3, 2 and 1 are
// not either. In column 0 what is there before block 12 is between n and 2n, so not 0. It is
// k - D·2^240, so that the addition is an exception, in which the sum is the identity, if
// k = n, which the formulas compute correctly; and if k = 2D·2^240 modulo n. For one k that
// is so and D belongs to it: D = -69905 and k = 3n - 2·69905·2^240. TestCombExceptions
// computes all this exactly.
func (v *Point) comb(k *[4]uint64) {
	var digits recode.CombDigits
	recode.Comb(&digits, k)
	const size = recode.CombBlocks
	var columns [recode.CombColumns * size]combDigit // from the last to the first
	for i := range digits {
		copy(columns[(recode.CombColumns-1-i)*size:], digits[i][:])
	}
	var e affine
	e.selectFrom(&combTable[0], int(columns[0].Index), int(columns[0].Negative))
	v.setAffine(&e)
	v.addSelected(0, combTable[1:], columns[1:size])
	v.addSelected(1, combTable[:], columns[size:])
	different := uint64(0)
	for i := range k {
		different |= k[i] ^ combException[i]
	}
	_, is := bits.Sub64(different, 1, 0)
	v.Select(&combExceptionMultiple, v, int(is))
}

// The one k for which the additions of comb would be wrong, and [k]G.
var (
	combException         = [4]uint64{0x3f771ba670a2c3c3, 0x300c96b40dd9e0b3, 0xfffffffffffffffc, 0xddddffffffffffff}
	combExceptionMultiple = Point{
		x: field.New(0x8529d2cc8cd31fdb, 0x4315f26551bb8623, 0x9f9acac55ef75421, 0x9828a46294d31103),
		y: field.New(0x901352c2962225f5, 0x9f934494ba83dd3e, 0x1e6d1f4c3017b8f2, 0x083ed9b5c57fa3f6),
		z: field.One(),
	}
)
