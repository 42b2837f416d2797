// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"errors"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/secrettext"
)

var (
	errLength   = errors.New("ristretto255: an element encoding must be 32 bytes")
	errEncoding = errors.New("ristretto255: invalid element encoding")
	errText     = errors.New("ristretto255: the text must be 32 bytes in padded base64")
)

// SetCanonicalBytes sets e to the element that the 32 bytes b encode and returns
// e. If b has another length or is not what [Element.Bytes] returns for an
// element, SetCanonicalBytes returns nil and an error, and e is unchanged. Its
// time depends on whether it succeeds, and on nothing else. See RFC 9496,
// section 4.3.1.
func (e *Element) SetCanonicalBytes(b []byte) (*Element, error) {
	if len(b) != 32 {
		return nil, errLength
	}
	if !(*curve.Element)(e).Decode((*[32]byte)(b)) {
		return nil, errEncoding
	}
	return e, nil
}

// SetBytes is [Element.SetCanonicalBytes], under the name that all groups have.
func (e *Element) SetBytes(b []byte) (*Element, error) { return e.SetCanonicalBytes(b) }

// SetCanonicalBytesBatch decodes many elements, like [Element.SetCanonicalBytes]
// but several at a time where the CPU can: where encodings[i] is that of an element
// it sets elements[i] to it and ok[i] to true, and elsewhere it leaves
// elements[i] unchanged and sets ok[i] to false. If the slices differ in length
// it returns an error and does nothing.
func SetCanonicalBytesBatch(elements []Element, encodings [][32]byte, ok []bool) error {
	if len(elements) != len(encodings) || len(elements) != len(ok) {
		return errLengths
	}
	curve.DecodeElements(receivers(elements), encodings, ok)
	return nil
}

// Decode is [Element.SetCanonicalBytes] without the result.
func (e *Element) Decode(b []byte) error {
	_, err := e.SetCanonicalBytes(b)
	return err
}

// Bytes returns the encoding of e, 32 bytes: the little-endian integer s in
// [0, 2^255 - 19), even, of RFC 9496, section 4.3.2. The identity gives zeros.
func (e *Element) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return e.bytes(&b)
}

// Encode appends the 32 bytes that [Element.Bytes] returns to b and returns the
// result.
func (e *Element) Encode(b []byte) []byte {
	var encoding [32]byte
	return append(b, e.bytes(&encoding)...)
}

func (e *Element) bytes(b *[32]byte) []byte {
	e.element().Encode(b)
	return b[:]
}

// BytesBatch sets encodings[i] to the encoding of elements[i], as [Element.Bytes]
// does, but several at a time where the CPU can. If the slices differ in length it
// returns an error and does nothing. See also [DoubleAndEncodeBatch].
func BytesBatch(encodings [][32]byte, elements []Element) error {
	if len(encodings) != len(elements) {
		return errLengths
	}
	curve.EncodeElements(encodings, valid(elements))
	return nil
}

// DoubleAndEncodeBatch sets encodings[i] to the encoding of [2]elements[i], what
// [Element.Double] and [Element.Bytes] give, at less than a fifth of the cost: it
// takes one inversion for up to 64 elements, and no square roots. If the slices
// differ in length it returns an error and does nothing.
//
// To encode elements themselves, compute their halves in the first place:
// multiply the scalars that they come from by 1/2.
func DoubleAndEncodeBatch(encodings [][32]byte, elements []Element) error {
	if len(encodings) != len(elements) {
		return errLengths
	}
	curve.EncodeDoubles(encodings, valid(elements))
	return nil
}

// MarshalText returns the encoding of e in base64, 44 characters with padding.
func (e *Element) MarshalText() ([]byte, error) { return marshalText(e.Bytes()), nil }

// UnmarshalText sets e to the element of which text is the MarshalText. If there
// is none, it returns an error, and e is unchanged.
func (e *Element) UnmarshalText(text []byte) error {
	b, err := unmarshalText(text)
	if err != nil {
		return err
	}
	return e.Decode(b)
}

// String returns the text of [Element.MarshalText].
func (e *Element) String() string { return string(marshalText(e.Bytes())) }

// marshalText is constant-time, as scalars may be secret.
func marshalText(b []byte) []byte { return secrettext.Std.AppendEncode(nil, b) }

// unmarshalText is the inverse of marshalText: it accepts neither line breaks nor
// stray bits, so that a value has one text. Its time depends on whether it succeeds.
func unmarshalText(text []byte) ([]byte, error) {
	b, ok := secrettext.Std.AppendDecode(nil, text)
	if !ok || len(b) != 32 {
		return nil, errText
	}
	return b, nil
}
