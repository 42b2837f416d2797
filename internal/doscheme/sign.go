// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doscheme

import (
	"bytes"
	"crypto"
	"encoding/binary"
	"fmt"
	"io"

	"secant.example/internal/dohash"
	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// Sign returns a signature of data, for [crypto.Signer]. If random is nil, it is
// deterministic; otherwise 32 bytes are read from random, which make the nonce another one
// and need not be good. opts says what data is: nil or 0 for raw data, a hash
// function of package crypto that has a name, or a Hash. An unknown hash function
// is an error, as is one of random, wrapped. It is constant-time.
func (k *PrivateKey[S]) Sign(random io.Reader, data []byte, opts crypto.SignerOpts) ([]byte, error) {
	p := of[S]()
	hash, ok := dohash.FromOptions(opts)
	if !ok {
		return nil, p.ErrHash
	}
	sig := make([]byte, maxSignature)
	if random == nil {
		return p.sign(sig, &k.k, data, nil, hash)
	}
	var seed [32]byte
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return nil, fmt.Errorf("%s: reading a random seed: %w", p.Name, err)
	}
	return p.sign(sig, &k.k, data, seed[:], hash)
}

// SignWithSeed returns the signature of data that the seed determines: any bytes, or
// nil. Whatever they are, and also if they are public, signatures are secure; seeds
// that differ make them differ, and may help against faults and side channels. hash
// says what data is; an unknown name is an error. It is constant-time.
func (k *PrivateKey[S]) SignWithSeed(data, seed []byte, hash dohash.Hash) ([]byte, error) {
	// The work is in another function so that this one is inlined, and a
	// signature that does not outlive its caller needs no allocation.
	return k.sign(make([]byte, maxSignature), data, seed, hash)
}

func (k *PrivateKey[S]) sign(sig, data, seed []byte, hash dohash.Hash) ([]byte, error) {
	return of[S]().sign(sig, &k.k, data, seed, hash)
}

// maxSignature is the size of the longest signature.
const maxSignature = 64

// sign computes, with the hash function H of the generation,
//
//	k = H(d || Q || len(seed) || seed || hash || data) mod r, R = kG,
//	c = H(R || Q || hash || data), s = k + cd mod r,
//
// where the 2020 generation has a prefix for each, and no Q in k. The signature
// is c || s with 128 bits of c, or R || s. It is put in sig.
func (p *Params) sign(sig []byte, k *private, data, seed []byte, hash dohash.Hash) ([]byte, error) {
	identifier, ok := p.Generation.Identifier(hash)
	if !ok {
		return nil, p.ErrHash
	}
	if !k.valid() {
		return nil, p.ErrPrivateKey
	}
	var d, h [32]byte
	var length [8]byte
	p.Order.Encode(&d, &k.d)
	binary.LittleEndian.PutUint64(length[:], uint64(len(seed)))
	if p.Generation == dohash.DO {
		p.Generation.Sum(h[:], p.SignK, d[:], length[:], seed, identifier, data)
	} else {
		p.Generation.Sum(h[:], d[:], k.b[:], length[:], seed, identifier, data)
	}
	var nonce, c scalar.Scalar
	p.Order.Reduce(&nonce, &h)
	var R doubleodd.Point
	p.Curve.MulGen(&R, &nonce)
	p.Encode(&h, &R)

	sig = sig[:p.SignatureSize:p.SignatureSize]
	first := sig[:p.SignatureSize-32] // R or c
	copy(first, h[:])
	p.challenge(&h, &h, &k.public, identifier, data)
	if p.Generation == dohash.JQ {
		copy(first, h[:])
	}
	p.Order.Reduce(&c, &h)
	p.Order.MulAdd(&c, &c, &k.d, &nonce)
	p.Order.Encode((*[32]byte)(sig[len(first):]), &c)
	return sig, nil
}

// challenge sets c to the challenge for R: 32 bytes, of which those after the first 16
// are 0 in the 2022 generation.
func (p *Params) challenge(c, R *[32]byte, q *public, identifier, data []byte) {
	var h [32]byte
	size := 16
	if p.Generation == dohash.DO {
		size = 32
	}
	p.Generation.Sum(h[:size], p.SignE, R[:], q.b[:], identifier, data)
	*c = h
}

// Verify reports whether sig is a valid signature of data under q. hash says what data
// is, and must be what the signer said; under an unknown name nothing is valid, and
// wrong lengths and encodings make it false. It is variable-time: its arguments are
// public.
func (q *PublicKey[S]) Verify(data, sig []byte, hash dohash.Hash) bool {
	return of[S]().verify(&q.q, data, sig, hash)
}

// Verify reports, in variable time, whether sig is a valid signature of data under the
// public key that publicKey encodes.
func Verify[S Scheme](publicKey, data, sig []byte, hash dohash.Hash) bool {
	p := of[S]()
	var q public
	return p.setPublic(&q, publicKey) && p.verify(&q, data, sig, hash)
}

func (p *Params) verify(q *public, data, sig []byte, hash dohash.Hash) bool {
	identifier, ok := p.Generation.Identifier(hash)
	if !ok || len(sig) != p.SignatureSize || !q.valid() {
		return false
	}
	var s, c scalar.Scalar
	first, last := sig[:len(sig)-32], sig[len(sig)-32:]
	if p.Order.Decode(&s, (*[32]byte)(last)) == 0 {
		return false
	}
	var h [32]byte
	copy(h[:], first)
	var R, minusQ doubleodd.Point
	p.Curve.Neg(&minusQ, &q.q)
	if p.Generation == dohash.DO {
		// R = sG - cQ, with the c that follows from R.
		p.challenge(&h, &h, q, identifier, data)
		p.Order.Reduce(&c, &h)
		return p.Curve.VarTimeVerifyDO((*[32]byte)(first), &c, &minusQ, &s)
	}
	// c is that which follows from R = sG - cQ.
	p.Order.Reduce(&c, &h)
	p.Curve.VarTimeMulAddMulGen(&R, &c, &minusQ, &s)
	p.Curve.VarTimeEncodeJQ(&h, &R)
	p.challenge(&h, &h, q, identifier, data)
	return bytes.Equal(h[:len(first)], first)
}
