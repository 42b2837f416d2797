// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"errors"
	"math/bits"

	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// n computes modulo n.
var n = scalar.Secp256k1

var (
	order = n.N()
	// halfOrder is (n-1)/2.
	halfOrder = [4]uint64{0xdfe92f46681b20a0, 0x5d576e7357a4501d, 0xffffffffffffffff, 0x7fffffffffffffff}
	// pMinusN is p - n, and orderElement is n modulo p.
	pMinusN      = [4]uint64{0x402da1722fc9baee, 0x4551231950b75fc4, 1, 0}
	orderElement = field.New(0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff)
)

// sub256 returns x - y mod 2^256 and the borrow.
func sub256(x, y *[4]uint64) (z [4]uint64, borrow uint64) {
	for i := range z {
		z[i], borrow = bits.Sub64(x[i], y[i], borrow)
	}
	return z, borrow
}

// Scalar is an integer modulo
//
//	n = 2^256 - 432420386565659656852420866394968145599,
//
// the prime order of the group. Its zero value is 0.
type Scalar struct{ s scalar.Scalar }

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
	s.s.Select(&x.s, &y.s, cond)
	return s
}

// Add sets s = x + y mod n and returns s.
func (s *Scalar) Add(x, y *Scalar) *Scalar {
	n.Add(&s.s, &x.s, &y.s)
	return s
}

// Subtract sets s = x - y mod n and returns s.
func (s *Scalar) Subtract(x, y *Scalar) *Scalar {
	n.Sub(&s.s, &x.s, &y.s)
	return s
}

// Negate sets s = -x mod n and returns s.
func (s *Scalar) Negate(x *Scalar) *Scalar {
	n.Neg(&s.s, &x.s)
	return s
}

// CondNegate sets s = -x mod n if cond is 1, and s = x if cond is 0, and returns s.
// cond must be one of the two.
func (s *Scalar) CondNegate(x *Scalar, cond int) *Scalar {
	var minus scalar.Scalar
	n.Neg(&minus, &x.s)
	s.s.Select(&minus, &x.s, cond)
	return s
}

// Multiply sets s = x·y mod n and returns s.
func (s *Scalar) Multiply(x, y *Scalar) *Scalar {
	n.Mul(&s.s, &x.s, &y.s)
	return s
}

// MultiplyAdd sets s = x·y + z mod n and returns s.
func (s *Scalar) MultiplyAdd(x, y, z *Scalar) *Scalar {
	n.MulAdd(&s.s, &x.s, &y.s, &z.s)
	return s
}

// Invert sets s = 1/x mod n and returns s. The inverse of 0 is 0.
func (s *Scalar) Invert(x *Scalar) *Scalar {
	n.Inv(&s.s, &x.s)
	return s
}

// VarTimeInvert is [Scalar.Invert] in variable time, for a public x.
func (s *Scalar) VarTimeInvert(x *Scalar) *Scalar {
	n.InvVarTime(&s.s, &x.s)
	return s
}

// Equal returns 1 if s = t, and 0 otherwise.
func (s *Scalar) Equal(t *Scalar) int { return n.Equal(&s.s, &t.s) }

// IsZero returns 1 if s = 0, and 0 otherwise.
func (s *Scalar) IsZero() int { return n.IsZero(&s.s) }

// IsHigh returns 1 if s, in [0, n), is above n/2, and 0 otherwise.
func (s *Scalar) IsHigh() int {
	l := s.s.Limbs()
	_, borrow := sub256(&halfOrder, &l)
	return int(borrow)
}

// SetCanonicalBytes sets s to the 32-byte big-endian integer x, which must be below
// n, and returns s. If it is not, or x has another length, SetCanonicalBytes returns
// nil and an error, and s is unchanged. Its time depends on whether it succeeds.
func (s *Scalar) SetCanonicalBytes(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errors.New("secp256k1: a scalar encoding must be 32 bytes")
	}
	if n.DecodeBE(&s.s, (*[32]byte)(x)) == 0 {
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
	n.ReduceBE(&s.s, (*[32]byte)(x))
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
	n.DecodeWideBE(&s.s, &b)
	return s, nil
}

// Bytes returns s in [0, n) as 32 bytes, big-endian.
func (s *Scalar) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return s.bytes(&b)
}

func (s *Scalar) bytes(b *[32]byte) []byte {
	n.EncodeBE(b, &s.s)
	return b[:]
}
