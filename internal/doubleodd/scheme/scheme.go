// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package scheme is what the packages jq255e, jq255s, do255e and do255s do: encodings,
// hashes to the group, keys, signatures and key exchange. All is methods of a record of
// parameters, [Group], and takes the types of internal/doubleodd and internal/scalar; the
// four packages only have types of their own over those, and the documentation.
package scheme

import (
	"errors"

	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// A Group is a curve with one of the two generations of encodings and schemes.
type Group struct {
	Curve      *doubleodd.Curve
	Order      *scalar.Modulus
	Generation Generation

	// SignatureSize is the length of a signature in bytes.
	SignatureSize int

	// The errors that the packages export.
	ErrPrivateKey, ErrPublicKey, ErrHash, ErrFault error

	name                             string
	errPoint, errEmptyTag, errRandom error

	// What hashes of the 2020 generation start with; empty in that of 2022.
	hashToCurve, signK, signE, ecdh []byte
}

// The groups.
var (
	JQ255E = newGroup("jq255e", doubleodd.E, JQ)
	JQ255S = newGroup("jq255s", doubleodd.S, JQ)
	DO255E = newGroup("do255e", doubleodd.E, DO)
	DO255S = newGroup("do255s", doubleodd.S, DO)
)

func newGroup(name string, curve *doubleodd.Curve, generation Generation) *Group {
	g := &Group{
		Curve:         curve,
		Order:         curve.Order(),
		Generation:    generation,
		SignatureSize: 48,
		ErrPrivateKey: errors.New(name + ": invalid private key"),
		ErrPublicKey:  errors.New(name + ": invalid public key"),
		ErrHash:       errors.New(name + ": unknown hash function, or data that is none of its digests"),
		ErrFault:      errors.New(name + ": the signature just made is not valid"),
		name:          name,
		errPoint:      errors.New(name + ": invalid point encoding"),
		errEmptyTag:   errors.New(name + ": the domain separation tag must not be empty"),
		errRandom:     errors.New(name + ": the random bytes are 0 modulo the order"),
	}
	if generation == DO {
		g.SignatureSize = 64
		g.hashToCurve = []byte(name + "-hash-to-curve:")
		g.signK = []byte(name + "-sign-k:")
		g.signE = []byte(name + "-sign-e:")
		g.ecdh = []byte(name + "-ecdh:")
	}
	return g
}
