// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"encoding/binary"
	"fmt"
	"io"

	"secant.example/internal/doubleodd"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// MaxSignature is the size of the longest signature.
const MaxSignature = 64

// Options says how to sign.
type Options struct {
	Hash                  Hash
	Deterministic, Verify bool
}

// Sign returns the signature of data with a seed of 32 bytes that it reads from random, or
// from the system's secure source if random is nil, or with an empty one. Data must have
// the length that the hash function gives.
func (g *Group) Sign(k *PrivateKey, random io.Reader, data []byte, opts *Options) ([]byte, error) {
	if _, err := g.signable(k, opts.Hash); err != nil {
		return nil, err
	}
	if function := opts.Hash.find().function; function != 0 && len(data) != function.Size() {
		return nil, g.ErrHash
	}
	var b [32]byte
	seed := b[:0]
	if !opts.Deterministic {
		if err := entropy.Read(random, b[:]); err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
		seed = b[:]
	}
	sig, err := g.SignWithSeed(make([]byte, MaxSignature), k, data, seed, opts.Hash)
	if err != nil {
		return nil, err
	}
	if opts.Verify && !g.Verify(&k.public, data, sig, opts.Hash) {
		clear(sig)
		return nil, g.ErrFault
	}
	return sig, nil
}

// signable returns the identifier of hash, or why k cannot sign what it names.
func (g *Group) signable(k *PrivateKey, hash Hash) ([]byte, error) {
	identifier, ok := g.Generation.Identifier(hash)
	if !ok {
		return nil, g.ErrHash
	}
	if !k.isSet() {
		return nil, g.ErrPrivateKey
	}
	return identifier, nil
}

// SignWithSeed computes, with the hash function H of the generation,
//
//	k = H(d || Q || len(seed) || seed || hash || data) mod r, R = kG,
//	c = H(R || Q || hash || data), s = k + cd mod r,
//
// where the 2020 generation has a prefix for each, and no Q in k. The signature
// is c || s with 128 bits of c, or R || s. It is put in sig, of [MaxSignature] bytes.
func (g *Group) SignWithSeed(sig []byte, k *PrivateKey, data, seed []byte, hash Hash) ([]byte, error) {
	identifier, err := g.signable(k, hash)
	if err != nil {
		return nil, err
	}
	var d, h [32]byte
	var length [8]byte
	g.Order.Encode(&d, &k.d)
	binary.LittleEndian.PutUint64(length[:], uint64(len(seed)))
	if g.Generation == DO {
		g.Generation.Sum(h[:], g.signK, d[:], length[:], seed, identifier, data)
	} else {
		g.Generation.Sum(h[:], d[:], k.public.b[:], length[:], seed, identifier, data)
	}
	var nonce, c scalar.Scalar
	g.Order.Reduce(&nonce, &h)
	var R doubleodd.Point
	g.Curve.MulGen(&R, &nonce)
	g.encode(&h, &R)

	sig = sig[:g.SignatureSize:g.SignatureSize]
	first := sig[:g.SignatureSize-32] // R or c
	copy(first, h[:])
	g.challenge(&h, &h, &k.public, identifier, data)
	if g.Generation == JQ {
		copy(first, h[:])
	}
	g.Order.Reduce(&c, &h)
	g.Order.MulAdd(&c, &c, &k.d, &nonce)
	g.Order.Encode((*[32]byte)(sig[len(first):]), &c)
	return sig, nil
}

// challenge sets c to the challenge for R: 32 bytes, of which those after the first 16
// are 0 in the 2022 generation.
func (g *Group) challenge(c, R *[32]byte, q *PublicKey, identifier, data []byte) {
	var h [32]byte
	size := 16
	if g.Generation == DO {
		size = 32
	}
	g.Generation.Sum(h[:size], g.signE, R[:], q.b[:], identifier, data)
	*c = h
}

// VerifyBytes is Verify with the public key that publicKey encodes, in variable time.
func (g *Group) VerifyBytes(publicKey, data, sig []byte, hash Hash) bool {
	var q PublicKey
	return g.SetPublicKey(&q, publicKey) == nil && g.Verify(&q, data, sig, hash)
}

// Verify reports, in variable time, whether sig is a valid signature of data under q.
func (g *Group) Verify(q *PublicKey, data, sig []byte, hash Hash) bool {
	var c claim
	if !q.isSet() || !c.set(g, data, sig, hash) {
		return false
	}
	c.q, c.key = q.q, q.b
	return c.verify()
}

// verify verifies, in variable time, a claim with a key.
func (c *claim) verify() bool {
	if c.group.Generation == DO {
		return c.holds()
	}
	var R doubleodd.Point
	var h [32]byte
	c.recover(&R)
	c.group.Curve.VarTimeEncodeJQ(&h, &R)
	c.challenge(&h, &h)
	return h == c.first
}

// A claim is a signature whose form is valid, if it has a group.
type claim struct {
	group            *Group
	q                doubleodd.Point // the key, if it is decoded
	decoded          bool
	expanded         *ExpandedKey // the key, or nil
	key, first       [32]byte     // its encoding, and the signature but for s, with zeros
	s                scalar.Scalar
	identifier, data []byte
}

// set sets c but for the key, and reports whether the form is valid.
func (c *claim) set(g *Group, data, sig []byte, hash Hash) bool {
	identifier, ok := g.Generation.Identifier(hash)
	if !ok || len(sig) != g.SignatureSize || g.Order.Decode(&c.s, (*[32]byte)(sig[len(sig)-32:])) == 0 {
		return false
	}
	copy(c.first[:], sig[:len(sig)-32])
	c.group, c.identifier, c.data = g, identifier, data
	return true
}

// challenge sets h to the challenge for R.
func (c *claim) challenge(h, R *[32]byte) {
	q := PublicKey{b: c.key}
	c.group.challenge(h, R, &q, c.identifier, c.data)
}

// multiplier sets k to the challenge modulo the order, in variable time: what -Q is multiplied by.
func (c *claim) multiplier(k *scalar.Scalar) {
	h := c.first
	if c.group.Generation == DO {
		c.challenge(&h, &c.first)
	}
	c.group.Order.Reduce(k, &h)
}

// holds reports, in variable time, whether R = sG - eQ, of which the 2020 generation has R.
func (c *claim) holds() bool {
	var e scalar.Scalar
	c.multiplier(&e)
	if c.expanded != nil {
		return c.group.Curve.VarTimeVerifyDOExpanded(&c.first, &e, &c.expanded.minusQ, &c.s)
	}
	var minusQ doubleodd.Point
	c.group.Curve.Neg(&minusQ, &c.q)
	return c.group.Curve.VarTimeVerifyDO(&c.first, &e, &minusQ, &c.s)
}

// recover sets R to sG - cQ, in variable time, of which the 2022 generation has c.
func (c *claim) recover(R *doubleodd.Point) {
	var challenge scalar.Scalar
	c.multiplier(&challenge)
	if c.expanded != nil {
		c.group.Curve.VarTimeMulAddMulGenExpanded(R, &challenge, &c.expanded.minusQ, &c.s)
		return
	}
	var minusQ doubleodd.Point
	c.group.Curve.Neg(&minusQ, &c.q)
	c.group.Curve.VarTimeMulAddMulGen(R, &challenge, &minusQ, &c.s)
}
