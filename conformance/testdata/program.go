// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// This program calls everything that filippo.io/edwards25519 exports but what
// needs its field subpackage, and prints the results. TestProgram runs it as it
// is and with the import changed to secant's package.
package main

import (
	"fmt"

	"filippo.io/edwards25519"
)

func scalar(s *edwards25519.Scalar, err error) *edwards25519.Scalar {
	if err != nil {
		panic(err)
	}
	return s
}

func point(p *edwards25519.Point, err error) *edwards25519.Point {
	if err != nil {
		panic(err)
	}
	return p
}

func pattern(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(7*i)
	}
	return b
}

func main() {
	x := scalar(new(edwards25519.Scalar).SetUniformBytes(pattern(1, 64)))
	y := scalar(new(edwards25519.Scalar).SetBytesWithClamping(pattern(2, 32)))
	z := scalar(new(edwards25519.Scalar).SetCanonicalBytes(append(pattern(3, 31), 0)))
	for _, s := range []*edwards25519.Scalar{
		edwards25519.NewScalar(), x, y, z,
		edwards25519.NewScalar().Set(x),
		edwards25519.NewScalar().Add(x, y),
		edwards25519.NewScalar().Subtract(x, y),
		edwards25519.NewScalar().Negate(x),
		edwards25519.NewScalar().Multiply(x, y),
		edwards25519.NewScalar().MultiplyAdd(x, y, z),
		edwards25519.NewScalar().Invert(x),
		edwards25519.NewScalar().Invert(edwards25519.NewScalar()),
	} {
		fmt.Printf("%x %d\n", s.Bytes(), s.Equal(x))
	}
	for _, bytes := range [][]byte{nil, pattern(1, 31), pattern(1, 32), pattern(1, 33), pattern(1, 64), pattern(200, 32)} {
		s := edwards25519.NewScalar().Set(x)
		u, err := s.SetUniformBytes(bytes)
		fmt.Println(u == s, u == nil, err != nil, s.Equal(x))
		s.Set(x)
		u, err = s.SetCanonicalBytes(bytes)
		fmt.Println(u == s, u == nil, err != nil, s.Equal(x))
		s.Set(x)
		u, err = s.SetBytesWithClamping(bytes)
		fmt.Println(u == s, u == nil, err != nil, s.Equal(x))
	}

	b := edwards25519.NewGeneratorPoint()
	p := new(edwards25519.Point).ScalarBaseMult(x)
	q := new(edwards25519.Point).ScalarMult(y, p)
	torsion := point(new(edwards25519.Point).SetBytes(make([]byte, 32)))
	points := []*edwards25519.Point{b, p, q, torsion}
	scalars := []*edwards25519.Scalar{x, y, z, x}
	for _, v := range []*edwards25519.Point{
		edwards25519.NewIdentityPoint(), b, p, q, torsion,
		new(edwards25519.Point).Set(p),
		new(edwards25519.Point).Add(p, q),
		new(edwards25519.Point).Add(p, torsion),
		new(edwards25519.Point).Subtract(p, q),
		new(edwards25519.Point).Negate(p),
		new(edwards25519.Point).Double(p),
		new(edwards25519.Point).MultByCofactor(p),
		new(edwards25519.Point).Select(p, q, 1),
		new(edwards25519.Point).Select(p, q, 0),
		new(edwards25519.Point).ScalarMult(x, torsion),
		new(edwards25519.Point).ScalarMultSlow(x, q),
		new(edwards25519.Point).MultiScalarMult(scalars, points),
		new(edwards25519.Point).MultiScalarMult(nil, nil),
		new(edwards25519.Point).VarTimeMultiScalarMult(scalars, points),
		new(edwards25519.Point).VarTimeDoubleScalarBaseMult(x, q, y),
	} {
		fmt.Printf("%x %x %d\n", v.Bytes(), v.BytesMontgomery(), v.Equal(p))
	}
	for _, bytes := range [][]byte{nil, pattern(1, 31), pattern(1, 32), pattern(2, 32), pattern(1, 33), q.Bytes()} {
		v := new(edwards25519.Point).Set(p)
		u, err := v.SetBytes(bytes)
		fmt.Println(u == v, u == nil, err != nil, v.Equal(p), v.Equal(q))
	}
}
