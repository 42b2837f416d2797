// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// An ExpandedPublicKey is a public key with a table of its multiples, with which verification takes
// half the time. Making one takes somewhat longer than one verification. It takes a bit more than 8 KiB of
// memory.
//
// It does not change and may be used by many goroutines at once. Under the zero value, or a nil pointer,
// no signature is valid.
type ExpandedPublicKey struct {
	public    PublicKey
	multiples curve.ExpandedPoint
}

// NewExpandedPublicKey returns the expanded form of the public key that 32 bytes encode. If b has another
// length, or is not the encoding of an element, it is an [ErrPublicKey]. It is variable-time.
func NewExpandedPublicKey(b []byte) (*ExpandedPublicKey, error) {
	p, err := NewPublicKey(b)
	if err != nil {
		return nil, err
	}
	e := &ExpandedPublicKey{public: *p}
	e.multiples.Set(p.element.Point())
	return e, nil
}

// PublicKey returns the public key that e was made of. Of an ExpandedPublicKey that was never set it is a
// PublicKey that was never set.
func (e *ExpandedPublicKey) PublicKey() *PublicKey {
	p := new(PublicKey)
	if e != nil {
		*p = e.public
	}
	return p
}

// Verify is [PublicKey.Verify] under e, in variable time.
func (e *ExpandedPublicKey) Verify(context, message, sig []byte) bool {
	t := transcriptOf(context, message)
	return e.VerifyTranscript(&t, sig)
}

// VerifyTranscript is [PublicKey.VerifyTranscript] under e, in variable time.
//
// As schnorrkel does, it encodes [s]B - [k]A, and compares with the R of the signature: half of that is
// computed, because its double is encoded in less time, and without a square root.
func (e *ExpandedPublicKey) VerifyTranscript(t *merlin.Transcript, sig []byte) bool {
	var c claim
	if e == nil || !e.public.isSet() || !c.set(e.public.encoding[:], t, sig) {
		return false
	}
	order.Halve(&c.s, &c.s)
	order.Halve(&c.k, &c.k)
	var half [1]curve.Element
	var R [1][32]byte
	e.difference(&half[0], &c)
	curve.EncodeDoubles(R[:], half[:])
	return R[0] == c.R
}

// difference sets v = [s]B - [k]A for the s and k of c, in variable time.
func (e *ExpandedPublicKey) difference(v *curve.Element, c *claim) {
	var minusK scalar.Scalar
	order.Neg(&minusK, &c.k)
	v.Point().VarTimeDoubleScalarBaseMultExpanded(&minusK, &e.multiples, &c.s)
}
