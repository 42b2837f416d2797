// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"errors"

	"secant.example/internal/scalar"
)

// n computes modulo l.
var n = scalar.Edwards25519

var (
	errScalarSize = errors.New("ristretto255: a scalar encoding must be 32 bytes")
	errScalar     = errors.New("ristretto255: invalid scalar encoding")
)

// Scalar is an integer modulo
//
//	l = 2^252 + 27742317777372353535851937790883648493,
//
// the order of the group. Its zero value is 0.
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

// Zero sets s = 0 and returns s.
func (s *Scalar) Zero() *Scalar {
	*s = Scalar{}
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

// Equal returns 1 if s = x, and 0 otherwise.
func (s *Scalar) Equal(x *Scalar) int { return n.Equal(s.scalar(), x.scalar()) }

// IsZero returns 1 if s = 0, and 0 otherwise.
func (s *Scalar) IsZero() int { return n.IsZero(s.scalar()) }

// SetUniformBytes sets s to the 64-byte little-endian integer b mod l and
// returns s. If b has another length, SetUniformBytes returns nil and an error,
// and s is unchanged.
func (s *Scalar) SetUniformBytes(b []byte) (*Scalar, error) {
	if len(b) != 64 {
		return nil, errWide
	}
	n.DecodeWide(s.scalar(), (*[64]byte)(b))
	return s, nil
}

// FromUniformBytes is [Scalar.SetUniformBytes], and panics if b is not 64 bytes
// long.
func (s *Scalar) FromUniformBytes(b []byte) *Scalar {
	if _, err := s.SetUniformBytes(b); err != nil {
		panic(err.Error())
	}
	return s
}

// SetCanonicalBytes sets s to the 32-byte little-endian integer b, which must be
// below l, and returns s. If it is not, or b has another length,
// SetCanonicalBytes returns nil and an error, and s is unchanged. Its time
// depends on whether it succeeds.
func (s *Scalar) SetCanonicalBytes(b []byte) (*Scalar, error) {
	if len(b) != 32 {
		return nil, errScalarSize
	}
	if n.Decode(s.scalar(), (*[32]byte)(b)) == 0 {
		return nil, errScalar
	}
	return s, nil
}

// SetBytes is [Scalar.SetCanonicalBytes], under the name that all groups have.
func (s *Scalar) SetBytes(b []byte) (*Scalar, error) { return s.SetCanonicalBytes(b) }

// Decode is [Scalar.SetCanonicalBytes] without the result.
func (s *Scalar) Decode(b []byte) error {
	_, err := s.SetCanonicalBytes(b)
	return err
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

// Encode appends the 32 bytes that [Scalar.Bytes] returns to b and returns the
// result.
func (s *Scalar) Encode(b []byte) []byte { return append(b, s.Bytes()...) }

// MarshalText returns the encoding of s in base64, 44 characters with padding.
func (s *Scalar) MarshalText() ([]byte, error) { return marshalText(s.Bytes()), nil }

// UnmarshalText sets s to the scalar of which text is the MarshalText. If there
// is none, it returns an error, and s is unchanged. Its time depends on whether it
// succeeds, and on nothing else.
func (s *Scalar) UnmarshalText(text []byte) error {
	b, err := unmarshalText(text)
	if err != nil {
		return err
	}
	return s.Decode(b)
}

// String returns the text of [Scalar.MarshalText].
func (s *Scalar) String() string { return string(marshalText(s.Bytes())) }
