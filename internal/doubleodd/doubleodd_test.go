// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
	"secant.example/internal/hash2curve"
	"secant.example/internal/msm"
	"secant.example/internal/testkit"
)

// All pairs of special points, with both representatives of each element.
func TestAdd(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 2)
		for _, q := range points {
			for _, s := range points {
				P, Q := m.point(r, q), m.point(r, s)
				var v Point
				m.c.Add(&v, P, Q)
				m.check(t, &v, m.add(q, s), "%x + %x", q, s)
				m.c.Sub(&v, P, Q)
				m.check(t, &v, m.add(q, m.negative(s)), "%x - %x", q, s)

				e, u := m.eu(s)
				v = *P
				m.c.SumAffine(&v, [3]field.Element{m.randomElement(r, e), m.randomElement(r, u), m.randomElement(r, m.product(u, u))}, 0)
				m.check(t, &v, m.add(q, s), "%x + affine %x", q, s)

				want := 0
				if m.same(q, s) || m.same(q, m.add(s, m.n())) {
					want = 1
				}
				if got := m.c.Equal(P, Q); got != want {
					t.Errorf("Equal(%x, %x) = %d", q, s, got)
				}
			}
		}
	})
}

// Any argument may be the result.
func TestAliases(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		k, l := toScalar(m.randomScalar(r)), toScalar(m.randomScalar(r))
		q := *m.point(r, m.times(m.randomScalar(r), m.g))
		s := *m.point(r, m.times(m.randomScalar(r), m.g))
		for name, op := range map[string]func(v *Point, in ...*Point){
			"Add":                 func(v *Point, in ...*Point) { m.c.Add(v, in[0], in[1]) },
			"Sub":                 func(v *Point, in ...*Point) { m.c.Sub(v, in[0], in[1]) },
			"Select":              func(v *Point, in ...*Point) { v.Select(in[0], in[1], 1) },
			"Neg":                 func(v *Point, in ...*Point) { m.c.Neg(v, in[0]) },
			"CondNeg":             func(v *Point, in ...*Point) { m.c.CondNeg(v, in[0], 1) },
			"Double":              func(v *Point, in ...*Point) { m.c.Double(v, in[0], 3) },
			"Mul":                 func(v *Point, in ...*Point) { m.c.Mul(v, k, in[0]) },
			"VarTimeMulAddMulGen": func(v *Point, in ...*Point) { m.c.VarTimeMulAddMulGen(v, k, in[0], l) },
			"OddOrder":            func(v *Point, in ...*Point) { m.c.OddOrder(v, in[0]) },
		} {
			testkit.Aliases(t, name, s, op, q, s)
		}
	})
}

func TestDouble(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		for _, q := range m.points(r, 3) {
			want := q
			for n := range 8 {
				var v Point
				m.c.Double(&v, m.point(r, q), n)
				m.check(t, &v, want, "%d doublings of %x", n, q)
				want = m.add(want, want)
			}
		}
		q := m.times(m.randomScalar(r), m.g)
		v := m.point(r, q)
		m.c.Double(v, v, 300)
		m.check(t, v, m.times(new(big.Int).Lsh(big.NewInt(1), 300), q), "300 doublings of %x", q)
	})
}

// The formulas on the whole curve modulo small primes, for which the coefficients
// are of the same kind. Elements modulo 2^256 - fold are elements modulo a divisor.
func TestSmallPrimes(t *testing.T) {
	for _, m := range models {
		for _, prime := range map[bool][]int64{true: {5, 13, 29, 37}, false: {3, 11, 19, 43}}[m.c.IsE()] {
			small := &model{a: m.a, p: big.NewInt(prime), b: m.b}
			if !m.c.IsE() {
				small.b = big.NewInt((prime + 1) / 2)
			}
			// 2^255 - fold/2 is a multiple of p, and fold/2 odd.
			fold := new(big.Int).Lsh(big.NewInt(1), 255)
			fold.Mod(fold, small.p)
			if fold.Bit(0) == 0 {
				fold.Add(fold, small.p)
			}
			small.c = m.c.Small(2 * fold.Uint64())
			small.exhaust(t)
		}
	}
}

func (m *model) exhaust(t *testing.T) {
	r := testkit.NewRand(t)
	points := []point{{}}
	for x := range m.p.Int64() {
		for y := range m.p.Int64() {
			if q := (point{big.NewInt(x), big.NewInt(y)}); m.onCurve(q) {
				points = append(points, q)
			}
		}
	}
	if len(points)%4 != 2 {
		t.Fatalf("modulo %d the curve has %d points", m.p, len(points))
	}
	factor := big.NewInt(1)
	lift := func(q point) *Point { // with any representation
		e, u := m.eu(q)
		factor = m.sum(factor, big.NewInt(1))
		if factor.Sign() == 0 {
			factor = big.NewInt(1)
		}
		var c [4]field.Element
		for i, x := range []*big.Int{m.product(e, factor), factor, m.product(u, factor), m.product(u, u, factor)} {
			high := new(big.Int).Rsh(testkit.Big(r.Limbs()), 8)
			c[i] = toElement(new(big.Int).Add(x, high.Mul(high, m.p)))
		}
		return doubleodd.Extended(c)
	}
	for _, q := range points {
		for _, s := range points {
			var v Point
			m.c.Add(&v, lift(q), lift(s))
			m.check(t, &v, m.add(q, s), "modulo %d, %v + %v", m.p, q, s)
			e, u := m.eu(s)
			v = *lift(q)
			m.c.SumAffine(&v, [3]field.Element{toElement(e), toElement(u), toElement(m.product(u, u))}, 0)
			m.check(t, &v, m.add(q, s), "modulo %d, %v + affine %v", m.p, q, s)
		}
		want := q
		for n := range 6 {
			var v Point
			m.c.Double(&v, lift(q), n)
			m.check(t, &v, want, "modulo %d, %d doublings of %v", m.p, n, q)
			want = m.add(want, want)
		}
	}
}

func TestMul(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 2)
		for i, k := range m.scalars(r, 30) {
			q := points[i%len(points)]
			var v Point
			m.c.Mul(&v, toScalar(k), m.point(r, q))
			m.checkElement(t, &v, m.times(k, q), "%x·%x", k, q)
			if m.hasOddOrder(q) {
				m.check(t, &v, m.times(k, q), "%x·%x", k, q)
			}
			m.c.MulGen(&v, toScalar(k))
			want := m.times(k, m.add(m.g, m.n()))
			m.check(t, &v, want, "%x·G", k)
		}
	})
}

func TestVarTimeMulAddMulGen(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 2)
		scalars := m.scalars(r, 30)
		for i := range 60 {
			k := scalars[r.IntN(len(scalars))]
			if i%2 == 0 { // half the bits
				k = new(big.Int).Rsh(k, uint(r.IntN(129)))
			}
			q := points[i%len(points)]
			w := scalars[r.IntN(len(scalars))]
			var v Point
			m.c.VarTimeMulAddMulGen(&v, toScalar(k), m.point(r, q), toScalar(w))
			want := m.add(m.times(k, q), m.times(w, m.g))
			m.checkElement(t, &v, want, "%x·%x + %x·G", k, q, w)
		}
	})
}

func TestVarTimeVerifyDO(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 1)
		scalars := m.scalars(r, 20)
		for i := range 25 {
			k := scalars[r.IntN(len(scalars))]
			q := points[i%len(points)]
			if !m.hasOddOrder(q) {
				q = m.add(q, m.n())
			}
			w := scalars[r.IntN(len(scalars))]
			if i == 0 {
				k, w = new(big.Int), new(big.Int)
			}
			m.checkVerifyDO(t, r, k, q, w, points)
		}
	})
}

// checkVerifyDO compares with the model what is encoded like kq + wG, with and without an expanded q.
func (m *model) checkVerifyDO(t *testing.T, r *testkit.Rand, k *big.Int, q point, w *big.Int, points []point) {
	t.Helper()
	Q := m.point(r, q)
	var e doubleodd.ExpandedPoint
	m.c.VarTimeExpand(&e, Q, false)
	b := m.do(m.add(m.times(k, q), m.times(w, m.g)))
	bad := b
	bad[r.IntN(32)] ^= 1 << r.IntN(8)
	other := m.do(points[r.IntN(len(points))])
	opposite := testkit.Bytes(m.mod(new(big.Int).Neg(testkit.BigLE(b[:]))))
	above := testkit.Bytes(new(big.Int).Add(testkit.BigLE(b[:]), m.p))
	for _, x := range [][32]byte{b, bad, other, opposite, above, {}} {
		if m.c.VarTimeVerifyDO(&x, toScalar(k), Q, toScalar(w)) != (x == b) {
			t.Fatalf("%x·%x + %x·G is %x, and %x is not told from it", k, q, w, b, x)
		}
		if m.c.VarTimeVerifyDOExpanded(&x, toScalar(k), &e, toScalar(w)) != (x == b) {
			t.Fatalf("%x·%x + %x·G is %x, and %x is not told from it with the point expanded", k, q, w, b, x)
		}
	}
}

func TestEncoding(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		for _, q := range m.points(r, 5) {
			v := m.point(r, q)
			var b [32]byte
			if m.c.EncodeJQ(&b, v); b != m.jq(q) {
				t.Fatalf("EncodeJQ(%x) = %x", q, b)
			}
			if m.c.VarTimeEncodeJQ(&b, v); b != m.jq(q) {
				t.Fatalf("VarTimeEncodeJQ(%x) = %x", q, b)
			}
			w := m.do(q)
			square := m.product(testkit.BigLE(w[:]), testkit.BigLE(w[:]))
			if m.c.EncodeDOSquared(&b, v); b != testkit.Bytes(square) {
				t.Fatalf("EncodeDOSquared(%x) = %x", q, b)
			}
			var odd Point
			m.c.OddOrder(&odd, v)
			want := q
			if !m.hasOddOrder(want) {
				want = m.add(q, m.n())
			}
			m.check(t, &odd, want, "OddOrder(%x)", q)
			if m.c.EncodeDO(&b, &odd); b != w {
				t.Fatalf("EncodeDO(%x) = %x", want, b)
			}
		}
		for _, e := range testkit.Edges(m.p) {
			m.checkDecode(t, testkit.ToBytes(e))
		}
		q := m.g
		for range 30 {
			m.checkDecode(t, r.Bytes32())
			// Both encodings of a point, and of one close by.
			q = m.add(q, m.times(big.NewInt(12345), m.g))
			for _, b := range [][32]byte{m.jq(q), m.do(q)} {
				m.checkDecode(t, b)
				b[r.IntN(32)] ^= 1 << r.IntN(8)
				m.checkDecode(t, b)
			}
		}
	})
}

// Batches of all sizes, with strings that are no encodings among them.
func TestDecodeBatch(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 3)
		dirty := *doubleodd.Extended([4]field.Element{field.New(1, 2, 3, 4), field.New(5, 6, 7, 8), field.One(), field.One()})
		for _, n := range []int{0, 1, 2, 3, 8, 15, 16, 17, 35} {
			for k, decode := range []func(v *Point, b *[32]byte) int{m.c.DecodeJQ, m.c.DecodeDO} {
				v, b, ok := make([]Point, n), make([][32]byte, n), make([]bool, n)
				for i := range n {
					v[i], ok[i] = dirty, r.IntN(2) == 0
					switch q := points[r.IntN(len(points))]; {
					case r.IntN(4) == 0:
						b[i] = r.Bytes32()
					case k == 0:
						b[i] = m.jq(q)
					default:
						b[i] = m.do(q)
					}
				}
				[]func(v []Point, b [][32]byte, ok []bool){m.c.VarTimeDecodeJQBatch, m.c.VarTimeDecodeDOBatch}[k](v, b, ok)
				for i := range n {
					want := dirty
					if valid := decode(&want, &b[i]) == 1; ok[i] != valid {
						t.Fatalf("%d of %d, %x: %t", i, n, b[i], ok[i])
					}
					for at, x := range v[i].Coordinates() {
						if y := want.Coordinates()[at]; m.c.Field().Equal(&x, &y) != 1 {
							t.Fatalf("%d of %d, %x: another point", i, n, b[i])
						}
					}
				}
			}
		}
	})
}

func (m *model) checkDecode(t testing.TB, b [32]byte) {
	t.Helper()
	dirty := *doubleodd.Extended([4]field.Element{field.New(1, 2, 3, 4), field.New(5, 6, 7, 8), field.One(), field.One()})
	for _, d := range []struct {
		name   string
		decode func(v *Point, b *[32]byte) int
		encode func(b *[32]byte, v *Point)
		model  func([32]byte) (point, bool)
	}{
		{"DecodeJQ", m.c.DecodeJQ, m.c.EncodeJQ, m.decodeJQ},
		{"DecodeDO", m.c.DecodeDO, m.c.EncodeDO, m.decodeDO},
	} {
		v, in := dirty, b
		want, valid := d.model(b)
		ok := d.decode(&v, &in)
		if (ok == 1) != valid || ok != 1 && v.Coordinates() != dirty.Coordinates() || in != b {
			t.Fatalf("%s(%x) returns %d", d.name, b, ok)
		}
		if valid {
			m.check(t, &v, want, "%s(%x)", d.name, b)
			if d.encode(&in, &v); in != b {
				t.Fatalf("%s(%x) is encoded as %x", d.name, b, in)
			}
		}
	}
}

func FuzzVerifyDO(f *testing.F) {
	for _, m := range models {
		b := m.do(m.g)
		f.Add(b[:], []byte{1}, []byte{})
		f.Add(b[:], []byte{}, []byte{1})
	}
	f.Fuzz(func(t *testing.T, in, k, w []byte) {
		var b [32]byte
		copy(b[:], in)
		integer := func(b []byte) *big.Int { return testkit.BigLE(b[:min(len(b), 32)]) }
		for _, m := range models {
			k, w := new(big.Int).Mod(integer(k), m.r), new(big.Int).Mod(integer(w), m.r)
			q := m.add(m.g, m.n())
			sum := m.times(new(big.Int).Mod(new(big.Int).Add(k, w), m.r), q)
			r := testkit.NewRand(t)
			for _, b := range [][32]byte{b, m.do(sum)} {
				Q := m.point(r, q)
				if got := m.c.VarTimeVerifyDO(&b, toScalar(k), Q, toScalar(w)); got != (b == m.do(sum)) {
					t.Fatalf("%x·G + %x·G is %x: %t", k, w, b, got)
				}
				var e doubleodd.ExpandedPoint
				m.c.VarTimeExpand(&e, Q, false)
				if got := m.c.VarTimeVerifyDOExpanded(&b, toScalar(k), &e, toScalar(w)); got != (b == m.do(sum)) {
					t.Fatalf("%x·G + %x·G is %x: %t with the point expanded", k, w, b, got)
				}
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, m := range models {
		for _, b := range [][32]byte{{}, m.jq(m.g), m.do(m.g), testkit.Bytes(m.p)} {
			f.Add(b[:])
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var b [32]byte
		copy(b[:], in)
		for _, m := range models {
			m.checkDecode(t, b)
		}
	})
}

var mu = number("3304a73398caeadb37382c8933c3f6d9b153382d88e2cf399c46ef0c23df370d")

func TestZeta(t *testing.T) {
	m, r := models[0], testkit.NewRand(t)
	for _, q := range m.points(r, 3) {
		if !m.hasOddOrder(q) {
			continue
		}
		var v Point
		m.c.Zeta(&v, m.point(r, q))
		m.check(t, &v, m.times(mu, q), "ζ(%x)", q)
	}
}

func (m *model) checkMap(t testing.TB, f *big.Int) {
	t.Helper()
	in := toElement(f)
	var v Point
	m.c.MapToPoint(&v, &in)
	m.check(t, &v, m.add(m.mapped(m.mod(f)), m.n()), "MapToPoint(%x)", f)
}

// mapped is the map, without the trouble to avoid divisions: to y^2 = x(x^2 + a'x + b'), and the
// isogeny from there.
func (m *model) mapped(f *big.Int) point {
	n := big.NewInt
	if f.Sign() == 0 {
		return m.n()
	}
	var x, y *big.Int
	if m.c.IsE() {
		b := n(8)
		eta := m.root(n(-1))
		right := func(x *big.Int) *big.Int { return m.product(x, m.sum(m.product(x, x), b)) }
		f2, f4 := m.product(n(4), f, f), m.product(n(4), f)
		x1 := m.quotient(m.minus(f2, n(7)), f4)
		x2 := m.quotient(m.product(eta, m.sum(f2, n(7))), f4)
		// The right side is g/yd^2 for xn/xd and the yd of the description, in which the sign of
		// y is that of the even root of g.
		root := func(x, yd *big.Int) *big.Int {
			if y := m.root(m.product(right(x), yd, yd)); y != nil && y.Sign() != 0 {
				return m.quotient(y, yd)
			}
			return nil
		}
		yd := m.product(n(8), f, f)
		if x, y = x1, root(x1, yd); y == nil {
			if x, y = x2, root(x2, yd); y == nil {
				x = m.product(x1, x2)
				y = root(x, m.product(yd, yd))
				if y == nil {
					y = new(big.Int)
				}
			}
		}
	} else {
		// Elligator 2 with the non-square -1.
		d := m.minus(n(1), m.product(f, f))
		right := func(x *big.Int) *big.Int {
			return m.product(x, m.sum(m.product(x, x), m.product(n(2), x), n(-1)))
		}
		if d.Sign() == 0 {
			return m.n()
		}
		x = m.quotient(n(-2), d)
		y = m.root(m.product(right(x), d, d, d, d))
		if y == nil {
			x = m.quotient(m.product(n(2), f, f), d)
			y = m.root(m.product(right(x), d, d, d, d))
			y.Neg(y)
		}
		y = m.quotient(y, m.product(d, d))
		if y.Sign() == 0 {
			return m.n()
		}
	}
	// (x, y) is on the curve with a' and b'.
	a2 := m.product(n(-2), m.a)
	b2 := m.minus(m.product(m.a, m.a), m.product(n(4), m.b))
	if m.product(y, y).Cmp(m.product(x, m.sum(m.product(x, x), m.product(a2, x), b2))) != 0 {
		panic("not on the dual curve")
	}
	// The dual isogeny, and then, by convention, the negative plus N.
	X := m.quotient(m.product(y, y), m.product(n(4), x, x))
	Y := m.quotient(m.product(y, m.minus(m.product(x, x), b2)), m.product(n(8), x, x))
	return m.add(m.negative(point{X, Y}), m.n())
}

func TestMap(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		for _, e := range testkit.Edges(m.p) {
			m.checkMap(t, testkit.Big(e))
		}
		for range 200 {
			m.checkMap(t, testkit.Big(r.Limbs()))
		}
	})
}

// Sums of two images, and the reduction of bytes to elements.
func TestHashes(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		image := func(x *big.Int) point { return m.add(m.mapped(m.mod(x)), m.n()) }
		for length := range 100 {
			b := make([]byte, length)
			r.Fill(b)
			if length%4 == 0 {
				b = bytes.Repeat([]byte{0xff}, length)
			}
			var v Point
			m.c.BytesToPoint(&v, b)
			m.check(t, &v, image(testkit.BigLE(b)), "%x", b)
			if length == 64 || length == 65 {
				m.c.HalvesToPoint(&v, (*[64]byte)(b))
				m.check(t, &v, m.add(image(testkit.BigLE(b[:32])), image(testkit.BigLE(b[32:64]))), "%x", b)
			}
		}
		dst := []byte("a tag")
		for _, msg := range []string{"", "abc", strings.Repeat("long", 100)} {
			var uniform [96]byte
			if err := hash2curve.ExpandXMD(uniform[:], []byte(msg), dst); err != nil {
				t.Fatal(err)
			}
			want := m.add(image(new(big.Int).SetBytes(uniform[:48])), image(new(big.Int).SetBytes(uniform[48:])))
			var v Point
			if err := m.c.HashToPoint(&v, []byte(msg), dst); err != nil {
				t.Fatal(err)
			}
			m.check(t, &v, want, "hash of %q", msg)
			before := v.Coordinates()
			if err := m.c.HashToPoint(&v, []byte(msg), nil); err == nil || v.Coordinates() != before {
				t.Errorf("without a tag: %v", err)
			}
		}
	})
}

func TestMSM(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 2, 5, 40} {
			testMSM(t, models[0], new(doubleodd.VarTimeMSM[doubleodd.OnE]), new(doubleodd.MSM[doubleodd.OnE]), n)
			testMSM(t, models[1], new(doubleodd.VarTimeMSM[doubleodd.OnS]), new(doubleodd.MSM[doubleodd.OnS]), n)
		}
	})
}

func testMSM[K doubleodd.Side](t *testing.T, m *model, vartime *doubleodd.VarTimeMSM[K], constant *doubleodd.MSM[K], n int) {
	r := testkit.NewRand(t)
	points := m.points(r, 3)
	scalars := m.scalars(r, 10)
	var want point
	for range n {
		q, k := points[r.IntN(len(points))], scalars[r.IntN(len(scalars))]
		vartime.Add(toScalar(k), m.point(r, q))
		constant.Add(toScalar(k), m.point(r, q))
		want = m.add(want, m.times(k, q))
	}
	for _, algorithm := range []msm.Algorithm{msm.Fastest, msm.Straus, msm.Pippenger} {
		m.checkElement(t, vartime.SumBy(algorithm), want, "%d terms", n)
	}
	m.checkElement(t, constant.Sum(new(Point)), want, "%d terms", n)
	k := m.randomScalar(r)
	vartime.AddBase(toScalar(k))
	want = m.add(want, m.times(k, m.g))
	m.checkElement(t, vartime.Sum(new(Point)), want, "%d terms and the generator", n)
	if vartime.Len() != n+1 || constant.Len() != n {
		t.Errorf("%d and %d terms, want %d and %d", vartime.Len(), constant.Len(), n+1, n)
	}
}

func TestTables(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		check := func(got [3]field.Element, want point, format string, args ...any) {
			t.Helper()
			e, u := m.eu(want)
			for i, x := range []*big.Int{e, u, m.product(u, u)} {
				if n := testkit.Big(got[i].Limbs()); n.Cmp(x) != 0 {
					t.Fatalf(format+": coordinate %d is %x, want %x", append(args, i, n, x)...)
				}
			}
		}
		powers := []point{m.add(m.g, m.n())}
		for i := range 260 {
			powers = append(powers, m.add(powers[i], powers[i]))
		}
		for j, block := range m.c.CombTable() {
			for i, entry := range block {
				want := powers[20*j+16]
				for tooth := range 4 {
					term := powers[20*j+4*tooth]
					if i>>tooth&1 == 0 {
						term = m.negative(term)
					}
					want = m.add(want, term)
				}
				check(entry, want, "comb table, %d, %d", j, i)
			}
		}
		for j, table := range m.c.OddTable() {
			want := powers[doubleodd.OddStep*j]
			for i, entry := range table {
				check(entry, want, "odd table, %d, %d", j, i)
				want = m.add(want, powers[doubleodd.OddStep*j+1])
			}
		}
	})
}

func TestNoAllocs(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		c := m.c
		var q, v Point
		c.Generator(&q)
		k := toScalar(m.randomScalar(r))
		f := field.New(1, 2, 3, 4)
		var b [32]byte
		var e doubleodd.ExpandedPoint
		c.VarTimeExpand(&e, &q, false)
		for name, op := range map[string]func(){
			"Add": func() { c.Add(&v, &q, &q) }, "Sub": func() { c.Sub(&v, &q, &q) },
			"Double": func() { c.Double(&v, &q, 5) }, "Neg": func() { c.Neg(&v, &q) },
			"Equal": func() { c.Equal(&v, &q) }, "Select": func() { v.Select(&q, &v, 1) },
			"Mul": func() { c.Mul(&v, k, &q) }, "MulGen": func() { c.MulGen(&v, k) },
			"VarTimeMulAddMulGen":         func() { c.VarTimeMulAddMulGen(&v, k, &q, k) },
			"VarTimeVerifyDO":             func() { c.VarTimeVerifyDO(&b, k, &q, k) },
			"VarTimeExpand":               func() { c.VarTimeExpand(&e, &q, false) },
			"VarTimeMulAddMulGenExpanded": func() { c.VarTimeMulAddMulGenExpanded(&v, k, &e, k) },
			"VarTimeVerifyDOExpanded":     func() { c.VarTimeVerifyDOExpanded(&b, k, &e, k) },
			"EncodeJQ":                    func() { c.EncodeJQ(&b, &q) }, "DecodeJQ": func() { c.DecodeJQ(&v, &b) },
			"EncodeDO": func() { c.EncodeDO(&b, &q) }, "DecodeDO": func() { c.DecodeDO(&v, &b) },
			"EncodeDOSquared": func() { c.EncodeDOSquared(&b, &q) }, "OddOrder": func() { c.OddOrder(&v, &q) },
			"MapToPoint": func() { c.MapToPoint(&v, &f) },
		} {
			testkit.NoAllocs(t, name, op)
		}
	})
}
