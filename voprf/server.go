// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package voprf

import (
	"crypto"
	"fmt"
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// A PrivateKey is a scalar k for one mode. The zero value is no key: evaluating with it is an
// [ErrPrivateKey]. A PrivateKey may be used by several goroutines at once.
type PrivateKey struct {
	mode   Mode
	k      scalar.Scalar
	public [PublicKeySize]byte
}

// GenerateKey returns a new private key, of 64 bytes read from random, or from the system's secure
// source if random is nil. An error of random is returned, wrapped; so is one if the bytes are zero. A
// mode that does not exist is an [ErrMode].
func GenerateKey(mode Mode, random io.Reader) (*PrivateKey, error) {
	if err := mode.check(); err != nil {
		return nil, err
	}
	var k scalar.Scalar
	if err := randomScalar(&k, random); err != nil {
		return nil, err
	}
	return newPrivateKey(mode, &k), nil
}

// DeriveKey returns the private key that a secret seed of 32 bytes and public info, of up to 65534
// bytes, make. A seed of another length is an [ErrPrivateKey], info that is too long an [ErrInput], and
// a mode that does not exist an [ErrMode]. It is constant-time.
//
// Source: RFC 9497, section 3.2.1, DeriveKeyPair.
func DeriveKey(mode Mode, seed, info []byte) (*PrivateKey, error) {
	if err := mode.check(); err != nil {
		return nil, err
	}
	if len(seed) != SeedSize {
		return nil, fmt.Errorf("%w: the seed is not of 32 bytes", ErrPrivateKey)
	}
	if len(info) > MaxInput {
		return nil, ErrInput
	}
	message := append(appendSized(append([]byte(nil), seed...), info), 0)
	var k scalar.Scalar
	for counter := range 256 {
		message[len(message)-1] = byte(counter)
		if mode.hashToScalar(&k, "DeriveKeyPair", message); order.IsZero(&k) == 0 {
			return newPrivateKey(mode, &k), nil
		}
	}
	return nil, ErrPrivateKey
}

// NewPrivateKey returns the private key of 32 bytes, little-endian. Unless they are in [1, l) for the
// order l of the group, it is an [ErrPrivateKey]. A mode that does not exist is an [ErrMode]. It is
// constant-time, but for the error.
func NewPrivateKey(mode Mode, b []byte) (*PrivateKey, error) {
	if err := mode.check(); err != nil {
		return nil, err
	}
	var k scalar.Scalar
	if len(b) != PrivateKeySize || order.Decode(&k, (*[32]byte)(b)) == 0 || order.IsZero(&k) == 1 {
		return nil, ErrPrivateKey
	}
	return newPrivateKey(mode, &k), nil
}

func newPrivateKey(mode Mode, k *scalar.Scalar) *PrivateKey {
	key := &PrivateKey{mode: mode, k: *k}
	var e curve.Element
	e.Point().ScalarBaseMult(k)
	e.Encode(&key.public)
	return key
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.mode != 0 }

// Bytes returns the 32 bytes of k, little-endian, or nil if k was never set. It is constant-time.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	b := make([]byte, PrivateKeySize)
	order.Encode((*[32]byte)(b), &k.k)
	return b
}

// PublicKey returns the 32 bytes of the public key, or nil if k was never set.
func (k *PrivateKey) PublicKey() []byte {
	if !k.isSet() {
		return nil
	}
	return append([]byte(nil), k.public[:]...)
}

// Equal reports whether x is a *PrivateKey with the same bytes and mode, in constant time. A key that
// was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && k.isSet() && y.isSet() && k.mode == y.mode && order.Equal(&k.k, &y.k) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// exponent sets t to k, or in the mode POPRF to k plus a hash of info, and e to what elements are
// multiplied by: t, or 1/t.
func (k *PrivateKey) exponent(t, e *scalar.Scalar, info []byte) error {
	if !k.isSet() {
		return ErrPrivateKey
	}
	if err := k.mode.tweak(t, info); err != nil {
		return err
	}
	order.Add(t, t, &k.k)
	if order.IsZero(t) == 1 { // who knows such info knows k
		return ErrInput
	}
	if *e = *t; k.mode == POPRF {
		order.Inv(e, t)
	}
	return nil
}

// BlindEvaluate returns the answer to a request: an element for each of the blinded ones, of 32 bytes
// each, and one proof, of 64 bytes, for all, which is nil in the mode OPRF. info is for POPRF only, and
// may be empty there. What is not an element, or if there are none or too many, is an [ErrElement];
// other errors are an [ErrInput] and an [ErrPrivateKey].
//
// The secret number of the proof is made of the key, the request, and 64 bytes that are read from random, or
// from the system's secure source if random is nil: also with a random that is known, or gives the same
// twice, the proof does not give the key away. An error of random is returned, wrapped; so is one if the bytes
// are zero. It is constant-time.
//
// Source: RFC 9497, sections 3.3.1 to 3.3.3, BlindEvaluate.
func (k *PrivateKey) BlindEvaluate(blinded [][]byte, info []byte, random io.Reader) (evaluated [][]byte, proof []byte, err error) {
	var r scalar.Scalar
	if k.isSet() && k.mode != OPRF {
		if err := k.nonce(&r, blinded, info, random); err != nil {
			return nil, nil, err
		}
	}
	return k.blindEvaluate(blinded, info, &r)
}

// nonce sets r to a secret number for the proof of a request: a hash of random bytes, the key, and all that
// the proof depends on. RFC 9497 asks for a random number, which nobody else can tell from this one.
func (k *PrivateKey) nonce(r *scalar.Scalar, blinded [][]byte, info []byte, random io.Reader) error {
	message := make([]byte, 64+PrivateKeySize)
	if err := entropy.ReadKey(random, message[:64]); err != nil {
		return fmt.Errorf("voprf: %w", err)
	}
	order.Encode((*[PrivateKeySize]byte)(message[64:]), &k.k)
	message = appendSized(message, info)
	for _, b := range blinded {
		message = append(message, b...)
	}
	k.mode.hashToScalar(r, "Nonce-", message)
	return nil
}

// blindEvaluate is BlindEvaluate with the random number r.
func (k *PrivateKey) blindEvaluate(blinded [][]byte, info []byte, r *scalar.Scalar) (evaluated [][]byte, proof []byte, err error) {
	var t, e, half scalar.Scalar
	if err := k.exponent(&t, &e, info); err != nil {
		return nil, nil, err
	}
	if len(blinded) == 0 || len(blinded) > MaxInputs {
		return nil, nil, ErrElement
	}
	elements := make([]curve.Element, len(blinded))
	if !decode(elements, blinded) {
		return nil, nil, ErrElement
	}
	// Halves are computed, because their doubles are encoded in less time.
	order.Halve(&half, &e)
	halves, encodings := make([]curve.Element, len(blinded)), make([][32]byte, len(blinded))
	for i := range halves {
		halves[i].Point().ScalarMult(&half, elements[i].Point())
	}
	curve.EncodeDoubles(encodings, halves)
	for i := range encodings {
		evaluated = append(evaluated, encodings[i][:])
	}
	if k.mode == OPRF {
		return evaluated, nil, nil
	}
	s := &statement{mode: k.mode, B: k.public, C: elements, d: encodings}
	for _, b := range blinded {
		s.c = append(s.c, [32]byte(b))
	}
	if k.mode == POPRF {
		// [t]evaluated = blinded, for the key [t]G.
		var key curve.Element
		key.Point().ScalarBaseMult(&t)
		key.Encode(&s.B)
		s.c, s.d, s.C = s.d, s.c, halves
		for i := range halves {
			halves[i].Point().Double(halves[i].Point())
		}
	}
	return evaluated, s.prove(&t, r), nil
}

// Evaluate returns the output for an input, 64 bytes, without a client. info is for POPRF only. An input
// or info that is too long is an [ErrInput]. It is constant-time.
//
// Source: RFC 9497, sections 3.3.1 and 3.3.3, Evaluate.
func (k *PrivateKey) Evaluate(input, info []byte) ([]byte, error) {
	var t, e, half scalar.Scalar
	if err := k.exponent(&t, &e, info); err != nil {
		return nil, err
	}
	var in curve.Element
	if err := k.mode.hashToGroup(&in, input); err != nil {
		return nil, err
	}
	var halves [1]curve.Element
	var encodings [1][32]byte
	order.Halve(&half, &e)
	halves[0].Point().ScalarMult(&half, in.Point())
	curve.EncodeDoubles(encodings[:], halves[:])
	return k.mode.output(input, info, &encodings[0]), nil
}
