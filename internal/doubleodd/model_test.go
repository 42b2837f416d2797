// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"fmt"
	"math/big"
	"testing"

	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// The model: points of y^2 = x(x^2 + ax + b) in affine coordinates, added by chords
// and tangents.

type (
	Point  = doubleodd.Point
	Curve  = doubleodd.Curve
	Scalar = scalar.Scalar
)

type model struct {
	name       string
	c          *Curve
	p, a, b, r *big.Int
	g          point // the conventional generator
}

// A point is (x, y), or the neutral element of the curve if x is nil.
type point struct{ x, y *big.Int }

func (q point) Format(s fmt.State, verb rune) { fmt.Fprintf(s, "(%x, %x)", q.x, q.y) }

func number(hex string) *big.Int {
	n, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic("not a number: " + hex)
	}
	return n
}

var models = func() []*model {
	e := &model{
		name: "E", c: doubleodd.E,
		p: number("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffb725"),
		r: number("3fffffffffffffffffffffffffffffff9d0c930f54078c531f52c8ae74d84525"),
		a: big.NewInt(0), b: big.NewInt(-2),
		g: point{big.NewInt(2), big.NewInt(2)},
	}
	s := &model{
		name: "S", c: doubleodd.S,
		p: number("7ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff08b"),
		r: number("400000000000000000000000000000002acf567a912b7f03dcf2ac65396152c7"),
		a: big.NewInt(-1), b: number("3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff846"),
		g: point{
			number("39bd72651783fb6d213759eccb010b9d3ef832265840b5914803ac7d33b156b1"),
			number("3de9d0cc5d2bfe79b5bd1df9990059346a52bb621d6ae7306d568ed466906d14"),
		},
	}
	return []*model{e, s}
}()

func each(t *testing.T, f func(t *testing.T, m *model, r *testkit.Rand)) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) { f(t, m, testkit.NewRand(t)) })
	}
}

// eachKernel is each, with every implementation, and for all of them the same randomness.
func eachKernel(t *testing.T, f func(t *testing.T, m *model, r *testkit.Rand)) {
	each(t, func(t *testing.T, m *model, _ *testkit.Rand) {
		testkit.Kernels(t, func(tk *testing.T) { f(tk, m, testkit.NewRand(t)) })
	})
}

func (m *model) mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, m.p) }

func (m *model) sum(x ...*big.Int) *big.Int {
	z := new(big.Int)
	for _, y := range x {
		z.Add(z, y)
	}
	return m.mod(z)
}

func (m *model) minus(x, y *big.Int) *big.Int { return m.mod(new(big.Int).Sub(x, y)) }

func (m *model) product(x ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, y := range x {
		z.Mul(z, y).Mod(z, m.p)
	}
	return z
}

// quotient returns x/y, 0 for y = 0, and nil for x = nil.
func (m *model) quotient(x, y *big.Int) *big.Int {
	if x == nil {
		return nil
	}
	inverse := new(big.Int).ModInverse(m.mod(y), m.p)
	if inverse == nil {
		return new(big.Int)
	}
	return m.product(x, inverse)
}

func (m *model) isSquare(x *big.Int) bool { return big.Jacobi(m.mod(x), m.p) == 1 }

// root returns the even square root of x, or nil.
func (m *model) root(x *big.Int) *big.Int {
	y := new(big.Int).ModSqrt(m.mod(x), m.p)
	if y != nil && y.Bit(0) == 1 {
		y.Sub(m.p, y)
	}
	return y
}

// n is N, the point of order 2.
func (m *model) n() point { return point{new(big.Int), new(big.Int)} }

func (m *model) negative(q point) point {
	if q.x == nil {
		return q
	}
	return point{q.x, m.mod(new(big.Int).Neg(q.y))}
}

func (m *model) same(q, s point) bool {
	if q.x == nil || s.x == nil {
		return q.x == s.x
	}
	return q.x.Cmp(s.x) == 0 && q.y.Cmp(s.y) == 0
}

func (m *model) add(q, s point) point {
	switch {
	case q.x == nil:
		return s
	case s.x == nil:
		return q
	case m.same(q, m.negative(s)):
		return point{}
	}
	var slope *big.Int
	if m.same(q, s) {
		three, two := big.NewInt(3), big.NewInt(2)
		slope = m.quotient(m.sum(m.product(three, q.x, q.x), m.product(two, m.a, q.x), m.b), m.product(two, q.y))
	} else {
		slope = m.quotient(m.minus(s.y, q.y), m.minus(s.x, q.x))
	}
	x := m.minus(m.product(slope, slope), m.sum(m.a, q.x, s.x))
	return point{x, m.minus(m.product(slope, m.minus(q.x, x)), q.y)}
}

func (m *model) times(k *big.Int, q point) point {
	key := fmt.Sprintf("%x·%x %s", k, q, m.name)
	if v, ok := products[key]; ok {
		return v
	}
	var v point
	for i := k.BitLen() - 1; i >= 0; i-- {
		v = m.add(v, v)
		if k.Bit(i) == 1 {
			v = m.add(v, q)
		}
	}
	products[key] = v
	return v
}

// products keeps the results of times, for the next kernel.
var products = map[string]point{}

// eu returns e and u.
func (m *model) eu(q point) (e, u *big.Int) {
	switch {
	case q.x == nil:
		return big.NewInt(1), new(big.Int)
	case q.x.Sign() == 0:
		return m.mod(big.NewInt(-1)), new(big.Int)
	}
	u = m.quotient(q.x, q.y)
	return m.product(u, u, m.minus(q.x, m.quotient(m.b, q.x))), u
}

// fromEU is the inverse of eu.
func (m *model) fromEU(e, u *big.Int) point {
	if u.Sign() == 0 {
		if e.Cmp(big.NewInt(1)) == 0 {
			return point{}
		}
		return m.n()
	}
	x := m.minus(m.quotient(m.sum(big.NewInt(1), e), m.product(u, u)), m.a)
	x = m.quotient(x, big.NewInt(2))
	return point{x, m.quotient(x, u)}
}

// hasOddOrder reports whether q is in the subgroup of order r.
func (m *model) hasOddOrder(q point) bool { return q.x == nil || m.isSquare(q.x) }

// jq returns the encoding of the element of jq255e or jq255s.
func (m *model) jq(q point) [32]byte {
	e, u := m.eu(q)
	if e.Bit(0) == 1 {
		u = m.mod(new(big.Int).Neg(u))
	}
	return testkit.Bytes(u)
}

// do returns the encoding of the element of do255e or do255s.
func (m *model) do(q point) [32]byte {
	if m.hasOddOrder(q) {
		q = m.add(q, m.n())
	}
	return testkit.Bytes(m.quotient(q.y, q.x))
}

// decodeJQ returns the point for the bytes of DecodeJQ.
func (m *model) decodeJQ(b [32]byte) (point, bool) {
	u := testkit.BigLE(b[:])
	if u.Cmp(m.p) >= 0 {
		return point{}, false
	}
	// e^2 = (a^2 - 4b)·u^4 - 2a·u^2 + 1
	u2 := m.product(u, u)
	b2 := m.minus(m.product(m.a, m.a), m.product(big.NewInt(4), m.b))
	e := m.root(m.sum(m.product(b2, u2, u2), m.product(big.NewInt(-2), m.a, u2), big.NewInt(1)))
	if e == nil {
		return point{}, false
	}
	return m.fromEU(e, u), true
}

// decodeDO returns the point of odd order for the bytes of DecodeDO.
func (m *model) decodeDO(b [32]byte) (point, bool) {
	w := testkit.BigLE(b[:])
	if w.Cmp(m.p) >= 0 {
		return point{}, false
	}
	if w.Sign() == 0 {
		return point{}, true
	}
	// x^2 - (w^2 - a)x + b = 0
	B := m.minus(m.product(w, w), m.a)
	d := m.root(m.minus(m.product(B, B), m.product(big.NewInt(4), m.b)))
	if d == nil {
		return point{}, false
	}
	x := m.quotient(m.sum(B, d), big.NewInt(2))
	if m.isSquare(x) {
		x = m.quotient(m.minus(B, d), big.NewInt(2))
	}
	return m.add(point{x, m.product(x, w)}, m.n()), true
}

func (m *model) onCurve(q point) bool {
	return q.x == nil || m.product(q.y, q.y).Cmp(m.product(q.x, m.sum(m.product(q.x, q.x), m.product(m.a, q.x), m.b))) == 0
}

// randomScalar returns an integer in [0, r), or an edge value.
func (m *model) randomScalar(r *testkit.Rand) *big.Int {
	k := testkit.Big(r.Limbs())
	return k.Mod(k, m.r)
}

func toScalar(k *big.Int) *Scalar {
	l := testkit.Limbs(k)
	s := scalar.New(l[0], l[1], l[2], l[3])
	return &s
}

func toElement(x *big.Int) field.Element {
	l := testkit.Limbs(x)
	return field.New(l[0], l[1], l[2], l[3])
}

// randomElement returns x modulo p, or with p or 2p added where there is room.
func (m *model) randomElement(r *testkit.Rand, x *big.Int) field.Element {
	x = m.mod(x)
	for range r.IntN(3) {
		if y := new(big.Int).Add(x, m.p); y.BitLen() <= 256 {
			x = y
		}
	}
	return toElement(x)
}

// point returns q in extended coordinates with a random factor.
func (m *model) point(r *testkit.Rand, q point) *Point {
	z := new(big.Int)
	for z.Sign() == 0 {
		z = m.mod(testkit.Big(r.Limbs()))
	}
	e, u := m.eu(q)
	return doubleodd.Extended([4]field.Element{
		m.randomElement(r, m.product(e, z)), m.randomElement(r, z),
		m.randomElement(r, m.product(u, z)), m.randomElement(r, m.product(u, u, z)),
	})
}

// integers returns the coordinates of v modulo p.
func (m *model) integers(v *Point) (n [4]*big.Int) {
	for i, x := range v.Coordinates() {
		n[i] = m.mod(testkit.Big(x.Limbs()))
	}
	return n
}

// check fails unless v is exactly the point want, in valid coordinates.
func (m *model) check(t testing.TB, v *Point, want point, format string, args ...any) {
	t.Helper()
	n := m.integers(v)
	e, u := m.eu(want)
	if n[1].Sign() == 0 || n[0].Cmp(m.product(e, n[1])) != 0 || n[2].Cmp(m.product(u, n[1])) != 0 ||
		n[3].Cmp(m.product(u, u, n[1])) != 0 {
		t.Fatalf(format+": %x, want (e, u) = (%x, %x)", append(args, n, e, u)...)
	}
}

// checkElement fails unless v is the element of want, in valid coordinates.
func (m *model) checkElement(t testing.TB, v *Point, want point, format string, args ...any) {
	t.Helper()
	n := m.integers(v)
	e, _ := m.eu(want)
	if n[1].Sign() != 0 && m.quotient(n[0], n[1]).Cmp(e) != 0 {
		want = m.add(want, m.n())
	}
	m.check(t, v, want, format, args...)
}

// points returns special and random points, with their sums with N and their opposites.
func (m *model) points(r *testkit.Rand, n int) []point {
	base := []point{{}, m.g, m.times(big.NewInt(2), m.g), m.times(big.NewInt(3), m.g)}
	for range n {
		base = append(base, m.times(m.randomScalar(r), m.g))
	}
	var points []point
	add := func(q point) {
		for _, s := range points {
			if m.same(q, s) {
				return
			}
		}
		points = append(points, q)
	}
	for _, q := range base {
		add(q)
		add(m.negative(q))
		add(m.add(q, m.n()))
		add(m.negative(m.add(q, m.n())))
	}
	return points
}

// scalars returns the integers below r at which something may happen, and n random ones.
func (m *model) scalars(r *testkit.Rand, n int) []*big.Int {
	var ks []*big.Int
	for i, e := range testkit.Edges(m.r) {
		if k := testkit.Big(e); k.Cmp(m.r) < 0 && (i%4 == 0 || k.BitLen() < 8 || !testing.Short()) {
			ks = append(ks, k)
		}
	}
	for range n {
		ks = append(ks, m.randomScalar(r))
	}
	return ks
}

func TestModel(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		if !m.onCurve(m.g) || m.times(m.r, m.g).x == nil || m.times(new(big.Int).Lsh(m.r, 1), m.g).x != nil {
			t.Error("the generator does not have the order 2r")
		}
		if m.isSquare(m.g.x) {
			t.Error("the x of the generator is a square")
		}
		for _, q := range m.points(r, 5) {
			if s := m.fromEU(m.eu(q)); !m.same(q, s) || !m.onCurve(q) {
				t.Errorf("%x, %x", q, s)
			}
		}
	})
}
