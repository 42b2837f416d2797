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
