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

// The additions here are incomplete. Of v and q, which is not the identity, addAffine makes
// the sum unless v is the identity or v = q, and if v = -q the sum is the identity, to which
// nothing can be added. So an addition that others follow is called an exception if v, v - q or
// v + q is the identity. Two lemmas, at ScalarMult and at comb, say that there is none but where
// it is provided for. In both, what is added to is a multiple of a point whose order is n, so
// that it is the identity if and only if the multiplier is 0 modulo n.

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
	multiples(table, ratios, &d)
}

// ScalarMult sets v = [x]q and returns v.
//
// It writes x = c1 + c2·lambda mod n with odd c1 and c2, and those in windows: c1 is the sum of
// d1_i·32^i and c2 that of d2_i·32^i, for i from 0 to 25, with odd |d1_i|, |d2_i| < 32. From i = 25
// down it multiplies by 32, then adds [d1_i]q, and then [d2_i·lambda]q. What has been summed is
// [a1 + a2·lambda]q for a pair of integers (a1, a2).
//
// Lemma. If q is not the identity, no addition for an i of 25 to 1 is an exception.
//
//  1. Let L be the set of the pairs of integers (a1, a2) with a1 + a2·lambda = 0 mod n. An
//     addition of [d]q is an exception if and only if (a1, a2), (a1 - d, a2) or (a1 + d, a2) is in
//     L; one of [d·lambda]q if (a1, a2), (a1, a2 - d) or (a1, a2 + d) is.
//  2. A pair in L other than (0, 0) has a coordinate of 2^127 or more in absolute value.
//  3. |c1|, |c2| < 3·2^127.
//  4. With the windows down to i, a1 is (c1 minus the windows below i)/32^i, and these windows
//     are less than 32^i. So for i >= 1, |a1| < 3·2^127/32 + 1 < 2^124 - 64, and so is |a2|.
//  5. Before the additions for i, a1 and a2 differ by at most 31 from what they are after them,
//     and are less than 2^124 too. So no coordinate in step 1 reaches 2^127, and by step 2 an
//     exception needs a pair (0, 0).
//  6. But the addition of [d]q does not change a2, which is 32 times an odd number: the sum of
//     d2_j·32^(j-i) for j > i. And the addition of [d·lambda]q does not change a1, which is odd,
//     because d1_i has just been added. Neither is 0. (For i = 25 there is only the latter
//     addition: [d1_25]q is where the sum starts.)
//
// The two additions for i = 0 are complete. If q is the identity, scale is 0, which makes
// Z = 0 of whatever the sum is.
//
// TestWindowExceptions enumerates the pairs in L that step 2 is about, and tests step 3 with
// scalars next to the vectors of a basis of L, and random ones.
func (v *Point) ScalarMult(x *scalar.Scalar, q *Point) *Point {
	// x = 2s + 1 + lambda = c1 + c2·lambda for s = s1 + s2·lambda, c1 = 2·s1 + 1, c2 = 2·s2 + 1.
	var s scalar.Scalar
	n.Sub(&s, x, &onePlusLambda)
	n.Halve(&s, &s)
	k := s.Limbs()
	var s1, s2 recode.HalfScalar
	recode.SplitSecp256k1(&s1, &s2, &k)
	var digits1, digits2 [recode.OddWindows]combDigit
	s1.Windows(&digits1)
	s2.Windows(&digits2)

	var tables [2][16]affine
	var ratios [16]element
	var scale element
	setOddMultiples(tables[0][:], tables[1][:], ratios[:], q, &scale)

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
// The package recode writes k as the sum of D(s,j)·2^(20j+s), for the columns s from 0 to 3 and the
// blocks j from 0 to 12. The sum begins with block 0 of column 3. Columns are added from 3 to 0,
// with a doubling before each but the first, and in each the blocks from 0 to 12: that adds
// [D(s,j)·2^20j]G. What has been summed is [a]G for an integer a.
//
// Lemma. The additions are no exceptions, but for the last one (column 0, block 12) in two
// cases: k = n, in which the sum is the identity and right; and k = combException.
//
// Let u = 2^256, and C_s the sum of D(s,j)·2^20j over the blocks, so that
// k = C_0 + 2·C_1 + 4·C_2 + 8·C_3. "x ± e" stands for a number from x - e to x + e.
//
//  1. D(s,j) is ±2^16 ± 2^12 ± 2^8 ± 2^4 ± 1, so 61167 <= |D(s,j)| <= 69905.
//  2. Because k < u, the sign of 2^259 is + and those of 2^258 to 2^255 are -. They belong to
//     block 12: D(3,12) is 2^16 - 2^12 ± 273, and D(s,12) for s < 3 is -2^16 ± 4369.
//  3. In a column the blocks below 12 add up to less than 69905·(2^220 + 2^200 + ...), which is
//     below 2^-19·u; so does each of them alone.
//  4. From steps 2 and 3, C_3 = 0.9375u ± 0.0042u, and C_2, C_1, C_0 = -u ± 0.0668u.
//  5. So at the start of column 2, a = 2·C_3 = 1.875u ± 0.009u; of column 1,
//     a = 2·(2·C_3 + C_2) = 1.75u ± 0.151u; of column 0, a = 2·(4·C_3 + 2·C_2 + C_1) =
//     1.5u ± 0.434u.
//  6. Columns 2, 1 and 0, blocks 0 to 11: a, and a plus or minus the block, differ by less than
//     2^-17·u from what step 5 has, hence are between 1.06u and 1.94u: more than n and less than
//     2n, because n is less than u by less than 2^-127·u.
//  7. Column 3, blocks 1 to 11: |a| is less than 61167·2^20j and not 0, because block j - 1 is more
//     than all below it together. So a is not 0, nor plus or minus the block; and with it |a| is
//     less than n.
//  8. Column 3, block 12: 0 < |a| < 2^-19·u, and a plus or minus the block is ±0.9375u ± 0.005u.
//  9. Columns 2 and 1, block 12: a is as in step 6; with the block, which is -u ± 0.067u, it is
//     between 0.53u and 0.97u; and less the block it is between 2.53u and 2.97u. None of these is a
//     multiple of n.
//  10. Column 0, block 12: a is as in step 6. With the block D = D(0,12) it is k, a multiple of n
//     only if k = n. Less the block it is k - 2D·2^240: an exception if that is a multiple
//     of n for the D that belongs to k. There is one such k: D is -69905, and
//     k = 3n - 2·69905·2^240.
//
// TestCombExceptions computes all the intervals, from every digit that a block can have, and
// enumerates the D of step 10.
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
