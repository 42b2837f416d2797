// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// This program calls everything that github.com/gtank/ristretto255 exports, and
// prints the results. TestRistretto255Program runs it as it is and with the
// import changed to secant's package.
package main

import (
	"encoding/json"
	"fmt"

	"github.com/gtank/ristretto255"
)

func pattern(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(7*i)
	}
	return b
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	x := new(ristretto255.Scalar).FromUniformBytes(pattern(1, 64))
	y := ristretto255.NewScalar().FromUniformBytes(pattern(2, 64))
	z := ristretto255.NewScalar()
	check(z.Decode(append(pattern(3, 31), 0)))
	for _, s := range []*ristretto255.Scalar{
		ristretto255.NewScalar(), x, y, z,
		ristretto255.NewScalar().Add(x, y),
		ristretto255.NewScalar().Subtract(x, y),
		ristretto255.NewScalar().Negate(x),
		ristretto255.NewScalar().Multiply(x, y),
		ristretto255.NewScalar().Invert(x),
		ristretto255.NewScalar().FromUniformBytes(pattern(200, 64)).Zero(),
	} {
		fmt.Printf("%x %d %v\n", s.Encode([]byte("prefix")), s.Equal(x), s)
		text, err := s.MarshalText()
		check(err)
		again := ristretto255.NewScalar()
		check(again.UnmarshalText(text))
		fmt.Println(string(text), again.Equal(s))
		inJSON, err := json.Marshal(s)
		check(err)
		fmt.Println(string(inJSON))
	}
	for _, b := range [][]byte{pattern(1, 32), pattern(200, 32)} {
		s := ristretto255.NewScalar().Add(x, y)
		fmt.Println(s.Decode(b) != nil, s.Equal(ristretto255.NewScalar().Add(x, y)))
	}
	fmt.Println(x.UnmarshalText([]byte("*")) != nil, panics(func() { x.FromUniformBytes(pattern(1, 63)) }))

	base := ristretto255.NewElement().Base()
	p := ristretto255.NewElement().FromUniformBytes(pattern(1, 64))
	q := new(ristretto255.Element).ScalarMult(x, p)
	elements := []*ristretto255.Element{base, p, q}
	scalars := []*ristretto255.Scalar{x, y, z}
	for _, e := range []*ristretto255.Element{
		ristretto255.NewElement(), base, p, q,
		ristretto255.NewElement().FromUniformBytes(pattern(100, 64)),
		ristretto255.NewElement().Base().Zero(),
		ristretto255.NewElement().Add(p, q),
		ristretto255.NewElement().Subtract(p, q),
		ristretto255.NewElement().Negate(p),
		ristretto255.NewElement().ScalarBaseMult(y),
		ristretto255.NewElement().ScalarMult(y, q),
		ristretto255.NewElement().MultiScalarMult(scalars, elements),
		ristretto255.NewElement().MultiScalarMult(nil, nil),
		ristretto255.NewElement().VarTimeMultiScalarMult(scalars, elements),
		ristretto255.NewElement().VarTimeDoubleScalarBaseMult(x, q, y),
	} {
		fmt.Printf("%x %d %v\n", e.Encode([]byte("prefix")), e.Equal(p), e)
		text, err := e.MarshalText()
		check(err)
		again := ristretto255.NewElement()
		check(again.UnmarshalText(text))
		fmt.Println(string(text), again.Equal(e))
		inJSON, err := json.Marshal(e)
		check(err)
		fmt.Println(string(inJSON))
	}
	for _, b := range [][]byte{nil, pattern(1, 31), pattern(1, 32), pattern(2, 32), pattern(1, 33), q.Encode(nil)} {
		e := ristretto255.NewElement().Add(p, q)
		fmt.Println(e.Decode(b) != nil, e.Equal(q), e.Equal(ristretto255.NewElement().Add(p, q)))
	}
	fmt.Println(
		p.UnmarshalText([]byte("*")) != nil,
		panics(func() { ristretto255.NewElement().FromUniformBytes(pattern(1, 63)) }),
		panics(func() { ristretto255.NewElement().MultiScalarMult(scalars, nil) }),
		panics(func() { ristretto255.NewElement().VarTimeMultiScalarMult(scalars[:1], elements) }),
	)
}
