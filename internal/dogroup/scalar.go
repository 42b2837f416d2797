// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dogroup

import "secant.example/internal/scalar"

// Scalar is an integer modulo the order r of the group. Its zero value is 0.
type Scalar[G Group] struct{ s scalar.Scalar }

// Set sets s = x and returns s.
func (s *Scalar[G]) Set(x *Scalar[G]) *Scalar[G] {
	*s = *x
	return s
}

// Select sets s = x if cond is 1, and s = y if cond is 0, and returns s. cond must be one
// of the two.
func (s *Scalar[G]) Select(x, y *Scalar[G], cond int) *Scalar[G] {
	s.s.Select(&x.s, &y.s, cond)
	return s
}

// Add sets s = x + y mod r and returns s.
func (s *Scalar[G]) Add(x, y *Scalar[G]) *Scalar[G] {
	Of[G]().Order.Add(&s.s, &x.s, &y.s)
	return s
}

// Subtract sets s = x - y mod r and returns s.
func (s *Scalar[G]) Subtract(x, y *Scalar[G]) *Scalar[G] {
	Of[G]().Order.Sub(&s.s, &x.s, &y.s)
	return s
}

// Negate sets s = -x mod r and returns s.
func (s *Scalar[G]) Negate(x *Scalar[G]) *Scalar[G] {
	Of[G]().Order.Neg(&s.s, &x.s)
	return s
}

// Multiply sets s = x·y mod r and returns s.
func (s *Scalar[G]) Multiply(x, y *Scalar[G]) *Scalar[G] {
	Of[G]().Order.Mul(&s.s, &x.s, &y.s)
	return s
}

// MultiplyAdd sets s = x·y + z mod r and returns s.
func (s *Scalar[G]) MultiplyAdd(x, y, z *Scalar[G]) *Scalar[G] {
	Of[G]().Order.MulAdd(&s.s, &x.s, &y.s, &z.s)
	return s
}

// Invert sets s = 1/x mod r and returns s. The inverse of 0 is 0.
func (s *Scalar[G]) Invert(x *Scalar[G]) *Scalar[G] {
	Of[G]().Order.Inv(&s.s, &x.s)
	return s
}

// VarTimeInvert sets s = 1/x mod r and returns s, in variable time. The inverse of 0 is
// 0.
func (s *Scalar[G]) VarTimeInvert(x *Scalar[G]) *Scalar[G] {
	Of[G]().Order.InvVarTime(&s.s, &x.s)
	return s
}

// Equal returns 1 if s = t, and 0 otherwise.
func (s *Scalar[G]) Equal(t *Scalar[G]) int { return Of[G]().Order.Equal(&s.s, &t.s) }

// IsZero returns 1 if s = 0, and 0 otherwise.
func (s *Scalar[G]) IsZero() int { return Of[G]().Order.IsZero(&s.s) }

// SetCanonicalBytes sets s to the 32-byte little-endian integer x, which must be below
// r, and returns s. If it is not, or x has another length, SetCanonicalBytes returns nil
// and an error, and s is unchanged. Its time depends on whether it succeeds.
func (s *Scalar[G]) SetCanonicalBytes(x []byte) (*Scalar[G], error) {
	p := Of[G]()
	if len(x) != 32 || p.Order.Decode(&s.s, (*[32]byte)(x)) == 0 {
		return nil, p.ErrScalar
	}
	return s, nil
}

// SetReducedBytes sets s to the little-endian integer x mod r, of any length, and
// returns s. Of 32 uniform bytes or more it makes a uniform scalar: 2^254/r is within
// 2^-127 of 1.
func (s *Scalar[G]) SetReducedBytes(x []byte) *Scalar[G] {
	n := Of[G]().Order
	if len(x) == 32 {
		n.Reduce(&s.s, (*[32]byte)(x))
		return s
	}
	// In groups of 32 bytes, from the highest one on.
	var sum scalar.Scalar
	for len(x) > 0 {
		i := (len(x) - 1) &^ 31
		var wide [64]byte
		copy(wide[:32], x[i:])
		n.Encode((*[32]byte)(wide[32:]), &sum)
		n.DecodeWide(&sum, &wide)
		x = x[:i]
	}
	s.s = sum
	return s
}

// Bytes returns s in [0, r) as 32 bytes, little-endian.
func (s *Scalar[G]) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return s.bytes(&b)
}

func (s *Scalar[G]) bytes(b *[32]byte) []byte {
	Of[G]().Order.Encode(b, &s.s)
	return b[:]
}

// ScalarOf returns what s is made of, for the schemes.
func ScalarOf[G Group](s *Scalar[G]) *scalar.Scalar { return &s.s }
