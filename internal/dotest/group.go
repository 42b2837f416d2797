// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dotest

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/internal/dogroup"
	"secant.example/internal/testkit"
)

// check fails unless q is the element that p belongs to, with coordinates that are
// consistent.
func (pkg *Package[S]) check(t testing.TB, q *dogroup.Point[S], p point, format string, args ...any) {
	t.Helper()
	if got, want := q.Bytes(), pkg.Model.encode(p); !bytes.Equal(got, want) {
		t.Fatalf(format+": got %x, want %x", append(args, got, want)...)
	}
	// Using it in an addition involves every coordinate.
	next := pkg.Model.encode(pkg.Model.plus(p, pkg.Model.generator()))
	if sum := new(dogroup.Point[S]).Add(q, pkg.NewGeneratorPoint()); !bytes.Equal(sum.Bytes(), next) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}

// The model stands on its own feet: its points are on the curve and of the order that
// they should have, and encoding and decoding are inverse.
func (pkg *Package[S]) model(t *testing.T) {
	g := pkg.Model
	if !g.p.ProbablyPrime(10) || !g.r.ProbablyPrime(10) {
		t.Error("p and r are not both prime")
	}
	N := point{zero, zero}
	for _, p := range g.samples() {
		if p.x != nil && g.mul(p.y, p.y).Cmp(g.mul(p.x, g.add(g.mul(p.x, p.x), g.mul(g.a, p.x), g.b))) != 0 {
			t.Fatalf("%v is not on the curve", p)
		}
		// [r]P is infinity or N.
		if q := g.plus(g.times(new(big.Int).Sub(g.r, one), p), p); q.x != nil && q.x.Sign() != 0 {
			t.Errorf("%v has another order", p)
		}
		b := g.encode(p)
		if !bytes.Equal(b, g.encode(g.plus(p, N))) {
			t.Errorf("%x: the encoding depends on the representative", b)
		}
		q, ok := g.decode(b)
		if !ok || !bytes.Equal(g.encode(q), b) {
			t.Errorf("%x is not decoded", b)
		}
	}
}

func (pkg *Package[S]) constructors(t *testing.T) {
	pkg.check(t, pkg.NewIdentityPoint(), infinity, "NewIdentityPoint")
	pkg.check(t, pkg.NewGeneratorPoint(), pkg.Model.generator(), "NewGeneratorPoint")
	if pkg.NewScalar().IsZero() != 1 || pkg.NewIdentityPoint().IsIdentity() != 1 || pkg.NewGeneratorPoint().IsIdentity() != 0 {
		t.Error("not the elements and scalars that they should be")
	}
}

// All operations against the model, for all ways in which arguments can share memory.
func (pkg *Package[S]) arithmetic(t *testing.T) {
	type Point = dogroup.Point[S]
	g := pkg.Model
	dirty := *pkg.NewGeneratorPoint()
	dirty.Double(&dirty)
	type operation struct {
		name string
		f    func(z *Point, in ...*Point) *Point
		in   []Point
		want point
	}
	var operations []operation // the model is slow: it works once for all kernels
	r := testkit.NewRand(t)
	samples, scalars := g.samples(), g.scalars()
	G := g.generator()
	for i := range fewer(len(samples)+8, 6) {
		// Each sample with itself, its opposite, and others; each scalar.
		px := samples[i%len(samples)]
		py := []point{px, g.negative(px), samples[r.IntN(len(samples))]}[i%3]
		k, m := scalars[i%len(scalars)], g.scalar(leBytes(testkit.Big(r.Limbs())))
		s, u := pkg.scalar(k), pkg.scalar(m)
		// Other coordinates of the same element, too.
		x, y := pkg.point(px), pkg.point(py)
		y.Subtract(y.Add(y, x), x)
		kx, my, mG := g.times(k, px), g.times(m, py), g.times(m, G)
		single, pair := []Point{*x}, []Point{*x, *y}
		operations = append(operations, []operation{
			{"Add", func(z *Point, in ...*Point) *Point { return z.Add(in[0], in[1]) }, pair, g.plus(px, py)},
			{"Subtract", func(z *Point, in ...*Point) *Point { return z.Subtract(in[0], in[1]) }, pair, g.plus(px, g.negative(py))},
			{"Negate", func(z *Point, in ...*Point) *Point { return z.Negate(in[0]) }, single, g.negative(px)},
			{"Double", func(z *Point, in ...*Point) *Point { return z.Double(in[0]) }, single, g.plus(px, px)},
			{"Set", func(z *Point, in ...*Point) *Point { return z.Set(in[0]) }, single, px},
			{"Select 1", func(z *Point, in ...*Point) *Point { return z.Select(in[0], in[1], 1) }, pair, px},
			{"Select 0", func(z *Point, in ...*Point) *Point { return z.Select(in[0], in[1], 0) }, pair, py},
			{"ScalarMult", func(z *Point, in ...*Point) *Point { return z.ScalarMult(s, in[0]) }, single, kx},
			{"ScalarMult, random", func(z *Point, in ...*Point) *Point { return z.ScalarMult(u, in[0]) }, []Point{*y}, my},
			{"ScalarBaseMult", func(z *Point, in ...*Point) *Point { return z.ScalarBaseMult(u) }, nil, mG},
			{"VarTimeDoubleScalarBaseMult", func(z *Point, in ...*Point) *Point {
				return z.VarTimeDoubleScalarBaseMult(s, in[0], u)
			}, single, g.plus(kx, mG)},
			{"MultiScalarMult", func(z *Point, in ...*Point) *Point {
				return z.MultiScalarMult([]*dogroup.Scalar[S]{s, u}, in)
			}, pair, g.plus(kx, my)},
			{"VarTimeMultiScalarMult", func(z *Point, in ...*Point) *Point {
				return z.VarTimeMultiScalarMult([]*dogroup.Scalar[S]{s, u}, in)
			}, pair, g.plus(kx, my)},
		}...)
	}
	for _, k := range scalars {
		s := pkg.scalar(k)
		operations = append(operations, operation{
			"ScalarBaseMult", func(z *Point, in ...*Point) *Point { return z.ScalarBaseMult(s) }, nil, g.times(k, G),
		})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, op := range operations {
			got := testkit.Aliases(t, op.name, dirty, func(z *Point, in ...*Point) {
				if op.f(z, in...) != z {
					t.Fatalf("%s does not return its receiver", op.name)
				}
			}, op.in...)
			pkg.check(t, &got, op.want, "%s", op.name)
		}
		for i := range samples {
			x := pkg.point(samples[i])
			if x.IsIdentity() != bit(i == 0) {
				t.Errorf("sample %d: IsIdentity is %d", i, x.IsIdentity())
			}
			for j := range samples {
				y := pkg.point(samples[j])
				if y.Subtract(y.Add(y, x), x); x.Equal(y) != bit(i == j) {
					t.Errorf("samples %d and %d: Equal is %d", i, j, x.Equal(y))
				}
			}
		}
	})
}

// Edge values and random bytes are decoded as the model does.
func (pkg *Package[S]) encodings(t *testing.T) {
	g := pkg.Model
	inputs := [][]byte{nil, make([]byte, 31), make([]byte, 33), make([]byte, 64)}
	for _, limbs := range testkit.Edges(g.p) {
		b := testkit.ToBytes(limbs)
		inputs = append(inputs, b[:])
	}
	for _, p := range g.samples() {
		b := g.encode(p)
		inputs = append(inputs, b)
		for _, delta := range []*big.Int{g.p, power2(255)} { // not below p
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
	points, decodes := make([]point, len(inputs)), make([]bool, len(inputs))
	valid := 0
	for i, b := range inputs {
		if points[i], decodes[i] = g.decode(b); decodes[i] {
			valid++
		}
	}
	if valid < 40 || len(inputs)-valid < 40 {
		t.Errorf("%d of %d inputs are valid", valid, len(inputs))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, b := range inputs {
			if !decodes[i] {
				if !pkg.refuses(b) {
					t.Errorf("%x is not refused", b)
				}
				continue
			}
			var q dogroup.Point[S]
			if v, err := q.SetBytes(b); err != nil || v != &q {
				t.Fatalf("%x: %v", b, err)
			}
			pkg.check(t, &q, points[i], "%x", b)
			if neutral := q.IsIdentity() == 1; neutral == pkg.decodesPublic(b) {
				t.Errorf("%x as a public key: %t", b, neutral)
			}
		}
	})
}

// The map and hashes, also of integers of all lengths.
func (pkg *Package[S]) maps(t *testing.T) {
	g := pkg.Model
	type image struct {
		b []byte
		p point
	}
	var images []image
	add := func(b []byte) { images = append(images, image{b, g.mapped(testkit.BigLE(b))}) }
	for _, limbs := range testkit.Edges(g.p) {
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
		data []byte
		name string
		p    point
	}
	var hashes []hash
	for i, name := range g.hashNames() {
		data := make([]byte, []int{0, 20, 32, 64, 300, 600, 2000, 1024}[i%8])
		r.Fill(data)
		hashes = append(hashes, hash{data, name, g.hashToCurve(data, name)})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, i := range images {
			var q dogroup.Point[S]
			if q.SetMap(i.b) != &q {
				t.Fatal("SetMap does not return its receiver")
			}
			pkg.check(t, &q, i.p, "map of %x", i.b)
		}
		for _, h := range hashes {
			var q dogroup.Point[S]
			if v, err := q.SetHash(h.data, hashOf(h.name)); err != nil || v != &q {
				t.Fatalf("%s: %v", h.name, err)
			}
			pkg.check(t, &q, h.p, "hash of %d bytes, %q", len(h.data), h.name)
		}
	})
	q := pkg.NewGeneratorPoint()
	for _, name := range unknownHashes(g) {
		if v, err := q.SetHash(nil, name); v != nil || err == nil {
			t.Errorf("the hash function %q gives %v, %v", name, v, err)
		}
	}
	pkg.check(t, q, g.generator(), "receiver after an error")
}

// Sums of many multiples, of the sizes at which algorithms change.
func (pkg *Package[S]) sums(t *testing.T) {
	g := pkg.Model
	const size = 300
	xs, qs := make([]dogroup.Scalar[S], size), make([]dogroup.Point[S], size)
	samples := make([]*dogroup.Point[S], len(g.samples()))
	for i, p := range g.samples() {
		samples[i] = pkg.point(p)
	}
	r := testkit.NewRand(t)
	for i := range size {
		b := r.Bytes32()
		xs[i].SetReducedBytes(b[:])
		qs[i].Set(samples[r.IntN(len(samples))])
	}
	testkit.Kernels(t, func(t *testing.T) {
		var constant dogroup.MSM[S]
		var varTime dogroup.VarTimeMSM[S]
		want, term := pkg.NewIdentityPoint(), pkg.NewIdentityPoint()
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
			var got dogroup.Point[S]
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
			withBase := term.Add(want, new(dogroup.Point[S]).ScalarBaseMult(&xs[0]))
			if varTime.Sum(&got).Equal(withBase) != 1 || !bytes.Equal(got.Bytes(), withBase.Bytes()) {
				t.Errorf("%d terms and the base: the sum is wrong", n)
			}
		}
	})
	var constant dogroup.MSM[S]
	var varTime dogroup.VarTimeMSM[S]
	for i := range 5 {
		constant.Add(&xs[i], &qs[i])
		varTime.Add(&xs[i], &qs[i])
	}
	var got dogroup.Point[S]
	testkit.NoAllocs(t, "MSM", func() { constant.Sum(&got) })
	testkit.NoAllocs(t, "VarTimeMSM", func() { varTime.Sum(&got) })
	constant.Reset()
	varTime.Reset()
	if constant.AddSlices(xs[:1], qs[:2]) == nil || varTime.AddSlices(xs[:2], qs[:1]) == nil || constant.Len()+varTime.Len() != 0 {
		t.Error("slices that differ in length are added")
	}
	for name, f := range map[string]func(){
		"MultiScalarMult":        func() { new(dogroup.Point[S]).MultiScalarMult(nil, []*dogroup.Point[S]{&qs[0]}) },
		"VarTimeMultiScalarMult": func() { new(dogroup.Point[S]).VarTimeMultiScalarMult([]*dogroup.Scalar[S]{&xs[0]}, nil) },
	} {
		panics(t, name, f)
	}
}

func panics(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s does not panic", what)
		}
	}()
	f()
}

// Scalars against the model.
func (pkg *Package[S]) scalars(t *testing.T) {
	type Scalar = dogroup.Scalar[S]
	r := pkg.Model.r
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
		s := pkg.scalar(big.NewInt(12345))
		v, err := s.SetCanonicalBytes(b[:])
		if x.Cmp(r) < 0 {
			if err != nil || v != s {
				t.Fatalf("%x: %v", b, err)
			}
			is(s, x, "SetCanonicalBytes")
		} else {
			if err == nil || v != nil {
				t.Errorf("%x is a scalar", b)
			}
			is(s, big.NewInt(12345), "receiver after an error")
		}
		y, z := values[(i*7+3)%len(values)], values[random.IntN(len(values))]
		sx, sy, sz := pkg.scalar(x), pkg.scalar(y), pkg.scalar(z)
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
		if sx.Equal(sy) != bit(mod(x).Cmp(mod(y)) == 0) || sx.Equal(pkg.scalar(x)) != 1 || sx.IsZero() != bit(mod(x).Sign() == 0) {
			t.Errorf("%x: Equal or IsZero is wrong", b)
		}
	}
	for length := range 200 {
		b := make([]byte, length)
		random.Fill(b)
		if length%3 == 0 {
			b = bytes.Repeat([]byte{0xff}, length)
		}
		s := pkg.scalar(two)
		if s.SetReducedBytes(b) != s {
			t.Fatal("SetReducedBytes does not return its receiver")
		}
		is(s, testkit.BigLE(b), "SetReducedBytes of %d bytes", length)
		if _, err := s.SetCanonicalBytes(make([]byte, length)); (err == nil) != (length == 32) {
			t.Errorf("SetCanonicalBytes of %d bytes: %v", length, err)
		}
	}
}

// Using the zero value of Point panics, but for a receiver.
func (pkg *Package[S]) zeroValues(t *testing.T) {
	type Point = dogroup.Point[S]
	G, s := pkg.NewGeneratorPoint(), pkg.scalar(two)
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
		"MSM":                         func() { new(dogroup.MSM[S]).Add(s, &zero) },
		"VarTimeMSM":                  func() { new(dogroup.VarTimeMSM[S]).Add(s, &zero) },
	} {
		panics(t, name, f)
	}
}
