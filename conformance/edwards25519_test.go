// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	theirs "filippo.io/edwards25519"

	ours "secant.example/edwards25519"
)

// A program that uses filippo.io/edwards25519 compiles after changing the
// import, and prints the same.
func TestProgram(t *testing.T) {
	program("go").need(t)
	source := read(t, "testdata/program.go")
	changed := bytes.Replace(source, []byte(`"filippo.io/edwards25519"`), []byte(`"secant.example/edwards25519"`), 1)
	if bytes.Equal(source, changed) {
		t.Fatal("the program does not import filippo.io/edwards25519")
	}
	want := program("go").run(t, nil, "run", write(t, "main.go", source))
	got := program("go").run(t, nil, "run", write(t, "main.go", changed))
	wantLines, gotLines := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	if len(gotLines) != len(wantLines) || len(wantLines) < 50 {
		t.Fatalf("%d lines, want %d", len(gotLines), len(wantLines))
	}
	for i := range wantLines {
		if gotLines[i] != wantLines[i] {
			t.Errorf("line %d is %s, want %s", i+1, gotLines[i], wantLines[i])
		}
	}
}

// twin is the same point in both packages.
type twin struct {
	theirs *theirs.Point
	ours   *ours.Point
}

// twinScalar is the same scalar in both packages.
type twinScalar struct {
	theirs *theirs.Scalar
	ours   *ours.Scalar
}

func newTwin() twin { return twin{new(theirs.Point), new(ours.Point)} }

func (p twin) check(t *testing.T, what string) {
	t.Helper()
	if want, got := p.theirs.Bytes(), p.ours.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%s is %x, want %x", what, got, want)
	}
	if want, got := p.theirs.BytesMontgomery(), p.ours.BytesMontgomery(); !bytes.Equal(got, want) {
		t.Errorf("%s has the Montgomery form %x, want %x", what, got, want)
	}
}

func (s twinScalar) check(t *testing.T, what string) {
	t.Helper()
	if want, got := s.theirs.Bytes(), s.ours.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%s is %x, want %x", what, got, want)
	}
}

// decode reads b in both packages, which must agree on whether it is a point.
func decode(t *testing.T, b []byte) (twin, bool) {
	t.Helper()
	p := newTwin()
	_, wantErr := p.theirs.SetBytes(b)
	_, err := p.ours.SetBytes(b)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("decoding %x: %v, want %v", b, err, wantErr)
	}
	if err != nil {
		return p, false
	}
	p.check(t, "decoded "+hex.EncodeToString(b))

	// What our strict decoding accepts is what is its own encoding.
	canonical := bytes.Equal(p.theirs.Bytes(), b)
	if _, err := new(ours.Point).SetCanonicalBytes(b); (err == nil) != canonical {
		t.Errorf("strictly decoding %x: %v, canonical is %v", b, err, canonical)
	}
	return p, true
}

// torsionPoints are the encodings of the eight points of small order, and those
// of them that are not canonical.
var torsionPoints = []string{
	"0100000000000000000000000000000000000000000000000000000000000000",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
}

// source makes random and edge values, the same from the same seed.
type source struct {
	*rand.Rand
	t *testing.T
}

func newSource(t *testing.T) source {
	var seed [32]byte
	copy(seed[:], "secant conformance edwards25519")
	return source{rand.New(rand.NewChaCha8(seed)), t}
}

func (r source) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// scalar returns a random scalar, or one that is small, or minus one.
func (r source) scalar() twinScalar {
	wide := r.bytes(64)
	switch r.IntN(8) {
	case 0:
		clear(wide[1:])
		wide[0] &= 15
	case 1:
		clear(wide[16:])
	}
	s := twinScalar{new(theirs.Scalar), new(ours.Scalar)}
	if _, err := s.theirs.SetUniformBytes(wide); err != nil {
		r.t.Fatal(err)
	}
	if _, err := s.ours.SetUniformBytes(wide); err != nil {
		r.t.Fatal(err)
	}
	if r.IntN(8) == 0 {
		s.theirs.Negate(s.theirs)
		s.ours.Negate(s.ours)
	}
	s.check(r.t, "scalar")
	return s
}

// point returns a random point, mostly not in the prime-order subgroup, or one
// of small order.
func (r source) point() twin {
	if r.IntN(8) == 0 {
		b, err := hex.DecodeString(torsionPoints[r.IntN(len(torsionPoints))])
		if err != nil {
			r.t.Fatal(err)
		}
		p, ok := decode(r.t, b)
		if !ok {
			r.t.Fatalf("%x is not decoded", b)
		}
		return p
	}
	for {
		if p, ok := decode(r.t, r.bytes(32)); ok {
			return p
		}
	}
}

// Random and edge values give the same results in both packages.
func TestDifferential(t *testing.T) {
	r := newSource(t)
	for _, encoded := range torsionPoints {
		if p, ok := decode(t, unhex(t, encoded)); !ok {
			t.Errorf("%s is not decoded", encoded)
		} else if p.ours.IsSmallOrder() != 1 {
			t.Errorf("%s is not of small order", encoded)
		}
	}
	rounds := 1000
	if testing.Short() {
		rounds = 50
	}
	for range rounds {
		a, b, c := r.scalar(), r.scalar(), r.scalar()
		for _, op := range []struct {
			name   string
			theirs func(s *theirs.Scalar)
			ours   func(s *ours.Scalar)
		}{
			{"a + b", func(s *theirs.Scalar) { s.Add(a.theirs, b.theirs) }, func(s *ours.Scalar) { s.Add(a.ours, b.ours) }},
			{"a - b", func(s *theirs.Scalar) { s.Subtract(a.theirs, b.theirs) }, func(s *ours.Scalar) { s.Subtract(a.ours, b.ours) }},
			{"-a", func(s *theirs.Scalar) { s.Negate(a.theirs) }, func(s *ours.Scalar) { s.Negate(a.ours) }},
			{"ab", func(s *theirs.Scalar) { s.Multiply(a.theirs, b.theirs) }, func(s *ours.Scalar) { s.Multiply(a.ours, b.ours) }},
			{"ab + c", func(s *theirs.Scalar) { s.MultiplyAdd(a.theirs, b.theirs, c.theirs) }, func(s *ours.Scalar) { s.MultiplyAdd(a.ours, b.ours, c.ours) }},
			{"1/a", func(s *theirs.Scalar) { s.Invert(a.theirs) }, func(s *ours.Scalar) { s.Invert(a.ours) }},
		} {
			s := twinScalar{new(theirs.Scalar), new(ours.Scalar)}
			op.theirs(s.theirs)
			op.ours(s.ours)
			s.check(t, op.name)
		}
		if want, got := a.theirs.Equal(b.theirs), a.ours.Equal(b.ours); got != want {
			t.Errorf("a = b is %d, want %d", got, want)
		}

		p, q := r.point(), r.point()
		for _, op := range []struct {
			name   string
			theirs func(v *theirs.Point)
			ours   func(v *ours.Point)
		}{
			{"P + Q", func(v *theirs.Point) { v.Add(p.theirs, q.theirs) }, func(v *ours.Point) { v.Add(p.ours, q.ours) }},
			{"P - Q", func(v *theirs.Point) { v.Subtract(p.theirs, q.theirs) }, func(v *ours.Point) { v.Subtract(p.ours, q.ours) }},
			{"-P", func(v *theirs.Point) { v.Negate(p.theirs) }, func(v *ours.Point) { v.Negate(p.ours) }},
			{"2P", func(v *theirs.Point) { v.Double(p.theirs) }, func(v *ours.Point) { v.Double(p.ours) }},
			{"8P", func(v *theirs.Point) { v.MultByCofactor(p.theirs) }, func(v *ours.Point) { v.MultByCofactor(p.ours) }},
			{"aB", func(v *theirs.Point) { v.ScalarBaseMult(a.theirs) }, func(v *ours.Point) { v.ScalarBaseMult(a.ours) }},
			{"aP", func(v *theirs.Point) { v.ScalarMult(a.theirs, p.theirs) }, func(v *ours.Point) { v.ScalarMult(a.ours, p.ours) }},
			{"aP + bB", func(v *theirs.Point) { v.VarTimeDoubleScalarBaseMult(a.theirs, p.theirs, b.theirs) },
				func(v *ours.Point) { v.VarTimeDoubleScalarBaseMult(a.ours, p.ours, b.ours) }},
			{"aP + bQ", func(v *theirs.Point) {
				v.MultiScalarMult([]*theirs.Scalar{a.theirs, b.theirs}, []*theirs.Point{p.theirs, q.theirs})
			}, func(v *ours.Point) {
				v.MultiScalarMult([]*ours.Scalar{a.ours, b.ours}, []*ours.Point{p.ours, q.ours})
			}},
			{"aP + bQ, variable time", func(v *theirs.Point) {
				v.VarTimeMultiScalarMult([]*theirs.Scalar{a.theirs, b.theirs}, []*theirs.Point{p.theirs, q.theirs})
			}, func(v *ours.Point) {
				v.VarTimeMultiScalarMult([]*ours.Scalar{a.ours, b.ours}, []*ours.Point{p.ours, q.ours})
			}},
		} {
			v := newTwin()
			op.theirs(v.theirs)
			op.ours(v.ours)
			v.check(t, op.name)
		}
		if want, got := p.theirs.Equal(q.theirs), p.ours.Equal(q.ours); got != want {
			t.Errorf("P = Q is %d, want %d", got, want)
		}
		small := new(theirs.Point).MultByCofactor(p.theirs).Equal(theirs.NewIdentityPoint())
		if got := p.ours.IsSmallOrder(); got != small {
			t.Errorf("%x has small order: %d, want %d", p.ours.Bytes(), got, small)
		}
		free := isTorsionFree(p.theirs)
		if got := p.ours.IsTorsionFree(); got != free {
			t.Errorf("%x is torsion-free: %d, want %d", p.ours.Bytes(), got, free)
		}
	}
}

// isTorsionFree returns 1 if (l-1)P = -P.
func isTorsionFree(p *theirs.Point) int {
	one := append([]byte{1}, make([]byte, 31)...)
	s, err := new(theirs.Scalar).SetCanonicalBytes(one)
	if err != nil {
		panic(err)
	}
	v := new(theirs.Point).ScalarMult(s.Negate(s), p)
	return v.Equal(new(theirs.Point).Negate(p))
}

// Both packages decode the same encodings, to the same points.
func FuzzDecode(f *testing.F) {
	for _, encoded := range torsionPoints {
		b, err := hex.DecodeString(encoded)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add(theirs.NewGeneratorPoint().Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) { decode(t, b) })
}
