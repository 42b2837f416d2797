// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"

	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// startDerivation returns the transcript of an index.
func startDerivation(index []byte) *merlin.Transcript {
	t := merlin.NewTranscript("SchnorrRistrettoHDKD")
	t.AppendMessage("sign-bytes", index)
	return t
}

// DeriveSoft returns the key with the number index below k and its chain code, and the chain code of
// that key. Its public key is what [PublicKey.DeriveSoft] gives, without a secret. So who has the
// private key of a child, its number, and the public key and chain code of k computes the scalar of k. A
// chain code that is not of 32 bytes is an [ErrChainCode].
//
// The nonce seed of the key is random: it depends on the secrets of k and on 32 bytes that are read
// from random, or from the system's secure source if random is nil. An error of random is returned,
// wrapped. It is constant-time.
//
// Substrate derives by a path: there the junction is the chain code, and the index is empty.
//
// Source: schnorrkel, Keypair::derived_key_simple.
func (k *PrivateKey) DeriveSoft(chainCode, index []byte, random io.Reader) (*PrivateKey, []byte, error) {
	if !k.isSet() {
		return nil, nil, errUnset
	}
	t := startDerivation(index)
	var x scalar.Scalar
	next, err := k.public.derive(&x, t, chainCode)
	if err != nil {
		return nil, nil, err
	}
	rng, err := t.BuildRNG().RekeyWithWitness("HDKD-nonce", k.nonce[:]).RekeyWithWitness("HDKD-nonce", k.Bytes()).Finalize(random)
	if err != nil {
		return nil, nil, err
	}
	child := new(PrivateKey)
	if _, err := rng.Read(child.nonce[:]); err != nil {
		return nil, nil, err
	}
	order.Add(&x, &x, &k.x)
	if err := child.setScalar(&x); err != nil {
		return nil, nil, err
	}
	return child, next, nil
}

// DeriveSoft returns the public key with the number index below p and its chain code, and the chain code of
// that key. A chain code that is not of 32 bytes is an [ErrChainCode].
//
// Source: schnorrkel, PublicKey::derived_key_simple.
func (p *PublicKey) DeriveSoft(chainCode, index []byte) (*PublicKey, []byte, error) {
	if !p.isSet() {
		return nil, nil, errPubUnset
	}
	var x scalar.Scalar
	next, err := p.derive(&x, startDerivation(index), chainCode)
	if err != nil {
		return nil, nil, err
	}
	child := new(PublicKey)
	q := child.element.Point()
	q.ScalarBaseMult(&x)
	q.Add(q, p.element.Point())
	child.element.Encode(&child.encoding)
	return child, next, nil
}

// derive sets x to what is added to a scalar, and returns the next chain code.
func (p *PublicKey) derive(x *scalar.Scalar, t *merlin.Transcript, chainCode []byte) ([]byte, error) {
	if len(chainCode) != ChainCodeSize {
		return nil, ErrChainCode
	}
	t.AppendMessage("chain-code", chainCode)
	t.AppendMessage("public-key", p.encoding[:])
	if err := challenge(x, t, "HDKD-scalar"); err != nil {
		return nil, err
	}
	next := make([]byte, ChainCodeSize)
	if err := t.ExtractBytes(next, "HDKD-chaincode"); err != nil {
		return nil, err
	}
	return next, nil
}

// DeriveHard returns the seed with the number index below k and its chain code, and the chain code of
// the key that it becomes. Nothing about k can be computed from them. A nil chain code is none; one that
// is not of 32 bytes otherwise is an [ErrChainCode]. It is constant-time.
//
// Substrate derives by a path: there the junction is the chain code, the index is empty, and the seed
// becomes a key by [Ed25519].
//
// Source: schnorrkel, SecretKey::hard_derive_mini_secret_key.
func (k *PrivateKey) DeriveHard(chainCode, index []byte) (seed, nextChainCode []byte, err error) {
	if !k.isSet() {
		return nil, nil, errUnset
	}
	t := startDerivation(index)
	if chainCode != nil {
		if len(chainCode) != ChainCodeSize {
			return nil, nil, ErrChainCode
		}
		t.AppendMessage("chain-code", chainCode)
	}
	var x [32]byte
	order.Encode(&x, &k.x)
	t.AppendMessage("secret-key", x[:])
	seed, nextChainCode = make([]byte, SeedSize), make([]byte, ChainCodeSize)
	if err := t.ExtractBytes(seed, "HDKD-hard"); err != nil {
		return nil, nil, err
	}
	if err := t.ExtractBytes(nextChainCode, "HDKD-chaincode"); err != nil {
		return nil, nil, err
	}
	return seed, nextChainCode, nil
}
