// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package voprf

import (
	"crypto/sha512"
	"encoding/binary"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
)

// A statement says that B = [k]G and D[i] = [k]C[i] for all i, for the generator G and one k.
type statement struct {
	mode Mode
	B    [32]byte
	c, d [][32]byte      // the encodings
	C    []curve.Element // and the elements
	D    []curve.Element // which only verification needs
}

// composites sets M and, unless it is nil, Z to sums of multiples of C and of D, by hashes of everything, in
// variable time: what is stated is public.
//
// Source: RFC 9497, section 2.2.1, ComputeComposites.
func (s *statement) composites(M, Z *curve.Element) {
	seed := sha512.Sum512(appendSized(appendSized(nil, s.B[:]), s.mode.context("Seed-")))
	var m, z curve.VarTimeMSM
	for i := range s.c {
		b := binary.BigEndian.AppendUint16(appendSized(nil, seed[:]), uint16(i))
		b = append(appendSized(appendSized(b, s.c[i][:]), s.d[i][:]), "Composite"...)
		var x scalar.Scalar
		s.mode.hashToScalar(&x, "HashToScalar-", b)
		m.Add(&x, s.C[i].Point())
		if Z != nil {
			z.Add(&x, s.D[i].Point())
		}
	}
	m.Sum(M.Point())
	if Z != nil {
		z.Sum(Z.Point())
	}
}

// challenge sets c to the hash of B, M, Z and the two commitments.
func (s *statement) challenge(c *scalar.Scalar, elements *[4]curve.Element) {
	var encodings [4][32]byte
	curve.EncodeElements(encodings[:], elements[:])
	b := appendSized(nil, s.B[:])
	for i := range encodings {
		b = appendSized(b, encodings[i][:])
	}
	s.mode.hashToScalar(c, "HashToScalar-", append(b, "Challenge"...))
}

// prove returns c || s for the secrets k and r, where c is the challenge for [r]G and [r]M, and s = r - c·k.
//
// Source: RFC 9497, section 2.2.1, GenerateProof.
func (s *statement) prove(k, r *scalar.Scalar) []byte {
	var e [4]curve.Element // M, Z, [r]G, [r]M
	s.composites(&e[0], nil)
	curve.ScalarMultPair(e[1].Point(), e[3].Point(), k, r, e[0].Point())
	e[2].Point().ScalarBaseMult(r)
	var c, z scalar.Scalar
	s.challenge(&c, &e)
	order.Mul(&z, &c, k)
	order.Sub(&z, r, &z)
	proof := make([]byte, ProofSize)
	order.Encode((*[32]byte)(proof), &c)
	order.Encode((*[32]byte)(proof[32:]), &z)
	return proof
}

// verify reports whether a proof is one of the statement, in variable time. B is the element that s.B
// encodes.
//
// Source: RFC 9497, section 2.2.2, VerifyProof.
func (s *statement) verify(B *curve.Element, proof []byte) bool {
	var c, z, zero, want scalar.Scalar
	if len(proof) != ProofSize || order.Decode(&c, (*[32]byte)(proof))&order.Decode(&z, (*[32]byte)(proof[32:])) == 0 {
		return false
	}
	var e [4]curve.Element
	s.composites(&e[0], &e[1])
	e[2].Point().VarTimeDoubleScalarBaseMult(&c, B.Point(), &z)
	e[3].Point().VarTimeTripleScalarBaseMult(&z, e[0].Point(), &c, e[1].Point(), &zero)
	s.challenge(&want, &e)
	return order.Equal(&c, &want) == 1
}
