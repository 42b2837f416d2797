// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"io"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/edwards25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/ristretto255"
	"secant.example/secp256k1"
)

// A scalar is a pointer to S, an integer modulo the order of a group.
type scalar[S any] interface {
	*S
	Set(x *S) *S
	Select(x, y *S, cond int) *S
	SetBytes(b []byte) (*S, error)
	SetCanonicalBytes(b []byte) (*S, error)
	SetUniformBytes(b []byte) (*S, error)
	SetReducedBytes(b []byte) *S
	SetUint64(x uint64) *S
	SetRandom(random io.Reader) (*S, error)
	Bytes() []byte
	Add(x, y *S) *S
	Subtract(x, y *S) *S
	Negate(x *S) *S
	Multiply(x, y *S) *S
	MultiplyAdd(x, y, z *S) *S
	Invert(x *S) *S
	BatchInvert(xs []*S) *S
	Sum(xs []*S) *S
	Product(xs []*S) *S
	Equal(x *S) int
	IsZero() int
}

// A point is a pointer to P, an element of a group whose scalars are S.
type point[P, S any] interface {
	*P
	Set(q *P) *P
	Select(a, b *P, cond int) *P
	SetIdentity() *P
	SetGenerator() *P
	SetBytes(b []byte) (*P, error)
	SetHash(msg, dst []byte) (*P, error)
	SetUniformBytes(b []byte) (*P, error)
	SetRandom(random io.Reader) (*P, error)
	Bytes() []byte
	Add(a, b *P) *P
	Subtract(a, b *P) *P
	Negate(a *P) *P
	Double(a *P) *P
	Sum(qs []*P) *P
	ScalarMult(x *S, q *P) *P
	ScalarBaseMult(x *S) *P
	MultiScalarMult(xs []*S, qs []*P) *P
	Equal(q *P) int
	IsIdentity() int
}

// A sum is a pointer to M, a sum of multiples.
type sum[M, P, S any] interface {
	*M
	Add(x *S, q *P)
	AddSlices(xs []S, qs []P) error
	Grow(n int)
	Len() int
	Reset()
	Sum(v *P) *P
}

func init() {
	addGroup[edwards25519.Point, edwards25519.Scalar, edwards25519.MSM]("edwards25519")
	addGroup[ristretto255.Element, ristretto255.Scalar, ristretto255.MSM]("ristretto255")
	addGroup[secp256k1.Point, secp256k1.Scalar, secp256k1.MSM]("secp256k1")
	addGroup[jq255e.Point, jq255e.Scalar, jq255e.MSM]("jq255e")
	addGroup[jq255s.Point, jq255s.Scalar, jq255s.MSM]("jq255s")
	addGroup[do255e.Point, do255e.Scalar, do255e.MSM]("do255e")
	addGroup[do255s.Point, do255s.Scalar, do255s.MSM]("do255s")
}

var dst = []byte("secant memcheck, version 1")

// publicPoint returns a random point.
func publicPoint[P, S any, PP point[P, S], SS scalar[S]](e *env) *P {
	return PP(new(P)).ScalarBaseMult(SS(new(S)).SetReducedBytes(e.small(false)))
}

// secretPoint returns a random point that is secret.
func secretPoint[P, S any, PP point[P, S], SS scalar[S]](e *env) *P {
	q := publicPoint[P, S, PP, SS](e)
	secret(q)
	return q
}

// secretScalar returns a random scalar that is secret.
func secretScalar[S any, SS scalar[S]](e *env) *S {
	x := SS(new(S)).SetReducedBytes(e.small(false))
	secret(x)
	return x
}

// addGroup adds what all groups have.
func addGroup[P, S, M any, PP point[P, S], SS scalar[S], MM sum[M, P, S]](name string) {
	public := func(e *env) *P { return publicPoint[P, S, PP, SS](e) }
	hidden := func(e *env) *P { return secretPoint[P, S, PP, SS](e) }
	number := func(e *env) *S { return secretScalar[S, SS](e) }
	bit := func(e *env) *int { // 0 or 1
		b := int(e.bytes(1)[0] & 1)
		secret(&b)
		return &b
	}
	// of adds an operation that makes a point.
	of := func(operation string, prepare func(e *env) func(v PP)) {
		add(name+"/"+operation, func(e *env) {
			v, do := new(P), prepare(e)
			e.run(func() { do(v) })
			outMemory(e, v)
		})
	}

	of("Point.ScalarBaseMult", func(e *env) func(v PP) {
		x := number(e)
		return func(v PP) { v.ScalarBaseMult(x) }
	})
	of("Point.ScalarMult", func(e *env) func(v PP) {
		x, q := number(e), public(e)
		return func(v PP) { v.ScalarMult(x, q) }
	})
	of("Point.ScalarMult of a secret point", func(e *env) func(v PP) {
		x, q := number(e), hidden(e)
		return func(v PP) { v.ScalarMult(x, q) }
	})
	for _, integer := range []int{0, 1, -1} {
		of(fmt.Sprint("Point.ScalarMult by ", integer), func(e *env) func(v PP) {
			x, q := SS(new(S)), hidden(e)
			x.SetUint64(uint64(max(integer, -integer)))
			if integer < 0 {
				x.Negate(x)
			}
			secret((*S)(x))
			return func(v PP) {
				v.ScalarMult(x, q)
				v.Add(v, PP(new(P)).ScalarBaseMult(x))
			}
		})
	}
	for _, n := range []int{1, 3, 260} { // 256 at a time
		of(fmt.Sprint("Point.MultiScalarMult of ", n), func(e *env) func(v PP) {
			var xs []*S
			var qs []*P
			for range n {
				xs, qs = append(xs, number(e)), append(qs, hidden(e))
			}
			return func(v PP) { v.MultiScalarMult(xs, qs) }
		})
	}
	of("MSM", func(e *env) func(v PP) {
		xs, qs := []S{*number(e), *number(e)}, []P{*hidden(e), *hidden(e)}
		return func(v PP) {
			m := MM(new(M))
			m.Grow(3)
			must(0, m.AddSlices(xs, qs))
			m.Add(&xs[0], &qs[1])
			if m.Len() != 3 {
				panic("not three terms")
			}
			m.Sum(v)
			m.Reset()
		}
	})
	of("Point: additions", func(e *env) func(v PP) {
		a, b := hidden(e), hidden(e)
		return func(v PP) {
			v.Add(a, b)
			v.Subtract(v, a)
			v.Negate(v)
			v.Double(v)
			v.Sum([]*P{v, a, b})
			v.Add(v, v) // doublings and the identity, as additions
			w := PP(PP(new(P)).Negate(v))
			w.Add(w, v)
			v.Add(v, w)
		}
	})
	of("Point: selections", func(e *env) func(v PP) {
		a, b, bit := hidden(e), hidden(e), bit(e)
		return func(v PP) {
			w := PP(PP(new(P)).SetIdentity())
			w.Select(w, PP(new(P)).SetGenerator(), *bit)
			v.Select(a, b, PP(a).Equal(b))
			v.Select(v, a, PP(v).Equal(v))
			v.Select(v, w, w.IsIdentity())
			v.Set(v)
		}
	})
	of("Point.SetHash", func(e *env) func(v PP) {
		msg := e.secretBytes(40)
		return func(v PP) { must(v.SetHash(msg, dst)) }
	})
	of("Point.SetUniformBytes", func(e *env) func(v PP) {
		size := 96
		if name == "ristretto255" {
			size = 64
		}
		b := e.secretBytes(size)
		return func(v PP) { must(v.SetUniformBytes(b)) }
	})
	of("Point.SetRandom", func(e *env) func(v PP) {
		b := e.secretBytes(256)
		return func(v PP) { must(v.SetRandom(bytes.NewReader(b))) }
	})
	add(name+"/Point.Bytes", func(e *env) {
		q := hidden(e)
		var b []byte
		e.run(func() { b = PP(q).Bytes() })
		e.out(b)
	})
	of("Point.SetBytes", func(e *env) func(v PP) {
		b := secretBytes(PP(public(e)).Bytes())
		return func(v PP) { must(v.SetBytes(b)) }
	})

	add(name+"/Scalar: arithmetic", func(e *env) {
		x, y, z, bit := SS(number(e)), SS(number(e)), SS(number(e)), bit(e)
		var b []byte
		var same, zero int
		e.run(func() {
			z.Multiply(x, y)
			z.Add(z, x)
			z.Subtract(z, y)
			z.MultiplyAdd(z, x, y)
			z.Negate(z)
			z.Sum([]*S{x, y, z})
			z.Product([]*S{x, y, z})
			same, zero = z.Equal(x), z.IsZero()
			x.Set(y)
			z.Select(x, z, *bit)
			b = z.Bytes()
		})
		e.out(b)
		outMemory(e, &same, &zero)
	})
	for _, zero := range []bool{false, true} {
		what := ""
		if zero {
			what = " of 0"
		}
		add(name+"/Scalar: inversion"+what, func(e *env) {
			x, y, z := SS(number(e)), SS(number(e)), SS(number(e))
			if zero {
				y = SS(new(S))
				secret((*S)(y))
			}
			e.run(func() {
				z.Invert(y)
				z.BatchInvert([]*S{x, y})
			})
			outMemory(e, (*S)(x), (*S)(y), (*S)(z))
		})
	}
	add(name+"/Scalar: decoding", func(e *env) {
		canonical := SS(number(e)).Bytes()
		b, wide, random, u := e.secretBytes(32), e.secretBytes(64), e.secretBytes(256), uint64(7)
		secret(&u)
		var x, y, z, v, w, r S
		e.run(func() {
			must(SS(&x).SetBytes(canonical))
			must(SS(&y).SetCanonicalBytes(canonical))
			SS(&z).SetReducedBytes(b)
			must(SS(&v).SetUniformBytes(wide))
			SS(&w).SetUint64(u)
			must(SS(&r).SetRandom(bytes.NewReader(random)))
		})
		outMemory(e, &x, &y, &z, &v, &w, &r)
	})
	add(name+"/Scalar: decoding of what is no scalar", func(e *env) {
		b := secretBytes(bytes.Repeat([]byte{255}, 32))
		var x S
		e.run(func() {
			if _, err := SS(&x).SetCanonicalBytes(b); err == nil {
				panic("2^256 - 1 is a scalar")
			}
		})
		outMemory(e, &x)
	})
}

// What single groups have besides.
func init() {
	add("edwards25519/Point: more", func(e *env) {
		hidden, b := secretPoint[edwards25519.Point, edwards25519.Scalar](e), secretBytes(publicPoint[edwards25519.Point, edwards25519.Scalar](e).Bytes())
		x, msg, v := secretScalar[edwards25519.Scalar](e), e.secretBytes(40), new(edwards25519.Point)
		var montgomery []byte
		var coordinates [2][32]byte
		var small int
		e.run(func() {
			v.MultByCofactor(hidden)
			small = v.IsSmallOrder()
			montgomery = v.BytesMontgomery()
			coordinates[0], coordinates[1] = v.MontgomeryCoordinates()
			must(v.SetMontgomeryBytes(montgomery, small))
			must(v.SetCanonicalBytes(b))
			must(v.SetHashSuite(edwards25519.SuiteNU, msg, dst))
			v.ScalarMultSlow(x, v)
		})
		outMemory(e, v)
		outMemory(e, &coordinates[0], &coordinates[1])
		outMemory(e, &small)
		e.out(montgomery)
	})
	add("edwards25519/Point.IsTorsionFree", func(e *env) {
		q := secretPoint[edwards25519.Point, edwards25519.Scalar](e)
		var r int
		e.run(func() { r = q.IsTorsionFree() })
		outMemory(e, &r)
	})
	add("edwards25519/BaseTable", func(e *env) {
		x, q, v := secretScalar[edwards25519.Scalar](e), secretPoint[edwards25519.Point, edwards25519.Scalar](e), new(edwards25519.Point)
		e.run(func() { v.ScalarMultTable(x, new(edwards25519.BaseTable).Set(q)) })
		outMemory(e, v)
	})
	add("edwards25519/batches", func(e *env) {
		points, encodings, us, ok := make([]edwards25519.Point, 9), make([][32]byte, 9), make([][32]byte, 9), make([]bool, 9)
		for i := range points {
			points[i].Set(secretPoint[edwards25519.Point, edwards25519.Scalar](e))
		}
		e.run(func() {
			must(0, edwards25519.BytesMontgomeryBatch(us, points))
			must(0, edwards25519.BytesBatch(encodings, points))
			must(0, edwards25519.SetBytesBatch(points, encodings, ok))
			must(0, edwards25519.SetCanonicalBytesBatch(points, encodings, ok))
		})
		outMemory(e, &points[0], &points[8])
		outMemory(e, &encodings[0], &us[0], &us[8])
	})
	add("edwards25519/Scalar.SetBytesWithClamping", func(e *env) {
		b, x := e.secretBytes(32), new(edwards25519.Scalar)
		e.run(func() { must(x.SetBytesWithClamping(b)) })
		outMemory(e, x)
	})

	add("ristretto255/Element: more", func(e *env) {
		q, b, v := secretPoint[ristretto255.Element, ristretto255.Scalar](e), e.secretBytes(64), new(ristretto255.Element)
		var text, encoding, string_ []byte
		e.run(func() {
			v.FromUniformBytes(b)
			v.Add(v, q)
			text = must(v.MarshalText())
			string_ = []byte(v.String())
			encoding = v.Encode(nil)
			must(0, v.Decode(encoding))
			must(v.SetCanonicalBytes(encoding))
			must(0, v.UnmarshalText(text))
			v.Add(v, new(ristretto255.Element).Base())
			v.Add(v, new(ristretto255.Element).Zero())
		})
		outMemory(e, v)
		e.out(text, string_, encoding)
	})
	add("ristretto255/BaseTable", func(e *env) {
		x, q, v := secretScalar[ristretto255.Scalar](e), secretPoint[ristretto255.Element, ristretto255.Scalar](e), new(ristretto255.Element)
		e.run(func() { v.ScalarMultTable(x, new(ristretto255.BaseTable).Set(q)) })
		outMemory(e, v)
	})
	add("ristretto255/batches", func(e *env) {
		elements, encodings, doubles, ok := make([]ristretto255.Element, 9), make([][32]byte, 9), make([][32]byte, 9), make([]bool, 9)
		for i := range elements {
			elements[i].Set(secretPoint[ristretto255.Element, ristretto255.Scalar](e))
		}
		e.run(func() {
			must(0, ristretto255.BytesBatch(encodings, elements))
			must(0, ristretto255.DoubleAndEncodeBatch(doubles, elements))
			must(0, ristretto255.SetCanonicalBytesBatch(elements, encodings, ok))
		})
		outMemory(e, &elements[0], &elements[8])
		outMemory(e, &encodings[0], &doubles[0], &doubles[8])
	})
	add("ristretto255/Scalar: more", func(e *env) {
		x, y, b := secretScalar[ristretto255.Scalar](e), new(ristretto255.Scalar), e.secretBytes(64)
		var text, encoding, string_ []byte
		e.run(func() {
			y.FromUniformBytes(b)
			x.Add(x, y)
			text = must(x.MarshalText())
			string_ = []byte(x.String())
			encoding = x.Encode(nil)
			must(0, x.Decode(encoding))
			must(0, x.UnmarshalText(text))
			x.Add(x, y.Zero())
		})
		outMemory(e, x)
		e.out(text, string_, encoding)
	})

	add("secp256k1/Point: more", func(e *env) {
		q, msg, v := secretPoint[secp256k1.Point, secp256k1.Scalar](e), e.secretBytes(40), new(secp256k1.Point)
		var hybrid, uncompressed, x []byte
		var odd int
		e.run(func() {
			v.Normalize(q)
			odd = v.IsYOdd()
			v.CondNegate(v, odd)
			hybrid, uncompressed = v.BytesHybrid(), v.BytesUncompressed()
			x = must(v.BytesX())
			must(v.SetXBytes(x))
			must(v.SetBytesHybrid(hybrid))
			must(v.SetBytes(uncompressed))
			must(v.SetHashSuite(secp256k1.SuiteNU, msg, dst))
		})
		outMemory(e, v)
		outMemory(e, &odd)
		e.out(hybrid, uncompressed, x)
	})
	add("secp256k1/NormalizeBatch", func(e *env) {
		points := make([]secp256k1.Point, 5)
		for i := range points {
			points[i].Set(secretPoint[secp256k1.Point, secp256k1.Scalar](e))
		}
		points[2].SetIdentity()
		secret(&points[2])
		e.run(func() { secp256k1.NormalizeBatch(points) })
		outMemory(e, &points[0], &points[2], &points[4])
	})
	add("secp256k1/Scalar: more", func(e *env) {
		x := secretScalar[secp256k1.Scalar](e)
		var high int
		e.run(func() {
			high = x.IsHigh()
			x.CondNegate(x, high)
		})
		outMemory(e, x)
		outMemory(e, &high)
	})
}
