// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import "secant.example/internal/doubleodd"

// What the exported operations on points do that differs between the groups on a curve. Those
// that have a point as an argument have checked that it was set.

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
