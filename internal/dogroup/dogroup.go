// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dogroup is the API of the four double-odd groups: the types Point, Scalar,
// MSM and VarTimeMSM of the packages jq255e, jq255s, do255e and do255s, which are
// aliases of those here.
package dogroup

import (
	"errors"

	"secant.example/internal/dohash"
	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// Params is a group: a curve with one of the two generations of encodings.
type Params struct {
	Name       string
	Curve      *doubleodd.Curve
	Order      *scalar.Modulus
	Generation dohash.Generation

	// What hashes of the 2020 generation start with; empty in that of 2022.
	HashToCurve, SignK, SignE, ECDH []byte

	ErrPoint, ErrScalar, ErrHash, ErrLengths error
}

// NewParams returns the parameters of the group with this name.
func NewParams(name string, curve *doubleodd.Curve, generation dohash.Generation) *Params {
	p := &Params{
		Name:       name,
		Curve:      curve,
		Order:      curve.Order(),
		Generation: generation,
		ErrPoint:   errors.New(name + ": invalid point encoding"),
		ErrScalar:  errors.New(name + ": invalid scalar encoding"),
		ErrHash:    errors.New(name + ": unknown hash function"),
		ErrLengths: errors.New(name + ": slices differ in length"),
	}
	if generation == dohash.DO {
		p.HashToCurve = []byte(name + "-hash-to-curve:")
		p.SignK = []byte(name + "-sign-k:")
		p.SignE = []byte(name + "-sign-e:")
		p.ECDH = []byte(name + "-ecdh:")
	}
	return p
}

// Group tells the types of one group from those of another. It is a type without
// state, whose methods return parameters and do nothing else: so the compiler sees what
// becomes of all arguments of the functions that compute, and keeps them on the stack.
type Group interface {
	Curve() *doubleodd.Curve // for [doubleodd.Group]
	Params() *Params
}

// Of returns the parameters of the group G.
func Of[G Group]() *Params {
	var g G
	return g.Params()
}

// Decode sets q to the element that b encodes, and returns 1. If there is none it
// returns 0, and q is unchanged. It is constant-time.
func (p *Params) Decode(q *doubleodd.Point, b *[32]byte) int {
	if p.Generation == dohash.DO {
		return p.Curve.DecodeDO(q, b)
	}
	return p.Curve.DecodeJQ(q, b)
}

// Encode sets b to the encoding of q. It is constant-time.
func (p *Params) Encode(b *[32]byte, q *doubleodd.Point) {
	if p.Generation == dohash.DO {
		p.Curve.EncodeDO(b, q)
	} else {
		p.Curve.EncodeJQ(b, q)
	}
}
