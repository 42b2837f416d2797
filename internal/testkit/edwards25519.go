// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"math/big"
	"sync"
)

// An EdwardsPoint is a point of edwards25519 in affine coordinates, with
// -X^2 + Y^2 = 1 + d·X^2·Y^2: an independent model, from the definitions in RFC 8032,
// sections 5.1 and 5.1.3.
type EdwardsPoint struct{ X, Y *big.Int }

// EdwardsP, EdwardsL and EdwardsD are the prime 2^255 - 19, the order of the subgroup and
// the constant of the curve.
var (
	EdwardsP    = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	EdwardsL, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	EdwardsD    = edwardsProduct(big.NewInt(-121665), edwardsInvert(big.NewInt(121666)))
)

// EdwardsIdentity is (0, 1), and EdwardsG the generator.
var (
	EdwardsIdentity = EdwardsPoint{big.NewInt(0), big.NewInt(1)}
	EdwardsG        = func() EdwardsPoint {
		// y = 4/5, and x is the even ("positive") root.
		g, ok := EdwardsDecode(Bytes(edwardsProduct(big.NewInt(4), edwardsInvert(big.NewInt(5)))), true)
		if !ok {
			panic("testkit: the generator is not on the curve")
		}
		return g
	}()
)

// EdwardsTorsion returns the points of small order: number i is i times a point of order 8.
var EdwardsTorsion = sync.OnceValue(func() (points [8]EdwardsPoint) {
	for y := int64(2); ; y++ {
		q, ok := EdwardsDecode(Bytes(big.NewInt(y)), true)
		if !ok {
			continue
		}
		if q = q.Mult(EdwardsL); q.Mult(big.NewInt(4)).Equal(EdwardsIdentity) {
			continue
		}
		points[0] = EdwardsIdentity
		for i := 1; i < 8; i++ {
			points[i] = points[i-1].Add(q)
		}
		return points
	}
})

func edwardsMod(x *big.Int) *big.Int { return new(big.Int).Mod(x, EdwardsP) }

// edwardsInvert returns 1/x mod p, and 0 for x = 0.
func edwardsInvert(x *big.Int) *big.Int {
	if inv := new(big.Int).ModInverse(x, EdwardsP); inv != nil {
		return inv
	}
	return new(big.Int)
}

func edwardsProduct(xs ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, x := range xs {
		z = edwardsMod(z.Mul(z, x))
	}
	return z
}

// Equal reports whether p = q.
func (p EdwardsPoint) Equal(q EdwardsPoint) bool { return p.X.Cmp(q.X) == 0 && p.Y.Cmp(q.Y) == 0 }

// Negate returns -p.
func (p EdwardsPoint) Negate() EdwardsPoint {
	return EdwardsPoint{edwardsMod(new(big.Int).Neg(p.X)), p.Y}
}

// Add returns p + q by the complete addition law:
//
//	x3 = (x1·y2 + x2·y1) / (1 + d·x1·x2·y1·y2)
//	y3 = (y1·y2 + x1·x2) / (1 - d·x1·x2·y1·y2)
func (p EdwardsPoint) Add(q EdwardsPoint) EdwardsPoint {
	one := big.NewInt(1)
	e := edwardsProduct(EdwardsD, p.X, q.X, p.Y, q.Y)
	plus, minus := edwardsMod(new(big.Int).Add(one, e)), edwardsMod(new(big.Int).Sub(one, e))
	both := edwardsInvert(edwardsProduct(plus, minus))
	x := new(big.Int).Add(edwardsProduct(p.X, q.Y), edwardsProduct(q.X, p.Y))
	y := new(big.Int).Add(edwardsProduct(p.Y, q.Y), edwardsProduct(p.X, q.X))
	return EdwardsPoint{edwardsProduct(x, minus, both), edwardsProduct(y, plus, both)}
}

// Mult returns k·p, for k >= 0, by doubling and adding.
func (p EdwardsPoint) Mult(k *big.Int) EdwardsPoint {
	q := EdwardsIdentity
	for i := k.BitLen() - 1; i >= 0; i-- {
		if q = q.Add(q); k.Bit(i) == 1 {
			q = q.Add(p)
		}
	}
	return q
}

// Bytes returns the encoding of p: y with the low bit of x as bit 255.
func (p EdwardsPoint) Bytes() [32]byte {
	b := Bytes(p.Y)
	b[31] |= byte(p.X.Bit(0)) << 7
	return b
}

// EdwardsDecode decodes b. If strict, it follows RFC 8032; otherwise y is reduced mod p
// and a zero x may have either sign, as in ZIP-215.
func EdwardsDecode(b [32]byte, strict bool) (EdwardsPoint, bool) {
	sign := uint(b[31] >> 7)
	b[31] &= 0x7f
	y := BigLE(b[:])
	if strict && y.Cmp(EdwardsP) >= 0 {
		return EdwardsPoint{}, false
	}
	y = edwardsMod(y)
	// x^2 = (y^2 - 1) / (d·y^2 + 1), whose denominator is never zero.
	one, yy := big.NewInt(1), edwardsProduct(y, y)
	denominator := edwardsMod(new(big.Int).Add(edwardsProduct(EdwardsD, yy), one))
	x := edwardsProduct(new(big.Int).Sub(yy, one), edwardsInvert(denominator))
	if x.ModSqrt(x, EdwardsP) == nil {
		return EdwardsPoint{}, false
	}
	if x.Sign() == 0 && sign == 1 && strict {
		return EdwardsPoint{}, false
	}
	if x.Bit(0) != sign {
		x = edwardsMod(x.Neg(x))
	}
	return EdwardsPoint{x, y}, true
}

// Montgomery returns the u-coordinate (1 + y)/(1 - y), 0 for the identity.
func (p EdwardsPoint) Montgomery() [32]byte {
	one := big.NewInt(1)
	return Bytes(edwardsProduct(new(big.Int).Add(one, p.Y), edwardsInvert(edwardsMod(new(big.Int).Sub(one, p.Y)))))
}

// edwardsRoot is the even root of -486664.
var edwardsRoot = func() *big.Int {
	r := new(big.Int).ModSqrt(edwardsMod(big.NewInt(-486664)), EdwardsP)
	if r.Bit(0) == 1 {
		r.Sub(EdwardsP, r)
	}
	return r
}()

// EdwardsFromMontgomery returns the image of the point (u, v) of the curve of RFC 7748,
// the identity for the exceptions.
func EdwardsFromMontgomery(u, v *big.Int) EdwardsPoint {
	one := big.NewInt(1)
	plus := edwardsMod(new(big.Int).Add(u, one))
	if v.Sign() == 0 || plus.Sign() == 0 {
		return EdwardsIdentity
	}
	minus := new(big.Int).Sub(u, one)
	return EdwardsPoint{edwardsProduct(edwardsRoot, u, edwardsInvert(v)), edwardsProduct(minus, edwardsInvert(plus))}
}

// EdwardsPowers holds [2^i]P for i <= 256.
type EdwardsPowers [257]EdwardsPoint

func newEdwardsPowers(p EdwardsPoint) *EdwardsPowers {
	t := new(EdwardsPowers)
	for i := range t {
		t[i] = p
		p = p.Add(p)
	}
	return t
}

// Mult returns k·P, for 0 <= k < 2^257.
func (t *EdwardsPowers) Mult(k *big.Int) EdwardsPoint {
	q := EdwardsIdentity
	for i := range k.BitLen() {
		if k.Bit(i) == 1 {
			q = q.Add(t[i])
		}
	}
	return q
}

// EdwardsBase returns the powers of the generator.
var EdwardsBase = sync.OnceValue(func() *EdwardsPowers { return newEdwardsPowers(EdwardsG) })

// EdwardsScalars are the scalars that every sample is multiplied by.
var EdwardsScalars = func() []*big.Int {
	ks := []*big.Int{}
	for _, k := range []int64{0, 1, 2, 7, 8, 15, 16, 17} {
		ks = append(ks, big.NewInt(k))
	}
	for _, k := range []int64{1, 2, 8} {
		ks = append(ks, new(big.Int).Sub(EdwardsL, big.NewInt(k)))
	}
	half := new(big.Int).Rsh(EdwardsL, 1)
	ks = append(ks, half, new(big.Int).Add(half, big.NewInt(1)), new(big.Int).Lsh(big.NewInt(1), 252))
	for _, digits := range []struct{ bits, digit int64 }{
		{4, 7}, {4, 8}, {4, 9}, {4, 15}, {5, 15}, {5, 16}, {5, 17}, {8, 127}, {8, 128}, {1, 1},
	} {
		ks = append(ks, repeated(uint(digits.bits), digits.digit))
	}
	return ks
}()

// repeated returns the scalar of 252 bits with all digits, in base 2^bits, equal to digit.
func repeated(bits uint, digit int64) *big.Int {
	k := new(big.Int)
	for shift := uint(0); shift+bits <= 252; shift += bits {
		k.Add(k, new(big.Int).Lsh(big.NewInt(digit), shift))
	}
	return k
}

// An EdwardsSample is a point and its multiples by EdwardsScalars.
type EdwardsSample struct {
	EdwardsPoint
	Multiples []EdwardsPoint
}

// EdwardsSamples returns the points of the tests: first the eight of small order, then
// the generator, points of order l, and points with every component of small order.
var EdwardsSamples = sync.OnceValue(func() []EdwardsSample {
	var all []EdwardsSample
	add := func(p EdwardsPoint) {
		s := EdwardsSample{EdwardsPoint: p}
		table := newEdwardsPowers(p)
		for _, k := range EdwardsScalars {
			s.Multiples = append(s.Multiples, table.Mult(k))
		}
		all = append(all, s)
	}
	for _, p := range EdwardsTorsion() {
		add(p)
	}
	add(EdwardsG)
	add(EdwardsG.Negate())
	for i, p := range EdwardsTorsion() {
		add(EdwardsG.Mult(big.NewInt(int64(1000003 * (i + 1)))).Add(p))
	}
	// A point whose logarithm nobody knows.
	for y := int64(1000); ; y++ {
		if p, ok := EdwardsDecode(Bytes(big.NewInt(y)), true); ok {
			add(p)
			return all
		}
	}
})

// An EdwardsTerm of a sum is Want, the multiple of Q by X.
type EdwardsTerm struct {
	X       *big.Int
	Q, Want EdwardsPoint
}

// EdwardsScalar returns a scalar of one of the lengths that terms of sums have.
func (r *Rand) EdwardsScalar() *big.Int {
	k := Big(r.Limbs())
	return k.Rsh(k, []uint{3, 3, 128, 128, 100, 200, 240}[r.IntN(7)]).Mod(k, EdwardsL)
}

// EdwardsTerm returns a multiple of one of the samples or of the generator.
func (r *Rand) EdwardsTerm() EdwardsTerm {
	if r.IntN(2) == 0 {
		all := EdwardsSamples()
		s, i := all[r.IntN(len(all))], r.IntN(len(EdwardsScalars))
		return EdwardsTerm{EdwardsScalars[i], s.EdwardsPoint, s.Multiples[i]}
	}
	x, y := r.EdwardsScalar(), r.EdwardsScalar()
	xy := new(big.Int).Mod(new(big.Int).Mul(x, y), EdwardsL)
	return EdwardsTerm{x, EdwardsBase().Mult(y), EdwardsBase().Mult(xy)}
}

// EdwardsTerms returns sets of n terms: mixed ones, and those that make the same points
// meet in the same sums.
func (r *Rand) EdwardsTerms(n int) map[string][]EdwardsTerm {
	pool := make([]EdwardsTerm, min(n, 60))
	for i := range pool {
		pool[i] = r.EdwardsTerm()
	}
	sets := map[string][]EdwardsTerm{}
	all := EdwardsSamples()[:8]
	for i := range n {
		mixed := pool[i%len(pool)]
		equal, opposite, cancelling := pool[0], pool[0], pool[i/2%len(pool)]
		if i%2 == 1 {
			for _, t := range []*EdwardsTerm{&opposite, &cancelling} {
				t.Q, t.Want = t.Q.Negate(), t.Want.Negate()
			}
		}
		s, j := all[r.IntN(len(all))], r.IntN(len(EdwardsScalars))
		for name, term := range map[string]EdwardsTerm{
			"mixed": mixed, "equal": equal, "opposite": opposite, "cancelling": cancelling,
			"small order": {EdwardsScalars[j], s.EdwardsPoint, s.Multiples[j]},
			"zero":        {new(big.Int), mixed.Q, EdwardsIdentity},
		} {
			sets[name] = append(sets[name], term)
		}
	}
	if n == 0 {
		sets["none"] = nil
	}
	return sets
}

// EdwardsSum returns the sum of the terms.
func EdwardsSum(terms []EdwardsTerm) EdwardsPoint {
	v := EdwardsIdentity
	for _, t := range terms {
		v = v.Add(t.Want)
	}
	return v
}
