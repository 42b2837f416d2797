// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ristretto255 implements the group ristretto255 of RFC 9496, which has
// the prime order
//
//	l = 2^252 + 27742317777372353535851937790883648493,
//
// and the integers modulo l. It is made from the curve of package edwards25519,
// and as fast, but has no cofactor: every element other than the identity
// generates the group, every element has one encoding, and every encoding that
// is accepted is that of one element. It is the group to build a protocol on
// whose proof asks for a group of prime order.
//
// The types have the methods of github.com/gtank/ristretto255 with the same
// meaning, those of its release 0.1.2 and those that replace them in its source:
// [Element.SetCanonicalBytes], [Element.SetUniformBytes] and [Element.Bytes] report
// errors and return values where Decode, FromUniformBytes and Encode panic or
// append. The receiver is set to the result and returned, and any argument may
// be the receiver.
//
// The zero value of Scalar is 0. The zero value of Element is not an element: using it in
// any way but as a receiver, or as the argument of Set, panics.
//
// Everything is constant-time unless its name says VarTime, except that decoding shows
// whether it succeeds.
package ristretto255

import (
	"unsafe"

	curve "secant.example/internal/edwards25519"
)

// What computes is in internal/edwards25519. The types here are its types with other
// methods, so that a pointer to one is a pointer to the other.

// element returns e for what computes, and panics if e is the zero value.
func (e *Element) element() *curve.Element {
	q := (*curve.Element)(e)
	if !q.Point().IsValid() {
		panic("ristretto255: use of an uninitialized Element")
	}
	return q
}

// point returns the point that represents e, and panics if e is the zero value.
func (e *Element) point() *curve.Point { return e.element().Point() }

// receiver returns the point that represents e, or whatever it is.
func (e *Element) receiver() *curve.Point { return (*curve.Element)(e).Point() }

// receivers returns es for what computes, whatever they are.
func receivers(es []Element) []curve.Element {
	// Go converts pointers to them, but not slices.
	return unsafe.Slice((*curve.Element)(unsafe.SliceData(es)), len(es))
}

// valid returns es for what computes, and panics if one is the zero value.
func valid(es []Element) []curve.Element {
	for i := range es {
		es[i].element()
	}
	return receivers(es)
}
