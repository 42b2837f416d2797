// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
	"secant.example/ristretto255"
)

type (
	Element = ristretto255.Element
	Scalar  = ristretto255.Scalar
)

// scalar returns k mod l.
func scalar(k *big.Int) *Scalar {
	b := testkit.Bytes(new(big.Int).Mod(k, order))
	s, err := ristretto255.NewScalar().SetCanonicalBytes(b[:])
	if err != nil {
		panic(err)
	}
	return s
}

// element returns the element that the point q represents, with q itself as its
// representative.
func element(t testing.TB, q affine) *Element {
	t.Helper()
	b := testkit.Bytes(q.y)
	b[31] |= byte(q.x.Bit(0)) << 7
	v := new(edwards25519.Point)
	if !v.Decode(&b, true) {
		t.Fatalf("%x is no point", b)
	}
	return ristretto255.FromPoint(v)
}

// projective returns e with other coordinates of the same representative.
func projective(e *Element, r *testkit.Rand) *Element {
	shift := new(Element).ScalarBaseMult(scalar(testkit.Big(r.Limbs()))).Point()
	q := new(edwards25519.Point).Add(e.Point(), shift)
	return ristretto255.FromPoint(q.Subtract(q, shift))
}

// samples are points that represent elements: the identity, the generator,
// small and large multiples, and images of the map, whose logarithms nobody knows.
var samples = sync.OnceValue(func() []affine {
	all := []affine{modelIdentity, modelGenerator, modelGenerator.negative()}
	for _, k := range []int64{2, 3, 8, 1000003} {
		all = append(all, modelGenerator.times(big.NewInt(k)))
	}
	all = append(all, modelGenerator.times(new(big.Int).Rsh(order, 1)))
	for i := range 4 {
		all = append(all, modelMap([32]byte{byte(i + 2)}))
	}
	return all
})

// check fails unless e is the element that want represents, with consistent coordinates.
func check(t testing.TB, e *Element, want affine, format string, args ...any) {
	t.Helper()
	if b := want.encode(); !bytes.Equal(e.Bytes(), b[:]) {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), e.Bytes(), b)...)
	}
	// Using it in an addition involves every coordinate.
	next := want.plus(modelGenerator).encode()
	if sum := new(Element).Add(e, ristretto255.NewGeneratorElement()); !bytes.Equal(sum.Bytes(), next[:]) {
		t.Fatalf(format+": the right encoding, but wrong coordinates", args...)
	}
}

// The model stands on its own feet: its constants are what their names say, and
// encoding and decoding are inverse.
func TestModel(t *testing.T) {
	aMinusD := difference(negative(one), curveD)
	for name, pair := range map[string][2]*big.Int{
		"i^2":                 {product(sqrtM1, sqrtM1), negative(one)},
		"SQRT_AD_MINUS_ONE^2": {product(sqrtADMinusOne, sqrtADMinusOne), difference(negative(curveD), one)},
		"INVSQRT_A_MINUS_D^2": {product(invSqrtAMinusD, invSqrtAMinusD, aMinusD), one},
		"ONE_MINUS_D_SQ":      {oneMinusDSq, difference(one, product(curveD, curveD))},
		"D_MINUS_ONE_SQ":      {dMinusOneSq, product(difference(curveD, one), difference(curveD, one))},
	} {
		if pair[0].Cmp(pair[1]) != 0 {
			t.Errorf("%s is %v, want %v", name, pair[0], pair[1])
		}
	}
	for _, q := range samples() {
		b := q.encode()
		decoded, ok := modelDecode(b[:])
		if !ok || !decoded.isOnCurve() || !q.isOnCurve() || !decoded.same(q) {
			t.Errorf("%x does not come back", b)
		}
	}
}

// checkDecode compares decoding with the model, on any input.
func checkDecode(t testing.TB, b []byte) {
	t.Helper()
	kept := slices.Clone(b)
	want, ok := modelDecode(b)
	for name, decode := range map[string]func(e *Element, b []byte) (*Element, error){
		"SetBytes":          (*Element).SetBytes,
		"SetCanonicalBytes": (*Element).SetCanonicalBytes,
		"Decode":            func(e *Element, b []byte) (*Element, error) { return e, e.Decode(b) },
	} {
		e := ristretto255.NewGeneratorElement()
		got, err := decode(e, b)
		switch {
		case (err == nil) != ok:
			t.Fatalf("%s(%x): error %v, want one: %t", name, b, err, !ok)
		case err != nil:
			check(t, e, modelGenerator, "receiver after %s(%x) failed", name, b)
		case got != e:
			t.Fatalf("%s(%x) does not return its receiver", name, b)
		default:
			check(t, e, want, "%s(%x)", name, b)
			if !bytes.Equal(e.Bytes(), b) {
				t.Fatalf("%x is encoded as %x", b, e.Bytes())
			}
		}
	}
	if !bytes.Equal(b, kept) {
		t.Fatalf("decoding overwrote %x", kept)
	}
}

func TestDecode(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, limbs := range testkit.Edges(prime) {
			b := testkit.ToBytes(limbs)
			checkDecode(t, b[:])
		}
		r := testkit.NewRand(t)
		for range 40 {
			b := r.Bytes32()
			b[0] &^= 1
			b[31] &= 0x7f
			checkDecode(t, b[:])
		}
		// Encodings, and what differs from them by a bit or by p.
		for _, q := range samples() {
			b := q.encode()
			checkDecode(t, b[:])
			b[31] |= 0x80
			checkDecode(t, b[:])
			b[31] &^= 0x80
			negated := testkit.Bytes(negative(testkit.BigLE(b[:])))
			checkDecode(t, negated[:])
		}
	})
}

// checkUniform compares the one-way map with the model.
func checkUniform(t testing.TB, b [64]byte) {
	t.Helper()
	for i := range 2 {
		half := [32]byte(b[32*i:])
		check(t, image(half), modelMap(half), "MAP(%x)", half)
	}
	e := new(Element)
	if got, err := e.SetUniformBytes(b[:]); err != nil || got != e {
		t.Fatalf("SetUniformBytes(%x) returns %v, %v", b, got, err)
	}
	check(t, e, modelUniform(b), "SetUniformBytes(%x)", b)
	if f := new(Element); f.FromUniformBytes(b[:]) != f || f.Equal(e) != 1 {
		t.Fatalf("FromUniformBytes(%x) is not SetUniformBytes", b)
	}
}

// image returns MAP of b, with one of the inputs that MAP takes to the identity.
func image(b [32]byte) *Element {
	zero := testkit.Bytes(exceptional()[0])
	return new(Element).FromUniformBytes(append(b[:], zero[:]...))
}

// exceptional returns the inputs of MAP for which v = 0: those with
// r = i·t^2 = -d or -1/d.
var exceptional = sync.OnceValue(func() (roots []*big.Int) {
	for _, r := range []*big.Int{negative(curveD), negative(invert(curveD))} {
		ok, root := sqrtRatio(r, sqrtM1)
		if !ok {
			panic("no t with r = -d")
		}
		roots = append(roots, root, negative(root))
	}
	return roots
})

func TestUniformBytes(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		var edges [][32]byte
		for _, x := range exceptional() {
			b := testkit.Bytes(x)
			if q := modelMap(b); q.x.Sign() != 0 || q.y.Cmp(one) != 0 {
				t.Fatalf("MAP(%x) is %v, want the identity", b, q)
			}
			edges = append(edges, b)
		}
		for _, limbs := range testkit.Edges(prime) {
			edges = append(edges, testkit.ToBytes(limbs))
		}
		for i := range edges {
			checkUniform(t, [64]byte(slices.Concat(edges[i][:], edges[(i*31+7)%len(edges)][:])))
		}
		// The same halves, and opposite inputs, which MAP does not tell apart.
		for _, b := range edges[:2] {
			checkUniform(t, [64]byte(slices.Concat(b[:], b[:])))
		}
		r := testkit.NewRand(t)
		for range 20 {
			a, b := r.Bytes32(), r.Bytes32()
			checkUniform(t, [64]byte(slices.Concat(a[:], b[:])))
		}
	})
	for _, length := range []int{0, 32, 63, 65, 128} {
		e := ristretto255.NewGeneratorElement()
		if got, err := e.SetUniformBytes(make([]byte, length)); err == nil || got != nil {
			t.Errorf("%d bytes: %v, %v", length, got, err)
		}
		panics(t, "FromUniformBytes", func() { e.FromUniformBytes(make([]byte, length)) })
		check(t, e, modelGenerator, "receiver after an error")
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

// The points that differ by a point of order 1, 2 or 4 are one element: equal in
// every pair, with one encoding, whichever their coordinates; and no two others are.
func TestCosets(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var cosets [][4]*Element
		for _, q := range samples() {
			var coset [4]*Element
			want := q.encode()
			for i, torsion := range modelTorsion {
				coset[i] = projective(element(t, q.plus(torsion)), r)
				if got := coset[i].Bytes(); !bytes.Equal(got, want[:]) {
					t.Errorf("%x is encoded as %x with the representative %d", want, got, i)
				}
				if got, want := coset[i].IsIdentity(), len(cosets) == 0; got == 1 != want {
					t.Errorf("%x: IsIdentity is %d with the representative %d", q.encode(), got, i)
				}
			}
			cosets = append(cosets, coset)
		}
		for i := range cosets {
			for j := range cosets {
				for k := range 16 {
					want := 0
					if i == j {
						want = 1
					}
					if got := cosets[i][k/4].Equal(cosets[j][k%4]); got != want {
						t.Errorf("samples %d and %d, representatives %d and %d: Equal is %d", i, j, k/4, k%4, got)
					}
				}
			}
		}
	})
}

// pick returns a random sample in a random representation.
func pick(t testing.TB, r *testkit.Rand) (*Element, affine) {
	all := samples()
	q := all[r.IntN(len(all))].plus(modelTorsion[r.IntN(4)])
	return projective(element(t, q), r), q
}

func TestArithmetic(t *testing.T) {
	dirty := *ristretto255.NewElement().Add(ristretto255.NewGeneratorElement(), ristretto255.NewGeneratorElement())
	type operation struct {
		name string
		f    func(z *Element, in ...*Element) *Element
		in   []Element
		want affine
	}
	var operations []operation // the model is slow: it works once for all kernels
	r := testkit.NewRand(t)
	for range 12 {
		x, px := pick(t, r)
		y, py := pick(t, r)
		k, m := testkit.Big(r.Limbs()), testkit.Big(r.Limbs())
		s, u := scalar(k), scalar(m)
		kx, ky := px.times(k.Mod(k, order)), py.times(m.Mod(m, order))
		kB, mB := modelGenerator.times(k), modelGenerator.times(m)
		single, pair := []Element{*x}, []Element{*x, *y}
		operations = append(operations, []operation{
			{"Add", func(z *Element, in ...*Element) *Element { return z.Add(in[0], in[1]) }, pair, px.plus(py)},
			{"Subtract", func(z *Element, in ...*Element) *Element { return z.Subtract(in[0], in[1]) }, pair, px.plus(py.negative())},
			{"Negate", func(z *Element, in ...*Element) *Element { return z.Negate(in[0]) }, single, px.negative()},
			{"Double", func(z *Element, in ...*Element) *Element { return z.Double(in[0]) }, single, px.plus(px)},
			{"Set", func(z *Element, in ...*Element) *Element { return z.Set(in[0]) }, single, px},
			{"Select 1", func(z *Element, in ...*Element) *Element { return z.Select(in[0], in[1], 1) }, pair, px},
			{"Select 0", func(z *Element, in ...*Element) *Element { return z.Select(in[0], in[1], 0) }, pair, py},
			{"Zero", func(z *Element, in ...*Element) *Element { return z.Zero() }, nil, modelIdentity},
			{"Base", func(z *Element, in ...*Element) *Element { return z.Base() }, nil, modelGenerator},
			{"SetIdentity", func(z *Element, in ...*Element) *Element { return z.SetIdentity() }, nil, modelIdentity},
			{"SetGenerator", func(z *Element, in ...*Element) *Element { return z.SetGenerator() }, nil, modelGenerator},
			{"ScalarMult", func(z *Element, in ...*Element) *Element { return z.ScalarMult(s, in[0]) }, single, kx},
			{"ScalarBaseMult", func(z *Element, in ...*Element) *Element { return z.ScalarBaseMult(s) }, nil, kB},
			{"VarTimeDoubleScalarBaseMult", func(z *Element, in ...*Element) *Element {
				return z.VarTimeDoubleScalarBaseMult(s, in[0], u)
			}, single, kx.plus(mB)},
			{"MultiScalarMult", func(z *Element, in ...*Element) *Element {
				return z.MultiScalarMult([]*Scalar{s, u}, in)
			}, pair, kx.plus(ky)},
			{"VarTimeMultiScalarMult", func(z *Element, in ...*Element) *Element {
				return z.VarTimeMultiScalarMult([]*Scalar{s, u}, in)
			}, pair, kx.plus(ky)},
		}...)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, op := range operations {
			got := testkit.Aliases(t, op.name, dirty, func(z *Element, in ...*Element) {
				if op.f(z, in...) != z {
					t.Fatalf("%s does not return its receiver", op.name)
				}
			}, op.in...)
			check(t, &got, op.want, "%s", op.name)
		}
	})
}

// Sums of no terms, and of slices that differ in length.
func TestMultiScalarMultLengths(t *testing.T) {
	e, s := ristretto255.NewGeneratorElement(), scalar(two)
	for name, f := range map[string]func(z *Element, s []*Scalar, x []*Element) *Element{
		"MultiScalarMult":        (*Element).MultiScalarMult,
		"VarTimeMultiScalarMult": (*Element).VarTimeMultiScalarMult,
	} {
		check(t, f(ristretto255.NewGeneratorElement(), nil, nil), modelIdentity, "%s of nothing", name)
		panics(t, name, func() { f(new(Element), []*Scalar{s}, nil) })
		panics(t, name, func() { f(new(Element), []*Scalar{s}, []*Element{e, e}) })
	}
}

func TestDoubleAndEncodeBatch(t *testing.T) {
	const chunk = 64
	testkit.Kernels(t, func(t *testing.T) {
		// Every sample in every representation, and sizes around that of a chunk.
		r := testkit.NewRand(t)
		var elements []Element
		for _, q := range samples() {
			for _, torsion := range modelTorsion {
				elements = append(elements, *projective(element(t, q.plus(torsion)), r))
			}
		}
		for len(elements) < 2*chunk+1 {
			elements = append(elements, *image(r.Bytes32()))
		}
		for i := range elements {
			j := r.IntN(i + 1)
			elements[i], elements[j] = elements[j], elements[i]
		}
		for _, n := range []int{0, 1, 2, 4, 5, chunk - 1, chunk, chunk + 1, len(elements)} {
			encodings := make([][32]byte, n)
			for i := range encodings {
				encodings[i] = r.Bytes32() // must not matter
			}
			if err := ristretto255.DoubleAndEncodeBatch(encodings, elements[:n]); err != nil {
				t.Fatal(err)
			}
			for i := range encodings {
				if want := new(Element).Double(&elements[i]).Bytes(); !bytes.Equal(encodings[i][:], want) {
					t.Fatalf("%d of %d: got %x, want %x", i, n, encodings[i], want)
				}
			}
		}
	})
	for _, lengths := range [][2]int{{0, 1}, {1, 0}, {2, 1}} {
		encodings, elements := make([][32]byte, lengths[0]), make([]Element, lengths[1])
		if err := ristretto255.DoubleAndEncodeBatch(encodings, elements); err == nil {
			t.Errorf("%d encodings of %d elements: no error", lengths[0], lengths[1])
		}
	}
}

// Every encoding and what is not one, in batches of every small size.
func TestEncodingBatches(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for n := range 20 {
			elements, encodings := make([]Element, n), make([][32]byte, n)
			for i := range elements {
				e, _ := pick(t, r)
				elements[i] = *e
			}
			if err := ristretto255.BytesBatch(encodings, elements); err != nil {
				t.Fatal(err)
			}
			for i := range encodings {
				if want := elements[i].Bytes(); !bytes.Equal(encodings[i][:], want) {
					t.Fatalf("%d of %d: got %x, want %x", i, n, encodings[i], want)
				}
				if r.IntN(3) == 0 {
					encodings[i] = [32]byte(testkit.Unhex(t, invalidEncodings[r.IntN(len(invalidEncodings))]))
				}
			}
			decoded, ok := make([]Element, n), make([]bool, n)
			for i := range decoded {
				decoded[i] = *ristretto255.NewGeneratorElement()
				ok[i] = r.IntN(2) == 0
			}
			if err := ristretto255.SetCanonicalBytesBatch(decoded, encodings, ok); err != nil {
				t.Fatal(err)
			}
			for i := range decoded {
				want := ristretto255.NewGeneratorElement()
				err := want.Decode(encodings[i][:])
				if ok[i] != (err == nil) || decoded[i].Equal(want) != 1 {
					t.Fatalf("%d of %d: %x is decoded: %t, want the error %v", i, n, encodings[i], ok[i], err)
				}
				if !bytes.Equal(new(Element).Double(&decoded[i]).Bytes(), new(Element).Double(want).Bytes()) {
					t.Fatalf("%d of %d: wrong coordinates", i, n)
				}
			}
		}
	})
	for _, n := range [][3]int{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {2, 1, 2}} {
		elements, encodings, ok := make([]Element, n[0]), make([][32]byte, n[1]), make([]bool, n[2])
		if ristretto255.SetCanonicalBytesBatch(elements, encodings, ok) == nil {
			t.Errorf("SetCanonicalBytesBatch of %v: no error", n)
		}
		if n[0] != n[1] && ristretto255.BytesBatch(encodings, elements) == nil {
			t.Errorf("BytesBatch of %v: no error", n)
		}
	}
}

func TestHashDomain(t *testing.T) {
	hash := func(msg, dst string) *Element {
		e, err := new(Element).SetHash([]byte(msg), []byte(dst))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	a := hash("message", "domain")
	if a.Equal(hash("message", "domain")) != 1 || a.Equal(hash("message", "domaim")) == 1 || a.Equal(hash("messagd", "domain")) == 1 {
		t.Error("the hash is not a function of both arguments")
	}
	e := ristretto255.NewGeneratorElement()
	got, err := e.SetHash([]byte("message"), nil)
	if err == nil || got != nil || !strings.HasPrefix(err.Error(), "ristretto255: ") {
		t.Errorf("no domain: %v, %v", got, err)
	}
	check(t, e, modelGenerator, "receiver after an error")
}

func TestEncodeAppends(t *testing.T) {
	e, s := ristretto255.NewGeneratorElement(), scalar(big.NewInt(1000003))
	prefix := []byte("prefix")
	if got := e.Encode(slices.Clip(prefix)); !bytes.Equal(got, slices.Concat(prefix, e.Bytes())) {
		t.Errorf("got %x", got)
	}
	if got := s.Encode(slices.Clip(prefix)); !bytes.Equal(got, slices.Concat(prefix, s.Bytes())) {
		t.Errorf("got %x", got)
	}
}

func TestText(t *testing.T) {
	r := testkit.NewRand(t)
	for range 20 {
		e, _ := pick(t, r)
		s := scalar(testkit.Big(r.Limbs()))
		text, err := e.MarshalText()
		if err != nil || string(text) != e.String() || len(text) != 44 {
			t.Fatalf("%s, %v", text, err)
		}
		var f Element
		if err := f.UnmarshalText(text); err != nil || f.Equal(e) != 1 {
			t.Fatalf("%s does not come back: %v", text, err)
		}
		text, err = s.MarshalText()
		if err != nil || string(text) != s.String() || len(text) != 44 {
			t.Fatalf("%s, %v", text, err)
		}
		var u Scalar
		if err := u.UnmarshalText(text); err != nil || u.Equal(s) != 1 {
			t.Fatalf("%s does not come back: %v", text, err)
		}
	}
	const identity = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" // and the scalar 0
	for _, text := range []string{
		"", "A", identity[:43], identity + "=", identity + "\n", "\n" + identity, identity[:20] + "\r\n" + identity[20:],
		identity[:42] + "B=", "AAAA" + identity, identity[4:], "*" + identity[1:], identity[:42] + "==",
		"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAICA", // 33 bytes
		"//////////////////////////////////////////8=", // 2^256 - 1
	} {
		e := ristretto255.NewGeneratorElement()
		if err := e.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is an element", text)
		}
		check(t, e, modelGenerator, "receiver after an error")
		s := scalar(two)
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a scalar", text)
		}
		if s.Equal(scalar(two)) != 1 {
			t.Errorf("%q changed the receiver", text)
		}
	}
	var e Element
	if err := e.UnmarshalText([]byte(identity)); err != nil || e.IsIdentity() != 1 {
		t.Errorf("%s: %v", identity, err)
	}
}

// Using the zero value of Element panics, but for a receiver.
func TestZeroValue(t *testing.T) {
	g, s := ristretto255.NewGeneratorElement(), scalar(two)
	for name, f := range map[string]func(zero *Element){
		"Add":                         func(zero *Element) { new(Element).Add(g, zero) },
		"Subtract":                    func(zero *Element) { new(Element).Subtract(zero, g) },
		"Negate":                      func(zero *Element) { new(Element).Negate(zero) },
		"Double":                      func(zero *Element) { new(Element).Double(zero) },
		"Select":                      func(zero *Element) { new(Element).Select(g, zero, 1) },
		"Equal":                       func(zero *Element) { g.Equal(zero) },
		"IsIdentity":                  func(zero *Element) { zero.IsIdentity() },
		"Bytes":                       func(zero *Element) { zero.Bytes() },
		"Encode":                      func(zero *Element) { zero.Encode(nil) },
		"ScalarMult":                  func(zero *Element) { new(Element).ScalarMult(s, zero) },
		"VarTimeDoubleScalarBaseMult": func(zero *Element) { new(Element).VarTimeDoubleScalarBaseMult(s, zero, s) },
		"MultiScalarMult":             func(zero *Element) { new(Element).MultiScalarMult([]*Scalar{s}, []*Element{zero}) },
		"VarTimeMultiScalarMult":      func(zero *Element) { new(Element).VarTimeMultiScalarMult([]*Scalar{s}, []*Element{zero}) },
		"MSM":                         func(zero *Element) { new(ristretto255.MSM).Add(s, zero) },
		"VarTimeMSM":                  func(zero *Element) { new(ristretto255.VarTimeMSM).Add(s, zero) },
		"ExpandedElement":             func(zero *Element) { new(ristretto255.ExpandedElement).Set(zero) },
		"BytesBatch":                  func(zero *Element) { _ = ristretto255.BytesBatch(make([][32]byte, 1), []Element{*zero}) },
		"DoubleAndEncodeBatch": func(zero *Element) {
			_ = ristretto255.DoubleAndEncodeBatch(make([][32]byte, 1), []Element{*zero})
		},
	} {
		panics(t, name, func() { f(new(Element)) })
	}
}

func TestNoAllocs(t *testing.T) {
	g, s := ristretto255.NewGeneratorElement(), scalar(big.NewInt(1000003))
	e := new(Element).Set(g)
	encoding, buffer, uniform := g.Bytes(), make([]byte, 0, 32), make([]byte, 64)
	elements, encodings := []Element{*g, *g}, make([][32]byte, 2)
	ok := make([]bool, 2)
	for name, f := range map[string]func(){
		"Add":                         func() { e.Add(g, g) },
		"Equal":                       func() { e.Equal(g) },
		"IsIdentity":                  func() { g.IsIdentity() },
		"Zero":                        func() { e.Zero() },
		"SetIdentity":                 func() { e.SetIdentity() },
		"SetGenerator":                func() { e.SetGenerator() },
		"SetBytes":                    func() { _, _ = e.SetBytes(encoding) },
		"Base":                        func() { e.Base() },
		"SetCanonicalBytes":           func() { _, _ = e.SetCanonicalBytes(encoding) },
		"Bytes":                       func() { buffer = append(buffer[:0], g.Bytes()...) },
		"Encode":                      func() { g.Encode(buffer[:0]) },
		"SetUniformBytes":             func() { _, _ = e.SetUniformBytes(uniform) },
		"ScalarMult":                  func() { e.ScalarMult(s, g) },
		"ScalarBaseMult":              func() { e.ScalarBaseMult(s) },
		"VarTimeDoubleScalarBaseMult": func() { e.VarTimeDoubleScalarBaseMult(s, g, s) },
		"DoubleAndEncodeBatch":        func() { _ = ristretto255.DoubleAndEncodeBatch(encodings, elements) },
		"BytesBatch":                  func() { _ = ristretto255.BytesBatch(encodings, elements) },
		"SetCanonicalBytesBatch":      func() { _ = ristretto255.SetCanonicalBytesBatch(elements, encodings, ok) },
		"Scalar.Encode":               func() { s.Encode(buffer[:0]) },
		"Scalar.Bytes":                func() { _ = [32]byte(s.Bytes()) },
		"Scalar.Select":               func() { new(Scalar).Select(s, s, 1) },
		"Scalar.VarTimeInvert":        func() { new(Scalar).VarTimeInvert(s) },
		"Scalar.Invert":               func() { new(Scalar).Invert(s) },
		"Scalar.SetUniformBytes":      func() { _, _ = new(Scalar).SetUniformBytes(uniform) },
	} {
		testkit.NoAllocs(t, name, f)
	}
}

func FuzzDecode(f *testing.F) {
	for _, encoding := range slices.Concat(multiplesOfGenerator, invalidEncodings) {
		f.Add(testkit.Unhex(f, encoding))
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) { checkDecode(t, b) })
}

func FuzzUniformBytes(f *testing.F) {
	for _, halves := range uniformSame {
		f.Add(testkit.Unhex(f, halves[0]), testkit.Unhex(f, halves[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var uniform [64]byte
		copy(uniform[:32], a)
		copy(uniform[32:], b)
		checkUniform(t, uniform)
	})
}
