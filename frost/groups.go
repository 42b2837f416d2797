// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"math/bits"
	"sync"

	"secant.example/internal/doubleodd"
	"secant.example/internal/doubleodd/scheme"
	ed "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	secp "secant.example/internal/secp256k1"
)

// A point is a pointer to an element of one of the groups, which does not change.
type point any

// A curve is a group of prime order, with what FROST needs of one. It makes points, and is given its own.
type curve interface {
	// decode returns the elements that are encoded, in variable time: nil for the identity, and for what encodes
	// none. The encodings are of the right size.
	decode(encodings [][]byte) []point
	encode(p point) []byte
	multiple(x *scalar.Scalar) point // [x]G, in constant time
	negate(p point) point
	isIdentity(p point) bool
	// varTimeSum returns [base]G and the sum of [x]p for all x and p, of which there is one at least.
	varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point) point
	// varTimePolynomial returns the sum of [x^i]p for all p, of which there is one at least, and x at least 1. So
	// for 1 it is their sum.
	varTimePolynomial(x uint16, ps []point) point
}

// A varTimeMSM is a sum of multiples.
type varTimeMSM[P any] interface {
	Reset()
	Add(x *scalar.Scalar, q *P)
	AddBase(x *scalar.Scalar)
	Sum(v *P) *P
}

// varTimeSum adds up, with the memory of an m from a pool. What is there is public.
func varTimeSum[P any, M varTimeMSM[P]](pool *sync.Pool, base *scalar.Scalar, xs []scalar.Scalar, ps []point, at func(p point) *P) *P {
	m := pool.Get().(M)
	defer pool.Put(m)
	m.Reset()
	if *base != (scalar.Scalar{}) {
		m.AddBase(base)
	}
	for i := range xs {
		m.Add(&xs[i], at(ps[i]))
	}
	return m.Sum(new(P))
}

// varTimePolynomial is Horner's method, which takes the bits of x instead of a multiplication. In it x is not 0.
func varTimePolynomial[P any](x uint16, ps []point, at func(p point) *P, add func(v, a, b *P), double func(v, a *P)) *P {
	sum := *at(ps[len(ps)-1])
	for i := len(ps) - 2; i >= 0; i-- {
		q := sum
		for bit := bits.Len16(x) - 2; bit >= 0; bit-- {
			if double(&sum, &sum); x>>bit&1 == 1 {
				add(&sum, &sum, &q)
			}
		}
		add(&sum, &sum, at(ps[i]))
	}
	return &sum
}

// arrays copies encodings of 32 bytes.
func arrays(encodings [][]byte) [][32]byte {
	b := make([][32]byte, len(encodings))
	for i, e := range encodings {
		b[i] = [32]byte(e)
	}
	return b
}

// edwards25519 is the subgroup of prime order. Points are decoded in batches, and whether they are in it is computed
// in batches, too.
type edwards25519 struct{}

func (edwards25519) decode(encodings [][]byte) []point {
	points, ok, all := make([]ed.Point, len(encodings)), make([]bool, len(encodings)), make([]point, len(encodings))
	ed.VarTimeDecodeBatch(points, arrays(encodings), ok, true)
	for i := range points {
		if !ok[i] {
			points[i].SetIdentity()
		}
	}
	ed.VarTimeTorsionFreeBatch(points, ok)
	for i := range points {
		if ok[i] && points[i].IsIdentity() == 0 {
			all[i] = &points[i]
		}
	}
	return all
}

func (edwards25519) encode(p point) []byte {
	var b [32]byte
	p.(*ed.Point).Encode(&b)
	return b[:]
}

func (edwards25519) multiple(x *scalar.Scalar) point { return new(ed.Point).ScalarBaseMult(x) }
func (edwards25519) negate(p point) point            { return new(ed.Point).Negate(p.(*ed.Point)) }
func (edwards25519) isIdentity(p point) bool         { return p.(*ed.Point).IsIdentity() == 1 }

func (edwards25519) varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point) point {
	return edwardsSum(base, xs, ps, edwardsPoint)
}

func (edwards25519) varTimePolynomial(x uint16, ps []point) point {
	return varTimePolynomial(x, ps, edwardsPoint, edwardsAdd, edwardsDouble)
}

func edwardsPoint(p point) *ed.Point { return p.(*ed.Point) }
func edwardsAdd(v, a, b *ed.Point)   { v.Add(a, b) }
func edwardsDouble(v, a *ed.Point)   { v.Double(a) }

var edwardsSums = sync.Pool{New: func() any { return new(ed.VarTimeMSM) }}

// edwardsSum is varTimeSum of points, or elements.
func edwardsSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point, at func(p point) *ed.Point) *ed.Point {
	switch len(xs) {
	case 1:
		return new(ed.Point).VarTimeDoubleScalarBaseMult(&xs[0], at(ps[0]), base)
	case 2:
		return new(ed.Point).VarTimeTripleScalarBaseMult(&xs[0], at(ps[0]), &xs[1], at(ps[1]), base)
	}
	return varTimeSum[ed.Point, *ed.VarTimeMSM](&edwardsSums, base, xs, ps, at)
}

// ristretto255 is the group of RFC 9496.
type ristretto255 struct{}

func (ristretto255) decode(encodings [][]byte) []point {
	elements, ok, all := make([]ed.Element, len(encodings)), make([]bool, len(encodings)), make([]point, len(encodings))
	ed.VarTimeDecodeElements(elements, arrays(encodings), ok)
	for i := range elements {
		if ok[i] && elements[i].IsIdentity() == 0 {
			all[i] = &elements[i]
		}
	}
	return all
}

func (ristretto255) encode(p point) []byte {
	var b [32]byte
	p.(*ed.Element).Encode(&b)
	return b[:]
}

func (ristretto255) multiple(x *scalar.Scalar) point {
	e := new(ed.Element)
	e.Point().ScalarBaseMult(x)
	return e
}

func (ristretto255) negate(p point) point {
	e := new(ed.Element)
	e.Point().Negate(p.(*ed.Element).Point())
	return e
}

func (ristretto255) isIdentity(p point) bool { return p.(*ed.Element).IsIdentity() == 1 }

func (ristretto255) varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point) point {
	e := new(ed.Element)
	*e.Point() = *edwardsSum(base, xs, ps, ristrettoPoint)
	return e
}

func (ristretto255) varTimePolynomial(x uint16, ps []point) point {
	e := new(ed.Element)
	*e.Point() = *varTimePolynomial(x, ps, ristrettoPoint, edwardsAdd, edwardsDouble)
	return e
}

func ristrettoPoint(p point) *ed.Point { return p.(*ed.Element).Point() }

// secp256k1 is the curve, with compressed points.
type secp256k1 struct{}

func (secp256k1) decode(encodings [][]byte) []point {
	points, all := make([]secp.Point, len(encodings)), make([]point, len(encodings))
	for i, b := range encodings {
		if _, err := points[i].SetBytes(b); err == nil { // 33 bytes are not the identity
			all[i] = &points[i]
		}
	}
	return all
}

func (secp256k1) encode(p point) []byte {
	var b [33]byte
	return p.(*secp.Point).Encode(&b)
}

func (secp256k1) multiple(x *scalar.Scalar) point { return new(secp.Point).ScalarBaseMult(x) }
func (secp256k1) negate(p point) point            { return new(secp.Point).Negate(p.(*secp.Point)) }
func (secp256k1) isIdentity(p point) bool         { return p.(*secp.Point).IsIdentity() == 1 }

func (secp256k1) varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point) point {
	if len(xs) == 1 {
		return new(secp.Point).VarTimeDoubleScalarBaseMult(&xs[0], secpPoint(ps[0]), base)
	}
	return varTimeSum[secp.Point, *secp.VarTimeMSM](&secpSums, base, xs, ps, secpPoint)
}

func (secp256k1) varTimePolynomial(x uint16, ps []point) point {
	return varTimePolynomial(x, ps, secpPoint, func(v, a, b *secp.Point) { v.Add(a, b) }, func(v, a *secp.Point) { v.Double(a) })
}

func secpPoint(p point) *secp.Point { return p.(*secp.Point) }

var secpSums = sync.Pool{New: func() any { return new(secp.VarTimeMSM) }}

// jq255e is the double-odd group, with the encoding of 2022.
type jq255e struct{}

func (jq255e) decode(encodings [][]byte) []point {
	points, all := make([]doubleodd.Point, len(encodings)), make([]point, len(encodings))
	for i, b := range encodings {
		if scheme.JQ255E.SetBytes(&points[i], b) == nil && doubleodd.E.IsNeutral(&points[i]) == 0 {
			all[i] = &points[i]
		}
	}
	return all
}

func (jq255e) encode(p point) []byte {
	var b [32]byte
	return scheme.JQ255E.Bytes(&b, p.(*doubleodd.Point))
}

func (jq255e) multiple(x *scalar.Scalar) point {
	v := new(doubleodd.Point)
	doubleodd.E.MulGen(v, x)
	return v
}

func (jq255e) negate(p point) point {
	v := new(doubleodd.Point)
	doubleodd.E.Neg(v, p.(*doubleodd.Point))
	return v
}

func (jq255e) isIdentity(p point) bool { return doubleodd.E.IsNeutral(p.(*doubleodd.Point)) == 1 }

func (jq255e) varTimeSum(base *scalar.Scalar, xs []scalar.Scalar, ps []point) point {
	if len(xs) == 1 {
		v := new(doubleodd.Point)
		doubleodd.E.VarTimeMulAddMulGen(v, &xs[0], doubleOddPoint(ps[0]), base)
		return v
	}
	return varTimeSum[doubleodd.Point, *doubleodd.VarTimeMSM[doubleodd.OnE]](&doubleOddSums, base, xs, ps, doubleOddPoint)
}

func (jq255e) varTimePolynomial(x uint16, ps []point) point {
	return varTimePolynomial(x, ps, doubleOddPoint, doubleodd.E.Add, func(v, a *doubleodd.Point) { doubleodd.E.Double(v, a, 1) })
}

func doubleOddPoint(p point) *doubleodd.Point { return p.(*doubleodd.Point) }

var doubleOddSums = sync.Pool{New: func() any { return new(doubleodd.VarTimeMSM[doubleodd.OnE]) }}
