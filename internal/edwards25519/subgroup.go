// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import "secant.example/internal/field"

// The square root of a = A + 2, for A = 486662, with which (2 + rootA)·rootA is no square, is lambda - 2.
var (
	montgomeryA2 = field.New(486664, 0, 0, 0)
	lambda       = field.New(0x165db7106377bbda, 0x9ca5ee38d7b56c9c, 0x3de05885280b5910, 0x141b0b6806563d50)
)

// VarTimeTorsionFreeBatch sets ok[i] to whether points[i] is in the subgroup of prime order l, in variable time. The slices
// must be of the same length.
//
// With u = (1 + y)/(1 - y) and v = rootNegA2·u/x the points are those of the Montgomery curve v^2 = u(u^2 + Au + 1), a
// cyclic group of order 8l. The curve E' with V^2 = U(U^2 - 2AU + A^2 - 4) has an isogeny to it,
//
//	f(U, V) = (V^2/(2U)^2, V(A^2 - 4 - U^2)/(8U^2)),
//
// which is 0 for the points 0 and (0, 0). Its values are the points P of which u is a square, s^2: with n = v/s,
// so that n^2 = u^2 + Au + 1, it maps U = A + 2(u - n) and V = 2Us to P. They are a subgroup of index 2. The points of order l are in it.
//
// The point T = (a + 2·rootA, 2·rootA·lambda) of E' has the tangent V = lambda(U - a), which meets E' in (a, 0) again: so
// [2]T = (a, 0), and [4]T = 0. The function h = (V - lambda(U - a))^2/(U - a) has a zero of order 4 at T, a pole of order 4 at
// 0, and no others: it is that of the Tate pairing with T. So Q -> h(Q)^((p-1)/4) is a homomorphism from E' to the fourth
// roots of 1. For (0, 0) it gives 1: h is -(lambda·rootA)^2 there; -1 and that square are both squares of what is
// no square, and so their product is a fourth power. Hence what it gives for Q depends on f(Q) alone: it is a homomorphism from the
// cyclic group of order 4l of all f(Q). For those of order l it is 1, since the order of its value divides both 4 and l. For points with
// the component (i, 0), of order 4, it is i or -i, as TestTorsionFreeBatch sees: so it is 1 for no others.
//
// Where it is not defined, P is of small order: only 0 is in the subgroup. All of it takes two roots, in lanes, instead of a multiplication
// by l: a fifth to an eighth of the time.
//
// Source: Koshelev, "Subgroup Membership Testing on Elliptic Curves via the Tate Pairing" (2022), has the idea, and Pornin,
// "Point-Halving and Subgroup Membership in Twisted Edwards Curves" (2022), the isogeny.
func VarTimeTorsionFreeBatch(points []Point, ok []bool) {
	var w, h [field.MaxRatios]field.Element
	for len(points) > 0 {
		n := min(len(points), len(w))
		for i := range n { // X^2·(Z^2 - Y^2), which is x^2·(1 - y^2)·Z^4
			P := &points[i]
			var e field.Element
			p.Sqr(&e, &P.y)
			p.Sqr(&h[i], &P.z)
			p.Sub(&e, &h[i], &e)
			p.Sqr(&h[i], &P.x)
			p.Mul(&h[i], &h[i], &e)
			w[i] = h[i]
		}
		p.VarTimeRootPowers(w[:n])
		for i := range n {
			root := w[i]
			symbol := quartic(&root, &h[i])
			if symbol < 0 {
				p.Mul(&root, &root, &sqrtM1)
			}
			// If the symbol is 0, u is no square, or P is 0 or (0, -1): h[i] is no square, or 0, and no fourth power either.
			if symbol != 0 {
				h[i] = points[i].pairing(&root)
			}
			w[i] = h[i]
		}
		p.VarTimeRootPowers(w[:n])
		for i := range n {
			ok[i] = quartic(&w[i], &h[i]) == 1 || points[i].IsIdentity() == 1
		}
		points, ok = points[n:], ok[n:]
	}
}

// quartic returns 1, -1 or 0 if x^((p-1)/4) is 1, -1 or another number, given power = x^((p-5)/8).
func quartic(power, x *field.Element) int {
	var e field.Element
	p.Sqr(&e, power)
	p.Mul(&e, &e, x)
	if p.Equal(&e, &one) == 1 {
		return 1
	}
	p.Add(&e, &e, &one)
	return -p.IsZero(&e)
}

// pairing returns h of [VarTimeTorsionFreeBatch], but for a factor that is a fourth power, given a root of
// 1/(X^2·(Z^2 - Y^2)). Where h has a zero or a pole, it returns 0.
func (v *Point) pairing(root *field.Element) (h field.Element) {
	// (1 + y)/sqrt(x^2·(1 - y^2)) times x is s, and times rootNegA2 it is n.
	var s, n, w field.Element
	p.Add(&w, &v.z, &v.y)
	p.Mul(&w, &w, root)
	p.Mul(&s, &w, &v.x)
	p.Mul(&n, &w, &v.z)
	p.Mul(&n, &n, &rootNegA2)
	// U - a = 2w for w = u - n - 1, and V = 2s(2w + a). So h is 2·w^3·((2s - lambda)w + as)^2, divided by w^4.
	p.Sqr(&w, &s)
	p.Sub(&w, &w, &n)
	p.Sub(&w, &w, &one)
	p.Double(&h, &s)
	p.Sub(&h, &h, &lambda)
	p.Mul(&h, &h, &w)
	p.Mul(&s, &s, &montgomeryA2)
	p.Add(&h, &h, &s)
	p.Mul(&h, &h, &w)
	p.Sqr(&h, &h)
	p.Mul(&h, &h, &w)
	p.Double(&h, &h)
	return h
}

// VarTimeComponent sets v to a point whose component of small order is that of [k]a + b, or its negative, in variable time: to
// [k mod 8]a + b, where k mod 8 is from -4 to 3, or to the negative of that.
func (v *Point) VarTimeComponent(k uint64, a, b *Point) *Point {
	if k%8 == 0 {
		return v.Set(b)
	}
	var once, c cached
	c.set(b)
	negative := k%8 >= 4
	if k %= 8; negative {
		k = 8 - k
	}
	switch *v = *a; k {
	case 1:
		v.doubleAdd(0, &c, negative, true)
	case 2:
		v.doubleAdd(1, &c, negative, true)
	case 3:
		v.doubleAdd(1, once.set(a), false, true)
		v.doubleAdd(0, &c, negative, true)
	case 4:
		v.doubleAdd(2, &c, negative, true)
	}
	return v
}
