// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import "secant.example/internal/scalar"

// SetCanonicalBytes sets s to the little-endian integer b, of 32 bytes and below the
// order. Otherwise it returns an error, and s is unchanged.
func (g *Group) SetCanonicalBytes(s *scalar.Scalar, b []byte) error {
	if len(b) != 32 || g.Order.Decode(s, (*[32]byte)(b)) == 0 {
		return g.errScalar
	}
	return nil
}

// SetUniformBytes sets s to the little-endian integer b modulo the order, of 64 bytes. For
// other lengths it returns an error, and s is unchanged.
func (g *Group) SetUniformBytes(s *scalar.Scalar, b []byte) error {
	if len(b) != 64 {
		return g.errUniform
	}
	g.Order.DecodeWide(s, (*[64]byte)(b))
	return nil
}

// SetReducedBytes sets s to the little-endian integer b modulo the order, of any length.
func (g *Group) SetReducedBytes(s *scalar.Scalar, b []byte) {
	if len(b) == 32 {
		g.Order.Reduce(s, (*[32]byte)(b))
		return
	}
	// In groups of 32 bytes, from the highest one on.
	var sum scalar.Scalar
	for len(b) > 0 {
		i := (len(b) - 1) &^ 31
		var wide [64]byte
		copy(wide[:32], b[i:])
		g.Order.Encode((*[32]byte)(wide[32:]), &sum)
		g.Order.DecodeWide(&sum, &wide)
		b = b[:i]
	}
	*s = sum
}

// ScalarBytes sets b to s, little-endian, and returns it.
func (g *Group) ScalarBytes(b *[32]byte, s *scalar.Scalar) []byte {
	g.Order.Encode(b, s)
	return b[:]
}
