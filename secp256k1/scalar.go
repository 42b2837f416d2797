// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"errors"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
)

// Scalar is an integer modulo
//
//	n = 2^256 - 432420386565659656852420866394968145599,
//
// the prime order of the group. Its zero value is 0.
type Scalar struct {
	s scalar.Scalar // in a structure, so that scalars of other groups do not convert
}

// n computes modulo n.
var n = scalar.Secp256k1

// scalar returns s for what computes.
func (s *Scalar) scalar() *scalar.Scalar { return &s.s }

// NewScalar returns a new scalar set to 0.
func NewScalar() *Scalar { return &Scalar{} }

// Set sets s = x and returns s.
func (s *Scalar) Set(x *Scalar) *Scalar {
	*s = *x
	return s
}

// Select sets s = x if cond is 1, and s = y if cond is 0, and returns s. cond must be
// one of the two.
func (s *Scalar) Select(x, y *Scalar, cond int) *Scalar {
	s.scalar().Select(x.scalar(), y.scalar(), cond)
	return s
}

// Add sets s = x + y mod n and returns s.
func (s *Scalar) Add(x, y *Scalar) *Scalar {
	n.Add(s.scalar(), x.scalar(), y.scalar())
	return s
}

// Subtract sets s = x - y mod n and returns s.
func (s *Scalar) Subtract(x, y *Scalar) *Scalar {
	n.Sub(s.scalar(), x.scalar(), y.scalar())
	return s
}

// Negate sets s = -x mod n and returns s.
func (s *Scalar) Negate(x *Scalar) *Scalar {
	n.Neg(s.scalar(), x.scalar())
	return s
}

// CondNegate sets s = -x mod n if cond is 1, and s = x if cond is 0, and returns s.
// cond must be one of the two.
func (s *Scalar) CondNegate(x *Scalar, cond int) *Scalar {
	curve.CondNegate(s.scalar(), x.scalar(), cond)
	return s
}

// Multiply sets s = x·y mod n and returns s.
func (s *Scalar) Multiply(x, y *Scalar) *Scalar {
	n.Mul(s.scalar(), x.scalar(), y.scalar())
	return s
}

// MultiplyAdd sets s = x·y + z mod n and returns s.
func (s *Scalar) MultiplyAdd(x, y, z *Scalar) *Scalar {
	n.MulAdd(s.scalar(), x.scalar(), y.scalar(), z.scalar())
	return s
}

// Invert sets s = 1/x mod n and returns s. The inverse of 0 is 0.
func (s *Scalar) Invert(x *Scalar) *Scalar {
	n.Inv(s.scalar(), x.scalar())
	return s
}

// VarTimeInvert is [Scalar.Invert] in variable time, for a public x.
func (s *Scalar) VarTimeInvert(x *Scalar) *Scalar {
	n.InvVarTime(s.scalar(), x.scalar())
	return s
}

// Equal returns 1 if s = t, and 0 otherwise.
func (s *Scalar) Equal(t *Scalar) int { return n.Equal(s.scalar(), t.scalar()) }

// IsZero returns 1 if s = 0, and 0 otherwise.
func (s *Scalar) IsZero() int { return n.IsZero(s.scalar()) }

// IsHigh returns 1 if s, in [0, n), is above n/2, and 0 otherwise.
func (s *Scalar) IsHigh() int { return curve.IsHigh(s.scalar()) }

// SetBytes is [Scalar.SetCanonicalBytes].
func (s *Scalar) SetBytes(x []byte) (*Scalar, error) { return s.SetCanonicalBytes(x) }

// SetCanonicalBytes sets s to the 32-byte big-endian integer x, which must be below
// n, and returns s. If it is not, or x has another length, SetCanonicalBytes returns
// nil and an error, and s is unchanged. Its time depends on whether it succeeds.
func (s *Scalar) SetCanonicalBytes(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errors.New("secp256k1: a scalar encoding must be 32 bytes")
	}
	if n.DecodeBE(s.scalar(), (*[32]byte)(x)) == 0 {
		return nil, errors.New("secp256k1: invalid scalar encoding")
	}
	return s, nil
}

// SetReducedBytes sets s to the 32-byte big-endian integer x mod n and returns s. If
// x has another length, SetReducedBytes returns nil and an error, and s is unchanged.
func (s *Scalar) SetReducedBytes(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errors.New("secp256k1: SetReducedBytes takes 32 bytes")
	}
	n.ReduceBE(s.scalar(), (*[32]byte)(x))
	return s, nil
}

// SetUniformBytes sets s to the big-endian integer x mod n, of 48 or 64 bytes, and
// returns s: of uniform bytes it makes a uniform scalar. If x has another length,
// SetUniformBytes returns nil and an error, and s is unchanged.
func (s *Scalar) SetUniformBytes(x []byte) (*Scalar, error) {
	var b [64]byte
	if len(x) != 48 && len(x) != 64 {
		return nil, errors.New("secp256k1: SetUniformBytes takes 48 or 64 bytes")
	}
	copy(b[64-len(x):], x)
	n.DecodeWideBE(s.scalar(), &b)
	return s, nil
}

// Bytes returns s in [0, n) as 32 bytes, big-endian.
func (s *Scalar) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return s.bytes(&b)
}

func (s *Scalar) bytes(b *[32]byte) []byte {
	n.EncodeBE(b, s.scalar())
	return b[:]
}
