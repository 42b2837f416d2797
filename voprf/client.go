// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package voprf

import (
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
)

// A Client is a mode, and the public key of a server. The zero value is none: using it is an
// [ErrPublicKey]. It may be used by several goroutines at once.
type Client struct {
	mode     Mode
	key      curve.Element
	encoding [PublicKeySize]byte
}

// NewClient returns the client of a server. The public key is of 32 bytes, or nil in the mode OPRF, and
// otherwise an [ErrPublicKey]. A mode that does not exist is an [ErrMode].
func NewClient(mode Mode, publicKey []byte) (*Client, error) {
	if err := mode.check(); err != nil {
		return nil, err
	}
	c := &Client{mode: mode}
	if mode == OPRF {
		if len(publicKey) != 0 {
			return nil, ErrPublicKey
		}
		return c, nil
	}
	var key [1]curve.Element
	if !decode(key[:], [][]byte{publicKey}) {
		return nil, ErrPublicKey
	}
	c.key, c.encoding = key[0], [PublicKeySize]byte(publicKey)
	return c, nil
}

// A Request is what a client keeps until the server has answered: the inputs, and how they were blinded.
// The zero value is none.
type Request struct {
	client    Client // in the mode POPRF with the key for info
	info      []byte
	inputs    [][]byte
	blinds    []scalar.Scalar
	elements  []curve.Element
	encodings [][32]byte
}

// Blind returns the request for some inputs. info is for POPRF only, and may be empty there. An input or
// info that is too long is an [ErrInput], and so is it if there are no inputs, or too many. For each
// input 64 bytes are read from random, or from the system's secure source if random is nil. An error of
// random is returned, wrapped. It is constant-time.
//
// Source: RFC 9497, sections 3.3.1 to 3.3.3, Blind.
func (c *Client) Blind(inputs [][]byte, info []byte, random io.Reader) (*Request, error) {
	blinds := make([]scalar.Scalar, min(len(inputs), MaxInputs))
	for i := range blinds {
		if err := randomScalar(&blinds[i], random); err != nil {
			return nil, err
		}
	}
	return c.blind(inputs, info, blinds)
}

// blind is Blind with the random numbers.
func (c *Client) blind(inputs [][]byte, info []byte, blinds []scalar.Scalar) (*Request, error) {
	if c == nil || c.mode == 0 {
		return nil, ErrPublicKey
	}
	n := len(inputs)
	if n == 0 || n > MaxInputs {
		return nil, ErrInput
	}
	r := &Request{client: *c, info: append([]byte(nil), info...), blinds: blinds, elements: make([]curve.Element, n), encodings: make([][32]byte, n)}
	var t scalar.Scalar
	if err := c.mode.tweak(&t, info); err != nil {
		return nil, err
	}
	if c.mode == POPRF {
		key := &r.client.key
		var T curve.Point
		key.Point().Add(key.Point(), T.ScalarBaseMult(&t))
		if key.IsIdentity() == 1 {
			return nil, ErrInput
		}
		key.Encode(&r.client.encoding)
	}
	for i, input := range inputs {
		if err := c.mode.hashToGroup(&r.elements[i], input); err != nil {
			return nil, err
		}
		r.inputs = append(r.inputs, append([]byte(nil), input...))
		// Half of what is sent, whose double is encoded in less time.
		var half scalar.Scalar
		order.Halve(&half, &blinds[i])
		r.elements[i].Point().ScalarMult(&half, r.elements[i].Point())
	}
	curve.EncodeDoubles(r.encodings, r.elements)
	for i := range r.elements {
		r.elements[i].Point().Double(r.elements[i].Point())
	}
	return r, nil
}

// Blinded returns what to send to the server: 32 bytes for each input. Of the zero value it returns nil.
func (r *Request) Blinded() (blinded [][]byte) {
	if r == nil {
		return nil
	}
	for i := range r.encodings {
		blinded = append(blinded, append([]byte(nil), r.encodings[i][:]...))
	}
	return blinded
}

// Finalize returns the outputs, 64 bytes for each input, from the server's answer, if the proof, which
// is empty in the mode OPRF, is valid. Otherwise it returns an [ErrElement] or an [ErrProof]. It is
// constant-time in the inputs, the blinds and the outputs.
//
// Source: RFC 9497, sections 3.3.1 to 3.3.3, Finalize.
func (r *Request) Finalize(evaluated [][]byte, proof []byte) ([][]byte, error) {
	if r == nil || len(evaluated) != len(r.inputs) || len(evaluated) == 0 {
		return nil, ErrElement
	}
	elements := make([]curve.Element, len(evaluated))
	if !decode(elements, evaluated) {
		return nil, ErrElement
	}
	if r.client.mode == OPRF {
		if len(proof) != 0 {
			return nil, ErrProof
		}
	} else {
		s := &statement{mode: r.client.mode, B: r.client.encoding, c: r.encodings, C: r.elements, D: elements}
		for _, b := range evaluated {
			s.d = append(s.d, [32]byte(b))
		}
		if r.client.mode == POPRF {
			s.c, s.d, s.C, s.D = s.d, s.c, s.D, s.C
		}
		if !s.verify(&r.client.key, proof) {
			return nil, ErrProof
		}
	}
	encodings := make([][32]byte, len(elements))
	for i := range elements {
		var x scalar.Scalar
		order.Inv(&x, &r.blinds[i])
		order.Halve(&x, &x)
		elements[i].Point().ScalarMult(&x, elements[i].Point())
	}
	curve.EncodeDoubles(encodings, elements)
	var outputs [][]byte
	for i := range encodings {
		outputs = append(outputs, r.client.mode.output(r.inputs[i], r.info, &encodings[i]))
	}
	return outputs, nil
}
