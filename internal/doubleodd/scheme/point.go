// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// The operations on points that are exported. In all of them arguments may be the same
// variable as the result. What is not the result must have been set, or they panic.

// Check panics if q is the zero value.
func (g *Group) Check(q *doubleodd.Point) {
	if !q.IsValid() {
		panic(g.name + ": use of an uninitialized Point")
	}
}

// Select sets v = a if cond is 1, and v = b if cond is 0.
func (g *Group) Select(v, a, b *doubleodd.Point, cond int) {
	g.Check(a)
	g.Check(b)
	v.Select(a, b, cond)
}

// Add sets v = a + b.
func (g *Group) Add(v, a, b *doubleodd.Point) {
	g.Check(a)
	g.Check(b)
	g.Curve.Add(v, a, b)
}

// Subtract sets v = a - b.
func (g *Group) Subtract(v, a, b *doubleodd.Point) {
	g.Check(a)
	g.Check(b)
	g.Curve.Sub(v, a, b)
}

// Negate sets v = -a.
func (g *Group) Negate(v, a *doubleodd.Point) {
	g.Check(a)
	g.Curve.Neg(v, a)
}

// Double sets v = [2]a.
func (g *Group) Double(v, a *doubleodd.Point) {
	g.Check(a)
	g.Curve.Double(v, a, 1)
}

// Equal returns 1 if a = b, and 0 otherwise.
func (g *Group) Equal(a, b *doubleodd.Point) int {
	g.Check(a)
	g.Check(b)
	return g.Curve.Equal(a, b)
}

// IsIdentity returns 1 if a is the neutral element, and 0 otherwise.
func (g *Group) IsIdentity(a *doubleodd.Point) int {
	g.Check(a)
	return g.Curve.IsNeutral(a)
}

// ScalarMult sets v = [x]q.
func (g *Group) ScalarMult(v *doubleodd.Point, x *scalar.Scalar, q *doubleodd.Point) {
	g.Check(q)
	g.Curve.Mul(v, x, q)
}

// VarTimeDoubleScalarBaseMult sets v = [a]A + [b]G.
func (g *Group) VarTimeDoubleScalarBaseMult(v *doubleodd.Point, a *scalar.Scalar, A *doubleodd.Point, b *scalar.Scalar) {
	g.Check(A)
	g.Curve.VarTimeMulAddMulGen(v, a, A, b)
}

// SetBytes sets v to the element that b encodes. Otherwise it returns an error, and v is
// unchanged.
func (g *Group) SetBytes(v *doubleodd.Point, b []byte) error {
	if len(b) != 32 || g.decode(v, (*[32]byte)(b)) == 0 {
		return g.errPoint
	}
	return nil
}

// Bytes sets b to the encoding of q, and returns it.
func (g *Group) Bytes(b *[32]byte, q *doubleodd.Point) []byte {
	g.Check(q)
	g.encode(b, q)
	return b[:]
}

// decode sets q to the element that b encodes, and returns 1. If there is none it
// returns 0, and q is unchanged. It is constant-time.
func (g *Group) decode(q *doubleodd.Point, b *[32]byte) int {
	if g.Generation == DO {
		return g.Curve.DecodeDO(q, b)
	}
	return g.Curve.DecodeJQ(q, b)
}

// encode sets b to the encoding of q. It is constant-time.
func (g *Group) encode(b *[32]byte, q *doubleodd.Point) {
	if g.Generation == DO {
		g.Curve.EncodeDO(b, q)
	} else {
		g.Curve.EncodeJQ(b, q)
	}
}

// SetHash sets v to the hash of msg to the group with the tag dst, by our own suite. If dst is
// empty it returns an error, and v is unchanged.
func (g *Group) SetHash(v *doubleodd.Point, msg, dst []byte) error {
	if len(dst) == 0 {
		return g.errEmptyTag
	}
	return g.Curve.HashToPoint(v, msg, dst)
}

// SetHashedData sets v to the hash of data to the group, by that of the generation. An
// unknown name is an error, and v is unchanged.
func (g *Group) SetHashedData(v *doubleodd.Point, data []byte, hash Hash) error {
	identifier, ok := g.Generation.Identifier(hash)
	if !ok {
		return g.ErrHash
	}
	var h [64]byte
	if g.Generation == DO {
		g.Generation.Sum(h[:], g.hashToCurve, identifier, data)
	} else {
		g.Generation.Sum(h[:32], []byte{1}, identifier, data)
		g.Generation.Sum(h[32:], []byte{2}, identifier, data)
	}
	g.Curve.HalvesToPoint(v, &h)
	return nil
}
