// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"strings"
	"testing"

	gtank "github.com/gtank/ristretto255"

	"secant.example/ristretto255"
)

// A program that uses github.com/gtank/ristretto255 compiles after changing the
// import, and prints the same.
func TestRistretto255Program(t *testing.T) {
	program("go").need(t)
	source := read(t, "testdata/ristretto255.go")
	changed := bytes.Replace(source, []byte(`"github.com/gtank/ristretto255"`), []byte(`"secant.example/ristretto255"`), 1)
	if bytes.Equal(source, changed) {
		t.Fatal("the program does not import github.com/gtank/ristretto255")
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

// elements is the same element in both packages.
type elements struct {
	theirs *gtank.Element
	ours   *ristretto255.Element
}

func newElements() elements { return elements{gtank.NewElement(), ristretto255.NewElement()} }

func (e elements) check(t *testing.T, what string) {
	t.Helper()
	if want, got := e.theirs.Encode(nil), e.ours.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("%s is %x, want %x", what, got, want)
	}
}

// decodeElements reads b in both packages, which must agree on whether it is an
// element.
func decodeElements(t *testing.T, b []byte) (elements, bool) {
	t.Helper()
	e := newElements()
	wantErr, err := e.theirs.Decode(b), e.ours.Decode(b)
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("decoding %x: %v, want %v", b, err, wantErr)
	}
	e.check(t, "what was decoded, or the receiver kept,")
	return e, err == nil
}

// Random values give the same results in both packages.
func TestRistretto255Differential(t *testing.T) {
	r := newSource(t)
	rounds := 300
	if testing.Short() {
		rounds = 20
	}
	type scalars struct {
		theirs *gtank.Scalar
		ours   *ristretto255.Scalar
	}
	scalar := func() scalars {
		wide := r.bytes(64)
		if r.IntN(4) == 0 {
			clear(wide[r.IntN(32):])
		}
		s := scalars{gtank.NewScalar().FromUniformBytes(wide), ristretto255.NewScalar().FromUniformBytes(wide)}
		if r.IntN(8) == 0 {
			s.theirs.Negate(s.theirs)
			s.ours.Negate(s.ours)
		}
		return s
	}
	element := func() elements {
		wide := r.bytes(64)
		return elements{gtank.NewElement().FromUniformBytes(wide), ristretto255.NewElement().FromUniformBytes(wide)}
	}
	for range rounds {
		a, b := scalar(), scalar()
		for _, op := range []struct {
			name   string
			theirs func(s *gtank.Scalar)
			ours   func(s *ristretto255.Scalar)
		}{
			{"a + b", func(s *gtank.Scalar) { s.Add(a.theirs, b.theirs) }, func(s *ristretto255.Scalar) { s.Add(a.ours, b.ours) }},
			{"a - b", func(s *gtank.Scalar) { s.Subtract(a.theirs, b.theirs) }, func(s *ristretto255.Scalar) { s.Subtract(a.ours, b.ours) }},
			{"ab", func(s *gtank.Scalar) { s.Multiply(a.theirs, b.theirs) }, func(s *ristretto255.Scalar) { s.Multiply(a.ours, b.ours) }},
		} {
			s := scalars{gtank.NewScalar(), ristretto255.NewScalar()}
			op.theirs(s.theirs)
			op.ours(s.ours)
			if want, got := s.theirs.Encode(nil), s.ours.Bytes(); !bytes.Equal(got, want) {
				t.Errorf("%s is %x, want %x", op.name, got, want)
			}
		}

		p, q := element(), element()
		for _, op := range []struct {
			name   string
			theirs func(e *gtank.Element)
			ours   func(e *ristretto255.Element)
		}{
			{"P", func(e *gtank.Element) { *e = *p.theirs }, func(e *ristretto255.Element) { *e = *p.ours }},
			{"P + Q", func(e *gtank.Element) { e.Add(p.theirs, q.theirs) }, func(e *ristretto255.Element) { e.Add(p.ours, q.ours) }},
			{"P - Q", func(e *gtank.Element) { e.Subtract(p.theirs, q.theirs) }, func(e *ristretto255.Element) { e.Subtract(p.ours, q.ours) }},
			{"-P", func(e *gtank.Element) { e.Negate(p.theirs) }, func(e *ristretto255.Element) { e.Negate(p.ours) }},
			{"aB", func(e *gtank.Element) { e.ScalarBaseMult(a.theirs) }, func(e *ristretto255.Element) { e.ScalarBaseMult(a.ours) }},
			{"aP", func(e *gtank.Element) { e.ScalarMult(a.theirs, p.theirs) }, func(e *ristretto255.Element) { e.ScalarMult(a.ours, p.ours) }},
			{"aP + bB", func(e *gtank.Element) { e.VarTimeDoubleScalarBaseMult(a.theirs, p.theirs, b.theirs) },
				func(e *ristretto255.Element) { e.VarTimeDoubleScalarBaseMult(a.ours, p.ours, b.ours) }},
			{"aP + bQ", func(e *gtank.Element) {
				e.MultiScalarMult([]*gtank.Scalar{a.theirs, b.theirs}, []*gtank.Element{p.theirs, q.theirs})
			}, func(e *ristretto255.Element) {
				e.MultiScalarMult([]*ristretto255.Scalar{a.ours, b.ours}, []*ristretto255.Element{p.ours, q.ours})
			}},
			{"aP + bQ, variable time", func(e *gtank.Element) {
				e.VarTimeMultiScalarMult([]*gtank.Scalar{a.theirs, b.theirs}, []*gtank.Element{p.theirs, q.theirs})
			}, func(e *ristretto255.Element) {
				e.VarTimeMultiScalarMult([]*ristretto255.Scalar{a.ours, b.ours}, []*ristretto255.Element{p.ours, q.ours})
			}},
		} {
			e := newElements()
			op.theirs(e.theirs)
			op.ours(e.ours)
			e.check(t, op.name)
		}
		if want, got := p.theirs.Equal(q.theirs), p.ours.Equal(q.ours); got != want {
			t.Errorf("P = Q is %d, want %d", got, want)
		}
		b32 := r.bytes(32)
		b32[0] &^= 1
		b32[31] &= 0x7f
		decodeElements(t, b32)
	}
}

// Both packages decode the same encodings to the same elements, and map the same
// bytes to the same elements.
func FuzzRistretto255(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 32))
	f.Add(gtank.NewElement().Base().Encode(nil))
	f.Add(append([]byte{0xec}, append(bytes.Repeat([]byte{0xff}, 30), 0x7f)...))
	f.Add(append([]byte{0xed}, bytes.Repeat([]byte{0xff}, 63)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, ok := decodeElements(t, b); ok {
			e.theirs.Add(e.theirs, e.theirs)
			encodings := make([][32]byte, 1)
			if err := ristretto255.DoubleAndEncodeBatch(encodings, []ristretto255.Element{*e.ours}); err != nil {
				t.Fatal(err)
			}
			if want := e.theirs.Encode(nil); !bytes.Equal(encodings[0][:], want) {
				t.Errorf("the double of %x is %x, want %x", b, encodings[0], want)
			}
		}
		var wide [64]byte
		copy(wide[:], b)
		e := newElements()
		e.theirs.FromUniformBytes(wide[:])
		e.ours.FromUniformBytes(wide[:])
		e.check(t, "an image of the map")
	})
}
