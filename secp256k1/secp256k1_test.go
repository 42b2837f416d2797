// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"math/big"
	"testing"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
	"secant.example/secp256k1"
)

// What computes is tested in the internal packages. The tests here are of what this
// package adds: that each method is the one of that name, and the zero value.

type (
	Point  = secp256k1.Point
	Scalar = secp256k1.Scalar
)

var order = testkit.SecpN

func small(x int64) *big.Int { return big.NewInt(x) }

func bigEndian(x *big.Int) []byte {
	b := testkit.BytesBE(x)
	return b[:]
}

// scalarFrom returns k mod n.
func scalarFrom(k *big.Int) *Scalar {
	x, err := new(Scalar).SetCanonicalBytes(bigEndian(new(big.Int).Mod(k, order)))
	if err != nil {
		panic(err)
	}
	return x
}

func inner(q *Point) *curve.Point { return (*curve.Point)(q) }

// number returns x for the package that computes.
func number(x *Scalar) *scalar.Scalar {
	var s scalar.Scalar
	scalar.Secp256k1.DecodeBE(&s, (*[32]byte)(x.Bytes()))
	return &s
}

// pointsOf returns points: the identity, as it comes from several operations, the generator
// and random ones.
func pointsOf(t testing.TB) (qs []*Point) {
	r := testkit.NewRand(t)
	g := secp256k1.NewGeneratorPoint()
	zero, err := new(Point).SetBytes([]byte{0})
	if err != nil {
		t.Fatal(err)
	}
	qs = append(qs, secp256k1.NewIdentityPoint(), zero, new(Point).Subtract(g, g), new(Point).ScalarMult(new(Scalar), g), g, new(Point).Negate(g))
	for range 3 {
		qs = append(qs, new(Point).ScalarBaseMult(scalarFrom(r.SecpScalar())))
	}
	return qs
}

// operations are the methods that set a point, and those of the package that computes, which
// don't mind zero values.
var operations = []struct {
	name     string
	args     int
	public   func(v, a, b *Point, x *Scalar) *Point
	internal func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point
}{
	{"Set", 0, func(v, a, b *Point, x *Scalar) *Point { return v.Set(a) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Set(a) }},
	{"Select 0", 2, func(v, a, b *Point, x *Scalar) *Point { return v.Select(a, b, 0) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Set(b) }},
	{"Select 1", 2, func(v, a, b *Point, x *Scalar) *Point { return v.Select(a, b, 1) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Set(a) }},
	{"SetIdentity", 0, func(v, a, b *Point, x *Scalar) *Point { return v.SetIdentity() },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.SetIdentity() }},
	{"SetGenerator", 0, func(v, a, b *Point, x *Scalar) *Point { return v.SetGenerator() },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.SetGenerator() }},
	{"Add", 2, func(v, a, b *Point, x *Scalar) *Point { return v.Add(a, b) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Add(a, b) }},
	{"Subtract", 2, func(v, a, b *Point, x *Scalar) *Point { return v.Subtract(a, b) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Subtract(a, b) }},
	{"Negate", 1, func(v, a, b *Point, x *Scalar) *Point { return v.Negate(a) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Negate(a) }},
	{"CondNegate 0", 1, func(v, a, b *Point, x *Scalar) *Point { return v.CondNegate(a, 0) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Set(a) }},
	{"CondNegate 1", 1, func(v, a, b *Point, x *Scalar) *Point { return v.CondNegate(a, 1) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Negate(a) }},
	{"Double", 1, func(v, a, b *Point, x *Scalar) *Point { return v.Double(a) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Double(a) }},
	{"Normalize", 1, func(v, a, b *Point, x *Scalar) *Point { return v.Normalize(a) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Set(a) }},
	{"ScalarMult", 1, func(v, a, b *Point, x *Scalar) *Point { return v.ScalarMult(x, a) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.ScalarMult(x, a) }},
	{"ScalarBaseMult", 0, func(v, a, b *Point, x *Scalar) *Point { return v.ScalarBaseMult(x) },
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.ScalarBaseMult(x) }},
	{"VarTimeDoubleScalarBaseMult", 1, func(v, a, b *Point, x *Scalar) *Point {
		return v.VarTimeDoubleScalarBaseMult(x, a, scalarFrom(small(3)))
	},
		func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point {
			var g curve.Point
			three := scalar.New(3, 0, 0, 0)
			g.ScalarBaseMult(&three)
			return v.Add(v.ScalarMult(x, a), &g)
		}},
	{"MultiScalarMult", 2, func(v, a, b *Point, x *Scalar) *Point { return v.MultiScalarMult([]*Scalar{x, x}, []*Point{a, b}) }, sumOf},
	{"VarTimeMultiScalarMult", 2, func(v, a, b *Point, x *Scalar) *Point {
		return v.VarTimeMultiScalarMult([]*Scalar{x, x}, []*Point{a, b})
	}, sumOf},
	{"MSM.Add", 2, func(v, a, b *Point, x *Scalar) *Point {
		var m secp256k1.MSM
		m.Add(x, a)
		m.Add(x, b)
		return m.Sum(v)
	}, sumOf},
	{"VarTimeMSM.Add", 2, func(v, a, b *Point, x *Scalar) *Point {
		var m secp256k1.VarTimeMSM
		m.Add(x, a)
		m.Add(x, b)
		return m.Sum(v)
	}, sumOf},
	{"VarTimeMSM.AddBase", 1, func(v, a, b *Point, x *Scalar) *Point {
		var m secp256k1.VarTimeMSM
		m.AddBase(x)
		m.Add(x, a)
		return m.Sum(v)
	}, func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point {
		return sumOf(v, a, new(curve.Point).SetGenerator(), x)
	}},
	{"NormalizeBatch", 2, func(v, a, b *Point, x *Scalar) *Point {
		batch := []Point{*a, *b}
		secp256k1.NormalizeBatch(batch)
		return v.Subtract(&batch[0], &batch[1])
	}, func(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point { return v.Subtract(a, b) }},
}

// sumOf sets v = [x]a + [x]b.
func sumOf(v, a, b *curve.Point, x *scalar.Scalar) *curve.Point {
	return v.ScalarMult(x, new(curve.Point).Add(a, b))
}

func TestOperations(t *testing.T) {
	qs := pointsOf(t)
	xs := []*Scalar{new(Scalar), scalarFrom(small(1)), scalarFrom(testkit.NewRand(t).SecpScalar())}
	for _, op := range operations {
		for _, a := range qs {
			for _, b := range qs {
				for _, x := range xs {
					beforeA, beforeB := *a, *b
					var v Point // a receiver may be anything
					if op.public(&v, a, b, x) != &v {
						t.Fatalf("%s does not return its receiver", op.name)
					}
					want := op.internal(new(curve.Point), inner(a), inner(b), number(x))
					if inner(&v).Equal(want) != 1 || v.IsIdentity() != want.IsIdentity() {
						t.Fatalf("%s of %x and %x with %x: %x", op.name, a.Bytes(), b.Bytes(), x.Bytes(), v.Bytes())
					}
					if a.Equal(&beforeA) != 1 || b.Equal(&beforeB) != 1 {
						t.Fatalf("%s changes its arguments", op.name)
					}
					if op.args == 0 {
						break
					}
					v = *a
					if op.public(&v, &v, b, x); inner(&v).Equal(want) != 1 {
						t.Fatalf("%s with the receiver for its argument", op.name)
					}
				}
			}
		}
	}
}

// panicsWith reports whether f panics with the message that the zero value makes.
func panicsWith(f func()) (panicked bool) {
	defer func() { panicked = recover() == "secp256k1: use of an uninitialized Point" }()
	f()
	return false
}

// panics reports whether f panics.
func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// The zero value is only good as a receiver, and to be copied.
func TestZeroValue(t *testing.T) {
	g, x := secp256k1.NewGeneratorPoint(), scalarFrom(small(5))
	for _, op := range operations {
		var v Point
		for i := range op.args {
			args := [2]*Point{g, g}
			args[i] = new(Point)
			if !panicsWith(func() { op.public(&v, args[0], args[1], x) }) {
				t.Errorf("%s takes a zero value as argument %d", op.name, i)
			}
		}
	}
	for name, f := range map[string]func(q *Point){
		"Set":                         func(q *Point) { new(Point).Set(q).Bytes() },
		"Equal":                       func(q *Point) { q.Equal(g) },
		"Equal, argument":             func(q *Point) { g.Equal(q) },
		"IsIdentity":                  func(q *Point) { q.IsIdentity() },
		"IsYOdd":                      func(q *Point) { q.IsYOdd() },
		"Bytes":                       func(q *Point) { q.Bytes() },
		"BytesUncompressed":           func(q *Point) { q.BytesUncompressed() },
		"BytesHybrid":                 func(q *Point) { q.BytesHybrid() },
		"BytesX":                      func(q *Point) { _, _ = q.BytesX() },
		"NormalizeBatch":              func(q *Point) { secp256k1.NormalizeBatch([]Point{*q}) },
		"MSM.AddSlices":               func(q *Point) { _ = new(secp256k1.MSM).AddSlices([]Scalar{*x}, []Point{*q}) },
		"VarTimeMSM.AddSlices":        func(q *Point) { _ = new(secp256k1.VarTimeMSM).AddSlices([]Scalar{*x}, []Point{*q}) },
		"VarTimeDoubleScalarBaseMult": func(q *Point) { new(Point).VarTimeDoubleScalarBaseMult(x, q, x) },
	} {
		if !panicsWith(func() { f(new(Point)) }) {
			t.Errorf("%s takes a zero value", name)
		}
		if panics(func() { f(new(Point).Set(g)) }) {
			t.Errorf("%s panics", name)
		}
	}
	// What failed has not made a point of it.
	var v Point
	if _, err := v.SetBytes([]byte{1}); err == nil || !panicsWith(func() { v.Bytes() }) {
		t.Error("an error made a point")
	}
	// Empty sums are the identity.
	for _, q := range []*Point{new(secp256k1.MSM).Sum(new(Point)), new(secp256k1.VarTimeMSM).Sum(new(Point)), new(Point).MultiScalarMult(nil, nil)} {
		if q.IsIdentity() != 1 {
			t.Error("an empty sum is not the identity")
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, q := range pointsOf(t) {
		b, xy, hybrid := q.Bytes(), q.BytesUncompressed(), q.BytesHybrid()
		x, err := q.BytesX()
		if q.IsIdentity() == 1 {
			if err == nil || x != nil || !bytes.Equal(b, []byte{0}) || !bytes.Equal(xy, b) || !bytes.Equal(hybrid, b) || q.IsYOdd() != 0 {
				t.Errorf("identity: %x, %x, %x, %x, %v", b, xy, hybrid, x, err)
			}
			continue
		}
		odd := byte(q.IsYOdd())
		if err != nil || !bytes.Equal(b, append([]byte{2 + odd}, x...)) || xy[0] != 4 || hybrid[0] != 6+odd ||
			!bytes.Equal(xy[1:33], x) || !bytes.Equal(hybrid[1:], xy[1:]) {
			t.Errorf("%x, %x, %x, %x, %v", b, xy, hybrid, x, err)
		}
		for _, e := range [][]byte{b, xy} {
			if v, err := new(Point).SetBytes(e); err != nil || v.Equal(q) != 1 {
				t.Errorf("%x: %v", e, err)
			}
		}
		if v, err := new(Point).SetBytesHybrid(hybrid); err != nil || v.Equal(q) != 1 {
			t.Errorf("%x: %v", hybrid, err)
		}
		if v, err := new(Point).SetXBytes(x); err != nil || v.IsYOdd() != 0 || v.CondNegate(v, int(odd)).Equal(q) != 1 {
			t.Errorf("%x: %v", x, err)
		}
		v := *q
		for _, e := range [][]byte{nil, {1}, hybrid, x, b[:32], xy[:64], append([]byte{5}, x...)} {
			if w, err := v.SetBytes(e); w != nil || err == nil || v.Equal(q) != 1 {
				t.Errorf("%x is a point", e)
			}
		}
	}
}

func TestSetHash(t *testing.T) {
	msg, dst := []byte("message"), []byte("QUUX-V01-CS02")
	v, err := new(Point).SetHash(msg, dst)
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range []secp256k1.Suite{secp256k1.SuiteRO, secp256k1.SuiteNU} {
		w, err := new(Point).SetHashSuite(suite, msg, dst)
		want, err2 := new(curve.Point).SetHash(string(suite), msg, dst)
		if err != nil || err2 != nil || inner(w).Equal(want) != 1 || (v.Equal(w) == 1) != (suite == secp256k1.SuiteRO) {
			t.Errorf("%s: %x, %v, %v", suite, w.Bytes(), err, err2)
		}
	}
	before := *v
	for name, f := range map[string]func() (*Point, error){
		"no suite":             func() (*Point, error) { return v.SetHashSuite("", nil, dst) },
		"unknown suite":        func() (*Point, error) { return v.SetHashSuite("P256_XMD:SHA-256_SSWU_RO_", nil, dst) },
		"no tag":               func() (*Point, error) { return v.SetHash(msg, nil) },
		"no tag, with a suite": func() (*Point, error) { return v.SetHashSuite(secp256k1.SuiteNU, msg, nil) },
	} {
		if w, err := f(); w != nil || err == nil || v.Equal(&before) != 1 {
			t.Errorf("%s: no error, or another receiver", name)
		}
	}
}

func TestMSMSlices(t *testing.T) {
	r := testkit.NewRand(t)
	var vartime secp256k1.VarTimeMSM
	var constant secp256k1.MSM
	for _, size := range []int{0, 1, 3, 20} {
		xs, qs := make([]Scalar, size), make([]Point, size)
		want := new(big.Int)
		for i := range xs {
			x, y := r.SecpScalar(), r.SecpScalar()
			xs[i] = *scalarFrom(x)
			qs[i].ScalarBaseMult(scalarFrom(y))
			want.Add(want, new(big.Int).Mul(x, y))
		}
		vartime.Reset()
		vartime.Grow(size)
		constant.Reset()
		constant.Grow(size)
		vartime.Workers = size % 3
		if err := vartime.AddSlices(xs, qs); err != nil || vartime.Len() != size {
			t.Errorf("%d terms: %d, %v", size, vartime.Len(), err)
		}
		if err := constant.AddSlices(xs, qs); err != nil || constant.Len() != size {
			t.Errorf("%d terms: %d, %v", size, constant.Len(), err)
		}
		sum := new(Point).ScalarBaseMult(scalarFrom(want))
		if vartime.Sum(new(Point)).Equal(sum) != 1 || constant.Sum(new(Point)).Equal(sum) != 1 {
			t.Errorf("%d terms: another sum", size)
		}
	}
	xs, qs := make([]Scalar, 3), []Point{*secp256k1.NewGeneratorPoint(), *secp256k1.NewIdentityPoint()}
	vartime.Reset()
	constant.Reset()
	if vartime.AddSlices(xs, qs) == nil || constant.AddSlices(xs, qs) == nil {
		t.Error("no error for slices that differ in length")
	}
	if vartime.Len() != 0 || constant.Len() != 0 {
		t.Error("terms after an error")
	}
	pointers := []*Scalar{&xs[0], &xs[1], &xs[2]}
	for name, f := range map[string]func(){
		"MultiScalarMult":        func() { new(Point).MultiScalarMult(pointers, []*Point{&qs[0], &qs[1]}) },
		"VarTimeMultiScalarMult": func() { new(Point).VarTimeMultiScalarMult(pointers, []*Point{&qs[0], &qs[1]}) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
}

func TestNoAllocs(t *testing.T) {
	g, s := secp256k1.NewGeneratorPoint(), scalarFrom(small(1000003))
	v := new(Point).Double(g)
	compressed, uncompressed := g.Bytes(), g.BytesUncompressed()
	wide, buffer := make([]byte, 64), make([]byte, 0, 65)
	batch := []Point{*v, *v}
	for name, f := range map[string]func(){
		"new points":                  func() { secp256k1.NewIdentityPoint().Add(v, g); secp256k1.NewGeneratorPoint().Double(g) },
		"Add":                         func() { new(Point).Add(v, g) },
		"Equal":                       func() { v.Equal(g) },
		"IsYOdd":                      func() { v.IsYOdd() },
		"Normalize":                   func() { v.Normalize(v) },
		"NormalizeBatch":              func() { secp256k1.NormalizeBatch(batch) },
		"SetBytes":                    func() { _, _ = v.SetBytes(compressed) },
		"SetBytes, uncompressed":      func() { _, _ = v.SetBytes(uncompressed) },
		"SetXBytes":                   func() { _, _ = v.SetXBytes(compressed[1:]) },
		"Bytes":                       func() { buffer = append(buffer[:0], v.Bytes()...) },
		"BytesUncompressed":           func() { buffer = append(buffer[:0], v.BytesUncompressed()...) },
		"BytesHybrid":                 func() { buffer = append(buffer[:0], v.BytesHybrid()...) },
		"BytesX":                      func() { b, _ := v.BytesX(); buffer = append(buffer[:0], b...) },
		"ScalarMult":                  func() { new(Point).ScalarMult(s, v) },
		"ScalarBaseMult":              func() { new(Point).ScalarBaseMult(s) },
		"VarTimeDoubleScalarBaseMult": func() { new(Point).VarTimeDoubleScalarBaseMult(s, v, s) },
		"Scalar":                      func() { var x Scalar; x.Invert(s).MultiplyAdd(&x, s, &x).VarTimeInvert(&x).IsHigh() },
		"SetCanonicalBytes":           func() { _, _ = new(Scalar).SetCanonicalBytes(compressed[1:]) },
		"SetUniformBytes":             func() { _, _ = new(Scalar).SetUniformBytes(wide) },
		"Scalar.Bytes":                func() { buffer = append(buffer[:0], s.Bytes()...) },
	} {
		testkit.NoAllocs(t, name, f)
	}
}

// A batch with a point that is not valid changes none of the others.
func TestNormalizeBatchPanics(t *testing.T) {
	points := make([]Point, 70)
	for i := range points[:69] {
		points[i].SetGenerator()
	}
	points[0].SetIdentity()
	before := points[0]
	func() {
		defer func() {
			if recover() == nil {
				t.Error("NormalizeBatch of the zero value does not panic")
			}
		}()
		secp256k1.NormalizeBatch(points)
	}()
	if points[0].IsIdentity() != 1 || !bytes.Equal(points[0].Bytes(), before.Bytes()) {
		t.Error("points were changed")
	}
	points[69].SetGenerator()
	secp256k1.NormalizeBatch(points)
	if points[0].IsIdentity() != 1 || points[69].Equal(secp256k1.NewGeneratorPoint()) != 1 {
		t.Error("the points are others now")
	}
}
