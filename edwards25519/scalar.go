// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
)

// n computes modulo l.
var n = scalar.Edwards25519

var (
	errWide       = errors.New("edwards25519: SetUniformBytes takes 64 bytes")
	errScalarSize = errors.New("edwards25519: a scalar encoding must be 32 bytes")
	errScalar     = errors.New("edwards25519: invalid scalar encoding")
	errClamping   = errors.New("edwards25519: SetBytesWithClamping takes 32 bytes")
)

// Scalar is an integer modulo
//
//	l = 2^252 + 27742317777372353535851937790883648493,
//
// the prime order of the subgroup that the generator spans. Its zero value is 0.
type Scalar struct {
	s scalar.Scalar // in a structure, so that scalars of other groups do not convert
}

// NewScalar returns a new scalar set to 0.
func NewScalar() *Scalar { return new(Scalar) }

// Set sets s = x and returns s.
func (s *Scalar) Set(x *Scalar) *Scalar {
	*s = *x
	return s
}

// Select sets s = x if cond is 1, and s = y if cond is 0, and returns s. cond must be one
// of the two.
func (s *Scalar) Select(x, y *Scalar, cond int) *Scalar {
	s.scalar().Select(x.scalar(), y.scalar(), cond)
	return s
}

// Add sets s = x + y mod l and returns s.
func (s *Scalar) Add(x, y *Scalar) *Scalar {
	n.Add(s.scalar(), x.scalar(), y.scalar())
	return s
}

// Subtract sets s = x - y mod l and returns s.
func (s *Scalar) Subtract(x, y *Scalar) *Scalar {
	n.Sub(s.scalar(), x.scalar(), y.scalar())
	return s
}

// Negate sets s = -x mod l and returns s.
func (s *Scalar) Negate(x *Scalar) *Scalar {
	n.Neg(s.scalar(), x.scalar())
	return s
}

// Multiply sets s = x·y mod l and returns s.
func (s *Scalar) Multiply(x, y *Scalar) *Scalar {
	n.Mul(s.scalar(), x.scalar(), y.scalar())
	return s
}

// MultiplyAdd sets s = x·y + z mod l and returns s.
func (s *Scalar) MultiplyAdd(x, y, z *Scalar) *Scalar {
	n.MulAdd(s.scalar(), x.scalar(), y.scalar(), z.scalar())
	return s
}

// Invert sets s = 1/x mod l and returns s. The inverse of 0 is 0.
func (s *Scalar) Invert(x *Scalar) *Scalar {
	n.Inv(s.scalar(), x.scalar())
	return s
}

// VarTimeInvert sets s = 1/x mod l and returns s, in variable time. The inverse of 0 is
// 0.
func (s *Scalar) VarTimeInvert(x *Scalar) *Scalar {
	n.InvVarTime(s.scalar(), x.scalar())
	return s
}

// Equal returns 1 if s = t, and 0 otherwise.
func (s *Scalar) Equal(t *Scalar) int { return n.Equal(s.scalar(), t.scalar()) }

// IsZero returns 1 if s = 0, and 0 otherwise.
func (s *Scalar) IsZero() int { return n.IsZero(s.scalar()) }

// SetUniformBytes sets s to the 64-byte little-endian integer x mod l and
// returns s: of 64 uniform bytes it makes a uniform scalar, as RFC 8032 does of
// SHA-512 digests. If x has another length, SetUniformBytes returns nil and an
// error, and s is unchanged.
func (s *Scalar) SetUniformBytes(x []byte) (*Scalar, error) {
	if len(x) != 64 {
		return nil, errWide
	}
	n.DecodeWide(s.scalar(), (*[64]byte)(x))
	return s, nil
}

// SetCanonicalBytes sets s to the 32-byte little-endian integer x, which must
// be below l, and returns s. If it is not, or x has another length,
// SetCanonicalBytes returns nil and an error, and s is unchanged. Its time
// depends on whether it succeeds.
func (s *Scalar) SetCanonicalBytes(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errScalarSize
	}
	if n.Decode(s.scalar(), (*[32]byte)(x)) == 0 {
		return nil, errScalar
	}
	return s, nil
}

// SetBytes is [Scalar.SetCanonicalBytes], under the name that all groups have.
func (s *Scalar) SetBytes(x []byte) (*Scalar, error) { return s.SetCanonicalBytes(x) }

// SetBytesWithClamping clamps the 32-byte little-endian integer x as in RFC
// 8032, section 5.1.5 (bits 0 to 2 and 255 are cleared, bit 254 is set), sets s to
// the result mod l and returns s. If x has another length, it returns nil and an
// error, and s is unchanged.
//
// Since s is reduced, a product with a point that has a small-order component
// differs from the one with the clamped integer, which is a multiple of 8; with
// points of the prime-order subgroup it does not.
func (s *Scalar) SetBytesWithClamping(x []byte) (*Scalar, error) {
	if len(x) != 32 {
		return nil, errClamping
	}
	curve.ReduceClamped(s.scalar(), (*[32]byte)(x))
	return s, nil
}

// Bytes returns s in [0, l) as 32 bytes, little-endian.
func (s *Scalar) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return s.bytes(&b)
}

func (s *Scalar) bytes(b *[32]byte) []byte {
	n.Encode(b, s.scalar())
	return b[:]
}
