// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// The model stands on its own feet: its points are on the curve and of the order that
// they should have, and encoding and decoding are inverse.
func TestModel(t *testing.T) {
	g := model
	if !g.P.ProbablyPrime(10) || !g.R.ProbablyPrime(10) {
		t.Error("p and r are not both prime")
	}
	N := testkit.DoubleOddPoint{X: zero, Y: zero}
	for _, p := range samples() {
		if p.X != nil && g.Mul(p.Y, p.Y).Cmp(g.Mul(p.X, g.Add(g.Mul(p.X, p.X), g.Mul(g.A, p.X), g.B))) != 0 {
			t.Fatalf("%v is not on the curve", p)
		}
		// [r]P is infinity or N.
		if q := g.Plus(g.Times(new(big.Int).Sub(g.R, one), p), p); q.X != nil && q.X.Sign() != 0 {
			t.Errorf("%v has another order", p)
		}
		b := g.Encode(p)
		if !bytes.Equal(b, g.Encode(g.Plus(p, N))) {
			t.Errorf("%x: the encoding depends on the representative", b)
		}
		q, ok := g.Decode(b)
		if !ok || !bytes.Equal(g.Encode(q), b) {
			t.Errorf("%x is not decoded", b)
		}
	}
}

func TestConstructors(t *testing.T) {
	check(t, NewIdentityPoint(), infinity, "NewIdentityPoint")
	check(t, NewGeneratorPoint(), model.Generator(), "NewGeneratorPoint")
	var q Point
	if q.SetGenerator() != &q {
		t.Error("SetGenerator does not return its receiver")
	}
	check(t, &q, model.Generator(), "SetGenerator")
	if q.SetIdentity() != &q {
		t.Error("SetIdentity does not return its receiver")
	}
	check(t, &q, infinity, "SetIdentity")
	if NewScalar().IsZero() != 1 || NewIdentityPoint().IsIdentity() != 1 || NewGeneratorPoint().IsIdentity() != 0 {
		t.Error("not the elements and scalars that they should be")
	}
}

// All operations against the model, for all ways in which arguments can share memory.
func TestArithmetic(t *testing.T) {
	g := model
	dirty := *NewGeneratorPoint()
	dirty.Double(&dirty)
	type operation struct {
		name string
		f    func(z *Point, in ...*Point) *Point
		in   []Point
		want testkit.DoubleOddPoint
	}
	var operations []operation // the model is slow: it works once for all kernels
	r := testkit.NewRand(t)
	samples, scalars := samples(), multipliers()
	G := g.Generator()
	for i := range fewer(len(samples)+8, 6) {
		// Each sample with itself, its opposite, and others; each scalar.
		px := samples[i%len(samples)]
		py := []testkit.DoubleOddPoint{px, g.Negative(px), samples[r.IntN(len(samples))]}[i%3]
		k, m := scalars[i%len(scalars)], g.Scalar(leBytes(testkit.Big(r.Limbs())))
		s, u := scalarOf(k), scalarOf(m)
		// Other coordinates of the same element, too.
		x, y := pointOf(px), pointOf(py)
		y.Subtract(y.Add(y, x), x)
		kx, my, mG := g.Times(k, px), g.Times(m, py), g.Times(m, G)
		single, pair := []Point{*x}, []Point{*x, *y}
		operations = append(operations, []operation{
			{"Add", func(z *Point, in ...*Point) *Point { return z.Add(in[0], in[1]) }, pair, g.Plus(px, py)},
			{"Subtract", func(z *Point, in ...*Point) *Point { return z.Subtract(in[0], in[1]) }, pair, g.Plus(px, g.Negative(py))},
			{"Negate", func(z *Point, in ...*Point) *Point { return z.Negate(in[0]) }, single, g.Negative(px)},
			{"Double", func(z *Point, in ...*Point) *Point { return z.Double(in[0]) }, single, g.Plus(px, px)},
			{"Set", func(z *Point, in ...*Point) *Point { return z.Set(in[0]) }, single, px},
			{"Select 1", func(z *Point, in ...*Point) *Point { return z.Select(in[0], in[1], 1) }, pair, px},
			{"Select 0", func(z *Point, in ...*Point) *Point { return z.Select(in[0], in[1], 0) }, pair, py},
			{"ScalarMult", func(z *Point, in ...*Point) *Point { return z.ScalarMult(s, in[0]) }, single, kx},
			{"ScalarMult, random", func(z *Point, in ...*Point) *Point { return z.ScalarMult(u, in[0]) }, []Point{*y}, my},
			{"ScalarBaseMult", func(z *Point, in ...*Point) *Point { return z.ScalarBaseMult(u) }, nil, mG},
			{"VarTimeDoubleScalarBaseMult", func(z *Point, in ...*Point) *Point {
				return z.VarTimeDoubleScalarBaseMult(s, in[0], u)
			}, single, g.Plus(kx, mG)},
			{"MultiScalarMult", func(z *Point, in ...*Point) *Point {
				return z.MultiScalarMult([]*Scalar{s, u}, in)
			}, pair, g.Plus(kx, my)},
			{"VarTimeMultiScalarMult", func(z *Point, in ...*Point) *Point {
				return z.VarTimeMultiScalarMult([]*Scalar{s, u}, in)
			}, pair, g.Plus(kx, my)},
		}...)
	}
	for _, k := range scalars {
		s := scalarOf(k)
		operations = append(operations, operation{
			"ScalarBaseMult", func(z *Point, in ...*Point) *Point { return z.ScalarBaseMult(s) }, nil, g.Times(k, G),
		})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, op := range operations {
			got := testkit.Aliases(t, op.name, dirty, func(z *Point, in ...*Point) {
				if op.f(z, in...) != z {
					t.Fatalf("%s does not return its receiver", op.name)
				}
			}, op.in...)
			check(t, &got, op.want, "%s", op.name)
		}
		for i := range samples {
			x := pointOf(samples[i])
			if x.IsIdentity() != bit(i == 0) {
				t.Errorf("sample %d: IsIdentity is %d", i, x.IsIdentity())
			}
			for j := range samples {
				y := pointOf(samples[j])
				if y.Subtract(y.Add(y, x), x); x.Equal(y) != bit(i == j) {
					t.Errorf("samples %d and %d: Equal is %d", i, j, x.Equal(y))
				}
			}
		}
	})
}

// Edge values and random bytes are decoded as the model does.
func TestEncodings(t *testing.T) {
	g := model
	inputs := [][]byte{nil, make([]byte, 31), make([]byte, 33), make([]byte, 64)}
	for _, limbs := range testkit.Edges(g.P) {
		b := testkit.ToBytes(limbs)
		inputs = append(inputs, b[:])
	}
	for _, p := range samples() {
		b := g.Encode(p)
		inputs = append(inputs, b)
		for _, delta := range []*big.Int{g.P, power2(255)} { // not below p
			if c := new(big.Int).Add(testkit.BigLE(b), delta); c.BitLen() <= 256 {
				b := testkit.Bytes(c)
				inputs = append(inputs, b[:])
			}
		}
	}
	r := testkit.NewRand(t)
	for range 40 {
		b := r.Bytes32()
		b[31] &= 0x7f
		inputs = append(inputs, b[:])
	}
	points, decodes := make([]testkit.DoubleOddPoint, len(inputs)), make([]bool, len(inputs))
	valid := 0
	for i, b := range inputs {
		if points[i], decodes[i] = g.Decode(b); decodes[i] {
			valid++
		}
	}
	if valid < 40 || len(inputs)-valid < 40 {
		t.Errorf("%d of %d inputs are valid", valid, len(inputs))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, b := range inputs {
			if !decodes[i] {
				if !refuses(b) {
					t.Errorf("%x is not refused", b)
				}
				continue
			}
			var q Point
			if v, err := q.SetBytes(b); err != nil || v != &q {
				t.Fatalf("%x: %v", b, err)
			}
			check(t, &q, points[i], "%x", b)
			if neutral := q.IsIdentity() == 1; neutral == decodesPublic(b) {
				t.Errorf("%x as a public key: %t", b, neutral)
			}
		}
	})
}

// The map and hashes, also of integers of all lengths.
func TestMaps(t *testing.T) {
	type image struct {
		b []byte
		p testkit.DoubleOddPoint
	}
	var images []image
	add := func(b []byte) { images = append(images, image{b, model.Map(testkit.BigLE(b))}) }
	for _, limbs := range testkit.Edges(model.P) {
		b := testkit.ToBytes(limbs)
		add(b[:])
	}
	r := testkit.NewRand(t)
	for length := range 100 {
		b := make([]byte, length)
		r.Fill(b)
		add(b)
	}
	add(bytes.Repeat([]byte{0xff}, 200))
	type hash struct {
		data, dst []byte
		name      string
		p, tagged testkit.DoubleOddPoint
	}
	var hashes []hash
	for i, name := range model.HashNames() {
		data := make([]byte, []int{0, 20, 32, 64, 300, 600, 2000, 1024}[i%8])
		dst := make([]byte, []int{1, 16, 255, 256, 40, 1000}[i%6])
		r.Fill(data)
		r.Fill(dst)
		hashes = append(hashes, hash{data, dst, name, model.HashData(data, name), model.HashMessage(data, dst)})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, i := range images {
			var q Point
			if q.SetMap(i.b) != &q {
				t.Fatal("SetMap does not return its receiver")
			}
			check(t, &q, i.p, "map of %x", i.b)
		}
		for _, h := range hashes {
			var q Point
			if v, err := q.SetHashedData(h.data, Hash(h.name)); err != nil || v != &q {
				t.Fatalf("%s: %v", h.name, err)
			}
			check(t, &q, h.p, "hash of %d bytes, %q", len(h.data), h.name)
			if v, err := q.SetHash(h.data, h.dst); err != nil || v != &q {
				t.Fatalf("%s: %v", h.name, err)
			}
			check(t, &q, h.tagged, "hash of %d bytes with a tag of %d", len(h.data), len(h.dst))
		}
	})
	q := NewGeneratorPoint()
	for _, name := range unknownHashes() {
		if v, err := q.SetHashedData(nil, name); v != nil || err != ErrHash {
			t.Errorf("the hash function %q gives %v, %v", name, v, err)
		}
	}
	if v, err := q.SetHash([]byte("a message"), nil); v != nil || err == nil {
		t.Errorf("without a tag: %v, %v", v, err)
	}
	check(t, q, model.Generator(), "receiver after an error")
}

// Hashes of our own suite, which must never change.
func TestSuite(t *testing.T) {
	if SuiteRO != model.Name+"_XMD:SHA-512_MAP_RO_" {
		t.Errorf("the suite is %s", SuiteRO)
	}
	for msg, want := range suiteVectors {
		q, err := new(Point).SetHash([]byte(msg), []byte("QUUX-V01-CS02-with-"+SuiteRO))
		if err != nil || hex.EncodeToString(q.Bytes()) != want {
			t.Errorf("the hash of %q is %x, %v, want %s", msg, q.Bytes(), err, want)
		}
	}
}

// Sums of many multiples, of the sizes at which algorithms change.
func TestSums(t *testing.T) {
	const size = 300
	xs, qs := make([]Scalar, size), make([]Point, size)
	var points []*Point
	for _, p := range samples() {
		points = append(points, pointOf(p))
	}
	r := testkit.NewRand(t)
	for i := range size {
		b := r.Bytes32()
		xs[i].SetReducedBytes(b[:])
		qs[i].Set(points[r.IntN(len(points))])
	}
	testkit.Kernels(t, func(t *testing.T) {
		var constant MSM
		var varTime VarTimeMSM
		want, term := NewIdentityPoint(), NewIdentityPoint()
		done := 0
		for _, n := range []int{0, 1, 2, 17, 257, size} {
			for ; done < n; done++ {
				want.Add(want, term.ScalarMult(&xs[done], &qs[done]))
			}
			constant.Reset()
			varTime.Reset()
			if err := constant.AddSlices(xs[:n], qs[:n]); err != nil {
				t.Fatal(err)
			}
			if err := varTime.AddSlices(xs[:n], qs[:n]); err != nil {
				t.Fatal(err)
			}
			if constant.Len() != n || varTime.Len() != n {
				t.Errorf("%d terms: Len is %d and %d", n, constant.Len(), varTime.Len())
			}
			var got Point
			if constant.Sum(&got).Equal(want) != 1 || !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%d terms: the constant-time sum is wrong", n)
			}
			for varTime.Workers = range 3 {
				if varTime.Sum(&got).Equal(want) != 1 || !bytes.Equal(got.Bytes(), want.Bytes()) {
					t.Errorf("%d terms, %d workers: the sum is wrong", n, varTime.Workers)
				}
			}
			varTime.Workers = 0
			varTime.AddBase(&xs[0])
			withBase := term.Add(want, new(Point).ScalarBaseMult(&xs[0]))
			if varTime.Sum(&got).Equal(withBase) != 1 || !bytes.Equal(got.Bytes(), withBase.Bytes()) {
				t.Errorf("%d terms and the base: the sum is wrong", n)
			}
		}
	})
	var constant MSM
	var varTime VarTimeMSM
	for i := range 5 {
		constant.Add(&xs[i], &qs[i])
		varTime.Add(&xs[i], &qs[i])
	}
	var got Point
	testkit.NoAllocs(t, "MSM", func() { constant.Sum(&got) })
	testkit.NoAllocs(t, "VarTimeMSM", func() { varTime.Sum(&got) })
	constant.Reset()
	varTime.Reset()
	if constant.AddSlices(xs[:1], qs[:2]) == nil || varTime.AddSlices(xs[:2], qs[:1]) == nil || constant.Len()+varTime.Len() != 0 {
		t.Error("slices that differ in length are added")
	}
	for name, f := range map[string]func(){
		"MultiScalarMult":        func() { new(Point).MultiScalarMult(nil, []*Point{&qs[0]}) },
		"VarTimeMultiScalarMult": func() { new(Point).VarTimeMultiScalarMult([]*Scalar{&xs[0]}, nil) },
	} {
		panics(t, name, "slices that differ in length", f)
	}
}

// panics checks that f panics with a message of this package that contains what is given.
func panics(t *testing.T, name, message string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		got, _ := recover().(string)
		if !strings.HasPrefix(got, model.Name+": ") || !strings.Contains(got, message) {
			t.Errorf("%s panics with %q", name, got)
		}
	}()
	f()
}

// Scalars against the model.
func TestScalars(t *testing.T) {
	r := model.R
	random := testkit.NewRand(t)
	var values []*big.Int
	for _, limbs := range testkit.Edges(r) {
		values = append(values, testkit.Big(limbs))
	}
	for range 20 {
		values = append(values, testkit.Big(random.Limbs()))
	}
	mod := func(x *big.Int) *big.Int { return new(big.Int).Mod(x, r) }
	is := func(s *Scalar, x *big.Int, format string, args ...any) {
		t.Helper()
		if want := testkit.Bytes(mod(x)); !bytes.Equal(s.Bytes(), want[:]) {
			t.Errorf(format+": got %x, want %x", append(args, s.Bytes(), want)...)
		}
	}
	for i, x := range values {
		b := testkit.Bytes(x)
		s := scalarOf(big.NewInt(12345))
		v, err := s.SetCanonicalBytes(b[:])
		if x.Cmp(r) < 0 {
			if err != nil || v != s {
				t.Fatalf("%x: %v", b, err)
			}
			is(s, x, "SetCanonicalBytes")
			if v, err := s.SetBytes(b[:]); err != nil || v != s {
				t.Fatalf("%x: %v", b, err)
			}
			is(s, x, "SetBytes")
		} else {
			if err == nil || v != nil {
				t.Errorf("%x is a scalar", b)
			}
			is(s, big.NewInt(12345), "receiver after an error")
			if v, err := s.SetBytes(b[:]); err == nil || v != nil {
				t.Errorf("%x is a scalar", b)
			}
			is(s, big.NewInt(12345), "receiver after an error")
		}
		y, z := values[(i*7+3)%len(values)], values[random.IntN(len(values))]
		sx, sy, sz := scalarOf(x), scalarOf(y), scalarOf(z)
		product := new(big.Int).Mul(x, y)
		inverse := new(big.Int).ModInverse(mod(x), r)
		if inverse == nil {
			inverse = zero
		}
		for _, op := range []struct {
			name string
			f    func(v *Scalar, in ...*Scalar) *Scalar
			in   []Scalar
			want *big.Int
		}{
			{"Add", func(v *Scalar, in ...*Scalar) *Scalar { return v.Add(in[0], in[1]) }, []Scalar{*sx, *sy}, new(big.Int).Add(x, y)},
			{"Subtract", func(v *Scalar, in ...*Scalar) *Scalar { return v.Subtract(in[0], in[1]) }, []Scalar{*sx, *sy}, new(big.Int).Sub(x, y)},
			{"Negate", func(v *Scalar, in ...*Scalar) *Scalar { return v.Negate(in[0]) }, []Scalar{*sx}, new(big.Int).Neg(x)},
			{"Multiply", func(v *Scalar, in ...*Scalar) *Scalar { return v.Multiply(in[0], in[1]) }, []Scalar{*sx, *sy}, product},
			{"MultiplyAdd", func(v *Scalar, in ...*Scalar) *Scalar { return v.MultiplyAdd(in[0], in[1], in[2]) }, []Scalar{*sx, *sy, *sz}, new(big.Int).Add(product, z)},
			{"Invert", func(v *Scalar, in ...*Scalar) *Scalar { return v.Invert(in[0]) }, []Scalar{*sx}, inverse},
			{"VarTimeInvert", func(v *Scalar, in ...*Scalar) *Scalar { return v.VarTimeInvert(in[0]) }, []Scalar{*sx}, inverse},
			{"Set", func(v *Scalar, in ...*Scalar) *Scalar { return v.Set(in[0]) }, []Scalar{*sx}, x},
			{"Select 1", func(v *Scalar, in ...*Scalar) *Scalar { return v.Select(in[0], in[1], 1) }, []Scalar{*sx, *sy}, x},
			{"Select 0", func(v *Scalar, in ...*Scalar) *Scalar { return v.Select(in[0], in[1], 0) }, []Scalar{*sx, *sy}, y},
		} {
			got := testkit.Aliases(t, op.name, *sz, func(v *Scalar, in ...*Scalar) {
				if op.f(v, in...) != v {
					t.Fatalf("%s does not return its receiver", op.name)
				}
			}, op.in...)
			is(&got, op.want, "%s", op.name)
		}
		if sx.Equal(sy) != bit(mod(x).Cmp(mod(y)) == 0) || sx.Equal(scalarOf(x)) != 1 || sx.IsZero() != bit(mod(x).Sign() == 0) {
			t.Errorf("%x: Equal or IsZero is wrong", b)
		}
	}
	for length := range 200 {
		b := make([]byte, length)
		random.Fill(b)
		if length%3 == 0 {
			b = bytes.Repeat([]byte{0xff}, length)
		}
		s := scalarOf(two)
		if s.SetReducedBytes(b) != s {
			t.Fatal("SetReducedBytes does not return its receiver")
		}
		is(s, testkit.BigLE(b), "SetReducedBytes of %d bytes", length)
		s = scalarOf(two)
		if v, err := s.SetUniformBytes(b); length == 64 {
			if v != s || err != nil {
				t.Fatalf("SetUniformBytes: %v", err)
			}
			is(s, testkit.BigLE(b), "SetUniformBytes")
		} else if is(s, two, "receiver after an error"); v != nil || err == nil {
			t.Errorf("SetUniformBytes of %d bytes: %v", length, err)
		}
		for name, set := range map[string]func([]byte) (*Scalar, error){"SetBytes": s.SetBytes, "SetCanonicalBytes": s.SetCanonicalBytes} {
			if _, err := set(make([]byte, length)); (err == nil) != (length == 32) {
				t.Errorf("%s of %d bytes: %v", name, length, err)
			}
		}
	}
}

// Using the zero value of Point panics, but for a receiver, and for Set, which copies it.
func TestZeroValues(t *testing.T) {
	G, s := NewGeneratorPoint(), scalarOf(two)
	var zero Point
	for name, f := range map[string]func(){
		"Add":                         func() { new(Point).Add(G, &zero) },
		"Add, first":                  func() { new(Point).Add(&zero, G) },
		"Subtract":                    func() { new(Point).Subtract(&zero, G) },
		"Subtract, second":            func() { new(Point).Subtract(G, &zero) },
		"Negate":                      func() { new(Point).Negate(&zero) },
		"Double":                      func() { new(Point).Double(&zero) },
		"Select":                      func() { new(Point).Select(G, &zero, 1) },
		"Select, first":               func() { new(Point).Select(&zero, G, 0) },
		"Equal":                       func() { G.Equal(&zero) },
		"Equal, receiver":             func() { zero.Equal(G) },
		"IsIdentity":                  func() { zero.IsIdentity() },
		"Bytes":                       func() { zero.Bytes() },
		"ScalarMult":                  func() { new(Point).ScalarMult(s, &zero) },
		"VarTimeDoubleScalarBaseMult": func() { new(Point).VarTimeDoubleScalarBaseMult(s, &zero, s) },
		"MSM":                         func() { new(MSM).Add(s, &zero) },
		"VarTimeMSM":                  func() { new(VarTimeMSM).Add(s, &zero) },
		"MSM.AddSlices":               func() { _ = new(MSM).AddSlices([]Scalar{*s, *s}, []Point{*G, zero}) },
		"VarTimeMSM.AddSlices":        func() { _ = new(VarTimeMSM).AddSlices([]Scalar{*s, *s}, []Point{*G, zero}) },
		"MultiScalarMult":             func() { new(Point).MultiScalarMult([]*Scalar{s}, []*Point{&zero}) },
		"VarTimeMultiScalarMult":      func() { new(Point).VarTimeMultiScalarMult([]*Scalar{s}, []*Point{&zero}) },
		"a copy by Set":               func() { new(Point).Set(&zero).Bytes() },
	} {
		panics(t, name, "use of an uninitialized Point", f)
	}
}
