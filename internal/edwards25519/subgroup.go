// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import "secant.example/internal/field"

var (
	// A square root of (A^2 - 4)/i, for A = 486662 and the even root i of -1.
	rootA2I = field.New(0xa8b71277b3ba5222, 0x9dd71ed4b851ca75, 0xbe25d969202ca68f, 0x219fc5bc27acf1ee)

	oneHalf = field.New(0xfffffffffffffff7, 0xffffffffffffffff, 0xffffffffffffffff, 0x3fffffffffffffff)
)

// VarTimeTorsionFreeBatch sets ok[i] to whether points[i] is in the subgroup of prime order, in variable time. The
// points have Z = 1, as decoded ones have.
//
// With u = (1 + y)/(1 - y) and v = rootNegA2·u/x they are those of the Montgomery curve
// v^2 = u(u^2 + Au + 1), and a cyclic group of order 8l: so a point is in the subgroup if it is 8 times
// another. P is a double if and only if u(P) is a square, s^2: the points with such a u are the image of a
// 2-isogeny, which has index 2, as the doubles have, and contains these.
//
// If so, the halves Q of P have w = u(Q) with w + 1/w = m, for a root m of m^2 - 4um - 4 - 4Au, that one for
// which m + A is a square, r^2. It is for exactly one, because the product of both m + A is A^2 - 4, which is
// no square. Then w = m/2 + s·r; the other half has 1/w, and differs by 4 times a point. So P is 4 times a
// point if w is a square.
//
// If so, the halves of Q have the roots m' = 2(w ± sqrt(w)·r), and again that one for which m' + A is a square. They
// are doubles if their u(R) is a square, and so is (u(R) + 1)^2/u(R) = m' + 2 then. The product of both m' + 2 is
// 4w(2 - A), which is no square; so that is the case if (m' + 2)(m' + A) is a square for any of the two.
//
// This takes three roots, in lanes, and a Legendre symbol, instead of a multiplication by l: a third to a
// fourth of the time.
//
// Source: Pornin, "Point-Halving and Subgroup Membership in Twisted Edwards Curves" (2022), has other formulas.
func VarTimeTorsionFreeBatch(points []Point, ok []bool) {
	var s, r, w, u [field.MaxRatios]field.Element
	var square [field.MaxRatios]int
	for len(points) > 0 {
		n := min(len(points), len(s))
		for i := range n { // r = 1/sqrt(1 - y^2)
			P := &points[i]
			p.Sqr(&w[i], &P.y)
			p.Sub(&w[i], &one, &w[i])
		}
		p.VarTimeSqrtRatios(r[:n], ones[:n], w[:n], square[:n])
		for i := range n {
			P := &points[i]
			ok[i] = square[i] == 1
			// s = (1 + y)r = sqrt(u), and n = sqrt(u^2 + Au + 1) = v/s = -rootNegA2·s·x·(d·y^2 + 1)·r^2.
			var t, n field.Element
			p.Add(&t, &one, &P.y)
			p.Mul(&s[i], &t, &r[i])
			p.Sqr(&u[i], &s[i])
			p.Sqr(&t, &P.y)
			p.Mul(&t, &t, &d)
			p.Add(&t, &t, &one)
			p.Mul(&n, &t, &P.x)
			p.Sqr(&t, &r[i])
			p.Mul(&n, &n, &t)
			p.Mul(&n, &n, &s[i])
			p.Mul(&n, &n, &rootNegA2)
			p.Neg(&n, &n)
			// w = m + A = 2(u + n) + A; u is 2(u - n) + A, for the other root.
			p.Add(&t, &u[i], &n)
			p.Double(&t, &t)
			p.Add(&w[i], &t, &montgomeryA)
			p.Sub(&t, &u[i], &n)
			p.Double(&t, &t)
			p.Add(&u[i], &t, &montgomeryA)
		}
		p.VarTimeSqrtRatios(r[:n], ones[:n], w[:n], square[:n])
		for i := range n {
			// r = sqrt(m + A), for one of the two.
			if square[i] == 1 {
				p.Mul(&r[i], &r[i], &w[i])
			} else {
				p.Mul(&r[i], &r[i], &rootA2I)
				w[i] = u[i]
			}
			// w = m/2 + s·r.
			var t field.Element
			p.Sub(&w[i], &w[i], &montgomeryA)
			p.Mul(&w[i], &w[i], &oneHalf)
			p.Mul(&t, &s[i], &r[i])
			p.Add(&w[i], &w[i], &t)
		}
		p.VarTimeSqrtRatios(s[:n], w[:n], ones[:n], square[:n])
		for i := range n {
			// m' = 2(w + s·r), for the new s.
			var m, t field.Element
			p.Mul(&m, &s[i], &r[i])
			p.Add(&m, &m, &w[i])
			p.Double(&m, &m)
			p.Add(&t, &m, &montgomeryA)
			p.Add(&m, &m, &two)
			p.Mul(&m, &m, &t)
			ok[i] = ok[i] && square[i] == 1 && p.Legendre(&m) == 1 || points[i].IsIdentity() == 1
		}
		points, ok = points[n:], ok[n:]
	}
}
