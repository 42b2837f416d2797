// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255

import (
	"errors"

	curve "secant.example/internal/edwards25519"
)

// Suite is the identifier of the suite that [Element.SetHash] computes, in the
// terms of RFC 9380.
const Suite = "ristretto255_XMD:SHA-512_R255MAP_RO_"

var (
	errTag  = errors.New("ristretto255: the domain separation tag must not be empty")
	errWide = errors.New("ristretto255: an element is made of 64 uniform bytes")
)

// SetHash sets e to the hash of msg to the group under the domain separation tag
// dst, and returns e: hash_to_ristretto255 of RFC 9380, appendix B, with
// expand_message_xmd and SHA-512, the suite [Suite]. Nobody knows the logarithm
// of the result to any base.
//
// dst names the protocol and the purpose, so that no two of them share a hash
// function: RFC 9380, section 3.1, says how to choose it. If it is empty, SetHash
// returns nil and an error, and e is unchanged. The time depends on the lengths
// only.
func (e *Element) SetHash(msg, dst []byte) (*Element, error) {
	if (*curve.Element)(e).SetHash(msg, dst) != nil {
		return nil, errTag // the one error that there is
	}
	return e, nil
}

// SetUniformBytes sets e to the image of the 64 bytes b under the one-way map of
// RFC 9496, section 4.3.4, and returns e. If b is uniform, so is e, and nobody
// knows its logarithm. If b has another length, SetUniformBytes returns nil and
// an error, and e is unchanged.
func (e *Element) SetUniformBytes(b []byte) (*Element, error) {
	if len(b) != 64 {
		return nil, errWide
	}
	e.setUniform((*[64]byte)(b))
	return e, nil
}

func (e *Element) setUniform(b *[64]byte) { (*curve.Element)(e).SetUniform(b) }

// FromUniformBytes is [Element.SetUniformBytes], and panics if b is not 64 bytes
// long.
func (e *Element) FromUniformBytes(b []byte) *Element {
	if _, err := e.SetUniformBytes(b); err != nil {
		panic(err.Error())
	}
	return e
}
