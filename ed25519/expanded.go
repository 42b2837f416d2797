// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import "secant.example/internal/edwards25519"

// An ExpandedPublicKey is a public key A with a table of its multiples, with which
// verification takes less than half the time. Making one takes somewhat longer than one
// verification. It takes a bit more than 8 KiB of memory.
//
// It does not change and may be used by many goroutines at once. Under the zero value,
// or a nil pointer, no signature is valid. See [CachingVerifier] for keys that are not
// known in advance.
type ExpandedPublicKey struct {
	minusA                edwards25519.ExpandedPoint // -A
	encoding              [32]byte
	canonical, smallOrder bool
	valid                 bool
}

// NewExpandedPublicKey returns the expanded form of publicKey, which it accepts if
// any rules do; verification checks it by the rules that are then asked for.
// A key of another length than 32 bytes, or that does not encode a point, is an
// [ErrPublicKey]. It is variable-time.
func NewExpandedPublicKey(publicKey PublicKey) (*ExpandedPublicKey, error) {
	if len(publicKey) != PublicKeySize {
		return nil, errPublicKeySize
	}
	var A edwards25519.Point
	if !A.Decode((*[32]byte)(publicKey), false) {
		return nil, ErrPublicKey
	}
	e := &ExpandedPublicKey{encoding: [32]byte(publicKey), valid: true}
	e.canonical = canonical(&e.encoding)
	e.smallOrder = A.IsSmallOrder() == 1
	e.minusA.Set(A.Negate(&A))
	return e, nil
}

// PublicKey returns the 32 bytes that the key was made from, and nil for the zero value.
func (e *ExpandedPublicKey) PublicKey() PublicKey {
	if e == nil || !e.valid {
		return nil
	}
	return append(PublicKey(nil), e.encoding[:]...)
}

// Verify is the function [Verify] for the key e, in variable time.
func (e *ExpandedPublicKey) Verify(message, sig []byte) bool {
	return e.VerifyWithRules(message, sig, Default, nil) == nil
}

// VerifyWithRules is the function [VerifyWithRules] for the key e, with the same results,
// in variable time.
func (e *ExpandedPublicKey) VerifyWithRules(message, sig []byte, rules Rules, opts *Options) error {
	if e == nil {
		return ErrPublicKey
	}
	var c claim
	if err := c.set(e.encoding[:], message, sig, rules, opts); err != nil {
		return err
	}
	return e.verify(&c)
}

// verify checks what set has not, for a claim about e.
func (e *ExpandedPublicKey) verify(c *claim) error {
	if err := e.check(c.rules); err != nil {
		return err
	}
	var V edwards25519.Point
	V.VarTimeDoubleScalarBaseMultExpanded(&c.k, &e.minusA, &c.S)
	return c.compare(&V)
}

// check checks the key by rules.
func (e *ExpandedPublicKey) check(rules Rules) error {
	switch {
	case !e.valid, !e.canonical && rules&AcceptNonCanonicalA == 0:
		return ErrPublicKey
	case e.smallOrder && rules&AcceptSmallOrderA == 0:
		return errSmallOrderA
	}
	return nil
}
