// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"fmt"
	"log"

	"secant.example/ristretto255"
)

// randomScalar returns a random scalar.
func randomScalar() *ristretto255.Scalar {
	s, err := ristretto255.NewScalar().SetRandom(nil)
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// Diffie-Hellman. The encoding of an element is unique, and no element but the
// identity has a small order, so there is nothing to check beyond decoding and
// the identity.
func Example() {
	a, b := randomScalar(), randomScalar()
	sentByAlice := new(ristretto255.Element).ScalarBaseMult(a).Bytes()
	sentByBob := new(ristretto255.Element).ScalarBaseMult(b).Bytes()

	shared := func(secret *ristretto255.Scalar, received []byte) ([]byte, error) {
		peer, err := new(ristretto255.Element).SetCanonicalBytes(received)
		if err != nil {
			return nil, err
		}
		if peer.IsIdentity() == 1 {
			return nil, errors.New("the peer sent the identity")
		}
		return peer.ScalarMult(secret, peer).Bytes(), nil
	}
	ofAlice, err := shared(a, sentByBob)
	if err != nil {
		log.Fatal(err)
	}
	ofBob, err := shared(b, sentByAlice)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Equal(ofAlice, ofBob))
	// Output:
	// true
}

// An oblivious pseudorandom function: the server learns nothing about the input,
// the client nothing about the key. RFC 9497 makes a protocol of it.
func ExampleElement_SetHash() {
	key := randomScalar() // the server's

	// The client hashes its input and blinds it.
	dst := []byte("example.com-oprf-" + ristretto255.Suite)
	input, err := new(ristretto255.Element).SetHash([]byte("input"), dst)
	if err != nil {
		log.Fatal(err)
	}
	blind := randomScalar()
	request := new(ristretto255.Element).ScalarMult(blind, input).Bytes()

	// The server multiplies by its key.
	received, err := new(ristretto255.Element).SetCanonicalBytes(request)
	if err != nil {
		log.Fatal(err)
	}
	response := received.ScalarMult(key, received).Bytes()

	// The client takes the blind away.
	output, err := new(ristretto255.Element).SetCanonicalBytes(response)
	if err != nil {
		log.Fatal(err)
	}
	output.ScalarMult(blind.Invert(blind), output)

	fmt.Println(output.Equal(new(ristretto255.Element).ScalarMult(key, input)) == 1)
	// Output:
	// true
}

// A Schnorr proof of knowledge of x with X = [x]B, and its verification.
func ExampleElement_VarTimeDoubleScalarBaseMult() {
	challenge := func(X, R []byte) *ristretto255.Scalar {
		h := sha512.New()
		h.Write([]byte("example.com proof of knowledge"))
		h.Write(X)
		h.Write(R)
		return ristretto255.NewScalar().FromUniformBytes(h.Sum(nil))
	}
	x := randomScalar()
	X := new(ristretto255.Element).ScalarBaseMult(x)

	// The prover chooses r and sends R = [r]B and s = r + c·x.
	r := randomScalar()
	R := new(ristretto255.Element).ScalarBaseMult(r).Bytes()
	c := challenge(X.Bytes(), R)
	s := ristretto255.NewScalar().MultiplyAdd(c, x, r)

	// The verifier checks R = [s]B - [c]X. It decodes only X.
	c = challenge(X.Bytes(), R)
	minusX := new(ristretto255.Element).Negate(X)
	got := new(ristretto255.Element).VarTimeDoubleScalarBaseMult(c, minusX, s)
	fmt.Println(bytes.Equal(got.Bytes(), R))
	// Output:
	// true
}

// A Pedersen commitment to several values: [v_0]G_0 + [v_1]G_1 + ... + [r]B, with
// bases that nobody knows logarithms of.
func ExampleElement_MultiScalarMult() {
	values := []*ristretto255.Scalar{randomScalar(), randomScalar(), randomScalar()}
	var bases []*ristretto255.Element
	for i := range values {
		base, err := new(ristretto255.Element).SetHash(fmt.Appendf(nil, "base %d", i), []byte("example.com-commitment"))
		if err != nil {
			log.Fatal(err)
		}
		bases = append(bases, base)
	}
	r := randomScalar()
	commitment := new(ristretto255.Element).MultiScalarMult(values, bases)
	commitment.Add(commitment, new(ristretto255.Element).ScalarBaseMult(r))

	// Opening it needs no secrets, and may be fast.
	opened := new(ristretto255.Element).VarTimeMultiScalarMult(
		append(values, r), append(bases, ristretto255.NewGeneratorElement()))
	fmt.Println(opened.Equal(commitment) == 1)
	// Output:
	// true
}

// Many elements are encoded together through their halves.
func ExampleDoubleAndEncodeBatch() {
	two := ristretto255.NewScalar()
	if err := two.Decode(append([]byte{2}, make([]byte, 31)...)); err != nil {
		log.Fatal(err)
	}
	half := ristretto255.NewScalar().Invert(two)

	scalars := []*ristretto255.Scalar{randomScalar(), randomScalar(), randomScalar()}
	halves := make([]ristretto255.Element, len(scalars))
	for i, s := range scalars {
		halves[i].ScalarBaseMult(ristretto255.NewScalar().Multiply(half, s)) // [s/2]B
	}
	encodings := make([][32]byte, len(halves))
	if err := ristretto255.DoubleAndEncodeBatch(encodings, halves); err != nil {
		log.Fatal(err)
	}
	for i, s := range scalars {
		fmt.Println(bytes.Equal(encodings[i][:], new(ristretto255.Element).ScalarBaseMult(s).Bytes()))
	}
	// Output:
	// true
	// true
	// true
}

// Many commitments to the same bases: the bases are expanded once, and the sum
// uses its memory again.
func ExampleVarTimeMSM() {
	bases := make([]ristretto255.ExpandedElement, 2)
	for i := range bases {
		base, err := new(ristretto255.Element).SetHash(fmt.Appendf(nil, "base %d", i), []byte("example.com-commitment"))
		if err != nil {
			log.Fatal(err)
		}
		bases[i].Set(base)
	}

	var sum ristretto255.VarTimeMSM
	commit := func(v *ristretto255.Element, values []ristretto255.Scalar, r *ristretto255.Scalar) {
		sum.Reset()
		for i := range values {
			sum.AddExpanded(&values[i], &bases[i])
		}
		sum.AddBase(r)
		sum.Sum(v)
	}

	// Commitments add up like what they commit to.
	x := []ristretto255.Scalar{*randomScalar(), *randomScalar()}
	y := []ristretto255.Scalar{*randomScalar(), *randomScalar()}
	r, s := randomScalar(), randomScalar()
	var ofX, ofY, ofSum ristretto255.Element
	commit(&ofX, x, r)
	commit(&ofY, y, s)
	for i := range x {
		x[i].Add(&x[i], &y[i])
	}
	commit(&ofSum, x, r.Add(r, s))
	fmt.Println(ofSum.Equal(ofX.Add(&ofX, &ofY)) == 1)
	// Output:
	// true
}
