// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

func TestScalarMult(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, s := range samples() {
			for i, k := range interesting {
				q := decode(t, s.affine)
				if i%2 == 1 {
					q = projective(q, r)
				}
				same(t, new(Point).ScalarMult(scalarFrom(k), q), s.multiples[i], "[%x]%x", k, s.bytes())
			}
		}
	})
}

func TestScalarMultAliases(t *testing.T) {
	k := randomMultiplier(testkit.NewRand(t))
	v := points(t, "ScalarMult", func(v *Point, in ...*Point) *Point { return v.ScalarMult(scalarFrom(k), in[0]) },
		decode(t, modelGenerator.times(small(3))))
	same(t, v, baseTable().times(new(big.Int).Mod(new(big.Int).Mul(k, small(3)), order)), "[%x]3G", k)
	v = points(t, "VarTimeDoubleScalarBaseMult", func(v *Point, in ...*Point) *Point {
		return v.VarTimeDoubleScalarBaseMult(scalarFrom(k), in[0], scalarFrom(small(5)))
	}, new(Point).SetGenerator())
	same(t, v, baseTable().times(new(big.Int).Mod(new(big.Int).Add(k, small(5)), order)), "[%x+5]G", k)
}

func randomMultiplier(r *testkit.Rand) *big.Int {
	return new(big.Int).Mod(testkit.Big(r.Limbs()), order)
}

// manyMultipliers returns scalars: the interesting ones, edges, and random ones.
func manyMultipliers(r *testkit.Rand) (ks []*big.Int) {
	ks = append(ks, interesting...)
	for _, l := range testkit.Edges(order) {
		ks = append(ks, new(big.Int).Mod(testkit.Big(l), order))
	}
	for range 100 {
		ks = append(ks, randomMultiplier(r))
	}
	return ks
}

func TestGeneratorMultiples(t *testing.T) {
	ks := manyMultipliers(testkit.NewRand(t))
	g := new(Point).SetGenerator()
	var want []affine
	for _, k := range ks {
		want = append(want, baseTable().times(k))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, k := range ks {
			x := scalarFrom(k)
			same(t, new(Point).ScalarBaseMult(x), want[i], "[%x]G", k)
			same(t, new(Point).ScalarMult(x, g), want[i], "[%x]G by ScalarMult", k)
			same(t, new(Point).VarTimeDoubleScalarBaseMult(new(Scalar), g, x), want[i], "[0]G + [%x]G", k)
			same(t, new(Point).VarTimeDoubleScalarBaseMult(x, g, new(Scalar)), want[i], "[%x]G + [0]G", k)
			same(t, new(Point).VarTimeDoubleScalarBaseMult(scalarFrom(small(9)), new(Point), x), want[i], "[9]0 + [%x]G", k)
		}
	})
}

func TestVarTimeDoubleScalarBaseMult(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, s := range samples() {
			for i, a := range interesting {
				q := projective(decode(t, s.affine), r)
				b := interesting[r.IntN(len(interesting))]
				v := new(Point).VarTimeDoubleScalarBaseMult(scalarFrom(a), q, scalarFrom(b))
				same(t, v, s.multiples[i].plus(baseTable().times(b)), "[%x]%x + [%x]G", a, s.bytes(), b)
			}
		}
		// Sums in which the same points meet, or opposite ones: [a]([c]G) + [b]G for
		// small factors, and where the sum is the identity or a double in the end.
		for c := int64(-2); c <= 2; c++ {
			q := projective(new(Point).ScalarBaseMult(scalarFrom(small(c))), r)
			for a := int64(-2); a <= 2; a++ {
				for b := int64(-10); b <= 10; b++ {
					v := new(Point).VarTimeDoubleScalarBaseMult(scalarFrom(small(a)), q, scalarFrom(small(b)))
					want := new(Point).ScalarBaseMult(scalarFrom(small(a*c + b)))
					if v.Equal(want) != 1 {
						t.Fatalf("[%d]([%d]G) + [%d]G: %x, want %x", a, c, b, v.Bytes(), want.Bytes())
					}
				}
			}
		}
		for range 50 {
			a, c := randomMultiplier(r), randomMultiplier(r)
			q := new(Point).ScalarBaseMult(scalarFrom(c))
			ac := new(big.Int).Mul(a, c)
			for _, d := range []*big.Int{new(big.Int).Neg(ac), ac, new(big.Int).Sub(small(1), ac)} {
				v := new(Point).VarTimeDoubleScalarBaseMult(scalarFrom(a), q, scalarFrom(d))
				want := new(Point).ScalarBaseMult(scalarFrom(new(big.Int).Add(ac, d)))
				if v.Equal(want) != 1 {
					t.Fatalf("[%x]([%x]G) + [%x]G: %x, want %x", a, c, d, v.Bytes(), want.Bytes())
				}
			}
		}
	})
}

// The tables of multiples of the generator.
func TestBaseTables(t *testing.T) {
	is := func(q secp256k1.Affine, want affine, format string, args ...any) {
		t.Helper()
		if mod(testkit.Big(q[0].Limbs())).Cmp(negative(want.x)) != 0 || mod(testkit.Big(q[1].Limbs())).Cmp(want.y) != 0 {
			t.Fatalf(format+" is wrong", args...)
		}
	}
	powers := func(n int) affine {
		return baseTable().times(new(big.Int).Mod(new(big.Int).Lsh(small(1), uint(n)), order))
	}
	for j, table := range secp256k1.CombTable() {
		for i, q := range table {
			var want affine
			for tooth := range 5 {
				term := powers(20*j + 4*tooth)
				if tooth < 4 && i>>tooth&1 == 0 {
					term = term.negative()
				}
				want = want.plus(term)
			}
			is(q, want, "entry %d of table %d", i, j)
			for _, e := range q {
				if testkit.Big(e.Limbs()).Cmp(prime) >= 0 {
					t.Fatalf("entry %d of table %d is not reduced", i, j)
				}
			}
		}
	}
	for j, table := range secp256k1.BaseTable() {
		want := powers(128 * j)
		twice := want.plus(want)
		for i, q := range table {
			is(q, want, "multiple %d of 2^%d", 2*i+1, 128*j)
			want = want.plus(twice)
		}
	}
}

// The tables of odd multiples, for points and for the identity.
func TestOddMultiples(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, s := range samples() {
			for _, length := range []int{1, 2, 8, 16} {
				table, images, scale := secp256k1.OddMultiples(projective(decode(t, s.affine), r), length)
				if s.isIdentity() {
					if mod(testkit.Big(scale.Limbs())).Sign() != 0 {
						t.Error("the scale of the identity is not 0")
					}
					continue
				}
				want := s.affine
				for i := range table {
					for j, q := range []secp256k1.Affine{table[i], images[i]} {
						w := want
						if j == 1 {
							w = affine{product(beta, want.x), want.y}
						}
						x := element(r, negative(testkit.Big(q[0].Limbs())))
						check(t, secp256k1.Jacobian([3]field.Element{x, q[1], scale}), w, "multiple %d of %d, image %d", i, length, j)
					}
					want = want.plus(s.affine).plus(s.affine)
				}
			}
		}
	})
}

// The additions of the comb are exceptions for no multiplier but the two that its comment
// mentions: the intervals there, exactly, for any digits that a multiplier can have.
func TestCombExceptions(t *testing.T) {
	const blocks, columns = secp256k1.CombBlocks, secp256k1.CombColumns
	shift := func(x int64, n int) *big.Int { return new(big.Int).Lsh(small(x), uint(n)) }
	// The digits that a block can have, in each column. Bit 259 is 1, and bits 255 to 258 are 0
	// (those of k - 1 and 2^259), which is the sign of what the bit stands for.
	digits := func(block, column int) (all []int64) {
		for signs := range 32 {
			digit, possible := int64(0), true
			for tooth := range 5 {
				term := int64(1) << (4 * tooth)
				bit := 20*block + column + 4*tooth
				positive := signs>>tooth&1 == 1
				if bit >= 255 && positive != (bit == 259) {
					possible = false
				}
				if !positive {
					term = -term
				}
				digit += term
			}
			if possible {
				all = append(all, digit)
			}
		}
		return all
	}
	// The sum before an addition is between low and high.
	low, high := new(big.Int), new(big.Int)
	contains := func(offset *big.Int) bool { // a multiple of n, after adding offset
		l := new(big.Int).Add(low, offset)
		h := new(big.Int).Add(high, offset)
		// floor(h/n) > floor((l-1)/n)
		l.Sub(l, small(1))
		return new(big.Int).Div(h, order).Cmp(new(big.Int).Div(l, order)) > 0 // Euclidean, that is floor for n > 0
	}
	for column := columns - 1; column >= 0; column-- {
		low.Lsh(low, 1)
		high.Lsh(high, 1)
		for block := range blocks {
			all := digits(block, column)
			first := column == columns-1 && block == 0
			last := column == 0 && block == blocks-1
			if !first && !last {
				for _, d := range append(slices.Clone(all), 0) {
					for _, offset := range []*big.Int{shift(d, 20*block), shift(-d, 20*block)} {
						// In column 3 the sum is a small integer, not 0: see below.
						if column == columns-1 && (block < blocks-1 || d == 0) {
							continue
						}
						if contains(offset) {
							t.Errorf("column %d, block %d, digit %d may be an exception", column, block, d)
						}
					}
				}
				if column == columns-1 && block > 0 {
					// |sum| is between the least and the greatest that the blocks below add up
					// to, above 0 and below the next digit.
					least, below := shift(61167, 20*(block-1)), new(big.Int)
					for b := range block {
						below.Add(below, shift(69905, 20*b))
						if b < block-1 {
							least.Sub(least, shift(69905, 20*b))
						}
					}
					if least.Sign() <= 0 || below.Cmp(shift(61167, 20*block)) >= 0 {
						t.Errorf("column %d, block %d", column, block)
					}
					if limit := new(big.Int).Add(below, shift(69905, 20*block)); block < blocks-1 && limit.Cmp(order) >= 0 {
						t.Errorf("column %d, block %d: above n", column, block)
					}
				}
			}
			if last && contains(new(big.Int)) {
				t.Error("the sum may be 0 before the last addition")
			}
			lowest, highest := all[0], all[0]
			for _, d := range all {
				lowest, highest = min(lowest, d), max(highest, d)
			}
			if block < blocks-1 && (lowest != -69905 || highest != 69905) {
				t.Fatalf("digits from %d to %d", lowest, highest)
			}
			low.Add(low, shift(lowest, 20*block))
			high.Add(high, shift(highest, 20*block))
		}
	}
	// The last addition is to k - D·2^240: an exception if k = 0, D·2^240 or 2D·2^240 modulo
	// n, and D is the digit of k.
	var exceptions []*big.Int
	for _, d := range digits(blocks-1, 0) {
		for _, m := range []*big.Int{new(big.Int), shift(d, 240), shift(2*d, 240)} {
			k := new(big.Int).Mod(m, order)
			if k.Sign() == 0 {
				k.Set(order)
			}
			if k.Bit(0) == 0 {
				continue
			}
			var recoded recode.CombDigits
			limbs := testkit.Limbs(k)
			recode.Comb(&recoded, &limbs)
			digit := int64(1 << 16)
			for tooth := range 4 {
				if recoded[0][blocks-1].Index>>tooth&1 == 1 {
					digit += 1 << (4 * tooth)
				} else {
					digit -= 1 << (4 * tooth)
				}
			}
			if recoded[0][blocks-1].Negative == 1 {
				digit = -digit
			}
			if digit == d && k.Cmp(order) != 0 {
				exceptions = append(exceptions, k)
			}
		}
	}
	if len(exceptions) != 1 || exceptions[0].Cmp(testkit.Big(secp256k1.CombException())) != 0 {
		t.Errorf("the exceptions are %x, want %x", exceptions, secp256k1.CombException())
	}
	same(t, new(Point).ScalarBaseMult(scalarFrom(exceptions[0])), modelGenerator.times(exceptions[0]), "the exception")
}

// The bounds that make the additions of ScalarMult no exceptions: of the halves of its
// scalars, for which interesting ones and random ones stand, and of the lattice.
func TestWindowExceptions(t *testing.T) {
	r := testkit.NewRand(t)
	limit := new(big.Int).Lsh(small(3), 127) // 2^128.58
	for _, k := range manyMultipliers(r) {
		s := new(big.Int).Sub(k, small(1))
		s.Mod(s.Sub(s, lambda), order)
		if s.Bit(0) == 1 {
			s.Add(s, order)
		}
		s.Rsh(s, 1)
		limbs := testkit.Limbs(s)
		var halves [2]recode.HalfScalar
		recode.SplitSecp256k1(&halves[0], &halves[1], &limbs)
		for i := range halves {
			abs, negative := halves[i].Abs()
			c := testkit.Big(abs)
			if negative == 1 {
				c.Neg(c)
			}
			c.Add(c.Lsh(c, 1), small(1))
			if c.CmpAbs(limit) >= 0 {
				t.Errorf("%x: half %d is %x", k, i, c)
			}
		}
	}
	// Every vector of the lattice but 0 has a coordinate of at least 2^127: if both
	// |x|, |y| < 2^127 for i·(a1, b1) + j·(a2, b2), then by Cramer's rule |i|, |j| <= 1.
	a1, b1 := number("3086d221a7d46bcde86c90e49284eb15"), new(big.Int).Neg(number("e4437ed6010e88286f547fa90abfe4c3"))
	a2, b2 := number("114ca50f7a8e2f3f657c1108d9d44cfd8"), a1
	bound := new(big.Int).Lsh(small(1), 127)
	for _, pair := range [][2]*big.Int{{a2, b2}, {a1, b1}} {
		cramer := new(big.Int).Add(new(big.Int).Abs(pair[0]), new(big.Int).Abs(pair[1]))
		if cramer.Mul(cramer, bound).Cmp(new(big.Int).Mul(order, small(2))) >= 0 {
			t.Error("|i| or |j| may be 2")
		}
	}
	for i := int64(-1); i <= 1; i++ {
		for j := int64(-1); j <= 1; j++ {
			x := new(big.Int).Add(new(big.Int).Mul(small(i), a1), new(big.Int).Mul(small(j), a2))
			y := new(big.Int).Add(new(big.Int).Mul(small(i), b1), new(big.Int).Mul(small(j), b2))
			if zero := new(big.Int).Add(x, new(big.Int).Mul(y, lambda)); zero.Mod(zero, order).Sign() != 0 {
				t.Error("not a vector of the lattice")
			}
			if (i != 0 || j != 0) && x.CmpAbs(bound) < 0 && y.CmpAbs(bound) < 0 {
				t.Errorf("a short vector: %x, %x", x, y)
			}
		}
	}
	if scalar.Secp256k1.N() != testkit.Limbs(order) {
		t.Error("another order")
	}
}
