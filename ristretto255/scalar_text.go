// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

// MarshalText returns the encoding of s in base64, 44 characters with padding. It is not
// constant-time: it is for scalars that are not secret.
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
