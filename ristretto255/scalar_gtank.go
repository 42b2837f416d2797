// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

// Methods of Scalar under the names that they have in github.com/gtank/ristretto255.

// Zero sets s = 0 and returns s.
func (s *Scalar) Zero() *Scalar {
	*s = Scalar{}
	return s
}

// FromUniformBytes is [Scalar.SetUniformBytes], and panics if b is not 64 bytes
// long.
func (s *Scalar) FromUniformBytes(b []byte) *Scalar {
	if _, err := s.SetUniformBytes(b); err != nil {
		panic(err.Error())
	}
	return s
}

// Decode is [Scalar.SetCanonicalBytes] without the result.
func (s *Scalar) Decode(b []byte) error {
	_, err := s.SetCanonicalBytes(b)
	return err
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
