// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "secant.example/internal/modinv"

// A link is one step of an addition chain on places t_0 = x, t_1, ...: it sets t_to to
// t_from^(2^squarings), times t_times unless that is none.
type link struct{ to, from, squarings, times int8 }

const (
	none       int8 = -1
	RootPlaces      = 6 // that a chain needs
)

// prime holds what differs between the primes beyond fold.
type prime struct {
	// root is the chain of the exponent (p-5)/8 if p = 5 mod 8, and (p-3)/4 if
	// p = 3 mod 4, which it leaves in t_1. The comments count the ones of an exponent 2^n - 1.
	root []link
	// i is the even square root of -1 if p = 5 mod 8, and zero otherwise.
	i       Element
	inverse *modinv.Modulus
}

// is5mod8 tells the two kinds of primes apart.
func (c *prime) is5mod8() bool { return c.i != Element{} }

// prime returns the constants of p.
func (p Modulus) prime() *prime {
	switch p {
	case P25519:
		return &p25519
	case P255E:
		return &p255E
	case P255S:
		return &p255S
	case PSecp256k1:
		return &pSecp256k1
	}
	panic("field: unknown modulus")
}

var p25519 = prime{
	root: []link{ // 2^252 - 3
		{1, 0, 1, 0},   // 2
		{2, 1, 1, 0},   // 3
		{1, 2, 2, 1},   // 5
		{1, 1, 5, 1},   // 10
		{2, 1, 10, 1},  // 20
		{2, 2, 20, 2},  // 40
		{1, 2, 10, 1},  // 50
		{2, 1, 50, 1},  // 100
		{2, 2, 100, 2}, // 200
		{1, 2, 50, 1},  // 250
		{1, 1, 2, 0},
	},
	i:       New(0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b),
	inverse: modinv.New(P25519.P()),
}

var p255E = prime{
	root: []link{ // 2^252 - 2332
		{1, 0, 1, 0},   // 2
		{2, 1, 1, 0},   // 3
		{3, 2, 3, 2},   // 6
		{4, 3, 6, 3},   // 12
		{4, 4, 3, 2},   // 15
		{4, 4, 15, 4},  // 30
		{4, 4, 30, 4},  // 60
		{4, 4, 60, 4},  // 120
		{4, 4, 120, 4}, // 240
		{1, 4, 3, 1},
		{1, 1, 4, 2},
		{1, 1, 3, 0},
		{1, 1, 2, none},
	},
	i:       New(0xd99e0f1baa938aee, 0xa60d864fb30e6336, 0xe414983fe53688e3, 0x10ed2db33c69b85f),
	inverse: modinv.New(P255E.P()),
}

var p255S = prime{
	root: []link{ // 2^253 - 990
		{1, 0, 1, 0},  // 2
		{1, 1, 1, 0},  // 3
		{2, 1, 3, 1},  // 6
		{1, 2, 3, 1},  // 9
		{2, 1, 9, 1},  // 18
		{1, 2, 9, 1},  // 27
		{2, 1, 27, 1}, // 54
		{1, 2, 27, 1}, // 81
		{2, 1, 81, 1}, // 162
		{1, 2, 81, 1}, // 243
		{1, 1, 5, 0},
		{1, 1, 4, 0},
		{1, 1, 1, none},
	},
	inverse: modinv.New(P255S.P()),
}

var pSecp256k1 = prime{
	root: []link{ // 2^254 - 2^30 - 245
		{1, 0, 1, 0},  // 2
		{2, 1, 1, 0},  // 3
		{3, 2, 3, 2},  // 6
		{3, 3, 3, 2},  // 9
		{3, 3, 2, 1},  // 11
		{3, 3, 11, 3}, // 22
		{4, 3, 22, 3}, // 44
		{5, 4, 44, 4}, // 88
		{5, 5, 88, 5}, // 176
		{4, 5, 44, 4}, // 220
		{4, 4, 3, 2},  // 223
		{4, 4, 23, 3},
		{4, 4, 5, 0},
		{1, 4, 3, 1},
	},
	inverse: modinv.New(PSecp256k1.P()),
}

// rootPower sets z to x to the exponent of the chain root.
func (p Modulus) rootPower(z, x *Element) {
	var t [RootPlaces]Element
	var power Element
	t[0] = *x
	for _, l := range p.prime().root {
		if l.times == none {
			p.SqrN(&t[l.to], &t[l.from], int(l.squarings))
			continue
		}
		p.SqrN(&power, &t[l.from], int(l.squarings))
		p.Mul(&t[l.to], &power, &t[l.times])
	}
	*z = t[1]
}

// RootSteps calls step for each step of the chain by which roots are computed, on places t_0 = x, t_1, ... of
// any kind, of which there are at most [RootPlaces]: it is to set t_to = t_from^(2^squarings)·t_times, or without a
// factor if times is negative. Then t_1 is the power of x that [Modulus.FinishSqrt] takes.
func (p Modulus) RootSteps(step func(to, from, squarings, times int)) {
	for _, l := range p.prime().root {
		step(int(l.to), int(l.from), int(l.squarings), int(l.times))
	}
}

// rootPowerPair is rootPower for two elements, in place.
func (p Modulus) rootPowerPair(x *[2]Element) {
	var t [RootPlaces][2]Element
	t[0] = *x
	for _, l := range p.prime().root {
		if l.times != none {
			sqrNMulPair(&t[l.to], &t[l.from], uint64(l.squarings), &t[l.times], uint64(p))
			continue
		}
		for i := range x {
			p.SqrN(&t[l.to][i], &t[l.from][i], int(l.squarings))
		}
	}
	*x = t[1]
}

// rootPowers is rootPower for up to MaxRatios elements, in place.
func (p Modulus) rootPowers(x []Element) {
	if p == P25519 && len(x) >= lanesFewest() {
		var t [3]octets
		t[0].setAll(x)
		rootPowerLanes(&t, len(x))
		t[1].getAll(x)
		return
	}
	for ; len(x) > 1; x = x[2:] {
		p.rootPowerPair((*[2]Element)(x))
	}
	if len(x) == 1 {
		p.rootPower(&x[0], &x[0])
	}
}

// VarTimeRootPowers sets up to MaxRatios public elements x to x^((p-5)/8), for p = 5 mod 8, in variable time: to 1/sqrt(x) if that
// times x^((p+3)/8) is 1.
func (p Modulus) VarTimeRootPowers(x []Element) {
	if p == P25519 && len(x) >= floatsFewest() {
		var t [3]octets
		t[0].setAll(x)
		varTimeRootPowerLanes(&t, len(x))
		t[1].getAll(x)
		return
	}
	p.rootPowers(x)
}

// Inv sets z = 1/x, and z = 0 if x = 0.
func (p Modulus) Inv(z, x *Element) {
	limbs := x.Limbs()
	p.prime().inverse.Inv(&limbs, &limbs)
	*z = New(limbs[0], limbs[1], limbs[2], limbs[3])
}

// InvVarTime is Inv in variable time, for a public x.
func (p Modulus) InvVarTime(z, x *Element) {
	limbs := x.Limbs()
	p.prime().inverse.InvVarTime(&limbs, &limbs)
	*z = New(limbs[0], limbs[1], limbs[2], limbs[3])
}

// SqrtRatio sets z to the non-negative (even) square root of u/v and returns 1
// if u/v is a square. If it is not, z is the non-negative root of i·u/v, where
// i is the even root of -1, if p = 5 mod 8, and that of -u/v if p = 3 mod 4; and
// it returns 0. In particular (u, v) = (0, anything) gives 0 and 1, and
// (nonzero, 0) gives 0 and 0. See RFC 9496, section 4.2.
func (p Modulus) SqrtRatio(z, u, v *Element) int {
	var r, check Element
	p.ratioPower(&r, &check, u, v)
	return p.finishRoot(z, &r, &check, u)
}

// SqrtRatioSquare is SqrtRatio for p = 3 mod 4, but with the root that is itself a square instead
// of the even one. If u/v is not a square, z is one of the roots of -u/v.
func (p Modulus) SqrtRatioSquare(z, u, v *Element) int {
	// r is a power of u/v, and so a square if that is one.
	var r, check Element
	p.ratioPower(&r, &check, u, v)
	square := p.Equal(&check, u)
	*z = r
	return square
}

// ratioPower sets r to a root of u/v up to a root of unity, and check = v·r^2.
func (p Modulus) ratioPower(r, check, u, v *Element) {
	var w Element
	p.startRatio(r, &w, u, v)
	p.rootPower(&w, &w)
	p.Mul(r, r, &w)
	p.Sqr(check, r)
	p.Mul(check, check, v)
}

// startRatio sets r and w such that r·w^e is a root of u/v up to a root of unity,
// where e is the exponent of rootPower.
func (p Modulus) startRatio(r, w, u, v *Element) {
	var v2, v3 Element
	p.Sqr(&v2, v)
	if p.prime().is5mod8() {
		// u/v to the power (p+3)/8 is u·v^3·(u·v^7)^((p-5)/8).
		p.Mul(&v3, &v2, v)
		p.Mul(r, u, &v3)
		p.Sqr(&v2, &v2)
	} else {
		// u/v to the power (p+1)/4 is u·v·(u·v^3)^((p-3)/4).
		p.Mul(r, u, v)
	}
	p.Mul(w, r, &v2)
}

// Sqrt sets z to the non-negative (even) square root of x and returns 1 if x is
// a square. If it is not, z is the non-negative root of i·x, where i is the even
// root of -1, if p = 5 mod 8, and that of -x if p = 3 mod 4; and it returns 0.
func (p Modulus) Sqrt(z, x *Element) int {
	var power Element
	p.rootPower(&power, x)
	return p.FinishSqrt(z, &power, x)
}

// FinishSqrt is [Modulus.Sqrt], given the power of x that is the last result of [Modulus.RootSteps].
func (p Modulus) FinishSqrt(z, power, x *Element) int {
	var r, check Element
	p.Mul(&r, power, x)
	p.Sqr(&check, &r)
	return p.finishRoot(z, &r, &check, x)
}

// finishRoot sets z to the root of u/v that SqrtRatio describes and returns its
// verdict, given r, the power of u/v that is a root of it up to a root of
// unity, and check = v·r^2.
func (p Modulus) finishRoot(z, r, check, u *Element) int {
	c := p.prime()
	if c.is5mod8() {
		var ri, iu Element
		p.Mul(&ri, r, &c.i)
		p.Mul(&iu, u, &c.i)
		return p.chooseRoot(z, r, &ri, check, u, &iu)
	}
	square := p.Equal(check, u)
	p.CondNeg(z, r, p.IsNegative(r))
	return square
}

// chooseRoot is finishRoot if p = 5 mod 8, given i·r and i·u.
func (p Modulus) chooseRoot(z, r, ri, check, u, iu *Element) int {
	// check is u, -u, i·u or -i·u: take i·r in the cases where the sign is negative. If it
	// is 0, z is 0 anyway.
	var sum, root Element
	p.Add(&sum, check, u)
	flipped := p.IsZero(&sum)
	square := p.Equal(check, u) | flipped
	p.Add(&sum, check, iu)
	root.Select(ri, r, flipped|p.IsZero(&sum))
	p.CondNeg(z, &root, p.IsNegative(&root))
	return square
}

// Legendre returns 1 if x is a nonzero square, 0 if x = 0, and -1 otherwise. It
// takes about as long as Inv.
func (p Modulus) Legendre(x *Element) int {
	limbs := x.Limbs()
	return p.prime().inverse.Jacobi(&limbs)
}
