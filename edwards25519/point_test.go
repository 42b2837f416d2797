// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"slices"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

// checkDecode checks both decoders on b, a point or not.
func checkDecode(t testing.TB, b []byte) {
	t.Helper()
	kept := slices.Clone(b)
	for _, d := range []struct {
		name   string
		decode func(v *Point, b []byte) (*Point, error)
		strict bool
	}{
		{"SetBytes", (*Point).SetBytes, false},
		{"SetCanonicalBytes", (*Point).SetCanonicalBytes, true},
	} {
		var want affine
		ok := false
		if len(b) == 32 {
			want, ok = testkit.EdwardsDecode([32]byte(b), d.strict)
		}
		v := edwards25519.NewGeneratorPoint()
		w, err := d.decode(v, b)
		switch {
		case (err == nil) != ok:
			t.Fatalf("%s(%x): error %v, want one: %t", d.name, b, err, !ok)
		case err != nil && w != nil:
			t.Fatalf("%s(%x) returns a point and an error", d.name, b)
		case err != nil:
			check(t, v, testkit.EdwardsG, "receiver after %s(%x) failed", d.name, b)
		case w != v:
			t.Fatalf("%s(%x) does not return its receiver", d.name, b)
		default:
			check(t, v, want, "%s(%x)", d.name, b)
		}
	}
	if !bytes.Equal(b, kept) {
		t.Fatalf("decoding overwrote %x", kept)
	}
}

func TestDecode(t *testing.T) {
	var inputs [][32]byte
	both := func(y *big.Int) {
		b := testkit.Bytes(y)
		inputs = append(inputs, b)
		b[31] ^= 0x80
		inputs = append(inputs, b)
	}
	// Every y that is not reduced.
	for y := new(big.Int).Set(prime); y.BitLen() == 255; y = new(big.Int).Add(y, big.NewInt(1)) {
		both(y)
	}
	// y = 1 and y = -1 have x = 0, of either sign.
	both(big.NewInt(1))
	both(subtract(prime, big.NewInt(1)))
	for _, e := range testkit.Edges(prime) {
		both(testkit.Big(e))
	}
	for _, s := range testkit.EdwardsSamples() {
		both(s.Y)
	}
	r := testkit.NewRand(t)
	for range 100 {
		inputs = append(inputs, r.Bytes32())
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, b := range inputs {
			checkDecode(t, b[:])
		}
		g := testkit.EdwardsG.Bytes()
		for _, b := range [][]byte{nil, {}, g[:1], g[:31], append(g[:], 0), append(g[:], g[:]...)} {
			checkDecode(t, b)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, s := range testkit.EdwardsSamples() {
		b := s.Bytes()
		f.Add(b[:])
	}
	f.Add(bytes.Repeat([]byte{0xff}, 32))
	f.Fuzz(func(t *testing.T, b []byte) { checkDecode(t, b) })
}

func TestConstants(t *testing.T) {
	check(t, edwards25519.NewIdentityPoint(), testkit.EdwardsIdentity, "identity")
	check(t, edwards25519.NewGeneratorPoint(), testkit.EdwardsG, "generator")
	check(t, decode(t, testkit.EdwardsG).SetIdentity(), testkit.EdwardsIdentity, "SetIdentity")
	check(t, new(Point).SetIdentity(), testkit.EdwardsIdentity, "SetIdentity of a zero Point")
	check(t, new(Point).SetGenerator(), testkit.EdwardsG, "SetGenerator")
	// They are copies.
	edwards25519.NewGeneratorPoint().Add(edwards25519.NewGeneratorPoint(), edwards25519.NewGeneratorPoint())
	edwards25519.NewIdentityPoint().Set(edwards25519.NewGeneratorPoint())
	check(t, edwards25519.NewIdentityPoint(), testkit.EdwardsIdentity, "identity, after another was changed")
	check(t, edwards25519.NewGeneratorPoint(), testkit.EdwardsG, "generator, after another was changed")
}

// The points of small order, as they are listed elsewhere: number i is i times number 1, in new
// memory, and they are those of the model.
func TestEightTorsion(t *testing.T) {
	encodings := [8]string{
		"0100000000000000000000000000000000000000000000000000000000000000",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"0000000000000000000000000000000000000000000000000000000000000080",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	}
	orders := [8]int64{1, 8, 4, 8, 2, 8, 4, 8}
	testkit.Kernels(t, func(t *testing.T) {
		points := edwards25519.EightTorsion()
		for i, q := range points {
			if got := hex.EncodeToString(q.Bytes()); got != encodings[i] {
				t.Errorf("number %d is %s, want %s", i, got, encodings[i])
			}
			p, ok := testkit.EdwardsDecode([32]byte(q.Bytes()), true)
			if !ok {
				t.Fatalf("number %d is not on the curve", i)
			}
			check(t, q, p, "number %d", i)
			for order := int64(1); order <= 8; order++ {
				if got, want := p.Mult(big.NewInt(order)).Equal(testkit.EdwardsIdentity), order%orders[i] == 0; got != want {
					t.Errorf("%d times number %d is the identity: %t, want %t", order, i, got, want)
				}
			}
			if q.IsSmallOrder() != 1 {
				t.Errorf("number %d is not of small order", i)
			}
			for j, r := range points {
				if sum := new(Point).Add(q, r); sum.Equal(points[(i+j)%8]) != 1 {
					t.Errorf("the sum of numbers %d and %d is wrong", i, j)
				}
			}
		}
		points[1].SetGenerator()
		if again := edwards25519.EightTorsion(); hex.EncodeToString(again[1].Bytes()) != encodings[1] {
			t.Error("number 1 is changed")
		}
	})
}

// aliased runs op, which must return its receiver, in every sharing of memory.
func aliased(t testing.TB, name string, op func(v *Point, in ...*Point) *Point, in ...*Point) *Point {
	t.Helper()
	var values []Point
	for _, p := range in {
		values = append(values, *p)
	}
	v := testkit.Aliases(t, name, *edwards25519.NewGeneratorPoint(), func(v *Point, in ...*Point) {
		if op(v, in...) != v {
			t.Fatalf("%s does not return its receiver", name)
		}
	}, values...)
	return &v
}

func TestGroupLaw(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var points []*Point
		for _, s := range testkit.EdwardsSamples() {
			points = append(points, decode(t, s.EdwardsPoint))
		}
		for i, s := range testkit.EdwardsSamples() {
			p := projective(points[i], r)
			check(t, p, s.EdwardsPoint, "%x in other coordinates", s.Bytes())
			for j, u := range testkit.EdwardsSamples() {
				q := points[j]
				if r.IntN(2) == 0 {
					q = projective(q, r)
				}
				v := aliased(t, "Add", func(v *Point, in ...*Point) *Point { return v.Add(in[0], in[1]) }, p, q)
				check(t, v, s.Add(u.EdwardsPoint), "%x + %x", s.Bytes(), u.Bytes())
				v = aliased(t, "Subtract", func(v *Point, in ...*Point) *Point { return v.Subtract(in[0], in[1]) }, p, q)
				check(t, v, s.Add(u.Negate()), "%x - %x", s.Bytes(), u.Bytes())
				want := 0
				if s.Equal(u.EdwardsPoint) {
					want = 1
				}
				if got := p.Equal(q); got != want {
					t.Fatalf("Equal(%x, %x) = %d", s.Bytes(), u.Bytes(), got)
				}
			}
			v := aliased(t, "Negate", func(v *Point, in ...*Point) *Point { return v.Negate(in[0]) }, p)
			check(t, v, s.Negate(), "-%x", s.Bytes())
			v = aliased(t, "Double", func(v *Point, in ...*Point) *Point { return v.Double(in[0]) }, p)
			check(t, v, s.Add(s.EdwardsPoint), "2·%x", s.Bytes())
			v = aliased(t, "Set", func(v *Point, in ...*Point) *Point { return v.Set(in[0]) }, p)
			check(t, v, s.EdwardsPoint, "Set(%x)", s.Bytes())
			v = aliased(t, "MultByCofactor", func(v *Point, in ...*Point) *Point { return v.MultByCofactor(in[0]) }, p)
			check(t, v, s.Mult(big.NewInt(8)), "8·%x", s.Bytes())
			for cond, want := range []affine{testkit.EdwardsG, s.EdwardsPoint} {
				v := aliased(t, "Select", func(v *Point, in ...*Point) *Point { return v.Select(in[0], in[1], cond) },
					p, edwards25519.NewGeneratorPoint())
				check(t, v, want, "Select(%x, B, %d)", s.Bytes(), cond)
			}
			isIdentity := 0
			if s.Equal(testkit.EdwardsIdentity) {
				isIdentity = 1
			}
			if got := p.IsIdentity(); got != isIdentity {
				t.Fatalf("IsIdentity of %x is %d", s.Bytes(), got)
			}
			u := s.Montgomery()
			if got := p.BytesMontgomery(); !bytes.Equal(got, u[:]) {
				t.Fatalf("BytesMontgomery of %x = %x, want %x", s.Bytes(), got, u)
			}
		}
	})
}

// Points that are equal in y only, or in x only, are not equal.
func TestEqualNeighbours(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, s := range testkit.EdwardsSamples() {
			p := projective(decode(t, s.EdwardsPoint), r)
			for _, q := range []affine{
				s.Negate(),
				{X: s.X, Y: mod(new(big.Int).Neg(s.Y))},
				{X: s.Negate().X, Y: mod(new(big.Int).Neg(s.Y))},
			} {
				want := 0
				if s.Equal(q) {
					want = 1
				}
				if got := p.Equal(projective(decode(t, q), r)); got != want {
					t.Errorf("Equal(%x, %x) = %d", s.Bytes(), q.Bytes(), got)
				}
			}
			if p.Equal(p) != 1 {
				t.Errorf("%x is not equal to itself", s.Bytes())
			}
		}
	})
}

func TestOrder(t *testing.T) {
	b2i := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, s := range testkit.EdwardsSamples() {
			small := b2i(s.Mult(big.NewInt(8)).Equal(testkit.EdwardsIdentity))
			free := b2i(s.Mult(order).Equal(testkit.EdwardsIdentity))
			p := decode(t, s.EdwardsPoint)
			for _, p := range []*Point{p, projective(p, r)} {
				if got := p.IsSmallOrder(); got != small {
					t.Errorf("IsSmallOrder of %x is %d", s.Bytes(), got)
				}
				if got := p.IsTorsionFree(); got != free {
					t.Errorf("IsTorsionFree of %x is %d", s.Bytes(), got)
				}
				check(t, p, s.EdwardsPoint, "%x after the tests of its order", s.Bytes())
			}
		}
	})
}

func TestScalarMult(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, s := range testkit.EdwardsSamples() {
			p := projective(decode(t, s.EdwardsPoint), r)
			for i, k := range testkit.EdwardsScalars {
				v := aliased(t, "ScalarMult", func(v *Point, in ...*Point) *Point { return v.ScalarMult(scalar(k), in[0]) }, p)
				check(t, v, s.Multiples[i], "%d·%x", k, s.Bytes())
				check(t, v.ScalarMultSlow(scalar(k), p), s.Multiples[i], "%d·%x, slow", k, s.Bytes())
			}
		}
	})
}

// manyScalars calls f with powers of two, sums and differences of two of them,
// edge values and random scalars, and their multiples of the generator.
func manyScalars(r *testkit.Rand) (ks []*big.Int, multiples []affine) {
	base := testkit.EdwardsBase()
	add := func(k *big.Int, p affine) {
		if k.Sign() >= 0 && k.Cmp(order) < 0 {
			ks, multiples = append(ks, k), append(multiples, p)
		}
	}
	for i := range 253 {
		k := new(big.Int).Lsh(big.NewInt(1), uint(i))
		add(k, base[i])
		add(subtract(k, big.NewInt(1)), base[i].Add(testkit.EdwardsG.Negate()))
		j := r.IntN(253)
		add(new(big.Int).Add(k, new(big.Int).Lsh(big.NewInt(1), uint(j))), base[i].Add(base[j]))
	}
	for _, k := range testkit.EdwardsScalars {
		add(k, base.Mult(k))
	}
	for _, e := range testkit.Edges(order) {
		k := testkit.Big(e)
		add(k, base.Mult(k))
	}
	for range 100 {
		k := new(big.Int).Mod(testkit.Big(r.Limbs()), order)
		add(k, base.Mult(k))
	}
	return ks, multiples
}

// The generator's multiples by many scalars, by each of the functions that have them.
func TestGeneratorMultiples(t *testing.T) {
	r := testkit.NewRand(t)
	ks, multiples := manyScalars(r)
	testkit.Kernels(t, func(t *testing.T) {
		g := edwards25519.NewGeneratorPoint()
		for i, k := range ks {
			s := scalar(k)
			v := new(Point).Set(g) // a value that must not show
			if w := v.ScalarBaseMult(s); w != v {
				t.Fatal("ScalarBaseMult does not return its receiver")
			}
			check(t, v, multiples[i], "%d·B", k)
			if got := scalarInteger(s); got.Cmp(k) != 0 {
				t.Fatalf("ScalarBaseMult overwrote the scalar %d with %d", k, got)
			}
			check(t, v.ScalarMult(s, g), multiples[i], "%d·B by ScalarMult", k)
			j := r.IntN(len(ks))
			v.VarTimeDoubleScalarBaseMult(s, g, scalar(ks[j]))
			check(t, v, multiples[i].Add(multiples[j]), "%d·B + %d·B", k, ks[j])
		}
	})
}

func TestVarTimeDoubleScalarBaseMult(t *testing.T) {
	base := testkit.EdwardsSample{EdwardsPoint: testkit.EdwardsG}
	for _, k := range testkit.EdwardsScalars {
		base.Multiples = append(base.Multiples, testkit.EdwardsBase().Mult(k))
	}
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for n, s := range testkit.EdwardsSamples() {
			p := projective(decode(t, s.EdwardsPoint), r)
			for i, a := range testkit.EdwardsScalars {
				for j, b := range testkit.EdwardsScalars {
					if n != 10 && r.IntN(20) > 0 { // all pairs for one point, some for the others
						continue
					}
					v := aliased(t, "VarTimeDoubleScalarBaseMult", func(v *Point, in ...*Point) *Point {
						return v.VarTimeDoubleScalarBaseMult(scalar(a), in[0], scalar(b))
					}, p)
					check(t, v, s.Multiples[i].Add(base.Multiples[j]), "%d·%x + %d·B", a, s.Bytes(), b)
				}
			}
		}
	})
}

func TestMultiScalarMult(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for _, n := range []int{0, 1, 2, 3, 4, 5, 9, 33} {
			var scalars []*Scalar
			var points []*Point
			want := testkit.EdwardsIdentity
			for range n {
				s := testkit.EdwardsSamples()[r.IntN(len(testkit.EdwardsSamples()))]
				i := r.IntN(len(testkit.EdwardsScalars))
				scalars = append(scalars, scalar(testkit.EdwardsScalars[i]))
				points = append(points, projective(decode(t, s.EdwardsPoint), r))
				want = want.Add(s.Multiples[i])
			}
			for name, op := range map[string]func(v *Point, scalars []*Scalar, points []*Point) *Point{
				"MultiScalarMult":        (*Point).MultiScalarMult,
				"VarTimeMultiScalarMult": (*Point).VarTimeMultiScalarMult,
			} {
				v := edwards25519.NewGeneratorPoint()
				if op(v, scalars, points) != v {
					t.Fatalf("%s does not return its receiver", name)
				}
				check(t, v, want, "%s of %d", name, n)
				if n > 0 { // the receiver is one of the points
					i := r.IntN(n)
					kept := *points[i]
					check(t, op(points[i], scalars, points), want, "%s of %d into one of them", name, n)
					*points[i] = kept
				}
			}
		}
	})
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return
}

// The zero Point is not a point, and slices that differ in length are a mistake.
func TestPanics(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		g, k := edwards25519.NewGeneratorPoint(), scalar(big.NewInt(7))
		for name, f := range map[string]func(zero, v *Point){
			"Add, first":                  func(zero, v *Point) { v.Add(zero, g) },
			"Add, second":                 func(zero, v *Point) { v.Add(g, zero) },
			"Subtract, first":             func(zero, v *Point) { v.Subtract(zero, g) },
			"Subtract, second":            func(zero, v *Point) { v.Subtract(g, zero) },
			"Negate":                      func(zero, v *Point) { v.Negate(zero) },
			"Double":                      func(zero, v *Point) { v.Double(zero) },
			"MultByCofactor":              func(zero, v *Point) { v.MultByCofactor(zero) },
			"Select, first":               func(zero, v *Point) { v.Select(zero, g, 0) },
			"Select, second":              func(zero, v *Point) { v.Select(g, zero, 1) },
			"Equal, receiver":             func(zero, v *Point) { zero.Equal(g) },
			"Equal, argument":             func(zero, v *Point) { g.Equal(zero) },
			"IsIdentity":                  func(zero, v *Point) { zero.IsIdentity() },
			"IsSmallOrder":                func(zero, v *Point) { zero.IsSmallOrder() },
			"IsTorsionFree":               func(zero, v *Point) { zero.IsTorsionFree() },
			"Bytes":                       func(zero, v *Point) { zero.Bytes() },
			"VarTimeBytes":                func(zero, v *Point) { zero.VarTimeBytes() },
			"BytesMontgomery":             func(zero, v *Point) { zero.BytesMontgomery() },
			"ScalarMult":                  func(zero, v *Point) { v.ScalarMult(k, zero) },
			"MontgomeryCoordinates":       func(zero, v *Point) { zero.MontgomeryCoordinates() },
			"ScalarMultSlow":              func(zero, v *Point) { v.ScalarMultSlow(k, zero) },
			"VarTimeDoubleScalarBaseMult": func(zero, v *Point) { v.VarTimeDoubleScalarBaseMult(k, zero, k) },
			"MultiScalarMult":             func(zero, v *Point) { v.MultiScalarMult([]*Scalar{k, k}, []*Point{g, zero}) },
			"VarTimeMultiScalarMult":      func(zero, v *Point) { v.VarTimeMultiScalarMult([]*Scalar{k, k}, []*Point{g, zero}) },
		} {
			if !panics(func() { f(new(Point), new(Point)) }) {
				t.Errorf("%s accepts the zero Point", name)
			}
			if panics(func() { f(edwards25519.NewIdentityPoint(), new(Point)) }) {
				t.Errorf("%s panics on the identity", name)
			}
		}
		if !panics(func() { new(Point).MultiScalarMult([]*Scalar{k}, nil) }) ||
			!panics(func() { new(Point).VarTimeMultiScalarMult(nil, []*Point{g}) }) {
			t.Error("slices that differ in length are accepted")
		}
	})
}

func TestNoAllocs(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		v, p, q := new(Point), edwards25519.NewGeneratorPoint(), edwards25519.NewIdentityPoint()
		k, s := scalar(subtract(order, big.NewInt(5))), scalar(big.NewInt(77))
		encoding := p.Bytes()
		scalarBytes := k.Bytes()
		var wide [64]byte
		for name, f := range map[string]func(){
			"Add": func() { v.Add(p, q) }, "Subtract": func() { v.Subtract(p, q) }, "Negate": func() { v.Negate(p) },
			"Double": func() { v.Double(p) }, "Equal": func() { p.Equal(q) }, "Set": func() { v.Set(p) },
			"MultByCofactor": func() { v.MultByCofactor(p) }, "ScalarMult": func() { v.ScalarMult(k, p) },
			"ScalarBaseMult":              func() { v.ScalarBaseMult(k) },
			"VarTimeDoubleScalarBaseMult": func() { v.VarTimeDoubleScalarBaseMult(k, p, s) },
			"Select":                      func() { v.Select(p, q, 1) }, "IsIdentity": func() { p.IsIdentity() },
			"ScalarMultSlow": func() { v.ScalarMultSlow(k, p) },
			"IsSmallOrder":   func() { p.IsSmallOrder() }, "IsTorsionFree": func() { p.IsTorsionFree() },
			"SetBytes": func() { v.SetBytes(encoding) }, "SetCanonicalBytes": func() { v.SetCanonicalBytes(encoding) },
			"VarTimeBytes": func() { _ = [32]byte(p.VarTimeBytes()) },
			"Bytes":        func() { _ = [32]byte(p.Bytes()) }, "BytesMontgomery": func() { _ = [32]byte(p.BytesMontgomery()) },

			"Scalar.Add": func() { s.Add(s, k) }, "Scalar.Subtract": func() { s.Subtract(s, k) },
			"Scalar.Negate": func() { s.Negate(s) }, "Scalar.Multiply": func() { s.Multiply(s, k) },
			"Scalar.MultiplyAdd": func() { s.MultiplyAdd(s, k, k) }, "Scalar.Invert": func() { s.Invert(s) },
			"Scalar.Equal": func() { s.Equal(k) }, "Scalar.Set": func() { s.Set(k) },
			"Scalar.SetUniformBytes":      func() { s.SetUniformBytes(wide[:]) },
			"Scalar.SetCanonicalBytes":    func() { s.SetCanonicalBytes(scalarBytes) },
			"Scalar.SetBytesWithClamping": func() { s.SetBytesWithClamping(scalarBytes) },
			"SetIdentity":                 func() { v.SetIdentity() }, "SetGenerator": func() { v.SetGenerator() },
			"NewIdentityPoint":      func() { edwards25519.NewIdentityPoint().Add(p, q) },
			"SetMontgomeryBytes":    func() { v.SetMontgomeryBytes(scalarBytes, 0) },
			"MontgomeryCoordinates": func() { p.MontgomeryCoordinates() },
			"Scalar.Select":         func() { s.Select(s, k, 1) }, "Scalar.IsZero": func() { s.IsZero() },
			"Scalar.VarTimeInvert": func() { s.VarTimeInvert(s) }, "Scalar.SetBytes": func() { s.SetBytes(scalarBytes) },
			"Scalar.Bytes": func() { _ = [32]byte(s.Bytes()) },
		} {
			testkit.NoAllocs(t, name, f)
		}
	})
}
