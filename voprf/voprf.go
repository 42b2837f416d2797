// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package voprf implements the oblivious pseudorandom functions of RFC 9497 with the suite
// ristretto255-SHA512, in all three modes.
//
// A server has a [PrivateKey], and a client an input. Together they compute 64 bytes, the output, which is
// a hash of both: the server learns nothing about the input, nor about the output, and the client
// nothing else about the key.
//
//   - [OPRF]: the client has to trust that the server used its key.
//   - [VOPRF]: the client has the public key, and the server proves that it used the private key.
//   - [POPRF]: the same, and the output depends on public information, info, which both know.
//
// The client sends what [Client.Blind] makes of some inputs, the server answers with what
// [PrivateKey.BlindEvaluate] makes of that, and [Request.Finalize] gives the outputs. There is one proof
// for all inputs of a request. A key is for one mode.
//
// Elements are 32 bytes, proofs 64, and outputs 64. An input and info are at most 65534 bytes long, and a
// request has at most 65535 inputs. The identity is not an element that may be sent.
//
// # Timing
//
// Making keys, evaluating, blinding and unblinding take the same time and access the same memory for all
// keys, inputs and blinds; only lengths, numbers and errors show. The proof, and what is sent, is
// public, and what is computed of them alone is variable-time.
//
// Source: RFC 9497.
package voprf

import (
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/hash2curve"
	"secant.example/internal/scalar"
)

// Sizes in bytes.
const (
	PrivateKeySize = 32 // a scalar
	PublicKeySize  = 32 // an element
	ElementSize    = 32 // what is sent for each input
	ProofSize      = 64 // two scalars
	OutputSize     = 64
	SeedSize       = 32        // of DeriveKey
	MaxInput       = 1<<16 - 2 // of an input or info, which are shorter than 2^16 - 1: RFC 9497, section 5.1
	MaxInputs      = 1<<16 - 1 // how many there may be in a request
)

// A Mode is one of the three of RFC 9497. The zero value is none.
type Mode int

// The modes.
const (
	OPRF Mode = 1 + iota
	VOPRF
	POPRF
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrMode means that a [Mode] does not exist.
	ErrMode = errors.New("voprf: unknown mode")
	// ErrPrivateKey means that a private key is not of 32 bytes, is zero or not below the order of the
	// group; that a seed is not of 32 bytes; or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("voprf: invalid private key")
	// ErrPublicKey means that a public key is not the encoding of an element other than the identity, or
	// is given for OPRF; or that a [Client] was never made.
	ErrPublicKey = errors.New("voprf: invalid public key")
	// ErrInput means that an input or info is too long, that there are no inputs or too many, or that
	// there is info in another mode than POPRF. Nobody knows an input, or info, that is an error for
	// other reasons.
	ErrInput = errors.New("voprf: invalid input")
	// ErrElement means that something sent is not the encoding of an element other than the identity, or that
	// there are not as many as there should be.
	ErrElement = errors.New("voprf: invalid element")
	// ErrProof means that a proof is not one for what was sent, or is there in the mode OPRF.
	ErrProof = errors.New("voprf: invalid proof")
)

// order computes modulo the order of the group.
var order = scalar.Edwards25519

// context returns the contextString of a mode after a prefix.
func (m Mode) context(prefix string) []byte {
	return append(append([]byte(prefix+"OPRFV1-"), byte(m-OPRF)), "-ristretto255-SHA512"...)
}

// check returns an error if there is no such mode.
func (m Mode) check() error {
	if m < OPRF || m > POPRF {
		return ErrMode
	}
	return nil
}

// hashToScalar sets x to a hash of message.
func (m Mode) hashToScalar(x *scalar.Scalar, prefix string, message []byte) {
	var wide [64]byte
	if err := hash2curve.ExpandXMD(wide[:], message, m.context(prefix)); err != nil {
		panic(err) // the tag is not empty, and 64 bytes are not too many
	}
	order.DecodeWide(x, &wide)
}

// hashToGroup sets e to a hash of input. If that is the identity, it is an [ErrInput].
func (m Mode) hashToGroup(e *curve.Element, input []byte) error {
	if len(input) > MaxInput {
		return fmt.Errorf("%w: longer than %d bytes", ErrInput, MaxInput)
	}
	if err := e.SetHash(input, m.context("HashToGroup-")); err != nil {
		return err
	}
	if e.IsIdentity() == 1 {
		return ErrInput
	}
	return nil
}

// tweak sets t to the scalar that is made of info. In modes other than POPRF, t stays as it is.
func (m Mode) tweak(t *scalar.Scalar, info []byte) error {
	switch {
	case len(info) > MaxInput:
		return fmt.Errorf("%w: info is longer than %d bytes", ErrInput, MaxInput)
	case m == POPRF:
		m.hashToScalar(t, "HashToScalar-", appendSized([]byte("Info"), info))
	case len(info) > 0:
		return fmt.Errorf("%w: info in a mode without it", ErrInput)
	}
	return nil
}

// output returns the hash of an input and of the encoding of the element that it becomes.
func (m Mode) output(input, info []byte, encoding *[32]byte) []byte {
	b := appendSized(nil, input)
	if m == POPRF {
		b = appendSized(b, info)
	}
	h := sha512.Sum512(append(appendSized(b, encoding[:]), "Finalize"...))
	return h[:]
}

// appendSized appends the length of x in two bytes, and x.
func appendSized(b, x []byte) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(x))), x...)
}

// decode sets elements to those that are encoded, of which none may be the identity.
func decode(elements []curve.Element, encodings [][]byte) bool {
	arrays, ok := make([][32]byte, len(encodings)), make([]bool, len(encodings))
	for i, b := range encodings {
		if len(b) != ElementSize {
			return false
		}
		arrays[i] = [32]byte(b)
	}
	curve.DecodeElements(elements, arrays, ok)
	for i := range elements {
		if !ok[i] || elements[i].IsIdentity() == 1 {
			return false
		}
	}
	return true
}

// randomScalar sets x to a random number that is not 0.
func randomScalar(x *scalar.Scalar, random io.Reader) error {
	var wide [64]byte
	if err := entropy.ReadKey(random, wide[:]); err != nil {
		return fmt.Errorf("voprf: %w", err)
	}
	order.DecodeWide(x, &wide)
	if order.IsZero(x) == 1 {
		return errors.New("voprf: a random number is zero")
	}
	return nil
}
